//! The heights of the cells, if they affect the costs of paths.

use crate::grid::Cell;
use crate::level::Relief;

/// The heights of the cells of a grid.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    pub cells: CellHeights,
    /// Two tiles with different surfaces, if any are known: as long as these differ, not all tiles need to be looked
    /// at.
    differing: Option<[Cell; 2]>,
}

/// By cell number, in hundredths of a world unit, at most 327 units up or down. Most maps have few different heights:
/// then a byte a cell says which.
#[derive(Clone, Debug, Default)]
pub(super) enum CellHeights {
    /// All are the same, or going up costs nothing.
    #[default]
    Level,
    Few(Box<FewHeights>),
    Many(Vec<i16>),
}

/// Heights of which at most 256 are different.
#[derive(Clone, Debug)]
pub(super) struct FewHeights {
    /// The height that each byte stands for, all different; zeros behind the last one.
    pub table: [i16; 256],
    /// How many there are in the table; some may be those of no cell.
    pub known: usize,
    pub cells: Vec<u8>,
}

impl Heights {
    /// Whether any two tiles have different surfaces, or one is not level.
    pub fn find_differing(&mut self, relief: &Relief) -> bool {
        let lie = |tile: Cell| (relief.surfaces[tile].height, relief.surfaces[tile].slope);
        let differ = |a: Cell, b: Cell| lie(a) != lie(b) || lie(a).1 != glam::Vec2::ZERO;
        if self.differing.is_some_and(|[a, b]| differ(a, b)) {
            return true;
        }
        let first = Cell::new(0, 0);
        self.differing = relief.surfaces.rect().cells().find(|&tile| differ(first, tile)).map(|tile| [first, tile]);
        self.differing.is_some()
    }
}

impl CellHeights {
    /// In as little memory as they need.
    pub fn of(heights: Vec<i16>) -> CellHeights {
        let mut places: Vec<Option<u8>> = vec![None; 1 << 16];
        let (mut table, mut known) = ([0; 256], 0);
        let mut last = None;
        for &height in &heights {
            if last.replace(height) == Some(height) {
                continue;
            }
            let place = &mut places[height as u16 as usize];
            if place.is_none() {
                if known == table.len() {
                    return CellHeights::Many(heights);
                }
                *place = Some(known as u8);
                table[known] = height;
                known += 1;
            }
        }
        let place = |&height: &i16| places[height as u16 as usize].unwrap_or_default();
        CellHeights::Few(Box::new(FewHeights { table, known, cells: heights.iter().map(place).collect() }))
    }

    /// Whether all are the same.
    pub fn are_level(&self) -> bool {
        matches!(self, CellHeights::Level)
    }

    /// How much higher the second of two cells lies, by their numbers; less than 0 where it lies lower.
    #[inline]
    pub fn rise(&self, from: u32, to: u32) -> i32 {
        let (from, to) = (from as usize, to as usize);
        match self {
            CellHeights::Level => 0,
            CellHeights::Few(few) => {
                let height = |cell: usize| i32::from(few.table[few.cells[cell] as usize]);
                height(to) - height(from)
            }
            CellHeights::Many(heights) => i32::from(heights[to]) - i32::from(heights[from]),
        }
    }

    /// Replaces those from a cell number on; whether any is another one now.
    pub fn set(&mut self, number: usize, heights: &[i16]) -> bool {
        let mut differs = false;
        for (cell, &height) in (number..).zip(heights) {
            if self.height(cell) != height {
                self.set_one(cell, height);
                differs = true;
            }
        }
        differs
    }

    fn set_one(&mut self, cell: usize, height: i16) {
        if let CellHeights::Few(few) = self {
            let place = few.table[..few.known].iter().position(|&known| known == height);
            if let Some(place) = place.or_else(|| few.learn(height)) {
                few.cells[cell] = place as u8;
                return;
            }
            // Some in the table may be those of no cell.
            let mut heights = self.to_vec();
            heights[cell] = height;
            *self = CellHeights::of(heights);
        } else if let CellHeights::Many(heights) = self {
            heights[cell] = height;
        }
    }

    /// The height of a cell, by its number.
    pub fn height(&self, cell: usize) -> i16 {
        match self {
            CellHeights::Level => 0,
            CellHeights::Few(few) => few.table[few.cells[cell] as usize],
            CellHeights::Many(heights) => heights[cell],
        }
    }

    /// Of some cells, by their numbers, numbers that differ where the heights do; nothing where all are the same.
    pub fn copy(&self, cells: std::ops::Range<usize>, to: &mut Vec<u16>) {
        to.clear();
        match self {
            CellHeights::Level => {}
            CellHeights::Few(few) => to.extend(few.cells[cells].iter().map(|&place| u16::from(place))),
            CellHeights::Many(heights) => to.extend(heights[cells].iter().map(|&height| height as u16)),
        }
    }

    /// Whether they are these, of all cells.
    pub fn are(&self, heights: &[i16]) -> bool {
        self.len() == heights.len() && heights.iter().enumerate().all(|(cell, &height)| self.height(cell) == height)
    }

    /// Of how many cells they are; 0 where all are the same.
    pub fn len(&self) -> usize {
        match self {
            CellHeights::Level => 0,
            CellHeights::Few(few) => few.cells.len(),
            CellHeights::Many(heights) => heights.len(),
        }
    }

    /// All of them; none where all are the same.
    pub fn to_vec(&self) -> Vec<i16> {
        (0..self.len()).map(|cell| self.height(cell)).collect()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            CellHeights::Level => 0,
            CellHeights::Few(few) => size_of::<FewHeights>() + few.cells.len(),
            CellHeights::Many(heights) => size_of_val(&heights[..]),
        }
    }
}

impl PartialEq for CellHeights {
    /// Whether the heights are the same, however they are kept.
    fn eq(&self, other: &CellHeights) -> bool {
        self.len() == other.len() && (0..self.len()).all(|cell| self.height(cell) == other.height(cell))
    }
}

impl FewHeights {
    /// Adds a height to the table, if there is room.
    fn learn(&mut self, height: i16) -> Option<usize> {
        let place = self.known;
        *self.table.get_mut(place)? = height;
        self.known += 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn heights_are_those_that_were_set(
            heights in prop::collection::vec(any::<i16>(), 1..600),
            few: bool,
            edits in prop::collection::vec((0..600usize, prop::collection::vec(any::<i16>(), 1..300)), 0..6),
        ) {
            let of = |height: i16| if few { height % 5 } else { height };
            let mut heights: Vec<i16> = heights.into_iter().map(of).collect();
            let mut kept = CellHeights::of(heights.clone());
            for (from, new) in edits {
                let from = from % heights.len();
                let new = &new[..new.len().min(heights.len() - from)];
                let differs = heights[from..from + new.len()] != *new;
                heights[from..from + new.len()].copy_from_slice(new);
                prop_assert_eq!(kept.set(from, new), differs);
                prop_assert!(kept.are(&heights));
            }
            prop_assert!(kept == CellHeights::of(heights.clone()));
            for (cell, &height) in heights.iter().enumerate() {
                let rise = i32::from(height) - i32::from(heights[0]);
                prop_assert_eq!(kept.rise(0, cell as u32), rise);
            }
        }
    }
}
