//! What keys and pointer do to a text that is typed.

/// A change of a text or of its caret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEdit {
    /// Puts a character in the place of the selection.
    Insert(char),
    /// Takes the selection away, or the character before the caret.
    Backspace,
    /// Takes the selection away, or the character after the caret.
    Delete,
    /// Moves the caret; `selects`: and keeps the other end of the selection.
    Go {
        to: CaretMotion,
        selects: bool,
    },
    /// Puts the caret at a place, no further than the end.
    Place {
        caret: usize,
        selects: bool,
    },
    SelectAll,
    /// Puts the selection on the clipboard; with nothing selected that stays as it is.
    Copy,
    /// Puts the selection on the clipboard and takes it out of the text.
    Cut,
    /// Puts what is on the clipboard in the place of the selection.
    Paste,
}

/// Where the caret goes. Without `selects`, Left and Right go to the ends of a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaretMotion {
    Left,
    Right,
    /// To the beginning of the word before the caret.
    WordLeft,
    /// To the beginning of the word after it.
    WordRight,
    Start,
    End,
}
