//! The window itself: how it opens on the desktop and in a browser, its events, its files, its frames.

mod assets;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
mod drafts;
mod dropped;
mod film;
mod frames;
mod full_screen;
mod key_pointer;
#[cfg(not(target_arch = "wasm32"))]
mod level_files;
mod level_store;
mod link;
#[cfg(target_arch = "wasm32")]
#[expect(unsafe_code, reason = "the page is called through a foreign interface")]
mod page;
mod replay_store;
#[cfg(not(target_arch = "wasm32"))]
mod report;
mod session;
mod settings_store;
mod sheet_store;
mod spoken_language;
mod stillness;
mod store;
#[cfg(target_arch = "wasm32")]
mod web;
pub mod window_events;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{PlayOptions, play};
#[cfg(target_arch = "wasm32")]
pub use web::play_in_browser;

use macroquad::conf::Conf;

use crate::app::view::render;

/// How the window is opened, `width` x `height` logical pixels large.
fn window_conf(width: u32, height: u32) -> Conf {
    Conf {
        miniquad_conf: macroquad::miniquad::conf::Conf {
            window_title: "Footpath".to_owned(),
            window_width: width as i32,
            window_height: height as i32,
            high_dpi: true,
            ..Default::default()
        },
        draw_call_vertex_capacity: render::DRAW_CALL_VERTEX_CAPACITY,
        draw_call_index_capacity: render::DRAW_CALL_INDEX_CAPACITY,
        ..Default::default()
    }
}
