//! Levels that are saved as downloads, and kept by the browser too: nothing else keeps them for the page.

use super::{LevelStore, StoreEffect, Then, file_name};
use crate::app::modes::play::PlayedLevel;
use crate::app::platform::drafts::{Draft, hash_of};
use crate::app::platform::page;

impl LevelStore {
    /// Takes in that a level has been opened, of which this is the text; gives its text, or the one that this browser saved
    /// last, which is to become the level's.
    pub(super) fn open_saved(
        &mut self,
        level: &PlayedLevel,
        text: String,
        _: bool,
        effects: &mut Vec<StoreEffect>,
    ) -> String {
        page::show_level(level.source(), &text, &level.history().document().level().name);
        self.take_saved(level, effects).unwrap_or(text)
    }

    /// Makes the level, which has just been opened, what it was when this browser saved it last; gives its text then.
    fn take_saved(&mut self, level: &PlayedLevel, effects: &mut Vec<StoreEffect>) -> Option<String> {
        let kept = self.drafts.saved(level.source(), self.opened.origin)?;
        if kept.text == level.history().document().text() {
            return None;
        }
        let since = if kept.base == self.opened.base { "" } else { ". The level itself has been changed since then" };
        let words = format!("As it was saved in this browser; undo takes that back{since}");
        self.opened.base = hash_of(&kept.text);
        let (name, text) = ("Take what was saved".to_owned(), kept.text.clone());
        effects.push(StoreEffect::Take { name, text, then: Then::Saved(words) });
        Some(kept.text)
    }

    /// Saves the level.
    pub fn save(&mut self, level: &mut PlayedLevel) -> Option<StoreEffect> {
        let text = level.history().document().text();
        let draft = Draft::of(level.source(), self.opened.origin, text);
        let is_kept = self.drafts.keep_saved(level.source(), self.opened.origin, &draft);
        page::download(&file_name(level.source()), text);
        // Where the browser keeps nothing else, the draft stays.
        if is_kept {
            self.drafts.forget(&self.slot);
        }
        self.opened.base = hash_of(text);
        self.keeping.kept = None;
        level.history_mut().mark_saved();
        Some(StoreEffect::said(if is_kept { "Downloaded, and kept by this browser" } else { "Downloaded" }))
    }

    /// Saves the level: a browser has no files that could have another name.
    pub fn ask_for_name(&mut self, level: &mut PlayedLevel) -> Option<StoreEffect> {
        self.save(level)
    }

    /// Notes that this text is what is saved; a draft that was there stays, of which the player is asked.
    pub(super) fn note_written(&mut self, _: &str) {}

    /// Takes in what others have made of what was saved: there is nothing that they could.
    pub(super) fn look_at_files(&mut self, _: &PlayedLevel, _: f32) -> Vec<StoreEffect> {
        Vec::new()
    }
}
