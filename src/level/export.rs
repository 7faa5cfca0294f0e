//! Maps for other programs.

use super::{TerrainId, TileMap};

/// The map in the format of the Moving AI benchmark (`.map`), which [`moving_ai`](super::import::moving_ai) reads: walkable
/// tiles are `.`, water is `W`, rock is `T`, and all else is `@`. Costs, heights and all that is on the map have no place in
/// it.
///
/// ```
/// use footpath::level::{TileMap, export};
/// let map = TileMap::from_rows(&["..#", "~=."])?;
/// assert_eq!(export::moving_ai(&map), "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n");
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn moving_ai(map: &TileMap) -> String {
    let letter = |&TerrainId(terrain): &TerrainId| {
        let terrain = &map.terrains[terrain as usize];
        match terrain.name.as_str() {
            _ if terrain.walkable => '.',
            "water" => 'W',
            "rock" => 'T',
            _ => '@',
        }
    };
    let (width, height) = (map.tiles.width(), map.tiles.height());
    let rows = map.tiles.values().chunks(width as usize);
    let rows: String = rows.map(|row| row.iter().map(letter).chain(['\n']).collect::<String>()).collect();
    format!("type octile\nheight {height}\nwidth {width}\nmap\n{rows}")
}
