//! Whether a grid that was read from bytes is consistent. What searches and later bakes rely on without checking must
//! hold whatever the bytes were: otherwise they would index outside the map, or count below zero.

use super::around::{Around, Rows, is_corner};
use super::{BakedGround, Ground, HUNDREDTHS};
use crate::grid::Cell;
use crate::nav::bit_grid::BitGrid;
use crate::parallel;

/// Whether everything derived from the costs of the cells, the blocked edges and the heights agrees with them.
pub(super) fn is_sound(grid: &BakedGround) -> bool {
    if !is_rim_closed(grid) {
        return false;
    }
    let (mut is_ring_true, mut are_sums_true) = (false, false);
    let sums = || are_sums_true = is_tally_true(grid) && are_bits_true(grid) && are_regions_sound(grid);
    parallel::both(grid.ground.len(), || is_ring_true = is_around_true(grid), sums);
    is_ring_true && are_sums_true
}

/// The cells of each row, those of the rim around the map too.
fn rows(grid: &BakedGround) -> impl DoubleEndedIterator<Item = &[Ground]> {
    grid.ground.chunks_exact(grid.stride() as usize)
}

/// The cells of each row of the map, without the rim.
fn inner_rows(grid: &BakedGround) -> impl Iterator<Item = &[Ground]> {
    let columns = grid.lattice.width as usize;
    rows(grid).skip(1).take(grid.lattice.height as usize).map(move |row| &row[1..=columns])
}

/// Whether the ground ends where the map does.
fn is_rim_closed(grid: &BakedGround) -> bool {
    let is_closed = |ground: &Ground| ground.cost == 0 && ground.around == 0;
    let mut ends = rows(grid).flat_map(|row| [row.first(), row.last()]).flatten();
    let outer_rows = [rows(grid).next(), rows(grid).next_back()];
    ends.all(is_closed) && outer_rows.into_iter().flatten().flatten().all(is_closed)
}

/// Whether the surroundings of each cell agree with its neighbours, and the counts of corners and of cells near
/// blocked edges are right.
fn is_around_true(grid: &BakedGround) -> bool {
    let (height, rows) =
        (grid.lattice.height, parallel::rows_per_thread(grid.lattice.height as i32, grid.lattice.width as usize));
    let bands = (0..height as usize).step_by(rows);
    let mut found: Vec<(usize, Option<[u32; 2]>)> = bands.map(|top| (top, None)).collect();
    parallel::each(found.iter_mut().collect(), 1, |_, (top, counts): &mut (usize, Option<[u32; 2]>), _: &mut ()| {
        *counts = count_if_true(grid, *top..(*top + rows).min(height as usize));
    });
    let sum = found.into_iter().try_fold([0, 0], |[corners, blocked], (_, counts)| {
        counts.map(|counts| [corners + counts[0], blocked + counts[1]])
    });
    sum == Some([grid.corners, grid.near_blocked_edges])
}

/// The numbers of corners and of cells near blocked edges in some rows of the map, if the surroundings of all their
/// cells agree with their neighbours.
fn count_if_true(grid: &BakedGround, of: std::ops::Range<usize>) -> Option<[u32; 2]> {
    let (mut rows, mut around) = (Rows::default(), Around::default());
    (of.start..of.start + 2).for_each(|row| copy_row(grid, row, &mut rows));
    let (mut corners, mut blocked) = (0, 0);
    let (columns, stride) = (grid.lattice.width as usize, grid.stride() as usize);
    let are_true = of.into_iter().all(|row| {
        copy_row(grid, row + 2, &mut rows);
        around.look(&rows);
        let cells = &grid.ground[(row + 1) * stride + 1..][..columns];
        corners += cells.iter().map(|ground| u32::from(is_corner(ground.around))).sum::<u32>();
        blocked += around.blocked.iter().map(|&blocked| u32::from(blocked)).sum::<u32>();
        let expected = around.exits.iter().zip(around.even.iter().zip(&around.blocked));
        cells.iter().zip(expected).fold(true, |are_true, (ground, (&exits, (&even, &blocked)))| {
            are_true & (ground.around == exits) & (ground.traits == ground.traits.with_surroundings(even, blocked))
        })
    });
    are_true.then_some([corners, blocked])
}

/// Puts a row, counted from that of the rim, below the last two of `rows`.
fn copy_row(grid: &BakedGround, row: usize, rows: &mut Rows) {
    rows.rotate();
    let stride = grid.stride() as usize;
    let numbers = row * stride..(row + 1) * stride;
    rows.costs[2].clear();
    rows.costs[2].extend(grid.ground[numbers.clone()].iter().map(|ground| ground.cost));
    if let Some(blocked_edges) = &grid.blocked_edges {
        blocked_edges.copy_row(Cell::new(-1, row as i32 - 1), stride, &mut rows.blocked_edges[2]);
    }
    grid.heights.cells.copy(numbers, &mut rows.heights[2]);
}

/// Whether the cells of each cost are as many as were counted.
fn is_tally_true(grid: &BakedGround) -> bool {
    let mut counts = vec![0; *HUNDREDTHS.end() as usize + 1];
    for alike in inner_rows(grid).flat_map(|row| row.chunk_by(|a, b| a.cost == b.cost)) {
        counts[alike[0].cost as usize] += alike.len() as u32;
    }
    counts.iter().zip(0..).all(|(&count, cost)| count == grid.tally.count(cost))
}

/// Whether the bits say of each cell what its cost says.
fn are_bits_true(grid: &BakedGround) -> bool {
    let mut bits = BitGrid::new(grid.lattice.width, grid.lattice.height);
    let mut costs = Vec::new();
    for (cells, y) in inner_rows(grid).zip(0..) {
        costs.clear();
        costs.extend(cells.iter().map(|ground| ground.cost));
        bits.set_row(Cell::new(0, y), &costs, |_| ());
    }
    bits == grid.bits
}

/// Whether the ground before small regions are left out lies in the map too, and its parts are of just its cells.
fn are_regions_sound(grid: &BakedGround) -> bool {
    let Some(regions) = &grid.regions else { return true };
    let (width, height) = (grid.lattice.width, grid.lattice.height);
    let mut bits = BitGrid::new(width, height);
    let mut costs = vec![0; width as usize];
    for row in 0..height as usize {
        costs.fill(0);
        regions.bits.rows.each(row + 1, 1, width as usize, |at| costs[at] = 1);
        bits.set_row(Cell::new(0, row as i32), &costs, |_| ());
    }
    bits == regions.bits && regions.components.are_of(&regions.bits)
}
