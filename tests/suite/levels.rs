//! The levels that are shipped, the reference of their format, and what holds for every text and every level.

use std::fs;
use std::path::Path;

use footpath::grid::{Cell, Grid, Lattice};
use footpath::level::built_in::LEVELS;
use footpath::level::generate::{self, Generate, Kind, Patch};
use footpath::level::{AgentStart, Level, StartOrder, Target, Terrain, TerrainId, TileMap};
use footpath::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method};
use footpath::profile::{AgentProfile, Color};
use footpath::script::{Action, Script, ScriptPlayer, Step};
use footpath::sim::{Command, Event, Simulation};
use glam::vec2;
use proptest::prelude::*;

fn shipped(name: &str) -> Level {
    let level = LEVELS.iter().find(|level| level.name == name).expect(name);
    Level::parse(name, level.text).unwrap_or_else(|error| panic!("{error}"))
}

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
    assert_eq!(shipped("thirty-agents").agents.len(), 30);
    let ten = shipped("tutorial/ten-by-ten");
    assert_eq!(ten.map.lattice.tile_at(ten.agents[0].position), Cell::new(0, 0));
    assert_eq!(ten.places["goal"], [Cell::new(7, 7)]);
}

#[test]
fn the_starter_is_a_level() {
    let level = Level::parse("starter.ron", Level::starter()).unwrap_or_else(|error| panic!("{error}"));
    assert!(level.map.terrain_named("lava").is_some());
    assert_eq!(level.agents.len(), 3);
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
    assert_eq!(levels.len(), 3);
    for level in levels {
        Level::parse("example.ron", level).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn the_script_of_the_reference_is_carried_out() {
    let reference = reference();
    let examples = examples(&reference);
    let level = Level::parse("example.ron", examples[0]).unwrap_or_else(|error| panic!("{error}"));
    let script = examples.iter().find(|example| example.starts_with('[')).expect("there is a script");
    let mut player = ScriptPlayer::new(Script::parse("script.ron", script).unwrap_or_else(|error| panic!("{error}")));
    let mut simulation = Simulation::new(level, None);
    while !player.is_over() {
        let commands: Vec<Command> = player.next_tick().iter().map(command).collect();
        for event in simulation.step(&commands) {
            assert!(!matches!(event, Event::Refused { .. } | Event::NoPath { .. }), "{event:?}");
        }
    }
    assert_eq!((simulation.tick(), simulation.agents().len()), (1, 2), "the script ends with a restart");
}

fn command(step: &Step) -> Command {
    match &step.action {
        Action::Command(command) => command.clone(),
        Action::Ground(action) => panic!("{action:?} is not in the example"),
        Action::Window(action) => panic!("{} needs a window", action.name()),
    }
}

#[test]
fn every_step_of_the_reference_is_understood() {
    let reference = reference();
    let rows = table(&reference, "steps");
    assert_eq!(rows.len(), 22);
    for row in rows {
        let step = row.split('`').nth(1).expect("a step stands in backquotes").replace("target)", "\"gate\")");
        let agents = if row.contains("Takes `agents`") { "agents: [0], " } else { "" };
        let text = format!("[(at: 1, {agents}do: {step})]");
        let script = Script::parse("step.ron", &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let needs_window = matches!(script.steps[0].action, Action::Window(_));
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
    let hex = |color: Color| format!("`#{:02x}{:02x}{:02x}`", color.r, color.g, color.b);
    let terrain = |terrain: Terrain| {
        format!("| `{}` | {} | {:?} | {} |", terrain.name, terrain.walkable, terrain.cost, hex(terrain.color))
    };
    let profile = |profile: AgentProfile| {
        let AgentProfile { name, radius, speed, mass, acceleration, acceptance_radius, color, .. } = profile;
        let color = hex(color);
        format!("| `{name}` | {radius:?} | {speed:?} | {mass:?} | {acceleration:?} | {acceptance_radius:?} | {color} |")
    };
    let reference = reference();
    assert_eq!(table(&reference, "terrains"), Terrain::built_in().into_iter().map(terrain).collect::<Vec<_>>());
    assert_eq!(table(&reference, "profiles"), AgentProfile::built_in().into_iter().map(profile).collect::<Vec<_>>());
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
        assert_eq!(listed, names.iter().map(|name| format!("`\"{name}\"`")).collect::<Vec<_>>().join(", "));
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
    assert_eq!((level.search, level.agents[0].search), (search, None));
    let own = Method { weight: f64::INFINITY, connectivity: Connectivity::Eight, smooth: true, ..search };
    assert_eq!(level.agents[1].search, Some(own));
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

/// A change of a text: at a place of so many thousandths of its length, leave out, double or put in something.
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
        assert_eq!(problem.line, before.matches('\n').count() + 1);
        assert!(problem.column >= 1 && problem.column <= before.chars().count() + 1);
    }
    let starts = error.problems.iter().map(|problem| problem.span.start);
    assert!(starts.is_sorted(), "problems are listed in order");
    assert!(error.to_string().contains("error: "));
}

/// A valid level with terrains, profiles, places and agents of its own.
fn level() -> impl Strategy<Value = Level> {
    let name = "[a-z'\"\\\\éß~][a-z ]{0,8}";
    let color = any::<[u8; 3]>().prop_map(|[r, g, b]| Color { r, g, b });
    let terrain = (name, any::<bool>(), 0.1f32..=100.0, color.clone());
    let profile = (name, 0.05f32..=0.4, 0.1f32..=50.0, 0.5f32..=100.0, color);
    let size = (1..24usize, 1..16usize);
    let tables = (prop::collection::vec(terrain, 0..6), prop::collection::vec(profile, 0..4));
    let lattice = (0.8f32..=64.0, -10_000.0f32..=10_000.0, -10_000.0f32..=10_000.0);
    let texts = (name, "\\PC{0,40}|a\nb\t\"\\\\", any::<u64>());
    let draws = prop::collection::vec(any::<[u8; 4]>(), 24 * 16);
    let ground = (method(), prop::option::weighted(0.3, kind()));
    (size, tables, lattice, texts, draws, ground).prop_map(|(size, tables, lattice, texts, draws, (search, kind))| {
        let ((width, height), (terrains, profiles), (tile_size, x, y), (name, about, seed)) =
            (size, tables, lattice, texts);
        let mut all_terrains = Terrain::built_in();
        for (name, walkable, cost, color) in terrains {
            if all_terrains.iter().all(|terrain| terrain.name != name) {
                all_terrains.push(Terrain { name, walkable, cost, color, ..all_terrains[0].clone() });
            }
        }
        let mut all_profiles = AgentProfile::built_in();
        all_profiles[1].speed = 7.25;
        for (name, radius, speed, mass, color) in profiles {
            if all_profiles.iter().all(|profile| profile.name != name) {
                let walker = all_profiles[0].clone();
                all_profiles.push(AgentProfile { name, radius, speed, mass, color, ..walker });
            }
        }
        let count = all_terrains.len();
        let tiles =
            draws[..width * height].iter().map(|[terrain, ..]| TerrainId((*terrain as usize % count) as u8)).collect();
        let lattice = Lattice { origin: vec2(x, y), tile_size, width: width as u32, height: height as u32 };
        let mut tiles = Grid::from_rows(width as u32, height as u32, tiles);
        let generate = kind.map(|kind| {
            let patch = |&[terrain, share, size, _]: &[u8; 4]| Patch {
                terrain: TerrainId((terrain as usize % count) as u8),
                share: u32::from(share % 101),
                size: u32::from(size) + 2,
            };
            let patches = draws[..width % 3].iter().map(patch).collect();
            let plain = Generate::new(kind, width as u32, height as u32, seed / 3);
            Generate { islands: seed % 2 == 0, patches, ..plain }
        });
        if let Some(generate) = &generate {
            tiles = generate::generate(generate);
        }
        let map = TileMap::new(lattice, all_terrains, tiles);
        let mut level = Level { name, about, seed, search, generate, profiles: all_profiles, ..Level::on(map) };
        furnish(&mut level, &draws);
        level
    })
}

fn method() -> impl Strategy<Value = Method> {
    let algorithm = prop::sample::select(Algorithm::ALL);
    let heuristic = prop::sample::select(Heuristic::ALL);
    let weight =
        prop_oneof![Just(2.0), Just(f64::INFINITY), (0..=10_000u32).prop_map(|tenths| f64::from(tenths) / 10.0)];
    let connectivity = prop::sample::select(Connectivity::ALL);
    let corners = prop::sample::select(CornerRule::ALL);
    let diagonal = prop::sample::select(DiagonalCost::ALL);
    (algorithm, heuristic, weight, connectivity, corners, diagonal, 1..=u32::MAX, any::<bool>()).prop_map(
        |(algorithm, heuristic, weight, connectivity, corners, diagonal, expansion_limit, smooth)| Method {
            algorithm,
            heuristic,
            weight,
            connectivity,
            corners,
            diagonal,
            expansion_limit,
            smooth,
        },
    )
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        (0..=90u32).prop_map(|density| Kind::Open { density }),
        (1..=64u32).prop_map(|corridor| Kind::Maze { corridor }),
        (2..=1024u32, 1..=16u32).prop_map(|(size, doors)| Kind::Rooms { size, doors }),
        (0..=90u32, 0..=16u32).prop_map(|(density, rounds)| Kind::Caves { density, rounds }),
    ]
}

/// Gives a level places and agents, by random bytes for each tile.
fn furnish(level: &mut Level, draws: &[[u8; 4]]) {
    let cells: Vec<Cell> = level.map.tiles.rect().cells().collect();
    for (&cell, &[_, place, ..]) in cells.iter().zip(draws) {
        if place < 40 {
            level.places.entry(format!("place {}", place % 5)).or_default().push(cell);
        }
        if place == 7 {
            level.places.entry("another of the same tiles".to_owned()).or_default().push(cell);
        }
    }
    for (&cell, &[_, place, agent, order]) in cells.iter().zip(draws) {
        // Small bodies near the middles of tiles of their own touch nothing.
        let profile = agent as usize % level.profiles.len();
        let small = level.profiles[profile].radius < 0.39;
        if agent < 60 && small && level.map.is_walkable(cell) {
            let aside = if agent % 2 == 0 { vec2(0.0, 0.0) } else { vec2(0.004, -0.003) };
            let target = match order % 4 {
                0 => None,
                1 => Some(Target::Tile(cells[order as usize % cells.len()])),
                2 => Some(Target::Point(level.map.lattice.centre(cell) + vec2(0.01, 0.02))),
                _ => level.places.keys().nth(place as usize % 5).cloned().map(Target::Place),
            };
            let position = level.map.lattice.centre(cell) + aside;
            let search = (place % 3 == 0).then(|| Method {
                smooth: order % 2 == 0,
                algorithm: Algorithm::ALL[place as usize % Algorithm::ALL.len()],
                ..level.search
            });
            level.agents.push(AgentStart {
                name: String::new(),
                profile,
                position,
                order: target.map(StartOrder::MoveTo),
                search,
            });
        }
    }
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
