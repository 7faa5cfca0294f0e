//! The text of a level laid out afresh: `footpath fmt`.
//!
//! Every value, comment and spelling of a number stays; what changes is blanks, line ends and commas. Brackets that the
//! author has broken into lines stay broken, with the same things on a line; others stay on their line, but for the whole
//! level, its pictures, and those of its lists that do not fit.

use std::{iter, mem};

use super::bracket::line_end_among;
use crate::format::problem::{LevelError, Problems};
use crate::format::syntax::{self, Token, TokenKind, tokens};

/// The longest line, in characters, that a whole field of a level may take.
const WIDTH: usize = 120;
/// The blanks of one step of indentation.
const STEP: usize = 4;

/// The text with one step of indentation a bracket, one blank after each comma and colon, a comma behind whatever ends
/// a line, the rows of pictures below one another, and at most one empty line between two things. Comments stay where
/// they are; those inside an item move in front of it or behind its comma.
///
/// Laying out a text twice is as laying it out once, and the text means the same as before. It need not be that of a
/// whole level: any RON will do.
///
/// ```
/// use footpath::level::edit::formatted;
/// let text = "(version:1,name:\"Tiny\",legend:{'.':\"grass\"},rows:[\"..\",\"..\"])// the end";
/// let laid_out = "(
///     version: 1,
///     name: \"Tiny\",
///     legend: {'.': \"grass\"},
///     rows: [
///         \"..\",
///         \"..\",
///     ],
/// ) // the end
/// ";
/// assert_eq!(formatted("tiny.ron", text)?, laid_out);
/// # Ok::<(), footpath::level::LevelError>(())
/// ```
///
/// # Errors
/// Every mistake in the syntax; `file` names the text in their messages.
pub fn formatted(file: &str, text: &str) -> Result<String, LevelError> {
    let mut problems = Problems::default();
    syntax::parse(text, &mut problems);
    if !problems.is_empty() {
        return Err(problems.into_error(file, text));
    }
    let all = tokens(text, &mut problems);
    let mut source = Source { text, rest: &all, is_new_line: false, has_blank_line: false, blanks: 0 };
    let elements = source.elements(None);
    let line_end = line_end_among(text, &all);
    let mut output = Output { text: String::with_capacity(text.len() * 2), line_end, column: 0 };
    for (index, element) in elements.iter().enumerate() {
        let is_first = index == 0;
        match &element.kind {
            ElementKind::Comment(_) if !is_first && !element.is_new_line => output.push_blanks(element.blanks.max(1)),
            _ if !is_first => output.new_line(0, element.has_blank_line),
            _ => {}
        }
        match &element.kind {
            ElementKind::Comment(comment) => output.push(comment),
            ElementKind::Item(item) => output.item(item, 0, true),
        }
    }
    output.text.push_str(line_end);
    Ok(output.text)
}

/// Something in a bracket, and how its author set it apart from what is before it.
struct Element<'t> {
    kind: ElementKind<'t>,
    /// Whether it begins a line.
    is_new_line: bool,
    /// Whether an empty line is above it.
    has_blank_line: bool,
    /// How many blanks are before it on its line.
    blanks: usize,
}

enum ElementKind<'t> {
    Comment(&'t str),
    Item(Item<'t>),
}

impl ElementKind<'_> {
    fn is_line_comment(&self) -> bool {
        matches!(self, ElementKind::Comment(comment) if comment.starts_with("//"))
    }
}

struct Item<'t> {
    key: Option<&'t str>,
    value: ItemValue<'t>,
}

enum ItemValue<'t> {
    /// Anything without a bracket.
    Atom(&'t str),
    Group(BracketGroup<'t>),
}

/// A bracket with what is in it.
struct BracketGroup<'t> {
    /// The name before the bracket; may be empty.
    name: &'t str,
    opening: &'t str,
    closing: &'t str,
    elements: Vec<Element<'t>>,
    /// Whether its author began a new line in it.
    is_broken: bool,
}

impl<'t> BracketGroup<'t> {
    /// The item that a comment stands before, on the same line.
    fn led_item(&self, index: usize) -> Option<&Item<'t>> {
        for element in &self.elements[index..] {
            match &element.kind {
                ElementKind::Item(item) => return (!element.is_new_line).then_some(item),
                ElementKind::Comment(comment) if comment.starts_with("//") => return None,
                ElementKind::Comment(_) => {}
            }
        }
        None
    }

    /// The group on one line; `None` where it has to be broken.
    fn flat(&self) -> Option<String> {
        let has_items = self.elements.iter().any(|element| matches!(element.kind, ElementKind::Item(_)));
        if self.is_broken && has_items {
            return None;
        }
        let mut flat = format!("{}{}", self.name, self.opening);
        let mut after_item = false;
        for (index, element) in self.elements.iter().enumerate() {
            let is_item = matches!(element.kind, ElementKind::Item(_));
            if is_item && after_item {
                flat.push(',');
            }
            if index > 0 {
                flat.push(' ');
            }
            match &element.kind {
                ElementKind::Comment(comment)
                    if element.is_new_line || comment.starts_with("//") || comment.contains('\n') =>
                {
                    return None;
                }
                ElementKind::Comment(comment) => {
                    let more =
                        self.elements[index..].iter().any(|element| matches!(element.kind, ElementKind::Item(_)));
                    if after_item && more {
                        flat.insert(flat.len() - 1, ',');
                        after_item = false;
                    }
                    flat.push_str(comment);
                }
                ElementKind::Item(item) => {
                    flat.push_str(&item.flat()?);
                    after_item = true;
                }
            }
        }
        flat.push_str(self.closing);
        Some(flat)
    }
}

impl Item<'_> {
    /// The item on one line; `None` where it has to be broken.
    fn flat(&self) -> Option<String> {
        let value = match &self.value {
            ItemValue::Atom(atom) => (*atom).to_owned(),
            ItemValue::Group(_) if self.is_picture() => return None,
            ItemValue::Group(group) => group.flat()?,
        };
        Some(self.key.map_or(value.clone(), |key| format!("{key}: {value}")))
    }

    /// Whether it is rows of characters, which stand below one another.
    fn is_picture(&self) -> bool {
        let is_text = |element: &Element| match &element.kind {
            ElementKind::Comment(_) => true,
            ElementKind::Item(item) => matches!(item.value, ItemValue::Atom(atom) if atom.ends_with(['"', '#'])),
        };
        self.key == Some("rows")
            && matches!(&self.value, ItemValue::Group(group) if group.opening == "[" && !group.elements.is_empty()
                && group.elements.iter().all(is_text))
    }
}

/// The tokens of a sound text, as they are read.
struct Source<'t, 's> {
    text: &'t str,
    rest: &'s [Token],
    /// What has been passed since the last token that is no blank.
    is_new_line: bool,
    has_blank_line: bool,
    blanks: usize,
}

impl<'t> Source<'t, '_> {
    fn slice(&self, token: Token) -> &'t str {
        &self.text[token.span.range()]
    }

    /// The next token that is no blank.
    fn peek(&mut self) -> Option<Token> {
        while let Some((token, rest)) = self.rest.split_first() {
            if token.kind != TokenKind::Blank {
                return Some(*token);
            }
            let blank = self.slice(*token);
            let line_ends = blank.matches('\n').count();
            self.is_new_line |= line_ends > 0;
            self.has_blank_line |= line_ends > 1;
            self.blanks = blank.chars().count();
            self.rest = rest;
        }
        None
    }

    fn bump(&mut self) {
        self.rest = &self.rest[1..];
    }

    /// Sets something apart as it is from what was before it.
    fn element(&mut self, kind: ElementKind<'t>) -> Element<'t> {
        let (is_new_line, has_blank_line) = (mem::take(&mut self.is_new_line), mem::take(&mut self.has_blank_line));
        Element { kind, is_new_line, has_blank_line, blanks: mem::take(&mut self.blanks) }
    }

    /// The comment that is next.
    fn comment(&mut self, token: Token) -> Element<'t> {
        let comment = self.slice(token);
        self.bump();
        let comment = if comment.starts_with("//") { comment.trim_end() } else { comment };
        self.element(ElementKind::Comment(comment))
    }

    /// Everything up to a closing mark, or to the end of the text; moves past that mark.
    fn elements(&mut self, closing: Option<u8>) -> Vec<Element<'t>> {
        let mut elements = Vec::new();
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Comment => elements.push(self.comment(token)),
                TokenKind::Mark(b',') => self.bump(),
                TokenKind::Mark(mark) if Some(mark) == closing => {
                    self.bump();
                    break;
                }
                TokenKind::Mark(b'#') => elements.push(self.attribute(token)),
                _ => self.item(&mut elements),
            }
        }
        elements
    }

    /// `#![enable(...)]`.
    fn attribute(&mut self, first: Token) -> Element<'t> {
        let mut last = first;
        while let Some((&token, _)) = self.rest.split_first() {
            self.bump();
            last = token;
            if token.kind == TokenKind::Mark(b']') {
                break;
            }
        }
        let atom = &self.text[first.span.to(last.span).range()];
        self.element(ElementKind::Item(Item { key: None, value: ItemValue::Atom(atom) }))
    }

    /// An item, which is next. The comments in it come before it.
    fn item(&mut self, elements: &mut Vec<Element<'t>>) {
        let mut first = self.element(ElementKind::Comment(""));
        let before = elements.len();
        let (mut key, mut word) = (None, "");
        let value = loop {
            let Some(token) = self.peek() else { break ItemValue::Atom(word) };
            match token.kind {
                TokenKind::Mark(b':') => {
                    key = Some(mem::take(&mut word));
                    self.bump();
                }
                TokenKind::Mark(mark @ (b'(' | b'[' | b'{')) => break self.group(word, token, mark),
                TokenKind::Mark(_) => break ItemValue::Atom(word),
                TokenKind::Comment if self.goes_on(key.is_none()) => {
                    let comment = self.comment(token);
                    elements.push(comment);
                }
                TokenKind::Comment => break ItemValue::Atom(word),
                _ => {
                    word = self.slice(token);
                    self.bump();
                }
            }
        };
        first.kind = ElementKind::Item(Item { key, value });
        // The first of the comments of an item begins where the item began.
        if let Some(comment) = elements.get_mut(before) {
            mem::swap(&mut first.is_new_line, &mut comment.is_new_line);
            mem::swap(&mut first.has_blank_line, &mut comment.has_blank_line);
            mem::swap(&mut first.blanks, &mut comment.blanks);
            let last = elements.len() - 1;
            for index in before + 1..=last {
                let above = elements[index - 1].kind.is_line_comment();
                elements[index].is_new_line |= above;
                elements[index].has_blank_line = false;
            }
            (first.is_new_line, first.has_blank_line) = (elements[last].kind.is_line_comment(), false);
        }
        elements.push(first);
    }

    /// Whether the item in hand goes on after the comments that are next: with its value, with the bracket of its name,
    /// or, where it `may_have_key`, with a colon.
    fn goes_on(&self, may_have_key: bool) -> bool {
        let is_trivial = |token: &&Token| matches!(token.kind, TokenKind::Blank | TokenKind::Comment);
        let next = self.rest.iter().find(|token| !is_trivial(token));
        next.is_some_and(|token| match token.kind {
            TokenKind::Mark(b':') => may_have_key,
            TokenKind::Mark(mark) => matches!(mark, b'(' | b'[' | b'{'),
            _ => true,
        })
    }

    /// A bracket, which is next.
    fn group(&mut self, name: &'t str, opening: Token, mark: u8) -> ItemValue<'t> {
        self.bump();
        let (closing, shown) = match mark {
            b'(' => (b')', ")"),
            b'[' => (b']', "]"),
            _ => (b'}', "}"),
        };
        let outside = (self.is_new_line, self.has_blank_line, self.blanks);
        (self.is_new_line, self.has_blank_line, self.blanks) = (false, false, 0);
        let elements = self.elements(Some(closing));
        (self.is_new_line, self.has_blank_line, self.blanks) = outside;
        let is_broken = elements.iter().any(|element| element.is_new_line);
        ItemValue::Group(BracketGroup { name, opening: self.slice(opening), closing: shown, elements, is_broken })
    }
}

/// The text that is laid out.
struct Output {
    text: String,
    line_end: &'static str,
    /// How many characters the last line has so far.
    column: usize,
}

impl Output {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        match text.rfind('\n') {
            Some(end) => self.column = text[end + 1..].chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn push_blanks(&mut self, count: usize) {
        self.text.extend(iter::repeat_n(' ', count));
        self.column += count;
    }

    fn new_line(&mut self, indentation: usize, has_blank_line: bool) {
        self.text.push_str(self.line_end);
        if has_blank_line {
            self.text.push_str(self.line_end);
        }
        self.column = 0;
        self.push_blanks(indentation);
    }

    fn item(&mut self, item: &Item, indentation: usize, is_root: bool) {
        if let Some(key) = item.key {
            self.push(key);
            self.push(": ");
        }
        match &item.value {
            ItemValue::Atom(atom) => self.push(atom),
            ItemValue::Group(group) => {
                let one_a_line = is_root || item.is_picture();
                let is_of_level = indentation == STEP;
                let fits = |flat: &String| !is_of_level || self.column + flat.chars().count() < WIDTH;
                match group.flat().filter(|flat| group.elements.is_empty() || !one_a_line && fits(flat)) {
                    Some(flat) => self.push(&flat),
                    None => self.broken(group, indentation, one_a_line),
                }
            }
        }
    }

    /// A group over several lines.
    fn broken(&mut self, group: &BracketGroup, indentation: usize, one_a_line: bool) {
        self.push(group.name);
        self.push(group.opening);
        let inside = indentation + STEP;
        let (mut follows_block_comment, mut follows_line_comment, mut follows_broken) = (false, false, false);
        for (index, element) in group.elements.iter().enumerate() {
            let is_first = index == 0;
            match &element.kind {
                ElementKind::Comment(comment) => {
                    let begins_line = group.led_item(index).is_some_and(|item| {
                        is_first || one_a_line || !group.is_broken || follows_broken || item.flat().is_none()
                    });
                    if element.is_new_line || follows_line_comment || begins_line && !follows_block_comment {
                        self.new_line(inside, element.has_blank_line && !is_first);
                    } else {
                        self.push_blanks(if comment.starts_with("//") { element.blanks.max(1) } else { 1 });
                    }
                    self.push(comment);
                    follows_line_comment = comment.starts_with("//");
                    follows_block_comment = !follows_line_comment;
                    follows_broken = false;
                }
                ElementKind::Item(item) => {
                    let is_flat = item.flat().is_some();
                    let may_share = group.is_broken && !one_a_line && !is_first && !follows_broken && is_flat;
                    if !element.is_new_line
                        && !follows_line_comment
                        && (may_share || follows_block_comment && !is_first)
                    {
                        self.push_blanks(1);
                    } else {
                        self.new_line(inside, element.has_blank_line && !is_first);
                    }
                    let start = self.text.len();
                    self.item(item, inside, false);
                    follows_broken = self.text[start..].contains('\n');
                    self.push(",");
                    (follows_block_comment, follows_line_comment) = (false, false);
                }
            }
        }
        self.new_line(indentation, false);
        self.push(group.closing);
    }
}
