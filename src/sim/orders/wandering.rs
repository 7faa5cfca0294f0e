//! Strolling: from one place, drawn from the simulation's seed, to another, with a rest at each.

use glam::Vec2;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::grid::Cell;
use crate::level::Target;
use crate::nav::{CornerRule, Reach, exit_from};
use crate::sim::agents::Agents;
use crate::sim::orders::{begin_next, go_to};
use crate::sim::world::World;

/// How long a stroller rests at a place, in ticks: from the one to the other.
const REST: (u32, u32) = (20, 120);

/// So many places are drawn in a tick before that is put off until after a rest.
const DRAWS: usize = 64;

/// A stroll leads at least so far, in world units.
const AWAY: f32 = 0.5;

/// Sends an agent to another place when it has rested at the one where it is.
pub fn tend_wandering(world: &World, agents: &mut Agents, rng: &mut Xoshiro256PlusPlus, index: usize, distance: f32) {
    let agent = &agents.list[index];
    if agent.task.progress.on_leg {
        if agent.stands() {
            let rest = rng.random_range(REST.0..=REST.1);
            let progress = &mut agents.list[index].task.progress;
            (progress.on_leg, progress.next_look) = (false, world.tick + u64::from(rest));
        }
        return;
    }
    if agent.task.progress.next_look > 0 && begin_next(agents, index)
        || world.tick < agents.list[index].task.progress.next_look
    {
        return;
    }
    match draw_place(world, agents, rng, index, distance) {
        Some(place) => {
            agents.list[index].task.progress.on_leg = true;
            go_to(agents, index, Target::Point(place));
        }
        None => agents.list[index].task.progress.next_look = world.tick + u64::from(REST.1),
    }
}

/// A place that an agent can reach, no farther than a distance, in world units, from where its order began.
fn draw_place(
    world: &World,
    agents: &mut Agents,
    rng: &mut Xoshiro256PlusPlus,
    index: usize,
    distance: f32,
) -> Option<Vec2> {
    let agent = &agents.list[index];
    let (home, here) = (agent.task.progress.home, agent.body.position);
    let start = world.start_cell(&agents.list[index])?;
    let nav = world.ground(agent.identity.profile).nav;
    let lattice = nav.lattice();
    let reach = Reach::of(nav, exit_from(nav, start)?, CornerRule::Never)?;
    let span = Vec2::splat(distance);
    let low = lattice.tile_at((home - span).max(lattice.origin));
    let high = lattice.tile_at((home + span).min(lattice.origin + lattice.size() - 0.5 * lattice.tile_size));
    let draw = |_| {
        let mut between = |low: i32, high: i32| low + rng.random_range(0..=high.abs_diff(low)) as i32;
        let cell = Cell::new(between(low.x, high.x), between(low.y, high.y));
        let place = lattice.centre(cell);
        let serves = place.distance_squared(home) <= distance * distance && place.distance(here) > AWAY;
        (serves && reach.contains(cell)).then_some(place)
    };
    (0..DRAWS).find_map(draw)
}
