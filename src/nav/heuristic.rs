//! Estimates of the cost that is left, in the integers of [`moves`](super::moves).

use std::f64::consts::SQRT_2;

use crate::grid::{Cell, Lattice, Rect};

use super::baked_ground::BakedGround;
use super::moves::{DIAGONAL, MoveRules, STRAIGHT};
use crate::method::{Connectivity, DiagonalCost, Heuristic};

/// The greatest estimate, whatever its weight, so that it fits into an entry of the open list.
pub(super) const GREATEST: u64 = (1 << 46) - 1;

/// The most columns, and rows, of a map.
const MOST_TILES: u64 = 1 << 12;

/// Estimates the cost from a cell to the nearest of some goals: by the distance to the rectangle around
/// them, over ground of the map's lowest cost.
///
/// All but the Euclidean one are linear in the greater and the lesser of the columns and rows that are left. The
/// Euclidean one is reduced by a billionth, more than rounding can add to its fall from a cell to its neighbour. So all
/// are consistent where they never overestimate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    /// The cost of each tile of the greater of the two, and of the lesser.
    greater: u64,
    lesser: u64,
    /// The cost of each tile of straight distance, instead of these; 0 for all estimates but the Euclidean.
    straight: f64,
}

impl Estimate {
    /// For at least one goal on a grid, by its [least cost](BakedGround::least_cost).
    ///
    /// No link costs less for its length in straight and diagonal steps. Estimates that would give more for that length
    /// are lowered accordingly where there are links.
    pub fn on(grid: &BakedGround, kind: Heuristic, rules: MoveRules, goals: &[Cell]) -> Estimate {
        Estimate::around(grid, kind, rules, rect_around(goals))
    }

    /// For goals within a rectangle, like [`Estimate::on`].
    pub fn around(grid: &BakedGround, kind: Heuristic, rules: MoveRules, goals: Rect) -> Estimate {
        let estimate = Estimate::within(kind, rules, grid.least_cost(), goals);
        let is_too_much = kind == Heuristic::Manhattan && !grid.link_table().is_empty();
        if is_too_much && rules.connectivity == Connectivity::Four {
            let less = |by: u64| by * DIAGONAL / (2 * STRAIGHT);
            return Estimate { greater: less(estimate.greater), lesser: less(estimate.lesser), ..estimate };
        }
        estimate
    }

    /// For at least one goal, on ground of a lowest cost.
    pub fn new(kind: Heuristic, rules: MoveRules, lowest_cost: u16, goals: &[Cell]) -> Estimate {
        Estimate::within(kind, rules, lowest_cost, rect_around(goals))
    }

    fn within(kind: Heuristic, rules: MoveRules, lowest_cost: u16, around: Rect) -> Estimate {
        let both = 2 * u64::from(lowest_cost);
        let (greater, lesser) = match kind {
            Heuristic::Zero | Heuristic::Euclidean => (0, 0),
            Heuristic::Manhattan => (STRAIGHT, STRAIGHT),
            Heuristic::Octile => (STRAIGHT, rules.diagonal_length() - STRAIGHT),
            Heuristic::Chebyshev => (STRAIGHT, 0),
        };
        let straight =
            if kind == Heuristic::Euclidean { straight_line(rules) * both as f64 * (1.0 - 1e-9) } else { 0.0 };
        Estimate {
            left: around.min.x,
            right: around.max.x - 1,
            top: around.min.y,
            bottom: around.max.y - 1,
            greater: greater * both,
            lesser: lesser * both,
            straight,
        }
    }

    /// This estimate multiplied by `weight`, which is finite and not negative; by less where it would become too great.
    pub fn weighted(self, weight: f64) -> Estimate {
        let most = (GREATEST / (2 * MOST_TILES)) as f64;
        let scaled = |by: u64| (by as f64 * weight).min(most) as u64;
        let straight = (self.straight * weight).min(most);
        Estimate { greater: scaled(self.greater), lesser: scaled(self.lesser), straight, ..self }
    }

    /// This estimate in units of `unit`, which divides the cost of every step; not for the Euclidean one.
    pub fn in_units(self, unit: u64) -> Estimate {
        Estimate { greater: self.greater / unit, lesser: self.lesser / unit, ..self }
    }

    /// The estimate at a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> u64 {
        let dx = (self.left - cell.x).max(cell.x - self.right).max(0) as u64;
        let dy = (self.top - cell.y).max(cell.y - self.bottom).max(0) as u64;
        if self.straight > 0.0 {
            return (((dx * dx + dy * dy) as f64).sqrt() * self.straight) as u64;
        }
        dx.max(dy) * self.greater + dx.min(dy) * self.lesser
    }

    /// At least the greatest estimate at any cell of a map; not for the Euclidean one.
    pub fn greatest(&self, map: Lattice) -> u64 {
        u64::from(map.width.max(map.height)) * self.greater + u64::from(map.width.min(map.height)) * self.lesser
    }

    /// The most by which it rises from a cell to its neighbour.
    pub fn steepest(&self) -> u64 {
        self.greater + self.lesser + (self.straight * SQRT_2) as u64 + 2
    }
}

fn rect_around(goals: &[Cell]) -> Rect {
    Rect::around(goals.iter().copied()).expect("a search has a goal")
}

/// The cost of a tile of straight distance on ground of cost 1, for each hundredth of the two cells' costs.
///
/// The cost of a straight step, lowered where a diagonal step costs less than its length: 1393 / 985 is a little below
/// the square root of 2. With the classic 10 and 14 it stays the classic 10, which overestimates.
fn straight_line(rules: MoveRules) -> f64 {
    match (rules.connectivity, rules.diagonal) {
        (Connectivity::Eight, DiagonalCost::Exact) => rules.diagonal_length() as f64 / SQRT_2,
        _ => STRAIGHT as f64,
    }
}

/// The greatest ratio of an estimate to the true cost: 1 if it never overestimates, 0 if there is none.
pub(super) fn greatest_share(kind: Heuristic, rules: MoveRules) -> f64 {
    let diagonal = rules.diagonal_length() as f64;
    match (kind, rules.connectivity) {
        (Heuristic::Zero, _) => 0.0,
        // On a diagonal two straight steps are counted, or the straight distance.
        (Heuristic::Manhattan, Connectivity::Eight) => (2 * STRAIGHT) as f64 / diagonal,
        (Heuristic::Euclidean, Connectivity::Eight) if rules.diagonal == DiagonalCost::TenFourteen => {
            STRAIGHT as f64 * SQRT_2 / diagonal
        }
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left on open ground of cost 0.1, dx columns and dy rows from the goal.
    fn left(rules: MoveRules, dx: u64, dy: u64) -> u64 {
        let diagonal = rules.diagonal_length().min(2 * STRAIGHT);
        let length = match rules.connectivity {
            Connectivity::Four => (dx + dy) * STRAIGHT,
            Connectivity::Eight => dx.min(dy) * diagonal + dx.abs_diff(dy) * STRAIGHT,
        };
        length * 20
    }

    /// At every distance that a map can have: near ones all, far ones some.
    #[test]
    fn estimates_are_at_most_their_share_of_what_is_left() {
        let far = (1..64).map(|step| step * 65);
        let distances: Vec<i32> = (0..40).chain(far).chain([2377, 4094, 4095]).collect();
        let all = Connectivity::ALL.iter().flat_map(|&connectivity| {
            DiagonalCost::ALL.iter().map(move |&diagonal| MoveRules { connectivity, diagonal, ..MoveRules::WALKING })
        });
        for (rules, &kind) in all.flat_map(|rules| Heuristic::ALL.iter().map(move |kind| (rules, kind))) {
            let estimate = Estimate::new(kind, rules, 10, &[Cell::new(0, 0)]);
            let share = greatest_share(kind, rules);
            for (&dx, &dy) in distances.iter().flat_map(|dx| distances.iter().map(move |dy| (dx, dy))) {
                let (h, left) = (estimate.at(Cell::new(dx, dy)), left(rules, dx as u64, dy as u64));
                let admissible = if share <= 1.0 { h <= left } else { h as f64 <= left as f64 * share + 1e-3 };
                assert!(admissible, "{kind:?} by {rules:?} at {dx}, {dy}: {h}, not {left}");
                let rise = estimate.at(Cell::new(dx + 1, dy + 1)) - h;
                assert!(rise <= estimate.steepest(), "{kind:?} rises by {rise}");
            }
        }
    }

    #[test]
    fn no_weight_is_too_great() {
        for kind in Heuristic::ALL {
            let estimate = Estimate::new(kind, MoveRules::WALKING, 10_000, &[Cell::new(0, 0)]);
            assert!(estimate.weighted(1e300).at(Cell::new(4095, 4095)) <= GREATEST, "{kind:?}");
            assert_eq!(estimate.weighted(0.0).at(Cell::new(4095, 4095)), 0);
        }
    }
}
