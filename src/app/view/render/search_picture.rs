//! A translucent picture of a search over the whole map, from afar: a texel for some cells.

use footpath::grid::{Cell, Lattice};
use footpath::nav::trace::TraceReplay;
use glam::{Vec2, vec2};
use macroquad::color::{Color, WHITE};
use macroquad::math::Rect as Area;
use macroquad::texture::{DrawTextureParams, FilterMode, Image};

use crate::app::view::camera::Camera;
use crate::app::window::{Texture2D, draw_texture_ex};

/// The side of the texture at most, in texels.
const LIMIT: u32 = 2048;

/// The picture of the search that was drawn last.
pub struct SearchPicture {
    /// The number of the search; 0 before the first one.
    number: u64,
    cells_per_texel: i32,
    /// Columns and rows in use, in texels; the last ones may be covered in part.
    extent: Vec2,
    image: Image,
    texture: Texture2D,
    /// The steps that are in the picture: from the first to before the last.
    painted: (usize, usize),
}

impl SearchPicture {
    /// An empty picture of no search, for a map.
    pub fn new(lattice: &Lattice) -> SearchPicture {
        let cells_per_texel = lattice.width.max(lattice.height).div_ceil(LIMIT).max(1);
        let size = [lattice.width, lattice.height].map(|side| side.div_ceil(cells_per_texel) as u16);
        let image = Image::gen_image_color(size[0], size[1], Color::new(0.0, 0.0, 0.0, 0.0));
        let texture = Texture2D::from_image(&image);
        let extent = vec2(lattice.width as f32, lattice.height as f32) / cells_per_texel as f32;
        SearchPicture { number: 0, cells_per_texel: cells_per_texel as i32, extent, image, texture, painted: (0, 0) }
    }

    /// Becomes the picture of the search of this number, on this map: an empty one if it was of another.
    pub fn turn_to(&mut self, lattice: &Lattice, number: u64) {
        if self.number == number {
            return;
        }
        let extent = vec2(lattice.width as f32, lattice.height as f32) / self.cells_per_texel as f32;
        if extent != self.extent {
            *self = SearchPicture::new(lattice);
        }
        self.number = number;
        self.image.bytes.fill(0);
        self.painted = (0, 0);
        // Of a search that is before its first step nothing is painted over what is there.
        self.texture.update(&self.image);
    }

    /// Takes over what was played or taken back since the last time; `color` tells that of a cell as it is now.
    pub fn follow(&mut self, lattice: &Lattice, replay: &TraceReplay, color: impl Fn(Cell) -> Option<Color>) {
        let wanted = (replay.begun(), replay.played());
        if wanted == self.painted {
            return;
        }
        if wanted.0 != self.painted.0 {
            self.image.bytes.fill(0);
            self.painted = (wanted.0, wanted.0);
        }
        let (from, to) = (self.painted.1.min(wanted.1), self.painted.1.max(wanted.1));
        let steps = &replay.trace().steps[from..to];
        let (columns, rows) = (lattice.width as i32, lattice.height as i32);
        if self.cells_per_texel == 1 && steps.len() > (columns * rows) as usize {
            // Each cell once, not at every step that concerns it.
            (0..rows).for_each(|y| (0..columns).for_each(|x| self.paint(Cell::new(x, y), &color)));
        } else {
            steps.iter().for_each(|step| self.paint(step.cell, &color));
        }
        self.painted = wanted;
        self.texture.update(&self.image);
    }

    fn paint(&mut self, cell: Cell, color: impl Fn(Cell) -> Option<Color>) {
        let texel = Cell::new(cell.x / self.cells_per_texel, cell.y / self.cells_per_texel);
        let color = color(cell).unwrap_or(Color::new(0.0, 0.0, 0.0, 0.0));
        self.image.set_pixel(texel.x as u32, texel.y as u32, color);
    }

    /// Draws it where the camera shows the map.
    pub fn draw(&self, lattice: &Lattice, camera: &Camera) {
        let corner = camera.to_screen(lattice.origin);
        let is_small = camera.scale * lattice.tile_size * (self.cells_per_texel as f32) < 1.0;
        self.texture.set_filter(if is_small { FilterMode::Linear } else { FilterMode::Nearest });
        let source = Some(Area::new(0.0, 0.0, self.extent.x, self.extent.y));
        let dest_size = Some(lattice.size() * camera.scale);
        draw_texture_ex(
            &self.texture,
            corner.x,
            corner.y,
            WHITE,
            DrawTextureParams { dest_size, source, ..Default::default() },
        );
    }
}
