//! The ways on which selected agents will carry out their queued orders, those on which agents go on the patrols that are shown,
//! and those between the points of a patrol that the player is making: as the ground is now.

use footpath::agent::{Agent, AgentId};
use footpath::grid::Cell;
use footpath::nav::{Method, PathQuery, Search};
use footpath::profile::Navigation;
use footpath::sim::Simulation;
use glam::Vec2;

use super::plans::{self, Patrol};

/// The most selected agents whose ways are found: the lines of more would be a tangle.
const MOST_AGENTS: usize = 8;

/// Cells that a search for one expands at most, as many as five ticks: without a limit a frame waits for a way across a map of millions of
/// cells. A longer way is drawn as straight lines.
const MOST_EXPANDED: u32 = 100_000;

/// The ways that are known.
#[derive(Default)]
pub struct QueuedWays {
    ways: Vec<QueuedWay>,
    /// Whether there were some to be found in the frame before.
    were_wanted: bool,
}

/// What is asked for a way from a cell to another.
#[derive(Clone, Copy, PartialEq)]
struct WayQuery {
    profile: usize,
    method: Method,
    ground: u64,
    ends: (Cell, Cell),
}

struct QueuedWay {
    query: WayQuery,
    /// Where it turns, in world units.
    corners: Vec<Vec2>,
}

impl QueuedWays {
    /// Finds one of the ways that are not known yet, from the second frame in which there are any on, and forgets those of which
    /// nobody has need; `drawn_patrol`: the points of the patrol that the player is making.
    pub fn update(&mut self, sim: &Simulation, selected: &[AgentId], drawn_patrol: &[Vec2]) {
        let has_queue = |id: &AgentId| sim.agent(*id).is_some_and(|agent| !agent.queue().is_empty());
        let has_ways = || selected.iter().any(has_queue) || !plans::shown_patrols(sim, selected).is_empty();
        let are_wanted = !self.ways.is_empty() || !drawn_patrol.is_empty() || has_ways();
        if std::mem::replace(&mut self.were_wanted, are_wanted) && are_wanted {
            self.find_next(sim, selected, drawn_patrol);
        }
    }

    // By itself: the page loads the searches after its first frame.
    #[inline(never)]
    fn find_next(&mut self, sim: &Simulation, selected: &[AgentId], drawn_patrol: &[Vec2]) {
        let agents = || selected.iter().take(MOST_AGENTS).filter_map(|id| sim.agent(*id));
        let drawn = Patrol { points: drawn_patrol.to_vec(), is_loop: true };
        let first = agents().next().or(sim.agents().first());
        let mut wanted: Vec<WayQuery> = first.into_iter().flat_map(|agent| legs(sim, agent, &drawn)).collect();
        for agent in agents() {
            wanted.extend(queries(sim, agent));
        }
        for (agent, path) in plans::shown_patrols(sim, selected).into_iter().take(MOST_AGENTS) {
            if plans::stays(path) {
                wanted.extend(legs(sim, agent, &plans::patrol(sim, path)));
            }
        }
        self.ways.retain(|way| wanted.contains(&way.query));
        let is_known = |query: &WayQuery| self.ways.iter().any(|way| way.query == *query);
        if let Some(query) = wanted.into_iter().find(|query| !is_known(query)) {
            let corners = query.corners(sim);
            self.ways.push(QueuedWay { query, corners });
        }
    }

    /// Where the way of an agent from one point to another turns; nowhere, as long as the way is not known.
    #[inline(never)]
    pub fn corners(&self, sim: &Simulation, agent: &Agent, from: Vec2, to: Vec2) -> &[Vec2] {
        let query = WayQuery::of(sim, agent, from, to);
        let way = query.and_then(|query| self.ways.iter().find(|way| way.query == query));
        way.map_or(&[], |way| &way.corners)
    }
}

/// The ways between the points of an agent's queued orders.
fn queries(sim: &Simulation, agent: &Agent) -> Vec<WayQuery> {
    let goal = agent.goal().and_then(|goal| sim.target_point(goal, agent.position()));
    let mut last = goal.unwrap_or(agent.position());
    let points = plans::queued_points(sim, agent, last);
    let query = |point| WayQuery::of(sim, agent, std::mem::replace(&mut last, point), point);
    points.into_iter().filter_map(query).collect()
}

/// The ways from each point of a patrol to the next.
fn legs(sim: &Simulation, agent: &Agent, patrol: &Patrol) -> Vec<WayQuery> {
    patrol.segments().filter_map(|(from, to)| WayQuery::of(sim, agent, from, to)).collect()
}

impl WayQuery {
    /// `None` where an end lies outside the map, and for an agent that does not search.
    fn of(sim: &Simulation, agent: &Agent, from: Vec2, to: Vec2) -> Option<WayQuery> {
        let profile = agent.profile();
        let ends = (sim.cell_of(profile, from)?, sim.cell_of(profile, to)?);
        let searches = sim.profile_of(agent).navigation == Navigation::Search;
        let ground = sim.nav_grid(profile).stamp();
        searches.then(|| WayQuery { profile, method: sim.method_of(agent), ground, ends })
    }

    fn corners(&self, sim: &Simulation) -> Vec<Vec2> {
        let query = PathQuery::between(self.ends.0, self.ends.1).by(self.method);
        let (grid, mut search) = (sim.nav_grid(self.profile), Search::default());
        let found = search.begin(grid, &query).ok().and_then(|()| search.advance(grid, MOST_EXPANDED));
        let Some(Ok(path)) = found else { return Vec::new() };
        let turns = |three: &&[Cell]| {
            let step = |from: Cell, to: Cell| (to.x - from.x, to.y - from.y);
            step(three[0], three[1]) != step(three[1], three[2])
        };
        let cells = sim.map().cells();
        path.cells.windows(3).filter(turns).map(|three| cells.centre(three[1])).collect()
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::{Level, Order, Target};
    use footpath::sim::{Command, Selection};
    use glam::vec2;

    use super::*;

    #[test]
    fn a_queued_way_leads_round_a_wall() {
        let text = r##"(version: 1, name: "Pen", rows: [".....", ".###.", "....."],
            legend: {'.': "grass", '#': "wall"}, agents: [(profile: "walker", tile: (0, 0))])"##;
        let mut sim = Simulation::new(Level::parse("pen.ron", text).expect("it is a level"), None);
        let to = |x, y| Order::MoveTo(Target::Point(vec2(x, y)));
        sim.step(&[Command::Order(Selection::All, to(2.5, 0.5)), Command::ThenOrder(Selection::All, to(2.5, 2.5))]);
        let mut ways = QueuedWays::default();
        let corners = |ways: &QueuedWays, sim: &Simulation| {
            ways.corners(sim, &sim.agents()[0], vec2(2.5, 0.5), vec2(2.5, 2.5)).to_vec()
        };
        assert_eq!(corners(&ways, &sim), []);
        (0..2).for_each(|_| ways.update(&sim, &[AgentId(0)], &[]));
        let found = corners(&ways, &sim);
        assert!(found.len() >= 2, "{found:?}");
        assert!(found.iter().all(|corner| corner.x < 1.0 || corner.x > 4.0), "round the wall: {found:?}");
        ways.update(&sim, &[], &[]);
        assert_eq!(corners(&ways, &sim), [], "nobody is selected");
        (0..2).for_each(|_| ways.update(&sim, &[], &[vec2(2.5, 0.5), vec2(2.5, 2.5)]));
        assert_eq!(corners(&ways, &sim), found, "the player makes a patrol of these points");
    }

    #[test]
    fn a_patrol_leads_round_a_wall_although_nobody_is_selected() {
        let text = r##"(version: 1, name: "Pen", rows: [".....", ".###.", "....."], legend: {'.': "grass", '#': "wall"},
            paths: {"round": (points: [(tile: (2, 0)), (tile: (2, 2))])},
            agents: [(profile: "walker", tile: (0, 0), order: Patrol("round"))])"##;
        let sim = Simulation::new(Level::parse("pen.ron", text).expect("it is a level"), None);
        let mut ways = QueuedWays::default();
        (0..2).for_each(|_| ways.update(&sim, &[], &[]));
        let corners = ways.corners(&sim, &sim.agents()[0], vec2(2.5, 0.5), vec2(2.5, 2.5));
        assert!(corners.len() >= 2, "{corners:?}");
    }
}
