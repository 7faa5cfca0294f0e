//! Writing obstacles, links, switches, zones and wear.

use glam::Vec2;

use super::agents;
use super::kinds::layer_names;
use crate::angle;
use crate::grid::Lattice;
use crate::level::format::{
    BakeEntry, LinkEntry, MotionEntry, ObstacleEntry, SwitchEntry, TargetEntry, TriggerEntry, WearEntry, ZoneEntry,
};
use crate::level::{
    BakeSettings, Extent, Level, Link, LinkKind, Motion, Obstacle, Shape, Switch, TerrainId, TileMap, Trigger, Wear,
    Zone, ZoneKind, limits,
};
use crate::profile::AreaId;

pub(super) fn obstacle(map: &TileMap, obstacle: &Obstacle) -> ObstacleEntry {
    let (radius, size, angle) = match obstacle.shape {
        Shape::Circle(radius) => (Some(radius), None, None),
        Shape::Box { half, along } => {
            let angle = degrees(along);
            (None, Some((2.0 * half).into()), (angle != 0.0).then_some(angle))
        }
    };
    ObstacleEntry {
        name: obstacle.name.clone(),
        at: obstacle.at.into(),
        radius,
        size,
        angle,
        layer: (obstacle.layer != 0).then(|| map.layers[obstacle.layer as usize].clone()),
        motion: obstacle.motion.as_ref().map(motion),
        standing_time: (obstacle.standing_time != Obstacle::STANDING_TIME).then_some(obstacle.standing_time),
    }
}

fn motion(motion: &Motion) -> MotionEntry {
    MotionEntry {
        to: motion.to.iter().map(|&point| point.into()).collect(),
        speed: motion.speed,
        wait: (motion.wait != 0.0).then_some(motion.wait),
        course: agents::course(motion.course),
        when: match motion.trigger {
            Trigger::Always => None,
            Trigger::Near(distance) => Some(TriggerEntry::Near(distance)),
            Trigger::Switched(true) => Some(TriggerEntry::Named("switched-on")),
            Trigger::Switched(false) => Some(TriggerEntry::Named("switched-off")),
        },
    }
}

/// The angle that gives this direction when it is read, to the last digit where there is one.
fn degrees(along: Vec2) -> f32 {
    let nearest = angle::degrees_of_direction(along);
    let turns = [nearest, nearest - 360.0, nearest + 360.0].into_iter().filter(|turn| limits::ANGLE.contains(turn));
    let near = |turn: f32| {
        let bits = turn.to_bits();
        [bits, bits + 1, bits.saturating_sub(1), bits + 2, bits.saturating_sub(2)].map(f32::from_bits)
    };
    turns.flat_map(near).find(|&degrees| angle::direction(degrees) == along).unwrap_or(nearest)
}

pub(super) fn zone(level: &Level, zone: &Zone) -> (String, ZoneEntry) {
    let entry = ZoneEntry {
        kind: match zone.kind {
            ZoneKind::Danger => "danger",
            ZoneKind::Reward => "reward",
        },
        strength: zone.strength,
        falloff: (zone.falloff != 0.0).then_some(zone.falloff),
        ..ZoneEntry::default()
    };
    let entry = match &zone.extent {
        Extent::Circle { at, radius } => ZoneEntry { at: Some((*at).into()), radius: Some(*radius), ..entry },
        Extent::Polygon(corners) => {
            ZoneEntry { polygon: Some(corners.iter().map(|&corner| corner.into()).collect()), ..entry }
        }
        Extent::Riding { agent, radius, in_sight } => {
            let on = Some(level.agents[*agent].name.clone());
            ZoneEntry { on, radius: Some(*radius), in_sight: in_sight.then_some(true), ..entry }
        }
    };
    (zone.name.clone(), entry)
}

pub(super) fn wear(map: &TileMap, wear: &Wear) -> WearEntry {
    let name = |&TerrainId(terrain): &TerrainId| map.terrains[terrain as usize].name.clone();
    WearEntry {
        terrains: wear.terrains.iter().map(name).collect(),
        by_walking: wear.by_walking,
        recovery: wear.recovery,
        worn_cost: wear.worn_cost,
    }
}

pub(super) fn link(map: &TileMap, link: &Link) -> LinkEntry {
    LinkEntry {
        name: link.name.clone(),
        from: spot(&map.lattice, link.from),
        to: spot(&map.lattice, link.to),
        cost: link.cost,
        one_way: (!link.both_ways).then_some(true),
        active: (!link.active).then_some(false),
        area: (link.area != AreaId::JUMP).then(|| map.areas[link.area.0 as usize].name.clone()),
        kind: (link.kind != LinkKind::default()).then_some(link.kind.name()),
        speed: link.speed,
        capacity: link.capacity,
        needs: link.needs.clone(),
    }
}

/// A tile where a point is its middle.
fn spot(lattice: &Lattice, point: Vec2) -> TargetEntry {
    let tile = lattice.tile_at(point);
    match lattice.centre(tile) == point {
        true => TargetEntry::Tile { tile: (tile.x, tile.y) },
        false => TargetEntry::Point { at: point.into() },
    }
}

pub(super) fn switch(switch: &Switch) -> SwitchEntry {
    SwitchEntry { tile: (switch.tile.x, switch.tile.y), turns: switch.turns.clone() }
}

pub(super) fn bake(map: &TileMap) -> Option<BakeEntry> {
    let (bake, plain) = (&map.bake, BakeSettings::default());
    (*bake != plain).then(|| BakeEntry {
        cells_per_tile: (bake.cells_per_tile != plain.cells_per_tile).then_some(bake.cells_per_tile),
        smallest_region: (bake.smallest_region != plain.smallest_region).then_some(bake.smallest_region),
        obstacle_epsilon: (bake.obstacle_epsilon != plain.obstacle_epsilon).then_some(bake.obstacle_epsilon),
        layers: (bake.layers != plain.layers).then(|| layer_names(map, bake.layers)),
        index: bake.index.then_some(true),
    })
}
