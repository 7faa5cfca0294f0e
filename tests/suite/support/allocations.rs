//! How often a test's own thread asks for memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use footpath::nav::{NavGrid, Path, PathQuery, Search, find_path};

/// The system's allocator; each thread counts what it asks for.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // Gone while a thread ends; what it does then is not counted.
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

/// How often a query allocates the third time, with each path given back before the next query.
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
