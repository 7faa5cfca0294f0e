//! What a player does with the inspector: opening it, turning to another agent, changing its profile.

use footpath::agent::Agent;
use footpath::profile::{AgentProfile, Property};
use footpath::sim::Command;

use super::Game;
use crate::app::modes::play::inspector::Page;
use crate::app::modes::property::adjust;
use crate::app::view::words::answers::{Answer, Tone};

/// Something that the inspector can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InspectPress {
    /// Show another page.
    Turn(Page),
    /// Select the next agent, or the one before.
    Agent(bool),
    /// Move a property of the agent's profile by this many of its steps.
    Adjust(&'static Property, i32),
}

impl Game {
    /// Opens the inspector in the place of another panel, or closes it.
    pub(super) fn toggle_inspector(&mut self) {
        let is_open = self.inspector.is_some();
        self.make_room_at_the_side();
        self.inspector = (!is_open).then_some(Page::State);
    }

    /// The agent that the inspector shows: the first selected one, or the first of all.
    pub fn inspected(&self) -> Option<&Agent> {
        let selected = self.selected.first().and_then(|id| self.sim.agent(*id));
        selected.or(self.sim.agents().first())
    }

    /// The profile of the agent that the inspector shows, as the player has last changed it.
    pub fn inspected_profile(&self) -> Option<&AgentProfile> {
        let profile = self.sim.profile_of(self.inspected()?);
        let changed = self.queue.iter().rev().find_map(|command| match command {
            Command::Tune(tuned) if tuned.name == profile.name => Some(&**tuned),
            _ => None,
        });
        Some(changed.unwrap_or(profile))
    }

    /// Does what was pressed in the inspector.
    pub(super) fn inspect(&mut self, press: InspectPress) {
        match press {
            InspectPress::Turn(page) => self.inspector = Some(page),
            InspectPress::Agent(forward) => self.inspect_neighbour(forward),
            InspectPress::Adjust(property, steps) => {
                let Some(mut profile) = self.inspected_profile().cloned() else { return };
                let before = profile.clone();
                adjust(property, &mut profile, steps);
                if profile == before {
                    let text = format!("{} is at its limit", property.label);
                    return self.say(Answer::new(Tone::Plain, text));
                }
                self.command(Command::Tune(Box::new(profile)));
            }
        }
    }

    fn inspect_neighbour(&mut self, forward: bool) {
        let agents = self.sim.agents();
        let Some(shown) = self.inspected() else { return };
        let place = agents.iter().position(|agent| agent.id() == shown.id()).unwrap_or(0);
        let next = (place + if forward { 1 } else { agents.len() - 1 }) % agents.len();
        self.selected = vec![agents[next].id()];
    }
}

#[cfg(test)]
mod tests {
    use footpath::agent::AgentId;
    use footpath::level::Level;
    use glam::vec2;

    use super::*;
    use crate::app::modes::library::Source;
    use crate::app::view::camera::Insets;

    fn game() -> Game {
        let text = r##"(version: 1, name: "Pen", legend: {'.': "grass"}, rows: ["......"],
            agents: [(profile: "walker", tile: (0, 0)), (profile: "runner", tile: (2, 0))])"##;
        let level = Level::parse("pen.ron", text).expect("it is a level");
        Game::new(level, Source::Text("pen".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    #[test]
    fn presses_in_one_tick_add_up_and_reach_the_world() {
        let mut game = game();
        game.inspect(InspectPress::Agent(true));
        assert_eq!(game.selected, [AgentId(1)]);
        let before = game.sim.profiles()[1].speed;
        let speed = Property::named("speed").unwrap();
        game.inspect(InspectPress::Adjust(speed, 1));
        game.inspect(InspectPress::Adjust(speed, 1));
        assert!((game.inspected_profile().expect("it is there").speed - before - 0.4).abs() < 1e-5);
        game.sim.step(&std::mem::take(&mut game.queue));
        assert!((game.sim.profiles()[1].speed - before - 0.4).abs() < 1e-5);
        assert_eq!(game.sim.profiles()[0].speed, 3.0, "another kind is as it was");
    }

    #[test]
    fn agents_come_round() {
        let mut game = game();
        for expected in [1, 0, 1] {
            game.inspect(InspectPress::Agent(false));
            assert_eq!(game.selected, [AgentId(expected)]);
        }
    }
}
