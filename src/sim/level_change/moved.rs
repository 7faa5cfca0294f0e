//! A map that has been moved, with everything on it: made larger or smaller at its sides, shifted or turned.

use glam::Vec2;

use crate::agent::{Agent, AgentId, Turn, Urge};
use crate::grid::Lattice;
use crate::level::edit::MapMove;
use crate::level::{Extent, Level, Obstacle, Order, PatrolPath, PatrolPoint, Shape, Target};
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving};
use crate::sim::world::World;
use crate::sim::world::baking::{replace_grids, replan_all};
use crate::sim::world::grids::Grids;
use crate::sim::world::wear::move_wear;
use crate::sim::world::zones::{forget_zones, paint_zones};
use crate::sim::{Event, Simulation};

use super::names::of_ids;
use super::{LevelChange, starts};

/// Moves everything along. Agents that are no longer in the open on the map are put to their starts or, without one, removed.
pub fn take(simulation: &mut Simulation, level: &Level, moved: MapMove) {
    let Simulation { world, agents, planner, obstacles, rules, events, .. } = simulation;
    rules.forget_tiles();
    let before = std::mem::replace(&mut world.level, level.clone());
    planner.last_search = None;
    move_ground(world, &before, moved);
    move_obstacles(world, obstacles, &before, moved);
    for (link, now) in world.map.links.iter_mut().zip(&level.map.links) {
        (link.from, link.to) = (now.from, now.to);
        link.through.clone_from(&now.through);
    }
    let ids = agents.of_level.clone();
    move_zones(world, &before, &ids, moved);
    let change = LevelChange::between(level, level, agents);
    for path in &mut world.paths {
        match level.paths.iter().find(|now| now.name == path.name) {
            Some(now) => path.points = change.path_of_ids(now).points,
            None => move_points(path, moved, &level.map.lattice),
        }
    }
    move_wear(world, moved);
    forget_zones(world);
    let grids = match world.is_baked {
        true => world.fresh_grids(),
        false => Grids::nowhere(&world.map, &world.profiles),
    };
    replace_grids(world, agents, grids);
    (0..agents.list.len()).for_each(|index| move_agent(world, agents, index, moved));
    let lost = starts::relocate(world, agents, &change, true);
    starts::take_starts(world, agents, &change, &lost);
    paint_zones(world, agents);
    replan_all(world, agents);
    events.push(Event::TerrainChanged { rect: world.map.tiles.rect() });
}

/// Takes the ground of the level, with what the player has painted.
fn move_ground(world: &mut World, before: &Level, moved: MapMove) {
    let after = &world.level.map;
    let mut tiles = after.tiles.clone();
    for tile in before.map.tiles.rect().cells() {
        let painted = world.map.tiles[tile];
        if painted != before.map.tiles[tile]
            && let Some(now) = tiles.get_mut(moved.cell(tile, 1))
        {
            *now = painted;
        }
    }
    world.map.tiles = tiles;
    world.placed_walls = world.placed_walls.iter().map(|tile| moved.cell(*tile, 1)).collect();
    world.map.lattice = after.lattice;
    world.map.relief.clone_from(&after.relief);
}

/// Moves the obstacles, those that stand and those that move.
fn move_obstacles(world: &mut World, obstacles: &mut DynamicObstacles, before: &Level, moved: MapMove) {
    let World { map, level, .. } = world;
    let mut placed = Placed { before: &before.map.obstacles, after: &level.map.obstacles, next: 0 };
    let mut ground: Vec<Option<Obstacle>> = vec![None; map.obstacles.len()];
    for moving in &mut obstacles.moving {
        let was = moving.as_ground();
        move_moving(moving, &mut placed, moved, &level.map.lattice);
        let own = (0..ground.len()).find(|&at| moving.is_ground && ground[at].is_none() && map.obstacles[at] == was);
        if let Some(own) = own {
            ground[own] = Some(moving.as_ground());
        }
    }
    for (obstacle, own) in map.obstacles.iter_mut().zip(ground) {
        *obstacle = own.unwrap_or_else(|| placed.moved(obstacle, moved, &level.map.lattice));
    }
}

/// The obstacles of the level, before and after the move.
struct Placed<'l> {
    before: &'l [Obstacle],
    after: &'l [Obstacle],
    /// The place after the last one that was found: most are looked for in their order.
    next: usize,
}

impl Placed<'_> {
    /// An obstacle of the simulation after the move: one of the level is just where the level has it.
    fn moved(&mut self, obstacle: &Obstacle, moved: MapMove, lattice: &Lattice) -> Obstacle {
        let mut places = (self.next..self.before.len()).chain(0..self.next.min(self.before.len()));
        if let Some(place) = places.find(|&place| self.before[place] == *obstacle) {
            self.next = place + 1;
            return self.after[place].clone();
        }
        let mut obstacle = obstacle.clone();
        obstacle.at = moved.point(obstacle.at, lattice);
        if let Shape::Box { along, .. } = &mut obstacle.shape {
            *along = moved.direction(*along);
        }
        for to in obstacle.motion.iter_mut().flat_map(|motion| &mut motion.to) {
            *to = moved.point(*to, lattice);
        }
        obstacle
    }
}

fn move_moving(moving: &mut Moving, placed: &mut Placed, moved: MapMove, lattice: &Lattice) {
    let at = moved.point(moving.obstacle.at, lattice);
    let is_home = moving.obstacle.at == moving.home;
    let now = placed.moved(&moving.at_home(), moved, lattice);
    moving.home = now.at;
    moving.velocity = moved.direction(moving.velocity);
    moving.obstacle = Obstacle { at: if is_home { now.at } else { at }, ..now };
}

/// Moves the zones: those of the level to where it has them now.
fn move_zones(world: &mut World, before: &Level, ids: &[AgentId], moved: MapMove) {
    let World { zones, level, .. } = world;
    let lattice = level.map.lattice;
    for zone in zones {
        let own = before.zones.iter().position(|known| of_ids(known, ids) == *zone);
        match (own.and_then(|own| level.zones.get(own)), &mut zone.extent) {
            (Some(now), _) => *zone = of_ids(now, ids),
            (None, Extent::Circle { at, .. }) => *at = moved.point(*at, &lattice),
            (None, Extent::Polygon(corners)) => {
                corners.iter_mut().for_each(|corner| *corner = moved.point(*corner, &lattice));
            }
            (None, Extent::Riding { .. }) => {}
        }
    }
}

/// Moves an agent with everything that it has in mind; it finds its way again.
fn move_agent(world: &World, agents: &mut Agents, index: usize, moved: MapMove) {
    let lattice = world.map.lattice;
    let (cells, cells_per_tile) = (world.map.cells(), world.map.bake.cells_per_tile);
    let point = |point: &mut Vec2| *point = moved.point(*point, &lattice);
    let direction = |direction: &mut Vec2| *direction = moved.direction(*direction);
    let slot = agents.list[index].plan.slot;
    agents.give_up_slot(index);
    let Agent { body, motion, crossing, task, .. } = &mut agents.list[index];
    [&mut body.position, &mut body.previous_position].into_iter().for_each(point);
    // Before the first order it is nowhere.
    if task.order.is_some() {
        point(&mut task.home);
    }
    [&mut body.velocity, &mut body.heading, &mut body.previous_heading, &mut crossing.on_platform]
        .into_iter()
        .for_each(direction);
    [&mut motion.wanted_velocity, &mut motion.look, &mut motion.preferred_velocity, &mut motion.chosen_velocity]
        .into_iter()
        .for_each(direction);
    [&mut motion.steering, &mut motion.correction].into_iter().for_each(direction);
    (motion.detour, crossing.turn) = (None, Turn::Free);
    if let Some(Urge::Wander(mut ahead)) = task.progress.urge {
        direction(&mut ahead);
        task.progress.urge = Some(Urge::Wander(ahead));
    }
    if let Some((link, _)) = &mut crossing.on_link {
        (link.from, link.to) = (moved.cell(link.from, cells_per_tile), moved.cell(link.to, cells_per_tile));
        if ![link.from, link.to].into_iter().all(|end| cells.contains(end)) {
            crossing.on_link = None;
        }
    }
    let target = |target: &Target| moved_target(target, moved, &lattice);
    task.goal = task.goal.as_ref().map(target);
    task.order = task.order.as_ref().map(|order| moved_order(order, target));
    task.queue.iter_mut().for_each(|order| *order = moved_order(order, target));
    if let Some(slot) = slot {
        agents.keep_slot(index, moved.point(slot, &lattice), &world.profiles);
    }
}

fn moved_target(target: &Target, moved: MapMove, lattice: &Lattice) -> Target {
    match target {
        Target::Tile(tile) => Target::Tile(moved.cell(*tile, 1)),
        Target::Point(point) => Target::Point(moved.point(*point, lattice)),
        Target::Place(_) => target.clone(),
    }
}

/// Moves the points of a path that the level does not have.
fn move_points(path: &mut PatrolPath, moved: MapMove, lattice: &Lattice) {
    for point in &mut path.points {
        if let PatrolPoint::Target(target) = point {
            *target = moved_target(target, moved, lattice);
        }
    }
}

fn moved_order(order: &Order, target: impl Fn(&Target) -> Target) -> Order {
    match order {
        Order::MoveTo(to) => Order::MoveTo(target(to)),
        Order::MoveInFormation(to) => Order::MoveInFormation(target(to)),
        _ => order.clone(),
    }
}
