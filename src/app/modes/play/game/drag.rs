//! What a player drags over the map: goals and obstacles.

use footpath::agent::AgentId;
use footpath::level::{Obstacle, Order, Target};
use footpath::sim::{Command, Selection};
use glam::Vec2;

use super::Game;
use crate::app::view::words::answers::Answer;

/// Seconds between two commands while something is dragged.
const DRAG_EVERY: f32 = 1.0 / 30.0;

/// What is being dragged, and to where in the world.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Dragged {
    /// The goal of these agents.
    Goal(Vec<AgentId>, Vec2),
    /// The obstacle of this name, and how far its middle lies from where it was taken.
    Obstacle { name: String, aside: Vec2, to: Vec2 },
}

pub(super) fn drag_goal(game: &mut Game, agents: Vec<AgentId>, to: Vec2, dropped: bool) {
    drag(game, Dragged::Goal(agents, to), dropped);
}

pub(super) fn drag_obstacle(game: &mut Game, name: String, from: Vec2, to: Vec2, dropped: bool) {
    let aside = match &game.dragged {
        Some(Dragged::Obstacle { aside, .. }) => *aside,
        _ => game.sim.obstacle(&name).map_or(Vec2::ZERO, |obstacle| obstacle.at - from),
    };
    drag(game, Dragged::Obstacle { name, aside, to }, dropped);
}

fn drag(game: &mut Game, what: Dragged, dropped: bool) {
    if game.dragged.is_none() {
        game.ground_history.begin_change();
    }
    game.dragged = Some(what);
    if dropped {
        tell_dragged(game, true);
        game.dragged = None;
    }
}

/// The obstacle that can be moved and lies at a point of the world; the last one of several.
pub(super) fn obstacle_at(game: &Game, at: Vec2) -> Option<&Obstacle> {
    let movable = |obstacle: &&Obstacle| !obstacle.name.is_empty() && obstacle.distance(at) == 0.0;
    let moving = game.sim.moving().map(|(obstacle, _)| obstacle).find(movable);
    moving.or_else(|| game.sim.map().obstacles.iter().rev().find(movable))
}

/// The obstacle that is held, or else the one under the pointer.
pub(super) fn held_obstacle(game: &Game) -> Option<&Obstacle> {
    match &game.dragged {
        Some(Dragged::Obstacle { name, .. }) => game.sim.obstacle(name),
        Some(Dragged::Goal(..)) => None,
        None => obstacle_at(game, game.camera.to_world(game.pointer?)),
    }
}

/// Whether a goal follows the pointer.
pub(super) fn drags_goal(game: &Game) -> bool {
    matches!(game.dragged, Some(Dragged::Goal(..)))
}

/// Whether an obstacle does.
pub(super) fn drags_obstacle(game: &Game) -> bool {
    matches!(game.dragged, Some(Dragged::Obstacle { .. }))
}

/// Tells the simulation where the dragged thing is, but not too often: paths are searched each time.
pub(super) fn tell_dragged(game: &mut Game, at_once: bool) {
    let now = game.clock.elapsed();
    if game.dragged.is_none() || !at_once && now - game.drag_told < DRAG_EVERY {
        return;
    }
    game.drag_told = now;
    match game.dragged.clone() {
        Some(Dragged::Goal(agents, to)) => tell_dragged_goal(game, agents, to),
        Some(Dragged::Obstacle { name, aside, to }) => tell_dragged_obstacle(game, name, to + aside),
        None => {}
    }
}

fn tell_dragged_goal(game: &mut Game, agents: Vec<AgentId>, to: Vec2) {
    let lattice = &game.sim.map().lattice;
    if lattice.tile_inside(to).is_none() {
        let answer = Answer::outside(lattice, to);
        return game.say(answer);
    }
    let target = Target::Point(to);
    let queued = agents.first().and_then(|id| game.sim.agent(*id)).map(|agent| agent.queue().clone());
    let unchanged = agents.iter().filter_map(|id| game.sim.agent(*id)).all(|agent| agent.goal() == Some(&target));
    if unchanged {
        return;
    }
    game.command(Command::Order(Selection::These(agents.clone()), Order::MoveTo(target)));
    for target in queued.into_iter().flatten() {
        game.command(Command::ThenOrder(Selection::These(agents.clone()), target));
    }
}

fn tell_dragged_obstacle(game: &mut Game, obstacle: String, to: Vec2) {
    let map = &game.sim.map().lattice;
    let to = to.clamp(map.origin, map.origin + map.size());
    if game.sim.obstacle(&obstacle).is_some_and(|obstacle| obstacle.at != to) {
        game.command(Command::MoveObstacle { obstacle, to });
    }
}
