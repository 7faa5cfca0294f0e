//! The moves of one group, and how far it has come with them.

use glam::Vec2;

use super::Stuck;
use super::lacam::{Configuration, MoveSearch, Progress};
use super::places::{Places, leaves};
use crate::agent::tuning::AHEAD;
use crate::agent::{Agent, AgentId, AgentState, WaitingFor};
use crate::level::Target;
use crate::sim::agents::Agents;
use crate::sim::jobs::JobKind;
use crate::sim::own_place::is_beside_goal;
use crate::sim::tuning::{
    AT_PLACE, DRAWS_UP, HAS_LEFT, IS_LEAVING, LEAST_SEARCH, MOST_MOVES, MOST_PLACES, REORDERING_STALLS, SEARCH_SHARE,
    SEARCH_TICKS, SEARCH_WORK,
};
use crate::sim::world::World;

/// A group that goes from place to place.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Plan {
    /// Those for whose sake it was made.
    stuck: Stuck,
    members: Vec<PlanMember>,
    /// Where the middle of a body is at each place, in world units.
    points: Vec<Vec2>,
    /// The distance between two of the largest bodies that just do not touch, in world units.
    apart: f32,
    /// How many of those that come to each place have left it.
    left: Vec<u16>,
    /// The tick in which the group was last seen to get on.
    progressed: u64,
    /// When the ground was what it is now.
    map_revision: u64,
    /// How long the moves have been looked for, in ticks, and how: that follows from the rest.
    searched: u32,
    #[serde(skip)]
    search: Option<MoveSearch>,
    /// Whether the search came to an end without moves that are worth to be made.
    has_no_moves: bool,
}

/// One agent of the group.
#[derive(Clone, Debug, serde::Serialize)]
struct PlanMember {
    id: AgentId,
    /// Where it was sent when the plan began.
    sent: Option<Target>,
    /// The places to which it comes, and how many others come there before it.
    visits: Vec<(u16, u16)>,
    /// The places on its way to the first of these, as far as it has not passed them, the last of them first.
    approach: Vec<u16>,
    /// The number of the visit at which it is, or to which it goes.
    at: usize,
    /// The place before, until it has left that.
    leaving: Option<u16>,
    /// Whether its last place is not its goal: it is the way out, or the goal has no place there. It goes on from there.
    goes_on: bool,
    /// Whether it is on its own again.
    is_done: bool,
}

impl Plan {
    /// Begins to look for moves; each member goes to its first place.
    pub fn begin(world: &World, agents: &mut Agents, places: Places, stuck: Stuck) -> Plan {
        let Places { members, points, apart, mut approaches, problem } = places;
        let member = |((number, &id), approach): ((usize, &AgentId), &mut Vec<u16>)| {
            let goes_on = problem.goals[number].map_or(problem.walks[number], |goal| usize::from(goal) >= points.len());
            let sent = agents.agent(id).and_then(|agent| agent.task.goal.clone());
            PlanMember {
                id,
                sent,
                visits: vec![(problem.starts[number], 0)],
                approach: std::mem::take(approach),
                at: 0,
                leaving: None,
                goes_on,
                is_done: false,
            }
        };
        let members: Vec<PlanMember> = members.iter().enumerate().zip(&mut approaches).map(member).collect();
        let plan = Plan {
            stuck,
            left: vec![0; points.len()],
            members,
            points,
            apart,
            progressed: world.tick,
            map_revision: world.map_revision,
            searched: 0,
            search: Some(MoveSearch::new(problem)),
            has_no_moves: false,
        };
        for member in &plan.members {
            let Some(index) = agents.index_of(member.id) else { continue };
            // Where it yields is not where it was sent.
            if let Some(yielding) = agents.list[index].recovery.yielding() {
                agents.resume(index, yielding.stood);
            }
            agents.drop_job(index);
            agents.wait_for(index, WaitingFor::Others, plan.heads_for(member));
        }
        plan
    }

    /// The agents of the group.
    pub fn members(&self) -> impl Iterator<Item = AgentId> {
        self.members.iter().map(|member| member.id)
    }

    /// Those for whose sake it was made.
    pub fn stuck(&self) -> &Stuck {
        &self.stuck
    }

    /// Whether no moves were found that are worth to be made.
    pub fn has_no_moves(&self) -> bool {
        self.has_no_moves
    }

    /// Whether its moves are still looked for.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Goes on for a tick; whether there is more to do.
    pub fn go_on(&mut self, world: &World, agents: &mut Agents) -> bool {
        let is_valid = world.is_baked && world.map_revision == self.map_revision;
        if !is_valid || !self.members.iter().all(|member| member.is_done || is_led(agents, member)) {
            return self.end(agents);
        }
        self.approach(world, agents);
        match self.search.take() {
            Some(search) => self.search_on(world, agents, search),
            None => {
                self.follow(world, agents);
                let is_over = self.members.iter().all(|member| member.is_done);
                if is_over || world.tick - self.progressed > REORDERING_STALLS {
                    return self.end(agents);
                }
                true
            }
        }
    }

    /// Lets each go on to where it begins that has come to a place on its way there.
    fn approach(&mut self, world: &World, agents: &mut Agents) {
        for number in 0..self.members.len() {
            let member = &mut self.members[number];
            let (Some(&place), Some(index)) = (member.approach.last(), agents.index_of(member.id)) else { continue };
            let body = &agents.list[index].body;
            if self.points[usize::from(place)].distance(body.position) < HAS_LEFT * self.apart {
                member.approach.pop();
                self.progressed = world.tick;
                agents.wait_for(index, WaitingFor::Others, self.heads_for(&self.members[number]));
            }
        }
    }

    fn search_on(&mut self, world: &World, agents: &mut Agents, mut search: MoveSearch) -> bool {
        let progress = search.go_on(SEARCH_WORK);
        self.searched += 1;
        let goes_on = match search.duration() {
            Some(time) => self.searched < LEAST_SEARCH + time / SEARCH_SHARE,
            None => progress != Progress::Unsolvable && (self.searched as usize) < self.most_ticks(),
        };
        if goes_on {
            self.search = Some(search);
            return true;
        }
        let is_worth_it = search.duration().is_some_and(|time| time <= MOST_MOVES);
        let Some(moves) = search.solution().filter(|_| is_worth_it) else {
            self.has_no_moves = true;
            return self.end(agents);
        };
        self.take(&moves);
        self.set_out(world, agents);
        self.reserve(world, agents);
        self.progressed = world.tick;
        true
    }

    /// How long its members wait at most while no moves are known, in ticks: less on little ground, after which comes more.
    fn most_ticks(&self) -> usize {
        SEARCH_TICKS * self.stuck.places / (MOST_PLACES * self.members.len())
    }

    /// Takes up the moves: who comes to which place after whom.
    fn take(&mut self, moves: &[Configuration]) {
        let mut coming = vec![0; self.points.len()];
        for member in &self.members {
            coming[usize::from(member.visits[0].0)] = 1;
        }
        for pair in moves.windows(2) {
            for (number, member) in self.members.iter_mut().enumerate() {
                let to = usize::from(pair[1][number]);
                // Behind the places is outside.
                if pair[0][number] != pair[1][number] && to < coming.len() {
                    member.visits.push((pair[1][number], coming[to]));
                    coming[to] += 1;
                }
            }
        }
    }

    /// Lets those set out that are on their way, or had given up.
    fn set_out(&self, world: &World, agents: &mut Agents) {
        let walking = self.members.iter().filter_map(|member| agents.index_of(member.id));
        let walking: Vec<usize> = walking.filter(|&index| leaves(world, agents, &agents.list[index])).collect();
        for index in walking {
            let agent = &mut agents.list[index];
            agent.enter(AgentState::Waiting);
            agent.recovery.set_out();
        }
    }

    /// Gives each that walks, or that makes way for others, the slot at the end of its moves, so that nobody else gets it.
    fn reserve(&self, world: &World, agents: &mut Agents) {
        let end = |member: &PlanMember| self.points[usize::from(member.visits[member.visits.len() - 1].0)];
        let is_moved = |agent: &Agent, member: &PlanMember| {
            !agent.stands() || agent.plan.slot.is_none_or(|slot| slot.distance(end(member)) > self.apart)
        };
        let members = self.members.iter().filter_map(|member| Some((member, agents.index_of(member.id)?)));
        let moved: Vec<(&PlanMember, usize)> =
            members.filter(|&(member, index)| is_moved(&agents.list[index], member)).collect();
        for &(_, index) in &moved {
            agents.remember_home(index);
            agents.give_up_slot(index);
        }
        for (member, index) in moved {
            agents.keep_slot(index, end(member), &world.profiles);
            if agents.list[index].stands() {
                agents.list[index].recovery.settle_short(world.tick);
            }
        }
    }

    /// Lets each go on to its next place once all that come there before it have left, or the last of them is on its
    /// way straight ahead. Where that one turns off, it draws up a little as soon as the other leaves, and comes once
    /// it has left.
    fn follow(&mut self, world: &World, agents: &mut Agents) {
        for number in 0..self.members.len() {
            let member = &self.members[number];
            let Some(index) = agents.index_of(member.id) else { continue };
            let here = agents.list[index].body.position;
            let profile = agents.list[index].identity.profile;
            let distance = |place: u16| self.points[usize::from(place)].distance(here);
            let (place, _) = member.visits[member.at];
            let left = member.leaving.filter(|&from| distance(from) >= HAS_LEFT * self.span(from, place));
            let is_there = distance(place) <= AT_PLACE * world.profiles[profile].radius;
            let may_go_on = !member.is_done
                && member.approach.is_empty()
                && is_there
                && (member.leaving.is_none() || left.is_some());
            let next = member.visits.get(member.at + 1).copied();
            let is_free = next.is_some_and(|(next, turn)| self.may_set_out(agents, place, next, turn));
            let member = &mut self.members[number];
            if let Some(place) = left {
                self.left[usize::from(place)] += 1;
                member.leaving = None;
            }
            match next {
                _ if !may_go_on => {}
                None => {
                    member.is_done = true;
                    self.progressed = world.tick;
                    // It may go on and leave the ground of the group.
                    member.leaving = Some(place);
                    if member.goes_on {
                        release(agents, index, JobKind::FindPath);
                    } else {
                        if is_beside_goal(world, &agents.list[index]) {
                            agents.list[index].recovery.settle_short(world.tick);
                        }
                        release(agents, index, JobKind::GoToSlot);
                    }
                }
                Some(_) if is_free => {
                    member.at += 1;
                    member.leaving = Some(place);
                    self.progressed = world.tick;
                }
                Some(_) => {}
            }
            let member = &self.members[number];
            if !member.is_done {
                agents.wait_for(index, WaitingFor::Others, self.heads_for(member));
            }
        }
    }

    /// The point for which a member heads: a place on the way to where it begins; then its place, or short of it as long as another
    /// has not left that.
    fn heads_for(&self, member: &PlanMember) -> Vec2 {
        if let Some(&place) = member.approach.last() {
            return self.points[usize::from(place)];
        }
        let (to, turn) = member.visits[member.at];
        let point = self.points[usize::from(to)];
        match member.at.checked_sub(1).map(|before| member.visits[before].0) {
            Some(from) if !self.is_free(from, to, turn) => {
                let span = self.span(from, to);
                let from = self.points[usize::from(from)];
                from + (point - from).clamp_length_max(DRAWS_UP * span)
            }
            _ => point,
        }
    }

    /// Whether one at a place may set out for the next: it is free, or the last one before it is leaving.
    fn may_set_out(&self, agents: &Agents, from: u16, to: u16, turn: u16) -> bool {
        let is_leaving = |member: &PlanMember| {
            let point = self.points[usize::from(to)];
            let distance = agents.agent(member.id).map_or(0.0, |agent| agent.body.position.distance(point));
            member.leaving == Some(to) && !member.is_done && distance >= IS_LEAVING * self.apart
        };
        self.is_free(from, to, turn) || self.left[usize::from(to)] + 1 == turn && self.members.iter().any(is_leaving)
    }

    /// Whether it is the turn of one that comes from a place to the next: all before it have left that, but for one that
    /// leaves it straight ahead.
    fn is_free(&self, from: u16, to: u16, turn: u16) -> bool {
        let left = self.left[usize::from(to)];
        let onward =
            |to: u16, from: u16| (self.points[usize::from(to)] - self.points[usize::from(from)]).normalize_or_zero();
        let leaves_ahead = |member: &PlanMember| {
            let (next, _) = member.visits[member.at];
            member.leaving == Some(to) && !member.is_done && onward(next, to).dot(onward(to, from)) > AHEAD
        };
        left == turn || left + 1 == turn && self.members.iter().any(leaves_ahead)
    }

    /// The distance from a place to the next one that counts, in world units: that of two places for the largest, or less where they
    /// are for smaller ones. From the last place it leads to anywhere.
    fn span(&self, from: u16, to: u16) -> f32 {
        let distance = self.points[usize::from(from)].distance(self.points[usize::from(to)]);
        if from == to { self.apart } else { distance.min(self.apart) }
    }

    /// Lets all go on by themselves.
    fn end(&self, agents: &mut Agents) -> bool {
        for member in self.members.iter().filter(|member| !member.is_done) {
            if let Some(index) = agents.index_of(member.id) {
                release(agents, index, JobKind::FindPath);
            }
        }
        false
    }
}

/// Whether an agent is still led by the plan: it may have been given another order, or be gone.
fn is_led(agents: &Agents, member: &PlanMember) -> bool {
    let is_led = |agent: &Agent| agent.is_reordered() && agent.task.goal == member.sent;
    agents.agent(member.id).is_some_and(is_led) && agents.jobs.of(member.id).is_none()
}

/// Lets an agent go on by itself: if it walks, with a job; if it stands, back to its slot.
fn release(agents: &mut Agents, index: usize, job: JobKind) {
    let agent = &mut agents.list[index];
    if !agent.is_reordered() {
        return;
    }
    agent.crossing.waiting = None;
    agent.forget_slot();
    if !agent.stands() && agents.jobs.of(agents.list[index].identity.id).is_none() {
        agents.put_job(index, job);
    }
}
