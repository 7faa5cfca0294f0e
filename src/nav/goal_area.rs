//! Goals that are too many to be listed: all cells of some tiles.

use std::sync::Arc;

use crate::grid::{Cell, Grid, Rect};

use super::cell_set::CellSet;
use super::components::GoalTree;

/// The cells of some tiles, each of them a goal: a search is done at the first that it comes to.
///
/// It depends on the tiles alone, so that it stays the same however the ground on them changes. It takes a bit of memory for each
/// tile of the rectangle around them, and about 20 bytes for each rectangle of which they consist.
///
/// ```
/// use footpath::grid::{Cell, Rect};
/// use footpath::nav::GoalArea;
///
/// let tiles: Vec<Cell> = Rect { min: Cell::new(2, 1), max: Cell::new(5, 3) }.cells().collect();
/// let area = GoalArea::of_tiles(&tiles, 2);
/// assert!(area.contains(Cell::new(4, 2)) && area.contains(Cell::new(9, 5)) && !area.contains(Cell::new(10, 5)));
/// assert_eq!(area.nearest(Cell::new(0, 3)), Some(Cell::new(4, 3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalArea {
    /// The rectangle around the tiles.
    around: Rect,
    /// Which tiles of that it has, row by row.
    inside: CellSet,
    /// How many cells stand along the side of a tile.
    cells_per_tile: i32,
    /// Rectangles of cells that together are all, and of which no two overlap.
    goals: Arc<GoalTree>,
}

impl GoalArea {
    /// The area of these tiles of a map, in any order, each with this many cells along its side: 1 to 4, as it was
    /// [baked](crate::level::BakeSettings::cells_per_tile).
    ///
    /// # Panics
    /// When a tile has no cells.
    pub fn of_tiles(tiles: &[Cell], cells_per_tile: u32) -> GoalArea {
        assert!(cells_per_tile > 0, "a tile has cells");
        let around = Rect::around(tiles.iter().copied()).unwrap_or(Rect { min: Cell::new(0, 0), max: Cell::new(0, 0) });
        let size = (around.max.x - around.min.x, around.max.y - around.min.y);
        let mut rows = Grid::filled(size.0 as u32, size.1 as u32, false);
        tiles.iter().for_each(|&tile| rows[Cell::new(tile.x - around.min.x, tile.y - around.min.y)] = true);
        let mut inside = CellSet::default();
        inside.clear(rows.values().len());
        (0..).zip(rows.values()).for_each(|(number, &is_in)| inside.set(number, is_in));
        let by = cells_per_tile as i32;
        let cell = |tile: Cell| Cell::new((tile.x + around.min.x) * by, (tile.y + around.min.y) * by);
        let goals = rectangles(&rows).into_iter().map(|rect| Rect { min: cell(rect.min), max: cell(rect.max) });
        GoalArea { around, goals: Arc::new(GoalTree::of(goals)), inside, cells_per_tile: by }
    }

    /// Whether a cell of the map lies in the area.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let tile = Cell::new(cell.x.div_euclid(self.cells_per_tile), cell.y.div_euclid(self.cells_per_tile));
        let Rect { min, max } = self.around;
        self.around.contains(tile) && self.inside.has(((tile.y - min.y) * (max.x - min.x) + tile.x - min.x) as u32)
    }

    /// Its cell nearest to another by straight distance; `None` if it has no cells.
    pub fn nearest(&self, cell: Cell) -> Option<Cell> {
        self.goals.nearest(cell)
    }

    /// The rectangle around its cells; empty if it has none.
    pub fn around(&self) -> Rect {
        let by = self.cells_per_tile;
        let cell = |tile: Cell| Cell::new(tile.x * by, tile.y * by);
        Rect { min: cell(self.around.min), max: cell(self.around.max) }
    }

    pub(crate) fn goals(&self) -> Arc<GoalTree> {
        self.goals.clone()
    }
}

/// The cells that are near an area, as goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    pub area: Arc<GoalArea>,
    /// In cells: the square of the distance from a cell of the area up to which one counts as near; 0 for the area itself.
    pub distance_squared: u64,
}

impl Near {
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        let most = self.distance_squared;
        let distance = || self.area.goals.distance_squared(Rect::of_cell(cell), most).0;
        self.area.contains(cell) || most > 0 && distance() <= most
    }

    /// A rectangle outside of which there are none.
    pub(super) fn around(&self) -> Rect {
        self.area.around().grown(self.distance_squared.isqrt() as i32)
    }
}

/// Rectangles that together are all cells of a grid that are true: each run of them in a row, with the same runs below it.
fn rectangles(inside: &Grid<bool>) -> Vec<Rect> {
    let mut rects: Vec<Rect> = Vec::new();
    // The rectangles that reach into the row before, by their columns.
    let mut open: Vec<(i32, i32, usize)> = Vec::new();
    let width = inside.width() as i32;
    for (y, row) in (0..).zip(inside.values().chunks(width.max(1) as usize)) {
        let mut still_open = Vec::new();
        let mut from = 0;
        for run in row.chunk_by(|one, other| one == other) {
            let to = from + run.len() as i32;
            if run[0] {
                let above = open.binary_search_by_key(&(from, to), |&(from, to, _)| (from, to));
                let rect = above.map_or(rects.len(), |at| open[at].2);
                if rect == rects.len() {
                    rects.push(Rect { min: Cell::new(from, y), max: Cell::new(to, y) });
                }
                rects[rect].max.y = y + 1;
                still_open.push((from, to, rect));
            }
            from = to;
        }
        open = still_open;
    }
    rects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Lattice;
    use crate::nav::{
        Algorithm, CornerRule, Guarantee, Method, NavGrid, PathError, PathQuery, PathStatus, Reach, Search, exit_from,
        find_path,
    };
    use glam::Vec2;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_area_is_the_cells_of_its_tiles(
            tiles in prop::collection::btree_set((0..9_i32, 0..7_i32), 1..50),
            by in 1..5_u32,
        ) {
            let tiles: Vec<Cell> = tiles.into_iter().map(|(x, y)| Cell::new(x + 2, y + 1)).collect();
            let area = GoalArea::of_tiles(&tiles, by);
            let size = by as i32;
            let all = Rect { min: Cell::new(0, 0), max: Cell::new(13 * size, 10 * size) };
            let tile = |cell: Cell| Cell::new(cell.x / size, cell.y / size);
            let cells: Vec<Cell> = all.cells().filter(|&cell| tiles.contains(&tile(cell))).collect();
            prop_assert_eq!(Some(area.around()), Rect::around(cells.iter().copied()));
            for cell in all.cells() {
                prop_assert_eq!(area.contains(cell), cells.contains(&cell));
                let nearest = area.nearest(cell).unwrap();
                let least = cells.iter().map(|goal| goal.distance_squared(cell)).min();
                prop_assert_eq!((area.contains(nearest), Some(nearest.distance_squared(cell))), (true, least));
            }
            let outside = Cell::new(-1, -1);
            prop_assert!(!area.contains(outside));
        }
    }

    proptest! {
        #[test]
        fn a_path_leads_to_the_cell_that_is_the_cheapest_to_reach(
            costs in prop::collection::vec(prop_oneof![2 => Just(0.0_f32), 5 => Just(1.0), 1 => Just(3.0)], 20 * 12),
            tiles in prop::collection::vec((0..10_i32, 0..6_i32), 1..6),
            start in (0..20_i32, 0..12_i32),
            within in prop_oneof![Just(0.0_f64), Just(1.0), Just(2.3)],
        ) {
            let costs = Grid::from_rows(20, 12, costs);
            let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: 20, height: 12 };
            let grid = NavGrid::from_fn(lattice, |cell| Some(costs[cell]).filter(|&cost| cost > 0.0)).unwrap();
            let start = Cell::new(start.0, start.1);
            let Some(root) = exit_from(&grid, start) else { return Ok(()) };
            let tiles: Vec<Cell> = tiles.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let area = Arc::new(GoalArea::of_tiles(&tiles, 2));
            let all = || grid.lattice().rect().cells();
            let is_near = |one: Cell, other: Cell| one.distance_squared(other) as f64 <= within * within;
            let is_goal = |&cell: &Cell| all().any(|other| area.contains(other) && is_near(cell, other));
            let cells: Vec<Cell> = all().filter(is_goal).collect();
            for corners in [CornerRule::Never, CornerRule::Always] {
                let by = |algorithm| Method { algorithm, corners, ..Method::default() };
                let can = Reach::of(&grid, root, corners).is_some_and(|reach| cells.iter().any(|&cell| reach.contains(cell)));
                let listed = PathQuery::to_any(start, cells.clone()).by(by(Algorithm::Dijkstra));
                let least = find_path(&grid, &listed, &mut Search::default());
                for algorithm in Algorithm::ALL {
                    let query = PathQuery { within, ..PathQuery::to_area(start, area.clone()) }.by(by(algorithm));
                    let found = find_path(&grid, &query, &mut Search::default());
                    if !can {
                        prop_assert!(matches!(found, Err(PathError::NoPath(_))), "{found:?} by {algorithm:?}");
                        continue;
                    }
                    let (found, least) = (found.unwrap(), least.as_ref().unwrap());
                    prop_assert!(cells.contains(found.cells.last().unwrap()) && found.status == PathStatus::Complete);
                    let is_least = found.cost == least.cost || found.guarantee != Guarantee::Shortest;
                    prop_assert!(is_least && found.cost >= least.cost, "{} by {algorithm:?}", found.cost);
                }
            }
        }
    }

    #[test]
    fn an_area_without_tiles_has_no_cells() {
        let area = GoalArea::of_tiles(&[], 4);
        assert!(!area.contains(Cell::new(0, 0)));
        assert_eq!(area.nearest(Cell::new(0, 0)), None);
    }

    #[test]
    fn an_area_outside_the_map_is_a_goal_outside() {
        let grid = NavGrid::from_rows(&["..", ".."]).unwrap();
        for tiles in [vec![], vec![Cell::new(2, 0), Cell::new(3, 0)]] {
            let query = PathQuery::to_area(Cell::new(0, 0), Arc::new(GoalArea::of_tiles(&tiles, 1)));
            assert_eq!(find_path(&grid, &query, &mut Search::default()), Err(PathError::GoalOutside));
        }
    }

    #[test]
    fn a_rectangle_is_one_rectangle() {
        assert_eq!(rectangles(&Grid::filled(7, 5, true)), [Rect { min: Cell::new(0, 0), max: Cell::new(7, 5) }]);
    }
}
