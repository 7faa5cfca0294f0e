//! Following a route: from point to point of its track, over links, and for agents that steer by rays.

use glam::Vec2;

use super::{Ground, Route};
use crate::agent::steering::Mover;
use crate::agent::tuning::{CRAWL, LEAST_GAIN, LONGEST_DETOUR, OFF_TRACK, PATIENCE, REACHED, STALL_TICKS};
use crate::nav::NavLink;

/// Whether an agent is where its track wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackProgress {
    /// It is, or can go straight to the next point or back to the line there.
    OnTrack,
    /// It was carried to where it can go straight to neither, or it has stalled: it needs another route.
    Lost,
    /// It has stalled because others obstruct it: another route, or another slot, may be better.
    Obstructed,
}

impl Route {
    /// Turns to the next point of the track when the agent at `position` has reached one.
    pub fn advance(&mut self, ground: Ground, position: Vec2, velocity: Vec2) -> TrackProgress {
        let turning_point = position + velocity * (0.5 * ground.mover.momentum);
        while self.line.next + 1 < self.line.track.len() && !self.goes_to_link() && self.has_passed(turning_point) {
            self.pass();
        }
        if self.note_progress(position) {
            return TrackProgress::Lost;
        }
        let goal = self.line.track[self.line.next].position;
        let along = self.along();
        let on_line = self.line.from + along * (position - self.line.from).dot(along);
        if on_line.distance_squared(position) <= OFF_TRACK * OFF_TRACK {
            return TrackProgress::OnTrack;
        }
        let straight = |to: Vec2| ground.is_straight(position, to);
        if self.line.next + 1 < self.line.track.len()
            && !self.goes_to_link()
            && velocity.dot(goal - position) < 0.0
            && straight(self.line.track[self.line.next + 1].position)
        {
            self.pass();
        } else if !straight(goal) {
            // An agent that turns early is far from the new line for a while, but steers to it.
            let ahead = (on_line - self.line.from).dot(along).max(0.0);
            let can_return = straight(self.line.from + along * ahead);
            return if can_return { TrackProgress::OnTrack } else { TrackProgress::Lost };
        }
        self.line.from = position;
        TrackProgress::OnTrack
    }

    /// Counts the ticks in which the agent has not come nearer to its next point. Whether another [`STALL_TICKS`] are
    /// full.
    pub(super) fn note_progress(&mut self, position: Vec2) -> bool {
        let left = self.line.track[self.line.next].position.distance(position);
        if left < self.line.least_left - LEAST_GAIN {
            self.line.least_left = left;
            self.line.stalled = 0;
        }
        self.line.stalled += 1;
        self.line.stalled.is_multiple_of(STALL_TICKS)
    }

    /// Whether the agent has not come nearer to its next point for [`STALL_TICKS`].
    pub fn has_stalled(&self) -> bool {
        self.line.stalled >= STALL_TICKS
    }

    pub(super) fn has_passed(&self, position: Vec2) -> bool {
        let left = self.line.track[self.line.next].position - position;
        left.dot(self.along()) <= 0.0 || left.length_squared() <= REACHED * REACHED
    }

    pub(super) fn pass(&mut self) {
        self.line.from = self.line.track[self.line.next].position;
        self.line.next += 1;
        self.next = self.line.track[self.line.next].waypoint as usize;
        self.line.least_left = f32::INFINITY;
        self.line.aims = false;
    }

    /// The velocity that an agent at `position` wants: along the track, whose direction [`Route::along`] gives, slow
    /// enough for what comes.
    pub fn wanted_velocity(&self, mover: Mover, along: Vec2, position: Vec2, velocity: Vec2) -> Vec2 {
        let carried = mover.carried_to(position, velocity);
        if self.comes_to_a_point(along, position) {
            return self.to_the_point(mover, carried);
        }
        let allowed = self.allowed_speed(mover, along, position, velocity);
        mover.follow_line(carried, self.line.from, along, allowed)
    }

    /// Whether the next point is one to stop at, and the agent is there or past it.
    pub(super) fn comes_to_a_point(&self, along: Vec2, position: Vec2) -> bool {
        let left = self.line.track[self.line.next].position - position;
        let stops = self.line.next + 1 == self.line.track.len() || self.goes_to_link();
        stops && left.dot(along) <= 2.0 * REACHED
    }

    /// Straight to the next point, from any side.
    pub(super) fn to_the_point(&self, mover: Mover, carried: Vec2) -> Vec2 {
        let left = self.line.track[self.line.next].position - carried;
        let stopping = if self.is_on_last_bit() { self.stopping(mover) } else { 0.0 };
        left.normalize_or_zero() * mover.approach_speed(left.length() - stopping, 0.0)
    }

    /// The greatest speed along the track that still leaves time to slow down for what comes.
    pub fn allowed_speed(&self, mover: Mover, along: Vec2, position: Vec2, velocity: Vec2) -> f32 {
        let rest = &self.line.track[self.line.next..];
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

    /// Steps upon the link at whose beginning the next point is; the track then leads on to its end.
    pub fn step_upon_link(&mut self) -> Option<NavLink> {
        let link = self.links[self.line.track[self.line.next].link? as usize].link;
        self.pass();
        Some(link)
    }

    /// Goes on from the end of a link, where the agent is now.
    pub fn step_off_link(&mut self, link: &NavLink) {
        if self.is_on(link) && self.line.next + 1 < self.line.track.len() {
            self.pass();
        }
        self.pause();
    }

    /// Has the agent's patience begin anew, because it waits on purpose.
    pub fn pause(&mut self) {
        self.line.least_left = f32::INFINITY;
        self.line.stalled = 0;
    }

    /// Notes the progress of an agent at `position` that steers by rays: it is lost
    /// when it is [caught](Route::is_caught).
    pub fn advance_by_rays(&mut self, ground: Ground, position: Vec2) -> TrackProgress {
        let mover = ground.mover;
        let time = PATIENCE as f32 * mover.tick();
        let least = CRAWL * time * mover.speed.min(0.5 * mover.acceleration * time);
        if self.line.from.distance_squared(position) > least * least {
            (self.line.from, self.line.stalled) = (position, 0);
        }
        self.line.stalled += 1;
        if self.is_caught(ground) { TrackProgress::Lost } else { TrackProgress::OnTrack }
    }

    /// Has an agent that steers by rays, and is caught on one side of what blocks it, try the other side.
    pub fn turn_back(&mut self) {
        self.history.has_turned_back = true;
        self.pause();
    }

    /// Whether an agent that steers by rays has made no headway for as long as it has patience, two seconds or more, or
    /// has walked much farther than the straight line is long.
    pub fn is_caught(&self, ground: Ground) -> bool {
        let farthest = LONGEST_DETOUR.0 * self.length + LONGEST_DETOUR.1 * ground.solid.profile.rays.look_ahead;
        self.line.stalled >= PATIENCE || self.walked > farthest
    }
}
