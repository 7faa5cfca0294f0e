//! A map of another program while it becomes a level.

use std::collections::BTreeMap;

use glam::Vec2;

use super::name_of_level;
use crate::grid::{Cell, Grid, Lattice};
use crate::level::reader::is_name;
use crate::level::{AgentStart, Course, Level, PatrolPath, PatrolPoint, Target, Terrain, TerrainId, TileMap, limits};
use crate::profile::{AgentProfile, Color};

/// The most tiles of all places together, a tile that several mark counted for each: as many as the greatest map has.
/// Without it a short file with many large places would fill the memory.
const PLACE_TILES: usize = limits::MAP_TILES * limits::MAP_TILES;

/// A level made from a file of another program.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The level.
    pub level: Level,
    /// What the file carries that has no place in the level, or had to be guessed, each with what to do: a line for each kind.
    pub notes: Vec<String>,
    /// The kinds of ground that the file tells apart, the commonest first; each can be made solid or floor by its name in
    /// [`Options`].
    pub grounds: Vec<Ground>,
    /// The names of all levels in the file; empty where the format has one only.
    pub levels: Vec<String>,
    /// Which of `levels` this is.
    pub chosen: usize,
    /// What tiles became that the file leaves empty; `None` where there are none.
    pub empty: Option<Empty>,
}

/// A kind of ground of the file: of a layer, of a tile, of a value, of a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// What [`Options::solid`] and [`Options::floor`] call it.
    pub name: String,
    /// Its colour in the level.
    pub color: Color,
    /// How many tiles have it.
    pub tiles: usize,
    /// Whether agents are kept out.
    pub is_solid: bool,
}

/// What tiles are that the file leaves empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// Ground on which agents walk.
    Floor,
    /// Nothing: no agent can be there.
    Void,
}

/// What is said of a file beside what it holds itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Names of layers, tiles, values or colours that are walls, in any case.
    pub solid: Vec<String>,
    /// Names of those that are floor, in any case.
    pub floor: Vec<String>,
    /// What empty tiles are; as it seems right for the file where this is `None`.
    pub empty: Option<Empty>,
    /// The only layer that is ground, by its name; all of them where this is `None`.
    pub layer: Option<String>,
    /// Which level of a file with several: its name, or its number from 1 on; the first where this is `None`.
    pub level: Option<String>,
    /// How many pixels of the file are one tile; as the file says where this is `None`.
    pub tile_size: Option<u32>,
}

/// What is gathered from the file.
pub(super) struct Foreign {
    width: u32,
    height: u32,
    terrains: Vec<Terrain>,
    tiles: Vec<Option<TerrainId>>,
    /// The tiles of each place in any order, some perhaps twice.
    places: BTreeMap<String, Vec<Cell>>,
    /// How many tiles they have together.
    place_tiles: usize,
    paths: Vec<PatrolPath>,
    agents: Vec<AgentStart>,
    profiles: Vec<AgentProfile>,
    /// How often something was left out.
    left_out: BTreeMap<String, usize>,
}

impl Foreign {
    /// A map of `width` x `height` tiles, none of which has a terrain yet.
    pub fn new(width: u32, height: u32) -> Result<Foreign, String> {
        let most = limits::MAP_TILES as u32;
        if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
            return Err(format!("this map has {width} x {height} tiles; a level has 1 to {most} columns and rows"));
        }
        Ok(Foreign {
            width,
            height,
            terrains: Terrain::built_in(),
            tiles: vec![None; width as usize * height as usize],
            places: BTreeMap::new(),
            place_tiles: 0,
            paths: Vec::new(),
            agents: Vec::new(),
            profiles: AgentProfile::built_in(),
            left_out: BTreeMap::new(),
        })
    }

    /// Notes something that has no place in a level.
    pub fn leave_out(&mut self, what: impl Into<String>) {
        *self.left_out.entry(what.into()).or_default() += 1;
    }

    /// The terrain of this name, whatever its case; `None` if there is none so far.
    pub fn known_terrain(&self, name: &str) -> Option<TerrainId> {
        let found = self.terrains.iter().position(|terrain| terrain.name.eq_ignore_ascii_case(name.trim()));
        found.map(|index| TerrainId(index as u8))
    }

    /// The same, or a new one that is walkable and costs as much as grass; `None` if there are too many.
    pub fn terrain(&mut self, name: &str, color: Option<Color>) -> Option<TerrainId> {
        let name = name.trim();
        if let Some(known) = self.known_terrain(name) {
            return Some(known);
        }
        if self.terrains.len() == limits::TERRAINS || !is_name(name) {
            return None;
        }
        self.leave_out(format!("what the terrain {name:?} is like: it is walkable and costs 1"));
        let grass = self.terrains[0].clone();
        let color = color.unwrap_or(Terrain::COLOR);
        self.terrains.push(Terrain { name: name.to_owned(), color, ..grass });
        Some(TerrainId((self.terrains.len() - 1) as u8))
    }

    /// Gives a tile a terrain; one outside the map is left out.
    pub fn put(&mut self, tile: Cell, terrain: TerrainId) {
        match self.index(tile) {
            Some(index) => self.tiles[index] = Some(terrain),
            None => self.leave_out("tiles outside the map"),
        }
    }

    /// By how many tiles a layer is moved, as near as tiles can be.
    pub fn whole_tiles(&mut self, offset: Vec2) -> Cell {
        let whole = offset.round();
        if whole != offset {
            self.leave_out("offsets of layers that are no whole tiles: they are rounded");
        }
        Cell::new(whole.x as i32, whole.y as i32)
    }

    /// Whether a tile has a terrain.
    pub fn is_put(&self, tile: Cell) -> bool {
        self.index(tile).is_some_and(|index| self.tiles[index].is_some())
    }

    fn index(&self, Cell { x, y }: Cell) -> Option<usize> {
        let inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        inside.then(|| y as usize * self.width as usize + x as usize)
    }

    /// Whether a name is that of a profile.
    pub fn is_profile(&self, name: &str) -> bool {
        self.profiles.iter().any(|profile| profile.name.eq_ignore_ascii_case(name))
    }

    /// Adds an agent at a point, in tiles.
    pub fn agent(&mut self, name: &str, profile: Option<&str>, at: Vec2) {
        if !at.is_finite() {
            return self.leave_out("agents without a place");
        }
        let wanted = profile.unwrap_or("walker");
        let known = self.profiles.iter().position(|profile| profile.name.eq_ignore_ascii_case(wanted));
        if known.is_none() {
            self.leave_out(format!("the profile {wanted:?} of agents: they are walkers"));
        }
        let is_named = is_name(name.trim());
        if !is_named && !name.trim().is_empty() {
            self.leave_out("names of agents that are too long");
        }
        let name = if is_named { name.trim().to_owned() } else { String::new() };
        self.agents.push(AgentStart { name, ..AgentStart::at(known.unwrap_or(0), at) });
    }

    /// Adds the tiles under a rectangle, in tiles, to a place.
    pub fn place(&mut self, name: &str, from: Vec2, to: Vec2) {
        let (from, size) = (from.max(Vec2::ZERO), Vec2::new(self.width as f32, self.height as f32));
        let (first, end) = (from.floor(), to.ceil().max(from.floor() + 1.0).min(size));
        let (columns, rows) = (first.x as i32..end.x as i32, first.y as i32..end.y as i32);
        let tiles = columns.len() * rows.len();
        if tiles == 0 || !is_name(name.trim()) {
            return self.leave_out("places without a name of at most 64 letters, or outside the map");
        }
        if self.place_tiles + tiles > PLACE_TILES {
            return self.leave_out("places that would mark more tiles than the greatest map has");
        }
        self.place_tiles += tiles;
        let place = self.places.entry(name.trim().to_owned()).or_default();
        place.extend(rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y))));
    }

    /// Adds a patrol path along points, in tiles.
    pub fn path(&mut self, name: &str, points: &[Vec2], course: Course) {
        let is_inside = |point: &&Vec2| {
            point.is_finite() && self.index(Cell::new(point.x.floor() as i32, point.y.floor() as i32)).is_some()
        };
        let points: Vec<PatrolPoint> =
            points.iter().filter(is_inside).map(|&point| PatrolPoint::Target(Target::Point(point))).collect();
        let is_taken = self.paths.iter().any(|path| path.name == name.trim());
        if !limits::PATH_POINTS.contains(&points.len()) || !is_name(name.trim()) || is_taken {
            return self.leave_out("lines without a name of their own, or with too few or too many points on the map");
        }
        self.paths.push(PatrolPath { name: name.trim().to_owned(), points, acceptance_radius: None, course });
    }

    /// The level.
    pub fn into_level(mut self, name: &str) -> Imported {
        let void = self.known_terrain("void").unwrap_or(TerrainId(1));
        let empty = self.tiles.iter().filter(|tile| tile.is_none()).count();
        if empty > 0 {
            self.left_out.insert("tiles that are empty: they are `void`".to_owned(), empty);
        }
        for place in self.places.values_mut() {
            crate::sorting::sort_by_key(place, |tile| (tile.y, tile.x));
            place.dedup();
        }
        let tiles = self.tiles.iter().map(|tile| tile.unwrap_or(void)).collect();
        let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: self.width, height: self.height };
        let map = TileMap::new(lattice, self.terrains, Grid::from_rows(self.width, self.height, tiles));
        let (agents, others): (Vec<AgentStart>, Vec<AgentStart>) =
            self.agents.into_iter().partition(|agent| map.is_walkable(lattice.tile_at(agent.position)));
        if !others.is_empty() {
            self.left_out.insert("agents on ground that is not walkable".to_owned(), others.len());
        }
        let told = |(what, count): (String, usize)| if count == 1 { what } else { format!("{what} ({count} times)") };
        let level =
            Level { name: name_of_level(name), agents, places: self.places, paths: self.paths, ..Level::on(map) };
        let notes = self.left_out.into_iter().map(told).collect();
        Imported { level, notes, grounds: Vec::new(), levels: Vec::new(), chosen: 0, empty: None }
    }
}
