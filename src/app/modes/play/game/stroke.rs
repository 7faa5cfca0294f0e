//! What a player does with the brush.

use footpath::grid::Cell;
use glam::Vec2;

use super::Game;
use crate::app::modes::brush::{Stroke, WALL};

/// Whether the brush takes walls away at a tile: as its stroke does, else as one begun there would.
pub(super) fn would_erase(game: &Game, tile: Cell) -> bool {
    game.stroke.map_or(!game.sim.map().is_walkable(tile), |stroke| stroke.erases)
}

/// Begins a stroke at a point of the world.
pub(super) fn brush_down(game: &mut Game, at: Vec2) {
    // What is still to be done belongs to the ground on which the stroke begins.
    game.settle();
    game.ground_history.begin_change();
    let map = game.sim.map();
    game.stroke = map.terrain_named(WALL).map(|wall| Stroke::begin(map, wall, at));
    brush_to(game, at);
}

/// Goes on with it to another point.
pub(super) fn brush_to(game: &mut Game, to: Vec2) {
    if let Some(stroke) = &mut game.stroke
        && let Some(command) = stroke.go_on(game.sim.map(), to)
    {
        game.command(command);
    }
}
