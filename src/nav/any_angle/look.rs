//! One step of the search: what can be seen from a root, beyond a side or all around.

use std::cmp::Reverse;

use glam::{Vec2, vec2};

use super::bound::SeenSide;
use super::cone::Cone;
use super::memory::{AnyAngle, GOAL, OPEN, OpenEntry, Record, place};
use super::mesh::{Mesh, NONE, Polygon, PolygonSide, Ring, VertexKind, VertexTurn};
use super::point::{Point, Vector};
use super::squares::{around, bare_end, squares_of_group, squares_towards, turns_around};

use crate::nav::expansion_meter::ExpansionMeter;
use crate::nav::problem::PathfindingProblem;
use crate::nav::trace::{self, Observer, Reason, StepKind, StepShape, Subject, TraceStep};

/// The view from one root.
pub(super) struct RootView<'a, 'm, L> {
    search: &'a mut AnyAngle,
    problem: &'a PathfindingProblem<'a>,
    mesh: &'a Mesh,
    meter: &'a mut ExpansionMeter<'m, L>,
    root: u32,
    at: Point,
    g: f64,
    /// The first side that was seen, as long as it is the only one: its bound is worked out only if another one comes.
    only: Option<OpenEntry>,
    /// Whether nothing but that was seen.
    is_only: bool,
}

/// At most this many sides are looked at one by one.
const FEW_SIDES: u32 = 4;

impl<'a, 'm, L: Observer> RootView<'a, 'm, L> {
    pub fn new(
        search: &'a mut AnyAngle,
        problem: &'a PathfindingProblem,
        meter: &'a mut ExpansionMeter<'m, L>,
    ) -> RootView<'a, 'm, L> {
        let (mesh, at) = (problem.grid.mesh(), Point::default());
        RootView { search, problem, mesh, meter, root: NONE, at, g: 0.0, only: None, is_only: true }
    }

    fn look_from(&mut self, root: u32) {
        self.root = root;
        let vertex = self.mesh.vertices.get(root as usize);
        self.at = vertex.map_or_else(|| place(self.problem, root), |vertex| vertex.at);
        self.g = self.search.records[root as usize].g;
    }

    /// Looks through a side into the polygon beyond it.
    pub fn beyond(&mut self, node: OpenEntry) {
        self.look_from(node.root);
        let OpenEntry { right, left, .. } = node;
        let mesh = self.mesh;
        let entry = mesh.sides[node.side as usize];
        if self.meter.observer.listens() {
            let f = f64::from_bits(node.f);
            self.observe_side(StepKind::Expanded, node, f);
        }
        self.see_goals(entry.polygon, |vector| right.cross(vector) >= 0 && left.cross(vector) <= 0);
        self.see_beyond(node, mesh.ring(entry.polygon));
        self.settle(node.f);
    }

    /// Sees what of a polygon lies between two rays that come in through one of its sides.
    fn see_beyond(&mut self, OpenEntry { side: entry, right, left, .. }: OpenEntry, ring: Ring) {
        let mesh = self.mesh;
        let mut side = self.last_outside(entry, ring, right);
        let mut from = mesh.sides[side as usize].from - self.at;
        let mut from_left = left.cross(from);
        while side != entry && from_left <= 0 {
            let next = ring.after(side, 1);
            let to = mesh.sides[next as usize].from - self.at;
            let (to_right, to_left) = (right.cross(to), left.cross(to));
            if to_right >= 0 && to_left <= 0 && next != entry {
                self.reach(next, to);
            }
            if from_left < 0 && to_right > 0 && mesh.sides[side as usize].twin != NONE {
                let right = if right.cross(from) > 0 { from } else { right };
                let left = if to_left < 0 { to } else { left };
                self.see_side(side, from, to, right, left);
            }
            (side, from, from_left) = (next, to, to_left);
        }
    }

    /// A side of a polygon that begins right of a ray that comes in through another one, with only few more of the kind
    /// after it; the one after that other at least. Seen from outside, what lies right of the ray comes first.
    fn last_outside(&self, entry: u32, ring: Ring, right: Vector) -> u32 {
        let (mut outside, mut inside) = (1, ring.count);
        while inside - outside > FEW_SIDES {
            let middle = outside.midpoint(inside);
            let vector = self.mesh.sides[ring.after(entry, middle) as usize].from - self.at;
            *(if right.cross(vector) < 0 { &mut outside } else { &mut inside }) = middle;
        }
        ring.after(entry, outside)
    }

    /// Looks around from a root itself.
    pub fn around(&mut self, root: u32) {
        self.look_from(root);
        let vertices = &self.mesh.vertices;
        if root as usize == vertices.len() {
            self.look_from_start();
        } else {
            let parent = place(self.problem, self.search.records[root as usize].parent);
            let vertex = vertices[root as usize];
            match vertex.kind {
                VertexKind::Corner { .. } => self.look_around_corner(root, self.at - parent),
                VertexKind::Gate(gate) => self.look_through_gate(gate, vertex.groups, parent - self.at),
                VertexKind::Plain => unreachable!("no vector turns here"),
            }
        }
        self.is_only = false;
        self.settle(0);
    }

    fn look_from_start(&mut self) {
        let (grid, goals) = (self.problem.grid, self.problem.goals);
        let goals_from = self.root + 1;
        let goal_at = |at: Point| goals.iter().position(|&goal| goal == at.cell());
        if let Some(goal) = goal_at(self.at) {
            self.come(goals_from + goal as u32, self.at, 0.0, self.root);
        }
        let (mesh, at) = (self.mesh, self.at);
        mesh.each_polygon_at(grid, at, |polygon| self.see_all(polygon));
        let bare = around(grid, self.at).bare;
        for side in (0..4).filter(|side| bare >> side & 1 == 1) {
            let end = bare_end(grid, self.at, side, |at| goal_at(at).is_some());
            let g = (end - self.at).length();
            if let Some(goal) = goal_at(end) {
                self.come(goals_from + goal as u32, end, g, self.root);
            }
            if let Some(vertex) = self.mesh.vertex_at(end) {
                self.come(vertex, end, g, self.root);
            }
        }
    }

    /// Looks in all directions from a gate except back along the path.
    fn look_through_gate(&mut self, gate: u32, groups: [u32; 2], back: Vector) {
        let mesh = self.mesh;
        let goals_from = mesh.vertices.len() as u32 + 1;
        let first = self.search.goals_at.partition_point(|&(vertex, _)| vertex < self.root);
        let goals = first..self.search.goals_at.partition_point(|&(vertex, _)| vertex <= self.root);
        for index in goals {
            let goal = self.search.goals_at[index].1;
            let vector = Point::from(self.problem.goals[goal as usize]) - self.at;
            self.come(goals_from + goal, self.at + vector, self.g + vector.length(), self.root);
        }
        let gate = mesh.gates[gate as usize];
        for group in groups.into_iter().filter(|&group| group != NONE) {
            let wall = mesh.sides[mesh.next(group) as usize].from - self.at;
            if squares_of_group(gate.squares, wall) & squares_towards(back) == 0 {
                mesh.each_polygon_left_of(group, |polygon| self.see_all(polygon));
            }
        }
        for link in gate.links.into_iter().filter(|&link| link != NONE) {
            self.reach_gate(link, mesh.vertices[link as usize].at - self.at);
        }
    }

    /// Looks around a corner: between the continuation of the path that came and the wall.
    fn look_around_corner(&mut self, vertex: u32, came: Vector) {
        let mesh = self.mesh;
        let walls = self.walls(vertex);
        let (right, left) = if came.cross(walls[1]) > 0 { (came, walls[1]) } else { (walls[0], came) };
        let mut side = mesh.vertices[vertex as usize].groups[0];
        while side != NONE {
            let PolygonSide { polygon, .. } = mesh.sides[side as usize];
            if self.is_open(polygon) {
                let first = mesh.sides[mesh.next(side) as usize].from - self.at;
                let behind_is_left = right.cross(first) >= 0 && left.cross(first) < 0;
                self.see_between(side, Cone { right, left, behind_is_left });
            }
            side = mesh.left_of(side);
        }
    }

    /// The directions that bound what matters in this search around a corner, from right to left.
    fn walls(&self, vertex: u32) -> [Vector; 2] {
        let vertex = &self.mesh.vertices[vertex as usize];
        if !vertex.has_dead_ends {
            return vertex.walls;
        }
        self.mesh.walls(vertex.groups[0], |polygon| self.is_open(polygon))
    }

    /// Sees what of a polygon is between two rays from the vertex where one of its sides begins.
    fn see_between(&mut self, begin: u32, cone: Cone) {
        let mesh = self.mesh;
        self.see_goals(mesh.sides[begin as usize].polygon, |vector| cone.holds(vector));
        // From right to left, without the two sides that meet at the vertex.
        let (mut side, last) = (mesh.next(begin), mesh.previous(begin));
        let mut from = mesh.sides[side as usize].from - self.at;
        let mut from_side = cone.side_of(from);
        loop {
            if cone.holds(from) {
                self.reach(side, from);
            }
            // More than one vertex can lie on the left ray.
            if side == last || cone.left.cross(from) != 0 && from_side == 1 {
                break;
            }
            let next = mesh.next(side);
            let to = mesh.sides[next as usize].from - self.at;
            let to_side = cone.side_of(to);
            if from_side < 1 && to_side > -1 && mesh.sides[side as usize].twin != NONE {
                let right = if from_side == 0 { from } else { cone.right };
                let left = if to_side == 0 { to } else { cone.left };
                self.see_side(side, from, to, right, left);
            }
            (side, from, from_side) = (next, to, to_side);
        }
    }

    /// Sees all of a polygon, from a point in or on it.
    fn see_all(&mut self, polygon: u32) {
        self.see_goals(polygon, |_| true);
        let mesh = self.mesh;
        let Polygon { first_side, sides, .. } = mesh.polygons[polygon as usize];
        for side in first_side..first_side + sides {
            let (from, to) = self.ends(side, mesh.next(side));
            if from != Vector::default() {
                self.reach(side, from);
            }
            if mesh.sides[side as usize].twin != NONE && from.cross(to) > 0 {
                self.see_side(side, from, to, from, to);
            }
        }
    }

    /// Where the ends of a side lie, as seen from the root.
    fn ends(&self, side: u32, next: u32) -> (Vector, Vector) {
        (self.mesh.sides[side as usize].from - self.at, self.mesh.sides[next as usize].from - self.at)
    }

    fn see_goals(&mut self, polygon: u32, is_seen: impl Fn(Vector) -> bool) {
        if self.search.marks[polygon as usize] & GOAL == 0 {
            return;
        }
        let goals_from = self.mesh.vertices.len() as u32 + 1;
        let first = self.search.goals_in.partition_point(|&(other, _)| other < polygon);
        for index in first..self.search.goals_in.len() {
            let (other, goal) = self.search.goals_in[index];
            if other != polygon {
                break;
            }
            let vector = Point::from(self.problem.goals[goal as usize]) - self.at;
            if is_seen(vector) {
                self.come(goals_from + goal, self.at + vector, self.g + vector.length(), self.root);
            }
        }
    }

    /// Reaches the vertex of a side in a straight line: records it if a path can turn there or it is a gate.
    #[inline]
    fn reach(&mut self, side: u32, vector: Vector) {
        let PolygonSide { vertex, turn, .. } = self.mesh.sides[side as usize];
        match turn {
            VertexTurn::Nowhere => {}
            VertexTurn::Around { x, y } => {
                if turns_around(vector, x.into(), y.into()) && self.turns_between(vertex, vector) {
                    self.come(vertex, self.at + vector, self.g + vector.length(), self.root);
                }
            }
            VertexTurn::Through => self.reach_gate(vertex, vector),
        }
    }

    /// Whether a path can turn at a corner, dead ends left out: all that is not free lies on one side.
    fn turns_between(&self, vertex: u32, vector: Vector) -> bool {
        if !self.mesh.vertices[vertex as usize].has_dead_ends {
            return true;
        }
        let [right, left] = self.walls(vertex).map(|wall| vector.cross(wall));
        left > 0 && right >= 0 || right < 0 && left <= 0
    }

    fn reach_gate(&mut self, vertex: u32, vector: Vector) {
        let g = self.g + vector.length();
        if self.is_known(vertex, g) {
            if self.meter.observer.wants_rejected() {
                self.observe_known(vertex, self.at + vector, g, self.root);
            }
            return;
        }
        let VertexKind::Gate(gate) = self.mesh.vertices[vertex as usize].kind else { unreachable!("a gate") };
        if self.is_open(self.mesh.gate_node(gate)) {
            self.come(vertex, self.at + vector, g, self.root);
        }
    }

    /// Whether a polygon or gate is no dead end, or one in which start or goal lies.
    fn is_open(&self, node: u32) -> bool {
        self.mesh.up(node) == NONE || self.search.marks[node as usize] & OPEN != 0
    }

    /// Whether an equally good path to a root is known.
    fn is_known(&self, root: u32, g: f64) -> bool {
        let record = &self.search.records[root as usize];
        record.stamp >> 1 == self.search.generation && (record.stamp & 1 == 1 || record.g <= g)
    }

    /// Records a path to a root and puts it into the open list, if no equally good path is known.
    pub fn come(&mut self, root: u32, at: Point, g: f64, parent: u32) {
        if self.is_known(root, g) {
            if self.meter.observer.wants_rejected() {
                self.observe_known(root, at, g, parent);
            }
            return;
        }
        let stamp = 2 * self.search.generation;
        let record = &mut self.search.records[root as usize];
        let is_improved = record.stamp == stamp;
        *record = Record { g, parent, stamp };
        let f = g + self.search.bound.at(at);
        let vector = Vector::default();
        let node = OpenEntry { f: f.to_bits(), side: NONE, root, right: vector, left: vector };
        self.search.open.push(Reverse(node));
        self.meter.statistics.generated += 1;
        self.is_only = false;
        self.observe_root(if is_improved { StepKind::Improved } else { StepKind::Generated }, root);
    }

    /// Sees the part of a side between two rays.
    #[inline]
    fn see_side(&mut self, side: u32, from: Vector, to: Vector, right: Vector, left: Vector) {
        let PolygonSide { twin, leads_to_dead_end, .. } = self.mesh.sides[side as usize];
        let is_closed = || self.search.marks[self.mesh.sides[twin as usize].polygon as usize] & OPEN == 0;
        if from.cross(to) <= 0 || leads_to_dead_end && is_closed() {
            return;
        }
        self.meter.statistics.generated += 1;
        let node = OpenEntry { f: 0, side: twin, root: self.root, right, left };
        if self.meter.observer.listens() {
            let f = self.bounded(node).f;
            self.observe_side(StepKind::Generated, node, f64::from_bits(f));
        }
        match self.only.take() {
            None if self.is_only => self.only = Some(node),
            only => {
                self.is_only = false;
                only.into_iter().chain([node]).for_each(|node| self.put(node));
            }
        }
    }

    /// The node with its f.
    fn bounded(&self, node: OpenEntry) -> OpenEntry {
        // The side's ends are the other way round in the polygon beyond it.
        let (to, from) = self.ends(node.side, self.mesh.next(node.side));
        let sight = SeenSide { root: self.at, from, to, right: node.right, left: node.left };
        OpenEntry { f: (self.g + self.search.bound.through(&sight)).to_bits(), ..node }
    }

    /// Puts a node into the open list; the best one stays outside.
    fn put(&mut self, node: OpenEntry) {
        let node = self.bounded(node);
        let worse = match self.search.next {
            Some(best) if best <= node => node,
            best => {
                self.search.next = Some(node);
                let Some(worse) = best else { return };
                worse
            }
        };
        self.search.open.push(Reverse(worse));
    }

    /// Decides whether what comes next is known without the open list: the only thing that was seen, or the best if
    /// nothing in the open list is better.
    fn settle(&mut self, f: u64) {
        if let Some(only) = self.only.take() {
            if self.is_only {
                self.search.next = Some(OpenEntry { f, ..only });
                return;
            }
            self.put(only);
        }
        let top = self.search.open.peek().map(|&Reverse(node)| node);
        if let (Some(next), Some(top)) = (self.search.next, top)
            && top < next
        {
            self.search.open.push(Reverse(next));
            self.search.next = None;
        }
    }

    /// Reports a root.
    pub fn observe_root(&mut self, kind: StepKind, root: u32) {
        if self.meter.observer.listens() {
            let Record { g, parent, .. } = self.search.records[root as usize];
            self.observe_path(kind, place(self.problem, root), g, parent);
        }
    }

    /// Reports a path to a root that is left out, because one that is as good is known.
    #[cold]
    fn observe_known(&mut self, root: u32, at: Point, g: f64, parent: u32) {
        let is_closed = self.search.records[root as usize].stamp & 1 == 1;
        self.observe_path(StepKind::LeftOut(if is_closed { Reason::Closed } else { Reason::NotBetter }), at, g, parent);
    }

    /// Reports a path to a root.
    fn observe_path(&mut self, kind: StepKind, at: Point, g: f64, parent: u32) {
        let parent = (parent != NONE).then(|| place(self.problem, parent).cell());
        let (side, subject, h) = (trace::Side::Start, Subject::Corner, self.search.bound.at(at));
        self.meter.observer.observe(TraceStep { kind, side, subject, cell: at.cell(), parent, g, h });
    }

    /// Reports what is seen of a side, at the cell in its middle.
    fn observe_side(&mut self, kind: StepKind, OpenEntry { side, right, left, .. }: OpenEntry, f: f64) {
        // The side's ends are the other way round in the polygon beyond it.
        let (to, from) = self.ends(side, self.mesh.next(side));
        let (from_end, to_end) = (self.at + from, self.at + to);
        let cell = Point { x: (from_end.x + to_end.x) / 2, y: (from_end.y + to_end.y) / 2 }.cell();
        let root = vec2(f32::from(self.at.x), f32::from(self.at.y)) + 0.5;
        let ends = [right, left].map(|ray| root + where_ray_meets(ray, from, to));
        let (side, subject) = (trace::Side::Start, Subject::Interval);
        let (parent, g, h) = (Some(self.at.cell()), self.g, (f - self.g).max(0.0));
        let step = TraceStep { kind, side, subject, cell, parent, g, h };
        self.meter.observer.observe_with(step, Some(StepShape::Interval { root, ends }));
    }
}

/// Where a ray from the origin meets the line from one point to another, which it crosses; the point that is nearer to
/// the ray where it does not.
fn where_ray_meets(ray: Vector, from: Vector, to: Vector) -> Vec2 {
    let [from_point, to_point] = [from, to].map(|point| vec2(f32::from(point.x), f32::from(point.y)));
    let (left_of_from, left_of_to) = (ray.cross(from) as f32, ray.cross(to) as f32);
    if left_of_from == left_of_to {
        return from_point;
    }
    from_point.lerp(to_point, (left_of_from / (left_of_from - left_of_to)).clamp(0.0, 1.0))
}
