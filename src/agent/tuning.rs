//! How agents move, in numbers: every constant of [following a route](super::route), of [steering](super::steering), of
//! [avoidance](super::avoidance) and of [crossing links](super::link_crossing), with its unit and what it does.
//!
//! Where it says what halving or doubling does, that was measured with one seed of `footpath crowd --scenario NAME`, or seen in
//! the tests of the suite that fail: the two greatest effects at most, of times more than 6 % longer, of how deep one body is in
//! another at the worst, in percent of a diameter, and of jerk. The factor stood where the constant is used: what is derived
//! from it stayed as it is, and the relations at the end of this file were not asked for. Where a constant has several uses,
//! each was measured alone. "Without it" is the constant at zero, or so large that its rule never applies, in the tests of
//! the suite.
//!
//! Lengths are in world units, times in seconds unless they say ticks (a tick is 1/60 s), speeds in world units a
//! second. Tolerances that only keep rounding in check stay beside the code that rounds. Relations that must hold among
//! the constants are derived, or asserted at the end of this file, so that a change that breaks one does not compile.

// Following a route.

/// World units. An agent farther than this from its track takes up a new straight line to the next point. Halved,
/// bodies in `hall-4` are up to 0.8 % deep in each other and `both-ways-0.9` takes 13 % longer; doubled, agents in
/// `head-on-8` jerk 26 % more.
pub const OFF_TRACK: f32 = 0.15;

/// World units. A point of the track counts as reached from here in any case; also the least gain in length for which a new
/// route counts as shorter than the one before. Halved, agents in `many-masses` jerk 16 % more.
pub const REACHED: f32 = 0.02;

/// World units. An agent has come nearer to its next point when it has gained this; less is jitter. Doubled,
/// `both-ways-0.9` takes 13 % longer.
pub const LEAST_GAIN: f32 = 0.1 * REACHED;

/// Ticks. An agent that has not come nearer to the next point of its track for this long has stalled, and so has a group
/// whose members have not come nearer to their goals, by their radius on average. Halved, `dead-end` takes 47 % longer.
pub const STALL_TICKS: u32 = 180;

/// Seconds before an agent would have to brake for the end of the laid part of its route: then the next part is asked for.
/// Halved, agents wait for the next part of a long way.
pub const REFINE_AHEAD: f32 = 1.0;

/// Cells. No more of a path are laid at once: of a longer one the rest are milestones, to which the route is extended while
/// the agent walks. Without it one agent that crosses a maze of 1023 x 1023 tiles takes 90 ms to set out, for a path of a
/// hundred thousand cells, and the passages of a thousand such take 200 MB.
pub const LAID_CELLS: usize = 2048;

/// Cells. How far apart the milestones of such a path are, along it. More, and more is laid at once when a route is extended;
/// less, and it is extended more often.
pub const LEG_CELLS: usize = 512;

/// World units. How far ahead an obstructed agent looks whether it can still go straight on. Halved, `crossing-100` takes
/// 11 % longer.
pub const OBSTRUCTED_SIGHT: f32 = 6.0;

/// World units. What is this near to a corner or a chokepoint is at it: an obstructed agent that is to turn here heads for
/// the chokepoint itself, corners of two routes are the same place, and those that queue here are the front of the queue and
/// need not hold back. Halved, `door-0.9` takes 14 % longer and `dead-end` 2.1 times as long; doubled, agents in `door-0.9`
/// jerk 2.0 times as much and `hall-4` takes 19 % longer.
pub const AT_CORNER: f32 = 1.5;

/// Points of the track among which an obstructed agent looks for that chokepoint. Halved, `corridor-0.7` takes 10 % longer
/// and `dead-end` takes 8 % longer.
pub const CHOKEPOINT_LOOKAHEAD: usize = 3;

/// Body radii. A place is a chokepoint where a body has at most this much room across the route. Halved, a crowd of bodies of
/// 0.3 goes through a door 3.0 wide more slowly (5.5 a second) than through one 2.4 wide (6.0): it does not use the width.
pub const CHOKEPOINT_WIDTH: f32 = 12.0;

/// Cosine. What bounds a chokepoint stands at this angle to the route or more. Halved, agents in narrow places shake.
pub const CHOKEPOINT_ACROSS: f32 = 0.75;

/// World units. Room between a body and the sides of a chokepoint. Doubled, `dead-end` takes 8 % longer.
pub const CHOKEPOINT_SKIN: f32 = 0.01;

/// Body radii. A stretch of a route where the middle of a body has less room than this across the route is a passage, which
/// is used in one direction at a time. Less than 2, and bodies meet where they cannot pass each other; much more, and
/// streams wait that would have passed in lanes. Halved, agents in a corridor for one no longer take turns.
pub const PASSAGE_ROOM: f32 = 4.0;

/// Body radii. How far behind a passage an agent still counts as in it. Shorter, and the next ones meet it in the mouth.
/// Passages on a route that are nearer to each other than this are one: there is no room in between for those that wait.
/// 0, and agents at a corridor for one do not take turns.
pub const EXIT_ROOM: f32 = 5.0;

/// World units. The least room at a corner that its speed is computed with: where a body fits exactly, it slides along the
/// wall. Halved, trapped agents do not come to rest.
pub const LEAST_CORNER_ROOM: f32 = 0.05;

/// World units. How far beside a corner agents may pass it by: as far as a crowd spreads. Halved or doubled, agents before
/// a corner shake.
pub const MOST_BESIDE: f32 = 3.0;

/// World units. How near to the beginning of a link an agent steps upon it. Doubled, a link is begun before its end and a
/// fall is too short.
pub const LINK_REACH: f32 = 0.1;

// Recovery: what an agent does that others keep from its goal or its slot.

/// Stalls. After this many an agent gives up and stands where it is. Smaller, and crowds before a narrow door give up while
/// it still moves; much larger, and an agent that is shut in walks against the others for minutes. 0, and agents shake;
/// twenty times as many, and not all arrive.
pub const GIVES_UP_AFTER: u8 = 12;

/// Ticks. After this long an agent that gave up because of others tries again, and after twice as long the next time, up to
/// [`RETURNS`] times; for as long it is remembered that an agent was pushed off its slot. Shorter, and those that are shut in push
/// against the others again and again; without it, an agent stays where it is when the others have long gone.
pub const TRIES_AGAIN_AFTER: u64 = 600;

/// How often an agent comes back to a slot that it was pushed off, each time within [`TRIES_AGAIN_AFTER`] of the time before,
/// and how often the time doubles after which it tries again. Without the limit two agents push each other off for ever.
pub const RETURNS: u8 = 2;
/// Ticks. How long a standing agent is kept off its slot before it takes one where it is, if that is free; and how long
/// without a push one that gave up waits before it goes back to where it was sent, if no other has its slot there: after
/// twice as long the next time, up to [`RETURNS`] times. Shorter, and a crowd that is passed by scatters, or comes back while
/// the others still stream past; longer, and it trembles in place, or stands beside free goals.
pub const STANDING_PATIENCE: u64 = 90;

/// Ticks. The same while it still moves, and before it takes a slot where it is although another is near.
pub const KEPT_OFF_FOR_GOOD: u64 = 4 * STANDING_PATIENCE;

/// Ticks between two looks of one agent for what costs a search, or makes others move: which other is in its way, whether
/// its goal is free again, whether another route leads on that it can follow in a straight line, past a queue, or over
/// ground whose costs have changed. Shorter, and where one yields to another all those behind it yield at once, and searches
/// are made for nothing; longer, and a queue is shared out when half of it is through. Halved, agents shake.
pub const LOOKS_EVERY: u64 = 30;

/// Ticks. How long an agent yields at most. Without a bound two agents that wait for each other wait for ever.
pub const YIELDS_FOR: u64 = 8 * 60;

/// Ticks. The same for one without a goal. Shorter, and those that are parked in a corridor come back before those for whom they went
/// out of it are through.
pub const STANDS_ASIDE_FOR: u64 = 60 * 60;

// Routes of agents that steer by rays.

/// Part of the speed. Slower than this an agent does not get on, and its panel gives a reason: one that steers by rays and
/// has not come farther than that in all its patience is caught, and two that face each other stand. It is also the least
/// speed on a link. Halved, a patrol by rays that gets nowhere goes on for ever; doubled, agents give up that are only slow
/// and `crossing-100` takes 47 % longer.
pub const CRAWL: f32 = 0.1;

/// Ticks without progress after which an agent looks at what holds it up: one that walks asks the one in its way to let it
/// pass, one that steers by rays counts as caught. Longer, and one that is caught turns on the spot.
pub const PATIENCE: u32 = 120;

/// Lengths of the straight line, and lengths of the rays. The sum of both is the longest detour. Halved, an agent does not
/// get past one convex block.
pub const LONGEST_DETOUR: (f32, f32) = (1.5, 5.0);

// Crossing links.

/// Part of the greatest speed. The least speed of a leap: one from rest still gets across. Doubled, jumps are no longer
/// parabolas of the right length.
pub const LEAST_LEAP: f32 = 0.6;

/// World units. How near to the end of its route, or of a link, an agent is there. Drawn at any zoom it is on the point.
/// Halved, a fall takes a tick longer than its height says; smaller than the error of a braking tick, and an agent circles
/// its slot.
pub const AT_END: f32 = 0.01;

/// World units a second squared. What falling and leaping bodies are accelerated by. Halved or doubled, falls do not take
/// the time that their height says.
pub const GRAVITY: f32 = 9.81;

// Steering.

/// Part of the greatest acceleration. Braking is planned with it; the rest is left to correct. Halved, `dead-end` takes 29
/// % longer and `crossing-100` takes 11 % longer.
pub const PLANNED_BRAKING: f32 = 0.6;

/// 1/s. The greatest speed back to the line for each unit of distance from it: light bodies could do more, but would jerk.
/// Halved, bodies leave their way; doubled, agents shake.
pub const LINE_GAIN: f32 = 8.0;

/// Part of the room at a corner, divided by the lag, and part of the speed from which one brakes within it: the speed at
/// which a body turns there. Halved, `both-ways-0.9` takes 22 % longer and agents in `many-masses` jerk 34 % more.
pub const CORNER_SPEED: (f32, f32) = (0.65, 0.7);

/// Cosine (of 0.6 radians). Within this angle the heading eases towards its goal. Doubled, so that nothing eases, the test
/// of `the-flock` fails.
pub const EASE_ANGLE: f32 = 0.825_335_6;

/// Part of the angle that is left, which an easing heading turns in a tick. Doubled, an agent that steers by rays is not
/// calm.
pub const EASE: f32 = 0.33;

/// Seconds. How far ahead a behaviour that pursues, evades, or follows a path by steering predicts where a body will be;
/// beyond that the prediction is worth nothing. Halved, the test of a follower that keeps its distance fails; doubled,
/// agents shake.
pub const FORESIGHT: f32 = 1.0;

// Steering by rays.

/// Degrees from the middle ray, and lengths in parts of it, of the rays that an agent casts. With lengths halved, the rays
/// do not cover the body.
pub const RAY_FAN: [(f32, f32); 5] = [(0.0, 1.0), (25.0, 0.8), (-25.0, 0.8), (55.0, 0.5), (-55.0, 0.5)];

/// Tiles. No ray is longer than this: every tile along it is looked at, in every tick. Without it a thousand agents that look
/// 1,000 units ahead, on tiles of 0.1, take 110 ms a tick.
pub const RAY_TILES: f32 = 64.0;

/// Seconds. How long a push lasts: what turns it into a velocity. Halved, an agent caught in a bay does not come to rest;
/// doubled, neither does a patrol by rays that gets nowhere.
pub const PUSH_TIME: f32 = 0.25;

/// Part of the speed. All pushes together come to this at the most, so that they never drown the direction to the goal.
/// Halved, rays lead an agent out of no bay and it does not come to rest; doubled, the force of avoidance is above its
/// bound.
pub const GREATEST_PUSH: f32 = 0.75;

/// Dimensionless. The lag of the velocity, in seconds, times the growth of a push with distance, in 1/s: no push is
/// stiffer, so that the body comes to rest where pushes and goal balance. Halved, agents that steer by rays shake.
pub const PUSH_STIFFNESS: f32 = 0.125;

/// Part of the speed. Slower than this to one side, an agent has not decided for that side. Doubled, agents that steer by
/// rays shake.
pub const UNDECIDED: f32 = 0.05;

/// Part of the speed. The heading counts as this much of a speed, so that an agent at rest keeps its side. Halved, an agent
/// caught in a bay does not come to rest.
pub const HEADING_WEIGHT: f32 = 0.3;

// Avoidance: bodies and walls near by.

/// World units, edge to edge. Bodies nearer than this are looked at one by one. Doubled, agents in `both-ways-0.9` jerk 28
/// % more and agents in `many-masses` jerk 23 % more.
pub const NEIGHBOUR_REACH: f32 = 2.0;

/// Bodies. Where more are as near as that, a body looks at fewer, the nearest ones. In a crowd that keeps apart there are not
/// as many; without it a thousand bodies that are 16 units wide to each other, or all in one spot, take 30 ms a tick; doubled,
/// they take 20 ms.
pub const MOST_SEEN: usize = 128;

/// World units, edge to edge. Nearer bodies limit the speed at which they approach each other. Halved, bodies in
/// `hall-4` are up to 0.6 % deep in each other and `dead-end` takes 11 % longer; doubled, bodies in `hall-4` are up to
/// 0.5 % deep in each other and `both-ways-0.9` takes 9 % longer.
pub const NEAR_GAP: f32 = 0.8;

/// World units. Room kept between two bodies. Halved, bodies in `hall-4` are up to 0.7 % deep in each other and
/// `crossing-100` takes 14 % longer; doubled, agents in `many-masses` jerk 16 % more.
pub const BODY_SKIN: f32 = 0.006;

/// World units. Room between two bodies that the correction of overlaps restores: less than [`BODY_SKIN`], so that
/// bodies that keep their distance are not pushed. Halved, bodies in `hall-4` are up to 1.1 % deep in each other and
/// bodies in `crossing-100` are up to 0.4 % deep in each other; doubled, `crossing-100` takes 12 % longer.
pub const CONTACT_SKIN: f32 = 0.003;

/// Seconds. A body closes the gap to another, or to a wall, within this time at the fastest. Halved, `dead-end` takes 79 %
/// longer, agents in `head-on-8` jerk 44 % more and bodies in `hall-4` are up to 0.8 % deep in each other; doubled,
/// `crossing-100` takes 49 % longer and `dead-end` 33 %.
pub const CLOSING_TIME: f32 = 0.25;

/// Seconds. The same behind another in a queue, and the time constant of the velocity of one that waits there. Halved,
/// `crossing-100` takes 42 % longer and bodies in `hall-4` are up to 0.5 % deep in each other; doubled, `dead-end` takes 80 %
/// longer and agents in `many-masses` jerk 29 % more.
pub const QUEUE_TIME: f32 = 0.2;

/// Seconds. Bodies that overlap part within about this time. Doubled, `crossing-100` takes 13 % longer.
pub const PARTING_TIME: f32 = 0.1;

/// Softness of the half-plane of a near body at contact, and what each unit of gap adds: how cheaply it is violated
/// where not all of them can be kept. Halved, bodies in `crossing-100` are up to 0.6 % deep in each other; doubled,
/// bodies in `hall-4` are up to 0.9 % deep in each other and agents in `many-masses` jerk 17 % more.
pub const NEAR_SOFTNESS: (f32, f32) = (0.02, 0.1);

/// Seconds of a body's speed: how far from its edge it is told of walls. More than [`CLOSING_TIME`], so that every wall that
/// limits its approach is known. Halved, `both-ways-0.9` takes 9 % longer.
pub const WALL_REACH: f32 = 1.2 * CLOSING_TIME;

/// World units. Room kept to a wall. Doubled, bodies in `hall-4` are up to 0.7 % deep in each other.
pub const WALL_SKIN: f32 = 0.002;

/// World units. Where walls are this near on both sides, no room is kept to them. Without it trapped agents do not come to
/// rest.
pub const TIGHT_GAP: f32 = 0.03;

/// World units. What a body between such walls may come nearer instead; without it a gap as wide as the body is
/// approached but never entered.
pub const TIGHT_GAP_SQUEEZE: f32 = 0.01;

/// Seconds. The time constant with which a body deviates for others, and returns to its own velocity. Halved, agents in
/// `both-ways-0.9` jerk 2.0 times as much and agents in `circle-100` jerk 29 % more; doubled, `crossing-100` takes 8 %
/// longer and agents in `many-masses` jerk 21 % more.
pub const DEVIATION_RESPONSE: f32 = 0.075;

/// World units, edge to edge. A moving body this near disturbs one that stands. Halved or doubled, standing agents shake;
/// doubled, one that stands in the way does not come back.
pub const DISTURBANCE: f32 = 1.5;

/// World units a second. Slower bodies disturb no other. Halved, standing agents shake.
pub const DISTURBING_SPEED: f32 = 0.15;

// Avoidance: who goes first.

/// Part of what is to be done about an approach that falls to the body that gives way; the other has the rest. Halved,
/// bodies in `hall-4` are up to 1.0 % deep in each other and `crossing-100` takes 31 % longer.
pub const GIVE_WAY: f32 = 0.9;

/// Part of the free room that the body that goes first takes at once. Halved, bodies in `hall-4` are up to 1.0 % deep
/// in each other and `crossing-100` takes 8 % longer.
pub const TAKE: f32 = 0.5;

/// Cosine to the direction in which an agent goes, from which another is ahead of it: in its way, or, of two that go the
/// same way, the one that walks first. Halved, `crossing-100` takes 9 % longer; doubled, `crossing-100` takes 19 % longer
/// and bodies in `hall-4` are up to 0.5 % deep in each other.
pub const AHEAD: f32 = 0.3;

/// Cosine. Two whose directions form a smaller angle than this with each other's reverse go towards each other, in the open
/// and in a passage. Halved, `crossing-100` takes 10 % longer; doubled, `crossing-100` takes 66 % longer and `hall-4` takes
/// 60 % longer.
pub const OPPOSED: f32 = 0.5;

/// Cosine. Two whose preferred velocities form a smaller angle go the same way. Halved, `crossing-100` takes 20 %
/// longer.
pub const SAME_WAY: f32 = 0.7;

/// Part of the sum of both radii. Another that is less than this to the side of where a body goes is the one to which it keeps
/// its headway. Halved, at two people a square unit with a headway of 0.4 the stream is 32 % faster than people are; doubled,
/// those beside a body count too, and it is 52 % slower.
pub const STRAIGHT_AHEAD: f32 = 0.3;

/// World units. Of two that make for the same corner the nearer goes first, if it is nearer by this. Halved, `dead-end`
/// takes 2.1 times as long and bodies in `hall-4` are up to 0.6 % deep in each other; doubled, `crossing-100` takes 24
/// % longer and `both-ways-0.9` takes 10 % longer.
pub const CLEARLY_NEARER: f32 = 0.2;

/// Part of the time in which another is at a corner. One that is there sooner than in this, from farther away, passes the other on
/// the way and does not queue behind it. At 0, a runner stays behind a walker for up to 12 s in a lane that is four bodies wide;
/// at 0.5, two of the random worlds of the suite do not end as they should.
pub const OVERTAKES: f32 = 0.33;

/// Part of the preferred speed. A body that goes first hurries while one behind it is slower than this; and one that is held
/// off its preferred velocity by more than the rest counts as obstructed. Halved, bodies in `hall-4` are up to 0.7 % deep in
/// each other and `crossing-100` takes 12 % longer; doubled, `corridor-0.7` takes 10 % longer and agents in `hall-4` jerk 21
/// % more.
pub const OBSTRUCTED_SPEED: f32 = 0.9;

/// Factor on the preferred speed with which a body gets out of the way. Halved, agents in `circle-100` jerk 3.6 times as
/// much and agents in `corridor-0.7` jerk 3.2 times as much; doubled, agents in `both-ways-0.9` jerk 65 % more.
pub const HASTE: f32 = 1.2;

/// World units a second. [`HASTE`] counts from this speed on: a body at rest can get out of the way too. Halved, bodies
/// in `hall-4` are up to 0.7 % deep in each other; doubled, agents in `both-ways-0.9` jerk 48 % more.
pub const HASTE_FLOOR: f32 = 0.3;

// Avoidance: queues.

/// World units. Room that one in a queue keeps to those straight ahead, beside [`BODY_SKIN`]. Doubled, bodies in
/// `hall-4` are up to 0.8 % deep in each other.
pub const QUEUE_ROOM: f32 = 0.06;

/// World units, edge to edge. A body ahead and this near holds up the one behind it: they queue, or stand face to face.
/// Halved, `crossing-100` takes 7 % longer, and agents in `door-0.9` jerk 23 % more and shake at `the-gate`; doubled,
/// `both-ways-0.9` takes 14 % longer and `dead-end` 8 %.
pub const HELD_UP_GAP: f32 = 0.2;

/// World units a second. One in a queue wants to be faster than the queue by this much. Halved, `crossing-100` takes 26
/// % longer; doubled, bodies in `hall-4` are up to 0.5 % deep in each other and agents in `door-0.9` jerk 28 % more.
pub const QUEUE_PRESS: f32 = 0.15;

/// Seconds. The time over which the speed of a queue is averaged, and for which two stand face to face before the one that
/// yields walks back. Halved, bodies in `crossing-100` are up to 0.5 % deep in each other; doubled, `crossing-100` takes 13
/// % longer, `hall-4` 9 %, and agents shake before they yield.
pub const FLOW_TIME: f32 = 0.5;

// Avoidance: face to face.

/// Part of the other's speed with which it walks back. Halved, bodies in `crossing-100` are up to 0.7 % deep in each
/// other.
pub const RETREAT: f32 = 0.7;

/// Seconds for which it yields after the two were last near each other. Doubled, agents shake before they go on.
pub const YIELD_TIME: f32 = 1.5;

// Avoidance: bodies farther away.

/// Seconds. Later collisions are ignored. Halved, `crossing-100` takes 38 % longer and agents in `many-masses` jerk 18 %
/// more; doubled, agents in `both-ways-0.9` jerk 33 % more.
pub const HORIZON: f32 = 4.0;

/// What violating a far half-plane costs, for a collision now, in proportion to leaving the preferred velocity. Halved,
/// `crossing-100` takes 10 % longer; doubled, `crossing-100` takes 26 % longer and agents in `both-ways-0.9` jerk 17 %
/// more.
pub const FAR_WEIGHT: f32 = 4.0;

/// World units a second. A body that comes nearer to a moving obstacle more slowly than this steps aside for it no more: the
/// direction in which they meet is that of rounding, and at 0 there is none.
pub const SLOWEST_APPROACH: f32 = 0.1;

/// World units beside [`BODY_SKIN`]. The room that bodies leave each other as long as they have it; nearer, they are
/// crowded, and overlaps are corrected: more than two bodies close within a tick. Halved, bodies in `hall-4` are up to 0.6 %
/// deep in each other; doubled, `crossing-100` takes 31 % longer.
pub const SPARE_ROOM: f32 = 0.08;

/// Seconds. A sidestep is given at least this long. Halved, `crossing-100` takes 31 % longer and bodies in `hall-4` are
/// up to 0.8 % deep in each other; doubled, bodies in `crossing-100` are up to 0.7 % deep in each other.
pub const SIDESTEP_TIME: f32 = 0.6;

/// World units a second. The fastest sidestep. Halved, `crossing-100` takes 18 % longer.
pub const FASTEST_SIDESTEP: f32 = 1.2;

/// Part of the room that passing needs, up to which the left-hand side is given up for the right-hand one where two meet
/// head on, and in any case. Doubled, `crossing-100` takes 8 % longer.
pub const RIGHT_HAND: (f32, f32) = (0.8, 0.1);

/// Part of that by which the seed changes it. Without it too few take the far one of two doors.
pub const RIGHT_HAND_NOISE: f32 = 0.2;

// Avoidance: streams.

/// World units. How far ahead, and how far to the right of its own line, a body looks for those that come towards it.
/// Halved, `crossing-100` takes 21 % longer and `circle-100` takes 14 % longer; doubled, bodies in `hall-4` are up to
/// 0.6 % deep in each other.
pub const STREAM_REACH: f32 = 16.0;

/// The second of the two. Doubled, `crossing-100` takes 10 % longer.
pub const STREAM_WIDTH: f32 = 4.0;

/// Bodies (those ahead count in full when near, less with distance). Up to this number is no stream. Halved, bodies in
/// `hall-4` are up to 0.4 % deep in each other; doubled, `crossing-100` takes 13 % longer and agents in `many-masses`
/// jerk 17 % more.
pub const STREAM_LEAST: f32 = 0.7;

/// World units a second for each body more: how fast one shifts to the right. Halved, bodies in `hall-4` are up to 1.0
/// % deep in each other; doubled, agents in `many-masses` jerk 19 % more.
pub const STREAM_SHIFT: f32 = 0.4;

/// World units a second. The fastest shift. Without the bound agents shake.
pub const FASTEST_SHIFT: f32 = 1.4;

/// Bodies. One that walks with this many counts all that come towards it, with fewer in proportion to the square of their
/// number: it can slip through, and where all go every way there are no streams. Halved or doubled, agents shake.
pub const STREAM_COMPANIONS: f32 = 5.0;

/// Part of those that come towards it, which one that walks alone counts. 0 or 1, and agents shake.
pub const STREAM_ALONE: f32 = 0.1;

/// Seconds between two looks for streams. Looking in every tick, agents shake.
pub const STREAM_LOOK_INTERVAL: f32 = 0.25;

const _: () = assert!(LEG_CELLS <= LAID_CELLS, "an extension is no longer than what is laid at first");
const _: () = assert!(REACHED < LINK_REACH && LINK_REACH < OFF_TRACK, "on its track an agent reaches points and links");
const _: () = assert!(LOOKS_EVERY < STALL_TICKS as u64, "a lost line is noticed before a stall");
const _: () = assert!(STANDING_PATIENCE < TRIES_AGAIN_AFTER);
const _: () = assert!(TRIES_AGAIN_AFTER.is_multiple_of(LOOKS_EVERY), "it is looked at when it is due");
const _: () = assert!(AT_CORNER < OBSTRUCTED_SIGHT, "what one heads for is in sight");
const _: () = assert!(CRAWL < LEAST_LEAP && LEAST_LEAP <= 1.0);
const _: () = assert!(PLANNED_BRAKING < 1.0, "some acceleration is left to correct");
const _: () = assert!(GREATEST_PUSH < 1.0 && UNDECIDED < HEADING_WEIGHT);
const _: () = assert!(CONTACT_SKIN < BODY_SKIN && BODY_SKIN < SPARE_ROOM && SPARE_ROOM < HELD_UP_GAP);
const _: () = assert!(QUEUE_ROOM < HELD_UP_GAP && HELD_UP_GAP < NEAR_GAP);
const _: () = assert!(NEAR_GAP < NEIGHBOUR_REACH, "near bodies are among those that are looked at");
const _: () =
    assert!(TIGHT_GAP_SQUEEZE + WALL_SKIN < TIGHT_GAP, "a body that squeezes through stays between the walls");
const _: () = assert!(PARTING_TIME < QUEUE_TIME && QUEUE_TIME <= CLOSING_TIME, "bodies part faster than they approach");
const _: () = assert!(GIVE_WAY > 0.5 && GIVE_WAY < 1.0 && TAKE <= 1.0);
const _: () = assert!(CRAWL < OBSTRUCTED_SPEED && OBSTRUCTED_SPEED < 1.0);
const _: () = assert!(FLOW_TIME < YIELD_TIME && SIDESTEP_TIME < HORIZON);
