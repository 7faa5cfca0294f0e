//! The map of a level as its text draws it: the characters of the legend, the rows, the pictures of heights and ceilings.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::format::problem::Span;
use crate::format::ron_text::Ron;
use crate::format::syntax::{self, Node, Numeral, Value};
use crate::grid::{Cell, Grid};
use crate::level::{Relief, Surface, TerrainId, TileMap, write};
use crate::sorting;

/// What a character of the legend says of its tiles.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Letter {
    pub terrain: String,
    pub place: Option<String>,
    pub height: Option<f32>,
    pub slope: Option<Vec2>,
    pub ceiling: Option<f32>,
    pub ramp: Option<String>,
}

impl Letter {
    fn read(text: &str, node: &Node) -> Letter {
        let string = |node: &Node| syntax::string(text, node.span).into_owned();
        if matches!(node.value, Value::Text) {
            return Letter { terrain: string(node), ..Letter::default() };
        }
        let number = |node: &Node| node.number(text).map_or(0.0, Numeral::rounded);
        let slope = node.field(text, "slope").and_then(|node| match &node.value {
            Value::Tuple(values) if values.len() == 2 => Some(Vec2::new(number(&values[0]), number(&values[1]))),
            _ => None,
        });
        let letter = Letter {
            terrain: node.field(text, "terrain").map(string).unwrap_or_default(),
            place: node.field(text, "place").map(string),
            height: node.field(text, "height").map(number),
            slope,
            ceiling: node.field(text, "ceiling").map(number),
            ramp: node.field(text, "ramp").map(string),
        };
        letter.plain()
    }

    /// Without what says nothing.
    pub fn plain(self) -> Letter {
        let height = self.height.filter(|height| *height != 0.0);
        Letter { height, slope: self.slope.filter(|slope| *slope != Vec2::ZERO), ..self }
    }

    /// The height of its tiles, but for pictures.
    pub fn own_height(&self) -> f32 {
        self.height.unwrap_or(0.0)
    }

    /// As an entry of the legend.
    pub fn to_ron(&self) -> Ron {
        let mut fields = vec![("terrain", Ron::from(self.terrain.as_str()))];
        fields.extend(self.place.as_deref().map(|place| ("place", Ron::from(place))));
        fields.extend(self.height.map(|height| ("height", Ron::from(height))));
        fields.extend(self.slope.map(|slope| ("slope", Ron::from(slope))));
        fields.extend(self.ceiling.map(|ceiling| ("ceiling", Ron::from(ceiling))));
        fields.extend(self.ramp.as_deref().map(|ramp| ("ramp", Ron::from(ramp))));
        if fields.len() == 1 { Ron::from(self.terrain.as_str()) } else { Ron::fields(fields) }
    }
}

/// A picture of digits.
pub(super) struct DigitPicture<'d> {
    pub unit: f32,
    pub rows: &'d [Node],
}

impl DigitPicture<'_> {
    /// The digit that says a value exactly.
    pub fn digit(unit: f32, value: f32) -> Option<char> {
        let digit = (value / unit).round();
        let is_exact = (0.0..=35.0).contains(&digit) && digit * unit == value;
        if is_exact { char::from_digit(digit as u32, 36) } else { None }
    }

    fn value(&self, digit: char) -> Option<f32> {
        digit.to_digit(36).map(|digit| digit as f32 * self.unit)
    }
}

/// A map as it is drawn.
pub(super) struct Drawing<'d> {
    text: &'d str,
    pub rows: &'d [Node],
    pub letters: BTreeMap<char, Letter>,
    pub heights: Option<DigitPicture<'d>>,
    pub ceilings: Option<DigitPicture<'d>>,
}

/// The ground of some tiles as it was before it was drawn anew.
pub(super) struct Before {
    tiles: Vec<(Cell, TerrainId)>,
    surfaces: Vec<(Cell, Surface)>,
}

impl<'d> Drawing<'d> {
    /// The drawing of a level that can be read; `None` where its map is not drawn.
    pub fn of(text: &'d str, root: &'d Node) -> Option<Drawing<'d>> {
        let rows = list(root.field(text, "rows")?)?;
        let letters = legend(text, root);
        let picture = |name| {
            let node = root.field(text, name)?;
            let unit = node.field(text, "unit").map_or(Some(1.0), |unit| unit.number(text).map(Numeral::rounded));
            Some(DigitPicture { unit: unit?, rows: list(node.field(text, "rows")?)? })
        };
        Some(Drawing { text, rows, letters, heights: picture("heights"), ceilings: picture("ceilings") })
    }

    /// The characters of a row, and where each is written.
    pub fn row(&self, rows: &[Node], y: i32) -> Vec<(Span, char)> {
        let Some(row) = rows.get(y as usize) else { return Vec::new() };
        syntax::characters(self.text, row.span).map(|(span, character)| (span, character.unwrap_or(' '))).collect()
    }

    /// Whether tiles get their height from others.
    pub fn has_ramps(&self) -> bool {
        self.letters.values().any(|letter| letter.ramp.is_some())
    }

    /// Draws some tiles of a map anew, without ramps. Gives what they were; `None` where something does not fit.
    pub fn redraw(&self, map: &mut TileMap, cells: &[Cell]) -> Option<Before> {
        let by_name = sorting::map((0..).zip(&map.terrains).map(|(id, t)| (t.name.as_str(), TerrainId(id))));
        let mut letters: BTreeMap<char, (TerrainId, &Letter)> = BTreeMap::new();
        for (&character, letter) in &self.letters {
            letters.insert(character, (*by_name.get(letter.terrain.as_str())?, letter));
        }
        let mut rows: [Vec<(Span, char)>; 3] = Default::default();
        let mut drawn_row = None;
        let mut drawn = Vec::with_capacity(cells.len());
        for &cell in cells {
            if drawn_row != Some(cell.y) {
                drawn_row = Some(cell.y);
                let picture =
                    |picture: &Option<DigitPicture>| picture.as_ref().map_or(Vec::new(), |p| self.row(p.rows, cell.y));
                rows = [self.row(self.rows, cell.y), picture(&self.heights), picture(&self.ceilings)];
            }
            let at = |row: &Vec<(Span, char)>| row.get(cell.x as usize).map(|&(_, character)| character);
            let &(terrain, letter) = letters.get(&at(&rows[0])?)?;
            let told =
                |picture: &Option<DigitPicture>, row| picture.as_ref().and_then(|picture| picture.value(at(row)?));
            let surface = Surface {
                height: told(&self.heights, &rows[1]).unwrap_or(letter.own_height()),
                slope: letter.slope.unwrap_or(Vec2::ZERO),
                ceiling: told(&self.ceilings, &rows[2]).or(letter.ceiling).unwrap_or(f32::INFINITY),
            };
            drawn.push((cell, terrain, surface));
        }
        let mut before = Before { tiles: Vec::with_capacity(cells.len()), surfaces: Vec::new() };
        let all_flat = drawn.iter().all(|(.., surface)| *surface == Surface::FLAT);
        let was_flat = map.relief.is_none();
        for (cell, terrain, surface) in drawn {
            before.tiles.push((cell, std::mem::replace(&mut map.tiles[cell], terrain)));
            if !(was_flat && all_flat) {
                let (width, height) = (map.lattice.width, map.lattice.height);
                let relief =
                    map.relief.get_or_insert_with(|| Relief { surfaces: Grid::filled(width, height, Surface::FLAT) });
                before.surfaces.push((cell, std::mem::replace(&mut relief.surfaces[cell], surface)));
            }
        }
        if all_flat {
            settle(map);
        }
        Some(before)
    }
}

impl Before {
    /// Puts the ground back.
    pub fn restore(self, map: &mut TileMap) {
        for (cell, terrain) in self.tiles.into_iter().rev() {
            map.tiles[cell] = terrain;
        }
        let (width, height) = (map.lattice.width, map.lattice.height);
        for (cell, surface) in self.surfaces.into_iter().rev() {
            let relief =
                map.relief.get_or_insert_with(|| Relief { surfaces: Grid::filled(width, height, Surface::FLAT) });
            relief.surfaces[cell] = surface;
        }
        settle(map);
    }
}

/// A relief that is flat everywhere is none.
fn settle(map: &mut TileMap) {
    let is_flat = |relief: &Relief| relief.surfaces.values().iter().all(|surface| *surface == Surface::FLAT);
    if map.relief.as_ref().is_some_and(is_flat) {
        map.relief = None;
    }
}

/// The characters of the legend; none where there is no legend.
pub(super) fn legend(text: &str, root: &Node) -> BTreeMap<char, Letter> {
    let entries = match root.field(text, "legend").map(|node| &node.value) {
        Some(Value::Map(entries)) => entries.as_slice(),
        _ => &[],
    };
    let letters = entries.iter().filter_map(|entry| match entry.key.value {
        Value::Character(character) => Some((character, Letter::read(text, &entry.value))),
        _ => None,
    });
    sorting::map(letters)
}

/// A character that stands for nothing yet, one that suits the letter where there is one.
pub(super) fn free_character(letters: &BTreeMap<char, Letter>, letter: &Letter) -> Option<char> {
    let wishes = write::wishes(&letter.terrain, letter.place.as_deref()).into_iter();
    wishes.chain(write::spare_characters()).find(|character| !letters.contains_key(character))
}

fn list(node: &Node) -> Option<&[Node]> {
    match &node.value {
        Value::List(nodes) => Some(nodes),
        _ => None,
    }
}
