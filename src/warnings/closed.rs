//! Levels in which agents can stand nowhere, or nearly nowhere.

use super::Warning;
use crate::agent::body::fits;
use crate::grid::{Cell, Rect};
use crate::level::{Level, Part, TerrainId, WarningKind, Wave};
use crate::nav::Solid;
use crate::sim::Simulation;

/// Of this many tiles, fewer than one on which an agent can stand are hardly meant.
const TILES_FOR_ONE: usize = 20;

/// Whether hardly any tile is open to agents, with every switched door of `open` open; `is_drawn` says of a tile whether the
/// text draws it.
pub(super) fn closed<'l>(level: &'l Level, open: &Simulation, is_drawn: &dyn Fn(Cell) -> bool) -> Option<Warning<'l>> {
    let map = &level.map;
    let all = map.tiles.values().len();
    let walkable = map.tiles.rect().cells().filter(|&tile| map.is_walkable(tile)).count();
    let standable = if walkable == 0 { 0 } else { standable(level, open) };
    if standable * TILES_FOR_ONE >= all {
        return None;
    }
    let (commonest, covered) = commonest_closed(level);
    let kept_out = map.tiles.rect().cells().filter(|&tile| !map.is_walkable(tile));
    let part = Part::Tile(kept_out.into_iter().find(|&tile| is_drawn(tile)).unwrap_or(Cell::new(0, 0)));
    let terrain = &map.terrains[commonest.0 as usize].name;
    let tiles = if all == 1 { "tile" } else { "tiles" };
    let help = if standable == 0 && walkable > 0 {
        "make the walkable ground wider, take obstacles from it, or give a profile a smaller radius".to_owned()
    } else {
        format!("draw the ground on which agents walk as a walkable terrain, such as `grass`, instead of `{terrain}`")
    };
    Some(if standable == 0 {
        let why = if walkable == 0 {
            format!("none of its {all} {tiles} is walkable, {covered} are `{terrain}`")
        } else {
            format!("{walkable} of its {all} {tiles} are walkable, but too narrow, too low or full of obstacles")
        };
        let message = format!("no agent can stand anywhere on this map: {why}");
        Warning { kind: WarningKind::NowhereToStand, part, message, help }
    } else {
        let message = format!(
            "nearly everything is closed: agents can stand on {standable} of {all} {tiles}, {covered} are `{terrain}`"
        );
        Warning { kind: WarningKind::NearlyAllClosed, part, message, help }
    })
}

/// The waves whose agents find no room where they are to come, with every switched door of `open` open.
pub(super) fn waves<'l>(level: &'l Level, open: &Simulation) -> Vec<Warning<'l>> {
    let has_room = |wave: &Wave| {
        let solid = Solid::new(open.map(), &level.profiles[wave.profile]);
        wave.tiles.iter().any(|&tile| fits(&solid, level.map.lattice.centre(tile)))
    };
    let closed = level.waves.iter().enumerate().filter(|(_, wave)| !has_room(wave));
    let warning = |(index, wave): (usize, &Wave)| Warning {
        kind: WarningKind::NowhereToStand,
        part: Part::Wave(index),
        message: format!("no tile here has room for a {}", level.profiles[wave.profile].name),
        help: "name ground on which it can stand: its agents wait until there is room".to_owned(),
    };
    closed.map(warning).collect()
}

/// On how many tiles an agent of the level can stand: of the profile that has the most room among those that agents have, or
/// in a level without agents the first that can stand at all.
fn standable(level: &Level, open: &Simulation) -> usize {
    let room = |profile: usize| {
        let grid = open.nav_grid(profile);
        let cells = |tile: Cell| level.map.cells_of_tiles(Rect::of_cell(tile)).cells();
        let tiles = level.map.tiles.rect().cells();
        tiles.filter(|&tile| cells(tile).any(|cell| grid.is_passable(cell))).count()
    };
    let profiles = level.used_profiles();
    if profiles.is_empty() {
        return (0..level.profiles.len()).map(room).find(|&tiles| tiles > 0).unwrap_or(0);
    }
    profiles.into_iter().map(room).max().unwrap_or(0)
}

/// The terrain that keeps agents out of the most tiles, and how many have it; the first of the level where none does.
fn commonest_closed(level: &Level) -> (TerrainId, usize) {
    let mut counts = vec![0; level.map.terrains.len()];
    for &TerrainId(terrain) in level.map.tiles.values() {
        counts[terrain as usize] += usize::from(!level.map.terrains[terrain as usize].walkable);
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let first = counts.iter().position(|&count| count == most).unwrap_or(0);
    (TerrainId(first as u8), most)
}
