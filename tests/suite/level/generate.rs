//! Generated maps are what their kinds promise.

use std::collections::VecDeque;

use footpath::grid::{Cell, Grid};
use footpath::level::TerrainId;
use footpath::level::generate::{Generate, Kind, Patch, generate};
use proptest::prelude::*;

const FLOOR: TerrainId = TerrainId(0);
const WALL: TerrainId = TerrainId(1);
const MUD: TerrainId = TerrainId(6);

/// The sizes of the parts of the floor between which no straight steps lead.
fn parts(tiles: &Grid<TerrainId>) -> Vec<usize> {
    let mut seen = Grid::filled(tiles.width(), tiles.height(), false);
    let mut sizes = Vec::new();
    for start in tiles.rect().cells() {
        if tiles[start] == WALL || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut waiting = VecDeque::from([start]);
        let mut size = 0;
        while let Some(Cell { x, y }) = waiting.pop_front() {
            size += 1;
            for next in [Cell::new(x - 1, y), Cell::new(x + 1, y), Cell::new(x, y - 1), Cell::new(x, y + 1)] {
                if tiles.get(next).is_some_and(|&tile| tile != WALL) && !seen[next] {
                    seen[next] = true;
                    waiting.push_back(next);
                }
            }
        }
        sizes.push(size);
    }
    sizes
}

fn count(tiles: &Grid<TerrainId>, terrain: TerrainId) -> usize {
    tiles.values().iter().filter(|&&tile| tile == terrain).count()
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        (0..120u32).prop_map(|density| Kind::Open { density }),
        (0..9u32).prop_map(|corridor| Kind::Maze { corridor }),
        (0..9u32, 0..110u32).prop_map(|(corridor, braid)| Kind::Braided { corridor, braid }),
        (0..9u32, prop::option::of(0..120u32)).prop_map(|(corridor, vertical)| Kind::Divided { corridor, vertical }),
        (0..9u32).prop_map(|corridor| Kind::Stairs { corridor }),
        (0..12u32, 0..5u32).prop_map(|(size, doors)| Kind::Rooms { size, doors }),
        (30..60u32, 0..7u32).prop_map(|(density, rounds)| Kind::Caves { density, rounds }),
    ]
}

fn wanted() -> impl Strategy<Value = Generate> {
    let patch = (0..110u32, 0..30u32).prop_map(|(share, size)| Patch { terrain: MUD, share, size });
    let patches = prop::collection::vec(patch, 0..3);
    (kind(), 1..70u32, 1..50u32, any::<u64>(), any::<bool>(), patches).prop_map(
        |(kind, width, height, seed, islands, patches)| Generate {
            islands,
            patches,
            ..Generate::new(kind, width, height, seed)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_map_can_be_generated_twice(wanted in wanted()) {
        let tiles = generate(&wanted);
        prop_assert_eq!((tiles.width(), tiles.height()), (wanted.width, wanted.height));
        prop_assert!(tiles.values().iter().all(|tile| [FLOOR, WALL, MUD].contains(tile)));
        prop_assert_eq!(&generate(&wanted), &tiles);
    }

    #[test]
    fn without_islands_only_the_largest_part_is_left(wanted in wanted()) {
        let all = generate(&Generate { islands: true, ..wanted.clone() });
        let largest = generate(&Generate { islands: false, ..wanted });
        let left = parts(&largest);
        prop_assert_eq!(left.first().copied(), parts(&all).into_iter().max());
        prop_assert!(left.len() <= 1);
    }

    #[test]
    fn mazes_and_rooms_have_no_islands(wanted in wanted()) {
        prop_assume!(!matches!(wanted.kind, Kind::Open { .. } | Kind::Caves { .. }));
        prop_assert_eq!(parts(&generate(&wanted)).len(), 1);
    }

    #[test]
    fn a_maze_has_one_way_from_each_place_to_each_other(
        width in 1..60u32, height in 1..60u32, seed: u64,
        kind in prop_oneof![
            Just(Kind::Maze { corridor: 1 }), Just(Kind::Stairs { corridor: 1 }),
            prop::option::of(0..=100u32).prop_map(|vertical| Kind::Divided { corridor: 1, vertical }),
        ],
    ) {
        // Odd sizes: all corridors are one tile wide. Then the floor is a tree, with one edge less than tiles.
        let tiles = generate(&Generate::new(kind, 2 * width + 1, 2 * height + 1, seed));
        let is_floor = |x, y| tiles.get(Cell::new(x, y)) == Some(&FLOOR);
        let edges = |cell: &Cell| usize::from(is_floor(cell.x + 1, cell.y)) + usize::from(is_floor(cell.x, cell.y + 1));
        let edges: usize = tiles.rect().cells().filter(|cell| is_floor(cell.x, cell.y)).map(|cell| edges(&cell)).sum();
        prop_assert_eq!(edges + 1, count(&tiles, FLOOR));
    }

    #[test]
    fn a_braided_maze_has_no_dead_ends_and_all_the_corridors_of_the_perfect_one(
        width in 2..40u32, height in 2..40u32, seed: u64,
    ) {
        let make = |kind| generate(&Generate::new(kind, 2 * width + 1, 2 * height + 1, seed));
        let (maze, braided) = (make(Kind::Maze { corridor: 1 }), make(Kind::Braided { corridor: 1, braid: 100 }));
        let is_floor = |tiles: &Grid<TerrainId>, x, y| tiles.get(Cell::new(x, y)) == Some(&FLOOR);
        let ways = |cell: Cell| {
            [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().filter(|(x, y)| is_floor(&braided, cell.x + x, cell.y + y)).count()
        };
        for cell in maze.rect().cells().filter(|cell| is_floor(&maze, cell.x, cell.y)) {
            prop_assert!(is_floor(&braided, cell.x, cell.y) && ways(cell) >= 2, "{cell:?}");
        }
        prop_assert_eq!(make(Kind::Braided { corridor: 1, braid: 0 }), maze);
    }

    #[test]
    fn rooms_have_their_doors(size in 2..9u32, doors in 1..5u32, across in 1..7u32, down in 1..7u32, seed: u64) {
        let (width, height) = (across * (size + 1) + 1, down * (size + 1) + 1);
        let tiles = generate(&Generate::new(Kind::Rooms { size, doors }, width, height, seed));
        let each = doors.min(size);
        let in_walls = across * (down - 1) * each + down * (across - 1) * each;
        prop_assert_eq!(count(&tiles, FLOOR) as u32, across * down * size * size + in_walls);
    }

    #[test]
    fn patches_cover_their_share_of_the_floor(share in 0..=100u32, size in 2..20u32, seed: u64) {
        let mut wanted = Generate::new(Kind::Caves { density: 44, rounds: 3 }, 90, 70, seed);
        let bare = generate(&wanted);
        wanted.patches.push(Patch { terrain: MUD, share, size });
        let tiles = generate(&wanted);
        prop_assert_eq!(count(&tiles, WALL), count(&bare, WALL));
        let (covered, asked) = (count(&tiles, MUD), count(&bare, FLOOR) * share as usize / 100);
        // Tiles of the same noise are covered together or not at all.
        prop_assert!(covered <= asked && asked - covered < 60, "{covered} of {asked}");
    }
}

#[test]
fn the_same_seed_makes_the_same_map_on_every_platform() {
    let hash = |kind| {
        let patch = Patch { terrain: MUD, share: 30, size: 9 };
        let tiles = generate(&Generate { patches: vec![patch], ..Generate::new(kind, 64, 48, 7) });
        tiles
            .values()
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, tile| (hash ^ u64::from(tile.0)).wrapping_mul(0x100_0000_01b3))
    };
    let hashes = [
        hash(Kind::Open { density: 20 }),
        hash(Kind::Maze { corridor: 2 }),
        hash(Kind::Rooms { size: 7, doors: 1 }),
        hash(Kind::Caves { density: 45, rounds: 5 }),
    ];
    assert_eq!(hashes, [0xfc2b_8f53_3b26_8cd3, 0x1f84_fbff_3371_e74d, 0x630d_533e_623a_3df7, 0x76f2_8d49_ea07_b414]);
}

#[test]
fn obstacles_are_as_dense_as_they_should_be() {
    for density in [0, 5, 20, 60, 90] {
        let tiles = generate(&Generate::new(Kind::Open { density }, 200, 200, 3));
        let walls = count(&tiles, WALL) as i32;
        assert!((walls - 400 * density as i32).abs() < 500, "{density} %: {walls}");
    }
}

#[test]
fn caves_have_caverns_and_keep_islands() {
    let tiles = generate(&Generate::new(Kind::Caves { density: 45, rounds: 5 }, 256, 256, 1));
    let floor = count(&tiles, FLOOR);
    let parts = parts(&tiles);
    assert!((20_000..60_000).contains(&floor), "{floor}");
    assert!(parts.len() > 3 && parts.iter().max().unwrap() * 2 > floor, "{parts:?}");
}
