//! The indexes of grids, and the polygons of any-angle searches: made at the start of a level, and made true again, in steps,
//! when the ground has changed.
//!
//! Paths of equal length may differ with an index and without. So when there is one must follow from the level and the
//! commands alone: not from which grids were baked before, or asked for to be drawn.

use std::sync::Arc;

use crate::agent::Agent;
use crate::nav::{Algorithm, IndexPreparation, Prepared};
use crate::sim::agents::Agents;
use crate::sim::world::{World, WorldCaches};
use crate::sorting;

/// Ticks. For so long the ground has to stay as it is before an index is made that was not there before: without it, ground that
/// changes in every tick has one begun in every tick, each for nothing. A repair goes on while the ground changes.
const LEFT_ALONE: u64 = 30;

/// Looks at ways between subgoals in a tick while an index is made or repaired: one to two milliseconds. All at once would stop
/// the picture for a fifth of a second on 1491 x 656 cells; an edit of 16 x 16 cells there takes one tick or two.
const WORK_A_TICK: u64 = 60_000;

/// Units of work in a tick while the polygons of any-angle searches are made: a bit more than a millisecond. All at once would stop the
/// picture for a third of a second on 4096 x 4096 cells of caves.
const POLYGON_WORK_A_TICK: u64 = 200_000;

/// The index that is being made.
#[derive(Clone, Debug, Default)]
pub struct IndexRenewal {
    /// The stamp of the grid for which it is, and for how many ticks that has stayed as it is.
    next: Option<(u64, u64)>,
    preparation: Option<IndexPreparation>,
    /// The number of the grid for which that is.
    of: usize,
    /// The stamps of grids of which none can be made.
    without: Vec<u64>,
}

impl IndexRenewal {
    /// How much of the next index is done, from 0 to 1, if one is to be made.
    pub fn part(&self) -> Option<f32> {
        self.next.map(|_| self.preparation.as_ref().map_or(0.0, IndexPreparation::part))
    }
}

/// The numbers of the grids on which agents walk, in order.
fn numbers_in_use(world: &World, agents: &Agents) -> Vec<usize> {
    let mut numbers: Vec<usize> = agents.list.iter().map(|agent| world.grids.number(agent.identity.profile)).collect();
    sorting::sort(&mut numbers);
    numbers.dedup();
    numbers
}

/// Makes what the searches of agents need, which otherwise the first of them would have to wait for.
pub fn begin_with_what_searches_need(world: &mut World, agents: &Agents) {
    for agent in &agents.list {
        let method = world.walked_method(agent);
        let number = world.grids.number(agent.identity.profile);
        if let Some(grid) = world.grids.baked_numbered(number) {
            grid.prepare_for(method);
        }
    }
}

/// Goes on with the polygons of the first grid on which an agent's searches lack them.
pub fn remake_polygons(world: &mut World, agents: &Agents) {
    if !world.is_baked {
        return;
    }
    let lacks = |agent: &Agent| {
        let (profile, method) = (agent.identity.profile, world.walked_method(agent));
        let is_any_angle = method.algorithm == Algorithm::AnyAngle;
        (is_any_angle && world.nav_grid(profile).lacks_polygons(method)).then(|| world.grids.number(profile))
    };
    let number = agents.list.iter().find_map(lacks);
    if let Some(grid) = number.and_then(|number| world.grids.baked_numbered(number)) {
        grid.prepare_polygons(POLYGON_WORK_A_TICK);
    }
}

/// Bakes the grids on which agents walk at the start of a level, and gives these their indexes, and no others.
pub fn begin_with_indexes(world: &mut World, agents: &Agents) {
    let numbers = numbers_in_use(world, agents);
    for &number in &numbers {
        world.grids.numbered(number, &world.map, &world.profiles);
    }
    let wants = world.map.bake.index;
    let World { grids, caches: WorldCaches { indexes, .. }, .. } = world;
    for number in 0..grids.count() {
        let Some(grid) = grids.baked_numbered(number) else { continue };
        if !numbers.contains(&number) {
            grid.discard_index();
        } else if wants && grid.index().is_none() && grid.prepare_index().is_none() {
            indexes.without.push(grid.stamp());
        }
    }
}

/// Goes on with the index that is under way, or with that of the first grid that lacks one.
pub fn remake_indexes(world: &mut World, agents: &Agents) {
    if !world.map.bake.index || !world.is_baked {
        world.caches.indexes = IndexRenewal::default();
        return;
    }
    let lacks = |number: usize| {
        let grid = world.grids.numbered(number, &world.map, &world.profiles);
        (grid.index().is_none() && !world.caches.indexes.without.contains(&grid.stamp()))
            .then_some((number, grid.stamp()))
    };
    let numbers = numbers_in_use(world, agents);
    let under_way = world
        .caches
        .indexes
        .preparation
        .as_ref()
        .map(|_| world.caches.indexes.of)
        .filter(|number| numbers.contains(number));
    let Some((number, stamp)) = under_way.into_iter().chain(numbers).find_map(lacks) else {
        (world.caches.indexes.next, world.caches.indexes.preparation) = (None, None);
        return;
    };
    let World { grids, caches: WorldCaches { indexes, .. }, .. } = world;
    let ticks = match indexes.next {
        Some((known, ticks)) if known == stamp => ticks + 1,
        _ => 0,
    };
    indexes.next = Some((stamp, ticks));
    let Some(grid) = grids.baked_numbered(number) else { return };
    if indexes.of != number || grid.has_former_index() {
        (indexes.preparation, indexes.of) = (None, number);
    }
    if grid.has_former_index() {
        indexes.preparation = IndexPreparation::repair(grid);
    }
    let follows = indexes.preparation.as_ref().is_some_and(IndexPreparation::follows);
    if ticks < LEFT_ALONE && !follows {
        indexes.preparation = None;
        return;
    }
    let prepared = match &mut indexes.preparation {
        Some(preparation) => preparation.step(grid, WORK_A_TICK),
        None => {
            indexes.preparation = IndexPreparation::begin(grid);
            if indexes.preparation.is_some() { Prepared::GoesOn } else { Prepared::Nothing }
        }
    };
    match prepared {
        Prepared::GoesOn => return,
        Prepared::Done(index) => _ = grid.adopt_index(Arc::new(*index)),
        Prepared::Nothing => {
            let present: Vec<u64> = grids.known().map(|(_, grid)| grid.stamp()).collect();
            indexes.without.retain(|stamp| present.contains(stamp));
            indexes.without.push(stamp);
        }
    }
    (indexes.next, indexes.preparation) = (None, None);
}
