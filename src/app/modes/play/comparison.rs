//! One question put to every algorithm, a little in every frame.

use footpath::nav::{Algorithm, Method, Path, PathError, Search};
use footpath::sim::Simulation;
use macroquad::miniquad::date;

use crate::app::modes::figures::SearchFigures;
use crate::app::view::examined::{Measured, SearchProblem, WATCHED_EXPANSIONS, measure};

/// How long searches may keep a frame, in seconds.
const IN_A_FRAME: f64 = 0.006;

/// How many cells are expanded between two looks at the clock.
const BETWEEN_LOOKS: u32 = 2_000;

/// A search that takes longer is given up, in seconds.
const LONGEST: f64 = 2.0;

/// A search that takes less is repeated to measure it, in seconds.
const REPEATED: f64 = 0.012;

/// How one algorithm did.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonRow {
    /// The algorithm that was asked for.
    pub algorithm: Algorithm,
    /// What it found; `None` when it took too long.
    pub found: Option<Result<Path, PathError>>,
    /// The time and the memory that it took.
    pub measured: Measured,
}

impl ComparisonRow {
    /// What it took and found; `None` without a path.
    pub fn figures(&self) -> Option<SearchFigures> {
        let path = self.found.as_ref()?.as_ref().ok()?;
        Some(SearchFigures::of(path, None, Some(self.measured)))
    }
}

/// How every algorithm does on one question.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The question, whatever its algorithm.
    question: SearchProblem,
    /// The results of the algorithms that are done, in the order of [`Algorithm::ALL`].
    pub rows: Vec<ComparisonRow>,
    search: Search,
    /// How long the present one has taken, in seconds; `None` before it has begun.
    running: Option<f64>,
}

impl Comparison {
    /// Before the first algorithm.
    pub fn begin(question: SearchProblem) -> Comparison {
        let question = with_algorithm(&question, question.query.method.algorithm);
        Comparison { question, rows: Vec::new(), search: Search::default(), running: None }
    }

    /// Whether it answers this question, by whichever algorithm that was asked.
    pub fn is_about(&self, question: &SearchProblem) -> bool {
        self.question == with_algorithm(question, self.question.query.method.algorithm)
    }

    /// Whether every algorithm is done.
    pub fn is_done(&self) -> bool {
        self.rows.len() == Algorithm::ALL.len()
    }

    /// Goes on for as long as a frame allows.
    pub fn advance(&mut self, sim: &Simulation) {
        let begun = date::now();
        while !self.is_done() && (date::now() - begun).abs() < IN_A_FRAME {
            self.go_on(sim);
        }
    }

    /// Goes on with the present algorithm for a while.
    fn go_on(&mut self, sim: &Simulation) {
        let algorithm = Algorithm::ALL[self.rows.len()];
        let question = with_algorithm(&self.question, algorithm);
        let grid = sim.nav_grid(question.profile);
        let begun = date::now();
        let found = match self.running {
            None => {
                self.search = Search::default();
                self.search.begin(grid, &question.query).err().map(Err)
            }
            Some(_) => self.search.advance(grid, BETWEEN_LOOKS),
        };
        let taken = self.running.unwrap_or(0.0) + (date::now() - begun).abs();
        if found.is_none() && taken < LONGEST {
            self.running = Some(taken);
            return;
        }
        self.running = None;
        // The first search between chunks also prepares the map for those that follow.
        let prepares = algorithm == Algorithm::Hierarchical && found.is_some();
        let measured = match taken < REPEATED || prepares {
            true => measure(grid, &question, &mut self.search),
            false => Measured { micros: 1e6 * taken, bytes: self.search.bytes() },
        };
        self.rows.push(ComparisonRow { algorithm, found, measured });
    }
}

/// A question as it is put to another algorithm.
fn with_algorithm(question: &SearchProblem, algorithm: Algorithm) -> SearchProblem {
    let mut other = question.clone();
    let asked = question.query.method;
    // How many expansions an algorithm may take makes no other question.
    other.query.method = Method { algorithm, expansion_limit: WATCHED_EXPANSIONS, ..asked };
    // Nor do costs that change while all are at work: they would never be done.
    other.stamp = 0;
    other
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::grid::Cell;
    use footpath::nav::{Heuristic, PathQuery};

    fn question(method: Method) -> SearchProblem {
        let query = PathQuery::between(Cell::new(1, 1), Cell::new(7, 3)).by(method);
        SearchProblem { agent: None, profile: 0, query, map_revision: 0, stamp: 0 }
    }

    #[test]
    fn another_algorithm_is_the_same_question_and_another_estimate_is_not() {
        let comparison = Comparison::begin(question(Method::default()));
        let by = |algorithm| question(Method { algorithm, ..Method::default() });
        assert!(Algorithm::ALL.iter().all(|algorithm| comparison.is_about(&by(*algorithm))));
        let other = question(Method { heuristic: Heuristic::Zero, ..Method::default() });
        assert!(!comparison.is_about(&other));
    }
}
