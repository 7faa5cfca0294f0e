//! Paths on grids and crowds of agents, for top-down 2D games: the library of the sandbox Footpath.
//!
//! A level is a RON file drawn as rows of characters. It loads into a tilemap, the tilemap is baked
//! into a grid for each kind of agent, a click becomes a path over that grid, and agents follow
//! the path with steering that respects their mass.
//!
//! The sandbox is the program; this library is what any game can use: paths on a grid in a few lines
//! ([`nav::NavGrid`], [`nav::find_path`]) and crowds of agents that walk them ([`sim::Simulation`]). The folder `examples/`
//! has small programs that show how.
//!
//! # The modules
//!
//! Each imports only those above it.
//!
//! ```text
//! grid  angle  method     cells and points, degrees, the settings of a search
//!         |
//!      profile            what a kind of agent is
//!         |
//!      format             the language of levels and scripts: its table, and from text to values and back
//!         |
//!       level             the file that an author writes, checked and turned into a Level
//!         |
//!        nav              find_path over a NavGrid: baking, and one module for each search
//!         |
//!       agent             one agent: its route, steering, avoidance and body
//!         |
//!        sim              the world, advanced by Simulation::step; commands in, events out
//!         |
//! script  replay          commands with a time, read from a file; runs that are recorded and played again
//! scenarios               crowds that are measured, random worlds that are tested
//!  sentences              reasons in words
//!  warnings               what is hardly meant in a level
//!   preview               what a dialog shows of a file of another program that is to become a level
//!         |
//!  commands  app          the program: without a window, and with one
//! ```
//!
//! `sim` and `app` keep such an order inside too: `sim` has `world`, `orders`, `planning` and `crowd`, with `links` and
//! `dynamic_obstacles` beside the world; `app` has `window`, `ui`, `view`, `modes` and `platform`.
//!
//! `cargo build --no-default-features` compiles what a game needs: all of these down to `script`, `replay`, `sentences` and
//! `warnings`. `preview`, `level::import` and `level::export` are behind the feature `import`, `scenarios` is behind `measure`,
//! and `commands` and `app` are the program, behind `cli` and `window`.
//!
//! # What always holds
//!
//! - Nothing in this library opens a window, reads a clock or touches a file.
//! - The same level, seed and commands give the same [`sim::Simulation::state_hash`].
//! - Nothing that an author or a player types makes it panic.
//! - Lengths are in world units, times in seconds, angles in degrees; y grows downward, with the rows of a level.

#![forbid(unsafe_code)]

pub mod agent;
pub mod angle;
pub mod format;
pub mod grid;
pub mod level;
pub mod method;
mod named;
pub mod nav;
mod parallel;
#[cfg(feature = "import")]
pub mod preview;
pub mod profile;
pub mod replay;
#[cfg(all(feature = "measure", not(target_arch = "wasm32")))]
pub mod scenarios;
pub mod script;
pub mod segment;
pub mod sentences;
pub mod sim;
pub mod sorting;
pub mod warnings;

/// Has the code in the pages for users of the library compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../examples/README.md")]
struct Readme;

/// The vectors of all points and velocities: macroquad's own version, so that a game needs no other.
pub use glam;
