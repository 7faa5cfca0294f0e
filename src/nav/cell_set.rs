//! A set of cells, by their numbers.

/// A set of cell numbers: a bit for each cell of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CellSet(Vec<u64>);

impl CellSet {
    /// Clears it and makes room for the numbers below `length`.
    pub fn clear(&mut self, length: usize) {
        self.0.clear();
        self.0.resize(length.div_ceil(64), 0);
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }

    /// Whether the set holds a number.
    pub fn has(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Takes a number in, or out.
    pub fn set(&mut self, number: u32, is_in: bool) {
        let bit = 1 << (number % 64);
        let bits = &mut self.0[number as usize / 64];
        *bits = if is_in { *bits | bit } else { *bits & !bit };
    }
}
