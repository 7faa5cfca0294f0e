//! The map that a level leaves to a seed.

use super::areas::terrain_name;
use crate::format::plain_fields::PlainFields;
use crate::format::reader::{Fields, Reader, list_of};
use crate::format::syntax::Node;
use crate::format::table::{GENERATE, PATCH};
use crate::level::generate::{Generate, Kind, Patch};
use crate::level::{Terrain, TerrainId};

/// The fields that only some kinds of map have.
const OF_SOME: [&str; 7] = ["density", "corridor", "braid", "vertical", "room", "doors", "rounds"];

/// What map is wanted; `None` where anything about it is at fault. `seed` is the level's.
pub(super) fn generate(reader: &mut Reader, node: &Node, terrains: &[Terrain], seed: u64) -> Option<Generate> {
    let before = reader.problems.count();
    let fields = reader.open(node, &GENERATE)?;
    let kind = reader.required(&fields, "kind");
    let kind = kind.and_then(|node| reader.one_of(node, "kind of map", &Kind::NAMES));
    let kind = kind.and_then(|index| kind_of_map(reader, Kind::NAMES[index], &fields));
    let size = reader.take(&fields, "size");
    let seed = reader.optional(&fields, "seed").map_or(Some(seed), |_| reader.take(&fields, "seed"));
    let floor = generated_terrain(reader, &fields, "floor", TerrainId(0), true, terrains);
    let wall = generated_terrain(reader, &fields, "wall", TerrainId(1), false, terrains);
    let islands = reader.take(&fields, "islands");
    reader.locations.islands_are_filled = islands == Some(false);
    let patches = reader.take_list(&fields, "patches").unwrap_or_default();
    let patches = patches.iter().filter_map(|node| patch(reader, node, terrains)).collect();
    let (width, height) = size?;
    let generate =
        Generate { kind: kind?, width, height, seed: seed?, floor: floor?, wall: wall?, islands: islands?, patches };
    (reader.problems.count() == before && node.whole).then_some(generate)
}

fn kind_of_map(reader: &mut Reader, name: &str, fields: &Fields) -> Option<Kind> {
    let kind = Kind::named(name)?;
    let own: &[&str] = match kind {
        Kind::Open { .. } => &["density"],
        Kind::Maze { .. } | Kind::Stairs { .. } => &["corridor"],
        Kind::Divided { .. } => &["corridor", "vertical"],
        Kind::Braided { .. } => &["corridor", "braid"],
        Kind::Rooms { .. } => &["room", "doors"],
        Kind::Caves { .. } => &["density", "rounds"],
    };
    for foreign in OF_SOME.iter().filter(|field| !own.contains(field)) {
        if let Some(entry) = fields.entry(foreign) {
            let help = format!("the fields of `{name}` alone are {}", list_of(own.iter().copied()));
            reader.report(entry.key.span, format!("a map of the kind `{name}` has no `{foreign}`"), help);
        }
    }
    // How dense a map is where that is left out depends on its kind.
    let mut count = |field, default| match fields.entry(field) {
        Some(_) => reader.take(fields, field),
        None => Some(default),
    };
    Some(match kind {
        Kind::Open { density } => Kind::Open { density: count("density", density)? },
        Kind::Maze { corridor } => Kind::Maze { corridor: count("corridor", corridor)? },
        Kind::Braided { corridor, braid } => {
            let (corridor, braid) = (count("corridor", corridor), count("braid", braid));
            Kind::Braided { corridor: corridor?, braid: braid? }
        }
        Kind::Divided { corridor, .. } => {
            let corridor = count("corridor", corridor);
            Kind::Divided { corridor: corridor?, vertical: reader.take(fields, "vertical") }
        }
        Kind::Stairs { corridor } => Kind::Stairs { corridor: count("corridor", corridor)? },
        Kind::Rooms { size, doors } => {
            let (size, doors) = (count("room", size), count("doors", doors));
            Kind::Rooms { size: size?, doors: doors? }
        }
        Kind::Caves { density, rounds } => {
            let (density, rounds) = (count("density", density), count("rounds", rounds));
            Kind::Caves { density: density?, rounds: rounds? }
        }
    })
}

/// A terrain that must be walkable, or must not be.
fn generated_terrain(
    reader: &mut Reader,
    fields: &Fields,
    field: &str,
    default: TerrainId,
    walkable: bool,
    terrains: &[Terrain],
) -> Option<TerrainId> {
    let node = reader.optional(fields, field);
    let terrain = node.map_or(Some(default), |node| terrain_name(reader, node, terrains))?;
    if terrains[terrain.0 as usize].walkable != walkable {
        let name = &terrains[terrain.0 as usize].name;
        let message = match walkable {
            true => format!("the floor of a generated map is walkable, `{name}` is not"),
            false => format!("the walls of a generated map are not walkable, `{name}` is"),
        };
        let fitting = terrains.iter().filter(|terrain| terrain.walkable == walkable);
        let help = format!("choose one of {}", list_of(fitting.map(|terrain| terrain.name.as_str())));
        reader.report(node.map_or(fields.span, |node| node.span), message, help);
    }
    Some(terrain)
}

fn patch(reader: &mut Reader, node: &Node, terrains: &[Terrain]) -> Option<Patch> {
    let fields = reader.open(node, &PATCH)?;
    let terrain = reader.required(&fields, "terrain");
    let terrain = terrain.and_then(|node| terrain_name(reader, node, terrains));
    let mut patch = Patch::default();
    patch.take_plain(reader, &fields);
    Some(Patch { terrain: terrain?, ..patch })
}
