//! A triangulation of the free squares whose vertices all lie on the edge of the ground, with as few of them as
//! possible.

use super::mesh::NONE;
use super::point::{Point, Vector};
use super::rectangles::{Rectangle, Rectangles};
use super::squares::{FreeSquares, around};
use crate::nav::baked_ground::BakedGround;

/// Triangles in three sides each: those of triangle `t` are `3 t`, `3 t + 1` and `3 t + 2`, counter-clockwise.
#[derive(Debug, Default)]
pub(super) struct Triangles {
    /// In order of rows, then columns. Some no longer belong to a triangle.
    pub points: Vec<Point>,
    /// By side: the point where it begins; `NONE` if the triangle was removed.
    pub from: Vec<u32>,
    /// By side: the same side in the triangle beyond it, or `NONE` at the edge of the ground.
    pub twins: Vec<u32>,
}

/// The side after one, around its triangle.
pub(super) fn next(side: u32) -> u32 {
    if side % 3 == 2 { side - 2 } else { side + 1 }
}

/// The side before one, around its triangle.
pub(super) fn previous(side: u32) -> u32 {
    if side.is_multiple_of(3) { side + 2 } else { side - 1 }
}

impl Triangles {
    /// Of all free squares of a map: Delaunay's triangles, as far as the edge of the ground allows. (C. Lawson,
    /// "Software for C1 Surface Interpolation", 1977: any triangulation becomes it by turning sides.)
    pub fn of(grid: &BakedGround) -> Triangles {
        let rectangles = Rectangles::of(grid);
        let mut triangles = Triangles::default();
        let ids = triangles.put_points(grid, &rectangles);
        for &rectangle in &rectangles.list {
            triangles.cut(grid, rectangle, &ids);
        }
        triangles.twins = triangles.find_twins();
        triangles.leave_out_flat_points(grid);
        triangles.turn_sides();
        triangles
    }

    /// Puts the corners of rectangles and the gates on their edges; returns the place of the point at each cell, by the
    /// cell's number.
    fn put_points(&mut self, grid: &BakedGround, rectangles: &Rectangles) -> Vec<u32> {
        let mut ids = vec![NONE; grid.ground().len()];
        for corner in rectangles.list.iter().flat_map(|rectangle| rectangle.corners()) {
            ids[corner.number(grid) as usize] = 0;
        }
        let size = grid.lattice();
        for (x, y) in (0..size.height as i16).flat_map(|y| (0..size.width as i16).map(move |x| (x, y))) {
            let number = Point { x, y }.number(grid) as usize;
            let around = FreeSquares::new(grid.ground()[number].around);
            let is_passable = grid.ground()[number].cost > 0;
            if ids[number] != NONE || is_passable && around.squares != 0 && around.is_gate() {
                ids[number] = self.points.len() as u32;
                self.points.push(Point { x, y });
            }
        }
        ids
    }

    /// Cuts a rectangle into triangles between the points on its upper and on its lower edge.
    fn cut(&mut self, grid: &BakedGround, Rectangle { min, max }: Rectangle, ids: &[u32]) {
        let after = |x: i16, y: i16| {
            (x + 1..=max.x).find(|&x| ids[Point { x, y }.number(grid) as usize] != NONE).unwrap_or(i16::MAX)
        };
        let id = |x: i16, y: i16| ids[Point { x, y }.number(grid) as usize];
        let (mut top, mut bottom) = (min.x, min.x);
        while top < max.x || bottom < max.x {
            let (next_top, next_bottom) = (after(top, min.y), after(bottom, max.y));
            let (here, there) = (id(top, min.y), id(bottom, max.y));
            if next_top <= next_bottom {
                self.from.extend([here, id(next_top, min.y), there]);
                top = next_top;
            } else {
                self.from.extend([here, id(next_bottom, max.y), there]);
                bottom = next_bottom;
            }
        }
    }

    fn find_twins(&self) -> Vec<u32> {
        // Where the sides that leave each point begin in `leaving`; one more at the end.
        let mut first = vec![0; self.points.len() + 2];
        for &point in &self.from {
            first[point as usize + 2] += 1;
        }
        for point in 2..first.len() {
            first[point] += first[point - 1];
        }
        let mut leaving = vec![0; self.from.len()];
        for (side, &point) in self.from.iter().enumerate() {
            let place = &mut first[point as usize + 1];
            leaving[*place as usize] = side as u32;
            *place += 1;
        }
        let from = |side: u32| self.from[side as usize];
        let twin = |side: u32| {
            let end = from(next(side)) as usize;
            let back = &leaving[first[end] as usize..first[end + 1] as usize];
            back.iter().copied().find(|&back| from(next(back)) == from(side)).unwrap_or(NONE)
        };
        (0..self.from.len() as u32).map(twin).collect()
    }

    /// Removes points where the edge of the ground goes straight on.
    fn leave_out_flat_points(&mut self, grid: &BakedGround) {
        for side in 0..self.from.len() as u32 {
            let point = self.from[side as usize];
            if point == NONE || self.twins[side as usize] != NONE {
                continue;
            }
            let here = around(grid, self.points[point as usize]);
            if matches!(here.squares, 0b0011 | 0b0110 | 0b1100 | 0b1001) && !here.is_gate() {
                self.leave_out(side);
            }
        }
    }

    /// Removes the point where a side at the edge begins, if possible: turns the sides that leave it away from it until
    /// only one is left between the two at the edge.
    fn leave_out(&mut self, edge: u32) {
        while self.leaving_inside(edge).nth(1).is_some() {
            let Some(side) = self.leaving_inside(edge).find(|&side| self.can_turn(side)) else { return };
            self.turn(side);
        }
        // What is left are two triangles with a straight edge: the one of `edge` becomes both.
        let Some(inside) = self.leaving_inside(edge).next() else { return };
        let (other, back) = (next(inside), previous(edge));
        self.from[edge as usize] = self.from[next(other) as usize];
        let twin = self.twins[other as usize];
        self.twins[back as usize] = twin;
        if twin != NONE {
            self.twins[twin as usize] = back;
        }
        let dead = inside / 3 * 3;
        self.from[dead as usize..dead as usize + 3].fill(NONE);
        self.twins[dead as usize..dead as usize + 3].fill(NONE);
    }

    /// The sides that leave the point where a side at the edge begins, without that one, from right to left.
    fn leaving_inside(&self, edge: u32) -> impl Iterator<Item = u32> {
        let left_of = |&side: &u32| Some(self.twins[previous(side) as usize]).filter(|&side| side != NONE);
        std::iter::successors(left_of(&edge), left_of)
    }

    /// Turns sides until none is left that is not Delaunay's.
    fn turn_sides(&mut self) {
        let mut waiting: Vec<u32> = (0..self.from.len() as u32).collect();
        while let Some(side) = waiting.pop() {
            let twin = self.twins[side as usize];
            if twin != NONE && self.is_in_circle(side) {
                self.turn(side);
                waiting.extend([next(side), previous(side), next(twin), previous(twin)]);
            }
        }
    }

    /// The ends of a side and what lies opposite: left of it and right of it.
    fn quad(&self, side: u32) -> [Point; 4] {
        let at = |side: u32| self.points[self.from[side as usize] as usize];
        [at(side), at(next(side)), at(previous(side)), at(previous(self.twins[side as usize]))]
    }

    /// Whether the four corners around a side bulge out so that it can be turned to join the other two.
    fn can_turn(&self, side: u32) -> bool {
        let [from, to, left, right] = self.quad(side);
        (right - from).cross(left - from) > 0 && (left - to).cross(right - to) > 0
    }

    /// Whether what lies opposite on the right lies inside the circle around the triangle on the left. Exact: the sum
    /// stays below 2^54.
    fn is_in_circle(&self, side: u32) -> bool {
        let [from, to, left, right] = self.quad(side);
        let (a, b, c) = (from - right, to - right, left - right);
        let square =
            |vector: Vector| i64::from(vector.x) * i64::from(vector.x) + i64::from(vector.y) * i64::from(vector.y);
        square(a) * i64::from(b.cross(c)) + square(b) * i64::from(c.cross(a)) + square(c) * i64::from(a.cross(b)) > 0
    }

    /// Turns a side to the left, so that it joins the two points opposite. The triangles keep their places.
    fn turn(&mut self, side: u32) {
        let twin = self.twins[side as usize];
        let (left, right) = (previous(side), previous(twin));
        let (beyond_left, beyond_right) = (self.twins[left as usize], self.twins[right as usize]);
        self.from[side as usize] = self.from[right as usize];
        self.from[twin as usize] = self.from[left as usize];
        self.join(side, beyond_right);
        self.join(twin, beyond_left);
        self.join(left, right);
    }

    fn join(&mut self, side: u32, twin: u32) {
        self.twins[side as usize] = twin;
        if twin != NONE {
            self.twins[twin as usize] = side;
        }
    }
}
