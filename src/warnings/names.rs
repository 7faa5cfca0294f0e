//! Names that nothing in a level refers to.

use std::collections::BTreeSet;

use super::Warning;
use crate::grid::Rect;
use crate::level::{Effect, Extent, Level, Locations, Noun, Part, WarningKind, did_you_mean};
use crate::profile::AreaId;
use crate::sorting;

/// The names of a level that nothing refers to: those that it gives, not those that every level has; agents, obstacles
/// and links may be meant for scripts.
pub(super) fn unused<'l>(level: &'l Level, locations: &Locations) -> Vec<Warning<'l>> {
    let mut found = Vec::new();
    for character in locations.unused_characters() {
        found.push(Warning {
            kind: WarningKind::UnusedName,
            part: Part::Character(character),
            message: format!("the character {character:?} of the legend is in no row"),
            help: "leave it out, or draw it in `rows`".to_owned(),
        });
    }
    for name in level.places.keys().filter(|name| !locations.is_place_in_use(name)) {
        let help = "leave it out, or send an agent there: `order: MoveTo(\"...\")`";
        found.push(warning(Noun::Place, name, "nothing refers to it", help));
    }
    let orders = level.agents.iter().map(|agent| &agent.orders).chain(level.all_waves().map(|wave| &wave.orders));
    let told = level.rules.iter().flat_map(|rule| &rule.then).filter_map(|effect| match effect {
        Effect::Tell { order, .. } => Some(order),
        _ => None,
    });
    let walked = sorting::set(orders.chain(told).flatten().filter_map(|order| order.path()));
    for path in level.paths.iter().filter(|path| !walked.contains(path.name.as_str())) {
        let help = "leave it out, or let an agent walk it: `order: Patrol(\"...\")`";
        found.push(warning(Noun::Path, &path.name, "no agent walks it", help));
    }
    let terrains = terrains(level);
    let named_terrains = level.map.terrains.iter().enumerate();
    for (_, terrain) in named_terrains.filter(|(index, _)| !terrains.contains(index)) {
        found.push(warning(Noun::Terrain, &terrain.name, "no tile is of it", "leave it out, or draw it in `rows`"));
    }
    let areas = areas_of_ground(level, &terrains);
    for (_, area) in level.map.areas.iter().enumerate().filter(|(index, _)| !areas.contains(index)) {
        let help = "leave it out, or let a terrain or a link belong to it: `area: \"...\"`";
        found.push(warning(Noun::Area, &area.name, "no tile and no link belongs to it", help));
    }
    let used = level.used_profiles();
    for (index, profile) in level.profiles.iter().enumerate() {
        if !used.contains(&index) {
            let help = "leave it out, or give it to an agent: `profile: \"...\"`";
            found.push(warning(Noun::Profile, &profile.name, "no agent has it", help));
        }
    }
    let by_doors = level.map.obstacles.iter().filter_map(|door| door.motion.as_ref()?.needs.as_deref());
    let needed = sorting::set(level.map.links.iter().filter_map(|link| link.needs.as_deref()).chain(by_doors));
    let abilities = sorting::set(level.profiles.iter().flat_map(|profile| &profile.abilities));
    for ability in abilities.into_iter().filter(|ability| !needed.contains(ability.as_str())) {
        let help = did_you_mean(ability, needed.iter().copied());
        let help =
            help.unwrap_or_else(|| format!("leave it out, or let a link or a door need it: `needs: {ability:?}`"));
        found.push(warning(Noun::Ability, ability, "no link and no door needs it", &help));
    }
    for (index, layer) in level.map.layers.iter().enumerate() {
        if !level.map.obstacles.iter().any(|obstacle| obstacle.layer as usize == index) {
            let help = "leave it out, or put an obstacle on it: `layer: \"...\"`";
            found.push(warning(Noun::Layer, layer, "no obstacle is on it", help));
        }
    }
    for zone in &level.zones {
        if !meets_ground(level, &zone.extent) {
            found.push(warning(Noun::Zone, &zone.name, "it lies on no walkable ground", "move it, or leave it out"));
        }
    }
    found
}

fn warning<'l>(noun: Noun, name: &'l str, why: &str, help: &str) -> Warning<'l> {
    let message = format!("the {} {name:?} is of no use: {why}", noun.name());
    let help = help.replace("\"...\"", &format!("{name:?}"));
    Warning { kind: WarningKind::UnusedName, part: Part::Named(noun, name), message, help }
}

/// The terrains that tiles are of, or may come to be of: that the map is generated from, that wear, that a lesson or
/// a rule draws.
fn terrains(level: &Level) -> BTreeSet<usize> {
    let generated = level.generate.iter().flat_map(|generate| {
        let patches = generate.patches.iter().map(|patch| patch.terrain);
        patches.chain([generate.floor, generate.wall])
    });
    let worn = level.wear.iter().flat_map(|wear| wear.terrains.iter().copied());
    let drawn = level.lesson.iter().flat_map(|step| step.drawn.iter().map(|&(terrain, _)| terrain));
    let painted = level.rules.iter().flat_map(|rule| &rule.then).filter_map(|effect| match effect {
        Effect::Paint { terrain, .. } => Some(*terrain),
        _ => None,
    });
    let of_tiles = level.map.tiles.values().iter().copied();
    sorting::set(of_tiles.chain(generated).chain(worn).chain(drawn).chain(painted).map(|terrain| terrain.0 as usize))
}

/// The areas to which tiles or links belong; `jump` too where agents can jump or drop.
fn areas_of_ground(level: &Level, terrains: &BTreeSet<usize>) -> BTreeSet<usize> {
    let of_tiles = terrains.iter().map(|&terrain| level.map.terrains[terrain].area.0 as usize);
    let of_links = level.map.links.iter().map(|link| link.area.0 as usize);
    let leaps = level.profiles.iter().any(|profile| profile.jump_distance > 0.0 || profile.drop_height > 0.0);
    sorting::set(of_tiles.chain(of_links).chain(leaps.then_some(AreaId::JUMP.0 as usize)))
}

/// Whether the rectangle around a zone meets a walkable tile.
fn meets_ground(level: &Level, extent: &Extent) -> bool {
    let map = &level.map;
    let Some((min, max)) = extent.bounds() else { return true };
    let (first, last) = (map.lattice.tile_at(min), map.lattice.tile_at(max));
    let tiles = Rect::of_cell(first).union(Rect::of_cell(last)).clipped(map.lattice.width, map.lattice.height);
    tiles.cells().any(|tile| map.is_walkable(tile))
}
