//! Local avoidance: a preferred velocity goes in, a safe velocity comes out.
//!
//! Every body chooses among the velocities that its acceleration lets it reach within the tick, in four steps:
//!
//! 1. **Streams.** Who sees many come towards it, far ahead, shifts to its right hand in good time. Oncoming crowds
//!    part into lanes, crossing ones turn into a roundabout, before anything is jammed. The sidestep is what people do:
//!    Mehdi Moussaid et al., "Experimental study of the behavioural mechanisms underlying self-organization in human
//!    crowds", Proceedings of the Royal Society B, 2009.
//! 2. **Far neighbours** on a collision course ask for a sidestep: half-planes of velocities, one for each, that may be
//!    violated at a price (the nearer in time, the higher). The half-plane is a side of the velocity obstacle: Paolo
//!    Fiorini and Zvi Shiller, "Motion planning in dynamic environments using velocity obstacles", International
//!    Journal of Robotics Research, 1998. Meetings without a natural side pass on the right.
//! 3. **Near neighbours** limit the speed of approach in proportion to the gap (a velocity damper: Bernard Faverjon and
//!    Pierre Tournassoud, "A local based approach for path planning of manipulators with a high number of degrees of
//!    freedom", ICRA, 1987). Both bear their share of it, as in Jur van den Berg et al., "Reciprocal n-body collision
//!    avoidance", ISRR, 2009; but the share depends on who goes first: whoever is nearer to the corner that both make
//!    for, who walks ahead, or, face to face in a place too narrow for two, by priority and then by id.
//! 4. **Walls** limit the approach likewise, and nothing outweighs them.
//!
//! The velocity nearest to the wish under those half-planes is found by Hildreth's method (Clifford Hildreth, "A
//! quadratic programming procedure", Naval Research Logistics Quarterly, 1957), each half-plane with a softness of its
//! own, so that there is an answer even where no velocity satisfies all.
//!
//! A body reads only the snapshot of the tick's beginning and its own memory: the bodies may be served in any order.

mod half_planes;
mod snapshot;

use glam::Vec2;

use half_planes::HalfPlanes;
pub use snapshot::Snapshot;

/// How far away others are looked at one by one: units between the edges of the two bodies.
const REACH: f32 = 2.0;
/// Room that is kept between two bodies beside their radii, in units.
const SKIN: f32 = 0.006;
/// Bodies with a smaller gap between them than this limit each other's approach, in units.
const NEAR_GAP: f32 = 0.8;
/// The approach may at most close the gap within this time, in seconds.
const NEAR_TIME: f32 = 0.25;
/// The same behind somebody in a queue.
const QUEUE_TIME: f32 = 0.2;
/// The same for a wall.
const WALL_TIME: f32 = 0.25;
/// Bodies that overlap part within about this time, in seconds.
const PARTING_TIME: f32 = 0.1;
/// Room that is kept to a wall beside the radius, in units.
const WALL_SKIN: f32 = 0.002;
/// Up to this gap a body asks for [`correction`], in units: more than two bodies can close within a tick.
const CROWDED_GAP: f32 = 0.08;
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

/// Oncoming streams: how far ahead and how far to the right of the own way they are looked for, in units.
const STREAM_REACH: f32 = 16.0;
const STREAM_WIDTH: f32 = 4.0;
/// Oncoming: the cosine between the two preferred velocities is smaller than minus this.
const STREAM_FACING: f32 = 0.5;
/// So many count as nothing (those ahead count in full when near and less with the distance).
const STREAM_LEAST: f32 = 0.5;
/// The shift for each one more, and the fastest shift, in units a second.
const STREAM_SHIFT: f32 = 0.4;
const FASTEST_SHIFT: f32 = 1.4;
/// Seconds between two looks.
const LOOK_INTERVAL: f32 = 0.25;

/// Corners within this distance of each other are the same place, in units.
const SAME_CORNER: f32 = 1.5;
/// Who queues keeps this much more room to those straight ahead, in units.
const QUEUE_ROOM: f32 = 0.06;
/// Somebody ahead and this near makes a queue, in units.
const QUEUE_GAP: f32 = 0.3;
/// Who queues presses forward only so much faster than the queue moves, in units a second.
const QUEUE_PRESS: f32 = 0.1;
/// Within this distance of the corner there is no such restraint, in units.
const QUEUE_FRONT: f32 = 1.5;
/// Whoever goes first hurries, at maximum speed, when somebody behind is held up below this part of its speed.
const HELD_UP: f32 = 0.7;
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
const YIELD_TIME: f32 = 1.5;

/// The time constant with which a body gives way to far neighbours, and takes up its own way again, in seconds.
const RESPONSE: f32 = 0.075;
/// The time constant with which the velocity of whoever waits in a queue follows its wish, in seconds.
const QUEUE_RESPONSE: f32 = 0.2;
/// How much faster than it prefers a body goes to get out of the way.
const HASTE: f32 = 1.2;
/// [`correction`] keeps this much room between two bodies, in units.
const CONTACT: f32 = 0.003;

/// What others may know of a body, and what it wants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Body {
    /// Its middle, in world units.
    pub position: Vec2,
    /// Units a second; never faster than `max_speed`.
    pub velocity: Vec2,
    /// What steering wants, mass already in it, in units a second.
    pub preferred: Vec2,
    /// The next corner of its way, to which it can walk straight.
    pub corner: Vec2,
    /// The corner after that; at the end of the way the same as `corner`.
    pub onward: Vec2,
    /// In units, above 0.
    pub radius: f32,
    /// Units a second.
    pub max_speed: f32,
    /// The most that the velocity can change, in units a second each second.
    pub acceleration: f32,
    /// A number of its own: what decides when nothing else does.
    pub id: u32,
    /// 0 is the most important, 99 the least.
    pub priority: u8,
    /// At how many others it looks at most; 1 to 16.
    pub most_neighbours: u8,
    /// Whether it has arrived or has nothing to do: it gives way, and `preferred` brings it back.
    pub stands: bool,
}

/// What a body remembers from one tick to the next. Part of the saved state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// Whether it waits on purpose: in a queue, or for one who goes first.
    pub queueing: bool,
    /// Whether something is so near that [`correction`] may have something to do after the move.
    pub crowded: bool,
    /// Whether it has ever looked for streams: the first look of each is at a time of its own.
    awake: bool,
    /// One more than the id of whom it lets pass; 0 for nobody.
    yields_to: u32,
    /// Seconds for which it still does.
    yields_for: f32,
    /// Seconds for which it has stood face to face with somebody.
    facing: f32,
    /// How fast it has come forward of late, in units a second.
    flow: f32,
    /// How fast it shifts to the right before a stream, in units a second.
    shift: f32,
    /// By how much it deviates for others from what it prefers, in units a second.
    aside: Vec2,
    /// Seconds until it looks for streams again.
    next_look: f32,
}

impl Memory {
    /// All that is remembered, as numbers for the hash of a state.
    pub fn numbers(&self) -> [u32; 11] {
        [
            u32::from(self.queueing),
            u32::from(self.crowded),
            u32::from(self.awake),
            self.yields_to,
            (self.yields_for + 0.0).to_bits(),
            (self.facing + 0.0).to_bits(),
            (self.flow + 0.0).to_bits(),
            (self.shift + 0.0).to_bits(),
            (self.aside.x + 0.0).to_bits(),
            (self.aside.y + 0.0).to_bits(),
            (self.next_look + 0.0).to_bits(),
        ]
    }

    /// Goes over to another deviation, little by little.
    fn step_aside(&mut self, by: Vec2, tick: f32) {
        self.aside += (by - self.aside) * (tick / RESPONSE).min(1.0);
        if self.aside.distance_squared(by) < SAME_DEVIATION * SAME_DEVIATION {
            self.aside = by;
        }
    }
}

/// Deviations as near to each other as this are the same, in units a second.
const SAME_DEVIATION: f32 = 1e-3;

/// How far from a body's edge walls are to be told, in world units, for each unit of its speed a second: as long as it takes to
/// stop before them.
pub const WALL_REACH: f32 = 1.2 * WALL_TIME;

/// A solid thing near a body.
#[derive(Clone, Copy, Debug)]
pub struct Wall {
    /// Its point nearest to the middle of the body.
    pub nearest: Vec2,
    /// Units a second.
    pub velocity: Vec2,
}

/// The velocity to take for the next tick of `tick` seconds: as near to the preferred one as the others and the walls
/// allow, never faster than the body's maximum, never further from its present velocity than it can accelerate.
/// `walls`: all solid things within about 1 unit of the body's edge.
pub fn safe_velocity(bodies: &Snapshot, index: usize, walls: &[Wall], memory: &mut Memory, tick: f32) -> Vec2 {
    let place = bodies.places[index] as usize;
    let me = &bodies.bodies[place];
    let mut view = View::new(me);
    let most = me.most_neighbours as usize;
    let (mut soft, mut hard) = (HalfPlanes::up_to(most), HalfPlanes::up_to(most));
    bodies.others(place, REACH + me.radius + bodies.largest_radius, |other, to, squared| {
        view.near(other, to, squared, memory, &mut hard);
        view.far(other, to, bodies.seed, &mut soft);
    });
    view.remember(memory, tick);
    look_for_streams(bodies, place, view.heading, memory, tick);
    let is_still = |wall: &Wall| wall.velocity == Vec2::ZERO;
    if soft.is_empty() && hard.is_empty() && memory.shift == 0.0 && walls.iter().all(is_still) {
        // Nobody is in the way: steering knows best.
        memory.step_aside(Vec2::ZERO, tick);
        return reachable(me, me.preferred + memory.aside, tick);
    }
    let wish = view.wish(memory, &mut soft);
    memory.step_aside(wish - me.preferred, tick);
    let mut velocity = me.preferred + memory.aside;
    if view.waits_in_line() {
        velocity = me.velocity + (wish - me.velocity) * (tick / QUEUE_RESPONSE).min(1.0);
    }
    if !walls.is_empty() {
        let mut solid = HalfPlanes::up_to(half_planes::MOST);
        for wall in walls {
            memory.crowded |= solid.add_wall(me, wall, tick);
        }
        hard.add_all(&solid);
        velocity = solid.solve(hard.solve(velocity, 10), 4);
    } else if !hard.is_empty() {
        velocity = hard.solve(velocity, 10);
    }
    reachable(me, velocity, tick)
}

/// How to move a body that overlaps another or a wall (or comes within a hair of it) after the move: `bodies` has the
/// moved positions, the same for all. Two or three rounds of this, each from the positions of the one before, leave
/// no overlap that one could see. Never leads into a wall, and out of one that the body is in. To be asked for those
/// whose memory says `crowded`.
pub fn correction(bodies: &Snapshot, index: usize, walls: &[Wall]) -> Vec2 {
    let place = bodies.places[index] as usize;
    let me = &bodies.bodies[place];
    let mut push = Vec2::ZERO;
    bodies.others(place, me.radius + bodies.largest_radius + CROWDED_GAP, |other, to, squared| {
        let room = me.radius + other.radius + CONTACT;
        if squared < room * room {
            let distance = squared.sqrt();
            push -= direction(to, distance, me, other) * (0.5 * (room - distance));
        }
    });
    for _ in 0..4 {
        for wall in walls {
            let to = wall.nearest - me.position;
            let distance = to.length();
            if distance > 1e-5 {
                let normal = to / distance;
                push -= normal * (push.dot(normal) - (distance - me.radius)).max(0.0);
            }
        }
    }
    push
}

/// What one body takes in of its surroundings within a tick.
struct View<'a> {
    me: &'a Body,
    speed: f32,
    heading: Vec2,
    /// Somebody who may go first keeps it waiting.
    queues: bool,
    /// It keeps somebody waiting.
    pressed: bool,
    /// It stands face to face with somebody.
    faces: bool,
    crowded: bool,
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
    fn new(me: &Body) -> View<'_> {
        let speed = me.preferred.length();
        let heading = if speed > 1e-4 { me.preferred / speed } else { Vec2::ZERO };
        View { me, speed, heading, queues: false, pressed: false, faces: false, crowded: false }
    }

    /// Limits the approach to a near body.
    #[inline(always)]
    fn near(&mut self, other: &Body, to: Vec2, squared: f32, memory: &mut Memory, hard: &mut HalfPlanes) {
        let room = self.me.radius + other.radius + SKIN;
        if squared >= (room + NEAR_GAP) * (room + NEAR_GAP) {
            return;
        }
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
        if memory.yields_to == other.id.wrapping_add(1) {
            memory.yields_for = YIELD_TIME;
            return Manners::Retreats;
        }
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

    /// Asks for a sidestep when the body, at its preferred velocity, would collide with one further away.
    #[inline(always)]
    fn far(&self, other: &Body, to: Vec2, seed: u32, soft: &mut HalfPlanes) {
        let me = self.me;
        let along = me.preferred.dot(other.preferred);
        let lengths = self.speed * self.speed * other.preferred.length_squared();
        // Who goes the same way is taken at what it wants: it may be held up by the same thing.
        let same_way = along > 0.0 && along * along > SAME_WAY * SAME_WAY * lengths;
        let relative = me.preferred - if same_way { other.preferred } else { other.velocity };
        let toward = to.dot(relative);
        let squared = relative.length_squared();
        let room = me.radius + other.radius + SKIN + FAR_MARGIN;
        let cross = relative.perp_dot(to);
        if toward <= 0.0 || toward > HORIZON * squared || cross * cross > room * room * squared || squared < 0.01 {
            return;
        }
        if converge(me, other) {
            return;
        }
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
        let away = Vec2::new(relative.y, -relative.x) * (side / speed);
        soft.add(-away, -(away.dot(me.preferred) + sidestep), softness);
    }

    fn remember(&self, memory: &mut Memory, tick: f32) {
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
    fn waits_in_line(&self) -> bool {
        self.queues && self.me.corner.distance_squared(self.me.position) >= QUEUE_FRONT * QUEUE_FRONT
    }

    /// The velocity that the body would take if nothing were near.
    fn wish(&self, memory: &Memory, soft: &mut HalfPlanes) -> Vec2 {
        let me = self.me;
        let (mut pace, mut fastest) = (self.speed, me.max_speed.min(HASTE * self.speed.max(0.3)));
        if self.waits_in_line() {
            pace = pace.min(memory.flow.max(0.0) + QUEUE_PRESS);
        } else if self.pressed {
            pace = pace.max(me.max_speed * self.speed.min(1.0));
            fastest = me.max_speed;
        }
        let right = Vec2::new(self.heading.y, -self.heading.x);
        let wish = soft.solve(self.heading * pace + right * memory.shift, 8);
        wish.clamp_length_max(fastest)
    }
}

/// Whether both are on the way to the same place and go on from there to the same side.
#[inline(always)]
fn converge(a: &Body, b: &Body) -> bool {
    a.corner.distance_squared(b.corner) < SAME_CORNER * SAME_CORNER
        && !a.stands
        && !b.stands
        && (a.onward - a.corner).dot(b.onward - b.corner) >= 0.0
}

/// Whether `a` goes before `b` where both make for the same corner: by priority, then the nearer, then by id.
fn goes_first(a: &Body, b: &Body) -> bool {
    let key = |body: &Body| (body.priority, body.position.distance_squared(body.corner), body.id);
    key(a) < key(b)
}

/// The direction to the other; if they have the same middle, one that is opposite for the two.
fn direction(to: Vec2, distance: f32, me: &Body, other: &Body) -> Vec2 {
    match distance > 1e-5 {
        true => to / distance,
        false if me.id < other.id => Vec2::X,
        false => Vec2::NEG_X,
    }
}

/// Looks from time to time whether many come towards the body, and remembers how fast to shift to the right.
fn look_for_streams(bodies: &Snapshot, place: usize, heading: Vec2, memory: &mut Memory, tick: f32) {
    let me = &bodies.bodies[place];
    if !memory.awake {
        memory.awake = true;
        memory.next_look = LOOK_INTERVAL * (0.5 + 0.5 * noise(me.id, 0));
    }
    memory.next_look -= tick;
    if memory.next_look <= 0.0 {
        memory.next_look += LOOK_INTERVAL.max(tick);
        let many = if heading == Vec2::ZERO { 0.0 } else { oncoming(bodies, me, heading) };
        memory.shift = ((many - STREAM_LEAST) * STREAM_SHIFT).clamp(0.0, FASTEST_SHIFT);
    }
}

/// How many come towards the body on its way or to the right of it, weighted by nearness. Only on the straight part of
/// its way and of theirs: what is round a corner is hidden, and turns off.
fn oncoming(bodies: &Snapshot, me: &Body, heading: Vec2) -> f32 {
    let mut many = 0.0;
    let straight = me.corner.distance(me.position);
    let half = 0.5 * STREAM_REACH;
    bodies.grid.runs(me.position + heading * half, half, |first, end| {
        for other in &bodies.bodies[first..end] {
            let to = other.position - me.position;
            let (ahead, left) = (heading.dot(to), heading.perp_dot(to));
            if ahead <= 0.0 || ahead > STREAM_REACH || left < -STREAM_WIDTH || left > me.radius + other.radius {
                continue;
            }
            let facing = heading.dot(other.preferred);
            let faces =
                facing < 0.0 && facing * facing > STREAM_FACING * STREAM_FACING * other.preferred.length_squared();
            if faces && !converge(me, other) && ahead < straight + other.corner.distance(other.position) {
                many += 1.0 - ahead / STREAM_REACH;
            }
        }
    });
    many
}

/// The velocity nearest to `velocity` that the body can have at the end of the tick.
fn reachable(me: &Body, velocity: Vec2, tick: f32) -> Vec2 {
    let change = velocity.clamp_length_max(me.max_speed) - me.velocity;
    let most = me.acceleration * tick;
    // What is within reach is taken to the last digit; else a little less than all, so that rounding stays within it.
    if change.length_squared() <= most * most * 1.000_001 {
        return velocity.clamp_length_max(me.max_speed);
    }
    me.velocity + change.clamp_length_max(0.9999 * most)
}

/// A number from -1 to 1 that two numbers always give again.
fn noise(a: u32, b: u32) -> f32 {
    let mut mixed = a.wrapping_mul(0x9E37_79B9) ^ b.wrapping_mul(0x85EB_CA6B);
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x7FEB_352D);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846C_A68B);
    ((mixed ^ (mixed >> 16)) >> 8) as f32 / (1u32 << 23) as f32 - 1.0
}
