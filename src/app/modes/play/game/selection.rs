//! Which agents are selected for the next order.

use footpath::agent::AgentId;
use footpath::sim::{Command, Selection};
use glam::Vec2;

use super::Game;
use crate::app::view::words::answers::{Answer, Tone};

/// Selects as a script says.
pub fn select(game: &mut Game, selection: Selection) {
    game.selected.clear();
    match selection {
        Selection::All => game.selected.extend(game.sim.agents().iter().map(|agent| agent.id())),
        Selection::These(ids) => ids.into_iter().for_each(|id| add_to_selection(game, id)),
    }
    forget_the_removed(game);
}

pub(super) fn select_one(game: &mut Game, agent: AgentId, toggle: bool) {
    game.card.fold();
    if !toggle {
        game.selected.clear();
        game.selected.push(agent);
    } else if let Ok(index) = game.selected.binary_search(&agent) {
        game.selected.remove(index);
    } else {
        add_to_selection(game, agent);
    }
}

fn add_to_selection(game: &mut Game, agent: AgentId) {
    if let Err(index) = game.selected.binary_search(&agent) {
        game.selected.insert(index, agent);
    }
}

pub(super) fn select_box(game: &mut Game, from: Vec2, to: Vec2, add: bool) {
    game.card.fold();
    let (min, max) = (from.min(to), from.max(to));
    let inside = |position: Vec2| {
        let at = game.camera.to_screen(position);
        at.cmpge(min).all() && at.cmple(max).all()
    };
    let caught: Vec<AgentId> =
        game.sim.agents().iter().filter(|agent| inside(agent.position())).map(|agent| agent.id()).collect();
    if !add {
        game.selected.clear();
    }
    caught.into_iter().for_each(|agent| add_to_selection(game, agent));
}

pub(super) fn remove_selected(game: &mut Game) {
    if game.selected.is_empty() {
        game.say(Answer::new(Tone::Plain, "Select the agents to remove first: click one, or drag a box"));
    } else {
        game.command(Command::Remove(game.selection()));
    }
}

pub(super) fn forget_the_removed(game: &mut Game) {
    let sim = &game.sim;
    game.selected.retain(|id| sim.agent(*id).is_some());
}
