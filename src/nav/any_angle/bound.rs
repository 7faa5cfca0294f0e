//! Lower bounds of the length of the remaining path.

use crate::grid::{Cell, Rect};

use super::point::{Point, Vector};

/// With at most this many goals each is looked at by itself; with more, only the rectangle around them.
const FEW: usize = 4;

/// Lower bounds of paths to the nearest of some goals. They never exceed the true length by more than rounding.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    /// The goals, when they are few.
    goals: Vec<(f64, f64)>,
    /// The rectangle around all of them: its left, upper, right and lower edge.
    edges: [f64; 4],
}

/// A side seen from a root: where its ends lie, as they are seen from there, and between which rays.
pub(super) struct SeenSide {
    pub root: Point,
    pub from: Vector,
    pub to: Vector,
    pub right: Vector,
    pub left: Vector,
}

impl Bound {
    /// For at least one goal.
    pub fn set(&mut self, goals: &[Cell]) {
        let place = |cell: &Cell| (f64::from(cell.x), f64::from(cell.y));
        self.goals.clear();
        if goals.len() <= FEW {
            self.goals.extend(goals.iter().map(place));
        }
        let around = Rect::around(goals.iter().copied()).expect("a search has a goal");
        self.edges = [around.min.x, around.min.y, around.max.x - 1, around.max.y - 1].map(f64::from);
    }

    pub fn bytes(&self) -> usize {
        self.goals.capacity() * size_of::<(f64, f64)>()
    }

    /// For the path from a point.
    pub fn at(&self, point: Point) -> f64 {
        let (x, y) = (f64::from(point.x), f64::from(point.y));
        if self.goals.is_empty() {
            return self.to_edges([x, y, x, y]);
        }
        let lengths = self.goals.iter().map(|goal| length(goal.0 - x, goal.1 - y));
        lengths.fold(f64::INFINITY, f64::min)
    }

    /// For the path from the root through the visible part of a side.
    #[inline]
    pub fn through(&self, sight: &SeenSide) -> f64 {
        let line = SideLine::of(sight);
        if self.goals.is_empty() {
            return self.over(sight, &line);
        }
        let (x, y) = (f64::from(sight.root.x), f64::from(sight.root.y));
        let lengths = self.goals.iter().map(|goal| line.length_to(sight, (goal.0 - x, goal.1 - y)));
        lengths.fold(f64::INFINITY, f64::min)
    }

    /// A bound for many goals: the distance to the visible part of the side plus that from there to the rectangle.
    fn over(&self, sight: &SeenSide, line: &SideLine) -> f64 {
        let (right, left) = (line.hit(sight.right), line.hit(sight.left));
        let seen = (left.0 - right.0, left.1 - right.1);
        let along = -(right.0 * seen.0 + right.1 * seen.1) / (seen.0 * seen.0 + seen.1 * seen.1);
        let along = along.clamp(0.0, 1.0);
        let nearest = length(right.0 + along * seen.0, right.1 + along * seen.1);
        let (x, y) = (f64::from(sight.root.x), f64::from(sight.root.y));
        let (min_x, max_x) = (right.0.min(left.0) + x, right.0.max(left.0) + x);
        let (min_y, max_y) = (right.1.min(left.1) + y, right.1.max(left.1) + y);
        nearest + self.to_edges([min_x, min_y, max_x, max_y])
    }

    /// The distance of a rectangle from the one around the goals.
    fn to_edges(&self, [min_x, min_y, max_x, max_y]: [f64; 4]) -> f64 {
        let [left, top, right, bottom] = self.edges;
        let dx = (left - max_x).max(min_x - right).max(0.0);
        let dy = (top - max_y).max(min_y - bottom).max(0.0);
        length(dx, dy)
    }
}

/// The line that a side lies in, seen from a root.
struct SideLine {
    /// Along the side.
    x: f64,
    y: f64,
    /// From the root to the side's beginning, crossed with that: positive.
    offset: f64,
}

impl SideLine {
    #[inline]
    fn of(sight: &SeenSide) -> SideLine {
        let (x, y) = (f64::from(sight.to.x - sight.from.x), f64::from(sight.to.y - sight.from.y));
        SideLine { x, y, offset: f64::from(sight.from.x) * y - f64::from(sight.from.y) * x }
    }

    /// Where a ray from the root meets it.
    #[inline]
    fn hit(&self, ray: Vector) -> (f64, f64) {
        let (x, y) = (f64::from(ray.x), f64::from(ray.y));
        let times = self.offset / (x * self.y - y * self.x);
        (times * x, times * y)
    }

    /// From the root through what is seen of the side to a goal, which is mirrored if it lies on this side of the line.
    #[inline]
    fn length_to(&self, sight: &SeenSide, goal: (f64, f64)) -> f64 {
        let beyond = goal.0 * self.y - goal.1 * self.x - self.offset;
        let goal = if beyond < 0.0 {
            let times = -2.0 * beyond / (self.x * self.x + self.y * self.y);
            (goal.0 + times * self.y, goal.1 - times * self.x)
        } else {
            goal
        };
        let side_of = |ray: Vector| f64::from(ray.x) * goal.1 - f64::from(ray.y) * goal.0;
        let end = if side_of(sight.right) < 0.0 {
            self.hit(sight.right)
        } else if side_of(sight.left) > 0.0 {
            self.hit(sight.left)
        } else {
            return length(goal.0, goal.1);
        };
        length(end.0, end.1) + length(goal.0 - end.0, goal.1 - end.1)
    }
}

#[inline]
fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest way from the root through a point of the side to one of the goals, by trying many points.
    fn shortest(sight: &SeenSide, goals: &[Cell]) -> f64 {
        let at = |part: f64, from: i16, to: i16| f64::from(from) + part * f64::from(to - from);
        let through = |step: u32| {
            let part = f64::from(step) / 400.0;
            let (x, y) = (at(part, sight.from.x, sight.to.x), at(part, sight.from.y, sight.to.y));
            let (root_x, root_y) = (f64::from(sight.root.x), f64::from(sight.root.y));
            let onward =
                goals.iter().map(|goal| length(f64::from(goal.x) - root_x - x, f64::from(goal.y) - root_y - y));
            length(x, y) + onward.fold(f64::INFINITY, f64::min)
        };
        (0..=400).map(through).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn a_bound_is_never_more_than_the_shortest_way_and_not_much_less() {
        let few = [Cell::new(40, 9), Cell::new(41, 12)];
        let many = [(40, 9), (41, 9), (42, 9), (40, 10), (41, 10), (42, 10)].map(|(x, y)| Cell::new(x, y));
        for (goals, name) in [(&few[..], "few"), (&many[..], "many")] {
            let mut bound = Bound::default();
            bound.set(goals);
            for (x, low, high) in [(3, -2, 4), (1, -9, -3), (6, 2, 30), (2, -1, 1), (9, 5, 7)] {
                let (from, to) = (Vector { x, y: low }, Vector { x, y: high });
                let sight = SeenSide { root: Point { x: 10, y: 7 }, from, to, right: from, left: to };
                let (told, shortest) = (bound.through(&sight), shortest(&sight, goals));
                assert!(told <= shortest + 1e-9, "{name} goals, side at {x} from {low} to {high}: {told} > {shortest}");
                assert!(told > 0.8 * shortest, "{name} goals, side at {x} from {low} to {high}: {told}, {shortest}");
            }
        }
    }
}
