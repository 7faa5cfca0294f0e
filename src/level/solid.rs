//! What a body of one kind may not touch: the one definition, by exact geometry, for baking and for moving.
//!
//! Three things stop a body. Tiles are *closed* to it: not walkable, of an area that it may not enter, with too low a
//! ceiling or too steep a slope. Between two tiles that are open there may be a *ledge*, a step higher than it can take,
//! up or down: it is as a wall without thickness along their border. And there are [obstacles](Obstacle).

use glam::Vec2;

use crate::angle;
use crate::grid::{Cell, Rect};
use crate::profile::{AgentProfile, AreaId};

use super::obstacle::Obstacle;
use super::relief::Surface;
use super::tilemap::{TerrainId, TileMap};

/// How much further, in world units, a step or a slope may be than it should: room for rounding.
const ROUNDING: f32 = 1e-4;

/// The ground as it stops bodies of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Solid<'a> {
    /// The map that stops them.
    pub map: &'a TileMap,
    /// What kind of body.
    pub profile: &'a AgentProfile,
    /// How far the steepest slope that it takes rises on a length of 1.
    steepest: f32,
}

/// Why agents of a profile cannot be at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Closed {
    /// It is outside the map.
    Outside,
    /// This terrain is not walkable.
    Terrain(TerrainId),
    /// This area may not be entered.
    Area(AreaId),
    /// There is only so much room above the ground, in world units.
    Ceiling(f32),
    /// It is a slope of this many degrees.
    Slope(f32),
    /// A wall is closer than the radius of the body: at this distance, in world units.
    Narrow(f32),
    /// The body reaches over a step of this height, in world units.
    Step(f32),
    /// It touches an obstacle: its place in [`TileMap::obstacles`].
    Obstacle(usize),
    /// The connected ground around it is too small: it has this area, in square world units.
    Region(f32),
}

impl<'a> Solid<'a> {
    /// What stops bodies of a profile on this ground.
    pub fn new(map: &'a TileMap, profile: &'a AgentProfile) -> Solid<'a> {
        // Where nothing slopes that is not asked, and this is made often.
        let steepest = if map.relief.is_some() { angle::tangent(profile.max_slope) } else { 0.0 };
        Solid { map, profile, steepest }
    }

    /// Whether tiles of each terrain are closed to the body wherever they are: not walkable, or of an area that it may not
    /// enter.
    pub fn closed_terrains(&self) -> [bool; 256] {
        let mut closed = [true; 256];
        for (closed, terrain) in closed.iter_mut().zip(&self.map.terrains) {
            *closed = !terrain.walkable || !self.profile.areas.allows(terrain.area);
        }
        closed
    }

    /// Why a tile as a whole is closed to the body; `None` where it is open.
    pub fn closed(&self, tile: Cell) -> Option<Closed> {
        let Some(&id) = self.map.tiles.get(tile) else { return Some(Closed::Outside) };
        let terrain = &self.map.terrains[id.0 as usize];
        if !terrain.walkable {
            return Some(Closed::Terrain(id));
        }
        if !self.profile.areas.allows(terrain.area) {
            return Some(Closed::Area(terrain.area));
        }
        // Without relief the ground is level, under the open sky.
        self.map.relief.as_ref()?;
        let surface = self.map.surface(tile);
        if surface.ceiling < self.profile.height - ROUNDING {
            return Some(Closed::Ceiling(surface.ceiling));
        }
        let slope = surface.slope.length();
        (slope > self.steepest + ROUNDING).then(|| Closed::Slope(angle::degrees_of_tangent(slope)))
    }

    /// Whether the body can be on a surface like this, if its terrain is open: the ceiling is high enough, and
    /// the slope not too steep.
    pub fn fits(&self, surface: &Surface) -> bool {
        let is_level = surface.slope == Vec2::ZERO;
        let most = self.steepest + ROUNDING;
        surface.ceiling >= self.profile.height - ROUNDING && (is_level || surface.slope.length() <= most)
    }

    /// The height of the step between a tile and one of its four neighbours, in world units: the greatest along their border.
    pub fn step(&self, tile: Cell, beside: Cell) -> f32 {
        let (here, there) = (self.map.surface(tile), self.map.surface(beside));
        let half = 0.5 * self.map.lattice.tile_size;
        let out = Vec2::new((beside.x - tile.x) as f32, (beside.y - tile.y) as f32) * half;
        let end = |along: Vec2| {
            let here = here.height + here.slope.dot(out + along);
            let there = there.height + there.slope.dot(along - out);
            (here - there).abs()
        };
        end(out.perp()).max(end(-out.perp()))
    }

    /// Whether there is a ledge between a tile and one of its four neighbours. If either is closed, that takes precedence.
    pub fn is_ledge(&self, tile: Cell, beside: Cell) -> bool {
        self.map.relief.is_some() && self.step(tile, beside) > self.profile.step_height + ROUNDING
    }

    /// Whether an obstacle of the map is in the way: it [stops](Obstacle::stops) the body, on one of the layers that count.
    fn is_in_the_way(self, obstacle: &Obstacle) -> bool {
        self.map.bake.layers >> obstacle.layer & 1 == 1 && obstacle.stops(self.profile)
    }

    /// The obstacles that are in the way, with their places in [`TileMap::obstacles`].
    pub fn obstacles(self) -> impl Iterator<Item = (usize, &'a Obstacle)> {
        self.map.obstacles.iter().enumerate().filter(move |(_, obstacle)| self.is_in_the_way(obstacle))
    }

    /// The obstacles in the way whose upright rectangles meet the one from `low` to `high`, found without looking at
    /// all.
    pub fn obstacles_near(self, low: Vec2, high: Vec2) -> impl Iterator<Item = (usize, &'a Obstacle)> {
        self.map.obstacles.near(low, high).filter(move |(_, obstacle)| self.is_in_the_way(obstacle))
    }

    /// The tiles that an obstacle, with its margin, touches: when it comes, goes or moves, the ground is to be baked again
    /// around where it was and where it is. Some may lie outside the map.
    pub fn tiles_around(map: &TileMap, obstacle: &Obstacle) -> Rect {
        let (low, high) = obstacle.bounds();
        // No probe is wider than a cell.
        let probe = map.bake.probe_epsilon.map_or(0.0, |_| 0.5 * map.cells().tile_size);
        let margin = Vec2::splat(map.bake.obstacle_epsilon.max(probe));
        let (first, last) = (map.lattice.tile_at(low - margin), map.lattice.tile_at(high + margin));
        Rect::of_cell(first).union(Rect::of_cell(last))
    }

    /// How near the middle of the body may come to an obstacle that is no tile, in world units.
    pub fn distance_to_obstacles(&self) -> f32 {
        self.profile.radius + self.margin()
    }

    /// How much further than its radius the middle of the body must stay from an obstacle that is no tile, in world units.
    pub fn margin(&self) -> f32 {
        let bake = &self.map.bake;
        let probe = bake.probe_epsilon.map(|less| 0.5 * self.map.cells().tile_size - less - self.profile.radius);
        probe.map_or(bake.obstacle_epsilon, |probe| probe.max(bake.obstacle_epsilon))
    }
}
