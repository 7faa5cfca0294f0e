//! How searches are to be done, as a script says it: with the names of a level's `search`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::choice;
use crate::level::limits;
use crate::nav::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method};

const FIELDS: [&str; 8] =
    ["algorithm", "heuristic", "weight", "connectivity", "corners", "diagonal", "expansion_limit", "smooth"];

/// `(algorithm: "greedy")`: what is left out is as it is by default.
pub(super) struct WrittenMethod(pub Method);

impl<'de> Deserialize<'de> for WrittenMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenMethod, D::Error> {
        deserializer.deserialize_any(MethodVisitor).map(WrittenMethod)
    }
}

struct MethodVisitor;

impl<'de> Visitor<'de> for MethodVisitor {
    type Value = Method;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a search with its own brackets, as in `Search((algorithm: \"greedy\"))`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Method, A::Error> {
        let mut method = Method::default();
        while let Some(field) = map.next_key::<String>()? {
            match field.as_str() {
                "weight" => method.weight = map.next_value::<Weight>()?.0,
                "connectivity" => {
                    method.connectivity = match map.next_value::<u32>()? {
                        4 => Connectivity::Four,
                        8 => Connectivity::Eight,
                        other => {
                            return Err(A::Error::custom(format!("there is no connectivity {other}: it is 4 or 8")));
                        }
                    }
                }
                "expansion_limit" => method.expansion_limit = map.next_value::<u32>()?.max(1),
                "smooth" => method.smooth = map.next_value()?,
                name if FIELDS.contains(&name) => {
                    let value: String = map.next_value()?;
                    set(&mut method, name, &value).map_err(A::Error::custom)?;
                }
                other => {
                    return Err(A::Error::custom(format!(
                        "a search has no field `{other}`; {}",
                        choice(other, &FIELDS)
                    )));
                }
            }
        }
        Ok(method)
    }
}

/// Sets what is said by name; otherwise says which names there are.
fn set(method: &mut Method, field: &str, value: &str) -> Result<(), String> {
    let unknown = |names: Vec<&'static str>| format!("there is no {field} \"{value}\"; {}", choice(value, &names));
    match field {
        "algorithm" => {
            method.algorithm = Algorithm::named(value)
                .ok_or_else(|| unknown(Algorithm::ALL.iter().map(|known| known.name()).collect()))?;
        }
        "heuristic" => {
            method.heuristic = Heuristic::named(value)
                .ok_or_else(|| unknown(Heuristic::ALL.iter().map(|known| known.name()).collect()))?;
        }
        "corners" => {
            method.corners = CornerRule::named(value)
                .ok_or_else(|| unknown(CornerRule::ALL.iter().map(|known| known.name()).collect()))?;
        }
        _ => {
            method.diagonal = DiagonalCost::named(value)
                .ok_or_else(|| unknown(DiagonalCost::ALL.iter().map(|known| known.name()).collect()))?;
        }
    }
    Ok(())
}

/// A number, or `"greedy"` for infinity.
struct Weight(f64);

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Weight, D::Error> {
        deserializer.deserialize_any(WeightVisitor).map(Weight)
    }
}

struct WeightVisitor;

impl Visitor<'_> for WeightVisitor {
    type Value = f64;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(
            formatter,
            "a weight: a number from {} to {}, or \"greedy\"",
            limits::WEIGHT.start(),
            limits::WEIGHT.end()
        )
    }

    fn visit_f64<E: Error>(self, weight: f64) -> Result<f64, E> {
        if limits::WEIGHT.contains(&(weight as f32)) {
            return Ok(weight);
        }
        Err(E::custom(format!("the weight {weight} is out of range: expected 0 to 1000, or \"greedy\"")))
    }

    fn visit_u64<E: Error>(self, weight: u64) -> Result<f64, E> {
        self.visit_f64(weight as f64)
    }

    fn visit_i64<E: Error>(self, weight: i64) -> Result<f64, E> {
        self.visit_f64(weight as f64)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<f64, E> {
        if name == "greedy" {
            return Ok(f64::INFINITY);
        }
        Err(E::custom(format!("there is no weight \"{name}\": expected a number, or \"greedy\"")))
    }
}
