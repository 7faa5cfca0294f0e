//! The ground as an agent's middle can use it, in convex polygons: where any-angle search looks for its way.
//!
//! The middles of passable cells are the points of an integer plane. A unit square between four of them is free when all
//! four are passable, a segment between two straight neighbours when both are. Free squares are merged into polygons
//! that share sides. What remains is thin: bare segments, which bound no free square, and points in which two free
//! squares touch and nothing else. A point where the ground is thin is a gate: whoever goes through goes through the
//! point itself.
//!
//! A side leads counter-clockwise around its polygon if one looks at the plane with y upward; "left" is meant so
//! everywhere in this search. Every vertex lies on the edge of the ground.

use super::point::{Point, Way};
use super::rectangles::Rectangles;
use crate::grid::Cell;
use crate::nav::NavGrid;

/// No side, vertex or polygon.
pub(super) const NONE: u32 = u32::MAX;

/// Convex polygons and gates.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct Mesh {
    /// In order of rows, then columns.
    pub(super) vertices: Vec<Vertex>,
    /// Those of a polygon lie together.
    pub(super) sides: Vec<Side>,
    pub(super) polygons: Vec<Polygon>,
    pub(super) gates: Vec<Gate>,
    /// By row of free squares, where its polygons begin in `bands`; one more at the end.
    rows: Vec<u32>,
    /// The polygons of each row of squares: the column where one begins, and its number.
    bands: Vec<(i16, u32)>,
}

/// A side of a polygon, from its vertex to that of the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub from: Point,
    pub vertex: u32,
    pub polygon: u32,
    /// The same side as the polygon beyond it has it, or `NONE` at the edge of the ground.
    pub twin: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Polygon {
    pub first_side: u32,
    pub sides: u32,
    /// If nothing but dead ends lies behind it: the polygon or gate (see [`Mesh::gate_node`]) through which alone one
    /// comes to it. Otherwise `NONE`.
    pub up: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub at: Point,
    pub kind: Kind,
    /// The places among the sides where its polygons begin: around it they lie next to each other in one group, or two.
    /// In each group, the side from here that has none of them on its right.
    pub groups: [u32; 2],
}

/// What a way can do at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing: no shortest way turns here.
    Plain,
    /// Turn around the one square at it that is not free: the square's place, seen from here.
    Corner { x: i8, y: i8 },
    /// Go through: this is the place of the gate.
    Gate(u32),
}

/// A point through which a way leads that no polygon holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    /// The gates to which bare segments lead right, down, left and up, in a straight line, or `NONE`.
    pub links: [u32; 4],
    /// The free squares around it: see [`Around`].
    pub squares: u8,
    /// As that of a polygon.
    pub up: u32,
}

/// What of the ground lies around a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The free squares: right and down, left and down, left and up, right and up of it, from the lowest bit.
    pub squares: u8,
    /// The bare segments: right, down, left, up.
    pub bare: u8,
}

impl Around {
    /// By the neighbours of a cell that are passable, as the ground has them.
    pub fn new(around: u8) -> Around {
        let doubled = u32::from(around) | u32::from(around) << 8;
        let is_free = |square: usize| doubled >> (2 * square) & 0b111 == 0b111;
        let squares = (0..4).filter(|&square| is_free(square)).fold(0, |bits, square| bits | 1 << square);
        let is_bare = |side: usize| around >> (2 * side) & 1 == 1 && !is_free(side) && !is_free((side + 3) % 4);
        let bare = (0..4).filter(|&side| is_bare(side)).fold(0, |bits, side| bits | 1 << side);
        Around { squares, bare }
    }

    /// Whether a way goes through the point that no polygon holds, and does not merely go straight on.
    pub fn is_gate(self) -> bool {
        let goes_straight_on = self.squares == 0 && matches!(self.bare, 0b0101 | 0b1010);
        self.bare != 0 && !goes_straight_on || matches!(self.squares, 0b0101 | 0b1010)
    }

    fn kind(self) -> Kind {
        match !self.squares & 0b1111 {
            0b0001 => Kind::Corner { x: 1, y: 1 },
            0b0010 => Kind::Corner { x: -1, y: 1 },
            0b0100 => Kind::Corner { x: -1, y: -1 },
            0b1000 => Kind::Corner { x: 1, y: -1 },
            _ => Kind::Plain,
        }
    }
}

/// Right, down, left and up.
pub(super) const WAYS: [Way; 4] = [Way { x: 1, y: 0 }, Way { x: 0, y: 1 }, Way { x: -1, y: 0 }, Way { x: 0, y: -1 }];

impl Mesh {
    /// Of a whole map. Time grows with its cells.
    pub fn of(grid: &NavGrid) -> Mesh {
        let rectangles = Rectangles::of(grid);
        let mut mesh = Mesh::default();
        let ids = mesh.put_vertices(grid, &rectangles);
        mesh.put_polygons(grid, &rectangles, &ids);
        mesh.join_polygons();
        mesh.group_sides();
        mesh.link_gates(grid, &ids);
        super::dead_ends::find(&mut mesh);
        mesh
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<Vertex>()
            + self.sides.capacity() * size_of::<Side>()
            + self.polygons.capacity() * size_of::<Polygon>()
            + self.gates.capacity() * size_of::<Gate>()
            + self.rows.capacity() * size_of::<u32>()
            + self.bands.capacity() * size_of::<(i16, u32)>()
    }

    /// The number of a gate where polygons and gates are numbered together, the polygons first.
    pub fn gate_node(&self, gate: u32) -> u32 {
        self.polygons.len() as u32 + gate
    }

    /// The vertex at a point, if there is one.
    pub(super) fn vertex_at(&self, point: Point) -> Option<u32> {
        let place = |at: Point| (at.y, at.x);
        self.vertices.binary_search_by_key(&place(point), |vertex| place(vertex.at)).ok().map(|index| index as u32)
    }

    /// The polygons that a point lies in or on, of which it has at most four: in order, `NONE` for those it has not.
    pub(super) fn polygons_at(&self, grid: &NavGrid, point: Point) -> [u32; 4] {
        let squares = around(grid, point).squares;
        let mut found = [NONE; 4];
        for (square, (x, y)) in [(0, 0), (-1, 0), (-1, -1), (0, -1)].into_iter().enumerate() {
            if squares >> square & 1 == 1 {
                let polygon = self.polygon_of_square(point.x + x, point.y + y);
                found[square] = if found.contains(&polygon) { NONE } else { polygon };
            }
        }
        found.sort_unstable();
        found
    }

    fn polygon_of_square(&self, x: i16, y: i16) -> u32 {
        let row = &self.bands[self.rows[y as usize] as usize..self.rows[y as usize + 1] as usize];
        row[row.partition_point(|&(left, _)| left <= x) - 1].1
    }

    /// The side after one, around its polygon.
    pub fn next(&self, side: u32) -> u32 {
        let Polygon { first_side, sides, .. } = self.polygons[self.sides[side as usize].polygon as usize];
        if side + 1 == first_side + sides { first_side } else { side + 1 }
    }

    /// The side before one, around its polygon.
    pub fn previous(&self, side: u32) -> u32 {
        let Polygon { first_side, sides, .. } = self.polygons[self.sides[side as usize].polygon as usize];
        if side == first_side { first_side + sides - 1 } else { side - 1 }
    }

    /// Of the sides that leave a vertex, the next one of its group to the left, or `NONE`.
    pub fn left_of(&self, side: u32) -> u32 {
        self.sides[self.previous(side) as usize].twin
    }

    /// Puts the corners of rectangles and the gates; returns the number of the vertex at each cell, by the cell's number.
    fn put_vertices(&mut self, grid: &NavGrid, rectangles: &Rectangles) -> Vec<u32> {
        let mut ids = vec![NONE; grid.ground().len()];
        for corner in rectangles.list.iter().flat_map(|rectangle| rectangle.corners()) {
            ids[corner.number(grid) as usize] = 0;
        }
        let size = grid.lattice();
        for (x, y) in (0..size.height as i16).flat_map(|y| (0..size.width as i16).map(move |x| (x, y))) {
            let at = Point { x, y };
            let number = at.number(grid) as usize;
            if grid.ground()[number].cost == 0 {
                continue;
            }
            let around = Around::new(grid.ground()[number].around);
            if around.is_gate() {
                let gate = Gate { links: [NONE; 4], squares: around.squares, up: NONE };
                self.put_vertex(at, Kind::Gate(self.gates.len() as u32), &mut ids[number]);
                self.gates.push(gate);
            } else if ids[number] != NONE {
                self.put_vertex(at, around.kind(), &mut ids[number]);
            }
        }
        ids
    }

    fn put_vertex(&mut self, at: Point, kind: Kind, id: &mut u32) {
        *id = self.vertices.len() as u32;
        self.vertices.push(Vertex { at, kind, groups: [NONE; 2] });
    }

    fn put_polygons(&mut self, grid: &NavGrid, rectangles: &Rectangles, ids: &[u32]) {
        for (polygon, rectangle) in rectangles.list.iter().enumerate() {
            let first_side = self.sides.len() as u32;
            for from in rectangle.outline() {
                let vertex = ids[from.number(grid) as usize];
                if vertex != NONE {
                    self.sides.push(Side { from, vertex, polygon: polygon as u32, twin: NONE });
                }
            }
            self.polygons.push(Polygon { first_side, sides: self.sides.len() as u32 - first_side, up: NONE });
        }
        self.rows.clone_from(&rectangles.rows);
        self.bands.clone_from(&rectangles.bands);
    }

    /// Finds the twin of each side.
    fn join_polygons(&mut self) {
        let mut leaving = Leaving::of(self);
        for side in 0..self.sides.len() as u32 {
            let (here, there) = (self.sides[side as usize].vertex, self.sides[self.next(side) as usize].vertex);
            let back = leaving.of_vertex(there).iter().find(|&&back| {
                let end = self.sides[self.next(back) as usize].vertex;
                end == here
            });
            self.sides[side as usize].twin = back.copied().unwrap_or(NONE);
        }
        leaving.sides.clear();
    }

    fn group_sides(&mut self) {
        for (index, side) in self.sides.iter().enumerate() {
            if side.twin == NONE {
                let groups = &mut self.vertices[side.vertex as usize].groups;
                let free = usize::from(groups[0] != NONE);
                groups[free] = index as u32;
            }
        }
    }

    fn link_gates(&mut self, grid: &NavGrid, ids: &[u32]) {
        for index in 0..self.vertices.len() {
            let Vertex { at, kind: Kind::Gate(gate), .. } = self.vertices[index] else { continue };
            // Right and down: the other two are these, seen from the other end.
            for side in 0..2 {
                if around(grid, at).bare >> side & 1 == 1 {
                    let (other, _) = self.follow(grid, ids, at, side);
                    let Kind::Gate(other_gate) = self.vertices[other as usize].kind else { unreachable!("a bare end") };
                    self.gates[gate as usize].links[side] = other;
                    self.gates[other_gate as usize].links[side + 2] = index as u32;
                }
            }
        }
    }

    /// The vertex at the end of a bare segment, and where it lies.
    fn follow(&self, grid: &NavGrid, ids: &[u32], from: Point, side: usize) -> (u32, Point) {
        let mut at = from + WAYS[side];
        while ids[at.number(grid) as usize] == NONE {
            at = at + WAYS[side];
        }
        (ids[at.number(grid) as usize], at)
    }
}

/// What of the ground lies around the middle of a passable cell.
pub(super) fn around(grid: &NavGrid, point: Point) -> Around {
    Around::new(grid.ground()[point.number(grid) as usize].around)
}

/// The sides that leave each vertex.
struct Leaving {
    /// Where those of a vertex begin; one more at the end.
    first: Vec<u32>,
    sides: Vec<u32>,
}

impl Leaving {
    fn of(mesh: &Mesh) -> Leaving {
        let mut first = vec![0; mesh.vertices.len() + 2];
        for side in &mesh.sides {
            first[side.vertex as usize + 2] += 1;
        }
        for vertex in 2..first.len() {
            first[vertex] += first[vertex - 1];
        }
        let mut sides = vec![0; mesh.sides.len()];
        for (index, side) in mesh.sides.iter().enumerate() {
            let place = &mut first[side.vertex as usize + 1];
            sides[*place as usize] = index as u32;
            *place += 1;
        }
        Leaving { first, sides }
    }

    fn of_vertex(&self, vertex: u32) -> &[u32] {
        &self.sides[self.first[vertex as usize] as usize..self.first[vertex as usize + 1] as usize]
    }
}

impl Point {
    /// The number of the cell whose middle it is.
    pub fn number(self, grid: &NavGrid) -> u32 {
        grid.number(self.cell())
    }

    /// The cell whose middle it is.
    pub fn cell(self) -> Cell {
        Cell::new(i32::from(self.x), i32::from(self.y))
    }
}
