//! Where a map goes when it is made larger or smaller at its sides, shifted, turned or flipped, and everything on it.

use glam::Vec2;

use crate::format::Direction;
use crate::grid::{Cell, Lattice};
use crate::level::turn::Orientation;

/// How a map has been moved with everything on it: mirrored and turned about its origin, then shifted. The origin and the size
/// of tiles stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "(u8, (i32, i32))", into = "(u8, (i32, i32))")]
pub struct MapMove {
    /// How it has been mirrored and turned.
    turn: Orientation,
    /// By how many tiles to the right and downward after that.
    by: (i32, i32),
}

/// Tiles. No map is moved farther: it has at most 4096 on a side, and one move may follow another.
const FARTHEST: i32 = 1 << 20;

/// What is added to the quarters of a map that has been mirrored, where both are written as one number.
const MIRRORED: u8 = 4;

impl From<MapMove> for (u8, (i32, i32)) {
    fn from(moved: MapMove) -> (u8, (i32, i32)) {
        (moved.turn.quarters + if moved.turn.mirrored { MIRRORED } else { 0 }, moved.by)
    }
}

impl TryFrom<(u8, (i32, i32))> for MapMove {
    type Error = String;

    fn try_from((quarters, by): (u8, (i32, i32))) -> Result<MapMove, String> {
        let is_near = |by: i32| (-FARTHEST..=FARTHEST).contains(&by);
        match quarters < 2 * MIRRORED && is_near(by.0) && is_near(by.1) {
            true => {
                let turn = Orientation { mirrored: quarters >= MIRRORED, quarters: quarters % MIRRORED };
                Ok(MapMove { turn, by })
            }
            false => Err(format!(
                "a map is turned by 0 to 3 quarters, 4 to 7 if it is mirrored, and shifted by {FARTHEST} tiles at most"
            )),
        }
    }
}

impl MapMove {
    /// To the right and downward by some tiles.
    pub(super) fn shift(right: i32, down: i32) -> MapMove {
        MapMove { by: (right, down), ..MapMove::default() }
    }

    /// Clockwise by a quarter, for a map with `rows` rows.
    pub(super) fn turn(rows: u32) -> MapMove {
        MapMove { turn: Orientation { mirrored: false, quarters: 1 }, by: (rows as i32, 0) }
    }

    /// Left and right exchanged, for a map with `columns` columns.
    pub(super) fn flip_across(columns: u32) -> MapMove {
        MapMove { turn: Orientation { mirrored: true, quarters: 0 }, by: (columns as i32, 0) }
    }

    /// Top and bottom exchanged, for a map with `rows` rows.
    pub(super) fn flip_down(rows: u32) -> MapMove {
        MapMove { turn: Orientation { mirrored: true, quarters: 2 }, by: (0, rows as i32) }
    }

    /// This move and then another one, as one move.
    pub(super) fn then(self, next: MapMove) -> MapMove {
        let (x, y) = next.turn.about_point(self.by);
        MapMove { turn: self.turn.then(next.turn), by: (x + next.by.0, y + next.by.1) }
    }

    /// The move that takes this one back.
    pub(super) fn inverse(self) -> MapMove {
        let turn = self.turn.inverse();
        let (x, y) = turn.about_point(self.by);
        MapMove { turn, by: (-x, -y) }
    }

    /// Where a point is afterwards, both from the origin, with `tile` to the side of a tile.
    pub(super) fn written(self, [x, y]: [f64; 2], tile: f64) -> [f64; 2] {
        let (x, y) = self.turn.about_point((x, y));
        [x + f64::from(self.by.0) * tile, y + f64::from(self.by.1) * tile]
    }

    /// Where an angle points afterwards, in degrees, clockwise from the right.
    pub(super) fn angle(self, degrees: f64) -> f64 {
        let Orientation { mirrored, quarters } = self.turn;
        if self.turn == Orientation::default() {
            return degrees;
        }
        let degrees = if mirrored { 180.0 - degrees } else { degrees } + 90.0 * f64::from(quarters);
        if degrees >= 360.0 { degrees - 360.0 } else { degrees }
    }

    /// Where a direction points afterwards.
    pub(super) fn compass(self, direction: Direction) -> Direction {
        let to = direction.beside(Cell::new(0, 0));
        let to = self.turn.about_point((to.x, to.y));
        let points_there = |direction: &Direction| direction.beside(Cell::new(0, 0)) == Cell::new(to.0, to.1);
        Direction::ALL.into_iter().find(points_there).unwrap_or(direction)
    }

    /// Whether what was across is now up and down.
    pub(super) fn changes_sides(self) -> bool {
        self.turn.changes_sides()
    }

    /// Where a point in the world is afterwards, on the map of `lattice` before or after.
    pub fn point(self, point: Vec2, lattice: &Lattice) -> Vec2 {
        let by = Vec2::new(self.by.0 as f32, self.by.1 as f32) * lattice.tile_size;
        lattice.origin + self.direction(point - lattice.origin) + by
    }

    /// Where a direction points afterwards.
    pub fn direction(self, direction: Vec2) -> Vec2 {
        self.turn.about_point(direction.into()).into()
    }

    /// Where a tile is afterwards, or one of the cells, with `cells_per_tile` of them along the side of a tile; perhaps off the map.
    pub fn cell(self, cell: Cell, cells_per_tile: u32) -> Cell {
        let (x, y) = self.turn.about_point((2 * cell.x + 1, 2 * cell.y + 1));
        let by = cells_per_tile as i32;
        Cell::new((x - 1) / 2 + by * self.by.0, (y - 1) / 2 + by * self.by.1)
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    #[test]
    fn points_cells_and_directions_go_the_same_way_and_back() {
        let lattice = Lattice { origin: vec2(-3.0, 5.0), tile_size: 2.0, ..Lattice::new(7, 4) };
        let (across, down) = (MapMove::flip_across(4), MapMove::flip_down(7));
        let turns = [MapMove::shift(2, -1), MapMove::turn(4), MapMove::turn(7), MapMove::shift(-3, 5)];
        let flips = [MapMove::turn(4), across, MapMove::shift(2, -1), MapMove::turn(7), down, MapMove::turn(7), across];
        for moves in [&turns[..], &flips, &flips[..3], &flips[..4]] {
            check(&lattice, moves);
        }
        assert_eq!(MapMove::turn(4).cell(Cell::new(0, 0), 1), Cell::new(3, 0));
        assert_eq!(across.cell(Cell::new(0, 2), 1), Cell::new(3, 2));
        assert_eq!(down.cell(Cell::new(0, 2), 1), Cell::new(0, 4));
        assert_eq!(MapMove::turn(4).direction(Vec2::X), Vec2::Y);
        assert_eq!((across.angle(30.0), down.angle(30.0), MapMove::turn(4).angle(270.0)), (150.0, 330.0, 0.0));
        let compass = |moved: MapMove| moved.compass(Direction::East);
        assert_eq!(
            [compass(across), compass(down), compass(MapMove::turn(4))],
            [Direction::West, Direction::East, Direction::South]
        );
    }

    fn check(lattice: &Lattice, moves: &[MapMove]) {
        let all = moves.iter().copied().fold(MapMove::default(), MapMove::then);
        for (x, y) in [(0, 0), (6, 3), (2, 1)] {
            let cell = Cell::new(x, y);
            let (centre, moved) = (lattice.centre(cell), all.cell(cell, 1));
            assert_eq!(all.point(centre, lattice), lattice.centre(moved));
            assert_eq!(all.inverse().cell(moved, 1), cell);
            assert_eq!(moves.iter().fold(cell, |cell, step| step.cell(cell, 1)), moved);
            // A smaller cell stays in its tile.
            let smaller = all.cell(Cell::new(2 * x, 2 * y), 2);
            assert_eq!(Cell::new(smaller.x.div_euclid(2), smaller.y.div_euclid(2)), moved);
            assert_eq!(all.inverse().cell(smaller, 2), Cell::new(2 * x, 2 * y));
        }
        assert_eq!(all.then(all.inverse()), MapMove::default());
        let written = <(u8, (i32, i32))>::from(all);
        assert_eq!(MapMove::try_from(written), Ok(all));
    }
}
