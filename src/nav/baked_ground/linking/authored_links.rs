//! Authored links, between the cells that are nearest to their ends.

use glam::Vec2;

use super::one_ways::one_ways;
use crate::grid::{Cell, Rect};
use crate::level::{Link, LinkKind, TileMap};
use crate::nav::baked_ground::BakedGround;
use crate::nav::moves::TILE_COST;
use crate::nav::nav_link::{LinkOrigin, NavLink};
use crate::profile::{AgentProfile, AreaId};

/// The greatest cost of a link, so that totals fit: that of five million tiles.
pub(in crate::nav) const GREATEST_COST: u64 = 1 << 40;

/// The authored links that agents of a profile can use on a grid: active ones, of areas that they may enter, for which
/// they have the abilities, and whose ends lie at or near two different passable cells; and the steps in one direction.
///
/// The cost of a link is the time that crossing it takes times the profile's speed, as a length in tiles, times the
/// cost of its area; unless the author sets the cost of a tile.
pub(in crate::nav) fn authored(map: &TileMap, profile: &AgentProfile, grid: &BakedGround) -> Vec<NavLink> {
    let is_able = |link: &Link| link.needs.as_ref().is_none_or(|needed| profile.abilities.contains(needed));
    let is_open = |link: &Link| link.active && profile.areas.allows(link.area) && is_able(link);
    let (lattice, mut all) = (grid.lattice(), Vec::new());
    for (index, link) in map.links.iter().enumerate().filter(|(_, link)| is_open(link)) {
        let ends = (end(grid, profile, link.from), end(grid, profile, link.to));
        let (Some(from), Some(to)) = ends else { continue };
        if from == to {
            continue;
        }
        let length = lattice.centre(from).distance(lattice.centre(to));
        let by_area = || area_cost(map, profile, link.area) * slowness(profile, link.kind, link.speed, length);
        let winding = winding(link);
        let cost = cost(from, to, link.cost.unwrap_or_else(by_area) * winding);
        let (kind, speed, capacity) = (link.kind, link.speed, Some(link.room()));
        let origin = LinkOrigin::Authored(index);
        let there = NavLink { from, to, cost, area: link.area, origin, kind, speed, capacity, winding };
        all.push(there);
        all.extend(link.both_ways.then_some(NavLink { from: to, to: from, ..there }));
    }
    all.extend(one_ways(map, profile, grid));
    all
}

/// The cell where a link begins or ends: the one that holds the point, if it is passable, or else the nearest one whose
/// middle is at most the body's radius and one cell away; the upper, then the left one of several.
fn end(grid: &BakedGround, profile: &AgentProfile, point: Vec2) -> Option<Cell> {
    let lattice = grid.lattice();
    let cell = lattice.tile_inside(point)?;
    if grid.is_passable(cell) {
        return Some(cell);
    }
    let reach = profile.radius + lattice.tile_size;
    let near = Rect::of_cell(cell).grown((reach / lattice.tile_size).ceil() as i32);
    let passable = near.clipped(lattice.width, lattice.height).cells().filter(|&cell| grid.is_passable(cell));
    let with_distance = passable.map(|cell| (cell, lattice.centre(cell).distance(point)));
    let nearest = with_distance.filter(|&(_, distance)| distance <= reach).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|(cell, _)| cell)
}

/// How many times as long a link is as the straight line between its ends.
fn winding(link: &Link) -> f32 {
    if link.through.is_empty() { 1.0 } else { link.length() / link.from.distance(link.to) }
}

/// The cost of a tile of an area for agents of a profile.
pub(in crate::nav) fn area_cost(map: &TileMap, profile: &AgentProfile, area: AreaId) -> f32 {
    profile.areas.cost(area).unwrap_or_else(|| map.areas.get(area.0 as usize).map_or(1.0, |area| area.cost))
}

/// How many times as long as walking it takes an agent of a profile to cross a link of `length` world units. A link
/// that is faster than the agent, such as most teleports, takes less than walking: estimates are limited by the
/// [cheapest link](crate::nav::links::Links::least_cost).
pub(in crate::nav) fn slowness(profile: &AgentProfile, kind: LinkKind, speed: Option<f32>, length: f32) -> f32 {
    // Without the agent's speed where that is no matter: rounded by each speed to another number, what was baked for one would
    // not do for the other.
    match (kind, speed) {
        (LinkKind::Teleport, _) => profile.speed * LinkKind::MOMENT / length,
        (_, Some(speed)) => profile.speed / speed,
        (LinkKind::Walk | LinkKind::Jump | LinkKind::Drop, None) => 1.0,
        (LinkKind::Ladder, None) => 1.0 / LinkKind::CLIMBING,
        (LinkKind::Rope, None) => 1.0 / LinkKind::ROPING,
        (LinkKind::Lift, None) => profile.speed / LinkKind::LIFTING,
    }
}

/// The cost of a link whose length is multiplied by `factor`, rounded up: 1 to [`GREATEST_COST`].
pub(in crate::nav) fn cost(from: Cell, to: Cell, factor: f32) -> u64 {
    let length = (from.distance_squared(to) as f64).sqrt();
    ((length * f64::from(factor) * TILE_COST as f64).ceil() as u64).clamp(1, GREATEST_COST)
}
