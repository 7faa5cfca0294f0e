//! What is baked for one kind of agent, over the ground: open cells, closed ones by reason, ledges, generated links.

use footpath::grid::Cell;
use footpath::level::{Closed, Solid};
use footpath::nav::closed::why_closed;
use footpath::nav::{LinkOrigin, NavGrid};
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::shapes::draw_line;

use super::View;
use crate::app::game::Game;
use crate::app::render::{Freshness, Renderer};
use crate::app::shapes::{draw_arrow, draw_stroke};

const OPEN: Color = Color::new(0.42, 0.95, 0.72, 0.20);
const TERRAIN: Color = Color::new(0.07, 0.08, 0.12, 0.46);
const AREA: Color = Color::new(0.45, 0.22, 0.62, 0.58);
const CEILING: Color = Color::new(0.20, 0.36, 0.62, 0.60);
const SLOPE: Color = Color::new(0.93, 0.60, 0.10, 0.56);
const NARROW: Color = Color::new(0.84, 0.34, 0.12, 0.50);
const STEP: Color = Color::new(0.80, 0.10, 0.22, 0.56);
const OBSTACLE: Color = Color::new(0.42, 0.27, 0.16, 0.62);
const REGION: Color = Color::new(0.90, 0.30, 0.62, 0.50);
const LINE: Color = Color::new(0.05, 0.10, 0.12, 0.22);
const LEDGE: Color = Color::new(0.86, 0.06, 0.20, 0.95);
const JUMP: Color = Color::new(0.05, 0.42, 0.62, 0.85);
const DROP: Color = Color::new(0.45, 0.20, 0.70, 0.85);

/// What the colours of closed cells mean.
pub const REASONS: [(&str, Color); 8] = [
    ("terrain", TERRAIN),
    ("area", AREA),
    ("too low", CEILING),
    ("too steep", SLOPE),
    ("too narrow", NARROW),
    ("step", STEP),
    ("obstacle", OBSTACLE),
    ("small region", REGION),
];

/// Cells smaller than this, in pixels, have no lines around them.
const LINES_FROM: f32 = 7.0;

/// Generated links are drawn from this size of a cell on, and no more than so many.
const LINKS_FROM: f32 = 4.0;
const MOST_LINKS: usize = 3_000;

pub(super) fn draw(game: &Game, view: &View, renderer: &mut Renderer) {
    if !game.sim.is_baked() {
        return;
    }
    let profile = game.shown_profile();
    let (map, grid, body) = (game.sim.map(), game.sim.nav_grid(profile), &game.sim.profiles()[profile]);
    // What costs change with is not to be seen here.
    let kind = 8 * profile as u64 + u64::from(map.bake.cells_per_tile);
    let fresh = Freshness { key: (kind, game.sim.map_revision()), now: game.clock.elapsed() };
    renderer.draw_baked(&view.lattice, &view.camera, fresh, |cell| match why_closed(grid, map, body, cell) {
        None => OPEN,
        Some(closed) => color_of(closed),
    });
    if view.side >= LINES_FROM {
        draw_lines(view);
    }
    draw_ledges(game, &Solid::new(map, body), view);
    draw_links(grid, view);
}

fn color_of(closed: Closed) -> Color {
    match closed {
        Closed::Outside | Closed::Terrain(_) => TERRAIN,
        Closed::Area(_) => AREA,
        Closed::Ceiling(_) => CEILING,
        Closed::Slope(_) => SLOPE,
        Closed::Narrow(_) => NARROW,
        Closed::Step(_) => STEP,
        Closed::Obstacle(_) => OBSTACLE,
        Closed::Region(_) => REGION,
    }
}

/// Why the cell under the pointer is closed to the kind of agent for which the ground is shown, in words.
pub fn why_closed_in_words(game: &Game) -> Option<String> {
    let at = game.camera.to_world(game.pointer.filter(|_| game.sim.is_baked())?);
    let (map, index) = (game.sim.map(), game.shown_profile());
    let (grid, profile) = (game.sim.nav_grid(index), &game.sim.profiles()[index]);
    let closed = why_closed(grid, map, profile, map.cells().tile_inside(at)?)?;
    Some(closed.describe(map, profile))
}

fn draw_lines(view: &View) {
    let (from, to) = (view.corner(view.cells.min), view.corner(view.cells.max));
    for column in view.cells.min.x..=view.cells.max.x {
        let x = view.corner(Cell::new(column, 0)).x;
        draw_line(x, from.y, x, to.y, 1.0, LINE);
    }
    for row in view.cells.min.y..=view.cells.max.y {
        let y = view.corner(Cell::new(0, row)).y;
        draw_line(from.x, y, to.x, y, 1.0, LINE);
    }
}

/// The borders between open tiles that are too high a step.
fn draw_ledges(game: &Game, solid: &Solid, cells: &View) {
    let tiles = View::of_tiles(game);
    if solid.map.relief.is_none() || cells.side < 1.0 {
        return;
    }
    let width = (0.07 * tiles.side).clamp(1.5, 4.0);
    for tile in tiles.cells.cells().filter(|tile| solid.closed(*tile).is_none()) {
        for (beside, from) in
            [(Cell::new(tile.x + 1, tile.y), vec2(1.0, 0.0)), (Cell::new(tile.x, tile.y + 1), vec2(0.0, 1.0))]
        {
            if solid.map.lattice.contains(beside) && solid.closed(beside).is_none() && solid.is_ledge(tile, beside) {
                let corner = tiles.corner(tile);
                draw_stroke(corner + from * tiles.side, corner + Vec2::splat(tiles.side), width, LEDGE);
            }
        }
    }
}

/// Links that baking has made of gaps and ledges.
pub(super) fn draw_links(grid: &NavGrid, view: &View) {
    if view.side < LINKS_FROM {
        return;
    }
    let generated = grid.links().filter(|link| !matches!(link.origin, LinkOrigin::Authored(_)));
    let seen = generated.map(|link| (view.middle(link.from), view.middle(link.to), link.origin));
    for (from, to, origin) in seen.filter(|(from, to, _)| view.sees_any(*from, *to)).take(MOST_LINKS) {
        let color = if origin == LinkOrigin::Jump { JUMP } else { DROP };
        let aside = (to - from).perp() * 0.04;
        draw_arrow(from.lerp(to, 0.08) + aside, to.lerp(from, 0.08) + aside, 1.5, color);
    }
}
