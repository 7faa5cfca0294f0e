//! Point location: in which polygon a point lies.

use super::pass::Pass;
use super::point::Point;
use crate::nav::buckets::Buckets;
use crate::sorting;

/// Units of work for a span that is put in order.
const SORTING: u64 = 4;

/// The spans that polygons cover in each row of points.
///
/// A row crosses polygons that lie below it, or go on below it; these share no points of it but their ends. If none
/// lies below, the one whose edge is there counts.
#[derive(Clone, Debug, Default)]
pub(super) struct PointLocation {
    rows: Buckets<RowSpan>,
}

/// Points next to each other in a row that lie in one polygon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowSpan {
    pub left: i16,
    pub right: i16,
    pub polygon: u32,
}

/// The making of a point location of spans.
///
/// Each method goes on with one part of it, and returns whether that is done.
#[derive(Clone, Debug, Default)]
pub(super) struct SpanOrder {
    pub location: PointLocation,
    /// The spans of all polygons, each with its row.
    pub spans: Vec<(i16, RowSpan)>,
}

impl SpanOrder {
    /// Of a map with so many rows.
    pub fn begin(rows: usize) -> SpanOrder {
        SpanOrder { location: PointLocation { rows: Buckets::new(rows) }, spans: Vec::new() }
    }

    pub fn count(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(self.spans.len(), |place| {
            self.location.rows.count(self.spans[place].0 as usize);
            1
        })
    }

    pub fn add_up(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(self.location.rows.len(), |row| self.location.rows.add_up(row))
    }

    pub fn put(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(self.spans.len(), |place| {
            let (row, span) = self.spans[place];
            self.location.rows.put(row as usize, span);
            1
        })
    }

    /// Puts the spans of each row in order.
    pub fn sort(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(self.location.rows.len(), |row| {
            let spans = self.location.rows.of_mut(row);
            sorting::sort(spans);
            SORTING * spans.len() as u64
        })
    }
}

impl PointLocation {
    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    /// A polygon that a point lies in or on. The point is no vertex, and lies at a free square.
    pub fn polygon_at(&self, point: Point) -> u32 {
        let row = self.rows.of(point.y as usize);
        row[row.partition_point(|span| span.left <= point.x) - 1].polygon
    }
}
