//! What the last search did: its open and closed set on the ground, its numbers measured.

use footpath::nav::trace::{NodeSet, Replay};
use footpath::nav::{PathStatus, Search, Trace, find_path, trace_path};
use footpath::sim::{LastSearch, Simulation};
use glam::vec2;
use macroquad::color::Color;
use macroquad::shapes::draw_rectangle;

use super::{View, short};
use crate::app::game::Game;
use crate::app::ink::{Ink, SMALL};

/// Cells that were seen and not expanded.
pub const OPEN: Color = Color::new(0.16, 0.62, 0.88, 0.50);
/// Cells that were expanded.
pub const CLOSED: Color = Color::new(0.46, 0.28, 0.72, 0.36);
const WORDS: Color = Color::new(0.04, 0.04, 0.10, 0.95);

/// From this size of a tile on, in pixels, g, h and f are written into it.
const NUMBERS_FROM: f32 = 80.0;

/// How long a search is repeated to measure it, in seconds.
const MEASURE_FOR: f64 = 0.002;

/// A search and how it came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The search.
    pub last: LastSearch,
    /// Whether it reached the goal; `None` when there was no way at all.
    pub status: Option<PathStatus>,
    /// Length of the path in tiles.
    pub length: f64,
    /// Cost of the path in tiles.
    pub cost: f64,
    /// Microseconds that it takes.
    pub micros: f64,
}

impl Measured {
    /// Makes the search again, on the ground as it is now, until enough time has passed to tell how
    /// long one takes.
    pub fn of(sim: &Simulation, last: &LastSearch) -> Measured {
        let (grid, mut search) = (sim.nav_grid(last.profile), Search::default());
        let mut path = find_path(grid, &last.query, &mut search);
        let begun = macroquad::time::get_time();
        let (mut times, mut passed) = (0, 0.0);
        while passed < MEASURE_FOR {
            path = find_path(grid, &last.query, &mut search);
            times += 1;
            passed = (macroquad::time::get_time() - begun).abs();
        }
        let micros = 1e6 * passed / times as f64;
        let (status, length, cost) = path.map_or((None, 0.0, 0.0), |path| (Some(path.status), path.length, path.cost));
        Measured { last: last.clone(), status, length, cost, micros }
    }
}

pub(super) fn draw(game: &Game, view: &View, ink: &mut Ink) {
    let sim = game.planned();
    let Some(last) = sim.last_search() else { return };
    let (mut trace, lattice) = (Trace::default(), sim.map().lattice);
    let _ = trace_path(sim.nav_grid(last.profile), &last.query, &mut Search::default(), &mut trace);
    let mut search = Replay::new(lattice.width, lattice.height);
    search.play(&trace, usize::MAX);
    let gap = if view.tile > 12.0 { 1.0 } else { 0.0 };
    for tile in view.tiles.cells() {
        let Some(node) = search.node(tile) else { continue };
        let corner = view.corner(tile);
        let color = if node.set == NodeSet::Open { OPEN } else { CLOSED };
        draw_rectangle(corner.x + gap, corner.y + gap, view.tile - 2.0 * gap, view.tile - 2.0 * gap, color);
        if view.tile >= NUMBERS_FROM {
            let line = |row: f32| corner + vec2(4.0, view.tile - 50.0 + 15.0 * row);
            ink.write(format!("g {}", short(node.g)), line(0.0), SMALL, WORDS);
            ink.write(format!("h {}", short(node.h)), line(1.0), SMALL, WORDS);
            ink.write(format!("f {}", short(node.f())), line(2.0), SMALL, WORDS);
        }
    }
}
