//! Steps on baked ground: which are legal there and what they cost.

use crate::grid::Cell;

use super::baked_ground::{BakedGround, Ground};
use super::moves::{MOVES, Move, MoveRules};

impl MoveRules {
    /// What the step from a cell to another costs on a ground: its length times the sum of the two cells' costs, and
    /// what going up costs. `None` when it is not legal: the cell is no neighbour or not passable, or something blocks
    /// the step.
    pub fn step_cost(self, grid: &BakedGround, from: Cell, to: Cell) -> Option<u64> {
        let index = MOVES.iter().position(|step| step.from(from) == to)?;
        let (here, there) = (grid.cost(from)?, grid.cost(to)?);
        let (from, to) = (grid.number(from), grid.number(to));
        let is_legal = self.legal(grid.ground()[from as usize].around) >> index & 1 == 1;
        is_legal.then(|| self.cost(MOVES[index], here, there) + grid.climb(from, to))
    }
}

impl BakedGround {
    /// The steps that an agent can make from a cell of the map; from a cell that is not passable, where an agent may
    /// have been caught, to every neighbour.
    pub fn steps_from(&self, cell: Cell) -> impl Iterator<Item = Move> {
        let Ground { cost, around, .. } = self.ground()[self.number(cell) as usize];
        let legal = if cost > 0 { MoveRules::WALKING.legal(around) } else { u8::MAX };
        let lattice = self.lattice();
        let moves = (0..8).filter(move |index| legal >> index & 1 == 1).map(|index| MOVES[index]);
        moves.filter(move |step| lattice.contains(step.from(cell)))
    }
}

/// The cost of a step from a cell to a neighbour as agents walk, or `None` when it is not legal. Where going up costs
/// something, it differs between the two directions. Links are not moves: see [`link_cost`].
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

/// The cost of the link that leads from one cell to another, or `None` when there is none.
pub fn link_cost(grid: &BakedGround, from: Cell, to: Cell) -> Option<u64> {
    grid.lattice().contains(from).then(|| grid.link_between(from, to)).flatten().map(|link| link.cost)
}
