//! What is under the mouse once it rests, the agent there and the cell: a card beside it while the debug layer is shown, and a line
//! in a corner otherwise. And cards about cells that are pinned.

use footpath::agent::Agent;
use footpath::grid::Cell;
use footpath::sim::{CellReport, Simulation};
use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::Hud;
use super::toasts;
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::play::Game;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::game::pointing;
use crate::app::modes::play::under::Under;
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING};
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{draw_ring, draw_stroke, fill_rounded};
use crate::app::ui::text_painter::{BODY, SMALL, line_height};
use crate::app::view::words::agent_words;
use crate::app::view::words::cell_words::{cell_in_a_line, cell_in_words};

/// How long the mouse rests until the card comes, in seconds.
const RESTS: f32 = 0.7;

/// How far from the pointer the card stands, in logical pixels.
const ASIDE: f32 = 20.0;

/// The width of the card, and of the names of its lines.
const WIDTH: f32 = 250.0;
const NAMES: f32 = 70.0;

/// Above its first line, and below its last.
const EDGE: f32 = 7.0;

/// The lines of an agent's state that are told here.
const TOLD: [&str; 4] = ["State", "Order", "Speed", "Reason"];

/// Draws the card or the line about what the mouse has rested on for long enough, if nothing is open over it.
pub(super) fn draw(hud: &mut Hud, game: &Game) {
    let now = game.clock.elapsed();
    let at = hud.ui.hit_areas.hover().filter(|at| game.look.pointer() == Some(*at) && game.panels.open().is_none());
    if at != hud.hover.map(|(at, _)| at) {
        hud.hover = at.map(|at| (at, now));
    }
    let Some((at, _)) = hud.hover.filter(|(_, since)| now - since > RESTS) else { return };
    let (agent, report) = under(game, at);
    if !game.look.overlays().open {
        return draw_line(hud, game.run.sim(), agent, report.as_ref());
    }
    let of_agent = agent.into_iter().flat_map(|agent| lines_of_agent(game.run.sim(), agent));
    let of_cell = report.iter().flat_map(|report| cell_in_words(game.run.sim(), report));
    let lines: Vec<(String, String)> = of_agent.chain(of_cell).collect();
    if !lines.is_empty() {
        // What is written so far lies under it.
        hud.ui.flush();
        let card = place(hud, &wrapped(hud, &lines, 0.0), at);
        fill_rounded(card, 10.0, palette().panel);
        write(hud, &wrapped(hud, &lines, 0.0), card);
    }
}

/// Draws what comes first of an agent and of a cell in one line, in the lower left corner of what the panels leave. An answer there
/// lies below it.
fn draw_line(hud: &mut Hud, sim: &Simulation, agent: Option<&Agent>, report: Option<&CellReport>) {
    let of_agent = |agent: &Agent| {
        let name = agent_words::agent_in_words(sim, agent.id().0);
        format!("{name}: {}", agent_words::state_in_words(agent.state()))
    };
    let of_cell = |report: &CellReport| cell_in_a_line(sim, report);
    let parts: Vec<String> = agent.map(of_agent).into_iter().chain(report.map(of_cell)).collect();
    if parts.is_empty() {
        return;
    }
    let text = parts.join("   ");
    let room = toasts::room_for_answers(hud);
    let text = hud.ui.painter.shortened(&text, room.w - 2.0 * PADDING, SMALL);
    let size = vec2(hud.ui.painter.width(&text, SMALL) + 2.0 * PADDING, line_height(SMALL) + 10.0);
    let bottom = hud
        .answer
        .filter(|answer| answer.x < room.x + size.x + MARGIN)
        .map_or(room.bottom(), |answer| answer.y - MARGIN);
    let area = Rect::new(room.x, (bottom - size.y).round(), size.x, size.y);
    hud.ui.flush();
    fill_rounded(area, 8.0, palette().panel);
    hud.ui.painter.write(text, vec2(area.x + PADDING, area.y + 5.0), SMALL, palette().text);
}

/// Draws the pinned cards of the cells in sight, each tied to its cell by a line and with a button that takes it away. Panels
/// come over them.
pub(super) fn draw_pins(hud: &mut Hud, game: &Game) {
    for (index, middle) in game.look.pins().iter().enumerate() {
        let at = game.camera.to_screen(middle);
        let report =
            game.run.sim().inspect_cell(middle, game.orders.selected()).filter(|_| hud.layout.free.contains(at));
        let Some(report) = report else { continue };
        let lines = wrapped(hud, &cell_in_words(game.run.sim(), &report), BUTTON);
        let card = place(hud, &lines, at);
        hud.ui.flush();
        draw_stroke(at, at.clamp(card.point(), card.point() + card.size()), 2.0, palette().text);
        draw_ring(at, 5.0, 2.0, palette().text);
        hud.ui.panel(card, 10.0, palette().panel);
        write(hud, &lines, card);
        hud.ui.close_button(
            Action::Play(PlayAction::Unpin(index)),
            Rect::new(card.right() - BUTTON, card.y, BUTTON, BUTTON),
        );
    }
}

/// The lines of a card, each broken so that it fits; the title leaves `room` at its end.
fn wrapped(hud: &Hud, lines: &[(String, String)], room: f32) -> Vec<(String, Vec<String>)> {
    let text = WIDTH - 2.0 * PADDING;
    let wrap = |(name, words): &(String, String)| {
        let lines = match name.is_empty() {
            true => vec![hud.ui.painter.shortened(words, text - room, BODY)],
            false => hud.ui.painter.wrap(words, text - NAMES, SMALL),
        };
        (hud.ui.painter.shortened(name, NAMES - 4.0, SMALL), lines)
    };
    lines.iter().map(wrap).collect()
}

/// Where a card stands that is about a place of the window: beside it, clear of the panels at the sides.
fn place(hud: &Hud, lines: &[(String, Vec<String>)], at: Vec2) -> Rect {
    let height = Column::height_of(|column| fill(column, lines));
    let free = hud.layout.free;
    let left = hud.layout.side.filter(|_| !hud.is_narrow()).map_or(free.x, |side| side.right()) + MARGIN;
    let right = hud.layout.list_at_right().map_or(free.right(), |list| list.x) - MARGIN;
    let x = if at.x + ASIDE + WIDTH < right { at.x + ASIDE } else { at.x - ASIDE - WIDTH };
    let x = x.max(left).round();
    // Answers and the bar of orders at the lower edge stay free.
    let is_below = |area: &Rect| area.x < x + WIDTH + MARGIN && area.right() > x - MARGIN && area.y > free.center().y;
    let lowest =
        hud.answer.into_iter().chain(hud.orders).filter(is_below).map(|area| area.y).fold(free.bottom(), f32::min);
    let y = (at.y + ASIDE).min(lowest - MARGIN - height).max(MARGIN);
    Rect::new(x, y.round(), WIDTH, height)
}

fn write(hud: &mut Hud, lines: &[(String, Vec<String>)], card: Rect) {
    let area = Rect { x: card.x + PADDING, w: card.w - 2.0 * PADDING, ..card };
    Column::draw(&mut hud.ui, area, |column| fill(column, lines));
}

fn fill(column: &mut Column, lines: &[(String, Vec<String>)]) {
    column.skip(EDGE);
    for (name, words) in lines {
        let is_title = name.is_empty();
        let (size, across) = if is_title { (BODY, 0.0) } else { (SMALL, NAMES) };
        column.take(words.len() as f32 * line_height(size), |ui, area| {
            ui.painter.write(name.as_str(), area.point(), SMALL, palette().text_dim);
            ui.painter.write_lines(words, area.point() + vec2(across, 0.0), size, palette().text);
        });
    }
    column.skip(EDGE);
}

/// The agent and the cell at a place of the window. A pinned cell has its card already.
fn under(game: &Game, at: Vec2) -> (Option<&Agent>, Option<CellReport>) {
    let sim = game.run.sim();
    let agent = match pointing::under(game, at) {
        Under::Agent { agent, .. } => sim.agent(agent),
        _ => None,
    };
    let is_pinned = |cell: Cell| game.look.pins().iter().any(|pin| pin == sim.map().cells().centre(cell));
    let report = sim.inspect_cell(game.camera.to_world(at), game.orders.selected());
    (agent, report.filter(|report| !is_pinned(report.cell)))
}

fn lines_of_agent(sim: &Simulation, agent: &Agent) -> impl Iterator<Item = (String, String)> {
    let title = (String::new(), agent_words::agent_in_words(sim, agent.id().0));
    let state = agent_words::state_of(sim, agent).into_iter().filter(|(name, _)| TOLD.contains(name));
    std::iter::once(title).chain(state.map(|(name, words)| (name.to_lowercase(), words)))
}
