//! Hierarchical search: on generated maps of several chunks against a plain Dijkstra.

use std::collections::BTreeSet;

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::generate::{Generate, Kind, Patch, generate};
use footpath::level::{Terrain, TerrainId, TileMap};
use footpath::nav::trace::{Reason, SearchPhase, StepKind, StepShape, Subject};
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, Guarantee, Method, NavGrid, Path, PathQuery, PathStatus, Search, Trace,
    TraceStep, find_path, trace_path,
};
use proptest::prelude::*;

use crate::support::allocations::allocations_when_repeated;
use crate::support::ground::Ground;
use crate::support::maps::{bake, baked, map_of_tiles};

const HIERARCHICAL: Method = Method {
    algorithm: Algorithm::Hierarchical,
    heuristic: footpath::nav::Heuristic::Octile,
    weight: 2.0,
    connectivity: Connectivity::Eight,
    corners: CornerRule::Never,
    diagonal: footpath::nav::DiagonalCost::Exact,
    expansion_limit: 1_000_000,
    smooth: false,
    textbook: footpath::nav::Textbook::Off,
    mistake: footpath::nav::Mistake::None,
};

fn solve(grid: &NavGrid, start: Cell, goal: Cell) -> Path {
    find_path(grid, &PathQuery::between(start, goal).by(HIERARCHICAL), &mut Search::default()).unwrap()
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![
        (0..45u32).prop_map(|density| Kind::Open { density }),
        (1..4u32).prop_map(|corridor| Kind::Maze { corridor }),
        (3..40u32, 1..3u32).prop_map(|(size, doors)| Kind::Rooms { size, doors }),
        (35..50u32, 0..5u32).prop_map(|(density, rounds)| Kind::Caves { density, rounds }),
    ]
}

prop_compose! {
    /// A map of up to 200 x 150 tiles with patches of another ground, and the places of two of its passable tiles.
    fn worlds()(
        kind in kinds(), width in 1..200u32, height in 1..150u32, seed in any::<u64>(),
        patches in proptest::collection::vec((0..Terrain::built_in().len() as u8, 1..40u32, 2..30u32), 0..3),
        places in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) -> (TileMap, Option<[Cell; 2]>) {
        let patch = |(terrain, share, size)| Patch { terrain: TerrainId(terrain), share, size };
        let patches = patches.into_iter().map(patch).collect();
        let map = map_of_tiles(generate(&Generate { patches, ..Generate::new(kind, width, height, seed) }));
        let passable: Vec<Cell> = map.tiles.rect().cells().filter(|&cell| map.is_walkable(cell)).collect();
        let pick = |place: prop::sample::Index| passable[place.index(passable.len())];
        let places = (!passable.is_empty()).then(|| [pick(places.0), pick(places.1)]);
        (map, places)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Where there is a path one is found, legal and hardly more expensive than the cheapest; and going on from the first
    /// steps leads to the goal too.
    #[test]
    fn every_reachable_goal_is_found((map, places) in worlds()) {
        let Some([start, goal]) = places else { return Ok(()) };
        let (grid, ground) = (bake(&map), Ground::of_map(&map));
        let lowest = ground.lowest(start, goal);
        let query = PathQuery::between(start, goal).by(HIERARCHICAL);
        let mut search = Search::default();
        let path = match find_path(&grid, &query, &mut search) {
            Ok(path) if path.status == PathStatus::Complete => path,
            _ => { prop_assert_eq!(lowest, None); return Ok(()) }
        };
        let lowest = lowest.expect("a path was found");
        prop_assert_eq!((path.cells[0], path.cells.last()), (start, Some(&goal)));
        prop_assert_eq!((path.algorithm, path.guarantee), (Algorithm::Hierarchical, Guarantee::None));
        prop_assert!(path.ahead.is_empty());
        let cost = ground.path_cost(Method::default(), &path.cells).expect("every step is legal");
        prop_assert!(lowest <= cost && cost <= lowest * 5 / 4, "{} for {}", cost, lowest);
        let cells = step_by_step(&grid, query, &mut search)?;
        let cost = ground.path_cost(Method::default(), &cells).expect("every step is legal");
        prop_assert_eq!(cells.last(), Some(&goal));
        prop_assert!(lowest <= cost && cost <= lowest * 3 / 2, "{} for {}, step by step", cost, lowest);
    }

    /// A search that is paused any number of times gives the same answer.
    #[test]
    fn a_paused_search_goes_on((map, places) in worlds(), budget in 1..40u32, first_steps: bool) {
        let Some([start, goal]) = places else { return Ok(()) };
        let grid = bake(&map);
        let query = PathQuery { first_steps, ..PathQuery::between(start, goal).by(HIERARCHICAL) };
        let mut search = Search::default();
        let at_once = find_path(&grid, &query, &mut search);
        if search.begin(&grid, &query).is_err() {
            return Ok(());
        }
        let paused = loop {
            let before = search.statistics().expanded;
            if let Some(answer) = search.advance(&grid, budget) {
                break answer;
            }
            prop_assert_eq!(search.statistics().expanded, before + budget);
        };
        prop_assert_eq!(paused, at_once);
    }

    /// After edits the paths are those on the same map baked afresh.
    #[test]
    fn edits_leave_nothing_behind(
        (mut map, places) in worlds(),
        edits in proptest::collection::vec((0..200i32, 0..150i32, 1..17i32, 1..17i32, 0..4u8), 1..6),
    ) {
        let mut grid = bake(&map);
        grid.prepare_hierarchy();
        let (width, height) = (map.lattice.width, map.lattice.height);
        for (x, y, across, down, terrain) in edits {
            let min = Cell::new(x % width as i32, y % height as i32);
            let rect = Rect { min, max: Cell::new(min.x + across, min.y + down) }.clipped(width, height);
            rect.cells().for_each(|cell| map.tiles[cell] = TerrainId(terrain));
            grid.rebake(&map, rect);
        }
        let fresh = bake(&map);
        prop_assert_eq!(grid.prepare_hierarchy(), fresh.prepare_hierarchy());
        let [start, goal] = places.unwrap_or([Cell::new(0, 0); 2]);
        let query = PathQuery::between(start, goal).by(HIERARCHICAL);
        let answer = |grid| find_path(grid, &query, &mut Search::default());
        prop_assert_eq!(answer(&grid), answer(&fresh));
    }

    /// Of several goals one is reached, at a cost near that of the cheapest.
    #[test]
    fn one_of_several_goals_is_reached((map, places) in worlds(), others in proptest::collection::vec((0..200i32, 0..150i32), 1..9)) {
        let Some([start, goal]) = places else { return Ok(()) };
        let (grid, ground) = (bake(&map), Ground::of_map(&map));
        let mut goals: Vec<Cell> = others.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
        goals.push(goal);
        let lowest = ground.dijkstra(start);
        let inside = goals.iter().filter(|cell| map.lattice.contains(**cell));
        let lowest = inside.filter_map(|cell| lowest[(cell.y * ground.width + cell.x) as usize]).min();
        let query = PathQuery::to_any(start, goals.clone()).by(HIERARCHICAL);
        let path = find_path(&grid, &query, &mut Search::default());
        let Some(path) = path.ok().filter(|path| path.status == PathStatus::Complete) else {
            prop_assert_eq!(lowest, None);
            return Ok(());
        };
        prop_assert!(goals.contains(path.cells.last().unwrap()));
        let (cost, lowest) = (ground.path_cost(Method::default(), &path.cells).unwrap(), lowest.unwrap());
        prop_assert!(lowest <= cost && cost <= lowest * 5 / 4, "{} for {}", cost, lowest);
    }
}

/// The whole path of an agent that asks for the first steps, and then for the path to each cell ahead.
fn step_by_step(grid: &NavGrid, query: PathQuery, search: &mut Search) -> Result<Vec<Cell>, TestCaseError> {
    let first = find_path(grid, &PathQuery { first_steps: true, ..query.clone() }, search).unwrap();
    prop_assert_eq!(first.status, PathStatus::Complete);
    prop_assert!(first.ahead.is_empty() || first.cells.len() >= 64);
    let mut cells = first.cells;
    for next in first.ahead {
        let last = *cells.last().unwrap();
        let leg = find_path(grid, &PathQuery::between(last, next).by(query.method), search).unwrap();
        cells.extend(&leg.cells[1..]);
    }
    Ok(cells)
}

/// By how much a path costs more than the cheapest, in the mean and at most, over places spread over a map.
fn excess(map: &TileMap) -> (f64, f64) {
    let (grid, ground) = (bake(map), Ground::of_map(map));
    let mut search = Search::default();
    let passable: Vec<Cell> = map.tiles.rect().cells().filter(|&cell| map.is_walkable(cell)).collect();
    let place = |share: usize| passable[share * (passable.len() - 1) / 16];
    let mut excesses = Vec::new();
    for start in [0, 5, 10, 15].map(place) {
        let lowest = ground.dijkstra(start);
        for goal in (0..=16).map(place).filter(|&goal| goal != start) {
            if let Some(lowest) = lowest[(goal.y * ground.width + goal.x) as usize] {
                let path = find_path(&grid, &PathQuery::between(start, goal).by(HIERARCHICAL), &mut search).unwrap();
                excesses.push(ground.path_cost(Method::default(), &path.cells).unwrap() as f64 / lowest as f64 - 1.0);
            }
        }
    }
    assert!(excesses.len() > 30, "hardly any places are connected");
    (excesses.iter().sum::<f64>() / excesses.len() as f64, excesses.into_iter().fold(0.0, f64::max))
}

#[test]
fn paths_are_nearly_the_cheapest() {
    let kinds = [
        Kind::Rooms { size: 32, doors: 1 },
        Kind::Rooms { size: 13, doors: 2 },
        Kind::Caves { density: 40, rounds: 4 },
        Kind::Open { density: 10 },
    ];
    for (kind, seed) in kinds.into_iter().zip(1..) {
        let map = map_of_tiles(generate(&Generate::new(kind, 200, 200, seed)));
        let (mean, greatest) = excess(&map);
        assert!(mean <= 0.001 && greatest <= 0.01, "{kind:?}: {mean} in the mean, {greatest} at most");
    }
}

/// Where borders follow the walls, every door is an entrance.
#[test]
fn between_rooms_paths_are_the_cheapest() {
    let map = map_of_tiles(generate(&Generate::new(Kind::Rooms { size: 32, doors: 1 }, 300, 300, 3)));
    assert_eq!(excess(&map), (0.0, 0.0));
}

#[test]
fn a_place_itself_is_one_cell() {
    let map = map_of_tiles(Grid::filled(100, 100, TerrainId(0)));
    let at = Cell::new(32, 63);
    assert_eq!(solve(&bake(&map), at, at).cells, [at]);
}

/// From cell to cell across the borders of chunks and regions in the open.
#[test]
fn across_a_border_is_one_step() {
    let grid = bake(&map_of_tiles(Grid::filled(300, 300, TerrainId(0))));
    for at in [31, 32, 63, 64, 127, 128, 255] {
        for (x, y) in [(at - 1, at), (at, at - 1), (at - 1, at - 1), (at + 1, at - 1)] {
            let path = solve(&grid, Cell::new(at, at), Cell::new(x, y));
            assert_eq!(path.cells.len(), 2, "from ({at}, {at}) to ({x}, {y})");
        }
    }
}

/// A wall through the middle of a chunk, with its only door in another region.
#[test]
fn a_way_may_leave_the_chunk_where_it_begins_and_ends() {
    let mut tiles = Grid::filled(400, 90, TerrainId(0));
    (0..399).for_each(|x| tiles[Cell::new(x, 16)] = TerrainId(1));
    let (map, start, goal) = (map_of_tiles(tiles), Cell::new(3, 15), Cell::new(3, 17));
    let (grid, ground) = (bake(&map), Ground::of_map(&map));
    let path = solve(&grid, start, goal);
    assert_eq!(ground.path_cost(Method::default(), &path.cells).ok(), ground.lowest(start, goal));
    let query = PathQuery { first_steps: true, ..PathQuery::between(start, goal).by(HIERARCHICAL) };
    let first = find_path(&grid, &query, &mut Search::default()).unwrap();
    assert!(first.cells.len() >= 64 && first.cells.len() < 300, "{} first steps", first.cells.len());
    assert_eq!(first.ahead.last(), Some(&goal));
    let cells = step_by_step(&grid, query, &mut Search::default()).unwrap();
    assert_eq!((cells[0], cells.last()), (start, Some(&goal)));
}

#[test]
fn where_it_cannot_serve_a_star_does() {
    let grid = bake(&map_of_tiles(Grid::filled(80, 80, TerrainId(0))));
    let query = PathQuery::between(Cell::new(2, 3), Cell::new(70, 60));
    let by = |query: PathQuery| find_path(&grid, &query, &mut Search::default()).unwrap().algorithm;
    assert_eq!(by(query.clone().by(HIERARCHICAL)), Algorithm::Hierarchical);
    let four = Method { connectivity: Connectivity::Four, ..HIERARCHICAL };
    let always = Method { corners: CornerRule::Always, ..HIERARCHICAL };
    assert_eq!(by(query.clone().by(four)), Algorithm::AStar);
    assert_eq!(by(query.clone().by(always)), Algorithm::AStar);
    assert_eq!(by(PathQuery { within: 30.0, ..query.by(HIERARCHICAL) }), Algorithm::AStar);
}

#[test]
fn a_repeated_query_allocates_nothing() {
    let map = map_of_tiles(generate(&Generate::new(Kind::Rooms { size: 9, doors: 2 }, 300, 200, 5)));
    let query = PathQuery::between(Cell::new(1, 1), Cell::new(290, 190)).by(HIERARCHICAL);
    assert_eq!(allocations_when_repeated(&bake(&map), &query), 0);
    let rows = ["........", "...##...", "...#~~~.", "...#===."];
    let query = PathQuery::between(Cell::new(0, 0), Cell::new(6, 3)).by(HIERARCHICAL);
    assert_eq!(allocations_when_repeated(&baked(&rows), &query), 0);
}

fn phase(kind: StepKind) -> Option<SearchPhase> {
    if let StepKind::Phase(phase) = kind { Some(phase) } else { None }
}

fn chunk(shape: StepShape) -> Option<Rect> {
    if let StepShape::Chunk(chunk) = shape { Some(chunk) } else { None }
}

#[test]
fn a_trace_tells_every_expansion() {
    let map = map_of_tiles(generate(&Generate::new(Kind::Rooms { size: 20, doors: 1 }, 300, 200, 5)));
    let (grid, mut trace) = (bake(&map), Trace::default());
    let query = PathQuery::between(Cell::new(1, 1), Cell::new(290, 190)).by(HIERARCHICAL);
    let path = trace_path(&grid, &query, &mut Search::default(), &mut trace).unwrap();
    let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded).count();
    assert_eq!(expanded as u32, path.statistics.expanded);
    let can_be_entered =
        |step: &&TraceStep| !matches!(step.kind, StepKind::LeftOut(Reason::Wall) | StepKind::ChunkOpened);
    assert!(trace.steps.iter().filter(can_be_entered).all(|step| grid.is_passable(step.cell)));
    // The work goes from the chunks at the ends to the regions, back to chunks and to the cells.
    let phases: Vec<SearchPhase> = trace.steps.iter().filter_map(|step| phase(step.kind)).collect();
    let first = [
        SearchPhase::StartChunk,
        SearchPhase::GoalChunk,
        SearchPhase::StartRegion,
        SearchPhase::GoalRegion,
        SearchPhase::BetweenRegions,
    ];
    assert_eq!(phases[..5], first);
    assert!(phases[5..phases.len() - 1].iter().all(|phase| *phase == SearchPhase::WithinRegion), "{phases:?}");
    assert_eq!(phases.last(), Some(&SearchPhase::Cells));
    // The cells are looked for in the opened chunks only.
    let begun = trace.steps.iter().position(|step| step.kind == StepKind::Phase(SearchPhase::Cells)).unwrap();
    let chunks: Vec<Rect> = (begun..trace.steps.len()).filter_map(|step| chunk(trace.shape(step)?)).collect();
    assert!(chunks.len() > 1);
    let expanded = trace.steps[begun..].iter().filter(|step| step.kind == StepKind::Expanded);
    assert!(expanded.clone().count() > 100);
    for step in expanded {
        assert!(chunks.iter().any(|chunk| chunk.contains(step.cell)), "{step:?}");
    }
    // What is expanded was seen before.
    let entrances = trace.steps[..begun].iter().filter(|step| step.subject == Subject::Entrance);
    let seen: BTreeSet<Cell> =
        entrances.clone().filter(|step| step.kind == StepKind::Generated).map(|step| step.cell).collect();
    assert!(entrances.filter(|step| step.kind == StepKind::Expanded).all(|step| seen.contains(&step.cell)));
}
