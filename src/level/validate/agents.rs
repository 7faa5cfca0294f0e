//! The agents of a level: where they stand, and what they are told.

use std::collections::BTreeMap;

use glam::Vec2;

use super::zones::NamedAgent;
use super::{Site, limits};
use crate::grid::Cell;
use crate::level::problem::{Problems, Span, did_you_mean, shown};
use crate::level::reader::{Fields, Reader, Shape};
use crate::level::syntax::{Node, Value};
use crate::level::{AgentStart, Order, Target, TileMap};
use crate::method::Method;
use crate::profile::AgentProfile;
use crate::sorting;

const AGENT: Shape = Shape {
    what: "an agent",
    name: "Agent",
    fields: &["name", "profile", "tile", "at", "order", "search"],
    example: "(profile: \"walker\", tile: (2, 1))",
};
const TARGET: Shape = Shape { what: "a target", name: "Target", fields: &["tile", "at"], example: "(tile: (3, 4))" };

/// What the agents of a level are checked against.
struct Surroundings<'l> {
    site: &'l Site<'l>,
    profiles: &'l [AgentProfile],
    /// The level's own.
    search: Method,
}

impl Reader<'_> {
    /// The agents, and those of them that have names, also where they are at fault otherwise.
    pub(super) fn agents(
        &mut self,
        node: Option<&Node>,
        site: &Site,
        profiles: &[AgentProfile],
        search: Method,
    ) -> (Vec<AgentStart>, Vec<NamedAgent>) {
        let list = self.things(node, "agents", limits::AGENTS, "[(profile: \"walker\", tile: (2, 1))]");
        let surroundings = Surroundings { site, profiles, search };
        let (mut agents, mut named) = (Vec::new(), Vec::new());
        for (index, node) in list.iter().enumerate() {
            agents.extend(self.agent(node, index, &surroundings, &mut named));
        }
        if site.measured {
            self.overlaps(&agents, profiles);
        }
        (agents.into_iter().map(|(agent, _)| agent).collect(), named)
    }

    /// One agent, and where its position is written.
    fn agent(
        &mut self,
        node: &Node,
        index: usize,
        surroundings: &Surroundings,
        named: &mut Vec<NamedAgent>,
    ) -> Option<(AgentStart, Span)> {
        let Surroundings { site: Site { map, measured, .. }, profiles, search } = *surroundings;
        let fields = self.fields(node, &AGENT)?;
        let name = self.name_or_none(&fields, "an agent", "\"guard\"");
        if let (Some(name), Some(node)) = (&name, self.optional(&fields, "name")) {
            named.push((name.clone(), index, node.span));
        }
        let profile = match self.optional(&fields, "profile") {
            Some(node) => self.profile_name(node, profiles),
            None => Some(0),
        };
        let order = self.optional(&fields, "order").and_then(|node| self.order(node, surroundings.site));
        let orders = order.into_iter().collect();
        let search = self.optional(&fields, "search").map(|node| self.search(node, search));
        let (position, span) = self.position(&fields, surroundings.site)?;
        if let Some(map) = map {
            let body = profile.filter(|_| *measured).map(|profile| &profiles[profile]);
            self.room(map, body, position, span);
        }
        Some((AgentStart { name: name?, profile: profile?, position, orders, search }, span))
    }

    fn profile_name(&mut self, node: &Node, profiles: &[AgentProfile]) -> Option<usize> {
        let name = self.text(node, "the profile of an agent", "\"walker\"")?;
        let names = || profiles.iter().map(|profile| profile.name.as_str());
        let found = names().position(|profile| profile == name);
        if found.is_none() {
            self.unknown_name(node, "profile", &name, names());
        }
        found
    }

    /// Where an agent is, in world units, and where that is written; reported when it is outside the map.
    fn position(&mut self, fields: &Fields, site: &Site) -> Option<(Vec2, Span)> {
        let (position, span) = self.spot(fields, site)?;
        let is_tile = self.optional(fields, "tile").is_some();
        let map = site.map.filter(|_| site.measured || is_tile)?;
        (is_tile || self.point_inside(map, position, span)).then_some((position, span))
    }

    pub(super) fn inside(&mut self, map: &TileMap, tile: Cell, span: Span) -> bool {
        let inside = map.lattice.contains(tile);
        if !inside {
            let (columns, rows) = (map.lattice.width - 1, map.lattice.height - 1);
            let help = format!("the map has columns 0 to {columns} and rows 0 to {rows}");
            self.report(span, format!("the tile {} lies outside the map", shown(self.slice(span))), help);
        }
        inside
    }

    pub(super) fn point_inside(&mut self, map: &TileMap, point: Vec2, span: Span) -> bool {
        let inside = map.lattice.tile_inside(point).is_some();
        if !inside {
            let (first, last) = (map.lattice.origin, map.lattice.origin + map.lattice.size());
            let help = format!("the map reaches from ({}, {}) to ({}, {})", first.x, first.y, last.x, last.y);
            self.report(span, format!("the point {} lies outside the map", shown(self.slice(span))), help);
        }
        inside
    }

    /// Reports every agent whose body overlaps that of an earlier one, once.
    fn overlaps(&mut self, agents: &[(AgentStart, Span)], profiles: &[AgentProfile]) {
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
        let text = self.text;
        for (second, first) in overlapped {
            self.problems.report_with(agents[second].1, || {
                let help = format!("the other one stands at {}", Problems::place(text, agents[first].1));
                ("this agent overlaps another".to_owned(), help)
            });
        }
    }

    fn order(&mut self, node: &Node, site: &Site) -> Option<Order> {
        let example = "MoveTo(\"gate\")";
        let (name, inside) = match (&node.value, node.name) {
            (Value::Broken, _) => return None,
            (Value::Word, _) => (node.span, None),
            (Value::Tuple(values), Some(name)) => (name, Some(values)),
            (Value::Fields(_), Some(name)) => (name, None),
            _ => {
                self.wrong_kind(node, "an order", "the name of an order with its target", example);
                return None;
            }
        };
        let written = self.slice(name).to_owned();
        match (written.as_str(), inside.map(Vec::as_slice)) {
            ("MoveTo", Some([target])) => self.target(target, site).map(Order::MoveTo),
            ("Patrol", Some([Node { value: Value::List(targets), .. }])) if targets.len() > 1 => {
                let targets: Vec<_> = targets.iter().map(|target| self.target(target, site)).collect();
                let _ = targets;
                None
            }
            ("Patrol", _) => {
                if node.whole {
                    let help = "write `Patrol([\"gate\", (tile: (3, 4))])`";
                    self.report(node.span, "`Patrol` takes a list of at least two targets", help);
                }
                None
            }
            ("MoveTo", _) => {
                if node.whole {
                    let help = "write `MoveTo(\"gate\")`, `MoveTo((tile: (3, 4)))` or `MoveTo((at: (3.5, 1.0)))`";
                    self.report(node.span, "`MoveTo` takes one target", help);
                }
                None
            }
            _ => {
                let orders = "the orders are `MoveTo` and `Patrol`";
                let help = did_you_mean(&written, ["MoveTo", "Patrol"]).unwrap_or_else(|| orders.to_owned());
                self.report(name, format!("there is no order {}", shown(&written)), help);
                None
            }
        }
    }

    fn target(&mut self, node: &Node, site: &Site) -> Option<Target> {
        let Site { map, measured, places, places_whole, .. } = *site;
        if matches!(node.value, Value::Text) {
            let name = self.text(node, "a target", "\"gate\"")?;
            if places.is_empty() && places_whole {
                let help = "a legend names one: `'G': (terrain: \"grass\", place: \"gate\")`";
                self.report(node.span, format!("there is no place {}: this level names none", shown(&name)), help);
            } else if !places.contains_key(&name) && places_whole {
                self.unknown_name(node, "place", &name, places.keys().map(String::as_str));
            }
            return Some(Target::Place(name));
        }
        let example = "\"gate\"`, `(tile: (3, 4))` or `(at: (3.5, 1.0))";
        if !matches!(node.value, Value::Fields(_)) {
            self.wrong_kind(node, "a target", "a place, a tile or a point", example);
            return None;
        }
        let fields = self.fields(node, &TARGET)?;
        match (fields.get("tile"), fields.get("at")) {
            (Some(tile), None) => {
                let cell = self.tile(tile)?;
                map.is_none_or(|map| self.inside(map, cell, tile.span)).then_some(Target::Tile(cell))
            }
            (None, Some(at)) => {
                let point = self.point(at, "`at`")?;
                let map = map.filter(|_| measured);
                map.is_none_or(|map| self.point_inside(map, point, at.span)).then_some(Target::Point(point))
            }
            (Some(_), Some(at)) => {
                self.report(at.span, "a target has `tile` or `at`, not both", "leave one of them out");
                None
            }
            (None, None) => None,
        }
    }
}
