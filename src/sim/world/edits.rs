//! Painting and erasing tiles.

use crate::grid::{Cell, Rect};
use crate::level::{Terrain, TerrainId};
use crate::sim::agents::Agents;
use crate::sim::refusal::refuse;
use crate::sim::world::World;
use crate::sim::world::invalidation::{GroundChange, reconsider};
use crate::sim::world::wear::forget_wear;
use crate::sim::world::zones::update_views;
use crate::sim::{Event, Named, Refusal};

/// Gives tiles the terrain of this name.
pub fn paint(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, terrain: &str, tiles: &[Cell]) {
    match world.map.terrain_named(terrain) {
        Some(id) => change(world, agents, events, tiles, |_, _| id),
        None => {
            let known = world.map.terrains.iter().map(|terrain| terrain.name.as_str());
            refuse(events, Refusal::unknown(Named::Terrain, terrain, known));
        }
    }
}

/// Gives tiles back what the level had there, or open ground where the level had an obstacle.
pub fn erase(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, tiles: &[Cell]) {
    change(world, agents, events, tiles, ground_under);
}

/// Returns the terrain of a tile once whatever was built there is gone: the level's own, or, if that is an obstacle,
/// the walkable terrain that most of the eight neighbours have.
fn ground_under(world: &World, tile: Cell) -> TerrainId {
    let walkable = |id: TerrainId| world.map.terrains[id.0 as usize].walkable;
    let own = world.level.map.tiles[tile];
    if walkable(own) {
        return own;
    }
    let mut counts = vec![0; world.map.terrains.len()];
    for neighbour in Rect::of_cell(tile).grown(1).cells() {
        if let Some(&id) = world.map.tiles.get(neighbour).filter(|id| walkable(**id)) {
            counts[id.0 as usize] += 1;
        }
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let first = |index: &usize| counts[*index] == most && world.map.terrains[*index].walkable;
    (0..counts.len()).find(first).map_or(own, |index| TerrainId(index as u8))
}

fn change(
    world: &mut World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    tiles: &[Cell],
    new_terrain: impl Fn(&World, Cell) -> TerrainId,
) {
    if let Some(outside) = tiles.iter().find(|&&tile| !world.map.lattice.contains(tile)) {
        let (columns, rows) = (world.map.lattice.width, world.map.lattice.height);
        refuse(events, Refusal::TileOutside { tile: *outside, columns, rows });
    }
    let mut changed = Vec::new();
    let mut easier = false;
    for &tile in tiles.iter().filter(|&&tile| world.level.map.lattice.contains(tile)) {
        let new = new_terrain(world, tile);
        let old = std::mem::replace(&mut world.map.tiles[tile], new);
        if old != new {
            easier |= is_easier(&world.map.terrains[old.0 as usize], &world.map.terrains[new.0 as usize]);
            changed.push(tile);
        }
    }
    changed.iter().for_each(|&tile| forget_wear(world, tile));
    if let Some(tiles) = Rect::around(changed) {
        events.push(Event::TerrainChanged { rect: tiles });
        bake_again(world, agents, &[tiles], easier);
    }
}

/// Bakes rectangles of tiles again after a change, and replans the routes that it concerns.
pub fn bake_again(world: &mut World, agents: &mut Agents, rects: &[Rect], easier: bool) {
    world.map_revision += 1;
    if world.is_baked {
        let grids = world.grids.baked();
        grids.for_each(|(_, grid)| rects.iter().for_each(|&tiles| grid.rebake(&world.map, tiles)));
    }
    for &tiles in rects {
        update_views(world, agents, tiles);
        reconsider(world, agents, GroundChange { cells: world.map.cells_of_tiles(tiles), easier });
    }
}

/// Whether a tile that becomes `new` may be passable or cheaper then.
pub fn is_easier(old: &Terrain, new: &Terrain) -> bool {
    new.walkable && (!old.walkable || new.cost < old.cost)
}
