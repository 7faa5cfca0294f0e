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

/// The length of what stands before the first grid's section, and of what stands in that before the grid.
pub const HEADER: usize = 36;
pub const SECTION: usize = 24;

/// The same with a checksum in each section that fits its grid; what is longer than the file ends with it.
pub fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut at = HEADER;
    while at + SECTION <= bytes.len() {
        let (head, rest) = bytes[at..].split_at_mut(SECTION);
        let length = u64::from_le_bytes(head[8..16].try_into().unwrap()).min(rest.len() as u64);
        head[8..16].copy_from_slice(&length.to_le_bytes());
        head[16..24].copy_from_slice(&digest(&rest[..length as usize]).to_le_bytes());
        at += SECTION + length as usize;
    }
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
                    assert!(path.cells.iter().all(|&cell| cells.contains(cell)), "{from:?} to {to:?} by {algorithm:?}");
                }
            }
        }
        grid.rebake(&level.map, Rect::of_cell(Cell::new(3, 2)).grown(1));
    }
}
