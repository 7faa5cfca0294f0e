//! Reordering: where a group has made no progress for a while, the ground around it is taken as a graph of places for
//! one body each, an order of moves is found by which all of the group come to their goals, and each agent follows it
//! from place to place.
//!
//! A [group](group) is those that touch one another. It is stuck once its members have not come nearer to their goals,
//! by their radius on average, or of many [some by theirs](crate::sim::tuning::GETS_ON), for
//! [a while](crate::agent::tuning::STALL_TICKS): a queue that moves gets on, and those who only step forward and back do
//! not, nor two that push each other off their slots in turn. Only those count whose way is
//! [open](group::has_open_way): whoever has none, or waits for a door or a link, is not kept from its goal by
//! others. Then everybody on the ground around it takes part, those that stand too: they may have to step aside, and
//! come back to where they stood. The ground is as small as it can be: where there are no moves on it, twice as much is
//! taken, and at last the gaps too in which only the smaller of them fit; whoever has no way even so lets the others
//! pass. Where most of those on their way there get on, nobody is held up for the few; where an obstacle moves there, or was
//! put down a moment ago, it may be that which is in the way. While the order is being [looked for](lacam), and its moves are
//! [shortened](shortening), each goes to a place near it; then it goes on to the next place as soon as all that are to be there
//! before it have left. That is
//! kept by counting who has left a place, not by time: bodies do not move in step (Wolfgang Hönig et al., "Multi-agent
//! path finding with kinematic constraints", ICAPS 2016). Between the places they avoid each other as always. Whoever
//! is at the end of its moves is on its own again.

mod group;
mod lacam;
mod places;
mod plan;
mod shortening;

use std::collections::BTreeMap;

use crate::agent::tuning::LOOKS_EVERY;
use crate::agent::{Agent, AgentId, WaitingFor};
use crate::profile::AvoidanceQuality;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::{DynamicObstacles, moving_bodies};
use crate::sim::tuning::{MOST_PLACES, PLACES_EACH, REORDERING_STALLS, STALLS_IN_VAIN};
use crate::sim::world::World;
use crate::sorting;
use group::Group;
use places::{Places, Region};
use plan::Plan;

/// The groups that are being reordered.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Reordering {
    plans: Vec<Plan>,
    /// The groups that may be stuck. They follow from where the agents have been.
    #[serde(skip)]
    groups: Vec<Group>,
    /// The agents with which no group may begin, and the tick from which one may again.
    tried: BTreeMap<AgentId, u64>,
}

impl Reordering {
    /// Whether nobody is being reordered, nor was lately.
    pub fn is_idle(&self) -> bool {
        self.plans.is_empty() && self.tried.is_empty()
    }
}

/// Agents that keep each other from their goals, and how much ground is taken to reorder them.
#[derive(Clone, Debug, serde::Serialize)]
struct Stuck {
    /// In order of id; at least one.
    members: Vec<AgentId>,
    /// How many places it has at most.
    places: usize,
    /// Whether gaps count in which not all of them fit.
    in_gaps: bool,
}

impl Stuck {
    fn on_least_ground(group: &Group) -> Stuck {
        let members: Vec<AgentId> = group.members().collect();
        let places = (PLACES_EACH * group.bodies).min(MOST_PLACES);
        Stuck { members, places, in_gaps: false }
    }

    /// The same on twice the ground, or, where that would be too much, with the gaps; `None` where these are there already.
    fn on_more_ground(&self) -> Option<Stuck> {
        let places = (2 * self.places).min(MOST_PLACES);
        let is_most = places == self.places;
        let more = || Stuck { members: self.members.clone(), places, in_gaps: self.in_gaps || is_most };
        (!is_most || !self.in_gaps).then(more)
    }
}

/// Goes on with what has begun, and begins with one more group if one is stuck.
pub fn reorder(world: &World, agents: &mut Agents, obstacles: &DynamicObstacles, reordering: &mut Reordering) {
    let Reordering { plans, groups, tried } = reordering;
    tried.retain(|_, until| *until > world.tick);
    let mut grown = Vec::new();
    plans.retain_mut(|plan| {
        let goes_on = plan.go_on(world, agents);
        if !goes_on {
            match plan.has_no_moves().then(|| plan.stuck().on_more_ground()).flatten() {
                Some(stuck) => grown.push(stuck),
                None => tried.extend(plan.members().map(|id| (id, world.tick + REORDERING_STALLS))),
            }
        }
        goes_on
    });
    for stuck in grown {
        begin(world, agents, obstacles, (plans, tried), stuck, groups);
    }
    if !world.tick.is_multiple_of(LOOKS_EVERY) || !world.is_baked || plans.iter().any(Plan::is_searching) {
        return;
    }
    let watched = sorting::set(groups.iter().flat_map(Group::members).chain(tried.keys().copied()));
    groups.extend(group::groups(world, agents, |agent| !watched.contains(&agent.identity.id)));
    groups.retain_mut(|group| group.observe_progress(world, agents));
    if let Some(first) = groups.iter().position(|group| group.is_stuck(world.tick)) {
        let group = groups.remove(first);
        begin(world, agents, obstacles, (plans, tried), Stuck::on_least_ground(&group), groups);
    }
}

/// Begins to reorder a group, where there is ground for that; more of it where it does not do.
fn begin(
    world: &World,
    agents: &mut Agents,
    obstacles: &DynamicObstacles,
    (plans, tried): (&mut Vec<Plan>, &mut BTreeMap<AgentId, u64>),
    mut stuck: Stuck,
    others: &[Group],
) {
    loop {
        match places_around(world, agents, obstacles, &stuck, others) {
            Around::Places(places) => return plans.push(Plan::begin(world, agents, places, stuck)),
            Around::Traffic => return,
            Around::NoRoom => match stuck.on_more_ground() {
                Some(more) => stuck = more,
                None => return tried.extend(stuck.members.iter().map(|&id| (id, world.tick + REORDERING_STALLS))),
            },
        }
    }
}

/// What is around a group that is stuck.
enum Around {
    /// Places for it, and for the others there.
    Places(Places),
    /// Most of those on their way there get on, who would be held up for a few, or an obstacle moves there: it may be different in a
    /// while.
    Traffic,
    /// No room, or too many, to reorder them.
    NoRoom,
}

fn places_around(
    world: &World,
    agents: &Agents,
    obstacles: &DynamicObstacles,
    stuck: &Stuck,
    others: &[Group],
) -> Around {
    let first: Vec<&Agent> = stuck.members.iter().filter_map(|&id| agents.agent(id)).collect();
    let Some(region) = Region::around(world, &first, stuck.places, stuck.in_gaps) else { return Around::NoRoom };
    let largest = first.iter().map(|agent| world.profile_of(agent).radius).fold(0.0, f32::max);
    if region.touches(&moving_bodies(world, obstacles), largest) {
        return Around::Traffic;
    }
    let members = region.members(agents);
    let others = others.iter().filter(|group| group.is_stuck(world.tick));
    let in_stuck_groups = sorting::set(others.flat_map(Group::members).chain(stuck.members.iter().copied()));
    let is_held = |agent: &&&Agent| {
        in_stuck_groups.contains(&agent.identity.id) || agent.recovery.state.stalls() >= STALLS_IN_VAIN
    };
    let walking: Vec<&&Agent> = members.iter().filter(|agent| places::leaves(world, agents, agent)).collect();
    if 2 * walking.iter().copied().filter(is_held).count() < walking.len() {
        return Around::Traffic;
    }
    Places::of(world, agents, region, &members, stuck.in_gaps).map_or(Around::NoRoom, Around::Places)
}

/// Whether an agent walks on the ground among others, finds another path by itself, waits neither for a door nor at a link,
/// and no plan leads it.
fn may_take_part(world: &World, agent: &Agent) -> bool {
    let profile = world.profile_of(agent);
    let waits_for_others = |reason: WaitingFor| matches!(reason, WaitingFor::Pass | WaitingFor::Passage);
    agent.crossing.on_link.is_none()
        && agent.crossing.waiting.is_none_or(|waiting| waits_for_others(waiting.reason))
        && !agent.body.in_wall
        && !world.steers_by_rays(agent)
        && profile.auto_repath
        && profile.avoidance_quality != AvoidanceQuality::None
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

    /// Thirteen in a closed room for sixteen all go to the place of another.
    #[test]
    fn those_that_fill_a_room_change_places() {
        let place = |number: usize| 0.66 * vec2(number as f32 % 4.0 + 0.5, (number / 4) as f32 + 0.5);
        let goal = |number: usize| place((5 * number + 1) % 13);
        let agent = |number: usize| {
            let (from, to) = (place(number), goal(number));
            format!(
                "(profile: \"body\", at: ({:?}, {:?}), order: MoveTo((at: ({:?}, {:?}))))",
                from.x, from.y, to.x, to.y
            )
        };
        let agents: Vec<String> = (0..13).map(agent).collect();
        let text = format!(
            r#"(version: 1, name: "Room", tile_size: 0.66, rows: ["....", "....", "....", "...."],
            legend: {{'.': "grass"}}, profiles: {{"body": (radius: 0.3, speed: 1.5, max_speed: 2.0, acceleration: 8.0)}},
            agents: [{}])"#,
            agents.join(", ")
        );
        let level = Level::parse("room", &text).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(level, None);
        (0..40 * 60).for_each(|_| _ = simulation.step(&[]));
        for (number, agent) in simulation.agents().iter().enumerate() {
            let off = agent.position().distance(goal(number));
            assert!(agent.stands() && off < 0.1, "{number} is at {}", agent.position());
        }
    }

    /// Two oxen and three walkers meet in a corridor that is too narrow to pass each other; only walkers fit into its niches.
    #[test]
    fn those_who_fit_into_gaps_step_into_them_for_those_who_do_not() {
        let niches = format!("{0}..{0}..{0}", "#".repeat(12));
        let corridor = ".".repeat(niches.len());
        let rows = [&niches, &niches, &corridor, &corridor, &corridor].map(|row| format!("{row:?}")).join(", ");
        let places =
            [("ox", 0.8, 17.6), ("ox", 2.2, 19.0), ("walker", 19.5, 0.5), ("walker", 18.8, 1.2), ("walker", 18.1, 1.9)];
        let agent = |(profile, from, to): (&str, f32, f32)| {
            format!("(profile: {profile:?}, at: ({from:?}, 1.7), order: MoveTo((at: ({to:?}, 1.75))))")
        };
        let text = format!(
            r#"(version: 1, name: "Niches", tile_size: 0.5, bake: (cells_per_tile: 2), rows: [{rows}],
            legend: {{'.': "grass", '#': "wall"}}, agents: [{}],
            profiles: {{"ox": (radius: 0.6, speed: 1.0, max_speed: 1.4, acceleration: 8.0, mass: 20.0),
                "walker": (radius: 0.25, speed: 1.5, max_speed: 2.1, acceleration: 8.0)}})"#,
            places.map(agent).join(", ")
        );
        let level = Level::parse("niches", &text).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(level, None);
        (0..120 * 60).for_each(|_| _ = simulation.step(&[]));
        for (agent, (profile, _, to)) in simulation.agents().iter().zip(places) {
            let off = agent.position().distance(vec2(to, 1.75));
            assert!(agent.stands() && off < 0.3, "a {profile} that goes to {to} is at {}", agent.position());
        }
    }
}
