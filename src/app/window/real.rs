//! The window that players see: macroquad's own.

#![expect(unsafe_code, reason = "macroquad hands out its graphics only so")]

pub use macroquad::camera::{Camera2D, set_camera, set_default_camera};
pub use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
pub use macroquad::input::{get_dropped_files, is_mouse_button_down, simulate_mouse_with_touch};
pub use macroquad::material::{Material, gl_use_default_material, gl_use_material, load_material};
pub use macroquad::miniquad::window::{clipboard_get, clipboard_set};
use macroquad::miniquad::{FilterMode, MipmapFilterMode, TextureWrap};
pub use macroquad::models::{Mesh, draw_mesh};
pub use macroquad::shapes::{draw_line, draw_rectangle, draw_rectangle_lines, draw_triangle};
pub use macroquad::text::{Font, TextParams, draw_text_ex, load_ttf_font_from_bytes, measure_text};
pub use macroquad::texture::{RenderTarget, Texture2D, draw_texture_ex, render_target};
pub use macroquad::time::get_time;
use macroquad::window::get_internal_gl;
pub use macroquad::window::{clear_background, screen_dpi_scale, screen_height, screen_width};

#[cfg(not(target_arch = "wasm32"))]
pub use macroquad::texture::get_screen_data;
#[cfg(not(target_arch = "wasm32"))]
pub use macroquad::window::set_fullscreen;

/// Lets only what lies inside an area be drawn from here on, or everything again: left, top, width and height in pixels.
pub fn clip(area: Option<(i32, i32, i32, i32)>) {
    // SAFETY: only the drawing state is taken, on the thread of the window, and not kept.
    unsafe { get_internal_gl() }.quad_gl.scissor(area);
}

/// Gives a texture smaller sizes of itself, so that it is smooth at any zoom.
pub fn smooth(texture: &Texture2D) {
    // SAFETY: only the context is taken, on the thread of the window, and not kept.
    let context = unsafe { get_internal_gl() }.quad_context;
    context.texture_generate_mipmaps(texture.raw_miniquad_id());
    context.texture_set_min_filter(texture.raw_miniquad_id(), FilterMode::Linear, MipmapFilterMode::Linear);
}

/// Has a texture go on beyond its edges with itself.
pub fn repeat(texture: &Texture2D) {
    // SAFETY: only the context is taken, on the thread of the window, and not kept.
    let context = unsafe { get_internal_gl() }.quad_context;
    context.texture_set_wrap(texture.raw_miniquad_id(), TextureWrap::Repeat, TextureWrap::Repeat);
}
