//! Agents, their orders, and the paths that they patrol, as an author writes them.

use serde::Serialize;

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

/// An order of an agent.
#[derive(Debug, Serialize)]
pub(in crate::level) enum OrderEntry {
    MoveTo(TargetEntry),
    MoveInFormation(TargetEntry),
    Patrol(String),
    Follow {
        agent: String,
        distance: f32,
        #[serde(skip_serializing_if = "Option::is_none")]
        on_sight: Option<bool>,
    },
    Flee {
        agent: String,
        distance: f32,
    },
    Wander(f32),
    Stop,
    Wait(f32),
}

/// Somewhere to go.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(in crate::level) enum TargetEntry {
    Place(String),
    Tile { tile: (i32, i32) },
    Point { at: (f32, f32) },
}
