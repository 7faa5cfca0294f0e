//! Agents that come while the level runs.

use std::collections::VecDeque;

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::body::fits;
use crate::angle;
use crate::level::{Effect, Level, Order, Wave, Whom, limits};
use crate::nav::Solid;
use crate::sim::TICKS_A_SECOND;
use crate::sim::agents::{Agents, order_of_ids};
use crate::sim::orders::start_next_order;
use crate::sim::tuning::WAVE_LOOKS;
use crate::sim::world::World;

/// How far each wave of the level has come.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Waves(Vec<Coming>);

#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
struct Coming {
    /// How many times agents were due.
    times: u32,
    /// How many of those have not found room yet.
    waiting: u32,
    /// The tile of the wave at which the next one looks for room.
    look: usize,
    /// The tick in which a rule has let it begin; `None` for one of the level, and before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<u64>,
}

impl Waves {
    /// The waves of a level, none of which has begun.
    pub fn of(level: &Level) -> Waves {
        Waves(vec![Coming::default(); level.all_waves().count()])
    }

    /// Whether the level has no waves.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the waves of a changed level: those that are as before go on, of others those come that are due from now on.
    pub fn take(&mut self, before: &Level, after: &Level, tick: u64) {
        let known = std::mem::take(&mut self.0);
        // The waves of rules are counted from the end of the level's own.
        let place = |number: usize| match number.checked_sub(after.waves.len()) {
            None => before.waves.get(number).map(|wave| (number, wave)),
            Some(number) => before.all_waves().enumerate().nth(before.waves.len() + number),
        };
        let coming = |(number, wave): (usize, &Wave)| match place(number) {
            Some((place, old)) if old == wave => known[place].clone(),
            _ if number >= after.waves.len() => Coming::default(),
            _ => Coming { times: due(wave, tick), ..Coming::default() },
        };
        self.0 = after.all_waves().enumerate().map(coming).collect();
    }

    /// Lets the wave begin that is an effect of a rule, by the places of the rule and of the effect.
    pub fn begin(&mut self, level: &Level, (rule, effect): (usize, usize), tick: u64) {
        let waves_of = |effects: &[Effect]| effects.iter().filter(|one| matches!(one, Effect::Spawn { .. })).count();
        let before: usize = level.rules[..rule].iter().map(|rule| waves_of(&rule.then)).sum();
        let place = level.waves.len() + before + waves_of(&level.rules[rule].then[..effect]);
        if let Some(coming) = self.0.get_mut(place) {
            (coming.times, coming.since) = (0, Some(tick));
        }
    }

    /// How many agents of a team are still to come, and how many come in all. Waves that no rule has let begin do not count.
    pub fn count(&self, level: &Level, who: &Whom) -> (u64, u64) {
        let Whom::Team(team) = who else { return (0, 0) };
        let begun = level.all_waves().zip(&self.0).enumerate().filter(|(number, (wave, coming))| {
            wave.team.as_ref() == Some(team) && (*number < level.waves.len() || coming.since.is_some())
        });
        let counts = begun.map(|(_, (wave, coming))| {
            let each = u64::from(wave.count);
            let left = u64::from(wave.times.saturating_sub(coming.times));
            (u64::from(coming.waiting) + left * each, u64::from(wave.times) * each)
        });
        counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
    }
}

/// How many times the agents of a wave are to have come by a tick.
fn due(wave: &Wave, tick: u64) -> u32 {
    let since = tick as f64 / TICKS_A_SECOND - f64::from(wave.at);
    if since < 0.0 { 0 } else { ((since / f64::from(wave.every)) as u32).saturating_add(1).min(wave.times) }
}

/// Lets those come who are due, where there is room for them; the others wait.
pub fn come(world: &World, agents: &mut Agents, waves: &mut Waves) {
    let mut looks = WAVE_LOOKS;
    for (number, (wave, coming)) in world.level.all_waves().zip(&mut waves.0).enumerate() {
        let since = if number < world.level.waves.len() { Some(0) } else { coming.since };
        let times = since.map_or(0, |since| due(wave, world.tick - since)).max(coming.times);
        coming.waiting = coming.waiting.saturating_add((times - coming.times).saturating_mul(wave.count));
        coming.times = times;
        let tiles = looks.min(wave.tiles.len());
        for _ in 0..tiles {
            if coming.waiting == 0 || agents.list.len() >= limits::AGENTS {
                break;
            }
            looks -= 1;
            let point = world.map.lattice.centre(wave.tiles[coming.look]);
            coming.look = (coming.look + 1) % wave.tiles.len();
            if is_free(world, agents, wave, point) {
                coming.waiting -= 1;
                put(world, agents, wave, point);
            }
        }
        if coming.waiting == 0 {
            coming.look = 0;
        }
    }
}

/// Whether an agent of a wave can appear at a point without touching a wall or another one.
fn is_free(world: &World, agents: &Agents, wave: &Wave, point: Vec2) -> bool {
    let profile = &world.profiles[wave.profile];
    let is_clear = |other: &Agent| {
        let least = profile.radius + world.profile_of(other).radius;
        other.body.position.distance_squared(point) >= least * least
    };
    agents.list.iter().all(is_clear) && fits(&Solid::new(&world.map, profile), point)
}

/// Puts an agent of a wave at a point, and lets it begin its orders.
fn put(world: &World, agents: &mut Agents, wave: &Wave, point: Vec2) {
    let radius = world.profiles[wave.profile].radius;
    let index = agents.add(wave.profile, point, radius, world.map.height_at(point));
    let orders = wave.orders.iter().map(|order| order_of_ids(order, &agents.of_level));
    let orders: VecDeque<Order> = orders.collect();
    agents.join(index, wave.team.as_deref());
    let agent = &mut agents.list[index];
    agent.face(angle::direction(wave.heading));
    agent.task.queue = orders;
    agent.task.afterwards = wave.afterwards;
    agents.displace_others(index, &world.profiles);
    start_next_order(agents, index);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_is_due_as_often_as_it_says() {
        let wave = Wave { at: 2.0, every: 0.5, times: 3, ..Wave::default() };
        let due_at = |seconds: f64| due(&wave, (seconds * TICKS_A_SECOND) as u64);
        assert_eq!([0.0, 1.9, 2.0, 2.4, 2.5, 3.0, 100.0].map(due_at), [0, 0, 1, 1, 2, 3, 3]);
    }
}
