//! Maps from a seed: scattered obstacles, mazes, rooms and caves, with patches of other ground.
//!
//! The same [`Generate`] makes the same map on every platform: one named generator of random numbers, and whole
//! numbers only.

mod caves;
mod divided;
mod maze;
mod patches;
mod rooms;
mod stairs;

use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::{TerrainId, limits};
use crate::format::MAP_KINDS;
use crate::format::plain_fields::plain_fields;
use crate::format::table::{Field, GENERATE};
use crate::grid::{Cell, Grid, Rect};

/// What map is wanted. Numbers out of their range count as the nearest one in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generate {
    /// What the map is like.
    pub kind: Kind,
    /// The number of columns, 1 to 4096.
    pub width: u32,
    /// The number of rows, 1 to 4096.
    pub height: u32,
    /// Another seed makes another map of the same kind.
    pub seed: u64,
    /// What can be walked on; by default the first terrain, `grass`.
    pub floor: TerrainId,
    /// The terrain of the walls; by default the second terrain, `wall`.
    pub wall: TerrainId,
    /// Whether floor stays that cannot be reached (by straight steps) from the largest part of the floor. If not, wall
    /// fills it. Mazes of all kinds and rooms never have any; caves nearly always do, and dense scattered obstacles.
    pub islands: bool,
    /// Other ground, laid over the floor in this order.
    pub patches: Vec<Patch>,
}

impl Generate {
    /// A map of grass and walls, islands kept, without patches.
    pub fn new(kind: Kind, width: u32, height: u32, seed: u64) -> Generate {
        let (floor, wall) = (TerrainId(0), TerrainId(1));
        Generate { kind, width, height, seed, floor, wall, islands: true, patches: Vec::new() }
    }
}

/// What a generated map is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Single obstacles, scattered.
    Open {
        /// How many tiles are obstacles, in percent: 0 to 90.
        density: u32,
    },
    /// Corridors with exactly one path between any two tiles of the floor, between walls one tile thick.
    Maze {
        /// How wide a corridor is, in tiles: 1 to 64.
        corridor: u32,
    },
    /// The maze of the same seed with dead ends opened, so that some places have several paths between them.
    Braided {
        /// How wide a corridor is, in tiles: 1 to 64.
        corridor: u32,
        /// How many of the dead ends are opened, in percent: 0 to 100. With 100 none is left.
        braid: u32,
    },
    /// A maze by recursive division: exactly one path between any two tiles of the floor, and long straight walls.
    Divided {
        /// How wide a corridor is, in tiles: 1 to 64.
        corridor: u32,
        /// How many of the walls are vertical, in percent: 0 to 100. `None`: each divides the longer side of its part.
        vertical: Option<u32>,
    },
    /// Corridors that go down in steps side by side, each with one door to the next: exactly one path between any two
    /// tiles of the floor.
    Stairs {
        /// How wide a corridor is, in tiles: 1 to 64.
        corridor: u32,
    },
    /// Square rooms in rows and columns, between walls one tile thick, with doors one tile wide.
    Rooms {
        /// The side of a room, in tiles: 2 to 1024.
        size: u32,
        /// How many doors lead from each room to each neighbouring one, 1 to 16; fewer if the wall is too short.
        doors: u32,
    },
    /// Caverns with soft outlines, and passages between some of them.
    Caves {
        /// How many tiles are wall before anything is smoothed, in percent: 0 to 90. Around 45 there are caverns;
        /// with less all is one, with more there is hardly any room.
        density: u32,
        /// How often the walls are smoothed, 0 to 16.
        rounds: u32,
    },
}

impl Kind {
    /// The names of the kinds in levels and commands.
    pub const NAMES: [&str; 7] = MAP_KINDS;

    /// The kind of a name, with its defaults.
    ///
    /// ```
    /// use footpath::level::generate::Kind;
    /// assert_eq!(Kind::named("rooms"), Some(Kind::Rooms { size: 8, doors: 1 }));
    /// assert!(Kind::NAMES.iter().all(|name| Kind::named(name).is_some_and(|kind| kind.name() == *name)));
    /// ```
    pub fn named(name: &str) -> Option<Kind> {
        let default = |field: &str| GENERATE.field(field).and_then(Field::default).expect("the table has its default");
        Some(match name {
            "open" => Kind::Open { density: 20 },
            "maze" => Kind::Maze { corridor: default("corridor") },
            "braided" => Kind::Braided { corridor: default("corridor"), braid: default("braid") },
            "divided" => Kind::Divided { corridor: default("corridor"), vertical: None },
            "stairs" => Kind::Stairs { corridor: default("corridor") },
            "rooms" => Kind::Rooms { size: default("room"), doors: default("doors") },
            "caves" => Kind::Caves { density: 45, rounds: default("rounds") },
            _ => return None,
        })
    }

    /// Its own fields with their names in a level.
    pub(super) fn own_fields(&mut self) -> Vec<(&'static str, OwnField<'_>)> {
        use OwnField::{Number, Optional};
        match self {
            Kind::Open { density } => vec![("density", Number(density))],
            Kind::Maze { corridor } | Kind::Stairs { corridor } => vec![("corridor", Number(corridor))],
            Kind::Braided { corridor, braid } => vec![("corridor", Number(corridor)), ("braid", Number(braid))],
            Kind::Divided { corridor, vertical } => {
                vec![("corridor", Number(corridor)), ("vertical", Optional(vertical))]
            }
            Kind::Rooms { size, doors } => vec![("room", Number(size)), ("doors", Number(doors))],
            Kind::Caves { density, rounds } => vec![("density", Number(density)), ("rounds", Number(rounds))],
        }
    }

    /// What levels and commands call it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Open { .. } => "open",
            Kind::Maze { .. } => "maze",
            Kind::Braided { .. } => "braided",
            Kind::Divided { .. } => "divided",
            Kind::Stairs { .. } => "stairs",
            Kind::Rooms { .. } => "rooms",
            Kind::Caves { .. } => "caves",
        }
    }
}

/// A field that only some kinds of map have.
pub(super) enum OwnField<'k> {
    /// A number that every map of the kind has.
    Number(&'k mut u32),
    /// A number that a map of the kind may have.
    Optional(&'k mut Option<u32>),
}

/// Blobs of another ground.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The terrain of the blobs.
    pub terrain: TerrainId,
    /// How much of the floor they cover, in percent: 0 to 100.
    pub share: u32,
    /// How wide a blob is, roughly, in tiles: 2 to 512.
    pub size: u32,
}

plain_fields!(Patch { share, size });

/// Makes a map.
///
/// ```
/// use footpath::grid::{Cell, Lattice};
/// use footpath::level::generate::{Generate, Kind, generate};
/// use footpath::level::{Terrain, TerrainId, TileMap};
///
/// let tiles = generate(&Generate::new(Kind::Rooms { size: 7, doors: 1 }, 65, 33, 5));
/// assert_eq!(tiles[Cell::new(0, 0)], TerrainId(1));
/// assert_eq!(tiles[Cell::new(1, 1)], TerrainId(0));
///
/// let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width: 65, height: 33 };
/// let map = TileMap::new(lattice, Terrain::built_in(), tiles);
/// assert!(map.is_walkable(Cell::new(1, 1)));
/// ```
pub fn generate(wanted: &Generate) -> Grid<TerrainId> {
    let sides = 1..=limits::MAP_TILES as u32;
    let (width, height) = (within(sides.clone(), wanted.width), within(sides, wanted.height));
    let mut dice = MapDice::new(wanted.seed);
    let mut walls = match wanted.kind {
        Kind::Open { density } => scattered(width, height, within(limits::DENSITY, density), &mut dice),
        Kind::Maze { corridor } => maze::maze(width, height, within(limits::CORRIDOR, corridor), &mut dice),
        Kind::Braided { corridor, braid } => {
            maze::braided(width, height, within(limits::CORRIDOR, corridor), within(limits::BRAID, braid), &mut dice)
        }
        Kind::Divided { corridor, vertical } => {
            let vertical = vertical.map(|percent| within(limits::VERTICAL, percent));
            divided::divided(width, height, within(limits::CORRIDOR, corridor), vertical, &mut dice)
        }
        Kind::Stairs { corridor } => stairs::stairs(width, height, within(limits::CORRIDOR, corridor), &mut dice),
        Kind::Rooms { size, doors } => {
            rooms::rooms(width, height, within(limits::ROOM, size), within(limits::DOORS, doors), &mut dice)
        }
        Kind::Caves { density, rounds } => {
            let walls = scattered(width, height, within(limits::DENSITY, density), &mut dice);
            caves::smoothed(walls, within(limits::ROUNDS, rounds))
        }
    };
    if !wanted.islands {
        caves::fill_islands(&mut walls);
    }
    let tiles = walls.values().iter().map(|&wall| if wall { wanted.wall } else { wanted.floor }).collect();
    let mut tiles = Grid::from_rows(width, height, tiles);
    for patch in &wanted.patches {
        patches::lay(patch, &walls, &mut tiles, &mut dice);
    }
    tiles
}

fn within(range: RangeInclusive<u32>, number: u32) -> u32 {
    number.clamp(*range.start(), *range.end())
}

/// Each tile a wall by itself, with this chance in percent.
fn scattered(width: u32, height: u32, density: u32, dice: &mut MapDice) -> Grid<bool> {
    let values = (0..width as usize * height as usize).map(|_| dice.chance(density)).collect();
    Grid::from_rows(width, height, values)
}

/// Random numbers of which maps and groups are made: the same for a seed on every machine.
#[derive(Clone, Debug)]
pub struct MapDice(Xoshiro256PlusPlus);

impl MapDice {
    /// Dice of a seed.
    pub fn new(seed: u64) -> MapDice {
        MapDice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 up to `limit`, not included; `limit` is not 0. Its upper half is thrown, so that no chance is
    /// off by more than `limit` in 2^32.
    pub fn below(&mut self, limit: u32) -> u32 {
        (((self.0.next_u64() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// Whether something happens that does so `percent` times in a hundred.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// One axis of a map that is divided by walls one tile thick into bays of the same length, with a wall at each end.
struct Bays {
    first: u32,
    length: u32,
    count: u32,
    end: u32,
}

impl Bays {
    /// Bays of this length, as many as find room. The last one is longer by what is left over.
    fn of(tiles: u32, length: u32) -> Bays {
        // A map of one or two tiles has no room for walls.
        let rim = u32::from(tiles > 2);
        let end = tiles - rim;
        Bays { first: rim, length, count: ((end - rim + 1) / (length + 1)).max(1), end }
    }

    /// From where to where a bay reaches; half-open.
    fn span(&self, bay: u32) -> (u32, u32) {
        let start = self.first + bay * (self.length + 1);
        (start, if bay + 1 == self.count { self.end } else { start + self.length })
    }
}

/// The floor of a bay across and a bay down.
fn bay_rect(across: (u32, u32), down: (u32, u32)) -> Rect {
    Rect { min: Cell::new(across.0 as i32, down.0 as i32), max: Cell::new(across.1 as i32, down.1 as i32) }
}

/// Takes the walls away in a rectangle of the map.
fn dig(walls: &mut Grid<bool>, rect: Rect) {
    for cell in rect.cells() {
        walls[cell] = false;
    }
}
