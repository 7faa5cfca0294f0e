//! From the tree of a level file to a [`Level`], collecting every problem on the way.

mod agents;
mod drawing;
mod generated;
mod search;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use glam::Vec2;

use super::generate::{self, Generate};
use super::problem::{LevelError, Problems, Span, shown};
use super::reader::{Fields, Reader, Shape};
use super::syntax::{self, Entry, Node, Numeral, Value};
use super::{Level, Terrain, TerrainId, TileMap, limits};
use crate::grid::{Cell, Grid, Lattice};
use crate::method::Method;
use crate::profile::{AgentProfile, Color};
use crate::sorting;
use agents::Surroundings;
use drawing::Legend;

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
        "search",
        "terrains",
        "profiles",
        "legend",
        "rows",
        "generate",
        "places",
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

/// The ground of a level as it is read.
struct Land {
    tiles: Option<Grid<TerrainId>>,
    generate: Option<Generate>,
    places: Places,
    /// Whether no place was lost to an error.
    places_whole: bool,
}

/// The places of a level by their names.
type Places = BTreeMap<String, Place>;

struct Place {
    /// Where it is named first.
    span: Span,
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
        let search = self.optional(&fields, "search").map(|node| self.search(node, Method::default()));
        let search = search.unwrap_or_default();
        let Land { tiles, generate, places, mut places_whole } = self.land(&fields, &terrains, seed.unwrap_or(0));
        let (tile_size, origin) = (self.tile_size(&fields), self.origin(&fields));
        let measured = tile_size.is_some() && origin.is_some();
        let (tile_size, origin) = (tile_size.unwrap_or(1.0), origin.unwrap_or(Vec2::ZERO));
        let map = tiles.map(|tiles| {
            let lattice = Lattice { origin, tile_size, width: tiles.width(), height: tiles.height() };
            TileMap::new(lattice, terrains, tiles)
        });
        let before = self.problems.count();
        let places = self.places(self.optional(&fields, "places"), places, map.as_ref());
        places_whole &= self.problems.count() == before;
        let surroundings =
            Surroundings { map: map.as_ref(), measured, profiles: &profiles, places: &places, places_whole, search };
        let agents = self.agents(self.optional(&fields, "agents"), &surroundings);
        let mut tiles_of_places = BTreeMap::new();
        tiles_of_places.extend(places.into_iter().map(|(name, place)| (name, place.tiles)));
        Some(Level {
            name: name?,
            about: about.unwrap_or_default(),
            seed: seed.unwrap_or(0),
            search,
            map: map?,
            generate,
            places: tiles_of_places,
            profiles,
            agents,
            zones: Vec::new(),
            wear: None,
            switches: Vec::new(),
            repath_interval: None,
        })
    }

    /// The ground: drawn, or left to a seed.
    fn land(&mut self, fields: &Fields, terrains: &[Terrain], seed: u64) -> Land {
        let Some(node) = self.optional(fields, "generate") else { return self.drawn_land(fields, terrains) };
        if let Some(rows) = fields.entry("rows") {
            let help = "leave one of them out: `rows` draws the map, `generate` leaves it to a seed";
            self.report(rows.key.span, "a level has `rows` or `generate`, not both", help);
        }
        if let Some(node) = fields.get("legend") {
            let legend = self.legend(node, terrains);
            self.places_without_rows(&legend);
        }
        let generate = self.generate(node, terrains, seed);
        let tiles = generate.as_ref().map(generate::generate);
        Land { tiles, generate, places: BTreeMap::new(), places_whole: true }
    }

    fn drawn_land(&mut self, fields: &Fields, terrains: &[Terrain]) -> Land {
        let mut legend = match self.required(fields, "legend", "{'.': \"grass\", '#': \"wall\"}") {
            Some(node) => self.legend(node, terrains),
            None => Legend::default(),
        };
        let tiles = match self.required(fields, "rows", "[\"####\", \"#..#\", \"####\"]") {
            Some(node) => self.rows(node, &mut legend),
            None => None,
        };
        let places_whole = legend.places_whole;
        Land { tiles, generate: None, places: self.drawn_places(legend), places_whole }
    }

    /// The places, those of the field `places` added to those that are drawn.
    fn places(&mut self, node: Option<&Node>, mut places: Places, map: Option<&TileMap>) -> Places {
        let Some(node) = node else { return places };
        let mut given = BTreeMap::new();
        given.extend(places.iter().map(|(name, place)| (name.clone(), place.span)));
        for entry in self.map(node, "`places`", "{\"gate\": (3, 4)}") {
            let Some(name) = self.map_name(entry, "a place", &mut given) else { continue };
            let tiles = self.place_tiles(&entry.value, map);
            places.insert(name, Place { span: entry.key.span, tiles });
        }
        places
    }

    /// The tiles of a place, one or a list, row by row.
    fn place_tiles(&mut self, node: &Node, map: Option<&TileMap>) -> Vec<Cell> {
        let nodes = match &node.value {
            Value::List(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(node),
        };
        if nodes.is_empty() && node.whole {
            self.report(node.span, "this place has no tile", "give it one, like `(3, 4)`");
        }
        let mut tiles = Vec::new();
        for node in nodes {
            let tile = self.tile(node);
            tiles.extend(tile.filter(|&tile| map.is_none_or(|map| self.inside(map, tile, node.span))));
        }
        sorting::sort_by_key(&mut tiles, |tile| (tile.y, tile.x));
        tiles.dedup();
        tiles
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
                terrains.push(Terrain { name, color, ..Terrain::built_in().swap_remove(0) });
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

    fn terrain_name(&mut self, node: &Node, terrains: &[Terrain]) -> Option<TerrainId> {
        let name = self.text(node, "the name of a terrain", "\"grass\"")?;
        let names = || terrains.iter().map(|terrain| terrain.name.as_str());
        let found = names().position(|terrain| terrain == name);
        if found.is_none() {
            self.unknown_name(node, "terrain", &name, names());
        }
        found.map(|index| TerrainId(index as u8))
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
