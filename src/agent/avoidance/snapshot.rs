//! All bodies at the beginning of a tick, sorted by position: all that one body may know of another.

use glam::Vec2;

use super::Body;
use crate::agent::neighbours::PointGrid;
use crate::agent::tuning::{DISTURBANCE, DISTURBING_SPEED, MOST_SEEN};
use crate::parallel::{self, COPIED};

/// The most bodies in a [`Batch`].
const AT_ONCE: usize = 32;

/// How many times a body that sees too many others looks half as far. Then these are all but in one spot.
const MOST_HALVINGS: u32 = 8;

/// All bodies at one moment, sorted by position.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The bodies in the order of the grid.
    pub(super) bodies: Vec<Body>,
    /// Their positions, which are read far more often than all else, and change when they have
    /// [moved](Snapshot::moved).
    pub(super) positions: Vec<Vec2>,
    pub(super) grid: PointGrid,
    pub(super) largest_radius: f32,
    pub(super) seed: u32,
}

impl Snapshot {
    /// Replaces the bodies by those that some things have, which are numbered in order. The seed varies on which side two
    /// bodies pass each other.
    pub fn rebuild<T: Sync>(&mut self, things: &[T], body: impl Fn(&T) -> Option<&Body> + Sync, seed: u32) {
        self.seed = seed;
        // By number first, as they are read several times until the order is known; not a number where there is no body.
        let position = |thing: &T| body(thing).map_or(Vec2::NAN, |body| body.position);
        parallel::map_into(&mut self.positions, things, COPIED, position);
        self.grid.rebuild(&self.positions, |&point| (!point.is_nan()).then_some(point), 2.0);
        let body_of = |&number: &u32| body(&things[number as usize]).copied().unwrap_or_default();
        parallel::map_into(&mut self.bodies, self.grid.order(), COPIED, body_of);
        parallel::map_into(&mut self.positions, &self.bodies, COPIED, |body| body.position);
        let largest = |bodies: &[Body]| bodies.iter().map(|body| body.radius).fold(0.0, f32::max);
        self.largest_radius = parallel::reduce(&self.bodies, COPIED, largest, f32::max);
    }

    /// The index in `bodies` of the body with a number.
    pub(super) fn place(&self, number: usize) -> usize {
        self.grid.places()[number] as usize
    }

    /// Replaces all positions, as [`Snapshot::moved`] does some of them.
    pub fn all_moved(&mut self, position: impl Fn(usize) -> Vec2 + Sync) {
        parallel::map_into(&mut self.positions, self.grid.order(), COPIED, |&number| position(number as usize));
    }

    /// Replaces the positions of these numbers, which have bodies, for [`correction`](super::correction). None may be
    /// further than 0.05 world units from its position at [`Snapshot::rebuild`].
    pub fn moved(&mut self, positions: impl Iterator<Item = (usize, Vec2)>) {
        for (number, position) in positions {
            let place = self.place(number);
            self.positions[place] = position;
        }
    }

    /// Whether a body that moves is near this one, or one that pushes overlaps it.
    pub fn is_disturbed(&self, index: usize) -> bool {
        let mut is_disturbed = false;
        let place = self.place(index);
        let reach = DISTURBANCE + self.bodies[place].radius;
        self.others(place, reach + self.largest_radius, |other, _, squared| {
            let is_near = squared < (reach + other.radius) * (reach + other.radius);
            let moves = !other.stands || other.velocity.length_squared() > DISTURBING_SPEED * DISTURBING_SPEED;
            let room = self.bodies[place].radius + other.radius;
            let presses = other.preferred != Vec2::ZERO && squared < room * room;
            is_disturbed |= is_near && moves || presses;
        });
        is_disturbed
    }

    /// Visits all other bodies within `reach` world units, middle to middle, with the vector to them and its squared
    /// length.
    #[inline(always)]
    pub(super) fn others(&self, place: usize, reach: f32, mut visit: impl FnMut(&Body, Vec2, f32)) {
        self.batches_of_others(place, reach, |batch| {
            for other in batch.iter() {
                let (other, to, squared) = self.seen_from(place, other);
                visit(other, to, squared);
            }
        });
    }

    /// Visits the indices of all other bodies within `reach` world units, middle to middle, in batches, in order.
    #[inline(always)]
    pub(super) fn batches_of_others(&self, place: usize, reach: f32, visit: impl FnMut(&Batch)) {
        let middle = self.positions[place];
        let is_near = |other: usize| self.positions[other].distance_squared(middle) < reach * reach && other != place;
        self.batches_in_box(middle - reach, middle + reach, is_near, visit);
    }

    /// How far a body looks for others, in world units, middle to middle: `reach`, or where more than [`MOST_SEEN`] others are
    /// as near as that, half of it again and again until they are fewer.
    pub(super) fn narrowed(&self, place: usize, mut reach: f32) -> f32 {
        let middle = self.positions[place];
        for _ in 0..MOST_HALVINGS {
            let near = self.grid.runs(middle - reach, middle + reach);
            if near.clone().map(|run| run.len()).sum::<usize>() <= MOST_SEEN {
                break;
            }
            let is_near = |position: &&Vec2| position.distance_squared(middle) < reach * reach;
            let count = |run: std::ops::Range<usize>| self.positions[run].iter().filter(is_near).count();
            if near.map(count).sum::<usize>() <= MOST_SEEN {
                break;
            }
            reach *= 0.5;
        }
        reach
    }

    /// A body, with the vector to it from the one of index `place`, and its squared length.
    #[inline(always)]
    pub(super) fn seen_from(&self, place: usize, other: usize) -> (&Body, Vec2, f32) {
        let to = self.positions[other] - self.positions[place];
        (&self.bodies[other], to, to.length_squared())
    }

    /// Visits the indices of the bodies in a box, and of some around it, that meet a condition, in batches, in order.
    #[inline(always)]
    pub(super) fn batches_in_box(
        &self,
        low: Vec2,
        high: Vec2,
        meets: impl Fn(usize) -> bool,
        mut visit: impl FnMut(&Batch),
    ) {
        let mut runs = self.grid.runs(low, high);
        let mut run = 0..0;
        loop {
            let mut batch = Batch::default();
            while batch.count < AT_ONCE {
                if run.is_empty() {
                    let Some(next) = runs.next() else { break };
                    run = next;
                }
                let next = run.end.min(run.start + AT_ONCE - batch.count);
                batch.add_those(run.start..next, &meets);
                run.start = next;
            }
            visit(&batch);
            if batch.count < AT_ONCE {
                return;
            }
        }
    }
}

/// The indices of a few bodies.
///
/// Bodies are filtered before more is asked of them, one after the other without a branch in between: several times as
/// fast, as a branch there would be unpredictable.
#[derive(Default)]
pub(super) struct Batch {
    places: [u32; AT_ONCE],
    count: usize,
}

impl Batch {
    /// Adds the indices that meet a condition. There must be room for all of them.
    #[inline(always)]
    pub fn add_those(&mut self, places: impl Iterator<Item = usize>, mut meets: impl FnMut(usize) -> bool) {
        // The compiler keeps only a local count in a register.
        let mut count = self.count;
        for place in places {
            self.places[count] = place as u32;
            count += usize::from(meets(place));
        }
        self.count = count;
    }

    /// Puts the indices that meet the first of two conditions into one empty batch, and those that meet the second into
    /// another.
    #[inline(always)]
    pub fn sort_out(&self, firsts: &mut Batch, seconds: &mut Batch, mut meets: impl FnMut(usize) -> (bool, bool)) {
        let (mut first, mut second) = (0, 0);
        for place in self.iter() {
            let (is_first, is_second) = meets(place);
            firsts.places[first] = place as u32;
            seconds.places[second] = place as u32;
            first += usize::from(is_first);
            second += usize::from(is_second);
        }
        (firsts.count, seconds.count) = (first, second);
    }

    /// The indices, in the order in which they were added.
    #[inline(always)]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> {
        self.places[..self.count].iter().map(|&place| place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    /// A crowd so dense that many batches are full, and a few bodies elsewhere; every fourth number has no body.
    fn crowd() -> (Vec<Option<Body>>, Snapshot) {
        let place = |number: usize| match number {
            number if number < 300 => vec2((number % 20) as f32, (number / 20) as f32) * 0.11,
            number => vec2(number as f32, -3.0),
        };
        let body = |number: usize| Body { position: place(number), radius: 0.3, id: number as u32, ..Body::default() };
        let bodies: Vec<Option<Body>> = (0..320).map(|number| (number % 4 < 3).then(|| body(number))).collect();
        let mut snapshot = Snapshot::default();
        snapshot.rebuild(&bodies, Option::as_ref, 0);
        (bodies, snapshot)
    }

    #[test]
    fn every_other_body_within_reach_is_visited_once() {
        let (bodies, snapshot) = crowd();
        for (number, me) in bodies.iter().enumerate().filter_map(|(number, body)| Some((number, body.as_ref()?))) {
            for reach in [0.2, 1.0, 30.0] {
                let mut seen = Vec::new();
                snapshot.others(snapshot.place(number), reach, |other, to, squared| {
                    assert_eq!((other.position - me.position, to.length_squared()), (to, squared));
                    seen.push(other.id);
                });
                seen.sort();
                let is_near = |other: &&Body| other.position.distance_squared(me.position) < reach * reach;
                let near = bodies.iter().flatten().filter(is_near).map(|other| other.id);
                assert_eq!(seen, near.filter(|&id| id != me.id).collect::<Vec<u32>>(), "{number} within {reach}");
            }
        }
    }

    #[test]
    fn bodies_are_seen_where_they_have_moved() {
        let (bodies, mut snapshot) = crowd();
        snapshot.moved([(2, vec2(0.24, 0.02))].into_iter());
        let place = snapshot.place(1);
        let mut found = None;
        snapshot.others(place, 1.0, |other, to, _| found = if other.id == 2 { Some(to) } else { found });
        assert_eq!(found, bodies[1].map(|me| vec2(0.24, 0.02) - me.position));
    }

    #[test]
    fn in_a_press_a_body_looks_at_so_many_others_and_elsewhere_as_far_as_it_can() {
        let at = |number: usize| vec2((number % 40) as f32, (number / 40) as f32) * 0.3;
        let place = |number: usize| if number < 1600 { at(number) } else { vec2(900.0, number as f32) };
        let body = |number: usize| Body { position: place(number), radius: 16.0, id: number as u32, ..Body::default() };
        let bodies: Vec<Option<Body>> = (0..1620).map(|number| Some(body(number))).collect();
        let mut snapshot = Snapshot::default();
        snapshot.rebuild(&bodies, Option::as_ref, 0);
        let seen = |number: usize| {
            let place = snapshot.place(number);
            let (mut count, reach) = (0, snapshot.narrowed(place, 32.0));
            snapshot.others(place, reach, |_, _, _| count += 1);
            (count, reach)
        };
        for number in (0..1600).step_by(37) {
            let (count, reach) = seen(number);
            assert!(count > 0 && count <= MOST_SEEN && reach < 32.0, "{number} sees {count} within {reach}");
        }
        assert_eq!(seen(1610), (19, 32.0));
    }
}
