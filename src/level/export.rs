//! Maps for other programs.

use std::collections::BTreeMap;

use glam::Vec2;

use super::{Level, TerrainId, TileMap, limits};
use crate::grid::{Grid, Lattice};
use crate::profile::Color;

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

/// The keyword of the text in a picture by which its map comes back as it was.
pub(super) const PICTURE_KEY: &str = "Footpath terrains";

/// The map as a PNG file in which each tile is a point of its terrain's colour; of terrains of the same colour, one is a little
/// off. The file carries the terrains too, so that [import](super::import::read) gives each tile its own again.
///
/// ```
/// use footpath::level::import::{self, Options};
/// use footpath::level::{TileMap, export};
/// let map = TileMap::from_rows(&["..#", "~=."])?;
/// let bytes = export::picture(&map)?;
/// let mut no_files = |name: &str| Err(format!("there is no file {name}"));
/// let again = import::read("map.png", &bytes, &Options::default(), &mut no_files)?.level.map;
/// assert!(map.tiles.rect().cells().all(|tile| map.terrain_at(tile) == again.terrain_at(tile)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A map that no PNG file can hold; none does that a level can have.
pub fn picture(map: &TileMap) -> Result<Vec<u8>, png::EncodingError> {
    let key = PictureKey::of(map);
    let mut colors = vec![[0; 3]; map.terrains.len()];
    for (color, TerrainId(terrain)) in key.by_color() {
        colors[terrain as usize] = color;
    }
    let points: Vec<u8> = map.tiles.values().iter().flat_map(|id| colors[id.0 as usize]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, map.tiles.width(), map.tiles.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_itxt_chunk(PICTURE_KEY.to_owned(), key.text())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&points)?;
    writer.finish()?;
    Ok(bytes)
}

/// Which colour of an exported picture is which terrain, as a map with one tile of each terrain.
pub(super) struct PictureKey {
    pub map: TileMap,
}

impl PictureKey {
    fn of(map: &TileMap) -> PictureKey {
        let used = crate::sorting::set(map.tiles.values().iter().copied());
        let tiles: Vec<TerrainId> = used.into_iter().collect();
        let lattice = Lattice { width: tiles.len() as u32, height: 1, origin: Vec2::ZERO, ..map.lattice };
        let plain = TileMap::new(lattice, map.terrains.clone(), Grid::from_rows(lattice.width, 1, tiles));
        PictureKey { map: TileMap { areas: map.areas.clone(), ..plain } }
    }

    /// Reads the text of a key; `None` if it is none.
    pub fn read(text: &str) -> Option<PictureKey> {
        Level::parse(PICTURE_KEY, text).ok().map(|level| PictureKey { map: level.map })
    }

    fn text(&self) -> String {
        Level { name: PICTURE_KEY.to_owned(), ..Level::on(self.map.clone()) }.to_ron()
    }

    /// The terrain of each colour: its own, or the next that no terrain before it has.
    pub fn by_color(&self) -> BTreeMap<[u8; 3], TerrainId> {
        let mut colors = BTreeMap::new();
        for &id in self.map.tiles.values() {
            let Color { r, g, b } = self.map.terrains[id.0 as usize].color;
            let number = u32::from_be_bytes([0, r, g, b]);
            let free = (number..number + limits::TERRAINS as u32 + 1).map(|number| {
                let [_, r, g, b] = number.to_be_bytes();
                [r, g, b]
            });
            if let Some(color) = free.into_iter().find(|color| !colors.contains_key(color)) {
                colors.insert(color, id);
            }
        }
        colors
    }
}
