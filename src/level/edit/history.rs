//! What has been done to a document, to take it back and do it again.

use super::document::{Change, Document};
use super::patch::Replacement;
use super::{Affected, Edit, EditError};

/// A document and everything that has been done to it. There is no limit to how far it goes back.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::level::edit::{Brush, Document, Edit, History};
/// let text = "(version: 1, name: \"Tiny\", legend: {'.': \"grass\"}, rows: [\"....\"])";
/// let mut history = History::of(Document::open("tiny.ron", text.to_owned()).unwrap());
/// let wall = Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(1, 0)] };
/// history.apply("Paint 1 tile", &wall).unwrap();
/// assert!(history.document().text().contains("\".#..\"") && !history.is_saved());
/// history.undo();
/// assert!(history.document().text() == text && history.is_saved());
/// history.redo();
/// assert_eq!(history.entries()[0].name, "Paint 1 tile");
/// ```
pub struct History {
    document: Document,
    entries: Vec<HistoryEntry>,
    /// How many of the entries are done.
    done: usize,
    /// How many of them were done when the text was saved last; `None` where that cannot be reached any more.
    saved: Option<usize>,
    /// What was replaced in the text last.
    latest: Vec<Vec<Replacement>>,
}

/// How things stood when something was begun that may be given up.
pub struct Begun {
    done: usize,
    undone: Vec<HistoryEntry>,
    saved: Option<usize>,
}

impl Begun {
    /// How many entries were done then.
    pub fn done(&self) -> usize {
        self.done
    }
}

/// Something that has been done.
#[derive(Clone, Debug)]
pub struct HistoryEntry {
    /// What the list calls it, such as "Paint 12 tiles".
    pub name: String,
    change: Change,
}

impl HistoryEntry {
    /// The number of bytes that it takes away from the text and puts into it.
    pub fn bytes(&self) -> usize {
        self.change.bytes()
    }

    /// Whether it moves the map with everything on it.
    pub fn moves_map(&self) -> bool {
        self.change.moves_map()
    }
}

impl History {
    /// Begins with a document as it is saved.
    pub fn of(document: Document) -> History {
        History { document, entries: Vec::new(), done: 0, saved: Some(0), latest: Vec::new() }
    }

    /// The document as it is now.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Gives the document's file another name, by which messages call it from now on.
    pub fn name_file(&mut self, name: &str) {
        name.clone_into(&mut self.document.file);
    }

    /// Everything that has been done, the oldest first, and then what has been taken back.
    pub fn entries(&self) -> &[HistoryEntry] {
        &self.entries
    }

    /// How many of the entries are done; the others have been taken back.
    pub fn done(&self) -> usize {
        self.done
    }

    /// What the last call that changed the document, or was to change it, replaced in its text: pieces of one text at a time,
    /// one text after the other. [`Document::retrace`] does the same to another document of the text before.
    pub fn latest(&self) -> &[Vec<Replacement>] {
        &self.latest
    }

    /// Does something that becomes an entry of its own, unless it changes nothing. What had been taken back is forgotten.
    ///
    /// # Errors
    /// As [`Document::apply`]; then nothing is changed.
    pub fn apply(&mut self, name: impl Into<String>, edit: &Edit) -> Result<Affected, EditError> {
        let (change, affected) = self.perform(edit)?;
        if !change.is_empty() {
            self.forget_undone();
            self.entries.push(HistoryEntry { name: name.into(), change });
            self.done += 1;
        }
        Ok(affected)
    }

    /// Does something as a part of the entry that was done last, which gets this name: the next part of a drag or a stroke.
    /// Where nothing has been done yet, or the text as it is has been saved, it becomes an entry of its own.
    ///
    /// # Errors
    /// As [`Document::apply`]; then nothing is changed.
    pub fn extend(&mut self, name: impl Into<String>, edit: &Edit) -> Result<Affected, EditError> {
        if self.done == 0 || self.is_saved() {
            return self.apply(name, edit);
        }
        let (change, affected) = self.perform(edit)?;
        if !change.is_empty() {
            self.forget_undone();
            let entry = &mut self.entries[self.done - 1];
            entry.change.join(change);
            entry.name = name.into();
        }
        Ok(affected)
    }

    /// Takes back what was done last; `None` where nothing is left.
    pub fn undo(&mut self) -> Option<Affected> {
        let last = self.done.checked_sub(1)?;
        Some(self.jump(last))
    }

    /// Does again what was taken back last; `None` where nothing is left.
    pub fn redo(&mut self) -> Option<Affected> {
        (self.done < self.entries.len()).then(|| self.jump(self.done + 1))
    }

    /// Undoes or redoes until the first `done` entries are done, or all if there are fewer.
    pub fn jump(&mut self, done: usize) -> Affected {
        let target = done.min(self.entries.len());
        let (from, to) = (self.done.min(target), self.done.max(target));
        let is_back = target < self.done;
        self.done = target;
        let changes = self.entries[from..to].iter().map(|entry| &entry.change);
        self.latest = Change::replacements(changes.clone(), is_back);
        self.document.travel(changes, is_back)
    }

    /// How far towards where the first `done` entries are done one can go at once, so that a move of the map does not come
    /// together with anything else: where everything has gone can then be told.
    pub fn leg(&self, done: usize) -> usize {
        let (target, is_back) = (done.min(self.entries.len()), done < self.done);
        let way: Vec<usize> = if is_back { (target..self.done).rev().collect() } else { (self.done..target).collect() };
        let moves = |&&entry: &&usize| self.entries[entry].change.moves_map();
        let Some(first) = way.first() else { return self.done };
        let is_move = moves(&first);
        let alike = way.iter().take_while(|entry| moves(entry) == is_move).count();
        if is_back { self.done - alike } else { self.done + alike }
    }

    /// Begins something that takes several steps and may be given up half-way.
    pub fn begin(&mut self) -> Begun {
        let undone = self.entries.split_off(self.done);
        Begun { done: self.done, undone, saved: self.saved }
    }

    /// Gives up what was [begun](History::begin): all is as it was then, what had been taken back can be done again.
    pub fn give_up(&mut self, begun: Begun) -> Affected {
        let affected = self.jump(begun.done);
        self.entries.truncate(begun.done);
        self.entries.extend(begun.undone);
        self.saved = begun.saved;
        affected
    }

    /// Notes that the text has been saved as it is.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.done);
    }

    /// Notes that the text has never been saved.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Whether the text is as it was saved last.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.done)
    }

    fn perform(&mut self, edit: &Edit) -> Result<(Change, Affected), EditError> {
        self.latest.clear();
        let (change, affected) = self.document.apply(edit)?;
        self.latest = Change::replacements(std::iter::once(&change), false);
        Ok((change, affected))
    }

    fn forget_undone(&mut self) {
        self.entries.truncate(self.done);
        self.saved = self.saved.filter(|saved| *saved <= self.done);
    }
}
