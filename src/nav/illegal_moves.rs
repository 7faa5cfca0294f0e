//! Why some of the moves from a cell are not legal, for an observer.

use crate::grid::Cell;

use super::baked_ground::BakedGround;
use super::moves::{MOVES, MoveRules};
use super::trace::{Observer, Reason, Side, StepKind, Subject, TraceStep};
use crate::method::Connectivity;

/// Reports the moves from a passable cell, the path to which costs `g` tiles, that the rules forbid, with the
/// reason: cells outside the map are not reported, and with four neighbours no diagonal moves.
#[cold]
pub(super) fn observe_illegal(
    observer: &mut impl Observer,
    grid: &BakedGround,
    rules: MoveRules,
    (side, from): (Side, Cell),
    g: f64,
) {
    let around = grid.ground()[grid.number(from) as usize].around;
    let legal = rules.legal(around);
    for (index, step) in MOVES.into_iter().enumerate() {
        let cell = step.from(from);
        let is_neighbour = rules.connectivity == Connectivity::Eight || !step.is_diagonal();
        if legal >> index & 1 == 1 || !is_neighbour || !grid.lattice().contains(cell) {
            continue;
        }
        let reason = if !grid.is_passable(cell) {
            Reason::Wall
        } else if around >> index & 1 == 0 {
            Reason::BlockedEdge
        } else {
            Reason::Corner
        };
        let kind = StepKind::LeftOut(reason);
        observer.observe(TraceStep { kind, side, subject: Subject::Cell, cell, parent: Some(from), g, h: 0.0 });
    }
}
