//! From a [`Level`] to the text of a level file.

pub(super) mod agents;
pub(super) mod kinds;
mod lesson;
mod relief;
mod things;

use std::collections::{BTreeMap, BTreeSet};

use super::generate::{self, Generate, OwnField, Patch};
use super::{Level, Rule, Target, TerrainId, limits};
use crate::format::field_type::FieldType;
use crate::format::plain_fields::PlainFields;
use crate::format::ron_text::Ron;
use crate::format::struct_text::StructText;
use crate::format::table::{GENERATE, LEGEND_ENTRY, LEVEL, MARKED_PLACE, PATCH, RULE, SEARCH};
use crate::grid::{Cell, Grid};
use crate::method::Method;
use crate::sorting;
use kinds::terrain_name;
use relief::{DrawnRelief, Lie};

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

/// The text of a level file.
pub(super) fn to_ron(level: &Level) -> String {
    // A map that has changed since it was generated is drawn as it is now.
    let generated = level.generate.as_ref().filter(|wanted| generate::generate(wanted) == level.map.tiles);
    let pictures = DrawnRelief::pictures(&level.map);
    let generated = generated.filter(|_| level.map.relief.is_none() || pictures.is_some());
    let relief = if generated.is_some() { pictures } else { DrawnRelief::drawn(&level.map) };
    let lies = relief.as_ref().map(|relief| &relief.lies);
    let drawing = if generated.is_some() { None } else { Some(drawing(level, lies)) };
    let (legend, rows) = drawing.unzip();
    let (heights, ceilings) = relief.map_or((None, None), |relief| (relief.heights, relief.ceilings));
    let (map, lattice) = (&level.map, &level.map.lattice);
    let has_search = level.search != Method::default();
    let text = StructText::of(&LEVEL)
        .put("version", limits::VERSION as u32)
        .put("name", level.name.as_str())
        .put("about", level.about.as_str());
    level
        .opening
        .put_plain(text)
        .put_maybe("user", level.user.as_ref().and_then(FieldType::written))
        .put_given("player", level.player.as_deref())
        .put_given("walls", level.walls)
        .put("tile_size", lattice.tile_size)
        .put("origin", lattice.origin)
        .put("seed", level.seed)
        .put_given("search", has_search.then(|| search(level.search, Method::default()).in_lines()))
        .put_given("repath_interval", level.repath_interval)
        .put_given("areas", map_in_lines(kinds::areas(map)))
        .put_given("terrains", map_in_lines(kinds::terrains(map)))
        .put_given("profiles", map_in_lines(kinds::profiles(level)))
        .put_given("legend", legend)
        .put_given("rows", rows)
        .put_given("heights", heights)
        .put_given("ceilings", ceilings)
        .put_given("generate", generated.map(|wanted| generated_map(level, wanted)))
        .put_given("places", map_in_lines(places(level, generated.is_none())))
        .put_given("labels", map_in_lines(labels(level)))
        .put_given("layers", list_in_lines(map.layers[1..].iter().map(|layer| Ron::from(layer.as_str()))))
        .put_given("obstacles", list_in_lines(map.obstacles.iter().map(|obstacle| things::obstacle(map, obstacle))))
        .put_given(
            "zones",
            map_in_lines(level.zones.iter().map(|zone| (zone.name.as_str(), things::zone(level, zone)))),
        )
        .put_given("wear", level.wear.as_ref().map(|wear| things::wear(level, wear)))
        .put_given("links", list_in_lines(map.links.iter().map(|link| things::link(map, link))))
        .put_given("switches", list_in_lines(level.switches.iter().map(things::switch)))
        .put_given("bake", things::bake(map))
        .put_given(
            "paths",
            map_in_lines(level.paths.iter().map(|path| (path.name.as_str(), agents::path(level, path)))),
        )
        .put_given("agents", list_in_lines(level.agents.iter().map(|agent| agents::agent(level, agent))))
        .put_given("waves", list_in_lines(level.waves.iter().map(|wave| agents::wave(level, wave))))
        .put_given("rules", list_in_lines(level.rules.iter().map(|rule| self::rule(level, rule))))
        .put_given("lesson", list_in_lines(level.lesson.iter().map(|step| lesson::step(level, step))))
        .put_given(
            "expected_warnings",
            list_in_lines(level.expected_warnings.iter().map(|kind| Ron::from(kind.name()))),
        )
        .into_file()
}

fn rule(level: &Level, rule: &Rule) -> Ron {
    StructText::of(&RULE)
        .put("when", rule.when.written(level))
        .put("then", Ron::list(rule.then.iter().map(|effect| effect.written(level))))
        .put("repeat", rule.repeat)
        .put_value("user", &rule.user)
        .on_one_line()
}

/// A list with a line for each value; none where it is empty.
fn list_in_lines(values: impl Iterator<Item = Ron>) -> Option<Ron> {
    let mut values = values.peekable();
    values.peek().is_some().then(|| Ron::lines('[', values, ']'))
}

/// A map with a line for each entry; none where it is empty.
fn map_in_lines<'l>(entries: impl IntoIterator<Item = (&'l str, Ron)>) -> Option<Ron> {
    let mut entries = entries.into_iter().peekable();
    let line = |(key, value): (&str, Ron)| format!("{}: {value}", Ron::from(key));
    entries.peek().is_some().then(|| Ron::lines('{', entries.map(line), '}'))
}

/// The map as a legend and rows; `lies` is what the legend says of how each tile lies.
fn drawing(level: &Level, lies: Option<&Grid<Lie>>) -> (Ron, Ron) {
    let meanings = Meanings::of(level, lies);
    let places: Vec<&str> = level.places.keys().map(String::as_str).collect();
    let characters = characters(level, &meanings, &places);
    let legend = sorting::map(characters.iter().map(|(&meaning, &character)| (character, meaning)));
    let line = |(&character, &meaning): (&char, &Meaning)| {
        format!("{}: {}", Ron::character(character), legend_entry(level, meaning, &places))
    };
    let rows = rows(&meanings, &characters);
    (Ron::lines('{', legend.iter().map(line), '}'), Ron::lines('[', rows.into_iter().map(Ron::from), ']'))
}

fn legend_entry(level: &Level, Meaning { terrain, place, lie }: Meaning, places: &[&str]) -> Ron {
    let terrain = terrain_name(level, terrain);
    if place.is_none() && lie == Lie::default() {
        return Ron::from(terrain);
    }
    let slope = lie.slope.map(|(right, down)| glam::Vec2::new(f32::from_bits(right), f32::from_bits(down)));
    StructText::of(&LEGEND_ENTRY)
        .put("terrain", terrain)
        .put_given("place", place.map(|place| places[place as usize]))
        .put_given("height", lie.height.map(f32::from_bits))
        .put_given("slope", slope)
        .put_given("ceiling", lie.ceiling.map(f32::from_bits))
        .put_given("ramp", lie.ramp.map(|axis| axis.name()))
        .on_one_line()
}

/// Tiles as a list.
fn tiles(cells: &[Cell]) -> Ron {
    Ron::list(cells.iter().map(|&cell| Ron::from(cell)))
}

/// The places, or only those that a drawing of the map cannot show, and what programs keep of the others.
fn places(level: &Level, is_drawn: bool) -> Vec<(&str, Ron)> {
    let drawn = if is_drawn { drawn_places(level) } else { Vec::new() };
    let told = level.places.iter().filter_map(|(name, cells)| {
        let written = (!drawn.contains(&name)).then(|| tiles(cells));
        let value = match level.user_of_places.get(name) {
            Some(user) => {
                let text = StructText::of(&MARKED_PLACE).put_given("tiles", written);
                Some(text.put_maybe("user", user.written()).on_one_line())
            }
            None => written,
        };
        value.map(|value| (name.as_str(), value))
    });
    told.collect()
}

/// Where the flags of places stand that are not in their middles.
fn labels(level: &Level) -> Vec<(&str, Ron)> {
    let written = |at: &Option<Cell>| at.map_or(Ron::from("hidden"), Ron::from);
    level.labels.iter().map(|(name, at)| (name.as_str(), written(at))).collect()
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

fn generated_map(level: &Level, wanted: &Generate) -> Ron {
    let name = |terrain: TerrainId| terrain_name(level, terrain);
    let patch =
        |patch: &Patch| patch.put_plain(StructText::of(&PATCH).put("terrain", name(patch.terrain))).on_one_line();
    let patches = (!wanted.patches.is_empty()).then(|| Ron::list(wanted.patches.iter().map(patch)));
    let text = StructText::of(&GENERATE)
        .put("kind", wanted.kind.name())
        .put("size", Cell::new(wanted.width as i32, wanted.height as i32))
        .put("seed", wanted.seed)
        .put("floor", name(wanted.floor))
        .put("wall", name(wanted.wall))
        .put("islands", wanted.islands);
    let text = wanted.kind.clone().own_fields().into_iter().fold(text, |text, (name, field)| match field {
        OwnField::Number(number) => text.put(name, *number),
        OwnField::Optional(number) => text.put_given(name, *number),
    });
    text.put_given("patches", patches).in_lines()
}

/// The weight of a search's estimate.
fn weight(times: f64) -> Ron {
    if times.is_infinite() { Ron::from("greedy") } else { Ron::from(times) }
}

/// What of a method is not as in `base`.
fn search(method: Method, base: Method) -> StructText {
    let text =
        StructText::of(&SEARCH).put_given("weight", (method.weight != base.weight).then(|| weight(method.weight)));
    method.put_changes(&base, text)
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

/// As orders, paths and the ends of links write it.
impl From<&Target> for Ron {
    fn from(target: &Target) -> Ron {
        match target {
            Target::Tile(tile) => Ron::fields([("tile", Ron::from(*tile))]),
            Target::Point(point) => Ron::fields([("at", Ron::from(*point))]),
            Target::Place(name) => Ron::from(name.as_str()),
        }
    }
}
