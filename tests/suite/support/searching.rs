//! Asking for paths: queries in a word, in slices, and with all that the search has looked at.

use footpath::grid::Cell;
use footpath::nav::trace::TraceReplay;
use footpath::nav::{
    Connectivity, CornerRule, DiagonalCost, Method, NavGrid, Path, PathError, PathQuery, Search, Textbook, Trace,
    trace_path,
};
use proptest::prelude::*;

/// From a cell to the cheapest of some goals.
pub fn query(start: (i32, i32), goals: &[(i32, i32)]) -> PathQuery {
    let cell = |(x, y): (i32, i32)| Cell::new(x, y);
    PathQuery::to_any(cell(start), goals.iter().copied().map(cell).collect())
}

/// The answer to a query, and what the search knew in the end.
pub fn traced(grid: &NavGrid, query: &PathQuery) -> (Result<Path, PathError>, TraceReplay) {
    let mut trace = Trace::default();
    let found = trace_path(grid, query, &mut Search::default(), &mut trace);
    let mut replay = TraceReplay::new(trace, grid.lattice().width, grid.lattice().height);
    replay.play(usize::MAX);
    (found, replay)
}

/// The answer to a query in slices of at most that number of expansions, over and over.
pub fn find_in_slices(
    grid: &NavGrid,
    query: &PathQuery,
    budgets: &[u32],
    search: &mut Search,
) -> Result<Path, PathError> {
    in_slices(grid, query, budgets, search, |expanded, budget| assert!(expanded <= budget, "{expanded} of {budget}"))
}

/// The same by a search that uses up each slice but the last.
pub fn find_in_full_slices(grid: &NavGrid, query: &PathQuery, budgets: &[u32]) -> Result<Path, PathError> {
    in_slices(grid, query, budgets, &mut Search::default(), |expanded, budget| assert_eq!(expanded, budget))
}

fn in_slices(
    grid: &NavGrid,
    query: &PathQuery,
    budgets: &[u32],
    search: &mut Search,
    check: impl Fn(u32, u32),
) -> Result<Path, PathError> {
    search.begin(grid, query)?;
    let mut before = search.statistics().expanded;
    for &budget in budgets.iter().cycle() {
        if let Some(answer) = search.advance(grid, budget) {
            return answer;
        }
        check(search.statistics().expanded - before, budget);
        before = search.statistics().expanded;
    }
    unreachable!("the budgets repeat for ever")
}

/// An answer without its search statistics: what a search keeps in its memory saves it work.
pub fn without_statistics(answer: Result<Path, PathError>) -> Result<Path, String> {
    answer.map(|path| Path { statistics: Default::default(), ..path }).map_err(|error| error.to_string())
}

/// Any connectivity, corner rule and cost of diagonal steps.
pub fn rules() -> impl Strategy<Value = Method> {
    let connectivity = prop::sample::select(Connectivity::ALL.to_vec());
    let (corners, diagonal) =
        (prop::sample::select(CornerRule::ALL.to_vec()), prop::sample::select(DiagonalCost::ALL.to_vec()));
    (connectivity, corners, diagonal).prop_map(|(connectivity, corners, diagonal)| Method {
        connectivity,
        corners,
        diagonal,
        ..Method::default()
    })
}

/// As a textbook prints it, by any order, or not.
pub fn textbooks() -> impl Strategy<Value = Textbook> {
    prop_oneof![Just(Textbook::Off), prop::sample::select(Textbook::ALL.to_vec())]
}
