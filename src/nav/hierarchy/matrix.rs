//! A matrix of the costs between a few places.

use super::local_dijkstra::FAR;

/// Costs between places that are numbered from 0; [`FAR`] where no path is known. They are the same in both directions,
/// unless there are paths for one only.
#[derive(Debug, Default)]
pub struct Matrix {
    size: usize,
    costs: Vec<u32>,
    is_directed: bool,
    /// Places that are near to one, with the cost.
    near: Vec<(usize, u32)>,
}

impl Matrix {
    /// Begins with `count` places and no paths.
    pub fn begin(&mut self, size: usize) {
        (self.size, self.is_directed) = (size, false);
        self.costs.clear();
        self.costs.resize(size * size, FAR);
    }

    pub fn cost(&self, from: usize, to: usize) -> u32 {
        self.costs[from * self.size + to]
    }

    /// Adds a path of this cost between two places, in both directions.
    pub fn lower(&mut self, from: usize, to: usize, cost: u32) {
        if cost < self.cost(from, to) {
            self.costs[from * self.size + to] = cost;
            self.costs[to * self.size + from] = cost;
        }
    }

    /// Adds a path of this cost from one place to another.
    pub fn lower_one_way(&mut self, from: usize, to: usize, cost: u32) {
        self.is_directed = true;
        let known = &mut self.costs[from * self.size + to];
        *known = cost.min(*known);
    }

    /// Eliminates the first `count` places, one after the other: the paths through each become paths between the
    /// others. The costs between the places that stay are unchanged.
    pub fn leave_out(&mut self, count: usize) {
        let mut near = std::mem::take(&mut self.near);
        for place in 0..count {
            near.clear();
            let row = &self.costs[place * self.size..(place + 1) * self.size];
            near.extend(row.iter().copied().enumerate().skip(place + 1).filter(|&(_, cost)| cost != FAR));
            if self.is_directed {
                self.join_through(place, &near);
                continue;
            }
            for (at, &(from, there)) in near.iter().enumerate() {
                for &(to, onward) in &near[at + 1..] {
                    self.lower(from, to, there.saturating_add(onward).min(FAR - 1));
                }
            }
        }
        self.near = near;
        self.keep_from(count);
    }

    /// Joins every path to a place with one of those `onward` from there.
    fn join_through(&mut self, place: usize, onward: &[(usize, u32)]) {
        for from in place + 1..self.size {
            let there = self.cost(from, place);
            for &(to, onward) in onward.iter().filter(|&&(to, _)| there != FAR && to != from) {
                self.lower_one_way(from, to, there.saturating_add(onward).min(FAR - 1));
            }
        }
    }

    fn keep_from(&mut self, first: usize) {
        let (before, size) = (self.size, self.size - first);
        for row in 0..size {
            let from = (row + first) * before + first;
            self.costs.copy_within(from..from + size, row * size);
        }
        self.costs.truncate(size * size);
        self.size = size;
    }

    /// Removes every path that another place divides into two that together cost no more: the costs between all places
    /// stay the same.
    ///
    /// (The three loops are those of R. Floyd, "Algorithm 97: Shortest Path", Communications of the ACM 5, 1962. A path
    /// of cost 0 divides nothing, otherwise two places at the same spot would each replace the other; nor do paths of
    /// the greatest cost.)
    pub fn forget_divided(&mut self) {
        let size = self.size;
        let mut is_divided = vec![false; size * size];
        let mut through = Vec::new();
        for middle in 0..size {
            through.clear();
            through.extend_from_slice(&self.costs[middle * size..(middle + 1) * size]);
            for from in (0..size).filter(|&from| from != middle) {
                let there = self.costs[from * size + middle];
                if matches!(there, 0 | FAR) {
                    continue;
                }
                let row = from * size..(from + 1) * size;
                let edges = self.costs[row.clone()].iter_mut().zip(&mut is_divided[row]);
                for ((cost, is_divided), &onward) in edges.zip(&through) {
                    let sum = there.saturating_add(onward);
                    if onward != 0 && sum < FAR - 1 && sum <= *cost {
                        *cost = sum;
                        *is_divided = true;
                    }
                }
            }
        }
        for (cost, is_divided) in self.costs.iter_mut().zip(is_divided) {
            if is_divided {
                *cost = FAR;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four places in a ring, each 10 from the next, but for 35 from the last to the first; and 20 straight across.
    fn ring() -> Matrix {
        let mut matrix = Matrix::default();
        matrix.begin(4);
        for (from, to, cost) in [(0, 1, 10), (1, 2, 10), (2, 3, 10), (3, 0, 35), (0, 2, 20)] {
            matrix.lower(from, to, cost);
        }
        matrix
    }

    fn costs(matrix: &Matrix) -> Vec<(usize, usize, u32)> {
        let pairs = (0..matrix.size).flat_map(|from| (from + 1..matrix.size).map(move |to| (from, to)));
        pairs.map(|(from, to)| (from, to, matrix.cost(from, to))).filter(|edge| edge.2 != FAR).collect()
    }

    #[test]
    fn a_way_that_others_make_up_for_is_forgotten() {
        let mut matrix = ring();
        matrix.forget_divided();
        assert_eq!(costs(&matrix), [(0, 1, 10), (1, 2, 10), (2, 3, 10)]);
    }

    #[test]
    fn places_at_one_spot_keep_each_other() {
        let mut matrix = Matrix::default();
        matrix.begin(3);
        for (from, to, cost) in [(0, 1, 0), (0, 2, 7), (1, 2, 7)] {
            matrix.lower(from, to, cost);
        }
        matrix.forget_divided();
        assert_eq!(costs(&matrix), [(0, 1, 0), (0, 2, 7), (1, 2, 7)]);
    }

    #[test]
    fn paths_of_the_highest_cost_keep_each_other() {
        let mut matrix = Matrix::default();
        matrix.begin(3);
        for (from, to, cost) in [(0, 1, FAR - 1), (0, 2, FAR - 1), (1, 2, 5)] {
            matrix.lower(from, to, cost);
        }
        matrix.forget_divided();
        assert_eq!(costs(&matrix), [(0, 1, FAR - 1), (0, 2, FAR - 1), (1, 2, 5)]);
    }

    /// A ring of four with one direction only, except for its first part.
    #[test]
    fn paths_may_lead_in_one_direction() {
        let mut matrix = Matrix::default();
        matrix.begin(4);
        matrix.lower(0, 1, 5);
        for (from, to, cost) in [(1, 2, 10), (2, 3, 10), (3, 0, 10), (1, 3, 20)] {
            matrix.lower_one_way(from, to, cost);
        }
        let both = |matrix: &Matrix, from, to| [matrix.cost(from, to), matrix.cost(to, from)];
        matrix.forget_divided();
        assert_eq!([both(&matrix, 0, 1), both(&matrix, 1, 3)], [[5, 5], [FAR, FAR]]);
        matrix.leave_out(2);
        assert_eq!(both(&matrix, 0, 1), [10, 25], "2 and 3, with 0 and 1 gone");
    }

    #[test]
    fn paths_through_places_left_out_remain() {
        let mut matrix = ring();
        matrix.leave_out(2);
        assert_eq!(costs(&matrix), [(0, 1, 10)], "2 and 3, with 0 and 1 gone");
        let mut matrix = ring();
        matrix.leave_out(1);
        assert_eq!(costs(&matrix), [(0, 1, 10), (0, 2, 45), (1, 2, 10)]);
    }
}
