//! Off-mesh links: ways between cells that are no steps, authored and generated.

use crate::grid::Cell;
use crate::profile::AreaId;
use crate::sorting;

/// A link as searches use it, in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavLink {
    /// The cell where it begins, passable.
    pub from: Cell,
    /// The cell where it ends, passable and another.
    pub to: Cell,
    /// What it costs, in the integers of [`moves`](super::moves): never 0.
    pub cost: u64,
    /// What it is to masks and costs.
    pub area: AreaId,
    /// Where it comes from.
    pub origin: LinkOrigin,
}

/// Where a link comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkOrigin {
    /// An author has laid it: its place in [`TileMap::links`](crate::level::TileMap::links).
    Authored(usize),
    /// The gap between its ends can be jumped over.
    Jump,
    /// One can drop from its beginning to its end.
    Drop,
}

/// The links of a grid that can be used: active ones, of areas that may be entered, between passable cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Links {
    /// In the order of the numbers of their first cells, then of their last ones.
    links: Vec<(u32, NavLink)>,
    /// The places of the same in `links`, with the numbers of their last cells, in the order of those.
    by_end: Vec<(u32, u32)>,
}

impl Links {
    /// Puts links in order, given how cells are numbered. Of those between the same two cells the cheapest is kept.
    pub fn new(links: impl IntoIterator<Item = NavLink>, number: impl Fn(Cell) -> u32) -> Links {
        let mut links: Vec<(u32, NavLink)> = links.into_iter().map(|link| (number(link.from), link)).collect();
        sorting::sort_by_key(&mut links, |(from, link)| (from, number(link.to), link.cost, link.origin));
        links.dedup_by_key(|(from, link)| (*from, link.to));
        let mut by_end: Vec<(u32, u32)> = (0..).zip(&links).map(|(at, (_, link))| (number(link.to), at)).collect();
        sorting::sort(&mut by_end);
        Links { links, by_end }
    }

    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &NavLink> {
        self.links.iter().map(|(_, link)| link)
    }

    /// Those that begin at the cell of this number.
    pub fn from(&self, number: u32) -> impl Iterator<Item = &NavLink> {
        let first = self.links.partition_point(|(from, _)| *from < number);
        self.links[first..].iter().take_while(move |(from, _)| *from == number).map(|(_, link)| link)
    }

    /// Those that end at the cell of this number.
    pub fn to(&self, number: u32) -> impl Iterator<Item = &NavLink> {
        let first = self.by_end.partition_point(|(to, _)| *to < number);
        let places = self.by_end[first..].iter().take_while(move |(to, _)| *to == number);
        places.map(|&(_, at)| &self.links[at as usize].1)
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.links[..]) + size_of_val(&self.by_end[..])
    }
}
