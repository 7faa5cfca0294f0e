//! Which agents are selected for the next order.

use footpath::agent::AgentId;
use footpath::sim::{Command, Selection};
use glam::Vec2;

use super::Game;
use crate::app::view::words::answers::{Answer, Tone};

impl Game {
    /// The agents that an order is for.
    pub fn selection(&self) -> Selection {
        if self.selected.is_empty() { Selection::All } else { Selection::These(self.selected.clone()) }
    }

    /// Selects as a script says.
    pub fn select(&mut self, selection: Selection) {
        self.selected.clear();
        match selection {
            Selection::All => self.selected.extend(self.sim.agents().iter().map(|agent| agent.id())),
            Selection::These(ids) => ids.into_iter().for_each(|id| self.add_to_selection(id)),
        }
        self.forget_the_removed();
    }

    pub(super) fn select_one(&mut self, agent: AgentId, toggle: bool) {
        self.card.fold();
        if !toggle {
            self.selected.clear();
            self.selected.push(agent);
        } else if let Ok(index) = self.selected.binary_search(&agent) {
            self.selected.remove(index);
        } else {
            self.add_to_selection(agent);
        }
    }

    pub(super) fn add_to_selection(&mut self, agent: AgentId) {
        if let Err(index) = self.selected.binary_search(&agent) {
            self.selected.insert(index, agent);
        }
    }

    pub(super) fn select_box(&mut self, from: Vec2, to: Vec2, add: bool) {
        self.card.fold();
        let (min, max) = (from.min(to), from.max(to));
        let inside = |position: Vec2| {
            let at = self.camera.to_screen(position);
            at.cmpge(min).all() && at.cmple(max).all()
        };
        let caught: Vec<AgentId> =
            self.sim.agents().iter().filter(|agent| inside(agent.position())).map(|agent| agent.id()).collect();
        if !add {
            self.selected.clear();
        }
        caught.into_iter().for_each(|agent| self.add_to_selection(agent));
    }

    pub(super) fn remove_selected(&mut self) {
        if self.selected.is_empty() {
            self.say(Answer::new(Tone::Plain, "Select the agents to remove first: click one, or drag a box"));
        } else {
            self.command(Command::Remove(self.selection()));
        }
    }

    pub(super) fn forget_the_removed(&mut self) {
        let sim = &self.sim;
        self.selected.retain(|id| sim.agent(*id).is_some());
    }
}
