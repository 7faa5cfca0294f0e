//! What a player does with the inspector: turning to another page or agent, changing the agent's profile.

use footpath::agent::Agent;
use footpath::profile::{AgentProfile, Property};
use footpath::sim::Command;

use super::consequence::Consequence;
use super::run::Run;
use crate::app::modes::property::adjust;

/// The profile of an agent, as the player has last changed it.
pub fn inspected_profile<'a>(run: &'a Run, agent: &Agent) -> &'a AgentProfile {
    let profile = run.sim().profile_of(agent);
    let changed = run.queue().iter().rev().find_map(|command| match command {
        Command::Tune(tuned) if tuned.name == profile.name => Some(&**tuned),
        _ => None,
    });
    changed.unwrap_or(profile)
}

/// Moves a property of the profile of an agent by this many of its steps.
pub(super) fn tune(run: &Run, agent: &Agent, property: &'static Property, steps: i32) -> Consequence {
    let before = inspected_profile(run, agent);
    let mut profile = before.clone();
    adjust(property, &mut profile, steps);
    if profile == *before {
        return Consequence::plain(format!("{} is at its limit", property.label));
    }
    Command::Tune(Box::new(profile)).into()
}

#[cfg(test)]
mod tests {
    use footpath::agent::AgentId;
    use glam::Vec2;

    use super::*;
    use crate::app::modes::actions::Action;
    use crate::app::modes::play::actions::{InspectAction, PlayAction};
    use crate::app::modes::play::game::Game;

    fn game() -> Game {
        let text = r##"(version: 1, name: "Pen", legend: {'.': "grass"}, rows: ["......"],
            agents: [(profile: "walker", tile: (0, 0)), (profile: "runner", tile: (2, 0))])"##;
        Game::of_text("pen", text)
    }

    #[test]
    fn presses_in_one_tick_add_up_and_reach_the_world() {
        let mut game = game();
        game.act(Action::Play(PlayAction::Inspect(InspectAction::Agent(true))), Vec2::ZERO);
        assert_eq!(game.orders.selected(), [AgentId(1)]);
        let before = game.run.sim().profiles()[1].speed;
        let speed = Property::named("speed").unwrap();
        game.act(Action::Play(PlayAction::Inspect(InspectAction::Adjust(speed, 1))), Vec2::ZERO);
        game.act(Action::Play(PlayAction::Inspect(InspectAction::Adjust(speed, 1))), Vec2::ZERO);
        let profile = inspected_profile(&game.run, &game.run.sim().agents()[1]);
        assert!((profile.speed - before - 0.4).abs() < 1e-5);
        game.tick();
        assert!((game.run.sim().profiles()[1].speed - before - 0.4).abs() < 1e-5);
        assert_eq!(game.run.sim().profiles()[0].speed, 3.0, "another kind is as it was");
    }

    #[test]
    fn agents_come_round() {
        let mut game = game();
        for expected in [1, 0, 1] {
            game.act(Action::Play(PlayAction::Inspect(InspectAction::Agent(false))), Vec2::ZERO);
            assert_eq!(game.orders.selected(), [AgentId(expected)]);
        }
    }
}
