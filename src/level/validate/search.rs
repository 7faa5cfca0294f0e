//! How a level has its searches done.

use super::limits;
use crate::level::as_written;
use crate::level::problem::shown;
use crate::level::reader::{Fields, Reader};
use crate::level::schema::SEARCH;
use crate::level::syntax::{Node, Numeral, Value};
use crate::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method};

/// The method that a level or an agent names; what it does not say is as in `base`.
pub(super) fn search(reader: &mut Reader, node: &Node, base: Method) -> Method {
    let Some(fields) = reader.fields(node, &SEARCH.shape) else { return base };
    let algorithm =
        choice(reader, &fields, "algorithm", "algorithm", Algorithm::ALL.iter().map(|choice| choice.name()));
    let heuristic =
        choice(reader, &fields, "heuristic", "heuristic", Heuristic::ALL.iter().map(|choice| choice.name()));
    let corners = choice(reader, &fields, "corners", "corner rule", CornerRule::ALL.iter().map(|choice| choice.name()));
    let diagonal =
        choice(reader, &fields, "diagonal", "diagonal cost", DiagonalCost::ALL.iter().map(|choice| choice.name()));
    let weight = reader.optional(&fields, "weight").and_then(|node| weight(reader, node));
    let connectivity = reader.optional(&fields, "connectivity").and_then(|node| connectivity(reader, node));
    let limit = reader.optional(&fields, "expansion_limit");
    let limit = limit.and_then(|node| reader.count(node, "`expansion_limit`", limits::EXPANSIONS));
    let smooth = reader.optional(&fields, "smooth").and_then(|node| reader.bool(node, "`smooth`"));
    Method {
        algorithm: algorithm.map_or(base.algorithm, |index| Algorithm::ALL[index]),
        heuristic: heuristic.map_or(base.heuristic, |index| Heuristic::ALL[index]),
        weight: weight.unwrap_or(base.weight),
        connectivity: connectivity.unwrap_or(base.connectivity),
        corners: corners.map_or(base.corners, |index| CornerRule::ALL[index]),
        diagonal: diagonal.map_or(base.diagonal, |index| DiagonalCost::ALL[index]),
        expansion_limit: limit.unwrap_or(base.expansion_limit),
        smooth: smooth.unwrap_or(base.smooth),
    }
}

/// Which of the names a field has; `what` is what it chooses.
pub(super) fn choice(
    reader: &mut Reader,
    fields: &Fields,
    field: &str,
    what: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<usize> {
    let node = reader.optional(fields, field)?;
    reader.one_of(node, what, &names.collect::<Vec<&str>>())
}

/// A number, or `"greedy"` for infinity.
pub(super) fn weight(reader: &mut Reader, node: &Node) -> Option<f64> {
    if matches!(node.value, Value::Text) {
        return reader.one_of(node, "weight", &["greedy"]).map(|_| f64::INFINITY);
    }
    reader.number(node, "`weight`", limits::WEIGHT).map(as_written)
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
