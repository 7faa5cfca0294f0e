//! How far a command is, shown at a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// What is done sooner shows no progress.
const SHOWN_AFTER: Duration = Duration::from_millis(300);

/// Between two times that it is shown.
const SHOWN_EVERY: Duration = Duration::from_millis(100);

/// Takes what was shown away: to the beginning of the line, and the rest of it blank.
const WIPE: &str = "\r\x1b[K";

/// One line on stderr that says how far some work is, if that is a terminal; it goes away when the work is done.
pub struct ProgressLine {
    /// When it is shown next; never where nobody looks.
    next: Option<Instant>,
    is_shown: bool,
}

impl ProgressLine {
    /// Nothing has been done yet.
    pub fn begin() -> ProgressLine {
        let next = io::stderr().is_terminal().then(|| Instant::now() + SHOWN_AFTER);
        ProgressLine { next, is_shown: false }
    }

    /// Tells how many pieces of work are done, out of how many.
    pub fn count(&mut self, what: &str, done: usize, of: usize) {
        self.show(|| format!("{what}: {done} of {of}"));
    }

    /// This part of the work is done, from 0 to 1.
    pub fn part(&mut self, what: &str, part: f32) {
        self.show(|| format!("{what}: {:.0} %", 100.0 * part));
    }

    /// Takes the line away, before something else is printed.
    pub fn wipe(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "{WIPE}");
        }
    }

    fn show(&mut self, words: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.next.is_some_and(|next| now >= next) {
            self.next = Some(now + SHOWN_EVERY);
            self.is_shown = true;
            // It is only for people who look on.
            let _ = write!(io::stderr(), "{WIPE}{}", words()).and_then(|()| io::stderr().flush());
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.wipe();
    }
}
