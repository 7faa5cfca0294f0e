//! What a jump point search knows of cells, and its open set.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::nav::moves::DIAGONAL;

use super::scan::Spot;

/// The nodes of a search: one for each cell of the largest map it has seen. They are never cleared: a node counts only
/// when it bears the number of the present search.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    /// The number of the present search, from 1.
    generation: u32,
    open: BinaryHeap<Reverse<u64>>,
    /// How cells are numbered.
    stride: usize,
    key: Key,
}

/// What the present search knows of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Cost of the best way found from the root.
    g: u64,
    /// The jump point before it on that way, as a [place](Key::place).
    before: u32,
    /// From the lowest bit: whether it is closed; in four bits by which move the way comes to it; the number of the
    /// search in the rest.
    stamp: u32,
}

const GENERATION_SHIFT: u32 = 5;

/// A node as it is expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expanded {
    pub spot: Spot,
    pub g: u64,
    /// The place in `MOVES` of the move that led to it, or `ROOT`.
    pub arrived_by: u8,
}

/// What became of a way found to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Another one was as good.
    Known,
    /// It is the first.
    First,
    /// It is better than the last.
    Better,
}

/// How an entry of the open set is packed into one number, whose order is that of expansion: f in the upper
/// bits, below it as much of h as fits (at equal f, smaller h is larger g), row and column.
#[derive(Clone, Copy, Debug, Default)]
struct Key {
    column_bits: u32,
    place_bits: u32,
    f_shift: u32,
    /// So many bits of h are left out.
    h_shift: u32,
}

impl Key {
    /// For a map of so many columns and rows, rim included: 4098 of each at most.
    fn new(columns: usize, rows: usize) -> Key {
        let bits = |greatest: usize| usize::BITS - greatest.leading_zeros();
        let (column_bits, place_bits) = (bits(columns), bits(columns) + bits(rows));
        // No way comes to a cell twice, and f is at most the cost of a way; a step costs 2 x 1393 at most.
        let f_bits = bits(columns * rows * 2 * DIAGONAL as usize);
        let h_bits = bits(columns.max(rows) * 2 * DIAGONAL as usize);
        let room = u64::BITS - f_bits - place_bits;
        Key { column_bits, place_bits, f_shift: place_bits + room, h_shift: h_bits.saturating_sub(room) }
    }

    fn place(self, spot: Spot) -> u32 {
        (spot.row << self.column_bits | spot.column) as u32
    }

    fn spot(self, place: u32) -> Spot {
        Spot { column: place as usize & ((1 << self.column_bits) - 1), row: (place >> self.column_bits) as usize }
    }

    fn entry(self, f: u64, h: u64, spot: Spot) -> u64 {
        f << self.f_shift | h >> self.h_shift << self.place_bits | u64::from(self.place(spot))
    }

    fn spot_of(self, entry: u64) -> Spot {
        self.spot((entry & ((1 << self.place_bits) - 1)) as u32)
    }
}

impl Nodes {
    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.open.capacity() * size_of::<u64>()
    }

    /// Forgets the last search and makes room for one on a map of so many columns and rows, rim included.
    pub fn begin(&mut self, columns: usize, rows: usize) {
        self.nodes.resize(self.nodes.len().max(columns * rows), Node::default());
        self.generation += 1;
        if self.generation >> (u32::BITS - GENERATION_SHIFT) != 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
        self.open.clear();
        self.stride = columns;
        self.key = Key::new(columns, rows);
    }

    /// Takes note of a way to `spot` that costs `g`, and puts it into the open set if it is the best so far.
    /// `estimate` is asked for h only then.
    #[inline]
    pub fn find(&mut self, spot: Spot, g: u64, by: u8, before: Spot, estimate: impl FnOnce() -> u64) -> Found {
        let node = &mut self.nodes[spot.row * self.stride + spot.column];
        let is_known = node.stamp >> GENERATION_SHIFT == self.generation;
        if is_known && node.g <= g {
            return Found::Known;
        }
        let stamp = self.generation << GENERATION_SHIFT | u32::from(by) << 1;
        *node = Node { g, before: self.key.place(before), stamp };
        let h = estimate();
        self.open.push(Reverse(self.key.entry(g + h, h, spot)));
        if is_known { Found::Better } else { Found::First }
    }

    /// Takes the node that is due from the open set and closes it.
    #[inline]
    pub fn expand(&mut self) -> Option<Expanded> {
        loop {
            let Reverse(entry) = self.open.pop()?;
            let spot = self.key.spot_of(entry);
            let node = &mut self.nodes[spot.row * self.stride + spot.column];
            // What is closed was put in again when a better way to it was found, and this is the older entry.
            if node.stamp & 1 == 0 {
                node.stamp |= 1;
                return Some(Expanded { spot, g: node.g, arrived_by: (node.stamp >> 1 & 0xf) as u8 });
            }
        }
    }

    /// The jump point before a node of the present search; the root is its own.
    pub fn before(&self, spot: Spot) -> Spot {
        self.key.spot(self.nodes[spot.row * self.stride + spot.column].before)
    }
}
