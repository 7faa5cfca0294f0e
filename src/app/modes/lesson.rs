//! The lesson that is on: how far the player has come, what is asked next, and what is lit up meanwhile.

use std::collections::BTreeMap;

use footpath::grid::{Cell, Rect};
use footpath::level::{LessonEvent, LessonProgress, LessonStep, Level, Light, TerrainId, Until, WindowPart};
use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, Search, find_path};
use footpath::sentences::algorithms;
use footpath::sim::Command;

use crate::app::modes::actions::{LessonAction, SessionAction};
use crate::app::modes::lesson_sizes::CardSizes;
use crate::app::modes::library::{self, LevelSource};

/// How long a step that was just done is praised, in seconds.
const PRAISE_LASTS: f32 = 1.5;

/// How everything is that a lesson may ask for. What takes long to find out and the step that is on does not ask for may
/// have any value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Situation {
    /// The tiles of start and goal, and whether the straight line between them is blocked; `None` where the player has
    /// chosen none.
    pub markers: Option<(Cell, Cell, bool)>,
    /// How paths are found.
    pub method: Method,
    /// What the path costs, in tiles; infinity where none leads to the goal.
    pub cost: f64,
    /// How many tiles are walls.
    pub walls: usize,
    /// How many agents have arrived so far that the player has sent since the step began.
    pub arrived: u32,
    /// Whether the player has done anything since the last look; what changes by itself ends no step.
    pub is_by_player: bool,
}

/// The lesson of a level, and how far the player has come in it.
pub struct Lesson {
    /// The name of its level, under which is remembered how far the player has come.
    pub name: String,
    /// The next lesson of the course: its place in the list of levels, and what it is called.
    pub next: Option<(usize, String)>,
    /// Whether this is the tour: it belongs to the window more than to its level.
    pub is_tour: bool,
    /// Whether the player has folded its card.
    pub is_folded: bool,
    /// How large its card can be.
    pub sizes: CardSizes,
    level: Level,
    progress: LessonProgress,
    /// How many steps were done on this ground so far, before the player went back.
    reached: usize,
    /// How everything was when it was last looked at, since the step began.
    seen: Option<Situation>,
    /// The seconds since a step was done by more than reading.
    since_done: f32,
}

impl Lesson {
    /// How many steps of a level's lesson are remembered as done, by the name of each.
    pub fn remembered(source: &LevelSource, lessons: &BTreeMap<String, usize>) -> usize {
        lessons.get(&source.name()).copied().unwrap_or(0)
    }

    /// The lesson of a level, after `done` steps; `None` for a level without one.
    pub fn of(level: &Level, source: &LevelSource, done: usize) -> Option<Lesson> {
        let done = done.min(level.lesson.len());
        let index = match source {
            LevelSource::BuiltIn(index) => Some(*index),
            _ => None,
        };
        (!level.lesson.is_empty()).then(|| Lesson {
            name: source.name(),
            next: index.and_then(library::lesson_after),
            is_tour: index == Some(library::TOUR),
            is_folded: false,
            sizes: CardSizes::default(),
            level: level.clone(),
            progress: LessonProgress::after(done),
            reached: done,
            seen: None,
            since_done: f32::INFINITY,
        })
    }

    /// The tour, after `done` steps.
    pub fn tour(level: &Level, done: usize) -> Option<Lesson> {
        Lesson::of(level, &LevelSource::BuiltIn(library::TOUR), done)
    }

    /// Whether it takes place in the lab: its level has one agent at most, for which a start and a goal stand. With more of
    /// them it is played.
    pub fn is_for_lab(&self) -> bool {
        self.level.agents.len() <= 1
    }

    /// The level that it belongs to.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The steps before the one that is on, in their order.
    pub fn steps_done(&self) -> &[LessonStep] {
        &self.level.lesson[..self.done()]
    }

    /// What it is called.
    pub fn title(&self) -> &str {
        if self.is_tour { "The tour" } else { &self.level.name }
    }

    /// How many steps are done.
    pub fn done(&self) -> usize {
        self.progress.done()
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.level.lesson.len()
    }

    /// Whether all steps are done.
    pub fn is_over(&self) -> bool {
        self.done() == self.steps()
    }

    /// Whether anything of it is to be seen: a tour that is over is not.
    pub fn is_shown(&self) -> bool {
        !(self.is_tour && self.is_over())
    }

    /// Whether something of it pulses or fades.
    pub fn moves(&self) -> bool {
        self.is_shown() && (self.praise() > 0.0 || !self.lights().is_empty())
    }

    /// Which step it is.
    pub fn place(&self) -> String {
        match self.is_over() {
            true => "done".to_owned(),
            false => format!("{} of {}", self.done() + 1, self.steps()),
        }
    }

    /// What the player reads now.
    pub fn text(&self) -> String {
        match (self.progress.step(&self.level), &self.next) {
            (Some(step), _) => step.text.clone(),
            (None, Some((_, name))) => format!("Well done: that was all of this lesson. The next one is \"{name}\"."),
            (None, None) => "Well done: that was the last lesson.".to_owned(),
        }
    }

    /// Every text that can come.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.level.lesson.iter().map(|step| &*step.text)
    }

    /// What the player has to do, and how far that has come; `None` where there is only something to read.
    pub fn task(&self) -> Option<String> {
        let step = self.progress.step(&self.level)?;
        if step.until != Until::Read && self.progress.is_ready(&self.level) {
            return Some("That is done.".to_owned());
        }
        self.words(&step.until)
    }

    /// Every task that can come, as it is before anything is done.
    pub fn tasks(&self) -> impl Iterator<Item = String> {
        self.level.lesson.iter().filter_map(|step| self.words(&step.until))
    }

    fn words(&self, until: &Until) -> Option<String> {
        let counted = |count: u32, have: u32, one: &str, many: &str| match count {
            1 => one.to_owned(),
            count => format!("{count} {many}: {have} so far"),
        };
        Some(match until {
            Until::Read => return None,
            Until::StartIn(_) => "Drag the start to the marked place".to_owned(),
            Until::GoalIn(_) => "Drag the goal to the marked place".to_owned(),
            Until::GoalHidden => "Drag the goal to where the straight line is blocked".to_owned(),
            Until::Algorithm(algorithm) => format!("Choose {}", algorithms::title(*algorithm)),
            Until::Heuristic(heuristic) => format!("Choose the heuristic {}", heuristic.name()),
            Until::Weight(weight) if weight.is_infinite() => "Raise the weight to ∞".to_owned(),
            Until::Weight(weight) => format!("Raise the weight to {weight} or more"),
            Until::CostBelow(most) => match self.seen.map(|seen| seen.cost).filter(|cost| cost.is_finite()) {
                Some(cost) => format!("A path below {most}: now {cost:.2}"),
                None => format!("A path below {most}"),
            },
            Until::Arrived(count) => {
                counted(*count, self.progress.arrived(), "One agent has to arrive where it is sent", "have to arrive")
            }
            Until::Walls(count) => counted(*count, self.progress.walls(), "Draw a tile of wall", "tiles of wall"),
        })
    }

    /// Whether the step that is on ends once the player has read it.
    pub fn is_ready(&self) -> bool {
        self.progress.is_ready(&self.level)
    }

    /// Whether the player can go on now: when the step is ready or was done before, and in the tour always.
    pub fn goes_on(&self) -> bool {
        self.is_ready() || self.done() < self.reached || self.is_tour && !self.is_over()
    }

    /// How much a step that was just done is still praised: 1 at first, 0 once that is over.
    pub fn praise(&self) -> f32 {
        (1.0 - self.since_done / PRAISE_LASTS).max(0.0)
    }

    /// What ends the step that is on.
    pub fn until(&self) -> Option<&Until> {
        self.progress.step(&self.level).map(|step| &step.until)
    }

    /// What is lit up: what the step names, and what its task is done with.
    pub fn lights(&self) -> Vec<Light> {
        let Some(step) = self.progress.step(&self.level).filter(|_| !self.is_folded) else { return Vec::new() };
        let tool = match step.until {
            _ if self.is_ready() => None,
            Until::StartIn(_) => Some(WindowPart::Start),
            Until::GoalIn(_) | Until::GoalHidden => Some(WindowPart::Goal),
            Until::Algorithm(_) | Until::Heuristic(_) | Until::Weight(_) => Some(WindowPart::Search),
            Until::Arrived(_) => Some(WindowPart::Walk),
            Until::Walls(_) => Some(WindowPart::Brush),
            Until::Read | Until::CostBelow(_) => None,
        };
        let tool = tool.filter(|tool| tool.is_shown(self.is_for_lab() && !self.is_tour));
        let mut lights: Vec<Light> = step.light.iter().cloned().collect();
        lights.extend(tool.map(Light::Part).filter(|tool| step.light.as_ref() != Some(tool)));
        lights
    }

    /// The tiles that are lit up: each of these rectangles.
    pub fn lit_tiles(&self) -> Vec<Rect> {
        let of_light = |light: &Light| match light {
            Light::Tiles(tiles) => vec![*tiles],
            Light::Place(place) => self.level.places.get(place).map_or_else(Vec::new, |tiles| rects(tiles)),
            Light::Part(_) => Vec::new(),
        };
        self.lights().iter().flat_map(of_light).collect()
    }

    /// Whether nothing has been looked at since the step began.
    pub fn is_fresh(&self) -> bool {
        self.seen.is_none()
    }

    /// Has everything looked at as if for the first time: another world is there.
    pub fn forget_situation(&mut self) {
        self.seen = None;
    }

    /// Takes in how everything is now, `seconds` after the last time. What has changed may end the step.
    pub fn look(&mut self, now: Situation, seconds: f32) {
        self.since_done += seconds;
        let before = self.seen.replace(now);
        let is_new = |changed: fn(&Situation, &Situation) -> bool| before.is_none_or(|before| changed(&before, &now));
        let mut events = Vec::new();
        if let Some((start, goal, is_hidden)) = now.markers
            && is_new(|before, now| before.markers != now.markers)
        {
            events.push(LessonEvent::Markers { start, goal, is_hidden });
        }
        if is_new(|before, now| before.method != now.method) {
            events.push(LessonEvent::Method(now.method));
        }
        if is_new(|before, now| before.cost != now.cost) {
            events.push(LessonEvent::Path(now.cost));
        }
        let Some(before) = before else {
            return events.into_iter().for_each(|event| self.progress.note(event));
        };
        if now.walls > before.walls && now.is_by_player {
            events.push(LessonEvent::Walls((now.walls - before.walls) as u32));
        }
        events.extend((before.arrived..now.arrived).map(|_| LessonEvent::Arrived));
        for event in events {
            // Markers and arrivals are only those of the player.
            let is_by_player = now.is_by_player || matches!(event, LessonEvent::Markers { .. } | LessonEvent::Arrived);
            if !is_by_player {
                self.progress.note(event);
            } else if self.progress.observe(&self.level, event) {
                // What ended this step ends none of the next ones before the player has read it.
                (self.seen, self.since_done) = (None, 0.0);
                self.reached = self.reached.max(self.done());
                break;
            }
        }
    }

    /// Does what a widget asks for; gives what only the session can do.
    pub fn act(&mut self, action: LessonAction) -> Option<SessionAction> {
        match action {
            LessonAction::Next if self.goes_on() => self.go_to(self.done() + 1),
            LessonAction::Next => {}
            LessonAction::Back => self.go_to(self.done().saturating_sub(1)),
            LessonAction::StartOver if self.is_tour => self.go_to(0),
            // The window opens the lesson anew with its level.
            LessonAction::StartOver => return Some(SessionAction::StartOver),
            LessonAction::Fold if self.is_tour => self.go_to(self.steps()),
            LessonAction::Fold => self.is_folded = true,
            LessonAction::Unfold => self.is_folded = false,
            LessonAction::NextLesson => return self.next.as_ref().map(|(index, _)| SessionAction::LessonOf(*index)),
        }
        None
    }

    /// Begins a step, or ends the lesson.
    fn go_to(&mut self, step: usize) {
        (self.progress, self.seen) = (LessonProgress::after(step), None);
        self.reached = self.reached.max(step);
    }

    /// Remembers how far the player has come: the furthest of all times; in the tour where it stands, so that one that is
    /// taken again goes on there too.
    pub fn remember(&self, lessons: &mut BTreeMap<String, usize>) {
        let is_further = |known: &usize| *known < self.done() || self.is_tour && *known != self.done();
        if lessons.get(&self.name).is_none_or(is_further) {
            lessons.insert(self.name.clone(), self.done());
        }
    }
}

/// How long agents are on their way at most in a step that is done, in ticks: a minute.
pub const LONGEST_WALK: u32 = 60 * 60;

/// How paths are found at the end of a step of a level's lesson, which began with this `method`.
pub fn method_after(level: &Level, step: &LessonStep, method: Method) -> Method {
    match step.until {
        Until::Algorithm(algorithm) => Method { algorithm, ..method },
        Until::Heuristic(heuristic) => Method { heuristic, ..method },
        Until::Weight(weight) => Method { weight, ..method },
        Until::CostBelow(_) if step.drawn.is_empty() => level.search,
        _ => method,
    }
}

/// What draws the ground that a player has drawn by the end of a step of a level's lesson.
pub fn paints(level: &Level, step: &LessonStep) -> Vec<Command> {
    let name = |terrain: TerrainId| level.map.terrains[terrain.0 as usize].name.clone();
    step.drawn.iter().map(|(terrain, tiles)| Command::Paint { terrain: name(*terrain), tiles: tiles.clone() }).collect()
}

/// Whether the straight line from one cell to another is blocked.
pub fn is_hidden(grid: &NavGrid, from: Cell, to: Cell) -> bool {
    let straight = PathQuery::between(from, to).by(Method { algorithm: Algorithm::AnyAngle, ..Method::default() });
    find_path(grid, &straight, &mut Search::default()).map_or(true, |path| path.cells.len() > 2)
}

/// One rectangle if the tiles fill one, else a rectangle for each tile.
fn rects(tiles: &[Cell]) -> Vec<Rect> {
    let all = Rect::around(tiles.iter().copied());
    let is_full = all.is_some_and(|all| all.cells().count() == tiles.len());
    match all {
        Some(all) if is_full => vec![all],
        _ => tiles.iter().filter_map(|tile| Rect::around([*tile])).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(steps: &str) -> Lesson {
        let text = format!(
            r#"(version: 1, name: "x", legend: {{'.': "grass", 'G': (terrain: "grass", place: "gate")}}, rows: ["..G"],
            agents: [(profile: "walker", tile: (0, 0))], lesson: [{steps}])"#
        );
        let level = Level::parse("x.ron", &text).expect("it is a level");
        Lesson::of(&level, &LevelSource::Text("x".to_owned()), 0).expect("it has a lesson")
    }

    fn situation(goal: i32, cost: f64) -> Situation {
        let markers = Some((Cell::new(0, 0), Cell::new(goal, 0), false));
        Situation { markers, method: Method::default(), cost, walls: 0, arrived: 0, is_by_player: true }
    }

    #[test]
    fn what_is_so_already_is_read_and_then_the_lesson_goes_on() {
        let mut lesson = lesson(r#"(text: "a", goal_in: "gate"), (text: "b", cost_below: 3)"#);
        lesson.look(situation(2, 2.0), 0.1);
        assert_eq!((lesson.done(), lesson.is_ready()), (0, true), "as it is when the lesson is opened");
        assert_eq!(lesson.task().as_deref(), Some("That is done."));
        lesson.act(LessonAction::Next);
        assert_eq!(lesson.done(), 1);
        lesson.look(situation(2, 2.0), 0.1);
        assert!(lesson.is_ready() && lesson.done() == 1, "the next text is read too");
    }

    #[test]
    fn what_changes_by_itself_ends_no_step() {
        let mut lesson = lesson(r#"(text: "a", walls: 1), (text: "b", cost_below: 3)"#);
        let by_itself = Situation { is_by_player: false, ..situation(1, 9.0) };
        lesson.look(by_itself, 0.1);
        lesson.look(Situation { walls: 1, ..by_itself }, 0.1);
        assert_eq!((lesson.done(), lesson.is_ready()), (0, false), "a door has closed");
        lesson.look(Situation { walls: 2, is_by_player: true, ..by_itself }, 0.1);
        assert_eq!(lesson.done(), 1);
        lesson.look(by_itself, 0.1);
        lesson.look(Situation { cost: 2.0, ..by_itself }, 0.1);
        assert_eq!(lesson.done(), 1, "a door has opened");
    }

    #[test]
    fn one_deed_ends_one_step() {
        let mut lesson = lesson(r#"(text: "a", goal_in: "gate"), (text: "b", cost_below: 3), (text: "c")"#);
        lesson.look(situation(1, 9.0), 0.1);
        lesson.look(situation(2, 2.0), 0.1);
        assert_eq!((lesson.done(), lesson.praise()), (1, 1.0));
        lesson.look(situation(2, 2.0), 60.0);
        assert_eq!((lesson.done(), lesson.praise()), (1, 0.0));
        lesson.act(LessonAction::Back);
        assert_eq!(lesson.done(), 0);
        assert_eq!(lesson.act(LessonAction::StartOver), Some(SessionAction::StartOver));
    }

    #[test]
    fn going_back_forgets_nothing() {
        let mut lesson = lesson(r#"(text: "a", goal_in: "gate"), (text: "b", cost_below: 3), (text: "c")"#);
        lesson.look(situation(1, 9.0), 0.1);
        lesson.look(situation(2, 9.0), 0.1);
        let mut lessons = BTreeMap::new();
        lesson.remember(&mut lessons);
        lesson.act(LessonAction::Back);
        lesson.look(situation(1, 9.0), 0.1);
        lesson.remember(&mut lessons);
        assert_eq!((lesson.done(), lessons["x"]), (0, 1), "the step that was done stays done");
        assert!(lesson.goes_on() && !lesson.is_ready(), "and can be passed");
        lesson.act(LessonAction::Next);
        assert!(lesson.done() == 1 && !lesson.goes_on(), "the next one was never done");
        assert_eq!(lesson.act(LessonAction::StartOver), Some(SessionAction::StartOver), "on fresh ground");
        lesson.remember(&mut lessons);
        assert_eq!(lessons["x"], 1);
    }

    #[test]
    fn a_task_is_lit_up_with_what_it_is_done_with() {
        let mut lesson = lesson(r#"(text: "a", goal_in: "gate", light: "gate"), (text: "b", walls: 2)"#);
        lesson.look(situation(1, 9.0), 0.1);
        assert_eq!(lesson.lights(), [Light::Place("gate".to_owned()), Light::Part(WindowPart::Goal)]);
        assert_eq!(lesson.lit_tiles(), [Rect::around([Cell::new(2, 0)]).expect("of one tile")]);
        lesson.look(situation(2, 9.0), 0.1);
        assert_eq!(lesson.lights(), [Light::Part(WindowPart::Brush)]);
        lesson.act(LessonAction::Fold);
        assert!(lesson.lights().is_empty(), "a folded lesson lights up nothing");
    }

    #[test]
    fn the_tour_is_short_and_over_once_it_is_folded() {
        let level = library::built_in(library::TOUR).expect("a shipped level is right");
        let mut tour = Lesson::tour(&level, 0).expect("it is there");
        assert!(tour.steps() <= 6 && tour.is_shown());
        tour.act(LessonAction::Next);
        assert_eq!(tour.done(), 1, "nothing has to be done");
        tour.act(LessonAction::Fold);
        assert!(!tour.is_shown());
        let mut lessons = BTreeMap::new();
        tour.remember(&mut lessons);
        assert_eq!(lessons["first-steps"], tour.steps());
        let mut again = Lesson::tour(&level, 0).expect("it is there");
        again.act(LessonAction::Next);
        again.remember(&mut lessons);
        assert_eq!(lessons["first-steps"], 1, "it goes on where it was left");
    }
}
