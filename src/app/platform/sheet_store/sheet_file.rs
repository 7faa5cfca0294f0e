//! A sheet in a file that the player names.

use super::{file_name, text_of};
use crate::app::modes::lab::Lab;
use crate::app::modes::menu::question::{FileReply, Question, Reply};
use crate::app::platform::level_files::{self, LevelFile, SaveProblem};
use crate::file_name::shown;

/// Saves sheets: each in a file of its own.
pub struct SheetFile {
    /// The file in which a sheet was saved last, and the number of that sheet.
    file: Option<(u64, LevelFile)>,
}

impl SheetFile {
    pub fn new() -> SheetFile {
        SheetFile { file: None }
    }

    /// Saves the sheet that is on, in its own file if it has one; gives the question for a name where it has none, or where
    /// others have changed that file.
    pub fn save(&mut self, lab: &mut Lab) -> Option<Question> {
        let text = text_of(lab)?;
        let own = self.file.as_mut().filter(|(sheet, _)| *sheet == lab.experiment.sheets);
        let Some((_, file)) = own else { return Some(Question::of_name(&file_name(&lab.experiment.title()))) };
        if file.changed().is_some() {
            lab.say(format!("Another program has changed {}: save the sheet under another name", shown(file.path())));
            return Some(Question::of_name(&shown(&level_files::beside(file.path())).to_string()));
        }
        match file.write(&text) {
            Ok(()) => lab.say(format!("Saved the sheet: {}", shown(file.path()))),
            Err(problem) => lab.say(problem),
        }
        None
    }

    /// Saves the sheet as a reply says to the question for a name, in whose field `typed` stands; gives what is to be asked
    /// next, or the reply where it is one to another question.
    pub fn take_reply(&mut self, lab: &mut Lab, reply: Reply, typed: &str) -> Result<Option<Question>, Reply> {
        let replaced = match reply {
            Reply::File(FileReply::SaveAs) => false,
            Reply::File(FileReply::Replace) => true,
            _ => return Err(reply),
        };
        let Some(text) = text_of(lab) else { return Ok(None) };
        match level_files::save_as(typed, &file_name(&lab.experiment.title()), &text, replaced) {
            Ok(file) => {
                lab.say(format!("Saved the sheet: {}", shown(file.path())));
                self.file = Some((lab.experiment.sheets, file));
            }
            Err(SaveProblem::Ask(question)) => return Ok(Some(question)),
            Err(SaveProblem::Refused(problem)) => lab.say(problem),
        }
        Ok(None)
    }
}
