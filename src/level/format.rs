//! The RON shape of a level exactly as an author writes it. No logic: `validate` reads it, and a [`Level`] becomes
//! one here to be written.
//!
//! [`Level`]: super::Level

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

/// A level file. Fields that have their default value are left out.
#[derive(Debug, Serialize)]
pub(super) struct LevelFile {
    pub version: u32,
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub tile_size: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub origin: Option<(f32, f32)>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<(String, TerrainEntry)>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<(String, ProfileEntry)>,
    pub legend: BTreeMap<char, LegendEntry>,
    pub rows: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<AgentEntry>,
}

/// A terrain of the level's own, or one that is changed.
#[derive(Debug, Serialize)]
pub(super) struct TerrainEntry {
    pub walkable: bool,
    pub cost: f32,
    pub color: String,
}

/// A profile of the level's own, or one that is changed.
#[derive(Debug, Serialize)]
pub(super) struct ProfileEntry {
    pub radius: f32,
    pub speed: f32,
    pub mass: f32,
    pub acceleration: f32,
    pub acceptance_radius: f32,
    pub color: String,
}

/// What a character of the rows means.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum LegendEntry {
    Terrain(String),
    Place { terrain: String, place: String },
}

/// An agent at the start, at exactly one of `tile` and `at`.
#[derive(Debug, Serialize)]
pub(super) struct AgentEntry {
    pub profile: String,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub tile: Option<(i32, i32)>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub at: Option<(f32, f32)>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderEntry>,
}

/// What an agent sets out to do at once.
#[derive(Debug, Serialize)]
pub(super) enum OrderEntry {
    MoveTo(TargetEntry),
}

/// Somewhere to go.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum TargetEntry {
    Place(String),
    Tile { tile: (i32, i32) },
    Point { at: (f32, f32) },
}

/// Writes pairs as a map, in their order.
fn as_map<T: Serialize, S: Serializer>(entries: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, entry)| (name, entry)))
}

/// Writes what is there without `Some`; what is not there is skipped before.
fn bare<T: Serialize, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => value.serialize(serializer),
        None => serializer.serialize_none(),
    }
}
