//! The ground as each profile can use it: baked once for all who walk alike.

use std::sync::OnceLock;

use crate::grid::Grid;
use crate::level::{Terrain, TerrainId, TileMap};
use crate::nav::NavGrid;
use crate::nav::cache::BakedSet;
use crate::profile::{AgentProfile, AreaId, Color};

/// The grids of a simulation, one for each kind of profile.
#[derive(Clone, Debug)]
pub struct Grids {
    /// For each profile the number of its grid.
    numbers: Vec<usize>,
    /// By number: a profile for which it is baked, and the grid once it is needed.
    grids: Vec<(usize, OnceLock<NavGrid>)>,
}

impl Grids {
    /// Nothing is baked yet; each grid will be when it is first asked for.
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

    /// Those of a level at its start, of which some may have been baked before.
    pub fn of_level(map: &TileMap, profiles: &[AgentProfile], baked: Option<&BakedSet>) -> Grids {
        let mut grids = Grids::new(map, profiles);
        for (profile, grid) in &mut grids.grids {
            if let Some(known) = baked.and_then(|baked| baked.grid(map, &profiles[*profile])) {
                *grid = OnceLock::from(known.clone());
            }
        }
        grids
    }

    /// The same for all, on which nobody can be anywhere: what there is when nothing is baked.
    pub fn nowhere(map: &TileMap, profiles: &[AgentProfile]) -> Grids {
        let mut bare = TileMap::new(map.lattice, vec![nothing()], map.tiles.clone());
        bare.tiles = Grid::filled(map.lattice.width, map.lattice.height, TerrainId(0));
        bare.bake.clone_from(&map.bake);
        let grid = NavGrid::bake(&bare, &profiles[0]);
        Grids { numbers: vec![0; profiles.len()], grids: vec![(0, OnceLock::from(grid))] }
    }

    /// The number of a profile's grid.
    pub fn number(&self, profile: usize) -> usize {
        self.numbers[profile]
    }

    /// A profile's grid, baked now if it is not yet.
    pub fn of(&self, profile: usize, map: &TileMap, profiles: &[AgentProfile]) -> &NavGrid {
        self.numbered(self.numbers[profile], map, profiles)
    }

    /// The grid of a number, baked now if it is not yet.
    pub fn numbered(&self, number: usize, map: &TileMap, profiles: &[AgentProfile]) -> &NavGrid {
        let (profile, grid) = &self.grids[number];
        grid.get_or_init(|| NavGrid::bake(map, &profiles[*profile]))
    }

    /// Those that are baked, each with its profile, to keep them true.
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
