//! Random properties, orders, paths, kinds of links and motions, for the random levels of [`random_levels`](crate::support::random_levels).

use footpath::grid::Cell;
use footpath::level::{Course, Level, LinkKind, Motion, Order, PatrolPath, PatrolPoint, Switch, Target, Trigger};
use footpath::profile::{AgentProfile, AvoidanceQuality, Flocking, Navigation, Rays};

use crate::support::random_levels::Bytes;

/// Gives the profiles of a level all properties that are not of the body, its links kinds, and its obstacles motions.
pub fn enliven(level: &mut Level, bytes: &mut Bytes) {
    let layers = level.map.layers.len();
    for profile in &mut level.profiles[4..] {
        characterise(profile, layers, bytes);
    }
    lay_links(level, bytes);
    move_obstacles(level, bytes);
}

/// Gives a profile all properties that are not of the body, at random: such as are possible.
pub fn characterise(profile: &mut AgentProfile, layers: usize, bytes: &mut Bytes) {
    profile.max_speed = (profile.speed + bytes.number(9.0) * bytes.below(2) as f32).min(50.0);
    profile.angular_speed = 10.0 + bytes.number(3000.0);
    profile.stopping_distance = bytes.number(2.0);
    profile.auto_braking = bytes.below(2) == 0;
    profile.auto_repath = bytes.below(2) == 0;
    profile.auto_traverse_links = bytes.below(2) == 0;
    profile.avoidance_quality = AvoidanceQuality::ALL[bytes.below(4)];
    profile.avoidance_priority = bytes.below(100) as u8;
    profile.avoidance_radius = (bytes.below(2) == 0).then(|| 0.05 + bytes.number(9.0));
    profile.sight_range = bytes.number(1000.0);
    profile.sight_angle = 1.0 + bytes.number(359.0);
    let abilities = ["climb", "swim", "\"sing\""].into_iter().filter(|_| bytes.below(3) == 0);
    profile.abilities = abilities.map(str::to_owned).collect();
    profile.abilities.sort_unstable();
    profile.navigation = Navigation::ALL[bytes.below(2)];
    if bytes.below(2) == 0 {
        let layers = if bytes.below(2) == 0 { u32::MAX } else { bytes.below(1 << layers) as u32 };
        let (look_ahead, force) = (0.1 + bytes.number(900.0), bytes.number(9000.0));
        profile.rays = Rays { whiskers: [0, 1, 3, 5][bytes.below(4)], look_ahead, force, layers };
        let mut weight = || bytes.below(11) as f32;
        let (separation, alignment) = (weight(), weight());
        profile.flocking = Flocking { separation, alignment, cohesion: weight(), evasion: weight() };
    }
}

fn lay_links(level: &mut Level, bytes: &mut Bytes) {
    let abilities: Vec<&String> = level.profiles.iter().flat_map(|profile| &profile.abilities).collect();
    for link in &mut level.map.links {
        link.kind = LinkKind::ALL[bytes.below(7)];
        link.speed = (bytes.below(2) == 0).then(|| 0.1 + bytes.number(49.0));
        link.capacity = (bytes.below(2) == 0).then(|| 1 + bytes.below(200) as u32);
        link.needs = abilities.get(bytes.below(4)).map(|&ability| ability.clone());
    }
}

fn move_obstacles(level: &mut Level, bytes: &mut Bytes) {
    let tiles: Vec<Cell> = level.map.tiles.rect().cells().collect();
    let ground = tiles.iter().copied().find(|&tile| level.map.is_walkable(tile));
    for obstacle in level.map.obstacles.iter_mut() {
        obstacle.standing_time = [0.5, bytes.number(60.0)][bytes.below(2)];
        let stations = (0..bytes.below(4)).map(|_| level.map.lattice.centre(tiles[bytes.below(tiles.len())]));
        let to: Vec<_> = stations.collect();
        let (speed, wait) = (0.05 + bytes.number(9.0), bytes.number(9.0) * bytes.below(2) as f32);
        let near = Trigger::Near(0.1 + bytes.number(9.0));
        let trigger = [Trigger::Always, near, Trigger::Switched(true), Trigger::Switched(false)][bytes.below(4)];
        let course = Course::ALL[bytes.below(3)];
        obstacle.motion = (!to.is_empty()).then_some(Motion { to, speed, wait, course, trigger });
        if obstacle.is_switched() && !obstacle.name.is_empty() {
            level.switches.extend(ground.map(|tile| Switch { tile, turns: obstacle.name.clone() }));
        }
    }
}

/// Gives a level paths, and its agents orders.
pub fn tell(level: &mut Level, bytes: &mut Bytes) {
    for number in 0..bytes.below(4) {
        let name = if number == 2 { "patrol of agent 0".to_owned() } else { format!("path {number}") };
        let points = (0..2 + bytes.below(3)).map(|_| point(level, bytes)).collect();
        let acceptance_radius = (bytes.below(2) == 0).then(|| 0.01 + bytes.number(99.0));
        level.paths.push(PatrolPath { name, points, acceptance_radius, course: Course::ALL[bytes.below(3)] });
    }
    for agent in 0..level.agents.len() {
        let more: Vec<Order> = (0..bytes.below(4)).filter_map(|_| order(level, agent as u32, bytes)).collect();
        level.agents[agent].orders.extend(more);
    }
}

/// The number of an agent that can be named.
fn named_agent(level: &Level, bytes: &mut Bytes) -> Option<u32> {
    let named: Vec<u32> =
        (0..).zip(&level.agents).filter(|(_, agent)| !agent.name.is_empty()).map(|(n, _)| n).collect();
    (!named.is_empty()).then(|| named[bytes.below(named.len())])
}

fn target(level: &Level, bytes: &mut Bytes) -> Target {
    let lattice = &level.map.lattice;
    let (x, y) = (bytes.below(lattice.width as usize), bytes.below(lattice.height as usize));
    let tile = Cell::new(x as i32, y as i32);
    match (bytes.below(3), level.places.keys().nth(bytes.below(4))) {
        (0, Some(place)) => Target::Place(place.clone()),
        (1, _) => Target::Point(lattice.centre(tile) + glam::vec2(0.01, 0.02)),
        _ => Target::Tile(tile),
    }
}

fn point(level: &Level, bytes: &mut Bytes) -> PatrolPoint {
    let obstacle = level.map.obstacles.get(bytes.below(4)).filter(|obstacle| !obstacle.name.is_empty());
    match (bytes.below(4), obstacle, named_agent(level, bytes)) {
        (0, Some(obstacle), _) => PatrolPoint::Obstacle(obstacle.name.clone()),
        (1, _, Some(agent)) => PatrolPoint::Agent(agent),
        _ => PatrolPoint::Target(target(level, bytes)),
    }
}

fn order(level: &Level, agent: u32, bytes: &mut Bytes) -> Option<Order> {
    let other = named_agent(level, bytes).filter(|&other| other != agent);
    Some(match bytes.below(8) {
        0 => Order::MoveTo(target(level, bytes)),
        1 => Order::MoveInFormation(target(level, bytes)),
        2 => {
            let mut others = level.paths.iter().filter(|path| !path.points.contains(&PatrolPoint::Agent(agent)));
            Order::Patrol(others.nth(bytes.below(3))?.name.clone())
        }
        3 => Order::Follow { agent: other?, distance: bytes.number(9.0), on_sight: bytes.below(2) == 0 },
        4 => Order::Flee { agent: other?, distance: 0.1 + bytes.number(9.0) },
        5 => Order::Wander(0.1 + bytes.number(9000.0)),
        6 => Order::Wait(bytes.number(3600.0)),
        _ => Order::Stop,
    })
}
