//! One of the searches that are made side by side in the lab.

use footpath::nav::{Algorithm, Method, NavGrid, Search};

use crate::app::modes::figures::SearchFigures;
use crate::app::view::examined::{Detail, Examined, Measured, SearchProblem, measure};

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
    /// What it found and did, once it was made: from the start to the goal, or from there to the via point and from that to the
    /// goal.
    pub legs: Vec<Examined>,
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
        Lane { method, legs: Vec::new(), search: Search::default(), detail: Detail::Path }
    }

    /// A search by an algorithm that none of the others uses, and else as the first of them.
    pub fn beside(others: &[Method]) -> Lane {
        let is_new = |algorithm: &&Algorithm| others.iter().all(|other| other.algorithm != **algorithm);
        let algorithm = BESIDE.iter().find(is_new).copied().unwrap_or(Algorithm::AStar);
        let first = others.first().copied().unwrap_or_default();
        Lane::by(Method { algorithm, ..first })
    }

    /// Makes the searches of its legs unless they are made, with so much on record; whether they are others than before.
    pub fn look(&mut self, grid: &NavGrid, questions: Vec<SearchProblem>, detail: Detail) -> bool {
        let is_known = self.legs.iter().map(|leg| &leg.question).eq(&questions);
        if is_known && self.detail == detail {
            return false;
        }
        self.detail = detail;
        let mut known = std::mem::take(&mut self.legs).into_iter();
        for question in questions {
            let known = known.next();
            let measured = known.as_ref().filter(|known| known.question == question).and_then(|known| known.measured);
            let examined = Examined::begin(grid, question, &mut self.search, known, detail);
            self.legs.push(Examined { measured, ..examined });
        }
        !is_known
    }

    /// Forgets what it found.
    pub fn forget(&mut self) {
        self.legs.clear();
    }

    /// Tells how long it takes and how much memory, unless that is known; whether it was measured now.
    pub fn measure(&mut self, grid: &NavGrid) -> bool {
        let unmeasured = self.legs.iter_mut().find(|leg| leg.measured.is_none());
        let is_due = unmeasured.is_some();
        if let Some(leg) = unmeasured {
            leg.measured = Some(measure(grid, &leg.question, &mut self.search));
        }
        is_due
    }

    /// Plays it so far, one leg after the other.
    pub fn play(&mut self, mut steps: usize) {
        for leg in &mut self.legs {
            let own = steps.min(leg.replay.trace().steps.len());
            leg.replay.play(own);
            steps -= own;
        }
    }

    /// The leg that is played now: the last one that has begun.
    pub fn played_leg(&self) -> Option<&Examined> {
        self.legs.iter().rfind(|leg| leg.replay.played() > 0).or(self.legs.first())
    }

    /// What its paths cost together, in tiles; infinity where one leads nowhere, `None` before it is made.
    pub fn cost_to_goal(&self) -> Option<f64> {
        (!self.legs.is_empty()).then(|| self.legs.iter().map(Examined::cost_to_goal).sum())
    }

    /// What it took and found, of all legs together; `None` without a path.
    pub fn figures(&self) -> Option<SearchFigures> {
        let of_leg = |leg: &Examined| {
            let path = leg.found.as_ref().ok()?;
            let peak = (self.detail != Detail::Path).then_some(leg.contents.peak_open);
            Some(SearchFigures::of(path, peak, leg.measured))
        };
        let figures: Option<Vec<SearchFigures>> = self.legs.iter().map(of_leg).collect();
        figures?.into_iter().reduce(SearchFigures::and)
    }

    /// How many steps it made.
    pub fn steps(&self) -> usize {
        self.legs.iter().map(|leg| leg.replay.trace().steps.len()).sum()
    }

    /// What its legs take together, once all of them are measured.
    pub fn measured(&self) -> Option<Measured> {
        let all: Option<Vec<Measured>> = self.legs.iter().map(|leg| leg.measured).collect();
        all?.into_iter().reduce(Measured::and)
    }

    /// How long it takes, in microseconds, once that is measured.
    pub fn micros(&self) -> Option<f64> {
        self.measured().map(|measured| measured.micros)
    }
}
