//! Reordering: where a group has made no progress for a while, the ground around it is taken as a graph of places for one
//! body each, an order of moves is found by which all of the group come to their goals, and each agent follows it from place to
//! place.
//!
//! A group is everybody on one piece of ground, those that stand too: they may have to step aside, and come back to where
//! they stood. It is reordered only where [none of it has got on](gains) for [a while](HELD_UP_FOR): as long as one of them
//! comes nearer to its goal than ever or arrives, as in a queue that moves, the others have only to wait. While the order is being
//! [looked for](lacam), each goes to the place nearest to it; then it goes on to the next place as soon as all that
//! are to be there before it have left. That is kept by counting who has left a place, not by time: bodies do not move in
//! step (Wolfgang Hönig et al., "Multi-agent path finding with kinematic constraints", ICAPS 2016). Between the places
//! they avoid each other as always. Whoever is at the end of its moves is on its own again.

mod gains;
mod lacam;
mod places;
mod plan;

use std::collections::BTreeMap;

use crate::agent::tuning::LOOKS_EVERY;
use crate::agent::{Agent, AgentId};
use crate::profile::AvoidanceQuality;
use crate::sim::agents::Agents;
use crate::sim::tuning::{HELD_UP_FOR, REORDERS_AGAIN_AFTER};
use crate::sim::world::World;
use gains::Gains;
use places::{Places, Region, leaves};
use plan::Plan;

/// The groups that are being reordered.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Reordering {
    plans: Vec<Plan>,
    /// It follows from where the agents have been.
    #[serde(skip)]
    gains: Gains,
    /// The agents with which no group may begin, and the tick from which one may again.
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
    let Reordering { plans, gains, tried } = reordering;
    tried.retain(|_, until| *until > world.tick);
    plans.retain_mut(|plan| {
        let goes_on = plan.go_on(world, agents);
        if !goes_on {
            tried.extend(plan.members().map(|id| (id, world.tick + REORDERS_AGAIN_AFTER)));
        }
        goes_on
    });
    if !world.tick.is_multiple_of(LOOKS_EVERY) {
        return;
    }
    gains.look(world, agents);
    let is_held_up = |agent: &Agent| gains.last(agent).is_none_or(|tick| world.tick - tick >= HELD_UP_FOR);
    let is_stuck = |agent: &&Agent| {
        let has_stalled = leaves(agent) && (agent.stands() || agent.recovery.state.stalls() > 0);
        let is_new = !tried.contains_key(&agent.identity.id);
        has_stalled && is_new && is_held_up(agent) && may_take_part(world, agent)
    };
    let Some(stuck) = agents.list.iter().filter(|_| world.is_baked).find(is_stuck) else { return };
    let Some(region) = Region::around(world, stuck) else { return };
    let members = region.members(agents);
    let last = members.iter().filter_map(|member| gains.last(member)).max().unwrap_or(world.tick);
    if world.tick - last < HELD_UP_FOR {
        tried.insert(stuck.identity.id, last + HELD_UP_FOR);
        return;
    }
    let id = stuck.identity.id;
    match Places::of(world, agents, region, &members) {
        Some(places) => plans.push(Plan::begin(world, agents, places)),
        None => _ = tried.insert(id, world.tick + REORDERS_AGAIN_AFTER),
    }
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
