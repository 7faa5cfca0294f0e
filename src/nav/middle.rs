//! Where the first agent of a level without any is put.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::nav_grid::NavGrid;
use crate::grid::Cell;
use crate::level::TileMap;
use crate::method::CornerRule;
use crate::profile::AgentProfile;

/// The cell nearest to the middle of a map in the largest part of it in which an agent of a profile gets everywhere; `None`
/// where it can stand nowhere. Bakes the map.
///
/// ```
/// use footpath::{grid::Cell, level::Level, nav};
/// let text = "(version: 1, name: \"Two rooms\", legend: {'.': \"grass\", '#': \"wall\"}, rows: [\"..#....\"])";
/// let level = Level::parse("two-rooms.ron", text)?;
/// assert_eq!(nav::middle_of_largest_part(&level.map, &level.profiles[0]), Some(Cell::new(3, 0)));
/// # Ok::<(), footpath::level::LevelError>(())
/// ```
pub fn middle_of_largest_part(map: &TileMap, profile: &AgentProfile) -> Option<Cell> {
    let grid = NavGrid::bake(map, profile);
    let part = |cell: Cell| grid.component(cell, CornerRule::Never);
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for part in map.tiles.rect().cells().filter_map(part) {
        *sizes.entry(part).or_default() += 1;
    }
    let largest = sizes.into_iter().max_by_key(|&(part, size)| (size, Reverse(part))).map(|(part, _)| part)?;
    let middle = Cell::new(map.lattice.width as i32 / 2, map.lattice.height as i32 / 2);
    let cells = map.tiles.rect().cells().filter(|&cell| part(cell) == Some(largest));
    cells.min_by_key(|cell| cell.distance_squared(middle))
}
