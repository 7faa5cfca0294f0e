//! Somewhere to go, as a script says it.

use std::fmt;

use glam::Vec2;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use crate::grid::Cell;
use crate::level::Target;

/// A target as an author writes it: `"gate"`, `(tile: (3, 4))` or `(at: (3.5, 1.0))`.
pub(super) struct WrittenTarget(pub(super) Target);

impl<'de> Deserialize<'de> for WrittenTarget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenTarget, D::Error> {
        deserializer.deserialize_any(TargetVisitor).map(WrittenTarget)
    }
}

struct TargetVisitor;

impl<'de> Visitor<'de> for TargetVisitor {
    type Value = Target;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(
            "a target: a place `\"gate\"`, a tile `(tile: (3, 4))` or a point `(at: (3.5, 1.0))`, each with its own \
             brackets, as in `MoveTo((tile: (3, 4)))`",
        )
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Target, E> {
        Ok(Target::Place(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Target, A::Error> {
        let wrong = || A::Error::custom("expected one of `(tile: (column, row))` and `(at: (x, y))`");
        let target = match map.next_key::<String>()?.as_deref() {
            Some("tile") => map.next_value().map(|(x, y)| Target::Tile(Cell::new(x, y)))?,
            Some("at") => {
                let (x, y): (f32, f32) = map.next_value()?;
                if !(x.is_finite() && y.is_finite()) {
                    return Err(A::Error::custom(format!("({x}, {y}) is not a point: expected two finite numbers")));
                }
                Target::Point(Vec2::new(x, y))
            }
            _ => return Err(wrong()),
        };
        if map.next_key::<String>()?.is_some() { Err(wrong()) } else { Ok(target) }
    }
}
