//! Making an index in steps, and making it true again after edits, for a program that must not stand still meanwhile.

use crate::grid::Cell;
use crate::nav::NavGrid;
use crate::parallel;
use std::sync::Arc;

use super::hierarchy::Stand;
use super::index::{JOINING, SubgoalIndex};
use super::is_ground_for_it;
use super::layout::Layout;
use super::order::Dissection;
use super::trial::Trial;

/// An index that is being made, step by step.
///
/// ```
/// use std::sync::Arc;
/// use footpath::nav::{IndexPreparation, NavGrid, Prepared};
///
/// let mut grid = NavGrid::from_rows(&["........", "...##...", "........", "........", "........"])?;
/// let mut preparation = IndexPreparation::begin(&grid).expect("the ground is even");
/// let index = loop {
///     match preparation.step(&grid, 1000) {
///         Prepared::GoesOn => assert!(preparation.part() <= 1.0, "draw a frame, or stop"),
///         Prepared::Done(index) => break *index,
///         Prepared::Nothing => unreachable!("there are four corners"),
///     }
/// };
/// assert!(grid.adopt_index(Arc::new(index)));
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexPreparation {
    /// That of the grid for which it is made.
    stamp: u64,
    layout: Layout,
    /// The subgoals.
    places: Vec<Cell>,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Which subgoals are in reach of each other is looked for; the number is of those from which it is known.
    Joining(Vec<Vec<u32>>, usize),
    /// They are put in order.
    Ordering(Box<Dissection>),
    /// Their edges and arcs are worked out.
    Building(Box<SubgoalIndex>),
    /// It is tried out from which distance on it is worthwhile.
    Trying(Box<Trial>),
    /// It is done.
    Over,
}

/// What came of a step.
#[derive(Clone, Debug)]
pub enum Prepared {
    /// There is more to do.
    GoesOn,
    /// The index is made: for [`NavGrid::adopt_index`].
    Done(Box<SubgoalIndex>),
    /// There will be none: a search in it would take longer than one without, or the grid has changed and it can not
    /// [follow](IndexPreparation::follows).
    Nothing,
}

/// From how many subgoals on their neighbours are looked for on several threads.
const FEWEST_ON_A_THREAD: usize = 2000;

impl IndexPreparation {
    /// Begins to make an index for a grid; `None` where [`NavGrid::prepare_index`] makes none.
    pub fn begin(grid: &NavGrid) -> Option<IndexPreparation> {
        if !is_ground_for_it(grid) {
            return None;
        }
        let layout = Layout::of(grid);
        let places = layout.cells_by_place();
        let neighbours = vec![Vec::new(); places.len()];
        Some(IndexPreparation { stamp: grid.stamp(), layout, places, stage: Stage::Joining(neighbours, 0) })
    }

    /// Begins to make the index true that a grid had before it changed, or where it had none to make one. Only what the
    /// changes touch is worked out again: milliseconds where a new index takes tenths of a second.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use footpath::grid::{Cell, Rect};
    /// use footpath::level::TileMap;
    /// use footpath::nav::{IndexPreparation, NavGrid, Prepared};
    /// use footpath::profile::AgentProfile;
    ///
    /// let mut map = TileMap::from_rows(&["........", "...##...", "........", "........", "........"])?;
    /// let mut grid = NavGrid::bake(&map, &AgentProfile::default());
    /// grid.prepare_index();
    /// map.tiles[Cell::new(3, 2)] = map.terrain_named("wall").unwrap();
    /// grid.rebake(&map, Rect::of_cell(Cell::new(3, 2)));
    /// assert!(grid.index().is_none(), "until it is true again jump points answer");
    /// let mut repair = IndexPreparation::repair(&mut grid).expect("the ground is even");
    /// while let Prepared::GoesOn = repair.step(&grid, 1000) {}
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    pub fn repair(grid: &mut NavGrid) -> Option<IndexPreparation> {
        if !is_ground_for_it(grid) {
            return None;
        }
        let Some(index) = grid.take_former_index() else { return IndexPreparation::begin(grid) };
        let mut index = Arc::unwrap_or_clone(index);
        if !index.follow(grid) {
            return IndexPreparation::begin(grid);
        }
        Some(IndexPreparation::building(grid, index))
    }

    /// Begins to make an index in which subgoals are contracted in a known order.
    pub(super) fn of_order(grid: &NavGrid, layout: Layout, places: &[Cell], order: &[u32]) -> IndexPreparation {
        IndexPreparation::building(grid, SubgoalIndex::ordered(grid, layout, places, order))
    }

    fn building(grid: &NavGrid, index: SubgoalIndex) -> IndexPreparation {
        let (layout, places) = (Layout::default(), Vec::new());
        IndexPreparation { stamp: grid.stamp(), layout, places, stage: Stage::Building(Box::new(index)) }
    }

    /// Whether the next step takes over what has changed on the grid meanwhile. Otherwise a change ends it: before the
    /// subgoals are in order.
    pub fn follows(&self) -> bool {
        matches!(self.stage, Stage::Building(_) | Stage::Trying(_))
    }

    /// Goes on until that has taken about `work` looks at ways between subgoals; 100,000 take one to two milliseconds.
    /// `grid` must be the one with which it began.
    pub fn step(&mut self, grid: &NavGrid, work: u64) -> Prepared {
        if grid.stamp() != self.stamp && !self.has_followed(grid) {
            return Prepared::Nothing;
        }
        match &mut self.stage {
            Stage::Joining(neighbours, done) => {
                let from = *done;
                let count = usize::try_from(work / JOINING).unwrap_or(usize::MAX).max(1);
                let to = from.saturating_add(count).min(neighbours.len());
                join(&self.layout, &self.places[from..to], &mut neighbours[from..to]);
                *done = to;
                if to == neighbours.len() {
                    add_links(grid, &self.layout, neighbours);
                    let dissection = Dissection::new(self.places.clone(), std::mem::take(neighbours));
                    self.stage = Stage::Ordering(Box::new(dissection));
                }
                Prepared::GoesOn
            }
            Stage::Ordering(dissection) => {
                if dissection.advance(work) {
                    let Stage::Ordering(dissection) = std::mem::replace(&mut self.stage, Stage::Over) else {
                        unreachable!("they are put in order")
                    };
                    let (layout, places) = (std::mem::take(&mut self.layout), std::mem::take(&mut self.places));
                    *self = IndexPreparation::of_order(grid, layout, &places, &dissection.finish());
                }
                Prepared::GoesOn
            }
            Stage::Building(index) => match index.advance(work) {
                Stand::GoesOn => Prepared::GoesOn,
                Stand::TooDense => {
                    self.stage = Stage::Over;
                    Prepared::Nothing
                }
                Stand::Done => match std::mem::replace(&mut self.stage, Stage::Over) {
                    // Where jump points cannot be used there is nothing to compare it with.
                    Stage::Building(index) if index.is_tried_out() || !grid.is_plain() => Prepared::Done(index),
                    Stage::Building(index) => {
                        self.stage = Stage::Trying(Box::new(Trial::begin(grid, *index)));
                        Prepared::GoesOn
                    }
                    _ => unreachable!("it is built"),
                },
            },
            Stage::Trying(trial) => {
                if !trial.advance(work) {
                    return Prepared::GoesOn;
                }
                let worthwhile_from = trial.worthwhile_from();
                match std::mem::replace(&mut self.stage, Stage::Over) {
                    Stage::Trying(trial) => Prepared::Done(Box::new(trial.into_index().tried_out(worthwhile_from))),
                    _ => unreachable!("it is tried out"),
                }
            }
            Stage::Over => Prepared::Nothing,
        }
    }

    /// Takes over what has changed on the grid, if it can; where the index could not go on from there it begins anew.
    fn has_followed(&mut self, grid: &NavGrid) -> bool {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Trying(trial) => Stage::Building(Box::new(trial.into_index())),
            stage => stage,
        };
        let Stage::Building(index) = &mut self.stage else { return false };
        if !is_ground_for_it(grid) {
            return false;
        }
        self.stamp = grid.stamp();
        if !index.follow(grid) {
            let anew = IndexPreparation::begin(grid);
            return anew.map(|anew| *self = anew).is_some();
        }
        true
    }

    /// Goes on to the end.
    pub(in crate::nav) fn finish(mut self, grid: &NavGrid) -> Option<SubgoalIndex> {
        loop {
            match self.step(grid, u64::MAX) {
                Prepared::GoesOn => {}
                Prepared::Done(index) => return Some(*index),
                Prepared::Nothing => return None,
            }
        }
    }

    /// How much of it is done, from 0 to 1.
    pub fn part(&self) -> f32 {
        let part = |done: usize, of: usize| done as f32 / of.max(1) as f32;
        match &self.stage {
            Stage::Joining(_, done) => 0.1 * part(*done, self.places.len()),
            Stage::Ordering(dissection) => 0.1 + 0.7 * part(dissection.count(), self.places.len()),
            Stage::Building(index) => 0.8 + 0.1 * (1.0 - part(index.due(), index.len()).min(1.0)),
            Stage::Trying(trial) => 0.91 + 0.09 * trial.part(),
            Stage::Over => 1.0,
        }
    }
}

/// Finds the neighbours of some subgoals: those in reach.
fn join(layout: &Layout, places: &[Cell], neighbours: &mut [Vec<u32>]) {
    parallel::each(neighbours.iter_mut().collect(), FEWEST_ON_A_THREAD, |place, all: &mut Vec<u32>, _: &mut ()| {
        layout.each_in_reach(places[place as usize], |cell| all.push(layout.place(cell).expect("it is a subgoal")));
    });
}

/// Makes the ends of links neighbours.
fn add_links(grid: &NavGrid, layout: &Layout, neighbours: &mut [Vec<u32>]) {
    for link in grid.links() {
        let [from, to] = [link.from, link.to].map(|cell| layout.place(cell).expect("ends of links are subgoals"));
        neighbours[from as usize].push(to);
        neighbours[to as usize].push(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::TileMap;
    use crate::level::generate::{Generate, Kind, generate};
    use crate::profile::AgentProfile;

    #[test]
    fn an_index_made_in_steps_is_the_one_made_at_once() {
        let map = TileMap::plain(generate(&Generate::new(Kind::Caves { density: 45, rounds: 3 }, 120, 90, 5)));
        let grid = NavGrid::bake(&map, &AgentProfile::default());
        let at_once = SubgoalIndex::of(&grid).expect("caves have corners");
        for work in [1, 777, 50_000] {
            let mut preparation = IndexPreparation::begin(&grid).expect("caves have corners");
            let (mut steps, mut part) = (0, 0.0);
            let index = loop {
                steps += 1;
                assert!(preparation.part() >= part, "it goes on");
                part = preparation.part();
                match preparation.step(&grid, work) {
                    Prepared::GoesOn => {}
                    Prepared::Done(index) => break index,
                    Prepared::Nothing => panic!("there is one"),
                }
            };
            assert!(steps > 5, "{steps}");
            assert_eq!(index.end(), at_once.end());
            assert!((0..index.end() as u32).all(|number| index.arcs(number) == at_once.arcs(number)), "{work} a step");
        }
    }

    #[test]
    fn none_is_made_for_a_grid_that_has_changed() {
        let map = TileMap::plain(generate(&Generate::new(Kind::Caves { density: 45, rounds: 3 }, 120, 90, 5)));
        let mut grid = NavGrid::bake(&map, &AgentProfile::default());
        let mut preparation = IndexPreparation::begin(&grid).expect("there are corners");
        grid.rebake(&map, map.tiles.rect());
        assert!(matches!(preparation.step(&grid, 1), Prepared::Nothing));
    }
}
