//! The smallest case that still fails.

use super::case::Case;
use super::play::run;
use super::violation::Violation;
use crate::level::edit::{Document, Edit, FieldPath};

/// The fields of a level whose things are left out if it fails without them, those that others refer to last.
const LISTS: [&str; 14] = [
    "lesson",
    "switches",
    "zones",
    "wear",
    "links",
    "agents",
    "paths",
    "obstacles",
    "places",
    "profiles",
    "layers",
    "bake",
    "heights",
    "ceilings",
];

/// How often a case is played at most while it is shrunk.
const MOST_RUNS: usize = 400;

/// Makes a case smaller for as long as it still fails the same check: first fewer actions, by halves and then one by one, then
/// fewer things on the level, then fewer ticks. Returns it with what fails in it. A case that does not fail stays as it is.
pub fn shrink(case: &Case, violation: &Violation) -> (Case, Violation) {
    shrink_by(case, violation, |case| run(case, |_| {}).err())
}

/// Makes a case smaller as [`shrink`] does, by any way to tell what fails in a case.
fn shrink_by(case: &Case, violation: &Violation, failure: impl FnMut(&Case) -> Option<Violation>) -> (Case, Violation) {
    let mut shrinking = Shrinking { case: case.clone(), violation: violation.clone(), failure, runs: 0 };
    shrinking.end();
    shrinking.drop_actions();
    shrinking.drop_things();
    shrinking.drop_actions();
    (shrinking.case, shrinking.violation)
}

/// A case on its way.
struct Shrinking<F> {
    case: Case,
    violation: Violation,
    /// What fails in a case.
    failure: F,
    runs: usize,
}

impl<F: FnMut(&Case) -> Option<Violation>> Shrinking<F> {
    /// Takes a smaller case if it fails the same check.
    fn take_if_failing(&mut self, smaller: Case) -> bool {
        self.runs += 1;
        if self.runs > MOST_RUNS {
            return false;
        }
        let Some(violation) = (self.failure)(&smaller) else { return false };
        let fails = violation.check == self.violation.check;
        if fails {
            (self.case, self.violation) = (smaller, violation);
            self.end();
        }
        fails
    }

    /// Ends the case where it fails.
    fn end(&mut self) {
        let last = self.violation.tick;
        self.case.ticks = self.case.ticks.min(last + 1);
        self.case.actions.retain(|(tick, _)| *tick <= last);
    }

    /// Leaves out actions: halves, quarters, and so on down to single ones.
    fn drop_actions(&mut self) {
        let mut size = self.case.actions.len().div_ceil(2);
        while size > 0 {
            let mut from = 0;
            while from < self.case.actions.len() {
                let mut smaller = self.case.clone();
                smaller.actions.drain(from..(from + size).min(smaller.actions.len()));
                if !self.take_if_failing(smaller) {
                    from += size;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
    }

    /// Leaves out whole fields of the level, then single things of them.
    fn drop_things(&mut self) {
        for list in LISTS {
            let field = FieldPath::field(list);
            if self.drop_thing(&field) {
                continue;
            }
            let count =
                Document::open("case.ron", self.case.text.clone()).map_or(0, |text| text.paths_in(&field).len());
            for at in (0..count).rev() {
                let path = Document::open("case.ron", self.case.text.clone())
                    .ok()
                    .and_then(|text| text.paths_in(&field).get(at).cloned());
                path.iter().for_each(|path| _ = self.drop_thing(path));
            }
        }
    }

    /// Leaves out one thing of the level.
    fn drop_thing(&mut self, path: &FieldPath) -> bool {
        let Ok(mut document) = Document::open("case.ron", self.case.text.clone()) else { return false };
        if document.source(path).is_none() || document.apply(&Edit::Remove { path: path.clone() }).is_err() {
            return false;
        }
        self.take_if_failing(Case { text: document.text().to_owned(), ..self.case.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::scenarios::torture::{Check, WorldAction};
    use crate::sim::{Command, Selection};

    /// Fails in the tick in which the second of two commands is given that must come in this order.
    fn failure(case: &Case) -> Option<Violation> {
        let paints = |(_, action): &&(u64, WorldAction)| matches!(action, WorldAction::Command(command) if matches!(**command, Command::Paint { .. }));
        let scatters = |(_, action): &&(u64, WorldAction)| *action == scatter();
        let first = case.actions.iter().find(paints)?.0;
        let &(tick, _) = case.actions.iter().find(|action| scatters(action) && action.0 >= first)?;
        let has_agents = case.text.contains("agents");
        has_agents.then(|| Violation { check: Check::Walls, tick, found: "too deep".to_owned() })
    }

    fn scatter() -> WorldAction {
        WorldAction::Command(Box::new(Command::Scatter(Selection::All)))
    }

    #[test]
    fn what_does_not_matter_is_left_out() {
        let paint = Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(1, 0)] };
        let mut actions: Vec<(u64, WorldAction)> = (0..40).map(|tick| (tick, WorldAction::Undo)).collect();
        actions[13].1 = WorldAction::Command(Box::new(paint));
        actions[27].1 = scatter();
        actions[31].1 = scatter();
        let text = "(version: 1, name: \"Tiny\", legend: {'.': \"grass\"}, rows: [\"....\"],\n\
            zones: {\"fire\": (kind: \"danger\", tile: (0, 0), radius: 1.0, strength: 2.0)},\n\
            agents: [(tile: (0, 0)), (tile: (3, 0))])";
        let case = Case { text: text.to_owned(), seed: 1, actions: actions.clone(), ticks: 90 };
        let violation = failure(&case).unwrap();
        let (small, found) = shrink_by(&case, &violation, failure);
        assert_eq!(small.actions, [actions[13].clone(), actions[27].clone()]);
        assert_eq!((small.ticks, found), (28, violation));
        assert!(!small.text.contains("zones") && small.text.contains("agents"), "{}", small.text);
    }
}
