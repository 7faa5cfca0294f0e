//! A changed level in a running simulation: what still exists stays as it is, and only what differs is changed.

mod ground;
mod moved;
mod names;
mod obstacles;
mod pairs;
mod starts;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::agent::{Agent, AgentId, AgentState};
use crate::level::edit::Affected;
use crate::level::{Level, PatrolPath, Target};
use crate::sim::Simulation;
use crate::sim::agents::Agents;
use crate::sim::jobs::JobKind;
use crate::sim::orders::patrol::take_changed_points;
use crate::sim::world::World;
use crate::sim::world::baking::{navigate_otherwise, resize_slots};
use crate::sim::world::placed_walls::keep_placed;
use names::Renames;
use pairs::Pairs;

/// Lets a simulation take its level as it has been edited, `affected` being what was.
pub fn take(simulation: &mut Simulation, level: &Level, affected: &Affected) {
    match affected {
        Affected::Nothing => {}
        Affected::Tiles(tiles)
            if simulation.world.caches.prebaked.is_none() && differs_in_tiles_alone(&simulation.world.level, level) =>
        {
            let Simulation { world, agents, events, .. } = simulation;
            ground::take_tiles(world, agents, events, level, tiles);
        }
        Affected::Moved(by) if has_same_things(&simulation.world.level, level) => moved::take(simulation, level, *by),
        Affected::Tiles(_) | Affected::Moved(_) | Affected::Everything => take_everything(simulation, level),
    }
    keep_placed(&mut simulation.world);
}

/// Whether two levels are the same but for their tiles and the lie of the land, which are not compared.
fn differs_in_tiles_alone(before: &Level, after: &Level) -> bool {
    let ground = |level: &Level| {
        let map = &level.map;
        (map.lattice, map.bake.clone(), level.seed, level.search, level.repath_interval)
    };
    let (one, other) = (&before.map, &after.map);
    ground(before) == ground(after)
        && (&one.terrains, &one.areas, &one.layers) == (&other.terrains, &other.areas, &other.layers)
        && (&one.obstacles, &one.links) == (&other.obstacles, &other.links)
        && (&before.agents, &before.profiles, &before.places) == (&after.agents, &after.profiles, &after.places)
        && (&before.labels, &before.user_of_places) == (&after.labels, &after.user_of_places)
        && before.user_of_profiles == after.user_of_profiles
        && (&before.paths, &before.zones, &before.wear) == (&after.paths, &after.zones, &after.wear)
        && (&before.switches, &before.lesson, &before.generate) == (&after.switches, &after.lesson, &after.generate)
        && (&before.name, &before.about, &before.opening) == (&after.name, &after.about, &after.opening)
        && (&before.player, &before.user, before.walls) == (&after.player, &after.user, after.walls)
        && before.waves == after.waves
        && before.rules == after.rules
        && before.expected_warnings == after.expected_warnings
}

/// Whether two levels have as many of everything, so that what is at a place of a list in one is that in the other too.
fn has_same_things(before: &Level, after: &Level) -> bool {
    let (one, other) = (&before.map, &after.map);
    let counts = |level: &Level| {
        let map = &level.map;
        [level.agents.len(), map.obstacles.len(), map.links.len(), level.zones.len(), level.paths.len()]
    };
    counts(before) == counts(after)
        && before.waves.len() == after.waves.len()
        && before.rules.len() == after.rules.len()
        && (&one.terrains, &one.areas, &one.layers, &one.bake)
            == (&other.terrains, &other.areas, &other.layers, &other.bake)
        && (&before.profiles, &before.wear, before.search) == (&after.profiles, &after.wear, after.search)
        && one.lattice.tile_size == other.lattice.tile_size
        && one.lattice.origin == other.lattice.origin
}

/// What of the level before is what of the level that is taken.
struct LevelChange<'a> {
    before: &'a Level,
    after: &'a Level,
    terrains: Pairs,
    layers: Pairs,
    profiles: Pairs,
    /// Links that are the same, but for being on or off.
    links: Pairs,
    /// Obstacles that are the same.
    obstacles: Pairs,
    agents: Pairs,
    /// The ids of the agents of the level before, and of those of the level that is taken.
    ids: [Vec<AgentId>; 2],
    names: Renames,
    /// Whether the numbers of areas mean the same as before.
    keeps_areas: bool,
}

impl<'a> LevelChange<'a> {
    fn between(before: &'a Level, after: &'a Level, agents: &Agents) -> LevelChange<'a> {
        let (one, other) = (&before.map, &after.map);
        let layers = Pairs::by_name(one.layers.iter().map(String::as_str), other.layers.iter().map(String::as_str));
        let terrain_names = |level: &'a Level| level.map.terrains.iter().map(|terrain| terrain.name.as_str());
        let profile_names = |level: &'a Level| level.profiles.iter().map(|profile| profile.name.as_str());
        let profiles = Pairs::by_name(profile_names(before), profile_names(after));
        let keeps_areas = one.areas.iter().zip(&other.areas).all(|(one, other)| one.name == other.name)
            && one.areas.len() <= other.areas.len();
        let links = match one.lattice == other.lattice && keeps_areas {
            true => ground::paired_links(&one.links, &other.links),
            false => Pairs::of_lengths(one.links.len(), other.links.len()),
        };
        let starts = starts::paired(before, after, &profiles);
        let old_ids = agents.of_level.clone();
        let mut next = agents.next_id..;
        let id = |old: &Option<usize>| match old.and_then(|old| old_ids.get(old)) {
            Some(id) => *id,
            None => AgentId(next.next().unwrap_or(u32::MAX)),
        };
        let new_ids = starts.before.iter().map(id).collect();
        LevelChange {
            before,
            after,
            terrains: Pairs::by_name(terrain_names(before), terrain_names(after)),
            obstacles: obstacles::paired(before, after, &layers),
            layers,
            profiles,
            links,
            agents: starts,
            ids: [old_ids, new_ids],
            names: Renames::between(before, after),
            keeps_areas,
        }
    }
}

fn take_everything(simulation: &mut Simulation, level: &Level) {
    let Simulation { world, agents, planner, links, obstacles, waves, rules, rng, events, .. } = simulation;
    let before = std::mem::replace(&mut world.level, level.clone());
    let change = LevelChange::between(&before, level, agents);
    planner.last_search = None;
    waves.take(&before, level, world.tick);
    rules.take(&before, level);
    if before.seed != level.seed {
        *rng = Xoshiro256PlusPlus::seed_from_u64(world.seed.unwrap_or(level.seed));
    }
    starts::remove_gone(agents, &change);
    starts::rename(agents, &change);
    let tuned = ground::take_profiles(world, &change);
    let baking = ground::take_ground(world, agents, links, obstacles, &change, tuned.changes_ground);
    ground::bake(world, agents, &change, &baking, events);
    tuned.navigate_otherwise.iter().for_each(|&profile| navigate_otherwise(agents, profile));
    tuned.resized.iter().for_each(|&profile| resize_slots(world, agents, profile));
    let is_moved = before.map.lattice != level.map.lattice;
    let lost = if is_moved { starts::relocate(world, agents, &change, false) } else { Vec::new() };
    starts::take_starts(world, agents, &change, &lost);
    ground::take_zones(world, agents, &change, &baking);
    take_paths(world, agents, &change);
    if before.search != level.search {
        world.method = level.search;
        search_again(agents, |agent| agent.identity.method.is_none());
    }
    let moved = |place: &String| before.places.get(change.names.place_before(place)) != level.places.get(place);
    search_again(agents, |agent| matches!(&agent.task.goal, Some(Target::Place(place)) if moved(place)));
    ground::replan(world, agents, &baking);
}

/// Takes the patrol paths; agents on one that has changed go on to the next of its points. Those that a command has put stay,
/// unless the level has one of their name now.
fn take_paths(world: &mut World, agents: &mut Agents, change: &LevelChange) {
    let named = |paths: &[PatrolPath], name: &str| paths.iter().any(|path| path.name == name);
    let all = std::mem::take(&mut world.paths).into_iter();
    let (known, put): (Vec<_>, Vec<_>) = all.partition(|path| named(&change.before.paths, &path.name));
    let before = |name: &str| change.before.paths.iter().find(|path| change.names.path_after(&path.name) == name);
    world.paths = change.after.paths.iter().map(|path| change.path_of_ids(path)).collect();
    let mut changed = Vec::new();
    for path in &mut world.paths {
        let Some(old) = before(&path.name) else { continue };
        let live = known.iter().find(|known| known.name == old.name);
        if let Some(live) = live.filter(|_| old.course == path.course) {
            path.course = live.course;
        }
        if live.is_none_or(|live| change.path_renamed(live) != *path) {
            changed.push((path.name.clone(), path.points.len()));
        }
    }
    let gone = known.iter().map(|path| change.names.path_after(&path.name));
    let gone = gone.filter(|name| !named(&world.paths, name));
    changed.extend(gone.map(|name| (name.to_owned(), 0)));
    for path in put {
        match world.paths.iter().find(|own| own.name == path.name) {
            Some(own) => changed.push((path.name, own.points.len())),
            None => world.paths.push(path),
        }
    }
    take_changed_points(agents, |path| changed.iter().find(|(name, _)| name == path).map(|(_, points)| *points));
}

/// Lets those agents find their paths again that are under way to their goals, or have found no way there.
fn search_again(agents: &mut Agents, is_meant: impl Fn(&Agent) -> bool) {
    for index in 0..agents.list.len() {
        let agent = &agents.list[index];
        let seeks = matches!(
            agent.state(),
            AgentState::Waiting | AgentState::Moving | AgentState::NoWay | AgentState::ArrivedNear
        );
        if seeks && agent.task.goal.is_some() && is_meant(agent) {
            agents.put_job(index, JobKind::FindPath);
        }
    }
}
