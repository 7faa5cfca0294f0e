//! How the kinds of a level are written: areas, terrains and profiles.

use crate::level::format::{AreaEntry, FlockingEntry, ProfileEntry, RaysEntry, TerrainEntry};
use crate::level::{Area, Terrain, TileMap};
use crate::profile::{AgentProfile, AreaId, AvoidanceQuality, Color, Flocking, Navigation, Rays};

/// The areas that are not just as reading makes them.
pub(super) fn areas(map: &TileMap) -> Vec<(String, AreaEntry)> {
    let built_in = Area::built_in();
    let by_terrains = are_made_by_terrains(map);
    let is_told = |&(index, area): &(usize, &Area)| {
        !(by_terrains && has_own_terrain(map, index)) && built_in.get(index) != Some(area)
    };
    let told = map.areas.iter().enumerate().filter(is_told);
    told.map(|(_, area)| (area.name.clone(), AreaEntry { cost: area.cost })).collect()
}

/// The terrains that are not just as they are built in.
pub(super) fn terrains(map: &TileMap) -> Vec<(String, TerrainEntry)> {
    let (built_in, tell_costs) = (Terrain::built_in(), are_made_by_terrains(map));
    let own = map.terrains.iter().filter(|terrain| !built_in.contains(terrain));
    own.map(|own| (own.name.clone(), terrain(map, own, &built_in, tell_costs))).collect()
}

/// Whether a walkable terrain has the area of its own name.
fn has_own_area(map: &TileMap, terrain: &Terrain) -> bool {
    terrain.walkable && map.areas[terrain.area.0 as usize].name == terrain.name
}

/// Whether an area is that of a terrain of its name.
fn has_own_terrain(map: &TileMap, area: usize) -> bool {
    map.terrains.iter().any(|terrain| terrain.area.0 as usize == area && has_own_area(map, terrain))
}

/// Whether the areas of terrains stand behind all others, in the order of the terrains: then these make them when they
/// are read, and can tell their costs.
fn are_made_by_terrains(map: &TileMap) -> bool {
    let built_in = Area::built_in().len();
    let made = map.terrains.iter().filter(|terrain| has_own_area(map, terrain)).map(|terrain| terrain.area.0 as usize);
    let made: Vec<usize> = made.filter(|&area| area >= built_in).collect();
    let first = map.areas.len() - made.len();
    made.iter().copied().eq(first..map.areas.len())
}

fn terrain(map: &TileMap, terrain: &Terrain, built_in: &[Terrain], tells_cost: bool) -> TerrainEntry {
    let base = built_in.iter().find(|base| base.name == terrain.name).unwrap_or(&built_in[0]);
    let own_area = has_own_area(map, terrain);
    let has_cost = !terrain.walkable || own_area && tells_cost;
    let named_area = terrain.walkable && !own_area;
    TerrainEntry {
        walkable: terrain.walkable,
        cost: has_cost.then_some(terrain.cost),
        area: named_area.then(|| map.areas[terrain.area.0 as usize].name.clone()),
        color: color(terrain.color),
        jumpable: (terrain.jumpable != base.jumpable).then_some(terrain.jumpable),
        opaque: (terrain.opaque != base.opaque).then_some(terrain.opaque),
    }
}

/// The profiles that are not just as they are built in.
pub(super) fn profiles(profiles: &[AgentProfile], map: &TileMap) -> Vec<(String, ProfileEntry)> {
    let built_in = AgentProfile::built_in();
    let own = profiles.iter().filter(|profile| !built_in.contains(profile));
    own.map(|own| (own.name.clone(), profile(own, &built_in, map))).collect()
}

fn profile(profile: &AgentProfile, built_in: &[AgentProfile], map: &TileMap) -> ProfileEntry {
    let base = built_in.iter().find(|base| base.name == profile.name).unwrap_or(&built_in[0]);
    let name = |area: AreaId| map.areas[area.0 as usize].name.clone();
    let ids = (0..map.areas.len() as u8).map(AreaId);
    let forbidden = ids.filter(|&area| area != AreaId::NOT_WALKABLE && !profile.areas.allows(area));
    // Who finds the way by rays says which.
    let tells_rays = profile.rays != base.rays || profile.navigation == Navigation::Rays;
    ProfileEntry {
        radius: profile.radius,
        speed: profile.speed,
        mass: profile.mass,
        acceleration: profile.acceleration,
        acceptance_radius: profile.acceptance_radius,
        color: color(profile.color),
        area_costs: profile.areas.costs.iter().map(|&(area, cost)| (name(area), cost)).collect(),
        forbidden_areas: forbidden.map(name).collect(),
        max_speed: changed(profile.max_speed, profile.speed),
        avoidance_radius: profile.avoidance_radius,
        abilities: profile.abilities.clone(),
        rays: tells_rays.then(|| rays(profile.rays, map)),
        ..changes(profile, base)
    }
}

/// What is not as in `base`, of that which has a default of its own.
fn changes(profile: &AgentProfile, base: &AgentProfile) -> ProfileEntry {
    let (quality, navigation) = (profile.avoidance_quality, profile.navigation);
    ProfileEntry {
        height: changed(profile.height, base.height),
        step_height: changed(profile.step_height, base.step_height),
        max_slope: changed(profile.max_slope, base.max_slope),
        jump_distance: changed(profile.jump_distance, base.jump_distance),
        drop_height: changed(profile.drop_height, base.drop_height),
        climb_cost: changed(profile.climb_cost, base.climb_cost),
        danger: changed(profile.danger, base.danger),
        reward: changed(profile.reward, base.reward),
        angular_speed: changed(profile.angular_speed, base.angular_speed),
        stopping_distance: changed(profile.stopping_distance, base.stopping_distance),
        auto_braking: changed(profile.auto_braking, base.auto_braking),
        auto_repath: changed(profile.auto_repath, base.auto_repath),
        auto_traverse_links: changed(profile.auto_traverse_links, base.auto_traverse_links),
        avoidance_quality: changed(quality, base.avoidance_quality).map(AvoidanceQuality::name),
        avoidance_priority: changed(profile.avoidance_priority, base.avoidance_priority),
        sight_range: changed(profile.sight_range, base.sight_range),
        sight_angle: changed(profile.sight_angle, base.sight_angle),
        navigation: changed(navigation, base.navigation).map(Navigation::name),
        flocking: changed(profile.flocking, base.flocking).map(flocking),
        ..ProfileEntry::default()
    }
}

fn changed<T: PartialEq>(value: T, base: T) -> Option<T> {
    (value != base).then_some(value)
}

fn rays(rays: Rays, map: &TileMap) -> RaysEntry {
    let Rays { whiskers, look_ahead, force, layers } = rays;
    let layers = (layers != Rays::default().layers).then(|| layer_names(map, layers));
    RaysEntry { whiskers, look_ahead, force, layers }
}

fn flocking(flocking: Flocking) -> FlockingEntry {
    let Flocking { separation, alignment, cohesion, evasion } = flocking;
    FlockingEntry { separation, alignment, cohesion, evasion }
}

/// The names of the layers of a mask.
pub(super) fn layer_names(map: &TileMap, mask: u32) -> Vec<String> {
    let chosen = (0..).zip(&map.layers).filter(|(layer, _)| mask >> layer & 1 == 1);
    chosen.map(|(_, name)| name.clone()).collect()
}

fn color(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b)
}
