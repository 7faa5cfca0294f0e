//! A lookup of the agents near a moving obstacle, so that not every obstacle is tested against every agent.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::neighbours::PointGrid;
use crate::profile::AgentProfile;
use crate::sim::tuning::LOOK_UP_CELL;
use crate::sorting;

/// World units. More than rounding can take from a distance.
const ROUNDING: f32 = 0.01;

/// The positions of all agents in a tick. Agents that are moved after it was built must be [noted](Nearby::note_moved).
#[derive(Clone, Debug, Default)]
pub struct Nearby {
    grid: PointGrid,
    /// Indices of agents that have been moved, in order.
    moved: Vec<usize>,
    /// The radius of the widest profile, in world units.
    pub widest: f32,
}

impl Nearby {
    /// Builds the lookup.
    pub fn of(agents: &[Agent], profiles: &[AgentProfile]) -> Nearby {
        let mut nearby = Nearby::default();
        nearby.grid.rebuild(agents, |agent| Some(agent.body.position), LOOK_UP_CELL);
        nearby.widest = profiles.iter().map(|profile| profile.radius).fold(0.0, f32::max);
        nearby
    }

    /// Notes an agent that was moved, by index: from then on it counts as near everything.
    pub fn note_moved(&mut self, index: usize) {
        if let Err(place) = self.moved.binary_search(&index) {
            self.moved.insert(place, index);
        }
    }

    /// Whether a condition holds for the index of any agent near a box, as of [`Nearby::around`].
    pub fn any_around(&self, (low, high): (Vec2, Vec2), distance: f32, is_met: impl Fn(usize) -> bool) -> bool {
        let reach = Vec2::splat(distance + ROUNDING);
        let near = self.grid.runs(low - reach, high + reach).flat_map(|run| &self.grid.order()[run]);
        near.map(|&index| index as usize).chain(self.moved.iter().copied()).any(is_met)
    }

    /// Returns the indices, in order, of at least all agents whose centres are within `distance` (world units) of an
    /// axis-aligned box; it may return some more.
    pub fn around(&self, (low, high): (Vec2, Vec2), distance: f32) -> Vec<usize> {
        let reach = Vec2::splat(distance + ROUNDING);
        let mut found = self.moved.clone();
        for run in self.grid.runs(low - reach, high + reach) {
            found.extend(self.grid.order()[run].iter().map(|&index| index as usize));
        }
        sorting::sort(&mut found);
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::AgentId;
    use glam::vec2;

    #[test]
    fn nobody_who_is_near_is_missed() {
        let place = |at: u32| vec2((at * 37 % 101) as f32 * 0.31, (at * 53 % 97) as f32 * 0.27);
        let mut agents: Vec<Agent> = (0..120).map(|at| Agent::at_rest(AgentId(at), 0, place(at), 0.0)).collect();
        let mut nearby = Nearby::of(&agents, &AgentProfile::built_in());
        assert_eq!(nearby.widest, 0.8);
        for (index, to) in [(7, vec2(20.0, 9.0)), (3, vec2(90.0, -4.0))] {
            agents[index].body.position = to;
            nearby.note_moved(index);
        }
        let mut most = 0;
        for (at, distance) in (0..60).zip([0.0, 0.5, 3.0].into_iter().cycle()) {
            let (low, high) = (place(at), place(at) + vec2(1.0, 0.3 * (at % 7) as f32));
            let found = nearby.around((low, high), distance);
            assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
            for (index, agent) in agents.iter().enumerate() {
                let away = agent.body.position.distance(agent.body.position.clamp(low, high));
                assert!(away > distance || found.contains(&index), "{index} is {away} from {low} to {high}");
            }
            most = most.max(found.len());
        }
        assert!(most < 80, "{most} of 120 were asked");
    }
}
