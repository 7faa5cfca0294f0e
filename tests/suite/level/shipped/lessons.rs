//! The lessons that are shipped, each played to its end by what a player would do; and what is wrong with others.

use footpath::grid::Cell;
use footpath::level::built_in::LEVELS;
use footpath::level::{LessonEvent, LessonProgress, Level, Light, Order, Target, WindowPart};
use footpath::method::{Algorithm, Heuristic, Method, Mistake};
use footpath::nav::{PathQuery, PathStatus, Search, find_path};
use footpath::sim::{Command, Event, Selection, Simulation};

use crate::support::levels::shipped;

/// Something that a player does.
enum Act {
    Read,
    Goal(i32, i32),
    Choose(fn(Method) -> Method),
    Paint(&'static str, &'static [(i32, i32)]),
    /// Sends everybody to the goal, until they have arrived or a minute has passed.
    Walk,
    /// Sends everybody to a tile.
    WalkTo(i32, i32),
}

use Act::{Choose, Goal, Paint, Read, Walk, WalkTo};

/// Chooses the search without its mistake.
const RIGHT: Act = Choose(|method| Method { mistake: Mistake::None, ..method });

/// For each lesson what ends each of its steps, one after the other.
const PLAYED: [(&str, &[&[Act]]); 12] = [
    (
        "course/grid",
        &[
            &[Read],
            &[Goal(7, 6), Goal(10, 3)],
            &[Paint("wall", &[(4, 2), (4, 3)]), Paint("wall", &[(4, 4)])],
            &[Walk],
            &[Read],
        ],
    ),
    (
        "course/less-far",
        &[
            &[Read],
            &[Choose(|method| Method { algorithm: Algorithm::AStar, ..method })],
            &[Read],
            &[Goal(17, 0)],
            &[Choose(|method| Method { algorithm: Algorithm::Dijkstra, ..method })],
        ],
    ),
    (
        "course/heuristics",
        &[
            &[Read],
            &[Choose(|method| Method { heuristic: Heuristic::Manhattan, ..method })],
            &[Read],
            &[Choose(|method| Method { heuristic: Heuristic::Euclidean, ..method })],
            &[Choose(|method| Method { heuristic: Heuristic::Zero, ..method })],
        ],
    ),
    (
        "course/weights",
        &[
            &[Read],
            &[Choose(|method| Method { algorithm: Algorithm::WeightedAStar, ..method })],
            &[Read],
            &[Choose(|method| Method { weight: 3.0, ..method }), Choose(|method| Method { weight: 5.0, ..method })],
            &[Choose(|method| Method { weight: 2.0, ..method }), Choose(|method| Method { weight: 1.0, ..method })],
        ],
    ),
    ("course/bodies", &[&[Read], &[Paint("grass", &[(9, 4)]), Paint("grass", &[(9, 6)])], &[Goal(13, 9)], &[Walk]]),
    (
        "course/costs",
        &[
            &[Read],
            &[
                Paint("road", &[(4, 4), (5, 4), (6, 4)]),
                Paint("road", &[(7, 4), (8, 4), (9, 4), (10, 4), (11, 4), (12, 4)]),
            ],
            &[Goal(14, 9)],
            &[Walk],
        ],
    ),
    ("course/links", &[&[Read], &[Goal(15, 3)], &[Goal(5, 5)], &[Walk], &[Goal(15, 3)], &[Walk]]),
    ("course/crowds", &[&[Read], &[Walk], &[Paint("wall", &[(10, 4)])], &[WalkTo(3, 5)], &[Read]]),
    ("course/never-opened", &[&[Read], &[RIGHT], &[Read]]),
    ("course/six-neighbours", &[&[Read], &[RIGHT], &[Read]]),
    ("course/overwritten", &[&[Read], &[RIGHT], &[Read]]),
    ("course/wrong-bound", &[&[Read], &[RIGHT], &[Read]]),
];

/// A player at a level: moves the goal, chooses, draws and walks, and tells the lesson what came of it.
struct Player {
    level: Level,
    simulation: Simulation,
    start: Cell,
    goal: Cell,
    method: Method,
    progress: LessonProgress,
}

impl Player {
    fn new(name: &str) -> Player {
        let level = shipped(name);
        let simulation = Simulation::new(level.clone(), None);
        let start = level.map.lattice.tile_at(level.agents[0].position);
        let (goal, method) = (level.places["goal"][0], level.search);
        let mut player = Player { level, simulation, start, goal, method, progress: LessonProgress::default() };
        player.look();
        player
    }

    fn tell(&mut self, event: LessonEvent) {
        self.progress.observe(&self.level, event);
    }

    /// Tells how things stand: the markers, the method and the path.
    fn look(&mut self) {
        let grid = self.simulation.nav_grid(self.simulation.agents().first().map_or(0, |agent| agent.profile()));
        let found = find_path(grid, &PathQuery::between(self.start, self.goal).by(self.method), &mut Search::default());
        let cost =
            found.ok().filter(|path| path.status == PathStatus::Complete).map_or(f64::INFINITY, |path| path.cost);
        let straight = PathQuery::between(self.start, self.goal)
            .by(Method { algorithm: Algorithm::AnyAngle, ..Method::default() });
        let is_hidden = find_path(grid, &straight, &mut Search::default()).map_or(true, |path| path.cells.len() > 2);
        self.tell(LessonEvent::Markers { start: self.start, goal: self.goal, is_hidden });
        self.tell(LessonEvent::Method(self.method));
        self.tell(LessonEvent::Path(cost));
    }

    fn act(&mut self, act: &Act) {
        match *act {
            Read => self.tell(LessonEvent::Read),
            Goal(x, y) => self.goal = Cell::new(x, y),
            Choose(change) => self.method = change(self.method),
            Paint(terrain, tiles) => {
                let tiles: Vec<Cell> = tiles.iter().map(|&(x, y)| Cell::new(x, y)).collect();
                let count = tiles.len() as u32;
                let events = self.simulation.step(&[Command::Paint { terrain: terrain.to_owned(), tiles }]);
                assert!(!events.iter().any(|event| matches!(event, Event::Refused { .. })), "{events:?}");
                if terrain == "wall" {
                    self.tell(LessonEvent::Walls(count));
                }
            }
            Walk => self.walk(Target::Tile(self.goal)),
            WalkTo(x, y) => self.walk(Target::Tile(Cell::new(x, y))),
        }
        if !matches!(act, Read) {
            self.look();
        }
    }

    fn walk(&mut self, target: Target) {
        let all = self.simulation.agents().len();
        let mut events = self.simulation.step(&[Command::Order(Selection::All, Order::MoveTo(target))]);
        let mut arrived = 0;
        for _ in 0..60 * 60 {
            for event in &events {
                if let Event::Arrived { status: PathStatus::Complete, .. } = event {
                    arrived += 1;
                    self.tell(LessonEvent::Arrived);
                }
            }
            if arrived >= all {
                return;
            }
            events = self.simulation.step(&[]);
        }
    }
}

#[test]
fn every_lesson_can_be_played_to_its_end() {
    let lessons: Vec<&str> = LEVELS.iter().map(|level| level.name).filter(|name| name.starts_with("course/")).collect();
    assert_eq!(lessons, PLAYED.map(|(name, _)| name), "every one is played here");
    for (name, steps) in PLAYED {
        let mut player = Player::new(name);
        assert_eq!(player.level.lesson.len(), steps.len(), "{name}");
        for (index, acts) in steps.iter().enumerate() {
            for act in *acts {
                assert_eq!(player.progress.done(), index, "{name}: step {index} ended too early");
                player.act(act);
            }
            assert_eq!(player.progress.done(), index + 1, "{name}: step {index} did not end");
        }
        assert_eq!(player.progress.step(&player.level), None, "{name}");
    }
}

#[test]
fn texts_of_lessons_fit_a_card() {
    for (name, _) in PLAYED {
        for step in shipped(name).lesson {
            assert!((20..=320).contains(&step.text.chars().count()), "{name}: {:?}", step.text);
        }
    }
}

/// What a player remembers is how many steps are done.
#[test]
fn a_lesson_goes_on_where_it_was_left() {
    let level = shipped("course/grid");
    let mut progress = LessonProgress::after(3);
    assert!(!progress.observe(&level, LessonEvent::Read));
    assert!(progress.observe(&level, LessonEvent::Arrived));
    assert!(progress.observe(&level, LessonEvent::Read));
    assert!(!progress.observe(&level, LessonEvent::Read), "there is nothing after the last step");
    assert_eq!(progress.done(), 5);
}

fn with_lesson(lesson: &str) -> Result<Level, String> {
    let text = format!(
        "(version: 1, name: \"x\", legend: {{'.': \"grass\", 'G': (terrain: \"grass\", place: \"gate\")}}, rows: [\"..G\"], \
         lesson: [{lesson}])"
    );
    Level::parse("lesson", &text).map_err(|error| error.to_string())
}

#[test]
fn lessons_are_read_and_written() {
    let level = with_lesson(
        "(text: \"a\", weight: \"greedy\", light: \"search\"), (text: \"b\", goal_hidden: true, light: \"gate\"), \
         (text: \"c\", cost_below: 2.5, light: [(2, 0), (1, 0)], drawn: {\"road\": [(1, 0)], \"wall\": [(0, 0)]})",
    )
    .unwrap();
    assert_eq!(level.lesson[0].light, Some(Light::Part(WindowPart::Search)));
    assert_eq!(Level::parse("again", &level.to_ron()).unwrap(), level);
}

#[test]
fn mistakes_in_lessons_are_reported() {
    for (lesson, message) in [
        ("(goal_in: \"gate\")", "the field `text` of a step of a lesson is missing"),
        ("(text: \"a\", goal_in: \"gat\")", "did you mean `gate`?"),
        ("(text: \"a\", goal_in: \"gate\", walls: 2)", "a step of a lesson has `goal_in` or `walls`, not both"),
        ("(text: \"a\", algorithm: \"a-stra\")", "did you mean `a-star`?"),
        ("(text: \"a\", walls: 0)", "`walls` is out of range"),
        ("(text: \"a\", goal_hidden: false)", "`goal_hidden` can only be `true`"),
        ("(text: \"a\", light: \"serch\")", "did you mean `search`?"),
        ("(text: \"a\", light: [(9, 9), (1, 0)])", "outside the map"),
        ("(text: \"a\", light: [(1, 0)])", "a rectangle of tiles has two corners"),
        ("(text: \"a\", light: 5)", "what is lit up"),
        ("(text: \"a\", light: \"debug\")", "the lab has no part \"debug\" that could be lit up"),
        ("(text: \"a\", drawn: {\"wal\": [(0, 0)]})", "did you mean `wall`?"),
        ("(text: \"a\", drawn: {\"wall\": [(3, 0)]})", "outside the map"),
        ("(text: \"a\", drawn: {\"wall\": [(1, 0)], \"wall\": [(2, 0)]})", "the tiles of a terrain are given twice"),
        ("(text: \"a\", aglorithm: \"a-star\")", "did you mean `algorithm`?"),
    ] {
        let error = with_lesson(lesson).expect_err(lesson);
        assert!(error.contains(message), "{lesson}: {message:?} is not in\n{error}");
    }
    let many = "(version: 1, name: \"x\", legend: {'.': \"grass\"}, rows: [\"..\"], lesson: [(text: \"a\", light: \"walk\")], \
                agents: [(profile: \"walker\", tile: (0, 0)), (profile: \"walker\", tile: (1, 0))])";
    let error = Level::parse("lesson", many).expect_err("the game has no button that walks").to_string();
    assert!(error.contains("the game has no part \"walk\" that could be lit up"), "{error}");
    let error = with_lesson(&"(text: \"a\"),".repeat(65)).expect_err("65 steps");
    assert!(
        error.contains("there are too many steps of its lesson: 65") && error.contains("a level has at most 64"),
        "{error}"
    );
    assert_eq!(with_lesson(&"(text: \"a\"),".repeat(64)).map(|level| level.lesson.len()), Ok(64));
}
