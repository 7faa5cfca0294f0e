//! Cases as replays that `footpath replay` plays, and replays that are checked as they are played.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::action::WorldAction;
use super::case::Case;
use super::check::Checker;
use super::violation::{Check, Violation};
use crate::level::edit::{Affected, Document, History};
use crate::replay::{Done, Player, Replay};
use crate::sim::Simulation;

/// Ticks between two hashes of a replay: a second.
const HASH_EVERY: u64 = 60;

/// A case as a replay, up to where it panics, if it does.
///
/// ```
/// use footpath::scenarios::torture::{record, torture, watch};
/// let (case, outcome) = torture(7, 100, &|| 0.0, |_| {});
/// let replay = record(&case);
/// assert_eq!((replay.ticks, replay.hashes.len()), (100, 2));
/// assert_eq!(watch(replay), Ok(outcome.unwrap().hash));
/// ```
pub fn record(case: &Case) -> Replay {
    let mut replay = Replay { name: "torture".to_owned(), ..Replay::new(case.text.clone(), Some(case.seed)) };
    // What was done before a panic is recorded.
    _ = catch_unwind(AssertUnwindSafe(|| record_into(&mut replay, case)));
    replay.ticks = case.ticks;
    replay
}

fn record_into(replay: &mut Replay, case: &Case) {
    let Ok(document) = Document::open("torture.ron", case.text.clone()) else { return };
    let mut history = History::of(document);
    let mut simulation = Simulation::new(history.document().level().clone(), Some(case.seed));
    let mut actions = case.actions.iter().peekable();
    for tick in 0..case.ticks {
        if tick.is_multiple_of(HASH_EVERY) {
            replay.hashes.push((tick, simulation.state_hash()));
        }
        while let Some((_, action)) = actions.next_if(|(at, _)| *at <= tick) {
            let affected = match action {
                WorldAction::Command(command) => {
                    replay.push(tick, Done::Command((**command).clone()));
                    simulation.apply(std::slice::from_ref(command));
                    continue;
                }
                WorldAction::Edit(edit) => history.apply("edit", edit).ok(),
                WorldAction::Undo => history.undo(),
                WorldAction::Redo => history.redo(),
                WorldAction::Reload => Some(Affected::Everything),
            };
            let Some(affected) = affected else { continue };
            let mut replaced = if *action == WorldAction::Reload { Vec::new() } else { history.latest().to_vec() };
            if replaced.is_empty() {
                // No edit at all would mean that the ground was baked as a whole meanwhile.
                replaced.push(Vec::new());
            }
            replay.push(tick, Done::Edit { replaced, affected: affected.clone() });
            simulation.take_level(history.document().level(), &affected);
        }
        simulation.step(&[]);
    }
}

/// Plays a replay and checks after every tick what must hold of every agent, except of how they move in ticks before which
/// something is done; and at its end, that all that is kept piece by piece equals the same made from nothing. Returns the
/// hash of the last state.
///
/// # Errors
/// What does not hold, first; and where the replay cannot be played, or comes to another state than it tells.
pub fn watch(replay: Replay) -> Result<u64, Violation> {
    let wrong = |tick: u64, check: Check, found: String| Violation { check, tick, found };
    let begun = Player::begin(replay).map_err(|error| wrong(0, Check::Text, error.to_string()));
    let (mut player, mut simulation) = begun?;
    let mut checker = Checker::default();
    while !player.is_over() {
        let tick = player.tick();
        let is_busy = player.replay().entries.binary_search_by_key(&tick, |entry| entry.tick).is_ok();
        checker.note_before(&simulation, is_busy);
        let events = player.step(&mut simulation).map_err(|found| wrong(tick, Check::Text, found))?;
        let checked = checker.check(&simulation, &events, tick + 1);
        checked.map_err(|(check, found)| wrong(tick + 1, check, found))?;
        if let Some(difference) = player.difference() {
            return Err(wrong(difference.tick, Check::Replay, "it comes to another state than it tells".to_owned()));
        }
    }
    simulation.audit().map_err(|found| wrong(player.tick(), Check::Increments, found))?;
    Ok(simulation.state_hash())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios::torture::{run, torture};

    #[test]
    fn files_that_are_read_again_replay_as_they_were_played() {
        for seed in 0..6 {
            let (mut case, _) = torture(seed, 240, &|| 0.0, |_| {});
            case.actions.extend([30, 90, 150].map(|tick| (tick, WorldAction::Reload)));
            case.actions.sort_by_key(|(tick, _)| *tick);
            let played = run(&case, |_| {}).map(|figures| figures.hash);
            assert_eq!(watch(record(&case)), played, "seed {seed}");
        }
    }
}
