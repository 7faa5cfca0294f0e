//! Triangles merged into convex polygons.

use super::mesh::NONE;
use super::point::Point;
use super::triangles::{Triangles, next, previous};
use crate::sorting;

/// Polygons, by the sides of triangles that bound them.
#[derive(Debug)]
pub(super) struct Loops {
    /// The sides of one polygon after another, counter-clockwise.
    pub sides: Vec<u32>,
    /// Where those of each polygon begin; one more at the end.
    pub first: Vec<u32>,
}

/// For each side the one after it and the one before it, around the polygon to which it belongs at present.
struct Rings<'a> {
    triangles: &'a Triangles,
    next: Vec<u32>,
    previous: Vec<u32>,
}

/// Removes sides between triangles, the longest first, as long as the result is convex.
pub(super) fn merge(triangles: &Triangles) -> Loops {
    let count = triangles.from.len() as u32;
    let next = (0..count).map(next).collect();
    let mut rings = Rings { triangles, next, previous: (0..count).map(previous).collect() };
    let inside = (0..count).filter(|&side| triangles.twins[side as usize] != NONE);
    let mut inside: Vec<(u32, u32)> = inside.map(|side| (rings.length_squared(side), side)).collect();
    inside.retain(|&(_, side)| side < triangles.twins[side as usize]);
    sorting::sort(&mut inside);
    for &(_, side) in inside.iter().rev() {
        if rings.is_needless(side) {
            rings.take_away(side);
        }
    }
    rings.loops()
}

impl Rings<'_> {
    fn at(&self, side: u32) -> Point {
        self.triangles.points[self.triangles.from[side as usize] as usize]
    }

    fn length_squared(&self, side: u32) -> u32 {
        let vector = self.at(self.next[side as usize]) - self.at(side);
        let (x, y) = (i32::from(vector.x), i32::from(vector.y));
        (x * x + y * y) as u32
    }

    /// Whether the polygons on both sides of it are one convex polygon together.
    fn is_needless(&self, side: u32) -> bool {
        let twin = self.triangles.twins[side as usize];
        self.bends_left(self.previous[side as usize], self.next[twin as usize])
            && self.bends_left(self.previous[twin as usize], self.next[side as usize])
    }

    /// Whether a polygon in which one side followed the other would bend to the left there, or go straight on.
    fn bends_left(&self, before: u32, after: u32) -> bool {
        let (first, middle, last) = (self.at(before), self.at(after), self.at(self.next[after as usize]));
        (middle - first).cross(last - middle) >= 0
    }

    fn take_away(&mut self, side: u32) {
        let twin = self.triangles.twins[side as usize];
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

    fn loops(mut self) -> Loops {
        let mut loops = Loops { sides: Vec::new(), first: vec![0] };
        for side in 0..self.next.len() as u32 {
            if self.triangles.from[side as usize] == NONE || self.next[side as usize] == NONE {
                continue;
            }
            let mut along = side;
            while along != NONE {
                loops.sides.push(along);
                along = std::mem::replace(&mut self.next[along as usize], NONE);
                if along == side {
                    break;
                }
            }
            loops.first.push(loops.sides.len() as u32);
        }
        loops
    }
}
