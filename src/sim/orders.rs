//! Orders to agents: who they are for, how one comes after the other, and what becomes of each from tick to tick.
//!
//! An order says by itself when it is over: `MoveTo` and `MoveInFormation` when the agent is there, or as near as it can
//! come, or has no way; `Stop` when it stands; `Wait` when it has stood for so long; a patrol that is made once at its
//! last point; following on sight when the other is lost; following and fleeing when the other is gone. The rest goes on
//! for ever, so what is queued behind it begins at the end of the present leg: of a patrol when the agent comes to its
//! next point, of a stroll when it comes to its place, of following as soon as the other is near enough, of fleeing when
//! it stands where it is safe.

mod flight;
mod formation;
mod patrol;
mod pursuit;
mod roaming;
mod spawning;
mod targets;
mod wandering;

use glam::Vec2;
use rand::RngExt;

use super::ways::Errand;
use super::{Selection, Simulation, TICKS_A_SECOND, ground};
use crate::agent::body::fits;
use crate::agent::{AgentId, AgentState, OrderProgress, Route};
use crate::level::{Order, Target, limits};
use crate::nav::{CornerRule, Method, Reach, exit_from};
use crate::sorting;

/// How near the end of its way, in world units, an agent is there in any case.
const AT_END: f32 = 0.01;

/// By how much a goal that moves may be elsewhere before the way there is found again: by so many world units, and by
/// this part of the distance.
const LEAST_DRIFT: f32 = 0.1;
const DRIFT: f32 = 0.05;

impl Simulation {
    /// Has agents do something now, and forget what was queued.
    pub(super) fn give_order(&mut self, selection: &Selection, order: &Order) {
        let addressed = self.addressed(selection, order);
        let is_crowd = self.is_crowd(&addressed, order);
        let ranks = self.ranks(&addressed, order, |agent| agent.position);
        for (place, &index) in addressed.iter().enumerate() {
            self.agents[index].queue.clear();
            self.set_about(index, ranks.get(place).unwrap_or(order).clone());
            self.agents[index].progress.shares_route = is_crowd;
        }
    }

    /// Has agents do something after all that they have to do already.
    pub(super) fn queue_order(&mut self, selection: &Selection, order: &Order) {
        let addressed = self.addressed(selection, order);
        let ranks = self.ranks(&addressed, order, |agent| agent.slot.unwrap_or(agent.position));
        for (place, &index) in addressed.iter().enumerate() {
            self.agents[index].queue.push_back(ranks.get(place).unwrap_or(order).clone());
            self.tended.insert(self.agents[index].id);
        }
    }

    /// The agents that an order is for, in the order in which they are served; none when it cannot be carried out.
    fn addressed(&mut self, selection: &Selection, order: &Order) -> Vec<usize> {
        if let Some(reason) = self.problem_of_order(order) {
            self.refuse(reason);
            return Vec::new();
        }
        match order {
            Order::MoveTo(target) | Order::MoveInFormation(target) => self.called(selection, target),
            Order::Follow { agent, .. } | Order::Flee { agent, .. } => self.all_but(selection, AgentId(*agent)),
            _ => self.selected(selection),
        }
    }

    /// Why an order cannot be carried out by anybody, in a sentence.
    fn problem_of_order(&self, order: &Order) -> Option<String> {
        let (what, value, range) = match order {
            Order::MoveTo(target) | Order::MoveInFormation(target) => return self.tiles_of(target).err(),
            Order::Patrol(name) => return self.problem_of_patrol(name),
            Order::Stop => return None,
            Order::Follow { agent, .. } | Order::Flee { agent, .. } if self.agent(AgentId(*agent)).is_none() => {
                return Some(format!("there is no agent {agent}"));
            }
            Order::Follow { distance, .. } => ("a distance to follow at", *distance, limits::FOLLOW_DISTANCE),
            Order::Flee { distance, .. } => ("a distance to keep away by", *distance, limits::FLEE_DISTANCE),
            Order::Wander(distance) => ("a distance to wander within", *distance, limits::WANDER),
            Order::Wait(seconds) => ("a time to wait", *seconds, limits::WAIT),
        };
        (!range.contains(&value))
            .then(|| format!("{what} of {value} is out of range: {} to {}", range.start(), range.end()))
    }

    /// Has an agent begin with an order.
    pub(super) fn set_about(&mut self, index: usize, order: Order) {
        self.stop_making_way(index);
        let agent = &mut self.agents[index];
        self.tended.insert(agent.id);
        agent.order = Some(order.clone());
        agent.progress = OrderProgress { home: agent.position, ..OrderProgress::default() };
        agent.no_path_told = false;
        agent.arrived_tick = None;
        agent.walked = 0.0;
        match order {
            Order::MoveTo(target) | Order::MoveInFormation(target) => self.go_to(index, target),
            // Where these lead is found when they are tended.
            Order::Patrol(_) | Order::Wander(_) => {}
            Order::Follow { .. } | Order::Flee { .. } | Order::Stop | Order::Wait(_) => self.stop(index),
        }
    }

    /// Goes on with every order that is more than a way to one place, or behind which something is queued.
    pub(super) fn tend_orders(&mut self) {
        let mut tended = std::mem::take(&mut self.tended);
        tended.retain(|&id| self.index_of(id).is_some_and(|index| self.tend(index)));
        tended.append(&mut self.tended);
        self.tended = tended;
    }

    /// Goes on with an agent's order; whether that is to be done again in the next tick.
    fn tend(&mut self, index: usize) -> bool {
        let agent = &self.agents[index];
        if agent.progress.is_over {
            return self.begin_next(index);
        }
        match agent.order {
            Some(Order::Patrol(_)) => self.tend_patrol(index),
            Some(Order::Follow { agent, distance, on_sight }) => {
                self.tend_following(index, AgentId(agent), distance, on_sight);
            }
            Some(Order::Flee { agent, distance }) => self.tend_fleeing(index, AgentId(agent), distance),
            Some(Order::Wander(_)) if self.steers_by_rays(agent) => self.tend_straying(index),
            Some(Order::Wander(distance)) => self.tend_wandering(index, distance),
            Some(Order::Wait(seconds)) => self.tend_waiting(index, seconds),
            Some(Order::MoveTo(_) | Order::MoveInFormation(_) | Order::Stop) | None => {
                if agent.queue.is_empty() {
                    return false;
                }
                if agent.stands() || self.is_nearly_there(index, self.profile_of(agent).acceptance_radius) {
                    self.begin_next(index);
                }
            }
        }
        true
    }

    /// Where the way ends that an agent walks to where its order leads it; `None` while it has none, or is on a link.
    fn end_of_way(&self, index: usize) -> Option<Vec2> {
        let agent = &self.agents[index];
        let leads_there = |route: &&Route| matches!(route.ending, AgentState::Arrived | AgentState::ArrivedNear);
        let route = agent.active_route().filter(leads_there)?;
        (agent.state == AgentState::Moving && agent.on_link.is_none()).then(|| route.end())
    }

    /// Whether an agent is on the last bit of its way and within a distance, in world units, of its end.
    fn is_nearly_there(&self, index: usize, distance: f32) -> bool {
        let agent = &self.agents[index];
        let near = self.end_of_way(index).filter(|end| end.distance(agent.position) <= distance.max(AT_END));
        near.is_some() && agent.active_route().is_some_and(Route::is_on_last_bit)
    }

    fn tend_waiting(&mut self, index: usize, seconds: f32) {
        let agent = &mut self.agents[index];
        agent.progress.stood += u32::from(agent.stands());
        if f64::from(agent.progress.stood) > f64::from(seconds) * TICKS_A_SECOND {
            self.end_order(index);
        }
    }

    /// Lets an agent turn to what is queued, as nothing of its order is left to do; if nothing is, it stands.
    fn end_order(&mut self, index: usize) {
        if !self.begin_next(index) {
            self.agents[index].progress.is_over = true;
            self.stop(index);
        }
    }

    pub(super) fn scatter(&mut self, selection: &Selection) {
        for index in self.selected(selection) {
            let nav = ground(&self.profiles, &self.map, &self.grids, self.agents[index].profile).nav;
            let root = self.start_cell(index).and_then(|start| exit_from(nav, start));
            let reach = root.and_then(|root| Reach::of(nav, root, CornerRule::Never));
            let mut draw = |size: u32| self.rng.random_range(0..size.max(1));
            let Some(cell) = reach.and_then(|reach| reach.nth(draw(reach.size()))) else {
                self.refuse(format!("agent {} has nowhere to go", self.agents[index].id.0));
                continue;
            };
            let target = if self.map.bake.cells_per_tile == 1 {
                Target::Tile(cell)
            } else {
                Target::Point(self.nav_grid(self.agents[index].profile).lattice().centre(cell))
            };
            self.agents[index].queue.clear();
            self.set_about(index, Order::MoveTo(target));
        }
    }

    /// Has an agent brake and stand, and forget where it was going.
    pub(super) fn stop(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        (agent.goal, agent.progress.urge) = (None, None);
        if !agent.stands() {
            agent.enter(AgentState::Waiting);
            self.entrust(index, Errand::Settle(AgentState::Stopped));
        } else if matches!(agent.state, AgentState::ArrivedNear | AgentState::NoWay) {
            agent.enter(AgentState::Stopped);
        }
    }

    /// Has agents find their paths by a method; all of them: whoever comes later as well.
    pub(super) fn choose_method(&mut self, selection: &Selection, method: Method) {
        if method.weight.is_nan() || method.weight < 0.0 {
            return self.refuse(format!("a search cannot have the weight {}: it is never negative", method.weight));
        }
        if *selection == Selection::All {
            self.method = method;
        }
        for index in self.selected(selection) {
            let agent = &mut self.agents[index];
            agent.method = if *selection == Selection::All { None } else { Some(method) };
            let seeks = matches!(agent.state, AgentState::Waiting | AgentState::Moving | AgentState::NoWay);
            if seeks && agent.goal.is_some() {
                self.entrust(index, Errand::FindWay);
            }
        }
    }

    /// The agents that a command means, by index; whom it names in vain is answered.
    fn selected(&mut self, selection: &Selection) -> Vec<usize> {
        let Selection::These(ids) = selection else { return (0..self.agents.len()).collect() };
        let mut is_meant = vec![false; self.agents.len()];
        for &id in ids {
            match self.index_of(id) {
                Some(index) => is_meant[index] = true,
                None => self.refuse(format!("there is no agent {}", id.0)),
            }
        }
        (0..is_meant.len()).filter(|&index| is_meant[index]).collect()
    }

    /// The agents that a command means, but for one that it is about; that it means nobody else is answered.
    fn all_but(&mut self, selection: &Selection, other: AgentId) -> Vec<usize> {
        let mut selected = self.selected(selection);
        let is_alone = selected.len() == 1 && self.agents[selected[0]].id == other;
        if is_alone {
            self.refuse(format!("agent {} can neither follow itself nor flee from itself", other.0));
        }
        selected.retain(|&index| self.agents[index].id != other);
        selected
    }

    /// The agents that are sent to a target, the nearest first.
    fn called(&mut self, selection: &Selection, target: &Target) -> Vec<usize> {
        let indices = self.selected(selection);
        // The bits of numbers that are not negative have the order of the numbers.
        let distance = |index: usize| {
            let position = self.agents[index].position;
            self.target_point(target, position).map_or(0, |point| point.distance_squared(position).to_bits())
        };
        let mut ranked: Vec<(u32, usize)> = indices.into_iter().map(|index| (distance(index), index)).collect();
        sorting::sort(&mut ranked);
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    /// Sends an agent somewhere now. It keeps walking until its path is found.
    fn go_to(&mut self, index: usize, target: Target) {
        self.give_up_place(index);
        let agent = &mut self.agents[index];
        (agent.goal, agent.progress.urge) = (Some(target), None);
        agent.stalls = 0;
        agent.enter(AgentState::Waiting);
        self.entrust(index, Errand::FindWay);
    }

    /// Leads an agent after something that moves, which is at `point` now: not while its way is being found, nor before it
    /// may [look again](OrderProgress::next_look), and only when that has moved too far from where its way leads. After
    /// that it may not look again for `pause` ticks.
    fn lead_after(&mut self, index: usize, point: Vec2, pause: u64) {
        let agent = &self.agents[index];
        let drift = match agent.goal {
            Some(Target::Point(goal)) => goal.distance(point),
            _ => f32::INFINITY,
        };
        let is_near_enough = drift <= LEAST_DRIFT + DRIFT * agent.position.distance(point);
        if is_near_enough || self.tick < agent.progress.next_look || self.seeks_way(agent.id) {
            return;
        }
        let agent = &mut self.agents[index];
        agent.progress.next_look = self.tick + pause;
        if agent.state == AgentState::Moving && agent.progress.urge.is_none() {
            agent.goal = Some(Target::Point(point));
            self.entrust(index, Errand::FindWay);
        } else {
            self.go_to(index, Target::Point(point));
        }
    }

    /// The distance from the body of one agent to that of another, in world units; negative where they overlap.
    fn gap(&self, index: usize, other: usize) -> f32 {
        let (agent, other) = (&self.agents[index], &self.agents[other]);
        agent.position.distance(other.position) - self.profile_of(agent).radius - self.profile_of(other).radius
    }

    /// Turns an agent to the first order of its queue, if there is one.
    pub(super) fn begin_next(&mut self, index: usize) -> bool {
        let next = self.agents[index].queue.pop_front();
        let begun = next.is_some();
        if let Some(order) = next {
            self.set_about(index, order);
        }
        begun
    }

    /// Has an agent's path found (again), if that is not about to be done anyway, and if the agent looks for other ways by
    /// itself or cannot stay where it is.
    pub(super) fn request(&mut self, index: usize) {
        if !self.may_look_again(index) {
            return;
        }
        let id = self.agents[index].id;
        match self.tasks.of(id) {
            Some(task) if matches!(task.errand, Errand::MakeRoom) => self.entrust(index, Errand::FindWay),
            Some(_) => {}
            None => self.entrust(index, Errand::FindWay),
        }
    }

    fn may_look_again(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        if agent.progress.urge.is_some() {
            return false;
        }
        let has_looked = matches!(agent.state, AgentState::Moving | AgentState::NoWay | AgentState::ArrivedNear);
        let must_leave = || {
            let solid = self.ground(agent.profile).solid;
            agent.in_wall || agent.slot.is_some_and(|place| !fits(&solid, place))
        };
        self.profile_of(agent).auto_repath || !has_looked || must_leave()
    }

    /// Has an agent look for another way that cannot go on along its own; or stand, if it does not do that by itself.
    pub(super) fn lose_way(&mut self, index: usize) {
        let agent = &self.agents[index];
        if agent.progress.urge.is_some() {
            return;
        }
        let id = agent.id;
        let gives_up = agent.state == AgentState::Moving && !self.profile_of(agent).auto_repath && !agent.in_wall;
        if !gives_up {
            self.request(index);
        } else if self.tasks.of(id).is_none() {
            self.agents[index].enter(AgentState::Waiting);
            self.entrust(index, Errand::Settle(AgentState::NoWay));
        }
    }

    pub(super) fn give_up_place(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        if let Some(place) = agent.slot.take() {
            self.places.give_up(agent.id, place);
        }
    }

    pub(super) fn keep_place(&mut self, index: usize, place: Vec2) {
        let agent = &mut self.agents[index];
        agent.slot = Some(place);
        self.places.keep(agent.id, place, self.profiles[agent.profile].radius);
    }
}
