//! Simulations that are saved while they run, and go on where they are restored.

use footpath::agent::AgentId;
use footpath::grid::Cell;
use footpath::level::{Level, Obstacle, Order, Shape, Target, TileMap, built_in};
use footpath::replay::RecordedRun;
use footpath::sim::{Command, Selection, Simulation};
use glam::vec2;

/// What is commanded at a tick: orders that keep agents walking and planning, and changes of the ground.
fn commands(simulation: &Simulation, tick: u64) -> Vec<Command> {
    let lattice = simulation.map().lattice;
    let point = |x: f32, y: f32| lattice.origin + lattice.size() * vec2(x, y);
    let link = || simulation.map().links.first().map_or(String::new(), |link| link.name.clone());
    match tick {
        5 => vec![Command::Order(Selection::All, Order::MoveTo(Target::Point(point(0.7, 0.3))))],
        40 => vec![Command::Spawn { profile: "walker".to_owned(), at: Target::Point(point(0.52, 0.48)) }],
        60 => vec![Command::Scatter(Selection::All), Command::Switch { link: link(), on: false }],
        90 => vec![Command::PutObstacle(Obstacle {
            name: "crate".to_owned(),
            at: point(0.4, 0.4),
            shape: Shape::Circle(0.4),
            layer: 0,
            motion: None,
            standing_time: 0.1,
            user: None,
        })],
        110 => vec![Command::Paint { terrain: "wall".to_owned(), tiles: vec![lattice.tile_at(point(0.6, 0.6))] }],
        140 => vec![Command::ThenOrder(Selection::All, Order::Wander(3.0)), Command::Switch { link: link(), on: true }],
        _ => Vec::new(),
    }
}

/// A bridge with corners above those who walk beneath, and carts to which turns cost something.
const BRIDGE: &str = r#"(version: 1, name: "A bridge", legend: {'.': "grass", ' ': "void", '~': "mud"},
    profiles: {"cart": (turn_cost: 3.0)},
    rows: ["...     ...", "...~.~.~...", "...     ...", "...     ..."],
    links: [(name: "bridge", from: (tile: (2, 3)), to: (tile: (8, 0)), through: [(5.5, 3.0), (5.5, 1.5)])],
    agents: [(count: 6, in: [(0, 0), (2, 3)], order: MoveTo((tile: (9, 2)))), (profile: "cart", tile: (10, 3), order: MoveTo((tile: (0, 1))))])"#;

#[test]
fn what_was_restored_goes_on_tick_for_tick_as_what_was_not_saved() {
    let levels =
        ["first-steps", "doors", "drawbridge", "the-gate", "the-watch", "the-museum", "high-and-low", "hill-fort"];
    let (mut walking, mut crossing, mut waiting) = (false, false, false);
    let texts = levels.map(|name| (name, built_in::named(name).expect("it is shipped").text));
    for (number, (name, text)) in (0..).zip(texts.into_iter().chain([("a bridge", BRIDGE)])) {
        let mut kept = RecordedRun::begin(text, (number % 2 == 0).then_some(number)).expect("it is a level");
        let mut alone = Simulation::new(kept.simulation().level().clone(), (number % 2 == 0).then_some(number));
        let mut restored: Option<RecordedRun> = None;
        for tick in 0..330 {
            if tick % 75 == 0 || [6, 61, 161].contains(&tick) {
                let before = restored.as_ref().unwrap_or(&kept);
                let agents = before.simulation().agents();
                walking |= agents.iter().any(|agent| agent.velocity().length() > 0.1);
                crossing |= agents.iter().any(|agent| agent.on_link().is_some());
                waiting |= agents.iter().any(|agent| agent.waiting().is_some());
                let again = RecordedRun::restore(before.save().as_bytes()).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(again.save(), before.save(), "{name}: saved at once, it is the same save");
                restored = Some(again);
            }
            let commands = commands(kept.simulation(), tick);
            alone.step(&commands);
            kept.step(&commands);
            restored.iter_mut().for_each(|run| drop(run.step(&commands)));
            let hash = alone.state_hash();
            assert_eq!(kept.simulation().state_hash(), hash, "{name}: recorded, at tick {tick}");
            if let Some(run) = &restored {
                assert_eq!(run.simulation().state_hash(), hash, "{name}: restored, at tick {tick}");
                assert_eq!(run.simulation().agents(), alone.agents(), "{name}: at tick {tick}");
            }
        }
    }
    assert!(walking && crossing && waiting, "saved while walking {walking}, on links {crossing}, waiting {waiting}");
}

#[test]
fn searches_that_were_saved_half_done_end_in_the_same_tick() {
    // Wide enough that one search takes several ticks.
    let rows = format!("{:?},", ".".repeat(200)).repeat(200);
    let text = format!(
        "(version: 1, name: \"Wide\", legend: {{'.': \"grass\"}}, search: (algorithm: \"dijkstra\"), rows: [{rows}],
        agents: [(tile: (0, 0)), (tile: (2, 0)), (tile: (4, 0))])"
    );
    let mut kept = RecordedRun::begin(&text, None).unwrap();
    kept.step(&[Command::Order(Selection::All, Order::MoveTo(Cell::new(199, 199).into()))]);
    for _ in 0..2 {
        let searches = kept.simulation().sizes().searches;
        assert!(searches > 0 && kept.simulation().expansions() > 0, "{searches} searches are under way");
        let mut restored = RecordedRun::restore(kept.save().as_bytes()).unwrap();
        let mut alone = kept.clone();
        for _ in 0..12 {
            assert_eq!(restored.step(&[]), alone.step(&[]));
            assert_eq!(restored.simulation().state_hash(), alone.simulation().state_hash());
        }
        kept.step(&[]);
    }
}

#[test]
fn a_level_made_by_a_program_is_restored() {
    let map = TileMap::from_rows(&["......", ".####.", "......"]).unwrap();
    let level = Level { name: "Yard".to_owned(), ..Level::on(map) };
    let mut run = RecordedRun::begin(&level.to_ron(), None).unwrap();
    run.step(&[Command::Spawn { profile: "walker".to_owned(), at: Cell::new(0, 0).into() }]);
    run.step(&[Command::Order(Selection::All, Order::MoveTo(Cell::new(5, 2).into()))]);
    (0..40).for_each(|_| drop(run.step(&[])));
    let mut restored = RecordedRun::restore(run.save().as_bytes()).unwrap();
    for _ in 0..200 {
        assert_eq!(restored.step(&[]), run.step(&[]));
    }
    assert_eq!(restored.simulation().agent(AgentId(0)).unwrap().position(), vec2(5.5, 2.5));
}

#[test]
fn bytes_that_are_no_whole_save_are_refused_in_words() {
    let text = built_in::named("first-steps").expect("it is shipped").text;
    let mut run = RecordedRun::begin(text, None).unwrap();
    for tick in 0..70 {
        run.step(&commands(run.simulation(), tick).clone());
    }
    let save = run.save();
    let refusal = |bytes: &[u8]| RecordedRun::restore(bytes).expect_err("it is no save");
    assert!(refusal(b"").contains("cut off"), "{}", refusal(b""));
    assert!(refusal(&[0xff, 0xfe, 0x00]).starts_with("save:1:1: "));
    assert!(refusal(b"(version: 1)").contains("no replay"));
    for end in (0..save.len()).step_by(save.len() / 40) {
        let message = refusal(&save.as_bytes()[..end]);
        assert!(message.contains("cut off") || message.starts_with("save:"), "{end} bytes: {message}");
    }
    let last = save.rfind("Hash(70,\"").expect("the save ends with the hash of its state") + "Hash(70,\"".len();
    let mut other = save.clone().into_bytes();
    other[last] = if other[last] == b'0' { b'1' } else { b'0' };
    assert!(refusal(&other).contains("differs at second"), "{}", refusal(&other));
    let older = String::from_utf8(other).unwrap().replacen("build:\"", "build:\"0.0.1-", 1);
    assert!(refusal(older.as_bytes()).contains("saved by version 0.0.1-"), "{}", refusal(older.as_bytes()));
    let broken = save.replacen("rows", "rowz", 1);
    assert!(refusal(broken.as_bytes()).contains("rowz"), "{}", refusal(broken.as_bytes()));
}
