//! How far points are from segments.

use glam::Vec2;

/// The distance of a point from a segment, in the unit of the points. The ends may be the same.
///
/// ```
/// use footpath::segment::distance_to_segment;
/// use glam::vec2;
/// assert_eq!(distance_to_segment(vec2(2.0, 3.0), vec2(0.0, 0.0), vec2(9.0, 0.0)), 3.0);
/// assert_eq!(distance_to_segment(vec2(-3.0, 4.0), vec2(0.0, 0.0), vec2(9.0, 0.0)), 5.0);
/// assert_eq!(distance_to_segment(vec2(0.0, 2.0), vec2(0.0, 0.0), vec2(0.0, 0.0)), 2.0);
/// ```
pub fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    point.distance(nearest_on_segment(point, from, to))
}

/// The point of a segment that is nearest to another point. The ends may be the same.
pub fn nearest_on_segment(point: Vec2, from: Vec2, to: Vec2) -> Vec2 {
    let along = to - from;
    let length_squared = along.length_squared();
    let part = if length_squared > 0.0 { ((point - from).dot(along) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    from + along * part
}
