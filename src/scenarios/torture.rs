//! Simulation testing: random levels, driven by random commands, edits and reloads, checked after every tick.
//!
//! Everything follows from a seed, so that what fails can be played again, and [shrunk](shrink) to what it takes to fail. The
//! manner is that of TigerBeetle's and FoundationDB's simulators: the world itself is tested, in every state into which
//! anybody can bring it.

mod action;
mod case;
mod check;
mod commands;
mod edits;
mod play;
mod record;
mod shrink;
mod violation;
mod world;

pub use action::WorldAction;
pub use case::Case;
pub use commands::command;
pub use edits::edit;
pub use play::{CheckedRun, TortureFigures, run, torture};
pub use record::{record, watch};
pub use shrink::shrink;
pub use violation::{Check, Violation};
pub use world::{characterise, level};
