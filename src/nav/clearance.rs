//! How far the middle of each cell is from the nearest obstacle.
//!
//! The exact Euclidean distance transform of P. Felzenszwalb and D. Huttenlocher ("Distance Transforms
//! of Sampled Functions", Theory of Computing 8, 2012): first the distance within each column, then for
//! each row the lower envelope of the parabolas that those distances raise. Time is linear in the cells.
//!
//! Theirs measures between points; here an obstacle is the whole square of a tile. That takes two small
//! changes. Everything is counted in half tiles, so that middles (odd) and edges (even) are both whole
//! numbers. And the parabolas stand on the vertical edges between the columns: seen from another column,
//! the nearest point of a square lies on one of its two vertical edges; seen from its own column it lies
//! straight above or below, which is taken by itself.

use crate::grid::{Cell, Grid, Rect};
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
    let mut envelope = Envelope::default();
    for y in rect.min.y..rect.max.y {
        let in_column = |x: i32| columns.get(Cell::new(x - window.min.x, y - rect.min.y)).copied().unwrap_or(0);
        envelope.parabolas.clear();
        for edge in window.min.x..=window.max.x {
            let distance = in_column(edge - 1).min(in_column(edge));
            envelope.raise(2 * i64::from(edge), distance * distance);
        }
        let mut at = 0;
        for x in rect.min.x..rect.max.x {
            let squared = (in_column(x) * in_column(x)).min(envelope.lowest(2 * i64::from(x) + 1, &mut at));
            let distance = (squared as f32).sqrt() * 0.5 * map.lattice.tile_size;
            clearance[Cell::new(x, y)] = distance.min(MOST_CLEARANCE);
        }
    }
}

/// For each cell in the rows of `rect` and the columns of `window`: half tiles from its middle, straight up or
/// down, to the nearest obstacle of its column.
fn distances_in_columns(map: &TileMap, rect: Rect, window: Rect) -> Grid<i64> {
    let width = (window.max.x - window.min.x) as u32;
    let mut columns = Grid::filled(width, (rect.max.y - rect.min.y) as u32, i64::MAX);
    let mut sweep = |rows: &mut dyn Iterator<Item = i32>, outside: i32| {
        let mut nearest = vec![outside; width as usize];
        for y in rows {
            for (nearest, x) in nearest.iter_mut().zip(window.min.x..) {
                if !map.is_walkable(Cell::new(x, y)) {
                    *nearest = y;
                }
                if let Some(distance) = columns.get_mut(Cell::new(x - window.min.x, y - rect.min.y)) {
                    *distance = (*distance).min((2 * i64::from(y.abs_diff(*nearest)) - 1).max(0));
                }
            }
        }
    };
    sweep(&mut (window.min.y..rect.max.y), window.min.y - 1);
    sweep(&mut (rect.min.y..window.max.y).rev(), window.max.y);
    columns
}

/// The lower envelope of parabolas `(x - foot)^2 + height`, their feet raised from left to right.
#[derive(Default)]
struct Envelope {
    /// Those that are lowest somewhere, from left to right.
    parabolas: Vec<Parabola>,
}

struct Parabola {
    foot: i64,
    height: i64,
    /// The first whole number from which on it is lower than the one to its left.
    from: i64,
}

impl Envelope {
    fn raise(&mut self, foot: i64, height: i64) {
        while let Some(last) = self.parabolas.last() {
            // Where the two cross: to the right of it, the one with the foot further right is lower.
            let rise = (height + foot * foot) - (last.height + last.foot * last.foot);
            let from = rise.div_euclid(2 * (foot - last.foot)) + 1;
            if from > last.from {
                self.parabolas.push(Parabola { foot, height, from });
                return;
            }
            self.parabolas.pop();
        }
        self.parabolas.push(Parabola { foot, height, from: i64::MIN });
    }

    /// The height of the envelope at `x`; `at` remembers where in it `x` was, for calls with growing `x`.
    fn lowest(&self, x: i64, at: &mut usize) -> i64 {
        while self.parabolas.get(*at + 1).is_some_and(|next| next.from <= x) {
            *at += 1;
        }
        let parabola = &self.parabolas[*at];
        (x - parabola.foot).pow(2) + parabola.height
    }
}
