//! The surroundings of a point: free squares and bare segments.

use super::point::{Point, Vector};
use crate::nav::baked_ground::BakedGround;

/// The surroundings of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreeSquares {
    /// The free squares: right and down, left and down, left and up, right and up of it, from the lowest bit.
    pub squares: u8,
    /// The bare segments: right, down, left, up.
    pub bare: u8,
}

/// Right, down, left and up.
pub(super) const DIRECTIONS: [Vector; 4] =
    [Vector { x: 1, y: 0 }, Vector { x: 0, y: 1 }, Vector { x: -1, y: 0 }, Vector { x: 0, y: -1 }];

/// By the passable neighbours of a cell, as in [`BakedCell::around`](crate::nav::baked_ground::BakedCell::around).
static AROUND: [FreeSquares; 256] = {
    let mut all = [FreeSquares { squares: 0, bare: 0 }; 256];
    let mut around = 0;
    while around < 256 {
        all[around] = FreeSquares::of(around as u32);
        around += 1;
    }
    all
};

impl FreeSquares {
    const fn of(around: u32) -> FreeSquares {
        let around = around | around << 8;
        let (mut squares, mut bare, mut side) = (0, 0, 0);
        while side < 4 {
            let here = around >> (2 * side) & 0b111 == 0b111;
            let before = around >> (2 * side + 6) & 0b111 == 0b111;
            squares |= (here as u8) << side;
            bare |= ((around >> (2 * side) & 1 == 1 && !here && !before) as u8) << side;
            side += 1;
        }
        FreeSquares { squares, bare }
    }

    /// By the passable neighbours of a cell, as in [`BakedCell::around`](crate::nav::baked_ground::BakedCell::around).
    pub fn new(around: u8) -> FreeSquares {
        AROUND[around as usize]
    }

    /// Whether a path goes through the point that no polygon holds, and does not merely go straight on.
    pub fn is_gate(self) -> bool {
        let goes_straight_on = self.squares == 0 && matches!(self.bare, 0b0101 | 0b1010);
        self.bare != 0 && !goes_straight_on || matches!(self.squares, 0b0101 | 0b1010)
    }
}

/// The surroundings of the middle of a passable cell.
pub(super) fn around(grid: &BakedGround, point: Point) -> FreeSquares {
    FreeSquares::new(grid.ground()[point.number(grid) as usize].around)
}

/// The first point on a bare segment that `stops` or is a gate, from `at` to a side.
pub(super) fn bare_end(grid: &BakedGround, at: Point, side: usize, stops: impl Fn(Point) -> bool) -> Point {
    let mut end = at + DIRECTIONS[side];
    while !around(grid, end).is_gate() && !stops(end) {
        end = end + DIRECTIONS[side];
    }
    end
}

/// Whether a path that comes to the corner of a square, which lies at `x`, `y` from there, can turn around it: it has
/// the square wholly on one side, and does not only now come to its wall.
pub(super) fn turns_around(vector: Vector, x: i16, y: i16) -> bool {
    let (along_x, along_y) = (vector.x * x, vector.y * y);
    match (vector.x, vector.y) {
        (_, 0) => along_x < 0,
        (0, _) => along_y < 0,
        _ => (along_x < 0) != (along_y < 0),
    }
}

/// The free squares of the group that begins at a wall and goes round to the left, as [`FreeSquares`] has
/// them.
pub(super) fn squares_of_group(squares: u8, wall: Vector) -> u8 {
    let to = |vector: &Vector| i32::from(vector.x) * i32::from(wall.x) + i32::from(vector.y) * i32::from(wall.y) > 0;
    let first = DIRECTIONS.iter().position(to).expect("walls lead along rows and columns");
    let group = (first..first + 4).map(|square| square % 4).take_while(|square| squares >> square & 1 == 1);
    group.fold(0, |bits, square| bits | 1 << square)
}

/// The squares at a point, or on both sides of, where a path leads to.
pub(super) fn squares_towards(vector: Vector) -> u8 {
    let right = if vector.x >= 0 { 0b1001 } else { 0 } | if vector.x <= 0 { 0b0110 } else { 0 };
    let below = if vector.y >= 0 { 0b0011 } else { 0 } | if vector.y <= 0 { 0b1100 } else { 0 };
    right & below
}
