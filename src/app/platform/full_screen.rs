//! Filling the screen, and having a window again.

/// Fills the screen, or goes back to a window.
#[cfg(target_arch = "wasm32")]
pub use crate::app::platform::web::toggle_full_screen as toggle;
#[cfg(not(target_arch = "wasm32"))]
pub use desktop::toggle;

#[cfg(not(target_arch = "wasm32"))]
mod desktop {
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Whether the window fills the screen.
    static IS_FULL: AtomicBool = AtomicBool::new(false);

    /// Fills the screen, or goes back to a window.
    pub fn toggle() {
        let is_full = !IS_FULL.fetch_xor(true, Ordering::Relaxed);
        macroquad::window::set_fullscreen(is_full);
    }
}
