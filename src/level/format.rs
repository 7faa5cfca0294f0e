//! The RON shape of a level exactly as an author writes it. No logic: `validate` reads it, and a [`Level`] becomes
//! one here to be written.
//!
//! [`Level`]: super::Level

mod agents;
mod kinds;
mod lesson;
mod things;

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

pub(super) use agents::{AgentEntry, FieldEntry, OrderEntry, OrdersEntry, PathEntry, PointEntry, TargetEntry};
pub(super) use kinds::{AreaEntry, ProfileEntry, PropertyEntry, TerrainEntry};
pub(super) use lesson::{LightEntry, StepEntry};
pub(super) use things::{
    BakeEntry, LinkEntry, MotionEntry, ObstacleEntry, SwitchEntry, TriggerEntry, WearEntry, ZoneEntry,
};

/// A level file. Fields that have their default value are left out.
#[derive(Debug, Serialize)]
pub(super) struct LevelFile {
    pub version: u32,
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile_size: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<(f32, f32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repath_interval: Option<f32>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<(String, AreaEntry)>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<(String, TerrainEntry)>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<(String, ProfileEntry)>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub legend: BTreeMap<char, LegendEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heights: Option<PictureEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceilings: Option<PictureEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate: Option<GenerateEntry>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(String, Vec<(i32, i32)>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<ObstacleEntry>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<(String, ZoneEntry)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wear: Option<WearEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<SwitchEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bake: Option<BakeEntry>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<(String, PathEntry)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<AgentEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lesson: Vec<StepEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expected_warnings: Vec<&'static str>,
}

/// How searches are done; what is left out is as it is by default, or for an agent as it is in the level.
#[derive(Debug, Default, Serialize)]
pub(super) struct SearchEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<WeightEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connectivity: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corners: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagonal: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expansion_limit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
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
#[derive(Debug, Default, Serialize)]
pub(super) struct GenerateEntry {
    pub kind: &'static str,
    pub size: (u32, u32),
    pub seed: u64,
    pub floor: String,
    pub wall: String,
    pub islands: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corridor: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub braid: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertical: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doors: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
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

/// What a character of the rows means.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum LegendEntry {
    Terrain(String),
    Tile(TileEntry),
}

/// What a character of the rows means that is more than a terrain.
#[derive(Debug, Serialize)]
pub(super) struct TileEntry {
    pub terrain: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slope: Option<(f32, f32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp: Option<&'static str>,
}

/// A picture of digits.
#[derive(Debug, Serialize)]
pub(super) struct PictureEntry {
    pub unit: f32,
    pub rows: Vec<String>,
}

/// Writes pairs as a map, in their order.
fn as_map<T: Serialize, S: Serializer>(entries: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, entry)| (name, entry)))
}
