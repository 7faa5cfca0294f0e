//! A route: the way that an agent was given for an order, and how far along it is.

mod chokepoints;
mod direct;
mod link_progress;
mod obstructed;
mod onward;
mod track;

use glam::Vec2;

use super::AgentState;
use super::body::{can_go_straight, crosses_box};
use super::steering::Mover;
use crate::grid::{Cell, Rect};
use crate::level::Target;
use crate::nav::requests::RequestId;
use crate::nav::{NavGrid, NavLink, Path, PathLink, PathStatus, Solid};
pub use onward::Onward;
use track::{Laid, acceptance, lay_on, track, waypoints};

/// How far an agent may be from its track, in world units, before it takes up a new straight line to the
/// next point.
const OFF_TRACK: f32 = 0.15;

/// After so many ticks without coming nearer to the next point an agent is lost.
const PATIENCE: u32 = 120;

/// As what a tick counts in which nobody holds an agent up.
pub const WHOLE_TICK: u32 = 8;

/// How near a point of the track counts as reached in any case, in world units.
const REACHED: f32 = 0.02;

/// So many seconds before an agent would have to brake for the end of what is laid of its way, the next leg is due.
const REFINE_AHEAD: f32 = 1.0;

/// The way that an agent follows.
///
/// It is kept twice: as the waypoints, which are the corners of the path, and as the track, where every
/// corner is cut straight as far as the acceptance radius and the walls allow. Of a long way only the beginning may be
/// laid so, and for the rest there are [milestones](Milestone), to which it is [extended](Route::extend) while the
/// agent walks.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Where it was asked to go; where it stops, when it was told to stop.
    pub target: Target,
    /// Whether it ends there.
    pub status: PathStatus,
    /// What the agent is when it stands at its end.
    pub ending: AgentState,
    /// Where the agent goes on from its end, if it is not to stand there.
    pub onward: Option<Onward>,
    /// The cells of the path, as found: straight from each to the next.
    pub cells: Vec<Cell>,
    /// Where it uses links, in order.
    pub links: Vec<RouteLink>,
    /// What is not laid yet, the nearest first; the last one is where the route ends. Empty when all is laid.
    pub ahead: Vec<Milestone>,
    /// The request for the way to the first milestone, once it is made.
    pub refinement: Option<RequestId>,
    /// Where the agent was when the path was found.
    pub from: Vec2,
    /// The corners of the way in world units, from there to where the agent is to stand, or to where the laid part ends;
    /// at least one.
    pub waypoints: Vec<Vec2>,
    /// For each waypoint, how near the agent comes to it before it turns to the next, in world units: the
    /// profile's acceptance radius, or less where walls are near or corners close together.
    pub acceptance: Vec<f32>,
    /// The waypoint it goes to next; as many as there are when it stands at the end.
    pub next: usize,
    /// The length of the way through all waypoints, in world units, and on straight through the milestones.
    pub length: f32,
    /// The cost of the path, in tiles; of the laid part.
    pub cost: f64,
    /// How far the agent has walked since it was given this way, in world units.
    pub walked: f32,
    /// What it steers by.
    pub track: Vec<TrackPoint>,
    /// The point of the track it goes to next.
    pub track_next: usize,
    /// Where the line to that point begins.
    pub track_from: Vec2,
    /// The least that has been left so far to the next point of the track, in world units.
    pub least_left: f32,
    /// For how many eighths of a tick that has not become less; while others hold the agent up, a tick counts as one.
    pub stalled: u32,
    /// For how many ticks others have pressed upon the agent since the way was laid.
    pub obstructed_ticks: u32,
    /// What became of the ways laid to its target before it, and this one.
    pub attempts: Attempts,
}

/// The ways that were laid to one target, each because the one before was lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempts {
    /// The length of the shortest, in world units.
    pub shortest: f32,
    /// How many came after that.
    pub since: u8,
}

impl Attempts {
    /// No way yet.
    pub const NONE: Attempts = Attempts { shortest: f32::INFINITY, since: 0 };

    /// The same, and one way more, of this length in world units.
    pub fn and(self, length: f32) -> Attempts {
        match length < self.shortest - REACHED {
            true => Attempts { shortest: length, since: 0 },
            false => Attempts { shortest: self.shortest, since: self.since.saturating_add(1) },
        }
    }
}

/// A link that a route uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteLink {
    /// The place in [`Route::cells`] of the cell where it begins; it ends at the next one.
    pub at: usize,
    /// The place in [`Route::waypoints`] of its beginning; it ends at the next one.
    pub waypoint: usize,
    /// Which link.
    pub link: NavLink,
}

/// A point of a route's track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackPoint {
    /// Where it is.
    pub position: Vec2,
    /// The greatest speed at which the agent may come through, in world units a second.
    pub speed: f32,
    /// How long the turn there takes at least for each unit of speed, in seconds: the velocity changes by this
    /// times the speed times the greatest acceleration.
    pub turn: f32,
    /// The waypoint that the agent goes to while it goes to this point.
    pub waypoint: usize,
    /// The link that begins there: its place in [`Route::links`].
    pub link: Option<usize>,
    /// Between these points, on both sides of it and across the way, there is room to pass it by.
    pub beside: [Vec2; 2],
    /// Whether it is where a narrow place begins or ends, on the straight way between two others.
    pub is_chokepoint: bool,
}

/// A place on the way that is not laid yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Milestone {
    /// The cell that it is in.
    pub cell: Cell,
    /// Its middle; of the last one the point where the agent is to stand.
    pub point: Vec2,
}

/// What a route is laid over: the ground, and who is to walk there.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The map, what the agent is, and what of the one stops the other.
    pub solid: Solid<'a>,
    /// The cells that the agent can use.
    pub nav: &'a NavGrid,
    /// How it moves.
    pub mover: Mover,
}

impl Ground<'_> {
    /// The radius of the agent's body, in world units.
    pub fn radius(&self) -> f32 {
        self.solid.profile.radius
    }

    /// Whether the agent can go straight from one point to another.
    pub fn is_straight(&self, from: Vec2, to: Vec2) -> bool {
        can_go_straight(&self.solid, from, to, self.radius())
    }
}

/// What a route is for.
#[derive(Clone, Debug)]
pub struct Purpose {
    /// Where the agent was asked to go.
    pub target: Target,
    /// Whether the route ends there.
    pub status: PathStatus,
    /// What the agent is when it stands at its end.
    pub ending: AgentState,
    /// Where it goes on from there, if it is not to stand there.
    pub onward: Option<Onward>,
}

/// Whether an agent is where its track wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is, or can go straight to the next point or back to the line there.
    OnTrack,
    /// It was carried away and cannot go straight to either, or it does not come nearer: it needs another
    /// path.
    Lost,
    /// Others have kept it from coming nearer: another way, or another place, may be better.
    Obstructed,
}

impl Route {
    /// The way from `from` along a path to `place`, a point in or near the path's last cell.
    ///
    /// It does not go back to the middle of the first cell when the body can go straight on.
    pub fn lay(ground: Ground, from: Vec2, path: &Path, place: Vec2, purpose: Purpose) -> Route {
        let lattice = ground.nav.lattice();
        let mut ahead: Vec<Milestone> =
            path.ahead.iter().map(|&cell| Milestone { cell, point: lattice.centre(cell) }).collect();
        let laid_to = if ahead.is_empty() { place } else { lattice.centre(path.cells[path.cells.len() - 1]) };
        if let Some(last) = ahead.last_mut() {
            last.point = place;
        }
        let (waypoints, links) = waypoints(ground, from, &path.cells, &path.links, laid_to);
        let route = Route::through(ground, from, waypoints, links, purpose);
        let mut route = Route { cells: path.cells.clone(), ahead, cost: path.cost, ..route };
        route.pass_end(ground.mover);
        route.measure();
        route
    }

    /// The way from `from` along cells, each beside the one before, to `place`, a point in or near the last of them.
    pub fn lay_along(ground: Ground, from: Vec2, cells: &[Cell], place: Vec2, purpose: Purpose) -> Route {
        let (waypoints, links) = waypoints(ground, from, cells, &[], place);
        let route = Route::through(ground, from, waypoints, links, purpose);
        let mut route = Route { cells: cells.to_vec(), ..route };
        route.measure();
        route
    }

    /// The way through waypoints, none of it walked yet.
    fn through(ground: Ground, from: Vec2, waypoints: Vec<Vec2>, links: Vec<RouteLink>, purpose: Purpose) -> Route {
        let accepted = |at| acceptance(ground, from, &waypoints, &links, at);
        let acceptance = (0..waypoints.len()).map(accepted).collect::<Vec<f32>>();
        let track = track(ground, from, &waypoints, &acceptance, &links);
        Route {
            target: purpose.target,
            status: purpose.status,
            ending: purpose.ending,
            onward: purpose.onward,
            cells: Vec::new(),
            links,
            ahead: Vec::new(),
            refinement: None,
            from,
            waypoints,
            acceptance,
            next: 0,
            length: 0.0,
            cost: 0.0,
            walked: 0.0,
            track,
            track_next: 0,
            track_from: from,
            least_left: f32::INFINITY,
            stalled: 0,
            obstructed_ticks: 0,
            attempts: Attempts::NONE,
        }
    }

    /// Lays the way to the first milestone, along a path from the last cell that is laid. What the agent walks at present
    /// stays as it is, up to the waypoint that it goes to; unless that is the end of what was laid.
    pub fn extend(&mut self, ground: Ground, leg: &Path) {
        self.refinement = None;
        if self.ahead.is_empty() {
            return;
        }
        let reached = self.ahead.remove(0);
        let joint = self.cells.len() - 1;
        self.cells.extend_from_slice(&leg.cells[1..]);
        self.cost += leg.cost;
        self.forget_end(joint);
        self.acceptance.truncate((self.next + 1).min(self.waypoints.len()));
        let links: Vec<PathLink> = leg.links.iter().map(|link| PathLink { at: link.at + joint, ..*link }).collect();
        let laid = Laid { cells: &mut self.cells, waypoints: &mut self.waypoints, links: &mut self.links };
        lay_on(ground, laid, joint, &links, self.from, reached.point);
        for at in self.acceptance.len()..self.waypoints.len() {
            self.acceptance.push(acceptance(ground, self.from, &self.waypoints, &self.links, at));
        }
        self.track = track(ground, self.from, &self.waypoints, &self.acceptance, &self.links);
        self.pass_end(ground.mover);
        self.next = self.track[self.track_next].waypoint;
        self.least_left = f32::INFINITY;
        self.measure();
    }

    /// Has the end of what was laid, the cell of index `joint`, be a waypoint from now on only if a link ends or the way
    /// turns there.
    fn forget_end(&mut self, joint: usize) {
        if self.links.last().is_some_and(|link| link.at + 1 == joint) {
            return;
        }
        let end = self.waypoints.pop();
        if self.waypoints.len() > self.next && self.waypoints.last().copied() == end {
            self.waypoints.pop();
        }
    }

    /// Finds its cells anew where the ground is cut into other ones.
    pub fn take_over_cells(&mut self, anew: impl Fn(Cell) -> Cell) {
        let of_links = self.links.iter_mut().flat_map(|link| [&mut link.link.from, &mut link.link.to]);
        let ahead = self.ahead.iter_mut().map(|milestone| &mut milestone.cell);
        self.cells.iter_mut().chain(of_links).chain(ahead).for_each(|cell| *cell = anew(*cell));
    }

    fn measure(&mut self) {
        let ahead = self.ahead.iter().map(|milestone| milestone.point);
        let points = self.waypoints.iter().copied().chain(ahead);
        self.length = std::iter::once(self.from).chain(points.clone()).zip(points).map(|(a, b)| a.distance(b)).sum();
    }

    /// Whether the way to the first milestone should be asked for: so early that the agent does not slow down.
    pub fn wants_refinement(&self, mover: Mover, position: Vec2) -> bool {
        if self.ahead.is_empty() || self.refinement.is_some() {
            return false;
        }
        let enough = 2.0 * mover.foresight() + REFINE_AHEAD * mover.speed;
        let mut left = 0.0;
        let mut before = position;
        for point in &self.track[self.track_next..] {
            left += point.position.distance(before);
            before = point.position;
            if left > enough {
                return false;
            }
        }
        true
    }

    /// Where it is still to go: the waypoints, then the milestones.
    pub fn remaining(&self) -> impl Iterator<Item = Vec2> {
        let ahead = self.ahead.iter().map(|milestone| milestone.point);
        self.waypoints[self.next..].iter().copied().chain(ahead)
    }

    /// Whether the way, as far as it is laid, may lead through a rectangle of cells.
    pub fn passes(&self, rect: Rect) -> bool {
        let alone = self.cells.first().is_some_and(|&cell| rect.contains(cell));
        alone || self.cells.windows(2).any(|pair| line_meets(pair[0], pair[1], rect))
    }

    /// Whether an agent at `from` can go straight to one of the first cells of a path.
    pub fn can_join(ground: Ground, from: Vec2, cells: &[Cell]) -> bool {
        let lattice = ground.nav.lattice();
        let straight = |cell: &Cell| ground.is_straight(from, lattice.centre(*cell));
        cells.iter().take(4).any(straight)
    }

    /// Where it ends.
    pub fn end(&self) -> Vec2 {
        self.ahead.last().map_or(self.track[self.track.len() - 1].position, |milestone| milestone.point)
    }

    /// Whether the agent goes to its very end.
    pub fn is_on_last_bit(&self) -> bool {
        self.ahead.is_empty() && self.track_next + 1 == self.track.len()
    }

    /// Whether the agent stands at its end.
    pub fn is_finished(&self) -> bool {
        self.next == self.waypoints.len()
    }

    /// Notes that the agent stands at its end.
    pub fn finish(&mut self) {
        self.next = self.waypoints.len();
    }

    /// The direction of the line that the agent follows, a unit vector; zero when it has no length.
    pub fn along(&self) -> Vec2 {
        (self.track[self.track_next].position - self.track_from).normalize_or_zero()
    }

    /// Turns to the next point of the track when the agent at `position` has reached one.
    pub fn advance(&mut self, ground: Ground, position: Vec2, velocity: Vec2) -> Progress {
        let turning_point = position + velocity * (0.5 * ground.mover.momentum);
        while self.track_next + 1 < self.track.len() && !self.goes_to_link() && self.has_passed(turning_point) {
            self.pass();
        }
        if self.is_stalled(position, WHOLE_TICK) {
            return Progress::Lost;
        }
        let goal = self.track[self.track_next].position;
        let along = self.along();
        let on_line = self.track_from + along * (position - self.track_from).dot(along);
        if on_line.distance_squared(position) <= OFF_TRACK * OFF_TRACK {
            return Progress::OnTrack;
        }
        let straight = |to: Vec2| ground.is_straight(position, to);
        if self.track_next + 1 < self.track.len()
            && !self.goes_to_link()
            && velocity.dot(goal - position) < 0.0
            && straight(self.track[self.track_next + 1].position)
        {
            self.pass();
        } else if !straight(goal) {
            // Whoever turns early is far from the new line for a while, but steers to it.
            let ahead = (on_line - self.track_from).dot(along).max(0.0);
            let can_return = straight(self.track_from + along * ahead);
            return if can_return { Progress::OnTrack } else { Progress::Lost };
        }
        self.track_from = position;
        Progress::OnTrack
    }

    /// Whether the agent does not come nearer to where it goes; the tick counts as `eighths`.
    fn is_stalled(&mut self, position: Vec2, eighths: u32) -> bool {
        let left = self.track[self.track_next].position.distance(position);
        if left < self.least_left - 0.1 * REACHED {
            self.least_left = left;
            self.stalled = 0;
        }
        let before = self.stalled / (PATIENCE * WHOLE_TICK);
        self.stalled += eighths;
        self.stalled / (PATIENCE * WHOLE_TICK) > before
    }

    /// Whether it has not come nearer to where it goes for as long as it has patience.
    pub fn has_stalled(&self) -> bool {
        self.stalled >= PATIENCE * WHOLE_TICK
    }

    fn has_passed(&self, position: Vec2) -> bool {
        let left = self.track[self.track_next].position - position;
        left.dot(self.along()) <= 0.0 || left.length_squared() <= REACHED * REACHED
    }

    fn pass(&mut self) {
        self.track_from = self.track[self.track_next].position;
        self.track_next += 1;
        self.next = self.track[self.track_next].waypoint;
        self.least_left = f32::INFINITY;
    }

    /// The velocity that an agent at `position` wants: along the track, which leads [along](Route::along) this line, slow
    /// enough for what comes.
    pub fn wanted_velocity(&self, mover: Mover, along: Vec2, position: Vec2, velocity: Vec2) -> Vec2 {
        let carried = mover.carried_to(position, velocity);
        if self.comes_to_a_point(along, position) {
            return self.to_the_point(mover, carried);
        }
        let allowed = self.allowed_speed(mover, along, position, velocity);
        mover.follow_line(carried, self.track_from, along, allowed)
    }

    /// Whether the next point is one to stop at, and the agent is there or past it.
    fn comes_to_a_point(&self, along: Vec2, position: Vec2) -> bool {
        let left = self.track[self.track_next].position - position;
        let stops = self.track_next + 1 == self.track.len() || self.goes_to_link();
        stops && left.dot(along) <= 2.0 * REACHED
    }

    /// Straight to the next point, from any side.
    fn to_the_point(&self, mover: Mover, carried: Vec2) -> Vec2 {
        let left = self.track[self.track_next].position - carried;
        let stopping = if self.is_on_last_bit() { self.stopping(mover) } else { 0.0 };
        left.normalize_or_zero() * mover.approach_speed(left.length() - stopping, 0.0)
    }

    /// How far before its end the agent may stop, in world units; on the last bit in any case.
    pub fn stopping(&self, mover: Mover) -> f32 {
        if mover.stopping == 0.0 || !self.ahead.is_empty() || self.onward.is_some() {
            return 0.0;
        }
        let before = self.track.len().checked_sub(2).map_or(self.from, |before| self.track[before].position);
        mover.stopping.min(before.distance(self.end()))
    }

    /// The greatest speed along the track at which there is still time to slow down for what comes.
    fn allowed_speed(&self, mover: Mover, along: Vec2, position: Vec2, velocity: Vec2) -> f32 {
        let rest = &self.track[self.track_next..];
        let foresight = mover.foresight();
        let mut allowed = mover.speed;
        let mut distance = (rest[0].position - position).dot(along);
        let speed = velocity.dot(along);
        for (index, point) in rest.iter().enumerate() {
            if index > 0 {
                let before = &rest[index - 1];
                let speed_there = speed.clamp(0.0, before.speed);
                // While it turns it cannot brake.
                distance += point.position.distance(before.position) - before.turn * speed_there * speed_there;
            }
            let stopping = if index + 1 == rest.len() && mover.brakes { self.stopping(mover) } else { 0.0 };
            if distance - stopping > foresight {
                break;
            }
            let carried = distance - stopping - (speed - point.speed).max(0.0) * mover.momentum;
            allowed = allowed.min(mover.approach_speed(carried, point.speed));
        }
        allowed
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
