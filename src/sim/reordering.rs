//! Reordering: where a group has made no progress for a while, the ground around it is taken as a graph of places for one
//! body each, an order of moves is found by which all of the group come to their goals, and each agent follows it from place to
//! place.
//!
//! A group begins with one agent that has [stalled again and again](STALLS_BEFORE). Everybody on the same piece of ground
//! belongs to it, those that stand too: they may have to step aside, and come back to where they stood. While the order is
//! being [looked for](lacam), each goes to the place nearest to it; then it goes on to the next place as soon as all that
//! are to be there before it have left. That is kept by counting who has left a place, not by time: bodies do not move in
//! step (Wolfgang Hönig et al., "Multi-agent path finding with kinematic constraints", ICAPS 2016). Between the places
//! they avoid each other as always. Whoever is at the end of its moves is on its own again.

mod lacam;
mod places;
mod plan;

use std::collections::BTreeMap;

use crate::agent::tuning::LOOKS_EVERY;
use crate::agent::{Agent, AgentId};
use crate::profile::AvoidanceQuality;
use crate::sim::agents::Agents;
use crate::sim::tuning::{REORDERS_AGAIN_AFTER, STALLS_BEFORE};
use crate::sim::world::World;
use places::Places;
use plan::Plan;

/// The groups that are being reordered.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Reordering {
    plans: Vec<Plan>,
    /// The agents that were in a group, and the tick from which they may be in one again.
    tried: BTreeMap<AgentId, u64>,
}

impl Reordering {
    /// Whether nobody is being reordered, nor was lately.
    pub fn is_idle(&self) -> bool {
        self.plans.is_empty() && self.tried.is_empty()
    }
}

/// Goes on with what has begun, and begins with one more group if one is stuck.
pub fn reorder(world: &World, agents: &mut Agents, reordering: &mut Reordering) {
    let Reordering { plans, tried } = reordering;
    tried.retain(|_, until| *until > world.tick);
    plans.retain_mut(|plan| {
        let goes_on = plan.go_on(world, agents);
        if !goes_on {
            tried.extend(plan.members().map(|id| (id, world.tick + REORDERS_AGAIN_AFTER)));
        }
        goes_on
    });
    if !world.tick.is_multiple_of(LOOKS_EVERY) || !world.is_baked {
        return;
    }
    let is_new = |agent: &&Agent| !tried.contains_key(&agent.identity.id);
    let Some(stuck) = agents.list.iter().filter(is_new).find(|agent| is_stuck(world, agent)) else { return };
    let id = stuck.identity.id;
    match Places::around(world, agents, stuck) {
        Some(places) => plans.push(Plan::begin(world, agents, places)),
        None => _ = tried.insert(id, world.tick + REORDERS_AGAIN_AFTER),
    }
}

fn is_stuck(world: &World, agent: &Agent) -> bool {
    agent.recovery.state.stalls() >= STALLS_BEFORE && !agent.stands() && may_take_part(world, agent)
}

/// Whether an agent walks on the ground among others, and no plan leads it.
fn may_take_part(world: &World, agent: &Agent) -> bool {
    agent.crossing.on_link.is_none()
        && !agent.body.in_wall
        && !agent.is_reordered()
        && !world.steers_by_rays(agent)
        && world.profile_of(agent).avoidance_quality != AvoidanceQuality::None
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use crate::level::Level;
    use crate::sim::Simulation;

    /// Two from each end of a closed corridor for one, with one niche, go to the places of the others.
    #[test]
    fn those_that_meet_in_a_corridor_for_one_change_ends_by_its_niche() {
        let places = [1.5, 2.5, 13.5, 12.5];
        let agent = |from: f32, to: f32| {
            format!("(profile: \"body\", at: ({from:?}, 1.5), order: MoveTo((at: ({to:?}, 1.5))))")
        };
        let agents: Vec<String> = (0..4).map(|number| agent(places[number], places[(number + 2) % 4])).collect();
        let text = format!(
            r#"(version: 1, name: "Niche", rows: ["wwwwwww.wwwwwww", "..............."],
            legend: {{'.': "grass", 'w': "wall"}},
            profiles: {{"body": (radius: 0.3, speed: 1.5, max_speed: 2.0, acceleration: 8.0)}}, agents: [{}])"#,
            agents.join(", ")
        );
        let level = Level::parse("niche", &text).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(level, None);
        (0..80 * 60).for_each(|_| _ = simulation.step(&[]));
        for (number, agent) in simulation.agents().iter().enumerate() {
            let goal = vec2(places[(number + 2) % 4], 1.5);
            assert!(agent.stands() && agent.position().distance(goal) < 0.1, "{number} is at {}", agent.position());
        }
        assert!(simulation.reordering.plans.is_empty(), "nobody is led any longer");
    }
}
