//! The parts of one chunk by itself, and where they touch those of the chunks beside it.

use super::chunk_layout::{AREA, ChunkLayout, SIDE};
use super::labels::{ChunkLabels, span};
use super::tree::{BlockPart, ChunkContact, sides};
use super::union_find::UnionFind;
use crate::nav::bit_grid::{BitGrid, BitLines};
use crate::nav::blocked_edges::BlockedEdges;

/// Labels chunks one after the other.
#[derive(Default)]
pub(super) struct Labeller {
    runs: Vec<CellRun>,
    sets: UnionFind,
}

/// What labelling finds in a chunk.
pub(super) struct LabelledChunk {
    pub labels: ChunkLabels,
    /// The parts that straight steps join, and those that are left where corners join cells too.
    pub tight: Vec<BlockPart>,
    pub loose: Vec<BlockPart>,
    /// For each of the first to which of the second it belongs.
    pub loose_part_of: Vec<u16>,
}

/// Which edges of the cells of a chunk are blocked, a word for each of its rows, as in [`BlockedEdges`].
#[derive(Clone, Copy)]
pub(super) struct BlockedInChunk<'a> {
    right: &'a [u64],
    below: &'a [u64],
    square: &'a [u64],
}

impl<'a> BlockedInChunk<'a> {
    /// `None` if no edge is blocked.
    pub fn of(blocked_edges: &'a BlockedEdges, strip: usize, row: usize) -> Option<BlockedInChunk<'a>> {
        let [right, below, square] =
            [&blocked_edges.right, &blocked_edges.below, &blocked_edges.square].map(|lines| lines.block(strip, row));
        [right, below, square].into_iter().flatten().any(|&word| word != 0).then_some(BlockedInChunk {
            right,
            below,
            square,
        })
    }
}

/// Passable cells next to each other in a row, with no blocked edge between them.
struct CellRun {
    row: usize,
    start: usize,
    /// Just after its last cell.
    end: usize,
}

impl Labeller {
    /// Labels the passable cells of a chunk, given a word for each of its rows: parts joined by straight steps are
    /// numbered from 1 in the order of their first cells, each of which has the number that `number` gives its place.
    pub fn label(
        &mut self,
        rows: &[u64],
        blocked: Option<BlockedInChunk>,
        number: impl Fn(usize) -> u32,
    ) -> LabelledChunk {
        self.find_runs(rows, blocked);
        let mut tight: Vec<BlockPart> = Vec::new();
        let parts = self.sets.numbered();
        for (run, &part) in self.runs.iter().zip(&parts) {
            if part as usize == tight.len() {
                tight.push(BlockPart::from(number(run.row * SIDE + run.start)));
            }
            tight[part as usize].add((run.end - run.start) as u32, run.sides());
        }
        let runs = self.runs.iter().zip(&parts).map(|(run, &part)| (run.row, run.start, run.end, part as u16 + 1));
        let labels = ChunkLabels::of(runs);
        let (loose, loose_part_of) = self.joined_at_corners(rows, blocked, &labels, &tight);
        LabelledChunk { labels, tight, loose, loose_part_of }
    }

    /// The runs row by row, joined with those that they touch in the row above.
    fn find_runs(&mut self, rows: &[u64], blocked: Option<BlockedInChunk>) {
        self.runs.clear();
        self.sets.reset(0);
        let mut above = 0;
        for (row, &word) in rows.iter().enumerate() {
            let these = self.runs.len();
            let mut touching = above;
            let mut rest = word;
            while rest != 0 {
                let start = rest.trailing_zeros() as usize;
                let mut length = (rest >> start).trailing_ones() as usize;
                if let Some(BlockedInChunk { right, .. }) = blocked {
                    length = length.min((right[row] >> start).trailing_zeros() as usize + 1);
                }
                let end = start + length;
                rest &= !span(start, end);
                let run = self.runs.len() as u32;
                self.sets.push();
                while touching < these && self.runs[touching].end <= start {
                    touching += 1;
                }
                for other in touching..these {
                    let CellRun { start: from, end: to, .. } = self.runs[other];
                    if from >= end {
                        break;
                    }
                    let meet = span(start.max(from), end.min(to));
                    if blocked.is_none_or(|blocked| !blocked.below[row - 1] & meet != 0) {
                        self.sets.join(other as u32, run);
                    }
                }
                self.runs.push(CellRun { row, start, end });
            }
            above = these;
        }
    }

    fn joined_at_corners(
        &mut self,
        rows: &[u64],
        blocked: Option<BlockedInChunk>,
        labels: &ChunkLabels,
        tight: &[BlockPart],
    ) -> (Vec<BlockPart>, Vec<u16>) {
        self.sets.reset(tight.len());
        for (row, pair) in rows.windows(2).enumerate() {
            let squares = blocked.map_or(0, |blocked| blocked.square[row]);
            each_corner(pair[0], pair[1], squares, |above, below| {
                let (a, b) = (labels.label(row * SIDE + above), labels.label((row + 1) * SIDE + below));
                self.sets.join(u32::from(a) - 1, u32::from(b) - 1);
            });
        }
        let mut loose: Vec<BlockPart> = Vec::new();
        let part_of = self.sets.numbered();
        for (part, &joined) in tight.iter().zip(&part_of) {
            if joined as usize == loose.len() {
                loose.push(BlockPart::from(part.first));
            }
            loose[joined as usize].add(part.size, part.sides);
        }
        (loose, part_of.into_iter().map(|part| part as u16).collect())
    }
}

impl CellRun {
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

/// Calls `each` with the places of two passable cells in two lines of cells next to each other, wherever they touch at
/// a corner and no straight step leads from either to the other line or along its own to the other's place. But for
/// those in `squares` that are blocked, each called by the lower of its two places. In the others nothing blocks
/// straight steps.
fn each_corner(first: u64, second: u64, squares: u64, mut each: impl FnMut(usize, usize)) {
    let mut to_the_right = first & (second >> 1) & !(first >> 1) & !second & !squares;
    while to_the_right != 0 {
        let place = to_the_right.trailing_zeros() as usize;
        each(place, place + 1);
        to_the_right &= to_the_right - 1;
    }
    let mut to_the_left = first & (second << 1) & !(first << 1) & !second & !(squares << 1);
    while to_the_left != 0 {
        let place = to_the_left.trailing_zeros() as usize;
        each(place, place - 1);
        to_the_left &= to_the_left - 1;
    }
}

/// Finds the contacts of a chunk with those that come after it.
pub(super) struct ContactFinder<'a> {
    labels: &'a [ChunkLabels],
    layout: ChunkLayout,
    chunk: usize,
    /// Contacts side by side, each once.
    pub tight: Vec<ChunkContact>,
    /// Contacts at corners alone, each once.
    pub loose: Vec<ChunkContact>,
}

impl ContactFinder<'_> {
    pub fn new(labels: &[ChunkLabels], layout: ChunkLayout, chunk: usize) -> ContactFinder<'_> {
        ContactFinder { labels, layout, chunk, tight: Vec::new(), loose: Vec::new() }
    }

    /// Finds the contacts with the chunk to the right.
    pub fn right(&mut self, bits: &BitGrid, blocked_edges: Option<&BlockedEdges>) {
        let (x, y) = (self.chunk % self.layout.across as usize, self.chunk / self.layout.across as usize);
        if x + 1 == self.layout.across as usize {
            return;
        }
        let column = |column: usize| bits.columns.block(y, column)[0];
        let (ours, theirs) = (column(x * SIDE + SIDE - 1), column((x + 1) * SIDE));
        let (here, there) = (|row: usize| row * SIDE + SIDE - 1, |row: usize| row * SIDE);
        let last_column = |lines: &BitLines| {
            let rows = lines.block(x, y * SIDE).iter().rev();
            rows.fold(0, |column, row| column << 1 | row >> (SIDE - 1))
        };
        let blocked = blocked_edges.map(|edges| last_column(&edges.right));
        let squares = blocked_edges.map_or(0, |edges| last_column(&edges.square));
        each_meeting(ours & theirs, blocked, |row| self.meet_side_by_side((1, 0), here(row), there(row)));
        each_corner(ours, theirs, squares, |a, b| self.meet_at_corner((1, 0), here(a), there(b)));
    }

    /// Finds the contacts with the chunks below.
    pub fn below(&mut self, bits: &BitGrid, blocked_edges: Option<&BlockedEdges>) {
        let (x, y) = (self.chunk % self.layout.across as usize, self.chunk / self.layout.across as usize);
        if y + 1 == self.layout.down as usize {
            return;
        }
        let row = |row: usize| bits.rows.block(x, row)[0];
        let last = y * SIDE + SIDE - 1;
        let (ours, theirs) = (row(last), row(last + 1));
        let here = |column: usize| AREA - SIDE + column;
        let blocked = blocked_edges.map(|edges| edges.below.block(x, last)[0]);
        let squares = |strip: usize| blocked_edges.map_or(0, |edges| edges.square.block(strip, last)[0]);
        each_meeting(ours & theirs, blocked, |column| self.meet_side_by_side((0, 1), here(column), column));
        each_corner(ours, theirs, squares(x), |a, b| self.meet_at_corner((0, 1), here(a), b));
        if x + 1 < self.layout.across as usize && squares(x) >> (SIDE - 1) == 0 {
            self.meet_at_corner((1, 1), AREA - 1, 0);
        }
        if x > 0 && squares(x - 1) >> (SIDE - 1) == 0 {
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
    fn contact(&self, toward: (i8, i8), here: usize, there: usize) -> Option<ChunkContact> {
        let other = self.chunk as i64 + i64::from(toward.0) + i64::from(toward.1) * i64::from(self.layout.across);
        let (here, there) = (self.labels[self.chunk].label(here), self.labels[other as usize].label(there));
        (here > 0 && there > 0).then(|| ChunkContact { toward, here: here - 1, there: there - 1 })
    }
}

/// Calls `each` with the places where two lines of cells meet, given which of these meetings are blocked. Where none
/// can be, the cells of a run on either line are connected, and the first place of each run is enough.
fn each_meeting(meetings: u64, blocked: Option<u64>, mut each: impl FnMut(usize)) {
    let mut rest = match blocked {
        Some(blocked) => meetings & !blocked,
        None => meetings & !(meetings << 1),
    };
    while rest != 0 {
        each(rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
}
