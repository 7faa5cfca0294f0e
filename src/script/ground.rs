//! What a script does to the ground, in the words of a level: zones, obstacles, how to bake, and for whom.
//!
//! Such a step has a meaning only in a level: layers and agents have their names there, and what is left out when baking
//! stays as it is. So it becomes a [`Command`] when its time comes.

use glam::Vec2;

use super::WrittenTune;
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

/// The place of a name among others, or a sentence that there is none.
pub(super) fn place_of<'n>(
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
        _ => Err(format!("{what} is at one place: give `tile: (column, row)` or `at: (x, y)`")),
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
                Extent::Riding { agent: place_of("agent", on, names)?, radius: radius()?, in_sight: self.in_sight }
            }
            (None, None) => Extent::Circle { at: spot(&what, self.tile, self.at, simulation)?, radius: radius()? },
            _ => {
                return Err(format!(
                    "{what} is one of three: a disc `at` a point, a `polygon`, or a disc `on` an agent"
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
            _ => return Err(format!("{what} has a `radius` or a `size: (length, width)`")),
        };
        let layers = simulation.map().layers.iter().map(String::as_str);
        let layer = self.layer.as_ref().map_or(Ok(0), |name| place_of("layer", name, layers))?;
        let at = spot(&what, self.tile, self.at, simulation)?;
        Ok(Obstacle { name: self.name.clone(), at, shape, layer: layer as u8, motion: None, standing_time: 0.5 })
    }
}

/// How to bake for a profile: what is left out stays as it is.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "Bake")]
pub struct WrittenBake {
    pub(super) profile: Option<String>,
    pub(super) radius: Option<f32>,
    pub(super) height: Option<f32>,
    pub(super) step_height: Option<f32>,
    pub(super) max_slope: Option<f32>,
    pub(super) jump_distance: Option<f32>,
    pub(super) drop_height: Option<f32>,
    pub(super) climb_cost: Option<f32>,
    pub(super) danger: Option<f32>,
    pub(super) reward: Option<f32>,
    pub(super) cells_per_tile: Option<u32>,
    pub(super) smallest_region: Option<f32>,
    pub(super) obstacle_epsilon: Option<f32>,
    pub(super) layers: Option<Vec<String>>,
}

impl WrittenBake {
    fn command(&self, simulation: &Simulation) -> Result<Command, String> {
        let profiles = simulation.profiles();
        let names = profiles.iter().map(|profile| profile.name.as_str());
        let index = self.profile.as_ref().map_or(Ok(0), |name| place_of("profile", name, names))?;
        let (mut profile, mut settings) = (profiles[index].clone(), simulation.map().bake.clone());
        let set = |value: &mut f32, new: Option<f32>| *value = new.unwrap_or(*value);
        set(&mut profile.radius, self.radius);
        set(&mut profile.height, self.height);
        set(&mut profile.step_height, self.step_height);
        set(&mut profile.max_slope, self.max_slope);
        set(&mut profile.jump_distance, self.jump_distance);
        set(&mut profile.drop_height, self.drop_height);
        set(&mut profile.climb_cost, self.climb_cost);
        set(&mut profile.danger, self.danger);
        set(&mut profile.reward, self.reward);
        set(&mut settings.smallest_region, self.smallest_region);
        set(&mut settings.obstacle_epsilon, self.obstacle_epsilon);
        settings.cells_per_tile = self.cells_per_tile.unwrap_or(settings.cells_per_tile);
        if let Some(names) = &self.layers {
            let known = || simulation.map().layers.iter().map(String::as_str);
            let bit = |name: &String| place_of("layer", name, known()).map(|layer| 1 << layer);
            settings.layers = names.iter().try_fold(0, |bits: u32, name| bit(name).map(|bit| bits | bit))?;
        }
        Ok(Command::Bake { settings, profile: Box::new(profile) })
    }
}
