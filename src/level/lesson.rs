//! A lesson: what a level teaches, step by step.

use super::{Level, TerrainId};
use crate::format::{UserData, WindowPart};
use crate::grid::{Cell, Rect};
use crate::method::{Algorithm, Heuristic, Method};

/// One step of a lesson: a text, and what the player has to do before the next one comes.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStep {
    /// What the player reads.
    pub text: String,
    /// What ends the step.
    pub until: Until,
    /// What is lit up meanwhile.
    pub light: Option<Light>,
    /// The ground that a player has drawn by the end of the step, each terrain with its tiles. It is drawn when the lesson
    /// goes on after this step on ground that is as it was at first.
    pub drawn: Vec<(TerrainId, Vec<Cell>)>,
    /// What a program keeps there for itself.
    pub user: Option<UserData>,
}

/// What ends a step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Until {
    /// The player has read the text and says so.
    Read,
    /// The start lies in a place of the level.
    StartIn(String),
    /// The goal lies in a place of the level.
    GoalIn(String),
    /// The straight line from start to goal is blocked.
    GoalHidden,
    /// The paths are found by this algorithm.
    Algorithm(Algorithm),
    /// The heuristic is this one.
    Heuristic(Heuristic),
    /// The heuristic counts at least this many times.
    Weight(f64),
    /// There is a path that costs less than this, in tiles.
    CostBelow(f64),
    /// This many agents have arrived since the step began.
    Arrived(u32),
    /// This many tiles have become walls since the step began.
    Walls(u32),
}

/// What is lit up during a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Light {
    /// A part of the window.
    Part(WindowPart),
    /// A place of the level.
    Place(String),
    /// The tiles of a rectangle.
    Tiles(Rect),
}

impl WindowPart {
    /// Whether there is such a part where a level is taught: in the lab, or in the game.
    pub const fn is_shown(self, in_lab: bool) -> bool {
        match self {
            WindowPart::Walk => in_lab,
            WindowPart::Levels | WindowPart::Debug | WindowPart::Lab => !in_lab,
            _ => true,
        }
    }
}

/// Something that happened and can end a step of a lesson.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LessonEvent {
    /// The player has read the text.
    Read,
    /// Start and goal are there now, in tiles.
    Markers {
        /// The tile of the start.
        start: Cell,
        /// The tile of the goal.
        goal: Cell,
        /// Whether the straight line between them is blocked.
        is_hidden: bool,
    },
    /// Paths are found by this method now.
    Method(Method),
    /// The search has found a path that costs this, in tiles; or, with infinity, none.
    Path(f64),
    /// An agent has arrived.
    Arrived,
    /// This many tiles have become walls.
    Walls(u32),
}

/// How far a player has come in a lesson: observes what happens, and says which step is on.
///
/// ```
/// use footpath::level::{LessonEvent, LessonProgress, LessonStep, Level, Until};
/// let mut level = Level::parse("plain", r#"(version: 1, name: "Plain", legend: {'.': "grass"}, rows: ["..."])"#).unwrap();
/// let step = |text: &str, until| LessonStep { text: text.to_owned(), until, light: None, drawn: vec![], user: None };
/// level.lesson = vec![step("Read this.", Until::Read), step("Draw two walls.", Until::Walls(2))];
///
/// let mut progress = LessonProgress::default();
/// assert!(!progress.observe(&level, LessonEvent::Walls(2)), "not before that step");
/// assert!(progress.observe(&level, LessonEvent::Read));
/// assert_eq!(progress.step(&level).map(|step| &*step.text), Some("Draw two walls."));
/// assert!(progress.observe(&level, LessonEvent::Walls(2)));
/// assert_eq!(progress.step(&level), None, "it is done");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LessonProgress {
    done: usize,
    /// How many agents have arrived, and how many tiles have become walls, since the step began.
    arrived: u32,
    walls: u32,
    /// Start, goal and whether the line between them is blocked, the method, and the cost of the path, as they are now.
    markers: Option<(Cell, Cell, bool)>,
    method: Option<Method>,
    cost: Option<f64>,
}

impl LessonProgress {
    /// The progress of a player who has done the first `done` steps, and goes on after them.
    pub fn after(done: usize) -> LessonProgress {
        LessonProgress { done, ..LessonProgress::default() }
    }

    /// How many steps are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The step that is on; `None` when all are done.
    pub fn step<'l>(&self, level: &'l Level) -> Option<&'l LessonStep> {
        level.lesson.get(self.done)
    }

    /// How many agents have arrived since the step began.
    pub fn arrived(&self) -> u32 {
        self.arrived
    }

    /// How many tiles have become walls since the step began.
    pub fn walls(&self) -> u32 {
        self.walls
    }

    /// Whether nothing is left to be done in the step that is on but to read its text: it asks for nothing else, or that
    /// is so already.
    ///
    /// ```
    /// # use footpath::level::{LessonEvent, LessonProgress, LessonStep, Level, Until};
    /// # let mut level = Level::parse("plain", r#"(version: 1, name: "Plain", legend: {'.': "grass"}, rows: ["..."])"#).unwrap();
    /// # level.lesson = vec![LessonStep { text: "Get a cheap path.".to_owned(), until: Until::CostBelow(9.0), light: None, drawn: vec![], user: None }];
    /// let mut progress = LessonProgress::default();
    /// assert!(!progress.is_ready(&level));
    /// progress.note(LessonEvent::Path(7.5));
    /// assert!(progress.is_ready(&level) && progress.done() == 0);
    /// assert!(progress.observe(&level, LessonEvent::Read));
    /// ```
    pub fn is_ready(&self, level: &Level) -> bool {
        self.step(level).is_some_and(|step| self.is_met(level, &step.until, LessonEvent::Read))
    }

    /// Takes in how things are, or what happened, without ending the step: as they are when a lesson is opened.
    pub fn note(&mut self, event: LessonEvent) {
        match event {
            LessonEvent::Read => {}
            LessonEvent::Markers { start, goal, is_hidden } => self.markers = Some((start, goal, is_hidden)),
            LessonEvent::Method(method) => self.method = Some(method),
            LessonEvent::Path(cost) => self.cost = Some(cost),
            LessonEvent::Arrived => self.arrived += 1,
            LessonEvent::Walls(count) => self.walls += count,
        }
    }

    /// Takes in what happened; returns whether that ended the step. What is done already when a step begins ends it when
    /// anything happens the next time, so that the player reads each text.
    pub fn observe(&mut self, level: &Level, event: LessonEvent) -> bool {
        self.note(event);
        let ended = self.step(level).is_some_and(|step| self.is_met(level, &step.until, event));
        if ended {
            (self.done, self.arrived, self.walls) = (self.done + 1, 0, 0);
        }
        ended
    }

    fn is_met(&self, level: &Level, until: &Until, event: LessonEvent) -> bool {
        let is_in = |place: &str, tile: Option<Cell>| {
            let tiles = level.places.get(place);
            tile.is_some_and(|tile| tiles.is_some_and(|tiles| tiles.contains(&tile)))
        };
        match until {
            Until::Read => event == LessonEvent::Read,
            Until::StartIn(place) => is_in(place, self.markers.map(|(start, ..)| start)),
            Until::GoalIn(place) => is_in(place, self.markers.map(|(_, goal, _)| goal)),
            Until::GoalHidden => self.markers.is_some_and(|(.., is_hidden)| is_hidden),
            Until::Algorithm(algorithm) => self.method.is_some_and(|method| method.algorithm == *algorithm),
            Until::Heuristic(heuristic) => self.method.is_some_and(|method| method.heuristic == *heuristic),
            Until::Weight(weight) => self.method.is_some_and(|method| method.weight >= *weight),
            Until::CostBelow(most) => self.cost.is_some_and(|cost| cost < *most),
            Until::Arrived(count) => self.arrived >= *count,
            Until::Walls(count) => self.walls >= *count,
        }
    }
}
