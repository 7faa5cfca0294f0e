//! Small random scenes: whether a few agents whose paths cross among random obstacles all arrive without a collision.
//!
//! The measure is that of M. Kapadia, M. Wang, S. Singh, G. Reinman, P. Faloutsos: "Scenario Space: Characterizing
//! Coverage, Quality, and Failure of Steering Algorithms", Symposium on Computer Animation 2011; the scenes are our own.

use glam::Vec2;

use super::{ArrivalCriterion, CrowdFigures, CrowdScenario, Dice, pedestrian};
use crate::agent::body::fits;
use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::{AgentStart, Level, Order, Solid, Target, Terrain, TerrainId, TileMap};
use crate::method::{Algorithm, Method};
use crate::nav::{CornerRule, NavGrid, Reach};

/// What the scenes are called together.
pub const RANDOM_CASES: &str = "random-cases";

/// Tiles, of 0.2 world units each, along the side of a scene.
const SIDE: u32 = 70;
const TILE: f32 = 0.2;
/// The least distance of an agent from the middle at the start, in world units, so that all paths cross there.
const LEAST_AWAY: f32 = 3.0;
/// How far the goal may be from the point opposite to the start, in x and in y, in world units.
const ASIDE: f32 = 2.0;
/// How far apart two starts, or two goals, are at least, in world units.
const APART: f32 = 1.0;
/// How far from its goal one has arrived, in world units.
const AT_GOAL: f32 = 0.5;
/// How often a place for an agent is sought before another scene is made, in all.
const TRIES: usize = 200;

/// The scene of a seed: 3 to 6 agents, 3 to 8 boxes of wall of 1 to 13 tiles a side, each agent sent roughly to the opposite side. A path
/// leads to every goal.
///
/// ```
/// let scene = footpath::scenarios::random_case(7);
/// assert!((3..=6).contains(&scene.level.agents.len()));
/// assert_eq!(scene.level, footpath::scenarios::random_case(7).level);
/// ```
pub fn random_case(seed: u64) -> CrowdScenario {
    let mut dice = Dice::of(seed);
    let level = loop {
        if let Some(level) = scene(&mut dice) {
            break level;
        }
    };
    let scenario = CrowdScenario::of_level(RANDOM_CASES, level);
    CrowdScenario { arrival: ArrivalCriterion::Near(AT_GOAL), limit: 60.0, shift: 0.0, ..scenario }
}

/// Whether every agent has arrived in a scene without a collision: never deeper than 1 percent of a diameter in another or
/// in a wall.
pub fn is_good(figures: &CrowdFigures) -> bool {
    let deepest = f64::from(0.02 * pedestrian().radius);
    figures.arrived == figures.agents && figures.penetration_percent <= 1.0 && figures.wall_penetration <= deepest
}

/// One scene; `None` where there is no room for its agents.
fn scene(dice: &mut Dice) -> Option<Level> {
    let half = 0.5 * TILE * SIDE as f32;
    let lattice = Lattice { origin: Vec2::splat(-half), tile_size: TILE, width: SIDE, height: SIDE };
    let mut tiles = Grid::filled(SIDE, SIDE, TerrainId(0));
    for _ in 0..dice.whole(3, 8) {
        let corner = Cell::new(dice.whole(8, 48), dice.whole(8, 48));
        let (width, height) = (dice.whole(1, 13), dice.whole(1, 13));
        let end = Cell::new(corner.x + width, corner.y + height);
        Rect { min: corner, max: end }.cells().for_each(|cell| tiles[cell] = TerrainId(1));
    }
    let mut level = Level::on(TileMap::new(lattice, Terrain::built_in(), tiles));
    level.search = Method { algorithm: Algorithm::AnyAngle, ..Method::default() };
    level.profiles.push(pedestrian());
    let grid = NavGrid::bake(&level.map, &pedestrian());
    let agents = dice.whole(3, 6) as usize;
    let mut trips: Vec<(Vec2, Vec2)> = Vec::new();
    for _ in 0..TRIES {
        trips.extend(trip(dice, &level, &grid, &trips));
        if trips.len() == agents {
            let profile = level.profiles.len() - 1;
            level.agents = trips.into_iter().map(|trip| agent(profile, trip)).collect();
            return Some(level);
        }
    }
    None
}

/// A start and a goal that can be reached from it, clear of those of others; `None` where they are not.
fn trip(dice: &mut Dice, level: &Level, grid: &NavGrid, others: &[(Vec2, Vec2)]) -> Option<(Vec2, Vec2)> {
    let half = 0.5 * TILE * SIDE as f32 - 1.0;
    let mut point = |reach: f32| dice.point(Vec2::splat(-reach), Vec2::splat(reach));
    let start = point(half);
    let goal = (point(ASIDE) - start).clamp(Vec2::splat(-half), Vec2::splat(half));
    let pedestrian = pedestrian();
    let solid = Solid::new(&level.map, &pedestrian);
    let cell = |point: Vec2| grid.lattice().tile_at(point);
    let reaches = || Reach::of(grid, cell(start), CornerRule::Never).is_some_and(|reach| reach.contains(cell(goal)));
    let apart = |other: &(Vec2, Vec2)| other.0.distance(start) >= APART && other.1.distance(goal) >= APART;
    let is_clear = start.length() >= LEAST_AWAY && fits(&solid, start) && fits(&solid, goal);
    (is_clear && others.iter().all(apart) && grid.is_passable(cell(goal)) && reaches()).then_some((start, goal))
}

fn agent(profile: usize, (position, goal): (Vec2, Vec2)) -> AgentStart {
    let orders = vec![Order::MoveTo(Target::Point(goal))];
    AgentStart { orders, ..AgentStart::at(profile, position) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav::Search;
    use crate::scenarios::Trip;
    use crate::sim::Simulation;

    #[test]
    fn in_every_scene_there_is_a_path_for_every_agent() {
        let mut counts = [0; 7];
        for seed in 0..60 {
            let scene = random_case(seed);
            counts[scene.level.agents.len()] += 1;
            let simulation = Simulation::new(scene.level, None);
            for agent in simulation.agents() {
                let trip = Trip::of(&simulation, agent, ArrivalCriterion::Near(AT_GOAL), &mut Search::default());
                assert!(trip.is_some_and(|trip| trip.shortest > 2.0 && trip.shortest < 40.0), "{seed}: {trip:?}");
            }
        }
        assert!(counts[3..].iter().all(|&count| count > 0) && counts[..3] == [0; 3], "{counts:?}");
    }

    #[test]
    fn a_collision_makes_a_scene_bad() {
        let good = random_case(1);
        let figures = CrowdFigures { arrived: 3, agents: 3, ..crate::scenarios::ScenarioRun::new(&good, 0).figures() };
        assert!(is_good(&figures));
        assert!(!is_good(&CrowdFigures { arrived: 2, ..figures.clone() }));
        assert!(!is_good(&CrowdFigures { penetration_percent: 1.1, ..figures.clone() }));
        assert!(!is_good(&CrowdFigures { wall_penetration: 0.007, ..figures }));
    }
}
