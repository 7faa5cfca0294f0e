//! What the game asks of the window that it is in: its size, the time, what was typed and pressed, and everything that is drawn
//! in it. Elsewhere nothing of macroquad is used that panics where no window is open.
//!
//! Tests have a window that nobody sees: its clock stands still until they move it, and whatever is drawn is forgotten.

#[cfg(not(test))]
mod real;
#[cfg(test)]
pub mod unseen;

#[cfg(not(test))]
pub use real::*;
#[cfg(test)]
pub use unseen::*;
