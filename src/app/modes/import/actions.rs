//! What only the dialog of an import does, of all that a user can ask for.

/// What its widgets ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportAction {
    /// Make the ground at this place of the list solid, or floor.
    Ground(usize),
    /// Make empty tiles floor, or void.
    Empty,
    /// Turn to the next level of the file, or the one before.
    Level {
        next: bool,
    },
    Play,
    Cancel,
}
