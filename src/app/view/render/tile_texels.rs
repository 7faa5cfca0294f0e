//! The tiles of a map as textures: the ones around the view, a texel each, and the whole map from afar.

use footpath::grid::{Cell, Rect};
use footpath::level::{Relief, TileMap};
use macroquad::texture::{FilterMode, Image};

use super::height_texels::HeightScale;
use super::terrain_look::{EDGE_NEAR, RAISED, RAISED_NEAR};

use crate::app::window::Texture2D;

/// The side of the tile texture at most, in tiles: as many as a wide screen shows at a pixel or two
/// each. Larger maps are seen through a window that follows the view.
const WINDOW_LIMIT: u32 = 1024;
/// The side of the overview at most, in texels; every device that draws at all takes this much.
const OVERVIEW_LIMIT: u32 = 2048;

/// The tiles around the view, one texel each.
pub struct Window {
    /// The looks of the tiles, with what their neighbours add.
    pub texture: Texture2D,
    /// How the same tiles lie, where the map is not flat.
    pub relief: Option<(HeightScale, Texture2D)>,
    /// Which tiles of the map it holds.
    pub held: Rect,
}

/// The whole map with some tiles to a texel.
pub struct Overview {
    /// The mean colours of the tiles.
    pub texture: Texture2D,
    tiles_per_texel: u32,
}

impl Window {
    /// A window over the upper left of the map.
    pub fn new(map: &TileMap, looks: &[[u8; 4]]) -> Window {
        let size = Cell::new(map.lattice.width.min(WINDOW_LIMIT) as i32, map.lattice.height.min(WINDOW_LIMIT) as i32);
        let held = Rect { min: Cell::new(0, 0), max: size };
        let texture = Texture2D::from_image(&image_of(map, looks, held));
        texture.set_filter(FilterMode::Nearest);
        let relief = map.relief.as_ref().map(|relief| {
            let scale = HeightScale::of(relief, map.lattice.tile_size);
            let texture = Texture2D::from_image(&relief_of(&scale, relief, map, looks, held));
            texture.set_filter(FilterMode::Nearest);
            (scale, texture)
        });
        Window { texture, relief, held }
    }

    /// Whether it is large enough for these tiles, wherever they are.
    pub fn can_hold(&self, needed: Rect) -> bool {
        let (size, needed) = (extent(self.held), extent(needed));
        needed.x <= size.x && needed.y <= size.y
    }

    /// Moves to around `needed`, unless it holds it already.
    pub fn follow(&mut self, map: &TileMap, looks: &[[u8; 4]], needed: Rect) {
        if overlap(self.held, needed) == needed {
            return;
        }
        let size = extent(self.held);
        let first = |min: i32, max: i32, size: i32, limit: u32| ((min + max - size) / 2).clamp(0, limit as i32 - size);
        let min = Cell::new(
            first(needed.min.x, needed.max.x, size.x, map.lattice.width),
            first(needed.min.y, needed.max.y, size.y, map.lattice.height),
        );
        self.held = Rect { min, max: Cell::new(min.x + size.x, min.y + size.y) };
        self.texture.update(&image_of(map, looks, self.held));
        if let (Some((scale, texture)), Some(relief)) = (&self.relief, &map.relief) {
            texture.update(&relief_of(scale, relief, map, looks, self.held));
        }
    }

    /// Takes over what changed in these tiles.
    pub fn update(&self, map: &TileMap, looks: &[[u8; 4]], changed: Rect) {
        let part = overlap(self.held, changed.grown(1));
        let size = extent(part);
        if size.x > 0 && size.y > 0 {
            let place = Cell::new(part.min.x - self.held.min.x, part.min.y - self.held.min.y);
            self.texture.update_part(&image_of(map, looks, part), place.x, place.y, size.x, size.y);
            if let (Some((scale, texture)), Some(relief)) = (&self.relief, &map.relief) {
                texture.update_part(&relief_of(scale, relief, map, looks, part), place.x, place.y, size.x, size.y);
            }
        }
    }
}

impl Overview {
    pub fn new(map: &TileMap, looks: &[[u8; 4]]) -> Overview {
        let tiles_per_texel = map.lattice.width.max(map.lattice.height).div_ceil(OVERVIEW_LIMIT);
        let whole = squares(map.tiles.rect(), tiles_per_texel);
        let texture = Texture2D::from_image(&mean_colors(map, looks, tiles_per_texel, whole));
        texture.set_filter(FilterMode::Linear);
        Overview { texture, tiles_per_texel }
    }

    /// Takes over what changed in these tiles.
    pub fn update(&self, map: &TileMap, looks: &[[u8; 4]], changed: Rect) {
        let part = squares(changed.clipped(map.lattice.width, map.lattice.height), self.tiles_per_texel);
        let size = extent(part);
        if size.x > 0 && size.y > 0 {
            let image = mean_colors(map, looks, self.tiles_per_texel, part);
            self.texture.update_part(&image, part.min.x, part.min.y, size.x, size.y);
        }
    }

    /// How much of the texture the map takes, in texels; the last ones may be taken in part.
    pub fn extent(&self, map: &TileMap) -> (f32, f32) {
        let texels = |tiles: u32| tiles as f32 / self.tiles_per_texel as f32;
        (texels(map.lattice.width), texels(map.lattice.height))
    }
}

/// Columns and rows; not positive when the rectangle is empty.
fn extent(rect: Rect) -> Cell {
    Cell::new(rect.max.x - rect.min.x, rect.max.y - rect.min.y)
}

fn overlap(one: Rect, other: Rect) -> Rect {
    Rect {
        min: Cell::new(one.min.x.max(other.min.x), one.min.y.max(other.min.y)),
        max: Cell::new(one.max.x.min(other.max.x), one.max.y.min(other.max.y)),
    }
}

/// The squares of `step` x `step` tiles that hold these tiles.
fn squares(tiles: Rect, step: u32) -> Rect {
    let step = step as i32;
    Rect {
        min: Cell::new(tiles.min.x / step, tiles.min.y / step),
        max: Cell::new((tiles.max.x + step - 1) / step, (tiles.max.y + step - 1) / step),
    }
}

/// One texel for each tile of `part`.
fn image_of(map: &TileMap, looks: &[[u8; 4]], part: Rect) -> Image {
    let look_at = |tile| map.tiles.get(tile).map(|id| looks[id.0 as usize]);
    let texel = |tile: Cell| {
        let mut look = looks[map.tiles[tile].0 as usize];
        let around = Rect::of_cell(tile).grown(1).cells().filter_map(look_at);
        let (mut edge_near, mut raised_near) = (false, false);
        for other in around {
            edge_near |= other != look;
            raised_near |= other[3] & RAISED != 0;
        }
        look[3] |= if edge_near { EDGE_NEAR } else { 0 } | if raised_near { RAISED_NEAR } else { 0 };
        look
    };
    image(part, part.cells().flat_map(texel).collect())
}

/// How the tiles of `part` lie.
fn relief_of(scale: &HeightScale, relief: &Relief, map: &TileMap, looks: &[[u8; 4]], part: Rect) -> Image {
    let is_raised = |tile| looks[map.tiles[tile].0 as usize][3] & RAISED != 0;
    image(part, scale.texels(relief, part, is_raised))
}

/// The mean colours of squares of `step` x `step` tiles; `part` counts squares.
fn mean_colors(map: &TileMap, looks: &[[u8; 4]], step: u32, part: Rect) -> Image {
    let step = step as i32;
    let mean = |square: Cell| {
        let min = Cell::new(square.x * step, square.y * step);
        let tiles = Rect { min, max: Cell::new(min.x + step, min.y + step) };
        let mut sum = [0u32; 3];
        let mut count = 0;
        for tile in tiles.clipped(map.lattice.width, map.lattice.height).cells() {
            let look = looks[map.tiles[tile].0 as usize];
            (0..3).for_each(|channel| sum[channel] += u32::from(look[channel]));
            count += 1;
        }
        let [r, g, b] = sum.map(|channel| (channel / count) as u8);
        [r, g, b, 255]
    };
    image(part, part.cells().flat_map(mean).collect())
}

fn image(part: Rect, bytes: Vec<u8>) -> Image {
    let size = extent(part);
    Image { bytes, width: size.x as u16, height: size.y as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::grid::{Grid, Lattice};
    use footpath::level::TerrainId;
    use glam::Vec2;

    /// Looks of a ground and of a raised block, and a map of 5 x 1 tiles with the block at its end.
    fn street() -> (TileMap, Vec<[u8; 4]>) {
        let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: 5, height: 1 };
        let tiles = Grid::from_rows(5, 1, [0, 0, 0, 0, 1].map(TerrainId).to_vec());
        (TileMap::new(lattice, Vec::new(), tiles), vec![[10, 20, 30, 1], [50, 60, 70, RAISED]])
    }

    #[test]
    fn tiles_know_what_stands_beside_them() {
        let (map, looks) = street();
        let image = image_of(&map, &looks, Rect { min: Cell::new(1, 0), max: Cell::new(5, 1) });
        let added = EDGE_NEAR | RAISED_NEAR;
        let alphas: Vec<u8> = image.bytes.chunks(4).map(|texel| texel[3]).collect();
        assert_eq!(alphas, [1, 1, 1 | added, RAISED | added]);
    }

    #[test]
    fn the_last_square_of_the_overview_may_be_smaller() {
        let (map, looks) = street();
        let whole = squares(map.tiles.rect(), 2);
        assert_eq!(whole.max, Cell::new(3, 1));
        assert_eq!(mean_colors(&map, &looks, 2, whole).bytes[8..], [50, 60, 70, 255]);
        assert_eq!(mean_colors(&map, &looks, 5, squares(map.tiles.rect(), 5)).bytes, [18, 28, 38, 255]);
    }
}
