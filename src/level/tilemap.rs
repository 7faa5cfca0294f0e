//! The terrain table and the map of tiles that refers to it.

use crate::grid::{Cell, Grid, Lattice};
use crate::profile::Color;

/// A kind of ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// The name by which levels and commands call it.
    pub name: String,
    /// Whether agents may be there at all.
    pub walkable: bool,
    /// How dear a tile of it is to cross, 0.1 to 100, where 1.0 is normal; of no meaning when it is
    /// not walkable.
    pub cost: f32,
    /// Its main colour.
    pub color: Color,
}

impl Terrain {
    /// The terrains that every level has, the default floor (`grass`) first and `wall` second.
    pub fn built_in() -> Vec<Terrain> {
        let terrain = |name: &str, walkable, cost, (r, g, b)| Terrain {
            name: name.to_owned(),
            walkable,
            cost,
            color: Color { r, g, b },
        };
        vec![
            terrain("grass", true, 1.0, (0x9c, 0xb3, 0x80)),
            terrain("wall", false, 1.0, (0x4a, 0x4e, 0x69)),
            terrain("floor", true, 1.0, (0xd8, 0xcf, 0xba)),
            terrain("road", true, 0.5, (0xd9, 0xb9, 0x8a)),
            terrain("sand", true, 1.5, (0xe6, 0xd5, 0xa8)),
            terrain("forest", true, 2.0, (0x5f, 0x85, 0x60)),
            terrain("mud", true, 3.0, (0x8a, 0x6f, 0x56)),
            terrain("swamp", true, 5.0, (0x5d, 0x7f, 0x77)),
            terrain("snow", true, 2.5, (0xea, 0xee, 0xf0)),
            terrain("water", false, 1.0, (0x6f, 0xa8, 0xbf)),
            terrain("rock", false, 1.0, (0x7d, 0x7a, 0x78)),
        ]
    }
}

/// Which terrain of a [`TileMap`]'s table a tile has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainId(pub u8);

/// The terrain of each tile, and where the tiles lie in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct TileMap {
    /// Size, origin and tile size.
    pub lattice: Lattice,
    /// Every terrain of the level, built-in ones first; a [`TerrainId`] is a place in it.
    pub terrains: Vec<Terrain>,
    /// The terrain of each tile; as many columns and rows as `lattice` says.
    pub tiles: Grid<TerrainId>,
}

impl TileMap {
    /// The terrain of a tile, or `None` outside the map.
    pub fn terrain_at(&self, tile: Cell) -> Option<&Terrain> {
        self.tiles.get(tile).map(|id| &self.terrains[id.0 as usize])
    }

    /// Whether a tile lies in the map and is walkable.
    pub fn is_walkable(&self, tile: Cell) -> bool {
        self.terrain_at(tile).is_some_and(|terrain| terrain.walkable)
    }

    /// The terrain called `name`.
    pub fn terrain_named(&self, name: &str) -> Option<TerrainId> {
        self.terrains.iter().position(|terrain| terrain.name == name).map(|index| TerrainId(index as u8))
    }
}
