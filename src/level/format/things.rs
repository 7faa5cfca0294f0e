//! Obstacles, links, switches, zones and wear, as an author writes them.

use serde::Serialize;

use super::TargetEntry;

/// An obstacle: exactly one of `radius` and `size`.
#[derive(Debug, Serialize)]
pub(in crate::level) struct ObstacleEntry {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub at: (f32, f32),
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<(f32, f32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angle: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<MotionEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing_time: Option<f32>,
}

/// How an obstacle moves by itself.
#[derive(Debug, Serialize)]
pub(in crate::level) struct MotionEntry {
    pub to: Vec<(f32, f32)>,
    pub speed: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<TriggerEntry>,
}

/// When an obstacle moves.
#[derive(Debug, Serialize)]
pub(in crate::level) enum TriggerEntry {
    Near(f32),
    #[serde(untagged)]
    Named(&'static str),
}

/// A zone: a disc, a polygon, or a disc about an agent.
#[derive(Debug, Default, Serialize)]
pub(in crate::level) struct ZoneEntry {
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(f32, f32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<(f32, f32)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_sight: Option<bool>,
    pub strength: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub falloff: Option<f32>,
}

/// How ground wears.
#[derive(Debug, Serialize)]
pub(in crate::level) struct WearEntry {
    pub terrains: Vec<String>,
    pub by_walking: f32,
    pub recovery: f32,
    pub worn_cost: f32,
}

/// A link.
#[derive(Debug, Serialize)]
pub(in crate::level) struct LinkEntry {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub from: TargetEntry,
    pub to: TargetEntry,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_way: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
}

/// A switch.
#[derive(Debug, Serialize)]
pub(in crate::level) struct SwitchEntry {
    pub tile: (i32, i32),
    pub turns: String,
}

/// How the ground is baked.
#[derive(Debug, Serialize)]
pub(in crate::level) struct BakeEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells_per_tile: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest_region: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstacle_epsilon: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<bool>,
}
