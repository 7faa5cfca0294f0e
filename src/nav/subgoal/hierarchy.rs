//! The subgoals in the order of contraction, joined so that a search upwards from both ends finds every shortest path, and
//! kept true when edges between them change.
//!
//! A customizable contraction hierarchy (J. Dibbelt, B. Strasser and D. Wagner, "Customizable Contraction Hierarchies", ACM
//! Journal of Experimental Algorithmics 21, 2016): which arcs there are depends on the order and on which subgoals are
//! joined, never on costs, so no search for another way reaches across the map. When a subgoal is contracted all those above
//! it that it is joined to are joined to each other. What an arc costs follows from the arcs of lower subgoals:
//!
//! - going up the order, an arc costs as much as its edge or, if that is less, as the two arcs over a lower subgoal;
//! - coming down, an arc is left out of searches if another way over higher subgoals costs no more.
//!
//! Both passes go on only from what has changed, so after an edit they touch little but the subgoals there and those above.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a path costs that does not exist: more than any, and twice as much is still a number.
pub(super) const FAR: u64 = u64::MAX / 4;

/// In place of the subgoal that an arc leads over: it leads over open ground.
pub(super) const OPEN_GROUND: u32 = u32::MAX;

/// In place of the subgoal that an arc leads over: it is a link.
pub(super) const LINK: u32 = u32::MAX - 1;

/// If there are more arcs than this for each subgoal there is no index: it would take a hundred bytes for each cell of the
/// map, seconds to make, and a search in it as long as one by jump points (`NewYork_1_1024` and `Aurora`).
const MOST_ARCS: usize = 40;

/// An arc of a search, from a subgoal to one with a higher number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::nav) struct Arc {
    /// What it costs to go there; [`FAR`] where no way leads, or a better one than this arc.
    pub out: u64,
    /// What it costs to come back.
    pub back: u64,
    /// The other subgoal.
    pub to: u32,
    /// The subgoals over which the ways there and back lead, or [`OPEN_GROUND`] or [`LINK`].
    pub ways: [u32; 2],
}

/// The edge between two subgoals, seen from the lower one: there and back, what it costs, and whether it is [`OPEN_GROUND`]
/// or [`LINK`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub costs: [u64; 2],
    pub ways: [u32; 2],
}

impl Edge {
    /// The edge between two subgoals that no edge joins.
    pub const NONE: Edge = Edge { costs: [FAR; 2], ways: [OPEN_GROUND; 2] };

    /// The cheaper of the two in each direction.
    #[must_use]
    pub fn or(self, other: Edge) -> Edge {
        let mut edge = self;
        for side in [THERE, BACK] {
            if other.costs[side] < edge.costs[side] {
                (edge.costs[side], edge.ways[side]) = (other.costs[side], other.ways[side]);
            }
        }
        edge
    }

    /// Seen from the other subgoal.
    #[must_use]
    pub fn reversed(self) -> Edge {
        let Edge { costs: [out, back], ways: [there, back_again] } = self;
        Edge { costs: [back, out], ways: [back_again, there] }
    }
}

/// Indices of what an arc has for the way there, to the higher subgoal, and for the way back.
const THERE: usize = 0;
const BACK: usize = 1;

/// What is known about an arc, whether searches use it or not.
#[derive(Clone, Copy, Debug)]
struct KnownArc {
    to: u32,
    /// The edge between its ends.
    edge: Edge,
    /// What the cheapest way costs that leads over lower subgoals only, and over which it leads.
    costs: [u64; 2],
    ways: [u32; 2],
    /// What the cheapest way of all costs.
    least: [u64; 2],
    state: ArcState,
}

/// Whether `costs` of an arc may differ from what the last pass upwards saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ArcState {
    Same,
    /// They have changed.
    Changed,
    /// The way that they are of costs more now, or the edge has changed: they have to be worked out.
    Lost,
}

/// The hierarchy. Subgoals have numbers; the higher, the later they are contracted.
#[derive(Clone, Debug)]
pub(super) struct ContractionHierarchy {
    /// The arcs from each to higher ones, by their numbers.
    above: Vec<Vec<KnownArc>>,
    /// The lower ones that have an arc to each.
    below: Vec<Vec<u32>>,
    /// The arcs that searches use.
    arcs: Vec<Vec<Arc>>,
    /// How many arcs there are.
    count: usize,
    /// The subgoals from which arcs still have to be added, and those whose arcs are to be worked out upwards, and
    /// downwards.
    grown: Queue<Reverse<u32>>,
    rising: Queue<Reverse<u32>>,
    falling: Queue<u32>,
}

/// How far bringing it up to date is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nav) enum Stand {
    /// There is more to do.
    GoesOn,
    /// Everything is up to date.
    Done,
    /// There would be too many arcs.
    TooDense,
}

impl ContractionHierarchy {
    /// For this many subgoals, without an edge between them.
    pub fn new(count: usize) -> ContractionHierarchy {
        ContractionHierarchy {
            above: vec![Vec::new(); count],
            below: vec![Vec::new(); count],
            arcs: vec![Vec::new(); count],
            count: 0,
            grown: Queue::new(count),
            rising: Queue::new(count),
            falling: Queue::new(count),
        }
    }

    /// How many subgoals there are.
    pub fn len(&self) -> usize {
        self.above.len()
    }

    /// How many arcs searches use.
    pub fn arc_count(&self) -> usize {
        self.arcs.iter().map(Vec::len).sum()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let arcs: usize = self.arcs.iter().map(|arcs| size_of_val(&arcs[..])).sum();
        let lists = 3 * size_of::<Vec<Arc>>() * self.len();
        arcs + lists + self.count * (size_of::<KnownArc>() + size_of::<u32>())
    }

    /// The arcs of searches from a subgoal to higher ones.
    #[inline]
    pub fn arcs(&self, number: u32) -> &[Arc] {
        &self.arcs[number as usize]
    }

    /// Over which subgoal the arc from one to another, which must exist, leads, and what it costs.
    pub fn way(&self, from: u32, to: u32) -> (u32, u64) {
        let (lower, higher, side) = if from < to { (from, to, THERE) } else { (to, from, BACK) };
        let arc =
            self.arcs(lower).iter().find(|arc| arc.to == higher).map(|arc| (arc.ways[side], [arc.out, arc.back][side]));
        arc.filter(|&(_, cost)| cost < FAR).unwrap_or_else(|| {
            // Of two ways that cost the same searches use one, but an arc can be of the other.
            let known = self.known(lower, higher).expect("the arc exists");
            (known.ways[side], known.costs[side])
        })
    }

    /// The edges of a subgoal to higher and lower ones.
    pub fn edges(&self, number: u32) -> impl Iterator<Item = (u32, Edge)> {
        let up = self.above[number as usize].iter().map(|known| (known.to, known.edge));
        let below = self.below[number as usize].iter();
        let down = below
            .map(move |&lower| (lower, self.known(lower, number).map_or(Edge::NONE, |known| known.edge.reversed())));
        up.chain(down).filter(|(_, edge)| edge.costs != [FAR; 2])
    }

    fn known(&self, lower: u32, higher: u32) -> Option<&KnownArc> {
        let above = &self.above[lower as usize];
        above.binary_search_by_key(&higher, |known| known.to).ok().map(|at| &above[at])
    }

    /// Sets the edge from a subgoal to another, whichever is higher. After the last one it has to be brought up to date.
    pub fn set_edge(&mut self, from: u32, to: u32, edge: Edge) {
        let (lower, higher, edge) = if from < to { (from, to, edge) } else { (to, from, edge.reversed()) };
        let above = &mut self.above[lower as usize];
        match above.binary_search_by_key(&higher, |known| known.to) {
            Ok(at) if above[at].edge == edge => return,
            Ok(at) => (above[at].edge, above[at].state) = (edge, ArcState::Lost),
            Err(_) if edge == Edge::NONE => return,
            Err(at) => {
                above.insert(at, KnownArc { edge, state: ArcState::Lost, ..KnownArc::new(higher) });
                self.below[higher as usize].push(lower);
                self.count += 1;
                self.grown.put(Reverse(lower));
            }
        }
        self.rising.put(Reverse(lower));
    }

    /// Brings it up to date, until that has taken about `work` looks at arcs.
    pub fn advance(&mut self, work: u64) -> Stand {
        let mut left = work;
        loop {
            let used = if let Some(Reverse(number)) = self.grown.take() {
                self.join_above(number)
            } else if let Some(Reverse(number)) = self.rising.take() {
                self.rise(number)
            } else if let Some(number) = self.falling.take() {
                self.fall(number)
            } else {
                return Stand::Done;
            };
            if self.count > MOST_ARCS * self.len() {
                return Stand::TooDense;
            }
            left = left.saturating_sub(used);
            if left == 0 {
                return Stand::GoesOn;
            }
        }
    }

    /// Joins the lowest of those above a subgoal to the others: then all above it will be joined to each other once the
    /// same has been done for them.
    fn join_above(&mut self, number: u32) -> u64 {
        let Some((lowest, others)) = self.above[number as usize].split_first() else { return 1 };
        let (parent, others) = (lowest.to, others.iter().map(|known| known.to));
        let present = &self.above[parent as usize];
        let mut missing = Vec::new();
        let mut at = present.iter().map(|known| known.to).peekable();
        for to in others {
            while at.next_if(|&known| known < to).is_some() {}
            if at.peek() != Some(&to) {
                missing.push(to);
            }
        }
        let used = 1 + present.len() as u64 + self.above[number as usize].len() as u64;
        if missing.is_empty() {
            return used;
        }
        for &to in &missing {
            self.below[to as usize].push(parent);
        }
        self.count += missing.len();
        let above = &mut self.above[parent as usize];
        above.extend(missing.into_iter().map(KnownArc::new));
        above.sort_unstable_by_key(|known| known.to);
        self.grown.put(Reverse(parent));
        used
    }

    /// Works out what the arcs above a subgoal cost, once all lower ones are; and what follows for arcs over it.
    fn rise(&mut self, number: u32) -> u64 {
        let mut used = self.find_lost(number);
        let mut above = std::mem::take(&mut self.above[number as usize]);
        for (index, known) in above.iter().enumerate() {
            if known.costs == [FAR; 2] && known.state == ArcState::Same {
                continue;
            }
            // The arcs above the end of this one are in the order of their numbers as well.
            let mut at = 0;
            let others = &mut self.above[known.to as usize];
            for other in &above[index + 1..] {
                if known.state == ArcState::Same && other.state == ArcState::Same {
                    continue;
                }
                used += 1;
                at += others[at..].iter().position(|over| over.to == other.to).expect("all above are joined");
                let costs = [known.costs[BACK] + other.costs[THERE], other.costs[BACK] + known.costs[THERE]];
                if others[at].observe(number, costs) {
                    self.rising.put(Reverse(known.to));
                }
            }
        }
        for known in &mut above {
            known.state = ArcState::Same;
        }
        self.above[number as usize] = above;
        self.falling.put(number);
        used + 1
    }

    /// Works out what the arcs above a subgoal cost whose way is lost.
    fn find_lost(&mut self, number: u32) -> u64 {
        let mut used = 0;
        for at in 0..self.above[number as usize].len() {
            let known = self.above[number as usize][at];
            if known.state != ArcState::Lost {
                continue;
            }
            let mut now = KnownArc { costs: known.edge.costs, ways: known.edge.ways, ..known };
            let below = &self.below[number as usize];
            used += below.len() as u64;
            for &lower in below {
                let Some(over) = self.known(lower, known.to) else { continue };
                let own = self.known(lower, number).expect("it is below");
                now.observe(lower, [own.costs[BACK] + over.costs[THERE], over.costs[BACK] + own.costs[THERE]]);
            }
            now.state = ArcState::Changed;
            self.above[number as usize][at] = now;
        }
        used
    }

    /// Finds the cheapest ways between a subgoal and those above it, once all higher ones are known, and which arcs
    /// searches need.
    fn fall(&mut self, number: u32) -> u64 {
        let above = &self.above[number as usize];
        let mut least: Vec<[u64; 2]> = above.iter().map(|known| known.costs).collect();
        let mut is_needed: Vec<[bool; 2]> = above.iter().map(|known| known.costs.map(|cost| cost < FAR)).collect();
        let mut used = above.len() as u64;
        for (index, known) in above.iter().enumerate() {
            let mut between = self.above[known.to as usize].iter();
            for (place, other) in above.iter().enumerate().skip(index + 1) {
                used += 1;
                let between = between.find(|between| between.to == other.to).expect("all above are joined").least;
                let mut over = |by: &KnownArc, way: [u64; 2], to: usize, arc: &KnownArc| {
                    for side in [THERE, BACK] {
                        let cost = by.costs[side] + way[side];
                        least[to][side] = least[to][side].min(cost);
                        is_needed[to][side] &= cost > arc.costs[side];
                    }
                };
                over(known, between, place, other);
                over(other, [between[BACK], between[THERE]], index, known);
            }
        }
        let arcs = above.iter().zip(&is_needed).rev().filter(|(_, needed)| needed.contains(&true));
        let cost =
            |known: &KnownArc, needed: &[bool; 2], side: usize| if needed[side] { known.costs[side] } else { FAR };
        let arcs = arcs.map(|(known, needed)| Arc {
            out: cost(known, needed, THERE),
            back: cost(known, needed, BACK),
            to: known.to,
            ways: known.ways,
        });
        self.arcs[number as usize].clear();
        self.arcs[number as usize].extend(arcs);
        for (at, least) in least.into_iter().enumerate() {
            let known = &mut self.above[number as usize][at];
            let (to, before) = (known.to, std::mem::replace(&mut known.least, least.map(|cost| cost.min(FAR))));
            if before != known.least {
                let now = known.least;
                used += self.tell_below(number, to, before, now);
            }
        }
        used
    }

    /// Makes those below both ends of an arc look again, if the cheapest way between these was or is one of theirs.
    fn tell_below(&mut self, lower: u32, higher: u32, before: [u64; 2], now: [u64; 2]) -> u64 {
        for &number in &self.below[lower as usize] {
            if self.falling.has(number) {
                continue;
            }
            let Some(far) = self.known(number, higher) else { continue };
            let near = self.known(number, lower).expect("it is below");
            let concerns = |from: &KnownArc, to: &KnownArc, side: usize, way: usize| {
                let over = from.costs[side];
                over < FAR && (over + now[way] <= to.least[side] || over + before[way] == to.least[side])
            };
            if concerns(near, far, THERE, THERE)
                || concerns(near, far, BACK, BACK)
                || concerns(far, near, THERE, BACK)
                || concerns(far, near, BACK, THERE)
            {
                self.falling.put(number);
            }
        }
        self.below[lower as usize].len() as u64
    }
}

impl KnownArc {
    /// An arc between two that no edge joins, and no way over lower ones as far as is known.
    fn new(to: u32) -> KnownArc {
        let Edge { costs, ways } = Edge::NONE;
        KnownArc { to, edge: Edge::NONE, costs, ways, least: [FAR; 2], state: ArcState::Same }
    }

    /// Learns what the ways over a lower subgoal cost now; whether it has to be looked at.
    fn observe(&mut self, lower: u32, costs: [u64; 2]) -> bool {
        let mut state = ArcState::Same;
        for side in [THERE, BACK] {
            if costs[side] < self.costs[side] {
                (self.costs[side], self.ways[side]) = (costs[side], lower);
                state = state.max(ArcState::Changed);
            } else if costs[side] > self.costs[side] && self.ways[side] == lower {
                state = ArcState::Lost;
            }
        }
        self.state = self.state.max(state);
        state != ArcState::Same
    }
}

/// Subgoals that are due, each once, the first in order first.
#[derive(Clone, Debug)]
struct Queue<T: Ord> {
    heap: BinaryHeap<T>,
    is_in: Vec<bool>,
}

/// The number of a subgoal in a queue that takes the lowest first, or the highest.
trait Number: Ord + Copy {
    fn number(self) -> usize;
}

impl Number for u32 {
    fn number(self) -> usize {
        self as usize
    }
}

impl Number for Reverse<u32> {
    fn number(self) -> usize {
        self.0 as usize
    }
}

impl<T: Number> Queue<T> {
    fn new(count: usize) -> Queue<T> {
        Queue { heap: BinaryHeap::new(), is_in: vec![false; count] }
    }

    fn put(&mut self, entry: T) {
        if !std::mem::replace(&mut self.is_in[entry.number()], true) {
            self.heap.push(entry);
        }
    }

    fn take(&mut self) -> Option<T> {
        let entry = self.heap.pop()?;
        self.is_in[entry.number()] = false;
        Some(entry)
    }
}

impl Queue<u32> {
    fn has(&self, number: u32) -> bool {
        self.is_in[number as usize]
    }
}
