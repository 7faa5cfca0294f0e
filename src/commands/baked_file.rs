//! Where baked ground is kept between runs, and how commands come to it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use footpath::level::Level;
use footpath::nav::cache::{BakedSet, Writer, digest};
use footpath::profile::AgentProfile;

use super::flags::CacheFlags;
use super::user_folder;
use super::{Failure, note, whole_level};
use crate::file_name::shown;
use crate::input_file;
use crate::output_file::{make_folder, remove_abandoned, replace};

/// A level, and where its baked ground is kept.
pub struct BakedLevel {
    pub level: Level,
    /// The digest of its text.
    digest: u64,
    /// `None` where the system names no folder for such files.
    file: Option<PathBuf>,
}

/// Opens a level, and finds out where its baked ground is kept: in a folder of the user's, in a file called by the
/// level's name and a hash of its full path.
pub fn open(path: &Path, flags: &CacheFlags) -> Result<BakedLevel, Failure> {
    let whole_text = whole_level(path)?;
    let (level, _) = whole_text.parse(&shown(path).to_string())?;
    let whole = match fs::canonicalize(path) {
        Ok(whole) if path.is_file() => whole.to_string_lossy().into_owned(),
        _ => format!("built-in {}", path.display()),
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}-{:016x}.baked", digest(whole.as_bytes()));
    Ok(BakedLevel {
        level,
        digest: digest(whole_text.text.as_bytes()),
        file: folder(flags).map(|folder| folder.join(name)),
    })
}

/// The baked ground that is kept for a level, if the level is still the same.
#[cfg(feature = "window")]
pub fn kept_ground(path: &Path, level: &Level) -> Option<BakedSet> {
    let place = open(path, &CacheFlags { cache: None }).ok()?;
    if place.level == *level { place.load(&|_| true) } else { None }
}

/// Where this user's baked ground is kept: what the flag says, or the environment, or the system.
fn folder(flags: &CacheFlags) -> Option<PathBuf> {
    flags.cache.clone().or_else(|| user_folder("FOOTPATH_CACHE", |system| system.cache_dir()))
}

impl BakedLevel {
    /// The file in which the ground is kept, whether there is one or not.
    pub fn file(&self) -> Result<&Path, Failure> {
        self.file.as_deref().ok_or_else(|| {
            Failure::Impossible("there is no default folder for baked ground here: give one with --cache".to_owned())
        })
    }

    /// The baked ground for those profiles that `is_wanted` selects, if there is any. If it cannot be used, a note says so, and
    /// the ground is baked again.
    pub fn load(&self, is_wanted: &dyn Fn(&AgentProfile) -> bool) -> Option<BakedSet> {
        let file = self.file.as_deref()?;
        let Level { map, profiles, .. } = &self.level;
        let read = input_file::open(file).transpose()?.and_then(|source| {
            BakedSet::read_from(source, self.digest, map, profiles, is_wanted).map_err(|error| error.to_string())
        });
        read.map_err(|why| note(format_args!("note: `{}` is not used: {why}; the ground is baked again", shown(file))))
            .ok()
    }

    /// Keeps baked ground of as many grids, in the place of whatever was kept before; `fill` writes them.
    pub fn save(&self, grids: usize, fill: impl FnOnce(&mut Writer) -> io::Result<()>) -> Result<(), Failure> {
        let file = self.file()?;
        if let Some(folder) = file.parent() {
            make_folder(folder)?;
        }
        Ok(replace(file, |file| fill(&mut Writer::begin(file, self.digest, grids)?))?)
    }

    /// Removes what was kept, and what a program left unfinished that was killed while it baked. Returns whether there was
    /// anything.
    pub fn clear(&self) -> Result<bool, Failure> {
        let file = self.file()?;
        let was_abandoned = remove_abandoned(file);
        match fs::remove_file(file) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(was_abandoned),
            Err(error) => Err(Failure::Impossible(format!("`{}` cannot be removed: {error}", shown(file)))),
        }
    }
}
