//! The links of a map in the abstract graph.
//!
//! There may be many, for instance side by side along a ledge, of which a few suffice. Two links are alike if a path
//! inside a chunk connects their beginnings, and another one their ends; so one of them leads wherever any of them
//! leads. Of those that are near to each other too the cheapest is kept. But a few authored links are all kept: they
//! may lead anywhere at any cost, so that the path by one may be short, and long by another a few cells beside it.

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;
use crate::nav::nav_link::NavLink;
use crate::nav::trace::Side;
use crate::sorting;

use super::borders::ChunkBorders;
use super::local_dijkstra::{FAR, GRID_UNIT, LocalDijkstra};

/// Of links that are alike, one is kept in about this many cells.
const SPACING: u32 = 12;
/// Up to this many authored links that are alike are all kept.
const FEW: usize = 16;

/// The links that are kept, and the *portals*, the cells where these begin or end. Portals are numbered, those of a
/// region and of a chunk in a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkPortals {
    /// All links of the map, in order.
    links: Vec<NavLink>,
    /// The links that are kept.
    kept: Vec<NavLink>,
    portals: Vec<LinkPortal>,
    /// What the links cost from portal to portal, in the order of the first, and of the last.
    onward: Vec<LinkEdge>,
    backward: Vec<LinkEdge>,
}

/// A cell where links begin or end, with its chunk and its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LinkPortal {
    region: u32,
    chunk: u32,
    y: i32,
    x: i32,
}

/// A link as seen from one of its portals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkEdge {
    at: u32,
    /// The portal on the other end.
    pub to: u32,
    /// In thousandths of a tile of cost 1.
    pub cost: u32,
}

/// The part of its chunk in which a link begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    chunk: u32,
    number: u32,
    /// The number of another end in the chunk to which, and from which, one can go from there.
    part: u32,
}

impl LinkPortals {
    /// Updates the links of a map, given the chunks in which the ground has changed. Returns the chunks, in order,
    /// whose portals, or whose links to other portals, have changed.
    pub fn update(&mut self, grid: &BakedGround, layout: &ChunkBorders, changed: &[u32]) -> Vec<u32> {
        let chunks_of = |link: &NavLink| [link.from, link.to].map(|cell| layout.chunk_at(cell));
        let links: Vec<NavLink> = grid.links().collect();
        let mut changed = changed.to_vec();
        changed.extend(differing(grid, &self.links, &links).iter().flat_map(chunks_of));
        sorting::sort(&mut changed);
        let is_changed = |link: &&NavLink| chunks_of(link).iter().any(|chunk| changed.binary_search(chunk).is_ok());
        let mut kept = thinned(grid, layout, links.iter().filter(is_changed).copied().collect());
        kept.extend(self.kept.iter().filter(|link| !is_changed(link)));
        sorting::sort_by_key(&mut kept, |link| order(grid, &link));
        let mut touched: Vec<u32> = differing(grid, &self.kept, &kept).iter().flat_map(chunks_of).collect();
        sorting::sort(&mut touched);
        touched.dedup();
        (self.links, self.kept) = (links, kept);
        self.number_portals(layout);
        touched
    }

    fn number_portals(&mut self, layout: &ChunkBorders) {
        let portal = |cell: Cell| {
            let chunk = layout.chunk_at(cell);
            LinkPortal { region: layout.region_of(chunk), chunk, y: cell.y, x: cell.x }
        };
        self.portals = self.kept.iter().flat_map(|link| [portal(link.from), portal(link.to)]).collect();
        sorting::sort(&mut self.portals);
        self.portals.dedup();
        let place = |cell: Cell| self.portals.binary_search(&portal(cell)).expect("a portal of its own") as u32;
        let jumps = self.kept.iter().map(|link| {
            let cost = (link.cost / GRID_UNIT).clamp(1, u64::from(FAR - 1)) as u32;
            LinkEdge { at: place(link.from), to: place(link.to), cost }
        });
        self.onward = jumps.collect();
        self.backward =
            self.onward.iter().map(|&LinkEdge { at, to, cost }| LinkEdge { at: to, to: at, cost }).collect();
        sorting::sort(&mut self.onward);
        sorting::sort(&mut self.backward);
    }

    /// How many portals there are.
    pub fn count(&self) -> usize {
        self.portals.len()
    }

    /// The cell of a portal.
    pub fn cell(&self, portal: u32) -> Cell {
        let LinkPortal { y, x, .. } = self.portals[portal as usize];
        Cell::new(x, y)
    }

    /// The chunk in which a portal lies.
    pub fn chunk(&self, portal: u32) -> u32 {
        self.portals[portal as usize].chunk
    }

    /// The portals of a region.
    pub fn of_region(&self, region: u32) -> std::ops::Range<u32> {
        let before = |region: u32| self.portals.partition_point(|portal| portal.region < region) as u32;
        before(region)..before(region + 1)
    }

    /// The portals of a chunk of a region.
    pub fn of_chunk(&self, region: u32, chunk: u32) -> std::ops::Range<u32> {
        let before =
            |chunk: u32| self.portals.partition_point(|portal| (portal.region, portal.chunk) < (region, chunk)) as u32;
        before(chunk)..before(chunk + 1)
    }

    /// The links that begin at a portal; on the side of the goal, against their direction, those that end there.
    pub fn links_from(&self, portal: u32, side: Side) -> impl Iterator<Item = &LinkEdge> {
        let jumps = if side == Side::Goal { &self.backward } else { &self.onward };
        let first = jumps.partition_point(|jump| jump.at < portal);
        jumps[first..].iter().take_while(move |jump| jump.at == portal)
    }

    /// Whether a link leads from a portal to another region, or from there.
    pub fn leaves_region(&self, portal: u32) -> bool {
        let region = |portal: u32| self.portals[portal as usize].region;
        let leaves = |jump: &LinkEdge| region(jump.to) != region(portal);
        self.links_from(portal, Side::Start).any(leaves) || self.links_from(portal, Side::Goal).any(leaves)
    }

    /// For each portal its number among other ones, if it is one of them.
    pub fn numbers_among(&self, other: &LinkPortals) -> Vec<Option<u32>> {
        let number = |portal| other.portals.binary_search(portal).ok().map(|number| number as u32);
        self.portals.iter().map(number).collect()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.links[..])
            + size_of_val(&self.kept[..])
            + size_of_val(&self.portals[..])
            + 2 * size_of_val(&self.onward[..])
    }
}

/// The sort key of links.
fn order(grid: &BakedGround, link: &NavLink) -> (u32, u32, u64, crate::nav::LinkOrigin) {
    (grid.number(link.from), grid.number(link.to), link.cost, link.origin)
}

/// The links that are in one of two lists only, both in order.
fn differing(grid: &BakedGround, these: &[NavLink], those: &[NavLink]) -> Vec<NavLink> {
    let only = |here: &[NavLink], there: &[NavLink]| {
        let is_missing =
            |link: &&NavLink| there.binary_search_by_key(&order(grid, link), |link| order(grid, link)).is_err();
        here.iter().filter(is_missing).copied().collect::<Vec<NavLink>>()
    };
    let mut differing = only(these, those);
    differing.extend(only(those, these));
    differing
}

/// Of links that are alike and near to each other the cheapest, and a few authored ones.
fn thinned(grid: &BakedGround, layout: &ChunkBorders, mut links: Vec<NavLink>) -> Vec<NavLink> {
    let ends = ends_of(grid, layout, &links);
    let part = |cell: Cell| {
        let at = ends.binary_search_by_key(&(layout.chunk_at(cell), grid.number(cell)), |end| (end.chunk, end.number));
        ends[at.expect("every end is known")].part
    };
    let numbers = |link: &NavLink| [link.from, link.to].map(|cell| grid.number(cell));
    let kind = |link: &NavLink| [link.from, link.to].map(|cell| (layout.chunk_at(cell), part(cell)));
    // Links from here to there are in the same order as links back, so that they are kept in pairs.
    let rank = |link: &NavLink| {
        let [from, to] = numbers(link);
        (kind(link), link.cost, from.min(to), from.max(to), link.origin)
    };
    sorting::sort_by_key(&mut links, |link| rank(&link));
    let mut kept: Vec<NavLink> = Vec::new();
    for alike in links.chunk_by(|one, other| kind(one) == kind(other)) {
        let first = kept.len();
        for link in alike {
            let is_near = |one: Cell, other: Cell| one.x.abs_diff(other.x).max(one.y.abs_diff(other.y)) < SPACING;
            let stands_in = |known: &NavLink| is_near(known.from, link.from) && is_near(known.to, link.to);
            let is_one_of_few = kept.len() < first + FEW && link.authored().is_some();
            if is_one_of_few || !kept[first..].iter().any(stands_in) {
                kept.push(*link);
            }
        }
    }
    kept
}

/// The ends of links, in order, each once.
fn ends_of(grid: &BakedGround, layout: &ChunkBorders, links: &[NavLink]) -> Vec<End> {
    let end = |cell: Cell| End { chunk: layout.chunk_at(cell), number: grid.number(cell), part: u32::MAX };
    let mut ends: Vec<End> = links.iter().flat_map(|link| [end(link.from), end(link.to)]).collect();
    sorting::sort(&mut ends);
    ends.dedup();
    let stride = grid.stride();
    let cell = |number: u32| Cell::new((number % stride) as i32 - 1, (number / stride) as i32 - 1);
    let mut dijkstra = LocalDijkstra::default();
    for ends in ends.chunk_by_mut(|one, other| one.chunk == other.chunk) {
        dijkstra.load(grid, layout.rect(ends[0].chunk));
        for first in 0..ends.len() {
            if ends[first].part != u32::MAX {
                continue;
            }
            dijkstra.begin(Side::Start, [cell(ends[first].number)]);
            while dijkstra.expand().is_some() {}
            let part = ends[first].number;
            let reached = ends[first..].iter_mut().filter(|end| dijkstra.cost(cell(end.number)) != FAR);
            reached.for_each(|end| end.part = part);
        }
    }
    ends
}
