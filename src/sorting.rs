//! Sorting: fast on a desktop, small in the browser.
//!
//! The standard library's sort is about four kilobytes of code for each element type, and there are many. The browser
//! build sorts by heap instead (J. Williams, "Algorithm 232: Heapsort", Communications of the ACM 7, 1964): a tenth of
//! the code, and as many comparisons up to a constant factor. An ordered map or set that is collected from an iterator is
//! sorted with the standard library's sort too; [`map`] and [`set`] put one entry in after the other instead. With the
//! standard library's sort the game's wasm, of 1134 kB with brotli, is 33 kB larger.

use std::collections::{BTreeMap, BTreeSet};

/// An ordered map of these entries; of equal keys the last one counts.
///
/// ```
/// use footpath::sorting;
/// let lengths = sorting::map(["wide", "maze", "town hall"].map(|name| (name.len(), name)));
/// assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [(4, "maze"), (9, "town hall")]);
/// ```
pub fn map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}

/// An ordered set of these elements.
///
/// ```
/// use footpath::sorting;
/// assert_eq!(sorting::set([3, 1, 3]).into_iter().collect::<Vec<_>>(), [1, 3]);
/// ```
pub fn set<T: Ord>(elements: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(elements);
    set
}

/// Sorts a list in place. Equal elements must be indistinguishable: their order is unspecified.
pub fn sort<T: Copy + Ord>(list: &mut [T]) {
    sort_by_key(list, |element| element);
}

/// Sorts a list in place by the `key` of each element; the order of elements with equal keys is unspecified.
#[cfg(not(target_arch = "wasm32"))]
pub fn sort_by_key<T: Copy, K: Ord>(list: &mut [T], key: impl Fn(T) -> K) {
    list.sort_unstable_by_key(|&element| key(element));
}

/// Sorts a list in place by the `key` of each element; the order of elements with equal keys is unspecified.
#[cfg(target_arch = "wasm32")]
pub fn sort_by_key<T: Copy, K: Ord>(list: &mut [T], key: impl Fn(T) -> K) {
    sort_by_heap(list, key);
}

#[cfg(any(target_arch = "wasm32", test))]
fn sort_by_heap<T: Copy, K: Ord>(list: &mut [T], key: impl Fn(T) -> K) {
    // First every element sinks to its place in the heap, from the last to the first; then the greatest is removed
    // again and again.
    let (mut top, mut end) = (list.len() / 2, list.len());
    while end > 1 {
        if top > 0 {
            top -= 1;
        } else {
            end -= 1;
            list.swap(0, end);
        }
        let mut at = top;
        while 2 * at + 1 < end {
            let mut below = 2 * at + 1;
            if below + 1 < end && key(list[below]) < key(list[below + 1]) {
                below += 1;
            }
            if key(list[at]) >= key(list[below]) {
                break;
            }
            list.swap(at, below);
            at = below;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;

    /// Numbers without order, many of them twice.
    fn numbers(count: u32) -> Vec<u32> {
        (0..count).map(|number| number.wrapping_mul(2_654_435_761) >> 26).collect()
    }

    #[test]
    fn a_heap_sorts_as_the_standard_library_does() {
        for count in 0..200 {
            let (mut by_heap, mut expected) = (numbers(count), numbers(count));
            expected.sort();
            sort_by_heap(&mut by_heap, |number| number);
            assert_eq!(by_heap, expected);
            expected.reverse();
            sort_by_heap(&mut by_heap, Reverse);
            assert_eq!(by_heap, expected);
        }
    }
}
