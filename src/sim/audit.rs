//! Whether what is kept up to date piece by piece equals the same made from nothing, and how much is kept.

use crate::agent::AgentId;
use crate::nav::NavGrid;
use crate::nav::footprint::{CostSums, Footprint};
use crate::sim::Simulation;

/// How many entries a simulation keeps besides its ground, none of which grows for as long as it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Jobs of the planning queue, with the gaps between them.
    pub jobs: usize,
    /// Path searches that wait for an answer.
    pub searches: usize,
    /// Agents that wait before links.
    pub before_links: usize,
    /// Agents whose orders are updated in every tick.
    pub orders: usize,
    /// The orders in the longest queue of an agent.
    pub longest_queue: usize,
    /// What is remembered of agents' looks at costs.
    pub looks: usize,
}

/// The first difference between what is kept piece by piece and the same made from nothing, in words.
pub fn audit(simulation: &Simulation) -> Result<(), String> {
    audit_zones(simulation)?;
    audit_grids(simulation)?;
    audit_slots(simulation)?;
    audit_jobs(simulation)
}

/// How many entries it keeps besides its ground.
pub fn sizes(simulation: &Simulation) -> Sizes {
    Sizes {
        jobs: simulation.agents.jobs.places(),
        searches: simulation.agents.requests.len(),
        before_links: simulation.links.traffic.iter().map(|traffic| traffic.waiting.len()).sum(),
        orders: simulation.agents.to_update.len(),
        longest_queue: simulation.agents.list.iter().map(|agent| agent.task.queue.len()).max().unwrap_or(0),
        looks: simulation.world.painted.looks.len(),
    }
}

fn audit_grids(simulation: &Simulation) -> Result<(), String> {
    let world = &simulation.world;
    for (profile, grid) in world.grids.known().filter(|_| world.is_baked) {
        let profile = &world.profiles[profile];
        if let Some(part) = grid.difference(&NavGrid::bake(&world.map, profile)) {
            return Err(format!("the grid of `{}` differs in its {part} from one that is baked now", profile.name));
        }
    }
    Ok(())
}

fn audit_zones(simulation: &Simulation) -> Result<(), String> {
    let (world, painted) = (&simulation.world, &simulation.world.painted);
    let zones = world.zones.iter().zip(&painted.riders);
    let fresh: Vec<Footprint> = zones.map(|(zone, &rider)| Footprint::of(&world.map, zone, rider)).collect();
    if let Some(at) = (0..fresh.len()).find(|&at| painted.footprints.get(at) != Some(&fresh[at])) {
        return Err(format!("the zone `{}` does not lie where it would be put now", world.zones[at].name));
    }
    let mut map = world.map.clone();
    (map.fields.danger, map.fields.reward) = (None, None);
    let mut sums = CostSums::default();
    for footprint in &fresh {
        sums.replace(&mut map, None, Some(footprint));
    }
    let is_same = |one: &Option<crate::grid::Grid<u16>>, other: &Option<crate::grid::Grid<u16>>| {
        let costs =
            |field: &Option<crate::grid::Grid<u16>>| field.as_ref().map_or(Vec::new(), |field| field.values().to_vec());
        let (one, other) = (costs(one), costs(other));
        let is_nothing = |costs: &[u16]| costs.iter().all(|&cost| cost == 0);
        one == other || is_nothing(&one) && is_nothing(&other)
    };
    match () {
        () if !is_same(&map.fields.danger, &world.map.fields.danger) => Err("the costs of danger differ".to_owned()),
        () if !is_same(&map.fields.reward, &world.map.fields.reward) => Err("the costs of rewards differ".to_owned()),
        () => Ok(()),
    }
}

fn audit_slots(simulation: &Simulation) -> Result<(), String> {
    let mut held: Vec<(AgentId, [u32; 3])> = simulation
        .agents
        .slots
        .held()
        .map(|(agent, at, radius)| (agent, [at.x, at.y, radius].map(f32::to_bits)))
        .collect();
    held.sort_unstable();
    let agents = simulation.agents.list.iter().filter_map(|agent| {
        let (at, radius) = (agent.plan.slot?, simulation.world.profile_of(agent).radius);
        Some((agent.identity.id, [at.x, at.y, radius].map(f32::to_bits)))
    });
    let wanted: Vec<(AgentId, [u32; 3])> = agents.collect();
    let odd = held.iter().find(|slot| !wanted.contains(slot)).or(wanted.iter().find(|slot| !held.contains(slot)));
    match odd {
        Some((agent, _)) => Err(format!("the slot of agent {} is not held as the agent has it", agent.0)),
        None if held.len() != wanted.len() => Err("a slot is held twice".to_owned()),
        None => Ok(()),
    }
}

fn audit_jobs(simulation: &Simulation) -> Result<(), String> {
    let jobs = &simulation.agents.jobs;
    for job in jobs.all() {
        if simulation.agents.index_of(job.agent).is_none() {
            return Err(format!("there is a job for agent {}, which does not exist", job.agent.0));
        }
        if !jobs.of(job.agent).is_some_and(|own| std::ptr::eq(own, job)) {
            return Err(format!("agent {} has two jobs", job.agent.0));
        }
    }
    if jobs.all().count() == jobs.len() { Ok(()) } else { Err("jobs are counted that do not exist".to_owned()) }
}
