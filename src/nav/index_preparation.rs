//! Making an index in steps, and making it true again after edits, for a program that must not stand still meanwhile.

mod trial;

use std::sync::Arc;

use crate::grid::Cell;
use crate::level::TileMap;
use crate::parallel;
use crate::profile::AgentProfile;

use super::baked_ground::BakedGround;
use super::nav_grid::NavGrid;
use super::subgoal::index::{JOINING, SubgoalIndex};
use super::subgoal::{Dissection, Stand, SubgoalCells};
use trial::Trial;

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
    /// The stamp of the grid for which it is made.
    stamp: u64,
    layout: SubgoalCells,
    /// The cells of the subgoals.
    places: Vec<Cell>,
    stage: PreparationStage,
}

/// How far an index has come.
#[derive(Clone, Debug)]
enum PreparationStage {
    /// Which subgoals are in reach of each other is looked for; the number is of those from which it is known.
    Joining(Vec<Vec<u32>>, usize),
    /// The subgoals are put in order.
    Ordering(Box<Dissection>),
    /// The edges and arcs of the subgoals are worked out.
    Building(Box<SubgoalIndex>),
    /// The distance from which on the index is worthwhile is tried out.
    Trying(Box<Trial>),
    /// The preparation is done.
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
        let layout = SubgoalCells::of(grid);
        let places = layout.cells_by_place();
        let neighbours = vec![Vec::new(); places.len()];
        Some(IndexPreparation { stamp: grid.stamp(), layout, places, stage: PreparationStage::Joining(neighbours, 0) })
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

    /// Begins to make an index in which the subgoals of some ground are contracted in an order that was [told](SubgoalIndex::order)
    /// before; `None` where it is not that of this ground.
    pub(super) fn in_order(ground: &BakedGround, order: &[u32]) -> Option<IndexPreparation> {
        let layout = SubgoalCells::of(ground);
        let places = layout.cells_by_place();
        let mut is_there = vec![false; places.len()];
        for &place in order {
            *is_there.get_mut(place as usize)? = true;
        }
        let is_whole = order.len() == places.len() && !is_there.contains(&false);
        let index = is_whole.then(|| SubgoalIndex::ordered(ground, layout, &places, order))?;
        is_ground_for_it(ground).then(|| IndexPreparation::building(ground, index))
    }

    fn building(grid: &BakedGround, index: SubgoalIndex) -> IndexPreparation {
        let (layout, places) = (SubgoalCells::default(), Vec::new());
        IndexPreparation { stamp: grid.stamp(), layout, places, stage: PreparationStage::Building(Box::new(index)) }
    }

    /// Whether the next step takes over what has changed on the grid meanwhile. Otherwise a change ends it: before the
    /// subgoals are in order.
    pub fn follows(&self) -> bool {
        matches!(self.stage, PreparationStage::Building(_) | PreparationStage::Trying(_))
    }

    /// Goes on until that has taken about `work` looks at ways between subgoals; 100,000 take one to two milliseconds.
    /// `grid` must be the one with which it began.
    pub fn step(&mut self, grid: &NavGrid, work: u64) -> Prepared {
        if grid.stamp() != self.stamp && !self.follow(grid) {
            return Prepared::Nothing;
        }
        match &mut self.stage {
            PreparationStage::Joining(neighbours, done) => {
                let from = *done;
                let count = usize::try_from(work / JOINING).unwrap_or(usize::MAX).max(1);
                let to = from.saturating_add(count).min(neighbours.len());
                join(&self.layout, &self.places[from..to], &mut neighbours[from..to]);
                *done = to;
                if to == neighbours.len() {
                    add_links(grid, &self.layout, neighbours);
                    let dissection = Dissection::new(self.places.clone(), std::mem::take(neighbours));
                    self.stage = PreparationStage::Ordering(Box::new(dissection));
                }
                Prepared::GoesOn
            }
            PreparationStage::Ordering(dissection) => match dissection.advance(work) {
                Stand::GoesOn => Prepared::GoesOn,
                Stand::TooDense => {
                    self.stage = PreparationStage::Over;
                    Prepared::Nothing
                }
                Stand::Done => {
                    let PreparationStage::Ordering(dissection) =
                        std::mem::replace(&mut self.stage, PreparationStage::Over)
                    else {
                        unreachable!("they are put in order")
                    };
                    let (layout, places) = (std::mem::take(&mut self.layout), std::mem::take(&mut self.places));
                    let index = SubgoalIndex::ordered(grid, layout, &places, &dissection.finish());
                    *self = IndexPreparation::building(grid, index);
                    Prepared::GoesOn
                }
            },
            PreparationStage::Building(index) => match index.advance(work) {
                Stand::GoesOn => Prepared::GoesOn,
                Stand::TooDense => {
                    self.stage = PreparationStage::Over;
                    Prepared::Nothing
                }
                Stand::Done => match std::mem::replace(&mut self.stage, PreparationStage::Over) {
                    // Where jump points cannot be used there is nothing to compare it with.
                    PreparationStage::Building(index) if index.is_tried_out() || !grid.is_plain() => {
                        Prepared::Done(index)
                    }
                    PreparationStage::Building(index) => {
                        self.stage = PreparationStage::Trying(Box::new(Trial::begin(grid, *index)));
                        Prepared::GoesOn
                    }
                    _ => unreachable!("it is built"),
                },
            },
            PreparationStage::Trying(trial) => {
                if !trial.advance(work) {
                    return Prepared::GoesOn;
                }
                let worthwhile_from = trial.worthwhile_from();
                match std::mem::replace(&mut self.stage, PreparationStage::Over) {
                    PreparationStage::Trying(trial) => {
                        Prepared::Done(Box::new(trial.into_index().tried_out(worthwhile_from)))
                    }
                    _ => unreachable!("it is tried out"),
                }
            }
            PreparationStage::Over => Prepared::Nothing,
        }
    }

    /// Takes over what has changed on the grid, if it can; where the index could not go on from there it begins anew.
    fn follow(&mut self, grid: &NavGrid) -> bool {
        self.stage = match std::mem::replace(&mut self.stage, PreparationStage::Over) {
            PreparationStage::Trying(trial) => PreparationStage::Building(Box::new(trial.into_index())),
            stage => stage,
        };
        let PreparationStage::Building(index) = &mut self.stage else { return false };
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
    pub(super) fn finish(mut self, grid: &NavGrid) -> Option<SubgoalIndex> {
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
            PreparationStage::Joining(_, done) => 0.1 * part(*done, self.places.len()),
            PreparationStage::Ordering(dissection) => 0.1 + 0.7 * part(dissection.count(), self.places.len()),
            PreparationStage::Building(index) => 0.8 + 0.1 * (1.0 - part(index.due(), index.len()).min(1.0)),
            PreparationStage::Trying(trial) => 0.91 + 0.09 * trial.part(),
            PreparationStage::Over => 1.0,
        }
    }
}

/// Finds the neighbours of some subgoals: those in reach.
fn join(layout: &SubgoalCells, places: &[Cell], neighbours: &mut [Vec<u32>]) {
    parallel::each(neighbours.iter_mut().collect(), FEWEST_ON_A_THREAD, |place, all: &mut Vec<u32>, _: &mut ()| {
        layout.each_in_reach(places[place as usize], |cell| all.push(layout.place(cell).expect("it is a subgoal")));
    });
}

/// Makes the ends of links neighbours.
fn add_links(grid: &NavGrid, layout: &SubgoalCells, neighbours: &mut [Vec<u32>]) {
    for link in grid.links() {
        let [from, to] = [link.from, link.to].map(|cell| layout.place(cell).expect("ends of links are subgoals"));
        neighbours[from as usize].push(to);
        neighbours[to as usize].push(from);
    }
}

/// Whether an index can be made of a ground: only cells and links say where one can go, and all cells cost the same. Where
/// obstacles are scattered all over it, nearly every cell would be a subgoal, and A* is faster.
fn is_ground_for_it(ground: &BakedGround) -> bool {
    ground.is_even() && ground.has_only_links() && !ground.is_cluttered()
}

impl SubgoalIndex {
    /// Prepares it for a grid; `None` where [`NavGrid::prepare_index`] makes none.
    ///
    /// For a large map that is best done on another thread, for a copy of the grid:
    ///
    /// ```
    /// use std::sync::Arc;
    /// use footpath::nav::{NavGrid, SubgoalIndex};
    ///
    /// let mut grid = NavGrid::from_rows(&["........", "...##...", "........", "........", "........"])?;
    /// let copy = grid.clone();
    /// let index = std::thread::spawn(move || SubgoalIndex::of(&copy)).join().unwrap();
    /// // Until then, jump points answer. If the ground has changed in the meantime, the index is refused.
    /// assert!(grid.adopt_index(Arc::new(index.expect("the ground is even"))));
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    pub fn of(grid: &NavGrid) -> Option<SubgoalIndex> {
        IndexPreparation::begin(grid)?.finish(grid)
    }
}

impl NavGrid {
    /// Bakes a whole map for agents of one profile. Takes time linear in the number of cells, besides that for the
    /// [index](NavGrid::prepare_index) where the map wants one.
    pub fn bake(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        let mut grid = NavGrid::bake_without_index(map, profile);
        if map.bake.index {
            grid.prepare_index();
        }
        grid
    }

    /// Makes the index with which [`Algorithm::Subgoal`](super::Algorithm::Subgoal) answers exactly in microseconds, and
    /// [`Algorithm::Auto`](super::Algorithm::Auto) where that is [worthwhile](SubgoalIndex::worthwhile_from); returns its size in bytes. `None`,
    /// and no index, where not all passable cells cost the same, where going up costs something, where ledges or thin
    /// obstacles block steps between cells, or where obstacles are scattered over open ground so densely
    /// that it would be slower than jump points; links are no hindrance. Baking does it by itself where the [settings](crate::level::BakeSettings::index) say so.
    ///
    /// Takes time: two tenths of a second for a map of 1491 x 656 cells, a tenth of them passable, with 4,000 corners. After
    /// any change of the ground or of the links these algorithms search as if there had never been an index, until
    /// [`NavGrid::repair_index`] makes it true again. A [simulation](crate::sim::Simulation) whose level wants an index does
    /// so by itself, a little in every tick; [`IndexPreparation`] does the same in a program.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, Search, find_path};
    ///
    /// let mut grid = NavGrid::from_rows(&["........", "...##...", "........", "........", "........"])?;
    /// assert!(grid.prepare_index().is_some());
    /// let method = Method { algorithm: Algorithm::Subgoal, ..Method::default() };
    /// let query = PathQuery::between(Cell::new(0, 1), Cell::new(7, 1)).by(method);
    /// let path = find_path(&grid, &query, &mut Search::default())?;
    /// assert_eq!(path.algorithm, Algorithm::Subgoal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare_index(&mut self) -> Option<usize> {
        self.discard_index();
        let index = SubgoalIndex::of(self)?;
        self.adopt_index(Arc::new(index));
        self.index().map(SubgoalIndex::bytes)
    }

    /// Makes the index true again that there was before the ground or the links changed, and returns its size in bytes.
    /// Only what the changes touch is worked out again: an edit of 16 x 16 cells of a map of 1491 x 656 takes one to two
    /// milliseconds, where a new index takes two tenths of a second. Does nothing where the index is true, and the
    /// same as [`NavGrid::prepare_index`] where there was none or most of it is touched.
    ///
    /// Among several shortest paths an index that has been repaired may choose another one than one that has been made anew.
    ///
    /// ```
    /// use footpath::grid::{Cell, Rect};
    /// use footpath::level::TileMap;
    /// use footpath::nav::NavGrid;
    /// use footpath::profile::AgentProfile;
    ///
    /// let mut map = TileMap::from_rows(&["........", "...##...", "........", "........", "........"])?;
    /// let mut grid = NavGrid::bake(&map, &AgentProfile::default());
    /// grid.prepare_index();
    /// map.tiles[Cell::new(3, 2)] = map.terrain_named("wall").unwrap();
    /// grid.rebake(&map, Rect::of_cell(Cell::new(3, 2)));
    /// assert!(grid.index().is_none());
    /// assert!(grid.repair_index().is_some());
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    pub fn repair_index(&mut self) -> Option<usize> {
        if self.index().is_none() {
            let index = IndexPreparation::repair(self)?.finish(self)?;
            self.adopt_index(Arc::new(index));
        }
        self.index().map(SubgoalIndex::bytes)
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
