//! The stretches of a path that was found: steps and straight lines between its links.

use crate::nav::path::Path;
use std::f64::consts::SQRT_2;

use crate::grid::Cell;
use crate::method::DiagonalCost;
use crate::nav::baked_ground::BakedGround;
use crate::nav::moves::{MoveRules, TILE_COST, eighths_between, move_index};
use crate::nav::path::PathLink;
use crate::nav::string_pulling;

/// Finds where a path uses links: wherever there is one between two of its cells, and no step costs as little.
pub fn find_links(grid: &BakedGround, rules: MoveRules, cells: &[Cell], links: &mut Vec<PathLink>) {
    links.clear();
    if grid.link_table().is_empty() {
        return;
    }
    for (at, pair) in cells.windows(2).enumerate() {
        let Some(link) = grid.link_between(pair[0], pair[1]) else { continue };
        if rules.step_cost(grid, pair[0], pair[1]).is_none_or(|step| step > link.cost) {
            links.push(PathLink { at, link });
        }
    }
}

/// Pulls a path straight from a cell on, each stretch between two links by itself.
pub fn pull_between_links(grid: &BakedGround, from: usize, cells: &mut Vec<Cell>, links: &mut [PathLink]) {
    let (mut begin, mut kept, last) = (from, from, cells.len() - 1);
    let mut pull = |end: usize| {
        let count = string_pulling::pull(grid, &mut cells[begin..=end]);
        cells.copy_within(begin..begin + count, kept);
        (begin, kept) = (end + 1, kept + count);
        kept
    };
    for link in links {
        link.at = pull(link.at) - 1;
    }
    let kept = pull(last);
    cells.truncate(kept);
}

/// The stretches of a path between its links, of its cells from one on.
fn stretches<'a>(from: usize, cells: &'a [Cell], links: &'a [PathLink]) -> impl Iterator<Item = &'a [Cell]> {
    let begins = std::iter::once(from).chain(links.iter().map(|link| link.at + 1));
    let ends = links.iter().map(|link| link.at).chain([cells.len() - 1]);
    begins.zip(ends).map(|(begin, end)| &cells[begin..=end])
}

/// The length and the cost of a path in tiles, counted from its steps.
pub fn count(grid: &BakedGround, rules: MoveRules, cells: &[Cell], links: &[PathLink]) -> (f64, f64) {
    let diagonal_cost = match rules.diagonal {
        DiagonalCost::Exact => SQRT_2,
        DiagonalCost::TenFourteen => 1.4,
    };
    let mut count = Count::default();
    stretches(0, cells, links).for_each(|stretch| count.add_steps(grid, stretch));
    for PathLink { link, .. } in links {
        count.long += (link.from.distance_squared(link.to) as f64).sqrt() * f64::from(link.winding);
        count.more += link.cost;
    }
    count.more += turns(grid, cells) * grid.turn_cost();
    let sum = |[straight, diagonal]: [u64; 2], by: f64| straight as f64 + diagonal as f64 * by;
    let length = sum(count.steps, SQRT_2) + count.long;
    let cost = sum(count.sums, diagonal_cost) / 200.0 + count.long_cost + count.more as f64 / TILE_COST as f64;
    let cells_per_tile = f64::from(grid.cells_per_tile());
    (length / cells_per_tile, cost / cells_per_tile)
}

/// The sums over the stretches of a path.
#[derive(Default)]
struct Count {
    /// How many steps there are, and the sum of their cells' costs in hundredths: straight ones, and diagonal ones.
    steps: [u64; 2],
    sums: [u64; 2],
    /// The length in cells of lines and links, and the cost of the lines in cells of cost 1.
    long: f64,
    long_cost: f64,
    /// What links, climbs and turns cost, in the integers of [`moves`](super::moves).
    more: u64,
}

impl Count {
    fn add_steps(&mut self, grid: &BakedGround, cells: &[Cell]) {
        if grid.is_even() && !grid.has_climbs() && grid.is_passable(cells[0]) && self.add_even_steps(grid, cells) {
            return;
        }
        let hundredths = |cell| u64::from(grid.cost(cell).unwrap_or(100));
        let mut before = hundredths(cells[0]);
        for pair in cells.windows(2) {
            let (dx, dy) = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
            let here = hundredths(pair[1]);
            if dx > 1 || dy > 1 {
                self.long += (pair[0].distance_squared(pair[1]) as f64).sqrt();
                self.long_cost += string_pulling::line_cost(grid, pair[0], pair[1]);
            } else {
                let kind = usize::from(dx + dy == 2);
                self.steps[kind] += 1;
                self.sums[kind] += before + here;
                self.more += climb(grid, pair[0], pair[1]);
            }
            before = here;
        }
    }
}

impl Count {
    /// Adds a stretch over even ground if all of it are steps; whether it is.
    fn add_even_steps(&mut self, grid: &BakedGround, cells: &[Cell]) -> bool {
        let (mut diagonals, mut others) = (0, 0);
        for pair in cells.windows(2) {
            let (dx, dy) = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
            diagonals += dx & dy;
            others |= dx | dy;
        }
        if others > 1 {
            return false;
        }
        let diagonals = u64::from(diagonals);
        let steps = [cells.len() as u64 - 1 - diagonals, diagonals];
        for (kind, steps) in steps.into_iter().enumerate() {
            self.steps[kind] += steps;
            self.sums[kind] += steps * 2 * u64::from(grid.lowest_cost());
        }
        true
    }
}

/// What going up costs in a step; nothing where the step leaves a cell that is not passable.
fn climb(grid: &BakedGround, from: Cell, to: Cell) -> u64 {
    if grid.has_climbs() && grid.is_passable(from) { grid.climb(grid.number(from), grid.number(to)) } else { 0 }
}

/// By how many times 45 degrees a path turns from step to step; 0 where that costs nothing. The steps that lead out of a wall do
/// not count.
fn turns(grid: &BakedGround, cells: &[Cell]) -> u64 {
    if grid.turn_cost() == 0 {
        return 0;
    }
    let steps = cells.windows(2).filter(|pair| grid.is_passable(pair[0]));
    let mut steps = steps.filter_map(|pair| move_index(pair[0], pair[1]));
    let Some(first) = steps.next() else { return 0 };
    steps.fold((first, 0), |(last, turns), step| (step, turns + eighths_between(last, step))).1
}

/// Whether an agent can walk all steps of a path from one of its cells on.
pub fn cut_no_corner(grid: &BakedGround, from: usize, cells: &[Cell], links: &[PathLink]) -> bool {
    let is_step = |pair: &[Cell]| pair[0].x.abs_diff(pair[1].x) <= 1 && pair[0].y.abs_diff(pair[1].y) <= 1;
    let walks = |pair: &[Cell]| !is_step(pair) || MoveRules::WALKING.step_cost(grid, pair[0], pair[1]).is_some();
    stretches(from, cells, links).all(|stretch| stretch.windows(2).all(walks))
}

impl Path {
    /// Shortens it to its first `most` steps, if it has more and none [ahead](Path::ahead) yet; the rest becomes cells ahead,
    /// `leg` steps apart, both at least 1. Its length and its cost are then those of what is left.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::nav::{NavGrid, PathQuery, Search, find_path};
    ///
    /// let grid = NavGrid::from_rows(&["........."])?;
    /// let query = PathQuery::between(Cell::new(0, 0), Cell::new(8, 0));
    /// let mut path = find_path(&grid, &query, &mut Search::default())?;
    /// path.shorten(&grid, 3, 2);
    /// assert_eq!((path.cells.len(), path.length), (4, 3.0));
    /// assert_eq!(path.ahead, [5, 7, 8].map(|x| Cell::new(x, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shorten(&mut self, grid: &BakedGround, most: usize, leg: usize) {
        let last = self.cells.len() - 1;
        if !self.ahead.is_empty() || last <= most {
            return;
        }
        self.ahead = self.cells[most..last].iter().step_by(leg).skip(1).copied().collect();
        self.ahead.push(self.cells[last]);
        self.cells.truncate(most + 1);
        self.links.retain(|link| link.at < most);
        (self.length, self.cost) = count(grid, MoveRules::WALKING, &self.cells, &self.links);
    }
}
