//! The links of a grid, sorted and looked up by their ends.

use crate::grid::{Cell, Rect};
use crate::level::LinkKind;
use crate::profile::AreaId;
use crate::sorting;

use super::moves::{DIAGONAL, STRAIGHT};
use super::nav_link::{LinkOrigin, NavLink};

/// The links of a grid that can be used: active ones, of areas that may be entered, between passable cells. There may be
/// tens of thousands of leaps, so they are kept as little more than their ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Links {
    /// By their first cell, then their last one, then by cost.
    kept: Vec<KeptLink>,
    /// The numbers of the last and the first cell of each pair of cells that links join, in order.
    by_end: Vec<(u32, u32)>,
    /// The authored links and the steps in one direction, in order.
    authored: Vec<NavLink>,
    /// What a leap costs, by the number of cells that it goes on.
    leap_costs: Vec<u64>,
    /// The width of a row of numbers.
    stride: u32,
}

/// A link as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct KeptLink {
    /// The numbers of its first and its last cell.
    pub from: u32,
    pub to: u32,
    /// [`KeptLink::JUMP`], [`KeptLink::DROP`] or the place of an authored link in the list of them.
    pub what: u32,
}

impl KeptLink {
    pub const JUMP: u32 = u32::MAX;
    pub const DROP: u32 = u32::MAX - 1;

    fn is_leap(self) -> bool {
        self.what >= KeptLink::DROP
    }
}

impl Links {
    /// None, for a grid whose cell numbers grow by `stride` from row to row.
    pub fn none(stride: u32) -> Links {
        Links { stride, ..Links::default() }
    }

    /// Leaps that are all straight along a row or a column and no longer than the list of what they cost, and authored
    /// links.
    pub fn of(leaps: Vec<KeptLink>, leap_costs: Vec<u64>, authored: Vec<NavLink>, stride: u32) -> Links {
        let mut links = Links { leap_costs: leap_costs.clone(), ..Links::none(stride) };
        _ = links.replace_leaps(None, leaps, leap_costs);
        _ = links.replace_authored(authored);
        links
    }

    /// Replaces all leaps that begin in a rectangle, or all that there are, by others. Returns all that were removed or
    /// added.
    pub fn replace_leaps(
        &mut self,
        rect: Option<Rect>,
        mut comes: Vec<KeptLink>,
        leap_costs: Vec<u64>,
    ) -> Vec<NavLink> {
        let span = rect.map_or(0..self.kept.len(), |rect| {
            let number = |cell: Cell| self.number(cell);
            let (first, last) = (number(rect.min), number(Cell::new(rect.max.x - 1, rect.max.y - 1)));
            let place = |number: u32| self.kept.partition_point(|link| link.from < number);
            place(first)..place(last.saturating_add(1)).max(place(first))
        });
        let goes = |link: &KeptLink| link.is_leap() && rect.is_none_or(|rect| rect.contains(self.cell(link.from)));
        let order = |link: KeptLink| (link.from, link.to, link.what == KeptLink::DROP);
        sorting::sort_by_key(&mut comes, order);
        let (going, stays): (Vec<KeptLink>, Vec<KeptLink>) =
            self.kept[span.clone()].iter().partition(|link| goes(link));
        if going == comes {
            self.leap_costs = leap_costs;
            return Vec::new();
        }
        let only = |these: &[KeptLink], those: &[KeptLink]| {
            let is_missing =
                |link: &&KeptLink| those.binary_search_by_key(&order(**link), |link| order(*link)).is_err();
            these.iter().filter(is_missing).copied().collect::<Vec<KeptLink>>()
        };
        let (gone, new) = (only(&going, &comes), only(&comes, &going));
        let mut changed: Vec<NavLink> = gone.iter().map(|link| self.link(link)).collect();
        self.leap_costs = leap_costs;
        changed.extend(new.iter().map(|link| self.link(link)));
        let all = merged(&stays, &comes, |link| self.order(link));
        self.kept.splice(span, all);
        self.renew_ends(&gone, &new);
        changed
    }

    /// Replaces all authored links and steps in one direction. Returns all that were removed or added.
    pub fn replace_authored(&mut self, mut comes: Vec<NavLink>) -> Vec<NavLink> {
        let order = |link: NavLink| (self.number(link.from), self.number(link.to), link.cost, link.origin);
        sorting::sort_by_key(&mut comes, order);
        if self.authored == comes {
            return Vec::new();
        }
        let leaps: Vec<KeptLink> = self.kept.iter().filter(|link| link.is_leap()).copied().collect();
        let gone: Vec<KeptLink> = self.kept.iter().filter(|link| !link.is_leap()).copied().collect();
        let only = |these: &[NavLink], those: &[NavLink]| {
            let is_there = |link: &NavLink| {
                let found = those.binary_search_by_key(&order(*link), |other| order(*other));
                found.is_ok_and(|place| those[place] == *link)
            };
            these.iter().filter(|link| !is_there(link)).copied().collect::<Vec<NavLink>>()
        };
        let mut changed = only(&self.authored, &comes);
        changed.extend(only(&comes, &self.authored));
        let kept = |(link, what): (&NavLink, u32)| {
            let [from, to] = [link.from, link.to].map(|cell| self.number(cell));
            KeptLink { from, to, what }
        };
        let new: Vec<KeptLink> = comes.iter().zip(0..).map(kept).collect();
        self.authored = comes;
        self.kept = merged(&leaps, &new, |link| self.order(link));
        self.renew_ends(&gone, &new);
        changed
    }

    /// Brings the ends up to date after links have been removed and added.
    fn renew_ends(&mut self, gone: &[KeptLink], new: &[KeptLink]) {
        let ends = || gone.iter().chain(new).map(|link| link.to);
        let (Some(first), Some(last)) = (ends().min(), ends().max()) else { return };
        let place = |to: u32| self.by_end.partition_point(|end| end.0 < to);
        let span = place(first)..place(last.saturating_add(1));
        let mut left: Vec<(u32, u32)> =
            gone.iter().filter(|link| !self.joins(link.from, link.to)).map(|link| (link.to, link.from)).collect();
        sorting::sort(&mut left);
        let mut ends: Vec<(u32, u32)> =
            self.by_end[span.clone()].iter().filter(|end| left.binary_search(end).is_err()).copied().collect();
        ends.extend(new.iter().map(|link| (link.to, link.from)));
        sorting::sort(&mut ends);
        ends.dedup();
        self.by_end.splice(span, ends);
    }

    /// Whether a link leads from one cell to another, by their numbers.
    fn joins(&self, from: u32, to: u32) -> bool {
        let first = self.kept.partition_point(|link| (link.from, link.to) < (from, to));
        self.kept.get(first).is_some_and(|link| (link.from, link.to) == (from, to))
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// All links, in order.
    pub fn iter(&self) -> impl Iterator<Item = NavLink> {
        self.kept.iter().map(|link| self.link(link))
    }

    /// All leaps as they are kept, in order.
    pub fn leaps(&self) -> impl Iterator<Item = KeptLink> {
        self.kept.iter().filter(|link| link.is_leap()).copied()
    }

    /// The authored links and the steps in one direction, in order.
    pub fn authored(&self) -> &[NavLink] {
        &self.authored
    }

    /// What a leap costs, by the number of cells that it goes on.
    pub fn leap_costs(&self) -> &[u64] {
        &self.leap_costs
    }

    /// The links that only these or only others have.
    pub fn differences(&self, others: &Links) -> Vec<NavLink> {
        let order =
            |links: &Links, link: &NavLink| (links.number(link.from), links.number(link.to), link.cost, link.origin);
        let only = |these: &Links, those: &Links| {
            let mut beside = those.iter().peekable();
            let is_missing = |link: &NavLink| {
                let key = order(these, link);
                while beside.next_if(|other| order(those, other) < key).is_some() {}
                beside.peek() != Some(link)
            };
            these.iter().filter(is_missing).collect::<Vec<NavLink>>()
        };
        let mut differences = only(self, others);
        differences.extend(only(others, self));
        differences
    }

    /// The links that begin at the cell of this number; of several that lead to the same cell, the cheapest first.
    pub fn from(&self, number: u32) -> impl Iterator<Item = NavLink> {
        let first = self.kept.partition_point(|link| link.from < number);
        self.kept[first..].iter().take_while(move |link| link.from == number).map(|link| self.link(link))
    }

    /// The links that end at the cell of this number; of several that begin at the same cell, the cheapest first.
    pub fn to(&self, number: u32) -> impl Iterator<Item = NavLink> {
        let first = self.by_end.partition_point(|(to, _)| *to < number);
        let ends = self.by_end[first..].iter().take_while(move |(to, _)| *to == number);
        ends.flat_map(move |&(to, from)| {
            let first = self.kept.partition_point(|link| (link.from, link.to) < (from, to));
            let same = self.kept[first..].iter().take_while(move |link| (link.from, link.to) == (from, to));
            same.map(|link| self.link(link))
        })
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
        let least = |link: &NavLink| {
            let (dx, dy) = (link.from.x.abs_diff(link.to.x), link.from.y.abs_diff(link.to.y));
            let length = match link.origin {
                LinkOrigin::Authored(_) | LinkOrigin::OneWay => {
                    u64::from(dx.min(dy)) * DIAGONAL + u64::from(dx.abs_diff(dy)) * STRAIGHT
                }
                _ => (f64::from(dx * dx + dy * dy).sqrt() * LONGEST_WAY_ROUND * STRAIGHT as f64) as u64 + 1,
            };
            (link.cost / (2 * length)).min(u64::from(u16::MAX)) as u16
        };
        // All leaps cost the same for their length.
        let leap = self.kept.iter().find(|link| link.is_leap()).map(|link| self.link(link));
        self.authored.iter().chain(leap.as_ref()).map(least).min()
    }

    /// The sort key of links, unique within a grid.
    fn order(&self, link: &KeptLink) -> (u32, u32, u64, LinkOrigin) {
        let NavLink { cost, origin, .. } = self.link(link);
        (link.from, link.to, cost, origin)
    }

    /// A link as searches use it.
    fn link(&self, kept: &KeptLink) -> NavLink {
        let (origin, kind) = match kept.what {
            KeptLink::JUMP => (LinkOrigin::Jump, LinkKind::Jump),
            KeptLink::DROP => (LinkOrigin::Drop, LinkKind::Drop),
            place => return self.authored[place as usize],
        };
        let (from, to) = (self.cell(kept.from), self.cell(kept.to));
        let length = (from.x.abs_diff(to.x) + from.y.abs_diff(to.y)) as usize;
        let (cost, area) = (self.leap_costs[length], AreaId::JUMP);
        NavLink { from, to, cost, area, origin, kind, speed: None, capacity: None, winding: 1.0 }
    }

    /// The number of a cell, as in [`BakedGround`](super::BakedGround).
    fn number(&self, cell: Cell) -> u32 {
        (cell.y + 1) as u32 * self.stride + (cell.x + 1) as u32
    }

    fn cell(&self, number: u32) -> Cell {
        Cell::new((number % self.stride) as i32 - 1, (number / self.stride) as i32 - 1)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.kept[..])
            + size_of_val(&self.by_end[..])
            + size_of_val(&self.authored[..])
            + size_of_val(&self.leap_costs[..])
    }
}

/// Two lists, both in order, as one.
fn merged<T: Copy, K: Ord>(these: &[T], those: &[T], key: impl Fn(&T) -> K) -> Vec<T> {
    if these.is_empty() || those.is_empty() {
        return [these, those].concat();
    }
    let mut all = Vec::with_capacity(these.len() + those.len());
    let mut those = those.iter().peekable();
    for this in these {
        while let Some(that) = those.next_if(|that| key(that) < key(this)) {
            all.push(*that);
        }
        all.push(*this);
    }
    all.extend(those);
    all
}
