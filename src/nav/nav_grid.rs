//! A level's ground baked for one kind of agent.

use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::profile::AgentProfile;

/// The ground of a level as one kind of agent can use it: one cell for each tile, passable where
/// the middle of the cell is at least the agent's radius away from everything that is not walkable.
#[derive(Clone, Debug)]
pub struct NavGrid {}

impl NavGrid {
    /// Bakes a whole map for agents of one profile.
    pub fn bake(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        let _ = (map, profile);
        todo!("nav branch")
    }

    /// Bakes again what a change of the tiles in `changed` can have touched.
    pub fn rebake(&mut self, map: &TileMap, changed: Rect) {
        let _ = (map, changed);
        todo!("nav branch")
    }

    /// How many times it was baked again; whoever remembers it can tell that the ground has changed.
    pub fn revision(&self) -> u64 {
        todo!("nav branch")
    }

    /// Whether an agent's middle may be at the middle of `cell`; never outside the map.
    pub fn is_passable(&self, cell: Cell) -> bool {
        let _ = cell;
        todo!("nav branch")
    }

    /// Distance from the middle of `cell` to the nearest tile that is not walkable, or to the edge of
    /// the map, in world units; 0 in such a tile and outside the map.
    pub fn clearance(&self, cell: Cell) -> f32 {
        let _ = cell;
        todo!("nav branch")
    }
}
