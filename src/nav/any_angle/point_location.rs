//! Point location: in which polygon a point lies.

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
    spans: Vec<RowSpan>,
}

/// Points next to each other in a row that lie in one polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowSpan {
    pub left: i16,
    pub right: i16,
    pub polygon: u32,
}

impl PointLocation {
    /// The spans of all polygons, each with its row.
    pub fn of(mut rows: Vec<(i16, RowSpan)>) -> PointLocation {
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
        self.first.capacity() * size_of::<u32>() + self.spans.capacity() * size_of::<RowSpan>()
    }

    /// A polygon that a point lies in or on. The point is no vertex, and lies at a free square.
    pub fn polygon_at(&self, point: Point) -> u32 {
        let row = &self.spans[self.first[point.y as usize] as usize..self.first[point.y as usize + 1] as usize];
        row[row.partition_point(|span| span.left <= point.x) - 1].polygon
    }
}
