//! What lies over the picture: buttons, the level's name, answers, and the panels.

mod bake_panel;
mod comparison_table;
mod inspector_panel;
mod order_bar;
mod panels;
mod readouts;
mod replay_bar;
mod search_panel;
mod side_panel;

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use crate::app::modes::keys::{Action, BINDINGS};
use crate::app::modes::play::intent::Press;
use crate::app::modes::play::{Aim, Game, Panel};
use crate::app::modes::timing::Timings;
use crate::app::ui::Ui;
use crate::app::ui::icons::Icon;
use crate::app::ui::ink::{AMBER, CORAL, INK, INK_LIGHT, TEAL};
use crate::app::ui::spots::Role;
use crate::app::view::camera::Insets;
use replay_bar::replay_height;
use side_panel::PANEL_WIDTH;

/// The side of a button, in logical pixels: large enough for a thumb.
const BUTTON: f32 = 44.0;

/// Between the HUD and the edge of the window.
const MARGIN: f32 = 12.0;

/// Inside a panel.
const PADDING: f32 = 14.0;

/// A window narrower than this is laid out for a phone.
const NARROW: f32 = 700.0;

/// The greatest width of the level's card.
const CARD_WIDTH: f32 = 440.0;

/// A window narrower than this has no room for the panel of the search and the list of the debug layer.
const ROOM_FOR_BOTH: f32 = 960.0;

/// The width of the list of the debug layer.
const DEBUG_WIDTH: f32 = 236.0;

/// Draws the HUD.
pub struct Hud {
    /// Its widgets.
    pub ui: Ui<Press>,
    viewport: Vec2,
    /// Where the level's card is.
    card: Rect,
    /// How high the content of the open panel is, and how much of it is seen.
    content: Option<(f32, f32)>,
    /// Which part of that content is to come into sight, from its top.
    reveal: Option<(f32, f32)>,
    /// The level that was marked when the list of levels was last drawn.
    marked: Option<usize>,
}

impl Hud {
    /// A HUD of these widgets.
    pub fn new(ui: Ui<Press>) -> Hud {
        Hud { ui, viewport: Vec2::ONE, card: Rect::default(), content: None, reveal: None, marked: None }
    }

    /// The strips of a window that the HUD covers in this game.
    pub fn insets(&self, game: &Game, viewport: Vec2) -> Insets {
        let narrow = viewport.x < NARROW;
        let side = if narrow { 8.0 } else { 24.0 };
        let list = shows_debug_list(game, viewport).then(|| self.debug_area(game, viewport));
        let panel = self.side_area(game, viewport).map_or(PANEL_WIDTH, |area| area.w);
        let below_the_card = Insets {
            top: MARGIN + self.card_height(game, viewport, !game.has_side_panel()) + 22.0,
            bottom: viewport.y - self.sheet_top(game, viewport) + MARGIN - 4.0,
            left: if narrow || !game.has_side_panel() { side } else { panel + 2.0 * MARGIN },
            right: if narrow { side } else { list.map_or(side, |list| list.w + 2.0 * MARGIN) },
        };
        if game.has_side_panel() && !narrow {
            return Insets { top: 2.0 * MARGIN, ..below_the_card };
        }
        let beside_the_card = Insets { top: 2.0 * MARGIN, left: CARD_WIDTH + 2.0 * MARGIN, ..below_the_card };
        let size = game.sim.map().lattice.size();
        let fit = |insets: &Insets| (insets.room(viewport) / size).min_element();
        // A map out of the middle looks astray: only where it gains much.
        if fit(&beside_the_card) > 1.1 * fit(&below_the_card) { beside_the_card } else { below_the_card }
    }

    /// Draws everything; `adds`: the button that stands for Shift is shown pressed in.
    pub fn draw(&mut self, game: &mut Game, adds: bool, timings: &Timings) {
        self.viewport = game.camera.viewport;
        self.ui.begin(self.viewport);
        (self.content, self.reveal) = (None, None);
        self.draw_parts(game, adds, timings);
        self.ui.end();
        if game.panel != Some(Panel::Levels) {
            self.marked = None;
        }
        if let Some((content, seen)) = self.content {
            game.scroll.fit(content, seen);
            if let Some((top, bottom)) = self.reveal {
                game.scroll.reveal(top, bottom, seen);
            }
        }
    }

    fn draw_parts(&mut self, game: &Game, adds: bool, timings: &Timings) {
        match self.side_area(game, self.viewport) {
            Some(area) if self.side_panel_covers_card(game) => self.card = area,
            _ => self.draw_card(game),
        }
        if shows_debug_list(game, self.viewport) {
            self.draw_debug_list(game, timings);
        }
        let is_covered = self.is_narrow() && game.panel == Some(Panel::Comparison);
        if !is_covered {
            self.draw_side_panel(game);
        }
        self.draw_replay_bar(game);
        self.draw_order_bar(game);
        self.draw_mode(game);
        self.draw_answer(game);
        self.draw_toolbar(game, adds);
        self.ui.flush();
        match game.panel {
            Some(Panel::Help) => self.draw_help(game),
            Some(Panel::Levels) => self.draw_levels(game),
            Some(Panel::Messages) => self.draw_messages(game),
            Some(Panel::Comparison) => self.draw_comparison(game),
            None => {}
        }
    }

    fn draw_side_panel(&mut self, game: &Game) {
        if game.search_panel {
            self.draw_search_panel(game);
        } else if let Some(bench) = &game.workbench {
            self.draw_bake_panel(game, bench);
        } else if let Some(page) = game.inspector {
            self.draw_inspector(game, page);
        }
    }

    /// Above what stands along the lower edge of the window at all times: the buttons and the bar of a replay.
    fn low_edge(&self, game: &Game, viewport: Vec2) -> f32 {
        viewport.y - toolbar_height(viewport) - MARGIN - 8.0 - replay_height(game)
    }

    /// The same with the sheet that a phone shows there.
    fn sheet_top(&self, game: &Game, viewport: Vec2) -> f32 {
        if viewport.x >= NARROW {
            self.low_edge(game, viewport)
        } else if let Some(area) = self.side_area(game, viewport) {
            // In a short window the sheet reaches nearly to the top.
            area.y.max(0.3 * viewport.y)
        } else if game.overlays.open {
            self.debug_area(game, viewport).y
        } else {
            self.low_edge(game, viewport)
        }
    }

    fn is_narrow(&self) -> bool {
        self.viewport.x < NARROW
    }

    /// The buttons along the lower edge.
    fn draw_toolbar(&mut self, game: &Game, adds: bool) {
        let paused = game.clock.paused;
        let buttons = [
            (if paused { Icon::Play } else { Icon::Pause }, Press::Do(Action::Pause), paused),
            (Icon::Step, Press::Do(Action::StepOnce), false),
            (Icon::Restart, Press::Do(Action::Restart), false),
            (Icon::Stop, Press::Do(Action::Stop), false),
            (Icon::Scatter, Press::Do(Action::Scatter), false),
            (Icon::Add, Press::Add, adds),
            (Icon::Brush, Press::Do(Action::Brush), game.brush),
            (Icon::Debug, Press::Do(Action::Debug), game.overlays.open),
            (Icon::Search, Press::Do(Action::SearchPanel), game.search_panel),
            (Icon::Bake, Press::Do(Action::BakePanel), game.workbench.is_some()),
            (Icon::Frame, Press::Do(Action::Frame), false),
            (Icon::Levels, Press::Do(Action::Levels), game.panel == Some(Panel::Levels)),
            (Icon::Help, Press::Do(Action::Help), game.panel == Some(Panel::Help)),
        ];
        let rows = toolbar_rows(self.viewport);
        let columns = buttons.len().div_ceil(rows);
        let gap = ((self.viewport.x - 24.0 - columns as f32 * BUTTON) / (columns - 1) as f32).clamp(0.0, 4.0);
        let width = columns as f32 * (BUTTON + gap) - gap + 8.0;
        let height = toolbar_height(self.viewport);
        let bar =
            Rect::new((0.5 * (self.viewport.x - width)).round(), self.viewport.y - height - MARGIN, width, height);
        self.ui.panel(bar, 14.0, INK_LIGHT);
        let place = |index: usize| {
            let (row, column) = (index / columns, index % columns);
            // A last row that is not full stands in the middle.
            let missing = ((row + 1) * columns).saturating_sub(buttons.len()) as f32;
            let x = bar.x + 4.0 + (column as f32 + 0.5 * missing) * (BUTTON + gap);
            Rect::new(x, bar.y + 4.0 + row as f32 * BUTTON, BUTTON, BUTTON)
        };
        for (index, (icon, press, is_on)) in buttons.iter().enumerate() {
            self.ui.icon_button(*icon, 24.0, *press, place(index), *is_on);
        }
        let bottom = self.order_bar_top(game).min(bar.y) - 4.0;
        let hints = buttons.iter().enumerate().map(|(index, (_, press, _))| (place(index), *press, hint(*press)));
        self.ui.tooltip(hints, bottom);
    }

    /// What the mouse means just now, when it is something else than usual.
    fn draw_mode(&mut self, game: &Game) {
        let mut y = if self.is_narrow() { self.card.bottom() + 8.0 } else { MARGIN };
        let is_tight = self.viewport.x < 2.0 * CARD_WIDTH + 240.0;
        let beside_the_card = 0.5 * (self.card.right() + self.viewport.x);
        let middle = if is_tight && !self.is_narrow() { beside_the_card } else { 0.5 * self.viewport.x };
        if game.clock.paused {
            y += self.ui.pill("Paused", vec2(middle, y), AMBER, INK).h + 6.0;
        }
        if !game.messages.is_empty() && game.panel != Some(Panel::Messages) {
            let text = format!("{} in the level file: M shows", game.messages_in_words());
            let area = self.ui.pill(&text, vec2(middle, y), CORAL, INK);
            self.ui.spots.note(area, Role::Button(Press::Do(Action::Messages)));
            y += area.h + 6.0;
        }
        if let Some(aim) = game.aim {
            let text = match aim {
                Aim::Follow => "Click the agent to follow. Follow again: only in sight",
                Aim::FollowOnSight => "Click the agent to follow while it is in sight",
                Aim::Flee => "Click the agent to flee from",
            };
            y += self.ui.pill(text, vec2(middle, y), TEAL, INK).h + 6.0;
        }
        if game.brush {
            let text = match is_tight {
                true => "Brush: drag to build or clear walls",
                false => "Brush: drag to build walls, begin on a wall to clear them. Esc ends it.",
            };
            self.ui.pill(text, vec2(middle, y), TEAL, INK);
        }
    }
}

/// What a button does, after the key that does the same.
fn hint(press: Press) -> String {
    match press {
        Press::Do(action) => {
            let binding = BINDINGS.iter().find(|binding| binding.action == action);
            binding.map_or_else(String::new, |binding| format!("{}   {}", action.key_name(), binding.help))
        }
        _ => "Shift   add to the selection, queue goals".to_owned(),
    }
}

/// Whether the list of the debug layer is shown: not where the panel of the search takes its place.
fn shows_debug_list(game: &Game, viewport: Vec2) -> bool {
    game.overlays.open && (viewport.x >= ROOM_FOR_BOTH || !game.has_side_panel())
}

/// How many rows the buttons along the lower edge have.
fn toolbar_rows(viewport: Vec2) -> usize {
    if viewport.x < NARROW { 2 } else { 1 }
}

/// How high the bar of buttons is.
fn toolbar_height(viewport: Vec2) -> f32 {
    toolbar_rows(viewport) as f32 * BUTTON + 8.0
}
