//! Areas, terrains and profiles as an author writes them.

use serde::Serialize;

use super::as_map;

/// An area of the level's own, or one that is changed.
#[derive(Debug, Serialize)]
pub(in crate::level) struct AreaEntry {
    pub cost: f32,
}

/// A terrain of the level's own, or one that is changed.
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

/// A profile of the level's own, or one that is changed.
#[derive(Debug, Default, Serialize)]
pub(in crate::level) struct ProfileEntry {
    pub radius: f32,
    pub speed: f32,
    pub mass: f32,
    pub acceleration: f32,
    pub acceptance_radius: f32,
    pub color: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_height: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_slope: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jump_distance: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop_height: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub climb_cost: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward: Option<f32>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub area_costs: Vec<(String, f32)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden_areas: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_speed: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopping_distance: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_braking: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_repath: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_traverse_links: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avoidance_quality: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avoidance_priority: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avoidance_radius: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sight_range: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sight_angle: Option<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rays: Option<RaysEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flocking: Option<FlockingEntry>,
}

/// What an agent makes of others.
#[derive(Debug, Serialize)]
pub(in crate::level) struct FlockingEntry {
    pub separation: f32,
    pub alignment: f32,
    pub cohesion: f32,
    pub evasion: f32,
}

/// The rays that an agent casts ahead.
#[derive(Debug, Serialize)]
pub(in crate::level) struct RaysEntry {
    pub whiskers: u8,
    pub look_ahead: f32,
    pub force: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<String>>,
}
