//! From a [`Level`] to the text of a level file.

use std::collections::{BTreeMap, BTreeSet};

use ron::ser::PrettyConfig;

use super::format::{AgentEntry, LegendEntry, LevelFile, OrderEntry, ProfileEntry, TargetEntry, TerrainEntry};
use super::{AgentStart, Level, StartOrder, Target, Terrain, TerrainId, limits};
use crate::grid::Cell;
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

/// What a character of the rows stands for: a terrain and perhaps a place.
type Meaning<'l> = (TerrainId, Option<&'l str>);

pub(super) fn to_ron(level: &Level) -> String {
    // Two levels deep a line each, everything deeper on one line: rows and legend read like a picture.
    let layout = PrettyConfig::new().depth_limit(2);
    let text = ron::ser::to_string_pretty(&file(level), layout);
    text.expect("every value of a level file can be written") + "\n"
}

fn file(level: &Level) -> LevelFile {
    let places = place_names(level);
    let characters = characters(level, &places);
    let names = |(terrain, place): Meaning| {
        let terrain = level.map.terrains[terrain.0 as usize].name.clone();
        match place {
            Some(place) => LegendEntry::Place { terrain, place: place.to_owned() },
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
        legend: characters.iter().map(|(&meaning, &character)| (character, names(meaning))).collect(),
        rows: rows(level, &places, &characters),
        agents: level.agents.iter().map(|agent| agent_entry(level, agent)).collect(),
    }
}

/// The name of the place that a tile belongs to, for every tile that belongs to one.
fn place_names(level: &Level) -> BTreeMap<Cell, &str> {
    level.places.iter().flat_map(|(name, tiles)| tiles.iter().map(move |&tile| (tile, name.as_str()))).collect()
}

/// A character of its own for everything that the map holds.
fn characters<'l>(level: &'l Level, places: &BTreeMap<Cell, &'l str>) -> BTreeMap<Meaning<'l>, char> {
    let mut used = [false; 256];
    for id in level.map.tiles.values() {
        used[id.0 as usize] = true;
    }
    let plain = (0..=255).filter(|&id| used[id as usize]).map(|id| (TerrainId(id), None));
    let in_places = places.iter().filter_map(|(&tile, &place)| Some((*level.map.tiles.get(tile)?, Some(place))));
    let mut taken = BTreeSet::new();
    let mut characters = BTreeMap::new();
    let mut spare =
        ('!'..='~').chain('\u{a1}'..).filter(|c| !matches!(c, '"' | '\'' | '\\' | '\u{ad}') && !c.is_control());
    for meaning in plain.chain(in_places) {
        if characters.contains_key(&meaning) {
            continue;
        }
        let (TerrainId(id), place) = meaning;
        let wished = wishes(&level.map.terrains[id as usize].name, place);
        let character = wished.into_iter().find(|character| !taken.contains(character));
        let character = character.or_else(|| spare.find(|character| !taken.contains(character)));
        let character = character.expect("there are more characters than a file can use");
        taken.insert(character);
        characters.insert(meaning, character);
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

fn rows(level: &Level, places: &BTreeMap<Cell, &str>, characters: &BTreeMap<Meaning, char>) -> Vec<String> {
    let tiles = &level.map.tiles;
    let character = |tile: Cell| characters[&(tiles[tile], places.get(&tile).copied())];
    let row = |y: u32| (0..tiles.width()).map(|x| character(Cell::new(x as i32, y as i32))).collect();
    (0..tiles.height()).map(row).collect()
}

/// The terrains that are not just as they are built in.
fn terrains(terrains: &[Terrain]) -> Vec<(String, TerrainEntry)> {
    let built_in = Terrain::built_in();
    let own = terrains.iter().filter(|terrain| !built_in.contains(terrain));
    own.map(|terrain| {
        let entry = TerrainEntry {
            walkable: Some(terrain.walkable),
            cost: Some(terrain.cost),
            color: Some(color(terrain.color)),
        };
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
            radius: Some(profile.radius),
            speed: Some(profile.speed),
            mass: Some(profile.mass),
            acceleration: Some(profile.acceleration),
            acceptance_radius: Some(profile.acceptance_radius),
            color: Some(color(profile.color)),
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
