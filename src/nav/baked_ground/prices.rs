//! What cells cost agents of one kind: by their areas, wear, danger and reward.

use super::HUNDREDTHS;
use crate::grid::Cell;
use crate::level::{CostFields, TileMap};
use crate::profile::AgentProfile;

/// What the tiles of a map cost.
pub(super) struct Prices<'a> {
    map: &'a TileMap,
    danger: f32,
    reward: f32,
    /// For each terrain what a tile costs, in hundredths; 0 where it is closed.
    by_terrain: [u16; 256],
    /// The least cost of any terrain that the agent may enter: no reward makes anything cheaper.
    least: f32,
}

impl Prices<'_> {
    pub fn of<'a>(map: &'a TileMap, profile: &AgentProfile) -> Prices<'a> {
        let mut by_terrain = [0; 256];
        for (hundredths, terrain) in by_terrain.iter_mut().zip(&map.terrains) {
            if terrain.walkable && profile.areas.allows(terrain.area) {
                let cost = profile.areas.cost(terrain.area).unwrap_or(terrain.cost);
                *hundredths = in_range(cost * 100.0);
            }
        }
        let least = by_terrain.iter().copied().filter(|&cost| cost > 0).min().unwrap_or(*HUNDREDTHS.end());
        Prices { map, danger: profile.danger, reward: profile.reward, by_terrain, least: f32::from(least) }
    }

    /// Fills `costs` with the costs of the cells of a row, from one cell to the right; 0 where the terrain is closed.
    pub fn put_row(&self, from: Cell, costs: &mut [u16]) {
        let by = self.map.bake.cells_per_tile as usize;
        let tiles = self.map.tiles.values();
        let row = from.y as usize / by * self.map.lattice.width as usize;
        if by == 1 {
            let tiles = &tiles[row + from.x as usize..];
            costs.iter_mut().zip(tiles).for_each(|(cost, tile)| *cost = self.by_terrain[tile.0 as usize]);
        } else {
            for (cost, x) in costs.iter_mut().zip(from.x as usize..) {
                *cost = self.by_terrain[tiles[row + x / by].0 as usize];
            }
        }
        let CostFields { danger, reward, wear, .. } = &self.map.fields;
        if danger.is_some() || reward.is_some() || wear.is_some() {
            self.add_fields(from, costs);
        }
    }

    fn add_fields(&self, from: Cell, costs: &mut [u16]) {
        let fields = &self.map.fields;
        let at = from.y as usize * self.map.cells().width as usize + from.x as usize;
        let worn = f32::from(fields.worn_cost);
        for (cost, at) in costs.iter_mut().zip(at..).filter(|(cost, _)| **cost > 0) {
            let mut price = f32::from(*cost);
            if let Some(wear) = &fields.wear {
                price -= (price - worn).max(0.0) * (f32::from(wear.values()[at]) / 255.0);
            }
            if let Some(danger) = &fields.danger {
                price += f32::from(danger.values()[at]) * self.danger;
            }
            if let Some(reward) = &fields.reward {
                let lowered = price - f32::from(reward.values()[at]) * self.reward;
                price = lowered.max(self.least.min(price));
            }
            *cost = in_range(price);
        }
    }
}

/// The nearest valid cost in hundredths.
fn in_range(hundredths: f32) -> u16 {
    (hundredths.round() as u16).clamp(*HUNDREDTHS.start(), *HUNDREDTHS.end())
}
