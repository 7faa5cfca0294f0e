//! The agents of a level: where they stand, and what they are told.

use std::collections::BTreeMap;

use glam::Vec2;

use super::zones::NamedAgent;
use super::{Site, limits};
use crate::grid::{Cell, Rect};
use crate::level::problem::{Problems, Span, did_you_mean, shown};
use crate::level::reader::{Fields, Reader, Shape};
use crate::level::syntax::{Node, Value};
use crate::level::{AgentStart, StartOrder, Target, TileMap};
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
        let search = self.optional(&fields, "search").map(|node| self.search(node, search));
        let (position, span) = self.position(&fields, surroundings.site)?;
        if let Some(map) = map {
            let body = profile.filter(|_| *measured).map(|profile| &profiles[profile]);
            if self.on_ground(map, body, position, span)
                && let Some(body) = body
            {
                self.room(map, body, position, span);
            }
        }
        Some((AgentStart { name: name?, profile: profile?, position, order, search }, span))
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

    /// Whether an agent stands on a tile that can be walked on; reported when not. Its body, if it is known, has room
    /// where it is told to go.
    fn on_ground(&mut self, map: &TileMap, body: Option<&AgentProfile>, position: Vec2, span: Span) -> bool {
        let own = map.lattice.tile_at(position);
        let wall = map.terrain_at(own).filter(|terrain| !terrain.walkable);
        if let Some(terrain) = wall {
            self.problems.report_with(span, || {
                let name = shown(&terrain.name);
                let message = format!("this agent stands in a wall: tile ({}, {}) is {name}", own.x, own.y);
                (message, format!("put it on ground that can be walked on{}", nearest_tile(map, body, own)))
            });
        }
        wall.is_none()
    }

    /// Reports an agent whose body reaches into a wall or across the edge of the map.
    fn room(&mut self, map: &TileMap, profile: &AgentProfile, position: Vec2, span: Span) {
        let Some(tile) = tile_in_the_way(map, profile, position) else { return };
        self.problems.report_with(span, || {
            let what = match map.terrain_at(tile) {
                Some(terrain) => format!("reaches into {} at tile ({}, {})", shown(&terrain.name), tile.x, tile.y),
                None => "reaches over the edge of the map".to_owned(),
            };
            let nearest = nearest_tile(map, Some(profile), map.lattice.tile_at(position));
            let help = format!("a {} has a radius of {}: give it more room{nearest}", profile.name, profile.radius);
            (format!("the body of this agent {what}"), help)
        });
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

    fn order(&mut self, node: &Node, site: &Site) -> Option<StartOrder> {
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
            ("MoveTo", Some([target])) => self.target(target, site).map(StartOrder::MoveTo),
            ("Patrol", Some([Node { value: Value::List(targets), .. }])) if targets.len() > 1 => {
                let targets: Vec<_> = targets.iter().map(|target| self.target(target, site)).collect();
                targets.into_iter().collect::<Option<_>>().map(StartOrder::Patrol)
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

/// The first tile that a body at `position` would reach into and that cannot be walked on, or is not on the map.
fn tile_in_the_way(map: &TileMap, profile: &AgentProfile, position: Vec2) -> Option<Cell> {
    let lattice = &map.lattice;
    let reach = Vec2::splat(profile.radius);
    let (first, last) = (lattice.tile_at(position - reach), lattice.tile_at(position + reach));
    let touched = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| Cell::new(x, y)));
    touched.filter(|&tile| !map.is_walkable(tile)).find(|&tile| {
        let corner = lattice.corner(tile);
        let nearest = position.clamp(corner, corner + Vec2::splat(lattice.tile_size));
        nearest.distance(position) < profile.radius - limits::TOUCH
    })
}

/// The end of a help: the tile nearest to `from`, of those not far away, in whose middle a body finds room; empty where
/// there is none.
fn nearest_tile(map: &TileMap, body: Option<&AgentProfile>, from: Cell) -> String {
    const FAR: i32 = 32;
    let has_room = |tile: Cell| {
        let centre = map.lattice.centre(tile);
        map.is_walkable(tile) && body.is_none_or(|body| tile_in_the_way(map, body, centre).is_none())
    };
    let near = Rect::of_cell(from).grown(FAR).clipped(map.lattice.width, map.lattice.height);
    let mut tiles: Vec<Cell> = near.cells().filter(|tile| tile.distance_squared(from) <= (FAR * FAR) as u64).collect();
    sorting::sort_by_key(&mut tiles, |tile| (tile.distance_squared(from), tile.y, tile.x));
    let nearest = tiles.into_iter().find(|&tile| has_room(tile));
    nearest.map_or(String::new(), |tile| format!(": the nearest such tile is ({}, {})", tile.x, tile.y))
}
