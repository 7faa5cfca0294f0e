//! Random commands of every kind, also such as are refused.

use glam::Vec2;

use super::world;
use crate::agent::AgentId;
use crate::grid::Cell;
use crate::level::{Course, Extent, Obstacle, Order, PatrolPath, PatrolPoint, Target, Whom, Zone};
use crate::scenarios::Dice;
use crate::sim::{Command, Selection, Simulation};

/// The most agents that are added to.
const MOST_AGENTS: usize = 40;

/// In how many of a hundred cases a command names what there is not, or what is out of its range.
const WRONG: usize = 8;

/// A command that a player could give a simulation in its present state.
pub fn command(dice: &mut Dice, simulation: &Simulation) -> Command {
    let level = simulation.level();
    match dice.below(44) {
        0..8 => Command::Order(selection(dice, simulation), order(dice, simulation)),
        8..12 => Command::ThenOrder(selection(dice, simulation), order(dice, simulation)),
        12..14 => Command::Scatter(selection(dice, simulation)),
        14..17 if simulation.agents().len() < MOST_AGENTS => {
            let names: Vec<String> = simulation.profiles().iter().map(|profile| profile.name.clone()).collect();
            Command::Spawn { profile: name(dice, &names), at: target(dice, simulation) }
        }
        14..18 => Command::Remove(Selection::These(ids(dice, simulation))),
        18..21 => Command::Paint { terrain: terrain(dice, simulation), tiles: tiles(dice, simulation) },
        21..25 => Command::Erase { tiles: tiles(dice, simulation) },
        25 => {
            let mut method = world::method(dice);
            if dice.percent(WRONG) {
                method.weight = [-1.0, f64::NAN][dice.below(2)];
            }
            Command::Search(selection(dice, simulation), method)
        }
        26 if dice.percent(50) => Command::PutPath(path(dice, simulation)),
        26 => {
            let names: Vec<String> = level.paths.iter().map(|path| path.name.clone()).collect();
            Command::SetCourse { path: name(dice, &names), course: Course::ALL[dice.below(3)] }
        }
        27..29 => {
            let names: Vec<String> = level.map.links.iter().map(|link| link.name.clone()).collect();
            Command::Switch { link: name(dice, &names), on: dice.percent(50) }
        }
        29 => Command::PutZone(zone(dice, simulation)),
        30 => {
            let names: Vec<String> = simulation.zones().iter().map(|zone| zone.name.clone()).collect();
            Command::RemoveZone(name(dice, &names))
        }
        31..34 => Command::PutObstacle(obstacle(dice, simulation)),
        34..36 => Command::MoveObstacle { obstacle: obstacle_name(dice, simulation), to: point(dice, simulation) },
        36 => Command::RemoveObstacle(obstacle_name(dice, simulation)),
        37..39 => Command::SwitchObstacle { obstacle: obstacle_name(dice, simulation), on: dice.percent(50) },
        39 => bake(dice, simulation),
        40..42 => Command::Tune(Box::new(profile(dice, simulation))),
        42 if simulation.is_baked() && dice.percent(20) => Command::ClearBake,
        42 => bake(dice, simulation),
        _ if dice.percent(25) => Command::Restart,
        _ => Command::Order(Selection::All, order(dice, simulation)),
    }
}

fn bake(dice: &mut Dice, simulation: &Simulation) -> Command {
    let mut settings =
        if dice.percent(50) { simulation.map().bake.clone() } else { world::bake(dice, simulation.level()) };
    if dice.percent(WRONG) {
        settings.cells_per_tile = [0, 5, u32::MAX][dice.below(3)];
    }
    Command::Bake { settings, profile: Box::new(profile(dice, simulation)) }
}

fn profile(dice: &mut Dice, simulation: &Simulation) -> crate::profile::AgentProfile {
    let known = &simulation.profiles()[dice.below(simulation.profiles().len())];
    let map = simulation.map();
    let mut profile = world::profile(known, map.lattice.tile_size, map.layers.len(), dice);
    if dice.percent(WRONG) {
        profile.name = "nobody".to_owned();
    }
    profile
}

fn selection(dice: &mut Dice, simulation: &Simulation) -> Selection {
    if dice.percent(30) { Selection::All } else { Selection::These(ids(dice, simulation)) }
}

/// Some agents, now and then one that there is not.
fn ids(dice: &mut Dice, simulation: &Simulation) -> Vec<AgentId> {
    let known: Vec<AgentId> = simulation.agents().iter().map(|agent| agent.id()).collect();
    let mut ids: Vec<AgentId> = (0..dice.below(4)).filter_map(|_| dice.one(&known).copied()).collect();
    if dice.percent(WRONG) {
        ids.push(AgentId([9999, u32::MAX][dice.below(2)]));
    }
    ids
}

fn order(dice: &mut Dice, simulation: &Simulation) -> Order {
    let others: Vec<u32> = simulation.agents().iter().map(|agent| agent.id().0).collect();
    if dice.percent(WRONG) {
        return match dice.below(6) {
            0 => Order::Wander([0.0, -1.0, f32::NAN, f32::INFINITY][dice.below(4)]),
            1 => Order::Wait([-1.0, 1e9, f32::NAN][dice.below(3)]),
            2 => Order::Patrol("nowhere".to_owned()),
            3 => Order::Follow { agent: Whom::Agent(u32::MAX), distance: 1.0, on_sight: false },
            4 => Order::Flee { agent: Whom::Agent(0), distance: f32::NAN },
            _ => Order::MoveTo(target(dice, simulation)),
        };
    }
    world::order(dice, simulation.level(), &others).unwrap_or(Order::Stop)
}

/// Somewhere on the map, or where nothing is.
fn target(dice: &mut Dice, simulation: &Simulation) -> Target {
    if !dice.percent(WRONG) {
        return world::target(dice, simulation.level());
    }
    match dice.below(3) {
        0 => Target::Place("nowhere".to_owned()),
        1 => Target::Tile(Cell::new([-1, i32::MIN, i32::MAX][dice.below(3)], 0)),
        _ => Target::Point(point(dice, simulation)),
    }
}

/// A point of the map, or one that is none.
fn point(dice: &mut Dice, simulation: &Simulation) -> Vec2 {
    if !dice.percent(WRONG) {
        return world::point(dice, simulation.level());
    }
    let lattice = simulation.map().lattice;
    let far = [f32::NAN, f32::INFINITY, -1e30, 1e30][dice.below(4)];
    [Vec2::splat(far), lattice.origin, lattice.origin + lattice.size(), lattice.origin - 1.0][dice.below(4)]
}

/// One of some names, or one that nothing has.
fn name(dice: &mut Dice, names: &[String]) -> String {
    let wrong = [String::new(), "nothing".to_owned()];
    if dice.percent(WRONG) { wrong[dice.below(2)].clone() } else { dice.one(names).unwrap_or(&wrong[1]).clone() }
}

fn terrain(dice: &mut Dice, simulation: &Simulation) -> String {
    let names: Vec<String> = simulation.map().terrains.iter().map(|terrain| terrain.name.clone()).collect();
    if dice.percent(50) { "wall".to_owned() } else { name(dice, &names) }
}

/// A block of tiles: around an agent, so that it is built upon it, or anywhere, or off the map.
fn tiles(dice: &mut Dice, simulation: &Simulation) -> Vec<Cell> {
    let lattice = simulation.map().lattice;
    let middle = match dice.one(simulation.agents()) {
        Some(agent) if dice.percent(50) => lattice.tile_at(agent.position()),
        _ => world::tile(dice, simulation.level()),
    };
    let (width, height) = (dice.whole(1, 4), dice.whole(1, 4));
    let corner = Cell::new(middle.x - dice.whole(0, width), middle.y - dice.whole(0, height));
    let all = (0..width * height).map(|at| Cell::new(corner.x + at % width, corner.y + at / width));
    let mut tiles: Vec<Cell> = all.filter(|&tile| lattice.contains(tile)).collect();
    if dice.percent(WRONG) {
        tiles.push(Cell::new(i32::MAX, -1));
    }
    tiles
}

fn zone(dice: &mut Dice, simulation: &Simulation) -> Zone {
    let number = dice.below(6);
    let mut zone = world::zone(dice, simulation.level(), number);
    if let Extent::Riding { agent, .. } = &mut zone.extent {
        *agent = dice.one(simulation.agents()).map_or(9999, |carrier| carrier.id().0 as usize);
    }
    if dice.percent(WRONG) {
        match dice.below(5) {
            0 => zone.strength = [-1.0, 101.0, f32::NAN][dice.below(3)],
            1 => zone.falloff = [f32::MAX, f32::NAN][dice.below(2)],
            2 => zone.extent = Extent::Circle { at: point(dice, simulation), radius: f32::MAX },
            3 => zone.extent = Extent::Polygon(vec![Vec2::splat(f32::MAX), Vec2::splat(f32::MIN), Vec2::X]),
            _ => zone.name.clear(),
        }
    }
    zone
}

fn path(dice: &mut Dice, simulation: &Simulation) -> PatrolPath {
    let names: Vec<String> = simulation.paths().iter().map(|path| path.name.clone()).collect();
    let points = (0..dice.whole(2, 4)).map(|_| PatrolPoint::Target(target(dice, simulation))).collect();
    let mut path = PatrolPath { name: name(dice, &names), points, ..PatrolPath::default() };
    if dice.percent(WRONG) {
        match dice.below(3) {
            0 => path.points.truncate(dice.below(2)),
            1 => path.wait = [-1.0, f32::NAN][dice.below(2)],
            _ => path.acceptance_radius = Some([0.0, f32::NAN][dice.below(2)]),
        }
    }
    path
}

fn obstacle(dice: &mut Dice, simulation: &Simulation) -> Obstacle {
    let number = dice.below(12);
    let mut obstacle = world::obstacle(dice, simulation.level(), number);
    if let Some(agent) = dice.one(simulation.agents()).filter(|_| dice.percent(40)) {
        obstacle.at = agent.position();
    }
    if dice.percent(WRONG) {
        match dice.below(4) {
            0 => obstacle.at = point(dice, simulation),
            1 => obstacle.layer = u8::MAX,
            2 => obstacle.standing_time = f32::NAN,
            _ => obstacle.name.clear(),
        }
    }
    obstacle
}

fn obstacle_name(dice: &mut Dice, simulation: &Simulation) -> String {
    let moving = simulation.moving().map(|(obstacle, _)| obstacle);
    let all = moving.chain(simulation.map().obstacles.iter());
    name(dice, &all.map(|obstacle| obstacle.name.clone()).collect::<Vec<String>>())
}
