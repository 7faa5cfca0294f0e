//! What lies over the picture: buttons, the level's name, answers, and the panels. Drawing it also
//! notes what lies where, which the next frame's input asks for.

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
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::keys::Action;
use crate::app::modes::play::input::Input;
use crate::app::modes::play::intent::{Press, Under};
use crate::app::modes::play::{Aim, Game, Panel};
use crate::app::modes::timing::Timings;
use crate::app::ui::icons::{Icon, Icons};
use crate::app::ui::ink::{AMBER, CORAL, CREAM, INK, INK_LIGHT, INK_RAISED, Ink, TEAL};
use crate::app::ui::shapes::fill_rounded;
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

/// Draws the HUD and knows what lies where.
pub struct Hud {
    /// Writes its words, and those of the overlays.
    pub ink: Ink,
    icons: Icons,
    areas: Vec<(Rect, Option<Press>)>,
    viewport: Vec2,
    /// Where the level's card is.
    card: Rect,
    hover: Option<Vec2>,
    /// Where a knob can be dragged, and the line along which it goes.
    track: Rect,
    track_line: Rect,
    /// How far the open panel can be scrolled.
    scroll_range: f32,
}

impl Hud {
    /// A HUD that writes with `ink`.
    pub fn new(ink: Ink, icons: Icons) -> Hud {
        Hud {
            ink,
            icons,
            areas: Vec::new(),
            viewport: Vec2::ONE,
            card: Rect::default(),
            hover: None,
            track: Rect::default(),
            track_line: Rect::default(),
            scroll_range: 0.0,
        }
    }

    /// What of the HUD lies under a place; `None` when only the map does.
    pub fn under(&self, at: Vec2) -> Option<Under> {
        if self.track.contains(at) {
            return Some(Under::Track);
        }
        let (_, press) = self.areas.iter().rev().find(|(area, _)| area.contains(at))?;
        Some(press.map_or(Under::Panel, Under::Button))
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

    /// How far the open panel can be scrolled, in pixels.
    pub fn scroll_range(&self) -> f32 {
        self.scroll_range
    }

    /// Draws everything and notes where it is.
    pub fn draw(&mut self, game: &Game, input: &Input, timings: &Timings) {
        self.areas.clear();
        self.viewport = game.camera.viewport;
        self.hover = input.hover();
        self.scroll_range = 0.0;
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
        self.draw_toolbar(game, input);
        self.ink.flush();
        match game.panel {
            Some(Panel::Help) => self.draw_help(game),
            Some(Panel::Levels) => self.draw_levels(game),
            Some(Panel::Messages) => self.draw_messages(game),
            Some(Panel::Comparison) => self.draw_comparison(game),
            None => {}
        }
        self.ink.flush();
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

    fn is_hovered(&self, area: Rect) -> bool {
        self.hover.is_some_and(|at| area.contains(at))
    }

    /// The buttons along the lower edge.
    fn draw_toolbar(&mut self, game: &Game, input: &Input) {
        let paused = game.clock.paused;
        let buttons = [
            (if paused { Icon::Play } else { Icon::Pause }, Press::Do(Action::Pause), paused),
            (Icon::Step, Press::Do(Action::StepOnce), false),
            (Icon::Restart, Press::Do(Action::Restart), false),
            (Icon::Stop, Press::Do(Action::Stop), false),
            (Icon::Scatter, Press::Do(Action::Scatter), false),
            (Icon::Add, Press::Add, input.adds()),
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
        fill_rounded(bar, 14.0, INK_LIGHT);
        self.areas.push((bar, None));
        let mut hint = None;
        let place = |index: usize| {
            let (row, column) = (index / columns, index % columns);
            // A last row that is not full stands in the middle.
            let missing = ((row + 1) * columns).saturating_sub(buttons.len()) as f32;
            let x = bar.x + 4.0 + (column as f32 + 0.5 * missing) * (BUTTON + gap);
            Rect::new(x, bar.y + 4.0 + row as f32 * BUTTON, BUTTON, BUTTON)
        };
        for (index, (_, press, pressed)) in buttons.iter().enumerate() {
            let area = place(index);
            if self.is_hovered(area) {
                hint = Some((*press, area));
            }
            if *pressed || self.is_hovered(area) {
                fill_rounded(area, 10.0, INK_RAISED);
            }
            self.areas.push((area, Some(*press)));
        }
        if let Some((press, area)) = hint {
            let top = self.order_bar_top(game).min(bar.y);
            self.draw_hint(press, vec2(area.x + 0.5 * area.w, top - 36.0));
        }
        for (index, (icon, _, pressed)) in buttons.iter().enumerate() {
            let area = place(index);
            let color = if *pressed { TEAL } else { CREAM };
            self.icons.draw(*icon, vec2(area.x + 0.5 * area.w, area.y + 0.5 * area.h), 24.0, color);
        }
    }

    /// What a button does and which key does the same, above all the buttons: with its upper middle `at`.
    fn draw_hint(&mut self, press: Press, at: Vec2) {
        let text = match press {
            Press::Do(action) => {
                let binding = crate::app::modes::keys::BINDINGS.iter().find(|binding| binding.action == action);
                binding.map_or_else(String::new, |binding| format!("{}   {}", action.key_name(), binding.help))
            }
            Press::Add => "Shift   add to the selection, queue goals".to_owned(),
            _ => return,
        };
        self.draw_pill(&text, at, CREAM, INK);
    }

    /// One line on a panel of its own, centred at the upper middle `at`, kept inside the window.
    fn draw_pill(&mut self, text: &str, at: Vec2, color: Color, ground: Color) -> Rect {
        const SIZE: u16 = crate::app::ui::ink::BODY;
        let width = self.ink.width(text, SIZE) + 2.0 * PADDING;
        let x = (at.x - 0.5 * width).min(self.viewport.x - width - 6.0).max(6.0);
        let area = Rect::new(x, at.y, width, crate::app::ui::ink::line_height(SIZE) + 12.0);
        fill_rounded(area, 12.0, ground);
        self.ink.write(text, vec2(area.x + PADDING, area.y + 6.0), SIZE, color);
        area
    }

    /// What the mouse means just now, when it is something else than usual.
    fn draw_mode(&mut self, game: &Game) {
        let mut y = if self.is_narrow() { self.card.bottom() + 8.0 } else { MARGIN };
        let is_tight = self.viewport.x < 2.0 * CARD_WIDTH + 240.0;
        let beside_the_card = 0.5 * (self.card.right() + self.viewport.x);
        let middle = if is_tight && !self.is_narrow() { beside_the_card } else { 0.5 * self.viewport.x };
        if game.clock.paused {
            y += self.draw_pill("Paused", vec2(middle, y), AMBER, INK).h + 6.0;
        }
        if !game.messages.is_empty() && game.panel != Some(Panel::Messages) {
            let text = format!("{} in the level file: M shows", game.messages_in_words());
            let area = self.draw_pill(&text, vec2(middle, y), CORAL, INK);
            self.areas.push((area, Some(Press::Do(Action::Messages))));
            y += area.h + 6.0;
        }
        if let Some(aim) = game.aim {
            let text = match aim {
                Aim::Follow => "Click whom to follow. Follow again: only on sight",
                Aim::FollowOnSight => "Click whom to follow when he is in sight",
                Aim::Flee => "Click from whom to flee",
            };
            y += self.draw_pill(text, vec2(middle, y), TEAL, INK).h + 6.0;
        }
        if game.brush {
            let text = match is_tight {
                true => "Brush: drag to build or clear walls",
                false => "Brush: drag to build walls, begin on a wall to clear them. Esc ends it.",
            };
            self.draw_pill(text, vec2(middle, y), TEAL, INK);
        }
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
