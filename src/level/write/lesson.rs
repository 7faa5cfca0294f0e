//! Writing the lesson of a level.

use super::kinds::terrain_name;
use super::{tiles, weight};
use crate::format::ron_text::Ron;
use crate::format::struct_text::StructText;
use crate::format::table::STEP;
use crate::grid::{Cell, Rect};
use crate::level::{LessonStep, Level, Light, Until};

pub(super) fn step(level: &Level, step: &LessonStep) -> Ron {
    let text = StructText::of(&STEP).put("text", step.text.as_str());
    let text = match &step.until {
        Until::Read => text,
        Until::StartIn(place) => text.put("start_in", place.as_str()),
        Until::GoalIn(place) => text.put("goal_in", place.as_str()),
        Until::GoalHidden => text.put("goal_hidden", true),
        Until::Algorithm(algorithm) => text.put("algorithm", algorithm.name()),
        Until::Heuristic(heuristic) => text.put("heuristic", heuristic.name()),
        Until::Weight(times) => text.put("weight", weight(*times)),
        Until::CostBelow(cost) => text.put("cost_below", *cost),
        Until::Arrived(count) => text.put("arrived", *count),
        Until::Walls(count) => text.put("walls", *count),
    };
    let light = step.light.as_ref().map(|light| match light {
        Light::Part(part) => Ron::from(part.name()),
        Light::Place(place) => Ron::from(place.as_str()),
        Light::Tiles(Rect { min, max }) => tiles(&[*min, Cell::new(max.x - 1, max.y - 1)]),
    });
    let names: Vec<String> = step.drawn.iter().map(|(terrain, _)| terrain_name(level, *terrain)).collect();
    let drawn = names.iter().map(String::as_str).zip(step.drawn.iter().map(|(_, drawn)| tiles(drawn)));
    text.put_given("light", light)
        .put_given("drawn", (!names.is_empty()).then(|| Ron::map(drawn)))
        .put_value("user", &step.user)
        .on_one_line()
}
