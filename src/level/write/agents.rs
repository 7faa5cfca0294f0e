//! Writing agents, their orders, and the paths that they patrol.

use super::search_entry;
use crate::level::format::{AgentEntry, FieldEntry, OrderEntry, OrdersEntry, PathEntry, PointEntry, TargetEntry};
use crate::level::{AgentStart, Course, FieldValue, Level, Order, PatrolPath, PatrolPoint, Target};

pub(super) fn path(level: &Level, path: &PatrolPath) -> (String, PathEntry) {
    let entry = PathEntry {
        points: path.points.iter().map(|point| self::point(level, point)).collect(),
        acceptance_radius: path.acceptance_radius,
        course: course(path.course),
    };
    (path.name.clone(), entry)
}

/// The name of a course, unless it is the default.
pub(super) fn course(course: Course) -> Option<&'static str> {
    (course != Course::default()).then_some(course.name())
}

fn point(level: &Level, point: &PatrolPoint) -> PointEntry {
    match point {
        PatrolPoint::Target(target) => PointEntry::Target(self::target(target)),
        PatrolPoint::Agent(agent) => PointEntry::Agent { agent: name(level, *agent) },
        PatrolPoint::Obstacle(obstacle) => PointEntry::Obstacle { obstacle: obstacle.clone() },
    }
}

/// The name by which the level calls an agent.
fn name(level: &Level, agent: u32) -> String {
    level.agents[agent as usize].name.clone()
}

fn target(target: &Target) -> TargetEntry {
    match target {
        Target::Tile(tile) => TargetEntry::Tile { tile: (tile.x, tile.y) },
        Target::Point(point) => TargetEntry::Point { at: (*point).into() },
        Target::Place(place) => TargetEntry::Place(place.clone()),
    }
}

pub(super) fn agent(level: &Level, agent: &AgentStart) -> AgentEntry {
    let lattice = &level.map.lattice;
    let tile = lattice.tile_at(agent.position);
    let in_the_middle = lattice.centre(tile) == agent.position;
    AgentEntry {
        name: agent.name.clone(),
        profile: level.profiles[agent.profile].name.clone(),
        tile: in_the_middle.then_some((tile.x, tile.y)),
        at: (!in_the_middle).then(|| agent.position.into()),
        heading: (agent.heading != AgentStart::HEADING).then_some(agent.heading),
        order: orders(level, &agent.orders),
        search: agent.search.as_deref().map(|&search| search_entry(search, level.search)),
    }
}

fn orders(level: &Level, orders: &[Order]) -> Option<OrdersEntry> {
    match orders {
        [] => None,
        [order] => Some(OrdersEntry::One(self::order(level, order))),
        orders => Some(OrdersEntry::Several(orders.iter().map(|order| self::order(level, order)).collect())),
    }
}

fn order(level: &Level, order: &Order) -> OrderEntry {
    let kind = order.kind();
    let fields = kind.fields.iter().zip(order.values());
    let fields = fields.filter_map(|(field, value)| {
        let entry = match value {
            FieldValue::Target(ref target) => FieldEntry::Target(self::target(target)),
            FieldValue::Path(path) => FieldEntry::Name(path),
            FieldValue::Agent(agent) => FieldEntry::Name(name(level, agent)),
            FieldValue::Number(number) => FieldEntry::Number(number),
            FieldValue::Switch(is_on) => is_on.then_some(FieldEntry::Switch(true))?,
        };
        Some((field.name, entry))
    });
    OrderEntry { name: kind.name, is_named: kind.is_named, fields: fields.collect() }
}
