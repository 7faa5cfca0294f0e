//! Fleeing: to where the other comes later than one does oneself, and from where there is a way on.
//!
//! Two waves go over the ground around the agent, one from it and one from the other, as far as a window of cells
//! reaches. Where the agent's own comes first it can be before the other; of those cells the ones on the edge of the
//! window lead on, while a dead end that is shorter has none. (That is the idea of pursuit and evasion by who dominates
//! which ground: R. Isaacs, "Differential Games", 1965, here by the steps of the grid.)

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use crate::agent::AgentId;
use crate::grid::{Cell, Grid, Rect};
use crate::level::Target;
use crate::nav::NavGrid;
use crate::sim::agents::Agents;
use crate::sim::orders::roaming::tend_evading;
use crate::sim::orders::{begin_next, end_order, gap, go_to};
use crate::sim::world::World;

/// For so many ticks one that flees does not look again where to.
const PAUSE: u64 = 20;

/// How far the window reaches to each side, in cells: twice the distance to keep, from the least to the most.
const WINDOW: (f32, f32) = (8.0, 40.0);

/// How far an agent has come when it is still at the same place, in world units.
const SAME_PLACE: f32 = 0.25;

/// Sends an agent away from another that is nearer than a distance, in world units from body to body.
pub fn tend_fleeing(world: &World, agents: &mut Agents, index: usize, other: AgentId, distance: f32) {
    let Some(other) = agents.index_of(other) else { return end_order(agents, index) };
    if world.steers_by_rays(&agents.list[index]) {
        return tend_evading(world, agents, index, other, distance);
    }
    let agent = &mut agents.list[index];
    agent.task.progress.on_leg &= !agent.stands();
    if gap(world, agents, index, other) >= distance {
        if !agents.list[index].task.progress.on_leg {
            begin_next(agents, index);
        }
        return;
    }
    let agent = &agents.list[index];
    if world.tick < agent.task.progress.next_look || agents.seeks_path(agent.identity.id) {
        return;
    }
    let refuge = refuge(world, agents, index, other, distance);
    let agent = &mut agents.list[index];
    agent.task.progress.next_look = world.tick + PAUSE;
    let Some(refuge) = refuge.filter(|refuge| refuge.distance(agent.body.position) > SAME_PLACE) else { return };
    if agent.task.goal != Some(Target::Point(refuge)) || agent.stands() {
        agent.task.progress.on_leg = true;
        go_to(agents, index, Target::Point(refuge));
    }
}

/// Where an agent is to go that flees from another; `None` where it stands in a wall.
fn refuge(world: &World, agents: &Agents, index: usize, other: usize, distance: f32) -> Option<Vec2> {
    let nav = world.nav_grid(agents.list[index].identity.profile);
    let lattice = nav.lattice();
    let start = world.start_cell(&agents.list[index])?;
    let reach = (2.0 * distance / lattice.tile_size).ceil().clamp(WINDOW.0, WINDOW.1) as i32;
    let window = Rect::of_cell(start).grown(reach).clipped(lattice.width, lattice.height);
    let from = agents.list[other].body.position;
    let pursuer = world.cell_of(agents.list[index].identity.profile, from).unwrap_or(lattice.tile_at(from));
    let theirs = wave(nav, window, pursuer, |_, _| true);
    let speed = |index: usize| f64::from(world.profile_of(&agents.list[index]).speed);
    let ours_first = |own: u64, theirs: u64| own as f64 * speed(other) < theirs as f64 * speed(index);
    let own = wave(nav, window, start, |cell, cost| ours_first(cost, theirs.cost(cell)));
    let inner = Rect::of_cell(start).grown(reach - 1);
    let leads_on = |cell: Cell| !inner.contains(cell);
    // The ways on first, by the lead that one has there; where there is none, what is farthest from the other. Then the
    // nearest.
    let worth = |cell: Cell| match leads_on(cell) {
        true => (true, theirs.cost(cell).saturating_sub(own.cost(cell))),
        false => (false, theirs.cost(cell)),
    };
    let reached = window.cells().filter(|&cell| own.cost(cell) < UNREACHED && nav.is_passable(cell));
    let best = reached.max_by_key(|&cell| (worth(cell), Reverse(own.cost(cell)), Reverse((cell.y, cell.x))));
    best.map(|cell| lattice.centre(cell))
}

/// What it costs to come to the cells of a window, by the steps of the grid alone.
struct Wave {
    window: Rect,
    costs: Grid<u64>,
}

/// The cost of a cell that is not reached in the window.
const UNREACHED: u64 = u64::MAX >> 8;

impl Wave {
    fn place(&self, cell: Cell) -> Cell {
        Cell::new(cell.x - self.window.min.x, cell.y - self.window.min.y)
    }

    fn cost(&self, cell: Cell) -> u64 {
        self.costs.get(self.place(cell)).copied().unwrap_or(UNREACHED)
    }
}

/// Goes over a window from a cell to all that can be reached inside it and that `may_enter` allows at that cost. One that
/// begins outside of the window reaches nothing.
fn wave(nav: &NavGrid, window: Rect, start: Cell, may_enter: impl Fn(Cell, u64) -> bool) -> Wave {
    let (width, height) = ((window.max.x - window.min.x) as u32, (window.max.y - window.min.y) as u32);
    let mut wave = Wave { window, costs: Grid::filled(width, height, UNREACHED) };
    let mut open = BinaryHeap::new();
    let mut offer = |open: &mut BinaryHeap<_>, cell: Cell, cost: u64| {
        let place = wave.place(cell);
        if let Some(known) = wave.costs.get_mut(place).filter(|known| cost < **known) {
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
    wave
}
