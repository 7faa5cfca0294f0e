//! Which polygons and gates lead nowhere but to dead ends.
//!
//! A search has to look into such a part of the ground only when it begins there or a goal lies there (as reductions of
//! corridors and dead ends do: D. Demyen and M. Buro, "Efficient Triangulation-Based Pathfinding", AAAI 2006). The
//! parts are found by repeatedly removing what has one neighbour left.

use super::mesh::{Mesh, NONE, Vertex, VertexKind};
use super::pass::Pass;
use crate::nav::buckets::Buckets;

/// Units of work for a polygon or gate that is removed, and for a corner whose walls are noted.
const REMOVING: u64 = 4;
const NOTING: u64 = 8;

/// The search for dead ends: it records for every polygon and gate the only neighbour through which it can be reached, if
/// there is just one.
///
/// Each method goes on with one part of it, and returns whether that is done.
#[derive(Clone, Debug, Default)]
pub(super) struct DeadEnds {
    /// Which polygons and gates are neighbours. A gate counts as a neighbour of one polygon in each of its groups only: the
    /// others of the group are joined to that one around the gate, so the parts come out the same.
    neighbours: Buckets<u32>,
    /// How many neighbours of each have not been removed.
    left: Vec<u32>,
    /// Those that have one left.
    waiting: Vec<u32>,
    is_taken: Vec<bool>,
}

impl DeadEnds {
    pub fn begin(mesh: &Mesh) -> DeadEnds {
        let nodes = mesh.polygons.len() + mesh.gates.len();
        DeadEnds { neighbours: Buckets::new(nodes), is_taken: vec![false; nodes], ..DeadEnds::default() }
    }

    pub fn count_beyond_sides(&mut self, mesh: &Mesh, pass: &mut Pass) -> bool {
        pass.go_on(mesh.sides.len(), |side| {
            let pair = beyond(mesh, side);
            pair.iter().for_each(|&(from, _)| self.neighbours.count(from as usize));
            1
        })
    }

    pub fn count_at_gates(&mut self, mesh: &Mesh, pass: &mut Pass) -> bool {
        pass.go_on(mesh.vertices.len(), |vertex| {
            at_gate(mesh, vertex, |from, _| self.neighbours.count(from as usize));
            1
        })
    }

    pub fn add_up(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(self.neighbours.len(), |node| self.neighbours.add_up(node))
    }

    pub fn put_beyond_sides(&mut self, mesh: &Mesh, pass: &mut Pass) -> bool {
        pass.go_on(mesh.sides.len(), |side| {
            let pair = beyond(mesh, side);
            pair.iter().for_each(|&(from, to)| self.neighbours.put(from as usize, to));
            1
        })
    }

    pub fn put_at_gates(&mut self, mesh: &Mesh, pass: &mut Pass) -> bool {
        pass.go_on(mesh.vertices.len(), |vertex| {
            at_gate(mesh, vertex, |from, to| self.neighbours.put(from as usize, to));
            1
        })
    }

    pub fn find_ends(&mut self, pass: &mut Pass) -> bool {
        pass.go_on(self.neighbours.len(), |node| {
            let count = self.neighbours.of(node).len() as u32;
            self.left.push(count);
            self.waiting.extend((count == 1).then_some(node as u32));
            1
        })
    }

    pub fn remove_ends(&mut self, mesh: &mut Mesh, pass: &mut Pass) -> bool {
        pass.go_on_while(REMOVING, || {
            let Some(node) = self.waiting.pop() else { return false };
            // The last of a part without any ring has no neighbour left; it stays.
            if self.left[node as usize] != 1 {
                return true;
            }
            self.is_taken[node as usize] = true;
            let around = self.neighbours.of(node as usize);
            let up = around.iter().copied().find(|&other| !self.is_taken[other as usize]);
            let up = up.expect("one neighbour is left");
            *mesh.up_mut(node) = up;
            self.left[up as usize] -= 1;
            self.waiting.extend((self.left[up as usize] == 1).then_some(up));
            true
        })
    }
}

/// The polygon of a side and the one beyond it, if there is one.
fn beyond(mesh: &Mesh, side: usize) -> Option<(u32, u32)> {
    let side = mesh.sides[side];
    (side.twin != NONE).then(|| (side.polygon, mesh.sides[side.twin as usize].polygon))
}

/// Calls back for each pair of neighbours at a vertex that is a gate: both ways round where one is a polygon.
fn at_gate(mesh: &Mesh, vertex: usize, mut call: impl FnMut(u32, u32)) {
    let vertex = &mesh.vertices[vertex];
    let VertexKind::Gate(gate) = vertex.kind else { return };
    let node = mesh.gate_node(gate);
    for &group in vertex.groups.iter().filter(|&&group| group != NONE) {
        let polygon = mesh.sides[group as usize].polygon;
        call(node, polygon);
        call(polygon, node);
    }
    for &link in mesh.gates[gate as usize].links.iter().filter(|&&link| link != NONE) {
        if let VertexKind::Gate(other) = mesh.vertices[link as usize].kind {
            call(node, mesh.gate_node(other));
        }
    }
}

/// Notes which sides lead to dead ends; returns whether all have been looked at.
pub(super) fn note_sides(mesh: &mut Mesh, pass: &mut Pass) -> bool {
    pass.go_on(mesh.sides.len(), |side| {
        let twin = mesh.sides[side].twin;
        if twin != NONE {
            let beyond = mesh.sides[twin as usize].polygon;
            mesh.sides[side].leads_to_dead_end = mesh.polygons[beyond as usize].up != NONE;
        }
        1
    })
}

/// Notes what bounds the ground around corners where dead ends do not count; returns whether all have been looked at.
pub(super) fn note_corners(mesh: &mut Mesh, pass: &mut Pass) -> bool {
    pass.go_on(mesh.vertices.len(), |index| {
        let Vertex { kind: VertexKind::Corner { .. }, groups: [group, _], .. } = mesh.vertices[index] else { return 1 };
        let mut has_dead_ends = false;
        mesh.each_polygon_left_of(group, |polygon| has_dead_ends |= mesh.polygons[polygon as usize].up != NONE);
        mesh.vertices[index].walls = mesh.walls(group, |polygon| mesh.polygons[polygon as usize].up == NONE);
        mesh.vertices[index].has_dead_ends = has_dead_ends;
        NOTING
    })
}

impl Mesh {
    /// The `up` of a polygon or gate.
    pub fn up(&self, node: u32) -> u32 {
        let polygons = self.polygons.len() as u32;
        if node < polygons { self.polygons[node as usize].up } else { self.gates[(node - polygons) as usize].up }
    }

    fn up_mut(&mut self, node: u32) -> &mut u32 {
        let polygons = self.polygons.len() as u32;
        if node < polygons {
            &mut self.polygons[node as usize].up
        } else {
            &mut self.gates[(node - polygons) as usize].up
        }
    }
}
