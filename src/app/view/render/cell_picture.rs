//! A translucent picture of what is to be told of each cell around the view, a texel for each or for some.

use footpath::grid::{Cell, Lattice, Rect};
use glam::vec2;
use macroquad::color::{Color, WHITE};
use macroquad::texture::{DrawTextureParams, FilterMode, Image};

use crate::app::view::camera::Camera;
use crate::app::window::{Texture2D, draw_texture_ex};

/// The side of the texture at most, in texels.
const LIMIT: i32 = 384;

/// How long an outdated picture stays at most, in seconds.
const STALE_FOR: f32 = 0.2;

/// What a picture is of, and when it is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
    /// Another one for everything else that a cell may be told by.
    pub key: (u64, u64),
    /// The time, in seconds.
    pub now: f32,
}

/// The picture as it was drawn last.
pub struct CellPicture {
    key: (u64, u64),
    made: f32,
    /// Which cells it shows; the sides are multiples of `step`.
    held: Rect,
    /// The side of the square of cells that one texel stands for.
    step: i32,
    texture: Texture2D,
}

impl CellPicture {
    /// Draws what `color` tells of each cell; that is asked again when the view leaves what is known, and soon after the
    /// key is another.
    pub fn draw(
        known: Option<CellPicture>,
        lattice: &Lattice,
        camera: &Camera,
        fresh: Freshness,
        color: impl Fn(Cell) -> Color,
    ) -> CellPicture {
        let needed = camera.visible_cells(lattice);
        let step = step_of(needed);
        let serves = |picture: &CellPicture| {
            let age = fresh.now - picture.made;
            let same = picture.key == fresh.key || (picture.key.0 == fresh.key.0 && (0.0..STALE_FOR).contains(&age));
            same && picture.step == step && picture.holds(needed)
        };
        let picture = match known {
            Some(known) if serves(&known) => known,
            known => CellPicture::make(known, lattice, needed, step, fresh, color),
        };
        let corner = camera.to_screen(lattice.corner(picture.held.min));
        let size = camera.to_screen(lattice.corner(picture.held.max)) - corner;
        let params = DrawTextureParams { dest_size: Some(size), ..Default::default() };
        draw_texture_ex(&picture.texture, corner.x, corner.y, WHITE, params);
        picture
    }

    fn holds(&self, cells: Rect) -> bool {
        let Rect { min, max } = self.held;
        min.x <= cells.min.x && min.y <= cells.min.y && cells.max.x <= max.x && cells.max.y <= max.y
    }

    fn make(
        known: Option<CellPicture>,
        lattice: &Lattice,
        needed: Rect,
        step: i32,
        fresh: Freshness,
        color: impl Fn(Cell) -> Color,
    ) -> CellPicture {
        let held = squares(needed.grown(12 * step), step);
        let size = vec2((held.max.x - held.min.x) as f32, (held.max.y - held.min.y) as f32) / step as f32;
        let mut bytes = Vec::with_capacity(4 * (size.x * size.y) as usize);
        for y in (held.min.y..held.max.y).step_by(step as usize) {
            for x in (held.min.x..held.max.x).step_by(step as usize) {
                let cell = Cell::new(x, y);
                let color = if lattice.contains(cell) { color(cell) } else { Color::default() };
                bytes.extend::<[u8; 4]>(color.into());
            }
        }
        let image = Image { bytes, width: size.x as u16, height: size.y as u16 };
        let texture = match known {
            Some(known) if known.texture.size() == size => {
                known.texture.update(&image);
                known.texture
            }
            _ => Texture2D::from_image(&image),
        };
        texture.set_filter(FilterMode::Nearest);
        CellPicture { key: fresh.key, made: fresh.now, held, step, texture }
    }
}

/// How many cells across have one texel, so that these fit into the texture.
fn step_of(needed: Rect) -> i32 {
    let longest = (needed.max.x - needed.min.x).max(needed.max.y - needed.min.y);
    ((longest + LIMIT - 1) / LIMIT).max(1)
}

/// The rectangle made larger to whole squares of `step` cells.
fn squares(cells: Rect, step: i32) -> Rect {
    let down = |value: i32| value.div_euclid(step) * step;
    let up = |value: i32| down(value + step - 1);
    Rect { min: Cell::new(down(cells.min.x), down(cells.min.y)), max: Cell::new(up(cells.max.x), up(cells.max.y)) }
}
