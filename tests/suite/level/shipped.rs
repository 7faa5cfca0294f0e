//! The levels that are shipped, the reference of their format, and what holds for every text and every level.

use std::fs;
use std::path::Path;

use footpath::grid::{Cell, Grid, Lattice};
use footpath::level::built_in::LEVELS;
use footpath::level::generate::{self, Generate, Kind, Patch};
use footpath::level::limits;
use footpath::level::{
    AgentStart, Area, BakeSettings, Course, Extent, Level, Link, Obstacle, Order, Relief, Shape, Solid, Surface,
    Switch, Target, Terrain, TerrainId, TileMap, Wear, Zone, ZoneKind,
};
use footpath::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method};
use footpath::profile::{ACCEPTANCE_RADIUS, AgentProfile, AreaFilter, AreaId, Color};
use footpath::script::{Action, Script, ScriptPlayer, Step};
use footpath::sim::{Command, Event, Simulation};
use glam::vec2;
use proptest::prelude::*;

use crate::support::random_agents;

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
    // Those are measured by `footpath crowd`, and nobody plays them.
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
    assert_eq!(levels.len(), 12);
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
    let orders: Vec<Option<&Order>> = simulation.agents().iter().map(|agent| agent.order.as_ref()).collect();
    assert_eq!(orders[1], Some(&Order::Flee { agent: 2, distance: 4.0 }));
    assert!(matches!(orders[0], Some(Order::Follow { agent: 1, on_sight: true, .. } | Order::Patrol(_))), "{orders:?}");
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

fn command(step: &Step, simulation: &Simulation) -> Command {
    match &step.action {
        Action::Command(command) => command.clone(),
        Action::Ground(action) => action.command(simulation).unwrap_or_else(|reason| panic!("{reason}")),
        Action::Window(action) => panic!("{} needs a window", action.name()),
    }
}

#[test]
fn every_step_of_the_reference_is_understood() {
    let reference = reference();
    let rows = table(&reference, "steps");
    assert_eq!(rows.len(), 27);
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
        let Terrain { name, walkable, cost, color, jumpable, opaque, .. } = terrain;
        format!("| `{name}` | {walkable} | {cost:?} | {} | {jumpable} | {opaque} |", hex(color))
    };
    let area = |Area { name, cost }: Area| format!("| `{name}` | {cost:?} |");
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
fn every_order_of_the_reference_is_understood() {
    let reference = reference();
    let rows = table(&reference, "orders");
    assert_eq!(rows.len(), 11);
    for row in rows {
        let order = row.split('`').nth(1).expect("an order stands in backquotes");
        let text = format!(
            "(version: 1, name: \"Told\", legend: {{'.': \"grass\", 'G': (terrain: \"grass\", place: \"gate\")}},
            rows: [\"....\", \"....\", \"....\", \"....\", \"..G.\"], paths: {{\"round\": (points: [\"gate\", \"gate\"])}},
            agents: [(name: \"guard\", tile: (0, 0)), (name: \"wolf\", tile: (1, 0)), (tile: (2, 0), order: {order})])"
        );
        let level = Level::parse("told.ron", &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(level.agents[2].orders.len(), 1, "{row}");
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
    let terrain = (name, any::<bool>(), 0.1f32..=100.0, color.clone(), any::<[u8; 2]>());
    let profile = (name, 0.05f32..=0.4, 0.1f32..=50.0, 0.5f32..=100.0, color);
    let size = (1..24usize, 1..16usize);
    let tables = (prop::collection::vec(terrain, 0..6), prop::collection::vec(profile, 0..4));
    let lattice = (0.8f32..=64.0, -10_000.0f32..=10_000.0, -10_000.0f32..=10_000.0);
    let texts = (name, "\\PC{0,40}|a\nb\t\"\\\\", any::<u64>());
    let draws = prop::collection::vec(any::<[u8; 4]>(), 24 * 16);
    let ground = (method(), prop::option::weighted(0.3, kind()), prop::collection::vec(any::<u8>(), 500));
    (size, tables, lattice, texts, draws, ground).prop_map(|(size, tables, lattice, texts, draws, ground)| {
        let (search, kind, bytes) = ground;
        let mut bytes = Bytes::new(bytes);
        let ((width, height), (terrains, profiles), (tile_size, x, y), (name, about, seed)) =
            (size, tables, lattice, texts);
        let (all_areas, all_terrains) = kinds_of_ground(terrains, &mut bytes);
        let mut all_profiles = AgentProfile::built_in();
        (all_profiles[1].speed, all_profiles[1].max_speed) = (7.25, 7.25);
        for (name, radius, speed, mass, color) in profiles {
            if all_profiles.iter().all(|profile| profile.name != name) {
                let profile = AgentProfile { name, radius, speed, mass, color, ..all_profiles[0].clone() };
                all_profiles.push(walking(profile, all_areas.len(), &mut bytes));
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
        let relief = relief(&lattice, &all_terrains, &tiles, generate.is_some(), &draws, &mut bytes);
        let map = TileMap { areas: all_areas, relief, ..TileMap::new(lattice, all_terrains, tiles) };
        let mut level = Level { name, about, seed, search, generate, profiles: all_profiles, ..Level::on(map) };
        lay_out(&mut level, &mut bytes);
        random_agents::enliven(&mut level, &mut bytes);
        furnish(&mut level, &draws);
        random_agents::tell(&mut level, &mut bytes);
        zone(&mut level, &mut bytes);
        level
    })
}

/// Bytes to decide by, none left being zero.
pub struct Bytes(std::vec::IntoIter<u8>);

impl Bytes {
    /// Draws from these; when they are used up, zeros.
    pub fn new(bytes: Vec<u8>) -> Bytes {
        Bytes(bytes.into_iter())
    }

    fn next(&mut self) -> u8 {
        self.0.next().unwrap_or(0)
    }

    /// A number less than `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count
    }

    /// A number with many digits, from 0 to `most`.
    pub fn number(&mut self, most: f32) -> f32 {
        f32::from(u16::from_be_bytes([self.next(), self.next()])) / 65_535.0 * most
    }
}

type TerrainDraw = (String, bool, f32, Color, [u8; 2]);

/// Areas and terrains: own ones, shared ones, changed ones, in one order or another.
fn kinds_of_ground(draws: Vec<TerrainDraw>, bytes: &mut Bytes) -> (Vec<Area>, Vec<Terrain>) {
    let (mut areas, mut terrains) = (Area::built_in(), Terrain::built_in());
    areas[0].cost = 0.5 + bytes.below(2) as f32;
    areas[4].cost = 1.0 + bytes.number(9.0);
    let extra = Area { name: "Extra".to_owned(), cost: 7.5 };
    let (extra_first, extra_last) = (bytes.below(3) == 0, bytes.below(3) == 0);
    areas.extend(extra_first.then_some(extra));
    for (name, walkable, cost, color, [share, looks]) in draws {
        if terrains.iter().any(|terrain| terrain.name == name) || areas.iter().any(|area| area.name == name) {
            continue;
        }
        let area = match (walkable, share % 3) {
            (false, _) => AreaId::NOT_WALKABLE,
            (true, 0) => [AreaId::WALKABLE, AreaId::JUMP, AreaId(areas.len() as u8 - 1)][share as usize / 3 % 3],
            (true, _) => {
                areas.push(Area { name: name.clone(), cost });
                AreaId(areas.len() as u8 - 1)
            }
        };
        let (jumpable, opaque) = (looks % 2 == 0, looks % 3 == 0);
        terrains.push(Terrain { name, walkable, cost, color, area, jumpable, opaque });
    }
    areas.extend(extra_last.then(|| Area { name: "Extra, last".to_owned(), cost: 0.25 }));
    if bytes.below(4) == 0 {
        terrains[9].walkable = true;
        terrains[9].area = AreaId::WALKABLE;
    }
    for terrain in terrains.iter_mut().filter(|terrain| terrain.walkable) {
        terrain.cost = areas[terrain.area.0 as usize].cost;
    }
    (areas, terrains)
}

fn walking(profile: AgentProfile, areas: usize, bytes: &mut Bytes) -> AgentProfile {
    let mut filter = AreaFilter::default();
    for area in (0..areas as u8).map(AreaId).filter(|&area| area != AreaId::NOT_WALKABLE) {
        match bytes.below(9) {
            0 => filter.mask &= !(1 << area.0),
            1 => filter.costs.push((area, 0.1 + bytes.number(99.0))),
            _ => {}
        }
    }
    AgentProfile {
        height: 0.5 + bytes.number(3.0),
        step_height: bytes.number(2.0),
        max_slope: bytes.number(89.0),
        jump_distance: bytes.number(4.0),
        drop_height: bytes.number(4.0),
        climb_cost: bytes.number(2.0),
        danger: bytes.number(2.0),
        reward: bytes.number(2.0),
        areas: filter,
        ..profile
    }
}

/// No relief, a simple one, one that is a picture, or one that none can tell; pictures only where that is asked for.
fn relief(
    lattice: &Lattice,
    terrains: &[Terrain],
    tiles: &Grid<TerrainId>,
    only_pictures: bool,
    draws: &[[u8; 4]],
    bytes: &mut Bytes,
) -> Option<Relief> {
    let mode = bytes.below(5);
    let (unit, room) = (0.01 + bytes.number(3.0), 0.05 + bytes.number(3.0));
    let surface = |&[a, b, c, d]: &[u8; 4]| {
        let digit = |number: u8| f32::from(number % 36);
        let (height, ceiling) = match mode {
            0 => (0.0, f32::INFINITY),
            1 if !only_pictures => ([0.0, 1.5, -0.75][a as usize % 3], [1.8, f32::INFINITY][c as usize % 2]),
            2 if !only_pictures => (f32::from(b) / 7.0 - 10.0, f32::from(c) / 9.0),
            _ => (digit(b) * unit, if d % 4 == 0 { digit(c) * room } else { f32::INFINITY }),
        };
        let sloping = mode == 2 && !only_pictures && d % 5 == 0;
        let slope = if sloping { vec2(f32::from(a % 3), f32::from(b % 3) / 3.0) } else { vec2(0.0, 0.0) };
        Surface { height, slope, ceiling }
    };
    let (width, height) = (tiles.width(), tiles.height());
    let surfaces = draws[..(width * height) as usize].iter().map(surface).collect();
    let mut surfaces = Grid::from_rows(width, height, surfaces);
    if mode > 0 && !only_pictures {
        let is_ground = |tile: Cell| tiles.get(tile).is_some_and(|id| terrains[id.0 as usize].walkable);
        for _ in 0..3 {
            lay_ramp(lattice, &mut surfaces, is_ground, bytes);
        }
    }
    let is_flat = surfaces.values().iter().all(|surface| *surface == Surface::FLAT);
    (!is_flat).then_some(Relief { surfaces })
}

/// Makes a ramp of some tiles, where both their ends are ground.
fn lay_ramp(lattice: &Lattice, surfaces: &mut Grid<Surface>, is_ground: impl Fn(Cell) -> bool, bytes: &mut Bytes) {
    let (x, y) = (bytes.below(surfaces.width() as usize) as i32, bytes.below(surfaces.height() as usize) as i32);
    let (length, across) = (1 + bytes.below(4) as i32, bytes.below(2) == 0);
    let at = |by: i32| if across { Cell::new(x + by, y) } else { Cell::new(x, y + by) };
    if !is_ground(at(0)) || !is_ground(at(length + 1)) {
        return;
    }
    let (before, behind) = (surfaces[at(0)].height, surfaces[at(length + 1)].height);
    let steepness = (behind - before) / (length as f32 * lattice.tile_size);
    for by in 0..length {
        let surface = &mut surfaces[at(by + 1)];
        surface.height = before + (behind - before) * ((by as f32 + 0.5) / length as f32);
        surface.slope = if across { vec2(steepness, 0.0) } else { vec2(0.0, steepness) };
    }
}

/// Gives a level layers, obstacles, links, switches, wear, and settings.
fn lay_out(level: &mut Level, bytes: &mut Bytes) {
    let (map, search) = (&mut level.map, bytes.below(2));
    level.repath_interval = (search == 0).then(|| 0.5 + bytes.number(9.0));
    map.layers.extend((0..bytes.below(4)).map(|layer| format!("layer {layer}")));
    let tiles: Vec<Cell> = map.tiles.rect().cells().collect();
    for number in 0..bytes.below(4) {
        let at = map.lattice.centre(tiles[bytes.below(tiles.len())]) + vec2(bytes.number(0.3), 0.0);
        let along = footpath::angle::direction(bytes.number(720.0) - 360.0);
        let shape = match number % 2 {
            0 => Shape::Box { half: vec2(0.05 + bytes.number(2.0), 0.3), along },
            _ => Shape::Circle(0.1 + bytes.number(2.0)),
        };
        let name = if number == 2 { String::new() } else { format!("thing {number}") };
        map.obstacles.push(Obstacle {
            name,
            at,
            shape,
            layer: bytes.below(map.layers.len()) as u8,
            motion: None,
            standing_time: 0.5,
        });
    }
    let ground: Vec<Cell> = tiles.iter().copied().filter(|&tile| map.is_walkable(tile)).collect();
    for number in 0..if ground.len() < 2 { 0 } else { bytes.below(4) } {
        let (from, step) = (bytes.below(ground.len()), 1 + bytes.below(ground.len() - 1));
        let to = map.lattice.centre(ground[(from + step) % ground.len()]) + vec2(0.1 * number as f32, 0.0);
        let area = [AreaId::JUMP, AreaId::WALKABLE, AreaId(5)][bytes.below(3)];
        let cost = (bytes.below(2) == 0).then(|| 0.1 + bytes.number(9.0));
        let (both_ways, active, name) = (bytes.below(2) == 0, bytes.below(2) == 0, format!("way {}", number / 2));
        map.links.push(Link {
            name,
            cost,
            both_ways,
            active,
            area,
            ..Link::between(map.lattice.centre(ground[from]), to)
        });
        level.switches.push(Switch { tile: ground[bytes.below(ground.len())], turns: format!("way {}", number / 2) });
    }
    if bytes.below(2) == 0 {
        let layers = bytes.below(1 << map.layers.len()) as u32;
        let (smallest_region, obstacle_epsilon) = (bytes.number(9.0), bytes.number(1.0));
        let cells_per_tile = 1 + bytes.below(4) as u32;
        map.bake = BakeSettings { cells_per_tile, smallest_region, obstacle_epsilon, layers };
    }
    let walked = (0..map.terrains.len()).filter(|&terrain| map.terrains[terrain].walkable && bytes.below(3) == 0);
    let terrains: Vec<TerrainId> = walked.map(|terrain| TerrainId(terrain as u8)).collect();
    let (by_walking, recovery, worn_cost) = (0.01 + bytes.number(0.9), bytes.number(60.0), 0.1 + bytes.number(9.0));
    level.wear = (!terrains.is_empty()).then_some(Wear { terrains, by_walking, recovery, worn_cost });
}

/// Gives a level zones.
fn zone(level: &mut Level, bytes: &mut Bytes) {
    let lattice = &level.map.lattice;
    let named = level.agents.iter().position(|agent| !agent.name.is_empty());
    for number in 0..bytes.below(4) {
        let middle = lattice.origin + 0.5 * lattice.size();
        let radius = 0.2 + bytes.number(9.0);
        let extent = match (number, named) {
            (0, Some(agent)) => Extent::Riding { agent, radius, in_sight: bytes.below(2) == 0 },
            (1, _) => Extent::Polygon(vec![middle, middle + vec2(radius, 0.5), lattice.origin]),
            _ => Extent::Circle { at: middle, radius },
        };
        let kind = [ZoneKind::Danger, ZoneKind::Reward][bytes.below(2)];
        let (strength, falloff) = (bytes.number(99.0), bytes.number(2.0) * bytes.below(2) as f32);
        level.zones.push(Zone { name: format!("zone {number}"), kind, extent, strength, falloff });
    }
}

/// Whether a small body in the middle of a tile touches nothing.
fn is_free(level: &Level, profile: usize, tile: Cell) -> bool {
    let solid = Solid::new(&level.map, &level.profiles[profile]);
    let near = |obstacle: &Obstacle| obstacle.distance(level.map.lattice.centre(tile)) < 0.5;
    solid.closed(tile).is_none() && !solid.obstacles().any(|(_, obstacle)| near(obstacle))
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
        if agent < 60 && small && is_free(level, profile, cell) {
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
            let name = if order % 3 == 0 { format!("agent {}", level.agents.len()) } else { String::new() };
            level.agents.push(AgentStart {
                name,
                profile,
                position,
                orders: target.map(Order::MoveTo).into_iter().collect(),
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
