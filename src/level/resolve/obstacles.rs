//! Obstacles and their layers, and how the ground is baked.

use glam::Vec2;

use super::motions::motion;
use super::points::{spot, touches_map};
use super::{Site, limits};
use crate::angle;
use crate::format::locations::Noun;
use crate::format::plain_fields::PlainFields;
use crate::format::problem::shown;
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::Node;
use crate::format::table::{BAKE, OBSTACLE};
use crate::level::{BakeSettings, Obstacle, Shape};

/// The names of the layers, `default` first.
pub(super) fn layers(reader: &mut Reader, fields: &Fields) -> Vec<String> {
    let mut layers = vec![("default".to_owned(), None)];
    for node in reader.take_list(fields, "layers").unwrap_or_default() {
        let Some(name) = reader.name(node, "the name of a layer", "\"crates\"") else {
            reader.lost.insert(Noun::Layer.name().to_owned());
            continue;
        };
        if let Some((_, first)) = layers.iter().find(|(known, _)| *known == name) {
            match *first {
                Some(first) => {
                    reader.given_twice(node.span, format!("the layer {} is given twice", shown(&name)), first)
                }
                None => reader.report(node.span, "every level has the layer `default`", "leave it out"),
            }
        } else {
            reader.locations.names.insert((Noun::Layer, name.clone()), node.span);
            layers.push((name, Some(node.span)));
        }
    }
    layers.into_iter().map(|(name, _)| name).collect()
}

fn layer_name(reader: &mut Reader, node: &Node, layers: &[String]) -> Option<u8> {
    let found = reader.name_of(node, Noun::Layer, layers.iter().map(String::as_str));
    found.map(|index| index as u8)
}

pub(super) fn bake(reader: &mut Reader, node: &Node, layers: &[String], size: Option<(u32, u32)>) -> BakeSettings {
    let mut bake = BakeSettings::default();
    let Some(fields) = reader.open(node, &BAKE) else { return bake };
    bake.take_plain(reader, &fields);
    if let (Some(node), Some((width, height))) = (reader.optional(&fields, "cells_per_tile"), size) {
        count_cells(reader, node, bake.cells_per_tile, width, height);
    }
    if let Some(node) = reader.optional(&fields, "layers") {
        bake.layers = layer_mask(reader, node, layers).unwrap_or(bake.layers);
    }
    bake
}

/// The layers of a list of their names, a bit for each.
pub(super) fn layer_mask(reader: &mut Reader, node: &Node, layers: &[String]) -> Option<u32> {
    let list = reader.list(node, "`layers`", "[\"default\"]")?;
    let named = list.iter().filter_map(|node| layer_name(reader, node, layers));
    Some(named.fold(0, |mask, layer| mask | 1 << layer))
}

/// Reports cells that are more than a map may have.
fn count_cells(reader: &mut Reader, node: &Node, by: u32, width: u32, height: u32) {
    let most = limits::MAP_TILES as u32;
    if width.max(height) * by <= most {
        return;
    }
    let message =
        format!("too many cells: {by} to a tile make {} x {} for {width} x {height} tiles", width * by, height * by);
    let help = match most / width.max(height) {
        1 => format!("the limit is {most} x {most} cells: leave it at 1"),
        fits => format!("the limit is {most} x {most} cells: at most {fits} to a tile fit"),
    };
    reader.report(node.span, message, help);
}

pub(super) fn obstacles(reader: &mut Reader, fields: &Fields, site: &Site) -> Vec<Obstacle> {
    let list = reader.take_list(fields, "obstacles").unwrap_or_default();
    list.iter().filter_map(|node| obstacle(reader, node, site)).collect()
}

pub(super) fn obstacle(reader: &mut Reader, node: &Node, site: &Site) -> Option<Obstacle> {
    let fields = reader.open(node, &OBSTACLE)?;
    let name = reader.take::<Option<String>>(&fields, "name").map(Option::unwrap_or_default);
    let layer = reader.take_name_of(&fields, "layer", Noun::Layer, site.layers.iter().map(String::as_str));
    let shape = shape(reader, &fields);
    let motion = reader.optional(&fields, "motion").map(|node| motion(reader, node, site));
    let time = reader.take(&fields, "standing_time");
    let user = reader.take(&fields, "user");
    let (at, span) = spot(reader, &fields, site)?;
    let (motion, standing_time) = (motion.flatten(), time?);
    let obstacle = Obstacle { name: name?, at, shape: shape?, layer: layer? as u8, motion, standing_time, user };
    let (min, max) = obstacle.bounds();
    touches_map(reader, site, min, max, "obstacle", span);
    Some(obstacle)
}

fn shape(reader: &mut Reader, fields: &Fields) -> Option<Shape> {
    let (given, _) = reader.the_one(fields, "radius")?;
    if given == "radius" {
        return reader.take(fields, "radius").map(Shape::Circle);
    }
    let (size, angle) = (reader.take::<Vec2>(fields, "size"), reader.take(fields, "angle"));
    Some(Shape::Box { half: 0.5 * size?, along: angle::direction(angle?) })
}
