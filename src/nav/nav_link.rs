//! Off-mesh links: connections between cells other than steps, authored and generated.

use crate::grid::Cell;
use crate::level::LinkKind;
use crate::profile::AreaId;

/// A link as searches use it, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct NavLink {
    /// The cell where it begins, passable.
    pub from: Cell,
    /// The cell where it ends: passable, and not the one where it begins.
    pub to: Cell,
    /// What it costs, in the integers of [`moves`](super::moves): never 0.
    pub cost: u64,
    /// The area that it counts as for masks and costs.
    pub area: AreaId,
    /// Where it comes from.
    pub origin: LinkOrigin,
    /// How it is crossed.
    pub kind: LinkKind,
    /// The speed of crossing it, in world units a second, if it differs from that of its kind.
    pub speed: Option<f32>,
    /// How many agents may be on it at once, in both directions together; `None` for any number.
    pub capacity: Option<u32>,
    /// How many times as long it is as the straight line between its ends: more than 1 where it leads
    /// [through corners](crate::level::Link::through).
    #[serde(skip)]
    pub winding: f32,
}

impl NavLink {
    /// The index of its link in [`TileMap::links`](crate::level::TileMap::links); `None` if it is generated.
    pub fn authored(&self) -> Option<usize> {
        match self.origin {
            LinkOrigin::Authored(place) => Some(place),
            LinkOrigin::Jump | LinkOrigin::Drop | LinkOrigin::OneWay => None,
        }
    }
}

/// Where a link comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub enum LinkOrigin {
    /// It was authored: its index in [`TileMap::links`](crate::level::TileMap::links).
    Authored(usize),
    /// The gap between its ends can be jumped over.
    Jump,
    /// Agents can drop from its beginning to its end.
    Drop,
    /// It is a step onto a [one-way](crate::level::Terrain::one_way) tile or off it, which cannot be made backward. It costs what a
    /// step does.
    OneWay,
}
