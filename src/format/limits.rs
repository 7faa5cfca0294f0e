//! What a level file may hold: every range in one place, for the checks, their messages and the reference.

use std::ops::RangeInclusive;

use crate::profile::AREA_COST;

/// The version of the format. It is raised only when an old file would change its meaning.
pub const VERSION: i128 = 1;
/// The greatest size of a level file, in bytes.
pub const TEXT_BYTES: usize = 256 << 20;
/// The most words, numbers, strings, marks, comments and stretches of blanks in a level file. A power of two, so that the list of
/// them never takes twice its memory. Without it 100 MB of short entries take 4.4 GB to read.
pub const TOKENS: usize = 1 << 23;
/// The most columns, and the most rows, of a map.
pub const MAP_TILES: usize = crate::grid::MAX_SIDE as usize;
/// The most terrains of a level, built-in ones included.
pub const TERRAINS: usize = 256;
/// The most profiles of a level, built-in ones included.
pub const PROFILES: usize = 256;
/// The most agents of a level at its start.
pub const AGENTS: usize = 100_000;
/// By how much an agent of a row is off the one before, in world units, in each direction.
pub const GROUP_STEP: RangeInclusive<f32> = -1000.0..=1000.0;
/// The radius of a ring of agents, in world units.
pub const GROUP_RADIUS: RangeInclusive<f32> = 0.1..=10_000.0;
/// The most characters of a name.
pub const NAME_CHARACTERS: usize = 64;
/// The side of a tile, in world units.
pub const TILE_SIZE: RangeInclusive<f32> = 0.1..=64.0;
/// Each coordinate of the origin of a map, in world units.
pub const ORIGIN: RangeInclusive<f32> = -10_000.0..=10_000.0;
/// Each coordinate of a point that may lie outside the map, in world units.
pub const COORDINATE: RangeInclusive<f32> = -1_000_000.0..=1_000_000.0;
/// The cost of an area, and of the terrain of that name.
pub const COST: RangeInclusive<f32> = AREA_COST;
/// The most abilities of a profile.
pub const ABILITIES: usize = 32;
/// The most patrol paths of a level, those without a name included.
pub const PATHS: usize = 10_000;
/// How many points a patrol path has.
pub const PATH_POINTS: RangeInclusive<usize> = 2..=256;
/// The most orders that an agent has at the start.
pub const ORDERS: usize = 100;
/// How long one waits, in seconds: an agent as an order, an obstacle at a point.
pub const WAIT: RangeInclusive<f32> = 0.0..=3600.0;
/// The height of the ground, in world units.
pub const GROUND_HEIGHT: RangeInclusive<f32> = -1000.0..=1000.0;
/// How much room there is between ground and ceiling, in world units.
pub const CEILING: RangeInclusive<f32> = 0.0..=1000.0;
/// How far a slope rises on one world unit to the right, or downward.
pub const SLOPE: RangeInclusive<f32> = -64.0..=64.0;
/// What a digit counts in a picture of heights or ceilings, in world units.
pub const UNIT: RangeInclusive<f32> = 0.001..=16.0;
/// The most waves of agents of a level. Each may look for a free tile in every tick.
pub const WAVES: usize = 100;
/// When the first agents of a wave come, in seconds.
pub const WAVE_AT: RangeInclusive<f32> = 0.0..=86_400.0;
/// From one coming of a wave to the next, in seconds.
pub const WAVE_EVERY: RangeInclusive<f32> = 0.1..=86_400.0;
/// How many times a wave comes.
pub const WAVE_TIMES: RangeInclusive<u32> = 1..=10_000;
/// The most rules of a level. Each is looked at in every tick.
pub const RULES: usize = 100;
/// How many conditions hold together in a rule. Each is looked at in every tick.
pub const CONDITIONS: RangeInclusive<usize> = 2..=8;
/// The most effects of a rule.
pub const EFFECTS: usize = 10;
/// How many agents a condition counts.
pub const RULE_COUNT: RangeInclusive<u32> = 1..=100_000;
/// How far one sees another in a rule, in world units.
pub const RULE_DISTANCE: RangeInclusive<f32> = 0.1..=1000.0;
/// The time of a condition, in seconds.
pub const RULE_TIME: RangeInclusive<f32> = 0.1..=86_400.0;
/// How long a text stands on the map, in seconds.
pub const SAY_TIME: RangeInclusive<f32> = 0.1..=3600.0;
/// The most tiles that a rule paints at once: the ground around them is baked again within a tick.
pub const RULE_TILES: usize = 1024;
/// The most pieces of a level.
pub const PIECES: usize = 1000;
/// The most rows of a piece.
pub const PIECE_TILES: usize = 256;
/// The most stamps of a level.
pub const STAMPS: usize = 1000;
/// The most tiles on which a stamp puts its piece.
pub const STAMPED: usize = 1000;
/// How many walls the player may place.
pub const PLACED_WALLS: RangeInclusive<u32> = 0..=10_000;
/// The most zones of a level.
pub const ZONES: usize = 1000;
/// The radius of a zone, in world units.
pub const ZONE_RADIUS: RangeInclusive<f32> = 0.1..=10_000.0;
/// The most cells in the square around a zone that an agent carries, as far as it lies on the map. Such a zone is laid again as
/// its carrier walks; without a limit that takes 450 ms in one tick on 4096 x 4096 cells.
pub const CARRIED_CELLS: usize = 400_000;
/// The most corners of a zone.
pub const CORNERS: usize = 256;
/// What a zone adds to the cost of a tile, or takes from it.
pub const STRENGTH: RangeInclusive<f32> = 0.0..=100.0;
/// Over how many world units a zone rises to its strength.
pub const FALLOFF: RangeInclusive<f32> = 0.0..=10_000.0;
/// How much an agent wears a tile that it crosses, as a part of full wear.
pub const BY_WALKING: RangeInclusive<f32> = 0.0001..=1.0;
/// How much of full wear grows back in a minute.
pub const RECOVERY: RangeInclusive<f32> = 0.0..=60.0;
/// The most layers of a level, `default` included.
pub const LAYERS: usize = 32;
/// The most obstacles of a level that are no tiles.
pub const OBSTACLES: usize = 10_000;
/// The radius of an obstacle, in world units.
pub const OBSTACLE_RADIUS: RangeInclusive<f32> = 0.01..=1000.0;
/// The length and the width of an obstacle, in world units.
pub const OBSTACLE_SIZE: RangeInclusive<f32> = 0.02..=2000.0;
/// By how much an obstacle is turned, in degrees.
pub const ANGLE: RangeInclusive<f32> = -360.0..=360.0;
/// The most corners of a link.
pub const LINK_CORNERS: usize = 256;
/// The most points to which an obstacle moves.
pub const MOTION_POINTS: usize = 256;
/// How fast an obstacle moves by itself, in world units a second.
pub const MOTION_SPEED: RangeInclusive<f32> = 0.05..=50.0;
/// How near an agent must be for an obstacle to move, in world units.
pub const NEAR: RangeInclusive<f32> = 0.1..=1000.0;
/// After how many seconds without moving an obstacle counts as standing.
pub const STANDING_TIME: RangeInclusive<f32> = 0.0..=60.0;
/// The most links of a level.
pub const LINKS: usize = 10_000;
/// What a tile's length of a link costs.
pub const LINK_COST: RangeInclusive<f32> = 0.01..=100.0;
/// How fast a link is crossed, in world units a second.
pub const LINK_SPEED: RangeInclusive<f32> = 0.1..=50.0;
/// How many agents may be on a link at once.
pub const LINK_CAPACITY: RangeInclusive<u32> = 1..=1000;
/// The most switches of a level.
pub const SWITCHES: usize = 1000;
/// How many cells stand along the side of a tile.
pub const CELLS_PER_TILE: RangeInclusive<u32> = 1..=4;
/// The smallest region that is kept, in square world units.
pub const SMALLEST_REGION: RangeInclusive<f32> = 0.0..=1_000_000.0;
/// How far agents keep from obstacles, in world units.
pub const OBSTACLE_EPSILON: RangeInclusive<f32> = 0.0..=16.0;
/// After how many seconds agents find their paths again.
pub const REPATH_INTERVAL: RangeInclusive<f32> = 0.1..=3600.0;
/// How much of a generated map is obstacles at first, in percent.
pub const DENSITY: RangeInclusive<u32> = 0..=90;
/// The width of a generated maze's corridors, in tiles.
pub const CORRIDOR: RangeInclusive<u32> = 1..=64;
/// How many of the walls of a maze by recursive division are vertical, in percent.
pub const VERTICAL: RangeInclusive<u32> = 0..=100;
/// How many of the dead ends of a generated maze are opened, in percent.
pub const BRAID: RangeInclusive<u32> = 0..=100;
/// The side of generated rooms, in tiles.
pub const ROOM: RangeInclusive<u32> = 2..=1024;
/// How many doors lead from a generated room to a neighbouring one.
pub const DOORS: RangeInclusive<u32> = 1..=16;
/// How often generated caves are smoothed.
pub const ROUNDS: RangeInclusive<u32> = 0..=16;
/// The most kinds of patches on a generated map.
pub const PATCHES: usize = 16;
/// How much of the floor patches of one kind cover, in percent.
pub const SHARE: RangeInclusive<u32> = 0..=100;
/// The width of a patch, in tiles.
pub const PATCH: RangeInclusive<u32> = 2..=512;
/// The weight of a search's estimate against the cost so far.
pub const WEIGHT: RangeInclusive<f32> = 0.0..=1000.0;
/// After how many expansions a search gives up that may.
pub const EXPANSIONS: RangeInclusive<u32> = 1..=u32::MAX;
/// How deep the bodies of two agents, or of an agent and a wall, may be in each other before it is a fault, in world
/// units: as much as rounding can do.
pub const TOUCH: f32 = 0.001;
/// The most steps of a lesson.
pub const LESSON_STEPS: usize = 64;
/// The cost that a path is to stay below in a lesson, in tiles.
pub const LESSON_COST: RangeInclusive<f32> = 0.0..=1_000_000.0;
/// How many agents or walls a step of a lesson waits for.
pub const LESSON_COUNT: RangeInclusive<u32> = 1..=10_000;
