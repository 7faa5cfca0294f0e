//! Values as the text that says them.

use std::fmt;

use glam::Vec2;

use super::problem::{LevelError, Problems};
use super::syntax;
use crate::grid::Cell;

/// The text of one value.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::level::edit::Ron;
/// assert_eq!(Ron::from(2.5).as_str(), "2.5");
/// assert_eq!(Ron::from("a \"gate\"").as_str(), "\"a \\\"gate\\\"\"");
/// let agent = Ron::fields([("profile", Ron::from("ox")), ("tile", Ron::from(Cell::new(2, 1)))]);
/// assert_eq!(agent.as_str(), "(profile: \"ox\", tile: (2, 1))");
/// assert!(Ron::parse("MoveTo(\"gate\")").is_ok() && Ron::parse("1, 2").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ron(String);

impl Ron {
    /// A value as somebody wrote it.
    ///
    /// # Errors
    /// Where it is not one sound value.
    pub fn parse(text: &str) -> Result<Ron, LevelError> {
        let mut problems = Problems::default();
        let node = syntax::parse(text, &mut problems);
        if !problems.is_empty() {
            return Err(problems.into_error("value", text));
        }
        // What is around it, comments and blanks, is no part of the value.
        Ok(Ron(text[node.span.range()].to_owned()))
    }

    /// A list, a struct or a map with a line for each of its items, as a field of a level: the brackets, and what is between.
    pub(crate) fn lines(open: char, items: impl IntoIterator<Item = impl fmt::Display>, close: char) -> Ron {
        let lines: String = items.into_iter().map(|item| format!("        {item},\n")).collect();
        Ron(if lines.is_empty() { format!("{open}{close}") } else { format!("{open}\n{lines}    {close}") })
    }

    /// A list on one line.
    pub fn list(values: impl IntoIterator<Item = Ron>) -> Ron {
        let values: Vec<String> = values.into_iter().map(|value| value.0).collect();
        Ron(format!("[{}]", values.join(", ")))
    }

    /// A map on one line, with names for keys.
    pub(crate) fn map<'k>(entries: impl IntoIterator<Item = (&'k str, Ron)>) -> Ron {
        let entries: Vec<String> =
            entries.into_iter().map(|(key, value)| format!("{}: {value}", Ron::from(key))).collect();
        Ron(format!("{{{}}}", entries.join(", ")))
    }

    /// A struct on one line.
    pub fn fields<'f>(fields: impl IntoIterator<Item = (&'f str, Ron)>) -> Ron {
        let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
        Ron(format!("({})", fields.join(", ")))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A text that is known to be one sound value.
    pub(crate) fn trusted(text: String) -> Ron {
        Ron(text)
    }

    /// A character, as a legend has it for a key.
    pub(crate) fn character(character: char) -> Ron {
        match character {
            '\'' | '\\' => Ron(format!("'\\{character}'")),
            _ => Ron(format!("'{character}'")),
        }
    }
}

impl fmt::Display for Ron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Numbers and switches, as they are printed.
macro_rules! printed {
    ($($type:ty),*) => {$(
        impl From<$type> for Ron {
            fn from(value: $type) -> Ron {
                Ron(format!("{value:?}"))
            }
        }
    )*};
}

printed!(bool, f32, f64, i32, u8, u16, u32, u64);

impl From<String> for Ron {
    fn from(text: String) -> Ron {
        Ron::from(text.as_str())
    }
}

impl From<&str> for Ron {
    fn from(text: &str) -> Ron {
        let mut quoted = String::from("\"");
        for character in text.chars() {
            match character {
                '"' | '\\' => quoted.extend(['\\', character]),
                '\n' => quoted.push_str("\\n"),
                '\t' => quoted.push_str("\\t"),
                _ if character.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", character as u32)),
                _ => quoted.push(character),
            }
        }
        quoted.push('"');
        Ron(quoted)
    }
}

impl From<Cell> for Ron {
    fn from(tile: Cell) -> Ron {
        Ron(format!("({}, {})", tile.x, tile.y))
    }
}

impl From<Vec2> for Ron {
    fn from(point: Vec2) -> Ron {
        Ron(format!("({:?}, {:?})", point.x, point.y))
    }
}
