//! What an agent sees.

use glam::Vec2;

use crate::angle;
use crate::level::TileMap;
use crate::nav::footprint::{is_clear, sight_distance};
use crate::profile::AgentProfile;

/// Degrees between two lines of sight. Twice as far apart, the border of what is seen has visible corners.
const STEP: f32 = 2.0;

/// How many times the angle between two lines is halved where one is longer than the other: then the edge of what hides
/// lies between them.
const HALVINGS: u32 = 6;

/// World units. Two lines that differ by less need none between them.
const SAME_LENGTH: f32 = 0.1;

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

/// The border of what an agent at `eye` sees that faces along `heading`, a unit vector, in world units: the ends of its
/// lines of sight from one side of its [angle of sight](AgentProfile::sight_angle) to the other, clockwise. Each is as long
/// as its [range](AgentProfile::sight_range), unless something hides what is farther, or the map ends.
///
/// ```
/// use footpath::agent::senses::seen_area;
/// use footpath::level::TileMap;
/// use footpath::profile::AgentProfile;
/// use glam::{Vec2, vec2};
///
/// let map = TileMap::from_rows(&[".....", "...#.", "....."])?;
/// let guard = AgentProfile { sight_angle: 90.0, ..AgentProfile::default() };
/// let seen = seen_area(&map, &guard, vec2(0.5, 1.5), Vec2::X);
/// let ahead = seen.iter().filter(|tip| (tip.y - 1.5).abs() < 0.1);
/// assert!(ahead.into_iter().all(|tip| (tip.x - 3.0).abs() < 1e-3), "it sees the wall, and not through it");
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn seen_area(map: &TileMap, profile: &AgentProfile, eye: Vec2, heading: Vec2) -> Vec<Vec2> {
    let end = |degrees: f32| {
        let direction = angle::direction(degrees).rotate(heading);
        eye + direction * sight_distance(map, eye, direction, profile.sight_range)
    };
    let steps = (profile.sight_angle / STEP).ceil().max(1.0);
    let degrees = |step: u32| profile.sight_angle * (step as f32 / steps - 0.5);
    let mut ends = vec![end(degrees(0))];
    for step in 1..=steps as u32 {
        let last = (degrees(step), end(degrees(step)));
        add_between(&mut ends, eye, degrees(step - 1), last, HALVINGS, &end);
        ends.push(last.1);
    }
    ends
}

/// Adds the ends of lines between the last one, at an angle of `first` degrees, and a line at a greater angle, where the
/// two differ.
fn add_between(
    ends: &mut Vec<Vec2>,
    eye: Vec2,
    first: f32,
    last: (f32, Vec2),
    halvings: u32,
    end: &impl Fn(f32) -> Vec2,
) {
    let length = |point: Vec2| point.distance(eye);
    let differ = ends.last().is_some_and(|&before| (length(before) - length(last.1)).abs() > SAME_LENGTH);
    if halvings == 0 || !differ {
        return;
    }
    let between = 0.5 * (first + last.0);
    let middle = (between, end(between));
    add_between(ends, eye, first, middle, halvings - 1, end);
    ends.push(middle.1);
    add_between(ends, eye, between, last, halvings - 1, end);
}
