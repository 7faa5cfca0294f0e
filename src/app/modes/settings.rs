//! What the program remembers of its user from one time to the next.

use std::collections::BTreeMap;

use footpath::format::plain_ron;
use serde::{Deserialize, Serialize};

use crate::app::modes::appearance::{InterfaceScale, MotionPreference, Theme};
use crate::app::modes::changed_keys::Keys;

/// What a user has chosen and come to. What the text of an older program does not name has its default; what a newer one
/// names besides is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// In which colours panels are drawn.
    pub theme: Theme,
    /// How much of the picture moves that need not.
    pub motion: MotionPreference,
    /// How large words, buttons and the map are.
    pub scale: InterfaceScale,
    /// The code of the language in which the game speaks; empty for the system's.
    pub language: String,
    /// Whether nothing is to be heard.
    pub is_silent: bool,
    /// Which keys differ from those of the tables.
    pub keys: Keys,
    /// How many steps of its lesson are done, by the name of the level.
    pub lessons: BTreeMap<String, usize>,
    /// The address of a page that plays levels, to make links with; empty where none is known.
    pub page: String,
}

impl Settings {
    /// Reads the text that [`Settings::to_text`] wrote.
    ///
    /// # Errors
    /// What is wrong with the text, and in which line and column.
    pub fn parse(text: &str) -> Result<Settings, String> {
        // Some editors put a byte order mark before what a user has changed.
        let text = text.trim_start_matches('\u{feff}');
        ron::from_str(text).map_err(|fault| format!("line {}: {}", fault.span.end, fault.code))
    }

    /// Merges these settings with `theirs`, which another program has made; both began from `base`. What was changed
    /// here stays; everything else, each lesson by itself, is as in `theirs`.
    pub fn merged(&self, base: &Settings, theirs: Settings) -> Settings {
        fn newer<T: PartialEq + Clone>(mine: &T, base: &T, theirs: T) -> T {
            if mine == base { theirs } else { mine.clone() }
        }
        let mut lessons = theirs.lessons;
        lessons.retain(|name, _| self.lessons.contains_key(name) || !base.lessons.contains_key(name));
        let changed = self.lessons.iter().filter(|(name, done)| base.lessons.get(*name) != Some(done));
        lessons.extend(changed.map(|(name, done)| (name.clone(), *done)));
        Settings {
            theme: newer(&self.theme, &base.theme, theirs.theme),
            motion: newer(&self.motion, &base.motion, theirs.motion),
            scale: newer(&self.scale, &base.scale, theirs.scale),
            is_silent: newer(&self.is_silent, &base.is_silent, theirs.is_silent),
            language: newer(&self.language, &base.language, theirs.language),
            keys: Keys {
                game: newer(&self.keys.game, &base.keys.game, theirs.keys.game),
                lab: newer(&self.keys.lab, &base.keys.lab, theirs.keys.lab),
                edit: newer(&self.keys.edit, &base.keys.edit, theirs.keys.edit),
            },
            lessons,
            page: newer(&self.page, &base.page, theirs.page),
        }
    }

    /// The settings as a text that a user can read and change.
    pub fn to_text(&self) -> String {
        plain_ron::lines(self)
    }
}

#[cfg(test)]
mod tests {
    use macroquad::input::KeyCode;

    use super::*;
    use crate::app::modes::ModeName;

    #[test]
    fn what_is_written_is_read_again() {
        let mut keys = Keys::default();
        keys.give(ModeName::Game, 0, KeyCode::Apostrophe);
        let settings = Settings {
            theme: Theme::Light,
            motion: MotionPreference::Reduced,
            scale: InterfaceScale::Large,
            language: "zh".to_owned(),
            is_silent: true,
            keys,
            lessons: BTreeMap::from([("course/grid".to_owned(), 3)]),
            page: "https://example.org/".to_owned(),
        };
        assert_eq!(Settings::parse(&settings.to_text()), Ok(settings));
    }

    #[test]
    fn settings_of_other_versions_are_read() {
        assert_eq!(Settings::parse("()"), Ok(Settings::default()));
        assert_eq!(Settings::parse("(of_a_newer_version: [1, (2)])"), Ok(Settings::default()));
    }

    #[test]
    fn what_an_editor_adds_to_a_text_does_not_matter() {
        let edited = "\u{feff}// by hand\r\n(\r\n  is_silent: true, /* quiet */\r\n)\r\n";
        assert_eq!(Settings::parse(edited), Ok(Settings { is_silent: true, ..Settings::default() }));
    }

    #[test]
    fn a_broken_text_is_told_with_its_place() {
        let error = Settings::parse("(\n    lessons: {\"course/grid\": many},\n)").expect_err("it is broken");
        assert!(error.starts_with("line 2:30: "), "{error}");
    }
}
