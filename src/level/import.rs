//! Maps of other programs: of Tiled, of LDtk, pictures, and the maps and scenarios of the Moving AI Lab's grid benchmark
//! (N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", Transactions on Computational Intelligence and AI in Games, 2012).

mod foreign;
mod ground;
mod ldtk;
mod options;
mod picture;
mod pixels;
mod shape;
mod text;
mod text_grid;
mod tiled;

use glam::Vec2;

use super::{Level, LevelError, Terrain, TerrainId, TileMap, limits};
use crate::format::problem::{Problems, Span, shown};
use crate::grid::{Cell, Grid, Lattice};

pub use foreign::{Imported, ImportedGround, Note};
pub use options::{Empty, Options};

/// The most columns and the most rows of a map.
const MOST_TILES: u32 = limits::MAP_TILES as u32;

const UNKNOWN: &str = "this is nothing that can be imported: a map of Tiled (.tmx, .tmj), a world of LDtk (.ldtk), a map of the \
                       Moving AI benchmark (.map), a grid of characters or numbers (.txt) or a picture (.png)";
const HEADER: &str = "a header has the lines `type octile`, `height N`, `width N` and then `map`";
const SCENARIO: &str =
    "bucket, map, width, height, start x, start y, goal x, goal y and length, separated by spaces or tabs";

/// What wrote a file that can be made into a level; found by what the file holds, never by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A map of the Moving AI benchmark.
    MovingAi,
    /// A map of Tiled, in XML or in JSON.
    Tiled,
    /// A world of LDtk.
    Ldtk,
    /// A picture in a PNG file.
    Picture,
    /// A map drawn with characters or numbers.
    Text,
}

impl Format {
    /// The format of a file with this content; `None` where it is none of these.
    pub fn of(bytes: &[u8]) -> Option<Format> {
        if picture::is_picture(bytes) {
            return Some(Format::Picture);
        }
        let text = text::text_of(bytes);
        let text = text.trim_start_matches(['\r', '\n']);
        if text.trim_start().starts_with("type ") {
            Some(Format::MovingAi)
        } else if text.trim_start().starts_with('<') {
            Some(Format::Tiled)
        } else if text.trim_start().starts_with('{') {
            // A level whose author wrote braces for parentheses has names without quotes.
            let has = |words: [&str; 2]| words.iter().any(|word| text.contains(word));
            let is_tiled = || has(["\"layers\"", "\"tilewidth\""]).then_some(Format::Tiled);
            if has(["\"layerInstances\"", "\"LDtk\""]) { Some(Format::Ldtk) } else { is_tiled() }
        } else {
            text_grid::is_grid(text).then_some(Format::Text)
        }
    }

    /// What a file of this format is, for a sentence: `a map of Tiled`.
    pub fn name(self) -> &'static str {
        match self {
            Format::MovingAi => "a map of the Moving AI benchmark",
            Format::Tiled => "a map of Tiled",
            Format::Ldtk => "a world of LDtk",
            Format::Picture => "a picture",
            Format::Text => "a map drawn as text",
        }
    }
}

/// Makes a level of a file of another program. `name` is that of the file: messages call it so, and the level is called so without
/// its ending where the file gives it no name; `files` gives the bytes of a file that the map names, such as a tileset, by the name
/// that the map gives, with `/` between folders.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::level::import::{self, Empty, Options};
///
/// let map = r#"<map width="3" height="1" tilewidth="16" tileheight="16">
///   <layer name="Walls" width="3" height="1"><data encoding="csv">1,0,0</data></layer></map>"#;
/// let mut no_files = |name: &str| Err(format!("there is no file {name}"));
/// let imported = import::read("cell.tmx", map.as_bytes(), &Options::default(), &mut no_files)?;
/// assert_eq!(imported.empty, Some(Empty::Floor), "nobody could stand otherwise");
/// assert!(!imported.level.map.is_walkable(Cell::new(0, 0)));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// A file of no known format, one that cannot be read, or options that do not fit it; in a sentence.
pub fn read(
    name: &str,
    bytes: &[u8],
    options: &Options,
    files: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Imported, String> {
    let format = Format::of(bytes).ok_or(UNKNOWN)?;
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let imported = match format {
        Format::MovingAi if *options != (Options { level: options.level.clone(), ..Options::default() }) => {
            return Err(format!("{} says itself what is solid: it takes none of these options", format.name()));
        }
        Format::MovingAi => {
            let level = moving_ai(name, &text::text_of(bytes)).map_err(|error| error.to_string())?;
            Imported { level, notes: Vec::new(), grounds: Vec::new(), levels: Vec::new(), chosen: 0, empty: None }
        }
        Format::Tiled => tiled::tiled(stem, bytes, options, files)?,
        Format::Ldtk => ldtk::ldtk(stem, &text::text_of(bytes), options, files)?,
        Format::Picture => picture::picture(stem, bytes, options)?,
        Format::Text => text_grid::text_grid(stem, &text::text_of(bytes), options)?,
    };
    match options.level.as_deref().filter(|_| imported.levels.is_empty()) {
        Some(level) if level != "1" && !ground::is_same(level, &imported.level.name) => {
            Err(format!("there is no level {level:?}: {} has one level only", format.name()))
        }
        _ => Ok(imported),
    }
}

/// One problem of a scenario file: from where to where, and how long the shortest path is.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Columns that the map should have.
    pub width: u32,
    /// Rows that the map should have.
    pub height: u32,
    /// Where the path begins; inside the map.
    pub start: Cell,
    /// Where it ends; inside the map.
    pub goal: Cell,
    /// The published length of the shortest path, in tiles.
    pub length: f64,
    /// How many decimals of it the file prints.
    pub decimals: usize,
}

impl Scenario {
    /// Whether a length is the published one: to 1e-5 of it, or to half a unit of the last digit printed.
    ///
    /// ```
    /// let text = "version 1\n0\ta.map\t9\t9\t1\t1\t2\t2\t1.41\n";
    /// let scenarios = footpath::level::import::moving_ai_scenarios("a.map.scen", text)?;
    /// assert!(scenarios[0].is_solved_by(2f64.sqrt()) && !scenarios[0].is_solved_by(1.42));
    /// # Ok::<(), footpath::level::LevelError>(())
    /// ```
    pub fn is_solved_by(&self, length: f64) -> bool {
        // A little more than half a unit: the published number was itself rounded from a sum.
        let half_a_unit = 0.500001 * 0.1f64.powi(self.decimals as i32);
        (length - self.length).abs() <= half_a_unit.max(1e-5 * self.length)
    }
}

/// Reads a map (`.map`); `file` names it in messages, and the level after it.
///
/// `.`, `G` and `S` are walkable and all of cost 1, as the benchmark has it; `@`, `O`, `T` and `W` are not.
/// The header's lines may stand in any order and end in blanks; lines may end in CR LF.
///
/// ```
/// let text = "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n";
/// let level = footpath::level::import::moving_ai("small.map", text)?;
/// assert_eq!((level.map.lattice.width, level.map.lattice.height), (3, 2));
/// assert!(!level.map.is_walkable(footpath::grid::Cell::new(1, 1)));
/// # Ok::<(), footpath::level::LevelError>(())
/// ```
///
/// # Errors
/// A header that is not complete, a size that is not 1 to 4096, rows that are not as many and as long as the
/// header says, or a character of no known meaning: every one of them, the first of each row.
pub fn moving_ai(file: &str, text: &str) -> Result<Level, LevelError> {
    let mut reader = LineReader::new(file, text);
    let Some((width, height)) = read_header(&mut reader) else { return Err(reader.into_error()) };
    let terrains = Terrain::built_in();
    let known = ["grass", "floor", "wall", "rock", "water"]
        .map(|name| TerrainId(terrains.iter().position(|terrain| terrain.name == name).unwrap_or_default() as u8));
    let [grass, floor, wall, rock, water] = known;
    let mut tiles = Vec::with_capacity(width as usize * height as usize);
    for row in 0..height {
        let Some(line) = reader.next_line() else {
            reader.problem(
                line_end(text),
                format!("the map ends after {row} of {height} rows"),
                "write as many rows as `height` says",
            );
            break;
        };
        let count = line.text.chars().count();
        if count != width as usize {
            let help = format!("the header says `width {width}`");
            reader.problem(line.whole(), format!("this row has {count} tiles"), &help);
        }
        let before = tiles.len();
        for (at, letter) in line.text.char_indices() {
            tiles.push(match letter {
                '.' | 'G' => grass,
                'S' => floor,
                '@' | 'O' => wall,
                'T' => rock,
                'W' => water,
                _ => {
                    let help = "`.`, `G` and `S` are walkable, `@`, `O`, `T` and `W` are not";
                    reader.problem(line.part(at, letter.len_utf8()), format!("unknown tile {letter:?}"), help);
                    break;
                }
            });
        }
        tiles.resize(before + width as usize, wall);
    }
    while let Some(line) = reader.next_line() {
        if !line.text.is_empty() {
            let help = format!("the header says `height {height}`");
            reader.problem(line.whole(), "there are more rows than the header says".to_owned(), &help);
            break;
        }
    }
    if reader.problems.count() > 0 {
        return Err(reader.into_error());
    }
    let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width, height };
    let name = name_of_level(file.rsplit(['/', '\\']).next().unwrap_or(file).trim_end_matches(".map"));
    let map = TileMap::new(lattice, terrains, Grid::from_rows(width, height, tiles));
    Ok(Level { name, ..Level::on(map) })
}

/// What a level is called after a file or a part of one: on one line, and not too long.
fn name_of_level(name: &str) -> String {
    let letters = name.trim().chars().filter(|letter| !letter.is_control());
    let name: String = letters.take(limits::NAME_CHARACTERS).collect();
    if name.trim().is_empty() { "Imported".to_owned() } else { name }
}

/// Reads the header up to its line `map`: the width and the height.
fn read_header(reader: &mut LineReader) -> Option<(u32, u32)> {
    let (mut kind, mut width, mut height) = (None, None, None);
    while let Some(line) = reader.next_line() {
        let fields: Vec<TextLine> = line.fields().collect();
        match *fields.as_slice() {
            [TextLine { text: "map", .. }] => {
                let missing = [("type", kind.is_none()), ("width", width.is_none()), ("height", height.is_none())];
                for (name, _) in missing.into_iter().filter(|(_, is_missing)| *is_missing) {
                    reader.problem(line.whole(), format!("the header has no line `{name}`"), HEADER);
                }
                return if reader.problems.count() == 0 { width.zip(height) } else { None };
            }
            [TextLine { text: "type", .. }, value] => {
                if value.text != "octile" {
                    reader.problem(
                        value.whole(),
                        format!("unknown type {}", shown(value.text)),
                        "only `octile` is supported",
                    );
                }
                kind = Some(());
            }
            [TextLine { text: name @ ("width" | "height"), .. }, value] => {
                let size = value.text.parse().ok().filter(|size| (1..=MOST_TILES).contains(size));
                if size.is_none() {
                    let help = format!("a whole number from 1 to {MOST_TILES}");
                    reader.problem(
                        value.whole(),
                        format!("{} cannot be the {name} of a map", shown(value.text)),
                        &help,
                    );
                }
                *(if name == "width" { &mut width } else { &mut height }) = Some(size.unwrap_or(0));
            }
            _ => {
                reader.problem(line.whole(), "this is not a line of a map's header".to_owned(), HEADER);
                return None;
            }
        }
    }
    reader.problem(line_end(reader.text), "the text ends before the line `map`".to_owned(), HEADER);
    None
}

/// Reads the scenarios (`.scen`) of a map; `file` names the text in messages.
///
/// A line holds bucket, map, width, height, start x, start y, goal x, goal y and length, with blanks or tabs
/// between them; blank lines are left out.
///
/// # Errors
/// A first line that is not `version 1`, a line without nine fields, a field that is not a number, a start
/// or goal outside the map: the first of each line.
pub fn moving_ai_scenarios(file: &str, text: &str) -> Result<Vec<Scenario>, LevelError> {
    let mut reader = LineReader::new(file, text);
    let first = reader.next_line().unwrap_or(TextLine { text: "", at: 0 });
    if !matches!(first.text, "version 1" | "version 1.0") {
        let help = "the first line of a scenario file is `version 1`";
        reader.problem(first.whole(), "this is not the version of a scenario file".to_owned(), help);
        return Err(reader.into_error());
    }
    let mut scenarios = Vec::new();
    while let Some(line) = reader.next_line() {
        if !line.text.is_empty() {
            match read_scenario(line) {
                Ok(scenario) => scenarios.push(scenario),
                Err((part, message)) => reader.problem(part.whole(), message, SCENARIO),
            }
        }
    }
    if reader.problems.count() == 0 { Ok(scenarios) } else { Err(reader.into_error()) }
}

/// The scenario on a line, or which part of the line is wrong, and how.
fn read_scenario(line: TextLine) -> Result<Scenario, (TextLine, String)> {
    let fields: Vec<TextLine> = line.fields().collect();
    let [_, _, width, height, start_x, start_y, goal_x, goal_y, length] = *fields.as_slice() else {
        return Err((line, format!("a scenario has nine fields, this has {}", fields.len())));
    };
    let (columns, rows) = (number(width, MOST_TILES + 1)?.max(1), number(height, MOST_TILES + 1)?.max(1));
    let cell = |x, y| Ok(Cell::new(number(x, columns)? as i32, number(y, rows)? as i32));
    let published = length.text.parse::<f64>().ok().filter(|length| length.is_finite() && *length >= 0.0);
    Ok(Scenario {
        width: columns,
        height: rows,
        start: cell(start_x, start_y)?,
        goal: cell(goal_x, goal_y)?,
        length: published.ok_or_else(|| (length, format!("{} is not a length", shown(length.text))))?,
        decimals: length.text.split_once('.').map_or(0, |(_, decimals)| decimals.len()),
    })
}

/// A whole number from 0 up to `limit`, not included.
fn number(field: TextLine, limit: u32) -> Result<u32, (TextLine, String)> {
    let number = field.text.parse::<u32>().ok().filter(|&number| number < limit);
    number.ok_or_else(|| (field, format!("{} is not a whole number from 0 to {}", shown(field.text), limit - 1)))
}

/// A line of the text without the blanks at its end, or a part of one.
#[derive(Clone, Copy)]
struct TextLine<'a> {
    text: &'a str,
    /// Where it begins in the whole text, in bytes.
    at: usize,
}

impl<'a> TextLine<'a> {
    fn whole(self) -> Span {
        Span::new(self.at, self.at + self.text.len())
    }

    fn part(self, at: usize, length: usize) -> Span {
        Span::new(self.at + at, self.at + at + length)
    }

    /// The fields of a line, separated by spaces or tabs.
    fn fields(self) -> impl Iterator<Item = TextLine<'a>> {
        self.text
            .split([' ', '\t'])
            .scan(self.at, |at, text| {
                let field = TextLine { text, at: *at };
                *at += text.len() + 1;
                Some(field)
            })
            .filter(|field| !field.text.is_empty())
    }
}

/// Takes a text line by line and gathers what is wrong with it.
struct LineReader<'a> {
    file: &'a str,
    text: &'a str,
    /// Where the next line begins.
    at: usize,
    problems: Problems,
}

impl<'a> LineReader<'a> {
    fn new(file: &'a str, text: &'a str) -> LineReader<'a> {
        // Behind the byte order mark, if there is one.
        let at = text.len() - without_mark(text).len();
        LineReader { file, text, at, problems: Problems::default() }
    }

    fn next_line(&mut self) -> Option<TextLine<'a>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let text = rest.split('\n').next().unwrap_or(rest);
        let line = TextLine { text: text.trim_end_matches([' ', '\t', '\r']), at: self.at };
        self.at += text.len() + 1;
        Some(line)
    }

    fn problem(&mut self, span: Span, message: String, help: &str) {
        self.problems.report(span, message, help);
    }

    fn into_error(self) -> LevelError {
        self.problems.into_error(self.file, self.text)
    }
}

/// The empty place at the end of a text.
fn line_end(text: &str) -> Span {
    Span::new(text.len(), text.len())
}

/// A text behind its byte order mark, if it has one.
fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Problem;

    /// The problems of a text as `line:column message`.
    fn problems<T>(result: Result<T, LevelError>) -> Vec<String> {
        let told = |problem: &Problem| format!("{}:{} {}", problem.line, problem.column, problem.message);
        result.err().map_or(Vec::new(), |error| error.problems.iter().map(told).collect())
    }

    #[test]
    fn a_byte_order_mark_is_fine() {
        let level = moving_ai("a.map", "\u{feff}type octile\nheight 1\nwidth 2\nmap\n.@\n").unwrap();
        assert_eq!((level.map.lattice.width, level.map.lattice.height), (2, 1));
        let told = problems(moving_ai("a.map", "\u{feff}type hexagons\nheight 1\nwidth 2\nmap\n.@\n"));
        assert!(told[0].starts_with("1:"), "{told:?}");
        let scenarios =
            moving_ai_scenarios("a.map.scen", "\u{feff}version 1\n0\ta.map\t2\t1\t0\t0\t1\t0\t1\n").unwrap();
        assert_eq!(scenarios.len(), 1);
    }

    #[test]
    fn carriage_returns_and_header_blanks_are_fine() {
        let level = moving_ai("maps/a.map", "type octile \r\nwidth 3  \r\nheight 2\r\nmap \r\n.GS\r\n@TW\r\n").unwrap();
        assert_eq!(level.name, "a");
        let walkable = |y| [0, 1, 2].map(|x| level.map.is_walkable(Cell::new(x, y)));
        assert_eq!((walkable(0), walkable(1)), ([true; 3], [false; 3]));
        assert!((0..3).all(|x| level.map.terrain_at(Cell::new(x, 0)).unwrap().cost == 1.0));
    }

    #[test]
    fn every_bad_row_is_told_with_its_place() {
        let text = "type octile\nheight 3\nwidth 3\nmap\n..x\n....\n";
        assert_eq!(
            problems(moving_ai("a.map", text)),
            ["5:3 unknown tile 'x'", "6:1 this row has 4 tiles", "7:1 the map ends after 2 of 3 rows"]
        );
    }

    #[test]
    fn a_bad_header_is_told() {
        let header = |text| problems(moving_ai("a.map", text));
        assert_eq!(header(""), ["1:1 the text ends before the line `map`"]);
        assert_eq!(header("type octile\nwidth 3\nmap\n"), ["3:1 the header has no line `height`"]);
        assert_eq!(header("type tile\nwidth 0\nheight 5000\nmap\n").len(), 3);
        assert_eq!(header("hello\n"), ["1:1 this is not a line of a map's header"]);
    }

    #[test]
    fn scenarios_have_tabs_or_blanks() {
        let text = "version 1\n0\ta.map\t9\t8\t1\t2\t3\t4\t2.82843\n\n1 a.map 9 8 1 2 3 4 2.8\r\n";
        let scenarios = moving_ai_scenarios("a.map.scen", text).unwrap();
        assert_eq!(scenarios.len(), 2);
        assert_eq!((scenarios[0].start, scenarios[0].goal), (Cell::new(1, 2), Cell::new(3, 4)));
        assert_eq!((scenarios[0].decimals, scenarios[1].decimals), (5, 1));
        assert!(scenarios.iter().all(|scenario| scenario.is_solved_by(8f64.sqrt())));
        assert!(!scenarios[0].is_solved_by(2.8285));
    }

    #[test]
    fn a_bad_scenario_is_told_with_its_place() {
        let text = "version 1\n0 a.map 9 8 1 2 9 4 2.8\n0 a.map 9\n0 a.map 9 8 1 2 3 4 inf\n";
        assert_eq!(
            problems(moving_ai_scenarios("a.map.scen", text)),
            [
                "2:17 `9` is not a whole number from 0 to 8",
                "3:1 a scenario has nine fields, this has 3",
                "4:21 `inf` is not a length"
            ]
        );
    }
}
