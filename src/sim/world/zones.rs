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

use crate::agent::body::crosses_box;
use crate::agent::{Agent, AgentId};
use crate::grid::{Cell, Rect};
use crate::level::{Extent, Zone, ZoneKind};
use crate::nav::footprint::{FieldChange, Footprint, repaint as repaint_field};
use crate::nav::requests::RequestId;
use crate::profile::AgentProfile;
use crate::sim::agents::Agents;
use crate::sim::refusal::refuse;
use crate::sim::world::World;
use crate::sim::world::invalidation::{could_be_cheaper, request};
use crate::sim::world::wear::{grow_back, wear_ground};
use crate::sim::{Event, Named, Refusal, ZoneProblem};

/// After so many ticks the costs of the ground may change by themselves.
pub const BEAT: u64 = 6;

/// For so many beats changes wait for a search that is under way.
const PATIENCE: u32 = 10;

/// How many ticks pass between two searches that an agent makes because costs have changed.
const LOOK_AGAIN: u64 = 30;

/// How near the middle of a reward a body must come to touch it, in tiles.
const REWARD_RADIUS: f32 = 0.25;

/// What the zones have put on the ground, and who has noticed.
#[derive(Clone, Debug, Default)]
pub struct Painted {
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
pub struct Look {
    /// Not before this tick.
    pub earliest: u64,
    /// Whether it is to look then.
    pub is_due: bool,
}

/// Lays every zone anew, where nothing is baked yet: at the start, and when the cells have become other ones.
pub fn paint_zones(world: &mut World, agents: &Agents) {
    world.map.fields.danger = None;
    world.map.fields.reward = None;
    world.painted.riders = world.zones.iter().map(|zone| rider_cell(world, agents, zone)).collect();
    let riders = world.zones.iter().zip(&world.painted.riders);
    world.painted.footprints = riders.map(|(zone, &rider)| Footprint::of(&world.map, zone, rider)).collect();
    for footprint in &world.painted.footprints {
        repaint_field(&mut world.map, footprint.kind, footprint.rect, &world.painted.footprints);
    }
}

/// The cell of the agent on which a zone rides, if it rides on one that is there.
fn rider_cell(world: &World, agents: &Agents, zone: &Zone) -> Option<Cell> {
    let rider = agents.agent(rider(zone)?)?;
    Some(world.map.cells().tile_at(rider.body.position))
}

pub fn put_zone(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, zone: &Zone) {
    if let Some(problem) = problem_of(agents, zone) {
        return refuse(events, Refusal::Zone { zone: zone.name.clone(), problem });
    }
    let at = match world.zones.iter().position(|known| known.name == zone.name) {
        Some(at) => {
            world.zones[at] = zone.clone();
            at
        }
        None => {
            world.zones.push(zone.clone());
            world.painted.footprints.push(Footprint::nowhere(zone.kind));
            world.painted.riders.push(None);
            world.zones.len() - 1
        }
    };
    lay_zone(world, agents, at);
    tell_agents(world, agents);
    events.push(Event::ZoneChanged { zone: zone.name.clone() });
}

/// What is wrong with a zone, if anything is.
fn problem_of(agents: &Agents, zone: &Zone) -> Option<ZoneProblem> {
    if zone.name.is_empty() {
        return Some(ZoneProblem::Nameless);
    }
    if !(0.0..=100.0).contains(&zone.strength) {
        return Some(ZoneProblem::Strength(zone.strength));
    }
    if !(zone.falloff.is_finite() && zone.falloff >= 0.0) {
        return Some(ZoneProblem::Falloff(zone.falloff));
    }
    let is_radius = |radius: f32| radius.is_finite() && radius > 0.0;
    match &zone.extent {
        Extent::Circle { radius, .. } | Extent::Riding { radius, .. } if !is_radius(*radius) => {
            Some(ZoneProblem::Radius(*radius))
        }
        Extent::Circle { at, .. } if !at.is_finite() => Some(ZoneProblem::Nowhere(*at)),
        Extent::Polygon(corners) if corners.len() < 3 => Some(ZoneProblem::FewCorners(corners.len())),
        Extent::Polygon(corners) if !corners.iter().all(|corner| corner.is_finite()) => {
            Some(ZoneProblem::CornerNowhere)
        }
        Extent::Riding { agent, .. } if agents.agent(AgentId(*agent as u32)).is_none() => {
            Some(ZoneProblem::NoAgent(*agent as u64))
        }
        _ => None,
    }
}

pub fn remove_zone(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, name: &str) {
    match world.zones.iter().position(|zone| zone.name == name) {
        Some(at) => {
            take_away(world, agents, at);
            events.push(Event::ZoneChanged { zone: name.to_owned() });
        }
        None => {
            let known = world.zones.iter().map(|zone| zone.name.as_str());
            refuse(events, Refusal::unknown(Named::Zone, name, known));
        }
    }
}

fn take_away(world: &mut World, agents: &mut Agents, at: usize) {
    world.zones.remove(at);
    world.painted.riders.remove(at);
    let gone = world.painted.footprints.remove(at);
    repaint(world, gone.kind, gone.rect);
    tell_agents(world, agents);
}

/// Lays a zone as it is now in the place of what it has put on the ground.
fn lay_zone(world: &mut World, agents: &Agents, at: usize) {
    let rider = rider_cell(world, agents, &world.zones[at]);
    let new = Footprint::of(&world.map, &world.zones[at], rider);
    world.painted.riders[at] = rider;
    let old = std::mem::replace(&mut world.painted.footprints[at], new);
    let new = &world.painted.footprints[at];
    if old == *new {
        return;
    }
    let (kind, rect) = (new.kind, new.rect);
    if kind == old.kind && meet(rect, old.rect) {
        repaint(world, kind, rect.union(old.rect));
    } else {
        repaint(world, old.kind, old.rect);
        repaint(world, kind, rect);
    }
}

/// Has the cells of a rectangle cost what the zones say. Agents are yet to be [told](tell_agents).
fn repaint(world: &mut World, kind: ZoneKind, rect: Rect) {
    let change = repaint_field(&mut world.map, kind, rect, &world.painted.footprints);
    let Some(rect) = change.rect() else { return };
    recost(world, rect, |profile| minds(profile, kind));
    world.painted.changes.push((kind, change));
}

/// Has agents look for another way that what has changed may concern.
fn tell_agents(world: &mut World, agents: &mut Agents) {
    let changes = std::mem::take(&mut world.painted.changes);
    for index in (0..agents.list.len()).filter(|_| !changes.is_empty()) {
        let agent = &agents.list[index];
        let is_told = world.painted.looks.get(agent.identity.id.0 as usize).is_some_and(|look| look.is_due);
        if !is_told && changes.iter().any(|&(kind, change)| is_concerned(world, agent, kind, change)) {
            look_for_another_way(world, agents, index);
        }
    }
}

/// Has the cells of a rectangle cost those what they cost now whom that `concerns`.
pub fn recost(world: &mut World, cells: Rect, concerns: impl Fn(&AgentProfile) -> bool) {
    let baked = world.grids.baked().filter(|_| world.is_baked);
    for (_, grid) in baked.filter(|(profile, _)| concerns(&world.profiles[*profile])) {
        grid.recost(&world.map, cells);
    }
}

/// Whether an agent could have a better way than the one that it is on, now that a field has changed.
fn is_concerned(world: &World, agent: &Agent, kind: ZoneKind, change: FieldChange) -> bool {
    if agent.active_route().is_none() || !minds(world.profile_of(agent), kind) {
        return false;
    }
    let (dearer, cheaper) = match kind {
        ZoneKind::Danger => (change.raised, change.lowered),
        ZoneKind::Reward => (change.lowered, change.raised),
    };
    dearer.is_some_and(|cells| goes_through(world, agent, cells))
        || cheaper.is_some_and(|cells| could_be_cheaper(world, agent, cells))
}

/// Whether what is left of an agent's way leads through a rectangle of cells. Where it is not laid yet, it is taken to
/// go straight from one milestone to the next: that part is searched for when its turn comes.
fn goes_through(world: &World, agent: &Agent, cells: Rect) -> bool {
    let lattice = world.map.cells();
    let (low, high) = (lattice.corner(cells.min), lattice.corner(cells.max));
    let mut from = agent.body.position;
    agent
        .active_route()
        .is_some_and(|route| route.remaining().any(|to| crosses_box(std::mem::replace(&mut from, to), to, low, high)))
}

/// Has an agent find its path again, now or when enough time has passed since it last did so because of costs.
fn look_for_another_way(world: &mut World, agents: &mut Agents, index: usize) {
    let number = agents.list[index].identity.id.0 as usize;
    if world.painted.looks.len() <= number {
        world.painted.looks.resize(number + 1, Look::default());
    }
    let look = &mut world.painted.looks[number];
    look.is_due = world.tick < look.earliest;
    if !look.is_due {
        look.earliest = world.tick + LOOK_AGAIN;
        request(world, agents, index);
    }
}

/// Has those look for another way who had to wait with it.
fn look_again(world: &mut World, agents: &mut Agents) {
    if world.painted.looks.is_empty() {
        return;
    }
    for index in 0..agents.list.len() {
        let agent = &agents.list[index];
        let look = world.painted.looks.get(agent.identity.id.0 as usize).copied().unwrap_or_default();
        if look.is_due && look.earliest <= world.tick {
            if agent.active_route().is_some() {
                look_for_another_way(world, agents, index);
            } else {
                world.painted.looks[agent.identity.id.0 as usize].is_due = false;
            }
        }
    }
}

/// Lays the zones again whose view has changed because tiles, or obstacles that touch them, have become others.
pub fn see_again(world: &mut World, agents: &mut Agents, tiles: Rect) {
    let changed = world.map.cells_of_tiles(tiles);
    for at in 0..world.zones.len() {
        let sees = matches!(world.zones[at].extent, Extent::Riding { in_sight: true, .. });
        if sees && meet(world.painted.footprints[at].rect, changed) {
            lay_zone(world, agents, at);
        }
    }
    tell_agents(world, agents);
}

/// What becomes of the costs of the ground in a tick, after all have moved.
pub fn tend_costs(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>) {
    pick_up_rewards(world, agents, events);
    wear_ground(world, agents);
    if world.tick.is_multiple_of(BEAT) {
        let is_free = may_change_costs(world, agents);
        if is_free {
            carry_zones(world, agents);
        }
        grow_back(world, is_free);
    }
    look_again(world, agents);
}

/// Whether no search is under way that is waited for.
fn may_change_costs(world: &mut World, agents: &mut Agents) -> bool {
    let under_way = agents.requests.waiting().next().filter(|_| agents.requests.statistics().expanded > 0);
    let painted = &mut world.painted;
    let waits = under_way.is_some() && (painted.waited < PATIENCE || under_way == painted.interrupted);
    if waits {
        painted.waited += 1;
    } else {
        painted.waited = 0;
        painted.interrupted = under_way.or(painted.interrupted);
    }
    !waits
}

fn carry_zones(world: &mut World, agents: &mut Agents) {
    for at in 0..world.zones.len() {
        if rider_cell(world, agents, &world.zones[at]) != world.painted.riders[at] {
            lay_zone(world, agents, at);
        }
    }
    tell_agents(world, agents);
}

/// Gives every reward whose middle is touched to the first, in order of id, who touches it; not to the one on whom it
/// rides.
fn pick_up_rewards(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>) {
    let is_reward = |zone: &&Zone| zone.kind == ZoneKind::Reward;
    let middle = |zone: &Zone| Some((rider(zone), zone_middle(agents, zone)?, zone.name.clone()));
    let mut rewards: Vec<_> = world.zones.iter().filter(is_reward).filter_map(middle).collect();
    if rewards.is_empty() {
        return;
    }
    let reach = REWARD_RADIUS * world.map.lattice.tile_size;
    let mut taken = Vec::new();
    for agent in &agents.list {
        let least = reach + world.profile_of(agent).radius;
        let touches = |(rider, middle): (Option<AgentId>, Vec2)| {
            agent.body.position.distance_squared(middle) <= least * least && rider != Some(agent.identity.id)
        };
        while let Some(at) = rewards.iter().position(|&(rider, middle, _)| touches((rider, middle))) {
            taken.push((agent.identity.id, rewards.remove(at).2));
        }
    }
    for (agent, zone) in taken {
        if let Some(at) = world.zones.iter().position(|known| known.name == zone) {
            take_away(world, agents, at);
        }
        events.push(Event::RewardTaken { agent, zone });
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

/// The middle of a zone (of the box around a polygon), in world units; `None` when the agent on which it rides is
/// gone.
pub fn zone_middle(agents: &Agents, zone: &Zone) -> Option<Vec2> {
    match &zone.extent {
        Extent::Circle { at, .. } => Some(*at),
        Extent::Polygon(corners) => {
            let least = corners.iter().copied().reduce(Vec2::min)?;
            let most = corners.iter().copied().reduce(Vec2::max)?;
            Some(0.5 * (least + most))
        }
        Extent::Riding { agent, .. } => agents.agent(AgentId(*agent as u32)).map(|agent| agent.body.position),
    }
}
