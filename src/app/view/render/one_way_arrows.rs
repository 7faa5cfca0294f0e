//! Arrows on the tiles that agents cross in one direction alone.

use footpath::level::TileMap;
use glam::Vec2;
use macroquad::color::Color;

use crate::app::ui::shapes::draw_strokes;
use crate::app::view::camera::Camera;

const ARROW: Color = Color::new(0.97, 0.94, 0.87, 0.80);
const RIM: Color = Color::new(0.10, 0.11, 0.18, 0.45);

/// Tiles smaller than this, in logical pixels, have no arrow.
const ARROW_FROM: f32 = 9.0;

/// The tip of the arrow and the ends of its two sides, from the middle of a tile that is left to the right, in tiles.
const TIP: Vec2 = Vec2::new(0.24, 0.0);
const SIDES: [Vec2; 2] = [Vec2::new(-0.12, -0.30), Vec2::new(-0.12, 0.30)];

/// Draws the arrows in view.
pub fn draw_one_way_arrows(map: &TileMap, camera: &Camera) {
    let lattice = &map.lattice;
    let side = lattice.tile_size * camera.scale;
    if side < ARROW_FROM || !map.has_one_ways() {
        return;
    }
    let lines = camera.visible_cells(lattice).cells().filter_map(|tile| {
        let next = map.one_way(tile)?.beside(tile);
        let middle = camera.to_screen(lattice.centre(tile));
        let ahead = camera.to_screen(lattice.centre(next)) - middle;
        let point = |at: Vec2| middle + at.rotate(ahead);
        Some(SIDES.map(|end| (point(end), point(TIP))))
    });
    let lines: Vec<(Vec2, Vec2)> = lines.flatten().collect();
    for (width, color) in [(0.16 * side, RIM), (0.09 * side, ARROW)] {
        draw_strokes(lines.iter().copied(), width, color);
    }
}
