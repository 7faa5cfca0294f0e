//! What the pointer holds while it is pressed.

use footpath::grid::Cell;
use footpath::level::edit::FieldPath;
use glam::Vec2;

use super::thing::HandlePart;
use crate::app::modes::edit::actions::New;

/// What the pointer holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Held {
    /// A handle of a thing: how far its middle lies from where it was taken, where in the world it was taken, where its
    /// middle is to be, once it has been dragged at all, and whether the level has followed yet.
    Handle { thing: FieldPath, part: HandlePart, aside: Vec2, from: Vec2, to: Option<Vec2>, has_moved: bool },
    /// Everything that is selected, taken at a point of the world; how far it has been moved.
    Selection { from: Vec2, by: Vec2 },
    /// A stroke of the brush: the last tile, and whether anything has been drawn.
    Stroke { last: Cell, has_drawn: bool },
    /// A line or a rectangle from a tile to another.
    Shape { from: Cell, to: Cell },
    /// A part of the map that is to be a stamp.
    Region { from: Cell, to: Cell },
    /// A box that selects what lies in it, in world units.
    Box { from: Vec2, to: Vec2, adds: bool },
    /// The small map, to look about.
    Minimap,
    /// A new thing from a point of the world to another.
    New { new: New, from: Vec2, to: Vec2 },
}
