//! The words for typed reasons, each one a sentence or a clause.
//!
//! The simulation gives reasons as enums. The window and the commands turn them into text here, so that the same reason
//! always reads the same.

pub mod algorithms;
pub mod search_steps;
pub mod source_code;

use crate::agent::WaitingFor;
use crate::format::field_fault::FieldFault;
use crate::format::limits;
use crate::format::table::{SEARCH, ZONE};
use crate::level::{Closed, LinkKind, TerrainId, TileMap};
use crate::profile::{AgentProfile, Allowed, OutOfRange, one_of};
use crate::sim::{Access, Named, ObstacleProblem, Refusal, StuckReason, Unreachable, ZoneProblem};

/// Returns why an agent of a profile does not move, as a clause without a full stop.
///
/// ```
/// use footpath::agent::AgentId;
/// use footpath::level::TileMap;
/// use footpath::profile::AgentProfile;
/// use footpath::sentences;
/// use footpath::sim::StuckReason;
/// let (map, profile) = (TileMap::from_rows(&["..."])?, AgentProfile::default());
/// let reason = StuckReason::ObstructedBy(AgentId(12));
/// assert_eq!(sentences::stuck(&reason, &map, &profile), "agent 12 is in its way");
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn stuck(reason: &StuckReason, map: &TileMap, profile: &AgentProfile) -> String {
    let named = |what: &str, name: &str, is: &str| match name {
        "" => format!("waiting for a {what}{}", if what == "door" { " that is shut" } else { "" }),
        name => format!("waiting for a {what}: {name:?} is {is}"),
    };
    match reason {
        StuckReason::Stopped => "stopped".to_owned(),
        StuckReason::PathPending => "waiting for its path".to_owned(),
        StuckReason::Gone(other) => format!("agent {} is gone", other.0),
        StuckReason::OutOfSight(other) => format!("agent {} is out of sight", other.0),
        StuckReason::CorneredBy(other) => format!("agent {} has it cornered", other.0),
        StuckReason::Waiting(seconds) => format!("waits for {seconds:.1} more seconds"),
        StuckReason::WaitingFor(reason) => waiting(*reason).to_owned(),
        StuckReason::WaitingForBridge(name) => named("bridge", name, "off"),
        StuckReason::WaitingForDoor(name) => named("door", name, "shut"),
        StuckReason::NoWayByRays => "steers by rays alone, and cannot get past what they hit".to_owned(),
        StuckReason::Unreachable { came_near, why } => {
            let came = if *came_near { "as near as it can get" } else { "no path" };
            format!("{came}: {}", unreachable(*why, "the goal", map, profile))
        }
        StuckReason::QueueingBehind(other) => format!("queueing at a door, behind agent {}", other.0),
        StuckReason::LettingOthersPass => "queueing: it lets others pass".to_owned(),
        StuckReason::ObstructedBy(other) => format!("agent {} is in its way", other.0),
    }
}

/// Returns why agents of a profile cannot reach `goal`, which is called so, as a clause.
///
/// ```
/// use footpath::level::{Closed, TileMap};
/// use footpath::profile::AgentProfile;
/// use footpath::sentences;
/// use footpath::sim::Unreachable;
/// let (map, profile) = (TileMap::from_rows(&["..."])?, AgentProfile::default());
/// let why = Unreachable::Way(Closed::Step(1.0));
/// let clause = sentences::unreachable(why, "the terrace", &map, &profile);
/// assert_eq!(clause, "the terrace is out of reach (step too high: 1.0, walker takes 0.4)");
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn unreachable(why: Unreachable, goal: &str, map: &TileMap, profile: &AgentProfile) -> String {
    let terrain = |id: TerrainId| &map.terrains[usize::from(id.0)].name;
    match why {
        Unreachable::NotBaked => "nothing is baked".to_owned(),
        Unreachable::PatrolPoints => "none of the points of its patrol can be reached".to_owned(),
        Unreachable::Goal(Closed::Outside) => format!("{goal} is outside the map"),
        Unreachable::Goal(Closed::Terrain(id)) => format!("{goal} is not walkable ({})", terrain(id)),
        Unreachable::Goal(closed) => format!("{goal} is closed ({})", self::closed(closed, map, profile)),
        Unreachable::Way(Closed::Terrain(id)) => format!("{goal} is out of reach (behind {})", terrain(id)),
        Unreachable::Way(closed) => format!("{goal} is out of reach ({})", self::closed(closed, map, profile)),
        Unreachable::Gap(width) => {
            let AgentProfile { name, jump_distance, .. } = profile;
            format!("{goal} is out of reach (the gap is {width:.1} wide, {name} jumps {jump_distance:.1})")
        }
        Unreachable::NarrowWay => format!("{goal} is out of reach (no free way is wide enough for {})", profile.name),
        Unreachable::Island => format!("{goal} is out of reach"),
        Unreachable::OthersInTheWay => "others will not let it pass".to_owned(),
        Unreachable::GivenUp => "it has given up for now, and tries again later".to_owned(),
        Unreachable::Blocked => "its path is blocked, and it does not look for another by itself".to_owned(),
    }
}

/// Returns why agents of a profile cannot be at a place, as a clause with the numbers that decide; lengths in world units.
///
/// ```
/// use footpath::level::{Closed, TileMap};
/// use footpath::profile::AgentProfile;
/// use footpath::sentences;
/// let (map, profile) = (TileMap::from_rows(&["..."])?, AgentProfile::default());
/// assert_eq!(sentences::closed(Closed::Slope(50.0), &map, &profile), "too steep: 50 degrees, walker climbs 45");
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn closed(closed: Closed, map: &TileMap, profile: &AgentProfile) -> String {
    let AgentProfile { name, radius, height, step_height, max_slope, .. } = profile;
    match closed {
        Closed::Outside => "outside the map".to_owned(),
        Closed::Terrain(terrain) => format!("{} is not walkable", map.terrains[usize::from(terrain.0)].name),
        Closed::Area(area) => format!("area {} is forbidden to {name}", map.areas[usize::from(area.0)].name),
        Closed::Ceiling(room) => format!("too low: {room:.1} of room, {name} is {height:.1} high"),
        Closed::Slope(slope) => format!("too steep: {slope:.0} degrees, {name} climbs {max_slope:.0}"),
        Closed::Narrow(room) => format!("too narrow for {name}: {room:.2} to the nearest wall, radius {radius:.2}"),
        Closed::Step(step) => format!("step too high: {step:.1}, {name} takes {step_height:.1}"),
        Closed::Obstacle(at) => match map.obstacles[at].name.as_str() {
            "" => "touches an obstacle".to_owned(),
            name => format!("touches the obstacle {name}"),
        },
        Closed::Region(size) => format!("an island of {size:.1}, smaller than {:.1}", map.bake.smallest_region),
    }
}

/// Returns whether agents of a profile can be at a place, and if not why, as a clause.
///
/// ```
/// use footpath::level::TileMap;
/// use footpath::profile::AgentProfile;
/// use footpath::sentences;
/// use footpath::sim::Access;
/// let (map, profile) = (TileMap::from_rows(&["..."])?, AgentProfile::default());
/// assert_eq!(sentences::access(Access::Open, &map, &profile), "open");
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn access(access: Access, map: &TileMap, profile: &AgentProfile) -> String {
    match access {
        Access::NotBaked => "nothing is baked".to_owned(),
        Access::Open => "open".to_owned(),
        Access::Closed(reason) => closed(reason, map, profile),
        Access::OutOfReach(why) => unreachable(why, "it", map, profile).replacen("it is ", "", 1),
    }
}

/// Returns what an agent with a path waits for before it may walk on, in a few words.
///
/// ```
/// use footpath::agent::WaitingFor;
/// use footpath::level::LinkKind;
/// use footpath::sentences;
/// assert_eq!(sentences::waiting(WaitingFor::Turn(LinkKind::Ladder)), "queueing at a ladder");
/// ```
pub fn waiting(reason: WaitingFor) -> &'static str {
    match reason {
        WaitingFor::Turn(LinkKind::Walk) => "queueing at a bridge",
        WaitingFor::Turn(LinkKind::Jump) => "queueing at a jump",
        WaitingFor::Turn(LinkKind::Drop) => "queueing at a drop",
        WaitingFor::Turn(LinkKind::Ladder) => "queueing at a ladder",
        WaitingFor::Turn(LinkKind::Rope) => "queueing at a rope",
        WaitingFor::Turn(LinkKind::Teleport) => "queueing at a teleport",
        WaitingFor::Turn(LinkKind::Lift) => "waiting for the lift",
        WaitingFor::Link(LinkKind::Walk) => "waiting for a bridge",
        WaitingFor::Link(_) => "waiting for a link that is switched off",
        WaitingFor::Leave => "stops before a link: it does not cross links by itself",
        WaitingFor::Door => "waiting for a door to open",
        WaitingFor::Pass => "lets another pass",
        WaitingFor::Others => "goes from place to place, in turn with others",
        WaitingFor::Passage => "waits until others have come through the passage",
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str(&refusal(self))
    }
}

impl std::error::Error for Refusal {}

/// Returns why a command was not carried out, as a sentence without a capital or a full stop.
///
/// ```
/// use footpath::agent::AgentId;
/// use footpath::sentences;
/// use footpath::sim::Refusal;
/// assert_eq!(sentences::refusal(&Refusal::NoAgent(AgentId(7))), "there is no agent 7");
/// ```
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Unknown { what, name, meant } => {
            let hint = meant.as_ref().map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
            format!("{} {name:?}{hint}", unknown(*what))
        }
        Refusal::NoAgent(agent) => format!("there is no agent {}", agent.0),
        Refusal::AboutItself(agent) => {
            format!("agent {} cannot follow itself, flee from itself or guard a path against itself", agent.0)
        }
        Refusal::QueueFull { agent, most } => {
            format!("agent {} has {most} orders queued already, and can have no more", agent.0)
        }
        Refusal::OnLink(agent) => {
            format!("agent {} is on a link: it cannot be pushed, nor given a velocity, before it is across", agent.0)
        }
        Refusal::NowhereToGo(agent) => format!("agent {} has nowhere to go", agent.0),
        Refusal::TileOutside { tile, columns, rows } => {
            format!("tile ({}, {}) is outside the map, which has {columns} columns and {rows} rows", tile.x, tile.y)
        }
        Refusal::PointOutside { point, map: (low, high) } => format!(
            "({}, {}) is outside the map, which spans ({}, {}) to ({}, {})",
            point.x, point.y, low.x, low.y, high.x, high.y
        ),
        Refusal::OutOfRange { what, value, range: (least, most) } => {
            format!("{what} of {value} is out of range: {least} to {most}")
        }
        Refusal::Property(fault) => out_of_range(fault),
        Refusal::NoRoom { profile, radius, agent } => {
            let why = match agent {
                Some(other) => format!("agent {} stands there", other.0),
                None => "a wall is too near".to_owned(),
            };
            format!("a {profile} (radius {radius}) does not fit there: {why}")
        }
        Refusal::Path { path, fault } => field_fault(&format!("the path {path:?}"), fault),
        Refusal::Weight(weight) => {
            let range = SEARCH.range("weight");
            let (least, most) = (range.start(), range.end());
            format!("a search cannot have the weight {weight}: it must be {least} to {most}, or infinite")
        }
        Refusal::Search(fault) => field_fault("a search", fault),
        Refusal::Bake(fault) => field_fault("baked ground", fault),
        Refusal::TooManyCells { cells_per_tile, tiles, most } => format!(
            "{cells_per_tile} cells a tile are too many for a map {tiles} tiles long, which can have {most} cells a side"
        ),
        Refusal::NoWallsLeft(0) => "no walls can be placed in this level".to_owned(),
        Refusal::NoWallsLeft(most) => {
            format!("all walls are placed, of which this level has {most}: take one away first")
        }
        Refusal::FixedGround(tile) => format!(
            "the ground of ({}, {}) is fixed in this level: only walls that were placed can be taken away",
            tile.x, tile.y
        ),
        Refusal::NothingBaked => "nothing is baked, so there is nothing to clear".to_owned(),
        Refusal::NotSwitched(name) => format!("the obstacle {name:?} does not move when it is switched"),
        Refusal::Zone { zone, problem } => zone_problem(zone, problem),
        Refusal::Obstacle { obstacle, problem } => obstacle_problem(obstacle, problem),
    }
}

/// Returns the sentence that a property of a profile is out of its range.
fn out_of_range(OutOfRange { property, value, allowed }: &OutOfRange) -> String {
    let allowed = match allowed {
        Allowed::Numbers(range) => format!("a number from {} to {}", range.start(), range.end()),
        Allowed::WholeNumbers(range) => format!("a whole number from {} to {}", range.start(), range.end()),
        Allowed::OneOf(numbers) => one_of(numbers),
    };
    format!("`{}` cannot be {value}: it must be {allowed}", property.name)
}

/// Returns the start of the sentence that nothing of a kind has a name, up to the name.
fn unknown(what: Named) -> &'static str {
    match what {
        Named::Profile => "this level has no profile called",
        Named::Place => "this level has no place called",
        Named::Path => "this level has no path called",
        Named::Terrain => "this level has no terrain called",
        Named::Link => "this level has no link called",
        Named::Zone => "there is no zone called",
        Named::Team => "there is no team called",
        Named::Obstacle => "there is no obstacle called",
    }
}

/// Returns the sentence that something has a value which the table of the format does not allow.
fn field_fault(whose: &str, fault: &FieldFault) -> String {
    match fault {
        FieldFault::Number { field, value, range: (least, most) } => {
            format!("{whose} cannot have the `{field}` {value}: it must be {least} to {most}")
        }
        FieldFault::Count { noun, count, range: (least, most) } => {
            format!("{whose} must have {least} to {most} {noun}, and has {count}")
        }
    }
}

fn zone_problem(name: &str, problem: &ZoneProblem) -> String {
    match problem {
        ZoneProblem::Nameless => {
            format!("a zone needs a name of 1 to {} characters on one line", limits::NAME_CHARACTERS)
        }
        ZoneProblem::Field(fault) => field_fault(&format!("zone {name:?}"), fault),
        ZoneProblem::TooLargeToCarry { radius, most } => {
            format!("zone {name:?} cannot be carried with the radius {radius}: at most {most} on this map")
        }
        ZoneProblem::Nowhere(at) => format!("zone {name:?} cannot be at {at}"),
        ZoneProblem::CornerNowhere => {
            format!("zone {name:?} has a corner that is no point within {} world units", ZONE.range("polygon").end())
        }
        ZoneProblem::NoAgent(agent) => format!("zone {name:?} cannot move with agent {agent}: there is no such agent"),
    }
}

fn obstacle_problem(name: &str, problem: &ObstacleProblem) -> String {
    let is = format!("obstacle {name:?} cannot");
    match problem {
        ObstacleProblem::Outside { at, map: (low, high) } => format!("{is} be at {at}: the map spans {low} to {high}"),
        ObstacleProblem::Layer { layer, layers } => format!("{is} be on layer {layer}: there are {layers} layers"),
        ObstacleProblem::Field(fault) => field_fault(&format!("obstacle {name:?}"), fault),
        ObstacleProblem::Direction(along) => format!("{is} point to {along}: that is not a unit vector"),
        ObstacleProblem::MovesOutside(point) => format!("{is} move to {point}: that is outside the map"),
    }
}
