//! Scripts with every mistake at its place, and what a level refuses of them.

use std::ops::Range;

use super::{Action, Script, Step};
use crate::level::values;
use crate::level::{Level, LevelError};
use crate::sim::{Event, Refusal, Simulation};

/// The steps of a script in the order of its text, each with its bytes. `file` names it in messages.
///
/// ```
/// use footpath::script::steps;
/// let text = "[(at: 1, do: Stopp), (at: -1, do: Stop), (at: 2, do: Scatter)]";
/// let error = steps("walk.ron", text).unwrap_err();
/// let places: Vec<usize> = error.problems.iter().map(|problem| problem.column).collect();
/// assert_eq!(places, [14, 27]);
/// ```
///
/// # Errors
/// Every mistake in the text: of its syntax, or else of its steps.
pub fn steps(file: &str, text: &str) -> Result<Vec<(Range<usize>, Step)>, LevelError> {
    let items = values::items(file, text)?;
    let (mut steps, mut faults) = (Vec::new(), Vec::new());
    for item in items {
        match Script::read(&alone(text, &item)) {
            Ok(read) => steps.extend(read.into_iter().map(|step| (item.clone(), step))),
            Err(fault) => {
                let at = byte_at(text, fault.line, fault.column).clamp(item.start, item.end);
                let (message, help) = fault.message.split_once("; ").unwrap_or((&fault.message, STEP));
                faults.push((at..at, message.to_owned(), help.to_owned()));
            }
        }
    }
    if faults.is_empty() { Ok(steps) } else { Err(LevelError::at(file, text, faults)) }
}

const STEP: &str = "a step is written like `(at: 1.5, do: MoveTo(\"gate\"))`";

/// What a level refuses of the steps of a script: names that it does not have, agents that are not there. Carries the steps
/// out in the order of their time, without the time between them; those that need a window are passed over. `words` says why
/// something is refused.
///
/// # Errors
/// Everything that is refused, at its step.
pub fn check_in_level(
    file: &str,
    text: &str,
    steps: &[(Range<usize>, Step)],
    level: &Level,
    words: impl Fn(&Refusal) -> String,
) -> Result<(), LevelError> {
    let mut simulation = Simulation::new(level.clone(), None);
    let mut in_time: Vec<&(Range<usize>, Step)> = steps.iter().collect();
    in_time.sort_by_key(|(_, step)| step.tick);
    let mut faults = Vec::new();
    for (place, step) in in_time {
        let command = match &step.action {
            Action::Command(command) => Ok(command.clone()),
            Action::Ground(action) => action.command(&simulation),
            Action::Window(_) => continue,
        };
        let refused: Vec<String> = match command {
            Err(reason) => vec![reason],
            Ok(command) => {
                let refused = |event: &Event| match event {
                    Event::Refused { reason } => Some(words(reason)),
                    _ => None,
                };
                simulation.apply(&[command]).iter().filter_map(refused).collect()
            }
        };
        faults.extend(refused.into_iter().map(|reason| {
            let (message, help) = reason.split_once("; ").unwrap_or((&reason, "the level must have what a step names"));
            (named_in(text, place, &reason), message.to_owned(), help.to_owned())
        }));
    }
    if faults.is_empty() { Ok(()) } else { Err(LevelError::at(file, text, faults)) }
}

/// Where a step has the name in quotes that a reason is about; the whole step if it has none.
fn named_in(text: &str, step: &Range<usize>, reason: &str) -> Range<usize> {
    let name = reason.split('"').nth(1).map(|name| format!("\"{name}\""));
    let place = name.and_then(|name| Some((text[step.clone()].find(&name)?, name.len())));
    place.map_or(step.clone(), |(start, length)| step.start + start..step.start + start + length)
}

/// A list of one item of a list, at the same line and column: everything else is blank.
fn alone(text: &str, item: &Range<usize>) -> String {
    let blank = |part: &str| -> String { part.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect() };
    let before = blank(&text[..item.start]);
    let open = before.find(' ').unwrap_or(before.len());
    let mut list = before;
    list.replace_range(open..(open + 1).min(list.len()), "[");
    list.push_str(&text[item.clone()]);
    list.push(']');
    list
}

/// The byte at a line and a column, both from 1, or the end of the line.
fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let line = text[start..].split('\n').next().unwrap_or_default();
    start + line.char_indices().nth(column.saturating_sub(1)).map_or(line.len(), |(index, _)| index)
}
