//! What the lesson of a level that is played sees of it.

use footpath::agent::{Agent, AgentState};
use footpath::grid::Cell;
use footpath::level::{Light, Order, Target, Until};
use footpath::nav::{PathQuery, PathStatus, Search, find_path};
use footpath::sim::{Command, Selection};

use super::{Game, recording};
use crate::app::modes::lesson::{LONGEST_WALK, Lesson, Situation, is_hidden, method_after, paints};

/// How everything is that a lesson may ask for. Start and goal are those of the first agent that the player has sent since
/// the step began; paths are measured from where it was then, so that none gets cheaper by walking. `None` without agents.
pub(super) fn situation(game: &Game, lesson: &Lesson) -> Option<Situation> {
    let agents = game.sim.agents();
    let profile = agents.first()?.profile();
    let sent = agents.iter().filter(|agent| agent.goal().is_some());
    let sent = sent.filter_map(|agent| Some((agent, *game.sent.get(&agent.id())?))).next();
    let profile = sent.map_or(profile, |(agent, _)| agent.profile());
    let (grid, map, method, until) = (game.sim.nav_grid(profile), game.sim.map(), game.method(), lesson.until());
    let ends = sent.map(|(agent, from)| {
        let (now, goal) = ends(game, agent);
        (map.cells().tile_at(from), now, goal)
    });
    let hides = |from, goal| until == Some(&Until::GoalHidden) && is_hidden(grid, from, goal);
    let cost = |from, goal| {
        let path = find_path(grid, &PathQuery::between(from, goal).by(method), &mut Search::default()).ok();
        path.filter(|path| path.status == PathStatus::Complete).map_or(f64::INFINITY, |path| path.cost)
    };
    let asks_for_cost = matches!(until, Some(Until::CostBelow(_)));
    let walls = || map.lattice.rect().cells().filter(|tile| !map.is_walkable(*tile)).count();
    Some(Situation {
        markers: ends.map(|(from, now, goal)| (map.tile_of_cell(now), map.tile_of_cell(goal), hides(from, goal))),
        method,
        cost: ends.filter(|_| asks_for_cost).map_or(f64::INFINITY, |(from, _, goal)| cost(from, goal)),
        walls: if matches!(until, Some(Until::Walls(_))) { walls() } else { 0 },
        arrived: game.arrived,
        is_by_player: game.has_acted,
    })
}

/// Does what the steps of a lesson ask for that are done: chooses the method, draws, and sends everybody to the place that is
/// lit up, or to that where the goal has to be.
pub(super) fn set_up(game: &mut Game, lesson: &Lesson) {
    for step in lesson.steps_done() {
        let method = method_after(lesson.level(), step, game.sim.method());
        let mut commands = paints(lesson.level(), step);
        if method != game.sim.method() {
            commands.push(Command::Search(Selection::All, method));
        }
        let place = match (&step.until, &step.light) {
            (Until::StartIn(place) | Until::GoalIn(place), _) => Some(place),
            (Until::Arrived(_), Some(Light::Place(place))) => Some(place),
            _ => None,
        };
        commands.extend(place.map(|place| Command::Order(Selection::All, Order::MoveTo(Target::Place(place.clone())))));
        recording::apply(game, &commands);
        // A goal has only to be chosen; for the rest the agents have to walk.
        if place.is_some() && !matches!(step.until, Until::GoalIn(_)) {
            walk_at_once(game);
        }
    }
}

/// Lets the time pass until no agent is on its way, or for as long as a walk may last.
fn walk_at_once(game: &mut Game) {
    let is_underway = |agent: &Agent| matches!(agent.state(), AgentState::Waiting | AgentState::Moving);
    let mut ticks = 0;
    while ticks < LONGEST_WALK && game.sim.agents().iter().any(is_underway) {
        recording::step(game, &[]);
        ticks += 1;
    }
}

/// The cells where an agent stands and where it is to go.
fn ends(game: &Game, agent: &Agent) -> (Cell, Cell) {
    let cells = game.sim.map().cells();
    let point = agent.goal().and_then(|goal| game.sim.target_point(goal, agent.position()));
    (cells.tile_at(agent.position()), cells.tile_at(point.unwrap_or(agent.position())))
}

#[cfg(test)]
mod tests {
    use footpath::agent::AgentId;
    use footpath::level::built_in::LEVELS;
    use footpath::level::edit::Document;
    use glam::Vec2;

    use super::*;
    use crate::app::modes::lesson::LessonPress;
    use crate::app::modes::library::{self, Source};
    use crate::app::view::camera::Insets;

    fn tick(game: &mut Game, commands: &[Command]) -> Option<usize> {
        commands.iter().for_each(|command| game.command(command.clone()));
        game.tick();
        game.teach_on(0.1);
        game.lesson.as_ref().map(Lesson::done)
    }

    fn walk(game: &mut Game, x: i32, y: i32, until: usize) {
        let order = Order::MoveTo(Target::Tile(Cell::new(x, y)));
        let mut done = tick(game, &[Command::Order(Selection::All, order)]);
        for _ in 0..60 * 60 {
            if done == Some(until) {
                return;
            }
            done = tick(game, &[]);
        }
        panic!("step {until} does not end");
    }

    #[test]
    fn a_course_that_was_left_goes_on_with_all_that_its_next_step_needs() {
        let index = LEVELS.iter().position(|level| level.name == "course/crowds").expect("it is there");
        let document = library::open_built_in(index).expect("a shipped level is right");
        let source = Source::BuiltIn(index);
        let lesson = Lesson::of(document.level(), &source, 3).expect("it has one");
        let mut game = Game::new(document, source, Vec2::new(1280.0, 720.0), Insets::default());
        game.resume(lesson);
        assert!(!game.sim.map().is_walkable(Cell::new(10, 4)), "the wall in the gap is drawn");
        let beyond = game.sim.agents().iter().filter(|agent| agent.position().x > 11.0).count();
        assert_eq!(beyond, 12, "all have gone beyond the wall");
        tick(&mut game, &[]);
        walk(&mut game, 3, 5, 4);
    }

    #[test]
    fn a_course_with_several_agents_is_done_in_the_game() {
        let index = LEVELS.iter().position(|level| level.name == "course/crowds").expect("it is there");
        let document = library::open_built_in(index).expect("a shipped level is right");
        let source = Source::BuiltIn(index);
        let lesson = Lesson::of(document.level(), &source, 0).expect("it has one");
        assert!(!lesson.is_for_lab());
        let mut game = Game::new(document, source, Vec2::new(1280.0, 720.0), Insets::default());
        game.lesson = Some(lesson);
        assert_eq!(tick(&mut game, &[]), Some(0));
        game.press_lesson(LessonPress::Next);
        walk(&mut game, 17, 4, 2);
        let wall = Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(10, 4)] };
        tick(&mut game, &[]);
        assert_eq!(tick(&mut game, &[wall]), Some(3));
        walk(&mut game, 3, 5, 4);
        game.press_lesson(LessonPress::Next);
        assert!(game.lesson.is_some_and(|lesson| lesson.is_over() && lesson.next.is_none()), "it is the last one");
    }

    /// A walker that is sent from its place, and a runner with an order of its own, a step away from its goal.
    fn yard(steps: &str) -> Game {
        let text = format!(
            r##"(version: 1, name: "Yard", legend: {{'.': "grass", 'G': (terrain: "grass", place: "gate")}}, rows: ["........G", "........G"],
            agents: [(tile: (0, 0)), (profile: "runner", tile: (6, 0), order: MoveTo("gate"))], lesson: [{steps}])"##
        );
        let document = Document::open("yard.ron", text).expect("it is a level");
        let source = Source::Text("yard".to_owned());
        let lesson = Lesson::of(document.level(), &source, 0);
        let mut game = Game::new(document, source, Vec2::new(1280.0, 720.0), Insets::default());
        game.lesson = lesson;
        game
    }

    fn send(to: (i32, i32)) -> Command {
        let order = Order::MoveTo(Target::Tile(Cell::new(to.0, to.1)));
        Command::Order(Selection::These(vec![AgentId(0)]), order)
    }

    #[test]
    fn no_step_ends_by_what_agents_do_of_themselves() {
        for condition in ["arrived: 1", r#"goal_in: "gate""#, r#"start_in: "gate""#, "cost_below: 3", "walls: 1"] {
            let mut game = yard(&format!(r#"(text: "a", {condition})"#));
            for _ in 0..600 {
                tick(&mut game, &[]);
            }
            let lesson = game.lesson.as_ref().expect("it has one");
            assert_eq!((lesson.done(), lesson.is_ready()), (0, false), "{condition}");
        }
    }

    #[test]
    fn an_order_from_before_a_step_does_not_end_it() {
        let mut game = yard(r#"(text: "a"), (text: "b", arrived: 1)"#);
        tick(&mut game, &[send((3, 1))]);
        game.press_lesson(LessonPress::Next);
        (0..600).for_each(|_| _ = tick(&mut game, &[]));
        assert_eq!(game.lesson.as_ref().map(Lesson::done), Some(1));
        tick(&mut game, &[send((0, 1))]);
        assert!((0..600).any(|_| tick(&mut game, &[]) == Some(2)), "the player has sent it since");
    }

    #[test]
    fn what_the_player_does_ends_each_step() {
        let wall = Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(4, 1)] };
        for (condition, command) in [
            (r#"goal_in: "gate""#, send((8, 1))),
            (r#"start_in: "gate""#, send((8, 1))),
            ("cost_below: 3", send((1, 0))),
            ("walls: 1", wall),
        ] {
            let mut game = yard(&format!(r#"(text: "a", {condition})"#));
            tick(&mut game, &[]);
            tick(&mut game, &[command]);
            assert!((0..600).any(|_| tick(&mut game, &[]) == Some(1)), "{condition}");
        }
        let mut game = yard(r#"(text: "a", cost_below: 3)"#);
        tick(&mut game, &[]);
        tick(&mut game, &[send((6, 1))]);
        (0..600).for_each(|_| _ = tick(&mut game, &[]));
        assert_eq!(game.lesson.as_ref().map(Lesson::done), Some(0), "a path gets no cheaper by walking");
    }
}
