//! Agents that queue at a passage look for another way: the queue counts in the choice of a gate.
//!
//! From time to time those that would wait the longest ask for the path that avoids the passage, and take it if they are
//! there sooner, the queue on that way counted too. Of those that ask one after the other each sees what the others have
//! chosen, so that a queue is shared out until no gate is quicker than another. T. Kretz calls this the quickest instead of
//! the shortest path ("Pedestrian traffic: on the quickest path", 2009).

use crate::agent::Agent;
use crate::agent::route::Passage;
use crate::agent::tuning::LOOKS_EVERY;
use crate::nav::{CornerRule, Reach, exit_from};
use crate::profile::AvoidanceQuality;
use crate::sim::agents::Agents;
use crate::sim::jobs::JobKind;
use crate::sim::queues::{is_same, next_passage, wait_at};
use crate::sim::tuning::{MOST_LOOK_AT_ONCE, OTHER_WAYS_SHARE, WORTH_ANOTHER_WAY};
use crate::sim::world::World;
use crate::sorting;

/// Lets some agents that would wait long at a passage look for another way.
pub fn look_for_other_ways(world: &mut World, agents: &mut Agents) {
    if !world.tick.is_multiple_of(LOOKS_EVERY) {
        return;
    }
    let share = (world.tick / LOOKS_EVERY) % OTHER_WAYS_SHARE;
    let mut waits = waits(world, agents);
    waits.retain(|&(_, index)| u64::from(agents.list[index].identity.id.0) % OTHER_WAYS_SHARE == share);
    sorting::sort_by_key(&mut waits, |(wait, index)| (std::cmp::Reverse(wait.to_bits()), index));
    for &(_, index) in waits.iter().take(MOST_LOOK_AT_ONCE) {
        if let Some(grid) = grid_without(world, agents, index) {
            agents.put_job(index, JobKind::AnotherWay { grid });
        }
    }
}

/// How long agents would wait at their next passages, in seconds, of those for which another way may be worth while.
fn waits(world: &World, agents: &Agents) -> Vec<(f32, usize)> {
    let mut known: Vec<&Passage> = Vec::new();
    // Passage, distance and index. Distances are never negative: their bits are in the same order.
    let mut queues: Vec<(usize, u32, usize)> = Vec::new();
    for (index, agent) in agents.list.iter().enumerate() {
        let Some((passage, distance)) = next_of(agent) else { continue };
        let number = known.iter().position(|known| is_same(known, passage)).unwrap_or(known.len());
        if number == known.len() {
            known.push(passage);
        }
        queues.push((number, distance.to_bits(), index));
    }
    sorting::sort(&mut queues);
    let mut waits = Vec::new();
    for queue in queues.chunk_by(|one, other| one.0 == other.0) {
        for (before, &(_, distance, index)) in queue.iter().enumerate() {
            let agent = &agents.list[index];
            let Some((passage, _)) = next_of(agent) else { continue };
            let wait = wait_at(world, agent, passage, f32::from_bits(distance), before);
            if wait >= WORTH_ANOTHER_WAY && may_look(world, agents, agent) {
                waits.push((wait, index));
            }
        }
    }
    waits
}

/// The next passage of an agent, and how far away it begins, in world units.
fn next_of(agent: &Agent) -> Option<(&Passage, f32)> {
    next_passage(agent.active_route()?, agent.body.position)
}

/// Whether an agent is free to take another way.
fn may_look(world: &World, agents: &Agents, agent: &Agent) -> bool {
    agents.jobs.of(agent.identity.id).is_none()
        && agent.recovery.yielding().is_none()
        && agent.crossing.on_link.is_none()
        && !agent.body.in_wall
        && (agent.crossing.waiting.is_none() || agent.waits_at_passage())
        && agent.active_route().is_some_and(|route| route.ahead.is_empty() && route.links_ahead().next().is_none())
        && world.profile_of(agent).avoidance_quality != AvoidanceQuality::None
        && world.profile_of(agent).auto_repath
}

/// The number of the grid without the next passage of an agent; `None` if its slot cannot be reached without it.
fn grid_without(world: &mut World, agents: &Agents, index: usize) -> Option<usize> {
    let agent = &agents.list[index];
    let profile = agent.identity.profile;
    let (passage, _) = next_of(agent)?;
    let (middle, lattice) = (passage.middle(), &world.map.lattice);
    let reach = (0.5 * middle.room + world.profile_of(agent).radius) / lattice.tile_size;
    let place = (lattice.tile_at(middle.position), reach.ceil() as i32);
    let is_needed = |number| agents.list.iter().any(|other| refers_to(agents, other, number));
    let World { grids, map, profiles, tick, .. } = world;
    let number = grids.without(profile, place, (map, profiles, *tick), is_needed)?;
    let grid = world.grids.current_without(number, world.nav_grid(profile))?;
    let (start, end) = (world.start_cell(agent)?, world.cell_of(profile, agent.plan.slot?)?);
    let reach = Reach::of(grid, exit_from(grid, start)?, CornerRule::Never)?;
    reach.contains(end).then_some(number)
}

fn refers_to(agents: &Agents, agent: &Agent, number: usize) -> bool {
    let job = agents.jobs.of(agent.identity.id);
    job.is_some_and(|job| matches!(job.kind, JobKind::AnotherWay { grid } if grid == number))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::level::Level;
    use crate::sim::Simulation;

    /// Two halls with a door between them in the middle and one far away; two hundred and forty agents want through.
    fn halls() -> Simulation {
        let row =
            |y: usize| format!("{}{}{}", ".".repeat(24), if y == 20 || y == 39 { '.' } else { '#' }, ".".repeat(24));
        let rows: Vec<String> = (0..40).map(|y| format!("\"{}\"", row(y))).collect();
        let text = format!(
            r#"(version: 1, name: "Halls", legend: {{'.': "grass", '#': "wall"}}, rows: [{}],
                agents: [(count: 240, in: [(1, 1), (20, 38)], order: MoveTo((tile: (36, 20))))])"#,
            rows.join(", ")
        );
        Simulation::new(Level::parse("halls", &text).unwrap_or_else(|error| panic!("{error}")), None)
    }

    /// Otherwise their searches would take the time of a tick from those of orders.
    #[test]
    fn of_a_long_queue_a_few_look_at_once_and_each_in_its_turn() {
        let mut simulation = halls();
        let mut most = 0;
        for _ in 0..60 * 20 {
            simulation.step(&[]);
            if simulation.world.tick % LOOKS_EVERY != 1 {
                continue;
            }
            let looks = |job: &&crate::sim::jobs::Job| matches!(job.kind, JobKind::AnotherWay { .. });
            let ids: Vec<u32> = simulation.agents.jobs.all().filter(looks).map(|job| job.agent.0).collect();
            let turns: BTreeSet<u32> = ids.iter().map(|id| id % 8).collect();
            assert!(turns.len() <= 1, "{ids:?}");
            most = most.max(ids.len());
        }
        assert_eq!(most, 16);
    }
}
