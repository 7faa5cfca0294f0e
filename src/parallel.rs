//! Work on several threads at once, where the feature `parallel` is on and there is enough of it; what comes out is the
//! same on any number of threads. In the browser, and without the feature, everything runs on one.
//!
//! A tick is short and comes often, so its work goes to the threads of rayon, which are always there ([`each_pair`]). What
//! is made of a map goes to threads of its own: it may be made when it is first asked for, while others wait for it, and a
//! thread of rayon that waits takes up other work, which might ask for the same again and wait for itself.

/// Baking fewer cells than this is done before other threads have started.
const FEWEST_CELLS: usize = 1 << 16;

/// Pairs of things in one piece of work. A fixed number, so that pieces do not depend on how many threads there are.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const PAIRS: usize = 256;

/// How many rows of `width` cells one thread takes of `rows`; at least 1.
pub(crate) fn rows_per_thread(rows: i32, width: usize) -> usize {
    let rows = rows.max(1) as usize;
    if rows * width < FEWEST_CELLS { rows } else { rows.div_ceil(threads()) }
}

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
fn threads() -> usize {
    1
}

/// Does some work for each item, given its number and a workspace that the items of one thread share. No thread is
/// started for fewer than `fewest` items.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) fn each<T: Send, S: Default>(mut items: Vec<T>, fewest: usize, work: impl Fn(u32, T, &mut S) + Sync) {
    let share = items.len().div_ceil(threads()).max(fewest);
    let work = &work;
    std::thread::scope(|scope| {
        while items.len() > share {
            let first = items.len() - share;
            let last_ones = items.split_off(first);
            scope.spawn(move || each_from(first, last_ones, work));
        }
        each_from(0, items, work);
    });
}

/// Does some work for each item, given its number and a workspace that all share.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(crate) fn each<T, S: Default>(items: Vec<T>, _fewest: usize, work: impl Fn(u32, T, &mut S)) {
    each_from(0, items, &work);
}

fn each_from<T, S: Default>(first: usize, items: Vec<T>, work: &impl Fn(u32, T, &mut S)) {
    let mut space = S::default();
    items.into_iter().zip(first as u32..).for_each(|(item, number)| work(number, item, &mut space));
}

/// Does two things that concern `cells` cells, at the same time where that pays.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) fn both(cells: usize, one: impl FnOnce(), other: impl FnOnce() + Send) {
    if cells < FEWEST_CELLS || threads() == 1 {
        one();
        return other();
    }
    std::thread::scope(|scope| {
        scope.spawn(other);
        one();
    });
}

/// Does two things, one after the other.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(crate) fn both(_cells: usize, one: impl FnOnce(), other: impl FnOnce()) {
    one();
    other();
}

/// Does some work for each pair of things that have the same place in two slices of the same length, given that place.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) fn each_pair<A: Send, B: Send>(
    firsts: &mut [A],
    seconds: &mut [B],
    work: impl Fn(usize, &mut A, &mut B) + Sync,
) {
    use rayon::prelude::*;
    if firsts.len() <= PAIRS {
        return each_pair_from(0, firsts, seconds, work);
    }
    let chunks = firsts.par_chunks_mut(PAIRS).zip(seconds.par_chunks_mut(PAIRS));
    chunks.enumerate().for_each(|(chunk, (firsts, seconds))| each_pair_from(chunk * PAIRS, firsts, seconds, &work));
}

/// Does some work for each pair of things that have the same place in two slices of the same length, given that place.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(crate) fn each_pair<A, B>(firsts: &mut [A], seconds: &mut [B], work: impl Fn(usize, &mut A, &mut B)) {
    each_pair_from(0, firsts, seconds, work);
}

/// The same for a part of the slices that begins at a place.
fn each_pair_from<A, B>(start: usize, firsts: &mut [A], seconds: &mut [B], work: impl Fn(usize, &mut A, &mut B)) {
    for (place, (first, second)) in firsts.iter_mut().zip(seconds).enumerate() {
        work(start + place, first, second);
    }
}
