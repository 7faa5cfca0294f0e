//! Agents, their orders, and the paths that they patrol, as an author writes them.

use serde::ser::SerializeStructVariant;
use serde::{Serialize, Serializer};

use super::SearchEntry;

/// A patrol path: a list of points.
#[derive(Debug, Serialize)]
pub(in crate::level) struct PathEntry {
    pub points: Vec<PointEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceptance_radius: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<&'static str>,
}

/// Where a path leads.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(in crate::level) enum PointEntry {
    Target(TargetEntry),
    Agent { agent: String },
    Obstacle { obstacle: String },
}

/// An agent at the start, at exactly one of `tile` and `at`.
#[derive(Debug, Serialize)]
pub(in crate::level) struct AgentEntry {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub profile: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<(i32, i32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(f32, f32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrdersEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchEntry>,
}

/// What an agent sets out to do at once.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(in crate::level) enum OrdersEntry {
    One(OrderEntry),
    Several(Vec<OrderEntry>),
}

/// An order of an agent, with the fields that are written.
#[derive(Debug)]
pub(in crate::level) struct OrderEntry {
    pub name: &'static str,
    /// Whether the fields are written with their names.
    pub is_named: bool,
    pub fields: Vec<(&'static str, FieldEntry)>,
}

/// The value of a field of an order.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(in crate::level) enum FieldEntry {
    Target(TargetEntry),
    Name(String),
    Number(f32),
    Switch(bool),
}

impl Serialize for OrderEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // RON writes names: the index of the variant does not matter.
        match self.fields.as_slice() {
            [] => serializer.serialize_unit_variant("Order", 0, self.name),
            [(_, value)] if !self.is_named => serializer.serialize_newtype_variant("Order", 0, self.name, value),
            fields => {
                let mut variant = serializer.serialize_struct_variant("Order", 0, self.name, fields.len())?;
                for (name, value) in fields {
                    variant.serialize_field(name, value)?;
                }
                variant.end()
            }
        }
    }
}

/// Somewhere to go.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(in crate::level) enum TargetEntry {
    Place(String),
    Tile { tile: (i32, i32) },
    Point { at: (f32, f32) },
}
