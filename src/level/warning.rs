//! What in a level is no mistake, but hardly meant.

use std::fmt;

use crate::format::WarningKind;
use crate::format::problem::{self, Problem};

/// What is hardly meant in a level without mistakes. Displays as a [`LevelError`](super::LevelError) does.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelWarnings {
    /// The file as the caller named it.
    pub file: String,
    /// The text of the file.
    pub text: String,
    /// Each with its kind, in order of position, at most [`MAX_PROBLEMS`](super::MAX_PROBLEMS).
    pub warnings: Vec<(WarningKind, Problem)>,
    /// How many more there are than are listed.
    pub more: usize,
}

impl fmt::Display for LevelWarnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (kind, warning)) in self.warnings.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            let label = format!("warning[{}]", kind.name());
            problem::write_problem(f, &label, &self.file, &self.text, warning)?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\n\nand {more} more warning{}", if more == 1 { "" } else { "s" }),
        }
    }
}
