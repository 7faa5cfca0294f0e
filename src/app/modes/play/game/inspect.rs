//! What a player does with the inspector: opening it, turning to another agent, changing its profile; pinning what is known
//! of cells, and letting the camera follow an agent.

use footpath::agent::Agent;
use footpath::profile::{AgentProfile, Property};
use footpath::sim::Command;
use glam::Vec2;

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

/// The most cards that are pinned at once: the oldest goes.
const MOST_PINS: usize = 4;

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

    /// Pins the card of the cell at a point of the world, or takes it away.
    pub(super) fn pin(&mut self, at: Vec2) {
        let cells = self.sim.map().cells();
        let Some(cell) = cells.tile_inside(at) else {
            return self.say(Answer::outside(&self.sim.map().lattice, at));
        };
        let middle = cells.centre(cell);
        match self.pins.iter().position(|pin| *pin == middle) {
            Some(index) => _ = self.pins.remove(index),
            None => self.pins.push(middle),
        }
        if self.pins.len() > MOST_PINS {
            self.pins.remove(0);
        }
    }

    /// Takes a pinned card away, by its place among them.
    pub(super) fn unpin(&mut self, index: usize) {
        if index < self.pins.len() {
            self.pins.remove(index);
        }
    }

    /// Lets the camera follow the first selected agent, or no longer.
    pub(super) fn toggle_camera_follows(&mut self) {
        self.camera_follows = !self.camera_follows;
        if self.camera_follows && self.selected.is_empty() {
            self.camera_follows = false;
            self.say(Answer::new(Tone::Plain, "Select the agent that the camera is to follow"));
        }
    }

    /// Keeps the followed agent in the middle of the map's part of the window.
    pub fn let_camera_follow(&mut self) {
        if !self.camera_follows {
            return;
        }
        match self.selected.first().and_then(|id| self.sim.agent(*id)) {
            Some(agent) => {
                let at = agent.previous_position().lerp(agent.position(), self.clock.blend());
                self.camera.centre_on(at);
            }
            None => self.camera_follows = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use footpath::agent::AgentId;
    use footpath::level::Level;
    use glam::vec2;

    use super::*;
    use crate::app::modes::keys::Action;
    use crate::app::modes::library::Source;
    use crate::app::modes::play::intent::{Intent, Press};
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

    fn lane() -> Game {
        let row = "........................................";
        let text = format!(
            r##"(version: 1, name: "Pen", legend: {{'.': "grass"}}, rows: ["{row}", "{row}", "{row}", "{row}"],
            agents: [(tile: (0, 0)), (tile: (39, 3))])"##
        );
        let level = Level::parse("pen.ron", &text).expect("it is a level");
        Game::new(level, Source::Text("pen".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    #[test]
    fn cells_are_pinned_by_a_key_or_by_the_next_click_and_go_again() {
        let mut game = lane();
        let at = game.camera.to_screen(vec2(5.2, 1.7));
        game.press(Press::Do(Action::Pin), at);
        assert_eq!(game.pins, [vec2(5.5, 1.5)]);
        game.press(Press::PinNext, Vec2::ZERO);
        let to = game.camera.to_screen(vec2(8.5, 2.5));
        game.carry_out(Intent::Send { at: to, afterwards: false }, to);
        assert_eq!((game.pins.as_slice(), game.aim), (&[vec2(5.5, 1.5), vec2(8.5, 2.5)][..], None));
        assert!(game.sim.agents().iter().all(|agent| agent.order().is_none()), "nobody is sent");
        game.press(Press::Do(Action::Pin), at);
        game.press(Press::Unpin(0), Vec2::ZERO);
        assert!(game.pins.is_empty());
        for x in 0..6 {
            game.press(Press::Do(Action::Pin), game.camera.to_screen(vec2(x as f32 + 0.5, 0.5)));
        }
        assert_eq!((game.pins.len(), game.pins[0]), (4, vec2(2.5, 0.5)));
    }

    #[test]
    fn the_camera_follows_the_selected_agent_until_the_map_is_moved() {
        let mut game = lane();
        game.press(Press::Do(Action::FollowCamera), Vec2::ZERO);
        assert!(!game.camera_follows, "nobody is selected");
        game.selected = vec![AgentId(0)];
        game.press(Press::Do(Action::FollowCamera), Vec2::ZERO);
        game.camera.zoom_at(vec2(400.0, 300.0), 4.0);
        game.let_camera_follow();
        assert!(game.camera.to_screen(vec2(0.5, 0.5)).distance(vec2(400.0, 300.0)) < 1.0);
        game.selected = vec![AgentId(1)];
        game.let_camera_follow();
        assert!(game.camera.to_screen(vec2(39.5, 3.5)).distance(vec2(400.0, 300.0)) < 1.0);
        game.carry_out(Intent::Pan(vec2(10.0, 0.0)), Vec2::ZERO);
        assert!(!game.camera_follows);
    }
}
