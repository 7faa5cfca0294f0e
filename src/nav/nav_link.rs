//! Off-mesh links: connections between cells other than steps, authored and generated.

mod authored_links;
mod generated_links;

use crate::grid::Cell;
use crate::level::LinkKind;
use crate::profile::AreaId;
use crate::sorting;

use super::moves::{DIAGONAL, STRAIGHT};
pub(super) use authored_links::{GREATEST_COST, area_cost, authored, cost, slowness};
pub(super) use generated_links::Leaps;

/// A link as searches use it, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct NavLink {
    /// The cell where it begins, passable.
    pub from: Cell,
    /// The cell where it ends: passable, and not the one where it begins.
    pub to: Cell,
    /// What it costs, in the integers of [`moves`](super::moves): never 0.
    pub cost: u64,
    /// The area that it counts as for masks and costs.
    pub area: AreaId,
    /// Where it comes from.
    pub origin: LinkOrigin,
    /// How it is crossed.
    pub kind: LinkKind,
    /// The speed of crossing it, in world units a second, if it differs from that of its kind.
    pub speed: Option<f32>,
    /// How many agents may be on it at once, in both directions together; `None` for any number.
    pub capacity: Option<u32>,
}

impl NavLink {
    /// The index of its link in [`TileMap::links`](crate::level::TileMap::links); `None` if it is generated.
    pub fn authored(&self) -> Option<usize> {
        match self.origin {
            LinkOrigin::Authored(place) => Some(place),
            LinkOrigin::Jump | LinkOrigin::Drop => None,
        }
    }
}

/// Where a link comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub enum LinkOrigin {
    /// It was authored: its index in [`TileMap::links`](crate::level::TileMap::links).
    Authored(usize),
    /// The gap between its ends can be jumped over.
    Jump,
    /// Agents can drop from its beginning to its end.
    Drop,
}

/// The links of a grid that can be used: active ones, of areas that may be entered, between passable cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Links {
    /// With the numbers of their first cells, in order.
    links: Vec<(u32, NavLink)>,
    /// The numbers of the last and the first cell of each, and its origin, in order.
    by_end: Vec<(u32, u32, LinkOrigin)>,
    /// The width of a row of numbers.
    stride: u32,
}

impl Links {
    /// Puts links in order, for a grid whose cell numbers grow by `stride` from row to row.
    pub fn new(links: impl IntoIterator<Item = NavLink>, stride: u32) -> Links {
        let mut all = Links { stride, ..Links::default() };
        _ = all.replace(|_| false, links);
        all
    }

    /// Replaces some links by others. Returns all links that were removed or added.
    pub fn replace(
        &mut self,
        goes: impl Fn(&NavLink) -> bool,
        comes: impl IntoIterator<Item = NavLink>,
    ) -> Vec<NavLink> {
        let numbered = |link: NavLink| (self.number(link.from), link);
        let mut comes: Vec<(u32, NavLink)> = comes.into_iter().map(numbered).collect();
        sorting::sort_by_key(&mut comes, |link| order(&link));
        let going: Vec<(u32, NavLink)> = self.links.iter().filter(|(_, link)| goes(link)).copied().collect();
        if going == comes {
            return Vec::new();
        }
        let ends = |links: &[(u32, NavLink)]| {
            let mut ends: Vec<(u32, u32, LinkOrigin)> =
                links.iter().map(|&(from, link)| (self.number(link.to), from, link.origin)).collect();
            sorting::sort(&mut ends);
            ends
        };
        let (gone, new) = (ends(&going), ends(&comes));
        let kept = self.by_end.iter().filter(|end| gone.binary_search(end).is_err());
        self.by_end = merged(kept.copied(), &new, |end| *end);
        self.links = merged(self.links.iter().filter(|(_, link)| !goes(link)).copied(), &comes, order);
        let differ = |these: &[(u32, NavLink)], those: &[(u32, NavLink)]| {
            let differs = |link: &&(u32, NavLink)| those.binary_search_by_key(&order(link), order).is_err();
            these.iter().filter(differs).map(|(_, link)| *link).collect::<Vec<NavLink>>()
        };
        let mut changed = differ(&going, &comes);
        changed.extend(differ(&comes, &going));
        changed
    }

    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// All links, in order.
    pub fn iter(&self) -> impl Iterator<Item = &NavLink> {
        self.links.iter().map(|(_, link)| link)
    }

    /// The links that begin at the cell of this number; of several that lead to the same cell, the cheapest first.
    pub fn from(&self, number: u32) -> impl Iterator<Item = &NavLink> {
        let first = self.links.partition_point(|(from, _)| *from < number);
        self.links[first..].iter().take_while(move |(from, _)| *from == number).map(|(_, link)| link)
    }

    /// The links that end at the cell of this number.
    pub fn to(&self, number: u32) -> impl Iterator<Item = &NavLink> {
        let first = self.by_end.partition_point(|(to, ..)| *to < number);
        let ends = self.by_end[first..].iter().take_while(move |(to, ..)| *to == number);
        let is_it = move |link: &NavLink, origin: LinkOrigin| link.origin == origin && self.number(link.to) == number;
        ends.filter_map(move |&(_, from, origin)| self.from(from).find(|link| is_it(link, origin)))
    }

    /// Whether any link begins or ends at the cell of this number.
    pub fn touch(&self, number: u32) -> bool {
        self.from(number).next().is_some() || self.to(number).next().is_some()
    }

    /// The least cost of a tile's length by any link, in whole hundredths, where the length between its ends is counted
    /// in straight and diagonal steps.
    pub fn least_cost(&self) -> Option<u16> {
        /// The greatest ratio of such steps to the straight line.
        const LONGEST_WAY_ROUND: f64 = 1.0824;
        let mut seen_generated = false;
        let least = |link: &NavLink| {
            let (dx, dy) = (link.from.x.abs_diff(link.to.x), link.from.y.abs_diff(link.to.y));
            let length = match link.origin {
                LinkOrigin::Authored(_) => u64::from(dx.min(dy)) * DIAGONAL + u64::from(dx.abs_diff(dy)) * STRAIGHT,
                _ if std::mem::replace(&mut seen_generated, true) => return None,
                // All that are generated cost the same for their straight length.
                _ => (f64::from(dx * dx + dy * dy).sqrt() * LONGEST_WAY_ROUND * STRAIGHT as f64) as u64 + 1,
            };
            Some((link.cost / (2 * length)).min(u64::from(u16::MAX)) as u16)
        };
        self.iter().filter_map(least).min()
    }

    /// The number of a cell, as in [`NavGrid`](super::NavGrid).
    fn number(&self, cell: Cell) -> u32 {
        (cell.y + 1) as u32 * self.stride + (cell.x + 1) as u32
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.links[..]) + size_of_val(&self.by_end[..])
    }
}

/// The sort key of links, unique within a grid.
fn order((from, link): &(u32, NavLink)) -> (u32, i32, i32, u64, LinkOrigin) {
    (*from, link.to.y, link.to.x, link.cost, link.origin)
}

/// Two lists, both in order, as one.
fn merged<T: Copy, K: Ord>(these: impl Iterator<Item = T>, those: &[T], key: impl Fn(&T) -> K) -> Vec<T> {
    let mut all = Vec::with_capacity(these.size_hint().1.unwrap_or(0) + those.len());
    let mut those = those.iter().peekable();
    for this in these {
        while let Some(that) = those.next_if(|that| key(that) < key(&this)) {
            all.push(*that);
        }
        all.push(this);
    }
    all.extend(those);
    all
}
