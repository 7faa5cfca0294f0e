//! Hierarchical search: between the entrances of chunks first, then inside them.
//!
//! After A. Botea, M. Müller and J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (Journal of Game Development 1,
//! 2004): the map is divided into chunks, the places where one can go from one to the next are thinned to a few
//! entrances, and what it costs to go between the entrances of a chunk is known beforehand. A query adds its start and
//! its goals to this graph for as long as it lasts.
//!
//! Three things are different here. Borders follow walls where there are any (`layout.rs`). Groups of chunks
//! are regions, a second level that keeps only the entrances at its border; on both levels a way that another entrance
//! divides is not kept (`matrix.rs`). And the abstract way only says through which chunks to go: the cells are then
//! found by A* over just those chunks (`corridor.rs`), so that the path is not bound to the entrances.
//!
//! A query takes these steps, each of which can be paused: the start's chunk, the chunks with goals, the start's
//! region, the regions with goals, the regions between, the chunks of each region on the way, the cells. Where only the
//! first steps are wanted, only the first few chunks take part in the last two.

mod corridor;
mod graph;
mod layout;
mod local;
mod matrix;
mod open;
mod part;
mod top;
mod wave;

use crate::grid::{Cell, Rect};

use super::moves::MoveRules;
use super::trace::{Listener, Side, StepKind, TraceStep};
use super::{Effort, Method, Problem, Progress};

use corridor::Corridor;
use graph::Entrance;
pub(super) use graph::Hierarchy;
use local::Local;
use top::{Distance, Top};
use wave::{FAR, Wave};

/// With more goals than this A* serves better: each may lie in a chunk of its own.
const MOST_GOALS: usize = 256;

/// Whether hierarchical search can answer a question: by the rules by which agents walk, for not too many goals.
pub(super) fn serves(method: Method, goals: usize) -> bool {
    MoveRules::from(method) == MoveRules::WALKING && goals <= MOST_GOALS
}

/// So many entrances ahead the first steps are searched.
const FIRST_ENTRANCES: usize = 5;
/// A way by no more entrances than this is searched in the chunks beside its own too.
const WIDENED: usize = 40;
/// At least so many cells are first steps, where the way is that long.
const FIRST_CELLS: usize = 64;

/// The memory of a hierarchical search.
#[derive(Clone, Debug, Default)]
pub(super) struct Hierarchical {
    stage: Stage,
    wave: Wave,
    local: Local,
    top: Top,
    corridor: Corridor,
    /// What it costs to go from the start to entrances of its chunk, in the order of their numbers.
    from_start: Vec<(Entrance, u64)>,
    /// What it costs to go to the nearest goal from entrances of the chunks that have goals, likewise.
    to_goal: Vec<(Entrance, u64)>,
    /// The chunks that have goals, in the order of their numbers, each with its place among `regions`.
    chunks: Vec<u32>,
    /// Their regions, likewise.
    regions: Vec<u32>,
    /// What it costs to go to a goal from entrances at the borders of those regions, inside them.
    gates: Vec<Gate>,
    /// The cost of the best way known, and how it comes to its goal.
    best: Option<(u64, Arrival)>,
    /// The entrances between regions on the way, the first one first.
    between: Vec<Entrance>,
    /// All entrances on the way, as far as they are known.
    entrances: Vec<Entrance>,
    /// The cost of the best way known in the present leg, and the last entrance on it.
    leg_end: Option<(u64, Entrance)>,
    /// Whether `entrances` end before the way does.
    is_cut: bool,
}

/// From an entrance at a region's border to a goal inside the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gate {
    entrance: Entrance,
    cost: u64,
    region: u32,
}

/// How a way comes to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// Without leaving the chunk.
    InChunk,
    /// Without leaving the region.
    InRegion,
    /// Last through this entrance into this region.
    Through(Entrance, u32),
}

/// What a search is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    StartChunk,
    GoalChunk(usize),
    StartRegion,
    GoalRegion(usize),
    Between,
    /// The chunks on the way from an entrance between regions (the one before this place) to the next.
    Chunks(usize),
    Cells,
}

/// Counts expansions up to where a search must pause, and tells a listener of them.
struct Meter<'a, L> {
    effort: &'a mut Effort,
    last: u32,
    listener: &'a mut L,
}

impl<L: Listener> Meter<'_, L> {
    fn is_used_up(&self) -> bool {
        self.effort.expanded >= self.last
    }

    /// Takes note of an expansion, and of how many were put into the open set by it.
    #[inline]
    fn expanded(&mut self, generated: u32, step: impl FnOnce() -> Expansion) {
        self.effort.expanded += 1;
        self.effort.generated += generated;
        if L::LISTENS {
            let Expansion { side, cell, parent, g, h } = step();
            self.listener.hear(TraceStep { kind: StepKind::Expanded, side, cell, parent, g, h });
        }
    }
}

/// What a listener is told of a cell, or the cell of an entrance; g and h in tiles.
struct Expansion {
    side: Side,
    cell: Cell,
    parent: Option<Cell>,
    g: f64,
    h: f64,
}

/// A cost of the abstract graph in tiles.
fn tiles(cost: u64) -> f64 {
    cost as f64 / 1000.0
}

impl Hierarchical {
    pub fn begin(&mut self, problem: &Problem, _effort: &mut Effort, _listener: &mut impl Listener) {
        let Problem { grid, start, goals, .. } = *problem;
        let layout = &grid.hierarchy().layout;
        self.from_start.clear();
        self.to_goal.clear();
        self.gates.clear();
        self.between.clear();
        self.entrances.clear();
        (self.best, self.is_cut) = (None, false);
        self.chunks.clear();
        self.chunks.extend(goals.iter().map(|&goal| layout.chunk_at(goal)));
        self.chunks.sort_unstable();
        self.chunks.dedup();
        self.regions.clear();
        self.regions.extend(self.chunks.iter().map(|&chunk| layout.region_of(chunk)));
        self.regions.sort_unstable();
        self.regions.dedup();
        self.stage = Stage::StartChunk;
        self.wave.load(grid, layout.rect(layout.chunk_at(start)));
        self.wave.begin([start]);
    }

    /// Expands at most `budget` cells and entrances.
    pub fn advance(
        &mut self,
        problem: &Problem,
        budget: u32,
        effort: &mut Effort,
        listener: &mut impl Listener,
    ) -> Progress {
        let last = effort.expanded.saturating_add(budget);
        let mut meter = Meter { effort, last, listener };
        while !meter.is_used_up() {
            if self.go_on(problem, &mut meter) {
                match self.next_stage(problem) {
                    Some(stage) => self.stage = stage,
                    None => return Progress::Found,
                }
            }
        }
        Progress::Paused
    }

    /// Goes on with the present stage; whether it is done.
    fn go_on(&mut self, problem: &Problem, meter: &mut Meter<impl Listener>) -> bool {
        match self.stage {
            Stage::StartChunk => self.spread_in_chunk(Side::Start, meter),
            Stage::GoalChunk(_) => self.spread_in_chunk(Side::Goal, meter),
            Stage::StartRegion => self.spread_in_region(problem, Side::Start, meter),
            Stage::GoalRegion(_) => self.spread_in_region(problem, Side::Goal, meter),
            Stage::Between => self.search_between(problem, meter),
            Stage::Chunks(leg) => self.search_chunks(problem, leg, meter),
            Stage::Cells => self.search_cells(problem, meter),
        }
    }

    /// Concludes the present stage and begins the next, unless it was the last.
    fn next_stage(&mut self, problem: &Problem) -> Option<Stage> {
        match self.stage {
            Stage::StartChunk => {
                self.end_start_chunk(problem);
                self.begin_goal_chunk(problem, 0);
                Some(Stage::GoalChunk(0))
            }
            Stage::GoalChunk(at) => {
                self.end_goal_chunk(problem, at);
                if at + 1 < self.chunks.len() {
                    self.begin_goal_chunk(problem, at + 1);
                    return Some(Stage::GoalChunk(at + 1));
                }
                self.to_goal.sort_unstable();
                self.to_goal.dedup_by_key(|&mut (entrance, _)| entrance);
                self.begin_start_region(problem);
                Some(Stage::StartRegion)
            }
            Stage::StartRegion => {
                self.end_start_region(problem);
                self.begin_goal_region(problem, 0);
                Some(Stage::GoalRegion(0))
            }
            Stage::GoalRegion(at) => {
                self.end_goal_region(problem, at);
                if at + 1 < self.regions.len() {
                    self.begin_goal_region(problem, at + 1);
                    return Some(Stage::GoalRegion(at + 1));
                }
                self.gates.sort_unstable();
                self.gates.dedup_by_key(|gate| gate.entrance);
                Some(Stage::Between)
            }
            Stage::Between => {
                self.end_between();
                Some(self.begin_chunks(problem, 0))
            }
            Stage::Chunks(leg) => Some(self.begin_chunks(problem, leg + 1)),
            Stage::Cells => None,
        }
    }

    fn spread_in_chunk(&mut self, side: Side, meter: &mut Meter<impl Listener>) -> bool {
        while !meter.is_used_up() {
            let Some((place, cost)) = self.wave.expand() else { return true };
            let (cell, parent) = (self.wave.cell(place), self.wave.parent(place));
            meter.expanded(1, || Expansion { side, cell, parent, g: tiles(cost.into()), h: 0.0 });
        }
        false
    }

    fn end_start_chunk(&mut self, problem: &Problem) {
        let chunk = problem.grid.hierarchy().layout.chunk_at(problem.start);
        put_reached(problem, &self.wave, chunk, &mut self.from_start);
    }

    fn begin_goal_chunk(&mut self, problem: &Problem, at: usize) {
        let layout = &problem.grid.hierarchy().layout;
        let chunk = self.chunks[at];
        self.wave.load(problem.grid, layout.rect(chunk));
        self.wave.begin(problem.goals.iter().copied().filter(|&goal| layout.chunk_at(goal) == chunk));
    }

    fn end_goal_chunk(&mut self, problem: &Problem, at: usize) {
        put_reached(problem, &self.wave, self.chunks[at], &mut self.to_goal);
        if problem.grid.hierarchy().layout.chunk_at(problem.start) == self.chunks[at] {
            let cost = self.wave.cost(problem.start);
            if cost != FAR {
                self.best = Some((cost.into(), Arrival::InChunk));
            }
        }
    }

    fn begin_start_region(&mut self, problem: &Problem) {
        let hierarchy = problem.grid.hierarchy();
        self.local.begin(hierarchy.layout.region_of(hierarchy.layout.chunk_at(problem.start)));
        for &(entrance, cost) in &self.from_start {
            self.local.put(hierarchy, entrance, cost, None);
        }
    }

    fn spread_in_region(&mut self, problem: &Problem, side: Side, meter: &mut Meter<impl Listener>) -> bool {
        let hierarchy = problem.grid.hierarchy();
        while !meter.is_used_up() {
            let Some((entrance, _, generated)) = self.local.expand(hierarchy) else { return true };
            meter.expanded(generated, || self.local.expansion(hierarchy, side, entrance));
        }
        false
    }

    /// Lets the search between regions begin where the start's region can be left, and looks for ways that do not
    /// leave it.
    fn end_start_region(&mut self, problem: &Problem) {
        let hierarchy = problem.grid.hierarchy();
        let region = hierarchy.layout.region_of(hierarchy.layout.chunk_at(problem.start));
        let within = self.to_goal.iter().filter(|(entrance, _)| hierarchy.is_in_region(*entrance, region));
        let whole = within.filter_map(|&(entrance, rest)| Some(self.local.cost(hierarchy, entrance)? + rest));
        if let Some(cost) = whole.min() {
            self.take_if_better(cost, Arrival::InRegion);
        }
        let goals = Rect::around(problem.goals.iter().copied()).expect("a search has a goal");
        self.top.begin(hierarchy, Distance::new(goals, problem.grid.lowest_cost()));
        for &entrance in hierarchy.regions[region as usize].entrances() {
            if let Some(cost) = self.local.cost(hierarchy, entrance) {
                self.top.put(hierarchy, entrance, cost, entrance);
            }
        }
    }

    fn begin_goal_region(&mut self, problem: &Problem, at: usize) {
        let hierarchy = problem.grid.hierarchy();
        let region = self.regions[at];
        self.local.begin(region);
        for &(entrance, cost) in self.to_goal.iter().filter(|(entrance, _)| hierarchy.is_in_region(*entrance, region)) {
            self.local.put(hierarchy, entrance, cost, None);
        }
    }

    fn end_goal_region(&mut self, problem: &Problem, at: usize) {
        let hierarchy = problem.grid.hierarchy();
        let region = self.regions[at];
        for &entrance in hierarchy.regions[region as usize].entrances() {
            if let Some(cost) = self.local.cost(hierarchy, entrance) {
                self.gates.push(Gate { entrance, cost, region });
            }
        }
    }

    fn take_if_better(&mut self, cost: u64, arrival: Arrival) {
        if self.best.is_none_or(|(best, _)| cost < best) {
            self.best = Some((cost, arrival));
        }
    }

    fn search_between(&mut self, problem: &Problem, meter: &mut Meter<impl Listener>) -> bool {
        let hierarchy = problem.grid.hierarchy();
        while !meter.is_used_up() {
            let best = self.best.map_or(u64::MAX, |(cost, _)| cost);
            if self.top.lowest().is_none_or(|lowest| lowest >= best) {
                return true;
            }
            let Some((entrance, cost, generated)) = self.top.expand(hierarchy) else { return true };
            meter.expanded(generated, || self.top.expansion(hierarchy, entrance));
            if let Ok(at) = self.gates.binary_search_by_key(&entrance, |gate| gate.entrance) {
                let gate = self.gates[at];
                self.take_if_better(cost + gate.cost, Arrival::Through(entrance, gate.region));
            }
        }
        false
    }

    fn end_between(&mut self) {
        let (_, arrival) = self.best.expect("every goal can be reached");
        let mut last = match arrival {
            Arrival::Through(entrance, _) => Some(entrance),
            _ => None,
        };
        while let Some(entrance) = last {
            self.between.push(entrance);
            last = self.top.parent(entrance);
        }
        self.between.reverse();
    }

    /// Begins with the chunks before an entrance between regions, or behind the last one; with the cells, when
    /// there is no more to know of the chunks.
    fn begin_chunks(&mut self, problem: &Problem, leg: usize) -> Stage {
        let hierarchy = problem.grid.hierarchy();
        let (_, arrival) = self.best.expect("every goal can be reached");
        let is_enough = problem.first_steps && self.entrances.len() >= FIRST_ENTRANCES;
        if arrival == Arrival::InChunk || leg > self.between.len() || is_enough {
            self.is_cut = is_enough && leg <= self.between.len();
            self.begin_cells(problem);
            return Stage::Cells;
        }
        let last = leg.checked_sub(1).map(|before| self.between[before]);
        let next = self.between.get(leg).copied();
        let region = match (last, next, arrival) {
            (None, _, _) => hierarchy.layout.region_of(hierarchy.layout.chunk_at(problem.start)),
            (Some(last), Some(next), _) => hierarchy.region_between(last, next),
            (_, None, Arrival::Through(_, region)) => region,
            _ => unreachable!("a way that leaves its region comes through an entrance"),
        };
        self.local.begin(region);
        self.leg_end = None;
        match last {
            Some(last) => {
                self.local.put(hierarchy, last, 0, None);
            }
            None => {
                for &(entrance, cost) in &self.from_start {
                    self.local.put(hierarchy, entrance, cost, None);
                }
            }
        }
        Stage::Chunks(leg)
    }

    fn search_chunks(&mut self, problem: &Problem, leg: usize, meter: &mut Meter<impl Listener>) -> bool {
        let hierarchy = problem.grid.hierarchy();
        let target = self.between.get(leg).copied();
        let is_open = |lowest: u64, end: Option<(u64, Entrance)>| end.is_none_or(|(cost, _)| lowest < cost);
        while self.local.lowest().is_some_and(|lowest| is_open(lowest, self.leg_end)) {
            if meter.is_used_up() {
                return false;
            }
            let Some((entrance, cost, generated)) = self.local.expand(hierarchy) else { break };
            meter.expanded(generated, || self.local.expansion(hierarchy, Side::Start, entrance));
            let rest = match target {
                Some(target) => (entrance == target).then_some(0),
                None => self.to_goal.binary_search_by_key(&entrance, |goal| goal.0).ok().map(|at| self.to_goal[at].1),
            };
            let end = rest.map(|rest| (cost + rest, entrance));
            self.leg_end = end.into_iter().chain(self.leg_end).min();
        }
        let begin = self.entrances.len();
        let mut last = self.leg_end.map(|(_, entrance)| entrance);
        while let Some(entrance) = last.filter(|last| begin == 0 || *last != self.entrances[begin - 1]) {
            self.entrances.push(entrance);
            last = self.local.parent(hierarchy, entrance);
        }
        self.entrances[begin..].reverse();
        true
    }

    fn begin_cells(&mut self, problem: &Problem) {
        let Problem { grid, start, goals, .. } = *problem;
        let hierarchy = grid.hierarchy();
        let layout = &hierarchy.layout;
        if problem.first_steps && self.entrances.len() > FIRST_ENTRANCES {
            self.entrances.truncate(FIRST_ENTRANCES);
            self.is_cut = true;
        }
        self.corridor.clear(layout);
        self.corridor.open_chunk(layout, layout.chunk_at(start));
        for &entrance in &self.entrances {
            for chunk in hierarchy.joined(entrance) {
                self.corridor.open_chunk(layout, chunk);
            }
        }
        if self.entrances.len() <= WIDENED {
            self.corridor.widen(layout);
        }
        if self.is_cut {
            let target = self.entrances.last().map(|&last| hierarchy.cell(last));
            self.corridor.begin(grid, layout, start, target.into_iter());
        } else {
            self.corridor.begin(grid, layout, start, goals.iter().copied());
        }
    }

    fn search_cells(&mut self, problem: &Problem, meter: &mut Meter<impl Listener>) -> bool {
        let layout = &problem.grid.hierarchy().layout;
        while !meter.is_used_up() {
            let Some((cell, generated)) = self.corridor.expand(problem.grid, layout) else { return true };
            meter.expanded(generated, || self.corridor.expansion(layout, cell));
        }
        false
    }

    /// Puts the cells of the way found behind `cells`: all of it, or its first steps.
    pub fn append_way(&self, problem: &Problem, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        self.corridor.append_way(&problem.grid.hierarchy().layout, cells);
        if self.is_cut {
            let steps = cells.len() - begin;
            cells.truncate(begin + steps.min(FIRST_CELLS.max(steps / 2)));
        }
    }

    /// The rest of the way, where only the first steps were asked for: every second entrance between regions, for the
    /// fewer the cells through which a way must go, the straighter it is.
    pub fn ahead(&self, problem: &Problem) -> Vec<Cell> {
        if !self.is_cut {
            return Vec::new();
        }
        let hierarchy = problem.grid.hierarchy();
        let to_come = self.between.iter().filter(|gate| !self.entrances.contains(gate));
        let mut ahead: Vec<Cell> = to_come.skip(1).step_by(2).map(|&gate| hierarchy.cell(gate)).collect();
        let last = self.between.last().or(self.entrances.last()).map(|&last| hierarchy.cell(last));
        let in_region = |cell: &Cell| match self.best {
            Some((_, Arrival::Through(_, region))) => {
                hierarchy.layout.region_of(hierarchy.layout.chunk_at(*cell)) == region
            }
            _ => true,
        };
        let goals = problem.goals.iter().copied().filter(in_region);
        ahead.extend(goals.min_by_key(|goal| (last.map(|last| last.distance_squared(*goal)), goal.y, goal.x)));
        ahead
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        let entrances = self.between.capacity() + self.entrances.capacity() + self.chunks.capacity();
        let costs = self.from_start.capacity() + self.to_goal.capacity();
        self.wave.bytes()
            + self.local.bytes()
            + self.top.bytes()
            + self.corridor.bytes()
            + (entrances + self.regions.capacity()) * size_of::<u32>()
            + costs * size_of::<(Entrance, u64)>()
            + self.gates.capacity() * size_of::<Gate>()
    }
}

/// Adds the entrances of a chunk that a wave in it has reached.
fn put_reached(problem: &Problem, wave: &Wave, chunk: u32, reached: &mut Vec<(Entrance, u64)>) {
    let hierarchy = problem.grid.hierarchy();
    for &entrance in hierarchy.chunks[chunk as usize].entrances() {
        let (cell, step) = hierarchy.threshold(problem.grid, entrance, chunk);
        let cost = wave.cost(cell);
        if cost != FAR {
            reached.push((entrance, u64::from(cost) + u64::from(step)));
        }
    }
}
