//! Files from beside the page that are on their way while the game goes on.

use std::sync::{Arc, Mutex, PoisonError};

use macroquad::miniquad::fs::{self, Response};
use macroquad::window::next_frame;

/// A file that is on its way. It comes to nobody once this is dropped.
pub struct PageFile {
    path: String,
    answer: Arc<Mutex<Option<Response>>>,
}

impl PageFile {
    /// Asks for the file at a path from the page.
    pub fn begin(path: &str) -> PageFile {
        let answer = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&answer);
        fs::load_file(path, move |response| *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(response));
        PageFile { path: path.to_owned(), answer }
    }

    /// The file, once it is there; it is given only once.
    ///
    /// # Errors
    /// In words, naming the file: it cannot be fetched.
    pub fn take(&self) -> Option<Result<Vec<u8>, String>> {
        let response = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(response.map_err(|_| format!("{} could not be fetched from the server", self.path)))
    }

    /// The file, as soon as it is there.
    ///
    /// # Errors
    /// In words, naming the file: it cannot be fetched.
    pub async fn arrived(self) -> Result<Vec<u8>, String> {
        loop {
            if let Some(answer) = self.take() {
                return answer;
            }
            next_frame().await;
        }
    }
}
