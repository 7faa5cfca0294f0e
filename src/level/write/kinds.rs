//! How the kinds of a level are written: areas, terrains and profiles.

use crate::format::field_type::FieldType;
use crate::format::plain_fields::PlainFields;
use crate::format::ron_text::Ron;
use crate::format::struct_text::StructText;
use crate::format::table::{AREA, TERRAIN};
use crate::level::{Area, Level, Terrain, TerrainId, TileMap, UserData};
use crate::profile::{AgentProfile, AreaId, Navigation, ProfilePart, Property, PropertyKind};

/// The areas that are not just as reading makes them.
pub(super) fn areas(map: &TileMap) -> Vec<(&str, Ron)> {
    let built_in = Area::built_in();
    let by_terrains = are_made_by_terrains(map);
    let is_told = |&(index, area): &(usize, &Area)| {
        !(by_terrains && has_own_terrain(map, index) && area.user.is_none()) && built_in.get(index) != Some(area)
    };
    let told = map.areas.iter().enumerate().filter(is_told);
    let written = |area: &Area| StructText::of(&AREA).put("cost", area.cost).put_value("user", &area.user);
    told.map(|(_, area)| (area.name.as_str(), written(area).on_one_line())).collect()
}

/// The terrains that differ from the built-in ones.
pub(super) fn terrains(map: &TileMap) -> Vec<(&str, Ron)> {
    let (built_in, tell_costs) = (Terrain::built_in(), are_made_by_terrains(map));
    let own = map.terrains.iter().filter(|terrain| !built_in.contains(terrain));
    own.map(|own| (own.name.as_str(), terrain(map, own, &built_in, tell_costs))).collect()
}

/// Whether a walkable terrain has the area of its own name.
fn has_own_area(map: &TileMap, terrain: &Terrain) -> bool {
    terrain.walkable && map.areas[terrain.area.0 as usize].name == terrain.name
}

/// Whether an area is that of a terrain of its name.
fn has_own_terrain(map: &TileMap, area: usize) -> bool {
    map.terrains.iter().any(|terrain| terrain.area.0 as usize == area && has_own_area(map, terrain))
}

/// Whether the areas of terrains, but for those of which programs keep something, stand behind all others, in the order of the
/// terrains: then these make them when they are read, and can tell their costs.
fn are_made_by_terrains(map: &TileMap) -> bool {
    let built_in = Area::built_in().len();
    let made = map.terrains.iter().filter(|terrain| has_own_area(map, terrain)).map(|terrain| terrain.area.0 as usize);
    let made: Vec<usize> = made.filter(|&area| area >= built_in && map.areas[area].user.is_none()).collect();
    let first = map.areas.len() - made.len();
    made.iter().copied().eq(first..map.areas.len())
}

fn terrain(map: &TileMap, terrain: &Terrain, built_in: &[Terrain], tells_cost: bool) -> Ron {
    let same_name = built_in.iter().find(|base| base.name == terrain.name).cloned();
    let base = same_name.unwrap_or_else(|| Terrain { color: Terrain::COLOR, ..built_in[0].clone() });
    let own_area = has_own_area(map, terrain);
    let has_cost = !terrain.walkable || own_area && tells_cost && map.areas[terrain.area.0 as usize].user.is_none();
    let named_area = terrain.walkable && !own_area;
    let area = named_area.then(|| map.areas[terrain.area.0 as usize].name.as_str());
    let text = StructText::of(&TERRAIN).put_given("cost", has_cost.then_some(terrain.cost)).put_given("area", area);
    terrain.put_changes(&base, text).on_one_line()
}

pub(in crate::level) fn terrain_name(level: &Level, terrain: TerrainId) -> String {
    level.map.terrains[terrain.0 as usize].name.clone()
}

/// The profiles that differ from the built-in ones, and those of which programs keep something.
pub(super) fn profiles(level: &Level) -> Vec<(&str, Ron)> {
    let built_in = AgentProfile::built_in();
    let user = |profile: &AgentProfile| level.user_of_profiles.get(&profile.name);
    let own = level.profiles.iter().filter(|own| !built_in.contains(own) || user(own).is_some());
    own.map(|own| (own.name.as_str(), profile(own, &built_in, &level.map, user(own)))).collect()
}

fn profile(profile: &AgentProfile, built_in: &[AgentProfile], map: &TileMap, user: Option<&UserData>) -> Ron {
    let base = built_in.iter().find(|base| base.name == profile.name).unwrap_or(&built_in[0]);
    // The properties in which the built-in profiles differ are always written.
    let is_characteristic =
        |property: &Property| built_in.iter().any(|one| property.value(one) != property.value(&built_in[0]));
    let is_written = |property: &Property| match property.followed() {
        Some(other) => property.value(profile) != other.value(profile),
        None => property.value(profile) != property.value(base) || is_characteristic(property),
    };
    let mut fields: Vec<_> = ProfilePart::Profile
        .properties()
        .filter(|property| property.value(profile).is_none() || is_written(property))
        .filter_map(|property| Some((property.name, entry(property, profile, map)?)))
        .collect();
    if profile.rays != base.rays || profile.navigation == Navigation::Rays {
        fields.push(("rays", part(ProfilePart::Rays, profile, map)));
    }
    if profile.flocking != base.flocking {
        fields.push(("flocking", part(ProfilePart::Flocking, profile, map)));
    }
    fields.extend(user.and_then(UserData::written).map(|user| ("user", user)));
    Ron::fields(fields)
}

/// A struct within a profile.
fn part(part: ProfilePart, profile: &AgentProfile, map: &TileMap) -> Ron {
    let fields = part.properties().filter_map(|property| Some((property.name, entry(property, profile, map)?)));
    Ron::fields(fields)
}

/// A property as it is written; none where that is an empty list, or all layers.
fn entry(property: &Property, profile: &AgentProfile, map: &TileMap) -> Option<Ron> {
    let area = |area: AreaId| map.areas[area.0 as usize].name.as_str();
    let list = |names: Vec<&str>| (!names.is_empty()).then(|| Ron::list(names.into_iter().map(Ron::from)));
    match &property.kind {
        PropertyKind::Number { field, .. } => Some(Ron::from((field.get)(profile))),
        PropertyKind::Count { field, .. } | PropertyKind::OneOf { field, .. } => Some(Ron::from((field.get)(profile))),
        PropertyKind::Switch { field } => Some(Ron::from((field.get)(profile))),
        PropertyKind::Choice { names, field } => Some(Ron::from(names()[(field.get)(profile)])),
        PropertyKind::Color => Some(Ron::from(profile.color.to_string())),
        PropertyKind::AreaCosts => {
            let costs = profile.areas.costs.iter().map(|&(id, cost)| (area(id), Ron::from(cost)));
            (!profile.areas.costs.is_empty()).then(|| Ron::map(costs))
        }
        PropertyKind::ForbiddenAreas => {
            let all = (0..map.areas.len() as u8).map(AreaId);
            let forbidden = all.filter(|&area| area != AreaId::NOT_WALKABLE && !profile.areas.allows(area));
            list(forbidden.map(area).collect())
        }
        PropertyKind::Abilities => list(profile.abilities.iter().map(String::as_str).collect()),
        PropertyKind::Layers => {
            let mask = profile.rays.layers;
            (mask != u32::MAX).then(|| layer_names(map, mask))
        }
    }
}

/// The names of the layers of a mask.
pub(super) fn layer_names(map: &TileMap, mask: u32) -> Ron {
    let chosen = (0..).zip(&map.layers).filter(|(layer, _)| mask >> layer & 1 == 1);
    Ron::list(chosen.map(|(_, name)| Ron::from(name.as_str())))
}
