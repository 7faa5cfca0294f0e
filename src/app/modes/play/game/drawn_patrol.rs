//! A patrol that the player makes: its points, as they are clicked.

use footpath::level::{PatrolPath, PatrolPoint, Target, limits};
use footpath::sim::Simulation;
use glam::Vec2;

use crate::app::view::plans;
use crate::app::view::words::answers::{GameAnswer, Tone};

/// Two clicks within this many seconds are a double-click.
pub(super) const DOUBLE_CLICK: f32 = 0.4;

/// How near a click must be to a point to mean that point, in tiles: the ends of a thumb's two taps are as far apart.
const SAME_POINT: f32 = 0.6;

/// The points that have been clicked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnPatrol {
    points: Vec<Vec2>,
    /// When the last one was clicked, in seconds of the window's clock.
    clicked: f32,
}

impl DrawnPatrol {
    /// The points, in world units, in order.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// Whether agents can patrol along the points: there are at least two.
    pub fn is_path(&self) -> bool {
        self.points.len() >= *limits::PATH_POINTS.start()
    }

    /// Takes in a click at a point of the world: it becomes the next point. Whether it ends the patrol instead: the second of a
    /// double-click, or a click on the first point. `now`: in seconds of the window's clock.
    ///
    /// # Errors
    /// There can be no point: what is said of that.
    pub fn click(&mut self, sim: &Simulation, at: Vec2, now: f32) -> Result<bool, GameAnswer> {
        let map = sim.map();
        let Some(tile) = map.lattice.tile_inside(at) else { return Err(GameAnswer::outside(&map.lattice, at)) };
        let is_at = |point: &Vec2| point.distance(at) < SAME_POINT * map.lattice.tile_size;
        if self.points.last().is_some_and(is_at) {
            // Once more at the last point: no leg leads from a point to itself.
            return Ok(self.is_path() && now - self.clicked < DOUBLE_CLICK);
        }
        if self.is_path() && is_at(&self.points[0]) {
            return Ok(true);
        }
        let refused = |text: String| Err(GameAnswer { at: Some(at), ..GameAnswer::new(Tone::Impossible, text) });
        if !map.is_walkable(tile) {
            return refused("Nobody can go there: click open ground".to_owned());
        }
        let most = *limits::PATH_POINTS.end();
        if self.points.len() == most {
            return refused(format!("A patrol has at most {most} points: end it"));
        }
        self.points.push(at);
        self.clicked = now;
        Ok(false)
    }

    /// Takes the last point back; whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.points.pop().is_some()
    }

    /// The loop through the points, by a name that no path has along which agents can be sent.
    pub fn path(self, sim: &Simulation) -> PatrolPath {
        let is_free = |name: &String| plans::open_paths(sim).all(|(_, path)| path.name != *name);
        let name = (1..).map(|number| format!("loop {number}")).find(is_free).unwrap_or_default();
        let points = self.points.into_iter().map(|point| PatrolPoint::Target(Target::Point(point))).collect();
        PatrolPath { name, points, ..PatrolPath::default() }
    }
}

#[cfg(test)]
mod tests {
    use footpath::agent::AgentId;
    use footpath::level::Order;
    use footpath::replay::{Player, Replay};
    use footpath::sim::Selection;
    use glam::vec2;

    use super::*;
    use crate::app::modes::actions::Action;
    use crate::app::modes::play::NextClick;
    use crate::app::modes::play::actions::PlayAction;
    use crate::app::modes::play::game::Game;

    fn game() -> Game {
        let text = r##"(version: 1, name: "Pen", legend: {'.': "grass", '#': "wall"}, rows: ["......", ".####.", "......"],
            agents: [(tile: (0, 0)), (tile: (1, 0)), (tile: (2, 0))])"##;
        Game::of_text("pen", text)
    }

    fn click(game: &mut Game, x: f32, y: f32) {
        let at = game.camera.to_screen(vec2(x, y));
        game.act(Action::Play(PlayAction::Send { at, afterwards: false }), at);
        // Not soon enough for a double-click.
        (0..60).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
    }

    fn act(game: &mut Game, action: PlayAction) {
        game.act(Action::Play(action), Vec2::ZERO);
    }

    fn points(game: &Game) -> Option<Vec<Vec2>> {
        game.orders.drawn_patrol().map(|drawn| drawn.points().to_vec())
    }

    fn orders(game: &Game) -> Vec<Option<Order>> {
        game.run.sim().agents().iter().map(|agent| agent.order().cloned()).collect()
    }

    #[test]
    fn selected_agents_patrol_the_points_that_were_clicked() {
        let mut game = game();
        game.orders.select(game.run.sim(), Selection::These([0, 2].map(AgentId).to_vec()));
        act(&mut game, PlayAction::Patrol);
        click(&mut game, 5.5, 0.5);
        act(&mut game, PlayAction::Accept);
        assert_eq!(game.orders.aim(), Some(NextClick::Patrol), "one point is no patrol");
        click(&mut game, 2.5, 1.5);
        let refused = game.notices.answer().map(|(answer, _)| answer.text.clone());
        assert_eq!(refused.as_deref(), Some("Nobody can go there: click open ground"));
        click(&mut game, 5.5, 2.5);
        click(&mut game, 0.5, 2.5);
        assert_eq!(points(&game), Some(vec![vec2(5.5, 0.5), vec2(5.5, 2.5), vec2(0.5, 2.5)]));
        act(&mut game, PlayAction::Accept);
        game.tick();
        let patrol = || Some(Order::Patrol("loop 1".to_owned()));
        assert_eq!((points(&game), orders(&game)), (None, vec![patrol(), None, patrol()]));
        assert_eq!(game.run.sim().paths()[0].points.len(), 3);
        game.act(Action::Undo, Vec2::ZERO);
        game.tick();
        assert_ne!(orders(&game)[0], patrol(), "the order is taken back");
    }

    #[test]
    fn points_are_taken_back_one_by_one_and_then_the_patrol() {
        for take_back in [Action::Close, Action::Undo] {
            let mut game = game();
            act(&mut game, PlayAction::Patrol);
            click(&mut game, 5.5, 0.5);
            click(&mut game, 5.5, 2.5);
            let left = [1, 2, 3].map(|_| {
                game.act(take_back, Vec2::ZERO);
                points(&game).map(|points| points.len())
            });
            assert_eq!(left, [Some(1), Some(0), None], "{take_back:?}");
        }
    }

    #[test]
    fn a_double_click_the_first_point_or_the_button_again_end_it() {
        let ends: [fn(&mut Game); 3] = [
            |game| {
                let at = game.camera.to_screen(vec2(5.5, 2.5));
                (0..2).for_each(|_| game.act(Action::Play(PlayAction::Send { at, afterwards: false }), at));
            },
            |game| {
                click(game, 5.5, 2.5);
                click(game, 5.7, 0.6);
            },
            |game| {
                click(game, 5.5, 2.5);
                act(game, PlayAction::Patrol);
            },
        ];
        for end in ends {
            let mut game = game();
            act(&mut game, PlayAction::Patrol);
            click(&mut game, 5.5, 0.5);
            end(&mut game);
            game.tick();
            let points = game.run.sim().paths().first().map(|path| path.points.len());
            assert_eq!((points, game.orders.aim()), (Some(2), None));
        }
    }

    /// A patrol of one's own has a name of its own; asked for twice, the button leads along those that there are.
    #[test]
    fn every_patrol_has_another_name_and_the_button_pressed_twice_leads_along_the_next() {
        let mut game = game();
        let patrols = |game: &Game| -> Vec<String> {
            orders(game).iter().flatten().filter_map(|order| order.path().map(str::to_owned)).collect()
        };
        for (whom, row, named) in [
            (Selection::All, 0.5, ["loop 1", "loop 1", "loop 1"]),
            (Selection::These(vec![AgentId(0)]), 2.5, ["loop 2", "loop 1", "loop 1"]),
        ] {
            game.orders.select(game.run.sim(), whom);
            act(&mut game, PlayAction::Patrol);
            click(&mut game, 0.5, row);
            click(&mut game, 5.5, row);
            act(&mut game, PlayAction::Accept);
            game.tick();
            assert_eq!(patrols(&game), named);
        }
        for _ in 0..2 {
            (0..2).for_each(|_| act(&mut game, PlayAction::Patrol));
            game.tick();
            assert_eq!(patrols(&game), ["loop 1"; 3], "along the other nobody patrols any more: it is forgotten");
        }
        act(&mut game, PlayAction::Patrol);
        click(&mut game, 0.5, 2.5);
        click(&mut game, 5.5, 2.5);
        act(&mut game, PlayAction::Accept);
        game.tick();
        assert_eq!(patrols(&game), ["loop 2", "loop 1", "loop 1"]);
        assert_eq!(game.run.sim().paths().len(), 2, "no more than are patrolled");
    }

    #[test]
    fn agents_are_not_removed_while_a_patrol_is_made_for_them() {
        let mut game = game();
        game.orders.select(game.run.sim(), Selection::These(vec![AgentId(0)]));
        act(&mut game, PlayAction::Patrol);
        click(&mut game, 0.5, 0.5);
        click(&mut game, 5.5, 0.5);
        act(&mut game, PlayAction::RemoveSelected);
        game.tick();
        assert_eq!((game.run.sim().agents().len(), points(&game).map(|points| points.len())), (3, Some(2)));
        act(&mut game, PlayAction::Accept);
        act(&mut game, PlayAction::RemoveSelected);
        game.tick();
        assert_eq!(game.run.sim().agents().len(), 2);
    }

    #[test]
    fn a_replay_has_the_patrol_too() {
        let mut game = game();
        act(&mut game, PlayAction::Patrol);
        click(&mut game, 5.5, 0.5);
        click(&mut game, 0.5, 2.5);
        act(&mut game, PlayAction::Accept);
        (0..120).for_each(|_| game.tick());
        let (hash, tape) = (game.run.sim().state_hash(), game.run.recording().tape.clone());
        game.play_built_in(1);
        let parts = tape.take().into_iter().take_while(|part| part.begins.as_deref() != Some("maze"));
        let lines: String = parts.map(|part| part.lines).collect();
        let replay = Replay::parse("pen", &lines).expect("it is a replay");
        let (mut player, mut simulation) = Player::begin(replay).expect("it is a level");
        while !player.is_over() {
            player.step(&mut simulation).expect("it holds together");
        }
        assert_eq!((simulation.state_hash(), player.difference()), (hash, None));
    }
}
