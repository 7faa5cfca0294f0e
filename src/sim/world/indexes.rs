//! The indexes of grids: made at the start of a level, and again, in steps, once ground that has changed is left alone.
//!
//! Paths of equal length may differ with an index and without. So when there is one must follow from the level and the
//! commands alone: not from which grids were baked before, or asked for to be drawn.

use std::sync::Arc;

use crate::nav::{IndexPreparation, Prepared};
use crate::sim::agents::Agents;
use crate::sim::world::World;
use crate::sorting;

/// Ticks. For so long the ground has to stay as it is before its index is made again: without it, ground that changes in every
/// tick has one begun in every tick, each for nothing.
const LEFT_ALONE: u64 = 30;

/// Subgoals that are settled in a tick while an index is made: one to two milliseconds. All at once would stop the picture for
/// a third of a second on 1491 x 656 cells.
const SETTLED_A_TICK: u64 = 10_000;

/// The index that is being made.
#[derive(Clone, Debug, Default)]
pub struct Indexes {
    /// The stamp of the grid for which it is, and for how many ticks that has stayed as it is.
    next: Option<(u64, u64)>,
    preparation: Option<IndexPreparation>,
    /// The stamps of grids of which none can be made.
    without: Vec<u64>,
}

impl Indexes {
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

/// Bakes the grids on which agents walk at the start of a level, and gives these their indexes, and no others.
pub fn begin_with_indexes(world: &mut World, agents: &Agents) {
    let numbers = numbers_in_use(world, agents);
    for &number in &numbers {
        world.grids.numbered(number, &world.map, &world.profiles);
    }
    let (grids, wants) = (&mut world.grids, world.map.bake.index);
    for number in 0..grids.count() {
        let Some(grid) = grids.baked_numbered(number) else { continue };
        if !numbers.contains(&number) {
            grid.discard_index();
        } else if wants && grid.index().is_none() {
            grid.prepare_index();
        }
    }
}

/// Goes on with the index of the first grid that lacks one.
pub fn remake_indexes(world: &mut World, agents: &Agents) {
    if !world.map.bake.index || !world.is_baked {
        world.indexes = Indexes::default();
        return;
    }
    let lacks = |number: usize| {
        let grid = world.grids.numbered(number, &world.map, &world.profiles);
        (grid.index().is_none() && !world.indexes.without.contains(&grid.stamp())).then_some((number, grid.stamp()))
    };
    let Some((number, stamp)) = numbers_in_use(world, agents).into_iter().find_map(lacks) else {
        (world.indexes.next, world.indexes.preparation) = (None, None);
        return;
    };
    let World { grids, indexes, .. } = world;
    let ticks = match indexes.next {
        Some((known, ticks)) if known == stamp => ticks + 1,
        _ => 0,
    };
    indexes.next = Some((stamp, ticks));
    if ticks < LEFT_ALONE {
        indexes.preparation = None;
        return;
    }
    let Some(grid) = grids.baked_numbered(number) else { return };
    let prepared = match &mut indexes.preparation {
        Some(preparation) => preparation.step(grid, SETTLED_A_TICK),
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
