//! The free squares of the ground, merged into rectangles.

use super::pass::Pass;
use super::point::Point;
use super::squares::{FreeSquares, around};
use crate::nav::baked_ground::BakedGround;

/// Cells of a row that are looked at in a unit of work.
const CELLS_A_UNIT: u64 = 2;

/// Rectangles that hold each free square once. Left and right of each the ground ends, and no gate lies there but at
/// its corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Rectangles {
    pub list: Vec<Rectangle>,
    /// All gates of the ground, in order of rows, then columns.
    pub gates: Vec<Point>,
    /// The rectangles in the present row of squares and in the one above it: the column where one begins, and its
    /// place.
    row: Vec<(i16, u32)>,
    above: Vec<(i16, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub min: Point,
    pub max: Point,
}

impl Rectangle {
    pub fn corners(self) -> [Point; 4] {
        let Rectangle { min, max } = self;
        [min, Point { x: max.x, y: min.y }, max, Point { x: min.x, y: max.y }]
    }
}

impl Rectangles {
    /// Goes on with the rows of a map; whether there are no more.
    pub fn advance(&mut self, grid: &BakedGround, pass: &mut Pass) -> bool {
        let size = grid.lattice();
        pass.go_on(size.height as usize, |y| {
            std::mem::swap(&mut self.row, &mut self.above);
            self.row.clear();
            self.put_row(grid, y as i16);
            self.put_gates(grid, y as i16);
            u64::from(size.width) / CELLS_A_UNIT
        })
    }

    fn put_row(&mut self, grid: &BakedGround, y: i16) {
        let (mut above, mut x) = (0, 0);
        while let Some((left, right)) = run(grid, x, y) {
            while self.above.get(above).is_some_and(|&(column, _)| column < left) {
                above += 1;
            }
            let has_gate = [left, right].into_iter().any(|x| around(grid, Point { x, y }).is_gate());
            let continued = self.above.get(above).map(|band| band.1).filter(|&index| {
                let Rectangle { min, max } = self.list[index as usize];
                (min.x, max.x) == (left, right) && !has_gate
            });
            let index = continued.unwrap_or(self.list.len() as u32);
            if continued.is_none() {
                self.list.push(Rectangle { min: Point { x: left, y }, max: Point { x: right, y } });
            }
            self.list[index as usize].max.y = y + 1;
            self.row.push((left, index));
            x = right;
        }
    }

    fn put_gates(&mut self, grid: &BakedGround, y: i16) {
        let first = Point { x: 0, y }.number(grid) as usize;
        let cells = grid.ground()[first..first + grid.lattice().width as usize].iter().zip(0..);
        let gates = cells.filter(|(cell, _)| cell.cost > 0 && FreeSquares::new(cell.around).is_gate());
        self.gates.extend(gates.map(|(_, x)| Point { x, y }));
    }
}

/// The first run of free squares in a row that begins at `x` or after it: from and to which column.
fn run(grid: &BakedGround, x: i16, y: i16) -> Option<(i16, i16)> {
    let width = grid.lattice().width as i16;
    let is_free = |&x: &i16| {
        let ground = grid.ground()[Point { x, y }.number(grid) as usize];
        ground.cost > 0 && FreeSquares::new(ground.around).squares & 1 == 1
    };
    let left = (x..width).find(is_free)?;
    let right = (left..width).find(|x| !is_free(x))?;
    Some((left, right))
}
