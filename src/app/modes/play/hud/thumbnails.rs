//! Small pictures of levels, drawn from their tiles when they are first shown.

use std::collections::HashMap;
use std::task::Poll;

use footpath::grid::{self, Cell};
use footpath::level::Level;
use glam::{Vec2, vec2};
use macroquad::color::{Color, WHITE};
use macroquad::math::Rect;
use macroquad::texture::{DrawTextureParams, FilterMode, Image};

use super::map_picture;
use crate::app::modes::fetch::Fetch;
use crate::app::modes::library;
use crate::app::view::busiest::busiest;
use crate::app::window::{Texture2D, draw_texture_ex};

/// How much wider than high the pictures are at most.
pub const SHAPE: f32 = 1.6;

/// Their size at most in texels.
const TEXELS: Vec2 = Vec2::new(320.0, 200.0);

/// The least texels that a tile has: of a map that is too large for that a part is shown, as all of it is a fine noise.
const LEAST_TILE: f32 = 1.0;

/// The texels of a tile of such a part.
const CLOSE_TILE: f32 = 3.0;

/// The least side of the dot of an agent in texels.
const LEAST_DOT: f32 = 4.0;

/// The pictures that have been drawn so far, by the place of the level in the list.
#[derive(Default)]
pub struct Thumbnails {
    known: HashMap<usize, Option<Texture2D>>,
    /// The levels that are on their way.
    fetches: HashMap<usize, Fetch>,
    /// Whether one has been drawn in this frame: no more than one is, since a large level takes a while to read.
    is_busy: bool,
}

impl Thumbnails {
    /// Begins a frame.
    pub fn begin(&mut self) {
        self.is_busy = false;
    }

    /// Whether one was drawn in the last frame.
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Draws the picture of a level of the list into the middle of an area, or nothing as long as there is none.
    pub fn draw(&mut self, index: usize, area: Rect) {
        if !self.known.contains_key(&index)
            && !self.is_busy
            && let Poll::Ready(level) = self.level(index)
        {
            self.is_busy = true;
            let picture = level.map(|level| {
                let texture = Texture2D::from_image(&picture(&level));
                texture.set_filter(FilterMode::Linear);
                texture
            });
            self.known.insert(index, picture);
        }
        let Some(Some(texture)) = self.known.get(&index) else { return };
        let texels = vec2(texture.width(), texture.height());
        let size = texels * (vec2(area.w, area.h) / texels).min_element();
        let at = (area.center() - 0.5 * size).round();
        let params = DrawTextureParams { dest_size: Some(size), ..Default::default() };
        draw_texture_ex(texture, at.x, at.y, WHITE, params);
    }
}

impl Thumbnails {
    /// The level at a place of the list once it has come; `None` where it cannot be read.
    fn level(&mut self, index: usize) -> Poll<Option<Level>> {
        let path = library::path_of(index);
        let fetch = self.fetches.entry(index).or_insert_with(|| Fetch::begin(&path));
        let Some(answer) = fetch.take() else { return Poll::Pending };
        self.fetches.remove(&index);
        let read = |bytes: Vec<u8>| library::open(&path, &bytes).ok().map(|document| document.level().clone());
        Poll::Ready(answer.ok().and_then(read))
    }
}

/// The part of a level that its picture shows: all of it, or the part in which most agents begin.
fn part_of(level: &Level) -> grid::Rect {
    let lattice = &level.map.lattice;
    let all = vec2(lattice.width as f32, lattice.height as f32);
    if (TEXELS / all).min_element() >= LEAST_TILE {
        return lattice.rect();
    }
    let tiles = (TEXELS / CLOSE_TILE).min(all).floor();
    let middle = (busiest(level, tiles * lattice.tile_size) - lattice.origin) / lattice.tile_size;
    let corner = (middle - 0.5 * tiles).clamp(Vec2::ZERO, all - tiles).floor();
    let (min, size) = (Cell::new(corner.x as i32, corner.y as i32), tiles.as_ivec2());
    grid::Rect { min, max: Cell::new(min.x + size.x, min.y + size.y) }
}

/// A level from above: its ground, with agents as dots.
fn picture(level: &Level) -> Image {
    let (lattice, part) = (&level.map.lattice, part_of(level));
    let (mut image, scale) = map_picture::draw(&level.map, part, TEXELS);
    let corner = lattice.corner(part.min);
    let color = |color: footpath::profile::Color| Color::from_rgba(color.r, color.g, color.b, 255);
    for agent in &level.agents {
        let at = (agent.position - corner) / lattice.tile_size * scale;
        let side = (2.0 * level.profiles[agent.profile].radius / lattice.tile_size * scale).max(LEAST_DOT);
        let dot = Rect::new(at.x - 0.5 * side, at.y - 0.5 * side, side, side);
        for y in dot.y.max(0.0) as u32..(dot.bottom() as u32).min(image.height() as u32) {
            for x in dot.x.max(0.0) as u32..(dot.right() as u32).min(image.width() as u32) {
                image.set_pixel(x, y, color(level.profiles[agent.profile].color));
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
        let image = picture(&level);
        assert_eq!((image.width(), image.height()), (320, 40));
        let terrain = |x: i32| level.map.terrain_at(Cell::new(x, 0)).expect("on the map").color;
        let at = |x: u32, y: u32| image.get_pixel(x, y);
        let color = |rgb: footpath::profile::Color| Color::from_rgba(rgb.r, rgb.g, rgb.b, 255);
        assert_eq!((at(0, 0), at(319, 39)), (color(terrain(0)), color(terrain(7))));
        assert_eq!(at(60, 20), color(level.profiles[level.agents[0].profile].color));
    }

    #[test]
    fn of_a_large_map_the_part_is_shown_in_which_most_agents_begin() {
        let rows = |width: usize, height: usize| format!("\"{}\", ", ".".repeat(width)).repeat(height);
        let level = |rows: String| {
            let text = format!(
                r##"(version: 1, name: "Wide", legend: {{'.': "grass"}}, rows: [{rows}],
                agents: [(tile: (2, 2)), (tile: (395, 100)), (tile: (397, 101))])"##
            );
            Level::parse("wide.ron", &text).expect("it is a level")
        };
        let part = part_of(&level(rows(400, 300)));
        assert_eq!((part.min, part.max), (Cell::new(294, 68), Cell::new(400, 134)), "as far as the map goes");
    }
}
