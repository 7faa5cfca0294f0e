//! Whom a change of the ground concerns.

use super::Simulation;
use crate::agent::body::fits;
use crate::agent::{Agent, AgentState};
use crate::grid::Rect;
use crate::nav::PathStatus;

/// A change of the ground that was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The cells (not tiles) that it touched.
    pub cells: Rect,
    /// Whether one of them may have become passable or cheaper.
    pub easier: bool,
}

impl Simulation {
    /// Has everybody find their way again whom a change concerns, after the grids have been made true to it.
    pub(super) fn reconsider(&mut self, change: Change) {
        for index in 0..self.agents.len() {
            if self.is_touched(index, &change) {
                self.request(index);
            }
        }
    }

    /// Whether an agent must find its way again, or leave its place, after a change.
    pub(super) fn is_touched(&mut self, index: usize, change: &Change) -> bool {
        let agent = &self.agents[index];
        let ground = self.ground(agent.profile);
        // Whoever crosses a link is not upon the ground; where it leads to is looked at when it comes there.
        let in_wall = agent.on_link.is_none() && !fits(&ground.solid, agent.position);
        let must_leave = in_wall || agent.slot.is_some_and(|place| !fits(&ground.solid, place));
        let unfulfilled = matches!(agent.state, AgentState::ArrivedNear | AgentState::NoWay);
        let is_touched =
            must_leave || unfulfilled && agent.goal.is_some() || self.is_way_touched(&self.agents[index], change);
        self.agents[index].in_wall = in_wall;
        is_touched
    }

    /// Whether the way that an agent is on may not be the best any more, or no way at all, after a change.
    fn is_way_touched(&self, agent: &Agent, change: &Change) -> bool {
        let Some(route) = agent.active_route() else { return false };
        let ground = self.ground(agent.profile);
        let reach = (ground.solid.distance_to_obstacles() / ground.nav.lattice().tile_size).ceil() as i32 + 1;
        // What is cut off and too small is closed all over, however far that is from the change.
        let is_closed = || route.cells[1..].iter().any(|&cell| !ground.nav.is_passable(cell));
        route.status == PathStatus::Partial
            || !route.ahead.is_empty()
            || route.passes(change.cells.grown(reach))
            || self.map.bake.smallest_region > 0.0 && is_closed()
            || change.easier && self.could_be_cheaper(agent, change.cells)
    }

    /// Whether a way through a rectangle of cells could be cheaper than the one that an agent is on: false only where
    /// even the straight line there and on, over the cheapest ground, is not.
    pub(super) fn could_be_cheaper(&self, agent: &Agent, cells: Rect) -> bool {
        let (Some(route), Some(place)) = (agent.active_route(), agent.slot) else { return true };
        let grid = self.nav_grid(agent.profile);
        let lattice = grid.lattice();
        let (low, high) = (lattice.corner(cells.min), lattice.corner(cells.max));
        let to_cells = |point: glam::Vec2| point.distance(point.clamp(low, high));
        let through = (to_cells(agent.position) + to_cells(place)) / self.map.lattice.tile_size;
        let cheapest = f64::from(grid.least_cost()) / 100.0;
        f64::from(through) * cheapest < route.cost
    }
}
