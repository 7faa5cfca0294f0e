//! The ground around a group as a graph of places, each for one body.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use glam::Vec2;

use super::group::has_open_way;
use super::lacam::{Graph, ReorderingProblem};
use super::may_take_part;
use crate::agent::body::{MovingBody, fits};
use crate::agent::route::{Ground, Route};
use crate::agent::{Agent, AgentId, AgentState};
use crate::grid::{Cell, Grid, Rect};
use crate::nav::NavGrid;
use crate::segment::distance_to_segment;
use crate::sim::agents::Agents;
use crate::sim::own_place::{can_have_goal, is_beside_goal};
use crate::sim::tuning::{MOST_REORDERED, PLACE_ROOM, PLACES_ACROSS, SCAN_CELLS, SNAPS_WITHIN};
use crate::sim::world::World;
use crate::sorting;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coverage {
    /// Nothing: it does not belong to the ground of the group.
    Nothing,
    /// A body fits there.
    Free,
    /// It would touch a body at one of the places.
    Covered,
}

/// A group on its places.
pub struct Places {
    /// The agents, in order of id.
    pub members: Vec<AgentId>,
    /// Where the middle of a body is at each vertex of the graph, in world units. Vertices behind these are outside.
    pub points: Vec<Vec2>,
    /// The distance between two of the largest bodies that just do not touch, in world units.
    pub apart: f32,
    /// For each the places on the way to where it begins, the last of them first.
    pub approaches: Vec<Vec<u16>>,
    /// Where they begin, and where they are to go.
    pub problem: ReorderingProblem,
}

impl Places {
    /// The places of a group on a piece of ground, `in_gaps` too where not all of them fit; `None` where there is no room, or are
    /// too many, to reorder them.
    pub fn of(world: &World, agents: &Agents, mut region: Region, members: &[&Agent], in_gaps: bool) -> Option<Places> {
        let take_part = members.iter().all(|agent| may_take_part(world, agent));
        if !take_part || members.is_empty() || members.len() > MOST_REORDERED {
            return None;
        }
        let grounds = grounds(world, members);
        region.space(&grounds);
        let has_gaps = region.cells.iter().any(|&cell| !is_for_all(&grounds, cell));
        if in_gaps && !has_gaps {
            return None;
        }
        if !in_gaps {
            region.leave_out_gaps(&grounds);
        }
        let walks: Vec<bool> = members.iter().map(|agent| leaves(world, agents, agent)).collect();
        let (mut goals, near) = region.place_goals(world, agents, members, (&walks, &grounds), in_gaps);
        region.fill(&grounds);
        region.snap_goals(members, &near, &mut goals);
        let mut graph = region.connect(members, &grounds);
        let (starts, approaches) = region.match_starts(members, &grounds, &graph)?.into_iter().unzip();
        let mut problem = ReorderingProblem { starts, goals, walks, graph: Graph::default() };
        for (number, agent) in members.iter().enumerate() {
            if problem.goals[number].is_none()
                && problem.walks[number]
                && let Some(exit) = region.exit(agent).or_else(|| region.exit_nearest_to_goal(world, agent))
            {
                let outside = graph.neighbours.len() as u16;
                graph.neighbours.push(vec![exit]);
                graph.neighbours[usize::from(exit)].push(outside);
                graph.open_to.push(Some(vec![number as u16]));
                problem.goals[number] = Some(outside);
            }
        }
        problem.graph = graph;
        if in_gaps && !problem.leave_out_of_reach() {
            return None;
        }
        let members = members.iter().map(|agent| agent.identity.id).collect();
        Some(Places { members, points: region.points, apart: region.apart, approaches, problem })
    }
}

/// Whether an agent is on its way, or was on it when it gave up because of others, short of its goal or beside it where
/// it is free.
pub fn leaves(world: &World, agents: &Agents, agent: &Agent) -> bool {
    let has_given_up = agent.recovery.gave_up.is_some()
        && match agent.state() {
            AgentState::ArrivedNear => true,
            AgentState::Arrived => is_beside_goal(world, agent) && can_have_goal(world, agents, agent),
            _ => false,
        };
    agent.task.goal.is_some() && (!agent.stands() || has_given_up)
}

/// A piece of ground.
pub struct Region {
    /// The cells that may belong to it, and those that do, those nearest to the group first.
    rect: Rect,
    known: Grid<Coverage>,
    cells: Vec<Cell>,
    origin: Vec2,
    side: f32,
    /// See [`Places::apart`], and how far places are from each other that lie in rows.
    apart: f32,
    pitch: f32,
    points: Vec<Vec2>,
    /// For each place the profiles of the members that fit there, and the radius of the largest of them, in world units.
    fitting: Vec<Vec<usize>>,
    radii: Vec<f32>,
}

impl Region {
    /// The ground around some agents on which the first of them can walk, `in_gaps` on which any can, with `places` places at
    /// most.
    pub fn around(world: &World, stuck: &[&Agent], places: usize, in_gaps: bool) -> Option<Region> {
        let first = *stuck.first()?;
        let walkers = if in_gaps { stuck } else { &stuck[..1] };
        let navs: Vec<&NavGrid> = profiles(walkers).into_iter().map(|profile| world.nav_grid(profile)).collect();
        let is_passable = |cell: Cell| navs.iter().any(|nav| nav.is_passable(cell));
        let lattice = world.nav_grid(first.identity.profile).lattice();
        let starts: Vec<Cell> = stuck.iter().filter_map(|agent| world.start_cell(agent)).collect();
        let start = *starts.first()?;
        let radius = world.profile_of(first).radius;
        let apart = PLACE_ROOM * 2.0 * radius;
        let side = lattice.tile_size;
        let step = (apart / side).ceil().max(1.0);
        let reach = (PLACES_ACROSS * step) as i32;
        let rect = Rect::of_cell(start).grown(reach).clipped(lattice.width, lattice.height);
        let (width, height) = ((rect.max.x - rect.min.x) as u32, (rect.max.y - rect.min.y) as u32);
        let most = places * (step * step) as usize;
        let mut region = Region {
            rect,
            known: Grid::filled(width, height, Coverage::Nothing),
            cells: Vec::new(),
            origin: lattice.origin,
            side,
            apart,
            pitch: step * side,
            points: Vec::new(),
            fitting: Vec::new(),
            radii: Vec::new(),
        };
        let mut queue = VecDeque::new();
        for start in starts {
            if rect.contains(start) && region.of(start) == Coverage::Nothing && is_passable(start) {
                region.know(start, Coverage::Free);
                queue.push_back(start);
            }
        }
        while let Some(cell) = queue.pop_front() {
            region.cells.push(cell);
            for beside in beside(cell) {
                let is_new = rect.contains(beside) && region.of(beside) == Coverage::Nothing;
                if is_new && is_passable(beside) && region.cells.len() + queue.len() < most {
                    region.know(beside, Coverage::Free);
                    queue.push_back(beside);
                }
            }
        }
        Some(region)
    }

    /// Whether a moving obstacle is on it, or so near that a body of this radius on it would touch that.
    pub fn touches(&self, obstacles: &[MovingBody], radius: f32) -> bool {
        let (low, high) = (self.centre(self.rect.min) - radius, self.centre(self.rect.max) + radius);
        let is_near = |body: &&MovingBody| {
            let (min, max) = body.obstacle.bounds();
            min.cmple(high).all() && max.cmpge(low).all()
        };
        let touches = |body: &MovingBody| self.cells.iter().any(|&cell| body.depth(self.centre(cell), radius) > 0.0);
        obstacles.iter().filter(is_near).any(touches)
    }

    /// Everybody on it, in order of id.
    pub fn members<'a>(&self, agents: &'a Agents) -> Vec<&'a Agent> {
        agents.list.iter().filter(|agent| self.holds(agent.body.position)).collect()
    }

    fn local(&self, cell: Cell) -> Cell {
        Cell::new(cell.x - self.rect.min.x, cell.y - self.rect.min.y)
    }

    fn of(&self, cell: Cell) -> Coverage {
        self.known.get(self.local(cell)).copied().unwrap_or(Coverage::Nothing)
    }

    fn know(&mut self, cell: Cell, known: Coverage) {
        let local = self.local(cell);
        self.known[local] = known;
    }

    fn cell(&self, point: Vec2) -> Cell {
        let cell = ((point - self.origin) / self.side).floor();
        Cell::new(cell.x as i32, cell.y as i32)
    }

    fn centre(&self, cell: Cell) -> Vec2 {
        self.origin + self.side * Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5)
    }

    /// Whether a point is on this ground, or right beside it: bodies may be a little off the middles of cells.
    fn holds(&self, point: Vec2) -> bool {
        Rect::of_cell(self.cell(point)).grown(1).cells().any(|cell| self.of(cell) != Coverage::Nothing)
    }

    /// Leaves out where not all of a group fit.
    fn leave_out_gaps(&mut self, grounds: &GroundOfProfiles) {
        let (out, cells) = std::mem::take(&mut self.cells).into_iter().partition(|&cell| !is_for_all(grounds, cell));
        self.cells = cells;
        let out: Vec<Cell> = out;
        out.into_iter().for_each(|cell| self.know(cell, Coverage::Nothing));
    }

    /// Spaces the places so that the largest of the group can stand beside each other.
    fn space(&mut self, grounds: &GroundOfProfiles) {
        let radius = grounds.values().map(Ground::radius).fold(0.0, f32::max);
        self.apart = PLACE_ROOM * 2.0 * radius;
        self.pitch = (self.apart / self.side).ceil().max(1.0) * self.side;
    }

    /// Adds a place for those of some profiles, if the largest of them would not touch a body at another one.
    fn add(&mut self, grounds: &GroundOfProfiles, point: Vec2, fitting: Vec<usize>) -> Option<u16> {
        let radius = largest(grounds, &fitting);
        let apart = |other: f32| PLACE_ROOM * (radius + other);
        let mut others = self.points.iter().zip(&self.radii);
        if others.any(|(other, &radius)| other.distance_squared(point) < apart(radius) * apart(radius)) {
            return None;
        }
        let least = apart(grounds.values().map(Ground::radius).fold(f32::INFINITY, f32::min));
        let reach = (least / self.side).ceil() as i32;
        for cell in Rect::of_cell(self.cell(point)).grown(reach).cells() {
            if self.of(cell) == Coverage::Free && self.centre(cell).distance(point) < least {
                self.know(cell, Coverage::Covered);
            }
        }
        self.points.push(point);
        self.fitting.push(fitting);
        self.radii.push(radius);
        Some(self.points.len() as u16 - 1)
    }

    /// Makes places of where the agents are to go; of those that stand, where they stand. Where there is to be no place at such a
    /// point, or can be none, for the agent does not fit there, the second list has it: the agent goes to the place
    /// [nearest](Region::snap_goals) to it.
    fn place_goals(
        &mut self,
        world: &World,
        agents: &Agents,
        members: &[&Agent],
        (walks, grounds): (&[bool], &GroundOfProfiles),
        in_gaps: bool,
    ) -> (Vec<Option<u16>>, Vec<Option<Vec2>>) {
        let ids = sorting::set(members.iter().map(|agent| agent.identity.id));
        let (mut goals, mut near) = (vec![None; members.len()], vec![None; members.len()]);
        // Those that stand where they were sent come first: others may have been sent to the same place. Last come those
        // that stand beside their goals, which they cannot have: they make way for all others.
        let turns = members.iter().zip(walks).map(|(agent, &walks)| match () {
            () if walks => 1,
            () if agent.recovery.gave_up.is_some() && is_beside_goal(world, agent) => 2,
            () => 0,
        });
        let turns: Vec<u8> = turns.collect();
        for turn in 0..=2 {
            for (number, agent) in members.iter().enumerate().filter(|&(number, _)| turns[number] == turn) {
                let sent = agent.task.goal.as_ref().filter(|_| walks[number] && has_open_way(world, agent));
                let sent = sent.and_then(|goal| world.target_point(goal, agent.body.position));
                // One that is sent to somewhere else goes there, not to where it happens to have its slot.
                if sent.is_some_and(|sent| !self.holds(sent)) {
                    continue;
                }
                let radius = world.profile_of(agent).radius;
                let is_free = |point: &Vec2| {
                    let others = agents.slots.near(*point, radius);
                    let is_held =
                        |id: AgentId| agents.agent(id).is_some_and(|other| holds(world, other, *point, radius));
                    self.holds(*point) && !others.into_iter().any(|id| !ids.contains(&id) && is_held(id))
                };
                let wanted: Vec<Vec2> = [sent, agent.plan.slot].into_iter().flatten().filter(is_free).collect();
                for point in wanted {
                    let fitting = fitting(grounds, |ground| fits(&ground.solid, point));
                    let fits = fitting.contains(&agent.identity.profile) && (in_gaps || fitting.len() == grounds.len());
                    if !fits {
                        near[number] = near[number].or(Some(point));
                    } else if goals[number].is_none() {
                        goals[number] = self.add(grounds, point, fitting);
                    }
                }
            }
        }
        (goals, near)
    }

    /// Has those come to the place nearest to a point for which there is no place at it.
    fn snap_goals(&self, members: &[&Agent], near: &[Option<Vec2>], goals: &mut [Option<u16>]) {
        for (number, point) in near.iter().enumerate() {
            if let (None, Some(point)) = (goals[number], point) {
                goals[number] = self.nearest(members[number], *point, |place| !goals.contains(&Some(place)));
            }
        }
    }

    /// Fills the rest: first where all of them fit, with places in rows, as many as fit, then with those that still fit in
    /// between; then in the same way where only the smaller ones do, but not on the way from one of these places to the next.
    fn fill(&mut self, grounds: &GroundOfProfiles) {
        for has_room_for_all in [true, false] {
            let fits = |cell: Cell| fitting(grounds, |ground| ground.nav.is_passable(cell));
            let cells = self.cells.iter().map(|&cell| (cell, fits(cell)));
            let cells: Vec<(Cell, Vec<usize>)> =
                cells.filter(|(_, fitting)| (fitting.len() == grounds.len()) == has_room_for_all).collect();
            if cells.is_empty() {
                continue;
            }
            let radius = cells.iter().map(|(_, fitting)| largest(grounds, fitting)).fold(0.0, f32::max);
            let edges = if has_room_for_all { Vec::new() } else { self.edges(grounds) };
            for (one, other) in edges {
                let (from, to) = (self.points[one], self.points[other]);
                let apart = radius + self.radii[one].min(self.radii[other]);
                for &(cell, _) in &cells {
                    if self.of(cell) == Coverage::Free && distance_to_segment(self.centre(cell), from, to) < apart {
                        self.know(cell, Coverage::Covered);
                    }
                }
            }
            let step = (PLACE_ROOM * 2.0 * radius / self.side).ceil().max(1.0) as i32;
            let phase = |cell: Cell| (cell.y.rem_euclid(step) * step + cell.x.rem_euclid(step)) as usize;
            let mut count = vec![0_u32; (step * step) as usize];
            for &(cell, _) in cells.iter().filter(|&&(cell, _)| self.of(cell) == Coverage::Free) {
                count[phase(cell)] += 1;
            }
            let most = count.iter().copied().max().unwrap_or(0);
            let best = count.iter().position(|&count| count == most).unwrap_or(0);
            for in_rows in [true, false] {
                for (cell, fitting) in &cells {
                    if self.of(*cell) == Coverage::Free && (!in_rows || phase(*cell) == best) {
                        _ = self.add(grounds, self.centre(*cell), fitting.clone());
                    }
                }
            }
        }
    }

    /// The pairs of places between which every member that fits at both can go straight without touching a body at a third one.
    fn edges(&self, grounds: &GroundOfProfiles) -> Vec<(usize, usize)> {
        let reach = (2.05 * self.apart).max(self.apart + self.pitch);
        let near = |at: Vec2| {
            let places = self.points.iter().copied().enumerate();
            places.filter(move |(_, point)| point.distance_squared(at) <= reach * reach).collect::<Vec<(usize, Vec2)>>()
        };
        let mut edges = Vec::new();
        for (one, &from) in self.points.iter().enumerate() {
            let near = near(from);
            for &(other, to) in near.iter().filter(|&&(other, _)| other > one) {
                let radius = self.radii[one].min(self.radii[other]);
                let touches = |&(third, at): &(usize, Vec2)| {
                    let bodies = radius + self.radii[third];
                    third != one && third != other && distance_to_segment(at, from, to) < bodies
                };
                let both = self.fitting[one].iter().filter(|profile| self.fitting[other].contains(profile));
                let both: Vec<&Ground> = both.map(|profile| &grounds[profile]).collect();
                let is_straight = !both.is_empty() && both.iter().all(|ground| ground.is_straight(from, to));
                if is_straight && !near.iter().any(touches) {
                    edges.push((one, other));
                }
            }
        }
        edges
    }

    /// The graph of the places and of the [ways between them](Region::edges).
    fn connect(&self, members: &[&Agent], grounds: &GroundOfProfiles) -> Graph {
        let open_to = self.fitting.iter().map(|fitting| {
            let fits = |number: &u16| fitting.contains(&members[usize::from(*number)].identity.profile);
            (fitting.len() < grounds.len()).then(|| (0..members.len() as u16).filter(fits).collect())
        });
        let mut graph = Graph { neighbours: vec![Vec::new(); self.points.len()], open_to: open_to.collect() };
        for (one, other) in self.edges(grounds) {
            graph.neighbours[one].push(other as u16);
            graph.neighbours[other].push(one as u16);
        }
        graph
    }

    /// Gives each member a place near it to begin with, and the places on the way to that, the last of them first; `None` where there
    /// is none for one of them.
    fn match_starts(
        &self,
        members: &[&Agent],
        grounds: &GroundOfProfiles,
        graph: &Graph,
    ) -> Option<Vec<(u16, Vec<u16>)>> {
        let ways = |agent: &&Agent| self.ways_from(agent, &grounds[&agent.identity.profile], graph);
        let ways: Vec<Vec<WayToPlace>> = members.iter().map(ways).collect();
        let candidates: Vec<Vec<u16>> = ways.iter().map(|ways| ways.iter().map(|way| way.place).collect()).collect();
        let mut holders = vec![None; self.points.len()];
        for member in 0..members.len() {
            let mut asked = vec![false; self.points.len()];
            if !find_place(&candidates, member, &mut holders, &mut asked) {
                return None;
            }
        }
        let mut starts = vec![0; members.len()];
        for (place, holder) in holders.iter().enumerate() {
            if let Some(member) = holder {
                starts[*member] = place as u16;
            }
        }
        let way = |member: usize, place: u16| ways[member].iter().find(|way| way.place == place);
        let cost = |member: usize, place: u16| way(member, place).map_or(f32::MAX, |way| way.length * way.length);
        // Two that would have to pass each other on the way change places.
        while let Some((one, other)) = pair_that_gains(&starts, cost) {
            starts.swap(one, other);
        }
        let with_way = starts.into_iter().enumerate().map(|(member, start)| {
            let via = std::iter::successors(way(member, start)?.via, |&place| way(member, place)?.via);
            Some((start, via.collect()))
        });
        with_way.collect()
    }

    /// The places to which an agent can go without a long way, the nearest first.
    fn ways_from(&self, agent: &Agent, ground: &Ground, graph: &Graph) -> Vec<WayToPlace> {
        let here = agent.body.position;
        let reach = SNAPS_WITHIN * self.apart.max(self.pitch);
        let may_begin =
            |place: &u16| !graph.neighbours[usize::from(*place)].is_empty() && self.may_stand(agent, *place);
        let point = |place: u16| self.points[usize::from(place)];
        let straight =
            (0..self.points.len() as u16).filter(may_begin).map(|place| (place, point(place).distance(here)));
        let straight = straight.filter(|&(place, length)| length <= reach && ground.is_straight(here, point(place)));
        let mut open: Vec<WayToPlace> =
            straight.map(|(place, length)| WayToPlace { place, length, via: None }).collect();
        let mut ways: Vec<WayToPlace> = Vec::new();
        // The bits of numbers that are not negative have the order of the numbers.
        while let Some(next) = (0..open.len()).min_by_key(|&index| (open[index].length.to_bits(), open[index].place)) {
            let next = open.swap_remove(next);
            if ways.iter().any(|way| way.place == next.place) {
                continue;
            }
            for &place in graph.neighbours[usize::from(next.place)].iter().filter(|place| may_begin(place)) {
                let length = next.length + point(next.place).distance(point(place));
                if length <= reach {
                    open.push(WayToPlace { place, length, via: Some(next.place) });
                }
            }
            ways.push(next);
        }
        ways
    }

    /// The last place on the route of an agent before it leaves this ground.
    fn exit(&self, agent: &Agent) -> Option<u16> {
        let onward = agent.active_route().into_iter().flat_map(Route::remaining);
        let (mut at, mut exit) = (agent.body.position, None);
        for to in onward {
            let parts = (at.distance(to) / (0.5 * self.apart)).ceil().max(1.0);
            for part in 1..=parts as u32 {
                let point = at.lerp(to, part as f32 / parts);
                if !self.holds(point) {
                    return exit;
                }
                exit = self.nearest(agent, point, |_| true).or(exit);
            }
            at = to;
        }
        None
    }

    /// The place on this ground that is the nearest to the goal of an agent, by the number of cells in between; `None` where the goal
    /// is more than [`SCAN_CELLS`] away. For one whose route leads to somewhere else, as it makes way for another.
    fn exit_nearest_to_goal(&self, world: &World, agent: &Agent) -> Option<u16> {
        let profile = agent.identity.profile;
        let nav = world.nav_grid(profile);
        let goal = world.target_point(agent.task.goal.as_ref()?, agent.body.position)?;
        let start = world.cell_of(profile, goal)?;
        let (mut seen, mut queue, mut looked) = (BTreeSet::from([start]), VecDeque::from([start]), 0);
        while let Some(cell) = queue.pop_front() {
            if self.of(cell) != Coverage::Nothing {
                return self.nearest(agent, self.centre(cell), |_| true);
            }
            looked += 1;
            if looked > SCAN_CELLS {
                return None;
            }
            queue.extend(beside(cell).into_iter().filter(|&cell| nav.is_passable(cell) && seen.insert(cell)));
        }
        None
    }

    /// Whether an agent fits at a place.
    fn may_stand(&self, agent: &Agent, place: u16) -> bool {
        self.fitting[usize::from(place)].contains(&agent.identity.profile)
    }

    /// The place nearest to a point at which an agent fits, of those that are free to take, if there is one near it.
    fn nearest(&self, agent: &Agent, point: Vec2, is_free: impl Fn(u16) -> bool) -> Option<u16> {
        let places = self.points.iter().enumerate().map(|(place, at)| (at.distance(point), place as u16));
        let places = places.filter(|&(_, place)| is_free(place) && self.may_stand(agent, place));
        let nearest = places.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (nearest.0 <= self.apart.max(self.pitch)).then_some(nearest.1)
    }
}

/// How an agent comes to a place near it.
struct WayToPlace {
    place: u16,
    /// In world units.
    length: f32,
    /// The place before; `None` where it can go straight.
    via: Option<u16>,
}

/// Whether an agent is farther from its slot than its radius.
pub fn is_off_slot(world: &World, agent: &Agent) -> bool {
    agent.plan.slot.is_some_and(|slot| slot.distance(agent.body.position) > world.profile_of(agent).radius)
}

/// Whether an agent has a slot that a body at a point would touch.
fn holds(world: &World, agent: &Agent, point: Vec2, radius: f32) -> bool {
    let least = radius + world.profile_of(agent).radius;
    agent.plan.slot.is_some_and(|slot| slot.distance_squared(point) < 0.98 * least * least)
}

/// The ground of each profile of a group.
type GroundOfProfiles<'w> = BTreeMap<usize, Ground<'w>>;

fn grounds<'w>(world: &'w World, members: &[&Agent]) -> GroundOfProfiles<'w> {
    profiles(members).into_iter().map(|profile| (profile, world.ground(profile))).collect()
}

/// The profiles on whose ground something fits.
fn fitting(grounds: &GroundOfProfiles, fits: impl Fn(&Ground) -> bool) -> Vec<usize> {
    grounds.iter().filter(|(_, ground)| fits(ground)).map(|(&profile, _)| profile).collect()
}

/// Whether a cell is passable for all of a group.
fn is_for_all(grounds: &GroundOfProfiles, cell: Cell) -> bool {
    grounds.values().all(|ground| ground.nav.is_passable(cell))
}

/// The radius of the largest body of some profiles, in world units.
fn largest(grounds: &GroundOfProfiles, profiles: &[usize]) -> f32 {
    profiles.iter().map(|profile| grounds[profile].radius()).fold(0.0, f32::max)
}

/// The profiles of some agents, in order.
fn profiles(members: &[&Agent]) -> BTreeSet<usize> {
    sorting::set(members.iter().map(|agent| agent.identity.profile))
}

fn beside(cell: Cell) -> [Cell; 4] {
    [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(x, y)| Cell::new(cell.x + x, cell.y + y))
}

/// Finds a place for a member, for which others may have to take another of theirs.
fn find_place(candidates: &[Vec<u16>], member: usize, holders: &mut [Option<usize>], asked: &mut [bool]) -> bool {
    for &place in &candidates[member] {
        let place = usize::from(place);
        if std::mem::replace(&mut asked[place], true) {
            continue;
        }
        if holders[place].is_none_or(|holder| find_place(candidates, holder, holders, asked)) {
            holders[place] = Some(member);
            return true;
        }
    }
    false
}

/// Two members that are nearer to each other's places together than to their own.
fn pair_that_gains(starts: &[u16], cost: impl Fn(usize, u16) -> f32) -> Option<(usize, usize)> {
    let pairs = (0..starts.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    let gains = |&(one, other): &(usize, usize)| {
        let swapped = cost(one, starts[other]) + cost(other, starts[one]);
        swapped < 0.999 * (cost(one, starts[one]) + cost(other, starts[other]))
    };
    pairs.into_iter().find(gains)
}
