//! A part of an agent that most agents do not need.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

/// What a [`Rare`] value usually is.
pub trait Usual: Clone + PartialEq + 'static {
    /// It.
    const USUAL: &'static Self;
}

impl<T: Clone + PartialEq + 'static> Usual for Vec<T> {
    const USUAL: &'static Self = &Vec::new();
}

impl<T: Clone + PartialEq + 'static> Usual for VecDeque<T> {
    const USUAL: &'static Self = &VecDeque::new();
}

/// A value that takes the memory of a pointer for as long as it is what it usually is: in a crowd of a hundred thousand,
/// what hardly any agent has at present would otherwise be read past in every tick. It compares, and is serialised, as the
/// value itself.
///
/// ```
/// use footpath::agent::Rare;
///
/// let mut places: Rare<Vec<u32>> = Rare::default();
/// assert!(places.is_empty());
/// places.push(7);
/// assert_eq!(*places, [7]);
/// assert_eq!(places, Rare::from(vec![7]));
/// ```
#[derive(Clone, Debug)]
pub struct Rare<T>(Option<Box<T>>);

impl<T> Default for Rare<T> {
    /// The usual value.
    fn default() -> Rare<T> {
        Rare(None)
    }
}

impl<T: Usual> From<T> for Rare<T> {
    fn from(value: T) -> Rare<T> {
        Rare((value != *T::USUAL).then(|| Box::new(value)))
    }
}

impl<T: Usual> Rare<T> {
    /// Changes the value. It takes no memory of its own afterwards if it is the usual one.
    pub fn change(&mut self, change: impl FnOnce(&mut T)) {
        let mut usual = None;
        let value = self.0.as_deref_mut().unwrap_or_else(|| usual.insert(T::USUAL.clone()));
        change(value);
        if *value == *T::USUAL {
            self.0 = None;
        } else if let Some(changed) = usual {
            self.0 = Some(Box::new(changed));
        }
    }
}

impl<T: Usual> Deref for Rare<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::USUAL)
    }
}

impl<T: Usual> DerefMut for Rare<T> {
    /// From now on it takes memory of its own, also where nothing is changed.
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_with(|| Box::new(T::USUAL.clone()))
    }
}

impl<T: Usual> PartialEq for Rare<T> {
    fn eq(&self, other: &Rare<T>) -> bool {
        **self == **other
    }
}

impl<T: Usual + serde::Serialize> serde::Serialize for Rare<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_unusual_takes_memory() {
        let mut queue: Rare<VecDeque<u8>> = Rare::from(VecDeque::new());
        assert!(queue.0.is_none() && queue.front().is_none());
        queue.push_back(1);
        assert!(queue.0.is_some());
        queue.pop_front();
        assert_eq!(queue, Rare::default());
        queue.change(|_| ());
        assert!(queue.0.is_none());
        queue.change(|queue| queue.push_back(2));
        assert_eq!(queue.front(), Some(&2));
        assert_eq!(size_of::<Rare<VecDeque<u8>>>(), size_of::<usize>());
    }

    /// Two are equal if what they stand for is, whether it takes memory or not.
    #[test]
    fn equality_is_of_what_is_kept() {
        let usual: Rare<VecDeque<u8>> = Rare::from(VecDeque::new());
        let mut other = usual.clone();
        other.push_back(1);
        assert_ne!(usual, other);
        other.pop_front();
        assert!(other.0.is_some() && usual == other);
    }
}
