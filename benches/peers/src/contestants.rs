//! The contestants: each is prepared for a map, then asked for one path after another.

mod polyanya;

use footpath::grid::Cell;
use footpath::nav::moves::{DIAGONAL, STRAIGHT};
use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, Search, find_path};
use grid_pathfinding::PathingGrid;
use grid_util::{Point, ValueGrid as _};

/// Answers with the length of the path from one cell to another, in cells.
pub type Contestant<'a> = Box<dyn FnMut(Cell, Cell) -> Option<f64> + 'a>;

/// All contestants, in the order of the table.
pub const NAMES: &[&str] = &[
    "footpath a-star",
    "footpath jump-point",
    "footpath auto",
    "footpath any-angle",
    "pathfinding",
    "grid_pathfinding",
    "polyanya",
    "polyanya triangles",
];

/// A contestant prepared for a map, or `None` if it cannot take part there.
pub fn prepare<'a>(name: &str, grid: &'a NavGrid) -> Option<Contestant<'a>> {
    match name {
        "pathfinding" => Some(pathfinding(grid)),
        "grid_pathfinding" => Some(grid_pathfinding(grid)),
        "polyanya" => polyanya::on_rectangles(grid),
        "polyanya triangles" => polyanya::on_triangles(grid),
        _ => name.strip_prefix("footpath ").and_then(Algorithm::named).map(|algorithm| footpath(grid, algorithm)),
    }
}

fn footpath(grid: &NavGrid, algorithm: Algorithm) -> Contestant<'_> {
    let mut search = Search::default();
    let method = Method { algorithm, ..Method::default() };
    Box::new(move |start, goal| {
        let path = find_path(grid, &PathQuery::between(start, goal).by(method), &mut search).ok()?;
        let length = path.length;
        search.reuse(path);
        Some(length)
    })
}

/// A* as the crate's documentation shows it, on padded cell numbers and integer costs.
fn pathfinding(grid: &NavGrid) -> Contestant<'_> {
    let size = grid.lattice();
    let stride = size.width + 2;
    let cells = size.width as usize * size.height as usize;
    let mut free = vec![false; cells + 2 * (stride as usize + size.height as usize + 2)];
    for (x, y) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))) {
        free[((y + 1) * stride + x + 1) as usize] = grid.is_passable(Cell::new(x as i32, y as i32));
    }
    let number = move |cell: Cell| (cell.y as u32 + 1) * stride + cell.x as u32 + 1;
    Box::new(move |start, goal| {
        let (start, goal) = (number(start), number(goal));
        let (goal_x, goal_y) = (goal % stride, goal / stride);
        let successors = |&at: &u32| {
            let free = |number: u32| free[number as usize];
            let (north, south, west, east) = (at - stride, at + stride, at - 1, at + 1);
            let straight = [north, south, west, east].map(|next| (next, STRAIGHT as u32, free(next)));
            let diagonal = [(north, west), (north, east), (south, west), (south, east)].map(|(row, column)| {
                let next = row + column - at;
                (next, DIAGONAL as u32, free(next) && free(row) && free(column))
            });
            straight.into_iter().chain(diagonal).filter(|step| step.2).map(|(next, cost, _)| (next, cost))
        };
        let octile = |&at: &u32| {
            let (dx, dy) = ((at % stride).abs_diff(goal_x), (at / stride).abs_diff(goal_y));
            dx.abs_diff(dy) * STRAIGHT as u32 + dx.min(dy) * DIAGONAL as u32
        };
        let (cells, _) = pathfinding::prelude::astar(&start, successors, octile, |&at| at == goal)?;
        let is_straight = |pair: &&[u32]| matches!(pair[0].abs_diff(pair[1]), 1) || pair[0].abs_diff(pair[1]) == stride;
        let straight = cells.windows(2).filter(is_straight).count();
        Some(straight as f64 + (cells.len() - 1 - straight) as f64 * 2f64.sqrt())
    })
}

fn grid_pathfinding(grid: &NavGrid) -> Contestant<'_> {
    let size = grid.lattice();
    let mut pathing = PathingGrid::new(size.width as usize, size.height as usize, true);
    for (x, y) in (0..size.height as i32).flat_map(|y| (0..size.width as i32).map(move |x| (x, y))) {
        if grid.is_passable(Cell::new(x, y)) {
            pathing.set(x, y, false);
        }
    }
    pathing.generate_components();
    let point = |cell: Cell| Point::new(cell.x, cell.y);
    Box::new(move |start, goal| {
        let cells = pathing.get_path_single_goal(point(start), point(goal), false)?;
        let step = |pair: &[Point]| f64::from((pair[0].x - pair[1].x).pow(2) + (pair[0].y - pair[1].y).pow(2)).sqrt();
        Some(cells.windows(2).map(step).sum())
    })
}
