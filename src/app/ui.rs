//! The widgets of which every panel is made, and what they draw with. Knows nothing of the world.

pub mod event;
pub mod icons;
pub mod ink;
pub mod shapes;
