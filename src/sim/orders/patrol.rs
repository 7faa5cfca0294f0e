//! Patrols: from point to point of a path, some of which may move.
//!
//! A point that cannot be reached is passed over, at most one in a tick. When no point of the path can be reached, the
//! agent stands until the ground changes.

use glam::Vec2;

use crate::agent::{Agent, AgentId, AgentState, Onward, OrderProgress};
use crate::level::{Course, Order, PatrolPath, PatrolPoint, Target, hint};
use crate::sim::Simulation;

/// For so many ticks nobody looks again where a point has moved.
const PAUSE: u64 = 15;

impl Simulation {
    /// Why nobody can patrol along the path of this name, in a sentence.
    pub(super) fn problem_of_patrol(&self, name: &str) -> Option<String> {
        let Some(path) = self.paths.iter().find(|path| path.name == name) else {
            return Some(self.no_path_called(name));
        };
        if path.points.len() < 2 {
            let count = path.points.len();
            return Some(format!("the path {name:?} has too few points: it needs at least two, and has {count}"));
        }
        path.points.iter().find_map(|point| match point {
            PatrolPoint::Target(target) => self.tiles_of(target).err(),
            PatrolPoint::Agent(_) | PatrolPoint::Obstacle(_) => None,
        })
    }

    fn no_path_called(&self, name: &str) -> String {
        let hint = hint(name, self.paths.iter().map(|path| path.name.as_str()));
        format!("this level has no path called {name:?}{hint}")
    }

    /// Lets another thing come after the last point of the path of this name.
    pub(in crate::sim) fn set_course(&mut self, name: &str, course: Course) {
        let Some(path) = self.paths.iter_mut().find(|path| path.name == name) else {
            return self.refuse(self.no_path_called(name));
        };
        path.course = course;
        // What was the way on may not be any more.
        for index in 0..self.agents.len() {
            let mover = self.ground(self.agents[index].profile).mover;
            if self.onward(index).is_none()
                && let Some(route) = self.agents[index].route.as_mut()
            {
                route.stand_at_end(mover);
            }
        }
    }

    /// The path along which an agent patrols, if it does.
    pub fn patrol_path(&self, agent: &Agent) -> Option<&PatrolPath> {
        let Some(Order::Patrol(name)) = &agent.order else { return None };
        self.paths.iter().find(|path| path.name == *name)
    }

    /// Where a point of a patrol path is now, in world units, for someone at `from`; `None` when what it names is not, or
    /// no longer, there.
    pub fn patrol_point(&self, point: &PatrolPoint, from: Vec2) -> Option<Vec2> {
        match point {
            PatrolPoint::Target(target) => self.target_point(target, from),
            PatrolPoint::Agent(number) => self.agent(AgentId(*number)).map(|agent| agent.position),
            PatrolPoint::Obstacle(name) => self.obstacle(name).map(|known| known.at),
        }
    }

    /// Turns an agent to the next point of its path when it has come to one, and leads it after one that moves.
    pub(super) fn tend_patrol(&mut self, index: usize) {
        let agent = &self.agents[index];
        if !agent.progress.on_leg {
            return self.begin_leg(index);
        }
        if self.has_come_to_point(index) {
            self.agents[index].progress.unreached = 0;
            if !self.begin_next(index) {
                self.turn_to_next_point(index);
            }
        } else if self.agents[index].state != AgentState::NoWay {
            self.follow_point(index);
        }
    }

    /// Where an agent goes on from the point of its path to which it goes; `None` where it is to stand there, or turns to
    /// what is queued.
    pub(in crate::sim) fn onward(&self, index: usize) -> Option<Onward> {
        let (agent, path) = (&self.agents[index], self.patrol_path(&self.agents[index])?);
        let OrderProgress { point, backward, is_over, .. } = agent.progress;
        if is_over || !agent.queue.is_empty() || !self.is_fixed_point_of_patrol(index) {
            return None;
        }
        let (next, _) = next_point(path.course, path.points.len() - 1, point, backward)?;
        let to = self.patrol_point(&path.points[next], agent.position)?;
        Some(Onward { to, within: self.radius_of_acceptance(agent, path) })
    }

    /// How near an agent comes to the points of a path, in world units.
    fn radius_of_acceptance(&self, agent: &Agent, path: &PatrolPath) -> f32 {
        path.acceptance_radius.unwrap_or(self.profile_of(agent).acceptance_radius)
    }

    /// Passes over the point to which an agent was to go, as no way leads there; whether there is another to go to.
    pub(in crate::sim) fn pass_over_point(&mut self, index: usize) -> bool {
        let Some(path) = self.patrol_path(&self.agents[index]) else { return false };
        let points = path.points.len();
        let progress = &mut self.agents[index].progress;
        progress.unreached += 1;
        let has_another = progress.unreached < points;
        if has_another {
            self.turn_to_next_point(index);
        } else {
            progress.unreached = 0;
        }
        has_another
    }

    /// The point to which an agent goes that patrols.
    fn present_point(&self, index: usize) -> Option<&PatrolPoint> {
        let agent = &self.agents[index];
        self.patrol_path(agent)?.points.get(agent.progress.point)
    }

    /// Whether an agent patrols, and goes to a point of its path that stays where it is: whoever cannot come there passes
    /// it over, while of something that moves one may come near.
    pub(in crate::sim) fn is_fixed_point_of_patrol(&self, index: usize) -> bool {
        matches!(self.present_point(index), Some(PatrolPoint::Target(_)))
    }

    fn begin_leg(&mut self, index: usize) {
        let target = match self.present_point(index) {
            Some(PatrolPoint::Target(target)) => Some(target.clone()),
            Some(thing) => self.patrol_point(thing, self.agents[index].position).map(Target::Point),
            None => None,
        };
        match target {
            Some(target) => {
                let progress = &mut self.agents[index].progress;
                (progress.on_leg, progress.next_look) = (true, self.tick + PAUSE);
                self.go_to(index, target);
            }
            None if self.pass_over_point(index) => {}
            None => self.end_order(index),
        }
    }

    /// Goes on to the point after the present one; at the last of a path that is gone along once, the order is over.
    fn turn_to_next_point(&mut self, index: usize) {
        let progress = self.agents[index].progress;
        let next = self.patrol_path(&self.agents[index]).and_then(|path| {
            let last = path.points.len().checked_sub(1)?;
            next_point(path.course, last, progress.point, progress.backward)
        });
        match next {
            Some((point, backward)) => {
                let progress = &mut self.agents[index].progress;
                (progress.point, progress.backward, progress.on_leg) = (point, backward, false);
            }
            None => self.finish_patrol(index),
        }
    }

    /// Lets an agent go on to the very last point, if it is on its way there, and stand.
    fn finish_patrol(&mut self, index: usize) {
        let is_there = matches!(self.agents[index].state, AgentState::Moving | AgentState::Arrived);
        match is_there {
            true => self.agents[index].progress.is_over = true,
            false => self.end_order(index),
        }
    }

    /// Whether an agent is as near to the point to which it goes as the path asks for.
    fn has_come_to_point(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        let Some(path) = self.patrol_path(agent) else { return false };
        let radius = self.radius_of_acceptance(agent, path);
        let gap = match &path.points[agent.progress.point] {
            PatrolPoint::Target(_) => f32::INFINITY,
            PatrolPoint::Agent(number) => self.index_of(AgentId(*number)).map_or(0.0, |other| self.gap(index, other)),
            PatrolPoint::Obstacle(name) => {
                self.obstacle(name).map_or(0.0, |known| known.distance(agent.position) - self.profile_of(agent).radius)
            }
        };
        let has_arrived = matches!(agent.state, AgentState::Arrived | AgentState::ArrivedNear);
        gap <= radius || has_arrived || self.is_nearly_there(index, radius) || self.is_in_reach_of_end(index, radius)
    }

    /// Whether an agent that is on its way is within a distance, in world units, of its end, with nothing in between.
    fn is_in_reach_of_end(&self, index: usize, distance: f32) -> bool {
        let agent = &self.agents[index];
        let near = self.end_of_way(index).filter(|end| end.distance(agent.position) <= distance);
        near.is_some_and(|end| self.ground(agent.profile).is_straight(agent.position, end))
    }

    fn follow_point(&mut self, index: usize) {
        let position = self.agents[index].position;
        let is_thing = |point: &&PatrolPoint| !matches!(point, PatrolPoint::Target(_));
        let point = self.present_point(index).filter(is_thing).and_then(|point| self.patrol_point(point, position));
        if let Some(point) = point {
            self.lead_after(index, point, PAUSE);
        }
    }
}

/// The point after another, and whether the path is gone along backward then; `None` after the last one.
fn next_point(course: Course, last: usize, point: usize, backward: bool) -> Option<(usize, bool)> {
    match course {
        Course::Loop => Some((if point < last { point + 1 } else { 0 }, false)),
        Course::Once => (point < last).then_some((point + 1, false)),
        Course::BackAndForth if backward => Some(if point > 0 { (point - 1, true) } else { (last.min(1), false) }),
        Course::BackAndForth if point < last => Some((point + 1, false)),
        Course::BackAndForth => Some((last.saturating_sub(1), true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(course: Course, last: usize, steps: usize) -> Vec<usize> {
        let next = |&(point, backward): &(usize, bool)| next_point(course, last, point, backward);
        let points = std::iter::successors(Some((0, false)), next);
        points.map(|(point, _)| point).take(steps).collect()
    }

    #[test]
    fn each_course_leads_on_as_it_says() {
        assert_eq!(walk(Course::Loop, 2, 7), [0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(walk(Course::BackAndForth, 2, 9), [0, 1, 2, 1, 0, 1, 2, 1, 0]);
        assert_eq!(walk(Course::BackAndForth, 1, 5), [0, 1, 0, 1, 0]);
        assert_eq!(walk(Course::Once, 2, 9), [0, 1, 2]);
    }
}
