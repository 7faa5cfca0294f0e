//! What is hardly meant in a level that has no mistake: goals, ground, links and switches that no agent can reach, orders
//! that are never begun, rules that never fire, and names that nothing refers to or that several have.

mod closed;
mod links;
mod names;
mod orders;
mod reach;
mod rules;
mod shut;

use std::ops::Range;

use crate::level::{Level, LevelError, LevelWarnings, Locations, Part, WarningKind};
use crate::sorting;

/// The warnings about a level, read from `text` with these locations. Warnings that the level
/// [expects](Level::expected_warnings) are left out; an expectation that is not met is a warning itself.
///
/// Bakes the ground of the level.
///
/// ```
/// use footpath::level::Level;
/// use footpath::warnings::warnings;
/// let text = r#"(version: 1, name: "Pond", legend: {'.': "grass", 'w': "water"}, rows: ["..w."],
///     agents: [(tile: (0, 0), order: MoveTo((tile: (3, 0))))])"#;
/// let (level, locations) = Level::parse_with_locations("pond.ron", text)?;
/// let found = warnings("pond.ron", text, &level, &locations);
/// let messages: Vec<&str> = found.warnings.iter().map(|(_, problem)| problem.message.as_str()).collect();
/// assert_eq!(messages, [
///     "no agent can come to this tile: out of reach (behind water)",
///     "a walker cannot get there: the goal is out of reach (behind water)",
/// ]);
/// # Ok::<(), footpath::level::LevelError>(())
/// ```
pub fn warnings(file: &str, text: &str, level: &Level, locations: &Locations) -> LevelWarnings {
    // Names that every level has are not given in its text.
    let is_given = |warning: &Warning| !locations.of(text, warning.part).is_empty();
    let mut found: Vec<Warning> = names::unused(level, locations).into_iter().filter(is_given).collect();
    found.extend(orders::agents(level));
    found.extend(links::without_effect(level));
    found.extend(rules::idle(level));
    found.extend(shut::behind_shut(level));
    found.extend(reach::unreachable(level, &|tile| locations.is_drawn(text, tile), locations.islands_are_filled));
    for (index, kind) in level.expected_warnings.iter().enumerate() {
        if !found.iter().any(|warning| warning.kind == *kind) {
            found.push(Warning {
                kind: WarningKind::UnmetExpectation,
                part: Part::ExpectedWarning(index),
                message: format!("this level has no warning of the kind `{}`", kind.name()),
                help: "leave it out".to_owned(),
            });
        }
    }
    found.retain(|warning| !level.expected_warnings.contains(&warning.kind));
    found.retain(|warning| warning.kind != WarningKind::UnusedName || !locations.is_in_script(&warning.part));
    let places: Vec<Range<usize>> = found.iter().map(|warning| locations.of(text, warning.part)).collect();
    let mut order: Vec<(usize, usize, usize)> =
        places.iter().enumerate().map(|(index, place)| (place.start, place.end, index)).collect();
    sorting::sort(&mut order);
    // The agents of a group share a place in the text.
    order.dedup_by_key(|&mut (start, end, index)| (start, end, found[index].kind));
    let kinds: Vec<WarningKind> = order.iter().map(|&(.., index)| found[index].kind).collect();
    let told = order.iter().map(|&(start, end, index)| {
        let Warning { message, help, .. } = &found[index];
        (start..end, message.clone(), help.clone())
    });
    let LevelError { file, text, problems, more, .. } = LevelError::at(file, text, told.collect());
    LevelWarnings { file, text, warnings: kinds.into_iter().zip(problems).collect(), more }
}

/// Something that is hardly meant.
struct Warning<'l> {
    kind: WarningKind,
    /// What it is about.
    part: Part<'l>,
    message: String,
    help: String,
}
