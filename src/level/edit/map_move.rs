//! Where a map goes when it is made larger or smaller at its sides, shifted or turned, and everything on it.

use glam::Vec2;

use crate::grid::{Cell, Lattice};

/// How a map has been moved with everything on it: turned about its origin, then shifted. The origin and the size of tiles
/// stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "(u8, (i32, i32))", into = "(u8, (i32, i32))")]
pub struct MapMove {
    /// How often it has been turned clockwise by a quarter, 0 to 3.
    quarters: u8,
    /// By how many tiles to the right and downward after that.
    by: (i32, i32),
}

/// Tiles. No map is moved farther: it has at most 4096 on a side, and one move may follow another.
const FARTHEST: i32 = 1 << 20;

impl From<MapMove> for (u8, (i32, i32)) {
    fn from(moved: MapMove) -> (u8, (i32, i32)) {
        (moved.quarters, moved.by)
    }
}

impl TryFrom<(u8, (i32, i32))> for MapMove {
    type Error = String;

    fn try_from((quarters, by): (u8, (i32, i32))) -> Result<MapMove, String> {
        let is_near = |by: i32| (-FARTHEST..=FARTHEST).contains(&by);
        match quarters < 4 && is_near(by.0) && is_near(by.1) {
            true => Ok(MapMove { quarters, by }),
            false => Err(format!("a map is turned by 0 to 3 quarters and shifted by {FARTHEST} tiles at most")),
        }
    }
}

impl MapMove {
    /// To the right and downward by some tiles.
    pub(super) fn shift(right: i32, down: i32) -> MapMove {
        MapMove { quarters: 0, by: (right, down) }
    }

    /// Clockwise by a quarter, for a map with `rows` rows.
    pub(super) fn turn(rows: u32) -> MapMove {
        MapMove { quarters: 1, by: (rows as i32, 0) }
    }

    /// This and then another one.
    pub(super) fn then(self, next: MapMove) -> MapMove {
        let (x, y) = turned(self.by, next.quarters);
        MapMove { quarters: (self.quarters + next.quarters) % 4, by: (x + next.by.0, y + next.by.1) }
    }

    /// What takes it back.
    pub(super) fn inverse(self) -> MapMove {
        let quarters = (4 - self.quarters) % 4;
        let (x, y) = turned(self.by, quarters);
        MapMove { quarters, by: (-x, -y) }
    }

    /// Where a point in the world is afterwards, on the map of `lattice` before or after.
    pub fn point(self, point: Vec2, lattice: &Lattice) -> Vec2 {
        let by = Vec2::new(self.by.0 as f32, self.by.1 as f32) * lattice.tile_size;
        lattice.origin + self.direction(point - lattice.origin) + by
    }

    /// Where a direction points afterwards.
    pub fn direction(self, direction: Vec2) -> Vec2 {
        (0..self.quarters).fold(direction, |direction, _| Vec2::new(-direction.y, direction.x))
    }

    /// Where a tile is afterwards, or one of the cells, with `cells_per_tile` of them along the side of a tile; perhaps off the map.
    pub fn cell(self, cell: Cell, cells_per_tile: u32) -> Cell {
        let (x, y) = turned((2 * cell.x + 1, 2 * cell.y + 1), self.quarters);
        let by = cells_per_tile as i32;
        Cell::new((x - 1) / 2 + by * self.by.0, (y - 1) / 2 + by * self.by.1)
    }
}

fn turned(by: (i32, i32), quarters: u8) -> (i32, i32) {
    (0..quarters).fold(by, |(x, y), _| (-y, x))
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    #[test]
    fn points_cells_and_directions_go_the_same_way_and_back() {
        let lattice = Lattice { origin: vec2(-3.0, 5.0), tile_size: 2.0, ..Lattice::new(7, 4) };
        let moves = [MapMove::shift(2, -1), MapMove::turn(4), MapMove::turn(7), MapMove::shift(-3, 5)];
        let all = moves.into_iter().fold(MapMove::default(), MapMove::then);
        for (x, y) in [(0, 0), (6, 3), (2, 1)] {
            let cell = Cell::new(x, y);
            let (centre, moved) = (lattice.centre(cell), all.cell(cell, 1));
            assert_eq!(all.point(centre, &lattice), lattice.centre(moved));
            assert_eq!(all.inverse().cell(moved, 1), cell);
            assert_eq!(moves.iter().fold(cell, |cell, step| step.cell(cell, 1)), moved);
            // The cell at the same corner of a tile that is turned half-way round is at the opposite one.
            assert_eq!(all.cell(Cell::new(2 * x, 2 * y), 2), Cell::new(2 * moved.x + 1, 2 * moved.y + 1));
        }
        assert_eq!(MapMove::turn(4).cell(Cell::new(0, 0), 1), Cell::new(3, 0));
        assert_eq!(MapMove::turn(4).direction(Vec2::X), Vec2::Y);
        assert_eq!(all.then(all.inverse()), MapMove::default());
    }
}
