//! The text of a level file cut into tokens, and what single tokens say.

use std::borrow::Cow;

use crate::format::problem::{Problems, Span};

/// What a piece of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Spaces and line ends; the byte order mark before the text too.
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
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// Cuts a text into tokens. A string may run over several lines; but where one is never closed at all, or runs into
/// something that cannot follow it, a quote is missing, and then strings are taken to end with their line, which
/// finds the place.
pub(crate) fn tokens(text: &str, problems: &mut Problems) -> Vec<Token> {
    first_tokens(text, usize::MAX, problems)
}

/// The first tokens of a text, at most `most`.
pub(crate) fn first_tokens(text: &str, most: usize, problems: &mut Problems) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, across_lines: true, faults: Vec::new() };
    let tokens = lexer.first(most).or_else(|UnclosedString| {
        lexer = Lexer { text, at: 0, across_lines: false, faults: Vec::new() };
        lexer.first(most)
    });
    for (span, message, help) in lexer.faults {
        problems.report_habit(span, message, help);
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
    faults: Vec<(Span, String, String)>,
}

impl Lexer<'_> {
    fn first(&mut self, most: usize) -> Result<Vec<Token>, UnclosedString> {
        let mut tokens = Vec::new();
        while self.at < self.text.len() && tokens.len() < most {
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
            BYTE_ORDER_MARK if self.at == 0 => {
                self.at += first.len_utf8();
                TokenKind::Blank
            }
            _ if is_foreign_blank(first) => {
                let start = self.at;
                self.take_while(is_foreign_blank);
                self.fault(start, self.at, "RON does not know this kind of blank", "type a space in its place");
                TokenKind::Blank
            }
            '/' if second == Some('/') => {
                self.take_while(|c| c != '\n');
                TokenKind::Comment
            }
            '/' if second == Some('*') => self.block_comment(),
            '#' => self.number_sign(),
            '-' if self.rest().starts_with("-- ") => self.foreign_comment("--"),
            '-' if self.rest().starts_with("---\n") => self.foreign_comment("---"),
            _ if is_typographic_quote(first) => self.typographic_string(first),
            '\u{2010}'..='\u{2015}' | '\u{2212}' if second.is_some_and(|c| c.is_ascii_digit() || c == '.') => {
                self.dashed_number(first)
            }
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | '!' => {
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
            _ => match plain_mark(first) {
                Some(mark) => self.look_alike(first, mark),
                None => {
                    self.at += first.len_utf8();
                    self.take_while(is_unknown);
                    TokenKind::Unknown
                }
            },
        })
    }

    /// Notes that what starts at `start` and ends at `end` is wrong.
    fn fault(&mut self, start: usize, end: usize, message: impl Into<String>, help: impl Into<String>) -> TokenKind {
        self.faults.push((Span::new(start, end), message.into(), help.into()));
        TokenKind::Reported
    }

    /// What other languages begin a comment with; up to the end of the line it is one here too, but for the fault.
    fn foreign_comment(&mut self, sign: &str) -> TokenKind {
        let start = self.at;
        self.take_while(|c| c != '\n');
        let message = format!("a comment does not begin with `{sign}`");
        self.fault(start, start + sign.len(), message, "write `//` in its place");
        TokenKind::Comment
    }

    /// What begins with `#`: an attribute, or a colour without its quotes, or else the comment of another language.
    fn number_sign(&mut self) -> TokenKind {
        let start = self.at;
        let rest = &self.rest()[1..];
        if rest.trim_start_matches(is_blank).starts_with('!') {
            self.at += 1;
            return TokenKind::Mark(b'#');
        }
        let digits = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        let ends = rest[digits..].chars().next().is_none_or(|c| is_blank(c) || ",)]}".contains(c));
        if !matches!(digits, 3 | 6) || !ends {
            return self.row_or_comment();
        }
        self.at = start + 1 + digits;
        let help = format!("write `\"{}\"`", &self.text[start..self.at]);
        self.fault(start, self.at, "a color is a string, in double quotes", help)
    }

    /// A row without its quotes, which is all of its line but for the comma, or a comment.
    fn row_or_comment(&mut self) -> TokenKind {
        let start = self.at;
        let rest = &self.rest()[1..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        if let Some(row) =
            line.trim_end().strip_suffix(',').filter(|row| !row.is_empty() && !row.contains([' ', '(', ')']))
        {
            let help = format!("write `\"#{row}\"`");
            self.at = start + 1 + row.len();
            return self.fault(start, self.at, "a string stands in double quotes", help);
        }
        self.foreign_comment("#")
    }

    /// A string between quotes that RON does not know, up to the one that closes it on the same line.
    fn typographic_string(&mut self, quote: char) -> TokenKind {
        let start = self.at;
        let body = &self.rest()[quote.len_utf8()..];
        // An apostrophe does not end what double quotes began.
        let is_single = |c: char| matches!(c, '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{ff07}' | '`');
        let is_end = |c: char| {
            let closes = is_typographic_quote(c) && is_single(c) == is_single(quote);
            c == '\n' || c == '"' && !is_single(quote) || closes
        };
        let (length, end) = body.char_indices().find(|&(_, c)| is_end(c)).unwrap_or((body.len(), '\n'));
        let written = format!("write `\"{}\"`, with the plain quotes of a keyboard", body[..length].trim_end());
        self.at += quote.len_utf8() + length + if end == '\n' { 0 } else { end.len_utf8() };
        self.fault(start, self.at, format!("a string does not stand in the quotes `{quote}`"), written)
    }

    /// A mark of another keyboard; it is taken for what it looks like.
    fn look_alike(&mut self, written: char, mark: u8) -> TokenKind {
        let start = self.at;
        self.at += written.len_utf8();
        let message = format!("`{written}` only looks like `{}`", mark as char);
        self.fault(start, self.at, message, format!("type a plain `{}`", mark as char));
        TokenKind::Mark(mark)
    }

    /// A number behind a dash that is no minus sign.
    fn dashed_number(&mut self, dash: char) -> TokenKind {
        let start = self.at;
        self.at += dash.len_utf8();
        let number = self.at;
        self.number();
        let help = format!("write `-{}`, with the plain hyphen of a keyboard", &self.text[number..self.at]);
        self.fault(start, self.at, format!("`{dash}` is not a minus sign"), help)
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
        self.fault(start, start + 2, "this comment is never closed", "end it with `*/`");
        TokenKind::Comment
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
                    // A word right behind the quote is a string's beginning: its quote closes one that lacks its own.
                    let is_opening = self.rest().starts_with(is_word);
                    if is_opening && !self.across_lines {
                        self.take_while(|c| c != '\n');
                        return self.unclosed(start);
                    }
                    return if is_opening || several_lines && !self.can_follow_value() {
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
        let help = match end - start {
            1 => "add the closing quote, or write `[` in its place if a list of strings follows",
            _ => "add the closing quote",
        };
        Ok(self.fault(start, end, "this string is never closed", help))
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
        Ok(self.fault(start, end, "a level file cannot hold byte strings", "leave out the `b`"))
    }

    /// A character in single quotes; the first quote is next.
    fn character(&mut self) -> TokenKind {
        /// How far a closing quote is looked for, in characters.
        const LONGEST: usize = 200;
        const HELP: &str = "write one character between single quotes: '.', and '\\'' for the quote itself";
        let start = self.at;
        let body = &self.text[start + 1..];
        let end = body.char_indices().take(LONGEST).find(|&(_, c)| c == '\n').map_or(body.len(), |(index, _)| index);
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
        let closing = body.char_indices().take(LONGEST).find(|&(_, c)| c == '\'').map(|(index, _)| index);
        match closing {
            Some(0) => {
                self.at = start + 2;
                self.fault(start, self.at, "there is no character between these quotes", HELP)
            }
            Some(length) => {
                self.at = start + 1 + length + 1;
                let written = &body[..length];
                let help = format!(
                    "write a string in double quotes, `\"{written}\"`, and one character in single ones, `'.'`"
                );
                self.fault(start, self.at, "there is more than one character between these quotes", help)
            }
            None => {
                self.at = start + 1 + body.find(|c| is_blank(c) || ",:)]}".contains(c)).unwrap_or(body.len());
                self.fault(start, self.at, "this quote is never closed", HELP)
            }
        }
    }

    fn number(&mut self) {
        self.at += 1;
        let hex = self.rest().starts_with(['x', 'X']);
        let mut previous = ' ';
        let mut belongs = |c: char| {
            let signed_exponent = matches!(c, '+' | '-') && matches!(previous, 'e' | 'E') && !hex;
            previous = c;
            // Signs of units belong to it, so that they are told with it.
            c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%' | '\u{b0}') || signed_exponent
        };
        self.at += self.rest().chars().take_while(|&c| belongs(c)).map(char::len_utf8).sum::<usize>();
    }
}

/// What some editors put before a text. RON knows it nowhere, and it is passed over only there.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The blanks of RON.
pub(super) fn is_blank(c: char) -> bool {
    let is_ascii = matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c');
    is_ascii || matches!(c, '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}

/// A blank that RON does not know, such as one that does not break a line.
fn is_foreign_blank(c: char) -> bool {
    (c.is_whitespace() || c == BYTE_ORDER_MARK) && !is_blank(c)
}

/// A quote that a word processor, or another language, puts around a string.
fn is_typographic_quote(c: char) -> bool {
    matches!(c, '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2032}' | '\u{2033}' | '\u{300c}'..='\u{300f}' | '\u{ff02}' | '\u{ff07}' | '`')
}

/// The mark that one of another keyboard looks like.
fn plain_mark(c: char) -> Option<u8> {
    Some(match c {
        '\u{ff08}' => b'(',
        '\u{ff09}' => b')',
        '\u{ff3b}' | '\u{3010}' => b'[',
        '\u{ff3d}' | '\u{3011}' => b']',
        '\u{ff5b}' => b'{',
        '\u{ff5d}' => b'}',
        '\u{ff0c}' | '\u{3001}' => b',',
        '\u{ff1a}' | '\u{fe55}' | '\u{2236}' => b':',
        _ => return None,
    })
}

/// Letters outside ASCII are told by the blocks that hold them: the full table is too heavy for the browser, and no
/// word of a level file has any, so this only decides how much of a mistake is underlined.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '\u{c0}'..='\u{1fff}' | '\u{3040}'..='\u{d7ff}')
}

fn is_unknown(c: char) -> bool {
    let begins_more = plain_mark(c).is_some() || is_typographic_quote(c) || "/()[]{},:#!\"'+-.;".contains(c);
    !is_foreign_blank(c) && !is_blank(c) && !is_word(c) && !begins_more
}

/// The characters of a string or character token, each with the place where it is written; `None` for an escape
/// that means nothing.
pub(crate) fn characters(text: &str, token: Span) -> Characters<'_> {
    let whole = &text[token.range()];
    let raw = whole.starts_with('r');
    let hashes = if raw { whole[1..].find('"').unwrap_or(0) } else { 0 };
    let before = usize::from(raw) + hashes + 1;
    let body = &whole[before..whole.len() - 1 - hashes];
    Characters { rest: body, at: token.start as usize + before, raw }
}

/// See [`characters`].
pub(crate) struct Characters<'t> {
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
pub(crate) fn string(text: &str, token: Span) -> Cow<'_, str> {
    let characters = characters(text, token);
    if characters.raw || !characters.rest.contains('\\') {
        return Cow::Borrowed(characters.rest);
    }
    Cow::Owned(characters.filter_map(|(_, character)| character).collect())
}

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Numeral {
    /// Digits only; beyond any range where they do not fit.
    Whole(i128),
    /// With a decimal point or an exponent, rounded to the nearest; infinite when it is too large.
    Real(f32),
}

impl Numeral {
    /// The number of 32 bits that is nearest to it.
    pub fn rounded(self) -> f32 {
        match self {
            Numeral::Whole(number) => number as f32,
            Numeral::Real(number) => number,
        }
    }

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
    use super::*;
    use crate::format::syntax::tests::shipped_levels;
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

    #[test]
    fn shipped_levels_are_rebuilt_from_their_tokens() {
        for (_, text) in shipped_levels() {
            assert_eq!(rebuilt(&text), text);
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
    fn a_blank_that_ron_does_not_know_is_told() {
        let mut problems = Problems::default();
        let kinds: Vec<TokenKind> =
            tokens("a\u{a0}\u{2003} b\u{85}", &mut problems).iter().map(|token| token.kind).collect();
        use TokenKind::{Blank, Word};
        assert_eq!(kinds, [Word, Blank, Blank, Word, Blank]);
        assert_eq!(problems.count(), 1);
    }

    #[test]
    fn a_byte_order_mark_is_a_blank_before_the_text_alone() {
        let mut problems = Problems::default();
        let kinds: Vec<TokenKind> =
            tokens("\u{feff} a\u{feff}", &mut problems).iter().map(|token| token.kind).collect();
        use TokenKind::{Blank, Word};
        assert_eq!(kinds, [Blank, Blank, Word, Blank]);
        assert_eq!(problems.count(), 1);
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
            prop_assert_eq!(rebuilt(&text), text);
        }
    }
}
