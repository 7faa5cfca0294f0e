//! Making the mesh of baked ground.

use super::dead_ends;
use super::merge::{Loops, merge};
use super::mesh::{Gate, Mesh, NONE, Polygon, PolygonSide, Vertex, VertexKind, VertexTurn};
use super::point::{Point, Vector};
use super::point_location::{PointLocation, RowSpan};
use super::squares::{FreeSquares, around, bare_end};
use super::triangles::Triangles;
use crate::nav::baked_ground::BakedGround;

impl Mesh {
    /// The mesh of a whole map. Takes time in proportion to its cells.
    pub fn of(grid: &BakedGround) -> Mesh {
        let triangles = Triangles::of(grid);
        let loops = merge(&triangles);
        let mut mesh = Mesh::default();
        mesh.put_vertices(grid, &triangles, &loops);
        mesh.put_polygons(&triangles, &loops);
        mesh.group_sides();
        mesh.link_gates(grid);
        mesh.places = PointLocation::of(spans(&mesh));
        dead_ends::find(&mut mesh);
        mesh
    }

    /// Puts the points of polygons and the gates.
    fn put_vertices(&mut self, grid: &BakedGround, triangles: &Triangles, loops: &Loops) {
        let mut is_used = vec![false; triangles.points.len()];
        for &side in &loops.sides {
            is_used[triangles.from[side as usize] as usize] = true;
        }
        let used = triangles.points.iter().zip(is_used).filter(|(_, is_used)| *is_used);
        let mut used = used.map(|(&point, _)| point).peekable();
        let size = grid.lattice();
        for (x, y) in (0..size.height as i16).flat_map(|y| (0..size.width as i16).map(move |x| (x, y))) {
            let at = Point { x, y };
            let ground = grid.ground()[at.number(grid) as usize];
            let (around, is_used) = (FreeSquares::new(ground.around), used.next_if_eq(&at).is_some());
            let is_gate = ground.cost > 0 && around.is_gate();
            let kind = if is_gate { VertexKind::Gate(self.gates.len() as u32) } else { VertexKind::of(around) };
            if is_gate {
                self.gates.push(Gate { links: [NONE; 4], squares: around.squares, up: NONE });
            }
            if is_gate || is_used {
                let (groups, walls) = ([NONE; 2], [Vector::default(); 2]);
                self.vertices.push(Vertex { at, kind, groups, walls, has_dead_ends: false });
            }
        }
    }

    fn put_polygons(&mut self, triangles: &Triangles, loops: &Loops) {
        // The place of each side of a triangle that is one of a polygon.
        let mut places = vec![NONE; triangles.from.len()];
        for (place, &side) in loops.sides.iter().enumerate() {
            places[side as usize] = place as u32;
        }
        for (polygon, pair) in loops.first.windows(2).enumerate() {
            self.polygons.push(Polygon { first_side: pair[0], sides: pair[1] - pair[0], up: NONE });
            for &side in &loops.sides[pair[0] as usize..pair[1] as usize] {
                let from = triangles.points[triangles.from[side as usize] as usize];
                let twin = triangles.twins[side as usize];
                let twin = if twin == NONE { NONE } else { places[twin as usize] };
                let vertex = self.vertex_at(from).expect("every point of a polygon is a vertex");
                let turn = self.vertices[vertex as usize].kind.turn();
                self.sides.push(PolygonSide {
                    from,
                    vertex,
                    polygon: polygon as u32,
                    twin,
                    turn,
                    leads_to_dead_end: false,
                });
            }
        }
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

    fn link_gates(&mut self, grid: &BakedGround) {
        for index in 0..self.vertices.len() {
            let Vertex { at, kind: VertexKind::Gate(gate), .. } = self.vertices[index] else { continue };
            // Right and down: the other two are these, seen from the other end.
            for side in 0..2 {
                if around(grid, at).bare >> side & 1 == 1 {
                    let other = self.vertex_at(bare_end(grid, at, side, |_| false)).expect("a gate is a vertex");
                    let VertexKind::Gate(other_gate) = self.vertices[other as usize].kind else {
                        unreachable!("a bare end")
                    };
                    self.gates[gate as usize].links[side] = other;
                    self.gates[other_gate as usize].links[side + 2] = index as u32;
                }
            }
        }
    }
}

impl VertexKind {
    fn of(around: FreeSquares) -> VertexKind {
        match !around.squares & 0b1111 {
            0b0001 => VertexKind::Corner { x: 1, y: 1 },
            0b0010 => VertexKind::Corner { x: -1, y: 1 },
            0b0100 => VertexKind::Corner { x: -1, y: -1 },
            0b1000 => VertexKind::Corner { x: 1, y: -1 },
            _ => VertexKind::Plain,
        }
    }

    fn turn(self) -> VertexTurn {
        match self {
            VertexKind::Plain => VertexTurn::Nowhere,
            VertexKind::Corner { x, y } => VertexTurn::Around { x, y },
            VertexKind::Gate(_) => VertexTurn::Through,
        }
    }
}

/// The spans that polygons cover, each with its row.
fn spans(mesh: &Mesh) -> Vec<(i16, RowSpan)> {
    let mut rows = Vec::new();
    (0..mesh.polygons.len() as u32).for_each(|polygon| put_spans(mesh, polygon, &mut rows));
    rows
}

/// Adds the span of a polygon in each row that continues in it below.
fn put_spans(mesh: &Mesh, polygon: u32, rows: &mut Vec<(i16, RowSpan)>) {
    let Polygon { first_side, sides, .. } = mesh.polygons[polygon as usize];
    let range = first_side..first_side + sides;
    let points = || range.clone().map(|side| mesh.sides[side as usize].from);
    let top = points().map(|point| point.y).min().expect("a polygon has points");
    let begin = rows.len();
    let bottom = points().map(|point| point.y).max().expect("a polygon has points");
    rows.extend((top..bottom).map(|row| (row, RowSpan { left: 0, right: 0, polygon })));
    for side in range {
        let (from, twin) = (mesh.sides[side as usize].from, mesh.sides[side as usize].twin);
        let to = mesh.sides[mesh.next(side) as usize].from;
        let place = |row: i16| begin + (row - top) as usize;
        // Going round to the left, the right edge leads downward, the left one upward.
        for row in from.y..to.y {
            rows[place(row)].1.right = across(from, to, row).div_euclid(i32::from(to.y - from.y)) as i16;
        }
        for row in to.y..from.y {
            let height = i32::from(from.y - to.y);
            rows[place(row)].1.left = -(-across(to, from, row)).div_euclid(height) as i16;
        }
        if from.y == to.y && to.x < from.x && twin == NONE {
            rows.push((from.y, RowSpan { left: to.x, right: from.x, polygon }));
        }
    }
    // A polygon that only begins at a point of the row, or lies between two, holds nothing there that is not a vertex.
    let mut kept = begin;
    for index in begin..rows.len() {
        let (row, RowSpan { left, right, .. }) = rows[index];
        if left < right || left == right && row > top {
            rows[kept] = rows[index];
            kept += 1;
        }
    }
    rows.truncate(kept);
}

/// Where a line that leads down crosses a row, times its height.
fn across(from: Point, to: Point, row: i16) -> i32 {
    let [x, y, dx, dy] = [from.x, row - from.y, to.x - from.x, to.y - from.y].map(i32::from);
    x * dy + dx * y
}
