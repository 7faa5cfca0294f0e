//! A body, which is a disc, among wall tiles, which are squares. The outside of the map counts as wall.

use glam::Vec2;

use crate::grid::Cell;
use crate::level::TileMap;

/// How deep, in world units, a body may touch a wall and still fit: room for rounding.
pub const TOUCH: f32 = 5e-4;

/// How often a body is pushed out of the wall that it is deepest in before that is given up for a tick.
const PUSHES: usize = 16;

/// How deep a disc is in the wall tile that it is deepest in, in world units; 0 where it is in none.
///
/// ```
/// use footpath::agent::body::penetration;
/// use footpath::grid::{Grid, Lattice};
/// use footpath::level::{Terrain, TerrainId, TileMap};
/// use glam::{Vec2, vec2};
///
/// let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: 4, height: 4 };
/// let map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(4, 4, TerrainId(0)));
/// assert_eq!(penetration(&map, vec2(1.0, 1.0), 0.5), 0.0);
/// assert_eq!(penetration(&map, vec2(0.25, 1.0), 0.5), 0.25);
/// ```
pub fn penetration(map: &TileMap, middle: Vec2, radius: f32) -> f32 {
    deepest(map, middle, radius).map_or(0.0, |contact| contact.depth)
}

/// Whether a body may stand there.
pub fn fits(map: &TileMap, middle: Vec2, radius: f32) -> bool {
    penetration(map, middle, radius) <= TOUCH
}

/// Where a disc is in a wall: how deep, and which way is out.
#[derive(Clone, Copy, Debug)]
struct Contact {
    depth: f32,
    out: Vec2,
}

fn deepest(map: &TileMap, middle: Vec2, radius: f32) -> Option<Contact> {
    let first = map.lattice.tile_at(middle - Vec2::splat(radius));
    let last = map.lattice.tile_at(middle + Vec2::splat(radius));
    let mut worst: Option<Contact> = None;
    for y in first.y..=last.y {
        for x in first.x..=last.x {
            let tile = Cell::new(x, y);
            if map.is_walkable(tile) {
                continue;
            }
            let contact = contact_with(map, tile, middle, radius);
            if contact.depth > worst.map_or(0.0, |worst| worst.depth) {
                worst = Some(contact);
            }
        }
    }
    worst
}

fn contact_with(map: &TileMap, tile: Cell, middle: Vec2, radius: f32) -> Contact {
    let low = map.lattice.corner(tile);
    let high = map.lattice.corner(Cell::new(tile.x + 1, tile.y + 1));
    let away = middle - middle.clamp(low, high);
    let distance = away.length();
    if distance > 0.0 {
        return Contact { depth: radius - distance, out: away / distance };
    }
    // The middle itself is in the wall: out by the nearest edge behind which there is ground.
    let edges = [
        (middle.x - low.x, Cell::new(tile.x - 1, tile.y), Vec2::NEG_X),
        (high.x - middle.x, Cell::new(tile.x + 1, tile.y), Vec2::X),
        (middle.y - low.y, Cell::new(tile.x, tile.y - 1), Vec2::NEG_Y),
        (high.y - middle.y, Cell::new(tile.x, tile.y + 1), Vec2::Y),
    ];
    let mut best = Contact { depth: f32::INFINITY, out: Vec2::ZERO };
    for (inside, beyond, out) in edges {
        if inside + radius < best.depth && map.is_walkable(beyond) {
            best = Contact { depth: inside + radius, out };
        }
    }
    if best.depth.is_finite() { best } else { Contact { depth: radius, out: Vec2::ZERO } }
}

/// Pushes a disc out of walls, and takes from its velocity what points into them.
pub fn push_out(map: &TileMap, middle: &mut Vec2, velocity: &mut Vec2, radius: f32) {
    for _ in 0..PUSHES {
        let Some(contact) = deepest(map, *middle, radius).filter(|contact| contact.depth > 0.1 * TOUCH) else {
            return;
        };
        *middle += contact.out * contact.depth;
        *velocity -= contact.out * velocity.dot(contact.out).min(0.0);
    }
}

/// Moves a disc by `velocity` for `time` seconds, in steps so short that it cannot pass through a wall.
pub fn slide(map: &TileMap, middle: &mut Vec2, velocity: &mut Vec2, radius: f32, time: f32) {
    let longest = 0.25 * map.lattice.tile_size;
    let steps = (velocity.length() * time / longest).ceil().max(1.0);
    let mut left = steps as u32;
    while left > 0 {
        *middle += *velocity * (time / steps);
        push_out(map, middle, velocity, radius);
        left -= 1;
    }
}

/// Whether a disc can go straight from one point to another.
pub fn can_go_straight(map: &TileMap, from: Vec2, to: Vec2, radius: f32) -> bool {
    let lattice = &map.lattice;
    let reach = (radius - TOUCH).max(0.0);
    let first_row = lattice.tile_at(from.min(to) - Vec2::splat(reach)).y;
    let last_row = lattice.tile_at(from.max(to) + Vec2::splat(reach)).y;
    (first_row..=last_row).all(|y| {
        let top = lattice.corner(Cell::new(0, y)).y - reach;
        let bottom = lattice.corner(Cell::new(0, y + 1)).y + reach;
        let Some((left, right)) = columns_between(from, to, top, bottom) else { return true };
        let first = lattice.tile_at(Vec2::new(left - reach, 0.0)).x;
        let last = lattice.tile_at(Vec2::new(right + reach, 0.0)).x;
        (first..=last).map(|x| Cell::new(x, y)).all(|tile| {
            let low = lattice.corner(tile);
            let high = lattice.corner(Cell::new(tile.x + 1, tile.y + 1));
            map.is_walkable(tile) || distance_to_box(from, to, low, high) >= reach
        })
    })
}

/// The least and greatest x of the part of a segment whose y lies between two values.
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

/// The distance of a point from a segment.
pub fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return point.distance(from);
    }
    let part = ((point - from).dot(along) / length_squared).clamp(0.0, 1.0);
    point.distance(from + along * part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Lattice};
    use crate::level::{Terrain, TerrainId};
    use glam::vec2;

    fn map(rows: &[&str], tile_size: f32) -> TileMap {
        let (width, height) = (rows[0].len() as u32, rows.len() as u32);
        let ids = rows.iter().flat_map(|row| row.bytes()).map(|tile| TerrainId(u8::from(tile == b'#'))).collect();
        let lattice = Lattice { origin: vec2(-3.0, 7.0), tile_size, width, height };
        TileMap::new(lattice, Terrain::built_in(), Grid::from_rows(width, height, ids))
    }

    #[test]
    fn nothing_tunnels_through_a_wall() {
        for tile_size in [0.3, 1.0, 2.5] {
            let map = map(&["......", "...#..", "......"], tile_size);
            for radius in [0.05, 0.4 * tile_size] {
                let mut middle = map.lattice.centre(Cell::new(0, 1));
                let mut velocity = vec2(50.0, 0.0);
                for _ in 0..60 {
                    slide(&map, &mut middle, &mut velocity, radius, 1.0 / 60.0);
                }
                let wall = map.lattice.corner(Cell::new(3, 1)).x;
                assert!((middle.x - (wall - radius)).abs() < 1e-3, "tile size {tile_size}, radius {radius}: {middle}");
                assert_eq!(velocity, Vec2::ZERO);
            }
        }
    }

    #[test]
    fn a_body_slides_along_a_row_of_tiles_without_catching() {
        let map = map(&["..........", "##########"], 1.0);
        let mut middle = map.lattice.corner(Cell::new(1, 1)) - vec2(0.0, 0.3);
        for _ in 0..120 {
            let mut velocity = vec2(3.0, 1.0);
            slide(&map, &mut middle, &mut velocity, 0.3, 1.0 / 60.0);
            assert_eq!(velocity, vec2(3.0, 0.0));
        }
    }

    #[test]
    fn a_body_of_several_tiles_is_pushed_out_of_every_wall() {
        let map = map(&["......", "......", "......", "......", "......", "#....."], 1.0);
        let (mut middle, mut velocity) = (map.lattice.corner(Cell::new(1, 5)) + vec2(1.0, -1.0), vec2(-4.0, 4.0));
        push_out(&map, &mut middle, &mut velocity, 1.8);
        assert!(fits(&map, middle, 1.8), "{middle}");
    }

    #[test]
    fn straight_ways_are_as_wide_as_the_body() {
        let map = map(&["....", ".#..", "....", "...."], 1.0);
        let at = |x: f32, y: f32| map.lattice.origin + vec2(x, y);
        assert!(can_go_straight(&map, at(0.5, 0.5), at(3.5, 0.5), 0.5));
        assert!(!can_go_straight(&map, at(0.5, 0.5), at(3.5, 0.5), 0.51));
        assert!(!can_go_straight(&map, at(0.5, 0.5), at(2.5, 2.5), 0.05));
        assert!(can_go_straight(&map, at(0.5, 2.5), at(2.5, 2.5), 0.45));
        // Past the corner of the wall, at a distance of a quarter of a tile's diagonal.
        assert!(can_go_straight(&map, at(2.0, 0.5), at(3.0, 1.5), 0.353));
        assert!(!can_go_straight(&map, at(2.0, 0.5), at(3.0, 1.5), 0.355));
        assert!(!can_go_straight(&map, at(0.5, 0.5), at(-1.5, 0.5), 0.1));
    }
}
