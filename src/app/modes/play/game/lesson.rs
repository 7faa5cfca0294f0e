//! What the lesson of a level that is played sees of it.

use footpath::agent::Agent;
use footpath::grid::Cell;
use footpath::level::Until;
use footpath::nav::{PathQuery, PathStatus, Search, find_path};

use super::Game;
use crate::app::modes::lesson::{Lesson, Situation, is_hidden};

/// How everything is that a lesson may ask for: the start is where the first agent stands that has a goal, or the first of
/// all, and its goal is the goal. `None` without agents.
pub(super) fn situation(game: &Game, lesson: &Lesson) -> Option<Situation> {
    let agents = game.sim.agents();
    let agent = agents.iter().find(|agent| agent.goal().is_some()).or(agents.first())?;
    let (start, goal) = ends(game, agent);
    let (grid, map, method, until) =
        (game.sim.nav_grid(agent.profile()), game.sim.map(), game.method(), lesson.until());
    let cost = || {
        let path = find_path(grid, &PathQuery::between(start, goal).by(method), &mut Search::default()).ok();
        path.filter(|path| path.status == PathStatus::Complete).map_or(f64::INFINITY, |path| path.cost)
    };
    let walls = || map.lattice.rect().cells().filter(|tile| !map.is_walkable(*tile)).count();
    Some(Situation {
        start: map.tile_of_cell(start),
        goal: map.tile_of_cell(goal),
        is_hidden: until == Some(&Until::GoalHidden) && is_hidden(grid, start, goal),
        method,
        cost: if matches!(until, Some(Until::CostBelow(_))) { cost() } else { f64::INFINITY },
        walls: if matches!(until, Some(Until::Walls(_))) { walls() } else { 0 },
        arrived: game.arrived,
    })
}

/// The cells where an agent stands and where it is to go.
fn ends(game: &Game, agent: &Agent) -> (Cell, Cell) {
    let cells = game.sim.map().cells();
    let point = agent.goal().and_then(|goal| game.sim.target_point(goal, agent.position()));
    (cells.tile_at(agent.position()), cells.tile_at(point.unwrap_or(agent.position())))
}
