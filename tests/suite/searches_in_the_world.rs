//! Agents and the ways to search: each walks what its search has found, by whatever method, and long ways are
//! laid while they are walked.

use footpath::agent::order::{Ground, Purpose};
use footpath::agent::steering::Mover;
use footpath::agent::{AgentState, Route};
use footpath::grid::Cell;
use footpath::level::{Level, Target};
use footpath::nav::{NavGrid, Path, PathQuery, PathStatus, Search, find_path};
use footpath::sim::TICK;
use glam::Vec2;

use crate::walking::level;

/// Rooms with doors that do not face each other.
fn rooms() -> Level {
    let row = |y: i32| {
        let is_wall = |x: i32| {
            let door = |along: i32, wall: i32| (along + 3 * wall).rem_euclid(10) == 4;
            (x % 10 == 9 && !door(y, x / 10)) || (y % 10 == 9 && !door(x, y / 10))
        };
        (0..60).map(|x| if is_wall(x) { '#' } else { '.' }).collect::<String>()
    };
    let rows: Vec<String> = (0..40).map(row).collect();
    level(&rows.iter().map(String::as_str).collect::<Vec<&str>>(), 1.0)
}

fn find(nav: &NavGrid, from: Cell, to: Cell) -> Path {
    find_path(nav, &PathQuery::between(from, to), &mut Search::default()).expect("there is a way")
}

/// Where an agent is in each tick that walks along a route, which `extend` may lay further, until it stands at its end.
fn walk(ground: Ground, route: &mut Route, mut extend: impl FnMut(&mut Route, Vec2)) -> Vec<Vec2> {
    let (mut position, mut velocity, mut walk) = (route.from, Vec2::ZERO, vec![route.from]);
    while !(route.is_on_last_bit() && route.end().distance(position) < 0.02 && velocity.length() < 0.1) {
        assert!(walk.len() < 60 * 60, "it does not arrive: {position}, {route:?}");
        extend(route, position);
        route.advance(ground, position, velocity);
        let wanted = route.wanted_velocity(ground.mover, position, velocity);
        velocity += ground.mover.acceleration_towards(velocity, wanted, route.along()) * TICK;
        position += velocity * TICK;
        walk.push(position);
    }
    walk
}

/// A way that is laid leg by leg is walked like the same way laid at once: nowhere slower, nowhere else.
#[test]
fn a_route_that_is_extended_has_no_seam() {
    let level = rooms();
    for profile in &level.profiles[..4] {
        let nav = NavGrid::bake(&level.map, profile);
        let ground = Ground { map: &level.map, nav: &nav, profile, mover: Mover::new(profile, TICK) };
        let whole = find(&nav, Cell::new(1, 1), Cell::new(57, 38));
        let (from, place) = (level.map.lattice.centre(whole.cells[0]), level.map.lattice.centre(Cell::new(57, 38)));
        let purpose =
            || Purpose { target: Target::Point(place), status: PathStatus::Complete, ending: AgentState::Arrived };
        let mut at_once = Route::lay(ground, from, &whole, place, purpose());
        let expected = walk(ground, &mut at_once, |_, _| {});
        for (first, step) in [(6, 9), (12, 5), (20, 25), (4, 4)] {
            let mut ends: Vec<usize> = (first..whole.cells.len() - 1).step_by(step).collect();
            ends.push(whole.cells.len() - 1);
            let begin = Path {
                cells: whole.cells[..=ends[0]].to_vec(),
                ahead: ends[1..].iter().map(|&at| whole.cells[at]).collect(),
                ..whole.clone()
            };
            let mut route = Route::lay(ground, from, &begin, place, purpose());
            assert!(route.end() == place && !route.is_on_last_bit());
            let mut laid = 0;
            let walked = walk(ground, &mut route, |route, position| {
                while route.wants_leg(ground.mover, position) {
                    laid += 1;
                    let leg = whole.cells[ends[laid - 1]..=ends[laid]].to_vec();
                    route.extend(ground, &Path { cells: leg, ahead: Vec::new(), ..whole.clone() });
                }
            });
            let about = format!("{}, legs of {step} after {first}", profile.name);
            assert_eq!((laid, &route.cells), (ends.len() - 1, &whole.cells), "{about}");
            assert!((route.length - at_once.length).abs() < 0.01, "{about}: {} and {}", route.length, at_once.length);
            for (tick, (here, there)) in walked.iter().zip(&expected).enumerate() {
                assert!(here.distance(*there) < 0.05, "{about}, tick {tick}: {here}, not {there}");
            }
        }
    }
}
