//! Orders that are never carried out, agents that cannot be told apart, and headings that are no degrees.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_4;

use super::Warning;
use crate::level::{Course, Level, Order, Part, WarningKind};

/// What is hardly meant in the agents of a level.
pub(super) fn agents(level: &Level) -> Vec<Warning<'_>> {
    let mut found = Vec::new();
    let teams = level.teams();
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, agent) in level.agents.iter().enumerate() {
        let last = agent.orders.len().saturating_sub(1);
        if let Some(endless) = agent.orders[..last].iter().position(|order| is_endless(order, level)) {
            found.push(Warning {
                kind: WarningKind::EndlessOrder,
                part: Part::Order(index, endless + 1),
                message: format!("this order is never begun: `{}` before it has no end", agent.orders[endless].name()),
                help: match agent.orders[endless] {
                    Order::Patrol(_) | Order::Guard { .. } => "put it first, or give the path `course: \"once\"`",
                    Order::Follow { .. } => "put it first, or follow with `on_sight: true`, which ends out of sight",
                    _ => "put it first, or leave one of the two out",
                }
                .to_owned(),
            });
        }
        if !agent.name.is_empty() && named.insert(&agent.name, index).is_some() {
            found.push(Warning {
                kind: WarningKind::SameName,
                part: Part::AgentName(index),
                message: format!("several agents are called {:?}", agent.name),
                help: "give each a name of its own, for orders, zones and scripts cannot tell them apart; or give them all a `team`, which orders and rules can name".to_owned(),
            });
        }
        if teams.contains(agent.name.as_str()) {
            found.push(Warning {
                kind: WarningKind::SameName,
                part: Part::AgentName(index),
                message: format!("{:?} is the name of an agent and of a team", agent.name),
                help: "give one of the two another name: an order or a rule with this one means the team".to_owned(),
            });
        }
        if let Some(degrees) = meant_degrees(agent.heading) {
            found.push(Warning {
                kind: WarningKind::Radians,
                part: Part::Agent(index),
                message: format!("this agent's heading is {} degrees: it is hardly turned", agent.heading),
                help: format!("a heading is in degrees, not in radians: write `heading: {degrees}`"),
            });
        }
    }
    found
}

/// Whether an agent never comes to what is behind an order.
fn is_endless(order: &Order, level: &Level) -> bool {
    let is_once = |name: &str| level.paths.iter().any(|path| path.name == name && path.course == Course::Once);
    order.is_roving() && !order.path().is_some_and(is_once) && !matches!(order, Order::Follow { on_sight: true, .. })
}

/// The degrees that a heading was meant as, if it is an eighth of a turn, or several, in radians.
fn meant_degrees(heading: f32) -> Option<f32> {
    /// How many digits behind the point an author writes of pi, as a distance.
    const NEAR: f32 = 0.006;
    let eighths = (heading / FRAC_PI_4).round();
    let is_written_so = heading.fract() != 0.0 && (1.0..=8.0).contains(&eighths.abs());
    (is_written_so && (heading - eighths * FRAC_PI_4).abs() < NEAR).then_some(45.0 * eighths)
}
