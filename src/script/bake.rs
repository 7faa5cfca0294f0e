//! How a script has the ground baked again.

use std::fmt;
use std::sync::LazyLock;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::ground::index_of;
use super::values::{NewValues, field_names, read_fields};
use crate::profile::{Change, Part};
use crate::sim::{Command, Simulation};

static FIELDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let own = ["profile", "cells_per_tile", "smallest_region", "obstacle_epsilon", "layers", "index"];
    field_names(&own, Part::Profile, Change::Bake)
});

/// How the ground is baked, and for which body: what is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenBake {
    profile: Option<String>,
    values: NewValues,
    cells_per_tile: Option<u32>,
    smallest_region: Option<f32>,
    obstacle_epsilon: Option<f32>,
    layers: Option<Vec<String>>,
    index: Option<bool>,
}

impl WrittenBake {
    pub(super) fn command(&self, simulation: &Simulation) -> Result<Command, String> {
        let profile = self.values.applied(self.profile.as_deref(), simulation)?;
        let mut settings = simulation.map().bake.clone();
        settings.cells_per_tile = self.cells_per_tile.unwrap_or(settings.cells_per_tile);
        settings.smallest_region = self.smallest_region.unwrap_or(settings.smallest_region);
        settings.obstacle_epsilon = self.obstacle_epsilon.unwrap_or(settings.obstacle_epsilon);
        settings.index = self.index.unwrap_or(settings.index);
        if let Some(names) = &self.layers {
            let known = || simulation.map().layers.iter().map(String::as_str);
            let bit = |name: &String| index_of("layer", name, known()).map(|layer| 1 << layer);
            settings.layers = names.iter().try_fold(0, |bits: u32, name| bit(name).map(|bit| bits | bit))?;
        }
        Ok(Command::Bake { settings, profile: Box::new(profile) })
    }
}

impl<'de> Deserialize<'de> for WrittenBake {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenBake, D::Error> {
        deserializer.deserialize_struct("Bake", &FIELDS, BakeVisitor)
    }
}

struct BakeVisitor;

impl<'de> Visitor<'de> for BakeVisitor {
    type Value = WrittenBake;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("settings in round brackets, as in `Bake(profile: \"walker\", radius: 0.4)`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WrittenBake, A::Error> {
        let mut bake = WrittenBake::default();
        read_fields(&mut map, &FIELDS, |name, map| match name {
            "profile" => map.next_value().map(|name| bake.profile = name),
            "cells_per_tile" => map.next_value().map(|count| bake.cells_per_tile = count),
            "smallest_region" => map.next_value().map(|area| bake.smallest_region = area),
            "obstacle_epsilon" => map.next_value().map(|distance| bake.obstacle_epsilon = distance),
            "index" => map.next_value().map(|index| bake.index = index),
            "layers" => map.next_value().map(|names| bake.layers = names),
            property => bake.values.read(property, map),
        })?;
        Ok(bake)
    }
}
