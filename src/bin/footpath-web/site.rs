//! The folder that a static host serves: which files are in it, each also packed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::budget::{Part, Size};
use crate::index;
use crate::packed::Coding;
use crate::wasm::Wasm;

/// Where the page is told how many bytes of wasm to expect; a server that compresses does not say it.
const WASM_BYTES_MARK: &str = "{wasm-bytes}";

/// Where the page's worker is told what to keep for when there is no network.
const FILES_MARK: &str = "{files}";

/// A file of the site and its weight.
#[derive(Debug)]
pub struct SiteFile {
    /// Its path from the page.
    pub name: String,
    pub part: Part,
    pub size: Size,
}

/// Puts the site together in `folder`. What was there before is gone once all of it is there: a server that is running
/// meanwhile finds either the old site or the new one.
///
/// # Errors
/// Names the file that could not be read or written.
pub fn put_together(root: &Path, loader: &Path, wasm: &Wasm, folder: &Path) -> Result<Vec<SiteFile>, String> {
    let page = root.join("assets/web");
    let (game, importer) = (read(&wasm.game)?, read(&wasm.importer)?);
    let mut site = Site { folder: folder.with_extension("new"), earlier: folder.to_owned(), files: Vec::new() };
    remove(&site.folder)?;

    site.add("index.html", Part::Page, fill_in_page(&read_text(&page.join("index.html"))?, game.len())?.as_bytes())?;
    site.add("manifest.webmanifest", Part::Page, &read(&page.join("manifest.webmanifest"))?)?;
    site.add("footpath.css", Part::Page, &read(&page.join("footpath.css"))?)?;
    site.add("start.js", Part::Page, without_comments(&read_text(&page.join("start.js"))?).as_bytes())?;
    site.add("footpath.js", Part::Page, without_comments(&read_text(&page.join("footpath.js"))?).as_bytes())?;
    site.add("mq_js_bundle.js", Part::Loader, without_plugins(&read_text(loader)?).as_bytes())?;
    site.add("footpath.wasm", Part::Wasm, &game)?;
    site.add("importer.js", Part::Importer, without_comments(&read_text(&page.join("importer.js"))?).as_bytes())?;
    site.add("importer.wasm", Part::Importer, &importer)?;
    for name in files_below(root, Path::new("assets"))? {
        if let Some(part) = part_of_asset(&name) {
            site.add(&name, part, &read(&root.join(&name))?)?;
        }
    }
    site.add_levels(root)?;
    let worker = fill_in_worker(&read_text(&page.join("offline.js"))?, &site.files)?;
    site.add("offline.js", Part::Page, without_comments(&worker).as_bytes())?;
    site.take_the_place_of_the_earlier()?;
    Ok(site.files)
}

/// What a file of `assets/` is for; `None` where the page has no use for it.
fn part_of_asset(name: &str) -> Option<Part> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension {
        "png" => Some(Part::Pictures),
        "ttf" | "otf" => Some(Part::Font),
        // Licences, which must travel with what they are for.
        "txt" => Some(Part::Font),
        _ => None,
    }
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
struct Site {
    folder: PathBuf,
    /// The site whose place it takes.
    earlier: PathBuf,
    files: Vec<SiteFile>,
}

impl Site {
    /// Adds a file, as it is and packed.
    fn add(&mut self, name: &str, part: Part, content: &[u8]) -> Result<(), String> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| format!("cannot make {}: {error}", parent.display()))?;
        }
        write(&path, content)?;
        let [brotli, gzipped] = Coding::ALL.map(|coding| {
            let packed = coding.pack_unless_known(content, &self.earlier.join(name));
            write(&coding.beside(&path), &packed).map(|()| packed.len())
        });
        let size = Size { raw: content.len(), gzipped: gzipped?, brotli: brotli? };
        self.files.push(SiteFile { name: name.to_owned(), part, size });
        Ok(())
    }

    /// Adds every level, and the index of those that are not for measurements.
    fn add_levels(&mut self, root: &Path) -> Result<(), String> {
        let mut index = String::new();
        for path in files_below(root, Path::new("levels"))? {
            let name = path.strip_prefix("levels/").and_then(|path| path.strip_suffix(".ron"));
            let Some(name) = name else { continue };
            let text = read_text(&root.join(&path))?;
            if !name.starts_with("bench/") {
                index += &index::line(name, &text)?;
            }
            self.add(&path, Part::Levels, text.as_bytes())?;
        }
        self.add("levels/index.tsv", Part::Index, index.as_bytes())
    }

    fn take_the_place_of_the_earlier(&self) -> Result<(), String> {
        remove(&self.earlier)?;
        fs::rename(&self.folder, &self.earlier)
            .map_err(|error| format!("cannot rename {} to {}: {error}", self.folder.display(), self.earlier.display()))
    }
}

/// Every file below `root/inside`, in order of name: their paths from `root`, as they stand in an address.
fn files_below(root: &Path, inside: &Path) -> Result<Vec<String>, String> {
    let folder = root.join(inside);
    let cannot_list = |error| format!("cannot list {}: {error}", folder.display());
    let mut entries =
        fs::read_dir(&folder).map_err(cannot_list)?.collect::<Result<Vec<_>, _>>().map_err(cannot_list)?;
    entries.sort_by_key(|entry| entry.file_name());
    let mut files = Vec::new();
    for entry in entries {
        let inside = inside.join(entry.file_name());
        if entry.path().is_dir() {
            files.extend(files_below(root, &inside)?);
        } else {
            files.push(url_path(&inside));
        }
    }
    Ok(files)
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

/// The worker that keeps the page and all that a player may need of it, but not what only developers do.
fn fill_in_worker(worker: &str, files: &[SiteFile]) -> Result<String, String> {
    if !worker.contains(FILES_MARK) {
        return Err(format!("offline.js has no {FILES_MARK}, which tells it what to keep"));
    }
    let is_needed = |file: &&SiteFile| file.part != Part::Importer && !file.name.starts_with("levels/bench/");
    // A host answers for the folder with its page.
    let names: Vec<&str> = ["./"].into_iter().chain(files.iter().filter(is_needed).map(|file| &*file.name)).collect();
    let list = serde_json::to_string(&names).map_err(|error| format!("cannot list the files of the page: {error}"))?;
    Ok(worker.replace(FILES_MARK, &list))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn read_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    fs::write(path, content).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Removes a folder with all that is in it, if it is there.
fn remove(folder: &Path) -> Result<(), String> {
    if !folder.exists() {
        return Ok(());
    }
    fs::remove_dir_all(folder).map_err(|error| format!("cannot empty {}: {error}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        write(&root, "assets/web/importer.js", "// imports");
        write(&root, "assets/web/offline.js", "keep({files})");
        write(&root, "assets/web/footpath.css", "/* styles */");
        write(&root, "assets/web/manifest.webmanifest", "{}");
        write(&root, "assets/font/sans.ttf", "font");
        write(&root, "assets/font/licence.txt", "licence");
        write(&root, "assets/tiles/draw.py", "source");
        write(&root, "levels/maze.ron", "(name: \"The maze\", about: \"Corridors.\")");
        write(&root, "levels/tutorial/two-cubes.ron", "(name: \"Cubes\", lesson: [(say: \"Look.\")])");
        write(&root, "levels/bench/door.ron", "(name: \"Door\")");
        write(&root, "levels/README.md", "# Levels");
        write(&root, "loader.js", "// loader");
        write(&root, "game.wasm", "\0asm");
        write(&root, "importer.wasm", "\0asm");
        write(&root, "site/left-over.txt", "from an earlier build");

        let site = root.join("site");
        let wasm = Wasm { game: root.join("game.wasm"), importer: root.join("importer.wasm") };
        put_together(&root, &root.join("loader.js"), &wasm, &site).unwrap();
        let mut names = files_below(&site, Path::new("")).unwrap();
        names.retain(|name| Coding::ALL.iter().all(|coding| !name.ends_with(coding.ending())));
        names.sort_unstable();
        let expected = [
            "assets/font/licence.txt",
            "assets/font/sans.ttf",
            "footpath.css",
            "footpath.js",
            "footpath.wasm",
            "importer.js",
            "importer.wasm",
            "index.html",
            "levels/bench/door.ron",
            "levels/index.tsv",
            "levels/maze.ron",
            "levels/tutorial/two-cubes.ron",
            "manifest.webmanifest",
            "mq_js_bundle.js",
            "offline.js",
            "start.js",
        ];
        assert_eq!(names, expected);
        assert_eq!(fs::read_to_string(site.join("index.html")).unwrap(), "<html data-wasm-bytes=\"4\">");
        let kept = fs::read_to_string(site.join("offline.js")).unwrap();
        let expected: Vec<String> = expected
            .iter()
            .filter(|name| !["importer.js", "importer.wasm", "levels/bench/door.ron", "offline.js"].contains(*name))
            .map(|name| format!("\"{name}\""))
            .collect();
        for name in &expected {
            assert!(kept.contains(name), "{name} is not among {kept}");
        }
        assert_eq!(kept.matches('"').count(), 2 * (expected.len() + 1), "the folder and these: {kept}");
        let index = "maze\t0\tThe maze\tCorridors.\ntutorial/two-cubes\t1\tCubes\t\n";
        assert_eq!(fs::read_to_string(site.join("levels/index.tsv")).unwrap(), index);
        assert!(!site.join("left-over.txt").exists());
        for (name, coding) in names.iter().flat_map(|name| Coding::ALL.map(|coding| (name, coding))) {
            let file = site.join(name);
            let packed = fs::read(coding.beside(&file)).unwrap();
            assert_eq!(coding.unpack(&packed).unwrap(), fs::read(&file).unwrap(), "{name} {coding:?}");
        }
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn missing_file_is_named() {
        let root = scratch("missing");
        let wasm = Wasm { game: root.join("game.wasm"), importer: root.join("importer.wasm") };
        let error = put_together(&root, &root.join("loader.js"), &wasm, &root.join("site"));
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
}
