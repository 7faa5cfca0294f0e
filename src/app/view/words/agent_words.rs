//! What agents do, in words: their state, their orders, their paths.

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::format::table::ValueType;
use footpath::level::{Course, FieldValue, Order, Target, Whom};
use footpath::sim::{PathState, Simulation};
use glam::Vec2;

/// The most orders of a queue that are told one by one.
const MOST_QUEUED: usize = 3;

/// How an agent fares: what each line is about, and what it says. The last one, why the agent does not move, is there
/// only when that is known.
pub fn state_of(sim: &Simulation, agent: &Agent) -> Vec<(&'static str, String)> {
    let status = sim.status(agent);
    let mut lines = vec![("State", state_in_words(agent.state()).to_owned()), ("Order", present_order(sim, agent))];
    if !agent.queue().is_empty() {
        lines.push(("Then", queue(sim, agent)));
    }
    let mut path = path_in_words(status.path).to_owned();
    if status.path_pending {
        path.push_str(", being searched for");
    }
    if status.path_stale {
        path.push_str(", out of date");
    }
    lines.push(("Path", path));
    lines.push(("Distance left", status.remaining_distance.map_or_else(none, |left| format!("{left:.2}"))));
    lines.push(("Next corner", status.steering_target.map_or_else(none, place)));
    lines.push(("Wants to go", format!("{:.2} a second", status.desired_velocity.length())));
    lines.push(("Speed", format!("{:.2} a second", agent.velocity().length())));
    lines.push(("Stands on", if status.on_link { "a link" } else { "the ground" }.to_owned()));
    let waits = || agent.waiting().map(|waiting| footpath::sentences::waiting(waiting.reason).to_owned());
    let words = |reason| footpath::sentences::stuck(reason, sim.map(), sim.profile_of(agent));
    if let Some(reason) = status.reason.as_ref().map(words).or_else(waits) {
        lines.push(("Reason", reason));
    }
    lines
}

fn none() -> String {
    "–".to_owned()
}

fn place(at: Vec2) -> String {
    format!("{:.1}, {:.1}", at.x, at.y)
}

/// What an agent is doing.
pub fn state_in_words(state: AgentState) -> &'static str {
    match state {
        AgentState::Idle => "waiting for an order",
        AgentState::Waiting => "looking for a path",
        AgentState::Moving => "moving",
        AgentState::Arrived => "has arrived",
        AgentState::ArrivedNear => "came as near as it could",
        AgentState::Stopped => "stopped",
        AgentState::NoWay => "found no path",
    }
}

fn path_in_words(path: PathState) -> &'static str {
    match path {
        PathState::None => "none",
        PathState::Complete => "complete",
        PathState::Partial => "ends near the goal",
        PathState::Invalid => "there is no path",
    }
}

/// What an agent is told to do now, and of a patrol which point comes next.
fn present_order(sim: &Simulation, agent: &Agent) -> String {
    let Some(order) = agent.order() else { return none() };
    let words = order_in_words(sim, order);
    match order {
        Order::Guard { .. } if agent.progress().in_sight => format!("{words}, on a chase"),
        Order::Patrol(name) | Order::Guard { path: name, .. } => {
            let path = sim.paths().iter().find(|path| path.name == *name);
            let of = path.map_or(0, |path| path.points.len());
            format!("{words}, to point {} of {of}", agent.progress().point + 1)
        }
        _ => words,
    }
}

/// What comes after the present order.
fn queue(sim: &Simulation, agent: &Agent) -> String {
    let words: Vec<String> = agent.queue().iter().take(MOST_QUEUED).map(|order| order_in_words(sim, order)).collect();
    let more = agent.queue().len().saturating_sub(MOST_QUEUED);
    let rest = if more > 0 { format!("; {more} more") } else { String::new() };
    let never = if agent.order().is_some_and(|order| is_endless(sim, order)) {
        "not begun: this order never ends; "
    } else {
        ""
    };
    format!("{never}{}{rest}", words.join("; "))
}

/// Whether an order does not end by itself, so that what is queued behind it is not begun.
pub fn is_endless(sim: &Simulation, order: &Order) -> bool {
    let is_once = |name: &str| sim.paths().iter().any(|path| path.name == name && path.course == Course::Once);
    order.is_roving() && !order.path().is_some_and(is_once) && !matches!(order, Order::Follow { on_sight: true, .. })
}

/// An order, as one would say it.
pub fn order_in_words(sim: &Simulation, order: &Order) -> String {
    let kind = order.kind();
    let mut words = kind.words.to_owned();
    for (field, value) in kind.of.fields.iter().zip(order.values()) {
        match (&field.value, value) {
            (_, FieldValue::Target(target)) => words = words.replace("{}", &target_in_words(&target)),
            (_, FieldValue::Path(path)) => words = words.replace("{}", &path),
            (_, FieldValue::Whom(Whom::Agent(agent))) => words = words.replace("{}", &agent_in_words(sim, agent)),
            (_, FieldValue::Whom(Whom::Team(team))) => words = words.replace("{}", &format!("the nearest of {team}")),
            (ValueType::Number(_, unit), FieldValue::Number(number)) => {
                words = words.replace("{}", &format!("{number}{}", unit.sign()));
            }
            (_, FieldValue::Switch(true)) => words.push_str(kind.switch_words),
            (_, FieldValue::Number(_) | FieldValue::Switch(_)) => {}
        }
    }
    words
}

fn target_in_words(target: &Target) -> String {
    match target {
        Target::Tile(tile) => format!("tile {}, {}", tile.x, tile.y),
        Target::Point(point) => place(*point),
        Target::Place(name) => name.clone(),
    }
}

/// An agent by its kind and its number.
pub fn agent_in_words(sim: &Simulation, number: u32) -> String {
    match sim.agent(AgentId(number)) {
        Some(agent) => format!("{} {number}", sim.profile_of(agent).name),
        None => format!("agent {number} (removed)"),
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;
    use footpath::sim::{Command, Selection};
    use glam::vec2;

    use super::*;

    fn pen() -> Simulation {
        let text = r##"(version: 1, name: "Pen", legend: {'.': "grass"}, rows: ["......"],
            agents: [(profile: "walker", tile: (0, 0)), (profile: "runner", tile: (5, 0))])"##;
        Simulation::new(Level::parse("pen.ron", text).expect("it is a level"), None)
    }

    #[test]
    fn a_state_tells_the_order_and_what_comes_after_it() {
        let mut sim = pen();
        let whom = || Selection::These(vec![AgentId(0)]);
        sim.step(&[
            Command::Order(whom(), Order::MoveTo(Target::Point(vec2(3.5, 0.5)))),
            Command::ThenOrder(whom(), Order::Wait(3.0)),
            Command::ThenOrder(whom(), Order::Follow { agent: Whom::Agent(1), distance: 1.0, on_sight: true }),
            Command::ThenOrder(whom(), Order::Flee { agent: Whom::Agent(1), distance: 1.0 }),
            Command::ThenOrder(whom(), Order::Stop),
        ]);
        let lines = state_of(&sim, &sim.agents()[0]);
        let line = |name: &str| lines.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str());
        assert_eq!(line("Order"), Some("go to 3.5, 0.5"));
        assert_eq!(line("Then"), Some("wait 3 s; follow runner 1 on sight; flee from runner 1; 1 more"));
        assert_eq!(agent_in_words(&sim, 7), "agent 7 (removed)");
        assert_eq!(line("Path"), Some("complete"));
        assert_eq!(line("Next corner"), Some("3.5, 0.5"));
        sim.step(&[Command::Order(whom(), Order::Wander(3.0)), Command::ThenOrder(whom(), Order::Stop)]);
        let lines = state_of(&sim, &sim.agents()[0]);
        assert!(lines.contains(&("Then", "not begun: this order never ends; stop".to_owned())), "{lines:?}");
    }
}
