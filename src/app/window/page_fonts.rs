//! The fonts of the browser that the page is in.

#![expect(unsafe_code, reason = "the page is called through a foreign interface")]

use glam::ivec2;
use macroquad::texture::Image;

use crate::app::window::DrawnText;

mod imports {
    unsafe extern "C" {
        pub fn footpath_text_width(text: *const u8, length: usize, size: u32) -> f32;
        pub fn footpath_draw_text(text: *const u8, length: usize, size: u32, buffer: *mut u8, capacity: usize)
        -> usize;
    }
}

/// The browser's fonts, with all that it does for letters that none of them has.
#[derive(Default)]
pub struct SystemFonts;

impl SystemFonts {
    /// How wide a text of this size is, in pixels.
    pub fn width(&mut self, text: &str, size: u16) -> Option<f32> {
        // SAFETY: the page only reads the text, and only during the call.
        Some(unsafe { imports::footpath_text_width(text.as_ptr(), text.len(), size.into()) })
    }

    /// Draws a text of this size, in pixels.
    pub fn draw(&mut self, text: &str, size: u16) -> Option<DrawnText> {
        // SAFETY: the page only reads the text, and writes no more bytes into the buffer than it has room for.
        let copy = |buffer, capacity| unsafe {
            imports::footpath_draw_text(text.as_ptr(), text.len(), size.into(), buffer, capacity)
        };
        let mut bytes = vec![0; copy(std::ptr::null_mut(), 0)];
        copy(bytes.as_mut_ptr(), bytes.len());
        // What lies left of the text's beginning and above its base line, then the size, and the pixels.
        let (head, pixels) = bytes.split_first_chunk::<8>()?;
        let [left, top, width, height] = [0, 2, 4, 6].map(|at| u16::from_le_bytes([head[at], head[at + 1]]));
        let is_white = |pixel: &[u8]| pixel[3] == 0 || pixel[..3] == [255; 3];
        Some(DrawnText {
            corner: -ivec2(left.into(), top.into()),
            is_colored: !pixels.chunks_exact(4).all(is_white),
            image: Image { width, height, bytes: pixels.to_vec() },
        })
    }
}
