//! Search among the entrances of one region.

use super::entrance_queue::EntranceQueue;
use super::entrances::Entrance;
use super::graph::Hierarchy;
use super::local_dijkstra::tiles;
use crate::nav::expansion_meter::{ExpansionMeter, ObservedCell};
use crate::nav::trace::{Observer, Side, Subject};

/// Dijkstra's search over the paths inside the chunks of one region, and the links between them; on the side of the
/// goal it runs against their direction.
#[derive(Clone, Debug, Default)]
pub struct RegionSearch {
    region: u32,
    side: Side,
    /// By [local](Hierarchy::local) number.
    nodes: Vec<SearchNode>,
    open: EntranceQueue,
}

#[derive(Clone, Copy, Debug)]
struct SearchNode {
    cost: u64,
    parent: Option<Entrance>,
}

const UNSEEN: SearchNode = SearchNode { cost: u64::MAX, parent: None };

impl RegionSearch {
    pub fn begin(&mut self, hierarchy: &Hierarchy, region: u32, side: Side) {
        (self.region, self.side) = (region, side);
        self.nodes.clear();
        self.nodes.resize(hierarchy.locals(region), UNSEEN);
        self.open.clear();
    }

    /// Records that an entrance in or around the region can be reached at this cost; returns whether that is better than
    /// what was known.
    pub fn put(
        &mut self,
        hierarchy: &Hierarchy,
        entrance: Entrance,
        cost: u64,
        parent: Option<Entrance>,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> bool {
        let node = &mut self.nodes[hierarchy.local(self.region, entrance)];
        let (is_better, is_first) = (cost < node.cost, node.cost == u64::MAX);
        if is_better {
            *node = SearchNode { cost, parent };
            self.open.push(cost, entrance);
            meter.reached(is_first, || self.expansion(hierarchy, entrance));
        }
        is_better
    }

    /// The cost of the next entrance to be expanded, at least.
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
            let (cost, entrance) = self.open.pop()?;
            if self.cost(hierarchy, entrance) != Some(cost) {
                continue;
            }
            meter.expanded(0, || self.expansion(hierarchy, entrance));
            let mut generated = 0;
            for chunk in hierarchy.joined(entrance) {
                if hierarchy.layout.region_of(chunk) == self.region {
                    for edge in hierarchy.edges_in_chunk(chunk, entrance, self.side) {
                        let cost = cost + u64::from(edge.cost);
                        generated += u32::from(self.put(hierarchy, edge.to, cost, Some(entrance), meter));
                    }
                }
            }
            for jump in hierarchy.links_from(entrance, self.side) {
                if hierarchy.is_in_region(jump.to, self.region) {
                    let cost = cost + u64::from(jump.cost);
                    generated += u32::from(self.put(hierarchy, jump.to, cost, Some(entrance), meter));
                }
            }
            meter.statistics.generated += generated;
            return Some((entrance, cost));
        }
    }

    /// The cost of the best path found to an entrance.
    pub fn cost(&self, hierarchy: &Hierarchy, entrance: Entrance) -> Option<u64> {
        let node = self.nodes[hierarchy.local(self.region, entrance)];
        (node.cost != u64::MAX).then_some(node.cost)
    }

    /// The entrance from which the search came to one.
    pub fn parent(&self, hierarchy: &Hierarchy, entrance: Entrance) -> Option<Entrance> {
        self.nodes[hierarchy.local(self.region, entrance)].parent
    }

    /// What is known of an entrance that was seen.
    fn expansion(&self, hierarchy: &Hierarchy, entrance: Entrance) -> ObservedCell {
        let SearchNode { cost, parent } = self.nodes[hierarchy.local(self.region, entrance)];
        let parent = parent.map(|parent| hierarchy.cell(parent));
        ObservedCell {
            side: self.side,
            subject: Subject::Entrance,
            cell: hierarchy.cell(entrance),
            parent,
            g: tiles(cost),
            h: 0.0,
        }
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<SearchNode>() + self.open.bytes()
    }
}
