//! Pulls a path straight where nothing is lost by it.

use crate::grid::Cell;

use super::NavGrid;

/// Leaves out cells of a path between which one can go straight: with the clearance that the ground was baked with, and
/// at no greater cost. The first and the last stay.
pub(super) fn pull(_grid: &NavGrid, _cells: &mut Vec<Cell>) {
    unimplemented!()
}

/// The cost of the straight line between the middles of two cells, in tiles.
pub(super) fn line_cost(_grid: &NavGrid, _from: Cell, _to: Cell) -> f64 {
    unimplemented!()
}
