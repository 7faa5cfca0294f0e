//! The map that a level leaves to a seed.

use super::areas::take_terrain;
use crate::format::plain_fields::PlainFields;
use crate::format::reader::{Fields, Reader, list_of};
use crate::format::syntax::Node;
use crate::format::table::{GENERATE, PATCH};
use crate::level::generate::{Generate, Kind, OwnField, Patch};
use crate::level::{Terrain, TerrainId};

/// What map is wanted; `None` where anything about it is at fault. `seed` is the level's.
pub(super) fn generate(reader: &mut Reader, node: &Node, terrains: &[Terrain], seed: u64) -> Option<Generate> {
    let before = reader.problems.count();
    let fields = reader.open(node, &GENERATE)?;
    let kind = reader.required(&fields, "kind");
    let kind = kind.and_then(|node| reader.one_of(node, "kind of map", &Kind::NAMES));
    let kind = kind.and_then(|index| kind_of_map(reader, Kind::NAMES[index], &fields));
    let size = reader.take(&fields, "size");
    let seed = reader.optional(&fields, "seed").map_or(Some(seed), |_| reader.take(&fields, "seed"));
    let floor = generated_terrain(reader, &fields, "floor", true, terrains);
    let wall = generated_terrain(reader, &fields, "wall", false, terrains);
    let islands = reader.take(&fields, "islands");
    reader.locations.islands_are_filled = islands == Some(false);
    let patches = reader.take_list(&fields, "patches").unwrap_or_default();
    let patches = patches.iter().filter_map(|node| patch(reader, node, terrains)).collect();
    let (width, height) = size?;
    let generate =
        Generate { kind: kind?, width, height, seed: seed?, floor: floor?, wall: wall?, islands: islands?, patches };
    (reader.problems.count() == before && node.whole).then_some(generate)
}

/// A kind of map with what is given of its own fields.
fn kind_of_map(reader: &mut Reader, name: &str, fields: &Fields) -> Option<Kind> {
    let mut kind = Kind::named(name)?;
    let mut is_whole = true;
    for (name, field) in kind.own_fields() {
        match (reader.take_given(fields, name), field) {
            (Some(given), OwnField::Number(number)) => *number = given,
            (given, OwnField::Optional(number)) => *number = given,
            // How dense a map is where that is left out depends on its kind.
            (None, OwnField::Number(_)) => is_whole &= reader.optional(fields, name).is_none(),
        }
    }
    is_whole.then_some(kind)
}

/// A terrain that must be walkable, or must not be.
fn generated_terrain(
    reader: &mut Reader,
    fields: &Fields,
    field: &str,
    walkable: bool,
    terrains: &[Terrain],
) -> Option<TerrainId> {
    let terrain = take_terrain(reader, fields, field, terrains)?;
    if terrains[terrain.0 as usize].walkable != walkable {
        let name = &terrains[terrain.0 as usize].name;
        let message = match walkable {
            true => format!("the floor of a generated map is walkable, `{name}` is not"),
            false => format!("the walls of a generated map are not walkable, `{name}` is"),
        };
        let fitting = terrains.iter().filter(|terrain| terrain.walkable == walkable);
        let help = format!("choose one of {}", list_of(fitting.map(|terrain| terrain.name.as_str())));
        let span = reader.optional(fields, field).map_or(fields.span, |node| node.span);
        reader.report(span, message, help);
    }
    Some(terrain)
}

fn patch(reader: &mut Reader, node: &Node, terrains: &[Terrain]) -> Option<Patch> {
    let fields = reader.open(node, &PATCH)?;
    let terrain = take_terrain(reader, &fields, "terrain", terrains);
    let mut patch = Patch::default();
    patch.take_plain(reader, &fields);
    Some(Patch { terrain: terrain?, ..patch })
}
