//! A plain Dijkstra that shares no code with the library's search: what is optimal, told a second time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use footpath::grid::Cell;
use footpath::nav::{Connectivity, CornerRule, DiagonalCost, Method};

/// A map as rows of costs in hundredths, 0 where one cannot be.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    pub width: i32,
    pub height: i32,
    pub costs: Vec<u16>,
}

impl Ground {
    pub fn cost(&self, x: i32, y: i32) -> u16 {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if inside { self.costs[(y * self.width + x) as usize] } else { 0 }
    }

    /// What the step to a neighbour costs by the rules of walking, or `None` when it is not legal.
    pub fn step(&self, from: Cell, to: Cell) -> Option<u64> {
        self.step_by(Method::default(), from, to)
    }

    /// The same by a method's rules.
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

    /// The lowest cost by the rules of walking from `start` to each cell, row by row; `None` where no way leads.
    pub fn dijkstra(&self, start: Cell) -> Vec<Option<u64>> {
        self.dijkstra_by(Method::default(), start)
    }

    /// The same by a method's rules.
    pub fn dijkstra_by(&self, rules: Method, start: Cell) -> Vec<Option<u64>> {
        let mut lowest = vec![None; self.costs.len()];
        let mut queue = BinaryHeap::from([Reverse((0, start.y, start.x))]);
        while let Some(Reverse((cost, y, x))) = queue.pop() {
            let known = &mut lowest[(y * self.width + x) as usize];
            if known.is_some() {
                continue;
            }
            *known = Some(cost);
            for (next_y, next_x) in (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (y, x))) {
                if let Some(step) = self.step_by(rules, Cell::new(x, y), Cell::new(next_x, next_y))
                    && lowest[(next_y * self.width + next_x) as usize].is_none()
                {
                    queue.push(Reverse((cost + step, next_y, next_x)));
                }
            }
        }
        lowest
    }

    pub fn lowest(&self, start: Cell, goal: Cell) -> Option<u64> {
        self.dijkstra(start)[(goal.y * self.width + goal.x) as usize]
    }
}
