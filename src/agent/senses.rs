//! What an agent sees of others.

use glam::Vec2;

use crate::angle;
use crate::level::TileMap;
use crate::nav::footprint::is_clear;
use crate::profile::AgentProfile;

/// Whether an agent at `eye` that faces along `heading`, a unit vector, sees a point, however far away: within its
/// [angle of sight](AgentProfile::sight_angle), and with nothing in between that hides it.
///
/// ```
/// use footpath::agent::senses::sees;
/// use footpath::grid::{Grid, Lattice};
/// use footpath::level::{Terrain, TerrainId, TileMap};
/// use footpath::profile::AgentProfile;
/// use glam::{Vec2, vec2};
///
/// let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: 9, height: 9 };
/// let map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(9, 9, TerrainId(0)));
/// let guard = AgentProfile { sight_angle: 90.0, ..AgentProfile::default() };
/// assert!(sees(&map, &guard, vec2(4.5, 4.5), Vec2::X, vec2(8.0, 7.5)));
/// assert!(!sees(&map, &guard, vec2(4.5, 4.5), Vec2::X, vec2(5.0, 8.0)));
/// ```
pub fn sees(map: &TileMap, profile: &AgentProfile, eye: Vec2, heading: Vec2, point: Vec2) -> bool {
    let away = point - eye;
    let least_cosine = angle::direction(0.5 * profile.sight_angle).x;
    let in_angle = profile.sight_angle >= 360.0 || heading.dot(away) >= least_cosine * away.length();
    in_angle && is_clear(map, eye, point)
}
