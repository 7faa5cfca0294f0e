//! Whom an order is about.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// Whom an order is about: one agent, or the nearest one of a team.
///
/// In replays it is the number of the agent, or the name of the team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// The agent with this number.
    Agent(u32),
    /// The nearest agent of the team of this name; of one that looks for somebody in sight, the nearest that it sees.
    Team(String),
}

impl From<u32> for Whom {
    fn from(agent: u32) -> Whom {
        Whom::Agent(agent)
    }
}

impl Serialize for Whom {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Whom::Agent(agent) => serializer.serialize_u32(*agent),
            Whom::Team(team) => serializer.serialize_str(team),
        }
    }
}

impl<'de> Deserialize<'de> for Whom {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whom, D::Error> {
        deserializer.deserialize_any(AnyWhom)
    }
}

struct AnyWhom;

impl Visitor<'_> for AnyWhom {
    type Value = Whom;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("the number of an agent or the name of a team")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whom, E> {
        let number = u32::try_from(number);
        number.map(Whom::Agent).map_err(|_| E::custom("the number of an agent is out of range"))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Whom, E> {
        let number = u32::try_from(number);
        number.map(Whom::Agent).map_err(|_| E::custom("the number of an agent is out of range"))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Whom, E> {
        Ok(Whom::Team(name.to_owned()))
    }
}
