//! Bytes to decide by.

/// Bytes to decide by, none left being zero.
pub struct Bytes(std::vec::IntoIter<u8>);

impl Bytes {
    /// Draws from these; when they are used up, zeros.
    pub fn new(bytes: Vec<u8>) -> Bytes {
        Bytes(bytes.into_iter())
    }

    /// A number less than `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.next().unwrap_or(0) as usize % count
    }
}
