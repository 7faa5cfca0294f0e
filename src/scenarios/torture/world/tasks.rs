//! Agents of random levels, where they start, and what they are told.

use glam::Vec2;

use super::{method, point, tile};
use crate::agent::body::penetration;
use crate::grid::Rect;
use crate::level::{Afterwards, AgentStart, Course, Level, Order, PatrolPath, PatrolPoint, Solid, Target, Wave, Whom};
use crate::scenarios::Dice;

/// The most agents of a random level, so that a tick stays short.
const MOST: usize = 24;

/// Gives a level agents where they have room, some of them with names.
pub fn add_agents(level: &mut Level, dice: &mut Dice) {
    let most = [1, 6, 12, MOST][dice.below(4)];
    for _ in 0..3 * most {
        let profile = dice.below(level.profiles.len());
        let at = tile(dice, level);
        let aside = if dice.percent(50) { Vec2::ZERO } else { Vec2::new(0.004, -0.003) };
        let position = level.map.lattice.centre(at) + aside;
        if level.agents.len() < most && has_room(level, profile, position) {
            let name = if dice.percent(50) { format!("agent {}", level.agents.len()) } else { String::new() };
            level.agents.push(AgentStart {
                name,
                heading: if dice.percent(50) { AgentStart::HEADING } else { dice.between(-360.0, 360.0) },
                search: dice.percent(30).then(|| Box::new(method(dice))),
                ..AgentStart::at(profile, position)
            });
        }
    }
}

/// Whether a body of a profile touches nothing at a point, and nobody.
fn has_room(level: &Level, profile: usize, position: Vec2) -> bool {
    let radius = |profile: usize| level.profiles[profile].radius;
    let apart = |other: &AgentStart| other.position.distance(position) > radius(profile) + radius(other.profile);
    penetration(&Solid::new(&level.map, &level.profiles[profile]), position) == 0.0 && level.agents.iter().all(apart)
}

/// Gives a level paths to patrol.
pub fn add_paths(level: &mut Level, dice: &mut Dice) {
    let named = named_agents(level);
    for number in 0..dice.below(4) {
        let points = (0..dice.whole(2, 4)).map(|_| patrol_point(dice, level, &named)).collect();
        let acceptance_radius = dice.percent(50).then(|| dice.between(0.01, 3.0));
        let course = Course::ALL[dice.below(3)];
        level.paths.push(PatrolPath {
            name: format!("path {number}"),
            points,
            acceptance_radius,
            course,
            ..PatrolPath::default()
        });
    }
}

/// Gives agents something to do.
pub fn give_orders(level: &mut Level, dice: &mut Dice) {
    for agent in 0..level.agents.len() {
        let orders = (0..dice.below(4)).filter_map(|_| own_order(dice, level, agent as u32)).collect();
        level.agents[agent].orders = orders;
    }
}

/// Has patrols wait, agents repeat their orders or leave, and others come: drawn apart from the rest of the level.
pub fn add_schedules(level: &mut Level, dice: &mut Dice) {
    level.paths.iter_mut().filter(|_| dice.percent(30)).for_each(|path| path.wait = 1.5);
    for agent in level.agents.iter_mut().filter(|agent| !agent.orders.is_empty()) {
        agent.afterwards = afterwards(dice);
    }
    for _ in 0..dice.below(3) {
        let profile = dice.below(level.profiles.len());
        let tiles = Rect::around([tile(dice, level), tile(dice, level)]).into_iter().flat_map(Rect::cells).collect();
        let named = named_agents(level);
        let orders: Vec<Order> = (0..dice.below(4)).filter_map(|_| order(dice, level, &named)).collect();
        let wave = Wave {
            profile,
            team: None,
            tiles,
            count: dice.whole(1, 4) as u32,
            at: dice.between(0.0, 9.0),
            every: dice.between(0.1, 9.0),
            times: dice.whole(1, 5) as u32,
            heading: dice.between(-360.0, 360.0),
            afterwards: if orders.is_empty() { Afterwards::Stay } else { afterwards(dice) },
            orders,
            user: None,
        };
        if wave.tiles.iter().any(|&tile| has_room(level, profile, level.map.lattice.centre(tile))) {
            level.waves.push(wave);
        }
    }
}

/// Has agents and waves belong to teams, and some orders be about these: drawn apart from the rest of the level.
pub fn add_teams(level: &mut Level, dice: &mut Dice) {
    const TEAMS: [&str; 2] = ["red", "blue"];
    let team = |dice: &mut Dice| dice.percent(60).then(|| TEAMS[dice.below(2)].to_owned());
    level.agents.iter_mut().for_each(|agent| agent.team = team(dice));
    level.waves.iter_mut().for_each(|wave| wave.team = team(dice));
    let teams: Vec<String> = level.teams().into_iter().map(str::to_owned).collect();
    let of_agents = level.agents.iter_mut().flat_map(|agent| &mut agent.orders);
    for order in of_agents.chain(level.waves.iter_mut().flat_map(|wave| &mut wave.orders)) {
        if let Order::Follow { agent, .. } | Order::Flee { agent, .. } | Order::Guard { agent, .. } = order
            && let Some(team) = dice.one(&teams).filter(|_| dice.percent(50))
        {
            *agent = Whom::Team(team.clone());
        }
    }
}

fn afterwards(dice: &mut Dice) -> Afterwards {
    [Afterwards::Stay, Afterwards::Repeat, Afterwards::Leave][dice.below(3)]
}

/// An order that the level may give an agent: about another one that has a name, not along a path to the agent itself.
fn own_order(dice: &mut Dice, level: &Level, agent: u32) -> Option<Order> {
    let others: Vec<u32> = named_agents(level).into_iter().filter(|other| *other != agent).collect();
    let own = PatrolPoint::Agent(agent);
    let leads_to_itself = |name: &str| level.paths.iter().any(|path| path.name == name && path.points.contains(&own));
    order(dice, level, &others).filter(|order| !order.path().is_some_and(leads_to_itself))
}

/// The numbers of the agents that can be called by a name.
pub fn named_agents(level: &Level) -> Vec<u32> {
    (0..).zip(&level.agents).filter(|(_, agent)| !agent.name.is_empty()).map(|(number, _)| number).collect()
}

fn patrol_point(dice: &mut Dice, level: &Level, named: &[u32]) -> PatrolPoint {
    let obstacle = dice.one(&level.map.obstacles).filter(|obstacle| !obstacle.name.is_empty());
    match (dice.below(4), obstacle, dice.one(named)) {
        (0, Some(obstacle), _) => PatrolPoint::Obstacle(obstacle.name.clone()),
        (1, _, Some(agent)) => PatrolPoint::Agent(*agent),
        _ => PatrolPoint::Target(target(dice, level)),
    }
}

/// Somewhere on a level.
pub fn target(dice: &mut Dice, level: &Level) -> Target {
    let places: Vec<&String> = level.places.keys().collect();
    match (dice.below(3), dice.one(&places)) {
        (0, Some(&place)) => Target::Place(place.clone()),
        (1, _) => Target::Point(point(dice, level)),
        _ => Target::Tile(tile(dice, level)),
    }
}

/// An order of any kind; `others` are the agents that it may be about. `None` where it would be about an agent or a path and
/// there is none.
pub fn order(dice: &mut Dice, level: &Level, others: &[u32]) -> Option<Order> {
    let other = dice.one(others).copied().map(Whom::Agent);
    let path = dice.one(&level.paths).map(|path| path.name.clone());
    let size = level.map.lattice.tile_size;
    Some(match dice.below(11) {
        0..=2 => Order::MoveTo(target(dice, level)),
        3 => Order::MoveInFormation(target(dice, level)),
        4 => Order::Patrol(path?),
        5 => Order::Follow { agent: other?, distance: dice.between(0.0, 9.0), on_sight: dice.percent(50) },
        6 => Order::Flee { agent: other?, distance: dice.between(0.1, 9.0) },
        7 => Order::Wander((size * dice.between(0.5, 9.0)).max(0.1)),
        8 => Order::Wait(if dice.percent(90) { dice.between(0.0, 4.0) } else { dice.between(0.0, 3600.0) }),
        9 => Order::Guard { path: path?, agent: other?, distance: dice.between(0.0, 2.0) },
        _ => Order::Stop,
    })
}
