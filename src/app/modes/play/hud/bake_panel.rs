//! The panel of baking: for which profile and how the map is baked, and why a cell is closed.

use footpath::sim::Simulation;
use glam::Vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::play::Game;
use crate::app::modes::play::actions::{BakeAction, PlayAction};
use crate::app::modes::play::game::baking;
use crate::app::modes::play::workbench::{Quantity, Workbench};
use crate::app::modes::side_panel::{RowLayout, WORD_BUTTON, draw_header, draw_page, panel_height};
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::stepper::{Stepper, Symbols};
use crate::app::ui::toggle::toggle;
use crate::app::view::overlays;
use crate::app::view::words::numbers::milliseconds;

/// The lines kept free for how it stands, or for the reason why the cell under the pointer is closed.
const LINES: usize = 2;

/// The most names of links that can be turned on and off here.
const MOST_LINKS: usize = 4;

/// How high the whole panel is.
pub(super) fn height(game: &Game, bench: &Workbench, viewport: Vec2) -> f32 {
    panel_height(|column| fill(column, game, bench, &RowLayout::of(viewport)))
}

pub(super) fn draw(hud: &mut Hud, game: &Game, bench: &Workbench, panel: Rect) {
    hud.ui.panel(panel, 12.0, palette().panel);
    let title = format!("Bake for {}", bench.profile.name);
    let turn = |forward| Action::Play(PlayAction::Bake(BakeAction::Turn(forward)));
    draw_header(&mut hud.ui, &title, Some((turn(false), turn(true))), Action::Play(PlayAction::BakePanel), panel);
    let (rows, height) = (RowLayout::of(hud.layout.viewport), height(game, bench, hud.layout.viewport));
    draw_page(&mut hud.ui, (panel, height), &mut hud.side_scroll, |column| {
        fill(column, game, bench, &rows);
        None
    });
}

/// What is baked for, what is switched, why the cell under the pointer is closed or else how it stands, and what can be done.
fn fill(column: &mut Column, game: &Game, bench: &Workbench, rows: &RowLayout) {
    let sim = game.run.sim();
    let quantities = Quantity::all();
    rows.show(column, quantities.len(), |ui, index, area| draw_number(ui, sim, bench, quantities[index], area, rows));
    let links = named_links(sim);
    rows.show(column, 1 + links.len(), |ui, index, area| match index {
        0 => draw_index_switch(ui, sim, bench, area),
        _ => draw_link_switch(ui, sim, links[index - 1], area),
    });
    column.rule();
    match baking::why_closed(game) {
        Some(why) => column.lines(&why, LINES, palette().partial),
        None => {
            let (words, color) = how_it_stands(sim, bench);
            column.verdict(&words, LINES, color);
        }
    }
    column.skip(6.0);
    // More of them stand beside each other where the panel is wide, so that the buttons below are seen.
    column.legend(&overlays::REASONS, 1 + rows.columns);
    column.skip(8.0);
    let bake = ("Bake", Action::Play(PlayAction::Bake(BakeAction::Bake)), standing(bench.differs(sim)));
    column.buttons(
        2,
        WORD_BUTTON,
        &[bake, ("Clear", Action::Play(PlayAction::Bake(BakeAction::Clear)), standing(sim.is_baked()))],
    );
}

/// One number of the panel: one that is not baked yet is in another colour.
fn draw_number(
    ui: &mut Ui<Action>,
    sim: &Simulation,
    bench: &Workbench,
    quantity: Quantity,
    area: Rect,
    rows: &RowLayout,
) {
    let baked = Workbench::of(sim, bench.chosen).value(quantity);
    let press = |steps| Action::Play(PlayAction::Bake(BakeAction::Adjust(quantity, steps)));
    let number = Stepper {
        name: quantity.name(),
        value: &bench.value_in_words(quantity),
        color: if bench.value(quantity) == baked { palette().text } else { palette().partial },
        signs: Symbols::PlusMinus,
        less: press(-1),
        more: press(1),
    };
    number.show(ui, area, rows.stepper);
}

/// Whether an index for exact paths is made with the ground, and how far it is.
fn draw_index_switch(ui: &mut Ui<Action>, sim: &Simulation, bench: &Workbench, area: Rect) {
    let wanted = bench.settings.index;
    let state = match sim.index_under_way() {
        _ if !wanted => "off".to_owned(),
        _ if !sim.map().bake.index || !sim.is_baked() => "on".to_owned(),
        _ if sim.nav_grid(bench.chosen).index().is_some() => "ready".to_owned(),
        Some(part) => format!("{:.0} %", 100.0 * part),
        None => "none".to_owned(),
    };
    toggle(ui, "Index of corners", "", &state, wanted, Action::Play(PlayAction::Bake(BakeAction::Index)), area);
}

/// The links of one name, and whether they are on.
fn draw_link_switch(ui: &mut Ui<Action>, sim: &Simulation, link: usize, area: Rect) {
    let press = Action::Play(PlayAction::Bake(BakeAction::Switch(link)));
    let link = &sim.map().links[link];
    toggle(ui, &link.name, "", if link.active { "on" } else { "off" }, link.active, press, area);
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
