//! The window: what is in it, the frame loop, and how it starts on the desktop and in a browser.

pub mod brush;
pub mod camera;
pub mod input;
pub mod keys;
