//! The links of a grid, kept up to date as the ground changes.

use std::sync::OnceLock;

use super::{NavGrid, Traits};
use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::nav::nav_link::{self, Leaps, LinkOrigin, NavLink};
use crate::nav::query::CornerRule;
use crate::nav::reach::Crossings;

impl NavGrid {
    /// Updates the links after the ground has changed in a rectangle of cells.
    pub(super) fn link_rect(&mut self, map: &TileMap, changed: Rect) {
        self.forget_crossings();
        let leaps = Leaps::new(map, &self.profile, self);
        // If nothing can be leapt over any more, no leap is left.
        let again = leaps.as_ref().map(|leaps| changed.grown(leaps.reach()));
        let mut links = again.zip(leaps).map_or(Vec::new(), |(rect, leaps)| leaps.in_rect(rect));
        links.extend(nav_link::authored(map, &self.profile, self));
        let goes = |link: &NavLink| match link.origin {
            LinkOrigin::Authored(_) => true,
            LinkOrigin::Jump | LinkOrigin::Drop => again.is_none_or(|rect| rect.contains(link.from)),
        };
        let differ = self.links.replace(goes, links);
        self.note_links(&differ);
    }

    /// Marks the ends of links that were added or removed.
    pub(super) fn note_links(&mut self, changed: &[NavLink]) {
        if !changed.is_empty() {
            self.touch_hierarchy(Rect { min: Cell::new(0, 0), max: Cell::new(0, 0) });
        }
        for cell in changed.iter().flat_map(|link| [link.from, link.to]) {
            let number = self.number(cell);
            let traits = &mut self.ground[number as usize].traits;
            *traits = traits.with(Traits::LINKED, self.links.touch(number));
        }
        if !changed.is_empty() {
            self.least_by_link = self.links.least_cost().unwrap_or(u16::MAX);
        }
    }

    /// Where links lead from one component to another by a rule.
    pub(in crate::nav) fn crossings(&self, corners: CornerRule) -> &Crossings {
        self.crossings[usize::from(corners == CornerRule::Always)].get_or_init(|| Crossings::of(self, corners))
    }

    /// Discards what was computed from links and components, after one of them has changed.
    pub(super) fn forget_crossings(&mut self) {
        self.crossings = [const { OnceLock::new() }; 2];
    }
}
