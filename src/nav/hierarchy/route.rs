//! The path through the abstract graph.

use crate::grid::{Cell, Rect};
use crate::nav::problem::PathfindingProblem;
use crate::nav::trace::{Observer, SearchPhase, Side, StepKind, StepShape, Subject};
use crate::sorting;

use super::entrances::Entrance;
use super::graph::Hierarchy;
use super::local_dijkstra::{FAR, LocalDijkstra};
use super::region_search::RegionSearch;
use super::top::{Distance, Top};
use crate::nav::expansion_meter::{ExpansionMeter, ObservedCell};

/// The first steps are searched at least this many entrances ahead.
const FIRST_ENTRANCES: usize = 5;
/// First steps are at least this many cells, if the path is that long.
pub const FIRST_CELLS: usize = 64;

/// The search for the entrances of a path.
#[derive(Clone, Debug, Default)]
pub struct EntranceSearch {
    stage: Stage,
    dijkstra: LocalDijkstra,
    region_search: RegionSearch,
    top: Top,
    /// What it costs to go from the start to entrances of its chunk, in the order of their numbers.
    from_start: Vec<(Entrance, u64)>,
    /// What it costs to go to the nearest goal from entrances of the chunks that have goals, likewise.
    to_goal: Vec<(Entrance, u64)>,
    /// The chunks that have goals, in the order of their numbers, each with its place among `regions`.
    chunks: Vec<u32>,
    /// Their regions, likewise.
    regions: Vec<u32>,
    /// What it costs to go to a goal from entrances at the borders of those regions, inside them.
    gates: Vec<RegionExit>,
    /// The cost of the best path known, and how it reaches its goal.
    best: Option<(u64, LastLeg)>,
    /// The entrances between regions on the path, the first one first.
    between: Vec<Entrance>,
    /// All entrances on the path, as far as they are known.
    entrances: Vec<Entrance>,
    /// The cost of the best path known in the present leg, and the last entrance on it.
    leg_end: Option<(u64, Entrance)>,
    /// Whether `entrances` end before the path does.
    is_cut: bool,
}

/// From an entrance at a region's border to a goal inside the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RegionExit {
    entrance: Entrance,
    cost: u64,
    region: u32,
}

/// How a path reaches its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastLeg {
    /// Without leaving the chunk.
    InChunk,
    /// Without leaving the region.
    InRegion,
    /// Last through this entrance into this region.
    Through(Entrance, u32),
}

/// The stages of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    StartChunk,
    GoalChunk(usize),
    StartRegion,
    GoalRegion(usize),
    Between,
    /// The chunks on the path from an entrance between regions (the one before this place) to the next.
    Chunks(usize),
}

impl EntranceSearch {
    /// Forgets the last search and begins another.
    pub fn begin(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let PathfindingProblem { grid, start, goals, .. } = *problem;
        let layout = &grid.hierarchy().layout;
        self.from_start.clear();
        self.to_goal.clear();
        self.gates.clear();
        self.between.clear();
        self.entrances.clear();
        (self.best, self.is_cut) = (None, false);
        self.chunks.clear();
        self.chunks.extend(goals.iter().map(|&goal| layout.chunk_at(goal)));
        sorting::sort(&mut self.chunks);
        self.chunks.dedup();
        self.regions.clear();
        self.regions.extend(self.chunks.iter().map(|&chunk| layout.region_of(chunk)));
        sorting::sort(&mut self.regions);
        self.regions.dedup();
        self.stage = Stage::StartChunk;
        let chunk = layout.rect(layout.chunk_at(start));
        observe_phase(meter, SearchPhase::StartChunk, start, Some(StepShape::Chunk(chunk)));
        self.dijkstra.load(grid, chunk);
        self.dijkstra.begin(Side::Start, [start]);
        meter.tell(StepKind::Generated, || root(Side::Start, start));
    }

    /// Continues until the meter is used up; returns whether the path is known.
    pub fn advance(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) -> bool {
        while !meter.is_used_up() {
            if self.go_on(problem, meter) {
                match self.next_stage(problem, meter) {
                    Some(stage) => self.stage = stage,
                    None => return true,
                }
            }
        }
        false
    }

    /// The entrances on the path, the first one first: all of them, or some if only the first steps are wanted.
    pub fn entrances(&self) -> &[Entrance] {
        &self.entrances
    }

    /// Whether the path continues beyond those entrances, other than straight to a goal.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Cells on the rest of the path, if it is cut, and its end: those of every second entrance between regions,
    /// because a path is the straighter the fewer cells it must pass.
    pub fn ahead(&self, problem: &PathfindingProblem) -> Vec<Cell> {
        if !self.is_cut {
            return Vec::new();
        }
        let hierarchy = problem.grid.hierarchy();
        let to_come = self.between.iter().filter(|gate| !self.entrances.contains(gate));
        let mut ahead: Vec<Cell> = to_come.skip(1).step_by(2).map(|&gate| hierarchy.cell(gate)).collect();
        let last = self.between.last().or(self.entrances.last()).map(|&last| hierarchy.cell(last));
        let in_region = |cell: &Cell| match self.best {
            Some((_, LastLeg::Through(_, region))) => {
                hierarchy.layout.region_of(hierarchy.layout.chunk_at(*cell)) == region
            }
            _ => true,
        };
        let goals = problem.goals.iter().copied().filter(in_region);
        ahead.extend(goals.min_by_key(|goal| (last.map(|last| last.distance_squared(*goal)), goal.y, goal.x)));
        ahead
    }

    /// Continues the present stage; returns whether it is done.
    fn go_on(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) -> bool {
        match self.stage {
            Stage::StartChunk | Stage::GoalChunk(_) => self.spread_in_chunk(meter),
            Stage::StartRegion | Stage::GoalRegion(_) => self.spread_in_region(problem, meter),
            Stage::Between => self.search_between(problem, meter),
            Stage::Chunks(leg) => self.search_chunks(problem, leg, meter),
        }
    }

    /// Concludes the present stage and begins the next, unless it was the last.
    fn next_stage(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) -> Option<Stage> {
        match self.stage {
            Stage::StartChunk => {
                self.end_start_chunk(problem);
                self.begin_goal_chunk(problem, 0, meter);
                Some(Stage::GoalChunk(0))
            }
            Stage::GoalChunk(at) => {
                self.end_goal_chunk(problem, at);
                if at + 1 < self.chunks.len() {
                    self.begin_goal_chunk(problem, at + 1, meter);
                    return Some(Stage::GoalChunk(at + 1));
                }
                sorting::sort(&mut self.to_goal);
                self.to_goal.dedup_by_key(|&mut (entrance, _)| entrance);
                self.begin_start_region(problem, meter);
                Some(Stage::StartRegion)
            }
            Stage::StartRegion => {
                self.end_start_region(problem, meter);
                self.begin_goal_region(problem, 0, meter);
                Some(Stage::GoalRegion(0))
            }
            Stage::GoalRegion(at) => {
                self.end_goal_region(problem, at);
                if at + 1 < self.regions.len() {
                    self.begin_goal_region(problem, at + 1, meter);
                    return Some(Stage::GoalRegion(at + 1));
                }
                sorting::sort(&mut self.gates);
                self.gates.dedup_by_key(|gate| gate.entrance);
                observe_phase(meter, SearchPhase::BetweenRegions, problem.start, None);
                Some(Stage::Between)
            }
            Stage::Between => {
                self.end_between();
                self.begin_chunks(problem, 0, meter)
            }
            Stage::Chunks(leg) => self.begin_chunks(problem, leg + 1, meter),
        }
    }

    fn spread_in_chunk(&mut self, meter: &mut ExpansionMeter<impl Observer>) -> bool {
        while !meter.is_used_up() {
            let Some((place, cost)) = self.dijkstra.take() else { return true };
            meter.expanded(1, || self.dijkstra.expansion(place));
            self.dijkstra.reach_neighbours(place, cost, |dijkstra, place, is_first| {
                meter.reached(is_first, || dijkstra.expansion(place));
            });
        }
        false
    }

    fn end_start_chunk(&mut self, problem: &PathfindingProblem) {
        let chunk = problem.grid.hierarchy().layout.chunk_at(problem.start);
        put_reached(problem, &self.dijkstra, (chunk, Side::Start), &mut self.from_start);
    }

    fn begin_goal_chunk(&mut self, problem: &PathfindingProblem, at: usize, meter: &mut ExpansionMeter<impl Observer>) {
        let layout = &problem.grid.hierarchy().layout;
        let chunk = self.chunks[at];
        self.dijkstra.load(problem.grid, layout.rect(chunk));
        let goals = problem.goals.iter().copied().filter(|&goal| layout.chunk_at(goal) == chunk);
        let first = goals.clone().next().unwrap_or(problem.start);
        observe_phase(meter, SearchPhase::GoalChunk, first, Some(StepShape::Chunk(layout.rect(chunk))));
        self.dijkstra.begin(Side::Goal, goals.clone());
        goals.for_each(|goal| meter.tell(StepKind::Generated, || root(Side::Goal, goal)));
    }

    fn end_goal_chunk(&mut self, problem: &PathfindingProblem, at: usize) {
        put_reached(problem, &self.dijkstra, (self.chunks[at], Side::Goal), &mut self.to_goal);
        if problem.grid.hierarchy().layout.chunk_at(problem.start) == self.chunks[at] {
            let cost = self.dijkstra.cost(problem.start);
            if cost != FAR {
                self.best = Some((cost.into(), LastLeg::InChunk));
            }
        }
    }

    fn begin_start_region(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let hierarchy = problem.grid.hierarchy();
        let region = hierarchy.layout.region_of(hierarchy.layout.chunk_at(problem.start));
        observe_phase(meter, SearchPhase::StartRegion, problem.start, Some(region_shape(hierarchy, region)));
        self.region_search.begin(hierarchy, region, Side::Start);
        for &(entrance, cost) in &self.from_start {
            self.region_search.put(hierarchy, entrance, cost, None, meter);
        }
    }

    fn spread_in_region(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) -> bool {
        let hierarchy = problem.grid.hierarchy();
        while !meter.is_used_up() {
            if self.region_search.expand(hierarchy, meter).is_none() {
                return true;
            }
        }
        false
    }

    /// Lets the search between regions begin where the start's region can be left, and looks for paths that do not
    /// leave it.
    fn end_start_region(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let hierarchy = problem.grid.hierarchy();
        let region = hierarchy.layout.region_of(hierarchy.layout.chunk_at(problem.start));
        let within = self.to_goal.iter().filter(|(entrance, _)| hierarchy.is_in_region(*entrance, region));
        let whole = within.filter_map(|&(entrance, rest)| Some(self.region_search.cost(hierarchy, entrance)? + rest));
        if let Some(cost) = whole.min() {
            self.take_if_better(cost, LastLeg::InRegion);
        }
        let goals = Rect::around(problem.goals.iter().copied()).expect("a search has a goal");
        self.top.begin(hierarchy, Distance::new(goals, problem.grid.least_cost()));
        for &entrance in hierarchy.regions[region as usize].entrances() {
            if let Some(cost) = self.region_search.cost(hierarchy, entrance) {
                self.top.put(hierarchy, entrance, cost, entrance, meter);
            }
        }
    }

    fn begin_goal_region(
        &mut self,
        problem: &PathfindingProblem,
        at: usize,
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        let hierarchy = problem.grid.hierarchy();
        let region = self.regions[at];
        let is_inside = |goal: &&Cell| hierarchy.layout.region_of(hierarchy.layout.chunk_at(**goal)) == region;
        let goal = problem.goals.iter().find(is_inside).copied().unwrap_or(problem.start);
        observe_phase(meter, SearchPhase::GoalRegion, goal, Some(region_shape(hierarchy, region)));
        self.region_search.begin(hierarchy, region, Side::Goal);
        for &(entrance, cost) in self.to_goal.iter().filter(|(entrance, _)| hierarchy.is_in_region(*entrance, region)) {
            self.region_search.put(hierarchy, entrance, cost, None, meter);
        }
    }

    fn end_goal_region(&mut self, problem: &PathfindingProblem, at: usize) {
        let hierarchy = problem.grid.hierarchy();
        let region = self.regions[at];
        for &entrance in hierarchy.regions[region as usize].entrances() {
            if let Some(cost) = self.region_search.cost(hierarchy, entrance) {
                self.gates.push(RegionExit { entrance, cost, region });
            }
        }
    }

    fn take_if_better(&mut self, cost: u64, arrival: LastLeg) {
        if self.best.is_none_or(|(best, _)| cost < best) {
            self.best = Some((cost, arrival));
        }
    }

    fn search_between(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) -> bool {
        let hierarchy = problem.grid.hierarchy();
        while !meter.is_used_up() {
            let best = self.best.map_or(u64::MAX, |(cost, _)| cost);
            if self.top.lowest().is_none_or(|lowest| lowest >= best) {
                return true;
            }
            let Some((entrance, cost)) = self.top.expand(hierarchy, meter) else { return true };
            if let Ok(at) = self.gates.binary_search_by_key(&entrance, |gate| gate.entrance) {
                let gate = self.gates[at];
                self.take_if_better(cost + gate.cost, LastLeg::Through(entrance, gate.region));
            }
        }
        false
    }

    fn end_between(&mut self) {
        let (_, arrival) = self.best.expect("every goal can be reached");
        let mut last = match arrival {
            LastLeg::Through(entrance, _) => Some(entrance),
            _ => None,
        };
        while let Some(entrance) = last {
            self.between.push(entrance);
            last = self.top.parent(entrance);
        }
        self.between.reverse();
    }

    /// Begins with the chunks before an entrance between regions, or after the last one; with the cells, when all
    /// chunks are known.
    fn begin_chunks(
        &mut self,
        problem: &PathfindingProblem,
        leg: usize,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> Option<Stage> {
        let hierarchy = problem.grid.hierarchy();
        let (_, arrival) = self.best.expect("every goal can be reached");
        let mut leg = leg;
        while let Some(&next) = self.between.get(leg)
            && leg > 0
            && hierarchy.is_link_between(self.between[leg - 1], next)
        {
            self.entrances.push(next);
            leg += 1;
        }
        let enough = if problem.first_steps { self.first_entrances(problem) } else { None };
        if arrival == LastLeg::InChunk || leg > self.between.len() || enough.is_some() {
            self.is_cut = enough.is_some_and(|count| leg <= self.between.len() || count < self.entrances.len());
            if let Some(count) = enough {
                self.entrances.truncate(count);
            }
            return None;
        }
        let last = leg.checked_sub(1).map(|before| self.between[before]);
        let next = self.between.get(leg).copied();
        let region = match (last, next, arrival) {
            (None, _, _) => hierarchy.layout.region_of(hierarchy.layout.chunk_at(problem.start)),
            (Some(last), Some(next), _) => hierarchy.region_between(last, next),
            (_, None, LastLeg::Through(_, region)) => region,
            _ => unreachable!("an edge that leaves its region comes through an entrance"),
        };
        let from = last.map_or(problem.start, |last| hierarchy.cell(last));
        observe_phase(meter, SearchPhase::WithinRegion, from, Some(region_shape(hierarchy, region)));
        self.region_search.begin(hierarchy, region, Side::Start);
        self.leg_end = None;
        match last {
            Some(last) => {
                self.region_search.put(hierarchy, last, 0, None, meter);
            }
            None => {
                for &(entrance, cost) in &self.from_start {
                    self.region_search.put(hierarchy, entrance, cost, None, meter);
                }
            }
        }
        Some(Stage::Chunks(leg))
    }

    /// How many of the known entrances suffice for the first steps; `None` if more are needed. The last one is far away
    /// by any path, not just by a single long link.
    fn first_entrances(&self, problem: &PathfindingProblem) -> Option<usize> {
        let hierarchy = problem.grid.hierarchy();
        let cell = |at: usize| hierarchy.cell(self.entrances[at]);
        let mut steps = 0;
        let is_enough = |&at: &usize| {
            steps += match at.checked_sub(1) {
                Some(last) if hierarchy.has_link(self.entrances[last], self.entrances[at]) => 1,
                Some(last) => distance(cell(last), cell(at)),
                None => distance(problem.start, cell(at)),
            };
            at + 1 >= FIRST_ENTRANCES && steps.min(distance(problem.start, cell(at))) >= FIRST_CELLS
        };
        (0..self.entrances.len()).find(is_enough).map(|at| at + 1)
    }

    fn search_chunks(
        &mut self,
        problem: &PathfindingProblem,
        leg: usize,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> bool {
        let hierarchy = problem.grid.hierarchy();
        let target = self.between.get(leg).copied();
        let is_open = |lowest: u64, end: Option<(u64, Entrance)>| end.is_none_or(|(cost, _)| lowest < cost);
        while self.region_search.lowest().is_some_and(|lowest| is_open(lowest, self.leg_end)) {
            if meter.is_used_up() {
                return false;
            }
            let Some((entrance, cost)) = self.region_search.expand(hierarchy, meter) else { break };
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
            last = self.region_search.parent(hierarchy, entrance);
        }
        self.entrances[begin..].reverse();
        true
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let entrances = self.between.capacity() + self.entrances.capacity() + self.chunks.capacity();
        let costs = self.from_start.capacity() + self.to_goal.capacity();
        self.dijkstra.bytes()
            + self.region_search.bytes()
            + self.top.bytes()
            + (entrances + self.regions.capacity()) * size_of::<u32>()
            + costs * size_of::<(Entrance, u64)>()
            + self.gates.capacity() * size_of::<RegionExit>()
    }
}

/// Reports that a part of the search begins, at a cell, and over which part of the map it goes.
pub fn observe_phase(
    meter: &mut ExpansionMeter<impl Observer>,
    phase: SearchPhase,
    cell: Cell,
    shape: Option<StepShape>,
) {
    if meter.observer.listens() {
        meter.observer.observe_with(root(Side::Start, cell).step(StepKind::Phase(phase)), shape);
    }
}

/// What an observer is told about a cell where a search begins.
fn root(side: Side, cell: Cell) -> ObservedCell {
    ObservedCell { side, subject: Subject::Cell, cell, parent: None, g: 0.0, h: 0.0 }
}

/// The cells of a region.
fn region_shape(hierarchy: &Hierarchy, region: u32) -> StepShape {
    let chunks = hierarchy.layout.chunks_of(region).map(|chunk| hierarchy.layout.rect(chunk));
    StepShape::Region(chunks.reduce(Rect::union).expect("a region has chunks"))
}

/// The least number of steps between two cells.
fn distance(from: Cell, to: Cell) -> usize {
    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) as usize
}

/// Adds the entrances of a chunk that the search in it has reached from one side.
fn put_reached(
    problem: &PathfindingProblem,
    dijkstra: &LocalDijkstra,
    (chunk, side): (u32, Side),
    reached: &mut Vec<(Entrance, u64)>,
) {
    let hierarchy = problem.grid.hierarchy();
    for &entrance in hierarchy.chunks[chunk as usize].entrances() {
        let threshold = hierarchy.threshold(problem.grid, entrance, chunk);
        let cost = dijkstra.cost(threshold.cell);
        if cost != FAR {
            let step = if side == Side::Start { threshold.outward } else { threshold.inward };
            reached.push((entrance, u64::from(cost) + u64::from(step)));
        }
    }
}
