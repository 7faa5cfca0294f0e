//! What an any-angle search knows.
//!
//! Its open list is a binary heap of its own: what is open is a side of a polygon between two rays, for which an entry of the
//! [open list](crate::nav::open_list) of other searches, that holds a cell, has no room. The heap takes 15 % of the time of a search on the
//! six maps of Dragon Age.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bound::Bound;
use super::point::{Point, Vector};
use crate::nav::problem::PathfindingProblem;

/// The memory of an any-angle search.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct AnyAngle {
    pub(super) open: BinaryHeap<Reverse<OpenEntry>>,
    /// The next node, if it is known without the open list.
    pub(super) next: Option<OpenEntry>,
    /// What is known of each root: the vertices of the mesh by their numbers, the start, then the goals.
    pub(super) records: Vec<Record>,
    /// The number of the present search, from 1.
    pub(super) generation: u32,
    pub(super) bound: Bound,
    /// What is known of each polygon and gate in this search: `OPEN`, `GOAL` or both.
    pub(super) marks: Vec<u8>,
    /// Which of them have a mark.
    pub(super) marked: Vec<u32>,
    /// Which polygons hold which goals, in order.
    pub(super) goals_in: Vec<(u32, u32)>,
    /// At which gates or straight behind them lie which goals, in order.
    pub(super) goals_at: Vec<(u32, u32)>,
    /// The root that is the goal that was reached.
    pub(super) end: u32,
}

/// Start or goal lies in this dead end or behind it.
pub(super) const OPEN: u8 = 1;
/// A goal lies in this polygon.
pub(super) const GOAL: u8 = 2;

/// What is known of a root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    /// The length of the best path found to it.
    pub(super) g: f64,
    /// The root before it on that path.
    pub(super) parent: u32,
    /// Twice the number of the search that wrote this, and one more when the root has been looked at.
    pub(super) stamp: u32,
}

/// An entry of the open list. The order is the order of expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OpenEntry {
    /// The bits of f, the lower bound of the whole path, which is never negative: so the bits have the same order.
    pub(super) f: u64,
    /// The side beyond which it looks, in the polygon beyond. `NONE`: everything visible from the root.
    pub(super) side: u32,
    pub(super) root: u32,
    /// The rays from the root between which it looks.
    pub(super) right: Vector,
    pub(super) left: Vector,
}

/// Where a root lies.
pub(super) fn place(problem: &PathfindingProblem, root: u32) -> Point {
    let vertices = &problem.grid.mesh().vertices;
    match (root as usize).checked_sub(vertices.len()) {
        None => vertices[root as usize].at,
        Some(0) => problem.start.into(),
        Some(goal) => problem.goals[goal - 1].into(),
    }
}
