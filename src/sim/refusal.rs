//! Reasons for refusing a command.

use glam::Vec2;

use crate::agent::AgentId;
use crate::format::field_fault::FieldFault;
use crate::grid::Cell;
use crate::level::nearest;
use crate::profile::OutOfRange;
use crate::sim::Event;

/// Why a command, or a part of one, was not carried out.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Nothing of this kind has this name.
    Unknown {
        /// The kind of thing.
        what: Named,
        /// The name that nothing has.
        name: String,
        /// The name that was probably meant.
        meant: Option<String>,
    },
    /// There is no agent with this id.
    NoAgent(AgentId),
    /// An agent was told to follow itself or to flee from itself.
    AboutItself(AgentId),
    /// This agent is on a link, where it moves as the link does.
    OnLink(AgentId),
    /// There is no other cell that this agent can reach.
    NowhereToGo(AgentId),
    /// An agent has as many orders queued as it can have.
    QueueFull {
        /// The agent.
        agent: AgentId,
        /// How many that is.
        most: usize,
    },
    /// A tile is outside the map.
    TileOutside {
        /// The tile.
        tile: Cell,
        /// The width of the map, in tiles.
        columns: u32,
        /// The height of the map, in tiles.
        rows: u32,
    },
    /// A point is outside the map.
    PointOutside {
        /// The point, in world units.
        point: Vec2,
        /// The least and the greatest corner of the map, in world units.
        map: (Vec2, Vec2),
    },
    /// A value is out of its range.
    OutOfRange {
        /// The thing that has this value, with its article, as in "a time to wait".
        what: String,
        /// The value.
        value: f32,
        /// The least and the greatest value allowed.
        range: (f32, f32),
    },
    /// A property of a profile is out of its range.
    Property(OutOfRange),
    /// An agent does not fit where it was to be put.
    NoRoom {
        /// The name of its profile.
        profile: String,
        /// Its radius, in world units.
        radius: f32,
        /// The agent that stands there; `None` if a wall is too near.
        agent: Option<AgentId>,
    },
    /// A patrol path has a value that the table of the format does not allow.
    Path {
        /// The name of the path.
        path: String,
        /// What is wrong with it.
        fault: FieldFault,
    },
    /// The weight of a search is not in the range that a level can give it, nor infinite.
    Weight(f64),
    /// How searches are done has a value that the table of the format does not allow.
    Search(FieldFault),
    /// The ground was to be baked with a value that the table of the format does not allow.
    Bake(FieldFault),
    /// This number of cells per tile would make the map too large.
    TooManyCells {
        /// The cells along the side of a tile.
        cells_per_tile: u32,
        /// The longer side of the map, in tiles.
        tiles: u32,
        /// The greatest number of cells along a side of a map.
        most: usize,
    },
    /// As many walls are placed as the level allows, which is this number.
    NoWallsLeft(u32),
    /// The ground of this tile cannot be changed: in its level, only walls that were placed can be taken away again.
    FixedGround(Cell),
    /// There is nothing to discard, because nothing is baked.
    NothingBaked,
    /// The obstacle of this name does not move when it is switched.
    NotSwitched(String),
    /// A zone is not valid.
    Zone {
        /// The name of the zone.
        zone: String,
        /// What is wrong with it.
        problem: ZoneProblem,
    },
    /// An obstacle is not valid.
    Obstacle {
        /// The name of the obstacle.
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
    /// A team of the level.
    Team,
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
    /// It has a value that the table of the format does not allow.
    Field(FieldFault),
    /// An agent was to carry it, and it is larger than [`largest_carried_radius`](crate::level::largest_carried_radius).
    TooLargeToCarry {
        /// Its radius, in world units.
        radius: f32,
        /// The largest radius.
        most: f32,
    },
    /// Its centre is not a finite point.
    Nowhere(Vec2),
    /// One of its corners is not a finite point.
    CornerNowhere,
    /// It was to be carried by the agent with this id, which does not exist.
    NoAgent(u64),
}

/// What is wrong with an obstacle.
#[derive(Clone, Debug, PartialEq)]
pub enum ObstacleProblem {
    /// Its centre is outside the map.
    Outside {
        /// Its centre, in world units.
        at: Vec2,
        /// The least and the greatest corner of the map, in world units.
        map: (Vec2, Vec2),
    },
    /// There is no layer of this number.
    Layer {
        /// The number of the layer.
        layer: u8,
        /// The number of layers.
        layers: usize,
    },
    /// It, or its motion, has a value that the table of the format does not allow.
    Field(FieldFault),
    /// The direction in which it points is not a unit vector.
    Direction(Vec2),
    /// Its motion leads to this point, outside the map.
    MovesOutside(Vec2),
}

impl Refusal {
    /// Returns the refusal for a name that nothing of a kind has; suggests the most similar of the `known` names.
    pub(in crate::sim) fn unknown<'n>(what: Named, name: &str, known: impl IntoIterator<Item = &'n str>) -> Refusal {
        let known = known.into_iter().filter(|known| !known.is_empty());
        Refusal::Unknown { what, name: name.to_owned(), meant: nearest(name, known).map(str::to_owned) }
    }
}

/// Reports that a command, or a part of one, was not carried out.
pub(in crate::sim) fn refuse(events: &mut Vec<Event>, reason: Refusal) {
    events.push(Event::Refused { reason });
}

/// Reports why something was not done, if it was not.
pub(in crate::sim) fn refuse_failed<T>(events: &mut Vec<Event>, outcome: Result<T, Refusal>) {
    if let Err(reason) = outcome {
        refuse(events, reason);
    }
}
