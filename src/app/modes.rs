//! What a player does with the world.

pub mod keys;
pub mod library;
pub mod messages;
pub mod play;
pub mod property;
pub mod search_setting;
pub mod timing;
