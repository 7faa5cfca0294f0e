//! What one body makes of those around it: who goes first, and how far it keeps from each.

use glam::Vec2;

use super::half_planes::HalfPlanes;
use super::sidestep::Sidestep;
use super::{Body, Memory, direction, noise};
use crate::agent::tuning::{
    AHEAD, AT_CORNER, BODY_SKIN, CLEARLY_NEARER, CLOSING_TIME, CRAWL, FASTEST_SIDESTEP, FLOW_TIME, GIVE_WAY, HASTE,
    HASTE_FLOOR, HELD_UP_GAP, HORIZON, NEAR_GAP, NEAR_SOFTNESS, OBSTRUCTED_SPEED, OVERTAKES, PARTING_TIME, QUEUE_PRESS,
    QUEUE_ROOM, QUEUE_TIME, RETREAT, RIGHT_HAND, RIGHT_HAND_NOISE, SAME_WAY, SIDESTEP_TIME, SPARE_ROOM, STRAIGHT_AHEAD,
    TAKE, YIELD_TIME,
};

/// What one body notes of its surroundings within a tick.
pub(super) struct View<'a> {
    me: &'a Body,
    pub speed: f32,
    pub heading: Vec2,
    /// One that goes first keeps it waiting.
    queues: bool,
    /// It keeps another waiting.
    is_awaited: bool,
    /// It stands face to face with another.
    faces: bool,
    crowded: bool,
    /// How many near it go the same way.
    pub companions: f32,
    /// The fastest that it may be for the [headway](Body::headway) that it keeps, in world units a second.
    behind: f32,
}

/// How the preferred velocity of a body relates to another body.
struct Approach {
    /// The dot product of the preferred velocities of both.
    along: f32,
    /// The product of their squared lengths.
    lengths: f32,
    same_way: bool,
    /// The velocity with which the body approaches the other.
    relative: Vec2,
}

/// How a body treats another that is near.
#[derive(Clone, Copy, PartialEq)]
enum Manners {
    /// The body goes first.
    Leads,
    /// Does half of what is to be done.
    Shares,
    /// The body stays behind.
    Follows,
    /// Stays behind and makes room for where the other wants to go.
    Queues,
    /// Walks back to let the other pass.
    Retreats,
}

impl View<'_> {
    pub fn new(me: &Body) -> View<'_> {
        let speed = me.preferred.length();
        let heading = if speed > 1e-4 { me.preferred / speed } else { Vec2::ZERO };
        View {
            me,
            speed,
            heading,
            queues: false,
            is_awaited: false,
            faces: false,
            crowded: false,
            companions: 0.0,
            behind: f32::INFINITY,
        }
    }

    /// Whether another body is near, or so fast that it must be slowed down already; `squared` is the squared distance of
    /// their middles.
    #[inline(always)]
    pub fn is_near(&self, other: &Body, squared: f32) -> bool {
        let room = self.me.radius + other.radius + BODY_SKIN;
        let speed = self.me.velocity.distance_squared(other.velocity);
        let is_fast = speed * CLOSING_TIME * CLOSING_TIME > NEAR_GAP * NEAR_GAP;
        let gap = if is_fast { speed.sqrt() * self.closing_time(other, speed.sqrt()) } else { NEAR_GAP };
        squared < (room + gap) * (room + gap)
    }

    /// In how many seconds, at the fastest, the gap to another body is closed that approaches at `speed`: what both can
    /// brake for.
    fn closing_time(&self, other: &Body, speed: f32) -> f32 {
        let least = if self.are_in_turn(other) { PARTING_TIME } else { CLOSING_TIME };
        least.max(speed / (self.me.acceleration + other.acceleration))
    }

    /// Whether both go from place to place in an order that keeps them out of each other's way.
    #[inline(always)]
    fn are_in_turn(&self, other: &Body) -> bool {
        self.me.in_turn & other.in_turn
    }

    /// Limits the approach to a near body.
    pub fn near(&mut self, other: &Body, to: Vec2, squared: f32, memory: &mut Memory, hard: &mut HalfPlanes) {
        let room = self.me.radius + other.radius + BODY_SKIN;
        let distance = squared.sqrt();
        let normal = direction(to, distance, self.me, other);
        self.crowded |= distance < room + SPARE_ROOM;
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
        hard.add(
            normal,
            self.limit(manners, other, gap, normal, theirs),
            NEAR_SOFTNESS.0 + NEAR_SOFTNESS.1 * gap.max(0.0),
        );
    }

    /// How fast the body may move along `normal`, towards one that moves along it at `theirs`, in world units a second.
    fn limit(&self, manners: Manners, other: &Body, gap: f32, normal: Vec2, theirs: f32) -> f32 {
        let mine = self.me.velocity.dot(normal);
        let time = if manners == Manners::Queues { QUEUE_TIME } else { self.closing_time(other, mine - theirs) };
        let allowed = if gap > 0.0 { gap / time } else { gap / PARTING_TIME };
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

    /// How the body treats a near one, `gap` world units away in direction `normal`.
    fn manners(&mut self, other: &Body, normal: Vec2, gap: f32, memory: &mut Memory) -> Manners {
        let me = self.me;
        if self.are_in_turn(other) {
            return self.by_place(other, normal);
        }
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
        self.by_place(other, normal)
    }

    /// The one ahead on the way that both go on the whole goes first.
    fn by_place(&self, other: &Body, normal: Vec2) -> Manners {
        let mean = self.me.preferred + other.preferred;
        let ahead = normal.dot(mean);
        match ahead * ahead > AHEAD * AHEAD * mean.length_squared() {
            true if ahead > 0.0 => Manners::Follows,
            true => Manners::Leads,
            false => Manners::Shares,
        }
    }

    /// Both make for the same corner: the nearer goes first.
    fn at_a_corner(&mut self, other: &Body, normal: Vec2, gap: f32) -> Manners {
        if goes_first(self.me, other) {
            self.is_awaited |=
                other.velocity.dot(other.preferred) < OBSTRUCTED_SPEED * other.preferred.length_squared();
            return Manners::Leads;
        }
        self.queues |= gap < HELD_UP_GAP && normal.dot(self.heading) > AHEAD;
        Manners::Queues
    }

    /// Each wants to where the other comes from: they share, until both have stopped.
    fn face_to_face(&mut self, other: &Body, normal: Vec2, gap: f32, memory: &mut Memory) -> Manners {
        let stopped = other.velocity.dot(other.preferred) < CRAWL * other.preferred.length_squared();
        if !stopped || gap > HELD_UP_GAP || normal.dot(self.heading) < AHEAD {
            return Manners::Shares;
        }
        let first = self.me.claim() < other.claim();
        if memory.flow < CRAWL * self.speed {
            self.faces = true;
            if !first && memory.facing > FLOW_TIME {
                memory.yields_to = other.id.wrapping_add(1);
                memory.yields_for = YIELD_TIME;
            }
        }
        if first { Manners::Leads } else { Manners::Shares }
    }

    /// Whether the two would collide if this one took its preferred velocity, and whether they go the same way.
    #[inline(always)]
    pub fn may_meet(&self, other: &Body, to: Vec2) -> (bool, bool) {
        let Approach { relative, same_way, .. } = self.approach(other);
        let (toward, cross, squared) = (to.dot(relative), to.perp_dot(relative), relative.length_squared());
        let room = self.far_room(other);
        let in_time = (toward > 0.0) & (toward <= HORIZON * squared) & (squared >= 0.01) & !self.are_in_turn(other);
        (in_time & (cross * cross <= room * room * squared), same_way)
    }

    #[inline(always)]
    fn approach(&self, other: &Body) -> Approach {
        let along = self.me.preferred.dot(other.preferred);
        let lengths = self.speed * self.speed * other.preferred.length_squared();
        // Of one that goes the same way the preferred velocity counts: both may be obstructed by the same thing.
        let same_way = (along > 0.0) & (along * along > SAME_WAY * SAME_WAY * lengths);
        let relative = self.me.preferred - [other.velocity, other.preferred][usize::from(same_way)];
        Approach { along, lengths, same_way, relative }
    }

    /// The distance of the middles at which the body passes a far one, in world units.
    fn far_room(&self, other: &Body) -> f32 {
        self.me.radius + other.radius + BODY_SKIN + SPARE_ROOM
    }

    /// Keeps the headway to another that goes the same way, if that one is straight ahead of the body.
    pub fn keep_behind(&mut self, other: &Body, to: Vec2) {
        let room = self.me.radius + other.radius;
        let (ahead, aside) = (to.dot(self.heading), to.perp_dot(self.heading));
        if ahead > 0.0 && aside.abs() < STRAIGHT_AHEAD * room {
            let gap = ahead - (room * room - aside * aside).sqrt();
            self.behind = self.behind.min(gap.max(0.0) / self.me.headway);
        }
    }

    /// Whether no headway to another makes the body slower.
    pub fn is_free_ahead(&self) -> bool {
        self.behind >= self.speed
    }

    /// Asks for a sidestep before a body with which this one [may collide](View::may_meet).
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
        let bias = room * (RIGHT_HAND.0 * opposed + RIGHT_HAND.1) * noise;
        // How far to the left of the relative velocity the other is; passing on the right is side 1.
        let left = cross / speed;
        let side = if left > -bias { 1.0 } else { -1.0 };
        let sidestep = ((room - side * left) / time.max(SIDESTEP_TIME)).min(FASTEST_SIDESTEP);
        let away = Vec2::new(-relative.y, relative.x) * (side / speed);
        soft.add(-away, -(away.dot(me.preferred) + sidestep), Sidestep::softness(time));
    }

    /// Notes in the memory what was seen in this tick, of `tick` seconds.
    pub fn remember(&self, memory: &mut Memory, tick: f32) {
        memory.flow += (self.me.velocity.dot(self.heading) - memory.flow) * (tick / FLOW_TIME).min(1.0);
        memory.facing = if self.faces { memory.facing + tick } else { (memory.facing - tick).max(0.0) };
        memory.yields_for = (memory.yields_for - tick).max(0.0);
        if memory.yields_for == 0.0 {
            memory.yields_to = 0;
        }
        memory.crowded = self.crowded;
        memory.queueing = memory.yields_to != 0 || self.queues;
    }

    /// Whether it queues behind the front.
    pub fn waits_in_line(&self) -> bool {
        self.queues && self.me.corner.distance_squared(self.me.position) >= AT_CORNER * AT_CORNER
    }

    /// The velocity that the body would take without near bodies.
    pub fn wish(&self, memory: &Memory, soft: &mut HalfPlanes) -> Vec2 {
        let me = self.me;
        let (mut pace, mut fastest) = (self.speed, me.max_speed.min(HASTE * self.speed.max(HASTE_FLOOR)));
        if self.waits_in_line() {
            pace = pace.min(memory.flow.max(0.0) + QUEUE_PRESS);
        } else if self.is_awaited {
            pace = pace.max(me.max_speed * self.speed.min(1.0));
            fastest = me.max_speed;
        }
        (pace, fastest) = (pace.min(self.behind), fastest.min(self.behind));
        let right = Vec2::new(-self.heading.y, self.heading.x);
        let wish = soft.solve(self.heading * pace + right * memory.shift, 8);
        wish.clamp_length_max(fastest)
    }
}

/// Whether both make for the same corner and go on from there to the same side.
#[inline(always)]
pub(super) fn converge(a: &Body, b: &Body) -> bool {
    a.corner.distance_squared(b.corner) < AT_CORNER * AT_CORNER
        && !a.stands
        && !b.stands
        && (a.onward - a.corner).dot(b.onward - b.corner) >= 0.0
        && !overtakes(a, b)
        && !overtakes(b, a)
}

/// Whether `behind` would be at its corner long before `ahead` is at its own, though that one is nearer: then it passes on the way.
fn overtakes(behind: &Body, ahead: &Body) -> bool {
    let squared = |body: &Body| (body.position.distance_squared(body.corner), body.max_speed * body.max_speed);
    let ((far, fast), (near, slow)) = (squared(behind), squared(ahead));
    near > AT_CORNER * AT_CORNER && far > near && far * slow < OVERTAKES * OVERTAKES * near * fast
}

/// Whether `a` goes before `b` where both make for the same corner: by priority; then the one nearer to the corners of
/// both, if clearly nearer (so that the order stays when one of them turns to its next corner); then by id.
fn goes_first(a: &Body, b: &Body) -> bool {
    if a.priority != b.priority {
        return a.priority < b.priority;
    }
    let distance = |body: &Body| body.position.distance(a.corner) + body.position.distance(b.corner);
    let nearer = distance(b) - distance(a);
    if nearer * nearer > CLEARLY_NEARER * CLEARLY_NEARER { nearer > 0.0 } else { a.id < b.id }
}
