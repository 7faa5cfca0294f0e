//! The ground that an agent's middle can use, as convex polygons: the map of any-angle search.
//!
//! The middles of passable cells are the points of an integer plane. A unit square between four of them is free when
//! all four are passable, a segment between two straight neighbours when both are. Free squares are merged into
//! polygons that share sides. What remains is thin: bare segments, which bound no free square, and points in which two
//! free squares touch and nothing else. A point where the ground is thin is a gate: every path through it goes through
//! the point itself.
//!
//! A side leads counter-clockwise around its polygon when y points upward; "left" has this meaning everywhere in this
//! search. Every vertex lies on the edge of the ground.

use super::point::{Point, Vector};
use super::point_location::PointLocation;
use super::squares::around;
use crate::nav::baked_ground::BakedGround;

/// No side, vertex or polygon.
pub(super) const NONE: u32 = u32::MAX;

/// Convex polygons and gates.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct Mesh {
    /// In order of rows, then columns.
    pub(super) vertices: Vec<Vertex>,
    /// The sides of a polygon lie together.
    pub(super) sides: Vec<PolygonSide>,
    pub(super) polygons: Vec<Polygon>,
    pub(super) gates: Vec<Gate>,
    pub(super) places: PointLocation,
}

/// A side of a polygon, from its vertex to that of the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PolygonSide {
    pub from: Point,
    pub vertex: u32,
    pub polygon: u32,
    /// The number of this side in the polygon beyond it, or `NONE` at the edge of the ground.
    pub twin: u32,
    /// What a path can do at its vertex.
    pub turn: VertexTurn,
    /// Whether what lies beyond it is a dead end.
    pub leads_to_dead_end: bool,
}

/// What a path can do at a vertex, without details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VertexTurn {
    /// As [`VertexKind::Plain`].
    Nowhere,
    /// As [`VertexKind::Corner`].
    Around { x: i8, y: i8 },
    /// As [`VertexKind::Gate`].
    Through,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Polygon {
    pub first_side: u32,
    pub sides: u32,
    /// If only dead ends lie behind it: the polygon or gate (see [`Mesh::gate_node`]) through which alone it can be
    /// reached. Otherwise `NONE`.
    pub up: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub at: Point,
    pub kind: VertexKind,
    /// The places among the sides where its polygons begin: around it they lie next to each other in one group, or two.
    /// In each group, the side from here that has none of them on its right.
    pub groups: [u32; 2],
    /// At a corner: the directions that bound its polygons, from right to left, without dead ends.
    pub walls: [Vector; 2],
    /// At a corner: whether there are dead ends.
    pub has_dead_ends: bool,
}

/// What a path can do at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VertexKind {
    /// Nothing: no shortest path turns here.
    Plain,
    /// Turn around the one square at it that is not free: the square's place, seen from here.
    Corner { x: i8, y: i8 },
    /// Go through: this is the place of the gate.
    Gate(u32),
}

/// The sides of one polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    first: u32,
    pub count: u32,
}

impl Ring {
    /// The side `steps` sides after one of them; `steps` is less than their number.
    #[inline]
    pub fn after(self, side: u32, count: u32) -> u32 {
        let after = side + count;
        if after >= self.first + self.count { after - self.count } else { after }
    }
}

/// A point through which a path leads that no polygon holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    /// The gates to which bare segments lead right, down, left and up, in a straight line, or `NONE`.
    pub links: [u32; 4],
    /// The free squares around it: see [`FreeSquares`](super::squares::FreeSquares).
    pub squares: u8,
    /// As that of a polygon.
    pub up: u32,
}

impl Mesh {
    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<Vertex>()
            + self.sides.capacity() * size_of::<PolygonSide>()
            + self.polygons.capacity() * size_of::<Polygon>()
            + self.gates.capacity() * size_of::<Gate>()
            + self.places.bytes()
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

    /// Calls back with each polygon that a point lies in or on.
    pub(super) fn each_polygon_at(&self, grid: &BakedGround, point: Point, mut call: impl FnMut(u32)) {
        if around(grid, point).squares == 0 {
            return;
        }
        if let Some(vertex) = self.vertex_at(point) {
            for group in self.vertices[vertex as usize].groups {
                self.each_polygon_left_of(group, &mut call);
            }
            return;
        }
        let polygon = self.places.polygon_at(point);
        call(polygon);
        let Polygon { first_side, sides, .. } = self.polygons[polygon as usize];
        for side in first_side..first_side + sides {
            let PolygonSide { from, twin, .. } = self.sides[side as usize];
            let to = self.sides[self.next(side) as usize].from;
            if twin != NONE && point.lies_between(from, to) {
                call(self.sides[twin as usize].polygon);
            }
        }
    }

    /// Calls back with each polygon of a group around a vertex, from its first side.
    pub fn each_polygon_left_of(&self, group: u32, mut call: impl FnMut(u32)) {
        let mut side = group;
        while side != NONE {
            call(self.sides[side as usize].polygon);
            side = self.left_of(side);
        }
    }

    /// The directions that bound the polygons of a group that `counts`, which are neighbours, from right to left.
    pub(super) fn walls(&self, group: u32, counts: impl Fn(u32) -> bool) -> [Vector; 2] {
        let mut walls = [Vector::default(); 2];
        let mut side = group;
        while side != NONE {
            let (here, previous) = (self.sides[side as usize], self.previous(side));
            if counts(here.polygon) {
                if walls[0] == Vector::default() {
                    walls[0] = self.sides[self.next(side) as usize].from - here.from;
                }
                walls[1] = self.sides[previous as usize].from - here.from;
            }
            side = self.sides[previous as usize].twin;
        }
        walls
    }

    /// The sides of a polygon.
    pub(super) fn ring(&self, polygon: u32) -> Ring {
        let Polygon { first_side, sides, .. } = self.polygons[polygon as usize];
        Ring { first: first_side, count: sides }
    }

    /// The side after one, around its polygon.
    pub fn next(&self, side: u32) -> u32 {
        self.ring(self.sides[side as usize].polygon).after(side, 1)
    }

    /// The side before one, around its polygon.
    pub fn previous(&self, side: u32) -> u32 {
        let ring = self.ring(self.sides[side as usize].polygon);
        ring.after(side, ring.count - 1)
    }

    /// Of the sides that leave a vertex, the next one of its group to the left, or `NONE`.
    pub fn left_of(&self, side: u32) -> u32 {
        self.sides[self.previous(side) as usize].twin
    }
}
