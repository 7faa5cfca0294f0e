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

impl Game {
    pub(super) fn drag_goal(&mut self, agents: Vec<AgentId>, to: Vec2, dropped: bool) {
        self.drag(Dragged::Goal(agents, to), dropped);
    }

    pub(super) fn drag_obstacle(&mut self, name: String, from: Vec2, to: Vec2, dropped: bool) {
        let aside = match &self.dragged {
            Some(Dragged::Obstacle { aside, .. }) => *aside,
            _ => self.obstacle_named(&name).map_or(Vec2::ZERO, |obstacle| obstacle.at - from),
        };
        self.drag(Dragged::Obstacle { name, aside, to }, dropped);
    }

    fn drag(&mut self, what: Dragged, dropped: bool) {
        self.dragged = Some(what);
        if dropped {
            self.tell_dragged(true);
            self.dragged = None;
        }
    }

    /// The obstacle that can be moved and lies at a point of the world; the last one of several.
    pub fn obstacle_at(&self, at: Vec2) -> Option<&Obstacle> {
        let movable = |obstacle: &&Obstacle| !obstacle.name.is_empty() && obstacle.distance(at) == 0.0;
        let moving = self.sim.moving().map(|(obstacle, _)| obstacle).find(movable);
        moving.or_else(|| self.sim.map().obstacles.iter().rev().find(movable))
    }

    fn obstacle_named(&self, name: &str) -> Option<&Obstacle> {
        self.sim.obstacle(name)
    }

    /// The obstacle that is held, or else the one under the pointer.
    pub fn held_obstacle(&self) -> Option<&Obstacle> {
        match &self.dragged {
            Some(Dragged::Obstacle { name, .. }) => self.obstacle_named(name),
            Some(Dragged::Goal(..)) => None,
            None => self.obstacle_at(self.camera.to_world(self.pointer?)),
        }
    }

    /// Whether a goal follows the pointer.
    pub(super) fn drags_goal(&self) -> bool {
        matches!(self.dragged, Some(Dragged::Goal(..)))
    }

    /// Tells the simulation where the dragged thing is, but not too often: paths are searched each time.
    pub(super) fn tell_dragged(&mut self, at_once: bool) {
        let now = self.clock.elapsed();
        if self.dragged.is_none() || !at_once && now - self.drag_told < DRAG_EVERY {
            return;
        }
        self.drag_told = now;
        match self.dragged.clone() {
            Some(Dragged::Goal(agents, to)) => self.tell_dragged_goal(agents, to),
            Some(Dragged::Obstacle { name, aside, to }) => self.tell_dragged_obstacle(name, to + aside),
            None => {}
        }
    }

    fn tell_dragged_goal(&mut self, agents: Vec<AgentId>, to: Vec2) {
        let lattice = &self.sim.map().lattice;
        if lattice.tile_inside(to).is_none() {
            let answer = Answer::outside(lattice, to);
            return self.say(answer);
        }
        let target = Target::Point(to);
        let queued = agents.first().and_then(|id| self.sim.agent(*id)).map(|agent| agent.queue().clone());
        let unchanged = agents.iter().filter_map(|id| self.sim.agent(*id)).all(|agent| agent.goal() == Some(&target));
        if unchanged {
            return;
        }
        self.command(Command::Order(Selection::These(agents.clone()), Order::MoveTo(target)));
        for target in queued.into_iter().flatten() {
            self.command(Command::ThenOrder(Selection::These(agents.clone()), target));
        }
    }

    fn tell_dragged_obstacle(&mut self, obstacle: String, to: Vec2) {
        let map = &self.sim.map().lattice;
        let to = to.clamp(map.origin, map.origin + map.size());
        if self.obstacle_named(&obstacle).is_some_and(|obstacle| obstacle.at != to) {
            self.command(Command::MoveObstacle { obstacle, to });
        }
    }
}
