//! The list of levels: what it is filtered by, and which line is marked.

use crate::app::modes::library::{self, Entry};
use crate::app::ui::text_field::TextField;

/// The list of the built-in levels, as the player has it.
pub struct LevelList {
    entries: &'static [Entry],
    /// What the names are filtered by.
    filter: TextField,
    /// The marked line.
    marked: usize,
}

impl Default for LevelList {
    fn default() -> LevelList {
        LevelList { entries: library::entries(), filter: TextField::default(), marked: 0 }
    }
}

impl LevelList {
    /// Every level, filtered or not.
    pub fn entries(&self) -> &'static [Entry] {
        self.entries
    }

    /// What the names are filtered by.
    pub fn filter(&self) -> &TextField {
        &self.filter
    }

    /// The place of the marked level.
    pub fn marked(&self) -> usize {
        self.marked
    }

    /// Lists everything, with the level marked that is played if it is one of them.
    pub(super) fn begin(&mut self, played: Option<usize>) {
        self.filter.clear();
        self.marked = played.unwrap_or(self.marked);
    }

    /// The places of the levels whose name or description has every word of the filter in it.
    pub fn listed(&self) -> Vec<usize> {
        let words: Vec<String> = self.filter.text().split_whitespace().map(str::to_ascii_lowercase).collect();
        let is_listed = |entry: &Entry| {
            let text = format!("{} {}", entry.name, entry.about).to_ascii_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        (0..self.entries.len()).filter(|index| is_listed(&self.entries[*index])).collect()
    }

    /// Marks the next level that is listed, or the one before; the last and the first stay.
    pub fn move_mark(&mut self, forward: bool) {
        let listed = self.listed();
        let next = match forward {
            true => listed.iter().find(|index| **index > self.marked),
            false => listed.iter().rfind(|index| **index < self.marked),
        };
        self.marked = next.copied().unwrap_or(self.marked);
    }

    /// Changes the filter; a level that is listed stays marked, else the first one is.
    pub fn change_filter(&mut self, change: impl FnOnce(&mut TextField)) {
        change(&mut self.filter);
        let listed = self.listed();
        if !listed.contains(&self.marked) {
            self.marked = listed.first().copied().unwrap_or(self.marked);
        }
    }
}
