//! The abstract graph: entrances, and what it costs to go from one to another.

#[cfg(test)]
mod tests;

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;
use crate::nav::trace::Side;
use crate::parallel;
use crate::sorting;

use super::borders::{ChunkBorders, LOCAL, SLOTS};
use super::changed_chunks::ChangedChunks;
use super::entrances::{Entrance, NOWHERE, SIDE_SLOTS, cost_at, is_on_the_right, put_entrances};
use super::link_portals::LinkPortals;
use super::local_dijkstra::{FAR, LocalDijkstra, climb_cost, step_cost};
use super::local_graph::{Edge, LocalGraph};
use super::matrix::Matrix;

/// The map in chunks and regions of chunks.
///
/// An *entrance* is a pair of passable cells on either side of a border between two chunks; it stands in the left or
/// upper one of them. Whatever can be reached can be reached through entrances: each stretch of a border that is open
/// along both sides and can be crossed nearly anywhere has one or more.
///
/// Where links begin and end there are *link portals*. They are numbered after the entrances, and are treated as
/// entrances that lie in a single chunk.
///
/// It depends on the ground alone, whatever edits led there.
#[derive(Clone, Debug, PartialEq)]
pub struct Hierarchy {
    pub layout: ChunkBorders,
    /// Where each entrance stands, but for the portals.
    places: Vec<[u16; 2]>,
    portals: LinkPortals,
    /// Whether every path inside a chunk costs the same there and back: going up costs nothing anywhere.
    is_level: bool,
    /// For each chunk its entrances and the paths between them, links left aside: the same in both directions, but for
    /// what they cost.
    pub chunks: Vec<LocalGraph>,
    /// For each region the entrances at its outer border, portals of links that cross it among them, and the paths
    /// between them inside it, by links too.
    pub regions: Vec<LocalGraph>,
}

/// The step between an entrance and a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    /// The cell of the chunk next to the entrance; where that stands in the chunk itself, its own.
    pub cell: Cell,
    /// What it costs to step from the entrance to that cell.
    pub inward: u32,
    /// What it costs to step back.
    pub outward: u32,
}

/// Working memory for building parts.
#[derive(Default)]
struct Workshop {
    dijkstra: LocalDijkstra,
    matrix: Matrix,
    entrances: Vec<Entrance>,
    /// For each entrance in and around a region its place in the matrix.
    index: Vec<u32>,
}

impl Hierarchy {
    /// Builds it for a map, on several threads. Takes time linear in the number of cells.
    pub fn of(grid: &BakedGround) -> Hierarchy {
        let layout = ChunkBorders::of(grid);
        let mut places = vec![NOWHERE; layout.chunks() * SLOTS as usize];
        let slots = places.chunks_mut(SLOTS as usize).collect();
        parallel::each(slots, FEWEST_PARTS, |chunk, slots, _: &mut ()| put_entrances(grid, &layout, chunk, slots));
        let parts = |count| vec![LocalGraph::default(); count];
        let (chunks, regions) = (parts(layout.chunks()), parts(layout.regions()));
        let mut portals = LinkPortals::default();
        _ = portals.update(grid, &layout, &[]);
        let is_level = !grid.has_climbs();
        let mut hierarchy = Hierarchy { layout, places, portals, is_level, chunks: Vec::new(), regions: Vec::new() };
        hierarchy.chunks = hierarchy.fill(chunks, |this, chunk, shop| this.chunk_part(grid, chunk, shop));
        hierarchy.regions = hierarchy.fill(regions, |this, region, shop| this.region_part(region, shop));
        hierarchy
    }

    fn fill(
        &self,
        mut parts: Vec<LocalGraph>,
        make: impl Fn(&Hierarchy, u32, &mut Workshop) -> LocalGraph + Sync,
    ) -> Vec<LocalGraph> {
        parallel::each(parts.iter_mut().collect(), FEWEST_PARTS, |number, part: &mut LocalGraph, shop| {
            *part = make(self, number, shop)
        });
        parts
    }

    /// Rebuilds what changes of the ground and of the links affect. False if the borders between the chunks have moved:
    /// then it must be built from scratch.
    #[must_use]
    pub fn rebuild(&mut self, grid: &BakedGround, changes: &ChangedChunks) -> bool {
        if self.layout.update(grid, changes.lines()) {
            return false;
        }
        self.is_level = !grid.has_climbs();
        // What it costs to come in through an entrance depends on the cell on the far side of the border.
        let mut touched = changes.chunks_within(1);
        let portals = self.update_portals(grid, &touched);
        // The entrances of a border depend on the two rows of cells next to it on either side.
        for chunk in changes.chunks_within(2) {
            let slots = chunk as usize * SLOTS as usize..(chunk as usize + 1) * SLOTS as usize;
            let mut now = [NOWHERE; SLOTS as usize];
            put_entrances(grid, &self.layout, chunk, &mut now);
            let before = &mut self.places[slots];
            for (side, other) in self.layout.after(chunk).into_iter().enumerate() {
                let side = side * SIDE_SLOTS as usize..(side + 1) * SIDE_SLOTS as usize;
                if before[side.clone()] != now[side] {
                    touched.extend([Some(chunk), other].into_iter().flatten());
                }
            }
            before.copy_from_slice(&now);
        }
        touched.extend(portals);
        sorting::sort(&mut touched);
        touched.dedup();
        self.rebuild_parts(grid, &touched);
        true
    }

    /// Updates the links and renumbers the portals that stay. Returns the chunks in which portals were added or
    /// removed.
    fn update_portals(&mut self, grid: &BakedGround, changed: &[u32]) -> Vec<u32> {
        let before = self.portals.clone();
        let touched = self.portals.update(grid, &self.layout, changed);
        let numbers = before.numbers_among(&self.portals);
        if (0..).zip(&numbers).any(|(before, now)| now.is_some_and(|now| now != before)) {
            let first = self.places.len() as u32;
            // Removed portals are known only to parts that will be rebuilt.
            let number = |entrance: Entrance| match entrance.checked_sub(first) {
                Some(portal) => numbers[portal as usize].map_or(entrance, |now| first + now),
                None => entrance,
            };
            self.chunks.iter_mut().chain(&mut self.regions).for_each(|part| part.renumber(number));
        }
        touched
    }

    /// Builds the parts of some chunks, and of the regions that hold them.
    fn rebuild_parts(&mut self, grid: &BakedGround, chunks: &[u32]) {
        let mut shop = Workshop::default();
        for &chunk in chunks {
            self.chunks[chunk as usize] = self.chunk_part(grid, chunk, &mut shop);
        }
        let mut regions: Vec<u32> = chunks.iter().map(|&chunk| self.layout.region_of(chunk)).collect();
        sorting::sort(&mut regions);
        regions.dedup();
        for region in regions {
            self.regions[region as usize] = self.region_part(region, &mut shop);
        }
    }

    /// The cell in which an entrance stands.
    #[inline]
    pub fn cell(&self, entrance: Entrance) -> Cell {
        match self.places.get(entrance as usize) {
            Some(&[x, y]) => Cell::new(i32::from(x), i32::from(y)),
            None => self.portals.cell(entrance - self.places.len() as u32),
        }
    }

    /// The number of the portal that an entrance is.
    fn portal(&self, entrance: Entrance) -> Option<u32> {
        entrance.checked_sub(self.places.len() as u32)
    }

    /// The links that begin at an entrance, and to which one each leads; on the side of the goal those that end there.
    pub fn links_from(&self, entrance: Entrance, side: Side) -> impl Iterator<Item = Edge> {
        let first = self.places.len() as u32;
        let jumps = self.portal(entrance).into_iter().flat_map(move |portal| self.portals.links_from(portal, side));
        jumps.map(move |jump| Edge { to: first + jump.to, cost: jump.cost })
    }

    /// Whether a link leads from an entrance to another.
    pub fn has_link(&self, from: Entrance, to: Entrance) -> bool {
        self.links_from(from, Side::Start).any(|edge| edge.to == to)
    }

    /// The two chunks that an entrance joins: the one where it stands first. For a portal the same twice.
    pub fn joined(&self, entrance: Entrance) -> [u32; 2] {
        if let Some(portal) = self.portal(entrance) {
            return [self.portals.chunk(portal); 2];
        }
        let chunk = entrance / SLOTS;
        let [right, below] = self.layout.after(chunk);
        [chunk, if is_on_the_right(entrance) { right } else { below }.expect("an entrance has two sides")]
    }

    /// The step between an entrance and one of its chunks.
    pub fn threshold(&self, grid: &BakedGround, entrance: Entrance, chunk: u32) -> Threshold {
        let cell = self.cell(entrance);
        if entrance / SLOTS == chunk || self.portal(entrance).is_some() {
            return Threshold { cell, inward: 0, outward: 0 };
        }
        let [right, below] = [Cell::new(cell.x + 1, cell.y), Cell::new(cell.x, cell.y + 1)];
        let inside = if is_on_the_right(entrance) { right } else { below };
        let step = step_cost(false, cost_at(grid, cell) + cost_at(grid, inside));
        let [outer, inner] = [cell, inside].map(|cell| grid.number(cell));
        let (inward, outward) = (step + climb_cost(grid, outer, inner), step + climb_cost(grid, inner, outer));
        Threshold { cell: inside, inward, outward }
    }

    /// The paths from an entrance to others inside one of its chunks; on the side of the goal from there to it.
    #[inline]
    pub fn edges_in_chunk(&self, chunk: u32, entrance: Entrance, side: Side) -> impl Iterator<Item = Edge> {
        let part = &self.chunks[chunk as usize];
        let is_back = side == Side::Goal && !self.is_level;
        let back = move |edge: Edge| part.cost(edge.to, entrance).expect("the same edges lead back");
        part.edges_from(entrance)
            .iter()
            .map(move |&edge| if is_back { Edge { cost: back(edge), ..edge } } else { edge })
    }

    /// Whether an entrance leads into a region, or from one chunk of it to another.
    pub fn is_in_region(&self, entrance: Entrance, region: u32) -> bool {
        self.joined(entrance).iter().any(|&chunk| self.layout.region_of(chunk) == region)
    }

    /// The region through which the cheapest path leads from one entrance to the next, if both lie at its border.
    pub fn region_between(&self, from: Entrance, to: Entrance) -> u32 {
        let regions = self.joined(from).map(|chunk| self.layout.region_of(chunk));
        let cost = |region: u32| {
            let edges = self.regions[region as usize].edges_from(from).iter();
            edges.filter(|edge| edge.to == to).map(|edge| edge.cost).next().unwrap_or(FAR)
        };
        if cost(regions[0]) <= cost(regions[1]) { regions[0] } else { regions[1] }
    }

    /// Whether a link, not a region, leads from one of these entrances to the other.
    pub fn is_link_between(&self, from: Entrance, to: Entrance) -> bool {
        let [one, other] = self.joined(to).map(|chunk| self.layout.region_of(chunk));
        !self.is_in_region(from, one) && !self.is_in_region(from, other)
    }

    /// A small number for an entrance in a region or at its border, less than [`Hierarchy::locals`].
    #[inline]
    pub fn local(&self, region: u32, entrance: Entrance) -> usize {
        match self.portal(entrance) {
            None => self.layout.local(region, entrance),
            Some(portal) => LOCAL + (portal - self.portals.of_region(region).start) as usize,
        }
    }

    /// How many numbers there are for the entrances in a region and at its border.
    pub fn locals(&self, region: u32) -> usize {
        LOCAL + self.portals.of_region(region).len()
    }

    /// Numbers of entrances are less than this.
    pub fn slots(&self) -> usize {
        self.places.len() + self.portals.count()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let parts = self.chunks.iter().chain(&self.regions);
        let places = self.places.len() * size_of::<[u16; 2]>();
        self.layout.bytes() + places + self.portals.bytes() + parts.map(LocalGraph::bytes).sum::<usize>()
    }

    /// The entrances of a chunk, in the order of their numbers.
    fn entrances_of(&self, chunk: u32) -> impl Iterator<Item = Entrance> {
        let [left, above] = self.layout.before(chunk);
        let side = |chunk: u32, side: u32| {
            let first = chunk * SLOTS + side * SIDE_SLOTS;
            (first..first + SIDE_SLOTS).take_while(|&entrance| self.places[entrance as usize] != NOWHERE)
        };
        let outer = above.into_iter().flat_map(move |above| side(above, 1));
        let outer = outer.chain(left.into_iter().flat_map(move |left| side(left, 0)));
        let first = self.places.len() as u32;
        let portals = self.portals.of_chunk(self.layout.region_of(chunk), chunk);
        outer.chain(side(chunk, 0)).chain(side(chunk, 1)).chain(portals.map(move |portal| first + portal))
    }

    fn chunk_part(&self, grid: &BakedGround, chunk: u32, shop: &mut Workshop) -> LocalGraph {
        let Workshop { dijkstra, matrix, entrances, .. } = shop;
        entrances.clear();
        entrances.extend(self.entrances_of(chunk));
        matrix.begin(entrances.len());
        if entrances.len() > 1 {
            dijkstra.load(grid, self.layout.rect(chunk));
        }
        for from in 0..entrances.len().saturating_sub(1) {
            let start = self.threshold(grid, entrances[from], chunk);
            dijkstra.begin(Side::Start, [start.cell]);
            dijkstra.run_to(entrances[from + 1..].iter().map(|&to| self.threshold(grid, to, chunk).cell));
            for (to, &entrance) in entrances.iter().enumerate().skip(from + 1) {
                let end = self.threshold(grid, entrance, chunk);
                let cost = dijkstra.cost(end.cell);
                if cost != FAR {
                    let back = cost.saturating_add_signed(dijkstra.rise(end.cell, start.cell));
                    matrix.lower_one_way(from, to, start.inward + cost + end.outward);
                    matrix.lower_one_way(to, from, end.inward + back + start.outward);
                }
            }
        }
        LocalGraph::of(entrances, matrix)
    }

    fn region_part(&self, region: u32, shop: &mut Workshop) -> LocalGraph {
        let Workshop { matrix, entrances, index, .. } = shop;
        entrances.clear();
        entrances.extend(self.layout.chunks_of(region).flat_map(|chunk| self.entrances_of(chunk)));
        // Entrances inside come first, in the order in which they are eliminated, then those at the outer border.
        let order = |entrance: Entrance| match self.portal(entrance) {
            Some(portal) if self.portals.leaves_region(portal) => u32::MAX,
            Some(_) => 0,
            None => {
                let [one, other] = self.joined(entrance);
                let is_inside = self.layout.region_of(one) == self.layout.region_of(other);
                if is_inside { 1 + self.layout.turn(one, is_on_the_right(entrance)) } else { u32::MAX }
            }
        };
        sorting::sort_by_key(entrances, |entrance| (order(entrance), entrance));
        entrances.dedup();
        let inner = entrances.iter().take_while(|&&entrance| order(entrance) != u32::MAX).count();
        matrix.begin(entrances.len());
        index.resize(self.locals(region).max(index.len()), 0);
        for (&entrance, number) in entrances.iter().zip(0..) {
            index[self.local(region, entrance)] = number;
        }
        let index = |entrance| index[self.local(region, entrance)] as usize;
        for chunk in self.layout.chunks_of(region) {
            let part = &self.chunks[chunk as usize];
            for &from in part.entrances() {
                for edge in part.edges_from(from) {
                    if self.is_level {
                        matrix.lower(index(from), index(edge.to), edge.cost);
                    } else {
                        matrix.lower_one_way(index(from), index(edge.to), edge.cost);
                    }
                }
            }
        }
        for from in self.portals.of_region(region).map(|portal| self.places.len() as u32 + portal) {
            for jump in self.links_from(from, Side::Start).filter(|jump| self.is_in_region(jump.to, region)) {
                matrix.lower_one_way(index(from), index(jump.to), jump.cost);
            }
        }
        matrix.leave_out(inner);
        entrances.drain(..inner);
        LocalGraph::of(entrances, matrix)
    }
}

/// No thread is started for fewer parts than this.
const FEWEST_PARTS: usize = 64;
