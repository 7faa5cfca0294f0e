use super::*;
use crate::grid::{Grid, Lattice, Rect};
use crate::level::generate::{Generate, Kind, generate};
use crate::level::{Link, Obstacle, Relief, Shape, Solid, Surface, TerrainId, TileMap};
use crate::nav::NavGrid;
use crate::nav::SearchStatistics;
use crate::nav::expansion_meter::ExpansionMeter;
use crate::profile::{AgentProfile, AreaId};
use glam::vec2;
use proptest::prelude::*;

fn map_of(kind: Kind, width: u32, height: u32, seed: u64) -> TileMap {
    let tiles = generate(&Generate::new(kind, width, height, seed));
    TileMap::plain(tiles)
}

fn bake(map: &TileMap) -> NavGrid {
    NavGrid::bake(map, &AgentProfile { radius: 0.3, ..AgentProfile::default() })
}

/// Every path between two entrances of a region that one can find chunk by chunk is found in the region at once.
#[test]
fn a_region_knows_the_ways_of_its_chunks() {
    let hierarchy = Hierarchy::of(&bake(&map_of(Kind::Caves { density: 42, rounds: 3 }, 300, 280, 6)));
    let mut local = crate::nav::hierarchy::region_search::RegionSearch::default();
    for (region, part) in hierarchy.regions.iter().enumerate() {
        for &from in part.entrances() {
            local.begin(&hierarchy, region as u32, Side::Start);
            let mut observer = ();
            let mut meter = ExpansionMeter::new(SearchStatistics::default(), u32::MAX, &mut observer);
            local.put(&hierarchy, from, 0, None, &mut meter);
            while local.expand(&hierarchy, &mut meter).is_some() {}
            let by_chunks = part.entrances().iter().map(|&to| local.cost(&hierarchy, to)).collect::<Vec<_>>();
            assert_eq!(by_region(part, from), by_chunks);
        }
    }
}

/// What it costs to go from an entrance to each of a part, by its ways.
fn by_region(part: &LocalGraph, from: Entrance) -> Vec<Option<u64>> {
    let index = |entrance: Entrance| part.entrances().binary_search(&entrance).unwrap();
    let mut costs = vec![None; part.entrances().len()];
    costs[index(from)] = Some(0);
    for _ in part.entrances() {
        for &entrance in part.entrances() {
            let Some(here) = costs[index(entrance)] else { continue };
            for edge in part.edges_from(entrance) {
                let there = &mut costs[index(edge.to)];
                *there = Some(there.unwrap_or(u64::MAX).min(here + u64::from(edge.cost)));
            }
        }
    }
    costs
}

/// An edit that reaches up to a border and changes costs only: the entrances stay where they are, but to come in
/// through one from the other side costs something else.
#[test]
fn what_it_costs_to_come_in_is_told_to_the_other_side() {
    let mut map = map_of(Kind::Open { density: 6 }, 62, 49, 3252198794796189656);
    let mut grid = bake(&map);
    grid.hierarchy();
    let rect = Rect { min: Cell::new(17, 13), max: Cell::new(21, 32) };
    rect.cells().for_each(|cell| map.tiles[cell] = TerrainId(3));
    grid.rebake(&map, rect);
    assert!(*grid.hierarchy() == Hierarchy::of(&bake(&map)));
}

/// A change of a map: of what kind, where, and a number that says more.
type Edit = (u8, i32, i32, i32, i32, u8);

/// Changes the map and what is baked of it.
fn edit(map: &mut TileMap, grid: &mut NavGrid, (kind, x, y, across, down, number): Edit) {
    let Lattice { width, height, .. } = map.lattice;
    let min = Cell::new(x % width as i32, y % height as i32);
    let rect = Rect { min, max: Cell::new(min.x + across, min.y + down) }.clipped(width, height);
    match kind {
        0 => rect.cells().for_each(|cell| map.tiles[cell] = TerrainId(number % 4)),
        1 => {
            let relief = map.relief.as_mut().expect("the map has heights");
            rect.cells().for_each(|cell| relief.surfaces[cell].height = f32::from(number % 6) * 0.3);
        }
        2 => {
            let (at, shape) = (map.lattice.centre(min), Shape::Circle(f32::from(number) / 100.0));
            map.obstacles.push(Obstacle {
                name: String::new(),
                at,
                shape,
                layer: 0,
                motion: None,
                standing_time: 0.5,
                user: None,
            });
            let around = Solid::tiles_around(map, &map.obstacles[map.obstacles.len() - 1]);
            return grid.rebake(map, around.clipped(width, height));
        }
        3 => {
            let count = map.links.len();
            map.links.iter_mut().skip(x as usize % count.max(1)).take(2).for_each(|link| link.active ^= true);
            return grid.relink(map);
        }
        _ => {
            let danger = map.fields.danger.as_mut().expect("the map has danger");
            rect.cells().for_each(|cell| danger[cell] = u16::from(number) * 3);
            return grid.recost(map, rect);
        }
    }
    grid.rebake(map, rect);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    /// After any edits the hierarchy is the one that would be built from scratch, however seldom it was asked for.
    #[test]
    fn edits_leave_nothing_behind(
        (width, height, seed) in (1..260u32, 1..160u32, any::<u64>()),
        kind in prop_oneof![
            (0..45u32).prop_map(|density| Kind::Open { density }),
            (3..40u32).prop_map(|size| Kind::Rooms { size, doors: 1 }),
            (38..48u32).prop_map(|density| Kind::Caves { density, rounds: 3 }),
        ],
        edits in proptest::collection::vec(
            ((0..5u8, 0..260i32, 0..160i32, 1..30i32, 1..30i32, any::<u8>()), any::<bool>()), 1..9,
        ),
        links in proptest::collection::vec(((0..260u32, 0..160u32), (0..260u32, 0..160u32), any::<bool>()), 0..8),
        (is_plain, leaps) in any::<(bool, bool)>(),
    ) {
        let mut map = map_of(kind, width, height, seed);
        let point = |(x, y): (u32, u32)| vec2((x % width) as f32 + 0.5, (y % height) as f32 + 0.5);
        let link = |&(from, to, active): &((u32, u32), (u32, u32), bool)| {
            let (from, to, area) = (point(from), point(to), AreaId::JUMP);
            Link { both_ways: active, active, area, ..Link::between(from, to) }
        };
        if !is_plain {
            map.relief = Some(Relief { surfaces: Grid::filled(width, height, Surface::FLAT) });
            map.fields.danger = Some(Grid::filled(width, height, 0));
            map.links = links.iter().map(link).collect();
        }
        let leap = if leaps { 2.0 } else { 0.0 };
        let body = AgentProfile::default();
        let profile = AgentProfile { jump_distance: leap, drop_height: leap, ..body };
        let mut grid = NavGrid::bake(&map, &profile);
        grid.hierarchy();
        for (change, asks) in edits {
            edit(&mut map, &mut grid, if is_plain { (0, change.1, change.2, change.3, change.4, change.5) } else { change });
            if asks {
                grid.hierarchy();
            }
        }
        prop_assert!(*grid.hierarchy() == Hierarchy::of(&NavGrid::bake(&map, &profile)));
    }
}
