//! Where something is in a level: `agents[3].tile`, `profiles["cart"].radius`, `legend['.']`.

use std::fmt;
use std::str::FromStr;

use crate::format::problem::Span;
use crate::format::syntax::{self, Node, Value};

/// Where something is in a level, from the level itself on.
///
/// ```
/// use footpath::level::edit::FieldPath;
/// let path: FieldPath = "profiles[\"cart\"].radius".parse()?;
/// assert_eq!(path, FieldPath::field("profiles").key("cart").then("radius"));
/// assert_eq!(FieldPath::field("agents").item(3).to_string(), "agents[3]");
/// # Ok::<(), footpath::level::edit::NoPath>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath(pub(super) Vec<Step>);

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A field of a struct, by its name.
    Field(String),
    /// An item of a list or a tuple, from 0.
    Item(usize),
    /// An entry of a map, by its key; a character of a legend is a string of one.
    Key(String),
}

/// A text that is no path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a place in a level; write it like agents[3].tile or profiles[\"cart\"].radius")]
pub struct NoPath(pub String);

impl FieldPath {
    /// A field of the level.
    pub fn field(name: &str) -> FieldPath {
        FieldPath::default().then(name)
    }

    /// The path of a field of what is at this path.
    pub fn then(mut self, field: &str) -> FieldPath {
        self.0.push(Step::Field(field.to_owned()));
        self
    }

    /// An item of the list at this path, from 0.
    pub fn item(mut self, index: usize) -> FieldPath {
        self.0.push(Step::Item(index));
        self
    }

    /// An entry of the map at this path.
    pub fn key(mut self, key: &str) -> FieldPath {
        self.0.push(Step::Key(key.to_owned()));
        self
    }

    /// The path of the same place in another thing: `to` with what follows `from` in this path. A path that does not
    /// begin with `from` stays as it is.
    ///
    /// ```
    /// use footpath::level::edit::FieldPath;
    /// let (one, other) = (FieldPath::field("agents").item(0), FieldPath::field("agents").item(3));
    /// assert_eq!(one.clone().then("tile").onto(&one, &other), other.then("tile"));
    /// ```
    pub fn onto(self, from: &FieldPath, to: &FieldPath) -> FieldPath {
        match self.0.strip_prefix(&from.0[..]) {
            Some(rest) => FieldPath(to.0.iter().chain(rest).cloned().collect()),
            None => self,
        }
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if index == 0 => write!(f, "{name}")?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Item(index) => write!(f, "[{index}]")?,
                Step::Key(key) => write!(f, "[{key:?}]")?,
            }
        }
        Ok(())
    }
}

impl FromStr for FieldPath {
    type Err = NoPath;

    fn from_str(text: &str) -> Result<FieldPath, NoPath> {
        steps(text).map(FieldPath).ok_or_else(|| NoPath(text.to_owned()))
    }
}

fn steps(text: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let quote = inside.chars().next().filter(|quote| matches!(quote, '"' | '\''));
            let length = if quote.is_some() { quoted_length(inside)? } else { inside.find(']')? };
            let (inside, after) = inside.split_at(length);
            rest = after.strip_prefix(']')?;
            steps.push(match quote {
                Some(_) => {
                    let string = syntax::string(inside, Span::new(0, inside.len()));
                    Step::Key(string.into_owned())
                }
                None => Step::Item(inside.parse().ok()?),
            });
        } else {
            let name = if steps.is_empty() { rest } else { rest.strip_prefix('.')? };
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if end == 0 || !name[..end].chars().all(is_name) {
                return None;
            }
            steps.push(Step::Field(name[..end].to_owned()));
            rest = &name[end..];
        }
    }
    Some(steps)
}

/// The length of the string or character with which a text begins, its quotes included.
fn quoted_length(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    let quote = text.chars().next()?;
    let end = text[1..].find(|c| {
        let ends = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    Some(end + 2)
}

/// Which of the items of a value a step leads to.
pub(super) fn position(text: &str, node: &Node, step: &Step) -> Option<usize> {
    match (&node.value, step) {
        (Value::Fields(entries), Step::Field(name)) => entries.iter().position(|entry| entry.name(text) == name),
        (Value::List(nodes) | Value::Tuple(nodes), Step::Item(index)) => {
            Some(*index).filter(|index| *index < nodes.len())
        }
        (Value::Map(entries), Step::Key(key)) => entries.iter().position(|entry| match entry.key.value {
            Value::Text => syntax::string(text, entry.key.span) == key.as_str(),
            Value::Character(character) => key.chars().eq([character]),
            _ => false,
        }),
        _ => None,
    }
}

/// The items of a value: the key of each that has one, and its value.
pub(super) fn items(node: &Node) -> Vec<(Option<&Node>, &Node)> {
    match &node.value {
        Value::List(nodes) | Value::Tuple(nodes) => nodes.iter().map(|node| (None, node)).collect(),
        Value::Fields(entries) | Value::Map(entries) => {
            entries.iter().map(|entry| (Some(&entry.key), &entry.value)).collect()
        }
        _ => Vec::new(),
    }
}

/// The value that some steps lead to.
pub(super) fn find<'n>(text: &str, root: &'n Node, steps: &[Step]) -> Option<&'n Node> {
    steps.iter().try_fold(root, |node, step| {
        let node = node.bare(text);
        let index = position(text, node, step)?;
        items(node).get(index).map(|(_, value)| *value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_shown() {
        for text in ["agents[3].tile", "legend[\"\\\"\"]", "places[\"a] [b\"][0][1]", "name", ""] {
            assert_eq!(text.parse::<FieldPath>().unwrap().to_string(), text);
        }
        assert_eq!("legend['.']".parse(), Ok(FieldPath::field("legend").key(".")));
        for text in ["agents[", "agents[x]", "agents[3", ".name", "a..b", "a[\"b]", "a b"] {
            assert_eq!(text.parse::<FieldPath>(), Err(NoPath(text.to_owned())));
        }
    }
}
