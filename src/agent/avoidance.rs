//! Local avoidance: a preferred velocity goes in, a safe velocity comes out.
//!
//! Every body chooses among the velocities that its acceleration lets it reach within the tick, in four steps:
//!
//! 1. **Streams.** A body that sees many come towards it, far ahead, shifts to its right in good time. Oncoming crowds
//!    part into lanes, crossing ones turn into a roundabout, before anything is jammed. People sidestep like this:
//!    Mehdi Moussaid et al., "Experimental study of the behavioural mechanisms underlying self-organization in human
//!    crowds", Proceedings of the Royal Society B, 2009.
//! 2. **Far neighbours** on a collision course ask for a sidestep: a half-plane of velocities for each, which may be
//!    violated at a cost (the sooner the collision, the higher). The half-plane is a side of the velocity obstacle:
//!    Paolo Fiorini and Zvi Shiller, "Motion planning in dynamic environments using velocity obstacles", International
//!    Journal of Robotics Research, 1998. Where no side is natural, bodies pass on the right.
//! 3. **Near neighbours** limit the speed of approach in proportion to the gap (a velocity damper: Bernard Faverjon and
//!    Pierre Tournassoud, "A local based approach for path planning of manipulators with a high number of degrees of
//!    freedom", ICRA, 1987). Both contribute, as in Jur van den Berg et al., "Reciprocal n-body collision avoidance",
//!    ISRR, 2009; but the shares depend on who goes first: the one nearer to the corner that both make for, the one
//!    ahead, or, face to face where there is no room for two, the one of higher priority and then of lower id.
//!    A body with a [headway](Body::headway) is also no faster than the gap to the one straight ahead, divided by that time.
//! 4. **Walls** limit the approach likewise, and nothing outweighs them. **Moving obstacles** are walls that ask for a sidestep
//!    from afar, like far neighbours that do not give way: to the nearer side on which there is room.
//!
//! The velocity nearest to the wish under those half-planes is found by Hildreth's method (Clifford Hildreth, "A
//! quadratic programming procedure", Naval Research Logistics Quarterly, 1957), each half-plane with a softness of its
//! own, so that there is an answer even where no velocity satisfies all.
//!
//! A body reads only the snapshot of the beginning of the tick and its own memory: bodies may be served in any order.

mod half_planes;
mod sidestep;
mod snapshot;
mod streams;
mod view;

use glam::Vec2;

use super::right_of_way::Claim;
pub use super::tuning::WALL_REACH;
use super::tuning::{
    CLOSING_TIME, CONTACT_SKIN, DEVIATION_RESPONSE, MOST_SEEN, NEIGHBOUR_REACH, QUEUE_TIME, SPARE_ROOM, TIGHT_GAP,
    TIGHT_GAP_SQUEEZE, WALL_SKIN, YIELD_TIME,
};
use half_planes::HalfPlanes;
pub use sidestep::Sidestep;
use snapshot::Batch;
pub use snapshot::Snapshot;
use streams::look_for_streams;
use view::View;

/// Deviations as near to each other as this are the same, in world units a second.
const SAME_DEVIATION: f32 = 1e-3;

/// What others may know of a body, and what it wants. Lengths in world units, speeds in world units a second.
#[derive(Clone, Copy, Debug, Default)]
pub struct Body {
    /// The middle of the body.
    pub position: Vec2,
    /// Its velocity; never faster than `max_speed`.
    pub velocity: Vec2,
    /// The velocity that it prefers: what steering and mass ask for.
    pub preferred: Vec2,
    /// The next corner of its route, to which it can walk straight.
    pub corner: Vec2,
    /// The corner after that; at the end of the route the same as `corner`.
    pub onward: Vec2,
    /// The radius of the body, above 0.
    pub radius: f32,
    /// The greatest speed of the body.
    pub max_speed: f32,
    /// Its greatest acceleration, in world units a second squared.
    pub acceleration: f32,
    /// Seconds of its speed that it keeps to one ahead that goes the same way; 0 if it comes as near as it can brake.
    pub headway: f32,
    /// A number of its own, which decides when nothing else does.
    pub id: u32,
    /// From 0, the highest, to 99, the lowest.
    pub priority: u8,
    /// How many others it considers at most: 1 to 16.
    pub most_neighbours: u8,
    /// Whether it has arrived or has nothing to do: it gives way to all, and `preferred` brings it back.
    pub stands: bool,
    /// Whether it goes from place to place in turn with others: these do not get in its way, nor it in theirs, and so they come
    /// as near to each other as they can brake.
    pub in_turn: bool,
}

impl Body {
    /// What it has to say for going first where there is no room for two.
    fn claim(&self) -> Claim {
        Claim::new(self.priority, self.id)
    }
}

/// What a body remembers from one tick to the next: part of the state of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Memory {
    /// Whether it waits on purpose: in a queue, or for one that goes first.
    pub queueing: bool,
    /// Whether something is so near that a [`correction`] may be needed after the move.
    pub crowded: bool,
    /// Whether it has ever looked for streams: each body first looks at a time of its own.
    awake: bool,
    /// One more than the id of the body that it yields to; 0 if it yields to none.
    yields_to: u32,
    /// Seconds for which it still yields.
    yields_for: f32,
    /// Seconds for which it has stood face to face with another.
    facing: f32,
    /// How fast it has come forward of late, in world units a second.
    flow: f32,
    /// How fast it shifts to the right before a stream, in world units a second.
    shift: f32,
    /// How it deviates for others from its preferred velocity, in world units a second.
    aside: Vec2,
    /// Seconds until it looks for streams again.
    next_look: f32,
}

impl Memory {
    /// Has the body walk back before the one of this id, which comes towards it, until the two are no longer near each
    /// other.
    pub fn yield_to(&mut self, id: u32) {
        self.yields_to = id.wrapping_add(1);
        self.yields_for = YIELD_TIME;
    }

    /// Takes up another deviation gradually.
    fn step_aside(&mut self, by: Vec2, tick: f32) {
        self.aside += (by - self.aside) * (tick / DEVIATION_RESPONSE).min(1.0);
        if self.aside.distance_squared(by) < SAME_DEVIATION * SAME_DEVIATION {
            self.aside = by;
        }
    }
}

/// A solid thing near a body.
#[derive(Clone, Copy, Debug)]
pub struct Wall {
    /// Its point nearest to the middle of the body, in world units.
    pub nearest: Vec2,
    /// The velocity of the thing, in world units a second.
    pub velocity: Vec2,
}

/// The velocity for the next tick of `tick` seconds: as near to the preferred one as the others and the walls allow,
/// never faster than the body's greatest speed, never further from its present velocity than it can accelerate. `walls`
/// are all solid things within [`WALL_REACH`] seconds of its speed from its edge, and `sidesteps` those before moving obstacles
/// farther on.
pub fn safe_velocity(
    bodies: &Snapshot,
    index: usize,
    (walls, sidesteps): (&[Wall], &[Sidestep]),
    memory: &mut Memory,
    tick: f32,
) -> Vec2 {
    let place = bodies.place(index);
    let me = &bodies.bodies[place];
    let mut view = View::new(me);
    let most = me.most_neighbours as usize;
    let (mut soft, mut hard) = (HalfPlanes::up_to(most), HalfPlanes::up_to(most));
    let reach = NEIGHBOUR_REACH.max(2.0 * CLOSING_TIME * me.max_speed).max(me.headway * view.speed);
    let reach = bodies.narrowed(place, reach + me.radius + bodies.largest_radius);
    let mut seen = 0;
    bodies.batches_of_others(place, reach, |batch| {
        if seen >= MOST_SEEN {
            return;
        }
        seen += batch.iter().len();
        let mut companions = 0.0;
        let (mut near, mut far) = (Batch::default(), Batch::default());
        batch.sort_out(&mut near, &mut far, |other| {
            let (other, to, squared) = bodies.seen_from(place, other);
            let (meets, goes_along) = view.may_meet(other, to);
            companions += f32::from(u8::from(goes_along));
            if me.headway > 0.0 && goes_along {
                view.keep_behind(other, to);
            }
            (view.is_near(other, squared), meets)
        });
        view.companions += companions;
        for other in near.iter() {
            let (other, to, squared) = bodies.seen_from(place, other);
            view.near(other, to, squared, memory, &mut hard);
        }
        for other in far.iter() {
            let (other, to, _) = bodies.seen_from(place, other);
            view.far(other, to, bodies.seed, &mut soft);
        }
    });
    sidesteps.iter().for_each(|sidestep| sidestep.ask(me, &mut soft));
    view.remember(memory, tick);
    look_for_streams(bodies, place, &view, memory, tick);
    let is_still = |wall: &Wall| wall.velocity == Vec2::ZERO;
    let is_alone = soft.is_empty() && hard.is_empty() && view.is_free_ahead();
    if is_alone && memory.shift == 0.0 && walls.iter().all(is_still) {
        // No other is near the route: steering decides.
        memory.step_aside(Vec2::ZERO, tick);
        return reachable(me, me.preferred + memory.aside, tick);
    }
    let wish = view.wish(memory, &mut soft);
    memory.step_aside(wish - me.preferred, tick);
    let mut velocity = me.preferred + memory.aside;
    if view.waits_in_line() {
        velocity = me.velocity + (wish - me.velocity) * (tick / QUEUE_TIME).min(1.0);
    }
    if !walls.is_empty() {
        let mut solid = HalfPlanes::up_to(half_planes::MOST);
        let room = if is_between(me, walls) { -TIGHT_GAP_SQUEEZE } else { WALL_SKIN };
        for wall in walls {
            memory.crowded |= solid.add_wall(me, wall, room, tick);
        }
        hard.add_all(&solid);
        velocity = solid.solve(hard.solve(velocity, 10), 4);
    } else if !hard.is_empty() {
        velocity = hard.solve(velocity, 10);
    }
    reachable(me, velocity, tick)
}

/// How to shift a body that overlaps another, or nearly does, after the move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Correction {
    /// By how much the body is shifted, in world units.
    pub push: Vec2,
    /// How many other bodies were looked at.
    pub seen: usize,
}

/// How to shift a body that overlaps another, or nearly does, after the move; `bodies` has the moved positions. Two or
/// three rounds, each from the positions of the one before, leave no visible overlap. Only bodies whose memory says
/// [`crowded`](Memory::crowded) need it. [`off_walls`] keeps the push out of walls.
pub fn correction(bodies: &Snapshot, index: usize) -> Correction {
    let place = bodies.place(index);
    let me = &bodies.bodies[place];
    let Correction { mut push, mut seen } = Correction::default();
    bodies.others(place, me.radius + bodies.largest_radius + SPARE_ROOM, |other, to, squared| {
        seen += 1;
        let room = me.radius + other.radius + CONTACT_SKIN;
        if squared < room * room {
            let distance = squared.sqrt();
            push -= direction(to, distance, me, other) * (0.5 * (room - distance));
        }
    });
    Correction { push, seen }
}

/// A push of a body, in world units, that leads into none of these walls, and out of one that the body is in.
pub fn off_walls(bodies: &Snapshot, index: usize, mut push: Vec2, walls: &[Wall]) -> Vec2 {
    let place = bodies.place(index);
    let (me, middle) = (&bodies.bodies[place], bodies.positions[place]);
    for _ in 0..4 {
        for wall in walls {
            let to = wall.nearest - middle;
            let distance = to.length();
            if distance > 1e-5 {
                let normal = to / distance;
                push -= normal * (push.dot(normal) - (distance - me.radius)).max(0.0);
            }
        }
    }
    push
}

/// The direction to the other body; where both have the same middle, opposite ones for the two.
fn direction(to: Vec2, distance: f32, me: &Body, other: &Body) -> Vec2 {
    match distance > 1e-5 {
        true => to / distance,
        false if me.id < other.id => Vec2::X,
        false => Vec2::NEG_X,
    }
}

/// Whether a body is between two walls that leave it hardly any room.
fn is_between(me: &Body, walls: &[Wall]) -> bool {
    let least = me.radius + TIGHT_GAP;
    let near = |wall: &Wall| Some(wall.nearest - me.position).filter(|to| to.length_squared() < least * least);
    walls.iter().enumerate().any(|(at, one)| {
        near(one)
            .is_some_and(|to| walls[..at].iter().filter_map(near).any(|other| to.dot(other) < -0.5 * least * least))
    })
}

/// The velocity nearest to `velocity` that the body can reach within the tick, of `tick` seconds.
pub fn reachable(me: &Body, velocity: Vec2, tick: f32) -> Vec2 {
    reachable_from(me.velocity, velocity.clamp_length_max(me.max_speed), me.acceleration * tick)
}

/// The velocity nearest to `velocity` that differs from another by at most `most`, in world units a second.
pub fn reachable_from(from: Vec2, velocity: Vec2, most: f32) -> Vec2 {
    let change = velocity - from;
    // A velocity within reach is taken exactly; otherwise a little less than the limit, to leave room for rounding.
    if change.length_squared() <= most * most * 1.000_001 {
        velocity
    } else {
        from + change.clamp_length_max(0.9999 * most)
    }
}

/// A number from -1 to 1 that depends on two numbers alone.
fn noise(a: u32, b: u32) -> f32 {
    let mut mixed = a.wrapping_mul(0x9E37_79B9) ^ b.wrapping_mul(0x85EB_CA6B);
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x7FEB_352D);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846C_A68B);
    ((mixed ^ (mixed >> 16)) >> 8) as f32 / (1u32 << 23) as f32 - 1.0
}
