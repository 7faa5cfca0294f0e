//! Steps on baked ground: which are legal there and what they cost.

use crate::grid::Cell;

use super::baked_ground::BakedGround;
use super::moves::{MOVES, MoveRules, move_index};

impl MoveRules {
    /// What the step from a cell to another costs on a ground: its length times the sum of the two cells' costs, and
    /// what going up costs. `None` when it is not legal: the cell is no neighbour or not passable, or something blocks
    /// the step.
    pub fn step_cost(self, grid: &BakedGround, from: Cell, to: Cell) -> Option<u64> {
        let index = move_index(from, to)?;
        let (here, there) = (grid.cost(from)?, grid.cost(to)?);
        let (from, to) = (grid.number(from), grid.number(to));
        let is_legal = self.legal(grid.ground()[from as usize].around) >> index & 1 == 1;
        is_legal.then(|| self.cost(MOVES[index], here, there) + grid.climb(from, to))
    }
}

/// The cost of a step from a cell to a neighbour as agents walk, or `None` when it is not legal. Where going up costs
/// something, it differs between the two directions. Links are not moves.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::nav::{NavGrid, moves, steps};
///
/// let grid = NavGrid::from_rows(&["..."; 3])?;
/// assert_eq!(steps::move_cost(&grid, Cell::new(0, 0), Cell::new(1, 0)), Some(moves::TILE_COST));
/// assert_eq!(steps::move_cost(&grid, Cell::new(0, 0), Cell::new(2, 0)), None);
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn move_cost(grid: &BakedGround, from: Cell, to: Cell) -> Option<u64> {
    MoveRules::WALKING.step_cost(grid, from, to)
}
