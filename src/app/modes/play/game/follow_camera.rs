//! Letting the camera follow an agent.

use footpath::agent::AgentId;
use footpath::sim::Simulation;

use crate::app::modes::timing::Clock;
use crate::app::view::camera::Camera;

/// Whether the camera follows the first selected agent.
#[derive(Default)]
pub struct FollowCamera {
    pub is_on: bool,
}

impl FollowCamera {
    /// Lets the camera follow the first selected agent, or no longer; `false` where nobody is selected.
    pub(super) fn toggle(&mut self, selected: &[AgentId]) -> bool {
        self.is_on = !self.is_on && !selected.is_empty();
        self.is_on || !selected.is_empty()
    }

    /// Keeps the followed agent in the middle of the map's part of the window; one that is gone is followed no longer.
    pub fn keep_in_sight(&mut self, camera: &mut Camera, sim: &Simulation, selected: &[AgentId], clock: &Clock) {
        if !self.is_on {
            return;
        }
        match selected.first().and_then(|id| sim.agent(*id)) {
            Some(agent) => camera.centre_on(agent.previous_position().lerp(agent.position(), clock.blend())),
            None => self.is_on = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use footpath::sim::Selection;
    use glam::{Vec2, vec2};

    use super::*;
    use crate::app::modes::actions::Action;
    use crate::app::modes::play::actions::PlayAction;
    use crate::app::modes::play::game::Game;

    fn lane() -> Game {
        let row = "........................................";
        let text = format!(
            r##"(version: 1, name: "Pen", legend: {{'.': "grass"}}, rows: ["{row}", "{row}", "{row}", "{row}"],
            agents: [(tile: (0, 0)), (tile: (39, 3))])"##
        );
        Game::of_text("pen", &text)
    }

    #[test]
    fn the_camera_follows_the_selected_agent_until_the_map_is_moved() {
        let mut game = lane();
        game.act(Action::Play(PlayAction::FollowCamera), Vec2::ZERO);
        assert!(!game.look.follow_camera().is_on, "nobody is selected");
        game.orders.select(game.run.sim(), Selection::These(vec![AgentId(0)]));
        game.act(Action::Play(PlayAction::FollowCamera), Vec2::ZERO);
        game.camera.zoom_at(vec2(400.0, 300.0), 4.0);
        for (agent, at) in [(AgentId(0), vec2(0.5, 0.5)), (AgentId(1), vec2(39.5, 3.5))] {
            let Game { look, camera, run, orders, clock, .. } = &mut game;
            orders.select(run.sim(), Selection::These(vec![agent]));
            look.follow_camera_mut().keep_in_sight(camera, run.sim(), orders.selected(), clock);
            assert!(camera.to_screen(at).distance(vec2(400.0, 300.0)) < 1.0);
        }
        game.act(Action::PanBy(vec2(10.0, 0.0)), Vec2::ZERO);
        assert!(!game.look.follow_camera().is_on);
    }
}
