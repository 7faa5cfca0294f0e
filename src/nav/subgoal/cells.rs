//! Where the subgoals of a map lie, and which of them can be seen from a cell.

use crate::grid::{Cell, Rect};
use crate::nav::baked_ground::BakedGround;
use crate::nav::bit_grid::{BitGrid, BitLines};
use crate::nav::moves::MOVES;
use crate::sorting;

/// The subgoals: passable cells diagonally beside an obstacle's corner, round which a path may turn, and the ends of
/// links.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::nav) struct SubgoalCells {
    /// How many columns and rows of cells there are.
    size: [u32; 2],
    /// The passable cells.
    bits: BitGrid,
    /// The passable cells that are no subgoals.
    clear: BitGrid,
    /// The subgoals, by rows.
    marks: BitLines,
    /// For each word of `marks`, how many subgoals lie in the words before it.
    ranks: Vec<u32>,
}

impl SubgoalCells {
    /// The subgoals of a grid.
    pub fn of(grid: &BakedGround) -> SubgoalCells {
        let bits = grid.bits();
        let (width, height) = (grid.lattice().width, grid.lattice().height);
        let mut marks = BitLines::new(height as usize + 2, width as usize + 2);
        for row in 1..=height as usize {
            for column in (0..width as usize + 2).step_by(64) {
                marks.set_word(row, column, beside_corners(&bits.rows, row, column));
            }
        }
        for cell in grid.links().flat_map(|link| [link.from, link.to]) {
            marks.set_bit((cell.y + 1) as usize, (cell.x + 1) as usize, true);
        }
        let ranks = Vec::with_capacity(marks.words().len());
        let mut layout = SubgoalCells { size: [width, height], bits: bits.clone(), clear: bits.clone(), ranks, marks };
        let mut before = 0;
        for word in layout.marks.words() {
            layout.ranks.push(before);
            before += word.count_ones();
        }
        for row in 1..=height as usize {
            let SubgoalCells { clear, marks, .. } = &mut layout;
            marks.each(row, 0, width as usize + 2, |column| {
                clear.rows.set_bit(row, column, false);
                clear.columns.set_bit(column, row, false);
            });
        }
        layout
    }

    /// How many subgoals there are.
    pub fn len(&self) -> usize {
        self.marks.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The place of the subgoal in a cell, less than [`SubgoalCells::len`]; `None` if there is none.
    #[inline]
    pub fn place(&self, cell: Cell) -> Option<u32> {
        let (row, column) = ((cell.y + 1) as usize, (cell.x + 1) as usize);
        let index = self.marks.index(row, column);
        let word = self.marks.words()[index];
        let before = word & !(!0 << (column % 64));
        (word >> (column % 64) & 1 == 1).then(|| self.ranks[index] + before.count_ones())
    }

    /// The cells of all subgoals, by their [places](SubgoalCells::place).
    pub fn cells_by_place(&self) -> Vec<Cell> {
        let [width, height] = self.size;
        let mut cells = Vec::with_capacity(self.len());
        // Places go by strips of 64 columns, as the words of the marks do.
        for strip in (0..width as usize + 2).step_by(64) {
            for row in 1..=height as usize {
                self.marks.each(row, strip, 64, |x| cells.push(Cell::new((strip + x) as i32 - 1, row as i32 - 1)));
            }
        }
        cells
    }

    /// Calls `each` with every subgoal to which a shortest path over open ground leads from a passable cell without
    /// another subgoal on it: all other cells that can be reached that way without obstacle lie behind these.
    ///
    /// First straight in four directions; then diagonally, and from every cell on that way straight to both sides, never
    /// further than from the cell before (T. Uras, S. Koenig and C. Hernández, "Subgoal Graphs for Optimal Pathfinding
    /// in Eight-Neighbor Grids", ICAPS 2013).
    pub fn each_in_reach(&self, from: Cell, mut each: impl FnMut(Cell)) {
        let mut room = [0; 8];
        for direction in [0, 2, 4, 6] {
            let steps = self.steps_to_stop(from, direction);
            room[direction] = steps as usize - 1;
            self.meet(from, direction, steps, &mut each);
        }
        self.each_diagonally::<true, true>(from, [room[0], room[2]], &mut each);
        self.each_diagonally::<false, true>(from, [room[4], room[2]], &mut each);
        self.each_diagonally::<false, false>(from, [room[4], room[6]], &mut each);
        self.each_diagonally::<true, false>(from, [room[0], room[6]], &mut each);
    }

    /// Calls `each` with the subgoals in reach on a diagonal and straight to both sides of it. `room` limits the steps
    /// to the sides: in the row, and in the column.
    #[inline]
    fn each_diagonally<const RIGHT: bool, const DOWN: bool>(
        &self,
        from: Cell,
        mut room: [usize; 2],
        each: &mut impl FnMut(Cell),
    ) {
        let BitGrid { rows, columns } = &self.bits;
        let cell = |column: usize, row: usize| Cell::new(column as i32 - 1, row as i32 - 1);
        let (mut column, mut row) = ((from.x + 1) as usize, (from.y + 1) as usize);
        loop {
            column = if RIGHT { column + 1 } else { column - 1 };
            row = if DOWN { row + 1 } else { row - 1 };
            let (in_row, in_column) = (rows.around(row, column), columns.word(column, row));
            let beside = in_row[if DOWN { 0 } else { 2 }];
            let before = columns.word(if RIGHT { column - 1 } else { column + 1 }, row);
            if (in_row[1] & beside) >> (column % 64) & (in_column & before) >> (row % 64) & 1 == 0 {
                return;
            }
            if self.marks.is_passable(row, column) {
                return each(cell(column, row));
            }
            let lines = &self.clear.rows;
            let stop = if RIGHT { lines.wall_after(row, column) } else { lines.wall_before(row, column) };
            if stop.abs_diff(column) <= room[0] {
                room[0] = stop.abs_diff(column) - 1;
                if self.marks.is_passable(row, stop) {
                    each(cell(stop, row));
                }
            }
            let lines = &self.clear.columns;
            let stop = if DOWN { lines.wall_after(column, row) } else { lines.wall_before(column, row) };
            if stop.abs_diff(row) <= room[1] {
                room[1] = stop.abs_diff(row) - 1;
                if self.marks.is_passable(stop, column) {
                    each(cell(column, stop));
                }
            }
        }
    }

    /// Where subgoals and passable cells differ from those of another layout of the same map: rectangles that hold all
    /// differences and one cell more to every side.
    fn differences(&self, other: &SubgoalCells) -> Vec<Rect> {
        let [width, height] = self.size;
        let mut rects = Vec::new();
        for strip in 0..(width as usize + 2).div_ceil(64) {
            // Changes far from each other in one strip are told apart.
            let mut open: Option<Rect> = None;
            for row in 1..=height as usize {
                let at = self.marks.index(row, 64 * strip);
                let differs =
                    |lines: fn(&SubgoalCells) -> &BitLines| lines(self).words()[at] ^ lines(other).words()[at];
                let bits = differs(|layout| &layout.marks) | differs(|layout| &layout.bits.rows);
                if bits == 0 {
                    continue;
                }
                let (first, last) =
                    (64 * strip + bits.trailing_zeros() as usize, 64 * strip + 63 - bits.leading_zeros() as usize);
                let row = Rect {
                    min: Cell::new(first as i32 - 2, row as i32 - 2),
                    max: Cell::new(last as i32 + 1, row as i32 + 1),
                };
                match &mut open {
                    Some(rect) if row.min.y <= rect.max.y => *rect = rect.union(row),
                    _ => rects.extend(open.replace(row)),
                }
            }
            rects.extend(open);
        }
        rects.into_iter().map(|rect| rect.clipped(width, height)).collect()
    }

    /// The cells of all subgoals, of this layout or another one of the same map, whose edges or very presence may differ
    /// between the two.
    ///
    /// What a subgoal reaches depends on cells to which shortest paths lead from it over open ground, and on the cells beside
    /// these. If one of them differs, such a path enters a rectangle of [differences](SubgoalCells::differences), and reversed it
    /// leads from where it does so, in the rim of the rectangle, to the subgoal: nothing else lies between the two.
    pub fn touched_by(&self, other: &SubgoalCells) -> Vec<Cell> {
        let mut cells = Vec::new();
        for rect in self.differences(other) {
            let inner =
                Rect { min: Cell::new(rect.min.x + 1, rect.min.y + 1), max: Cell::new(rect.max.x - 1, rect.max.y - 1) };
            for cell in rect.cells() {
                for layout in [self, other] {
                    if layout.is_subgoal(cell) {
                        cells.push(cell);
                    }
                    if !inner.contains(cell) && layout.is_passable(cell) {
                        layout.each_in_reach(cell, |seen| cells.push(seen));
                    }
                }
            }
        }
        sorting::sort_by_key(&mut cells, |cell| (cell.y, cell.x));
        cells.dedup();
        cells
    }

    fn is_passable(&self, cell: Cell) -> bool {
        self.bits.rows.is_passable((cell.y + 1) as usize, (cell.x + 1) as usize)
    }

    /// Calls `each` with the subgoal that is `steps` steps away in a direction, if there is one.
    #[inline]
    fn meet(&self, from: Cell, direction: usize, steps: i32, each: &mut impl FnMut(Cell)) {
        let there = Cell::new(from.x + MOVES[direction].dx * steps, from.y + MOVES[direction].dy * steps);
        if self.is_subgoal(there) {
            each(there);
        }
    }

    #[inline]
    fn is_subgoal(&self, cell: Cell) -> bool {
        self.marks.is_passable((cell.y + 1) as usize, (cell.x + 1) as usize)
    }

    /// How many steps lead straight in a direction to the next subgoal or obstacle; at least 1.
    #[inline]
    fn steps_to_stop(&self, from: Cell, direction: usize) -> i32 {
        let (row, column) = ((from.y + 1) as usize, (from.x + 1) as usize);
        let BitGrid { rows, columns } = &self.clear;
        let steps = match direction {
            0 => rows.wall_after(row, column) - column,
            2 => columns.wall_after(column, row) - row,
            4 => column - rows.wall_before(row, column),
            _ => row - columns.wall_before(column, row),
        };
        steps as i32
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.bits.bytes() + self.clear.bytes() + self.marks.bytes() + self.ranks.capacity() * size_of::<u32>()
    }
}

/// The cells in a word of a row that are passable and lie diagonally beside an obstacle, the two cells between free.
fn beside_corners(rows: &BitLines, row: usize, column: usize) -> u64 {
    let words = rows.around(row, column);
    let last_before = if column >= 64 { rows.around(row, column - 64).map(|word| word >> 63) } else { [0; 3] };
    let first_after = rows.around_or_empty(row, column + 64).map(|word| word << 63);
    let left = |line: usize| words[line] << 1 | last_before[line];
    let right = |line: usize| words[line] >> 1 | first_after[line];
    let corner = |beside: u64, line: usize, diagonal: u64| beside & words[line] & !diagonal;
    let corners = corner(left(1), 0, left(0))
        | corner(left(1), 2, left(2))
        | corner(right(1), 0, right(0))
        | corner(right(1), 2, right(2));
    words[1] & corners
}
