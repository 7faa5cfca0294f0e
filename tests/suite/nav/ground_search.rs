//! Every search over every kind of ground: areas and masks, cost fields, slopes, ledges and low ceilings, wide and narrow
//! bodies, fine cells, obstacles and links, against a Dijkstra that goes by what the baked grid tells of steps and links.

use std::collections::BTreeSet;

use footpath::grid::{Cell, Grid, Lattice, Rect};
use footpath::level::{Link, LinkKind, Obstacle, Relief, Shape, Surface, Terrain, TerrainId, TileMap};
use footpath::nav::moves::MoveRules;
use footpath::nav::steps::move_cost;
use footpath::nav::{
    Algorithm, DiagonalCost, Guarantee, Heuristic, Method, NavGrid, Path, PathError, PathQuery, PathStatus, Search,
    Trace, find_path, trace_path,
};
use footpath::profile::{AgentProfile, AreaFilter, AreaId};
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::allocations::allocations_when_repeated;
use crate::support::maps::{cells, map_of};
use crate::support::searching::{find_in_slices, rules, without_statistics};
use crate::support::step_graph::{StepGraph, path_cost};

const MOST: u32 = 9;

/// Names of terrains: walkable ones, a wall, and void, over which agents jump.
const TERRAINS: [&str; 6] = ["grass", "grass", "road", "swamp", "wall", "void"];

fn lattices() -> impl Strategy<Value = Lattice> {
    let sizes = (2..=MOST, 2..=MOST, prop::sample::select(&[0.5f32, 1.0, 2.0][..]));
    sizes.prop_map(|(width, height, tile_size)| Lattice { origin: vec2(-3.0, 1.5), tile_size, width, height })
}

fn grids<T: Clone + std::fmt::Debug>(
    width: u32,
    height: u32,
    values: impl Strategy<Value = T>,
) -> impl Strategy<Value = Grid<T>> {
    let values = prop::collection::vec(values, (width * height) as usize);
    values.prop_map(move |values| Grid::from_rows(width, height, values))
}

/// Mostly level ground at a few heights, with a ramp or a low ceiling here and there.
fn surfaces() -> impl Strategy<Value = Surface> {
    let heights = prop::sample::select(&[0.0f32, 0.0, 0.25, 0.5, 1.5][..]);
    let slopes = prop::sample::select(&[(0.0f32, 0.0f32), (0.0, 0.0), (0.5, 0.0), (0.0, -0.3), (2.0, 0.0)][..]);
    let ceilings = prop::sample::select(&[f32::INFINITY, f32::INFINITY, f32::INFINITY, 1.5][..]);
    (heights, slopes, ceilings).prop_map(|(height, (x, y), ceiling)| Surface { height, slope: vec2(x, y), ceiling })
}

/// A point of the map, or just outside.
fn points(lattice: Lattice) -> impl Strategy<Value = Vec2> {
    let size = lattice.size();
    (-0.1..size.x + 0.1, -0.1..size.y + 0.1).prop_map(move |(x, y)| lattice.origin + vec2(x, y))
}

fn obstacles(lattice: Lattice) -> impl Strategy<Value = Obstacle> {
    let circle = (0.05..1.0f32).prop_map(Shape::Circle);
    let along = prop_oneof![Just(vec2(1.0, 0.0)), Just(vec2(0.6, 0.8))];
    let oblong = (0.05..1.0f32, 0.05..1.0f32, along).prop_map(|(x, y, along)| Shape::Box { half: vec2(x, y), along });
    let shapes = prop_oneof![circle, oblong];
    (points(lattice), shapes, 0..2u8).prop_map(|(at, shape, layer)| Obstacle {
        name: String::new(),
        at,
        shape,
        layer,
        motion: None,
        standing_time: 0.5,
        user: None,
    })
}

/// Cheap and expensive ones, slow ones and some that are faster than walking.
fn links(lattice: Lattice) -> impl Strategy<Value = Link> {
    let costs = prop::sample::select(&[None, Some(0.02f32), Some(0.7), Some(1.0), Some(30.0)][..]);
    let areas = prop::sample::select(&[AreaId::JUMP, AreaId::WALKABLE, AreaId(6)][..]);
    let speeds = prop::sample::select(&[None, None, Some(0.5f32), Some(20.0)][..]);
    let manners = (prop::sample::select(&LinkKind::ALL[..]), speeds, areas);
    (points(lattice), points(lattice), costs, any::<bool>(), prop::bool::weighted(0.9), manners).prop_map(
        |(from, to, cost, both_ways, active, (kind, speed, area))| Link {
            cost,
            both_ways,
            active,
            area,
            kind,
            speed,
            ..Link::between(from, to)
        },
    )
}

prop_compose! {
    fn profiles()(
        radius in prop_oneof![4 => Just(0.2f32), 2 => Just(0.5), 1 => 0.2..2.5f32],
        speed in prop::sample::select(&[1.0f32, 3.0, 8.0][..]),
        (jump_distance, drop_height) in prop::sample::select(&[(0.0f32, 0.0f32), (2.5, 0.0), (0.0, 2.0), (1.0, 1.0)][..]),
        (climb_cost, danger, reward) in prop::sample::select(&[(0.0f32, 1.0f32, 1.0f32), (1.0, 0.0, 0.0), (25.0, 3.0, 2.0)][..]),
        forbidden in prop::option::weighted(0.3, 2..8u8),
        costs in prop::option::weighted(0.3, (0..8u8, 0.1..20.0f32)),
    ) -> AgentProfile {
        let mask = !forbidden.map_or(0, |area| 1 << area);
        let areas = AreaFilter { mask, costs: costs.into_iter().map(|(area, cost)| (AreaId(area), cost)).collect() };
        let body = AgentProfile::default();
        AgentProfile { radius, speed, jump_distance, drop_height, climb_cost, danger, reward, areas, ..body }
    }
}

prop_compose! {
    fn maps()(lattice in lattices(), by in prop::sample::select(&[1u32, 1, 2, 3, 4][..]))(
        tiles in grids(lattice.width, lattice.height, prop::sample::select(&TERRAINS[..])),
        relief in prop::option::weighted(0.5, grids(lattice.width, lattice.height, surfaces())),
        obstacles in prop::collection::vec(obstacles(lattice), 0..3),
        links in prop::collection::vec(links(lattice), 0..5),
        danger in prop::option::weighted(0.3, grids(lattice.width * by, lattice.height * by, 0..400u16)),
        reward in prop::option::weighted(0.3, grids(lattice.width * by, lattice.height * by, 0..200u16)),
        wear in prop::option::weighted(0.3, grids(lattice.width * by, lattice.height * by, any::<u8>())),
        (smallest_region, obstacle_epsilon, layers) in (prop::sample::select(&[0.0f32, 0.0, 3.0][..]), 0.0..0.2f32, 0..4u32),
        (lattice, by) in Just((lattice, by)),
    ) -> TileMap {
        let terrains = Terrain::built_in();
        let id = |name: &str| TerrainId(terrains.iter().position(|terrain| terrain.name == name).unwrap() as u8);
        let ids = tiles.values().iter().map(|name| id(name)).collect();
        let mut map = TileMap::new(lattice, terrains.clone(), Grid::from_rows(lattice.width, lattice.height, ids));
        map.relief = relief.map(|surfaces| Relief { surfaces });
        (map.obstacles, map.links) = (obstacles.into(), links);
        map.layers.push("other".to_owned());
        (map.fields.danger, map.fields.reward, map.fields.wear, map.fields.worn_cost) = (danger, reward, wear, 40);
        map.bake.cells_per_tile = by;
        (map.bake.smallest_region, map.bake.obstacle_epsilon, map.bake.layers) = (smallest_region, obstacle_epsilon, layers);
        map
    }
}

prop_compose! {
    /// A question; places in parts of the map's width and height.
    fn questions()(
        start in (0..1000u32, 0..1000u32), goals in prop::collection::vec((0..1000u32, 0..1000u32), 1..4),
        within in prop_oneof![3 => Just(0.0), 1 => 0.0..4.0],
        heuristic in prop::sample::select(Heuristic::ALL.to_vec()), rules in prop_oneof![Just(Method::default()), rules()],
        weight in 0.0..4.0, smooth in prop::bool::weighted(0.2),
    ) -> Question {
        let method = Method { heuristic, weight, smooth, expansion_limit: 3000, ..rules };
        Question { start, goals, within, method }
    }
}

#[derive(Clone, Debug)]
struct Question {
    start: (u32, u32),
    goals: Vec<(u32, u32)>,
    within: f64,
    method: Method,
}

impl Question {
    fn on(&self, grid: &NavGrid) -> PathQuery {
        let Lattice { width, height, .. } = grid.lattice();
        let cell = |&(x, y): &(u32, u32)| Cell::new((x * width / 1000) as i32, (y * height / 1000) as i32);
        let goals = self.goals.iter().map(cell).collect();
        PathQuery { within: self.within, ..PathQuery::to_any(cell(&self.start), goals).by(self.method) }
    }
}

/// What a query should find.
struct Expected {
    status: PathStatus,
    root: Cell,
    ends: BTreeSet<Cell>,
    lowest: u64,
}

/// `None` where there should be no way.
fn expected(grid: &NavGrid, query: &PathQuery) -> Option<Expected> {
    let start = query.start;
    let steps = |cell: Cell| (cell.x - start.x).abs().max((cell.y - start.y).abs());
    let passable = cells(grid).filter(|&cell| grid.is_passable(cell));
    let root = passable.min_by_key(|&cell| (steps(cell), cell.distance_squared(start), cell.y, cell.x))?;
    let costs = StepGraph::new(grid, MoveRules::from(query.method), false).lowest(&[root]);
    let distance = |cell: Cell| query.goals.iter().map(|goal| cell.distance_squared(*goal)).min();
    let reachable: Vec<(u64, Cell, u64)> =
        cells(grid).zip(costs).filter_map(|(cell, cost)| Some((distance(cell)?, cell, cost?))).collect();
    let nearest = reachable.iter().map(|&(distance, ..)| distance).min()?;
    let is_complete = nearest as f64 <= query.within * query.within;
    let is_near = |distance| {
        if is_complete { distance as f64 <= query.within * query.within } else { distance == nearest }
    };
    let ends = reachable.iter().filter(|&&(distance, ..)| is_near(distance));
    let lowest = ends.clone().map(|&(.., cost)| cost).min()?;
    let ends: BTreeSet<Cell> = ends.map(|&(_, cell, _)| cell).collect();
    let status = if is_complete { PathStatus::Complete } else { PathStatus::Partial };
    (is_complete || !ends.contains(&start)).then_some(Expected { status, root, ends, lowest })
}

fn check_path(grid: &NavGrid, query: &PathQuery, path: &Path, expected: &Expected) {
    let chosen = query.method.chosen(grid, expected.ends.len());
    assert_eq!((path.status, path.algorithm), (expected.status, chosen.algorithm));
    assert_eq!((path.cells[0], path.guarantee), (query.start, chosen.guarantee(grid)));
    assert!(expected.ends.contains(path.cells.last().unwrap()));
    assert_eq!(path.cells.iter().collect::<BTreeSet<_>>().len(), path.cells.len(), "no cell twice");
    assert!(path.links.is_sorted_by(|a, b| a.at < b.at));
    let root = path.cells.iter().position(|&cell| cell == expected.root).expect("by way of the root");
    assert!(path.cells[..root].iter().all(|&cell| !grid.is_passable(cell)));
    if chosen.algorithm == Algorithm::AnyAngle || chosen.smooth {
        let most = expected.lowest as f64 / (f64::from(grid.cells_per_tile()) * 197_000.0);
        let is_no_longer = root > 0 || path.cost <= most * (1.0 + 1e-6);
        assert!(path.guarantee != Guarantee::ShortestBySteps || is_no_longer, "{} of at most {most}", path.cost);
        return check_lines(grid, query, path, root);
    }
    let cost = path_cost(grid, MoveRules::from(query.method), path, root).expect("every step and link is legal");
    match path.guarantee {
        Guarantee::Shortest => assert_eq!(cost, expected.lowest),
        Guarantee::AtMost(factor) => assert!(cost as f64 <= factor * expected.lowest as f64 * (1.0 + 1e-9)),
        Guarantee::None => assert!(cost >= expected.lowest),
        Guarantee::ShortestBySteps => unreachable!("it is not pulled straight"),
    }
    if root == 0 {
        let told = path.cost * f64::from(grid.cells_per_tile()) * 197_000.0;
        assert!((told - cost as f64).abs() <= cost as f64 * 1e-6, "{told}, not {cost}");
        let distance = |pair: &[Cell]| (pair[0].distance_squared(pair[1]) as f64).sqrt();
        let length = path.cells.windows(2).map(distance).sum::<f64>() / f64::from(grid.cells_per_tile());
        assert!((path.length - length).abs() < 1e-9 * (1.0 + length), "{} long, not {length}", path.length);
    }
    let is_link = |at: usize| path.links.iter().any(|link| link.at == at);
    let walks = |at: usize| is_link(at) || move_cost(grid, path.cells[at], path.cells[at + 1]).is_some();
    assert_eq!(path.is_walkable, (root..path.cells.len() - 1).all(walks));
}

/// That a path pulled straight costs no more than it did before, and that its links are links.
fn check_lines(grid: &NavGrid, query: &PathQuery, path: &Path, root: usize) {
    let chosen = query.method.chosen(grid, 1);
    if chosen.smooth {
        let before = query.clone().by(Method { smooth: false, ..chosen });
        let before = find_path(grid, &before, &mut Search::default()).unwrap();
        // Lines count by their length, where 1.4 is less.
        let share = if chosen.diagonal == DiagonalCost::Exact { 1.0 } else { 2f64.sqrt() / 1.4 };
        assert!(path.cost <= before.cost * share * (1.0 + 1e-5), "{} pulled straight is {}", before.cost, path.cost);
        assert_eq!(
            path.links.iter().map(|link| link.link).collect::<Vec<_>>(),
            before.links.iter().map(|link| link.link).collect::<Vec<_>>()
        );
        assert!(path.cells.iter().all(|cell| before.cells.contains(cell)));
    }
    for at in root..path.cells.len() - 1 {
        let (from, to) = (path.cells[at], path.cells[at + 1]);
        match path.links.iter().find(|link| link.at == at) {
            Some(link) => assert_eq!((link.link.from, link.link.to), (from, to)),
            // Cells that lie wholly in the way are passable.
            None => assert!((0..=8).all(|part| is_near_passable(grid, from, to, part))),
        }
    }
}

/// Whether some cell round a point of a line is passable; the point lies `part` eighths along it.
fn is_near_passable(grid: &NavGrid, from: Cell, to: Cell, part: i32) -> bool {
    let between = |a: i32, b: i32| (a * (8 - part) + b * part).div_euclid(8);
    let cell = Cell::new(between(from.x, to.x), between(from.y, to.y));
    let around = Rect { min: cell, max: Cell::new(cell.x + 2, cell.y + 2) };
    around.cells().any(|cell| grid.is_passable(cell))
}

fn check_all(grid: &NavGrid, query: &PathQuery) {
    let expected = expected(grid, query);
    let mut used = Search::default();
    for algorithm in Algorithm::ALL {
        let query = query.clone().by(Method { algorithm, ..query.method });
        let found = find_path(grid, &query, &mut Search::default());
        println!("{query:?}: {found:?}");
        match (&found, &expected) {
            (Ok(path), Some(expected)) => check_path(grid, &query, path, expected),
            (Err(PathError::NoPath(_)), None) => {}
            (Err(PathError::Limit(_)), Some(_)) => assert_eq!(algorithm, Algorithm::IdaStar),
            _ => panic!("there is {}", if expected.is_some() { "a way" } else { "no way" }),
        }
        assert_eq!(trace_path(grid, &query, &mut Search::default(), &mut Trace::default()), found, "observed");
        assert_eq!(find_in_slices(grid, &query, &[3, 1, 11], &mut Search::default()), found, "in slices");
        let again = find_path(grid, &query, &mut used);
        assert_eq!(without_statistics(again), without_statistics(found), "in used memory");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_search_serves_every_ground(map in maps(), profile in profiles(), question in questions()) {
        let grid = NavGrid::bake(&map, &profile);
        check_all(&grid, &question.on(&grid));
    }
}

/// Over a ravine, by the one link there is.
#[test]
fn a_repeated_search_by_a_link_allocates_nothing() {
    let mut map = map_of(&vec![format!("{}###{}", ".".repeat(20), "=".repeat(20)); 12]);
    let at = |x, y| map.lattice.centre(Cell::new(x, y));
    let (from, to) = (at(19, 6), at(23, 6));
    let (name, cost, area) = (String::new(), Some(1.0), AreaId::JUMP);
    map.links.push(Link { name, cost, both_ways: false, area, ..Link::between(from, to) });
    let grid = NavGrid::bake(&map, &AgentProfile::default());
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != Algorithm::IdaStar) {
        let query = PathQuery::between(Cell::new(3, 0), Cell::new(40, 9)).by(Method { algorithm, ..Method::default() });
        let path = find_path(&grid, &query, &mut Search::default()).unwrap();
        assert_eq!((path.status, path.links.len()), (PathStatus::Complete, 1), "{algorithm:?}");
        assert_eq!(allocations_when_repeated(&grid, &query), 0, "{algorithm:?}");
    }
}
