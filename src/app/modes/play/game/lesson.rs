//! What the lesson of a level that is played sees of it.

use footpath::agent::{Agent, AgentState};
use footpath::grid::Cell;
use footpath::level::{Light, Order, Target, Until};
use footpath::nav::{PathQuery, PathStatus, Search, find_path};
use footpath::sim::{Command, Selection};

use super::{Game, recording};
use crate::app::modes::lesson::{LONGEST_WALK, Lesson, Situation, is_hidden, method_after, paints};

/// How everything is that a lesson may ask for: the start is where the first agent stands that has a goal, or the first of
/// all, and its goal is the goal. `None` without agents.
pub(super) fn situation(game: &Game, lesson: &Lesson) -> Option<Situation> {
    let agents = game.sim.agents();
    let agent = agents.iter().find(|agent| agent.goal().is_some()).or(agents.first())?;
    let (start, goal) = ends(game, agent);
    let (grid, map, method, until) =
        (game.sim.nav_grid(agent.profile()), game.sim.map(), game.method(), lesson.until());
    let cost = || {
        let path = find_path(grid, &PathQuery::between(start, goal).by(method), &mut Search::default()).ok();
        path.filter(|path| path.status == PathStatus::Complete).map_or(f64::INFINITY, |path| path.cost)
    };
    let walls = || map.lattice.rect().cells().filter(|tile| !map.is_walkable(*tile)).count();
    Some(Situation {
        start: map.tile_of_cell(start),
        goal: map.tile_of_cell(goal),
        is_hidden: until == Some(&Until::GoalHidden) && is_hidden(grid, start, goal),
        method,
        cost: if matches!(until, Some(Until::CostBelow(_))) { cost() } else { f64::INFINITY },
        walls: if matches!(until, Some(Until::Walls(_))) { walls() } else { 0 },
        arrived: game.arrived,
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
    use footpath::level::built_in::LEVELS;
    use glam::Vec2;

    use super::*;
    use crate::app::modes::lesson::LessonPress;
    use crate::app::modes::library::{self, Source};
    use crate::app::view::camera::Insets;

    fn tick(game: &mut Game, commands: &[Command]) -> Option<usize> {
        let events = game.sim.step(commands);
        game.take_events(&events);
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
}
