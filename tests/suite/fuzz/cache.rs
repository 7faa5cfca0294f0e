//! Baked ground: any bytes are refused, or are ground that can be used and is written and read again as the same.

use footpath::level::Level;

use crate::support::baked_ground::{HEADER, SECTION, baked, read, signed, use_ground};

/// Small ground with everything that baking knows: few bytes, each of which counts.
const GROUND: &str = r#"(
    version: 1,
    name: "Small ground",
    legend: {'.': "grass", '#': "wall", 'o': "void", '~': "swamp", 'h': (terrain: "grass", height: 1.0)},
    rows: ["...o..", ".#~o.h", "...o.."],
    profiles: {"jumper": (radius: 0.3, jump_distance: 1.0, drop_height: 2.0)},
    obstacles: [(at: (2.2, 2.1), radius: 0.2)],
    links: [(from: (tile: (0, 0)), to: (tile: (5, 0)))],
    bake: (smallest_region: 1.0),
)"#;

/// After a first byte `f` comes a whole file, after any other one the grid of a section with its true length and checksum,
/// which no random bytes would have.
pub fn run(bytes: &[u8]) {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let level = ground();
    let file = if *kind == b'f' { rest.to_vec() } else { file_of(&level, rest) };
    match read(&file, &level) {
        Ok(set) => {
            let written = set.to_bytes(7);
            let again = read(&written, &level).expect("what is written can be read");
            assert!(again.to_bytes(7) == written, "it is another one");
            use_ground(&set, &level);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A file for a level that has one grid, which these bytes are to be.
fn file_of(level: &Level, grid: &[u8]) -> Vec<u8> {
    let mut file = baked(level)[..HEADER + SECTION].to_vec();
    file[HEADER + 8..HEADER + 16].copy_from_slice(&(grid.len() as u64).to_le_bytes());
    file.extend_from_slice(grid);
    signed(file)
}

/// The level, with only the profile of its own.
pub fn ground() -> Level {
    let mut level = Level::parse("ground", GROUND).unwrap_or_else(|error| panic!("{error}"));
    level.profiles.retain(|profile| profile.name == "jumper");
    level
}
