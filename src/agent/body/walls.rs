//! The points of what is solid that are nearest to a body.

use glam::Vec2;

use super::MovingBody;
use super::contact::{ledges_of, own_axes};
use crate::agent::avoidance::Wall;
use crate::grid::Cell;
use crate::level::{Obstacle, Shape};
use crate::nav::Solid;

/// The number of directions, an eighth of a turn each, for which the nearest point is kept.
const DIRECTIONS: usize = 8;

/// The tangent of a sixteenth of a turn.
const HALF_DIRECTION: f32 = 0.414_213_56;

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
    /// None.
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
        let (map, lattice) = (solid.map, &solid.map.lattice);
        let first = lattice.tile_at(middle - Vec2::splat(reach));
        let last = lattice.tile_at(middle + Vec2::splat(reach));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let tile = Cell::new(x, y);
                if solid.closed(tile).is_some() {
                    if is_covered(solid, tile, lattice.tile_at(middle)) {
                        continue;
                    }
                    let (low, high) = (lattice.corner(tile), lattice.corner(Cell::new(x + 1, y + 1)));
                    self.learn(middle, middle.clamp(low, high), Vec2::ZERO, reach);
                } else if map.relief.is_some() {
                    for (low, high) in ledges_of(solid, tile) {
                        self.learn(middle, middle.clamp(low, high), Vec2::ZERO, reach);
                    }
                }
            }
        }
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
fn is_covered(solid: &Solid, tile: Cell, from: Cell) -> bool {
    let (x, y) = ((from.x - tile.x).signum(), (from.y - tile.y).signum());
    let is_closed = |x, y| solid.closed(Cell::new(tile.x + x, tile.y + y)).is_some();
    x != 0 && is_closed(x, 0) || y != 0 && is_closed(0, y)
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
