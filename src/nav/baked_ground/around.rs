//! The surroundings of the cells of a row.

use crate::nav::blocked_edges::{BELOW, RIGHT, SQUARE};

/// Three rows of cells next to each other, from above to below, each with one cell more on both ends.
#[derive(Default)]
pub(super) struct Rows {
    pub costs: [Vec<u16>; 3],
    /// The blocked edges of each cell; all empty if there are none.
    pub blocked_edges: [Vec<u8>; 3],
    /// The heights of the cells as [`Heights`](super::heights::Heights) keeps them, different where the heights are; all
    /// empty if they do not matter.
    pub heights: [Vec<u16>; 3],
}

impl Rows {
    /// The lower two rows become the upper two.
    pub fn rotate(&mut self) {
        self.costs.rotate_left(1);
        self.blocked_edges.rotate_left(1);
        self.heights.rotate_left(1);
    }
}

/// The surroundings of each cell of the middle row: its [`BakedCell::around`](super::BakedCell::around), and 1 or 0 for whether it is
/// even and whether it is near a blocked edge. Whole rows at a time and without branches, so that the compiler can vectorise it.
#[derive(Default)]
pub(super) struct RowSurroundings {
    pub exits: Vec<u8>,
    pub even: Vec<u8>,
    pub blocked: Vec<u8>,
    /// For each cell of the three rows 1 where it is passable, otherwise 0.
    open: [Vec<u8>; 3],
    /// For each column the highest and the lowest of the three costs, the lowest less 1 so that 0 becomes the highest.
    highest: Vec<i16>,
    lowest: Vec<i16>,
    /// For each column whether a straight edge to the right, one below, or a square is blocked between passable cells.
    bars: [Vec<u8>; 3],
}

impl RowSurroundings {
    /// Looks at the middle row.
    pub fn look(&mut self, rows: &Rows) {
        for (open, costs) in self.open.iter_mut().zip(&rows.costs) {
            open.clear();
            open.extend(costs.iter().map(|&cost| u8::from(cost > 0)));
        }
        self.look_for_exits();
        self.look_at_costs(&rows.costs);
        if !rows.heights[1].is_empty() {
            self.look_at_heights(&rows.heights);
        }
        self.blocked.clear();
        self.blocked.resize(self.exits.len(), 0);
        if rows.blocked_edges.iter().flatten().fold(0, |all, flags| all | flags) != 0 {
            self.look_at_bars(&rows.blocked_edges);
        }
    }

    fn look_for_exits(&mut self) {
        let [above, row, below] = &self.open;
        let columns = above.windows(3).zip(row.windows(3)).zip(below.windows(3));
        self.exits.clear();
        self.exits.extend(columns.map(|((above, row), below)| {
            row[2]
                | below[2] << 1
                | below[1] << 2
                | below[0] << 3
                | row[0] << 4
                | above[0] << 5
                | above[1] << 6
                | above[2] << 7
        }));
    }

    fn look_at_costs(&mut self, [above, row, below]: &[Vec<u16>; 3]) {
        // Costs are at most 10,000: as signed numbers they have the fastest minimum and maximum.
        let less = |cost: u16| (cost.wrapping_sub(1) & i16::MAX as u16) as i16;
        let three = || above.iter().zip(row).zip(below);
        self.highest.clear();
        self.highest.extend(three().map(|((&above, &row), &below)| (above as i16).max(row as i16).max(below as i16)));
        self.lowest.clear();
        self.lowest.extend(three().map(|((&above, &row), &below)| less(above).min(less(row)).min(less(below))));
        self.even.clear();
        let windows = self.highest.windows(3).zip(self.lowest.windows(3)).zip(&row[1..]);
        self.even.extend(windows.map(|((highest, lowest), &cost)| {
            let highest = highest[0].max(highest[1]).max(highest[2]);
            let lowest = lowest[0].min(lowest[1]).min(lowest[2]);
            u8::from((highest == cost as i16) & (lowest == less(cost)) & (cost > 0))
        }));
    }

    /// A cell is not even if a passable cell beside it lies higher or lower.
    fn look_at_heights(&mut self, heights: &[Vec<u16>; 3]) {
        let here = &heights[1][1..];
        for (open, heights) in self.open.iter().zip(heights) {
            let beside = open.windows(3).zip(heights.windows(3));
            for ((even, &here), (open, heights)) in self.even.iter_mut().zip(here).zip(beside) {
                let differs = |at: usize| u8::from(heights[at] != here) & open[at];
                *even &= !(differs(0) | differs(1) | differs(2));
            }
        }
    }

    fn look_at_bars(&mut self, [above, row, below]: &[Vec<u8>; 3]) {
        for (exits, (above, row)) in self.exits.iter_mut().zip(above.windows(2).zip(row.windows(2))) {
            let bit = |flags: u8, flag: u8, way: u32| u8::from(flags & flag != 0) << way;
            *exits &= !(bit(row[1], RIGHT, 0)
                | bit(row[1], SQUARE, 1)
                | bit(row[1], BELOW, 2)
                | bit(row[0], SQUARE, 3)
                | bit(row[0], RIGHT, 4)
                | bit(above[0], SQUARE, 5)
                | bit(above[1], BELOW, 6)
                | bit(above[1], SQUARE, 7));
        }
        let columns = row.len();
        self.bars.iter_mut().for_each(|bars| {
            bars.clear();
            bars.resize(columns, 0);
        });
        let [right, down, square] = &mut self.bars;
        for (open, flags) in self.open.iter().zip([above, row, below]) {
            for ((right, open), flags) in right.iter_mut().zip(open.windows(2)).zip(flags) {
                *right |= u8::from(flags & RIGHT != 0) & open[0] & open[1];
            }
        }
        for (pair, flags) in self.open.windows(2).zip([above, row]) {
            let cells = down.iter_mut().zip(&pair[0]).zip(&pair[1]).zip(flags);
            cells.for_each(|(((down, upper), lower), flags)| {
                *down |= u8::from(flags & BELOW != 0) & upper & lower;
            });
            let squares = square.iter_mut().zip(pair[0].windows(2)).zip(pair[1].windows(2)).zip(flags);
            squares.for_each(|(((square, upper), lower), flags)| {
                *square |= u8::from(flags & SQUARE != 0) & (upper[0] & lower[1] | upper[1] & lower[0]);
            });
        }
        let bars = right.windows(2).zip(down.windows(3)).zip(square.windows(2));
        for ((blocked, open), ((right, down), square)) in self.blocked.iter_mut().zip(&self.open[1][1..]).zip(bars) {
            *blocked = open & (right[0] | right[1] | down[0] | down[1] | down[2] | square[0] | square[1]);
        }
        self.even.iter_mut().zip(&self.blocked).for_each(|(even, blocked)| *even &= !blocked);
    }
}

/// 1 where a path may turn about an obstacle's corner: a diagonal neighbour is not passable, but the two cells beside
/// it are. Otherwise 0.
pub(super) fn is_corner(around: u8) -> u8 {
    const DIAGONAL: u8 = 0b1010_1010;
    u8::from(around.rotate_left(1) & around.rotate_right(1) & !around & DIAGONAL != 0)
}
