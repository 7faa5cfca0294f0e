//! Searches in Rust and in C#, as one would write them, and which of their lines a step belongs to.
//!
//! Each is a file of its own, so that the Rust of it is compiled and run by a test. Between the lines stands which parts of the
//! algorithm those after it do, as in `//= Known Needless`.

#[cfg(test)]
mod a_star;
#[cfg(test)]
mod breadth_first;
#[cfg(test)]
mod depth_first;
#[cfg(test)]
mod dijkstra;
#[cfg(test)]
mod greedy;
#[cfg(test)]
mod ground;
#[cfg(test)]
mod weighted_a_star;

use std::ops::Range;

use super::algorithms::{self, LineRole};
use crate::nav::trace::Moment;
use crate::nav::{Algorithm, Method};

/// In what an algorithm is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CodeLanguage {
    /// In words: see [its lines](algorithms::lines).
    #[default]
    PseudoCode,
    /// In Rust.
    Rust,
    /// In C#.
    CSharp,
}

impl CodeLanguage {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            CodeLanguage::PseudoCode => "pseudo-code",
            CodeLanguage::Rust => "Rust",
            CodeLanguage::CSharp => "C#",
        }
    }

    /// The next one, after the last the first.
    pub fn next(self) -> CodeLanguage {
        match self {
            CodeLanguage::PseudoCode => CodeLanguage::Rust,
            CodeLanguage::Rust => CodeLanguage::CSharp,
            CodeLanguage::CSharp => CodeLanguage::PseudoCode,
        }
    }
}

/// Before the parts that the lines after it do.
const MARK: &str = "//=";

/// The file of an algorithm in a language; there is none of those that would take pages.
fn file(algorithm: Algorithm, language: CodeLanguage) -> Option<&'static str> {
    macro_rules! files {
        ($name:literal) => {
            match language {
                CodeLanguage::PseudoCode => None,
                CodeLanguage::Rust => Some(include_str!(concat!("source_code/", $name, ".rs"))),
                CodeLanguage::CSharp => Some(include_str!(concat!("source_code/", $name, ".cs"))),
            }
        };
    }
    match algorithm {
        Algorithm::Dijkstra => files!("dijkstra"),
        Algorithm::AStar => files!("a_star"),
        Algorithm::WeightedAStar => files!("weighted_a_star"),
        Algorithm::Greedy => files!("greedy"),
        Algorithm::BreadthFirst => files!("breadth_first"),
        Algorithm::DepthFirst => files!("depth_first"),
        _ => None,
    }
}

/// The lines of a file from its function on, each with what is said of the parts that it does.
fn tagged(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let code = file.lines().skip_while(|line| !line.starts_with("pub fn") && !line.starts_with("static"));
    let mut parts = "";
    code.filter_map(move |line| match line.trim_start().strip_prefix(MARK) {
        Some(marks) => {
            parts = marks;
            None
        }
        None => Some((line, parts)),
    })
}

/// Whether an algorithm is written in a language; the others are there in pseudo-code alone.
pub fn is_written(algorithm: Algorithm, language: CodeLanguage) -> bool {
    language == CodeLanguage::PseudoCode || file(algorithm, language).is_some()
}

/// The lines of a method in a language, indented by spaces; in pseudo-code where it is not written in that.
///
/// ```
/// use footpath::nav::{Algorithm, Method};
/// use footpath::sentences::source_code::{self, CodeLanguage};
/// let method = Method { algorithm: Algorithm::AStar, ..Method::default() };
/// let lines = source_code::lines(&method, CodeLanguage::Rust);
/// assert_eq!(lines[0], "pub fn a_star(ground: &Ground, start: Cell, goal: Cell) -> Option<Vec<Cell>> {");
/// ```
pub fn lines(method: &Method, language: CodeLanguage) -> Vec<&'static str> {
    match file(method.algorithm, language) {
        Some(file) => tagged(file).map(|(line, _)| line).collect(),
        None => algorithms::lines(method),
    }
}

/// Which of the [lines] of the trace's method a step belongs to.
pub fn lines_of(moment: &Moment, language: CodeLanguage) -> Range<usize> {
    let Some(file) = file(moment.trace.method.algorithm, language) else {
        let line = algorithms::line_of(moment);
        return line..line + 1;
    };
    let does = |part: LineRole| {
        let name = format!("{part:?}");
        let is_of = move |parts: &str| parts.split_whitespace().any(|word| word == name);
        let first = tagged(file).position(|(_, parts)| is_of(parts))?;
        let (_, own) = tagged(file).nth(first)?;
        let count = tagged(file).skip(first).take_while(|(_, parts)| std::ptr::eq(*parts, own)).count();
        Some(first..first + count)
    };
    algorithms::parts(moment).into_iter().find_map(does).unwrap_or(0..1)
}

#[cfg(test)]
mod tests {
    use super::ground::{Cell, Ground, path};
    use super::{a_star, breadth_first, depth_first, dijkstra, greedy, weighted_a_star};
    use crate::grid::Cell as GridCell;
    use crate::nav::{Heuristic, Method, NavGrid, PathQuery, PathStatus, Search, find_path};

    const ROWS: [&str; 9] = [
        "............",
        ".#######.##.",
        ".#.....#.#..",
        ".#.###.#.#.#",
        "...#...#.#..",
        ".###.###.##.",
        ".....#......",
        ".###.#.####.",
        "............",
    ];

    type Code = fn(&Ground, Cell, Cell) -> Option<Vec<Cell>>;

    const CODE: [Code; 6] = [
        dijkstra::dijkstra,
        a_star::a_star,
        |ground, start, goal| weighted_a_star::weighted_a_star(ground, start, goal, 1),
        breadth_first::breadth_first,
        greedy::greedy,
        depth_first::depth_first,
    ];

    fn cost(ground: &Ground, path: &[Cell]) -> u32 {
        let step = |pair: &[Cell]| {
            assert!(ground.neighbours(pair[0]).contains(&pair[1]), "{pair:?} is no step");
            ground.step(pair[0], pair[1])
        };
        path.windows(2).map(step).sum()
    }

    #[test]
    fn the_code_that_is_shown_finds_what_the_searches_find() {
        let ground = Ground { rows: ROWS.to_vec() };
        let grid = NavGrid::from_rows(&ROWS).expect("it is a map");
        let (start, goals) = ((0, 0), [(11, 8), (5, 4), (2, 2), (11, 3), (0, 0)]);
        for goal in goals {
            let query = PathQuery::between(GridCell::new(start.0, start.1), GridCell::new(goal.0, goal.1));
            let query = query.by(Method { heuristic: Heuristic::Octile, ..Method::default() });
            let known = find_path(&grid, &query, &mut Search::default());
            for (number, code) in CODE.iter().enumerate() {
                let found = code(&ground, start, goal);
                let is_complete = known.as_ref().is_ok_and(|known| known.status == PathStatus::Complete);
                assert_eq!(found.is_some(), is_complete, "{number} to {goal:?}");
                let (Some(found), Ok(known)) = (found, &known) else { continue };
                assert_eq!((found.first(), found.last()), (Some(&start), Some(&goal)), "{number} to {goal:?}");
                let found = f64::from(cost(&ground, &found)) / 985.0;
                match number {
                    0..3 => assert!((found - known.cost).abs() < 1e-9, "{number} to {goal:?}: {found}, {}", known.cost),
                    _ => assert!(found > known.cost - 1e-9, "{number} to {goal:?}"),
                }
            }
        }
    }

    #[test]
    fn a_start_is_its_own_path() {
        assert_eq!(path(&std::collections::HashMap::new(), (3, 4)), [(3, 4)]);
    }
}
