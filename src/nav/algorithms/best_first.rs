//! Best-first searches: one loop, a priority for each.
//!
//! - **Dijkstra's search** (E. Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1,
//!   1959): by g, the cost of the path so far.
//! - **A\*** (P. Hart, N. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//!   Paths", IEEE Transactions on Systems Science and Cybernetics, 1968): by g + h, where h estimates what is left.
//! - **Weighted A\*** (I. Pohl, "Heuristic Search Viewed as Path Finding in a Graph", Artificial Intelligence 1, 1970):
//!   by g + weight x h.
//! - **Greedy search**: by h alone.
//! - **Breadth-first search** (E. Moore, "The Shortest Path Through a Maze", 1959): by the number of steps, as if each
//!   cost the same.
//!
//! Cells of equal priority come in the order of larger g (of two that promise the same, the one that is further along),
//! then of rows and columns: a total order, so that a search repeats exactly. A cell whose g improves is put in again;
//! its older, worse entry is recognised when it surfaces, because by then the cell is closed.
//!
//! A closed cell to which a better path is found is opened again. With a consistent heuristic that never happens; it
//! keeps the result exact with one that is merely admissible, and keeps weighted A* within its bound. Greedy search, to
//! which cost is nothing, never does.
//!
//! As a [textbook](Textbook) prints it, a search tries every legal move, and of equal cells takes the one that came first, or
//! last: then its number stands where h does in the open list.
//!
//! The goal is taken when it is expanded, not when it is first seen. Moves that cannot be part of the one cheapest path
//! that counts are not tried (`canonical.rs`).
//!
//! Where a link begins, the cell at its other end is as good as a neighbour, and at its end every move is tried. Which
//! link led to a cell is not stored, but found again when the path is read out.

mod with_turns;

use crate::grid::Cell;

use crate::method::{Algorithm, Heuristic, Mistake, Textbook};
use crate::nav::baked_ground::{BakedCell, BakedGround};
use crate::nav::canonical::{LINK, OnwardMoves, ROOT, onward};
use crate::nav::expansion_meter::ExpansionMeter;
use crate::nav::heuristic::{Estimate, greatest_share};
use crate::nav::illegal_moves::observe_illegal;
use crate::nav::moves::{self, MOVES, MoveRules, TILE_COST, in_tiles, move_indices};
use crate::nav::nav_link::NavLink;
use crate::nav::open_list::{Cost, OpenList, fits};
use crate::nav::problem::{PathfindingProblem, SearchProgress};
use crate::nav::trace::{Observer, Reason, Side, StepKind, Subject, TraceStep};
use with_turns::WithTurns;

/// The memory of a best-first search.
#[derive(Clone, Debug, Default)]
pub(super) struct BestFirst {
    /// For searches for which small numbers suffice and that have no observer: half the memory, and in wide numbers A* and
    /// Dijkstra's search would take 1.5 times as long (the mean over the 23 maps of the README).
    narrow: Arena<u32>,
    wide: Arena<u64>,
    with_turns: WithTurns,
    priority: Option<Priority>,
}

/// What a search knows about each cell.
///
/// It keeps one node for each cell of the largest map it has seen, and never clears them: a node is valid only if it
/// bears the number of the current search. Another search on the same map allocates nothing.
#[derive(Clone, Debug, Default)]
struct Arena<C: Cost> {
    nodes: Vec<SearchNode<C>>,
    /// The number of the present search, from 1.
    generation: u32,
    open: OpenList<C>,
    /// The goal that was reached.
    end: Option<Cell>,
}

/// What the present search knows of a cell: the cost of the best path found from the root, meaningless while there is none, and
/// its [`CellState`]. Of plain numbers, as memory for these comes cleared from the system: written for every cell, it takes 10
/// ms more in the first search on 2048 x 2048 cells.
type SearchNode<C> = (C, u32);

/// From the lowest bit: four for the place in `MOVES` of the move that led here, or `ROOT`, `LINK` or `UNSEEN`; one for
/// a closed cell; one for a goal; the rest for the number of the search in which this was so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellState(u32);

/// Instead of a move: no path to here is known.
const UNSEEN: u8 = LINK + 1;

/// The greatest number of a search.
const LAST_GENERATION: u32 = u32::MAX >> 6;

impl CellState {
    const ARRIVED_BY: u32 = 15;
    const CLOSED: u32 = 16;
    const GOAL: u32 = 32;

    fn unseen(generation: u32) -> CellState {
        CellState(generation << 6 | u32::from(UNSEEN))
    }

    #[inline]
    fn arrived_by(self) -> u8 {
        (self.0 & CellState::ARRIVED_BY) as u8
    }

    #[inline]
    fn is_closed(self) -> bool {
        self.0 & CellState::CLOSED > 0
    }

    #[inline]
    fn is_goal(self) -> bool {
        self.0 & CellState::GOAL > 0
    }

    /// Whether it is from the search of this number.
    #[inline]
    fn is_of(self, generation: u32) -> bool {
        self.0 >> 6 == generation
    }

    /// This state as the current search sees it.
    #[inline]
    fn in_search(self, generation: u32) -> CellState {
        if self.is_of(generation) { self } else { CellState::unseen(generation) }
    }

    /// Open, reached by another move.
    #[inline]
    fn opened(self, arrived_by: u8) -> CellState {
        CellState(self.0 & !(CellState::ARRIVED_BY | CellState::CLOSED) | u32::from(arrived_by))
    }
}

/// What a search minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Cost,
    /// The number of steps.
    Steps,
    /// The cost, which does not affect the order of expansion.
    Nothing,
}

/// What distinguishes one best-first search from another.
#[derive(Clone, Copy, Debug)]
struct Priority {
    measure: Measure,
    /// With its weight, in units.
    estimate: Estimate,
    onward: &'static OnwardMoves,
    textbook: Textbook,
    /// Only of a textbook.
    mistake: Mistake,
    /// The cost of each move, in units; where costs differ, for each hundredth of the two cells' costs, and where these
    /// are [scaled](Numbers::Scaled), times 2 to the power of `SCALE`.
    lengths: [u64; 8],
    /// The most by which a step or link raises g, in units; less only for climbs that cost more than their cells.
    dearest: u64,
    numbers: Numbers,
}

/// In which numbers a search counts costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// In the integers of [`moves`](crate::nav::moves), or in steps.
    Wide,
    /// As wide, and turns cost something.
    WithTurns,
    /// In small numbers, where a step costs the same everywhere: in units of that, or in steps.
    Even,
    /// In small numbers, where costs differ: in units of the greatest number that divides them all.
    Scaled,
}

/// Scaled lengths have this many bits after the point: enough that what rounding adds to the cost of a step, at most
/// 2^15 hundredths long, stays below 1 and is cut off.
const SCALE: u32 = 32;

impl Priority {
    fn new(problem: &PathfindingProblem) -> Priority {
        let PathfindingProblem { grid, goals, near, method, .. } = *problem;
        let weight = match method.algorithm {
            Algorithm::Dijkstra | Algorithm::BreadthFirst => 0.0,
            Algorithm::WeightedAStar => method.weight.max(0.0),
            Algorithm::Greedy => f64::INFINITY,
            _ => 1.0,
        };
        let measure = match method.algorithm {
            Algorithm::BreadthFirst => Measure::Steps,
            _ if weight.is_infinite() => Measure::Nothing,
            _ => Measure::Cost,
        };
        let rules = MoveRules::from(method);
        let kind = if weight == 0.0 { Heuristic::Zero } else { method.heuristic };
        let estimate = match near {
            Some(near) => Estimate::around(grid, kind, rules, near.around()),
            None => Estimate::on(grid, kind, rules, goals),
        };
        let estimate = if weight == 1.0 || weight.is_infinite() { estimate } else { estimate.weighted(weight) };
        let lengths = MOVES.map(|step| if measure == Measure::Steps { TILE_COST } else { rules.cost(step, 1, 0) });
        // Twice as much where climbs cost more, which suffices for most of them.
        let highest_cost = u64::from(grid.highest_cost()) << u32::from(grid.has_climbs());
        let dearest = match measure {
            Measure::Cost => lengths.into_iter().max().unwrap_or(0) * 2 * highest_cost,
            Measure::Steps => TILE_COST,
            Measure::Nothing => 0,
        };
        let (onward, textbook) = (onward(rules), method.textbook);
        let mistake = if textbook.is_off() { Mistake::None } else { method.mistake };
        let numbers = if grid.turn_cost() > 0 && method.counts_turns() { Numbers::WithTurns } else { Numbers::Wide };
        Priority { measure, estimate, onward, textbook, mistake, lengths, dearest, numbers }
    }

    /// This priority in small numbers, where they suffice: with a consistent estimate, and only steps, which cost what
    /// their cells do.
    fn narrowed(self, problem: &PathfindingProblem) -> Option<Priority> {
        let PathfindingProblem { grid, method, .. } = *problem;
        if !grid.is_plain() || !self.textbook.is_off() || self.numbers == Numbers::WithTurns {
            return None;
        }
        let by = match method.algorithm {
            Algorithm::BreadthFirst => {
                return Some(Priority { lengths: [1; 8], dearest: 1, numbers: Numbers::Even, ..self });
            }
            Algorithm::Dijkstra => Heuristic::Zero,
            Algorithm::AStar => method.heuristic,
            _ => return None,
        };
        if by == Heuristic::Euclidean || greatest_share(by, method.into()) > 1.0 {
            return None;
        }
        let (numbers, unit, lengths) = if grid.is_even() {
            (Numbers::Even, 2 * u64::from(grid.lowest_cost()), self.lengths)
        } else {
            let unit = u64::from(grid.cost_divisor());
            let in_units = (1u64 << SCALE).div_ceil(unit);
            (Numbers::Scaled, unit, self.lengths.map(|length| length * in_units))
        };
        let (estimate, dearest) = (self.estimate.in_units(unit), self.dearest / unit);
        let narrowed = Priority { estimate, lengths, dearest, numbers, ..self };
        fits(estimate.greatest(grid.lattice()), narrowed.steepest()).then_some(narrowed)
    }

    /// The most by which it rises from a cell to its neighbour.
    fn steepest(&self) -> u64 {
        self.dearest + self.estimate.steepest()
    }

    /// The priority of a cell.
    #[inline]
    fn f<C: Cost>(&self, g: C, h: C) -> C {
        if !C::IS_NARROW && self.measure == Measure::Nothing { h } else { g.plus(h) }
    }

    #[inline]
    fn h<C: Cost>(&self, cell: Cell) -> C {
        C::new(self.estimate.at(cell))
    }

    /// By what cells of equal priority are ordered: h, unless this is the `count`th entry in the open list of a textbook.
    #[inline]
    fn rank<C: Cost>(&self, h: C, count: u32) -> C {
        match self.textbook {
            Textbook::Oldest if !C::IS_NARROW => C::new(u64::from(count)),
            Textbook::Newest if !C::IS_NARROW => C::new(u64::from(u32::MAX - count)),
            _ => h,
        }
    }

    /// What a step costs; `EVEN` where it costs the same everywhere.
    #[inline]
    fn step<C: Cost, const EVEN: bool>(&self, index: usize, from: u16, to: u16) -> C {
        let length = self.lengths[index];
        if EVEN || !C::IS_NARROW && self.measure == Measure::Steps {
            return C::new(length);
        }
        let cost = length * (u64::from(from) + u64::from(to));
        C::new(if C::IS_NARROW { cost >> SCALE } else { cost })
    }

    /// What going up costs on top of a step between the cells of two numbers.
    #[inline]
    fn climb<C: Cost>(&self, grid: &BakedGround, from: u32, to: u32) -> C {
        C::new(if C::IS_NARROW || self.measure == Measure::Steps { 0 } else { grid.climb(from, to) })
    }

    fn link<C: Cost>(&self, link: &NavLink) -> C {
        C::new(if self.measure == Measure::Steps { self.lengths[0] } else { link.cost })
    }

    /// The moves from a cell that a search with its mistake thinks of, among these.
    fn thought_of(&self, grid: &BakedGround, cell: Cell, exits: u8) -> u8 {
        let is_missed = |&index: &usize| match self.mistake {
            Mistake::SixNeighbours => MOVES[index].dx == MOVES[index].dy,
            Mistake::WrongBound => MOVES[index].from(cell).x >= grid.lattice().height as i32,
            _ => false,
        };
        move_indices(exits).filter(is_missed).fold(exits, |exits, index| exits & !(1 << index))
    }

    /// The moves to try from a cell. A textbook tries all, and so does greedy search: it may close a cell reached by a bad
    /// path, and would never make up for what was left out.
    #[inline]
    fn exits<C: Cost, const EVEN: bool>(&self, here: BakedCell, arrived_by: u8) -> u8 {
        let (pruning, arrived_by) = match self.measure {
            Measure::Cost if EVEN => (1, arrived_by),
            Measure::Cost => (here.traits.pruning(), arrived_by),
            Measure::Steps if C::IS_NARROW => (0, arrived_by),
            Measure::Steps => (if here.traits.is_near_blocked_edge() { 2 } else { 0 }, arrived_by),
            Measure::Nothing => (0, ROOT),
        };
        let arrived_by = if !C::IS_NARROW && !self.textbook.is_off() { ROOT } else { arrived_by };
        let arrived_by = if C::IS_NARROW { arrived_by } else { arrived_by.min(ROOT) };
        self.onward[pruning][arrived_by as usize][here.around as usize]
    }
}

impl BestFirst {
    pub fn bytes(&self) -> usize {
        self.narrow.bytes() + self.wide.bytes() + self.with_turns.bytes()
    }

    /// Forgets the last search and prepares for a new one.
    pub fn begin<L: Observer>(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<L>) {
        let priority = Priority::new(problem);
        let narrowed = if meter.observer.listens() { None } else { priority.narrowed(problem) };
        self.priority = Some(narrowed.unwrap_or(priority));
        match narrowed {
            Some(priority) => self.narrow.begin(problem, &priority),
            None if priority.numbers == Numbers::WithTurns => self.with_turns.begin(problem, &priority),
            None => self.wide.begin(problem, &priority),
        }
        if priority.mistake == Mistake::StartNotOpened {
            return;
        }
        meter.statistics.generated += 1;
        observe::<u64, L>(meter.observer, StepKind::Generated, problem.start, None, 0, priority.h(problem.start));
    }

    /// Expands cells until the meter is used up.
    pub fn advance(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> SearchProgress {
        let priority = self.priority.expect("the search has begun");
        match priority.numbers {
            Numbers::Wide => self.wide.advance::<_, false>(problem, &priority, meter),
            Numbers::WithTurns => self.with_turns.advance(problem, &priority, meter),
            // An observer always gets the wide one.
            Numbers::Even => meter.unobserved(|meter| self.narrow.advance::<_, true>(problem, &priority, meter)),
            Numbers::Scaled => meter.unobserved(|meter| self.narrow.advance::<_, false>(problem, &priority, meter)),
        }
    }

    /// Appends the cells of the path found to `cells`, the root of the search first.
    pub fn append_path(&self, problem: &PathfindingProblem, cells: &mut Vec<Cell>) {
        let priority = self.priority.expect("the search has begun");
        match priority.numbers {
            Numbers::Wide => self.wide.append_path(problem, &priority, cells),
            Numbers::WithTurns => self.with_turns.append_path(problem, &priority, cells),
            Numbers::Even | Numbers::Scaled => self.narrow.append_path(problem, &priority, cells),
        }
    }
}

impl<C: Cost> Arena<C> {
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<SearchNode<C>>() + self.open.bytes()
    }

    fn begin(&mut self, problem: &PathfindingProblem, priority: &Priority) {
        let PathfindingProblem { grid, start, goals, .. } = *problem;
        if self.nodes.len() < grid.ground().len() {
            self.nodes = vec![SearchNode::default(); grid.ground().len()];
        }
        if self.generation == LAST_GENERATION {
            self.nodes.fill(SearchNode::default());
            self.generation = 0;
        }
        self.generation += 1;
        let unseen = CellState::unseen(self.generation);
        for &goal in goals {
            self.nodes[grid.number(goal) as usize].1 = unseen.0 | CellState::GOAL;
        }
        let node = &mut self.nodes[grid.number(start) as usize];
        *node = (C::default(), CellState(node.1).in_search(self.generation).opened(ROOT).0);
        let h = priority.h(start);
        self.open.begin(h, priority.steepest());
        if priority.mistake != Mistake::StartNotOpened {
            self.open.push(h, priority.rank(h, 0), start);
        }
    }

    /// Expands cells; `EVEN` where a step costs the same everywhere.
    fn advance<L: Observer, const EVEN: bool>(
        &mut self,
        problem: &PathfindingProblem,
        priority: &Priority,
        meter: &mut ExpansionMeter<L>,
    ) -> SearchProgress {
        let grid = problem.grid;
        let ground = grid.ground();
        let has_climbs = grid.has_climbs();
        let mut front =
            Front { nodes: &mut self.nodes[..ground.len()], open: &mut self.open, generation: self.generation };
        // By how much the number of a cell changes with each move.
        let offsets = MOVES.map(|step| (step.dy * grid.stride() as i32 + step.dx) as u32);

        while !meter.is_used_up() {
            let Some(cell) = front.open.pop() else { return SearchProgress::NoPath };
            let number = grid.number(cell);
            let node = &mut front.nodes[number as usize];
            let (g, state) = (node.0, CellState(node.1));
            if state.is_closed() {
                continue;
            }
            node.1 |= CellState::CLOSED;
            meter.statistics.expanded += 1;
            if meter.observer.listens() {
                let parent = before(front.nodes, front.generation, problem, priority, cell);
                observe(meter.observer, StepKind::Expanded, cell, parent, g, priority.h(cell));
            }
            if state.is_goal() || problem.near.is_some_and(|near| near.has(cell)) {
                self.end = Some(cell);
                return SearchProgress::Found;
            }
            let here = ground[number as usize];
            let mut exits = priority.exits::<C, EVEN>(here, state.arrived_by());
            if !C::IS_NARROW && !priority.mistake.is_none() {
                exits = priority.thought_of(grid, cell, exits);
            }
            if meter.observer.wants_rejected() {
                observe_left_out(meter.observer, problem, priority, (cell, g), exits);
            }
            if C::IS_NARROW && !EVEN {
                front.reach_cheaper(problem, priority, ReachedCell { cell, number, by: ROOT, g }, exits, meter);
                continue;
            }
            while exits != 0 {
                let index = exits.trailing_zeros() as usize;
                exits &= exits - 1;
                let to = number.wrapping_add(offsets[index]);
                let mut g = g.plus(priority.step::<C, EVEN>(index, here.cost, ground[to as usize].cost));
                if !C::IS_NARROW && has_climbs {
                    g = g.plus(priority.climb(grid, number, to));
                }
                let arrival = ReachedCell { cell: MOVES[index].from(cell), number: to, by: index as u8, g };
                front.try_cell(priority, cell, arrival, meter);
            }
            if !C::IS_NARROW && here.traits.is_linked() {
                for link in grid.link_table().from(number) {
                    let g = g.plus(priority.link(&link));
                    let arrival = ReachedCell { cell: link.to, number: grid.number(link.to), by: LINK, g };
                    front.try_cell(priority, cell, arrival, meter);
                }
            }
        }
        SearchProgress::Paused
    }

    fn append_path(&self, problem: &PathfindingProblem, priority: &Priority, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        let mut last = self.end.expect("a way was found");
        cells.push(last);
        while let Some(before) = before(&self.nodes, self.generation, problem, priority, last) {
            last = before;
            cells.push(last);
        }
        cells[begin..].reverse();
    }
}

/// What a search writes to as it runs.
struct Front<'a, C: Cost> {
    nodes: &'a mut [SearchNode<C>],
    open: &'a mut OpenList<C>,
    generation: u32,
}

impl<C: Cost> Front<'_, C> {
    /// The state of a cell, if a path to it at this cost is better than what is known.
    #[inline]
    fn improves(&self, priority: &Priority, number: u32, g: C) -> Option<CellState> {
        let (known, state) = self.nodes[number as usize];
        let state = CellState(state).in_search(self.generation);
        // A cost that was overwritten may be too high: a cell opened again for a lower one could come after itself on a path.
        let is_final = priority.measure == Measure::Nothing || priority.mistake == Mistake::CostOverwritten;
        let is_done = !C::IS_NARROW && state.is_closed() && is_final;
        let is_known = state.arrived_by() != UNSEEN && (!g.is_below(known) || is_done);
        if is_known { None } else { Some(state) }
    }

    /// Records the paths by some moves from a cell that are better than what is known, where costs differ and most moves
    /// are tried: first all neighbours are checked, without a branch that the processor could not foresee, then the few
    /// that become cheaper are changed.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn reach_cheaper<L: Observer>(
        &mut self,
        problem: &PathfindingProblem,
        priority: &Priority,
        from: ReachedCell<C>,
        exits: u8,
        meter: &mut ExpansionMeter<L>,
    ) {
        let (ground, stride) = (problem.grid.ground(), problem.grid.stride());
        let here = ground[from.number as usize];
        let nodes = moves::neighbours(self.nodes, from.number, stride as usize);
        let there = moves::neighbours(ground, from.number, stride as usize);
        let mut costs = [C::default(); 8];
        let mut cheaper = 0u8;
        for (index, ((known, state), there)) in nodes.into_iter().zip(there).enumerate() {
            costs[index] = from.g.plus(priority.step::<C, false>(index, here.cost, there.cost));
            let state = CellState(state);
            let is_seen = state.is_of(self.generation) & (state.arrived_by() != UNSEEN);
            cheaper |= u8::from(!is_seen | costs[index].is_below(known)) << index;
        }
        cheaper &= exits;
        while cheaper != 0 {
            let index = cheaper.trailing_zeros() as usize;
            cheaper &= cheaper - 1;
            let step = MOVES[index];
            let number = from.number.wrapping_add((step.dy * stride as i32 + step.dx) as u32);
            let to = ReachedCell { cell: step.from(from.cell), number, by: index as u8, g: costs[index] };
            let state = CellState(nodes[index].1).in_search(self.generation);
            self.reach(priority, from.cell, to, state, meter);
        }
    }

    /// Records a path to a cell through the cell before it, if it is better than what is known.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn try_cell<L: Observer>(
        &mut self,
        priority: &Priority,
        from: Cell,
        to: ReachedCell<C>,
        meter: &mut ExpansionMeter<L>,
    ) {
        if !C::IS_NARROW && priority.mistake == Mistake::CostOverwritten {
            let state = CellState(self.nodes[to.number as usize].1).in_search(self.generation);
            if state.arrived_by() != UNSEEN && !state.is_closed() {
                self.nodes[to.number as usize] = (to.g, state.opened(to.by).0);
                let h = priority.h(to.cell);
                return observe(meter.observer, StepKind::Improved, to.cell, Some(from), to.g, h);
            }
        }
        match self.improves(priority, to.number, to.g) {
            Some(state) => self.reach(priority, from, to, state, meter),
            None if meter.observer.wants_rejected() => {
                let is_closed = CellState(self.nodes[to.number as usize].1).is_closed();
                let reason = if is_closed { Reason::Closed } else { Reason::NotBetter };
                observe(meter.observer, StepKind::LeftOut(reason), to.cell, Some(from), to.g, priority.h(to.cell));
            }
            None => {}
        }
    }

    /// Records a better path to a cell whose state was `state`, through the cell before it.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn reach<L: Observer>(
        &mut self,
        priority: &Priority,
        from: Cell,
        to: ReachedCell<C>,
        state: CellState,
        meter: &mut ExpansionMeter<L>,
    ) {
        self.nodes[to.number as usize] = (to.g, state.opened(to.by).0);
        let h = priority.h(to.cell);
        self.open.push(priority.f(to.g, h), priority.rank(h, meter.statistics.generated), to.cell);
        meter.statistics.generated += 1;
        let kind = match state {
            _ if state.arrived_by() == UNSEEN => StepKind::Generated,
            _ if state.is_closed() => StepKind::Reopened,
            _ => StepKind::Improved,
        };
        observe(meter.observer, kind, to.cell, Some(from), to.g, h);
    }
}

/// The cell before one that was reached in the search of a number, on the way to it.
fn before<C: Cost>(
    nodes: &[SearchNode<C>],
    generation: u32,
    problem: &PathfindingProblem,
    priority: &Priority,
    cell: Cell,
) -> Option<Cell> {
    let number = |cell: Cell| problem.grid.number(cell);
    let arrived_by = CellState(nodes[number(cell) as usize].1).arrived_by();
    if C::IS_NARROW || arrived_by != LINK {
        let step = MOVES.get(arrived_by as usize)?;
        return Some(Cell::new(cell.x - step.dx, cell.y - step.dy));
    }
    // By the cheapest link: the one by which the path was found, or one that turned out better later.
    let by = |link: NavLink| {
        let (g, state) = nodes[number(link.from) as usize];
        let is_seen = CellState(state).in_search(generation).arrived_by() != UNSEEN;
        is_seen.then(|| (g.plus(priority.link(&link)), link.from))
    };
    let links = problem.grid.link_table().to(number(cell)).filter_map(by);
    links.min_by_key(|&(g, from)| (g, from.y, from.x)).map(|(_, from)| from)
}

/// A cell reached by the move at this place in `MOVES`, or by a `LINK`, at a cost.
#[derive(Clone, Copy)]
struct ReachedCell<C> {
    cell: Cell,
    number: u32,
    by: u8,
    g: C,
}

#[inline]
fn observe<C: Cost, L: Observer>(observer: &mut L, kind: StepKind, cell: Cell, parent: Option<Cell>, g: C, h: C) {
    if observer.listens() {
        let (side, subject) = (Side::Start, Subject::Cell);
        observer.observe(TraceStep { kind, side, subject, cell, parent, g: in_tiles(g.told()), h: in_tiles(h.told()) });
    }
}

/// Reports the moves from a cell, the path to which costs `g`, that are not among `exits`, and why.
#[cold]
fn observe_left_out<C: Cost, L: Observer>(
    observer: &mut L,
    problem: &PathfindingProblem,
    priority: &Priority,
    (cell, g): (Cell, C),
    exits: u8,
) {
    let grid = problem.grid;
    let (number, rules) = (grid.number(cell), MoveRules::from(problem.method));
    let here = grid.ground()[number as usize];
    observe_illegal(observer, grid, rules, (Side::Start, cell), in_tiles(g.told()));
    for index in move_indices(rules.legal(here.around) & !exits) {
        let next = MOVES[index].from(cell);
        let there = grid.number(next);
        let step = priority.step::<C, false>(index, here.cost, grid.ground()[there as usize].cost);
        let g = g.plus(step).plus(priority.climb(grid, number, there));
        let reason = if priority.mistake.is_none() { Reason::Needless } else { Reason::Forgotten };
        observe(observer, StepKind::LeftOut(reason), next, Some(cell), g, priority.h(next));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::level::{TerrainId, TileMap};
    use crate::nav::{Method, NavGrid, SearchStatistics, Trace};
    use crate::profile::AgentProfile;

    fn open_ground() -> NavGrid {
        let map = TileMap::plain(Grid::filled(9, 7, TerrainId(0)));
        NavGrid::bake(&map, &AgentProfile::default())
    }

    /// Open ground with stripes of every walkable terrain.
    fn striped_ground() -> NavGrid {
        let mut map = TileMap::plain(Grid::filled(9, 7, TerrainId(0)));
        let walkable = (0..map.terrains.len()).filter(|&terrain| map.terrains[terrain].walkable);
        let walkable: Vec<u8> = walkable.map(|terrain| terrain as u8).collect();
        for (x, y) in (0..7).flat_map(|y| (0..9).map(move |x| (x, y))) {
            let stripe = ((x + 2 * y) / 3) as usize % walkable.len();
            map.tiles[Cell::new(x, y)] = TerrainId(walkable[stripe]);
        }
        NavGrid::bake(&map, &AgentProfile::default())
    }

    /// The statistics of one search, and the path that it finds.
    fn solve(
        search: &mut BestFirst,
        grid: &NavGrid,
        algorithm: Algorithm,
        observer: &mut impl Observer,
    ) -> (SearchStatistics, Vec<Cell>) {
        let goals = [Cell::new(8, 3)];
        let method = Method { algorithm, ..Method::default() };
        let problem =
            PathfindingProblem { grid, start: Cell::new(1, 0), goals: &goals, near: None, method, first_steps: false };
        let mut cells = Vec::new();
        let mut meter = ExpansionMeter::new(SearchStatistics::default(), u32::MAX, observer);
        search.begin(&problem, &mut meter);
        assert_eq!(search.advance(&problem, &mut meter), SearchProgress::Found);
        search.append_path(&problem, &mut cells);
        (meter.statistics, cells)
    }

    /// When the numbers have run out, nodes of the first searches must not become valid again.
    #[test]
    fn numbers_of_searches_begin_again() {
        let (mut search, grid) = (BestFirst::default(), open_ground());
        let first = solve(&mut search, &grid, Algorithm::Dijkstra, &mut ());
        search.narrow.generation = LAST_GENERATION - 1;
        for _ in 0..3 {
            assert_eq!(solve(&mut search, &grid, Algorithm::Dijkstra, &mut ()), first);
        }
        assert_eq!(search.narrow.generation, 2);
    }

    #[test]
    fn who_listens_hears_what_the_small_numbers_do() {
        let algorithms = [Algorithm::Dijkstra, Algorithm::AStar, Algorithm::BreadthFirst];
        for (grid, algorithm) in
            [open_ground(), striped_ground()].iter().flat_map(|grid| algorithms.map(|by| (grid, by)))
        {
            let (mut unobserved, mut observed) = (BestFirst::default(), BestFirst::default());
            let (mut trace, found) = (Trace::default(), solve(&mut unobserved, grid, algorithm, &mut ()));
            assert_eq!(solve(&mut observed, grid, algorithm, &mut Some(&mut trace)), found);
            assert_eq!((unobserved.wide.nodes.len(), observed.narrow.nodes.len()), (0, 0), "each in its own arena");
            let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded).count();
            assert_eq!(expanded, found.0.expanded as usize);
        }
    }

    /// Where the cheapest and the dearest ground are too far apart for small numbers, wide ones do.
    #[test]
    fn costs_that_do_not_fit_are_counted_in_wide_numbers() {
        let mut map = TileMap::plain(Grid::filled(9, 7, TerrainId(0)));
        map.tiles[Cell::new(4, 3)] = TerrainId(3);
        for (terrain, cost) in [(0, 0.1), (3, 99.97)] {
            assert!(map.terrains[terrain].walkable);
            map.terrains[terrain].cost = cost;
        }
        let grid = NavGrid::bake(&map, &AgentProfile::default());
        let mut search = BestFirst::default();
        let (_, cells) = solve(&mut search, &grid, Algorithm::AStar, &mut ());
        assert!(search.narrow.nodes.is_empty() && !cells.contains(&Cell::new(4, 3)));
    }
}
