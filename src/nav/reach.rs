//! What can be reached from a cell, by steps and by links.

use crate::grid::Cell;
use crate::sorting;

use super::components::{GoalTree, NearestSearch};
use super::nav_grid::NavGrid;
use crate::method::CornerRule;

/// All cells that can be reached from a cell.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    grid: &'a NavGrid,
    corners: CornerRule,
    /// The component in which it begins.
    component: u32,
    /// The components that can be reached from it by links, itself included, in order; empty if it is the only one.
    reached: &'a [u32],
}

impl<'a> Reach<'a> {
    /// The cells that can be reached from a cell by this rule (with 4 or 8 neighbours; by [`CornerRule::Always`] with
    /// 8); `None` where the cell is not passable.
    pub fn of(grid: &'a NavGrid, cell: Cell, corners: CornerRule) -> Option<Reach<'a>> {
        let component = grid.component(cell, corners)?;
        let reached = if grid.link_table().is_empty() { &[] } else { grid.crossings(corners).reached_from(component) };
        Some(Reach { grid, corners, component, reached })
    }

    /// Whether a path leads to `cell`.
    pub fn contains(&self, cell: Cell) -> bool {
        let component = self.grid.component(cell, self.corners);
        component == Some(self.component) || component.is_some_and(|there| self.reached.binary_search(&there).is_ok())
    }

    /// The reachable cells nearest to any of `goals` by straight distance; all of them if several are equally near, in
    /// order of rows, then columns.
    pub fn nearest(&self, goals: &[Cell]) -> Vec<Cell> {
        let mut reached: Vec<Cell> = goals.iter().copied().filter(|&goal| self.contains(goal)).collect();
        if !reached.is_empty() {
            sorting::sort_by_key(&mut reached, |cell| (cell.y, cell.x));
            reached.dedup();
            return reached;
        }
        let goals = GoalTree::of_cells(goals);
        let mut search = self.search_nearest(&goals, true);
        self.advance(&mut search, &goals, u32::MAX);
        search.cells()
    }

    /// Begins a search for the reachable cells nearest to any goal by straight distance, for `all` that are equally near or for
    /// one of them; [`Reach::advance`] does the work.
    pub(crate) fn search_nearest(&self, goals: &GoalTree, all: bool) -> NearestSearch {
        self.grid.components().search_nearest(self.components(), self.corners, goals, all)
    }

    /// Goes on with a search that was begun on the same ground from the same cell, until it has taken about `most`
    /// looks more; whether it is done. Of goals that can be reached it finds one.
    pub(crate) fn advance(&self, search: &mut NearestSearch, goals: &GoalTree, most: u32) -> bool {
        self.grid.components().advance(search, self.corners, goals, most)
    }

    /// The [layout](super::BakedGround::layout) of the ground and the component from which it is: where they are the same, the same cells
    /// can be reached.
    pub(crate) fn origin(&self) -> (u64, u32) {
        (self.grid.layout(), self.component)
    }

    /// How many cells can be reached.
    pub fn size(&self) -> u32 {
        self.components().iter().map(|&component| self.grid.components().size(component, self.corners)).sum()
    }

    /// The reachable cell number `n`, from 0 up to the [number of them](Reach::size) (exclusive), in an order that
    /// depends only on the ground; `None` beyond.
    pub fn nth(&self, mut n: u32) -> Option<Cell> {
        for &component in self.components() {
            let size = self.grid.components().size(component, self.corners);
            if n < size {
                return self.grid.components().nth_cell(component, self.corners, n);
            }
            n -= size;
        }
        None
    }

    /// The components that are reached, in order.
    fn components(&self) -> &[u32] {
        if self.reached.is_empty() { std::slice::from_ref(&self.component) } else { self.reached }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Rect};
    use crate::level::{Link, TerrainId, TileMap};
    use crate::nav::moves::{MOVES, MoveRules};
    use crate::nav::query::{Connectivity, DiagonalCost};
    use crate::profile::AgentProfile;
    use proptest::prelude::*;

    /// What can be reached, by looking at every step and every link of every cell.
    fn flood(grid: &NavGrid, start: Cell, corners: CornerRule) -> Vec<Cell> {
        let rules = MoveRules { connectivity: Connectivity::Eight, corners, diagonal: DiagonalCost::Exact };
        let (mut seen, mut waiting) = (vec![start], vec![start]);
        while let Some(cell) = waiting.pop() {
            let legal = rules.legal(grid.ground()[grid.number(cell) as usize].around);
            let steps = (0..8).filter(|index| legal >> index & 1 == 1).map(|index| MOVES[index].from(cell));
            for next in steps.chain(grid.links().filter(|link| link.from == cell).map(|link| link.to)) {
                if !seen.contains(&next) {
                    seen.push(next);
                    waiting.push(next);
                }
            }
        }
        seen.sort_unstable_by_key(|cell| (cell.y, cell.x));
        seen
    }

    fn agree(grid: &NavGrid, start: Cell, goals: &[Cell]) -> Result<(), TestCaseError> {
        for corners in [CornerRule::Never, CornerRule::Always] {
            let Some(reach) = Reach::of(grid, start, corners) else {
                prop_assert!(!grid.is_passable(start));
                continue;
            };
            let reached = flood(grid, start, corners);
            let lattice = grid.lattice();
            let all = Rect::of_cell(Cell::new(0, 0)).grown(30).clipped(lattice.width, lattice.height);
            let contained: Vec<Cell> = all.cells().filter(|&cell| reach.contains(cell)).collect();
            prop_assert_eq!(&contained, &reached);
            prop_assert_eq!(reach.size() as usize, reached.len());
            prop_assert_eq!(reach.nth(reach.size()), None);
            let mut drawn: Vec<Cell> = (0..reach.size()).filter_map(|n| reach.nth(n)).collect();
            drawn.sort_unstable_by_key(|cell| (cell.y, cell.x));
            prop_assert_eq!(&drawn, &reached);
            let distance = |cell: &Cell| goals.iter().map(|goal| cell.distance_squared(*goal)).min();
            let least = reached.iter().map(distance).min().unwrap();
            let nearest: Vec<Cell> = reached.into_iter().filter(|cell| distance(cell) == least).collect();
            prop_assert_eq!(reach.nearest(goals), nearest);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_can_be_reached_is_what_a_flood_reaches(
            walls in prop::collection::vec(prop::bool::weighted(0.45), 17 * 13),
            links in prop::collection::vec(((0..17i32, 0..13i32), (0..17i32, 0..13i32), any::<bool>()), 0..12),
            edit in (0..17i32, 0..13i32, 0..2u8),
            (start, goals) in ((0..17i32, 0..13i32), prop::collection::vec((0..17i32, 0..13i32), 1..3)),
        ) {
            let tiles = walls.iter().map(|&wall| TerrainId(u8::from(wall))).collect();
            let mut map = TileMap::plain(Grid::from_rows(17, 13, tiles));
            let centre = |(x, y)| map.lattice.centre(Cell::new(x, y));
            map.links.extend(links.iter().map(|&(from, to, both_ways)| Link {
                both_ways,
                ..Link::between(centre(from), centre(to)) }));
            let goals: Vec<Cell> = goals.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let start = Cell::new(start.0, start.1);
            let mut grid = NavGrid::bake(&map, &AgentProfile::default());
            agree(&grid, start, &goals)?;
            let edited = Cell::new(edit.0, edit.1);
            map.tiles[edited] = TerrainId(edit.2);
            grid.rebake(&map, Rect::of_cell(edited));
            agree(&grid, start, &goals)?;
        }
    }
}
