//! A hierarchy that is built on demand.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::grid::Rect;
use crate::nav::baked_ground::BakedGround;

use super::changed_chunks::ChangedChunks;
use super::graph::Hierarchy;

/// The hierarchy of a grid: none until it is requested. After changes of the ground it is updated when it is requested
/// again.
#[derive(Debug, Default)]
pub struct LazyHierarchy {
    present: OnceLock<Box<Hierarchy>>,
    /// The hierarchy from before the ground changed, and where it changed.
    past: Mutex<Option<Past>>,
}

type Past = (Box<Hierarchy>, ChangedChunks);

impl LazyHierarchy {
    /// The hierarchy of the grid as it is now; `grid` must be the one whose changes were recorded here.
    pub fn get(&self, grid: &BakedGround) -> &Hierarchy {
        self.present.get_or_init(|| {
            let past = self.past.lock().unwrap_or_else(PoisonError::into_inner).take();
            let rebuilt = past.and_then(|(mut past, changes)| past.rebuild(grid, &changes).then_some(past));
            rebuilt.unwrap_or_else(|| Box::new(Hierarchy::of(grid)))
        })
    }

    /// The ground of the grid has changed in a rectangle of the map, or where it is empty, its links have.
    pub fn touch(&mut self, grid: &BakedGround, changed: Rect) {
        let past = self.past.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(present) = self.present.take() {
            let changes = ChangedChunks::new(&present.layout);
            *past = Some((present, changes));
        }
        if let Some((past, changes)) = past
            && changed.min.x < changed.max.x
            && changed.min.y < changed.max.y
        {
            changes.add(grid, &past.layout, changed);
        }
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let past = past.as_ref().map_or(0, |(past, _)| past.bytes());
        self.present.get().map_or(past, |present| present.bytes())
    }
}

impl Clone for LazyHierarchy {
    fn clone(&self) -> LazyHierarchy {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner).clone();
        LazyHierarchy { present: self.present.clone(), past: Mutex::new(past) }
    }
}
