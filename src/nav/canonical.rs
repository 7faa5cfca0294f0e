//! Which moves are worth making on from a cell, given the move that led to it.
//!
//! On even ground most pairs of moves only lead where another pair, round the cell in between, leads at no greater
//! cost; a search need not try them all. Left out, as in jump point search (D. Harabor and A. Grastien, "Online
//! Graph Pruning for Pathfinding on Grid Maps", AAAI 2011), is every pair that
//!
//! - costs more than some way round, or
//! - goes straight and then diagonally where diagonally and then straight costs the same (N. Sturtevant and
//!   S. Rabin, "Canonical Orderings on Grids", IJCAI 2016).
//!
//! Each cell still gets its lowest cost. A pair of the first kind is part of no cheapest way. One of the second ends
//! in a diagonal move, and its replacement in a straight one, which is itself never left out for a tie; so of
//! the ways that cost the same one always remains.

use std::sync::LazyLock;

use crate::grid::Cell;

use super::moves::{MOVES, Move};

/// Instead of a move, at the cell where a search begins.
pub const ROOT: u8 = MOVES.len() as u8;

/// `ONWARD[even][move][around]`: by whether a cell and its passable neighbours all cost the same (0 or 1), by the place
/// in [`MOVES`] of the move that led there, or [`ROOT`], and by which neighbours are passable, a bit for each move:
/// the moves worth making on from there, a bit for each.
///
/// Where costs differ, only those are left out that lead back to the cell before or straight beside it.
pub static ONWARD: LazyLock<[[[u8; 256]; 9]; 2]> = LazyLock::new(|| {
    let mut onward = [[[0; 256]; 9]; 2];
    for (even, rows) in onward.iter_mut().enumerate() {
        for (row, entries) in rows.iter_mut().enumerate() {
            for (around, entry) in entries.iter_mut().enumerate() {
                let last = MOVES.get(row).copied();
                let worth = |&index: &usize| is_worth_making(even == 1, around as u8, last, MOVES[index]);
                *entry = (0..MOVES.len()).filter(worth).fold(0, |bits, index| bits | 1 << index);
            }
        }
    }
    onward
});

/// Whether `next` is legal from the middle of nine cells, and worth making after `last`.
fn is_worth_making(even: bool, around: u8, last: Option<Move>, next: Move) -> bool {
    let middle = Cell::new(0, 0);
    let is_passable = |cell| match Move::between(middle, cell) {
        Some(step) => MOVES.iter().zip(0..).any(|(other, index)| *other == step && around >> index & 1 == 1),
        None => cell == middle,
    };
    if !next.is_legal(middle, is_passable) {
        return false;
    }
    let Some(last) = last else { return true };
    let from = Cell::new(-last.dx, -last.dy);
    let to = next.from(middle);
    let cost = last.cost(1, 1) + next.cost(1, 1);
    let step = |from, to| Move::between(from, to).filter(|step| step.is_legal(from, is_passable));
    if !even {
        // Straight there is cheaper than through here, whatever the cells cost.
        return from != to && step(from, to).is_none_or(Move::is_diagonal);
    }
    let straight_to_it = from == to || step(from, to).is_some_and(|step| step.cost(1, 1) < cost);
    let round = |via: Cell| {
        let (Some(first), Some(second)) = (step(from, via), step(via, to)) else { return false };
        let other = first.cost(1, 1) + second.cost(1, 1);
        let is_canonical = first.is_diagonal() && !second.is_diagonal() && !last.is_diagonal();
        other < cost || other == cost && is_canonical
    };
    !straight_to_it && !MOVES.iter().any(|step| round(step.from(middle)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn onward(last: usize, around: u8) -> Vec<usize> {
        (0..8).filter(|index| ONWARD[1][last][around as usize] >> index & 1 == 1).collect()
    }

    #[test]
    fn in_the_open_few_moves_are_left() {
        assert_eq!(onward(0, 0xff), [0], "east after east");
        assert_eq!(onward(1, 0xff), [0, 1, 2], "the diagonal and its two parts");
        assert_eq!(onward(ROOT as usize, 0xff), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn where_costs_differ_no_move_leads_back() {
        let onward = |last: usize| ONWARD[0][last][0xff];
        assert_eq!(onward(0), 0b1100_0111, "after east: not west, north-west or south-west");
        assert_eq!(onward(1), 0b1000_1111, "after south-east: not west, north-west or north");
        assert_eq!(onward(ROOT as usize), 0xff);
    }

    #[test]
    fn past_a_wall_the_moves_round_it_are_kept() {
        // Going east with a wall to the south-west: south, and south-east, cannot be had without this cell.
        assert_eq!(onward(0, !(1 << 3)), [0, 1, 2]);
        // In a corridor that runs east nothing but east is legal and useful.
        assert_eq!(onward(0, 1 | 1 << 4), [0]);
        assert_eq!(onward(0, 1 << 4), [] as [usize; 0]);
    }
}
