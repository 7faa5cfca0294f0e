//! Angles in degrees, computed with + - * / and sqrt only: the last digits of a standard library's trigonometry differ
//! between machines, and a level must bake the same everywhere.

use glam::Vec2;

/// The tangent of a slope: how far it rises on a length of 1. `degrees` is at least 0 and less than 90.
///
/// ```
/// use footpath::angle::tangent;
/// assert!((tangent(45.0) - 1.0).abs() < 1e-6);
/// assert_eq!(tangent(0.0), 0.0);
/// ```
pub fn tangent(degrees: f32) -> f32 {
    let (sine, cosine) = sine_and_cosine(f64::from(degrees));
    (sine / cosine) as f32
}

/// The slope, in degrees, that rises by `tangent` (at least 0) on a length of 1; exact to a thousandth of a degree.
///
/// ```
/// use footpath::angle::{degrees_of_tangent, tangent};
/// assert!((degrees_of_tangent(tangent(51.0)) - 51.0).abs() < 0.002);
/// ```
pub fn degrees_of_tangent(tangent: f32) -> f32 {
    let (mut low, mut high) = (0.0, 90.0);
    while high - low > 5e-4 {
        let middle = 0.5 * (low + high);
        let (sine, cosine) = sine_and_cosine(middle);
        if sine <= f64::from(tangent) * cosine { low = middle } else { high = middle }
    }
    (0.5 * (low + high)) as f32
}

/// The unit vector at an angle of `degrees` from the x axis towards the y axis: clockwise on the screen, where y grows
/// downward.
///
/// ```
/// use footpath::angle::direction;
/// assert_eq!(direction(90.0), glam::Vec2::Y);
/// ```
pub fn direction(degrees: f32) -> Vec2 {
    let (sine, cosine) = sine_and_cosine(f64::from(degrees));
    // The sum is never -0.0.
    Vec2::new(cosine as f32, sine as f32) + 0.0
}

/// The angle by which the x axis is turned to point in a direction, in degrees from -180 to 180: the inverse of
/// [`direction`].
///
/// ```
/// use footpath::angle::{degrees_of_direction, direction};
/// assert!((degrees_of_direction(direction(-112.5)) + 112.5).abs() < 1e-4);
/// assert_eq!(degrees_of_direction(glam::Vec2::X), 0.0);
/// ```
pub fn degrees_of_direction(direction: Vec2) -> f32 {
    let (x, y) = (f64::from(direction.x), f64::from(direction.y));
    let (mut low, mut high) = (0.0, 180.0);
    // Taken as if it pointed downward: an angle is too small as long as the direction is turned further than it.
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let (sine, cosine) = sine_and_cosine(middle);
        if sine * x < cosine * y.abs() { low = middle } else { high = middle }
    }
    let degrees = if low == 0.0 { 0.0 } else { 0.5 * (low + high) };
    (if y < 0.0 { -degrees } else { degrees }) as f32
}

/// By their power series, after the angle is reduced to -45 to 45 degrees.
fn sine_and_cosine(degrees: f64) -> (f64, f64) {
    let quarters = (degrees / 90.0).round();
    let angle = (degrees - quarters * 90.0) * (std::f64::consts::PI / 180.0);
    let square = angle * angle;
    let (mut sine, mut cosine) = (0.0, 0.0);
    // Each term is the previous one times the square, divided by the next two integers; the smallest are added first.
    for term in (1..=9).rev() {
        let n = f64::from(2 * term);
        sine = square / (n * (n + 1.0)) * (1.0 - sine);
        cosine = square / (n * (n - 1.0)) * (1.0 - cosine);
    }
    let (sine, cosine) = (angle * (1.0 - sine), 1.0 - cosine);
    match (quarters as i64).rem_euclid(4) {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_the_standard_library() {
        for degrees in -720..=720 {
            let (sine, cosine) = sine_and_cosine(f64::from(degrees) + 0.25);
            let angle = (f64::from(degrees) + 0.25).to_radians();
            assert!((sine - angle.sin()).abs() < 1e-14 && (cosine - angle.cos()).abs() < 1e-14, "{degrees}");
        }
    }
}
