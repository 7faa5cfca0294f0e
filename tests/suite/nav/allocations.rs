//! That a repeated query allocates nothing.

use footpath::grid::Cell;
use footpath::nav::{Algorithm, Heuristic, Method, PathQuery, Search, find_path};

use crate::support::allocations::allocations_when_repeated;
use crate::support::maps::baked;

#[test]
fn repeated_best_first_search_allocates_nothing() {
    let rows = [".".repeat(60), format!(".{}.", "#".repeat(58)), "~.".repeat(30), ".=~".repeat(20)];
    let grid = baked(&rows.iter().cycle().take(40).collect::<Vec<_>>());
    for &algorithm in BEST_FIRST {
        for heuristic in Heuristic::ALL {
            let method = Method { algorithm, heuristic, ..Method::default() };
            let goals = vec![Cell::new(59, 39), Cell::new(0, 39), Cell::new(59, 38)];
            let query = PathQuery::to_any(Cell::new(3, 0), goals).by(method);
            assert_eq!(allocations_when_repeated(&grid, &query), 0, "{algorithm:?} by {heuristic:?}");
        }
    }
}

/// On even ground, where every search is the one that was asked for.
#[test]
fn no_repeated_search_allocates() {
    let rows = [".".repeat(60), format!(".{}.", "#".repeat(58)), ".".repeat(60), ".##..".repeat(12)];
    let grid = baked(&rows.iter().cycle().take(40).collect::<Vec<_>>());
    for algorithm in Algorithm::ALL {
        let query = PathQuery::between(Cell::new(3, 0), Cell::new(20, 6));
        let query = query.by(Method { algorithm, ..Method::default() });
        assert_eq!(allocations_when_repeated(&grid, &query), 0, "{algorithm:?}");
    }
}

#[test]
fn best_first_search_takes_at_most_24_bytes_a_cell() {
    let grid = baked(&vec![".".repeat(100); 100]);
    for &algorithm in BEST_FIRST {
        let query = PathQuery::between(Cell::new(50, 50), Cell::new(99, 3));
        let mut search = Search::default();
        find_path(&grid, &query.by(Method { algorithm, ..Method::default() }), &mut search).unwrap();
        assert!(search.bytes() <= 24 * 100 * 100, "{algorithm:?}: {} bytes", search.bytes());
    }
}

const BEST_FIRST: &[Algorithm] =
    &[Algorithm::Dijkstra, Algorithm::AStar, Algorithm::WeightedAStar, Algorithm::Greedy, Algorithm::BreadthFirst];
