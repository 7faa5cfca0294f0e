//! How a route is laid over the ground, and extended while the agent walks.

use glam::Vec2;

use super::passages::passages;
use super::track::{acceptance, end_of_track, track};
use super::waypoints::{Laid, lay_on, waypoints};
use super::{Attempts, Ground, Milestone, Passage, Purpose, Route, RouteHistory, RouteLine, RouteLink, TrackPoint};
use crate::agent::steering::Mover;
use crate::agent::tuning::{LAID_CELLS, REFINE_AHEAD};
use crate::grid::Cell;
use crate::nav::{Path, PathLink};

/// Waypoints before the one that an agent goes to, which are kept when the route is extended: where it is, and how it came
/// there.
const KEPT_WAYPOINTS: usize = 4;

impl RouteLine {
    /// Along a track that begins at `from`, none of it walked yet.
    fn along(track: Box<[TrackPoint]>, passages: Vec<Passage>, from: Vec2) -> RouteLine {
        RouteLine { track, passages, next: 0, from, aims: false, least_left: f32::INFINITY, stalled: 0 }
    }
}

impl Route {
    /// The route from `from` along a path to `slot`, a point in or near the path's last cell.
    ///
    /// It does not go back to the middle of the first cell when the body can go straight on.
    pub fn lay(ground: Ground, from: Vec2, path: &Path, slot: Vec2, purpose: Purpose) -> Route {
        let lattice = ground.nav.lattice();
        let mut ahead: Vec<Milestone> =
            path.ahead.iter().map(|&cell| Milestone { cell, point: lattice.centre(cell) }).collect();
        let laid_to = if ahead.is_empty() { slot } else { lattice.centre(path.cells[path.cells.len() - 1]) };
        if let Some(last) = ahead.last_mut() {
            last.point = slot;
        }
        let (waypoints, links) = waypoints(ground, from, &path.cells, &path.links, laid_to);
        let route = Route::through(ground, from, waypoints, links, purpose);
        let mut route = Route { cells: path.cells.as_slice().into(), ahead, cost: path.cost, ..route };
        route.pass_end(ground.mover);
        route.measure();
        route
    }

    /// The route from `from` along cells, each beside the one before, to `slot`, a point in or near the last of them.
    pub fn lay_along(ground: Ground, from: Vec2, cells: &[Cell], slot: Vec2, purpose: Purpose) -> Route {
        let (waypoints, links) = waypoints(ground, from, cells, &[], slot);
        let route = Route::through(ground, from, waypoints, links, purpose);
        let mut route = Route { cells: cells.into(), ..route };
        route.measure();
        route
    }

    /// The straight line from `from` to `slot`, a point in the cell `to`, whatever lies in between: for agents that
    /// steer by rays.
    pub fn straight(ground: Ground, from: Vec2, to: Cell, slot: Vec2, purpose: Purpose) -> Route {
        let cells = Box::new([ground.nav.lattice().tile_at(from), to]);
        // An agent that goes round an obstacle does not come through the chokepoints and passages on the line.
        let line = RouteLine::along(Box::new([end_of_track(ground, slot, 0)]), Vec::new(), from);
        let route = Route::unmeasured(from, vec![slot], Vec::new(), purpose);
        let mut route = Route { cells, line, acceptance: Box::new([0.0]), ..route };
        route.pass_end(ground.mover);
        route.measure();
        route
    }

    /// The route through waypoints, none of it walked yet.
    fn through(ground: Ground, from: Vec2, waypoints: Vec<Vec2>, links: Vec<RouteLink>, purpose: Purpose) -> Route {
        let accepted = |at| acceptance(ground, from, &waypoints, &links, at);
        let acceptance = (0..waypoints.len()).map(accepted).collect::<Box<[f32]>>();
        let track = track(ground, from, &waypoints, &acceptance, &links);
        let passages = passages(ground, from, &track, &links);
        let line = RouteLine::along(track.into(), passages, from);
        Route { line, acceptance, ..Route::unmeasured(from, waypoints, links, purpose) }
    }

    /// A route without what depends on the ground: acceptance, track and passages are empty.
    fn unmeasured(from: Vec2, waypoints: Vec<Vec2>, links: Vec<RouteLink>, purpose: Purpose) -> Route {
        Route {
            purpose,
            cells: Box::default(),
            links,
            ahead: Vec::new(),
            refinement: None,
            from,
            waypoints: waypoints.into(),
            acceptance: Box::default(),
            next: 0,
            length: 0.0,
            cost: 0.0,
            walked: 0.0,
            line: RouteLine::along(Box::default(), Vec::new(), from),
            history: RouteHistory {
                has_turned_back: false,
                obstructed_ticks: 0,
                attempts: Attempts::NONE,
                forgotten: 0.0,
            },
        }
    }

    /// Lays the path to the first milestone, which leads there from the last laid cell. The part that the agent walks
    /// at present stays as it is, up to the waypoint that it goes to, unless that is the end of what was laid.
    pub fn extend(&mut self, ground: Ground, path: &Path) {
        self.refinement = None;
        if self.ahead.is_empty() {
            return;
        }
        let reached = self.ahead.remove(0);
        let goes_to = self.line.track[self.line.next];
        let forgotten = if self.cells.len() > LAID_CELLS { self.forget_walked(ground) } else { 0 };
        let joint = self.cells.len() - 1;
        let mut cells = std::mem::take(&mut self.cells).into_vec();
        cells.extend_from_slice(&path.cells[1..]);
        self.cost += path.cost;
        let mut waypoints = std::mem::take(&mut self.waypoints).into_vec();
        self.forget_end(joint, &mut waypoints);
        let mut accepted = std::mem::take(&mut self.acceptance).into_vec();
        accepted.truncate((self.next + 1).min(waypoints.len()));
        let links: Vec<PathLink> = path.links.iter().map(|link| PathLink { at: link.at + joint, ..*link }).collect();
        let laid = Laid { cells: &mut cells, waypoints: &mut waypoints, links: &mut self.links };
        lay_on(ground, laid, joint, &links, self.from, reached.point);
        for at in accepted.len()..waypoints.len() {
            accepted.push(acceptance(ground, self.from, &waypoints, &self.links, at));
        }
        self.line.track = track(ground, self.from, &waypoints, &accepted, &self.links).into();
        (self.cells, self.waypoints, self.acceptance) = (cells.into(), waypoints.into(), accepted.into());
        self.line.passages = passages(ground, self.from, &self.line.track, &self.links);
        self.pass_end(ground.mover);
        if forgotten > 0 {
            let waypoint = goes_to.waypoint - forgotten as u32;
            let is_it = |point: &TrackPoint| point.waypoint == waypoint && point.position == goes_to.position;
            let known = self.line.track.iter().position(is_it);
            let known = known.or_else(|| self.line.track.iter().position(|point| point.waypoint >= waypoint));
            self.line.next = known.unwrap_or(self.line.track.len() - 1);
        }
        self.next = self.line.track[self.line.next].waypoint as usize;
        self.line.least_left = f32::INFINITY;
        self.measure();
    }

    /// Removes what the agent has walked of what was laid, but for a little: everything is laid anew whenever the route is
    /// extended. Returns how many waypoints these were.
    fn forget_walked(&mut self, ground: Ground) -> usize {
        let count = self.next.saturating_sub(KEPT_WAYPOINTS);
        let Some(&last) = self.waypoints.get(count.wrapping_sub(1)) else { return 0 };
        let lattice = ground.nav.lattice();
        let Some(at) = self.cells.iter().position(|&cell| lattice.centre(cell) == last) else { return 0 };
        self.history.forgotten += length_through(self.from, self.waypoints[..count].iter().copied());
        self.from = last;
        self.cells = self.cells[at..].into();
        self.waypoints = self.waypoints[count..].into();
        self.acceptance = self.acceptance[count..].into();
        self.next -= count;
        self.links.retain(|link| link.at >= at && link.waypoint >= count);
        for link in self.links.iter_mut() {
            link.at -= at;
            link.waypoint -= count;
        }
        count
    }

    /// Removes the waypoint at the end of what was laid, the cell of index `joint`, unless a link ends there.
    fn forget_end(&self, joint: usize, waypoints: &mut Vec<Vec2>) {
        if self.links.last().is_some_and(|link| link.at + 1 == joint) {
            return;
        }
        let end = waypoints.pop();
        if waypoints.len() > self.next && waypoints.last().copied() == end {
            waypoints.pop();
        }
    }

    /// Replaces every cell by another one, after the ground was cut into different cells.
    pub fn take_over_cells(&mut self, anew: impl Fn(Cell) -> Cell) {
        let of_links = self.links.iter_mut().flat_map(|link| [&mut link.link.from, &mut link.link.to]);
        let ahead = self.ahead.iter_mut().map(|milestone| &mut milestone.cell);
        self.cells.iter_mut().chain(of_links).chain(ahead).for_each(|cell| *cell = anew(*cell));
    }

    fn measure(&mut self) {
        let ahead = self.ahead.iter().map(|milestone| milestone.point);
        let points = self.waypoints.iter().copied().chain(ahead);
        self.length = self.history.forgotten + length_through(self.from, points) + self.winding_from(0);
    }

    /// Whether the path to the first milestone is due: so early that the agent need not slow down.
    pub fn wants_refinement(&self, mover: Mover, position: Vec2) -> bool {
        if self.ahead.is_empty() || self.refinement.is_some() {
            return false;
        }
        let enough = 2.0 * mover.foresight() + REFINE_AHEAD * mover.speed;
        let mut left = 0.0;
        let mut before = position;
        for point in &self.line.track[self.line.next..] {
            left += point.position.distance(before);
            before = point.position;
            if left > enough {
                return false;
            }
        }
        true
    }

    /// Has the agent pass the end as fast as it can turn towards what follows, if that is faster than it would be
    /// anyway.
    fn pass_end(&mut self, mover: Mover) {
        let Some(onward) = self.purpose.onward.filter(|_| self.ahead.is_empty()) else { return };
        let last = self.line.track.len() - 1;
        let before = last.checked_sub(1).map_or(self.from, |before| self.line.track[before].position);
        let end = self.line.track[last].position;
        let (arriving, leaving) = ((end - before).normalize_or_zero(), (onward.to - end).normalize_or_zero());
        let speed = mover.corner_speed(onward.within, arriving, leaving);
        self.line.track[last].speed = mover.speed_beyond(onward.within, speed);
    }

    /// Has the agent stand at the end after all.
    pub fn stand_at_end(&mut self, mover: Mover) {
        if self.purpose.onward.take().is_some() && self.ahead.is_empty() && mover.brakes {
            self.line.track.last_mut().into_iter().for_each(|end| end.speed = 0.0);
        }
    }

    /// Whether an agent at `from` can go straight to one of the first cells of a path.
    pub fn can_join(ground: Ground, from: Vec2, cells: &[Cell]) -> bool {
        let lattice = ground.nav.lattice();
        let straight = |cell: &Cell| ground.is_straight(from, lattice.centre(*cell));
        cells.iter().take(4).any(straight)
    }
}

/// How long a line from a point through others is, in world units.
fn length_through(from: Vec2, points: impl Iterator<Item = Vec2> + Clone) -> f32 {
    std::iter::once(from).chain(points.clone()).zip(points).map(|(a, b)| a.distance(b)).sum()
}
