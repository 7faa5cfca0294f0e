//! A plain Dijkstra that shares no code with the library's search: an independent reference for what is optimal.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use footpath::grid::{Cell, Grid, Lattice};
use footpath::level::{Terrain, TerrainId, TileMap};
use footpath::nav::{Connectivity, CornerRule, DiagonalCost, Method, NavGrid};
use glam::Vec2;

use crate::support::maps::{bake, cells};

/// A map as rows of costs in hundredths, 0 where it is not walkable.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    pub width: i32,
    pub height: i32,
    pub costs: Vec<u16>,
}

impl Ground {
    /// What the terrain of each tile costs, wherever the walls are.
    pub fn of_map(map: &TileMap) -> Ground {
        let cost =
            |cell| map.terrain_at(cell).filter(|kind| kind.walkable).map_or(0, |kind| (kind.cost * 100.0) as u16);
        let costs = map.tiles.rect().cells().map(cost).collect();
        Ground { width: map.lattice.width as i32, height: map.lattice.height as i32, costs }
    }

    /// What each cell of a grid costs.
    pub fn of_grid(grid: &NavGrid) -> Ground {
        let Lattice { width, height, .. } = grid.lattice();
        let costs = cells(grid).map(|cell| grid.cost(cell).unwrap_or(0)).collect();
        Ground { width: width as i32, height: height as i32, costs }
    }

    /// A map of one tile a cell that has these costs, and the ground that it is.
    pub fn with_grid(width: usize, costs: Vec<u16>) -> (Ground, NavGrid) {
        let distinct: Vec<u16> = costs.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let kind = |&cost: &u16| {
            let (name, walkable) = (cost.to_string(), cost > 0);
            Terrain { name, walkable, cost: f32::from(cost) / 100.0, ..Terrain::built_in().swap_remove(0) }
        };
        let terrains = distinct.iter().map(kind).collect();
        let tiles = costs.iter().map(|cost| TerrainId(distinct.binary_search(cost).unwrap() as u8)).collect();
        let (width, height) = (width as u32, (costs.len() / width) as u32);
        let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width, height };
        let map = TileMap::new(lattice, terrains, Grid::from_rows(width, height, tiles));
        (Ground { width: width as i32, height: height as i32, costs }, bake(&map))
    }

    /// The place of a cell in `costs`.
    pub fn index(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }

    pub fn cost(&self, x: i32, y: i32) -> u16 {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if inside { self.costs[(y * self.width + x) as usize] } else { 0 }
    }

    /// What the step to a neighbour costs by a method's rules, or `None` when it is not legal.
    pub fn step_by(&self, rules: Method, from: Cell, to: Cell) -> Option<u64> {
        let (here, there) = (self.cost(from.x, from.y), self.cost(to.x, to.y));
        let beside = [self.cost(from.x, to.y), self.cost(to.x, from.y)];
        let free = beside.iter().filter(|&&cost| cost > 0).count();
        let length = match (from.x.abs_diff(to.x), from.y.abs_diff(to.y)) {
            (1, 0) | (0, 1) => 985,
            (1, 1) if rules.connectivity == Connectivity::Four => return None,
            (1, 1) if rules.corners == CornerRule::Never && free < 2 => return None,
            (1, 1) if rules.corners == CornerRule::OneFree && free < 1 => return None,
            (1, 1) if rules.diagonal == DiagonalCost::TenFourteen => 1379,
            (1, 1) => 1393,
            _ => return None,
        };
        (here > 0 && there > 0).then(|| length * (u64::from(here) + u64::from(there)))
    }

    /// What a path costs by a method's rules; the step that is not legal otherwise.
    pub fn path_cost(&self, rules: Method, cells: &[Cell]) -> Result<u64, String> {
        let step = |pair: &[Cell]| {
            self.step_by(rules, pair[0], pair[1]).ok_or_else(|| format!("illegal step {pair:?} in {cells:?}"))
        };
        cells.windows(2).map(step).sum()
    }

    /// The lowest cost by the rules of walking from `start` to each cell, row by row; `None` where no way leads.
    pub fn dijkstra(&self, start: Cell) -> Vec<Option<u64>> {
        self.dijkstra_by(Method::default(), start)
    }

    /// The same by a method's rules.
    pub fn dijkstra_by(&self, rules: Method, start: Cell) -> Vec<Option<u64>> {
        let mut lowest = vec![None; self.costs.len()];
        let mut queue = BinaryHeap::from([Reverse((0, start.y, start.x))]);
        while let Some(Reverse((cost, y, x))) = queue.pop() {
            let known = &mut lowest[self.index(Cell::new(x, y))];
            if known.is_some() {
                continue;
            }
            *known = Some(cost);
            for (next_y, next_x) in (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (y, x))) {
                if let Some(step) = self.step_by(rules, Cell::new(x, y), Cell::new(next_x, next_y))
                    && lowest[self.index(Cell::new(next_x, next_y))].is_none()
                {
                    queue.push(Reverse((cost + step, next_y, next_x)));
                }
            }
        }
        lowest
    }

    /// The lowest cost by the rules of walking from one cell to another.
    pub fn lowest(&self, start: Cell, goal: Cell) -> Option<u64> {
        self.dijkstra(start)[self.index(goal)]
    }

    /// The lowest cost by a method's rules from each cell to the cheapest goal, row by row.
    pub fn left(&self, rules: Method, goals: &[Cell]) -> Vec<Option<u64>> {
        let from_each: Vec<_> = goals.iter().map(|&goal| self.dijkstra_by(rules, goal)).collect();
        (0..self.costs.len()).map(|index| from_each.iter().filter_map(|lowest| lowest[index]).min()).collect()
    }
}
