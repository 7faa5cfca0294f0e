//! All bodies at the beginning of a tick, sorted by place: all that one body may know of another.

use glam::Vec2;

use super::Body;
use crate::agent::neighbours::Grid;

/// How near somebody must be who moves, in world units between the edges of the two bodies, to disturb one that stands.
const DISTURBANCE: f32 = 1.5;

/// Who is slower than this, in world units a second, disturbs nobody.
const DISTURBING_SPEED: f32 = 0.15;

/// The most bodies in a [`Batch`].
const AT_ONCE: usize = 32;

/// All bodies at one moment, sorted by place.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// In the order of the grid.
    pub(super) bodies: Vec<Body>,
    /// Where they are, once more: what is asked of many more bodies than all else.
    pub(super) positions: Vec<Vec2>,
    /// For the number of each body its place in `bodies`.
    pub(super) places: Vec<u32>,
    pub(super) grid: Grid,
    pub(super) largest_radius: f32,
    pub(super) seed: u32,
}

impl Snapshot {
    /// Takes these bodies instead; their numbers are their places in the list. The seed perturbs on which side two bodies
    /// pass each other.
    pub fn rebuild(&mut self, bodies: &[Body], seed: u32) {
        self.seed = seed;
        self.grid.rebuild(bodies.iter().map(|body| body.position), 2.0);
        self.bodies.clear();
        self.bodies.extend(self.grid.order().iter().map(|&number| bodies[number as usize]));
        self.positions.clear();
        self.positions.extend(self.bodies.iter().map(|body| body.position));
        self.places.resize(bodies.len(), 0);
        for (place, &number) in self.grid.order().iter().enumerate() {
            self.places[number as usize] = place as u32;
        }
        self.largest_radius = bodies.iter().fold(0.0, |largest, body| body.radius.max(largest));
    }

    /// Takes new positions, in the order of the numbers, for [`correction`](super::correction). None may be further than 0.05 units from
    /// where it was at [`Snapshot::rebuild`].
    pub fn moved(&mut self, positions: impl Iterator<Item = Vec2>) {
        for (&place, position) in self.places.iter().zip(positions) {
            self.bodies[place as usize].position = position;
            self.positions[place as usize] = position;
        }
    }

    /// Whether anybody is near a body who does not stand still.
    pub fn is_disturbed(&self, index: usize) -> bool {
        let mut is_disturbed = false;
        let place = self.places[index] as usize;
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

    /// Visits all other bodies within `reach` units, middle to middle, with the way to them and its squared length.
    #[inline(always)]
    pub(super) fn others(&self, place: usize, reach: f32, mut visit: impl FnMut(&Body, Vec2, f32)) {
        self.batches_of_others(place, reach, |batch| {
            for (other, to, squared) in self.seen_from(place, batch) {
                visit(other, to, squared);
            }
        });
    }

    /// Hands out the places of all other bodies within `reach` units, middle to middle, some at a time, in order.
    #[inline(always)]
    pub(super) fn batches_of_others(&self, place: usize, reach: f32, visit: impl FnMut(&Batch)) {
        let middle = self.positions[place];
        let is_near = |other: usize| self.positions[other].distance_squared(middle) < reach * reach && other != place;
        self.batches_in_box(middle - reach, middle + reach, is_near, visit);
    }

    /// The bodies of a batch, with the way to each from the body at a place, and its squared length.
    #[inline(always)]
    pub(super) fn seen_from(&self, place: usize, batch: &Batch) -> impl Iterator<Item = (&Body, Vec2, f32)> {
        let middle = self.positions[place];
        batch.iter().map(move |other| {
            let to = self.positions[other] - middle;
            (&self.bodies[other], to, to.length_squared())
        })
    }

    /// Hands out the places of the bodies in a box, and of some around it, that meet a condition, some at a time, in order.
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
                let rest = run.end.min(run.start + AT_ONCE - batch.count);
                for place in run.start..rest {
                    batch.add_if(place, meets(place));
                }
                run.start = rest;
            }
            visit(&batch);
            if batch.count < AT_ONCE {
                return;
            }
        }
    }
}

/// The places of a few bodies.
///
/// They are sorted out before more is asked of them: one after the other without a branch in between, which is several
/// times as fast, as nobody can foretell which they are.
#[derive(Default)]
pub(super) struct Batch {
    places: [u32; AT_ONCE],
    count: usize,
}

impl Batch {
    /// Adds a place if a condition is met. There are at most [`AT_ONCE`] that meet it.
    #[inline(always)]
    pub fn add_if(&mut self, place: usize, is_met: bool) {
        self.places[self.count] = place as u32;
        self.count += usize::from(is_met);
    }

    /// The places, in the order in which they were added.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.places[..self.count].iter().map(|&place| place as usize)
    }
}
