//! Whether a body can go straight from one point to another.

use glam::Vec2;

use super::TOUCH;
use super::contact::{ledges_of, own_axes};
use crate::grid::Cell;
use crate::level::{Obstacle, Shape};
use crate::nav::Solid;
use crate::segment::distance_to_segment;

/// Whether a body of this radius can go straight from one point to another; a radius larger than its own keeps it off
/// walls. It also keeps the map's margin from obstacles, unless the two points do not.
pub fn can_go_straight(solid: &Solid, from: Vec2, to: Vec2, radius: f32) -> bool {
    let reach = (radius - TOUCH).max(0.0);
    is_free_of_tiles(solid, from, to, reach) && is_free_of_obstacles(solid, from, to, reach)
}

fn is_free_of_tiles(solid: &Solid, from: Vec2, to: Vec2, reach: f32) -> bool {
    let lattice = &solid.map.lattice;
    let first_row = lattice.tile_at(from.min(to) - Vec2::splat(reach)).y;
    let last_row = lattice.tile_at(from.max(to) + Vec2::splat(reach)).y;
    (first_row..=last_row).all(|y| {
        let top = lattice.corner(Cell::new(0, y)).y - reach;
        let bottom = lattice.corner(Cell::new(0, y + 1)).y + reach;
        let Some((left, right)) = columns_between(from, to, top, bottom) else { return true };
        let first = lattice.tile_at(Vec2::new(left - reach, 0.0)).x;
        let last = lattice.tile_at(Vec2::new(right + reach, 0.0)).x;
        (first..=last).map(|x| Cell::new(x, y)).all(|tile| is_free_of(solid, tile, from, to, reach))
    })
}

/// Whether the segment keeps `reach` from a tile, if that is closed, or from the ledges on its right and lower side.
fn is_free_of(solid: &Solid, tile: Cell, from: Vec2, to: Vec2, reach: f32) -> bool {
    if solid.closed(tile).is_some() {
        let low = solid.map.lattice.corner(tile);
        let high = solid.map.lattice.corner(Cell::new(tile.x + 1, tile.y + 1));
        return distance_to_box(from, to, low, high) >= reach;
    }
    solid.map.relief.is_none()
        || ledges_of(solid, tile).all(|(low, high)| distance_to_box(from, to, low, high) >= reach.max(TOUCH))
}

fn is_free_of_obstacles(solid: &Solid, from: Vec2, to: Vec2, reach: f32) -> bool {
    if solid.map.obstacles.is_empty() {
        return true;
    }
    let margin = solid.margin();
    let around = Vec2::splat(reach + margin);
    solid.obstacles_near(from.min(to) - around, from.max(to) + around).all(|(_, obstacle)| {
        let nearest = distance_to_obstacle(from, to, obstacle);
        if nearest >= reach + margin {
            return true;
        }
        let at_ends = obstacle.distance(from).min(obstacle.distance(to)) - TOUCH;
        nearest > 0.0 && nearest >= at_ends.min(reach + margin).max(reach)
    })
}

/// The distance of a segment from an obstacle; 0 where they meet.
fn distance_to_obstacle(from: Vec2, to: Vec2, obstacle: &Obstacle) -> f32 {
    match obstacle.shape {
        Shape::Circle(radius) => (distance_to_segment(obstacle.at, from, to) - radius).max(0.0),
        Shape::Box { half, along } => {
            let own = |point: Vec2| own_axes(point - obstacle.at, along);
            distance_to_box(own(from), own(to), -half, half)
        }
    }
}

/// The least and greatest x of the part of a segment whose y is between two values.
fn columns_between(from: Vec2, to: Vec2, top: f32, bottom: f32) -> Option<(f32, f32)> {
    let (upper, lower) = if from.y <= to.y { (from, to) } else { (to, from) };
    if upper.y > bottom || lower.y < top {
        return None;
    }
    let along = lower - upper;
    let x_at =
        |y: f32| if along.y > 0.0 { upper.x + along.x * ((y - upper.y) / along.y).clamp(0.0, 1.0) } else { upper.x };
    let (a, b) = if along.y > 0.0 { (x_at(top), x_at(bottom)) } else { (upper.x, lower.x) };
    Some((a.min(b), a.max(b)))
}

fn distance_to_box(from: Vec2, to: Vec2, low: Vec2, high: Vec2) -> f32 {
    if crosses_box(from, to, low, high) {
        return 0.0;
    }
    let of_end = |end: Vec2| end.distance(end.clamp(low, high));
    let of_corner = |corner: Vec2| distance_to_segment(corner, from, to);
    let corners = [low, high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y)];
    corners.into_iter().map(of_corner).fold(of_end(from).min(of_end(to)), f32::min)
}

/// Whether a segment meets a box, its edges included.
pub fn crosses_box(from: Vec2, to: Vec2, low: Vec2, high: Vec2) -> bool {
    let along = to - from;
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        if along[axis] == 0.0 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return false;
            }
            continue;
        }
        let (a, b) = ((low[axis] - from[axis]) / along[axis], (high[axis] - from[axis]) / along[axis]);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    enter <= leave
}
