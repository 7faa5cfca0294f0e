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

/// Opens the inspector in the place of another panel, or closes it.
pub(super) fn toggle_inspector(game: &mut Game) {
    let is_open = game.inspector.is_some();
    game.make_room_at_the_side();
    game.inspector = (!is_open).then_some(Page::State);
}

/// The agent that the inspector shows: the first selected one, or the first of all.
pub fn inspected(game: &Game) -> Option<&Agent> {
    let selected = game.selected.first().and_then(|id| game.sim.agent(*id));
    selected.or(game.sim.agents().first())
}

/// The profile of the agent that the inspector shows, as the player has last changed it.
pub fn inspected_profile(game: &Game) -> Option<&AgentProfile> {
    let profile = game.sim.profile_of(inspected(game)?);
    let changed = game.queue.iter().rev().find_map(|command| match command {
        Command::Tune(tuned) if tuned.name == profile.name => Some(&**tuned),
        _ => None,
    });
    Some(changed.unwrap_or(profile))
}

/// Does what was pressed in the inspector.
pub(super) fn inspect(game: &mut Game, press: InspectPress) {
    match press {
        InspectPress::Turn(page) => game.inspector = Some(page),
        InspectPress::Agent(forward) => inspect_neighbour(game, forward),
        InspectPress::Adjust(property, steps) => {
            let Some(mut profile) = inspected_profile(game).cloned() else { return };
            let before = profile.clone();
            adjust(property, &mut profile, steps);
            if profile == before {
                let text = format!("{} is at its limit", property.label);
                return game.say(Answer::new(Tone::Plain, text));
            }
            game.command(Command::Tune(Box::new(profile)));
        }
    }
}

fn inspect_neighbour(game: &mut Game, forward: bool) {
    let agents = game.sim.agents();
    let Some(shown) = inspected(game) else { return };
    let place = agents.iter().position(|agent| agent.id() == shown.id()).unwrap_or(0);
    let next = (place + if forward { 1 } else { agents.len() - 1 }) % agents.len();
    game.selected = vec![agents[next].id()];
}

#[cfg(test)]
mod tests {
    use footpath::agent::AgentId;
    use footpath::level::edit::Document;
    use glam::vec2;

    use super::*;
    use crate::app::modes::library::Source;
    use crate::app::view::camera::Insets;

    fn game() -> Game {
        let text = r##"(version: 1, name: "Pen", legend: {'.': "grass"}, rows: ["......"],
            agents: [(profile: "walker", tile: (0, 0)), (profile: "runner", tile: (2, 0))])"##;
        let document = Document::open("pen.ron", text.to_owned()).expect("it is a level");
        Game::new(document, Source::Text("pen".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    #[test]
    fn presses_in_one_tick_add_up_and_reach_the_world() {
        let mut game = game();
        inspect(&mut game, InspectPress::Agent(true));
        assert_eq!(game.selected, [AgentId(1)]);
        let before = game.sim.profiles()[1].speed;
        let speed = Property::named("speed").unwrap();
        inspect(&mut game, InspectPress::Adjust(speed, 1));
        inspect(&mut game, InspectPress::Adjust(speed, 1));
        assert!((inspected_profile(&game).expect("it is there").speed - before - 0.4).abs() < 1e-5);
        game.sim.step(&std::mem::take(&mut game.queue));
        assert!((game.sim.profiles()[1].speed - before - 0.4).abs() < 1e-5);
        assert_eq!(game.sim.profiles()[0].speed, 3.0, "another kind is as it was");
    }

    #[test]
    fn agents_come_round() {
        let mut game = game();
        for expected in [1, 0, 1] {
            inspect(&mut game, InspectPress::Agent(false));
            assert_eq!(game.selected, [AgentId(expected)]);
        }
    }
}
