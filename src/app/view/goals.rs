//! Where agents are going, as the player sees it: one goal for all agents that share it.

use std::collections::{HashMap, HashSet};

use footpath::agent::link_crossing::LinkLine;
use footpath::agent::{Agent, AgentId, AgentState};
use footpath::level::{Order, Target, TileMap};
use footpath::nav::PathStatus;
use footpath::sim::Simulation;
use glam::Vec2;

/// Whether and how well a target can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reachability {
    /// A path leads there: a ring.
    Complete,
    /// A path leads as near as one can come: a diamond with a gap.
    Partial,
    /// No path leads any nearer: a cross.
    Impossible,
}

/// A place that some agents are going to, could not come to, or stand at.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalMarker {
    /// What they were told.
    pub target: Target,
    /// Where that is, in world units.
    pub point: Vec2,
    /// How well the agent that is worst off can reach it.
    pub reach: Reachability,
    /// Whether all of them stand where they were sent.
    pub is_reached: bool,
    /// The agents that were sent there, in order of id; never empty.
    pub agents: Vec<AgentId>,
}

/// The present goals of the agents that were sent to a place, in the order of the first agent that was sent there; where
/// there are more than `most`, only those to which the first `most` of the `selected` agents were sent.
pub fn goals(sim: &Simulation, most: usize, selected: &[AgentId]) -> Vec<GoalMarker> {
    let all = gather(sim, |_| true, most);
    all.unwrap_or_else(|| {
        let of = |id: &AgentId| goal_of(sim, sim.agent(*id)?).map(|(_, point)| bits(point));
        let points: HashSet<[u32; 2]> = selected.iter().take(most).filter_map(of).collect();
        match points.is_empty() {
            true => Vec::new(),
            false => gather(sim, |point| points.contains(&bits(point)), usize::MAX).unwrap_or_default(),
        }
    })
}

/// What an agent was told that was sent to a place, and where that is.
fn goal_of<'a>(sim: &Simulation, agent: &'a Agent) -> Option<(&'a Target, Vec2)> {
    let target = agent.goal().filter(|_| goes_to_place(agent))?;
    Some((target, sim.target_point(target, agent.position())?))
}

fn bits(point: Vec2) -> [u32; 2] {
    [point.x.to_bits(), point.y.to_bits()]
}

/// The goals at those points that `is_meant`; `None` where there are more than `most`.
fn gather(sim: &Simulation, is_meant: impl Fn(Vec2) -> bool, most: usize) -> Option<Vec<GoalMarker>> {
    let mut goals: Vec<GoalMarker> = Vec::new();
    let mut at_point: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
    for agent in sim.agents() {
        let Some((target, point)) = goal_of(sim, agent).filter(|(_, point)| is_meant(*point)) else { continue };
        if goals.len() > most {
            return None;
        }
        let (reach, is_reached) = (reach(agent), agent.state() == AgentState::Arrived);
        let here = at_point.entry(bits(point)).or_default();
        match here.iter().find(|place| goals[**place].target == *target) {
            Some(place) => {
                let goal = &mut goals[*place];
                goal.agents.push(agent.id());
                goal.reach = worse(goal.reach, reach);
                goal.is_reached &= is_reached;
            }
            None => {
                here.push(goals.len());
                goals.push(GoalMarker { target: target.clone(), point, reach, is_reached, agents: vec![agent.id()] });
            }
        }
    }
    (goals.len() <= most).then_some(goals)
}

/// Whether an agent was sent to a place: not along a patrol path, nor after or away from another, nor to wander.
fn goes_to_place(agent: &Agent) -> bool {
    !agent.order().is_some_and(Order::is_roving)
}

fn reach(agent: &Agent) -> Reachability {
    match (agent.state(), agent.route()) {
        (AgentState::NoWay, _) => Reachability::Impossible,
        (_, Some(route)) if route.purpose.status == PathStatus::Partial => Reachability::Partial,
        _ => Reachability::Complete,
    }
}

fn worse(one: Reachability, other: Reachability) -> Reachability {
    match (one, other) {
        (Reachability::Impossible, _) | (_, Reachability::Impossible) => Reachability::Impossible,
        (Reachability::Partial, _) | (_, Reachability::Partial) => Reachability::Partial,
        _ => Reachability::Complete,
    }
}

/// The rest of an agent's path on a map: from where it is drawn, through its next waypoints and the corners of links, and straight
/// through the legs that are not refined yet. `None` where it has none.
pub fn remaining_path(map: &TileMap, agent: &Agent, drawn_at: Vec2) -> Option<Vec<Vec2>> {
    let route = agent.active_route()?;
    let mut path = vec![drawn_at];
    path.extend(agent.on_link().into_iter().flat_map(|(link, part)| LinkLine::of(map, &link).corners_ahead(part)));
    for (index, point) in route.remaining().enumerate() {
        path.push(point);
        let link = route.links.iter().find(|link| link.waypoint == route.next + index);
        path.extend(link.into_iter().flat_map(|link| LinkLine::of(map, &link.link).corners_ahead(0.0)));
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use footpath::level::{Level, Whom};
    use footpath::sim::{Command, Selection};
    use glam::vec2;

    use super::*;

    fn pen() -> Simulation {
        let text = r##"(version: 1, name: "Pen", legend: {'.': "grass", '#': "wall"},
            rows: [".....", "...##", "...#."],
            agents: [(profile: "walker", tile: (0, 0)), (profile: "walker", tile: (0, 2))])"##;
        Simulation::new(Level::parse("pen.ron", text).expect("it is a level"), None)
    }

    #[test]
    fn agents_that_share_a_target_share_a_goal() {
        let mut sim = pen();
        assert!(goals(&sim, usize::MAX, &[]).is_empty(), "no agent has an order");
        let target = Target::Point(vec2(2.5, 1.5));
        sim.step(&[Command::Order(Selection::All, Order::MoveTo(target.clone()))]);
        let goals = goals(&sim, usize::MAX, &[]);
        let agents = vec![AgentId(0), AgentId(1)];
        assert_eq!(
            goals,
            [GoalMarker { target, point: vec2(2.5, 1.5), reach: Reachability::Complete, is_reached: false, agents }]
        );
    }

    /// The tutorials' debug lines were drawn along a path that was not there yet.
    #[test]
    fn draw_without_a_path() {
        let mut sim = pen();
        assert_eq!(remaining_path(sim.map(), &sim.agents()[0], vec2(0.5, 0.5)), None, "no agent has an order");
        sim.step(&[Command::Order(Selection::These(vec![AgentId(0)]), Order::MoveTo(Target::Point(vec2(4.5, 2.5))))]);
        let here = sim.agents()[0].position();
        let path = remaining_path(sim.map(), &sim.agents()[0], here).expect("there is a path that leads nearer");
        assert_eq!(path[0], here);
        assert_eq!(remaining_path(sim.map(), &sim.agents()[1], vec2(0.5, 2.5)), None);
        sim.step(&[Command::Order(Selection::All, Order::Stop)]);
        for agent in sim.agents() {
            assert!(remaining_path(sim.map(), agent, agent.position()).is_none_or(|path| path.len() > 1));
        }
    }

    #[test]
    fn a_follower_has_no_goal_that_could_be_dragged() {
        let mut sim = pen();
        let order = Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: false };
        sim.step(&[Command::Order(Selection::These(vec![AgentId(0)]), order)]);
        sim.step(&[]);
        assert!(goals(&sim, usize::MAX, &[]).is_empty());
    }

    #[test]
    fn a_goal_stays_once_all_stand_there() {
        let mut sim = pen();
        let target = Target::Point(vec2(2.5, 1.5));
        sim.step(&[Command::Order(Selection::All, Order::MoveTo(target))]);
        while sim.agents().iter().any(|agent| !agent.stands()) {
            assert!(goals(&sim, usize::MAX, &[]).iter().all(|goal| !goal.is_reached), "an agent is still moving");
            sim.step(&[]);
        }
        assert!(goals(&sim, usize::MAX, &[])[0].is_reached);
        sim.step(&[Command::Restart]);
        assert!(goals(&sim, usize::MAX, &[]).is_empty());
    }

    #[test]
    fn a_goal_that_cannot_be_reached_is_partial() {
        let mut sim = pen();
        sim.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Point(vec2(4.5, 2.5))))]);
        assert_eq!(goals(&sim, usize::MAX, &[])[0].reach, Reachability::Partial);
    }

    #[test]
    fn the_remaining_path_ends_where_the_route_ends() {
        let mut sim = pen();
        assert_eq!(remaining_path(sim.map(), &sim.agents()[0], Vec2::ZERO), None);
        sim.step(&[Command::Order(Selection::These(vec![AgentId(0)]), Order::MoveTo(Target::Point(vec2(2.5, 1.5))))]);
        let path = remaining_path(sim.map(), &sim.agents()[0], Vec2::ZERO).expect("it walks");
        assert_eq!((path[0], *path.last().expect("not empty")), (Vec2::ZERO, vec2(2.5, 1.5)));
    }

    #[test]
    fn of_too_many_goals_there_are_those_of_selected_agents() {
        let mut sim = pen();
        for (agent, x) in [(0, 1.5), (1, 2.5)] {
            let order = Order::MoveTo(Target::Point(vec2(x, 1.5)));
            sim.step(&[Command::Order(Selection::These(vec![AgentId(agent)]), order)]);
        }
        let points = |most, selected: &[AgentId]| {
            goals(&sim, most, selected).iter().map(|goal| goal.point.x).collect::<Vec<f32>>()
        };
        assert_eq!(points(2, &[]), [1.5, 2.5]);
        assert_eq!(points(1, &[]), [] as [f32; 0]);
        assert_eq!(points(1, &[AgentId(1)]), [2.5]);
        assert_eq!(points(1, &[AgentId(0), AgentId(1)]), [1.5], "no more than asked for");
    }
}
