//! The panel at the side: which of its pages is open, and what that shows.

use footpath::level::edit::{Document, FieldPath};

use super::rows::{self, PropertyRow, RowEntry};
use super::things::Things;
use super::{EditPage, in_words};
use crate::app::ui::scroll::Scroll;

/// What the rows of a page are of: the version of the level's text, the page, and what is selected.
type RowsOf = ((u64, u64), EditPage, Vec<FieldPath>);

/// The panel of the edit mode.
pub struct EditPanel {
    page: Option<EditPage>,
    scroll: Scroll,
    /// How far the list of all things was scrolled when another page was opened from it.
    scroll_of_list: Scroll,
    /// How high the content of the page was in the last frame.
    content: f32,
    /// The properties that the page shows, and of what.
    rows: Vec<PropertyRow>,
    rows_of: Option<RowsOf>,
}

impl EditPanel {
    /// A panel that is open at a page.
    pub fn open_at(page: EditPage) -> EditPanel {
        let (scroll, scroll_of_list) = (Scroll::default(), Scroll::default());
        EditPanel { page: Some(page), scroll, scroll_of_list, content: 0.0, rows: Vec::new(), rows_of: None }
    }

    /// The page that is open.
    pub fn page(&self) -> Option<EditPage> {
        self.page
    }

    /// How far it is scrolled.
    pub fn scroll_mut(&mut self) -> &mut Scroll {
        &mut self.scroll
    }

    /// How high the content of the page was in the last frame.
    pub fn content(&self) -> f32 {
        self.content
    }

    /// Takes in how high the content of the page is.
    pub fn set_content(&mut self, height: f32) {
        self.content = height;
    }

    /// The properties that the page shows.
    pub fn rows(&self) -> &[PropertyRow] {
        &self.rows
    }

    /// Where the item in a row stands, its place among the others with their number, and what it belongs to.
    pub fn item_of(&self, index: usize, things: &Things) -> Option<(FieldPath, (usize, usize), String)> {
        let row = self.rows().get(index)?;
        let RowEntry::Item { index, count } = row.entry else { return None };
        if self.page() == Some(EditPage::Map) {
            return Some((row.place.clone(), (index, count), "level".to_owned()));
        }
        let selection = things.selection();
        let [thing] = selection[..] else { return None };
        Some((row.path(thing), (index, count), in_words(&selection).unwrap_or_default()))
    }

    /// Turns to a page, or closes the panel if it is open there.
    pub fn turn_to(&mut self, page: EditPage) {
        if self.page == Some(page) {
            self.page = None;
        } else {
            self.change_to(page);
        }
    }

    /// Opens another page: the list where it was, so that one thing after another can be looked at.
    fn change_to(&mut self, page: EditPage) {
        if self.page == Some(EditPage::List) {
            self.scroll_of_list = self.scroll;
        }
        self.scroll = if page == EditPage::List { self.scroll_of_list } else { Scroll::default() };
        self.page = Some(page);
    }

    /// Turns to a page if another one is open; whether one was.
    pub fn show(&mut self, page: EditPage) -> bool {
        let is_other = self.page.is_some_and(|open| open != page);
        if is_other {
            self.change_to(page);
        }
        is_other
    }

    /// Opens a page where it is scrolled to.
    pub fn open(&mut self, page: EditPage) {
        self.page = Some(page);
    }

    /// Closes the panel.
    pub fn close(&mut self) {
        self.page = None;
    }

    /// Makes the rows of the page anew if they are of another version of the level, or of something else.
    pub fn refresh(&mut self, document: &Document, version: (u64, u64), things: &Things) {
        let shown = self.page.map(|page| (version, page, things.selected().to_vec()));
        if self.rows_of == shown {
            return;
        }
        self.rows = match self.page {
            Some(EditPage::Thing) if things.is_of_one_kind() => rows::rows(document, &things.selection()),
            Some(EditPage::Map) => rows::of_level(document),
            _ => Vec::new(),
        };
        self.rows_of = shown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_stays_where_it_was_while_one_thing_is_looked_at() {
        let mut panel = EditPanel::open_at(EditPage::List);
        panel.scroll_mut().fit(1000.0, 200.0);
        panel.scroll_mut().by(120.0);
        assert!(panel.show(EditPage::Thing));
        assert_eq!(panel.scroll_mut().offset(), 0.0);
        panel.turn_to(EditPage::List);
        assert_eq!(panel.scroll_mut().offset(), 120.0);
    }
}
