//! The ground: a terrain for each tile, and everything on it.

use glam::Vec2;

use crate::format::plain_fields::plain_fields;
use crate::format::{Direction, TerrainLooks, UserData};
use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::profile::{AgentProfile, AreaId, Color};

use super::cost_fields::CostFields;
use super::link::Link;
use super::obstacles::Obstacles;
use super::relief::{Relief, Surface};

/// A kind of ground.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Terrain {
    /// The name by which levels and commands call it.
    pub name: String,
    /// Whether agents may be there at all.
    pub walkable: bool,
    /// The cost of crossing a tile of it, 0.1 to 100, where 1.0 is normal: the cost of its area. It has no meaning if it
    /// is not walkable.
    pub cost: f32,
    /// Its main colour.
    pub color: Color,
    /// What it is to masks and costs; [`AreaId::NOT_WALKABLE`] when it is not walkable.
    pub area: AreaId,
    /// Whether one can jump over it; only of meaning when it is not walkable.
    pub jumpable: bool,
    /// Whether it hides what is behind it.
    pub opaque: bool,
    /// Whether agents keep it free: no goal and no place to wait is put there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_stop: bool,
    /// The direction in which its tiles are crossed, if only in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_way: Option<Direction>,
    /// As which built-in terrain it is drawn; `None` for that of its name, or a plain one.
    #[serde(skip)]
    pub looks: Option<TerrainLooks>,
    /// What a program that uses the level keeps here, if anything.
    #[serde(skip)]
    pub user: Option<UserData>,
}

plain_fields!(Terrain { walkable, color, looks, jumpable, opaque, no_stop, one_way, user });

impl Terrain {
    /// The main colour of a terrain of a level that gives it none.
    pub const COLOR: Color = Color { r: 0xb0, g: 0xa8, b: 0x9e };

    /// The terrains that every level has, the default floor (`grass`) first and `wall` second.
    pub fn built_in() -> Vec<Terrain> {
        let areas = Area::built_in();
        let terrain = |name: &str, walkable, cost, (r, g, b)| Terrain {
            name: name.to_owned(),
            walkable,
            cost,
            color: Color { r, g, b },
            area: areas.iter().position(|area| area.name == name).map_or(AreaId::NOT_WALKABLE, |at| AreaId(at as u8)),
            jumpable: name == "void",
            opaque: matches!(name, "wall" | "rock"),
            no_stop: false,
            one_way: None,
            looks: None,
            user: None,
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
            terrain("void", false, 1.0, (0x2b, 0x2d, 0x3a)),
        ]
    }
}

/// A kind of ground with a cost of its own; profiles and queries may give it another or exclude it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Area {
    /// The name by which levels and commands call it.
    pub name: String,
    /// What a tile of it costs, 0.1 to 100, unless a profile or a query says otherwise.
    pub cost: f32,
    /// What a program that uses the level keeps here, if anything.
    #[serde(skip)]
    pub user: Option<UserData>,
}

impl Area {
    /// The areas that every level has: the three fixed ones, of which [`AreaId`] has the numbers, then one for each
    /// walkable terrain that is built in, by the same name.
    pub fn built_in() -> Vec<Area> {
        let area = |(name, cost): (&str, f32)| Area { name: name.to_owned(), cost, user: None };
        let fixed = [("walkable", 1.0), ("not walkable", 1.0), ("jump", 2.0)];
        let terrains = [("grass", 1.0), ("floor", 1.0), ("road", 0.5), ("sand", 1.5), ("forest", 2.0), ("mud", 3.0)];
        fixed.into_iter().chain(terrains).chain([("swamp", 5.0), ("snow", 2.5)]).map(area).collect()
    }
}

/// How the ground is baked.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BakeSettings {
    /// How many cells stand along the side of a tile; 1 to 4.
    pub cells_per_tile: u32,
    /// Ground that hangs together but is smaller than this, in square world units, is not walkable; 0 to 1,000,000.
    pub smallest_region: f32,
    /// How much further than its radius an agent keeps from obstacles that are not tiles, in world units; 0 to 16.
    pub obstacle_epsilon: f32,
    /// Where it is given, the probe that looks for obstacles is as wide as a cell, less this on each side, in world units, 0
    /// to 16; but never narrower than the agent with its margin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe_epsilon: Option<f32>,
    /// Bit `i` says whether obstacles on layer `i` block the ground.
    pub layers: u32,
    /// Whether an [index](crate::nav::NavGrid::prepare_index) for exact paths in microseconds is made where the ground is
    /// even.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub index: bool,
}

plain_fields!(BakeSettings { cells_per_tile, smallest_region, obstacle_epsilon, probe_epsilon, index });

impl Default for BakeSettings {
    fn default() -> BakeSettings {
        BakeSettings {
            cells_per_tile: 1,
            smallest_region: 0.0,
            obstacle_epsilon: 0.0,
            probe_epsilon: None,
            layers: u32::MAX,
            index: false,
        }
    }
}

/// Which terrain of a [`TileMap`]'s table a tile has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct TerrainId(pub u8);

/// The ground of a level: tiles, their heights, and what is on them.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct TileMap {
    /// Size, origin and tile size.
    pub lattice: Lattice,
    /// Every terrain of the level, built-in ones first; a [`TerrainId`] is a place in it.
    pub terrains: Vec<Terrain>,
    /// The terrain of each tile; as many columns and rows as `lattice` says.
    pub tiles: Grid<TerrainId>,
    /// Every area of the level, built-in ones first; an [`AreaId`] is a place in it. At most
    /// [`AREAS`](crate::profile::AREAS).
    pub areas: Vec<Area>,
    /// How high and how steep the tiles are, and how low the ceilings; `None` where all is flat under the open sky.
    pub relief: Option<Relief>,
    /// The names of the layers on which obstacles lie, at most 32, `default` first.
    pub layers: Vec<String>,
    /// Obstacles that are not tiles, both standing and [moving](super::Obstacle::is_standing) ones.
    pub obstacles: Obstacles,
    /// Ways that are no ground: jumps, bridges, ladders.
    pub links: Vec<Link>,
    /// What changes the costs of the ground from place to place.
    pub fields: CostFields,
    /// How the ground is baked for searches.
    pub bake: BakeSettings,
}

impl TileMap {
    /// Flat ground, with nothing on it.
    ///
    /// ```
    /// use footpath::grid::{Cell, Grid, Lattice};
    /// use footpath::level::{Terrain, TerrainId, TileMap};
    /// let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width: 5, height: 4 };
    /// let map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(5, 4, TerrainId(0)));
    /// assert!(map.is_walkable(Cell::new(4, 3)) && !map.is_walkable(Cell::new(5, 3)));
    /// ```
    pub fn new(lattice: Lattice, terrains: Vec<Terrain>, tiles: Grid<TerrainId>) -> TileMap {
        TileMap {
            lattice,
            terrains,
            tiles,
            areas: Area::built_in(),
            relief: None,
            layers: vec!["default".to_owned()],
            obstacles: Obstacles::default(),
            links: Vec::new(),
            fields: CostFields::default(),
            bake: BakeSettings::default(),
        }
    }

    /// The terrain of a tile, or `None` outside the map.
    pub fn terrain_at(&self, tile: Cell) -> Option<&Terrain> {
        self.tiles.get(tile).map(|id| &self.terrains[id.0 as usize])
    }

    /// Whether a tile is on the map and walkable.
    pub fn is_walkable(&self, tile: Cell) -> bool {
        self.terrain_at(tile).is_some_and(|terrain| terrain.walkable)
    }

    /// The terrain called `name`.
    pub fn terrain_named(&self, name: &str) -> Option<TerrainId> {
        self.terrains.iter().position(|terrain| terrain.name == name).map(|index| TerrainId(index as u8))
    }

    /// The area called `name`.
    pub fn area_named(&self, name: &str) -> Option<AreaId> {
        self.areas.iter().position(|area| area.name == name).map(|index| AreaId(index as u8))
    }

    /// The lattice of the cells into which the ground is baked: each tile is `bake.cells_per_tile` cells wide and high.
    pub fn cells(&self) -> Lattice {
        let Lattice { origin, tile_size, width, height } = self.lattice;
        let by = self.bake.cells_per_tile;
        Lattice { origin, tile_size: tile_size / by as f32, width: width * by, height: height * by }
    }

    /// The tile that a cell is part of.
    pub fn tile_of_cell(&self, cell: Cell) -> Cell {
        let by = self.bake.cells_per_tile as i32;
        Cell::new(cell.x.div_euclid(by), cell.y.div_euclid(by))
    }

    /// The cells of a rectangle of tiles.
    pub fn cells_of_tiles(&self, tiles: Rect) -> Rect {
        let by = self.bake.cells_per_tile as i32;
        let cell = |tile: Cell| Cell::new(tile.x * by, tile.y * by);
        Rect { min: cell(tiles.min), max: cell(tiles.max) }
    }

    /// Whether it is the same to agents of two profiles, so that what is baked for one serves the other: they
    /// [walk alike](AgentProfile::walks_like), and are as fast where that makes a link longer or shorter to them.
    pub fn is_same_to(&self, one: &AgentProfile, other: &AgentProfile) -> bool {
        one.walks_like(other) && (one.speed == other.speed || !self.links.iter().any(Link::is_timed))
    }

    /// The direction in which a tile is crossed, if only in one; `None` off the map.
    pub fn one_way(&self, tile: Cell) -> Option<Direction> {
        self.terrain_at(tile).and_then(|terrain| terrain.one_way)
    }

    /// Whether any of its terrains is crossed in one direction alone.
    pub fn has_one_ways(&self) -> bool {
        self.terrains.iter().any(|terrain| terrain.one_way.is_some())
    }

    /// The surface of a tile: flat, at height 0, under the open sky, unless the level says otherwise.
    pub fn surface(&self, tile: Cell) -> Surface {
        let relief = self.relief.as_ref();
        relief.and_then(|relief| relief.surfaces.get(tile)).copied().unwrap_or(Surface::FLAT)
    }

    /// How high the ground is at a point, in world units.
    pub fn height_at(&self, point: Vec2) -> f32 {
        let tile = self.lattice.tile_at(point);
        let surface = self.surface(tile);
        surface.height + surface.slope.dot(point - self.lattice.centre(tile))
    }
}
