//! The pictures on buttons.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::texture::DrawTextureParams;

use crate::app::window::{Texture2D, draw_texture_ex};

/// The pictures on buttons, in the order in which they stand in `assets/icons.png`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Two bars.
    Pause,
    /// A triangle.
    Play,
    /// A triangle against a bar.
    Step,
    /// An arrow that goes round.
    Restart,
    /// Four little boards.
    Levels,
    /// A brush.
    Brush,
    /// A question mark.
    Help,
    /// A square.
    Stop,
    /// An eye.
    Debug,
    /// Four corners.
    Frame,
    /// A cross.
    Close,
    /// Arrows that part.
    Scatter,
    /// A plus in a broken frame.
    Add,
    /// A magnifying glass over a path.
    Search,
    /// A bar against a triangle that points left.
    Back,
    /// A grid with some of its squares filled.
    Bake,
    /// A disc with a plus beside it.
    NewAgent,
    /// A flask.
    Lab,
    /// A ring and a disc, and a path between them.
    Markers,
    /// Two frames side by side.
    Split,
    /// Lines of a list.
    Commands,
    /// A wheel with cogs.
    Settings,
    /// An arrow as the pointer of a mouse has it.
    Arrow,
    /// An arrow that bends back to the left.
    Undo,
    /// An arrow that bends back to the right.
    Redo,
    /// A disk.
    Save,
    /// A pencil.
    Edit,
    /// A die that shows five.
    Die,
}

/// The side of a picture in `assets/icons.png`, and how many stand in a row.
const SIDE: f32 = 64.0;
const IN_A_ROW: usize = 8;

/// Draws icons. They are kept until [`Icons::flush`], since each change between them and shapes costs a draw call.
pub struct Icons {
    picture: Texture2D,
    placed: Vec<(Icon, Vec2, f32, Color)>,
}

impl Icons {
    /// From `assets/icons.png`.
    pub fn new(picture: Texture2D) -> Icons {
        Icons { picture, placed: Vec::new() }
    }

    /// Draws an icon around `centre`, `side` logical pixels wide.
    pub fn draw(&mut self, icon: Icon, centre: Vec2, side: f32, color: Color) {
        self.placed.push((icon, centre, side, color));
    }

    /// Draws every icon since the last call, over all shapes drawn so far.
    pub fn flush(&mut self) {
        for (icon, centre, side, color) in std::mem::take(&mut self.placed) {
            self.draw_now(icon, centre, side, color);
        }
    }

    fn draw_now(&self, icon: Icon, centre: Vec2, side: f32, color: Color) {
        let (column, row) = (icon as usize % IN_A_ROW, icon as usize / IN_A_ROW);
        let source = Rect::new(column as f32 * SIDE, row as f32 * SIDE, SIDE, SIDE);
        let corner = centre - 0.5 * side;
        let params =
            DrawTextureParams { dest_size: Some(vec2(side, side)), source: Some(source), ..Default::default() };
        draw_texture_ex(&self.picture, corner.x, corner.y, color, params);
    }
}
