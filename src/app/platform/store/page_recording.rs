//! A recording in the memory of the page, which outlives the game.

use super::RecordingStore;
use crate::app::modes::library::LevelSource;
use crate::app::platform::page;

/// The page's memory, which is the only place.
#[derive(Default)]
pub struct PageMemory;

/// The recording that the page keeps: one at a time.
pub struct PageRecording;

impl RecordingStore for PageRecording {
    type Place = PageMemory;

    fn is_asked_for(_: &PageMemory) -> bool {
        false
    }

    fn begin(_: &mut PageMemory, _: &str, lines: &str) -> Result<PageRecording, String> {
        page::record(true, lines);
        Ok(PageRecording)
    }

    fn append(&mut self, lines: &str) -> Result<(), String> {
        page::record(false, lines);
        Ok(())
    }

    fn save_copy(&self, _: &LevelSource, name: &str, ending: &str) -> Result<String, String> {
        page::download_recording(&format!("{name}.replay"), ending);
        Ok("Downloaded the replay of this run".to_owned())
    }

    fn told_after_panic(&self) -> Option<String> {
        // The page has a button for it.
        None
    }
}
