//! The entrances of a chunk or region, and the paths between them.

use super::entrances::Entrance;
use super::local_dijkstra::FAR;
use super::matrix::Matrix;

/// A path from one entrance to another that stays inside one chunk or region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub to: Entrance,
    /// In thousandths of a tile of cost 1.
    pub cost: u32,
}

/// Entrances of a chunk or region with the paths between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocalGraph {
    /// In the order of their numbers.
    entrances: Box<[Entrance]>,
    /// Where the paths from each begin, and where the last ones end.
    first: Box<[u32]>,
    /// The paths from each entrance, in the order of where they lead.
    edges: Box<[Edge]>,
}

impl LocalGraph {
    /// From the costs between all pairs of entrances.
    pub fn of(entrances: &[Entrance], costs: &mut Matrix) -> LocalGraph {
        costs.forget_divided();
        let (mut first, mut edges) = (vec![0], Vec::new());
        for from in 0..entrances.len() {
            let all = entrances.iter().enumerate().map(|(to, &entrance)| (entrance, costs.cost(from, to)));
            let there = all.filter(|&(to, cost)| to != entrances[from] && cost != FAR);
            edges.extend(there.map(|(to, cost)| Edge { to, cost }));
            first.push(edges.len() as u32);
        }
        LocalGraph { entrances: entrances.into(), first: first.into(), edges: edges.into() }
    }

    pub fn entrances(&self) -> &[Entrance] {
        &self.entrances
    }

    /// The paths from an entrance; none where it is not one of the entrances here.
    pub fn edges_from(&self, entrance: Entrance) -> &[Edge] {
        match self.entrances.binary_search(&entrance) {
            Ok(at) => &self.edges[self.first[at] as usize..self.first[at + 1] as usize],
            Err(_) => &[],
        }
    }

    /// What the path from an entrance to another costs, if it is one of those here.
    pub fn cost(&self, from: Entrance, to: Entrance) -> Option<u32> {
        let edges = self.edges_from(from);
        edges.binary_search_by_key(&to, |edge| edge.to).ok().map(|at| edges[at].cost)
    }

    /// Renumbers the entrances, in the same order.
    pub fn renumber(&mut self, number: impl Fn(Entrance) -> Entrance) {
        self.entrances.iter_mut().for_each(|entrance| *entrance = number(*entrance));
        self.edges.iter_mut().for_each(|edge| edge.to = number(edge.to));
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<LocalGraph>() + (self.entrances.len() + self.first.len()) * 4 + self.edges.len() * size_of::<Edge>()
    }
}
