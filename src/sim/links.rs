//! Links in the world: who crosses one, what turns them on and off, and whom that concerns.

mod crossing;
mod platform;
mod traffic;

use super::ways::Errand;
use super::{Event, Simulation};
use crate::agent::{Agent, AgentState};
use crate::grid::Rect;
use crate::level::hint;
use crate::nav::{LinkOrigin, NavLink, PathStatus};
pub(super) use traffic::Traffic;

impl Simulation {
    /// Turns the links of a name on or off.
    pub(super) fn switch(&mut self, name: &str, on: bool) {
        if self.has_links_named(name) {
            self.set_links(name, |_| on);
        }
    }

    /// Whether there is a link of this name; if not, that is told.
    fn has_links_named(&mut self, name: &str) -> bool {
        let names = || self.map.links.iter().map(|link| link.name.as_str()).filter(|name| !name.is_empty());
        let is_known = !name.is_empty() && names().any(|known| known == name);
        if !is_known {
            let hint = hint(name, names());
            self.refuse(format!("this level has no link called {name:?}{hint}"));
        }
        is_known
    }

    /// Turns every link of a name on or off, depending on whether it is on, and tells how the first one is now.
    fn set_links(&mut self, name: &str, on: impl Fn(bool) -> bool) {
        let mut changed = Vec::new();
        for (index, link) in self.map.links.iter_mut().enumerate().filter(|(_, link)| link.name == name) {
            let is_on = on(link.active);
            if is_on != link.active {
                link.active = is_on;
                changed.push((index, is_on));
            }
        }
        let Some(&(_, on)) = changed.first() else { return };
        self.events.push(Event::Switched { link: name.to_owned(), on });
        self.map_revision += 1;
        if self.is_baked {
            self.grids.baked().for_each(|(_, grid)| grid.relink(&self.map));
        }
        for index in 0..self.agents.len() {
            if self.minds_links(&self.agents[index], &changed) {
                self.request(index);
            }
        }
    }

    /// Whether an agent must, or might better, find its way again when links, by their places in the map, were turned on
    /// or off.
    fn minds_links(&self, agent: &Agent, changed: &[(usize, bool)]) -> bool {
        let turned_on = changed.iter().any(|&(_, on)| on);
        if matches!(agent.state, AgentState::ArrivedNear | AgentState::NoWay) {
            return turned_on && agent.goal.is_some();
        }
        let Some(route) = agent.active_route() else { return false };
        let is_off =
            |link: &NavLink| changed.iter().any(|&(index, on)| !on && link.origin == LinkOrigin::Authored(index));
        !route.ahead.is_empty()
            || route.links_ahead().any(is_off)
            || turned_on && (route.status == PathStatus::Partial || self.is_better_by_link(agent, changed))
    }

    /// Whether a way over one of these links could be cheaper than the one that an agent is on.
    fn is_better_by_link(&self, agent: &Agent, changed: &[(usize, bool)]) -> bool {
        let grid = self.nav_grid(agent.profile);
        let is_meant = |link: &&NavLink| changed.iter().any(|&(index, _)| link.origin == LinkOrigin::Authored(index));
        let ends = grid.links().filter(is_meant).flat_map(|link| [link.from, link.to]);
        ends.into_iter().any(|end| self.could_be_cheaper(agent, Rect::of_cell(end)))
    }

    /// Turns over the links, or the obstacle, of the switch onto whose tile an agent has come, from another tile or off a link.
    pub(super) fn tread_on_switch(&mut self, index: usize, was_on_link: bool) {
        let agent = &self.agents[index];
        if self.level.switches.is_empty() || agent.on_link.is_some() {
            return;
        }
        let lattice = &self.map.lattice;
        let (tile, before) = (lattice.tile_at(agent.position), lattice.tile_at(agent.previous_position));
        if tile == before && !was_on_link {
            return;
        }
        let switches = self.level.switches.iter().filter(|switch| switch.tile == tile);
        let names: Vec<String> = switches.map(|switch| switch.turns.clone()).collect();
        for name in &names {
            self.set_links(name, |is_on| !is_on);
            self.turn_obstacles(name, |is_on| !is_on);
        }
    }

    /// Whether an agent that is at the beginning of the next link of its way steps upon it now.
    pub(super) fn may_step_upon_link(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        let next = agent.active_route().and_then(|route| route.next_link());
        let admitted = agent.admitted.map(|(place, _)| place);
        agent.waiting.is_none() && next.is_some_and(|link| link.capacity.is_none() || link.authored() == admitted)
    }

    /// Lets an agent that has come to the end of a link go on; if it has nowhere to go by now, let it settle there.
    pub(super) fn come_across(&mut self, index: usize) {
        let agent = &self.agents[index];
        if agent.in_wall {
            return self.request(index);
        }
        let has_task = self.tasks.of(agent.id).is_some();
        if agent.active_route().is_none() && !has_task {
            let ending = if agent.goal.is_some() { AgentState::NoWay } else { AgentState::Stopped };
            self.entrust(index, Errand::Settle(ending));
        }
    }
}
