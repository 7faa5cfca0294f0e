//! A map from above, small: the colours of its ground.

use footpath::grid::{Cell, Rect};
use footpath::level::TileMap;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::texture::Image;

/// The ground of a part of a map, as large as fits into `most` texels: a texel for each tile or several, or several for a tile.
/// With it how many texels a tile is wide.
pub fn draw(map: &TileMap, part: Rect, most: Vec2) -> (Image, f32) {
    let tiles = vec2((part.max.x - part.min.x) as f32, (part.max.y - part.min.y) as f32);
    let scale = (most / tiles).min_element();
    let size = (tiles * scale).max(Vec2::ONE);
    let mut image = Image::gen_image_color(size.x as u16, size.y as u16, Color::default());
    for y in 0..image.height() as u32 {
        for x in 0..image.width() as u32 {
            let along = |texel: u32| ((texel as f32 + 0.5) / scale) as i32;
            let tile = Cell::new(part.min.x + along(x), part.min.y + along(y));
            if let Some(terrain) = map.terrain_at(tile) {
                let color = terrain.color;
                image.set_pixel(x, y, Color::from_rgba(color.r, color.g, color.b, 255));
            }
        }
    }
    (image, scale)
}
