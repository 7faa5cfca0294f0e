//! What a player does with the brush.

use footpath::grid::Cell;
use glam::Vec2;

use super::Game;
use crate::app::modes::brush::{Stroke, WALL};

impl Game {
    /// Whether the brush takes walls away at a tile: as its stroke does, else as one begun there would.
    pub fn would_erase(&self, tile: Cell) -> bool {
        self.stroke.map_or(!self.sim.map().is_walkable(tile), |stroke| stroke.erases)
    }

    /// Begins a stroke at a point of the world.
    pub(super) fn brush_down(&mut self, at: Vec2) {
        let map = self.sim.map();
        self.stroke = map.terrain_named(WALL).map(|wall| Stroke::begin(map, wall, at));
        self.brush_to(at);
    }

    /// Goes on with it to another point.
    pub(super) fn brush_to(&mut self, to: Vec2) {
        if let Some(stroke) = &mut self.stroke
            && let Some(command) = stroke.go_on(self.sim.map(), to)
        {
            self.command(command);
        }
    }
}
