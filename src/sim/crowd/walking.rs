//! One agent by itself: the velocity that it prefers, and how it moves by the velocity that was chosen.

use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2};

use glam::Vec2;

use crate::agent::body::{fits, penetration, slide};
use crate::agent::route::{Ground, TrackProgress};
use crate::agent::tuning::AT_END;
use crate::agent::{Agent, AgentState};
use crate::nav::exit_from;
use crate::profile::Navigation;
use crate::sim::TICK;
use crate::sim::crowd::Grounds;
use crate::sim::heading::turn;
use crate::sim::tuning::{FAR_OFF, LEAST_PUSHED, LEAVES_BY_ITSELF, LED_OUT};

/// The side of the square around a point is cut into at most this many parts and one.
const MOST_PARTS: f32 = 15.0;

/// Computes the velocity that an agent wants, and what its mass makes of it: its preferred velocity.
pub fn prefer(agent: &mut Agent, grounds: &Grounds) -> TrackProgress {
    let ground = grounds.of(agent.identity.profile);
    let mover = ground.mover;
    let (progress, along) = match () {
        () if agent.body.in_wall => match way_out(agent, ground) {
            Some(exit) => want_out(agent, ground, exit),
            None => return stand_walled_in(agent),
        },
        () if agent.stands() && !agent.is_reordered() => want_back(agent, ground),
        () => want_on(agent, grounds),
    };
    if let Some(pace) = agent.task.progress.pace {
        agent.motion.wanted_velocity = agent.motion.wanted_velocity.clamp_length_max(pace);
    }
    let steering = mover.acceleration_towards(agent.body.velocity, agent.motion.wanted_velocity, along);
    agent.motion.preferred_velocity = if agent.is_obstructed() {
        // An obstructed agent keeps its wish: the lag is that of the wish, not of the body.
        let lag = TICK / mover.response;
        agent.motion.preferred_velocity + (agent.motion.wanted_velocity - agent.motion.preferred_velocity) * lag
    } else {
        agent.body.velocity + steering * TICK
    };
    agent.motion.preferred_velocity = agent.motion.preferred_velocity.clamp_length_max(mover.speed);
    progress
}

/// Lets an agent in a wall that has no way out stand still at once: a weak one would wade through rock until it has braked.
fn stand_walled_in(agent: &mut Agent) -> TrackProgress {
    agent.body.velocity = Vec2::ZERO;
    (agent.motion.wanted_velocity, agent.motion.preferred_velocity) = (Vec2::ZERO, Vec2::ZERO);
    TrackProgress::OnTrack
}

/// Where its route leads it, and along which line.
fn want_on(agent: &mut Agent, grounds: &Grounds) -> (TrackProgress, Vec2) {
    let ground = grounds.of(agent.identity.profile);
    agent.motion.wanted_velocity = Vec2::ZERO;
    let (position, velocity, is_obstructed) = (agent.body.position, agent.body.velocity, agent.is_obstructed());
    if let Some(waiting) = agent.crossing.waiting {
        let left = waiting.position - ground.mover.carried_to(position, velocity);
        agent.motion.wanted_velocity = left.normalize_or_zero() * ground.mover.approach_speed(left.length(), 0.0);
        return (TrackProgress::OnTrack, agent.motion.wanted_velocity.normalize_or_zero());
    }
    if ground.solid.profile.navigation == Navigation::Rays {
        return (want_by_rays(agent, grounds), Vec2::ZERO);
    }
    let Some(route) = agent.plan.route.as_mut().filter(|route| !route.is_finished()) else {
        return (TrackProgress::OnTrack, Vec2::ZERO);
    };
    if is_obstructed {
        let progress = route.advance_obstructed(ground, position, velocity);
        agent.motion.wanted_velocity = route.wanted_obstructed(ground.mover, position, velocity);
        return (progress, route.along());
    }
    let progress = route.advance(ground, position, velocity);
    let along = route.along();
    agent.motion.wanted_velocity = route.wanted_velocity(ground.mover, along, position, velocity);
    (progress, along)
}

/// Where its rays lead it. Where they lead it nowhere on one side of what blocks it, it tries the other side, once.
fn want_by_rays(agent: &mut Agent, grounds: &Grounds) -> TrackProgress {
    let ground = grounds.of(agent.identity.profile);
    if agent.active_route().is_some_and(|route| route.walked == 0.0) {
        agent.motion.detour = None;
    }
    let steering = grounds.steering_by_rays(agent).unwrap_or_default();
    agent.motion.wanted_velocity = steering.blend.velocity(ground.mover.speed);
    agent.motion.detour = steering.detour;
    let gropes = agent.state() == AgentState::Moving && !agent.body.in_wall;
    let Some(route) = agent.plan.route.as_mut().filter(|route| gropes && !route.is_finished()) else {
        return TrackProgress::OnTrack;
    };
    let progress = route.advance_by_rays(ground, agent.body.position);
    match agent.motion.detour {
        Some(detour) if progress == TrackProgress::Lost && !route.history.has_turned_back => {
            agent.motion.detour = Some(detour.turned_back());
            route.turn_back();
            TrackProgress::OnTrack
        }
        _ => progress,
    }
}

/// Straight out of the wall that was built upon it, to the middle of the nearest cell where it fits.
fn want_out(agent: &mut Agent, ground: Ground, exit: Vec2) -> (TrackProgress, Vec2) {
    let left = exit - ground.mover.carried_to(agent.body.position, agent.body.velocity);
    agent.motion.wanted_velocity = left.normalize_or_zero() * ground.mover.approach_speed(left.length(), 0.0);
    (TrackProgress::OnTrack, left.normalize_or_zero())
}

/// The middle of the nearest cell where an agent in a wall fits, in world units.
fn way_out(agent: &Agent, ground: Ground) -> Option<Vec2> {
    let lattice = ground.nav.lattice();
    exit_from(ground.nav, lattice.tile_at(agent.body.position)).map(|cell| lattice.centre(cell))
}

/// How far an agent in a wall is led towards the way out in a tick, besides what it walks, in world units: nothing where it
/// gets out in good time by itself.
fn lead_out(agent: &Agent, ground: Ground) -> Vec2 {
    let mover = ground.mover;
    let left = way_out(agent, ground).map_or(Vec2::ZERO, |exit| exit - agent.body.position);
    let (distance, speed) = (left.length(), mover.speed.min(agent.task.progress.pace.unwrap_or(f32::INFINITY)));
    let sets_out_within = 3.0 * mover.response + speed / mover.acceleration;
    if distance == 0.0 || distance / speed + sets_out_within <= LEAVES_BY_ITSELF {
        return Vec2::ZERO;
    }
    left * ((LEAST_PUSHED.max(distance / LED_OUT) * TICK).min(distance) / distance)
}

/// Back to its slot, if it was pushed off it.
fn want_back(agent: &mut Agent, ground: Ground) -> (TrackProgress, Vec2) {
    agent.motion.wanted_velocity = Vec2::ZERO;
    let Some(slot) = agent.plan.slot else { return (TrackProgress::OnTrack, Vec2::ZERO) };
    let left = slot - ground.mover.carried_to(agent.body.position, agent.body.velocity);
    let distance = left.length();
    if distance <= AT_END {
        return (TrackProgress::OnTrack, Vec2::ZERO);
    }
    agent.motion.wanted_velocity = left * (ground.mover.approach_speed(distance, 0.0) / distance);
    let is_cut_off = distance > FAR_OFF && !ground.is_straight(agent.body.position, slot);
    (if is_cut_off { TrackProgress::Lost } else { TrackProgress::OnTrack }, left / distance)
}

/// Moves an agent for one tick by the chosen velocity. `free` is the distance around it, in world units, within which
/// nothing is solid. Returns whether it has just left a wall that was built on it.
pub fn move_by(agent: &mut Agent, ground: Ground, chosen: Vec2, free: f32) -> WallExit {
    agent.motion.steering = (chosen - agent.body.velocity) / TICK;
    agent.motion.chosen_velocity = chosen;
    agent.body.velocity = chosen;
    let before = agent.body.position;
    let wall = go(agent, ground, free);
    let walked = agent.body.position.distance(before);
    agent.status.walked += walked;
    if let Some(route) = agent.plan.route.as_mut() {
        route.walked += walked;
    }
    turn(agent, ground);
    if ground.solid.map.relief.is_some() {
        agent.body.height = ground.solid.map.height_at(agent.body.position);
    }
    wall
}

/// Pushes an agent aside, as far as walls allow, and in a tick no farther than it could run: an agent that comes off a
/// link upon another is led away, not thrown.
pub fn push(agent: &mut Agent, ground: Ground, by: Vec2) {
    let before = agent.body.position;
    let most = LEAST_PUSHED.max(ground.mover.speed) * TICK - agent.motion.correction.length();
    let mut velocity = by.clamp_length_max(most.max(0.0)) / TICK;
    let room = ground.radius() + velocity.length() * TICK;
    if !agent.body.in_wall && is_far_from_walls(ground, before, room) {
        agent.body.position += velocity * TICK;
    } else {
        slide(&ground.solid, &mut agent.body.position, &mut velocity, TICK);
    }
    agent.motion.correction += agent.body.position - before;
    if ground.solid.map.relief.is_some() {
        agent.body.height = ground.solid.map.height_at(agent.body.position);
    }
}

/// Whether an agent has just left a wall that was built on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallExit {
    Left,
    NotLeft,
}

/// Moves an agent by its velocity and keeps it out of walls.
fn go(agent: &mut Agent, ground: Ground, free: f32) -> WallExit {
    let step = agent.body.velocity * TICK;
    if agent.body.in_wall {
        return go_in_wall(agent, ground, step);
    }
    let room = ground.radius() + step.length();
    if room < free || is_far_from_walls(ground, agent.body.position, room) {
        agent.body.position += step;
        return WallExit::NotLeft;
    }
    slide(&ground.solid, &mut agent.body.position, &mut agent.body.velocity, TICK);
    agent.body.wall_penetration = agent.body.wall_penetration.max(penetration(&ground.solid, agent.body.position));
    WallExit::NotLeft
}

/// Moves an agent in a wall by a step and by what leads it out.
fn go_in_wall(agent: &mut Agent, ground: Ground, step: Vec2) -> WallExit {
    let lattice = &ground.solid.map.lattice;
    let end = lattice.origin + lattice.size();
    let led = lead_out(agent, ground);
    agent.motion.correction += led;
    agent.body.position = (agent.body.position + step + led).clamp(lattice.origin, end);
    agent.body.in_wall = !fits(&ground.solid, agent.body.position);
    if agent.body.in_wall { WallExit::NotLeft } else { WallExit::Left }
}

/// Whether nothing solid is known to be within a distance of a point, without a closer look.
///
/// Clearance is known only up to a limit. Beyond it the square around the point is cut into smaller ones, each of which
/// must be free.
pub fn is_far_from_walls(ground: Ground, point: Vec2, distance: f32) -> bool {
    let lattice = ground.nav.lattice();
    // Within a cell, clearance differs from that of its middle by at most half the diagonal.
    let half_cell = FRAC_1_SQRT_2 * lattice.tile_size;
    let is_free = |point: Vec2, distance: f32| ground.nav.clearance(lattice.tile_at(point)) > distance + half_cell;
    let most = ground.nav.most_clearance() - half_cell;
    if distance < most {
        return is_free(point, distance);
    }
    let parts = (SQRT_2 * distance / most).clamp(0.0, MOST_PARTS) as u32 + 1;
    let half = distance / parts as f32;
    let offset = |part: u32| (2 * part + 1) as f32 * half - distance;
    let is_part_free = |part: u32| {
        let offset = Vec2::new(offset(part % parts), offset(part / parts));
        is_free(point + offset, SQRT_2 * half)
    };
    (0..parts * parts).all(is_part_free)
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::agent::body::Walls;
    use crate::agent::steering::Mover;
    use crate::grid::{Cell, Grid, Lattice};
    use crate::level::{Solid, Terrain, TerrainId, TileMap};
    use crate::nav::NavGrid;
    use crate::profile::AgentProfile;

    #[test]
    fn where_walls_are_known_to_be_far_there_are_none() {
        for tile_size in [0.1, 0.35, 1.0] {
            let lattice = Lattice { origin: vec2(-2.0, 3.0), tile_size, width: 60, height: 60 };
            let mut map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(60, 60, TerrainId(0)));
            map.tiles[Cell::new(20, 22)] = map.terrain_named("wall").unwrap();
            let profile = AgentProfile { radius: 0.3, ..AgentProfile::default() };
            let nav = NavGrid::bake(&map, &profile);
            let solid = Solid::new(&map, &profile);
            let ground = Ground { solid, nav: &nav, mover: Mover::new(&profile, TICK) };
            for reach in [0.31, 0.9, 1.7] {
                let mut known = 0;
                for number in 0..60 * 60 {
                    let point = lattice.centre(Cell::new(number % 60, number / 60)) + vec2(0.3, -0.4) * tile_size;
                    let mut walls = Walls::default();
                    walls.look(&solid, point, reach, 0.0, &[]);
                    let is_far = is_far_from_walls(ground, point, reach);
                    assert!(!is_far || walls.as_slice().is_empty(), "{reach} around {point}, tiles of {tile_size}");
                    known += usize::from(is_far);
                }
                let free = (60.0 - 2.0 * reach / tile_size).powi(2) - (2.0 * reach / tile_size + 1.0).powi(2);
                assert!(known as f32 > 0.5 * free, "{known} of {free}: {reach}, tiles of {tile_size}");
            }
        }
    }
}
