//! Queries with other area filters than the profile for which the ground was baked.

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::{Link, TerrainId, TileMap};
use footpath::nav::{Algorithm, Method, NavGrid, PathError, PathQuery, PathStatus, Search, find_path};
use footpath::profile::{AgentProfile, AreaFilter, AreaId};
use proptest::prelude::*;

use crate::support::maps::{agent, map_of_tiles};

fn map_of(width: u32, height: u32, terrains: &[u8]) -> TileMap {
    map_of_tiles(Grid::from_rows(width, height, terrains.iter().map(|&terrain| TerrainId(terrain)).collect()))
}

/// Grass, wall, floor, road, sand and forest.
fn terrains() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(&[0u8, 0, 0, 0, 1, 2, 3, 4, 5][..]), 15 * 11)
}

/// Areas 3 to 7 are those of the terrains above.
fn filters() -> impl Strategy<Value = AreaFilter> {
    let costs = prop::collection::btree_map(3..8u8, 0.1..50.0f32, 0..3);
    (costs, prop::collection::vec(3..8u8, 0..2)).prop_map(|(costs, forbidden)| AreaFilter {
        mask: forbidden.into_iter().fold(u32::MAX, |mask, area| mask & !(1 << area)),
        costs: costs.into_iter().map(|(area, cost)| (AreaId(area), cost)).collect(),
    })
}

const ALGORITHMS: [Algorithm; 5] = [
    Algorithm::Auto,
    Algorithm::AStar,
    Algorithm::BidirectionalDijkstra,
    Algorithm::FlowField,
    Algorithm::Hierarchical,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// A filter in the query does the same as one in the profile for which the ground is baked.
    #[test]
    fn a_query_filters_as_a_profile_does(
        terrains in terrains(),
        filter in filters(),
        (radius, cells_per_tile) in (prop::sample::select(&[0.3f32, 0.5, 0.9, 1.4][..]), 1..3u32),
        (start, goal) in ((0..15i32, 0..11i32), (0..15i32, 0..11i32)),
    ) {
        let mut map = map_of(15, 11, &terrains);
        map.bake.cells_per_tile = cells_per_tile;
        let grid = NavGrid::bake(&map, &agent(radius));
        let profile = AgentProfile { areas: filter.clone(), ..agent(radius) };
        let expected = NavGrid::bake(&map, &profile);
        let filtered = grid.filtered(&filter);
        let lattice = map.cells();
        let cells = Rect { min: Cell::new(0, 0), max: Cell::new(lattice.width as i32, lattice.height as i32) };
        for cell in cells.cells() {
            prop_assert_eq!(filtered.cost(cell), expected.cost(cell), "{:?}", cell);
            let corners = footpath::nav::CornerRule::Never;
            prop_assert_eq!(filtered.component(cell, corners), expected.component(cell, corners), "{:?}", cell);
        }
        prop_assert_ne!(filtered.stamp(), grid.stamp());
        let cell = |(x, y)| Cell::new(x * cells_per_tile as i32, y * cells_per_tile as i32);
        let mut search = Search::default();
        for algorithm in ALGORITHMS {
            let method = Method { algorithm, ..Method::default() };
            let plain = PathQuery::between(cell(start), cell(goal)).by(method);
            let query = PathQuery { areas: Some(filter.clone()), ..plain.clone() };
            for _ in 0..2 {
                let found = find_path(&grid, &query, &mut search).map(|path| (path.status, path.cells, path.cost));
                let sought = find_path(&expected, &plain, &mut search).map(|path| (path.status, path.cells, path.cost));
                prop_assert_eq!(found, sought, "{:?}", algorithm);
            }
        }
    }
}

#[test]
fn a_forbidden_area_is_gone_round_and_a_dear_one_shunned() {
    let mut terrains = [0; 7 * 5];
    (0..4).for_each(|y| terrains[y * 7 + 3] = 3);
    let map = map_of(7, 5, &terrains);
    let (grid, road) = (NavGrid::bake(&map, &agent(0.3)), map.area_named("road").unwrap());
    let mut search = Search::default();
    let mut columns_of_road = |areas: Option<AreaFilter>| {
        let query = PathQuery { areas, ..PathQuery::between(Cell::new(0, 0), Cell::new(6, 0)) };
        let path = find_path(&grid, &query, &mut search).unwrap();
        path.cells.iter().any(|cell| cell.x == 3 && cell.y < 4)
    };
    assert!(columns_of_road(None));
    let forbidden = AreaFilter { mask: !(1 << road.0), costs: Vec::new() };
    assert!(!columns_of_road(Some(forbidden.clone())));
    assert!(!columns_of_road(Some(AreaFilter { costs: vec![(road, 50.0)], ..AreaFilter::default() })));
    assert!(columns_of_road(Some(AreaFilter::default())), "what was asked before is not remembered");

    let enclosed = PathQuery { areas: Some(forbidden), ..PathQuery::between(Cell::new(0, 0), Cell::new(3, 1)) };
    assert_eq!(find_path(&grid, &enclosed, &mut search).unwrap().status, PathStatus::Partial);
}

#[test]
fn a_question_in_slices_keeps_its_filter() {
    let map = map_of(15, 11, &[0; 15 * 11]);
    let grid = NavGrid::bake(&map, &agent(0.3));
    let grass = map.area_named("grass").unwrap();
    let areas = Some(AreaFilter { mask: u32::MAX, costs: vec![(grass, 3.0)] });
    let query = PathQuery { areas, ..PathQuery::between(Cell::new(0, 0), Cell::new(14, 0)) };
    let mut search = Search::default();
    search.begin(&grid, &query.by(Method { algorithm: Algorithm::AStar, ..Method::default() })).unwrap();
    let mut slices = 0;
    let path = loop {
        slices += 1;
        if let Some(path) = search.advance(&grid, 2) {
            break path.unwrap();
        }
    };
    assert!(slices > 3);
    assert_eq!(path.cost, 14.0 * 3.0);
}

#[test]
fn links_of_a_forbidden_area_are_not_used() {
    let mut terrains = [0; 7];
    terrains[3] = 1;
    let mut map = map_of(7, 1, &terrains);
    let (from, to) = (map.lattice.centre(Cell::new(2, 0)), map.lattice.centre(Cell::new(4, 0)));
    let link = Link { both_ways: false, ..Link::between(from, to) };
    map.links.push(link);
    let grid = NavGrid::bake(&map, &agent(0.3));
    let mut search = Search::default();
    let mut ask = |areas: AreaFilter| {
        let query = PathQuery { areas: Some(areas), ..PathQuery::between(Cell::new(2, 0), Cell::new(4, 0)) };
        find_path(&grid, &query, &mut search).map(|path| path.cost)
    };
    assert_eq!(ask(AreaFilter::default()), Ok(4.0));
    assert_eq!(ask(AreaFilter { costs: vec![(AreaId::JUMP, 5.0)], ..AreaFilter::default() }), Ok(10.0));
    let forbidden = AreaFilter { mask: !(1 << AreaId::JUMP.0), costs: Vec::new() };
    assert!(matches!(ask(forbidden), Err(PathError::NoPath(_))));
}

#[test]
fn danger_counts_as_much_under_a_filter() {
    let mut map = map_of(9, 5, &[0; 9 * 5]);
    let mut danger = Grid::filled(9, 5, 0u16);
    (0..4).for_each(|y| danger[Cell::new(4, y)] = 900);
    map.fields.danger = Some(danger);
    let grass = map.area_named("grass").unwrap();
    let filter = AreaFilter { costs: vec![(grass, 5.0)], ..AreaFilter::default() };
    let grid = NavGrid::bake(&map, &agent(0.3));
    let expected = NavGrid::bake(&map, &AgentProfile { areas: filter.clone(), ..agent(0.3) });
    let mut search = Search::default();
    let mut ask = |grid: &NavGrid, areas: Option<AreaFilter>| {
        let query = PathQuery { areas, ..PathQuery::between(Cell::new(0, 0), Cell::new(8, 0)) };
        let path = find_path(grid, &query, &mut search).unwrap();
        (path.cells.iter().any(|cell| cell.x == 4 && cell.y < 4), path.cost)
    };
    // Where grass costs 1 the way round the danger is worth it, where it costs 5 it is not.
    assert!(!ask(&grid, None).0);
    assert_eq!(ask(&grid, Some(filter.clone())), (true, 8.0 * 5.0 + 9.0));
    assert_eq!(ask(&grid, Some(filter)), ask(&expected, None));
}
