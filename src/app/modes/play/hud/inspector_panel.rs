//! The panel of the inspector: the state of an agent, and the properties of its profile, changed while it walks.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::keys::Action;
use crate::app::modes::play::game::inspect;
use crate::app::modes::play::inspector::Page;
use crate::app::modes::play::intent::Press;
use crate::app::modes::play::{Aim, Game, InspectPress};
use crate::app::modes::property::in_words;
use crate::app::modes::screen::{BUTTON, PADDING, is_low};
use crate::app::modes::side_panel::{HEADER, Rows, WORD_BUTTON, begin_page, draw_header};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::stepper::{Stepper, Symbols};
use crate::app::ui::tabs::tabs;
use crate::app::ui::text_painter::SMALL;
use crate::app::view::words::agent_words;

/// The height of a row of pages.
const PAGES: f32 = BUTTON;

/// The most properties of a page.
const MOST_PROPERTIES: usize = 7;

/// The height left below the properties for the line that says which agents a change applies to, and on the first page for
/// buttons.
const NOTE: f32 = 54.0;

/// The width of the names of the lines on the first page.
const NAMES: f32 = 84.0;

/// The most lines for one thing on the first page.
const MOST_LINES: usize = 2;

/// How high the whole panel is.
pub(super) fn height(viewport: Vec2) -> f32 {
    HEADER + page_rows(viewport) as f32 * PAGES + Rows::of(viewport).total(MOST_PROPERTIES) + NOTE
}

/// How many rows the pages take: in a narrow panel two, so that a finger finds each.
fn page_rows(viewport: Vec2) -> usize {
    if is_low(viewport) { 2 } else { 1 }
}

/// Draws the inspector with a page open.
pub(super) fn draw(hud: &mut Hud, game: &Game, page: Page, panel: Rect) {
    hud.ui.panel(panel, 12.0, palette().panel);
    let title = match game.orders.first_agent(game.run.sim()) {
        Some(agent) => agent_words::agent_in_words(game.run.sim(), agent.id().0),
        None => "No agents".to_owned(),
    };
    let turn = |forward| Press::Inspect(InspectPress::Agent(forward));
    draw_header(&mut hud.ui, &title, (turn(false), turn(true)), Press::Do(Action::Inspector), panel);
    let area = begin_page(&mut hud.ui, panel, height(hud.layout.viewport), &mut hud.side_scroll);
    let names = Page::ALL.map(|one| (one.name(), Press::Inspect(InspectPress::Turn(one)), one == page));
    let rows = page_rows(hud.layout.viewport);
    let pages = Rect::new(area.x + 8.0, area.y + HEADER, area.w - 16.0, rows as f32 * PAGES);
    tabs(&mut hud.ui, &names, rows, pages);
    let top = pages.bottom() + 4.0;
    match page {
        Page::State => write_state(hud, game, Rect { y: top, h: area.bottom() - top, ..area }),
        _ => draw_properties(hud, game, page, area, top),
    }
    hud.ui.end_scroll();
}

/// The state of the agent, line by line.
fn write_state(hud: &mut Hud, game: &Game, area: Rect) {
    let Some(agent) = game.orders.first_agent(game.run.sim()) else { return };
    let width = area.w - 2.0 * PADDING - NAMES - 8.0;
    let mut at = vec2(area.x + PADDING, area.y + 2.0);
    for (name, text) in agent_words::state_of(game.run.sim(), agent) {
        let is_reason = name == "Reason";
        let mut wrapped = hud.ui.painter.wrap(&text, width, SMALL);
        shorten(&mut wrapped, if is_reason { MOST_LINES + 1 } else { MOST_LINES });
        hud.ui.painter.write(name, at, SMALL, palette().text_dim);
        let color = if is_reason { palette().partial } else { palette().text };
        at.y += hud.ui.painter.write_lines(&wrapped, at + vec2(NAMES, 0.0), SMALL, color) + 1.0;
    }
    let inside = Rect::new(area.x + PADDING, area.bottom() - WORD_BUTTON - 6.0, area.w - 2.0 * PADDING, WORD_BUTTON);
    let standing = |is_on| if is_on { Standing::On } else { Standing::Plain };
    let pin = Rect { w: 0.5 * (inside.w - 8.0), ..inside };
    let follow = Rect { x: pin.right() + 8.0, ..pin };
    hud.ui.word_button("Pin a cell", Press::PinNext, pin, standing(game.orders.aim() == Some(Aim::Pin)));
    let press = Press::Do(Action::FollowCamera);
    hud.ui.word_button("Camera", press, follow, standing(game.look.follow_camera().is_on));
}

/// The properties of a page, and which agents they apply to.
fn draw_properties(hud: &mut Hud, game: &Game, page: Page, area: Rect, top: f32) {
    let Some(agent) = game.orders.first_agent(game.run.sim()) else { return };
    let profile = inspect::inspected_profile(&game.run, agent);
    let rows = Rows::of(hud.layout.viewport);
    let start = game.run.sim().level().profiles.iter().find(|known| known.name == profile.name);
    for (index, property) in page.properties().enumerate() {
        let press = |steps| Press::Inspect(InspectPress::Adjust(property, steps));
        let is_changed = start.is_some_and(|start| property.value(start) != property.value(profile));
        let number = Stepper {
            name: property.label,
            value: &in_words(property, profile),
            color: if is_changed { palette().partial } else { palette().text },
            signs: Symbols::PlusMinus,
            less: press(-1),
            more: press(1),
        };
        number.show(&mut hud.ui, rows.place(area, top, index), rows.stepper);
    }
    let y = area.bottom() - NOTE + 14.0;
    hud.ui.rule(Rect::new(area.x + PADDING, y - 4.0, area.w - 2.0 * PADDING, 1.0));
    let place = profile.name.as_str();
    let count = game.run.sim().agents().iter().filter(|agent| game.run.sim().profile_of(agent).name == place).count();
    let text = format!("Applies at once to every {place} ({count})");
    hud.ui.painter.write(text, vec2(area.x + PADDING, y + 4.0), SMALL, palette().text_dim);
}

/// Cuts off the lines that are too many, and marks that.
fn shorten(lines: &mut Vec<String>, most: usize) {
    if lines.len() > most {
        lines.truncate(most);
        lines[most - 1].push_str(" …");
    }
}
