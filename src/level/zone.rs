//! Zones of danger and of reward, and ground that wears.

use glam::Vec2;

use super::{TerrainId, TileMap};
use crate::format::limits;
use crate::format::plain_fields::plain_fields;
use crate::format::{UserData, ZoneKind};

/// A part of the ground that costs more, or less.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Zone {
    /// The name by which commands and events call it; each zone has another, never empty.
    pub name: String,
    /// Whether it is to be kept from or to be sought.
    pub kind: ZoneKind,
    /// The ground that it covers.
    pub extent: Extent,
    /// What a tile in its midst costs more (danger) or less (reward), 0 to 100; times how much an agent minds it.
    pub strength: f32,
    /// Over how many world units, from its edge inward, it rises from nothing to its strength; 0 where it is as strong
    /// everywhere.
    pub falloff: f32,
    /// What a program that uses the level keeps here, if anything.
    #[serde(skip)]
    pub user: Option<UserData>,
}

plain_fields!(Zone { kind, strength, falloff, user });

/// Where a zone is.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Extent {
    /// A disc, in world units.
    Circle {
        /// The middle of the disc.
        at: Vec2,
        /// The radius of the disc.
        radius: f32,
    },
    /// A polygon, given by its corners in either order; at least three.
    Polygon(Vec<Vec2>),
    /// A disc about an agent, wherever it goes.
    Riding {
        /// The place of the agent in [`Level::agents`](super::Level::agents).
        agent: usize,
        /// The radius, in world units.
        radius: f32,
        /// Whether it covers only what the agent sees: not what is behind opaque terrain or obstacles.
        in_sight: bool,
    },
}

impl Default for Extent {
    fn default() -> Extent {
        Extent::Circle { at: Vec2::ZERO, radius: 0.0 }
    }
}

impl Extent {
    /// The upper left and the lower right corner of the box around it, in world units; `None` for a disc about an agent and a
    /// polygon without corners.
    ///
    /// ```
    /// use footpath::level::Extent;
    /// use glam::vec2;
    /// let triangle = Extent::Polygon(vec![vec2(1.0, 5.0), vec2(4.0, 2.0), vec2(3.0, 6.0)]);
    /// assert_eq!(triangle.bounds(), Some((vec2(1.0, 2.0), vec2(4.0, 6.0))));
    /// ```
    pub fn bounds(&self) -> Option<(Vec2, Vec2)> {
        match self {
            Extent::Circle { at, radius } => Some((*at - *radius, *at + *radius)),
            Extent::Polygon(corners) => {
                corners.iter().copied().reduce(Vec2::min).zip(corners.iter().copied().reduce(Vec2::max))
            }
            Extent::Riding { .. } => None,
        }
    }
}

/// The largest radius, in world units, of a zone that an agent carries on a map, in tenths: without end where it may cover all of it.
///
/// ```
/// use footpath::level::{TileMap, largest_carried_radius};
/// let mut map = TileMap::from_rows(&["...."])?;
/// assert_eq!(largest_carried_radius(&map), f32::INFINITY);
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn largest_carried_radius(map: &TileMap) -> f32 {
    let cells = map.cells();
    let most = limits::CARRIED_CELLS as f32;
    let (shorter, longer) = (cells.width.min(cells.height) as f32, cells.width.max(cells.height) as f32);
    let side = most / most.sqrt().min(shorter);
    if side >= longer { f32::INFINITY } else { (5.0 * side * cells.tile_size).floor() / 10.0 }
}

/// How ground turns into a path where it is walked on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wear {
    /// Which terrains wear, in order; never empty.
    pub terrains: Vec<TerrainId>,
    /// How much an agent wears a tile that it crosses straight, as a part of full wear; more than 0, at most 1.
    pub by_walking: f32,
    /// How much of full wear grows back in a minute; 0 to 60.
    pub recovery: f32,
    /// What a tile costs that is fully worn, 0.1 to 100; of no effect where the ground is cheaper anyway.
    pub worn_cost: f32,
}

plain_fields!(Wear { by_walking, recovery, worn_cost });
