//! The obstacles of a map, with an index of squares by which those near to a place are found.

use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use glam::Vec2;

use super::Obstacle;

/// An obstacle that would lie in more squares than this is kept apart, and looked at always.
const MOST_SQUARES: usize = 64;

/// The most squares along a side of the index.
const MOST_ALONG: usize = 512;

/// Obstacles in order. It reads and changes like the vector that it is; after a change, the next question for those
/// [near](Obstacles::near) to a place makes the index anew, in a time that grows with their number.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Obstacles {
    list: Vec<Obstacle>,
    /// A cache: made from the list when it is first asked for.
    #[serde(skip)]
    index: OnceLock<Index>,
}

impl Obstacles {
    /// The obstacles whose upright rectangle meets the one from `low` to `high`, edges included, with their places;
    /// each once, in an order that follows from where they are.
    ///
    /// ```
    /// use footpath::level::{Obstacle, Obstacles, Shape};
    /// use glam::vec2;
    /// let disc = |x| Obstacle { name: String::new(), at: vec2(x, 0.0), shape: Shape::Circle(0.5), layer: 0, motion: None, standing_time: 0.5, user: None };
    /// let discs = Obstacles::from((0..100).map(|x| disc(x as f32)).collect::<Vec<Obstacle>>());
    /// let near: Vec<usize> = discs.near(vec2(40.6, 0.0), vec2(41.4, 0.2)).map(|(at, _)| at).collect();
    /// assert_eq!(near, [41]);
    /// ```
    pub fn near(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = (usize, &Obstacle)> {
        let index = self.index.get_or_init(|| Index::of(&self.list));
        let near = index.candidates(low, high).map(|at| (at as usize, &self.list[at as usize]));
        near.filter(move |(_, obstacle)| {
            let (least, most) = obstacle.bounds();
            least.cmple(high).all() && most.cmpge(low).all()
        })
    }
}

impl From<Vec<Obstacle>> for Obstacles {
    fn from(list: Vec<Obstacle>) -> Obstacles {
        Obstacles { list, index: OnceLock::new() }
    }
}

impl Deref for Obstacles {
    type Target = Vec<Obstacle>;

    fn deref(&self) -> &Vec<Obstacle> {
        &self.list
    }
}

impl DerefMut for Obstacles {
    fn deref_mut(&mut self) -> &mut Vec<Obstacle> {
        self.index = OnceLock::new();
        &mut self.list
    }
}

impl PartialEq for Obstacles {
    fn eq(&self, other: &Obstacles) -> bool {
        self.list == other.list
    }
}

impl<'a> IntoIterator for &'a Obstacles {
    type Item = &'a Obstacle;
    type IntoIter = std::slice::Iter<'a, Obstacle>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// Which obstacles lie in which square.
#[derive(Clone, Debug)]
struct Index {
    low: Vec2,
    /// The length of a square's side, in world units.
    side: f32,
    columns: usize,
    rows: usize,
    /// Where each square's part of `members` begins, row by row, and where the last one's ends.
    begins: Vec<u32>,
    /// The place of each obstacle, and the first column and row in which it lies.
    members: Vec<(u32, [u16; 2])>,
    /// The obstacles that lie in too many squares.
    large: Vec<u32>,
}

/// The first and the last column and row of squares that a rectangle meets.
#[derive(Clone, Copy)]
struct SquareRange {
    first: [usize; 2],
    last: [usize; 2],
}

impl SquareRange {
    fn squares(self) -> impl Iterator<Item = [usize; 2]> {
        (self.first[1]..=self.last[1])
            .flat_map(move |row| (self.first[0]..=self.last[0]).map(move |column| [column, row]))
    }

    fn size(self) -> usize {
        (self.last[0] - self.first[0] + 1) * (self.last[1] - self.first[1] + 1)
    }
}

impl Index {
    /// About as many squares as obstacles.
    fn of(list: &[Obstacle]) -> Index {
        let bounds: Vec<(Vec2, Vec2)> = list.iter().map(Obstacle::bounds).collect();
        let low = bounds.iter().map(|(low, _)| *low).reduce(Vec2::min).unwrap_or(Vec2::ZERO);
        let high = bounds.iter().map(|(_, high)| *high).reduce(Vec2::max).unwrap_or(Vec2::ZERO);
        let size = (high - low).max(Vec2::splat(0.01));
        let along = (list.len().max(1) as f32).sqrt().min(MOST_ALONG as f32);
        let side = size.max_element() / along;
        let count = |size: f32| ((size / side) as usize + 1).min(MOST_ALONG + 1);
        let (columns, rows) = (count(size.x), count(size.y));
        let mut index = Index { low, side, columns, rows, begins: Vec::new(), members: Vec::new(), large: Vec::new() };
        index.fill(&bounds);
        index
    }

    /// Sorts the obstacles into the squares, by counting.
    fn fill(&mut self, bounds: &[(Vec2, Vec2)]) {
        let spans: Vec<SquareRange> = bounds.iter().map(|&(low, high)| self.span(low, high)).collect();
        let mut counts = vec![0; self.columns * self.rows + 1];
        for (at, span) in spans.iter().enumerate() {
            if span.size() > MOST_SQUARES {
                self.large.push(at as u32);
                continue;
            }
            span.squares().for_each(|square| counts[self.number(square) + 1] += 1);
        }
        for square in 1..counts.len() {
            counts[square] += counts[square - 1];
        }
        self.begins = counts.clone();
        self.members = vec![(0, [0; 2]); counts[counts.len() - 1] as usize];
        for (at, span) in spans.iter().enumerate().filter(|(_, span)| span.size() <= MOST_SQUARES) {
            for square in span.squares() {
                let next = &mut counts[square[1] * self.columns + square[0]];
                self.members[*next as usize] = (at as u32, span.first.map(|number| number as u16));
                *next += 1;
            }
        }
    }

    fn number(&self, [column, row]: [usize; 2]) -> usize {
        row * self.columns + column
    }

    /// Obstacles outside all squares count as in the nearest ones.
    fn span(&self, low: Vec2, high: Vec2) -> SquareRange {
        let square = |point: Vec2| {
            let along = (point - self.low) / self.side;
            [along.x.max(0.0) as usize, along.y.max(0.0) as usize]
        };
        let within = |[column, row]: [usize; 2]| [column.min(self.columns - 1), row.min(self.rows - 1)];
        SquareRange { first: within(square(low)), last: within(square(high)) }
    }

    /// The obstacles that share a square with a rectangle, and all large ones, each once. An obstacle is found in the
    /// square where the later of the two begins, by column and by row.
    fn candidates(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = u32> {
        let span = self.span(low, high.max(low));
        let in_squares = span.squares().flat_map(move |square| {
            let number = self.number(square);
            let members = &self.members[self.begins[number] as usize..self.begins[number + 1] as usize];
            members.iter().filter(move |(_, first)| {
                let begins = |axis: usize| usize::from(first[axis]).max(span.first[axis]) == square[axis];
                begins(0) && begins(1)
            })
        });
        self.large.iter().copied().chain(in_squares.map(|(at, _)| *at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Shape;
    use glam::vec2;
    use proptest::prelude::*;

    fn obstacle() -> impl Strategy<Value = Obstacle> {
        let place = (-50.0..50.0_f32, -20.0..20.0_f32);
        let half = (0.05..3.0_f32, prop_oneof![9 => 0.05..2.0_f32, 1 => 10.0..40.0_f32]);
        (place, half, any::<bool>()).prop_map(|((x, y), (width, length), is_round)| {
            let shape = if is_round {
                Shape::Circle(width)
            } else {
                Shape::Box { half: vec2(length, width), along: vec2(0.6, 0.8) }
            };
            Obstacle {
                name: String::new(),
                at: vec2(x, y),
                shape,
                layer: 0,
                motion: None,
                standing_time: 0.5,
                user: None,
            }
        })
    }

    fn scan(list: &[Obstacle], low: Vec2, high: Vec2) -> Vec<usize> {
        let meets = |obstacle: &Obstacle| {
            let (least, most) = obstacle.bounds();
            least.cmple(high).all() && most.cmpge(low).all()
        };
        (0..list.len()).filter(|&at| meets(&list[at])).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_index_finds_what_a_plain_scan_finds(
            list in prop::collection::vec(obstacle(), 0..120),
            windows in prop::collection::vec((-80.0..80.0_f32, -40.0..40.0_f32, 0.0..30.0_f32, 0.0..30.0_f32), 8),
            moved in any::<prop::sample::Index>(),
        ) {
            let mut obstacles = Obstacles::from(list);
            for (x, y, width, height) in windows {
                let (low, high) = (vec2(x, y), vec2(x + width, y + height));
                let mut near: Vec<usize> = obstacles.near(low, high).map(|(at, _)| at).collect();
                near.sort_unstable();
                prop_assert_eq!(near, scan(&obstacles, low, high));
                if !obstacles.is_empty() {
                    let at = moved.index(obstacles.len());
                    obstacles[at].at = 0.5 * (low + high);
                }
            }
        }
    }
}
