//! Search among the entrances between regions.

use super::entrance_queue::EntranceQueue;
use super::entrances::Entrance;
use super::graph::Hierarchy;
use super::local_dijkstra::tiles;
use crate::grid::Rect;
use crate::nav::expansion_meter::{ExpansionMeter, ObservedCell};
use crate::nav::trace::{Observer, Side, Subject};

/// A* over the paths through the regions, and the links between them.
#[derive(Clone, Debug, Default)]
pub struct Top {
    /// By number of the entrance.
    nodes: Vec<SearchNode>,
    /// The number of the present search, from 1.
    generation: u32,
    open: EntranceQueue,
    estimate: Option<Distance>,
}

#[derive(Clone, Copy, Debug, Default)]
struct SearchNode {
    cost: u64,
    generation: u32,
    parent: Entrance,
}

/// The octile distance to a rectangle over the cheapest ground of a map: never more than a path there costs.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    goals: Rect,
    straight: u64,
    turn: u64,
}

impl Distance {
    /// To the rectangle around the goals, on a map of this least cost in hundredths.
    pub fn new(goals: Rect, least_cost: u16) -> Distance {
        Distance { goals, straight: u64::from(least_cost) * 10, turn: u64::from(least_cost) * 414 / 100 }
    }

    #[inline]
    fn from(&self, hierarchy: &Hierarchy, entrance: Entrance) -> u64 {
        let (cell, Rect { min, max }) = (hierarchy.cell(entrance), self.goals);
        let dx = (min.x - cell.x).max(cell.x - max.x + 1).max(0) as u64;
        let dy = (min.y - cell.y).max(cell.y - max.y + 1).max(0) as u64;
        dx.max(dy) * self.straight + dx.min(dy) * self.turn
    }
}

impl Top {
    pub fn begin(&mut self, hierarchy: &Hierarchy, estimate: Distance) {
        self.nodes.resize(self.nodes.len().max(hierarchy.slots()), SearchNode::default());
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.nodes.fill(SearchNode::default());
            self.generation = 1;
        }
        self.open.clear();
        self.estimate = Some(estimate);
    }

    /// Records that an entrance can be reached at this cost, from another one or (if it is its own parent) from the
    /// start.
    #[inline]
    pub fn put(
        &mut self,
        hierarchy: &Hierarchy,
        entrance: Entrance,
        cost: u64,
        parent: Entrance,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> bool {
        let node = &mut self.nodes[entrance as usize];
        let is_first = node.generation != self.generation;
        if !is_first && node.cost <= cost {
            return false;
        }
        *node = SearchNode { cost, generation: self.generation, parent };
        let estimate = self.estimate.expect("the search has begun");
        self.open.push(cost + estimate.from(hierarchy, entrance), entrance);
        meter.reached(is_first, || self.expansion(hierarchy, entrance));
        true
    }

    /// The estimated cost of the best path that may still be found.
    pub fn lowest(&mut self) -> Option<u64> {
        self.open.lowest()
    }

    /// Expands the next entrance; returns it and its cost, `None` when all that can be reached is done.
    pub fn expand(
        &mut self,
        hierarchy: &Hierarchy,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> Option<(Entrance, u64)> {
        loop {
            let (priority, entrance) = self.open.pop()?;
            let SearchNode { cost, .. } = self.nodes[entrance as usize];
            let estimate = self.estimate.expect("the search has begun");
            if cost + estimate.from(hierarchy, entrance) != priority {
                continue;
            }
            meter.expanded(0, || self.expansion(hierarchy, entrance));
            let mut generated = 0;
            for chunk in hierarchy.joined(entrance) {
                let region = hierarchy.layout.region_of(chunk);
                for edge in hierarchy.regions[region as usize].edges_from(entrance) {
                    let cost = cost + u64::from(edge.cost);
                    generated += u32::from(self.put(hierarchy, edge.to, cost, entrance, meter));
                }
            }
            for jump in hierarchy.links_from(entrance, Side::Start) {
                if hierarchy.is_link_between(entrance, jump.to) {
                    let cost = cost + u64::from(jump.cost);
                    generated += u32::from(self.put(hierarchy, jump.to, cost, entrance, meter));
                }
            }
            meter.statistics.generated += generated;
            return Some((entrance, cost));
        }
    }

    /// The entrance from which the search came to one; none where it came from the start.
    pub fn parent(&self, entrance: Entrance) -> Option<Entrance> {
        Some(self.nodes[entrance as usize].parent).filter(|&parent| parent != entrance)
    }

    /// What is known of an entrance that was seen.
    fn expansion(&self, hierarchy: &Hierarchy, entrance: Entrance) -> ObservedCell {
        let h = self.estimate.map_or(0, |estimate| estimate.from(hierarchy, entrance));
        let parent = self.parent(entrance).map(|parent| hierarchy.cell(parent));
        let g = tiles(self.nodes[entrance as usize].cost);
        ObservedCell {
            side: Side::Start,
            subject: Subject::Entrance,
            cell: hierarchy.cell(entrance),
            parent,
            g,
            h: tiles(h),
        }
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<SearchNode>() + self.open.bytes()
    }
}
