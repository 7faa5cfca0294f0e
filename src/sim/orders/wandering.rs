//! Wandering: from one random place to another, drawn from the simulation's seed, with a rest at each.

use glam::Vec2;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::grid::Cell;
use crate::level::Target;
use crate::sim::agents::Agents;
use crate::sim::orders::go_to;
use crate::sim::world::World;

/// Ticks, least and most: how long a wanderer rests at each place. Drawn anew each time, so that wanderers do not start
/// in step.
const REST_TICKS: (u32, u32) = (20, 120);

/// Draws of a random place in one tick. If none of them can be reached, the agent rests first, so that a wanderer that
/// is nearly walled in does not spend the tick on it.
const DRAWS_PER_TICK: usize = 64;

/// World units. A new place is at least this far away; a nearer one would be a step on the spot.
const MIN_DISTANCE: f32 = 0.5;

/// Updates the order to wander: after its rest the agent is sent to another place.
pub fn update_wandering(world: &World, agents: &mut Agents, rng: &mut Xoshiro256PlusPlus, index: usize, distance: f32) {
    let agent = &agents.list[index];
    if agent.task.progress.on_leg {
        if agent.stands() {
            let rest = rng.random_range(REST_TICKS.0..=REST_TICKS.1);
            let progress = &mut agents.list[index].task.progress;
            (progress.on_leg, progress.next_look) = (false, world.tick + u64::from(rest));
        }
        return;
    }
    if world.tick < agent.task.progress.next_look {
        return;
    }
    match draw_destination(world, agents, rng, index, distance) {
        Some(destination) => {
            agents.list[index].task.progress.on_leg = true;
            go_to(agents, index, Target::Point(destination));
        }
        None => {
            agents.list[index].task.progress.next_look = world.tick + u64::from(REST_TICKS.1);
            // Not on along the route of the order before.
            agents.stop(index);
        }
    }
}

/// Returns a random place that an agent can reach, at most `distance` (world units) from where its order began.
fn draw_destination(
    world: &World,
    agents: &mut Agents,
    rng: &mut Xoshiro256PlusPlus,
    index: usize,
    distance: f32,
) -> Option<Vec2> {
    let agent = &agents.list[index];
    let (home, here) = (agent.task.home, agent.body.position);
    let start = world.start_cell(&agents.list[index])?;
    let lattice = world.nav_grid(agent.identity.profile).lattice();
    let reach = world.reach_from(agent.identity.profile, start)?;
    let span = Vec2::splat(distance);
    let low = lattice.tile_at((home - span).max(lattice.origin));
    let high = lattice.tile_at((home + span).min(lattice.origin + lattice.size() - 0.5 * lattice.tile_size));
    let draw = |_| {
        let mut between = |low: i32, high: i32| low + rng.random_range(0..=high.abs_diff(low)) as i32;
        let cell = Cell::new(between(low.x, high.x), between(low.y, high.y));
        let destination = lattice.centre(cell);
        let serves =
            destination.distance_squared(home) <= distance * distance && destination.distance(here) > MIN_DISTANCE;
        (serves && reach.contains(cell)).then_some(destination)
    };
    (0..DRAWS_PER_TICK).find_map(draw)
}
