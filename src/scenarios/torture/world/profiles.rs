//! Random kinds of agents, within the ranges of [`PROPERTIES`](crate::profile::PROPERTIES).

use crate::level::Level;
use crate::profile::{
    AgentProfile, AreaFilter, AreaId, AvoidanceQuality, Flocking, Navigation, PROPERTIES, PropertyKind, Rays,
};
use crate::scenarios::Dice;

/// What agents may be able to do that links need.
const ABILITIES: [&str; 3] = ["\"sing\"", "climb", "swim"];

/// Gives a level profiles of its own, and changes a built-in one.
pub fn add_profiles(level: &mut Level, dice: &mut Dice) {
    (level.profiles[1].speed, level.profiles[1].max_speed) = (7.25, 7.25);
    for number in 0..dice.below(5) {
        let name = format!("{}kind {number}", ["", "'", "\\"][dice.below(3)]);
        let mut profile = AgentProfile { name, ..level.profiles[0].clone() };
        profile.areas = areas(dice, level.map.areas.len());
        shape(&mut profile, dice, level.map.lattice.tile_size);
        characterise(&mut profile, level.map.layers.len(), dice);
        level.profiles.push(profile);
    }
}

/// A kind of agent as a player may tune or bake it: like one that there is, with some properties anywhere in their ranges,
/// and now and then one out of its range.
pub fn profile(known: &AgentProfile, tile_size: f32, layers: usize, dice: &mut Dice) -> AgentProfile {
    let mut profile = known.clone();
    match dice.below(4) {
        0 => characterise(&mut profile, layers, dice),
        1 => shape(&mut profile, dice, tile_size),
        _ => {}
    }
    for _ in 0..dice.below(3) {
        let property = &PROPERTIES[dice.below(PROPERTIES.len())];
        // The body only as wide as others can still get past.
        if !matches!(property.name, "radius" | "avoidance_radius") {
            set_anywhere(&mut profile, property, dice);
        }
    }
    profile.max_speed = profile.max_speed.max(profile.speed);
    if dice.percent(5) {
        profile.mass = [-1.0, 0.0, f32::NAN, f32::INFINITY, 1e30][dice.below(5)];
    }
    profile
}

/// Gives a property any value of its range, its ends more often than others.
fn set_anywhere(profile: &mut AgentProfile, property: &crate::profile::Property, dice: &mut Dice) {
    let value = match &property.kind {
        PropertyKind::Number { range, .. } => match dice.below(4) {
            0 => *range.start(),
            1 => *range.end(),
            _ => dice.between(*range.start(), *range.end()),
        },
        PropertyKind::Count { range, .. } => dice.whole(i32::from(*range.start()), i32::from(*range.end())) as f32,
        PropertyKind::OneOf { numbers, .. } => f32::from(numbers[dice.below(numbers.len())]),
        PropertyKind::Switch { .. } => dice.below(2) as f32,
        PropertyKind::Choice { names, .. } => dice.below(names().len()) as f32,
        PropertyKind::Color
        | PropertyKind::AreaCosts
        | PropertyKind::ForbiddenAreas
        | PropertyKind::Abilities
        | PropertyKind::Layers => return,
    };
    property.set(profile, value);
}

/// Some areas forbidden, some at another cost.
fn areas(dice: &mut Dice, count: usize) -> AreaFilter {
    let mut filter = AreaFilter::default();
    for area in (0..count as u8).map(AreaId).filter(|&area| area != AreaId::NOT_WALKABLE) {
        match dice.below(12) {
            0 => filter.mask &= !(1 << area.0),
            1 => filter.costs.push((area, dice.between(0.1, 100.0))),
            _ => {}
        }
    }
    filter
}

/// Gives a profile a body, and says where it can walk: from the smallest up to one of three tiles.
fn shape(profile: &mut AgentProfile, dice: &mut Dice, tile_size: f32) {
    let widest = tile_size * if dice.percent(15) { 1.6 } else { 0.5 };
    profile.radius = dice.between(0.05, widest.max(0.06)).clamp(0.05, 16.0);
    profile.height = dice.between(0.1, 4.0);
    profile.step_height = [0.0, 0.4, dice.between(0.0, 2.0)][dice.below(3)];
    profile.max_slope = [45.0, dice.between(0.0, 89.0)][dice.below(2)];
    profile.jump_distance = [0.0, dice.between(0.0, 4.0 * tile_size).min(32.0)][dice.below(2)];
    profile.drop_height = [0.0, dice.between(0.0, 4.0)][dice.below(2)];
    profile.climb_cost = dice.between(0.0, 3.0);
    profile.danger = [1.0, 0.0, dice.between(0.0, 100.0)][dice.below(3)];
    profile.reward = [1.0, 0.0, dice.between(0.0, 100.0)][dice.below(3)];
}

/// Gives a profile all properties that are not of the body, at random: such as are possible. `layers` is how many the level
/// has.
pub fn characterise(profile: &mut AgentProfile, layers: usize, dice: &mut Dice) {
    let half = |dice: &mut Dice| dice.percent(50);
    profile.speed = [dice.between(0.5, 6.0), dice.between(0.1, 50.0)][usize::from(dice.percent(20))];
    profile.max_speed = (profile.speed + if half(dice) { dice.between(0.0, 9.0) } else { 0.0 }).min(50.0);
    profile.mass = [dice.between(0.5, 20.0), dice.between(0.5, 100.0)][usize::from(dice.percent(20))];
    profile.acceleration = [8.0, 20.0, 40.0, dice.between(0.5, 1000.0)][dice.below(4)];
    profile.acceptance_radius = dice.between(0.01, 2.0);
    profile.angular_speed = dice.between(10.0, 3600.0);
    profile.stopping_distance = if half(dice) { 0.0 } else { dice.between(0.0, 2.0) };
    profile.auto_braking = dice.percent(80);
    profile.auto_repath = dice.percent(80);
    profile.auto_traverse_links = dice.percent(80);
    profile.avoidance_quality = AvoidanceQuality::ALL[dice.below(4)];
    profile.avoidance_priority = dice.below(100) as u8;
    let wide = dice.percent(25).then(|| dice.between(0.05, 2.0 * profile.radius + 0.1).min(16.0));
    // One as wide as the body is none of its own.
    profile.avoidance_radius = wide.filter(|radius| *radius != profile.radius);
    profile.sight_range = dice.between(0.0, 1000.0);
    profile.sight_angle = dice.between(1.0, 360.0);
    profile.abilities = ABILITIES.into_iter().filter(|_| dice.percent(30)).map(str::to_owned).collect();
    profile.navigation = Navigation::ALL[usize::from(dice.percent(25))];
    (profile.rays, profile.flocking) = (Rays::default(), Flocking::default());
    if profile.navigation == Navigation::Rays || half(dice) {
        let layers = if half(dice) { u32::MAX } else { dice.below(1 << layers) as u32 };
        let (look_ahead, force) = (dice.between(0.1, 30.0), dice.between(0.0, 9000.0));
        profile.rays = Rays { whiskers: [1, 3, 5][dice.below(3)], look_ahead, force, layers };
        let mut weight = || dice.below(11) as f32;
        let (separation, alignment) = (weight(), weight());
        profile.flocking = Flocking { separation, alignment, cohesion: weight(), evasion: weight() };
    }
}
