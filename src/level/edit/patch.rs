//! Pieces of a text put in the place of others, and back.

use serde::{Deserialize, Serialize};

use crate::format::problem::Span;
use crate::format::syntax::Replaced;

/// A piece of a text, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(usize, usize, String)", into = "(usize, usize, String)")]
pub struct Replacement {
    /// Where the piece begins, in bytes of the text before.
    pub at: usize,
    /// The length of the piece, in bytes.
    pub length: usize,
    /// The text that takes the place of the piece.
    pub text: String,
}

impl From<(usize, usize, String)> for Replacement {
    fn from((at, length, text): (usize, usize, String)) -> Replacement {
        Replacement { at, length, text }
    }
}

impl From<Replacement> for (usize, usize, String) {
    fn from(Replacement { at, length, text }: Replacement) -> (usize, usize, String) {
        (at, length, text)
    }
}

/// A piece of text in the place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Splice {
    /// Where it begins, in bytes of the text before.
    pub at: usize,
    pub removed: String,
    pub inserted: String,
}

/// Some splices of one text, in their order, none over another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Splices(Vec<Splice>);

impl Splices {
    /// Puts a text in the place of a span of `text`; spans must be added in their order.
    pub fn replace(&mut self, text: &str, span: Span, inserted: impl Into<String>) {
        let (removed, inserted) = (text[span.range()].to_owned(), inserted.into());
        if removed != inserted {
            self.0.push(Splice { at: span.start as usize, removed, inserted });
        }
    }

    pub fn insert(&mut self, at: usize, inserted: impl Into<String>) {
        self.0.push(Splice { at, removed: String::new(), inserted: inserted.into() });
    }

    /// The patch that makes these replacements in `text`; `None` where they are not pieces of it, in their order and none
    /// over another.
    pub fn of(text: &str, replacements: &[Replacement]) -> Option<Splices> {
        let mut patch = Splices::default();
        let mut free = 0;
        for Replacement { at, length, text: inserted } in replacements {
            let end = at.checked_add(*length)?;
            let removed = text.get(*at..end).filter(|_| *at >= free)?;
            patch.0.push(Splice { at: *at, removed: removed.to_owned(), inserted: inserted.clone() });
            free = end;
        }
        Some(patch)
    }

    /// What it puts in the place of what.
    pub fn replacements(&self) -> Vec<Replacement> {
        let told = |splice: &Splice| Replacement {
            at: splice.at,
            length: splice.removed.len(),
            text: splice.inserted.clone(),
        };
        self.0.iter().map(told).collect()
    }

    /// The number of bytes that it takes away and puts in.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|splice| splice.removed.len() + splice.inserted.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What has to be told to a tree of the text.
    pub fn replaced(&self) -> Vec<Replaced> {
        let piece = |splice: &Splice| Replaced {
            span: Span::new(splice.at, splice.at + splice.removed.len()),
            length: splice.inserted.len() as u32,
        };
        self.0.iter().map(piece).collect()
    }

    pub fn apply(&self, text: &mut String) {
        let keeps_length = self.0.iter().all(|splice| splice.removed.len() == splice.inserted.len());
        if keeps_length || self.0.len() == 1 {
            for splice in &self.0 {
                text.replace_range(splice.at..splice.at + splice.removed.len(), &splice.inserted);
            }
            return;
        }
        let mut after =
            String::with_capacity(text.len() + self.0.iter().map(|splice| splice.inserted.len()).sum::<usize>());
        let mut end = 0;
        for splice in &self.0 {
            after.push_str(&text[end..splice.at]);
            after.push_str(&splice.inserted);
            end = splice.at + splice.removed.len();
        }
        after.push_str(&text[end..]);
        *text = after;
    }

    /// The splices that take these back.
    pub fn inverse(&self) -> Splices {
        let mut moved = 0;
        let back = |Splice { at, removed, inserted }: &Splice| {
            let at = at.wrapping_add_signed(moved);
            moved += inserted.len() as isize - removed.len() as isize;
            Splice { at, removed: inserted.clone(), inserted: removed.clone() }
        };
        Splices(self.0.iter().map(back).collect())
    }

    /// Takes in what `next` does to the text after this, where it changes the same pieces again; says whether it does.
    pub fn join(&mut self, next: &Splices) -> bool {
        let places = self.inverse();
        let same = |(place, next): (&Splice, &Splice)| place.at == next.at && place.removed == next.removed;
        if places.0.len() != next.0.len() || !places.0.iter().zip(&next.0).all(same) {
            return false;
        }
        for (splice, next) in self.0.iter_mut().zip(&next.0) {
            splice.inserted.clone_from(&next.inserted);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_and_its_inverse() {
        let before = "one, two, three".to_owned();
        let mut patch = Splices::default();
        patch.replace(&before, Span::new(0, 3), "1");
        patch.insert(5, "and ");
        patch.replace(&before, Span::new(10, 15), "thirty-three");
        let mut text = before.clone();
        patch.apply(&mut text);
        assert_eq!(text, "1, and two, thirty-three");
        patch.inverse().apply(&mut text);
        assert_eq!(text, before);
        let mut first = Splices::default();
        first.replace("a 1", Span::new(2, 3), "22");
        let mut second = Splices::default();
        second.replace("a 22", Span::new(2, 4), "3");
        assert!(first.join(&second));
        let mut text = "a 1".to_owned();
        first.apply(&mut text);
        assert_eq!(text, "a 3");
        assert!(!first.join(&second));
    }

    #[test]
    fn a_patch_is_made_again_of_what_it_replaces_where_that_is_in_the_text() {
        let before = "rows: ä..#".to_owned();
        let mut patch = Splices::default();
        patch.replace(&before, Span::new(0, 4), "heights");
        patch.insert(8, "~");
        let replacements = patch.replacements();
        assert_eq!(Splices::of(&before, &replacements), Some(patch));
        let wrong = |at, length| Splices::of(&before, &[Replacement { at, length, text: String::new() }]).is_none();
        assert!(wrong(0, 12) && wrong(7, 1) && wrong(6, 1) && wrong(usize::MAX, 1) && !wrong(6, 2));
        let (first, second) = (replacements[0].clone(), replacements[1].clone());
        assert_eq!(Splices::of(&before, &[second, first]), None, "out of order");
    }
}
