//! One of the searches that are made side by side in the lab.

use footpath::nav::{Algorithm, Method, NavGrid, Search};
use footpath::sim::Simulation;

use crate::app::modes::figures::Figures;
use crate::app::view::examined::{Detail, Examined, Question, measure};

/// The algorithms that are put beside others, in this order.
const BESIDE: [Algorithm; 6] = [
    Algorithm::Dijkstra,
    Algorithm::Greedy,
    Algorithm::JumpPoint,
    Algorithm::BidirectionalAStar,
    Algorithm::BreadthFirst,
    Algorithm::IdaStar,
];

/// A search and what became of it.
pub struct Lane {
    /// How it searches.
    pub method: Method,
    /// What it found and did, once it was made.
    pub examined: Option<Examined>,
    search: Search,
    /// How much is on record of what it did.
    detail: Detail,
}

impl Default for Lane {
    fn default() -> Lane {
        Lane::by(Method { algorithm: Algorithm::AStar, ..Method::default() })
    }
}

impl Lane {
    /// A search by this method, not yet made.
    pub fn by(method: Method) -> Lane {
        Lane { method, examined: None, search: Search::default(), detail: Detail::Path }
    }

    /// A search by an algorithm that none of the others uses, and else as the first of them.
    pub fn beside(others: &[Method]) -> Lane {
        let is_new = |algorithm: &&Algorithm| others.iter().all(|other| other.algorithm != **algorithm);
        let algorithm = BESIDE.iter().find(is_new).copied().unwrap_or(Algorithm::AStar);
        let first = others.first().copied().unwrap_or_default();
        Lane::by(Method { algorithm, ..first })
    }

    /// Makes the search unless it is made, with so much on record; whether it is another one than before.
    pub fn look(&mut self, grid: &NavGrid, question: Question, detail: Detail) -> bool {
        let is_known = self.examined.as_ref().is_some_and(|known| known.question == question);
        if is_known && self.detail == detail {
            return false;
        }
        self.detail = detail;
        let known = self.examined.take();
        let measured = known.as_ref().filter(|_| is_known).and_then(|known| known.measured);
        let examined = Examined::begin(grid, question, &mut self.search, known, detail);
        self.examined = Some(Examined { measured, ..examined });
        !is_known
    }

    /// Forgets what it found.
    pub fn forget(&mut self) {
        self.examined = None;
    }

    /// Tells how long it takes and how much memory, unless that is known; whether it was measured now.
    pub fn measure(&mut self, sim: &Simulation) -> bool {
        match &mut self.examined {
            Some(examined) if examined.measured.is_none() => {
                examined.measured = Some(measure(sim, &examined.question));
                true
            }
            _ => false,
        }
    }

    /// Plays it so far.
    pub fn play(&mut self, steps: usize) {
        if let Some(examined) = &mut self.examined {
            examined.replay.play(steps);
        }
    }

    /// What it took and found; `None` without a path.
    pub fn figures(&self) -> Option<Figures> {
        let examined = self.examined.as_ref()?;
        let path = examined.found.as_ref().ok()?;
        let peak = (self.detail != Detail::Path).then_some(examined.contents.peak_open);
        Some(Figures::of(path, peak, examined.measured))
    }

    /// How many steps it made.
    pub fn steps(&self) -> usize {
        self.examined.as_ref().map_or(0, |examined| examined.replay.trace().steps.len())
    }

    /// How long it takes, in microseconds, once that is measured.
    pub fn micros(&self) -> Option<f64> {
        Some(self.examined.as_ref()?.measured?.micros)
    }
}
