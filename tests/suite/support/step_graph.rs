//! A plain Dijkstra over the steps and links of a baked grid: a reference for what is optimal on ground of every kind.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use footpath::grid::Cell;
use footpath::nav::moves::{MOVES, MoveRules};
use footpath::nav::{NavGrid, Path};

use crate::support::maps::cells;

/// For each cell the steps and links that lead from it (or to it), with their costs.
pub struct StepGraph {
    width: i32,
    edges: Vec<Vec<(Cell, u64)>>,
}

impl StepGraph {
    /// The graph of the steps that the rules allow and of all links; `backward` reverses each edge.
    pub fn new(grid: &NavGrid, rules: MoveRules, backward: bool) -> StepGraph {
        let width = grid.lattice().width as i32;
        let steps = cells(grid).flat_map(|cell| MOVES.map(|step| (cell, step.from(cell))));
        let steps = steps.filter_map(|(from, to)| Some((from, to, rules.step_cost(grid, from, to)?)));
        let mut edges = vec![Vec::new(); cells(grid).count()];
        for (from, to, cost) in steps.chain(grid.links().map(|link| (link.from, link.to, link.cost))) {
            let (from, to) = if backward { (to, from) } else { (from, to) };
            edges[(from.y * width + from.x) as usize].push((to, cost));
        }
        StepGraph { width, edges }
    }

    /// The place of a cell in what [`StepGraph::lowest`] returns.
    pub fn index(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }

    /// The lowest cost from the nearest of some cells to each (backward: from each to the nearest), row by row.
    pub fn lowest(&self, from: &[Cell]) -> Vec<Option<u64>> {
        let mut lowest = vec![None; self.edges.len()];
        let mut queue: BinaryHeap<_> = from.iter().map(|cell| Reverse((0, cell.y, cell.x))).collect();
        while let Some(Reverse((cost, y, x))) = queue.pop() {
            let at = self.index(Cell::new(x, y));
            if lowest[at].is_none() {
                lowest[at] = Some(cost);
                queue.extend(self.edges[at].iter().map(|(next, more)| Reverse((cost + more, next.y, next.x))));
            }
        }
        lowest
    }
}

/// What a path costs from its cell number `start` on, a step or a link at a time; `None` where it is not one.
pub fn path_cost(grid: &NavGrid, rules: MoveRules, path: &Path, start: usize) -> Option<u64> {
    let leg = |at: usize| {
        let (from, to) = (path.cells[at], path.cells[at + 1]);
        match path.links.iter().find(|link| link.at == at) {
            Some(used) => {
                let is_it = (used.link.from, used.link.to) == (from, to) && grid.links().any(|link| link == used.link);
                is_it.then_some(used.link.cost)
            }
            None => rules.step_cost(grid, from, to),
        }
    };
    (start..path.cells.len() - 1).map(leg).sum()
}
