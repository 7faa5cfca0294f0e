//! Hierarchical searches and flow fields over ledges, slopes, obstacles, drops, jumps and laid links, on maps of several
//! chunks, against a Dijkstra that goes by what the grid tells of its steps and links.

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{Link, Obstacle, Relief, Shape, Surface, TerrainId, TileMap};
use footpath::nav::moves::{MoveRules, TILE_COST};
use footpath::nav::{Algorithm, FlowField, FlowStep, Method, NavGrid, PathQuery, PathStatus, Search, find_path};
use footpath::profile::AgentProfile;
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::maps::{cells, map_of_tiles};
use crate::support::step_graph::{StepGraph, path_cost};

const HIERARCHICAL: Algorithm = Algorithm::Hierarchical;

fn query(start: Cell, goal: Cell, algorithm: Algorithm) -> PathQuery {
    PathQuery::between(start, goal).by(Method { algorithm, ..Method::default() })
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![
        (0..25u32).prop_map(|density| Kind::Open { density }),
        (3..30u32).prop_map(|size| Kind::Rooms { size, doors: 1 }),
        (35..50u32, 0..4u32).prop_map(|(density, rounds)| Kind::Caves { density, rounds }),
    ]
}

/// Terraces: rectangles at other heights than the rest, some with a slope.
fn terraces() -> impl Strategy<Value = Vec<(i32, i32, i32, i32, Surface)>> {
    let heights = prop::sample::select(&[0.0f32, 0.25, 0.5, 1.0, 1.5, 3.0][..]);
    let slopes = prop::sample::select(&[(0.0f32, 0.0f32), (0.0, 0.0), (0.3, 0.0), (0.0, -0.4)][..]);
    let surface = (heights, slopes).prop_map(|(height, (x, y))| Surface { height, slope: vec2(x, y), ..Surface::FLAT });
    prop::collection::vec((0..300i32, 0..90i32, 1..60i32, 1..60i32, surface), 0..16)
}

fn links(size: Vec2) -> impl Strategy<Value = Vec<Link>> {
    let costs = prop::sample::select(&[None, None, Some(0.02f32), Some(0.7), Some(5.0), Some(100.0)][..]);
    let places = (
        (0.0..size.x, 0.0..size.y),
        prop_oneof![(0.0..size.x, 0.0..size.y), (-6.0..6.0f32, -6.0..6.0f32),],
        any::<bool>(),
    );
    let link = (places, costs, any::<bool>()).prop_map(move |((from, by, is_near), cost, both_ways)| {
        let from = Vec2::from(from);
        let to = if is_near {
            from + Vec2::from(by).clamp(Vec2::splat(-6.0), Vec2::splat(6.0))
        } else {
            Vec2::from(by).abs()
        };
        Link { cost, both_ways, ..Link::between(from, to) }
    });
    prop::collection::vec(link, 0..30)
}

prop_compose! {
    fn maps()(width in 2..300u32, height in 2..90u32)(
        kind in kinds(), seed in any::<u64>(), terraces in terraces(), links in links(vec2(width as f32, height as f32)),
        crates in prop::collection::vec((0.0..width as f32, 0.0..height as f32, 0.1..1.5f32), 0..10),
        holes in prop::collection::vec((0..300i32, 0..90i32, 1..60i32, 1..4i32), 0..8), void in any::<bool>(),
        (width, height) in Just((width, height)),
    ) -> TileMap {
        let mut map = map_of_tiles(generate(&Generate::new(kind, width, height, seed)));
        let hole = map.terrain_named(if void { "void" } else { "swamp" }).unwrap();
        let rect = |x, y, across, down| {
            Rect { min: Cell::new(x, y), max: Cell::new(x + across, y + down) }.clipped(width, height).cells()
        };
        holes.iter().for_each(|&(x, y, across, down)| rect(x, y, across, down).for_each(|cell| map.tiles[cell] = hole));
        if !terraces.is_empty() {
            let mut surfaces = Grid::filled(width, height, Surface::FLAT);
            for &(x, y, across, down, surface) in &terraces {
                rect(x, y, across, down).for_each(|cell| surfaces[cell] = surface);
            }
            map.relief = Some(Relief { surfaces });
        }
        let circle = |&(x, y, radius): &(f32, f32, f32)| {
            Obstacle { name: String::new(), at: vec2(x, y), shape: Shape::Circle(radius), layer: 0, motion: None, standing_time: 0.5, user: None }
        };
        map.obstacles = crates.iter().map(circle).collect::<Vec<Obstacle>>().into();
        map.links = links;
        map
    }
}

fn profiles() -> impl Strategy<Value = AgentProfile> {
    let leaps = prop::sample::select(&[(0.0f32, 0.0f32), (3.0, 0.0), (0.0, 2.0), (2.0, 1.0)][..]);
    let climbs = prop::sample::select(&[0.0f32, 1.0, 8.0, 100.0][..]);
    (leaps, climbs).prop_map(|((jump_distance, drop_height), climb_cost)| {
        let body = AgentProfile::default();
        AgentProfile { jump_distance, drop_height, climb_cost, ..body }
    })
}

/// Places in parts of all passable cells.
fn places(grid: &NavGrid, shares: &[prop::sample::Index]) -> Option<Vec<Cell>> {
    let passable: Vec<Cell> = cells(grid).filter(|&cell| grid.is_passable(cell)).collect();
    (!passable.is_empty()).then(|| shares.iter().map(|share| passable[share.index(passable.len())]).collect())
}

/// The cost of the whole path for an agent that asks for the first steps, and then for the path to each cell ahead.
fn cost_step_by_step(grid: &NavGrid, query: PathQuery, search: &mut Search) -> Result<u64, TestCaseError> {
    let first = find_path(grid, &PathQuery { first_steps: true, ..query.clone() }, search).unwrap();
    prop_assert_eq!(first.status, PathStatus::Complete);
    let mut cost = path_cost(grid, MoveRules::WALKING, &first, 0).expect("every step is legal");
    let mut last = *first.cells.last().unwrap();
    for &next in &first.ahead {
        let leg = find_path(grid, &PathQuery::between(last, next).by(query.method), search).unwrap();
        prop_assert_eq!((leg.status, leg.cells.last()), (PathStatus::Complete, Some(&next)), "to {:?}", next);
        cost += path_cost(grid, MoveRules::WALKING, &leg, 0).expect("every step is legal");
        last = next;
    }
    prop_assert!(query.goals.contains(&last));
    Ok(cost)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    /// A hierarchical path is found exactly where there is a path, legal and hardly more expensive; and going on from the
    /// first steps leads there too.
    #[test]
    fn hierarchical_search_finds_every_way(
        map in maps(), profile in profiles(), shares in prop::collection::vec(any::<prop::sample::Index>(), 2..6),
    ) {
        let grid = NavGrid::bake(&map, &profile);
        let Some(places) = places(&grid, &shares) else { return Ok(()) };
        let (start, reference, mut search) = (places[0], StepGraph::new(&grid, MoveRules::WALKING, false), Search::default());
        let lowest = reference.lowest(&[start]);
        for &goal in &places[1..] {
            let query = query(start, goal, HIERARCHICAL);
            let path = find_path(&grid, &query, &mut search);
            let path = path.ok().filter(|path| path.status == PathStatus::Complete);
            let lowest = lowest[reference.index(goal)];
            prop_assert_eq!(path.is_some(), lowest.is_some(), "from {:?} to {:?}", start, goal);
            let (Some(path), Some(lowest)) = (path, lowest) else { continue };
            prop_assert_eq!(
                (path.cells[0], path.cells.last(), path.algorithm),
                (start, Some(&goal), HIERARCHICAL),
                "to {:?}",
                goal,
            );
            let cost = path_cost(&grid, MoveRules::WALKING, &path, 0).expect("every step is legal");
            // Two tiles more where ways are short.
            let (slack, shown) = (2 * TILE_COST, format!("{cost}, at best {lowest}"));
            prop_assert!(lowest <= cost && cost <= lowest * 5 / 4 + slack, "{}", shown);
            let step_by_step = cost_step_by_step(&grid, query, &mut search)?;
            prop_assert!(lowest <= step_by_step, "{step_by_step} step by step is less than {lowest}");
            prop_assert!(step_by_step <= lowest * 3 / 2 + slack, "{} step by step, {}", step_by_step, shown);
        }
    }

    /// Each cell has the lowest cost, and leads on at that cost.
    #[test]
    fn flow_fields_are_exact(
        map in maps(), profile in profiles(), shares in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let grid = NavGrid::bake(&map, &profile);
        let Some(goals) = places(&grid, &shares) else { return Ok(()) };
        let reference = StepGraph::new(&grid, MoveRules::WALKING, true);
        let left = reference.lowest(&goals);
        let left = |cell: Cell| left[reference.index(cell)];
        let field = FlowField::build(&grid, &goals, MoveRules::WALKING);
        for cell in cells(&grid) {
            let cost = field.cost(cell).map(|cost| (cost * f64::from(grid.cells_per_tile()) * 197_000.0).round() as u64);
            prop_assert_eq!(cost, left(cell), "{:?}", cell);
            let onward = field.next(cell).map(|next| match next {
                FlowStep::Step(step) => {
                    assert_eq!(field.direction(cell), Some(step), "{cell:?}");
                    let next = step.from(cell);
                    MoveRules::WALKING.step_cost(&grid, cell, next).unwrap() + left(next).unwrap()
                }
                FlowStep::Link(link) => {
                    assert_eq!((field.direction(cell), link.from), (None, cell), "{cell:?}");
                    link.cost + left(link.to).unwrap()
                }
            });
            prop_assert_eq!(onward, left(cell).filter(|&left| left > 0), "{:?}", cell);
        }
        let start = cells(&grid).find(|&cell| left(cell).is_some()).unwrap();
        let to_goals = PathQuery::to_any(start, goals.clone());
        let by_field = to_goals.by(Method { algorithm: Algorithm::FlowField, ..Method::default() });
        let path = find_path(&grid, &by_field, &mut Search::default()).unwrap();
        prop_assert_eq!(path_cost(&grid, MoveRules::WALKING, &path, 0), left(start));
    }
}

/// By how much hierarchical paths cost more than the cheapest in the mean, over many pairs of places.
fn mean_excess(map: &TileMap, profile: &AgentProfile) -> f64 {
    let grid = NavGrid::bake(map, profile);
    let (reference, mut search) = (StepGraph::new(&grid, MoveRules::WALKING, false), Search::default());
    let passable: Vec<Cell> = cells(&grid).filter(|&cell| grid.is_passable(cell)).collect();
    let place = |share: usize| passable[share * (passable.len() - 1) / 12];
    let mut excesses = Vec::new();
    for start in [1, 6, 11].map(place) {
        let lowest = reference.lowest(&[start]);
        for goal in (0..=12).map(place).filter(|&goal| goal != start) {
            let Some(lowest) = lowest[reference.index(goal)] else {
                continue;
            };
            let path = find_path(&grid, &query(start, goal, HIERARCHICAL), &mut search).unwrap();
            excesses.push(path_cost(&grid, MoveRules::WALKING, &path, 0).unwrap() as f64 / lowest as f64 - 1.0);
        }
    }
    assert!(excesses.len() > 15, "hardly any places are connected");
    excesses.iter().sum::<f64>() / excesses.len() as f64
}

/// Hills in terraces, with a few ways up; an agent may drop down anywhere.
fn hills() -> TileMap {
    let mut map = map_of_tiles(generate(&Generate::new(Kind::Open { density: 4 }, 400, 300, 8)));
    let mut surfaces = Grid::filled(400, 300, Surface::FLAT);
    let cells: Vec<Cell> = surfaces.rect().cells().collect();
    for cell in cells {
        let distance = |x: i32, y: i32| (cell.x - x).abs().max((cell.y - y).abs());
        let away = distance(50, 55).min(distance(110, 60)).min(distance(240, 180)).min(distance(330, 90)).min(40);
        let is_way_up = cell.y % 37 < 3;
        surfaces[cell].height = if is_way_up { 0.075 * (40 - away) as f32 } else { 0.75 * (4 - away / 10) as f32 };
    }
    map.relief = Some(Relief { surfaces });
    map
}

#[test]
fn over_hills_with_hundreds_of_links_paths_are_nearly_the_cheapest() {
    let body = AgentProfile::default();
    for (jump_distance, drop_height, climb_cost) in [(0.0, 0.0, 3.0), (2.0, 2.0, 1.0)] {
        let profile = AgentProfile { jump_distance, drop_height, climb_cost, ..body.clone() };
        let excess = mean_excess(&hills(), &profile);
        assert!(excess <= 0.001, "{excess} in the mean, dropping {drop_height}");
    }
}

/// Each row, or column, lies higher than the one before, so that each crosses a border of chunks by itself.
#[test]
fn every_terrace_has_its_entrance() {
    for is_row in [true, false] {
        let place = |along: i32, at: i32| {
            if is_row { Cell::new(along, at) } else { Cell::new(at, along) }
        };
        let mut map = map_of_tiles(Grid::filled(100, 100, TerrainId(0)));
        let mut surfaces = Grid::filled(100, 100, Surface::FLAT);
        let cells = (0..100).flat_map(|at| (0..100).map(move |along| (along, at)));
        cells.for_each(|(along, at)| surfaces[place(along, at)].height = at as f32);
        map.relief = Some(Relief { surfaces });
        let grid = NavGrid::bake(&map, &AgentProfile { radius: 0.2, ..AgentProfile::default() });
        let mut search = Search::default();
        for at in 0..100 {
            let path = find_path(&grid, &query(place(2, at), place(97, at), HIERARCHICAL), &mut search).unwrap();
            assert_eq!((path.status, path.cells.len()), (PathStatus::Complete, 96), "row: {is_row}, {at}");
        }
    }
}

/// Islands in a row, each joined to the next by a single link that leads there only.
#[test]
fn links_in_one_direction_are_not_taken_back() {
    let mut tiles = Grid::filled(400, 60, TerrainId(0));
    let islands = (1..10).map(|number| number * 40);
    islands.clone().for_each(|x| (0..60).for_each(|y| tiles[Cell::new(x, y)] = TerrainId(1)));
    let mut map = map_of_tiles(tiles);
    let link = |(number, x): (usize, i32)| Link {
        both_ways: false,
        ..Link::between(
            vec2(x as f32 - 0.5, (number * 17 % 60) as f32 + 0.5),
            vec2(x as f32 + 1.5, (number * 17 % 60) as f32 + 0.5),
        )
    };
    map.links = islands.enumerate().map(link).collect();
    let grid = NavGrid::bake(&map, &AgentProfile::default());
    let (start, goal, mut search) = (Cell::new(3, 30), Cell::new(390, 2), Search::default());
    let there = find_path(&grid, &query(start, goal, HIERARCHICAL), &mut search).unwrap();
    assert_eq!((there.status, there.links.len()), (PathStatus::Complete, 9));
    let back = find_path(&grid, &query(goal, start, HIERARCHICAL), &mut search).unwrap();
    assert_eq!((back.status, back.links.len()), (PathStatus::Partial, 0));
    assert_eq!(back.cells.last().map(|cell| cell.x), Some(361));
    let first = find_path(&grid, &PathQuery { first_steps: true, ..query(start, goal, HIERARCHICAL) }, &mut search);
    let first = first.unwrap();
    assert!(first.links.len() < 5 && first.ahead.last() == Some(&goal), "{} links at first", first.links.len());
}

/// The tiles where a link begins and ends, and what a tile of it costs.
type Shortcut = ((u32, u32), (u32, u32), f32);

/// A map of flat grass with some links that lead there only.
fn meadow(width: u32, height: u32, links: &[Shortcut]) -> TileMap {
    let mut map = map_of_tiles(Grid::filled(width, height, TerrainId(0)));
    let middle = |(x, y): (u32, u32)| vec2(x as f32 + 0.5, y as f32 + 0.5);
    let link = |&(from, to, cost): &Shortcut| Link {
        cost: Some(cost),
        both_ways: false,
        ..Link::between(middle(from), middle(to))
    };
    map.links = links.iter().map(link).collect();
    map
}

/// Puts tiles at these heights, given by their columns and rows.
fn raise(map: &mut TileMap, height: impl Fn(i32, i32) -> f32) {
    let mut surfaces = Grid::filled(map.lattice.width, map.lattice.height, Surface::FLAT);
    let cells: Vec<Cell> = surfaces.rect().cells().collect();
    cells.into_iter().for_each(|cell| surfaces[cell].height = height(cell.x, cell.y));
    map.relief = Some(Relief { surfaces });
}

/// The cost of the hierarchical path to the nearest of some goals, and of the cheapest path, for an agent to which climbing
/// is expensive.
fn hierarchical_and_lowest(map: &TileMap, start: Cell, goals: &[Cell]) -> [Option<u64>; 2] {
    let grid = NavGrid::bake(map, &AgentProfile { climb_cost: 100.0, ..AgentProfile::default() });
    let query = PathQuery::to_any(start, goals.to_vec()).by(Method { algorithm: HIERARCHICAL, ..Method::default() });
    let path = find_path(&grid, &query, &mut Search::default()).unwrap();
    let reference = StepGraph::new(&grid, MoveRules::WALKING, false);
    let lowest = reference.lowest(&[start]);
    let at = |goal: &Cell| lowest[reference.index(*goal)];
    [path_cost(&grid, MoveRules::WALKING, &path, 0), goals.iter().filter_map(at).min()]
}

/// A plateau far away, to which a lift leads for hardly anything, and another one down from there.
#[test]
fn a_lift_costs_less_than_half_of_the_climb() {
    let mut map = meadow(300, 200, &[((5, 4), (5, 155), 0.02), ((8, 155), (250, 4), 0.02)]);
    raise(&mut map, |_, y| if y >= 100 { 6.0 } else { 0.0 });
    let [cost, lowest] = hierarchical_and_lowest(&map, Cell::new(3, 4), &[Cell::new(252, 4)]);
    assert!(lowest < Some(20 * TILE_COST));
    assert_eq!(cost, lowest);
}

/// A goal down a ramp is nearer than one on the level on the other side.
#[test]
fn the_nearest_of_several_goals_may_lie_lower() {
    let mut map = meadow(360, 20, &[]);
    raise(&mut map, |x, _| (300 - x).clamp(0, 10) as f32 * 0.3);
    let goals = [Cell::new(40, 10), Cell::new(320, 10)];
    let [cost, lowest] = hierarchical_and_lowest(&map, Cell::new(200, 10), &goals);
    assert_eq!((cost, lowest), (Some(120 * TILE_COST), Some(120 * TILE_COST)));
}

/// Behind a wall, there and back by links through a place far away, or farther by cheaper links a few cells beside them.
#[test]
fn of_links_side_by_side_the_one_on_the_way_is_known() {
    let dear = [((141, 10), (398, 10), 0.02), ((399, 10), (145, 10), 0.02)];
    let cheap = [((130, 10), (387, 10), 0.015), ((410, 10), (156, 10), 0.015)];
    let mut map = meadow(430, 40, &[dear, cheap].concat());
    (0..28).for_each(|y| map.tiles[Cell::new(142, y)] = TerrainId(1));
    let [cost, lowest] = hierarchical_and_lowest(&map, Cell::new(140, 10), &[Cell::new(144, 10)]);
    assert!(lowest < Some(15 * TILE_COST));
    assert_eq!(cost, lowest);
}

/// Three links in a row, and a long way from there.
#[test]
fn links_that_lead_far_are_no_long_way() {
    let map =
        meadow(600, 20, &[((4, 10), (100, 10), 0.02), ((101, 10), (200, 10), 0.02), ((201, 10), (300, 10), 0.02)]);
    let grid = NavGrid::bake(&map, &AgentProfile::default());
    let query = PathQuery { first_steps: true, ..query(Cell::new(2, 10), Cell::new(590, 10), HIERARCHICAL) };
    let first = find_path(&grid, &query, &mut Search::default()).unwrap();
    assert!(!first.ahead.is_empty() && first.cells.len() >= 64, "{} first steps", first.cells.len());
}
