//! Maps drawn as text: grids of characters as of mazes and roguelikes, Sokoban, and numbers separated by commas or blanks.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::foreign::{Foreign, Imported, Note};
use super::ground::{GroundKind, is_same};
use super::options::Options;
use crate::grid::{Cell, Grid};

/// Words of level files and of maps of the Moving AI benchmark: a text with one of them at the beginning of a line is no grid.
const OTHERS: &[&str] =
    &["version", "name:", "rows", "legend", "(", "#!", "//", "/*", "type ", "height ", "width ", "{", "<"];
/// Characters with which mazes, dungeons and Sokoban are drawn, beside letters and digits.
const MARKS: &str = "#.@$*+%_-|=~^!?&:;,'\"`<>[]{}()/\\\u{2588}\u{2593}\u{2592}\u{2591}\u{b7}";
/// Characters that are walls in every map.
const WALLS: &str = "#\u{2588}\u{2593}XW|-";
/// The characters of Sokoban.
const SOKOBAN: &str = "#@+$*.-_ ";
/// The most rows that are looked at to see what a text is.
const ROWS_LOOKED_AT: usize = 2000;

/// A map among those of a text.
struct Board<'t> {
    title: String,
    rows: Vec<&'t str>,
}

/// Whether a text is a map that is drawn with characters or numbers, and not prose, code or anything else.
pub(super) fn is_grid(text: &str) -> bool {
    let text = text.get(..text.len().min(1 << 20)).unwrap_or(text);
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
    let begins_otherwise = |line: &&str| OTHERS.iter().any(|word| line.trim_start().starts_with(word));
    if lines.is_empty() || text.contains('\0') || lines.iter().take(ROWS_LOOKED_AT).any(begins_otherwise) {
        return false;
    }
    let boards = boards(text);
    let rows: usize = boards.iter().map(|board| board.rows.len()).sum();
    !boards.is_empty() && 3 * rows >= lines.len()
}

/// The maps of a text: what is drawn without an empty line between.
fn boards(text: &str) -> Vec<Board<'_>> {
    let mut boards = Vec::new();
    let (mut title, mut rows) = (String::new(), Vec::new());
    for line in text.lines().map(str::trim_end).chain([""]) {
        let is_comment = line.trim_start().starts_with(';') || line.trim_start().starts_with("Title:");
        if !line.trim().is_empty() && !is_comment && !is_title(line) {
            rows.push(line);
            continue;
        }
        if is_map(&rows) {
            boards.push(Board { title: std::mem::take(&mut title), rows: std::mem::take(&mut rows) });
        }
        rows.clear();
        if is_comment || is_title(line) {
            title = line.trim().trim_start_matches(';').trim_start_matches("Title:").trim().to_owned();
        }
    }
    boards
}

/// Whether a line is words among the maps of a collection, such as `Level 3`.
fn is_title(line: &str) -> bool {
    let letters = line.chars().filter(|letter| letter.is_alphabetic()).count();
    line.contains(' ') && letters > 2 && !line.contains(['#', '.']) && 2 * letters > line.trim().chars().count()
}

/// Whether rows are a map.
fn is_map(rows: &[&str]) -> bool {
    if numbers(rows).is_some_and(|rows| rows.iter().map(Vec::len).sum::<usize>() > 2) {
        return true;
    }
    let (mut marks, mut all) = (0, 0);
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for letter in rows.iter().take(ROWS_LOOKED_AT).flat_map(|row| row.chars()).filter(|letter| !letter.is_whitespace())
    {
        *counts.entry(letter).or_default() += 1;
        marks += usize::from(MARKS.contains(letter));
        all += 1;
    }
    let width = |row: &&str| row.chars().count();
    let widest = rows.iter().map(width).max().unwrap_or(0);
    if rows.len() < 2 || widest < 3 || all < 6 {
        return false;
    }
    let is_even = rows.iter().all(|row| width(row) == widest);
    // A drawing is made of few characters, most of which are no letters; letters alone make one if its rows are even.
    let commonest = counts.values().copied().max().unwrap_or(0);
    let has_ground = counts.keys().any(|&letter| "#.%|\u{2588}\u{2593}".contains(letter));
    let is_drawn = 10 * marks >= 7 * all && 5 * commonest >= all && has_ground;
    let is_of_letters = is_even && rows.len() >= 3 && counts.len() <= 40 && !rows.iter().any(|row| row.contains(' '));
    is_drawn
        || (is_of_letters
            && rows.iter().all(|row| row.chars().all(|letter| letter.is_alphanumeric() || MARKS.contains(letter))))
}

/// The numbers of rows in which they are separated by commas, semicolons or blanks; `None` if it is something else.
fn numbers(rows: &[&str]) -> Option<Vec<Vec<i64>>> {
    let number = |part: &str| part.trim().parse::<i64>().ok();
    let row = |row: &&str| {
        let row = row.trim().trim_end_matches([',', ';']);
        let parts: Option<Vec<i64>> = match row.contains([',', ';']) {
            true => row.split([',', ';']).map(number).collect(),
            false => row.split_whitespace().map(number).collect(),
        };
        parts.filter(|parts| parts.len() > 1)
    };
    rows.iter().map(row).collect()
}

/// A level of which each character, or each number, is a tile.
///
/// `#`, `X`, `W`, `|`, `-` and blocks are walls, `.` is floor, `~` is water; a blank is floor where nothing else is, and else
/// empty. `@`, and `S` where it stands once, is an agent; `E` or `G` where it stands once is the place `goal`; `<` and `>` are
/// stairs. In Sokoban boxes and goals are places. Among numbers 0 is floor and 1 is wall, unless -1 stands for empty tiles, as
/// Tiled writes them. Every other character or number is a kind of ground of its own.
///
/// # Errors
/// A text that is no such map, a level that is not there, or a size that no level has; in a sentence.
pub(super) fn text_grid(name: &str, text: &str, options: &Options) -> Result<Imported, String> {
    let boards = boards(text);
    let title = |(index, board): (usize, &Board)| match board.title.as_str() {
        "" => format!("{}", index + 1),
        title => title.to_owned(),
    };
    let levels: Vec<String> = boards.iter().enumerate().map(title).collect();
    let chosen = match &options.level {
        Some(wanted) if levels.len() > 1 => {
            let by_number = wanted.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let found = levels.iter().position(|level| is_same(level, wanted)).or(by_number);
            found.filter(|&index| index < levels.len()).ok_or_else(|| {
                format!("there is no level {wanted:?}: the file has {}, numbered from 1 on", levels.len())
            })?
        }
        _ => 0,
    };
    let board = boards.get(chosen).ok_or("this text is no map")?;
    let mut imported = match numbers(&board.rows) {
        Some(numbers) => of_numbers(name, &numbers, options)?,
        None => of_characters(name, &board.rows, options)?,
    };
    if levels.len() > 1 {
        let count = levels.len();
        imported.notes.push(Note {
            what: format!("this is the level {:?}, one of {count}", levels[chosen]),
            flags: Some("`--level NAME` takes another".to_owned()),
        });
        (imported.levels, imported.chosen) = (levels, chosen);
    }
    Ok(imported)
}

fn of_numbers(name: &str, rows: &[Vec<i64>], options: &Options) -> Result<Imported, String> {
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut map = Foreign::new(widest as u32, rows.len() as u32, 1, options)?;
    let has_empty = rows.iter().flatten().any(|&number| number < 0);
    for (y, row) in (0..).zip(rows) {
        for (x, &number) in (0..).zip(row).filter(|&(_, &number)| number >= 0) {
            let terrain = match number {
                0 if !has_empty => Some("floor".to_owned()),
                1 if !has_empty => Some("wall".to_owned()),
                _ => None,
            };
            let kind = GroundKind { name: number.to_string(), is_numbered: true, terrain, ..GroundKind::default() };
            let ground = map.ground(kind, || None);
            map.put(Cell::new(x, y), ground);
        }
    }
    note_ragged(&mut map, rows.iter().any(|row| row.len() != widest));
    map.into_level(name)
}

fn note_ragged(map: &mut Foreign, is_ragged: bool) {
    if is_ragged {
        map.note("the rows are not equally long: what is missing at their ends is empty");
    }
}

fn of_characters(name: &str, rows: &[&str], options: &Options) -> Result<Imported, String> {
    let rows: Vec<String> = rows.iter().map(|row| row.replace('\t', "    ")).collect();
    // What all rows begin with is no part of the map.
    let indent = rows.iter().map(|row| row.chars().take_while(|&letter| letter == ' ').count()).min().unwrap_or(0);
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().skip(indent).collect()).collect();
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    rows.iter().flatten().for_each(|&letter| *counts.entry(letter).or_default() += 1);
    let has = |letter: char| counts.contains_key(&letter);
    let is_once = |letter: char| counts.get(&letter) == Some(&1);
    let is_sokoban = counts.keys().all(|&letter| SOKOBAN.contains(letter))
        && has('#')
        && (has('@') || has('+'))
        && (has('$') || has('*'));
    let blank_is_floor = is_sokoban || !has('.');
    let mut map = Foreign::new(widest as u32, rows.len() as u32, 1, options)?;
    let outside = outside(&rows, widest);
    let mut places: BTreeMap<&str, Vec<Cell>> = BTreeMap::new();
    for (y, row) in (0..).zip(&rows) {
        for (x, &letter) in (0..).zip(row) {
            let tile = Cell::new(x, y);
            let mut place = |name: &'static str| places.entry(name).or_default().push(tile);
            let is_letter_of = |letters: &str| letters.contains(letter) && is_once(letter);
            let is_floor = match letter {
                ' ' => {
                    if !blank_is_floor || outside[tile] {
                        continue;
                    }
                    true
                }
                '.' if is_sokoban => {
                    place("goals");
                    true
                }
                '$' | '*' if is_sokoban => {
                    place("boxes");
                    if letter == '*' {
                        place("goals");
                    }
                    true
                }
                '-' | '_' if is_sokoban => true,
                '<' if has('#') => {
                    place("stairs up");
                    true
                }
                '>' if has('#') => {
                    place("stairs down");
                    true
                }
                _ if letter == '@' || (letter == '+' && is_sokoban) || (is_letter_of("SP") && has_walls(&counts)) => {
                    if letter == '+' {
                        place("goals");
                    }
                    _ = map.agent("", None, Vec2::new(x as f32, y as f32) + 0.5);
                    true
                }
                _ if is_letter_of("EG") && (is_once('S') || is_once('@')) => {
                    place("goal");
                    true
                }
                _ => letter == '.' || letter == '\u{b7}',
            };
            let is_wall = WALLS.contains(letter) || ("+%".contains(letter) && !has('#'));
            let terrain = match letter {
                _ if is_floor => Some("floor"),
                '~' => Some("water"),
                _ if is_wall => Some("wall"),
                _ => None,
            };
            // What stands on the floor has a name, but its ground has none.
            let name = if is_floor { '.' } else { letter };
            let kind = GroundKind {
                name: name.to_string(),
                is_numbered: true,
                terrain: terrain.map(str::to_owned),
                ..GroundKind::default()
            };
            let ground = map.ground(kind, || None);
            map.put(tile, ground);
        }
    }
    places.into_iter().for_each(|(name, tiles)| map.add_to_place(name, tiles));
    note_ragged(&mut map, !has(' ') && rows.iter().any(|row| row.len() != widest));
    map.into_level(name)
}

/// Whether a map has walls, so that letters on it can be what stands between them.
fn has_walls(counts: &BTreeMap<char, usize>) -> bool {
    counts.keys().any(|letter| "#%\u{2588}\u{2593}".contains(*letter)) || counts.contains_key(&'.')
}

/// Which blanks hang together with the edge of the map; none where all of them do, as in a maze with an entrance.
fn outside(rows: &[Vec<char>], width: usize) -> Grid<bool> {
    let (columns, height) = (width as i32, rows.len() as i32);
    let is_blank = |x: i32, y: i32| rows[y as usize].get(x as usize).is_none_or(|&letter| letter == ' ');
    let mut reached = BTreeSet::new();
    let mut next: Vec<(i32, i32)> = Vec::new();
    let edge = (0..columns)
        .flat_map(|x| [(x, 0), (x, height - 1)])
        .chain((0..height).flat_map(|y| [(0, y), (columns - 1, y)]));
    next.extend(edge.filter(|&(x, y)| is_blank(x, y)));
    while let Some((x, y)) = next.pop() {
        if reached.insert((y, x)) {
            let beside = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)].into_iter();
            let inside = beside.filter(|&(x, y)| (0..columns).contains(&x) && (0..height).contains(&y));
            next.extend(inside.filter(|&(x, y)| is_blank(x, y)));
        }
    }
    let drawn = rows.iter().map(|row| row.iter().filter(|&&letter| letter == ' ').count()).sum::<usize>();
    let drawn_outside = reached.iter().filter(|&&(y, x)| rows[y as usize].get(x as usize).is_some()).count();
    let cells = (0..height).flat_map(|y| (0..columns).map(move |x| (y, x)));
    let is_outside = cells.map(|cell| drawn_outside < drawn && reached.contains(&cell)).collect();
    Grid::from_rows(columns as u32, height as u32, is_outside)
}
