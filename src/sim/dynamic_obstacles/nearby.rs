//! Who is near an obstacle that moves: looked up, so that not everybody is asked about each of them.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::neighbours::Grid;
use crate::profile::AgentProfile;

/// The width of the cells in which agents are looked up, in world units.
const CELL: f32 = 2.0;

/// More than rounding can take from a distance, in world units.
const ROUNDING: f32 = 0.01;

/// Where all agents are in a tick. Those who are moved after that are to be [noted](Nearby::note_moved).
#[derive(Clone, Debug, Default)]
pub struct Nearby {
    grid: Grid,
    /// By index, in order.
    moved: Vec<usize>,
    /// The radius of the widest agent that there may be, in world units.
    pub widest: f32,
}

impl Nearby {
    pub fn of(agents: &[Agent], profiles: &[AgentProfile]) -> Nearby {
        let mut nearby = Nearby::default();
        nearby.grid.rebuild(agents.iter().map(|agent| Some(agent.body.position)), CELL);
        nearby.widest = profiles.iter().map(|profile| profile.radius).fold(0.0, f32::max);
        nearby
    }

    /// Has an agent, by its index, be among those who are near anything.
    pub fn note_moved(&mut self, index: usize) {
        if let Err(place) = self.moved.binary_search(&index) {
            self.moved.insert(place, index);
        }
    }

    /// Everybody whose middle is in an upright box or nearer to it than a distance, in world units, by index, in order; and
    /// some who are not.
    pub fn around(&self, (low, high): (Vec2, Vec2), distance: f32) -> Vec<usize> {
        let reach = Vec2::splat(distance + ROUNDING);
        let mut found = self.moved.clone();
        for run in self.grid.runs(low - reach, high + reach) {
            found.extend(self.grid.order()[run].iter().map(|&index| index as usize));
        }
        found.sort_unstable();
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
