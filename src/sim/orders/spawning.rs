//! Adding and removing agents.

use glam::Vec2;

use crate::agent::body::fits;
use crate::agent::{Agent, AgentId};
use crate::grid::Cell;
use crate::level::Target;
use crate::nav::Solid;
use crate::sim::agents::Agents;
use crate::sim::orders::selected;
use crate::sim::world::World;
use crate::sim::{Event, Named, Refusal, Selection};

/// Adds an agent of the profile of this name, at rest at the first point of the target where it has room, and returns its
/// id.
pub fn spawn(world: &World, agents: &mut Agents, profile: &str, at: &Target) -> Result<AgentId, Refusal> {
    let Some(profile) = world.profiles.iter().position(|known| known.name == profile) else {
        let names = world.profiles.iter().map(|profile| profile.name.as_str());
        return Err(Refusal::unknown(Named::Profile, profile, names));
    };
    world.check(at)?;
    let kind = &world.profiles[profile];
    let (radius, name, solid) = (kind.radius, &kind.name, Solid::new(&world.map, kind));
    let (own, tiles): (Option<Vec2>, &[Cell]) = match at {
        Target::Place(name) => (None, &world.level.places[name]),
        Target::Tile(tile) => (None, std::slice::from_ref(tile)),
        Target::Point(point) => (Some(*point), &[]),
    };
    let points = own.into_iter().chain(tiles.iter().map(|&tile| world.map.lattice.centre(tile)));
    let mut first_in_the_way = None;
    let mut is_free = |&point: &Vec2| {
        let other = in_the_way(world, agents, radius, point, None);
        first_in_the_way = first_in_the_way.or(other);
        other.is_none()
    };
    let Some(point) = points.filter(|&point| fits(&solid, point)).find(&mut is_free) else {
        return Err(Refusal::NoRoom { profile: name.clone(), radius, agent: first_in_the_way });
    };
    let index = agents.add(profile, point, radius, world.map.height_at(point));
    agents.displace_others(index, &world.profiles);
    Ok(agents.list[index].identity.id)
}

/// Returns the first agent, other than `except`, that stands where one of this radius would touch it.
pub fn in_the_way(
    world: &World,
    agents: &Agents,
    radius: f32,
    point: Vec2,
    except: Option<AgentId>,
) -> Option<AgentId> {
    let is_in_the_way = |agent: &&Agent| {
        let least = radius + world.profile_of(agent).radius;
        agent.stands() && agent.body.position.distance_squared(point) < least * least
    };
    let others = agents.list.iter().filter(|agent| Some(agent.identity.id) != except);
    others.filter(is_in_the_way).map(|agent| agent.identity.id).next()
}

/// Removes agents, with their routes, slots and jobs.
pub fn remove(agents: &mut Agents, events: &mut Vec<Event>, selection: &Selection) {
    let selected = selected(agents, events, selection);
    agents.remove(&selected);
}
