//! The brush that paints walls and other ground: what a stroke does, and which tiles it touches.

use footpath::grid::{Cell, Lattice};
use footpath::level::{TerrainId, TileMap};
use footpath::sim::Command;
use glam::Vec2;

/// The terrain of painted walls.
pub const WALL: &str = "wall";

/// A stroke from press to release: it paints, or it erases, as its first tile decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrushStroke {
    /// Whether it takes away what it would paint, and walls.
    pub erases: bool,
    /// The terrain that the tiles on its way get.
    paint: TerrainId,
    last: Vec2,
}

impl BrushStroke {
    /// Begins at a point of the world, with a terrain of the map: on an obstacle, and on that terrain, it erases,
    /// elsewhere it paints.
    pub fn begin(map: &TileMap, paint: TerrainId, at: Vec2) -> BrushStroke {
        let erases = map.lattice.tile_inside(at).is_some_and(|tile| is_covered(map, paint, tile));
        BrushStroke { erases, paint, last: at }
    }

    /// The command for going on to `to`, unless no tile on the way needs it. Other ground is not painted over walls.
    pub fn go_on(&mut self, map: &TileMap, to: Vec2) -> Option<Command> {
        let on_the_way = tiles_between(&map.lattice, self.last, to);
        self.last = to;
        let needs_it = |tile: &Cell| is_covered(map, self.paint, *tile) == self.erases;
        let tiles: Vec<Cell> = on_the_way.into_iter().filter(needs_it).collect();
        if tiles.is_empty() {
            None
        } else if self.erases {
            Some(Command::Erase { tiles })
        } else {
            Some(Command::Paint { terrain: map.terrains[self.paint.0 as usize].name.clone(), tiles })
        }
    }
}

/// Whether a stroke with a terrain that begins on a tile erases.
pub fn is_covered(map: &TileMap, paint: TerrainId, tile: Cell) -> bool {
    !map.is_walkable(tile) || map.tiles.get(tile) == Some(&paint)
}

/// The tiles of the map that the straight line from `from` to `to` passes through, each sharing a
/// side with the next, so that no agent slips through a fast stroke.
///
/// Steps from tile to tile at whichever side the line crosses first (Amanatides and Woo, A Fast
/// Voxel Traversal Algorithm for Ray Tracing).
fn tiles_between(lattice: &Lattice, from: Vec2, to: Vec2) -> Vec<Cell> {
    let (mut tile, last) = (lattice.tile_at(from), lattice.tile_at(to));
    let start = (from - lattice.origin) / lattice.tile_size;
    let delta = (to - from) / lattice.tile_size;
    let steps = tile.x.abs_diff(last.x) + tile.y.abs_diff(last.y);
    let (step_x, step_y) = (if delta.x > 0.0 { 1 } else { -1 }, if delta.y > 0.0 { 1 } else { -1 });
    let crossing = |tile: i32, start: f32, delta: f32| {
        let side = tile as f32 + if delta > 0.0 { 1.0 } else { 0.0 };
        if delta == 0.0 { f32::INFINITY } else { (side - start) / delta }
    };
    let mut tiles = vec![tile];
    for _ in 0..steps {
        let across_x = tile.x != last.x
            && (tile.y == last.y || crossing(tile.x, start.x, delta.x) < crossing(tile.y, start.y, delta.y));
        if across_x {
            tile.x += step_x;
        } else {
            tile.y += step_y;
        }
        tiles.push(tile);
    }
    tiles.retain(|tile| lattice.contains(*tile));
    tiles
}

#[cfg(test)]
mod tests {
    use footpath::grid::Grid;
    use footpath::level::Terrain;
    use glam::vec2;

    use super::*;

    fn lattice() -> Lattice {
        Lattice { origin: vec2(-4.0, -4.0), tile_size: 2.0, width: 10, height: 10 }
    }

    fn meadow() -> TileMap {
        TileMap::new(lattice(), Terrain::built_in(), Grid::filled(10, 10, TerrainId(0)))
    }

    #[test]
    fn a_fast_stroke_has_no_gaps() {
        for (to_x, to_y) in [(15.0, 11.0), (15.9, -3.9), (-3.0, 15.0), (-4.0, -4.0), (3.0, 2.9)] {
            for (from_x, from_y) in [(-3.5, -3.9), (9.0, 9.0), (3.0, 3.0)] {
                let (from, to) = (vec2(from_x, from_y), vec2(to_x, to_y));
                let tiles = tiles_between(&lattice(), from, to);
                assert_eq!(tiles.first(), Some(&lattice().tile_at(from)));
                assert_eq!(tiles.last(), Some(&lattice().tile_at(to)));
                for pair in tiles.windows(2) {
                    assert_eq!(pair[0].distance_squared(pair[1]), 1, "{from} to {to}: {pair:?}");
                }
            }
        }
    }

    #[test]
    fn a_stroke_from_outside_paints_only_tiles_of_the_map() {
        let tiles = tiles_between(&lattice(), vec2(-20.0, 1.0), vec2(40.0, 1.0));
        assert_eq!(tiles, (0..10).map(|x| Cell::new(x, 2)).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_tile_decides() {
        let mut map = meadow();
        map.tiles[Cell::new(2, 2)] = TerrainId(1);
        let on_wall = map.lattice.centre(Cell::new(2, 2));
        let on_grass = map.lattice.centre(Cell::new(4, 2));
        let mut erasing = BrushStroke::begin(&map, TerrainId(1), on_wall);
        assert_eq!(erasing.go_on(&map, on_grass), Some(Command::Erase { tiles: vec![Cell::new(2, 2)] }));
        let mut painting = BrushStroke::begin(&map, TerrainId(1), on_grass);
        let tiles = vec![Cell::new(4, 2), Cell::new(3, 2)];
        assert_eq!(painting.go_on(&map, on_wall), Some(Command::Paint { terrain: "wall".to_owned(), tiles }));
        assert_eq!(painting.go_on(&map, on_wall), None, "nothing new to paint");
    }

    #[test]
    fn other_ground_is_painted_around_walls_and_erased_with_them() {
        let mut map = meadow();
        let swamp = map.terrain_named("swamp").expect("a built-in terrain");
        let at = |map: &TileMap, x| map.lattice.centre(Cell::new(x, 2));
        map.tiles[Cell::new(2, 2)] = TerrainId(1);
        let mut painting = BrushStroke::begin(&map, swamp, at(&map, 1));
        let tiles = vec![Cell::new(1, 2), Cell::new(3, 2)];
        assert_eq!(painting.go_on(&map, at(&map, 3)), Some(Command::Paint { terrain: "swamp".to_owned(), tiles }));
        map.tiles[Cell::new(3, 2)] = swamp;
        let mut erasing = BrushStroke::begin(&map, swamp, at(&map, 3));
        let tiles = vec![Cell::new(3, 2), Cell::new(2, 2)];
        assert_eq!(erasing.go_on(&map, at(&map, 1)), Some(Command::Erase { tiles }));
    }
}
