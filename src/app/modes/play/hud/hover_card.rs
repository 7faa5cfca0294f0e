//! What is under the mouse once it rests: the agent there and the tile.

use footpath::agent::Agent;
use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::Hud;
use super::debug_list::notes_of_tile;
use super::layout::{MARGIN, PADDING};
use crate::app::modes::play::Game;
use crate::app::modes::play::intent::Under;
use crate::app::ui::ink::{BODY, CREAM, CREAM_DIM, INK, SMALL, line_height};
use crate::app::ui::shapes::fill_rounded;
use crate::app::view::words::agent_words;

/// How long the mouse rests until the card comes, in seconds.
const RESTS: f32 = 0.7;

/// How far from the pointer the card stands, in logical pixels.
const ASIDE: f32 = 20.0;

/// The width of the card, and of the names of its lines.
const WIDTH: f32 = 250.0;
const NAMES: f32 = 70.0;

/// The lines of an agent's state that are told here.
const TOLD: [&str; 4] = ["State", "Order", "Speed", "Reason"];

/// Draws the card if the mouse has rested on the map for long enough and nothing is open over it.
pub(super) fn draw(hud: &mut Hud, game: &Game) {
    let now = game.clock.elapsed();
    let at = hud.ui.spots.hover().filter(|at| game.pointer == Some(*at) && game.panel.is_none());
    if at != hud.hover.map(|(at, _)| at) {
        hud.hover = at.map(|at| (at, now));
    }
    let Some((at, _)) = hud.hover.filter(|(_, since)| now - since > RESTS) else { return };
    let lines = lines(game, at);
    if !lines.is_empty() {
        write_card(hud, &lines, at);
    }
}

fn write_card(hud: &mut Hud, lines: &[(String, String)], at: Vec2) {
    let text = WIDTH - 2.0 * PADDING;
    let wrapped: Vec<(&str, Vec<String>)> = lines
        .iter()
        .map(|(name, words)| match name.is_empty() {
            true => ("", vec![hud.ui.ink.shortened(words, text, BODY)]),
            false => (name.as_str(), hud.ui.ink.wrap(words, text - NAMES, SMALL)),
        })
        .collect();
    let height_of = |(name, words): &(&str, Vec<String>)| {
        words.len() as f32 * line_height(if name.is_empty() { BODY } else { SMALL })
    };
    let height = wrapped.iter().map(height_of).sum::<f32>() + 14.0;
    let free = hud.layout.free;
    let right = hud.layout.list.filter(|_| !hud.is_narrow()).map_or(free.right(), |list| list.x) - MARGIN;
    let x = if at.x + ASIDE + WIDTH < right { at.x + ASIDE } else { at.x - ASIDE - WIDTH };
    let y = (at.y + ASIDE).min(free.bottom() - MARGIN - height).max(MARGIN);
    let card = Rect::new(x.max(free.x + MARGIN).round(), y.round(), WIDTH, height);
    // What is written so far lies under it.
    hud.ui.flush();
    fill_rounded(card, 10.0, INK);
    let mut at = vec2(card.x + PADDING, card.y + 7.0);
    for (name, words) in &wrapped {
        let is_title = name.is_empty();
        let (size, across) = if is_title { (BODY, 0.0) } else { (SMALL, NAMES) };
        hud.ui.ink.write(*name, at, SMALL, CREAM_DIM);
        at.y += hud.ui.ink.write_lines(words, at + vec2(across, 0.0), size, CREAM);
    }
}

/// The lines of the card, each with its name; a title has none.
fn lines(game: &Game, at: Vec2) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    if let Under::Agent { agent, .. } = game.under(at)
        && let Some(agent) = game.sim.agent(agent)
    {
        lines.extend(lines_of_agent(game, agent));
    }
    if game.sim.map().lattice.tile_inside(game.camera.to_world(at)).is_some() {
        lines.extend(notes_of_tile(game).into_iter().map(|(name, words)| (name.to_owned(), words)));
    }
    lines
}

fn lines_of_agent(game: &Game, agent: &Agent) -> impl Iterator<Item = (String, String)> {
    let title = (String::new(), agent_words::agent_in_words(&game.sim, agent.id().0));
    let state = agent_words::state_of(&game.sim, agent).into_iter().filter(|(name, _)| TOLD.contains(name));
    std::iter::once(title).chain(state.map(|(name, words)| (name.to_lowercase(), words)))
}
