//! The hierarchy of a grid, built when it is first asked for, and built again where the ground has changed since.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::NavGrid;
use crate::grid::Rect;
use crate::nav::hierarchy::Hierarchy;

/// A hierarchy and what is to be done about it.
#[derive(Debug, Default)]
pub(super) struct Upkeep {
    ready: OnceLock<Box<Hierarchy>>,
    /// One that was true before the ground changed in a rectangle. Only while none is ready.
    stale: Mutex<Option<(Box<Hierarchy>, Rect)>>,
}

impl Upkeep {
    /// The hierarchy of the grid to which this belongs.
    pub fn get(&self, grid: &NavGrid) -> &Hierarchy {
        self.ready.get_or_init(|| {
            let stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner).take();
            let rebuilt = stale.and_then(|(mut stale, changed)| stale.rebuild(grid, changed).then_some(stale));
            rebuilt.unwrap_or_else(|| Box::new(Hierarchy::of(grid)))
        })
    }

    /// Notes that the ground has changed in a rectangle.
    pub fn note(&mut self, changed: Rect) {
        let stale = self.stale.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = self.ready.take() {
            *stale = Some((ready, changed));
        } else if let Some((_, all)) = stale {
            *all = all.union(changed);
        }
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        let stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner);
        let stale = stale.as_ref().map_or(0, |(stale, _)| stale.bytes());
        stale + self.ready.get().map_or(0, |ready| ready.bytes())
    }
}

impl Clone for Upkeep {
    fn clone(&self) -> Upkeep {
        let stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Upkeep { ready: self.ready.clone(), stale: Mutex::new(stale) }
    }
}
