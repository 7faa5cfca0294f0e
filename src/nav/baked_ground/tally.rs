//! How many cells have each cost.

use super::HUNDREDTHS;

/// Counts of costs from 0 up to the highest that there is, in pages of 64, which take memory once something is counted
/// in them. The lowest and the highest cost are found without looking at every count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pages: Vec<CostPage>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CostPage {
    total: u32,
    /// Of the costs of the page, in order; empty as long as nothing was ever counted, and when nothing is left.
    counts: Vec<u32>,
}

const PAGE: usize = 64;

impl Tally {
    /// Nothing counted.
    pub fn new() -> Tally {
        Tally { pages: vec![CostPage::default(); *HUNDREDTHS.end() as usize / PAGE + 1] }
    }

    /// Moves `count` cells from one cost to another.
    pub fn change(&mut self, from: u16, to: u16, cells: u32) {
        self.add(to, cells);
        self.remove(from, cells);
    }

    /// Adds `count` cells of a cost.
    pub fn add(&mut self, cost: u16, cells: u32) {
        let page = &mut self.pages[cost as usize / PAGE];
        if page.counts.is_empty() {
            page.counts = vec![0; PAGE];
        }
        page.total += cells;
        page.counts[cost as usize % PAGE] += cells;
    }

    /// Removes `count` cells of a cost; at least as many were added.
    fn remove(&mut self, cost: u16, cells: u32) {
        let page = &mut self.pages[cost as usize / PAGE];
        page.total -= cells;
        page.counts[cost as usize % PAGE] -= cells;
        if page.total == 0 {
            page.counts = Vec::new();
        }
    }

    /// How many cells have a cost.
    pub fn count(&self, cost: u16) -> u32 {
        self.pages[cost as usize / PAGE].counts.get(cost as usize % PAGE).copied().unwrap_or(0)
    }

    /// The lowest and the highest cost above 0 of any cell; both 0 if there is none.
    pub fn range(&self) -> (u16, u16) {
        let known = |&cost: &u16| self.count(cost) > 0;
        let costs = |page: usize| (page * PAGE).max(1) as u16..(page * PAGE + PAGE) as u16;
        let used = |&page: &usize| self.pages[page].total > 0;
        let pages = (0..self.pages.len()).filter(used);
        let lowest = pages.clone().find_map(|page| costs(page).find(known));
        let highest = pages.rev().find_map(|page| costs(page).rev().find(known));
        (lowest.unwrap_or(0), highest.unwrap_or(0))
    }

    /// The greatest number that divides every cost of a cell; 0 if there is none above 0.
    pub fn divisor(&self) -> u16 {
        let used = (0..self.pages.len()).filter(|&page| self.pages[page].total > 0);
        let costs = used.flat_map(|page| (page * PAGE) as u16..(page * PAGE + PAGE) as u16);
        let mut divisor = 0;
        for cost in costs.filter(|&cost| self.count(cost) > 0) {
            divisor = greatest_common_divisor(divisor, cost);
            if divisor == 1 {
                break;
            }
        }
        divisor
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.pages[..]) + self.pages.iter().map(|page| size_of_val(&page.counts[..])).sum::<usize>()
    }
}

/// By Euclid's algorithm; every number divides 0.
fn greatest_common_divisor(mut a: u16, mut b: u16) -> u16 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_divisor_is_of_the_costs_that_there_are() {
        let mut tally = Tally::new();
        tally.add(0, 5);
        assert_eq!(tally.divisor(), 0);
        tally.add(150, 2);
        assert_eq!(tally.divisor(), 150);
        tally.add(9_950, 1);
        assert_eq!(tally.divisor(), 50);
        tally.change(9_950, 151, 1);
        assert_eq!(tally.divisor(), 1);
        tally.change(151, 300, 1);
        assert_eq!(tally.divisor(), 150);
    }
}
