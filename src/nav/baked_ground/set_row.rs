//! Setting the costs of cells, and all that counts and marks them by cost.

use super::{BakedCell, BakedGround, ChangedGround};
use crate::grid::{Cell, Rect};

/// Sets the costs of the cells from one cell to the right.
pub(super) fn set_row(grid: &mut BakedGround, from: Cell, costs: &[u16], changed: &mut ChangedGround) {
    let number = grid.number(from) as usize;
    let ground = &mut grid.ground[number..number + costs.len()];
    let differs = |(ground, cost): (&BakedCell, &u16)| ground.cost != *cost;
    let Some(first) = ground.iter().zip(costs).position(differs) else { return };
    let last = ground.iter().zip(costs).rposition(differs).unwrap_or(first);
    let mut run = (ground[first].cost, costs[first], 0);
    let mut opens_or_closes = false;
    for (ground, &cost) in ground[first..=last].iter_mut().zip(&costs[first..=last]) {
        if (run.0, run.1) != (ground.cost, cost) {
            grid.costs.tally.change(run.0, run.1, run.2);
            run = (ground.cost, cost, 0);
        }
        run.2 += 1;
        opens_or_closes |= (ground.cost == 0) != (cost == 0);
        ground.cost = cost;
    }
    grid.costs.tally.change(run.0, run.1, run.2);
    let from = Cell::new(from.x + first as i32, from.y);
    let to = Cell::new(from.x + (last - first) as i32 + 1, from.y + 1);
    changed.add(Rect { min: from, max: to });
    if opens_or_closes {
        let layout = grid.chunks();
        grid.bits.set_row(from, &costs[first..=last], |cell| changed.chunks.push(layout.chunk_of(cell)));
    }
}
