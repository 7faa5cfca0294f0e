//! The folder that a static host serves: which files are in it, each also packed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::budget::{DownloadSize, FileRole};
use crate::index;
use crate::packed::Coding;
use crate::wasm::Wasm;

/// Where the page is told how many bytes of wasm to expect; a server that compresses does not say it.
const WASM_BYTES_MARK: &str = "{wasm-bytes}";

/// Where the page is told the same of the rest of the wasm, which is 0 bytes where all of it is in one part.
const REST_BYTES_MARK: &str = "{rest-bytes}";

/// Where the page is told for which languages there is a table besides English.
const LANGUAGES_MARK: &str = "{languages}";

/// Where the page's worker is told what to keep for when there is no network.
const FILES_MARK: &str = "{files}";

/// What a file of the site is for, and its weight.
#[derive(Debug)]
pub struct SiteFile {
    pub part: FileRole,
    pub size: DownloadSize,
}

/// Puts the site together in `folder`, each file also packed. What was there before is gone once all of it is there: a server
/// that is running meanwhile finds either the old site or the new one.
///
/// # Errors
/// Names the file that could not be read or written.
pub fn put_together(root: &Path, loader: &Path, wasm: &Wasm, folder: &Path) -> Result<Vec<SiteFile>, String> {
    let site = lay_out(root, loader, wasm, &folder.with_extension("new"))?;
    let files = site.pack(folder)?;
    site.take_the_place_of(folder)?;
    Ok(files)
}

/// Puts the files of the site into `folder`, and nothing else.
///
/// # Errors
/// Names the file that could not be read or written.
pub fn lay_out(root: &Path, loader: &Path, wasm: &Wasm, folder: &Path) -> Result<SiteFolder, String> {
    let page = root.join("assets/web");
    let (game, importer) = (read(&wasm.game)?, read(&wasm.importer)?);
    let rest = wasm.rest.as_deref().map(read).transpose()?;
    let mut site = SiteFolder { folder: folder.to_owned(), files: Vec::new() };
    remove(&site.folder)?;

    let rest_bytes = rest.as_ref().map_or(0, Vec::len);
    let assets = files_below(root, Path::new("assets"))?;
    let languages: Vec<&str> = assets.iter().filter_map(|name| language_of(name)).collect();
    let text = fill_in_page(&read_text(&page.join("index.html"))?, (game.len(), rest_bytes), &languages)?;
    site.add("index.html", FileRole::Page, text.as_bytes())?;
    site.add("manifest.webmanifest", FileRole::Page, &read(&page.join("manifest.webmanifest"))?)?;
    site.add("footpath.css", FileRole::Page, &read(&page.join("footpath.css"))?)?;
    site.add("start.js", FileRole::Page, without_comments(&read_text(&page.join("start.js"))?).as_bytes())?;
    site.add("footpath.js", FileRole::Page, without_comments(&read_text(&page.join("footpath.js"))?).as_bytes())?;
    site.add("mq_js_bundle.js", FileRole::Loader, without_plugins(&read_text(loader)?).as_bytes())?;
    site.add("footpath.wasm", if rest.is_some() { FileRole::First } else { FileRole::Whole }, &game)?;
    if let Some(rest) = rest {
        site.add("rest.wasm", FileRole::Rest, &rest)?;
    }
    site.add("importer.js", FileRole::Importer, without_comments(&read_text(&page.join("importer.js"))?).as_bytes())?;
    site.add("importer.wasm", FileRole::Importer, &importer)?;
    for name in assets {
        if let Some(part) = part_of_asset(&name) {
            site.add(&name, part, &read(&root.join(&name))?)?;
        }
    }
    site.add_levels(root)?;
    let worker = fill_in_worker(&read_text(&page.join("offline.js"))?, &site.files)?;
    site.add("offline.js", FileRole::Page, without_comments(&worker).as_bytes())?;
    Ok(site)
}

/// What a file of `assets/` is for; `None` where the page has no use for it.
fn part_of_asset(name: &str) -> Option<FileRole> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension {
        "png" => Some(FileRole::Pictures),
        "ttf" | "otf" => Some(FileRole::Font),
        // Licences, which must travel with what they are for.
        "txt" => Some(FileRole::Font),
        "ron" => Some(FileRole::Languages),
        _ => None,
    }
}

/// The code of the language of which a file of `assets/` is the table.
fn language_of(name: &str) -> Option<&str> {
    name.strip_prefix("assets/languages/")?.strip_suffix(".ron")
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

/// The folder into which a site is put: where it lies, and its files in the order in which they came.
pub struct SiteFolder {
    folder: PathBuf,
    files: Vec<(String, FileRole)>,
}

impl SiteFolder {
    fn add(&mut self, name: &str, part: FileRole, content: &[u8]) -> Result<(), String> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| format!("cannot make {}: {error}", parent.display()))?;
        }
        write(&path, content)?;
        self.files.push((name.to_owned(), part));
        Ok(())
    }

    /// Lays a packed form of every file beside it, as it was in the `earlier` site where the file is the same.
    fn pack(&self, earlier: &Path) -> Result<Vec<SiteFile>, String> {
        let pack = |(name, part): &(String, FileRole)| {
            let path = self.folder.join(name);
            let content = read(&path)?;
            let [brotli, gzipped] = Coding::ALL.map(|coding| {
                let packed = coding.pack_unless_known(&content, &earlier.join(name));
                write(&coding.beside(&path), &packed).map(|()| packed.len())
            });
            let size = DownloadSize { raw: content.len(), gzipped: gzipped?, brotli: brotli? };
            Ok(SiteFile { part: *part, size })
        };
        self.files.iter().map(pack).collect()
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
            self.add(&path, FileRole::Levels, text.as_bytes())?;
        }
        self.add("levels/index.tsv", FileRole::Index, index.as_bytes())
    }

    fn take_the_place_of(&self, earlier: &Path) -> Result<(), String> {
        remove(earlier)?;
        fs::rename(&self.folder, earlier)
            .map_err(|error| format!("cannot rename {} to {}: {error}", self.folder.display(), earlier.display()))
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

/// The page, with the bytes of both parts of the wasm, and the codes of the languages for which there is a table.
fn fill_in_page(page: &str, (wasm, rest): (usize, usize), languages: &[&str]) -> Result<String, String> {
    let marks = [
        (WASM_BYTES_MARK, wasm.to_string()),
        (REST_BYTES_MARK, rest.to_string()),
        (LANGUAGES_MARK, languages.join(" ")),
    ];
    marks.into_iter().try_fold(page.to_owned(), |page, (mark, text)| match page.contains(mark) {
        true => Ok(page.replace(mark, &text)),
        false => Err(format!("index.html has no {mark}, in whose place the page is told what it has to load")),
    })
}

/// The worker that keeps the page and all that a player may need of it, but not what only developers do.
fn fill_in_worker(worker: &str, files: &[(String, FileRole)]) -> Result<String, String> {
    if !worker.contains(FILES_MARK) {
        return Err(format!("offline.js has no {FILES_MARK}, which tells it what to keep"));
    }
    let is_needed =
        |(name, part): &&(String, FileRole)| *part != FileRole::Importer && !name.starts_with("levels/bench/");
    // A host answers for the folder with its page.
    let names: Vec<&str> = ["./"].into_iter().chain(files.iter().filter(is_needed).map(|(name, _)| &**name)).collect();
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
        write(
            &root,
            "assets/web/index.html",
            "<html data-wasm-bytes=\"{wasm-bytes}\" data-rest-bytes=\"{rest-bytes}\" data-languages=\"{languages}\">",
        );
        write(&root, "assets/web/footpath.js", "// page");
        write(&root, "assets/web/start.js", "// loads");
        write(&root, "assets/web/importer.js", "// imports");
        write(&root, "assets/web/offline.js", "keep({files})");
        write(&root, "assets/web/footpath.css", "/* styles */");
        write(&root, "assets/web/manifest.webmanifest", "{}");
        write(&root, "assets/font/sans.ttf", "font");
        write(&root, "assets/font/licence.txt", "licence");
        write(&root, "assets/languages/tlh.ron", "{}");
        write(&root, "assets/languages/eo.ron", "{}");
        write(&root, "assets/tiles/draw.py", "source");
        write(&root, "levels/maze.ron", "(name: \"The maze\", about: \"Corridors.\")");
        write(&root, "levels/tutorial/two-cubes.ron", "(name: \"Cubes\", lesson: [(say: \"Look.\")])");
        write(&root, "levels/bench/door.ron", "(name: \"Door\")");
        write(&root, "levels/README.md", "# Levels");
        write(&root, "loader.js", "// loader");
        write(&root, "game.wasm", "\0asm");
        write(&root, "later.wasm", "\0asm, more");
        write(&root, "importer.wasm", "\0asm");
        write(&root, "site/left-over.txt", "from an earlier build");

        let site = root.join("site");
        let rest = Some(root.join("later.wasm"));
        let wasm = Wasm { game: root.join("game.wasm"), rest, importer: root.join("importer.wasm") };
        put_together(&root, &root.join("loader.js"), &wasm, &site).unwrap();
        let mut names = files_below(&site, Path::new("")).unwrap();
        names.retain(|name| Coding::ALL.iter().all(|coding| !name.ends_with(coding.ending())));
        names.sort_unstable();
        let expected = [
            "assets/font/licence.txt",
            "assets/font/sans.ttf",
            "assets/languages/eo.ron",
            "assets/languages/tlh.ron",
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
            "rest.wasm",
            "start.js",
        ];
        assert_eq!(names, expected);
        let page = fs::read_to_string(site.join("index.html")).unwrap();
        assert_eq!(page, "<html data-wasm-bytes=\"4\" data-rest-bytes=\"10\" data-languages=\"eo tlh\">");
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
        let wasm = Wasm { game: root.join("game.wasm"), rest: None, importer: root.join("importer.wasm") };
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
        assert!(fill_in_page("<html>", (1, 0), &[]).unwrap_err().contains("{wasm-bytes}"));
        assert!(fill_in_page("<html {wasm-bytes}>", (1, 0), &[]).unwrap_err().contains("{rest-bytes}"));
        let without_languages = fill_in_page("<html {wasm-bytes} {rest-bytes}>", (1, 0), &[]);
        assert!(without_languages.unwrap_err().contains("{languages}"));
    }
}
