//! The lesson of a level.

use serde::Serialize;

use super::{WeightEntry, as_map};

/// A step, with at most one condition.
#[derive(Debug, Default, Serialize)]
pub(in crate::level) struct StepEntry {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_in: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_in: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_hidden: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<WeightEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_below: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrived: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walls: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub light: Option<LightEntry>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<(String, Vec<(i32, i32)>)>,
}

/// What a step lights up.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(in crate::level) enum LightEntry {
    Named(String),
    Tiles(Vec<(i32, i32)>),
}
