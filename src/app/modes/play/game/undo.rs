//! What taking an order back needs.

use footpath::agent::AgentId;
use footpath::level::Order;
use footpath::sim::{Command, Selection, Simulation};

/// For how long an order can be taken back, in seconds.
const UNDO_LASTS: f32 = 5.0;

/// What agents were told before an order.
#[derive(Clone, Debug)]
pub struct Before {
    /// When the order was given, in seconds of the window's clock.
    given: f32,
    /// Agents with the orders that they had, the present one first.
    orders: Vec<(Vec<AgentId>, Vec<Order>)>,
}

impl Before {
    /// What the agents of a selection are told now.
    pub fn of(sim: &Simulation, whom: &Selection, now: f32) -> Before {
        let agents = sim.agents().iter().filter(|agent| match whom {
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
        Before { given: now, orders }
    }

    /// Whether the order can still be taken back.
    pub fn is_fresh(&self, now: f32) -> bool {
        now - self.given < UNDO_LASTS
    }

    /// What has the agents go on with what they were told.
    pub fn commands(self) -> Vec<Command> {
        let mut commands = Vec::new();
        for (ids, told) in self.orders {
            let (mut told, whom) = (told.into_iter(), Selection::These(ids));
            commands.push(Command::Order(whom.clone(), told.next().unwrap_or(Order::Stop)));
            commands.extend(told.map(|order| Command::ThenOrder(whom.clone(), order)));
        }
        commands
    }
}
