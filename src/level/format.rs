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
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchEntry>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<(String, TerrainEntry)>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<(String, ProfileEntry)>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub legend: BTreeMap<char, LegendEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub generate: Option<GenerateEntry>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(String, Vec<(i32, i32)>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<AgentEntry>,
}

/// How searches are done; what is left out is as it is by default, or for an agent as it is in the level.
#[derive(Debug, Default, Serialize)]
pub(super) struct SearchEntry {
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<&'static str>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub weight: Option<WeightEntry>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub connectivity: Option<u32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub corners: Option<&'static str>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub diagonal: Option<&'static str>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub expansion_limit: Option<u32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub smooth: Option<bool>,
}

/// How much the estimate of a search counts.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum WeightEntry {
    Times(f64),
    Named(&'static str),
}

/// A map that is left to a seed.
#[derive(Debug, Serialize)]
pub(super) struct GenerateEntry {
    pub kind: &'static str,
    pub size: (u32, u32),
    pub seed: u64,
    pub floor: String,
    pub wall: String,
    pub islands: bool,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub density: Option<u32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub corridor: Option<u32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub room: Option<u32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub doors: Option<u32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<PatchEntry>,
}

/// Blobs of another ground on a map that is left to a seed.
#[derive(Debug, Serialize)]
pub(super) struct PatchEntry {
    pub terrain: String,
    pub share: u32,
    pub size: u32,
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
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchEntry>,
}

/// What an agent sets out to do at once.
#[derive(Debug, Serialize)]
pub(super) enum OrderEntry {
    MoveTo(TargetEntry),
    Patrol(Vec<TargetEntry>),
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
