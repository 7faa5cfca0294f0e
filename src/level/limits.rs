//! What a level file may hold: every range in one place, for the checks, their messages and the reference.

use std::ops::RangeInclusive;

/// The version of the format. It is raised only when an old file would change its meaning.
pub const VERSION: i128 = 1;
/// The greatest size of a level file, in bytes.
pub const TEXT_BYTES: usize = 256 << 20;
/// The most columns, and the most rows, of a map.
pub const MAP_TILES: usize = 4096;
/// The most terrains of a level, built-in ones included.
pub const TERRAINS: usize = 256;
/// The most profiles of a level, built-in ones included.
pub const PROFILES: usize = 256;
/// The most agents of a level at its start.
pub const AGENTS: usize = 10_000;
/// The most characters of a name.
pub const NAME_CHARACTERS: usize = 64;
/// The side of a tile, in world units.
pub const TILE_SIZE: RangeInclusive<f32> = 0.1..=64.0;
/// Each coordinate of the origin of a map, in world units.
pub const ORIGIN: RangeInclusive<f32> = -10_000.0..=10_000.0;
/// The cost of a terrain.
pub const COST: RangeInclusive<f32> = 0.1..=100.0;
/// The radius of an agent, in world units.
pub const RADIUS: RangeInclusive<f32> = 0.05..=16.0;
/// The speed of an agent, in world units a second.
pub const SPEED: RangeInclusive<f32> = 0.1..=50.0;
/// The mass of an agent.
pub const MASS: RangeInclusive<f32> = 0.5..=100.0;
/// The acceleration of an agent, in world units a second squared.
pub const ACCELERATION: RangeInclusive<f32> = 0.5..=1000.0;
/// The acceptance radius of an agent, in world units.
pub const ACCEPTANCE_RADIUS: RangeInclusive<f32> = 0.01..=100.0;
/// How much of a generated map is obstacles at first, in percent.
pub const DENSITY: RangeInclusive<u32> = 0..=90;
/// The width of a generated maze's corridors, in tiles.
pub const CORRIDOR: RangeInclusive<u32> = 1..=64;
/// The side of generated rooms, in tiles.
pub const ROOM: RangeInclusive<u32> = 2..=1024;
/// How many doors lead from a generated room to one beside it.
pub const DOORS: RangeInclusive<u32> = 1..=16;
/// How often generated caves are smoothed.
pub const ROUNDS: RangeInclusive<u32> = 0..=16;
/// The most kinds of patches on a generated map.
pub const PATCHES: usize = 16;
/// How much of the floor patches of one kind cover, in percent.
pub const SHARE: RangeInclusive<u32> = 0..=100;
/// The width of a patch, in tiles.
pub const PATCH: RangeInclusive<u32> = 2..=512;
/// How much the estimate of a search counts against the cost of the way so far.
pub const WEIGHT: RangeInclusive<f32> = 0.0..=1000.0;
/// After how many expansions a search gives up that may.
pub const EXPANSIONS: RangeInclusive<u32> = 1..=u32::MAX;
/// How deep the bodies of two agents, or of an agent and a wall, may be in each other before it is a fault, in world
/// units: as much as rounding can do.
pub const TOUCH: f32 = 0.001;
