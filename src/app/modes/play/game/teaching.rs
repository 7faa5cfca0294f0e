//! The lesson of a level that is played, and what it sees of that.

use std::collections::BTreeMap;

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::grid::Cell;
use footpath::level::{Light, Order, Target, Until};
use footpath::nav::{Method, PathQuery, PathStatus, Search, find_path};
use footpath::sim::{Command, Selection, Simulation};
use glam::Vec2;

use super::orders::is_meant;
use super::run::Run;
use crate::app::modes::actions::{LessonAction, SessionAction};
use crate::app::modes::lesson::{LONGEST_WALK, Lesson, Situation, is_hidden, method_after, paints};

/// The lesson, and what the player has done for it.
#[derive(Default)]
pub struct Teaching {
    /// The lesson that is on, while there is one.
    lesson: Option<Lesson>,
    /// The agents that the player has sent since the step of the lesson began, and where each was then.
    sent: BTreeMap<AgentId, Vec2>,
    /// How many of them have arrived since the level began.
    arrived: u32,
    /// Whether the player has done anything to the world since the lesson last looked.
    has_acted: bool,
}

impl Teaching {
    /// The lesson that is on, while there is one.
    pub fn lesson(&self) -> Option<&Lesson> {
        self.lesson.as_ref()
    }

    /// The lesson that is on, to be measured.
    pub fn lesson_mut(&mut self) -> Option<&mut Lesson> {
        self.lesson.as_mut()
    }

    /// Has another lesson on, or none.
    pub fn teach(&mut self, lesson: Option<Lesson>) {
        self.lesson = lesson;
    }

    /// Ends the lesson of a level; the tour goes on in every level.
    pub fn keep_tour(&mut self) {
        self.lesson.take_if(|lesson| !lesson.is_tour);
    }

    /// Goes on with the lesson of the level, which has just begun, with all as the steps that are done leave it.
    pub fn resume(&mut self, run: &mut Run, lesson: Lesson) {
        set_up(run, &lesson);
        self.lesson = Some(lesson);
    }

    /// Lets the lesson see how everything is, `seconds` after the last time; `method`: how agents search.
    pub fn look(&mut self, sim: &Simulation, method: Method, seconds: f32) {
        let lesson = self.lesson.as_ref().filter(|lesson| lesson.is_shown());
        let situation = lesson.and_then(|lesson| self.situation(sim, method, lesson.until()));
        if let Some((lesson, situation)) = self.lesson.as_mut().zip(situation) {
            lesson.look(situation, seconds);
        }
        self.has_acted = false;
        self.let_step_begin();
    }

    /// Does what the card of the lesson asks for; gives what that asks of the window.
    pub(super) fn act(&mut self, action: LessonAction) -> Option<SessionAction> {
        let effect = self.lesson.as_mut().and_then(|lesson| lesson.act(action));
        self.let_step_begin();
        effect
    }

    /// Where a step of the lesson has just begun, nobody has been sent for it yet.
    fn let_step_begin(&mut self) {
        if self.lesson.as_ref().is_some_and(Lesson::is_fresh) {
            self.sent.clear();
        }
    }

    /// Takes in that the player does something to the world.
    pub(super) fn note_action(&mut self) {
        self.has_acted = true;
    }

    /// Takes in that the player sends agents.
    pub(super) fn note_sent(&mut self, sim: &Simulation, whom: &Selection) {
        let meant = sim.agents().iter().filter(|agent| is_meant(whom, agent.id()));
        self.sent.extend(meant.map(|agent| (agent.id(), agent.position())));
    }

    /// Takes in that an agent has arrived.
    pub(super) fn note_arrival(&mut self, agent: AgentId, status: PathStatus) {
        self.arrived += u32::from(self.sent.contains_key(&agent) && status == PathStatus::Complete);
    }

    /// Takes in that the level begins.
    pub(super) fn note_beginning(&mut self) {
        self.arrived = 0;
        self.sent.clear();
    }

    /// How everything is that a step which ends by `until` may ask for. Start and goal are those of the first agent that the
    /// player has sent since the step began; paths are measured from where it was then, so that none gets cheaper by walking.
    /// `None` without agents.
    fn situation(&self, sim: &Simulation, method: Method, until: Option<&Until>) -> Option<Situation> {
        let agents = sim.agents();
        let profile = agents.first()?.profile();
        let sent = agents.iter().filter(|agent| agent.goal().is_some());
        let sent = sent.filter_map(|agent| Some((agent, *self.sent.get(&agent.id())?))).next();
        let profile = sent.map_or(profile, |(agent, _)| agent.profile());
        let (grid, map) = (sim.nav_grid(profile), sim.map());
        let ends = sent.map(|(agent, from)| {
            let (now, goal) = ends(sim, agent);
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
            arrived: self.arrived,
            is_by_player: self.has_acted,
        })
    }
}

/// Does what the steps of a lesson ask for that are done: chooses the method, draws, and sends everybody to the place that is
/// lit up, or to that where the goal has to be.
fn set_up(run: &mut Run, lesson: &Lesson) {
    for step in lesson.steps_done() {
        let method = method_after(lesson.level(), step, run.sim().method());
        let mut commands = paints(lesson.level(), step);
        if method != run.sim().method() {
            commands.push(Command::Search(Selection::All, method));
        }
        let place = match (&step.until, &step.light) {
            (Until::StartIn(place) | Until::GoalIn(place), _) => Some(place),
            (Until::Arrived(_), Some(Light::Place(place))) => Some(place),
            _ => None,
        };
        commands.extend(place.map(|place| Command::Order(Selection::All, Order::MoveTo(Target::Place(place.clone())))));
        run.apply(&commands);
        // A goal has only to be chosen; for the rest the agents have to walk.
        if place.is_some() && !matches!(step.until, Until::GoalIn(_)) {
            walk_at_once(run);
        }
    }
}

/// Lets the time pass until no agent is on its way, or for as long as a walk may last.
fn walk_at_once(run: &mut Run) {
    let is_underway = |agent: &Agent| matches!(agent.state(), AgentState::Waiting | AgentState::Moving);
    let mut ticks = 0;
    while ticks < LONGEST_WALK && run.sim().agents().iter().any(is_underway) {
        run.step(&[]);
        ticks += 1;
    }
}

/// The cells where an agent stands and where it is to go.
fn ends(sim: &Simulation, agent: &Agent) -> (Cell, Cell) {
    let cells = sim.map().cells();
    let point = agent.goal().and_then(|goal| sim.target_point(goal, agent.position()));
    (cells.tile_at(agent.position()), cells.tile_at(point.unwrap_or(agent.position())))
}

#[cfg(test)]
mod tests {
    use footpath::agent::AgentId;
    use footpath::level::built_in::LEVELS;
    use footpath::level::edit::Document;
    use glam::Vec2;

    use super::*;
    use crate::app::modes::library::{self, LevelSource};
    use crate::app::modes::play::game::Game;

    fn tick(game: &mut Game, commands: &[Command]) -> Option<usize> {
        commands.iter().for_each(|command| game.command(command.clone()));
        game.tick();
        game.teaching.look(game.run.sim(), game.orders.method(&game.run), 0.1);
        game.teaching.lesson().map(Lesson::done)
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
        let source = LevelSource::BuiltIn(index);
        let lesson = Lesson::of(document.level(), &source, 3).expect("it has one");
        let mut game = Game::new(document, source, Vec2::new(1280.0, 720.0));
        game.teaching.resume(&mut game.run, lesson);
        assert!(!game.run.sim().map().is_walkable(Cell::new(10, 4)), "the wall in the gap is drawn");
        let beyond = game.run.sim().agents().iter().filter(|agent| agent.position().x > 11.0).count();
        assert_eq!(beyond, 12, "all have gone beyond the wall");
        tick(&mut game, &[]);
        walk(&mut game, 3, 5, 4);
    }

    #[test]
    fn a_course_with_several_agents_is_done_in_the_game() {
        let index = LEVELS.iter().position(|level| level.name == "course/crowds").expect("it is there");
        let document = library::open_built_in(index).expect("a shipped level is right");
        let source = LevelSource::BuiltIn(index);
        let lesson = Lesson::of(document.level(), &source, 0).expect("it has one");
        assert!(!lesson.is_for_lab());
        let mut game = Game::new(document, source, Vec2::new(1280.0, 720.0));
        game.teaching.teach(Some(lesson));
        assert_eq!(tick(&mut game, &[]), Some(0));
        game.act_in_lesson(LessonAction::Next);
        walk(&mut game, 17, 4, 2);
        let wall = Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(10, 4)] };
        tick(&mut game, &[]);
        assert_eq!(tick(&mut game, &[wall]), Some(3));
        walk(&mut game, 3, 5, 4);
        game.act_in_lesson(LessonAction::Next);
        assert!(
            game.teaching.lesson().is_some_and(|lesson| lesson.is_over() && lesson.next.is_some()),
            "it is over, and another one follows"
        );
    }

    /// A walker that is sent from its place, and a runner with an order of its own, a step away from its goal.
    fn yard(steps: &str) -> Game {
        let text = format!(
            r##"(version: 1, name: "Yard", legend: {{'.': "grass", 'G': (terrain: "grass", place: "gate")}}, rows: ["........G", "........G"],
            agents: [(tile: (0, 0)), (profile: "runner", tile: (6, 0), order: MoveTo("gate"))], lesson: [{steps}])"##
        );
        let document = Document::open("yard.ron", text).expect("it is a level");
        let source = LevelSource::Text("yard".to_owned());
        let lesson = Lesson::of(document.level(), &source, 0);
        let mut game = Game::new(document, source, Vec2::new(1280.0, 720.0));
        game.teaching.teach(lesson);
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
            let lesson = game.teaching.lesson().expect("it has one");
            assert_eq!((lesson.done(), lesson.is_ready()), (0, false), "{condition}");
        }
    }

    #[test]
    fn an_order_from_before_a_step_does_not_end_it() {
        let mut game = yard(r#"(text: "a"), (text: "b", arrived: 1)"#);
        tick(&mut game, &[send((3, 1))]);
        game.act_in_lesson(LessonAction::Next);
        (0..600).for_each(|_| _ = tick(&mut game, &[]));
        assert_eq!(game.teaching.lesson().map(Lesson::done), Some(1));
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
        assert_eq!(game.teaching.lesson().map(Lesson::done), Some(0), "a path gets no cheaper by walking");
    }
}
