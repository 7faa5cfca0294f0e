//! What is baked for one kind of agent, over the ground: open cells, closed ones by reason, ledges, generated links.

use footpath::grid::Cell;
use footpath::level::{Closed, Solid};
use footpath::nav::closed::why_closed;
use footpath::nav::{LinkOrigin, NavGrid};
use glam::{Vec2, vec2};
use macroquad::color::Color;

use super::InView;
use crate::app::ui::shapes::{draw_arrow, draw_stroke};
use crate::app::view::WorldView;
use crate::app::view::render::{Freshness, Renderer};
use crate::app::window::draw_line;

const OPEN: Color = Color::new(0.42, 0.95, 0.72, 0.20);
const TERRAIN: Color = Color::new(0.07, 0.08, 0.12, 0.46);
const AREA: Color = Color::new(0.39, 0.21, 0.65, 0.58);
const CEILING: Color = Color::new(0.20, 0.36, 0.62, 0.60);
const SLOPE: Color = Color::new(0.93, 0.60, 0.10, 0.56);
const NARROW: Color = Color::new(0.84, 0.34, 0.12, 0.50);
const STEP: Color = Color::new(0.80, 0.10, 0.22, 0.56);
const OBSTACLE: Color = Color::new(0.41, 0.27, 0.13, 0.62);
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

/// The smallest size of a cell, in pixels, at which generated links are drawn, and the most of them.
const LINKS_FROM: f32 = 4.0;
const MOST_LINKS: usize = 3_000;

pub(super) fn draw(view: &WorldView, in_view: &InView, renderer: &mut Renderer) {
    if !view.sim.is_baked() {
        return;
    }
    let profile = view.ground.profile;
    let (map, grid, body) = (view.sim.map(), view.sim.nav_grid(profile), &view.sim.profiles()[profile]);
    // What costs change with is not to be seen here.
    let kind = 8 * profile as u64 + u64::from(map.bake.cells_per_tile);
    let fresh = Freshness { key: (kind, view.sim.map_revision()), now: view.now };
    renderer.draw_baked(&in_view.lattice, &in_view.camera, fresh, |cell| match why_closed(grid, map, body, cell) {
        None => OPEN,
        Some(closed) => color_of(closed),
    });
    if in_view.side >= LINES_FROM {
        draw_lines(in_view);
    }
    draw_ledges(view, &Solid::new(map, body), in_view);
    draw_links(grid, in_view);
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

fn draw_lines(in_view: &InView) {
    let (from, to) = (in_view.corner(in_view.cells.min), in_view.corner(in_view.cells.max));
    for column in in_view.cells.min.x..=in_view.cells.max.x {
        let x = in_view.corner(Cell::new(column, 0)).x;
        draw_line(x, from.y, x, to.y, 1.0, LINE);
    }
    for row in in_view.cells.min.y..=in_view.cells.max.y {
        let y = in_view.corner(Cell::new(0, row)).y;
        draw_line(from.x, y, to.x, y, 1.0, LINE);
    }
}

/// The borders between open tiles that are too high a step.
fn draw_ledges(view: &WorldView, solid: &Solid, cells: &InView) {
    let tiles = InView::of_tiles(view);
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
pub(super) fn draw_links(grid: &NavGrid, in_view: &InView) {
    if in_view.side < LINKS_FROM {
        return;
    }
    let generated = grid.links().filter(|link| !matches!(link.origin, LinkOrigin::Authored(_)));
    let seen = generated.map(|link| (in_view.middle(link.from), in_view.middle(link.to), link.origin));
    for (from, to, origin) in seen.filter(|(from, to, _)| in_view.sees_any(*from, *to)).take(MOST_LINKS) {
        let color = if origin == LinkOrigin::Jump { JUMP } else { DROP };
        let aside = (to - from).perp() * 0.04;
        draw_arrow(from.lerp(to, 0.08) + aside, to.lerp(from, 0.08) + aside, 1.5, color);
    }
}

#[test]
fn colour_blind_people_can_tell_reasons_apart() {
    use crate::app::ui::color_vision::assert_apart;
    assert_apart(&REASONS, 10.0);
}
