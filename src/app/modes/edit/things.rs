//! Every thing of the level, and which are selected.

use footpath::level::edit::{Document, FieldPath};

use super::thing::{self, Thing, ThingKind};

/// The things of one version of the level's text.
#[derive(Default)]
pub struct Things {
    all: Vec<Thing>,
    /// The version of the text whose things these are.
    version: (u64, u64),
    selected: Vec<FieldPath>,
    /// The kinds that are locked: on the map, nothing of them is picked.
    locked: Vec<ThingKind>,
}

impl Things {
    /// Every thing, in the order of the list.
    pub fn all(&self) -> &[Thing] {
        &self.all
    }

    /// The things that a press or a box on the map picks.
    pub fn to_pick(&self) -> impl Iterator<Item = &Thing> {
        self.all.iter().filter(|thing| thing.kind.is_on_map() && !self.is_locked(thing.kind))
    }

    /// Whether nothing of a kind is picked on the map.
    pub fn is_locked(&self, kind: ThingKind) -> bool {
        self.locked.contains(&kind)
    }

    /// Locks a kind, or no longer.
    pub fn toggle_lock(&mut self, kind: ThingKind) {
        match self.locked.iter().position(|locked| *locked == kind) {
            Some(index) => _ = self.locked.remove(index),
            None => self.locked.push(kind),
        }
    }

    /// The thing with a path.
    pub fn find(&self, path: &FieldPath) -> Option<&Thing> {
        self.all.iter().find(|thing| thing.path == *path)
    }

    /// The paths of what is selected in the text of the level.
    pub fn selected(&self) -> &[FieldPath] {
        &self.selected
    }

    /// The things that are selected.
    pub fn selection(&self) -> Vec<&Thing> {
        self.all.iter().filter(|thing| self.is_selected(&thing.path)).collect()
    }

    /// Whether the thing with a path is selected.
    pub fn is_selected(&self, path: &FieldPath) -> bool {
        self.selected.contains(path)
    }

    /// Whether what is selected is of one kind.
    pub fn is_of_one_kind(&self) -> bool {
        self.selection().windows(2).all(|pair| pair[0].kind == pair[1].kind)
    }

    /// Looks at the level again if this is another version of it; what is gone is selected no longer.
    pub fn refresh(&mut self, document: &Document, version: (u64, u64)) {
        if self.version == version && !self.all.is_empty() {
            return;
        }
        self.version = version;
        self.all = thing::things(document);
        let all = &self.all;
        self.selected.retain(|path| all.iter().any(|thing| thing.path == *path));
    }

    /// Selects these and nothing else.
    pub fn select(&mut self, paths: Vec<FieldPath>) {
        self.selected = paths;
    }

    /// Selects one more.
    pub fn add(&mut self, path: FieldPath) {
        if !self.is_selected(&path) {
            self.selected.push(path);
        }
    }

    /// Selects one more, or no longer.
    pub fn toggle(&mut self, path: FieldPath) {
        match self.selected.iter().position(|selected| *selected == path) {
            Some(index) => _ = self.selected.remove(index),
            None => self.selected.push(path),
        }
    }

    /// Selects nothing.
    pub fn deselect(&mut self) {
        self.selected.clear();
    }
}
