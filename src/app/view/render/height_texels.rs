//! The lie of the land as a texture for the ground's shader, one texel for each tile.

use footpath::grid::{Cell, Rect};
use footpath::level::{Relief, Surface};
use glam::{Vec4, vec4};

/// By what the texels of a map are to be multiplied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightScale {
    lowest: f32,
    highest: f32,
    /// The steepest slope, in either direction.
    steepest: f32,
    tile_size: f32,
}

impl HeightScale {
    /// The scale of a map with this relief, whose tiles have sides of `tile_size` world units.
    pub fn of(relief: &Relief, tile_size: f32) -> HeightScale {
        let mut scale = HeightScale { lowest: 0.0, highest: 0.0, steepest: 1e-6, tile_size };
        for surface in relief.surfaces.values() {
            scale.lowest = scale.lowest.min(surface.height);
            scale.highest = scale.highest.max(surface.height);
            scale.steepest = scale.steepest.max(surface.slope.abs().max_element());
        }
        scale
    }

    /// The scale as the shader wants it: the lowest height, the range of heights, the steepest slope and the highest
    /// height, counted in tiles.
    pub fn uniform(&self) -> Vec4 {
        let range = (self.highest - self.lowest).max(1e-6);
        // A slope rises by as many tiles on a tile as world units on a world unit.
        vec4(self.lowest, range, self.steepest * self.tile_size, self.highest) / self.tile_size
    }

    /// The texels of some tiles, row by row; a tile where a block stands (`is_raised`) is marked as such.
    pub fn texels(&self, relief: &Relief, part: Rect, is_raised: impl Fn(Cell) -> bool) -> Vec<u8> {
        let texel = |tile: Cell| self.texel(&relief.surfaces[tile], is_raised(tile));
        part.cells().flat_map(texel).collect()
    }

    /// Height in two bytes, slope in one for each direction; where a block stands no slope has such bytes.
    fn texel(&self, surface: &Surface, is_raised: bool) -> [u8; 4] {
        let part = (surface.height - self.lowest) / (self.highest - self.lowest).max(1e-6);
        let [high, low] = ((65535.0 * part).round() as u16).to_be_bytes();
        let slope = surface.slope / self.steepest;
        let byte = |part: f32| if is_raised { 0 } else { (128.0 + 127.0 * part).round() as u8 };
        [high, low, byte(slope.x), byte(slope.y)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::grid::Grid;
    use glam::{Vec2, vec2};

    #[test]
    fn heights_and_slopes_come_back_from_their_texels() {
        let surface = |height, slope| Surface { height, slope, ceiling: f32::INFINITY };
        let row = vec![surface(-1.5, Vec2::ZERO), surface(0.75, vec2(-0.5, 0.0)), surface(3.0, vec2(0.0, 1.0))];
        let relief = Relief { surfaces: Grid::from_rows(3, 1, row.clone()) };
        let scale = HeightScale::of(&relief, 2.0);
        let texels = scale.texels(&relief, Rect { min: Cell::new(0, 0), max: Cell::new(3, 1) }, |_| false);
        let heights = scale.uniform();
        for (texel, surface) in texels.chunks(4).zip(&row) {
            let height = heights.x + heights.y * (f32::from(texel[0]) * 256.0 + f32::from(texel[1])) / 65535.0;
            assert!((2.0 * height - surface.height).abs() < 1e-3, "{height}");
            let slope = vec2(f32::from(texel[2]), f32::from(texel[3])) - 128.0;
            assert!((slope / 127.0 * heights.z - surface.slope).abs().max_element() < 1e-2, "{slope}");
        }
    }

    #[test]
    fn a_block_is_marked() {
        let relief = Relief { surfaces: Grid::filled(1, 1, Surface::FLAT) };
        let scale = HeightScale::of(&relief, 1.0);
        let texels = scale.texels(&relief, Rect::of_cell(Cell::new(0, 0)), |_| true);
        assert_eq!(texels[2..], [0, 0]);
    }
}
