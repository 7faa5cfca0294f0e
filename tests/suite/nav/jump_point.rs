//! Jump point search: on random even ground against a plain Dijkstra, and what it promises beside the cost.

use std::collections::BTreeSet;

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::{TerrainId, TileMap};
use footpath::nav::trace::{StepKind, TraceStep};
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, DiagonalCost, Method, PathQuery, PathStatus, Search, Trace, find_path,
    trace_path,
};
use proptest::prelude::*;

use crate::support::ground::Ground;
use crate::support::maps::{bake, map_of, map_of_tiles};
use crate::support::searching::find_in_slices;

/// Of the built-in terrains.
const GRASS: TerrainId = TerrainId(0);
const WALL: TerrainId = TerrainId(1);

fn by(algorithm: Algorithm) -> Method {
    Method { algorithm, ..Method::default() }
}

/// Sizes small and large: beyond 64 and 128 cells a line takes several words.
fn sizes() -> impl Strategy<Value = (u32, u32)> {
    prop_oneof![
        4 => (1..20u32, 1..20u32),
        1 => (60..70u32, 1..8u32),
        1 => (1..8u32, 60..70u32),
        1 => (120..140u32, 2..24u32),
        1 => (2..24u32, 120..200u32),
    ]
}

prop_compose! {
    /// A map with more or less of it walls, and some places in it.
    fn maps()((width, height) in sizes(), percent in prop_oneof![0..12u32, 12..55u32])(
        walls in proptest::collection::vec(0..100u32, (width * height) as usize),
        places in proptest::collection::vec((0..width as i32, 0..height as i32), 2..7),
        (width, height, percent) in Just((width, height, percent)),
    ) -> (TileMap, Vec<Cell>) {
        let tiles = walls.into_iter().map(|dice| if dice < percent { WALL } else { GRASS }).collect();
        (map_of_tiles(Grid::from_rows(width, height, tiles)), places.into_iter().map(|(x, y)| Cell::new(x, y)).collect())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn paths_are_legal_and_as_cheap_as_dijkstra((map, places) in maps(), slice in 1..5u32) {
        let (grid, ground) = (bake(&map), Ground::of_map(&map));
        let (start, goals) = (places[0], &places[1..]);
        prop_assume!(grid.is_passable(start));
        let lowest = ground.dijkstra(start);
        let to = |cell: Cell| lowest[(cell.y * ground.width + cell.x) as usize];
        let mut search = Search::default();
        for goals in goals.iter().map(std::slice::from_ref).chain([goals]) {
            let query = PathQuery::to_any(start, goals.to_vec()).by(by(Algorithm::JumpPoint));
            let Some(expected) = goals.iter().filter_map(|&goal| to(goal)).min() else { continue };
            let mut trace = Trace::default();
            let path = find_path(&grid, &query, &mut search).unwrap();
            prop_assert_eq!(
                (path.algorithm, path.status),
                (Algorithm::JumpPoint, PathStatus::Complete),
                "to {:?}",
                goals,
            );
            prop_assert_eq!(path.cells[0], start, "to {:?}", goals);
            prop_assert!(goals.contains(path.cells.last().unwrap()), "to {:?}", goals);
            prop_assert_eq!(ground.path_cost(Method::default(), &path.cells), Ok(expected), "to {:?}", goals);
            let distinct: BTreeSet<&Cell> = path.cells.iter().collect();
            prop_assert_eq!(distinct.len(), path.cells.len(), "no cell twice in {:?}", path.cells);
            prop_assert_eq!(&trace_path(&grid, &query, &mut search, &mut trace).unwrap(), &path, "traced");
            prop_assert_eq!(&find_in_slices(&grid, &query, &[slice], &mut Search::default()).unwrap(), &path, "in slices");
            prop_assert_eq!(
                trace.steps.iter().filter(|step| step.kind == StepKind::Expanded).count() as u32,
                path.statistics.expanded,
                "to {:?}",
                goals,
            );
        }
    }

    /// With a diagonal step of 1.4 too, and where the nearest cells that can be reached are the goals.
    #[test]
    fn it_agrees_with_a_star((map, places) in maps(), ten_fourteen: bool) {
        let grid = bake(&map);
        let diagonal = if ten_fourteen { DiagonalCost::TenFourteen } else { DiagonalCost::Exact };
        let asked = |algorithm| {
            let method = Method { diagonal, ..by(algorithm) };
            let query = PathQuery::between(places[0], places[1]).by(method);
            find_path(&grid, &query, &mut Search::default()).map(|path| (path.status, path.cost))
        };
        match (asked(Algorithm::JumpPoint), asked(Algorithm::AStar)) {
            (Ok((jump, cost)), Ok((star, expected))) => {
                prop_assert_eq!(jump, star);
                prop_assert!((cost - expected).abs() < 1e-9, "{} against {}", cost, expected);
            }
            (jump, star) => prop_assert_eq!(jump.is_err(), star.is_err()),
        }
    }

    /// After any edits the grid gives the same answers as one baked afresh.
    #[test]
    fn edits_are_seen((map, places) in maps(), edits in proptest::collection::vec((0..1000i32, 0..1000i32, 1..5i32, any::<bool>()), 1..6)) {
        let (mut map, mut search) = (map, Search::default());
        let mut grid = bake(&map);
        for (x, y, size, is_wall) in edits {
            let corner = Cell::new(x % map.lattice.width as i32, y % map.lattice.height as i32);
            let rect = Rect::of_cell(corner).grown(size).clipped(map.lattice.width, map.lattice.height);
            for cell in rect.cells() {
                map.tiles[cell] = if is_wall { WALL } else { GRASS };
            }
            grid.rebake(&map, rect);
            let query = PathQuery::between(places[0], places[1]).by(by(Algorithm::JumpPoint));
            prop_assert_eq!(
                find_path(&grid, &query, &mut search),
                find_path(&bake(&map), &query, &mut Search::default()),
                "at {} {}",
                x,
                y,
            );
        }
    }
}

#[test]
fn what_it_cannot_do_is_left_to_a_star() {
    let open = map_of(&["....", "....", "...."]);
    let mut uneven = open.clone();
    uneven.tiles[Cell::new(2, 1)] = uneven.terrain_named("swamp").unwrap();
    let method = by(Algorithm::JumpPoint);
    let chosen = |map: &TileMap, method: Method| {
        let query = PathQuery::between(Cell::new(0, 0), Cell::new(3, 2)).by(method);
        find_path(&bake(map), &query, &mut Search::default()).unwrap().algorithm
    };
    assert_eq!(chosen(&open, method), Algorithm::JumpPoint);
    assert_eq!(chosen(&uneven, method), Algorithm::AStar);
    assert_eq!(chosen(&open, Method { connectivity: Connectivity::Four, ..method }), Algorithm::AStar);
    assert_eq!(chosen(&open, Method { corners: CornerRule::OneFree, ..method }), Algorithm::AStar);
    assert_eq!(chosen(&open, Method { corners: CornerRule::Always, ..method }), Algorithm::AStar);
}

#[test]
fn a_goal_within_a_distance_is_reached_at_the_lowest_cost() {
    let map = map_of(&["..........", ".########.", ".#......#.", ".#.####.#.", "....#.....", ".##.####.."]);
    let (grid, ground) = (bake(&map), Ground::of_map(&map));
    for within in [1.0, 2.0, 2.5, 4.0, 9.0] {
        let (start, goal) = (Cell::new(5, 0), Cell::new(5, 4));
        let query = PathQuery { within, ..PathQuery::between(start, goal).by(by(Algorithm::JumpPoint)) };
        let path = find_path(&grid, &query, &mut Search::default()).unwrap();
        let lowest = ground.dijkstra(start);
        let near = map.tiles.rect().cells().zip(lowest);
        let near = near.filter(|(cell, _)| cell.distance_squared(goal) as f64 <= within * within);
        let expected = near.filter_map(|(_, cost)| cost).min();
        assert_eq!(ground.path_cost(Method::default(), &path.cells).ok(), expected, "within {within}");
    }
}

#[test]
fn a_few_corners_are_all_it_expands() {
    let map = map_of(&["............", "............", "....####....", "............", "............"]);
    let query = PathQuery::between(Cell::new(1, 2), Cell::new(10, 2)).by(by(Algorithm::JumpPoint));
    let mut trace = Trace::default();
    let path = trace_path(&bake(&map), &query, &mut Search::default(), &mut trace).unwrap();
    assert!(path.statistics.expanded <= 6, "{:?}", path.statistics);
    let of_kind = |kind| trace.steps.iter().filter(move |step| step.kind == kind);
    assert_eq!(of_kind(StepKind::Generated).next().map(|step| (step.cell, step.parent)), Some((query.start, None)));
    assert!(of_kind(StepKind::Jumped).count() > 3, "the diagonals it looked along");
    let goal: Vec<&TraceStep> = of_kind(StepKind::Expanded).filter(|step| step.cell == query.goals[0]).collect();
    assert!(goal.len() == 1 && goal[0].h == 0.0 && (goal[0].g - path.cost).abs() < 1e-3, "{goal:?}");
    assert!(of_kind(StepKind::Expanded).skip(1).all(|step| step.parent.is_some()));
}

#[test]
fn the_cost_of_the_ground_does_not_change_the_way() {
    let grass = map_of(&["......", ".####.", "......", "..##.."]);
    let mut swamp = grass.clone();
    let wet = swamp.terrain_named("swamp").unwrap();
    for cell in grass.tiles.rect().cells().filter(|&cell| grass.tiles[cell] == GRASS) {
        swamp.tiles[cell] = wet;
    }
    let query = PathQuery::between(Cell::new(0, 3), Cell::new(5, 0)).by(by(Algorithm::JumpPoint));
    let mut traces = [Trace::default(), Trace::default()];
    let dry = trace_path(&bake(&grass), &query, &mut Search::default(), &mut traces[0]).unwrap();
    let wet = trace_path(&bake(&swamp), &query, &mut Search::default(), &mut traces[1]).unwrap();
    assert_eq!((&dry.cells, dry.statistics), (&wet.cells, wet.statistics));
    assert!((wet.cost / dry.cost - 5.0).abs() < 1e-9);
    let g = traces.map(|trace| trace.steps.last().unwrap().g);
    assert!((g[1] / g[0] - 5.0).abs() < 1e-9, "{g:?}");
}
