//! Who may know whom: which module imports which, and over how many files the methods of a type are spread, read from the
//! sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

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
            &["angle", "grid", "named", "parallel", "sorting"],
            &["method", "profile"],
            &["format"],
            &["level"],
            &["nav"],
            &["agent", "preview"],
            &["sim"],
            &["replay", "script"],
            &["scenarios"],
            &["file_name", "png_file", "sentences"],
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
            &["blocking", "dynamic_obstacles", "gate", "queues"],
            &["links", "orders", "reordering"],
            &["planning"],
            &["crowd", "status"],
            &["audit", "cell_report"],
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

/// A source file: its path below `src`, and its text without comments and strings.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The module that the file is, by its names from the crate on.
    fn module(&self) -> Vec<&str> {
        let path = self.path.trim_end_matches(".rs");
        if ["lib", "main"].contains(&path) { Vec::new() } else { path.split('/').collect() }
    }

    /// Every path that the file names, in `use` lines or within its code.
    fn paths(&self) -> Vec<String> {
        let mut paths = Vec::new();
        for declaration in self.text.split("use ").skip(1).filter_map(|rest| rest.split(';').next()) {
            expand("", declaration, &mut paths);
        }
        let words = self.text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':'));
        paths.extend(words.filter(|word| word.contains("::")).map(str::to_owned));
        paths
    }

    /// Those of them that lie in the crate, from there on.
    fn imports(&self) -> Vec<Vec<String>> {
        self.paths().iter().filter_map(|path| self.whole_path(path)).collect()
    }

    /// A path from the crate on; `None` where it leads out of it or is none.
    fn whole_path(&self, path: &str) -> Option<Vec<String>> {
        let mut names = path.split("::").map(str::trim).peekable();
        let mut whole: Vec<&str> = match names.next()? {
            "crate" | "footpath" => Vec::new(),
            "self" => self.module(),
            "super" => {
                let mut above = self.module();
                above.pop();
                while names.next_if_eq(&"super").is_some() {
                    above.pop();
                }
                above
            }
            _ => return None,
        };
        whole.extend(names);
        Some(whole.into_iter().map(str::to_owned).collect())
    }

    /// The types for which the file has methods of their own, not those of a trait.
    fn types_with_methods(&self) -> impl Iterator<Item = String> {
        let blocks = self.text.lines().filter_map(|line| line.trim_start().strip_prefix("impl"));
        let inherent = blocks.filter(|block| block.contains('{') && !block.contains(" for "));
        inherent.filter_map(|block| {
            let block = if block.starts_with('<') { &block[end_of_brackets(block)..] } else { block };
            let name = block.trim().split(|letter: char| !letter.is_alphanumeric()).next()?;
            (!name.is_empty()).then(|| name.to_owned())
        })
    }
}

/// Where the angle brackets end with which a text begins.
fn end_of_brackets(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        depth += i32::from(letter == '<') - i32::from(letter == '>');
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// The paths that a `use` tree stands for, each behind `prefix`.
fn expand(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    match tree.split_once('{') {
        None => paths.push(format!("{prefix}{}", tree.split(" as ").next().unwrap_or(tree))),
        Some((head, rest)) => {
            let prefix = format!("{prefix}{}", head.trim());
            let inner = rest.strip_suffix('}').unwrap_or(rest);
            let (mut depth, mut start) = (0, 0);
            for (at, letter) in inner.char_indices() {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                if letter == ',' && depth == 0 {
                    expand(&prefix, &inner[start..at], paths);
                    start = at + 1;
                }
            }
            expand(&prefix, &inner[start..], paths);
        }
    }
}

/// A text without its comments, and with its strings empty.
fn without_comments_and_strings(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix('r').filter(|raw| raw.starts_with(['"', '#'])) {
            let fence = format!("\"{}", "#".repeat(raw.find('"').unwrap_or(0)));
            let start = 1 + fence.len();
            rest[start..].find(&fence).map_or(1, |end| start + end + fence.len())
        } else if letter == '"' {
            let mut is_escaped = false;
            let end = rest[1..].find(|letter: char| {
                let ends = letter == '"' && !is_escaped;
                is_escaped = letter == '\\' && !is_escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\"'") {
            3
        } else {
            0
        };
        if skipped == 0 {
            kept.push(letter);
            rest = &rest[letter.len_utf8()..];
        } else {
            rest = &rest[skipped..];
        }
    }
    kept
}

/// Every source file of the library and of the program.
fn sources() -> Vec<Source> {
    fn read(folder: &Path, root: &Path, sources: &mut Vec<Source>) {
        for entry in fs::read_dir(folder).expect("the sources can be listed") {
            let path = entry.expect("the sources can be listed").path();
            let name = path.strip_prefix(root).expect("below the root").to_str().expect("a plain name").to_owned();
            if path.is_dir() && name != "bin" {
                read(&path, root, sources);
            } else if name.ends_with(".rs") {
                let text = fs::read_to_string(&path).expect("the sources can be read");
                sources.push(Source { path: name, text: without_comments_and_strings(&text) });
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    read(&root, &root, &mut sources);
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
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
