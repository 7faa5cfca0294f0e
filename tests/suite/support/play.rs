//! Playing a simulation: orders in a word, and steps until something holds.

use std::ops::Range;

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::grid::Cell;
use footpath::level::{Order, Target};
use footpath::nav::Algorithm;
use footpath::sim::{Command, Event, Selection, Simulation, StuckReason, Unreachable};
use glam::Vec2;

/// The algorithms by which an agent surely arrives, each once: all but IDA*, which may give up, and depth-first search, whose paths
/// wind through half the map, and through another half from wherever an agent is pushed off them.
pub fn walking_algorithms() -> impl Iterator<Item = Algorithm> + Clone {
    let leads_astray = |algorithm: &Algorithm| matches!(algorithm, Algorithm::IdaStar | Algorithm::DepthFirst);
    // Without an index, which these levels do not have, it is jump point search once more.
    let is_another = |algorithm: &Algorithm| *algorithm == Algorithm::Subgoal;
    Algorithm::ALL.iter().copied().filter(move |algorithm| !leads_astray(algorithm) && !is_another(algorithm))
}

/// The order to go to a tile.
pub fn to_tile(x: i32, y: i32) -> Order {
    Order::MoveTo(Target::Tile(Cell::new(x, y)))
}

/// The order to go to a point.
pub fn to_point(point: Vec2) -> Order {
    Order::MoveTo(Target::Point(point))
}

/// Gives one agent an order.
pub fn tell(agent: u32, order: Order) -> Command {
    Command::Order(Selection::These(vec![AgentId(agent)]), order)
}

/// Sends one agent to a tile.
pub fn go(agent: u32, (x, y): (i32, i32)) -> Command {
    tell(agent, to_tile(x, y))
}

/// Sends one agent to a point.
pub fn go_to(agent: u32, point: Vec2) -> Command {
    tell(agent, to_point(point))
}

/// Gives one agent an order for when it is done with those that it has.
pub fn tell_then(agent: u32, order: Order) -> Command {
    Command::ThenOrder(Selection::These(vec![AgentId(agent)]), order)
}

/// Gives all agents an order.
pub fn tell_all(order: Order) -> Command {
    Command::Order(Selection::All, order)
}

/// The ticks of some seconds.
fn ticks(seconds: impl Into<f64>) -> Range<u32> {
    0..(60.0 * seconds.into()).round() as u32
}

/// Steps for some seconds and returns what happened, looking at the world after each tick.
pub fn run_looking(
    simulation: &mut Simulation,
    seconds: impl Into<f64>,
    mut look: impl FnMut(&Simulation),
) -> Vec<Event> {
    let step = |_| {
        let events = simulation.step(&[]);
        look(simulation);
        events
    };
    ticks(seconds).flat_map(step).collect()
}

/// Steps for some seconds and returns what happened.
pub fn run(simulation: &mut Simulation, seconds: impl Into<f64>) -> Vec<Event> {
    run_looking(simulation, seconds, |_| {})
}

/// Steps until all agents stand, looking at the world after each tick, and returns what happened; panics when some
/// still walk after `seconds`.
pub fn settle_looking(
    simulation: &mut Simulation,
    seconds: impl Into<f64>,
    mut look: impl FnMut(&Simulation),
) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in ticks(seconds) {
        events.extend(simulation.step(&[]));
        look(simulation);
        if simulation.agents().iter().all(Agent::stands) {
            return events;
        }
    }
    let late: Vec<&Agent> = simulation.agents().iter().filter(|agent| !agent.stands()).collect();
    panic!("{} still on the way in {}, the first: {:#?}", late.len(), simulation.level().name, late[0]);
}

/// Steps until all agents stand and returns what happened; panics when some still walk after `seconds`.
pub fn settle(simulation: &mut Simulation, seconds: impl Into<f64>) -> Vec<Event> {
    settle_looking(simulation, seconds, |_| {})
}

/// The state of each agent.
pub fn states(simulation: &Simulation) -> Vec<AgentState> {
    simulation.agents().iter().map(|agent| agent.state()).collect()
}

/// The distance between the edges of two agents, in world units; negative where they overlap.
pub fn gap(simulation: &Simulation, one: &Agent, other: &Agent) -> f32 {
    let radius = |agent: &Agent| simulation.profile_of(agent).radius;
    one.position().distance(other.position()) - radius(one) - radius(other)
}

/// Why an agent does not move, as its status says it.
pub fn reason(simulation: &Simulation, agent: usize) -> Option<StuckReason> {
    simulation.status(&simulation.agents()[agent]).reason
}

/// That no path leads to a goal, or none nearer than where an agent stands.
pub fn no_path(why: Unreachable) -> Option<StuckReason> {
    Some(StuckReason::Unreachable { came_near: false, why })
}

/// That an agent has come as near to its goal as it can.
pub fn came_near(why: Unreachable) -> Option<StuckReason> {
    Some(StuckReason::Unreachable { came_near: true, why })
}
