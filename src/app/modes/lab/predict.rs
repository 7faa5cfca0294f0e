//! The question which cell a search expands next: the player clicks one, and is told whether it is that, and why.

use footpath::grid::Cell;
use footpath::nav::Algorithm;
use footpath::nav::trace::{NodeSet, NodeView, StepKind, TraceReplay};

use super::experiment::Experiment;
use crate::app::view::words::numbers::short;

/// How two values may differ that are the same to a search: sums of the same costs in another order.
const SAME: f64 = 1e-6;

/// A question, and what a player has answered so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The number of the search that is asked about, and its step that is asked for.
    search: u64,
    place: usize,
    /// How many questions were answered.
    pub asked: u32,
    /// How many of them rightly.
    pub right: u32,
    /// What was said of the last answer.
    said: String,
}

impl Prediction {
    /// Halts the chosen search before the next cell that it expands: from the beginning where it stands at its end. `None`
    /// where it expands none.
    pub fn begin(experiment: &mut Experiment) -> Option<Prediction> {
        let steps = experiment.lanes.steps();
        let played = experiment.lanes.playback().map_or(steps, |playback| playback.step());
        let from = if played >= steps { 0 } else { played };
        // The start is no question.
        let from = from.max(next_expansion(experiment, 0)? + 1);
        let (search, place) = (experiment.lanes.chosen_lane().legs.first()?.number, next_expansion(experiment, from)?);
        experiment.lanes.go_to(place);
        Some(Prediction { search, place, asked: 0, right: 0, said: String::new() })
    }

    /// Whether the chosen search still stands where the question was asked.
    pub fn is_asked_of(&self, experiment: &Experiment) -> bool {
        let stands_at =
            experiment.lanes.playback().filter(|playback| !playback.playing).map(|playback| playback.step());
        let leg = experiment.lanes.chosen_lane().legs.first();
        stands_at == Some(self.place) && leg.is_some_and(|leg| leg.number == self.search)
    }

    /// Takes a cell as the answer, says what it is worth, and goes on to the next question; whether there is one.
    pub fn answer(&mut self, experiment: &mut Experiment, cell: Cell) -> bool {
        let Some(leg) = experiment.lanes.chosen_lane().legs.first() else { return false };
        let next = leg.replay.trace().steps[self.place].cell;
        let (is_right, words) = judge(&leg.replay, experiment.lanes.method().algorithm, cell, next);
        self.asked += 1;
        self.right += u32::from(is_right);
        self.said = words;
        let following = next_expansion(experiment, self.place + 1);
        self.place = following.unwrap_or(experiment.lanes.steps());
        experiment.lanes.go_to(self.place);
        following.is_some()
    }

    /// What is asked, after what was said of the last answer.
    pub fn words(&self) -> String {
        match self.asked {
            0 => "Which cell is expanded next? Click it.".to_owned(),
            asked => format!("{} {} of {asked} right. And the next?", self.said, self.right),
        }
    }

    /// What is said at the end of the search.
    pub fn result(&self) -> String {
        format!("{} {} of {} right, and the search is at its end.", self.said, self.right, self.asked)
    }
}

/// The place of the first step from `from` on in which the chosen search expands a cell.
fn next_expansion(experiment: &Experiment, from: usize) -> Option<usize> {
    let steps = &experiment.lanes.chosen_lane().legs.first()?.replay.trace().steps;
    let found = steps.get(from..)?.iter().position(|step| step.kind == StepKind::Expanded)?;
    Some(from + found)
}

/// By what a search chooses among the open cells, smallest first: how that is called, and its value; `None` where it goes by
/// something else.
fn measure(algorithm: Algorithm, node: &NodeView) -> Option<(&'static str, f64)> {
    match algorithm {
        Algorithm::Dijkstra | Algorithm::BidirectionalDijkstra | Algorithm::FlowField => Some(("g", node.g)),
        Algorithm::Greedy => Some(("h", node.h)),
        Algorithm::AStar | Algorithm::WeightedAStar | Algorithm::JumpPoint | Algorithm::Subgoal => {
            Some(("f", node.f()))
        }
        Algorithm::Auto
        | Algorithm::BreadthFirst
        | Algorithm::DepthFirst
        | Algorithm::IdaStar
        | Algorithm::BidirectionalAStar
        | Algorithm::AnyAngle
        | Algorithm::Hierarchical => None,
    }
}

/// Whether a cell is as good an answer as the one that the search takes next, and why.
fn judge(replay: &TraceReplay, algorithm: Algorithm, cell: Cell, next: Cell) -> (bool, String) {
    let name = |cell: Cell| format!("({}, {})", cell.x, cell.y);
    let right = replay.node(next);
    let best = right.and_then(|node| measure(algorithm, &node));
    let why = match (algorithm, best) {
        (_, Some((measured, value))) => format!("has the smallest {measured} of the open cells, {}", short(value)),
        (Algorithm::BreadthFirst, None) => "has waited in the queue for longest".to_owned(),
        (Algorithm::DepthFirst, None) => "was put onto the stack last".to_owned(),
        (_, None) => "is where this search goes on".to_owned(),
    };
    if cell == next {
        return (true, format!("Right: {} {why}.", name(cell)));
    }
    let correct = format!("{} {why}.", name(next));
    match replay.node(cell) {
        Some(node) if node.set == NodeSet::Closed => (false, format!("{} is closed already; {correct}", name(cell))),
        None => (false, format!("{} has not been seen yet; {correct}", name(cell))),
        Some(node) => match measure(algorithm, &node).zip(best) {
            Some(((measured, value), (_, least))) if (value - least).abs() < SAME => (
                true,
                format!("As good: its {measured} is {} too; the search takes {} first.", short(value), name(next)),
            ),
            Some(((measured, value), _)) => {
                (false, format!("{} has {measured} {}; {correct}", name(cell), short(value)))
            }
            None => (false, format!("Not {}: {correct}", name(cell))),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::nav::Method;

    fn searching_by(algorithm: Algorithm) -> Experiment {
        let mut experiment = Experiment::new();
        experiment.lanes.search_by(Method { algorithm, ..Method::default() });
        experiment.update(0.0);
        experiment
    }

    fn next_of(prediction: &Prediction, experiment: &Experiment) -> Cell {
        experiment.lanes.chosen_lane().legs[0].replay.trace().steps[prediction.place].cell
    }

    #[test]
    fn the_cell_that_is_expanded_next_is_right_for_every_search() {
        for algorithm in Algorithm::ALL {
            let mut experiment = searching_by(algorithm);
            let Some(mut prediction) = Prediction::begin(&mut experiment) else { continue };
            experiment.update(0.0);
            let next = next_of(&prediction, &experiment);
            prediction.answer(&mut experiment, next);
            assert_eq!((prediction.right, prediction.asked), (1, 1), "{algorithm:?}: {}", prediction.said);
            assert!(prediction.said.starts_with("Right: "), "{algorithm:?}: {}", prediction.said);
        }
    }

    #[test]
    fn a_wrong_answer_is_told_what_would_have_been_right_and_why() {
        let mut experiment = searching_by(Algorithm::AStar);
        let mut prediction = Prediction::begin(&mut experiment).unwrap();
        experiment.update(0.0);
        let start = experiment.start;
        assert!(prediction.answer(&mut experiment, start));
        assert!(prediction.said.contains("is closed already; (") && prediction.said.contains("the smallest f"));
        experiment.update(0.0);
        assert!(prediction.answer(&mut experiment, Cell::new(0, 0)));
        assert!(prediction.said.starts_with("(0, 0) has not been seen yet"), "{}", prediction.said);
        assert_eq!(prediction.words().matches("0 of 2 right").count(), 1, "{}", prediction.words());
    }

    #[test]
    fn it_is_over_once_the_search_goes_elsewhere_or_is_another() {
        for change in [
            (|experiment| experiment.lanes.move_playback(1)) as fn(&mut Experiment),
            |experiment| experiment.lanes.toggle_playback(),
            Experiment::random_goal,
        ] {
            let mut experiment = searching_by(Algorithm::AStar);
            let prediction = Prediction::begin(&mut experiment).unwrap();
            experiment.update(0.0);
            assert!(prediction.is_asked_of(&experiment));
            change(&mut experiment);
            experiment.update(0.0);
            assert!(!prediction.is_asked_of(&experiment));
        }
    }

    #[test]
    fn it_ends_with_the_search() {
        let mut experiment = searching_by(Algorithm::AStar);
        let mut prediction = Prediction::begin(&mut experiment).unwrap();
        let mut questions = 1;
        loop {
            experiment.update(0.0);
            assert!(prediction.is_asked_of(&experiment));
            let next = next_of(&prediction, &experiment);
            if !prediction.answer(&mut experiment, next) {
                break;
            }
            questions += 1;
        }
        assert_eq!((prediction.right, prediction.asked), (questions, questions));
        assert!(prediction.result().ends_with("right, and the search is at its end."));
    }
}
