//! Mazes: a random walk that digs, and goes back where it is stuck (depth-first search on the cells of the maze).

use super::{Bays, MapDice, bay_rect, dig};
use crate::grid::{Cell, Grid, Rect};

/// A maze with exactly one path between any two cells.
pub(super) fn maze(width: u32, height: u32, corridor: u32, dice: &mut MapDice) -> Grid<bool> {
    let (across, down) = (Bays::of(width, corridor), Bays::of(height, corridor));
    let room = |cell: Cell| bay_rect(across.span(cell.x as u32), down.span(cell.y as u32));
    let mut walls = Grid::filled(width, height, true);
    let mut seen = Grid::filled(across.count, down.count, false);
    let mut here = Cell::new(0, 0);
    let mut way = Vec::new();
    seen[here] = true;
    dig(&mut walls, room(here));
    loop {
        match unseen_neighbour(&seen, here, dice) {
            Some(next) => {
                seen[next] = true;
                dig(&mut walls, room(next));
                dig(&mut walls, between(room(here), room(next)));
                way.push(here);
                here = next;
            }
            None => match way.pop() {
                Some(back) => here = back,
                None => return walls,
            },
        }
    }
}

/// A maze with `braid` percent of its dead ends opened: a wall beside each of these, drawn by lot, is taken away.
pub(super) fn braided(width: u32, height: u32, corridor: u32, braid: u32, dice: &mut MapDice) -> Grid<bool> {
    let mut walls = maze(width, height, corridor, dice);
    let (across, down) = (Bays::of(width, corridor), Bays::of(height, corridor));
    let room = |cell: Cell| bay_rect(across.span(cell.x as u32), down.span(cell.y as u32));
    let rooms = Rect { min: Cell::new(0, 0), max: Cell::new(across.count as i32, down.count as i32) };
    for cell in rooms.cells() {
        let beside: Vec<Rect> = around(cell)
            .into_iter()
            .filter(|next| rooms.contains(*next))
            .map(|next| between(room(cell), room(next)))
            .collect();
        let closed: Vec<Rect> = beside.iter().copied().filter(|wall| walls[wall.min]).collect();
        let is_dead_end = beside.len() == closed.len() + 1 && !closed.is_empty();
        if is_dead_end && dice.chance(braid) {
            dig(&mut walls, closed[dice.below(closed.len() as u32) as usize]);
        }
    }
    walls
}

fn around(cell: Cell) -> [Cell; 4] {
    let Cell { x, y } = cell;
    [Cell::new(x + 1, y), Cell::new(x, y + 1), Cell::new(x - 1, y), Cell::new(x, y - 1)]
}

fn unseen_neighbour(seen: &Grid<bool>, cell: Cell, dice: &mut MapDice) -> Option<Cell> {
    let unseen = || around(cell).into_iter().filter(|&next| seen.get(next) == Some(&false));
    match unseen().count() as u32 {
        0 => None,
        count => unseen().nth(dice.below(count) as usize),
    }
}

/// The wall between two rooms that stand side by side or one above the other, as wide as they are there.
fn between(a: Rect, b: Rect) -> Rect {
    let [first, second] = if (a.min.y, a.min.x) < (b.min.y, b.min.x) { [a, b] } else { [b, a] };
    if first.min.y == second.min.y {
        Rect { min: Cell::new(first.max.x, first.min.y), max: Cell::new(second.min.x, first.max.y) }
    } else {
        Rect { min: Cell::new(first.min.x, first.max.y), max: Cell::new(first.max.x, second.min.y) }
    }
}
