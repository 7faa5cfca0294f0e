//! The problems of a level file, and how they are printed.

use std::ops::Range;
use std::{fmt, mem};

use super::other_words;
use crate::sorting;

/// How many problems of one file are listed; the rest is counted.
pub const MAX_PROBLEMS: usize = 100;

/// How much of a line is shown at most, in characters, and how much of that before a fault.
const SHOWN_WIDTH: usize = 100;
const SHOWN_BEFORE: usize = 60;

/// One thing that is wrong with a level file.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The bytes of the text that are at fault; may be empty (the end of the text).
    pub span: Range<usize>,
    /// Line of the first of them, from 1.
    pub line: usize,
    /// Column of the first of them in characters, from 1.
    pub column: usize,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// How to correct it, if that is known.
    pub help: Option<String>,
}

/// Everything that is wrong with a level file. Displays in the style of a good compiler: each
/// problem with `file:line:column`, the line, the fault underlined, and what would be right.
#[derive(Clone, Debug)]
pub struct LevelError {
    /// The file as the caller named it.
    pub file: String,
    /// The text of the file.
    pub text: String,
    /// At least one, in order of position, at most [`MAX_PROBLEMS`].
    pub problems: Vec<Problem>,
    /// How many more problems there are than are listed.
    pub more: usize,
    /// What is wrong in the file from which the level has its pieces, if anything is.
    pub beside: Option<Box<LevelError>>,
}

impl std::error::Error for LevelError {}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            write_problem(f, "error", &self.file, &self.text, problem)?;
        }
        match self.more {
            0 => {}
            1 => f.write_str("\n\nand 1 more problem")?,
            more => write!(f, "\n\nand {more} more problems")?,
        }
        self.beside.iter().try_for_each(|beside| write!(f, "\n\n{beside}"))
    }
}

impl LevelError {
    /// What is wrong at some places of a text: for each the bytes, what is wrong, and what would be right.
    pub fn at(file: &str, text: &str, faults: Vec<(Range<usize>, String, String)>) -> LevelError {
        let mut problems = Problems::default();
        for (span, message, help) in faults {
            problems.report(Span::new(span.start, span.end), message, help);
        }
        problems.into_error(file, text)
    }
}

impl Problem {
    /// What is wrong, and what would be right, in one line.
    pub fn in_a_line(&self) -> String {
        match &self.help {
            Some(help) => format!("{}; {help}", self.message),
            None => self.message.clone(),
        }
    }
}

/// Writes a problem under a label such as `error`, without a line end.
pub(crate) fn write_problem(
    f: &mut fmt::Formatter<'_>,
    label: &str,
    file: &str,
    text: &str,
    problem: &Problem,
) -> fmt::Result {
    let number = problem.line.to_string();
    let margin = " ".repeat(number.len());
    let (line, before, marked) = excerpt(text, problem.span.clone());
    writeln!(f, "{label}: {}", problem.message)?;
    writeln!(f, "{margin}--> {file}:{}:{}", problem.line, problem.column)?;
    writeln!(f, "{margin} |")?;
    writeln!(f, "{}", format!("{number} | {line}").trim_end())?;
    write!(f, "{margin} | {}{}", " ".repeat(before), "^".repeat(marked))?;
    match &problem.help {
        Some(help) => write!(f, "\n{margin} = help: {help}"),
        None => Ok(()),
    }
}

/// The line of `text` in which `span` begins, cut to what fits, as it is shown; how many columns stand before the
/// fault, and how many it takes up (at least one). Looks no further than it shows, for a line may be very long.
fn excerpt(text: &str, span: Range<usize>) -> (String, usize, usize) {
    let in_line = |c: &char| *c != '\n';
    let mut before: Vec<char> = text[..span.start].chars().rev().take_while(in_line).take(SHOWN_BEFORE + 1).collect();
    let (mut line, mut columns) = (String::new(), 0);
    if before.len() > SHOWN_BEFORE {
        before.truncate(SHOWN_BEFORE / 2);
        (line, columns) = ("...".to_owned(), 3);
    }
    columns += before.iter().rev().map(|&c| push_shown(&mut line, c)).sum::<usize>();
    let room = SHOWN_WIDTH - before.len();
    let mut marked = 0;
    for (index, c) in text[span.start..].char_indices().take_while(|(_, c)| in_line(c)).take(room) {
        let width = push_shown(&mut line, c);
        if span.start + index < span.end {
            marked += width;
        }
    }
    if text[span.start..].chars().take_while(in_line).nth(room).is_some() {
        line.push_str("...");
    }
    (line, columns, marked.max(1))
}

/// Adds a character as a terminal shows it, and returns how many columns it takes: tabs become spaces, other control
/// characters a sign in their place, and the wide characters of East Asia and pictures take two columns.
fn push_shown(line: &mut String, c: char) -> usize {
    if c == '\t' {
        line.push_str("    ");
        return 4;
    }
    if matches!(c, '\u{feff}' | '\r') {
        return 0;
    }
    line.push(if c.is_control() { '\u{fffd}' } else { c });
    match c as u32 {
        0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f => 2,
        0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Some bytes of a text, from `start` up to `end`; a text of a level is small enough for `u32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this one to the end of `last`.
    pub fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end.max(self.end) }
    }
}

/// Collects problems.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    list: Vec<Reported>,
    more: usize,
}

/// A problem whose line is not known yet.
#[derive(Debug, Default)]
struct Reported {
    span: Span,
    message: String,
    help: String,
    /// How often the same is wrong elsewhere.
    elsewhere: usize,
}

impl Problems {
    /// Notes one more problem.
    pub fn report(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report_with(span, || (message.into(), help.into()));
    }

    /// The same, where message and help take long to make: only as many are made as are listed.
    pub fn report_with(&mut self, span: Span, texts: impl FnOnce() -> (String, String)) {
        if self.list.len() == MAX_PROBLEMS {
            self.more += 1;
        } else {
            let (message, help) = texts();
            self.list.push(Reported { span, message, help, elsewhere: 0 });
        }
    }

    /// Notes a problem that is a habit of its author: where the same is reported already, it is only counted there.
    pub fn report_habit(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let message = message.into();
        match self.list.iter_mut().find(|first| first.message == message) {
            Some(first) => first.elsewhere += 1,
            None => self.report(span, message, help),
        }
    }

    /// Whether the last thing that was reported is at this place.
    pub fn just_told(&self, span: Span) -> bool {
        self.list.last().is_some_and(|last| last.span == span)
    }

    /// Whether nothing has been reported.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many have been reported.
    pub fn count(&self) -> usize {
        self.list.len() + self.more
    }

    /// All of them, as the error of a file.
    pub fn into_error(mut self, file: &str, text: &str) -> LevelError {
        // In the order of the text, those of one place as they were found.
        let place = |(index, problem): (usize, &Reported)| (problem.span.start, problem.span.end, index);
        let mut order: Vec<(u32, u32, usize)> = self.list.iter().enumerate().map(place).collect();
        sorting::sort(&mut order);
        let mut position = Position { text, at: 0, line: 1, column: 1 };
        let problems = order.into_iter().map(|(.., index)| {
            let Reported { span, mut message, help, elsewhere } = mem::take(&mut self.list[index]);
            match elsewhere {
                0 => {}
                1 => message.push_str(" (and once more in this file)"),
                _ => message.push_str(&format!(" (and {elsewhere} times more in this file)")),
            }
            position.move_to(span.start as usize);
            Problem { span: span.range(), line: position.line, column: position.column, message, help: Some(help) }
        });
        let problems = problems.collect();
        LevelError { file: file.to_owned(), text: text.to_owned(), problems, more: self.more, beside: None }
    }

    /// The line and the column in which a span begins, both from 1.
    pub fn position(text: &str, span: Span) -> (usize, usize) {
        let mut position = Position { text, at: 0, line: 1, column: 1 };
        position.move_to(span.start as usize);
        (position.line, position.column)
    }

    /// The same as messages tell it: `line:column`.
    pub fn place(text: &str, span: Span) -> String {
        let (line, column) = Problems::position(text, span);
        format!("{line}:{column}")
    }
}

/// Line and column of a byte, both from 1. The byte order mark before the first line is in no column.
struct Position<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl Position<'_> {
    /// Moves on to a byte that is not before the present one.
    fn move_to(&mut self, at: usize) {
        let passed = &self.text[self.at..at];
        let lines = passed.bytes().filter(|&byte| byte == b'\n').count();
        let last = match passed.rfind('\n') {
            Some(end) => {
                self.line += lines;
                self.column = 1;
                &passed[end + 1..]
            }
            None => passed,
        };
        let mark = self.at == 0 && lines == 0 && last.starts_with('\u{feff}');
        self.column += last.chars().count() - usize::from(mark);
        self.at = at;
    }
}

/// A piece of the author's text as messages show it: in backquotes, on one line, not too long.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut line: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push_str("...");
    }
    format!("`{line}`")
}

/// The help "did you mean": with the candidate that is nearest to what was written if one is near, or else with those that
/// are called so elsewhere, or share a word or a beginning with it, at most three.
///
/// ```
/// use footpath::level::did_you_mean;
/// assert_eq!(did_you_mean("gras", ["wall", "grass"]).unwrap(), "did you mean `grass`?");
/// let fields = ["height", "sight_range", "sight_angle"];
/// assert_eq!(did_you_mean("sight", fields).unwrap(), "did you mean `sight_range` or `sight_angle`?");
/// assert_eq!(did_you_mean("climbing", ["swim", "climb"]).unwrap(), "did you mean `climb`?");
/// assert_eq!(did_you_mean("GoTo", ["Wait", "MoveTo"]).unwrap(), "did you mean `MoveTo`?");
/// assert_eq!(did_you_mean("lava", ["wall", "grass"]), None);
/// ```
pub fn did_you_mean<'n>(written: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<String> {
    const MOST: usize = 3;
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if let Some(name) = nearest(written, candidates.iter().copied()) {
        return Some(format!("did you mean `{name}`?"));
    }
    let mut related = other_words::meant(written, candidates.iter().copied());
    if related.is_empty() {
        related = candidates.into_iter().filter(|name| are_related(written, name)).collect();
    }
    related.truncate(MOST);
    let (last, others) = related.split_last()?;
    let before: String = others.iter().map(|name| format!("`{name}`, ")).collect();
    let before = before.strip_suffix(", ").map_or(String::new(), |before| format!("{before} or "));
    Some(format!("did you mean {before}`{last}`?"))
}

/// Whether two names share a word, or one begins as the other.
fn are_related(one: &str, other: &str) -> bool {
    /// Letters. Shorter words say too little.
    const LEAST: usize = 4;
    let (one, other) = (one.to_ascii_lowercase(), other.to_ascii_lowercase());
    let words = |name: &str| -> Vec<String> {
        name.split(['_', '-', ' ']).filter(|word| word.chars().count() >= LEAST).map(str::to_owned).collect()
    };
    let begins = |long: &str, short: &str| short.chars().count() >= LEAST && long.starts_with(short);
    let others = words(&other);
    begins(&one, &other) || begins(&other, &one) || words(&one).iter().any(|word| others.contains(word))
}

/// The candidate that was probably meant.
pub(crate) fn nearest<'n>(written: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const LONGEST: usize = 40;
    const MOST: usize = 1000;
    let length = written.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let candidates = candidates.into_iter().take(MOST).filter(|candidate| candidate.len() <= 4 * LONGEST);
    // Case counts for nothing in English; the tables for all other alphabets are too heavy for the browser.
    let distance = |candidate: &str| edit_distance(&written.to_ascii_lowercase(), &candidate.to_ascii_lowercase());
    let (distance, name) = candidates.map(|name| (distance(name), name)).min_by_key(|&(distance, _)| distance)?;
    (distance <= (length / 3).max(1)).then_some(name)
}

/// How many characters must be changed, left out, put in or exchanged with their neighbour to make `b` of `a`
/// (the optimal string alignment distance).
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances() {
        assert_eq!(edit_distance("grass", "grass"), 0);
        assert_eq!(edit_distance("gras", "grass"), 1);
        assert_eq!(edit_distance("garss", "grass"), 1);
        assert_eq!(edit_distance("", "road"), 4);
        assert_eq!(edit_distance("forest", "swamp"), 6);
    }

    #[test]
    fn only_what_is_near_was_meant() {
        let names = ["grass", "wall", "water"];
        assert_eq!(nearest("Gras", names), Some("grass"));
        assert_eq!(nearest("watre", names), Some("water"));
        assert_eq!(nearest("lava", names), None);
        assert_eq!(nearest(&"grass".repeat(100), names), None);
    }

    #[test]
    fn author_text_in_messages_is_short_and_on_one_line() {
        assert_eq!(shown("a\nb"), "`a b`");
        assert_eq!(shown(&"x".repeat(41)), format!("`{}...`", "x".repeat(40)));
    }
}
