//! What a script changes of the ground, in the words of a level: zones and obstacles.
//!
//! Such a step has a meaning only in a level: layers and agents have their names there, and what is left out when baking
//! stays as it is. So it becomes a [`Command`] when its time comes.

use glam::Vec2;

use super::{WrittenBake, WrittenTune};
use crate::angle;
use crate::grid::Cell;
use crate::level::{Extent, Obstacle, Shape, Zone, ZoneKind, hint};
use crate::sim::{Command, Simulation};

/// A step that changes the ground or a kind of agent, as a script says it.
#[derive(Clone, Debug, PartialEq)]
pub enum GroundAction {
    /// Put a zone.
    PutZone(Box<WrittenZone>),
    /// Put an obstacle.
    PutObstacle(WrittenObstacle),
    /// Bake.
    Bake(Box<WrittenBake>),
    /// Change a kind of agent.
    Tune(Box<WrittenTune>),
}

impl GroundAction {
    /// The command that it is in this world at this time.
    ///
    /// # Errors
    /// A sentence about the name that the level does not have, or about what does not go together.
    pub fn command(&self, simulation: &Simulation) -> Result<Command, String> {
        match self {
            GroundAction::PutZone(zone) => zone.zone(simulation).map(Command::PutZone),
            GroundAction::PutObstacle(obstacle) => obstacle.obstacle(simulation).map(Command::PutObstacle),
            GroundAction::Bake(bake) => bake.command(simulation),
            GroundAction::Tune(tune) => tune.command(simulation),
        }
    }
}

/// The index of a name among others, or a sentence that there is none.
pub(super) fn index_of<'n>(
    what: &str,
    name: &str,
    mut names: impl Iterator<Item = &'n str> + Clone,
) -> Result<usize, String> {
    let hint = hint(name, names.clone());
    names.position(|known| known == name).ok_or_else(|| format!("this level has no {what} called {name:?}{hint}"))
}

/// The one point that `tile` or `at` says.
fn spot(what: &str, tile: Option<(i32, i32)>, at: Option<(f32, f32)>, simulation: &Simulation) -> Result<Vec2, String> {
    match (tile, at) {
        (Some((x, y)), None) => Ok(simulation.map().lattice.centre(Cell::new(x, y))),
        (None, Some((x, y))) => Ok(Vec2::new(x, y)),
        _ => Err(format!("{what} needs one position: give `tile: (column, row)` or `at: (x, y)`")),
    }
}

/// A zone: a disc, a polygon, or a disc about an agent.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "PutZone")]
pub struct WrittenZone {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) tile: Option<(i32, i32)>,
    pub(super) at: Option<(f32, f32)>,
    pub(super) radius: Option<f32>,
    pub(super) polygon: Option<Vec<(f32, f32)>>,
    pub(super) on: Option<String>,
    #[serde(default)]
    pub(super) in_sight: bool,
    pub(super) strength: f32,
    #[serde(default)]
    pub(super) falloff: f32,
}

/// `"danger"` or `"reward"`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Kind(ZoneKind);

impl TryFrom<String> for Kind {
    type Error = String;

    fn try_from(name: String) -> Result<Kind, String> {
        match name.as_str() {
            "danger" => Ok(Kind(ZoneKind::Danger)),
            "reward" => Ok(Kind(ZoneKind::Reward)),
            _ => Err(format!("there is no kind of zone {name:?}; {}", super::choice(&name, &["danger", "reward"]))),
        }
    }
}

impl WrittenZone {
    fn zone(&self, simulation: &Simulation) -> Result<Zone, String> {
        let (name, what) = (self.name.clone(), format!("zone {:?}", self.name));
        let radius = || self.radius.ok_or_else(|| format!("{what} needs a `radius`"));
        let extent = match (&self.polygon, &self.on) {
            (Some(corners), None) if self.radius.is_none() && self.at.is_none() && self.tile.is_none() => {
                Extent::Polygon(corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect())
            }
            (None, Some(on)) if self.at.is_none() && self.tile.is_none() => {
                let names = simulation.level().agents.iter().map(|agent| agent.name.as_str());
                Extent::Riding { agent: index_of("agent", on, names)?, radius: radius()?, in_sight: self.in_sight }
            }
            (None, None) => Extent::Circle { at: spot(&what, self.tile, self.at, simulation)?, radius: radius()? },
            _ => {
                return Err(format!(
                    "{what} must be one of three: a disc `at` a point, a `polygon`, or a disc `on` an agent"
                ));
            }
        };
        Ok(Zone { name, kind: self.kind.0, extent, strength: self.strength, falloff: self.falloff })
    }
}

/// An obstacle: a circle with a `radius`, or a box with a `size` and an `angle` in degrees.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "PutObstacle")]
pub struct WrittenObstacle {
    #[serde(default)]
    pub(super) name: String,
    pub(super) tile: Option<(i32, i32)>,
    pub(super) at: Option<(f32, f32)>,
    pub(super) radius: Option<f32>,
    pub(super) size: Option<(f32, f32)>,
    #[serde(default)]
    pub(super) angle: f32,
    pub(super) layer: Option<String>,
}

impl WrittenObstacle {
    fn obstacle(&self, simulation: &Simulation) -> Result<Obstacle, String> {
        let what = format!("obstacle {:?}", self.name);
        let shape = match (self.radius, self.size) {
            (Some(radius), None) => Shape::Circle(radius),
            (None, Some((length, width))) if self.angle.abs() <= 360.0 => {
                Shape::Box { half: 0.5 * Vec2::new(length, width), along: angle::direction(self.angle) }
            }
            (None, Some(_)) => return Err(format!("{what} is turned by {} degrees: expected -360 to 360", self.angle)),
            _ => return Err(format!("{what} needs a `radius` or a `size: (length, width)`")),
        };
        let layers = simulation.map().layers.iter().map(String::as_str);
        let layer = self.layer.as_ref().map_or(Ok(0), |name| index_of("layer", name, layers))?;
        let at = spot(&what, self.tile, self.at, simulation)?;
        Ok(Obstacle { name: self.name.clone(), at, shape, layer: layer as u8, motion: None, standing_time: 0.5 })
    }
}
