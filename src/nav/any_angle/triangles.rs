//! A triangulation of the free squares whose vertices all lie on the edge of the ground, with as few of them as
//! possible.

use super::mesh::NONE;
use super::pass::Pass;
use super::point::{Point, Vector};
use super::rectangles::{Rectangle, Rectangles};
use super::squares::around;
use crate::nav::baked_ground::BakedGround;
use crate::nav::buckets::Buckets;
use crate::sorting;

/// Units of work for a number that is put in order, a flat point that is left out and a side that may have to be turned.
const SORTING: u64 = 4;
const LEAVING_OUT: u64 = 30;
const TURNING: u64 = 2;

/// Triangles in three sides each: those of triangle `t` are `3 t`, `3 t + 1` and `3 t + 2`, counter-clockwise.
#[derive(Clone, Debug, Default)]
pub(super) struct Triangles {
    /// In order of rows, then columns. Some no longer belong to a triangle.
    pub points: Vec<Point>,
    /// By side: the point where it begins; `NONE` if the triangle was removed.
    pub from: Vec<u32>,
    /// By side: the same side in the triangle beyond it, or `NONE` at the edge of the ground.
    pub twins: Vec<u32>,
}

/// The making of the triangles of all free squares: Delaunay's, as far as the edge of the ground allows. (C. Lawson,
/// "Software for C1 Surface Interpolation", 1977: any triangulation becomes it by turning sides.)
///
/// Each method goes on with one part of it, and returns whether that is done.
#[derive(Clone, Debug, Default)]
pub(super) struct Triangulation {
    pub triangles: Triangles,
    /// The columns of the corners of rectangles, by their row.
    corners: Buckets<i16>,
    /// Where the points of each row begin; one more at the end.
    rows: Vec<u32>,
    /// How many of the gates lie in rows that have their points.
    gates: usize,
    /// The sides that leave each point.
    leaving: Buckets<u32>,
    /// How many sides, from the first on, have not been looked at whether they must be turned, and those that must be looked at
    /// again.
    unturned: u32,
    waiting: Vec<u32>,
}

/// The side after one, around its triangle.
pub(super) fn next(side: u32) -> u32 {
    if side % 3 == 2 { side - 2 } else { side + 1 }
}

/// The side before one, around its triangle.
pub(super) fn previous(side: u32) -> u32 {
    if side.is_multiple_of(3) { side + 2 } else { side - 1 }
}

impl Triangulation {
    /// Of a map with so many rows.
    pub fn begin(rows: usize) -> Triangulation {
        Triangulation { corners: Buckets::new(rows), ..Triangulation::default() }
    }

    pub fn count_corners(&mut self, Rectangles { list, .. }: &Rectangles, pass: &mut Pass) -> bool {
        pass.go_on(list.len(), |place| {
            list[place].corners().iter().for_each(|corner| self.corners.count(corner.y as usize));
            1
        })
    }

    pub fn put_corners(&mut self, Rectangles { list, .. }: &Rectangles, pass: &mut Pass) -> bool {
        pass.go_on(list.len(), |place| {
            list[place].corners().iter().for_each(|corner| self.corners.put(corner.y as usize, corner.x));
            1
        })
    }

    pub fn add_up_corners(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(self.corners.len(), |row| self.corners.add_up(row))
    }

    /// Puts the corners of rectangles and the gates on their edges.
    pub fn put_points(&mut self, ground: &BakedGround, Rectangles { gates, .. }: &Rectangles, pass: &mut Pass) -> bool {
        let rows = self.corners.len();
        let is_done = pass.go_on(rows, |row| {
            self.rows.push(self.triangles.points.len() as u32);
            let y = row as i16;
            let more = gates[self.gates..].iter().take_while(|gate| gate.y == y).count();
            let gates = &gates[self.gates..self.gates + more];
            self.gates += more;
            let at_squares = gates.iter().filter(|&&gate| around(ground, gate).squares != 0).map(|gate| gate.x);
            let mut columns: Vec<i16> = self.corners.of(row).iter().copied().chain(at_squares).collect();
            sorting::sort(&mut columns);
            columns.dedup();
            self.triangles.points.extend(columns.iter().map(|&x| Point { x, y }));
            SORTING * columns.len() as u64
        });
        if is_done {
            self.rows.push(self.triangles.points.len() as u32);
        }
        is_done
    }

    /// Cuts rectangles into triangles between the points on the upper and on the lower edge of each.
    pub fn cut(&mut self, Rectangles { list, .. }: &Rectangles, pass: &mut Pass) -> bool {
        let is_done = pass.go_on(list.len(), |place| self.cut_rectangle(list[place]));
        if is_done {
            self.leaving = Buckets::new(self.triangles.points.len());
        }
        is_done
    }

    /// Returns how much work it is.
    fn cut_rectangle(&mut self, Rectangle { min, max }: Rectangle) -> u64 {
        let Triangles { points, from, .. } = &mut self.triangles;
        let place = |x: i16, y: i16| {
            let row = self.rows[y as usize]..self.rows[y as usize + 1];
            row.start + points[row.start as usize..row.end as usize].partition_point(|point| point.x < x) as u32
        };
        let (mut top, mut bottom) = (place(min.x, min.y), place(min.x, max.y));
        let (last_top, last_bottom) = (place(max.x, min.y), place(max.x, max.y));
        let before = from.len();
        while top < last_top || bottom < last_bottom {
            let column_after =
                |place: u32, last: u32| if place < last { points[place as usize + 1].x } else { i16::MAX };
            if column_after(top, last_top) <= column_after(bottom, last_bottom) {
                from.extend([top, top + 1, bottom]);
                top += 1;
            } else {
                from.extend([top, bottom + 1, bottom]);
                bottom += 1;
            }
        }
        (from.len() - before) as u64
    }

    pub fn count_leaving(&mut self, pass: &mut Pass) -> bool {
        let Triangles { from, .. } = &self.triangles;
        pass.go_on(from.len(), |side| {
            self.leaving.count(from[side] as usize);
            1
        })
    }

    pub fn add_up_leaving(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(self.leaving.len(), |point| self.leaving.add_up(point))
    }

    pub fn put_leaving(&mut self, pass: &mut Pass) -> bool {
        let Triangles { from, .. } = &self.triangles;
        pass.go_on(from.len(), |side| {
            self.leaving.put(from[side] as usize, side as u32);
            1
        })
    }

    pub fn find_twins(&mut self, pass: &mut Pass) -> bool {
        let Triangles { from, twins, .. } = &mut self.triangles;
        let is_done = pass.go_on(from.len(), |side| {
            let from_of = |side: u32| from[side as usize];
            let (here, end) = (from_of(side as u32), from_of(next(side as u32)));
            let back = self.leaving.of(end as usize);
            twins.push(back.iter().copied().find(|&back| from_of(next(back)) == here).unwrap_or(NONE));
            back.len() as u64
        });
        if is_done {
            self.leaving = Buckets::default();
        }
        is_done
    }

    /// Removes points where the edge of the ground goes straight on.
    pub fn leave_out_flat_points(&mut self, grid: &BakedGround, pass: &mut Pass) -> bool {
        let triangles = &mut self.triangles;
        let is_done = pass.go_on(triangles.from.len(), |side| {
            let point = triangles.from[side];
            if point == NONE || triangles.twins[side] != NONE {
                return 1;
            }
            let here = around(grid, triangles.points[point as usize]);
            if matches!(here.squares, 0b0011 | 0b0110 | 0b1100 | 0b1001) && !here.is_gate() {
                triangles.leave_out(side as u32);
                return LEAVING_OUT;
            }
            1
        });
        if is_done {
            self.unturned = triangles.from.len() as u32;
        }
        is_done
    }

    /// Turns sides until none is left that is not Delaunay's.
    pub fn turn_sides(&mut self, pass: &mut Pass) -> bool {
        let triangles = &mut self.triangles;
        pass.go_on_while(TURNING, || {
            let unturned = |unturned: &mut u32| {
                *unturned = unturned.checked_sub(1)?;
                Some(*unturned)
            };
            let Some(side) = self.waiting.pop().or_else(|| unturned(&mut self.unturned)) else { return false };
            let twin = triangles.twins[side as usize];
            if twin != NONE && triangles.is_in_circle(side) {
                triangles.turn(side);
                self.waiting.extend([next(side), previous(side), next(twin), previous(twin)]);
            }
            true
        })
    }
}

impl Triangles {
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
