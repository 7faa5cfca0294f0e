//! Files that are in the binary: they are there at once.

use footpath::level::built_in::LEVELS;

use crate::app::modes::languages::LANGUAGES;

/// A file that has been asked for.
pub struct EmbeddedFile {
    path: String,
}

impl EmbeddedFile {
    /// Asks for the file at a path from the root of the project.
    pub fn begin(path: &str) -> EmbeddedFile {
        EmbeddedFile { path: path.to_owned() }
    }

    /// The file, once it is there.
    ///
    /// # Errors
    /// In words, naming the file: the binary does not hold it.
    pub fn take(&self) -> Option<Result<Vec<u8>, String>> {
        Some(embedded(&self.path).map(<[u8]>::to_vec).ok_or_else(|| format!("{} is not in this program", self.path)))
    }

    /// The file, as soon as it is there.
    ///
    /// # Errors
    /// As of [`take`](EmbeddedFile::take).
    pub async fn arrived(self) -> Result<Vec<u8>, String> {
        self.take().expect("it is there at once")
    }
}

/// The content of a file that the binary holds.
fn embedded(path: &str) -> Option<&'static [u8]> {
    match path {
        "assets/fonts/inter-footpath.ttf" => Some(include_bytes!("../../../../assets/fonts/inter-footpath.ttf")),
        "assets/sprites.png" => Some(include_bytes!("../../../../assets/sprites.png")),
        "assets/icons.png" => Some(include_bytes!("../../../../assets/icons.png")),
        "assets/marks.png" => Some(include_bytes!("../../../../assets/marks.png")),
        _ => {
            let name = path.rsplit_once('.')?.0;
            let level = || LEVELS.iter().find(|level| name.strip_prefix("levels/") == Some(level.name));
            let language =
                || LANGUAGES.iter().find(|language| name.strip_prefix("assets/languages/") == Some(language.code));
            level().map(|level| level.text).or_else(|| language().map(|language| language.table)).map(str::as_bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::modes::library;

    #[test]
    fn every_level_and_every_table_is_there_and_nothing_else() {
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(embedded(&library::path_of(index)), Some(level.text.as_bytes()));
        }
        for language in LANGUAGES {
            assert_eq!(embedded(&language.path()), Some(language.table.as_bytes()));
        }
        let missing = EmbeddedFile::begin("levels/no-such-level.ron").take().expect("it is told at once");
        assert_eq!(missing, Err("levels/no-such-level.ron is not in this program".to_owned()));
    }
}
