//! What a lesson lights up: outlines and rings that pulse.

use footpath::grid::{Lattice, Rect as Tiles};
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::lesson::Lesson;
use crate::app::ui::shapes::{draw_ring, draw_rounded_outline};
use crate::app::view::camera::Camera;

/// The colour of the light, and of the rim that sets it off from bright ground.
const LIGHT: Color = Color::new(1.0, 0.86, 0.30, 1.0);
const RIM: Color = Color::new(0.08, 0.08, 0.16, 0.75);

/// How far an outline moves out and in, in logical pixels, and how often in a second.
const REACH: f32 = 4.0;
const BEATS: f32 = 0.8;

/// How wide its line is.
const WIDTH: f32 = 2.5;

/// How far outlines reach out at a time in seconds.
fn reach(now: f32) -> f32 {
    REACH * (0.5 + 0.5 * (std::f32::consts::TAU * BEATS * now).sin())
}

/// Lights up an area of the window.
pub fn draw_area(area: Rect, now: f32) {
    let out = reach(now);
    let around = Rect::new(area.x - out, area.y - out, area.w + 2.0 * out, area.h + 2.0 * out);
    draw_rounded_outline(around, 10.0, WIDTH + 2.0, RIM);
    draw_rounded_outline(around, 10.0, WIDTH, LIGHT);
}

/// Lights up a disc of the window, such as a marker.
pub fn draw_disc(middle: Vec2, radius: f32, now: f32) {
    let radius = radius + 3.0 + reach(now);
    draw_ring(middle, radius, WIDTH + 2.0, RIM);
    draw_ring(middle, radius, WIDTH, LIGHT);
}

/// Lights up the tiles that a lesson speaks of.
pub fn draw_tiles(lesson: &Lesson, lattice: &Lattice, camera: &Camera, now: f32) {
    for Tiles { min, max } in lesson.lit_tiles() {
        let corner = |column: i32, row: i32| {
            camera.to_screen(lattice.origin + lattice.tile_size * vec2(column as f32, row as f32))
        };
        let (from, to) = (corner(min.x, min.y), corner(max.x, max.y));
        draw_area(Rect::new(from.x, from.y, to.x - from.x, to.y - from.y), now);
    }
}
