//! A route: the path that an agent was given for an order, as a line to follow, and how far along it the agent is.
//!
//! The cells of a path become waypoints, the waypoints a track with cut corners and chokepoints; the agent follows the
//! track. An agent that others obstruct follows it more loosely.

mod chokepoints;
mod follow;
mod ground;
mod lay;
mod obstructed;
mod passages;
mod track;
mod waypoints;

use glam::Vec2;

use super::AgentState;
use super::body::crosses_box;
use super::steering::Mover;
use super::tuning::{AT_END, LINK_REACH, REACHED};
use crate::grid::{Cell, Rect};
use crate::level::Target;
use crate::nav::requests::RequestId;
use crate::nav::{NavLink, PathStatus};
use crate::segment::distance_to_segment;
pub use chokepoints::steps_to_measure;
pub use follow::TrackProgress;
pub use ground::Ground;
pub use passages::{Passage, PassagePoint};
pub use track::TrackPoint;

/// The route that an agent follows.
///
/// It is kept twice: as waypoints, which are the corners of the path, and as the track, on which every corner is cut as
/// far as the acceptance radius and the walls allow. Of a long route only the beginning is laid like this; the rest is
/// a list of [milestones](Milestone), to which it is [extended](Route::extend) while the agent walks.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Route {
    /// What the route is for.
    pub purpose: Purpose,
    /// The cells of the path as found: straight from each to the next.
    pub cells: Box<[Cell]>,
    /// The links that the route uses, in order.
    pub links: Vec<RouteLink>,
    /// What is not laid yet, nearest first; the last milestone is the end of the route. Empty when all is laid.
    pub ahead: Vec<Milestone>,
    /// The request for the path to the first milestone, once it is made.
    pub refinement: Option<RequestId>,
    /// Where the agent was when the path was found; of a long route, the waypoint from which it is still kept.
    pub from: Vec2,
    /// The corners of the laid part, in world units, without `from`; at least one. The last is the agent's slot, or
    /// where the laid part ends.
    pub waypoints: Box<[Vec2]>,
    /// For each waypoint how near the agent comes to it before it turns to the next, in world units: the profile's
    /// acceptance radius, or less where walls are near or corners close together.
    pub acceptance: Box<[f32]>,
    /// The index of the waypoint that the agent goes to; their number when it stands at the end.
    pub next: usize,
    /// The length through all waypoints and straight on through the milestones, in world units.
    pub length: f32,
    /// The cost of the laid part, in tiles.
    pub cost: f64,
    /// How far the agent has walked since it was given this route, in world units.
    pub walked: f32,
    /// The line that the agent follows.
    pub line: RouteLine,
    /// What has happened on the way.
    pub history: RouteHistory,
}

/// The line that an agent follows, and how far along it the agent has come.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RouteLine {
    /// The points of the line.
    pub track: Box<[TrackPoint]>,
    /// The narrow stretches of the line, in order.
    pub passages: Vec<Passage>,
    /// The index of the point of the track that the agent goes to.
    pub next: usize,
    /// Where the straight line to that point begins.
    pub from: Vec2,
    /// Whether an obstructed agent goes to that point itself, as it cannot go on from beside it.
    pub aims: bool,
    /// The shortest distance to that point so far, in world units.
    pub least_left: f32,
    /// For how many ticks that has not become less.
    pub stalled: u32,
}

/// What has happened to an agent on a route.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RouteHistory {
    /// Whether an agent that steers by rays has tried the other side of what blocks it: it does so once.
    pub has_turned_back: bool,
    /// Ticks in which others obstructed the agent since this route was laid.
    pub obstructed_ticks: u32,
    /// What became of the routes to the same target before this one.
    pub attempts: Attempts,
    /// World units. The length of what was laid, walked and forgotten since; it is part of the length of the route.
    #[serde(skip)]
    forgotten: f32,
}

/// What a route is for.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Purpose {
    /// The goal that was asked for; the end of the route, for an agent that was told to stop.
    pub target: Target,
    /// Whether the route ends there.
    pub status: PathStatus,
    /// The state of the agent once it stands at the end.
    pub ending: AgentState,
    /// Where the agent goes on from the end, if it does not stand there.
    pub onward: Option<Onward>,
}

/// Where an agent goes on from the end of a route without standing there: between the points of a patrol.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Onward {
    /// The point that it goes to next, in world units.
    pub to: Vec2,
    /// How near to the end it turns there, in world units.
    pub within: f32,
}

/// The routes that were laid to one target, each because the one before was lost.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Attempts {
    /// The length of the shortest, in world units.
    pub shortest: f32,
    /// How many came after the shortest.
    pub since: u8,
}

impl Attempts {
    /// No route has been laid yet.
    pub const NONE: Attempts = Attempts { shortest: f32::INFINITY, since: 0 };

    /// These attempts and one more, of this length in world units.
    ///
    /// ```
    /// use footpath::agent::route::Attempts;
    /// let attempts = Attempts::NONE.and(9.0).and(12.0);
    /// assert_eq!(attempts, Attempts { shortest: 9.0, since: 1 });
    /// assert_eq!(attempts.and(5.0), Attempts { shortest: 5.0, since: 0 });
    /// ```
    pub fn and(self, length: f32) -> Attempts {
        match length < self.shortest - REACHED {
            true => Attempts { shortest: length, since: 0 },
            false => Attempts { shortest: self.shortest, since: self.since.saturating_add(1) },
        }
    }
}

/// A link that a route uses.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct RouteLink {
    /// The index in [`Route::cells`] of the cell where it begins; it ends at the next cell.
    pub at: usize,
    /// The index in [`Route::waypoints`] of its beginning; it ends at the next waypoint.
    pub waypoint: usize,
    /// The link that the route uses.
    pub link: NavLink,
}

/// A point of a route behind what is laid.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Milestone {
    /// The cell that the point is in.
    pub cell: Cell,
    /// The middle of that cell; of the last milestone the agent's slot.
    pub point: Vec2,
}

impl Route {
    /// The points still to go to: the waypoints, then the milestones.
    pub fn remaining(&self) -> impl Iterator<Item = Vec2> {
        let ahead = self.ahead.iter().map(|milestone| milestone.point);
        self.waypoints[self.next..].iter().copied().chain(ahead)
    }

    /// How far an agent at `position` has still to go, in world units: straight from point to point, and along the corners of links.
    pub fn left_from(&self, position: Vec2) -> f32 {
        let sum = |(from, left): (Vec2, f32), to: Vec2| (to, left + from.distance(to));
        self.remaining().fold((position, self.winding_from(self.next)), sum).1
    }

    /// How much longer the links that begin at a waypoint of this index or a later one are than straight lines, in world units.
    fn winding_from(&self, first: usize) -> f32 {
        let longer = |link: &RouteLink| {
            let straight = self.waypoints[link.waypoint].distance(self.waypoints[link.waypoint + 1]);
            (link.link.winding - 1.0) * straight
        };
        self.links.iter().filter(|link| link.waypoint >= first).map(longer).fold(0.0, |sum, longer| sum + longer)
    }

    /// Whether the laid part may lead through a rectangle of cells.
    pub fn passes(&self, rect: Rect) -> bool {
        let alone = self.cells.first().is_some_and(|&cell| rect.contains(cell));
        alone || self.cells.windows(2).any(|pair| line_meets(pair[0], pair[1], rect))
    }

    /// Where the route ends, in world units.
    pub fn end(&self) -> Vec2 {
        self.ahead.last().map_or(self.line.track[self.line.track.len() - 1].position, |milestone| milestone.point)
    }

    /// Whether the agent goes straight to the end.
    pub fn is_on_last_bit(&self) -> bool {
        self.ahead.is_empty() && self.line.next + 1 == self.line.track.len()
    }

    /// Whether the agent stands at the end.
    pub fn is_finished(&self) -> bool {
        self.next == self.waypoints.len()
    }

    /// Notes that the agent stands at the end.
    pub fn finish(&mut self) {
        self.next = self.waypoints.len();
    }

    /// How near the agent is to pass the end, in world units, and how fast at most, in world units a second; `None`
    /// where it is to stand there.
    pub fn passage_of_end(&self) -> Option<(f32, f32)> {
        let end = self.line.track.last().filter(|end| end.speed > 0.0)?;
        self.purpose.onward.map(|onward| (onward.within, end.speed))
    }

    /// The direction of the line that the agent follows, a unit vector; zero when it has no length.
    pub fn along(&self) -> Vec2 {
        (self.line.track[self.line.next].position - self.line.from).normalize_or_zero()
    }

    /// How far before the end the agent may stop, in world units, but on the last straight line in any case.
    pub fn stopping(&self, mover: Mover) -> f32 {
        if mover.stopping == 0.0 || !self.ahead.is_empty() || self.purpose.onward.is_some() {
            return 0.0;
        }
        let before = self.line.track.len().checked_sub(2).map_or(self.from, |before| self.line.track[before].position);
        mover.stopping.min(before.distance(self.end()))
    }

    /// How near to the end an agent that is at rest has arrived, in world units.
    pub fn arrives_within(&self, mover: Mover) -> f32 {
        AT_END + self.stopping(mover)
    }

    /// Whether the next point of the track is the beginning of a link.
    pub fn goes_to_link(&self) -> bool {
        self.line.track[self.line.next].link.is_some()
    }

    /// The link at whose beginning the next point of the track is.
    pub fn next_link(&self) -> Option<&NavLink> {
        self.line.track[self.line.next].link.map(|at| &self.links[at as usize].link)
    }

    /// Whether an agent that has just come to `position` can step upon the next link.
    pub fn is_at_link(&self, mover: Mover, position: Vec2, velocity: Vec2) -> bool {
        let before = position - velocity * mover.tick();
        self.goes_to_link()
            && distance_to_segment(self.line.track[self.line.next].position, before, position) <= LINK_REACH
    }

    /// Whether the agent goes along this link at present.
    pub fn is_on(&self, link: &NavLink) -> bool {
        let before = self.line.next.checked_sub(1).and_then(|before| self.line.track[before].link);
        !self.is_finished() && before.is_some_and(|at| self.links[at as usize].link == *link)
    }

    /// The greatest speed with which the agent may come off the link that it is on, in world units a second.
    pub fn speed_off_link(&self) -> f32 {
        self.line.track[self.line.next].speed
    }

    /// The links still to be crossed, without the one that the agent is on.
    pub fn links_ahead(&self) -> impl Iterator<Item = &NavLink> {
        let next = if self.is_finished() { self.line.track.len() } else { self.line.next };
        self.line.track[next..].iter().filter_map(|point| point.link).map(|at| &self.links[at as usize].link)
    }
}

/// Whether the line between the middles of two cells meets a rectangle of cells, edges included.
fn line_meets(from: Cell, to: Cell, rect: Rect) -> bool {
    if rect.contains(from) || rect.contains(to) {
        return true;
    }
    let is_step = (to.x - from.x).abs().max((to.y - from.y).abs()) <= 1;
    let middle = |cell: Cell| Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5);
    let corner = |cell: Cell| Vec2::new(cell.x as f32, cell.y as f32);
    !is_step && crosses_box(middle(from), middle(to), corner(rect.min), corner(rect.max))
}
