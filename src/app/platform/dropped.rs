//! Files that were dropped on the window, or opened on the page, all at once: what to do with them.

use std::path::PathBuf;

use footpath::level::import::Format;
use footpath::replay::Replay;

use crate::app::modes::import::{Choice, ReadFile};
#[cfg(not(target_arch = "wasm32"))]
use crate::app::platform::level_files;
#[cfg(not(target_arch = "wasm32"))]
use crate::file_name::shown;

/// A file.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// Where it is; only its name on a page, which knows no folders.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Dropped {
    /// Reads a file that the window was given.
    ///
    /// # Errors
    /// Why it cannot be read, naming it.
    pub fn of(file: macroquad::DroppedFile) -> Result<Dropped, String> {
        let path = file.path.unwrap_or_else(|| PathBuf::from("dropped file"));
        #[cfg(not(target_arch = "wasm32"))]
        if path.is_file() || file.bytes.is_none() {
            return Ok(Dropped { bytes: level_files::read(&path)?, path });
        }
        match file.bytes {
            Some(bytes) if !bytes.is_empty() => Ok(Dropped { path, bytes }),
            _ => Err(format!("`{}` is empty, or a folder: drop the files in it", path.display())),
        }
    }

    /// Its name without the folder.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// What messages call it.
    pub fn shown(&self) -> String {
        #[cfg(not(target_arch = "wasm32"))]
        return shown(&self.path).to_string();
        #[cfg(target_arch = "wasm32")]
        self.name()
    }

    /// Whether a level can be made of it.
    pub fn is_foreign(&self) -> bool {
        !Replay::is_one(&self.bytes) && Format::of(&self.bytes).is_some()
    }
}

/// Reads the map among files of which at least one [is foreign](Dropped::is_foreign), with what it names: that lies in its
/// folder, or was dropped with it. Gives the path of that map too.
///
/// # Errors
/// None of them is a map that can be read. In a sentence that names the first one.
pub fn map_among(files: &[Dropped]) -> Result<(PathBuf, Choice), String> {
    // A picture is the map only where nothing else is: others name it.
    let is_picture = |file: &&Dropped| Format::of(&file.bytes) == Some(Format::Picture);
    let foreign = files.iter().filter(|file| file.is_foreign());
    let (pictures, texts): (Vec<&Dropped>, Vec<&Dropped>) = foreign.partition(is_picture);
    let mut problem = None;
    for file in texts.into_iter().chain(pictures) {
        let name = file.path.file_stem().unwrap_or_default().to_string_lossy();
        match Choice::of(&name, file.bytes.clone(), reader(file.path.clone(), files.to_vec())) {
            Ok(choice) => return Ok((file.path.clone(), choice)),
            Err(words) => problem = problem.or(Some(format!("{}: {words}", file.shown()))),
        }
    }
    Err(problem.unwrap_or_else(|| "No level can be made of this".to_owned()))
}

/// What reads the files that the map at a path names.
fn reader(map: PathBuf, files: Vec<Dropped>) -> ReadFile {
    #[cfg(not(target_arch = "wasm32"))]
    let mut read = std::collections::HashMap::new();
    Box::new(move |source| {
        let last = source.rsplit(['/', '\\']).next().unwrap_or(source);
        if let Some(file) = files.iter().find(|file| file.path != map && file.name().eq_ignore_ascii_case(last)) {
            return Ok(file.bytes.clone());
        }
        #[cfg(not(target_arch = "wasm32"))]
        return read
            .entry(source.to_owned())
            .or_insert_with(|| level_files::read(&map.with_file_name(source.replace('\\', "/"))))
            .clone();
        #[cfg(target_arch = "wasm32")]
        Err(format!("{last} is not here: drop it together with {}", map.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(path: &str, bytes: &[u8]) -> Dropped {
        Dropped { path: PathBuf::from(path), bytes: bytes.to_vec() }
    }

    #[test]
    fn what_is_empty_is_said_so() {
        let file =
            |bytes: &[u8]| macroquad::DroppedFile { path: Some(PathBuf::from("maps")), bytes: Some(bytes.to_vec()) };
        assert!(Dropped::of(file(b"")).is_err_and(|problem| problem.contains("`maps` is empty, or a folder")));
        assert_eq!(Dropped::of(file(b"(")), Ok(dropped("maps", b"(")));
    }

    const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n";

    #[test]
    fn levels_and_replays_are_not_foreign() {
        assert!(!dropped("a.ron", b"(version: 1, name: \"A\", rows: [\"..\"])").is_foreign());
        assert!(!dropped("a.replay", b"FootpathReplay(format:1,").is_foreign());
        assert!(dropped("a.txt", MAP.as_bytes()).is_foreign(), "by its content, whatever its name");
    }

    #[test]
    fn the_map_is_found_among_what_it_names() {
        let tileset = dropped("tiles.tsx", b"<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\"/>");
        let (path, choice) = map_among(&[tileset.clone(), dropped("a/b.map", MAP.as_bytes())]).expect("there is a map");
        assert_eq!((path, choice.imported().level.name.as_str()), (PathBuf::from("a/b.map"), "b"));
        let problem = map_among(&[tileset]).err().expect("a tileset alone is no map");
        assert!(problem.starts_with("tiles.tsx: "), "{problem}");
    }

    #[test]
    fn what_a_map_names_is_had_from_what_was_dropped_with_it() {
        let mut files = reader(PathBuf::from("x/a.tmx"), vec![dropped("y/Tiles.TSX", b"1")]);
        assert_eq!(files("..\\sets/tiles.tsx"), Ok(b"1".to_vec()));
        assert!(files("others.tsx").is_err_and(|problem| problem.contains("others.tsx")));
    }

    #[test]
    fn what_a_map_names_is_had_from_its_folder() {
        let folder = std::env::temp_dir().join(format!("footpath-dropped-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("sets")).expect("the folder for temporary files is writable");
        std::fs::write(folder.join("sets/tiles.tsx"), "1").expect("still writable");
        let mut files = reader(folder.join("a.tmx"), Vec::new());
        assert_eq!(files("sets\\tiles.tsx"), Ok(b"1".to_vec()), "backslashes too");
        std::fs::remove_dir_all(&folder).expect("it is there");
        assert_eq!(files("sets\\tiles.tsx"), Ok(b"1".to_vec()), "read once");
    }
}
