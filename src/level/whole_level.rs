//! A level whose pieces of map stand in another file, made into one text: that is what is played, shared and recorded.

use std::ops::Range;

use super::{Level, LevelError, Locations};
use crate::format::problem::{Problem, Problems};
use crate::format::syntax::{self, KeyValue, Node, Value};

/// The text of a level with the pieces that its `pieces_from` names in it.
///
/// ```
/// use footpath::level::WholeLevel;
/// let text = r#"(version: 1, name: "Hut", legend: {'.': "grass", '#': "wall"}, rows: ["....", "...."],
///     pieces_from: "huts.ron", stamps: [(piece: "hut", at: (1, 0))])"#;
/// let level = WholeLevel::of("levels/hut.ron", text, |_| Ok(r###"{"hut": ["##"]}"###.to_owned()))?;
/// assert_eq!(level.parse("levels/hut.ron")?.0.picture().tiles.values()[..4], ['.', '#', '#', '.']);
///
/// let wrong = WholeLevel::of("levels/hut.ron", text, |_| Ok("{\n  \"hut\": [\"#?\"]\n}".to_owned()))?;
/// let error = wrong.parse("levels/hut.ron").unwrap_err();
/// assert!(error.to_string().contains("--> levels/huts.ron:2:13"), "{error}");
/// # Ok::<(), footpath::level::LevelError>(())
/// ```
#[derive(Debug)]
pub struct WholeLevel {
    /// It can be read alone. Each line of the level is the same line in it.
    pub text: String,
    pieces: Option<Pieces>,
}

/// The pieces that were put in.
#[derive(Debug)]
struct Pieces {
    /// The level as it is written.
    level: String,
    /// Which bytes of it they replace, and which bytes of the whole text they are.
    replaced: Range<usize>,
    inserted: Range<usize>,
    /// The file in which they stand, and its text.
    file: String,
    text: String,
    /// Where each name and each row begins in the whole text, and which bytes of the file it is; in order.
    copied: Vec<(usize, Range<usize>)>,
}

impl WholeLevel {
    /// Puts the pieces into a level that has a field `pieces_from`; `read` gives the text of a file beside it, or says why there is
    /// none. `file` names the level in messages, and where it is.
    ///
    /// # Errors
    /// Where the file of pieces cannot be read, or is no map of pieces; what is wrong with the level itself is told when
    /// it is read.
    pub fn of(
        file: &str,
        text: &str,
        read: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<WholeLevel, LevelError> {
        let alone = |text: &str| WholeLevel { text: text.to_owned(), pieces: None };
        if !text.contains("pieces_from") {
            return Ok(alone(text));
        }
        let mut problems = Problems::default();
        let root = syntax::parse(text, &mut problems);
        let entry = field(text, &root, "pieces_from").filter(|entry| matches!(entry.value.value, Value::Text));
        let Some(entry) = entry.filter(|_| problems.is_empty() && field(text, &root, "pieces").is_none()) else {
            return Ok(alone(text));
        };
        let name = syntax::string(text, entry.value.span);
        let wrong = |message: &str, help: &str| {
            LevelError::at(file, text, vec![(entry.value.span.range(), message.to_owned(), help.to_owned())])
        };
        if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':']) {
            let help = "write its name alone: `pieces_from: \"houses.ron\"`";
            return Err(wrong("the file of the pieces lies beside the level", help));
        }
        let pieces = read(&name).map_err(|why| wrong(&why, "put the file beside the level, or leave this out"))?;
        let folder = file.rfind(['/', '\\']).map_or("", |end| &file[..=end]);
        let beside = format!("{folder}{name}");
        let root = pieces_of(&beside, &pieces)?;
        let replaced = entry.key.span.to(entry.value.span).range();
        let mut whole = text[..replaced.start].to_owned();
        let copied = put_in(&mut whole, &pieces, &root);
        let lines = text[replaced.clone()].matches('\n').count();
        whole.extend(std::iter::repeat_n('\n', lines));
        let inserted = replaced.start..whole.len();
        whole.push_str(&text[replaced.end..]);
        let pieces = Pieces { level: text.to_owned(), replaced, inserted, file: beside, text: pieces, copied };
        Ok(WholeLevel { text: whole, pieces: Some(pieces) })
    }

    /// Whether pieces were put in.
    pub fn is_made(&self) -> bool {
        self.pieces.is_some()
    }

    /// Reads it, as [`Level::parse_with_locations`] does.
    ///
    /// # Errors
    /// Every problem, in the file where it is.
    pub fn parse(&self, file: &str) -> Result<(Level, Locations), LevelError> {
        Level::parse_with_locations(file, &self.text).map_err(|error| self.placed(error))
    }

    /// An error of the whole text as one of the files of which it is made.
    pub fn placed(&self, error: LevelError) -> LevelError {
        let Some(pieces) = &self.pieces else { return error };
        let (mut of_level, mut of_pieces) = (Vec::new(), Vec::new());
        for Problem { span, message, help, .. } in error.problems {
            let help = help.unwrap_or_default();
            match pieces.place(&span) {
                Some(span) => of_pieces.push((span, message, help)),
                None => of_level.push((pieces.in_level(&span), message, help)),
            }
        }
        let own = LevelError { more: error.more, ..LevelError::at(&error.file, &pieces.level, of_level) };
        let beside = (!of_pieces.is_empty()).then(|| LevelError::at(&pieces.file, &pieces.text, of_pieces));
        match beside {
            Some(beside) if own.problems.is_empty() => LevelError { more: own.more, ..beside },
            beside => LevelError { beside: beside.map(Box::new), ..own },
        }
    }
}

impl Pieces {
    /// Which bytes of the file of pieces some of the whole text are; `None` where they were not copied from it.
    fn place(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let last = self.copied.partition_point(|(start, _)| *start <= span.start).checked_sub(1)?;
        let (start, from) = &self.copied[last];
        let begin = from.start + span.start - start;
        (begin <= from.end).then(|| begin..(begin + span.len()).min(from.end))
    }

    /// Which bytes of the level some of the whole text are; those that were put in are where the file is named.
    fn in_level(&self, span: &Range<usize>) -> Range<usize> {
        let back = |at: usize| match at {
            at if at <= self.inserted.start => at,
            at if at < self.inserted.end => self.replaced.end,
            at => at - self.inserted.len() + self.replaced.len(),
        };
        back(span.start)..back(span.end)
    }
}

/// Whether a text is a file of pieces: a map, where a level is a struct. A level that is written as a map, as JSON would have it, is
/// none.
///
/// ```
/// use footpath::level::is_file_of_pieces;
/// assert!(is_file_of_pieces(r#"{"hut": ["ooo", "o.o"]}"#));
/// assert!(!is_file_of_pieces(r#"{"version": 1, "name": "Yard"}"#));
/// ```
pub fn is_file_of_pieces(text: &str) -> bool {
    let begins = |line: &&str| !line.is_empty() && !line.starts_with("//");
    let is_map = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .find(begins)
        .is_some_and(|line| line.starts_with('{'));
    is_map && {
        let root = syntax::parse(text, &mut Problems::default());
        !root.entries().iter().any(|entry| ["version", "legend"].contains(&entry.name(text)))
    }
}

/// What is wrong with the form of a file of pieces. What its rows mean only a level says.
///
/// # Errors
/// Every mistake.
pub fn check_pieces(file: &str, text: &str) -> Result<(), LevelError> {
    pieces_of(file, text).map(|_| ())
}

/// The tree of a file of pieces.
fn pieces_of(file: &str, text: &str) -> Result<Node, LevelError> {
    let mut problems = Problems::default();
    let root = syntax::parse(text, &mut problems);
    match &root.value {
        _ if !problems.is_empty() => {}
        Value::Map(entries) => {
            for entry in entries {
                let is_rows = |node: &Node| match &node.value {
                    Value::List(rows) => rows.iter().all(|row| matches!(row.value, Value::Text)),
                    _ => false,
                };
                if !matches!(entry.key.value, Value::Text) {
                    problems.report(entry.key.span, "the name of a piece must be a string", "write it like `\"hut\"`");
                }
                if !is_rows(&entry.value) {
                    let help = "write it like `[\"###\", \"#.#\"]`";
                    problems.report(entry.value.span, "the rows of a piece must be a list of strings", help);
                }
            }
        }
        _ => {
            let message = "a file of pieces must be a map from their names to their rows";
            problems.report(root.span, message, "write it like `{\"hut\": [\"###\", \"#.#\"]}`");
        }
    }
    if problems.is_empty() { Ok(root) } else { Err(problems.into_error(file, text)) }
}

/// Writes pieces on one line as a field of a level. Returns where each name and each row begins, and which bytes of their text it
/// is.
fn put_in(whole: &mut String, text: &str, root: &Node) -> Vec<(usize, Range<usize>)> {
    let Value::Map(entries) = &root.value else { return Vec::new() };
    let mut copied = Vec::new();
    let mut copy = |whole: &mut String, node: &Node, behind: &str| {
        copied.push((whole.len(), node.span.range()));
        whole.extend([&text[node.span.range()], behind]);
    };
    whole.push_str("pieces: {");
    for entry in entries {
        copy(whole, &entry.key, ": [");
        if let Value::List(rows) = &entry.value.value {
            rows.iter().for_each(|row| copy(whole, row, ", "));
        }
        whole.push_str("], ");
    }
    whole.push('}');
    copied
}

fn field<'n>(text: &str, root: &'n Node, name: &str) -> Option<&'n KeyValue> {
    let Value::Fields(entries) = &root.value else { return None };
    entries.iter().find(|entry| &text[entry.key.span.range()] == name)
}
