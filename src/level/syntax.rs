//! A lossless tree of RON text: every value, comment and blank with its position.
//!
//! serde and ron stop at the first error, take the last of two equal keys and tell no value's
//! position, so checking a level (and changing one in place) stands on this tree instead. The text
//! is cut into [`Token`]s that together are the whole text again; a recursive descent over them, limited
//! in depth, builds [`Node`]s. After an error it goes on at the next comma or bracket that fits, so
//! that one error does not hide the rest.
//!
//! The grammar is that of RON (github.com/ron-rs/ron, `docs/grammar.md`), without byte strings.

use std::borrow::Cow;

use super::problem::{Problems, Span, shown};

/// How deeply brackets may stand in each other.
pub(super) const MAX_DEPTH: usize = 64;

/// The extensions of RON that a file may enable: the two that change nothing in a level file.
const EXTENSIONS: [&str; 2] = ["implicit_some", "unwrap_newtypes"];

/// The help where there is no value.
const A_VALUE: &str = "a value is a number, a string, `true` or `false`, a name, or something in brackets";

/// What a piece of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Spaces and line ends; the byte order mark too.
    Blank,
    /// `// to the end of the line`, or `/* up to */`, which may be nested.
    Comment,
    /// One of `( ) [ ] { } , : # !`.
    Mark(u8),
    /// A name, `true` or `false`.
    Word,
    /// A number, well formed or not.
    Number,
    /// A string with its quotes, plain or raw.
    Text,
    /// A character with its quotes.
    Character,
    /// Something that RON does not know, not reported yet.
    Unknown,
    /// Something that was wrong and has been reported.
    Reported,
}

/// A piece of the text. The tokens of a text follow each other without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// A value and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    /// From its first to its last byte, the name and the brackets included.
    pub span: Span,
    /// The name before its bracket, as in `MoveTo("gate")`.
    pub name: Option<Span>,
    /// What it is.
    pub value: Value,
    /// Whether nothing directly inside it was left out because of an error.
    pub whole: bool,
}

/// What a value is. Numbers, strings and words keep no copy of their text: the span has it.
#[derive(Debug)]
pub(super) enum Value {
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
    Fields(Vec<Entry>),
    /// `{a: b}`.
    Map(Vec<Entry>),
    /// Something whose fault has been reported.
    Broken,
}

/// A key with its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub key: Node,
    pub value: Node,
}

/// Reads a text and reports what is wrong with its syntax. Gives the value of the file, broken where there is none.
pub(super) fn parse(text: &str, problems: &mut Problems) -> Node {
    let tokens = tokens(text, problems);
    let mut parser = Parser { text, tokens: &tokens, at: 0, problems, open: Vec::new(), ended: false };
    parser.attributes();
    let root = parser.value();
    parser.end();
    root
}

/// Cuts a text into tokens. A string may run over several lines; but where one is never closed at all, or runs into
/// something that cannot follow it, a quote is missing, and then strings are taken to end with their line, which
/// finds the place.
fn tokens(text: &str, problems: &mut Problems) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, across_lines: true, faults: Vec::new() };
    let tokens = lexer.all().or_else(|UnclosedString| {
        lexer = Lexer { text, at: 0, across_lines: false, faults: Vec::new() };
        lexer.all()
    });
    for (span, message, help) in lexer.faults {
        problems.report(span, message, help);
    }
    tokens.unwrap_or_default()
}

/// A string ran over the end of its line, and not because it was meant to.
struct UnclosedString;

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Whether strings may run over several lines.
    across_lines: bool,
    faults: Vec<(Span, &'static str, &'static str)>,
}

impl Lexer<'_> {
    fn all(&mut self) -> Result<Vec<Token>, UnclosedString> {
        let mut tokens = Vec::new();
        while self.at < self.text.len() {
            let start = self.at;
            let kind = self.next()?;
            tokens.push(Token { kind, span: Span::new(start, self.at) });
        }
        Ok(tokens)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Moves past everything at the front that `belongs`.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) {
        self.at += self.rest().find(|c| !belongs(c)).unwrap_or(self.rest().len());
    }

    /// Moves past the next token, which is not empty, and says what it is.
    fn next(&mut self) -> Result<TokenKind, UnclosedString> {
        let mut characters = self.rest().chars();
        let (Some(first), second) = (characters.next(), characters.next()) else { return Ok(TokenKind::Blank) };
        Ok(match first {
            _ if is_blank(first) => {
                self.take_while(is_blank);
                TokenKind::Blank
            }
            '/' if second == Some('/') => {
                self.take_while(|c| c != '\n');
                TokenKind::Comment
            }
            '/' if second == Some('*') => self.block_comment(),
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | '#' | '!' => {
                self.at += 1;
                TokenKind::Mark(first as u8)
            }
            '"' => self.string()?,
            '\'' => self.character(),
            'r' if matches!(second, Some('"' | '#')) => self.raw()?,
            'b' if matches!(second, Some('"' | '\'')) => self.bytes()?,
            '0'..='9' | '+' | '-' | '.' => {
                self.number();
                TokenKind::Number
            }
            _ if is_word(first) => {
                self.take_while(is_word);
                TokenKind::Word
            }
            _ => {
                self.at += first.len_utf8();
                self.take_while(is_unknown);
                TokenKind::Unknown
            }
        })
    }

    /// Notes that what starts at `start` and ends at `end` is wrong.
    fn fault(&mut self, start: usize, end: usize, message: &'static str, help: &'static str) -> TokenKind {
        self.faults.push((Span::new(start, end), message, help));
        TokenKind::Reported
    }

    fn block_comment(&mut self) -> TokenKind {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut depth = 0usize;
        while self.at < bytes.len() {
            match bytes[self.at..] {
                [b'/', b'*', ..] => (depth, self.at) = (depth + 1, self.at + 2),
                [b'*', b'/', ..] => (depth, self.at) = (depth - 1, self.at + 2),
                _ => self.at += 1,
            }
            if depth == 0 {
                return TokenKind::Comment;
            }
        }
        self.fault(start, start + 2, "this comment is never closed", "end it with `*/`")
    }

    /// A plain string; the opening quote is next.
    fn string(&mut self) -> Result<TokenKind, UnclosedString> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        while self.at < bytes.len() {
            match bytes[self.at] {
                b'"' => {
                    self.at += 1;
                    let several_lines = self.text[start..self.at].contains('\n');
                    return if several_lines && !self.can_follow_value() {
                        Err(UnclosedString)
                    } else {
                        Ok(TokenKind::Text)
                    };
                }
                b'\n' if !self.across_lines => break,
                b'\\' if self.at + 1 < bytes.len() && bytes[self.at + 1] != b'\n' => {
                    self.at += 1;
                    self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                }
                _ => self.at += 1,
            }
        }
        self.unclosed(start)
    }

    /// Whether what comes next can stand after a value.
    fn can_follow_value(&self) -> bool {
        self.rest().chars().find(|&c| !is_blank(c)).is_none_or(|c| ",:)]}/".contains(c))
    }

    /// A string that began at `start` has not been closed up to here.
    fn unclosed(&mut self, start: usize) -> Result<TokenKind, UnclosedString> {
        if self.across_lines {
            return Err(UnclosedString);
        }
        let end = start + self.text[start..self.at].trim_end().len();
        Ok(self.fault(start, end, "this string is never closed", "end it with the quote that is missing"))
    }

    /// A raw string such as `r#"..."#`, or a raw name such as `r#type`.
    fn raw(&mut self) -> Result<TokenKind, UnclosedString> {
        let start = self.at;
        self.at += 1;
        self.take_while(|c| c == '#');
        let hashes = self.at - start - 1;
        if !self.rest().starts_with('"') {
            self.take_while(is_word);
            return Ok(TokenKind::Word);
        }
        self.at += 1;
        let mut closing = String::from('"');
        closing.extend(std::iter::repeat_n('#', hashes));
        let line_end = self.rest().find('\n').filter(|_| !self.across_lines).unwrap_or(self.rest().len());
        if let Some(length) = self.rest()[..line_end].find(&closing) {
            self.at += length + closing.len();
            return Ok(TokenKind::Text);
        }
        self.at += line_end;
        self.unclosed(start)
    }

    fn bytes(&mut self) -> Result<TokenKind, UnclosedString> {
        let start = self.at;
        self.at += 1;
        let kind = if self.rest().starts_with('"') { self.string()? } else { self.character() };
        if kind == TokenKind::Reported {
            return Ok(kind);
        }
        let end = self.at;
        Ok(self.fault(start, end, "bytes have no place in a level file", "leave out the `b`"))
    }

    /// A character in single quotes; the first quote is next.
    fn character(&mut self) -> TokenKind {
        const HELP: &str = "write one character between single quotes: '.', and '\\'' for the quote itself";
        let start = self.at;
        let body = &self.text[start + 1..];
        let end = body.char_indices().take(40).find(|&(_, c)| c == '\n').map_or(body.len(), |(index, _)| index);
        let body = &body[..end];
        let length = if body.starts_with('\\') {
            body.char_indices().take(40).skip(2).find(|&(_, c)| c == '\'').map(|(index, _)| index)
        } else {
            body.chars().next().map(char::len_utf8).filter(|&length| body[length..].starts_with('\''))
        };
        if let Some(length) = length {
            self.at += 1 + length + 1;
            return TokenKind::Character;
        }
        let closing = body.char_indices().take(40).find(|&(_, c)| c == '\'').map(|(index, _)| index);
        let (end, message) = match closing {
            Some(0) => (start + 2, "there is no character between these quotes"),
            Some(length) => (start + 1 + length + 1, "there is more than one character between these quotes"),
            None => (start + 1, "this quote begins a character that is never closed"),
        };
        self.at = end;
        self.fault(start, end, message, HELP)
    }

    fn number(&mut self) {
        self.at += 1;
        let hex = self.rest().starts_with(['x', 'X']);
        let mut previous = ' ';
        let mut belongs = |c: char| {
            let signed_exponent = matches!(c, '+' | '-') && matches!(previous, 'e' | 'E') && !hex;
            previous = c;
            c.is_ascii_alphanumeric() || matches!(c, '_' | '.') || signed_exponent
        };
        self.at += self.rest().chars().take_while(|&c| belongs(c)).count();
    }
}

/// Whether a value can begin with this token.
fn begins_value(token: Token) -> bool {
    use TokenKind::{Character, Mark, Number, Text, Word};
    matches!(token.kind, Word | Number | Text | Character | Mark(b'(' | b'[' | b'{'))
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_unknown(c: char) -> bool {
    !is_blank(c) && !is_word(c) && !"/()[]{},:#!\"'+-.".contains(c)
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

    /// Where the first token stands, from `index`, that is neither blank nor a comment.
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
            TokenKind::Mark(_) => {
                let message = format!("expected a value, found {}", self.named(Some(token)));
                self.problems.report(span, message, A_VALUE);
                return span.node(Value::Broken);
            }
            _ => self.bump(),
        }
        match token.kind {
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
        span.node(match self.slice(span) {
            "true" | "false" => Value::Bool,
            "inf" | "NaN" => Value::Number,
            _ => Value::Word,
        })
    }

    fn number(&mut self, span: Span) -> Node {
        if Numeral::read(self.slice(span)).is_some() {
            return span.node(Value::Number);
        }
        let message = format!("{} is not a number", shown(self.slice(span)));
        self.problems.report(span, message, "a number is written like 12, -0.5, 1e3 or 0xff");
        span.node(Value::Broken)
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
            let message = format!("brackets stand more than {MAX_DEPTH} deep in each other here");
            self.problems.report(opening.span, message, "no level needs more than a few");
            self.skip_balanced();
            return start.to(self.end_of_previous()).node(Value::Broken);
        }
        self.bump();
        let (closing, shape) = match opening.kind {
            TokenKind::Mark(b'[') => (b']', Shape::List),
            TokenKind::Mark(b'{') => (b'}', Shape::Map),
            _ => (b')', Shape::Undecided),
        };
        self.open.push((closing, opening.span));
        let mut items = Items { shape, values: Vec::new(), entries: Vec::new(), whole: true };
        while self.goes_on(&mut items) {
            self.item(&mut items);
            self.separator(&mut items);
        }
        self.open.pop();
        let span = start.to(self.end_of_previous());
        let value = match items.shape {
            Shape::List => Value::List(items.values),
            Shape::Map => Value::Map(items.entries),
            Shape::Fields => Value::Fields(items.entries),
            Shape::Undecided | Shape::Tuple => Value::Tuple(items.values),
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
                    self.problems.report(token.span, "expected a value, found `,`", "one comma is enough");
                    self.bump();
                }
                _ => return true,
            }
        }
    }

    /// One item of a bracket.
    fn item(&mut self, items: &mut Items) {
        if items.shape == Shape::List {
            let value = self.value();
            items.values.push(value);
            return;
        }
        if items.shape == Shape::Map {
            let key = self.value();
            let value = if self.colon(&key) { self.value() } else { key.span.node(Value::Broken) };
            items.entries.push(Entry { key, value });
            return;
        }
        let named = self.is_field();
        if items.shape == Shape::Undecided {
            items.shape = if named { Shape::Fields } else { Shape::Tuple };
        }
        let first = items.whole;
        items.whole &= named == (items.shape == Shape::Fields);
        match (named, items.shape == Shape::Fields) {
            (true, true) => items.entries.extend(self.field()),
            (false, false) => items.values.push(self.value()),
            (true, false) => {
                if let Some(Entry { key, .. }) = self.field().filter(|_| first) {
                    let help = "leave out the name, or give the others theirs";
                    self.problems.report(key.span, "a field stands among values that have no names", help);
                }
            }
            (false, true) => {
                let value = self.value();
                if first && !matches!(value.value, Value::Broken) {
                    let help = "every value here is a field with a name";
                    self.problems.report(value.span, "expected `name: value`", help);
                }
            }
        }
    }

    /// Whether `name:` is next, or something that was meant so.
    fn is_field(&mut self) -> bool {
        let Some(key) = self.peek() else { return false };
        let Some(follower) = self.peek_second() else { return false };
        let colon = follower.kind == TokenKind::Mark(b':') || self.slice(follower.span) == "=";
        match key.kind {
            TokenKind::Word => colon || begins_value(follower) && follower.kind != TokenKind::Mark(b'('),
            TokenKind::Text => colon,
            _ => false,
        }
    }

    /// A field: its name is next, and a colon after it.
    fn field(&mut self) -> Option<Entry> {
        let key = self.peek()?;
        self.bump();
        if key.kind == TokenKind::Text {
            self.problems.report(key.span, "the name of a field has no quotes", "leave out the quotes");
        }
        let key = key.span.node(Value::Word);
        let value = if self.colon(&key) { self.value() } else { key.span.node(Value::Broken) };
        Some(Entry { key, value })
    }

    /// Moves past the colon after `key`; reports when there is none, and says whether a value can follow.
    fn colon(&mut self, key: &Node) -> bool {
        let next = self.peek();
        match next {
            Some(Token { kind: TokenKind::Mark(b':'), .. }) => {
                self.bump();
                true
            }
            Some(token) if self.slice(token.span) == "=" => {
                self.problems.report(token.span, "expected `:`, found `=`", "a field is written `name: value`");
                self.bump();
                true
            }
            _ => {
                if !matches!(key.value, Value::Broken) {
                    let message = format!("expected `:` after {}", shown(self.slice(key.span)));
                    self.problems.report(
                        self.end_of_previous(),
                        message,
                        "a colon stands between a name and its value",
                    );
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
            _ => {
                let reported = |token: Token| token.kind == TokenKind::Reported;
                if !reported(token) && !self.previous().is_some_and(reported) {
                    let message = format!("expected `,` or `{}`, found {}", closing as char, self.named(Some(token)));
                    self.problems.report(self.end_of_previous(), message, "a comma stands between two values");
                }
                if matches!(token.kind, TokenKind::Mark(b':' | b'#' | b'!') | TokenKind::Unknown | TokenKind::Reported)
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

/// What stands in a bracket, while it is read.
struct Items {
    shape: Shape,
    values: Vec<Node>,
    entries: Vec<Entry>,
    whole: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    List,
    Map,
    /// Round brackets, of which the first item decides what they are.
    Undecided,
    Tuple,
    Fields,
}

impl Span {
    fn node(self, value: Value) -> Node {
        Node { span: self, name: None, value, whole: true }
    }
}

/// The characters of a string or character token, each with the place where it is written; `None` for an escape
/// that means nothing.
pub(super) fn characters(text: &str, token: Span) -> Characters<'_> {
    let whole = &text[token.range()];
    let raw = whole.starts_with('r');
    let hashes = if raw { whole[1..].find('"').unwrap_or(0) } else { 0 };
    let before = usize::from(raw) + hashes + 1;
    let body = &whole[before..whole.len() - 1 - hashes];
    Characters { rest: body, at: token.start as usize + before, raw }
}

/// See [`characters`].
pub(super) struct Characters<'t> {
    rest: &'t str,
    at: usize,
    raw: bool,
}

impl Iterator for Characters<'_> {
    type Item = (Span, Option<char>);

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.rest.chars().next()?;
        let (length, character) =
            if first == '\\' && !self.raw { escape(self.rest) } else { (first.len_utf8(), Some(first)) };
        let span = Span::new(self.at, self.at + length);
        self.rest = &self.rest[length..];
        self.at += length;
        Some((span, character))
    }
}

/// The length of the escape that `text` begins with, and what it stands for.
fn escape(text: &str) -> (usize, Option<char>) {
    let Some(kind) = text[1..].chars().next() else { return (1, None) };
    let simple = match kind {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        '\\' | '\'' | '"' => kind,
        'x' => return hexadecimal(text, 2, 4, 4),
        'u' if text[2..].starts_with('{') => {
            return match text.char_indices().take(12).find(|&(_, c)| c == '}') {
                Some((end, _)) => hexadecimal(text, 3, end, end + 1),
                None => (3, None),
            };
        }
        _ => return (1 + kind.len_utf8(), None),
    };
    (2, Some(simple))
}

/// The character whose number the hexadecimal digits `text[from..to]` give, in an escape of `length` bytes.
fn hexadecimal(text: &str, from: usize, to: usize, length: usize) -> (usize, Option<char>) {
    let digits = text.get(from..to).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    match digits {
        Some(digits) => (length, u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)),
        None => (2, None),
    }
}

/// The text of a string token, escapes resolved.
pub(super) fn string(text: &str, token: Span) -> Cow<'_, str> {
    let characters = characters(text, token);
    if characters.raw || !characters.rest.contains('\\') {
        return Cow::Borrowed(characters.rest);
    }
    Cow::Owned(characters.filter_map(|(_, character)| character).collect())
}

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Numeral {
    /// Digits only; beyond any range where they do not fit.
    Whole(i128),
    /// With a decimal point or an exponent, rounded to the nearest; infinite when it is too large.
    Real(f32),
}

impl Numeral {
    /// Reads RON's forms: underscores, signs, `0x`, `0o`, `0b`, `inf`, `NaN`, and a type at the end.
    pub fn read(text: &str) -> Option<Numeral> {
        let (negative, unsigned) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let sign = if negative { -1.0 } else { 1.0 };
        match unsigned {
            "inf" | "inff32" | "inff64" => return Some(Numeral::Real(sign * f32::INFINITY)),
            "NaN" | "NaNf32" | "NaNf64" => return Some(Numeral::Real(f32::NAN)),
            _ => {}
        }
        let digits: String = unsigned.chars().filter(|&c| c != '_').collect();
        let radix = match digits.get(..2) {
            Some("0x") => 16,
            Some("0o") => 8,
            Some("0b") => 2,
            _ => 10,
        };
        let mut digits = if radix == 10 { digits.as_str() } else { &digits[2..] };
        let whole_types = ["i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128"];
        if let Some(bare) = whole_types.iter().find_map(|suffix| digits.strip_suffix(suffix)) {
            digits = bare;
        }
        if !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix)) {
            let magnitude = i128::from_str_radix(digits, radix).unwrap_or(i128::MAX);
            return Some(Numeral::Whole(if negative { -magnitude } else { magnitude }));
        }
        if radix == 10 {
            digits = ["f32", "f64"].iter().find_map(|suffix| digits.strip_suffix(suffix)).unwrap_or(digits);
        }
        let decimal =
            radix == 10 && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-'));
        if !decimal || digits.starts_with(['+', '-']) {
            return None;
        }
        digits.parse::<f32>().ok().map(|value| Numeral::Real(sign * value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::built_in::LEVELS;
    use super::*;
    use proptest::prelude::*;

    /// The text again, from its tokens; they stand one after the other without gaps.
    fn rebuilt(text: &str) -> String {
        let mut end = 0;
        let mut whole = String::new();
        for token in tokens(text, &mut Problems::default()) {
            assert_eq!(token.span.start, end);
            assert!(token.span.end > end);
            end = token.span.end;
            whole.push_str(&text[token.span.range()]);
        }
        whole
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
            let broken = matches!(child.value, Value::Broken);
            assert!(child.span.start >= end || broken, "{child:?} begins before {end}");
            assert!(child.span.end <= node.span.end, "{child:?} ends after {node:?}");
            end = end.max(child.span.end);
            check_nesting(child);
        }
    }

    #[test]
    fn shipped_levels_are_rebuilt_from_their_tokens() {
        for level in LEVELS {
            assert_eq!(rebuilt(level.text), level.text);
            check_nesting(&parse(level.text, &mut Problems::default()));
        }
    }

    #[test]
    fn comments_and_blanks_are_tokens() {
        let text = "( /* a /* b */ c */ x: 'y', // end\r\n)";
        let kinds: Vec<TokenKind> = tokens(text, &mut Problems::default()).iter().map(|token| token.kind).collect();
        use TokenKind::{Blank, Character, Comment, Mark, Word};
        let [open, close, colon, comma] = [b'(', b')', b':', b','].map(Mark);
        let expected =
            [open, Blank, Comment, Blank, Word, colon, Blank, Character, comma, Blank, Comment, Blank, close];
        assert_eq!(kinds, expected);
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

    #[test]
    fn numerals() {
        let whole = |text| Numeral::read(text) == Some(Numeral::Whole(255));
        assert!(["255", "+255", "2_55", "0xff", "0xFF", "0o377", "0b1111_1111", "255u8"].into_iter().all(whole));
        let real = |text| Numeral::read(text) == Some(Numeral::Real(2.5));
        assert!(["2.5", "+2.5", "25e-1", ".25E1", "2.5f32", "0.2_5e+1"].into_iter().all(real));
        assert_eq!(Numeral::read("-12"), Some(Numeral::Whole(-12)));
        assert_eq!(Numeral::read("-.5"), Some(Numeral::Real(-0.5)));
        assert_eq!(Numeral::read("-inf"), Some(Numeral::Real(f32::NEG_INFINITY)));
        assert_eq!(Numeral::read("1e39"), Some(Numeral::Real(f32::INFINITY)));
        assert!(matches!(Numeral::read("NaN"), Some(Numeral::Real(number)) if number.is_nan()));
        let none = |text| Numeral::read(text).is_none();
        assert!(["", "-", ".", "1.2.3", "0x", "0xg", "1e", "e5", "--1", "1a", "+-1", "infinity"].into_iter().all(none));
    }

    #[test]
    fn strings() {
        let read = |text: &str| string(text, Span::new(0, text.len())).into_owned();
        assert_eq!(read(r#""plain""#), "plain");
        assert_eq!(read(r#""\n\t\\\"\'\x41\u{e9}""#), "\n\t\\\"'A\u{e9}");
        assert_eq!(read(r##"r#"raw \n "quoted""#"##), r#"raw \n "quoted""#);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_rebuilt_from_its_tokens(text in "\\PC{0,40}|[\\[\\](){}'\"#\\\\,:/*.a-z0-9\\-\\s]{0,80}") {
            prop_assert_eq!(rebuilt(&text), text.as_str());
            check_nesting(&parse(&text, &mut Problems::default()));
        }
    }
}
