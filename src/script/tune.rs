//! How a script changes a kind of agent while it walks.

use std::fmt;
use std::sync::LazyLock;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::values::{NewValues, PartOf, field_names, read_fields};
use crate::profile::{Change, Part};
use crate::sim::{Command, Simulation};

static FIELDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| field_names(&["profile", "rays", "flocking"], Part::Profile, Change::Tune));
static RAYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| field_names(&[], Part::Rays, Change::Tune));
static FLOCKING: LazyLock<Vec<&'static str>> = LazyLock::new(|| field_names(&[], Part::Flocking, Change::Tune));

/// How a kind of agent is from now on: what is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenTune {
    pub(super) profile: Option<String>,
    pub(super) values: NewValues,
}

impl WrittenTune {
    pub(super) fn command(&self, simulation: &Simulation) -> Result<Command, String> {
        let mut profile = self.values.applied(self.profile.as_deref(), simulation)?;
        // The greatest speed grows with the preferred one.
        if !self.values.gives("max_speed") {
            profile.max_speed = profile.max_speed.max(profile.speed);
        }
        Ok(Command::Tune(Box::new(profile)))
    }
}

impl<'de> Deserialize<'de> for WrittenTune {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenTune, D::Error> {
        deserializer.deserialize_struct("Tune", &FIELDS, TuneVisitor)
    }
}

struct TuneVisitor;

impl<'de> Visitor<'de> for TuneVisitor {
    type Value = WrittenTune;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("properties of a profile in round brackets, as in `Tune(speed: 2.0)`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WrittenTune, A::Error> {
        let WrittenTune { mut profile, mut values } = WrittenTune::default();
        read_fields(&mut map, &FIELDS, |name, map| match name {
            "profile" => map.next_value().map(|name| profile = name),
            "rays" => values.read_part(PartOf { name: "Rays", fields: &RAYS }, map),
            "flocking" => values.read_part(PartOf { name: "Flocking", fields: &FLOCKING }, map),
            property => values.read(property, map),
        })?;
        Ok(WrittenTune { profile, values })
    }
}
