//! Writing the lesson of a level.

use super::{terrain_name, weight_entry};
use crate::grid::{Cell, Rect};
use crate::level::format::{LightEntry, StepEntry};
use crate::level::{LessonStep, Level, Light, TerrainId, Until};

pub(super) fn step(level: &Level, step: &LessonStep) -> StepEntry {
    let mut entry = StepEntry { text: step.text.clone(), ..StepEntry::default() };
    match &step.until {
        Until::Read => {}
        Until::StartIn(place) => entry.start_in = Some(place.clone()),
        Until::GoalIn(place) => entry.goal_in = Some(place.clone()),
        Until::GoalHidden => entry.goal_hidden = Some(true),
        Until::Algorithm(algorithm) => entry.algorithm = Some(algorithm.name()),
        Until::Heuristic(heuristic) => entry.heuristic = Some(heuristic.name()),
        Until::Weight(weight) => entry.weight = Some(weight_entry(*weight)),
        Until::CostBelow(cost) => entry.cost_below = Some(*cost),
        Until::Arrived(count) => entry.arrived = Some(*count),
        Until::Walls(count) => entry.walls = Some(*count),
    }
    entry.light = step.light.as_ref().map(|light| match light {
        Light::Part(part) => LightEntry::Named(part.name().to_owned()),
        Light::Place(place) => LightEntry::Named(place.clone()),
        Light::Tiles(Rect { min, max }) => LightEntry::Tiles([(min.x, min.y), (max.x - 1, max.y - 1)].to_vec()),
    });
    let drawn = |(terrain, tiles): &(TerrainId, Vec<Cell>)| {
        (terrain_name(level, *terrain), tiles.iter().map(|tile| (tile.x, tile.y)).collect())
    };
    entry.drawn = step.drawn.iter().map(drawn).collect();
    entry
}
