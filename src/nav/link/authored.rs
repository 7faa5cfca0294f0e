//! The links that authors have laid, between the cells that are nearest to their ends.

use glam::Vec2;

use super::{LinkOrigin, NavLink};
use crate::grid::{Cell, Rect};
use crate::level::{Link, LinkKind, TileMap};
use crate::nav::NavGrid;
use crate::nav::moves::TILE_COST;
use crate::profile::{AgentProfile, AreaId};

/// How fast who takes no link is reckoned to be, in world units a second, where a link has a speed of its own: the speed
/// of the walker that every level has.
const WALKING_SPEED: f32 = 3.0;

/// The authored links that agents of a profile can use on a grid: active ones, of areas that they may enter, for which
/// they need nothing that they cannot do, whose ends are at passable cells or near enough to them, not both at the same
/// one.
///
/// Where the author says nothing of its cost, a link costs what its area costs for its length, as many times as it takes
/// longer to cross than to walk that far (never less: links are no reason to hope for more than before).
pub(in crate::nav) fn authored(map: &TileMap, profile: &AgentProfile, grid: &NavGrid) -> Vec<NavLink> {
    let is_able = |link: &Link| link.needs.as_ref().is_none_or(|needed| profile.abilities.contains(needed));
    let is_open = |link: &Link| link.active && profile.areas.allows(link.area) && is_able(link);
    let mut all = Vec::new();
    for (index, link) in map.links.iter().enumerate().filter(|(_, link)| is_open(link)) {
        let ends = (end(grid, profile, link.from), end(grid, profile, link.to));
        let (Some(from), Some(to)) = ends else { continue };
        if from == to {
            continue;
        }
        let by_area = || area_cost(map, profile, link.area) * slowness(link.kind, link.speed);
        let cost = cost(from, to, link.cost.unwrap_or_else(by_area));
        let (kind, speed, capacity) = (link.kind, link.speed, link.capacity.or(link.kind.capacity()));
        let origin = LinkOrigin::Authored(index);
        let there = NavLink { from, to, cost, area: link.area, origin, kind, speed, capacity };
        all.push(there);
        all.extend(link.both_ways.then_some(NavLink { from: to, to: from, ..there }));
    }
    all
}

/// The cell where a link begins or ends: the one that holds the point, if it is passable, or else the nearest one whose
/// middle is at most the body's radius and one cell away; the upper, then the left one of several.
fn end(grid: &NavGrid, profile: &AgentProfile, point: Vec2) -> Option<Cell> {
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

/// What a tile of an area costs agents of a profile.
pub(in crate::nav) fn area_cost(map: &TileMap, profile: &AgentProfile, area: AreaId) -> f32 {
    profile.areas.cost(area).unwrap_or_else(|| map.areas.get(area.0 as usize).map_or(1.0, |area| area.cost))
}

/// How many times as long as walking it takes to cross a link, at least 1. An author's speed counts against
/// [`WALKING_SPEED`], so that one ground serves all who walk alike, however fast each is.
pub(in crate::nav) fn slowness(kind: LinkKind, speed: Option<f32>) -> f32 {
    let own = match kind {
        LinkKind::Walk | LinkKind::Jump | LinkKind::Drop | LinkKind::Teleport => 1.0,
        LinkKind::Ladder => 1.0 / LinkKind::CLIMBING,
        LinkKind::Rope => 1.0 / LinkKind::ROPING,
        LinkKind::Lift => WALKING_SPEED / LinkKind::LIFTING,
    };
    match speed {
        Some(speed) if kind != LinkKind::Teleport => (WALKING_SPEED / speed).max(1.0),
        _ => own,
    }
}

/// What a link costs whose length counts so many times: never less, so that no estimate is more.
pub(in crate::nav) fn cost(from: Cell, to: Cell, factor: f32) -> u64 {
    let length = (from.distance_squared(to) as f64).sqrt();
    ((length * f64::from(factor) * TILE_COST as f64).ceil() as u64).max(1)
}
