//! Point location: in which polygon a point lies.

use super::mesh::{Mesh, NONE, Polygon};
use super::point::Point;
use crate::sorting;

/// The spans that polygons cover in each row of points.
///
/// A row crosses polygons that lie below it, or go on below it; these share no points of it but their ends. If none
/// lies below, the one whose edge is there counts.
#[derive(Clone, Debug, Default)]
pub(super) struct PointLocation {
    /// Where the spans of each row begin; one more at the end.
    first: Vec<u32>,
    spans: Vec<Span>,
}

/// Points next to each other in a row that lie in one polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    left: i16,
    right: i16,
    polygon: u32,
}

impl PointLocation {
    pub fn of(mesh: &Mesh) -> PointLocation {
        let mut rows: Vec<(i16, Span)> = Vec::new();
        for polygon in 0..mesh.polygons.len() as u32 {
            put_spans(mesh, polygon, &mut rows);
        }
        sorting::sort(&mut rows);
        let height = rows.last().map_or(0, |&(row, _)| row as usize + 1);
        let mut first = vec![0; height + 1];
        for &(row, _) in &rows {
            first[row as usize + 1] += 1;
        }
        for row in 0..height {
            first[row + 1] += first[row];
        }
        PointLocation { first, spans: rows.into_iter().map(|(_, span)| span).collect() }
    }

    pub fn bytes(&self) -> usize {
        self.first.capacity() * size_of::<u32>() + self.spans.capacity() * size_of::<Span>()
    }

    /// A polygon that a point lies in or on. The point is no vertex, and lies at a free square.
    pub fn polygon_at(&self, point: Point) -> u32 {
        let row = &self.spans[self.first[point.y as usize] as usize..self.first[point.y as usize + 1] as usize];
        row[row.partition_point(|span| span.left <= point.x) - 1].polygon
    }
}

/// Adds the span of a polygon in each row that continues in it below.
fn put_spans(mesh: &Mesh, polygon: u32, rows: &mut Vec<(i16, Span)>) {
    let Polygon { first_side, sides, .. } = mesh.polygons[polygon as usize];
    let range = first_side..first_side + sides;
    let points = || range.clone().map(|side| mesh.sides[side as usize].from);
    let top = points().map(|point| point.y).min().expect("a polygon has points");
    let begin = rows.len();
    let bottom = points().map(|point| point.y).max().expect("a polygon has points");
    rows.extend((top..bottom).map(|row| (row, Span { left: 0, right: 0, polygon })));
    for side in range {
        let (from, twin) = (mesh.sides[side as usize].from, mesh.sides[side as usize].twin);
        let to = mesh.sides[mesh.next(side) as usize].from;
        let place = |row: i16| begin + (row - top) as usize;
        // Going round to the left, the right edge leads downward, the left one upward.
        for row in from.y..to.y {
            rows[place(row)].1.right = across(from, to, row).div_euclid(i32::from(to.y - from.y)) as i16;
        }
        for row in to.y..from.y {
            let height = i32::from(from.y - to.y);
            rows[place(row)].1.left = -(-across(to, from, row)).div_euclid(height) as i16;
        }
        if from.y == to.y && to.x < from.x && twin == NONE {
            rows.push((from.y, Span { left: to.x, right: from.x, polygon }));
        }
    }
    // A polygon that only begins at a point of the row, or lies between two, holds nothing there that is not a vertex.
    let mut kept = begin;
    for index in begin..rows.len() {
        let (row, Span { left, right, .. }) = rows[index];
        if left < right || left == right && row > top {
            rows[kept] = rows[index];
            kept += 1;
        }
    }
    rows.truncate(kept);
}

/// Where a line that leads down crosses a row, times its height.
fn across(from: Point, to: Point, row: i16) -> i32 {
    let [x, y, dx, dy] = [from.x, row - from.y, to.x - from.x, to.y - from.y].map(i32::from);
    x * dy + dx * y
}
