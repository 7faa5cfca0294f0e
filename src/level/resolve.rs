//! From the tree of a level file to a [`Level`], collecting every problem.

mod agents;
mod areas;
mod drawing;
mod generated;
mod groups;
pub(crate) mod in_scripts;
mod lesson;
mod links;
mod motions;
mod names;
mod obstacles;
mod orders;
mod paths;
pub(in crate::level) mod pieces;
mod points;
mod profiles;
mod relief;
mod room;
pub(super) mod rule_fields;
mod rules;
mod search;
mod stamp;
mod waves;
mod zones;

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::generate::{self, Generate};
use super::{Area, Level, Opening, Rule, Switch, Terrain, TerrainId, TileMap, UserData, limits};
use crate::format::locations::{Locations, Noun};
use crate::format::plain_fields::PlainFields;
use crate::format::problem::{LevelError, Problems, Span, shown};
use crate::format::reader::{Fields, Reader, with_article};
use crate::format::syntax::{self, KeyValue, Node, Numeral, Value};
use crate::format::table::{LEVEL, MARKED_PLACE};
use crate::grid::{Cell, Grid, Lattice};
use crate::method::Method;
use crate::profile::AgentProfile;
use crate::sorting;
use areas::Kinds;
pub(super) use groups::{count as count_of_group, name_of_member};
use names::Names;
use relief::Slopes;
pub(super) use room::has_room;

/// Reads and checks a level.
pub(super) fn level(file: &str, text: &str) -> Result<(Level, Locations), LevelError> {
    tree_and_level(file, text).map(|(_, level, locations)| (level, locations))
}

/// The same, with the tree of the text.
pub(super) fn tree_and_level(file: &str, text: &str) -> Result<(Node, Level, Locations), LevelError> {
    let mut problems = Problems::default();
    if text.len() > limits::TEXT_BYTES {
        let message = format!("this file is too long for a level: {} bytes", text.len());
        problems.report(Span::new(0, 0), message, format!("a level has at most {} bytes", limits::TEXT_BYTES));
        return Err(problems.into_error(file, text));
    }
    let root = syntax::parse(text, &mut problems);
    let (level, locations) = checked_level(file, text, &root, problems)?;
    Ok((root, level, locations))
}

/// Reads and checks a level whose tree is known.
pub(super) fn level_of_tree(file: &str, text: &str, root: &Node) -> Result<Level, LevelError> {
    checked_level(file, text, root, Problems::default()).map(|(level, _)| level)
}

fn checked_level(file: &str, text: &str, root: &Node, problems: Problems) -> Result<(Level, Locations), LevelError> {
    let mut reader = Reader::new(text, problems, root.whole);
    let level = reader.level(root);
    match level {
        Some(level) if reader.problems.is_empty() => Ok((level, reader.locations)),
        _ => {
            debug_assert!(!reader.problems.is_empty(), "a level is refused without a word");
            Err(reader.problems.into_error(file, text))
        }
    }
}

/// What things on the ground are checked against.
#[derive(Clone, Copy)]
pub(super) struct Site<'l> {
    /// The ground, if it could be read.
    map: Option<&'l TileMap>,
    /// Whether the position of the map in the world is known, so that points and distances can be checked.
    measured: bool,
    areas: &'l [Area],
    layers: &'l [String],
    places: &'l KnownPlaces,
    /// Whether these are all places.
    places_whole: bool,
    profiles: &'l [AgentProfile],
    /// Whether these are all profiles, with all that they can do.
    profiles_whole: bool,
    agents: &'l Names,
    obstacles: &'l Names,
    teams: &'l BTreeSet<String>,
    /// Whether agents are called by their numbers: in scripts, also those that came later.
    by_number: bool,
}

/// The tiles of a level as they are read.
struct Land<'n> {
    tiles: Option<Grid<TerrainId>>,
    /// How they lie, by the legend.
    slopes: Option<Slopes<'n>>,
    generate: Option<Generate>,
    places: KnownPlaces,
    /// Whether no place was lost to an error.
    places_whole: bool,
}

/// The places of a level by their names.
type KnownPlaces = BTreeMap<String, KnownPlace>;

struct KnownPlace {
    /// Where it is named first.
    span: Span,
    tiles: Vec<Cell>,
}

impl Reader<'_> {
    fn level(&mut self, root: &Node) -> Option<Level> {
        let fields = &self.open(root, &LEVEL)?;
        if let Some(node) = self.required(fields, "version") {
            self.version(node)?;
        }
        let name = self.take(fields, "name");
        let about = self.optional(fields, "about").and_then(|node| self.text(node, "`about`", "\"What it shows.\""));
        let seed = self.take(fields, "seed").unwrap_or(0);
        let search = self.optional(fields, "search").map(|node| search::search(self, node, Method::default()));
        let search = search.unwrap_or_default();
        let kinds = areas::kinds(self, fields);
        let wear = self.optional(fields, "wear").and_then(|node| zones::wear(self, node, &kinds.terrains));
        let layers = obstacles::layers(self, fields);
        let before = self.problems.count();
        let (profiles, user_of_profiles) = profiles::profiles(self, fields, &kinds.areas, &layers);
        let profiles_whole = self.problems.count() == before;
        let areas = kinds.areas.clone();
        let mut land = self.land(fields, &kinds.terrains, seed);
        let (mut map, measured) = self.measured_map(fields, kinds, &layers, &mut land);
        let before = self.problems.count();
        let (places, user_of_places) = self.places(fields, land.places, map.as_ref());
        let places_whole = land.places_whole && self.problems.count() == before;
        let bare = Site {
            map: None,
            measured,
            areas: &areas,
            layers: &layers,
            places: &places,
            places_whole,
            profiles: &profiles,
            profiles_whole,
            agents: &names::names_of_agents(self, self.optional(fields, "agents")),
            obstacles: &names::names_of_obstacles(self, self.optional(fields, "obstacles")),
            teams: &names::names_of_teams(self, ["agents", "waves", "rules"].map(|list| self.optional(fields, list))),
            by_number: false,
        };
        let (switches, are_placed) = self.place_things(fields, &mut map, &bare);
        let site = Site { map: map.as_ref(), ..bare };
        let mut paths = paths::paths(self, fields, &site);
        let agents = agents::agents(self, fields, &site, (search, seed), &mut paths);
        let later = agents.len()..agents.len();
        let waves =
            waves::waves(self, fields, &mut orders::Context { site: &site, paths: &mut paths, agents: later.clone() });
        let zones = zones::zones(self, fields, &site);
        let player = self.optional(fields, "player").map(|node| orders::known_team(self, node, &site));
        let turned = site.map.map(|map| (&map.links[..], &map.obstacles[..])).filter(|_| are_placed);
        let orders = orders::Context { site: &site, paths: &mut paths, agents: later };
        let rules = rules::rules(self, fields, rule_fields::Context { orders, turned });
        let agents_given: &[Node] = self.optional(fields, "agents").map_or(&[], Node::list_or_one);
        let count = |node: &Node| node.field(self.text, "count").and_then(|count| groups::count(self.text, count));
        let in_lab = agents_given.iter().map(|node| count(node).unwrap_or(1)).sum::<usize>() <= 1;
        let lesson = lesson::lesson(self, fields, &site, in_lab);
        let labels = self.labels(fields, &site);
        let expected_warnings = self.take(fields, "expected_warnings");
        if let Some(Value::List(kinds)) = self.optional(fields, "expected_warnings").map(|node| &node.value) {
            self.locations.expected_warnings = kinds.iter().map(|node| node.span).collect();
        }
        let mut opening = Opening::default();
        opening.take_plain(self, fields);
        let mut profiles = profiles;
        if let Some(obstacles) = self.optional(fields, "obstacles") {
            let later = waves.iter().chain(rules.iter().flat_map(Rule::waves)).map(|wave| (wave.profile, &wave.team));
            let members = agents.iter().map(|agent| (agent.profile, &agent.team)).chain(later);
            motions::note_teams(self, obstacles, &mut profiles, members);
        }
        Some(Level {
            name: name?,
            about: about.unwrap_or_default(),
            opening,
            player: player.flatten(),
            walls: self.take(fields, "walls"),
            user: self.take(fields, "user"),
            seed,
            search,
            map: map?,
            generate: land.generate,
            labels,
            user_of_places,
            user_of_profiles,
            places: sorting::map(places.into_iter().map(|(name, place)| (name, place.tiles))),
            profiles,
            paths: paths.all,
            agents,
            waves,
            rules,
            zones,
            wear,
            switches,
            repath_interval: self.take(fields, "repath_interval"),
            lesson,
            expected_warnings: expected_warnings?,
        })
    }

    /// Puts obstacles and links on the ground, and gives the switches, and whether no obstacle and no link was lost to an error.
    /// `bare` is the site without its map.
    fn place_things(&mut self, fields: &Fields, map: &mut Option<TileMap>, bare: &Site) -> (Vec<Switch>, bool) {
        let site = Site { map: map.as_ref(), ..*bare };
        let before = self.problems.count();
        let obstacles = obstacles::obstacles(self, fields, &site);
        let links = links::links(self, fields, &site);
        let whole = site.measured && site.map.is_some() && self.problems.count() == before;
        let switches = links::switches(self, fields, &site, whole.then_some((&links, &obstacles)));
        if let Some(map) = map {
            (map.obstacles, map.links) = (obstacles.into(), links);
        }
        (switches, whole)
    }

    /// The ground with its measures, and whether these are known.
    fn measured_map(
        &mut self,
        fields: &Fields,
        kinds: Kinds,
        layers: &[String],
        land: &mut Land,
    ) -> (Option<TileMap>, bool) {
        let (tile_size, origin) = (self.take(fields, "tile_size"), self.take(fields, "origin"));
        let measured = tile_size.is_some() && origin.is_some();
        let size = land.tiles.as_ref().map(|tiles| (tiles.width(), tiles.height()));
        let bake =
            self.optional(fields, "bake").map(|node| obstacles::bake(self, node, layers, size)).unwrap_or_default();
        let Some(tiles) = land.tiles.take() else { return (None, measured) };
        let (tile_size, origin) = (tile_size.unwrap_or(1.0), origin.unwrap_or(Vec2::ZERO));
        let lattice = Lattice { origin, tile_size, width: tiles.width(), height: tiles.height() };
        let mut map = TileMap {
            areas: kinds.areas,
            layers: layers.to_vec(),
            bake,
            ..TileMap::new(lattice, kinds.terrains, tiles)
        };
        map.relief = relief::relief(self, fields, &map, land.slopes.take());
        (Some(map), measured)
    }

    /// The tiles: drawn, or left to a seed.
    fn land<'n>(&mut self, fields: &Fields<'n>, terrains: &[Terrain], seed: u64) -> Land<'n> {
        let Some(node) = self.optional(fields, "generate") else {
            return self.drawn_land(fields, terrains);
        };
        if let (Some(rows), Some(at)) = (self.optional(fields, "rows"), self.optional(fields, "rows_at")) {
            return stamp::land(self, fields, node, (rows, at), terrains, seed);
        }
        self.locations.generate = Some(node.span);
        if self.optional(fields, "stamps").is_some() {
            return stamp::on_generated(self, fields, node, terrains, seed);
        }
        let legend = drawing::legend_in(self, fields, terrains);
        if self.optional(fields, "rows").is_none() {
            drawing::places_without_rows(self, &legend);
        }
        let generate = generated::generate(self, node, terrains, seed);
        let tiles = generate.as_ref().map(generate::generate);
        Land { tiles, slopes: None, generate, places: KnownPlaces::new(), places_whole: true }
    }

    fn drawn_land<'n>(&mut self, fields: &Fields<'n>, terrains: &[Terrain]) -> Land<'n> {
        let mut legend = drawing::legend_in(self, fields, terrains);
        let node = self.optional(fields, "rows");
        let mut tiles = node.and_then(|node| drawing::rows(self, node, &mut legend));
        let rows = node.and_then(|node| if let Value::List(rows) = &node.value { Some(rows.as_slice()) } else { None });
        let mut slopes =
            tiles.as_ref().zip(rows).and_then(|(tiles, rows)| drawing::slopes(self, rows, tiles.width(), &legend));
        pieces::stamp(self, fields, &mut tiles, &mut slopes, &mut legend);
        let places_whole = legend.places_whole;
        Land { tiles, slopes, generate: None, places: drawing::drawn_places(self, legend), places_whole }
    }

    /// The places, those of the field `places` added to those that are drawn, and what programs keep of them.
    fn places(
        &mut self,
        fields: &Fields,
        mut places: KnownPlaces,
        map: Option<&TileMap>,
    ) -> (KnownPlaces, BTreeMap<String, UserData>) {
        let mut given = BTreeMap::new();
        given.extend(places.iter().map(|(name, place)| (name.clone(), place.span)));
        let (mut users, mut given_of_drawn) = (BTreeMap::new(), BTreeMap::new());
        for entry in self.take_map(fields, "places") {
            let is_struct = matches!(entry.value.value, Value::Fields(_));
            let of_place = if is_struct { self.open(&entry.value, &MARKED_PLACE) } else { None };
            let tiles = match &of_place {
                Some(of_place) => self.optional(of_place, "tiles"),
                None => Some(&entry.value),
            };
            let given = if tiles.is_some() { &mut given } else { &mut given_of_drawn };
            let Some(name) = self.map_name(entry, Noun::Place, given) else { continue };
            if let Some(user) = of_place.as_ref().and_then(|of_place| self.take(of_place, "user")) {
                users.insert(name.clone(), user);
            }
            match tiles {
                Some(tiles) => {
                    let tiles = self.place_tiles(tiles, map);
                    places.insert(name, KnownPlace { span: entry.key.span, tiles });
                }
                None if !places.contains_key(&name) && entry.value.whole => {
                    let message = format!("no row marks the place {}, and it has no `tiles`", shown(&name));
                    self.report(entry.value.span, message, "add `tiles: [(3, 4)]`, or mark it in the rows");
                }
                None => {}
            }
        }
        (places, users)
    }

    /// Where the flags of places stand that are not in their middles.
    fn labels(&mut self, fields: &Fields, site: &Site) -> BTreeMap<String, Option<Cell>> {
        let (mut labels, mut given) = (BTreeMap::new(), BTreeMap::new());
        for entry in self.take_map(fields, "labels") {
            let Some(name) = self.map_name(entry, Noun::Place, &mut given) else { continue };
            if !site.places.contains_key(&name) && site.places_whole {
                self.unknown_name(&entry.key, "place", &name, site.places.keys().map(String::as_str));
            }
            let at = match entry.value.value {
                Value::Text => self.one_of(&entry.value, "label", &["hidden"]).map(|_| None),
                Value::Bool => {
                    let message = "the label of a place is a tile, or \"hidden\"";
                    self.report(entry.value.span, message, "write `\"hidden\"`, or a tile such as `(2, 1)`");
                    None
                }
                _ => match (self.tile(&entry.value), site.map) {
                    (Some(tile), Some(map)) if !points::inside(self, map, tile, entry.value.span) => None,
                    (tile, _) => tile.map(Some),
                },
            };
            labels.extend(at.map(|at| (name, at)));
        }
        labels
    }

    /// The tiles of a place, one or a list, row by row.
    fn place_tiles(&mut self, node: &Node, map: Option<&TileMap>) -> Vec<Cell> {
        let nodes = node.list_or_one();
        if nodes.is_empty() && node.whole {
            self.report(node.span, "this place has no tile", "give it one, like `(3, 4)`");
        }
        let mut tiles = Vec::new();
        for node in nodes {
            let tile = self.tile(node);
            tiles.extend(tile.filter(|&tile| map.is_none_or(|map| points::inside(self, map, tile, node.span))));
        }
        sorting::sort_by_key(&mut tiles, |tile| (tile.y, tile.x));
        tiles.dedup();
        tiles
    }

    /// Checks the version; `None` where it is newer: what else such a text says, right or wrong, is not known here.
    fn version(&mut self, node: &Node) -> Option<()> {
        const READ: i128 = limits::VERSION;
        let written = shown(self.slice(node.span));
        let numeral = Numeral::read(self.slice(node.span).trim_matches('"'));
        match (&node.value, numeral) {
            (Value::Broken, _) | (Value::Number, Some(Numeral::Whole(READ))) => {}
            (_, Some(newer)) if newer.rounded() > READ as f32 => {
                let newer = self.slice(node.span).trim_matches('"');
                let message = format!("this level is of version {newer}; this program reads version {READ}");
                self.problems = Problems::default();
                self.report(node.span, message, "get a newer Footpath");
                return None;
            }
            _ => {
                let help = format!("this is version {READ} of the format: write `version: {READ}`");
                self.report(node.span, format!("unknown version {written}"), help);
            }
        }
        Some(())
    }

    /// The place that a thing of this name has among `names`, which may be `most`: behind them if it is new. Reported where there
    /// is no room for it.
    fn place_among<'a>(
        &mut self,
        entry: &KeyValue,
        noun: Noun,
        name: &str,
        mut names: impl ExactSizeIterator<Item = &'a str>,
        most: usize,
    ) -> Option<usize> {
        let count = names.len();
        let known = names.position(|known| known == name);
        if known.is_none() && count == most {
            let help = format!("a level has at most {most}, built-in ones included");
            self.report(entry.key.span, format!("this is one {} too many", noun.name()), help);
            return None;
        }
        Some(known.unwrap_or(count))
    }

    /// The key of a map as a name, reported when it is no name or is given before.
    fn map_name(&mut self, entry: &KeyValue, noun: Noun, given: &mut BTreeMap<String, Span>) -> Option<String> {
        let Some(name) = self.name(&entry.key, &format!("the name of {}", with_article(noun.name())), "\"lava\"")
        else {
            self.lost.insert(noun.name().to_owned());
            return None;
        };
        if let Some(&first) = given.get(&name) {
            self.given_twice(entry.key.span, format!("the key {} is given twice", shown(&name)), first);
            return None;
        }
        given.insert(name.clone(), entry.key.span);
        self.locations.names.insert((noun, name.clone()), entry.key.span);
        Some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::AgentProfile;

    #[test]
    fn non_square_map() {
        let text = r#"(version: 1, name: "Wide", legend: {'.': "grass", '#': "wall", 'G': (terrain: "road", place: "gate")},
            rows: ["....#", "..G.."], agents: [(tile: (3, 1))])"#;
        let (level, _) = level("wide.ron", text).unwrap_or_else(|error| panic!("{error}"));
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
        let (level, _) = level("own.ron", text).unwrap_or_else(|error| panic!("{error}"));
        let swamp = Terrain::built_in().into_iter().find(|terrain| terrain.name == "swamp").unwrap();
        assert!(level.map.terrains.contains(&Terrain { cost: 9.0, ..swamp }));
        let ice = level.map.terrains.last().unwrap();
        assert!(ice.name == "ice" && ice.walkable && ice.cost == 0.4);
        let built_in = AgentProfile::built_in();
        let ox = built_in.iter().find(|profile| profile.name == "ox").unwrap().clone();
        assert!(level.profiles.contains(&AgentProfile { mass: 30.0, ..ox }));
        let cart = AgentProfile { name: "cart".to_owned(), speed: 2.0, max_speed: 2.0, ..built_in[0].clone() };
        assert_eq!(level.profiles.last(), Some(&cart));
    }
}
