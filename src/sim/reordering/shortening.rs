//! Shortening the moves of several agents: a few of them at a time get new ones, while the others keep theirs.
//!
//! Moves that are found depth first, with other agents pushed out of the way, bring everybody to its goal, but most of them lead
//! to and fro. In each round the paths of a few agents are taken out and looked for anew, one after the other, each the shortest
//! that touches none of the others; they are kept where they take no longer together (Jiaoyang Li, Zhe Chen, Daniel Harabor, Peter
//! J. Stuckey and Sven Koenig, "Anytime multi-agent path finding via large neighborhood search", IJCAI 2021). A path is looked for
//! by A\* over the [gaps](Shortening::gap) of time in which a vertex is free: of all ways to be at a vertex within one gap only
//! the earliest counts (Mike Phillips and Maxim Likhachev, "SIPP: safe interval path planning for dynamic environments", ICRA
//! 2011).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::lacam::{Configuration, NONE, ReorderingProblem, Ways, scattered};

/// The moves of all agents, while they are being shortened.
#[derive(Clone, Debug)]
pub struct Shortening {
    /// The vertex of each agent after each step, until it comes to where it stays.
    paths: Vec<Vec<u16>>,
    /// Who is at each vertex, and when, in order of time.
    stays: Vec<Vec<Stay>>,
    /// How many random numbers were drawn.
    drawn: u32,
}

/// The steps after which an agent is at a vertex, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stay {
    from: u32,
    /// [`FOREVER`] where it stays.
    to: u32,
    agent: u16,
}

/// After all steps.
const FOREVER: u32 = u32::MAX;

/// Agents. No more than this many get other paths in a round. With more, most rounds are in vain; with fewer, two that hinder each
/// other in several places keep their ways.
const MOST_AT_ONCE: usize = 10;

/// Of how many agents, drawn at random, the one begins a round that loses the most time.
const DRAWN: usize = 3;

/// One round in so many takes agents at random, the others those that are in each other's way.
const AT_RANDOM: usize = 3;

/// How many looks for another agent that is in the way a round takes at most.
const LOOKS: usize = 40;

/// A vertex within one of its gaps: where a path can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SafeInterval {
    vertex: u16,
    gap: u16,
}

/// The earliest that is known of how to come to a [`SafeInterval`].
#[derive(Clone, Copy, Debug)]
struct EarliestArrival {
    /// After which step; [`FOREVER`] where no way is known.
    at: u32,
    /// From where; `None` at the start.
    from: Option<SafeInterval>,
}

impl Shortening {
    /// Begins with moves that lead all agents to their goals.
    pub fn of(problem: &ReorderingProblem, moves: &[Configuration]) -> Shortening {
        let path = |agent: usize| until_it_stays(moves.iter().map(|at| at[agent]).collect());
        let paths: Vec<Vec<u16>> = (0..problem.starts.len()).map(path).collect();
        let stays = vec![Vec::new(); problem.graph.neighbours.len()];
        let mut shortening = Shortening { paths, stays, drawn: 0 };
        (0..problem.starts.len()).for_each(|agent| shortening.put_in(agent));
        shortening
    }

    /// The vertices of all agents after each step.
    pub fn moves(&self) -> Vec<Configuration> {
        let steps = self.paths.iter().map(Vec::len).max().unwrap_or(1) as u32;
        let at = |step: u32| (0..self.paths.len()).map(|agent| self.vertex(agent, step)).collect();
        (0..steps).map(at).collect()
    }

    /// Looks for other paths for a few agents. Returns how many [safe intervals](SafeInterval) were looked at.
    pub fn go_on(&mut self, problem: &ReorderingProblem, ways: &Ways) -> usize {
        let agents = self.few(problem, ways);
        let mut left: usize = agents.iter().map(|&agent| self.steps(agent)).sum();
        let old: Vec<Vec<u16>> = agents.iter().map(|&agent| self.take_out(agent)).collect();
        let (mut looked_at, mut found) = (1, 0);
        while let Some(&agent) = agents.get(found) {
            let Some(path) = self.path(problem, ways, agent, left, &mut looked_at) else { break };
            left -= path.len() - 1;
            self.paths[agent] = path;
            self.put_in(agent);
            found += 1;
        }
        if found < agents.len() {
            for &agent in &agents[..found] {
                self.take_out(agent);
            }
            for (&agent, path) in agents.iter().zip(old) {
                self.paths[agent] = path;
                self.put_in(agent);
            }
        }
        looked_at
    }

    /// The agents that get other paths: one that loses time, and others that it meets on the way.
    fn few(&mut self, problem: &ReorderingProblem, ways: &Ways) -> Vec<usize> {
        let count = self.paths.len();
        let most = 1 + self.draw(MOST_AT_ONCE.min(count));
        let lost = |shortening: &Shortening, agent: usize| {
            shortening.steps(agent) - usize::from(ways.left(agent, problem.starts[agent]))
        };
        let mut first = self.draw(count);
        for _ in 1..DRAWN {
            let other = self.draw(count);
            if lost(self, other) > lost(self, first) {
                first = other;
            }
        }
        let mut agents = vec![first];
        let is_at_random = self.draw(AT_RANDOM) == 0;
        for _ in 0..LOOKS {
            if agents.len() == most {
                break;
            }
            if is_at_random {
                let other = self.draw(count);
                if !agents.contains(&other) {
                    agents.push(other);
                }
            } else {
                let agent = agents[self.draw(agents.len())];
                self.add_those_met(problem, ways, agent, most, &mut agents);
            }
        }
        for last in (1..agents.len()).rev() {
            let other = self.draw(last + 1);
            agents.swap(last, other);
        }
        agents
    }

    /// Adds those, up to `most`, that an agent would meet if it went straight to its goal from anywhere on its path.
    fn add_those_met(
        &mut self,
        problem: &ReorderingProblem,
        ways: &Ways,
        agent: usize,
        most: usize,
        agents: &mut Vec<usize>,
    ) {
        let mut step = self.draw(self.paths[agent].len()) as u32;
        let mut at = self.vertex(agent, step);
        while ways.left(agent, at) > 0 && agents.len() < most {
            let beside = problem.graph.neighbours[usize::from(at)].iter().copied();
            let ahead: Vec<u16> = beside.filter(|&vertex| ways.left(agent, vertex) < ways.left(agent, at)).collect();
            at = ahead[self.draw(ahead.len())];
            step += 1;
            let stays = &self.stays[usize::from(at)];
            let met =
                stays.iter().find(|stay| (stay.from..=stay.to).contains(&step)).map(|stay| usize::from(stay.agent));
            agents.extend(met.filter(|other| !agents.contains(other)));
        }
    }

    /// The path of an agent that takes the fewest steps, at most `most`, and touches none of the others; `None` where there is none.
    fn path(
        &self,
        problem: &ReorderingProblem,
        ways: &Ways,
        agent: usize,
        most: usize,
        looked_at: &mut usize,
    ) -> Option<Vec<u16>> {
        let start = SafeInterval { vertex: problem.starts[agent], gap: 0 };
        self.gap(start).filter(|&(from, _)| from == 0)?;
        let mut known: Vec<Vec<EarliestArrival>> = vec![Vec::new(); problem.graph.neighbours.len()];
        // Those that may come to the goal first; of these the ones that have gone the farthest.
        let mut open = BinaryHeap::new();
        let left = |vertex: u16| u32::from(ways.left(agent, vertex));
        let come = |known: &mut Vec<Vec<EarliestArrival>>,
                    open: &mut BinaryHeap<_>,
                    to: SafeInterval,
                    at: u32,
                    from: Option<SafeInterval>| {
            let comings = &mut known[usize::from(to.vertex)];
            let gap = usize::from(to.gap);
            if comings.len() <= gap {
                comings.resize(gap + 1, EarliestArrival { at: FOREVER, from: None });
            }
            let may = ways.left(agent, to.vertex) != NONE && (at + left(to.vertex)) as usize <= most;
            if may && at < comings[gap].at {
                comings[gap] = EarliestArrival { at, from };
                open.push(Reverse((at + left(to.vertex), Reverse(at), to)));
            }
        };
        come(&mut known, &mut open, start, 0, None);
        while let Some(Reverse((_, Reverse(at), interval))) = open.pop() {
            if known[usize::from(interval.vertex)][usize::from(interval.gap)].at != at {
                continue;
            }
            *looked_at += 1;
            let (_, until) = self.gap(interval)?;
            if until == FOREVER && left(interval.vertex) == 0 {
                return Some(path_to(&known, interval));
            }
            let last = until.saturating_add(1);
            for &next in &problem.graph.neighbours[usize::from(interval.vertex)] {
                let stays = &self.stays[usize::from(next)];
                let first = stays.partition_point(|stay| stay.to <= at);
                for gap in first..=stays.len() {
                    let next = SafeInterval { vertex: next, gap: gap as u16 };
                    let Some((from, to)) = self.gap(next) else { continue };
                    if from > last {
                        break;
                    }
                    let comes = from.max(at + 1);
                    let follows =
                        comes == last && comes == from && self.closes_circle(interval.vertex, next.vertex, comes);
                    if comes <= to && !follows {
                        come(&mut known, &mut open, next, comes, Some(interval));
                    }
                }
            }
        }
        None
    }

    /// The steps after which the vertex of an interval is free, from the first to the last: those before one of the stays there, or after
    /// all. `None` where there are none in between.
    fn gap(&self, interval: SafeInterval) -> Option<(u32, u32)> {
        let (stays, gap) = (&self.stays[usize::from(interval.vertex)], usize::from(interval.gap));
        let from = match gap.checked_sub(1).map(|before| stays[before].to) {
            None => 0,
            Some(FOREVER) => return None,
            Some(before) => before + 1,
        };
        let to = match stays.get(gap) {
            None => FOREVER,
            Some(next) => next.from.checked_sub(1)?,
        };
        (from <= to).then_some((from, to))
    }

    /// Whether one that goes from a vertex to the next, and comes there after a step, follows others round in a circle that ends
    /// where it comes from, or changes places with another.
    fn closes_circle(&self, from: u16, to: u16, step: u32) -> bool {
        let mut at = to;
        loop {
            let stays = &self.stays[usize::from(at)];
            let Some(ahead) = stays.iter().find(|stay| stay.to == step - 1) else { return false };
            at = self.vertex(usize::from(ahead.agent), step);
            if at == from {
                return true;
            }
        }
    }

    /// After how many steps an agent comes to where it stays.
    fn steps(&self, agent: usize) -> usize {
        self.paths[agent].len() - 1
    }

    fn vertex(&self, agent: usize, step: u32) -> u16 {
        let path = &self.paths[agent];
        path[(step as usize).min(path.len() - 1)]
    }

    fn put_in(&mut self, agent: usize) {
        let path = &self.paths[agent];
        let mut from = 0;
        for (step, &vertex) in path.iter().enumerate() {
            let is_last = step + 1 == path.len();
            if !is_last && path[step + 1] == vertex {
                continue;
            }
            let stays = &mut self.stays[usize::from(vertex)];
            let before = stays.partition_point(|stay| stay.from < from);
            let to = if is_last { FOREVER } else { step as u32 };
            stays.insert(before, Stay { from, to, agent: agent as u16 });
            from = step as u32 + 1;
        }
    }

    fn take_out(&mut self, agent: usize) -> Vec<u16> {
        let path = std::mem::take(&mut self.paths[agent]);
        for &vertex in &path {
            self.stays[usize::from(vertex)].retain(|stay| usize::from(stay.agent) != agent);
        }
        path
    }

    /// A random number below `below`.
    fn draw(&mut self, below: usize) -> usize {
        self.drawn = self.drawn.wrapping_add(1);
        scattered(self.drawn, below as u32) as usize % below
    }
}

/// The vertices after each step on the way to a vertex within an interval.
fn path_to(known: &[Vec<EarliestArrival>], interval: SafeInterval) -> Vec<u16> {
    let earliest = |interval: SafeInterval| known[usize::from(interval.vertex)][usize::from(interval.gap)];
    let intervals: Vec<SafeInterval> =
        std::iter::successors(Some(interval), |&interval| earliest(interval).from).collect();
    let mut path: Vec<u16> = Vec::new();
    for &interval in intervals.iter().rev() {
        if let Some(&before) = path.last() {
            path.resize(earliest(interval).at as usize, before);
        }
        path.push(interval.vertex);
    }
    path
}

fn until_it_stays(mut path: Vec<u16>) -> Vec<u16> {
    while path.len() > 1 && path[path.len() - 1] == path[path.len() - 2] {
        path.pop();
    }
    path
}

#[cfg(test)]
mod tests {
    use super::super::lacam::Graph;
    use super::*;

    fn problem(edges: &[[u16; 2]], starts: &[u16], goals: &[u16]) -> ReorderingProblem {
        let vertices = usize::from(edges.iter().flatten().max().copied().unwrap_or(0)) + 1;
        let mut graph = Graph { neighbours: vec![Vec::new(); vertices], open_to: vec![None; vertices] };
        for &[one, other] in edges {
            graph.neighbours[usize::from(one)].push(other);
            graph.neighbours[usize::from(other)].push(one);
        }
        let goals = goals.iter().map(|&goal| Some(goal)).collect();
        ReorderingProblem { graph, starts: starts.to_vec(), goals, walks: vec![true; starts.len()] }
    }

    fn shortened(problem: &ReorderingProblem, moves: &[&[u16]]) -> Vec<Configuration> {
        let moves: Vec<Configuration> = moves.iter().map(|at| at.to_vec().into()).collect();
        let mut shortening = Shortening::of(problem, &moves);
        assert_eq!(shortening.moves(), moves, "what was not shortened yet is the same");
        let ways = Ways::of(problem);
        (0..100).for_each(|_| _ = shortening.go_on(problem, &ways));
        shortening.moves()
    }

    /// The first goes to the end of a corridor and back before it goes where it is to be.
    #[test]
    fn an_agent_goes_straight_where_nobody_is_in_the_way() {
        let corridor = problem(&[[0, 1], [1, 2], [2, 3], [4, 5]], &[1, 4], &[2, 5]);
        let moves = shortened(&corridor, &[&[1, 4], &[0, 4], &[1, 4], &[2, 4], &[3, 4], &[2, 5]]);
        assert_eq!(moves, [[1, 4], [2, 5]].map(Configuration::from));
    }

    /// Two meet in a corridor with a niche beside its middle; the second comes back from the end for no reason.
    #[test]
    fn one_waits_in_a_niche_no_longer_than_it_must() {
        let corridor = problem(&[[0, 1], [1, 2], [2, 3], [3, 4], [2, 5]], &[1, 3], &[3, 1]);
        let moves: &[&[u16]] =
            &[&[1, 3], &[2, 3], &[5, 3], &[5, 2], &[5, 1], &[5, 0], &[5, 1], &[2, 1], &[2, 1], &[3, 1]];
        let moves = shortened(&corridor, moves);
        assert_eq!(moves.len() - 1, 4, "{moves:?}");
        let steps = |agent: usize| moves.iter().rposition(|at| at[agent] != moves[moves.len() - 1][agent]);
        assert_eq!((0..2).filter_map(steps).map(|step| step + 1).sum::<usize>(), 4 + 3, "{moves:?}");
    }
}
