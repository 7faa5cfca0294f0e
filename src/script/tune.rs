//! How a script changes a kind of agent while it runs.

use crate::profile::{AvoidanceQuality, Flocking, Navigation, Rays};
use crate::sim::{Command, Simulation};

use super::choice;
use super::ground::place_of;

/// What a kind of agent is from now on: what is left out stays as it is.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "Tune")]
pub struct WrittenTune {
    pub(super) profile: Option<String>,
    pub(super) speed: Option<f32>,
    pub(super) max_speed: Option<f32>,
    pub(super) mass: Option<f32>,
    pub(super) acceleration: Option<f32>,
    pub(super) acceptance_radius: Option<f32>,
    pub(super) angular_speed: Option<f32>,
    pub(super) stopping_distance: Option<f32>,
    pub(super) auto_braking: Option<bool>,
    pub(super) auto_repath: Option<bool>,
    pub(super) auto_traverse_links: Option<bool>,
    pub(super) avoidance_quality: Option<Quality>,
    pub(super) avoidance_priority: Option<u8>,
    pub(super) avoidance_radius: Option<f32>,
    pub(super) sight_range: Option<f32>,
    pub(super) sight_angle: Option<f32>,
    pub(super) navigation: Option<Way>,
    pub(super) rays: Option<WrittenRays>,
    pub(super) flocking: Option<WrittenFlocking>,
}

/// What the rays of a kind of agent are from now on: what is left out stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "Rays")]
pub(super) struct WrittenRays {
    pub(super) whiskers: Option<u8>,
    pub(super) look_ahead: Option<f32>,
    pub(super) force: Option<f32>,
}

/// What a kind of agent makes of others from now on: what is left out stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "Flocking")]
pub(super) struct WrittenFlocking {
    pub(super) separation: Option<f32>,
    pub(super) alignment: Option<f32>,
    pub(super) cohesion: Option<f32>,
    pub(super) evasion: Option<f32>,
}

impl WrittenTune {
    pub(super) fn command(&self, simulation: &Simulation) -> Result<Command, String> {
        let profiles = simulation.profiles();
        let names = profiles.iter().map(|profile| profile.name.as_str());
        let index = self.profile.as_ref().map_or(Ok(0), |name| place_of("profile", name, names))?;
        let mut profile = profiles[index].clone();
        set(&mut profile.speed, self.speed);
        set(&mut profile.max_speed, self.max_speed);
        set(&mut profile.mass, self.mass);
        set(&mut profile.acceleration, self.acceleration);
        set(&mut profile.acceptance_radius, self.acceptance_radius);
        set(&mut profile.angular_speed, self.angular_speed);
        set(&mut profile.stopping_distance, self.stopping_distance);
        set(&mut profile.auto_braking, self.auto_braking);
        set(&mut profile.auto_repath, self.auto_repath);
        set(&mut profile.auto_traverse_links, self.auto_traverse_links);
        set(&mut profile.avoidance_priority, self.avoidance_priority);
        set(&mut profile.sight_range, self.sight_range);
        set(&mut profile.sight_angle, self.sight_angle);
        set(&mut profile.avoidance_quality, self.avoidance_quality.map(|quality| quality.0));
        set(&mut profile.navigation, self.navigation.map(|way| way.0));
        if let Some(rays) = &self.rays {
            rays.change(&mut profile.rays);
        }
        if let Some(flocking) = &self.flocking {
            flocking.change(&mut profile.flocking);
        }
        profile.avoidance_radius = self.avoidance_radius.or(profile.avoidance_radius);
        // Who is made faster may be that fast.
        if self.max_speed.is_none() {
            profile.max_speed = profile.max_speed.max(profile.speed);
        }
        Ok(Command::Tune(Box::new(profile)))
    }
}

impl WrittenRays {
    fn change(&self, rays: &mut Rays) {
        set(&mut rays.whiskers, self.whiskers);
        set(&mut rays.look_ahead, self.look_ahead);
        set(&mut rays.force, self.force);
    }
}

impl WrittenFlocking {
    fn change(&self, flocking: &mut Flocking) {
        set(&mut flocking.separation, self.separation);
        set(&mut flocking.alignment, self.alignment);
        set(&mut flocking.cohesion, self.cohesion);
        set(&mut flocking.evasion, self.evasion);
    }
}

fn set<T: Copy>(value: &mut T, new: Option<T>) {
    *value = new.unwrap_or(*value);
}

/// `"none"`, `"low"`, `"medium"` or `"high"`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Quality(AvoidanceQuality);

impl TryFrom<String> for Quality {
    type Error = String;

    fn try_from(name: String) -> Result<Quality, String> {
        let known = AvoidanceQuality::ALL.into_iter().find(|known| known.name() == name);
        known.map(Quality).ok_or_else(|| {
            let names = AvoidanceQuality::ALL.map(AvoidanceQuality::name);
            format!("there is no avoidance quality {name:?}; {}", choice(&name, &names))
        })
    }
}

/// `"search"` or `"rays"`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Way(Navigation);

impl TryFrom<String> for Way {
    type Error = String;

    fn try_from(name: String) -> Result<Way, String> {
        match name.as_str() {
            "search" => Ok(Way(Navigation::Search)),
            "rays" => Ok(Way(Navigation::Rays)),
            _ => Err(format!("there is no navigation {name:?}; {}", choice(&name, &["search", "rays"]))),
        }
    }
}
