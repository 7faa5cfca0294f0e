//! The pages of the project: their links lead somewhere, and their commands run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::program::{Folder, outcome, program};

const PAGES: [&str; 9] = [
    "README.md",
    "CHANGELOG.md",
    "assets/web/README.md",
    "benches/README.md",
    "benches/peers/README.md",
    "examples/README.md",
    "levels/README.md",
    "src/app/modes/README.md",
    "tests/README.md",
];

fn text_of(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page))
        .unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// What a heading is called in an address: small letters, digits and dashes.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// The headings of a page as anchors; code is no heading.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut is_code = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if !is_code && line.starts_with('#') {
            anchors.insert(anchor(line));
        }
    }
    anchors
}

/// The targets of the links and pictures of a page that lead into the project.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    targets.filter(|target| !target.starts_with("http")).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut followed = 0;
    for page in PAGES {
        let text = text_of(page);
        for link in links(&text) {
            let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
            let folder = Path::new(page).parent().unwrap();
            let target = if file.is_empty() { Path::new(page).to_owned() } else { folder.join(file) };
            assert!(root.join(&target).exists(), "{page}: there is no {link}");
            if let Some(heading) = heading.filter(|_| target.extension().is_some_and(|kind| kind == "md")) {
                let there = anchors(&fs::read_to_string(root.join(&target)).unwrap());
                assert!(there.contains(heading), "{page}: {} has no heading {heading}", target.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 20, "{followed} links");
}

/// The arguments of the program in a line of a block of shell commands, without the comment behind it; `None` where the
/// line runs something else.
fn arguments(line: &str) -> Option<Vec<&str>> {
    let command = line.split('#').next()?.trim();
    let arguments = command.strip_prefix("cargo run --release -- ").or_else(|| command.strip_prefix("footpath "))?;
    Some(arguments.split_whitespace().collect())
}

/// Runs what needs no window, in the order of the pages, in one folder for each page.
#[test]
fn the_commands_of_the_pages_run() {
    let mut run = 0;
    for page in PAGES {
        let folder = Folder::new(&format!("pages-{}", page.replace('/', "-")));
        let text = text_of(page);
        let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```").map(|(block, _)| block));
        for line in blocks.flat_map(str::lines) {
            let Some(arguments) = arguments(line) else { continue };
            if arguments[0] == "lab" || arguments[0].ends_with(".ron") {
                continue;
            }
            let output = program().args(&arguments).current_dir(&folder).output().unwrap();
            let (code, stdout, stderr) = outcome(output);
            assert_eq!(code, 0, "{page}: {line}\n{stdout}{stderr}");
            run += 1;
        }
    }
    assert!(run >= 2, "{run} commands");
}

/// Each command that a page names is one that the program has.
#[test]
fn the_pages_name_commands_that_there_are() {
    let (_, help, _) = outcome(program().arg("--help").output().unwrap());
    let commands: BTreeSet<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains("simulate"), "{commands:?}");
    for page in PAGES {
        for named in text_of(page).split("`footpath ").skip(1) {
            let word = named.split([' ', '`']).next().unwrap();
            // A level, a flag, or words in capitals for what the user chooses.
            let is_command = word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase());
            assert!(!is_command || commands.contains(word) || is_level(word), "{page}: `footpath {word}`");
        }
    }
}

/// Each check of the window or the browser that a page names with `--only` is one that there is.
#[test]
fn the_pages_name_checks_that_there_are() {
    let mut named = 0;
    for page in PAGES {
        for command in text_of(page).split("`tests/").skip(1) {
            let command = command.split('`').next().unwrap();
            let Some((script, words)) = command.split_once(" --only ") else { continue };
            let words = words.split('"').nth(1).unwrap_or_else(|| words.split(' ').next().unwrap());
            let checks = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script)).unwrap();
            let is_check = |line: &str| line.starts_with("def ") && line.replace('_', " ").contains(words);
            assert!(checks.lines().any(is_check), "{page}: {script} has no check with `{words}` in its name");
            named += 1;
        }
    }
    assert!(named >= 3, "{named} checks");
}

fn is_level(name: &str) -> bool {
    footpath::level::built_in::named(name).is_some()
}
