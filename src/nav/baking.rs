//! Baking in steps, for a program that must not stand still while the ground of a large map is baked.

use std::sync::Arc;

use super::cache::{BakedSet, distinct};
use super::index_preparation::{IndexPreparation, Prepared};
use super::nav_grid::NavGrid;
use crate::level::TileMap;
use crate::profile::AgentProfile;

/// Cells that are baked in one step: about a thirtieth of a second where `NavGrid::bake` takes half a second for 4096 x 4096.
const STEP_CELLS: usize = 1 << 20;

/// Looks at ways between subgoals in one step while an index is made: about as long as a step of baking.
const STEP_WORK: u64 = 1_000_000;

/// The rows of a step are a multiple of this: the chunks in which connected cells are counted are as high.
const ROWS: usize = 64;

/// The ground of a map as it is baked, step by step, for several profiles.
///
/// ```
/// use footpath::level::TileMap;
/// use footpath::nav::baking::Baking;
/// use footpath::profile::AgentProfile;
///
/// let map = TileMap::from_rows(&["....", ".##.", "...."])?;
/// let mut baking = Baking::begin(&map, &AgentProfile::built_in());
/// while !baking.step(&map) {
///     assert!((0.0..=1.0).contains(&baking.part()), "draw a frame, or stop");
/// }
/// assert!(baking.finish().grid(&map, &AgentProfile::default()).is_some());
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub struct Baking {
    /// The profiles to bake for. Profiles that walk alike are one.
    profiles: Vec<AgentProfile>,
    /// The grids that are baked and have not been taken, and how many are baked.
    done: Vec<NavGrid>,
    count: usize,
    /// The grid that is baked now, and how many of its rows are.
    under_way: Option<(NavGrid, usize)>,
    /// The [index](NavGrid::prepare_index) of the grid whose rows are all baked, where the map wants one.
    preparation: Option<IndexPreparation>,
    /// Cells: from top to bottom of a grid.
    rows: usize,
    /// How many of these one step bakes.
    rows_a_step: usize,
}

impl Baking {
    /// Begins to bake a map for these profiles; nothing is baked yet.
    pub fn begin(map: &TileMap, profiles: &[AgentProfile]) -> Baking {
        let cells = map.cells();
        let rows = cells.height as usize;
        let rows_a_step = match map.bake.smallest_region > 0.0 {
            // Whether a region is too small is known when all of it is.
            true => rows,
            false => (STEP_CELLS / cells.width as usize).next_multiple_of(ROWS),
        };
        let profiles = distinct(map, profiles).into_iter().cloned().collect();
        Baking { profiles, done: Vec::new(), count: 0, under_way: None, preparation: None, rows, rows_a_step }
    }

    /// Bakes on, for as long as that takes for some rows of the map, which must be the one with which it began; whether
    /// all is baked now.
    pub fn step(&mut self, map: &TileMap) -> bool {
        let Some(profile) = self.profiles.get(self.count) else { return true };
        let (mut grid, from) = self.under_way.take().unwrap_or_else(|| (NavGrid::bare(map, profile), 0));
        let to = (from + self.rows_a_step).min(self.rows);
        let is_ready = match self.preparation.take() {
            Some(preparation) => self.prepare(&mut grid, preparation),
            None => {
                grid.bake_rows(map, from as i32..to as i32);
                to == self.rows && self.end_rows(map, &mut grid)
            }
        };
        if is_ready {
            self.done.push(grid);
            self.count += 1;
        } else {
            self.under_way = Some((grid, to));
        }
        self.count == self.profiles.len()
    }

    /// Finds the links, after the last row; whether nothing is left to do then.
    fn end_rows(&mut self, map: &TileMap, grid: &mut NavGrid) -> bool {
        grid.bake_links(map);
        self.preparation = map.bake.index.then(|| IndexPreparation::begin(grid)).flatten();
        self.preparation.is_none()
    }

    /// Goes on with the index of a grid; whether that is made, or there is none.
    fn prepare(&mut self, grid: &mut NavGrid, mut preparation: IndexPreparation) -> bool {
        match preparation.step(grid, STEP_WORK) {
            Prepared::GoesOn => {
                self.preparation = Some(preparation);
                false
            }
            Prepared::Done(index) => grid.adopt_index(Arc::new(*index)),
            Prepared::Nothing => true,
        }
    }

    /// How much of it is done, from 0 to 1.
    pub fn part(&self) -> f32 {
        let rows = self.under_way.as_ref().map_or(0.0, |(_, row)| *row as f32 / self.rows.max(1) as f32);
        let begun = self.preparation.as_ref().map_or(rows, IndexPreparation::part);
        (self.count as f32 + begun) / self.profiles.len().max(1) as f32
    }

    /// How many grids there will be.
    pub fn grids(&self) -> usize {
        self.profiles.len()
    }

    /// Takes the grids that have been baked since this was last called, for a program that [writes](super::cache::Writer) one
    /// before it bakes the next.
    pub fn take(&mut self) -> Vec<NavGrid> {
        std::mem::take(&mut self.done)
    }

    /// What has been baked and not [taken](Baking::take): for all profiles once [`Baking::step`] has said so.
    pub fn finish(self) -> BakedSet {
        BakedSet::of(self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::generate::{Generate, Kind, generate};
    use crate::nav::{PathQuery, Search, find_path};

    #[test]
    fn ground_that_is_baked_in_steps_is_the_ground_that_is_baked_at_once() {
        for (kind, rows) in [(Kind::Caves { density: 45, rounds: 3 }, 64), (Kind::Open { density: 20 }, 128)] {
            let map = TileMap::plain(generate(&Generate::new(kind, 150, 300, 5)));
            let profiles = AgentProfile::built_in();
            let mut baking = Baking { rows_a_step: rows, ..Baking::begin(&map, &profiles) };
            let mut steps = 1;
            while !baking.step(&map) {
                steps += 1;
            }
            assert!(steps > 5 && baking.part() == 1.0, "{steps}");
            let (stepwise, at_once) = (baking.finish(), BakedSet::bake(&map, &profiles));
            assert_eq!(stepwise.len(), at_once.len());
            for profile in &profiles {
                let both = [&stepwise, &at_once].map(|set| set.grid(&map, profile).expect("it is baked"));
                let cells = || map.cells().rect().cells();
                assert!(cells().all(|cell| both[0].cost(cell) == both[1].cost(cell)));
                assert!(cells().all(|cell| both[0].clearance(cell) == both[1].clearance(cell)));
                let open: Vec<_> = cells().filter(|&cell| both[0].is_passable(cell)).collect();
                for (index, &start) in open.iter().enumerate().step_by(1 + open.len() / 40) {
                    let query = PathQuery::between(start, open[(index * 7919) % open.len()]);
                    let paths = both.map(|grid| find_path(grid, &query, &mut Search::default()));
                    assert_eq!(paths[0], paths[1]);
                }
            }
        }
    }
}
