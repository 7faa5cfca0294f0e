//! Wear: ground that is walked on gets cheaper and grows back.

use footpath::agent::AgentId;
use footpath::grid::{Cell, Grid};
use footpath::level::{Course, Level, Order, PatrolPath, PatrolPoint, Target, TerrainId, Wear};
use footpath::nav::{Algorithm, Method, PathQuery, Search, find_path};
use footpath::sim::{Command, Selection, Simulation};

use crate::support::levels::{level, with_agent};
use crate::support::play::{go, run};

/// A level where grass wears to half its cost.
fn lawn(rows: &[impl AsRef<str>], by_walking: f32, recovery: f32) -> Level {
    let wear = Wear { terrains: vec![TerrainId(0)], by_walking, recovery, worn_cost: 0.5 };
    Level { wear: Some(wear), ..level(rows, 1.0) }
}

const STRIP: [&str; 3] = ["............", "............", "............"];

fn wear(simulation: &Simulation) -> Grid<u8> {
    let tiles = &simulation.map().tiles;
    simulation.map().fields.wear.clone().unwrap_or(Grid::filled(tiles.width(), tiles.height(), 0))
}

#[test]
fn one_walk_wears_as_much_as_the_level_says() {
    let mut simulation = Simulation::new(with_agent(lawn(&STRIP, 0.2, 0.0), 0, (0, 1)), None);
    simulation.step(&[go(0, (11, 1))]);
    run(&mut simulation, 8);
    let wear = wear(&simulation);
    for x in 2..10 {
        assert!((50..=52).contains(&wear[Cell::new(x, 1)]), "a fifth of 255: {:?}", wear.values());
        assert_eq!((wear[Cell::new(x, 0)], wear[Cell::new(x, 2)]), (0, 0), "{x}");
        assert_eq!(simulation.nav_grid(0).cost(Cell::new(x, 1)), Some(90), "{x}");
    }
    assert_eq!(simulation.nav_grid(0).cost(Cell::new(5, 0)), Some(100));
}

#[test]
fn wear_has_a_maximum_and_grows_back() {
    let mut simulation = Simulation::new(with_agent(lawn(&STRIP, 1.0, 6.0), 0, (0, 1)), None);
    simulation.step(&[go(0, (11, 1))]);
    while simulation.agents()[0].position().x < 8.5 {
        simulation.step(&[]);
    }
    run(&mut simulation, 1);
    let worn = wear(&simulation);
    assert!(worn[Cell::new(8, 1)] > 200 && worn[Cell::new(2, 1)] < 200, "{:?}", worn.values());
    assert!(simulation.nav_grid(0).lowest_cost() < 60);
    run(&mut simulation, 12);
    assert!(wear(&simulation).values().iter().all(|&wear| wear == 0), "ten seconds are enough");
    assert_eq!((simulation.nav_grid(0).lowest_cost(), simulation.nav_grid(0).highest_cost()), (100, 100));
}

#[test]
fn only_named_terrains_wear_and_painted_ground_is_fresh() {
    let mut level = with_agent(lawn(&STRIP, 0.5, 0.0), 0, (0, 1));
    let sand = level.map.terrain_named("sand").unwrap();
    level.map.tiles[Cell::new(5, 1)] = sand;
    level.map.tiles[Cell::new(5, 0)] = sand;
    level.map.tiles[Cell::new(5, 2)] = sand;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (11, 1))]);
    run(&mut simulation, 8);
    let before = wear(&simulation);
    assert!(before[Cell::new(4, 1)] > 100 && before[Cell::new(5, 1)] == 0 && before[Cell::new(6, 1)] > 100);
    let paint = |terrain: &str| Command::Paint { terrain: terrain.to_owned(), tiles: vec![Cell::new(4, 1)] };
    simulation.step(&[paint("sand"), paint("grass")]);
    run(&mut simulation, 2);
    let after = wear(&simulation);
    assert_eq!((after[Cell::new(4, 1)], after[Cell::new(6, 1)]), (0, before[Cell::new(6, 1)]));
    assert_eq!(simulation.nav_grid(0).cost(Cell::new(4, 1)), Some(100));
}

/// Wear does not make a moving agent search again; only new routes use worn ground.
#[test]
fn worn_ground_attracts_new_routes_only() {
    let rows = ["..............", "..............", "......#.......", "..............", ".............."];
    let mut level = with_agent(with_agent(lawn(&rows, 0.9, 0.0), 0, (0, 4)), 0, (0, 2));
    level.profiles[1].speed = 0.3;
    level = with_agent(level, 1, (0, 0));
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (13, 4)), go(2, (13, 0))]);
    simulation.step(&[]);
    let slow = |simulation: &Simulation| simulation.agents()[2].route().unwrap().from;
    let from = slow(&simulation);
    run(&mut simulation, 8);
    assert_eq!(slow(&simulation), from);
    simulation.step(&[go(1, (13, 2))]);
    simulation.step(&[]);
    let route = simulation.agents()[1].route().unwrap();
    assert!(route.cells.iter().filter(|cell| cell.y == 4).count() > 6, "by the trail: {:?}", route.cells);
    assert!(route.cost < 12.0, "{}", route.cost);
}

/// A lawn with a gate in the middle of each side, and people who go from gate to gate.
fn four_gates() -> Level {
    let open = [".........................".to_owned(), "#########################".to_owned()];
    let mut rows: Vec<String> = (0..25).map(|y| open[usize::from(y == 0 || y == 24)].clone()).collect();
    rows.iter_mut().enumerate().filter(|(y, _)| ![11, 12, 13].contains(y)).for_each(|(_, row)| {
        row.replace_range(0..1, "#");
        row.replace_range(24..25, "#");
    });
    [0, 24].into_iter().for_each(|y: usize| rows[y].replace_range(11..14, "..."));
    let mut level = lawn(&rows, 0.04, 0.1);
    let gates = [(12, 1), (23, 12), (12, 23), (1, 12)].map(|(x, y)| Target::Tile(Cell::new(x, y)));
    for (at, (x, y)) in
        [(6, 6), (18, 6), (18, 18), (6, 18), (12, 8), (16, 12), (12, 16), (8, 12)].into_iter().enumerate()
    {
        level = with_agent(level, at % 2, (x, y));
        let there_and_back = vec![gates[at % 4].clone(), gates[(at + 1) % 4].clone()];
        let points = there_and_back.into_iter().map(PatrolPoint::Target).collect();
        let name = format!("round {at}");
        level.paths.push(PatrolPath {
            name: name.clone(),
            points,
            acceptance_radius: None,
            wait: 0.0,
            course: Course::Loop,
            user: None,
        });
        level.agents[at].orders = vec![Order::Patrol(name)];
    }
    level
}

#[test]
fn people_wear_trails_where_they_walk() {
    let mut simulation = Simulation::new(four_gates(), None);
    run(&mut simulation, 120);
    let wear = wear(&simulation);
    let query = PathQuery::between(Cell::new(12, 1), Cell::new(23, 12));
    let query = query.by(Method { algorithm: Algorithm::AStar, ..Method::default() });
    let path = find_path(simulation.nav_grid(0), &query, &mut Search::default()).expect("there is a way");
    let straight = 11.0 * std::f64::consts::SQRT_2;
    assert!(path.cost < 0.55 * straight, "{} of {straight}", path.cost);
    let on_path = path.cells.iter().map(|&cell| u32::from(wear[cell])).sum::<u32>() / path.cells.len() as u32;
    let all = wear.values().iter().map(|&wear| u32::from(wear)).sum::<u32>() / wear.values().len() as u32;
    assert!(on_path > 240 && on_path > 8 * all, "{on_path} on the path, {all} everywhere");
    let corner = (1..6).flat_map(|y| (1..6).map(move |x| Cell::new(x, y)));
    assert!(corner.into_iter().all(|cell| wear[cell] == 0), "no agent walks in the corners");
}

#[test]
fn two_runs_wear_the_same() {
    let walk = || {
        let mut simulation = Simulation::new(four_gates(), Some(3));
        (0..20).for_each(|_| {
            run(&mut simulation, 1);
            simulation.step(&[Command::Scatter(Selection::These(vec![AgentId(1)]))]);
        });
        (simulation.state_hash(), wear(&simulation))
    };
    let (first, second) = (walk(), walk());
    assert_eq!(first, second);
    let fresh = Simulation::new(four_gates(), Some(3));
    assert!(first.1.values().iter().any(|&wear| wear > 20) && wear(&fresh).values().iter().all(|&wear| wear == 0));
}

#[test]
fn a_restart_makes_the_ground_fresh() {
    let mut simulation = Simulation::new(four_gates(), None);
    let fresh = simulation.state_hash();
    run(&mut simulation, 10);
    assert!(simulation.map().fields.wear.is_some());
    simulation.apply(&[Command::Restart]);
    assert_eq!(simulation.state_hash(), fresh);
    assert!(simulation.map().fields.wear.is_none());
}
