//! The window: what is in it, and how it starts on the desktop and in a browser.
//!
//! A frame goes like this: [`events`] brings what happened to mouse, keys and fingers; [`input`] makes
//! intents of it; [`game`] carries them out, and queues a command for whatever is to be done to the
//! world; [`timing`] says how many ticks are due; [`scene`] draws the world, with [`debug`] over it,
//! and [`hud`] what lies above.

mod answers;
mod assets;
mod brush;
mod camera;
mod comparison;
mod debug;
mod events;
mod examined;
mod flags;
mod game;
mod goals;
mod hud;
mod ink;
mod input;
mod inspector;
mod keys;
mod library;
mod messages;
mod method;
mod plans;
mod playback;
mod property;
mod render;
mod scene;
mod session;
mod shapes;
mod timing;
mod waits;
#[cfg(target_arch = "wasm32")]
mod web;
mod workbench;

#[cfg(not(target_arch = "wasm32"))]
mod desktop;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{PlayOptions, play};
#[cfg(target_arch = "wasm32")]
pub use web::play_in_browser;

use macroquad::conf::Conf;

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
