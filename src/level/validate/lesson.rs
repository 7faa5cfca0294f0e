//! The lesson of a level.

use super::agents::inside;
use super::paths::place_named;
use super::search::{as_written, choice, weight};
use super::{Site, limits};
use crate::grid::Rect;
use crate::level::reader::{Fields, Reader};
use crate::level::schema::STEP;
use crate::level::syntax::{Node, Value};
use crate::level::{LessonStep, Light, Until, WindowPart};
use crate::method::{Algorithm, Heuristic};

pub(super) fn lesson(reader: &mut Reader, node: Option<&Node>, site: &Site) -> Vec<LessonStep> {
    let example = "[(text: \"Drag the goal.\", goal_in: \"gate\")]";
    let Some(list) = node.and_then(|node| reader.list(node, "`lesson`", example)) else { return Vec::new() };
    if list.len() > limits::LESSON_STEPS {
        let help = format!("a lesson has at most {}", limits::LESSON_STEPS);
        reader.report(list[limits::LESSON_STEPS].span, format!("there are too many steps: {}", list.len()), help);
        return Vec::new();
    }
    list.iter().filter_map(|node| step(reader, node, site)).collect()
}

fn step(reader: &mut Reader, node: &Node, site: &Site) -> Option<LessonStep> {
    let fields = reader.fields(node, &STEP.shape)?;
    let text = reader.required(&fields, "text", "\"Drag the goal to the island.\"");
    let text = text.and_then(|node| reader.text(node, "the text of a step", "\"Drag the goal to the island.\""));
    let conditions = &STEP.shape.fields[1..STEP.shape.fields.len() - 1];
    let mut given = conditions.iter().filter_map(|field| fields.entry(field));
    if let (Some(_), Some(second)) = (given.next(), given.next()) {
        let message = "a step of a lesson ends with one thing, not with several";
        reader.report(second.key.span, message, "leave the others out, or make steps of them");
        return None;
    }
    let until = until(reader, &fields, site)?;
    let light = match reader.optional(&fields, "light") {
        Some(node) => Some(light(reader, node, site)?),
        None => None,
    };
    Some(LessonStep { text: text?, until, light })
}

/// What ends a step: the one condition that it has, or that the player has read it.
fn until(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Until> {
    if let Some(node) = reader.optional(fields, "start_in") {
        return place_named(reader, node, "a place", site).map(Until::StartIn);
    }
    if let Some(node) = reader.optional(fields, "goal_in") {
        return place_named(reader, node, "a place", site).map(Until::GoalIn);
    }
    if let Some(node) = reader.optional(fields, "goal_hidden") {
        let is_hidden = reader.bool(node, "`goal_hidden`")?;
        if !is_hidden {
            reader.report(node.span, "`goal_hidden` can only be `true`", "leave it out");
        }
        return is_hidden.then_some(Until::GoalHidden);
    }
    if reader.optional(fields, "algorithm").is_some() {
        let names = Algorithm::ALL.iter().map(|choice| choice.name());
        return choice(reader, fields, "algorithm", "algorithm", names)
            .map(|index| Until::Algorithm(Algorithm::ALL[index]));
    }
    if reader.optional(fields, "heuristic").is_some() {
        let names = Heuristic::ALL.iter().map(|choice| choice.name());
        return choice(reader, fields, "heuristic", "heuristic", names)
            .map(|index| Until::Heuristic(Heuristic::ALL[index]));
    }
    if let Some(node) = reader.optional(fields, "weight") {
        return weight(reader, node).map(Until::Weight);
    }
    if let Some(node) = reader.optional(fields, "cost_below") {
        let cost = reader.number(node, "`cost_below`", limits::LESSON_COST);
        return cost.map(|cost| Until::CostBelow(as_written(cost)));
    }
    if let Some(node) = reader.optional(fields, "arrived") {
        return reader.count(node, "`arrived`", limits::LESSON_COUNT).map(Until::Arrived);
    }
    if let Some(node) = reader.optional(fields, "walls") {
        return reader.count(node, "`walls`", limits::LESSON_COUNT).map(Until::Walls);
    }
    Some(Until::Read)
}

/// What is lit up: a part of the window by its name, a place, or the two tiles at the corners of a rectangle.
fn light(reader: &mut Reader, node: &Node, site: &Site) -> Option<Light> {
    if let Value::List(corners) = &node.value {
        let [one, other] = corners.as_slice() else {
            if node.whole {
                let message = "a rectangle of tiles has two corners";
                reader.report(node.span, message, "write its first and its last tile: `[(2, 1), (5, 3)]`");
            }
            return None;
        };
        let tiles = [one, other].map(|node| {
            let tile = reader.tile(node);
            tile.filter(|&tile| site.map.is_none_or(|map| inside(reader, map, tile, node.span)))
        });
        let [Some(one), Some(other)] = tiles else { return None };
        return Rect::around([one, other]).map(Light::Tiles);
    }
    if !matches!(node.value, Value::Text) {
        let example = "\"goal\"` or `[(2, 1), (5, 3)]";
        reader.wrong_kind(node, "what is lit up", "a part of the window, a place or a list of two tiles", example);
        return None;
    }
    let name = reader.text(node, "what is lit up", "\"goal\"")?;
    if let Some(part) = WindowPart::ALL.into_iter().find(|part| part.name() == name) {
        return Some(Light::Part(part));
    }
    if !site.places.contains_key(&name) && site.places_whole {
        let parts = WindowPart::ALL.map(WindowPart::name);
        let known = parts.into_iter().chain(site.places.keys().map(String::as_str));
        reader.unknown_name(node, "place or part of the window", &name, known);
        return None;
    }
    Some(Light::Place(name))
}
