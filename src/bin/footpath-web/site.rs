//! The folder that a static host serves: which files are in it, and what they weigh.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

/// What page, loader and wasm may weigh together, gzipped, in bytes.
const TARGET_SIZE: usize = 300_000;

/// Where the page is told how many bytes of wasm to expect; a server that compresses does not say it.
const WASM_BYTES_MARK: &str = "{wasm-bytes}";

/// What is served of `assets/`: pictures, fonts, and the licences that must travel with them.
const SERVED_ASSETS: [&str; 4] = ["png", "ttf", "otf", "txt"];

/// What a file is for; the sizes are added up by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The page, macroquad's loader and the wasm: what must arrive before anything is seen.
    Program,
    /// Font and pictures.
    Asset,
    /// Level files.
    Level,
}

/// A file of the site and its weight.
#[derive(Debug)]
pub struct SiteFile {
    /// Path inside the site, with forward slashes.
    name: String,
    part: Part,
    raw: usize,
    gzipped: usize,
}

/// Puts the site together in `folder`, from nothing: what was there before is removed.
///
/// # Errors
/// Names the file that could not be read or written.
pub fn put_together(root: &Path, loader: &Path, wasm: &Path, folder: &Path) -> Result<Vec<SiteFile>, String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("cannot empty {}: {error}", folder.display()))?;
    }
    let page = root.join("assets/web");
    let wasm = read(wasm)?;
    let mut site = Site { folder, files: Vec::new() };

    site.add("index.html", Part::Program, fill_in_page(&read_text(&page.join("index.html"))?, wasm.len())?.as_bytes())?;
    site.add("manifest.webmanifest", Part::Program, &read(&page.join("manifest.webmanifest"))?)?;
    site.add("footpath.css", Part::Program, &read(&page.join("footpath.css"))?)?;
    site.add("start.js", Part::Program, without_comments(&read_text(&page.join("start.js"))?).as_bytes())?;
    site.add("footpath.js", Part::Program, without_comments(&read_text(&page.join("footpath.js"))?).as_bytes())?;
    site.add("mq_js_bundle.js", Part::Program, without_plugins(&read_text(loader)?).as_bytes())?;
    site.add("footpath.wasm", Part::Program, &wasm)?;
    site.add_folder(root, Path::new("assets"), &SERVED_ASSETS, Part::Asset)?;
    site.add_folder(root, Path::new("levels"), &["ron"], Part::Level)?;
    Ok(site.files)
}

/// The loader alone, without the plugins for sound, network and JavaScript objects that follow it in macroquad's bundle:
/// the game uses none of them. The loader ends with its function `load`; each plugin is a function called on the spot.
fn without_plugins(bundle: &str) -> &str {
    let load = bundle.find("function load(").unwrap_or(bundle.len());
    let plugins = bundle[load..].find("(function(){").map_or(bundle.len(), |offset| load + offset);
    &bundle[..plugins]
}

/// A script without its indentation and the lines that are only comment: a third of its download.
fn without_comments(script: &str) -> String {
    let lines = script.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A site being put together.
struct Site<'a> {
    folder: &'a Path,
    files: Vec<SiteFile>,
}

impl Site<'_> {
    fn add(&mut self, name: &str, part: Part, content: &[u8]) -> Result<(), String> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| format!("cannot make {}: {error}", parent.display()))?;
        }
        fs::write(&path, content).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        self.files.push(SiteFile { name: name.into(), part, raw: content.len(), gzipped: gzip(content).len() });
        Ok(())
    }

    /// Adds every file below `root/inside` with one of the extensions, under the same path, in order of name.
    fn add_folder(&mut self, root: &Path, inside: &Path, extensions: &[&str], part: Part) -> Result<(), String> {
        let folder = root.join(inside);
        let cannot_list = |error| format!("cannot list {}: {error}", folder.display());
        let mut entries =
            fs::read_dir(&folder).map_err(cannot_list)?.collect::<Result<Vec<_>, _>>().map_err(cannot_list)?;
        entries.sort_by_key(|entry| entry.file_name());
        for entry in entries {
            let inside = inside.join(entry.file_name());
            if entry.path().is_dir() {
                self.add_folder(root, &inside, extensions, part)?;
            } else if has_extension(&inside, extensions) {
                self.add(&url_path(&inside), part, &read(&entry.path())?)?;
            }
        }
        Ok(())
    }
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| extensions.contains(&extension))
}

/// A relative path as it stands in an address, whatever the separator of this computer is.
fn url_path(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn fill_in_page(page: &str, wasm_bytes: usize) -> Result<String, String> {
    if !page.contains(WASM_BYTES_MARK) {
        return Err(format!("index.html has no {WASM_BYTES_MARK}, which tells the page how much there is to load"));
    }
    Ok(page.replace(WASM_BYTES_MARK, &wasm_bytes.to_string()))
}

/// Compresses as well as gzip can.
pub fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(content).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}

/// A table of what a player downloads: the program file by file against its target, the rest by kind.
pub fn size_table(files: &[SiteFile]) -> String {
    let mut table = format!("{:<34}{:>12}{:>12}\n", "", "raw", "gzipped");
    let mut line = |name: &str, (raw, gzipped): (usize, usize)| {
        let _ = writeln!(table, "{name:<34}{:>12}{:>12}", kilobytes(raw), kilobytes(gzipped));
    };
    for file in files.iter().filter(|file| file.part == Part::Program) {
        line(&format!("  {}", file.name), (file.raw, file.gzipped));
    }
    let program = total(files, Part::Program);
    line("page, loader and wasm together", program);
    line("font and pictures", total(files, Part::Asset));
    line("levels", total(files, Part::Level));
    table + &verdict(program.1)
}

fn total(files: &[SiteFile], part: Part) -> (usize, usize) {
    let of_part = files.iter().filter(|file| file.part == part);
    of_part.fold((0, 0), |(raw, gzipped), file| (raw + file.raw, gzipped + file.gzipped))
}

/// How the gzipped program stands against its target.
fn verdict(gzipped: usize) -> String {
    match gzipped.checked_sub(TARGET_SIZE) {
        None | Some(0) => format!("within the target of {} gzipped", kilobytes(TARGET_SIZE)),
        Some(over) => format!("OVER the target of {} gzipped by {}", kilobytes(TARGET_SIZE), kilobytes(over)),
    }
}

fn kilobytes(bytes: usize) -> String {
    format!("{:.1} kB", bytes as f64 / 1000.0)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn read_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("footpath-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn write(root: &Path, name: &str, content: &str) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    #[test]
    fn site_holds_what_the_page_needs_and_no_sources() {
        let root = scratch("site");
        write(&root, "assets/web/index.html", "<html data-wasm-bytes=\"{wasm-bytes}\">");
        write(&root, "assets/web/footpath.js", "// page");
        write(&root, "assets/web/start.js", "// loads");
        write(&root, "assets/web/footpath.css", "/* styles */");
        write(&root, "assets/web/manifest.webmanifest", "{}");
        write(&root, "assets/font/sans.ttf", "font");
        write(&root, "assets/font/licence.txt", "licence");
        write(&root, "assets/tiles/draw.py", "source");
        write(&root, "levels/maze.ron", "()");
        write(&root, "levels/tutorial/two-cubes.ron", "()");
        write(&root, "levels/README.md", "# Levels");
        write(&root, "loader.js", "// loader");
        write(&root, "game.wasm", "\0asm");
        write(&root, "site/left-over.txt", "from an earlier build");

        let site = root.join("site");
        let files = put_together(&root, &root.join("loader.js"), &root.join("game.wasm"), &site).unwrap();
        let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        names.sort_unstable();
        let expected = [
            "assets/font/licence.txt",
            "assets/font/sans.ttf",
            "footpath.css",
            "footpath.js",
            "footpath.wasm",
            "index.html",
            "levels/maze.ron",
            "levels/tutorial/two-cubes.ron",
            "manifest.webmanifest",
            "mq_js_bundle.js",
            "start.js",
        ];
        assert_eq!(names, expected);
        assert_eq!(fs::read_to_string(site.join("index.html")).unwrap(), "<html data-wasm-bytes=\"4\">");
        assert!(!site.join("left-over.txt").exists());
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn missing_file_is_named() {
        let root = scratch("missing");
        let error = put_together(&root, &root.join("loader.js"), &root.join("game.wasm"), &root.join("site"));
        assert!(error.unwrap_err().contains("game.wasm"));
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn script_comes_without_comments() {
        let script = "// The page.\nfunction go() {\n    // Asks.\n    fetch(\"http://a/\"); // now\n\n}\n";
        assert_eq!(without_comments(script), "function go() {\nfetch(\"http://a/\"); // now\n}\n");
    }

    #[test]
    fn loader_comes_without_plugins() {
        let loader = "var gl;(function(){gl=1})();function load(e){fetch(e).then(function(e){main()})}";
        let plugin = "(function(){miniquad_add_plugin({})})()";
        assert_eq!(without_plugins(&format!("{loader}{plugin},{plugin}")), loader);
        assert_eq!(without_plugins(loader), loader);
        assert_eq!(without_plugins("another loader"), "another loader");
    }

    #[test]
    fn page_without_the_mark_is_refused() {
        assert!(fill_in_page("<html>", 1).unwrap_err().contains("{wasm-bytes}"));
    }

    #[test]
    fn table_adds_up_by_part_and_judges_the_program_alone() {
        let file = |name: &str, part, raw, gzipped| SiteFile { name: name.into(), part, raw, gzipped };
        let files = [
            file("index.html", Part::Program, 4_000, 2_000),
            file("footpath.wasm", Part::Program, 700_000, 250_000),
            file("assets/sans.ttf", Part::Asset, 90_000, 60_000),
            file("levels/maze.ron", Part::Level, 1_500, 700),
        ];
        let table = size_table(&files);
        let line = |start: &str| table.lines().find(|line| line.starts_with(start)).unwrap().to_string();
        assert!(line("page, loader and wasm").ends_with("704.0 kB    252.0 kB"), "{table}");
        assert!(line("font and pictures").ends_with("90.0 kB     60.0 kB"), "{table}");
        assert!(line("levels").ends_with("1.5 kB      0.7 kB"), "{table}");
        assert!(table.ends_with("within the target of 300.0 kB gzipped"), "{table}");
        assert_eq!(verdict(300_000), "within the target of 300.0 kB gzipped");
        assert_eq!(verdict(312_400), "OVER the target of 300.0 kB gzipped by 12.4 kB");
    }
}
