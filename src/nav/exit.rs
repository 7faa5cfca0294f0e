//! Where a path begins whose start is not passable.

use crate::grid::Cell;

use super::baked_ground::BakedGround;

/// The passable cell to which a path from `start` first goes: `start` itself where that is passable. `None`
/// when nothing is.
pub fn exit_from(grid: &BakedGround, start: Cell) -> Option<Cell> {
    if grid.is_passable(start) {
        return Some(start);
    }
    if grid.lowest_cost() == 0 {
        return None;
    }
    let size = grid.lattice();
    let furthest = size.width.max(size.height) as i32;
    (1..furthest).find_map(|steps| {
        let passable = ring(start, steps).filter(|&cell| grid.is_passable(cell));
        passable.min_by_key(|&cell| (cell.distance_squared(start), cell.y, cell.x))
    })
}

/// The cells that are `steps` steps from a cell, diagonal ones included; some of them may lie outside the map. Only these are looked
/// at: all cells up to each ring would be as many as the side of the map to the third.
fn ring(middle: Cell, steps: i32) -> impl Iterator<Item = Cell> {
    let rows =
        (-steps..=steps).flat_map(move |by| [-steps, steps].map(|down| Cell::new(middle.x + by, middle.y + down)));
    let sides = (1 - steps..steps)
        .flat_map(move |by| [-steps, steps].map(|across| Cell::new(middle.x + across, middle.y + by)));
    rows.chain(sides)
}
