//! A body, which is a disc, among what is [solid](Solid) to it: closed tiles, ledges (walls without thickness) and
//! obstacles. The outside of the map counts as closed.

mod contact;
mod moving;
mod normal;
mod straight;
mod sweep;
mod walls;

use glam::Vec2;

use crate::nav::Solid;
use contact::deepest;
pub use moving::{MovingBody, depth_in, push_out_of, slide_along};
pub use normal::blended_normal;
pub use straight::{can_go_straight, crosses_box};
pub use sweep::first_contact;
pub use walls::Walls;

/// World units. A body this deep in something solid still fits: room for rounding.
pub const TOUCH: f32 = 5e-4;

/// How often in a tick a body is pushed out of what it is deepest in before that is given up.
const PUSHES: usize = 16;

/// How deep a body is in what it is deepest in, in world units; 0 where it touches nothing.
///
/// ```
/// use footpath::agent::body::penetration;
/// use footpath::grid::{Grid, Lattice};
/// use footpath::level::{Terrain, TerrainId, TileMap};
/// use footpath::nav::Solid;
/// use footpath::profile::AgentProfile;
/// use glam::{Vec2, vec2};
///
/// let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: 4, height: 4 };
/// let map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(4, 4, TerrainId(0)));
/// let profile = AgentProfile { radius: 0.5, ..AgentProfile::default() };
/// let solid = Solid::new(&map, &profile);
/// assert_eq!(penetration(&solid, vec2(1.0, 1.0)), 0.0);
/// assert_eq!(penetration(&solid, vec2(0.25, 1.0)), 0.25);
/// ```
pub fn penetration(solid: &Solid, middle: Vec2) -> f32 {
    deepest(solid, middle).map_or(0.0, |contact| contact.depth)
}

/// Whether a body may stand with its middle there.
pub fn fits(solid: &Solid, middle: Vec2) -> bool {
    penetration(solid, middle) <= TOUCH
}

/// Pushes a body out of what is solid, and takes from its velocity what points into it. Whether it fits then: in a
/// narrow corner it may not.
pub fn push_out(solid: &Solid, middle: &mut Vec2, velocity: &mut Vec2) -> bool {
    for _ in 0..PUSHES {
        let Some(contact) = deepest(solid, *middle).filter(|contact| contact.depth > 0.1 * TOUCH) else {
            return true;
        };
        *middle += contact.out * contact.depth;
        *velocity -= contact.out * velocity.dot(contact.out).min(0.0);
    }
    fits(solid, *middle)
}

/// Moves a body by `velocity` for `time` seconds, in steps so short that it passes through nothing. Before a corner too
/// narrow for it, it stops. It must fit where it begins: one that does not may end anywhere, also off the map.
pub fn slide(solid: &Solid, middle: &mut Vec2, velocity: &mut Vec2, time: f32) {
    let steps = (velocity.length() * time / longest_step(solid)).ceil().max(1.0);
    let mut left = steps as u32;
    while left > 0 {
        let before = *middle;
        *middle += *velocity * (time / steps);
        if !push_out(solid, middle, velocity) && fits(solid, before) {
            (*middle, *velocity) = (before, Vec2::ZERO);
            return;
        }
        left -= 1;
    }
}

/// How far a body may move at once, in world units: less than half a tile, so that it is pushed out of a tile on the
/// side where it came in, and less than its radius where anything is thinner than a tile.
fn longest_step(solid: &Solid) -> f32 {
    let map = solid.map;
    let longest = 0.25 * map.lattice.tile_size;
    if map.relief.is_none() && map.obstacles.is_empty() { longest } else { longest.min(0.5 * solid.profile.radius) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Grid, Lattice};
    use crate::level::{Obstacle, Obstacles, Relief, Shape, Surface, Terrain, TerrainId, TileMap};
    use crate::profile::AgentProfile;
    use glam::vec2;

    fn map(rows: &[&str], tile_size: f32) -> TileMap {
        let (width, height) = (rows[0].len() as u32, rows.len() as u32);
        let ids = rows.iter().flat_map(|row| row.bytes()).map(|tile| TerrainId(u8::from(tile == b'#'))).collect();
        let lattice = Lattice { origin: vec2(-3.0, 7.0), tile_size, width, height };
        TileMap::new(lattice, Terrain::built_in(), Grid::from_rows(width, height, ids))
    }

    fn wide(radius: f32) -> AgentProfile {
        AgentProfile { radius, ..AgentProfile::default() }
    }

    #[test]
    fn nothing_tunnels_through_a_wall() {
        for tile_size in [0.3, 1.0, 2.5] {
            let map = map(&["......", "...#..", "......"], tile_size);
            for radius in [0.05, 0.4 * tile_size] {
                let mut middle = map.lattice.centre(Cell::new(0, 1));
                let mut velocity = vec2(50.0, 0.0);
                for _ in 0..60 {
                    slide(&Solid::new(&map, &wide(radius)), &mut middle, &mut velocity, 1.0 / 60.0);
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
            slide(&Solid::new(&map, &wide(0.3)), &mut middle, &mut velocity, 1.0 / 60.0);
            assert_eq!(velocity, vec2(3.0, 0.0));
        }
    }

    #[test]
    fn a_body_of_several_tiles_is_pushed_out_of_every_wall() {
        let map = map(&["......", "......", "......", "......", "......", "#....."], 1.0);
        let (mut middle, mut velocity) = (map.lattice.corner(Cell::new(1, 5)) + vec2(1.0, -1.0), vec2(-4.0, 4.0));
        let body = wide(1.8);
        let solid = Solid::new(&map, &body);
        assert!(push_out(&solid, &mut middle, &mut velocity));
        assert!(fits(&solid, middle), "{middle}");
    }

    #[test]
    fn straight_lines_are_as_wide_as_the_body() {
        let map = map(&["....", ".#..", "....", "...."], 1.0);
        let at = |x: f32, y: f32| map.lattice.origin + vec2(x, y);
        let body = wide(0.5);
        let solid = Solid::new(&map, &body);
        assert!(can_go_straight(&solid, at(0.5, 0.5), at(3.5, 0.5), 0.5));
        assert!(!can_go_straight(&solid, at(0.5, 0.5), at(3.5, 0.5), 0.51));
        assert!(!can_go_straight(&solid, at(0.5, 0.5), at(2.5, 2.5), 0.05));
        assert!(can_go_straight(&solid, at(0.5, 2.5), at(2.5, 2.5), 0.45));
        // Past the corner of the wall, at a distance of a quarter of a tile's diagonal.
        assert!(can_go_straight(&solid, at(2.0, 0.5), at(3.0, 1.5), 0.353));
        assert!(!can_go_straight(&solid, at(2.0, 0.5), at(3.0, 1.5), 0.355));
        assert!(!can_go_straight(&solid, at(0.5, 0.5), at(-1.5, 0.5), 0.1));
    }

    /// Six by three tiles, the right half higher by 1, and a turned box in the left half.
    fn hall() -> TileMap {
        let mut map = map(&["......", "......", "......"], 1.0);
        let surface = |index: i32| Surface { height: if index % 6 < 3 { 0.0 } else { 1.0 }, ..Surface::FLAT };
        let surfaces = Grid::from_rows(6, 3, (0..18).map(surface).collect());
        map.relief = Some(Relief { surfaces });
        let along = vec2(0.6, 0.8);
        let shape = Shape::Box { half: vec2(0.8, 0.01), along };
        map.obstacles = Obstacles::from(vec![Obstacle {
            name: String::new(),
            at: vec2(-1.5, 8.5),
            shape,
            layer: 0,
            motion: None,
            standing_time: 0.5,
            user: None,
        }]);
        map
    }

    #[test]
    fn nothing_passes_a_ledge_or_a_thin_obstacle() {
        let map = hall();
        for radius in [0.05, 0.3] {
            let body = wide(radius);
            let solid = Solid::new(&map, &body);
            let (mut middle, mut velocity) = (vec2(-0.5, 7.5), vec2(50.0, 0.0));
            (0..20).for_each(|_| slide(&solid, &mut middle, &mut velocity, 1.0 / 60.0));
            assert!((middle.x + radius).abs() < 1e-3 && velocity == Vec2::ZERO, "radius {radius}: {middle}");
            let (mut middle, mut velocity) = (vec2(-2.5, 8.5), vec2(50.0, 0.0));
            (0..20).for_each(|_| {
                slide(&solid, &mut middle, &mut velocity, 1.0 / 60.0);
                assert!(fits(&solid, middle), "radius {radius}: {middle}");
            });
            assert!(middle.x < -0.5 || middle.y < 8.0 || middle.y > 9.0, "radius {radius}: {middle}");
        }
    }

    #[test]
    fn straight_lines_end_at_ledges_and_keep_off_obstacles() {
        let mut map = hall();
        let body = wide(0.2);
        let goes = |map: &TileMap, from: Vec2, to: Vec2| can_go_straight(&Solid::new(map, &body), from, to, 0.2);
        assert!(goes(&map, vec2(-2.7, 7.3), vec2(-0.21, 7.3)) && !goes(&map, vec2(-2.7, 7.3), vec2(0.5, 7.3)));
        assert!(goes(&map, vec2(0.2, 9.7), vec2(2.5, 7.3)), "up there");
        assert!(!goes(&map, vec2(-2.5, 8.5), vec2(-0.5, 8.5)), "through the box");
        // Along the box at a distance of 0.3.
        let (beside, along) = (vec2(-1.5, 8.5) + 0.31 * vec2(-0.8, 0.6), vec2(0.6, 0.8));
        assert!(goes(&map, beside - along, beside + along));
        map.bake.obstacle_epsilon = 0.2;
        assert!(!goes(&map, beside - 1.3 * along, beside + 1.3 * along), "nearer in the midst than at the ends");
        assert!(goes(&map, beside - 0.5 * along, beside + 0.5 * along), "they are as near themselves");
    }
}
