//! Scripts with every mistake at its place, and what a level refuses of them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{ScriptAction, ScriptStep, step};
use crate::format::problem::{Problems, Span};
use crate::format::syntax::{self, Value};
use crate::level::resolve::in_scripts::Known;
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
/// Every mistake in the text.
pub fn steps(file: &str, text: &str) -> Result<Vec<(Range<usize>, ScriptStep)>, LevelError> {
    const LIST: (&str, &str) = ("a script is a list of steps", "write it like `[(at: 1.5, do: MoveTo(\"gate\"))]`");
    let mut problems = Problems::default();
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        problems.report(Span::new(0, 0), LIST.0, LIST.1);
        return Err(problems.into_error(file, text));
    }
    let root = syntax::parse(text, &mut problems);
    let mut reader = Known::nothing().reader(text, problems);
    let mut steps = Vec::new();
    if let Value::List(nodes) = &root.value {
        for node in nodes {
            steps.extend(step::step(&mut reader, node).map(|step| (node.span.range(), step)));
        }
    } else if reader.problems.is_empty() {
        reader.report(root.span, LIST.0, LIST.1);
    }
    if reader.problems.is_empty() { Ok(steps) } else { Err(reader.problems.into_error(file, text)) }
}

/// All strings in a script: the names that it may refer to are among them. None of a text that is no script.
///
/// ```
/// let names = footpath::script::names("[(at: 1, do: Order(Patrol(\"round\"))), (at: 2, do: MoveTo(\"gate\"))]");
/// assert_eq!(names.into_iter().collect::<Vec<String>>(), ["gate", "round"]);
/// ```
pub fn names(text: &str) -> BTreeSet<String> {
    let (mut names, mut nodes) = (BTreeSet::new(), vec![syntax::parse(text, &mut Problems::default())]);
    while let Some(node) = nodes.pop() {
        match node.value {
            Value::Text => _ = names.insert(syntax::string(text, node.span).into_owned()),
            Value::List(values) | Value::Tuple(values) => nodes.extend(values),
            Value::Fields(entries) | Value::Map(entries) => nodes.extend(entries.into_iter().map(|entry| entry.value)),
            _ => {}
        }
    }
    names
}

/// What a level refuses of the steps of a script: names that it does not have, agents that are not there. Carries the steps
/// out in the order of their time, without the time between them; those that need a window are passed over. `words` says why
/// something is refused.
///
/// # Errors
/// Everything that is refused, at its step.
pub fn check_in_level(
    file: &str,
    text: &str,
    steps: &[(Range<usize>, ScriptStep)],
    level: &Level,
    words: impl Fn(&Refusal) -> String,
) -> Result<(), LevelError> {
    let mut simulation = Simulation::new(level.clone(), None);
    let mut in_time: Vec<&(Range<usize>, ScriptStep)> = steps.iter().collect();
    in_time.sort_by_key(|(_, step)| step.tick);
    let mut faults = Vec::new();
    for (place, step) in in_time {
        let command = match &step.action {
            ScriptAction::Command(command) => Ok(command.clone()),
            ScriptAction::Ground(action) => action.command(&simulation),
            ScriptAction::Window(_) => continue,
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

/// Where a step has the name that a reason is about; the whole step if it has none.
fn named_in(text: &str, step: &Range<usize>, reason: &str) -> Range<usize> {
    let name = reason.split(['"', '`']).nth(1).map(|name| format!("\"{name}\""));
    let place = name.and_then(|name| Some((text[step.clone()].find(&name)?, name.len())));
    place.map_or(step.clone(), |(start, length)| step.start + start..step.start + start + length)
}
