//! All bodies at the beginning of a tick, sorted by place: all that one body may know of another.

use glam::Vec2;

use super::Body;
use crate::agent::neighbours::Grid;

/// How near somebody must be who moves, in world units between the edges of the two bodies, to disturb one that stands.
const DISTURBANCE: f32 = 1.5;

/// Who is slower than this, in world units a second, disturbs nobody.
const DISTURBING_SPEED: f32 = 0.15;

/// So many are collected before they are visited.
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
        let middle = self.positions[place];
        let is_near = |&other: &usize| self.positions[other].distance_squared(middle) < reach * reach && other != place;
        self.each_in_box(middle - reach, middle + reach, is_near, |other| {
            let to = self.positions[other] - middle;
            visit(&self.bodies[other], to, to.length_squared());
        });
    }

    /// Visits the places of the bodies in a box, and of some around it, that meet a condition, in order.
    ///
    /// They are collected before they are visited: to test one after the other without a branch between is several times
    /// as fast, as nobody can foretell who is near.
    #[inline(always)]
    pub(super) fn each_in_box(
        &self,
        low: Vec2,
        high: Vec2,
        meets: impl Fn(&usize) -> bool,
        mut visit: impl FnMut(usize),
    ) {
        let mut runs = self.grid.runs(low, high);
        let (mut found, mut run) = ([0u32; AT_ONCE], 0..0);
        loop {
            let mut count = 0;
            while count < AT_ONCE {
                if run.is_empty() {
                    let Some(next) = runs.next() else { break };
                    run = next;
                }
                let rest = run.end.min(run.start + AT_ONCE - count);
                for place in run.start..rest {
                    found[count] = place as u32;
                    count += usize::from(meets(&place));
                }
                run.start = rest;
            }
            found[..count].iter().for_each(|&place| visit(place as usize));
            if count < AT_ONCE {
                return;
            }
        }
    }
}
