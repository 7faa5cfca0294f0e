//! The index of the levels, which the page loads in place of the levels themselves: it fetches a level when that is opened.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// What the list of levels shows of one.
#[derive(Debug, Deserialize)]
#[serde(rename = "Level")]
struct ListedLevel {
    name: String,
    #[serde(default)]
    about: String,
    #[serde(default)]
    lesson: Vec<IgnoredAny>,
}

/// The line of a level: the name of its file below `levels/`, how many steps its lesson has, what it is called and what it
/// shows, with tabs between them.
///
/// # Errors
/// In words, naming the file: it is no level, or has a tab or a new line where the index has no room for one.
pub fn line(name: &str, text: &str) -> Result<String, String> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let shown: ListedLevel =
        options.from_str(text).map_err(|error| format!("levels/{name}.ron cannot be read: {error}"))?;
    let parts = [name, &shown.lesson.len().to_string(), &shown.name, &shown.about];
    if parts.iter().any(|part| part.contains(['\t', '\n'])) {
        return Err(format!("levels/{name}.ron has a tab or a new line in its name or in what it says of itself"));
    }
    Ok(parts.join("\t") + "\n")
}

#[cfg(test)]
mod tests {
    use footpath::level::{Level, built_in::LEVELS};

    use super::*;

    #[test]
    fn every_level_that_is_shipped_stands_in_the_index_as_the_game_reads_it() {
        for shipped in LEVELS {
            let level = Level::parse(shipped.name, shipped.text).unwrap();
            let expected = format!("{}\t{}\t{}\t{}\n", shipped.name, level.lesson.len(), level.name, level.about);
            assert_eq!(line(shipped.name, shipped.text).unwrap(), expected);
        }
    }

    #[test]
    fn what_the_index_cannot_hold_is_named() {
        assert!(line("mine", "(version: 1)").unwrap_err().starts_with("levels/mine.ron cannot be read: "));
        assert!(line("mine", "(name: \"a\\tb\")").unwrap_err().contains("tab"));
    }
}
