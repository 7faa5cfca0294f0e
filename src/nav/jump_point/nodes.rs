//! What a jump point search knows of cells, and its open list.

use crate::nav::moves::DIAGONAL;
use crate::nav::open_list::OpenList;

use super::scan::PaddedCell;

/// By how much f mostly rises at most from a jump point to the next: by a run of 64 cells straight away from the goal.
const RISE: u64 = 64 * 2 * DIAGONAL;

/// The nodes of a search, few beside the cells of the map, and for each cell where its node is. That is never cleared:
/// where it points to no node of this cell, the cell has none (P. Briggs and L. Torczon, "An Efficient Representation
/// for Sparse Sets", ACM Letters on Programming Languages and Systems, 1993).
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<SearchNode>,
    /// For each cell of the largest map so far.
    of_cell: Vec<u32>,
    open: OpenList,
    /// Cells in a row.
    stride: usize,
}

/// What the search knows about a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchNode {
    /// Cost of the best path found from the root.
    pub g: u64,
    /// The node before it on that path; the root is its own.
    pub before: u32,
    column: u16,
    row: u16,
    /// The moves by which that path may continue, a bit for each.
    pub exits: u8,
    closed: bool,
}

impl SearchNode {
    pub fn spot(&self) -> PaddedCell {
        PaddedCell { column: self.column.into(), row: self.row.into() }
    }
}

/// What a path found to a cell changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Improvement {
    /// Nothing: another path is as good.
    Known,
    /// It is the first path to the cell.
    First,
    /// It is better than the previous one.
    Better,
}

impl Nodes {
    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<SearchNode>() + self.of_cell.capacity() * size_of::<u32>() + self.open.bytes()
    }

    /// Forgets the last search and prepares for a new one on a map of so many columns and rows, rim included. The f of its root is
    /// `lowest`.
    pub fn begin(&mut self, columns: usize, rows: usize, lowest: u64) {
        self.nodes.clear();
        self.open.begin(lowest, RISE);
        if self.of_cell.len() < columns * rows {
            // Made anew, as memory for this many zeros comes cleared from the system, without a write to each.
            self.of_cell = vec![0; columns * rows];
        }
        self.stride = columns;
    }

    /// Records a path to `spot` that costs `g`, and puts it into the open list if it is the best so far. `before` is
    /// the node before it, `exits` are the moves by which the path may continue; `estimate` is called for h when it is
    /// needed.
    #[inline]
    pub fn find(
        &mut self,
        spot: PaddedCell,
        g: u64,
        before: u32,
        exits: u8,
        estimate: impl FnOnce() -> u64,
    ) -> Improvement {
        let at = &mut self.of_cell[spot.row * self.stride + spot.column];
        let (column, row) = (spot.column as u16, spot.row as u16);
        let found = SearchNode { g, before, column, row, exits, closed: false };
        let mut is_known = false;
        match self.nodes.get_mut(*at as usize) {
            Some(known) if (known.column, known.row) == (column, row) => {
                if known.g <= g {
                    return Improvement::Known;
                }
                *known = found;
                is_known = true;
            }
            _ => {
                *at = self.nodes.len() as u32;
                self.nodes.push(found);
            }
        }
        let h = estimate();
        self.open.push(g + h, h, spot.cell());
        if is_known { Improvement::Better } else { Improvement::First }
    }

    /// Takes the node that is due from the open list and closes it.
    #[inline]
    pub fn expand(&mut self) -> Option<u32> {
        loop {
            let spot = PaddedCell::of(self.open.pop()?);
            let index = self.of_cell[spot.row * self.stride + spot.column];
            let node = &mut self.nodes[index as usize];
            // A closed node was put in again when a better path to it was found; this is its older entry.
            if !node.closed {
                node.closed = true;
                return Some(index);
            }
        }
    }

    /// A node of the present search.
    pub fn node(&self, index: u32) -> &SearchNode {
        &self.nodes[index as usize]
    }
}
