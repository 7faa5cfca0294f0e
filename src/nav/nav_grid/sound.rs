//! Whether a grid that was read from bytes is consistent. What searches and later bakes rely on without checking must
//! hold whatever the bytes were: otherwise they would index outside the map, or count below zero.

use super::around::{Around, Rows};
use super::bake_cells::is_corner;
use super::{Ground, HUNDREDTHS, NavGrid, Traits};
use crate::grid::Cell;
use crate::nav::bit_grid::BitGrid;
use crate::parallel;

impl NavGrid {
    /// Whether everything derived from the costs of the cells, the blocked edges and the heights agrees with them.
    pub(super) fn is_sound(&self) -> bool {
        if !self.is_rim_closed() {
            return false;
        }
        let (mut is_around_true, mut are_sums_true) = (false, false);
        let sums = || are_sums_true = self.is_tally_true() && self.are_bits_true() && self.are_regions_sound();
        parallel::both(self.ground.len(), || is_around_true = self.is_around_true(), sums);
        is_around_true && are_sums_true
    }

    /// The cells of each row, those of the rim around the map too.
    fn rows(&self) -> impl DoubleEndedIterator<Item = &[Ground]> {
        self.ground.chunks_exact(self.stride() as usize)
    }

    /// The cells of each row of the map, without the rim.
    fn inner_rows(&self) -> impl Iterator<Item = &[Ground]> {
        let columns = self.lattice.width as usize;
        self.rows().skip(1).take(self.lattice.height as usize).map(move |row| &row[1..=columns])
    }

    /// Whether the ground ends where the map does.
    fn is_rim_closed(&self) -> bool {
        let is_closed = |ground: &Ground| ground.cost == 0 && ground.around == 0;
        let mut ends = self.rows().flat_map(|row| [row.first(), row.last()]).flatten();
        let outer_rows = [self.rows().next(), self.rows().next_back()];
        ends.all(is_closed) && outer_rows.into_iter().flatten().flatten().all(is_closed)
    }

    /// Whether the surroundings of each cell agree with its neighbours, and the counts of corners and of cells near
    /// blocked edges are right.
    fn is_around_true(&self) -> bool {
        let (mut rows, mut around) = (Rows::default(), Around::default());
        (0..2).for_each(|row| self.copy_row(row, &mut rows));
        let (mut corners, mut blocked) = (0, 0);
        let are_true = self.inner_rows().zip(2..).all(|(cells, below)| {
            self.copy_row(below, &mut rows);
            around.look(&rows);
            corners += cells.iter().map(|ground| is_corner(ground.around)).sum::<u32>();
            blocked += around.blocked.iter().map(|&blocked| u32::from(blocked)).sum::<u32>();
            let cells = cells.iter().zip(&around.exits).zip(&around.even).enumerate();
            cells.fold(true, |are_true, (at, ((ground, &exits), &even))| {
                let blocked = around.blocked.get(at) == Some(&true);
                let traits = ground.traits.with(Traits::EVEN, even).with(Traits::NEAR_BLOCKED_EDGE, blocked);
                are_true & (ground.around == exits) & (ground.traits == traits)
            })
        });
        are_true && (corners, blocked) == (self.corners, self.near_blocked_edges)
    }

    /// Puts a row, counted from that of the rim, below the last two of `rows`.
    fn copy_row(&self, row: usize, rows: &mut Rows) {
        rows.rotate();
        let stride = self.stride() as usize;
        let numbers = row * stride..(row + 1) * stride;
        rows.costs[2].clear();
        rows.costs[2].extend(self.ground[numbers.clone()].iter().map(|ground| ground.cost));
        if let Some(blocked_edges) = &self.blocked_edges {
            blocked_edges.copy_row(Cell::new(-1, row as i32 - 1), stride, &mut rows.blocked_edges[2]);
        }
        if !self.heights.cells.is_empty() {
            rows.heights[2].clear();
            rows.heights[2].extend_from_slice(&self.heights.cells[numbers]);
        }
    }

    /// Whether the cells of each cost are as many as were counted.
    fn is_tally_true(&self) -> bool {
        let mut counts = vec![0; *HUNDREDTHS.end() as usize + 1];
        for alike in self.inner_rows().flat_map(|row| row.chunk_by(|a, b| a.cost == b.cost)) {
            counts[alike[0].cost as usize] += alike.len() as u32;
        }
        counts.iter().zip(0..).all(|(&count, cost)| count == self.tally.count(cost))
    }

    /// Whether the bits say of each cell what its cost says, and the parts that are connected are of just these cells.
    fn are_bits_true(&self) -> bool {
        let mut bits = BitGrid::new(self.lattice.width, self.lattice.height);
        let mut costs = Vec::new();
        for (cells, y) in self.inner_rows().zip(0..) {
            costs.clear();
            costs.extend(cells.iter().map(|ground| ground.cost));
            bits.set_row(Cell::new(0, y), &costs, |_| ());
        }
        bits == self.bits && self.components.are_of(&self.bits)
    }

    /// Whether the ground before small regions are left out lies in the map too, and its parts are of just its cells.
    fn are_regions_sound(&self) -> bool {
        let Some(regions) = &self.regions else { return true };
        let (width, height) = (self.lattice.width, self.lattice.height);
        let mut bits = BitGrid::new(width, height);
        let mut costs = vec![0; width as usize];
        for row in 0..height as usize {
            costs.fill(0);
            regions.bits.rows.each(row + 1, 1, width as usize, |at| costs[at] = 1);
            bits.set_row(Cell::new(0, row as i32), &costs, |_| ());
        }
        bits == regions.bits && regions.components.are_of(&regions.bits)
    }
}
