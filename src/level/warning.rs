//! What in a level is no mistake, but hardly meant.

use std::fmt;

use super::problem::{self, Problem};

/// A kind of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WarningKind {
    /// An agent cannot reach where its order leads.
    UnreachableGoal,
    /// An agent cannot reach a point of its patrol.
    UnreachablePatrolPoint,
    /// No agent can come to some of the ground.
    UnreachableGround,
    /// No agent can stand anywhere.
    NowhereToStand,
    /// Agents can stand on hardly any tile.
    NearlyAllClosed,
    /// No agent can cross a link.
    DeadLink,
    /// No agent can come to a switch before it has turned what it turns.
    UnreachableSwitch,
    /// An order stands behind one that has no end.
    EndlessOrder,
    /// Several agents have one name.
    SameName,
    /// A heading is given in radians.
    Radians,
    /// Something has a name that nothing refers to.
    UnusedName,
    /// A level expects a warning that does not come.
    UnmetExpectation,
}

impl WarningKind {
    /// Every kind.
    pub const ALL: [WarningKind; 12] = [
        WarningKind::UnreachableGoal,
        WarningKind::UnreachablePatrolPoint,
        WarningKind::UnreachableGround,
        WarningKind::NowhereToStand,
        WarningKind::NearlyAllClosed,
        WarningKind::DeadLink,
        WarningKind::UnreachableSwitch,
        WarningKind::EndlessOrder,
        WarningKind::SameName,
        WarningKind::Radians,
        WarningKind::UnusedName,
        WarningKind::UnmetExpectation,
    ];

    /// The kinds that a level may expect: all but the one that an expectation itself brings.
    pub const EXPECTABLE: [WarningKind; 11] = [
        WarningKind::UnreachableGoal,
        WarningKind::UnreachablePatrolPoint,
        WarningKind::UnreachableGround,
        WarningKind::NowhereToStand,
        WarningKind::NearlyAllClosed,
        WarningKind::DeadLink,
        WarningKind::UnreachableSwitch,
        WarningKind::EndlessOrder,
        WarningKind::SameName,
        WarningKind::Radians,
        WarningKind::UnusedName,
    ];

    /// What level files and messages call it.
    ///
    /// ```
    /// assert_eq!(footpath::level::WarningKind::DeadLink.name(), "dead-link");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            WarningKind::UnreachableGoal => "unreachable-goal",
            WarningKind::UnreachablePatrolPoint => "unreachable-patrol-point",
            WarningKind::UnreachableGround => "unreachable-ground",
            WarningKind::NowhereToStand => "nowhere-to-stand",
            WarningKind::NearlyAllClosed => "nearly-all-closed",
            WarningKind::DeadLink => "dead-link",
            WarningKind::UnreachableSwitch => "unreachable-switch",
            WarningKind::EndlessOrder => "endless-order",
            WarningKind::SameName => "same-name",
            WarningKind::Radians => "radians",
            WarningKind::UnusedName => "unused-name",
            WarningKind::UnmetExpectation => "unmet-expectation",
        }
    }
}

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
