//! Making an index in steps, for a program that must not stand still meanwhile.

use crate::grid::Cell;
use crate::nav::NavGrid;
use crate::parallel;

use super::contraction::{Contraction, Edge, FAR, LINK, OPEN_GROUND, Stand, add};
use super::index::{SubgoalIndex, open_cost, tile_cost};
use super::is_ground_for_it;
use super::layout::Layout;

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
    /// The edges between subgoals are looked for; the number is of the subgoals whose edges are known.
    Joining(Vec<Vec<Edge>>, usize),
    /// They are contracted.
    Contracting(Box<Contraction>),
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
    /// There will be none: a search in it would take longer than one without, or the grid has changed.
    Nothing,
}

/// What it takes to look for the edges of one subgoal, as a number of subgoals that are settled when others are contracted.
const JOINING: u64 = 20;

/// From how many subgoals on their neighbours are looked for on several threads.
const FEWEST_ON_A_THREAD: usize = 2000;

impl IndexPreparation {
    /// Begins to make an index for a grid; `None` where [`NavGrid::prepare_index`] makes none.
    pub fn begin(grid: &NavGrid) -> Option<IndexPreparation> {
        if !is_ground_for_it(grid) {
            return None;
        }
        let layout = Layout::of(grid);
        let places = layout.cells_by_place(grid);
        let edges = vec![Vec::new(); places.len()];
        Some(IndexPreparation { stamp: grid.stamp(), layout, places, stage: Stage::Joining(edges, 0) })
    }

    /// Goes on until about `settled` subgoals have been settled in searches between subgoals; 10,000 take one to two
    /// milliseconds. `grid` must be the one with which it began.
    pub fn step(&mut self, grid: &NavGrid, settled: u64) -> Prepared {
        if grid.stamp() != self.stamp {
            return Prepared::Nothing;
        }
        match &mut self.stage {
            Stage::Joining(edges, done) => {
                let from = *done;
                let count = usize::try_from(settled / JOINING).unwrap_or(usize::MAX).max(1);
                let to = from.saturating_add(count).min(edges.len());
                join(grid, &self.layout, &self.places[from..to], &mut edges[from..to]);
                *done = to;
                if to == edges.len() {
                    add_links(grid, &self.layout, edges);
                    self.stage = Stage::Contracting(Box::new(Contraction::new(std::mem::take(edges))));
                }
                Prepared::GoesOn
            }
            Stage::Contracting(contraction) => match contraction.advance(settled) {
                Stand::GoesOn => Prepared::GoesOn,
                Stand::TooDense => {
                    self.stage = Stage::Over;
                    Prepared::Nothing
                }
                Stand::Done => {
                    let Stage::Contracting(contraction) = std::mem::replace(&mut self.stage, Stage::Over) else {
                        unreachable!("it is contracting")
                    };
                    let (layout, contracted) = (self.layout.clone(), contraction.finish());
                    Prepared::Done(Box::new(SubgoalIndex::numbered(grid, layout, &self.places, contracted)))
                }
            },
            Stage::Over => Prepared::Nothing,
        }
    }

    /// How much of it is done, from 0 to 1.
    pub fn part(&self) -> f32 {
        let count = self.places.len().max(1) as f32;
        match &self.stage {
            Stage::Joining(_, done) => 0.1 * *done as f32 / count,
            Stage::Contracting(contraction) => 0.1 + 0.9 * contraction.count() as f32 / count,
            Stage::Over => 1.0,
        }
    }
}

/// Finds the edges of some subgoals to those in reach.
fn join(grid: &NavGrid, layout: &Layout, places: &[Cell], edges: &mut [Vec<Edge>]) {
    let tile = tile_cost(grid);
    parallel::each(edges.iter_mut().collect(), FEWEST_ON_A_THREAD, |place, edges: &mut Vec<Edge>, _: &mut ()| {
        let from = places[place as usize];
        layout.each_in_reach(grid.bits(), from, |cell| {
            let cost = open_cost(tile, from, cell);
            let to = layout.place(cell).expect("it is a subgoal");
            edges.push(Edge { to, out: cost, back: cost, middles: [OPEN_GROUND; 2] });
        });
    });
}

/// Adds the edges of links, by the places of their ends.
fn add_links(grid: &NavGrid, layout: &Layout, edges: &mut [Vec<Edge>]) {
    for link in grid.links() {
        let [from, to] = [link.from, link.to].map(|cell| layout.place(cell).expect("ends of links are subgoals"));
        let there = Edge { to, out: link.cost, back: FAR, middles: [LINK; 2] };
        _ = add(&mut edges[from as usize], there);
        _ = add(&mut edges[to as usize], Edge { to: from, out: FAR, back: link.cost, ..there });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::TileMap;
    use crate::level::generate::{Generate, Kind, generate};
    use crate::profile::AgentProfile;

    fn bytes(index: &SubgoalIndex) -> Vec<u8> {
        let mut bytes = Vec::new();
        index.write(&mut bytes);
        bytes
    }

    #[test]
    fn an_index_made_in_steps_is_the_one_made_at_once() {
        let map = TileMap::plain(generate(&Generate::new(Kind::Caves { density: 45, rounds: 3 }, 120, 90, 5)));
        let grid = NavGrid::bake(&map, &AgentProfile::default());
        let at_once = SubgoalIndex::of(&grid).expect("caves have corners");
        for settled in [1, 77, 5000] {
            let mut preparation = IndexPreparation::begin(&grid).expect("caves have corners");
            let (mut steps, mut part) = (0, 0.0);
            let index = loop {
                steps += 1;
                assert!(preparation.part() >= part, "it goes on");
                part = preparation.part();
                match preparation.step(&grid, settled) {
                    Prepared::GoesOn => {}
                    Prepared::Done(index) => break index,
                    Prepared::Nothing => panic!("there is one"),
                }
            };
            assert!(steps > 5, "{steps}");
            assert!(bytes(&index) == bytes(&at_once), "{settled} a step");
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
