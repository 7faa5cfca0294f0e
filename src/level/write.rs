//! From a [`Level`] to the text of a level file.

use std::collections::{BTreeMap, BTreeSet};

use ron::ser::PrettyConfig;

use super::format::{AgentEntry, LegendEntry, LevelFile, OrderEntry, ProfileEntry, TargetEntry, TerrainEntry};
use super::{AgentStart, Level, StartOrder, Target, Terrain, TerrainId, limits};
use crate::grid::Grid;
use crate::profile::{AgentProfile, Color};

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

/// What a character of the rows stands for: a terrain and perhaps a place, by its number among the level's.
type Meaning = (TerrainId, Option<u32>);

pub(super) fn to_ron(level: &Level) -> String {
    // Two levels deep a line each, everything deeper on one line: rows and legend read like a picture.
    let layout = PrettyConfig::new().depth_limit(2);
    let text = ron::ser::to_string_pretty(&file(level), layout);
    text.expect("every value of a level file can be written") + "\n"
}

pub(super) fn picture(level: &Level) -> Picture {
    let meanings = meanings(level);
    let places: Vec<&str> = level.places.keys().map(String::as_str).collect();
    let characters = characters(level, &meanings, &places);
    let name = |(TerrainId(terrain), place): Meaning| match place {
        Some(place) => places[place as usize].to_owned(),
        None => level.map.terrains[terrain as usize].name.clone(),
    };
    let tiles = meanings.values().iter().map(|meaning| characters[meaning]).collect();
    Picture {
        tiles: Grid::from_rows(meanings.width(), meanings.height(), tiles),
        legend: characters.iter().map(|(&meaning, &character)| (character, name(meaning))).collect(),
    }
}

fn file(level: &Level) -> LevelFile {
    let meanings = meanings(level);
    let places: Vec<&str> = level.places.keys().map(String::as_str).collect();
    let characters = characters(level, &meanings, &places);
    let entry = |(TerrainId(terrain), place): Meaning| {
        let terrain = level.map.terrains[terrain as usize].name.clone();
        match place {
            Some(place) => LegendEntry::Place { terrain, place: places[place as usize].to_owned() },
            None => LegendEntry::Terrain(terrain),
        }
    };
    let lattice = &level.map.lattice;
    LevelFile {
        version: limits::VERSION as u32,
        name: level.name.clone(),
        about: level.about.clone(),
        tile_size: (lattice.tile_size != 1.0).then_some(lattice.tile_size),
        origin: (lattice.origin != glam::Vec2::ZERO).then(|| lattice.origin.into()),
        seed: (level.seed != 0).then_some(level.seed),
        terrains: terrains(&level.map.terrains),
        profiles: profiles(&level.profiles),
        legend: characters.iter().map(|(&meaning, &character)| (character, entry(meaning))).collect(),
        rows: rows(&meanings, &characters),
        agents: level.agents.iter().map(|agent| agent_entry(level, agent)).collect(),
    }
}

fn meanings(level: &Level) -> Grid<Meaning> {
    let tiles = &level.map.tiles;
    let plain = tiles.values().iter().map(|&terrain| (terrain, None)).collect();
    let mut meanings = Grid::from_rows(tiles.width(), tiles.height(), plain);
    for (number, cells) in level.places.values().enumerate() {
        for &cell in cells {
            if let Some(meaning) = meanings.get_mut(cell) {
                meaning.1 = Some(number as u32);
            }
        }
    }
    meanings
}

/// A character of its own for everything that the map holds.
fn characters(level: &Level, meanings: &Grid<Meaning>, places: &[&str]) -> BTreeMap<Meaning, char> {
    let all: BTreeSet<Meaning> = meanings.values().iter().copied().collect();
    let visible = |c: &char| (c.is_alphanumeric() || c.is_ascii_punctuation()) && !matches!(c, '"' | '\'' | '\\');
    let mut spare = ('!'..='~').chain('\u{a1}'..).filter(visible);
    let mut taken = BTreeSet::new();
    let mut characters = BTreeMap::new();
    for meaning in all {
        let (TerrainId(terrain), place) = meaning;
        let wished = wishes(&level.map.terrains[terrain as usize].name, place.map(|place| places[place as usize]));
        let mut candidates = wished.into_iter().chain(spare.by_ref());
        let character = candidates.find(|&character| taken.insert(character));
        characters.insert(meaning, character.expect("there are more characters than a file can use"));
    }
    characters
}

/// The characters that would be best for a tile: the letters of its place large, a sign or the letters of its terrain
/// small.
fn wishes(terrain: &str, place: Option<&str>) -> Vec<char> {
    let letters = |name: &str| name.chars().filter(char::is_ascii_alphabetic).collect::<Vec<char>>();
    match place {
        Some(place) => letters(place).iter().map(char::to_ascii_uppercase).chain('0'..='9').collect(),
        None => {
            let drawn = DRAWN.iter().find(|(name, _)| *name == terrain).map(|&(_, character)| character);
            drawn.into_iter().chain(letters(terrain).iter().map(char::to_ascii_lowercase)).collect()
        }
    }
}

fn rows(meanings: &Grid<Meaning>, characters: &BTreeMap<Meaning, char>) -> Vec<String> {
    let rows = meanings.values().chunks(meanings.width() as usize);
    rows.map(|row| row.iter().map(|meaning| characters[meaning]).collect()).collect()
}

/// The terrains that are not just as they are built in.
fn terrains(terrains: &[Terrain]) -> Vec<(String, TerrainEntry)> {
    let built_in = Terrain::built_in();
    let own = terrains.iter().filter(|terrain| !built_in.contains(terrain));
    own.map(|terrain| {
        let entry = TerrainEntry { walkable: terrain.walkable, cost: terrain.cost, color: color(terrain.color) };
        (terrain.name.clone(), entry)
    })
    .collect()
}

/// The profiles that are not just as they are built in.
fn profiles(profiles: &[AgentProfile]) -> Vec<(String, ProfileEntry)> {
    let built_in = AgentProfile::built_in();
    let own = profiles.iter().filter(|profile| !built_in.contains(profile));
    own.map(|profile| {
        let entry = ProfileEntry {
            radius: profile.radius,
            speed: profile.speed,
            mass: profile.mass,
            acceleration: profile.acceleration,
            acceptance_radius: profile.acceptance_radius,
            color: color(profile.color),
        };
        (profile.name.clone(), entry)
    })
    .collect()
}

fn color(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b)
}

fn agent_entry(level: &Level, agent: &AgentStart) -> AgentEntry {
    let lattice = &level.map.lattice;
    let tile = lattice.tile_at(agent.position);
    let in_the_middle = lattice.centre(tile) == agent.position;
    AgentEntry {
        profile: level.profiles[agent.profile].name.clone(),
        tile: in_the_middle.then_some((tile.x, tile.y)),
        at: (!in_the_middle).then(|| agent.position.into()),
        order: agent.order.as_ref().map(|StartOrder::MoveTo(target)| {
            OrderEntry::MoveTo(match target {
                Target::Tile(tile) => TargetEntry::Tile { tile: (tile.x, tile.y) },
                Target::Point(point) => TargetEntry::Point { at: (*point).into() },
                Target::Place(place) => TargetEntry::Place(place.clone()),
            })
        }),
    }
}
