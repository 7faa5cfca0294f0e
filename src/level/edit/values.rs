//! The values in the text of a level, each with what the format says of it.

use crate::format::syntax::{Node, Value};
use crate::format::table::{self, LEVEL, Struct};
use crate::level::OrderKind;

/// A value that holds no others but numbers.
pub(super) struct Leaf<'n> {
    pub node: &'n Node,
    /// The innermost struct that holds it.
    pub within: &'n Node,
}

/// Shows every leaf of a level that can be read, and every key of its maps, in the order of the text, with what it may be. A
/// leaf that may be one of several things is shown as each of them.
pub(super) fn each<'n>(text: &str, root: &'n Node, show: &mut dyn FnMut(Leaf<'n>, &table::ValueType)) {
    let mut values = LeafVisitor { text, show };
    values.of_struct(root, &LEVEL);
}

/// Visits the values of a level and shows the leaves among them.
struct LeafVisitor<'t, 's, 'n> {
    text: &'t str,
    show: &'s mut dyn FnMut(Leaf<'n>, &table::ValueType),
}

impl<'n> LeafVisitor<'_, '_, 'n> {
    fn of_struct(&mut self, node: &'n Node, kind: &Struct) {
        for entry in node.entries() {
            if let Some(field) = kind.field(entry.name(self.text)) {
                self.visit(&entry.value, &field.value, node);
            }
        }
    }

    fn visit(&mut self, node: &'n Node, value: &table::ValueType, within: &'n Node) {
        let node = node.bare(self.text);
        match (&node.value, value) {
            (_, table::ValueType::OneOf(values)) => values.iter().for_each(|value| self.visit(node, value, within)),
            (Value::Fields(_), table::ValueType::Struct(kind)) => self.of_struct(node, kind),
            (Value::Fields(_), table::ValueType::Variant(_, kinds)) => {
                let name = node.name.map(|name| &self.text[name.range()]);
                if let Some(kind) = kinds.iter().find(|kind| Some(kind.name()) == name) {
                    self.of_struct(node, kind);
                }
            }
            (Value::Fields(_), table::ValueType::Made(kind)) => self.of_struct(node, kind),
            (_, table::ValueType::Order) => self.of_order(node, within),
            (Value::List(nodes), table::ValueType::List(value, ..)) => {
                nodes.iter().for_each(|node| self.visit(node, value, within));
            }
            (Value::Map(entries), table::ValueType::Map(key, value, _)) => {
                for entry in entries {
                    self.visit(&entry.key, key, within);
                    self.visit(&entry.value, value, within);
                }
            }
            (Value::Tuple(nodes), table::ValueType::Call(_, value)) if node.name.is_some() => {
                nodes.iter().for_each(|node| self.visit(node, value, within));
            }
            _ if is_leaf(node, value) => (self.show)(Leaf { node, within }, value),
            _ => {}
        }
    }

    fn of_order(&mut self, node: &'n Node, within: &'n Node) {
        let Some(kind) = node.name.and_then(|name| OrderKind::named(&self.text[name.range()])) else { return };
        let inside = match &node.value {
            Value::Tuple(values) => values.first().map(|value| value.bare(self.text)),
            _ => Some(node),
        };
        match (inside, kind.of.fields) {
            (Some(inside), _) if kind.is_named && matches!(inside.value, Value::Fields(_)) => {
                self.of_struct(inside, &kind.of);
            }
            (Some(inside), [field, ..]) => self.visit(inside, &field.value, within),
            _ => {}
        }
    }
}

/// Whether a value is written as a leaf of this kind is.
fn is_leaf(node: &Node, value: &table::ValueType) -> bool {
    use table::ValueType::{
        Character, Choice, Color, Exactly, FarPoint, Name, NameOf, Number, Pair, Point, Text, Tile, Whole,
    };
    match &node.value {
        Value::Text => matches!(value, Text | Name(_) | NameOf(_) | Choice(..) | Color | Exactly(_)),
        Value::Number => matches!(value, Number(..) | Whole(..) | Exactly(_)),
        Value::Character(_) => matches!(value, Character),
        Value::Tuple(_) => node.name.is_none() && matches!(value, Tile | Point | FarPoint(_) | Pair(..)),
        _ => false,
    }
}
