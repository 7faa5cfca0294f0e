//! The kinds of agents of a level.

use std::collections::BTreeMap;

use super::areas::enterable_area;
use super::limits;
use super::obstacles::layer_mask;
use crate::format::field_type::FieldType;
use crate::format::locations::Noun;
use crate::format::problem::{Span, shown};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::Node;
use crate::format::table::{Field, NO_RAYS, PROFILE, ValueType};
use crate::level::{Area, UserData};
use crate::profile::{AgentProfile, AreaFilter, Navigation, ProfilePart, Property, PropertyKind};
use crate::sorting;

/// What a level gives names to that its profiles may use.
struct AreasAndLayers<'l> {
    areas: &'l [Area],
    layers: &'l [String],
}

/// The profiles, and what programs keep of them.
pub(super) fn profiles(
    reader: &mut Reader,
    fields: &Fields,
    areas: &[Area],
    layers: &[String],
) -> (Vec<AgentProfile>, BTreeMap<String, UserData>) {
    let mut users = BTreeMap::new();
    let mut profiles = AgentProfile::built_in();
    let walker = profiles[0].clone();
    let mut given = BTreeMap::new();
    for entry in reader.take_map(fields, "profiles") {
        let Some(name) = reader.map_name(entry, Noun::Profile, &mut given) else { continue };
        let names = profiles.iter().map(|profile| profile.name.as_str());
        let Some(index) = reader.place_among(entry, Noun::Profile, &name, names, limits::PROFILES) else { break };
        if index == profiles.len() {
            profiles.push(AgentProfile { name, ..walker.clone() });
        }
        let profile = &mut profiles[index];
        let user = self::profile(reader, &entry.value, profile, &AreasAndLayers { areas, layers });
        users.extend(user.map(|user| (profile.name.clone(), user)));
    }
    (profiles, users)
}

/// Reads a profile; gives what a program keeps of it.
fn profile(reader: &mut Reader, node: &Node, profile: &mut AgentProfile, named: &AreasAndLayers) -> Option<UserData> {
    let fields = reader.open(node, &PROFILE)?;
    properties(reader, ProfilePart::Profile, &fields, profile, named);
    ProfilePart::Profile.properties().for_each(|property| check_followed(reader, &fields, property, profile));
    for (part, name) in [(ProfilePart::Rays, "rays"), (ProfilePart::Flocking, "flocking")] {
        if reader.optional(&fields, name).is_some() {
            part.begin(profile);
        }
        if let Some(fields) = reader.take_struct(&fields, name) {
            properties(reader, part, &fields, profile, named);
        }
    }
    reader.take(&fields, "user")?
}

/// Reports numbers that are given and do not go with the property that they follow, and rays that are to lead and are not there,
/// in a profile that is changed. Where it is not known as it was, `is_known` is false, and only what is given tells.
pub(super) fn check_changed(reader: &mut Reader, fields: &Fields, profile: &AgentProfile, is_known: bool) {
    for property in ProfilePart::Profile.properties() {
        if property.followed().is_some_and(|other| is_known || reader.optional(fields, other.name).is_some()) {
            check_followed(reader, fields, property, profile);
        }
    }
    let is_blind = is_known && profile.navigation == Navigation::Rays && profile.rays.whiskers == 0;
    if let Some(node) = reader.optional(fields, "navigation").filter(|_| is_blind) {
        reader.report(node.span, NO_RAYS.0, NO_RAYS.1);
    }
}

/// Reports a number that is given and does not go with the property that it follows.
fn check_followed(reader: &mut Reader, fields: &Fields, property: &Property, profile: &AgentProfile) {
    let (Some(other), Some(range), Some(value)) =
        (property.followed(), property.range(profile), property.value(profile))
    else {
        return;
    };
    let (name, followed) = (property.name, other.value(profile).unwrap_or_default());
    if let Some(node) = reader.optional(fields, name).filter(|_| !range.contains(&value)) {
        let relation = if value < *range.start() { "too small" } else { "too large" };
        let message = format!("`{name}` ({value}) is {relation} for a `{}` of {followed}", other.name);
        let (least, most) = (range.start(), range.end());
        let help = format!("it is a number from {least} to {most}; if left out, it is that of `{}`", other.name);
        reader.report(node.span, message, help);
    }
}

/// Reads those fields of a struct of a profile that a step of a script changes; the others stay as they are.
pub(super) fn change(
    reader: &mut Reader,
    part: ProfilePart,
    fields: &Fields,
    profile: &mut AgentProfile,
    areas: &[Area],
    layers: &[String],
) {
    for property in part.properties() {
        if let Some(node) = reader.optional(fields, property.name) {
            read_property(reader, node, property, profile, &AreasAndLayers { areas, layers });
        }
    }
}

fn properties(
    reader: &mut Reader,
    part: ProfilePart,
    fields: &Fields,
    profile: &mut AgentProfile,
    named: &AreasAndLayers,
) {
    for property in part.properties() {
        if let Some(value) = property.followed().and_then(|other| other.value(profile)) {
            property.set(profile, value);
        }
        if let Some(node) = reader.optional(fields, property.name) {
            read_property(reader, node, property, profile, named);
        }
    }
}

fn read_property(
    reader: &mut Reader,
    node: &Node,
    property: &Property,
    profile: &mut AgentProfile,
    named: &AreasAndLayers,
) {
    let (what, in_table) = (format!("`{}`", property.name), &property.in_level().value);
    let value = match &property.kind {
        PropertyKind::Number { .. } => f32::read(reader, node, &what, in_table),
        PropertyKind::Count { .. } => u64::read(reader, node, &what, in_table).map(|count| count as f32),
        PropertyKind::OneOf { .. } => u16::read(reader, node, &what, in_table).map(f32::from),
        PropertyKind::Switch { .. } => {
            bool::read(reader, node, &what, in_table).map(|is_on| f32::from(u8::from(is_on)))
        }
        PropertyKind::Choice { names, .. } => {
            reader.one_of(node, &property.in_words(), &names()).map(|index| index as f32)
        }
        PropertyKind::Color => return profile.color = reader.color(node).unwrap_or(profile.color),
        PropertyKind::AreaCosts => {
            return area_costs(reader, node, property.in_level(), &mut profile.areas, named.areas);
        }
        PropertyKind::ForbiddenAreas => return forbidden_areas(reader, node, &mut profile.areas, named.areas),
        PropertyKind::Abilities => return abilities(reader, node, property.in_level(), profile),
        PropertyKind::Layers => {
            let layers = layer_mask(reader, node, named.layers);
            return profile.rays.layers = layers.unwrap_or(profile.rays.layers);
        }
    };
    if let Some(value) = value {
        property.set(profile, value);
    }
}

/// The profile that an agent names, or that the table says where it names none.
pub(super) fn take_profile(reader: &mut Reader, fields: &Fields, profiles: &[AgentProfile]) -> Option<usize> {
    reader.take_name_of(fields, "profile", Noun::Profile, profiles.iter().map(|profile| profile.name.as_str()))
}

pub(super) fn profile_name(reader: &mut Reader, node: &Node, profiles: &[AgentProfile]) -> Option<usize> {
    reader.name_of(node, Noun::Profile, profiles.iter().map(|profile| profile.name.as_str()))
}

fn abilities(reader: &mut Reader, node: &Node, field: &Field, profile: &mut AgentProfile) {
    let Some(list) = reader.list(node, "`abilities`", &field.example()) else { return };
    if !reader.check_length(node, list, "a profile", field) {
        return;
    }
    let mut given: BTreeMap<String, Span> = BTreeMap::new();
    for node in list {
        let Some(name) = reader.name(node, "the name of an ability", "\"climb\"") else { continue };
        if let Some(&first) = given.get(&name) {
            reader.given_twice(node.span, format!("the ability {} is given twice", shown(&name)), first);
        }
        reader.locations.names.entry((Noun::Ability, name.clone())).or_insert(node.span);
        given.insert(name, node.span);
    }
    profile.abilities = given.into_keys().collect();
}

fn area_costs(reader: &mut Reader, node: &Node, field: &Field, filter: &mut AreaFilter, areas: &[Area]) {
    let ValueType::Map(_, cost, _) = field.value else { unreachable!("`area_costs` is a map in the table") };
    let mut given: BTreeMap<String, Span> = BTreeMap::new();
    for entry in reader.map(node, "`area_costs`", "{\"mud\": 9.0}") {
        let area = enterable_area(reader, &entry.key, areas);
        let cost = f32::read(reader, &entry.value, "the cost of an area", cost);
        let (Some(area), Some(cost)) = (area, cost) else { continue };
        let name = &areas[area.0 as usize].name;
        match given.get(name) {
            Some(&first) => {
                reader.given_twice(entry.key.span, format!("the cost of {} is given twice", shown(name)), first)
            }
            None => filter.costs.push((area, cost)),
        }
        given.insert(name.clone(), entry.key.span);
    }
    sorting::sort_by_key(&mut filter.costs, |(area, _)| area.0);
}

fn forbidden_areas(reader: &mut Reader, node: &Node, filter: &mut AreaFilter, areas: &[Area]) {
    let Some(list) = reader.list(node, "`forbidden_areas`", "[\"mud\"]") else { return };
    for node in list {
        if let Some(area) = enterable_area(reader, node, areas) {
            filter.mask &= !(1 << area.0);
        }
    }
}
