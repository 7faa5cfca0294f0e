//! The planning queue: what is to be found for agents, first come, first served, at most one job for each agent.

use std::collections::{BTreeMap, VecDeque};

use crate::agent::recovery::YieldRequest;
use crate::agent::{AgentId, AgentState};
use crate::grid::Cell;
use crate::nav::Path;
use crate::nav::requests::RequestId;
use crate::sim::aim::Aim;
use crate::sim::goal_search::GoalSearch;
use crate::sim::slot_search::FreeSlot;

/// For how many jobs there is always room. When a whole crowd was sent off at once, the memory beyond it is given back as the
/// queue becomes shorter: otherwise it is kept for as long as the level is played, several hundred bytes for each agent.
const KEPT_PLACES: usize = 64;

/// A job: what is to be found for an agent. An agent never has two at a time.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Job {
    pub agent: AgentId,
    pub kind: JobKind,
    pub stage: JobStage,
    /// Where the agent's order leads, once that has been worked out.
    pub aim: Aim,
    /// The revision of the ground on which the current step started: no state, as ground may be baked earlier or later.
    #[serde(skip)]
    pub revision: u64,
}

/// What is to be found for an agent.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub enum JobKind {
    /// Find a path to where its order leads. If there is none, find it a slot to stand.
    FindPath,
    /// Find the free slot nearest to where it can stop; there it takes this state.
    Settle(AgentState),
    /// Find a path back to its slot, or to the nearest free one; there it takes this state.
    Return(AgentState),
    /// Find another slot than its own, if there is one.
    FindOtherSlot,
    /// Find a path to the slot that it was given in trade.
    GoToSlot,
    /// Find a detour to its slot around agents that stand, or else the nearest slot that it can reach.
    Detour,
    /// Find a point out of the way of another agent, which passes.
    Yield(YieldRequest),
    /// Find a path to its slot on a [grid without a passage](crate::sim::world::Grids::without), and take it if that is
    /// quicker than to queue at the passage.
    AnotherWay {
        /// The number of the grid.
        grid: usize,
    },
}

/// The progress of a job.
#[derive(Clone, Debug, serde::Serialize)]
pub enum JobStage {
    /// The job has not started.
    Begin,
    /// Searching for a free slot: near the end of this path, if there is one already.
    FindSlot(Option<Path>),
    /// Looking at one cell after the other, the nearest first.
    Scan(Scan),
    /// Waiting for a path search.
    Search { request: RequestId, part: PathPart },
    /// Searching for where the path may end.
    FindGoals(GoalSearch),
}

/// The progress of a search through the cells around an agent.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Scan {
    /// The cell where the agent was when the search began.
    pub start: Cell,
    /// The number of cells looked at.
    pub cells: usize,
    /// Of the free slots, the one nearest to the agent's own, and its distance from that in world units.
    pub nearest: Option<(f32, FreeSlot)>,
}

/// Which part of an agent's path is being searched for.
#[derive(Clone, Debug, serde::Serialize)]
pub enum PathPart {
    /// All of it, to one of the goals; the slot is searched for afterwards.
    ToGoal,
    /// All of the path, to a slot.
    ToSlot(FreeSlot),
    /// The part behind the known path, up to the slot.
    Behind(Path, FreeSlot),
    /// The part before the known path.
    Before(Path, FreeSlot),
}

impl Job {
    /// Creates a job that has not started.
    pub fn new(agent: AgentId, kind: JobKind) -> Job {
        Job { agent, kind, stage: JobStage::Begin, aim: Aim::at(Vec::new()), revision: 0 }
    }
}

/// Jobs in the order in which they were asked for. An agent's job is found without a search through the queue, so that
/// a whole crowd can be sent off at once.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Jobs {
    /// In order; `None` where a job was removed. The first entry is never `None`.
    queue: VecDeque<Option<Job>>,
    /// The number of the first entry; the entries are numbered in order. Wraps around.
    #[serde(skip)]
    first: u64,
    /// The entry number of each agent's job.
    #[serde(skip)]
    numbers: BTreeMap<AgentId, u64>,
}

impl Jobs {
    /// Returns the number of jobs.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the first job.
    pub fn front(&self) -> Option<&Job> {
        self.queue.front()?.as_ref()
    }

    /// Returns the number of jobs and of the gaps that removed ones have left between them.
    pub fn places(&self) -> usize {
        self.queue.len()
    }

    /// Returns all jobs, in order.
    pub fn all(&self) -> impl Iterator<Item = &Job> {
        self.queue.iter().flatten()
    }

    /// Returns an agent's job.
    pub fn of(&self, agent: AgentId) -> Option<&Job> {
        self.queue[self.entry_of(agent)?].as_ref()
    }

    /// Appends a job, or replaces the one that its agent has, which it returns.
    pub fn put(&mut self, job: Job) -> Option<Job> {
        if let Some(at) = self.entry_of(job.agent) {
            return self.queue[at].replace(job);
        }
        self.numbers.insert(job.agent, self.first.wrapping_add(self.queue.len() as u64));
        self.queue.push_back(Some(job));
        None
    }

    /// Puts a job before all others. Its agent must have none.
    pub fn put_first(&mut self, job: Job) {
        self.first = self.first.wrapping_sub(1);
        let other = self.numbers.insert(job.agent, self.first);
        debug_assert_eq!(other, None, "no agent has two jobs");
        self.queue.push_front(Some(job));
    }

    /// Removes the first job.
    pub fn take_first(&mut self) -> Option<Job> {
        let agent = self.front()?.agent;
        self.take(agent)
    }

    /// Removes an agent's job.
    pub fn take(&mut self, agent: AgentId) -> Option<Job> {
        let at = self.entry_of(agent)?;
        self.numbers.remove(&agent);
        let job = self.queue[at].take();
        while let Some(None) = self.queue.front() {
            self.queue.pop_front();
            self.first = self.first.wrapping_add(1);
        }
        if self.queue.capacity() > KEPT_PLACES && self.queue.len() < self.queue.capacity() / 4 {
            self.queue.shrink_to((2 * self.queue.len()).max(KEPT_PLACES));
        }
        job
    }

    /// Returns the index of an agent's job in the queue.
    fn entry_of(&self, agent: AgentId) -> Option<usize> {
        self.numbers.get(&agent).map(|number| number.wrapping_sub(self.first) as usize)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn job(agent: u32) -> Job {
        Job::new(AgentId(agent), JobKind::Settle(AgentState::Arrived))
    }

    proptest! {
        /// Compares the queue with a plain list.
        #[test]
        fn tasks_come_in_order_and_are_found_by_agent(steps in prop::collection::vec((0..5_u8, 0..9_u32), 200)) {
            let (mut jobs, mut list) = (Jobs::default(), Vec::new());
            for (what, agent) in steps {
                let at = list.iter().position(|&other| other == agent);
                match what {
                    0 | 1 => {
                        prop_assert_eq!(jobs.put(job(agent)).map(|job| job.agent.0), at.map(|_| agent));
                        list.extend(at.is_none().then_some(agent));
                    }
                    2 if at.is_none() => {
                        jobs.put_first(job(agent));
                        list.insert(0, agent);
                    }
                    3 => {
                        let first = (!list.is_empty()).then(|| list.remove(0));
                        prop_assert_eq!(jobs.take_first().map(|job| job.agent.0), first);
                    }
                    _ => {
                        let taken = at.map(|at| list.remove(at));
                        prop_assert_eq!(jobs.take(AgentId(agent)).map(|job| job.agent.0), taken);
                    }
                }
                prop_assert_eq!(jobs.queue.iter().flatten().map(|job| job.agent.0).collect::<Vec<_>>(), list.clone());
                prop_assert_eq!(jobs.front().map(|job| job.agent.0), list.first().copied());
                prop_assert_eq!(jobs.len(), list.len());
                for agent in 0..9 {
                    let found = jobs.of(AgentId(agent)).map(|job| job.agent.0);
                    prop_assert_eq!(found, list.contains(&agent).then_some(agent));
                }
            }
        }
    }
}
