//! Whether the bodies of agents have room where they start.

use glam::Vec2;

use super::limits;
use crate::format::problem::{Span, shown};
use crate::format::reader::Reader;
use crate::grid::{Cell, Rect};
use crate::level::{Closed, Obstacle, Solid, TileMap};
use crate::profile::AgentProfile;
use crate::sorting;

/// How far off a better place is looked for, in tiles.
const FAR: i32 = 32;

/// What a body touches that it may not touch.
enum Hindrance {
    /// A closed tile.
    Tile(Cell, Closed),
    /// A step of a height, between two tiles.
    Ledge(Cell, Cell, f32),
    /// An obstacle: its place among the map's.
    Obstacle(usize),
}

/// What a body may not touch in some part of the map.
struct Room<'a> {
    solid: Solid<'a>,
    obstacles: Vec<(usize, &'a Obstacle)>,
}

impl<'a> Room<'a> {
    /// What is near a point: as far as bodies reach whose middles are at most so far away.
    fn around(solid: Solid<'a>, point: Vec2, far: f32) -> Room<'a> {
        let reach = far + solid.profile.radius;
        let obstacles = solid.obstacles().filter(|(_, obstacle)| obstacle.distance(point) <= reach).collect();
        Room { solid, obstacles }
    }

    /// The first thing that a body does not fit beside: its own tile, another one, a step, an obstacle.
    fn hindrance(&self, position: Vec2) -> Option<Hindrance> {
        let lattice = &self.solid.map.lattice;
        let own = lattice.tile_at(position);
        if let Some(closed) = self.solid.closed(own) {
            return Some(Hindrance::Tile(own, closed));
        }
        let reach = Vec2::splat(self.solid.profile.radius);
        let (min, last) = (lattice.tile_at(position - reach), lattice.tile_at(position + reach));
        let touched = Rect { min, max: Cell::new(last.x + 1, last.y + 1) };
        self.closed_tile(position, touched)
            .or_else(|| self.ledge(position, touched))
            .or_else(|| self.obstacle(position))
    }

    fn touches(&self, distance: f32) -> bool {
        distance < self.solid.profile.radius - limits::TOUCH
    }

    fn closed_tile(&self, position: Vec2, touched: Rect) -> Option<Hindrance> {
        let lattice = &self.solid.map.lattice;
        let near = touched.cells().filter(|&tile| {
            let corner = lattice.corner(tile);
            self.touches(position.clamp(corner, corner + lattice.tile_size).distance(position))
        });
        near.filter_map(|tile| Some(Hindrance::Tile(tile, self.solid.closed(tile)?))).next()
    }

    /// A ledge above or to the left of a tile, all tiles being open that the body touches.
    fn ledge(&self, position: Vec2, touched: Rect) -> Option<Hindrance> {
        let lattice = &self.solid.map.lattice;
        for tile in touched.cells() {
            let corner = lattice.corner(tile);
            for (beside, side) in [(Cell::new(tile.x - 1, tile.y), Vec2::Y), (Cell::new(tile.x, tile.y - 1), Vec2::X)] {
                let nearest = position.clamp(corner, corner + side * lattice.tile_size);
                let is_near = touched.contains(beside) && self.touches(nearest.distance(position));
                if is_near && self.solid.is_ledge(tile, beside) {
                    return Some(Hindrance::Ledge(beside, tile, self.solid.step(tile, beside)));
                }
            }
        }
        None
    }

    fn obstacle(&self, position: Vec2) -> Option<Hindrance> {
        let near = self.obstacles.iter().find(|(_, obstacle)| self.touches(obstacle.distance(position)));
        near.map(|&(index, _)| Hindrance::Obstacle(index))
    }
}

/// Reports an agent that stands where it cannot be, or whose body reaches into something solid. If its profile is not
/// known, only ground on which no agent can be is reported.
pub(super) fn room(reader: &mut Reader, map: &TileMap, body: Option<&AgentProfile>, position: Vec2, span: Span) {
    let Some(profile) = body else { return on_ground(reader, map, position, span) };
    let room = Room::around(Solid::new(map, profile), position, 0.0);
    let Some(hindrance) = room.hindrance(position) else { return };
    reader.problems.report_with(span, || {
        let own = map.lattice.tile_at(position);
        let nearest = nearest_tile(map, profile, own);
        if let Hindrance::Tile(tile, ref closed) = hindrance
            && tile == own
        {
            (stands(map, profile, tile, closed), format!("put it on walkable ground{nearest}"))
        } else {
            let what = reaches(map, &hindrance);
            let help = format!("a {} has a radius of {}: give it more room{nearest}", profile.name, profile.radius);
            (format!("the body of this agent reaches {what}"), help)
        }
    });
}

/// Whether the body of an agent of a profile can be at a point.
pub(in crate::level) fn has_room(map: &TileMap, profile: &AgentProfile, position: Vec2) -> bool {
    Room::around(Solid::new(map, profile), position, 0.0).hindrance(position).is_none()
}

fn on_ground(reader: &mut Reader, map: &TileMap, position: Vec2, span: Span) {
    let tile = map.lattice.tile_at(position);
    if let Some(terrain) = map.terrain_at(tile).filter(|terrain| !terrain.walkable) {
        let message = in_a_wall(tile, &terrain.name);
        reader.report(span, message, "put it on walkable ground");
    }
}

fn in_a_wall(tile: Cell, terrain: &str) -> String {
    format!("this agent stands in a wall: tile ({}, {}) is {}", tile.x, tile.y, shown(terrain))
}

/// What is wrong where an agent stands on a tile that is closed to it.
fn stands(map: &TileMap, profile: &AgentProfile, tile: Cell, closed: &Closed) -> String {
    let Cell { x, y } = tile;
    match *closed {
        Closed::Area(area) => {
            let area = shown(&map.areas[area.0 as usize].name);
            format!(
                "this agent stands where {} may not go: tile ({x}, {y}) is in the area {area}",
                shown(&profile.name)
            )
        }
        Closed::Ceiling(room) => {
            format!("this agent is {} tall, but the ceiling is at {room}: tile ({x}, {y})", profile.height)
        }
        Closed::Slope(degrees) => {
            let most = profile.max_slope;
            format!("this agent stands on a slope of {degrees:.0} degrees, more than its {most}: tile ({x}, {y})")
        }
        _ => in_a_wall(tile, map.terrain_at(tile).map_or("", |terrain| &terrain.name)),
    }
}

/// Where a body reaches that may not.
fn reaches(map: &TileMap, hindrance: &Hindrance) -> String {
    match *hindrance {
        Hindrance::Tile(Cell { x, y }, ref closed) => match *closed {
            Closed::Outside => "over the edge of the map".to_owned(),
            Closed::Area(area) => {
                format!("into the area {} at tile ({x}, {y})", shown(&map.areas[area.0 as usize].name))
            }
            Closed::Ceiling(room) => format!("under a ceiling of {room} at tile ({x}, {y})"),
            Closed::Slope(degrees) => format!("onto a slope of {degrees:.0} degrees at tile ({x}, {y})"),
            _ => {
                let terrain = map.terrain_at(Cell::new(x, y)).map_or("", |terrain| &terrain.name);
                format!("into {} at tile ({x}, {y})", shown(terrain))
            }
        },
        Hindrance::Ledge(one, other, step) => {
            format!("over a step of {step} between the tiles ({}, {}) and ({}, {})", one.x, one.y, other.x, other.y)
        }
        Hindrance::Obstacle(index) => {
            let Obstacle { name, at, .. } = &map.obstacles[index];
            match name.as_str() {
                "" => format!("into the obstacle at ({}, {})", at.x, at.y),
                name => format!("into the obstacle {}", shown(name)),
            }
        }
    }
}

/// The end of a help: the tile nearest to `from`, of those not far away, in whose middle a body finds room; empty where
/// there is none.
fn nearest_tile(map: &TileMap, profile: &AgentProfile, from: Cell) -> String {
    let centre = map.lattice.centre(from);
    let room = Room::around(Solid::new(map, profile), centre, (FAR + 1) as f32 * map.lattice.tile_size);
    let near = Rect::of_cell(from).grown(FAR).clipped(map.lattice.width, map.lattice.height);
    let mut tiles: Vec<Cell> = near.cells().filter(|tile| tile.distance_squared(from) <= (FAR * FAR) as u64).collect();
    sorting::sort_by_key(&mut tiles, |tile| (tile.distance_squared(from), tile.y, tile.x));
    let nearest = tiles.into_iter().find(|&tile| room.hindrance(map.lattice.centre(tile)).is_none());
    nearest.map_or(String::new(), |tile| format!(": the nearest such tile is ({}, {})", tile.x, tile.y))
}
