//! A sheet among the browser's downloads.

use super::{file_name, text_of};
use crate::app::modes::lab::Lab;
use crate::app::modes::menu::question::{Question, Reply};
use crate::app::platform::page;

/// Saves sheets: each becomes a download.
pub struct SheetDownload;

impl SheetDownload {
    pub fn new() -> SheetDownload {
        SheetDownload
    }

    /// Has the browser save the sheet that is on; there is nothing to be asked.
    pub fn save(&mut self, lab: &mut Lab) -> Option<Question> {
        let text = text_of(lab)?;
        let name = file_name(&lab.experiment.title());
        page::download(&name, &text);
        lab.say(format!("Downloaded the sheet: {name}"));
        None
    }

    /// Gives a reply back: it is to another question, for none is asked about a sheet.
    pub fn take_reply(&mut self, _: &mut Lab, reply: Reply, _: &str) -> Result<Option<Question>, Reply> {
        Err(reply)
    }
}
