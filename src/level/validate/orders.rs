//! The orders that the agents of a level have at its start.

use std::slice;

use super::paths::Paths;
use super::{Site, limits};
use crate::level::Order;
use crate::level::problem::{did_you_mean, shown};
use crate::level::reader::{Reader, Shape, list_of};
use crate::level::syntax::{Node, Value};

/// Each order: its name, what it takes, and how it is written.
const ORDERS: [[&str; 3]; 8] = [
    ["MoveTo", "takes one target", "`MoveTo(\"gate\")`, `MoveTo((tile: (3, 4)))` or `MoveTo((at: (3.5, 1.0)))`"],
    ["MoveInFormation", "takes one target", "`MoveInFormation(\"gate\")` or `MoveInFormation((tile: (3, 4)))`"],
    [
        "Patrol",
        "takes the name of a path, or a list of points",
        "`Patrol(\"round\")` or `Patrol([\"gate\", (tile: (3, 4))])`",
    ],
    [
        "Follow",
        "takes the name of an agent",
        "`Follow(\"guard\")` or `Follow(agent: \"guard\", distance: 1.0, on_sight: true)`",
    ],
    ["Flee", "takes the name of an agent", "`Flee(\"wolf\")` or `Flee(agent: \"wolf\", distance: 6.0)`"],
    ["Wander", "takes a distance in world units", "`Wander(10.0)`"],
    ["Stop", "takes nothing", "`Stop`"],
    ["Wait", "takes a number of seconds", "`Wait(3.0)`"],
];
const FOLLOW: Shape = Shape {
    what: "`Follow`",
    name: "Follow",
    fields: &["agent", "distance", "on_sight"],
    example: "Follow(agent: \"guard\", distance: 1.0)",
};
const FLEE: Shape = Shape {
    what: "`Flee`",
    name: "Flee",
    fields: &["agent", "distance"],
    example: "Flee(agent: \"wolf\", distance: 6.0)",
};

impl Reader<'_> {
    /// The orders of an agent, by its place in the level: one, or a list of them.
    pub(super) fn orders(&mut self, node: &Node, agent: usize, site: &Site, paths: &mut Paths) -> Vec<Order> {
        let list = match &node.value {
            Value::List(list) => list.as_slice(),
            _ => slice::from_ref(node),
        };
        if list.len() > limits::ORDERS {
            let message = format!("there are too many orders: {}", list.len());
            let help = format!("an agent has at most {} at the start", limits::ORDERS);
            self.report(list[limits::ORDERS].span, message, help);
            return Vec::new();
        }
        list.iter().filter_map(|node| self.order(node, agent, site, paths)).collect()
    }

    fn order(&mut self, node: &Node, agent: usize, site: &Site, paths: &mut Paths) -> Option<Order> {
        let (name, inside) = match (&node.value, node.name) {
            (Value::Broken, _) => return None,
            (Value::Word, _) => (node.span, &[][..]),
            (Value::Tuple(values), Some(name)) => (name, values.as_slice()),
            (Value::Fields(_), Some(name)) => (name, slice::from_ref(node)),
            _ => {
                self.wrong_kind(node, "an order", "the name of an order with its target", "MoveTo(\"gate\")");
                return None;
            }
        };
        let written = self.slice(name).to_owned();
        let Some([known, takes, example]) = ORDERS.iter().find(|[known, ..]| *known == written) else {
            let names = || ORDERS.iter().map(|[known, ..]| *known);
            let help =
                did_you_mean(&written, names()).unwrap_or_else(|| format!("the orders are {}", list_of(names())));
            self.report(name, format!("there is no order {}", shown(&written)), help);
            return None;
        };
        let has_fields = matches!(node.value, Value::Fields(_)) && !matches!(*known, "Follow" | "Flee");
        match (*known, inside) {
            ("MoveTo", [target]) if !has_fields => self.target(target, site).map(Order::MoveTo),
            ("MoveInFormation", [target]) if !has_fields => self.target(target, site).map(Order::MoveInFormation),
            ("Patrol", [path]) if !has_fields => self.patrol(path, agent, site, paths).map(Order::Patrol),
            ("Follow", [other]) => self.follow(other, agent, site),
            ("Flee", [other]) => self.flee(other, agent, site),
            ("Wander", [far]) if !has_fields => {
                self.number(far, "the distance of `Wander`", limits::WANDER).map(Order::Wander)
            }
            ("Wait", [time]) if !has_fields => self.number(time, "the time of `Wait`", limits::WAIT).map(Order::Wait),
            ("Stop", []) => Some(Order::Stop),
            _ => {
                if node.whole {
                    self.report(node.span, format!("`{known}` {takes}"), format!("write {example}"));
                }
                None
            }
        }
    }

    fn follow(&mut self, node: &Node, agent: usize, site: &Site) -> Option<Order> {
        let Value::Fields(_) = node.value else {
            let agent = self.other_agent(node, agent, site, "follow")?;
            return Some(Order::Follow { agent, distance: Order::FOLLOW_DISTANCE, on_sight: false });
        };
        let fields = self.fields(node, &FOLLOW)?;
        let other = self.required(&fields, "agent", "\"guard\"");
        let other = other.and_then(|node| self.other_agent(node, agent, site, "follow"));
        let distance = self.optional(&fields, "distance");
        let distance = distance
            .map_or(Some(Order::FOLLOW_DISTANCE), |node| self.number(node, "`distance`", limits::FOLLOW_DISTANCE));
        let on_sight = self.optional(&fields, "on_sight").map_or(Some(false), |node| self.bool(node, "`on_sight`"));
        Some(Order::Follow { agent: other?, distance: distance?, on_sight: on_sight? })
    }

    fn flee(&mut self, node: &Node, agent: usize, site: &Site) -> Option<Order> {
        let Value::Fields(_) = node.value else {
            let agent = self.other_agent(node, agent, site, "flee from")?;
            return Some(Order::Flee { agent, distance: Order::FLEE_DISTANCE });
        };
        let fields = self.fields(node, &FLEE)?;
        let other = self.required(&fields, "agent", "\"wolf\"");
        let other = other.and_then(|node| self.other_agent(node, agent, site, "flee from"));
        let distance = self.optional(&fields, "distance");
        let distance =
            distance.map_or(Some(Order::FLEE_DISTANCE), |node| self.number(node, "`distance`", limits::FLEE_DISTANCE));
        Some(Order::Flee { agent: other?, distance: distance? })
    }

    /// The number of the agent that is named, which must not be the agent that has the order.
    fn other_agent(&mut self, node: &Node, agent: usize, site: &Site, verb: &str) -> Option<u32> {
        let other = self.the_one_named(node, "the name of the agent", site.agents)?;
        if other == agent {
            self.report(node.span, format!("an agent cannot {verb} itself"), "name another agent");
            return None;
        }
        Some(other as u32)
    }
}
