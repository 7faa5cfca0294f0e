//! Finding the moves by which several agents on a graph all come to their goals, one vertex for each at a time.
//!
//! The search goes through configurations, the vertices of all agents together, depth first. The successors of one are
//! made one at a time, each under constraints that say where a few of the agents go; constraints become more, one agent
//! after the other, so that in the end every successor has been made: on a finite graph a solution is found if there is
//! one (Keisuke Okumura, "LaCAM: search-based algorithm for quick multi-agent pathfinding", AAAI 2023). The others are
//! placed by priority inheritance with backtracking (Keisuke Okumura, Manao Machida, Xavier Défago and Yasumasa Tamura,
//! Artificial Intelligence 310, 2022), with its operation for two agents that have to swap in a narrow place (Keisuke
//! Okumura, "Improving LaCAM for scalable eventually optimal multi-agent pathfinding", IJCAI 2023).
//!
//! Depth first, a search that once went wrong stays there for long: it is begun anew again and again, each time with other
//! priorities and for longer. The moves that it finds are [shortened](super::shortening), while it looks for others that [take
//! less time](duration): on ground with hardly a free place these become the shorter ones. In some attempts an agent waits until
//! those have passed whose goals lie [behind](ReorderingProblem::those_behind) its own: into a dead end the first to go is the one that goes
//! farthest, as in the subproblems of Push and Rotate (Boris de Wilde, Adriaan ter Mors and Cees Witteveen, "Push and rotate: a
//! complete multi-agent pathfinding algorithm", Journal of Artificial Intelligence Research 51, 2014).
//!
//! A step may let an agent follow another into the vertex that this leaves, but not round in a circle: bodies need an
//! order in which they can make the moves of a step one after the other.

use std::collections::{BTreeMap, VecDeque};

use super::shortening::Shortening;
use crate::sorting;

/// No agent, no vertex, no node.
pub const NONE: u16 = u16::MAX;

/// A graph of places, each for one agent.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Graph {
    /// The vertices beside each vertex. An edge leads both ways.
    pub neighbours: Vec<Vec<u16>>,
    /// The agents that may enter each vertex, in order of number; `None` where all may.
    pub open_to: Vec<Option<Vec<u16>>>,
}

/// Agents on a graph.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct ReorderingProblem {
    /// The places.
    pub graph: Graph,
    /// The vertex of each agent, no two alike.
    pub starts: Vec<u16>,
    /// The vertex to which each is to come, no two alike; `None` for one that may stand anywhere.
    pub goals: Vec<Option<u16>>,
    /// Whether each is on its way: those that stand come back once it has passed.
    pub walks: Vec<bool>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All agents come to their goals.
    Solved,
    /// There is no way in which they all could.
    Unsolvable,
    /// It is not known yet.
    Paused,
}

/// The vertex of each agent.
pub type Configuration = Box<[u16]>;

/// A search that can be paused after any step and gives the same answer.
#[derive(Clone, Debug)]
pub struct MoveSearch {
    problem: ReorderingProblem,
    ways: Ways,
    attempt: Attempt,
    /// The moves that have been found, shortened as far as there was time.
    solution: Option<Shortening>,
    /// How much was done to find moves, and to shorten those that were known.
    found: usize,
    shortened: usize,
    /// How much more was done than was asked for.
    ahead: usize,
}

/// How far the agents have to go, and who has to go first.
#[derive(Clone, Debug)]
pub struct Ways {
    /// For each agent the distance of every vertex from its goal, in steps; [`NONE`] where it cannot be reached from there, or the
    /// agent may not enter.
    distances: Vec<Vec<u16>>,
    /// For each agent those whose goals lie [behind](ReorderingProblem::those_behind) its own.
    before: Vec<Vec<u16>>,
}

/// A search with one set of priorities.
#[derive(Clone, Debug)]
struct Attempt {
    /// 0 for the first.
    number: usize,
    /// How many successors it has made.
    steps: usize,
    nodes: Vec<SearchedConfiguration>,
    known: BTreeMap<Configuration, usize>,
    /// The nodes that may have more successors; the last is looked at first.
    open: Vec<usize>,
    /// The node in which all are at their goals.
    end: Option<usize>,
}

/// Vertices. A successor counts as much work as the vertices and so many times the agents that it looks at.
const AGENT: usize = 8;
/// Vertices. A [safe interval](Shortening::go_on) that is looked at counts as much as so many: both take as long.
const INTERVAL: usize = 24;

/// Steps. The first attempts are given up after this many, each later group of [`ATTEMPTS`] after twice as many.
const PATIENCE: usize = 100;
/// See [`PATIENCE`].
const ATTEMPTS: usize = 16;
/// Every so many attempts, one keeps its [priorities](keeps_priorities), and in one all [go in turn](goes_in_turn); these are given
/// up after [so many times](LONGER) as many.
const KEPT: usize = 4;
/// See [`KEPT`].
const LONGER: usize = 16;
/// See [`KEPT`]: the second of so many, from the second group of [`ATTEMPTS`] on, for what the others do not find. Without it ten
/// that go into a dead end out of order find no moves in 200,000 steps; one such attempt finds them in 500.
const IN_TURN: usize = 1;
/// How often that doubles at most: attempts of no step at all, where all stand at their goals, would double it without end.
const MOST_DOUBLINGS: usize = 20;

/// A configuration that was reached.
#[derive(Clone, Debug)]
struct SearchedConfiguration {
    at: Configuration,
    parent: Option<usize>,
    /// For how many steps each agent has not been at its goal.
    away: Box<[u16]>,
    /// Whether each waits until others have passed: it goes only where it is pushed.
    waits: Box<[bool]>,
    /// The agents, those that are placed first in front.
    order: Box<[u16]>,
    /// The constraints under which successors are still to be made: agents in that order, and where they go.
    constraints: VecDeque<Vec<u16>>,
}

impl MoveSearch {
    /// Begins a search.
    pub fn new(problem: ReorderingProblem) -> MoveSearch {
        let ways = Ways::of(&problem);
        let attempt = Attempt::begin(0, &problem, &ways);
        MoveSearch { problem, ways, attempt, solution: None, found: 0, shortened: 0, ahead: 0 }
    }

    /// Goes on for `work`: a successor counts as the vertices and [agents](AGENT) that it looks at. Where moves are known, half of
    /// that is spent on shortening them, the rest on others, which may be shorter.
    pub fn go_on(&mut self, work: usize) -> Progress {
        let mut starts = self.problem.starts.iter().enumerate();
        if starts.any(|(agent, &start)| self.ways.left(agent, start) == NONE) {
            return Progress::Unsolvable;
        }
        let mut done = std::mem::take(&mut self.ahead);
        while done < work {
            match &mut self.solution {
                Some(solution) if self.shortened < self.found => {
                    let more = INTERVAL * solution.go_on(&self.problem, &self.ways);
                    self.shortened += more;
                    done += more;
                }
                _ => {
                    let more = self.problem.graph.neighbours.len() + AGENT * self.problem.starts.len();
                    self.found += more;
                    done += more;
                    if self.find() == Progress::Unsolvable {
                        return Progress::Unsolvable;
                    }
                }
            }
        }
        self.ahead = done - work;
        if self.solution.is_some() { Progress::Solved } else { Progress::Paused }
    }

    /// Makes one successor; begins anew where the attempt is at its end.
    fn find(&mut self) -> Progress {
        match self.attempt.go_on(&self.problem, &self.ways) {
            Progress::Unsolvable if self.solution.is_none() => return Progress::Unsolvable,
            Progress::Paused if self.attempt.steps < patience(self.attempt.number) => return Progress::Paused,
            _ => {}
        }
        if let Some(moves) = self.attempt.end.map(|end| self.attempt.moves(end))
            && self.duration().is_none_or(|least| duration(&moves, self.problem.graph.neighbours.len()) < least)
        {
            self.solution = Some(Shortening::of(&self.problem, &moves));
        }
        self.attempt = Attempt::begin(self.attempt.number + 1, &self.problem, &self.ways);
        Progress::Paused
    }

    /// The [time](duration) that the moves take which are known.
    pub fn duration(&self) -> Option<u32> {
        let moves = self.solution.as_ref()?.moves();
        Some(duration(&moves, self.problem.graph.neighbours.len()))
    }

    /// The configurations of these moves, from the start to one in which all are at their goals.
    pub fn solution(self) -> Option<Vec<Configuration>> {
        self.solution.map(|solution| solution.moves())
    }
}

impl ReorderingProblem {
    /// Lets those stand anywhere for whom no edges lead to their goals. Returns whether there are others that have one.
    pub fn leave_out_of_reach(&mut self) -> bool {
        for (agent, goal) in self.goals.iter_mut().enumerate() {
            let is_out_of_reach =
                |goal: &u16| self.graph.distances(*goal, agent as u16)[usize::from(self.starts[agent])] == NONE;
            *goal = goal.filter(|goal| !is_out_of_reach(goal));
        }
        self.goals.iter().zip(&self.walks).any(|(goal, walks)| goal.is_some() && *walks)
    }

    /// The agents whose goals cannot be reached from most of the graph while somebody stands at a vertex.
    fn those_behind(&self, vertex: u16) -> Vec<u16> {
        let mut part_of = vec![NONE; self.graph.neighbours.len()];
        let mut sizes: Vec<usize> = Vec::new();
        for start in 0..part_of.len() as u16 {
            if start == vertex || part_of[usize::from(start)] != NONE {
                continue;
            }
            let part = sizes.len() as u16;
            part_of[usize::from(start)] = part;
            let mut found = vec![start];
            let mut next = 0;
            while let Some(&at) = found.get(next) {
                next += 1;
                for &beside in &self.graph.neighbours[usize::from(at)] {
                    if beside != vertex && part_of[usize::from(beside)] == NONE {
                        part_of[usize::from(beside)] = part;
                        found.push(beside);
                    }
                }
            }
            sizes.push(found.len());
        }
        let most = sizes.iter().copied().max().unwrap_or(0);
        let largest = sizes.iter().position(|&size| size == most).unwrap_or(0);
        let is_behind = |goal: u16| goal != vertex && usize::from(part_of[usize::from(goal)]) != largest;
        let agents = self.goals.iter().enumerate().filter(|(_, goal)| goal.is_some_and(is_behind));
        agents.map(|(agent, _)| agent as u16).collect()
    }
}

impl Ways {
    /// The ways of the agents to their goals.
    pub fn of(problem: &ReorderingProblem) -> Ways {
        let vertices = problem.graph.neighbours.len() as u16;
        let distances = problem.goals.iter().zip(0..).map(|(goal, agent)| match goal {
            Some(goal) => problem.graph.distances(*goal, agent),
            None => (0..vertices).map(|vertex| if problem.graph.may_enter(vertex, agent) { 0 } else { NONE }).collect(),
        });
        let distances: Vec<Vec<u16>> = distances.collect();
        let before = problem.goals.iter().map(|goal| match goal {
            Some(goal) => problem.those_behind(*goal),
            None => Vec::new(),
        });
        let before = before.collect();
        Ways { distances, before }
    }

    /// How far an agent has to go from a vertex, in steps; [`NONE`] where it cannot come to its goal, or may not enter.
    pub fn left(&self, agent: usize, vertex: u16) -> u16 {
        self.distances[agent][usize::from(vertex)]
    }
}

impl Attempt {
    fn begin(number: usize, problem: &ReorderingProblem, ways: &Ways) -> Attempt {
        let (nodes, open) = (Vec::new(), Vec::new());
        let mut attempt = Attempt { number, steps: 0, nodes, known: BTreeMap::new(), open, end: None };
        attempt.add(problem, ways, problem.starts.clone().into(), None);
        attempt
    }

    /// Makes one successor.
    fn go_on(&mut self, problem: &ReorderingProblem, ways: &Ways) -> Progress {
        if self.end.is_some() {
            return Progress::Solved;
        }
        self.steps += 1;
        let Some(&node) = self.open.last() else { return Progress::Unsolvable };
        let Some(constraints) = self.nodes[node].constraints.pop_front() else {
            self.open.pop();
            return Progress::Paused;
        };
        self.constrain(problem, node, &constraints);
        if let Some(next) = self.successor(problem, ways, node, &constraints) {
            match self.known.get(&next) {
                Some(&known) => self.open.push(known),
                None => self.add(problem, ways, next, Some(node)),
            }
        }
        Progress::Paused
    }

    fn moves(&self, to: usize) -> Vec<Configuration> {
        let parents = std::iter::successors(Some(to), |&node| self.nodes[node].parent);
        let mut moves: Vec<Configuration> = parents.map(|node| self.nodes[node].at.clone()).collect();
        moves.reverse();
        moves
    }

    fn add(&mut self, problem: &ReorderingProblem, ways: &Ways, at: Configuration, parent: Option<usize>) {
        let left = |agent: usize| ways.left(agent, at[agent]);
        let away = (0..at.len()).map(|agent| match parent {
            Some(parent) if left(agent) > 0 => self.nodes[parent].away[agent].saturating_add(1),
            _ => 0,
        });
        let away: Box<[u16]> = away.collect();
        let is_end = (0..at.len()).all(|agent| left(agent) == 0);
        let is_ahead = |&other: &u16| left(usize::from(other)) > 0;
        let waits = ways.before.iter().map(|before| goes_in_turn(self.number) && before.iter().any(is_ahead));
        let waits: Box<[bool]> = waits.collect();
        // In every other attempt first those that are on their way. Then those that have been away for the longest; of these
        // the one with the longest way, in later attempts any.
        let counts_away = !keeps_priorities(self.number);
        let first = |agent: u16| {
            let index = usize::from(agent);
            let tie = match self.number {
                0 => u32::from(ways.left(index, problem.starts[index])),
                number => scattered(number as u32, u32::from(agent)),
            };
            let walks = self.number.is_multiple_of(2) && problem.walks[index] && away[index] > 0;
            let has_turn = problem.goals[index].is_some() && !waits[index];
            (has_turn, walks, if counts_away { away[index] } else { 0 }, tie)
        };
        let mut order: Box<[u16]> = (0..at.len() as u16).collect();
        sorting::sort_by_key(&mut order, |agent| (std::cmp::Reverse(first(agent)), agent));
        let number = self.nodes.len();
        if is_end {
            self.end = Some(number);
        }
        self.known.insert(at.clone(), number);
        self.nodes.push(SearchedConfiguration {
            at,
            parent,
            away,
            waits,
            order,
            constraints: VecDeque::from([Vec::new()]),
        });
        self.open.push(number);
    }

    /// Has successors made in which the next agent in order goes to each of the vertices that the constraints before leave.
    fn constrain(&mut self, problem: &ReorderingProblem, number: usize, before: &[u16]) {
        let node = &self.nodes[number];
        let Some(&agent) = node.order.get(before.len()) else { return };
        let at = node.at[usize::from(agent)];
        let beside = problem.graph.neighbours[usize::from(at)].iter().copied();
        let may = |vertex: u16| !before.contains(&vertex) && problem.graph.may_enter(vertex, agent);
        let choices = beside.chain([at]).filter(|&vertex| may(vertex));
        let more: Vec<Vec<u16>> = choices.map(|vertex| before.iter().copied().chain([vertex]).collect()).collect();
        self.nodes[number].constraints.extend(more);
    }

    /// A successor of a node under constraints; `None` where they cannot be kept.
    fn successor(
        &self,
        problem: &ReorderingProblem,
        ways: &Ways,
        number: usize,
        constraints: &[u16],
    ) -> Option<Configuration> {
        let node = &self.nodes[number];
        let salt = scattered(self.number as u32, number as u32);
        let mut step = JointStep::new(problem, ways, node, salt);
        for (&agent, &vertex) in node.order.iter().zip(constraints) {
            let agent = usize::from(agent);
            if step.taken[usize::from(vertex)] != NONE || step.closes_circle(agent, vertex) {
                return None;
            }
            step.go(agent, vertex);
        }
        for &agent in &node.order {
            if step.next[usize::from(agent)] == NONE && !step.place(usize::from(agent)) {
                return None;
            }
        }
        Some(step.next.into())
    }
}

/// How long it takes until all have made their moves, each as soon as it can: a move takes 2, and a place is free for
/// the next 1 after the one before it there has set out.
fn duration(moves: &[Configuration], places: usize) -> u32 {
    let mut free_from = vec![0; places];
    let mut ready = vec![0; moves.first().map_or(0, |first| first.len())];
    for pair in moves.windows(2) {
        let mut moving: Vec<usize> = (0..ready.len()).filter(|&agent| pair[0][agent] != pair[1][agent]).collect();
        while !moving.is_empty() {
            // Nobody moves round in a circle: somebody always goes to where nobody is.
            let (mut later, mut standing) = (Vec::new(), vec![false; places]);
            moving.iter().for_each(|&agent| standing[usize::from(pair[0][agent])] = true);
            for agent in moving {
                let [from, to] = [0, 1].map(|step| usize::from(pair[step][agent]));
                if standing[to] {
                    later.push(agent);
                    continue;
                }
                let sets_out = ready[agent].max(free_from[to]);
                (ready[agent], free_from[from]) = (sets_out + 2, sets_out + 1);
            }
            moving = later;
        }
    }
    ready.into_iter().max().unwrap_or(0)
}

/// How many steps the attempt with a number makes before it is given up.
fn patience(number: usize) -> usize {
    let patience = PATIENCE << (number / ATTEMPTS).min(MOST_DOUBLINGS);
    if keeps_priorities(number) || goes_in_turn(number) { LONGER * patience } else { patience }
}

/// Whether the same agents come first all through the attempt with a number: slower where priorities that change find a
/// solution, but it finds some that those do not.
fn keeps_priorities(number: usize) -> bool {
    number % KEPT == KEPT - 1
}

/// Whether in the attempt with a number those go first whose goals lie [behind](ReorderingProblem::those_behind) those of others.
fn goes_in_turn(number: usize) -> bool {
    number >= ATTEMPTS && number % KEPT == IN_TURN
}

/// A number that has nothing to do with either of two, but is the same for the same ones.
pub fn scattered(a: u32, b: u32) -> u32 {
    let mixed = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x7feb_352d);
    (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b) >> 8
}

impl Graph {
    fn may_enter(&self, vertex: u16, agent: u16) -> bool {
        self.open_to[usize::from(vertex)].as_ref().is_none_or(|agents| agents.contains(&agent))
    }

    /// The distance of every vertex from one, in the steps of an agent.
    fn distances(&self, from: u16, agent: u16) -> Vec<u16> {
        let mut distances = vec![NONE; self.neighbours.len()];
        distances[usize::from(from)] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(vertex) = queue.pop_front() {
            for &next in &self.neighbours[usize::from(vertex)] {
                if distances[usize::from(next)] == NONE && self.may_enter(next, agent) {
                    distances[usize::from(next)] = distances[usize::from(vertex)] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }
}

/// One step of all agents, while it is being decided.
struct JointStep<'a> {
    problem: &'a ReorderingProblem,
    ways: &'a Ways,
    at: &'a [u16],
    waits: &'a [bool],
    /// Breaks ties differently in each node.
    salt: u32,
    /// Where each agent goes; [`NONE`] while that is not decided.
    next: Vec<u16>,
    /// The agent that stands at each vertex, and the one that goes there.
    standing: Vec<u16>,
    taken: Vec<u16>,
}

impl<'a> JointStep<'a> {
    fn new(
        problem: &'a ReorderingProblem,
        ways: &'a Ways,
        node: &'a SearchedConfiguration,
        salt: u32,
    ) -> JointStep<'a> {
        let (at, waits) = (&node.at[..], &node.waits[..]);
        let mut standing = vec![NONE; problem.graph.neighbours.len()];
        for (agent, &vertex) in at.iter().enumerate() {
            standing[usize::from(vertex)] = agent as u16;
        }
        let (next, taken) = (vec![NONE; at.len()], vec![NONE; standing.len()]);
        JointStep { problem, ways, at, waits, salt, next, standing, taken }
    }

    fn go(&mut self, agent: usize, to: u16) {
        self.next[agent] = to;
        self.taken[usize::from(to)] = agent as u16;
    }

    /// How far an agent has to go from a vertex, in steps: one that waits would stay where it is.
    fn left(&self, agent: usize, vertex: u16) -> u16 {
        if self.waits[agent] { u16::from(vertex != self.at[agent]) } else { self.ways.left(agent, vertex) }
    }

    fn neighbours(&self, vertex: u16) -> &'a [u16] {
        &self.problem.graph.neighbours[usize::from(vertex)]
    }

    /// Whether an agent that goes to a vertex follows others round in a circle that ends with itself.
    fn closes_circle(&self, agent: usize, to: u16) -> bool {
        let mut vertex = to;
        while vertex != NONE && vertex != self.at[agent] {
            let ahead = self.standing[usize::from(vertex)];
            if ahead == NONE || self.next[usize::from(ahead)] == vertex {
                return false;
            }
            vertex = self.next[usize::from(ahead)];
        }
        vertex == self.at[agent] && to != vertex
    }

    /// Places an agent, and those that have to make room for it. Returns whether there is a vertex for it.
    fn place(&mut self, agent: usize) -> bool {
        let here = self.at[agent];
        let mut choices = self.choices(agent);
        let swaps_with = self.swap(agent, choices[0]);
        if swaps_with.is_some() {
            choices.reverse();
        }
        for (number, &to) in choices.iter().enumerate() {
            if self.taken[usize::from(to)] != NONE || self.closes_circle(agent, to) {
                continue;
            }
            self.go(agent, to);
            let there = self.standing[usize::from(to)];
            let is_in_the_way = to != here && there != NONE && self.next[usize::from(there)] == NONE;
            if is_in_the_way && !self.place(usize::from(there)) {
                continue;
            }
            if let Some(other) = swaps_with.filter(|&other| number == 0 && self.next[other] == NONE)
                && self.taken[usize::from(here)] == NONE
                && !self.closes_circle(other, here)
            {
                self.go(other, here);
            }
            return true;
        }
        self.go(agent, here);
        false
    }

    /// Where an agent may go, the best first.
    fn choices(&self, agent: usize) -> Vec<u16> {
        let here = self.at[agent];
        let may = |vertex: &u16| self.problem.graph.may_enter(*vertex, agent as u16);
        let mut choices: Vec<u16> = self.neighbours(here).iter().copied().filter(may).chain([here]).collect();
        let tie = |vertex: u16| scattered(self.salt, u32::from(vertex) << 16 | agent as u32);
        sorting::sort_by_key(&mut choices, |vertex| (self.left(agent, vertex), tie(vertex), vertex));
        choices
    }

    /// The agent with which one has to swap that wants to go to a vertex, where it has to go back for that.
    fn swap(&self, agent: usize, to: u16) -> Option<usize> {
        let here = self.at[agent];
        if to == here {
            return None;
        }
        let there = self.standing[usize::from(to)];
        if there != NONE {
            let other = usize::from(there);
            let is_free = self.next[other] == NONE;
            if is_free && self.must_swap(agent, other, here, to) && self.can_swap(to, here) {
                return Some(other);
            }
        }
        // One behind it wants past, and it is the nearer to where that is possible.
        let behind = self.neighbours(here).iter().filter(|&&vertex| vertex != to);
        let others = behind.map(|&vertex| self.standing[usize::from(vertex)]).filter(|&other| other != NONE);
        let mut others = others.map(usize::from).filter(|&other| self.next[other] == NONE);
        others.find(|&other| self.must_swap(other, agent, here, to) && self.can_swap(to, here))
    }

    /// Whether two agents have to swap: the one pushes the other through places for one and can pass it nowhere ahead,
    /// and the other has to come back.
    fn must_swap(&self, pusher: usize, pulled: usize, pushers: u16, pulleds: u16) -> bool {
        let (mut behind, mut ahead) = (pushers, pulleds);
        while self.left(pusher, ahead) < self.left(pusher, behind) {
            match self.onward(behind, ahead) {
                Continuation::Fork => return false,
                Continuation::End => break,
                Continuation::To(next) => (behind, ahead) = (ahead, next),
            }
        }
        let is_nearer = self.left(pusher, behind) == 0 || self.left(pusher, ahead) < self.left(pusher, behind);
        (self.waits[pulled] || self.left(pulled, behind) < self.left(pulled, ahead)) && is_nearer
    }

    /// Whether two agents that go on from the vertex `from` over `to` come to a fork where they can swap.
    fn can_swap(&self, from: u16, to: u16) -> bool {
        let (mut behind, mut ahead) = (from, to);
        while ahead != from {
            match self.onward(behind, ahead) {
                Continuation::Fork => return true,
                Continuation::End => return false,
                Continuation::To(next) => (behind, ahead) = (ahead, next),
            }
        }
        false
    }

    /// How it goes on at a vertex that one comes to from another. Dead ends in which an agent is at its goal do not count.
    fn onward(&self, from: u16, at: u16) -> Continuation {
        let is_home = |vertex: u16| {
            let there = self.standing[usize::from(vertex)];
            there != NONE && self.problem.goals[usize::from(there)] == Some(vertex)
        };
        let counts = |&vertex: &u16| vertex != from && !(self.neighbours(vertex).len() == 1 && is_home(vertex));
        let mut ways = self.neighbours(at).iter().copied().filter(counts);
        match (ways.next(), ways.next()) {
            (None, _) => Continuation::End,
            (Some(next), None) => Continuation::To(next),
            _ => Continuation::Fork,
        }
    }
}

/// How it goes on at a vertex.
enum Continuation {
    /// Nowhere.
    End,
    /// To one other vertex.
    To(u16),
    /// To several.
    Fork,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The graph of the cells of a drawing that are no walls, in reading order.
    fn drawn(rows: &[&str]) -> Graph {
        let cells =
            rows.iter().enumerate().flat_map(|(y, row)| row.char_indices().map(move |(x, letter)| (x, y, letter)));
        let open: Vec<(usize, usize)> = cells.filter(|cell| cell.2 == '.').map(|(x, y, _)| (x, y)).collect();
        let beside = |&(x, y): &(usize, usize)| {
            let is_beside = |&(_, &(a, b)): &(usize, &(usize, usize))| a.abs_diff(x) + b.abs_diff(y) == 1;
            open.iter().enumerate().filter(is_beside).map(|(vertex, _)| vertex as u16).collect()
        };
        Graph { neighbours: open.iter().map(beside).collect(), open_to: vec![None; open.len()] }
    }

    fn problem(graph: &Graph, starts: &[u16], goals: &[u16]) -> ReorderingProblem {
        let goals = goals.iter().map(|&goal| Some(goal)).collect();
        ReorderingProblem { graph: graph.clone(), starts: starts.to_vec(), goals, walks: vec![true; starts.len()] }
    }

    /// Searches in pieces of `steps`.
    fn solve(problem: &ReorderingProblem, steps: usize) -> (Progress, Option<Vec<Configuration>>) {
        let mut search = MoveSearch::new(problem.clone());
        let mut progress = Progress::Paused;
        let successor = problem.graph.neighbours.len() + AGENT * problem.starts.len();
        for made in (0..120_000).step_by(steps) {
            progress = search.go_on(steps * successor);
            if progress == Progress::Unsolvable || progress == Progress::Solved && made + steps >= 4_000 {
                break;
            }
        }
        (progress, search.solution())
    }

    /// Every step leads along edges, to places of which no two are the same, and its moves can be made one after the other.
    fn check(problem: &ReorderingProblem, moves: &[Configuration]) {
        assert_eq!(moves[0].to_vec(), problem.starts);
        let end = &moves[moves.len() - 1];
        assert!(problem.goals.iter().zip(end).all(|(goal, at)| goal.is_none_or(|goal| goal == *at)));
        for pair in moves.windows(2) {
            let (mut now, next) = (pair[0].to_vec(), &pair[1]);
            while now[..] != next[..] {
                let can_go = |agent: usize| now[agent] != next[agent] && !now.contains(&next[agent]);
                let agent = (0..now.len()).find(|&agent| can_go(agent)).expect("they go round in a circle");
                assert!(problem.graph.neighbours[usize::from(now[agent])].contains(&next[agent]));
                assert!(problem.graph.may_enter(next[agent], agent as u16));
                now[agent] = next[agent];
            }
        }
    }

    /// Whether there is a solution: every configuration that can be reached by one move at a time is looked at.
    fn is_solvable(problem: &ReorderingProblem) -> bool {
        let mut known = BTreeSet::from([problem.starts.clone()]);
        let mut open = vec![problem.starts.clone()];
        while let Some(at) = open.pop() {
            if problem.goals.iter().zip(&at).all(|(goal, at)| *goal == Some(*at)) {
                return true;
            }
            for agent in 0..at.len() {
                for &to in &problem.graph.neighbours[usize::from(at[agent])] {
                    let mut next = at.clone();
                    next[agent] = to;
                    let may_enter = problem.graph.may_enter(to, agent as u16);
                    if may_enter && !at.contains(&to) && known.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        false
    }

    #[test]
    fn what_can_be_solved_is_solved_and_nothing_else() {
        let mut dice = 1_u32;
        let mut below = |most: usize| {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (dice >> 8) as usize % most
        };
        let mut solvable = 0;
        for _ in 0..200 {
            let vertices = 3 + below(4);
            let mut graph = Graph { neighbours: vec![Vec::new(); vertices], open_to: vec![None; vertices] };
            for (one, other) in (0..vertices).flat_map(|one| (0..one).map(move |other| (one, other))) {
                if below(5) < 2 {
                    graph.neighbours[one].push(other as u16);
                    graph.neighbours[other].push(one as u16);
                }
            }
            let count = 1 + below(3.min(vertices - 1));
            let mut some = || {
                let mut places: Vec<u16> = (0..vertices as u16).collect();
                (0..count).map(|_| places.swap_remove(below(places.len()))).collect::<Vec<u16>>()
            };
            let mut problem = problem(&graph, &some(), &some());
            // Some places are too narrow for some of them, but not those where they stand.
            for place in 0..vertices {
                if below(4) == 0 {
                    let stands = |agent: u16| usize::from(problem.starts[usize::from(agent)]) == place;
                    let may_enter = |agent: &u16| stands(*agent) || below(2) == 0;
                    problem.graph.open_to[place] = Some((0..count as u16).filter(may_enter).collect());
                }
            }
            let (progress, moves) = solve(&problem, 4000);
            assert_eq!(moves.is_some(), is_solvable(&problem), "{problem:?}");
            assert_ne!(progress, Progress::Paused, "{problem:?}");
            if let Some(moves) = moves {
                check(&problem, &moves);
                solvable += 1;
            }
        }
        assert!((40..160).contains(&solvable), "{solvable}");
    }

    #[test]
    fn who_comes_to_where_another_was_waits_until_it_has_set_out() {
        let moves = |steps: &[[u16; 2]]| steps.iter().map(|step| step.to_vec().into()).collect::<Vec<Configuration>>();
        assert_eq!(duration(&moves(&[[0, 5], [1, 6], [2, 7]]), 9), 4, "both at once");
        assert_eq!(duration(&moves(&[[0, 1], [1, 2]]), 9), 3, "one after the other");
        assert_eq!(duration(&moves(&[[0, 1]]), 9), 0);
    }

    #[test]
    fn groups_change_ends_of_a_corridor_with_one_niche() {
        let corridor = drawn(&["############.############", "........................."]);
        for (starts, goals) in
            [(&[1, 2, 25, 24][..], &[25, 24, 1, 2][..]), (&[1, 2, 3, 25, 24, 23], &[25, 24, 23, 1, 2, 3])]
        {
            let problem = problem(&corridor, starts, goals);
            let (_, moves) = solve(&problem, 4000);
            check(&problem, &moves.expect("it can be solved"));
        }
    }

    /// Twelve go into a dead end for one, and come to its mouth in another order than they are to stand in.
    #[test]
    fn who_goes_farthest_into_a_dead_end_goes_first() {
        let place = drawn(&["....############", "....############", "................", "....############"]);
        let starts: Vec<u16> = (0..8).chain(24..28).collect();
        let goals: Vec<u16> = (0..12).map(|number| 12 + 5 * number % 12).collect();
        let problem = problem(&place, &starts, &goals);
        let (_, moves) = solve(&problem, 4000);
        check(&problem, &moves.expect("it can be solved"));
    }

    #[test]
    fn those_in_front_let_the_others_into_a_dead_end() {
        let place = drawn(&["....######", "..........", "....######"]);
        let problem = problem(&place, &[3, 2, 1, 0, 4, 5], &[8, 9, 10, 11, 12, 13]);
        let (_, moves) = solve(&problem, 4000);
        check(&problem, &moves.expect("it can be solved"));
    }

    /// The last of seven goes past the six before it, which stand in a corridor and come back.
    #[test]
    fn those_that_stand_in_a_corridor_let_one_pass() {
        let place = drawn(&[
            "....##########....",
            "....##########....",
            "..................",
            "....##########....",
            "....##########....",
        ]);
        let corridor: Vec<u16> = (16..34).collect();
        let starts: Vec<u16> = corridor[6..13].to_vec();
        let mut goals: Vec<u16> = corridor[5..12].to_vec();
        goals[0] = corridor[17];
        let mut problem = problem(&place, &starts, &goals);
        problem.walks = (0..7).map(|number| number == 0).collect();
        let (_, moves) = solve(&problem, 4000);
        check(&problem, &moves.expect("it can be solved"));
    }

    #[test]
    fn a_place_for_some_is_entered_by_them_alone() {
        let mut graph = drawn(&[".....", "#.###"]);
        graph.open_to[4] = Some(vec![0]);
        let mine = problem(&graph, &[0, 2], &[4, 3]);
        check(&mine, &solve(&mine, 4000).1.expect("it can be solved"));
        let anothers = problem(&graph, &[0, 2], &[3, 4]);
        assert_eq!(solve(&anothers, 4000).1, None);
    }

    /// The first cannot come past the narrow place: it lets the second pass, to whom that is open.
    #[test]
    fn those_whose_goals_are_out_of_reach_let_the_others_pass() {
        let mut graph = drawn(&[".....", "#.###"]);
        graph.open_to[3] = Some(vec![1]);
        let mut problem = problem(&graph, &[1, 0], &[4, 3]);
        assert_eq!(solve(&problem, 4000), (Progress::Unsolvable, None));
        assert!(problem.leave_out_of_reach(), "the second has a way");
        assert_eq!(problem.goals, [None, Some(3)]);
        check(&problem, &solve(&problem, 4000).1.expect("it can be solved"));
        problem.graph.open_to[2] = Some(Vec::new());
        assert!(!problem.leave_out_of_reach(), "nobody has one");
    }

    #[test]
    fn a_search_that_is_paused_comes_to_the_same() {
        let problem = problem(&drawn(&["...", "...", "..."]), &[0, 1, 2, 3, 4, 5, 6, 7], &[1, 0, 2, 3, 4, 5, 7, 6]);
        let in_one_go = solve(&problem, 4000);
        assert!(in_one_go.1.is_some());
        assert_eq!(in_one_go, solve(&problem, 40));
    }
}
