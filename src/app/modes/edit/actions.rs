//! What only the edit mode does, of all that a user can ask for.

use crate::app::modes::edit::ground::{GroundTool, PaintLayer};
use crate::app::modes::edit::thing::ThingKind;

/// What an author asks the edit mode for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditAction {
    Select,
    /// Take a tool that draws.
    Take(GroundTool),
    /// Draw on this layer.
    Layer(PaintLayer),
    NextLayer,
    /// Draw with the terrain at this place of the level's list; of several, with it too or no longer.
    Terrain(usize),
    /// Draw with several terrains by chance, or with one.
    Mix,
    /// Draw with the place at this place of the level's list, or with none.
    Place(Option<usize>),
    /// Draw higher or lower ceilings or ground, by what the layer is.
    Value(bool),
    /// Draw the open sky.
    Sky,
    /// A larger brush, or a smaller one.
    Size(bool),
    /// The next way to draw mirrored, or the one before.
    Mirror(bool),
    /// Place this by pressing on the map.
    Add(New),
    /// Send the selected agents to where the map is pressed next.
    Send,
    /// Add a point to the selected path or link, where the map is pressed next.
    Extend,
    /// Remove the last point of the selected path or link.
    Shorten,
    /// Have nothing of this kind picked on the map, or unlock it.
    Lock(ThingKind),
    /// Select the thing at this place of the list.
    Choose(usize),
    /// Show the selection as large as it can be seen whole, with some ground around it.
    FrameSelection,
    /// Show the whole map in a corner, or no longer.
    Minimap,
    /// Show what the warning at this place of the list is about.
    Warning(usize),
    /// A property to its next value, or the one before.
    Step(usize, bool),
    /// Open the list of what the property in this row can be, or close it.
    Names(usize),
    /// The property in this row becomes the one at this place of that list, or is left out.
    Name(usize, Option<usize>),
    /// Choose the property in this row by the next press on the map.
    Point(usize),
    /// Add what the row at this place says to its list.
    Grow(usize),
    /// Move the item of a list in this row up or down.
    MoveItem(usize, bool),
    /// Remove the item of a list in this row.
    RemoveItem(usize),
    /// Move what is selected down in its list, or up.
    Reorder(bool),
    /// What is typed into a field.
    Type(Typed),
    /// Add a column or row at a side, or remove one.
    Resize(MapSide, bool),
    /// Move all that is drawn by a tile towards a side.
    Shift(MapSide),
    /// Turn the map by a quarter.
    Rotate,
    /// Exchange the left and the right of the map; its top and its bottom if this is true.
    Flip(bool),
    /// Draw a map that is generated.
    Draw,
    /// Go to where this many entries of the history are done.
    Jump(usize),
    /// Select nothing.
    Deselect,
    Snap,
    Duplicate,
    Turn,
    Remove,
    /// Begin a level from nothing.
    New,
    /// Open a page of the panel, or close it.
    Open(EditPage),
}

/// A page of the panel at the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditPage {
    /// With what is drawn.
    Draw,
    /// The properties of what is selected, or what can be added.
    Thing,
    /// The list of every thing.
    List,
    /// What the map is as a whole.
    Map,
    /// Everything that was done.
    History,
}

impl EditPage {
    /// Every page, in the order of its tabs.
    pub const ALL: [EditPage; 5] = [EditPage::Draw, EditPage::Thing, EditPage::List, EditPage::Map, EditPage::History];

    /// What its tab says.
    pub fn name(self) -> &'static str {
        match self {
            EditPage::Draw => "Draw",
            EditPage::Thing => "Thing",
            EditPage::List => "List",
            EditPage::Map => "Map",
            EditPage::History => "History",
        }
    }
}

/// What is placed on the map by pressing there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum New {
    /// A thing of this kind.
    One(ThingKind),
    /// Agents in a row, from where the pointer is pressed to where it is let go.
    Row,
    /// Agents on a circle about where the pointer is pressed.
    Ring,
    /// Agents in a rectangle of tiles.
    Block,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapSide {
    Left,
    Top,
    Right,
    Bottom,
}

impl MapSide {
    pub const ALL: [MapSide; 4] = [MapSide::Left, MapSide::Top, MapSide::Right, MapSide::Bottom];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            MapSide::Left => "left",
            MapSide::Top => "top",
            MapSide::Right => "right",
            MapSide::Bottom => "bottom",
        }
    }
}

/// A text field of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// By which the list is filtered.
    Filter,
    /// The name of the place that is drawn.
    Place,
    /// The property in this row of the page.
    Row(usize),
    /// How many columns the map has.
    Width,
    /// How many rows it has.
    Height,
}

impl Typed {
    /// Whether what is typed counts only when it is committed: with Enter, or as the field is left.
    pub fn is_committed(self) -> bool {
        matches!(self, Typed::Width | Typed::Height)
    }
}
