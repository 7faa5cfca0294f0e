//! The panel of baking: for whom and how the ground is baked, and why a cell is closed.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::shapes::draw_rectangle;

use super::{Hud, MARGIN, NARROW, PADDING, SEARCH_WIDTH};
use crate::app::debug;
use crate::app::game::{BakePress, Game, milliseconds};
use crate::app::ink::{AMBER, BODY, CORAL, CREAM, CREAM_DIM, INK, INK_RAISED, SMALL, TEAL, TITLE, line_height};
use crate::app::input::Press;
use crate::app::keys::Action;
use crate::app::render::{Icon, Renderer};
use crate::app::shapes::{fill_disc, fill_rounded};
use crate::app::workbench::{Quantity, Workbench};

/// The height of the row with the profile.
const HEADER: f32 = 46.0;

/// The width of the arrows beside the profile.
const ARROW: f32 = 40.0;

/// The height of a button with words on it.
const WORD_BUTTON: f32 = 36.0;

/// The lines that are kept free for why a cell is closed.
const LINES: usize = 2;

/// The most names of links that can be turned on and off here.
const MOST_LINKS: usize = 4;

/// In windows shorter than this, and a row for each link, the panel is as wide as two and takes the place of the level's
/// card, where it has that room.
const SHORT: f32 = 540.0;

/// From this height on, and a row for each link, the colours of closed cells are told.
const ROOM_FOR_LEGEND: f32 = 620.0;

/// The least width for that.
const ROOM_FOR_TWO: f32 = 600.0;

/// How the panel is laid out.
struct Rows {
    columns: usize,
    height: f32,
    /// The width of a button that moves a number.
    button: f32,
    /// Whether a number's name stands above it.
    is_named_above: bool,
    /// Whether the buttons with words stand beside the text, and not below it.
    has_buttons_beside: bool,
}

impl Rows {
    fn of(game: &Game, viewport: Vec2) -> Rows {
        let plain = Rows { columns: 1, height: 27.0, button: 34.0, is_named_above: false, has_buttons_beside: false };
        if viewport.y < SHORT + plain.total(named_links(game).len()) && viewport.x >= ROOM_FOR_TWO {
            Rows { columns: 2, has_buttons_beside: true, ..plain }
        } else if viewport.x < NARROW {
            Rows { columns: 2, height: 44.0, button: 42.0, is_named_above: true, ..plain }
        } else {
            plain
        }
    }

    /// How high so many of them are together.
    fn total(&self, count: usize) -> f32 {
        count.div_ceil(self.columns) as f32 * self.height
    }
}

impl Hud {
    /// Where the panel is: below the level's card, on a phone above the buttons, in a short window at the top.
    pub(super) fn bake_area(&self, game: &Game, viewport: Vec2) -> Rect {
        let rows = Rows::of(game, viewport);
        let legend = legend_lines(game, viewport);
        let text = (1 + LINES + legend) as f32 * line_height(SMALL) + 16.0;
        let rows_height = rows.total(Quantity::ALL.len()) + rows.total(named_links(game).len());
        let buttons = if rows.has_buttons_beside { 0.0 } else { WORD_BUTTON + 12.0 };
        let height = HEADER + rows_height + 14.0 + text + buttons;
        if rows.has_buttons_beside {
            let width = (2.0 * SEARCH_WIDTH).min(viewport.x - 2.0 * MARGIN);
            Rect::new(MARGIN, MARGIN, width, height)
        } else if rows.columns == 1 {
            Rect::new(MARGIN, MARGIN + self.card_height(game, viewport, false) + 8.0, SEARCH_WIDTH, height)
        } else {
            let bottom = self.low_edge(game, viewport);
            Rect::new(MARGIN, (bottom - height).max(MARGIN), viewport.x - 2.0 * MARGIN, height)
        }
    }

    /// Whether the panel is open in the place of the level's card.
    pub(super) fn bake_panel_covers_card(&self, game: &Game) -> bool {
        game.workbench.is_some() && Rows::of(game, self.viewport).has_buttons_beside
    }

    /// Draws the panel.
    pub(super) fn draw_bake_panel(&mut self, game: &Game, bench: &Workbench, renderer: &Renderer) {
        let area = self.bake_area(game, self.viewport);
        fill_rounded(area, 12.0, INK);
        self.areas.push((area, None));
        self.draw_profile(bench, Rect { h: HEADER, ..area }, renderer);
        let rows = Rows::of(game, self.viewport);
        let column = (area.w - 8.0) / rows.columns as f32;
        let place = |index: usize, top: f32| {
            let (across, down) = ((index % rows.columns) as f32, (index / rows.columns) as f32);
            Rect::new(area.x + 4.0 + across * column, top + down * rows.height, column, rows.height)
        };
        let mut y = area.y + HEADER;
        for (index, quantity) in Quantity::ALL.into_iter().enumerate() {
            self.draw_quantity(game, bench, quantity, place(index, y), &rows);
        }
        y += rows.total(Quantity::ALL.len());
        let links = named_links(game);
        for (index, link) in links.iter().enumerate() {
            self.draw_link_switch(game, *link, place(index, y));
        }
        y += rows.total(links.len()) + 6.0;
        draw_rectangle(area.x + PADDING, y, area.w - 2.0 * PADDING, 1.0, INK_RAISED);
        let inside = Rect::new(area.x + PADDING, y + 6.0, area.w - 2.0 * PADDING, area.bottom() - y - 6.0);
        let buttons = if rows.has_buttons_beside {
            let half = Rect { w: 0.5 * inside.w - 8.0, ..inside };
            self.write_how_it_stands(game, bench, half);
            Rect { x: half.right() + 16.0, y: inside.y + 6.0, ..half }
        } else {
            Rect { y: self.write_how_it_stands(game, bench, inside), ..inside }
        };
        let half = 0.5 * (buttons.w - 8.0);
        let bake = Rect { w: half, h: WORD_BUTTON, ..buttons };
        let clear = Rect { x: bake.right() + 8.0, ..bake };
        self.draw_bake_button("Bake", BakePress::Bake, bake, bench.differs(&game.sim));
        self.draw_bake_button("Clear", BakePress::Clear, clear, game.sim.is_baked());
    }

    /// The row with the profile between its arrows, and the button that closes the panel.
    fn draw_profile(&mut self, bench: &Workbench, area: Rect, renderer: &Renderer) {
        let close = Rect::new(area.right() - HEADER, area.y, HEADER, area.h);
        let back = Rect::new(area.x + 2.0, area.y, ARROW, area.h);
        let on = Rect::new(close.x - ARROW, area.y, ARROW, area.h);
        let name = Rect::new(back.right(), area.y, on.x - back.right(), area.h);
        for (arrow, place, forward) in [("‹", back, false), ("›", on, true)] {
            self.press_area(place, Press::Bake(BakePress::Turn(forward)));
            self.write_middle(arrow, place, TITLE, CREAM_DIM);
        }
        let title = format!("Bake for {}", bench.profile.name);
        let size = if self.ink.width(&title, TITLE) > name.w { BODY } else { TITLE };
        self.press_area(name, Press::Bake(BakePress::Turn(true)));
        self.write_middle(&title, name, size, CREAM);
        self.press_area(close, Press::Do(Action::BakePanel));
        renderer.draw_icon(Icon::Close, vec2(close.x + 0.5 * close.w, close.y + 0.5 * close.h), 18.0, CREAM_DIM);
    }

    /// One number between the buttons that move it; on a phone its name stands above it. What is not baked yet is in
    /// another colour.
    fn draw_quantity(&mut self, game: &Game, bench: &Workbench, quantity: Quantity, area: Rect, rows: &Rows) {
        let button = rows.button;
        let more = Rect::new(area.right() - button, area.y, button, area.h);
        let baked = Workbench::of(&game.sim, bench.chosen).value(quantity);
        let color = if bench.value(quantity) == baked { CREAM } else { AMBER };
        let value = bench.value_in_words(quantity);
        let less = if rows.is_named_above {
            self.ink.write(quantity.name(), vec2(area.x + 8.0, area.y + 4.0), SMALL, CREAM_DIM);
            self.ink.write(value, vec2(area.x + 8.0, area.y + 3.0 + line_height(SMALL)), BODY, color);
            Rect { x: more.x - button, ..more }
        } else {
            let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
            self.ink.write(quantity.name(), vec2(area.x + PADDING - 4.0, y), BODY, CREAM_DIM);
            let value_area = Rect::new(more.x - 62.0, area.y, 62.0, area.h);
            self.press_area(value_area, Press::Bake(BakePress::Adjust(quantity, 1)));
            self.write_middle(&value, value_area, BODY, color);
            Rect { x: value_area.x - button, ..more }
        };
        for (sign, place, steps) in [("−", less, -1), ("+", more, 1)] {
            self.press_area(place, Press::Bake(BakePress::Adjust(quantity, steps)));
            self.write_middle(sign, place, BODY + 5, CREAM);
        }
    }

    /// The links of one name, whether they are on, and a press to turn them.
    fn draw_link_switch(&mut self, game: &Game, link: usize, area: Rect) {
        let (name, is_on) = {
            let link = &game.sim.map().links[link];
            (link.name.as_str(), link.active)
        };
        self.press_area(area, Press::Bake(BakePress::Switch(link)));
        let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
        fill_disc(vec2(area.x + PADDING, area.y + 0.5 * area.h), 5.0, if is_on { TEAL } else { INK_RAISED });
        self.ink.write(name, vec2(area.x + PADDING + 14.0, y), BODY, if is_on { CREAM } else { CREAM_DIM });
        let state = if is_on { "on" } else { "off" };
        let x = area.right() - 14.0 - self.ink.width(state, BODY);
        self.ink.write(state, vec2(x, y), BODY, CREAM_DIM);
    }

    /// Whether it is baked as the panel has it, why the cell under the pointer is closed, and what the colours mean;
    /// returns how far down that reaches.
    fn write_how_it_stands(&mut self, game: &Game, bench: &Workbench, area: Rect) -> f32 {
        let line = line_height(SMALL);
        let mut at = vec2(area.x, area.y);
        let (words, color) = how_it_stands(game, bench);
        fill_disc(at + vec2(4.0, 0.5 * line), 4.0, color);
        self.ink.write(words, at + vec2(14.0, 0.0), SMALL, CREAM);
        at.y += line + 2.0;
        let why = debug::why_closed_in_words(game).unwrap_or_default();
        let mut lines = self.ink.wrap(&why, area.w, SMALL);
        lines.truncate(LINES);
        self.ink.write_lines(&lines, at, SMALL, AMBER);
        at.y += LINES as f32 * line + 4.0;
        if legend_lines(game, self.viewport) > 0 {
            for (index, (name, color)) in debug::REASONS.into_iter().enumerate() {
                let place = at + vec2((index % 2) as f32 * 0.5 * area.w, (index / 2) as f32 * line);
                self.draw_legend_entry(name, color, place);
            }
        }
        at.y + legend_lines(game, self.viewport) as f32 * line + 8.0
    }

    /// A button with a word on it, dim where it would do nothing.
    fn draw_bake_button(&mut self, words: &str, press: BakePress, area: Rect, does_something: bool) {
        let strength = if self.is_hovered(area) && does_something { 1.0 } else { 0.55 };
        fill_rounded(area, 9.0, Color { a: strength * INK_RAISED.a, ..INK_RAISED });
        self.areas.push((area, Some(Press::Bake(press))));
        let color = if does_something { CREAM } else { Color { a: 0.35, ..CREAM } };
        self.write_middle(words, area, BODY, color);
    }
}

fn how_it_stands(game: &Game, bench: &Workbench) -> (String, Color) {
    let sim = &game.sim;
    if !sim.is_baked() {
        return ("nothing is baked: press Bake".to_owned(), CORAL);
    }
    if bench.differs(sim) {
        return ("changed: press Bake to see it".to_owned(), AMBER);
    }
    let cells = sim.map().cells();
    let took = bench.took.map_or_else(String::new, |took| format!(", in {}", milliseconds(took)));
    (format!("baked: {} x {} cells{took}", cells.width, cells.height), TEAL)
}

/// How many lines the colours of closed cells take; none where there is no room.
fn legend_lines(game: &Game, viewport: Vec2) -> usize {
    let rows = Rows::of(game, viewport);
    let is_short = viewport.y < ROOM_FOR_LEGEND + rows.total(named_links(game).len());
    if rows.columns > 1 || is_short { 0 } else { debug::REASONS.len().div_ceil(2) }
}

/// A link of each name that can be turned on and off, by its place in the map.
fn named_links(game: &Game) -> Vec<usize> {
    let links = &game.sim.map().links;
    let is_first = |&index: &usize| {
        let name = &links[index].name;
        !name.is_empty() && links[..index].iter().all(|link| link.name != *name)
    };
    (0..links.len()).filter(is_first).take(MOST_LINKS).collect()
}
