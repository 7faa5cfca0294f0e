//! Levels are plain RON: the example that reads them with `serde` and `ron` alone finds what the library finds.

use footpath::grid::Cell;
use footpath::level::built_in::LEVELS;

use crate::support::levels::shipped;

#[path = "../../../examples/read_level.rs"]
#[allow(dead_code, reason = "the example also prints what is not compared here")]
mod read_level;

use read_level::{Orders, Tile};

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
