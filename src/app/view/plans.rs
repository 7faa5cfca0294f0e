//! Where orders lead, as far as that can be drawn: patrol paths, and what comes after the present order.

use footpath::agent::{Agent, AgentId};
use footpath::level::{Course, FieldValue, Order, PatrolPath, PatrolPoint, Whom};
use footpath::sim::Simulation;
use glam::Vec2;

use super::words::agent_words::is_endless;

/// A patrol path as it lies in the world just now.
#[derive(Clone, Debug, PartialEq)]
pub struct Patrol {
    /// Its points, in order, without those that are nowhere.
    pub points: Vec<Vec2>,
    /// Whether the first one comes after the last one.
    pub is_loop: bool,
}

impl Patrol {
    /// From each point to the next; of a loop the last one leads back to the first.
    pub fn segments(&self) -> impl Iterator<Item = (Vec2, Vec2)> {
        let closing = match (self.points.last(), self.points.first()) {
            (Some(last), Some(first)) if self.is_loop && self.points.len() > 2 => Some((*last, *first)),
            _ => None,
        };
        self.points.windows(2).map(|pair| (pair[0], pair[1])).chain(closing)
    }
}

/// Whether all points of a patrol path stay where they are.
pub fn stays(path: &PatrolPath) -> bool {
    path.points.iter().all(|point| matches!(point, PatrolPoint::Target(_)))
}

/// Where the points of a patrol path are at present, in world units.
pub fn patrol(sim: &Simulation, path: &PatrolPath) -> Patrol {
    let mut points: Vec<Vec2> = Vec::with_capacity(path.points.len());
    for point in &path.points {
        let before = points.last().copied().unwrap_or_default();
        points.extend(place_of(sim, point, before));
    }
    Patrol { points, is_loop: path.course == Course::Loop }
}

/// Up to this many agents, the paths of all are drawn, whichever are selected.
pub const FEW: usize = 8;

/// The patrols that are shown, each once with an agent that goes along it: those of selected agents; where none is selected and
/// there are few, those of all.
pub fn shown_patrols<'a>(sim: &'a Simulation, selected: &[AgentId]) -> Vec<(&'a Agent, &'a PatrolPath)> {
    let agents = sim.agents();
    let all = if selected.is_empty() && agents.len() <= FEW { agents } else { &[] };
    let mut shown: Vec<(&Agent, &PatrolPath)> = Vec::new();
    for agent in all.iter().chain(selected.iter().filter_map(|id| sim.agent(*id))) {
        if let Some(path) = patrol_of(sim, agent)
            && shown.iter().all(|(_, known)| known.name != path.name)
        {
            shown.push((agent, path));
        }
    }
    shown
}

/// The paths along which agents can be sent, each with its place in the list: those of the level, and of those that the player
/// has made the ones along which somebody patrols, or will. One that is forgotten by all is as if it were not there.
pub fn open_paths(sim: &Simulation) -> impl Iterator<Item = (usize, &PatrolPath)> {
    let is_open = |path: &PatrolPath| {
        let goes_along = |order: &Order| order.path() == Some(path.name.as_str());
        let goes = |agent: &Agent| agent.order().into_iter().chain(agent.queue()).any(goes_along);
        sim.level().paths.iter().any(|own| own.name == path.name) || sim.agents().iter().any(goes)
    };
    sim.paths().iter().enumerate().filter(move |(_, path)| is_open(path))
}

/// The path along which an agent patrols.
pub fn patrol_of<'a>(sim: &'a Simulation, agent: &Agent) -> Option<&'a PatrolPath> {
    path_named(sim, agent.order()?.path()?)
}

fn path_named<'a>(sim: &'a Simulation, name: &str) -> Option<&'a PatrolPath> {
    sim.paths().iter().find(|path| path.name == name)
}

/// Where a point of a patrol path is for someone at `from`.
fn place_of(sim: &Simulation, point: &PatrolPoint, from: Vec2) -> Option<Vec2> {
    match point {
        PatrolPoint::Target(target) => sim.target_point(target, from),
        PatrolPoint::Agent(number) => sim.agent(AgentId(*number)).map(|agent| agent.position()),
        PatrolPoint::Obstacle(name) => sim.obstacle(name).map(|obstacle| obstacle.at),
    }
}

/// Where an agent's queued orders lead it, one after the other, from where it will be before the first of them; orders
/// that lead nowhere in particular have no point, nor have those behind one that never ends.
pub fn queued_points(sim: &Simulation, agent: &Agent, from: Vec2) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = Vec::new();
    let before = agent.order().into_iter().chain(agent.queue());
    for (order, before) in agent.queue().iter().zip(before) {
        if is_endless(sim, before) {
            break;
        }
        let from = points.last().copied().unwrap_or(from);
        points.extend(points_of(sim, order, from));
    }
    points
}

fn points_of(sim: &Simulation, order: &Order, from: Vec2) -> Vec<Vec2> {
    let points = order.values().into_iter().map(|value| match value {
        FieldValue::Target(target) => sim.target_point(&target, from).into_iter().collect(),
        FieldValue::Path(name) => path_named(sim, &name).map_or_else(Vec::new, |path| {
            let patrol = patrol(sim, path);
            let again = patrol.points.first().copied().filter(|_| patrol.is_loop && patrol.points.len() > 2);
            patrol.points.into_iter().chain(again).collect()
        }),
        FieldValue::Whom(Whom::Agent(agent)) if order.kind().leads_to_agent => {
            sim.agent(AgentId(agent)).map(|agent| agent.position()).into_iter().collect()
        }
        FieldValue::Whom(_) | FieldValue::Number(_) | FieldValue::Switch(_) => Vec::new(),
    });
    points.flatten().collect()
}

#[cfg(test)]
mod tests {
    use footpath::grid::Cell;
    use footpath::level::{Level, Target};
    use footpath::sim::{Command, Selection};
    use glam::vec2;

    use super::*;

    fn path(name: &str, course: Course) -> PatrolPath {
        let corner = |x, y| PatrolPoint::Target(Target::Tile(Cell::new(x, y)));
        let points = vec![corner(0, 0), corner(3, 0), PatrolPoint::Agent(1)];
        PatrolPath { name: name.to_owned(), points, course, ..PatrolPath::default() }
    }

    fn pen() -> Simulation {
        let text = r##"(version: 1, name: "Pen", legend: {'.': "grass"}, rows: ["......", "......", "......"],
            agents: [(profile: "walker", tile: (0, 2)), (profile: "walker", tile: (4, 2))])"##;
        let mut level = Level::parse("pen.ron", text).expect("it is a level");
        level.paths = vec![path("round", Course::Loop), path("there and back", Course::BackAndForth)];
        Simulation::new(level, None)
    }

    #[test]
    fn loop_segment_is_drawn() {
        let sim = pen();
        let (a, b, c) = (vec2(0.5, 0.5), vec2(3.5, 0.5), vec2(4.5, 2.5));
        let segments = |index: usize| patrol(&sim, &sim.paths()[index]).segments().collect::<Vec<_>>();
        assert_eq!(segments(0), [(a, b), (b, c), (c, a)], "a loop is closed");
        assert_eq!(segments(1), [(a, b), (b, c)], "there and back is not");
    }

    #[test]
    fn a_queue_leads_through_orders_of_every_kind() {
        let mut sim = pen();
        let whom = || Selection::These(vec![AgentId(0)]);
        sim.step(&[
            Command::Order(whom(), Order::MoveTo(Target::Tile(Cell::new(5, 0)))),
            Command::ThenOrder(whom(), Order::Wait(2.0)),
            Command::ThenOrder(whom(), Order::Follow { agent: Whom::Agent(1), distance: 1.0, on_sight: true }),
            Command::ThenOrder(whom(), Order::MoveInFormation(Target::Tile(Cell::new(2, 1)))),
            Command::ThenOrder(whom(), Order::Patrol("there and back".to_owned())),
            Command::ThenOrder(whom(), Order::MoveTo(Target::Tile(Cell::new(5, 0)))),
        ]);
        let points = queued_points(&sim, &sim.agents()[0], vec2(5.5, 0.5));
        let other = vec2(4.5, 2.5);
        let expected = [other, vec2(2.5, 1.5), vec2(0.5, 0.5), vec2(3.5, 0.5), other];
        assert_eq!(points, expected, "nothing comes after the patrol, which never ends");
    }
}
