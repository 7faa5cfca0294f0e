//! The free squares of the ground, merged into rectangles.

use super::mesh::Around;
use super::point::Point;
use crate::nav::NavGrid;

/// Rectangles that hold each free square once. Left and right of each the ground ends.
#[derive(Debug, Default)]
pub(super) struct Rectangles {
    pub list: Vec<Rectangle>,
    /// By row of squares, where its rectangles begin in `bands`; one more at the end.
    pub rows: Vec<u32>,
    /// The rectangles in each row of squares from left to right: the column where one begins, and its place.
    pub bands: Vec<(i16, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub min: Point,
    pub max: Point,
}

impl Rectangle {
    pub fn corners(self) -> [Point; 4] {
        let Rectangle { min, max } = self;
        [min, Point { x: max.x, y: min.y }, max, Point { x: min.x, y: max.y }]
    }

    /// The points on its edge, around it to the left, from `min`.
    pub fn outline(self) -> impl Iterator<Item = Point> {
        let Rectangle { min, max } = self;
        let top = (min.x..max.x).map(move |x| Point { x, y: min.y });
        let right = (min.y..max.y).map(move |y| Point { x: max.x, y });
        let bottom = (min.x + 1..=max.x).rev().map(move |x| Point { x, y: max.y });
        let left = (min.y + 1..=max.y).rev().map(move |y| Point { x: min.x, y });
        top.chain(right).chain(bottom).chain(left)
    }
}

impl Rectangles {
    pub fn of(grid: &NavGrid) -> Rectangles {
        let mut found = Rectangles { rows: vec![0], ..Rectangles::default() };
        // One row of cells more than there are rows of squares: it has none.
        for y in 0..grid.lattice().height as i16 {
            found.put_row(grid, y);
            found.rows.push(found.bands.len() as u32);
        }
        found
    }

    fn put_row(&mut self, grid: &NavGrid, y: i16) {
        let above = self.rows.len().checked_sub(2).map_or(0, |row| self.rows[row]) as usize;
        let mut above = above..self.bands.len();
        let mut x = 0;
        while let Some((left, right)) = run(grid, x, y) {
            while !above.is_empty() && self.bands[above.start].0 < left {
                above.start += 1;
            }
            let continued = self.bands[above.clone()].first().map(|band| band.1).filter(|&index| {
                let Rectangle { min, max } = self.list[index as usize];
                (min.x, max.x, max.y) == (left, right, y)
            });
            let index = continued.unwrap_or(self.list.len() as u32);
            if continued.is_none() {
                self.list.push(Rectangle { min: Point { x: left, y }, max: Point { x: right, y } });
            }
            self.list[index as usize].max.y = y + 1;
            self.bands.push((left, index));
            x = right;
        }
    }
}

/// The first run of free squares in a row that begins at `x` or after it: from and to which column.
fn run(grid: &NavGrid, x: i16, y: i16) -> Option<(i16, i16)> {
    let width = grid.lattice().width as i16;
    let is_free = |&x: &i16| {
        let ground = grid.ground()[Point { x, y }.number(grid) as usize];
        ground.cost > 0 && Around::new(ground.around).squares & 1 == 1
    };
    let left = (x..width).find(is_free)?;
    let right = (left..width).find(|x| !is_free(x))?;
    Some((left, right))
}
