//! Which tile of the map a place in the text of a level draws.

use crate::format::problem::Problems;
use crate::format::syntax::{self, Value};
use crate::grid::Cell;

/// For each of some bytes of a text, the tile whose character stands there in the `rows` of the map; `None` where none does.
/// The text may be broken: what of its rows can be told apart counts.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::level::drawn_tiles;
/// let text = "(version: 1, rows: [\"....\", \"..?.\"], legend: {";
/// let fault = text.find('?').unwrap();
/// assert_eq!(drawn_tiles(text, &[fault, 3]), [Some(Cell::new(2, 1)), None]);
/// ```
pub fn drawn_tiles(text: &str, bytes: &[usize]) -> Vec<Option<Cell>> {
    let root = syntax::parse(text, &mut Problems::default());
    let rows = match root.field(text, "rows").map(|node| &node.value) {
        Some(Value::List(rows)) => rows.as_slice(),
        _ => &[],
    };
    let first = root.field(text, "rows_at").and_then(|node| node.tile(text)).unwrap_or(Cell::new(0, 0));
    let tile_at = |byte: usize| {
        let y = rows.iter().position(|row| row.span.range().contains(&byte))?;
        let mut characters = syntax::characters(text, rows[y].span);
        let x = characters.position(|(span, _)| span.range().contains(&byte))?;
        Some(Cell::new(first.x + x as i32, first.y + y as i32))
    };
    bytes.iter().map(|&byte| tile_at(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile_at(text: &str, found: &str) -> Option<Cell> {
        drawn_tiles(text, &[text.find(found).expect("it is there")])[0]
    }

    #[test]
    fn tiles_are_found_in_whatever_way_rows_are_written() {
        assert_eq!(tile_at("(rows: [ // \"drawn\"]\n \"....\", r#\".\"?.\"#])", "?"), Some(Cell::new(2, 1)));
        assert_eq!(tile_at("(rows: [\"\\u{e9}\\\"?\"])", "?"), Some(Cell::new(2, 0)));
        assert_eq!(tile_at("(rows_at: (3, 5), generate: (), rows: [\"..?\"])", "?"), Some(Cell::new(5, 5)));
        assert_eq!(tile_at("(name: \"rows\", about: \"[?\")", "?"), None);
        assert_eq!(drawn_tiles("", &[0, 7]), [None, None]);
    }
}
