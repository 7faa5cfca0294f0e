//! What the program keeps for the player from one time to the next: texts, each under a key. On the desktop they are files of a
//! folder, on the page they lie in the browser's storage.

#[cfg(target_arch = "wasm32")]
mod browser_storage;
#[cfg(not(target_arch = "wasm32"))]
mod folder;

#[cfg(target_arch = "wasm32")]
pub use browser_storage::BrowserStorage as Kept;
#[cfg(not(target_arch = "wasm32"))]
pub use folder::Folder as Kept;

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
