//! Search among the entrances of one region.

use super::entrances::Entrance;
use super::graph::Hierarchy;
use super::layout::LOCAL;
use super::meter::{Expansion, tiles};
use super::open::Open;
use crate::nav::trace::Side;

/// Dijkstra's search over the ways inside the chunks of one region.
#[derive(Clone, Debug, Default)]
pub struct Local {
    region: u32,
    /// By [local](super::layout::Layout::local) number.
    nodes: Vec<Node>,
    open: Open,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    cost: u64,
    parent: Option<Entrance>,
}

const UNSEEN: Node = Node { cost: u64::MAX, parent: None };

impl Local {
    pub fn begin(&mut self, region: u32) {
        self.region = region;
        self.nodes.clear();
        self.nodes.resize(LOCAL, UNSEEN);
        self.open.clear();
    }

    /// One can come to an entrance in or around the region at this cost.
    pub fn put(&mut self, hierarchy: &Hierarchy, entrance: Entrance, cost: u64, parent: Option<Entrance>) -> bool {
        let node = &mut self.nodes[hierarchy.layout.local(self.region, entrance)];
        let is_better = cost < node.cost;
        if is_better {
            *node = Node { cost, parent };
            self.open.push(cost, entrance);
        }
        is_better
    }

    /// The cost of the next entrance to be expanded, at least.
    pub fn lowest(&self) -> Option<u64> {
        self.open.lowest()
    }

    /// Expands the next entrance, and tells which, its cost, and how many were put into the open set; `None` when all
    /// that can be reached is done.
    pub fn expand(&mut self, hierarchy: &Hierarchy) -> Option<(Entrance, u64, u32)> {
        loop {
            let (cost, entrance) = self.open.pop()?;
            if self.cost(hierarchy, entrance) != Some(cost) {
                continue;
            }
            let mut generated = 0;
            for chunk in hierarchy.joined(entrance) {
                if hierarchy.layout.region_of(chunk) == self.region {
                    for way in hierarchy.chunks[chunk as usize].ways_from(entrance) {
                        let is_better = self.put(hierarchy, way.to, cost + u64::from(way.cost), Some(entrance));
                        generated += u32::from(is_better);
                    }
                }
            }
            return Some((entrance, cost, generated));
        }
    }

    /// The cost of the best way found to an entrance.
    pub fn cost(&self, hierarchy: &Hierarchy, entrance: Entrance) -> Option<u64> {
        let node = self.nodes[hierarchy.layout.local(self.region, entrance)];
        (node.cost != u64::MAX).then_some(node.cost)
    }

    /// The entrance from which the search came to one.
    pub fn parent(&self, hierarchy: &Hierarchy, entrance: Entrance) -> Option<Entrance> {
        self.nodes[hierarchy.layout.local(self.region, entrance)].parent
    }

    /// What is known of an entrance that was seen.
    pub fn expansion(&self, hierarchy: &Hierarchy, side: Side, entrance: Entrance) -> Expansion {
        let Node { cost, parent } = self.nodes[hierarchy.layout.local(self.region, entrance)];
        let parent = parent.map(|parent| hierarchy.cell(parent));
        Expansion { side, cell: hierarchy.cell(entrance), parent, g: tiles(cost), h: 0.0 }
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.open.bytes()
    }
}
