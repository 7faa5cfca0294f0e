//! What lies on the ground of random levels: places, obstacles and doors, links and switches, zones, wear.

use glam::Vec2;

use super::{point, tile};
use crate::angle;
use crate::grid::Cell;
use crate::level::{
    BakeSettings, Course, Extent, Level, Link, LinkKind, Motion, Obstacle, Shape, Switch, TerrainId, Trigger, Wear,
    Zone, ZoneKind,
};
use crate::profile::AreaId;
use crate::scenarios::Dice;

/// Gives a level named places of one and of several tiles.
pub fn add_places(level: &mut Level, dice: &mut Dice) {
    for number in 0..dice.below(5) {
        let mut tiles: Vec<Cell> = (0..[1, 3, 9][dice.below(3)]).map(|_| tile(dice, level)).collect();
        tiles.sort_unstable_by_key(|tile| (tile.y, tile.x));
        tiles.dedup();
        level.places.insert(format!("place {number}"), tiles);
    }
}

pub fn add_layers(level: &mut Level, dice: &mut Dice) {
    level.map.layers.extend((0..dice.below(4)).map(|layer| format!("layer {layer}")));
}

/// Gives a level obstacles, doors and other moving ones among them, and switches for those that move when switched.
pub fn add_obstacles(level: &mut Level, dice: &mut Dice) {
    for number in 0..dice.below(9) {
        let mut obstacle = obstacle(dice, level, number);
        if number % 4 == 3 {
            obstacle.name.clear();
        }
        let ground = tile(dice, level);
        if obstacle.is_switched() && !obstacle.name.is_empty() && level.map.is_walkable(ground) {
            level.switches.push(Switch { tile: ground, turns: obstacle.name.clone(), team: None, user: None });
        }
        level.map.obstacles.push(obstacle);
    }
}

/// An obstacle of a number: round or a box, on any layer, still or moving.
pub fn obstacle(dice: &mut Dice, level: &Level, number: usize) -> Obstacle {
    let size = level.map.lattice.tile_size;
    let large = if dice.percent(8) { 6.0 } else { 1.0 };
    let shape = if dice.percent(50) {
        Shape::Circle((large * size * dice.between(0.1, 0.8)).max(0.01))
    } else {
        let half = large * size * dice.point(Vec2::splat(0.05), Vec2::new(1.2, 0.8));
        Shape::Box { half: half.max(Vec2::splat(0.01)), along: angle::direction(dice.between(-360.0, 360.0)) }
    };
    let motion = dice.percent(40).then(|| motion(dice, level));
    Obstacle {
        name: format!("thing {number}"),
        at: point(dice, level),
        shape,
        layer: if dice.percent(20) { dice.below(level.map.layers.len()) as u8 } else { 0 },
        motion,
        standing_time: [0.5, 0.0, dice.between(0.0, 60.0)][dice.below(3)],
        user: None,
    }
}

fn motion(dice: &mut Dice, level: &Level) -> Motion {
    let size = level.map.lattice.tile_size;
    let near = Trigger::Near((size * dice.between(0.5, 4.0)).max(0.1));
    Motion {
        to: (0..dice.whole(1, 3)).map(|_| point(dice, level)).collect(),
        speed: if dice.percent(10) { dice.between(0.05, 50.0) } else { dice.between(0.05, 4.0) },
        wait: if dice.percent(50) { 0.0 } else { dice.between(0.0, 5.0) },
        course: Course::ALL[dice.below(3)],
        trigger: [Trigger::Always, near, Trigger::Switched(true), Trigger::Switched(false)][dice.below(4)],
        ..Motion::default()
    }
}

/// Lets some of the doors that open by themselves do so only for those who have an ability.
pub fn restrict_doors(level: &mut Level, dice: &mut Dice) {
    let abilities: Vec<String> = level.profiles.iter().flat_map(|profile| profile.abilities.clone()).collect();
    for motion in level.map.obstacles.iter_mut().filter_map(|obstacle| obstacle.motion.as_mut()) {
        if matches!(motion.trigger, Trigger::Near(_)) && !abilities.is_empty() && dice.percent(50) {
            motion.needs = dice.one(&abilities).cloned();
        }
    }
}

/// Gives a level links of every kind, two to a name, and switches for them.
pub fn add_links(level: &mut Level, dice: &mut Dice) {
    let tiles = level.map.tiles.rect().cells();
    let ground: Vec<Cell> = tiles.filter(|&tile| level.map.is_walkable(tile)).collect();
    let abilities: Vec<String> = level.profiles.iter().flat_map(|profile| profile.abilities.clone()).collect();
    for number in 0..if ground.len() < 2 { 0 } else { dice.below(7) } {
        let from = dice.below(ground.len());
        let to = (from + 1 + dice.below(ground.len() - 1)) % ground.len();
        let aside = 0.1 * level.map.lattice.tile_size * (number % 3) as f32;
        let to = level.map.lattice.centre(ground[to]) + Vec2::new(aside, 0.0);
        let name = if number == 5 { String::new() } else { format!("way {}", number / 2) };
        let link = Link {
            cost: dice.percent(50).then(|| dice.between(0.1, 9.0)),
            both_ways: dice.percent(60),
            active: dice.percent(70),
            area: [AreaId::JUMP, AreaId::WALKABLE, AreaId(5)][dice.below(3)],
            kind: LinkKind::ALL[dice.below(LinkKind::ALL.len())],
            speed: dice.percent(30).then(|| dice.between(0.1, 50.0)),
            capacity: dice.percent(40).then(|| dice.whole(1, 4) as u32),
            needs: if number % 2 == 1 { dice.one(&abilities).cloned() } else { None },
            name: name.clone(),
            ..Link::between(level.map.lattice.centre(ground[from]), to)
        };
        level.map.links.push(link);
        if !name.is_empty() {
            level.switches.push(Switch { tile: ground[dice.below(ground.len())], turns: name, team: None, user: None });
        }
    }
}

/// Makes bridges of any shape of some links that are walked.
pub fn bend_bridges(level: &mut Level, dice: &mut Dice) {
    let lattice = level.map.lattice;
    for link in level.map.links.iter_mut().filter(|link| link.kind == LinkKind::Walk) {
        for _ in 0..if dice.percent(50) { 1 + dice.below(4) } else { 0 } {
            let part = Vec2::new(dice.between(0.0, 1.0), dice.between(0.0, 1.0));
            link.through.push(lattice.origin + part * lattice.size());
        }
    }
}

/// Says how the ground of a level is baked, and which of it wears.
pub fn set_bake_and_wear(level: &mut Level, dice: &mut Dice) {
    let size = level.map.lattice.tile_size;
    if dice.percent(50) {
        level.map.bake = bake(dice, level);
    }
    let walked = (0..level.map.terrains.len()).filter(|&terrain| level.map.terrains[terrain].walkable);
    let terrains: Vec<TerrainId> =
        walked.filter(|_| dice.percent(30)).map(|terrain| TerrainId(terrain as u8)).collect();
    let (by_walking, recovery) = (dice.between(0.01, 0.9), dice.between(0.0, 60.0));
    let worn_cost = dice.between(0.1, 9.0);
    let wears = !terrains.is_empty() && size > 0.1 && dice.percent(50);
    level.wear = wears.then_some(Wear { terrains, by_walking, recovery, worn_cost });
}

/// How the ground is baked.
pub fn bake(dice: &mut Dice, level: &Level) -> BakeSettings {
    let size = level.map.lattice.tile_size;
    let some = dice.below(1 << level.map.layers.len()) as u32;
    let cells_per_tile = dice.whole(1, 4) as u32;
    BakeSettings {
        cells_per_tile,
        smallest_region: if dice.percent(60) { 0.0 } else { dice.between(0.0, 9.0 * size * size) },
        obstacle_epsilon: if dice.percent(60) { 0.0 } else { dice.between(0.0, 0.5 * size).min(16.0) },
        probe_epsilon: if dice.percent(80) { None } else { Some(dice.between(0.0, 0.5 * size).min(16.0)) },
        layers: if dice.percent(60) { u32::MAX } else { some },
        index: cells_per_tile == 1,
    }
}

/// Gives a level zones, one of them riding on an agent that has a name.
pub fn add_zones(level: &mut Level, dice: &mut Dice) {
    for number in 0..dice.below(5) {
        let zone = zone(dice, level, number);
        level.zones.push(zone);
    }
}

/// A zone of a number; every second one rides where there is an agent with a name.
pub fn zone(dice: &mut Dice, level: &Level, number: usize) -> Zone {
    let size = level.map.lattice.tile_size;
    let named: Vec<usize> = (0..level.agents.len()).filter(|&agent| !level.agents[agent].name.is_empty()).collect();
    let radius = (size * dice.between(0.2, 9.0)).max(0.1);
    let extent = match (dice.below(3), dice.one(&named)) {
        (0, Some(&agent)) => Extent::Riding { agent, radius, in_sight: dice.percent(50) },
        (1, _) => Extent::Polygon((0..dice.whole(3, 6)).map(|_| point(dice, level)).collect()),
        _ => Extent::Circle { at: point(dice, level), radius },
    };
    Zone {
        name: format!("zone {number}"),
        kind: [ZoneKind::Danger, ZoneKind::Reward][dice.below(2)],
        extent,
        strength: if dice.percent(50) { dice.between(0.0, 5.0) } else { dice.between(0.0, 100.0) },
        falloff: if dice.percent(50) { 0.0 } else { size * dice.between(0.0, 3.0) },
        ..Zone::default()
    }
}
