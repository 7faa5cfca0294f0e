//! One step of the search: what can be seen from a root, beyond a side or all around.

use std::cmp::Reverse;

use super::bound::Sight;
use super::mesh::{Kind, Mesh, NONE, Polygon, around};
use super::point::{Point, Way};
use super::{AROUND, AnyAngle, GOAL, Node, OPEN, Record, WAYS, bare_end, hear, place};
use crate::nav::trace::{Listener, StepKind};
use crate::nav::{Effort, Problem};

/// Looks from one root.
pub(super) struct Look<'a, L> {
    search: &'a mut AnyAngle,
    problem: &'a Problem<'a>,
    mesh: &'a Mesh,
    effort: &'a mut Effort,
    listener: &'a mut L,
    root: u32,
    at: Point,
    g: f64,
    /// The first side that was seen, as long as it is the only one: its bound is worked out only if another one comes.
    only: Option<Node>,
    /// Whether nothing but that was seen.
    is_only: bool,
}

/// Less than half a turn, from the right ray to the left one.
#[derive(Clone, Copy)]
struct Cone {
    right: Way,
    left: Way,
    /// Whether what lies opposite, behind the root, counts as left of it, not right of it.
    behind_is_left: bool,
}

impl Cone {
    /// -1 on the right ray and right of it, 1 on the left one and left of it, 0 between. The cone is at most a right
    /// angle.
    fn side_of(self, way: Way) -> i32 {
        let (right, left) = (self.right.cross(way), self.left.cross(way));
        match (right > 0, left >= 0) {
            (true, true) => 1,
            (true, false) => 0,
            (false, true) if right < 0 && left > 0 && self.behind_is_left => 1,
            (false, _) => -1,
        }
    }

    fn holds(self, way: Way) -> bool {
        self.right.cross(way) >= 0 && self.left.cross(way) <= 0
    }
}

impl<'a, L: Listener> Look<'a, L> {
    pub fn new(
        search: &'a mut AnyAngle,
        problem: &'a Problem,
        effort: &'a mut Effort,
        listener: &'a mut L,
    ) -> Look<'a, L> {
        let (mesh, at) = (problem.grid.mesh(), Point::default());
        Look { search, problem, mesh, effort, listener, root: NONE, at, g: 0.0, only: None, is_only: true }
    }

    fn look_from(&mut self, root: u32) {
        self.root = root;
        self.at = place(self.problem, root);
        self.g = self.search.records[root as usize].g;
    }

    /// Looks through a side into the polygon beyond it.
    pub fn beyond(&mut self, node: Node) {
        self.look_from(node.root);
        let Node { right, left, .. } = node;
        let mesh = self.mesh;
        let entry = mesh.sides[node.side as usize];
        if L::LISTENS {
            let f = f64::from_bits(node.f);
            self.hear_side(StepKind::Expanded, node.side, f);
        }
        self.see_goals(entry.polygon, |way| right.cross(way) >= 0 && left.cross(way) <= 0);
        let Polygon { first_side, sides, .. } = mesh.polygons[entry.polygon as usize];
        let (first, end) = (first_side as usize, (first_side + sides) as usize);
        let after = |side: usize| if side + 1 == end { first } else { side + 1 };
        let mut side = after(node.side as usize);
        let mut from = mesh.sides[side].from - self.at;
        let mut from_left = left.cross(from);
        while side != node.side as usize && from_left < 0 {
            let next = after(side);
            let to = mesh.sides[next].from - self.at;
            let (to_right, to_left) = (right.cross(to), left.cross(to));
            if to_right >= 0 {
                if to_left <= 0 && next != node.side as usize {
                    self.reach(mesh.sides[next].vertex, to);
                }
                if to_right > 0 && mesh.sides[side].twin != NONE {
                    let right = if right.cross(from) > 0 { from } else { right };
                    let left = if to_left < 0 { to } else { left };
                    self.see_side(side, from, to, right, left);
                }
            }
            (side, from, from_left) = (next, to, to_left);
        }
        self.settle(node.f);
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
                Kind::Corner { x, y } => self.look_around_corner(vertex.groups[0], self.at - parent, x, y),
                Kind::Gate(gate) => self.look_through_gate(gate, vertex.groups, parent - self.at),
                Kind::Plain => unreachable!("no way turns here"),
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
            self.come(goals_from + goal as u32, 0.0, self.root);
        }
        let polygons: [u32; AROUND] = self.mesh.polygons_at(grid, self.at);
        for polygon in polygons.into_iter().filter(|&polygon| polygon != NONE) {
            self.see_all(polygon);
        }
        let bare = around(grid, self.at).bare;
        for side in (0..4).filter(|side| bare >> side & 1 == 1) {
            let end = bare_end(self.problem, self.at, side, |at| goal_at(at).is_some());
            let g = (end - self.at).length();
            if let Some(goal) = goal_at(end) {
                self.come(goals_from + goal as u32, g, self.root);
            }
            if let Some(vertex) = self.mesh.vertex_at(end) {
                self.come(vertex, g, self.root);
            }
        }
    }

    /// Looks through all there is at a gate but that from where the way came.
    fn look_through_gate(&mut self, gate: u32, groups: [u32; 2], back: Way) {
        let mesh = self.mesh;
        let goals_from = mesh.vertices.len() as u32 + 1;
        let first = self.search.goals_at.partition_point(|&(vertex, _)| vertex < self.root);
        let goals = first..self.search.goals_at.partition_point(|&(vertex, _)| vertex <= self.root);
        for index in goals {
            let goal = self.search.goals_at[index].1;
            let way = Point::from(self.problem.goals[goal as usize]) - self.at;
            self.come(goals_from + goal, self.g + way.length(), self.root);
        }
        let gate = mesh.gates[gate as usize];
        for group in groups.into_iter().filter(|&group| group != NONE) {
            let wall = mesh.sides[mesh.next(group) as usize].from - self.at;
            if squares_of_group(gate.squares, wall) & squares_towards(back) == 0 {
                let mut side = group;
                while side != NONE {
                    self.see_all(mesh.sides[side as usize].polygon);
                    side = mesh.left_of(side);
                }
            }
        }
        for link in gate.links.into_iter().filter(|&link| link != NONE) {
            self.reach(link, mesh.vertices[link as usize].at - self.at);
        }
    }

    /// Looks around the corner of a square that is not free, which lies at `x`, `y`: between the continuation of the way
    /// that came and the wall.
    fn look_around_corner(&mut self, group: u32, came: Way, x: i8, y: i8) {
        let walls = [Way { x: x.into(), y: 0 }, Way { x: 0, y: y.into() }];
        let is_ahead = |wall: &Way| came.x * wall.x + came.y * wall.y > 0;
        // Along one wall, one goes on to where the other leads.
        let along = if came.x == 0 { walls[0] } else { walls[1] };
        let straight = came.x == 0 || came.y == 0;
        let wall = if straight { along } else { walls.into_iter().find(is_ahead).unwrap_or(along) };
        let (right, left) = if came.cross(wall) > 0 { (came, wall) } else { (wall, came) };
        let mesh = self.mesh;
        let mut side = group;
        while side != NONE {
            let first = mesh.sides[mesh.next(side) as usize].from - self.at;
            let behind_is_left = right.cross(first) > 0 && left.cross(first) < 0;
            self.see_between(mesh.sides[side as usize].polygon, Cone { right, left, behind_is_left });
            side = mesh.left_of(side);
        }
    }

    /// Sees what is between two rays from a vertex of a polygon.
    fn see_between(&mut self, polygon: u32, cone: Cone) {
        self.see_goals(polygon, |way| cone.holds(way));
        let Polygon { first_side, sides, .. } = self.mesh.polygons[polygon as usize];
        for side in first_side..first_side + sides {
            let next = self.mesh.next(side);
            let (from, to) = self.ends(side, next);
            if from != Way::default() && cone.holds(from) {
                self.reach(self.mesh.sides[side as usize].vertex, from);
            }
            if self.mesh.sides[side as usize].twin == NONE || from.cross(to) <= 0 {
                continue;
            }
            let (from_side, to_side) = (cone.side_of(from), cone.side_of(to));
            if from_side < 1 && to_side > -1 {
                let right = if from_side == 0 { from } else { cone.right };
                let left = if to_side == 0 { to } else { cone.left };
                self.see_side(side as usize, from, to, right, left);
            }
        }
    }

    /// Sees all of a polygon, from a point in or on it.
    fn see_all(&mut self, polygon: u32) {
        self.see_goals(polygon, |_| true);
        let Polygon { first_side, sides, .. } = self.mesh.polygons[polygon as usize];
        for side in first_side..first_side + sides {
            let (from, to) = self.ends(side, self.mesh.next(side));
            if from != Way::default() {
                self.reach(self.mesh.sides[side as usize].vertex, from);
            }
            if self.mesh.sides[side as usize].twin != NONE && from.cross(to) > 0 {
                self.see_side(side as usize, from, to, from, to);
            }
        }
    }

    /// Where the ends of a side lie, as seen from the root.
    fn ends(&self, side: u32, next: u32) -> (Way, Way) {
        (self.mesh.sides[side as usize].from - self.at, self.mesh.sides[next as usize].from - self.at)
    }

    fn see_goals(&mut self, polygon: u32, is_seen: impl Fn(Way) -> bool) {
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
            let way = Point::from(self.problem.goals[goal as usize]) - self.at;
            if is_seen(way) {
                self.come(goals_from + goal, self.g + way.length(), self.root);
            }
        }
    }

    /// Comes straight to a vertex: takes note of it where a way can turn there or goes through a gate.
    #[inline]
    fn reach(&mut self, vertex: u32, way: Way) {
        let is_of_use = match self.mesh.vertices[vertex as usize].kind {
            Kind::Plain => false,
            Kind::Corner { x, y } => turns_around(way, x.into(), y.into()),
            Kind::Gate(gate) => self.is_open(self.mesh.gate_node(gate), self.mesh.gates[gate as usize].up),
        };
        if is_of_use {
            self.come(vertex, self.g + way.length(), self.root);
        }
    }

    fn is_open(&self, node: u32, up: u32) -> bool {
        up == NONE || self.search.marks[node as usize] & OPEN != 0
    }

    /// Takes note of a way to a root and puts it into the open set, if no way as good is known.
    pub fn come(&mut self, root: u32, g: f64, parent: u32) {
        let stamp = 2 * self.search.generation;
        let record = &mut self.search.records[root as usize];
        let is_known = record.stamp & !1 == stamp;
        if is_known && (record.stamp & 1 == 1 || record.g <= g) {
            return;
        }
        *record = Record { g, parent, stamp };
        let f = g + self.search.bound.at(place(self.problem, root));
        let way = Way::default();
        let node = Node { f: f.to_bits(), side: NONE, root, right: way, left: way };
        self.search.open.push(Reverse(node));
        self.effort.generated += 1;
        self.is_only = false;
        self.hear_root(if is_known { StepKind::Improved } else { StepKind::Generated }, root);
    }

    /// Sees the part of a side between two rays.
    #[inline]
    fn see_side(&mut self, side: usize, from: Way, to: Way, right: Way, left: Way) {
        let twin = self.mesh.sides[side].twin;
        let polygon = self.mesh.sides[twin as usize].polygon;
        if !self.is_open(polygon, self.mesh.polygons[polygon as usize].up) || from.cross(to) <= 0 {
            return;
        }
        self.effort.generated += 1;
        let node = Node { f: 0, side: twin, root: self.root, right, left };
        if L::LISTENS {
            let f = self.bounded(node).f;
            self.hear_side(StepKind::Generated, twin, f64::from_bits(f));
        }
        match self.only.take() {
            None if self.is_only => self.only = Some(node),
            only => {
                self.is_only = false;
                only.into_iter().chain([node]).for_each(|node| self.put(node));
            }
        }
    }

    /// With its f.
    fn bounded(&self, node: Node) -> Node {
        // The side's ends are the other way round in the polygon beyond it.
        let (to, from) = self.ends(node.side, self.mesh.next(node.side));
        let sight = Sight { root: self.at, from, to, right: node.right, left: node.left };
        Node { f: (self.g + self.search.bound.through(&sight)).to_bits(), ..node }
    }

    /// Puts a node into the open set; the best one stays outside.
    fn put(&mut self, node: Node) {
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

    /// Decides whether what comes next is known without the open set: the only thing that was seen, or the best if
    /// nothing in the open set is better.
    fn settle(&mut self, f: u64) {
        if let Some(only) = self.only.take() {
            if self.is_only {
                self.search.next = Some(Node { f, ..only });
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

    /// Tells of a root.
    pub fn hear_root(&mut self, kind: StepKind, root: u32) {
        if L::LISTENS {
            let Record { g, parent, .. } = self.search.records[root as usize];
            let at = place(self.problem, root);
            let parent = (parent != NONE).then(|| place(self.problem, parent).cell());
            hear(self.listener, kind, at.cell(), parent, g, self.search.bound.at(at));
        }
    }

    /// Tells of a side, at the cell in its middle.
    fn hear_side(&mut self, kind: StepKind, side: u32, f: f64) {
        let (here, there) = (&self.mesh.sides[side as usize], &self.mesh.sides[self.mesh.next(side) as usize]);
        let middle = Point { x: (here.from.x + there.from.x) / 2, y: (here.from.y + there.from.y) / 2 };
        hear(self.listener, kind, middle.cell(), Some(self.at.cell()), self.g, (f - self.g).max(0.0));
    }
}

/// Whether a way that comes to the corner of a square, which lies at `x`, `y` from there, can turn around it: it has the
/// square wholly on one side, and does not only now come to its wall.
fn turns_around(way: Way, x: i16, y: i16) -> bool {
    let (along_x, along_y) = (way.x * x, way.y * y);
    match (way.x, way.y) {
        (_, 0) => along_x < 0,
        (0, _) => along_y < 0,
        _ => (along_x < 0) != (along_y < 0),
    }
}

/// The free squares of the group that begins at a wall and goes round to the left, as [`Around`](super::mesh::Around)
/// has them.
fn squares_of_group(squares: u8, wall: Way) -> u8 {
    let to = |way: &Way| i32::from(way.x) * i32::from(wall.x) + i32::from(way.y) * i32::from(wall.y) > 0;
    let first = WAYS.iter().position(to).expect("walls lead along rows and columns");
    let group = (first..first + 4).map(|square| square % 4).take_while(|square| squares >> square & 1 == 1);
    group.fold(0, |bits, square| bits | 1 << square)
}

/// The squares at a point, or on both sides of, where a way leads to.
fn squares_towards(way: Way) -> u8 {
    let right = if way.x >= 0 { 0b1001 } else { 0 } | if way.x <= 0 { 0b0110 } else { 0 };
    let below = if way.y >= 0 { 0b0011 } else { 0 } | if way.y <= 0 { 0b1100 } else { 0 };
    right & below
}
