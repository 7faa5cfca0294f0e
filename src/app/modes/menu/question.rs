//! Questions that the player has to answer before something is done to a level.

/// What a question may be answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Go on with what was unsaved.
    TakeUp,
    /// Throw away what was unsaved.
    Discard,
    /// Fetch the built-in level at this place of the list once more.
    FetchAgain(usize),
    /// Leave everything as it is.
    LeaveIt,
    /// To a question about a file.
    #[cfg(not(target_arch = "wasm32"))]
    File(FileReply),
}

/// What a question about a file may be answered with.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileReply {
    /// Take what others have made of the file.
    TakeTheirs,
    /// Keep what is in the game.
    KeepMine,
    /// Save what is in the game under another name, and take what others have made of the file.
    SaveBeside,
    /// Leave everything as it is.
    NotNow,
    /// Save under the name in the field.
    SaveAs,
    /// Save under the name in the field, in the place of the file that is there.
    Replace,
}

/// What the player is asked before something is lost or written over, and the answers to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The heading of the question.
    pub title: String,
    /// What it is about, a sentence or two.
    pub about: String,
    /// The text of its field, where it has one.
    pub field: Option<String>,
    /// What it may be answered with, and how each of these is called; the first one also by Enter in the field.
    pub replies: Vec<(Reply, &'static str)>,
    /// What Escape and a press beside it mean; without it, only a reply closes it.
    pub dismissal: Option<Reply>,
}

impl Question {
    /// Whether to go on with a draft of a level, made some time ago; `has_changed`: its file is another one since.
    pub fn of_draft(level: &str, age: &str, has_changed: bool) -> Question {
        let since = if has_changed { " The level itself has been changed since then." } else { "" };
        // A browser keeps also what was saved: it cannot tell what became of the file.
        let about = match cfg!(target_arch = "wasm32") {
            true => format!("This browser keeps edits of {level}, made {age}.{since}"),
            false => format!("There are edits of {level} that were never saved, made {age}.{since}"),
        };
        Question {
            title: "Unsaved edits".to_owned(),
            about,
            field: None,
            replies: vec![(Reply::TakeUp, "Take them up"), (Reply::Discard, "Discard them")],
            dismissal: None,
        }
    }

    /// Whether to go on with the draft of a level that has no file, made some time ago; `more`: how many other ones there are.
    pub fn of_unsaved_level(level: &str, age: &str, more: usize) -> Question {
        let more = match more {
            0 => String::new(),
            1 => " There is 1 more such level.".to_owned(),
            more => format!(" There are {more} more such levels."),
        };
        Question {
            title: "A level that was never saved".to_owned(),
            about: format!("{level} has no file; it was last changed {age}.{more}"),
            field: None,
            replies: vec![
                (Reply::TakeUp, "Go on with it"),
                (Reply::LeaveIt, "Not now"),
                (Reply::Discard, "Throw it away"),
            ],
            dismissal: Some(Reply::LeaveIt),
        }
    }

    /// Whether to try again to fetch the built-in level at a place of the list; `words`: what went wrong.
    pub fn of_fetch(index: usize, words: &str) -> Question {
        Question {
            title: "The level could not be fetched".to_owned(),
            about: format!("{words}. It may not answer, or this device may be offline."),
            field: None,
            replies: vec![(Reply::FetchAgain(index), "Try again"), (Reply::LeaveIt, "Not now")],
            dismissal: Some(Reply::LeaveIt),
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Question {
    /// What became of a file while there are unsaved edits of it; `name` is its name.
    pub fn of_conflict(name: &str) -> Question {
        Question {
            title: "Two versions of this level".to_owned(),
            about: format!("Another program has changed {name}, and the game has edits of it that are not saved."),
            field: None,
            replies: vec![
                (Reply::File(FileReply::TakeTheirs), "Take theirs; undo brings mine back"),
                (Reply::File(FileReply::KeepMine), "Keep mine; saving writes it over theirs"),
                (Reply::File(FileReply::SaveBeside), "Save mine beside, and take theirs"),
                (Reply::File(FileReply::NotNow), "Not now"),
            ],
            dismissal: Some(Reply::File(FileReply::NotNow)),
        }
    }

    /// A link that may not be on the clipboard: it is shown, to be copied by hand.
    pub fn of_link(link: &str) -> Question {
        Question {
            title: "A link to this level".to_owned(),
            about: "It was handed to the clipboard, but not every system takes it. It is selected here: Ctrl+C or Cmd+C copies it again."
                .to_owned(),
            field: Some(link.to_owned()),
            replies: vec![(Reply::LeaveIt, "Close")],
            dismissal: Some(Reply::LeaveIt),
        }
    }

    /// Under which name to save a level that has no file.
    pub fn of_name(name: &str) -> Question {
        Question {
            title: "Save as".to_owned(),
            about: "The name of the file; without a folder, in the one from which the game was started.".to_owned(),
            field: Some(name.to_owned()),
            replies: vec![(Reply::File(FileReply::SaveAs), "Save"), (Reply::File(FileReply::NotNow), "Cancel")],
            dismissal: Some(Reply::File(FileReply::NotNow)),
        }
    }

    /// Whether to save in the place of a file that is there already.
    pub fn of_replacing(name: &str) -> Question {
        Question {
            title: "There is such a file".to_owned(),
            about: "Give another name, or replace the file that is there.".to_owned(),
            replies: vec![
                (Reply::File(FileReply::SaveAs), "Save under this name"),
                (Reply::File(FileReply::Replace), "Replace the file"),
                (Reply::File(FileReply::NotNow), "Cancel"),
            ],
            ..Question::of_name(name)
        }
    }
}
