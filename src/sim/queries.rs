//! Queries about single agents, links and obstacles of a simulation.

use glam::Vec2;

use super::{
    AgentStatus, CellReport, Refusal, Simulation, Unreachable, cell_report, crowd, dynamic_obstacles, links, orders,
    status, world,
};
use crate::agent::steering::RaysSteering;
use crate::agent::{Agent, AgentId};
use crate::grid::Cell;
use crate::level::{Obstacle, PatrolPath, PatrolPoint, Target, Zone};
use crate::nav::{Method, NavGrid};
use crate::profile::AgentProfile;
use crate::sim::audit::{self, Sizes};

impl Simulation {
    /// Returns the agent with this id.
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        self.agents.agent(id)
    }

    /// Returns the centre of a zone (of the bounding box of a polygon), in world units; `None` if its carrier is gone.
    pub fn zone_middle(&self, zone: &Zone) -> Option<Vec2> {
        world::zones::zone_middle(&self.agents, zone)
    }

    /// Returns the profile of an agent.
    pub fn profile_of(&self, agent: &Agent) -> &AgentProfile {
        self.world.profile_of(agent)
    }

    /// Returns the grid on which agents of a profile (an index into the level's list) find their paths.
    pub fn nav_grid(&self, profile: usize) -> &NavGrid {
        self.world.nav_grid(profile)
    }

    /// How much of an [index](NavGrid::prepare_index) is made, from 0 to 1, if one is being made now: the level wants one for
    /// ground on which agents walk, and the ground has changed.
    pub fn index_under_way(&self) -> Option<f32> {
        self.world.caches.indexes.part()
    }

    /// Returns the cells to which an order to go to a target leads agents of a profile (an index into the level's list).
    ///
    /// # Errors
    /// When the target is outside the map, or no place has its name.
    pub fn goals_of(&self, profile: usize, target: &Target) -> Result<Vec<Cell>, Refusal> {
        self.world.goals_of(profile, target)
    }

    /// Returns the cell where the path of an agent of a profile begins that stands at a point: the nearest passable one
    /// that it can walk straight to; `None` in a wall.
    pub fn cell_of(&self, profile: usize, point: Vec2) -> Option<Cell> {
        self.world.cell_of(profile, point)
    }

    /// Returns what is known of the cell at a point of the world; `None` outside the map. Whether a cell is in reach is asked
    /// for the first of the `preferred` agents of each profile, or else for the first agent of the level.
    ///
    /// ```
    /// use footpath::level::{Closed, Level};
    /// use footpath::sim::{Access, Simulation};
    /// let text = r#"(version: 1, name: "Pond", legend: {'.': "grass", 'w': "water"}, rows: ["..w"], agents: [(tile: (0, 0))])"#;
    /// let simulation = Simulation::new(Level::parse("pond.ron", text)?, None);
    /// let report = simulation.inspect_cell(glam::vec2(2.5, 0.5), &[]).unwrap();
    /// assert!(matches!(report.profiles[0].access, Access::Closed(Closed::Terrain(_))));
    /// assert_eq!(simulation.inspect_cell(glam::vec2(1.5, 0.5), &[]).unwrap().profiles[0].cost, Some(1.0));
    /// # Ok::<(), footpath::level::LevelError>(())
    /// ```
    pub fn inspect_cell(&self, point: Vec2, preferred: &[AgentId]) -> Option<CellReport> {
        cell_report::inspect(&self.world, &self.agents, point, preferred)
    }

    /// Returns the position of a target in the world, seen from `from`; `None` for an unknown place.
    pub fn target_point(&self, target: &Target, from: Vec2) -> Option<Vec2> {
        self.world.target_point(target, from)
    }

    /// Returns the position of a lift's platform, by the index of its link in the map: from 0 at the link's start to 1
    /// at its end. `None` for any other link.
    pub fn lift_at(&self, link: usize) -> Option<f32> {
        links::traffic::lift_at(&self.links, link)
    }

    /// Returns the number of agents ahead of one in the queue at a link; `None` for one that does not queue.
    pub fn place_in_queue(&self, agent: AgentId) -> Option<usize> {
        links::traffic::place_in_queue(&self.agents, &self.links, agent)
    }

    /// Returns how agents that [steer by rays](crate::profile::Navigation::Rays) and are under way steer now: the rays
    /// that each casts, and the forces of its behaviours. Skips all other agents.
    pub fn steering_by_rays(&self, agents: &[&Agent]) -> Vec<(AgentId, RaysSteering)> {
        crowd::steering_by_rays(&self.world, &self.obstacles, &self.agents, agents)
    }

    /// Returns the obstacles that are not part of the [ground](Simulation::map) at present, because they move or have
    /// not stood long enough, each with its velocity in world units a second.
    pub fn moving(&self) -> impl Iterator<Item = (&Obstacle, Vec2)> {
        dynamic_obstacles::moving(&self.obstacles)
    }

    /// Returns the obstacle of this name as it is now, moving or not.
    pub fn obstacle(&self, name: &str) -> Option<&Obstacle> {
        dynamic_obstacles::obstacle(&self.world, &self.obstacles, name)
    }

    /// Returns the path along which an agent patrols, if it does.
    pub fn patrol_path(&self, agent: &Agent) -> Option<&PatrolPath> {
        self.world.patrol_path(agent)
    }

    /// Returns where a point of a patrol path is now, in world units, seen from `from`; `None` if what it names does
    /// not exist or is gone.
    pub fn patrol_point(&self, point: &PatrolPoint, from: Vec2) -> Option<Vec2> {
        orders::patrol::patrol_point(&self.world, &self.agents, &self.obstacles, point, from)
    }

    /// Returns how an agent of this simulation is getting on.
    pub fn status(&self, agent: &Agent) -> AgentStatus {
        status::status(&self.world, &self.agents, &self.obstacles, agent)
    }

    /// Compares everything that is kept up to date piece by piece with the same made from nothing: baked grids, the costs of
    /// zones, the slots of agents, the jobs of the planning queue. Takes as long as loading the level does.
    ///
    /// ```
    /// use footpath::level::{Level, TileMap};
    /// use footpath::sim::Simulation;
    /// let simulation = Simulation::new(Level::on(TileMap::from_rows(&["...."])?), None);
    /// assert_eq!(simulation.audit(), Ok(()));
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// The first difference, in words.
    pub fn audit(&self) -> Result<(), String> {
        audit::audit(self)
    }

    /// How many entries it keeps besides its ground.
    pub fn sizes(&self) -> Sizes {
        audit::sizes(self)
    }

    /// Whether something is being found for an agent: a path, or a slot to stand.
    pub fn has_job(&self, agent: AgentId) -> bool {
        self.agents.jobs.of(agent).is_some()
    }

    /// Whether an agent was on a link in the last tick, if only for a part of it: it may have stepped upon a short one and off
    /// it again.
    pub fn was_on_link(&self, agent: AgentId) -> bool {
        self.crowd.crossed.binary_search(&agent).is_ok()
    }

    /// Returns why an agent cannot reach where it is sent; `None` if it can, or could if a link or a door were switched.
    pub fn why_unreachable(&self, agent: &Agent) -> Option<Unreachable> {
        status::reason::why_goal_unreachable(&self.world, &self.agents, &self.obstacles, agent)
    }

    /// Returns what keeps an agent from where it is sent, also where a link or a door could be switched.
    pub fn what_separates(&self, agent: &Agent) -> Unreachable {
        status::reason::what_separates(&self.world, agent)
    }

    /// Whether an agent is as near to its goal as possible and could only reach it if a link or a door were switched.
    pub fn waits_for_switch(&self, agent: &Agent) -> bool {
        status::reason::waits_for_switch(&self.world, &self.obstacles, agent)
    }

    /// Returns the search method of an agent.
    pub fn method_of(&self, agent: &Agent) -> Method {
        self.world.method_of(agent)
    }

    /// Returns the number of path searches requested since the level began.
    pub fn searches(&self) -> u64 {
        self.agents.requests.asked()
    }
}
