//! Taking the last order back.

use footpath::agent::AgentId;
use footpath::level::Order;
use footpath::sim::{Command, Selection};

use super::Game;
use crate::app::view::words::answers::{Answer, Tone};

/// For how long an order can be taken back, in seconds.
pub(super) const UNDO_LASTS: f32 = 5.0;

/// What agents were told before the last order.
#[derive(Clone, Debug)]
pub(super) struct Before {
    /// When the order was given, in seconds of the window's clock.
    given: f32,
    /// Agents with the orders that they had, the present one first.
    orders: Vec<(Vec<AgentId>, Vec<Order>)>,
}

impl Game {
    /// Keeps what the agents of a selection are told now.
    pub(super) fn remember_orders(&mut self, whom: &Selection) {
        let agents = self.sim.agents().iter().filter(|agent| match whom {
            Selection::All => true,
            Selection::These(ids) => ids.contains(&agent.id()),
        });
        let mut orders: Vec<(Vec<AgentId>, Vec<Order>)> = Vec::new();
        for agent in agents {
            let told: Vec<Order> = agent.order().into_iter().chain(agent.queue()).cloned().collect();
            match orders.last_mut() {
                Some((ids, same)) if *same == told => ids.push(agent.id()),
                _ => orders.push((vec![agent.id()], told)),
            }
        }
        self.before = Some(Before { given: self.clock.elapsed(), orders });
    }

    /// Whether there is an order that can still be taken back.
    pub fn can_undo(&self) -> bool {
        self.before.as_ref().is_some_and(|before| self.clock.elapsed() - before.given < UNDO_LASTS)
    }

    /// Has the agents of the last order go on with what they were told before it.
    pub(super) fn undo(&mut self) {
        if !self.can_undo() {
            return self.say(Answer::new(Tone::Plain, "There is no order of the last five seconds to take back"));
        }
        for (ids, told) in self.before.take().map(|before| before.orders).unwrap_or_default() {
            let mut told = told.into_iter();
            let whom = Selection::These(ids);
            self.queue.push(Command::Order(whom.clone(), told.next().unwrap_or(Order::Stop)));
            self.queue.extend(told.map(|order| Command::ThenOrder(whom.clone(), order)));
        }
        self.say(Answer::new(Tone::Plain, "The last order is taken back"));
    }
}
