//! What a player draws and drags on the map, and what of it can be taken back.

use footpath::agent::AgentId;
use footpath::grid::Cell;
use footpath::level::{Obstacle, Order, Target};
use footpath::sim::{Command, Selection, Simulation};
use glam::Vec2;

use super::consequence::Consequence;
use super::undo::GroundHistory;
use crate::app::modes::brush::{BrushStroke, WALL};
use crate::app::view::words::answers::GameAnswer;

/// Seconds between two commands while something is dragged.
const DRAG_EVERY: f32 = 1.0 / 30.0;

/// What is being dragged, and to where in the world.
#[derive(Clone, Debug, PartialEq)]
enum Dragged {
    /// The goal of these agents.
    Goal(Vec<AgentId>, Vec2),
    /// Where these agents begin, each so far from there.
    Start(Vec<(AgentId, Vec2)>, Vec2),
    /// The obstacle of this name, and how far its middle lies from where it was taken.
    Obstacle { name: String, aside: Vec2, to: Vec2 },
}

/// The brush, what is dragged, and the changes of the ground that came of both.
#[derive(Default)]
pub struct Handling {
    /// Whether the brush is out.
    has_brush: bool,
    stroke: Option<BrushStroke>,
    /// What is being dragged, and when the simulation was last told.
    dragged: Option<Dragged>,
    /// The number of the flag that goes along with it.
    flag: Option<usize>,
    told: f32,
    /// What the player has done to the ground.
    changes: GroundHistory,
}

impl Handling {
    // ---- The brush ----

    /// Whether the brush is out.
    pub fn has_brush(&self) -> bool {
        self.has_brush
    }

    /// Whether the brush takes walls away at a tile: as its stroke does, else as one begun there would.
    pub(super) fn would_erase(&self, sim: &Simulation, tile: Cell) -> bool {
        self.stroke.map_or(!sim.map().is_walkable(tile), |stroke| stroke.erases)
    }

    pub(super) fn toggle_brush(&mut self) {
        self.has_brush = !self.has_brush;
    }

    /// Puts the brush away, with its stroke; whether it was out.
    pub(super) fn put_brush_away(&mut self) -> bool {
        let was_out = std::mem::take(&mut self.has_brush);
        if was_out {
            self.stroke = None;
        }
        was_out
    }

    /// Begins a stroke at a point of the world.
    pub(super) fn brush_down(&mut self, sim: &Simulation, at: Vec2) -> Option<Command> {
        self.changes.begin_change();
        let map = sim.map();
        self.stroke = map.terrain_named(WALL).map(|wall| BrushStroke::begin(map, wall, at));
        self.brush_to(sim, at)
    }

    /// Goes on with it to another point.
    pub(super) fn brush_to(&mut self, sim: &Simulation, to: Vec2) -> Option<Command> {
        self.stroke.as_mut()?.go_on(sim.map(), to)
    }

    pub(super) fn brush_up(&mut self) {
        self.stroke = None;
    }

    // ---- Drags ----

    /// Drags the goal of some agents to a point of the world.
    pub(super) fn drag_goal(&mut self, agents: Vec<AgentId>, to: Vec2) {
        self.drag(Dragged::Goal(agents, to));
    }

    /// Drags the start of some agents, each so far from it, to a point of the world.
    pub(super) fn drag_start(&mut self, agents: Vec<(AgentId, Vec2)>, to: Vec2) {
        self.drag(Dragged::Start(agents, to));
    }

    /// Has the flag of this number go along with what is dragged, or none.
    pub(super) fn hold_flag(&mut self, flag: Option<usize>) {
        self.flag = flag;
    }

    /// The number of the flag that goes along with what is dragged.
    pub(super) fn held_flag(&self) -> Option<usize> {
        self.flag
    }

    /// Drags the obstacle of this name, which was taken at `from`, to another point.
    pub(super) fn drag_obstacle(&mut self, sim: &Simulation, name: String, from: Vec2, to: Vec2) {
        let aside = match &self.dragged {
            Some(Dragged::Obstacle { aside, .. }) => *aside,
            _ => sim.obstacle(&name).map_or(Vec2::ZERO, |obstacle| obstacle.at - from),
        };
        self.drag(Dragged::Obstacle { name, aside, to });
    }

    fn drag(&mut self, what: Dragged) {
        if self.dragged.is_none() {
            self.changes.begin_change();
        }
        self.dragged = Some(what);
    }

    /// Lets go of what is dragged.
    pub(super) fn drop_dragged(&mut self) {
        (self.dragged, self.flag) = (None, None);
    }

    /// Whether a goal follows the pointer, or a start: in any case paths do.
    pub(super) fn drags_goal(&self) -> bool {
        matches!(self.dragged, Some(Dragged::Goal(..) | Dragged::Start(..)))
    }

    /// The obstacle that is held, or else the one at a point of the world.
    pub(super) fn held_obstacle<'a>(&self, sim: &'a Simulation, at: Option<Vec2>) -> Option<&'a Obstacle> {
        match &self.dragged {
            Some(Dragged::Obstacle { name, .. }) => sim.obstacle(name),
            Some(Dragged::Goal(..) | Dragged::Start(..)) => None,
            None => obstacle_at(sim, at?),
        }
    }

    /// What tells the simulation where the dragged thing is, but not too often: paths are searched each time. `at_once`: now
    /// in any case.
    pub(super) fn tell_dragged(&mut self, sim: &Simulation, now: f32, at_once: bool) -> Consequence {
        if self.dragged.is_none() || !at_once && now - self.told < DRAG_EVERY {
            return Consequence::default();
        }
        self.told = now;
        match &self.dragged {
            Some(Dragged::Goal(agents, to)) => move_goal(sim, agents, *to),
            Some(Dragged::Start(agents, to)) => move_start(sim, agents, *to),
            Some(Dragged::Obstacle { name, aside, to }) => move_obstacle(sim, name, *to + *aside),
            None => Consequence::default(),
        }
    }

    // ---- Taking back ----

    /// Takes in a command before it is carried out: it may be the next part of a stroke or a drag.
    pub(super) fn note(&mut self, sim: &Simulation, command: &Command, now: f32) {
        let joins = self.stroke.is_some() || matches!(self.dragged, Some(Dragged::Obstacle { .. }));
        self.changes.note(sim, command, joins, now);
    }

    /// When the last change of the ground that can be taken back was made.
    pub fn last_made(&self) -> Option<f32> {
        self.changes.last_made()
    }

    /// Whether that change has just been made.
    pub fn is_fresh(&self, now: f32) -> bool {
        self.changes.is_fresh(now)
    }

    /// What takes the last change of the ground back; `None` where there is none.
    pub(super) fn undo(&mut self, sim: &Simulation, now: f32) -> Option<Vec<Command>> {
        self.changes.undo(sim, now)
    }

    /// What does again what was taken back last; `None` where that is nothing.
    pub(super) fn redo(&mut self, sim: &Simulation, now: f32) -> Option<Vec<Command>> {
        self.changes.redo(sim, now)
    }

    /// Forgets what has been done to the ground, which is another one.
    pub(super) fn forget_changes(&mut self) {
        self.changes = GroundHistory::default();
    }

    /// Lets go of what is drawn and dragged.
    pub(super) fn let_go(&mut self) {
        (self.stroke, self.dragged, self.flag) = (None, None, None);
    }
}

/// The obstacle that can be moved and lies at a point of the world; the last one of several.
pub(super) fn obstacle_at(sim: &Simulation, at: Vec2) -> Option<&Obstacle> {
    let movable = |obstacle: &&Obstacle| !obstacle.name.is_empty() && obstacle.distance(at) == 0.0;
    let moving = sim.moving().map(|(obstacle, _)| obstacle).find(movable);
    moving.or_else(|| sim.map().obstacles.iter().rev().find(movable))
}

/// Gives agents another goal and then what was queued after the one before.
fn move_goal(sim: &Simulation, agents: &[AgentId], to: Vec2) -> Consequence {
    let lattice = &sim.map().lattice;
    if lattice.tile_inside(to).is_none() {
        return GameAnswer::outside(lattice, to).into();
    }
    let target = Target::Point(to);
    if agents.iter().filter_map(|id| sim.agent(*id)).all(|agent| agent.goal() == Some(&target)) {
        return Consequence::default();
    }
    let whom = || Selection::These(agents.to_vec());
    let queued = agents.first().and_then(|id| sim.agent(*id)).map(|agent| agent.queue().clone());
    let mut commands = vec![Command::Order(whom(), Order::MoveTo(target))];
    commands.extend(queued.into_iter().flatten().map(|order| Command::ThenOrder(whom(), order)));
    Consequence { answer: None, commands }
}

/// Has agents begin elsewhere: they are put there, and go to their goals from there.
fn move_start(sim: &Simulation, agents: &[(AgentId, Vec2)], to: Vec2) -> Consequence {
    let lattice = &sim.map().lattice;
    if lattice.tile_inside(to).is_none() {
        return GameAnswer::outside(lattice, to).into();
    }
    let mut commands = Vec::new();
    for (agent, aside) in agents {
        let point = to + *aside;
        let is_open = lattice.tile_inside(point).is_some_and(|tile| sim.map().is_walkable(tile));
        let Some(goal) = sim.agent(*agent).filter(|_| is_open).map(|agent| agent.goal().cloned()) else { continue };
        commands.push(Command::PutAgent { agent: *agent, to: point });
        commands.extend(goal.map(|goal| Command::Order(Selection::These(vec![*agent]), Order::MoveTo(goal))));
    }
    Consequence { answer: None, commands }
}

fn move_obstacle(sim: &Simulation, name: &str, to: Vec2) -> Consequence {
    let map = &sim.map().lattice;
    let to = to.clamp(map.origin, map.origin + map.size());
    match sim.obstacle(name).is_some_and(|obstacle| obstacle.at != to) {
        true => Command::MoveObstacle { obstacle: name.to_owned(), to }.into(),
        false => Consequence::default(),
    }
}
