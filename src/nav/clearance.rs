//! How far the middle of each cell is from the nearest thing that a body may not touch.
//!
//! An exact Euclidean distance transform in two passes, as of P. Felzenszwalb and D. Huttenlocher ("Distance Transforms
//! of Sampled Functions", Theory of Computing 8, 2012): first the distance within each column, then for each row the
//! lowest of the parabolas that those distances raise. Theirs finds it by the lower envelope, in linear time. Here
//! distances are needed only up to a limit, so each cell has few columns to look at, and looking at all of them is
//! several times as fast: the work is the same for every cell of a row, without a branch.
//!
//! Theirs measures between points; here an obstacle is the whole square of a tile. That takes two small changes.
//! Everything is counted in half cells, so that middles (odd) and edges (even) are both whole numbers. And the
//! parabolas stand on the vertical lines between the columns: seen from another column, the nearest point of a square
//! lies on one of its two vertical sides; seen from its own column it lies straight above or below, which is handled
//! separately.
//!
//! Ledges fit in too. One that runs along a row is met in its columns like the edge of a square. One between two
//! columns stands on the line between them: on each line the distances to its ledges raise a parabola of their own.
//!
//! Obstacles that are not tiles come last, each by itself, and change only the cells near them.

use glam::Vec2;

use crate::grid::Rect;
use crate::level::{Solid, TileMap};

use super::walkability::{LEDGE_BELOW, LEDGE_RIGHT, OPEN, Walkability};

/// How much wider than a gap a body may be and still pass it, in world units: so that rounding does not keep a body of
/// radius 0.5 out of a corridor one unit wide.
pub(super) const TOLERANCE: f32 = 1e-4;

/// How distances are stored for one kind of agent: as squares of half cells, in steps so fine that a byte holds all
/// that matters.
///
/// Distances are measured up to a limit: two tiles more than the radius; less where cells are so small that distances
/// between tiles would not be exact up to there, but always two cells more than the radius. Because of the limit a
/// small change of the map affects only what is near it. Up to a limit of almost eight cells the distance to a tile or
/// a ledge is exact; anything else is rounded down, by less the greater the distance is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    /// Half the side of a cell, in world units.
    half_cell: f32,
    /// The limit, in half cells; what is reported is the last step below it.
    most: f32,
    /// The greatest byte, a whole number.
    last: f32,
    /// How many steps of the byte a squared half cell is; a whole number, or one divided by a whole number.
    steps: f32,
    /// The square of the distance that the middle of the body needs, in half cells.
    least_squared: f32,
}

impl Scale {
    /// The scale for agents of a radius, in world units, on a map.
    pub fn new(map: &TileMap, radius: f32) -> Scale {
        /// A little less than the root of the greatest byte: up to here a byte holds squares of half cells.
        const EXACT: f32 = 15.9;
        let half_cell = 0.5 * map.cells().tile_size;
        let body = radius / half_cell;
        let wanted = body + 4.0 * map.bake.cells_per_tile as f32;
        let most = wanted.min(EXACT.max(body + 4.0));
        let square = most * most;
        let steps = if square <= 255.0 { (255.0 / square).floor() } else { 1.0 / (square / 255.0).ceil() };
        let least = ((radius - TOLERANCE) / half_cell).max(0.0);
        Scale { half_cell, most, last: (square * steps).floor(), steps, least_squared: least * least }
    }

    /// The greatest distance in cells at which a change affects a clearance.
    pub fn reach(&self) -> i32 {
        (0.5 * self.most).ceil() as i32 + 1
    }

    /// By how much, in square world units, the square of a distance may be rounded down.
    #[cfg(test)]
    pub fn step(&self) -> f32 {
        self.half_cell * self.half_cell / self.steps
    }

    /// The limit, in world units.
    pub fn most(&self) -> f32 {
        (self.last / self.steps).sqrt() * self.half_cell
    }

    /// Whether the body fits if the nearest obstacle is at this distance, in squared half cells.
    #[inline]
    pub fn fits(&self, squared: f32) -> bool {
        squared >= self.least_squared
    }

    /// The byte that holds a distance, in squared half cells.
    #[inline]
    pub fn byte(&self, squared: f32) -> u8 {
        let scaled = squared * self.steps;
        (if scaled < self.last { scaled } else { self.last }) as i32 as u8
    }

    /// The distance that a byte holds, in world units.
    #[inline]
    pub fn distance(&self, byte: u8) -> f32 {
        (f32::from(byte) / self.steps).sqrt() * self.half_cell
    }
}

/// Calls `each` for the rows of a rectangle of cells, from the upper to the lower one, with the squares of the
/// distances, in half cells, of its cells from all that is in the way. `walkability` knows all cells within the reach.
pub(super) fn measure(
    solid: &Solid,
    walkability: &Walkability,
    rect: Rect,
    scale: &Scale,
    mut each: impl FnMut(i32, &[f32]),
) {
    // What lies outside this window is the edge of the map or too far away to count; both may be taken for closed.
    let window = rect.grown(scale.reach()).intersection(walkability.window());
    let count = (rect.max.x - rect.min.x).max(0) as usize;
    let width = (window.max.x - window.min.x).max(1) as usize;
    let mut columns = Columns::new(walkability, rect, window);
    columns.measure();
    let lines = walkability.has_ledges().then(|| columns.of_lines());
    let near = NearObstacles::new(solid, rect, scale);
    let mut nearest = NearestInRow::new(scale.most.ceil() as usize);
    for (at, y) in (rect.min.y..rect.max.y).enumerate() {
        let row = &columns.distances[at * width..(at + 1) * width];
        let lines = lines.as_ref().map(|lines| &lines.distances[at * width..(at + 1) * width]);
        let squares = nearest.squared(row, lines, (rect.min.x - window.min.x) as usize, count);
        near.lower(y, squares);
        each(y, squares);
    }
}

/// For a row of cells, from the distances in their columns to the distances in all directions.
struct NearestInRow {
    /// The limit in half cells: nothing further away matters.
    most: usize,
    /// The squares of the distances in the columns, with closed columns before and after them. Whole numbers
    /// of half cells: [`most`](Self::most) is so small that `f32` holds them exactly, and it has the fastest minimum.
    squares: Vec<f32>,
    /// The squares as seen from the right of each column, and from the left of it. They are less where a ledge stands
    /// on the line to the right of the column, or on the line to the left of it.
    with_lines: [Vec<f32>; 2],
    lowest: Vec<f32>,
}

impl NearestInRow {
    fn new(most: usize) -> NearestInRow {
        NearestInRow { most, squares: Vec::new(), with_lines: Default::default(), lowest: Vec::new() }
    }

    /// The squares of the distances of `count` cells of a row, the first `skipped` ones left out, in half cells; at
    /// most about [`most`](Self::most) squared. `lines`: the distances to the ledges on the lines to the right of the
    /// columns.
    fn squared(&mut self, row: &[u16], lines: Option<&[u16]>, skipped: usize, count: usize) -> &mut [f32] {
        let outside = self.most / 2 + 1;
        let most = self.most as u16;
        let square = |&distance: &u16| f32::from(distance.min(most)) * f32::from(distance.min(most));
        self.squares.clear();
        self.squares.resize(outside, 0.0);
        self.squares.extend(row.iter().map(square));
        self.squares.resize(self.squares.len() + outside, 0.0);
        if let Some(lines) = lines {
            let [left, right] = &mut self.with_lines;
            left.clone_from(&self.squares);
            right.clone_from(&self.squares);
            for (at, square) in lines.iter().map(square).enumerate() {
                left[outside + at] = left[outside + at].min(square);
                right[outside + at + 1] = right[outside + at + 1].min(square);
            }
        }
        self.lowest_parabolas(outside + skipped, count, lines.is_some());
        &mut self.lowest
    }

    fn lowest_parabolas(&mut self, first: usize, count: usize, has_lines: bool) {
        self.lowest.clear();
        self.lowest.extend_from_slice(&self.squares[first..first + count]);
        let longest = self.lowest.iter().fold(0.0, |longest: f32, &square| longest.max(square));
        let [left, right] = if has_lines { self.with_lines.each_ref() } else { [&self.squares; 2] };
        for columns in 1..=self.most / 2 + 1 {
            let across = ((2 * columns - 1) * (2 * columns - 1)) as f32;
            if across >= longest {
                break;
            }
            let (left, right) = (&left[first - columns..], &right[first + columns..]);
            for ((lowest, &left), &right) in self.lowest.iter_mut().zip(left).zip(right) {
                let nearer = if left < right { left } else { right } + across;
                *lowest = if nearer < *lowest { nearer } else { *lowest };
            }
        }
    }
}

/// For each cell in the rows of `rect` and the columns of `window`, row by row: half cells from its middle, straight
/// up or down, to the nearest thing in the way in its column.
struct Columns<'a> {
    walkability: &'a Walkability,
    rect: Rect,
    window: Rect,
    distances: Vec<u16>,
}

impl Columns<'_> {
    fn new(walkability: &Walkability, rect: Rect, window: Rect) -> Columns<'_> {
        let cells = (window.max.x - window.min.x).max(1) as usize * (rect.max.y - rect.min.y).max(0) as usize;
        Columns { walkability, rect, window, distances: vec![u16::MAX; cells] }
    }

    /// To the closed tiles and the ledges that run along the rows.
    fn measure(&mut self) {
        self.sweep(OPEN, 0, if self.walkability.has_ledges() { LEDGE_BELOW } else { 0 });
    }

    /// To the ledges that stand on the lines to the right of the columns.
    fn of_lines(&self) -> Columns<'_> {
        let mut lines = Columns::new(self.walkability, self.rect, self.window);
        lines.sweep(LEDGE_RIGHT, LEDGE_RIGHT, 0);
        lines
    }

    /// Goes down the columns, then up. Something is in the way where the bit `free` of a cell is as in `flipped`, and
    /// below a cell that has the bit `ledge`.
    fn sweep(&mut self, free: u8, flipped: u8, ledge: u8) {
        let (rect, window, walkability) = (self.rect, self.window, self.walkability);
        let mut sweep = |rows: &mut dyn Iterator<Item = i32>, up: i32| {
            let mut nearest = vec![0; (window.max.x - window.min.x).max(0) as usize];
            for (at, y) in rows.enumerate() {
                let row = |y: i32| walkability.row(y, window.min.x, window.max.x);
                if at > 0 && ledge != 0 {
                    // Half a cell behind the ledge, when the next step adds a whole one.
                    let behind = |(nearest, flags): (&mut u16, &u8)| {
                        if flags & ledge != 0 {
                            *nearest = 0
                        }
                    };
                    nearest.iter_mut().zip(row(y - 1 + up)).for_each(behind);
                }
                for (nearest, flags) in nearest.iter_mut().zip(row(y)) {
                    // From the middle of the first cell on, half a cell; from then on a whole one each.
                    let further = *nearest + 2 - u16::from(*nearest == 0);
                    *nearest = if (flags ^ flipped) & free != 0 { further } else { 0 };
                }
                self.note(y, &nearest);
            }
        };
        sweep(&mut (window.min.y..rect.max.y), 0);
        sweep(&mut (rect.min.y..window.max.y).rev(), 1);
    }

    /// Keeps the distances of a row, where they are lower than what is known.
    fn note(&mut self, y: i32, nearest: &[u16]) {
        if (self.rect.min.y..self.rect.max.y).contains(&y) {
            let from = (y - self.rect.min.y) as usize * nearest.len();
            for (distance, &nearest) in self.distances[from..from + nearest.len()].iter_mut().zip(nearest) {
                *distance = nearest.min(*distance);
            }
        }
    }
}

/// How near the cells of a rectangle are to obstacles that are not tiles.
struct NearObstacles {
    rect: Rect,
    /// Row by row, in squared half cells; empty where there are none.
    squares: Vec<f32>,
}

impl NearObstacles {
    fn new(solid: &Solid, rect: Rect, scale: &Scale) -> NearObstacles {
        let mut near = NearObstacles { rect, squares: Vec::new() };
        let (cells, margin) = (solid.map.cells(), solid.margin());
        let width = (rect.max.x - rect.min.x).max(0) as usize;
        let reach = Vec2::splat(scale.most() + margin);
        // Cells around those of the rectangle count as concerned too.
        let around = reach + Vec2::splat(2.0 * cells.tile_size);
        let (first, end) = (cells.corner(rect.min) - around, cells.corner(rect.max) + around);
        for (_, obstacle) in solid.obstacles_near(first, end) {
            let (low, high) = obstacle.bounds();
            let concerned = Rect { min: cells.tile_at(low - reach), max: cells.tile_at(high + reach) };
            let concerned = concerned.grown(1).intersection(rect);
            for cell in concerned.cells() {
                if near.squares.is_empty() {
                    near.squares = vec![f32::INFINITY; width * (rect.max.y - rect.min.y) as usize];
                }
                let away = (obstacle.distance(cells.centre(cell)) - margin).max(0.0) / scale.half_cell;
                let at = (cell.y - rect.min.y) as usize * width + (cell.x - rect.min.x) as usize;
                near.squares[at] = near.squares[at].min(away * away);
            }
        }
        near
    }

    /// Lowers the squares of a row where an obstacle is nearer.
    fn lower(&self, y: i32, squares: &mut [f32]) {
        if !self.squares.is_empty() {
            let near = &self.squares[(y - self.rect.min.y) as usize * squares.len()..];
            squares.iter_mut().zip(near).for_each(|(square, &near)| *square = square.min(near));
        }
    }
}
