use crate::grid::Cell;
use crate::sim::agents::Agents;
use crate::sim::refusal::refuse;
use crate::sim::world::{World, edits};
use crate::sim::{Event, Refusal};

/// Gives tiles a terrain as somebody commands it. Where the level allows only [so many walls](crate::level::Level::walls), these can
/// be placed on open ground, and ground on which one was placed can be what it was before; everything else is refused.
pub fn paint(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, terrain: &str, tiles: &[Cell]) {
    let (Some(most), Some(id)) = (world.level.walls, world.map.terrain_named(terrain)) else {
        return edits::paint(world, agents, events, terrain, tiles);
    };
    if world.map.terrains[usize::from(id.0)].walkable {
        let is_placed = |tile: &Cell| world.placed_walls.contains(tile) && world.level.map.tiles[*tile] == id;
        let (back, others): (Vec<Cell>, Vec<Cell>) =
            tiles.iter().partition(|tile| is_outside(world, tile) || is_placed(tile));
        take_away(world, agents, events, &back);
        let changes = |tile: &Cell| world.map.tiles.get(*tile) != Some(&id);
        return refuse_fixed(events, others.into_iter().find(changes));
    }
    let (mut placed, mut fixed, mut is_used_up) = (Vec::new(), None, false);
    for &tile in tiles {
        if is_outside(world, &tile) || world.map.tiles[tile] == id {
            placed.push(tile);
        } else if !world.map.is_walkable(tile) {
            fixed = fixed.or(Some(tile));
        } else if world.placed_walls.contains(&tile) || world.placed_walls.len() < most as usize {
            world.placed_walls.insert(tile);
            placed.push(tile);
        } else {
            is_used_up = true;
        }
    }
    refuse_fixed(events, fixed);
    if is_used_up {
        refuse(events, Refusal::NoWallsLeft(most));
    }
    edits::paint(world, agents, events, terrain, &placed);
}

/// Gives tiles back what the level has there, as somebody commands it: where only so many walls can be placed, those alone.
pub fn erase(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, tiles: &[Cell]) {
    if world.level.walls.is_none() {
        return edits::erase(world, agents, events, tiles);
    }
    let is_placed = |tile: &Cell| world.placed_walls.contains(tile);
    let (placed, others): (Vec<Cell>, Vec<Cell>) =
        tiles.iter().partition(|tile| is_outside(world, tile) || is_placed(tile));
    take_away(world, agents, events, &placed);
    refuse_fixed(events, others.into_iter().find(|tile| !world.map.is_walkable(*tile)));
}

/// After the level was edited: what is no wall any more, or one of the level, was not placed.
pub fn keep_placed(world: &mut World) {
    let World { placed_walls, level, map, .. } = world;
    let is_placed = |tile: &Cell| !map.is_walkable(*tile) && level.map.is_walkable(*tile);
    placed_walls.retain(|tile| level.walls.is_some() && is_placed(tile));
}

fn is_outside(world: &World, tile: &Cell) -> bool {
    !world.map.lattice.contains(*tile)
}

fn take_away(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, tiles: &[Cell]) {
    tiles.iter().for_each(|tile| _ = world.placed_walls.remove(tile));
    edits::erase(world, agents, events, tiles);
}

fn refuse_fixed(events: &mut Vec<Event>, tile: Option<Cell>) {
    if let Some(tile) = tile {
        refuse(events, Refusal::FixedGround(tile));
    }
}
