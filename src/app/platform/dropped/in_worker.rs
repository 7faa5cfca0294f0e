//! Previews that a wasm of its own makes in a worker.

use footpath::preview::{Preview, PreviewRequest};

use super::Dropped;
use crate::app::modes::import::Previews;
use crate::app::platform::page;

/// Previews of the files that the page gave last, of which it has kept the content.
pub struct InWorker;

impl InWorker {
    /// Previews of these files, which are those that the page gave last.
    pub fn of(_: &[Dropped]) -> InWorker {
        InWorker
    }
}

impl Previews for InWorker {
    fn ask(&mut self, request: PreviewRequest) {
        page::ask_for_preview(&request);
    }

    fn answer(&mut self) -> Option<Result<Preview, String>> {
        page::preview()
    }
}
