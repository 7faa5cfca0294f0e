//! Which polygons and gates lead nowhere but to dead ends.
//!
//! A search has to look into such a part of the ground only when it begins there or a goal lies there (as reductions of
//! corridors and dead ends do: D. Demyen and M. Buro, "Efficient Triangulation-Based Pathfinding", AAAI 2006). The
//! parts are found by repeatedly removing what has one neighbour left.

use super::mesh::{Mesh, NONE, Vertex, VertexKind};

/// Which polygons and gates are neighbours. A gate counts as a neighbour of one polygon in each of its groups only: the
/// others of the group are joined to that one around the gate, so the parts come out the same.
struct Neighbours {
    /// Where those of a node begin; one more at the end.
    first: Vec<u32>,
    nodes: Vec<u32>,
}

impl Neighbours {
    fn of(mesh: &Mesh) -> Neighbours {
        let count = mesh.polygons.len() + mesh.gates.len();
        let mut first = vec![0; count + 2];
        each_pair(mesh, |from, _| first[from as usize + 2] += 1);
        for node in 2..first.len() {
            first[node] += first[node - 1];
        }
        let mut nodes = vec![0; first[count + 1] as usize];
        each_pair(mesh, |from, to| {
            let place = &mut first[from as usize + 1];
            nodes[*place as usize] = to;
            *place += 1;
        });
        Neighbours { first, nodes }
    }

    fn of_node(&self, node: u32) -> &[u32] {
        &self.nodes[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }
}

/// Calls back for each pair of neighbours, both ways round.
fn each_pair(mesh: &Mesh, mut call: impl FnMut(u32, u32)) {
    for side in mesh.sides.iter().filter(|side| side.twin != NONE) {
        call(side.polygon, mesh.sides[side.twin as usize].polygon);
    }
    for vertex in &mesh.vertices {
        let VertexKind::Gate(gate) = vertex.kind else { continue };
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
}

/// Records for every polygon and gate the only neighbour through which it can be reached, if there is just one.
pub(super) fn find(mesh: &mut Mesh) {
    let neighbours = Neighbours::of(mesh);
    let count = mesh.polygons.len() + mesh.gates.len();
    let mut left: Vec<u32> = (0..count as u32).map(|node| neighbours.of_node(node).len() as u32).collect();
    let mut waiting: Vec<u32> = (0..count as u32).filter(|&node| left[node as usize] == 1).collect();
    let mut is_taken = vec![false; count];
    while let Some(node) = waiting.pop() {
        // The last of a part without any ring has no neighbour left; it stays.
        if left[node as usize] != 1 {
            continue;
        }
        is_taken[node as usize] = true;
        let up = neighbours.of_node(node).iter().copied().find(|&other| !is_taken[other as usize]);
        let up = up.expect("one neighbour is left");
        *mesh.up_mut(node) = up;
        left[up as usize] -= 1;
        if left[up as usize] == 1 {
            waiting.push(up);
        }
    }
    note_sides(mesh);
    note_corners(mesh);
}

fn note_sides(mesh: &mut Mesh) {
    for side in 0..mesh.sides.len() {
        let twin = mesh.sides[side].twin;
        if twin != NONE {
            let beyond = mesh.sides[twin as usize].polygon;
            mesh.sides[side].leads_to_dead_end = mesh.polygons[beyond as usize].up != NONE;
        }
    }
}

fn note_corners(mesh: &mut Mesh) {
    for index in 0..mesh.vertices.len() {
        let Vertex { kind: VertexKind::Corner { .. }, groups: [group, _], .. } = mesh.vertices[index] else { continue };
        let mut has_dead_ends = false;
        mesh.each_polygon_left_of(group, |polygon| has_dead_ends |= mesh.polygons[polygon as usize].up != NONE);
        mesh.vertices[index].walls = mesh.walls(group, |polygon| mesh.polygons[polygon as usize].up == NONE);
        mesh.vertices[index].has_dead_ends = has_dead_ends;
    }
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
