//! What an agent sees, and how that is drawn: up to what hides the rest, and within the map.

use footpath::agent::senses::{seen_area, sees};
use footpath::grid::{Cell, Grid, Lattice};
use footpath::level::{Level, Obstacle, Shape, TerrainId, TileMap, built_in};
use footpath::nav::footprint::{is_clear, sight_distance};
use footpath::profile::AgentProfile;
use footpath::sim::Simulation;
use glam::{Vec2, vec2};
use proptest::prelude::*;

const WIDTH: usize = 14;
const HEIGHT: usize = 10;

/// A map of grass, opaque walls and swamps, with a disc and a turned box on it.
fn map(tiles: &[u8], disc: Vec2, turned: Vec2) -> TileMap {
    let grass = Level::parse("grass", r#"(version: 1, name: "Grass", legend: {'.': "grass"}, rows: ["."])"#).unwrap();
    let lattice = Lattice { origin: vec2(-3.0, 2.0), tile_size: 1.5, width: WIDTH as u32, height: HEIGHT as u32 };
    let tiles = tiles.iter().map(|&tile| TerrainId(u8::from(tile == 0))).collect();
    let terrains = grass.map.terrains.clone();
    let mut map = TileMap::new(lattice, terrains, Grid::from_rows(WIDTH as u32, HEIGHT as u32, tiles));
    let along = vec2(0.8, 0.6);
    for (at, shape) in [(disc, Shape::Circle(0.7)), (turned, Shape::Box { half: vec2(1.1, 0.3), along })] {
        map.obstacles.push(Obstacle {
            name: String::new(),
            at,
            shape,
            layer: 0,
            motion: None,
            standing_time: 0.5,
            user: None,
        });
    }
    map
}

fn is_inside(map: &TileMap, point: Vec2) -> bool {
    map.terrain_at(map.lattice.tile_at(point)).is_some_and(|terrain| terrain.opaque)
        || map.obstacles.iter().any(|obstacle| obstacle.distance(point) <= 1e-3)
}

/// A point of the map, from parts of its width and height.
fn point(map: &TileMap, (x, y): (f32, f32)) -> Vec2 {
    map.lattice.origin + vec2(x, y) * map.lattice.size()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// The distance of sight agrees with whether a point is seen, and the drawn border with both.
    #[test]
    fn what_is_drawn_is_what_is_seen(
        tiles in prop::collection::vec(0..8u8, WIDTH * HEIGHT),
        spots in prop::collection::vec((0.01..0.99f32, 0.01..0.99f32), 40),
        (range, angle, facing) in (1.0..30.0f32, 20.0..360.0f32, 0.0..360.0f32),
    ) {
        let origin = vec2(-3.0, 2.0);
        let map = map(&tiles, origin + vec2(6.0, 5.0), origin + vec2(14.0, 9.0));
        let eye = point(&map, spots[0]);
        // With the eye on the very border of what hides, rounding decides.
        let around = [Vec2::ZERO, Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
        prop_assume!(!around.iter().any(|by| is_inside(&map, eye + 1e-3 * *by)));
        let heading = footpath::angle::direction(facing);
        let profile = AgentProfile { sight_range: range, sight_angle: angle, ..AgentProfile::default() };
        let border = seen_area(&map, &profile, eye, heading);
        let lattice = map.lattice;
        for &end in &border {
            prop_assert!(end.distance(eye) <= range + 1e-3, "{end}");
            let within = end.clamp(lattice.origin, lattice.origin + lattice.size());
            prop_assert!(within.distance(end) < 1e-3, "{end} is outside the map");
            let short = eye.lerp(end, 0.999);
            // A line of sight along the very edge of what hides may graze it: rounding decides.
            let aside = (end - eye).perp().normalize_or_zero() * 2e-3;
            let is_clear_to = |point| is_clear(&map, eye, point);
            let is_seen = [Vec2::ZERO, aside, -aside].iter().any(|&by| is_clear_to(short + by));
            prop_assert!(is_seen, "it sees through something up to {end} from {eye}");
        }
        for &spot in &spots[1..] {
            let spot = point(&map, spot);
            let distance = spot.distance(eye);
            if is_inside(&map, spot) || distance < 0.01 {
                continue;
            }
            let seen = sight_distance(&map, eye, (spot - eye) / distance, distance);
            // At the very edge of what hides, rounding decides.
            if (seen - distance).abs() > 1e-2 || seen == distance {
                prop_assert_eq!(seen == distance, is_clear(&map, eye, spot), "{} from {}", spot, eye);
            }
            let is_on_border = |pair: &[Vec2]| {
                (pair[0] - eye).perp_dot(spot - eye) >= 0.0 && (pair[1] - eye).perp_dot(spot - eye) <= 0.0
                    && (pair[0] - eye).dot(spot - eye) > 0.0
            };
            let Some(pair) = border.windows(2).find(|pair| is_on_border(pair)) else {
                prop_assert!(!sees(&map, &profile, eye, heading, spot) || angle > 358.0, "{spot} is in the angle");
                continue;
            };
            let (near, far) = (pair[0].distance(eye), pair[1].distance(eye));
            if distance < near.min(far) - 0.3 {
                prop_assert!(sees(&map, &profile, eye, heading, spot), "{spot} from {eye}, within {near} and {far}");
            } else if distance > near.max(far) + 0.3 && distance < range {
                prop_assert!(!sees(&map, &profile, eye, heading, spot), "{spot} from {eye}, beyond {near} and {far}");
            }
        }
    }
}

/// In the level of the chase the hunters look over the ground and not through its hedges.
#[test]
fn no_line_of_sight_leads_through_a_hedge() {
    let level = Level::parse("the-chase", built_in::named("the-chase").unwrap().text).unwrap();
    let mut simulation = Simulation::new(level, None);
    let mut clipped = 0;
    for _ in 0..600 {
        simulation.step(&[]);
        for agent in simulation.agents() {
            let (map, profile) = (simulation.map(), simulation.profile_of(agent));
            for end in seen_area(map, profile, agent.position(), agent.heading()) {
                let line = |part: f32| map.lattice.tile_at(agent.position().lerp(end, part));
                let opaque = |tile: Cell| map.terrain_at(tile).is_none_or(|terrain| terrain.opaque);
                assert!((0..40).all(|part| !opaque(line(0.999 * part as f32 / 40.0))), "{end}");
                clipped += usize::from(end.distance(agent.position()) < profile.sight_range - 0.1);
            }
        }
    }
    assert!(clipped > 1000, "{clipped}");
}
