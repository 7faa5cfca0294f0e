//! Maps in the terminal: a letter for each terrain and place, with marks on them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io::{IsTerminal, stdout};

use footpath::grid::{Cell, Rect};
use footpath::level::{Picture, TileMap};

/// What fits in a terminal.
const COLUMNS: i32 = 100;
const ROWS: i32 = 48;
/// How many tiles are shown around the marks where the map does not fit as a whole.
const MARGIN: i32 = 4;

/// What is marked; where several fall on one character the last of these is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Path,
    /// Where the path was to lead.
    Goal,
    Start,
    /// The last tile of the path.
    End,
    Agent,
}

impl Mark {
    fn character(self) -> char {
        match self {
            Mark::Path => '•',
            Mark::Goal => '×',
            Mark::Start => '○',
            Mark::End => '●',
            Mark::Agent => '@',
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Mark::Path => "path",
            Mark::Goal => "requested goal",
            Mark::Start => "start",
            Mark::End => "end",
            Mark::Agent => "agent",
        }
    }
}

/// Marks by tile.
pub type Marks = BTreeMap<Cell, Mark>;

/// Marks `tile`, unless something more important is marked there.
pub fn mark(marks: &mut Marks, tile: Cell, mark: Mark) {
    let marked = marks.entry(tile).or_insert(mark);
    *marked = mark.max(*marked);
}

/// The tiles through which a path of cells leads, each once after the other.
pub fn tiles_of(map: &TileMap, cells: &[Cell]) -> Vec<Cell> {
    let mut tiles: Vec<Cell> = cells.iter().map(|&cell| map.tile_of_cell(cell)).collect();
    tiles.dedup();
    tiles
}

/// The marks of a path of tiles, also along its straight lines if it lists only the tiles where it turns.
pub fn marks_of_path(path: &[Cell]) -> Marks {
    let mut marks: Marks = path.iter().map(|&tile| (tile, Mark::Path)).collect();
    for line in path.windows(2) {
        let (dx, dy) = (line[1].x - line[0].x, line[1].y - line[0].y);
        let steps = dx.abs().max(dy.abs());
        let part = |whole: i32, step: i32| (f64::from(whole * step) / f64::from(steps)).round() as i32;
        let between = (1..steps).map(|step| Cell::new(line[0].x + part(dx, step), line[0].y + part(dy, step)));
        marks.extend(between.map(|tile| (tile, Mark::Path)));
    }
    if let (Some(&first), Some(&last)) = (path.first(), path.last()) {
        mark(&mut marks, first, Mark::Start);
        mark(&mut marks, last, Mark::End);
    }
    marks
}

/// The map with the marks on it, a line for each row. A map that is too large for a terminal is cut
/// to what lies around the marks; where even that is too large, a character stands for several
/// tiles. The last line says so.
pub fn draw(picture: &Picture, marks: &Marks) -> String {
    let colored = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let shown = shown_part(picture, marks);
    let (width, height) = (shown.max.x - shown.min.x, shown.max.y - shown.min.y);
    let scale = ((width + COLUMNS - 1) / COLUMNS).max((height + ROWS - 1) / ROWS).max(1);
    let block_of = |tile: Cell| Cell::new((tile.x - shown.min.x) / scale, (tile.y - shown.min.y) / scale);
    let mut scaled = Marks::new();
    for (&tile, &kind) in marks.iter().filter(|(tile, _)| shown.contains(**tile)) {
        mark(&mut scaled, block_of(tile), kind);
    }
    let mut text = String::new();
    for y in 0..(height + scale - 1) / scale {
        for x in 0..(width + scale - 1) / scale {
            match scaled.get(&Cell::new(x, y)) {
                Some(mark) if colored => write!(text, "\x1b[1;33m{}\x1b[0m", mark.character()),
                Some(mark) => write!(text, "{}", mark.character()),
                None => {
                    let min = Cell::new(shown.min.x + x * scale, shown.min.y + y * scale);
                    let block = Rect { min, max: Cell::new(min.x + scale, min.y + scale) };
                    write!(text, "{}", commonest(picture, block))
                }
            }
            .expect("a string takes everything");
        }
        text.push('\n');
    }
    if shown != picture.tiles.rect() || scale > 1 {
        text += &caption(picture, shown, scale);
    }
    text
}

fn shown_part(picture: &Picture, marks: &Marks) -> Rect {
    let (width, height) = (picture.tiles.width(), picture.tiles.height());
    let whole = picture.tiles.rect();
    if width as i32 <= COLUMNS && height as i32 <= ROWS {
        return whole;
    }
    Rect::around(marks.keys().copied()).map_or(whole, |part| part.grown(MARGIN).clipped(width, height))
}

/// The character that most tiles of a block have; of equals the first in the alphabet.
fn commonest(picture: &Picture, block: Rect) -> char {
    let mut counts: BTreeMap<char, i32> = BTreeMap::new();
    for &character in block.cells().filter_map(|tile| picture.tiles.get(tile)) {
        *counts.entry(character).or_default() -= 1;
    }
    counts.into_iter().min_by_key(|&(_, count)| count).map_or(' ', |(character, _)| character)
}

fn caption(picture: &Picture, shown: Rect, scale: i32) -> String {
    let (columns, rows) = (picture.tiles.width(), picture.tiles.height());
    let (left, right, top, bottom) = (shown.min.x, shown.max.x - 1, shown.min.y, shown.max.y - 1);
    let mut line = format!("columns {left} to {right} of {columns}, rows {top} to {bottom} of {rows}");
    if scale > 1 {
        line += &format!("; a character stands for {scale} x {scale} tiles");
    }
    line + "\n"
}

/// What the characters of the map mean, in one line.
pub fn legend(picture: &Picture) -> String {
    let entry = |(character, name): (&char, &String)| format!("{character} {name}");
    picture.legend.iter().map(entry).collect::<Vec<_>>().join("   ")
}

/// What the marks on the map mean, in one line.
pub fn legend_of_marks(marks: &Marks) -> String {
    let shown: BTreeSet<Mark> = marks.values().copied().collect();
    let entries = shown.iter().map(|mark| format!("{} {}", mark.character(), mark.meaning()));
    entries.collect::<Vec<_>>().join("   ")
}

#[cfg(test)]
mod tests {
    use footpath::grid::Grid;

    use super::*;

    fn field(width: u32, height: u32) -> Picture {
        let legend = BTreeMap::from([('.', "grass".to_owned())]);
        Picture { tiles: Grid::filled(width, height, '.'), legend }
    }

    #[test]
    fn a_path_is_drawn_over_the_tiles() {
        let path = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(2, 1)];
        assert_eq!(draw(&field(4, 2), &marks_of_path(&path)), "○...\n.•●.\n");
    }

    #[test]
    fn a_large_map_is_cut_around_the_marks() {
        let text = draw(&field(4096, 4096), &marks_of_path(&[Cell::new(4090, 20), Cell::new(4091, 20)]));
        assert_eq!(text.lines().count(), 10, "nine rows and a caption: {text}");
        assert_eq!(text.lines().nth(4), Some("....○●...."));
        assert_eq!(text.lines().last(), Some("columns 4086 to 4095 of 4096, rows 16 to 24 of 4096"));
    }

    #[test]
    fn a_long_path_is_drawn_smaller() {
        let path: Vec<Cell> = (0..1000).map(|x| Cell::new(x, 3)).collect();
        let text = draw(&field(1000, 10), &marks_of_path(&path));
        assert_eq!(text.lines().next(), Some(format!("○{}●", "•".repeat(98)).as_str()));
        assert!(text.ends_with("a character stands for 10 x 10 tiles\n"), "{text}");
    }
}
