//! What only the lab does, of all that a user can ask for.

/// What a player asks the lab for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabAction {
    RandomStart,
    RandomGoal,
    Via,
    RandomObstacles,
    ClearPath,
    ClearWalls,
    ClearAll,
    NextSheet,
    Walk,
    Play,
    Predict,
    Forward,
    Back,
    First,
    Last,
    AddLane,
    RemoveLane,
    /// Choose one of the searches side by side.
    Choose(usize),
    ByTime,
    CopyTable,
    CopyPath,
    CopyMap,
    Language,
    Cells,
    Brush,
    /// Turn the brush to the next terrain, or the one before.
    Paint(bool),
    Markers,
    /// Open a page of the panel, or close it.
    Page(LabPage),
    /// Turn the sheet to the next kind, or the one before.
    Kind(bool),
    /// Make a number of the sheet larger, or smaller.
    Step(SheetNumber, bool),
    /// Type a number of the sheet.
    Type(SheetNumber),
}

/// A page of the panel at the side, by its name: [`PAGES`](crate::app::modes::lab::hud::pages::PAGES) says what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LabPage(pub &'static str);

impl std::fmt::Debug for LabPage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str(self.0)
    }
}

/// A number of a sheet that can be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetNumber {
    Columns,
    Rows,
    Seed,
    Density,
}

impl SheetNumber {
    /// Every one, in the order of the panel.
    pub const ALL: [SheetNumber; 4] =
        [SheetNumber::Columns, SheetNumber::Rows, SheetNumber::Seed, SheetNumber::Density];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            SheetNumber::Columns => "Columns",
            SheetNumber::Rows => "Rows",
            SheetNumber::Seed => "Seed",
            SheetNumber::Density => "Density, %",
        }
    }
}
