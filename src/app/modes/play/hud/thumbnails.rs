//! Small pictures of levels, drawn from their tiles when they are first shown.

use std::collections::HashMap;
use std::task::Poll;

use footpath::level::Level;
use glam::{Vec2, vec2};
use macroquad::color::WHITE;
use macroquad::texture::{DrawTextureParams, FilterMode, Texture2D, draw_texture_ex};

#[cfg(target_arch = "wasm32")]
use crate::app::modes::fetch::Fetch;
use crate::app::modes::library;
use crate::app::view::level_picture::picture;

/// The size of a picture at most, in logical pixels.
pub const SIZE: Vec2 = Vec2::new(76.0, 46.0);

/// Its size at most in texels.
const TEXELS: Vec2 = Vec2::new(152.0, 92.0);

/// The pictures that have been drawn so far, by the place of the level in the list.
#[derive(Default)]
pub struct Thumbnails {
    known: HashMap<usize, Option<Texture2D>>,
    /// The levels that are on their way.
    #[cfg(target_arch = "wasm32")]
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

    /// Draws the picture of a level of the list into the middle of an area of [`SIZE`], or nothing as long as there is
    /// none.
    pub fn draw(&mut self, index: usize, corner: Vec2) {
        if !self.known.contains_key(&index)
            && !self.is_busy
            && let Poll::Ready(level) = self.level(index)
        {
            self.is_busy = true;
            let picture = level.map(|level| {
                let texture = Texture2D::from_image(&picture(&level, TEXELS));
                texture.set_filter(FilterMode::Linear);
                texture
            });
            self.known.insert(index, picture);
        }
        let Some(Some(texture)) = self.known.get(&index) else { return };
        let texels = vec2(texture.width(), texture.height());
        let size = texels * (SIZE / texels).min_element();
        let at = corner + 0.5 * (SIZE - size);
        let params = DrawTextureParams { dest_size: Some(size), ..Default::default() };
        draw_texture_ex(texture, at.x, at.y, WHITE, params);
    }
}

impl Thumbnails {
    /// The level at a place of the list; `None` where it cannot be read.
    #[cfg(not(target_arch = "wasm32"))]
    fn level(&mut self, index: usize) -> Poll<Option<Level>> {
        Poll::Ready(library::built_in(index).ok())
    }

    /// The level at a place of the list once it has been fetched; `None` where it cannot be.
    #[cfg(target_arch = "wasm32")]
    fn level(&mut self, index: usize) -> Poll<Option<Level>> {
        let path = library::path_of(index);
        let fetch = self.fetches.entry(index).or_insert_with(|| Fetch::begin(&path));
        let Some(answer) = fetch.take() else { return Poll::Pending };
        self.fetches.remove(&index);
        let read = |bytes: Vec<u8>| library::open(&path, &bytes).ok().map(|document| document.level().clone());
        Poll::Ready(answer.ok().and_then(read))
    }
}
