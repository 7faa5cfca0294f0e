//! What of the world lies under the pointer.

use footpath::sim::Simulation;
use glam::Vec2;

use super::{Game, handling};
use crate::app::modes::play::under::Under;
use crate::app::view::place_flags::PlaceFlag;

/// How near, in pixels, a press must be to what it is meant for: half a thumb for a small agent.
const REACH: f32 = 14.0;

/// What lies under a place of the window, the nearest to the eye first.
pub fn under(game: &Game, at: Vec2) -> Under {
    let (camera, sim, selected) = (&game.camera, game.run.sim(), game.orders.selected());
    let agents = sim.agents().iter().filter_map(|agent| {
        let distance =
            camera.to_screen(agent.previous_position().lerp(agent.position(), game.clock.blend())).distance(at);
        let body = sim.profile_of(agent).radius * camera.scale;
        (distance <= body.max(REACH)).then_some((distance, agent.id()))
    });
    let goals = game.look.goals(game.run.planned(), selected);
    let goal = goals.iter().find(|goal| camera.to_screen(goal.point).distance(at) <= REACH);
    let goal_of = goal.map(|goal| {
        let selected: Vec<_> = goal.agents.iter().copied().filter(|id| selected.binary_search(id).is_ok()).collect();
        if selected.is_empty() { goal.agents.clone() } else { selected }
    });
    let is_start = |flag: &PlaceFlag| !flag.starts.is_empty() && camera.to_screen(flag.at).distance(at) <= REACH;
    let start = game.traces.flags().iter().position(is_start);
    match (agents.min_by(|one, other| one.0.total_cmp(&other.0)), goal_of) {
        (Some((_, agent)), goal_of) => Under::Agent { agent, goal_of: goal_of.unwrap_or_default(), start },
        (None, Some(goal_of)) => Under::Goal(goal_of),
        (None, None) => match (start, handling::obstacle_at(sim, camera.to_world(at))) {
            (Some(flag), _) => Under::Start(flag),
            (None, Some(obstacle)) => Under::Obstacle(obstacle.name.clone()),
            (None, None) if has_nobody_to_select(sim) => Under::BareGround,
            (None, None) => Under::Ground,
        },
    }
}

/// Whether the player commands one agent at most.
// By itself: the page's first frame needs none of it.
#[inline(never)]
fn has_nobody_to_select(sim: &Simulation) -> bool {
    let team = sim.level().player.as_deref();
    sim.agents().iter().filter(|agent| team.is_none() || sim.team_of(agent) == team).nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use footpath::level::edit::Document;
    use glam::vec2;

    use super::*;
    use crate::app::modes::library::Source;

    const TEXT: &str = r##"(version: 1, name: "Two flags",
        legend: {'.': "grass", 'S': (terrain: "grass", place: "start"), 'G': (terrain: "grass", place: "goal")},
        rows: ["................", "..S.............", "................", ".............G..", "................"],
        agents: [(tile: (2, 1), order: MoveTo("goal"))])"##;

    #[test]
    fn the_flag_of_a_goal_goes_along_with_it() {
        let document = Document::open("flags.ron", TEXT.to_owned()).expect("it is a level");
        let mut game = Game::new(document, Source::Text("flags".to_owned()), vec2(1600.0, 600.0));
        (0..60).for_each(|_| game.tick());
        let at = |game: &Game, x: f32, y: f32| game.camera.to_screen(vec2(x, y));
        let Under::Goal(agents) = under(&game, at(&game, 13.5, 3.5)) else { panic!("there is a goal") };
        for (x, dropped) in [(12.5, false), (10.5, false), (9.5, true)] {
            let to = at(&game, x, 1.5);
            game.drag(&Under::Goal(agents.clone()), to, to, dropped);
        }
        let flag =
            |game: &Game, name: &str| game.traces.flags().iter().find(|flag| flag.name == name).map(|flag| flag.at);
        assert!(flag(&game, "goal").is_some_and(|at| at.distance(vec2(9.5, 1.5)) < 0.01), "{:?}", flag(&game, "goal"));
        assert_eq!(flag(&game, "start"), Some(vec2(2.5, 1.5)), "another flag stays");
        assert_eq!(under(&game, at(&game, 2.5, 1.5)), Under::Start(1), "the agent has left");
    }
}
