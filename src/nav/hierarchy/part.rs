//! The entrances of a chunk or region, and the ways between them.

use super::entrances::Entrance;
use super::local_dijkstra::FAR;
use super::matrix::Matrix;

/// A way from one entrance to another that stays inside one chunk or region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub to: Entrance,
    /// A thousand for each tile of cost 1.
    pub cost: u32,
}

/// Entrances of a chunk or region with the ways between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// In the order of their numbers.
    entrances: Box<[Entrance]>,
    /// Where the ways from each begin, and where the last ones end.
    first: Box<[u32]>,
    /// Those from each in the order of where they lead.
    ways: Box<[Way]>,
}

impl Part {
    /// From what it costs to go from each to each.
    pub fn of(entrances: &[Entrance], costs: &mut Matrix) -> Part {
        costs.forget_divided();
        let (mut first, mut ways) = (vec![0], Vec::new());
        for from in 0..entrances.len() {
            let all = entrances.iter().enumerate().map(|(to, &entrance)| (entrance, costs.cost(from, to)));
            let there = all.filter(|&(to, cost)| to != entrances[from] && cost != FAR);
            ways.extend(there.map(|(to, cost)| Way { to, cost }));
            first.push(ways.len() as u32);
        }
        Part { entrances: entrances.into(), first: first.into(), ways: ways.into() }
    }

    pub fn entrances(&self) -> &[Entrance] {
        &self.entrances
    }

    /// The ways from an entrance; none where it is not one of the entrances here.
    pub fn ways_from(&self, entrance: Entrance) -> &[Way] {
        match self.entrances.binary_search(&entrance) {
            Ok(at) => &self.ways[self.first[at] as usize..self.first[at + 1] as usize],
            Err(_) => &[],
        }
    }

    /// What the way from an entrance to another costs, if it is one of those here.
    pub fn cost(&self, from: Entrance, to: Entrance) -> Option<u32> {
        let ways = self.ways_from(from);
        ways.binary_search_by_key(&to, |way| way.to).ok().map(|at| ways[at].cost)
    }

    /// Gives the entrances other numbers, in the same order.
    pub fn renumber(&mut self, number: impl Fn(Entrance) -> Entrance) {
        self.entrances.iter_mut().for_each(|entrance| *entrance = number(*entrance));
        self.ways.iter_mut().for_each(|way| way.to = number(way.to));
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Part>() + (self.entrances.len() + self.first.len()) * 4 + self.ways.len() * size_of::<Way>()
    }
}
