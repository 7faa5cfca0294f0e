//! Levels are plain RON: the example that reads them with `serde` and `ron` alone finds what the library finds.

use std::fs;

use footpath::grid::Cell;
use footpath::level::Level;
use footpath::level::built_in::LEVELS;

use crate::support::levels::shipped;

#[path = "../../../examples/read_level.rs"]
#[allow(dead_code, reason = "the example also prints what is not compared here")]
mod read_level;

use read_level::{Orders, Tile};

#[test]
fn every_level_of_the_benchmarks_is_read_by_ron_alone() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/bench");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it can be listed").path();
        let text = fs::read_to_string(&path).expect("it is text");
        let (level, plain) = (Level::parse("bench.ron", &text), read_level::read(&text));
        let (level, plain) = (level.expect("it is right"), plain.unwrap_or_else(|error| panic!("{path:?}: {error}")));
        let agents: u32 = plain.agents.iter().map(|agent| agent.count).sum();
        assert_eq!((plain.name, agents as usize), (level.name, level.agents.len()), "{path:?}");
        count += 1;
    }
    assert!(count >= 9, "{count} levels");
}

#[test]
fn every_shipped_level_is_read_by_ron_alone() {
    for built_in in LEVELS {
        let level = shipped(built_in.name);
        let plain = read_level::read(built_in.text).unwrap_or_else(|error| panic!("{}: {error}", built_in.name));
        assert_eq!((plain.version, &plain.name, &plain.about), (1, &level.name, &level.about), "{}", built_in.name);
        let count: u32 = plain.agents.iter().map(|agent| agent.count).sum();
        assert_eq!(count as usize, level.agents.len(), "{}", built_in.name);
        let ordered = |orders: &Orders| match orders {
            Orders::One(_) => true,
            Orders::Several(orders) => !orders.is_empty(),
        };
        let with_orders: u32 = plain.agents.iter().filter(|agent| ordered(&agent.order)).map(|agent| agent.count).sum();
        assert_eq!(
            with_orders as usize,
            level.agents.iter().filter(|agent| !agent.orders.is_empty()).count(),
            "{}",
            built_in.name
        );
        for (name, path) in &plain.paths {
            let read = level.paths.iter().find(|read| read.name == *name).map(|read| read.points.len());
            assert_eq!(read, Some(path.points.len()), "{}: {name}", built_in.name);
        }
    }
}

#[test]
fn the_drawn_map_is_read_by_ron_alone() {
    for built_in in LEVELS {
        let level = shipped(built_in.name);
        let plain = read_level::read(built_in.text).unwrap_or_else(|error| panic!("{}: {error}", built_in.name));
        if plain.rows.is_empty() || built_in.text.contains("rows_at") {
            continue;
        }
        for (y, row) in (0..).zip(&plain.rows) {
            for (x, character) in (0..).zip(row.chars()) {
                let (Tile::Terrain(terrain) | Tile::More { terrain, .. }) = &plain.legend[&character];
                let read = level.map.terrain_at(Cell::new(x, y)).map(|terrain| terrain.name.as_str());
                assert_eq!(read, Some(terrain.as_str()), "{}: {x}, {y}", built_in.name);
            }
        }
    }
}
