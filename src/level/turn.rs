//! How a map, or a piece of one, is turned.

use std::ops::Neg;

use crate::grid::Cell;

/// How a map, or a piece of one, is mirrored and turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orientation {
    /// Whether its left and its right are exchanged, before it is turned.
    pub mirrored: bool,
    /// By how many quarters it is turned, clockwise, 0 to 3.
    pub quarters: u8,
}

impl Orientation {
    /// What lies so far to the right and downward of a point, when all is turned about that point.
    pub fn about_point<T: Copy + Neg<Output = T>>(self, (x, y): (T, T)) -> (T, T) {
        let mirrored = if self.mirrored { (-x, y) } else { (x, y) };
        (0..self.quarters).fold(mirrored, |(x, y), _| (-y, x))
    }

    /// Where a tile of a piece of so many columns and rows comes to lie, counted from its upper left corner then.
    pub fn cell(self, cell: Cell, (width, height): (i32, i32)) -> Cell {
        let (x, y) = self.about_point((2 * cell.x + 1, 2 * cell.y + 1));
        let (right, down) = self.about_point((width, height));
        Cell::new((x - 1) / 2 - right.min(0), (y - 1) / 2 - down.min(0))
    }

    /// Whether what was across is up and down then.
    pub fn changes_sides(self) -> bool {
        self.quarters % 2 == 1
    }

    /// This and then another one.
    pub fn then(self, next: Orientation) -> Orientation {
        // What is mirrored afterwards has been turned the other way round.
        let quarters = if next.mirrored { 4 - self.quarters } else { self.quarters };
        Orientation { mirrored: self.mirrored != next.mirrored, quarters: (quarters + next.quarters) % 4 }
    }

    /// What takes it back.
    pub fn inverse(self) -> Orientation {
        let quarters = if self.mirrored { self.quarters } else { (4 - self.quarters) % 4 };
        Orientation { quarters, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tiles_of_a_piece_go_where_it_is_turned_and_back() {
        let corner = |mirrored, quarters| Orientation { mirrored, quarters }.cell(Cell::new(0, 0), (3, 2));
        let plain = [0, 1, 2, 3].map(|quarters| corner(false, quarters));
        assert_eq!(plain, [(0, 0), (1, 0), (2, 1), (0, 2)].map(|(x, y)| Cell::new(x, y)));
        let mirrored = [0, 1, 2, 3].map(|quarters| corner(true, quarters));
        assert_eq!(mirrored, [(2, 0), (1, 2), (0, 1), (0, 0)].map(|(x, y)| Cell::new(x, y)));
        for (mirrored, quarters) in [(false, 0), (false, 1), (false, 2), (true, 0), (true, 1), (true, 3)] {
            let turn = Orientation { mirrored, quarters };
            assert_eq!(turn.then(turn.inverse()), Orientation::default());
        }
    }
}
