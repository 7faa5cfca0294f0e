//! The source files of the library and the program, as far as tests of their structure read them: imports, and for which
//! types they have methods.

use std::fs;
use std::path::Path;

/// A source file: its path below `src`, and its text without comments and strings.
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    /// The module that the file is, by its names from the crate on.
    pub fn module(&self) -> Vec<&str> {
        let path = self.path.trim_end_matches(".rs");
        if ["lib", "main"].contains(&path) { Vec::new() } else { path.split('/').collect() }
    }

    /// Every path that the file names, in `use` lines or within its code.
    pub fn paths(&self) -> Vec<String> {
        let mut paths = Vec::new();
        for declaration in self.text.split("use ").skip(1).filter_map(|rest| rest.split(';').next()) {
            expand("", declaration, &mut paths);
        }
        let words = self.text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':'));
        paths.extend(words.filter(|word| word.contains("::")).map(str::to_owned));
        paths
    }

    /// Those of them that lie in the crate, from there on.
    pub fn imports(&self) -> Vec<Vec<String>> {
        self.paths().iter().filter_map(|path| self.whole_path(path)).collect()
    }

    /// A path from the crate on; `None` where it leads out of it or is none.
    pub fn whole_path(&self, path: &str) -> Option<Vec<String>> {
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
    pub fn types_with_methods(&self) -> impl Iterator<Item = String> {
        let blocks = self.text.lines().filter_map(|line| line.trim_start().strip_prefix("impl"));
        let inherent = blocks.filter(|block| block.contains('{') && !block.contains(" for "));
        inherent.filter_map(|block| {
            let block = if block.starts_with('<') { &block[end_of_brackets(block)..] } else { block };
            let name = block.trim().split(|letter: char| !letter.is_alphanumeric()).next()?;
            (!name.is_empty()).then(|| name.to_owned())
        })
    }

    /// The structs of the file, each with the number of its fields.
    pub fn structs(&self) -> Vec<(String, usize)> {
        let mut found: Vec<(String, usize)> = Vec::new();
        let mut is_inside = false;
        for line in self.text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let named = words.iter().position(|word| *word == "struct").and_then(|at| words.get(at + 1));
            match named.filter(|_| line.ends_with('{') && !line.starts_with(' ')) {
                Some(name) => {
                    found.push(((*name).to_owned(), 0));
                    is_inside = true;
                }
                None if line.starts_with('}') => is_inside = false,
                // A field stands four spaces in, and what belongs to its type further.
                None if is_inside && line.starts_with("    ") && !line.starts_with("     ") && line.contains(": ") => {
                    found.last_mut().expect("a struct has begun").1 += 1;
                }
                None => {}
            }
        }
        found
    }

    /// The types and traits that the file declares, those within others left out.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| {
            let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub") || word.ends_with(')'));
            let declared = ["struct", "enum", "trait", "type"].contains(&words.next()?).then(|| words.next())??;
            declared.split(|letter: char| !letter.is_alphanumeric()).next()
        })
    }

    /// The signatures of the file's functions, each from its name to the end of its parameters.
    pub fn signatures(&self) -> impl Iterator<Item = &str> {
        let functions = self.text.match_indices("fn ").map(|(at, _)| &self.text[at + 3..]);
        functions.filter_map(|function| Some(&function[..function.find(" {")?]))
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
pub fn sources() -> Vec<Source> {
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
