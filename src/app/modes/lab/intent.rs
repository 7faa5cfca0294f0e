//! What is made of the input in the lab.

use crate::app::modes::hand;
use crate::app::modes::lab::keys::LabAction;
use crate::app::modes::lesson::LessonPress;
use crate::app::modes::search_setting::Setting;

/// A number of a sheet that can be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Columns,
    Rows,
    Seed,
    Density,
}

impl Number {
    /// Every one, in the order of the panel.
    pub const ALL: [Number; 4] = [Number::Columns, Number::Rows, Number::Seed, Number::Density];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Number::Columns => "Columns",
            Number::Rows => "Rows",
            Number::Seed => "Seed",
            Number::Density => "Density, %",
        }
    }
}

/// What a widget asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// The same as a key.
    Do(LabAction),
    /// Give a setting of the chosen search its next value, or the one before.
    Turn(Setting, bool),
    /// Choose one of the searches side by side.
    Choose(usize),
    /// Turn the sheet to the next kind, or the one before.
    Kind(bool),
    /// Turn the brush to the next terrain, or the one before.
    Paint(bool),
    /// Make a number of the sheet larger, or smaller.
    Step(Number, bool),
    /// Type a number of the sheet.
    Type(Number),
    /// Put the playing of the searches at the place of the slider's knob.
    Seek,
    /// End the playing of the searches.
    EndReplay,
    /// Something on the card of the lesson.
    Lesson(LessonPress),
}

/// What the player wants in the lab.
pub type Intent = hand::Intent<Press, LabAction>;
