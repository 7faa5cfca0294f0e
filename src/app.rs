//! The window: what is in it, and how it starts on the desktop and in a browser.
//!
//! Its folders, each importing only those before it:
//!
//! 1. [`window`]: what macroquad has of an open window, or in tests, of one that nobody sees.
//! 2. [`ui`]: the widgets of which every panel is made, and the text, shapes and icons that they draw.
//! 3. [`view`]: the world as a picture, drawn from a read-only [`view::WorldView`]: camera, render, overlays, sentences.
//! 4. [`modes`]: what a player does with the world. Each mode has its input, its panels and its actions.
//! 5. [`platform`]: the game in the window, on the desktop and in a browser: events, files, frames.
//!
//! A frame goes like this: [`platform::window_events`] brings what happened to mouse, keys and fingers; the mode makes
//! actions of it and carries them out, queueing a command for whatever is to be done to the world;
//! [`modes::timing`] says how many ticks are due; [`view::scene`] draws the world with the overlays, and the mode its
//! panels above.

mod modes;
mod platform;
mod ui;
mod view;
mod window;

pub use platform::*;
