//! Letting the camera follow an agent.

use super::Game;
use crate::app::view::words::answers::{Answer, Tone};

impl Game {
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
    use glam::{Vec2, vec2};

    use super::*;
    use crate::app::modes::keys::Action;
    use crate::app::modes::library::Source;
    use crate::app::modes::play::intent::{Intent, Press};
    use crate::app::view::camera::Insets;

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
