//! What a jump point search knows of cells, and its open list.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::nav::moves::DIAGONAL;

use super::scan::PaddedCell;

/// The nodes of a search, few beside the cells of the map, and for each cell where its node is. That is never cleared:
/// where it points to no node of this cell, the cell has none (P. Briggs and L. Torczon, "An Efficient Representation
/// for Sparse Sets", ACM Letters on Programming Languages and Systems, 1993).
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<SearchNode>,
    /// For each cell of the largest map so far.
    of_cell: Vec<u32>,
    open: BinaryHeap<Reverse<u64>>,
    /// Cells in a row.
    stride: usize,
    key: Key,
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

/// How an entry of the open list is packed into one number, whose order is that of expansion: f in the upper bits,
/// below it as much of h as fits (at equal f, smaller h is larger g), and the node.
#[derive(Clone, Copy, Debug, Default)]
struct Key {
    node_bits: u32,
    f_shift: u32,
    /// How many of the lowest bits of h are left out.
    h_shift: u32,
}

impl Key {
    /// For a map of `width` columns and `height` rows, rim included.
    fn new(columns: usize, rows: usize) -> Key {
        let bits = |greatest: u64| u64::BITS - greatest.leading_zeros();
        let cells = columns as u64 * rows as u64;
        // No path comes to a cell twice, and f is at most the cost of a path; a step costs 2 x 1393 at most.
        let room = u64::BITS - bits(cells * 2 * DIAGONAL) - bits(cells);
        let h_bits = bits(columns.max(rows) as u64 * 2 * DIAGONAL);
        Key { node_bits: bits(cells), f_shift: bits(cells) + room, h_shift: h_bits.saturating_sub(room) }
    }

    fn entry(self, f: u64, h: u64, node: u32) -> u64 {
        f << self.f_shift | h >> self.h_shift << self.node_bits | u64::from(node)
    }

    fn node(self, entry: u64) -> u32 {
        (entry & ((1 << self.node_bits) - 1)) as u32
    }
}

impl Nodes {
    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<SearchNode>()
            + self.of_cell.capacity() * size_of::<u32>()
            + self.open.capacity() * size_of::<u64>()
    }

    /// Forgets the last search and prepares for a new one on a map of `width` columns and `height` rows, rim included.
    pub fn begin(&mut self, columns: usize, rows: usize) {
        self.nodes.clear();
        self.open.clear();
        if self.of_cell.len() < columns * rows {
            // Made anew, as memory for this many zeros comes cleared from the system, without a write to each.
            self.of_cell = vec![0; columns * rows];
        }
        self.stride = columns;
        self.key = Key::new(columns, rows);
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
        self.open.push(Reverse(self.key.entry(g + h, h, *at)));
        if is_known { Improvement::Better } else { Improvement::First }
    }

    /// Takes the node that is due from the open list and closes it.
    #[inline]
    pub fn expand(&mut self) -> Option<u32> {
        loop {
            let Reverse(entry) = self.open.pop()?;
            let index = self.key.node(entry);
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
