//! Items put into a bracket, and taken out of it, with their commas and their own comments.
//!
//! An item that begins a line owns the comment lines right above it, up to an empty line, and the comment behind it. What is
//! put in is indented as its neighbours are.

use super::field_path::items;
use super::patch::Splices;
use crate::format::problem::{Problems, Span};
use crate::format::syntax::{Node, Token, TokenKind, tokens};

/// A bracket of a sound text.
pub(super) struct Bracket<'t> {
    text: &'t str,
    /// Between the two marks.
    inside: Span,
    items: Vec<Span>,
}

/// An item taken out of a bracket: its comments and its text, and the comment behind it.
pub(super) struct Taken {
    pub item: String,
    pub behind: String,
}

/// The line end of a text.
pub(super) fn line_end(text: &str) -> &'static str {
    line_end_among(text, &tokens(text, &mut Problems::default()))
}

/// The line end of a text with these tokens: the first one that is in no string and no comment.
pub(super) fn line_end_among(text: &str, tokens: &[Token]) -> &'static str {
    let mut blanks = tokens.iter().filter(|token| token.kind == TokenKind::Blank);
    let first = blanks.find_map(|token| Some(token.span.start as usize + text[token.span.range()].find('\n')?));
    if first.is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" }
}

impl<'t> Bracket<'t> {
    /// `None` where the value has no bracket.
    pub fn of(text: &'t str, node: &Node) -> Option<Bracket<'t>> {
        let written = &text[node.span.range()];
        let name = node.name.map_or(0, |name| (name.end - node.span.start) as usize);
        let opening = tokens(&written[name..], &mut Problems::default());
        let opening = opening.iter().find(|token| !matches!(token.kind, TokenKind::Blank | TokenKind::Comment))?;
        if !matches!(opening.kind, TokenKind::Mark(b'(' | b'[' | b'{')) {
            return None;
        }
        let start = node.span.start as usize + name + opening.span.end as usize;
        let inside = Span::new(start, node.span.end as usize - 1);
        let items = items(node).into_iter();
        let items = items.map(|(key, value)| key.map_or(value.span, |key| key.span.to(value.span))).collect();
        Some(Bracket { text, inside, items })
    }

    /// What is between the item before `index` and that one, or a mark where there is none.
    fn gap(&self, index: usize) -> Vec<Token> {
        let start = index.checked_sub(1).map_or(self.inside.start, |before| self.items[before].end);
        let end = self.items.get(index).map_or(self.inside.end, |item| item.start);
        let gap = &self.text[start as usize..end as usize];
        let mut tokens = tokens(gap, &mut Problems::default());
        for token in &mut tokens {
            token.span = Span { start: token.span.start + start, end: token.span.end + start };
        }
        tokens
    }

    fn line_start(&self, at: u32) -> u32 {
        self.text[..at as usize].rfind('\n').map_or(0, |end| end + 1) as u32
    }

    /// The blanks before an item that begins a line.
    fn indentation(&self, item: Span) -> Option<&'t str> {
        let start = self.line_start(item.start);
        let before = &self.text[start as usize..item.start as usize];
        (start >= self.inside.start && before.chars().all(char::is_whitespace)).then_some(before)
    }

    /// Where the comma, and the comments on the same line, end in what follows something; and whether the line ends there.
    fn end_of_line(&self, gap: &[Token], from: u32) -> (u32, bool) {
        let mut end = from;
        for token in gap.iter().filter(|token| token.span.start >= from) {
            match token.kind {
                TokenKind::Blank if self.text[token.span.range()].contains('\n') => return (end, true),
                TokenKind::Blank => {}
                _ => end = self.end_without_half_line_end(token),
            }
        }
        (end, false)
    }

    /// Where a token ends; the comment of a line has the first half of its line end, if that has two.
    fn end_without_half_line_end(&self, token: &Token) -> u32 {
        token.span.start + self.text[token.span.range()].trim_end_matches('\r').len() as u32
    }

    fn comma(gap: &[Token]) -> Option<Span> {
        gap.iter().find(|token| token.kind == TokenKind::Mark(b',')).map(|token| token.span)
    }

    /// What stands between two items after the comma: a new line where the first one begins a line, else a blank.
    pub fn between_items(&self) -> String {
        let indentation = self.items.first().and_then(|&first| self.indentation(first));
        indentation.map_or(" ".to_owned(), |indentation| format!("{}{indentation}", line_end(self.text)))
    }

    /// Puts an item in, before the one that is `index` now. In an empty bracket it gets a line of its own, with this
    /// indentation, where one is given.
    pub fn insert(&self, index: usize, taken: &Taken, alone: Option<&str>, patch: &mut Splices) {
        let nl = line_end(self.text);
        let Taken { item, behind } = taken;
        if self.items.is_empty() {
            return self.insert_alone(item, alone, patch);
        }
        let has_line_comment = |text: &str| {
            tokens(text, &mut Problems::default())
                .iter()
                .any(|token| token.kind == TokenKind::Comment && text[token.span.range()].starts_with("//"))
        };
        let lines_off = has_line_comment(item) || has_line_comment(behind);
        if index == 0 {
            let next = self.items[0];
            match self.indentation(next) {
                Some(indentation) => {
                    let (at, _) = self.end_of_line(&self.gap(0), self.inside.start);
                    patch.insert(at as usize, format!("{nl}{indentation}{item},{behind}"));
                }
                None if lines_off => patch.insert(next.start as usize, format!("{nl}{item},{behind}{nl}")),
                None => patch.insert(next.start as usize, format!("{item},{behind} ")),
            }
            return;
        }
        let before = self.items[index - 1];
        let gap = self.gap(index);
        let comma = Bracket::comma(&gap);
        let (end, line_ends) = self.end_of_line(&gap, comma.map_or(before.end, |comma| comma.end));
        let is_last = index == self.items.len();
        // A comma of one's own where the author puts one behind the last.
        let own = if comma.is_some() { "," } else { "" };
        let (at, inserted) = match self.indentation(before).filter(|_| line_ends || is_last) {
            Some(indentation) => {
                let tail = if line_ends || !has_line_comment(behind) { "" } else { nl };
                (end, format!("{nl}{indentation}{item}{own}{behind}{tail}"))
            }
            None if lines_off => (end, format!("{nl}{item}{own}{behind}{nl}")),
            None => (comma.map_or(before.end, |comma| comma.end), format!(" {item}{own}{behind}")),
        };
        if comma.is_some() {
            patch.insert(at as usize, inserted);
        } else if at == before.end {
            patch.insert(at as usize, format!(",{inserted}"));
        } else {
            patch.insert(before.end as usize, ",");
            patch.insert(at as usize, inserted);
        }
    }

    fn insert_alone(&self, item: &str, alone: Option<&str>, patch: &mut Splices) {
        let nl = line_end(self.text);
        let gap = self.gap(0);
        let comment = gap.iter().rev().find(|token| token.kind != TokenKind::Blank);
        let comments_end = comment.map(|comment| self.end_without_half_line_end(comment));
        let has_lines = self.text[self.inside.range()].contains('\n');
        match (comments_end, alone) {
            (Some(end), _) if !has_lines => patch.insert(end as usize, format!(" {item}")),
            (Some(end), alone) => {
                let indentation = alone.unwrap_or_default();
                patch.insert(end as usize, format!("{nl}{indentation}{item},"));
            }
            (None, Some(indentation)) => {
                let closing = self.text[self.line_start(self.inside.start) as usize..].chars();
                let closing: String = closing.take_while(|&c| c == ' ' || c == '\t').collect();
                patch.replace(self.text, self.inside, format!("{nl}{indentation}{item},{nl}{closing}"));
            }
            (None, None) => patch.replace(self.text, self.inside, item),
        }
    }

    /// Takes an item out, with its comma and its own comments.
    pub fn remove(&self, index: usize, patch: &mut Splices) -> Taken {
        let item = self.items[index];
        let (before, after) = (self.gap(index), self.gap(index + 1));
        let comma = Bracket::comma(&after);
        let end = comma.map_or(item.end, |comma| comma.end);
        let (line_end, line_ends) = self.end_of_line(&after, end);
        let text = |start: u32, end: u32| self.text[start as usize..end as usize].to_owned();
        let closes = index + 1 == self.items.len();
        if self.indentation(item).is_some() && (line_ends || closes) {
            let first = self.first_comment(&before).unwrap_or(item.start);
            let between = text(item.end, comma.map_or(item.end, |comma| comma.start));
            let taken = Taken { item: text(first, item.end) + &between, behind: text(end, line_end) };
            let start = self.line_start(first);
            let rest = &self.text[line_end as usize..];
            let newline = if line_ends { rest.find('\n').map_or(0, |end| end + 1) } else { 0 };
            let span = Span { start, end: line_end + newline as u32 };
            patch.replace(self.text, span, "");
            return taken;
        }
        let taken =
            Taken { item: text(item.start, comma.map_or(item.end, |comma| comma.start)), behind: String::new() };
        let is_blank = |token: &Token| token.kind == TokenKind::Blank && !self.text[token.span.range()].contains('\n');
        let span = match comma {
            Some(comma) => {
                let blank = after.iter().find(|token| token.span.start == comma.end).filter(|token| is_blank(token));
                Span { start: item.start, end: blank.map_or(comma.end, |blank| blank.span.end) }
            }
            None => {
                let plain = before.iter().all(|token| token.kind != TokenKind::Comment);
                let start = if plain && index > 0 { self.items[index - 1].end } else { item.start };
                Span { start, end: item.end }
            }
        };
        patch.replace(self.text, span, "");
        taken
    }

    /// Where the comments begin that the item after this gap owns.
    fn first_comment(&self, gap: &[Token]) -> Option<u32> {
        let mut first = None;
        let mut rest = gap;
        while let [before @ .., comment, blank] = rest {
            let is_near = blank.kind == TokenKind::Blank && self.text[blank.span.range()].matches('\n').count() == 1;
            let begins_line = before
                .last()
                .is_some_and(|token| token.kind == TokenKind::Blank && self.text[token.span.range()].contains('\n'));
            if !is_near || comment.kind != TokenKind::Comment || !begins_line {
                break;
            }
            first = Some(comment.span.start);
            rest = before;
        }
        first
    }
}
