//! Which agents have waited for long enough that the player should see it on the map.

use footpath::agent::{Agent, AgentId, WaitingFor};
use footpath::sim::Simulation;

/// An agent slower than this part of its speed may be waiting.
const SLOW: f32 = 0.3;

/// The ticks of waiting after which a mark begins to appear: an agent that is obstructed for an instant gets none.
const UNNOTICED: u32 = 24;

/// The ticks after which the mark is there in full.
const NOTICED: u32 = 42;

/// How many ticks of waiting each tick of moving on takes back.
const FORGOTTEN: u32 = 3;

/// Every how many ticks an agent that stands is asked whether something must be switched for it.
const LOOK_EVERY: u64 = 8;

/// For what an agent waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// Its turn, or a door that opens: that comes by itself.
    Turn,
    /// What is switched off, or not to be used by it: that comes only if the player acts.
    Help,
}

/// One agent's waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wait {
    agent: AgentId,
    wants: For,
    /// Whether it still waits: what is left of a wait fades.
    lasts: bool,
    ticks: u32,
}

/// All agents that wait, and since when.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// In order of id.
    known: Vec<Wait>,
}

impl Waits {
    /// To be called after each tick of the simulation.
    pub fn tick(&mut self, sim: &Simulation) {
        let known = std::mem::take(&mut self.known);
        self.known = sim.agents().iter().filter_map(|agent| on_from(sim, agent, &known)).collect();
    }

    /// Forgets every wait, as a level begins.
    pub fn clear(&mut self) {
        self.known.clear();
    }

    /// The agents that wait visibly, for what, and how strong the mark is, over 0 to 1.
    pub fn visible(&self) -> impl Iterator<Item = (AgentId, For, f32)> {
        self.known.iter().filter(|wait| wait.ticks > UNNOTICED).map(|wait| {
            let strength = (wait.ticks - UNNOTICED) as f32 / (NOTICED - UNNOTICED) as f32;
            (wait.agent, wait.wants, strength)
        })
    }
}

/// How it is with an agent one tick later; `None` where it does not wait and nothing is left of an earlier wait.
fn on_from(sim: &Simulation, agent: &Agent, known: &[Wait]) -> Option<Wait> {
    let before = known.binary_search_by_key(&agent.id(), |wait| wait.agent).ok().map(|place| known[place]);
    let ticks = before.map_or(0, |before| before.ticks);
    match wants(sim, agent, before) {
        Some(wants) => Some(Wait { agent: agent.id(), wants, lasts: true, ticks: (ticks + 1).min(NOTICED) }),
        None => {
            before.filter(|_| ticks > FORGOTTEN).map(|wait| Wait { lasts: false, ticks: ticks - FORGOTTEN, ..wait })
        }
    }
}

/// For what an agent waits at this moment, after what it waited for one tick ago.
fn wants(sim: &Simulation, agent: &Agent, before: Option<Wait>) -> Option<For> {
    match agent.waiting().map(|waiting| waiting.reason) {
        Some(_) if agent.velocity().length() > SLOW * sim.profile_of(agent).speed => None,
        Some(WaitingFor::Turn(_) | WaitingFor::Door | WaitingFor::Pass | WaitingFor::Passage | WaitingFor::Others) => {
            Some(For::Turn)
        }
        Some(WaitingFor::Link(_) | WaitingFor::Leave) => Some(For::Help),
        None if !agent.stands() => None,
        None if !(sim.tick() + u64::from(agent.id().0)).is_multiple_of(LOOK_EVERY) => {
            before.filter(|wait| wait.lasts && wait.wants == For::Help).map(|wait| wait.wants)
        }
        None => sim.waits_for_switch(agent).then_some(For::Help),
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::{Level, Order, Target};
    use footpath::sim::{Command, Selection};

    use super::*;

    /// Two on the left of a chasm, with one ladder to the right of it.
    fn begin(link: &str) -> Simulation {
        let text = format!(
            r##"(version: 1, name: "Chasm", legend: {{'.': "grass", ' ': "void", 'G': (terrain: "grass", place: "gate")}},
            rows: ["....    ..G", "....    ..G"], links: [(from: (tile: (3, 0)), to: (tile: (8, 0)), {link})],
            agents: [(tile: (2, 0)), (tile: (2, 1))])"##
        );
        let mut sim = Simulation::new(Level::parse("chasm.ron", &text).expect("it is a level"), None);
        sim.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Place("gate".to_owned())))]);
        sim
    }

    fn seen_within(sim: &mut Simulation, waits: &mut Waits, seconds: u32) -> Vec<(AgentId, For)> {
        let mut seen = Vec::new();
        for _ in 0..60 * seconds {
            sim.step(&[]);
            waits.tick(sim);
            for (agent, wants, strength) in waits.visible() {
                assert!(strength > 0.0 && strength <= 1.0);
                if !seen.contains(&(agent, wants)) {
                    seen.push((agent, wants));
                }
            }
        }
        seen
    }

    #[test]
    fn an_agent_that_queues_at_a_ladder_is_seen_and_one_that_climbs_is_not() {
        let mut sim = begin("kind: \"ladder\", speed: 1.0");
        let mut waits = Waits::default();
        let seen = seen_within(&mut sim, &mut waits, 14);
        assert_eq!(seen.len(), 1, "one goes first: {seen:?}");
        assert_eq!(seen[0].1, For::Turn);
        assert_eq!(waits.visible().count(), 0, "both are across");
    }

    #[test]
    fn an_agent_that_needs_a_bridge_is_seen_until_it_is_switched_on() {
        let mut sim = begin("name: \"bridge\", active: false");
        let mut waits = Waits::default();
        let seen = seen_within(&mut sim, &mut waits, 6);
        assert_eq!(seen, [(AgentId(0), For::Help), (AgentId(1), For::Help)]);
        sim.step(&[Command::Switch { link: "bridge".to_owned(), on: true }]);
        seen_within(&mut sim, &mut waits, 6);
        assert_eq!(waits.visible().count(), 0);
    }
}
