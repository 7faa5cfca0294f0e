//! Which part of a large map is worth looking at before anybody has looked around.

use footpath::level::Level;
use glam::Vec2;

/// Agents that are looked at: the first of a crowd tell where it stands, and all of them together take as long as their square.
const MOST_AGENTS: usize = 500;

/// The middle of the agents that begin in the part of a level of this size, in world units, in which most of them do; the middle
/// of the map where there are none.
pub fn busiest(level: &Level, size: Vec2) -> Vec2 {
    let lattice = &level.map.lattice;
    let starts: Vec<Vec2> = level.agents.iter().take(MOST_AGENTS).map(|agent| agent.position).collect();
    let near = |middle: Vec2| starts.iter().filter(move |at| (**at - middle).abs().cmple(0.5 * size).all());
    // Of equal ones the first.
    let middle = starts.iter().rev().copied().max_by_key(|at| near(*at).count());
    middle.map_or(lattice.origin + 0.5 * lattice.size(), |middle| {
        let agents = near(middle).count();
        near(middle).sum::<Vec2>() / agents as f32
    })
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    #[test]
    fn most_agents_together_are_worth_more_than_the_first() {
        let level = |agents: &str| {
            let row = ".".repeat(40);
            let text = format!(
                r##"(version: 1, name: "Long", legend: {{'.': "grass"}}, rows: ["{row}", "{row}"], agents: [{agents}])"##
            );
            Level::parse("long.ron", &text).expect("it is a level")
        };
        let two = level("(tile: (1, 0)), (tile: (30, 0)), (tile: (32, 1)), (tile: (20, 1))");
        assert_eq!(busiest(&two, vec2(8.0, 4.0)), vec2(31.5, 1.0));
        assert_eq!(busiest(&level(""), vec2(8.0, 4.0)), vec2(20.0, 1.0));
    }
}
