//! Estimates of the cost that is left, in the integers of [`moves`](super::moves).

use crate::grid::{Cell, Rect};

use super::moves::{MoveRules, STRAIGHT};
use super::query::Heuristic;

/// Estimates the cost from a cell to the nearest of some goals: by the distance to the rectangle around
/// them, over ground of the map's lowest cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    kind: Heuristic,
    /// What a straight step over ground of the lowest cost costs, and how much more a diagonal one.
    straight: u64,
    turn: u64,
}

impl Estimate {
    /// For at least one goal.
    pub fn new(kind: Heuristic, rules: MoveRules, lowest_cost: u16, goals: &[Cell]) -> Estimate {
        let around = Rect::around(goals.iter().copied()).expect("a search has a goal");
        Estimate {
            left: around.min.x,
            right: around.max.x - 1,
            top: around.min.y,
            bottom: around.max.y - 1,
            kind,
            straight: 2 * u64::from(lowest_cost) * STRAIGHT,
            turn: 2 * u64::from(lowest_cost) * (rules.diagonal_length() - STRAIGHT),
        }
    }

    /// The estimate at a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> u64 {
        let dx = (self.left - cell.x).max(cell.x - self.right).max(0) as u64;
        let dy = (self.top - cell.y).max(cell.y - self.bottom).max(0) as u64;
        match self.kind {
            Heuristic::Zero => 0,
            Heuristic::Manhattan => (dx + dy) * self.straight,
            Heuristic::Euclidean => (((dx * dx + dy * dy) as f64).sqrt() * self.straight as f64) as u64,
            Heuristic::Octile => dx.max(dy) * self.straight + dx.min(dy) * self.turn,
            Heuristic::Chebyshev => dx.max(dy) * self.straight,
        }
    }
}
