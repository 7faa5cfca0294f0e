//! Caves: a cellular automaton makes caverns of noise (L. Johnson, G. Yannakakis and J. Togelius, "Cellular Automata
//! for Real-time Generation of Infinite Cave Levels", PCGames 2010).

use crate::grid::Grid;

/// A tile becomes a wall if at least this many of the nine tiles of its 3 x 3 block are walls. Outside the map all is wall.
const MOST: u8 = 5;

/// In each round every tile becomes what most tiles around it are.
pub(super) fn smoothed(mut walls: Grid<bool>, rounds: u32) -> Grid<bool> {
    let (width, height) = (walls.width() as usize, walls.height() as usize);
    // The walls among the three tiles around each tile of a row: those of the row above, of this and of the next.
    let mut counts = [vec![3; width], vec![3; width], vec![3; width]];
    for _ in 0..rounds {
        counts[0].fill(3);
        count_row(&walls.values()[..width], &mut counts[1]);
        for y in 0..height {
            match walls.values().get((y + 1) * width..(y + 2) * width) {
                Some(next) => count_row(next, &mut counts[2]),
                None => counts[2].fill(3),
            }
            let row = &mut walls.values_mut()[y * width..(y + 1) * width];
            for (x, wall) in row.iter_mut().enumerate() {
                *wall = counts[0][x] + counts[1][x] + counts[2][x] >= MOST;
            }
            counts.rotate_left(1);
        }
    }
    walls
}

fn count_row(row: &[bool], counts: &mut [u8]) {
    let last = row.len() - 1;
    for (count, three) in counts[1..].iter_mut().zip(row.windows(3)) {
        *count = u8::from(three[0]) + u8::from(three[1]) + u8::from(three[2]);
    }
    counts[0] = 1 + u8::from(row[0]) + row.get(1).map_or(1, |&wall| u8::from(wall));
    if last > 0 {
        counts[last] = u8::from(row[last - 1]) + u8::from(row[last]) + 1;
    }
}

/// Puts walls wherever straight steps do not lead from the largest part of the floor (of those as large, the first).
pub(super) fn fill_islands(walls: &mut Grid<bool>) {
    let mut unseen: Vec<bool> = walls.values().iter().map(|&wall| !wall).collect();
    let mut waiting = Vec::new();
    let mut largest = (0, 0);
    for start in 0..unseen.len() {
        if unseen[start] {
            let size = flood(&mut unseen, walls.width() as usize, start, &mut waiting);
            if size > largest.0 {
                largest = (size, start);
            }
        }
    }
    if largest.0 > 0 {
        let mut outside: Vec<bool> = walls.values().iter().map(|&wall| !wall).collect();
        flood(&mut outside, walls.width() as usize, largest.1, &mut waiting);
        for (wall, outside) in walls.values_mut().iter_mut().zip(outside) {
            *wall |= outside;
        }
    }
}

/// Clears what is set and can be reached from `start`, itself set, by straight steps; how many tiles that were.
fn flood(set: &mut [bool], width: usize, start: usize, waiting: &mut Vec<u32>) -> usize {
    let mut size = 0;
    set[start] = false;
    waiting.push(start as u32);
    while let Some(place) = waiting.pop() {
        size += 1;
        let (place, column) = (place as usize, place as usize % width);
        let left = (column > 0).then(|| place - 1);
        let right = (column + 1 < width).then_some(place + 1);
        for next in [left, right, place.checked_sub(width), Some(place + width)].into_iter().flatten() {
            if set.get(next) == Some(&true) {
                set[next] = false;
                waiting.push(next as u32);
            }
        }
    }
    size
}
