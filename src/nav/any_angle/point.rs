//! Points with integer coordinates, and the vectors between them. All comparisons are exact.

use std::ops::{Add, Sub};

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;

/// The middle of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Point {
    pub x: i16,
    pub y: i16,
}

/// The vector from one point to another, or the direction of a ray.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Vector {
    pub x: i16,
    pub y: i16,
}

impl Vector {
    /// Positive where `other` points to the left of this one, 0 where they lie in one line. Products on the largest map
    /// stay far below the range of `i32`.
    #[inline]
    pub fn cross(self, other: Vector) -> i32 {
        i32::from(self.x) * i32::from(other.y) - i32::from(self.y) * i32::from(other.x)
    }

    #[inline]
    pub fn length(self) -> f64 {
        let (x, y) = (i32::from(self.x), i32::from(self.y));
        f64::from(x * x + y * y).sqrt()
    }
}

impl Point {
    /// Whether it lies on the straight line from one point to another.
    pub fn lies_between(self, from: Point, to: Point) -> bool {
        let (before, after) = (self - from, to - self);
        before.cross(after) == 0
            && before.x.signum() * after.x.signum() >= 0
            && before.y.signum() * after.y.signum() >= 0
    }

    /// The number of the cell whose middle it is.
    pub fn number(self, grid: &BakedGround) -> u32 {
        grid.number(self.cell())
    }

    /// The cell whose middle it is.
    pub fn cell(self) -> Cell {
        Cell::new(i32::from(self.x), i32::from(self.y))
    }
}

impl From<Cell> for Point {
    /// Of a cell of a map, whose coordinates are at most 4095.
    fn from(cell: Cell) -> Point {
        Point { x: cell.x as i16, y: cell.y as i16 }
    }
}

impl Sub for Point {
    type Output = Vector;

    #[inline]
    fn sub(self, from: Point) -> Vector {
        Vector { x: self.x - from.x, y: self.y - from.y }
    }
}

impl Add<Vector> for Point {
    type Output = Point;

    #[inline]
    fn add(self, vector: Vector) -> Point {
        Point { x: self.x + vector.x, y: self.y + vector.y }
    }
}
