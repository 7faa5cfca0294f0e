//! What is to be done for agents, first come first served, at most one thing for each.

use std::collections::{BTreeMap, VecDeque};

use crate::agent::{AgentId, AgentState};
use crate::grid::Cell;
use crate::nav::requests::RequestId;
use crate::nav::{Path, PathStatus};
use crate::sim::slot_search::FreePlace;

/// What is to be done for an agent. Nobody has two at a time.
#[derive(Clone, Debug)]
pub struct Task {
    pub agent: AgentId,
    pub errand: Errand,
    pub step: Step,
    /// Where its order leads, once that is understood.
    pub aim: Aim,
    /// The revision of the ground that the present step was thought out on.
    pub revision: u64,
}

#[derive(Clone, Copy, Debug)]
pub enum Errand {
    /// Give it a way to where its order says; if it has none, let it settle.
    FindWay,
    /// Bring it to stand at the free place nearest to where it can stop, and to be this there.
    Settle(AgentState),
    /// Bring it back to its place, or the free one nearest to that, and to be this there.
    Return(AgentState),
    /// Find it another place than its own, if there is one.
    MakeRoom,
}

/// How far a task has come.
#[derive(Clone, Debug)]
pub enum Step {
    /// Nothing has been done.
    Begin,
    /// The explorer looks for a free place: near the end of this way, where there is one already.
    Explore(Option<Path>),
    /// It waits for a path.
    Search { request: RequestId, part: Part },
}

/// Which part of an agent's way is being searched for.
#[derive(Clone, Debug)]
pub enum Part {
    /// All of it to one of the goals; the place comes later.
    ToGoal,
    /// All of it.
    ToPlace(FreePlace),
    /// What comes behind the path that is known.
    Behind(Path, FreePlace),
    /// What comes before it.
    Before(Path, FreePlace),
}

/// The cells where an agent's way may end.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    pub goals: Vec<Cell>,
    /// Whether they are those of the order, or as near to them as can be.
    pub status: PathStatus,
}

impl Task {
    /// One of which nothing has been done.
    pub fn new(agent: AgentId, errand: Errand) -> Task {
        let aim = Aim { goals: Vec::new(), status: PathStatus::Complete };
        Task { agent, errand, step: Step::Begin, aim, revision: 0 }
    }
}

/// Tasks in the order in which they came up. The one of an agent is found without looking through all of them, so that
/// a crowd can be sent somewhere at once.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    /// In order; `None` in the place of one that was taken out. The first one is there.
    queue: VecDeque<Option<Task>>,
    /// The number of the first place; each place has the next number. It wraps around.
    first: u64,
    /// The number of the place where the task of an agent is.
    places: BTreeMap<AgentId, u64>,
}

impl Jobs {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Task> {
        self.queue.iter().flatten()
    }

    /// The first one.
    pub fn front(&self) -> Option<&Task> {
        self.queue.front()?.as_ref()
    }

    /// That of an agent.
    pub fn of(&self, agent: AgentId) -> Option<&Task> {
        self.queue[self.place_of(agent)?].as_ref()
    }

    /// Puts one behind the others, or in the place of the one that its agent has, which it gives back.
    pub fn put(&mut self, task: Task) -> Option<Task> {
        if let Some(place) = self.place_of(task.agent) {
            return self.queue[place].replace(task);
        }
        self.places.insert(task.agent, self.first.wrapping_add(self.queue.len() as u64));
        self.queue.push_back(Some(task));
        None
    }

    /// Puts one before the others, whose agent has none.
    pub fn put_first(&mut self, task: Task) {
        self.first = self.first.wrapping_sub(1);
        let other = self.places.insert(task.agent, self.first);
        debug_assert_eq!(other, None, "nobody has two tasks");
        self.queue.push_front(Some(task));
    }

    /// Takes the first one out.
    pub fn take_first(&mut self) -> Option<Task> {
        let agent = self.front()?.agent;
        self.take(agent)
    }

    /// Takes that of an agent out.
    pub fn take(&mut self, agent: AgentId) -> Option<Task> {
        let place = self.place_of(agent)?;
        self.places.remove(&agent);
        let task = self.queue[place].take();
        while let Some(None) = self.queue.front() {
            self.queue.pop_front();
            self.first = self.first.wrapping_add(1);
        }
        task
    }

    /// Where the task of an agent is in the queue.
    fn place_of(&self, agent: AgentId) -> Option<usize> {
        self.places.get(&agent).map(|number| number.wrapping_sub(self.first) as usize)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn task(agent: u32) -> Task {
        Task::new(AgentId(agent), Errand::Settle(AgentState::Arrived))
    }

    proptest! {
        /// Beside a plain list that is looked through.
        #[test]
        fn tasks_come_in_order_and_are_found_by_agent(steps in prop::collection::vec((0..5_u8, 0..9_u32), 200)) {
            let (mut tasks, mut list) = (Jobs::default(), Vec::new());
            for (what, agent) in steps {
                let place = list.iter().position(|&other| other == agent);
                match what {
                    0 | 1 => {
                        prop_assert_eq!(tasks.put(task(agent)).map(|task| task.agent.0), place.map(|_| agent));
                        list.extend(place.is_none().then_some(agent));
                    }
                    2 if place.is_none() => {
                        tasks.put_first(task(agent));
                        list.insert(0, agent);
                    }
                    3 => {
                        let first = (!list.is_empty()).then(|| list.remove(0));
                        prop_assert_eq!(tasks.take_first().map(|task| task.agent.0), first);
                    }
                    _ => {
                        let taken = place.map(|place| list.remove(place));
                        prop_assert_eq!(tasks.take(AgentId(agent)).map(|task| task.agent.0), taken);
                    }
                }
                prop_assert_eq!(tasks.iter().map(|task| task.agent.0).collect::<Vec<_>>(), list.clone());
                prop_assert_eq!(tasks.front().map(|task| task.agent.0), list.first().copied());
                prop_assert_eq!(tasks.len(), list.len());
                for agent in 0..9 {
                    let found = tasks.of(AgentId(agent)).map(|task| task.agent.0);
                    prop_assert_eq!(found, list.contains(&agent).then_some(agent));
                }
            }
        }
    }
}
