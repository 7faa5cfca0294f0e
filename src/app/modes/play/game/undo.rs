//! What taking back needs: what agents were told before an order, and what the ground was like before it was changed.

use footpath::agent::AgentId;
use footpath::grid::Cell;
use footpath::level::{Order, TerrainId};
use footpath::sim::{Command, Selection, Simulation};
use footpath::sorting;

/// For how long an order can be taken back, and a button offers to take back what was done to the ground, in seconds.
const UNDO_LASTS: f32 = 5.0;

/// The most changes of the ground that can be taken back; of more, the oldest are forgotten.
const MOST_CHANGES: usize = 1000;

/// What agents were told before an order.
#[derive(Clone, Debug)]
pub struct OrdersBefore {
    /// When the order was given, in seconds of the window's clock.
    pub given: f32,
    /// Agents with the orders that they had, the present one first.
    orders: Vec<(Vec<AgentId>, Vec<Order>)>,
}

impl OrdersBefore {
    /// What the agents of a selection are told now.
    pub fn of(sim: &Simulation, whom: &Selection, now: f32) -> OrdersBefore {
        let agents = sim.agents().iter().filter(|agent| match whom {
            Selection::All => true,
            Selection::These(ids) => ids.contains(&agent.id()),
        });
        let mut orders: Vec<(Vec<AgentId>, Vec<Order>)> = Vec::new();
        for agent in agents {
            let told: Vec<Order> = agent.order().into_iter().chain(agent.queue()).cloned().collect();
            match orders.last_mut() {
                Some((ids, same)) if *same == told => ids.push(agent.id()),
                _ => orders.push((vec![agent.id()], told)),
            }
        }
        OrdersBefore { given: now, orders }
    }

    /// Whether the order can still be taken back.
    pub fn is_fresh(&self, now: f32) -> bool {
        now - self.given < UNDO_LASTS
    }

    /// What has the agents go on with what they were told.
    pub fn commands(self) -> Vec<Command> {
        let mut commands = Vec::new();
        for (ids, told) in self.orders {
            let (mut told, whom) = (told.into_iter(), Selection::These(ids));
            commands.push(Command::Order(whom.clone(), told.next().unwrap_or(Order::Stop)));
            commands.extend(told.map(|order| Command::ThenOrder(whom.clone(), order)));
        }
        commands
    }
}

/// Something that the player has done to the ground: a stroke, a drag of an obstacle, a switch, a restart.
#[derive(Clone, Debug)]
struct UndoStep {
    /// When it was done, in seconds of the window's clock.
    made: f32,
    /// What takes it back.
    back: Vec<Command>,
}

/// What the player has done to the ground of a level, and can take back in any number of steps.
#[derive(Clone, Debug, Default)]
pub struct GroundHistory {
    done: Vec<UndoStep>,
    /// What was taken back, the last one last; what takes each of these back does it again.
    undone: Vec<UndoStep>,
    /// Whether what is done next may be a part of the last change.
    is_open: bool,
}

impl GroundHistory {
    /// Has what is done next be a change of its own.
    pub fn begin_change(&mut self) {
        self.is_open = false;
    }

    /// Takes in a command before it is carried out; `joins`: as the next part of a stroke or a drag.
    pub fn note(&mut self, sim: &Simulation, command: &Command, joins: bool, now: f32) {
        let mut back = inverse(sim, command);
        if back.is_empty() {
            return;
        }
        self.undone.clear();
        match self.done.last_mut().filter(|_| joins && self.is_open) {
            Some(change) => {
                back.append(&mut change.back);
                (change.back, change.made) = (back, now);
            }
            None => self.done.push(UndoStep { made: now, back }),
        }
        if self.done.len() > MOST_CHANGES {
            self.done.remove(0);
        }
        self.is_open = joins;
    }

    /// Whether the last change that can be taken back has just been made.
    pub fn is_fresh(&self, now: f32) -> bool {
        self.last_made().is_some_and(|made| now - made < UNDO_LASTS)
    }

    /// When the last change that can be taken back was made.
    pub fn last_made(&self) -> Option<f32> {
        self.done.last().map(|change| change.made)
    }

    /// What takes the last change back; `None` where there is none.
    pub fn undo(&mut self, sim: &Simulation, now: f32) -> Option<Vec<Command>> {
        travel(&mut self.done, &mut self.undone, sim, now)
    }

    /// What does again what was taken back last; `None` where that is nothing.
    pub fn redo(&mut self, sim: &Simulation, now: f32) -> Option<Vec<Command>> {
        travel(&mut self.undone, &mut self.done, sim, now)
    }
}

/// Moves the last change from one list to the other; gives what is to be done for that.
fn travel(from: &mut Vec<UndoStep>, to: &mut Vec<UndoStep>, sim: &Simulation, now: f32) -> Option<Vec<Command>> {
    let commands = from.pop()?.back;
    let back = commands.iter().rev().flat_map(|command| inverse(sim, command)).collect();
    to.push(UndoStep { made: now, back });
    Some(commands)
}

/// What gives the ground back what a command is about to change; nothing for a command that leaves the ground alone.
pub fn inverse(sim: &Simulation, command: &Command) -> Vec<Command> {
    match command {
        Command::Paint { tiles, .. } | Command::Erase { tiles } => repaint(sim, tiles.iter().copied()),
        Command::MoveObstacle { obstacle, .. } => {
            let now = sim.obstacle(obstacle).map(|now| (obstacle.clone(), now.at));
            now.into_iter().map(|(obstacle, to)| Command::MoveObstacle { obstacle, to }).collect()
        }
        Command::Switch { link, .. } => {
            let now = sim.map().links.iter().find(|known| known.name == *link);
            now.map(|now| Command::Switch { link: link.clone(), on: now.active }).into_iter().collect()
        }
        Command::Restart => {
            let (map, level) = (sim.map(), &sim.level().map);
            let painted = map.lattice.rect().cells().filter(|tile| map.tiles.get(*tile) != level.tiles.get(*tile));
            let mut back = repaint(sim, painted);
            // Obstacles with a motion of their own begin it again.
            let own = level.obstacles.iter().filter(|own| !own.name.is_empty() && own.motion.is_none());
            let moved = own.filter_map(|own| sim.obstacle(&own.name).filter(|now| now.at != own.at));
            back.extend(moved.map(|now| Command::MoveObstacle { obstacle: now.name.clone(), to: now.at }));
            back
        }
        _ => Vec::new(),
    }
}

/// What gives tiles the terrain that they have now.
fn repaint(sim: &Simulation, tiles: impl Iterator<Item = Cell>) -> Vec<Command> {
    let map = sim.map();
    let mut by_terrain: Vec<(TerrainId, Cell)> = tiles.filter_map(|tile| Some((*map.tiles.get(tile)?, tile))).collect();
    sorting::sort_by_key(&mut by_terrain, |(terrain, tile)| (terrain.0, tile.y, tile.x));
    by_terrain
        .chunk_by(|one, other| one.0 == other.0)
        .map(|same| Command::Paint {
            terrain: map.terrains[same[0].0.0 as usize].name.clone(),
            tiles: same.iter().map(|(_, tile)| *tile).collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use footpath::replay::{Player, Replay};
    use glam::{Vec2, vec2};

    use crate::app::modes::actions::Action;
    use crate::app::modes::play::actions::PlayAction;
    use crate::app::modes::play::game::Game;
    use crate::app::modes::play::under::Under;

    /// A meadow with a stretch of road, and a crate that can be moved.
    fn game() -> Game {
        let text = r##"(version: 1, name: "Yard", legend: {'.': "grass", '=': "road"}, rows: ["......", ".==...", "......"],
            agents: [(tile: (0, 0))], obstacles: [(name: "crate", radius: 0.4, at: (4.5, 2.5))])"##;
        Game::of_text("yard", text)
    }

    fn tiles(game: &Game) -> Vec<String> {
        let map = game.run.sim().map();
        let name = |tile| map.terrains[map.tiles[tile].0 as usize].name.clone();
        map.lattice.rect().cells().map(name).collect()
    }

    /// A stroke of the brush between the middles of tiles.
    fn stroke(game: &mut Game, from: Vec2, to: Vec2) {
        let at = |game: &Game, point| game.camera.to_screen(point);
        let (from, to) = (at(game, from), at(game, to));
        game.act(Action::Press(from), from);
        for part in 1..=4 {
            game.act(Action::Drag(from.lerp(to, part as f32 / 4.0)), to);
            game.tick();
        }
        game.act(Action::Release, to);
    }

    #[test]
    fn a_stroke_is_taken_back_as_a_whole_and_done_again() {
        let mut game = game();
        let before = tiles(&game);
        stroke(&mut game, vec2(1.5, 0.5), vec2(1.5, 2.5));
        let drawn = tiles(&game);
        stroke(&mut game, vec2(3.5, 0.5), vec2(3.5, 1.5));
        let both = tiles(&game);
        assert!(before != drawn && drawn != both);
        let seen = [Action::Undo, Action::Undo, Action::Redo, Action::Redo, Action::Undo].map(|action| {
            game.act(action, Vec2::ZERO);
            game.tick();
            tiles(&game)
        });
        assert_eq!(seen, [drawn.clone(), before, drawn.clone(), both, drawn]);
    }

    #[test]
    fn walls_that_a_restart_took_away_come_back() {
        let mut game = game();
        stroke(&mut game, vec2(1.5, 0.5), vec2(1.5, 2.5));
        let drawn = tiles(&game);
        game.act(Action::Restart, Vec2::ZERO);
        game.tick();
        assert_ne!(tiles(&game), drawn);
        assert!(
            game.notices.answer().is_some_and(|(answer, _)| answer.text.contains("Ctrl+Z")),
            "{:?}",
            game.notices.answer()
        );
        game.act(Action::Undo, Vec2::ZERO);
        game.tick();
        assert_eq!(tiles(&game), drawn);
    }

    #[test]
    fn agents_begin_again_and_the_ground_stays() {
        let mut game = game();
        stroke(&mut game, vec2(1.5, 0.5), vec2(1.5, 1.5));
        let (drawn, tick) = (tiles(&game), game.run.sim().tick());
        drag_crate(&mut game, vec2(4.5, 0.5));
        assert_eq!(crate_at(&game), vec2(4.5, 0.5));
        game.act(Action::Play(PlayAction::RestartAgents), Vec2::ZERO);
        game.tick();
        assert!(game.run.sim().tick() < tick);
        assert_eq!((tiles(&game), crate_at(&game)), (drawn, vec2(4.5, 0.5)));
    }

    fn crate_at(game: &Game) -> Vec2 {
        game.run.sim().obstacle("crate").expect("it is there").at
    }

    fn drag_crate(game: &mut Game, to: Vec2) {
        let (from, to) = (game.camera.to_screen(crate_at(game)), game.camera.to_screen(to));
        for (part, dropped) in [(0.3, false), (0.6, false), (1.0, true)] {
            let to = from.lerp(to, part);
            game.drag(&Under::Obstacle("crate".to_owned()), from, to, dropped);
            (0..5).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
            game.tick();
        }
    }

    #[test]
    fn a_drag_of_an_obstacle_is_taken_back_as_a_whole() {
        let mut game = game();
        let before = crate_at(&game);
        drag_crate(&mut game, vec2(4.5, 0.5));
        assert!(crate_at(&game).distance(vec2(4.5, 0.5)) < 0.01);
        game.act(Action::Undo, Vec2::ZERO);
        game.tick();
        assert_eq!(crate_at(&game), before);
    }

    #[test]
    fn what_was_done_last_is_taken_back_first() {
        let mut game = game();
        let before = tiles(&game);
        stroke(&mut game, vec2(1.5, 0.5), vec2(1.5, 1.5));
        let drawn = tiles(&game);
        _ = game.clock.advance(1.0 / 60.0);
        game.act(
            Action::Play(PlayAction::Send { at: game.camera.to_screen(vec2(5.5, 2.5)), afterwards: false }),
            Vec2::ZERO,
        );
        game.tick();
        assert!(game.run.sim().agents()[0].goal().is_some());
        game.act(Action::Undo, Vec2::ZERO);
        game.tick();
        assert_eq!((game.run.sim().agents()[0].goal(), tiles(&game)), (None, drawn));
        game.act(Action::Undo, Vec2::ZERO);
        game.tick();
        assert_eq!(tiles(&game), before);
    }

    #[test]
    fn a_replay_of_what_was_taken_back_ends_alike() {
        let mut game = game();
        game.act(
            Action::Play(PlayAction::Send { at: game.camera.to_screen(vec2(5.5, 2.5)), afterwards: false }),
            Vec2::ZERO,
        );
        stroke(&mut game, vec2(2.5, 0.5), vec2(2.5, 2.5));
        for action in [Action::Undo, Action::Redo, Action::Undo] {
            game.act(action, Vec2::ZERO);
            (0..3).for_each(|_| game.tick());
        }
        stroke(&mut game, vec2(3.5, 0.5), vec2(3.5, 2.5));
        for action in [Action::Play(PlayAction::RestartAgents), Action::Restart] {
            game.act(action, Vec2::ZERO);
            game.tick();
            game.act(Action::Undo, Vec2::ZERO);
            (0..30).for_each(|_| game.tick());
        }
        let (hash, tape) = (game.run.sim().state_hash(), game.run.recording().tape.clone());
        game.play_built_in(1);
        let lines: String = tape
            .take()
            .into_iter()
            .take_while(|part| part.begins.as_deref() != Some("maze"))
            .map(|part| part.lines)
            .collect();
        let (mut player, mut simulation) =
            Player::begin(Replay::parse("yard", &lines).expect("it is a replay")).expect("it is a level");
        while !player.is_over() {
            player.step(&mut simulation).expect("it holds together");
        }
        assert_eq!((simulation.state_hash(), player.difference()), (hash, None));
    }
}
