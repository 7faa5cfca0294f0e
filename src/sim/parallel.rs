//! Work on many things, each by itself: what comes out is the same on any number of threads.

/// How many pairs are one piece of work. A fixed number, so that pieces do not depend on how many threads there are.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const CHUNK: usize = 256;

/// Does some work for each pair of things that have the same place in two slices of the same length.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(super) fn each_pair<A: Send, B: Send>(firsts: &mut [A], seconds: &mut [B], work: impl Fn(&mut A, &mut B) + Sync) {
    use rayon::prelude::*;
    if firsts.len() <= CHUNK {
        return firsts.iter_mut().zip(seconds).for_each(|(first, second)| work(first, second));
    }
    let chunks = firsts.par_chunks_mut(CHUNK).zip(seconds.par_chunks_mut(CHUNK));
    chunks.for_each(|(firsts, seconds)| {
        firsts.iter_mut().zip(seconds).for_each(|(first, second)| work(first, second));
    });
}

/// Does some work for each pair of things that have the same place in two slices of the same length.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(super) fn each_pair<A, B>(firsts: &mut [A], seconds: &mut [B], work: impl Fn(&mut A, &mut B)) {
    firsts.iter_mut().zip(seconds).for_each(|(first, second)| work(first, second));
}
