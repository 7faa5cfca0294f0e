//! Wear: ground that is walked on turns into a path, and grows back when it is left alone.
//!
//! Every tick each agent that has walked wears the cell under its middle, in proportion to the way. What is worn is kept
//! finer than [`CostFields::wear`](crate::level::CostFields::wear) tells it. A tenth of the ground at a time, every
//! [`BEAT`](super::zones::BEAT) ticks, grows back and is published: where it has come so far from what was last told that
//! it counts, costs change in the little square around. Nobody who is under way looks for another way because of that;
//! whoever searches next finds it.

use crate::grid::{Cell, Grid, Rect};
use crate::level::{TileMap, Wear};
use crate::sim::TICKS_A_SECOND;
use crate::sim::agents::Agents;
use crate::sim::world::World;
use crate::sim::world::zones::{BEAT, recost};

/// The wear of fully worn ground.
const FULL: f32 = 255.0;

/// By so much the wear of a cell must differ from what was last told of it to be told anew.
const COUNTS: f32 = 4.0;

/// The side of the squares in which ground grows back and is published, in cells.
const SIDE: i32 = 8;

/// In so many beats all of the ground grows back once.
const BEATS: usize = 10;

/// How worn the ground is.
#[derive(Clone, Debug)]
pub struct Worn {
    /// Which terrains wear, by their places in the table.
    wears: Vec<bool>,
    /// What an agent adds that walks the length of a cell.
    by_walking: f32,
    /// What is taken away each time that a square grows back.
    recovery: f32,
    /// 0 to [`FULL`], for each cell.
    pub levels: Grid<f32>,
    /// Which squares have anything worn in them, row by row.
    squares: Grid<bool>,
    /// Which of the [`BEATS`] parts of the squares grows back next.
    pub next: usize,
}

impl Worn {
    /// Fresh ground.
    pub fn new(map: &TileMap, wear: &Wear) -> Worn {
        let cells = map.cells();
        let mut wears = vec![false; map.terrains.len()];
        wear.terrains.iter().for_each(|id| wears[id.0 as usize] = true);
        let seconds = (BEATS as u64 * BEAT) as f32 / TICKS_A_SECOND as f32;
        let squares = |length: u32| length.div_ceil(SIDE as u32);
        Worn {
            wears,
            by_walking: wear.by_walking * FULL,
            recovery: wear.recovery * FULL * seconds / 60.0,
            levels: Grid::filled(cells.width, cells.height, 0.0),
            squares: Grid::filled(squares(cells.width), squares(cells.height), false),
            next: 0,
        }
    }

    /// Adds to the wear of a cell where somebody has walked so many cells' lengths.
    fn walk(&mut self, cell: Cell, lengths: f32) {
        let Some(level) = self.levels.get_mut(cell) else { return };
        *level = (*level + self.by_walking * lengths).min(FULL);
        self.squares[Cell::new(cell.x / SIDE, cell.y / SIDE)] = true;
    }

    /// The squares that grow back at this beat, by their places.
    fn turn(&mut self) -> std::ops::Range<usize> {
        let (all, part) = (self.squares.values().len(), self.next);
        self.next = (part + 1) % BEATS;
        all * part / BEATS..all * (part + 1) / BEATS
    }

    /// Lets a square grow back, and publishes it if that `may` be; whether costs have changed in it.
    fn tend(&mut self, square: usize, published: &mut Grid<u8>, may: bool) -> bool {
        let rect = self.rect(square);
        let (width, columns) = (self.levels.width() as usize, (rect.max.x - rect.min.x) as usize);
        let (mut has_changed, mut is_worn) = (false, false);
        for y in rect.min.y..rect.max.y {
            let from = y as usize * width + rect.min.x as usize;
            let levels = &mut self.levels.values_mut()[from..from + columns];
            let told = &mut published.values_mut()[from..from + columns];
            for (level, told) in levels.iter_mut().zip(told) {
                *level = (*level - self.recovery).max(0.0);
                if may && is_to_be_told(*level, *told) {
                    *told = *level as u8;
                    has_changed = true;
                }
                is_worn |= *level > 0.0 || *told > 0;
            }
        }
        self.squares.values_mut()[square] = is_worn;
        has_changed
    }

    /// The cells of a square, by its place.
    fn rect(&self, square: usize) -> Rect {
        let (columns, square) = (self.squares.width() as i32, square as i32);
        let min = Cell::new(square % columns * SIDE, square / columns * SIDE);
        Rect { min, max: Cell::new(min.x + SIDE, min.y + SIDE) }.clipped(self.levels.width(), self.levels.height())
    }
}

/// Whether a wear differs so much from what was last told of it that it is to be told anew; the two ends always are.
fn is_to_be_told(level: f32, told: u8) -> bool {
    let told = f32::from(told);
    (level - told).abs() >= COUNTS || (level != told && (level == 0.0 || level == FULL))
}

/// Adds a rectangle, as a part of the last one if it goes on there: fewer ones are baked in less time.
fn join(rects: &mut Vec<Rect>, rect: Rect) {
    match rects.last_mut().filter(|last| last.min.y == rect.min.y && last.max.x == rect.min.x) {
        Some(last) => *last = last.union(rect),
        None => rects.push(rect),
    }
}

/// Makes the ground fresh, where nothing is baked yet: at the start.
pub fn begin_to_wear(world: &mut World) {
    world.map.fields.wear = None;
    let Some(wear) = &world.level.wear else { return };
    world.map.fields.worn_cost = (wear.worn_cost * 100.0).round() as u16;
    world.worn = Some(Worn::new(&world.map, wear));
}

/// Has everybody wear the ground that walked in this tick.
pub fn wear_ground(world: &mut World, agents: &mut Agents) {
    let Some(worn) = &mut world.worn else { return };
    let (map, cells) = (&world.map, world.map.cells());
    for agent in &agents.list {
        if agent.body.position == agent.body.previous_position || agent.crossing.on_link.is_some() {
            continue;
        }
        let cell = cells.tile_at(agent.body.position);
        let terrain = map.tiles.get(map.tile_of_cell(cell));
        if terrain.is_some_and(|id| worn.wears[id.0 as usize]) {
            worn.walk(cell, agent.body.position.distance(agent.body.previous_position) / cells.tile_size);
        }
    }
}

/// Lets a part of the ground grow back, and publishes it if that `may` be.
pub fn grow_back(world: &mut World, may: bool) {
    let Some(mut worn) = world.worn.take() else { return };
    let mut published = world.map.fields.wear.take();
    let mut changed: Vec<Rect> = Vec::new();
    for square in worn.turn() {
        if worn.squares.values()[square] {
            let fresh = || Grid::filled(worn.levels.width(), worn.levels.height(), 0);
            let published = published.get_or_insert_with(fresh);
            if worn.tend(square, published, may) {
                join(&mut changed, worn.rect(square));
            }
        }
    }
    world.map.fields.wear = published;
    world.worn = Some(worn);
    changed.into_iter().for_each(|rect| recost(world, rect, |_| true));
}

/// Makes a tile fresh that is another one now; its costs are not baked again.
pub fn forget_wear(world: &mut World, tile: Cell) {
    let cells = world.map.cells_of_tiles(Rect::of_cell(tile));
    if let Some(worn) = &mut world.worn {
        cells.cells().for_each(|cell| worn.levels[cell] = 0.0);
    }
    if let Some(published) = &mut world.map.fields.wear {
        cells.cells().for_each(|cell| published[cell] = 0);
    }
}

/// Takes the wear over to other cells, where nothing is baked yet: each has that of the cell which held its middle.
pub fn wear_in_other_cells(world: &mut World) {
    let (Some(old), Some(wear)) = (world.worn.take(), &world.level.wear) else { return };
    let mut new = Worn::new(&world.map, wear);
    let cells = new.levels.rect();
    let (from, to) = (old.levels.width() as i32, new.levels.width() as i32);
    let mut published = Grid::filled(new.levels.width(), new.levels.height(), 0);
    for cell in cells.cells() {
        let held = |at: i32| (2 * at + 1) * from / (2 * to);
        let level = old.levels[Cell::new(held(cell.x), held(cell.y))];
        if level > 0.0 {
            new.walk(cell, 0.0);
            new.levels[cell] = level;
            published[cell] = level as u8;
        }
    }
    world.map.fields.wear = world.map.fields.wear.is_some().then_some(published);
    world.worn = Some(new);
}
