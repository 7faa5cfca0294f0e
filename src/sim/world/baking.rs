//! Baking by command: with other settings, for a changed profile, or not at all.

use crate::format::limits::MAP_TILES;
use crate::format::plain_fields::PlainFields;
use crate::format::table::BAKE;
use crate::grid::{Cell, Lattice};
use crate::level::BakeSettings;
use crate::profile::AgentProfile;
use crate::sim::agents::Agents;
use crate::sim::jobs::JobKind;
use crate::sim::refusal::refuse;
use crate::sim::world::World;
use crate::sim::world::grids::Grids;
use crate::sim::world::invalidation::{GroundChange, note_change, request};
use crate::sim::world::wear::resample_wear;
use crate::sim::world::zones::paint_zones;
use crate::sim::{Event, Named, Refusal};

/// Bakes the ground with these settings and this profile, which replaces the one of the same name. Agents on whom that
/// may bear find their paths again.
pub fn bake(
    world: &mut World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    settings: &BakeSettings,
    profile: &AgentProfile,
) {
    let Some(index) = world.profiles.iter().position(|known| known.name == profile.name) else {
        let names = world.profiles.iter().map(|known| known.name.as_str());
        return refuse(events, Refusal::unknown(Named::Profile, &profile.name, names));
    };
    if let Some(reason) = baking_problem(world, settings, profile) {
        return refuse(events, reason);
    }
    let before = world.map.cells();
    world.map.bake = settings.clone();
    if world.map.cells() != before {
        world.find_large_places();
    }
    world.profiles[index] = profile.clone();
    let was_baked = std::mem::replace(&mut world.is_baked, true);
    let grids = world.fresh_grids();
    replace_grids(world, agents, grids);
    take_over_cells(world, agents, before);
    resize_slots(world, agents, index);
    replan_all(world, agents);
    if !was_baked {
        part_slots(world, agents);
    }
    events.push(Event::Baked);
}

/// Lets agents find other slots that came to stand in those of others while nothing was baked and no slot could be looked for.
fn part_slots(world: &World, agents: &mut Agents) {
    for index in 0..agents.list.len() {
        // One with a job makes room by itself.
        if agents.jobs.of(agents.list[index].identity.id).is_none() {
            agents.displace_others(index, &world.profiles);
        }
    }
}

/// Lets all agents find their ways again that have one, or look for one, or stand where they cannot be any more.
pub fn replan_all(world: &World, agents: &mut Agents) {
    let change = GroundChange { cells: world.map.cells_of_tiles(world.map.tiles.rect()), easier: true };
    for index in 0..agents.list.len() {
        if note_change(world, agents, index, &change) || agents.list[index].active_route().is_some() {
            request(world, agents, index);
        }
    }
}

/// Replaces the profile of the same name; from the next tick on its agents move by it. Bakes again only if the change
/// affects where they can walk. Agents whose way of navigating has changed find their paths again.
pub fn tune(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, profile: &AgentProfile) {
    let known = world.profiles.iter().position(|known| known.name == profile.name);
    let Some(index) = known.filter(|&index| world.map.is_same_to(&world.profiles[index], profile)) else {
        return bake(world, agents, events, &world.map.bake.clone(), profile);
    };
    if let Some(reason) = profile.out_of_range().map(Refusal::Property) {
        return refuse(events, reason);
    }
    let before = std::mem::replace(&mut world.profiles[index], profile.clone());
    if before.navigation != profile.navigation {
        navigate_otherwise(agents, index);
    }
}

/// Lets the agents of a profile, given by its index, go on whose way of navigating has changed.
pub fn navigate_otherwise(agents: &mut Agents, index: usize) {
    for agent in 0..agents.list.len() {
        let is_meant = agents.list[agent].identity.profile == index;
        if is_meant && agents.list[agent].task.progress.urge.is_some() {
            agents.stop(agent);
        } else if is_meant && agents.list[agent].active_route().is_some() {
            agents.put_job(agent, JobKind::FindPath);
        }
    }
}

/// Discards everything that is baked. Agents stop.
pub fn clear_bake(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>) {
    if !world.is_baked {
        return refuse(events, Refusal::NothingBaked);
    }
    world.is_baked = false;
    replace_grids(world, agents, Grids::nowhere(&world.map, &world.profiles));
    for index in 0..agents.list.len() {
        if !agents.list[index].stands() {
            _ = agents.brake(index);
        }
    }
    events.push(Event::BakeCleared);
}

/// Returns why the ground cannot be baked with these settings and this profile; `None` if it can.
fn baking_problem(world: &World, settings: &BakeSettings, profile: &AgentProfile) -> Option<Refusal> {
    let cells_per_tile = settings.cells_per_tile;
    let longest = world.map.lattice.width.max(world.map.lattice.height);
    if let Some(fault) = settings.fault(&BAKE) {
        return Some(Refusal::Bake(fault));
    }
    if (longest * cells_per_tile) as usize > MAP_TILES {
        return Some(Refusal::TooManyCells { cells_per_tile, tiles: longest, most: MAP_TILES });
    }
    profile.out_of_range().map(Refusal::Property)
}

/// Translates the cells that agents hold into the cells of the new grid, if the number of cells per tile has changed.
pub fn take_over_cells(world: &mut World, agents: &mut Agents, before: Lattice) {
    let now = world.map.cells();
    // Also if the cells are the same: other obstacles may block what agents see.
    paint_zones(world, agents);
    if now == before {
        return;
    }
    resample_wear(world);
    let anew = |cell: Cell| now.tile_at(before.centre(cell));
    for agent in &mut agents.list {
        if let Some((link, _)) = &mut agent.crossing.on_link {
            (link.from, link.to) = (anew(link.from), anew(link.to));
        }
        if let Some(route) = &mut agent.plan.route {
            route.take_over_cells(anew);
        }
    }
}

/// Replaces the grids. Searches that were under way on the old ones start again.
pub fn replace_grids(world: &mut World, agents: &mut Agents, grids: Grids) {
    world.map_revision += 1;
    begin_searches_again(agents);
    world.grids = grids;
}

/// Lets every job that is under way, and the refinement of every route, begin again.
pub fn begin_searches_again(agents: &mut Agents) {
    for index in 0..agents.list.len() {
        if let Some(request) = agents.list[index].plan.route.as_mut().and_then(|route| route.refinement.take()) {
            agents.requests.cancel(request);
        }
        let id = agents.list[index].identity.id;
        if let Some(task) = agents.jobs.of(id) {
            agents.put_job(index, task.kind);
        }
    }
}

/// Keeps the slots of agents whose radius has changed, and moves other agents' slots out of their way.
pub fn resize_slots(world: &World, agents: &mut Agents, profile: usize) {
    for index in 0..agents.list.len() {
        let agent = &agents.list[index];
        if let Some(place) = agent.plan.slot.filter(|_| agent.identity.profile == profile) {
            agents.keep_slot(index, place, &world.profiles);
            agents.displace_others(index, &world.profiles);
        }
    }
}
