//! Line of sight: which cells are seen from another.
//!
//! A cell sees another where the straight line between their two middles passes through no opaque cell but the two
//! themselves, and does not graze opaque cells on both its sides: between two that touch at their corners nothing is
//! seen. Obstacles on the baked layers hide what lies behind them, but for those that hold one of the two middles. All
//! of this is symmetric: if one cell sees another, it is seen by it.
//!
//! It is found by casting shadows, row by row away from the eye, in four quadrants (B. Bergström, "FOV using recursive
//! shadowcasting", RogueBasin, 2001; A. Ford, "Symmetric Shadowcasting", 2020). There an opaque cell hides what lies
//! behind a line across its middle; here the whole square does, and slopes are fractions of integers, so that nothing
//! is rounded. Obstacles are checked afterwards, for the cells that opaque cells leave visible.

use glam::Vec2;

use crate::grid::{Cell, Lattice, Rect};
use crate::level::{Obstacle, Shape, TileMap};
use crate::nav::cell_set::CellSet;
use crate::segment::distance_to_segment;

/// What is visible from the middle of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    rect: Rect,
    /// The seen cells of the rectangle, row by row.
    seen: CellSet,
}

impl Sight {
    /// The cells that the cell `eye` of the map sees, itself included, whose middles are at most `radius` away, in
    /// world units. Time grows with their number, and with that of the obstacles among them.
    ///
    /// ```
    /// use footpath::grid::{Cell, Grid, Lattice};
    /// use footpath::level::{Terrain, TerrainId, TileMap};
    /// use footpath::nav::footprint::Sight;
    ///
    /// let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width: 5, height: 2 };
    /// let mut map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(5, 2, TerrainId(0)));
    /// map.tiles[Cell::new(2, 0)] = map.terrain_named("wall").unwrap();
    /// let sight = Sight::of(&map, Cell::new(0, 0), 10.0);
    /// assert!(sight.sees(Cell::new(2, 0)) && sight.sees(Cell::new(2, 1)));
    /// assert!(!sight.sees(Cell::new(3, 0)), "it lies behind the wall");
    /// ```
    pub fn of(map: &TileMap, eye: Cell, radius: f32) -> Sight {
        let cells = map.cells();
        let radius = (radius / cells.tile_size).max(0.0);
        let reach = radius.min(cells.width.max(cells.height) as f32);
        let rect = Rect::of_cell(eye).grown(reach as i32).clipped(cells.width, cells.height);
        let mut seen = CellSet::default();
        seen.clear(((rect.max.x - rect.min.x) * (rect.max.y - rect.min.y)) as usize);
        let mut scan = Shadowcast { map, cells, eye, squared: radius * radius, sight: Sight { rect, seen } };
        scan.mark(eye);
        for forward in [Cell::new(1, 0), Cell::new(0, 1), Cell::new(-1, 0), Cell::new(0, -1)] {
            scan.quadrant(forward, reach as i32);
            scan.diagonal(forward, reach as i32);
        }
        scan.hide_behind_obstacles();
        scan.sight
    }

    /// Whether a cell is seen.
    pub fn sees(&self, cell: Cell) -> bool {
        self.rect.contains(cell) && self.seen.has(index_in(self.rect, cell))
    }
}

/// Whether nothing hides one point from another: no opaque tile but those that hold the two, not even by its edge, and
/// no obstacle on the baked layers but those that hold one of them. Time grows with the distance, and with the
/// obstacles.
///
/// ```
/// use footpath::grid::{Cell, Grid, Lattice};
/// use footpath::level::{Terrain, TerrainId, TileMap};
/// use footpath::nav::footprint::is_clear;
/// use glam::{Vec2, vec2};
///
/// let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: 5, height: 2 };
/// let mut map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(5, 2, TerrainId(0)));
/// map.tiles[Cell::new(2, 0)] = map.terrain_named("wall").unwrap();
/// assert!(!is_clear(&map, vec2(0.5, 0.5), vec2(4.5, 0.5)));
/// assert!(is_clear(&map, vec2(0.5, 1.5), vec2(4.5, 1.2)));
/// ```
pub fn is_clear(map: &TileMap, from: Vec2, to: Vec2) -> bool {
    is_clear_of_tiles(map, from, to) && is_clear_of_obstacles(map, from, to)
}

fn is_clear_of_tiles(map: &TileMap, from: Vec2, to: Vec2) -> bool {
    let last = map.lattice.tile_at(to);
    opaque_tiles_on(map, from, to).all(|(tile, _)| tile == last)
}

fn is_clear_of_obstacles(map: &TileMap, from: Vec2, to: Vec2) -> bool {
    obstacles_on(map, from, to).all(|(obstacle, _)| obstacle.distance(to) <= 0.0)
}

/// How far one sees from a point along a direction, a unit vector, in world units: to the first thing that hides what is
/// behind it, as [`is_clear`] tells, to the edge of the map, or to `most`. Time grows with `most`, and with the obstacles.
///
/// ```
/// use footpath::level::{TerrainId, TileMap};
/// use footpath::nav::footprint::sight_distance;
/// use glam::{Vec2, vec2};
///
/// let map = TileMap::from_rows(&["......", "...#.."])?;
/// assert_eq!(sight_distance(&map, vec2(0.5, 0.5), Vec2::X, 4.0), 4.0);
/// assert_eq!(sight_distance(&map, vec2(0.5, 0.5), Vec2::X, 40.0), 5.5);
/// assert!((sight_distance(&map, vec2(0.5, 1.5), Vec2::X, 40.0) - 2.5).abs() < 1e-3);
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
pub fn sight_distance(map: &TileMap, from: Vec2, direction: Vec2, most: f32) -> f32 {
    let (low, high) = (map.lattice.origin, map.lattice.origin + map.lattice.size());
    let to_edge = |axis: usize| {
        let edge = if direction[axis] > 0.0 { high[axis] } else { low[axis] };
        if direction[axis] == 0.0 { f32::INFINITY } else { ((edge - from[axis]) / direction[axis]).max(0.0) }
    };
    let reach = most.min(to_edge(0)).min(to_edge(1));
    let to = from + direction * reach;
    let tiles = opaque_tiles_on(map, from, to).map(|(_, enter)| enter);
    tiles.chain(obstacles_on(map, from, to).map(|(_, enter)| enter)).fold(1.0, f32::min) * reach
}

/// The opaque tiles that a line crosses, but for the one where it begins, each with the part of the line before it.
fn opaque_tiles_on(map: &TileMap, from: Vec2, to: Vec2) -> impl Iterator<Item = (Cell, f32)> {
    let lattice = &map.lattice;
    let (first, last) = (lattice.tile_at(from), lattice.tile_at(to));
    let half = Vec2::splat((0.5 + GRAZE) * lattice.tile_size);
    let along = to - from;
    let rows = first.y.min(last.y) - 1..=first.y.max(last.y) + 1;
    let tiles = rows.flat_map(move |y| {
        // Where the line enters and leaves the row; all of it where it runs along.
        let part = |y: f32| if along.y == 0.0 { 0.0 } else { ((y - from.y) / along.y).clamp(0.0, 1.0) };
        let top = lattice.corner(Cell::new(0, y)).y;
        let (enter, leave) = (part(top - half.y), part(top + 3.0 * half.y));
        let (enter, leave) = if along.y == 0.0 { (0.0, 1.0) } else { (enter.min(leave), enter.max(leave)) };
        let (a, b) = (from.x + along.x * enter, from.x + along.x * leave);
        let left = lattice.tile_at(Vec2::new(a.min(b), top)).x - 1;
        let right = lattice.tile_at(Vec2::new(a.max(b), top)).x + 1;
        (left..=right).map(move |x| Cell::new(x, y))
    });
    let is_opaque = |tile: &Cell| map.tiles.get(*tile).is_some_and(|id| map.terrains[id.0 as usize].opaque);
    tiles.filter(move |tile| *tile != first && is_opaque(tile)).filter_map(move |tile| {
        let middle = lattice.centre(tile);
        entry(from - middle, to - middle, half).map(|enter| (tile, enter))
    })
}

/// The obstacles that a line crosses and that hide what is behind them, but for those that hold its beginning, each with
/// the part of the line before it.
fn obstacles_on(map: &TileMap, from: Vec2, to: Vec2) -> impl Iterator<Item = (&Obstacle, f32)> {
    let hides = |obstacle: &&Obstacle| map.bake.layers >> obstacle.layer & 1 == 1;
    let crossed = map
        .obstacles
        .iter()
        .filter(hides)
        .filter_map(move |obstacle| Some((obstacle, entry_into(obstacle, from, to)?)));
    crossed.filter(move |(obstacle, _)| obstacle.distance(from) > 0.0)
}

/// The part of its side by which a tile counts as wider, so that nothing is seen between two that touch at a corner.
const GRAZE: f32 = 1e-4;

/// The place of a cell among those of a rectangle that holds it, row by row.
fn index_in(rect: Rect, cell: Cell) -> u32 {
    ((cell.y - rect.min.y) * (rect.max.x - rect.min.x) + (cell.x - rect.min.x)) as u32
}

/// The slope of a line: how far it leads to the side for each step ahead, as a fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Slope(i64, i64);

impl Slope {
    fn is_less(self, other: Slope) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    fn max(self, other: Slope) -> Slope {
        if self.is_less(other) { other } else { self }
    }

    fn min(self, other: Slope) -> Slope {
        if other.is_less(self) { other } else { self }
    }

    /// How many cells to the side it leads in `ahead` half cells, plus half a cell if `and_half`; rounded down.
    fn aside(self, halves: i64, and_half: bool) -> i64 {
        (self.0 * halves + i64::from(and_half) * self.1).div_euclid(2 * self.1)
    }
}

/// The lines between two slopes that have reached a row.
#[derive(Clone, Copy, Debug)]
struct Wedge {
    row: i64,
    from: Slope,
    to: Slope,
}

/// The search for what is visible from the middle of a cell.
struct Shadowcast<'a> {
    map: &'a TileMap,
    cells: Lattice,
    eye: Cell,
    /// The square of the radius, in cells.
    squared: f32,
    sight: Sight,
}

impl Shadowcast<'_> {
    fn mark(&mut self, cell: Cell) {
        if self.sight.rect.contains(cell) && cell.distance_squared(self.eye) as f32 <= self.squared {
            self.sight.seen.set(index_in(self.sight.rect, cell), true);
        }
    }

    /// The cell `row` rows away in a direction and `column` columns to the side.
    fn cell(&self, forward: Cell, row: i64, column: i64) -> Cell {
        let (row, column) = (row as i32, column as i32);
        Cell::new(self.eye.x + forward.x * row - forward.y * column, self.eye.y + forward.y * row + forward.x * column)
    }

    /// Whether a cell is opaque; cells outside the map are.
    fn is_opaque(&self, cell: Cell) -> bool {
        self.map.terrain_at(self.map.tile_of_cell(cell)).is_none_or(|terrain| terrain.opaque)
    }

    /// Marks what is seen between the two diagonals about a direction, without the diagonals.
    fn quadrant(&mut self, forward: Cell, rows: i32) {
        let mut wedges = vec![Wedge { row: 1, from: Slope(-1, 1), to: Slope(1, 1) }];
        while let Some(wedge) = wedges.pop().filter(|_| rows > 0) {
            for column in -wedge.from.aside(-2 * wedge.row, false)..=wedge.to.aside(2 * wedge.row, false) {
                if column.abs() < wedge.row {
                    self.mark(self.cell(forward, wedge.row, column));
                }
            }
            if wedge.row < i64::from(rows) {
                self.go_on(forward, wedge, &mut wedges);
            }
        }
    }

    /// What the opaque cells of a row leave of a wedge continues in the next row.
    fn go_on(&self, forward: Cell, wedge: Wedge, wedges: &mut Vec<Wedge>) {
        let (near, far) = (2 * wedge.row - 1, 2 * wedge.row + 1);
        let first = wedge.from.aside(if wedge.from.0 < 0 { far } else { near }, true);
        let last = -wedge.to.aside(if wedge.to.0 < 0 { -near } else { -far }, true);
        let mut from = wedge.from;
        for column in first..=last {
            if !self.is_opaque(self.cell(forward, wedge.row, column)) {
                continue;
            }
            let (left, right) = (2 * column - 1, 2 * column + 1);
            let begin = Slope(left, if left < 0 { near } else { far });
            let to = begin.min(wedge.to);
            if from.is_less(to) {
                wedges.push(Wedge { row: wedge.row + 1, from, to });
            }
            from = from.max(Slope(right, if right < 0 { far } else { near }));
        }
        if from.is_less(wedge.to) {
            wedges.push(Wedge { row: wedge.row + 1, from, to: wedge.to });
        }
    }

    /// Marks what is seen along the diagonal to the right of a direction.
    fn diagonal(&mut self, forward: Cell, rows: i32) {
        let mut grazes = [false; 2];
        for row in 1..=i64::from(rows) {
            grazes[0] |= self.is_opaque(self.cell(forward, row, row - 1));
            grazes[1] |= self.is_opaque(self.cell(forward, row - 1, row));
            if grazes == [true; 2] {
                return;
            }
            let cell = self.cell(forward, row, row);
            self.mark(cell);
            if self.is_opaque(cell) {
                return;
            }
        }
    }

    fn hide_behind_obstacles(&mut self) {
        let eye = self.cells.centre(self.eye);
        let rect = self.sight.rect;
        let low = self.cells.corner(rect.min);
        let high = self.cells.corner(rect.max);
        let layers = self.map.bake.layers;
        for obstacle in
            self.map.obstacles.iter().filter(|obstacle| layers >> obstacle.layer & 1 == 1 && obstacle.is_standing())
        {
            let (least, most) = obstacle.bounds();
            if most.cmpgt(low).all() && least.cmplt(high).all() && obstacle.distance(eye) > 0.0 {
                self.hide_behind(obstacle, eye);
            }
        }
    }

    fn hide_behind(&mut self, obstacle: &Obstacle, eye: Vec2) {
        let (least, most) = obstacle.bounds();
        for (index, cell) in (0..).zip(self.sight.rect.cells()) {
            let middle = self.cells.centre(cell);
            let is_near = most.cmpgt(eye.min(middle)).all() && least.cmplt(eye.max(middle)).all();
            if is_near && self.sight.seen.has(index) && obstacle.distance(middle) > 0.0 {
                // From the upper to the lower end, so that rounding is the same from both.
                let ends = if (cell.y, cell.x) < (self.eye.y, self.eye.x) { (middle, eye) } else { (eye, middle) };
                self.sight.seen.set(index, entry_into(obstacle, ends.0, ends.1).is_none());
            }
        }
    }
}

/// The part of a segment before the inside of an obstacle; `None` where it does not lie on it.
fn entry_into(obstacle: &Obstacle, from: Vec2, to: Vec2) -> Option<f32> {
    match obstacle.shape {
        Shape::Circle(radius) => {
            let (along, away) = (to - from, obstacle.at - from);
            let length = along.length();
            let is_crossed = distance_to_segment(obstacle.at, from, to) < radius;
            let half = (radius * radius - (along.perp_dot(away) / length).powi(2)).max(0.0).sqrt();
            is_crossed.then(|| ((along.dot(away) / length - half) / length).max(0.0))
        }
        Shape::Box { half, along } => {
            let own = |point: Vec2| {
                let away = point - obstacle.at;
                Vec2::new(away.dot(along), away.dot(along.perp()))
            };
            entry(own(from), own(to), half)
        }
    }
}

/// The part of a segment before the inside of an upright box about the origin; `None` where it does not lie on it (K. Liang and B. Barsky, "A New Concept and
/// Method for Line Clipping", ACM Transactions on Graphics 3, 1984).
fn entry(from: Vec2, to: Vec2, half: Vec2) -> Option<f32> {
    let along = to - from;
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        if along[axis] == 0.0 {
            if from[axis].abs() >= half[axis] {
                return None;
            }
            continue;
        }
        let (a, b) = ((-half[axis] - from[axis]) / along[axis], (half[axis] - from[axis]) / along[axis]);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    (enter < leave).then_some(enter)
}
