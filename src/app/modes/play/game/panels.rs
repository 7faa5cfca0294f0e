//! The panels over the map and beside it: what opens and closes them, and what they hold.

mod card;
mod level_list;

use footpath::sim::Simulation;
use glam::Vec2;

use crate::app::modes::actions::Action;
use crate::app::modes::key_help::KeyHelp;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::inspector::InspectorPage;
use crate::app::modes::play::workbench::Workbench;
use crate::app::modes::screen::scroll_of;
use crate::app::ui::scroll::Scroll;
pub use card::Card;
pub use level_list::{LevelList, ListOutcome};

/// A panel over the map; at most one is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Help,
    Levels,
    Messages,
    Comparison,
    /// How the level has ended.
    Result,
}

impl Panel {
    /// What keys do while it is open; all others do nothing.
    pub fn actions(self) -> &'static [Action] {
        match self {
            Panel::Levels => &[
                Action::Play(PlayAction::Levels),
                Action::Close,
                Action::Play(PlayAction::Accept),
                Action::PanUp,
                Action::PanDown,
                Action::PanLeft,
                Action::PanRight,
                Action::NextLevel,
                Action::PreviousLevel,
            ],
            Panel::Help => KeyHelp::KEYS,
            Panel::Messages => &[
                Action::Play(PlayAction::Messages),
                Action::Close,
                Action::PanUp,
                Action::PanDown,
                Action::NextLevel,
                Action::PreviousLevel,
            ],
            Panel::Result => &[Action::Restart, Action::Close, Action::NextLevel, Action::PreviousLevel],
            Panel::Comparison => &[
                Action::Play(PlayAction::Compare),
                Action::Restart,
                Action::Close,
                Action::PanUp,
                Action::PanDown,
                Action::NextLevel,
                Action::PreviousLevel,
            ],
        }
    }
}

/// A panel beside the map; at most one is open.
pub(super) enum SidePanel {
    /// The panel of the search.
    Search,
    /// The panel of baking.
    Bake(Box<Workbench>),
    Inspector(InspectorPage),
}

/// How long the result is shown before its buttons, in seconds: without it a press that was meant for the map begins the level
/// again, or leaves it.
const RESULT_ALONE: f32 = 0.6;

/// What is open over the map and beside it.
pub struct Panels {
    open: Option<Panel>,
    /// How far the content of that is scrolled.
    scroll: Scroll,
    list: LevelList,
    /// Whether a click on a message opens the level's file in a text editor.
    opens_text: bool,
    /// When the result was shown last, in seconds of the window's clock.
    ended: f32,
    side: Option<SidePanel>,
    card: Card,
}

impl Panels {
    /// As a level begins in a window of this many logical pixels.
    pub(super) fn new(viewport: Vec2) -> Panels {
        Panels {
            open: None,
            scroll: Scroll::default(),
            list: LevelList::default(),
            opens_text: false,
            ended: 0.0,
            side: None,
            card: Card::begin(0.0, viewport),
        }
    }

    // ---- Over the map ----

    /// The panel over the map that is open, if any.
    pub fn open(&self) -> Option<Panel> {
        self.open
    }

    /// How far its content is scrolled.
    pub fn scroll(&self) -> Scroll {
        self.scroll
    }

    /// How far the content of the panel is scrolled, to be changed.
    pub fn scroll_mut(&mut self) -> &mut Scroll {
        &mut self.scroll
    }

    pub fn list(&self) -> &LevelList {
        &self.list
    }

    /// The list of levels, to be filtered.
    pub fn list_mut(&mut self) -> &mut LevelList {
        &mut self.list
    }

    /// Whether a click on a message opens the level's file in a text editor.
    pub fn opens_text(&self) -> bool {
        self.opens_text
    }

    /// Has a click on a message open the level's file in a text editor, or not.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn set_opens_text(&mut self, opens_text: bool) {
        self.opens_text = opens_text;
    }

    /// Opens a panel; `played` is the place of the level that is played in the list, if it has one.
    pub(super) fn show(&mut self, panel: Panel, played: Option<usize>) {
        self.open = Some(panel);
        self.scroll.reset();
        self.list.begin(played);
    }

    /// Shows how the level has ended; `played` as in [`Panels::show`], `now` in seconds of the window's clock.
    pub(super) fn show_result(&mut self, played: Option<usize>, now: f32) {
        self.show(Panel::Result, played);
        self.ended = now;
    }

    /// Whether the result has just been shown, without its buttons.
    pub fn shows_result_alone(&self, now: f32) -> bool {
        self.open == Some(Panel::Result) && now - self.ended < RESULT_ALONE
    }

    /// Opens a panel, or closes it; `played` as in [`Panels::show`].
    pub(super) fn toggle(&mut self, panel: Panel, played: Option<usize>) {
        if self.open == Some(panel) {
            self.open = None;
        } else {
            self.show(panel, played);
        }
    }

    /// Closes the panel that is open; whether one was.
    pub(super) fn close(&mut self) -> bool {
        self.open.take().is_some()
    }

    /// Closes a panel if it is this one.
    pub(super) fn close_if(&mut self, panel: Panel) {
        self.open.take_if(|open| *open == panel);
    }

    /// Keys that scroll a panel with something to read; whether this was one.
    pub(super) fn scroll_by(&mut self, action: Action) -> bool {
        let by = scroll_of(action);
        by.into_iter().for_each(|by| self.scroll.by(by));
        by.is_some()
    }

    // ---- Beside it ----

    /// Whether a panel stands at the side.
    pub fn has_side(&self) -> bool {
        self.side.is_some()
    }

    /// Whether the panel of the search is open.
    pub fn shows_search(&self) -> bool {
        matches!(self.side, Some(SidePanel::Search))
    }

    /// The panel of baking, while it is open.
    pub fn workbench(&self) -> Option<&Workbench> {
        match &self.side {
            Some(SidePanel::Bake(bench)) => Some(bench),
            _ => None,
        }
    }

    /// The panel of baking, to be changed, while it is open.
    pub(super) fn workbench_mut(&mut self) -> Option<&mut Workbench> {
        match &mut self.side {
            Some(SidePanel::Bake(bench)) => Some(bench),
            _ => None,
        }
    }

    /// The page of the inspector, while that is open.
    pub fn inspector(&self) -> Option<InspectorPage> {
        match self.side {
            Some(SidePanel::Inspector(page)) => Some(page),
            _ => None,
        }
    }

    /// Turns the inspector to a page.
    pub(super) fn turn_inspector(&mut self, page: InspectorPage) {
        self.side = Some(SidePanel::Inspector(page));
    }

    /// Opens a panel at the side in the place of what stands there and of the level's card; closes it where it is open.
    pub(super) fn toggle_side(&mut self, panel: SidePanel) {
        let is_open =
            self.side.as_ref().is_some_and(|open| std::mem::discriminant(open) == std::mem::discriminant(&panel));
        self.side = Some(panel).filter(|_| !is_open);
        self.card.is_open = false;
    }

    /// Closes whatever stands at the side; whether anything did.
    pub(super) fn close_side(&mut self) -> bool {
        self.side.take().is_some()
    }

    /// The panel of baking holds what is there now, where another level begins or the same one again.
    pub(super) fn renew_workbench(&mut self, sim: &Simulation) {
        if let Some(bench) = self.workbench_mut() {
            *bench = Workbench::of(sim, bench.chosen);
        }
    }

    // ---- The level's card ----

    /// The card that says what the level is about.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// Unfolds the level's card, in the place of a panel at the side, or folds it.
    pub(super) fn toggle_card(&mut self) {
        self.card.toggle();
        if self.card.is_open {
            self.side = None;
        }
    }

    /// Folds the card unless the player has unfolded it.
    pub(super) fn fold_card(&mut self) {
        self.card.fold();
    }

    /// Shows the card of a level that begins at a time of the window's clock, in a window of this many logical pixels.
    pub(super) fn begin_card(&mut self, now: f32, viewport: Vec2) {
        self.card = Card::begin(now, viewport);
    }

    /// Folds the level's card once it has been there long enough to be read, where it `covers_map` or all agents have
    /// something to do from the beginning: such a level is watched. `has_sheet`: over a sheet, at once if it covers the map.
    pub fn let_card_fold(&mut self, sim: &Simulation, now: f32, covers_map: bool, has_sheet: bool) {
        let letters = sim.level().about.chars().count();
        let is_watched = || sim.agents().iter().all(|agent| agent.order().is_some());
        let is_read = self.card.is_read(now, letters);
        if self.card.is_open && is_read && (covers_map || is_watched()) || has_sheet && covers_map {
            self.card.fold();
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;
    use macroquad::math::Rect;

    use super::*;
    use crate::app::modes::library::{self, LevelSource};
    use crate::app::modes::play::game::Game;
    use crate::app::modes::screen::{KEY_SCROLL, PAGE_SCROLL};

    #[test]
    fn arrows_move_the_mark_of_an_open_list_and_not_the_map() {
        let document = library::open_built_in(0).expect("a shipped level is right");
        let mut game = Game::new(document, LevelSource::BuiltIn(0), vec2(800.0, 600.0));
        let centre = game.camera.centre;
        let seen = [
            Action::Play(PlayAction::Levels),
            Action::PanDown,
            Action::PanDown,
            Action::PanUp,
            Action::Play(PlayAction::Levels),
            Action::PanDown,
        ]
        .map(|action| {
            game.act(action, Vec2::ZERO);
            game.pan_by_keys(action.direction(), 0.1);
            (game.panels.list().marked(), game.camera.centre)
        });
        assert_eq!(seen[1..4], [(1, centre), (2, centre), (1, centre)]);
        assert_ne!(seen[5].1, centre, "without the list they pan");
    }

    #[test]
    fn arrows_scroll_an_open_panel() {
        let document = library::open_built_in(0).expect("a shipped level is right");
        let mut game = Game::new(document, LevelSource::BuiltIn(0), vec2(800.0, 600.0));
        game.act(Action::Help, Vec2::ZERO);
        game.panels.scroll_mut().fit(2000.0, 500.0);
        let offsets = [Action::PanDown, Action::NextLevel, Action::PanUp].map(|action| {
            game.act(action, Vec2::ZERO);
            game.panels.scroll_mut().offset()
        });
        assert_eq!(
            (offsets, game.panels.open()),
            ([KEY_SCROLL, KEY_SCROLL + PAGE_SCROLL, PAGE_SCROLL], Some(Panel::Help))
        );
    }

    fn pen(order: &str) -> Game {
        let text = format!(
            r##"(version: 1, name: "Pen", about: "Look.", legend: {{'.': "grass"}}, rows: ["......"],
            agents: [(profile: "walker", tile: (0, 0){order})])"##
        );
        Game::of_text("pen", &text)
    }

    fn is_open_after(mut game: Game, seconds: u32, covers_map: bool, has_sheet: bool) -> bool {
        (0..60 * seconds).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
        game.panels.let_card_fold(game.run.sim(), game.clock.elapsed(), covers_map, has_sheet);
        game.panels.card().is_open
    }

    #[test]
    fn a_card_folds_by_itself_over_the_map_and_in_levels_that_are_watched() {
        assert!(is_open_after(pen(""), 60, false, false));
        assert!(!is_open_after(pen(""), 6, true, false));
        assert!(is_open_after(pen(""), 2, true, false), "not before it can be read");
        assert!(!is_open_after(pen(", order: [Wander(2.0)]"), 6, false, false));
    }

    #[test]
    fn a_card_over_a_sheet_folds_at_once() {
        for (covers_map, stays) in [(false, true), (true, false)] {
            assert_eq!(is_open_after(pen(""), 0, covers_map, true), stays);
        }
    }

    #[test]
    fn a_card_begins_folded_on_a_phone_on_its_side() {
        let begin = |viewport| {
            let document = library::open_built_in(0).expect("a shipped level is right");
            let mut game = Game::new(document, LevelSource::BuiltIn(0), viewport);
            let first = game.panels.card().is_open;
            game.act(Action::NextLevel, Vec2::ZERO);
            (first, game.panels.card().is_open)
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
    fn the_result_has_no_buttons_for_a_moment() {
        let text = r##"(version: 1, name: "Late", legend: {'.': "grass"}, rows: ["......"], agents: [(tile: (0, 0))],
            rules: [(when: After(time: 0.1), then: [Lose(text: "Late.")])])"##;
        let mut game = Game::of_text("late", text);
        (0..10).for_each(|_| game.tick());
        assert_eq!(game.panels.open(), Some(Panel::Result));
        let alone = |game: &Game| game.panels.shows_result_alone(game.clock.elapsed());
        assert!(alone(&game));
        (0..30).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
        assert!(alone(&game), "a press on the map is still under way");
        (0..10).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
        assert!(!alone(&game));
    }

    #[test]
    fn a_card_that_the_player_unfolds_stays() {
        let mut game = pen("");
        for expected in [false, true] {
            game.act(Action::Play(PlayAction::FoldCard), Vec2::ZERO);
            assert_eq!(game.panels.card().is_open, expected);
        }
        assert!(is_open_after(game, 60, true, false));
    }
}
