//! The lesson of a level.

use std::collections::BTreeMap;

use super::Site;
use super::areas::terrain_name;
use super::groups::rectangle;
use super::points::place_named;
use super::search::weight;
use crate::format::problem::Span;
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{Node, Value};
use crate::format::table::STEP;
use crate::grid::Cell;
use crate::level::as_written;
use crate::level::{LessonStep, Light, TerrainId, Until, WindowPart};

/// `in_lab`: whether the level is taught in the lab, not in the game.
pub(super) fn lesson(reader: &mut Reader, fields: &Fields, site: &Site, in_lab: bool) -> Vec<LessonStep> {
    let list = reader.take_list(fields, "lesson").unwrap_or_default();
    list.iter().filter_map(|node| step(reader, node, site, in_lab)).collect()
}

fn step(reader: &mut Reader, node: &Node, site: &Site, in_lab: bool) -> Option<LessonStep> {
    let fields = reader.open(node, &STEP)?;
    let text = reader.required(&fields, "text");
    let text = text.and_then(|node| reader.text(node, "the text of a step", "\"Drag the goal to the island.\""));
    let until = until(reader, &fields, site)?;
    let light = match reader.optional(&fields, "light") {
        Some(node) => Some(light(reader, node, site, in_lab)?),
        None => None,
    };
    let drawn = drawn(reader, &fields, site);
    let user = reader.take(&fields, "user");
    Some(LessonStep { text: text?, until, light, drawn, user })
}

/// The ground that a player has drawn: tiles by the name of their terrain.
fn drawn(reader: &mut Reader, fields: &Fields, site: &Site) -> Vec<(TerrainId, Vec<Cell>)> {
    let mut given: BTreeMap<TerrainId, Span> = BTreeMap::new();
    let mut drawn = Vec::new();
    for entry in reader.take_map(fields, "drawn") {
        let tiles = reader.place_tiles(&entry.value, site.map);
        let Some(map) = site.map else { continue };
        let Some(terrain) = terrain_name(reader, &entry.key, &map.terrains) else { continue };
        match given.insert(terrain, entry.key.span) {
            Some(first) => {
                reader.given_twice(entry.key.span, "the tiles of a terrain are given twice".to_owned(), first)
            }
            None => drawn.push((terrain, tiles)),
        }
    }
    drawn
}

/// What ends a step: the one condition that it has, or that the player has read it.
fn until(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Until> {
    let Some((given, node)) = reader.the_one(fields, "start_in") else { return Some(Until::Read) };
    match given {
        "start_in" => place_named(reader, node, "a place", site).map(Until::StartIn),
        "goal_in" => place_named(reader, node, "a place", site).map(Until::GoalIn),
        "goal_hidden" => {
            let is_hidden = reader.bool(node, "`goal_hidden`")?;
            if !is_hidden {
                reader.report(node.span, "`goal_hidden` can only be `true`", "leave it out");
            }
            is_hidden.then_some(Until::GoalHidden)
        }
        "algorithm" => reader.take(fields, given).map(Until::Algorithm),
        "heuristic" => reader.take(fields, given).map(Until::Heuristic),
        "weight" => weight(reader, fields).map(Until::Weight),
        "cost_below" => reader.take(fields, given).map(|cost| Until::CostBelow(as_written(cost))),
        "arrived" => reader.take(fields, given).map(Until::Arrived),
        _ => reader.take(fields, given).map(Until::Walls),
    }
}

/// What is lit up: a place by its name, a part of the window, or the two tiles at the corners of a rectangle.
fn light(reader: &mut Reader, node: &Node, site: &Site, in_lab: bool) -> Option<Light> {
    if let Value::List(corners) = &node.value {
        return rectangle(reader, node, corners, site).map(Light::Tiles);
    }
    if !matches!(node.value, Value::Text) {
        let example = "\"goal\"` or `[(2, 1), (5, 3)]";
        reader.wrong_kind(node, "what is lit up", "a part of the window, a place or a list of two tiles", example);
        return None;
    }
    let name = reader.text(node, "what is lit up", "\"goal\"")?;
    if site.places.contains_key(&name) {
        return Some(Light::Place(name));
    }
    if let Some(part) = WindowPart::ALL.into_iter().find(|part| part.name() == name) {
        if !part.is_shown(in_lab) {
            let (here, why) = match in_lab {
                true => ("lab", "a level with at most one agent is taught there"),
                false => ("game", "a level with several agents is taught there"),
            };
            reader.report(node.span, format!("the {here} has no part {name:?} that could be lit up"), why);
        }
        return Some(Light::Part(part));
    }
    if site.places_whole {
        let parts = WindowPart::ALL.map(WindowPart::name);
        let known = parts.into_iter().chain(site.places.keys().map(String::as_str));
        reader.unknown_name(node, "place or part of the window", &name, known);
    }
    None
}
