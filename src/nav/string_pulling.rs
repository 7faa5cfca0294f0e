//! Pulls a path straight where that costs nothing.
//!
//! A straight line is free where an agent's middle may go: over unit squares between the middles of four passable
//! cells, and along rows and columns from passable cell to passable cell, where no ledge and no obstacle blocks the
//! path. There a body that fits in the cells fits too (see [`moves`](super::moves)).

use crate::grid::Cell;

use super::baked_ground::BakedGround;
use super::moves::{MOVES, Move, TILE_COST};

/// Removes cells of a path of steps where the straight line is free, with the clearance of the baked grid, and costs no
/// more. The first and the last cell stay. Returns how many are left, at the front of the slice.
///
/// Afterwards no cell is left that could be removed between its two neighbours in the list. The time grows with the
/// length of the path times its logarithm, as long as not too many turns are left.
pub(super) fn pull(grid: &BakedGround, cells: &mut [Cell]) -> usize {
    let kept = skip_ahead(grid, cells);
    leave_out_turns(grid, &mut cells[..kept])
}

/// Goes from the first cell to the furthest visible one that a search by doubling and halving finds, and so on.
fn skip_ahead(grid: &BakedGround, cells: &mut [Cell]) -> usize {
    let (mut here, mut kept) = (0, 1);
    while here + 1 < cells.len() {
        here = furthest_seen(grid, cells, here);
        cells[kept] = cells[here];
        kept += 1;
    }
    kept
}

fn furthest_seen(grid: &BakedGround, cells: &[Cell], here: usize) -> usize {
    let can_skip_to = |there: usize| is_no_loss(grid, &cells[here..=there]);
    let (mut seen, mut reach) = (here + 1, 2);
    while here + reach < cells.len() && can_skip_to(here + reach) {
        seen = here + reach;
        reach *= 2;
    }
    let mut unseen = (here + reach).min(cells.len());
    while seen + 1 < unseen {
        let middle = seen.midpoint(unseen);
        if can_skip_to(middle) {
            seen = middle;
        } else {
            unseen = middle;
        }
    }
    seen
}

/// Removes every cell between whose neighbours the straight line is free, until there is none.
fn leave_out_turns(grid: &BakedGround, cells: &mut [Cell]) -> usize {
    let mut kept = 0;
    for index in 0..cells.len() {
        let next = cells[index];
        while kept >= 2 && is_no_loss(grid, &[cells[kept - 2], cells[kept - 1], next]) {
            kept -= 1;
        }
        cells[kept] = next;
        kept += 1;
    }
    kept
}

/// Whether the straight line from the first cell of a path to its last is free and costs no more.
fn is_no_loss(grid: &BakedGround, way: &[Cell]) -> bool {
    let (first, last) = (way[0], way[way.len() - 1]);
    if !line_is_free(grid, first, last) {
        return false;
    }
    let is_even = grid.is_even() && !grid.has_climbs();
    is_even || {
        let cost: f64 = way.windows(2).map(|leg| line_cost(grid, leg[0], leg[1])).sum();
        line_cost(grid, first, last) <= cost * (1.0 + 1e-12)
    }
}

/// Whether an agent can go straight from the middle of one cell to that of another. Decided exactly.
pub(super) fn line_is_free(grid: &BakedGround, from: Cell, to: Cell) -> bool {
    if !grid.is_passable(from) || !grid.is_passable(to) {
        return false;
    }
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    if dx == 0 || dy == 0 {
        return is_free_run(grid, from, to);
    }
    let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
    let is_flat = dx.abs() == long;
    // For each step along the longer axis, the one or two squares that the line crosses. It has crossed `across` whole
    // squares and `rest` / `long` of the next.
    let (mut across, mut rest) = (0, 0);
    for along in 0..long {
        let end = rest + short;
        let is_free = |across: i32| {
            let (x, y) = if is_flat { (along, across) } else { (across, along) };
            // The square's upper left cell.
            let left = if dx > 0 { from.x + x } else { from.x - x - 1 };
            let top = if dy > 0 { from.y + y } else { from.y - y - 1 };
            is_free_square(grid, Cell::new(left, top))
        };
        if !is_free(across) || end > long && !is_free(across + 1) {
            return false;
        }
        (across, rest) = if end >= long { (across + 1, end - long) } else { (across, end) };
    }
    true
}

/// Whether a straight line along a row or a column is free.
fn is_free_run(grid: &BakedGround, from: Cell, to: Cell) -> bool {
    let step = Move { dx: (to.x - from.x).signum(), dy: (to.y - from.y).signum() };
    let Some(index) = MOVES.iter().position(|known| *known == step) else { return from == to };
    let mut run = std::iter::successors(Some(from), |&cell| Some(step.from(cell))).take_while(|&cell| cell != to);
    run.all(|cell| grid.ground()[grid.number(cell) as usize].around >> index & 1 == 1)
}

/// Whether nothing blocks the square between the middles of the cell, the ones to its right and below it, and the one
/// between those, and all four are passable.
fn is_free_square(grid: &BakedGround, cell: Cell) -> bool {
    let ground = grid.ground()[grid.number(cell) as usize];
    ground.cost > 0 && ground.around & 0b111 == 0b111
}

/// The cost of the straight line between the middles of two cells, in cells of cost 1: each cell's cost times the
/// length of the line in it, and what going up costs from each to the next. A cell that is not passable counts with the
/// cost 1.
///
/// For neighbours it is the cost of the step: half of it lies in each of the two.
pub(super) fn line_cost(grid: &BakedGround, from: Cell, to: Cell) -> f64 {
    let length = (from.distance_squared(to) as f64).sqrt();
    let is_even = grid.is_even() && !grid.has_climbs();
    if is_even && grid.is_passable(from) && grid.is_passable(to) {
        return length * f64::from(grid.lowest_cost()) / 100.0;
    }
    let (hundredths, climb) = along(grid, from, to);
    length * hundredths / 100.0 + climb as f64 / TILE_COST as f64
}

/// The mean cost along the line, in hundredths, or that of the cell when there is only one; and what going up costs.
fn along(grid: &BakedGround, from: Cell, to: Cell) -> (f64, u64) {
    let cost = |cell: Cell| u64::from(grid.cost(cell).unwrap_or(100));
    let (columns, rows) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
    // In units in which the line leaves a column every `per_column` units and a row every `per_row`, the first time
    // after half as many.
    let (per_column, per_row) = (2 * rows.max(1), 2 * columns.max(1));
    let whole = 2 * columns.max(1) * rows.max(1);
    let (mut at, mut sum, mut climb, mut cell) = (0, 0, 0, from);
    let mut leaves_column = if columns == 0 { whole } else { per_column / 2 };
    let mut leaves_row = if rows == 0 { whole } else { per_row / 2 };
    while at < whole {
        let until = leaves_column.min(leaves_row).min(whole);
        sum += (until - at) * cost(cell);
        at = until;
        let before = grid.number(cell);
        if until == leaves_column {
            cell.x += (to.x - from.x).signum();
            leaves_column += per_column;
        }
        if until == leaves_row {
            cell.y += (to.y - from.y).signum();
            leaves_row += per_row;
        }
        climb += grid.climb(before, grid.number(cell));
    }
    (sum as f64 / whole as f64, climb)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Lattice};
    use crate::level::{Terrain, TerrainId, TileMap};
    use crate::nav::NavGrid;
    use crate::profile::AgentProfile;
    use proptest::prelude::*;

    /// Of the built-in terrains, by their numbers: no walls.
    fn grid(width: u32, kinds: &[u8]) -> NavGrid {
        let height = kinds.len() as u32 / width;
        let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width, height };
        let terrains = Terrain::built_in();
        let walkable: Vec<u8> = (0..terrains.len() as u8).filter(|&id| terrains[id as usize].walkable).collect();
        let tiles = kinds.iter().map(|&kind| TerrainId(walkable[kind as usize % walkable.len()])).collect();
        let map = TileMap::new(lattice, terrains, Grid::from_rows(width, height, tiles));
        NavGrid::bake(&map, &AgentProfile { radius: 0.3, ..AgentProfile::default() })
    }

    proptest! {
        /// A line costs the same both ways, a step what the mean of its cells costs, and a line over cell middles as
        /// much as its parts.
        #[test]
        fn the_cost_of_a_line_adds_up(
            kinds in proptest::collection::vec(0..8u8, 36), x in 0..3i32, y in 0..3i32, times in 1..3i32,
        ) {
            let grid = grid(6, &kinds);
            let (from, to) = (Cell::new(0, 0), Cell::new(x * times, y * times));
            let cost = line_cost(&grid, from, to);
            prop_assert!((cost - line_cost(&grid, to, from)).abs() < 1e-9);
            let middle = |part: i32| Cell::new(x * part, y * part);
            let parts: f64 = (0..times).map(|part| line_cost(&grid, middle(part), middle(part + 1))).sum();
            prop_assert!((cost - parts).abs() < 1e-9);
            let mean = |cell| f64::from(grid.cost(from).unwrap() + grid.cost(cell).unwrap()) / 200.0;
            let (beside, across) = (Cell::new(1, 0), Cell::new(1, 1));
            prop_assert!((line_cost(&grid, from, beside) - mean(beside)).abs() < 1e-9);
            prop_assert!((line_cost(&grid, from, across) - mean(across) * 2f64.sqrt()).abs() < 1e-9);
        }
    }
}
