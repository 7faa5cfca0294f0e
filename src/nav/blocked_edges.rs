//! Edges between neighbouring cells that are blocked although both cells may be passable: by ledges, and by obstacles
//! that are not tiles.

use std::ops::Range;

use glam::Vec2;

use crate::grid::{Cell, Rect};
use crate::level::{Direction, Obstacle, Shape, Solid, TileMap};

use super::bit_grid::BitLines;
use super::clearance::TOLERANCE;
use super::walkability::{LEDGE_BELOW, LEDGE_RIGHT, Walkability};

/// Which edges between neighbouring cells are blocked. Lines and places are those of the rows of a
/// [`BitGrid`](super::bit_grid::BitGrid), with a rim of one cell around the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockedEdges {
    /// Between a cell and the one to the right of it.
    pub right: BitLines,
    /// Between a cell and the one below it.
    pub below: BitLines,
    /// Somewhere in the square between the middles of a cell, the one to its right, the one below and the one to the
    /// lower right: both its diagonals are blocked.
    pub square: BitLines,
}

/// Bits of a cell in [`BlockedEdges::copy_row`]: the edge to the right is blocked.
pub(super) const RIGHT: u8 = 1;
/// The edge below is blocked.
pub(super) const BELOW: u8 = 2;
/// The square to the lower right is blocked.
pub(super) const SQUARE: u8 = 4;

impl BlockedEdges {
    /// All lines: to the right, below, and in the squares.
    pub fn lines(&self) -> [&BitLines; 3] {
        [&self.right, &self.below, &self.square]
    }

    /// All lines, to be changed.
    pub fn lines_mut(&mut self) -> [&mut BitLines; 3] {
        [&mut self.right, &mut self.below, &mut self.square]
    }

    /// For a map of this size, on which nothing is blocked.
    pub fn new(width: u32, height: u32) -> BlockedEdges {
        let lines = BitLines::new(height as usize + 2, width as usize + 2);
        BlockedEdges { right: lines.clone(), below: lines.clone(), square: lines }
    }

    /// Notes what is blocked from the cells of a row, from one cell to the right. Calls `changed` with a cell in each
    /// chunk of 64 cells where something changes.
    pub fn set_row(&mut self, from: Cell, flags: &[u8], mut changed: impl FnMut(Cell)) {
        let (column, row) = ((from.x + 1) as usize, (from.y + 1) as usize);
        let place = |column: usize| Cell::new(column as i32 - 1, from.y);
        for (lines, flag) in [(&mut self.right, RIGHT), (&mut self.below, BELOW)] {
            lines.set(row, column, flags, |flags| flags & flag != 0, |at, _| changed(place(at)));
        }
        let is_blocked = |flags: u8| flags & SQUARE != 0;
        self.square.set(row, column, flags, is_blocked, |at, bits| {
            changed(place(at));
            // Across the last column of a chunk the square is also one of the next chunk's.
            if bits >> 63 == 1 {
                changed(place(at / 64 * 64 + 64));
            }
        });
    }

    /// Copies what is blocked from `count` cells of a row (of the rim too), from a column on, into `flags`.
    pub fn copy_row(&self, from: Cell, count: usize, flags: &mut Vec<u8>) {
        flags.clear();
        flags.resize(count, 0);
        let (column, row) = ((from.x + 1) as usize, (from.y + 1) as usize);
        for (lines, flag) in [(&self.right, RIGHT), (&self.below, BELOW), (&self.square, SQUARE)] {
            lines.each(row, column, count, |at| flags[at] |= flag);
        }
    }

    /// Whether nothing is blocked.
    pub fn is_empty(&self) -> bool {
        [&self.right, &self.below, &self.square].iter().all(|lines| lines.is_empty())
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.right.bytes() + self.below.bytes() + self.square.bytes()
    }
}

/// The blocked edges of the cells of a rectangle, row by row.
pub(super) struct Survey {
    rect: Rect,
    /// [`RIGHT`], [`BELOW`] and [`SQUARE`] for each cell; empty where nothing is blocked.
    flags: Vec<u8>,
}

impl Survey {
    pub fn of(solid: &Solid, walkability: &Walkability, rect: Rect) -> Survey {
        let mut survey = Survey { rect, flags: Vec::new() };
        if walkability.has_ledges() {
            survey.note_ledges(walkability, cells_aside(solid));
        }
        let cells = solid.map.cells();
        let around = Vec2::splat(solid.distance_to_obstacles().max(0.0) + 2.0 * cells.tile_size);
        let near = solid.obstacles_near(cells.corner(rect.min) - around, cells.corner(rect.max) + around);
        near.for_each(|(_, obstacle)| survey.note_obstacle(solid, obstacle));
        survey
    }

    /// The blocked edges together with the steps onto one-way tiles and off them, which are links.
    pub fn with_one_ways(solid: &Solid, walkability: &Walkability, rect: Rect) -> Survey {
        let mut survey = Survey::of(solid, walkability, rect);
        if solid.map.has_one_ways() {
            survey.note_one_ways(solid.map);
        }
        survey
    }

    fn note_one_ways(&mut self, map: &TileMap) {
        let is_between = |cell: Cell, beside: Cell| {
            let [one, other] = [cell, beside].map(|cell| map.tile_of_cell(cell));
            let is_along = |way: Direction| way.beside(one) == other || way.beside(other) == one;
            one != other && [one, other].into_iter().filter_map(|tile| map.one_way(tile)).any(is_along)
        };
        self.flags.resize(self.width() * (self.rect.max.y - self.rect.min.y).max(0) as usize, 0);
        for (flags, cell) in self.flags.iter_mut().zip(self.rect.cells()) {
            let [right, below, aside] = [(1, 0), (0, 1), (1, 1)].map(|(x, y)| Cell::new(cell.x + x, cell.y + y));
            let (to_right, downward) = (is_between(cell, right), is_between(cell, below));
            let square = to_right || downward || is_between(right, aside) || is_between(below, aside);
            *flags |= (u8::from(to_right) * RIGHT) | (u8::from(downward) * BELOW) | (u8::from(square) * SQUARE);
        }
    }

    /// Whether a step to the right is blocked from a cell of the rectangle, or one downward.
    pub fn blocks(&self, cell: Cell) -> (bool, bool) {
        let place = (cell.y - self.rect.min.y) as usize * self.width() + (cell.x - self.rect.min.x) as usize;
        let flags = self.flags.get(place).copied().unwrap_or(0);
        (flags & RIGHT != 0, flags & BELOW != 0)
    }

    /// Whether nothing is blocked.
    pub fn is_empty(&self) -> bool {
        self.flags.is_empty()
    }

    /// What is blocked from the cells of a row.
    pub fn row(&self, y: i32) -> &[u8] {
        let width = self.width();
        &self.flags[(y - self.rect.min.y) as usize * width..][..width]
    }

    fn width(&self) -> usize {
        (self.rect.max.x - self.rect.min.x).max(0) as usize
    }

    /// A step is blocked by a ledge that it crosses, and by ledges on the same line of borders up to `aside` cells to
    /// the side: there the body touches the end of the ledge between the two cells, though not at either of them.
    fn note_ledges(&mut self, walkability: &Walkability, aside: i32) {
        let rect = self.rect;
        // One cell more to the right and one row more below.
        let row = |y: i32| ledges_near(walkability, rect.min.x..rect.max.x + 1, y, aside);
        let mut here = row(rect.min.y);
        for y in rect.min.y..rect.max.y {
            let below = row(y + 1);
            let pairs = here.windows(2).zip(&below);
            self.flags.extend(pairs.map(|(here, &below)| {
                let (right, down) = (here[0] & LEDGE_RIGHT, here[0] & LEDGE_BELOW);
                let square = right | down | here[1] & LEDGE_BELOW | below & LEDGE_RIGHT;
                (u8::from(right != 0) * RIGHT) | (u8::from(down != 0) * BELOW) | (u8::from(square != 0) * SQUARE)
            }));
            here = below;
        }
    }

    fn note_obstacle(&mut self, solid: &Solid, obstacle: &Obstacle) {
        let cells = solid.map.cells();
        let keep = solid.distance_to_obstacles() - TOLERANCE;
        let (low, high) = obstacle.bounds();
        let around = Rect { min: cells.tile_at(low - keep), max: cells.tile_at(high + keep) };
        for cell in around.grown(1).intersection(self.rect).cells() {
            let middle = cells.centre(cell);
            let is_near = |across: f32, down: f32| {
                let other = middle + Vec2::new(across, down) * cells.tile_size;
                distance(obstacle, middle, other) < keep
            };
            if !is_near(1.0, 1.0) {
                continue;
            }
            if self.flags.is_empty() {
                self.flags = vec![0; self.width() * (self.rect.max.y - self.rect.min.y) as usize];
            }
            let at = (cell.y - self.rect.min.y) as usize * self.width() + (cell.x - self.rect.min.x) as usize;
            let flags = (u8::from(is_near(1.0, 0.0)) * RIGHT) | (u8::from(is_near(0.0, 1.0)) * BELOW) | SQUARE;
            self.flags[at] |= flags;
        }
    }
}

/// How many cells to the side of a step between two middles the body touches the end of a ledge.
pub(super) fn cells_aside(solid: &Solid) -> i32 {
    let cells = (solid.profile.radius - TOLERANCE) / solid.map.cells().tile_size;
    ((cells + 0.5).ceil() as i32 - 1).max(0)
}

/// [`LEDGE_RIGHT`] and [`LEDGE_BELOW`] for some cells of a row, which may lie beyond what is known: also where a ledge
/// in line with the cell is at most `aside` cells away.
fn ledges_near(walkability: &Walkability, columns: Range<i32>, y: i32, aside: i32) -> Vec<u8> {
    let known = walkability.window();
    let mut row = vec![0; columns.len()];
    let mut note = |y: i32, shift: i32, flag: u8| {
        let (left, right) = (columns.start.max(known.min.x - shift), columns.end.min(known.max.x - shift));
        if (known.min.y..known.max.y).contains(&y) && left < right {
            let cells = walkability.row(y, left + shift, right + shift);
            let row = &mut row[(left - columns.start) as usize..];
            row.iter_mut().zip(cells).for_each(|(ledges, cell)| *ledges |= cell & flag);
        }
    };
    for by in -aside..=aside {
        note(y, by, LEDGE_BELOW);
        note(y + by, 0, LEDGE_RIGHT);
    }
    row
}

/// The distance of an obstacle from an upright rectangle, which may be as thin as a line, given its corners; 0 where
/// they overlap.
pub(super) fn distance(obstacle: &Obstacle, low: Vec2, high: Vec2) -> f32 {
    let from_rectangle = |point: Vec2| (low - point).max(point - high).max(Vec2::ZERO).length();
    let (half, along) = match obstacle.shape {
        Shape::Circle(radius) => return (from_rectangle(obstacle.at) - radius).max(0.0),
        Shape::Box { half, along } => (half, along),
    };
    if overlap(obstacle.at, half, along, low, high) {
        return 0.0;
    }
    // Of two disjoint convex shapes a corner of one of them is nearest to the other.
    let (length, width) = (half.x * along, half.y * along.perp());
    let own = [length + width, length - width, -length + width, -length - width];
    let own = own.map(|corner| from_rectangle(obstacle.at + corner));
    let corners = [low, high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y)];
    let others = corners.map(|corner| obstacle.distance(corner));
    own.into_iter().chain(others).fold(f32::INFINITY, f32::min)
}

/// Whether a turned box and an upright one overlap: no line along a side of either separates them.
fn overlap(at: Vec2, half: Vec2, along: Vec2, low: Vec2, high: Vec2) -> bool {
    let (middle, upright) = (0.5 * (low + high), 0.5 * (high - low));
    [Vec2::X, Vec2::Y, along, along.perp()].into_iter().all(|axis| {
        let turned = half.x * along.dot(axis).abs() + half.y * along.perp().dot(axis).abs();
        let upright = upright.dot(axis.abs());
        (at - middle).dot(axis).abs() <= turned + upright
    })
}
