//! The zones of danger and reward of a level, and how its ground wears.

use std::collections::BTreeMap;

use glam::Vec2;

use super::Site;
use super::areas::terrain_name;
use super::names::the_one_named;
use super::points::{far_point, point_of_place, spot, touches_map};
use crate::format::locations::Noun;
use crate::format::plain_fields::PlainFields;
use crate::format::problem::{Span, shown};
use crate::format::reader::{Fields, Reader, all};
use crate::format::syntax::{Node, Value};
use crate::format::table::{WEAR, ZONE};
use crate::level::{Extent, Terrain, TerrainId, Wear, Zone, largest_carried_radius};
use crate::sorting;

pub(super) fn zones(reader: &mut Reader, fields: &Fields, site: &Site) -> Vec<Zone> {
    let (mut zones, mut given) = (Vec::new(), BTreeMap::new());
    for entry in reader.take_map(fields, "zones") {
        let Some(name) = reader.map_name(entry, Noun::Zone, &mut given) else { continue };
        let Some(fields) = reader.open(&entry.value, &ZONE) else { continue };
        zones.extend(zone(reader, &fields, name, site, entry.key.span));
    }
    zones
}

/// A zone; `span` is where it is named.
pub(super) fn zone(reader: &mut Reader, fields: &Fields, name: String, site: &Site, span: Span) -> Option<Zone> {
    let mut zone = Zone { name, ..Zone::default() };
    zone.take_plain(reader, fields);
    zone.extent = extent(reader, fields, site)?;
    if let Some((min, max)) = zone.extent.bounds() {
        touches_map(reader, site, min, max, "zone", span);
    }
    Some(zone)
}

/// Where a zone is: a polygon, about an agent, or a disc.
fn extent(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Extent> {
    let (polygon, on) = (reader.optional(fields, "polygon"), reader.optional(fields, "on"));
    match (polygon, on) {
        (Some(_), _) => corners(reader, fields, site).map(Extent::Polygon),
        (None, Some(node)) => {
            let (radius, in_sight) = (reader.take_given(fields, "radius"), reader.take(fields, "in_sight"));
            let agent = the_one_named(reader, node, "`on`", site.agents);
            if let Some(radius) = radius {
                may_be_carried(reader, fields, site, radius);
            }
            Some(Extent::Riding { agent: agent?, radius: radius?, in_sight: in_sight? })
        }
        (None, None) => {
            reader.the_one(fields, "tile")?;
            let radius = reader.take_given(fields, "radius");
            let (at, _) = spot(reader, fields, site)?;
            Some(Extent::Circle { at, radius: radius? })
        }
    }
}

/// Reports a zone about an agent that covers too many cells of the map.
fn may_be_carried(reader: &mut Reader, fields: &Fields, site: &Site, radius: f32) {
    let Some(map) = site.map.filter(|_| site.measured) else { return };
    let most = largest_carried_radius(map);
    if let Some(node) = reader.optional(fields, "radius").filter(|_| radius > most) {
        let size = map.cells().tile_size;
        let message =
            format!("a zone that an agent carries is laid again as it walks, and {radius} is too far for that");
        reader.report(node.span, message, format!("at most {most} with cells of {size}"));
    }
}

fn corners(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Vec<Vec2>> {
    let list = reader.take_list(fields, "polygon")?;
    let range = ZONE.range("polygon");
    let corner = |node: &Node| match node.value {
        Value::Text => point_of_place(reader, node, "a corner is at one", site),
        _ => far_point(reader, node, "a corner", &range),
    };
    all(list.iter().map(corner))
}

pub(super) fn wear(reader: &mut Reader, node: &Node, terrains: &[Terrain]) -> Option<Wear> {
    let fields = reader.open(node, &WEAR)?;
    let is_worn = |name: &String| terrains.iter().position(|terrain| terrain.name == *name);
    let worn = match reader.optional(&fields, "terrains") {
        Some(_) => worn_terrains(reader, &fields, terrains),
        None => fields
            .in_table("terrains")
            .default::<Vec<String>>()
            .map(|names| names.iter().filter_map(is_worn).map(|index| TerrainId(index as u8)).collect()),
    };
    let mut wear = Wear::default();
    wear.take_plain(reader, &fields);
    Some(Wear { terrains: worn?, ..wear })
}

/// Terrains that one walks on, in order, each once.
fn worn_terrains(reader: &mut Reader, fields: &Fields, terrains: &[Terrain]) -> Option<Vec<TerrainId>> {
    let list = reader.take_list(fields, "terrains")?;
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
