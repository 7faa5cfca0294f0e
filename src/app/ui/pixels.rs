//! How many pixels make a logical pixel: what miniquad was told when the window opened, times how the screen has changed
//! since, times how much larger the user wants everything. Miniquad 0.4.11 never asks again; a browser's ratio changes with its
//! zoom and from screen to screen.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU32, Ordering};

use glam::{Vec2, vec2};

use crate::app::window::{
    Camera2D, RenderTarget, screen_dpi_scale, screen_height, screen_width, set_camera, set_default_camera,
};

/// The bits of the factor by which the ratio differs from the one at the beginning.
static CHANGED_BY: AtomicU32 = AtomicU32::new(1.0_f32.to_bits());

thread_local! {
    /// How much larger everything is than the system has it.
    static SCALE: Cell<f32> = const { Cell::new(1.0) };
    /// What is drawn into in the place of the window, while there is anything.
    static PICTURE: RefCell<Option<RenderTarget>> = const { RefCell::new(None) };
}

/// How many times the ratio is what it was when the window opened.
pub(super) fn changed_by() -> f32 {
    screen_changed_by() * scale()
}

/// How many times the ratio is what it was when the window opened, without the scale of the interface.
fn screen_changed_by() -> f32 {
    f32::from_bits(CHANGED_BY.load(Ordering::Relaxed))
}

/// How much larger everything is than the system has it.
pub fn scale() -> f32 {
    SCALE.get()
}

/// Has everything be larger than the system has it, by a positive factor.
pub fn set_scale(scale: f32) {
    SCALE.set(scale);
}

/// The size of the window in the system's own logical pixels.
pub fn window() -> Vec2 {
    vec2(screen_width(), screen_height()) / screen_changed_by()
}

/// How many pixels make a logical pixel now.
pub fn per_logical() -> f32 {
    screen_dpi_scale() * changed_by()
}

/// Takes in how many pixels make a logical pixel from now on; finite and positive.
#[cfg(target_arch = "wasm32")]
pub fn set_per_logical(pixels: f32) {
    CHANGED_BY.store((pixels / screen_dpi_scale()).to_bits(), Ordering::Relaxed);
}

/// The size of the window in logical pixels.
pub fn viewport() -> Vec2 {
    vec2(screen_width(), screen_height()) / changed_by()
}

/// From here on what is meant for the window is drawn into a picture as large, or into the window again.
pub fn draw_into(picture: Option<RenderTarget>) {
    PICTURE.set(picture);
    draw_to_window();
}

/// From here on everything is drawn into the window, or the picture in its place, in logical pixels.
pub fn draw_to_window() {
    if let Some(picture) = PICTURE.with_borrow(Option::clone) {
        let size = viewport();
        // Its lowest row comes first, as in the window, so that areas to which is clipped are the same.
        let zoom = vec2(2.0, -2.0) / size;
        return set_camera(&Camera2D { target: 0.5 * size, zoom, render_target: Some(picture), ..Camera2D::default() });
    }
    if changed_by() == 1.0 {
        return set_default_camera();
    }
    let size = viewport();
    set_camera(&Camera2D { target: 0.5 * size, zoom: 2.0 / size, ..Camera2D::default() });
}
