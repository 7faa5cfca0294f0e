//! The levels that are shipped, the reference of their format, and what holds for every text and every level.

mod lessons;

use std::fs;
use std::path::Path;

use footpath::format::limits;
use footpath::grid::Cell;
use footpath::level::built_in::LEVELS;
use footpath::level::{Area, Course, Level, ORDERS, Order, Terrain, TerrainId, Whom};
use footpath::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method};
use footpath::profile::{ACCEPTANCE_RADIUS, AgentProfile, Color};
use footpath::script::{Script, ScriptAction, ScriptPlayer, ScriptStep};
use footpath::sim::{Command, Event, Simulation};
use proptest::prelude::*;

use crate::support::levels::shipped;
use crate::support::random_levels::level;

/// The names of the level files under `folder`, with `prefix` before them.
fn files_in(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("levels are in this folder") {
        let path = entry.expect("a folder can be listed").path();
        let stem = path.file_stem().expect("files have names").to_string_lossy().into_owned();
        if path.is_dir() {
            files_in(&path, &format!("{prefix}{stem}/"), names);
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            names.push(format!("{prefix}{stem}"));
        }
    }
}

#[test]
fn every_level_file_is_built_in() {
    let mut files = Vec::new();
    files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("levels"), "", &mut files);
    // Those are measured by `footpath crowd`, and no player sees them.
    files.retain(|name| !name.starts_with("bench/"));
    files.sort();
    let mut built_in: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
    built_in.sort_unstable();
    assert_eq!(files, built_in);
    assert_eq!(LEVELS[0].name, "first-steps");
}

#[test]
fn shipped_levels_validate_and_round_trip() {
    for built_in in LEVELS {
        let level = shipped(built_in.name);
        assert!(!level.about.is_empty() && !level.agents.is_empty(), "{}", built_in.name);
        let again = Level::parse(built_in.name, &level.to_ron()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(level, again, "{}", built_in.name);
    }
}

#[test]
fn shipped_levels_have_their_sizes() {
    let size = |name| {
        let level = shipped(name);
        (level.map.tiles.width(), level.map.tiles.height(), level.map.lattice.tile_size)
    };
    assert_eq!(size("wide-land"), (128, 128, 1.0));
    assert_eq!(size("tutorial/two-cubes"), (20, 20, 2.0));
    assert_eq!(size("tutorial/baked-field"), (50, 50, 1.0));
    assert_eq!(size("tutorial/ten-by-ten"), (10, 10, 1.0));
    assert_eq!(size("tutorial/lab-9x9"), (9, 9, 1.0));
    assert_eq!(shipped("thirty-agents").agents.len(), 30);
    let ten = shipped("tutorial/ten-by-ten");
    assert_eq!(ten.map.lattice.tile_at(ten.agents[0].position), Cell::new(0, 0));
    assert_eq!(ten.places["goal"], [Cell::new(7, 7)]);
}

/// A phone has no keyboard: a key is named only behind what a finger can press.
#[test]
fn texts_that_name_a_key_also_say_what_a_finger_does() {
    let mut named = 0;
    for built_in in LEVELS {
        let level = Level::parse(built_in.name, built_in.text).unwrap();
        for text in level.lesson.iter().map(|step| step.text.as_str()).chain([level.about.as_str()]) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let is_key = |word: &str| {
                let plain = word.trim_matches(['(', ')', '.', ',', ':', ';']);
                let is_function = plain.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok());
                // A single letter between brackets; others are words and markers.
                let is_letter = plain.len() == 1 && plain.chars().all(|letter| letter.is_ascii_uppercase());
                is_function || is_letter && word.contains(['(', ')'])
            };
            for (before, key) in words.iter().zip(&words[1..]).filter(|(_, word)| is_key(word)) {
                named += 1;
                assert!(["or", "(or", "and"].contains(before), "{}: {key} in {text}", built_in.name);
            }
            let lower = text.to_lowercase();
            assert!(!lower.contains("click") || lower.contains("tap"), "{}: {text}", built_in.name);
        }
    }
    assert!(named > 12, "{named} keys are named");
}

#[test]
fn the_starter_is_a_level() {
    let level = Level::parse("starter.ron", Level::starter()).unwrap_or_else(|error| panic!("{error}"));
    assert!(level.map.terrain_named("lava").is_some());
    assert_eq!(level.agents.len(), 7);
}

fn reference() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/README.md")).expect("the reference is there")
}

/// The examples of the reference, in order; those that begin with `[` are scripts.
fn examples(reference: &str) -> Vec<&str> {
    reference.split("```ron\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_examples_of_the_reference_are_levels() {
    let reference = reference();
    let examples = examples(&reference);
    let levels: Vec<&&str> = examples.iter().filter(|example| example.starts_with('(')).collect();
    assert_eq!(levels.len(), 20);
    for level in levels {
        Level::parse("example.ron", level).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn the_script_of_the_reference_is_carried_out() {
    let simulation = carried_out("First steps", 0);
    assert_eq!((simulation.tick(), simulation.agents().len()), (1, 2), "the script ends with a restart");
}

#[test]
fn the_script_of_orders_is_carried_out() {
    let simulation = carried_out("The yard by night", 1);
    let orders: Vec<Option<&Order>> = simulation.agents().iter().map(|agent| agent.order()).collect();
    assert_eq!(orders[1], Some(&Order::Flee { agent: Whom::Agent(2), distance: 4.0 }));
    assert!(
        matches!(orders[0], Some(Order::Follow { agent: Whom::Agent(1), on_sight: true, .. } | Order::Patrol(_))),
        "{orders:?}"
    );
    assert_eq!(simulation.paths()[0].course, Course::BackAndForth);
    let dog = simulation.profile_of(&simulation.agents()[2]);
    assert_eq!((dog.speed, dog.max_speed, dog.mass), (5.0, 5.0, 1.5));
}

/// The world after one of the scripts of the reference, of which nothing may be refused, in the example of this name.
fn carried_out(name: &str, script: usize) -> Simulation {
    let reference = reference();
    let examples = examples(&reference);
    let named = |example: &&&str| example.contains(&format!("name: \"{name}\","));
    let level = examples.iter().find(named).unwrap_or_else(|| panic!("there is no example {name:?}"));
    let level = Level::parse("example.ron", level).unwrap_or_else(|error| panic!("{error}"));
    let script = examples.iter().filter(|example| example.starts_with('[')).nth(script).expect("there is a script");
    let mut player = ScriptPlayer::new(Script::parse("script.ron", script).unwrap_or_else(|error| panic!("{error}")));
    let mut simulation = Simulation::new(level, None);
    while !player.is_over() {
        let commands: Vec<Command> = player.next_tick().iter().map(|step| command(step, &simulation)).collect();
        for event in simulation.step(&commands) {
            assert!(!matches!(event, Event::Refused { .. } | Event::NoPath { .. }), "{event:?}");
        }
    }
    simulation
}

fn command(step: &ScriptStep, simulation: &Simulation) -> Command {
    match &step.action {
        ScriptAction::Command(command) => command.clone(),
        ScriptAction::Ground(action) => action.command(simulation).unwrap_or_else(|reason| panic!("{reason}")),
        ScriptAction::Window(action) => panic!("{} needs a window", action.name()),
    }
}

#[test]
fn every_step_of_the_reference_is_understood() {
    let reference = reference();
    let rows = table(&reference, "steps");
    assert_eq!(rows.len(), 28);
    for row in rows {
        let step = row.split('`').nth(1).expect("a step stands in backquotes").replace("target)", "\"gate\")");
        let agents = if row.contains("Takes `agents`") { "agents: [0], " } else { "" };
        let text = format!("[(at: 1, {agents}do: {step})]");
        let script = Script::parse("step.ron", &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let needs_window = matches!(script.steps[0].action, ScriptAction::Window(_));
        assert_eq!(needs_window, row.contains("Only in a window"), "{row}");
    }
}

/// The rows of the table that stands under `<!-- name: ... -->` in the reference.
fn table(reference: &str, name: &str) -> Vec<String> {
    let (_, rest) = reference.split_once(&format!("<!-- {name}:")).expect(name);
    let lines = rest.lines().skip(1).skip_while(|line| line.is_empty());
    lines.take_while(|line| line.starts_with('|')).skip(2).map(str::to_owned).collect()
}

#[test]
fn the_tables_of_the_reference_are_up_to_date() {
    let hex = |color: Color| format!("`{color}`");
    let terrain = |terrain: Terrain| {
        let Terrain { name, walkable, cost, color, jumpable, opaque, .. } = terrain;
        format!("| `{name}` | {walkable} | {cost:?} | {} | {jumpable} | {opaque} |", hex(color))
    };
    let area = |Area { name, cost, .. }: Area| format!("| `{name}` | {cost:?} |");
    let profile = |profile: AgentProfile| {
        let AgentProfile { name, radius, speed, mass, acceleration, acceptance_radius, color, .. } = profile;
        let color = hex(color);
        format!("| `{name}` | {radius:?} | {speed:?} | {mass:?} | {acceleration:?} | {acceptance_radius:?} | {color} |")
    };
    let reference = reference();
    assert_eq!(table(&reference, "areas"), Area::built_in().into_iter().map(area).collect::<Vec<_>>());
    assert_eq!(table(&reference, "terrains"), Terrain::built_in().into_iter().map(terrain).collect::<Vec<_>>());
    assert_eq!(table(&reference, "profiles"), AgentProfile::built_in().into_iter().map(profile).collect::<Vec<_>>());
}

#[test]
fn every_order_can_be_written_like_its_examples() {
    for (kind, example) in ORDERS.iter().flat_map(|kind| kind.examples.iter().map(move |example| (kind, example))) {
        let text = format!(
            "(version: 1, name: \"Told\", legend: {{'.': \"grass\", 'G': (terrain: \"grass\", place: \"gate\")}},
            rows: [\"....\", \"....\", \"....\", \"....\", \"..G.\"], paths: {{\"round\": (points: [\"gate\", \"gate\"])}},
            agents: [(name: \"guard\", tile: (0, 0)), (name: \"wolf\", tile: (1, 0)), (tile: (2, 0), order: {example})])"
        );
        let level = Level::parse("told.ron", &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(level.agents[2].orders.iter().map(Order::name).collect::<Vec<_>>(), [kind.of.name()], "{example}");
        assert_eq!(Level::parse("told.ron", &level.to_ron()).ok(), Some(level), "{example}");
    }
}

#[test]
fn every_range_is_in_the_reference() {
    let reference = reference();
    let ranges = [
        ("height", limits::GROUND_HEIGHT),
        ("ceiling", limits::CEILING),
        ("strength", limits::STRENGTH),
        ("falloff", limits::FALLOFF),
        ("by_walking", limits::BY_WALKING),
        ("recovery", limits::RECOVERY),
        ("worn_cost", limits::COST),
        ("radius", limits::ZONE_RADIUS),
        ("radius", limits::OBSTACLE_RADIUS),
        ("angle", limits::ANGLE),
        ("cost", limits::LINK_COST),
        ("smallest_region", limits::SMALLEST_REGION),
        ("obstacle_epsilon", limits::OBSTACLE_EPSILON),
        ("repath_interval", limits::REPATH_INTERVAL),
        ("acceptance_radius", ACCEPTANCE_RADIUS),
        ("standing_time", limits::STANDING_TIME),
        ("speed", limits::MOTION_SPEED),
        ("speed", limits::LINK_SPEED),
        ("wait", limits::WAIT),
    ];
    for (name, range) in ranges {
        let row = format!("| `{name}` | number, {} to {} |", range.start(), range.end());
        assert!(reference.contains(&row), "{row}");
    }
    for (name, most) in [("obstacles", limits::OBSTACLES), ("links", limits::LINKS), ("switches", limits::SWITCHES)] {
        assert!(reference.contains(&format!("list of {name}, at most {most} |")), "{name}");
    }
}

#[test]
fn every_name_of_a_method_is_in_the_reference() {
    let reference = reference();
    let (_, table) = reference.split_once("### `search`").unwrap();
    let names = [
        ("algorithm", Algorithm::ALL.iter().map(|choice| choice.name()).collect::<Vec<_>>()),
        ("heuristic", Heuristic::ALL.iter().map(|choice| choice.name()).collect()),
        ("corners", CornerRule::ALL.iter().map(|choice| choice.name()).collect()),
        ("diagonal", DiagonalCost::ALL.iter().map(|choice| choice.name()).collect()),
    ];
    for (field, names) in names {
        let row = table.lines().find(|line| line.starts_with(&format!("| `{field}`"))).unwrap();
        let listed = row.split('|').nth(2).unwrap().trim();
        let names = names.iter().map(|name| format!("`\"{name}\"`")).collect::<Vec<_>>();
        let (last, others) = names.split_last().unwrap();
        assert_eq!(listed, format!("{} or {last}", others.join(", ")), "{field}");
    }
}

#[test]
fn an_agent_changes_parts_of_its_levels_search() {
    let text = r#"(version: 1, name: "Two", legend: {'.': "grass"}, rows: [".."],
        search: (algorithm: "weighted-a-star", weight: 1.1, connectivity: 4, corners: "one-free"),
        agents: [(tile: (0, 0)), (tile: (1, 0), search: (weight: "greedy", connectivity: 8, smooth: true))])"#;
    let level = Level::parse("two.ron", text).unwrap_or_else(|error| panic!("{error}"));
    let search = Method {
        algorithm: Algorithm::WeightedAStar,
        weight: 1.1,
        connectivity: Connectivity::Four,
        corners: CornerRule::OneFree,
        ..Method::default()
    };
    assert_eq!((level.search, level.agents[0].search.as_deref().copied()), (search, None));
    let own = Method { weight: f64::INFINITY, connectivity: Connectivity::Eight, smooth: true, ..search };
    assert_eq!(level.agents[1].search.as_deref(), Some(&own));
}

#[test]
fn a_generated_map_that_was_changed_is_written_drawn() {
    let text = r#"(version: 1, name: "Made", seed: 4, generate: (kind: "rooms", size: (20, 12), room: 4), places: {"gate": (1, 1)})"#;
    let mut level = Level::parse("made.ron", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(level.generate.as_ref().map(|generate| generate.seed), Some(4));
    assert!(!level.to_ron().contains("rows"));
    level.map.tiles[Cell::new(1, 1)] = TerrainId(3);
    let drawn = Level::parse("drawn.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(drawn, Level { generate: None, ..level });
}

/// A change of a text at a place given in thousandths of its length: leave out, double or insert something.
#[derive(Clone, Debug)]
enum Edit {
    Remove(usize, usize),
    Double(usize, usize),
    Insert(usize, &'static str),
}

fn edit() -> impl Strategy<Value = Edit> {
    let pieces = prop::sample::select(vec![
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "'",
        "\\",
        "#",
        "/*",
        "*/",
        "//",
        "\n",
        "\r\n",
        "\t",
        "é",
        "\u{8ff7}",
        "1e39",
        "-1",
        "0x",
        "inf",
        "Some(",
        "None",
        "r#\"",
        "'\\u{",
        "name:",
        "rows: [",
        "tile: (9999, 0)",
        "\u{feff}",
        "-",
    ]);
    prop_oneof![
        (0..1000usize, 1..30usize).prop_map(|(at, length)| Edit::Remove(at, length)),
        (0..1000usize, 1..60usize).prop_map(|(at, length)| Edit::Double(at, length)),
        (0..1000usize, pieces).prop_map(|(at, piece)| Edit::Insert(at, piece)),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for edit in edits {
        let (Edit::Remove(at, _) | Edit::Double(at, _) | Edit::Insert(at, _)) = *edit;
        let at = at * characters.len() / 1000;
        match *edit {
            Edit::Remove(_, length) => drop(characters.drain(at..(at + length).min(characters.len()))),
            Edit::Double(_, length) => {
                let piece = characters[at..(at + length).min(characters.len())].to_vec();
                characters.splice(at..at, piece);
            }
            Edit::Insert(_, piece) => drop(characters.splice(at..at, piece.chars())),
        }
    }
    characters.into_iter().collect()
}

/// Reads a text that may be wrong, and checks that every message points into it.
fn read(text: &str) {
    let Err(error) = Level::parse("level.ron", text) else { return };
    assert!(!error.problems.is_empty());
    for problem in &error.problems {
        assert!(text.get(problem.span.clone()).is_some(), "{:?} of {problem:?}", problem.span);
        let before = &text[..problem.span.start];
        assert_eq!(problem.line, before.matches('\n').count() + 1, "{problem:?}");
        assert!(problem.column >= 1 && problem.column <= before.chars().count() + 1, "{problem:?}");
    }
    let starts = error.problems.iter().map(|problem| problem.span.start);
    assert!(starts.is_sorted(), "problems are listed in order");
    assert!(error.to_string().contains("error: "));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_that_is_nearly_a_level_never_panics(which in 0..LEVELS.len(), edits in prop::collection::vec(edit(), 1..8)) {
        read(&edited(LEVELS[which].text, &edits));
    }

    #[test]
    fn text_that_is_nothing_like_a_level_never_panics(text in "\\PC{0,60}|[\\[\\](){}'\"#\\\\,:/*.a-z0-9\\-\\s]{0,120}") {
        read(&text);
    }

    #[test]
    fn levels_are_written_and_read_back_equal(level in level()) {
        let text = level.to_ron();
        let again = Level::parse("written.ron", &text).unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(level, again, "{}", text);
    }
}
