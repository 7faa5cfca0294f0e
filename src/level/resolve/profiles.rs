//! The kinds of agents of a level.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::areas::enterable_area;
use super::limits;
use super::obstacles::layer_mask;
use crate::format::field_type::FieldType;
use crate::format::locations::Noun;
use crate::format::problem::{Span, shown};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::Node;
use crate::format::table::{StructShape, USER_OF_PROFILE};
use crate::level::{Area, UserData};
use crate::profile::{AgentProfile, AreaFilter, Mutability, Navigation, ProfilePart, Property, PropertyKind, one_of};
use crate::sorting;

static PROFILE: LazyLock<StructShape> = LazyLock::new(|| StructShape {
    what: "a profile",
    name: "Profile",
    fields: ProfilePart::Profile.field_names(),
    example: "(radius: 0.35, speed: 3.0, mass: 12.0, color: \"#d0401f\")",
});

static RAYS: LazyLock<StructShape> = LazyLock::new(|| StructShape {
    what: "`rays`",
    name: "Rays",
    fields: ProfilePart::Rays.field_names(),
    example: "(whiskers: 3, look_ahead: 4.0)",
});

static FLOCKING: LazyLock<StructShape> = LazyLock::new(|| StructShape {
    what: "`flocking`",
    name: "Flocking",
    fields: ProfilePart::Flocking.field_names(),
    example: "(separation: 1.5, alignment: 1.0, cohesion: 0.5)",
});

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
    let fields = reader.fields(node, &PROFILE)?;
    properties(reader, ProfilePart::Profile, &fields, profile, named);
    if let Some(node) = reader.optional(&fields, "max_speed").filter(|_| profile.max_speed < profile.speed) {
        let message = format!("`max_speed` ({}) is less than `speed` ({})", profile.max_speed, profile.speed);
        reader.report(node.span, message, "it must be at least `speed`; if left out, it is the same");
    }
    let (wide, most) = (profile.avoidance_radius, profile.widest_avoidance());
    if let (Some(node), Some(wide)) = (reader.optional(&fields, "avoidance_radius"), wide.filter(|wide| *wide > most)) {
        let message = format!("`avoidance_radius` ({wide}) is more than ten times `radius` ({})", profile.radius);
        reader.report(node.span, message, format!("it may be up to {most}"));
    }
    for (part, name, shape) in [(ProfilePart::Rays, "rays", &RAYS), (ProfilePart::Flocking, "flocking", &FLOCKING)] {
        if let Some(node) = reader.optional(&fields, name) {
            read_part(reader, part, node, shape, profile, named);
        }
    }
    let navigation = reader.optional(&fields, "navigation").filter(|_| profile.navigation == Navigation::Rays);
    if let (Some(node), None) = (navigation, reader.optional(&fields, "rays")) {
        reader.report(node.span, "navigation by rays needs rays", "add `rays: (whiskers: 3, look_ahead: 4.0)`");
    }
    let node = reader.optional(&fields, USER_OF_PROFILE.name)?;
    UserData::read(reader, node, "`user`", &USER_OF_PROFILE.value)
}

/// Reads those fields of a struct of a profile that a step of a script changes; the others stay as they are.
pub(super) fn change(
    reader: &mut Reader,
    part: ProfilePart,
    fields: &Fields,
    changed: Mutability,
    profile: &mut AgentProfile,
    areas: &[Area],
    layers: &[String],
) {
    for property in part.properties().filter(|property| property.change == changed) {
        if let Some(node) = reader.optional(fields, property.name) {
            read_property(reader, node, property, profile, &AreasAndLayers { areas, layers });
        }
    }
}

/// Reads a struct within a profile.
fn read_part(
    reader: &mut Reader,
    part: ProfilePart,
    node: &Node,
    shape: &StructShape,
    profile: &mut AgentProfile,
    named: &AreasAndLayers,
) {
    part.begin(profile);
    if let Some(fields) = reader.fields(node, shape) {
        properties(reader, part, &fields, profile, named);
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
    let what = format!("`{}`", property.name);
    let value = match &property.kind {
        PropertyKind::Number { range, .. } => reader.number(node, &what, range.clone()),
        PropertyKind::Count { range, .. } => {
            let range = u64::from(*range.start())..=u64::from(*range.end());
            reader.count(node, &what, range).map(|count| count as f32)
        }
        PropertyKind::OneOf { numbers, .. } => one_number_of(reader, node, &what, numbers).map(f32::from),
        PropertyKind::Switch { .. } => reader.bool(node, &what).map(|is_on| f32::from(u8::from(is_on))),
        PropertyKind::Choice { names, .. } => {
            reader.one_of(node, &property.in_words(), &names()).map(|index| index as f32)
        }
        PropertyKind::Color => return profile.color = reader.color(node).unwrap_or(profile.color),
        PropertyKind::AreaCosts => return area_costs(reader, node, &mut profile.areas, named.areas),
        PropertyKind::ForbiddenAreas => return forbidden_areas(reader, node, &mut profile.areas, named.areas),
        PropertyKind::Abilities => return abilities(reader, node, profile),
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

/// One of a few whole numbers.
fn one_number_of(reader: &mut Reader, node: &Node, what: &str, numbers: &[u8]) -> Option<u8> {
    let help = format!("it is {}", one_of(numbers));
    let number = reader.whole(node, what, &help)?;
    let known = numbers.iter().copied().find(|&known| i128::from(known) == number);
    if known.is_none() {
        reader.report(node.span, format!("{what} cannot be {}", shown(reader.slice(node.span))), help);
    }
    known
}

fn abilities(reader: &mut Reader, node: &Node, profile: &mut AgentProfile) {
    let Some(list) = reader.list(node, "`abilities`", "[\"climb\"]") else { return };
    let mut given: BTreeMap<String, Span> = BTreeMap::new();
    for node in list {
        let Some(name) = reader.name(node, "the name of an ability", "\"climb\"") else { continue };
        if let Some(&first) = given.get(&name) {
            reader.given_twice(node.span, format!("the ability {} is given twice", shown(&name)), first);
        } else if given.len() == limits::ABILITIES {
            let help = format!("a profile has at most {}", limits::ABILITIES);
            reader.report(node.span, "this is one ability too many", help);
            break;
        }
        reader.locations.names.entry((Noun::Ability, name.clone())).or_insert(node.span);
        given.insert(name, node.span);
    }
    profile.abilities = given.into_keys().collect();
}

fn area_costs(reader: &mut Reader, node: &Node, filter: &mut AreaFilter, areas: &[Area]) {
    let mut given: BTreeMap<String, Span> = BTreeMap::new();
    for entry in reader.map(node, "`area_costs`", "{\"mud\": 9.0}") {
        let area = enterable_area(reader, &entry.key, areas);
        let cost = reader.number(&entry.value, "the cost of an area", limits::COST);
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
