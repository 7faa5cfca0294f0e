//! Work on many things, each by itself: what comes out is the same on any number of threads.

/// How many pairs are one piece of work. A fixed number, so that pieces do not depend on how many threads there are.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const CHUNK: usize = 256;

/// Does some work for each pair of things that have the same place in two slices of the same length, and is told that
/// place.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub fn each_pair<A: Send, B: Send>(firsts: &mut [A], seconds: &mut [B], work: impl Fn(usize, &mut A, &mut B) + Sync) {
    use rayon::prelude::*;
    if firsts.len() <= CHUNK {
        return each_from(0, firsts, seconds, work);
    }
    let chunks = firsts.par_chunks_mut(CHUNK).zip(seconds.par_chunks_mut(CHUNK));
    chunks.enumerate().for_each(|(chunk, (firsts, seconds))| each_from(chunk * CHUNK, firsts, seconds, &work));
}

/// Does some work for each pair of things that have the same place in two slices of the same length, and is told that
/// place.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub fn each_pair<A, B>(firsts: &mut [A], seconds: &mut [B], work: impl Fn(usize, &mut A, &mut B)) {
    each_from(0, firsts, seconds, work);
}

/// The same for a part of the slices that begins at a place.
fn each_from<A, B>(start: usize, firsts: &mut [A], seconds: &mut [B], work: impl Fn(usize, &mut A, &mut B)) {
    for (place, (first, second)) in firsts.iter_mut().zip(seconds).enumerate() {
        work(start + place, first, second);
    }
}
