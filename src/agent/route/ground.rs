//! What a route leads over.

use glam::Vec2;

use crate::agent::body::can_go_straight;
use crate::agent::steering::Mover;
use crate::nav::{NavGrid, Solid};

/// What a route leads over, for one kind of agent.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The map, the agent's profile, and what on the map stops such an agent.
    pub solid: Solid<'a>,
    /// The cells that the agent can use.
    pub nav: &'a NavGrid,
    /// How the agent moves.
    pub mover: Mover,
}

impl Ground<'_> {
    /// The radius of the agent's body, in world units.
    pub fn radius(&self) -> f32 {
        self.solid.profile.radius
    }

    /// Whether agents may stand at a point: not on [ground that they keep free](crate::level::Terrain::no_stop).
    pub fn may_stop(&self, point: Vec2) -> bool {
        let map = self.solid.map;
        map.terrain_at(map.lattice.tile_at(point)).is_none_or(|terrain| !terrain.no_stop)
    }

    /// Whether the body can go straight from one point to another.
    pub fn is_straight(&self, from: Vec2, to: Vec2) -> bool {
        can_go_straight(&self.solid, from, to, self.radius())
    }
}
