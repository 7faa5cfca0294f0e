//! Wear: ground that is walked on turns into a trail, and recovers when it is left alone.
//!
//! In each tick every agent that has walked wears the cell under its centre, in proportion to the distance. The wear is
//! kept in floats, more finely than the bytes of [`CostFields::wear`](crate::level::CostFields::wear) that searches
//! use. Every [`BEAT`](super::zones::BEAT) ticks a tenth of the ground recovers and is published: where the wear
//! differs enough from the published one, the costs of the square around it are updated. Agents that are under way do
//! not replan because of it; the next search sees it.

use crate::grid::{Cell, Grid, Rect};
use crate::level::edit::MapMove;
use crate::level::{TileMap, Wear};
use crate::sim::TICKS_A_SECOND;
use crate::sim::agents::Agents;
use crate::sim::world::World;
use crate::sim::world::zones::{BEAT, recost};

/// The wear of fully worn ground, the largest value that a published byte can hold.
pub const FULL_WEAR: f32 = 255.0;

/// In units of wear (0 to 255). A cell is published again when its wear differs by this much from the published one; a
/// smaller step would update costs all the time for no visible difference.
const PUBLISH_STEP: f32 = 4.0;

/// Cells. The side of the squares in which ground recovers and is published: costs are updated per square.
const SQUARE_SIDE: i32 = 8;

/// Beats in which all of the ground recovers once; spreads the work over the ticks.
const RECOVERY_BEATS: usize = 10;

/// How worn the ground is.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Worn {
    /// Which terrains wear, by index.
    wears: Vec<bool>,
    /// The wear that an agent adds by walking the length of a cell.
    by_walking: f32,
    /// The wear that a square loses each time that it recovers.
    recovery: f32,
    /// The wear of each cell, 0 to [`FULL_WEAR`].
    pub levels: Grid<f32>,
    /// Which squares have any wear in them, row by row.
    squares: Grid<bool>,
    /// Which of the [`RECOVERY_BEATS`] parts of the squares recovers next.
    pub next: usize,
}

impl Worn {
    /// Creates fresh ground.
    pub fn new(map: &TileMap, wear: &Wear) -> Worn {
        let cells = map.cells();
        let mut wears = vec![false; map.terrains.len()];
        wear.terrains.iter().for_each(|id| wears[id.0 as usize] = true);
        let seconds = (RECOVERY_BEATS as u64 * BEAT) as f32 / TICKS_A_SECOND as f32;
        let squares = |length: u32| length.div_ceil(SQUARE_SIDE as u32);
        Worn {
            wears,
            by_walking: wear.by_walking * FULL_WEAR,
            recovery: wear.recovery * FULL_WEAR * seconds / 60.0,
            levels: Grid::filled(cells.width, cells.height, 0.0),
            squares: Grid::filled(squares(cells.width), squares(cells.height), false),
            next: 0,
        }
    }

    /// Wears a cell in which someone has walked this many cell lengths.
    fn walk(&mut self, cell: Cell, lengths: f32) {
        let Some(level) = self.levels.get_mut(cell) else { return };
        *level = (*level + self.by_walking * lengths).min(FULL_WEAR);
        self.squares[Cell::new(cell.x / SQUARE_SIDE, cell.y / SQUARE_SIDE)] = true;
    }

    /// Returns the indices of the squares that recover in this beat.
    fn next_part(&mut self) -> std::ops::Range<usize> {
        let (all, part) = (self.squares.values().len(), self.next);
        self.next = (part + 1) % RECOVERY_BEATS;
        all * part / RECOVERY_BEATS..all * (part + 1) / RECOVERY_BEATS
    }

    /// Lets a square recover, and publishes its wear if `may` allows it. Returns whether costs in it have changed.
    fn recover(&mut self, square: usize, published: &mut Grid<u8>, may: bool) -> bool {
        let rect = self.rect(square);
        let (width, columns) = (self.levels.width() as usize, (rect.max.x - rect.min.x) as usize);
        let (mut has_changed, mut is_worn) = (false, false);
        for y in rect.min.y..rect.max.y {
            let from = y as usize * width + rect.min.x as usize;
            let levels = &mut self.levels.values_mut()[from..from + columns];
            let told = &mut published.values_mut()[from..from + columns];
            for (level, told) in levels.iter_mut().zip(told) {
                *level = (*level - self.recovery).max(0.0);
                if may && is_to_be_published(*level, *told) {
                    *told = *level as u8;
                    has_changed = true;
                }
                is_worn |= *level > 0.0 || *told > 0;
            }
        }
        self.squares.values_mut()[square] = is_worn;
        has_changed
    }

    /// Returns the cells of a square, by its index.
    fn rect(&self, square: usize) -> Rect {
        let (columns, square) = (self.squares.width() as i32, square as i32);
        let min = Cell::new(square % columns * SQUARE_SIDE, square / columns * SQUARE_SIDE);
        Rect { min, max: Cell::new(min.x + SQUARE_SIDE, min.y + SQUARE_SIDE) }
            .clipped(self.levels.width(), self.levels.height())
    }
}

/// Whether a wear is to be published: if it differs enough from the published one, or has just reached one of the two
/// ends.
fn is_to_be_published(level: f32, told: u8) -> bool {
    let told = f32::from(told);
    (level - told).abs() >= PUBLISH_STEP || (level != told && (level == 0.0 || level == FULL_WEAR))
}

/// Appends a rectangle, or extends the last one if it adjoins it: fewer rectangles are quicker to update.
fn join(rects: &mut Vec<Rect>, rect: Rect) {
    match rects.last_mut().filter(|last| last.min.y == rect.min.y && last.max.x == rect.min.x) {
        Some(last) => *last = last.union(rect),
        None => rects.push(rect),
    }
}

/// Makes all ground fresh; called at the start, before anything is baked.
pub fn init_wear(world: &mut World) {
    world.map.fields.wear = None;
    let Some(wear) = &world.level.wear else { return };
    world.map.fields.worn_cost = in_hundredths(wear.worn_cost);
    world.worn = Some(Worn::new(&world.map, wear));
}

fn in_hundredths(cost: f32) -> u16 {
    (cost * 100.0).round() as u16
}

/// Wears the ground that agents have walked on in this tick.
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

/// Lets a part of the ground recover, and publishes its wear if `may` allows it.
pub fn grow_back(world: &mut World, may: bool) {
    let Some(mut worn) = world.worn.take() else { return };
    let mut published = world.map.fields.wear.take();
    let mut changed: Vec<Rect> = Vec::new();
    for square in worn.next_part() {
        if worn.squares.values()[square] {
            let fresh = || Grid::filled(worn.levels.width(), worn.levels.height(), 0);
            let published = published.get_or_insert_with(fresh);
            if worn.recover(square, published, may) {
                join(&mut changed, worn.rect(square));
            }
        }
    }
    world.map.fields.wear = published;
    world.worn = Some(worn);
    changed.into_iter().for_each(|rect| recost(world, rect, |_| true));
}

/// Makes a tile fresh whose terrain has changed; the caller bakes it again.
pub fn forget_wear(world: &mut World, tile: Cell) {
    let cells = world.map.cells_of_tiles(Rect::of_cell(tile));
    if let Some(worn) = &mut world.worn {
        cells.cells().for_each(|cell| worn.levels[cell] = 0.0);
    }
    if let Some(published) = &mut world.map.fields.wear {
        cells.cells().for_each(|cell| published[cell] = 0);
    }
}

/// Takes from a changed level how the ground wears. Ground that still wears stays as worn as it is, unless the map has
/// another shape.
pub fn take_wear(world: &mut World, has_other_shape: bool) {
    world.map.fields.worn_cost = 0;
    if has_other_shape || world.level.wear.is_none() {
        world.worn = None;
    }
    if world.worn.is_some() {
        resample_wear(world);
    }
    match &world.level.wear {
        Some(wear) if world.worn.is_some() => world.map.fields.worn_cost = in_hundredths(wear.worn_cost),
        _ => init_wear(world),
    }
}

/// Lets the wear go along with a map that has been moved, before anything is baked.
pub fn move_wear(world: &mut World, moved: MapMove) {
    let (Some(old), Some(wear)) = (world.worn.take(), &world.level.wear) else { return };
    let mut new = Worn::new(&world.map, wear);
    let by = world.map.bake.cells_per_tile;
    let mut published = world.map.fields.wear.take().map(|_| Grid::filled(new.levels.width(), new.levels.height(), 0));
    for cell in old.levels.rect().cells().filter(|&cell| old.levels[cell] > 0.0) {
        let to = moved.cell(cell, by);
        if new.levels.get(to).is_some() {
            new.walk(to, 0.0);
            new.levels[to] = old.levels[cell];
            if let Some(published) = &mut published {
                published[to] = old.levels[cell] as u8;
            }
        }
    }
    world.map.fields.wear = published;
    world.worn = Some(new);
}

/// Transfers the wear to cells of another size, before anything is baked: each new cell takes the wear of the old cell
/// that held its centre, if its terrain wears.
pub fn resample_wear(world: &mut World) {
    let (Some(old), Some(wear)) = (world.worn.take(), &world.level.wear) else { return };
    let mut new = Worn::new(&world.map, wear);
    let cells = new.levels.rect();
    let (from, to) = (old.levels.width() as i32, new.levels.width() as i32);
    let mut published = Grid::filled(new.levels.width(), new.levels.height(), 0);
    for cell in cells.cells() {
        let held = |at: i32| (2 * at + 1) * from / (2 * to);
        let level = old.levels[Cell::new(held(cell.x), held(cell.y))];
        let terrain = world.map.tiles[world.map.tile_of_cell(cell)];
        if level > 0.0 && new.wears[terrain.0 as usize] {
            new.walk(cell, 0.0);
            new.levels[cell] = level;
            published[cell] = level as u8;
        }
    }
    world.map.fields.wear = world.map.fields.wear.is_some().then_some(published);
    world.worn = Some(new);
}
