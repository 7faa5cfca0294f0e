//! The panel of baking: for which profile and how the map is baked, and why a cell is closed.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::side_panel::{HEADER, ROW, Rows, WORD_BUTTON};
use super::{Hud, PADDING};
use crate::app::modes::keys::Action;
use crate::app::modes::play::intent::Press;
use crate::app::modes::play::workbench::{Quantity, Workbench};
use crate::app::modes::play::{BakePress, Game};
use crate::app::ui::button::Standing;
use crate::app::ui::ink::{AMBER, CORAL, CREAM, INK, SMALL, TEAL, line_height};
use crate::app::ui::stepper::{Signs, Stepper};
use crate::app::view::overlays;
use crate::app::view::words::numbers::milliseconds;

/// The lines kept free for the reason why a cell is closed.
const LINES: usize = 2;

/// The most names of links that can be turned on and off here.
const MOST_LINKS: usize = 4;

/// In windows shorter than this, and a row for each link, the panel is as wide as two and takes the place of the level's
/// card, where it has that room.
const SHORT: f32 = 540.0;

/// From this height on, and a row for each link, there is a legend of closed cells.
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
        self.ui.panel(area, 12.0, INK);
        let title = format!("Bake for {}", bench.profile.name);
        let turn = |forward| Press::Bake(BakePress::Turn(forward));
        self.draw_header(&title, (turn(false), turn(true)), Action::BakePanel, area);
        let rows = rows(game, self.viewport);
        let mut y = area.y + HEADER;
        for (index, quantity) in Quantity::all().into_iter().enumerate() {
            self.draw_number(game, bench, quantity, rows.place(area, y, index), &rows);
        }
        y += rows.total(Quantity::all().len());
        let links = named_links(game);
        for (index, link) in links.iter().enumerate() {
            self.draw_link_switch(game, *link, rows.place(area, y, index));
        }
        y += rows.total(links.len()) + 6.0;
        self.ui.rule(Rect::new(area.x + PADDING, y, area.w - 2.0 * PADDING, 1.0));
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
        self.ui.word_button("Bake", Press::Bake(BakePress::Bake), bake, standing(bench.differs(&game.sim)));
        self.ui.word_button("Clear", Press::Bake(BakePress::Clear), clear, standing(game.sim.is_baked()));
    }

    /// One number of the panel: one that is not baked yet is in another colour.
    fn draw_number(&mut self, game: &Game, bench: &Workbench, quantity: Quantity, area: Rect, rows: &Rows) {
        let baked = Workbench::of(&game.sim, bench.chosen).value(quantity);
        let press = |steps| Press::Bake(BakePress::Adjust(quantity, steps));
        let number = Stepper {
            name: quantity.name(),
            value: &bench.value_in_words(quantity),
            color: if bench.value(quantity) == baked { CREAM } else { AMBER },
            signs: Signs::PlusMinus,
            less: press(-1),
            more: press(1),
        };
        self.ui.stepper(number, area, rows.stepper);
    }

    /// The links of one name, and whether they are on.
    fn draw_link_switch(&mut self, game: &Game, link: usize, area: Rect) {
        let press = Press::Bake(BakePress::Switch(link));
        let link = &game.sim.map().links[link];
        self.ui.toggle(&link.name, "", if link.active { "on" } else { "off" }, link.active, press, area);
    }

    /// Whether it is baked as the panel has it, why the cell under the pointer is closed, and what the colours mean;
    /// returns how far down that reaches.
    fn write_how_it_stands(&mut self, game: &Game, bench: &Workbench, area: Rect) -> f32 {
        let line = line_height(SMALL);
        let mut at = vec2(area.x, area.y);
        let (words, color) = how_it_stands(game, bench);
        at.y += self.ui.verdict(&[words], color, at) + 2.0;
        let why = game.why_closed().unwrap_or_default();
        let mut lines = self.ui.ink.wrap(&why, area.w, SMALL);
        lines.truncate(LINES);
        self.ui.ink.write_lines(&lines, at, SMALL, AMBER);
        at.y += LINES as f32 * line + 4.0;
        if legend_lines(game, self.viewport) > 0 {
            self.ui.legend(&overlays::REASONS, at, area.w);
        }
        at.y + legend_lines(game, self.viewport) as f32 * line + 8.0
    }
}

fn standing(does_something: bool) -> Standing {
    if does_something { Standing::Plain } else { Standing::Idle }
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
