//! Updating what cells know of their neighbours.

use super::around::{RowSurroundings, Rows, is_corner};
use super::heights::CellHeights;
use super::{BakedCell, BakedGround, ChangedGround};
use crate::grid::{Cell, Rect};
use crate::nav::blocked_edges::BlockedEdges;
use crate::parallel;

/// Updates what the ground itself knows of cells that have changed: around them, and in all.
pub(super) fn learn(grid: &mut BakedGround, changed: &mut ChangedGround) {
    changed.sort_chunks();
    (grid.costs.lowest, grid.costs.highest) = grid.costs.tally.range();
    let rects = [changed.cells, changed.heights].into_iter().flatten();
    let (width, height) = (grid.lattice.width, grid.lattice.height);
    rects.for_each(|rect| look_around(grid, rect.grown(1).clipped(width, height)));
}

/// Updates the surroundings of every cell of a rectangle.
fn look_around(grid: &mut BakedGround, rect: Rect) {
    let (stride, width) = (grid.stride() as usize, (rect.max.x - rect.min.x).max(0) as usize);
    let rows = parallel::rows_per_thread(rect.max.y - rect.min.y, width);
    // What lies beside a band is copied before another thread writes there.
    let tops: Vec<i32> = (rect.min.y..rect.max.y).step_by(rows).collect();
    let copies = tops.iter().map(|&top| {
        let bottom = rect.max.y.min(top + rows as i32);
        [top - 1, bottom].map(|y| {
            let number = grid.number(Cell::new(rect.min.x - 1, y)) as usize;
            grid.ground[number..number + width + 2].iter().map(|ground| ground.cost).collect::<Vec<u16>>()
        })
    });
    let copies: Vec<[Vec<u16>; 2]> = copies.collect();
    let ground = grid.ground[(rect.min.y + 1) as usize * stride..].chunks_mut(rows * stride);
    let bands = tops.iter().zip(ground).zip(copies).map(|((&top, ground), beside)| Lookout {
        rect: Rect { min: Cell::new(rect.min.x, top), max: Cell::new(rect.max.x, rect.max.y.min(top + rows as i32)) },
        ground,
        stride,
        beside,
        blocked_edges: grid.blocked_edges.as_deref(),
        heights: &grid.heights.cells,
        corners: 0,
        near_blocked_edges: 0,
    });
    let mut bands: Vec<Lookout> = bands.collect();
    parallel::each(bands.iter_mut().collect(), 1, |_, band: &mut Lookout, _: &mut ()| band.look_around());
    for band in bands {
        grid.corners = grid.corners.wrapping_add_signed(band.corners);
        grid.near_blocked_edges = grid.near_blocked_edges.wrapping_add_signed(band.near_blocked_edges);
    }
}

/// Updates the surroundings of the cells of a rectangle.
struct Lookout<'a> {
    rect: Rect,
    /// From the first row of the rectangle on, with the rim.
    ground: &'a mut [BakedCell],
    stride: usize,
    /// The costs of the cells in the row above the rectangle and in the one below it, with one cell more at both ends.
    beside: [Vec<u16>; 2],
    blocked_edges: Option<&'a BlockedEdges>,
    heights: &'a CellHeights,
    /// How many more corners and cells near blocked edges there are than before.
    corners: i32,
    near_blocked_edges: i32,
}

impl Lookout<'_> {
    /// Updates the surroundings of every cell of the rectangle.
    fn look_around(&mut self) {
        let (mut rows, mut around) = (Rows::default(), RowSurroundings::default());
        for y in self.rect.min.y - 1..=self.rect.max.y {
            rows.rotate();
            self.copy_row(y, &mut rows);
            if y > self.rect.min.y {
                around.look(&rows);
                self.set_around(y - 1, &around);
            }
        }
    }

    /// Stores what was found around the cells of a row.
    fn set_around(&mut self, y: i32, around: &RowSurroundings) {
        let from = (y - self.rect.min.y) as usize * self.stride + (self.rect.min.x + 1) as usize;
        let ground = &mut self.ground[from..from + around.exits.len()];
        self.corners += sum(around.exits.iter().map(|&exits| is_corner(exits)))
            - sum(ground.iter().map(|ground| is_corner(ground.around)));
        self.near_blocked_edges += sum(around.blocked.iter().copied())
            - sum(ground.iter().map(|ground| u8::from(ground.traits.is_near_blocked_edge())));
        let found = around.exits.iter().zip(around.even.iter().zip(&around.blocked));
        for (ground, (&exits, (&even, &blocked))) in ground.iter_mut().zip(found) {
            ground.around = exits;
            ground.traits = ground.traits.with_surroundings(even, blocked);
        }
    }

    /// Copies what is known of the cells of the rectangle in one row, and of one cell more at both ends, to below the
    /// last two of `rows`.
    fn copy_row(&self, y: i32, rows: &mut Rows) {
        let (from, count) = (Cell::new(self.rect.min.x - 1, y), (self.rect.max.x - self.rect.min.x) as usize + 2);
        rows.costs[2].clear();
        if y < self.rect.min.y {
            rows.costs[2].extend_from_slice(&self.beside[0]);
        } else if y >= self.rect.max.y {
            rows.costs[2].extend_from_slice(&self.beside[1]);
        } else {
            let place = (y - self.rect.min.y) as usize * self.stride + (from.x + 1) as usize;
            rows.costs[2].extend(self.ground[place..place + count].iter().map(|ground| ground.cost));
        }
        if let Some(blocked_edges) = self.blocked_edges {
            blocked_edges.copy_row(from, count, &mut rows.blocked_edges[2]);
        }
        let number = (y + 1) as usize * self.stride + (from.x + 1) as usize;
        self.heights.copy(number..number + count, &mut rows.heights[2]);
    }
}

fn sum(numbers: impl Iterator<Item = u8>) -> i32 {
    numbers.map(i32::from).sum()
}
