//! Links: those that authors lay, and those that the ground offers to agents that jump and drop.

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::{
    Area, BakeSettings, Link, LinkKind, Obstacle, Obstacles, Relief, Shape, Surface, TerrainId, TileMap,
};
use footpath::nav::moves::{MOVES, TILE_COST};
use footpath::nav::{CornerRule, LinkOrigin, NavGrid, NavLink, Reach};
use footpath::profile::{AgentProfile, AreaId};
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::maps::{self, agent};

/// A map whose corner is not the world's origin.
fn map_of(rows: &[&str]) -> TileMap {
    let mut map = maps::map_of(rows);
    map.lattice.origin = vec2(-3.0, 5.0);
    map
}

fn jumper(distance: f32) -> AgentProfile {
    AgentProfile { jump_distance: distance, ..agent(0.3) }
}

fn link(map: &TileMap, from: (i32, i32), to: (i32, i32)) -> Link {
    let point = |(x, y)| map.lattice.centre(Cell::new(x, y));
    let (from, to) = (point(from), point(to));
    Link { both_ways: false, ..Link::between(from, to) }
}

/// The columns and rows between which links lead.
fn ends(grid: &NavGrid) -> Vec<[i32; 4]> {
    grid.links().map(|link| [link.from.x, link.from.y, link.to.x, link.to.y]).collect()
}

#[test]
fn a_gap_is_jumped_up_to_the_jump_distance() {
    let map = map_of(&["..oo.."]);
    assert_eq!(ends(&NavGrid::bake(&map, &jumper(0.0))), [[0; 4]; 0]);
    assert_eq!(ends(&NavGrid::bake(&map, &jumper(1.9))), [[0; 4]; 0]);
    let grid = NavGrid::bake(&map, &jumper(2.0));
    assert_eq!(ends(&grid), [[1, 0, 4, 0], [4, 0, 1, 0]]);
    let jump = grid.links().next().unwrap();
    assert_eq!((jump.area, jump.origin), (AreaId::JUMP, LinkOrigin::Jump));
    assert_eq!(jump.cost, 3 * 2 * TILE_COST, "three tiles at the cost of jumping");
}

#[test]
fn a_forbidden_jump_area_removes_jumps() {
    let map = map_of(&["..oo.."]);
    let mut profile = jumper(2.0);
    profile.areas.costs = vec![(AreaId::JUMP, 0.5)];
    assert_eq!(NavGrid::bake(&map, &profile).links().next().unwrap().cost, 3 * TILE_COST / 2);
    profile.areas.mask &= !(1 << AreaId::JUMP.0);
    assert_eq!(ends(&NavGrid::bake(&map, &profile)), [[0; 4]; 0]);
}

/// Otherwise what is baked for one speed would be wrong for another, by a rounding.
#[test]
fn a_ladder_and_a_rope_cost_the_same_at_every_speed() {
    let mut map = map_of(&["........"]);
    let climbs = [LinkKind::Ladder, LinkKind::Rope];
    let links = climbs.into_iter().flat_map(|kind| (1..8).map(move |to| (kind, to)));
    map.links = links.map(|(kind, to)| Link { kind, ..link(&map, (0, 0), (to, 0)) }).collect();
    let costs = |speed: f32| {
        let grid = NavGrid::bake(&map, &AgentProfile { speed, ..agent(0.3) });
        grid.links().map(|link| link.cost).collect::<Vec<u64>>()
    };
    let speeds = (1..500).map(|tenths| 0.1 * tenths as f32);
    speeds.for_each(|speed| assert_eq!(costs(speed), costs(1.0), "at {speed}"));
}

#[test]
fn walls_are_not_jumped_over() {
    let grid = NavGrid::bake(&map_of(&["..o#o..", "..ooo..", "..o.o.."]), &jumper(5.0));
    // The wall stops one, an island takes another.
    assert_eq!(ends(&grid), [[1, 1, 5, 1], [5, 1, 1, 1], [1, 2, 3, 2], [3, 2, 1, 2], [3, 2, 5, 2], [5, 2, 3, 2]]);
}

#[test]
fn a_wide_body_needs_a_wide_way() {
    let wide = AgentProfile { jump_distance: 3.0, ..agent(1.2) };
    let open = ["..........", "..........", "....oo....", "....oo....", "....oo....", "..........", ".........."];
    let rows_to_the_right = |rows: &[&str]| {
        let ends = ends(&NavGrid::bake(&map_of(rows), &wide));
        ends.iter().filter(|[from, _, to, _]| (*from, *to) == (2, 7)).map(|ends| ends[1]).collect::<Vec<i32>>()
    };
    assert_eq!(rows_to_the_right(&open), [2, 4], "it stands a cell away from the edge");
    let mut narrow = open;
    narrow[2] = "....#o....";
    assert_eq!(rows_to_the_right(&narrow), [4], "elsewhere its side would touch the wall");
}

#[test]
fn a_gap_is_as_wide_at_any_resolution() {
    let mut map = map_of(&["...oo...", "...oo...", "...oo..."]);
    for cells_per_tile in 1..=4 {
        map.bake.cells_per_tile = cells_per_tile;
        assert_eq!(ends(&NavGrid::bake(&map, &jumper(1.9))), [[0; 4]; 0], "{cells_per_tile} cells a tile");
        let grid = NavGrid::bake(&map, &jumper(2.0));
        let (first, tile) = (grid.links().next().unwrap(), |cell: Cell| map.tile_of_cell(cell).x);
        assert_eq!((tile(first.from), tile(first.to)), (2, 5), "{cells_per_tile} cells a tile");
    }
}

#[test]
fn ledges_are_dropped_from_one_way() {
    let map = map_of(&["220011"]);
    let profile = |drop_height| AgentProfile { drop_height, ..agent(0.3) };
    assert_eq!(ends(&NavGrid::bake(&map, &profile(0.9))), [[0; 4]; 0]);
    assert_eq!(ends(&NavGrid::bake(&map, &profile(1.0))), [[4, 0, 3, 0]]);
    let grid = NavGrid::bake(&map, &profile(2.0));
    assert_eq!(ends(&grid), [[1, 0, 2, 0], [4, 0, 3, 0]]);
    assert!(grid.links().all(|link| link.origin == LinkOrigin::Drop && link.cost == 2 * TILE_COST));
    let reach = |x| Reach::of(&grid, Cell::new(x, 0), CornerRule::Never).unwrap();
    assert!(reach(0).contains(Cell::new(3, 0)) && !reach(0).contains(Cell::new(5, 0)));
    assert!(!reach(2).contains(Cell::new(1, 0)));
}

#[test]
fn a_step_within_the_step_height_is_no_drop() {
    let map = map_of(&["2211"]);
    let steps = AgentProfile { drop_height: 3.0, step_height: 1.0, ..agent(0.3) };
    assert_eq!(ends(&NavGrid::bake(&map, &steps)), [[0; 4]; 0]);
}

#[test]
fn a_trench_is_jumped_over_or_dropped_into() {
    let map = map_of(&["110011"]);
    assert_eq!(ends(&NavGrid::bake(&map, &jumper(2.0))), [[1, 0, 4, 0], [4, 0, 1, 0]]);
    let both = AgentProfile { drop_height: 1.0, ..jumper(2.0) };
    assert_eq!(ends(&NavGrid::bake(&map, &both)), [[1, 0, 2, 0], [1, 0, 4, 0], [4, 0, 1, 0], [4, 0, 3, 0]]);
}

#[test]
fn a_jump_leads_down_but_not_up() {
    let map = map_of(&["22oo00"]);
    assert_eq!(ends(&NavGrid::bake(&map, &jumper(2.0))), [[0; 4]; 0]);
    let drops = AgentProfile { drop_height: 2.0, ..jumper(2.0) };
    assert_eq!(ends(&NavGrid::bake(&map, &drops)), [[1, 0, 4, 0]]);
}

#[test]
fn a_jump_passes_no_obstacle() {
    let mut map = map_of(&["..oo.."]);
    map.obstacles = Obstacles::from(vec![Obstacle {
        name: String::new(),
        at: map.lattice.corner(Cell::new(3, 0)),
        shape: Shape::Box { half: vec2(0.3, 0.3), along: vec2(0.6, 0.8) },
        layer: 0,
        motion: None,
        standing_time: 0.5,
        user: None,
    }]);
    assert_eq!(ends(&NavGrid::bake(&map, &jumper(2.0))), [[0; 4]; 0]);
    map.obstacles[0].at.y -= 0.5;
    assert_eq!(ends(&NavGrid::bake(&map, &jumper(2.0))).len(), 2);
}

#[test]
fn authored_links_exist_only_for_agents_allowed_on_them() {
    let mut map = map_of(&["..#oo..", "..#oo.."]);
    map.areas.push(Area { name: "rope".to_owned(), cost: 3.0, user: None });
    let rope = map.area_named("rope").unwrap();
    let laid = link(&map, (1, 0), (5, 1));
    map.links = vec![
        Link { area: rope, both_ways: true, ..laid.clone() },
        Link { active: false, ..laid.clone() },
        Link { cost: Some(0.25), ..link(&map, (6, 0), (0, 0)) },
        link(&map, (6, 0), (6, 0)),
        Link { to: Vec2::splat(1e9), ..laid },
    ];
    let mut profile = agent(0.3);
    let grid = NavGrid::bake(&map, &profile);
    assert_eq!(ends(&grid), [[1, 0, 5, 1], [6, 0, 0, 0], [5, 1, 1, 0]]);
    let costs: Vec<u64> = grid.links().map(|link| link.cost).collect();
    let rope_cost = (17f64.sqrt() * 3.0 * TILE_COST as f64).ceil() as u64;
    assert_eq!(costs, [rope_cost, 6 * TILE_COST / 4, rope_cost]);
    let origins: Vec<LinkOrigin> = grid.links().map(|link| link.origin).collect();
    assert_eq!(origins, [0, 2, 0].map(LinkOrigin::Authored));
    profile.areas.mask &= !(1 << rope.0);
    assert_eq!(ends(&NavGrid::bake(&map, &profile)), [[6, 0, 0, 0]]);
}

#[test]
fn a_link_holds_on_to_the_nearest_cell() {
    let mut map = map_of(&["..#oo..", "..#oo.."]);
    // Into the wall beside the ground, and into the void too far from it.
    map.links = vec![link(&map, (2, 1), (5, 0)), link(&map, (0, 0), (4, 0)), link(&map, (0, 0), (3, 0))];
    assert_eq!(ends(&NavGrid::bake(&map, &agent(0.3))), [[0, 0, 5, 0], [1, 1, 5, 0]]);
}

#[test]
fn a_switched_link_comes_and_goes() {
    let mut map = map_of(&["..oo.."]);
    map.links = vec![Link { active: false, ..link(&map, (1, 0), (4, 0)) }];
    let mut grid = NavGrid::bake(&map, &agent(0.3));
    let reaches = |grid: &NavGrid| {
        Reach::of(grid, Cell::new(0, 0), CornerRule::Never).is_some_and(|reach| reach.contains(Cell::new(5, 0)))
    };
    assert!(!reaches(&grid));
    map.links[0].active = true;
    let before = grid.stamp();
    grid.relink(&map);
    assert!(reaches(&grid) && grid.stamp() != before);
    map.links[0].active = false;
    grid.relink(&map);
    assert!(!reaches(&grid));
}

/// Every jump over void of an agent that fits in a tile.
fn all_jumps(map: &TileMap, distance: i32) -> Vec<(Cell, Cell)> {
    let is_void = |cell: Cell| map.terrain_at(cell).is_some_and(|terrain| terrain.jumpable);
    let mut jumps = Vec::new();
    for from in map.tiles.rect().cells().filter(|&cell| map.is_walkable(cell)) {
        for step in MOVES.iter().filter(|step| !step.is_diagonal()) {
            let mut to = step.from(from);
            while is_void(to) {
                to = step.from(to);
            }
            let gap = to.x.abs_diff(from.x) + to.y.abs_diff(from.y) - 1;
            if map.is_walkable(to) && (1..=distance as u32).contains(&gap) {
                jumps.push((from, to));
            }
        }
    }
    jumps
}

/// All that steps and jumps lead to.
fn flood(map: &TileMap, jumps: &[(Cell, Cell)], start: Cell) -> Vec<Cell> {
    let (mut seen, mut waiting) = (vec![start], vec![start]);
    while let Some(cell) = waiting.pop() {
        let steps = MOVES.iter().filter(|step| step.is_legal(cell, |cell| map.is_walkable(cell)));
        let jumps = jumps.iter().filter(|(from, _)| *from == cell).map(|(_, to)| *to);
        for next in steps.map(|step| step.from(cell)).chain(jumps) {
            if !seen.contains(&next) {
                seen.push(next);
                waiting.push(next);
            }
        }
    }
    seen.sort_unstable_by_key(|cell| (cell.y, cell.x));
    seen
}

/// Ground with walls and void, in patches.
fn land() -> impl Strategy<Value = Vec<(i32, i32, i32, i32, char)>> {
    let letter = prop::sample::select(&['.', '.', 'o', 'o', 'o', '#'][..]);
    prop::collection::vec((0..24i32, 0..18i32, 1..9i32, 1..9i32, letter), 0..16)
}

fn paint(map: &mut TileMap, &(x, y, width, height, letter): &(i32, i32, i32, i32, char)) -> Rect {
    let rect = Rect { min: Cell::new(x, y), max: Cell::new(x + width, y + height) };
    let rect = rect.clipped(map.lattice.width, map.lattice.height);
    let terrain = map.terrain_named(if letter == 'o' { "void" } else { "wall" }).unwrap();
    let terrain = if letter == '.' { TerrainId(0) } else { terrain };
    rect.cells().for_each(|cell| map.tiles[cell] = terrain);
    rect
}

fn sorted(grid: &NavGrid) -> Vec<NavLink> {
    grid.links().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Fewer jumps than there could be, but they lead wherever all would.
    #[test]
    fn jumps_that_are_left_out_are_not_missed(
        paints in land(), distance in 1..5i32, start in (0..24i32, 0..18i32),
    ) {
        let mut map = map_of(&["........................"; 18]);
        paints.iter().for_each(|change| _ = paint(&mut map, change));
        let grid = NavGrid::bake(&map, &jumper(distance as f32));
        let jumps = all_jumps(&map, distance);
        for link in grid.links() {
            prop_assert!(jumps.contains(&(link.from, link.to)), "{:?}", link);
        }
        let start = Cell::new(start.0, start.1);
        if let Some(reach) = Reach::of(&grid, start, CornerRule::Never) {
            let reached: Vec<Cell> = map.tiles.rect().cells().filter(|&cell| reach.contains(cell)).collect();
            prop_assert_eq!(reached, flood(&map, &jumps, start));
        }
    }

    /// After any edits there are the links of a grid baked afresh.
    #[test]
    fn links_are_found_again_where_the_ground_changes(
        (paints, edits) in (land(), land()),
        (jump, drop, radius) in (0..5u8, 0..4u8, prop::sample::select(&[0.3f32, 0.5, 0.9, 1.2][..])),
        heights in prop::option::of(prop::collection::vec((0..24i32, 0..18i32, 1..9i32, 1..9i32, 0..3u8), 1..6)),
        laid in prop::collection::vec(((0..24i32, 0..18i32), (0..24i32, 0..18i32)), 0..4),
        (cells_per_tile, smallest_region) in (1..3u32, prop::sample::select(&[0.0f32, 0.0, 6.0][..])),
        boxes in prop::collection::vec((0.0..24.0f32, 0.0..18.0f32, 0.1..1.5f32), 0..3),
    ) {
        let mut map = map_of(&["........................"; 18]);
        map.bake = BakeSettings { cells_per_tile, smallest_region, ..map.bake };
        map.obstacles.extend(boxes.iter().map(|&(x, y, half)| Obstacle {
            name: String::new(),
            at: map.lattice.origin + vec2(x, y),
            shape: Shape::Box { half: Vec2::splat(half), along: vec2(0.6, 0.8) },
            layer: 0, motion: None, standing_time: 0.5, user: None }));
        paints.iter().for_each(|change| _ = paint(&mut map, change));
        map.relief = heights.map(|hills| {
            let mut surfaces = Grid::filled(24, 18, Surface::FLAT);
            for (x, y, width, height, level) in hills {
                let rect = Rect { min: Cell::new(x, y), max: Cell::new(x + width, y + height) }.clipped(24, 18);
                rect.cells().for_each(|cell| surfaces[cell].height = f32::from(level));
            }
            Relief { surfaces }
        });
        map.links = laid.iter().map(|&(from, to)| link(&map, from, to)).collect();
        let profile = AgentProfile { jump_distance: jump.into(), drop_height: drop.into(), ..agent(radius) };
        let mut grid = NavGrid::bake(&map, &profile);
        for change in edits.iter().take(4) {
            let rect = paint(&mut map, change);
            grid.rebake(&map, rect);
            prop_assert_eq!(sorted(&grid), sorted(&NavGrid::bake(&map, &profile)), "{:?}", change);
        }
    }
}
