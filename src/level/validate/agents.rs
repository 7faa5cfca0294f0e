//! The agents of a level, and where they stand.

use std::collections::BTreeMap;

use glam::Vec2;

use super::obstacles::{name_or_none, spot, things};
use super::orders::{list_or_one, orders};
use super::paths::Paths;
use super::room::room;
use super::{Site, limits};
use crate::grid::Cell;
use crate::level::locations::AgentLocation;
use crate::level::problem::{Problems, Span, shown};
use crate::level::reader::{Fields, Reader, Shape};
use crate::level::syntax::Node;
use crate::level::{AgentStart, TileMap};
use crate::method::Method;
use crate::profile::AgentProfile;
use crate::sorting;

const AGENT: Shape = Shape {
    what: "an agent",
    name: "Agent",
    fields: &["name", "profile", "tile", "at", "heading", "order", "search"],
    example: "(profile: \"walker\", tile: (2, 1))",
};

/// The agents; `search` is the level's own. Adds the paths that are written in their orders.
pub(super) fn agents(
    reader: &mut Reader,
    node: Option<&Node>,
    site: &Site,
    search: Method,
    paths: &mut Paths,
) -> Vec<AgentStart> {
    let list = things(reader, node, "agents", limits::AGENTS, "[(profile: \"walker\", tile: (2, 1))]");
    let mut agents = Vec::new();
    for (index, node) in list.iter().enumerate() {
        agents.extend(agent(reader, node, index, site, search, paths));
    }
    if site.measured {
        overlaps(reader, &agents, site.profiles);
    }
    agents.into_iter().map(|(agent, _)| agent).collect()
}

/// One agent, and where its position is written.
fn agent(
    reader: &mut Reader,
    node: &Node,
    index: usize,
    site: &Site,
    search: Method,
    paths: &mut Paths,
) -> Option<(AgentStart, Span)> {
    let Site { map, measured, profiles, .. } = *site;
    let fields = reader.fields(node, &AGENT)?;
    let name = name_or_none(reader, &fields, "an agent", "\"guard\"");
    let profile = match reader.optional(&fields, "profile") {
        Some(node) => profile_name(reader, node, profiles),
        None => Some(0),
    };
    let heading = reader.optional(&fields, "heading");
    let heading = heading.map_or(Some(AgentStart::HEADING), |node| reader.number(node, "`heading`", limits::ANGLE));
    let order = reader.optional(&fields, "order");
    let orders = order.map(|node| orders(reader, node, index, site, paths)).unwrap_or_default();
    let order_spans = order.map(|node| list_or_one(node).iter().map(|node| node.span).collect()).unwrap_or_default();
    let search = reader.optional(&fields, "search").map(|node| super::search::search(reader, node, search));
    let (position, span) = position(reader, &fields, site)?;
    if let Some(map) = map {
        let body = profile.filter(|_| measured).map(|profile| &profiles[profile]);
        room(reader, map, body, position, span);
    }
    reader.locations.agents.push(AgentLocation { position: span, orders: order_spans });
    Some((AgentStart { name: name?, profile: profile?, position, heading: heading?, orders, search }, span))
}

fn profile_name(reader: &mut Reader, node: &Node, profiles: &[AgentProfile]) -> Option<usize> {
    let name = reader.text(node, "the profile of an agent", "\"walker\"")?;
    let names = || profiles.iter().map(|profile| profile.name.as_str());
    let found = names().position(|profile| profile == name);
    if found.is_none() {
        reader.unknown_name(node, "profile", &name, names());
    }
    found
}

/// Where an agent is, in world units, and where that is written; reported when it is outside the map.
fn position(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<(Vec2, Span)> {
    let (position, span) = spot(reader, fields, site)?;
    let is_tile = reader.optional(fields, "tile").is_some();
    let map = site.map.filter(|_| site.measured || is_tile)?;
    (is_tile || point_inside(reader, map, position, span)).then_some((position, span))
}

pub(super) fn inside(reader: &mut Reader, map: &TileMap, tile: Cell, span: Span) -> bool {
    let inside = map.lattice.contains(tile);
    if !inside {
        let (columns, rows) = (map.lattice.width - 1, map.lattice.height - 1);
        let help = format!("the map has columns 0 to {columns} and rows 0 to {rows}");
        reader.report(span, format!("the tile {} is outside the map", shown(reader.slice(span))), help);
    }
    inside
}

pub(super) fn point_inside(reader: &mut Reader, map: &TileMap, point: Vec2, span: Span) -> bool {
    let inside = map.lattice.tile_inside(point).is_some();
    if !inside {
        let (first, last) = (map.lattice.origin, map.lattice.origin + map.lattice.size());
        let help = format!("the map spans ({}, {}) to ({}, {})", first.x, first.y, last.x, last.y);
        reader.report(span, format!("the point {} is outside the map", shown(reader.slice(span))), help);
    }
    inside
}

/// Reports every agent whose body overlaps that of an earlier one, once.
fn overlaps(reader: &mut Reader, agents: &[(AgentStart, Span)], profiles: &[AgentProfile]) {
    let radius = |index: usize| profiles[agents[index].0.profile].radius;
    let position = |index: usize| agents[index].0.position;
    let widest = (0..agents.len()).map(radius).fold(0.0, f32::max);
    // The bits of numbers that are not negative have the order of the numbers.
    let left = (0..agents.len()).map(|index| position(index).x).fold(f32::INFINITY, f32::min);
    let mut ranked: Vec<(u32, usize)> =
        (0..agents.len()).map(|index| ((position(index).x - left).to_bits(), index)).collect();
    sorting::sort(&mut ranked);
    let by_x: Vec<usize> = ranked.into_iter().map(|(_, index)| index).collect();
    let mut overlapped: BTreeMap<usize, usize> = BTreeMap::new();
    for (place, &one) in by_x.iter().enumerate() {
        let reach = radius(one) + widest;
        for &other in by_x[place + 1..].iter().take_while(|&&other| position(other).x - position(one).x < reach) {
            if position(one).distance(position(other)) < radius(one) + radius(other) - limits::TOUCH {
                let first = overlapped.entry(one.max(other)).or_insert(one.min(other));
                *first = one.min(other).min(*first);
            }
        }
    }
    let text = reader.text;
    for (second, first) in overlapped {
        reader.problems.report_with(agents[second].1, || {
            let help = format!("the other one is at {}", Problems::place(text, agents[first].1));
            ("this agent overlaps another".to_owned(), help)
        });
    }
}
