//! Fleeing: to a place that the pursuer reaches later than the fleeing agent, and from which there is a way out.
//!
//! Two local Dijkstra searches spread over a window of cells around the agent, one from the agent and one from the
//! pursuer. The agent is safe in the cells that its own search reaches first; of those, the cells on the edge of the
//! window lead on, while a dead end inside it does not. (The idea is the dominance regions of pursuit and evasion: R.
//! Isaacs, "Differential Games", 1965, here measured in steps on the grid.)

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use crate::agent::AgentId;
use crate::grid::{Cell, Grid, Rect};
use crate::level::Target;
use crate::nav::NavGrid;
use crate::sim::agents::Agents;
use crate::sim::orders::roaming::evade_by_rays;
use crate::sim::orders::{end_order, gap, go_to};
use crate::sim::world::World;

/// Ticks between two searches for a refuge. Without a pause every fleeing agent would search its window in every tick.
const REPLAN_INTERVAL: u64 = 20;

/// Cells, least and most. The window reaches twice the distance to keep to each side, within these limits: a smaller
/// one sees no way out, a larger one costs too much time.
const WINDOW_REACH: (f32, f32) = (8.0, 40.0);

/// World units. A refuge nearer than this is where the agent already stands; walking there would be fidgeting.
const MIN_FLIGHT: f32 = 0.25;

/// Updates the order to keep `distance` (world units, from body to body) away from another agent.
pub fn update_fleeing(world: &World, agents: &mut Agents, index: usize, other: AgentId, distance: f32) {
    let Some(other) = agents.index_of(other) else { return end_order(agents, index) };
    if world.steers_by_rays(&agents.list[index]) {
        return evade_by_rays(world, agents, index, other, distance);
    }
    let agent = &mut agents.list[index];
    agent.task.progress.on_leg &= !agent.stands();
    if gap(world, agents, index, other) >= distance {
        return;
    }
    let agent = &agents.list[index];
    if world.tick < agent.task.progress.next_look || agents.seeks_path(agent.identity.id) {
        return;
    }
    let refuge = refuge(world, agents, index, other, distance);
    let agent = &mut agents.list[index];
    agent.task.progress.next_look = world.tick + REPLAN_INTERVAL;
    let Some(refuge) = refuge.filter(|refuge| refuge.distance(agent.body.position) > MIN_FLIGHT) else { return };
    if agent.task.goal != Some(Target::Point(refuge)) || agent.stands() {
        agent.task.progress.on_leg = true;
        go_to(agents, index, Target::Point(refuge));
    }
}

/// Returns the point to which an agent flees; `None` where it stands in a wall.
fn refuge(world: &World, agents: &Agents, index: usize, other: usize, distance: f32) -> Option<Vec2> {
    let nav = world.nav_grid(agents.list[index].identity.profile);
    let lattice = nav.lattice();
    let start = world.start_cell(&agents.list[index])?;
    let reach = (2.0 * distance / lattice.tile_size).ceil().clamp(WINDOW_REACH.0, WINDOW_REACH.1) as i32;
    let window = Rect::of_cell(start).grown(reach).clipped(lattice.width, lattice.height);
    let from = agents.list[other].body.position;
    let pursuer = world.cell_of(agents.list[index].identity.profile, from).unwrap_or(lattice.tile_at(from));
    let theirs = local_dijkstra(nav, window, pursuer, |_, _| true);
    let speed = |index: usize| f64::from(world.profile_of(&agents.list[index]).speed);
    let ours_first = |own: u64, theirs: u64| own as f64 * speed(other) < theirs as f64 * speed(index);
    let own = local_dijkstra(nav, window, start, |cell, cost| ours_first(cost, theirs.cost(cell)));
    let inner = Rect::of_cell(start).grown(reach - 1);
    let leads_on = |cell: Cell| !inner.contains(cell);
    // Ways out come first, ranked by the agent's lead there; without any, the cell farthest from the pursuer. Ties go
    // to the nearest cell.
    let rank = |cell: Cell| match leads_on(cell) {
        true => (true, theirs.cost(cell).saturating_sub(own.cost(cell))),
        false => (false, theirs.cost(cell)),
    };
    let reached = window.cells().filter(|&cell| own.cost(cell) < UNREACHED && nav.is_passable(cell));
    let best = reached.max_by_key(|&cell| (rank(cell), Reverse(own.cost(cell)), Reverse((cell.y, cell.x))));
    best.map(|cell| lattice.centre(cell))
}

/// The costs of reaching the cells of a window, counted in steps of the grid alone.
struct LocalCosts {
    window: Rect,
    costs: Grid<u64>,
}

/// The cost of a cell that was not reached within the window.
const UNREACHED: u64 = u64::MAX >> 8;

impl LocalCosts {
    fn local_cell(&self, cell: Cell) -> Cell {
        Cell::new(cell.x - self.window.min.x, cell.y - self.window.min.y)
    }

    fn cost(&self, cell: Cell) -> u64 {
        self.costs.get(self.local_cell(cell)).copied().unwrap_or(UNREACHED)
    }
}

/// Runs Dijkstra's algorithm in a window from `start`, entering only cells that `may_enter` allows at their cost.
/// Reaches nothing if `start` is outside the window.
fn local_dijkstra(nav: &NavGrid, window: Rect, start: Cell, may_enter: impl Fn(Cell, u64) -> bool) -> LocalCosts {
    let (width, height) = ((window.max.x - window.min.x) as u32, (window.max.y - window.min.y) as u32);
    let mut local = LocalCosts { window, costs: Grid::filled(width, height, UNREACHED) };
    let mut open = BinaryHeap::new();
    let mut offer = |open: &mut BinaryHeap<_>, cell: Cell, cost: u64| {
        let at = local.local_cell(cell);
        if let Some(known) = local.costs.get_mut(at).filter(|known| cost < **known) {
            *known = cost;
            open.push(Reverse((cost, cell.y, cell.x)));
        }
    };
    offer(&mut open, start, 0);
    while let Some(Reverse((cost, y, x))) = open.pop() {
        let cell = Cell::new(x, y);
        for step in nav.steps_from(cell) {
            let (next, cost) = (step.from(cell), cost + step.cost(1, 1));
            if may_enter(next, cost) {
                offer(&mut open, next, cost);
            }
        }
    }
    local
}
