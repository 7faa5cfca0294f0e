//! Steps onto one-way tiles and off them. The edges that they cross are blocked for steps that could be made both ways, so they
//! are links of one cell: every search that is exact with links is exact with them.

use crate::grid::{Cell, Rect};
use crate::level::{LinkKind, Solid, TileMap};
use crate::nav::baked_ground::{BakedGround, ChangedGround};
use crate::nav::blocked_edges::{Survey, cells_aside};
use crate::nav::moves::{Move, MoveRules};
use crate::nav::nav_link::{LinkOrigin, NavLink};
use crate::nav::walkability::Walkability;
use crate::profile::{AgentProfile, AreaId};

use super::note_links;

/// The steps between passable cells of different tiles, one of which is crossed in this direction alone and none against it, where
/// neither a ledge nor an obstacle is between them.
pub(super) fn one_ways(map: &TileMap, profile: &AgentProfile, grid: &BakedGround) -> Vec<NavLink> {
    let mut steps = Vec::new();
    if !map.has_one_ways() {
        return steps;
    }
    let solid = Solid::new(map, profile);
    for tile in map.tiles.rect().cells() {
        let Some(way) = map.one_way(tile) else { continue };
        let ahead = way.beside(tile);
        let behind = Cell::new(2 * tile.x - ahead.x, 2 * tile.y - ahead.y);
        let is_against = |other: Cell| map.one_way(other).is_some_and(|other_way| other_way.beside(ahead) == tile);
        if !is_against(ahead) {
            add_steps(&solid, grid, (tile, ahead), &mut steps);
        }
        // What is behind and leads the same way has added its own.
        let is_against = map.one_way(behind).is_some_and(|other| other.beside(tile) == behind);
        if map.one_way(behind) != Some(way) && !is_against {
            add_steps(&solid, grid, (behind, tile), &mut steps);
        }
    }
    steps
}

/// Adds the steps from the cells of a tile to those of the one beside it.
fn add_steps(solid: &Solid, grid: &BakedGround, (tile, beside): (Cell, Cell), steps: &mut Vec<NavLink>) {
    let map = solid.map;
    let (dx, dy) = (beside.x - tile.x, beside.y - tile.y);
    let cells = map.cells_of_tiles(Rect::of_cell(tile));
    let is_at_border = |cell: &Cell| map.tile_of_cell(Cell::new(cell.x + dx, cell.y + dy)) == beside;
    for from in cells.cells().filter(is_at_border) {
        let to = Cell::new(from.x + dx, from.y + dy);
        let link = NavLink {
            from,
            to,
            cost: 0,
            area: map.terrain_at(beside).map_or(AreaId::WALKABLE, |terrain| terrain.area),
            origin: LinkOrigin::OneWay,
            kind: LinkKind::Walk,
            speed: None,
            capacity: None,
            winding: 1.0,
        };
        if let Some(link) = priced(grid, link).filter(|_| !is_blocked(solid, from, to)) {
            steps.push(link);
        }
    }
}

/// Whether a ledge or an obstacle blocks a straight step.
fn is_blocked(solid: &Solid, from: Cell, to: Cell) -> bool {
    let map = solid.map;
    if map.relief.is_none() && map.obstacles.is_empty() {
        return false;
    }
    let first = Cell::new(from.x.min(to.x), from.y.min(to.y));
    let (rect, size) = (Rect::of_cell(first), map.cells());
    let around = rect.grown(cells_aside(solid) + 2).clipped(size.width, size.height);
    let (right, below) = Survey::of(solid, &Walkability::of(solid, around), rect).blocks(first);
    if from.y == to.y { right } else { below }
}

/// Brings the costs of the steps in one direction up to date after those of cells have changed.
pub(in crate::nav::baked_ground) fn price_one_ways(grid: &mut BakedGround, changed: &mut ChangedGround) {
    let links = grid.links.authored();
    if links.iter().all(|link| link.origin != LinkOrigin::OneWay) {
        return;
    }
    let links = links.iter().filter_map(|&link| priced(grid, link)).collect();
    let differ = grid.links.replace_authored(links);
    note_links(grid, &differ, changed);
}

/// A link with its cost as the cells are now, if it is a step in one direction: `None` where it cannot be made.
pub(in crate::nav::baked_ground) fn priced(grid: &BakedGround, link: NavLink) -> Option<NavLink> {
    if link.origin != LinkOrigin::OneWay {
        return Some(link);
    }
    let (here, there) = (grid.cost(link.from)?, grid.cost(link.to)?);
    let climb = grid.climb(grid.number(link.from), grid.number(link.to));
    let cost = MoveRules::WALKING.cost(Move::between(link.from, link.to)?, here, there) + climb;
    Some(NavLink { cost, ..link })
}
