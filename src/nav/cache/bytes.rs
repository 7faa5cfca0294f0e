//! Numbers and lists of them, little-endian.

use super::CacheError;

/// A type stored in a fixed number of bytes.
pub(in crate::nav) trait Stored: Sized + Copy {
    const SIZE: usize;

    /// Appends it to `bytes`.
    fn put(self, bytes: &mut Vec<u8>);

    /// The value of exactly [`SIZE`](Stored::SIZE) bytes.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! stored {
    ($($number:ty),*) => {$(
        impl Stored for $number {
            const SIZE: usize = size_of::<$number>();

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn get(bytes: &[u8]) -> $number {
                <$number>::from_le_bytes(bytes.try_into().expect("as many bytes as it has"))
            }
        }
    )*};
}

stored!(u8, u16, u32, u64, i16, i32);

/// Appends a number to `bytes`.
pub(in crate::nav) fn put<T: Stored>(bytes: &mut Vec<u8>, value: T) {
    value.put(bytes);
}

/// Appends a list to `bytes`, with its length before it.
pub(in crate::nav) fn put_list<T: Stored>(bytes: &mut Vec<u8>, list: &[T]) {
    put(bytes, list.len() as u64);
    bytes.reserve(list.len() * T::SIZE);
    list.iter().for_each(|&value| value.put(bytes));
}

/// A reader of bytes from first to last.
pub(in crate::nav) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn number<T: Stored>(&mut self) -> Result<T, CacheError> {
        Ok(T::get(self.take(T::SIZE)?))
    }

    /// A list of any length.
    pub fn list<T: Stored>(&mut self) -> Result<Vec<T>, CacheError> {
        let count = usize::try_from(self.number::<u64>()?).map_err(|_| CacheError::Corrupt)?;
        let bytes = self.take(count.checked_mul(T::SIZE).ok_or(CacheError::Corrupt)?)?;
        Ok(bytes.chunks_exact(T::SIZE).map(T::get).collect())
    }

    /// A list that must have `count` elements.
    pub fn list_of<T: Stored>(&mut self, count: usize) -> Result<Vec<T>, CacheError> {
        let list = self.list()?;
        if list.len() == count { Ok(list) } else { Err(CacheError::Corrupt) }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], CacheError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(CacheError::Corrupt)?;
        self.rest = rest;
        Ok(taken)
    }
}
