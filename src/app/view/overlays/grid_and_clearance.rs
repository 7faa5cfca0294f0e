//! Grid lines, the origin, obstacles and clearance.

use footpath::grid::Cell;
use footpath::nav::NavGrid;
use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use super::InView;
use crate::app::ui::shapes::{draw_arrow, fill_disc, fill_rounded};
use crate::app::ui::text_painter::{SMALL, TextPainter, line_height};
use crate::app::view::WorldView;
use crate::app::view::ground_colors::ground_colors;
use crate::app::view::render::{Freshness, Renderer};
use crate::app::window::draw_line;

const ORIGIN: Color = Color::new(0.83, 0.16, 0.34, 1.0);
const WORDS: Color = Color::new(0.05, 0.06, 0.10, 0.85);
const CLEARANCE: Color = Color::new(0.02, 0.14, 0.36, 1.0);
const WORDS_GROUND: Color = Color::new(0.97, 0.96, 0.92, 0.72);
const OBSTACLE: Color = Color::new(0.80, 0.13, 0.25, 0.42);
const TOO_NARROW: Color = Color::new(0.93, 0.45, 0.10, 0.36);

/// What the colours of clearance mean.
pub const LEGEND: [(&str, Color); 4] =
    [("obstacle", OBSTACLE), ("too narrow", TOO_NARROW), ("an obstacle is near", NEAR), ("within four tiles", FAR)];

/// The colour next to an obstacle, and where the nearest one is almost four tiles away.
const NEAR: Color = Color::new(0.16, 0.42, 0.72, 0.40);
const FAR: Color = Color::new(0.16, 0.42, 0.72, 0.10);

/// Lines nearer together than this are left out, in pixels.
const NEAREST_LINES: f32 = 5.0;

/// Lines that are always there are left out where they are nearer together than this, in pixels: on a small picture
/// they would darken the ground.
const NEAREST_QUIET_LINES: f32 = 12.0;

/// From this size of a tile on, in pixels, its coordinates are written.
pub(super) const COORDINATES_FROM: f32 = 46.0;

/// From this size of a tile on its clearance is written.
const CLEARANCE_FROM: f32 = 40.0;

pub(super) fn draw_grid(view: &WorldView, in_view: &InView, painter: &mut TextPainter) {
    let step = if in_view.side >= NEAREST_LINES { 1 } else { 10 };
    draw_lines(in_view, step);
    draw_origin(view, in_view, painter);
    if in_view.side >= COORDINATES_FROM {
        for tile in in_view.cells.cells() {
            painter.write(format!("{},{}", tile.x, tile.y), in_view.corner(tile) + vec2(3.0, 1.0), SMALL, WORDS);
        }
    }
}

/// Draws the lines between cells alone, where they are not too near together.
pub(super) fn draw_cells(in_view: &InView) {
    if in_view.side >= NEAREST_QUIET_LINES {
        draw_lines(in_view, 1);
    }
}

/// Draws every line whose number is a multiple of `step`.
fn draw_lines(in_view: &InView, step: i32) {
    let (from, to) = (in_view.corner(in_view.cells.min), in_view.corner(in_view.cells.max));
    for column in (in_view.cells.min.x..=in_view.cells.max.x).filter(|column| column % step == 0) {
        let x = in_view.corner(Cell::new(column, 0)).x;
        let (width, color) = stroke(column);
        draw_line(x, from.y, x, to.y, width, color);
    }
    for row in (in_view.cells.min.y..=in_view.cells.max.y).filter(|row| row % step == 0) {
        let y = in_view.corner(Cell::new(0, row)).y;
        let (width, color) = stroke(row);
        draw_line(from.x, y, to.x, y, width, color);
    }
}

fn stroke(number: i32) -> (f32, Color) {
    if number % 10 == 0 { (1.5, ground_colors().line_of_ten) } else { (1.0, ground_colors().line) }
}

/// Marks the upper left corner of tile (0, 0) with its axes and its place in the world.
fn draw_origin(view: &WorldView, in_view: &InView, painter: &mut TextPainter) {
    let origin = view.sim.map().lattice.origin;
    let at = in_view.camera.to_screen(origin);
    let length = in_view.side.clamp(18.0, 64.0);
    draw_arrow(at, at + vec2(length, 0.0), 3.0, ORIGIN);
    draw_arrow(at, at + vec2(0.0, length), 3.0, ORIGIN);
    fill_disc(at, 5.0, ORIGIN);
    let text = format!("origin ({}, {})", origin.x, origin.y);
    let above = Rect::new(at.x + 2.0, at.y - 19.0, painter.width(&text, SMALL), line_height(SMALL));
    let inside = Rect { x: at.x + 8.0, y: at.y + 20.0, ..above };
    let in_window = [above, inside].into_iter().filter(|place| place.y >= 0.0);
    if let Some(place) = view.uncovered(in_window) {
        let ground = Rect::new(place.x - 3.0, place.y, place.w + 6.0, place.h);
        fill_rounded(ground, 4.0, WORDS_GROUND);
        painter.write(text, place.point(), SMALL, ORIGIN);
    }
}

pub(super) fn draw_obstacles(view: &WorldView, in_view: &InView, renderer: &mut Renderer) {
    let grid = view.sim.nav_grid(view.ground.profile);
    let fresh = Freshness { key: (view.ground.profile as u64, grid.stamp()), now: view.now };
    let color = |cell| shade(view, grid, cell).unwrap_or_default();
    renderer.draw_clearance(&in_view.lattice, &in_view.camera, fresh, color);
}

/// The colour over a cell: an obstacle, too narrow, or the nearer to an obstacle the darker.
fn shade(view: &WorldView, grid: &NavGrid, cell: Cell) -> Option<Color> {
    let map = view.sim.map();
    if !map.is_walkable(map.tile_of_cell(cell)) {
        return Some(OBSTACLE);
    }
    if !grid.is_passable(cell) {
        return Some(TOO_NARROW);
    }
    let tiles = (grid.clearance(cell) / map.lattice.tile_size).min(4.0);
    let step = (2.0 * tiles).floor() / 8.0;
    (step < 1.0).then_some(Color { a: NEAR.a * (1.0 - step), ..NEAR })
}

pub(super) fn write_clearance(view: &WorldView, in_view: &InView, painter: &mut TextPainter) {
    if in_view.side < CLEARANCE_FROM {
        return;
    }
    let grid = view.sim.nav_grid(view.ground.profile);
    let map = view.sim.map();
    for cell in in_view.cells.cells().filter(|cell| map.is_walkable(map.tile_of_cell(*cell))) {
        let text = format!("{:.2}", grid.clearance(cell));
        let at = in_view.corner(cell) + vec2(3.0, 15.0);
        fill_rounded(
            Rect::new(at.x - 2.0, at.y, painter.width(&text, SMALL) + 4.0, line_height(SMALL)),
            4.0,
            WORDS_GROUND,
        );
        painter.write(text, at, SMALL, CLEARANCE);
    }
}
