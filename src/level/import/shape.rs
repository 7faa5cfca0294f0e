//! Which tiles a shape covers.

use glam::Vec2;

use crate::angle;
use crate::grid::{Cell, Rect};

/// Samples along the side of a tile.
const SAMPLES: i32 = 4;
/// The corners of an ellipse that is drawn as a polygon.
const ROUND: usize = 32;

/// The corners of a rectangle.
pub(super) fn rectangle(size: Vec2) -> Vec<Vec2> {
    vec![Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)]
}

/// The corners of a polygon that is nearly the ellipse in such a rectangle.
pub(super) fn ellipse(size: Vec2) -> Vec<Vec2> {
    let corner = |index: usize| angle::direction(index as f32 / ROUND as f32 * 360.0);
    (0..ROUND).map(|index| 0.5 * size * (Vec2::ONE + corner(index))).collect()
}

/// The tiles that the box around some points reaches, no further than `bounds`; empty where a point is nowhere.
pub(super) fn reach(points: &[Vec2], bounds: Rect) -> Rect {
    let empty = Rect { min: bounds.min, max: bounds.min };
    let (Some(least), Some(most)) =
        (points.iter().copied().reduce(Vec2::min), points.iter().copied().reduce(Vec2::max))
    else {
        return empty;
    };
    if points.iter().any(|point| !point.is_finite()) {
        return empty;
    }
    let cell = |point: Vec2| Cell::new(point.x as i32, point.y as i32);
    bounds.intersection(Rect { min: cell(least.floor()), max: cell(most.ceil()) })
}

/// How much of each tile in `reach` a polygon covers: the tile, the covered part of it, and whether its middle is covered.
pub(super) fn covered(corners: &[Vec2], reach: Rect) -> Vec<(Cell, f32, bool)> {
    let columns = (reach.max.x - reach.min.x) as usize;
    let mut covered = Vec::new();
    for row in reach.min.y..reach.max.y {
        let mut counts = vec![(0u8, false); columns];
        for sample in 0..SAMPLES {
            let y = row as f32 + (sample as f32 + 0.5) / SAMPLES as f32;
            for (from, to) in spans(corners, y) {
                for at in samples(from, to, SAMPLES, reach) {
                    counts[at / SAMPLES as usize].0 += 1;
                }
            }
        }
        for (from, to) in spans(corners, row as f32 + 0.5) {
            for at in samples(from, to, 1, reach) {
                counts[at].1 = true;
            }
        }
        let all = (SAMPLES * SAMPLES) as f32;
        let tiles = (reach.min.x..).zip(counts).filter(|&(_, (count, has_middle))| count > 0 || has_middle);
        covered.extend(tiles.map(|(x, (count, has_middle))| (Cell::new(x, row), f32::from(count) / all, has_middle)));
    }
    covered
}

/// Which of the samples of a row lie between two points of it; there are `each` of them to a tile.
fn samples(from: f32, to: f32, each: i32, reach: Rect) -> std::ops::Range<usize> {
    let index = |x: f32| ((x - reach.min.x as f32) * each as f32 - 0.5).ceil().max(0.0) as usize;
    let end = (reach.max.x - reach.min.x) as usize * each as usize;
    index(from).min(end)..index(to).min(end)
}

/// Where a line along a row is inside a polygon: from where to where, by the even-odd rule.
fn spans(corners: &[Vec2], y: f32) -> Vec<(f32, f32)> {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossing = |(from, to): (&Vec2, &Vec2)| {
        let crosses = (from.y <= y) != (to.y <= y);
        crosses.then(|| from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
    };
    let mut crossings: Vec<f32> = edges.filter_map(crossing).collect();
    crossings.sort_by(f32::total_cmp);
    crossings.as_chunks().0.iter().map(|&[from, to]| (from, to)).collect()
}

/// The tiles through which a line from one point to another runs, inside `bounds`; some perhaps twice.
pub(super) fn crossed(from: Vec2, to: Vec2, bounds: Rect) -> Vec<Cell> {
    /// How far the points at which the line is looked at are apart, in tiles.
    const STEP: f32 = 0.25;
    let (least, most) = (bounds.min, bounds.max);
    // The part of the line that lies in the bounds (Y. Liang, B. Barsky, 1984).
    let along = to - from;
    let (mut begin, mut end) = (0.0f32, 1.0f32);
    for (start, length, least, most) in [(from.x, along.x, least.x, most.x), (from.y, along.y, least.y, most.y)] {
        let (one, other) = ((least as f32 - start) / length, (most as f32 - start) / length);
        if length != 0.0 {
            (begin, end) = (begin.max(one.min(other)), end.min(one.max(other)));
        } else if start < least as f32 || start >= most as f32 {
            return Vec::new();
        }
    }
    let steps = (along.length() * (end - begin) / STEP).ceil();
    if !steps.is_finite() || steps < 0.0 {
        return Vec::new();
    }
    let at = |index: usize| from + along * (begin + (end - begin) * index as f32 / steps.max(1.0));
    let cells = (0..=steps as usize).map(at).map(|point| Cell::new(point.x.floor() as i32, point.y.floor() as i32));
    let mut cells: Vec<Cell> = cells.filter(|&cell| bounds.contains(cell)).collect();
    cells.dedup();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Rect = Rect { min: Cell::new(0, 0), max: Cell::new(4, 4) };

    fn most_of(corners: &[Vec2]) -> Vec<Cell> {
        let covered = covered(corners, reach(corners, BOUNDS));
        covered.into_iter().filter(|&(_, part, _)| part >= 0.5).map(|(tile, ..)| tile).collect()
    }

    #[test]
    fn a_rectangle_covers_its_tiles() {
        let moved: Vec<Vec2> =
            rectangle(Vec2::new(2.0, 1.0)).into_iter().map(|corner| corner + Vec2::new(1.0, 2.0)).collect();
        assert_eq!(most_of(&moved), [Cell::new(1, 2), Cell::new(2, 2)]);
        let far: Vec<Vec2> = rectangle(Vec2::splat(1e30)).into_iter().map(|corner| corner - 1e29).collect();
        assert_eq!(most_of(&far).len(), 16);
        assert!(most_of(&[Vec2::splat(f32::NAN); 3]).is_empty());
    }

    #[test]
    fn a_triangle_covers_half() {
        let corners = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0)];
        assert_eq!(most_of(&corners).len(), 10, "the tiles above the diagonal and those on it");
        assert!((covered(&corners, BOUNDS).iter().map(|&(_, part, _)| part).sum::<f32>() - 8.0).abs() < 1.0);
    }

    #[test]
    fn a_line_crosses_tiles() {
        let tiles = crossed(Vec2::new(-3.0, 0.5), Vec2::new(2.5, 0.5), BOUNDS);
        assert_eq!(tiles, [0, 1, 2].map(|x| Cell::new(x, 0)));
        assert!(crossed(Vec2::new(1e30, 0.0), Vec2::new(1e30, 9.0), BOUNDS).is_empty());
    }
}
