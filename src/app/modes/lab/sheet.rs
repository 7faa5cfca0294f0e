//! What a sheet of the lab is made from.

use footpath::grid::Lattice;
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{Level, Terrain, TileMap, limits};

use crate::app::modes::lab::actions::SheetNumber;

/// How many columns and rows a sheet has at least, and at most.
pub const SIDES: std::ops::RangeInclusive<u32> = 2..=256;

/// How many of a hundred walls have the direction that a sheet is named after. With all of them, there would be
/// nothing but parallel corridors.
const SKEWED: u32 = 85;

/// What a sheet is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKind {
    /// The level with which the lab was entered.
    Level,
    Empty,
    /// Scattered walls.
    Obstacles,
    /// With exactly one path between any two places.
    Maze,
    /// A maze without dead ends.
    Braided,
    /// A maze by recursive division.
    Divided,
    /// A maze by recursive division, with most of its walls vertical.
    Vertical,
    /// A maze by recursive division, with most of its walls horizontal.
    Horizontal,
    /// Corridors in steps, side by side.
    Stairs,
    Rooms,
    Caves,
}

impl SheetKind {
    /// Every kind, in the order of the panel.
    pub const ALL: [SheetKind; 11] = [
        SheetKind::Level,
        SheetKind::Empty,
        SheetKind::Obstacles,
        SheetKind::Maze,
        SheetKind::Braided,
        SheetKind::Divided,
        SheetKind::Vertical,
        SheetKind::Horizontal,
        SheetKind::Stairs,
        SheetKind::Rooms,
        SheetKind::Caves,
    ];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            SheetKind::Level => "The level",
            SheetKind::Empty => "Empty sheet",
            SheetKind::Obstacles => "Obstacles",
            SheetKind::Maze => "Perfect maze",
            SheetKind::Braided => "Braided maze",
            SheetKind::Divided => "Divided maze",
            SheetKind::Vertical => "Vertical walls",
            SheetKind::Horizontal => "Horizontal walls",
            SheetKind::Stairs => "Stairs",
            SheetKind::Rooms => "Rooms",
            SheetKind::Caves => "Caves",
        }
    }
}

/// What a sheet is made from: the same gives the same ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What it is like.
    pub kind: SheetKind,
    /// Columns and rows, each in [`SIDES`].
    pub size: (u32, u32),
    /// Another one gives another sheet of the same kind.
    pub seed: u64,
    /// How many of a hundred tiles are walls, where these are scattered; in [`DENSITY`](limits::DENSITY).
    pub density: u32,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet { kind: SheetKind::Empty, size: (32, 20), seed: 1, density: 25 }
    }
}

impl Sheet {
    /// The value of one of the numbers from which it is made.
    pub fn number(&self, number: SheetNumber) -> u64 {
        match number {
            SheetNumber::Columns => u64::from(self.size.0),
            SheetNumber::Rows => u64::from(self.size.1),
            SheetNumber::Seed => self.seed,
            SheetNumber::Density => u64::from(self.density),
        }
    }

    /// Changes a number where it is within its range; whether it is another now.
    pub fn set(&mut self, number: SheetNumber, value: u64) -> bool {
        let before = *self;
        let side = u32::try_from(value).ok().filter(|side| SIDES.contains(side));
        match number {
            SheetNumber::Columns => self.size.0 = side.unwrap_or(self.size.0),
            SheetNumber::Rows => self.size.1 = side.unwrap_or(self.size.1),
            SheetNumber::Seed => self.seed = value,
            SheetNumber::Density => {
                let density = u32::try_from(value).ok().filter(|density| limits::DENSITY.contains(density));
                self.density = density.unwrap_or(self.density);
            }
        }
        *self != before
    }

    /// Makes a number larger or smaller, as far as its range goes: sides by one up to 16, then to the next multiple of eight,
    /// the density to the next multiple of five; whether it is another now.
    pub fn step(&mut self, number: SheetNumber, more: bool) -> bool {
        let value = self.number(number);
        let by = match number {
            SheetNumber::Seed => 1,
            SheetNumber::Density => 5,
            SheetNumber::Columns | SheetNumber::Rows if value + u64::from(more) > 16 => 8,
            SheetNumber::Columns | SheetNumber::Rows => 1,
        };
        let stepped = match (number, more) {
            (SheetNumber::Seed, true) => value.wrapping_add(1),
            (SheetNumber::Seed, false) => value.wrapping_sub(1),
            (_, true) => (value / by + 1) * by,
            (_, false) => value.saturating_sub(1) / by * by,
        };
        self.set(number, stepped)
    }

    /// The ground as a level without agents; that of [`SheetKind::Level`] is empty.
    pub fn level(&self) -> Level {
        let kind = match self.kind {
            SheetKind::Level | SheetKind::Empty => Kind::Open { density: 0 },
            SheetKind::Obstacles => Kind::Open { density: self.density },
            SheetKind::Maze => Kind::Maze { corridor: 1 },
            SheetKind::Braided => Kind::Braided { corridor: 1, braid: 100 },
            SheetKind::Divided => Kind::Divided { corridor: 1, vertical: None },
            SheetKind::Vertical => Kind::Divided { corridor: 1, vertical: Some(SKEWED) },
            SheetKind::Horizontal => Kind::Divided { corridor: 1, vertical: Some(100 - SKEWED) },
            SheetKind::Stairs => Kind::Stairs { corridor: 2 },
            SheetKind::Rooms => Kind::Rooms { size: 6, doors: 1 },
            SheetKind::Caves => Kind::Caves { density: 45, rounds: 5 },
        };
        let (width, height) = self.size;
        let tiles = generate(&Generate::new(kind, width, height, self.seed));
        let map = TileMap::new(Lattice::new(width, height), Terrain::built_in(), tiles);
        Level { name: self.kind.title().to_owned(), ..Level::on(map) }
    }
}
