//! The panel of baking: for whom and how the ground is baked, and why a cell is closed.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::shapes::draw_rectangle;

use super::side_panel::{HEADER, Number, ROW, Rows, WORD_BUTTON};
use super::{Hud, PADDING};
use crate::app::modes::keys::Action;
use crate::app::modes::play::intent::Press;
use crate::app::modes::play::workbench::{Quantity, Workbench};
use crate::app::modes::play::{BakePress, Game};
use crate::app::ui::ink::{AMBER, BODY, CORAL, CREAM, CREAM_DIM, INK_RAISED, SMALL, TEAL, line_height};
use crate::app::ui::shapes::{fill_disc, fill_rounded};
use crate::app::view::overlays;
use crate::app::view::sentences::numbers::milliseconds;

/// The lines that are kept free for why a cell is closed.
const LINES: usize = 2;

/// The most names of links that can be turned on and off here.
const MOST_LINKS: usize = 4;

/// In windows shorter than this, and a row for each link, the panel is as wide as two and takes the place of the level's
/// card, where it has that room.
const SHORT: f32 = 540.0;

/// From this height on, and a row for each link, the colours of closed cells are told.
const ROOM_FOR_LEGEND: f32 = 620.0;

fn rows(game: &Game, viewport: Vec2) -> Rows {
    Rows::of(viewport, SHORT + named_links(game).len() as f32 * ROW)
}

impl Hud {
    /// Where the panel is: below the level's card, on a phone above the buttons, in a short window at the top.
    pub(super) fn bake_area(&self, game: &Game, viewport: Vec2) -> Rect {
        let rows = rows(game, viewport);
        let legend = legend_lines(game, viewport);
        let text = (1 + LINES + legend) as f32 * line_height(SMALL) + 16.0;
        let rows_height = rows.total(Quantity::all().len()) + rows.total(named_links(game).len());
        let buttons = if rows.covers_card { 0.0 } else { WORD_BUTTON + 12.0 };
        let height = HEADER + rows_height + 14.0 + text + buttons;
        self.panel_area(game, viewport, &rows, height)
    }

    /// Draws the panel.
    pub(super) fn draw_bake_panel(&mut self, game: &Game, bench: &Workbench) {
        let area = self.bake_area(game, self.viewport);
        self.draw_panel(area);
        let title = format!("Bake for {}", bench.profile.name);
        let turn = |forward| Press::Bake(BakePress::Turn(forward));
        self.draw_header(&title, (turn(false), turn(true)), Action::BakePanel, area);
        let rows = rows(game, self.viewport);
        let mut y = area.y + HEADER;
        for (index, quantity) in Quantity::all().into_iter().enumerate() {
            self.draw_number(number(game, bench, quantity), rows.place(area, y, index), &rows);
        }
        y += rows.total(Quantity::all().len());
        let links = named_links(game);
        for (index, link) in links.iter().enumerate() {
            self.draw_link_switch(game, *link, rows.place(area, y, index));
        }
        y += rows.total(links.len()) + 6.0;
        draw_rectangle(area.x + PADDING, y, area.w - 2.0 * PADDING, 1.0, INK_RAISED);
        let inside = Rect::new(area.x + PADDING, y + 6.0, area.w - 2.0 * PADDING, area.bottom() - y - 6.0);
        let buttons = if rows.covers_card {
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
        let why = game.why_closed().unwrap_or_default();
        let mut lines = self.ink.wrap(&why, area.w, SMALL);
        lines.truncate(LINES);
        self.ink.write_lines(&lines, at, SMALL, AMBER);
        at.y += LINES as f32 * line + 4.0;
        if legend_lines(game, self.viewport) > 0 {
            for (index, (name, color)) in overlays::REASONS.into_iter().enumerate() {
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

/// One number of the panel: what is not baked yet is in another colour.
fn number(game: &Game, bench: &Workbench, quantity: Quantity) -> Number {
    let baked = Workbench::of(&game.sim, bench.chosen).value(quantity);
    let press = |steps| Press::Bake(BakePress::Adjust(quantity, steps));
    Number {
        name: quantity.name(),
        value: bench.value_in_words(quantity),
        color: if bench.value(quantity) == baked { CREAM } else { AMBER },
        less: press(-1),
        more: press(1),
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
    let rows = rows(game, viewport);
    let is_short = viewport.y < ROOM_FOR_LEGEND + rows.total(named_links(game).len());
    if rows.columns > 1 || is_short { 0 } else { overlays::REASONS.len().div_ceil(2) }
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
