//! Many in a town, each on one errand after another, to see how long a tick takes with all the searches.

use std::ops::Range;

use glam::Vec2;

use super::{Dice, pedestrian};
use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::{AgentStart, Level, Order, Target, Terrain, TerrainId, TileMap};
use crate::method::{Algorithm, Method};

/// Tiles for each agent, streets and houses together: 20,000 have a town of 512 x 512, in whose streets there is one for
/// every seven tiles or so.
const TILES_AN_AGENT: f32 = 13.1;

/// How thick the wall around the town is, and each wall within it, in tiles.
const WALL: i32 = 2;

/// How wide a street is, in tiles, and how wide on each side of a wall that runs along it.
const STREET: Range<i32> = 6..9;

/// How long the side of a block of houses is, in tiles.
const BLOCK: Range<i32> = 14..26;

/// Along every street of this many there is a wall, with a gate at each street that meets it.
const STREETS_A_WALL: usize = 5;

/// How wide a gate is, in tiles.
const GATE: i32 = 4;

/// How thick the houses around a yard are, in tiles.
const HOUSE: i32 = 4;

/// How wide the passage to a yard is, in tiles.
const PASSAGE: i32 = 2;

/// How many of a hundred blocks are squares, and how many of the others have a yard.
const SQUARES: usize = 12;
const YARDS: usize = 30;

/// The furthest that an errand leads along x and along y, in tiles.
const ERRAND: i32 = 64;

/// How many of a hundred errands lead anywhere in the town instead.
const FAR_ERRANDS: usize = 10;

/// The furthest of a place from the middle of its tile along x and along y, in tiles, so that a body there is in no wall,
/// and two on neighbouring tiles do not touch.
const BESIDE: f32 = 0.19;

/// A town made from a seed, with streets, squares, yards, and walls with gates; each agent begins on a tile of its own,
/// with its first [errand](next_errand).
///
/// ```
/// let level = footpath::scenarios::town(20_000, 0);
/// assert_eq!((level.agents.len(), level.map.lattice.width), (20_000, 512));
/// ```
pub fn town(agents: usize, seed: u64) -> Level {
    let mut dice = Dice::of(seed);
    let mut level = Level::on(ground(agents, &mut dice));
    level.search = Method { algorithm: Algorithm::AnyAngle, ..Method::default() };
    level.profiles.push(pedestrian());
    let mut free = floor(&level.map);
    for _ in 0..agents.min(free.len()) {
        let cell = free.swap_remove(dice.below(free.len()));
        let position = place_on(&level.map, cell, &mut dice);
        let orders = vec![next_errand(&level.map, position, &mut dice)];
        let profile = level.profiles.len() - 1;
        level.agents.push(AgentStart { orders, ..AgentStart::at(profile, position) });
    }
    level
}

/// The errand of an agent at a point: mostly to a place nearby, now and then to one anywhere in the town.
pub fn next_errand(map: &TileMap, from: Vec2, dice: &mut Dice) -> Order {
    let near = Rect::of_cell(map.lattice.tile_at(from)).grown(ERRAND);
    let within = if dice.percent(FAR_ERRANDS) { whole(map) } else { near.intersection(whole(map)) };
    loop {
        let cell = Cell::new(dice.whole(within.min.x, within.max.x - 1), dice.whole(within.min.y, within.max.y - 1));
        // The agent stands on such a tile itself, so that the search comes to an end.
        if map.is_walkable(cell) {
            return Order::MoveTo(Target::Point(place_on(map, cell, dice)));
        }
    }
}

/// A place on a tile.
fn place_on(map: &TileMap, cell: Cell, dice: &mut Dice) -> Vec2 {
    let away = Vec2::splat(BESIDE * map.lattice.tile_size);
    let middle = map.lattice.centre(cell);
    dice.point(middle - away, middle + away)
}

/// The tiles of a map that are no walls, row by row.
fn floor(map: &TileMap) -> Vec<Cell> {
    whole(map).cells().filter(|&cell| map.is_walkable(cell)).collect()
}

/// All tiles of a map.
fn whole(map: &TileMap) -> Rect {
    rect(&(0..map.lattice.width as i32), &(0..map.lattice.height as i32))
}

/// The streets and houses of a town for this many.
fn ground(agents: usize, dice: &mut Dice) -> TileMap {
    // Even a town for one has a street.
    let least = 2 * WALL + STREET.start;
    let side = ((agents as f32 * TILES_AN_AGENT).sqrt().ceil() as i32).max(least);
    let (floor, wall) = (TerrainId(0), TerrainId(1));
    let mut tiles = Grid::filled(side as u32, side as u32, wall);
    let mut fill = |rect: Rect, terrain: TerrainId| rect.cells().for_each(|cell| tiles[cell] = terrain);
    let (across, down) = (streets(side, dice), streets(side, dice));
    let inside = WALL..side - WALL;
    for street in &across {
        fill(rect(&street.span, &inside), floor);
    }
    for street in &down {
        fill(rect(&inside, &street.span), floor);
    }
    for (left, right) in across.iter().zip(&across[1..]) {
        for (above, below) in down.iter().zip(&down[1..]) {
            let (x, y) = (left.span.end..right.span.start, above.span.end..below.span.start);
            build_block(&x, &y, dice, |rect| fill(rect, floor));
        }
    }
    for wall_along in across.iter().filter_map(Street::wall) {
        fill(rect(&wall_along, &inside), wall);
        down.iter().flat_map(Street::gates).for_each(|gate| fill(rect(&wall_along, &gate), floor));
    }
    for wall_along in down.iter().filter_map(Street::wall) {
        fill(rect(&inside, &wall_along), wall);
        across.iter().flat_map(Street::gates).for_each(|gate| fill(rect(&gate, &wall_along), floor));
    }
    let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: side as u32, height: side as u32 };
    TileMap::new(lattice, Terrain::built_in(), tiles)
}

/// What is free of houses in a block.
fn build_block(x: &Range<i32>, y: &Range<i32>, dice: &mut Dice, mut free: impl FnMut(Rect)) {
    if dice.percent(SQUARES) {
        return free(rect(x, y));
    }
    let yard = (x.start + HOUSE..x.end - HOUSE, y.start + HOUSE..y.end - HOUSE);
    if dice.percent(YARDS) {
        let middle = (yard.0.start + yard.0.end) / 2;
        let passage = middle..middle + PASSAGE;
        // Out to the street above or below.
        let through = if dice.percent(50) { y.start..yard.1.start } else { yard.1.end..y.end };
        free(rect(&yard.0, &yard.1));
        free(rect(&passage, &through));
    }
}

/// A street from one side of the town to the other, along one axis.
struct Street {
    /// Its tiles across, the wall along it included.
    span: Range<i32>,
    has_wall: bool,
}

impl Street {
    /// The wall along it.
    fn wall(&self) -> Option<Range<i32>> {
        let begin = (self.span.start + self.span.end - WALL) / 2;
        self.has_wall.then_some(begin..begin + WALL)
    }

    /// Where gates let it through a wall that it meets: in its middle, or in that of each side of its own wall.
    fn gates(&self) -> Vec<Range<i32>> {
        let gate_in = |span: Range<i32>| {
            let begin = (span.start + span.end - GATE) / 2;
            begin..begin + GATE
        };
        match self.wall() {
            Some(wall) => vec![gate_in(self.span.start..wall.start), gate_in(wall.end..self.span.end)],
            None => vec![gate_in(self.span.clone())],
        }
    }
}

/// The streets along one axis of a town, the first and the last along the wall around it.
fn streets(side: i32, dice: &mut Dice) -> Vec<Street> {
    let mut streets = Vec::new();
    let mut begin = WALL;
    loop {
        let has_wall = streets.len() % STREETS_A_WALL == STREETS_A_WALL / 2;
        let width = if has_wall { 2 * STREET.start + WALL } else { dice.whole(STREET.start, STREET.end) };
        let next = begin + width + dice.whole(BLOCK.start, BLOCK.end);
        if next + STREET.start > side - WALL {
            streets.push(Street { span: begin..side - WALL, has_wall: false });
            return streets;
        }
        streets.push(Street { span: begin..begin + width, has_wall });
        begin = next;
    }
}

/// The tiles of some columns and rows.
fn rect(x: &Range<i32>, y: &Range<i32>) -> Rect {
    Rect { min: Cell::new(x.start, y.start), max: Cell::new(x.end, y.end) }
}
