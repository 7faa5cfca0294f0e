//! The goals of a level on its card: what wins it and what loses it, with how far that has come.

use footpath::sim::Goal;
use glam::Vec2;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::play::Game;
use crate::app::modes::screen::is_low;
use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::SMALL;

/// The most goals that are shown, so that the card does not cover the map.
const MOST: usize = 4;

/// What the line says that counts the walls which can be placed.
const WALLS: &str = "Walls placed";

/// What a goal in one line has besides its words: its dot, and the gap to the next one.
const BESIDE: f32 = 20.0;

/// The room of a goal in one line, from which on it is told in words too.
const LEAST_GOAL: f32 = 90.0;

/// Below the last of them. With two goals the card is as high as two rows of orders, which then stand beside what the level is
/// about.
const BELOW: f32 = 12.0;

/// The goals that the card shows. There are none beside a lesson, which tells what to do by itself.
pub(super) fn shown(game: &Game) -> Vec<Goal> {
    if game.teaching.lesson().is_some_and(|lesson| lesson.is_shown()) {
        return Vec::new();
    }
    let mut goals = game.run.sim().goals();
    goals.truncate(MOST);
    let walls = game.run.sim().placed_walls();
    goals.extend(walls.map(|walls| Goal { wins: true, text: WALLS.to_owned(), count: Some(walls), is_time: false }));
    goals
}

/// How high they are, a line for each.
pub(super) fn height(goals: &[Goal]) -> f32 {
    Column::height_of(|column| fill(column, goals))
}

/// Whether they stand in one line in the folded card: on a phone on its side, where the map needs the room.
pub(super) fn are_in_one_line(game: &Game, viewport: Vec2) -> bool {
    is_low(viewport) && !game.panels.card().is_open
}

/// How much of the window they take from the map: nothing on a phone on its side.
pub(super) fn room(game: &Game, viewport: Vec2) -> f32 {
    if is_low(viewport) { 0.0 } else { height(&shown(game)) }
}

/// Draws them, a line for each, with a dot that tells whether it wins or loses the level.
pub(super) fn draw(ui: &mut Ui<Action>, goals: &[Goal], area: Rect) {
    Column::draw(ui, area, |column| fill(column, goals));
}

fn fill(column: &mut Column, goals: &[Goal]) {
    for goal in goals {
        let color = if goal.wins { palette().on } else { palette().wrong };
        column.verdict(&words(goal), 1, color);
    }
    column.skip(if goals.is_empty() { 0.0 } else { BELOW });
}

/// Draws them beside each other, each with how far it has come first, as much of it as has room: where that is little, how far
/// they have come and nothing else.
pub(super) fn draw_in_one_line(ui: &mut Ui<Action>, goals: &[Goal], area: Rect) {
    let has_room = |goals: &[&Goal]| area.w >= LEAST_GOAL * goals.len() as f32;
    let mut shown: Vec<&Goal> = goals.iter().collect();
    if !has_room(&shown) && goals.iter().any(|goal| short_count(goal).is_some()) {
        shown.retain(|goal| short_count(goal).is_some());
    }
    let has_words = has_room(&shown);
    let width = area.w / shown.len().max(1) as f32;
    for (index, goal) in shown.into_iter().enumerate() {
        let color = if goal.wins { palette().on } else { palette().wrong };
        let words = match short_count(goal) {
            Some(count) if has_words => format!("{count} {}", goal.text),
            count => count.unwrap_or_else(|| goal.text.clone()),
        };
        let words = ui.painter.shortened(&words, width - BESIDE, SMALL);
        ui.verdict(&words, color, Rect { x: area.x + index as f32 * width, w: width, ..area });
    }
}

/// How far a goal has come, if that is more than done or not: "1 of 1" would say that a goal with more conditions is done.
fn count(goal: &Goal) -> Option<(u32, u32)> {
    goal.count.filter(|&(_, need)| need > 1)
}

/// How far a goal has come, in a few letters, if that is counted.
fn short_count(goal: &Goal) -> Option<String> {
    let (have, need) = count(goal)?;
    Some(if goal.is_time { format!("{} s", need - have) } else { format!("{have}/{need}") })
}

/// A goal and how far it has come, in a line.
fn words(goal: &Goal) -> String {
    match count(goal) {
        None => goal.text.clone(),
        Some((have, need)) if goal.is_time => format!("{}: {} s left", goal.text, need - have),
        Some((have, need)) => format!("{}: {have} of {need}", goal.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_tells_how_far_it_has_come() {
        let goal = |count, is_time| words(&Goal { wins: true, text: "Be in".to_owned(), count, is_time });
        assert_eq!(goal(None, false), "Be in");
        assert_eq!(goal(Some((3, 5)), false), "Be in: 3 of 5");
        assert_eq!(goal(Some((1, 1)), false), "Be in", "it may have more conditions");
        assert_eq!(goal(Some((3, 90)), true), "Be in: 87 s left");
        let short = |count, is_time| short_count(&Goal { wins: true, text: "Be in".to_owned(), count, is_time });
        assert_eq!(short(Some((3, 5)), false).as_deref(), Some("3/5"));
        assert_eq!((short(Some((3, 90)), true).as_deref(), short(None, false)), (Some("87 s"), None));
    }
}
