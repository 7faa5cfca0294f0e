//! The grids on which profiles find their paths: one is baked for all profiles that can walk in the same places at the
//! same costs.

use std::sync::OnceLock;

use crate::grid::Grid;
use crate::level::{Terrain, TerrainId, TileMap};
use crate::nav::NavGrid;
use crate::nav::cache::BakedSet;
use crate::profile::{AgentProfile, AreaId, Color};

/// The grids of a simulation, shared by profiles that walk alike.
#[derive(Clone, Debug)]
pub struct Grids {
    /// The grid number of each profile.
    numbers: Vec<usize>,
    /// By grid number: a profile for which the grid is baked, and the grid once it is needed.
    grids: Vec<(usize, OnceLock<NavGrid>)>,
}

impl Grids {
    /// Creates grids of which each is baked when it is first asked for.
    pub fn new(map: &TileMap, profiles: &[AgentProfile]) -> Grids {
        let mut grids: Vec<(usize, OnceLock<NavGrid>)> = Vec::new();
        let mut numbers = Vec::with_capacity(profiles.len());
        for (index, profile) in profiles.iter().enumerate() {
            let known = grids.iter().position(|(of, _)| map.is_same_to(&profiles[*of], profile));
            numbers.push(known.unwrap_or(grids.len()));
            if known.is_none() {
                grids.push((index, OnceLock::new()));
            }
        }
        Grids { numbers, grids }
    }

    /// Creates the grids of a level at its start; some of them may have been baked earlier.
    pub fn of_level(map: &TileMap, profiles: &[AgentProfile], baked: Option<&BakedSet>) -> Grids {
        let mut grids = Grids::new(map, profiles);
        for (profile, grid) in &mut grids.grids {
            if let Some(known) = baked.and_then(|baked| baked.grid(map, &profiles[*profile])) {
                *grid = OnceLock::from(known.clone());
            }
        }
        grids
    }

    /// Creates grids without a passable cell, the same for every profile: what there is while nothing is baked.
    pub fn nowhere(map: &TileMap, profiles: &[AgentProfile]) -> Grids {
        let mut bare = TileMap::new(map.lattice, vec![nothing()], map.tiles.clone());
        bare.tiles = Grid::filled(map.lattice.width, map.lattice.height, TerrainId(0));
        bare.bake.clone_from(&map.bake);
        let grid = NavGrid::bake(&bare, &profiles[0]);
        Grids { numbers: vec![0; profiles.len()], grids: vec![(0, OnceLock::from(grid))] }
    }

    /// Returns the grid number of a profile.
    pub fn number(&self, profile: usize) -> usize {
        self.numbers[profile]
    }

    /// Returns a profile's grid, and bakes it if that has not been done.
    pub fn of(&self, profile: usize, map: &TileMap, profiles: &[AgentProfile]) -> &NavGrid {
        self.numbered(self.numbers[profile], map, profiles)
    }

    /// Returns the grid of this number, and bakes it if that has not been done.
    pub fn numbered(&self, number: usize, map: &TileMap, profiles: &[AgentProfile]) -> &NavGrid {
        let (profile, grid) = &self.grids[number];
        grid.get_or_init(|| NavGrid::bake(map, &profiles[*profile]))
    }

    /// Returns the grids that are baked, each with a profile for which it is, so that they can be updated.
    pub fn baked(&mut self) -> impl Iterator<Item = (usize, &mut NavGrid)> {
        self.grids.iter_mut().filter_map(|(profile, grid)| grid.get_mut().map(|grid| (*profile, grid)))
    }
}

fn nothing() -> Terrain {
    Terrain {
        name: "nothing".to_owned(),
        walkable: false,
        cost: 1.0,
        color: Color { r: 0, g: 0, b: 0 },
        area: AreaId::NOT_WALKABLE,
        jumpable: false,
        opaque: false,
    }
}
