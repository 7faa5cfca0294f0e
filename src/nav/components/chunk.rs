//! The parts of one chunk by itself, and where they touch those of the chunks beside it.

use super::forest::{Contact, Part, sides};
use super::union_find::UnionFind;
use super::{AREA, Layout, SIDE};
use crate::nav::bit_grid::BitGrid;

/// Labels chunks one after the other.
#[derive(Default)]
pub(super) struct Labeller {
    runs: Vec<Run>,
    sets: UnionFind,
}

/// Passable cells next to each other in a row.
struct Run {
    row: usize,
    start: usize,
    /// Just behind its last cell.
    end: usize,
}

impl Labeller {
    /// Labels the passable cells of a chunk, given a word for each of its rows: parts joined by straight steps are
    /// numbered from 1 in the order of their first cells. Returns these parts, those that are left where cells that touch
    /// at a corner are joined too, and for each of the first to which of the second it belongs.
    pub fn label(
        &mut self,
        rows: &[u64],
        labels: &mut [u16],
        number: impl Fn(usize) -> u32,
    ) -> (Vec<Part>, Vec<Part>, Vec<u16>) {
        self.find_runs(rows);
        labels.fill(0);
        let mut tight: Vec<Part> = Vec::new();
        for (run, part) in self.runs.iter().zip(self.sets.numbered()) {
            if part as usize == tight.len() {
                tight.push(Part::from(number(run.row * SIDE + run.start)));
            }
            tight[part as usize].add((run.end - run.start) as u32, run.sides());
            labels[run.row * SIDE..][run.start..run.end].fill(part as u16 + 1);
        }
        let (loose, part_of) = self.joined_at_corners(rows, labels, &tight);
        (tight, loose, part_of)
    }

    /// The runs row by row, joined with those that they touch in the row above.
    fn find_runs(&mut self, rows: &[u64]) {
        self.runs.clear();
        self.sets.reset(0);
        let mut above = 0;
        for (row, &word) in rows.iter().enumerate() {
            let these = self.runs.len();
            let mut touching = above;
            let mut rest = word;
            while rest != 0 {
                let start = rest.trailing_zeros() as usize;
                let end = start + (rest >> start).trailing_ones() as usize;
                rest &= rest.wrapping_add(1 << start);
                let run = self.runs.len() as u32;
                self.sets.push();
                while touching < these && self.runs[touching].end <= start {
                    touching += 1;
                }
                for other in touching..these {
                    if self.runs[other].start >= end {
                        break;
                    }
                    self.sets.join(other as u32, run);
                }
                self.runs.push(Run { row, start, end });
            }
            above = these;
        }
    }

    fn joined_at_corners(&mut self, rows: &[u64], labels: &[u16], tight: &[Part]) -> (Vec<Part>, Vec<u16>) {
        self.sets.reset(tight.len());
        for (row, pair) in rows.windows(2).enumerate() {
            each_corner(pair[0], pair[1], |above, below| {
                let (a, b) = (labels[row * SIDE + above], labels[(row + 1) * SIDE + below]);
                self.sets.join(u32::from(a) - 1, u32::from(b) - 1);
            });
        }
        let mut loose: Vec<Part> = Vec::new();
        let part_of = self.sets.numbered();
        for (part, &joined) in tight.iter().zip(&part_of) {
            if joined as usize == loose.len() {
                loose.push(Part::from(part.first));
            }
            loose[joined as usize].add(part.size, part.sides);
        }
        (loose, part_of.into_iter().map(|part| part as u16).collect())
    }
}

impl Run {
    /// Which sides of the chunk it touches.
    fn sides(&self) -> u8 {
        let touches = [
            (self.start == 0, sides::LEFT),
            (self.end == SIDE, sides::RIGHT),
            (self.row == 0, sides::UPPER),
            (self.row == SIDE - 1, sides::LOWER),
        ];
        touches.iter().filter(|(touches, _)| *touches).fold(0, |all, (_, side)| all | side)
    }
}

/// Calls `each` with the places of two passable cells in two lines of cells next to each other, wherever they touch at a
/// corner and no straight step leads from either to the other line or along its own to the other's place.
fn each_corner(first: u64, second: u64, mut each: impl FnMut(usize, usize)) {
    let mut to_the_right = first & (second >> 1) & !(first >> 1) & !second;
    while to_the_right != 0 {
        let place = to_the_right.trailing_zeros() as usize;
        each(place, place + 1);
        to_the_right &= to_the_right - 1;
    }
    let mut to_the_left = first & (second << 1) & !(first << 1) & !second;
    while to_the_left != 0 {
        let place = to_the_left.trailing_zeros() as usize;
        each(place, place - 1);
        to_the_left &= to_the_left - 1;
    }
}

/// Finds the contacts of a chunk with those that come after it.
pub(super) struct Meeting<'a> {
    labels: &'a [u16],
    layout: Layout,
    chunk: usize,
    /// Contacts side by side, each once.
    pub tight: Vec<Contact>,
    /// Those at corners alone, each once.
    pub loose: Vec<Contact>,
}

impl Meeting<'_> {
    pub fn new(labels: &[u16], layout: Layout, chunk: usize) -> Meeting<'_> {
        Meeting { labels, layout, chunk, tight: Vec::new(), loose: Vec::new() }
    }

    /// Those with the chunk to the right.
    pub fn right(&mut self, bits: &BitGrid) {
        let (x, y) = (self.chunk % self.layout.across as usize, self.chunk / self.layout.across as usize);
        if x + 1 == self.layout.across as usize {
            return;
        }
        let column = |column: usize| bits.columns.block(y, column)[0];
        let (ours, theirs) = (column(x * SIDE + SIDE - 1), column((x + 1) * SIDE));
        let (here, there) = (|row: usize| row * SIDE + SIDE - 1, |row: usize| row * SIDE);
        each_run(ours & theirs, |row| self.meet_side_by_side((1, 0), here(row), there(row)));
        each_corner(ours, theirs, |a, b| self.meet_at_corner((1, 0), here(a), there(b)));
    }

    /// Those with the chunks below.
    pub fn below(&mut self, bits: &BitGrid) {
        let (x, y) = (self.chunk % self.layout.across as usize, self.chunk / self.layout.across as usize);
        if y + 1 == self.layout.down as usize {
            return;
        }
        let row = |row: usize| bits.rows.block(x, row)[0];
        let (ours, theirs) = (row(y * SIDE + SIDE - 1), row((y + 1) * SIDE));
        let here = |column: usize| AREA - SIDE + column;
        each_run(ours & theirs, |column| self.meet_side_by_side((0, 1), here(column), column));
        each_corner(ours, theirs, |a, b| self.meet_at_corner((0, 1), here(a), b));
        if x + 1 < self.layout.across as usize {
            self.meet_at_corner((1, 1), AREA - 1, 0);
        }
        if x > 0 {
            self.meet_at_corner((-1, 1), AREA - SIDE, SIDE - 1);
        }
    }

    fn meet_side_by_side(&mut self, toward: (i8, i8), here: usize, there: usize) {
        let contact = self.contact(toward, here, there).filter(|contact| !self.tight.contains(contact));
        self.tight.extend(contact);
    }

    fn meet_at_corner(&mut self, toward: (i8, i8), here: usize, there: usize) {
        let contact = self.contact(toward, here, there).filter(|contact| !self.loose.contains(contact));
        self.loose.extend(contact);
    }

    /// A contact between a place here and one in a chunk beside this one, if both are passable.
    fn contact(&self, toward: (i8, i8), here: usize, there: usize) -> Option<Contact> {
        let other = self.chunk as i64 + i64::from(toward.0) + i64::from(toward.1) * i64::from(self.layout.across);
        let (here, there) = (self.labels[self.chunk * AREA + here], self.labels[other as usize * AREA + there]);
        (here > 0 && there > 0).then(|| Contact { toward, here: here - 1, there: there - 1 })
    }
}

/// Calls `each` with the first place of each run of ones.
fn each_run(word: u64, mut each: impl FnMut(usize)) {
    let mut starts = word & !(word << 1);
    while starts != 0 {
        each(starts.trailing_zeros() as usize);
        starts &= starts - 1;
    }
}
