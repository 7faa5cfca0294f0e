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
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
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
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub heights: Option<PictureEntry>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub ceilings: Option<PictureEntry>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub generate: Option<GenerateEntry>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(String, Vec<(i32, i32)>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<ObstacleEntry>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<(String, ZoneEntry)>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub wear: Option<WearEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<SwitchEntry>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub bake: Option<BakeEntry>,
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

/// An area of the level's own, or one that is changed.
#[derive(Debug, Serialize)]
pub(super) struct AreaEntry {
    pub cost: f32,
}

/// A terrain of the level's own, or one that is changed.
#[derive(Debug, Serialize)]
pub(super) struct TerrainEntry {
    pub walkable: bool,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub cost: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    pub color: String,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub jumpable: Option<bool>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub opaque: Option<bool>,
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
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub height: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub step_height: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub max_slope: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub jump_distance: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub drop_height: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub climb_cost: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub danger: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub reward: Option<f32>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub area_costs: Vec<(String, f32)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden_areas: Vec<String>,
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
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub height: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub slope: Option<(f32, f32)>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub ramp: Option<&'static str>,
}

/// A picture of digits.
#[derive(Debug, Serialize)]
pub(super) struct PictureEntry {
    pub unit: f32,
    pub rows: Vec<String>,
}

/// An obstacle: exactly one of `radius` and `size`.
#[derive(Debug, Serialize)]
pub(super) struct ObstacleEntry {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub at: (f32, f32),
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub size: Option<(f32, f32)>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub angle: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub layer: Option<String>,
}

/// A zone: a disc, a polygon, or a disc about an agent.
#[derive(Debug, Default, Serialize)]
pub(super) struct ZoneEntry {
    pub kind: &'static str,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub at: Option<(f32, f32)>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<(f32, f32)>>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub in_sight: Option<bool>,
    pub strength: f32,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub falloff: Option<f32>,
}

/// How ground wears.
#[derive(Debug, Serialize)]
pub(super) struct WearEntry {
    pub terrains: Vec<String>,
    pub by_walking: f32,
    pub recovery: f32,
    pub worn_cost: f32,
}

/// A link.
#[derive(Debug, Serialize)]
pub(super) struct LinkEntry {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub from: TargetEntry,
    pub to: TargetEntry,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub cost: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub one_way: Option<bool>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
}

/// A switch.
#[derive(Debug, Serialize)]
pub(super) struct SwitchEntry {
    pub tile: (i32, i32),
    pub turns: String,
}

/// How the ground is baked.
#[derive(Debug, Serialize)]
pub(super) struct BakeEntry {
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub cells_per_tile: Option<u32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub smallest_region: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub obstacle_epsilon: Option<f32>,
    #[serde(serialize_with = "bare", skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<String>>,
}

/// An agent at the start, at exactly one of `tile` and `at`.
#[derive(Debug, Serialize)]
pub(super) struct AgentEntry {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
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
