//! Which moves are worth trying from a cell, given the move that led to it.
//!
//! On even ground most pairs of moves lead only where another pair, around the cell in between, leads at no greater
//! cost; a search need not try them all. Left out, as in jump point search (D. Harabor and A. Grastien, "Online Graph
//! Pruning for Pathfinding on Grid Maps", AAAI 2011), is every pair that
//!
//! - costs more than some way round, or
//! - goes straight and then diagonally where diagonally and then straight costs the same (N. Sturtevant and
//!   S. Rabin, "Canonical Orderings on Grids", IJCAI 2016); with four neighbours, that does not go up first, then
//!   sideways, then down, where that can be had.
//!
//! Each cell still gets its lowest cost. A pair of the first kind is part of no cheapest path. One of the second is
//! replaced by one that ends in a move of higher rank (straight; sideways or down), and those of the highest are never
//! left out for a tie; so of the paths that cost the same one always remains. This holds whatever order cells are
//! expanded in, as long as a cell whose cost falls is expanded again; and where there are links, which are always
//! tried. Where going up costs something cells are not even, and of pairs only those are left out that cost more than
//! the path straight there: going up at once costs no more than in two parts.

use std::sync::OnceLock;

use crate::grid::Cell;

use super::moves::{MOVES, Move, MoveRules};
use crate::method::{Connectivity, CornerRule, DiagonalCost};

/// Instead of a move, at the cell where a search begins.
pub const ROOT: u8 = MOVES.len() as u8;

/// Instead of a move, where a link has led: every legal move is worth trying from there, as after [`ROOT`].
pub const LINK: u8 = ROOT + 1;

/// `OnwardMoves[pruning][move][around]`: by whether costs differ between a cell and its passable neighbours (0), or are all
/// the same (1), or there is a blocked edge between them (2), by the place in [`MOVES`] of the move that led there, or
/// [`ROOT`], and by which neighbours are passable, a bit for each move: the moves worth trying from there, a bit for
/// each. After [`ROOT`] these are all legal moves.
///
/// Where costs differ, only moves back to the previous cell or straight beside it are left out; near a blocked edge,
/// none.
pub type OnwardMoves = [[[u8; 256]; 9]; 3];

/// The moves worth trying by these rules.
pub fn onward(rules: MoveRules) -> &'static OnwardMoves {
    static TABLES: [OnceLock<OnwardMoves>; 7] = [const { OnceLock::new() }; 7];
    // With four neighbours the other rules make no difference.
    let index = match (rules.connectivity, rules.corners) {
        (Connectivity::Four, _) => 6,
        (_, CornerRule::Never) => 0,
        (_, CornerRule::OneFree) => 1,
        (_, CornerRule::Always) => 2,
    };
    let with_eight = rules.connectivity == Connectivity::Eight;
    let other_cost = with_eight && rules.diagonal == DiagonalCost::TenFourteen;
    TABLES[index + 3 * usize::from(other_cost)].get_or_init(|| table(rules))
}

fn table(rules: MoveRules) -> OnwardMoves {
    let mut onward = [[[0; 256]; 9]; 3];
    for (pruning, rows) in onward.iter_mut().enumerate() {
        for (row, entries) in rows.iter_mut().enumerate() {
            for (around, entry) in entries.iter_mut().enumerate() {
                let middle = NineCells { rules, around: around as u8 };
                let last = MOVES.get(row).copied().filter(|_| pruning < 2);
                let worth = |&index: &usize| middle.is_worth_making(pruning == 1, last, index);
                *entry = (0..MOVES.len()).filter(worth).fold(0, |bits, index| bits | 1 << index);
            }
        }
    }
    onward
}

/// A passable cell at (0, 0) and those around it.
struct NineCells {
    rules: MoveRules,
    /// Which of them are passable, a bit for each move.
    around: u8,
}

impl NineCells {
    /// Whether a move from the middle is legal, and worth making after `last`.
    fn is_worth_making(&self, even: bool, last: Option<Move>, next: usize) -> bool {
        if self.rules.legal(self.around) >> next & 1 == 0 {
            return false;
        }
        let Some(last) = last else { return true };
        let (middle, next) = (Cell::new(0, 0), MOVES[next]);
        let from = Cell::new(-last.dx, -last.dy);
        let to = next.from(middle);
        if !even {
            // Straight there is cheaper than through here, whatever the cells cost.
            return from != to && self.step(from, to).is_none_or(Move::is_diagonal);
        }
        let cost = self.cost(last) + self.cost(next);
        let straight_to_it = from == to || self.step(from, to).is_some_and(|step| self.cost(step) < cost);
        let round = |via: Cell| {
            let (Some(first), Some(second)) = (self.step(from, via), self.step(via, to)) else { return false };
            let other = self.cost(first) + self.cost(second);
            other < cost || other == cost && self.rank(second) > self.rank(next)
        };
        !straight_to_it && !MOVES.iter().any(|step| round(step.from(middle)))
    }

    /// Of paths that cost the same, the one with moves of lower rank first is kept. The open list orders cells of equal
    /// priority in the same manner; otherwise a search would go where no move is left.
    fn rank(&self, step: Move) -> i32 {
        match self.rules.connectivity {
            Connectivity::Four => step.dy,
            Connectivity::Eight => i32::from(!step.is_diagonal()),
        }
    }

    fn cost(&self, step: Move) -> u64 {
        self.rules.cost(step, 1, 1)
    }

    /// The move between two of the nine, if they are neighbours and it is legal.
    fn step(&self, from: Cell, to: Cell) -> Option<Move> {
        Move::between(from, to).filter(|&step| self.rules.allows(step, from, |cell| self.is_passable(cell)))
    }

    fn is_passable(&self, cell: Cell) -> bool {
        let index = MOVES.iter().position(|step| (step.dx, step.dy) == (cell.x, cell.y));
        index.map_or(cell == Cell::new(0, 0), |index| self.around >> index & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(moves: u8) -> Vec<usize> {
        (0..8).filter(|index| moves >> index & 1 == 1).collect()
    }

    fn walking(last: usize, around: u8) -> Vec<usize> {
        bits(onward(MoveRules::WALKING)[1][last][around as usize])
    }

    #[test]
    fn in_the_open_few_moves_are_left() {
        assert_eq!(walking(0, 0xff), [0], "east after east");
        assert_eq!(walking(1, 0xff), [0, 1, 2], "the diagonal and its two parts");
        assert_eq!(walking(ROOT as usize, 0xff), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn where_costs_differ_no_move_leads_back() {
        let onward = |last: usize| onward(MoveRules::WALKING)[0][last][0xff];
        assert_eq!(onward(0), 0b1100_0111, "after east: not west, north-west or south-west");
        assert_eq!(onward(1), 0b1000_1111, "after south-east: not west, north-west or north");
        assert_eq!(onward(ROOT as usize), 0xff);
    }

    #[test]
    fn past_a_wall_the_moves_round_it_are_kept() {
        // Going east with a wall to the south-west: south, and south-east, cannot be had without this cell.
        assert_eq!(walking(0, !(1 << 3)), [0, 1, 2]);
        // In a corridor that runs east nothing but east is legal and useful.
        assert_eq!(walking(0, 1 | 1 << 4), [0]);
        assert_eq!(walking(0, 1 << 4), [] as [usize; 0]);
    }

    #[test]
    fn with_four_neighbours_ways_go_up_first_and_down_last() {
        let four = MoveRules { connectivity: Connectivity::Four, ..MoveRules::WALKING };
        let after = |last: usize, around: u8| bits(onward(four)[1][last][around as usize]);
        assert_eq!(after(0, 0xff), [0, 2], "east: on, or down");
        assert_eq!(after(2, 0xff), [2], "down: only on");
        assert_eq!(after(6, 0xff), [0, 4, 6], "up: on, or aside");
        // Going down with a wall to the upper right: east cannot be had without this cell.
        assert_eq!(after(2, !(1 << 7)), [0, 2]);
    }

    /// By the looser rules a diagonal move round a corner is one that nothing replaces.
    #[test]
    fn corners_may_be_cut_where_the_rule_has_it() {
        let rules = |corners| MoveRules { corners, ..MoveRules::WALKING };
        let after_east = |corners, around: u8| bits(onward(rules(corners))[1][0][around as usize]);
        // Going east with a wall to the south: south-east is legal, and only from here.
        let wall_below = !(1 << 2);
        assert_eq!(after_east(CornerRule::Never, wall_below), [0]);
        assert_eq!(after_east(CornerRule::OneFree, wall_below), [0, 1]);
        // With walls east and south it takes the loosest rule.
        let two_walls = !(1 | 1 << 2);
        assert_eq!(after_east(CornerRule::OneFree, two_walls), [] as [usize; 0]);
        assert_eq!(after_east(CornerRule::Always, two_walls), [1]);
    }
}
