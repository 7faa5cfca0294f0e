//! That a repeated query allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell as Counter;

use footpath::grid::Cell;
use footpath::nav::{Algorithm, Heuristic, Method, NavGrid, Path, PathQuery, Search, find_path};

use crate::nav::find_path::baked;

/// The system's allocator; each thread counts what it asks for.
struct Counting;

thread_local! {
    static ALLOCATIONS: Counter<usize> = const { Counter::new(0) };
}

fn count() {
    // Gone while a thread ends; what it does then concerns nobody.
    let _ = ALLOCATIONS.try_with(|counter| counter.set(counter.get() + 1));
}

// SAFETY: everything is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread has asked for memory, or for more of it, while it did something.
pub fn allocations_in(does: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    does();
    ALLOCATIONS.get() - before
}

/// How often a query allocates when it is put a third time, each path given back before the next is asked for.
pub fn allocations_when_repeated(grid: &NavGrid, query: &PathQuery) -> usize {
    let mut search = Search::default();
    let ask = |search: &mut Search| {
        let path: Path = find_path(grid, query, search).expect("the goal can be reached");
        search.reuse(path);
    };
    ask(&mut search);
    ask(&mut search);
    allocations_in(|| ask(&mut search))
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations_in(|| drop(std::hint::black_box(Box::new(1)))), 1);
    assert_eq!(allocations_in(|| ()), 0);
}

#[test]
fn repeated_best_first_search_allocates_nothing() {
    let rows = [".".repeat(60), format!(".{}.", "#".repeat(58)), "~.".repeat(30), ".=~".repeat(20)];
    let grid = baked(&rows.iter().cycle().take(40).collect::<Vec<_>>());
    for &algorithm in BEST_FIRST {
        for &heuristic in Heuristic::ALL {
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
    for &algorithm in Algorithm::ALL {
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
