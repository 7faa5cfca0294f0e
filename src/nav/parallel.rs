//! Work on all processors at once, where there is enough of it. What comes out is the same as on one.

/// Work on fewer cells than this is done before other threads have started.
const WORTHWHILE: usize = 1 << 16;

/// How many rows of so many cells one worker takes of all of them; at least 1.
pub(super) fn share(rows: i32, width: usize) -> usize {
    let rows = rows.max(1) as usize;
    if rows * width < WORTHWHILE { rows } else { rows.div_ceil(workers()) }
}

#[cfg(not(target_arch = "wasm32"))]
fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(target_arch = "wasm32")]
fn workers() -> usize {
    1
}

/// Does some work for each item, each on a thread of its own.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn each<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync) {
    let work = &work;
    std::thread::scope(|scope| {
        let mut items = items.into_iter();
        let own = items.next();
        items.for_each(|item| _ = scope.spawn(move || work(item)));
        own.into_iter().for_each(work);
    });
}

/// Does some work for each item.
#[cfg(target_arch = "wasm32")]
pub(super) fn each<T>(items: Vec<T>, work: impl Fn(T)) {
    items.into_iter().for_each(work);
}

/// Does two things that concern so many cells, at the same time if that is worthwhile.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn both(cells: usize, one: impl FnOnce(), other: impl FnOnce() + Send) {
    if cells < WORTHWHILE || workers() == 1 {
        one();
        return other();
    }
    std::thread::scope(|scope| {
        scope.spawn(other);
        one();
    });
}

/// Does two things, one after the other.
#[cfg(target_arch = "wasm32")]
pub(super) fn both(_cells: usize, one: impl FnOnce(), other: impl FnOnce()) {
    one();
    other();
}
