//! From a [`Level`] to the text of a level file.

mod agents;
mod kinds;
mod lesson;
mod relief;
mod things;

use std::collections::{BTreeMap, BTreeSet};

use super::format::{GenerateEntry, LegendEntry, LevelFile, PatchEntry, SearchEntry, TileEntry, WeightEntry};
use super::generate::{self, Generate, Kind, Patch};
use super::{Level, TerrainId, limits, values};
use crate::grid::{Cell, Grid};
use crate::method::{Connectivity, Method};
use crate::sorting;
use relief::{Lie, WrittenRelief};

/// The characters that the built-in terrains are drawn with.
const DRAWN: [(&str, char); 11] = [
    ("grass", '.'),
    ("wall", '#'),
    ("floor", '_'),
    ("road", '='),
    ("sand", ':'),
    ("forest", '%'),
    ("mud", ','),
    ("swamp", '~'),
    ("snow", '*'),
    ("water", 'w'),
    ("rock", '^'),
];

/// A map as rows of characters, and what each of them means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The character of each tile.
    pub tiles: Grid<char>,
    /// Each character once, with the name of the place that it marks, or else of its terrain.
    pub legend: BTreeMap<char, String>,
}

/// What a character of the rows means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Meaning {
    terrain: TerrainId,
    /// Perhaps a place, by its number among the level's.
    place: Option<u32>,
    lie: Lie,
}

pub(super) fn to_ron(level: &Level) -> String {
    row_by_row(&values::write(&file(level), values::Layout::Level)) + "\n"
}

/// The text with the rows of pictures below one another.
fn row_by_row(text: &str) -> String {
    let lines =
        text.split('\n').map(|line| match line.strip_prefix("        rows: [").and_then(|l| l.strip_suffix("],")) {
            Some(rows) => {
                format!("        rows: [\n            {},\n        ],", rows.replace(", ", ",\n            "))
            }
            None => line.to_owned(),
        });
    lines.collect::<Vec<String>>().join("\n")
}

pub(super) fn picture(level: &Level) -> Picture {
    let meanings = Meanings::of(level, None);
    let places: Vec<&str> = level.places.keys().map(String::as_str).collect();
    let characters = characters(level, &meanings, &places);
    let name = |meaning: Meaning| match meaning.place {
        Some(place) => places[place as usize].to_owned(),
        None => terrain_name(level, meaning.terrain),
    };
    let drawn = meanings.drawn(&characters);
    let tiles = meanings.tiles.values().iter().map(|&number| drawn[number as usize]).collect();
    Picture {
        tiles: Grid::from_rows(meanings.tiles.width(), meanings.tiles.height(), tiles),
        legend: characters.iter().map(|(&meaning, &character)| (character, name(meaning))).collect(),
    }
}

fn terrain_name(level: &Level, terrain: TerrainId) -> String {
    level.map.terrains[terrain.0 as usize].name.clone()
}

fn file(level: &Level) -> LevelFile {
    // A map that has changed since it was generated is drawn as it is now.
    let generated = level.generate.as_ref().filter(|wanted| generate::generate(wanted) == level.map.tiles);
    let pictures = WrittenRelief::pictures(&level.map);
    let generated = generated.filter(|_| level.map.relief.is_none() || pictures.is_some());
    let relief = if generated.is_some() { pictures } else { WrittenRelief::drawn(&level.map) };
    let lies = relief.as_ref().map(|relief| &relief.lies);
    let (legend, rows) = if generated.is_some() { Default::default() } else { drawing(level, lies) };
    let (heights, ceilings) = relief.map_or((None, None), |relief| (relief.heights, relief.ceilings));
    let (map, lattice) = (&level.map, &level.map.lattice);
    LevelFile {
        version: limits::VERSION as u32,
        name: level.name.clone(),
        about: level.about.clone(),
        tile_size: (lattice.tile_size != 1.0).then_some(lattice.tile_size),
        origin: (lattice.origin != glam::Vec2::ZERO).then(|| lattice.origin.into()),
        seed: (level.seed != 0).then_some(level.seed),
        search: (level.search != Method::default()).then(|| search_entry(level.search, Method::default())),
        repath_interval: level.repath_interval,
        areas: kinds::areas(map),
        terrains: kinds::terrains(map),
        profiles: kinds::profiles(&level.profiles, map),
        legend,
        rows,
        heights,
        ceilings,
        generate: generated.map(|generate| generate_entry(level, generate)),
        places: places(level, generated.is_none()),
        layers: map.layers[1..].to_vec(),
        obstacles: map.obstacles.iter().map(|obstacle| things::obstacle(map, obstacle)).collect(),
        zones: level.zones.iter().map(|zone| things::zone(level, zone)).collect(),
        wear: level.wear.as_ref().map(|wear| things::wear(map, wear)),
        links: map.links.iter().map(|link| things::link(map, link)).collect(),
        switches: level.switches.iter().map(things::switch).collect(),
        bake: things::bake(map),
        paths: level.paths.iter().map(|path| agents::path(level, path)).collect(),
        agents: level.agents.iter().map(|agent| agents::agent(level, agent)).collect(),
        lesson: level.lesson.iter().map(|step| lesson::step(level, step)).collect(),
        expected_warnings: level.expected_warnings.iter().map(|kind| kind.name()).collect(),
    }
}

/// The map as a legend and rows; `lies` is what the legend says of how each tile lies.
fn drawing(level: &Level, lies: Option<&Grid<Lie>>) -> (BTreeMap<char, LegendEntry>, Vec<String>) {
    let meanings = Meanings::of(level, lies);
    let places: Vec<&str> = level.places.keys().map(String::as_str).collect();
    let characters = characters(level, &meanings, &places);
    let legend = characters.iter().map(|(&meaning, &character)| (character, legend_entry(level, meaning, &places)));
    (sorting::map(legend), rows(&meanings, &characters))
}

fn legend_entry(level: &Level, Meaning { terrain, place, lie }: Meaning, places: &[&str]) -> LegendEntry {
    let terrain = terrain_name(level, terrain);
    if place.is_none() && lie == Lie::default() {
        return LegendEntry::Terrain(terrain);
    }
    LegendEntry::Tile(TileEntry {
        terrain,
        place: place.map(|place| places[place as usize].to_owned()),
        height: lie.height.map(f32::from_bits),
        slope: lie.slope.map(|(right, down)| (f32::from_bits(right), f32::from_bits(down))),
        ceiling: lie.ceiling.map(f32::from_bits),
        ramp: lie.ramp.map(|axis| axis.name()),
    })
}

/// The places, or only those that a drawing of the map cannot show.
fn places(level: &Level, is_drawn: bool) -> Vec<(String, Vec<(i32, i32)>)> {
    let drawn = if is_drawn { drawn_places(level) } else { Vec::new() };
    let tiles = |cells: &[Cell]| cells.iter().map(|cell| (cell.x, cell.y)).collect();
    let told = level.places.iter().filter(|(name, _)| !drawn.contains(name));
    told.map(|(name, cells)| (name.clone(), tiles(cells))).collect()
}

/// The places that letters in the rows can show: no tile stands for two.
fn drawn_places(level: &Level) -> Vec<&String> {
    let mut taken = Grid::filled(level.map.lattice.width, level.map.lattice.height, false);
    let mut drawn = Vec::new();
    for (name, cells) in &level.places {
        if cells.iter().all(|&cell| !taken[cell]) {
            cells.iter().for_each(|&cell| taken[cell] = true);
            drawn.push(name);
        }
    }
    drawn
}

fn generate_entry(level: &Level, wanted: &Generate) -> GenerateEntry {
    let name = |terrain: TerrainId| level.map.terrains[terrain.0 as usize].name.clone();
    let patch = |patch: &Patch| PatchEntry { terrain: name(patch.terrain), share: patch.share, size: patch.size };
    let entry = GenerateEntry {
        kind: wanted.kind.name(),
        size: (wanted.width, wanted.height),
        seed: wanted.seed,
        floor: name(wanted.floor),
        wall: name(wanted.wall),
        islands: wanted.islands,
        patches: wanted.patches.iter().map(patch).collect(),
        ..GenerateEntry::default()
    };
    match wanted.kind {
        Kind::Open { density } => GenerateEntry { density: Some(density), ..entry },
        Kind::Maze { corridor } | Kind::Stairs { corridor } => GenerateEntry { corridor: Some(corridor), ..entry },
        Kind::Braided { corridor, braid } => GenerateEntry { corridor: Some(corridor), braid: Some(braid), ..entry },
        Kind::Divided { corridor, vertical } => GenerateEntry { corridor: Some(corridor), vertical, ..entry },
        Kind::Rooms { size, doors } => GenerateEntry { room: Some(size), doors: Some(doors), ..entry },
        Kind::Caves { density, rounds } => GenerateEntry { density: Some(density), rounds: Some(rounds), ..entry },
    }
}

fn weight_entry(weight: f64) -> WeightEntry {
    if weight.is_infinite() { WeightEntry::Named("greedy") } else { WeightEntry::Times(weight) }
}

/// What of a method is not as in `base`.
fn search_entry(method: Method, base: Method) -> SearchEntry {
    let connectivity = match method.connectivity {
        Connectivity::Four => 4,
        Connectivity::Eight => 8,
    };
    SearchEntry {
        algorithm: (method.algorithm != base.algorithm).then_some(method.algorithm.name()),
        heuristic: (method.heuristic != base.heuristic).then_some(method.heuristic.name()),
        weight: (method.weight != base.weight).then(|| weight_entry(method.weight)),
        connectivity: (method.connectivity != base.connectivity).then_some(connectivity),
        corners: (method.corners != base.corners).then_some(method.corners.name()),
        diagonal: (method.diagonal != base.diagonal).then_some(method.diagonal.name()),
        expansion_limit: (method.expansion_limit != base.expansion_limit).then_some(method.expansion_limit),
        smooth: (method.smooth != base.smooth).then_some(method.smooth),
    }
}

/// What stands on each tile, by number: a meaning is many times as large, and a map has few.
struct Meanings {
    tiles: Grid<u32>,
    all: Vec<Meaning>,
    numbers: BTreeMap<Meaning, u32>,
}

impl Meanings {
    fn of(level: &Level, lies: Option<&Grid<Lie>>) -> Meanings {
        let terrains = &level.map.tiles;
        let numbers = Grid::filled(terrains.width(), terrains.height(), 0);
        let mut meanings = Meanings { tiles: numbers, all: Vec::new(), numbers: BTreeMap::new() };
        let mut last = None;
        for (at, &terrain) in terrains.values().iter().enumerate() {
            let lie = lies.map_or(Lie::default(), |lies| lies.values()[at]);
            let meaning = Meaning { terrain, place: None, lie };
            // Tiles beside each other are mostly alike.
            let number = match last {
                Some((known, number)) if known == meaning => number,
                _ => meanings.number(meaning),
            };
            last = Some((meaning, number));
            meanings.tiles.values_mut()[at] = number;
        }
        let drawn = drawn_places(level);
        for (place, (_, cells)) in (0..).zip(&level.places).filter(|(_, (name, _))| drawn.contains(name)) {
            for &cell in cells.iter().filter(|&&cell| terrains.get(cell).is_some()) {
                let plain = meanings.all[meanings.tiles[cell] as usize];
                meanings.tiles[cell] = meanings.number(Meaning { place: Some(place), ..plain });
            }
        }
        meanings
    }

    /// The character of each meaning, by number; none for one whose tiles are all places.
    fn drawn(&self, characters: &BTreeMap<Meaning, char>) -> Vec<char> {
        self.all.iter().map(|meaning| characters.get(meaning).copied().unwrap_or(' ')).collect()
    }

    /// The number of a meaning, a new one the first time.
    fn number(&mut self, meaning: Meaning) -> u32 {
        *self.numbers.entry(meaning).or_insert_with(|| {
            self.all.push(meaning);
            self.all.len() as u32 - 1
        })
    }
}

/// A character of its own for everything that the map holds.
fn characters(level: &Level, meanings: &Meanings, places: &[&str]) -> BTreeMap<Meaning, char> {
    let mut stands = vec![false; meanings.all.len()];
    meanings.tiles.values().iter().for_each(|&number| stands[number as usize] = true);
    let all = meanings.numbers.iter().filter(|(_, number)| stands[**number as usize]).map(|(&meaning, _)| meaning);
    let mut spare = spare_characters();
    let mut taken = BTreeSet::new();
    let mut characters = BTreeMap::new();
    for meaning in all {
        let wished = wishes(&terrain_name(level, meaning.terrain), meaning.place.map(|place| places[place as usize]));
        let mut candidates = wished.into_iter().chain(spare.by_ref());
        let character = candidates.find(|&character| taken.insert(character));
        characters.insert(meaning, character.expect("there are more characters than a file can use"));
    }
    characters
}

/// Every character that a legend may have without an escape, the plainest first.
pub(super) fn spare_characters() -> impl Iterator<Item = char> {
    let is_plain = |c: &char| (c.is_alphanumeric() || c.is_ascii_punctuation()) && !matches!(c, '"' | '\'' | '\\');
    ('!'..='~').chain('\u{a1}'..).filter(is_plain)
}

/// The characters that would be best for a tile: the letters of its place large, a sign or the letters of its terrain
/// small.
pub(super) fn wishes(terrain: &str, place: Option<&str>) -> Vec<char> {
    let letters = |name: &str| name.chars().filter(char::is_ascii_alphabetic).collect::<Vec<char>>();
    match place {
        Some(place) => letters(place).iter().map(char::to_ascii_uppercase).chain('0'..='9').collect(),
        None => {
            let drawn = DRAWN.iter().find(|(name, _)| *name == terrain).map(|&(_, character)| character);
            drawn.into_iter().chain(letters(terrain).iter().map(char::to_ascii_lowercase)).collect()
        }
    }
}

fn rows(meanings: &Meanings, characters: &BTreeMap<Meaning, char>) -> Vec<String> {
    let drawn = meanings.drawn(characters);
    let rows = meanings.tiles.values().chunks(meanings.tiles.width() as usize);
    rows.map(|row| row.iter().map(|&number| drawn[number as usize]).collect()).collect()
}
