//! Ground with everything that baking knows, as the bytes that are kept of it.

use footpath::grid::{Cell, Rect};
use footpath::level::Level;
use footpath::nav::cache::{BakedSet, CacheError, digest};
use footpath::nav::{Algorithm, Method, PathQuery, Search, find_path};

/// Heights, void, an obstacle, a link, small regions and two cells a tile; a walker, and one that jumps and drops.
pub const GROUND: &str = r#"(
    version: 1,
    name: "Ground",
    legend: {'.': "grass", '#': "wall", 'o': "void", '~': "swamp", 'h': (terrain: "grass", height: 1.0)},
    rows: [
        "........o.......",
        ".##.~~~.o..hhh..",
        ".#..~~~.o..hhh..",
        "........o.......",
    ],
    profiles: {"jumper": (radius: 0.3, jump_distance: 1.0, drop_height: 2.0)},
    obstacles: [(at: (3.2, 3.1), radius: 0.2)],
    links: [(from: (tile: (0, 0)), to: (tile: (9, 0)))],
    bake: (cells_per_tile: 2, smallest_region: 1.0),
    agents: [(profile: "walker", tile: (0, 3)), (profile: "jumper", tile: (5, 3), order: MoveTo((tile: (15, 0))))],
)"#;

pub fn ground() -> Level {
    Level::parse("ground", GROUND.replace(", order: MoveTo((tile: (15, 0)))", "").as_str()).unwrap()
}

pub fn read(bytes: &[u8], level: &Level) -> Result<BakedSet, CacheError> {
    BakedSet::read(bytes, 7, &level.map, &level.profiles)
}

pub fn baked(level: &Level) -> Vec<u8> {
    BakedSet::bake(&level.map, &level.profiles).to_bytes(7)
}

/// The same with a checksum that fits what stands behind the header.
pub fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let (checksum, length) = (digest(&bytes[40..]), bytes.len() as u64 - 40);
    bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
    bytes[32..40].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// Does with baked ground what a game does: searches it, and bakes a part of it anew.
pub fn use_ground(set: &BakedSet, level: &Level) {
    let cells = level.map.cells();
    let (right, bottom) = (cells.width as i32 - 1, cells.height as i32 - 1);
    let middle = Cell::new(right / 3, bottom / 2);
    let corners = [Cell::new(0, 0), Cell::new(right, 0), Cell::new(0, bottom), Cell::new(right, bottom), middle];
    for profile in &level.profiles {
        let mut grid = set.grid(&level.map, profile).unwrap().clone();
        let mut search = Search::default();
        for (from, to) in corners.iter().flat_map(|&from| corners.map(|to| (from, to))) {
            for algorithm in [Algorithm::Auto, Algorithm::JumpPoint, Algorithm::Hierarchical, Algorithm::AnyAngle] {
                let query = PathQuery::between(from, to).by(Method { algorithm, ..Method::default() });
                if let Ok(path) = find_path(&grid, &query, &mut search) {
                    assert!(path.cells.iter().all(|&cell| cells.contains(cell)));
                }
            }
        }
        grid.rebake(&level.map, Rect::of_cell(Cell::new(3, 2)).grown(1));
    }
}
