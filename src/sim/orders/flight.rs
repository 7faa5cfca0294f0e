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
use crate::level::{Order, Target};
use crate::nav::NavGrid;
use crate::sim::agents::Agents;
use crate::sim::orders::roaming::evade_by_rays;
use crate::sim::orders::{end_order, gap, go_to};
use crate::sim::world::World;
use crate::sorting;

/// Ticks between two searches for a refuge. Without a pause every fleeing agent would search its window in every tick.
const REPLAN_INTERVAL: u64 = 20;

/// Cells, least and most. The window reaches twice the distance to keep to each side, within these limits: a smaller
/// one sees no way out, a larger one costs too much time.
const WINDOW_REACH: (f32, f32) = (8.0, 40.0);

/// Cells. The windows that may be searched in a tick; the agents that have waited longest come first. Without a limit, a thousand
/// that begin to flee together take 0.4 s in one tick.
const SEARCHED_A_TICK: u64 = 100_000;

/// World units. A refuge nearer than this is where the agent already stands; walking there would be fidgeting.
const MIN_FLIGHT: f32 = 0.25;

/// Since when an agent may search for a refuge, and which it is: those that come first search first.
pub type FlightTurn = (u64, AgentId);

/// The last turn in which a refuge is searched for in this tick, of those of the agents among `ids`; `None` if there is time for
/// all of them.
pub fn last_turn(world: &World, agents: &Agents, ids: impl Iterator<Item = AgentId>) -> Option<FlightTurn> {
    let wish = |id: AgentId| {
        let index = agents.index_of(id)?;
        let Some(Order::Flee { distance, .. }) = agents.list[index].task.order else { return None };
        let other =
            agents.index_of(agents.list[index].whom()?).filter(|_| !world.steers_by_rays(&agents.list[index]))?;
        if !seeks_refuge(world, agents, index, other, distance) {
            return None;
        }
        let side = 2 * u64::from(window_reach(world, agents, index, distance).unsigned_abs()) + 1;
        Some(((agents.list[index].task.progress.next_look, id), side * side))
    };
    let mut wishes: Vec<(FlightTurn, u64)> = ids.filter_map(wish).collect();
    sorting::sort(&mut wishes);
    let mut searched = 0;
    let uses_it_up = |(_, cells): &&(FlightTurn, u64)| {
        searched += cells;
        searched >= SEARCHED_A_TICK
    };
    wishes.iter().find(uses_it_up).map(|&(turn, _)| turn)
}

/// Updates the order to keep `distance` (world units, from body to body) away from another agent, of which a refuge is searched
/// for up to the `last` turn.
pub fn update_fleeing(
    world: &World,
    agents: &mut Agents,
    index: usize,
    (other, distance): (Option<AgentId>, f32),
    last: Option<FlightTurn>,
) {
    let Some(other) = other.and_then(|other| agents.index_of(other)) else { return end_order(agents, index) };
    if world.steers_by_rays(&agents.list[index]) {
        return evade_by_rays(world, agents, index, other, distance);
    }
    let agent = &mut agents.list[index];
    agent.task.progress.on_leg &= !agent.stands();
    if !seeks_refuge(world, agents, index, other, distance) {
        return;
    }
    let agent = &agents.list[index];
    if last.is_some_and(|last| (agent.task.progress.next_look, agent.identity.id) > last) {
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

/// Whether an agent that flees without rays is to search for a refuge now.
fn seeks_refuge(world: &World, agents: &Agents, index: usize, other: usize, distance: f32) -> bool {
    let agent = &agents.list[index];
    gap(world, agents, index, other) < distance
        && world.tick >= agent.task.progress.next_look
        && !agents.seeks_path(agent.identity.id)
}

/// How far the window of an agent reaches to each side, in cells.
fn window_reach(world: &World, agents: &Agents, index: usize, distance: f32) -> i32 {
    let lattice = world.nav_grid(agents.list[index].identity.profile).lattice();
    (2.0 * distance / lattice.tile_size).ceil().clamp(WINDOW_REACH.0, WINDOW_REACH.1) as i32
}

/// Returns the point to which an agent flees; `None` where it stands in a wall.
fn refuge(world: &World, agents: &Agents, index: usize, other: usize, distance: f32) -> Option<Vec2> {
    let nav = world.nav_grid(agents.list[index].identity.profile);
    let lattice = nav.lattice();
    let start = world.start_cell(&agents.list[index])?;
    let reach = window_reach(world, agents, index, distance);
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
