//! A level to be measured, and how.

use glam::Vec2;

use super::Dice;
use crate::agent::body::fits;
use crate::level::{AgentStart, Level, Solid};

/// How far the seed moves the start of each agent in x and in y at most, in world units.
const SHIFT: f32 = 0.1;

/// A level to be measured, and how.
#[derive(Clone, Debug)]
pub struct CrowdScenario {
    /// What reports call it.
    pub name: String,
    /// The ground, and the agents with their goals. Agents that come to rest at no goal are not measured.
    pub level: Level,
    /// When one of them has arrived.
    pub arrival: ArrivalCriterion,
    /// After how many seconds it ends if not every agent has arrived.
    pub limit: f32,
    /// How far its seed moves the start of each agent in x and in y at most, in world units.
    pub shift: f32,
    /// Whether there is a gate at x = 0 through which all go, whose flow is counted.
    pub has_gate: bool,
}

/// When an agent has arrived; it is so from the first such tick on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArrivalCriterion {
    /// Within this distance of its goal, in world units.
    Near(f32),
    /// When it is this far past the middle of the world, in world units, along x or y, towards its goal.
    Past(f32),
    /// When it stands within one radius of its own place: of its goal, or of its slot if others are sent to the same goal. It
    /// may be as far off as it may stop before it.
    Standing,
    /// When it has stood at the end of its first path. Until the time is up all go on from place to place, each on its
    /// next [errand](super::next_errand) as soon as it stands.
    FirstErrand,
}

impl CrowdScenario {
    /// Any level: 120 seconds until all that have a goal stand at the last one.
    pub fn of_level(name: &str, level: Level) -> CrowdScenario {
        let (name, arrival) = (name.to_owned(), ArrivalCriterion::Standing);
        CrowdScenario { name, level, arrival, limit: 120.0, shift: SHIFT, has_gate: false }
    }

    /// The level as it is for a seed: each agent moved, unless it would be in a wall there or touch another.
    pub fn level_for(&self, seed: u64) -> Level {
        let mut level = self.level.clone();
        let mut dice = Dice::of(seed);
        for index in 0..level.agents.len() {
            let (x, y) = (dice.between(-self.shift, self.shift), dice.between(-self.shift, self.shift));
            let moved = level.agents[index].position + Vec2::new(x, y);
            if self.shift > 0.0 && has_room(&level, index, moved) {
                level.agents[index].position = moved;
            }
        }
        level
    }
}

/// Whether an agent of a level can be at a point instead.
fn has_room(level: &Level, index: usize, point: Vec2) -> bool {
    let profile = &level.profiles[level.agents[index].profile];
    let mut others = level.agents.iter().enumerate().filter(|&(other, _)| other != index);
    let apart = |(_, other): (usize, &AgentStart)| {
        other.position.distance(point) >= profile.radius + level.profiles[other.profile].radius
    };
    fits(&Solid::new(&level.map, profile), point) && others.all(apart)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios::named;

    #[test]
    fn a_seed_moves_the_starts_a_little_but_not_in_circles() {
        let hall = named("hall-8").unwrap();
        let (level, again, other) = (hall.level_for(3), hall.level_for(3), hall.level_for(4));
        assert_eq!(level, again);
        assert_ne!(level, other);
        for (start, moved) in hall.level.agents.iter().zip(&level.agents) {
            let by = (start.position - moved.position).abs();
            assert!(by.max_element() <= SHIFT + 1e-5 && by.max_element() > 0.0, "{by}");
        }
        let circle = named("circle-20").unwrap();
        assert_eq!(circle.level_for(3), circle.level);
    }
}
