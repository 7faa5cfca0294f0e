//! Every number that says how the crowd moves, with its unit, its purpose and what fails without it.
//!
//! Times are in ticks of 1/60 s, distances in world units, unless a constant says "radii" (of the agent's body) or "part".
//! Where one number depends on another it is derived from it, or the relation is asserted at the end.

use crate::agent::tuning::{AT_END, PATIENCE, YIELDS_FOR};

// Arriving and standing.

/// The speed below which an agent counts as at rest, in world units a second. Must be above what braking leaves over in its
/// last tick, or no agent ever arrives. Halved or doubled, agents shake.
pub const AT_REST: f32 = 0.05;

/// World units. What moves by less in a tick has not moved, and bodies that are pushed by less do not overlap. Between walls
/// and other bodies an agent may have a velocity that moves it nowhere; without this it would never come to rest. 0, and
/// agents shake.
pub const UNMOVED: f32 = 1e-4;

/// How near its slot an agent stands that others keep away from it, in radii. Smaller, and the last of a crowd walk against
/// the others for good; larger, and they stop short for all to see. Halved, agents shake.
pub const NEAR_SLOT: f32 = 3.0;

/// Radii. The room between the slots of those who are sent to one place where tiles are smaller than bodies, if there is enough: through
/// less nobody who comes later gets to a slot behind them. On larger tiles slots have room as it is. At 0, 160 that come through a door
/// to one point on open ground take 200 s to stand there, not 80.
pub const SLOT_ROOM: f32 = 0.5;

/// The ticks without progress after which an agent counts as stalled near its slot.
pub const STALLED: u32 = 60;

/// How near its slot a standing agent creeps back to it without steering, in world units, and by how much in a tick. Without
/// creeping a standing crowd keeps trembling. 0, and agents shake.
pub const NEARLY_THERE: f32 = 0.05;
/// See [`NEARLY_THERE`].
pub const CREEP: f32 = 0.001;

/// The speed below which avoidance does not make a standing agent move, in world units a second. Avoidance asks for tiny
/// velocities all the time; without this a standing crowd trembles. 0, and agents shake.
pub const STILL: f32 = 0.01;

/// From how far off its slot a standing agent that was pushed away checks whether it can go straight back, in world units.
/// Nearer than that there is no room for a wall in between. 0, and where searches take their time not all arrive.
pub const FAR_OFF: f32 = 0.5;

// Pressing and pushing.

/// For how many ticks an agent counts as obstructed after it was. Shorter, and it changes between its two ways of following
/// a route many times a second. Halved, agents shake.
pub const OBSTRUCTED_TICKS: u8 = 30;

/// How often overlapping agents are pushed apart in a tick: at least the first number of rounds, and up to the second as
/// long as one of them is pushed farther than [`FAR_PUSH`]. Fewer, and a press of many bodies sinks into itself. Halved,
/// `both-ways-1.5-300` takes 8 % longer; doubled, it takes 23 % and `crossing-100` 20 % longer.
pub const FEW_ROUNDS: usize = 3;
/// See [`FEW_ROUNDS`]. Halved, `both-ways-1.5-300` takes 7 % longer.
pub const ROUNDS: usize = 40;
/// In world units; see [`FEW_ROUNDS`]. A tenth of it, and bodies in a crowd are pushed about until `crossing-100` takes 27 %
/// longer.
pub const FAR_PUSH: f32 = 0.001;

/// Bodies. No further round is begun once this many have been looked at for each agent of the crowd, on average. Without it
/// 300 agents that are 16 units wide to each other, and so all touch, take five times as long for a tick.
pub const LOOKS_AN_AGENT: usize = 500;

/// The speed with which an agent can be pushed, in world units a second, however slowly it walks, and with which it comes out
/// of an obstacle that was put on top of it. Without it a slow agent stays inside a body that came off a link upon it.
pub const LEAST_PUSHED: f32 = 3.0;

// Walls.

/// Seconds. An agent in a wall that was built upon it walks out by itself if that takes no longer; otherwise it is led. Without
/// it slow and heavy ones wade through rock for minutes; 0, and all of them jump out.
pub const LEAVES_BY_ITSELF: f32 = 1.5;

/// Seconds. The time constant with which a body is led out of a wall while it is far from the way out; near it, it is led
/// with [`LEAST_PUSHED`]. Longer, and it is not out of a large wall after two seconds.
pub const LED_OUT: f32 = 0.25;

/// Tiles. An agent looks for walls no farther than this from its edge, however fast it is: every tile within is looked at.
/// Without it one agent at 50 units a second on tiles of 0.1 looks at 90,000 tiles in a tick.
pub const WALL_REACH_TILES: f32 = 24.0;

// Recovery from a stall.

/// The number of paths in a row that lead no nearer after which an agent counts as stalled. Without it one that is trapped
/// is given path after path, each of which begins its patience anew, and never comes to rest.
pub const ATTEMPTS_IN_VAIN: u8 = 4;

/// The number of paths in a row that lead no nearer after which a link that is turned on is no reason for another one. Without it one
/// whose way leads over a switch that opens a shorter way, and shuts it again, walks to and fro for ever.
pub const SWITCHED_IN_VAIN: u8 = 16;

/// The part of its radius by which an agent that stands among others has room: it may overlap them by the rest. Where bodies
/// stand close together there is no gap of exactly one body; without this the last one stays empty.
pub const TIGHT: f32 = 0.96;

/// The cells that a job looks at, at most, for a detour, a slot or a point out of the way among standing bodies. Without it
/// the crowd before a gate looks through the whole map, again and again.
pub const SCAN_CELLS: usize = 5000;

// Yielding.

/// How far away the agent in the way is at most, in sums of both radii. Halved, the queue does not count in the choice of a
/// door.
pub const BLOCKING_REACH: f32 = 1.25;

/// The room that is left to the agent that passes, in world units. 0, and agents shake.
pub const PASSING_ROOM: f32 = 0.05;

/// How much nearer than touching, as a part of both radii, a body may be to the middle of a cell that an agent passes: paths
/// do not lead through the very middles of cells. 0, and `dead-end` takes 21 % longer.
pub const CELL_SLACK: f32 = 0.1;

// Taking turns at gates.

/// The ticks between two looks at who may enter which passage. Halved, `both-ways-1.5-300` takes 11 % longer; doubled, 7 %.
pub const TURNS_EVERY: u64 = 6;

/// How near to a passage, in seconds at its speed, an agent counts among those that come to it. Shorter, and two crowds have
/// met before it is decided which goes first. Halved, bodies in `both-ways-1.5-300` are up to 4.7 % deep in each other and
/// it takes 18 % longer.
pub const COMES_WITHIN: f32 = 3.0;

/// Places. How many of their passages those that come to one look at together, each at the same number of those before it,
/// when it is decided who may enter. Without it a thousand agents in a maze, whose passages have thousands of places, take 180
/// ms in one tick.
pub const PASSAGE_PLACES: usize = 60_000;
/// Places, each at most a body's radius from the next: the least that each looks at, however many come. Fewer, and those that
/// come towards each other meet before it is known who waits.
pub const LEAST_PLACES: usize = 60;

/// How long one direction may hold a passage while others wait on the other side, in ticks. Shorter, and more time is lost
/// with changes of direction; longer, and those that wait do so for longer than they must. Halved, `both-ways-1.5-300` takes
/// 13 % longer and `both-ways-0.9` 10 %; doubled, agents in `both-ways-0.9` jerk 25 % more.
pub const TURN_TICKS: u64 = 15 * 60;

/// How many agents at most may be on their way into a passage at a time while others wait on the other side. Fewer, and
/// the passage is empty in between; without it they block the way out at the end of their turn, and `both-ways-0.9` takes 7 %
/// longer.
pub const COMING_AT_ONCE: usize = 8;

/// World units. The gap that agents leave to a door while it opens; without it they would be pushed by it.
pub const DOOR_GAP: f32 = 0.15;

/// Ticks. An agent that has its turn at a link and has not stepped on it by then queues again, more than
/// [`YIELDS_FOR`](crate::agent::tuning::YIELDS_FOR): one that waits until there is room at the other end goes first. Without it one that is
/// held up on its way keeps all others from the link.
pub const ADMITTED_FOR: u64 = YIELDS_FOR + 120;

/// How far from the mouth of a gate agents wait, at least, and how far from the line that leads out of it, in radii.
/// Nearer, and those that come out do not get past them. Halved, `both-ways-1.5-300` takes 10 % longer and agents in
/// `corridor-0.7` jerk 24 % more; doubled, `dead-end` takes 6 % longer.
pub const WAITING_ROOM: (f32, f32) = (6.0, 4.0);

/// The distance between agents that wait, in radii, from middle to middle. Halved, agents in `corridor-0.7` jerk 2.7
/// times as much.
pub const WAITING_DISTANCE: f32 = 2.6;

/// The ground that each agent that waits takes, in squares of that distance. 1, and those that come last walk into those
/// that wait already: bodies in `both-ways-1.5-300` are up to 2.9 % deep in each other; more, and they stop where nobody
/// sees why.
pub const WAITING_AREA: f32 = 1.3;

/// How many half rings of places there are around a mouth. Where all are taken agents wait where they are. With one,
/// `both-ways-1.5-300` takes 20 % longer.
pub const WAITING_RINGS: u8 = 24;

/// How many places agents may try together when they look for one to wait at, each time it is decided who may enter. Without a
/// limit, a thousand agents that meet in a maze, where nearly all of these are behind walls, take 300 ms in one tick.
pub const WAITING_LOOKS: u32 = 10_000;

/// What a unit of the way to a place counts as against a unit of its distance from the mouth. Less, and agents cross each
/// other on their way to the best places; 1, and they stay in the way and `dead-end` takes 20 % longer.
pub const WAITING_WALK: f32 = 0.7;

// Other ways than through a queue.

/// The number of looks in which every agent has its turn. Less, and those that cannot gain ask again and again. It bounds the
/// searches of a queue: halved, each agent asks twice as often.
pub const OTHER_WAYS_SHARE: u64 = 8;

/// How many agents look for another way at once. More, and their searches take the time of a tick from those of orders.
/// Halved, half as many ask.
pub const MOST_LOOK_AT_ONCE: usize = 16;

/// What another way must save, in seconds, to be taken. Less, and agents go to and fro between two gates. 0, and bodies
/// leave their way; ten times as many, and the queue does not count in the choice of a door.
pub const WORTH_ANOTHER_WAY: f32 = 3.0;

/// How densely bodies follow each other in a lane of a passage at their greatest speed, as a part of touching each other.
/// Less, and agents go a long way round an empty gate; doubled, and the queue does not count in the choice of a door.
pub const PASSAGE_FLOW: f32 = 0.55;

// Formations.

/// World units. One of a formation that has less way to go than another by this much waits for it as far as
/// [`FORMATION_LEAST`] lets it. Larger, and those that start ahead or on the inside of a bend stay ahead.
pub const FORMATION_GAP: f32 = 4.0;

/// Part of the speed of the slowest at which one of a formation goes on at least. 0, and one that is held up holds up all
/// others for good.
pub const FORMATION_LEAST: f32 = 0.3;

// Reordering.

/// Members. A larger group gets on when its members come nearer to their goals together as far as so many do by their radius: the
/// queue before a door moves as fast as the door lets through, however long it is. Without it a hundred before a door for one are
/// taken for stuck, and are through after 82 s, not 55.
pub const GETS_ON: f32 = 20.0;

/// Agents. Larger groups are not reordered: their search would not come to an end in time.
pub const MOST_REORDERED: usize = 100;

/// Places. The ground of a group is no larger than this many places would be if they were packed closely. With 700 a whole maze
/// is one group, whose moves take longer than its members alone.
pub const MOST_PLACES: usize = 150;

/// Places for each of a group, on the ground that is tried first; then on twice that. With [`MOST_PLACES`] from the beginning,
/// many are held up for a few, and of sixty in a maze with loops some are not there after 400 s; with 5, one of 480 is not after 300.
pub const PLACES_EACH: usize = 8;

/// Places. It reaches no farther to each side than this many in a row.
pub const PLACES_ACROSS: f32 = 40.0;

/// Body diameters. The distance between two places at the least. Nearer, and bodies at them touch.
pub const PLACE_ROOM: f32 = 1.015;

/// Distances of places. How long the way may be to the place with which a member begins. With 2.6 bodies that have been pressed
/// together in a corridor find too few places: of sixty in a maze with loops 41 come to their goals, not 59.
pub const SNAPS_WITHIN: f32 = 4.0;

/// Places that are looked at: what the search for moves may do in a tick, 1.7 ms. With half of it, moves on ground with hardly a free
/// place are shortened less: 58 that change places on 64 take 69 s in the mean of ten seeds, not 65.
pub const SEARCH_WORK: usize = 240_000;

/// Ticks, of all members together. How long they wait at most while none are known: the more there are, the more may get on by
/// themselves. Twelve times as long, and one scene of `door-0.9` takes 15 % longer.
pub const SEARCH_TICKS: usize = 1500;

/// Ticks. How long moves are looked for where some are known by which all come to their goals, besides a
/// [share](SEARCH_SHARE) of the time that these take.
pub const LEAST_SEARCH: u32 = 15;

/// Half moves a tick. The longer moves take, the longer better ones are worth looking for.
pub const SEARCH_SHARE: u32 = 8;

/// Half moves. Moves that take longer are not made: they are found where places hardly connect, and there all get on sooner by
/// themselves. 58 that change places on 64 need 460; without a bound sixty that have come through a door, with places at odd
/// points of an open room, are led about for two minutes.
pub const MOST_MOVES: u32 = 600;

/// Body radii. How near to a place a body is there.
pub const AT_PLACE: f32 = 0.3;

/// Part of the distance of places. How far from a place a body has left it, so that another may come there: half of it, and
/// one that turns off at a right angle is not touched.
pub const HAS_LEFT: f32 = 0.5;

/// Part of the distance of places. How far from a place a body is leaving it, so that another may draw up. With 0.15 it takes
/// 58 that change places on 64 a fifth longer.
pub const IS_LEAVING: f32 = 0.05;

/// Part of the distance of places. How far from its place a body draws up: less than [`HAS_LEFT`], as it has not left it yet.
pub const DRAWS_UP: f32 = 0.4;

/// Ticks. A group of which nobody has come to a place for so long is on its own again; and for so long its members are left
/// alone, after that and when no moves were found.
pub const REORDERING_STALLS: u64 = 300;

/// Stalls on one way. One that has had so many does not get on, whether its own group counts as stuck or not. Without it those who jam
/// in several groups keep each other from being reordered: of sixty in a maze with loops, 18 may not come to their goals in 400 s. Where all
/// count that have stalled or wait for their turn, those who queue at a door do too, and 300 that go both ways through one take up to
/// 218 s, not 170.
pub const STALLS_IN_VAIN: u8 = 3;

// Steering by rays and flocking.

/// The part of its speed at which an agent wanders. Halved, the test of a wanderer that never stands fails.
pub const WANDERING_SPEED: f32 = 0.5;

/// The distance between the members of a flock, in radii, from middle to middle. Halved, the weights of a flock do not show.
pub const FLOCK_DISTANCE: f32 = 5.0;

/// The part of the distance that it may go from home at which a wandering agent begins to turn back. Doubled, the weights
/// of a flock do not show.
pub const HOMEWARD: f32 = 0.75;

/// World units. The side of the cells in which the members of a flock, moving obstacles and the agents near these are looked
/// up. It changes how long that takes, and nothing else.
pub const LOOK_UP_CELL: f32 = 3.0;

/// Ticks for which an agent that repeats its orders stands where one has led it nowhere. 0, and one that can reach none of its
/// goals searches for a path in every tick.
pub const REPEAT_PAUSE: u32 = 60;

/// How many tiles are looked at in a tick for room for agents of waves; each is compared with every agent. Without a bound many
/// that wait before a full place take most of the tick.
pub const WAVE_LOOKS: usize = 64;

const _: () = assert!(NEARLY_THERE > AT_END, "an agent creeps only where it does not stand yet");
const _: () = assert!(FAR_OFF > NEARLY_THERE, "an agent that creeps is not far off");
const _: () = assert!(FEW_ROUNDS < ROUNDS);
const _: () = assert!(PATIENCE > STALLED, "an agent near its slot stands before it asks others to move");

/// Ticks from one choice of the nearest agent of a team to the next. Without a pause a thousand that flee from a thousand would
/// compare a million distances in every tick.
pub const TEAM_PAUSE: u64 = 12;

/// How many of a team, the nearest first, an agent that looks for one in sight looks at.
pub const TEAM_LOOKS: usize = 8;

/// Fraction of the distance to the one that was chosen before: another of the team is chosen where it is nearer than this. Without
/// it an agent between two would turn from one to the other and back.
pub const TEAM_KEEPS: f32 = 0.75;

/// How many rules fire in a tick at the most; the others fire in the next ones. Without a bound a hundred that paint and send whole
/// teams would do so at once.
pub const FIRINGS_A_TICK: usize = 10;

/// How many pairs of agents the rules about sight compare in a tick. Without a bound a thousand who look for a thousand would
/// compare a million in every tick.
pub const SIGHT_PAIRS: usize = 4096;

/// How many of the last firings are kept to be shown.
pub const RULE_LOG: usize = 20;

/// Tiles. From a goal to which it could not come, an agent leaves the level only within this distance. Without it one that is walled
/// in where it came counts as one that has got away; at 1, those who find a crowd before the goal stay for ever.
pub const LEAVING_TILES: f32 = 4.0;
