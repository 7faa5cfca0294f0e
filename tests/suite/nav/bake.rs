//! What is baked, and the paths over it, against plain geometry.

use footpath::angle;
use footpath::grid::{Cell, Grid, Lattice};
use footpath::level::{Obstacle, Relief, Shape, Surface, TerrainId, TileMap};
use footpath::nav::closed::{why_blocked, why_closed};
use footpath::nav::{Algorithm, Closed, Method, NavGrid, PathQuery, Search, Solid, find_path};
use footpath::profile::AgentProfile;
use footpath::sentences;
use glam::{DVec2, Vec2, dvec2, vec2};
use proptest::prelude::*;

use crate::support::maps::{agent, cells, map_of_tiles};

fn meadow(width: u32, height: u32) -> TileMap {
    map_of_tiles(Grid::filled(width, height, TerrainId(0)))
}

fn obstacle(at: Vec2, shape: Shape) -> Obstacle {
    Obstacle { name: "crate".to_owned(), at, shape, layer: 0, motion: None, standing_time: 0.5, user: None }
}

fn turned_box(at: Vec2, half: Vec2, degrees: f32) -> Obstacle {
    obstacle(at, Shape::Box { half, along: angle::direction(degrees) })
}

fn passable(grid: &NavGrid) -> Vec<(i32, i32)> {
    cells(grid).filter(|&cell| grid.is_passable(cell)).map(|cell| (cell.x, cell.y)).collect()
}

/// The original looked for obstacles with a circle inscribed in the cell, which misses its corners; a margin of half a
/// cell missed what lay between. Here the body itself is tested, by its own radius.
#[test]
fn obstacle_in_a_cell_corner_blocks() {
    let mut map = meadow(3, 3);
    // A small thing that reaches into the upper left corner of the middle cell, and a margin that counts.
    map.obstacles.push(obstacle(vec2(0.95, 0.95), Shape::Circle(0.1)));
    let free = |map: &TileMap, radius| NavGrid::bake(map, &agent(radius)).is_passable(Cell::new(1, 1));
    let room = 0.55 * 2f32.sqrt() - 0.1;
    assert!(free(&map, room - 0.01) && !free(&map, room + 0.01));
    map.bake.obstacle_epsilon = 0.1;
    assert!(free(&map, room - 0.11) && !free(&map, room - 0.09));
    map.bake.layers = 0b10;
    assert!(free(&map, room + 0.01), "nothing on the other layers is in the way");
}

/// The original marked only the cell of an obstacle's centre.
#[test]
fn wide_obstacle_blocks_all_its_cells() {
    let mut map = meadow(8, 4);
    map.obstacles.push(turned_box(vec2(4.0, 1.5), vec2(0.4, 2.9), 90.0));
    let grid = NavGrid::bake(&map, &agent(0.05));
    let row: Vec<bool> = (0..8).map(|x| grid.is_passable(Cell::new(x, 1))).collect();
    assert_eq!(row, [true, false, false, false, false, false, false, true]);
    assert_eq!(passable(&grid).len(), 32 - 6);
}

/// The original baked once: an obstacle that moved went on blocking where it had been.
#[test]
fn moved_obstacle_is_baked_again() {
    let mut map = meadow(12, 5);
    map.obstacles.push(turned_box(vec2(2.5, 2.5), vec2(1.0, 1.0), 45.0));
    let mut grid = NavGrid::bake(&map, &agent(0.3));
    let before = passable(&grid);
    let tiles = Solid::tiles_around(&map, &map.obstacles[0]);
    map.obstacles[0].at = vec2(9.5, 2.5);
    grid.rebake(&map, tiles.union(Solid::tiles_around(&map, &map.obstacles[0])));
    let after = passable(&grid);
    assert_eq!(after, passable(&NavGrid::bake(&map, &agent(0.3))));
    assert!(before.len() < 60 && before.len() == after.len());
    assert!(!before.contains(&(2, 2)) && before.contains(&(9, 2)) && after.contains(&(2, 2)));
}

/// Between the middles of two cells, both free, something thin blocks the way.
#[test]
fn a_thin_wall_between_two_cells_blocks_the_way() {
    let mut map = meadow(2, 3);
    map.obstacles.push(turned_box(vec2(1.0, 1.5), vec2(0.05, 1.5), 0.0));
    let grid = NavGrid::bake(&map, &agent(0.3));
    assert_eq!(passable(&grid).len(), 6);
    let way = find_path(&grid, &PathQuery::between(Cell::new(0, 1), Cell::new(1, 1)), &mut Search::default());
    assert!(way.is_err(), "{way:?}");
}

#[test]
fn small_regions_are_left_out_until_they_grow() {
    let mut map = meadow(9, 3);
    let wall = map.terrain_named("wall").unwrap();
    (0..3).for_each(|y| map.tiles[Cell::new(2, y)] = wall);
    map.bake.smallest_region = 7.0;
    let mut grid = NavGrid::bake(&map, &agent(0.3));
    assert_eq!(passable(&grid).len(), 18);
    assert_eq!(grid.region(Cell::new(0, 0)), Some(6.0));
    map.tiles[Cell::new(2, 1)] = TerrainId(0);
    grid.rebake(&map, footpath::grid::Rect::of_cell(Cell::new(2, 1)));
    assert_eq!(passable(&grid).len(), 25);
}

/// Each reason why a cell can be closed is told, with its numbers.
#[test]
fn it_is_told_why_a_cell_is_closed() {
    let mut map = meadow(12, 4);
    let wall = map.terrain_named("wall").unwrap();
    map.tiles[Cell::new(0, 0)] = wall;
    map.tiles[Cell::new(3, 0)] = map.terrain_named("swamp").unwrap();
    (0..4).for_each(|y| map.tiles[Cell::new(10, y)] = wall);
    let mut surfaces = Grid::filled(12, 4, Surface::FLAT);
    surfaces[Cell::new(5, 0)].ceiling = 1.5;
    surfaces[Cell::new(7, 0)].slope = vec2(1.25, 0.0);
    (0..4).for_each(|x| surfaces[Cell::new(x, 3)].height = 0.6);
    map.relief = Some(Relief { surfaces });
    map.obstacles.push(obstacle(vec2(6.5, 2.5), Shape::Circle(0.3)));
    map.bake.smallest_region = 5.0;
    let mut cart = agent(0.3);
    cart.name = "cart".to_owned();
    cart.areas.mask &= !(1 << map.area_named("swamp").unwrap().0);
    let why = |profile: &AgentProfile, x, y| {
        let grid = NavGrid::bake(&map, profile);
        why_closed(&grid, &map, profile, Cell::new(x, y)).map(|closed| sentences::closed(closed, &map, profile))
    };
    let told = |x, y| why(&cart, x, y).unwrap();
    assert_eq!(told(0, -1), "outside the map");
    assert_eq!(told(0, 0), "wall is not walkable");
    assert_eq!(told(3, 0), "area swamp is forbidden to cart");
    assert_eq!(told(5, 0), "too low: 1.5 of room, cart is 2.0 high");
    assert_eq!(told(7, 0), "too steep: 51 degrees, cart climbs 45");
    assert_eq!(told(6, 2), "touches the obstacle crate");
    assert_eq!(told(11, 0), "an island of 4.0, smaller than 5.0");
    assert_eq!(why(&cart, 1, 1), None);
    let wide = AgentProfile { radius: 0.55, ..cart.clone() };
    assert_eq!(why(&wide, 2, 3).unwrap(), "step too high: 0.6, cart takes 0.4");
    assert_eq!(why(&wide, 1, 0).unwrap(), "too narrow for cart: 0.50 to the nearest wall, radius 0.55");
    let grid = NavGrid::bake(&map, &cart);
    assert_eq!(why_blocked(&grid, &map, &cart, Cell::new(1, 2), Cell::new(1, 3)), Some(Closed::Step(0.6)));
    assert_eq!(why_blocked(&grid, &map, &cart, Cell::new(1, 1), Cell::new(1, 2)), None);
}

/// The body would touch the end of the ledge below the ramp, which lies in line with the step.
#[test]
fn a_step_is_told_to_be_blocked_by_a_ledge_beside_it() {
    let mut map = meadow(8, 6);
    map.bake.cells_per_tile = 2;
    let mut surfaces = Grid::filled(8, 6, Surface::FLAT);
    // From 0.6 at its left side down to the ground at its right.
    surfaces[Cell::new(3, 3)] = Surface { height: 0.3, slope: vec2(-0.6, 0.0), ..Surface::FLAT };
    map.relief = Some(Relief { surfaces });
    let walker = agent(0.3);
    let grid = NavGrid::bake(&map, &walker);
    let (above, below) = (Cell::new(8, 5), Cell::new(8, 6));
    assert!(grid.is_passable(above) && grid.is_passable(below));
    assert_eq!(why_blocked(&grid, &map, &walker, above, below), Some(Closed::Step(0.6)));
    assert_eq!(why_blocked(&grid, &map, &walker, Cell::new(9, 5), Cell::new(9, 6)), None);
}

/// A form that bodies may not touch, and how near their middles may come to it.
type Keep = (Form, f64);

/// Convex, all of them.
enum Form {
    Rectangle { low: DVec2, high: DVec2 },
    Disc { at: DVec2, radius: f64 },
    Turned { at: DVec2, half: DVec2, along: DVec2 },
}

impl Form {
    fn distance(&self, point: DVec2) -> f64 {
        match *self {
            Form::Rectangle { low, high } => (low - point).max(point - high).max(DVec2::ZERO).length(),
            Form::Disc { at, radius } => (point.distance(at) - radius).max(0.0),
            Form::Turned { at, half, along } => {
                let (ahead, aside) = ((point - at).dot(along), (point - at).perp_dot(along));
                dvec2(ahead.abs() - half.x, aside.abs() - half.y).max(DVec2::ZERO).length()
            }
        }
    }

    /// The least distance along a segment: as the form is convex, the distance has one valley.
    fn distance_of_segment(&self, from: DVec2, to: DVec2) -> f64 {
        let at = |part: f64| self.distance(from + (to - from) * part);
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..48 {
            let third = (high - low) / 3.0;
            if at(low + third) <= at(high - third) { high -= third } else { low += third }
        }
        at(0.5 * (low + high)).min(at(0.0)).min(at(1.0))
    }
}

/// All that stops bodies of a profile, by the words of the format.
fn forms(map: &TileMap, profile: &AgentProfile) -> Vec<Keep> {
    let (size, radius) = (f64::from(map.lattice.tile_size), f64::from(profile.radius));
    let corner = |tile: Cell| map.lattice.origin.as_dvec2() + dvec2(tile.x.into(), tile.y.into()) * size;
    let is_open = |tile: Cell| {
        let surface = map.surface(tile);
        let is_flat_enough = f64::from(surface.slope.length()) < f64::from(profile.max_slope).to_radians().tan() + 1e-3;
        map.is_walkable(tile) && surface.ceiling >= profile.height && is_flat_enough
    };
    let height = |tile: Cell, point: DVec2| {
        let away = (point - corner(tile) - DVec2::splat(0.5 * size)).as_vec2();
        map.surface(tile).height + map.surface(tile).slope.dot(away)
    };
    let mut forms = Vec::new();
    for tile in map.tiles.rect().grown(1).cells() {
        let (low, high) = (corner(tile), corner(tile) + DVec2::splat(size));
        if !is_open(tile) {
            forms.push((Form::Rectangle { low, high }, radius));
            continue;
        }
        let (right, below) = (Cell::new(tile.x + 1, tile.y), Cell::new(tile.x, tile.y + 1));
        for (beside, low) in [(right, dvec2(high.x, low.y)), (below, dvec2(low.x, high.y))] {
            let rise = |point: DVec2| (height(tile, point) - height(beside, point)).abs();
            if is_open(beside) && rise(low).max(rise(high)) > profile.step_height + 1e-3 {
                forms.push((Form::Rectangle { low, high }, radius));
            }
        }
    }
    let keep = radius + f64::from(map.bake.obstacle_epsilon);
    forms.extend(map.obstacles.iter().map(|obstacle| (form(obstacle), keep)));
    forms
}

fn form(obstacle: &Obstacle) -> Form {
    let at = obstacle.at.as_dvec2();
    match obstacle.shape {
        Shape::Circle(radius) => Form::Disc { at, radius: radius.into() },
        Shape::Box { half, along } => Form::Turned { at, half: half.as_dvec2(), along: along.as_dvec2().normalize() },
    }
}

prop_compose! {
    /// Ground of up to 16 x 14 tiles with walls, steps, ramps, ceilings and obstacles, at 1 to 4 cells a tile.
    fn grounds()(
        (width, height, cells_per_tile) in (3..17u32, 3..15u32, 1..5u32),
        (hilly, epsilon, tile_size) in (any::<bool>(), 0..3usize, prop::sample::select(&[0.5f32, 1.0, 1.5][..])),
        tiles in prop::collection::vec((0..20u8, 0..9usize, 0..20usize, 0..14usize), 17 * 15),
        obstacles in prop::collection::vec(
            ((0.0..1.0f32, 0.0..1.0f32), (0.05..1.0f32, 0.05..0.6f32), 0.0..180.0f32, any::<bool>()), 0..5),
    ) -> TileMap {
        let mut map = meadow(width, height);
        map.lattice = Lattice { origin: vec2(-2.5, 7.0), tile_size, ..map.lattice };
        map.bake.cells_per_tile = cells_per_tile;
        map.bake.obstacle_epsilon = [0.0, 0.05, 0.3][epsilon];
        let mut surfaces = Grid::filled(width, height, Surface::FLAT);
        for (cell, &(terrain, height, slope, ceiling)) in map.tiles.rect().cells().zip(&tiles) {
            map.tiles[cell] = TerrainId(if terrain < 2 { 1 } else { 0 });
            surfaces[cell] = Surface {
                height: [0.0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.3, 0.8, 2.0][height],
                slope: [vec2(0.4, 0.0), vec2(0.0, -0.6), vec2(1.5, 0.0)].get(slope).copied().unwrap_or(Vec2::ZERO),
                ceiling: if ceiling == 0 { 1.5 } else { f32::INFINITY },
            };
        }
        map.relief = hilly.then_some(Relief { surfaces });
        let size = map.lattice.size();
        for &((x, y), (half, other), degrees, round) in &obstacles {
            let at = map.lattice.origin + vec2(x, y) * size;
            let new = if round { obstacle(at, Shape::Circle(half)) } else { turned_box(at, vec2(half, other), degrees) };
            map.obstacles.push(new);
        }
        map
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// A path that a profile gets never touches what its disc may not touch; nor does any passable cell.
    #[test]
    fn paths_touch_nothing(
        map in grounds(),
        radius in prop_oneof![Just(0.3f32), Just(0.5), 0.05..1.6f32],
        ends in prop::collection::vec((0.0..1.0f32, 0.0..1.0f32), 6),
    ) {
        let profile = agent(radius);
        let (grid, forms) = (NavGrid::bake(&map, &profile), forms(&map, &profile));
        let cells = passable(&grid);
        prop_assume!(!cells.is_empty());
        let centre = |cell: Cell| grid.lattice().centre(cell).as_dvec2();
        let pick = |part: f32| {
            let (x, y) = cells[(part * (cells.len() - 1) as f32) as usize];
            Cell::new(x, y)
        };
        let method = Method { algorithm: Algorithm::AStar, ..Method::default() };
        for &(from, to) in &ends {
            let query = PathQuery::between(pick(from), pick(to)).by(method);
            let Ok(path) = find_path(&grid, &query, &mut Search::default()) else { continue };
            for pair in path.cells.windows(2) {
                let (from, to) = (centre(pair[0]), centre(pair[1]));
                for (form, keep) in &forms {
                    let room = form.distance_of_segment(from, to) - keep;
                    prop_assert!(room > -3e-4, "{:?} comes {} too near", pair, -room);
                }
            }
        }
        for (x, y) in cells {
            let at = centre(Cell::new(x, y));
            let room = forms.iter().map(|(form, keep)| form.distance(at) - keep).fold(f64::INFINITY, f64::min);
            prop_assert!(room > -3e-4, "({}, {}) is {} too near", x, y, -room);
        }
    }
}
