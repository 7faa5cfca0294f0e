//! Pictures with one colour a kind of ground.

use std::collections::BTreeMap;

use super::foreign::{Foreign, GroundId, Imported, Options};
use super::ground::GroundKind;
use super::pixels::Pixels;
use crate::grid::Cell;
use crate::level::Terrain;
use crate::profile::Color;

/// A level of which each point of a PNG file is a tile.
///
/// A colour that a built-in terrain has is that terrain, black is wall and white is floor; every other colour is a terrain
/// of its own, named after it, walkable and of cost 1.
///
/// # Errors
/// A file that cannot be read, or a size that no level has.
pub(super) fn picture(name: &str, bytes: &[u8], options: &Options) -> Result<Imported, String> {
    let Pixels { width, height, points } = Pixels::of_png(bytes)?;
    let mut map = Foreign::new(width, height, 1, options)?;
    let names = crate::sorting::map(
        Terrain::built_in().into_iter().map(|terrain| (terrain.color.to_string(), terrain.name)).chain(
            [("#000000", "wall"), ("#ffffff", "floor")].map(|(color, name)| (color.to_owned(), name.to_owned())),
        ),
    );
    let mut known: BTreeMap<[u8; 3], GroundId> = BTreeMap::new();
    for (index, &[r, g, b, _]) in points.iter().enumerate() {
        let tile = Cell::new((index % width as usize) as i32, (index / width as usize) as i32);
        let ground = *known.entry([r, g, b]).or_insert_with(|| {
            let color = Color { r, g, b };
            let kind = GroundKind {
                name: color.to_string(),
                terrain: names.get(&color.to_string()).cloned(),
                ..GroundKind::default()
            };
            map.ground(kind, || Some(color))
        });
        map.put(tile, ground);
    }
    map.into_level(name)
}
