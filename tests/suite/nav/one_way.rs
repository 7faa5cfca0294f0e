//! Tiles that are crossed in one direction alone: every search against a Dijkstra that knows nothing of links.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::{Direction, Relief, Surface, Terrain, TileMap};
use footpath::nav::moves::{DIAGONAL, MOVES, STRAIGHT};
use footpath::nav::{
    Algorithm, CornerRule, Guarantee, Method, NavGrid, Path, PathError, PathQuery, Reach, Search, find_path,
};
use footpath::profile::AreaFilter;
use proptest::prelude::*;

use crate::support::maps::{agent, map_of};

const LETTERS: [char; 7] = ['.', '#', '~', '>', 'v', '<', '^'];
pub(super) const WIDTH: usize = 12;

/// A map of such letters: arrows are one-way tiles, the ones that lead up or down as dear as a swamp.
pub(super) fn arrows(letters: &[char]) -> TileMap {
    let plain: String = letters.iter().map(|letter| if "#~.".contains(*letter) { *letter } else { '.' }).collect();
    let plain: Vec<char> = plain.chars().collect();
    let rows: Vec<String> = plain.chunks(WIDTH).map(|row| row.iter().collect()).collect();
    let mut map = map_of(&rows);
    let swamp = map.terrains[map.terrain_named("swamp").unwrap().0 as usize].area;
    for way in Direction::ALL {
        let is_dear = matches!(way, Direction::North | Direction::South);
        let base = map.terrains[0].clone();
        let area = if is_dear { swamp } else { base.area };
        let cost = map.areas[area.0 as usize].cost;
        map.terrains.push(Terrain { name: way.name().to_owned(), one_way: Some(way), area, cost, ..base });
    }
    for (place, letter) in letters.iter().enumerate() {
        put(&mut map, Cell::new((place % WIDTH) as i32, (place / WIDTH) as i32), *letter);
    }
    map
}

fn put(map: &mut TileMap, tile: Cell, letter: char) {
    let name = match letter {
        '>' => "east",
        'v' => "south",
        '<' => "west",
        '^' => "north",
        '#' => "wall",
        '~' => "swamp",
        _ => "grass",
    };
    map.tiles[tile] = map.terrain_named(name).unwrap();
}

/// What a step costs by the words of the format; `None` where it cannot be made.
fn step_cost(map: &TileMap, filter: &AreaFilter, from: Cell, to: Cell) -> Option<u64> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let square = [from, to, Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
    if !square.iter().all(|&tile| map.is_walkable(tile)) {
        return None;
    }
    let ways = square.iter().filter_map(|&tile| map.one_way(tile));
    let is_diagonal = dx != 0 && dy != 0;
    let is_legal = match is_diagonal {
        true => ways.count() == 0,
        false => ways.into_iter().all(|way| {
            let ahead = way.beside(Cell::new(0, 0));
            (ahead.x, ahead.y) != (-dx, -dy)
        }),
    };
    let cost = |tile: Cell| {
        let area = map.terrain_at(tile).unwrap().area;
        (100.0 * filter.cost(area).unwrap_or(map.areas[area.0 as usize].cost)).round() as u64
    };
    let length = if is_diagonal { DIAGONAL } else { STRAIGHT };
    is_legal.then(|| length * (cost(from) + cost(to)))
}

/// The lowest cost from a tile to each.
fn dijkstra(map: &TileMap, filter: &AreaFilter, start: Cell) -> Grid<Option<u64>> {
    let mut lowest = Grid::filled(map.lattice.width, map.lattice.height, None);
    let mut queue = BinaryHeap::from([Reverse((0, start.y, start.x))]);
    while let Some(Reverse((cost, y, x))) = queue.pop() {
        let here = Cell::new(x, y);
        if lowest[here].is_some() {
            continue;
        }
        lowest[here] = Some(cost);
        for next in MOVES.map(|step| step.from(here)).into_iter().filter(|next| map.lattice.contains(*next)) {
            queue.extend(step_cost(map, filter, here, next).map(|more| Reverse((cost + more, next.y, next.x))));
        }
    }
    lowest
}

fn cost_of(map: &TileMap, filter: &AreaFilter, path: &Path) -> Option<u64> {
    path.cells.windows(2).map(|pair| step_cost(map, filter, pair[0], pair[1])).sum()
}

/// The straight lines of a path come onto one-way tiles and off them to the sides alone.
fn crosses_no_border(map: &TileMap, path: &Path) {
    for (at, pair) in path.cells.windows(2).enumerate().filter(|(at, _)| path.links.iter().all(|link| link.at != *at)) {
        let [from, to] = [pair[0], pair[1]].map(|cell| map.lattice.centre(cell));
        let tiles = (0..=1000).map(|part| map.lattice.tile_at(from.lerp(to, part as f32 / 1000.0)));
        let tiles: Vec<Cell> = tiles.collect();
        for step in tiles.windows(2).filter(|step| step[0].x == step[1].x || step[0].y == step[1].y) {
            let is_along = |way: Direction| way.beside(step[0]) == step[1] || way.beside(step[1]) == step[0];
            let crossed = step.iter().filter_map(|&tile| map.one_way(tile)).any(is_along);
            assert!(!crossed, "from cell {at} of {path:?}");
        }
    }
}

/// Every search from one tile to another finds a path of the lowest cost where it promises one, all of whose steps are legal.
fn agrees(map: &TileMap, grid: &NavGrid, filter: &AreaFilter, (start, goal): (Cell, Cell), search: &mut Search) {
    let lowest = dijkstra(map, filter, start)[goal];
    for algorithm in Algorithm::ALL {
        let method = Method { algorithm, expansion_limit: 300, ..Method::default() };
        let query = PathQuery { areas: Some(filter.clone()), ..PathQuery::between(start, goal).by(method) };
        match (find_path(grid, &query, search), lowest) {
            (Ok(path), Some(lowest)) if algorithm == Algorithm::AnyAngle => {
                crosses_no_border(map, &path);
                let is_short = path.cost * 197_000.0 <= lowest as f64 * (1.0 + 1e-6);
                assert!(path.guarantee == Guarantee::None || is_short, "{algorithm:?}: {path:?}, {lowest}");
            }
            (Ok(path), Some(lowest)) if path.cells.last() == Some(&goal) => {
                let cost = cost_of(map, filter, &path);
                assert!(cost.is_some(), "{algorithm:?} makes a step that it must not: {path:?}");
                assert!(
                    path.guarantee != Guarantee::Shortest || cost == Some(lowest),
                    "{algorithm:?}: {path:?}, {lowest}"
                );
                assert!((path.cost * 197_000.0 - cost.unwrap() as f64).abs() < 1e-6 * (1.0 + path.cost * 197_000.0));
            }
            (Ok(path), None) => assert_ne!(path.cells.last(), Some(&goal), "{algorithm:?}"),
            (Err(PathError::NoPath(_)), None) | (Err(PathError::Limit(_)), _) => {}
            (answer, lowest) => panic!("{algorithm:?}: {answer:?}, {lowest:?}"),
        }
    }
    let reach = Reach::of(grid, start, CornerRule::Never).expect("it is open");
    assert_eq!(reach.contains(goal), lowest.is_some());
}

pub(super) fn tiles() -> impl Strategy<Value = Cell> {
    (0..WIDTH as i32, 0..9i32).prop_map(|(x, y)| Cell::new(x, y))
}

pub(super) fn letter() -> impl Strategy<Value = char> {
    prop_oneof![4 => Just('.'), 3 => prop::sample::select(&LETTERS[..])]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn every_search_goes_by_one_way_tiles(
        letters in prop::collection::vec(letter(), WIDTH * 9), start in tiles(), goals in prop::collection::vec(tiles(), 1..4),
        edits in prop::collection::vec((tiles(), letter()), 0..4), cheap_swamp: bool,
    ) {
        let mut map = arrows(&letters);
        put(&mut map, start, '.');
        let mut grid = NavGrid::bake(&map, &agent(0.3));
        let mut search = Search::default();
        let swamp = map.terrains[map.terrain_named("swamp").unwrap().0 as usize].area;
        let mut filter = AreaFilter::default();
        filter.costs.extend(cheap_swamp.then_some((swamp, 0.5)));
        for goal in goals.iter().filter(|goal| map.is_walkable(**goal)) {
            agrees(&map, &grid, &filter, (start, *goal), &mut search);
        }
        for (tile, letter) in edits {
            put(&mut map, tile, letter);
            grid.rebake(&map, Rect::of_cell(tile));
            let fresh = NavGrid::bake(&map, &agent(0.3));
            prop_assert!(grid.links().eq(fresh.links()));
            for goal in goals.iter().filter(|goal| map.is_walkable(start) && map.is_walkable(**goal)) {
                agrees(&map, &grid, &filter, (start, *goal), &mut search);
            }
        }
    }
}

/// With finer cells too the border of the tile is what is crossed one way, and a ledge there is not crossed at all.
#[test]
fn finer_cells_and_ledges_are_heeded() {
    let mut map = arrows(&['#'; WIDTH * 9]);
    (0..5).for_each(|x| put(&mut map, Cell::new(x, 4), '.'));
    put(&mut map, Cell::new(2, 4), '>');
    map.bake.cells_per_tile = 2;
    let grid = NavGrid::bake(&map, &agent(0.2));
    let (west, east) = (Cell::new(0, 8), Cell::new(9, 8));
    let reaches =
        |grid: &NavGrid, from, to| Reach::of(grid, from, CornerRule::Never).is_some_and(|reach| reach.contains(to));
    assert!(reaches(&grid, west, east) && !reaches(&grid, east, west));
    assert_eq!(grid.links().count(), 4, "two for each border");
    let mut surfaces = Grid::filled(WIDTH as u32, 9, Surface::FLAT);
    (3..WIDTH as i32).for_each(|x| surfaces[Cell::new(x, 4)].height = 2.0);
    map.relief = Some(Relief { surfaces });
    let grid = NavGrid::bake(&map, &agent(0.2));
    assert!(!reaches(&grid, west, east) && reaches(&grid, west, Cell::new(5, 8)));
}
