//! A small picture of a level, for a list or a dialog.

use footpath::grid::Cell;
use footpath::level::Level;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::texture::Image;

/// How much of their brightness solid tiles keep, between the lines and on them.
const DARKENED: f32 = 0.7;
const HATCHED: f32 = 0.45;

/// A level from above, of as many texels as fit into `most`: a texel for each tile or several, or several for a tile; agents
/// are dots.
pub fn picture(level: &Level, most: Vec2) -> Image {
    let lattice = &level.map.lattice;
    let tiles = vec2(lattice.width as f32, lattice.height as f32);
    let scale = (most / tiles).min_element();
    let size = (tiles * scale).max(Vec2::ONE);
    let mut image = Image::gen_image_color(size.x as u16, size.y as u16, Color::default());
    let color = |color: footpath::profile::Color| Color::from_rgba(color.r, color.g, color.b, 255);
    for y in 0..image.height() as u32 {
        for x in 0..image.width() as u32 {
            let tile = Cell::new(((x as f32 + 0.5) / scale) as i32, ((y as f32 + 0.5) / scale) as i32);
            if let Some(terrain) = level.map.terrain_at(tile) {
                image.set_pixel(x, y, color(terrain.color));
            }
        }
    }
    for agent in &level.agents {
        let at = (agent.position - lattice.origin) / lattice.tile_size * scale;
        let dot = Rect::new(at.x - 1.5, at.y - 1.5, 3.0, 3.0);
        for y in dot.y.max(0.0) as u32..(dot.bottom() as u32).min(image.height() as u32) {
            for x in dot.x.max(0.0) as u32..(dot.right() as u32).min(image.width() as u32) {
                image.set_pixel(x, y, color(level.profiles[agent.profile].color));
            }
        }
    }
    image
}

/// The same with ground on which nobody walks darkened and hatched.
pub fn with_solid_tiles_marked(level: &Level, most: Vec2) -> Image {
    let mut image = picture(level, most);
    let texels = vec2(image.width() as f32, image.height() as f32);
    let tiles = vec2(level.map.lattice.width as f32, level.map.lattice.height as f32) / texels;
    for y in 0..image.height() as u32 {
        for x in 0..image.width() as u32 {
            let at = vec2(x as f32 + 0.5, y as f32 + 0.5) * tiles;
            if !level.map.is_walkable(Cell::new(at.x as i32, at.y as i32)) {
                let part = if (x + y) % 8 < 2 { HATCHED } else { DARKENED };
                let Color { r, g, b, a } = image.get_pixel(x, y);
                image.set_pixel(x, y, Color::new(part * r, part * g, part * b, a));
            }
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_shows_tiles_and_agents_in_their_colours() {
        let text = r##"(version: 1, name: "Two", legend: {'.': "grass", '~': "water"}, rows: ["....~~~~"],
            agents: [(profile: "walker", tile: (1, 0))])"##;
        let level = Level::parse("two.ron", text).expect("it is a level");
        let image = picture(&level, vec2(152.0, 92.0));
        assert_eq!((image.width(), image.height()), (152, 19));
        let terrain = |x: i32| level.map.terrain_at(Cell::new(x, 0)).expect("on the map").color;
        let at = |x: u32, y: u32| image.get_pixel(x, y);
        let color = |rgb: footpath::profile::Color| Color::from_rgba(rgb.r, rgb.g, rgb.b, 255);
        assert_eq!((at(0, 0), at(151, 18)), (color(terrain(0)), color(terrain(7))));
        assert_eq!(at(28, 9), color(level.profiles[level.agents[0].profile].color));
    }

    #[test]
    fn solid_tiles_are_darker_and_others_are_not() {
        let text = r##"(version: 1, name: "Two", legend: {'.': "grass", '~': "water"}, rows: ["..~~"])"##;
        let level = Level::parse("two.ron", text).expect("it is a level");
        let most = vec2(16.0, 16.0);
        let (plain, marked) = (picture(&level, most), with_solid_tiles_marked(&level, most));
        assert_eq!(plain.get_pixel(3, 1), marked.get_pixel(3, 1));
        assert!((0..8).all(|x| marked.get_pixel(8 + x, 1).b < plain.get_pixel(8 + x, 1).b));
    }
}
