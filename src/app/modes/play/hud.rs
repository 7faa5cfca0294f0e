//! What lies over the picture: buttons, the level's name, answers, and the panels.

mod bake_panel;
mod card;
mod comparison_table;
mod debug_list;
mod goals;
mod hover_card;
mod inspector_panel;
mod layout;
mod lesson;
mod level_grid;
mod map_picture;
pub mod minimap;
mod order_bar;
mod panels;
mod race_table;
mod replay_bar;
mod result;
mod search_panel;
mod thumbnails;
mod toasts;
mod toolbar;
mod watch_bar;

use footpath::sim::Simulation;
use glam::Vec2;
use macroquad::math::Rect;

use crate::app::modes::ModeName;
use crate::app::modes::actions::Action;
use crate::app::modes::changed_keys::Keys;
use crate::app::modes::keys::KeyMap;
use crate::app::modes::lesson_card;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::{Game, Panel, Panels};
use crate::app::modes::screen::is_too_small;
use crate::app::modes::settings::Settings;
use crate::app::modes::timing::Timings;
use crate::app::ui::Ui;
use crate::app::ui::scroll::Scroll;
use crate::app::view::camera::{Camera, Insets};
use layout::Layout;
use level_grid::LevelGrid;
use minimap::Minimap;

/// Draws the HUD.
pub struct Hud {
    pub ui: Ui<Action>,
    /// The keys that hold.
    pub keys: KeyMap,
    layout: Layout,
    /// Where the level's card is.
    card: Rect,
    /// Where the bar of orders is, while it is shown.
    orders: Option<Rect>,
    /// Where the last answer is, while it is shown.
    answer: Option<Rect>,
    /// Whether a tooltip was shown in the last frame: answers make room for it.
    shows_tooltip: bool,
    /// Where the mouse rests on the map, and since when, in seconds of the window's clock.
    hover: Option<(Vec2, f32)>,
    /// The whole map in a corner.
    minimap: Minimap,
    /// What the list of levels keeps from frame to frame.
    levels: LevelGrid,
    /// How far the panel at the side is scrolled, and the list of the debug layer.
    side_scroll: Scroll,
    list_scroll: Scroll,
    /// How far the open panel is scrolled; `None` while no panel that scrolls is drawn.
    scroll: Option<Scroll>,
}

impl Hud {
    /// A HUD of these widgets.
    pub fn new(ui: Ui<Action>) -> Hud {
        Hud {
            ui,
            keys: Keys::default().of(ModeName::Game),
            layout: Layout::default(),
            card: Rect::default(),
            orders: None,
            answer: None,
            shows_tooltip: false,
            hover: None,
            minimap: Minimap::default(),
            levels: LevelGrid::default(),
            side_scroll: Scroll::default(),
            list_scroll: Scroll::default(),
            scroll: None,
        }
    }

    /// The strips of a window that the HUD keeps free of the framed map in this game.
    pub fn insets(&mut self, game: &Game, viewport: Vec2) -> Insets {
        self.layout = Layout::of(game, viewport);
        if let Some(bottom) = self.end_of_unfolded_card(game) {
            self.layout.frame_below(bottom, game.run.sim().map().lattice.size());
        }
        self.layout.insets
    }

    /// Scrolls what lies at a place of the window, or the open panel.
    pub fn scroll(&mut self, panels: &mut Panels, at: Vec2, pixels: f32) {
        let is_over = |area: Option<Rect>| panels.open().is_none() && area.is_some_and(|area| area.contains(at));
        if is_over(self.layout.side) {
            self.side_scroll.by(pixels);
        } else if is_over(self.layout.list) {
            self.list_scroll.by(pixels);
        } else {
            panels.scroll_mut().by(pixels);
        }
    }

    /// Whether there may be more pictures of levels to be drawn: one comes in a frame.
    pub fn is_drawing_thumbnails(&self) -> bool {
        self.levels.thumbnails.is_busy()
    }

    /// The whole map in a corner.
    pub fn minimap(&self) -> &Minimap {
        &self.minimap
    }

    /// Shows the whole map in a corner, or no longer.
    pub fn toggle_minimap(&mut self) {
        self.minimap.toggle();
    }

    /// Takes in that another panel is open, or none: what is typed is for its field, if it has one, from the beginning; but
    /// not where fingers would bring up a keyboard with it.
    pub fn panel_has_changed(&mut self, panel: Option<Panel>) {
        if panel == Some(Panel::Levels) && self.ui.hit_areas.is_by_finger() != Some(true) {
            self.ui.hit_areas.begin_with_text(Action::Play(PlayAction::Filter));
        }
    }

    /// Where the lesson's card is, or its line.
    pub fn lesson_area(&self) -> Option<Rect> {
        self.layout.lesson
    }

    /// Draws everything; `adds`: the button that stands for Shift is shown pressed in.
    pub fn draw(&mut self, game: &Game, adds: bool, settings: &Settings, timings: &Timings) {
        self.ui.begin(self.layout.viewport);
        self.scroll = None;
        if is_too_small(self.layout.viewport) {
            self.ui.say_alone("This window is too small for the game");
        } else {
            self.draw_parts(game, adds, settings, timings);
        }
        self.ui.end();
        if game.panels.open() != Some(Panel::Levels) {
            self.levels.marked = None;
        }
    }

    /// Has the panels follow what was drawn of a world at a time of the window's clock: the level's card folds once it is
    /// read, and the open panel is scrolled to what should be in sight.
    pub fn settle(&self, panels: &mut Panels, sim: &Simulation, camera: &Camera, now: f32) {
        let map = camera.to_screen(sim.map().lattice.origin);
        let has_sheet = self.is_narrow() && self.layout.list.is_some();
        let covers_map = self.card.bottom() > map.y && self.card.right() > map.x;
        panels.let_card_fold(sim, now, covers_map, has_sheet);
        panels.list_mut().set_columns(self.levels.columns.max(1));
        if let Some(scroll) = self.scroll {
            *panels.scroll_mut() = scroll;
        }
    }

    fn draw_parts(&mut self, game: &Game, adds: bool, settings: &Settings, timings: &Timings) {
        hover_card::draw_pins(self, game);
        self.ui.flush();
        if let Some(area) = self.layout.list.filter(|_| !self.is_narrow() || self.layout.side.is_none()) {
            debug_list::draw(self, game, timings, area);
        }
        let compares = game.panels.open() == Some(Panel::Comparison);
        if let Some(area) = self.layout.side.filter(|side| !(compares && comparison_table::covers(&self.layout, *side)))
        {
            self.draw_side_panel(game, area);
        }
        replay_bar::draw(self, game);
        watch_bar::draw(self, game);
        match (game.teaching.lesson(), self.layout.lesson) {
            (Some(lesson), Some(area)) if !game.folds_lesson(self.layout.viewport) => {
                self.card = area;
                lesson_card::draw(&mut self.ui, lesson, area);
            }
            _ => self.draw_card(game),
        }
        order_bar::draw(self, game);
        race_table::draw(self, game);
        toasts::draw(self, game);
        let layout = &self.layout;
        let fixed = [layout.toolbar.area, self.card].into_iter();
        let open = layout.lesson.into_iter().chain(layout.side).chain(layout.list).chain(layout.replay);
        let taken: Vec<Rect> = fixed.chain(open).chain(self.orders).chain(self.answer).collect();
        minimap::draw(&mut self.minimap, &mut self.ui, game, (layout.viewport, layout.free), &taken);
        hover_card::draw(self, game);
        toolbar::draw(self, game, adds);
        lesson::light(self, game);
        self.ui.flush();
        match game.panels.open() {
            Some(Panel::Help) => self.draw_help(game),
            Some(Panel::Levels) => level_grid::draw(self, game, settings),
            Some(Panel::Messages) => self.draw_messages(game),
            Some(Panel::Comparison) => comparison_table::draw(self, game),
            Some(Panel::Result) => result::draw(self, game),
            None => {}
        }
    }

    fn draw_side_panel(&mut self, game: &Game, area: Rect) {
        if game.panels.shows_search() {
            search_panel::draw(self, game, area);
        } else if let Some(bench) = game.panels.workbench() {
            bake_panel::draw(self, game, bench, area);
        } else if let Some(page) = game.panels.inspector() {
            inspector_panel::draw(self, game, page, area);
        }
    }

    fn is_narrow(&self) -> bool {
        self.layout.is_narrow()
    }
}
