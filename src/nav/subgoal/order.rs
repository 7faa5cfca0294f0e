//! In which order subgoals are contracted: by nested dissection.
//!
//! A few subgoals that cut the map in two come last, before them those that cut the halves, and so on (A. George, "Nested
//! Dissection of a Regular Finite Element Mesh", SIAM Journal on Numerical Analysis 10, 1973). A cut is the smallest between
//! the outermost subgoals on two sides of the map, found as a maximum flow (A. Schild and C. Sommer, "On Balanced
//! Separators in Road Networks", SEA 2015). The order does not depend on what edges cost, so it stays good when they change.

use std::collections::VecDeque;

use super::hierarchy::Stand;
use crate::grid::Cell;
use crate::nav::buckets::Buckets;
use crate::sorting;

/// Sets of subgoals as small as this are not cut further: whatever their order, few shortcuts are needed among them.
const SMALLEST: usize = 6;

/// A flow goes from this part of a set to as large a part on the other side. With a fifth the halves are too unequal, with
/// two fifths the cuts too large: on `orz900d` searches have one arc in twenty more to look at either way.
const SIDE_PERCENT: usize = 30;

/// If there will be more arcs than this for each subgoal among those of the same cut, there is no index: with those between
/// cuts there are [too many](Stand::TooDense) then. To find all cuts of open ground with an obstacle here and there, where
/// they are 9 to 29, took minutes on 4096 x 4096 cells. On `NewYork_1_1024` they are 6, on other maps of games and cities at
/// most 5.
const MOST_ARCS_IN_CUTS: f64 = 7.0;

/// The directions in which a set is cut: along x, along y, and along the two diagonals.
const DIRECTIONS: usize = 4;

/// In place of the number of a subgoal: there is none.
const NONE: u32 = u32::MAX;

/// In place of the subgoal before the first of a path of the flow, and after its last.
const END: u32 = u32::MAX - 1;

/// Subgoals, about. As many are sorted at a time.
const PIECE: usize = 64;

/// The order as it is being found.
#[derive(Clone, Debug)]
pub(in crate::nav) struct Dissection {
    cells: Vec<Cell>,
    neighbours: Vec<Vec<u32>>,
    /// The sets that are still to be ordered, each before all that is ordered already.
    sets: Vec<Vec<u32>>,
    /// The set that is cut now.
    under_way: Option<Cutting>,
    /// Of each subgoal its index in the set that is cut now, and [`NONE`] outside it.
    local: Vec<u32>,
    /// The subgoals whose place in the order is known, the last first.
    ordered: Vec<u32>,
}

/// A set as it is cut in one direction after another.
#[derive(Clone, Debug)]
struct Cutting {
    set: Vec<u32>,
    direction: usize,
    flow: Option<Flow>,
    best: Option<Cut>,
}

#[derive(Clone, Debug)]
struct Cut {
    between: Vec<u32>,
    sides: [Vec<u32>; 2],
}

/// A flow through a set, at most one unit through each subgoal. All is by the index in the set.
#[derive(Clone, Debug)]
struct Flow {
    /// On which side a subgoal is: 0 for the sources, 1 for the sinks, 2 for none.
    sides: Vec<u8>,
    sources: Vec<u32>,
    /// The subgoals before and after each on the path of the flow that leads through it.
    before: Vec<u32>,
    after: Vec<u32>,
    /// For where the flow arrives at a subgoal and for where it leaves it: from where that was reached by the last search.
    reached: Vec<u32>,
    queue: VecDeque<u32>,
    /// Where the search that is under way has come to a sink; `None` where none is under way.
    arrived: Option<Vec<u32>>,
    /// How many units flow.
    units: usize,
}

/// What came of letting more units flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growth {
    /// It is not known yet.
    Pauses,
    /// More flow.
    Grows,
    /// No more can flow.
    Ends,
}

impl Dissection {
    /// For the subgoals in these cells, each with its neighbours.
    pub fn new(cells: Vec<Cell>, neighbours: Vec<Vec<u32>>) -> Dissection {
        let all: Vec<u32> = (0..cells.len() as u32).collect();
        let (local, ordered) = (vec![NONE; cells.len()], Vec::with_capacity(cells.len()));
        Dissection { cells, neighbours, sets: vec![all], under_way: None, local, ordered }
    }

    /// Goes on until about `work` edges have been looked at: done when all are ordered, too dense where the first cut is.
    pub fn advance(&mut self, work: u64) -> Stand {
        let mut left = work;
        loop {
            let Some(mut cutting) = self.under_way.take() else {
                let Some(set) = self.sets.pop() else { return Stand::Done };
                self.begin(set);
                continue;
            };
            let used = self.go_on(&mut cutting, left);
            if cutting.direction == DIRECTIONS && cutting.best.is_none() {
                return Stand::TooDense;
            }
            if cutting.direction == DIRECTIONS {
                self.end(cutting);
            } else {
                self.under_way = Some(cutting);
            }
            left = left.saturating_sub(used);
            if left == 0 {
                return Stand::GoesOn;
            }
        }
    }

    /// How many are ordered.
    pub fn count(&self) -> usize {
        self.ordered.len()
    }

    /// All in the order in which they are contracted.
    pub fn finish(mut self) -> Vec<u32> {
        self.ordered.reverse();
        self.ordered
    }

    fn begin(&mut self, set: Vec<u32>) {
        if set.len() <= SMALLEST {
            self.ordered.extend(set);
            return;
        }
        for (index, &node) in (0..).zip(&set) {
            self.local[node as usize] = index;
        }
        self.under_way = Some(Cutting { set, direction: 0, flow: None, best: None });
    }

    /// Lets more units flow, or goes on looking where they can; returns how many edges were looked at, about `work` at the most.
    fn go_on(&self, cutting: &mut Cutting, work: u64) -> u64 {
        let Cutting { set, direction, flow, best } = cutting;
        let Some(flow) = flow else {
            *flow = Some(self.flow(set, *direction));
            return set.len() as u64;
        };
        let (growth, used) = flow.grow(work, |index, each| {
            let local = |&to: &u32| self.local[to as usize];
            self.neighbours[set[index as usize] as usize].iter().map(local).filter(|&to| to != NONE).for_each(each)
        });
        if growth == Growth::Pauses {
            return used;
        }
        let grows = growth == Growth::Grows;
        let is_first = set.len() == self.cells.len();
        let hopeless = is_first && flow.arcs_in_cuts() > MOST_ARCS_IN_CUTS
            || best.as_ref().is_some_and(|best| flow.least_badness() >= best.badness());
        if !grows && !hopeless {
            let cut = flow.cut(set);
            if best.as_ref().is_none_or(|best| cut.badness() < best.badness()) {
                *best = Some(cut);
            }
        }
        if !grows || hopeless {
            *direction += 1;
            cutting.flow = None;
        }
        used
    }

    fn flow(&self, set: &[u32], direction: usize) -> Flow {
        let mut sorted = self.sorted(set, direction);
        let count = (set.len() * SIDE_PERCENT / 100).max(1);
        let mut sides = vec![2; set.len()];
        sorted[..count].iter().for_each(|&index| sides[index as usize] = 0);
        sorted[set.len() - count..].iter().for_each(|&index| sides[index as usize] = 1);
        sorted.truncate(count);
        let none = vec![NONE; set.len()];
        let reached = vec![NONE; 2 * set.len()];
        let (queue, arrived) = (VecDeque::new(), None);
        Flow { sides, sources: sorted, before: none.clone(), after: none, reached, queue, arrived, units: 0 }
    }

    /// The indexes in a set, in order along a direction. A large set is sorted in pieces, in time that grows with its size alone.
    fn sorted(&self, set: &[u32], direction: usize) -> Vec<u32> {
        let key = |index: u32| {
            let Cell { x, y } = self.cells[set[index as usize] as usize];
            match direction {
                0 => (x, y),
                1 => (y, x),
                2 => (x + y, x),
                _ => (x - y, x),
            }
        };
        let all = 0..set.len() as u32;
        let least = all.clone().map(|index| key(index).0).min().unwrap_or(0);
        let most = all.clone().map(|index| key(index).0).max().unwrap_or(0);
        let (pieces, range) = (1 + set.len() / PIECE, (most - least + 1) as usize);
        let piece = |index: u32| (key(index).0 - least) as usize * pieces / range;
        let mut sorted = Buckets::new(pieces);
        all.clone().for_each(|index| sorted.count(piece(index)));
        (0..pieces).for_each(|piece| _ = sorted.add_up(piece));
        all.for_each(|index| sorted.put(piece(index), index));
        (0..pieces).for_each(|piece| sorting::sort_by_key(sorted.of_mut(piece), |index| (key(index), index)));
        sorted.all().to_vec()
    }

    /// Takes over the best cut of a set.
    fn end(&mut self, cutting: Cutting) {
        cutting.set.iter().for_each(|&node| self.local[node as usize] = NONE);
        match cutting.best {
            Some(Cut { between, sides }) if sides.iter().all(|side| !side.is_empty()) => {
                self.ordered.extend(between);
                self.sets.extend(sides);
            }
            _ => self.ordered.extend(cutting.set),
        }
    }
}

impl Flow {
    /// Lets more units flow from sources to sinks, if that is possible: along paths that may take back what flows. One search
    /// from all sources finds a tree of paths from each; the trees have nothing in common, so a unit may flow in every tree
    /// that comes to a sink. `each_neighbour` calls with the neighbours of one. Returns what came of it, and how many edges were
    /// looked at: about `work` at the most.
    fn grow(&mut self, work: u64, each_neighbour: impl Fn(u32, &mut dyn FnMut(u32))) -> (Growth, u64) {
        let mut used = 0;
        let mut arrived = self.arrived.take().unwrap_or_else(|| {
            used += self.sides.len() as u64 / 4;
            self.begin_search();
            Vec::new()
        });
        while let Some(state) = self.queue.pop_front() {
            if used >= work {
                self.queue.push_front(state);
                self.arrived = Some(arrived);
                return (Growth::Pauses, used);
            }
            used += 1;
            let node = state / 2;
            let after = self.after[node as usize];
            if state % 2 == 0 {
                // It arrives: through an unused subgoal it goes on, through a used one back along the flow.
                match after {
                    NONE => self.reach(2 * node + 1, state),
                    _ if self.before[node as usize] != END => self.reach(2 * self.before[node as usize] + 1, state),
                    _ => {}
                }
                continue;
            }
            if self.sides[node as usize] == 1 && after != END {
                arrived.push(state);
                continue;
            }
            let (reached, queue) = (&mut self.reached, &mut self.queue);
            each_neighbour(node, &mut |to| {
                used += 1;
                if to != after && reached[2 * to as usize] == NONE {
                    reached[2 * to as usize] = state;
                    queue.push_back(2 * to);
                }
            });
            if after != NONE {
                self.reach(2 * node, state);
            }
        }
        for &last in &arrived {
            self.take_over(last);
        }
        (if arrived.is_empty() { Growth::Ends } else { Growth::Grows }, used)
    }

    /// Begins a search from all sources from which nothing flows.
    fn begin_search(&mut self) {
        self.reached.fill(NONE);
        self.queue.clear();
        for &source in &self.sources {
            if self.before[source as usize] != END {
                self.reached[2 * source as usize] = END;
                self.queue.push_back(2 * source);
            }
        }
    }

    fn reach(&mut self, state: u32, from: u32) {
        if self.reached[state as usize] == NONE {
            self.reached[state as usize] = from;
            self.queue.push_back(state);
        }
    }

    /// Lets a unit flow along the path that was found to where it leaves a sink, unless one flows from the same source already.
    fn take_over(&mut self, last: u32) {
        let mut steps = vec![(last / 2, END)];
        let (mut state, mut backward) = (last, Vec::new());
        loop {
            let from = self.reached[state as usize];
            if from == END {
                if self.before[state as usize / 2] == END {
                    return;
                }
                steps.push((END, state / 2));
                break;
            }
            match (from / 2 == state / 2, from % 2) {
                (true, _) => {}
                (false, 1) => steps.push((from / 2, state / 2)),
                (false, _) => backward.push((state / 2, from / 2)),
            }
            state = from;
        }
        for (from, to) in backward {
            (self.after[from as usize], self.before[to as usize]) = (NONE, NONE);
        }
        for (from, to) in steps {
            if from != END {
                self.after[from as usize] = to;
            }
            if to != END {
                self.before[to as usize] = from;
            }
        }
        self.units += 1;
    }

    /// How many arcs there will be for each subgoal among those of the same cut, at least: all in a cut are joined to each other,
    /// and halving goes on until a set is as small as the first cut, each time with twice as many cuts of half as many arcs.
    fn arcs_in_cuts(&self) -> f64 {
        let (units, all) = (self.units.max(1) as f64, self.sides.len() as f64);
        units * units / (2.0 * all) * (all / units).log2()
    }

    /// What the badness of the cut is at least: as many subgoals lie in it as units flow, and no side has more than half of
    /// the others.
    fn least_badness(&self) -> f64 {
        badness(self.units, (self.sides.len() - self.units) / 2)
    }

    /// The cut, once no more can flow: those where the flow arrives but that it can not leave.
    fn cut(&self, set: &[u32]) -> Cut {
        let mut cut = Cut { between: Vec::new(), sides: [Vec::new(), Vec::new()] };
        for (index, &node) in set.iter().enumerate() {
            let [arrives, leaves] = [0, 1].map(|state| self.reached[2 * index + state] != NONE);
            let is_full_source = self.before[index] == END && !arrives && !leaves;
            if arrives && !leaves || is_full_source {
                cut.between.push(node);
            } else {
                cut.sides[usize::from(!(arrives || leaves))].push(node);
            }
        }
        cut
    }
}

impl Cut {
    fn badness(&self) -> f64 {
        badness(self.between.len(), self.sides[0].len().min(self.sides[1].len()))
    }
}

/// How bad a cut of so many subgoals is whose smaller side has so many. The smaller, the better: cuts that are small, between
/// halves that are equal.
fn badness(between: usize, smaller: usize) -> f64 {
    (between as f64 + 0.5) / (smaller as f64).max(0.1).sqrt()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::level::TileMap;
    use crate::level::generate::{Generate, Kind, generate};
    use crate::nav::{IndexPreparation, NavGrid, Prepared};
    use crate::profile::AgentProfile;

    const COUNT: u32 = 11;

    /// Whether no way leads from a source to a sink past some of the subgoals, one bit for each.
    fn separates(without: u32, neighbours: &[Vec<u32>], sides: &[u8]) -> bool {
        let mut reached = 0u32;
        let mut next: Vec<u32> = (0..COUNT).filter(|&node| sides[node as usize] == 0).collect();
        while let Some(node) = next.pop() {
            if (without | reached) >> node & 1 == 0 {
                reached |= 1 << node;
                next.extend(&neighbours[node as usize]);
            }
        }
        (0..COUNT).all(|node| sides[node as usize] != 1 || reached >> node & 1 == 0)
    }

    proptest! {
        #[test]
        fn cuts_are_the_smallest(
            places in prop::collection::vec((0..9i32, 0..9i32), COUNT as usize),
            pairs in prop::collection::vec((0..COUNT, 0..COUNT), 0..30),
        ) {
            let cells: Vec<Cell> = places.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let mut neighbours = vec![Vec::new(); COUNT as usize];
            for (one, other) in pairs.into_iter().filter(|(one, other)| one != other) {
                neighbours[one as usize].push(other);
                neighbours[other as usize].push(one);
            }
            let mut dissection = Dissection::new(cells, neighbours.clone());
            let set = dissection.sets.pop().expect("it begins with all");
            dissection.begin(set.clone());
            for direction in 0..DIRECTIONS {
                let mut flow = dissection.flow(&set, direction);
                let mut grow = || flow.grow(7, |node, each| neighbours[node as usize].iter().copied().for_each(each)).0;
                while grow() != Growth::Ends {}
                let cut = flow.cut(&set);
                let between = cut.between.iter().fold(0, |all, node| all | 1 << node);
                prop_assert!(separates(between, &neighbours, &flow.sides));
                let smallest = (0..1u32 << COUNT).filter(|&some| separates(some, &neighbours, &flow.sides));
                let smallest = smallest.map(u32::count_ones).min().expect("all of them separate");
                prop_assert_eq!(cut.between.len(), smallest as usize);
                prop_assert_eq!(flow.units, smallest as usize);
            }
        }
    }

    /// However large a set is.
    #[test]
    fn a_step_of_the_search_for_a_cut_takes_no_longer_than_it_may() {
        const SIDE: u32 = 60;
        const WORK: u64 = 200;
        let cell = |node: u32| Cell::new((node % SIDE) as i32, (node / SIDE) as i32);
        let all = 0..SIDE * SIDE;
        let is_beside = |one: u32, other: u32| cell(one).distance_squared(cell(other)) == 1;
        let near = |node: u32| [1, SIDE].into_iter().flat_map(move |step| [node.wrapping_sub(step), node + step]);
        let neighbours =
            all.clone().map(|node| near(node).filter(|&to| to < SIDE * SIDE && is_beside(node, to)).collect());
        let mut dissection = Dissection::new(all.clone().map(cell).collect(), neighbours.collect());
        let set = dissection.sets.pop().expect("it begins with all");
        let begun = set.len() as u64 / 4;
        dissection.begin(set);
        let mut cutting = dissection.under_way.take().expect("it has begun");
        dissection.go_on(&mut cutting, WORK);
        let mut steps = 0;
        while cutting.direction == 0 {
            let used = dissection.go_on(&mut cutting, WORK);
            assert!(used <= WORK + begun + 8, "{used} in step {steps}");
            steps += 1;
        }
        assert!(steps > 20, "{steps} steps");
    }

    #[test]
    fn on_open_ground_with_single_obstacles_it_ends_before_all_are_ordered() {
        let map = TileMap::plain(generate(&Generate::new(Kind::Open { density: 3 }, 256, 256, 3)));
        let grid = NavGrid::bake(&map, &AgentProfile::default());
        let mut preparation = IndexPreparation::begin(&grid).expect("the ground is even");
        let mut steps = 0;
        while let Prepared::GoesOn = preparation.step(&grid, 1_000_000) {
            steps += 1;
        }
        assert!(steps < 20, "{steps}");
    }
}
