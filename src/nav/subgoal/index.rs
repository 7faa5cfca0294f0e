//! The index: the graph of subgoals, contracted.

use std::cmp::Reverse;

use crate::grid::Cell;
use crate::nav::NavGrid;
use crate::nav::cache::{CacheError, Reader, Stored, put_list};
use crate::nav::jump_point::{Course, Spot};
use crate::nav::moves::{DIAGONAL, STRAIGHT};
use crate::sorting;

use super::contraction::{Contracted, Edge, FAR, LINK, OPEN_GROUND};
use super::layout::Layout;
use super::preparation::{IndexPreparation, Prepared};

/// What is prepared on a map so that `subgoal` searches find exact paths in microseconds.
#[derive(Clone, Debug)]
pub struct SubgoalIndex {
    /// That of the grid for which it was made.
    stamp: u64,
    pub(super) layout: Layout,
    /// For each place in the layout, the number of its subgoal: the later it was contracted, the higher.
    numbers: Vec<u32>,
    /// Where the subgoal of each number lies.
    cells: Vec<[u16; 2]>,
    /// Where the arcs of each number begin; one more than there are subgoals.
    firsts: Vec<u32>,
    arcs: Vec<Arc>,
    /// For each arc the subgoals over which it leads, there and back, or what it is if it is no shortcut.
    middles: Vec<[u32; 2]>,
}

/// A way from a subgoal to one with a higher number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arc {
    /// What it costs to go there; [`FAR`] where no way leads.
    pub out: u64,
    /// What it costs to come back.
    pub back: u64,
    /// The other subgoal.
    pub to: u32,
}

impl SubgoalIndex {
    /// Prepares it for a grid; `None` where [`NavGrid::prepare_index`] makes none.
    ///
    /// For a large map that is best done on another thread, for a copy of the grid:
    ///
    /// ```
    /// use std::sync::Arc;
    /// use footpath::nav::{NavGrid, SubgoalIndex};
    ///
    /// let mut grid = NavGrid::from_rows(&["........", "...##...", "........", "........", "........"])?;
    /// let copy = grid.clone();
    /// let index = std::thread::spawn(move || SubgoalIndex::of(&copy)).join().unwrap();
    /// // Until then, jump points answer. If the ground has changed in the meantime, the index is refused.
    /// assert!(grid.adopt_index(Arc::new(index.expect("the ground is even"))));
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    pub fn of(grid: &NavGrid) -> Option<SubgoalIndex> {
        let mut preparation = IndexPreparation::begin(grid)?;
        loop {
            match preparation.step(grid, u64::MAX) {
                Prepared::GoesOn => {}
                Prepared::Done(index) => return Some(*index),
                Prepared::Nothing => return None,
            }
        }
    }

    /// Numbers the subgoals by when they were contracted.
    pub(super) fn numbered(
        grid: &NavGrid,
        layout: Layout,
        places: &[Cell],
        contracted: Vec<Contracted>,
    ) -> SubgoalIndex {
        let mut numbers = vec![0; places.len()];
        for (number, (place, _)) in (0..).zip(&contracted) {
            numbers[*place as usize] = number;
        }
        let number = |place: u32| if place < LINK { numbers[place as usize] } else { place };
        let (mut cells, mut firsts) = (Vec::with_capacity(places.len()), vec![0]);
        let (mut arcs, mut middles) = (Vec::new(), Vec::new());
        for (place, mut edges) in contracted {
            let Cell { x, y } = places[place as usize];
            cells.push([x as u16, y as u16]);
            for edge in edges
                .iter_mut()
                .filter(|edge| is_straight(grid, places[place as usize], places[edge.to as usize], edge))
            {
                edge.middles = [OPEN_GROUND; 2];
            }
            // Those that many searches meet come first.
            sorting::sort_by_key(&mut edges, |edge| Reverse(number(edge.to)));
            arcs.extend(edges.iter().map(|edge| Arc { out: edge.out, back: edge.back, to: number(edge.to) }));
            middles.extend(edges.iter().map(|edge| edge.middles.map(number)));
            firsts.push(arcs.len() as u32);
        }
        SubgoalIndex { stamp: grid.stamp(), layout, numbers, cells, firsts, arcs, middles }
    }

    /// Whether it was made for this grid as it is now.
    pub(in crate::nav) fn is_of(&self, grid: &NavGrid) -> bool {
        self.stamp == grid.stamp()
    }

    /// Appends it to `bytes`, but for what the grid tells.
    pub(in crate::nav) fn write(&self, bytes: &mut Vec<u8>) {
        put_list(bytes, &self.numbers);
        put_list(bytes, &self.firsts);
        put_list(bytes, &self.arcs);
        put_list(bytes, &self.middles.concat());
    }

    /// Reads what was [written](SubgoalIndex::write) for a grid.
    pub(in crate::nav) fn read(reader: &mut Reader, grid: &NavGrid) -> Result<SubgoalIndex, CacheError> {
        let layout = Layout::of(grid);
        let places = layout.cells_by_place(grid);
        let numbers: Vec<u32> = reader.list_of(places.len())?;
        let firsts = reader.list_of(places.len() + 1)?;
        let arcs: Vec<Arc> = reader.list()?;
        let middles: Vec<u32> = reader.list_of(2 * arcs.len())?;
        let mut cells = vec![[u16::MAX; 2]; places.len()];
        for (&number, &place) in numbers.iter().zip(&places) {
            *cells.get_mut(number as usize).ok_or(CacheError::Corrupt)? = [place.x as u16, place.y as u16];
        }
        let middles = middles.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let index = SubgoalIndex { stamp: grid.stamp(), layout, numbers, cells, firsts, arcs, middles };
        if super::is_ground_for_it(grid) && index.is_sound() { Ok(index) } else { Err(CacheError::Corrupt) }
    }

    /// Whether everything that a search relies on holds: subgoals are numbered, arcs join two that exist, and shortcuts lead
    /// over arcs of lower subgoals.
    fn is_sound(&self) -> bool {
        let count = self.len() as u32;
        let is_numbered = !self.cells.contains(&[u16::MAX; 2]);
        let is_listed = self.firsts[0] == 0
            && self.firsts.is_sorted()
            && self.firsts.last().is_some_and(|&last| last as usize == self.arcs.len());
        if !is_numbered || !is_listed {
            return false;
        }
        let leads = |from: u32, to: u32| self.arcs(from).iter().any(|arc| arc.to == to);
        (0..count).all(|from| {
            let first = self.firsts[from as usize] as usize;
            self.arcs(from).iter().zip(&self.middles[first..]).all(|(arc, middles)| {
                let is_over = |middle: u32| middle < from.min(arc.to) && leads(middle, from) && leads(middle, arc.to);
                let is_known = |&middle: &u32| middle >= LINK || is_over(middle);
                // Of two in the core each has an arc to the other.
                let is_joined = arc.to < count && arc.to != from && (arc.to > from || leads(arc.to, from));
                is_joined && arc.out.max(arc.back) <= FAR && middles.iter().all(is_known)
            })
        })
    }

    /// How many subgoals there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are none: no obstacle has a corner.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// How many ways between subgoals it keeps, shortcuts included.
    pub fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.layout.bytes()
            + size_of_val(&self.numbers[..])
            + size_of_val(&self.cells[..])
            + size_of_val(&self.firsts[..])
            + size_of_val(&self.arcs[..])
            + size_of_val(&self.middles[..])
    }

    /// The number of the subgoal in a cell.
    #[inline]
    pub(super) fn number(&self, cell: Cell) -> Option<u32> {
        self.layout.place(cell).map(|place| self.numbers[place as usize])
    }

    /// Where a subgoal lies.
    #[inline]
    pub(super) fn cell(&self, number: u32) -> Cell {
        let [x, y] = self.cells[number as usize];
        Cell::new(i32::from(x), i32::from(y))
    }

    /// The ways from a subgoal to those with higher numbers.
    #[inline]
    pub(super) fn arcs(&self, number: u32) -> &[Arc] {
        &self.arcs[self.firsts[number as usize] as usize..self.firsts[number as usize + 1] as usize]
    }

    /// How an arc from one subgoal to another, which must exist, is walked.
    pub(super) fn way(&self, from: u32, to: u32) -> Way {
        let (lower, higher, side) = if from < to { (from, to, 0) } else { (to, from, 1) };
        let first = self.firsts[lower as usize] as usize;
        let index = self.arcs(lower).iter().position(|arc| arc.to == higher).expect("the arc exists");
        match self.middles[first + index][side] {
            OPEN_GROUND => Way::OpenGround,
            LINK => Way::Link,
            middle => Way::Over(middle),
        }
    }
}

impl Stored for Arc {
    const SIZE: usize = 20;

    fn put(self, bytes: &mut Vec<u8>) {
        self.out.put(bytes);
        self.back.put(bytes);
        self.to.put(bytes);
    }

    fn get(bytes: &[u8]) -> Arc {
        Arc { out: u64::get(&bytes[..8]), back: u64::get(&bytes[8..16]), to: u32::get(&bytes[16..20]) }
    }
}

impl Arc {
    /// What it costs to go there, or to come back.
    #[inline]
    pub fn cost(&self, direction: Direction) -> u64 {
        match direction {
            Direction::There => self.out,
            Direction::Back => self.back,
        }
    }
}

/// In which direction arcs are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the lower number to the higher one: by the search from the start.
    There,
    /// The other way: by the search from the goals.
    Back,
}

impl Direction {
    /// The other one.
    #[inline]
    pub fn reversed(self) -> Direction {
        match self {
            Direction::There => Direction::Back,
            Direction::Back => Direction::There,
        }
    }
}

/// How to go from one subgoal to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Diagonally, then straight.
    OpenGround,
    /// By a link.
    Link,
    /// Over a third subgoal.
    Over(u32),
}

/// What the shortest path between two cells over open ground costs.
#[inline]
pub(super) fn open_cost(tile: u64, from: Cell, to: Cell) -> u64 {
    let (dx, dy) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
    tile * (dx.min(dy) * DIAGONAL + dx.abs_diff(dy) * STRAIGHT)
}

/// Whether an edge that leads over other subgoals can be walked as if they were not there: diagonally, then straight, both
/// ways.
fn is_straight(grid: &NavGrid, from: Cell, to: Cell, edge: &Edge) -> bool {
    let is_free = |from, to| Course::between(Spot::of(from), Spot::of(to)).is_free(grid.bits());
    [edge.out, edge.back] == [open_cost(tile_cost(grid), from, to); 2] && is_free(from, to) && is_free(to, from)
}

/// What a length of [`STRAIGHT`] costs on the even ground of a grid.
pub(super) fn tile_cost(grid: &NavGrid) -> u64 {
    2 * u64::from(grid.lowest_cost())
}
