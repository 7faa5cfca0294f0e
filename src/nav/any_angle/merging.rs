//! Triangles merged into convex polygons.

use super::mesh::NONE;
use super::pass::Pass;
use super::point::Point;
use super::triangles::{Triangles, next, previous};
use crate::nav::buckets::Buckets;

/// Polygons, by the sides of triangles that bound them.
#[derive(Clone, Debug, Default)]
pub(super) struct Loops {
    /// The sides of one polygon after another, counter-clockwise.
    pub sides: Vec<u32>,
    /// Where those of each polygon begin; one more at the end.
    pub first: Vec<u32>,
}

/// The removal of sides between triangles, the longest first, as long as the result is convex.
///
/// Each method goes on with one part of it, and returns whether that is done.
#[derive(Clone, Debug, Default)]
pub(super) struct Merging {
    pub loops: Loops,
    /// For each side the one after it and the one before it, around the polygon to which it belongs at present.
    next: Vec<u32>,
    previous: Vec<u32>,
    /// Of the square of a length, these bits are the lower ones; there are no more upper ones.
    lower_bits: u32,
    /// The sides between triangles, one of each pair, each with the square of its length, in order of its lower bits.
    by_lower: Buckets<(u32, u32)>,
    /// These sides, by the upper bits of the square of their length: with those in order of both.
    by_upper: Buckets<u32>,
}

/// Units of work for a side that is taken away, or must stay.
const TAKING_AWAY: u64 = 10;

impl Merging {
    /// Where no side is longer than the diagonal of so many columns and rows.
    pub fn begin(columns: u32, rows: u32) -> Merging {
        let longest = columns * columns + rows * rows;
        let lower_bits = (u32::BITS - longest.leading_zeros()).div_ceil(2);
        let groups = 1 << lower_bits;
        Merging { lower_bits, by_lower: Buckets::new(groups), by_upper: Buckets::new(groups), ..Merging::default() }
    }

    /// Joins the sides of each triangle, and counts those between two.
    pub fn begin_rings(&mut self, triangles: &Triangles, pass: &mut Pass) -> bool {
        pass.go_on(triangles.from.len(), |side| {
            let side = side as u32;
            self.next.push(next(side));
            self.previous.push(previous(side));
            if let Some(length) = length_between(triangles, side) {
                self.by_lower.count(self.lower(length));
                self.by_upper.count(self.upper(length));
            }
            2
        })
    }

    pub fn add_up_lengths(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(1 << self.lower_bits, |bits| self.by_lower.add_up(bits) + self.by_upper.add_up(bits))
    }

    pub fn order_by_lower_bits(&mut self, triangles: &Triangles, pass: &mut Pass) -> bool {
        pass.go_on(triangles.from.len(), |side| {
            if let Some(length) = length_between(triangles, side as u32) {
                self.by_lower.put(self.lower(length), (length, side as u32));
            }
            1
        })
    }

    pub fn order_by_upper_bits(&mut self, pass: &mut Pass) -> bool {
        let is_done = pass.go_on(self.by_lower.all().len(), |place| {
            let (length, side) = self.by_lower.all()[place];
            self.by_upper.put(self.upper(length), side);
            1
        });
        if is_done {
            self.by_lower = Buckets::default();
        }
        is_done
    }

    /// Takes sides away, the longest first.
    pub fn take_away_sides(&mut self, triangles: &Triangles, pass: &mut Pass) -> bool {
        let by_length = std::mem::take(&mut self.by_upper);
        let is_done = pass.go_on(by_length.all().len(), |place| {
            let side = by_length.all()[by_length.all().len() - 1 - place];
            if self.is_needless(triangles, side) {
                self.take_away(triangles, side);
            }
            TAKING_AWAY
        });
        if !is_done {
            self.by_upper = by_length;
        }
        is_done
    }

    /// Follows the sides that are left around each polygon.
    pub fn follow_rings(&mut self, triangles: &Triangles, pass: &mut Pass) -> bool {
        if self.loops.first.is_empty() {
            self.loops.first.push(0);
        }
        pass.go_on(self.next.len(), |side| {
            if triangles.from[side] == NONE || self.next[side] == NONE {
                return 1;
            }
            let (before, mut along) = (self.loops.sides.len(), side as u32);
            while along != NONE {
                self.loops.sides.push(along);
                along = std::mem::replace(&mut self.next[along as usize], NONE);
                if along == side as u32 {
                    break;
                }
            }
            self.loops.first.push(self.loops.sides.len() as u32);
            (self.loops.sides.len() - before) as u64
        })
    }

    fn lower(&self, length: u32) -> usize {
        (length & ((1 << self.lower_bits) - 1)) as usize
    }

    fn upper(&self, length: u32) -> usize {
        (length >> self.lower_bits) as usize
    }

    /// Whether the polygons on both sides of it are one convex polygon together.
    fn is_needless(&self, triangles: &Triangles, side: u32) -> bool {
        let twin = triangles.twins[side as usize];
        self.bends_left(triangles, self.previous[side as usize], self.next[twin as usize])
            && self.bends_left(triangles, self.previous[twin as usize], self.next[side as usize])
    }

    /// Whether a polygon in which one side followed the other would bend to the left there, or go straight on.
    fn bends_left(&self, triangles: &Triangles, before: u32, after: u32) -> bool {
        let [first, middle, last] = [before, after, self.next[after as usize]].map(|side| at(triangles, side));
        (middle - first).cross(last - middle) >= 0
    }

    fn take_away(&mut self, triangles: &Triangles, side: u32) {
        let twin = triangles.twins[side as usize];
        self.follow(self.previous[side as usize], self.next[twin as usize]);
        self.follow(self.previous[twin as usize], self.next[side as usize]);
        for gone in [side, twin] {
            self.next[gone as usize] = NONE;
        }
    }

    fn follow(&mut self, before: u32, after: u32) {
        self.next[before as usize] = after;
        self.previous[after as usize] = before;
    }
}

fn at(triangles: &Triangles, side: u32) -> Point {
    triangles.points[triangles.from[side as usize] as usize]
}

/// The square of the length of a side, if it is the first of the two that lie between two triangles.
fn length_between(triangles: &Triangles, side: u32) -> Option<u32> {
    let twin = triangles.twins[side as usize];
    (twin != NONE && side < twin).then(|| {
        let vector = at(triangles, next(side)) - at(triangles, side);
        let (x, y) = (i32::from(vector.x), i32::from(vector.y));
        (x * x + y * y) as u32
    })
}
