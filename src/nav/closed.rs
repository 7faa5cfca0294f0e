//! Why a cell, or the step between two cells, is closed to a body.

use glam::Vec2;

use super::blocked_edges::{cells_aside, distance};
use super::clearance::TOLERANCE;
use super::nav_grid::NavGrid;
use crate::grid::{Cell, Rect};
use crate::level::{Closed, Solid, TileMap};
use crate::profile::AgentProfile;

/// Why a body of a profile cannot be at the middle of a cell; `None` where it can. `grid` is baked from this map for
/// this profile. Of several reasons, the one into which the body reaches deepest.
pub fn why_closed(grid: &NavGrid, map: &TileMap, profile: &AgentProfile, cell: Cell) -> Option<Closed> {
    if grid.is_passable(cell) {
        return None;
    }
    let solid = Solid::new(map, profile);
    if let Some(closed) = solid.closed(map.tile_of_cell(cell)) {
        return Some(closed);
    }
    let point = grid.lattice().centre(cell);
    let touched = touched_ground(&solid, point).into_iter().chain(touched_obstacle(&solid, point));
    let deepest = touched.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, closed)| closed);
    deepest.or_else(|| grid.region(cell).map(Closed::Region))
}

/// Why a body of a profile cannot step from a passable cell to a passable neighbour, other than because cells beside
/// the step are closed; `None` if there is no such reason.
pub fn why_blocked(grid: &NavGrid, map: &TileMap, profile: &AgentProfile, from: Cell, to: Cell) -> Option<Closed> {
    let solid = Solid::new(map, profile);
    let corners = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
    let sides = corners.into_iter().flat_map(|corner| [(from, corner), (corner, to)]);
    let aside = cells_aside(&solid);
    // The body touches the ends of ledges in line with those that it would cross.
    let in_line = |(a, b): (Cell, Cell)| {
        let shifted = move |cell: Cell, by: i32| Cell::new(cell.x + by * (b.y - a.y), cell.y + by * (b.x - a.x));
        (0..=aside).flat_map(|by| [by, -by]).map(move |by| (shifted(a, by), shifted(b, by)))
    };
    let steps = sides.flat_map(in_line).filter_map(|(a, b)| {
        let (a, b) = (map.tile_of_cell(a), map.tile_of_cell(b));
        (a != b && is_open_ledge(&solid, a, b)).then(|| Closed::Step(solid.step(a, b)))
    });
    let (a, b) = (grid.lattice().centre(from), grid.lattice().centre(to));
    let keep = solid.distance_to_obstacles() - TOLERANCE;
    let is_near = |(at, obstacle)| (distance(obstacle, a.min(b), a.max(b)) < keep).then_some(Closed::Obstacle(at));
    let around = Vec2::splat(keep.max(0.0));
    steps.chain(solid.obstacles_near(a.min(b) - around, a.max(b) + around).filter_map(is_near)).next()
}

fn is_open_ledge(solid: &Solid, tile: Cell, beside: Cell) -> bool {
    solid.closed(tile).is_none() && solid.closed(beside).is_none() && solid.is_ledge(tile, beside)
}

/// The nearest closed tile or ledge that a body at a point touches, with how near it is beyond the body's radius.
fn touched_ground(solid: &Solid, point: Vec2) -> Option<(f32, Closed)> {
    let (lattice, radius) = (&solid.map.lattice, solid.profile.radius);
    let reach = Vec2::splat(radius);
    let (first, last) = (lattice.tile_at(point - reach), lattice.tile_at(point + reach));
    let tiles = Rect::of_cell(first).union(Rect::of_cell(last)).grown(1);
    let away = |low: Vec2, high: Vec2| (low - point).max(point - high).max(Vec2::ZERO).length();
    let mut nearest: Option<(f32, Closed)> = None;
    let mut note = |distance: f32, closed: Closed| {
        if distance < radius - TOLERANCE && nearest.is_none_or(|(least, _)| distance - radius < least) {
            nearest = Some((distance - radius, closed));
        }
    };
    for tile in tiles.cells() {
        let (low, high) = (lattice.corner(tile), lattice.corner(Cell::new(tile.x + 1, tile.y + 1)));
        if solid.closed(tile).is_some() {
            let distance = away(low, high);
            note(distance, Closed::Narrow(distance));
            continue;
        }
        let (right, below) = (Cell::new(tile.x + 1, tile.y), Cell::new(tile.x, tile.y + 1));
        for (beside, low) in [(right, Vec2::new(high.x, low.y)), (below, Vec2::new(low.x, high.y))] {
            if is_open_ledge(solid, tile, beside) {
                note(away(low, high), Closed::Step(solid.step(tile, beside)));
            }
        }
    }
    nearest
}

/// The obstacle that a body at a point touches most, with how near it is beyond the distance to be kept.
fn touched_obstacle(solid: &Solid, point: Vec2) -> Option<(f32, Closed)> {
    let keep = solid.distance_to_obstacles();
    let around = Vec2::splat(keep);
    let near = solid.obstacles_near(point - around, point + around);
    let all = near.map(|(at, obstacle)| (obstacle.distance(point) - keep, Closed::Obstacle(at)));
    all.filter(|(room, _)| *room < -TOLERANCE).min_by(|(a, _), (b, _)| a.total_cmp(b))
}
