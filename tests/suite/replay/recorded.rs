//! Runs that are recorded come to the same states when they are played.

use footpath::agent::AgentId;
use footpath::grid::Cell;
use footpath::level::edit::{Affected, Brush, Document, Edit, FieldPath, History};
use footpath::level::{
    Course, Extent, Level, Obstacle, Order, PatrolPath, PatrolPoint, Shape, Target, Whom, Zone, ZoneKind, built_in,
};
use footpath::method::Algorithm;
use footpath::nav::Method;
use footpath::nav::baking::Baking;
use footpath::replay::{Player, Recorder, Replay};
use footpath::sim::{Command, Selection, Simulation};
use glam::{Vec2, vec2};

/// A run with its level's text, recorded.
pub struct Run {
    pub simulation: Simulation,
    pub recorder: Recorder,
    history: History,
}

impl Run {
    pub fn begin(name: &str, text: &str, seed: Option<u64>) -> Run {
        let document = Document::open(name, text.to_owned()).unwrap_or_else(|error| panic!("{error}"));
        let simulation = Simulation::new(document.level().clone(), seed);
        let replay = Replay { name: name.to_owned(), ..Replay::new(text, seed) };
        Run { recorder: Recorder::begin(&replay, &simulation), simulation, history: History::of(document) }
    }

    /// Gives commands with the next tick.
    pub fn step(&mut self, commands: &[Command]) {
        self.recorder.commands(commands);
        self.simulation.step(commands);
        self.recorder.stepped(&self.simulation);
    }

    /// Gives commands while time stands still.
    pub fn apply(&mut self, commands: &[Command]) {
        self.recorder.commands(commands);
        self.simulation.apply(commands);
    }

    pub fn edit(&mut self, edit: &Edit) {
        let affected = self.history.apply("Edit", edit).unwrap_or_else(|error| panic!("{edit:?}: {error}"));
        self.recorder.edited(self.history.latest(), &affected);
        self.simulation.take_level(self.history.document().level(), &affected);
    }

    /// Edits as long work does: the text first, then the world follows on ground that was baked meanwhile.
    fn edit_at_length(&mut self, edit: &Edit) {
        self.history.apply("Edit", edit).unwrap_or_else(|error| panic!("{edit:?}: {error}"));
        self.recorder.edited(self.history.latest(), &Affected::Nothing);
        let level = self.history.document().level();
        let map = self.simulation.ground_after(level);
        let mut baking = Baking::begin(&map, &level.profiles);
        while !baking.step(&map) {}
        self.simulation.prepare_ground(map, baking.finish());
        self.recorder.edited(&[], &Affected::Everything);
        self.simulation.take_level(level, &Affected::Everything);
    }

    pub fn undo(&mut self) {
        let affected = self.history.undo().expect("something was done");
        self.recorder.edited(self.history.latest(), &affected);
        self.simulation.take_level(self.history.document().level(), &affected);
    }

    pub fn text(&self) -> &str {
        self.history.document().text()
    }

    /// Ends the recording and gives its text.
    pub fn end(&mut self) -> String {
        self.recorder.end();
        self.recorder.take_lines()
    }
}

/// Plays a replay to its end; panics where it differs.
pub fn play(text: &str) -> (Player, Simulation) {
    let replay = Replay::parse("test.replay", text).unwrap_or_else(|message| panic!("{message}"));
    let (mut player, mut simulation) = Player::begin(replay).unwrap_or_else(|error| panic!("{error}"));
    while !player.is_over() {
        player.step(&mut simulation).unwrap_or_else(|message| panic!("{message}"));
    }
    assert_eq!(player.difference(), None);
    (player, simulation)
}

/// Commands of every kind; some of them are refused in some levels.
fn commands(simulation: &Simulation, tick: u64) -> Vec<Command> {
    let lattice = simulation.map().lattice;
    let point = |x: f32, y: f32| lattice.origin + lattice.size() * vec2(x, y);
    let tile = |x: f32, y: f32| lattice.tile_at(point(x, y));
    let some = || Selection::These(simulation.agents().iter().map(|agent| agent.id()).step_by(2).collect());
    let circle = |at, radius| Obstacle {
        name: "crate".to_owned(),
        at,
        shape: Shape::Circle(radius),
        layer: 0,
        motion: None,
        standing_time: 0.1,
        user: None,
    };
    let profile = || Box::new(simulation.profiles()[0].clone());
    match tick {
        3 => vec![Command::Order(Selection::All, Order::MoveTo(Target::Tile(tile(0.5, 0.5))))],
        10 => vec![
            Command::ThenOrder(some(), Order::Wander(3.7)),
            Command::Order(
                Selection::These(vec![AgentId(1)]),
                Order::Follow { agent: Whom::Agent(0), distance: 0.1 + 0.2, on_sight: true },
            ),
            Command::Order(
                Selection::These(vec![AgentId(2)]),
                Order::Flee { agent: Whom::Agent(0), distance: 1.0 / 3.0 },
            ),
            Command::ThenOrder(Selection::All, Order::Wait(0.123_456_79)),
        ],
        20 => vec![Command::Scatter(Selection::All), Command::Scatter(Selection::These(vec![AgentId(40_000)]))],
        30 => vec![
            Command::Spawn { profile: profile().name, at: Target::Point(point(0.37, 0.61)) },
            Command::Spawn { profile: "no such".to_owned(), at: Target::Place("no such".to_owned()) },
        ],
        35 => vec![Command::Paint { terrain: "wall".to_owned(), tiles: vec![tile(0.3, 0.3), tile(0.7, 0.7)] }],
        40 => vec![Command::Search(
            Selection::All,
            Method { algorithm: Algorithm::WeightedAStar, weight: f64::INFINITY, ..Method::default() },
        )],
        45 => vec![Command::PutObstacle(circle(point(0.4, 0.4), 0.3))],
        50 => vec![Command::MoveObstacle { obstacle: "crate".to_owned(), to: point(0.613, 0.217) }],
        55 => vec![Command::PutZone(Zone {
            name: "\"fire\"\n".to_owned(),
            kind: ZoneKind::Danger,
            extent: Extent::Circle { at: point(0.5, 0.5), radius: 2.2 },
            strength: 8.1,
            falloff: 1.3,
            ..Zone::default()
        })],
        60 => {
            let mut tuned = profile();
            (tuned.speed, tuned.avoidance_radius) = (tuned.speed * 1.1, Some(0.1 * 3.0));
            vec![Command::Tune(tuned)]
        }
        65 => vec![Command::Bake { settings: simulation.map().bake.clone(), profile: profile() }],
        70 => vec![Command::RemoveObstacle("crate".to_owned()), Command::RemoveZone("\"fire\"\n".to_owned())],
        75 => vec![Command::Erase { tiles: vec![tile(0.3, 0.3)] }],
        80 => {
            let link = simulation.map().links.first().map_or(String::new(), |link| link.name.clone());
            let path = simulation.paths().first().map_or(String::new(), |path| path.name.clone());
            vec![
                Command::Switch { link, on: false },
                Command::PutPath(PatrolPath {
                    name: "\"beat\"\n".to_owned(),
                    points: vec![
                        PatrolPoint::Target(Target::Point(point(0.21, 0.37))),
                        PatrolPoint::Target(Target::Tile(tile(0.7, 0.6))),
                        PatrolPoint::Agent(1),
                        PatrolPoint::Obstacle("crate".to_owned()),
                    ],
                    wait: 0.1 * 3.0,
                    ..PatrolPath::default()
                }),
                Command::SetCourse { path: path.clone(), course: Course::Once },
                Command::Order(Selection::All, Order::Patrol(path)),
                Command::Order(some(), Order::Patrol("\"beat\"\n".to_owned())),
                Command::SwitchObstacle { obstacle: "door".to_owned(), on: true },
            ]
        }
        90 => vec![Command::Remove(Selection::These(vec![AgentId(0)])), Command::ClearBake],
        95 => vec![Command::Bake { settings: simulation.map().bake.clone(), profile: profile() }],
        100 => vec![Command::Order(Selection::All, Order::MoveInFormation(Target::Point(point(0.2, 0.8))))],
        // Refused where there is no such team.
        110 => vec![Command::Order(some(), Order::Flee { agent: Whom::Team("watch".to_owned()), distance: 4.0 })],
        130 => vec![Command::Restart],
        135 => vec![Command::Order(Selection::All, Order::Stop)],
        _ => Vec::new(),
    }
}

/// Records a shipped level while commands of every kind are given.
fn recorded(name: &str, seed: Option<u64>, ticks: u64) -> (String, u64) {
    let mut run = Run::begin(name, built_in::named(name).expect("it is shipped").text, seed);
    for tick in 0..ticks {
        let commands = commands(&run.simulation, tick);
        match tick % 2 {
            0 => run.step(&commands),
            _ => {
                run.apply(&commands);
                run.step(&[]);
            }
        }
    }
    (run.end(), run.simulation.state_hash())
}

#[test]
fn shipped_levels_with_commands_of_every_kind_are_played_to_the_same_state() {
    const LEVELS: [&str; 10] = [
        "first-steps",
        "high-and-low",
        "doors",
        "hill-fort",
        "the-lawn",
        "drawbridge",
        "the-watch",
        "the-museum",
        "the-lane",
        "tutorial/danger-and-reward",
    ];
    for (seed, name) in (0..).zip(LEVELS) {
        let (text, hash) = recorded(name, (seed % 2 == 0).then_some(seed), 200);
        let (player, simulation) = play(&text);
        assert_eq!(simulation.state_hash(), hash, "{name}");
        assert_eq!((player.tick(), player.compared(), player.replay().is_complete), (200, 4, true), "{name}");
        assert!(player.replay().entries.len() > 20, "{name}");
        assert_eq!(player.replay().to_text(), text, "{name}: the text is written again as it was");
    }
}

#[cfg(feature = "parallel")]
#[test]
fn a_replay_is_the_same_on_one_thread_and_on_three() {
    let on = |threads: usize, work: &(dyn Fn() -> (String, u64) + Sync)| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        pool.install(work)
    };
    let (text, hash) = on(3, &|| recorded("the-gate", Some(3), 150));
    let played = on(1, &|| (String::new(), play(&text).1.state_hash()));
    assert_eq!(played.1, hash);
}

#[test]
fn edits_of_the_level_are_played_as_they_were_done() {
    let mut run = Run::begin("first-steps", built_in::named("first-steps").expect("it is shipped").text, None);
    let wall = |cells: &[(i32, i32)]| Edit::Paint {
        brush: Brush::Terrain("wall".to_owned()),
        cells: cells.iter().map(|&(x, y)| Cell::new(x, y)).collect(),
    };
    run.step(&[Command::Order(Selection::All, Order::MoveTo(vec2(14.5, 8.5).into()))]);
    let free: Vec<(i32, i32)> = free_tiles(&run.simulation);
    for tick in 1..130 {
        match tick {
            10 => run.edit(&wall(&free[..3])),
            20 => run.edit(&Edit::set(FieldPath::field("name"), "Täglich \"neu\"")),
            30 => run.edit(&Edit::Paint { brush: Brush::Height(0.3), cells: vec![Cell::new(free[4].0, free[4].1)] }),
            40 => run.undo(),
            50 => run.edit(&Edit::shift(1, 0, "grass")),
            60 => run.step(&[Command::Scatter(Selection::All)]),
            70 => run.edit(&Edit::set(FieldPath::field("agents").item(0).then("profile"), "runner")),
            80 => run.undo(),
            90 => run.edit(&wall(&free[6..8])),
            100 => run.step(&[Command::Restart]),
            _ => {}
        }
        run.step(&[]);
    }
    let (after, hash) = (run.text().to_owned(), run.simulation.state_hash());
    let text = run.end();
    let (mut player, mut simulation) = play(&text);
    assert_eq!((player.text(), simulation.state_hash()), (Ok(after.clone()), hash));
    assert_eq!(simulation.level(), &Level::parse("edited.ron", &after).expect("it can be read"));
    // Back across the edits, and forward again.
    for tick in [35, 5, 75] {
        player.approach(&mut simulation, tick);
        while player.tick() < tick {
            player.step(&mut simulation).expect("it holds together");
        }
        let level = Level::parse("edited.ron", &player.text().expect("it holds together")).expect("it can be read");
        assert_eq!(simulation.level(), &level, "at tick {tick}");
    }
    while !player.is_over() {
        player.step(&mut simulation).expect("it holds together");
    }
    assert_eq!(simulation.state_hash(), hash);
}

#[test]
fn an_edit_that_took_long_is_played_as_it_was_done() {
    let level = built_in::LEVELS.iter().find(|level| level.name == "first-steps").expect("it is shipped");
    let mut run = Run::begin(level.name, level.text, None);
    run.step(&[Command::Scatter(Selection::All)]);
    (0..50).for_each(|_| run.step(&[]));
    let cells = vec![Cell::new(3, 1)];
    run.edit_at_length(&Edit::Paint { brush: Brush::Terrain("sand".to_owned()), cells: cells.clone() });
    (0..50).for_each(|_| run.step(&[]));
    run.edit(&Edit::Paint { brush: Brush::Terrain("grass".to_owned()), cells });
    (0..120).for_each(|_| run.step(&[]));
    let hash = run.simulation.state_hash();
    let (player, simulation) = play(&run.end());
    assert_eq!((simulation.state_hash(), player.difference()), (hash, None));
}

#[test]
fn what_is_done_while_time_stands_still_at_the_end_is_played() {
    let text = "(version: 1, name: \"Yard\", rows: [\"....\"], legend: {'.': \"grass\"}, agents: [(tile: (0, 0))])";
    let mut run = Run::begin("yard", text, None);
    run.step(&[]);
    run.edit(&Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(2, 0)] });
    run.apply(&[Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(3, 0)] }]);
    let (player, simulation) = play(&run.end());
    let is_wall = |x| !simulation.map().is_walkable(Cell::new(x, 0));
    assert!(is_wall(2) && is_wall(3));
    assert_eq!(player.text().as_deref(), Ok(run.text()));
}

/// Tiles on which something can be built: nobody stands there.
fn free_tiles(simulation: &Simulation) -> Vec<(i32, i32)> {
    let map = simulation.map();
    let far = |cell: &Cell| {
        let centre = map.lattice.centre(*cell);
        simulation.agents().iter().all(|agent| agent.position().distance(centre) > 3.0)
    };
    let tiles = map.lattice.rect().cells().filter(|cell| map.is_walkable(*cell));
    tiles.filter(far).map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn a_stroke_on_a_large_map_takes_few_bytes() {
    let rows = format!("\"{}\",", ".".repeat(1000)).repeat(1000);
    let text = format!("(version: 1, name: \"Large\", legend: {{'.': \"grass\", '#': \"wall\"}}, rows: [{rows}])");
    let mut run = Run::begin("large", &text, None);
    run.recorder.take_lines();
    for x in 0..100 {
        let cells = (0..16).flat_map(|y| (0..16).map(move |column| Cell::new(10 + 5 * x + column, 400 + y))).collect();
        run.edit(&Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells });
    }
    let bytes = run.recorder.take_lines().len();
    assert!(bytes < 100 * 1500, "{bytes} bytes");
}

#[test]
fn any_moment_can_be_reached_from_any_other() {
    let (text, _) = recorded("the-ring", None, 1500);
    let hashes = {
        let (mut player, mut simulation) =
            Player::begin(Replay::parse("r", &text).expect("it is one")).expect("a level");
        let mut hashes = vec![simulation.state_hash()];
        while !player.is_over() {
            player.step(&mut simulation).expect("it holds together");
            hashes.push(simulation.state_hash());
        }
        hashes
    };
    let (mut player, mut simulation) = Player::begin(Replay::parse("r", &text).expect("it is one")).expect("a level");
    for tick in [700, 60, 1300, 1299, 0, 1201, 1200, 601, 1500] {
        player.approach(&mut simulation, tick);
        assert!(player.tick() <= tick, "{tick}");
        while player.tick() < tick {
            player.step(&mut simulation).expect("it holds together");
        }
        assert_eq!(simulation.state_hash(), hashes[tick as usize], "at tick {tick}");
    }
    player.approach(&mut simulation, 1210);
    assert_eq!(player.tick(), 1200, "from the snapshot at twenty seconds");
    assert_eq!(player.difference(), None);
}

#[test]
fn a_changed_command_is_found_in_the_second_in_which_it_shows() {
    let (text, _) = recorded("first-steps", None, 240);
    let mut replay = Replay::parse("r", &text).expect("it is one");
    let entry = replay.entries.iter_mut().find(|entry| entry.tick >= 130).expect("there are some");
    entry.done = footpath::replay::Done::Command(Command::Scatter(Selection::All));
    let (mut player, mut simulation) = Player::begin(replay).expect("a level");
    while !player.is_over() {
        player.step(&mut simulation).expect("it holds together");
    }
    let difference = player.difference().expect("other commands were given");
    assert_eq!(difference.tick, 180);
    assert!(difference.to_string().starts_with("replay differs at second 3 (tick 180): "), "{difference}");
}

#[test]
fn a_run_that_goes_on_from_the_middle_of_a_replay_is_recorded_whole() {
    let (text, _) = recorded("doors", Some(5), 200);
    let replay = Replay::parse("r", &text).expect("it is one");
    let (mut player, mut simulation) = Player::begin(replay).expect("a level");
    while player.tick() < 99 {
        player.step(&mut simulation).expect("it holds together");
    }
    let mut recorder = Recorder::resume(&player, &simulation);
    for tick in 0..60 {
        let commands = if tick == 7 { vec![Command::Scatter(Selection::All)] } else { Vec::new() };
        recorder.commands(&commands);
        simulation.step(&commands);
        recorder.stepped(&simulation);
    }
    let hash = simulation.state_hash();
    recorder.end();
    let (player, simulation) = play(&recorder.take_lines());
    assert_eq!((player.tick(), player.compared(), simulation.state_hash()), (159, 3, hash));
}

#[test]
fn numbers_are_kept_bit_for_bit() {
    let odd = [0.1, 1.0 / 3.0, f32::MIN_POSITIVE, f32::from_bits(1), f32::MAX, -0.0, 1e-7, 123_456.79, f32::INFINITY];
    let mut replay = Replay::new("", Some(u64::MAX));
    for (tick, x) in (0..).zip(odd) {
        let to = Vec2::new(x, -x);
        let command = Command::MoveObstacle { obstacle: "ä\"\\\n\u{2028}#".to_owned(), to };
        replay.push(tick, footpath::replay::Done::Command(command));
    }
    let read = Replay::parse("r", &replay.to_text()).expect("it is one");
    assert_eq!(read, replay);
    for (entry, x) in read.entries.iter().zip(odd) {
        let footpath::replay::Done::Command(Command::MoveObstacle { to, .. }) = &entry.done else {
            panic!("{entry:?}")
        };
        assert_eq!((to.x.to_bits(), to.y.to_bits()), (x.to_bits(), (-x).to_bits()), "{x}");
    }
}

/// A replay comes from anywhere: numbers that no level and no player could give are refused, or do no harm.
#[test]
fn odd_numbers_in_commands_stop_nothing() {
    const ODD: [&str; 9] = ["NaN", "inf", "-inf", "3e38", "-3e38", "0", "-1", "255", "4294967295"];
    let level = "(version: 1, name: \"Tiny\", legend: {'.': \"grass\", '#': \"wall\"}, rows: [\"......\", \"..#...\", \"......\"], \
                 agents: [(tile: (0, 0)), (tile: (2, 2)), (tile: (5, 2))])";
    let mut run = Run::begin("tiny", level, None);
    for tick in 0..140 {
        let commands = commands(&run.simulation, tick);
        run.step(&commands);
    }
    let text = run.end();
    let head: String = text.split_inclusive('\n').take(2).collect();
    let (mut played, mut stopped) = (0, Vec::new());
    for line in text.lines().filter(|line| line.starts_with("Do(")) {
        let (_, what) = line.split_once(',').expect("a command comes after its tick");
        let digits = |byte: u8| byte.is_ascii_digit() || byte == b'.' || byte == b'-';
        let mut at = 0;
        while let Some(start) = what.bytes().skip(at).position(digits).map(|found| at + found) {
            let end = what.bytes().skip(start).position(|byte| !digits(byte)).map_or(what.len(), |found| start + found);
            for odd in ODD {
                let text = format!("{head}Do(2,{}{odd}{}\nEnd(12)\n", &what[..start], &what[end..]);
                let Ok(replay) = Replay::parse("odd", &text) else { continue };
                let (mut player, mut simulation) = Player::begin(replay).expect("the level is right");
                let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    while !player.is_over() {
                        player.step(&mut simulation).expect("it holds together");
                    }
                }));
                if outcome.is_err() {
                    stopped.push(format!("{}{odd}{}", &what[..start], &what[end..]));
                }
                played += 1;
            }
            at = end;
        }
    }
    assert!(stopped.is_empty(), "{stopped:#?}");
    assert!(played > 300, "only {played} commands could be read");
}
