//! Obstructed following: how an agent follows its route while others obstruct or push it. It heads straight for the
//! next point where it can go, from wherever it has been pushed, and ignores the line that it was on.

use glam::Vec2;

use super::{Ground, Route, TrackPoint, TrackProgress};
use crate::agent::steering::Mover;
use crate::agent::tuning::{AT_CORNER, CHOKEPOINT_LOOKAHEAD, LOOKS_EVERY, OBSTRUCTED_SIGHT, OFF_TRACK, REACHED};

impl Route {
    /// The point that an agent at `position` heads for: the next point of the track or, where there is room beside
    /// that, the point there on the straight line to what follows. Where a chokepoint is right behind the next point,
    /// it heads for the chokepoint.
    pub fn heads_for(&self, position: Vec2) -> Vec2 {
        let at = self.chokepoint_ahead();
        if self.line.aims { self.line.track[at].position } else { self.passing_point(at, position) }
    }

    /// The point that it [heads for](Route::heads_for), and the one that it goes to from there, at the point of the
    /// track after that; the end where there is none.
    pub fn heads_for_and_then(&self, position: Vec2) -> (Vec2, Vec2) {
        let chokepoint = self.chokepoint_ahead();
        let point = self.heads_for(position);
        (point, self.passing_point((chokepoint + 1).min(self.line.track.len() - 1), point))
    }

    /// The index of the next point of the track, or of the chokepoint right behind it.
    fn chokepoint_ahead(&self) -> usize {
        let next = &self.line.track[self.line.next];
        let is_near =
            |&at: &usize| self.line.track[at].position.distance_squared(next.position) <= AT_CORNER * AT_CORNER;
        let ahead = self.line.next..(self.line.next + CHOKEPOINT_LOOKAHEAD).min(self.line.track.len());
        let chokepoint =
            ahead.take_while(|&at| self.line.track[at].link.is_none()).find(|&at| self.line.track[at].is_chokepoint);
        chokepoint.filter(is_near).unwrap_or(self.line.next)
    }

    /// The point that the track leads to from the one of index `at`. From a chokepoint the chokepoints and turns right
    /// behind it are left out, so that each agent goes through where its own route leads, not all along the same side.
    fn goal_behind(&self, at: usize) -> Option<&TrackPoint> {
        let (point, rest) = (&self.line.track[at], &self.line.track[at + 1..]);
        let is_far = |after: &&TrackPoint| after.position.distance_squared(point.position) > AT_CORNER * AT_CORNER;
        let counts = |after: &&TrackPoint| {
            !after.is_chokepoint && (!point.is_chokepoint || after.link.is_some() || is_far(after))
        };
        rest.iter().find(counts).or(rest.last())
    }

    /// The point of the track of index `at`, or the one beside it by which an agent at `position` goes straight on.
    fn passing_point(&self, at: usize, position: Vec2) -> Vec2 {
        let point = &self.line.track[at];
        let Some(after) = self.goal_behind(at).filter(|_| point.link.is_none()) else {
            return point.position;
        };
        let (from, to) = (point.beside[0], point.beside[1]);
        let (line, across) = (after.position - position, to - from);
        let square = line.perp_dot(across);
        if square == 0.0 {
            return point.position;
        }
        let part = line.perp_dot(position - from) / square;
        from + across * part.clamp(0.0, 1.0)
    }

    /// Turns to the next point of the track when the agent at `position` has reached the present one, or was pushed
    /// past it to where it can go straight to the next one.
    pub fn advance_obstructed(&mut self, ground: Ground, position: Vec2, velocity: Vec2) -> TrackProgress {
        let turning_point = position + velocity * (0.5 * ground.mover.momentum);
        while let Some(passed) = self.passed_by(turning_point) {
            let is_at = self.line.track[passed].position.distance_squared(position) <= REACHED * REACHED;
            if !is_at && !self.sees(ground, position, self.line.track[passed + 1].position) {
                // Beside a gap as wide as its body it does not get on: it goes to where its route leads into it.
                self.line.aims = true;
                break;
            }
            self.line.next = passed;
            self.pass();
            self.line.from = position;
        }
        self.history.obstructed_ticks += 1;
        if self.note_progress(position) {
            return TrackProgress::Obstructed;
        }
        let goal = self.heads_for(position);
        let along = (goal - self.line.from).normalize_or_zero();
        let aside = (position - self.line.from).perp_dot(along);
        if aside.abs() <= OFF_TRACK {
            return TrackProgress::OnTrack;
        }
        if self.sees(ground, position, goal) || self.sees(ground, position, self.line.track[self.line.next].position) {
            self.line.from = position;
            return TrackProgress::OnTrack;
        }
        if u64::from(self.history.obstructed_ticks).is_multiple_of(LOOKS_EVERY) {
            TrackProgress::Lost
        } else {
            TrackProgress::OnTrack
        }
    }

    /// The index of the point of the track that an agent at `position` has reached or passed by: the chokepoint that it
    /// heads for, or the next point. There is a point after it.
    fn passed_by(&self, position: Vec2) -> Option<usize> {
        if self.goes_to_link() {
            return None;
        }
        let (chokepoint, last) = (self.chokepoint_ahead(), self.line.track.len() - 1);
        let is_passed = |&at: &usize| at < last && (self.is_beyond(at, position) || self.is_behind_chokepoint(at));
        [chokepoint, self.line.next].into_iter().find(is_passed)
    }

    /// Whether a point of the track is a turn right behind a chokepoint that was passed: the crowd may spread there.
    fn is_behind_chokepoint(&self, at: usize) -> bool {
        let before = &self.line.track[self.line.next.saturating_sub(2)..self.line.next];
        let goal = self.line.track[at].position;
        let is_near = |chokepoint: &TrackPoint| chokepoint.position.distance_squared(goal) <= AT_CORNER * AT_CORNER;
        !self.line.track[at].is_chokepoint && before.iter().any(|point| point.is_chokepoint && is_near(point))
    }

    fn is_beyond(&self, at: usize, position: Vec2) -> bool {
        let (point, after) = (&self.line.track[at], &self.line.track[at + 1]);
        let across = point.beside[1] - point.beside[0];
        let side = |at: Vec2| (at - point.beside[0]).perp_dot(across);
        let beyond = side(after.position);
        if beyond == 0.0 {
            return at == self.line.next && self.has_passed(position);
        }
        let is_at = |goal: Vec2| goal.distance_squared(position) <= REACHED * REACHED;
        side(position) * beyond >= 0.0 || is_at(point.position) || is_at(self.passing_point(at, position))
    }

    fn sees(&self, ground: Ground, position: Vec2, goal: Vec2) -> bool {
        ground.is_straight(position, position + (goal - position).clamp_length_max(OBSTRUCTED_SIGHT))
    }

    /// The velocity that an obstructed agent at `position` wants: straight to the point that it
    /// [heads for](Route::heads_for), slow enough for what comes.
    pub fn wanted_obstructed(&self, mover: Mover, position: Vec2, velocity: Vec2) -> Vec2 {
        let carried = mover.carried_to(position, velocity);
        if self.comes_to_a_point(self.along(), position) {
            return self.to_the_point(mover, carried);
        }
        let goal = self.heads_for(position);
        (goal - carried).normalize_or_zero() * self.hurried_speed(mover, carried, goal)
    }

    /// The greatest speed of an agent that need not keep to its line: it slows down only for the end and for links.
    fn hurried_speed(&self, mover: Mover, carried: Vec2, goal: Vec2) -> f32 {
        let mut distance = goal.distance(carried);
        let mut before = self.chokepoint_ahead();
        loop {
            let is_last = before + 1 == self.line.track.len();
            if distance > mover.foresight() || is_last && !mover.brakes {
                return mover.speed;
            }
            if is_last || self.line.track[before].link.is_some() {
                let stopping = if is_last { self.stopping(mover) } else { 0.0 };
                return mover.approach_speed(distance - stopping, self.line.track[before].speed);
            }
            distance += self.line.track[before].position.distance(self.line.track[before + 1].position);
            before += 1;
        }
    }
}
