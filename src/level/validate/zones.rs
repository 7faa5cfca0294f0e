//! The zones of danger and reward of a level, and how its ground wears.

use std::collections::BTreeMap;

use glam::Vec2;

use super::areas::terrain_name;
use super::names::the_one_named;
use super::obstacles::{far_point, lacks, point_of_place, spot, touches_map};
use super::{Site, limits};
use crate::level::locations::Noun;
use crate::level::problem::{Span, shown};
use crate::level::reader::{Fields, Reader};
use crate::level::schema::{WEAR, ZONE};
use crate::level::syntax::{Node, Value};
use crate::level::{Extent, Terrain, TerrainId, Wear, Zone};
use crate::sorting;

pub(super) fn zones(reader: &mut Reader, node: Option<&Node>, site: &Site) -> Vec<Zone> {
    let example = "{\"fire\": (kind: \"danger\", at: (5.5, 3.5), radius: 2.0, strength: 8.0)}";
    let (mut zones, mut given) = (Vec::new(), BTreeMap::new());
    let Some(node) = node else { return zones };
    for entry in reader.map(node, "`zones`", example) {
        if zones.len() == limits::ZONES {
            let help = format!("a level has at most {}", limits::ZONES);
            reader.report(entry.key.span, "this is one zone too many", help);
            break;
        }
        let Some(name) = reader.map_name(entry, Noun::Zone, &mut given) else { continue };
        let zone = zone(reader, &entry.value, name, site);
        if let Some(zone) = &zone {
            zone_on_map(reader, zone, site, entry.key.span);
        }
        zones.extend(zone);
    }
    zones
}

pub(super) fn zone(reader: &mut Reader, node: &Node, name: String, site: &Site) -> Option<Zone> {
    let fields = reader.open(node, &ZONE)?;
    let (kind, strength) = (reader.take(&fields, "kind"), reader.take(&fields, "strength"));
    let falloff = reader.take(&fields, "falloff");
    let extent = extent(reader, &fields, site);
    Some(Zone { name, kind: kind?, extent: extent?, strength: strength?, falloff: falloff? })
}

/// Where a zone is: a polygon, about an agent, or a disc.
fn extent(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Extent> {
    let (polygon, on) = (reader.optional(fields, "polygon"), reader.optional(fields, "on"));
    let own = match (polygon, on) {
        (Some(_), _) => ["polygon", "", "", ""],
        (None, Some(_)) => ["on", "radius", "in_sight", ""],
        (None, None) => ["tile", "at", "place", "radius"],
    };
    foreign_to_extent(reader, fields, own);
    match (polygon, on) {
        (Some(node), _) => corners(reader, node, site).map(Extent::Polygon),
        (None, Some(node)) => {
            let (radius, in_sight) = (zone_radius(reader, fields), reader.take(fields, "in_sight"));
            let agent = the_one_named(reader, node, "`on`", site.agents);
            Some(Extent::Riding { agent: agent?, radius: radius?, in_sight: in_sight? })
        }
        (None, None) => {
            if ["tile", "at", "place"].iter().all(|name| reader.optional(fields, name).is_none()) {
                let disc = "`at: (x, y), radius: 2.0`";
                let help = format!("add {disc}, `polygon: [(x, y), ...]`, or `on: \"an agent\", radius: 2.0`");
                lacks(reader, fields, "this zone has no position", &help);
                return None;
            }
            let radius = zone_radius(reader, fields);
            let (at, _) = spot(reader, fields, site)?;
            Some(Extent::Circle { at, radius: radius? })
        }
    }
}

/// Reports fields that have no meaning together with those that say where a zone is.
fn foreign_to_extent(reader: &mut Reader, fields: &Fields, own: [&str; 4]) {
    let all = ["tile", "at", "place", "radius", "polygon", "on", "in_sight"];
    for foreign in all.iter().filter(|field| !own.contains(field)) {
        if let Some(entry) = fields.entry(foreign) {
            let kind = match own[0] {
                "polygon" => "a zone with a `polygon`",
                "on" => "a zone `on` an agent",
                _ => "a zone that is a disc",
            };
            reader.report(entry.key.span, format!("{kind} has no `{foreign}`"), "leave one of them out");
        }
    }
}

fn zone_radius(reader: &mut Reader, fields: &Fields) -> Option<f32> {
    reader.required_like(fields, "radius", "2.0").and_then(|_| reader.take(fields, "radius"))
}

fn corners(reader: &mut Reader, node: &Node, site: &Site) -> Option<Vec<Vec2>> {
    let list = reader.list(node, "`polygon`", "[(1, 1), (4, 1), (4, 3)]")?;
    if list.len() < 3 {
        if node.whole {
            let message = format!("a polygon has at least 3 corners, not {}", list.len());
            reader.report(node.span, message, "add corners: `[(1, 1), (4, 1), (4, 3)]`");
        }
        return None;
    }
    if list.len() > limits::CORNERS {
        let message = format!("there are too many corners: {}", list.len());
        reader.report(list[limits::CORNERS].span, message, format!("a zone has at most {}", limits::CORNERS));
        return None;
    }
    let corner = |node: &Node| match node.value {
        Value::Text => point_of_place(reader, node, "a corner is at one", site),
        _ => far_point(reader, node, "a corner"),
    };
    let corners: Vec<Vec2> = list.iter().filter_map(corner).collect();
    (corners.len() == list.len()).then_some(corners)
}

pub(super) fn zone_on_map(reader: &mut Reader, zone: &Zone, site: &Site, span: Span) {
    if let Some((min, max)) = zone.extent.bounds() {
        touches_map(reader, site, min, max, "zone", span);
    }
}

pub(super) fn wear(reader: &mut Reader, node: &Node, terrains: &[Terrain]) -> Option<Wear> {
    let fields = reader.open(node, &WEAR)?;
    let worn = match reader.optional(&fields, "terrains") {
        Some(node) => worn_terrains(reader, node, terrains),
        None => Some(vec![TerrainId(0)]),
    };
    let (by_walking, recovery) = (reader.take(&fields, "by_walking"), reader.take(&fields, "recovery"));
    let worn_cost = reader.take(&fields, "worn_cost");
    Some(Wear { terrains: worn?, by_walking: by_walking?, recovery: recovery?, worn_cost: worn_cost? })
}

/// Terrains that one walks on, in order, each once.
fn worn_terrains(reader: &mut Reader, node: &Node, terrains: &[Terrain]) -> Option<Vec<TerrainId>> {
    let list = reader.list(node, "`terrains`", "[\"grass\"]")?;
    if list.is_empty() && node.whole {
        reader.report(node.span, "no terrain wears", "name one, like `[\"grass\"]`, or leave `wear` out");
    }
    let mut worn = Vec::new();
    for node in list {
        let Some(terrain) = terrain_name(reader, node, terrains) else { continue };
        let Terrain { name, walkable, .. } = &terrains[terrain.0 as usize];
        if !walkable {
            reader.report(node.span, format!("no agent walks on {}: it cannot wear", shown(name)), "leave it out");
        }
        worn.push(terrain);
    }
    sorting::sort(&mut worn);
    worn.dedup();
    Some(worn)
}
