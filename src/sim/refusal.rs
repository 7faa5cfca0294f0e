//! Why a command was not carried out.

use glam::Vec2;

use crate::agent::AgentId;
use crate::grid::Cell;
use crate::level::nearest;
use crate::profile::OutOfRange;
use crate::sim::Event;

/// Why a command, or a part of one, was not carried out.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// There is no thing of this kind with this name.
    Unknown {
        /// The kind of thing.
        what: Named,
        /// The name that nothing has.
        name: String,
        /// The name that was probably meant.
        meant: Option<String>,
    },
    /// There is no agent of this number.
    NoAgent(AgentId),
    /// An agent was told to follow itself or to flee from itself.
    AboutItself(AgentId),
    /// There is no other cell that this agent can reach.
    NowhereToGo(AgentId),
    /// A tile is outside the map.
    TileOutside {
        /// The tile.
        tile: Cell,
        /// The map's width, in tiles.
        columns: u32,
        /// The map's height, in tiles.
        rows: u32,
    },
    /// A point is outside the map.
    PointOutside {
        /// The point, in world units.
        point: Vec2,
        /// The map's least and greatest corner, in world units.
        map: (Vec2, Vec2),
    },
    /// A value is not in its range.
    OutOfRange {
        /// What has this value, with its article, as in "a time to wait".
        what: String,
        /// The value.
        value: f32,
        /// The least and the greatest that it may be.
        range: (f32, f32),
    },
    /// A property of a profile is out of its range.
    Property(OutOfRange),
    /// A new agent does not fit where it is to be.
    NoRoom {
        /// The name of its profile.
        profile: String,
        /// Its radius, in world units.
        radius: f32,
        /// The agent that stands there; where it is `None`, a wall is too near.
        agent: Option<AgentId>,
    },
    /// A patrol path has fewer than two points.
    ShortPath {
        /// The name of the path.
        path: String,
        /// How many points it has.
        points: usize,
    },
    /// The weight of a search is negative or not a number.
    Weight(f64),
    /// A tile cannot have so many cells a side: it has 1 to 4.
    CellsPerTile(u32),
    /// With so many cells a tile the map would have more cells a side than it may.
    TooManyCells {
        /// The cells of a tile, a side.
        cells_per_tile: u32,
        /// The map's longer side, in tiles.
        tiles: u32,
        /// How many cells a side a map may have.
        most: usize,
    },
    /// There is nothing to clear, as nothing is baked.
    NothingBaked,
    /// The obstacle of this name does not move when it is switched.
    NotSwitched(String),
    /// There cannot be such a zone.
    Zone {
        /// Its name.
        zone: String,
        /// What is wrong with it.
        problem: ZoneProblem,
    },
    /// There cannot be such an obstacle.
    Obstacle {
        /// Its name.
        obstacle: String,
        /// What is wrong with it.
        problem: ObstacleProblem,
    },
}

/// A kind of thing that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A profile of the level.
    Profile,
    /// A place of the level.
    Place,
    /// A patrol path of the level.
    Path,
    /// A terrain of the level.
    Terrain,
    /// A link of the level.
    Link,
    /// A zone.
    Zone,
    /// An obstacle.
    Obstacle,
}

/// What is wrong with a zone.
#[derive(Clone, Debug, PartialEq)]
pub enum ZoneProblem {
    /// It has no name.
    Nameless,
    /// Its strength is not 0 to 100.
    Strength(f32),
    /// Its falloff is negative or not finite.
    Falloff(f32),
    /// Its radius is not more than 0.
    Radius(f32),
    /// Its middle is no point of the plane.
    Nowhere(Vec2),
    /// It is a polygon with fewer than three corners.
    FewCorners(usize),
    /// A corner is no point of the plane.
    CornerNowhere,
    /// The agent of this number on which it is to ride is not there.
    NoAgent(u64),
}

/// What is wrong with an obstacle.
#[derive(Clone, Debug, PartialEq)]
pub enum ObstacleProblem {
    /// Its middle is outside the map.
    Outside {
        /// Its middle, in world units.
        at: Vec2,
        /// The map's least and greatest corner, in world units.
        map: (Vec2, Vec2),
    },
    /// There is no such layer.
    Layer {
        /// The layer.
        layer: u8,
        /// How many there are.
        layers: usize,
    },
    /// Its standing time, in seconds, is not 0 to 60.
    StandingTime(f32),
    /// Its radius is not more than 0.
    Radius(f32),
    /// A side, in world units, is not more than 0.
    Size(Vec2),
    /// The direction in which it points is no unit vector.
    Direction(Vec2),
    /// It moves to no point.
    NoPoint,
    /// It would move to this point, outside the map.
    MovesOutside(Vec2),
    /// Its speed, in world units a second, is not 0.05 to 50.
    Speed(f32),
    /// Its wait, in seconds, is not 0 to 3600.
    Wait(f32),
}

impl Refusal {
    /// That nothing of a kind has a name; one of the `known` names may have been meant.
    pub(in crate::sim) fn unknown<'n>(what: Named, name: &str, known: impl IntoIterator<Item = &'n str>) -> Refusal {
        let known = known.into_iter().filter(|known| !known.is_empty());
        Refusal::Unknown { what, name: name.to_owned(), meant: nearest(name, known).map(str::to_owned) }
    }
}

/// Tells that a command, or a part of one, was not carried out.
pub(in crate::sim) fn refuse(events: &mut Vec<Event>, reason: Refusal) {
    events.push(Event::Refused { reason });
}
