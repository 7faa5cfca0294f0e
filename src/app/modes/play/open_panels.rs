//! The panels over the map: what opens and closes them, and the list of levels.

use footpath::level::built_in::LEVELS;

use super::{Game, Panel};
use crate::app::modes::keys::Action;
use crate::app::modes::library::{self, Source};
use crate::app::modes::messages::Message;

impl Game {
    /// Whether a panel stands at the left: that of the search, that of baking, or the inspector.
    pub fn has_side_panel(&self) -> bool {
        self.search_panel || self.workbench.is_some() || self.inspector.is_some()
    }

    /// Closes whatever stands at the left.
    pub(super) fn close_side_panels(&mut self) {
        (self.search_panel, self.workbench, self.inspector) = (false, None, None);
    }

    pub(super) fn toggle_search_panel(&mut self) {
        let is_open = self.search_panel;
        self.close_side_panels();
        self.search_panel = !is_open;
    }

    pub(super) fn toggle(&mut self, panel: Panel) {
        if self.panel == Some(panel) {
            self.panel = None;
        } else {
            self.open(panel);
        }
    }

    pub(super) fn open(&mut self, panel: Panel) {
        self.panel = Some(panel);
        self.scroll = 0.0;
        if let Source::BuiltIn(index) = self.source {
            self.marked = index;
        }
    }

    /// Closes what is open, the nearest first; with nothing open, deselects.
    pub(super) fn close(&mut self) {
        let nearest =
            self.panel.take().is_some() || self.aim.take().is_some() || self.examiner.playback.take().is_some();
        if nearest {
        } else if self.has_side_panel() {
            self.close_side_panels();
        } else if self.brush {
            self.brush = false;
            self.stroke = None;
        } else if !self.selected.is_empty() {
            self.selected.clear();
            self.goals_put_away = true;
        } else if !self.goals_put_away && self.goals().iter().any(|goal| goal.is_reached) {
            self.goals_put_away = true;
        } else {
            self.overlays.open = false;
        }
    }

    /// Keys that mean something else while the level list is open; whether this was one.
    pub(super) fn act_in_list(&mut self, action: Action) -> bool {
        match action {
            Action::Accept => self.play_built_in(self.marked),
            Action::PreviousLevel => self.marked = self.marked.saturating_sub(1),
            Action::NextLevel => self.marked = (self.marked + 1).min(LEVELS.len() - 1),
            _ => return false,
        }
        true
    }

    /// Plays the built-in level that stands `ahead` places further in the list.
    pub(super) fn play_neighbour(&mut self, ahead: usize) {
        let next = match self.source {
            Source::BuiltIn(index) => (index + ahead) % LEVELS.len(),
            _ => 0,
        };
        self.play_built_in(next);
    }

    pub(super) fn play_built_in(&mut self, index: usize) {
        match library::built_in(index) {
            Ok(level) => {
                self.panel = None;
                self.first_order = None;
                self.play(level, Source::BuiltIn(index));
            }
            Err(error) => self.tell(Message::of_level(&error)),
        }
    }
}
