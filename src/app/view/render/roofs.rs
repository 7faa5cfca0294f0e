//! Roofs: translucent, over the agents that walk below them.

use footpath::grid::{Cell, Rect};
use footpath::level::TileMap;
use glam::{Vec2, vec2};
use macroquad::color::Color;

use crate::app::ui::shapes::draw_stroke;
use crate::app::view::camera::Camera;
use crate::app::window::{draw_line, draw_rectangle};

const ROOF: Color = Color::new(0.15, 0.14, 0.20, 1.0);
const HATCH: Color = Color::new(0.97, 0.94, 0.87, 0.17);
const EDGE: Color = Color::new(0.10, 0.10, 0.15, 0.85);
const RIM: Color = Color::new(0.97, 0.94, 0.87, 0.60);

/// A ceiling as high as this, in world units, hides the least; the lower one is, the more it hides.
const HIGH: f32 = 4.0;

/// Tiles smaller than this, in pixels, are not hatched.
const HATCH_FROM: f32 = 9.0;

/// Draws the roofs in view.
pub fn draw_roofs(map: &TileMap, camera: &Camera) {
    let Some(relief) = &map.relief else { return };
    let view = camera.visible_cells(&map.lattice);
    let ceiling = |tile: Cell| {
        let surface = relief.surfaces.get(tile)?;
        (surface.ceiling.is_finite() && map.is_walkable(tile)).then_some(surface.ceiling)
    };
    let side = map.lattice.tile_size * camera.scale;
    let corner = |tile: Cell| camera.to_screen(map.lattice.corner(tile));
    fill(view, &ceiling, |tile, count, color| {
        let at = corner(tile);
        draw_rectangle(at.x, at.y, count as f32 * side, side, color);
    });
    let covered = || view.cells().filter(|tile| ceiling(*tile).is_some());
    if side >= HATCH_FROM {
        covered().for_each(|tile| draw_hatch(corner(tile), side));
    }
    for tile in covered() {
        let sides = [
            (0, -1, Vec2::ZERO, Vec2::X),
            (0, 1, Vec2::Y, Vec2::ONE),
            (-1, 0, Vec2::ZERO, Vec2::Y),
            (1, 0, Vec2::X, Vec2::ONE),
        ];
        for (x, y, from, to) in sides {
            if ceiling(Cell::new(tile.x + x, tile.y + y)).is_none() {
                draw_edge(corner(tile) + from * side, corner(tile) + to * side, vec2(x as f32, y as f32));
            }
        }
    }
}

/// Fills runs of tiles that are covered as low.
fn fill(view: Rect, ceiling: &impl Fn(Cell) -> Option<f32>, fill: impl Fn(Cell, i32, Color)) {
    for row in view.min.y..view.max.y {
        let mut column = view.min.x;
        while column < view.max.x {
            let first = Cell::new(column, row);
            let height = ceiling(first);
            while column < view.max.x && ceiling(Cell::new(column, row)) == height {
                column += 1;
            }
            if let Some(height) = height {
                let strength = 0.60 - 0.28 * (height / HIGH).clamp(0.0, 1.0);
                fill(first, column - first.x, Color { a: strength, ..ROOF });
            }
        }
    }
}

/// Lines that go on in the next tile.
fn draw_hatch(corner: Vec2, side: f32) {
    let lines = [(vec2(0.0, 1.0), vec2(1.0, 0.0)), (vec2(0.0, 0.5), vec2(0.5, 0.0)), (vec2(0.5, 1.0), vec2(1.0, 0.5))];
    for (from, to) in lines {
        let (from, to) = (corner + from * side, corner + to * side);
        draw_line(from.x, from.y, to.x, to.y, 1.5, HATCH);
    }
}

fn draw_edge(from: Vec2, to: Vec2, out: Vec2) {
    draw_stroke(from, to, 2.5, EDGE);
    draw_stroke(from - 2.5 * out, to - 2.5 * out, 1.0, RIM);
}
