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
use crate::app::ui::text_painter::{SMALL, line_height};

/// The most goals that are shown, so that the card does not cover the map.
const MOST: usize = 4;

/// What the line says that counts the walls which can be placed.
const WALLS: &str = "Walls placed";

/// Below the last of them.
const BELOW: f32 = 6.0;

/// Those that the card shows: none beside a lesson, which tells what to do by itself, and on a phone on its side, where the map needs
/// the room, only while the card is unfolded.
pub(super) fn shown(game: &Game, viewport: Vec2) -> Vec<Goal> {
    let is_folded = is_low(viewport) && !game.panels.card().is_open;
    if is_folded || game.teaching.lesson().is_some_and(|lesson| lesson.is_shown()) {
        return Vec::new();
    }
    let mut goals = game.run.sim().goals();
    goals.truncate(MOST);
    let walls = game.run.sim().placed_walls();
    goals.extend(walls.map(|walls| Goal { wins: true, text: WALLS.to_owned(), count: Some(walls), is_time: false }));
    goals
}

/// How high so many goals are.
pub(super) fn height(count: usize) -> f32 {
    if count == 0 { 0.0 } else { count as f32 * line_height(SMALL) + BELOW }
}

/// How much of the window they take from the map: nothing on a phone on its side.
pub(super) fn room(game: &Game, viewport: Vec2) -> f32 {
    if is_low(viewport) { 0.0 } else { height(shown(game, viewport).len()) }
}

/// Draws them, a line for each, with a dot that tells whether it wins or loses the level.
pub(super) fn draw(ui: &mut Ui<Action>, goals: &[Goal], area: Rect) {
    Column::draw(ui, area, |column| {
        for goal in goals {
            let color = if goal.wins { palette().on } else { palette().wrong };
            column.verdict(&words(goal), 1, color);
        }
    });
}

/// A goal and how far it has come, in a line.
fn words(goal: &Goal) -> String {
    match goal.count {
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
        assert_eq!(goal(Some((3, 90)), true), "Be in: 87 s left");
    }
}
