//! Patrols: from point to point of a path; a point may be something that moves.
//!
//! A point that cannot be reached is skipped, at most one a tick. If no point of the path can be reached, the agent
//! stands until the ground changes.

use glam::Vec2;

use crate::agent::{Agent, AgentId, AgentState, Onward, OrderProgress};
use crate::format::plain_fields::PlainFields;
use crate::format::table::PATH;
use crate::level::{Course, PatrolPath, PatrolPoint, Target};
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::{DynamicObstacles, obstacle};
use crate::sim::orders::{end_of_route, end_order, follow_moving_goal, gap, go_to, is_nearly_there};
use crate::sim::refusal::refuse;
use crate::sim::world::World;
use crate::sim::{Event, Refusal, TICKS_A_SECOND};

/// Ticks between two replans towards a point that moves. Without a pause a moving point would cost a search in every
/// tick.
const REPLAN_INTERVAL: u64 = 15;

/// Returns why no agent can patrol along the path of this name; `None` if one can.
pub fn patrol_problem(world: &World, name: &str) -> Option<Refusal> {
    let Some(path) = world.paths.iter().find(|path| path.name == name) else {
        return Some(world.no_path_called(name));
    };
    problem_of_path(world, path)
}

fn problem_of_path(world: &World, path: &PatrolPath) -> Option<Refusal> {
    let fault = PATH.fault_of_count("points", path.points.len()).or_else(|| path.fault(&PATH));
    if let Some(fault) = fault {
        return Some(Refusal::Path { path: path.name.clone(), fault });
    }
    path.points.iter().find_map(|point| match point {
        PatrolPoint::Target(target) => world.check(target).err(),
        PatrolPoint::Agent(_) | PatrolPoint::Obstacle(_) => None,
    })
}

/// Adds a path, or replaces the one of the same name.
pub fn put_path(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, path: &PatrolPath) {
    if let Some(problem) = problem_of_path(world, path) {
        return refuse(events, problem);
    }
    match world.paths.iter_mut().find(|known| known.name == path.name) {
        Some(known) => known.clone_from(path),
        None => world.paths.push(path.clone()),
    }
    take_changed_points(agents, |name| (name == path.name).then_some(path.points.len()));
}

/// Lets the agents on a path whose points have changed go on to the next of them; `points_of` tells how many such a path has,
/// and `None` for one that is as it was.
pub fn take_changed_points(agents: &mut Agents, points_of: impl Fn(&str) -> Option<usize>) {
    for agent in &mut agents.list {
        let path = agent.task.order.as_ref().and_then(|order| order.path());
        let Some(points) = path.and_then(&points_of) else { continue };
        let progress = &mut agent.task.progress;
        (progress.on_leg, progress.unreached) = (false, 0);
        if progress.point >= points {
            (progress.point, progress.backward) = (0, false);
        }
        if !progress.is_over {
            agents.to_update.insert(agent.identity.id);
        }
    }
}

/// Changes what comes after the last point of the path of this name.
pub fn set_course(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &DynamicObstacles,
    events: &mut Vec<Event>,
    name: &str,
    course: Course,
) {
    let Some(path) = world.paths.iter_mut().find(|path| path.name == name) else {
        return refuse(events, world.no_path_called(name));
    };
    path.course = course;
    // The corners that the routes lead around towards the next point may have changed.
    for index in 0..agents.list.len() {
        let mover = world.ground(agents.list[index].identity.profile).mover;
        if onward(world, agents, obstacles, index).is_none()
            && let Some(route) = agents.list[index].plan.route.as_mut()
        {
            route.stand_at_end(mover);
        }
    }
}

/// Returns where a point of a patrol path is now, in world units, seen from `from`; `None` if what it names does not
/// exist or is gone.
pub fn patrol_point(
    world: &World,
    agents: &Agents,
    obstacles: &DynamicObstacles,
    point: &PatrolPoint,
    from: Vec2,
) -> Option<Vec2> {
    match point {
        PatrolPoint::Target(target) => world.target_point(target, from),
        PatrolPoint::Agent(number) => agents.agent(AgentId(*number)).map(|agent| agent.body.position),
        PatrolPoint::Obstacle(name) => obstacle(world, obstacles, name).map(|known| known.at),
    }
}

/// Updates the order to patrol: turns the agent to the next point when it reaches one, and follows a point that moves.
pub fn update_patrol(world: &World, agents: &mut Agents, obstacles: &DynamicObstacles, index: usize) {
    let agent = &agents.list[index];
    if !agent.task.progress.on_leg {
        return begin_leg(world, agents, obstacles, index);
    }
    if has_reached_point(world, agents, obstacles, index) {
        if waits_at_point(world, agents, index) {
            return;
        }
        agents.list[index].task.progress.unreached = 0;
        if !advance_to_next_point(world, agents, index) {
            finish_patrol(agents, index);
        }
    } else if agents.list[index].state() != AgentState::NoWay {
        follow_point(world, agents, obstacles, index);
    }
}

/// Whether an agent that has reached a point of its path is to wait there still; counts the time for which it has.
fn waits_at_point(world: &World, agents: &mut Agents, index: usize) -> bool {
    let wait = world.patrol_path(&agents.list[index]).map_or(0.0, |path| path.wait);
    let stands = agents.list[index].stands() || !is_fixed_point_of_patrol(world, agents, index);
    let progress = &mut agents.list[index].task.progress;
    let is_over = f64::from(progress.stood) >= f64::from(wait) * TICKS_A_SECOND;
    if wait > 0.0 {
        progress.stood = if is_over { 0 } else { progress.stood + u32::from(stands) };
    }
    !is_over
}

/// Returns where an agent goes after the point of its path that it is approaching; `None` if that is the last one, one at
/// which it waits, or something that moves.
pub fn onward(world: &World, agents: &Agents, obstacles: &DynamicObstacles, index: usize) -> Option<Onward> {
    let (agent, path) = (&agents.list[index], world.patrol_path(&agents.list[index])?);
    let OrderProgress { point, backward, is_over, .. } = agent.task.progress;
    if is_over || path.wait > 0.0 || !is_fixed_point_of_patrol(world, agents, index) {
        return None;
    }
    let (next, _) = next_point(path.course, path.points.len() - 1, point, backward)?;
    let to = patrol_point(world, agents, obstacles, &path.points[next], agent.body.position)?;
    Some(Onward { to, within: acceptance_radius_of(world, agent, path) })
}

/// Returns how near an agent must come to a point of a path to have reached it, in world units.
fn acceptance_radius_of(world: &World, agent: &Agent, path: &PatrolPath) -> f32 {
    path.acceptance_radius.unwrap_or(world.profile_of(agent).acceptance_radius)
}

/// Skips the point to which an agent was going, because no path leads there. Returns whether there is another to go to.
pub fn skip_point(world: &World, agents: &mut Agents, index: usize) -> bool {
    let Some(path) = world.patrol_path(&agents.list[index]) else { return false };
    let points = path.points.len();
    let progress = &mut agents.list[index].task.progress;
    progress.unreached += 1;
    if progress.unreached >= points {
        progress.unreached = 0;
        return false;
    }
    if !advance_to_next_point(world, agents, index) {
        // What is left of its route, if it has one, no longer leads to the last point.
        end_order(agents, index);
    }
    true
}

/// Returns the point of its path to which a patrolling agent is going.
fn current_point<'a>(world: &'a World, agents: &Agents, index: usize) -> Option<&'a PatrolPoint> {
    let agent = &agents.list[index];
    world.patrol_path(agent)?.points.get(agent.task.progress.point)
}

/// Whether an agent patrols and is going to a point that does not move. Such a point is skipped if it cannot be
/// reached, while one that moves may still come near.
pub fn is_fixed_point_of_patrol(world: &World, agents: &Agents, index: usize) -> bool {
    matches!(current_point(world, agents, index), Some(PatrolPoint::Target(_)))
}

fn begin_leg(world: &World, agents: &mut Agents, obstacles: &DynamicObstacles, index: usize) {
    let target = match current_point(world, agents, index) {
        Some(PatrolPoint::Target(target)) => Some(target.clone()),
        Some(thing) => {
            patrol_point(world, agents, obstacles, thing, agents.list[index].body.position).map(Target::Point)
        }
        None => None,
    };
    match target {
        Some(target) => {
            let progress = &mut agents.list[index].task.progress;
            (progress.on_leg, progress.next_look) = (true, world.tick + REPLAN_INTERVAL);
            go_to(agents, index, target);
        }
        None if skip_point(world, agents, index) => {}
        None => end_order(agents, index),
    }
}

/// Advances to the next point of the path. Returns whether there is one: not after the last point of a path that is walked
/// once.
fn advance_to_next_point(world: &World, agents: &mut Agents, index: usize) -> bool {
    let progress = agents.list[index].task.progress;
    let next = world.patrol_path(&agents.list[index]).and_then(|path| {
        let last = path.points.len().checked_sub(1)?;
        next_point(path.course, last, progress.point, progress.backward)
    });
    if let Some((point, backward)) = next {
        let progress = &mut agents.list[index].task.progress;
        (progress.point, progress.backward, progress.on_leg) = (point, backward, false);
    }
    next.is_some()
}

/// Lets an agent walk the rest of its way to the last point, if it is on its way there, and stop.
fn finish_patrol(agents: &mut Agents, index: usize) {
    let is_there = matches!(agents.list[index].state(), AgentState::Moving | AgentState::Arrived);
    match is_there {
        true => agents.list[index].task.progress.is_over = true,
        false => end_order(agents, index),
    }
}

/// Whether an agent is as near to its current point as the path asks for.
fn has_reached_point(world: &World, agents: &Agents, obstacles: &DynamicObstacles, index: usize) -> bool {
    let agent = &agents.list[index];
    let Some(path) = world.patrol_path(agent) else { return false };
    let radius = acceptance_radius_of(world, agent, path);
    let gap = match &path.points[agent.task.progress.point] {
        PatrolPoint::Target(_) => f32::INFINITY,
        PatrolPoint::Agent(number) => {
            agents.index_of(AgentId(*number)).map_or(0.0, |other| gap(world, agents, index, other))
        }
        PatrolPoint::Obstacle(name) => obstacle(world, obstacles, name)
            .map_or(0.0, |known| known.distance(agent.body.position) - world.profile_of(agent).radius),
    };
    let has_arrived = matches!(agent.state(), AgentState::Arrived | AgentState::ArrivedNear);
    gap <= radius
        || has_arrived
        || is_nearly_there(agents, index, radius)
        || is_within_reach_of_end(world, agents, index, radius)
}

/// Whether an agent is within `distance` (world units) of the end of its route, with nothing in between.
fn is_within_reach_of_end(world: &World, agents: &Agents, index: usize, distance: f32) -> bool {
    let agent = &agents.list[index];
    let near = end_of_route(agents, index).filter(|end| end.distance(agent.body.position) <= distance);
    near.is_some_and(|end| world.ground(agent.identity.profile).is_straight(agent.body.position, end))
}

fn follow_point(world: &World, agents: &mut Agents, obstacles: &DynamicObstacles, index: usize) {
    let position = agents.list[index].body.position;
    let is_thing = |point: &&PatrolPoint| !matches!(point, PatrolPoint::Target(_));
    let point = current_point(world, agents, index)
        .filter(is_thing)
        .and_then(|point| patrol_point(world, agents, obstacles, point, position));
    if let Some(point) = point {
        follow_moving_goal(world, agents, index, point, REPLAN_INTERVAL);
    }
}

/// Returns the index of the point after `point` and whether the path is then walked backward; `None` after the last
/// one.
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
