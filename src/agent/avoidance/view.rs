//! What one body makes of those around it: whom it lets go first, and by how much it keeps off each.

use glam::Vec2;

use super::half_planes::HalfPlanes;
use super::{Body, CROWDED_GAP, Memory, SKIN, direction, noise};

/// Bodies with a smaller gap between them than this limit each other's approach, in units.
const NEAR_GAP: f32 = 0.8;
/// The approach may at most close the gap within this time, in seconds.
const NEAR_TIME: f32 = 0.25;
/// The same behind somebody in a queue.
const QUEUE_TIME: f32 = 0.2;
/// Bodies that overlap part within about this time, in seconds.
const PARTING_TIME: f32 = 0.1;
/// The share of the way out that falls to whoever has to give way; the other has the rest.
const GIVE_WAY: f32 = 0.9;
/// The share of the free room that whoever goes first takes up at once.
const TAKE: f32 = 0.5;
/// Collisions later than this are not looked at, in seconds.
const HORIZON: f32 = 4.0;
/// What a violation of a far half-plane costs, against leaving the preferred velocity, for a collision now.
const FAR_WEIGHT: f32 = 4.0;
/// Far neighbours are passed with this much room beside [`SKIN`], in units.
const FAR_MARGIN: f32 = 0.08;
/// A sidestep may take this long at least, in seconds, and is at most so fast, in units a second.
const LEAST_TIME: f32 = 0.6;
const FASTEST_SIDESTEP: f32 = 1.2;
/// Up to this part of the room that passing needs, the left-hand way is given up for the right-hand one: when the two
/// meet head on, and in any case.
const RIGHT_HAND_OPPOSED: f32 = 0.8;
const RIGHT_HAND_ALWAYS: f32 = 0.1;
/// How much the seed changes that.
const RIGHT_HAND_NOISE: f32 = 0.2;
/// Two whose preferred velocities have a larger cosine between them go the same way.
const SAME_WAY: f32 = 0.7;
/// Corners within this distance of each other are the same place, in units.
const SAME_CORNER: f32 = 1.5;
/// Of two that make for the same place one goes first when the sum of its distances to the corners of both is smaller
/// by more than this, in units.
const CLEARLY_NEARER: f32 = 0.2;
/// Who queues keeps this much more room to those straight ahead, in units.
const QUEUE_ROOM: f32 = 0.06;
/// Somebody ahead and this near makes a queue, in units.
const QUEUE_GAP: f32 = 0.2;
/// Who queues presses forward only so much faster than the queue moves, in units a second.
const QUEUE_PRESS: f32 = 0.15;
/// Within this distance of the corner there is no such restraint, in units.
const QUEUE_FRONT: f32 = 1.5;
/// Whoever goes first hurries, at maximum speed, when somebody behind is held up below this part of its speed.
const HELD_UP: f32 = 0.9;
/// The time over which the speed of a queue is averaged, in seconds.
const FLOW_TIME: f32 = 0.5;
/// Cosine between the mean way of two and the line between them, from which on one walks ahead of the other.
const AHEAD: f32 = 0.3;
/// Two stand face to face when the gap is smaller than this (units) and both are slower than this part of their speed.
const FACING_GAP: f32 = 0.2;
const FACING_SLOW: f32 = 0.1;
/// After so many seconds of it the one that gives way begins to walk back, this fast (part of the other's speed).
const FACING_TIME: f32 = 0.5;
const RETREAT: f32 = 0.7;
/// It gives way for so many seconds after the last time that the two were near each other.
pub(super) const YIELD_TIME: f32 = 1.5;
/// How much faster than it prefers a body goes to get out of the way.
const HASTE: f32 = 1.2;

/// What one body takes in of its surroundings within a tick.
pub(super) struct View<'a> {
    me: &'a Body,
    pub speed: f32,
    pub heading: Vec2,
    /// Somebody who may go first keeps it waiting.
    queues: bool,
    /// It keeps somebody waiting.
    pressed: bool,
    /// It stands face to face with somebody.
    faces: bool,
    crowded: bool,
    /// How many near it go the same way.
    pub company: f32,
}

/// How the preferred velocity of a body relates to another body.
struct Approach {
    /// The dot product of the preferred velocities of both.
    along: f32,
    /// The product of their squared lengths.
    lengths: f32,
    same_way: bool,
    /// By which velocity the body comes nearer to the other.
    relative: Vec2,
}

/// How a body treats another that is near.
#[derive(Clone, Copy, PartialEq)]
enum Manners {
    /// Goes first.
    Leads,
    /// Bears half of what is to be done.
    Shares,
    /// Stays behind.
    Follows,
    /// Stays behind and makes room for what the other wants.
    Queues,
    /// Walks back to let the other pass.
    Retreats,
}

impl View<'_> {
    pub fn new(me: &Body) -> View<'_> {
        let speed = me.preferred.length();
        let heading = if speed > 1e-4 { me.preferred / speed } else { Vec2::ZERO };
        View { me, speed, heading, queues: false, pressed: false, faces: false, crowded: false, company: 0.0 }
    }

    /// Whether another, so far away, is near.
    #[inline(always)]
    pub fn is_near(&self, other: &Body, squared: f32) -> bool {
        let room = self.me.radius + other.radius + SKIN;
        squared < (room + NEAR_GAP) * (room + NEAR_GAP)
    }

    /// Limits the approach to a near body.
    pub fn near(&mut self, other: &Body, to: Vec2, squared: f32, memory: &mut Memory, hard: &mut HalfPlanes) {
        let room = self.me.radius + other.radius + SKIN;
        let distance = squared.sqrt();
        let normal = direction(to, distance, self.me, other);
        self.crowded |= distance < room + CROWDED_GAP;
        let mut gap = distance - room;
        let manners = self.manners(other, normal, gap, memory);
        let mut theirs = other.velocity.dot(normal);
        match manners {
            Manners::Queues => {
                theirs = theirs.min(other.preferred.dot(normal));
                gap -= QUEUE_ROOM * normal.dot(self.heading).max(0.0);
            }
            Manners::Retreats => theirs = theirs.min(other.preferred.dot(normal) * RETREAT),
            _ => {}
        }
        hard.add(normal, self.limit(manners, gap, normal, theirs), 0.02 + 0.1 * gap.max(0.0));
    }

    /// How fast the body may move along `normal`, towards one that moves at speed `theirs` along it.
    fn limit(&self, manners: Manners, gap: f32, normal: Vec2, theirs: f32) -> f32 {
        let time = if manners == Manners::Queues { QUEUE_TIME } else { NEAR_TIME };
        let allowed = if gap > 0.0 { gap / time } else { gap / PARTING_TIME };
        let mine = self.me.velocity.dot(normal);
        let spare = allowed - (mine - theirs);
        let share = match manners {
            Manners::Leads => {
                if spare > 0.0 {
                    TAKE
                } else {
                    1.0 - GIVE_WAY
                }
            }
            Manners::Shares => 0.5,
            _ => GIVE_WAY,
        };
        mine + share * spare
    }

    fn manners(&mut self, other: &Body, normal: Vec2, gap: f32, memory: &mut Memory) -> Manners {
        let me = self.me;
        if me.stands != other.stands {
            return if me.stands { Manners::Follows } else { Manners::Leads };
        }
        if memory.yields_to == other.id.wrapping_add(1) && other.preferred.dot(normal) < 0.0 {
            memory.yields_for = YIELD_TIME;
            return Manners::Retreats;
        }
        if converge(me, other) {
            return self.at_a_corner(other, normal, gap);
        }
        if me.preferred.dot(other.preferred) < 0.0 {
            return self.face_to_face(other, normal, gap, memory);
        }
        let way = me.preferred + other.preferred;
        let ahead = normal.dot(way);
        match ahead * ahead > AHEAD * AHEAD * way.length_squared() {
            true if ahead > 0.0 => Manners::Follows,
            true => Manners::Leads,
            false => Manners::Shares,
        }
    }

    /// Both make for the same place: the nearer goes first.
    fn at_a_corner(&mut self, other: &Body, normal: Vec2, gap: f32) -> Manners {
        if goes_first(self.me, other) {
            self.pressed |= other.velocity.dot(other.preferred) < HELD_UP * other.preferred.length_squared();
            return Manners::Leads;
        }
        self.queues |= gap < QUEUE_GAP && normal.dot(self.heading) > AHEAD;
        Manners::Queues
    }

    /// Both want to where the other comes from: they share, until both have come to a stand.
    fn face_to_face(&mut self, other: &Body, normal: Vec2, gap: f32, memory: &mut Memory) -> Manners {
        let stopped = other.velocity.dot(other.preferred) < FACING_SLOW * other.preferred.length_squared();
        if !stopped || gap > FACING_GAP || normal.dot(self.heading) < AHEAD {
            return Manners::Shares;
        }
        let first = (self.me.priority, self.me.id) < (other.priority, other.id);
        if memory.flow < FACING_SLOW * self.speed {
            self.faces = true;
            if !first && memory.facing > FACING_TIME {
                memory.yields_to = other.id.wrapping_add(1);
                memory.yields_for = YIELD_TIME;
            }
        }
        if first { Manners::Leads } else { Manners::Shares }
    }

    /// Whether the two would collide, if this one took its preferred velocity and both did not make for the same place;
    /// and whether they go the same way.
    #[inline(always)]
    pub fn may_meet(&self, other: &Body, to: Vec2) -> (bool, bool) {
        let Approach { relative, same_way, .. } = self.approach(other);
        let (toward, cross, squared) = (to.dot(relative), to.perp_dot(relative), relative.length_squared());
        let room = self.far_room(other);
        let in_time = (toward > 0.0) & (toward <= HORIZON * squared) & (squared >= 0.01);
        (in_time & (cross * cross <= room * room * squared), same_way)
    }

    #[inline(always)]
    fn approach(&self, other: &Body) -> Approach {
        let along = self.me.preferred.dot(other.preferred);
        let lengths = self.speed * self.speed * other.preferred.length_squared();
        // Who goes the same way is taken at what it wants: it may be held up by the same thing.
        let same_way = (along > 0.0) & (along * along > SAME_WAY * SAME_WAY * lengths);
        let relative = self.me.preferred - [other.velocity, other.preferred][usize::from(same_way)];
        Approach { along, lengths, same_way, relative }
    }

    fn far_room(&self, other: &Body) -> f32 {
        self.me.radius + other.radius + SKIN + FAR_MARGIN
    }

    /// Asks for a sidestep before one with whom the body [may collide](View::may_meet).
    pub fn far(&self, other: &Body, to: Vec2, seed: u32, soft: &mut HalfPlanes) {
        let me = self.me;
        if converge(me, other) {
            return;
        }
        let Approach { along, lengths, relative, .. } = self.approach(other);
        let (toward, cross, squared) = (to.dot(relative), to.perp_dot(relative), relative.length_squared());
        let room = self.far_room(other);
        let (time, speed) = (toward / squared, squared.sqrt());
        let opposed = if along < 0.0 { -along / lengths.sqrt() } else { 0.0 };
        let noise = 1.0 + RIGHT_HAND_NOISE * noise(me.id ^ other.id, seed);
        let bias = room * (RIGHT_HAND_OPPOSED * opposed + RIGHT_HAND_ALWAYS) * noise;
        // How far to the left of the relative way the other is; passing on the right is side 1.
        let left = cross / speed;
        let side = if left > -bias { 1.0 } else { -1.0 };
        let sidestep = ((room - side * left) / time.max(LEAST_TIME)).min(FASTEST_SIDESTEP);
        let urgency = 1.0 - time / HORIZON;
        let softness = 1.0 / (FAR_WEIGHT * urgency * urgency).max(1e-3);
        let away = Vec2::new(-relative.y, relative.x) * (side / speed);
        soft.add(-away, -(away.dot(me.preferred) + sidestep), softness);
    }

    pub fn remember(&self, memory: &mut Memory, tick: f32) {
        memory.flow += (self.me.velocity.dot(self.heading) - memory.flow) * (tick / FLOW_TIME).min(1.0);
        memory.facing = if self.faces { memory.facing + tick } else { (memory.facing - tick).max(0.0) };
        memory.yields_for = (memory.yields_for - tick).max(0.0);
        if memory.yields_for == 0.0 {
            memory.yields_to = 0;
        }
        memory.crowded = self.crowded;
        memory.queueing = memory.yields_to != 0 || self.queues && memory.flow < 0.5 * self.speed;
    }

    /// Whether it queues, and is not one of those at the front.
    pub fn waits_in_line(&self) -> bool {
        self.queues && self.me.corner.distance_squared(self.me.position) >= QUEUE_FRONT * QUEUE_FRONT
    }

    /// The velocity that the body would take if nothing were near.
    pub fn wish(&self, memory: &Memory, soft: &mut HalfPlanes) -> Vec2 {
        let me = self.me;
        let (mut pace, mut fastest) = (self.speed, me.max_speed.min(HASTE * self.speed.max(0.3)));
        if self.waits_in_line() {
            pace = pace.min(memory.flow.max(0.0) + QUEUE_PRESS);
        } else if self.pressed {
            pace = pace.max(me.max_speed * self.speed.min(1.0));
            fastest = me.max_speed;
        }
        let right = Vec2::new(-self.heading.y, self.heading.x);
        let wish = soft.solve(self.heading * pace + right * memory.shift, 8);
        wish.clamp_length_max(fastest)
    }
}

/// Whether both are on the way to the same place and go on from there to the same side.
#[inline(always)]
pub(super) fn converge(a: &Body, b: &Body) -> bool {
    a.corner.distance_squared(b.corner) < SAME_CORNER * SAME_CORNER
        && !a.stands
        && !b.stands
        && (a.onward - a.corner).dot(b.onward - b.corner) >= 0.0
}

/// Whether `a` goes before `b` where both make for the same place: by priority; then the nearer to the corners of both,
/// if it is clearly nearer (so that the order does not change when one of them turns to its next corner); then by id.
fn goes_first(a: &Body, b: &Body) -> bool {
    if a.priority != b.priority {
        return a.priority < b.priority;
    }
    let distance = |body: &Body| body.position.distance(a.corner) + body.position.distance(b.corner);
    let nearer = distance(b) - distance(a);
    if nearer * nearer > CLEARLY_NEARER * CLEARLY_NEARER { nearer > 0.0 } else { a.id < b.id }
}
