//! Any-angle search: the shortest path over even ground, in straight lines of any direction.
//!
//! A path may go wherever an agent's middle may be: over the convex polygons and through the gates of a [`Mesh`]. The
//! search is Polyanya (M. Cui, D. Harabor and A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI
//! 2017): A* whose nodes are what a root, the last point where the path has turned, sees of one side of a polygon. What
//! differs:
//!
//! - A node keeps the two rays from the root between which it sees, not the points where they meet the side. The rays
//!   lead through vertices, which have whole coordinates, so what is seen is decided exactly; rounding only touches
//!   lengths.
//! - A vertex where a path can turn is a node of its own, with the distance from it to the goal as its bound. What can
//!   be seen from there is computed only when its turn comes: between the straight continuation of the path that came
//!   and the wall around which it turns.
//! - At a gate the ground is no wider than a point, so the search looks in all directions again from there.
//! - Dead ends are left out where neither start nor goal lies in them (`dead_ends.rs`).
//!
//! When a vertex is taken from the open list, its path is a shortest one: every shorter path to it would lead through a
//! node with a lower bound, which would have been taken before. So nothing is looked at twice from the same vertex.

mod bound;
mod cone;
mod dead_ends;
mod look;
mod memory;
mod merging;
pub(super) mod mesh;
pub(super) mod mesh_building;
mod pass;
mod point;
mod point_location;
mod rectangles;
mod squares;
mod triangles;

use std::cmp::Reverse;

use crate::grid::Cell;
use crate::sorting;

use super::expansion_meter::ExpansionMeter;
use super::problem::{PathfindingProblem, SearchProgress};
use super::string_pulling::line_is_free;
use super::trace::{Observer, StepKind};
use look::RootView;
pub(super) use memory::AnyAngle;
use memory::{GOAL, OPEN, OpenEntry, Record, place};
use mesh::{Mesh, NONE, VertexKind};
use point::Point;
use squares::{around, bare_end};

impl AnyAngle {
    pub fn bytes(&self) -> usize {
        self.open.capacity() * size_of::<OpenEntry>()
            + self.records.capacity() * size_of::<Record>()
            + self.marks.capacity()
            + self.marked.capacity() * size_of::<u32>()
            + (self.goals_in.capacity() + self.goals_at.capacity()) * size_of::<(u32, u32)>()
            + self.bound.bytes()
    }

    /// Forgets the last search and prepares for a new one. The problem's ground is even, its rules are those of
    /// walking.
    pub fn begin(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let mesh = problem.grid.mesh();
        self.forget(mesh.polygons.len() + mesh.gates.len(), mesh.vertices.len() + 1 + problem.goals.len());
        self.bound.set(problem.goals);
        let start = mesh.vertices.len() as u32;
        RootView::new(self, problem, meter).come(start, problem.start.into(), 0.0, NONE);
        if let Some(goal) = nearest_in_sight(problem) {
            self.records[start as usize].stamp |= 1;
            let at = Point::from(problem.goals[goal]);
            let length = (at - problem.start.into()).length();
            RootView::new(self, problem, meter).come(start + 1 + goal as u32, at, length, start);
            return;
        }
        self.mark_dead_ends(problem.start.into(), problem, |_, _, _| {});
        for (index, &goal) in problem.goals.iter().enumerate() {
            self.mark_dead_ends(goal.into(), problem, |this, polygon, gate| {
                if gate == NONE {
                    this.goals_in.push((polygon, index as u32));
                    this.mark(polygon, GOAL);
                } else {
                    this.goals_at.push((gate, index as u32));
                }
            });
        }
        sorting::sort(&mut self.goals_in);
        sorting::sort(&mut self.goals_at);
        if let Some(vertex) = mesh.vertex_at(problem.start.into()) {
            self.records[vertex as usize] = Record { g: 0.0, parent: start, stamp: 2 * self.generation + 1 };
        }
    }

    fn forget(&mut self, nodes: usize, roots: usize) {
        self.generation += 1;
        if self.generation > u32::MAX / 4 {
            self.records.clear();
            self.generation = 1;
        }
        self.records.resize(self.records.len().max(roots), Record::default());
        for &node in &self.marked {
            self.marks[node as usize] = 0;
        }
        self.marked.clear();
        self.marks.resize(self.marks.len().max(nodes), 0);
        self.open.clear();
        self.next = None;
        self.goals_in.clear();
        self.goals_at.clear();
    }

    /// Opens the dead ends in which a point lies, and calls back with the number of each polygon that it lies in, and
    /// of each vertex with a gate (then with the number of that as well) where it lies or that it lies straight behind.
    fn mark_dead_ends(
        &mut self,
        at: Point,
        problem: &PathfindingProblem,
        mut call: impl FnMut(&mut AnyAngle, u32, u32),
    ) {
        let (grid, mesh) = (problem.grid, problem.grid.mesh());
        mesh.each_polygon_at(grid, at, |polygon| {
            self.open_up(mesh, polygon);
            call(self, polygon, NONE);
        });
        let here = around(grid, at);
        let ends = (0..4).filter(|side| !here.is_gate() && here.bare >> side & 1 == 1);
        let ends = ends.map(|side| bare_end(grid, at, side, |_| false));
        for end in here.is_gate().then_some(at).into_iter().chain(ends) {
            let vertex = mesh.vertex_at(end).expect("a bare segment ends at a gate");
            if let VertexKind::Gate(gate) = mesh.vertices[vertex as usize].kind {
                self.open_up(mesh, mesh.gate_node(gate));
            }
            call(self, NONE, vertex);
        }
    }

    fn open_up(&mut self, mesh: &Mesh, mut node: u32) {
        while node != NONE && self.marks[node as usize] & OPEN == 0 {
            self.mark(node, OPEN);
            node = mesh.up(node);
        }
    }

    fn mark(&mut self, node: u32, mark: u8) {
        if self.marks[node as usize] == 0 {
            self.marked.push(node);
        }
        self.marks[node as usize] |= mark;
    }

    /// Takes nodes until the meter is used up.
    pub fn advance(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> SearchProgress {
        let goals_from = problem.grid.mesh().vertices.len() as u32 + 1;
        while !meter.is_used_up() {
            let next = self.next.take().or_else(|| self.open.pop().map(|Reverse(node)| node));
            let node = next.expect("every goal can be reached");
            if node.side != NONE {
                meter.statistics.expanded += 1;
                RootView::new(self, problem, meter).beyond(node);
                continue;
            }
            let record = &mut self.records[node.root as usize];
            if record.stamp & 1 == 1 {
                continue;
            }
            record.stamp |= 1;
            meter.statistics.expanded += 1;
            if node.root >= goals_from {
                self.end = node.root;
            }
            let is_end = node.root >= goals_from;
            let mut look = RootView::new(self, problem, meter);
            look.observe_root(StepKind::Expanded, node.root);
            if is_end {
                return SearchProgress::Found;
            }
            look.around(node.root);
        }
        SearchProgress::Paused
    }

    /// Appends the points where the path found turns to `cells`, the root of the search first.
    pub fn append_path(&self, problem: &PathfindingProblem, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        let mut root = self.end;
        while root != NONE {
            let cell = place(problem, root).cell();
            put_turn(cells, begin, cell);
            root = self.records[root as usize].parent;
        }
        cells[begin..].reverse();
    }
}

/// Appends a cell to a path that began at index `begin`; it replaces the last one if that lies straight between.
fn put_turn(cells: &mut Vec<Cell>, begin: usize, cell: Cell) {
    if cells.len() > begin && cells[cells.len() - 1] == cell {
        return;
    }
    if let [.., before, last] = cells[begin..] {
        let (before, last, next) = (Point::from(before), Point::from(last), Point::from(cell));
        if (last - before).cross(next - last) == 0 {
            cells.pop();
        }
    }
    cells.push(cell);
}

/// The goal nearest to the start by straight distance, if the line to it is free: then there is nothing to search.
fn nearest_in_sight(problem: &PathfindingProblem) -> Option<usize> {
    let distance = |&index: &usize| problem.goals[index].distance_squared(problem.start);
    let nearest = (0..problem.goals.len()).min_by_key(distance)?;
    line_is_free(problem.grid, problem.start, problem.goals[nearest]).then_some(nearest)
}
