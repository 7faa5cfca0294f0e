//! The areas of a level, and the terrains that belong to them.

use std::collections::BTreeMap;

use super::limits;
use crate::format::locations::Noun;
use crate::format::plain_fields::PlainFields;
use crate::format::problem::{Span, shown};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{KeyValue, Node};
use crate::format::table::{AREA, TERRAIN};
use crate::level::{Area, Terrain, TerrainId};
use crate::profile::{AREAS, AreaId};

/// The kinds of ground of a level as they are read.
pub(super) struct Kinds {
    pub areas: Vec<Area>,
    pub terrains: Vec<Terrain>,
    /// Where the costs of areas stand that `areas` gives.
    costs: BTreeMap<String, Span>,
}

/// The areas, and the terrains: those that name no area have one of their own name.
pub(super) fn kinds(reader: &mut Reader, fields: &Fields) -> Kinds {
    let mut kinds = Kinds { areas: Area::built_in(), terrains: Terrain::built_in(), costs: BTreeMap::new() };
    read_areas(reader, fields, &mut kinds);
    read_terrains(reader, fields, &mut kinds);
    for terrain in kinds.terrains.iter_mut().filter(|terrain| terrain.walkable) {
        terrain.cost = kinds.areas[terrain.area.0 as usize].cost;
    }
    kinds
}

fn read_areas(reader: &mut Reader, fields: &Fields, kinds: &mut Kinds) {
    let mut given = BTreeMap::new();
    for entry in reader.take_map(fields, "areas") {
        let Some(name) = reader.map_name(entry, Noun::Area, &mut given) else { continue };
        let names = kinds.areas.iter().map(|area| area.name.as_str());
        let Some(index) = reader.place_among(entry, Noun::Area, &name, names, AREAS) else { break };
        if index == AreaId::NOT_WALKABLE.0 as usize {
            reader.report(
                entry.key.span,
                "no agent can be in the area `not walkable`: its cost has no effect",
                "leave it out",
            );
            continue;
        }
        if index == kinds.areas.len() {
            kinds.areas.push(Area { name: name.clone(), cost: 1.0, user: None });
        }
        let Some(fields) = reader.open(&entry.value, &AREA) else { continue };
        kinds.areas[index].user = reader.take(&fields, "user");
        let Some(node) = reader.optional(&fields, "cost") else { continue };
        kinds.costs.insert(name, node.span);
        let cost = &mut kinds.areas[index].cost;
        *cost = reader.take(&fields, "cost").unwrap_or(*cost);
    }
}

fn read_terrains(reader: &mut Reader, fields: &Fields, kinds: &mut Kinds) {
    let mut given = BTreeMap::new();
    for entry in reader.take_map(fields, "terrains") {
        let Some(name) = reader.map_name(entry, Noun::Terrain, &mut given) else { continue };
        let names = kinds.terrains.iter().map(|terrain| terrain.name.as_str());
        let Some(index) = reader.place_among(entry, Noun::Terrain, &name, names, limits::TERRAINS) else { break };
        if index == kinds.terrains.len() {
            let plain = Terrain::built_in().swap_remove(0);
            kinds.terrains.push(Terrain { name, color: Terrain::COLOR, area: AreaId::NOT_WALKABLE, ..plain });
        }
        terrain(reader, entry, index, kinds);
    }
}

fn terrain(reader: &mut Reader, entry: &KeyValue, index: usize, kinds: &mut Kinds) {
    let mut terrain = kinds.terrains[index].clone();
    if let Some(fields) = reader.open(&entry.value, &TERRAIN) {
        terrain.take_changes(reader, &fields);
        if let Some(looks) = terrain.looks.filter(|_| reader.optional(&fields, "color").is_none()) {
            let built_in = kinds.terrains.iter().find(|known| known.name == looks.name());
            terrain.color = built_in.map_or(terrain.color, |known| known.color);
        }
        area_of_terrain(reader, &fields, entry.key.span, &mut terrain, kinds);
    }
    kinds.terrains[index] = terrain;
}

/// To which area a terrain belongs, and what that costs; `key` is where the terrain is named.
fn area_of_terrain(reader: &mut Reader, fields: &Fields, key: Span, terrain: &mut Terrain, kinds: &mut Kinds) {
    let cost_node = reader.optional(fields, "cost");
    let area_node = reader.optional(fields, "area");
    let cost = reader.take_given(fields, "cost");
    let area = area_node.and_then(|node| enterable_area(reader, node, &kinds.areas));
    if !terrain.walkable {
        terrain.cost = cost.unwrap_or(terrain.cost);
        terrain.area = AreaId::NOT_WALKABLE;
        if let Some(node) = area_node {
            let message = format!("{} is not walkable: it belongs to no area", shown(&terrain.name));
            reader.report(node.span, message, "leave `area` out, or make the terrain walkable");
        }
        return;
    }
    if area_node.is_some() {
        terrain.area = area.unwrap_or(AreaId::WALKABLE);
        return;
    }
    terrain.area = area_of_own_name(reader, key, terrain, kinds);
    let (Some(cost), Some(node)) = (cost, cost_node) else { return };
    if let Some(&first) = kinds.costs.get(&terrain.name) {
        reader.given_twice(node.span, format!("the cost of {} is given twice", shown(&terrain.name)), first);
    }
    kinds.areas[terrain.area.0 as usize].cost = cost;
}

/// The area by a terrain's own name, made if there is none yet.
fn area_of_own_name(reader: &mut Reader, key: Span, terrain: &Terrain, kinds: &mut Kinds) -> AreaId {
    let known = kinds.areas.iter().position(|area| area.name == terrain.name);
    let index = known.unwrap_or(kinds.areas.len());
    if index == AREAS {
        let message = format!("{} is one area too many: each walkable terrain is an area", shown(&terrain.name));
        let help = format!("a level has at most {AREAS}; terrains can share one: `area: \"grass\"` instead of `cost`");
        reader.report(key, message, help);
        return AreaId::WALKABLE;
    }
    if index == AreaId::NOT_WALKABLE.0 as usize {
        let message = "a walkable terrain cannot belong to the area `not walkable`";
        reader.report(key, message, "give it an `area`, another name, or `walkable: false`");
        return AreaId::WALKABLE;
    }
    if known.is_none() {
        kinds.areas.push(Area { name: terrain.name.clone(), cost: terrain.cost, user: None });
    }
    AreaId(index as u8)
}

/// An area by its name.
pub(super) fn area_name(reader: &mut Reader, node: &Node, areas: &[Area]) -> Option<AreaId> {
    let found = reader.name_of(node, Noun::Area, areas.iter().map(|area| area.name.as_str()));
    found.map(|index| AreaId(index as u8))
}

/// An area by its name where one can be.
pub(super) fn enterable_area(reader: &mut Reader, node: &Node, areas: &[Area]) -> Option<AreaId> {
    let area = area_name(reader, node, areas)?;
    if area == AreaId::NOT_WALKABLE {
        reader.report(node.span, "no agent can be in the area `not walkable`", "name another area");
    }
    (area != AreaId::NOT_WALKABLE).then_some(area)
}

/// The terrain that a field names, or that the table says where it is left out.
pub(super) fn take_terrain(
    reader: &mut Reader,
    fields: &Fields,
    name: &str,
    terrains: &[Terrain],
) -> Option<TerrainId> {
    let names = terrains.iter().map(|terrain| terrain.name.as_str());
    reader.take_name_of(fields, name, Noun::Terrain, names).map(|index| TerrainId(index as u8))
}

pub(super) fn terrain_name(reader: &mut Reader, node: &Node, terrains: &[Terrain]) -> Option<TerrainId> {
    let found = reader.name_of(node, Noun::Terrain, terrains.iter().map(|terrain| terrain.name.as_str()));
    found.map(|index| TerrainId(index as u8))
}
