//! The lesson of a level that is played: what it sees, and what its card asks for.

use footpath::agent::Agent;
use footpath::grid::Cell;
use footpath::level::Until;
use footpath::nav::{PathQuery, PathStatus, Search, find_path};
use glam::Vec2;

use super::Game;
use crate::app::modes::lesson::{LessonPress, Situation, is_hidden};
use crate::app::modes::screen::is_for_fingers;

impl Game {
    /// How many levels have been begun.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// Whether only a line of the lesson's card is seen: as the player wants it, or beside a panel.
    pub fn folds_lesson(&self, viewport: Vec2) -> bool {
        let is_taken = self.has_side_panel() || self.overlays.open && is_for_fingers(viewport);
        self.lesson.as_ref().is_some_and(|lesson| lesson.is_folded || is_taken)
    }

    /// Lets the lesson see how everything is, `seconds` after the last time: the start is where the first agent stands
    /// that has a goal, or the first of all, and its goal is the goal.
    pub fn teach_on(&mut self, seconds: f32) {
        let Some(lesson) = self.lesson.as_ref().filter(|lesson| lesson.is_shown()) else { return };
        let agents = self.sim.agents();
        let Some(agent) = agents.iter().find(|agent| agent.goal().is_some()).or(agents.first()) else { return };
        let (start, goal) = self.ends(agent);
        let grid = self.sim.nav_grid(agent.profile());
        let method = self.method();
        let cost = || {
            let path = find_path(grid, &PathQuery::between(start, goal).by(method), &mut Search::default()).ok();
            path.filter(|path| path.status == PathStatus::Complete).map_or(f64::INFINITY, |path| path.cost)
        };
        let map = self.sim.map();
        let walls = || map.lattice.rect().cells().filter(|tile| !map.is_walkable(*tile)).count();
        let until = lesson.until();
        let situation = Situation {
            start: map.tile_of_cell(start),
            goal: map.tile_of_cell(goal),
            is_hidden: until == Some(&Until::GoalHidden) && is_hidden(grid, start, goal),
            method,
            cost: if matches!(until, Some(Until::CostBelow(_))) { cost() } else { f64::INFINITY },
            walls: if matches!(until, Some(Until::Walls(_))) { walls() } else { 0 },
            arrived: self.arrived,
        };
        if let Some(lesson) = &mut self.lesson {
            lesson.look(situation, seconds);
        }
    }

    /// The cells where an agent stands and where it is to go.
    fn ends(&self, agent: &Agent) -> (Cell, Cell) {
        let cells = self.sim.map().cells();
        let point = agent.goal().and_then(|goal| self.sim.target_point(goal, agent.position()));
        (cells.tile_at(agent.position()), cells.tile_at(point.unwrap_or(agent.position())))
    }

    pub(super) fn press_lesson(&mut self, press: LessonPress) {
        if press == LessonPress::Unfold {
            self.close_side_panels();
            self.overlays.open &= !is_for_fingers(self.camera.viewport);
        }
        self.wish = self.lesson.as_mut().and_then(|lesson| lesson.press(press));
    }
}
