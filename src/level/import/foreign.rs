//! A map of another program while it becomes a level.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::ground::{GroundKind, LevelGround, distinct_color, is_same, wanted};
use super::options::{Empty, Options};
use super::{name_of_level, shape};
use crate::format::reader::{is_name, list_of};
use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::{
    AgentStart, Course, Level, Order, PatrolPath, PatrolPoint, Target, Terrain, TerrainId, TileMap, Whom, limits,
};
use crate::profile::{AgentProfile, Color};

/// The most tiles of all places and shapes together, a tile that several mark counted for each: as many as the greatest map
/// has. Without it a short file with many large places would fill the memory, or take for ever.
const MARKED_TILES: usize = limits::MAP_TILES * limits::MAP_TILES;
const NO_GROUND: &str = "left out: agents on ground that is not walkable: {}; move them, or make that ground floor";
/// The most notes about one file: a broken one could have millions.
const MOST_NOTES: usize = 500;
/// Of how many tiles one at least is drawn and walkable where the drawn tiles are the floor of a map. A few that stand alone are
/// things on a floor that nobody drew; without this bound such maps would be closed.
const LEAST_WALKABLE: usize = 20;
/// The part of a tile that a solid shape covers at least where it makes the whole tile solid.
const MOST_OF_TILE: f32 = 0.5;

/// A level made from a file of another program.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The level that was made of the file.
    pub level: Level,
    /// What the file carries that has no place in the level, or had to be guessed, each with what to do: a line for each kind.
    pub notes: Vec<Note>,
    /// The kinds of ground that the file tells apart, the commonest first; each can be made solid or floor by its name in
    /// [`Options`].
    pub grounds: Vec<ImportedGround>,
    /// The names of all levels in the file; empty where the format has one only.
    pub levels: Vec<String>,
    /// Which of `levels` this is.
    pub chosen: usize,
    /// What tiles became that the file leaves empty; `None` where there are none.
    pub empty: Option<Empty>,
}

/// Something that the user should know of a file that became a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What happened, and what to do about it in the file; names no flag, as a dialog tells it too.
    pub what: String,
    /// How the flags of `footpath import` choose otherwise, where they do.
    pub flags: Option<String>,
}

/// As the command tells it, with the flags.
impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.flags {
            Some(flags) => write!(f, "{} ({flags})", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// A kind of ground of the file: of a layer, of a tile, of a value, of a colour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportedGround {
    /// What [`Options::solid`] and [`Options::floor`] call it.
    pub name: String,
    /// Its colour in the level.
    pub color: Color,
    /// How many tiles have it.
    pub tiles: usize,
    /// Whether agents are kept out.
    pub is_solid: bool,
}

/// A kind of ground that a [`Foreign`] knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroundId(u32);

/// What is gathered from the file. Its tiles are those of the file; those of the level may be larger or smaller, as
/// [`Options::tile_size`] says.
pub(super) struct Foreign<'o> {
    options: &'o Options,
    /// Columns and rows of `tiles`.
    width: u32,
    height: u32,
    /// How many tiles here stand along the side of a tile of the file.
    finer: u32,
    /// How many tiles here stand along the side of a tile of the level.
    coarser: u32,
    tiles: Vec<Option<GroundId>>,
    kinds: Vec<(GroundKind, LevelGround)>,
    ids: BTreeMap<GroundKind, GroundId>,
    /// The colour of each kind, where it is known.
    colors: Vec<Option<Color>>,
    /// How many tiles of the file each kind has, below others too.
    drawn: Vec<usize>,
    /// The names of layers, by which the options may call them.
    layers: BTreeSet<String>,
    /// Names besides those of layers that the options may use.
    names: BTreeSet<String>,
    /// The tiles of each place in any order, some perhaps twice.
    places: BTreeMap<String, Vec<Cell>>,
    /// How many tiles places and shapes have had together.
    marked: usize,
    paths: Vec<PatrolPath>,
    path_names: UniqueNames,
    agents: Vec<AgentStart>,
    profiles: Vec<AgentProfile>,
    notes: BTreeMap<String, MergedNote>,
}

impl<'o> Foreign<'o> {
    /// A map of `width` x `height` tiles of so many pixels, none of which has a ground yet.
    ///
    /// # Errors
    /// A size that no level has, or a size of tiles in the options that does not fit that of the file.
    pub fn new(width: u32, height: u32, pixels: u32, options: &'o Options) -> Result<Foreign<'o>, String> {
        let (finer, coarser) = match options.tile_size {
            Some(wanted) if wanted > 0 && pixels.is_multiple_of(wanted) => (pixels / wanted, 1),
            Some(wanted) if wanted > 0 && wanted.is_multiple_of(pixels.max(1)) => (1, wanted / pixels.max(1)),
            Some(wanted) => {
                return Err(format!(
                    "tiles of {wanted} pixels do not fit its tiles of {pixels}: give a whole part or a multiple of {pixels}"
                ));
            }
            None => (1, 1),
        };
        let (columns, rows) = (width.saturating_mul(finer), height.saturating_mul(finer));
        let most = limits::MAP_TILES as u32;
        if !(1..=most).contains(&columns) || !(1..=most).contains(&rows) {
            return Err(format!("this map has {columns} x {rows} tiles; a level has 1 to {most} columns and rows"));
        }
        Ok(Foreign {
            options,
            width: columns,
            height: rows,
            finer,
            coarser,
            tiles: vec![None; columns as usize * rows as usize],
            kinds: Vec::new(),
            ids: BTreeMap::new(),
            colors: Vec::new(),
            drawn: Vec::new(),
            layers: BTreeSet::new(),
            names: BTreeSet::new(),
            places: BTreeMap::new(),
            marked: 0,
            paths: Vec::new(),
            path_names: UniqueNames::default(),
            agents: Vec::new(),
            profiles: AgentProfile::built_in(),
            notes: BTreeMap::new(),
        })
    }

    /// Notes something that the user should know, and what to do.
    pub fn note(&mut self, what: impl Into<String>) {
        let what = what.into();
        let has_room = self.notes.len() < MOST_NOTES || self.notes.contains_key(&what);
        let what = if has_room { what } else { "other notes like these".to_owned() };
        self.notes.entry(what).or_default().count += 1;
    }

    /// Notes the same of several things, whose names stand in one note where it has `{}`.
    pub fn note_each(&mut self, what: &str, thing: &str) {
        let told = self.notes.entry(what.to_owned()).or_default();
        told.count += 1;
        if told.things.len() < MOST_NOTES {
            told.things.insert(thing.to_owned());
        }
    }

    /// Notes with what has been noted as `what` how flags choose otherwise.
    pub fn tell_flags(&mut self, what: &str, flags: impl Into<String>) {
        if let Some(told) = self.notes.get_mut(what) {
            told.flags = Some(flags.into());
        }
    }

    /// Notes something that has no place in a level.
    pub fn leave_out(&mut self, what: impl AsRef<str>) {
        self.note(format!("left out: {}", what.as_ref()));
    }

    /// Whether a layer is to be ground: the options may name the only one.
    pub fn takes_layer(&mut self, name: &str) -> bool {
        self.layers.insert(name.to_owned());
        self.options.layer.as_deref().is_none_or(|wanted| is_same(wanted, name))
    }

    /// Whether the options name this layer as the only one that is ground.
    pub fn is_only_layer(&self, name: &str) -> bool {
        self.options.layer.as_deref().is_some_and(|wanted| is_same(wanted, name))
    }

    /// Whether the options make what has this name solid, or floor; `None` if they do not name it.
    pub fn wanted(&mut self, name: &str) -> Option<bool> {
        self.names.insert(name.to_owned());
        wanted(self.options, name)
    }

    /// The ground of this kind; `color` gives its colour when the kind is new.
    pub fn ground(&mut self, mut kind: GroundKind, color: impl FnOnce() -> Option<Color>) -> GroundId {
        if let Some(&known) = self.ids.get(&kind) {
            return known;
        }
        let id = GroundId(self.kinds.len() as u32);
        self.ids.insert(kind.clone(), id);
        let decision = kind.decide(self.options);
        self.names.extend([kind.name.clone()].into_iter().chain(kind.terrain.clone()));
        let own_name = kind.terrain.as_deref().filter(|name| is_name(name)).unwrap_or(&kind.name);
        kind.name = name_or(own_name, kind.layer.as_deref().unwrap_or(""));
        self.kinds.push((kind, decision));
        self.colors.push(color());
        self.drawn.push(0);
        id
    }

    /// Gives a tile a ground; one outside the map is left out. Of several grounds, those of the lower layers put first, the
    /// uppermost solid one counts; or else the uppermost that the file says something of, or through which nothing shows.
    pub fn put(&mut self, tile: Cell, ground: GroundId) {
        let side = self.finer as i32;
        let from = Cell::new(tile.x.saturating_mul(side), tile.y.saturating_mul(side));
        if self.index(from).is_none() {
            return self.leave_out("tiles outside the map");
        }
        self.drawn[ground.0 as usize] += 1;
        let tiles = Rect { min: from, max: Cell::new(from.x + side, from.y + side) };
        tiles.cells().for_each(|tile| self.put_part(tile, ground));
    }

    /// The tiles of the file, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        whole(self.width / self.finer, self.height / self.finer).cells()
    }

    /// Gives all tiles of a rectangle a ground; what of it lies outside the map is left out.
    pub fn put_all(&mut self, tiles: Rect, ground: GroundId) {
        let inside = tiles.clipped(self.width / self.finer, self.height / self.finer);
        if inside != tiles {
            self.leave_out("tiles outside the map");
        }
        inside.cells().for_each(|tile| self.put(tile, ground));
    }

    /// Gives a tile of the level a ground, unless one of a higher rank lies there. These tiles may be smaller than
    /// those of the file.
    fn put_part(&mut self, tile: Cell, ground: GroundId) {
        let Some(index) = self.index(tile) else { return };
        if self.tiles[index].is_none_or(|below| self.rank(below) <= self.rank(ground)) {
            self.tiles[index] = Some(ground);
        }
    }

    /// Gives a part of a tile of the file a ground, one of [`Foreign::parts_of_tile`] columns and rows.
    pub fn put_part_of(&mut self, tile: Cell, part: Cell, ground: GroundId) {
        let side = self.finer as i32;
        let at = |tile: i32, part: i32| tile.saturating_mul(side).saturating_add(part);
        self.drawn[ground.0 as usize] += 1;
        self.put_part(Cell::new(at(tile.x, part.x), at(tile.y, part.y)), ground);
    }

    /// How many tiles of the level may stand along the side of one of the file.
    pub fn parts_of_tile(&self) -> u32 {
        self.finer
    }

    fn rank(&self, GroundId(ground): GroundId) -> u8 {
        let (kind, decision) = &self.kinds[ground as usize];
        if decision.is_solid { 2 } else { u8::from(decision.is_known || !kind.is_overlay) }
    }

    /// Gives a ground to what a shape covers, whose corners are given in tiles: to those tiles of which it covers the middle, or
    /// half. Says how many these are.
    pub fn put_shape(&mut self, corners: &[Vec2], ground: GroundId) -> usize {
        let Some(covered) = self.covered(corners, self.finer as f32, whole(self.width, self.height)) else {
            return 0;
        };
        let solid = covered.into_iter().filter(|&(_, part, has_middle)| has_middle || part >= MOST_OF_TILE);
        let count = solid.map(|(tile, ..)| self.put_part(tile, ground)).count();
        self.drawn[ground.0 as usize] += count;
        count
    }

    /// Gives a ground to the tiles through which a line of points runs, given in tiles.
    pub fn put_line(&mut self, points: &[Vec2], ground: GroundId) {
        let scale = self.finer as f32;
        let bounds = whole(self.width, self.height);
        for ends in points.windows(2) {
            let tiles = shape::crossed(ends[0] * scale, ends[1] * scale, bounds);
            if self.marks(tiles.len()) {
                self.drawn[ground.0 as usize] += tiles.len();
                tiles.into_iter().for_each(|tile| self.put_part(tile, ground));
            }
        }
    }

    /// The tiles that a shape covers inside `bounds`; `None` if there were too many shapes before.
    fn covered(&mut self, corners: &[Vec2], scale: f32, bounds: Rect) -> Option<Vec<(Cell, f32, bool)>> {
        let corners: Vec<Vec2> = corners.iter().map(|&corner| corner * scale).collect();
        let reach = shape::reach(&corners, bounds);
        let rows = (reach.max.y - reach.min.y) as usize;
        let columns = (reach.max.x - reach.min.x) as usize;
        self.marks(rows.saturating_mul(columns + corners.len())).then(|| shape::covered(&corners, reach))
    }

    /// Counts tiles that are marked; whether there is room for them.
    fn marks(&mut self, tiles: usize) -> bool {
        let has_room = self.marked.saturating_add(tiles) <= MARKED_TILES;
        if has_room {
            self.marked += tiles;
        } else {
            self.leave_out("places and shapes that would mark more tiles than the greatest map has");
        }
        has_room
    }

    /// By how many tiles a layer is moved, as near as tiles can be.
    pub fn whole_tiles(&mut self, offset: Vec2) -> Cell {
        let whole = offset.round();
        if whole != offset {
            self.note("offsets of layers that are no whole tiles are rounded");
        }
        Cell::new(whole.x as i32, whole.y as i32)
    }

    fn index(&self, Cell { x, y }: Cell) -> Option<usize> {
        let inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        inside.then(|| y as usize * self.width as usize + x as usize)
    }

    /// How many tiles of the level a tile of the file is long.
    fn scale(&self) -> f32 {
        self.finer as f32 / self.coarser as f32
    }

    /// A point given in tiles of the file, in the level.
    pub fn in_level(&self, point: Vec2) -> Vec2 {
        point * self.scale()
    }

    /// The columns and rows of the level.
    fn size(&self) -> (u32, u32) {
        (self.width.div_ceil(self.coarser), self.height.div_ceil(self.coarser))
    }

    fn bounds(&self) -> Rect {
        let (width, height) = self.size();
        whole(width, height)
    }

    /// Whether a name is that of a profile.
    pub fn is_profile(&self, name: &str) -> bool {
        self.profiles.iter().any(|profile| profile.name.eq_ignore_ascii_case(name.trim()))
    }

    /// Adds an agent at a point, in tiles, and gives it, so that it can be turned and get orders; `None` if it is left out.
    /// A patrol that is ordered need not be known yet. Orders call other agents by their numbers in the order of adding.
    pub fn agent(&mut self, name: &str, profile: Option<&str>, at: Vec2) -> Option<&mut AgentStart> {
        if !at.is_finite() {
            self.leave_out("agents without a place");
            return None;
        }
        if self.agents.len() == limits::AGENTS {
            self.leave_out(format!("agents beyond the {} that a level can have", limits::AGENTS));
            return None;
        }
        let wanted = profile.unwrap_or("walker").trim();
        let known = self.profiles.iter().position(|profile| profile.name.eq_ignore_ascii_case(wanted));
        if known.is_none() {
            self.note(format!("there is no profile {wanted:?}: its agents are walkers; add the profile to the level"));
        }
        let is_named = is_name(name.trim());
        if !is_named && !name.trim().is_empty() {
            self.leave_out(format!(
                "names of agents that are too long: a name has at most {} letters on one line",
                limits::NAME_CHARACTERS
            ));
        }
        let name = if is_named { name.trim().to_owned() } else { String::new() };
        let scale = self.scale();
        self.agents.push(AgentStart { name, ..AgentStart::at(known.unwrap_or(0), at * scale) });
        self.agents.last_mut()
    }

    /// Adds the tiles under a rectangle, in tiles, to a place.
    pub fn place(&mut self, name: &str, from: Vec2, to: Vec2) {
        let (from, to) = (from * self.scale(), to * self.scale());
        let end = to.max(from.floor() + 1.0);
        let tiles = shape::reach(&[from, end], self.bounds());
        let area = (tiles.max.x - tiles.min.x) as usize * (tiles.max.y - tiles.min.y) as usize;
        if self.marks(area) {
            self.add_to_place(name, tiles.cells().collect());
        }
    }

    /// Adds the tiles under a shape, whose corners are given in tiles, to a place: those of which it covers the middle or half,
    /// and that of its own middle where there is no such tile.
    pub fn place_shape(&mut self, name: &str, corners: &[Vec2]) {
        let (scale, bounds) = (self.scale(), self.bounds());
        let Some(covered) = self.covered(corners, scale, bounds) else { return };
        let covers_it = |&(_, part, has_middle): &(Cell, f32, bool)| has_middle || part >= MOST_OF_TILE;
        let mut tiles: Vec<Cell> = covered.into_iter().filter(covers_it).map(|(tile, ..)| tile).collect();
        if tiles.is_empty() {
            let middle = corners.iter().copied().sum::<Vec2>() / corners.len().max(1) as f32 * scale;
            tiles.extend(shape::reach(&[middle, middle.floor() + 1.0], bounds).cells());
        }
        self.add_to_place(name, tiles);
    }

    /// Adds tiles to a place.
    pub fn add_to_place(&mut self, name: &str, tiles: Vec<Cell>) {
        let name = name.trim();
        if !is_name(name) {
            return self.leave_out(format!(
                "objects without a name of at most {} letters: name those that should be places",
                limits::NAME_CHARACTERS
            ));
        }
        if tiles.is_empty() {
            return self.note_each("left out: places outside the map: {}; move them onto it", name);
        }
        if self.places.contains_key(name) {
            self.note_each("several objects have the name of one place, which has the tiles of all: {}; rename those that should be others", name);
        }
        self.places.entry(name.to_owned()).or_default().extend(tiles);
    }

    /// Adds a patrol path along points, in tiles, and gives its name: another one where a path has that name already. `None` if
    /// it is left out.
    pub fn path(&mut self, name: &str, points: &[Vec2], course: Course) -> Option<String> {
        let (name, bounds) = (name.trim(), self.bounds());
        if !is_name(name) {
            self.leave_out(format!(
                "lines without a name of at most {} letters: name those that should be patrol paths",
                limits::NAME_CHARACTERS
            ));
            return None;
        }
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for (number, &point) in (1..).zip(points) {
            let point = point * self.scale();
            if point.is_finite() && bounds.contains(Cell::new(point.x.floor() as i32, point.y.floor() as i32)) {
                inside.push(PatrolPoint::Target(Target::Point(point)));
            } else {
                outside.push(format!("{number}"));
            }
        }
        if !outside.is_empty() {
            let numbers = list_of(outside.iter().map(String::as_str));
            self.leave_out(format!("points of the path {name:?} outside the map: {numbers}; move them onto it"));
        }
        let (least, most) = limits::PATH_POINTS.into_inner();
        if !(least..=most).contains(&inside.len()) || self.paths.len() == limits::PATHS {
            let count = inside.len();
            self.leave_out(format!(
                "the path {name:?}: it has {count} points on the map, and a path {least} to {most}"
            ));
            return None;
        }
        let own = self.path_names.take(name);
        if own != name {
            self.note(format!("several paths are called {name:?}: one of them is {own:?} now"));
        }
        self.paths.push(PatrolPath { name: own.clone(), points: inside, course, ..PatrolPath::default() });
        Some(own)
    }

    /// The level.
    ///
    /// # Errors
    /// A name in the options that nothing has, with those that there are.
    pub fn into_level(mut self, name: &str) -> Result<Imported, String> {
        self.check_names()?;
        self.make_coarser();
        let (width, height) = self.size();
        let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width, height };
        let empty = self.decide_empty(&lattice);
        let (terrains, of_kinds, grounds) = self.make_terrains();
        let of_empty = empty.map_or("void", |empty| if empty == Empty::Floor { "floor" } else { "void" });
        let of_empty = terrains.iter().position(|terrain| terrain.name == of_empty).unwrap_or(0);
        let of_tile = |ground: &Option<GroundId>| match ground {
            Some(GroundId(kind)) => of_kinds[*kind as usize],
            None => TerrainId(of_empty as u8),
        };
        let tiles = self.tiles.iter().map(of_tile).collect();
        let map = TileMap::new(lattice, terrains, Grid::from_rows(width, height, tiles));
        self.settle_agents(&map);
        for place in self.places.values_mut() {
            crate::sorting::sort_by_key(place, |tile| (tile.y, tile.x));
            place.dedup();
        }
        let (agents, places, paths) = (self.agents, self.places, self.paths);
        let level = Level { name: name_of_level(name), agents, places, paths, ..Level::on(map) };
        let notes = self.notes.into_iter().map(|(what, told)| told.as_note(&what)).collect();
        Ok(Imported { level, notes, grounds, levels: Vec::new(), chosen: 0, empty })
    }

    /// Whether every name in the options is one of the file's.
    fn check_names(&self) -> Result<(), String> {
        let is_layer = |wanted: &str| self.layers.iter().any(|layer| is_same(layer, wanted));
        let is_known = |wanted: &str| is_layer(wanted) || self.names.iter().any(|name| is_same(name, wanted));
        if let Some(layer) = self.options.layer.as_deref().filter(|layer| !is_layer(layer)) {
            return Err(format!("there is no layer {layer:?}; {}", listed(self.layers.iter())));
        }
        let unknown = self.options.solid.iter().chain(&self.options.floor).find(|wanted| !is_known(wanted));
        unknown.map_or(Ok(()), |unknown| {
            Err(format!("there is no ground {unknown:?}; {}", listed(self.layers.iter().chain(&self.names))))
        })
    }

    /// Makes one tile of several, as the options want it: solid where half of them are, or else of the commonest ground.
    fn make_coarser(&mut self) {
        let (side, (width, height)) = (self.coarser as usize, self.size());
        if side == 1 {
            return;
        }
        let mut tiles = Vec::with_capacity(width as usize * height as usize);
        for tile in whole(width, height).cells() {
            let from = Cell::new(tile.x * side as i32, tile.y * side as i32);
            let inside = Rect { min: from, max: Cell::new(from.x + side as i32, from.y + side as i32) };
            let mut counts: BTreeMap<Option<GroundId>, usize> = BTreeMap::new();
            let (mut solid, mut all) = (0, 0);
            for index in inside.clipped(self.width, self.height).cells().filter_map(|tile| self.index(tile)) {
                *counts.entry(self.tiles[index]).or_default() += 1;
                solid += usize::from(self.is_solid(self.tiles[index]));
                all += 1;
            }
            let becomes_solid = 2 * solid >= all;
            let fitting = counts.into_iter().filter(|&(ground, _)| self.is_solid(ground) == becomes_solid);
            tiles.push(fitting.max_by_key(|&(_, count)| count).and_then(|(ground, _)| ground));
        }
        (self.width, self.height, self.coarser, self.tiles) = (width, height, 1, tiles);
    }

    fn is_solid(&self, ground: Option<GroundId>) -> bool {
        ground.is_some_and(|GroundId(kind)| self.kinds[kind as usize].1.is_solid)
    }

    /// What empty tiles are; `None` if there are none.
    fn decide_empty(&mut self, lattice: &Lattice) -> Option<Empty> {
        let count = self.tiles.iter().filter(|tile| tile.is_none()).count();
        if count == 0 {
            return None;
        }
        let is_passage = |GroundId(kind): GroundId| self.kinds[kind as usize].0.is_passage();
        let is_walkable = |&tile: &Option<GroundId>| tile.is_some_and(|kind| !is_passage(kind)) && !self.is_solid(tile);
        let mut starts = self.agents.iter().filter_map(|agent| self.index(lattice.tile_at(agent.position))).peekable();
        let all_agents_are_there = starts.peek().is_some() && starts.all(|index| self.tiles[index].is_none());
        let walkable = self.tiles.iter().filter(|tile| is_walkable(tile)).count();
        let (empty, why) = match self.options.empty {
            Some(empty) => (empty, "as the options say"),
            None if walkable == 0 => (Empty::Floor, "because nobody could stand otherwise"),
            None if walkable * LEAST_WALKABLE < self.tiles.len() => {
                (Empty::Floor, "because agents could hardly stand anywhere otherwise")
            }
            None if all_agents_are_there => (Empty::Floor, "because the agents stand there"),
            None => (Empty::Void, "because agents walk on the drawn tiles"),
        };
        let (taken, other) = if empty == Empty::Floor { ("floor", "void") } else { ("void", "floor") };
        let what = format!("empty tiles, {count} of them, are {taken}, {why}");
        self.note(what.as_str());
        self.tell_flags(&what, format!("`--empty {other}` makes them {other}"));
        Some(empty)
    }

    /// The terrains of the level, that of each kind of ground, and what the file calls them, the commonest first.
    fn make_terrains(&mut self) -> (Vec<Terrain>, Vec<TerrainId>, Vec<ImportedGround>) {
        let mut counts = vec![0; self.kinds.len()];
        for GroundId(kind) in self.tiles.iter().flatten() {
            counts[*kind as usize] += 1;
        }
        let mut used: Vec<usize> = (0..self.kinds.len()).filter(|&kind| counts[kind] > 0).collect();
        crate::sorting::sort_by_key(&mut used, |kind| (Reverse(counts[kind]), kind));
        self.merge_rare(&used);
        let mut terrains = Terrain::built_in();
        let mut names = UniqueNames::default();
        terrains.iter().for_each(|terrain| _ = names.take(&terrain.name));
        let mut of_kinds = vec![TerrainId(0); self.kinds.len()];
        let mut own: BTreeMap<(String, bool), TerrainId> = BTreeMap::new();
        for kind in used {
            let (GroundKind { name, .. }, LevelGround { is_solid, terrain, .. }) = &self.kinds[kind];
            let next = TerrainId(terrains.len() as u8);
            of_kinds[kind] = terrain.unwrap_or_else(|| *own.entry((name.to_lowercase(), *is_solid)).or_insert(next));
            if of_kinds[kind] == next {
                let other = if *is_solid { format!("solid {name}") } else { format!("walkable {name}") };
                let is_taken = names.has(name) || terrains.iter().any(|terrain| is_same(&terrain.name, name));
                let name = if is_taken { names.take(&other) } else { names.take(name) };
                let color = self.color(kind);
                let like = terrains[usize::from(*is_solid)].clone();
                terrains.push(Terrain { name, color, ..like });
            }
        }
        (terrains, of_kinds, self.list_grounds())
    }

    fn color(&self, kind: usize) -> Color {
        self.colors[kind].unwrap_or_else(|| distinct_color(kind, self.kinds[kind].1.is_solid))
    }

    /// The kinds of ground by what the file calls them, the commonest first; tells of those of which nothing says what they are.
    fn list_grounds(&mut self) -> Vec<ImportedGround> {
        let built_in = Terrain::built_in();
        let mut listed: BTreeMap<(String, bool), ImportedGround> = BTreeMap::new();
        let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
        for (kind, (GroundKind { name, .. }, decision)) in self.kinds.iter().enumerate() {
            let color = decision.terrain.map_or_else(|| self.color(kind), |id| built_in[id.0 as usize].color);
            let new = ImportedGround { name: name.clone(), color, tiles: 0, is_solid: decision.is_solid };
            listed.entry((name.to_lowercase(), decision.is_solid)).or_insert(new).tiles += self.drawn[kind];
            if !decision.is_known {
                *unknown.entry(name.clone()).or_default() += self.drawn[kind];
            }
        }
        let mut unknown: Vec<(&String, &usize)> = unknown.iter().collect();
        unknown.sort_by_key(|&(_, tiles)| Reverse(tiles));
        if !unknown.is_empty() {
            let names = list_of(unknown.iter().map(|(name, _)| name.as_str()));
            let what = format!("nothing says whether these are walls, so that they are walkable: {names}");
            self.note(what.as_str());
            self.tell_flags(&what, "`--solid NAME` makes one of them solid, or all of a layer");
        }
        let mut grounds: Vec<ImportedGround> = listed.into_values().filter(|ground| ground.tiles > 0).collect();
        grounds.sort_by_key(|ground| Reverse(ground.tiles));
        grounds
    }

    /// Where there are more kinds of ground than a level can have terrains, makes the rarest like the rest of their layers;
    /// where that does not do, `wall` or `floor`. `used` are the kinds, the commonest first.
    fn merge_rare(&mut self, used: &[usize]) {
        let built_in = Terrain::built_in();
        let terrain_of = |is_solid: bool| {
            let wanted = if is_solid { "wall" } else { "floor" };
            built_in.iter().position(|terrain| terrain.name == wanted).map(|index| TerrainId(index as u8))
        };
        let mut own: BTreeMap<(String, bool), usize> = BTreeMap::new();
        let key = |(kind, decision): &(GroundKind, LevelGround)| (kind.name.to_lowercase(), decision.is_solid);
        for &kind in used.iter().filter(|&&kind| self.kinds[kind].1.terrain.is_none()) {
            *own.entry(key(&self.kinds[kind])).or_default() += 1;
        }
        let mut merged = 0;
        for is_last_try in [false, true] {
            for &kind in used.iter().rev() {
                if own.len() <= limits::TERRAINS - built_in.len() {
                    break;
                }
                let before = key(&self.kinds[kind]);
                let (ground, decision) = &mut self.kinds[kind];
                if decision.terrain.is_some() {
                    continue;
                }
                let layer = ground.layer.clone().filter(|layer| is_name(layer) && !is_same(layer, &ground.name));
                match layer {
                    Some(layer) if !is_last_try => ground.name = layer,
                    _ => decision.terrain = terrain_of(decision.is_solid),
                }
                merged += 1;
                if let Some(count) = own.get_mut(&before) {
                    *count -= 1;
                    if *count == 0 {
                        own.remove(&before);
                    }
                }
                if self.kinds[kind].1.terrain.is_none() {
                    *own.entry(key(&self.kinds[kind])).or_default() += 1;
                }
            }
        }
        if merged > 0 {
            let most = limits::TERRAINS;
            let what = format!(
                "{merged} rare kinds of ground are as the rest of their layers: a level has at most {most} terrains"
            );
            self.note(what.as_str());
            self.tell_flags(&what, "`--layer NAME` takes one layer, of which more is kept apart");
        }
    }

    /// Leaves out the agents that cannot be where they are, gives each a name of its own, and lets orders call those that are
    /// there.
    fn settle_agents(&mut self, map: &TileMap) {
        let stands = |agent: &AgentStart| map.is_walkable(map.lattice.tile_at(agent.position));
        let mut next = 0;
        let number = |agent: &AgentStart| {
            let number = stands(agent).then_some(next);
            next += u32::from(number.is_some());
            number
        };
        let numbers: Vec<Option<u32>> = self.agents.iter().map(number).collect();
        let mut names = UniqueNames::default();
        for mut agent in std::mem::take(&mut self.agents) {
            if !stands(&agent) {
                let name = if agent.name.is_empty() { "one without a name" } else { &agent.name };
                self.note_each(NO_GROUND, name);
                self.tell_flags(NO_GROUND, "`--floor NAME`");
                continue;
            }
            if !agent.name.is_empty() {
                let own = names.take(&agent.name);
                if own != agent.name {
                    self.note(format!("several agents are called {:?}: one of them is {own:?} now", agent.name));
                }
                agent.name = own;
            }
            let orders = std::mem::take(&mut agent.orders);
            for mut order in orders {
                match self.follow_up(&mut order, &numbers) {
                    Ok(()) => agent.orders.push(order),
                    Err(what) => self.leave_out(what),
                }
            }
            self.agents.push(agent);
        }
    }

    /// Makes an order name what there is; in words what it is if that is not there.
    fn follow_up(&self, order: &mut Order, numbers: &[Option<u32>]) -> Result<(), String> {
        match order {
            Order::Patrol(name) if !self.path_names.has(name) => {
                Err(format!("a patrol along {name:?}: there is no path of that name"))
            }
            Order::MoveTo(Target::Place(name)) if !self.places.contains_key(name) => {
                Err(format!("an order to go to {name:?}: there is no place of that name"))
            }
            Order::Follow { agent: Whom::Agent(agent), .. } | Order::Flee { agent: Whom::Agent(agent), .. } => {
                *agent = numbers
                    .get(*agent as usize)
                    .copied()
                    .flatten()
                    .ok_or("an order about an agent that is not there")?;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// A name as it can be written, or another one instead.
fn name_or(name: &str, other: &str) -> String {
    let letters = |name: &str| {
        let letters = name.trim().chars().filter(|letter| !letter.is_control()).take(limits::NAME_CHARACTERS);
        letters.collect::<String>().trim().to_owned()
    };
    let names = [letters(name), letters(other), "ground".to_owned()];
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// What was told of one kind, all of it in one note.
#[derive(Default)]
struct MergedNote {
    /// How often it was told.
    count: usize,
    /// Of what, where that has names.
    things: BTreeSet<String>,
    /// How flags choose otherwise.
    flags: Option<String>,
}

impl MergedNote {
    fn as_note(&self, what: &str) -> Note {
        Note { what: self.sentence(what), flags: self.flags.clone() }
    }

    fn sentence(&self, what: &str) -> String {
        let what = match self.things.is_empty() {
            true => what.to_owned(),
            false => what.replacen("{}", &list_of(self.things.iter().map(String::as_str)), 1),
        };
        if self.count == self.things.len().max(1) { what } else { format!("{what} ({} times)", self.count) }
    }
}

/// Names of which each is given once.
#[derive(Default)]
struct UniqueNames {
    taken: BTreeSet<String>,
    /// The number behind the next one of a name that is taken.
    next: BTreeMap<String, usize>,
}

impl UniqueNames {
    fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Takes a name, or the same with a number behind it where it is taken.
    fn take(&mut self, name: &str) -> String {
        let mut own = name.chars().take(limits::NAME_CHARACTERS).collect::<String>();
        while !self.taken.insert(own.clone()) {
            let number = self.next.entry(name.to_owned()).or_insert(1);
            *number += 1;
            let number = format!(" {number}");
            own = name.chars().take(limits::NAME_CHARACTERS - number.len()).chain(number.chars()).collect();
        }
        own
    }
}

/// The tiles of a map.
fn whole(width: u32, height: u32) -> Rect {
    Rect { min: Cell::new(0, 0), max: Cell::new(width as i32, height as i32) }
}

/// The names that there are, each once, for a sentence.
fn listed<'n>(names: impl Iterator<Item = &'n String>) -> String {
    let names = crate::sorting::set(names.filter(|name| !name.trim().is_empty()));
    if names.is_empty() {
        return "this file has no names for its ground".to_owned();
    }
    format!("there are: {}", list_of(names.into_iter().map(String::as_str)))
}
