//! The panel of the inspector: the state of an agent, and the properties of its profile, changed while it walks.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::Action;
use crate::app::modes::column::{Column, shorten};
use crate::app::modes::play::actions::{InspectAction, PlayAction};
use crate::app::modes::play::game::inspect;
use crate::app::modes::play::inspector::InspectorPage;
use crate::app::modes::play::{Game, NextClick};
use crate::app::modes::property::in_words;
use crate::app::modes::screen::{BUTTON, is_low};
use crate::app::modes::side_panel::{RowLayout, WORD_BUTTON, draw_header, draw_page, panel_height};
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::stepper::{Stepper, Symbols};
use crate::app::ui::tabs::tabs;
use crate::app::ui::text_painter::SMALL;
use crate::app::view::words::agent_words;

/// The height of a row of pages.
const PAGES: f32 = BUTTON;

/// The width of the names of the lines on the first page.
const NAMES: f32 = 84.0;

/// The most lines for one thing on the first page.
const MOST_LINES: usize = 2;

/// How high the whole panel is: as its highest page.
pub(super) fn height(game: &Game, viewport: Vec2) -> f32 {
    let of = |page| panel_height(|column| fill(column, game, page, viewport));
    InspectorPage::ALL.map(of).into_iter().fold(0.0, f32::max)
}

/// Draws the inspector with a page open.
pub(super) fn draw(hud: &mut Hud, game: &Game, page: InspectorPage, panel: Rect) {
    let viewport = hud.layout.viewport;
    hud.ui.panel(panel, 12.0, palette().panel);
    let title = match game.orders.first_agent(game.run.sim()) {
        Some(agent) => agent_words::agent_in_words(game.run.sim(), agent.id().0),
        None => "No agents".to_owned(),
    };
    let turn = |forward| Action::Play(PlayAction::Inspect(InspectAction::Agent(forward)));
    draw_header(&mut hud.ui, &title, Some((turn(false), turn(true))), Action::Play(PlayAction::Inspector), panel);
    let whole = (panel, height(game, viewport));
    draw_page(&mut hud.ui, whole, &mut hud.side_scroll, |column| {
        fill(column, game, page, viewport);
        None
    });
}

/// The names of the pages, and the one that is open.
fn fill(column: &mut Column, game: &Game, page: InspectorPage, viewport: Vec2) {
    let names = InspectorPage::ALL
        .map(|one| (one.name(), Action::Play(PlayAction::Inspect(InspectAction::Turn(one))), one == page));
    // In a narrow panel two rows of them, so that a finger finds each.
    let in_rows = if is_low(viewport) { 2 } else { 1 };
    column.take(in_rows as f32 * PAGES, |ui, area| tabs(ui, &names, in_rows, area));
    column.skip(4.0);
    // Every page leaves room for the properties of the longest.
    let rows = RowLayout::of(viewport);
    let most = InspectorPage::ALL.map(|page| page.properties().count()).into_iter().max().unwrap_or(0);
    match page {
        InspectorPage::State => {
            column.take(rows.total(most), |ui, area| write_state(ui, game, area));
            let standing = |is_on| if is_on { Standing::On } else { Standing::Plain };
            let pin =
                ("Pin a cell", Action::Play(PlayAction::PinNext), standing(game.orders.aim() == Some(NextClick::Pin)));
            let follows = standing(game.look.follow_camera().is_on);
            column.buttons(2, WORD_BUTTON, &[pin, ("Camera", Action::Play(PlayAction::FollowCamera), follows)]);
        }
        _ => {
            rows.show(column, most, |ui, index, area| draw_property(ui, game, (page, index), area, &rows));
            column.rule();
            column.lines(&of_whom(game), 1, palette().text_dim);
        }
    }
}

/// The state of the agent, line by line.
fn write_state(ui: &mut Ui<Action>, game: &Game, area: Rect) {
    let Some(agent) = game.orders.first_agent(game.run.sim()) else { return };
    let width = area.w - NAMES - 8.0;
    let mut at = area.point() + vec2(0.0, 2.0);
    for (name, text) in agent_words::state_of(game.run.sim(), agent) {
        let is_reason = name == "Reason";
        let mut wrapped = ui.painter.wrap(&text, width, SMALL);
        shorten(&mut wrapped, if is_reason { MOST_LINES + 1 } else { MOST_LINES });
        ui.painter.write(name, at, SMALL, palette().text_dim);
        let color = if is_reason { palette().partial } else { palette().text };
        at.y += ui.painter.write_lines(&wrapped, at + vec2(NAMES, 0.0), SMALL, color) + 1.0;
    }
}

/// One of the properties of a page, if it has so many.
fn draw_property(
    ui: &mut Ui<Action>,
    game: &Game,
    (page, index): (InspectorPage, usize),
    area: Rect,
    rows: &RowLayout,
) {
    let Some(agent) = game.orders.first_agent(game.run.sim()) else { return };
    let Some(property) = page.properties().nth(index) else { return };
    let profile = inspect::inspected_profile(&game.run, agent);
    let start = game.run.sim().level().profiles.iter().find(|known| known.name == profile.name);
    let press = |steps| Action::Play(PlayAction::Inspect(InspectAction::Adjust(property, steps)));
    let is_changed = start.is_some_and(|start| property.value(start) != property.value(profile));
    let number = Stepper {
        name: property.label,
        value: &in_words(property, profile),
        color: if is_changed { palette().partial } else { palette().text },
        signs: Symbols::PlusMinus,
        less: press(-1),
        more: press(1),
    };
    number.show(ui, area, rows.stepper);
}

/// Which agents a change of a property applies to.
fn of_whom(game: &Game) -> String {
    let sim = game.run.sim();
    let Some(agent) = game.orders.first_agent(sim) else { return String::new() };
    let name = inspect::inspected_profile(&game.run, agent).name.as_str();
    let count = sim.agents().iter().filter(|agent| sim.profile_of(agent).name == name).count();
    format!("Applies at once to every {name} ({count})")
}
