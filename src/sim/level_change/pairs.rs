//! Which entry of a list is which after the list has been edited.

use std::collections::{BTreeMap, VecDeque};

use glam::Vec2;

/// A point as a part of a key.
pub fn key_of(point: Vec2) -> (u32, u32) {
    // Both zeros are the same.
    ((point.x + 0.0).to_bits(), (point.y + 0.0).to_bits())
}

/// The pairs of entries of two lists, before and after; an entry is in at most one pair.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// By its place before: its place afterwards, unless it is gone.
    pub after: Vec<Option<usize>>,
    /// By its place afterwards: its place before, unless it is new.
    pub before: Vec<Option<usize>>,
}

impl Pairs {
    /// No pairs yet, of lists of these lengths.
    pub fn of_lengths(before: usize, after: usize) -> Pairs {
        Pairs { after: vec![None; before], before: vec![None; after] }
    }

    /// The entries of the same name, each name being there once, then those at the same place that are left over: they have
    /// another name now.
    pub fn by_name<'a>(before: impl Iterator<Item = &'a str>, after: impl Iterator<Item = &'a str>) -> Pairs {
        let (before, after): (Vec<&str>, Vec<&str>) = (before.collect(), after.collect());
        let pairs = Pairs::of_lengths(before.len(), after.len());
        let pairs = pairs.with((|old| before[old], |new| after[new]), |old, new| before[old] == after[new]);
        pairs.with((|old| old, |new| new), |old, new| old == new)
    }

    /// With each entry that has no pair and the first such one, in order, to which it `is_same`; called with the place before
    /// and the place afterwards. `keys` of the entries before and after are equal where entries are the same: only those of
    /// one key are compared, so that long lists do not take long.
    pub fn with<K: Ord>(
        mut self,
        keys: (impl Fn(usize) -> K, impl Fn(usize) -> K),
        is_same: impl Fn(usize, usize) -> bool,
    ) -> Pairs {
        let single = |side: &[Option<usize>]| (0..side.len()).filter(|&at| side[at].is_none()).collect::<Vec<usize>>();
        let (mut before, mut after) = (single(&self.after), single(&self.before));
        // Most of a list stays as it is: only what lies between its unchanged ends is looked up.
        let from_first = before.iter().zip(&after);
        let first = from_first.take_while(|&(&old, &new)| is_same(old, new)).count();
        self.join(before.drain(..first).zip(after.drain(..first)));
        let from_last = before.iter().rev().zip(after.iter().rev());
        let last = from_last.take_while(|&(&old, &new)| is_same(old, new)).count();
        let (old_last, new_last) = (before.len() - last, after.len() - last);
        self.join(before.drain(old_last..).zip(after.drain(new_last..)));
        let mut of_key: BTreeMap<K, VecDeque<usize>> = BTreeMap::new();
        for old in before {
            of_key.entry((keys.0)(old)).or_default().push_back(old);
        }
        for new in after {
            let Some(alike) = of_key.get_mut(&(keys.1)(new)) else { continue };
            if let Some(at) = alike.iter().position(|&old| is_same(old, new)) {
                self.join(alike.remove(at).map(|old| (old, new)).into_iter());
            }
        }
        self
    }

    fn join(&mut self, pairs: impl Iterator<Item = (usize, usize)>) {
        for (old, new) in pairs {
            (self.after[old], self.before[new]) = (Some(new), Some(old));
        }
    }

    /// Whether every entry of before is still there, at its place.
    pub fn keep_places(&self) -> bool {
        self.after.iter().enumerate().all(|(old, new)| *new == Some(old))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_paired_in_order_by_one_test_after_the_other() {
        let (before, after) = (["a", "b", "c", "b", "z"], ["b", "a", "d", "b", "b", "z"]);
        let pairs =
            Pairs::of_lengths(5, 6).with((|old| before[old], |new| after[new]), |old, new| before[old] == after[new]);
        assert_eq!(pairs.before, [Some(1), Some(0), None, None, Some(3), Some(4)]);
        assert_eq!(pairs.after, [Some(1), Some(0), None, Some(4), Some(5)]);
        assert!(!pairs.keep_places());
        let pairs = pairs.with((|_| (), |_| ()), |_, _| true);
        assert_eq!(pairs.before, [Some(1), Some(0), Some(2), None, Some(3), Some(4)]);
    }

    #[test]
    fn a_renamed_entry_is_the_one_at_its_place() {
        let pairs = Pairs::by_name(["mud", "lava", "ice"].into_iter(), ["mud", "magma", "ice", "tar"].into_iter());
        assert!(pairs.keep_places());
        assert_eq!(pairs.before, [Some(0), Some(1), Some(2), None]);
        let moved = Pairs::by_name(["mud", "lava"].into_iter(), ["lava"].into_iter());
        assert_eq!((moved.after, moved.before), (vec![None, Some(0)], vec![Some(1)]));
    }
}
