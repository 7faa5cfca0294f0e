//! How the relief of a level is written: by letters of the legend, by pictures, and by ramps.

use glam::Vec2;

use crate::format::Axis;
use crate::format::ron_text::Ron;
use crate::format::struct_text::StructText;
use crate::format::table::PICTURE;
use crate::grid::Grid;
use crate::level::relief::Ramp;
use crate::level::{Surface, TileMap, limits};
use crate::sorting;

/// How many heights, or ceilings, are rather written as letters of the legend than as a picture.
const MOST_LETTERS: usize = 4;
/// The greatest digit of a picture: z.
const LAST_DIGIT: u32 = 35;

/// What a letter of the legend says of how its tiles lie. Numbers are the bits of `f32`, to have an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lie {
    pub height: Option<u32>,
    pub slope: Option<(u32, u32)>,
    pub ceiling: Option<u32>,
    pub ramp: Option<Axis>,
}

/// A relief as it is written.
pub(super) struct DrawnRelief {
    /// What the legend says of each tile.
    pub lies: Grid<Lie>,
    pub heights: Option<Ron>,
    pub ceilings: Option<Ron>,
}

impl DrawnRelief {
    /// With letters for what is simple, and pictures for the rest as far as these can tell it. `None` where all is
    /// flat.
    pub fn drawn(map: &TileMap) -> Option<DrawnRelief> {
        DrawnRelief::with_letters(map, MOST_LETTERS)
    }

    /// By pictures alone, for a map that has no legend. `None` where they cannot tell it.
    pub fn pictures(map: &TileMap) -> Option<DrawnRelief> {
        let relief = DrawnRelief::with_letters(map, 0)?;
        relief.lies.values().iter().all(|lie| *lie == Lie::default()).then_some(relief)
    }

    fn with_letters(map: &TileMap, most: usize) -> Option<DrawnRelief> {
        let surfaces = &map.relief.as_ref()?.surfaces;
        let axes = ramps(map, surfaces);
        let values = || surfaces.values().iter().zip(axes.values());
        // A ramp has no height of its own, and 0 is what is not said.
        let height = |(surface, axis): (&Surface, &Option<Axis>)| {
            Some(surface.height).filter(|height| axis.is_none() && height.to_bits() != 0)
        };
        let ceiling = |surface: &Surface| Some(surface.ceiling).filter(|ceiling| ceiling.is_finite());
        let (width, height_of_map) = (surfaces.width(), surfaces.height());
        let (heights, height_picture) = told(values().map(height).collect(), width, most);
        let (ceilings, ceiling_picture) = told(surfaces.values().iter().map(ceiling).collect(), width, most);
        let mut lies = Grid::filled(width, height_of_map, Lie::default());
        for (index, (lie, (surface, axis))) in lies.values_mut().iter_mut().zip(values()).enumerate() {
            let is_slope = axis.is_none() && surface.slope != Vec2::ZERO;
            *lie = Lie {
                height: heights[index].map(f32::to_bits),
                slope: is_slope.then(|| (surface.slope.x.to_bits(), surface.slope.y.to_bits())),
                ceiling: ceilings[index].map(f32::to_bits),
                ramp: *axis,
            };
        }
        Some(DrawnRelief { lies, heights: height_picture, ceilings: ceiling_picture })
    }
}

/// Which tiles can be written as ramps, so that reading them gives the same slopes. Other slopes are told themselves.
fn ramps(map: &TileMap, surfaces: &Grid<Surface>) -> Grid<Option<Axis>> {
    let axis = |surface: &Surface| match (surface.slope.x != 0.0, surface.slope.y != 0.0) {
        (true, false) => Some(Axis::EastWest),
        (false, true) => Some(Axis::NorthSouth),
        _ => None,
    };
    let axes = surfaces.values().iter().map(axis).collect();
    let mut axes = Grid::from_rows(surfaces.width(), surfaces.height(), axes);
    for ramp in Ramp::all(&axes) {
        if !is_even(&ramp, map, surfaces) {
            ramp.tiles().for_each(|tile| axes[tile] = None);
        }
    }
    axes
}

/// Whether a ramp rises evenly between level ground.
fn is_even(ramp: &Ramp, map: &TileMap, surfaces: &Grid<Surface>) -> bool {
    let ends = ramp.ends();
    if !ends.iter().all(|&end| map.is_walkable(end) && surfaces[end].slope == Vec2::ZERO) {
        return false;
    }
    let (mut heights, slope) = ramp.lie(ends.map(|end| surfaces[end].height), map.lattice.tile_size);
    ramp.tiles().all(|tile| heights.next() == Some(surfaces[tile].height) && surfaces[tile].slope == slope)
}

/// What letters say of each tile, and the picture, one of which tells all values; letters where there are at most so
/// many, or where a picture cannot tell them.
fn told(values: Vec<Option<f32>>, width: u32, most_letters: usize) -> (Vec<Option<f32>>, Option<Ron>) {
    let distinct = sorting::set(values.iter().flatten().map(|value| value.to_bits()));
    let distinct: Vec<f32> = distinct.into_iter().map(f32::from_bits).collect();
    let unit = if distinct.len() > most_letters { unit(&distinct) } else { None };
    let Some(unit) = unit else { return (values, None) };
    let character = |value: &Option<f32>| {
        let digit = value.and_then(|value| digit(value, unit));
        digit.and_then(|digit| char::from_digit(digit, LAST_DIGIT + 1)).unwrap_or('.')
    };
    let mut rows = String::from("[\n");
    for row in values.chunks(width as usize) {
        let row: String = row.iter().map(character).collect();
        rows.push_str(&format!("            {},\n", Ron::from(row)));
    }
    let picture = StructText::of(&PICTURE).put("unit", unit).put("rows", Ron::trusted(rows + "        ]"));
    (vec![None; values.len()], Some(picture.in_lines()))
}

/// The greatest unit of which all these values are digits, exactly. Where they once were digits of some unit it finds
/// one: the greatest value is a digit of it, so that it is a digit's part of that value, but for rounding.
fn unit(values: &[f32]) -> Option<f32> {
    let greatest = values.iter().copied().fold(0.0, f32::max);
    let candidates = (1..=LAST_DIGIT).flat_map(|digit| {
        let bits = (greatest / digit as f32).to_bits();
        [bits, bits + 1, bits.saturating_sub(1), bits + 2, bits.saturating_sub(2)].map(f32::from_bits)
    });
    // Where all are 0, any unit will do.
    candidates
        .chain([1.0])
        .filter(|unit| limits::UNIT.contains(unit))
        .find(|&unit| values.iter().all(|&value| digit(value, unit).is_some()))
}

fn digit(value: f32, unit: f32) -> Option<u32> {
    let digit = (value / unit).round();
    let is_exact = (0.0..=LAST_DIGIT as f32).contains(&digit) && (digit * unit).to_bits() == value.to_bits();
    is_exact.then_some(digit as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_found_again_whatever_it_was() {
        for (unit_then, digits) in
            [(0.1f32, [3u32, 7, 35]), (0.07, [1, 2, 33]), (1.0 / 3.0, [5, 10, 20]), (16.0, [1, 2, 35])]
        {
            let values = digits.map(|digit| digit as f32 * unit_then);
            let unit = unit(&values).expect("they are digits of a unit");
            assert_eq!(values.map(|value| digit(value, unit).unwrap() as f32 * unit), values);
        }
        assert_eq!(unit(&[1.0, std::f32::consts::PI]), None);
        assert_eq!(unit(&[-1.0]), None);
    }
}
