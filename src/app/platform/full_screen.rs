//! Filling the screen, and having a window again.

#[cfg(not(target_arch = "wasm32"))]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::window::set_fullscreen;

/// Fills the screen, or goes back to a window; says how the player can go back where the program cannot.
#[cfg(target_arch = "wasm32")]
pub fn toggle() -> Option<&'static str> {
    (!page::toggle_full_screen()).then_some("The browser does not let this page fill the screen")
}

/// Whether the window fills the screen, as far as the program has asked for it.
#[cfg(not(target_arch = "wasm32"))]
static IS_FULL: AtomicBool = AtomicBool::new(false);

/// Fills the screen, or goes back to a window; says how the player can go back where the program cannot.
#[cfg(not(target_arch = "wasm32"))]
pub fn toggle() -> Option<&'static str> {
    // Miniquad 0.4.11 asks an X server to fill the screen, and never to end that.
    if cfg!(target_os = "linux") {
        set_fullscreen(true);
        return Some("The desktop ends full screen, by its own key: often Alt+F11 or Super+Down");
    }
    let is_full = !IS_FULL.fetch_xor(true, Ordering::Relaxed);
    set_fullscreen(is_full);
    None
}
