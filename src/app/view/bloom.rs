//! The search for the player's order, shown for a moment where the debug layer is hidden: it grows from where it began, then
//! its path is there, and it fades.

use footpath::grid::{Cell, Lattice};
use footpath::nav::trace::StepKind;
use footpath::nav::{Search, Trace, trace_path};
use footpath::sim::{LastSearch, Simulation};
use glam::Vec2;
use macroquad::color::Color;

use crate::app::view::camera::Camera;
use crate::app::view::ground_colors::ground_colors;
use crate::app::window::draw_rectangle;

/// How long a search grows, in seconds: an agent has hardly begun to walk by then.
const GROWS: f32 = 0.33;

/// How long it fades after that, in seconds.
const FADES: f32 = 0.5;

/// The most cells that are shown: more of them take too much of a frame.
const MOST_CELLS: usize = 20_000;

/// How much of the ground a cell covers, from 0 to 1.
const STRENGTH: f32 = 0.6;

/// The part of the cells that are still gaining their colour while the search grows.
const FRONT: f32 = 0.25;

/// The cells that a search looked at, and how long they have been shown.
#[derive(Clone, Debug)]
pub struct Bloom {
    lattice: Lattice,
    /// In the order in which the search came to them.
    cells: Vec<Cell>,
    /// How long they have been shown, in seconds.
    age: f32,
}

impl Bloom {
    /// The bloom of a search; `None` where the search came to no cell, or to too many.
    pub fn of(sim: &Simulation, last: &LastSearch) -> Option<Bloom> {
        if last.statistics.expanded as usize > MOST_CELLS {
            return None;
        }
        let grid = sim.nav_grid(last.profile);
        let mut trace = Trace { omits_rejected: true, ..Trace::default() };
        // Where no path leads, what was looked at is of interest all the more.
        let _ = trace_path(grid, &last.query, &mut Search::default(), &mut trace);
        let is_looked_at = |kind: StepKind| matches!(kind, StepKind::Expanded | StepKind::Jumped);
        let cells: Vec<Cell> =
            trace.steps.iter().filter(|step| is_looked_at(step.kind)).map(|step| step.cell).collect();
        (!cells.is_empty() && cells.len() <= MOST_CELLS).then(|| Bloom { lattice: grid.lattice(), cells, age: 0.0 })
    }

    /// Lets time pass, in seconds; whether anything is still to be seen.
    pub fn grow(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.age < GROWS + FADES
    }

    /// Whether the search still grows, so that its path is not known yet.
    pub fn is_growing(&self) -> bool {
        self.age < GROWS
    }

    /// How much of its colour the cell at a place of the order has, from 0 to 1.
    fn strength(&self, place: usize) -> f32 {
        if !self.is_growing() {
            return (1.0 - (self.age - GROWS) / FADES).max(0.0);
        }
        let front = self.age / GROWS * (1.0 + FRONT);
        ((front - place as f32 / self.cells.len() as f32) / FRONT).clamp(0.0, 1.0)
    }

    /// Draws it onto the ground.
    pub fn draw(&self, camera: &Camera) {
        let side = self.lattice.tile_size * camera.scale;
        let gap = (0.06 * side).min(1.0);
        let color = ground_colors().closed;
        for (place, cell) in self.cells.iter().enumerate() {
            let strength = self.strength(place);
            let corner = camera.to_screen(self.lattice.centre(*cell)) - Vec2::splat(0.5 * side - gap);
            let is_seen = corner.cmpge(Vec2::splat(-side)).all() && corner.cmple(camera.viewport).all();
            if strength > 0.0 && is_seen {
                let color = Color { a: STRENGTH * strength, ..color };
                draw_rectangle(corner.x, corner.y, side - 2.0 * gap, side - 2.0 * gap, color);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::level::{Level, Order, Target};
    use footpath::sim::{Command, Selection};
    use glam::vec2;

    fn sent() -> Simulation {
        let text =
            "(version: 1, name: \"Yard\", legend: {'.': \"grass\", '#': \"wall\"}, agents: [(tile: (1, 1))], rows: [
            \"............\", \".....#......\", \".....#......\", \"...###......\", \".....#......\", \".....#......\",
            \".....#......\", \".....#......\"])";
        let mut sim = Simulation::new(Level::parse("yard", text).unwrap(), None);
        let to = Target::Point(vec2(10.5, 6.5));
        sim.step(&[Command::Order(Selection::All, Order::MoveTo(to))]);
        (0..30).for_each(|_| _ = sim.step(&[]));
        sim
    }

    #[test]
    fn it_grows_in_the_order_of_the_search_and_then_fades() {
        let sim = sent();
        let mut bloom = Bloom::of(&sim, sim.last_search().unwrap()).unwrap();
        let last = bloom.cells.len() - 1;
        assert!(last > 3, "{} cells", last + 1);
        assert_eq!(bloom.strength(0), 0.0);
        assert!(bloom.grow(0.5 * GROWS) && bloom.is_growing());
        assert_eq!((bloom.strength(0), bloom.strength(last)), (1.0, 0.0));
        assert!(bloom.grow(0.5 * GROWS + 0.5 * FADES) && !bloom.is_growing());
        assert!((bloom.strength(0) - 0.5).abs() < 1e-3 && (bloom.strength(last) - 0.5).abs() < 1e-3);
        assert!(!bloom.grow(FADES), "it is never gone");
    }
}
