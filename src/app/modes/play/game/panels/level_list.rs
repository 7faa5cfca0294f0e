//! The list of levels: what it is filtered by, and which of them is marked.

use crate::app::modes::actions::Action;
use crate::app::modes::library::{self, ListedLevel, group_at};
use crate::app::modes::play::actions::PlayAction;
use crate::app::ui::language;
use crate::app::ui::text_field::TextField;

/// What came of an action while the list is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOutcome {
    Done,
    /// The level at this place is to be played.
    Play(usize),
    /// It means nothing else than ever.
    NotForIt,
}

/// The list of the built-in levels, as the player has it.
pub struct LevelList {
    entries: &'static [ListedLevel],
    /// What the names are filtered by.
    filter: TextField,
    /// The marked level.
    marked: usize,
    /// How many levels stand side by side.
    columns: usize,
}

impl Default for LevelList {
    fn default() -> LevelList {
        LevelList { entries: library::entries(), filter: TextField::default(), marked: 0, columns: 1 }
    }
}

impl LevelList {
    /// Every level, filtered or not.
    pub fn entries(&self) -> &'static [ListedLevel] {
        self.entries
    }

    /// What the names are filtered by.
    pub fn filter(&self) -> &TextField {
        &self.filter
    }

    /// The place of the marked level.
    pub fn marked(&self) -> usize {
        self.marked
    }

    /// Lists everything, with the level marked that is played if it is one of them.
    pub(super) fn begin(&mut self, played: Option<usize>) {
        self.filter.clear();
        self.marked = played.unwrap_or(self.marked);
    }

    /// The places of the levels whose name or description has every word of the filter in it.
    pub fn listed(&self) -> Vec<usize> {
        let words: Vec<String> = self.filter.text().split_whitespace().map(str::to_ascii_lowercase).collect();
        let is_listed = |entry: &ListedLevel| {
            let spoken = language::translated(&entry.name);
            let text = format!("{} {} {spoken}", entry.name, entry.about).to_ascii_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        (0..self.entries.len()).filter(|index| is_listed(&self.entries[*index])).collect()
    }

    /// Whether every level is listed, group by group.
    pub fn is_whole(&self) -> bool {
        self.filter.text().trim().is_empty()
    }

    /// The levels that are listed, in rows of `columns`; every group begins with a row of its own.
    pub fn rows(&self, columns: usize) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for index in self.listed() {
            let begins = self.is_whole() && group_at(index).is_some();
            match rows.last_mut() {
                Some(row) if row.len() < columns && !begins => row.push(index),
                _ => rows.push(vec![index]),
            }
        }
        rows
    }

    /// Takes in how many levels stand side by side.
    pub fn set_columns(&mut self, columns: usize) {
        self.columns = columns;
    }

    /// Does what an action means while the list is open.
    pub fn act(&mut self, action: Action) -> ListOutcome {
        match action {
            Action::Play(PlayAction::Accept) if self.listed().contains(&self.marked) => {
                return ListOutcome::Play(self.marked);
            }
            Action::Play(PlayAction::Accept) => {}
            Action::PreviousLevel | Action::PanLeft => self.move_mark(false),
            Action::NextLevel | Action::PanRight => self.move_mark(true),
            Action::PanUp => self.move_row(false),
            Action::PanDown => self.move_row(true),
            _ => return ListOutcome::NotForIt,
        }
        ListOutcome::Done
    }

    /// Marks the next level that is listed, or the one before; the last and the first stay.
    pub fn move_mark(&mut self, forward: bool) {
        let listed = self.listed();
        let next = match forward {
            true => listed.iter().find(|index| **index > self.marked),
            false => listed.iter().rfind(|index| **index < self.marked),
        };
        self.marked = next.copied().unwrap_or(self.marked);
    }

    /// Marks the level below the marked one, or the one above; of those that the filter leaves the next one or the one before,
    /// since the keys for the others move the caret of its field.
    pub fn move_row(&mut self, down: bool) {
        if !self.is_whole() {
            return self.move_mark(down);
        }
        let rows = self.rows(self.columns);
        let place = |row: &Vec<usize>| row.iter().position(|index| *index == self.marked);
        let Some((row, column)) = rows.iter().enumerate().find_map(|(at, row)| Some((at, place(row)?))) else { return };
        let next = if down { row + 1 } else { row.saturating_sub(1) };
        if let Some(row) = rows.get(next) {
            self.marked = row[column.min(row.len() - 1)];
        }
    }

    /// Changes the filter; a level that is listed stays marked, else the first one is.
    pub fn change_filter(&mut self, change: impl FnOnce(&mut TextField)) {
        change(&mut self.filter);
        let listed = self.listed();
        if !listed.contains(&self.marked) {
            self.marked = listed.first().copied().unwrap_or(self.marked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_moves_by_rows_and_every_group_begins_one() {
        let mut list = LevelList { columns: 3, ..LevelList::default() };
        let rows = list.rows(3);
        assert!(rows.iter().all(|row| row.len() <= 3 && row[1..].iter().all(|index| group_at(*index).is_none())));
        list.begin(Some(rows[0][2]));
        list.move_row(true);
        assert_eq!(list.marked(), rows[1][2.min(rows[1].len() - 1)]);
        list.move_row(false);
        list.move_row(false);
        assert!(rows[0].contains(&list.marked()), "the first row stays");
        for _ in 0..rows.len() + 3 {
            list.move_row(true);
        }
        assert!(rows[rows.len() - 1].contains(&list.marked()));
    }

    #[test]
    fn every_level_that_is_found_can_be_marked() {
        let mut list = LevelList { columns: 3, ..LevelList::default() };
        list.change_filter(|filter| filter.paste("the"));
        let listed = list.listed();
        assert!(listed.len() > 3 && !list.is_whole());
        list.begin(None);
        list.change_filter(|filter| filter.paste("the"));
        let mut seen = vec![list.marked()];
        while seen.last() != listed.last() {
            list.move_mark(true);
            seen.push(list.marked());
        }
        assert_eq!(seen, listed);
    }
}
