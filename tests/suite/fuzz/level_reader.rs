//! The text of a level: any bytes are a level that means the same to `ron`, is written and read again and can be played, or
//! are refused with places that lie in the text.

use footpath::level::edit::{Document, formatted};
use footpath::level::{Level, LevelError, Problem};
use footpath::sim::Simulation;
use footpath::warnings::warnings;

use crate::support::layout::laid_out;

/// Tiles of the largest map on which a level is played here: one that is larger takes its time.
const MOST_TILES: usize = 2_000;

/// Reads any bytes as a level.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if makes_much_of_little(&text) {
        return;
    }
    match Level::parse_with_locations("any.ron", &text) {
        Ok((level, locations)) => {
            check_level(&text, &level);
            let told = warnings("any.ron", &text, &level, &locations);
            told.warnings.iter().for_each(|(_, problem)| check_problem(&text, problem));
        }
        Err(error) => check_error(&text, &error),
    }
    // What is no level may still be a text that can be laid out.
    if formatted("any.ron", &text).is_ok() {
        laid_out(&text);
    }
}

/// Whether a text has a map made of a few numbers that takes long to make, which is no fault.
pub fn makes_much_of_little(text: &str) -> bool {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    text.contains("generate")
        && words.into_iter().any(|word| word.len() > 2 && word.starts_with(|c: char| c.is_ascii_digit()))
}

fn check_level(text: &str, level: &Level) {
    // A byte order mark is no part of RON.
    let plain = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Err(error) = ron::from_str::<ron::Value>(plain) {
        panic!("`ron` does not read what is read here: {error}\n{text}");
    }
    let written = level.to_ron();
    let read = Level::parse("written.ron", &written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(&read, level, "{written}");
    assert_eq!(Document::open("any.ron", text.to_owned()).expect("it is one").level(), level);
    let tiles = level.map.tiles.width() as usize * level.map.tiles.height() as usize;
    if tiles <= MOST_TILES && level.agents.len() < 100 {
        let mut simulation = Simulation::new(level.clone(), None);
        (0..3).for_each(|_| drop(simulation.step(&[])));
        assert!(simulation.agents().iter().all(|agent| agent.position().is_finite()));
    }
}

/// Every problem has its place, and the whole can be printed.
fn check_error(text: &str, error: &LevelError) {
    assert!(!error.problems.is_empty() && error.text == text);
    error.problems.iter().for_each(|problem| check_problem(text, problem));
    assert!(error.problems.is_sorted_by_key(|problem| (problem.span.start, problem.span.end)));
    assert!(error.to_string().contains("any.ron:"));
}

fn check_problem(text: &str, problem: &Problem) {
    let span = problem.span.clone();
    assert!(span.start <= span.end && text.get(span.clone()).is_some(), "{problem:?} is not in the text");
    let before = &text[..span.start];
    let before = before.strip_prefix('\u{feff}').unwrap_or(before);
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    assert_eq!((problem.line, problem.column), (before.matches('\n').count() + 1, column), "{problem:?}");
    assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{problem:?}");
}
