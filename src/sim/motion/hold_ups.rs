//! Hold-ups: what becomes of an agent whom others keep from getting on, or from its place.

use glam::Vec2;

use super::{AT_REST, NEAR_PLACE, UNMOVED};
use crate::agent::{Agent, AgentState};
use crate::agent::body::{distance_to_segment, fits};
use crate::agent::order::Route;
use crate::grid::Cell;
use crate::level::Order;
use crate::nav::PathStatus;
use crate::sim::places::FreePlace;
use crate::sim::ways::Errand;
use crate::sim::{Event, Simulation};

/// After so many hold-ups in a row, four seconds each, an agent whom only those hold up who walk settles where it is: those
/// who are in its way will not let it pass.
const MOST_HOLD_UPS: u8 = 12;

/// After so many it stands right where it is, as it cannot come to where it would settle either.
const LAST_HOLD_UP: u8 = 14;

/// After so many, whoever is shut off from its place by those who stand settles before them.
const SHUT_OFF: u8 = 2;

/// So many fewer suffice for an agent that had arrived and had to leave its place again.
const HOLD_UPS_BEFORE: u8 = 9;

/// Whoever stands, and cannot come back to its place, stands where it is, if that is nobody's place, after so many eighths
/// of a tick: a second and a half without moving. After the second number it does so in any case.
const KEPT_OFF: u16 = 720;
const KEPT_OFF_FOR_GOOD: u16 = 4 * KEPT_OFF;

/// Who stands where it happens to be, among others, may overlap them by a twenty-fifth of its radius:
/// where bodies stand close together nobody has the very last room.
const TIGHT: f32 = 0.96;

/// How many cells are looked at for a way round those who stand.
const MOST_CELLS: usize = 5000;

/// What there is beyond those who stand about an agent.
enum Outlook {
    /// Its place can be reached as it goes, or nothing is known of that.
    Open,
    /// It can be reached by these cells, but not as it goes.
    Round(Vec<Cell>),
    /// It cannot be reached; but of what can be this is the nearest, by these cells, if there is any.
    ShutOff(Option<(Vec<Cell>, FreePlace)>),
}

impl Simulation {
    /// Has an agent that does not get on look for a way round those who stand, or for another way and place, or, if that
    /// has not helped, settle near it, or at the very last right where it is.
    pub(super) fn evade(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        agent.hold_ups = agent.hold_ups.saturating_add(1);
        if agent.makes_way.is_some() {
            return self.go_on_after_making_way(index);
        }
        let had_arrived = agent.arrived_tick.is_some();
        let hold_ups = agent.hold_ups.saturating_add(if had_arrived { HOLD_UPS_BEFORE } else { 0 });
        if agent.in_wall {
            return self.lose_way(index);
        }
        match self.outlook(index) {
            Outlook::Round(cells) => self.go_round(index, &cells),
            Outlook::ShutOff(nearest) if hold_ups >= SHUT_OFF => self.settle_before(index, nearest),
            _ if hold_ups < MOST_HOLD_UPS => self.lose_way(index),
            _ if hold_ups < LAST_HOLD_UP || !self.touches_nobody(index) => {
                self.entrust(index, Errand::Settle(AgentState::ArrivedNear));
            }
            _ => self.give_up(index),
        }
    }

    /// Looks from an agent, among those who stand, for its place.
    fn outlook(&mut self, index: usize) -> Outlook {
        let agent = &self.agents[index];
        let (Some(route), Some(place)) = (agent.walking(), agent.place) else { return Outlook::Open };
        let (Some(start), Some(end)) = (self.start_cell(index), self.cell_of(agent.profile, place)) else {
            return Outlook::Open;
        };
        if route.links_ahead().next().is_some() || self.steers_by_rays(agent) || self.seeks_way(agent.id) {
            return Outlook::Open;
        }
        let mut scout = std::mem::take(&mut self.scout);
        let ground = self.ground(self.agents[index].profile);
        let lattice = ground.nav.lattice();
        let stands = |other: usize| self.agents[other].stands();
        scout.begin_among(&lattice, start, self.agents[index].position, self.bodies_beside(index, stands));
        let mut nearest: Option<(f32, FreePlace)> = None;
        let mut outlook = Outlook::Open;
        for _ in 0..MOST_CELLS {
            let Some(cell) = scout.next(ground) else {
                outlook = Outlook::ShutOff(nearest.map(|(_, place)| (scout.way_to(ground, place.cell), place)));
                break;
            };
            if cell == end {
                let cells = scout.way_to(ground, cell);
                outlook = match self.leads_through_others(index) {
                    true if cells.len() > 1 => Outlook::Round(cells),
                    true => Outlook::ShutOff(None),
                    false => Outlook::Open,
                };
                break;
            }
            let better = scout.free_place(ground, &self.places, cell).map(|free| (free.point.distance(place), free));
            nearest = nearest.into_iter().chain(better).min_by(|a, b| a.0.total_cmp(&b.0));
        }
        self.scout = scout;
        outlook
    }

    /// Whether an agent's way leads through the body of somebody who stands.
    fn leads_through_others(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        let Some(route) = agent.walking() else { return false };
        let way: Vec<Vec2> = std::iter::once(agent.position).chain(route.remaining()).collect();
        let stands = |other: usize| self.agents[other].stands();
        let mut bodies = self.bodies_beside(index, stands);
        bodies.any(|(at, least)| way.windows(2).any(|ends| distance_to_segment(at, ends[0], ends[1]) < least))
    }

    /// Has an agent go another way to its place.
    fn go_round(&mut self, index: usize, cells: &[Cell]) {
        let agent = &self.agents[index];
        let (Some(route), Some(point)) = (agent.walking(), agent.place) else { return };
        let (status, ending, cell) = (route.status, route.ending, cells[cells.len() - 1]);
        self.walk_along(index, cells, FreePlace { cell, point }, status, ending);
    }

    /// Has an agent settle as near to its place as those who stand before it allow.
    fn settle_before(&mut self, index: usize, nearest: Option<(Vec<Cell>, FreePlace)>) {
        let agent = &self.agents[index];
        let (here, place) = (agent.position, agent.place.unwrap_or(agent.position));
        let radius = self.profiles[agent.profile].radius;
        let (mut status, mut ending) = match agent.walking() {
            Some(route) => (route.status, route.ending),
            None => (PathStatus::Partial, AgentState::ArrivedNear),
        };
        self.give_up_place(index);
        let is_free = self.has_room(index, here);
        let nearest = nearest.filter(|(_, free)| !is_free || free.point.distance(place) < here.distance(place) - radius);
        let Some((cells, free)) = nearest else {
            return self.give_up(index);
        };
        if free.point.distance(place) > NEAR_PLACE * radius && ending == AgentState::Arrived {
            (status, ending) = (PathStatus::Partial, AgentState::ArrivedNear);
        }
        self.keep_place(index, free.point);
        self.walk_along(index, &cells, free, status, ending);
    }

    /// Whether an agent can stand at a point, which is nobody's place.
    fn has_room(&self, index: usize, point: Vec2) -> bool {
        let ground = self.ground(self.agents[index].profile);
        fits(&ground.solid, point) && self.places.is_free(point, TIGHT * ground.radius())
    }

    /// Has an agent stand where it is, as it can come neither to its goal nor to any place near it.
    fn give_up(&mut self, index: usize) {
        self.dismiss(index);
        self.drop_route(index);
        let agent = &mut self.agents[index];
        agent.state = AgentState::ArrivedNear;
        agent.arrived_tick = Some(self.tick);
        if !agent.order.as_ref().is_some_and(Order::is_roving) || agent.progress.is_over {
            self.events.push(Event::Arrived { agent: agent.id, status: PathStatus::Partial });
        }
        self.stand_aside(index);
    }

    /// Whether an agent has not come on along its way for so long that it needs another one.
    pub(super) fn has_stalled(&self, index: usize) -> bool {
        self.agents[index].walking().is_some_and(Route::has_stalled)
    }

    /// Lets an agent that stands, and that others keep off its place for good, have its place where it is.
    pub(super) fn come_to_terms(&mut self, index: usize, rests: bool) {
        let agent = &mut self.agents[index];
        if agent.stands() && agent.position.distance(agent.previous_position) <= UNMOVED {
            // Between walls and others it may have a velocity and not move.
            agent.velocity = Vec2::ZERO;
        }
        if rests || !agent.stands() || agent.wanted_velocity == Vec2::ZERO || agent.on_link.is_some() {
            agent.kept_off = 0;
            return;
        }
        let ticks = if agent.velocity.length() <= 2.0 * AT_REST { 8 } else { 1 };
        agent.kept_off = (agent.kept_off + ticks).min(KEPT_OFF_FOR_GOOD);
        let (kept_off, here, radius) = (agent.kept_off, agent.position, self.profiles[agent.profile].radius);
        if kept_off >= KEPT_OFF && self.places.is_free(here, TIGHT * radius)
            || kept_off >= KEPT_OFF_FOR_GOOD && self.touches_nobody(index)
        {
            let agent = &mut self.agents[index];
            if agent.velocity.length() <= 2.0 * AT_REST {
                agent.halt();
            }
            self.stand_aside(index);
        }
    }

    /// Whether an agent's body overlaps nobody else's.
    fn touches_nobody(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        let radius = |agent: &Agent| self.profiles[agent.profile].radius;
        let is_apart = |other: &Agent| other.position.distance(agent.position) >= TIGHT * radius(agent) + radius(other);
        self.agents.iter().all(|other| other.id == agent.id || is_apart(other))
    }

    /// Has an agent keep the place where it is; whoever was to stand there gets another one.
    fn stand_aside(&mut self, index: usize) {
        self.give_up_place(index);
        self.keep_place(index, self.agents[index].position);
        self.displace_others(index);
    }
}
