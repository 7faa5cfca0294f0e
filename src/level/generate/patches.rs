//! Patches of other ground: where smooth noise is highest (value noise on a lattice, in two octaves).

use super::{MapDice, Patch, within};
use crate::grid::Grid;
use crate::level::{TerrainId, limits};

/// Noise reaches from 0 up to this, not included.
const LEVELS: usize = 1 << 12;
/// What counts as 1 among the weights of an interpolation.
const ONE: u32 = 1 << 10;

/// Lays a patch over the floor, where its noise is highest: over as much of it as its share says.
pub(super) fn lay(patch: &Patch, walls: &Grid<bool>, tiles: &mut Grid<TerrainId>, dice: &mut MapDice) {
    let size = within(limits::PATCH, patch.size);
    let mut noise = vec![0; tiles.values().len()];
    add_octave(&mut noise, tiles.width(), size, 3, dice);
    add_octave(&mut noise, tiles.width(), size.div_ceil(2), 1, dice);
    let level = level_of_share(&noise, walls, within(limits::SHARE, patch.share));
    let floor = noise.iter().zip(walls.values()).map(|(&noise, &wall)| !wall && usize::from(noise) >= level);
    for (tile, covered) in tiles.values_mut().iter_mut().zip(floor) {
        if covered {
            *tile = patch.terrain;
        }
    }
}

/// The noise value above which `share` percent of the floor is.
fn level_of_share(noise: &[u16], walls: &Grid<bool>, share: u32) -> usize {
    let mut counts = vec![0u64; LEVELS];
    for (&noise, _) in noise.iter().zip(walls.values()).filter(|(_, wall)| !**wall) {
        counts[usize::from(noise)] += 1;
    }
    let wanted = counts.iter().sum::<u64>() * u64::from(share) / 100;
    let mut covered = 0;
    for level in (0..LEVELS).rev() {
        covered += counts[level];
        if covered > wanted {
            return level + 1;
        }
    }
    0
}

/// Adds noise whose waves are `size` tiles long, up to `weight` quarters of [`LEVELS`].
fn add_octave(noise: &mut [u16], width: u32, size: u32, weight: u32, dice: &mut MapDice) {
    let rises: Vec<u32> = (0..size).map(|offset| smooth_step(offset * ONE / size)).collect();
    let knots = (width / size + 2) as usize;
    let mut draw = || (0..knots).map(|_| dice.below(LEVELS as u32 / 4)).collect::<Vec<u32>>();
    let (mut above, mut below) = (draw(), draw());
    for (y, row) in noise.chunks_mut(width as usize).enumerate() {
        let offset = y % size as usize;
        if offset == 0 && y > 0 {
            above = std::mem::replace(&mut below, draw());
        }
        let heights: Vec<u32> = above.iter().zip(&below).map(|(&a, &b)| between(a, b, rises[offset])).collect();
        for (part, ends) in row.chunks_mut(size as usize).zip(heights.windows(2)) {
            for (noise, &rise) in part.iter_mut().zip(&rises) {
                *noise += (weight * between(ends[0], ends[1], rise)) as u16;
            }
        }
    }
}

/// From `a` to `b`, as far as `rise` out of [`ONE`] says.
fn between(a: u32, b: u32, rise: u32) -> u32 {
    (a * (ONE - rise) + b * rise) / ONE
}

/// 3 t^2 - 2 t^3, with t and the result in units of [`ONE`].
fn smooth_step(t: u32) -> u32 {
    t * t / ONE * (3 * ONE - 2 * t) / ONE
}
