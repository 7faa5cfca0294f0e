//! The index: the subgoals of a map, and the hierarchy over them.

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;
use crate::nav::jump_point::scan::{DiagonalFirst, PaddedCell};
use crate::nav::moves::{DIAGONAL, STRAIGHT};
use crate::sorting;

use super::cells::SubgoalCells;
use super::hierarchy::{Arc, ContractionHierarchy, Edge, FAR, LINK, OPEN_GROUND, Stand};

/// What is prepared on a map so that `subgoal` searches find exact paths in microseconds.
#[derive(Clone, Debug)]
pub struct SubgoalIndex {
    /// The stamp of the grid for which it is made.
    stamp: u64,
    /// What a tile's length costs there.
    tile: u64,
    layout: SubgoalCells,
    /// By the rows of their cells, then by the columns.
    links: Vec<IncidentLink>,
    /// For each place in the layout, the number of its subgoal: the later it is contracted, the higher.
    numbers: Vec<u32>,
    /// Where the subgoal of each number lies, or where it lay that has gone.
    cells: Vec<[u16; 2]>,
    /// All numbers below this one are left for subgoals that edits bring.
    unused: u32,
    /// All numbers below this one are for those.
    room: u32,
    hierarchy: ContractionHierarchy,
    /// From this distance on a search in it takes less time than one by jump points; not known until it is made.
    worthwhile_from: Option<u32>,
    /// The numbers of the subgoals whose edges have to be looked for again.
    due: Vec<u32>,
}

/// A link, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
struct IncidentLink {
    cell: Cell,
    other: Cell,
    edge: Edge,
}

/// Room for this many more subgoals than there are is kept, in percent: when edits have brought as many that are still there, an index is
/// made anew. They are contracted first, wherever they lie, so that every one makes searches a little slower.
const ROOM_PERCENT: usize = 25;

/// The room for more subgoals on a map with few, as a number of subgoals.
const LEAST_ROOM: usize = 64;

/// If more than one in this many subgoals have to be looked at, an index is made anew: that takes no longer then.
const MOST_TOUCHED: usize = 2;

/// In place of the number of a subgoal: there is none.
const NONE: u32 = u32::MAX;

/// What it takes to look for the edges of one subgoal, as a number of looks at arcs.
pub(in crate::nav) const JOINING: u64 = 150;

impl SubgoalIndex {
    /// An index in which subgoals are contracted in an order, given by their places in the layout; their edges have to be
    /// looked for.
    pub(in crate::nav) fn ordered(
        grid: &BakedGround,
        layout: SubgoalCells,
        places: &[Cell],
        order: &[u32],
    ) -> SubgoalIndex {
        let unused = (places.len() * ROOM_PERCENT / 100).max(LEAST_ROOM) as u32;
        let count = unused as usize + order.len();
        let (mut numbers, mut cells) = (vec![NONE; places.len()], vec![[0; 2]; count]);
        for (number, &place) in (unused..).zip(order) {
            numbers[place as usize] = number;
            cells[number as usize] = packed(places[place as usize]);
        }
        SubgoalIndex {
            stamp: grid.stamp(),
            tile: tile_cost(grid),
            layout,
            links: links(grid),
            numbers,
            cells,
            unused,
            room: unused,
            hierarchy: ContractionHierarchy::new(count),
            worthwhile_from: None,
            due: (unused..count as u32).rev().collect(),
        }
    }

    /// Finds out what has changed on a grid since the index was made or followed it last; whether it can go on from there.
    /// If not it is of no use any more.
    pub(in crate::nav) fn follow(&mut self, grid: &BakedGround) -> bool {
        let layout = SubgoalCells::of(grid);
        let mut touched = self.layout.touched_by(&layout);
        let links = links(grid);
        if links != self.links {
            touched.extend(links.iter().chain(&self.links).map(|link| link.cell));
        }
        let mut numbers = vec![NONE; layout.len()];
        for number in self.unused..self.cells.len() as u32 {
            if let Some(place) = layout.place(self.cell(number)) {
                numbers[place as usize] = number;
            }
        }
        for &cell in &touched {
            let Some(place) = layout.place(cell) else {
                self.due.extend(self.layout.place(cell).map(|place| self.numbers[place as usize]));
                continue;
            };
            if numbers[place as usize] == NONE {
                let Some(number) = self.number_for(cell, &layout) else { return false };
                numbers[place as usize] = number;
                self.cells[number as usize] = packed(cell);
            }
            self.due.push(numbers[place as usize]);
        }
        sorting::sort(&mut self.due);
        self.due.dedup();
        (self.layout, self.links, self.numbers, self.stamp) = (layout, links, numbers, grid.stamp());
        self.tile == tile_cost(grid) && self.due.len() * MOST_TOUCHED <= self.cells.len()
    }

    /// A number for a subgoal that an edit has brought: one that is unused or else, of those that edits have brought before and
    /// that are gone, that of the nearest, which leaves arcs to the same neighbourhood.
    fn number_for(&mut self, cell: Cell, layout: &SubgoalCells) -> Option<u32> {
        if self.unused > 0 {
            self.unused -= 1;
            return Some(self.unused);
        }
        let gone = (0..self.room).filter(|&number| layout.place(self.cell(number)).is_none());
        gone.min_by_key(|&number| {
            let Cell { x, y } = self.cell(number);
            x.abs_diff(cell.x).max(y.abs_diff(cell.y))
        })
    }

    /// Goes on bringing it up to date with the ground that it has followed, until that has taken about `work` looks at
    /// arcs.
    pub(in crate::nav) fn advance(&mut self, work: u64) -> Stand {
        let mut left = work;
        while let Some(number) = self.due.pop() {
            self.join(number);
            left = left.saturating_sub(JOINING);
            if left == 0 {
                return Stand::GoesOn;
            }
        }
        self.hierarchy.advance(left)
    }

    /// Whether it is known from which distance on it is worthwhile: a repair does not try that out again.
    pub(in crate::nav) fn is_tried_out(&self) -> bool {
        self.worthwhile_from.is_some()
    }

    /// This index, worthwhile from a distance on.
    pub(in crate::nav) fn tried_out(self, worthwhile_from: u32) -> SubgoalIndex {
        SubgoalIndex { worthwhile_from: Some(worthwhile_from), ..self }
    }

    /// From this distance between start and goal on, in tiles of the greater of columns and rows, a search in it takes less
    /// time than one by jump points; on small and wide open maps that is never, and `u32::MAX`. Nearer goals
    /// [`Algorithm::Auto`](crate::nav::Algorithm::Auto) finds by jump points.
    pub fn worthwhile_from(&self) -> u32 {
        self.worthwhile_from.unwrap_or(0)
    }

    /// How many subgoals there are whose edges have to be looked for.
    pub(in crate::nav) fn due(&self) -> usize {
        self.due.len()
    }

    /// Sets the edges of a subgoal, as the ground and the links are now.
    fn join(&mut self, number: u32) {
        let cell = self.cell(number);
        let before: Vec<u32> = self.hierarchy.edges(number).map(|(to, _)| to).collect();
        let mut edges: Vec<(u32, Edge)> = Vec::new();
        if self.layout.place(cell).is_some() {
            self.layout.each_in_reach(cell, |to| {
                let costs = [open_cost(self.tile, cell, to); 2];
                edges.push((self.number(to).expect("it is a subgoal"), Edge { costs, ways: [OPEN_GROUND; 2] }));
            });
            let first = self.links.partition_point(|link| by_row(link.cell) < by_row(cell));
            for link in self.links[first..].iter().take_while(|link| link.cell == cell) {
                edges.push((self.number(link.other).expect("ends of links are subgoals"), link.edge));
            }
        }
        sorting::sort_by_key(&mut edges, |(to, edge)| (to, edge.costs));
        for to in before {
            if edges.binary_search_by_key(&to, |edge| edge.0).is_err() {
                self.hierarchy.set_edge(number, to, Edge::NONE);
            }
        }
        for same in edges.chunk_by(|one, other| one.0 == other.0) {
            let edge = same.iter().map(|(_, edge)| *edge).reduce(Edge::or).expect("it is not empty");
            self.hierarchy.set_edge(number, same[0].0, edge);
        }
    }

    /// Whether it was made for this grid as it is now.
    pub(in crate::nav) fn is_of(&self, grid: &BakedGround) -> bool {
        self.stamp == grid.stamp()
    }

    /// The places in the layout of all subgoals, in the order in which they are contracted. All else follows from that and
    /// the ground.
    pub(in crate::nav) fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.numbers.len() as u32).collect();
        sorting::sort_by_key(&mut order, |place| self.numbers[place as usize]);
        order
    }

    /// How many subgoals there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are none: no obstacle has a corner.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// How many ways between subgoals searches use, shortcuts included.
    pub fn arc_count(&self) -> usize {
        self.hierarchy.arc_count()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.layout.bytes() + size_of_val(&self.numbers[..]) + size_of_val(&self.cells[..]) + self.hierarchy.bytes()
    }

    /// One more than the highest number of a subgoal.
    #[inline]
    pub(in crate::nav) fn end(&self) -> usize {
        self.cells.len()
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

    /// Calls `each` with the cell of every subgoal [in reach](SubgoalCells::each_in_reach) of a passable cell.
    #[inline]
    pub(super) fn each_in_reach(&self, from: Cell, each: impl FnMut(Cell)) {
        self.layout.each_in_reach(from, each);
    }

    /// The ways from a subgoal to those with higher numbers.
    #[inline]
    pub(in crate::nav) fn arcs(&self, number: u32) -> &[Arc] {
        self.hierarchy.arcs(number)
    }

    /// How an arc from one subgoal to another, which must exist, is walked on the ground of a grid.
    pub(super) fn way(&self, grid: &BakedGround, from: u32, to: u32) -> Way {
        match self.hierarchy.way(from, to) {
            (OPEN_GROUND, _) => Way::OpenGround,
            (LINK, _) => Way::Link,
            (middle, cost) => {
                // Often the subgoals between need not be visited one by one.
                let [from, to] = [from, to].map(|number| self.cell(number));
                let is_straight = cost == open_cost(self.tile, from, to)
                    && DiagonalFirst::between(PaddedCell::of(from), PaddedCell::of(to)).is_free(grid.bits());
                if is_straight { Way::OpenGround } else { Way::Over(middle) }
            }
        }
    }
}

impl Arc {
    /// What it costs to go there, or to come back.
    #[inline]
    pub fn cost(&self, direction: ArcDirection) -> u64 {
        match direction {
            ArcDirection::There => self.out,
            ArcDirection::Back => self.back,
        }
    }
}

/// In which direction arcs are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nav) enum ArcDirection {
    /// From the lower number to the higher one: by the search from the start.
    There,
    /// The other way: by the search from the goals.
    Back,
}

/// How to go from one subgoal to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Diagonally, then straight.
    OpenGround,
    /// Over a link.
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

/// What a length of [`STRAIGHT`] costs on the even ground of a grid.
pub(super) fn tile_cost(grid: &BakedGround) -> u64 {
    2 * u64::from(grid.lowest_cost())
}

/// Both ends of every link.
fn links(grid: &BakedGround) -> Vec<IncidentLink> {
    let ends = grid.links().flat_map(|link| {
        let there = Edge { costs: [link.cost, FAR], ways: [LINK, OPEN_GROUND] };
        let from = IncidentLink { cell: link.from, other: link.to, edge: there };
        [from, IncidentLink { cell: link.to, other: link.from, edge: there.reversed() }]
    });
    let mut ends: Vec<IncidentLink> = ends.collect();
    sorting::sort_by_key(&mut ends, |end| (by_row(end.cell), by_row(end.other), end.edge.costs));
    ends
}

fn by_row(cell: Cell) -> (i32, i32) {
    (cell.y, cell.x)
}

fn packed(cell: Cell) -> [u16; 2] {
    [cell.x as u16, cell.y as u16]
}
