//! What is told of a search step by step: lines of pseudo-code and sentences.

use footpath::grid::Cell;
use footpath::nav::trace::{Moment, NodeSet, StepKind, StepShape, Subject, TraceReplay};
use footpath::nav::{
    Algorithm, Connectivity, DiagonalCost, Heuristic, Method, NavGrid, PathQuery, Search, Trace, trace_path,
};
use footpath::sentences::source_code::{self, CodeLanguage};
use footpath::sentences::{algorithms, search_steps};
use glam::vec2;

use crate::support::maps::baked;

/// The trace of a search, before its first step.
fn replay(grid: &NavGrid, start: Cell, goal: Cell, method: Method) -> TraceReplay {
    let mut trace = Trace::default();
    trace_path(grid, &PathQuery::between(start, goal).by(method), &mut Search::default(), &mut trace).unwrap();
    TraceReplay::new(trace, grid.lattice().width, grid.lattice().height)
}

fn by(algorithm: Algorithm) -> Method {
    Method { algorithm, ..Method::default() }
}

/// Calls with every step of a replay.
fn each_moment(replay: &mut TraceReplay, mut call: impl FnMut(&Moment)) {
    for played in 1..=replay.trace().steps.len() {
        replay.play(played);
        call(&replay.moment().unwrap());
    }
}

fn line(moment: &Moment) -> &'static str {
    algorithms::lines(&moment.trace.method)[algorithms::line_of(moment)].trim()
}

const MAPS: [&[&str]; 4] = [
    &[".....", ".###.", ".....", ".#.#.", "....."],
    &["~~~..", "=#~..", "=##..", "....~"],
    &["............", ".##########.", "............", ".#.#.#.#.##.", "............"],
    &["..........", "..........", "..........", ".........."],
];

/// What the compiler does not ask for where a search is added.
#[test]
fn a_search_is_in_every_table() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/README.md");
    let rows = std::fs::read_to_string(page).expect("it is there");
    let steps = |rows: &[&str], method| {
        let end = Cell::new(rows[0].len() as i32 - 1, rows.len() as i32 - 1);
        replay(&baked(rows), Cell::new(0, 0), end, method).trace().steps.clone()
    };
    let mut missing = Vec::new();
    for (index, algorithm) in Algorithm::ALL.into_iter().enumerate() {
        let depends = MAPS.iter().any(|rows| {
            let by_heuristic = Heuristic::ALL.map(|heuristic| steps(rows, Method { heuristic, ..by(algorithm) }));
            by_heuristic.iter().any(|steps| *steps != by_heuristic[0])
        });
        let has_row =
            |row: &str| row.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{}`", algorithm.name())));
        let (title, about) = (algorithms::title(algorithm), algorithms::about(algorithm));
        let is_new = Algorithm::ALL[..index].iter().all(|other| algorithms::title(*other) != title);
        for (is_there, table) in [
            (!title.is_empty() && is_new, "a title of its own in src/sentences/algorithms.rs"),
            (about.ends_with('.') && about.len() <= 100, "what it does, in two lines, in src/sentences/algorithms.rs"),
            (algorithms::lines(&by(algorithm)).len() > 2, "its lines in src/sentences/algorithms.rs"),
            (algorithm.uses_heuristic() == depends, "whether it uses a heuristic, in src/method.rs"),
            (rows.lines().any(has_row), "what it promises, in examples/README.md"),
        ] {
            missing.extend((!is_there).then(|| format!("{}: {table}", algorithm.name())));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_step_has_a_line_and_a_sentence() {
    for algorithm in Algorithm::ALL {
        assert!((1..=algorithms::MOST_LINES).contains(&algorithms::lines(&by(algorithm)).len()), "{algorithm:?}");
        for line in algorithms::lines(&by(algorithm)) {
            // A longer one would be broken in the panel of a desktop window, which is as high as the lines are many.
            assert!(!line.trim().is_empty() && line.chars().count() <= 60, "{line}");
        }
        for (map, rows) in MAPS.iter().enumerate() {
            let (width, height) = (rows[0].len() as i32, rows.len() as i32);
            let mut replay = replay(&baked(rows), Cell::new(0, 0), Cell::new(width - 1, height - 1), by(algorithm));
            assert!(replay.trace().steps.len() > 2, "{algorithm:?} on map {map} left no trace");
            each_moment(&mut replay, |moment| {
                let (line, sentence) = (algorithms::line_of(moment), search_steps::sentence(moment));
                assert!(
                    line < algorithms::lines(&moment.trace.method).len(),
                    "{algorithm:?} on map {map}: line {line}"
                );
                let is_sentence = sentence.starts_with(char::is_uppercase)
                    && sentence.ends_with('.')
                    && !sentence.contains("NaN")
                    && !sentence.contains("inf")
                    && !sentence.contains("  ");
                assert!(is_sentence, "{algorithm:?} on map {map}: {sentence:?} of {:?}", moment.step);
            });
            assert_eq!(replay.moment().map(|moment| moment.step.kind), Some(StepKind::Found), "{algorithm:?}");
        }
    }
}

/// For a picture of the sets alone, a trace has the same steps without the neighbours that are left out.
#[test]
fn a_trace_can_do_without_what_is_left_out() {
    for (&algorithm, rows) in Algorithm::ALL.iter().flat_map(|algorithm| MAPS.map(|rows| (algorithm, rows))) {
        let grid = baked(rows);
        let goal = Cell::new(rows[0].len() as i32 - 1, rows.len() as i32 - 1);
        let asked = PathQuery::between(Cell::new(0, 0), goal).by(by(algorithm));
        let [all, some] = [false, true].map(|omits_rejected| {
            let mut trace = Trace { omits_rejected, ..Trace::default() };
            trace_path(&grid, &asked, &mut Search::default(), &mut trace).unwrap();
            trace.steps
        });
        let wanted: Vec<_> = all.into_iter().filter(|step| !matches!(step.kind, StepKind::LeftOut(_))).collect();
        assert_eq!(some, wanted, "{algorithm:?}");
    }
}

/// What a sentence says of the open list is so.
#[test]
fn what_is_expanded_has_the_smallest_number_in_the_open_list() {
    // How much g counts beside h.
    let counts = [
        (Algorithm::Dijkstra, 1.0),
        (Algorithm::AStar, 1.0),
        (Algorithm::WeightedAStar, 1.0),
        (Algorithm::Greedy, 0.0),
        (Algorithm::BreadthFirst, 1.0),
    ];
    for (algorithm, count) in counts {
        let number = |g: f64, h: f64| count * g + h;
        for rows in MAPS {
            let (width, height) = (rows[0].len() as i32, rows.len() as i32);
            let mut replay = replay(&baked(rows), Cell::new(0, 0), Cell::new(width - 1, height - 1), by(algorithm));
            for index in 0..replay.trace().steps.len() {
                let step = replay.trace().steps[index];
                if step.kind == StepKind::Expanded {
                    replay.play(index);
                    let open = replay.nodes().filter(|(_, node)| node.set == NodeSet::Open);
                    let least = open.map(|(_, node)| number(node.g, node.h)).fold(f64::INFINITY, f64::min);
                    assert!((number(step.g, step.h) - least).abs() < 1e-9, "{algorithm:?}: {step:?}, {least}");
                }
            }
        }
    }
}

/// The lines and sentences of a search, step by step.
fn told(rows: &[&str], start: (i32, i32), goal: (i32, i32), method: Method) -> Vec<String> {
    let cell = |(x, y)| Cell::new(x, y);
    let mut told = Vec::new();
    each_moment(&mut replay(&baked(rows), cell(start), cell(goal), method), |moment| {
        told.push(format!("{} | {}", line(moment), search_steps::sentence(moment)));
    });
    told
}

/// A* on five by five cells, from the left of a wall to its right.
#[test]
fn a_star_is_told_step_by_step() {
    let method = Method { heuristic: Heuristic::Manhattan, connectivity: Connectivity::Four, ..by(Algorithm::AStar) };
    let told = told(&[".....", "..#..", "..#..", "..#..", "....."], (1, 1), (3, 1), method);
    let (take, put) =
        ("n = the open cell with the smallest f = g + h; close n", "put m into the open list, again if it was closed");
    let (illegal, needless) =
        ("skip m if it is a wall or the step cuts a corner", "skip m if another path there does without n");
    let expected = [
        ("g(start) = 0; put the start into the open list", "Begins at (1, 1): g is 0.0 and h is 2.0, so f is 2.0."),
        (take, "Expands (1, 1): its f of 2.0 is the smallest in the open list."),
        (illegal, "Leaves (2, 1) out: it is not passable."),
        (put, "Sees (1, 2) for the first time, from (1, 1): g is 1.0 and h is 3.0, so f is 4.0."),
        (put, "Sees (0, 1) for the first time, from (1, 1): g is 1.0 and h is 3.0, so f is 4.0."),
        (put, "Sees (1, 0) for the first time, from (1, 1): g is 1.0 and h is 3.0, so f is 4.0."),
        (take, "Expands (1, 0): its f of 4.0 is the smallest in the open list."),
        (needless, "Leaves (1, 1) out: the path to (1, 0) comes from there."),
        (put, "Sees (2, 0) for the first time, from (1, 0): g is 2.0 and h is 2.0, so f is 4.0."),
        (put, "Sees (0, 0) for the first time, from (1, 0): g is 2.0 and h is 4.0, so f is 6.0."),
        (take, "Expands (2, 0): its f of 4.0 is the smallest in the open list."),
        (illegal, "Leaves (2, 1) out: it is not passable."),
        (needless, "Leaves (1, 0) out: the path to (2, 0) comes from there."),
        (put, "Sees (3, 0) for the first time, from (2, 0): g is 3.0 and h is 1.0, so f is 4.0."),
        (take, "Expands (3, 0): its f of 4.0 is the smallest in the open list."),
        (needless, "Leaves (2, 0) out: the path to (3, 0) comes from there."),
        (put, "Sees (4, 0) for the first time, from (3, 0): g is 4.0 and h is 2.0, so f is 6.0."),
        (put, "Sees (3, 1) for the first time, from (3, 0): g is 4.0 and h is 0.0, so f is 4.0."),
        (take, "Expands (3, 1): its f of 4.0 is the smallest in the open list, and it is a goal."),
        ("if n is a goal: return the path along the parents", "Has found the path: it ends at (3, 1) and costs 4.0."),
    ];
    assert_eq!(told, expected.map(|(line, sentence)| format!("{line} | {sentence}")));
}

/// Where a step costs 10 or 14, costs are told as the cells show them.
#[test]
fn costs_of_ten_and_fourteen_are_told_in_tenths() {
    let method = Method { diagonal: DiagonalCost::TenFourteen, ..by(Algorithm::AStar) };
    let told = told(&["...", "...", "..."], (0, 0), (2, 2), method);
    for end in ["(1, 1) for the first time, from (0, 0): g is 14 and h is 14, so f is 28.", "(2, 2) and costs 28."] {
        assert!(told.iter().any(|told| told.ends_with(end)), "{end:?} is not in {told:#?}");
    }
}

/// What each reason to leave a cell out, and each better path, reads like.
#[test]
fn reasons_are_told_with_their_numbers() {
    let rows = ["..#..#", ".##...", "~.....", "..#~.."];
    let weighted = Method { algorithm: Algorithm::WeightedAStar, weight: 3.0, ..Method::default() };
    let told = told(&rows, (0, 0), (5, 3), weighted);
    for sentence in [
        "skip m if it is a wall or the step cuts a corner | Leaves (1, 1) out: it is not passable.",
        "skip m if it is a wall or the step cuts a corner | Leaves (0, 1) out: the step from (1, 0) would cut a corner.",
        "skip m if another path there does without n | Leaves (0, 3) out: a path to it that costs no more does without (1, 3).",
        "put m into the open list, again if it was closed | Finds a better path to (1, 3), which was closed, through \
         (1, 2): 8.0 instead of 8.2; it is opened again.",
    ] {
        assert!(told.iter().any(|told| told == sentence), "{sentence:?} is not in {told:#?}");
    }
    let greedy = told_by(&["~~~", "~.~", "~~~"], Algorithm::Greedy);
    for sentence in [
        "skip m if it is closed, or known for g' or less | Leaves (0, 0) out: it is closed, and greedy search opens nothing again.",
        "skip m if it is closed, or known for g' or less | Leaves (1, 0) out: it was reached for 5.0 before, 7.2 is no better.",
    ] {
        assert!(greedy.iter().any(|told| told == sentence), "{sentence:?} is not in {greedy:#?}");
    }
}

/// The same from the upper left to the lower right corner.
fn told_by(rows: &[&str], algorithm: Algorithm) -> Vec<String> {
    told(rows, (0, 0), (rows[0].len() as i32 - 1, rows.len() as i32 - 1), by(algorithm))
}

/// What the parts of each algorithm read like that others do not have.
#[test]
fn every_algorithm_is_told_in_its_own_words() {
    let rows = ["........", "..####..", "..#.....", "..#.##..", "........"];
    let expected: [(Algorithm, &[&str]); 8] = [
        (
            Algorithm::BreadthFirst,
            &[
                "put m into the open list | Sees (2, 0) for the first time, from (1, 0): it is 2 steps from the start.",
                "n = the open cell with the fewest steps; close n | Expands (1, 0): 1 step is the fewest of all that are open.",
                "skip m if it was seen before | Leaves (1, 1) out: it was seen before, 1 step from the start; 2 steps is no better.",
            ],
        ),
        (
            Algorithm::DepthFirst,
            &[
                "put the start on the stack | Begins at (0, 0): it is the first on the stack.",
                "put m on the stack | Puts (1, 0) on the stack: it has not been visited.",
                "put m on the stack | Puts (1, 1) on top of the stack once more: now by way of (1, 0).",
                "n = the cell on top; close n, the path goes on to it | Goes on to (1, 0): it is on top of the stack.",
                "skip m if it is closed, now or when it is on top | Leaves (0, 0) out: it has been visited.",
                "n = the cell on top; close n, the path goes on to it | Goes on to (7, 4): it is on top of the stack, and it is \
                 a goal.",
            ],
        ),
        (
            Algorithm::IdaStar,
            &[
                "put m on the stack, the smallest f on top | Puts (1, 0) on the stack: its f of 8.7 is within the bound of 8.7.",
                "skip m if g' + h(m) > bound | Leaves (0, 1) out: its f of 9.2 is beyond the bound of 8.7.",
                "if none is left: go back along the path | Goes back from (1, 1) to (0, 0): nothing is left to try from there.",
                "bound = the least f above it; begin again | Begins again with the bound 9.2: the smallest f that was beyond the \
                 last one.",
            ],
        ),
        (
            Algorithm::BidirectionalAStar,
            &[
                "n = its cell with the smallest f = g + h; close n | Expands (7, 4): its f of 8.7 is the smallest in the open \
                 list of the goal's side.",
                "if the other side knows m: best = the sum, if less | The two sides meet at (6, 1): the path through it costs \
                 10.4, less than any known.",
                "skip n if no path through it can beat best | Leaves (6, 1) out: no path through it can cost less than the best \
                 one known.",
                "if f(n) is not below best: return the best path | No open cell can be on a path cheaper than 10.4: the one known \
                 is the cheapest.",
            ],
        ),
        (
            Algorithm::JumpPoint,
            &[
                "put m into the open list | Jumps from (0, 0) to (6, 0), where a path may turn: g is 6.0 and h is 4.4, so f is \
                 10.4.",
                "run on; on a diagonal, look straight from each cell | Runs diagonally past (1, 1): there is nothing to decide \
                 there.",
            ],
        ),
        (
            Algorithm::AnyAngle,
            &[
                "if n is a corner: look around; it is the root | Looks around from (0, 0): its f of 8.1 is the smallest in the \
                 open list.",
                "put m into the open list | Sees the goal (7, 4) from (6, 0): g is 10.1 and h is 0.0, so f is 10.1.",
                "g(m) = g'; root(m) = root | Finds a better path to (6, 4), through (3, 4): 9.1 instead of 10.0.",
            ],
        ),
        (
            Algorithm::Hierarchical,
            &[
                "costs from the start to the entrances of its chunk | Searches the start's chunk (0, 0) to (7, 4), to learn what \
                 it costs to go to its entrances.",
                "open the chunks on the path; if they are few, those beside | Opens the chunk (0, 0) to (7, 4): the path can \
                 lead through it.",
                "n = the open cell with the smallest f = g + h; close n | Expands (0, 0): its f of 8.7 is the smallest in the \
                 open list.",
            ],
        ),
        (
            Algorithm::FlowField,
            &[
                "n = the next cell of it; its cost is final | Settles (7, 4) at 0.0: nothing in the queue can make it cheaper.",
                "cost(m) = c; the arrow of m points to n | Finds a better path to (7, 1), by way of (7, 2): 3.0 instead of 3.8.",
                "return the path along the arrows, from the start on | Has found the path: it ends at (7, 4) and costs 10.4.",
            ],
        ),
    ];
    for (algorithm, expected) in expected {
        let told = told_by(&rows, algorithm);
        for sentence in expected {
            assert!(told.iter().any(|told| told == sentence), "{algorithm:?}: {sentence:?} is not in {told:#?}");
        }
    }
}

/// What an any-angle search sees of a side lies within sight of its root, between the right and the left ray.
#[test]
fn intervals_have_their_ends() {
    let mut rows = vec![".".repeat(24); 16];
    rows[7] = format!("....{}....", "#".repeat(16));
    rows[11] = format!("{}........", "#".repeat(16));
    let grid = baked(&rows);
    let replay = replay(&grid, Cell::new(12, 3), Cell::new(8, 14), by(Algorithm::AnyAngle));
    let steps = replay.trace().steps.iter().enumerate();
    let intervals = steps.filter(|(_, step)| step.subject == Subject::Interval);
    let mut kinds = Vec::new();
    for (index, step) in intervals {
        let Some(StepShape::Interval { root, ends }) = replay.trace().shape(index) else {
            panic!("{step:?} has no ends")
        };
        let parent = step.parent.unwrap();
        assert_eq!(root, vec2(parent.x as f32, parent.y as f32) + 0.5, "{step:?}");
        // On the map y grows downward: what is right of a ray has the smaller angle.
        assert!((ends[0] - root).perp_dot(ends[1] - root) > 0.0, "{root} sees {ends:?}");
        let middle = 0.5 * (ends[0] + ends[1]);
        let is_free = |share: f32| {
            let at = root.lerp(middle, share).floor();
            grid.is_passable(Cell::new(at.x as i32, at.y as i32))
        };
        assert!((0..=20).all(|part| is_free(0.05 * part as f32)), "from {root} to {middle}");
        kinds.push(step.kind);
    }
    assert!(kinds.contains(&StepKind::Generated) && kinds.contains(&StepKind::Expanded), "{kinds:?}");
}

/// The lines of Rust or C# that belong to the steps of a search, each kind of step once.
fn source_of(algorithm: Algorithm, language: CodeLanguage) -> Vec<(StepKind, String)> {
    let rows = [".....", ".#.#.", "....."];
    let mut told: Vec<(StepKind, String)> = Vec::new();
    each_moment(&mut replay(&baked(&rows), Cell::new(0, 0), Cell::new(4, 2), by(algorithm)), |moment| {
        let lines = source_code::lines(&by(algorithm), language);
        let own = source_code::lines_of(moment, language);
        assert!(!own.is_empty() && own.end <= lines.len(), "{algorithm:?}: {own:?}");
        if told.iter().all(|(kind, _)| *kind != moment.step.kind) {
            told.push((moment.step.kind, lines[own].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")));
        }
    });
    told
}

#[test]
fn steps_have_lines_of_rust_and_of_c_sharp() {
    let written =
        Algorithm::ALL.into_iter().filter(|algorithm| source_code::is_written(*algorithm, CodeLanguage::Rust));
    for algorithm in written {
        for language in [CodeLanguage::Rust, CodeLanguage::CSharp] {
            for (kind, line) in source_of(algorithm, language) {
                let is_signature = line.contains("(ground: &Ground") || line.contains("(Ground ground");
                assert!(!is_signature, "{algorithm:?} in {}: {kind:?} has no line of its own", language.name());
            }
            for line in source_code::lines(&by(algorithm), language) {
                assert!(!line.contains("//=") && line.chars().count() <= 96, "{line}");
            }
        }
    }
    let line = |language, kind| source_of(Algorithm::AStar, language).into_iter().find(|(known, _)| *known == kind);
    let (_, rust) = line(CodeLanguage::Rust, StepKind::Expanded).expect("something is expanded");
    assert_eq!(rust, "while let Some((_, n)) = open.pop() {");
    let (_, sharp) = line(CodeLanguage::CSharp, StepKind::Found).expect("the goal is found");
    assert_eq!(sharp, "if (n == goal) return Path(parent, n);");
}

#[test]
fn what_would_take_pages_is_there_in_pseudo_code_alone() {
    assert!(!source_code::is_written(Algorithm::Subgoal, CodeLanguage::Rust));
    assert_eq!(
        source_code::lines(&by(Algorithm::Subgoal), CodeLanguage::Rust),
        algorithms::lines(&by(Algorithm::Subgoal))
    );
}
