//! What is wrong with a level, ready to be shown.

use footpath::grid::Cell;
use footpath::level::{LevelError, Problem, drawn_tiles};

/// One thing to tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// What is wrong, with `file:line:column` where there is one.
    pub heading: String,
    /// The line at fault, and which of its characters to underline.
    pub excerpt: Option<Excerpt>,
    /// What would be right.
    pub help: Option<String>,
    /// The line of the level file at fault, from 1.
    pub line: Option<usize>,
    /// The tile at fault, where it is a character of the rows.
    pub tile: Option<Cell>,
}

/// A line of a level file with a part of it underlined.
#[derive(Clone, Debug, PartialEq)]
pub struct Excerpt {
    /// What stands before the underlined part.
    pub before: String,
    /// The underlined part; may be empty, then the place after `before` is meant.
    pub fault: String,
    /// What stands after it.
    pub after: String,
}

/// How many characters of a line are shown on each side of the fault.
const CONTEXT: usize = 24;

/// How many characters of the fault itself are shown.
const LONGEST_FAULT: usize = 40;

impl Message {
    /// A message that points nowhere.
    pub fn plain(heading: impl Into<String>) -> Message {
        Message { heading: heading.into(), excerpt: None, help: None, line: None, tile: None }
    }

    /// Every problem of a level file.
    pub fn of_level(error: &LevelError) -> Vec<Message> {
        let places: Vec<usize> = error.problems.iter().map(|problem| problem.span.start).collect();
        let tiles = drawn_tiles(&error.text, &places);
        let message = |(problem, tile): (&Problem, Option<Cell>)| Message {
            heading: format!("{}:{}:{}: {}", error.file, problem.line, problem.column, problem.message),
            excerpt: error.text.lines().nth(problem.line.saturating_sub(1)).map(|line| {
                let rest = error.text.get(problem.span.clone()).unwrap_or("");
                Excerpt::cut(line, problem.column.saturating_sub(1), rest.chars().count())
            }),
            help: problem.help.clone(),
            line: Some(problem.line),
            tile,
        };
        let more = (error.more > 0).then(|| Message::plain(format!("and {} more", error.more)));
        error.problems.iter().zip(tiles).map(message).chain(more).collect()
    }
}

impl Excerpt {
    /// The part of `line` around its characters from `first` on, `length` of them.
    fn cut(line: &str, first: usize, length: usize) -> Excerpt {
        let characters: Vec<char> = line.chars().map(|letter| if letter == '\t' { ' ' } else { letter }).collect();
        let first = first.min(characters.len());
        let end = (first + length.min(LONGEST_FAULT)).min(characters.len());
        let from = first.saturating_sub(CONTEXT);
        let to = (end + CONTEXT).min(characters.len());
        let text = |range: std::ops::Range<usize>| characters[range].iter().collect::<String>();
        let before = text(from..first);
        let after = text(end..to);
        Excerpt {
            before: if from > 0 { format!("…{before}") } else { before.trim_start().to_owned() },
            fault: text(first..end),
            after: if to < characters.len() { format!("{after}…") } else { after },
        }
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;

    use super::*;

    #[test]
    fn a_problem_keeps_its_place_and_the_text_at_fault() {
        let text = "(\n    nmae: \"x\",\n)";
        let problem = Problem {
            span: 6..10,
            line: 2,
            column: 5,
            message: "there is no field `nmae`".to_owned(),
            help: Some("did you mean `name`?".to_owned()),
        };
        let error = LevelError {
            file: "a.ron".to_owned(),
            text: text.to_owned(),
            problems: vec![problem],
            more: 0,
            beside: None,
        };
        let messages = Message::of_level(&error);
        assert_eq!(messages[0].heading, "a.ron:2:5: there is no field `nmae`");
        let excerpt = messages[0].excerpt.as_ref().expect("the line exists");
        assert_eq!((excerpt.before.as_str(), excerpt.fault.as_str(), excerpt.after.as_str()), ("", "nmae", ": \"x\","));
    }

    #[test]
    fn a_fault_in_the_rows_has_its_tile() {
        let text = "(version: 1, name: \"x\", legend: {'.': \"grass\"}, rows: [ // \"drawn\"]\n \"....\",\n \"..?.\", \"?...\"])";
        let messages = Message::of_level(&Level::parse("a.ron", text).unwrap_err());
        let tiles: Vec<_> = messages.iter().filter_map(|message| message.tile).collect();
        assert!(tiles.contains(&Cell::new(2, 1)), "{messages:?}");
        assert_eq!(messages[0].line, Some(3));
    }

    #[test]
    fn a_long_line_is_cut_around_the_fault() {
        let line = "é".repeat(500);
        let excerpt = Excerpt::cut(&line, 250, 3);
        assert_eq!(excerpt.fault, "ééé");
        assert!(excerpt.before.starts_with('…') && excerpt.after.ends_with('…'));
        assert!(excerpt.before.chars().count() + excerpt.after.chars().count() < 60);
    }

    #[test]
    fn a_fault_beyond_the_line_points_at_its_end() {
        let excerpt = Excerpt::cut("abc", 9, 2);
        assert_eq!((excerpt.before.as_str(), excerpt.fault.as_str()), ("abc", ""));
    }
}
