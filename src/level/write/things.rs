//! Writing obstacles, links, switches, zones and wear.

use glam::Vec2;

use super::kinds::{layer_names, terrain_name};
use crate::angle;
use crate::format::plain_fields::PlainFields;
use crate::format::ron_text::Ron;
use crate::format::struct_text::StructText;
use crate::format::table::{BAKE, LINK, MOTION, OBSTACLE, SWITCH, WEAR, ZONE};
use crate::grid::Lattice;
use crate::level::{
    BakeSettings, Extent, Level, Link, Motion, Obstacle, Shape, Switch, Target, TileMap, Trigger, Wear, Zone, limits,
};

pub(super) fn obstacle(map: &TileMap, obstacle: &Obstacle) -> Ron {
    let text = StructText::of(&OBSTACLE)
        .put_given("name", (!obstacle.name.is_empty()).then_some(obstacle.name.as_str()))
        .put("at", obstacle.at);
    let text = match obstacle.shape {
        Shape::Circle(radius) => text.put("radius", radius),
        Shape::Box { half, along } => text.put("size", 2.0 * half).put("angle", degrees(along)),
    };
    text.put("layer", map.layers[obstacle.layer as usize].as_str())
        .put_given("motion", obstacle.motion.as_ref().map(motion))
        .put("standing_time", obstacle.standing_time)
        .put_value("user", &obstacle.user)
        .on_one_line()
}

fn motion(motion: &Motion) -> Ron {
    let when = match motion.trigger {
        Trigger::Always => Ron::from("always"),
        Trigger::Near(distance) => Ron::trusted(format!("Near({})", Ron::from(distance))),
        Trigger::Switched(true) => Ron::from("switched-on"),
        Trigger::Switched(false) => Ron::from("switched-off"),
    };
    let text = StructText::of(&MOTION).put("to", points(&motion.to)).put("when", when);
    let text = text.put_given("team", motion.team.as_deref()).put_given("needs", motion.needs.as_deref());
    motion.put_plain(text).on_one_line()
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

pub(super) fn zone(level: &Level, zone: &Zone) -> Ron {
    let text = StructText::of(&ZONE);
    let text = match &zone.extent {
        Extent::Circle { at, radius } => text.put("at", *at).put("radius", *radius),
        Extent::Polygon(corners) => text.put("polygon", points(corners)),
        Extent::Riding { agent, radius, in_sight } => {
            let on = level.agents[*agent].name.as_str();
            text.put("on", on).put("radius", *radius).put("in_sight", *in_sight)
        }
    };
    zone.put_plain(text).on_one_line()
}

pub(super) fn wear(level: &Level, wear: &Wear) -> Ron {
    let names = wear.terrains.iter().map(|&terrain| Ron::from(terrain_name(level, terrain)));
    wear.put_plain(StructText::of(&WEAR).put("terrains", Ron::list(names))).in_lines()
}

pub(super) fn link(map: &TileMap, link: &Link) -> Ron {
    let text = StructText::of(&LINK)
        .put_given("name", (!link.name.is_empty()).then_some(link.name.as_str()))
        .put("from", &spot(&map.lattice, link.from))
        .put("to", &spot(&map.lattice, link.to))
        .put_given("through", (!link.through.is_empty()).then(|| points(&link.through)))
        .put("one_way", !link.both_ways)
        .put("area", map.areas[link.area.0 as usize].name.as_str())
        .put_given("needs", link.needs.as_deref());
    link.put_plain(text).on_one_line()
}

fn points(points: &[Vec2]) -> Ron {
    Ron::list(points.iter().map(|&point| Ron::from(point)))
}

/// A tile where a point is its middle.
fn spot(lattice: &Lattice, point: Vec2) -> Target {
    let tile = lattice.tile_at(point);
    if lattice.centre(tile) == point { Target::Tile(tile) } else { Target::Point(point) }
}

pub(super) fn switch(switch: &Switch) -> Ron {
    StructText::of(&SWITCH)
        .put("tile", switch.tile)
        .put("turns", switch.turns.as_str())
        .put_given("team", switch.team.as_deref())
        .put_value("user", &switch.user)
        .on_one_line()
}

pub(super) fn bake(map: &TileMap) -> Option<Ron> {
    let (bake, plain) = (&map.bake, BakeSettings::default());
    let layers = (bake.layers != plain.layers).then(|| layer_names(map, bake.layers));
    let text = bake.put_plain(StructText::of(&BAKE).put_given("layers", layers));
    (*bake != plain).then(|| text.in_lines())
}
