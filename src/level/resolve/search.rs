//! How a level has its searches done.

use crate::format::plain_fields::{PlainFields, plain_fields};
use crate::format::problem::{did_you_mean, shown};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{Node, Value};
use crate::format::table::SEARCH;
use crate::level::as_written;
use crate::method::Method;

/// The method that a level or an agent names; what it does not say is as in `base`.
pub(super) fn search(reader: &mut Reader, node: &Node, base: Method) -> Method {
    let Some(fields) = reader.open(node, &SEARCH) else { return base };
    let mut method = base;
    method.take_changes(reader, &fields);
    method.weight = weight(reader, &fields).unwrap_or(base.weight);
    method
}

plain_fields!(Method {
    algorithm,
    heuristic,
    connectivity,
    corners,
    diagonal,
    expansion_limit,
    smooth,
    textbook,
    mistake
});

/// A number, or `"greedy"` for infinity.
pub(super) fn weight(reader: &mut Reader, fields: &Fields) -> Option<f64> {
    let node = reader.optional(fields, "weight")?;
    if matches!(node.value, Value::Text) {
        let name = reader.text(node, "`weight`", "\"greedy\"")?;
        if name != "greedy" {
            let range = SEARCH.range("weight");
            let (least, most) = (range.start(), range.end());
            let help = did_you_mean(&name, ["greedy"]);
            let help = help.unwrap_or_else(|| format!("it is a number from {least} to {most}, or `\"greedy\"`"));
            reader.report(node.span, format!("there is no weight {}", shown(&name)), help);
        }
        return (name == "greedy").then_some(f64::INFINITY);
    }
    reader.take_given(fields, "weight").map(as_written)
}
