//! Zones in the world: they are put, removed, carried by agents and picked up, and their changes make agents replan.
//!
//! What a zone puts on the ground counts for every agent alike, also for the one that carries it: the ground is shared.
//!
//! Between commands the costs of the ground change only every [`BEAT`] ticks: a carried zone is then laid again if its
//! carrier has entered another cell (of very many, those whose carriers have come farthest), and [wear](super::wear) is
//! published. A search starts again when the ground changes under it, so changes wait for a search that takes longer than a
//! beat: up to [`MAX_BEATS_WAITED`] beats, and for a search that had to start again, until it is done.
//!
//! An agent under way replans when costs have risen on the rest of its route, or have fallen near enough that a path
//! through there could be cheaper: the first time at once, after that at most every [`LOOKS_EVERY`] ticks. A field of
//! view that sweeps over a thousand agents thus causes about thirty searches a tick.

use std::cmp::Reverse;

use glam::Vec2;

use crate::agent::body::crosses_box;
use crate::agent::tuning::LOOKS_EVERY;
use crate::agent::{Agent, AgentId};
use crate::format::plain_fields::PlainFields;
use crate::format::reader::is_name;
use crate::format::table::ZONE;
use crate::grid::{Cell, Rect};
use crate::level::{Extent, Zone, ZoneKind, largest_carried_radius};
use crate::nav::footprint::{CostSums, FieldChange, Footprint};
use crate::nav::requests::RequestId;
use crate::profile::AgentProfile;
use crate::sim::agents::Agents;
use crate::sim::refusal::refuse;
use crate::sim::world::World;
use crate::sim::world::invalidation::{could_be_cheaper, request};
use crate::sim::world::wear::{grow_back, wear_ground};
use crate::sim::{Event, Named, Refusal, ZoneProblem};
use crate::sorting;

/// Ticks between two changes of the ground's costs other than by command. If costs changed in every tick, long searches
/// would be restarted all the time.
pub const BEAT: u64 = 6;

/// Beats for which changes of the costs wait for a search that is under way. Without a limit one long search after
/// another would freeze the zones.
const MAX_BEATS_WAITED: u32 = 10;

/// Cells. The carried zones that are laid in a beat cover this many together, and the last of them what it covers, up to
/// [`CARRIED_CELLS`](crate::format::limits::CARRIED_CELLS). Without a limit, 200 agents that carry what they see up to 100
/// cells away take 190 ms in one tick.
const LAID_A_BEAT: usize = 100_000;

/// Tiles. How near to the centre of a reward a body must come to touch it.
const REWARD_RADIUS: f32 = 0.25;

/// What the zones have put on the ground, and which agents know of it.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Painted {
    /// The footprint of each zone, in the order of [`Simulation::zones`].
    #[serde(skip)]
    pub footprints: Vec<Footprint>,
    /// What they add to the ground together.
    #[serde(skip)]
    pub sums: CostSums,
    /// The cell of each zone's carrier when its footprint was laid, in the same order.
    pub riders: Vec<Option<Cell>>,
    /// By agent id.
    pub looks: Vec<CostCheck>,
    /// The number of beats in a row that changes have waited for a search.
    pub waited: u32,
    /// The last search that had to start again because it was not waited for any longer.
    pub interrupted: Option<RequestId>,
    /// Changes of which agents have not been told yet.
    changes: Vec<(ZoneKind, FieldChange)>,
}

/// When an agent may replan because of costs.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub struct CostCheck {
    /// Not before this tick.
    pub earliest: u64,
    /// Whether the agent is to replan then.
    pub is_due: bool,
}

/// Lays every zone anew: at the start, and when the size of the cells has changed. Ground that was baked without zones
/// takes on their costs.
pub fn paint_zones(world: &mut World, agents: &Agents) {
    forget_zones(world);
    world.painted.riders = world.zones.iter().map(|zone| rider_cell(world, agents, zone)).collect();
    let riders = world.zones.iter().zip(&world.painted.riders);
    world.painted.footprints = riders.map(|(zone, &rider)| Footprint::of(&world.map, zone, rider)).collect();
    for footprint in &world.painted.footprints {
        world.painted.sums.replace(&mut world.map, None, Some(footprint));
    }
    // Where they cover each other, each cell is told its costs once.
    let area = |rect: Rect| rect.cells().count();
    let whole = world.map.cells().rect();
    for kind in [ZoneKind::Danger, ZoneKind::Reward] {
        let of_kind = world.painted.footprints.iter().filter(|footprint| footprint.kind == kind);
        let mut rects: Vec<Rect> = of_kind.map(|footprint| footprint.rect).collect();
        if rects.iter().map(|&rect| area(rect)).sum::<usize>() > area(whole) {
            rects = vec![whole];
        }
        for rect in rects {
            recost(world, rect, |profile| is_affected_by(profile, kind));
        }
    }
}

/// Forgets what the zones have put on the ground, before all of it is baked anew and they are
/// [painted](paint_zones) again.
pub fn forget_zones(world: &mut World) {
    for kind in [ZoneKind::Danger, ZoneKind::Reward] {
        world.painted.sums.clear(kind, &mut world.map);
    }
    let footprints = world.painted.footprints.iter_mut();
    footprints.for_each(|footprint| *footprint = Footprint::nowhere(footprint.kind));
}

/// Makes these the zones, in this order, and lays those that are new or have changed.
pub fn set_zones(world: &mut World, agents: &mut Agents, zones: Vec<Zone>) {
    for at in (0..world.zones.len()).rev() {
        if !zones.contains(&world.zones[at]) {
            remove_at(world, agents, at);
        }
    }
    for (at, zone) in zones.into_iter().enumerate() {
        match world.zones[at..].iter().position(|known| *known == zone) {
            Some(further) => {
                world.zones[at..=at + further].rotate_right(1);
                world.painted.footprints[at..=at + further].rotate_right(1);
                world.painted.riders[at..=at + further].rotate_right(1);
            }
            None => {
                world.painted.footprints.insert(at, Footprint::nowhere(zone.kind));
                world.painted.riders.insert(at, None);
                world.zones.insert(at, zone);
                place_zone(world, agents, at);
            }
        }
    }
    move_carried_zones(world, agents);
    // What nothing lies on any more is as if nothing had ever been put there.
    for kind in [ZoneKind::Danger, ZoneKind::Reward] {
        if world.zones.iter().all(|zone| zone.kind != kind) {
            world.painted.sums.clear(kind, &mut world.map);
        }
    }
}

/// Returns the cell of the agent that carries a zone, if one does.
fn rider_cell(world: &World, agents: &Agents, zone: &Zone) -> Option<Cell> {
    let rider = agents.agent(rider(zone)?)?;
    Some(world.map.cells().tile_at(rider.body.position))
}

/// Adds a zone, or replaces the one of the same name.
pub fn put_zone(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, zone: &Zone) {
    if let Some(problem) = problem_of(world, agents, zone) {
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
    place_zone(world, agents, at);
    notify_agents(world, agents);
    events.push(Event::ZoneChanged { zone: zone.name.clone() });
}

/// Returns what is wrong with a zone, if anything is.
fn problem_of(world: &World, agents: &Agents, zone: &Zone) -> Option<ZoneProblem> {
    if !is_name(&zone.name) {
        return Some(ZoneProblem::Nameless);
    }
    let fault_of_extent = || match &zone.extent {
        Extent::Circle { radius, .. } | Extent::Riding { radius, .. } => ZONE.fault_of_number("radius", *radius),
        Extent::Polygon(corners) => ZONE.fault_of_count("polygon", corners.len()),
    };
    if let Some(fault) = zone.fault(&ZONE).or_else(fault_of_extent) {
        return Some(ZoneProblem::Field(fault));
    }
    let most = largest_carried_radius(&world.map);
    match &zone.extent {
        &Extent::Riding { radius, .. } if radius > most => Some(ZoneProblem::TooLargeToCarry { radius, most }),
        Extent::Circle { at, .. } if !at.is_finite() => Some(ZoneProblem::Nowhere(*at)),
        Extent::Polygon(corners) if !corners.iter().all(|corner| is_on_plane(*corner)) => {
            Some(ZoneProblem::CornerNowhere)
        }
        Extent::Riding { agent, .. } if agents.agent(AgentId(*agent as u32)).is_none() => {
            Some(ZoneProblem::NoAgent(*agent as u64))
        }
        _ => None,
    }
}

/// Whether a point is not farther off than a level may have the corner of a zone.
fn is_on_plane(point: Vec2) -> bool {
    let range = ZONE.range("polygon");
    range.contains(&point.x) && range.contains(&point.y)
}

/// Removes the zone of this name.
pub fn remove_zone(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, name: &str) {
    match world.zones.iter().position(|zone| zone.name == name) {
        Some(at) => {
            remove_at(world, agents, at);
            events.push(Event::ZoneChanged { zone: name.to_owned() });
        }
        None => {
            let known = world.zones.iter().map(|zone| zone.name.as_str());
            refuse(events, Refusal::unknown(Named::Zone, name, known));
        }
    }
}

fn remove_at(world: &mut World, agents: &mut Agents, at: usize) {
    world.zones.remove(at);
    world.painted.riders.remove(at);
    let gone = world.painted.footprints.remove(at);
    repaint(world, gone.kind, Some(&gone), None);
    notify_agents(world, agents);
}

/// Replaces what a zone has put on the ground by what it puts there now.
fn place_zone(world: &mut World, agents: &Agents, at: usize) {
    let rider = rider_cell(world, agents, &world.zones[at]);
    let new = Footprint::of(&world.map, &world.zones[at], rider);
    world.painted.riders[at] = rider;
    let old = std::mem::replace(&mut world.painted.footprints[at], new.clone());
    if old == new {
        return;
    }
    if new.kind == old.kind && overlap(new.rect, old.rect) {
        repaint(world, new.kind, Some(&old), Some(&new));
    } else {
        repaint(world, old.kind, Some(&old), None);
        repaint(world, new.kind, None, Some(&new));
    }
}

/// Replaces what one footprint of a kind puts on the ground by what another one does. [`notify_agents`] is to be called afterwards.
fn repaint(world: &mut World, kind: ZoneKind, old: Option<&Footprint>, new: Option<&Footprint>) {
    let change = world.painted.sums.replace(&mut world.map, old, new);
    let Some(rect) = change.rect() else { return };
    recost(world, rect, |profile| is_affected_by(profile, kind));
    world.painted.changes.push((kind, change));
}

/// Makes agents replan whom the changes since the last call may concern.
fn notify_agents(world: &mut World, agents: &mut Agents) {
    let changes = std::mem::take(&mut world.painted.changes);
    for index in (0..agents.list.len()).filter(|_| !changes.is_empty()) {
        let agent = &agents.list[index];
        let is_told = world.painted.looks.get(agent.identity.id.0 as usize).is_some_and(|look| look.is_due);
        if !is_told && changes.iter().any(|&(kind, change)| is_concerned(world, agent, kind, change)) {
            replan_for_costs(world, agents, index);
        }
    }
}

/// Updates the costs of a rectangle of cells in the grids of those profiles that `concerns` selects.
pub fn recost(world: &mut World, cells: Rect, concerns: impl Fn(&AgentProfile) -> bool) {
    let baked = world.grids.baked().filter(|_| world.is_baked);
    for (_, grid) in baked.filter(|(profile, _)| concerns(&world.profiles[*profile])) {
        grid.recost(&world.map, cells);
    }
}

/// Whether an agent could have a better path than its current one, now that a cost field has changed.
fn is_concerned(world: &World, agent: &Agent, kind: ZoneKind, change: FieldChange) -> bool {
    if agent.active_route().is_none() || !is_affected_by(world.profile_of(agent), kind) {
        return false;
    }
    let (dearer, cheaper) = match kind {
        ZoneKind::Danger => (change.raised, change.lowered),
        ZoneKind::Reward => (change.lowered, change.raised),
    };
    dearer.is_some_and(|cells| goes_through(world, agent, cells))
        || cheaper.is_some_and(|cells| could_be_cheaper(world, agent, cells))
}

/// Whether the rest of an agent's route leads through a rectangle of cells. The part that is not refined yet counts as
/// straight from one milestone to the next: it is searched for when its turn comes.
fn goes_through(world: &World, agent: &Agent, cells: Rect) -> bool {
    let lattice = world.map.cells();
    let (low, high) = (lattice.corner(cells.min), lattice.corner(cells.max));
    let mut from = agent.body.position;
    agent
        .active_route()
        .is_some_and(|route| route.remaining().any(|to| crosses_box(std::mem::replace(&mut from, to), to, low, high)))
}

/// Replans an agent's path now, or as soon as enough time has passed since it last replanned because of costs.
fn replan_for_costs(world: &mut World, agents: &mut Agents, index: usize) {
    let number = agents.list[index].identity.id.0 as usize;
    if world.painted.looks.len() <= number {
        world.painted.looks.resize(number + 1, CostCheck::default());
    }
    let look = &mut world.painted.looks[number];
    look.is_due = world.tick < look.earliest;
    if !look.is_due {
        look.earliest = world.tick + LOOKS_EVERY;
        request(world, agents, index);
    }
}

/// Replans the paths of agents whose delay is over.
fn replan_due(world: &mut World, agents: &mut Agents) {
    if world.painted.looks.is_empty() {
        return;
    }
    for index in 0..agents.list.len() {
        let agent = &agents.list[index];
        let look = world.painted.looks.get(agent.identity.id.0 as usize).copied().unwrap_or_default();
        if look.is_due && look.earliest <= world.tick {
            if agent.active_route().is_some() {
                replan_for_costs(world, agents, index);
            } else {
                world.painted.looks[agent.identity.id.0 as usize].is_due = false;
            }
        }
    }
}

/// Lays again the zones whose field of view has changed because of changed tiles, or obstacles that touch them.
pub fn update_views(world: &mut World, agents: &mut Agents, tiles: Rect) {
    let changed = world.map.cells_of_tiles(tiles);
    for at in 0..world.zones.len() {
        let sees = matches!(world.zones[at].extent, Extent::Riding { in_sight: true, .. });
        if sees && overlap(world.painted.footprints[at].rect, changed) {
            place_zone(world, agents, at);
        }
    }
    notify_agents(world, agents);
}

/// Updates the costs of the ground in a tick, after the agents have moved.
pub fn update_costs(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>) {
    pick_up_rewards(world, agents, events);
    wear_ground(world, agents);
    if world.tick.is_multiple_of(BEAT) {
        let is_free = take_turn_to_change_costs(world, agents);
        if is_free {
            move_carried_zones(world, agents);
        }
        grow_back(world, is_free);
    }
    replan_due(world, agents);
}

/// Takes the turn to change the costs, unless a search is under way for which they must wait a little longer; gives whether it is
/// taken.
fn take_turn_to_change_costs(world: &mut World, agents: &mut Agents) -> bool {
    let under_way = agents.requests.waiting().next().filter(|_| agents.requests.statistics().expanded > 0);
    let painted = &mut world.painted;
    let waits = under_way.is_some() && (painted.waited < MAX_BEATS_WAITED || under_way == painted.interrupted);
    if waits {
        painted.waited += 1;
    } else {
        painted.waited = 0;
        painted.interrupted = under_way.or(painted.interrupted);
    }
    !waits
}

/// Lays carried zones again whose carriers have entered other cells: those whose carriers have come farthest, as far as they fit
/// into a beat. The others come farther until the next one.
fn move_carried_zones(world: &mut World, agents: &mut Agents) {
    let mut moved: Vec<(Reverse<u64>, usize)> = (0..world.zones.len())
        .filter_map(|at| {
            let (laid_at, now) = (world.painted.riders[at], rider_cell(world, agents, &world.zones[at]));
            let far = laid_at.zip(now).map_or(u64::MAX, |(before, now)| before.distance_squared(now));
            (laid_at != now).then_some((Reverse(far), at))
        })
        .collect();
    sorting::sort(&mut moved);
    let mut cells = 0;
    let fits = |&(_, at): &(Reverse<u64>, usize)| {
        let fits = cells < LAID_A_BEAT;
        cells += world.painted.footprints[at].rect.cells().count();
        fits
    };
    let mut laid: Vec<usize> = moved.into_iter().take_while(fits).map(|(_, at)| at).collect();
    sorting::sort(&mut laid);
    for at in laid {
        place_zone(world, agents, at);
    }
    notify_agents(world, agents);
}

/// Gives each reward whose centre is touched to the touching agent with the lowest id, except to its carrier.
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
            remove_at(world, agents, at);
        }
        events.push(Event::RewardTaken { agent, zone });
    }
}

/// Returns the agent that carries a zone, if one is to carry it.
fn rider(zone: &Zone) -> Option<AgentId> {
    match zone.extent {
        Extent::Riding { agent, .. } => Some(AgentId(agent as u32)),
        _ => None,
    }
}

/// Whether a cost field changes what the ground costs agents of a profile.
fn is_affected_by(profile: &AgentProfile, kind: ZoneKind) -> bool {
    match kind {
        ZoneKind::Danger => profile.danger > 0.0,
        ZoneKind::Reward => profile.reward > 0.0,
    }
}

/// Whether two rectangles have a cell in common.
fn overlap(one: Rect, other: Rect) -> bool {
    one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y && other.min.y < one.max.y
}

/// Returns the centre of a zone (of the bounding box of a polygon), in world units; `None` if its carrier is gone.
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

#[cfg(test)]
mod tests {
    use crate::level::Level;
    use crate::sim::Simulation;

    /// Each of twenty agents carries a zone that covers a third of what may be laid in a beat.
    #[test]
    fn carried_zones_are_laid_a_few_at_a_time_and_each_in_its_turn() {
        let names = (0..20).map(|at| {
            format!("\"zone {at}\": (kind: \"danger\", on: \"carrier {}\", radius: 100.0, strength: 1.0)", at + 1)
        });
        let text = format!(
            r#"(version: 1, name: "Carriers", generate: (kind: "open", size: (300, 300), density: 0),
                profiles: {{"carrier": (speed: 10.0, danger: 0.0)}}, zones: {{{}}},
                agents: [(name: "carrier", profile: "carrier", count: 20, at: (10.5, 20.5), row: (0, 5), order: MoveTo((tile: (290, 150))))])"#,
            names.collect::<Vec<String>>().join(", ")
        );
        let level = Level::parse("carriers", &text).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(level, None);
        let (mut laid, mut most, mut before) = ([0; 20], 0, simulation.world.painted.riders.clone());
        for _ in 0..60 * 10 {
            simulation.step(&[]);
            let now = simulation.world.painted.riders.clone();
            let changed: Vec<usize> = (0..20).filter(|&at| now[at] != before[at]).collect();
            changed.iter().for_each(|&at| laid[at] += 1);
            (most, before) = (most.max(changed.len()), now);
        }
        assert!(most <= 10, "{most} in one beat");
        assert!(laid.iter().all(|&times| times >= 10), "{laid:?}");
    }
}
