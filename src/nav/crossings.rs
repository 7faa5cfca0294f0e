//! Which components are joined by links, and in which direction: made once for all the links of a grid.

use std::sync::OnceLock;

use crate::method::CornerRule;
use crate::nav::baked_ground::BakedGround;
use crate::nav::components::{Components, UnionFind};
use crate::sorting;

/// The directed graph of the components between which links lead, by one rule.
#[derive(Clone, Debug)]
pub(in crate::nav) struct Crossings {
    /// The components where links begin or end, in order. The other fields refer to them by their index here.
    components: Vec<u32>,
    /// The pairs of components joined by at least one link, in order, none twice.
    pairs: Vec<(u32, u32)>,
    /// The group of each component. Components joined by links in both directions are in one group: they reach the
    /// same.
    groups: Vec<u32>,
    /// The components that each group reaches, its own included, in order. Found when first asked for.
    reached: Vec<OnceLock<Box<[u32]>>>,
}

impl Crossings {
    /// Takes time in proportion to the number of links.
    pub fn of(grid: &BakedGround, components: &Components, corners: CornerRule) -> Crossings {
        let component = |cell| components.component(cell, corners).expect("links lie between passable cells");
        let links = grid.link_table().iter();
        let mut pairs: Vec<(u32, u32)> = links.map(|link| (component(link.from), component(link.to))).collect();
        pairs.retain(|(from, to)| from != to);
        sorting::sort(&mut pairs);
        pairs.dedup();
        let mut components: Vec<u32> = pairs.iter().flat_map(|&(from, to)| [from, to]).collect();
        sorting::sort(&mut components);
        components.dedup();
        let place = |component| components.partition_point(|&known| known < component) as u32;
        let pairs: Vec<(u32, u32)> = pairs.into_iter().map(|(from, to)| (place(from), place(to))).collect();
        let mut sets = UnionFind::default();
        sets.reset(components.len());
        for &(from, to) in pairs.iter().filter(|(from, to)| from < to) {
            if pairs.binary_search(&(to, from)).is_ok() {
                sets.join(from, to);
            }
        }
        let groups = sets.numbered();
        let count = groups.iter().max().map_or(0, |&last| last as usize + 1);
        Crossings { components, pairs, groups, reached: vec![OnceLock::new(); count] }
    }

    /// All components that can be reached from one, itself included, in order; empty if no link leads away from it.
    pub fn reached_from(&self, component: u32) -> &[u32] {
        let Ok(place) = self.components.binary_search(&component) else { return &[] };
        self.reached[self.groups[place] as usize].get_or_init(|| self.flood(place as u32))
    }

    fn flood(&self, start: u32) -> Box<[u32]> {
        let mut is_reached = vec![false; self.components.len()];
        is_reached[start as usize] = true;
        let mut waiting = vec![start];
        while let Some(here) = waiting.pop() {
            let first = self.pairs.partition_point(|&(from, _)| from < here);
            for &(_, to) in self.pairs[first..].iter().take_while(|&&(from, _)| from == here) {
                if !std::mem::replace(&mut is_reached[to as usize], true) {
                    waiting.push(to);
                }
            }
        }
        let reached = self.components.iter().zip(is_reached).filter(|(_, is_reached)| *is_reached);
        reached.map(|(&component, _)| component).collect()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let reached = self.reached.iter().filter_map(OnceLock::get).map(|reached| size_of_val(&reached[..]));
        size_of_val(&self.components[..])
            + size_of_val(&self.pairs[..])
            + size_of_val(&self.groups[..])
            + size_of_val(&self.reached[..])
            + reached.sum::<usize>()
    }
}
