//! Circles of files: two files of a room that need each other, directly or by others, are one thing in two places.
//!
//! A file may use what the files above it in its folders have (`super::Hud`): it is a part of them, as a module is in Rust.
//! Tests do not count.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::{Source, sources};

/// How many files lie in circles in each room. None may be added; what is not needed any more has to go.
const ROOMS: &[(&str, usize)] = &[("app", 0), ("level", 0), ("nav", 0)];

/// The files of the crate, and what each calls by a name from elsewhere.
struct Files {
    /// The name of each module, from the crate on, and its file.
    modules: BTreeMap<Vec<String>, usize>,
    /// For each file what its `use` lines bring into it: the whole path by its name.
    names: Vec<BTreeMap<String, Vec<String>>>,
    /// For each file every path that it names, from the crate on.
    paths: Vec<Vec<Vec<String>>>,
}

impl Files {
    fn of(sources: &[Source]) -> Files {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let modules: BTreeMap<Vec<String>, usize> =
            sources.iter().enumerate().map(|(index, source)| (owned(&source.module()), index)).collect();
        let paths: Vec<Vec<Vec<String>>> = sources
            .iter()
            .map(|source| {
                let source = Source { path: source.path.clone(), text: without_tests(&source.text).to_owned() };
                let own = owned(&source.module());
                let of_child = |path: &String| {
                    let names: Vec<String> = path.split("::").map(|name| name.trim().to_owned()).collect();
                    let child = [own.as_slice(), &names[..1]].concat();
                    modules.contains_key(&child).then(|| [own.as_slice(), &names].concat())
                };
                source.paths().iter().filter_map(|path| source.whole_path(path).or_else(|| of_child(path))).collect()
            })
            .collect();
        let name = |path: &Vec<String>| Some((path.last()?.clone(), path.clone()));
        let names = paths.iter().map(|paths| paths.iter().filter_map(name).collect()).collect();
        Files { modules, names, paths }
    }

    /// The file that has what a path leads to; where a file only passes it on, the one from which that has it.
    fn file(&self, path: &[String], passes: usize) -> Option<usize> {
        let (length, file) =
            (1..=path.len()).rev().find_map(|length| Some((length, *self.modules.get(&path[..length])?)))?;
        let passed_on = path.get(length).and_then(|name| self.names[file].get(name));
        match passed_on.filter(|from| passes > 0 && from[..] != path[..=length]) {
            Some(from) => self.file(&[from, &path[length + 1..]].concat(), passes - 1).or(Some(file)),
            None => Some(file),
        }
    }
}

/// A text without the tests at its end.
fn without_tests(text: &str) -> &str {
    text.find("#[cfg(test)]\nmod tests {").map_or(text, |tests| &text[..tests])
}

/// Which files each file of a room needs, but for those above it.
fn arrows(sources: &[Source], room: &str) -> BTreeMap<usize, BTreeSet<usize>> {
    let files = Files::of(sources);
    let is_in_room = |index: usize| {
        let module = sources[index].module();
        module.first() == Some(&room) && !module.contains(&"tests")
    };
    let mut arrows: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for index in (0..sources.len()).filter(|index| is_in_room(*index)) {
        let needed = files.paths[index].iter().filter_map(|path| files.file(path, 6));
        let is_above = |other: usize| sources[index].module().starts_with(&sources[other].module());
        arrows.insert(index, needed.filter(|other| is_in_room(*other) && !is_above(*other)).collect());
    }
    arrows
}

/// Everything that a file needs, directly or by others.
fn needs(file: usize, arrows: &BTreeMap<usize, BTreeSet<usize>>) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(next) = open.pop() {
        open.extend(arrows[&next].iter().filter(|needed| found.insert(**needed)));
    }
    found
}

/// The circles among files: each is the files that need each other.
fn circles(arrows: &BTreeMap<usize, BTreeSet<usize>>) -> BTreeSet<BTreeSet<usize>> {
    let needs: BTreeMap<usize, BTreeSet<usize>> = arrows.keys().map(|file| (*file, needs(*file, arrows))).collect();
    let circle_of = |file: &usize| needs[file].iter().copied().filter(|other| needs[other].contains(file)).collect();
    needs.keys().map(circle_of).filter(|circle: &BTreeSet<usize>| !circle.is_empty()).collect()
}

#[test]
fn no_files_need_each_other() {
    let sources = sources();
    for (room, known) in ROOMS {
        let arrows = arrows(&sources, room);
        let count: usize = arrows.values().map(BTreeSet::len).sum();
        assert!(count > 50, "only {count} arrows were found in {room}");
        let circles = circles(&arrows);
        let found: usize = circles.iter().map(BTreeSet::len).sum();
        let name = |index: &usize| sources[*index].path.as_str();
        let told: Vec<String> = circles
            .iter()
            .flatten()
            .flat_map(|file| {
                arrows[file].iter().filter(|to| needs(**to, &arrows).contains(file)).map(move |to| (file, to))
            })
            .map(|(from, to)| format!("{} needs {}", name(from), name(to)))
            .collect();
        assert!(found <= *known, "{found} files of {room} lie in circles, {known} are known: {told:#?}");
        assert_eq!(found, *known, "fewer files of {room} lie in circles: the number has to be lowered");
    }
}

#[test]
fn a_circle_is_found_by_way_of_what_is_passed_on() {
    let source = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let sources = [
        source("app.rs", "pub use crate::app::a::Thing;"),
        source("app/a.rs", "use super::b::Other; pub struct Thing;"),
        source("app/b.rs", "use crate::app::Thing; pub struct Other;"),
        source("app/c.rs", "use self::d::Part; use crate::app::Thing;"),
        source("app/c/d.rs", "use super::Whole; pub struct Part;"),
    ];
    assert_eq!(circles(&arrows(&sources, "app")), BTreeSet::from([BTreeSet::from([1, 2])]));
}
