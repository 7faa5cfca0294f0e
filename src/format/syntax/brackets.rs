//! Brackets that do not match: which are missing, wrong or too many, found before the values are read, so that one
//! bracket is one mistake.

use super::MAX_DEPTH;
use super::tokens::{Token, TokenKind};
use crate::format::problem::{Problems, Span, shown};

/// How many brackets of a text are mended at most; where more are wrong, it is not worth guessing.
const MOST: usize = 20;

/// The tokens of a text with their brackets made to match: what is missing is put in, what is wrong is replaced, what is
/// too much becomes a blank. Each is reported. A text whose brackets match is left as it is, and so is one whose
/// brackets are nested too deep or mostly wrong.
pub(super) fn mended(text: &str, tokens: Vec<Token>, problems: &mut Problems) -> Vec<Token> {
    let marks: Vec<usize> = (0..tokens.len()).filter(|&index| bracket(tokens[index]).is_some()).collect();
    let mut mender = Mender { text, tokens: &tokens, marks: &marks, open: Vec::new(), repairs: Vec::new() };
    match mender.mend() {
        Some(()) if !mender.repairs.is_empty() => mender.apply(problems),
        _ => tokens,
    }
}

/// The bracket that a token is.
fn bracket(token: Token) -> Option<u8> {
    match token.kind {
        TokenKind::Mark(mark @ (b'(' | b'[' | b'{' | b')' | b']' | b'}')) => Some(mark),
        _ => None,
    }
}

/// What closes this opening bracket.
fn closing(opening: u8) -> Option<u8> {
    match opening {
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        b'{' => Some(b'}'),
        _ => None,
    }
}

/// What opens what this bracket closes.
fn opening(closing: u8) -> u8 {
    match closing {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    }
}

/// What is done about a bracket; tokens by their index.
#[derive(Clone, Copy)]
enum Repair {
    /// A bracket is missing before a token: the one that closes `opened`. `found` stands where it must stand at the
    /// latest, if anything does.
    Close { opened: usize, before: usize, found: Option<usize> },
    /// A bracket is missing before a token: the one that `closed` closes.
    Open { closed: usize, before: usize },
    /// Another bracket is to close `opened`.
    Replace { opened: usize, at: usize },
    /// Another bracket is to open what `closed` closes.
    ReplaceOpening { at: usize, closed: usize },
    /// A bracket is too much.
    Drop { at: usize },
}

/// How an item of a bracket begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Value,
    /// A name and a colon.
    Field,
    /// Something else and a colon.
    Key,
}

struct Mender<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// The tokens that are brackets.
    marks: &'t [usize],
    /// The brackets that are open.
    open: Vec<usize>,
    repairs: Vec<Repair>,
}

impl Mender<'_> {
    fn mark(&self, index: usize) -> u8 {
        bracket(self.tokens[index]).unwrap_or_default()
    }

    /// What is to be done; `None` where it is not worth guessing.
    fn mend(&mut self) -> Option<()> {
        for place in 0..self.marks.len() {
            let at = self.marks[place];
            let mark = self.mark(at);
            if closing(mark).is_some() {
                self.open.push(at);
                if self.open.len() > MAX_DEPTH {
                    return None;
                }
            } else if self.open.last().is_some_and(|&top| closing(self.mark(top)) == Some(mark)) {
                self.open.pop();
            } else {
                self.mismatch(place);
            }
            if self.repairs.len() > MOST {
                return None;
            }
        }
        while let Some(opened) = self.open.pop() {
            self.close(opened, None);
            if self.repairs.len() > MOST {
                return None;
            }
        }
        Some(())
    }

    /// A closing bracket that does not close what was opened last. What is done is what leaves the least to do.
    fn mismatch(&mut self, place: usize) {
        let at = self.marks[place];
        let mark = self.mark(at);
        let inner = self.open.iter().rev().position(|&outer| closing(self.mark(outer)) == Some(mark));
        let closed = inner.map(|inner| inner + self.left(place + 1, self.open.len() - inner - 1));
        let replaced = (!self.open.is_empty()).then(|| 1 + self.left(place + 1, self.open.len() - 1));
        let dropped = 1 + self.left(place + 1, self.open.len());
        let least = closed.into_iter().chain(replaced).fold(dropped, usize::min);
        match (inner, self.open.last()) {
            (Some(inner), _) if closed == Some(least) => {
                for opened in self.open.split_off(self.open.len() - inner).into_iter().rev() {
                    self.close(opened, Some(at));
                }
                self.open.pop();
            }
            (_, Some(&opened)) if replaced == Some(least) => {
                self.open.pop();
                let repair = if self.fits(opened, at) {
                    Repair::ReplaceOpening { at: opened, closed: at }
                } else {
                    Repair::Replace { opened, at }
                };
                self.repairs.push(repair);
            }
            _ => {
                let repair = match self.place_to_open(at) {
                    Some(before) => Repair::Open { closed: at, before },
                    None => Repair::Drop { at },
                };
                self.repairs.push(repair);
            }
        }
    }

    /// Whether what stands between two brackets is what the closing one says, and not what the opening one does.
    fn fits(&self, opened: usize, closed: usize) -> bool {
        let items = self.items(opened, closed);
        let all = |form: Form| !items.is_empty() && items.iter().all(|&item| self.form(item) == form);
        match self.mark(closed) {
            b')' => all(Form::Field),
            b']' => all(Form::Value) && (self.mark(opened) == b'{' || items.len() > 2),
            _ => all(Form::Key),
        }
    }

    /// About how many brackets are wrong from one on, if the first `depth` of those that are open are.
    fn left(&self, place: usize, depth: usize) -> usize {
        let mut open: Vec<u8> = self.open[..depth].iter().map(|&index| self.mark(index)).collect();
        let mut wrong = 0;
        for &index in &self.marks[place..] {
            let mark = self.mark(index);
            if closing(mark).is_some() {
                open.push(mark);
                continue;
            }
            match open.iter().rev().position(|&outer| closing(outer) == Some(mark)) {
                Some(inner) => {
                    wrong += inner;
                    open.truncate(open.len() - inner - 1);
                }
                None => wrong += 1,
            }
        }
        wrong + open.len()
    }

    /// Closes a bracket where it ought to end: before the first item that cannot be one of it, or at the latest before
    /// `found`, or at the end of the text.
    fn close(&mut self, opened: usize, found: Option<usize>) {
        let limit = found.unwrap_or(self.tokens.len());
        let items = self.items(opened, limit);
        let first = items.first().copied();
        let form = first.map(|first| self.form(first));
        // Who does not indent tells nothing by it.
        let margin = self
            .indent_of_line(opened)
            .filter(|&margin| first.is_some_and(|first| self.indent(first).is_none_or(|indent| indent > margin)));
        let is_foreign = |&&item: &&usize| {
            let outside = margin.zip(self.indent(item)).is_some_and(|(margin, indent)| indent <= margin);
            outside || Some(self.form(item)) != form
        };
        let is_known = |item: &&usize| self.tokens[**item].kind != TokenKind::Reported;
        let before = items.iter().skip(1).filter(is_known).find(is_foreign).copied();
        self.repairs.push(Repair::Close { opened, before: before.unwrap_or(limit), found });
    }

    /// Where the items of an open bracket begin, up to a token.
    fn items(&self, opened: usize, limit: usize) -> Vec<usize> {
        let (mut items, mut depth, mut begins) = (Vec::new(), 0usize, true);
        for index in opened + 1..limit {
            let mended = |repair: &&Repair| matches!(repair, Repair::Close { opened: inner, before, .. } if *before == index && *inner > opened);
            let ended = self.repairs.iter().filter(mended).count();
            depth = depth.saturating_sub(ended);
            begins |= ended > 0;
            let token = self.tokens[index];
            if self.is_trivial(token) {
                let new_line = token.kind == TokenKind::Blank && self.slice(token).contains('\n');
                let after_value = || {
                    let before = self.before(index).map(|before| self.tokens[before]);
                    before.is_some_and(|before| !self.is_colon(before))
                };
                begins |= new_line && depth == 0 && after_value();
                continue;
            }
            let mark = bracket(token);
            let closes = mark.is_some_and(|mark| closing(mark).is_none());
            if begins && depth == 0 && !closes && token.kind != TokenKind::Mark(b',') {
                items.push(index);
            }
            begins = depth == 0 && token.kind == TokenKind::Mark(b',');
            match mark {
                Some(_) if closes => depth = depth.saturating_sub(1),
                Some(_) => depth += 1,
                None => {}
            }
        }
        items
    }

    /// Where the bracket is missing that the one at `at` closes: before a field's value that is followed by what is no
    /// field, or before fields where there can be none.
    fn place_to_open(&self, at: usize) -> Option<usize> {
        let &opened = self.open.last()?;
        let items = self.items(opened, at);
        let wants = |form: Form| match self.mark(at) {
            b')' => form == Form::Field && self.mark(opened) != b'(',
            b']' => form == Form::Value,
            _ => form == Form::Key && self.mark(opened) == b'(',
        };
        let run = items.iter().rev().take_while(|&&item| wants(self.form(item))).count();
        let (others, run) = items.split_at(items.len() - run);
        match others.last() {
            Some(&field) if self.mark(opened) == b'(' && self.form(field) == Form::Field => {
                let colon = self.after(field)?;
                self.after(colon).filter(|&value| value < at)
            }
            _ => run.first().copied().filter(|_| self.mark(at) == b')'),
        }
    }

    fn form(&self, item: usize) -> Form {
        let has_colon = self.after(item).is_some_and(|next| self.is_colon(self.tokens[next]));
        match self.tokens[item].kind {
            TokenKind::Word if has_colon => Form::Field,
            _ if has_colon => Form::Key,
            _ => Form::Value,
        }
    }

    fn is_colon(&self, token: Token) -> bool {
        token.kind == TokenKind::Mark(b':') || self.slice(token) == "="
    }

    fn is_trivial(&self, token: Token) -> bool {
        matches!(token.kind, TokenKind::Blank | TokenKind::Comment)
    }

    fn slice(&self, token: Token) -> &str {
        &self.text[token.span.range()]
    }

    /// The token after one that means something.
    fn after(&self, index: usize) -> Option<usize> {
        (index + 1..self.tokens.len()).find(|&next| !self.is_trivial(self.tokens[next]))
    }

    /// The token before one that means something.
    fn before(&self, index: usize) -> Option<usize> {
        (0..index).rev().find(|&before| !self.is_trivial(self.tokens[before]))
    }

    /// How far a token is indented that is the first of its line.
    fn indent(&self, index: usize) -> Option<usize> {
        let Some(before) = index.checked_sub(1) else { return Some(0) };
        let blank = self.tokens[before];
        let (_, indent) = self.slice(blank).rsplit_once('\n')?;
        (blank.kind == TokenKind::Blank).then(|| indent.chars().count())
    }

    /// How far the line of a token is indented.
    fn indent_of_line(&self, index: usize) -> Option<usize> {
        (0..=index).rev().find_map(|first| self.indent(first))
    }

    /// Reports the repairs, and gives the tokens with them.
    fn apply(&self, problems: &mut Problems) -> Vec<Token> {
        for &repair in &self.repairs {
            self.report(repair, problems);
        }
        let mut tokens: Vec<Token> = Vec::with_capacity(self.tokens.len() + 2 * self.repairs.len());
        for index in 0..=self.tokens.len() {
            for &repair in &self.repairs {
                match repair {
                    Repair::Close { opened, before, found } if before == index => {
                        let place = self.end_before(before);
                        let mark = TokenKind::Mark(closing(self.mark(opened)).unwrap_or_default());
                        // The bracket ends behind its last value; a comma follows it where another item does.
                        tokens.push(Token { kind: mark, span: place });
                        if found != Some(before) && before < self.tokens.len() {
                            tokens.push(Token { kind: TokenKind::Mark(b','), span: place });
                        }
                    }
                    Repair::Open { closed, before } if before == index => {
                        let start = self.tokens[before].span.start;
                        let mark = TokenKind::Mark(opening(self.mark(closed)));
                        tokens.push(Token { kind: mark, span: Span { start, end: start } });
                    }
                    _ => {}
                }
            }
            let Some(&token) = self.tokens.get(index) else { break };
            let repaired = self.repairs.iter().find_map(|repair| match *repair {
                Repair::Replace { opened, at } if at == index => closing(self.mark(opened)).map(TokenKind::Mark),
                Repair::ReplaceOpening { at, closed } if at == index => {
                    Some(TokenKind::Mark(opening(self.mark(closed))))
                }
                Repair::Drop { at } if at == index => Some(TokenKind::Blank),
                _ => None,
            });
            tokens.push(Token { kind: repaired.unwrap_or(token.kind), ..token });
        }
        tokens
    }

    /// Where the last token before one ends.
    fn end_before(&self, index: usize) -> Span {
        let end = self.before(index).map_or(0, |before| self.tokens[before].span.end);
        Span { start: end, end }
    }

    /// Where the last value before a token ends: before the comma that may follow it.
    fn end_of_value_before(&self, index: usize) -> Span {
        let before = self.before(index).filter(|&before| self.tokens[before].kind == TokenKind::Mark(b','));
        self.end_before(before.unwrap_or(index))
    }

    /// Whether something that is reported already swallowed a bracket between two tokens.
    fn is_swallowed(&self, from: usize, to: usize) -> bool {
        self.tokens[from..to].iter().any(|&token| {
            let written = self.slice(token);
            let is_unclosed = written.starts_with("/*") && !written.ends_with("*/");
            is_unclosed || token.kind == TokenKind::Reported && written.contains(['(', ')', '[', ']', '{', '}'])
        })
    }

    fn report(&self, repair: Repair, problems: &mut Problems) {
        let text = self.text;
        let named = |index: usize| shown(self.slice(self.tokens[index]));
        let place = |index: usize| Problems::place(text, self.tokens[index].span);
        let to_close = |opened: usize| format!("the {} to close was opened at {}", named(opened), place(opened));
        let closer = |opened: usize| closing(self.mark(opened)).unwrap_or_default() as char;
        match repair {
            Repair::Close { opened, before, .. } if self.is_swallowed(opened, before) => {}
            Repair::Close { opened, before, found: None } if before == self.tokens.len() => {
                let message = format!("this {} is never closed", named(opened));
                problems.report(self.tokens[opened].span, message, format!("the `{}` is missing", closer(opened)));
            }
            Repair::Close { opened, before, found } if found == Some(before) => {
                let message = format!("expected `{}`, found {}", closer(opened), named(before));
                problems.report(self.tokens[before].span, message, to_close(opened));
            }
            Repair::Close { opened, before, .. } => {
                let message = format!("expected `{}` before {}", closer(opened), named(before));
                problems.report(self.end_of_value_before(before), message, to_close(opened));
            }
            Repair::Replace { opened, at } => {
                let message = format!("expected `{}`, found {}", closer(opened), named(at));
                problems.report(self.tokens[at].span, message, to_close(opened));
            }
            Repair::ReplaceOpening { at, closed } => {
                let message = format!("expected `{}`, found {}", opening(self.mark(closed)) as char, named(at));
                let help = format!("the {} that closes it is at {}", named(closed), place(closed));
                problems.report(self.tokens[at].span, message, help);
            }
            Repair::Open { before, .. } if self.tokens[before].kind == TokenKind::Reported => {}
            Repair::Open { closed, before } => {
                let message = format!("expected `{}` before {}", opening(self.mark(closed)) as char, named(before));
                let help = format!("the {} that closes it is at {}", named(closed), place(closed));
                problems.report(self.tokens[before].span, message, help);
            }
            Repair::Drop { at } => {
                let message = format!("this {} closes nothing", named(at));
                problems.report(self.tokens[at].span, message, "leave it out, or open the bracket that it closes");
            }
        }
    }
}
