//! Patrol paths.

use super::Target;
use crate::format::plain_fields::plain_fields;
use crate::format::{Course, UserData};

/// A patrol path: a list of points.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PatrolPath {
    /// The name by which orders call it; each once.
    pub name: String,
    /// Where it leads, in order; at least two.
    pub points: Vec<PatrolPoint>,
    /// How near one must come to a point before one turns to the next, in world units, where that is not as the profile
    /// says.
    pub acceptance_radius: Option<f32>,
    /// The seconds for which one stands at each point.
    pub wait: f32,
    /// What comes after the last point.
    pub course: Course,
    /// What a program that uses the level keeps here, if anything.
    #[serde(skip)]
    pub user: Option<UserData>,
}

plain_fields!(PatrolPath { acceptance_radius, wait, course, user });

/// Where a patrol path leads.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum PatrolPoint {
    /// Somewhere that stays where it is.
    Target(Target),
    /// Where the agent of this number is, wherever it goes.
    Agent(u32),
    /// Where the obstacle of this name is, wherever it is moved.
    Obstacle(String),
}
