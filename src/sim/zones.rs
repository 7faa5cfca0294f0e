//! Zones in the world: put, taken away, carried about and picked up; and whom their changes send looking for another way.
//!
//! What a zone puts on the ground counts for everybody alike, also for the agent on which it rides: the ground is shared.
//!
//! Between commands the costs of the ground change only every [`BEAT`] ticks: a zone that rides on an agent is laid again
//! then, if the agent has come into another cell, and [wear](super::wear) is published. As a search begins again when the
//! ground changes under it, one that takes longer than that is waited for: up to [`PATIENCE`] beats, and once it has had to
//! begin again to its end.
//!
//! An agent on its way looks for another where costs have risen on what is left of it, or have fallen near enough that a
//! way through there could be cheaper; the first time at once, then not before [`LOOK_AGAIN`] ticks have passed. A gaze
//! that sweeps over a thousand agents thus asks for some thirty searches a tick, whatever it does.

use glam::Vec2;

use super::{Event, Simulation};
use crate::agent::body::crosses_box;
use crate::agent::{Agent, AgentId};
use crate::grid::{Cell, Rect};
use crate::level::{Extent, Zone, ZoneKind, hint};
use crate::nav::fields::{FieldChange, Footprint, repaint};
use crate::nav::requests::RequestId;
use crate::profile::AgentProfile;

/// After so many ticks the costs of the ground may change by themselves.
pub(super) const BEAT: u64 = 6;

/// For so many beats changes wait for a search that is under way.
const PATIENCE: u32 = 10;

/// How many ticks pass between two searches that an agent makes because costs have changed.
const LOOK_AGAIN: u64 = 30;

/// How near the middle of a reward a body must come to touch it, in tiles.
const REWARD_RADIUS: f32 = 0.25;

/// What the zones have put on the ground, and who has noticed.
#[derive(Clone, Debug, Default)]
pub(super) struct Painted {
    /// Of each zone, in the order of [`Simulation::zones`].
    pub footprints: Vec<Footprint>,
    /// The cells of the agents on which zones ride, when these were laid; in the same order.
    pub riders: Vec<Option<Cell>>,
    /// By the numbers of agents.
    pub looks: Vec<Look>,
    /// For how many beats in a row a search has been waited for.
    pub waited: u32,
    /// The last search that had to begin again, as it was not waited for any longer.
    pub interrupted: Option<RequestId>,
    /// What has changed since agents were last told.
    changes: Vec<(ZoneKind, FieldChange)>,
}

/// Whether an agent may look for another way because of costs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    /// Not before this tick.
    pub earliest: u64,
    /// Whether it is to look then.
    pub is_due: bool,
}

impl Simulation {
    /// Lays every zone anew, where nothing is baked yet: at the start, and when the cells have become other ones.
    pub(super) fn paint_zones(&mut self) {
        self.map.fields.danger = None;
        self.map.fields.reward = None;
        self.painted.riders = self.zones.iter().map(|zone| self.rider_cell(zone)).collect();
        let riders = self.zones.iter().zip(&self.painted.riders);
        self.painted.footprints = riders.map(|(zone, &rider)| Footprint::of(&self.map, zone, rider)).collect();
        for footprint in &self.painted.footprints {
            repaint(&mut self.map, footprint.kind, footprint.rect, &self.painted.footprints);
        }
    }

    /// The cell of the agent on which a zone rides, if it rides on one that is there.
    fn rider_cell(&self, zone: &Zone) -> Option<Cell> {
        let rider = self.agent(rider(zone)?)?;
        Some(self.map.cells().tile_at(rider.position))
    }

    pub(super) fn put_zone(&mut self, zone: &Zone) {
        if let Some(reason) = self.problem_of(zone) {
            return self.refuse(reason);
        }
        let at = match self.zones.iter().position(|known| known.name == zone.name) {
            Some(at) => {
                self.zones[at] = zone.clone();
                at
            }
            None => {
                self.zones.push(zone.clone());
                self.painted.footprints.push(Footprint::nowhere(zone.kind));
                self.painted.riders.push(None);
                self.zones.len() - 1
            }
        };
        self.lay_zone(at);
        self.tell_agents();
        self.events.push(Event::ZoneChanged { zone: zone.name.clone() });
    }

    /// Why there cannot be such a zone, in a sentence.
    fn problem_of(&self, zone: &Zone) -> Option<String> {
        let name = &zone.name;
        if name.is_empty() {
            return Some("a zone needs a name".to_owned());
        }
        if !(0.0..=100.0).contains(&zone.strength) {
            return Some(format!("zone {name:?} cannot have the strength {}: it is from 0 to 100", zone.strength));
        }
        if !(zone.falloff.is_finite() && zone.falloff >= 0.0) {
            return Some(format!("zone {name:?} cannot have the falloff {}: it is never negative", zone.falloff));
        }
        let is_radius = |radius: f32| radius.is_finite() && radius > 0.0;
        match &zone.extent {
            Extent::Circle { radius, .. } | Extent::Riding { radius, .. } if !is_radius(*radius) => {
                Some(format!("zone {name:?} cannot have the radius {radius}: it is more than 0"))
            }
            Extent::Circle { at, .. } if !at.is_finite() => Some(format!("zone {name:?} is nowhere: it lies at {at}")),
            Extent::Polygon(corners) if corners.len() < 3 => {
                Some(format!("zone {name:?} has {} corners: a polygon has at least three", corners.len()))
            }
            Extent::Polygon(corners) if !corners.iter().all(|corner| corner.is_finite()) => {
                Some(format!("zone {name:?} has a corner that is nowhere"))
            }
            Extent::Riding { agent, .. } if self.agent(AgentId(*agent as u32)).is_none() => {
                Some(format!("zone {name:?} cannot ride on agent {agent}: there is none"))
            }
            _ => None,
        }
    }

    pub(super) fn remove_zone(&mut self, name: &str) {
        match self.zones.iter().position(|zone| zone.name == name) {
            Some(at) => {
                self.take_away(at);
                self.events.push(Event::ZoneChanged { zone: name.to_owned() });
            }
            None => {
                let hint = hint(name, self.zones.iter().map(|zone| zone.name.as_str()));
                self.refuse(format!("there is no zone called {name:?}{hint}"));
            }
        }
    }

    fn take_away(&mut self, at: usize) {
        self.zones.remove(at);
        self.painted.riders.remove(at);
        let gone = self.painted.footprints.remove(at);
        self.repaint(gone.kind, gone.rect);
        self.tell_agents();
    }

    /// Lays a zone as it is now in the place of what it has put on the ground.
    fn lay_zone(&mut self, at: usize) {
        let rider = self.rider_cell(&self.zones[at]);
        let new = Footprint::of(&self.map, &self.zones[at], rider);
        self.painted.riders[at] = rider;
        let old = std::mem::replace(&mut self.painted.footprints[at], new);
        let new = &self.painted.footprints[at];
        if old == *new {
            return;
        }
        let (kind, rect) = (new.kind, new.rect);
        if kind == old.kind && meet(rect, old.rect) {
            self.repaint(kind, rect.union(old.rect));
        } else {
            self.repaint(old.kind, old.rect);
            self.repaint(kind, rect);
        }
    }

    /// Has the cells of a rectangle cost what the zones say. Agents are yet to be [told](Simulation::tell_agents).
    fn repaint(&mut self, kind: ZoneKind, rect: Rect) {
        let change = repaint(&mut self.map, kind, rect, &self.painted.footprints);
        let Some(rect) = change.rect() else { return };
        self.recost(rect, |profile| minds(profile, kind));
        self.painted.changes.push((kind, change));
    }

    /// Has agents look for another way that what has changed may concern.
    fn tell_agents(&mut self) {
        let changes = std::mem::take(&mut self.painted.changes);
        for index in (0..self.agents.len()).filter(|_| !changes.is_empty()) {
            let agent = &self.agents[index];
            let is_told = self.painted.looks.get(agent.id.0 as usize).is_some_and(|look| look.is_due);
            if !is_told && changes.iter().any(|&(kind, change)| self.is_concerned(agent, kind, change)) {
                self.look_for_another_way(index);
            }
        }
    }

    /// Has the cells of a rectangle cost those what they cost now whom that `concerns`.
    pub(super) fn recost(&mut self, cells: Rect, concerns: impl Fn(&AgentProfile) -> bool) {
        let baked = self.grids.baked().filter(|_| self.is_baked);
        for (_, grid) in baked.filter(|(profile, _)| concerns(&self.profiles[*profile])) {
            grid.recost(&self.map, cells);
        }
    }

    /// Whether an agent could have a better way than the one that it is on, now that a field has changed.
    fn is_concerned(&self, agent: &Agent, kind: ZoneKind, change: FieldChange) -> bool {
        if agent.active_route().is_none() || !minds(self.profile_of(agent), kind) {
            return false;
        }
        let (dearer, cheaper) = match kind {
            ZoneKind::Danger => (change.raised, change.lowered),
            ZoneKind::Reward => (change.lowered, change.raised),
        };
        dearer.is_some_and(|cells| self.goes_through(agent, cells))
            || cheaper.is_some_and(|cells| self.could_be_cheaper(agent, cells))
    }

    /// Whether what is left of an agent's way leads through a rectangle of cells. Where it is not laid yet, it is taken to
    /// go straight from one milestone to the next: that part is searched for when its turn comes.
    fn goes_through(&self, agent: &Agent, cells: Rect) -> bool {
        let lattice = self.map.cells();
        let (low, high) = (lattice.corner(cells.min), lattice.corner(cells.max));
        let mut from = agent.position;
        agent.active_route().is_some_and(|route| {
            route.remaining().any(|to| crosses_box(std::mem::replace(&mut from, to), to, low, high))
        })
    }

    /// Has an agent find its path again, now or when enough time has passed since it last did so because of costs.
    fn look_for_another_way(&mut self, index: usize) {
        let number = self.agents[index].id.0 as usize;
        if self.painted.looks.len() <= number {
            self.painted.looks.resize(number + 1, Look::default());
        }
        let look = &mut self.painted.looks[number];
        look.is_due = self.tick < look.earliest;
        if !look.is_due {
            look.earliest = self.tick + LOOK_AGAIN;
            self.request(index);
        }
    }

    /// Has those look for another way who had to wait with it.
    fn look_again(&mut self) {
        if self.painted.looks.is_empty() {
            return;
        }
        for index in 0..self.agents.len() {
            let agent = &self.agents[index];
            let look = self.painted.looks.get(agent.id.0 as usize).copied().unwrap_or_default();
            if look.is_due && look.earliest <= self.tick {
                if agent.active_route().is_some() {
                    self.look_for_another_way(index);
                } else {
                    self.painted.looks[agent.id.0 as usize].is_due = false;
                }
            }
        }
    }

    /// Lays the zones again whose view has changed because tiles, or obstacles that touch them, have become others.
    pub(super) fn see_again(&mut self, tiles: Rect) {
        let changed = self.map.cells_of_tiles(tiles);
        for at in 0..self.zones.len() {
            let sees = matches!(self.zones[at].extent, Extent::Riding { in_sight: true, .. });
            if sees && meet(self.painted.footprints[at].rect, changed) {
                self.lay_zone(at);
            }
        }
        self.tell_agents();
    }

    /// What becomes of the costs of the ground in a tick, after all have moved.
    pub(super) fn tend_costs(&mut self) {
        self.pick_up_rewards();
        self.wear_ground();
        if self.tick.is_multiple_of(BEAT) {
            let is_free = self.may_change_costs();
            if is_free {
                self.carry_zones();
            }
            self.grow_back(is_free);
        }
        self.look_again();
    }

    /// Whether no search is under way that is waited for.
    fn may_change_costs(&mut self) -> bool {
        let under_way = self.requests.waiting().next().filter(|_| self.requests.effort().expanded > 0);
        let painted = &mut self.painted;
        let waits = under_way.is_some() && (painted.waited < PATIENCE || under_way == painted.interrupted);
        if waits {
            painted.waited += 1;
        } else {
            painted.waited = 0;
            painted.interrupted = under_way.or(painted.interrupted);
        }
        !waits
    }

    fn carry_zones(&mut self) {
        for at in 0..self.zones.len() {
            if self.rider_cell(&self.zones[at]) != self.painted.riders[at] {
                self.lay_zone(at);
            }
        }
        self.tell_agents();
    }

    /// Gives every reward whose middle is touched to the first, in order of id, who touches it; not to the one on whom it
    /// rides.
    fn pick_up_rewards(&mut self) {
        let is_reward = |zone: &&Zone| zone.kind == ZoneKind::Reward;
        let middle = |zone: &Zone| Some((rider(zone), self.zone_middle(zone)?, zone.name.clone()));
        let mut rewards: Vec<_> = self.zones.iter().filter(is_reward).filter_map(middle).collect();
        if rewards.is_empty() {
            return;
        }
        let reach = REWARD_RADIUS * self.map.lattice.tile_size;
        let mut taken = Vec::new();
        for agent in &self.agents {
            let least = reach + self.profile_of(agent).radius;
            let touches = |(rider, middle): (Option<AgentId>, Vec2)| {
                agent.position.distance_squared(middle) <= least * least && rider != Some(agent.id)
            };
            while let Some(at) = rewards.iter().position(|&(rider, middle, _)| touches((rider, middle))) {
                taken.push((agent.id, rewards.remove(at).2));
            }
        }
        for (agent, zone) in taken {
            if let Some(at) = self.zones.iter().position(|known| known.name == zone) {
                self.take_away(at);
            }
            self.events.push(Event::RewardTaken { agent, zone });
        }
    }
}

/// The agent on which a zone rides, if it rides on one.
fn rider(zone: &Zone) -> Option<AgentId> {
    match zone.extent {
        Extent::Riding { agent, .. } => Some(AgentId(agent as u32)),
        _ => None,
    }
}

/// Whether a field changes what the ground costs agents of a profile.
fn minds(profile: &AgentProfile, kind: ZoneKind) -> bool {
    match kind {
        ZoneKind::Danger => profile.danger > 0.0,
        ZoneKind::Reward => profile.reward > 0.0,
    }
}

/// Whether two rectangles have a cell in common.
fn meet(one: Rect, other: Rect) -> bool {
    one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y && other.min.y < one.max.y
}
