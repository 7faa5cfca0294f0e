//! What programs keep in a level for themselves.

use super::field_type::FieldType;
use super::reader::Reader;
use super::ron_text::Ron;
use super::syntax::Node;
use super::table::ValueType;

/// Any value that a level holds for a program that uses it, in the RON in which it is written. It means nothing here, and is kept as
/// it is.
///
/// ```
/// use footpath::level::Level;
/// let text = r#"(version: 1, name: "Tiny", legend: {'.': "grass"}, rows: [".."], user: (music: "wind.ogg"),
///     agents: [(tile: (0, 0), user: {"hp": 10})])"#;
/// let level = Level::parse("tiny.ron", text)?;
/// assert_eq!(level.user.as_ref().map(|user| user.as_ron()), Some(r#"(music: "wind.ogg")"#));
/// assert_eq!(level.agents[0].user.as_ref().map(|user| user.as_ron()), Some(r#"{"hp": 10}"#));
/// # Ok::<(), footpath::level::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserData(String);

impl UserData {
    /// The value as it is written in the level, to be read with a crate such as `ron`.
    pub fn as_ron(&self) -> &str {
        &self.0
    }
}

/// What a program gives a level that it makes.
impl From<Ron> for UserData {
    fn from(value: Ron) -> UserData {
        UserData(value.as_str().to_owned())
    }
}

impl FieldType for UserData {
    fn read(reader: &mut Reader, node: &Node, _: &str, _: &ValueType) -> Option<UserData> {
        Some(UserData(reader.slice(node.span).to_owned()))
    }

    fn written(&self) -> Option<Ron> {
        Some(Ron::trusted(self.0.clone()))
    }
}
