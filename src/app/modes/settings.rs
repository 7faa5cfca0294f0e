//! What the program remembers of its user from one time to the next.

use std::collections::BTreeMap;

use footpath::format::values::{self, Layout};
use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::app::modes::changed_keys::Keys;

/// What a user has chosen and come to. What the text of an older program does not name has its default; what a newer one
/// names besides is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// In which colours panels are drawn.
    pub theme: Theme,
    /// How much of the picture moves that need not.
    pub motion: Motion,
    /// How large words, buttons and the map are.
    pub scale: Scale,
    /// Which keys differ from those of the tables.
    pub keys: Keys,
    /// How many steps of its lesson are done, by the name of the level.
    pub lessons: BTreeMap<String, usize>,
    /// The address of a page that plays levels, to make links with; empty where none is known.
    pub page: String,
}

/// In which colours panels are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// Light words on dark panels.
    #[default]
    Dark,
    /// Dark words on light panels.
    Light,
}

/// How much of the picture moves that need not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Motion {
    /// The search for an order is shown for a moment; unless the system asks for less motion.
    #[default]
    Full,
    /// Nothing.
    Reduced,
}

/// How large words, buttons and the map are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scale {
    /// As the system has it, and larger in a large window.
    #[default]
    ByWindow,
    /// As the system has it.
    Normal,
    /// One and a quarter as large.
    Larger,
    /// One and a half as large.
    Large,
    /// Twice as large.
    Double,
}

/// A window that is as wide and high at least is a large one, in which everything is half as large again; and one in which it
/// is twice as large.
const LARGE_WINDOW: Vec2 = Vec2::new(2000.0, 1250.0);
const HUGE_WINDOW: Vec2 = Vec2::new(3000.0, 1900.0);

impl Scale {
    /// Every one, from the first that is offered.
    pub const ALL: [Scale; 5] = [Scale::ByWindow, Scale::Normal, Scale::Larger, Scale::Large, Scale::Double];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Scale::ByWindow => "by the window",
            Scale::Normal => "100 %",
            Scale::Larger => "125 %",
            Scale::Large => "150 %",
            Scale::Double => "200 %",
        }
    }

    /// How much larger everything is than the system has it, in a window of this many of the system's logical pixels.
    pub fn factor(self, window: Vec2) -> f32 {
        match self {
            Scale::ByWindow if window.cmpge(HUGE_WINDOW).all() => 2.0,
            Scale::ByWindow if window.cmpge(LARGE_WINDOW).all() => 1.5,
            Scale::ByWindow | Scale::Normal => 1.0,
            Scale::Larger => 1.25,
            Scale::Large => 1.5,
            Scale::Double => 2.0,
        }
    }
}

impl Settings {
    /// Reads the text that [`Settings::to_text`] wrote.
    ///
    /// # Errors
    /// What is wrong with the text, and in which line and column.
    pub fn parse(text: &str) -> Result<Settings, String> {
        values::read(text).map_err(|fault| format!("line {fault}"))
    }

    /// These settings with what another program has made of those from which both began: `base`. What was changed here
    /// stays; everything else, each lesson by itself, is as `theirs`.
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
        values::write(self, Layout::Lines { depth: usize::MAX })
    }
}

#[cfg(test)]
mod tests {
    use macroquad::input::KeyCode;

    use super::*;
    use crate::app::modes::changed_keys::ModeName;

    #[test]
    fn what_is_written_is_read_again() {
        let mut keys = Keys::default();
        keys.give(ModeName::Game, 0, KeyCode::Apostrophe);
        let settings = Settings {
            theme: Theme::Light,
            motion: Motion::Reduced,
            scale: Scale::Large,
            keys,
            lessons: BTreeMap::from([("course/grid".to_owned(), 3)]),
            page: "https://example.org/".to_owned(),
        };
        assert_eq!(Settings::parse(&settings.to_text()), Ok(settings));
    }

    #[test]
    fn a_large_window_has_large_words_unless_the_user_wants_others() {
        let by_window = |width: f32, height: f32| Scale::ByWindow.factor(Vec2::new(width, height));
        let factors = [(390.0, 844.0), (1280.0, 720.0), (1920.0, 1080.0), (2560.0, 1440.0), (3840.0, 2160.0)]
            .map(|(width, height)| by_window(width, height));
        assert_eq!(factors, [1.0, 1.0, 1.0, 1.5, 2.0]);
        assert_eq!(by_window(1300.0, 2600.0), 1.0, "a tall and narrow one has no room to spare");
        assert_eq!(Scale::Normal.factor(Vec2::new(3840.0, 2160.0)), 1.0);
    }

    #[test]
    fn settings_of_other_versions_are_read() {
        assert_eq!(Settings::parse("()"), Ok(Settings::default()));
        assert_eq!(Settings::parse("(of_a_newer_version: [1, (2)])"), Ok(Settings::default()));
    }

    #[test]
    fn a_broken_text_is_told_with_its_place() {
        let error = Settings::parse("(\n    lessons: {\"course/grid\": many},\n)").expect_err("it is broken");
        assert!(error.starts_with("line 2:30: "), "{error}");
    }
}
