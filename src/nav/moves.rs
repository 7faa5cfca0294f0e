//! The one definition of a legal move and of what it costs.
//!
//! An agent moves from the middle of a cell to the middle of one of its eight neighbours. A straight
//! move needs the neighbour to be passable; a diagonal one needs the two cells beside it to be
//! passable as well, so that no corner is ever cut.
//!
//! Under this rule every point of the line between the two middles has at least the clearance of the
//! least clear of the cells named above: the distance to a tile, taken over the square between four
//! neighbouring middles, is smallest at one of them, on each axis by itself. Hence a body that fits in
//! the cells fits between them too.
//!
//! That is how agents walk. [`MoveRules`] holds the other rules that a search may use. By any of them a move is legal
//! only where no ledge and no obstacle blocks it, and costs more where it leads up.

use crate::grid::Cell;

use crate::method::{Connectivity, CornerRule, DiagonalCost, Method};

/// The cost of a straight step for each hundredth of the costs of its two cells.
pub const STRAIGHT: u64 = 985;

/// The cost of a diagonal step for each hundredth of the costs of its two cells. 1393 / 985 is so close to the square
/// root of 2 that no path on a map of the greatest size shows the difference.
pub const DIAGONAL: u64 = 1393;

/// The integer cost of one tile of cost 1 crossed straight: [`STRAIGHT`] times 100 hundredths for each
/// of the two cells.
pub const TILE_COST: u64 = STRAIGHT * 200;

/// An integer cost in tiles of cost 1.
pub(super) fn in_tiles(cost: u64) -> f64 {
    cost as f64 / TILE_COST as f64
}

/// The indices in [`MOVES`] of the moves in a set, which has a bit for each.
pub(super) fn move_indices(moves: u8) -> impl Iterator<Item = usize> {
    (0..MOVES.len()).filter(move |index| moves >> index & 1 == 1)
}

/// Of a list with an entry for each cell number: those of a cell's eight neighbours, in the order of
/// [`MOVES`]. `stride` is the number of cells in a row, the rim included.
#[inline(always)]
pub(super) fn neighbours<T: Copy>(list: &[T], cell: u32, stride: usize) -> [T; 8] {
    let row = |left: usize| -> [T; 3] {
        let row = &list[left..left + 3];
        [row[0], row[1], row[2]]
    };
    let left = cell as usize - 1;
    let ([up_left, up, up_right], [left, _, right]) = (row(left - stride), row(left));
    let [down_left, down, down_right] = row(cell as usize - 1 + stride);
    [right, down_right, down, down_left, left, up_left, up, up_right]
}

/// A step to one of the eight neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Columns: -1, 0 or 1.
    pub dx: i32,
    /// Rows: -1, 0 or 1, downward.
    pub dy: i32,
}

/// The eight moves. A move and its reverse stand four places apart.
pub const MOVES: [Move; 8] = [
    Move { dx: 1, dy: 0 },
    Move { dx: 1, dy: 1 },
    Move { dx: 0, dy: 1 },
    Move { dx: -1, dy: 1 },
    Move { dx: -1, dy: 0 },
    Move { dx: -1, dy: -1 },
    Move { dx: 0, dy: -1 },
    Move { dx: 1, dy: -1 },
];

impl Move {
    /// The move that leads from one cell to another, or `None` when they are not neighbours.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::nav::moves::Move;
    /// assert_eq!(Move::between(Cell::new(4, 4), Cell::new(5, 3)), Some(Move { dx: 1, dy: -1 }));
    /// assert_eq!(Move::between(Cell::new(4, 4), Cell::new(6, 4)), None);
    /// ```
    pub fn between(from: Cell, to: Cell) -> Option<Move> {
        MOVES.into_iter().find(|step| step.from(from) == to)
    }

    /// Where the move leads from `cell`.
    pub fn from(self, cell: Cell) -> Cell {
        Cell::new(cell.x + self.dx, cell.y + self.dy)
    }

    /// The move that leads back.
    pub const fn back(self) -> Move {
        Move { dx: -self.dx, dy: -self.dy }
    }

    /// Whether it changes both column and row.
    pub const fn is_diagonal(self) -> bool {
        self.dx != 0 && self.dy != 0
    }

    /// Its length in tiles: 1, or the square root of 2.
    pub const fn length(self) -> f64 {
        if self.is_diagonal() { std::f64::consts::SQRT_2 } else { 1.0 }
    }

    /// What it costs between cells of these costs, in hundredths: its length times their sum.
    pub const fn cost(self, from: u16, to: u16) -> u64 {
        let length = if self.is_diagonal() { DIAGONAL } else { STRAIGHT };
        length * (from as u64 + to as u64)
    }

    /// Whether it may be made from `cell`, itself passable, given which cells are passable.
    pub fn is_legal(self, cell: Cell, is_passable: impl Fn(Cell) -> bool) -> bool {
        is_passable(self.from(cell))
            && is_passable(Cell::new(cell.x + self.dx, cell.y))
            && is_passable(Cell::new(cell.x, cell.y + self.dy))
    }
}

/// The place in [`MOVES`] of the move from a cell to a neighbour.
pub(super) fn move_index(from: Cell, to: Cell) -> Option<usize> {
    MOVES.iter().position(|step| step.from(from) == to)
}

/// By how many times 45 degrees a path turns between two moves, by their places in [`MOVES`].
pub(super) const fn eighths_between(from: usize, to: usize) -> u64 {
    let apart = from.abs_diff(to);
    (if apart > MOVES.len() / 2 { MOVES.len() - apart } else { apart }) as u64
}

/// Which steps are legal and what they cost, by the settings of a [`Method`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveRules {
    /// To how many neighbours a step may lead.
    pub connectivity: Connectivity,
    /// When a diagonal step may pass an obstacle's corner.
    pub corners: CornerRule,
    /// What a diagonal step costs.
    pub diagonal: DiagonalCost,
}

impl MoveRules {
    /// The rules by which agents walk.
    pub const WALKING: MoveRules =
        MoveRules { connectivity: Connectivity::Eight, corners: CornerRule::Never, diagonal: DiagonalCost::Exact };

    /// The legal moves from a passable cell, one bit each in the order of [`MOVES`], given which of its neighbours are
    /// passable as bits in the same order.
    pub fn legal(self, around: u8) -> u8 {
        let is_legal = |&index: &usize| {
            let passable = |index: usize| around >> (index % 8) & 1 == 1;
            let beside = [passable(index + 7), passable(index + 1)];
            let is_diagonal = MOVES[index].is_diagonal();
            passable(index)
                && (!is_diagonal
                    || self.connectivity == Connectivity::Eight
                        && match self.corners {
                            CornerRule::Never => beside[0] && beside[1],
                            CornerRule::OneFree => beside[0] || beside[1],
                            CornerRule::Always => true,
                        })
        };
        (0..MOVES.len()).filter(is_legal).fold(0, |bits, index| bits | 1 << index)
    }

    /// Whether a move may be made from `cell`, itself passable, given which cells are passable.
    pub fn allows(self, step: Move, cell: Cell, is_passable: impl Fn(Cell) -> bool) -> bool {
        let around = MOVES.iter().rev().fold(0, |bits, step| bits << 1 | u8::from(is_passable(step.from(cell))));
        let index = MOVES.iter().position(|known| *known == step);
        index.is_some_and(|index| self.legal(around) >> index & 1 == 1)
    }

    /// What a diagonal step costs, where a straight one costs [`STRAIGHT`].
    pub(crate) const fn diagonal_length(self) -> u64 {
        match self.diagonal {
            DiagonalCost::Exact => DIAGONAL,
            DiagonalCost::TenFourteen => STRAIGHT * 14 / 10,
        }
    }

    /// What the most expensive step costs, where a straight one costs 1.
    pub(crate) const fn longest_step(self) -> f64 {
        match (self.connectivity, self.diagonal) {
            (Connectivity::Four, _) => 1.0,
            (_, DiagonalCost::Exact) => std::f64::consts::SQRT_2,
            (_, DiagonalCost::TenFourteen) => 1.4,
        }
    }

    /// What a move costs between cells of these costs, in hundredths: its length times their sum.
    pub const fn cost(self, step: Move, from: u16, to: u16) -> u64 {
        let length = if step.is_diagonal() { self.diagonal_length() } else { STRAIGHT };
        length * (from as u64 + to as u64)
    }
}

impl From<Method> for MoveRules {
    fn from(method: Method) -> MoveRules {
        MoveRules { connectivity: method.connectivity, corners: method.corners, diagonal: method.diagonal }
    }
}
