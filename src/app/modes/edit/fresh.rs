//! Values that are put where there was none: conditions, effects, orders and what they are made of, with names that the level has.

use footpath::format::table::{Field, LeftOut, Struct, ValueType};
use footpath::grid::{Cell, Lattice};
use footpath::level::edit::Document;
use footpath::level::{ORDERS, OrderKind};
use glam::Vec2;

/// The names that a level gives to what is called `what`, each once.
pub fn names(document: &Document, what: &str) -> Vec<String> {
    let level = document.level();
    let map = &level.map;
    let known: Vec<&str> = match what {
        "profile" => level.profiles.iter().map(|profile| profile.name.as_str()).collect(),
        "terrain" => map.terrains.iter().map(|terrain| terrain.name.as_str()).collect(),
        // No agent is ever in the other one, and nothing may name it.
        "area" => map.areas.iter().map(|area| area.name.as_str()).filter(|name| *name != "not walkable").collect(),
        "layer" => map.layers.iter().map(String::as_str).collect(),
        "place" => level.places.keys().map(String::as_str).collect(),
        "agent" => level.agents.iter().map(|agent| agent.name.as_str()).collect(),
        "team" => level.teams().into_iter().collect(),
        "obstacle" => map.obstacles.iter().map(|obstacle| obstacle.name.as_str()).collect(),
        "link" => map.links.iter().map(|link| link.name.as_str()).collect(),
        "zone" => level.zones.iter().map(|zone| zone.name.as_str()).collect(),
        "ability" => level.profiles.iter().flat_map(|profile| &profile.abilities).map(String::as_str).collect(),
        // Patrol paths that stand inside an order have no name in the text.
        "path" => {
            let is_written = |path: &&str| document.span(&super::FieldPath::field("paths").key(path)).is_some();
            level.paths.iter().map(|path| path.name.as_str()).filter(is_written).collect()
        }
        _ => Vec::new(),
    };
    let mut names: Vec<String> = Vec::new();
    for name in known {
        if !name.is_empty() && !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// What a value may be the name of: of an agent or a team, of a place.
pub fn named_by(value: &'static ValueType) -> Vec<&'static str> {
    match value {
        ValueType::NameOf(what) => vec![what],
        ValueType::OneOf(values) => values.iter().flat_map(named_by).collect(),
        _ => Vec::new(),
    }
}

/// A value as the format writes it, with names that the level has where it has some.
pub fn value(document: &Document, of: &'static ValueType) -> String {
    made(document, of).unwrap_or_else(|| of.example())
}

/// A value as the format writes it; `None` where it would take a name that the level does not have.
fn made(document: &Document, of: &'static ValueType) -> Option<String> {
    match of {
        ValueType::NameOf(what) => names(document, what).first().map(|name| format!("{name:?}")),
        ValueType::OneOf(values) => values.iter().find_map(|value| made(document, value)),
        ValueType::Tile | ValueType::Point | ValueType::FarPoint(_) | ValueType::Struct(_) if spot(of).is_some() => {
            let lattice = &document.level().map.lattice;
            let middle = lattice.tile_at(lattice.origin + 0.5 * lattice.size());
            spot(of).map(|spot| spot.written(lattice, middle))
        }
        ValueType::Struct(of) => Some(of_struct(document, of)),
        ValueType::Variant(_, structs) => structs.iter().find_map(|of| {
            let has_names = |field: &'static Field| !is_required(field) || made(document, &field.value).is_some();
            of.fields.iter().all(has_names).then(|| variant(document, of, &|_| None))
        }),
        ValueType::Order => ORDERS.first().map(|kind| order(document, kind, &|_| None)),
        ValueType::List(item, count, _) => {
            let items: Option<Vec<String>> = (0..*count.start().max(&1)).map(|_| made(document, item)).collect();
            items.map(|items| format!("[{}]", items.join(", ")))
        }
        other => Some(other.example()),
    }
}

/// How a value says a spot on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotNotation {
    /// As a tile: `(3, 4)`.
    Tile,
    /// As a struct with a tile: `(tile: (3, 4))`.
    Struct,
    /// As a point: `(3.5, 4.5)`.
    Point,
}

/// How a value may say a spot on the map.
pub fn spot(value: &ValueType) -> Option<SpotNotation> {
    match value {
        ValueType::Tile => Some(SpotNotation::Tile),
        ValueType::Point | ValueType::FarPoint(_) => Some(SpotNotation::Point),
        ValueType::Struct(of) => matches!(of.name(), "Target" | "Point" | "End").then_some(SpotNotation::Struct),
        ValueType::OneOf(values) => values.iter().find_map(spot),
        _ => None,
    }
}

/// A tile as it is written.
pub fn tile(written: &str) -> Option<Cell> {
    let (x, y) = written.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

impl SpotNotation {
    /// A tile, or its middle, as the format writes it.
    pub fn written(self, lattice: &Lattice, tile: Cell) -> String {
        let Cell { x, y } = tile;
        match self {
            SpotNotation::Tile => format!("({x}, {y})"),
            SpotNotation::Struct => format!("(tile: ({x}, {y}))"),
            SpotNotation::Point => {
                let Vec2 { x, y } = lattice.centre(tile);
                format!("({x:?}, {y:?})")
            }
        }
    }
}

fn is_required(field: &Field) -> bool {
    matches!(field.left_out, LeftOut::Required(_))
}

/// A struct with the fields that must be there.
pub fn of_struct(document: &Document, of: &'static Struct) -> String {
    format!("({})", fields(document, of.fields, &|_| None))
}

/// A condition or an effect: of its fields those that must be there, and those that `kept` gives by their names.
pub fn variant(document: &Document, of: &'static Struct, kept: &dyn Fn(&str) -> Option<String>) -> String {
    format!("{}({})", of.name(), fields(document, of.fields, kept))
}

/// An order, likewise.
pub fn order(document: &Document, kind: &'static OrderKind, kept: &dyn Fn(&str) -> Option<String>) -> String {
    match (kind.of.fields, kind.is_named) {
        ([], _) => kind.of.name().to_owned(),
        (all, true) => format!("{}({})", kind.of.name(), fields(document, all, kept)),
        (all, false) => {
            let field = |field: &'static Field| kept(field.name).unwrap_or_else(|| of_field(document, field));
            format!("{}({})", kind.of.name(), all.iter().map(field).collect::<Vec<String>>().join(", "))
        }
    }
}

fn fields(document: &Document, of: &'static [Field], kept: &dyn Fn(&str) -> Option<String>) -> String {
    let written = of.iter().filter_map(|field| {
        let value = kept(field.name).or_else(|| is_required(field).then(|| of_field(document, field)))?;
        Some(format!("{}: {value}", field.name))
    });
    written.collect::<Vec<String>>().join(", ")
}

/// A field that must be there: a name that the level has, or else the example of the table.
fn of_field(document: &Document, field: &'static Field) -> String {
    match &field.value {
        ValueType::Text | ValueType::Name(_) | ValueType::Number(..) | ValueType::Whole(..) => field.example(),
        // Several conditions, all alike, would not hold together.
        ValueType::List(ValueType::Variant(..), count, _) if *count.start() > 1 => field.example(),
        value => made(document, value).unwrap_or_else(|| field.example()),
    }
}
