//! Grids from rows and functions, and paths from place to place upon them.

use footpath::grid::{Cell, Grid, GridError, Lattice, MAX_SIDE};
use footpath::level::TileMap;
use footpath::nav::{NavGrid, PathError, PathQuery, PathStatus, Search, find_path};
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::maps::baked;

#[test]
fn rows_are_read_with_the_first_at_the_top() {
    let grid = NavGrid::from_rows(&["..#", "=~."]).unwrap();
    let costs = |y: i32| (0..3).map(|x| grid.cost(Cell::new(x, y))).collect::<Vec<_>>();
    assert_eq!(costs(0), [Some(100), Some(100), None]);
    assert_eq!(costs(1), [Some(50), Some(500), Some(100)]);
}

#[test]
fn what_is_wrong_with_rows_is_told() {
    let nothing: [&str; 0] = [];
    assert_eq!(NavGrid::from_rows(&nothing).err(), Some(GridError::Empty));
    assert_eq!(NavGrid::from_rows(&[""]).err(), Some(GridError::Empty));
    assert_eq!(
        NavGrid::from_rows(&["...", "..", "...."]).err(),
        Some(GridError::Ragged { row: 1, cells: 2, expected: 3 })
    );
    assert_eq!(NavGrid::from_rows(&["..", "..."]).err(), Some(GridError::Ragged { row: 1, cells: 3, expected: 2 }));
    let unknown = GridError::Character { character: 'ä', cell: Cell::new(1, 1) };
    assert_eq!(TileMap::from_rows(&["...", ".ä."]).err(), Some(unknown));
    let long = ".".repeat(MAX_SIDE as usize + 1);
    assert_eq!(NavGrid::from_rows(&[&long]).err(), Some(GridError::TooLarge { width: 4097, height: 1 }));
}

#[test]
fn costs_of_a_function_are_held_to_their_range() {
    let of = |cost: f32| NavGrid::from_fn(Lattice::new(2, 1), |cell| (cell.x == 1).then_some(cost));
    for (cost, hundredths) in [(0.1, 10), (1.004, 100), (2.5, 250), (100.0, 10_000)] {
        let grid = of(cost).unwrap();
        assert_eq!((grid.cost(Cell::new(0, 0)), grid.cost(Cell::new(1, 0))), (None, Some(hundredths)), "{cost}");
    }
    for wrong in [0.0, 0.099, -1.0, 100.1, f32::INFINITY, f32::NAN] {
        let error = of(wrong).unwrap_err();
        assert!(matches!(error, GridError::Cost { cell, .. } if cell == Cell::new(1, 0)), "{wrong}: {error}");
    }
}

#[test]
fn a_lattice_is_held_to_its_range() {
    let of = |lattice: Lattice| NavGrid::from_fn(lattice, |_| Some(1.0)).err();
    assert_eq!(of(Lattice::new(0, 3)), Some(GridError::Empty));
    assert_eq!(of(Lattice::new(3, 5000)), Some(GridError::TooLarge { width: 3, height: 5000 }));
    for tile_size in [0.0, 0.05, -1.0, 2000.0, f32::NAN] {
        let error = of(Lattice { tile_size, ..Lattice::new(3, 3) });
        assert!(matches!(error, Some(GridError::Lattice { .. })), "{tile_size}");
    }
    let nowhere = Lattice { origin: vec2(f32::INFINITY, 0.0), ..Lattice::new(3, 3) };
    assert!(matches!(of(nowhere), Some(GridError::Lattice { .. })));
}

#[test]
fn cells_are_passable_whatever_their_size() {
    for tile_size in [0.1, 0.3, 1.0, 7.7, 32.0, 1024.0] {
        let lattice = Lattice { origin: vec2(-3.3, 17.1), tile_size, width: 5, height: 5 };
        let grid = NavGrid::from_fn(lattice, |cell| ((cell.x + cell.y) % 2 == 0).then_some(1.0)).unwrap();
        let passable = lattice.rect().cells().filter(|&cell| grid.is_passable(cell)).count();
        assert_eq!(passable, 13, "{tile_size}");
    }
}

#[test]
fn a_path_goes_from_point_to_point() {
    let lattice = Lattice { origin: vec2(100.0, -50.0), tile_size: 10.0, width: 4, height: 3 };
    let wall = |cell: Cell| cell.x == 2 && cell.y < 2;
    let grid = NavGrid::from_fn(lattice, |cell| (!wall(cell)).then_some(1.0)).unwrap();
    let (from, to) = (vec2(111.0, -48.0), vec2(139.0, -41.0));
    let path = grid.path(from, to).unwrap();
    let cells = [(1, 0), (1, 1), (1, 2), (2, 2), (3, 2), (3, 1), (3, 0)].map(|(x, y)| Cell::new(x, y));
    assert_eq!(path.cells, cells);
    let mut points = cells.map(|cell| lattice.centre(cell)).to_vec();
    (points[0], points[6]) = (from, to);
    assert_eq!(path.points, points);
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    assert_eq!((path.length, path.cost), (length, 6.0));
}

#[test]
fn places_in_one_cell() {
    let grid = NavGrid::from_rows(&[".."]).unwrap();
    let (here, there) = (vec2(0.1, 0.1), vec2(0.9, 0.9));
    let path = grid.path(here, there).unwrap();
    assert_eq!((path.cells, path.points), (vec![Cell::new(0, 0)], vec![here, there]));
    let path = grid.path(there, there).unwrap();
    assert_eq!((path.cells, path.points, path.length), (vec![Cell::new(0, 0)], vec![there], 0.0));
}

#[test]
fn places_outside_and_out_of_reach() {
    let grid = NavGrid::from_rows(&[".#."]).unwrap();
    let inside = Cell::new(0, 0);
    assert_eq!(grid.path(Cell::new(-1, 0), inside), Err(PathError::StartOutside));
    assert_eq!(grid.path(vec2(f32::NAN, 0.0), inside), Err(PathError::StartOutside));
    assert_eq!(grid.path(inside, vec2(3.0, 0.5)), Err(PathError::GoalOutside));
    for out_of_reach in [Cell::new(1, 0), Cell::new(2, 0)] {
        assert!(matches!(grid.path(inside, out_of_reach), Err(PathError::NoPath(_))), "{out_of_reach:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// A function that gives each cell the cost of its terrain makes the grid that is baked of these terrains.
    #[test]
    fn a_function_is_as_good_as_a_map(
        (width, letters) in (1..12usize, prop::collection::vec(prop::sample::select(&['.', '.', '=', '~', '#'][..]), 12..120)),
        (from, to) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let rows: Vec<String> = letters.chunks_exact(width).map(|row| row.iter().collect()).collect();
        let costs = Grid::drawn(&rows, |letter| match letter {
            '.' => Some(Some(1.0)),
            '=' => Some(Some(0.5)),
            '~' => Some(Some(5.0)),
            _ => Some(None),
        }).unwrap();
        let grid = NavGrid::from_fn(Lattice::new(costs.width(), costs.height()), |cell| costs[cell]).unwrap();
        let map = baked(&rows);
        let cells: Vec<Cell> = costs.rect().cells().collect();
        prop_assert!(cells.iter().all(|&cell| grid.cost(cell) == map.cost(cell)));

        let (from, to) = (*from.get(&cells), *to.get(&cells));
        let expected = find_path(&map, &PathQuery::between(from, to), &mut Search::default());
        match (grid.path(from, to), expected) {
            (Ok(path), Ok(expected)) => {
                prop_assert_eq!((&path.cells, path.cost), (&expected.cells, expected.cost));
                let middles: Vec<Vec2> = path.cells.iter().map(|&cell| grid.lattice().centre(cell)).collect();
                prop_assert_eq!(path.points, middles);
            }
            (Err(PathError::NoPath(_)), Ok(expected)) => prop_assert_eq!(expected.status, PathStatus::Partial),
            (found, expected) => prop_assert_eq!(found.err(), expected.err()),
        }
    }
}
