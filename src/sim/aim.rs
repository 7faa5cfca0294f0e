//! Where the path of an order may end.

use crate::grid::Cell;
use crate::nav::{Near, PathStatus};

/// The cells where an agent's path may end.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Aim {
    /// The cells to choose from; none if others are `near`.
    pub goals: Vec<Cell>,
    /// The cells of a place with many tiles, or, if none can be reached, those as near to it as possible.
    #[serde(skip)]
    pub near: Option<Near>,
    /// Whether they are the cells of the order, or only as near to them as possible.
    pub status: PathStatus,
}

impl Aim {
    /// Any of these cells, which are those of the order.
    pub fn at(goals: Vec<Cell>) -> Aim {
        Aim { goals, near: None, status: PathStatus::Complete }
    }

    /// Any of these cells; those of the order if the distance is 0, and otherwise only as near to them as possible.
    pub fn near(near: Near) -> Aim {
        let status = if near.distance_squared == 0 { PathStatus::Complete } else { PathStatus::Partial };
        Aim { goals: Vec::new(), near: Some(near), status }
    }

    /// Whether a cell is one of them.
    pub fn has(&self, cell: Cell) -> bool {
        match &self.near {
            Some(near) => near.has(cell),
            None => self.goals.contains(&cell),
        }
    }
}
