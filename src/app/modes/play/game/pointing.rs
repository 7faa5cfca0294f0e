//! What of the world lies under the pointer.

use footpath::sim::Simulation;
use glam::Vec2;

use super::orders::is_commanded;
use super::{Game, handling};
use crate::app::modes::play::under::Under;
use crate::app::view::place_flags::PlaceFlag;

/// How near, in pixels, a press must be to what it is meant for: half a thumb for a small agent.
const REACH: f32 = 14.0;

/// What lies under a place of the window, the nearest to the eye first. Of agents, one whose body lies there comes first, then
/// those that the player commands.
pub fn under(game: &Game, at: Vec2) -> Under {
    let (camera, sim, selected) = (&game.camera, game.run.sim(), game.orders.selected());
    let has_nobody_to_select = has_nobody_to_select(sim);
    let agents = sim.agents().iter().filter_map(|agent| {
        let distance =
            camera.to_screen(agent.previous_position().lerp(agent.position(), game.clock.blend())).distance(at);
        let body = sim.profile_of(agent).radius * camera.scale;
        // Beside the only one, which is selected, a press is meant for the ground.
        let reach = if has_nobody_to_select && selected == [agent.id()] { body } else { body.max(REACH) };
        let rank = (distance > body, !is_commanded(sim, agent));
        (distance <= reach).then_some((rank, distance, agent.id()))
    });
    let nearest = agents.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let goals = game.look.goals(game.run.planned(), selected);
    let goal = goals.iter().find(|goal| camera.to_screen(goal.point).distance(at) <= REACH);
    let goal_of = goal.map(|goal| {
        let selected: Vec<_> = goal.agents.iter().copied().filter(|id| selected.binary_search(id).is_ok()).collect();
        if selected.is_empty() { goal.agents.clone() } else { selected }
    });
    let is_start = |flag: &PlaceFlag| !flag.starts.is_empty() && camera.to_screen(flag.at).distance(at) <= REACH;
    let start = game.traces.flags().iter().position(is_start);
    match (nearest, goal_of) {
        (Some((_, _, agent)), goal_of) => Under::Agent { agent, goal_of: goal_of.unwrap_or_default(), start },
        (None, Some(goal_of)) => Under::Goal(goal_of),
        (None, None) => match (start, handling::obstacle_at(sim, camera.to_world(at))) {
            (Some(flag), _) => Under::Start(flag),
            (None, Some(obstacle)) => Under::Obstacle(obstacle.name.clone()),
            (None, None) if has_nobody_to_select => Under::BareGround,
            (None, None) => Under::Ground,
        },
    }
}

/// Whether the player commands one agent at most.
// By itself: the page's first frame needs none of it.
#[inline(never)]
fn has_nobody_to_select(sim: &Simulation) -> bool {
    sim.agents().iter().filter(|agent| is_commanded(sim, agent)).nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use footpath::level::edit::Document;
    use glam::vec2;

    use super::*;
    use crate::app::modes::library::LevelSource;

    const TEXT: &str = r##"(version: 1, name: "Two flags",
        legend: {'.': "grass", 'S': (terrain: "grass", place: "start"), 'G': (terrain: "grass", place: "goal")},
        rows: ["................", "..S.............", "................", ".............G..", "................"],
        agents: [(tile: (2, 1), order: MoveTo("goal"))])"##;

    #[test]
    fn the_flag_of_a_goal_goes_along_with_it() {
        let document = Document::open("flags.ron", TEXT.to_owned()).expect("it is a level");
        let mut game = Game::new(document, LevelSource::Text("flags".to_owned()), vec2(1600.0, 600.0));
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

    #[test]
    fn a_press_between_agents_is_for_the_one_that_the_player_commands() {
        let game = |agents: &str| {
            let text = format!(
                "(version: 1, name: \"Crowd\", player: \"us\", legend: {{'.': \"grass\"}}, rows: [{}], agents: [{agents}])",
                "\"........................................\", ".repeat(20)
            );
            let document = Document::open("crowd.ron", text).expect("it is a level");
            let mut game = Game::new(document, LevelSource::Text("crowd".to_owned()), vec2(400.0, 400.0));
            game.tick();
            game
        };
        let (own, other) = ("(tile: (10, 10), team: \"us\")", "(tile: (12, 10), team: \"them\")");
        let is_agent = |under, number| matches!(under, Under::Agent { agent, .. } if agent.0 == number);
        let two = game(&format!("{own}, {other}, (tile: (30, 10), team: \"us\")"));
        let at = |x: f32| two.camera.to_screen(vec2(x, 10.5));
        let beside = at(11.8);
        assert!(beside.distance(at(10.5)) < REACH && beside.distance(at(12.5)) < REACH, "{}", two.camera.scale);
        assert!(is_agent(under(&two, beside), 0), "the other is nearer");
        assert!(is_agent(under(&two, at(12.5)), 1), "on its body");
        // Who commands one alone has nobody else to select: beside it, the ground is meant.
        let one = game(own);
        assert_eq!(one.orders.selected().len(), 1);
        assert_eq!(under(&one, at(11.5)), Under::BareGround);
        assert!(is_agent(under(&one, at(10.5)), 0));
    }
}
