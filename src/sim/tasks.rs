//! What is to be done for agents, first come first served, at most one thing for each.

use std::collections::{BTreeMap, VecDeque};

use super::ways::Task;
use crate::agent::AgentId;

/// Tasks in the order in which they came up. The one of an agent is found without looking through all of them, so that
/// a crowd can be sent somewhere at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Tasks {
    /// In order; `None` in the place of one that was taken out. The first one is there.
    queue: VecDeque<Option<Task>>,
    /// The number of the first place; each place has the next number. It wraps around.
    first: u64,
    /// The number of the place where the task of an agent is.
    places: BTreeMap<AgentId, u64>,
}

impl Tasks {
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
    use crate::agent::AgentState;
    use crate::sim::ways::Errand;

    fn task(agent: u32) -> Task {
        Task::new(AgentId(agent), Errand::Settle(AgentState::Arrived))
    }

    proptest! {
        /// Beside a plain list that is looked through.
        #[test]
        fn tasks_come_in_order_and_are_found_by_agent(steps in prop::collection::vec((0..5_u8, 0..9_u32), 200)) {
            let (mut tasks, mut list) = (Tasks::default(), Vec::new());
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
