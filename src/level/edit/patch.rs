//! Pieces of a text put in the place of others, and back.

use crate::level::problem::Span;
use crate::level::syntax::Replaced;

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
pub(super) struct Patch(Vec<Splice>);

impl Patch {
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

    /// What takes it back.
    pub fn inverse(&self) -> Patch {
        let mut moved = 0;
        let back = |Splice { at, removed, inserted }: &Splice| {
            let at = at.wrapping_add_signed(moved);
            moved += inserted.len() as isize - removed.len() as isize;
            Splice { at, removed: inserted.clone(), inserted: removed.clone() }
        };
        Patch(self.0.iter().map(back).collect())
    }

    /// Takes in what `next` does to the text after this, where it changes the same pieces again; says whether it does.
    pub fn join(&mut self, next: &Patch) -> bool {
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
        let mut patch = Patch::default();
        patch.replace(&before, Span::new(0, 3), "1");
        patch.insert(5, "and ");
        patch.replace(&before, Span::new(10, 15), "thirty-three");
        let mut text = before.clone();
        patch.apply(&mut text);
        assert_eq!(text, "1, and two, thirty-three");
        patch.inverse().apply(&mut text);
        assert_eq!(text, before);
        let mut first = Patch::default();
        first.replace("a 1", Span::new(2, 3), "22");
        let mut second = Patch::default();
        second.replace("a 22", Span::new(2, 4), "3");
        assert!(first.join(&second));
        let mut text = "a 1".to_owned();
        first.apply(&mut text);
        assert_eq!(text, "a 3");
        assert!(!first.join(&second));
    }
}
