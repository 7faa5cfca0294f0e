//! Agents that are told apart by their kind: a few, each of a kind of its own, all sent to one goal.

use footpath::agent::{Agent, AgentId};
use footpath::sim::{Simulation, TICK};
use macroquad::color::Color;

/// The most agents that are told apart so.
const MOST: usize = 8;

/// Who takes part, and when each of them came to the goal.
#[derive(Clone, Debug, Default)]
pub struct Racers {
    /// The agents that have arrived, the first one first, with the time of the level at which they did, in seconds.
    finished: Vec<(AgentId, f32)>,
}

/// A line of the table of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceStanding {
    /// The name of its kind.
    pub name: String,
    pub color: Color,
    /// When it came to the goal, in seconds of the level's time, once it has.
    pub finished: Option<f32>,
}

impl Racers {
    /// Notes that an agent has come to its goal now.
    pub fn arrive(&mut self, sim: &Simulation, agent: AgentId) {
        if self.finished.iter().all(|(known, _)| *known != agent) {
            self.finished.push((agent, sim.tick() as f32 * TICK));
        }
    }

    /// How the race stands, those that have arrived first; empty in a level that is none.
    pub fn table(&self, sim: &Simulation) -> Vec<RaceStanding> {
        if !is_race(sim) {
            return Vec::new();
        }
        let standing = |agent: &Agent, finished| RaceStanding {
            name: sim.profile_of(agent).name.clone(),
            color: color_of(sim, agent),
            finished,
        };
        let first = self.finished.iter().filter_map(|(id, at)| Some(standing(sim.agent(*id)?, Some(*at))));
        let has_arrived = |agent: &Agent| self.finished.iter().any(|(id, _)| *id == agent.id());
        let rest = sim.agents().iter().filter(|agent| !has_arrived(agent)).map(|agent| standing(agent, None));
        first.chain(rest).collect()
    }
}

/// Whether a level's agents race: there are a few, each of another kind, and all of them were sent to the same goal.
pub fn is_race(sim: &Simulation) -> bool {
    let agents = sim.agents();
    let goal = agents.first().and_then(|agent| agent.goal());
    let is_alone = |agent: &Agent| agents.iter().filter(|other| other.profile() == agent.profile()).count() == 1;
    (3..=MOST).contains(&agents.len())
        && goal.is_some()
        && agents.iter().all(|agent| is_alone(agent) && agent.goal() == goal)
}

/// The colour of an agent's kind.
pub fn color_of(sim: &Simulation, agent: &Agent) -> Color {
    let color = sim.profile_of(agent).color;
    Color::from_rgba(color.r, color.g, color.b, 255)
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;
    use footpath::level::built_in::named;
    use footpath::sim::Event;

    use super::*;

    fn begin(name: &str) -> Simulation {
        let level = named(name).expect("it is shipped");
        let mut sim = Simulation::new(Level::parse(level.name, level.text).expect("it is right"), None);
        sim.step(&[]);
        sim
    }

    #[test]
    fn a_race_has_a_table_with_the_first_one_first() {
        let mut sim = begin("race");
        let mut racers = Racers::default();
        let before = racers.table(&sim);
        assert_eq!(before.len(), 6);
        assert!(before.iter().all(|standing| standing.finished.is_none()));
        for _ in 0..60 * 60 {
            for event in sim.step(&[]) {
                if let Event::Arrived { agent, .. } = event {
                    racers.arrive(&sim, agent);
                    racers.arrive(&sim, agent);
                }
            }
        }
        let table = racers.table(&sim);
        let times: Vec<f32> = table.iter().filter_map(|standing| standing.finished).collect();
        assert_eq!((table.len(), times.len()), (6, 6), "{table:?}");
        assert!(times.is_sorted() && times[0] > 1.0, "{times:?}");
        assert_eq!(table[0].name, "any-angle");
    }

    #[test]
    fn what_is_no_race_has_no_table() {
        for name in ["first-steps", "thirty-agents", "the-rounds", "gates"] {
            assert!(Racers::default().table(&begin(name)).is_empty(), "{name}");
        }
    }

    #[test]
    fn colour_blind_people_can_tell_racers_apart() {
        let sim = begin("race");
        let colors: Vec<(&str, Color)> =
            sim.agents().iter().map(|agent| (sim.profile_of(agent).name.as_str(), color_of(&sim, agent))).collect();
        crate::app::ui::color_vision::assert_apart(&colors, 15.0);
    }
}
