//! How far the middle of each cell is from the nearest obstacle.
//!
//! An exact Euclidean distance transform in two passes, as of P. Felzenszwalb and D. Huttenlocher ("Distance Transforms
//! of Sampled Functions", Theory of Computing 8, 2012): first the distance within each column, then for each row the
//! lowest of the parabolas that those distances raise. Theirs finds it by the lower envelope, in linear time. Here
//! distances are told only up to a limit, so each cell has few columns to look at, and looking at all of them is several
//! times as fast: it is the same for every cell of a row, without a branch.
//!
//! Theirs measures between points; here an obstacle is the whole square of a tile. That takes two small
//! changes. Everything is counted in half tiles, so that middles (odd) and edges (even) are both whole
//! numbers. And the parabolas stand on the vertical edges between the columns: seen from another column,
//! the nearest point of a square lies on one of its two vertical edges; seen from its own column it lies
//! straight above or below, which is taken by itself.

use crate::grid::{Grid, Rect};
use crate::level::TileMap;

/// Clearance is not told beyond this, in world units: more than the greatest radius that an agent may
/// have (16). The limit is what lets a small change of the map be measured again by itself.
pub const MOST_CLEARANCE: f32 = 17.0;

/// How many tiles away a tile may be and still have a say in a clearance below [`MOST_CLEARANCE`].
pub fn reach(map: &TileMap) -> i32 {
    let tiles = (MOST_CLEARANCE / map.lattice.tile_size).ceil() + 1.0;
    tiles.min(map.lattice.width.max(map.lattice.height) as f32) as i32
}

/// Writes into `clearance`, for each cell of `rect`, the distance from its middle to the nearest tile that
/// is not walkable or to the edge of the map, in world units, at most [`MOST_CLEARANCE`].
pub fn measure(map: &TileMap, rect: Rect, clearance: &mut Grid<f32>) {
    let rect = rect.clipped(map.lattice.width, map.lattice.height);
    // What lies outside this window is the edge of the map or too far away to count; both may be taken
    // for obstacles.
    let window = rect.grown(reach(map)).clipped(map.lattice.width, map.lattice.height);
    let columns = distances_in_columns(map, rect, window);
    let half_tile = 0.5 * map.lattice.tile_size;
    let mut nearest = NearestInRow::new((MOST_CLEARANCE / half_tile).ceil() as usize);
    let skipped = (rect.min.x - window.min.x) as usize;
    let (width, count) = (map.lattice.width as usize, (rect.max.x - rect.min.x).max(0) as usize);
    for (y, row) in (rect.min.y..rect.max.y).zip(columns.chunks((window.max.x - window.min.x).max(1) as usize)) {
        let from = y as usize * width + rect.min.x as usize;
        let cells = &mut clearance.values_mut()[from..from + count];
        for (clearance, squared) in cells.iter_mut().zip(nearest.squared(row, skipped, count)) {
            *clearance = (squared.sqrt() * half_tile).min(MOST_CLEARANCE);
        }
    }
}

/// For a row of cells, from the distances in their columns to the distances in all directions.
struct NearestInRow {
    /// From so many half tiles on, nothing has a say.
    most: usize,
    /// The squares of the distances in the columns, with columns full of obstacles before and after them. Whole numbers
    /// of half tiles: [`most`](Self::most) is so small that `f32` holds them exactly, and it has the fastest minimum.
    squares: Vec<f32>,
    lowest: Vec<f32>,
}

impl NearestInRow {
    fn new(most: usize) -> NearestInRow {
        NearestInRow { most, squares: Vec::new(), lowest: Vec::new() }
    }

    /// The squares of the distances of `count` cells of a row, the first `skipped` ones left out, in half tiles; at most
    /// about [`most`](Self::most) squared.
    fn squared(&mut self, row: &[u16], skipped: usize, count: usize) -> impl Iterator<Item = f32> + '_ {
        let outside = self.most / 2 + 1;
        let most = self.most as u16;
        self.squares.clear();
        self.squares.resize(outside, 0.0);
        self.squares.extend(row.iter().map(|&distance| f32::from(distance.min(most)) * f32::from(distance.min(most))));
        self.squares.resize(self.squares.len() + outside, 0.0);
        let first = outside + skipped;
        self.lowest.clear();
        self.lowest.extend_from_slice(&self.squares[first..first + count]);
        let longest = self.lowest.iter().fold(0.0, |longest: f32, &square| longest.max(square));
        for columns in 1..=outside {
            let across = ((2 * columns - 1) * (2 * columns - 1)) as f32;
            if across >= longest {
                break;
            }
            let (left, right) = (&self.squares[first - columns..], &self.squares[first + columns..]);
            for ((lowest, &left), &right) in self.lowest.iter_mut().zip(left).zip(right) {
                let nearer = if left < right { left } else { right } + across;
                *lowest = if nearer < *lowest { nearer } else { *lowest };
            }
        }
        self.lowest.iter().copied()
    }
}

/// For each cell in the rows of `rect` and the columns of `window`, row by row: half tiles from its middle, straight
/// up or down, to the nearest obstacle of its column.
fn distances_in_columns(map: &TileMap, rect: Rect, window: Rect) -> Vec<u16> {
    let width = (window.max.x - window.min.x) as usize;
    // All ones where a terrain is walkable: no branch is taken in the rows.
    let mut walkable = [0; 256];
    for (mask, terrain) in walkable.iter_mut().zip(&map.terrains) {
        *mask = if terrain.walkable { u16::MAX } else { 0 };
    }
    let tiles = |y: i32| {
        let from = y as usize * map.lattice.width as usize;
        &map.tiles.values()[from + window.min.x as usize..from + window.max.x as usize]
    };
    let mut columns = vec![u16::MAX; width * (rect.max.y - rect.min.y) as usize];
    let mut sweep = |rows: &mut dyn Iterator<Item = i32>| {
        let mut nearest = vec![0; width];
        for y in rows {
            for (nearest, tile) in nearest.iter_mut().zip(tiles(y)) {
                // From the middle of the first tile on, half a tile; from then on a whole one each.
                let further = *nearest + 2 - u16::from(*nearest == 0);
                *nearest = further & walkable[tile.0 as usize];
            }
            if (rect.min.y..rect.max.y).contains(&y) {
                let from = (y - rect.min.y) as usize * width;
                for (distance, &nearest) in columns[from..from + width].iter_mut().zip(&nearest) {
                    *distance = nearest.min(*distance);
                }
            }
        }
    };
    sweep(&mut (window.min.y..rect.max.y));
    sweep(&mut (rect.min.y..window.max.y).rev());
    columns
}
