//! What the game asks of the window that it is in: its size, the time, what was typed and pressed, and everything that is drawn
//! in it. Elsewhere nothing of macroquad is used that panics where no window is open.
//!
//! Tests have a window that nobody sees: its clock stands still until they move it, and whatever is drawn is forgotten.

#[cfg(not(target_arch = "wasm32"))]
mod desktop_fonts;
#[cfg(all(not(test), not(target_arch = "wasm32")))]
mod desktop_speaker;
#[cfg(all(not(test), target_arch = "wasm32"))]
mod page_fonts;
#[cfg(all(not(test), target_arch = "wasm32"))]
mod page_speaker;
#[cfg(not(test))]
mod real;
#[cfg(test)]
pub mod unseen;

use glam::IVec2;
use macroquad::texture::Image;

#[cfg(all(not(test), not(target_arch = "wasm32")))]
pub use desktop_fonts::SystemFonts;
#[cfg(all(not(test), not(target_arch = "wasm32")))]
pub use desktop_speaker::Speaker;
#[cfg(all(not(test), target_arch = "wasm32"))]
pub use page_fonts::SystemFonts;
#[cfg(all(not(test), target_arch = "wasm32"))]
pub use page_speaker::Speaker;
#[cfg(not(test))]
pub use real::*;
#[cfg(test)]
pub use unseen::*;

/// A text that a font of the system has drawn.
pub struct DrawnText {
    /// White, as opaque as the text covers a pixel; or with colours of its own.
    pub image: Image,
    /// Where the upper left corner of the picture lies, in pixels from where the text begins on its base line.
    pub corner: IVec2,
    /// Whether it has colours of its own, as emoji have.
    pub is_colored: bool,
}
