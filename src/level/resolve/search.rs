//! How a level has its searches done.

use super::limits;
use crate::format::plain_fields::{PlainFields, plain_fields};
use crate::format::problem::{did_you_mean, shown};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{Node, Numeral, Value};
use crate::format::table::SEARCH;
use crate::level::as_written;
use crate::method::{Connectivity, Method};

/// The method that a level or an agent names; what it does not say is as in `base`.
pub(super) fn search(reader: &mut Reader, node: &Node, base: Method) -> Method {
    let Some(fields) = reader.open(node, &SEARCH) else { return base };
    let mut method = base;
    method.take_changes(reader, &fields);
    method.weight = weight(reader, &fields).unwrap_or(base.weight);
    let connectivity = reader.optional(&fields, "connectivity").and_then(|node| connectivity(reader, node));
    method.connectivity = connectivity.unwrap_or(base.connectivity);
    method
}

plain_fields!(Method { algorithm, heuristic, corners, diagonal, expansion_limit, smooth, textbook, mistake });

/// A number, or `"greedy"` for infinity.
pub(super) fn weight(reader: &mut Reader, fields: &Fields) -> Option<f64> {
    let node = reader.optional(fields, "weight")?;
    if matches!(node.value, Value::Text) {
        let name = reader.text(node, "`weight`", "\"greedy\"")?;
        if name != "greedy" {
            let (least, most) = (limits::WEIGHT.start(), limits::WEIGHT.end());
            let help = did_you_mean(&name, ["greedy"]);
            let help = help.unwrap_or_else(|| format!("it is a number from {least} to {most}, or `\"greedy\"`"));
            reader.report(node.span, format!("there is no weight {}", shown(&name)), help);
        }
        return (name == "greedy").then_some(f64::INFINITY);
    }
    reader.take_given(fields, "weight").map(as_written)
}

fn connectivity(reader: &mut Reader, node: &Node) -> Option<Connectivity> {
    match Numeral::read(reader.slice(node.span)) {
        Some(Numeral::Whole(4)) => Some(Connectivity::Four),
        Some(Numeral::Whole(8)) => Some(Connectivity::Eight),
        _ if matches!(node.value, Value::Broken) => None,
        _ => {
            let message = format!("there is no connectivity {}", shown(reader.slice(node.span)));
            reader.report(node.span, message, "it is 4 or 8");
            None
        }
    }
}
