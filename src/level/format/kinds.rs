//! Areas, terrains and profiles as an author writes them.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::as_map;

/// An area of the level, or changes to a built-in one.
#[derive(Debug, Serialize)]
pub(in crate::level) struct AreaEntry {
    pub cost: f32,
}

/// A terrain of the level, or changes to a built-in one.
#[derive(Debug, Serialize)]
pub(in crate::level) struct TerrainEntry {
    pub walkable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    pub color: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jumpable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opaque: Option<bool>,
}

/// A profile of the level, changes to a built-in one, or a struct in either: fields by their names.
#[derive(Debug)]
pub(in crate::level) struct ProfileEntry(pub Vec<(&'static str, PropertyEntry)>);

impl Serialize for ProfileEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Profile", self.0.len())?;
        self.0.iter().try_for_each(|(name, value)| fields.serialize_field(name, value))?;
        fields.end()
    }
}

/// A property of a profile.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(in crate::level) enum PropertyEntry {
    Number(f32),
    Count(u8),
    Switch(bool),
    Text(String),
    Names(Vec<String>),
    #[serde(serialize_with = "as_map")]
    Costs(Vec<(String, f32)>),
    Part(ProfileEntry),
}
