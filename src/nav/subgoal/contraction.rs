//! Contracting the subgoals one by one: what a search upwards in the order of contraction needs.
//!
//! R. Geisberger, P. Sanders, D. Schultes and D. Delling, "Contraction Hierarchies: Faster and Simpler Hierarchical
//! Routing in Road Networks" (WEA 2008): the subgoals are taken out of the graph, the least important first. Where the only
//! cheapest path between two that are left led over the one that is taken out, they are joined by a shortcut.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a path costs that does not exist: more than any, and twice as much is still a number.
pub(super) const FAR: u64 = u64::MAX / 4;

/// In place of the subgoal that a shortcut leads over: it leads over open ground.
pub(super) const OPEN_GROUND: u32 = u32::MAX;

/// The same: it is a link.
pub(super) const LINK: u32 = u32::MAX - 1;

/// An edge between two subgoals, seen from one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    /// The other subgoal.
    pub to: u32,
    /// What it costs to go there, [`FAR`] where no way leads.
    pub out: u64,
    /// What it costs to come back.
    pub back: u64,
    /// The subgoals over which a shortcut leads, there and back.
    pub middles: [u32; 2],
}

/// How many subgoals a search for a way around settles when a subgoal is contracted. With fewer there are more shortcuts
/// than needed, with more it takes longer; exact either way.
const SETTLED_AT_MOST: u32 = 100;

/// The same when it is only estimated how many shortcuts there would be.
const SETTLED_TO_ESTIMATE: u32 = 30;

/// What counts against contracting a subgoal next: each shortcut for each edge that goes, and each level of the hierarchy
/// below it. With twice the second, a search on `orz900d` expands a tenth more; without the first half as many again.
const SHORTCUTS: i64 = 1000;
const DEPTH: i64 = 500;

/// Subgoals are contracted until those that are left have more neighbours than this on the mean: then every further one
/// would join so many others that contracting takes longer than it saves, ten times as long on `NewYork_1_1024`.
const DENSEST_CORE: u64 = 40;

/// If more subgoals than this are left then, there is no index: a search among them takes longer than one by jump points,
/// twenty times as long on `NewYork_1_1024`.
const LARGEST_CORE: u64 = 500;

/// The graph of subgoals that are not contracted yet.
#[derive(Clone, Debug)]
pub(super) struct Contraction {
    edges: Vec<Vec<Edge>>,
    /// How many ends the edges of those that are left have.
    ends: u64,
    is_contracted: Vec<bool>,
    /// How many were contracted before each among its neighbours, at least: those in the way of many are left for late.
    depths: Vec<u32>,
    /// Whether all edges cost the same there and back.
    is_symmetric: bool,
    search: WaySearch,
    shortcuts: Vec<(u32, Edge)>,
    /// The subgoals that are left, by their priorities as they were when they were put here.
    queue: BinaryHeap<Reverse<(i64, u32)>>,
    /// How many subgoals have been put into the queue: all, before the first is contracted.
    queued: u32,
    /// Those that are contracted, in that order, each with its edges to those after it.
    contracted: Vec<Contracted>,
}

/// A subgoal, and its edges to those that are contracted later; in the core all its edges.
pub(super) type Contracted = (u32, Vec<Edge>);

/// How far a contraction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// There is more to do.
    GoesOn,
    /// All subgoals but the core are contracted.
    Done,
    /// The core would be too large.
    TooDense,
}

impl Contraction {
    /// For a graph given as the edges of each subgoal, which are known on both sides.
    pub fn new(edges: Vec<Vec<Edge>>) -> Contraction {
        let is_symmetric = edges.iter().flatten().all(|edge| edge.out == edge.back);
        let count = edges.len();
        Contraction {
            ends: edges.iter().map(|edges| edges.len() as u64).sum(),
            edges,
            is_contracted: vec![false; count],
            depths: vec![0; count],
            is_symmetric,
            search: WaySearch::new(count),
            shortcuts: Vec::new(),
            queue: BinaryHeap::with_capacity(count),
            queued: 0,
            contracted: Vec::with_capacity(count),
        }
    }

    /// Contracts on until about `settled` subgoals have been settled in searches for ways around.
    pub fn advance(&mut self, settled: u64) -> Stand {
        let until = self.search.settled.saturating_add(settled);
        let count = self.edges.len() as u32;
        while self.queued < count {
            if self.search.settled >= until {
                return Stand::GoesOn;
            }
            let priority = self.priority(self.queued);
            self.queue.push(Reverse((priority, self.queued)));
            self.queued += 1;
        }
        while let Some(Reverse((_, node))) = self.queue.pop() {
            let now = self.priority(node);
            if self.queue.peek().is_some_and(|Reverse(next)| *next < (now, node)) {
                self.queue.push(Reverse((now, node)));
                continue;
            }
            let left = u64::from(count) - self.contracted.len() as u64;
            if self.ends > left * DENSEST_CORE {
                return if left > LARGEST_CORE { Stand::TooDense } else { Stand::Done };
            }
            let edges = self.contract(node);
            self.contracted.push((node, edges));
            if self.search.settled >= until {
                return Stand::GoesOn;
            }
        }
        Stand::Done
    }

    /// How many subgoals are contracted.
    pub fn count(&self) -> usize {
        self.contracted.len()
    }

    /// All subgoals in the order in which they were contracted; at the end those of the core.
    pub fn finish(mut self) -> Vec<Contracted> {
        let is_left = |node: &u32| !self.is_contracted[*node as usize];
        let core: Vec<u32> = (0..self.edges.len() as u32).filter(is_left).collect();
        self.contracted.extend(core.into_iter().map(|node| (node, std::mem::take(&mut self.edges[node as usize]))));
        self.contracted
    }

    /// How much is to be said for contracting others first: the shortcuts that it would take, the edges that it would take
    /// away, and how deep the hierarchy is there.
    fn priority(&mut self, node: u32) -> i64 {
        self.find_shortcuts(node, SETTLED_TO_ESTIMATE);
        let (new, old) = (self.shortcuts.len() as i64, self.edges[node as usize].len() as i64);
        let new = if self.is_symmetric { new } else { (new + 1) / 2 };
        SHORTCUTS * new / old.max(1) + DEPTH * i64::from(self.depths[node as usize])
    }

    fn contract(&mut self, node: u32) -> Vec<Edge> {
        self.find_shortcuts(node, SETTLED_AT_MOST);
        let edges = std::mem::take(&mut self.edges[node as usize]);
        self.ends -= 2 * edges.len() as u64;
        self.is_contracted[node as usize] = true;
        for edge in &edges {
            let others = &mut self.edges[edge.to as usize];
            others.retain(|other| other.to != node);
            let depth = self.depths[node as usize] + 1;
            self.depths[edge.to as usize] = self.depths[edge.to as usize].max(depth);
        }
        for (from, shortcut) in std::mem::take(&mut self.shortcuts) {
            self.join(from, shortcut);
        }
        edges
    }

    /// Adds an edge on both sides, or makes the one that is there cheaper.
    fn join(&mut self, from: u32, edge: Edge) {
        let Edge { to, out, back, middles: [there, back_again] } = edge;
        let reverse = Edge { to: from, out: back, back: out, middles: [back_again, there] };
        let is_new = add(&mut self.edges[from as usize], edge);
        add(&mut self.edges[to as usize], reverse);
        self.ends += if is_new { 2 } else { 0 };
    }

    /// Finds the shortcuts that are needed without a subgoal.
    fn find_shortcuts(&mut self, node: u32, settled_at_most: u32) {
        self.shortcuts.clear();
        let edges = std::mem::take(&mut self.edges[node as usize]);
        for (index, from) in edges.iter().enumerate() {
            // What costs the same there and back is looked at once.
            let others = if self.is_symmetric { &edges[index + 1..] } else { &edges[..] };
            let ways = others.iter().filter(|to| to.to != from.to && to.out < FAR);
            let Some(furthest) = ways.clone().map(|to| to.out).max().filter(|_| from.back < FAR) else { continue };
            self.search.begin(from.to);
            ways.clone().for_each(|to| self.search.want(to.to));
            self.search.run(&self.edges, node, from.back + furthest, settled_at_most);
            for to in ways {
                let out = from.back + to.out;
                if self.search.cost_to(to.to) > out {
                    let (back, back_again) = if self.is_symmetric { (out, node) } else { (FAR, OPEN_GROUND) };
                    self.shortcuts.push((from.to, Edge { to: to.to, out, back, middles: [node, back_again] }));
                }
            }
        }
        self.edges[node as usize] = edges;
    }
}

/// Adds an edge to a list, or makes the one to the same subgoal cheaper; whether there was none.
pub(super) fn add(edges: &mut Vec<Edge>, edge: Edge) -> bool {
    let Some(known) = edges.iter_mut().find(|known| known.to == edge.to) else {
        edges.push(edge);
        return true;
    };
    if edge.out < known.out {
        (known.out, known.middles[0]) = (edge.out, edge.middles[0]);
    }
    if edge.back < known.back {
        (known.back, known.middles[1]) = (edge.back, edge.middles[1]);
    }
    false
}

/// Looks for ways that do not lead over the subgoal that is contracted: Dijkstra's search, given up early.
#[derive(Clone, Debug)]
struct WaySearch {
    known: Vec<Known>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    /// The number of this search.
    run: u32,
    /// How many subgoals that are wanted have not been settled.
    missing: u32,
    /// How many subgoals all searches have settled together, and how many searches there were.
    settled: u64,
}

/// What is known about a subgoal.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// What the best way there costs, of the search `reached`.
    cost: u64,
    reached: u32,
    /// The search that wants to come here.
    wanted: u32,
}

impl WaySearch {
    fn new(count: usize) -> WaySearch {
        let known = vec![Known { cost: FAR, reached: 0, wanted: 0 }; count];
        WaySearch { known, open: BinaryHeap::new(), run: 0, missing: 0, settled: 0 }
    }

    /// Begins a search at a subgoal.
    fn begin(&mut self, from: u32) {
        self.run += 1;
        self.settled += 1;
        self.missing = 0;
        self.open.clear();
        self.reach(from, 0);
    }

    /// Makes it search until it has settled a subgoal, if it can.
    fn want(&mut self, node: u32) {
        self.known[node as usize].wanted = self.run;
        self.missing += 1;
    }

    /// Looks for ways that cost no more than `most` and do not lead over `without`.
    fn run(&mut self, edges: &[Vec<Edge>], without: u32, most: u64, settled_at_most: u32) {
        for _ in 0..settled_at_most {
            let Some(Reverse((cost, node))) = self.open.pop() else { return };
            self.settled += 1;
            if cost > self.cost_to(node) {
                continue;
            }
            self.missing -= u32::from(self.known[node as usize].wanted == self.run);
            if self.missing == 0 {
                return;
            }
            for edge in edges[node as usize].iter().filter(|edge| edge.to != without && cost + edge.out <= most) {
                self.reach(edge.to, cost + edge.out);
            }
        }
    }

    fn reach(&mut self, node: u32, cost: u64) {
        if cost < self.cost_to(node) {
            let known = &mut self.known[node as usize];
            (known.cost, known.reached) = (cost, self.run);
            self.open.push(Reverse((cost, node)));
        }
    }

    /// What the best way found to a subgoal costs; [`FAR`] where none was found.
    fn cost_to(&self, node: u32) -> u64 {
        let known = &self.known[node as usize];
        if known.reached == self.run { known.cost } else { FAR }
    }
}
