//! What the program keeps for the player from one time to the next, and what it saves for them: on the desktop in files, on the
//! page in the browser's storage, the page's memory and the downloads.

#[cfg(target_arch = "wasm32")]
mod browser_storage;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
#[cfg(not(target_arch = "wasm32"))]
mod folder_recording;
#[cfg(target_arch = "wasm32")]
mod page_recording;

#[cfg(target_arch = "wasm32")]
pub use {browser_storage::BrowserStorage as Kept, page_recording::PageRecording as KeptRecording};
#[cfg(not(target_arch = "wasm32"))]
pub use {folder::Folder as Kept, folder_recording::FolderRecording as KeptRecording};

use crate::app::modes::library::LevelSource;

/// The greatest recording that is kept, in bytes. An hour without orders takes 120 KB; without a limit, days of drawing on
/// large maps would fill the memory of a browser.
pub const MOST_RECORDED: usize = 128 << 20;

/// Where texts are kept.
pub trait TextStore {
    /// Holds a key, until it is dropped; the system, or the page, lets go of it when the game ends, however that comes.
    type Hold;

    /// The text that is kept under a key; `None` where there is none.
    ///
    /// # Errors
    /// Why it cannot be read, naming it.
    fn read(&self, key: &str) -> Result<Option<String>, String>;

    /// Keeps a text under a key, in the place of the one before.
    ///
    /// # Errors
    /// Why it cannot be kept. The one before is still there then.
    fn write(&self, key: &str, text: &str) -> Result<(), String>;

    /// Throws away what is kept under a key, if there is anything.
    fn remove(&self, key: &str);

    /// Whether anything is kept under a key.
    fn has(&self, key: &str) -> bool;

    /// Every key under which something is kept.
    fn keys(&self) -> Vec<String>;

    /// Puts what is kept under a key where nothing takes its place, under a key that ends in `.mark`; gives how it is called
    /// there. `None` where that cannot be: it stays.
    fn set_aside(&self, key: &str, mark: &str) -> Option<String>;

    /// What is kept under a key is called so in messages.
    fn name_of(&self, key: &str) -> String;

    /// Holds a key; where no key can be held, `Some(None)`.
    ///
    /// Gives `None` where another game holds it, or another part of this one.
    fn hold(&self, key: &str) -> Option<Option<Self::Hold>>;
}

/// A recording of a run, kept out of reach of what stops the game: what has been appended stays.
pub trait RecordingStore: Sized {
    /// Where recordings go.
    type Place;

    /// Whether the next recording was asked for, however short it is.
    fn is_asked_for(place: &Self::Place) -> bool;

    /// Begins a recording with these lines, under a name if it was not asked for under another.
    ///
    /// # Errors
    /// Why it cannot be kept, naming it.
    fn begin(place: &mut Self::Place, name: &str, lines: &str) -> Result<Self, String>;

    /// Goes on with it.
    ///
    /// # Errors
    /// Why it cannot be kept any further, naming it. What is there stays.
    fn append(&mut self, lines: &str) -> Result<(), String>;

    /// Saves a copy, which is complete with an ending, under a name that nothing has, beside the level if that has a file;
    /// gives what is to be said.
    ///
    /// # Errors
    /// Why it cannot be saved, naming it.
    fn save_copy(&self, source: &LevelSource, name: &str, ending: &str) -> Result<String, String>;

    /// What is to be said after a panic of where it is, if somebody has to know that.
    fn told_after_panic(&self) -> Option<String>;
}
