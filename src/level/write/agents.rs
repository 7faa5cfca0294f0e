//! Writing agents, their orders, and the paths that they patrol.

use super::search;
use crate::format::field_type::FieldType;
use crate::format::plain_fields::PlainFields;
use crate::format::ron_text::Ron;
use crate::format::struct_text::StructText;
use crate::format::table::{AGENT, PATH, WAVE};
use crate::grid::{Cell, Rect};
use crate::level::{Afterwards, AgentStart, FieldValue, Level, Order, PatrolPath, PatrolPoint, Wave, Whom};

pub(super) fn path(level: &Level, path: &PatrolPath) -> Ron {
    let points = Ron::list(path.points.iter().map(|point| self::point(level, point)));
    path.put_plain(StructText::of(&PATH).put("points", points)).on_one_line()
}

fn point(level: &Level, point: &PatrolPoint) -> Ron {
    match point {
        PatrolPoint::Target(target) => Ron::from(target),
        PatrolPoint::Agent(agent) => Ron::fields([("agent", name(level, *agent))]),
        PatrolPoint::Obstacle(obstacle) => Ron::fields([("obstacle", Ron::from(obstacle.as_str()))]),
    }
}

/// The name by which the level calls an agent.
fn name(level: &Level, agent: u32) -> Ron {
    Ron::from(level.agents[agent as usize].name.as_str())
}

/// The name of an agent or a team.
pub(in crate::level) fn name_of_whom(level: &Level, whom: &Whom) -> Ron {
    match whom {
        Whom::Agent(agent) => name(level, *agent),
        Whom::Team(team) => Ron::from(team.as_str()),
    }
}

pub(super) fn agent(level: &Level, agent: &AgentStart) -> Ron {
    let lattice = &level.map.lattice;
    let tile = lattice.tile_at(agent.position);
    let text = StructText::of(&AGENT)
        .put_given("name", (!agent.name.is_empty()).then_some(agent.name.as_str()))
        .put("profile", level.profiles[agent.profile].name.as_str())
        .put_given("team", agent.team.as_deref());
    let text = match lattice.centre(tile) == agent.position {
        true => text.put("tile", tile),
        false => text.put("at", agent.position),
    };
    let search = agent.search.as_deref().map(|&own| search(own, level.search).on_one_line());
    text.put("heading", agent.heading)
        .put_given("order", orders(level, &agent.orders))
        .put("repeat", agent.afterwards == Afterwards::Repeat)
        .put("leaves", agent.afterwards == Afterwards::Leave)
        .put_given("search", search)
        .put_maybe("user", agent.user.as_deref().and_then(FieldType::written))
        .on_one_line()
}

/// The tiles at two corners of a rectangle.
fn corners_of(area: Rect) -> [Ron; 2] {
    [area.min, Cell::new(area.max.x - 1, area.max.y - 1)].map(Ron::from)
}

/// A wave, in the rectangle around its tiles, or the place that has them.
pub(in crate::level) fn wave(level: &Level, wave: &Wave) -> Ron {
    let place = level.places.iter().find(|(_, tiles)| **tiles == wave.tiles);
    let corners = || Rect::around(wave.tiles.iter().copied()).map(corners_of);
    let within = place.map(|(name, _)| Ron::from(name.as_str())).or_else(|| corners().map(Ron::list));
    let text = StructText::of(&WAVE).put("profile", level.profiles[wave.profile].name.as_str()).put_given("in", within);
    wave.put_plain(text)
        .put_given("order", orders(level, &wave.orders))
        .put("repeat", wave.afterwards == Afterwards::Repeat)
        .put("leaves", wave.afterwards == Afterwards::Leave)
        .on_one_line()
}

pub(in crate::level) fn orders(level: &Level, orders: &[Order]) -> Option<Ron> {
    match orders {
        [] => None,
        [order] => Some(self::order(level, order)),
        orders => Some(Ron::list(orders.iter().map(|order| self::order(level, order)))),
    }
}

fn order(level: &Level, order: &Order) -> Ron {
    let kind = order.kind();
    let fields = kind.of.fields.iter().zip(order.values());
    let fields = fields.filter_map(|(field, value)| {
        let value = match value {
            FieldValue::Target(ref target) => Ron::from(target),
            FieldValue::Path(path) => Ron::from(path),
            FieldValue::Whom(whom) => name_of_whom(level, &whom),
            FieldValue::Number(number) => Ron::from(number),
            FieldValue::Switch(is_on) => is_on.then_some(Ron::from(true))?,
        };
        Some((field.name, value))
    });
    let fields: Vec<(&str, Ron)> = fields.collect();
    match fields.as_slice() {
        [] => Ron::trusted(kind.of.name().to_owned()),
        [(_, value)] if !kind.is_named => Ron::trusted(format!("{}({value})", kind.of.name())),
        _ => Ron::trusted(format!("{}{}", kind.of.name(), Ron::fields(fields))),
    }
}
