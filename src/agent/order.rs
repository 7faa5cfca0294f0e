//! A route: the way that an agent was given for an order, and how far along it is.

use glam::Vec2;

use super::AgentState;
use super::body::can_go_straight;
use super::steering::Mover;
use crate::grid::Cell;
use crate::level::{Target, TileMap};
use crate::nav::{NavGrid, Path, PathStatus};
use crate::profile::AgentProfile;

/// The least room at a corner that its speed is reckoned with, in world units: where a body fits exactly
/// it slides along the wall.
const LEAST_MARGIN: f32 = 0.05;

/// How far an agent may be from its track, in world units, before it takes up a new straight line to the
/// next point.
const OFF_TRACK: f32 = 0.15;

/// After so many ticks without coming nearer to the next point an agent is lost.
const PATIENCE: u32 = 120;

/// How near a point of the track counts as reached in any case, in world units.
const REACHED: f32 = 0.02;

/// The way that an agent follows.
///
/// It is kept twice: as the waypoints, which are the corners of the path, and as the track, where every
/// corner is cut straight as far as the acceptance radius and the walls allow.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Where it was asked to go; where it stops, when it was told to stop.
    pub target: Target,
    /// Whether it ends there.
    pub status: PathStatus,
    /// What the agent is when it stands at its end.
    pub ending: AgentState,
    /// The cells of the path, as found.
    pub cells: Vec<Cell>,
    /// The corners of the way in world units, from where the agent was when the path was found to
    /// where it is to stand; at least one.
    pub waypoints: Vec<Vec2>,
    /// For each waypoint, how near the agent comes to it before it turns to the next, in world units: the
    /// profile's acceptance radius, or less where walls are near or corners close together.
    pub acceptance: Vec<f32>,
    /// The waypoint it goes to next; as many as there are when it stands at the end.
    pub next: usize,
    /// The length of the way through all waypoints, in world units.
    pub length: f32,
    /// The cost of the path, in tiles.
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
    /// For how many ticks that has not become less.
    pub stalled: u32,
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
}

/// What a route is laid over: the ground, and who is to walk there.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The tiles.
    pub map: &'a TileMap,
    /// The same as the agent can use them.
    pub nav: &'a NavGrid,
    /// What the agent is.
    pub profile: &'a AgentProfile,
    /// How it moves.
    pub mover: Mover,
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
}

/// Whether an agent is where its track wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is, or can go straight to the next point or back to the line there.
    OnTrack,
    /// It was carried away and cannot go straight to either, or it does not come nearer: it needs another
    /// path.
    Lost,
}

impl Route {
    /// The way from `from` along a path to `place`, a point in or near the path's last cell.
    ///
    /// It does not go back to the middle of the first cell when the body can go straight on.
    pub fn lay(ground: Ground, from: Vec2, path: &Path, place: Vec2, purpose: Purpose) -> Route {
        let waypoints = waypoints(ground, from, &path.cells, place);
        let length = std::iter::once(&from).chain(&waypoints).zip(&waypoints).map(|(a, b)| a.distance(*b)).sum();
        let acceptance = acceptance(ground, from, &waypoints);
        let track = track(ground, from, &waypoints, &acceptance);
        Route {
            target: purpose.target,
            status: purpose.status,
            ending: purpose.ending,
            cells: path.cells.clone(),
            waypoints,
            acceptance,
            next: 0,
            length,
            cost: path.cost,
            walked: 0.0,
            track,
            track_next: 0,
            track_from: from,
            least_left: f32::INFINITY,
            stalled: 0,
        }
    }

    /// Where it ends.
    pub fn end(&self) -> Vec2 {
        self.track[self.track.len() - 1].position
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
        while self.track_next + 1 < self.track.len() && self.has_passed(turning_point) {
            self.pass();
        }
        if self.is_stalled(position) {
            return Progress::Lost;
        }
        let goal = self.track[self.track_next].position;
        let on_line = self.track_from + self.along() * (position - self.track_from).dot(self.along());
        if on_line.distance_squared(position) <= OFF_TRACK * OFF_TRACK {
            return Progress::OnTrack;
        }
        let straight = |to: Vec2| can_go_straight(ground.map, position, to, ground.profile.radius);
        if self.track_next + 1 < self.track.len()
            && velocity.dot(goal - position) < 0.0
            && straight(self.track[self.track_next + 1].position)
        {
            self.pass();
        } else if !straight(goal) {
            // Whoever turns early is far from the new line for a while, but steers to it.
            let ahead = (on_line - self.track_from).dot(self.along()).max(0.0);
            let can_return = straight(self.track_from + self.along() * ahead);
            return if can_return { Progress::OnTrack } else { Progress::Lost };
        }
        self.track_from = position;
        Progress::OnTrack
    }

    fn is_stalled(&mut self, position: Vec2) -> bool {
        let left = self.track[self.track_next].position.distance(position);
        if left < self.least_left - 0.1 * REACHED {
            self.least_left = left;
            self.stalled = 0;
        }
        self.stalled += 1;
        self.stalled.is_multiple_of(PATIENCE)
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

    /// The velocity that an agent at `position` wants: along the track, slow enough for what comes.
    pub fn wanted_velocity(&self, mover: Mover, position: Vec2, velocity: Vec2) -> Vec2 {
        let along = self.along();
        let rest = &self.track[self.track_next..];
        let goal = rest[0].position;
        let carried = mover.carried_to(position, velocity);
        if rest.len() == 1 && (goal - position).dot(along) <= 2.0 * REACHED {
            // The last bit, or past it: straight to the point, from any side.
            let left = goal - carried;
            return left.normalize_or_zero() * mover.approach_speed(left.length(), 0.0);
        }
        let foresight = mover.foresight();
        let mut allowed = mover.speed;
        let mut distance = (goal - position).dot(along);
        let speed = velocity.dot(along);
        for (index, point) in rest.iter().enumerate() {
            if index > 0 {
                let before = &rest[index - 1];
                let speed_there = speed.clamp(0.0, before.speed);
                // While it turns it cannot brake.
                distance += point.position.distance(before.position) - before.turn * speed_there * speed_there;
            }
            if distance > foresight {
                break;
            }
            let carried = distance - (speed - point.speed).max(0.0) * mover.momentum;
            allowed = allowed.min(mover.approach_speed(carried, point.speed));
        }
        mover.follow_line(carried, self.track_from, along, allowed)
    }
}

/// The corners of the way along `cells`, from `from` to `place`.
fn waypoints(ground: Ground, from: Vec2, cells: &[Cell], place: Vec2) -> Vec<Vec2> {
    let middle = |index: usize| ground.map.lattice.centre(cells[index]);
    let straight = |from: Vec2, to: Vec2| can_go_straight(ground.map, from, to, ground.profile.radius);
    let last = cells.len() - 1;
    let corners: Vec<usize> = (1..last).filter(|&at| is_corner(cells, at)).collect();
    if corners.is_empty() && straight(from, place) {
        return vec![place];
    }
    let mut waypoints = Vec::with_capacity(corners.len() + 3);
    let first_corner = corners.first().copied().unwrap_or(last);
    let joined = [first_corner, 3, 2, 1, 0].into_iter().find(|&at| at <= first_corner && straight(from, middle(at)));
    let joined = joined.unwrap_or(usize::from(last > 0 && !ground.nav.is_passable(cells[0])));
    if joined < first_corner {
        waypoints.push(middle(joined));
    }
    waypoints.extend(corners.iter().map(|&at| middle(at)));
    let last_corner = corners.last().copied().unwrap_or(joined);
    let before = waypoints.last().copied().unwrap_or(from);
    if !straight(before, place) {
        let nearest = last.saturating_sub(3).max(last_corner + 1);
        if let Some(left) = (nearest..=last).find(|&at| straight(middle(at), place)) {
            waypoints.push(middle(left));
        } else if last > last_corner {
            waypoints.push(middle(last));
        }
    }
    waypoints.push(place);
    waypoints
}

fn is_corner(cells: &[Cell], at: usize) -> bool {
    let (before, here, after) = (cells[at - 1], cells[at], cells[at + 1]);
    (here.x - before.x, here.y - before.y) != (after.x - here.x, after.y - here.y)
}

/// For each waypoint, how far before it the agent may turn.
fn acceptance(ground: Ground, from: Vec2, waypoints: &[Vec2]) -> Vec<f32> {
    let radius = ground.profile.radius;
    let mut before = from;
    (0..waypoints.len())
        .map(|at| {
            let here = waypoints[at];
            let Some(&after) = waypoints.get(at + 1) else { return 0.0 };
            let (to_here, to_after) = (here - before, after - here);
            before = here;
            let (arriving, leaving) = (to_here.normalize_or_zero(), to_after.normalize_or_zero());
            let shorter = to_here.length().min(to_after.length());
            let room = margin(ground, here);
            let most = ground.profile.acceptance_radius.min(0.5 * shorter).min(room);
            let cut_fits = |cut: f32| {
                let body = radius + room.min(0.1);
                can_go_straight(ground.map, here - arriving * cut, here + leaving * cut, body)
            };
            [1.0, 0.7, 0.5, 0.3, 0.15].into_iter().map(|part| part * most).find(|&cut| cut_fits(cut)).unwrap_or(0.0)
        })
        .collect()
}

fn margin(ground: Ground, point: Vec2) -> f32 {
    let clearance = ground.nav.clearance(ground.map.lattice.tile_at(point));
    (clearance - ground.profile.radius).min(0.4 * clearance).max(LEAST_MARGIN)
}

/// The waypoints with every corner cut by its acceptance radius, and the speed allowed at each point.
fn track(ground: Ground, from: Vec2, waypoints: &[Vec2], acceptance: &[f32]) -> Vec<TrackPoint> {
    let mut points: Vec<(Vec2, usize, f32)> = Vec::with_capacity(2 * waypoints.len());
    let mut before = from;
    for (at, (&here, &cut)) in waypoints.iter().zip(acceptance).enumerate() {
        let room = margin(ground, here);
        match waypoints.get(at + 1) {
            Some(&after) if cut > REACHED => {
                points.push((here - (here - before).normalize_or_zero() * cut, at, room));
                points.push((here + (after - here).normalize_or_zero() * cut, at + 1, room));
            }
            _ => points.push((here, at, room)),
        }
        before = here;
    }
    let mut before = from;
    (0..points.len())
        .map(|at| {
            let (position, waypoint, room) = points[at];
            let after = points.get(at + 1).map_or(position, |&(after, ..)| after);
            let (arriving, leaving) = ((position - before).normalize_or_zero(), (after - position).normalize_or_zero());
            before = position;
            let is_last = at + 1 == points.len();
            let speed = if is_last { 0.0 } else { ground.mover.corner_speed(room, arriving, leaving) };
            let turn = if is_last { 0.0 } else { arriving.distance(leaving) / ground.mover.acceleration };
            TrackPoint { position, speed, turn, waypoint }
        })
        .collect()
}
