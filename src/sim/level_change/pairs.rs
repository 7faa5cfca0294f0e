//! Which entry of a list is which after the list has been edited.

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
        pairs.with(|old, new| before[old] == after[new]).with(|old, new| old == new)
    }

    /// With each entry that has no pair and the first such one, in order, to which it `is_same`; called with the place before
    /// and the place afterwards.
    pub fn with(mut self, is_same: impl Fn(usize, usize) -> bool) -> Pairs {
        let single = |side: &[Option<usize>]| (0..side.len()).filter(|&at| side[at].is_none()).collect::<Vec<usize>>();
        let (mut before, mut after) = (single(&self.after), single(&self.before));
        // Most of a list stays as it is: only what lies between its unchanged ends is compared with everything.
        let from_first = before.iter().zip(&after);
        let first = from_first.take_while(|&(&old, &new)| is_same(old, new)).count();
        self.join(before.drain(..first).zip(after.drain(..first)));
        let from_last = before.iter().rev().zip(after.iter().rev());
        let last = from_last.take_while(|&(&old, &new)| is_same(old, new)).count();
        let (old_last, new_last) = (before.len() - last, after.len() - last);
        self.join(before.drain(old_last..).zip(after.drain(new_last..)));
        for new in after {
            if let Some(at) = before.iter().position(|&old| is_same(old, new)) {
                self.join(std::iter::once((before.remove(at), new)));
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
        let pairs = Pairs::of_lengths(5, 6).with(|old, new| before[old] == after[new]);
        assert_eq!(pairs.before, [Some(1), Some(0), None, None, Some(3), Some(4)]);
        assert_eq!(pairs.after, [Some(1), Some(0), None, Some(4), Some(5)]);
        assert!(!pairs.keep_places());
        let pairs = pairs.with(|_, _| true);
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
