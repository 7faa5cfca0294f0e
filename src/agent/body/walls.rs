//! The points of what is solid that are nearest to a body.

use glam::Vec2;

use super::MovingBody;
use super::contact::{ledges_of, own_axes};
use crate::agent::avoidance::Wall;
use crate::grid::{Cell, Rect};
use crate::level::{Obstacle, Shape};
use crate::nav::Solid;

/// The number of directions, an eighth of a turn each, for which the nearest point is kept.
const DIRECTIONS: usize = 8;

/// The tangent of a sixteenth of a turn.
const HALF_DIRECTION: f32 = 0.414_213_56;

/// Tiles. How wide the rings are in which tiles are looked at, from the middle outwards, until walls are known in all directions.
/// Without rings an agent that is fast on small tiles looks at 2,400 of them in a tick.
const RING: i32 = 4;

/// What is solid around a point: the nearest point in each direction.
#[derive(Clone, Copy, Debug)]
pub struct Walls {
    walls: [Wall; DIRECTIONS],
    /// How many of them there are.
    count: usize,
    /// For each direction the index of its wall, and the squared distance.
    nearest: [(u8, f32); DIRECTIONS],
}

impl Default for Walls {
    /// A set without walls.
    fn default() -> Walls {
        let wall = Wall { nearest: Vec2::ZERO, velocity: Vec2::ZERO };
        Walls { walls: [wall; DIRECTIONS], count: 0, nearest: [(0, f32::INFINITY); DIRECTIONS] }
    }
}

impl Walls {
    /// The walls found, in no particular order.
    pub fn as_slice(&self) -> &[Wall] {
        &self.walls[..self.count]
    }

    /// Looks for what is solid within `reach` of `middle`, in world units, the `moving` obstacles included. Walls are
    /// moved away by `wider`, so that an agent that others take for wider than its body still comes as near to walls as
    /// its body.
    pub fn look(&mut self, solid: &Solid, middle: Vec2, reach: f32, wider: f32, moving: &[MovingBody]) {
        let map = solid.map;
        let closed = solid.closed_terrains();
        let is_closed = |tile| match map.relief {
            None => map.tiles.get(tile).is_none_or(|&terrain| closed[terrain.0 as usize]),
            Some(_) => solid.closed(tile).is_some(),
        };
        self.look_at_tiles(solid, is_closed, middle, reach);
        if !map.obstacles.is_empty() {
            let around = Vec2::splat(reach);
            for (_, obstacle) in solid.obstacles_near(middle - around, middle + around) {
                self.learn(middle, nearest_point(obstacle, middle), Vec2::ZERO, reach);
            }
        }
        for body in moving {
            self.learn(middle, nearest_point(body.obstacle, middle), body.velocity, reach);
        }
        for wall in &mut self.walls[..self.count] {
            wall.nearest += (wall.nearest - middle).normalize_or_zero() * wider;
        }
    }

    /// Looks at tiles ring by ring, until nothing farther away can be the nearest in its direction.
    fn look_at_tiles(&mut self, solid: &Solid, is_closed: impl Fn(Cell) -> bool, middle: Vec2, reach: f32) {
        let lattice = &solid.map.lattice;
        let own = Rect::of_cell(lattice.tile_at(middle));
        let corners = [-reach, reach].map(|reach| lattice.tile_at(middle + Vec2::splat(reach)));
        let all = Rect::of_cell(corners[0]).union(Rect::of_cell(corners[1]));
        let mut half = RING;
        let mut seen = Rect { max: own.min, ..own };
        loop {
            let square = own.grown(half).intersection(all);
            for y in square.min.y..square.max.y {
                let is_beside = (seen.min.y..seen.max.y).contains(&y);
                let inside = if is_beside { seen.min.x..seen.max.x } else { square.max.x..square.max.x };
                for x in (square.min.x..inside.start).chain(inside.end..square.max.x) {
                    self.look_at_tile(solid, &is_closed, Cell::new(x, y), middle, reach);
                }
            }
            // What is outside the square is at least as far away.
            let known = half as f32 * lattice.tile_size;
            if square == all || self.nearest.iter().all(|&(_, squared)| squared <= known * known) {
                break;
            }
            (seen, half) = (square, half + RING);
        }
    }

    fn look_at_tile(&mut self, solid: &Solid, is_closed: &impl Fn(Cell) -> bool, tile: Cell, middle: Vec2, reach: f32) {
        let lattice = &solid.map.lattice;
        if is_closed(tile) {
            if !is_covered(is_closed, tile, lattice.tile_at(middle)) {
                let (low, high) = (lattice.corner(tile), lattice.corner(Cell::new(tile.x + 1, tile.y + 1)));
                self.learn(middle, middle.clamp(low, high), Vec2::ZERO, reach);
            }
        } else if solid.map.relief.is_some() {
            for (low, high) in ledges_of(solid, tile) {
                self.learn(middle, middle.clamp(low, high), Vec2::ZERO, reach);
            }
        }
    }

    fn learn(&mut self, middle: Vec2, nearest: Vec2, velocity: Vec2, reach: f32) {
        let offset = nearest - middle;
        let distance = offset.length_squared();
        if distance > reach * reach {
            return;
        }
        let known = &mut self.nearest[direction(offset)];
        if distance >= known.1 {
            return;
        }
        if known.1 == f32::INFINITY {
            known.0 = self.count as u8;
            self.count += 1;
        }
        known.1 = distance;
        self.walls[known.0 as usize] = Wall { nearest, velocity };
    }
}

/// Whether a closed tile goes on in another one towards the tile `from`, so that its nearest point is no nearest point
/// of the wall: along a straight wall a body is not slowed down by the tiles ahead.
fn is_covered(is_closed: impl Fn(Cell) -> bool, tile: Cell, from: Cell) -> bool {
    let (x, y) = ((from.x - tile.x).signum(), (from.y - tile.y).signum());
    x != 0 && is_closed(Cell::new(tile.x + x, tile.y)) || y != 0 && is_closed(Cell::new(tile.x, tile.y + y))
}

/// The direction of a vector: 0 to 3 for right, up, left and down, then those in between.
fn direction(offset: Vec2) -> usize {
    let (across, along) = (offset.x.abs(), offset.y.abs());
    let (left, down) = (usize::from(offset.x < 0.0), usize::from(offset.y < 0.0));
    if along < HALF_DIRECTION * across {
        2 * left
    } else if across < HALF_DIRECTION * along {
        1 + 2 * down
    } else {
        4 + left + 2 * down
    }
}

/// The point of an obstacle nearest to a point; the point itself where it is inside.
fn nearest_point(obstacle: &Obstacle, point: Vec2) -> Vec2 {
    let away = point - obstacle.at;
    match obstacle.shape {
        Shape::Circle(radius) => obstacle.at + away.clamp_length_max(radius),
        Shape::Box { half, along } => {
            let own = own_axes(away, along).clamp(-half, half);
            obstacle.at + along * own.x + along.perp() * own.y
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::level::TileMap;
    use crate::profile::AgentProfile;

    fn walls(rows: &[&str], middle: Vec2) -> Vec<Vec2> {
        let map = TileMap::from_rows(rows).unwrap();
        let mut walls = Walls::default();
        walls.look(&Solid::new(&map, &AgentProfile::default()), middle, 1.0, 0.0, &[]);
        walls.as_slice().iter().map(|wall| wall.nearest).collect()
    }

    /// Whether tiles are looked at in rings makes no difference to what is found, however far the walls are.
    #[test]
    fn rings_find_what_all_tiles_do() {
        for (spread, reach) in [(7, 12.0), (23, 12.0), (61, 12.0), (997, 9.5), (41, 3.9)] {
            let closed = |x: i32, y: i32| (x * 31 + y * 57 + x * y) % spread == 0;
            let row = |y| (0..40).map(|x| if closed(x, y) { '#' } else { '.' }).collect::<String>();
            let rows: Vec<String> = (0..40).map(row).collect();
            let map = TileMap::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
            let profile = AgentProfile::default();
            let solid = Solid::new(&map, &profile);
            for number in 0..1600 {
                let middle = map.lattice.centre(Cell::new(number % 40, number / 40)) + vec2(0.21, -0.37);
                let (mut found, mut all) = (Walls::default(), Walls::default());
                found.look(&solid, middle, reach, 0.0, &[]);
                for tile in Rect::of_cell(map.lattice.tile_at(middle)).grown(13).cells() {
                    all.look_at_tile(&solid, &|tile| solid.closed(tile).is_some(), tile, middle, reach);
                }
                let nearest = |walls: &Walls| {
                    walls.nearest.map(|(at, squared)| {
                        (squared < f32::INFINITY).then(|| (walls.walls[at as usize].nearest.distance(middle), squared))
                    })
                };
                assert_eq!(nearest(&found), nearest(&all), "{middle}, one in {spread}, reach {reach}");
            }
        }
    }

    /// The tiles ahead along a straight wall do not count: they would slow a body down that walks along it.
    #[test]
    fn a_straight_wall_has_one_nearest_point() {
        assert_eq!(walls(&["......", "......", "######"], vec2(3.3, 1.5)), [vec2(3.3, 2.0)]);
        assert_eq!(walls(&["......", "......", "...###"], vec2(2.6, 1.5)), [vec2(3.0, 2.0)]);
    }

    #[test]
    fn a_corner_has_one_for_each_side() {
        let found = walls(&["...#..", "...#..", "####.."], vec2(2.3, 1.2));
        assert!(found.len() == 2 && found.contains(&vec2(3.0, 1.2)) && found.contains(&vec2(2.3, 2.0)), "{found:?}");
    }
}
