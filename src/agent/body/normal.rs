//! The normal of what a body touches, in corners too.

use glam::Vec2;

use super::MovingBody;
use super::contact::{Contact, ledges_of, with_obstacle};
use crate::grid::Cell;
use crate::nav::Solid;

/// The normal where a body touches something, a unit vector: that of what it touches, blended with the normals of all
/// within `margin` world units, the less the farther. So it turns steadily where the body passes an inner corner, and
/// does not jump from one wall to the other. Obstacles, moving ones too, count where their bit is set in `layers`. Zero
/// where nothing is near.
pub fn blended_normal(solid: &Solid, moving: &[MovingBody], middle: Vec2, margin: f32, layers: u32) -> Vec2 {
    let reach = solid.profile.radius + margin;
    let mut sum = Vec2::ZERO;
    // The depth of a contact within `reach` is the margin less the gap.
    let mut learn = |contact: Contact| sum += contact.out * contact.depth.max(0.0);
    let (map, lattice, around) = (solid.map, &solid.map.lattice, Vec2::splat(reach));
    let (first, last) = (lattice.tile_at(middle - around), lattice.tile_at(middle + around));
    for tile in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| Cell::new(x, y))) {
        if solid.closed(tile).is_some() {
            tile_offset(solid, tile, middle).into_iter().for_each(|offset| learn(beside(offset, reach)));
        } else if map.relief.is_some() {
            let lines = ledges_of(solid, tile).map(|(low, high)| middle - middle.clamp(low, high));
            lines.filter(|offset| offset.x == 0.0 || offset.y == 0.0).for_each(|offset| learn(beside(offset, reach)));
        }
    }
    if !map.obstacles.is_empty() {
        let near = map.obstacles.near(middle - around, middle + around);
        let counts = near.filter(|(_, obstacle)| layers >> obstacle.layer & 1 == 1 && obstacle.stops(solid.profile));
        counts.for_each(|(_, obstacle)| learn(with_obstacle(obstacle, middle, reach)));
    }
    let counts = moving.iter().filter(|body| layers >> body.obstacle.layer & 1 == 1);
    counts.for_each(|body| learn(with_obstacle(body.obstacle, middle, reach)));
    sum.normalize_or_zero()
}

/// The vector to a point from the nearest point of a closed tile; `None` where that is a corner hidden by closed tiles
/// beside it: of a wall several tiles long only the tiles right before the body count.
fn tile_offset(solid: &Solid, tile: Cell, middle: Vec2) -> Option<Vec2> {
    let lattice = &solid.map.lattice;
    let (low, high) = (lattice.corner(tile), lattice.corner(Cell::new(tile.x + 1, tile.y + 1)));
    let offset = middle - middle.clamp(low, high);
    let step = |part: f32| if part < 0.0 { -1 } else { i32::from(part > 0.0) };
    let beside = [Cell::new(tile.x + step(offset.x), tile.y), Cell::new(tile.x, tile.y + step(offset.y))];
    let is_corner = offset.x != 0.0 && offset.y != 0.0;
    let is_hidden = is_corner && beside.iter().any(|&tile| solid.closed(tile).is_some());
    (!is_hidden).then_some(offset)
}

/// The contact with something `offset` away, for a body of radius `reach`.
fn beside(offset: Vec2, reach: f32) -> Contact {
    Contact { depth: reach - offset.length(), out: offset.normalize_or_zero() }
}
