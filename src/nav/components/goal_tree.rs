//! Goals in the order of a curve that keeps neighbours together, under a tree of the rectangles around them: which of very many
//! is nearest is found without looking at all of them.
//!
//! The order is that of G. Morton ("A Computer Oriented Geodetic Data Base and a New Technique in File Sequencing", IBM, 1966).

use crate::grid::{Cell, Rect};
use crate::sorting;

/// How many goals lie under a leaf, and how many nodes under the next.
const WIDTH: usize = 8;

/// Goals that can be asked for the nearest.
pub(super) struct GoalTree {
    goals: Vec<Cell>,
    /// The rectangles around each [`WIDTH`] goals, around each as many of those, and so on up to one.
    levels: Vec<Vec<Rect>>,
}

impl GoalTree {
    pub fn of(goals: &[Cell]) -> GoalTree {
        let mut placed: Vec<(u64, Cell)> = goals.iter().map(|&goal| (place_on_curve(goal), goal)).collect();
        sorting::sort_by_key(&mut placed, |(place, _)| place);
        let goals: Vec<Cell> = placed.into_iter().map(|(_, goal)| goal).collect();
        let around = |rects: &[Rect]| rects[1..].iter().fold(rects[0], |all, rect| all.union(*rect));
        let rects: Vec<Rect> = goals.iter().map(|&goal| Rect::of_cell(goal)).collect();
        let mut levels: Vec<Vec<Rect>> = Vec::new();
        let mut below = &rects;
        while below.len() > 1 {
            levels.push(below.chunks(WIDTH).map(around).collect());
            below = &levels[levels.len() - 1];
        }
        GoalTree { goals, levels }
    }

    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// The square of the distance from the nearest goal to the nearest cell of a rectangle, if it is at most `most`: where it is
    /// more, any number that is more, which is found sooner. 0 when there are no goals.
    pub fn distance_squared(&self, rect: Rect, most: u64) -> u64 {
        let first = self.goals.first().map_or(0, |&goal| gap_squared(rect, Rect::of_cell(goal)));
        let mut least = first.min(most.saturating_add(1));
        self.look(rect, self.levels.len(), 0, &mut least);
        least
    }

    /// Looks under a node for a goal nearer than `least`; the nodes of level 0 are the goals themselves.
    fn look(&self, rect: Rect, level: usize, at: usize, least: &mut u64) {
        let Some(below) = level.checked_sub(1) else { return };
        let children = WIDTH * at..(WIDTH * (at + 1)).min(self.width(below));
        for child in children {
            let gap = gap_squared(rect, self.rect(below, child));
            if gap < *least {
                if below == 0 {
                    *least = gap;
                }
                self.look(rect, below, child, least);
            }
        }
    }

    /// How many nodes a level has.
    fn width(&self, level: usize) -> usize {
        level.checked_sub(1).map_or(self.goals.len(), |at| self.levels[at].len())
    }

    fn rect(&self, level: usize, at: usize) -> Rect {
        level.checked_sub(1).map_or_else(|| Rect::of_cell(self.goals[at]), |level| self.levels[level][at])
    }
}

/// The square of the distance between the nearest cells of two rectangles.
fn gap_squared(one: Rect, other: Rect) -> u64 {
    let gap = |one: (i32, i32), other: (i32, i32)| {
        let gap = (i64::from(other.0) - i64::from(one.1) + 1).max(i64::from(one.0) - i64::from(other.1) + 1).max(0);
        (gap * gap) as u64
    };
    gap((one.min.x, one.max.x), (other.min.x, other.max.x)) + gap((one.min.y, one.max.y), (other.min.y, other.max.y))
}

/// The digits of column and row in turn.
fn place_on_curve(cell: Cell) -> u64 {
    // Each digit apart from the next: halves, then quarters, and so on.
    let spread = |number: i32| {
        let mut spread = u64::from(number as u32);
        spread = (spread | spread << 16) & 0x0000_ffff_0000_ffff;
        spread = (spread | spread << 8) & 0x00ff_00ff_00ff_00ff;
        spread = (spread | spread << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        spread = (spread | spread << 2) & 0x3333_3333_3333_3333;
        (spread | spread << 1) & 0x5555_5555_5555_5555
    };
    spread(cell.x) | spread(cell.y) << 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_nearest_goal_is_that_of_all(
            goals in proptest::collection::vec((0..60_i32, 0..60_i32), 1..300),
            (x, y, width, height) in (-5..65_i32, -5..65_i32, 1..20_i32, 1..20_i32),
            most in 0..1000_u64,
        ) {
            let goals: Vec<Cell> = goals.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let rect = Rect { min: Cell::new(x, y), max: Cell::new(x + width, y + height) };
            let to = |goal: &Cell| rect.cells().map(|cell| cell.distance_squared(*goal)).min();
            let (tree, least) = (GoalTree::of(&goals), goals.iter().filter_map(to).min().unwrap());
            prop_assert_eq!(tree.distance_squared(rect, u64::MAX), least);
            let bounded = tree.distance_squared(rect, most);
            prop_assert!(bounded == least || least > most && bounded > most, "{bounded}, not {least}");
        }
    }

    #[test]
    fn neighbours_on_the_curve_are_neighbours_on_the_map() {
        let places = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)].map(|(x, y)| place_on_curve(Cell::new(x, y)));
        assert_eq!(places, [0, 1, 2, 3, 4]);
        assert_eq!(place_on_curve(Cell::new(0x7fff_ffff, 0)), 0x1555_5555_5555_5555);
    }
}
