//! Which bodies are near a point: a uniform grid over positions.
//!
//! The grid is built once a tick by a counting sort. The bodies of one row of cells lie side by side in memory, so that
//! a query reads a few unbroken runs. Method: Simon Green, "Particle Simulation using CUDA", NVIDIA white paper, 2010.

use std::ops::Range;

use glam::Vec2;

use crate::parallel::{self, COPIED};

/// The most cells that a grid has for each body; with more its cells become larger.
const CELLS_FOR_EACH_BODY: usize = 4;

/// The cell, and the place, of an index that has no point.
const NOWHERE: u32 = u32::MAX;

/// A uniform grid over points. A point is known by its index in the list that the grid was built from.
#[derive(Clone, Debug, Default)]
pub struct PointGrid {
    origin: Vec2,
    cells_a_unit: f32,
    columns: usize,
    rows: usize,
    /// For each cell, row by row, the index in `order` where its points begin; one more entry at the end.
    starts: Vec<u32>,
    /// The indices of the points, cell by cell; ascending within a cell.
    order: Vec<u32>,
    /// For each index the place of its point in `order`, or [`NOWHERE`]; while the points are sorted, its cell.
    places: Vec<u32>,
}

impl PointGrid {
    /// Sorts the points into cells of `cell_size` world units, or larger ones when the points are few and far between.
    /// Something without a point is left out. Reuses the memory of earlier ticks.
    pub fn rebuild<T: Sync>(&mut self, things: &[T], point: impl Fn(&T) -> Option<Vec2> + Sync, cell_size: f32) {
        self.choose_cells(things, &point, cell_size);
        let mut places = std::mem::take(&mut self.places);
        let cell = |thing: &T| point(thing).map_or(NOWHERE, |point| self.cell_number(point));
        parallel::map_into(&mut places, things, COPIED, cell);
        self.places = places;
        self.count();
        self.sort();
    }

    /// The indices of the points, cell by cell: an order in which neighbours lie near each other.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// For each index the place of its point in [`PointGrid::order`]; for one without a point, no place.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Ranges of [`PointGrid::order`], one for each row of cells that the box from `low` to `high` touches. Every point in
    /// the box is in one of them.
    #[inline]
    pub fn runs(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = Range<usize>> + Clone {
        let (first_column, first_row) = self.cell_of(low);
        let (last_column, last_row) = self.cell_of(high);
        (first_row..last_row + 1).map(move |row| {
            let begin = row * self.columns;
            self.starts[begin + first_column] as usize..self.starts[begin + last_column + 1] as usize
        })
    }

    fn choose_cells<T: Sync>(&mut self, things: &[T], point: impl Fn(&T) -> Option<Vec2> + Sync, cell_size: f32) {
        let none = (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY), 0usize);
        let join = |(low, high, count): (Vec2, Vec2, usize), (other_low, other_high, others)| {
            (low.min(other_low), high.max(other_high), count + others)
        };
        let of_piece = |things: &[T]| things.iter().filter_map(&point).map(|point| (point, point, 1)).fold(none, join);
        let (low, high, count) = parallel::reduce(things, COPIED, of_piece, join);
        let size = if count == 0 { Vec2::ZERO } else { high - low };
        let most = (count * CELLS_FOR_EACH_BODY).max(16) as f32;
        let mut cell = cell_size;
        while (size.x / cell + 1.0) * (size.y / cell + 1.0) > most {
            cell *= 2.0;
        }
        self.origin = if count == 0 { Vec2::ZERO } else { low };
        self.cells_a_unit = 1.0 / cell;
        self.columns = (size.x / cell) as usize + 1;
        self.rows = (size.y / cell) as usize + 1;
    }

    fn count(&mut self) {
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        for &cell in self.places.iter().filter(|&&cell| cell != NOWHERE) {
            self.starts[cell as usize + 1] += 1;
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
    }

    /// Puts the points into their cells; `starts` counts up meanwhile, and is shifted back afterwards.
    fn sort(&mut self) {
        self.order.clear();
        self.order.resize(self.starts[self.starts.len() - 1] as usize, 0);
        for (number, place) in self.places.iter_mut().enumerate().filter(|(_, cell)| **cell != NOWHERE) {
            let next = &mut self.starts[*place as usize];
            self.order[*next as usize] = number as u32;
            *place = *next;
            *next += 1;
        }
        let last = self.starts.len() - 1;
        self.starts.copy_within(0..last, 1);
        self.starts[0] = 0;
    }

    fn cell_number(&self, point: Vec2) -> u32 {
        let (column, row) = self.cell_of(point);
        (row * self.columns + column) as u32
    }

    #[inline]
    fn cell_of(&self, point: Vec2) -> (usize, usize) {
        let place = (point - self.origin) * self.cells_a_unit;
        // A float that is negative or not a number becomes 0.
        ((place.x as u32 as usize).min(self.columns - 1), (place.y as u32 as usize).min(self.rows - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn every_point_within_reach_is_in_a_run_and_none_twice() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut grid = PointGrid::default();
        for (count, spread) in [(0, 1.0), (1, 5.0), (60, 0.1), (200, 30.0), (200, 3000.0)] {
            let points: Vec<Vec2> = (0..count)
                .map(|_| Vec2::new(dice.random_range(-spread..=spread), dice.random_range(-spread..=spread)))
                .collect();
            // Every third index has no point.
            let point = |number: usize| (number % 3 < 2).then_some(points[number]);
            let numbers: Vec<usize> = (0..points.len()).collect();
            grid.rebuild(&numbers, |&number| point(number), 2.0);
            for (number, &place) in grid.places().iter().enumerate().filter(|&(number, _)| point(number).is_some()) {
                assert_eq!(grid.order()[place as usize], number as u32);
            }
            for reach in [0.0, 0.7, 5.0, 100.0] {
                let middle = Vec2::new(dice.random_range(-spread..=spread), dice.random_range(-spread..=spread));
                let mut seen = vec![0; points.len()];
                for run in grid.runs(middle - reach, middle + reach) {
                    grid.order()[run].iter().for_each(|&point| seen[point as usize] += 1);
                }
                for (number, &times) in seen.iter().enumerate() {
                    let is_near = point(number).is_some_and(|point| point.distance(middle) <= reach);
                    let may_be_seen = usize::from(point(number).is_some());
                    assert!(
                        times <= may_be_seen && (times == 1 || !is_near),
                        "{number} is seen {times} times from {middle}"
                    );
                }
            }
        }
    }
}
