//! Pictures with one colour a terrain.

use std::collections::BTreeMap;

use super::foreign::{Foreign, Imported};
use crate::grid::Cell;
use crate::level::{TerrainId, limits};
use crate::profile::Color;

/// A level of which each point of a picture is a tile; `points` are its rows one after the other.
///
/// A colour that a built-in terrain has is that terrain, black is wall and white is floor; every other colour is a terrain
/// of its own, named after it, walkable and of cost 1.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::level::import;
/// let level = import::picture("tiny", 2, &[[0, 0, 0], [0x9c, 0xb3, 0x80]])?.level;
/// assert_eq!(level.map.terrain_at(Cell::new(0, 0)).unwrap().name, "wall");
/// assert_eq!(level.map.terrain_at(Cell::new(1, 0)).unwrap().name, "grass");
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// A size that no level has, or more colours than a map has terrains.
pub fn picture(name: &str, width: u32, points: &[[u8; 3]]) -> Result<Imported, String> {
    let height = points.len() / (width as usize).max(1);
    let mut map = Foreign::new(width, height as u32)?;
    let mut known: BTreeMap<[u8; 3], TerrainId> = BTreeMap::new();
    for terrain in crate::level::Terrain::built_in() {
        let Color { r, g, b } = terrain.color;
        known.extend(map.known_terrain(&terrain.name).map(|id| ([r, g, b], id)));
    }
    for (color, name) in [([0; 3], "wall"), ([255; 3], "floor")] {
        known.extend(map.known_terrain(name).map(|id| (color, id)));
    }
    for (index, &[r, g, b]) in points.iter().enumerate() {
        let tile = Cell::new((index % width as usize) as i32, (index / width as usize) as i32);
        let terrain = match known.get(&[r, g, b]) {
            Some(&terrain) => terrain,
            None => {
                let terrain =
                    map.terrain(&Color { r, g, b }.to_string(), Some(Color { r, g, b })).ok_or_else(|| {
                        format!(
                            "this picture has too many colours for a map: at most {} can be terrains",
                            limits::TERRAINS
                        )
                    })?;
                known.insert([r, g, b], terrain);
                terrain
            }
        };
        map.put(tile, terrain);
    }
    Ok(map.into_level(name))
}
