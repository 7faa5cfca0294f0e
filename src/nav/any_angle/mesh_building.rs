//! Making the mesh of baked ground, in parts.

use super::dead_ends::{DeadEnds, note_corners, note_sides};
use super::merging::Merging;
use super::mesh::{Gate, Mesh, NONE, Polygon, PolygonSide, Vertex, VertexKind, VertexTurn};
use super::pass::Pass;
use super::point::{Point, Vector};
use super::point_location::{RowSpan, SpanOrder};
use super::rectangles::Rectangles;
use super::squares::{FreeSquares, around, bare_end};
use super::triangles::Triangulation;
use crate::nav::baked_ground::BakedGround;

/// Units of work for a vertex or side that is put, a gate that is linked to another, and a row of the spans of a polygon.
const PUTTING: u64 = 8;
const LINKING: u64 = 30;
const SPANNING: u64 = 6;

/// A mesh that is being made of ground that stays as it is meanwhile.
#[derive(Clone, Debug)]
pub(in crate::nav) struct MeshBuilding {
    pass: Pass,
    /// The number of the present stage.
    stage: usize,
    rectangles: Rectangles,
    triangulation: Triangulation,
    merging: Merging,
    /// By the number of a side of a triangle: one more than its place among those of polygons, or 0.
    places: Vec<u32>,
    /// By the number of a point: whether it is that of a polygon.
    is_used: Vec<bool>,
    /// By the number of a point: its vertex, if it is one.
    vertices: Vec<u32>,
    spans: SpanOrder,
    dead_ends: DeadEnds,
    mesh: Mesh,
}

/// What is done one after the other, each until it says that it is done.
const STAGES: [fn(&mut MeshBuilding, &BakedGround) -> bool; 37] = [
    |all, ground| all.rectangles.advance(ground, &mut all.pass),
    |all, _| all.triangulation.count_corners(&all.rectangles, &mut all.pass),
    |all, _| all.triangulation.add_up_corners(&mut all.pass),
    |all, _| all.triangulation.put_corners(&all.rectangles, &mut all.pass),
    |all, ground| all.triangulation.put_points(ground, &all.rectangles, &mut all.pass),
    |all, _| all.triangulation.cut(&all.rectangles, &mut all.pass),
    |all, _| all.triangulation.count_leaving(&mut all.pass),
    |all, _| all.triangulation.add_up_leaving(&mut all.pass),
    |all, _| all.triangulation.put_leaving(&mut all.pass),
    |all, _| all.triangulation.find_twins(&mut all.pass),
    |all, ground| all.triangulation.leave_out_flat_points(ground, &mut all.pass),
    |all, _| all.triangulation.turn_sides(&mut all.pass),
    |all, _| all.merging.begin_rings(&all.triangulation.triangles, &mut all.pass),
    |all, _| all.merging.add_up_lengths(&mut all.pass),
    |all, _| all.merging.order_by_lower_bits(&all.triangulation.triangles, &mut all.pass),
    |all, _| all.merging.order_by_upper_bits(&mut all.pass),
    |all, _| all.merging.take_away_sides(&all.triangulation.triangles, &mut all.pass),
    |all, _| all.merging.follow_rings(&all.triangulation.triangles, &mut all.pass),
    |all, _| all.find_places(),
    |all, ground| all.put_vertices(ground),
    |all, _| all.put_polygons(),
    |all, _| all.group_sides(),
    |all, ground| all.link_gates(ground),
    |all, _| all.put_spans(),
    |all, _| all.spans.count(&mut all.pass),
    |all, _| all.spans.add_up(&mut all.pass),
    |all, _| all.spans.put(&mut all.pass),
    |all, _| all.spans.sort(&mut all.pass),
    |all, _| all.dead_ends.count_beyond_sides(&all.mesh, &mut all.pass),
    |all, _| all.dead_ends.count_at_gates(&all.mesh, &mut all.pass),
    |all, _| all.dead_ends.add_up(&mut all.pass),
    |all, _| all.dead_ends.put_beyond_sides(&all.mesh, &mut all.pass),
    |all, _| all.dead_ends.put_at_gates(&all.mesh, &mut all.pass),
    |all, _| all.dead_ends.find_ends(&mut all.pass),
    |all, _| all.dead_ends.remove_ends(&mut all.mesh, &mut all.pass),
    |all, _| note_sides(&mut all.mesh, &mut all.pass),
    |all, _| note_corners(&mut all.mesh, &mut all.pass),
];

impl MeshBuilding {
    /// Begins with the mesh of a map.
    pub fn begin(ground: &BakedGround) -> MeshBuilding {
        let rows = ground.lattice().height as usize;
        MeshBuilding {
            pass: Pass::default(),
            stage: 0,
            rectangles: Rectangles::default(),
            triangulation: Triangulation::begin(rows),
            merging: Merging::begin(ground.lattice().width, ground.lattice().height),
            places: Vec::new(),
            is_used: Vec::new(),
            vertices: Vec::new(),
            spans: SpanOrder::begin(rows),
            dead_ends: DeadEnds::default(),
            mesh: Mesh::default(),
        }
    }

    /// Goes on until that has taken about so many units of work, of a few nanoseconds each. Returns the mesh when it is done, and
    /// then it is over. `ground` must be the one with which it began.
    pub fn step(&mut self, ground: &BakedGround, work: u64) -> Option<Mesh> {
        self.pass.allow(work);
        while let Some(stage) = STAGES.get(self.stage) {
            if stage(self, ground) {
                self.stage += 1;
            } else if self.pass.is_used_up() {
                return None;
            }
        }
        self.mesh.places = std::mem::take(&mut self.spans.location);
        Some(std::mem::take(&mut self.mesh))
    }

    /// Finds out which points are those of polygons, and the places of their sides.
    fn find_places(&mut self) -> bool {
        let triangles = &self.triangulation.triangles;
        if self.places.is_empty() {
            self.places = vec![0; triangles.from.len()];
            self.is_used = vec![false; triangles.points.len()];
        }
        let sides = &self.merging.loops.sides;
        self.pass.go_on(sides.len(), |place| {
            let side = sides[place] as usize;
            self.places[side] = place as u32 + 1;
            self.is_used[triangles.from[side] as usize] = true;
            1
        })
    }

    /// Puts the points of polygons and the gates.
    fn put_vertices(&mut self, ground: &BakedGround) -> bool {
        let (points, gates) = (&self.triangulation.triangles.points, &self.rectangles.gates);
        let place = |point: &Point| (point.y, point.x);
        self.pass.go_on_while(PUTTING, || {
            let (point, gate) = (points.get(self.vertices.len()), gates.get(self.mesh.gates.len()));
            let is_point = point.is_some_and(|point| gate.is_none_or(|gate| place(point) <= place(gate)));
            let Some(&at) = (if is_point { point } else { gate }) else { return false };
            let (is_gate, around) = (gate == Some(&at), around(ground, at));
            let kind = if is_gate { VertexKind::Gate(self.mesh.gates.len() as u32) } else { VertexKind::of(around) };
            let is_vertex = is_gate || self.is_used[self.vertices.len()];
            if is_point {
                self.vertices.push(if is_vertex { self.mesh.vertices.len() as u32 } else { NONE });
            }
            if is_gate {
                self.mesh.gates.push(Gate { links: [NONE; 4], squares: around.squares, up: NONE });
            }
            if is_vertex {
                let (groups, walls) = ([NONE; 2], [Vector::default(); 2]);
                self.mesh.vertices.push(Vertex { at, kind, groups, walls, has_dead_ends: false });
            }
            true
        })
    }

    fn put_polygons(&mut self) -> bool {
        let (triangles, loops) = (&self.triangulation.triangles, &self.merging.loops);
        self.pass.go_on(loops.first.len() - 1, |polygon| {
            let range = loops.first[polygon]..loops.first[polygon + 1];
            let count = range.end - range.start;
            self.mesh.polygons.push(Polygon { first_side: range.start, sides: count, up: NONE });
            for &side in &loops.sides[range.start as usize..range.end as usize] {
                let point = triangles.from[side as usize];
                let from = triangles.points[point as usize];
                let twin = triangles.twins[side as usize];
                let twin = if twin == NONE { NONE } else { self.places[twin as usize].wrapping_sub(1) };
                let vertex = self.vertices[point as usize];
                let turn = self.mesh.vertices[vertex as usize].kind.turn();
                let polygon = polygon as u32;
                self.mesh.sides.push(PolygonSide { from, vertex, polygon, twin, turn, leads_to_dead_end: false });
            }
            PUTTING * u64::from(count)
        })
    }

    fn group_sides(&mut self) -> bool {
        let Mesh { sides, vertices, .. } = &mut self.mesh;
        self.pass.go_on(sides.len(), |index| {
            let side = &sides[index];
            if side.twin == NONE {
                let groups = &mut vertices[side.vertex as usize].groups;
                let free = usize::from(groups[0] != NONE);
                groups[free] = index as u32;
            }
            1
        })
    }

    fn link_gates(&mut self, ground: &BakedGround) -> bool {
        let mesh = &mut self.mesh;
        let is_done = self.pass.go_on(mesh.vertices.len(), |index| {
            let Vertex { at, kind: VertexKind::Gate(gate), .. } = mesh.vertices[index] else { return 1 };
            let mut work = PUTTING;
            // Right and down: the other two are these, seen from the other end.
            for side in 0..2 {
                if around(ground, at).bare >> side & 1 == 1 {
                    let end = bare_end(ground, at, side, |_| false);
                    let other = mesh.vertex_at(end).expect("a gate is a vertex");
                    let VertexKind::Gate(other_gate) = mesh.vertices[other as usize].kind else {
                        unreachable!("a bare end")
                    };
                    mesh.gates[gate as usize].links[side] = other;
                    mesh.gates[other_gate as usize].links[side + 2] = index as u32;
                    work += LINKING;
                }
            }
            work
        });
        if is_done {
            self.dead_ends = DeadEnds::begin(mesh);
        }
        is_done
    }

    /// Puts the spans that polygons cover, each with its row.
    fn put_spans(&mut self) -> bool {
        self.pass.go_on(self.mesh.polygons.len(), |polygon| {
            let before = self.spans.spans.len();
            put_spans(&self.mesh, polygon as u32, &mut self.spans.spans);
            SPANNING * (self.spans.spans.len() - before) as u64
        })
    }
}

impl Mesh {
    /// The mesh of a whole map. Takes time in proportion to its cells.
    pub fn of(ground: &BakedGround) -> Mesh {
        let mut building = MeshBuilding::begin(ground);
        loop {
            if let Some(mesh) = building.step(ground, u64::MAX) {
                return mesh;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::TileMap;
    use crate::level::generate::{Generate, Kind, generate};
    use crate::nav::NavGrid;
    use crate::profile::AgentProfile;

    #[test]
    fn a_mesh_that_is_made_in_steps_is_the_one_that_is_made_at_once() {
        for kind in [Kind::Caves { density: 45, rounds: 3 }, Kind::Open { density: 20 }, Kind::Maze { corridor: 1 }] {
            let map = TileMap::plain(generate(&Generate::new(kind, 90, 70, 5)));
            let grid = NavGrid::bake(&map, &AgentProfile { radius: 0.2, ..AgentProfile::default() });
            let mut building = MeshBuilding::begin(&grid);
            let mut steps = 1;
            let stepwise = loop {
                if let Some(mesh) = building.step(&grid, 100) {
                    break mesh;
                }
                steps += 1;
            };
            assert!(steps > 100, "{steps} steps");
            assert_eq!(format!("{stepwise:?}"), format!("{:?}", Mesh::of(&grid)));
        }
    }
}
