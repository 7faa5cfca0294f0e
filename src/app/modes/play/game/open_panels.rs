//! The panels over the map: what opens and closes them, and the list of levels.

use footpath::level::built_in::NAMES;
use glam::Vec2;

use super::long_work::LongWork;
use super::{Game, Panel};
use crate::app::modes::keys::Action;
use crate::app::modes::lesson::LessonPress;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::modes::library;
use crate::app::modes::library::{Entry, Source};
#[cfg(not(target_arch = "wasm32"))]
use crate::app::modes::messages::Message;
use crate::app::modes::screen::{KEY_SCROLL, PAGE_SCROLL, is_for_fingers};
use crate::app::ui::text_field::TextField;

impl Game {
    /// Whether a panel stands at the left: that of the search, that of baking, or the inspector.
    pub fn has_side_panel(&self) -> bool {
        self.search_panel || self.workbench.is_some() || self.inspector.is_some()
    }

    /// Closes whatever stands at the side, and folds the card, for a panel that opens.
    pub(super) fn make_room_at_the_side(&mut self) {
        self.close_side_panels();
        self.card.is_open = false;
    }

    /// Unfolds the level's card, in the place of a panel at the side, or folds it.
    pub(super) fn toggle_card(&mut self) {
        self.card.toggle();
        if self.card.is_open {
            self.close_side_panels();
        }
    }

    /// Folds the level's card once it has been there long enough to be read, where it `covers_map` or all agents have
    /// something to do from the beginning: such a level is watched. `has_sheet`: over a sheet, at once if it covers the map.
    pub fn let_card_fold(&mut self, covers_map: bool, has_sheet: bool) {
        let letters = self.sim.level().about.chars().count();
        let is_watched = || self.sim.agents().iter().all(|agent| agent.order().is_some());
        let is_read = self.card.is_read(self.clock.elapsed(), letters);
        if self.card.is_open && is_read && (covers_map || is_watched()) || has_sheet && covers_map {
            self.card.fold();
        }
    }

    /// Whether only a line of the lesson's card is seen: as the player wants it, or beside a panel.
    pub fn folds_lesson(&self, viewport: Vec2) -> bool {
        let is_taken = self.has_side_panel() || self.overlays.open && is_for_fingers(viewport);
        self.lesson.as_ref().is_some_and(|lesson| lesson.is_folded || is_taken)
    }

    /// Does what the card of the lesson asks for; unfolded, it takes the place of panels.
    pub(super) fn press_lesson(&mut self, press: LessonPress) {
        if press == LessonPress::Unfold {
            self.close_side_panels();
            self.overlays.open &= !is_for_fingers(self.camera.viewport);
        }
        self.effect = self.lesson.as_mut().and_then(|lesson| lesson.press(press));
        self.let_step_begin();
    }

    /// Closes whatever stands at the side.
    pub(super) fn close_side_panels(&mut self) {
        (self.search_panel, self.workbench, self.inspector) = (false, None, None);
    }

    pub(super) fn toggle_search_panel(&mut self) {
        let is_open = self.search_panel;
        self.make_room_at_the_side();
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
        self.scroll.reset();
        self.filter.clear();
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
            Action::Accept => self.play_marked(),
            Action::PreviousLevel | Action::PanUp => self.move_mark(false),
            Action::NextLevel | Action::PanDown => self.move_mark(true),
            Action::PanLeft | Action::PanRight => {}
            _ => return false,
        }
        true
    }

    /// Keys that scroll a panel with something to read; whether this was one.
    pub(super) fn scroll_by(&mut self, action: Action) -> bool {
        let by = match action {
            Action::PanUp => -KEY_SCROLL,
            Action::PanDown => KEY_SCROLL,
            Action::PreviousLevel => -PAGE_SCROLL,
            Action::NextLevel => PAGE_SCROLL,
            _ => return false,
        };
        self.scroll.by(by);
        true
    }

    fn play_marked(&mut self) {
        if self.listed().contains(&self.marked) {
            self.play_built_in(self.marked);
        }
    }

    /// Marks the next level that is listed, or the one before; the last and the first stay.
    fn move_mark(&mut self, forward: bool) {
        let listed = self.listed();
        let next = match forward {
            true => listed.iter().find(|index| **index > self.marked),
            false => listed.iter().rfind(|index| **index < self.marked),
        };
        self.marked = next.copied().unwrap_or(self.marked);
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

    /// Changes the filter of the level list; a level that is listed stays marked, else the first one is.
    pub fn change_filter(&mut self, change: impl FnOnce(&mut TextField)) {
        change(&mut self.filter);
        let listed = self.listed();
        if !listed.contains(&self.marked) {
            self.marked = listed.first().copied().unwrap_or(self.marked);
        }
    }

    /// Plays the next built-in level, or the one before; the first one after a level of the player's own.
    pub fn play_beside(&mut self, next: bool) {
        let ahead = if next { 1 } else { NAMES.len() - 1 };
        let played = match self.source {
            Source::BuiltIn(index) => Some(index),
            _ => None,
        };
        // A level that is on its way is as good as played.
        let from = self.long_work.as_ref().and_then(LongWork::fetched).or(played);
        self.play_built_in(from.map_or(0, |index| (index + ahead) % NAMES.len()));
    }

    /// Plays a built-in level from its beginning; in a browser once it has been fetched, which is [long work](LongWork).
    pub fn play_built_in(&mut self, index: usize) {
        #[cfg(target_arch = "wasm32")]
        {
            self.long_work = Some(LongWork::fetch(index));
        }
        #[cfg(not(target_arch = "wasm32"))]
        match library::open_built_in(index) {
            Ok(document) => {
                self.panel = None;
                self.play(document, Source::BuiltIn(index));
            }
            Err(error) => self.tell(Message::of_level(&error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::edit::Document;
    use glam::vec2;
    use macroquad::math::Rect;

    use super::*;
    use crate::app::modes::play::intent::Press;
    use crate::app::view::camera::Insets;

    #[test]
    fn arrows_move_the_mark_of_an_open_list_and_not_the_map() {
        let document = library::open_built_in(0).expect("a shipped level is right");
        let mut game = Game::new(document, Source::BuiltIn(0), vec2(800.0, 600.0), Insets::default());
        let centre = game.camera.centre;
        let press = |game: &mut Game, action| {
            game.press(Press::Do(action), Vec2::ZERO);
            game.pan_by_keys([action].into_iter(), 0.1);
        };
        press(&mut game, Action::Levels);
        let marks = [Action::PanDown, Action::PanDown, Action::PanUp].map(|action| {
            press(&mut game, action);
            game.marked
        });
        assert_eq!((marks, game.camera.centre), ([1, 2, 1], centre));
        press(&mut game, Action::Levels);
        press(&mut game, Action::PanDown);
        assert_ne!(game.camera.centre, centre, "without the list they pan");
    }

    #[test]
    fn arrows_scroll_an_open_panel() {
        let document = library::open_built_in(0).expect("a shipped level is right");
        let mut game = Game::new(document, Source::BuiltIn(0), vec2(800.0, 600.0), Insets::default());
        game.press(Press::Do(Action::Help), Vec2::ZERO);
        game.scroll.fit(2000.0, 500.0);
        let offsets = [Action::PanDown, Action::NextLevel, Action::PanUp].map(|action| {
            game.press(Press::Do(action), Vec2::ZERO);
            game.scroll.offset()
        });
        assert_eq!((offsets, game.panel), ([KEY_SCROLL, KEY_SCROLL + PAGE_SCROLL, PAGE_SCROLL], Some(Panel::Help)));
    }

    fn pen(order: &str) -> Game {
        let text = format!(
            r##"(version: 1, name: "Pen", about: "Look.", legend: {{'.': "grass"}}, rows: ["......"],
            agents: [(profile: "walker", tile: (0, 0){order})])"##
        );
        let document = Document::open("pen.ron", text.to_owned()).expect("it is a level");
        Game::new(document, Source::Text("pen".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    fn is_open_after(game: &mut Game, seconds: u32, covers_map: bool) -> bool {
        (0..60 * seconds).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
        game.let_card_fold(covers_map, false);
        game.card.is_open
    }

    #[test]
    fn a_card_folds_by_itself_over_the_map_and_in_levels_that_are_watched() {
        assert!(is_open_after(&mut pen(""), 60, false));
        assert!(!is_open_after(&mut pen(""), 6, true));
        assert!(is_open_after(&mut pen(""), 2, true), "not before it can be read");
        assert!(!is_open_after(&mut pen(", order: [Wander(2.0)]"), 6, false));
    }

    #[test]
    fn a_card_over_a_sheet_folds_at_once() {
        for (covers_map, stays) in [(false, true), (true, false)] {
            let mut game = pen("");
            game.let_card_fold(covers_map, true);
            assert_eq!(game.card.is_open, stays);
        }
    }

    #[test]
    fn a_card_begins_folded_on_a_phone_on_its_side() {
        let begin = |viewport| {
            let document = library::open_built_in(0).expect("a shipped level is right");
            let mut game = Game::new(document, Source::BuiltIn(0), viewport, Insets::default());
            let first = game.card.is_open;
            game.press(Press::Do(Action::NextLevel), Vec2::ZERO);
            (first, game.card.is_open)
        };
        assert_eq!(begin(vec2(667.0, 375.0)), (false, false));
        assert_eq!(begin(vec2(390.0, 844.0)), (true, true));
    }

    #[test]
    fn labels_stand_where_no_panel_is() {
        let place = |y| Rect::new(10.0, y, 80.0, 16.0);
        let game = pen("");
        let view = game.view(None, None, vec![Rect::new(0.0, 0.0, 300.0, 60.0), Rect::new(0.0, 100.0, 300.0, 90.0)]);
        assert_eq!(view.uncovered([place(50.0), place(62.0), place(80.0)]), Some(place(62.0)));
        assert_eq!(view.uncovered([place(10.0), place(90.0)]), None);
    }

    #[test]
    fn a_card_that_the_player_unfolds_stays() {
        let mut game = pen("");
        for expected in [false, true] {
            game.press(Press::Do(Action::FoldCard), Vec2::ZERO);
            assert_eq!(game.card.is_open, expected);
        }
        assert!(is_open_after(&mut game, 60, true));
    }
}
