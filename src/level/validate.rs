//! From the tree of a level file to a [`Level`], collecting every problem on the way.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use glam::Vec2;

use super::problem::{LevelError, Problems, Span, did_you_mean, shown};
use super::reader::{Fields, Reader, Shape, list_of};
use super::syntax::{self, Entry, Node, Numeral, Value};
use super::{AgentStart, Level, StartOrder, Target, Terrain, TerrainId, TileMap, limits};
use crate::grid::{Cell, Grid, Lattice};
use crate::profile::{AgentProfile, Color};

const LEVEL: Shape = Shape {
    what: "a level",
    name: "Level",
    fields: &[
        "version",
        "name",
        "about",
        "tile_size",
        "origin",
        "seed",
        "terrains",
        "profiles",
        "legend",
        "rows",
        "agents",
    ],
    example: "(version: 1, name: \"...\", legend: {...}, rows: [...])",
};
const TERRAIN: Shape = Shape {
    what: "a terrain",
    name: "Terrain",
    fields: &["walkable", "cost", "color"],
    example: "(walkable: true, cost: 1.0, color: \"#d0401f\")",
};
const PROFILE: Shape = Shape {
    what: "a profile",
    name: "Profile",
    fields: &["radius", "speed", "mass", "acceleration", "acceptance_radius", "color"],
    example: "(radius: 0.35, speed: 3.0, mass: 12.0, color: \"#d0401f\")",
};
const LEGEND_ENTRY: Shape = Shape {
    what: "an entry of the legend",
    name: "Tile",
    fields: &["terrain", "place"],
    example: "(terrain: \"grass\", place: \"gate\")",
};
const AGENT: Shape = Shape {
    what: "an agent",
    name: "Agent",
    fields: &["profile", "tile", "at", "order"],
    example: "(profile: \"walker\", tile: (2, 1))",
};
const TARGET: Shape = Shape { what: "a target", name: "Target", fields: &["tile", "at"], example: "(tile: (3, 4))" };

/// Reads and checks a level.
pub(super) fn level(file: &str, text: &str) -> Result<Level, LevelError> {
    let mut problems = Problems::default();
    if text.len() > limits::TEXT_BYTES {
        let message = format!("this file is too long for a level: {} bytes", text.len());
        problems.report(Span::new(0, 0), message, format!("a level has at most {} bytes", limits::TEXT_BYTES));
        return Err(problems.into_error(file, text));
    }
    let root = syntax::parse(text, &mut problems);
    let mut reader = Reader { text, problems };
    let level = reader.level(&root);
    match level {
        Some(level) if reader.problems.is_empty() => Ok(level),
        _ => Err(reader.problems.into_error(file, text)),
    }
}

/// What a character of the rows stands for.
#[derive(Clone, Copy)]
struct Meaning {
    terrain: TerrainId,
    place: Option<usize>,
}

/// The legend as it is read.
#[derive(Default)]
struct Legend {
    meanings: BTreeMap<char, Meaning>,
    places: Vec<LegendPlace>,
    /// Whether no character of it was lost to an error.
    whole: bool,
    /// Whether no place of it was lost to an error.
    places_whole: bool,
    /// Whether every row could be read.
    drawn: bool,
}

/// What the agents of a level are checked against.
struct Surroundings<'l> {
    map: Option<&'l TileMap>,
    /// Whether the map lies where it should in the world, so that points and distances mean something.
    measured: bool,
    profiles: &'l [AgentProfile],
    places: &'l BTreeMap<String, Vec<Cell>>,
    /// Whether these are all places.
    places_whole: bool,
}

struct LegendPlace {
    name: String,
    /// Where it is named first, and the character there.
    span: Span,
    character: char,
    tiles: Vec<Cell>,
}

impl Reader<'_> {
    fn level(&mut self, root: &Node) -> Option<Level> {
        let fields = self.fields(root, &LEVEL)?;
        if let Some(node) = self.required(&fields, "version", "1") {
            self.version(node);
        }
        let name = self.required(&fields, "name", "\"What the level list calls it\"");
        let name = name.and_then(|node| self.name(node, "the name of a level", "\"First steps\""));
        let about = self.optional(&fields, "about").and_then(|node| self.text(node, "`about`", "\"What it shows.\""));
        let seed = self.optional(&fields, "seed").and_then(|node| self.seed(node));
        let terrains = self.terrains(self.optional(&fields, "terrains"));
        let profiles = self.profiles(self.optional(&fields, "profiles"));
        let mut legend = match self.required(&fields, "legend", "{'.': \"grass\", '#': \"wall\"}") {
            Some(node) => self.legend(node, &terrains),
            None => Legend::default(),
        };
        let tiles = match self.required(&fields, "rows", "[\"####\", \"#..#\", \"####\"]") {
            Some(node) => self.rows(node, &mut legend),
            None => None,
        };
        let (tile_size, origin) = (self.tile_size(&fields), self.origin(&fields));
        let measured = tile_size.is_some() && origin.is_some();
        let (tile_size, origin) = (tile_size.unwrap_or(1.0), origin.unwrap_or(Vec2::ZERO));
        let map = tiles.map(|tiles| {
            let lattice = Lattice { origin, tile_size, width: tiles.width(), height: tiles.height() };
            TileMap { lattice, terrains, tiles }
        });
        let places_whole = legend.places_whole;
        let places = self.places(legend);
        let map_of_level = map.as_ref();
        let surroundings =
            Surroundings { map: map_of_level, measured, profiles: &profiles, places: &places, places_whole };
        let agents = self.agents(self.optional(&fields, "agents"), &surroundings);
        Some(Level {
            name: name?,
            about: about.unwrap_or_default(),
            seed: seed.unwrap_or(0),
            map: map?,
            places,
            profiles,
            agents,
        })
    }

    fn version(&mut self, node: &Node) {
        let help = format!("this is version {} of the format", limits::VERSION);
        match node.value {
            Value::Broken => {}
            Value::Number if Numeral::read(self.slice(node.span)) == Some(Numeral::Whole(limits::VERSION)) => {}
            _ => {
                let message = format!("unknown version {}", shown(self.slice(node.span)));
                self.report(node.span, message, format!("{help}: write `version: {}`", limits::VERSION));
            }
        }
    }

    fn seed(&mut self, node: &Node) -> Option<u64> {
        let help = format!("it is a whole number from 0 to {}", u64::MAX);
        let seed = u64::try_from(self.whole(node, "`seed`", &help)?).ok();
        if seed.is_none() {
            self.report(node.span, format!("`seed` is out of range: {}", shown(self.slice(node.span))), help);
        }
        seed
    }

    fn tile_size(&mut self, fields: &Fields) -> Option<f32> {
        match self.optional(fields, "tile_size") {
            Some(node) => self.number(node, "`tile_size`", limits::TILE_SIZE),
            None => Some(1.0),
        }
    }

    fn origin(&mut self, fields: &Fields) -> Option<Vec2> {
        let Some(node) = self.optional(fields, "origin") else { return Some(Vec2::ZERO) };
        let [x, y] = self.pair(node, "`origin`", "(-4.0, 2.5)")?;
        let x = self.number(x, "the x of `origin`", limits::ORIGIN);
        let y = self.number(y, "the y of `origin`", limits::ORIGIN);
        Some(Vec2::new(x?, y?))
    }

    /// The key of a map as a name, reported when it is no name or is given before.
    fn map_name(&mut self, entry: &Entry, what: &str, given: &mut BTreeMap<String, Span>) -> Option<String> {
        let name = self.name(&entry.key, &format!("the name of {what}"), "\"lava\"")?;
        if let Some(&first) = given.get(&name) {
            self.given_twice(entry.key.span, format!("the key {} is given twice", shown(&name)), first);
            return None;
        }
        given.insert(name.clone(), entry.key.span);
        Some(name)
    }

    fn terrains(&mut self, node: Option<&Node>) -> Vec<Terrain> {
        let mut terrains = Terrain::built_in();
        let Some(node) = node else { return terrains };
        let mut given = BTreeMap::new();
        for entry in self.map(node, "`terrains`", "{\"lava\": (color: \"#d0401f\", cost: 8.0)}") {
            let Some(name) = self.map_name(entry, "a terrain", &mut given) else { continue };
            let known = terrains.iter().position(|terrain| terrain.name == name);
            if known.is_none() && terrains.len() == limits::TERRAINS {
                let help = format!("a level has at most {}, built-in ones included", limits::TERRAINS);
                self.report(entry.key.span, "this is one terrain too many", help);
                break;
            }
            let index = known.unwrap_or(terrains.len());
            if known.is_none() {
                let color = Color { r: 0xb0, g: 0xa8, b: 0x9e };
                terrains.push(Terrain { name, walkable: true, cost: 1.0, color });
            }
            self.terrain(&entry.value, &mut terrains[index]);
        }
        terrains
    }

    fn terrain(&mut self, node: &Node, terrain: &mut Terrain) {
        let Some(fields) = self.fields(node, &TERRAIN) else { return };
        if let Some(node) = self.optional(&fields, "walkable") {
            terrain.walkable = self.bool(node, "`walkable`").unwrap_or(terrain.walkable);
        }
        if let Some(node) = self.optional(&fields, "cost") {
            terrain.cost = self.number(node, "`cost`", limits::COST).unwrap_or(terrain.cost);
        }
        if let Some(node) = self.optional(&fields, "color") {
            terrain.color = self.color(node).unwrap_or(terrain.color);
        }
    }

    fn profiles(&mut self, node: Option<&Node>) -> Vec<AgentProfile> {
        let mut profiles = AgentProfile::built_in();
        let walker = profiles[0].clone();
        let Some(node) = node else { return profiles };
        let mut given = BTreeMap::new();
        for entry in self.map(node, "`profiles`", "{\"cart\": (radius: 0.35, mass: 12.0)}") {
            let Some(name) = self.map_name(entry, "a profile", &mut given) else { continue };
            let known = profiles.iter().position(|profile| profile.name == name);
            if known.is_none() && profiles.len() == limits::PROFILES {
                let help = format!("a level has at most {}, built-in ones included", limits::PROFILES);
                self.report(entry.key.span, "this is one profile too many", help);
                break;
            }
            let index = known.unwrap_or(profiles.len());
            if known.is_none() {
                profiles.push(AgentProfile { name, ..walker.clone() });
            }
            self.profile(&entry.value, &mut profiles[index]);
        }
        profiles
    }

    fn profile(&mut self, node: &Node, profile: &mut AgentProfile) {
        let Some(fields) = self.fields(node, &PROFILE) else { return };
        let numbers: [(&str, &mut f32, RangeInclusive<f32>); 5] = [
            ("radius", &mut profile.radius, limits::RADIUS),
            ("speed", &mut profile.speed, limits::SPEED),
            ("mass", &mut profile.mass, limits::MASS),
            ("acceleration", &mut profile.acceleration, limits::ACCELERATION),
            ("acceptance_radius", &mut profile.acceptance_radius, limits::ACCEPTANCE_RADIUS),
        ];
        for (name, value, range) in numbers {
            if let Some(node) = self.optional(&fields, name) {
                *value = self.number(node, &format!("`{name}`"), range).unwrap_or(*value);
            }
        }
        if let Some(node) = self.optional(&fields, "color") {
            profile.color = self.color(node).unwrap_or(profile.color);
        }
    }

    fn legend(&mut self, node: &Node, terrains: &[Terrain]) -> Legend {
        let mut legend = Legend { whole: node.whole, places_whole: node.whole, ..Legend::default() };
        let mut given: BTreeMap<char, Span> = BTreeMap::new();
        let mut place_indices: BTreeMap<String, usize> = BTreeMap::new();
        if !matches!(node.value, Value::Map(_)) {
            legend.whole = false;
        }
        for entry in self.map(node, "`legend`", "{'.': \"grass\", '#': \"wall\"}") {
            let before = self.problems.count();
            let character = self.legend_key(&entry.key);
            let (terrain, place) = self.meaning(&entry.value, terrains);
            legend.places_whole &= self.problems.count() == before && !matches!(entry.value.value, Value::Broken);
            let Some(character) = character else {
                legend.whole = false;
                continue;
            };
            if let Some(&first) = given.get(&character) {
                self.given_twice(entry.key.span, format!("the character {character:?} is in the legend twice"), first);
                continue;
            }
            given.insert(character, entry.key.span);
            let place = place.map(|(name, span)| {
                *place_indices.entry(name.clone()).or_insert_with(|| {
                    legend.places.push(LegendPlace { name, span, character, tiles: Vec::new() });
                    legend.places.len() - 1
                })
            });
            legend.meanings.insert(character, Meaning { terrain: terrain.unwrap_or(TerrainId(0)), place });
        }
        legend
    }

    fn legend_key(&mut self, key: &Node) -> Option<char> {
        match key.value {
            Value::Character(character) if character.is_control() => {
                let message = format!("the character {character:?} cannot be seen in a row");
                self.report(key.span, message, "choose one that can be seen");
                None
            }
            Value::Character(character) => Some(character),
            Value::Text if syntax::string(self.text, key.span).chars().count() == 1 => {
                let message = "a character of the legend stands between single quotes";
                let character = syntax::string(self.text, key.span).chars().next()?;
                self.report(key.span, message, format!("write `{character:?}`"));
                Some(character)
            }
            _ => {
                self.wrong_kind(key, "a key of the legend", "one character", "'.'");
                None
            }
        }
    }

    /// What an entry of the legend says: a terrain, and a place with where it is named.
    fn meaning(&mut self, node: &Node, terrains: &[Terrain]) -> (Option<TerrainId>, Option<(String, Span)>) {
        if matches!(node.value, Value::Text) {
            return (self.terrain_name(node, terrains), None);
        }
        let example = "\"grass\"` or `(terrain: \"grass\", place: \"gate\")";
        if !matches!(node.value, Value::Fields(_)) {
            self.wrong_kind(node, "an entry of the legend", "the name of a terrain, or a struct", example);
            return (None, None);
        }
        let Some(fields) = self.fields(node, &LEGEND_ENTRY) else {
            return (None, None);
        };
        let terrain = self.required(&fields, "terrain", "\"grass\"");
        let terrain = terrain.and_then(|node| self.terrain_name(node, terrains));
        let place = self.optional(&fields, "place");
        let place = place.and_then(|node| Some((self.name(node, "the name of a place", "\"gate\"")?, node.span)));
        (terrain, place)
    }

    fn terrain_name(&mut self, node: &Node, terrains: &[Terrain]) -> Option<TerrainId> {
        let name = self.text(node, "the name of a terrain", "\"grass\"")?;
        let names = || terrains.iter().map(|terrain| terrain.name.as_str());
        let found = names().position(|terrain| terrain == name);
        if found.is_none() {
            self.unknown_name(node, "terrain", &name, names());
        }
        found.map(|index| TerrainId(index as u8))
    }

    /// The tiles, row by row; also fills in where the places are. Where a row is at fault, its tiles are taken for the
    /// default floor, so that the rest of the level can be checked.
    fn rows(&mut self, node: &Node, legend: &mut Legend) -> Option<Grid<TerrainId>> {
        let rows = self.list(node, "`rows`", "[\"####\", \"#..#\", \"####\"]")?;
        if rows.len() > limits::MAP_TILES {
            let message = format!("the map has too many rows: {}", rows.len());
            self.report(rows[limits::MAP_TILES].span, message, format!("it has at most {}", limits::MAP_TILES));
            return None;
        }
        let mut unknown = BTreeMap::new();
        let mut tiles: Vec<Option<Vec<TerrainId>>> = Vec::with_capacity(rows.len());
        for (y, row) in rows.iter().enumerate() {
            if matches!(row.value, Value::Text) {
                tiles.push(Some(self.row(row, y as i32, legend, &mut unknown)));
            } else {
                self.wrong_kind(row, "a row", "a string", "\"#..#\"");
                tiles.push(None);
            }
        }
        if legend.whole {
            self.unknown_characters(unknown, legend);
        }
        let width = self.common_width(node, rows, &tiles)?;
        legend.drawn = node.whole && tiles.iter().all(Option::is_some);
        let floor = vec![TerrainId(0); width];
        let all = tiles.into_iter().flat_map(|row| row.filter(|row| row.len() == width).unwrap_or(floor.clone()));
        node.whole.then(|| Grid::from_rows(width as u32, rows.len() as u32, all.collect()))
    }

    /// The tiles of one row.
    fn row(
        &mut self,
        row: &Node,
        y: i32,
        legend: &mut Legend,
        unknown: &mut BTreeMap<char, (Span, usize)>,
    ) -> Vec<TerrainId> {
        let mut tiles = Vec::new();
        for (span, character) in syntax::characters(self.text, row.span) {
            let meaning = character.and_then(|character| legend.meanings.get(&character));
            if let Some(place) = meaning.and_then(|meaning| meaning.place) {
                legend.places[place].tiles.push(Cell::new(tiles.len() as i32, y));
            }
            if let (None, Some(character)) = (meaning, character) {
                unknown.entry(character).or_insert((span, 0)).1 += 1;
            }
            tiles.push(meaning.map_or(TerrainId(0), |meaning| meaning.terrain));
        }
        tiles
    }

    fn unknown_characters(&mut self, unknown: BTreeMap<char, (Span, usize)>, legend: &Legend) {
        for (character, (span, count)) in unknown {
            let times = if count == 1 { String::new() } else { format!(" (it stands in the rows {count} times)") };
            let known: Vec<String> = legend.meanings.keys().map(|known| known.to_string()).collect();
            let known = list_of(known.iter().map(String::as_str));
            let help = if character.is_control() {
                format!("it cannot be seen in a row: use one of {known}")
            } else {
                format!("add `{character:?}: \"...\"` to it, or use one of {known}")
            };
            self.report(span, format!("the character {character:?} is not in the legend{times}"), help);
        }
    }

    /// The width that most rows have; reports those that differ.
    fn common_width(&mut self, node: &Node, rows: &[Node], tiles: &[Option<Vec<TerrainId>>]) -> Option<usize> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for row in tiles.iter().flatten() {
            *counts.entry(row.len()).or_default() += 1;
        }
        let drawn = counts.iter().filter(|(width, _)| **width > 0);
        let width = drawn.max_by_key(|(_, count)| **count).map_or(0, |(&width, _)| width);
        if width > limits::MAP_TILES {
            let message = format!("the map has too many columns: {width}");
            self.report(rows[0].span, message, format!("it has at most {}", limits::MAP_TILES));
            return None;
        }
        for (index, row) in tiles.iter().enumerate() {
            if let Some(row) = row.as_ref().filter(|row| row.len() != width) {
                let plural = if row.len() == 1 { "" } else { "s" };
                let message = format!("row {index} is {} character{plural} long, the others {width}", row.len());
                self.report(rows[index].span, message, "every row has the same length");
            }
        }
        if width == 0 && node.whole && tiles.iter().all(Option::is_some) {
            self.report(node.span, "the map is empty", "give it at least one row of one character");
        }
        (width > 0).then_some(width)
    }

    /// The places, each with its tiles; reports those that have none.
    fn places(&mut self, legend: Legend) -> BTreeMap<String, Vec<Cell>> {
        let mut places = BTreeMap::new();
        for place in legend.places {
            if place.tiles.is_empty() && legend.drawn {
                let message = format!("the place {} is nowhere on the map", shown(&place.name));
                self.report(place.span, message, format!("put its character {:?} into a row", place.character));
            }
            places.insert(place.name, place.tiles);
        }
        places
    }

    fn agents(&mut self, node: Option<&Node>, surroundings: &Surroundings) -> Vec<AgentStart> {
        let Some(node) = node else { return Vec::new() };
        let example = "[(profile: \"walker\", tile: (2, 1))]";
        let Some(list) = self.list(node, "`agents`", example) else { return Vec::new() };
        if list.len() > limits::AGENTS {
            let message = format!("there are too many agents: {}", list.len());
            self.report(list[limits::AGENTS].span, message, format!("a level has at most {}", limits::AGENTS));
            return Vec::new();
        }
        let mut agents = Vec::new();
        for node in list {
            if let Some((agent, span)) = self.agent(node, surroundings) {
                agents.push((agent, span));
            }
        }
        if surroundings.measured {
            self.overlaps(&agents, surroundings.profiles);
        }
        agents.into_iter().map(|(agent, _)| agent).collect()
    }

    /// One agent, and where its position is written.
    fn agent(&mut self, node: &Node, surroundings: &Surroundings) -> Option<(AgentStart, Span)> {
        let Surroundings { map, measured, profiles, .. } = *surroundings;
        let fields = self.fields(node, &AGENT)?;
        let profile = match self.optional(&fields, "profile") {
            Some(node) => self.profile_name(node, profiles),
            None => Some(0),
        };
        let order = self.optional(&fields, "order").and_then(|node| self.order(node, surroundings));
        let (position, span) = self.position(&fields, surroundings)?;
        if let Some(map) = map
            && self.on_ground(map, position, span)
            && let Some(profile) = profile
            && measured
        {
            self.room(map, &profiles[profile], position, span);
        }
        Some((AgentStart { profile: profile?, position, order }, span))
    }

    fn profile_name(&mut self, node: &Node, profiles: &[AgentProfile]) -> Option<usize> {
        let name = self.text(node, "the profile of an agent", "\"walker\"")?;
        let names = || profiles.iter().map(|profile| profile.name.as_str());
        let found = names().position(|profile| profile == name);
        if found.is_none() {
            self.unknown_name(node, "profile", &name, names());
        }
        found
    }

    /// Where an agent is, in world units, and where that is written; reported when it is outside the map.
    fn position(&mut self, fields: &Fields, surroundings: &Surroundings) -> Option<(Vec2, Span)> {
        let map = surroundings.map;
        match (self.optional(fields, "tile"), self.optional(fields, "at")) {
            (Some(tile), None) => {
                let cell = self.tile(tile)?;
                let map = map?;
                self.inside(map, cell, tile.span).then(|| (map.lattice.centre(cell), tile.span))
            }
            (None, Some(at)) => {
                let point = self.point(at, "`at`")?;
                let map = map.filter(|_| surroundings.measured)?;
                self.point_inside(map, point, at.span).then_some((point, at.span))
            }
            (Some(_), Some(at)) => {
                self.report(at.span, "an agent has `tile` or `at`, not both", "leave one of them out");
                None
            }
            (None, None) => {
                if fields.whole {
                    let end = fields.span.end as usize;
                    let help = "add `tile: (column, row)`, or `at: (x, y)` in world units";
                    self.report(Span::new(end - 1, end), "it is not said where this agent is", help);
                }
                None
            }
        }
    }

    fn inside(&mut self, map: &TileMap, tile: Cell, span: Span) -> bool {
        let inside = map.lattice.contains(tile);
        if !inside {
            let (columns, rows) = (map.lattice.width - 1, map.lattice.height - 1);
            let help = format!("the map has columns 0 to {columns} and rows 0 to {rows}");
            self.report(span, format!("the tile {} lies outside the map", shown(self.slice(span))), help);
        }
        inside
    }

    fn point_inside(&mut self, map: &TileMap, point: Vec2, span: Span) -> bool {
        let inside = map.lattice.tile_inside(point).is_some();
        if !inside {
            let (first, last) = (map.lattice.origin, map.lattice.origin + map.lattice.size());
            let help = format!("the map reaches from ({}, {}) to ({}, {})", first.x, first.y, last.x, last.y);
            self.report(span, format!("the point {} lies outside the map", shown(self.slice(span))), help);
        }
        inside
    }

    /// Whether an agent stands on a tile that can be walked on; reported when not.
    fn on_ground(&mut self, map: &TileMap, position: Vec2, span: Span) -> bool {
        let own = map.lattice.tile_at(position);
        let wall = map.terrain_at(own).filter(|terrain| !terrain.walkable);
        if let Some(terrain) = wall {
            let message =
                format!("this agent stands in a wall: tile ({}, {}) is {}", own.x, own.y, shown(&terrain.name));
            self.report(span, message, "put it on ground that can be walked on");
        }
        wall.is_none()
    }

    /// Reports an agent whose body reaches into a wall or across the edge of the map.
    fn room(&mut self, map: &TileMap, profile: &AgentProfile, position: Vec2, span: Span) {
        let lattice = &map.lattice;
        let reach = Vec2::splat(profile.radius);
        let (first, last) = (lattice.tile_at(position - reach), lattice.tile_at(position + reach));
        let touched = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| Cell::new(x, y)));
        let hit = touched.filter(|&tile| !map.is_walkable(tile)).find(|&tile| {
            let corner = lattice.corner(tile);
            let nearest = position.clamp(corner, corner + Vec2::splat(lattice.tile_size));
            nearest.distance(position) < profile.radius - limits::TOUCH
        });
        if let Some(tile) = hit {
            let what = match map.terrain_at(tile) {
                Some(terrain) => format!("reaches into {} at tile ({}, {})", shown(&terrain.name), tile.x, tile.y),
                None => "reaches over the edge of the map".to_owned(),
            };
            let message = format!("the body of this agent {what}");
            let help = format!("a {} has a radius of {}: give it more room", profile.name, profile.radius);
            self.report(span, message, help);
        }
    }

    /// Reports every agent whose body overlaps that of an earlier one, once.
    fn overlaps(&mut self, agents: &[(AgentStart, Span)], profiles: &[AgentProfile]) {
        let radius = |index: usize| profiles[agents[index].0.profile].radius;
        let position = |index: usize| agents[index].0.position;
        let widest = (0..agents.len()).map(radius).fold(0.0, f32::max);
        // The bits of numbers that are not negative have the order of the numbers.
        let left = (0..agents.len()).map(|index| position(index).x).fold(f32::INFINITY, f32::min);
        let mut ranked: Vec<(u32, usize)> =
            (0..agents.len()).map(|index| ((position(index).x - left).to_bits(), index)).collect();
        ranked.sort_unstable();
        let by_x: Vec<usize> = ranked.into_iter().map(|(_, index)| index).collect();
        let mut overlapped: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, &one) in by_x.iter().enumerate() {
            let reach = radius(one) + widest;
            for &other in by_x[place + 1..].iter().take_while(|&&other| position(other).x - position(one).x < reach) {
                if position(one).distance(position(other)) < radius(one) + radius(other) - limits::TOUCH {
                    let first = overlapped.entry(one.max(other)).or_insert(one.min(other));
                    *first = one.min(other).min(*first);
                }
            }
        }
        let text = self.text;
        for (second, first) in overlapped {
            self.problems.report_with(agents[second].1, || {
                let help = format!("the other one stands at {}", Problems::place(text, agents[first].1));
                ("this agent overlaps another".to_owned(), help)
            });
        }
    }

    fn order(&mut self, node: &Node, surroundings: &Surroundings) -> Option<StartOrder> {
        let example = "MoveTo(\"gate\")";
        let (name, inside) = match (&node.value, node.name) {
            (Value::Broken, _) => return None,
            (Value::Word, _) => (node.span, None),
            (Value::Tuple(values), Some(name)) => (name, Some(values)),
            (Value::Fields(_), Some(name)) => (name, None),
            _ => {
                self.wrong_kind(node, "an order", "the name of an order with its target", example);
                return None;
            }
        };
        let written = self.slice(name).to_owned();
        if written != "MoveTo" {
            let help = did_you_mean(&written, ["MoveTo"]).unwrap_or_else(|| "the orders are `MoveTo`".to_owned());
            self.report(name, format!("there is no order {}", shown(&written)), help);
            return None;
        }
        match inside.map(Vec::as_slice) {
            Some([target]) => self.target(target, surroundings).map(StartOrder::MoveTo),
            _ => {
                if node.whole {
                    let help = "write `MoveTo(\"gate\")`, `MoveTo((tile: (3, 4)))` or `MoveTo((at: (3.5, 1.0)))`";
                    self.report(node.span, "`MoveTo` takes one target", help);
                }
                None
            }
        }
    }

    fn target(&mut self, node: &Node, surroundings: &Surroundings) -> Option<Target> {
        let Surroundings { map, measured, places, places_whole, .. } = *surroundings;
        if matches!(node.value, Value::Text) {
            let name = self.text(node, "a target", "\"gate\"")?;
            if places.is_empty() && places_whole {
                let help = "a legend names one: `'G': (terrain: \"grass\", place: \"gate\")`";
                self.report(node.span, format!("there is no place {}: this level names none", shown(&name)), help);
            } else if !places.contains_key(&name) && places_whole {
                self.unknown_name(node, "place", &name, places.keys().map(String::as_str));
            }
            return Some(Target::Place(name));
        }
        let example = "\"gate\"`, `(tile: (3, 4))` or `(at: (3.5, 1.0))";
        if !matches!(node.value, Value::Fields(_)) {
            self.wrong_kind(node, "a target", "a place, a tile or a point", example);
            return None;
        }
        let fields = self.fields(node, &TARGET)?;
        match (fields.get("tile"), fields.get("at")) {
            (Some(tile), None) => {
                let cell = self.tile(tile)?;
                map.is_none_or(|map| self.inside(map, cell, tile.span)).then_some(Target::Tile(cell))
            }
            (None, Some(at)) => {
                let point = self.point(at, "`at`")?;
                let map = map.filter(|_| measured);
                map.is_none_or(|map| self.point_inside(map, point, at.span)).then_some(Target::Point(point))
            }
            (Some(_), Some(at)) => {
                self.report(at.span, "a target has `tile` or `at`, not both", "leave one of them out");
                None
            }
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_square_map() {
        let text = r#"(version: 1, name: "Wide", legend: {'.': "grass", '#': "wall", 'G': (terrain: "road", place: "gate")},
            rows: ["....#", "..G.."], agents: [(tile: (3, 1))])"#;
        let level = level("wide.ron", text).unwrap_or_else(|error| panic!("{error}"));
        let (map, lattice) = (&level.map, &level.map.lattice);
        assert_eq!((lattice.width, lattice.height), (5, 2));
        assert_eq!((map.tiles.width(), map.tiles.height()), (5, 2));
        assert!(!map.is_walkable(Cell::new(4, 0)) && map.is_walkable(Cell::new(4, 1)));
        assert_eq!(level.places["gate"], [Cell::new(2, 1)]);
        assert_eq!(level.agents[0].position, Vec2::new(3.5, 1.5));
    }

    #[test]
    fn a_changed_terrain_keeps_what_is_not_given() {
        let text = r#"(version: 1, name: "Own", legend: {'.': "grass"}, rows: ["."],
            terrains: {"swamp": (cost: 9), "ice": (cost: 0.4)}, profiles: {"ox": (mass: 30), "cart": (speed: 2)})"#;
        let level = level("own.ron", text).unwrap_or_else(|error| panic!("{error}"));
        let swamp = Terrain::built_in().into_iter().find(|terrain| terrain.name == "swamp").unwrap();
        assert!(level.map.terrains.contains(&Terrain { cost: 9.0, ..swamp }));
        let ice = level.map.terrains.last().unwrap();
        assert!(ice.name == "ice" && ice.walkable && ice.cost == 0.4);
        let built_in = AgentProfile::built_in();
        let ox = built_in.iter().find(|profile| profile.name == "ox").unwrap().clone();
        assert!(level.profiles.contains(&AgentProfile { mass: 30.0, ..ox }));
        let cart = AgentProfile { name: "cart".to_owned(), speed: 2.0, ..built_in[0].clone() };
        assert_eq!(level.profiles.last(), Some(&cart));
    }
}
