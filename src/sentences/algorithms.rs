//! The algorithms in words: what each is called and does, its pseudo-code in at most fifteen lines, and which of them a step of a
//! trace belongs to.

use crate::nav::trace::{Moment, Reason, SearchPhase, StepKind, Subject};
use crate::nav::{Algorithm, Method};

/// The most lines that an algorithm has.
pub const MOST_LINES: usize = 15;

/// A line of pseudo-code, with the part that it has in its algorithm.
struct CodeLine(LineRole, &'static str);

/// What a line does, by which the one of a step is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineRole {
    /// Prepares the search.
    Begin,
    /// Says only how often, or for what, the lines below it are run.
    Loop,
    /// Takes the next cell or entry.
    Take,
    /// Takes a corner, in an any-angle search.
    TakeCorner,
    /// Takes an interval, in an any-angle search.
    TakeInterval,
    /// Ends the search.
    End,
    /// Leaves out moves that are not legal.
    Illegal,
    /// Leaves out moves that no cheapest path needs.
    Needless,
    /// Computes a cost.
    Cost,
    /// Leaves out what is known at no greater cost.
    Known,
    /// Leaves out what is beyond the bound, or costs more than the best path.
    Bound,
    /// Records a path to a cell.
    Record,
    /// Puts a cell into the open list.
    Put,
    /// Puts an interval into the open list.
    PutInterval,
    /// Runs on in one direction.
    Run,
    /// Joins the paths from both ends.
    Meet,
    /// Goes back along the path.
    Back,
    /// Begins the search again.
    Again,
    /// Does a part of the work of a hierarchical search.
    During(SearchPhase),
    /// Opens the chunks of the corridor.
    Open,
    /// Ends the search without a path.
    RunOut,
}

use LineRole::*;

const DIJKSTRA: &[CodeLine] =
    &best_first("    n = the open cell with the smallest g; close n", "        put m into the open list");

const A_STAR: &[CodeLine] = &best_first(
    "    n = the open cell with the smallest f = g + h; close n",
    "        put m into the open list, again if it was closed",
);

const WEIGHTED_A_STAR: &[CodeLine] = &best_first(
    "    n = the open cell with the smallest f = g + w h; close n",
    "        put m into the open list, again if it was closed",
);

/// The last line of a search that does not know beforehand whether a goal can be reached.
const NO_PATH: CodeLine = CodeLine(RunOut, "return: there is no path");

/// The searches that differ in what they take next, and in whether they open a cell again.
const fn best_first(take: &'static str, put: &'static str) -> [CodeLine; 11] {
    [
        CodeLine(Begin, "g(start) = 0; put the start into the open list"),
        CodeLine(Loop, "while the open list is not empty:"),
        CodeLine(Take, take),
        CodeLine(End, "    if n is a goal: return the path along the parents"),
        CodeLine(Loop, "    for each neighbour m of n:"),
        CodeLine(Illegal, "        skip m if it is a wall or the step cuts a corner"),
        CodeLine(Needless, "        skip m if another path there does without n"),
        CodeLine(Cost, "        g' = g(n) + the cost of the step from n to m"),
        CodeLine(Known, "        skip m if it is known for g' or less"),
        CodeLine(Record, "        g(m) = g'; parent(m) = n"),
        CodeLine(Put, put),
    ]
}

const GREEDY: &[CodeLine] = &[
    CodeLine(Begin, "put the start into the open list"),
    CodeLine(Loop, "while the open list is not empty:"),
    CodeLine(Take, "    n = the open cell with the smallest h; close n"),
    CodeLine(End, "    if n is a goal: return the path along the parents"),
    CodeLine(Loop, "    for each neighbour m of n:"),
    CodeLine(Illegal, "        skip m if it is a wall or the step cuts a corner"),
    CodeLine(Cost, "        g' = g(n) + the cost of the step from n to m"),
    CodeLine(Known, "        skip m if it is closed, or known for g' or less"),
    CodeLine(Record, "        g(m) = g'; parent(m) = n"),
    CodeLine(Put, "        put m into the open list"),
];

const BREADTH_FIRST: &[CodeLine] = &[
    CodeLine(Begin, "steps(start) = 0; put the start into the open list"),
    CodeLine(Loop, "while the open list is not empty:"),
    CodeLine(Take, "    n = the open cell with the fewest steps; close n"),
    CodeLine(End, "    if n is a goal: return the path along the parents"),
    CodeLine(Loop, "    for each neighbour m of n:"),
    CodeLine(Illegal, "        skip m if it is a wall or the step cuts a corner"),
    CodeLine(Needless, "        skip m if another path there does without n"),
    CodeLine(Known, "        skip m if it was seen before"),
    CodeLine(Record, "        steps(m) = steps(n) + 1; parent(m) = n"),
    CodeLine(Put, "        put m into the open list"),
];

const DEPTH_FIRST: &[CodeLine] = &[
    CodeLine(Begin, "put the start on the stack"),
    CodeLine(Loop, "while the stack is not empty:"),
    CodeLine(Take, "    n = the cell on top; close n, the path goes on to it"),
    CodeLine(End, "    if n is a goal: return the path"),
    CodeLine(Loop, "    for each neighbour m of n:"),
    CodeLine(Illegal, "        skip m if it is a wall or the step cuts a corner"),
    CodeLine(Known, "        skip m if it is closed, now or when it is on top"),
    CodeLine(Put, "        put m on the stack"),
    CodeLine(Back, "    if none is left: go back along the path"),
];

const IDA_STAR: &[CodeLine] = &[
    CodeLine(Begin, "bound = h(start); put the start on the stack"),
    CodeLine(Loop, "while the stack is not empty:"),
    CodeLine(Take, "    n = the cell on top; the path goes on to it"),
    CodeLine(End, "    if n is a goal: return the path"),
    CodeLine(Loop, "    for each neighbour m of n:"),
    CodeLine(Illegal, "        skip m if it is a wall or the step cuts a corner"),
    CodeLine(Needless, "        skip m if it is on the path, or has a path without n"),
    CodeLine(Cost, "        g' = g(n) + the cost of the step from n to m"),
    CodeLine(Bound, "        skip m if g' + h(m) > bound"),
    CodeLine(Put, "        put m on the stack, the smallest f on top"),
    CodeLine(Back, "    if none is left: go back along the path"),
    CodeLine(Again, "bound = the least f above it; begin again"),
];

const BIDIRECTIONAL_A_STAR: &[CodeLine] = &bidirectional(
    "    n = its cell with the smallest f = g + h; close n",
    "    if f(n) is not below best: return the best path",
);

const BIDIRECTIONAL_DIJKSTRA: &[CodeLine] = &bidirectional(
    "    n = its cell with the smallest g; close n",
    "    if g(n) is not below best: return the best path",
);

/// The searches from both ends, which differ in the number by which they order their cells.
const fn bidirectional(take: &'static str, end: &'static str) -> [CodeLine; 13] {
    [
        CodeLine(Begin, "open the start on one side, the goals on the other"),
        CodeLine(Loop, "while both sides have open cells, the one with fewer:"),
        CodeLine(Take, take),
        CodeLine(End, end),
        CodeLine(Bound, "    skip n if no path through it can beat best"),
        CodeLine(Loop, "    for each neighbour m of n:"),
        CodeLine(Illegal, "        skip m if it is a wall or the step cuts a corner"),
        CodeLine(Needless, "        skip m if another path there does without n"),
        CodeLine(Cost, "        g' = g(n) + the cost of the step between them"),
        CodeLine(Known, "        skip m if it is closed, or known for g' or less"),
        CodeLine(Record, "        g(m) = g'; parent(m) = n, on this side"),
        CodeLine(Meet, "        if the other side knows m: best = the sum, if less"),
        CodeLine(Put, "        put m into the open list of this side"),
    ]
}

const JUMP_POINT: &[CodeLine] = &[
    CodeLine(Begin, "g(start) = 0; put the start into the open list"),
    CodeLine(Loop, "while the open list is not empty:"),
    CodeLine(Take, "    n = the open cell with the smallest f = g + h; close n"),
    CodeLine(End, "    if n is a goal: return the path along the parents"),
    CodeLine(Loop, "    for each direction in which a path may go on from n:"),
    CodeLine(Run, "        run on; on a diagonal, look straight from each cell"),
    CodeLine(Loop, "        for each goal, or cell where a path may turn, m:"),
    CodeLine(Cost, "            g' = g(n) + the cost of the run"),
    CodeLine(Known, "            skip m if it is known for g' or less"),
    CodeLine(Record, "            g(m) = g'; parent(m) = n"),
    CodeLine(Put, "            put m into the open list"),
];

const SUBGOAL: &[CodeLine] = &[
    CodeLine(Begin, "join the start and the goals to the subgoals in reach"),
    CodeLine(Loop, "while a side has open subgoals:"),
    CodeLine(Take, "    n = the open subgoal that is lowest in the order"),
    CodeLine(Needless, "    skip n if g(n) + h(n) is not below best"),
    CodeLine(Loop, "    for each way up from n, to a subgoal m of higher order:"),
    CodeLine(Cost, "        g' = g(n) + the cost of the way"),
    CodeLine(Known, "        skip m if it is known for g' or less"),
    CodeLine(Bound, "        skip m if g' + h(m) is not below best"),
    CodeLine(Record, "        g(m) = g'; parent(m) = n, on this side"),
    CodeLine(Put, "        put m into the open list of this side"),
    CodeLine(Meet, "        if the other side knows m: best = the sum, if less"),
    CodeLine(End, "return the best path, its shortcuts unpacked"),
];

const ANY_ANGLE: &[CodeLine] = &[
    CodeLine(Begin, "g(start) = 0; put the start into the open list"),
    CodeLine(Loop, "while the open list is not empty:"),
    CodeLine(Take, "    n = the entry with the smallest f"),
    CodeLine(End, "    if n is a goal: return the path along the roots"),
    CodeLine(TakeCorner, "    if n is a corner: look around; it is the root"),
    CodeLine(TakeInterval, "    if n is an interval: look from its root through it"),
    CodeLine(Loop, "    for each side of a polygon that is seen:"),
    CodeLine(PutInterval, "        put the part seen, an interval, into the open list"),
    CodeLine(Loop, "    for each goal, or corner to turn at, m that is seen:"),
    CodeLine(Cost, "        g' = g(root) + the straight distance"),
    CodeLine(Known, "        skip m if it is known for g' or less"),
    CodeLine(Record, "        g(m) = g'; root(m) = root"),
    CodeLine(Put, "        put m into the open list"),
];

const HIERARCHICAL: &[CodeLine] = &[
    CodeLine(During(SearchPhase::StartChunk), "costs from the start to the entrances of its chunk"),
    CodeLine(During(SearchPhase::GoalChunk), "costs to the goals from the entrances of theirs"),
    CodeLine(During(SearchPhase::StartRegion), "the same for the entrances of the start's region"),
    CodeLine(During(SearchPhase::GoalRegion), "the same for those of the goals' regions"),
    CodeLine(During(SearchPhase::BetweenRegions), "A* over the entrances between regions"),
    CodeLine(During(SearchPhase::WithinRegion), "for each region on that path: its chunks' entrances"),
    CodeLine(Open, "open the chunks on the path; if they are few, those beside"),
    CodeLine(During(SearchPhase::Cells), "A* over the cells of the open chunks:"),
    CodeLine(Take, "    n = the open cell with the smallest f = g + h; close n"),
    CodeLine(End, "    if n is a goal: return the path along the parents"),
    CodeLine(Illegal, "    skip neighbours that are walls or around a corner,"),
    CodeLine(Needless, "        those to which another path does without n,"),
    CodeLine(Known, "        and those known for no more than by way of n"),
    CodeLine(Record, "    for each other neighbour m: g(m), parent(m) = n;"),
    CodeLine(Put, "        put m into the open list"),
];

const FLOW_FIELD: &[CodeLine] = &[
    CodeLine(Begin, "cost(goal) = 0 for each goal; put the goals into the queue"),
    CodeLine(Loop, "while the queue is not empty:"),
    CodeLine(Take, "    n = the next cell of it; its cost is final"),
    CodeLine(Loop, "    for each neighbour m from which a step leads to n:"),
    CodeLine(Illegal, "        skip m if it is a wall or the step cuts a corner"),
    CodeLine(Cost, "        c = cost(n) + the cost of the step from m to n"),
    CodeLine(Known, "        skip m if its cost is c or less"),
    CodeLine(Record, "        cost(m) = c; the arrow of m points to n"),
    CodeLine(Put, "        put m into the queue"),
    CodeLine(End, "return the path along the arrows, from the start on"),
];

const AUTO: &[CodeLine] = &[
    CodeLine(Begin, "if there is an index of the ground: subgoal search"),
    CodeLine(Loop, "else, if it costs the same everywhere, with few walls,"),
    CodeLine(Loop, "no links and no slopes, and agents walk over it:"),
    CodeLine(Take, "    jump point search"),
    CodeLine(Loop, "otherwise:"),
    CodeLine(End, "    A* with the octile estimate"),
];

/// What people call an algorithm, what it does, and its lines.
fn description(algorithm: Algorithm) -> (&'static str, &'static str, &'static [CodeLine]) {
    match algorithm {
        Algorithm::Auto => ("Automatic", "The fastest search that is exact for this map and question.", AUTO),
        Algorithm::Dijkstra => ("Dijkstra", "The cheapest cell first, in every direction.", DIJKSTRA),
        Algorithm::AStar => ("A*", "The cost so far plus the heuristic: an estimate of the rest.", A_STAR),
        Algorithm::WeightedAStar => {
            ("Weighted A*", "A* with a weighted heuristic: faster, but the path may cost more.", WEIGHTED_A_STAR)
        }
        Algorithm::Greedy => ("Greedy", "Follows the heuristic alone, whatever the path costs.", GREEDY),
        Algorithm::BreadthFirst => {
            ("Breadth-first", "The fewest steps first, whatever the ground costs.", BREADTH_FIRST)
        }
        Algorithm::DepthFirst => {
            ("Depth-first", "On and on along one path; back only where nothing is left to try.", DEPTH_FIRST)
        }
        Algorithm::IdaStar => ("IDA*", "Depth first, below a rising bound: memory for one path only.", IDA_STAR),
        Algorithm::BidirectionalAStar => (
            "Bidirectional A*",
            "A* from both ends, until they have met. Here to learn from: plain A* is faster on most maps.",
            BIDIRECTIONAL_A_STAR,
        ),
        Algorithm::BidirectionalDijkstra => {
            ("Bidirectional Dijkstra", "Dijkstra's search from both ends, until they have met.", BIDIRECTIONAL_DIJKSTRA)
        }
        Algorithm::JumpPoint => ("Jump point", "A* that skips the cells where there is no choice to make.", JUMP_POINT),
        Algorithm::Subgoal => (
            "Subgoals",
            "From corner to corner, in an index made when baking; as automatic where there is none.",
            SUBGOAL,
        ),
        Algorithm::AnyAngle => ("Any-angle", "Straight lines in any direction, from corner to corner.", ANY_ANGLE),
        Algorithm::Hierarchical => {
            ("Hierarchical", "Between the entrances of chunks first, then inside them.", HIERARCHICAL)
        }
        Algorithm::FlowField => {
            ("Flow field", "Outward from the goal: a path from every cell, for all agents that go there.", FLOW_FIELD)
        }
    }
}

/// Returns what people call an algorithm.
///
/// ```
/// use footpath::nav::Algorithm;
/// use footpath::sentences::algorithms;
/// assert_eq!(algorithms::title(Algorithm::AStar), "A*");
/// ```
pub fn title(algorithm: Algorithm) -> &'static str {
    description(algorithm).0
}

/// Returns what an algorithm does, in a sentence or two.
///
/// ```
/// use footpath::nav::Algorithm;
/// use footpath::sentences::algorithms;
/// assert_eq!(algorithms::about(Algorithm::Dijkstra), "The cheapest cell first, in every direction.");
/// ```
pub fn about(algorithm: Algorithm) -> &'static str {
    description(algorithm).1
}

/// The lines of a method: those of its algorithm; as a textbook prints it, it leaves out no move that is legal.
fn lines_of(method: &Method) -> impl Iterator<Item = &'static CodeLine> {
    let is_textbook = method.is_textbook();
    let printed =
        description(method.algorithm).2.iter().filter(move |CodeLine(part, _)| !is_textbook || *part != Needless);
    printed.chain(is_textbook.then_some(&NO_PATH))
}

/// The pseudo-code of a method: at most [`MOST_LINES`] lines, indented by spaces.
///
/// ```
/// use footpath::nav::{Algorithm, Method, Textbook};
/// use footpath::sentences::algorithms;
/// let method = Method { algorithm: Algorithm::AStar, ..Method::default() };
/// let lines = algorithms::lines(&method);
/// assert_eq!(lines[1], "while the open list is not empty:");
/// assert!(lines.len() <= algorithms::MOST_LINES);
///
/// let printed = algorithms::lines(&Method { textbook: Textbook::Oldest, ..method });
/// assert_eq!(printed.last(), Some(&"return: there is no path"));
/// ```
pub fn lines(method: &Method) -> Vec<&'static str> {
    lines_of(method).map(|CodeLine(_, text)| *text).collect()
}

/// Which of the [lines] of the trace's method a step belongs to, from 0.
pub fn line_of(moment: &Moment) -> usize {
    let place = |part: &LineRole| lines_of(&moment.trace.method).position(|CodeLine(known, _)| known == part);
    parts(moment).iter().find_map(place).unwrap_or(0)
}

/// The parts of an algorithm that a step can belong to, the one that fits best first.
pub(super) fn parts(moment: &Moment) -> [LineRole; 2] {
    let is_in_corridor = moment.phase.is_none_or(|phase| phase == SearchPhase::Cells);
    if let Some(phase) = moment.phase.filter(|_| !is_in_corridor && moment.step.kind != StepKind::Found) {
        return [During(phase), During(phase)];
    }
    let is_interval = moment.step.subject == Subject::Interval;
    match moment.step.kind {
        StepKind::Generated if is_interval => [PutInterval, Put],
        StepKind::Generated if moment.step.parent.is_none() => [Begin, During(SearchPhase::Cells)],
        StepKind::Generated | StepKind::Reopened => [Put, Put],
        StepKind::Improved => [Record, Put],
        StepKind::Expanded if is_interval => [TakeInterval, Take],
        StepKind::Expanded if moment.step.subject == Subject::Corner && !moment.is_goal() => [TakeCorner, Take],
        StepKind::Expanded => [Take, Take],
        StepKind::LeftOut(Reason::Wall | Reason::BlockedEdge | Reason::Corner | Reason::OutsideCorridor) => {
            [Illegal, Illegal]
        }
        StepKind::LeftOut(Reason::Forgotten) => [Loop, Loop],
        StepKind::LeftOut(Reason::Needless | Reason::OnPath) => [Needless, Needless],
        StepKind::LeftOut(Reason::Closed | Reason::NotBetter) => [Known, Known],
        StepKind::LeftOut(Reason::BeyondBound | Reason::TooDear) => [Bound, Bound],
        StepKind::Jumped => [Run, Run],
        StepKind::Backtracked => [Back, Back],
        StepKind::Threshold => [Again, Again],
        StepKind::Met => [Meet, Meet],
        StepKind::Phase(phase) => [During(phase), During(phase)],
        StepKind::ChunkOpened => [Open, Open],
        StepKind::Found | StepKind::GaveUp => [End, End],
        StepKind::RanOut => [RunOut, End],
    }
}
