//! What is always there or comes by itself: the level's card, answers, the list of the debug layer.

use footpath::agent::AgentState;
use footpath::nav::PathStatus;
use glam::{Vec2, vec2};
use macroquad::math::Rect;
use macroquad::shapes::{draw_circle, draw_line, draw_rectangle};

use super::{BUTTON, DEBUG_WIDTH, Hud, MARGIN, PADDING};
use crate::app::answers::Tone;
use crate::app::debug::{CLOSED, OPEN, PARTS, Part, VECTORS};
use crate::app::game::{ANSWER_LASTS, Game};
use crate::app::ink::{
    AMBER, BODY, CORAL, CREAM, CREAM_DIM, INK, INK_LIGHT, INK_RAISED, SMALL, TEAL, TITLE, fill_rounded, line_height,
};
use crate::app::input::Press;
use crate::app::timing::Timings;

/// How long what a level is about stays after the first order, in seconds.
const ABOUT_LASTS: f32 = 6.0;

/// The greatest width of the level's card.
const CARD_WIDTH: f32 = 440.0;

impl Hud {
    /// The level's name, at first what it is about, and how things stand.
    pub(super) fn draw_card(&mut self, game: &Game) {
        let introduces = game.first_order.is_none_or(|at| game.clock.elapsed() - at < ABOUT_LASTS);
        let level = game.sim.level();
        let about = if introduces { self.about(game, self.viewport) } else { Vec::new() };
        let status = status(game);
        let lines = about.iter().map(|line| self.ink.width(line, BODY));
        let widest = lines.chain([self.ink.width(&level.name, TITLE), self.ink.width(&status, SMALL)]);
        let width = widest.fold(0.0, f32::max) + 2.0 * PADDING;
        let height = self.card_height(game, self.viewport, introduces);
        let card = Rect::new(MARGIN, MARGIN, width, height);
        fill_rounded(card, 12.0, INK_LIGHT);
        self.areas.push((card, None));
        let mut at = vec2(card.x + PADDING, card.y + 8.0);
        self.ink.write(level.name.as_str(), at, TITLE, CREAM);
        at.y += line_height(TITLE);
        at.y += self.ink.write_lines(&about, at, BODY, CREAM);
        self.ink.write(status, at, SMALL, CREAM_DIM);
    }

    /// How high the level's card is, with or without what the level is about.
    pub(super) fn card_height(&self, game: &Game, viewport: Vec2, with_about: bool) -> f32 {
        let lines = if with_about { self.about(game, viewport).len() } else { 0 };
        line_height(TITLE) + lines as f32 * line_height(BODY) + line_height(SMALL) + 16.0
    }

    fn about(&self, game: &Game, viewport: Vec2) -> Vec<String> {
        let width = CARD_WIDTH.min(viewport.x - 2.0 * MARGIN) - 2.0 * PADDING;
        self.ink.wrap(&game.sim.level().about, width, BODY)
    }

    /// The last answer, above the buttons, fading.
    pub(super) fn draw_answer(&mut self, game: &Game) {
        let Some((answer, said)) = &game.answer else { return };
        let age = game.clock.elapsed() - said;
        let strength = ((ANSWER_LASTS - age) / 0.6).clamp(0.0, 1.0);
        if strength == 0.0 {
            return;
        }
        let color = match answer.tone {
            Tone::Plain => CREAM,
            Tone::Complete => TEAL,
            Tone::Partial => AMBER,
            Tone::Impossible => CORAL,
        };
        let fade = |color: macroquad::color::Color| macroquad::color::Color { a: color.a * strength, ..color };
        let lines = self.ink.wrap(&answer.text, (self.viewport.x - 6.0 * PADDING).min(620.0), BODY);
        let width = lines.iter().map(|line| self.ink.width(line, BODY)).fold(0.0, f32::max) + 2.0 * PADDING + 16.0;
        let height = lines.len() as f32 * line_height(BODY) + 14.0;
        let bottom = self.viewport.y - BUTTON - 2.0 * MARGIN - 42.0;
        let area = Rect::new(0.5 * (self.viewport.x - width), bottom - height, width, height);
        fill_rounded(area, 12.0, fade(INK));
        draw_circle(area.x + PADDING + 2.0, area.y + 0.5 * height, 5.0, fade(color));
        self.ink.write_lines(&lines, vec2(area.x + PADDING + 16.0, area.y + 7.0), BODY, fade(CREAM));
    }

    /// The parts of the debug layer with their keys and states, and under them what they tell.
    pub(super) fn draw_debug_list(&mut self, game: &Game, timings: &Timings) {
        let row = if self.is_narrow() { 34.0 } else { 26.0 };
        let notes = notes(game, timings);
        let legend = legend(game);
        let height = 34.0
            + row * PARTS.len() as f32
            + 8.0
            + (notes.len() + legend.len()) as f32 * line_height(SMALL)
            + if notes.is_empty() && legend.is_empty() { 0.0 } else { 8.0 };
        let top = if self.is_narrow() { MARGIN + self.card_height(game, self.viewport, true) + 44.0 } else { MARGIN };
        let panel = Rect::new(self.viewport.x - DEBUG_WIDTH - MARGIN, top, DEBUG_WIDTH, height);
        fill_rounded(panel, 12.0, INK);
        self.areas.push((panel, None));
        self.ink.write("Debug layer", vec2(panel.x + PADDING, panel.y + 7.0), BODY, CREAM);
        let hint = "Q all, I close";
        let x = panel.right() - PADDING - self.ink.width(hint, SMALL);
        self.ink.write(hint, vec2(x, panel.y + 9.0), SMALL, CREAM_DIM);
        let mut at = vec2(panel.x, panel.y + 34.0);
        for (part, name, action) in PARTS {
            let area = Rect::new(at.x + 6.0, at.y, panel.w - 12.0, row);
            let shown = game.debug.shows(part);
            if self.is_hovered(area) {
                fill_rounded(area, 8.0, INK_RAISED);
            }
            draw_circle(at.x + PADDING + 5.0, at.y + 0.5 * row, 5.0, if shown { TEAL } else { INK_RAISED });
            let text = at.y + 0.5 * (row - line_height(BODY));
            self.ink.write(action.key_name(), vec2(at.x + 34.0, text), BODY, CREAM_DIM);
            self.ink.write(name, vec2(at.x + 56.0, text), BODY, if shown { CREAM } else { CREAM_DIM });
            self.areas.push((area, Some(Press::Do(action))));
            at.y += row;
        }
        at += vec2(PADDING, 8.0);
        if !(notes.is_empty() && legend.is_empty()) {
            draw_line(at.x, at.y - 3.0, panel.right() - PADDING, at.y - 3.0, 1.0, INK_RAISED);
        }
        for (name, color) in legend {
            draw_rectangle(at.x, at.y + 7.0, 18.0, 5.0, macroquad::color::Color { a: 1.0, ..color });
            self.ink.write(name, at + vec2(26.0, 2.0), SMALL, CREAM);
            at.y += line_height(SMALL);
        }
        for (name, value) in notes {
            self.ink.write(name, at + vec2(0.0, 2.0), SMALL, CREAM_DIM);
            let x = panel.right() - PADDING - self.ink.width(&value, SMALL);
            self.ink.write(value, vec2(x, at.y + 2.0), SMALL, CREAM);
            at.y += line_height(SMALL);
        }
    }
}

/// How things stand, in one short line.
fn status(game: &Game) -> String {
    let agents = game.sim.agents();
    if let (Some(id), 1) = (game.selected.first(), game.selected.len())
        && let Some(agent) = game.sim.agent(*id)
    {
        return format!("{} {}: {}", game.sim.profile_of(agent).name, id.0, state_in_words(agent.state));
    }
    let moving = agents.iter().filter(|agent| !agent.stands()).count();
    let who = match (agents.len(), game.selected.len()) {
        (0, _) => "No agents: N adds a walker".to_owned(),
        (1, 0) => "1 agent".to_owned(),
        (count, 0) => format!("{count} agents"),
        (count, selected) => format!("{selected} of {count} agents selected"),
    };
    if moving > 0 { format!("{who}, {moving} moving") } else { who }
}

fn state_in_words(state: AgentState) -> &'static str {
    match state {
        AgentState::Idle => "waits for an order",
        AgentState::Waiting => "looks for a way",
        AgentState::Moving => "on its way",
        AgentState::Arrived => "has arrived",
        AgentState::ArrivedNear => "came as near as it could",
        AgentState::Stopped => "stopped",
        AgentState::NoWay => "found no way",
    }
}

/// What the colours of the shown parts mean.
fn legend(game: &Game) -> Vec<(&'static str, macroquad::color::Color)> {
    let mut legend = Vec::new();
    if game.debug.shows(Part::Search) {
        legend.extend([("open set", OPEN), ("closed set", CLOSED)]);
    }
    if game.debug.shows(Part::Vectors) {
        legend.extend(VECTORS);
    }
    legend
}

/// The numbers of the last search, and times.
fn notes(game: &Game, timings: &Timings) -> Vec<(&'static str, String)> {
    if !game.debug.shows(Part::Numbers) {
        return Vec::new();
    }
    let mut notes = Vec::new();
    if let Some(measured) = &game.debug.measured {
        let result = match measured.status {
            Some(PathStatus::Complete) => "complete",
            Some(PathStatus::Partial) => "partial",
            None => "no way",
        };
        notes.extend([
            ("search", format!("A*, octile, agent {}", measured.last.agent.0)),
            ("result", result.to_owned()),
            ("expanded", measured.last.effort.expanded.to_string()),
            ("generated", measured.last.effort.generated.to_string()),
            ("cost", format!("{:.2}", measured.cost)),
            ("length", format!("{:.2} tiles", measured.length)),
            ("search time", format!("{:.1} µs", measured.micros)),
        ]);
    }
    notes.extend([
        ("frame", format!("{:.1} ms", timings.frame.mean())),
        ("of it processor", format!("{:.2} ms", timings.frame_cpu.mean())),
        ("tick", format!("{:.0} µs", timings.tick_us.mean())),
        ("ticks", game.sim.tick().to_string()),
    ]);
    notes
}
