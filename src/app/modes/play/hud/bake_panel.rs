//! The panel of baking: for which profile and how the map is baked, and why a cell is closed.

use footpath::sim::Simulation;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::keys::Action;
use crate::app::modes::play::game::bake_presses;
use crate::app::modes::play::intent::Press;
use crate::app::modes::play::workbench::{Quantity, Workbench};
use crate::app::modes::play::{BakePress, Game};
use crate::app::modes::screen::PADDING;
use crate::app::modes::side_panel::{HEADER, Rows, WORD_BUTTON, begin_page, draw_header};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::stepper::{Stepper, Symbols};
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::ui::toggle::toggle;
use crate::app::view::overlays;
use crate::app::view::words::numbers::milliseconds;

/// The lines kept free for how it stands, or for the reason why the cell under the pointer is closed.
const LINES: usize = 2;

/// The most names of links that can be turned on and off here.
const MOST_LINKS: usize = 4;

/// How high the whole panel is.
pub(super) fn height(game: &Game, viewport: Vec2) -> f32 {
    let rows = Rows::of(viewport);
    let text = (LINES + overlays::REASONS.len().div_ceil(legend_columns(&rows))) as f32 * line_height(SMALL) + 14.0;
    let numbers = rows.total(Quantity::all().len()) + rows.total(1 + named_links(game.run.sim()).len());
    HEADER + numbers + 14.0 + text + WORD_BUTTON + 12.0
}

/// Draws the panel.
pub(super) fn draw(hud: &mut Hud, game: &Game, bench: &Workbench, panel: Rect) {
    hud.ui.panel(panel, 12.0, palette().panel);
    let title = format!("Bake for {}", bench.profile.name);
    let turn = |forward| Press::Bake(BakePress::Turn(forward));
    draw_header(&mut hud.ui, &title, (turn(false), turn(true)), Press::Do(Action::BakePanel), panel);
    let page = begin_page(&mut hud.ui, panel, height(game, hud.layout.viewport), &mut hud.side_scroll);
    let rows = Rows::of(hud.layout.viewport);
    let mut y = page.y + HEADER;
    for (index, quantity) in Quantity::all().into_iter().enumerate() {
        draw_number(hud, game.run.sim(), bench, quantity, rows.place(page, y, index), &rows);
    }
    y += rows.total(Quantity::all().len());
    draw_index_switch(hud, game.run.sim(), bench, rows.place(page, y, 0));
    let links = named_links(game.run.sim());
    for (index, link) in links.iter().enumerate() {
        draw_link_switch(hud, game.run.sim(), *link, rows.place(page, y, 1 + index));
    }
    y += rows.total(1 + links.len()) + 6.0;
    hud.ui.rule(Rect::new(page.x + PADDING, y, page.w - 2.0 * PADDING, 1.0));
    let inside = Rect::new(page.x + PADDING, y + 6.0, page.w - 2.0 * PADDING, page.bottom() - y - 6.0);
    let y = write_how_it_stands(hud, game, bench, inside, legend_columns(&rows));
    let bake = Rect { y, w: 0.5 * (inside.w - 8.0), h: WORD_BUTTON, ..inside };
    let clear = Rect { x: bake.right() + 8.0, ..bake };
    hud.ui.word_button("Bake", Press::Bake(BakePress::Bake), bake, standing(bench.differs(game.run.sim())));
    hud.ui.word_button("Clear", Press::Bake(BakePress::Clear), clear, standing(game.run.sim().is_baked()));
    hud.ui.end_scroll();
}

/// One number of the panel: one that is not baked yet is in another colour.
fn draw_number(hud: &mut Hud, sim: &Simulation, bench: &Workbench, quantity: Quantity, area: Rect, rows: &Rows) {
    let baked = Workbench::of(sim, bench.chosen).value(quantity);
    let press = |steps| Press::Bake(BakePress::Adjust(quantity, steps));
    let number = Stepper {
        name: quantity.name(),
        value: &bench.value_in_words(quantity),
        color: if bench.value(quantity) == baked { palette().text } else { palette().partial },
        signs: Symbols::PlusMinus,
        less: press(-1),
        more: press(1),
    };
    number.show(&mut hud.ui, area, rows.stepper);
}

/// Whether an index for exact paths is made with the ground, and how far it is.
fn draw_index_switch(hud: &mut Hud, sim: &Simulation, bench: &Workbench, area: Rect) {
    let wanted = bench.settings.index;
    let state = match sim.index_under_way() {
        _ if !wanted => "off".to_owned(),
        _ if !sim.map().bake.index || !sim.is_baked() => "on".to_owned(),
        _ if sim.nav_grid(bench.chosen).index().is_some() => "ready".to_owned(),
        Some(part) => format!("{:.0} %", 100.0 * part),
        None => "none".to_owned(),
    };
    toggle(&mut hud.ui, "Index of corners", "", &state, wanted, Press::Bake(BakePress::Index), area);
}

/// The links of one name, and whether they are on.
fn draw_link_switch(hud: &mut Hud, sim: &Simulation, link: usize, area: Rect) {
    let press = Press::Bake(BakePress::Switch(link));
    let link = &sim.map().links[link];
    toggle(&mut hud.ui, &link.name, "", if link.active { "on" } else { "off" }, link.active, press, area);
}

/// How many entries of the legend stand beside each other: more where the panel is wide, so that the buttons below are seen.
fn legend_columns(rows: &Rows) -> usize {
    1 + rows.columns
}

/// Why the cell under the pointer is closed, or else whether it is baked as the panel has it; and what the colours mean.
/// Returns how far down that reaches.
fn write_how_it_stands(hud: &mut Hud, game: &Game, bench: &Workbench, area: Rect, columns: usize) -> f32 {
    let mut at = vec2(area.x, area.y);
    match bake_presses::why_closed(game) {
        Some(why) => {
            let mut lines = hud.ui.painter.wrap(&why, area.w, SMALL);
            lines.truncate(LINES);
            hud.ui.painter.write_lines(&lines, at, SMALL, palette().partial);
        }
        None => {
            let (words, color) = how_it_stands(game.run.sim(), bench);
            hud.ui.verdict(&[words], color, at);
        }
    }
    at.y += LINES as f32 * line_height(SMALL) + 6.0;
    at.y + hud.ui.legend(&overlays::REASONS, columns, at, area.w) + 8.0
}

fn standing(does_something: bool) -> Standing {
    if does_something { Standing::Plain } else { Standing::Idle }
}

fn how_it_stands(sim: &Simulation, bench: &Workbench) -> (String, Color) {
    if !sim.is_baked() {
        return ("nothing is baked: press Bake".to_owned(), palette().wrong);
    }
    if bench.differs(sim) {
        return ("changed: press Bake to see it".to_owned(), palette().partial);
    }
    let cells = sim.map().cells();
    let took = bench.took.map_or_else(String::new, |took| format!(", in {}", milliseconds(took)));
    (format!("baked: {} x {} cells{took}", cells.width, cells.height), palette().on)
}

/// A link of each name that can be turned on and off, by its place in the map.
fn named_links(sim: &Simulation) -> Vec<usize> {
    let links = &sim.map().links;
    let is_first = |&index: &usize| {
        let name = &links[index].name;
        !name.is_empty() && links[..index].iter().all(|link| link.name != *name)
    };
    (0..links.len()).filter(is_first).take(MOST_LINKS).collect()
}
