//! The grids on which profiles find their paths: one is baked for all profiles that can walk in the same places at the
//! same costs.

use std::sync::OnceLock;

use crate::grid::{Cell, Grid, Rect};
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
    /// Copies in which a passage is closed, numbered on from those.
    without: Vec<Without>,
}

/// A copy of a grid in which a passage is closed.
#[derive(Clone, Debug)]
struct Without {
    /// The number of the grid that was copied, and its [layout](crate::nav::BakedGround::layout) then: later changes of costs make the paths
    /// on the copy no wrong ones.
    copied: (usize, u64),
    /// The tiles that were filled.
    tiles: Rect,
    grid: NavGrid,
    /// The tick in which it was asked for last.
    used: u64,
}

/// The most copies without a passage at a time: each takes as much memory as its grid.
const MOST_WITHOUT: usize = 4;

/// Cells. Larger grids are not copied: that takes a good part of a tick.
const MOST_COPIED: u64 = 1 << 20;

/// Ticks. A copy that nobody has asked for in this time makes room for another one.
const FORGOTTEN_AFTER: u64 = 600;

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
        Grids { numbers, grids, without: Vec::new() }
    }

    /// Creates the grids of a level at its start; some of them may have been baked earlier.
    pub fn of_level(map: &TileMap, profiles: &[AgentProfile], mut baked: Option<BakedSet>) -> Grids {
        let mut grids = Grids::new(map, profiles);
        for (profile, grid) in &mut grids.grids {
            if let Some(known) = baked.as_mut().and_then(|baked| baked.take(map, &profiles[*profile])) {
                *grid = OnceLock::from(known);
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
        Grids { numbers: vec![0; profiles.len()], grids: vec![(0, OnceLock::from(grid))], without: Vec::new() }
    }

    /// How many grids there are, but for copies.
    pub fn count(&self) -> usize {
        self.grids.len()
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
        if let Some(without) = number.checked_sub(self.grids.len()) {
            return &self.without[without].grid;
        }
        let (profile, grid) = &self.grids[number];
        grid.get_or_init(|| NavGrid::bake_without_index(map, &profiles[*profile]))
    }

    /// The number of a copy of a profile's grid in which the tiles up to `reach` tiles from `mouth` are filled, made now
    /// unless there is one in which `mouth` is. `None` where the grid is too large to be copied, all copies are in use, or
    /// there is no terrain to fill the tiles with. `is_needed` says whether a copy must stay as it is because a job refers
    /// to it.
    pub fn without(
        &mut self,
        profile: usize,
        (mouth, reach): (Cell, i32),
        (map, profiles, tick): (&TileMap, &[AgentProfile], u64),
        is_needed: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let grid = self.of(profile, map, profiles);
        let lattice = grid.lattice();
        if u64::from(lattice.width) * u64::from(lattice.height) > MOST_COPIED {
            return None;
        }
        let (copied, count) = ((self.numbers[profile], grid.layout()), self.grids.len());
        let known = self.without.iter().position(|known| known.copied.0 == copied.0 && known.tiles.contains(mouth));
        if let Some(known) = known.filter(|&known| self.without[known].copied == copied || is_needed(count + known)) {
            self.without[known].used = tick;
            return (self.without[known].copied == copied).then_some(count + known);
        }
        let is_free = |at: &usize| self.without[*at].used + FORGOTTEN_AFTER <= tick && !is_needed(count + at);
        let place = known.or((self.without.len() < MOST_WITHOUT).then_some(self.without.len()));
        let place = place.or_else(|| (0..self.without.len()).find(is_free))?;
        let filling = map.terrains.iter().position(|terrain| !terrain.walkable)?;
        let tiles = Rect::of_cell(mouth).grown(reach);
        let (mut filled, mut grid) = (map.clone(), grid.clone());
        for tile in tiles.clipped(map.lattice.width, map.lattice.height).cells() {
            filled.tiles[tile] = TerrainId(filling as u8);
        }
        grid.discard_index();
        grid.rebake(&filled, tiles);
        let without = Without { copied, tiles, grid, used: tick };
        if place == self.without.len() {
            self.without.push(without);
        } else {
            self.without[place] = without;
        }
        Some(count + place)
    }

    /// The copy of a profile's grid of this number, if it was made of ground with the same layout as now.
    pub fn current_without(&self, number: usize, now: &NavGrid) -> Option<&NavGrid> {
        let without = self.without.get(number.checked_sub(self.grids.len())?)?;
        (without.copied.1 == now.layout()).then_some(&without.grid)
    }

    /// The grid of this number, if it is baked, so that it can be given an index.
    pub fn baked_numbered(&mut self, number: usize) -> Option<&mut NavGrid> {
        self.grids.get_mut(number)?.1.get_mut()
    }

    /// Returns the grids that are baked, each with a profile for which it is.
    pub fn known(&self) -> impl Iterator<Item = (usize, &NavGrid)> {
        self.grids.iter().filter_map(|(profile, grid)| grid.get().map(|grid| (*profile, grid)))
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
        no_stop: false,
        one_way: None,
        looks: None,
        user: None,
    }
}
