//! Footpath: a top-down pathfinding sandbox.
//!
//! A level is a RON file drawn as rows of characters. It loads into a tilemap, the tilemap is baked
//! into a grid for each kind of agent, a click becomes a path over that grid, and agents follow
//! the path with steering that knows their mass.
//!
//! The modules in reading order, each importing only those above it:
//!
//! 1. [`grid`]: cells, rectangles, grids of values, and the lattice that ties tiles to the world.
//! 2. [`angle`]: degrees, slopes and directions.
//! 3. [`profile`]: what a kind of agent is.
//! 4. [`method`]: how a search finds its way.
//! 5. [`level`]: the file that an author writes, checked and turned into a [`level::Level`].
//! 6. [`nav`]: [`nav::find_path`] over a [`nav::NavGrid`].
//! 7. [`agent`]: one agent, its route and its steering.
//! 8. [`sim`]: the whole world, advanced by [`sim::Simulation::step`]; commands in, events out.
//! 9. [`script`]: commands with a time, read from a file.
//! 10. `scenarios`: what `footpath crowd` walks and measures; not in the browser.
//!
//! # What always holds
//!
//! - Nothing in this library opens a window, reads a clock or touches a file.
//! - The same level, seed and commands give the same [`sim::Simulation::state_hash`].
//! - Nothing that an author or a player types makes it panic.

pub mod agent;
pub mod angle;
pub mod grid;
pub mod level;
pub mod method;
pub mod nav;
mod parallel;
pub mod profile;
#[cfg(not(target_arch = "wasm32"))]
pub mod scenarios;
pub mod script;
pub mod sentences;
pub mod sim;
mod sorting;
