//! The surroundings of the cells of a row.

use crate::nav::blocked_edges::{BELOW, RIGHT, SQUARE};

/// Three rows of cells next to each other, from above to below, each with one cell more on both ends.
#[derive(Default)]
pub(super) struct Rows {
    pub costs: [Vec<u16>; 3],
    /// The blocked edges of each cell; all empty if there are none.
    pub blocked_edges: [Vec<u8>; 3],
    /// The heights of the cells; all empty if they do not matter.
    pub heights: [Vec<i16>; 3],
}

impl Rows {
    /// The lower two rows become the upper two.
    pub fn rotate(&mut self) {
        self.costs.rotate_left(1);
        self.blocked_edges.rotate_left(1);
        self.heights.rotate_left(1);
    }
}

/// For each cell of the middle row, its [`Ground::around`](super::Ground::around), whether it is even, and whether it
/// is near a blocked edge. Whole rows at a time, so that the compiler can vectorise it.
#[derive(Default)]
pub(super) struct Around {
    pub exits: Vec<u8>,
    pub even: Vec<bool>,
    /// Empty if no edge is blocked.
    pub blocked: Vec<bool>,
    /// For each column the highest and the lowest of the three costs, the lowest less 1 so that 0 becomes the highest.
    highest: Vec<u16>,
    lowest: Vec<u16>,
}

impl Around {
    /// Looks at the middle row.
    pub fn look(&mut self, rows: &Rows) {
        self.look_at_costs(&rows.costs);
        if !rows.heights[1].is_empty() {
            self.look_at_heights(rows);
        }
        self.blocked.clear();
        if rows.blocked_edges.iter().flatten().any(|&flags| flags != 0) {
            self.look_at_bars(rows);
        }
    }

    fn look_at_costs(&mut self, [above, row, below]: &[Vec<u16>; 3]) {
        let is_passable = |cost: u16| u8::from(cost > 0);
        let columns = || above.windows(3).zip(row.windows(3)).zip(below.windows(3));
        self.exits.clear();
        self.exits.extend(columns().map(|((above, row), below)| {
            is_passable(row[2])
                | is_passable(below[2]) << 1
                | is_passable(below[1]) << 2
                | is_passable(below[0]) << 3
                | is_passable(row[0]) << 4
                | is_passable(above[0]) << 5
                | is_passable(above[1]) << 6
                | is_passable(above[2]) << 7
        }));
        let three = || above.iter().zip(row).zip(below);
        self.highest.clear();
        self.highest.extend(three().map(|((&above, &row), &below)| above.max(row).max(below)));
        let less = |cost: u16| cost.wrapping_sub(1);
        self.lowest.clear();
        self.lowest.extend(three().map(|((&above, &row), &below)| less(above).min(less(row)).min(less(below))));
        self.even.clear();
        let windows = self.highest.windows(3).zip(self.lowest.windows(3)).zip(&row[1..]);
        self.even.extend(windows.map(|((highest, lowest), &cost)| {
            let highest = highest[0].max(highest[1]).max(highest[2]);
            let lowest = lowest[0].min(lowest[1]).min(lowest[2]);
            highest == cost && lowest == less(cost) && cost > 0
        }));
    }

    /// A cell is not even if a passable cell beside it lies higher or lower.
    fn look_at_heights(&mut self, rows: &Rows) {
        for (at, even) in self.even.iter_mut().enumerate() {
            let here = rows.heights[1][at + 1];
            let level = |row: usize| {
                let cells = rows.costs[row][at..at + 3].iter().zip(&rows.heights[row][at..at + 3]);
                cells.fold(true, |level, (&cost, &height)| level & (cost == 0 || height == here))
            };
            *even = *even && level(0) && level(1) && level(2);
        }
    }

    fn look_at_bars(&mut self, rows: &Rows) {
        let [above, row, below] = &rows.blocked_edges;
        let columns = above.windows(3).zip(row.windows(3)).zip(below.windows(3));
        for (at, ((above, row), below)) in columns.enumerate() {
            let is_any = above.iter().chain(row).chain(below).fold(0, |all, &flags| all | flags) != 0;
            let bit = |flags: u8, flag: u8, way: u8| u8::from(flags & flag != 0) << way;
            let blocked_exits = bit(row[1], RIGHT, 0)
                | bit(row[1], SQUARE, 1)
                | bit(row[1], BELOW, 2)
                | bit(row[0], SQUARE, 3)
                | bit(row[0], RIGHT, 4)
                | bit(above[0], SQUARE, 5)
                | bit(above[1], BELOW, 6)
                | bit(above[1], SQUARE, 7);
            self.exits[at] &= !blocked_exits;
            let blocked = is_any && is_blocked(rows, at);
            self.even[at] &= !blocked;
            self.blocked.push(blocked);
        }
    }
}

/// Whether the middle of the nine cells from a column on is passable, and an edge between two passable ones of the nine
/// is blocked.
fn is_blocked(rows: &Rows, column: usize) -> bool {
    let is_passable = |x: usize, y: usize| rows.costs[y][column + x] > 0;
    let is_way = |(x, y): (usize, usize), (to_x, to_y): (usize, usize)| {
        to_x < 3 && to_y < 3 && is_passable(x, y) && is_passable(to_x, to_y)
    };
    let is_blocked_at = |x: usize, y: usize| {
        let flags = rows.blocked_edges[y][column + x];
        flags & RIGHT != 0 && is_way((x, y), (x + 1, y))
            || flags & BELOW != 0 && is_way((x, y), (x, y + 1))
            || flags & SQUARE != 0
                && (is_way((x, y), (x + 1, y + 1)) || x < 2 && y < 2 && is_way((x + 1, y), (x, y + 1)))
    };
    is_passable(1, 1) && (0..3).any(|y| (0..3).any(|x| is_blocked_at(x, y)))
}
