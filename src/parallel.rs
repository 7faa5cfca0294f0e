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
const PAIRS: usize = WORKED_ON;

/// Up to this many things are copied from one list to another, or looked at, on one thread.
pub(crate) const COPIED: usize = 1 << 13;

/// Up to this many things are worked on, as an agent is in a tick, on one thread.
pub(crate) const WORKED_ON: usize = 256;

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

/// Does the work of [`each_pair`] for a part of the slices that begins at the place `start`.
fn each_pair_from<A, B>(start: usize, firsts: &mut [A], seconds: &mut [B], work: impl Fn(usize, &mut A, &mut B)) {
    for (place, (first, second)) in firsts.iter_mut().zip(seconds).enumerate() {
        work(start + place, first, second);
    }
}

/// Does some work for those pairs of things in two slices of the same length whose places are listed, in order; given
/// the number in that list.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) fn each_pair_at<A: Send, B: Send>(
    places: &[usize],
    firsts: &mut [A],
    seconds: &mut [B],
    work: impl Fn(usize, &mut A, &mut B) + Sync,
) {
    use rayon::prelude::*;
    if places.len() <= PAIRS {
        return places.iter().enumerate().for_each(|(number, &place)| {
            work(number, &mut firsts[place], &mut seconds[place]);
        });
    }
    let chunks = firsts.par_chunks_mut(PAIRS).zip(seconds.par_chunks_mut(PAIRS));
    chunks.enumerate().for_each(|(chunk, (firsts, seconds))| {
        let (start, end) = (chunk * PAIRS, chunk * PAIRS + firsts.len());
        let first = places.partition_point(|&place| place < start);
        let in_chunk = places[first..].iter().copied().take_while(|&place| place < end);
        for (at, number) in in_chunk.map(|place| place - start).zip(first..) {
            work(number, &mut firsts[at], &mut seconds[at]);
        }
    });
}

/// Does some work for those pairs of things in two slices of the same length whose places are listed, in order; given
/// the number in that list.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(crate) fn each_pair_at<A, B>(
    places: &[usize],
    firsts: &mut [A],
    seconds: &mut [B],
    work: impl Fn(usize, &mut A, &mut B),
) {
    for (number, &place) in places.iter().enumerate() {
        work(number, &mut firsts[place], &mut seconds[place]);
    }
}

/// Fills a list with what is made of each thing of another one, in order. Up to `few` things are worth no other thread.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) fn map_into<A: Sync, B: Send>(list: &mut Vec<B>, things: &[A], few: usize, make: impl Fn(&A) -> B + Sync) {
    use rayon::prelude::*;
    if things.len() <= few {
        list.clear();
        return list.extend(things.iter().map(make));
    }
    things.par_iter().with_min_len(PAIRS).map(&make).collect_into_vec(list);
}

/// Fills a list with what is made of each thing of another one, in order.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(crate) fn map_into<A, B>(list: &mut Vec<B>, things: &[A], _few: usize, make: impl Fn(&A) -> B) {
    list.clear();
    list.extend(things.iter().map(make));
}

/// Fills a list with the places, in order, of the things that meet a condition.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) fn places<A: Sync>(list: &mut Vec<usize>, things: &[A], meets: impl Fn(&A) -> bool + Sync) {
    use rayon::prelude::*;
    list.clear();
    if things.len() <= COPIED {
        return list.extend(places_from(0, things, meets));
    }
    let pieces = things.par_chunks(COPIED).enumerate();
    let found = pieces.map(|(piece, things)| places_from(piece * COPIED, things, &meets).collect::<Vec<usize>>());
    found.collect::<Vec<Vec<usize>>>().iter().for_each(|found| list.extend_from_slice(found));
}

/// What is made of all of some things: of pieces of them, at least of one, and then of two such results at a time, for which
/// neither order nor grouping may make a difference. Up to `few` things are worth no other thread.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) fn reduce<A: Sync, B: Send>(
    things: &[A],
    few: usize,
    of_piece: impl Fn(&[A]) -> B + Send + Sync,
    join: impl Fn(B, B) -> B + Send + Sync,
) -> B {
    use rayon::prelude::*;
    if things.len() <= few {
        return of_piece(things);
    }
    things.par_chunks(few).map(&of_piece).reduce(|| of_piece(&[]), join)
}

/// What is made of all of some things.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(crate) fn reduce<A, B>(things: &[A], _few: usize, of_piece: impl Fn(&[A]) -> B, _join: impl Fn(B, B) -> B) -> B {
    of_piece(things)
}

/// Fills a list with what is made of some of the things of another one, in order. Up to `few` things are worth no other
/// thread.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) fn filter_map_into<A: Sync, B: Clone + Send>(
    list: &mut Vec<B>,
    things: &[A],
    few: usize,
    make: impl Fn(&A) -> Option<B> + Sync,
) {
    use rayon::prelude::*;
    list.clear();
    if things.len() <= few {
        return list.extend(things.iter().filter_map(make));
    }
    let made = things.par_chunks(few).map(|piece| piece.iter().filter_map(&make).collect::<Vec<B>>());
    made.collect::<Vec<Vec<B>>>().iter().for_each(|made| list.extend_from_slice(made));
}

/// Fills a list with what is made of some of the things of another one, in order.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(crate) fn filter_map_into<A, B>(list: &mut Vec<B>, things: &[A], _few: usize, make: impl Fn(&A) -> Option<B>) {
    list.clear();
    list.extend(things.iter().filter_map(make));
}

/// Fills a list with the places, in order, of the things that meet a condition.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(crate) fn places<A>(list: &mut Vec<usize>, things: &[A], meets: impl Fn(&A) -> bool) {
    list.clear();
    list.extend(places_from(0, things, meets));
}

/// The places, in order, of the things that meet a condition, in a part that begins at the place `start`.
fn places_from<A>(start: usize, things: &[A], meets: impl Fn(&A) -> bool) -> impl Iterator<Item = usize> {
    let places = things.iter().zip(start..);
    places.filter(move |(thing, _)| meets(thing)).map(|(_, place)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_is_worked_on_at_its_place_and_nothing_else() {
        let numbers: Vec<u32> = (0..20_000).collect();
        let mut chosen = vec![1];
        places(&mut chosen, &numbers, |number| number % 7 == 3);
        assert_eq!(chosen, (0..20_000).filter(|number| number % 7 == 3).collect::<Vec<usize>>());
        let (mut firsts, mut seconds) = (vec![0; 20_000], Vec::new());
        map_into(&mut seconds, &numbers, COPIED, |number| 2 * number);
        each_pair_at(&chosen, &mut firsts, &mut seconds, |number, first, second| {
            assert_eq!(chosen[number] as u32 * 2, *second);
            *first = *second;
            *second = 0;
        });
        for (number, (&first, &second)) in numbers.iter().zip(firsts.iter().zip(&seconds)) {
            let is_chosen = number % 7 == 3;
            assert_eq!((first, second), if is_chosen { (2 * number, 0) } else { (0, 2 * number) });
        }
    }
}
