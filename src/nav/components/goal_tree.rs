//! Goals, rectangles of cells, in the order of a curve that keeps neighbours together, under a tree of the rectangles around
//! them: which of very many is nearest is found without looking at all of them.
//!
//! The order is that of G. Morton ("A Computer Oriented Geodetic Data Base and a New Technique in File Sequencing", IBM, 1966).

use crate::grid::{Cell, Rect};
use crate::sorting;

/// How many goals lie under a leaf, and how many nodes under the next.
const WIDTH: usize = 8;

/// Goals that can be asked for the nearest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GoalTree {
    goals: Vec<Rect>,
    /// The rectangles around each [`WIDTH`] goals, around each as many of those, and so on up to one.
    levels: Vec<Vec<Rect>>,
}

/// What a look through the tree has come to.
struct NearestGoal {
    /// The square of the distance.
    least: u64,
    /// The number of the goal that is as near.
    goal: usize,
    looks: u32,
}

impl GoalTree {
    pub fn of(goals: impl Iterator<Item = Rect>) -> GoalTree {
        let mut placed: Vec<(u64, Rect)> = goals.map(|goal| (place_on_curve(goal.min), goal)).collect();
        sorting::sort_by_key(&mut placed, |(place, _)| place);
        let goals: Vec<Rect> = placed.into_iter().map(|(_, goal)| goal).collect();
        let around = |rects: &[Rect]| rects[1..].iter().fold(rects[0], |all, rect| all.union(*rect));
        let mut levels: Vec<Vec<Rect>> = Vec::new();
        let mut below = &goals;
        while below.len() > 1 {
            levels.push(below.chunks(WIDTH).map(around).collect());
            below = &levels[levels.len() - 1];
        }
        GoalTree { goals, levels }
    }

    pub fn of_cells(goals: &[Cell]) -> GoalTree {
        GoalTree::of(goals.iter().map(|&goal| Rect::of_cell(goal)))
    }

    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// The cell of a goal that is nearest to another cell; of several the same one every time. `None` when there are no goals.
    pub fn nearest(&self, cell: Cell) -> Option<Cell> {
        let mut found = NearestGoal { least: u64::MAX, goal: 0, looks: 0 };
        self.look(Rect::of_cell(cell), self.levels.len(), 0, &mut found);
        let goal = self.goals.get(found.goal)?;
        Some(Cell::new(cell.x.clamp(goal.min.x, goal.max.x - 1), cell.y.clamp(goal.min.y, goal.max.y - 1)))
    }

    /// The square of the distance from the nearest goal to the nearest cell of a rectangle, if it is at most `most`: where it is
    /// more, any number that is more, which is found sooner. 0 when there are no goals. And under how many nodes it looked,
    /// at least 1.
    pub fn distance_squared(&self, rect: Rect, most: u64) -> (u64, u32) {
        let first = self.goals.first().map_or(0, |&goal| gap_squared(rect, goal));
        let mut found = NearestGoal { least: first.min(most.saturating_add(1)), goal: 0, looks: 0 };
        self.look(rect, self.levels.len(), 0, &mut found);
        (found.least, found.looks)
    }

    /// Looks under a node for a goal nearer than the one that was found; the nodes of level 0 are the goals themselves.
    fn look(&self, rect: Rect, level: usize, at: usize, found: &mut NearestGoal) {
        found.looks += 1;
        let Some(below) = level.checked_sub(1) else { return };
        let children = WIDTH * at..(WIDTH * (at + 1)).min(self.width(below));
        for child in children {
            let gap = gap_squared(rect, self.rect(below, child));
            if gap >= found.least {
                continue;
            }
            if below == 0 {
                (found.least, found.goal) = (gap, child);
            } else {
                self.look(rect, below, child, found);
            }
        }
    }

    /// How many nodes a level has.
    fn width(&self, level: usize) -> usize {
        level.checked_sub(1).map_or(self.goals.len(), |at| self.levels[at].len())
    }

    fn rect(&self, level: usize, at: usize) -> Rect {
        level.checked_sub(1).map_or_else(|| self.goals[at], |level| self.levels[level][at])
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
            goals in proptest::collection::vec((0..60_i32, 0..60_i32, 1..4_i32, 1..3_i32), 1..300),
            (x, y, width, height) in (-5..65_i32, -5..65_i32, 1..20_i32, 1..20_i32),
            most in 0..1000_u64,
        ) {
            let rect = |x, y, width, height| Rect { min: Cell::new(x, y), max: Cell::new(x + width, y + height) };
            let goals = goals.into_iter().map(|(x, y, width, height)| rect(x, y, width, height));
            let (tree, cells) = (GoalTree::of(goals.clone()), goals.flat_map(Rect::cells).collect::<Vec<Cell>>());
            let rect = rect(x, y, width, height);
            let to = |goal: &Cell| rect.cells().map(|cell| cell.distance_squared(*goal)).min();
            let least = cells.iter().filter_map(to).min().unwrap();
            let nearest = tree.nearest(rect.min).unwrap();
            let distance = cells.iter().map(|cell| cell.distance_squared(rect.min)).min();
            prop_assert!(cells.contains(&nearest) && Some(nearest.distance_squared(rect.min)) == distance);
            prop_assert_eq!(tree.distance_squared(rect, u64::MAX).0, least);
            let (bounded, _) = tree.distance_squared(rect, most);
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
