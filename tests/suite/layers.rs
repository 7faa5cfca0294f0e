//! Who may know whom: which module imports which, and over how many files the methods of a type are spread, read from the
//! sources.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::{Source, sources};

/// The rooms of a part of the crate, the lowest first; those in one row do not know each other. A module imports only from
/// the rows above its own.
struct Layers {
    /// The module whose children these are; empty for the crate itself.
    inside: &'static str,
    rows: &'static [&'static [&'static str]],
}

const LAYERS: &[Layers] = &[
    Layers {
        inside: "",
        rows: &[
            &["angle", "grid", "named", "parallel", "segment", "sorting"],
            &["method", "profile"],
            &["format"],
            &["level"],
            &["nav"],
            &["agent", "preview"],
            &["sim"],
            &["replay", "script"],
            &["scenarios"],
            &["file_name", "moving_picture", "png_file", "sentences"],
            &["input_file", "output_file"],
            &["recording_file", "warnings"],
            &["app", "commands", "importer"],
        ],
    },
    Layers {
        inside: "sim",
        rows: &[
            &["command", "event", "phase", "refusal", "slots", "tick_clock", "tuning"],
            &["heading"],
            &["aim", "slot_search"],
            &["goal_search"],
            &["jobs"],
            &["agents"],
            &["world"],
            &["gate"],
            &["blocking", "dynamic_obstacles", "own_place", "queues"],
            &["links", "orders", "reordering"],
            &["planning", "waves"],
            &["crowd", "status"],
            &["audit", "cell_report", "rules"],
            &["hash", "level_change", "queries", "report"],
        ],
    },
    Layers { inside: "app", rows: &[&["window"], &["ui"], &["view"], &["modes"], &["platform"]] },
];

/// Imports against the order: the file, and the room that it imports. None may be added.
const EXCEPTIONS: &[(&str, &str)] = &[
    // The command that opens the game.
    ("commands/play.rs", "app"),
    ("app/modes/library.rs", "commands"),
];

/// Over how many files the methods of a type may be spread.
const MOST_FILES: usize = 4;

/// How many fields a struct may have: one with more is several things.
const MOST_FIELDS: usize = 15;

/// Structs with more, and why: the first two are what a level's text says of a thing, a field for a field; the last is one of
/// many formats, taken apart field by field.
const LARGE: [&str; 3] = ["AgentProfile", "Level", "Foreign"];

/// How many functions may take a whole game to change it; the others take the parts that they need.
const MOST_WITH_GAME: usize = 15;

impl Layers {
    /// The room of these layers in which a path from the crate on lies.
    fn room<'a>(&self, path: &[&'a str]) -> Option<&'a str> {
        let inside: Vec<&str> = self.inside.split('/').filter(|name| !name.is_empty()).collect();
        path.strip_prefix(&inside[..])?.first().copied()
    }

    fn row(&self, room: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.contains(&room))
    }
}

#[test]
fn a_module_imports_only_what_lies_below_it() {
    let (mut wrong, mut excepted, mut seen) = (BTreeSet::new(), BTreeSet::new(), 0);
    for source in sources() {
        for layers in LAYERS {
            let module = source.module();
            let Some(own) = layers.room(&module) else { continue };
            for import in source.imports() {
                let import: Vec<&str> = import.iter().map(String::as_str).collect();
                let Some(room) = layers.room(&import).filter(|room| *room != own) else { continue };
                let Some(row) = layers.row(room) else { continue };
                seen += 1;
                if layers.row(own).is_none_or(|own_row| row < own_row) {
                    continue;
                }
                match EXCEPTIONS.iter().find(|(file, known)| *file == source.path && *known == room) {
                    Some(exception) => _ = excepted.insert(exception),
                    None => _ = wrong.insert(format!("{} imports {}", source.path, import.join("::"))),
                }
            }
        }
    }
    assert!(seen > 1000, "only {seen} imports were found");
    assert!(wrong.is_empty(), "against the order: {wrong:#?}");
    assert_eq!(excepted, EXCEPTIONS.iter().collect(), "exceptions that are not needed any more have to go");
}

#[test]
fn every_module_has_its_place_in_the_order() {
    let sources = sources();
    for layers in LAYERS {
        let known: BTreeSet<&str> = layers.rows.iter().copied().flatten().copied().collect();
        let modules: Vec<Vec<&str>> = sources.iter().map(Source::module).collect();
        let found: BTreeSet<&str> = modules.iter().filter_map(|module| layers.room(module)).collect();
        assert_eq!(found, known, "inside `{}`", layers.inside);
    }
}

#[test]
fn the_methods_of_a_type_stand_in_few_files() {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources() {
        // Types of one name in several rooms are several types.
        let room = source.module().first().copied().unwrap_or_default().to_owned();
        for name in source.types_with_methods() {
            files.entry(format!("{room}::{name}")).or_default().insert(source.path.clone());
        }
    }
    for (name, files) in &files {
        assert!(files.len() <= MOST_FILES, "{name} has methods in {} files: {files:?}", files.len());
    }
}

#[test]
fn what_is_passed_around_is_small() {
    let sources = sources();
    let structs: Vec<(String, usize)> = sources.iter().flat_map(Source::structs).collect();
    let game = structs.iter().find(|(name, _)| name == "Game").expect("the game is a struct");
    assert!(structs.len() > 500 && game.1 > 5, "only {} structs, Game of {} fields", structs.len(), game.1);
    let large = structs.iter().filter(|(_, fields)| *fields > MOST_FIELDS);
    let names: BTreeSet<&str> = large.map(|(name, _)| name.split(['<', '(']).next().unwrap_or_default()).collect();
    assert_eq!(names, BTreeSet::from(LARGE), "more than {MOST_FIELDS} fields");
    let with_game: Vec<&str> =
        sources.iter().flat_map(Source::signatures).filter(|one| one.contains(": &mut Game")).collect();
    assert!((1..=MOST_WITH_GAME).contains(&with_game.len()), "{} functions: {with_game:#?}", with_game.len());
}

#[test]
fn what_asks_by_its_name_changes_nothing() {
    let sources = sources();
    let asks = |one: &&str| ["is_", "has_", "may_", "can_"].iter().any(|asks| one.starts_with(asks));
    let changing: Vec<&str> =
        sources.iter().flat_map(Source::signatures).filter(asks).filter(|one| one.contains("&mut self")).collect();
    assert!(changing.is_empty(), "these ask by their names, and change something: {changing:#?}");
}

/// Names that several types have because they are one idea: the same part of several searches or modes, what is read and what is
/// written, one thing on several platforms, and the words of textbooks in code that is shown.
const SIBLINGS: [&str; 21] = [
    "Asked",
    "Cell",
    "CellState",
    "Context",
    "Edge",
    "Flags",
    "Frame",
    "Ground",
    "Hand",
    "Held",
    "Layer",
    "Layout",
    "Lie",
    "ListedLevel",
    "Meaning",
    "Mesh",
    "NextClick",
    "ReachedCell",
    "SearchNode",
    "Speaker",
    "SystemFonts",
];

#[test]
fn a_name_is_that_of_one_type() {
    let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let of_program = |source: &Source| !source.path.ends_with("tests.rs") && !source.path.contains("/tests/");
    for source in sources().into_iter().filter(of_program) {
        for name in source.types() {
            owners.entry(name.to_owned()).or_default().push(source.path.clone());
        }
    }
    assert!(owners.len() > 900, "only {} types are found", owners.len());
    owners.retain(|name, files| files.len() > 1 && !SIBLINGS.contains(&name.as_str()));
    assert!(owners.is_empty(), "several types have one name: {owners:#?}");
}

/// Tests have another window in the place of `app/window/real.rs`. Whatever is called past it would panic there.
#[test]
fn what_needs_an_open_window_comes_from_the_window_of_the_app() {
    let of_macroquad = |source: &Source| -> BTreeSet<String> {
        let is_item = |path: &String| path.starts_with("macroquad::") && !path.ends_with("::");
        source.paths().into_iter().filter(is_item).collect()
    };
    let (window, others): (Vec<Source>, Vec<Source>) =
        sources().into_iter().partition(|source| source.path.starts_with("app/window/"));
    let real = window.iter().find(|source| source.path == "app/window/real.rs").expect("there is a real window");
    let needed = of_macroquad(real);
    assert!(needed.contains("macroquad::shapes::draw_rectangle"), "{needed:?}");
    for source in others {
        let past: BTreeSet<String> = &of_macroquad(&source) & &needed;
        assert!(past.is_empty(), "{} goes past the window of the app: {past:?}", source.path);
    }
}
