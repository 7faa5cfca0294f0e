//! A lossless tree of RON text: every value, comment and blank with its position.
//!
//! serde and ron stop at the first error, take the last of two equal keys and tell no value's
//! position, so checking a level (and changing one in place) stands on this tree instead. The text
//! is cut into [`Token`]s that together are the whole text again; a recursive descent over them, limited
//! in depth, builds [`Node`]s. Brackets that do not match are mended before. After an error it goes on at the next comma
//! or bracket that fits, so that one error does not hide the rest, and is told once.
//!
//! The grammar is that of RON (github.com/ron-rs/ron, `docs/grammar.md`), without byte strings.

mod brackets;
mod tokens;
mod update;

use std::slice;

use super::limits;
use super::problem::{Problems, Span, shown};
use crate::grid::Cell;
pub(crate) use tokens::{Numeral, Token, TokenKind, characters, string, tokens};
use tokens::{first_tokens, is_blank};
pub(crate) use update::{Replaced, update};

/// How deeply brackets may stand in each other.
pub(crate) const MAX_DEPTH: usize = 64;

/// The extensions of RON that a file may enable: the two that change nothing in a level file.
const EXTENSIONS: [&str; 2] = ["implicit_some", "unwrap_newtypes"];

/// The help where there is no value.
const A_VALUE: &str = "a value is a number, a string, `true` or `false`, a name, or something in brackets";

/// A value and where it is in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// From its first to its last byte, the name and the brackets included.
    pub span: Span,
    /// The name before its bracket, as in `MoveTo("gate")`.
    pub name: Option<Span>,
    /// What it is.
    pub value: Value,
    /// Whether nothing directly inside it was left out because of an error.
    pub whole: bool,
}

impl Node {
    /// The name of a word alone, or of brackets, and what stands in these; fields are one value.
    pub(crate) fn named(&self) -> Option<(Span, &[Node])> {
        match (&self.value, self.name) {
            (Value::Word, _) => Some((self.span, &[])),
            (Value::Tuple(values), Some(name)) => Some((name, values)),
            (Value::Fields(_), Some(name)) => Some((name, slice::from_ref(self))),
            _ => None,
        }
    }

    /// The number that it is; `None` of anything else.
    pub(crate) fn number(&self, text: &str) -> Option<Numeral> {
        matches!(self.value, Value::Number).then(|| Numeral::read(&text[self.span.range()])).flatten()
    }

    /// The tile that it is, a column and a row in brackets; `None` of anything else.
    pub(crate) fn tile(&self, text: &str) -> Option<Cell> {
        let Value::Tuple(pair) = &self.value else { return None };
        let [x, y] = pair.as_slice() else { return None };
        let whole = |node: &Node| match node.number(text)? {
            Numeral::Whole(number) => i32::try_from(number).ok(),
            Numeral::Real(_) => None,
        };
        Some(Cell::new(whole(x)?, whole(y)?))
    }

    /// The values of a list, or the one value that stands in its place.
    pub(crate) fn list_or_one(&self) -> &[Node] {
        match &self.value {
            Value::List(list) => list,
            _ => slice::from_ref(self),
        }
    }

    /// The fields of a struct, or the entries of a map; none of anything else.
    pub(crate) fn entries(&self) -> &[KeyValue] {
        match &self.value {
            Value::Fields(entries) | Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// What a field of it has for its value, as [`Node::given`] has it; `None` where there is no such field.
    pub(crate) fn field(&self, text: &str, name: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.name(text) == name)?.value.given(text)
    }

    /// A value without the `Some(...)` that may stand around it; `None` where it is `None`.
    pub(crate) fn given(&self, text: &str) -> Option<&Node> {
        let value = self.bare(text);
        let is_none = matches!(value.value, Value::Word) && &text[value.span.range()] == "None";
        (!is_none).then_some(value)
    }

    /// A value without the `Some(...)` that may stand around it.
    pub(crate) fn bare(&self, text: &str) -> &Node {
        match &self.value {
            Value::Tuple(values)
                if self.name.is_some_and(|name| &text[name.range()] == "Some") && values.len() == 1 =>
            {
                &values[0]
            }
            _ => self,
        }
    }
}

/// What a value is. Numbers, strings and words keep no copy of their text: the span has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bool,
    Number,
    Text,
    Character(char),
    /// A name alone.
    Word,
    /// `(a, b)`, and `()`.
    Tuple(Vec<Node>),
    /// `[a, b]`.
    List(Vec<Node>),
    /// `(name: a)`; every key is a word.
    Fields(Vec<KeyValue>),
    /// `{a: b}`.
    Map(Vec<KeyValue>),
    /// Something whose fault has been reported.
    Broken,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeyValue {
    pub key: Node,
    pub value: Node,
}

impl KeyValue {
    /// The name of a field, without quotes and the sign of a raw name.
    pub(crate) fn name<'t>(&self, text: &'t str) -> &'t str {
        let written = &text[self.key.span.range()];
        written.strip_prefix("r#").unwrap_or(written).trim_matches('"')
    }
}

/// Reads a text and reports what is wrong with its syntax. Gives the value of the file, broken where there is none.
pub(crate) fn parse(text: &str, problems: &mut Problems) -> Node {
    let tokens = first_tokens(text, limits::TOKENS + 1, problems);
    if let Some(first_too_many) = tokens.get(limits::TOKENS) {
        let message = "this file has too many words, numbers and marks for a level".to_owned();
        problems.report(first_too_many.span, message, format!("a level has at most {}", limits::TOKENS));
        return Node { span: first_too_many.span, name: None, value: Value::Broken, whole: false };
    }
    let tokens = brackets::mended(text, tokens, problems);
    let mut parser = Parser { text, tokens: &tokens, at: 0, problems, open: Vec::new(), ended: false };
    parser.attributes();
    if parser.sees_field() {
        return parser.bare_fields();
    }
    let root = parser.value();
    parser.end();
    root
}

/// Whether a value can begin with this token.
fn begins_value(token: Token) -> bool {
    use TokenKind::{Character, Mark, Number, Text, Word};
    matches!(token.kind, Word | Number | Text | Character | Mark(b'(' | b'[' | b'{'))
}

struct Parser<'t, 'p> {
    text: &'t str,
    tokens: &'t [Token],
    /// The token that is next.
    at: usize,
    problems: &'p mut Problems,
    /// The brackets that are open: the mark that closes each, and where it was opened.
    open: Vec<(u8, Span)>,
    /// Whether it has been said that the text ended too soon.
    ended: bool,
}

impl Parser<'_, '_> {
    /// The next token that means something, after moving to it.
    fn peek(&mut self) -> Option<Token> {
        self.at = self.significant(self.at);
        self.tokens.get(self.at).copied()
    }

    /// The index of the first token from `index` on that is neither a blank nor a comment.
    fn significant(&self, index: usize) -> usize {
        let trivial = |token: &&Token| matches!(token.kind, TokenKind::Blank | TokenKind::Comment);
        index + self.tokens[index..].iter().take_while(trivial).count()
    }

    /// The token after the next one.
    fn peek_second(&mut self) -> Option<Token> {
        self.peek()?;
        self.tokens.get(self.significant(self.at + 1)).copied()
    }

    fn bump(&mut self) {
        self.at += 1;
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// A token as messages name it.
    fn named(&self, token: Option<Token>) -> String {
        token.map_or("the end of the file".to_owned(), |token| shown(self.slice(token.span)))
    }

    /// The last token before the next one that means something.
    fn previous(&self) -> Option<Token> {
        let trivial = |token: &&Token| matches!(token.kind, TokenKind::Blank | TokenKind::Comment);
        self.tokens[..self.at].iter().rev().find(|token| !trivial(token)).copied()
    }

    /// Where the last token that means something ends: where a comma would go.
    fn end_of_previous(&self) -> Span {
        let end = self.previous().map_or(0, |token| token.span.end);
        Span { start: end, end }
    }

    /// `#![enable(...)]`, at the start of a file.
    fn attributes(&mut self) {
        while let Some(Token { kind: TokenKind::Mark(b'#'), span: start }) = self.peek() {
            let mut words = Vec::new();
            let mut end = start;
            while let Some(&token) = self.tokens.get(self.at) {
                if token.kind == TokenKind::Blank && self.slice(token.span).contains('\n') {
                    break;
                }
                self.bump();
                end = token.span;
                match token.kind {
                    TokenKind::Word => words.push(token.span),
                    TokenKind::Mark(b']') => break,
                    _ => {}
                }
            }
            self.check_attribute(start.to(end), &words);
        }
    }

    fn check_attribute(&mut self, whole: Span, words: &[Span]) {
        let known = format!("an attribute is `#![enable({})]`, or leave it out", EXTENSIONS.join(", "));
        let compact: String = self.slice(whole).chars().take(200).filter(|c| !is_blank(*c)).collect();
        if !compact.starts_with("#![enable(") || !compact.ends_with(")]") {
            self.problems.report(whole, "this is not an attribute of a level file", known);
            return;
        }
        for &word in words.iter().skip(1) {
            if !EXTENSIONS.contains(&self.slice(word)) {
                let message = format!("level files do not support the extension {}", shown(self.slice(word)));
                self.problems.report(word, message, known.as_str());
            }
        }
    }

    /// A file whose fields stand in no bracket.
    fn bare_fields(&mut self) -> Node {
        let start = self.peek().map_or_else(|| self.end_of_previous(), |token| token.span);
        let help = "write `(` before the first field and `)` behind the last one";
        self.problems.report(start, "a file begins with a bracket, not with a field", help);
        Node { whole: false, ..start.node(Value::Broken) }
    }

    /// Whatever follows the value of the file is too much.
    fn end(&mut self) {
        if let Some(token) = self.peek()
            && !self.ended
        {
            let message = format!("expected the end of the file, found {}", self.named(Some(token)));
            self.problems.report(token.span, message, "a level file holds one value: `( ... )`");
        }
    }

    /// The value that is next. When there is none, reports it and moves past nothing but what can begin
    /// neither a value nor anything else.
    fn value(&mut self) -> Node {
        let Some(token) = self.peek() else {
            if !self.ended && self.open.is_empty() {
                let end = Span::new(self.text.len(), self.text.len());
                self.problems.report(end, "expected a level, found the end of the file", "a level file is `( ... )`");
                self.ended = true;
            }
            return self.end_of_previous().node(Value::Broken);
        };
        let span = token.span;
        match token.kind {
            TokenKind::Mark(b'(' | b'[' | b'{') => return self.bracket(None),
            TokenKind::Word => return self.word(span),
            // A bracket that was put in, and so told.
            TokenKind::Mark(_) if span.start == span.end => return span.node(Value::Broken),
            TokenKind::Mark(_) => {
                let message = format!("expected a value, found {}", self.named(Some(token)));
                self.problems.report(span, message, A_VALUE);
                return span.node(Value::Broken);
            }
            _ => self.bump(),
        }
        match token.kind {
            TokenKind::Number if self.slice(span) == "-" => self.dashed_list(span),
            TokenKind::Number => self.number(span),
            TokenKind::Text => self.string(span),
            TokenKind::Character => self.character(span),
            TokenKind::Unknown => {
                let message = format!("expected a value, found {}", self.named(Some(token)));
                self.problems.report(span, message, A_VALUE);
                span.node(Value::Broken)
            }
            _ => span.node(Value::Broken),
        }
    }

    fn word(&mut self, span: Span) -> Node {
        let followed = self.peek_second();
        self.bump();
        if followed.is_some_and(|token| token.kind == TokenKind::Mark(b'(')) {
            self.peek();
            return self.bracket(Some(span));
        }
        if followed.is_some_and(|token| self.is_in_other_brackets(span, token)) {
            let value = self.value();
            let (name, inside) = (self.slice(span), self.slice(value.span));
            let inside =
                inside.strip_prefix(['[', '{']).and_then(|inside| inside.strip_suffix([']', '}'])).unwrap_or(inside);
            let message = format!("what belongs to {} stands in round brackets", shown(name));
            let help = format!("write `{name}({inside})`");
            self.problems.report(span.to(value.span), message, help);
            return span.to(value.span).node(Value::Broken);
        }
        if let Some(last) = self.words_behind() {
            let words = span.to(last);
            let help = format!("write `\"{}\"`", self.slice(words));
            self.problems.report(words, "a string stands in double quotes", help);
            return words.node(Value::Broken);
        }
        span.node(match self.slice(span) {
            "true" | "false" => Value::Bool,
            "inf" | "NaN" => Value::Number,
            _ => Value::Word,
        })
    }

    /// Whether a name such as `MoveTo` has its value right behind it, in no brackets or in other ones than round.
    fn is_in_other_brackets(&self, name: Span, follower: Token) -> bool {
        let has_value = matches!(follower.kind, TokenKind::Text | TokenKind::Number | TokenKind::Mark(b'[' | b'{'));
        let between = &self.text[name.end as usize..follower.span.start as usize];
        has_value && !between.contains('\n') && self.slice(name).starts_with(|c: char| c.is_ascii_uppercase())
    }

    /// Moves past more words on the line of the one before, up to a comma or a bracket; gives the last one.
    fn words_behind(&mut self) -> Option<Span> {
        /// How many words make a name at most.
        const MOST: usize = 20;
        let mut last = None;
        let mut index = self.at;
        for _ in 0..MOST {
            let next = self.significant(index);
            let token = *self.tokens.get(next)?;
            let passed = self.tokens[index..next].iter();
            if passed.into_iter().any(|token| self.slice(token.span).contains('\n')) {
                return None;
            }
            match token.kind {
                TokenKind::Word => last = Some(token.span),
                // As in `a-star`.
                TokenKind::Number | TokenKind::Unknown if index == next => last = Some(token.span),
                TokenKind::Mark(b',' | b')' | b']' | b'}') if last.is_some() => {
                    self.at = index;
                    return last;
                }
                _ => return None,
            }
            index = next + 1;
        }
        None
    }

    fn number(&mut self, span: Span) -> Node {
        if Numeral::read(self.slice(span)).is_some() {
            return span.node(Value::Number);
        }
        let written = self.slice(span);
        let help = match unit_of(written) {
            Some((number, "%")) => format!("a number has no `%`: write it as a factor, or write `{number}`"),
            Some((number, _)) => format!(
                "a number has no unit: write `{number}`; lengths are in world units, times in seconds, angles in degrees"
            ),
            None => "a number is written like 12, -0.5, 1e3 or 0xff".to_owned(),
        };
        let message = format!("{} is not a number", shown(written));
        self.problems.report_habit(span, message, help);
        span.node(Value::Broken)
    }

    /// A dash before an item, as other languages write lists: everything up to the end of the bracket is given up.
    fn dashed_list(&mut self, dash: Span) -> Node {
        let help = "a list is `[ ... ]`, with a comma behind each item: `[(tile: (2, 1)), (tile: (3, 1))]`";
        self.problems.report_habit(dash, "an item of a list does not begin with `-`", help);
        self.skip_to_end();
        Node { whole: false, ..dash.node(Value::Broken) }
    }

    /// Moves past everything up to the end of the bracket that is open.
    fn skip_to_end(&mut self) {
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Mark(b')' | b']' | b'}') => return,
                TokenKind::Mark(b'(' | b'[' | b'{') => self.skip_balanced(),
                _ => self.bump(),
            }
        }
    }

    /// Whether the next token that means something stands on another line than the one before it.
    fn is_on_new_line(&self) -> bool {
        let next = self.significant(self.at);
        let trivial = |token: &&Token| matches!(token.kind, TokenKind::Blank | TokenKind::Comment);
        let between = self.tokens[..next].iter().rev().take_while(trivial);
        between.into_iter().any(|token| self.slice(token.span).contains('\n'))
    }

    fn string(&mut self, span: Span) -> Node {
        self.check_escapes(span);
        span.node(Value::Text)
    }

    fn check_escapes(&mut self, span: Span) {
        let faulty: Vec<Span> =
            characters(self.text, span).filter(|(_, c)| c.is_none()).map(|(span, _)| span).collect();
        for span in faulty {
            let message = format!("{} is not an escape", shown(self.slice(span)));
            self.problems.report(
                span,
                message,
                "the escapes are \\n \\r \\t \\0 \\\\ \\' \\\" \\x41 \\u{1F600}; write \\\\ for a backslash itself",
            );
        }
    }

    fn character(&mut self, span: Span) -> Node {
        self.check_escapes(span);
        let mut characters = characters(self.text, span);
        match (characters.next(), characters.next()) {
            (Some((_, Some(character))), None) => span.node(Value::Character(character)),
            (Some((_, Some(_))), Some(_)) => {
                let help = "write one character between single quotes, or a string between double ones";
                self.problems.report(span, "there is more than one character between these quotes", help);
                span.node(Value::Broken)
            }
            _ => span.node(Value::Broken),
        }
    }

    /// A bracket and everything up to the one that closes it; the opening one is next.
    fn bracket(&mut self, name: Option<Span>) -> Node {
        let Some(opening) = self.peek() else { return self.end_of_previous().node(Value::Broken) };
        let start = name.unwrap_or(opening.span);
        if self.open.len() == MAX_DEPTH {
            let message = format!("brackets are nested more than {MAX_DEPTH} deep here");
            self.problems.report(opening.span, message, "a level never needs more than a few");
            self.skip_balanced();
            return start.to(self.end_of_previous()).node(Value::Broken);
        }
        self.bump();
        let (closing, shape) = match opening.kind {
            TokenKind::Mark(b'[') => (b']', BracketKind::List),
            TokenKind::Mark(b'{') => (b'}', BracketKind::Map),
            _ => (b')', BracketKind::Undecided),
        };
        self.open.push((closing, opening.span));
        // Of a bracket that was put in, the first item may be something else.
        let whole = opening.span.start < opening.span.end;
        let mut items = Items { shape, values: Vec::new(), entries: Vec::new(), whole };
        while self.goes_on(&mut items) {
            self.item(&mut items);
            // A string that is never closed may hold what belongs here.
            let is_swallowed = |token: Token| token.kind == TokenKind::Reported && self.slice(token.span).contains(',');
            items.whole &= !self.previous().is_some_and(is_swallowed);
            self.separator(&mut items);
        }
        self.open.pop();
        let span = start.to(self.end_of_previous());
        let value = match items.shape {
            BracketKind::List => Value::List(items.values),
            BracketKind::Map => Value::Map(items.entries),
            BracketKind::Fields => Value::Fields(items.entries),
            BracketKind::Undecided | BracketKind::Tuple => Value::Tuple(items.values),
        };
        Node { span, name, value, whole: items.whole }
    }

    /// Whether another item comes before the innermost open bracket is closed; moves past the closing one.
    fn goes_on(&mut self, items: &mut Items) -> bool {
        let Some(&(closing, opened)) = self.open.last() else { return false };
        loop {
            let Some(token) = self.peek() else {
                if !self.ended {
                    self.ended = true;
                    let message = format!("this {} is never closed", shown(self.slice(opened)));
                    self.problems.report(opened, message, format!("the `{}` is missing", closing as char));
                }
                items.whole = false;
                return false;
            };
            match token.kind {
                TokenKind::Mark(mark) if mark == closing => {
                    // A bracket that was put in: something may be missing before it.
                    items.whole &= token.span.start < token.span.end;
                    self.bump();
                    return false;
                }
                TokenKind::Mark(mark @ (b')' | b']' | b'}')) => {
                    let text = self.text;
                    self.problems.report_with(token.span, || {
                        let opening = shown(&text[opened.range()]);
                        let help = format!("the {opening} to close was opened at {}", Problems::place(text, opened));
                        (format!("expected `{}`, found `{}`", closing as char, mark as char), help)
                    });
                    items.whole = false;
                    if self.open.iter().any(|&(outer, _)| outer == mark) {
                        return false;
                    }
                    self.bump();
                }
                TokenKind::Mark(b',') => {
                    let is_first = self.previous().is_some_and(|token| token.span == opened);
                    let help = if is_first { "leave it out" } else { "one comma is enough" };
                    self.problems.report(token.span, "expected a value, found `,`", help);
                    self.bump();
                }
                _ => return true,
            }
        }
    }

    /// One item of a bracket.
    fn item(&mut self, items: &mut Items) {
        if items.shape == BracketKind::List {
            if self.sees_field() {
                return self.fields_without_bracket(items);
            }
            let value = self.value();
            items.values.push(value);
            return;
        }
        if items.shape == BracketKind::Undecided && self.sees_key() {
            items.shape = BracketKind::Map;
            if let Some(&(_, opened)) = self.open.last() {
                let help = "write `{` for this `(`, and `}` for the `)` that closes it";
                self.problems.report_habit(opened, "a map stands in curly brackets", help);
            }
        }
        if items.shape == BracketKind::Map {
            let key = self.value();
            if items.entries.is_empty() && !matches!(key.value, Value::Broken) && self.ends_item() {
                items.whole = false;
                let help = "write `(8, 2)` for a tile or a point, `[ ... ]` for a list, `{\"name\": ...}` for a map";
                self.problems.report(key.span, "there is no `:` and no value behind this key", help);
                return self.skip_to_end();
            }
            let value = if self.colon(&key) { self.value() } else { key.span.node(Value::Broken) };
            items.entries.push(KeyValue { key, value });
            return;
        }
        let named = self.sees_field();
        if items.shape == BracketKind::Undecided {
            items.shape = if named { BracketKind::Fields } else { BracketKind::Tuple };
        }
        let first = items.whole;
        items.whole &= named == (items.shape == BracketKind::Fields);
        match (named, items.shape == BracketKind::Fields) {
            (true, true) => items.entries.extend(self.field()),
            (false, false) => items.values.push(self.value()),
            (true, false) => {
                if let Some(KeyValue { key, .. }) = self.field().filter(|_| first) {
                    let help = "leave out the name, or name the other values too";
                    self.problems.report(key.span, "this field is among values without names", help);
                }
            }
            (false, true) => {
                let decimal = self.number_with_comma();
                let value = self.value();
                if let Some(number) = decimal {
                    let written = self.slice(number).to_owned();
                    let point = written.replace(',', ".");
                    let help = match written.split_once(',') {
                        Some((_, digits)) if digits.len() == 3 => {
                            format!("write `{point}`, or `{}` without a mark for thousands", written.replace(',', ""))
                        }
                        _ => format!("the decimal sign is a point: write `{point}`"),
                    };
                    self.problems.report_habit(number, format!("{} is not a number", shown(&written)), help);
                } else if first && !matches!(value.value, Value::Broken) {
                    let help = "every value here is a field with a name";
                    self.problems.report(value.span, "expected `name: value`", help);
                }
            }
        }
    }

    /// Fields in a list, which would be an item if they stood in a bracket.
    fn fields_without_bracket(&mut self, items: &mut Items) {
        items.whole = false;
        let start = self.peek().map_or_else(|| self.end_of_previous(), |token| token.span);
        self.problems.report_habit(
            start,
            "the fields of an item stand in round brackets",
            format!("write `({}: ..., ...)`", self.slice(start)),
        );
        self.skip_to_end();
    }

    /// Whether something that is no name, and a colon, is next.
    fn sees_key(&mut self) -> bool {
        let Some(key) = self.peek() else { return false };
        let has_colon = self.peek_second().is_some_and(|token| self.is_colon(token));
        has_colon && matches!(key.kind, TokenKind::Character | TokenKind::Number)
    }

    /// Whether the item that was read ends here.
    fn ends_item(&mut self) -> bool {
        self.peek().is_some_and(|token| matches!(token.kind, TokenKind::Mark(b',' | b')' | b']' | b'}')))
    }

    /// Whether this token is a colon, or meant as one.
    fn is_colon(&self, token: Token) -> bool {
        token.kind == TokenKind::Mark(b':') || matches!(self.slice(token.span), "=" | "=>")
    }

    /// The whole number, the comma and the digits that were written for one number, of which the digits are next.
    fn number_with_comma(&mut self) -> Option<Span> {
        let digits = self.peek().filter(|token| token.kind == TokenKind::Number)?;
        let [.., number, comma] = self.tokens[..self.at] else { return None };
        let is_one = number.kind == TokenKind::Number && comma.kind == TokenKind::Mark(b',');
        let is_plain = self.slice(digits.span).starts_with(|c: char| c.is_ascii_digit());
        (is_one && is_plain && comma.span.end == digits.span.start).then(|| number.span.to(digits.span))
    }

    /// Whether `name:` is next, or something that was meant so.
    fn sees_field(&mut self) -> bool {
        let Some(key) = self.peek() else { return false };
        let Some(follower) = self.peek_second() else { return false };
        let colon = self.is_colon(follower);
        match key.kind {
            TokenKind::Word => colon || begins_value(follower) && follower.kind != TokenKind::Mark(b'('),
            TokenKind::Text => colon,
            _ => false,
        }
    }

    /// A field: its name is next, and a colon after it.
    fn field(&mut self) -> Option<KeyValue> {
        let key = self.peek()?;
        self.bump();
        // A name in quotes is the key of a map, or a field's name with quotes: its reader knows.
        let key = key.span.node(if key.kind == TokenKind::Text { Value::Text } else { Value::Word });
        let value = if self.colon(&key) { self.value() } else { key.span.node(Value::Broken) };
        Some(KeyValue { key, value })
    }

    /// Moves past the colon after `key`; reports when there is none, and says whether a value can follow.
    fn colon(&mut self, key: &Node) -> bool {
        let next = self.peek();
        match next {
            Some(Token { kind: TokenKind::Mark(b':'), .. }) => {
                self.bump();
                true
            }
            Some(token) if self.is_colon(token) => {
                let message = format!("expected `:`, found {}", self.named(next));
                self.problems.report_habit(token.span, message, "a field is written `name: value`");
                self.bump();
                true
            }
            _ => {
                if !matches!(key.value, Value::Broken) {
                    let message = format!("expected `:` after {}", shown(self.slice(key.span)));
                    self.problems.report(self.end_of_previous(), message, "a colon separates a name from its value");
                }
                next.is_some_and(begins_value)
            }
        }
    }

    /// What must follow an item: a comma, or the end of the bracket. Where neither is, but another item is, only
    /// the comma is missing; where something else is, everything up to the next comma is given up.
    fn separator(&mut self, items: &mut Items) {
        let Some(&(closing, _)) = self.open.last() else { return };
        let Some(token) = self.peek() else { return };
        match token.kind {
            TokenKind::Mark(b',') => self.bump(),
            TokenKind::Mark(b')' | b']' | b'}') => {}
            TokenKind::Unknown if self.slice(token.span) == ";" => {
                self.problems.report_habit(token.span, "expected `,`, found `;`", "a comma separates two values");
                self.bump();
                if let Some(Token { kind: TokenKind::Mark(b','), .. }) = self.peek() {
                    self.bump();
                }
            }
            _ => {
                let reported = |token: Token| token.kind == TokenKind::Reported;
                let previous = self.previous();
                let is_broken = items.last().is_some_and(|value| matches!(value.value, Value::Broken));
                let told = reported(token) || is_broken || previous.is_some_and(reported);
                let same_line = !self.is_on_new_line();
                let is_unit = same_line
                    && matches!(token.kind, TokenKind::Word | TokenKind::Unknown)
                    && previous.is_some_and(|token| token.kind == TokenKind::Number)
                    && !self.sees_field();
                let is_sign = same_line
                    && matches!(self.slice(token.span), "+" | "-" | "*" | "/")
                    && previous.is_some_and(|token| token.kind == TokenKind::Number);
                if is_sign && !told {
                    self.problems.report_habit(token.span, "a number is not calculated", "write its value");
                } else if is_unit && !told {
                    let help = "leave it out: lengths are in world units, times in seconds, angles in degrees";
                    self.problems.report_habit(token.span, "a number has no unit", help);
                } else if !told && !self.problems.just_told(self.end_of_previous()) {
                    let message = format!("expected `,` or `{}`, found {}", closing as char, self.named(Some(token)));
                    self.problems.report(self.end_of_previous(), message, "a comma separates two values");
                }
                if is_unit
                    || is_sign
                    || is_broken && same_line
                    || matches!(
                        token.kind,
                        TokenKind::Mark(b':' | b'#' | b'!') | TokenKind::Unknown | TokenKind::Reported
                    )
                {
                    items.whole = false;
                    self.skip_to_separator();
                }
            }
        }
    }

    /// Moves past everything up to a comma or closing bracket of this depth, and past that comma.
    fn skip_to_separator(&mut self) {
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Mark(b',') => return self.bump(),
                TokenKind::Mark(b')' | b']' | b'}') => return,
                TokenKind::Mark(b'(' | b'[' | b'{') => self.skip_balanced(),
                _ => self.bump(),
            }
        }
    }

    /// Moves past an opening bracket that is next and everything up to the one that closes it.
    fn skip_balanced(&mut self) {
        let mut depth = 0usize;
        while let Some(token) = self.peek() {
            self.bump();
            match token.kind {
                TokenKind::Mark(b'(' | b'[' | b'{') => depth += 1,
                TokenKind::Mark(b')' | b']' | b'}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
        self.ended = true;
    }
}

/// The contents of a bracket, while they are read.
struct Items {
    shape: BracketKind,
    values: Vec<Node>,
    entries: Vec<KeyValue>,
    whole: bool,
}

impl Items {
    /// The value that was read last.
    fn last(&self) -> Option<&Node> {
        self.entries.last().map(|entry| &entry.value).or(self.values.last())
    }
}

/// What a bracket holds, by its marks and its items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BracketKind {
    List,
    Map,
    /// Round brackets, of which the first item decides what they are.
    Undecided,
    Tuple,
    Fields,
}

/// A number with a unit behind it, as its two parts.
fn unit_of(written: &str) -> Option<(&str, &str)> {
    let (number, unit) = written.split_at(written.find(|c: char| c.is_alphabetic() || "%\u{b0}".contains(c))?);
    let is_unit = unit.chars().all(|c| c.is_alphabetic() || "%\u{b0}".contains(c));
    (is_unit && Numeral::read(number).is_some()).then_some((number, unit))
}

impl Span {
    fn node(self, value: Value) -> Node {
        Node { span: self, name: None, value, whole: true }
    }
}

/// The number that an author wrote where it was read as this one: its shortest decimal.
///
/// ```
/// use footpath::level::as_written;
/// assert_eq!(as_written(1.1), 1.1);
/// assert_ne!(f64::from(1.1_f32), 1.1);
/// ```
pub fn as_written(number: f32) -> f64 {
    number.to_string().parse().expect("a number is written as one")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    /// The levels that come with the program: the file and the text of each.
    pub(super) fn shipped_levels() -> Vec<(PathBuf, String)> {
        let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/levels"))];
        let mut levels = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "ron") {
                    let text = fs::read_to_string(&path).unwrap();
                    levels.push((path, text));
                }
            }
        }
        assert!(levels.len() > 40, "{} levels", levels.len());
        levels
    }

    fn children(node: &Node) -> Vec<&Node> {
        match &node.value {
            Value::Tuple(nodes) | Value::List(nodes) => nodes.iter().collect(),
            Value::Fields(entries) | Value::Map(entries) => {
                entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Values lie inside the value that holds them, in order, none over another.
    fn check_nesting(node: &Node) {
        let mut end = node.span.start;
        for child in children(node) {
            // What is missing is where something else stands, which may be what ends the value that lacks it.
            let broken = matches!(child.value, Value::Broken);
            assert!(child.span.start >= end || broken, "{child:?} begins before {end}");
            assert!(child.span.end <= node.span.end || broken, "{child:?} ends after {node:?}");
            end = end.max(child.span.end);
            check_nesting(child);
        }
    }

    #[test]
    fn values_lie_inside_the_value_that_holds_them() {
        for (_, text) in shipped_levels() {
            check_nesting(&parse(&text, &mut Problems::default()));
        }
    }

    #[test]
    fn one_fault_does_not_hide_the_rest() {
        let mut problems = Problems::default();
        let root = parse("(a: [1, @, 3], b = 2, c: {'x' 1, 'y': 2}, d: (1 2), e: \"end\")", &mut problems);
        assert_eq!(problems.count(), 4);
        let Value::Fields(fields) = &root.value else { panic!("{root:?}") };
        assert_eq!(fields.len(), 5);
        let sizes: Vec<usize> = fields.iter().map(|field| children(&field.value).len()).collect();
        assert_eq!(sizes, [3, 0, 4, 2, 0]);
    }

    /// A value as the `ron` crate reads it, which does not tell names before brackets.
    fn as_ron(text: &str, node: &Node) -> ron::Value {
        let slice = |span: Span| &text[span.range()];
        let written = slice(node.span);
        let pairs = |entries: &[KeyValue]| {
            let key = |entry: &KeyValue| match entry.key.value {
                Value::Word => ron::Value::String(slice(entry.key.span).trim_start_matches("r#").to_owned()),
                _ => as_ron(text, &entry.key),
            };
            ron::Value::Map(entries.iter().map(|entry| (key(entry), as_ron(text, &entry.value))).collect())
        };
        match &node.value {
            Value::Bool => ron::Value::Bool(written == "true"),
            // Which numbers are equal is asked below; here they are told apart as they are written.
            Value::Number => match Numeral::read(written).expect("a number") {
                Numeral::Whole(number) => ron::Value::String(format!("number {}", number as f32)),
                Numeral::Real(number) => ron::Value::String(format!("number {number}")),
            },
            Value::Text => ron::Value::String(string(text, node.span).into_owned()),
            Value::Character(character) => ron::Value::Char(*character),
            // Empty brackets, with or without a name.
            Value::Word => ron::Value::Seq(Vec::new()),
            Value::Tuple(nodes) | Value::List(nodes) => {
                ron::Value::Seq(nodes.iter().map(|node| as_ron(text, node)).collect())
            }
            Value::Fields(entries) | Value::Map(entries) => pairs(entries),
            Value::Broken => unreachable!("nothing is broken"),
        }
    }

    /// The same with numbers that can be compared.
    fn with_plain_numbers(value: ron::Value) -> ron::Value {
        match value {
            ron::Value::Number(number) => ron::Value::String(format!("number {}", number.into_f64() as f32)),
            ron::Value::Seq(values) => ron::Value::Seq(values.into_iter().map(with_plain_numbers).collect()),
            ron::Value::Map(entries) => {
                let entries = entries.into_iter();
                ron::Value::Map(entries.map(|(k, v)| (with_plain_numbers(k), with_plain_numbers(v))).collect())
            }
            ron::Value::Unit => ron::Value::Seq(Vec::new()),
            value => value,
        }
    }

    /// That `ron` reads what is read here, and the same. Gives whether it is read here.
    fn check_against_ron(text: &str) -> bool {
        let mut problems = Problems::default();
        let root = parse(text, &mut problems);
        if problems.is_empty() {
            let read: ron::Value = ron::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(with_plain_numbers(read), as_ron(text, &root), "{text}");
        }
        problems.is_empty()
    }

    #[test]
    fn shipped_levels_are_what_ron_reads() {
        for (file, text) in shipped_levels() {
            assert!(check_against_ron(&text), "{}", file.display());
        }
    }

    /// Sound values, with odd blanks and comments, in every spelling.
    fn odd_value() -> impl Strategy<Value = String> {
        let atom = "[1-9][0-9_]{0,3}|[+-]?[0-9]{1,3}\\.[0-9]{0,3}|-?0x[0-9a-f]{1,4}|[0-9]e[0-3]|[0-9]\\.5e-[0-3]|\\.[0-9]{1,2}|0b[01]{1,4}|0o[0-7]{1,3}\
                    |true|false|[A-Z][a-z]{0,3}|'[a-z.#]'|'\\\\''|\"[a-z #/*]{0,4}(\\\\n|\\\\u\\{e9\\}|\\\\x41|\\\\\")?\"|r\"[a-z\\\\]{0,3}\"|r#\"[a-z\"]{0,3} \"#";
        let blank = "( |\n|\t|\r\n|// [a-z(\"]{0,4}\n|/\\* ?[a-z]{0,2} ?\\*/|/\\* /\\* \\*/ \\*/){0,2}";
        let padded = (blank, atom, blank).prop_map(|(before, atom, after)| format!("{before}{atom}{after}"));
        padded.prop_recursive(4, 24, 4, move |inside| {
            let values = prop::collection::vec(inside, 0..4);
            (values, 0..6usize, any::<bool>(), blank).prop_map(|(values, shape, trailing, blank)| {
                let comma = if trailing && !values.is_empty() { "," } else { "" };
                let numbered = values.iter().enumerate();
                let inside = match shape {
                    4 => numbered.map(|(at, value)| format!("f{at}{blank}:{value}")).collect::<Vec<String>>().join(","),
                    5 => numbered
                        .map(|(at, value)| format!("\"k{at}\"{blank}:{value}"))
                        .collect::<Vec<String>>()
                        .join(","),
                    _ => values.join(","),
                };
                let (opening, closing) =
                    [("[", "]"), ("(", ")"), ("Move(", ")"), ("[", "]"), ("(", ")"), ("{", "}")][shape];
                format!("{blank}{opening}{inside}{comma}{blank}{closing}{blank}")
            })
        })
    }

    /// Tries many values; gives how many there were, and for how many of them `holds` gave true.
    fn counted<S: Strategy>(values: &S, holds: impl Fn(S::Value) -> Result<bool, TestCaseError>) -> (usize, usize) {
        let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
        let (all, held) = (Cell::new(0), Cell::new(0));
        let run = TestRunner::new(config).run(values, |value| {
            all.set(all.get() + 1);
            held.set(held.get() + usize::from(holds(value)?));
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{error}"));
        (all.get(), held.get())
    }

    #[test]
    fn ron_reads_what_is_read_here() {
        let (all, read) = counted(&odd_value(), |text| Ok(check_against_ron(&text)));
        assert!(read * 2 > all, "{read} of {all} can be read");
    }

    #[test]
    fn a_second_character_between_single_quotes_is_not_passed_over() {
        let mut root = parse(r"['\'']", &mut Problems::default());
        let replaced = [Replaced { span: Span::new(4, 4), length: 1 }];
        assert!(!update(&mut root, r"['\'x']", &replaced));
    }

    /// What is kept true while the text changes is what would be read anew.
    #[test]
    fn an_updated_tree_is_that_of_the_text() {
        let piece = (any::<prop::sample::Index>(), 0..4usize, "[a-z0-9 ,:()\"\\[\\]]{0,3}");
        let (all, updated) = counted(&(odd_value(), prop::collection::vec(piece, 1..4)), |(text, pieces)| {
            let mut problems = Problems::default();
            let mut root = parse(&text, &mut problems);
            prop_assume!(problems.is_empty());
            let mut pieces: Vec<(usize, usize, String)> = pieces
                .into_iter()
                .map(|(at, length, new)| {
                    let at = at.index(text.len());
                    (at, (at + length).min(text.len()), new)
                })
                .collect();
            pieces.sort();
            let mut now = String::new();
            let (mut end, mut replaced) = (0, Vec::new());
            for (from, to, new) in pieces {
                if from >= end + usize::from(end > 0) && text.is_char_boundary(from) && text.is_char_boundary(to) {
                    now.push_str(&text[end..from]);
                    now.push_str(&new);
                    replaced.push(Replaced { span: Span::new(from, to), length: new.len() as u32 });
                    end = to;
                }
            }
            now.push_str(&text[end..]);
            let is_updated = update(&mut root, &now, &replaced);
            if is_updated {
                let mut problems = Problems::default();
                let read = parse(&now, &mut problems);
                prop_assert!(problems.is_empty(), "{}\n{}", text, now);
                prop_assert_eq!(root, read, "{}\n{}", text, now);
            }
            Ok(is_updated)
        });
        assert!(updated * 20 > all, "{updated} of {all} trees are updated");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn values_of_any_text_lie_in_each_other(text in "\\PC{0,40}|[\\[\\](){}'\"#\\\\,:/*.a-z0-9\\-\\s]{0,80}") {
            check_nesting(&parse(&text, &mut Problems::default()));
        }
    }
}
