//! Links: ways that are no ground, from one place to another.

use glam::Vec2;

use crate::profile::AreaId;

/// A way that an author has laid.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The name by which switches and commands call it; several may have the same one; empty for one that nobody calls.
    pub name: String,
    /// Where it begins, in world units.
    pub from: Vec2,
    /// Where it ends.
    pub to: Vec2,
    /// What a tile's length of it costs, greater than 0; that of its area where nothing is said.
    pub cost: Option<f32>,
    /// Whether it leads back too.
    pub both_ways: bool,
    /// Whether it can be used at all.
    pub active: bool,
    /// What it is to masks and costs.
    pub area: AreaId,
}

/// A tile that turns links on and off when an agent comes upon it.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// Where it is.
    pub tile: crate::grid::Cell,
    /// The name of the links that it turns over: those that are active become inactive, and the other way round.
    pub turns: String,
}
