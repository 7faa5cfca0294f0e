//! What a step of a search did and why, in one sentence.

use crate::grid::{Cell, Rect};
use crate::nav::trace::{Moment, NodeView, Reason, SearchPhase, Side, StepKind, StepShape, Subject, TraceStep};
use crate::nav::{Algorithm, DiagonalCost, Mistake};

/// Returns what the search did at a moment and why, with the numbers: one sentence.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::nav::trace::TraceReplay;
/// use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, Search, Trace, trace_path};
/// use footpath::sentences::search_steps;
///
/// let grid = NavGrid::from_rows(&["....", "...."])?;
/// let method = Method { algorithm: Algorithm::AStar, ..Method::default() };
/// let query = PathQuery::between(Cell::new(0, 0), Cell::new(3, 0)).by(method);
/// let mut trace = Trace::default();
/// trace_path(&grid, &query, &mut Search::default(), &mut trace)?;
///
/// let mut replay = TraceReplay::new(trace, 4, 2);
/// replay.play(2);
/// let sentence = search_steps::sentence(&replay.moment().expect("two steps are played"));
/// assert_eq!(sentence, "Expands (0, 0): its f of 3.0 is the smallest in the open list.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Costs are in tiles, or where a step costs 10 or 14, in tenths of a tile.
pub fn sentence(moment: &Moment) -> String {
    let Moment { step, .. } = moment;
    let (cell, algorithm) = (place(step.cell), moment.trace.method.algorithm);
    match step.kind {
        StepKind::Generated if step.parent.is_none() => begins(moment),
        StepKind::Generated => sees(moment),
        StepKind::Expanded => expands(moment),
        StepKind::Improved if moment.trace.method.mistake == Mistake::CostOverwritten => {
            format!("Writes another path to {cell} over the one that it has, {}.", instead(moment))
        }
        StepKind::Improved => format!("Finds a better path to {cell}, {}.", instead(moment)),
        StepKind::Reopened => {
            format!("Finds a better path to {cell}, which was closed, {}; it is opened again.", instead(moment))
        }
        StepKind::LeftOut(reason) => format!("Leaves {cell} out: {}.", left_out(moment, reason)),
        StepKind::Jumped => format!("Runs diagonally past {cell}: there is nothing to decide there."),
        StepKind::Backtracked => match step.parent {
            Some(parent) => format!("Goes back from {cell} to {}: nothing is left to try from there.", place(parent)),
            None => format!("Goes back to {cell}: nothing is left to try within the bound."),
        },
        StepKind::Threshold => {
            let bound = cost(moment, step.h);
            format!("Begins again with the bound {bound}: the smallest f that was beyond the last one.")
        }
        StepKind::Met => {
            let cost = cost(moment, step.g);
            format!("The two sides meet at {cell}: the path through it costs {cost}, less than any known.")
        }
        StepKind::Phase(phase) => begins_phase(phase, moment.trace.shape(moment.index)),
        StepKind::ChunkOpened => match moment.trace.shape(moment.index) {
            Some(StepShape::Chunk(chunk)) => {
                format!("Opens the chunk {}: the path can lead through it.", corners(chunk))
            }
            _ => format!("Opens the chunk of {cell}: the path can lead through it."),
        },
        StepKind::Found if is_bidirectional(algorithm) => {
            let cost = cost(moment, step.g);
            format!("No open cell can be on a path cheaper than {cost}: the one known is the cheapest.")
        }
        StepKind::Found => {
            format!("Has found the path: it ends at {cell} and costs {}.", cost(moment, step.g))
        }
        StepKind::RanOut => "The open list is empty: no path leads to the goal.".to_owned(),
        StepKind::GaveUp => {
            format!("Gives up: it has expanded {} cells, which is its limit.", moment.trace.method.expansion_limit)
        }
    }
}

fn begins(moment: &Moment) -> String {
    let TraceStep { cell, g, h, .. } = moment.step;
    let [g, h, bound] = [g, h, moment.bound].map(|value| cost(moment, value));
    let cell = place(cell);
    let subject = if moment.step.subject == Subject::Entrance { "the entrance " } else { "" };
    let algorithm = moment.trace.method.algorithm;
    match algorithm {
        Algorithm::IdaStar if moment.index > 0 => {
            format!("Begins again at {cell}: the path is empty, and the bound is {bound}.")
        }
        Algorithm::IdaStar => format!("Begins at {cell}: its h of {h} is the first bound."),
        Algorithm::Hierarchical => match moment.step.side {
            Side::Start => format!("Begins at {subject}{cell}, at a cost of {g}."),
            Side::Goal => format!("Begins backward at {subject}{cell}, at a cost of {g}."),
        },
        Algorithm::DepthFirst => format!("Begins at {cell}: it is the first on the stack."),
        Algorithm::FlowField => format!("Begins at the goal {cell}: it costs nothing to be there."),
        Algorithm::BidirectionalAStar | Algorithm::BidirectionalDijkstra | Algorithm::Subgoal
            if moment.step.side == Side::Goal =>
        {
            format!("Begins at the goal {cell} as well, backward: {}.", numbers(moment))
        }
        Algorithm::Auto
        | Algorithm::Dijkstra
        | Algorithm::AStar
        | Algorithm::WeightedAStar
        | Algorithm::Greedy
        | Algorithm::BreadthFirst
        | Algorithm::BidirectionalAStar
        | Algorithm::BidirectionalDijkstra
        | Algorithm::JumpPoint
        | Algorithm::Subgoal
        | Algorithm::AnyAngle => format!("Begins at {cell}: {}.", numbers(moment)),
    }
}

fn sees(moment: &Moment) -> String {
    let TraceStep { cell, g, .. } = moment.step;
    let [g, f, bound] = [g, moment.step.f(), moment.bound].map(|value| cost(moment, value));
    let (cell, from) = (place(cell), moment.step.parent.map_or_else(String::new, place));
    let numbers = numbers(moment);
    match moment.step.subject {
        Subject::Interval => {
            return format!("Sees a side from {from}: a path through the part seen costs at least {f}.");
        }
        Subject::Corner if moment.is_goal() => return format!("Sees the goal {cell} from {from}: {numbers}."),
        Subject::Corner => return format!("Sees the corner {cell} from {from}, where a path can turn: {numbers}."),
        Subject::Entrance => return format!("Reaches the entrance {cell} from the one at {from}: {numbers}."),
        Subject::Cell => {}
    }
    match moment.trace.method.algorithm {
        Algorithm::IdaStar => {
            format!("Puts {cell} on the stack: its f of {f} is within the bound of {bound}.")
        }
        Algorithm::DepthFirst if moment.before.is_some() => {
            format!("Puts {cell} on top of the stack once more: now by way of {from}.")
        }
        Algorithm::DepthFirst => format!("Puts {cell} on the stack: it has not been visited."),
        Algorithm::JumpPoint if moment.is_goal() => format!("Jumps from {from} to the goal {cell}: {numbers}."),
        Algorithm::JumpPoint => format!("Jumps from {from} to {cell}, where a path may turn: {numbers}."),
        Algorithm::Subgoal if moment.step.parent.is_none() => {
            format!("Joins {cell} to its end of the path: {numbers}.")
        }
        Algorithm::Subgoal => format!("Goes up from {from} to {cell} in the index: {numbers}."),
        Algorithm::FlowField => {
            format!("Sees {cell} for the first time: by way of {from} the goal is {g} away.")
        }
        Algorithm::Auto
        | Algorithm::Dijkstra
        | Algorithm::AStar
        | Algorithm::WeightedAStar
        | Algorithm::Greedy
        | Algorithm::BreadthFirst
        | Algorithm::BidirectionalAStar
        | Algorithm::BidirectionalDijkstra
        | Algorithm::AnyAngle
        | Algorithm::Hierarchical => format!("Sees {cell} for the first time, from {from}: {numbers}."),
    }
}

fn expands(moment: &Moment) -> String {
    let TraceStep { cell, parent, side, .. } = moment.step;
    let algorithm = moment.trace.method.algorithm;
    let [g, h, f] = [moment.step.g, moment.step.h, moment.step.f()].map(|value| cost(moment, value));
    let from = parent.map_or_else(String::new, place);
    let cell = place(cell);
    let entrance = moment.step.subject == Subject::Entrance;
    let name = if entrance { format!("the entrance {cell}") } else { cell };
    let goal = if moment.is_goal() && side == Side::Start && !entrance { ", and it is a goal" } else { "" };
    let of_side = match side {
        Side::Start => "of the start's side",
        Side::Goal => "of the goal's side",
    };
    match algorithm {
        Algorithm::Dijkstra => format!("Expands {name}: its g of {g} is the smallest in the open list{goal}."),
        Algorithm::Greedy => format!("Expands {name}: its h of {h} is the smallest in the open list{goal}."),
        Algorithm::BreadthFirst => {
            format!("Expands {name}: {} is the fewest of all that are open{goal}.", steps(moment.step.g))
        }
        Algorithm::DepthFirst => format!("Goes on to {name}: it is on top of the stack{goal}."),
        Algorithm::IdaStar => {
            format!("Goes on to {name}: of what is left to try from here its f of {f} is the smallest{goal}.")
        }
        Algorithm::Subgoal => {
            format!("Expands {name}: of all in the open list {of_side} it is the lowest in the index.")
        }
        Algorithm::BidirectionalAStar => {
            format!("Expands {name}: its f of {f} is the smallest in the open list {of_side}.")
        }
        Algorithm::BidirectionalDijkstra => {
            format!("Expands {name}: its g of {g} is the smallest in the open list {of_side}.")
        }
        Algorithm::FlowField => format!("Settles {name} at {g}: nothing in the queue can make it cheaper."),
        Algorithm::Hierarchical if moment.phase.is_some_and(|phase| !has_estimate(phase)) => {
            format!("Expands {name}: its g of {g} is the smallest in the open list.")
        }
        Algorithm::AnyAngle if moment.step.subject == Subject::Interval => {
            format!("Looks from {from} through the interval: its f of {f} is the smallest in the open list.")
        }
        Algorithm::AnyAngle if goal.is_empty() => {
            format!("Looks around from {name}: its f of {f} is the smallest in the open list.")
        }
        Algorithm::Auto
        | Algorithm::AStar
        | Algorithm::WeightedAStar
        | Algorithm::JumpPoint
        | Algorithm::AnyAngle
        | Algorithm::Hierarchical => format!("Expands {name}: its f of {f} is the smallest in the open list{goal}."),
    }
}

/// By which way, and what it costs instead of what was known.
fn instead(moment: &Moment) -> String {
    let way = match (moment.step.parent, moment.trace.method.algorithm) {
        (Some(parent), Algorithm::FlowField) => format!("by way of {}", place(parent)),
        (Some(parent), _) => format!("through {}", place(parent)),
        (None, Algorithm::Subgoal) => "from its end of the path".to_owned(),
        (None, _) => "from the start".to_owned(),
    };
    match moment.before {
        Some(NodeView { g, .. }) => {
            let [now, before] = pair(moment, moment.step.g, g);
            format!("{way}: {now} instead of {before}")
        }
        None => format!("{way}: {}", cost(moment, moment.step.g)),
    }
}

/// Why a cell is left out, as a clause.
fn left_out(moment: &Moment, reason: Reason) -> String {
    let TraceStep { g, side, .. } = moment.step;
    let from = moment.step.parent.map_or_else(|| "the start".to_owned(), place);
    let known = moment.before.filter(|known| known.side == side);
    let algorithm = moment.trace.method.algorithm;
    match reason {
        Reason::Wall => "it is not passable".to_owned(),
        Reason::BlockedEdge => format!("something blocks the step from {from}"),
        Reason::Corner => format!("the step from {from} would cut a corner"),
        Reason::Forgotten => "this search does not think of it".to_owned(),
        Reason::Needless if moment.came_from == Some(moment.step.cell) => {
            format!("the path to {from} comes from there")
        }
        Reason::Needless => format!("a path to it that costs no more does without {from}"),
        Reason::Closed | Reason::NotBetter => match algorithm {
            Algorithm::Greedy if reason == Reason::Closed => {
                "it is closed, and greedy search opens nothing again".to_owned()
            }
            Algorithm::DepthFirst if reason == Reason::Closed => "it has been visited".to_owned(),
            Algorithm::BreadthFirst => {
                let before = known.map_or(g, |known| known.g);
                format!("it was seen before, {} from the start; {} is no better", steps(before), steps(g))
            }
            Algorithm::Auto
            | Algorithm::Dijkstra
            | Algorithm::AStar
            | Algorithm::WeightedAStar
            | Algorithm::Greedy
            | Algorithm::DepthFirst
            | Algorithm::IdaStar
            | Algorithm::BidirectionalAStar
            | Algorithm::BidirectionalDijkstra
            | Algorithm::JumpPoint
            | Algorithm::Subgoal
            | Algorithm::AnyAngle
            | Algorithm::Hierarchical
            | Algorithm::FlowField => no_better(moment, known, reason == Reason::Closed),
        },
        Reason::OnPath => "it is on the path already".to_owned(),
        Reason::BeyondBound => {
            let [f, bound] = pair(moment, moment.step.f(), moment.bound);
            format!("its f of {f} is beyond the bound of {bound}")
        }
        Reason::OutsideCorridor => "its chunk is not open".to_owned(),
        Reason::TooDear => "no path through it can cost less than the best one known".to_owned(),
    }
}

/// That a cell was reached for less before, with both costs where they are known, as a clause.
fn no_better(moment: &Moment, known: Option<NodeView>, is_closed: bool) -> String {
    let now = moment.step.g;
    match (known, is_closed) {
        (Some(NodeView { g: before, .. }), true) => {
            let [now, before] = pair(moment, now, before);
            format!("it is closed, and was reached for {before}; {now} is no better")
        }
        (None, true) => format!("it is closed; a path to it for {} is no better", cost(moment, now)),
        (Some(NodeView { g: before, .. }), false) => {
            let [now, before] = pair(moment, now, before);
            format!("it was reached for {before} before, {now} is no better")
        }
        (None, false) => format!("it was reached for {} or less before", cost(moment, now)),
    }
}

fn begins_phase(phase: SearchPhase, shape: Option<StepShape>) -> String {
    let area = match shape {
        Some(StepShape::Chunk(area) | StepShape::Region(area)) => format!(" {}", corners(area)),
        _ => String::new(),
    };
    match phase {
        SearchPhase::StartChunk => {
            format!("Searches the start's chunk{area}, to learn what it costs to go to its entrances.")
        }
        SearchPhase::GoalChunk => {
            format!("Searches a goal's chunk{area} backward, to learn what it costs to come from its entrances.")
        }
        SearchPhase::StartRegion => {
            format!("Goes on from entrance to entrance in the start's region{area}, over costs known beforehand.")
        }
        SearchPhase::GoalRegion => format!("Does the same backward in a goal's region{area}."),
        SearchPhase::BetweenRegions => {
            "Looks for the path at its coarsest: over the entrances between regions.".to_owned()
        }
        SearchPhase::WithinRegion => {
            format!("Looks for the entrances between the chunks of the region{area}, which the path crosses.")
        }
        SearchPhase::Cells => "Looks for the cells of the path, in the open chunks and no others.".to_owned(),
    }
}

/// Whether a part of a hierarchical search estimates what is left.
fn has_estimate(phase: SearchPhase) -> bool {
    match phase {
        SearchPhase::BetweenRegions | SearchPhase::Cells => true,
        SearchPhase::StartChunk
        | SearchPhase::GoalChunk
        | SearchPhase::StartRegion
        | SearchPhase::GoalRegion
        | SearchPhase::WithinRegion => false,
    }
}

fn is_bidirectional(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::BidirectionalAStar | Algorithm::BidirectionalDijkstra => true,
        Algorithm::Auto
        | Algorithm::Dijkstra
        | Algorithm::AStar
        | Algorithm::WeightedAStar
        | Algorithm::Greedy
        | Algorithm::BreadthFirst
        | Algorithm::DepthFirst
        | Algorithm::IdaStar
        | Algorithm::JumpPoint
        | Algorithm::Subgoal
        | Algorithm::AnyAngle
        | Algorithm::Hierarchical
        | Algorithm::FlowField => false,
    }
}

/// The numbers by which the algorithm orders its cells, as a clause.
fn numbers(moment: &Moment) -> String {
    let [g, h, f] = [moment.step.g, moment.step.h, moment.step.f()].map(|value| cost(moment, value));
    let has_estimate = moment.phase.is_none_or(has_estimate);
    match moment.trace.method.algorithm {
        Algorithm::Dijkstra | Algorithm::BidirectionalDijkstra | Algorithm::FlowField => format!("its g is {g}"),
        Algorithm::Hierarchical if !has_estimate => format!("its g is {g}"),
        Algorithm::Greedy => format!("its h is {h}"),
        Algorithm::BreadthFirst => format!("it is {} from the start", steps(moment.step.g)),
        Algorithm::Auto
        | Algorithm::AStar
        | Algorithm::WeightedAStar
        | Algorithm::DepthFirst
        | Algorithm::IdaStar
        | Algorithm::BidirectionalAStar
        | Algorithm::JumpPoint
        | Algorithm::Subgoal
        | Algorithm::AnyAngle
        | Algorithm::Hierarchical => format!("g is {g} and h is {h}, so f is {f}"),
    }
}

/// A number of steps, which breadth-first search counts in place of costs.
fn steps(g: f64) -> String {
    if g == 1.0 { "1 step".to_owned() } else { format!("{g:.0} steps") }
}

fn place(cell: Cell) -> String {
    format!("({}, {})", cell.x, cell.y)
}

/// Where a rectangle lies, by its first and its last cell.
fn corners(Rect { min, max }: Rect) -> String {
    format!("{} to {}", place(min), place(Cell::new(max.x - 1, max.y - 1)))
}

/// A cost as the search counts it: in tiles with one decimal, or in tenths of a tile where a step costs 10 or 14.
fn cost(moment: &Moment, value: f64) -> String {
    if counts_in_tenths(moment) { format!("{:.0}", 10.0 * value) } else { format!("{value:.1}") }
}

fn counts_in_tenths(moment: &Moment) -> bool {
    moment.trace.method.diagonal == DiagonalCost::TenFourteen
}

/// Two costs, with as many decimals up to four as show which is the greater.
fn pair(moment: &Moment, one: f64, other: f64) -> [String; 2] {
    match counts_in_tenths(moment) {
        true => told_apart(10.0 * one, 10.0 * other, 0),
        false => told_apart(one, other, 1),
    }
}

/// Two numbers with this many decimals at least, or with as many up to four as show which is the greater.
fn told_apart(one: f64, other: f64, least: usize) -> [String; 2] {
    let with = |decimals: usize| [one, other].map(|number| format!("{number:.decimals$}"));
    let is_told = |[one, other]: &[String; 2]| one != other;
    (least..=4).map(with).find(is_told).unwrap_or_else(|| with(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_show_which_is_greater() {
        assert_eq!(told_apart(9.0, 10.4, 1), ["9.0", "10.4"]);
        assert_eq!(told_apart(10.41, 10.44, 1), ["10.41", "10.44"]);
        assert_eq!(told_apart(2.5, 2.5, 1), ["2.5", "2.5"]);
        assert_eq!(told_apart(60.0, 64.0, 0), ["60", "64"]);
    }
}
