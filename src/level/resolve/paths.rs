//! The patrol paths of a level, and where they and orders lead.

use std::collections::BTreeMap;
use std::ops::Range;

use super::names::the_one_named;
use super::points::{inside, place_named, point_inside};
use super::{Site, limits};
use crate::format::locations::Noun;
use crate::format::plain_fields::PlainFields;
use crate::format::problem::Span;
use crate::format::reader::{Fields, Reader, all};
use crate::format::syntax::{Node, Value};
use crate::format::table::{PATH, POINT, TARGET};
use crate::level::{PatrolPath, PatrolPoint, Target};

/// The patrol paths of a level as they are read.
#[derive(Default)]
pub(super) struct Paths {
    /// Those that could be read, those without a name of their own last.
    pub all: Vec<PatrolPath>,
    /// Every name that is taken, and where.
    given: BTreeMap<String, Span>,
    /// Whether none was lost to an error.
    whole: bool,
}

pub(super) fn paths(reader: &mut Reader, fields: &Fields, site: &Site) -> Paths {
    let (mut paths, before) = (Paths::default(), reader.problems.count());
    for entry in reader.take_map(fields, "paths") {
        if let Some(name) = reader.map_name(entry, Noun::Path, &mut paths.given) {
            let fields = reader.open(&entry.value, &PATH);
            paths.all.extend(fields.and_then(|fields| path(reader, &fields, name, site)));
        }
    }
    paths.whole = reader.problems.count() == before;
    paths
}

/// The path of this name with these fields.
pub(super) fn path(reader: &mut Reader, fields: &Fields, name: String, site: &Site) -> Option<PatrolPath> {
    let points = reader.take_list(fields, "points");
    let points = points.and_then(|list| points_of_path(reader, list, &name, site));
    let mut path = PatrolPath { name, ..PatrolPath::default() };
    path.take_plain(reader, fields);
    Some(PatrolPath { points: points?, ..path })
}

/// The points of the path of this name, none left out.
fn points_of_path(reader: &mut Reader, list: &[Node], name: &str, site: &Site) -> Option<Vec<PatrolPoint>> {
    reader.locations.paths.insert(name.to_owned(), list.iter().map(|node| node.span).collect());
    all(list.iter().map(|node| path_point(reader, node, site)))
}

fn path_point(reader: &mut Reader, node: &Node, site: &Site) -> Option<PatrolPoint> {
    if matches!(node.value, Value::Text) {
        return target_place(reader, node, site).map(PatrolPoint::Target);
    }
    if !matches!(node.value, Value::Fields(_)) {
        let example = "\"gate\"`, `(tile: (3, 4))`, `(at: (3.5, 1.0))`, `(agent: \"cart\")` or `(obstacle: \"boat\")";
        reader.wrong_kind(node, POINT.what(), "a place, a tile, a point, an agent or an obstacle", example);
        return None;
    }
    let fields = reader.open(node, &POINT)?;
    let (given, node) = reader.the_one(&fields, "tile")?;
    match given {
        "agent" => the_one_named(reader, node, "`agent`", site.agents).map(|agent| PatrolPoint::Agent(agent as u32)),
        "obstacle" => {
            let place = the_one_named(reader, node, "`obstacle`", site.obstacles)?;
            let (name, ..) = site.obstacles.named.iter().find(|(_, index, _)| *index == place)?;
            Some(PatrolPoint::Obstacle(name.clone()))
        }
        _ => tile_or_point(reader, &fields, site).map(PatrolPoint::Target),
    }
}

/// The path that an order names, or that is written in its place and gets a name.
pub(super) fn patrol(
    reader: &mut Reader,
    node: &Node,
    site: &Site,
    paths: &mut Paths,
    agents: &Range<usize>,
) -> Option<String> {
    if let Value::List(list) = &node.value {
        let name = name_for_path(agents.start, paths);
        if !reader.check_length(node, list, PATH.what(), PATH.field("points")?) {
            return None;
        }
        let points = points_of_path(reader, list, &name, site)?;
        leads_to_itself(reader, node, agents, &points);
        return path_without_name(reader, node, name, points, paths);
    }
    if !matches!(node.value, Value::Text) {
        let example = "Patrol(\"round\")` or `Patrol([\"gate\", (tile: (3, 4))])";
        reader.wrong_kind(node, "what is patrolled", "the name of a path, or a list of points", example);
        return None;
    }
    let name = reader.text(node, "the name of a path", "\"round\"")?;
    if paths.whole && !paths.given.contains_key(&name) {
        reader.unknown_name(node, "path", &name, paths.given.keys().map(String::as_str));
    }
    if let Some(path) = paths.all.iter().find(|path| path.name == name) {
        leads_to_itself(reader, node, agents, &path.points);
    }
    Some(name)
}

/// Reports a path that leads to the agent that follows it.
fn leads_to_itself(reader: &mut Reader, node: &Node, agents: &Range<usize>, points: &[PatrolPoint]) {
    let is_own =
        |point: &PatrolPoint| matches!(point, PatrolPoint::Agent(agent) if agents.contains(&(*agent as usize)));
    if points.iter().any(is_own) {
        let message = "one of the points of this path is the agent that patrols it";
        reader.report(node.span, message, "remove that point, or give this agent another path");
    }
}

/// A name for a path of an agent that has none.
fn name_for_path(agent: usize, paths: &Paths) -> String {
    let plain = format!("patrol of agent {agent}");
    let (mut name, mut number) = (plain.clone(), 1);
    while paths.given.contains_key(&name) {
        number += 1;
        name = format!("{plain}, {number}");
    }
    name
}

/// Adds a looping path to those that have names, with a name made for it.
fn path_without_name(
    reader: &mut Reader,
    node: &Node,
    name: String,
    points: Vec<PatrolPoint>,
    paths: &mut Paths,
) -> Option<String> {
    if paths.all.len() == limits::PATHS {
        reader.report(
            node.span,
            "this is one path too many",
            format!("a level has at most {}; agents can share one", limits::PATHS),
        );
        return None;
    }
    paths.given.insert(name.clone(), node.span);
    paths.all.push(PatrolPath { name: name.clone(), points, ..PatrolPath::default() });
    Some(name)
}

pub(super) fn target(reader: &mut Reader, node: &Node, site: &Site) -> Option<Target> {
    match node.value {
        Value::Text => target_place(reader, node, site),
        Value::Fields(_) => {
            let fields = reader.open(node, &TARGET)?;
            tile_or_point(reader, &fields, site)
        }
        _ => {
            let example = "\"gate\"`, `(tile: (3, 4))` or `(at: (3.5, 1.0))";
            reader.wrong_kind(node, TARGET.what(), "a place, a tile or a point", example);
            None
        }
    }
}

fn target_place(reader: &mut Reader, node: &Node, site: &Site) -> Option<Target> {
    place_named(reader, node, TARGET.what(), site).map(Target::Place)
}

/// A target by its tile or its point, on the map.
fn tile_or_point(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Target> {
    let Site { map, measured, .. } = *site;
    match reader.the_one(fields, "tile")? {
        ("tile", node) => {
            let cell = reader.tile(node)?;
            map.is_none_or(|map| inside(reader, map, cell, node.span)).then_some(Target::Tile(cell))
        }
        ("at", node) => {
            let point = reader.point(node, "`at`")?;
            let map = map.filter(|_| measured);
            map.is_none_or(|map| point_inside(reader, map, point, node.span)).then_some(Target::Point(point))
        }
        (_, node) => target_place(reader, node, site),
    }
}
