//! What can be asked of a simulation about single agents, links and obstacles.

use glam::Vec2;

use super::{AgentStatus, Simulation, crowd, dynamic_obstacles, links, orders, status, world};
use crate::agent::steering::RaysSteering;
use crate::agent::{Agent, AgentId};
use crate::level::{Obstacle, PatrolPath, PatrolPoint, Target, Zone};
use crate::nav::{Method, NavGrid};
use crate::profile::AgentProfile;

impl Simulation {
    /// The agent with this id.
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        self.agents.agent(id)
    }

    /// The middle of a zone (of the box around a polygon), in world units; `None` when the agent on which it rides is
    /// gone.
    pub fn zone_middle(&self, zone: &Zone) -> Option<Vec2> {
        world::zones::zone_middle(&self.agents, zone)
    }

    /// The profile of an agent.
    pub fn profile_of(&self, agent: &Agent) -> &AgentProfile {
        self.world.profile_of(agent)
    }

    /// The ground as agents of a profile (its place in the level's list) can use it.
    pub fn nav_grid(&self, profile: usize) -> &NavGrid {
        self.world.nav_grid(profile)
    }

    /// Where in the world a target is for someone at `from`; `None` for an unknown place.
    pub fn target_point(&self, target: &Target, from: Vec2) -> Option<Vec2> {
        self.world.target_point(target, from)
    }

    /// Where the platform of a lift is, by the place of its link in the map's: from 0 at the link's beginning to 1 at its
    /// end. `None` for any other link.
    pub fn lift_at(&self, link: usize) -> Option<f32> {
        links::traffic::lift_at(&self.links, link)
    }

    /// How many stand before an agent in the queue at a link; `None` for one that is in no queue.
    pub fn place_in_queue(&self, agent: AgentId) -> Option<usize> {
        links::traffic::place_in_queue(&self.links, agent)
    }

    /// What those of some agents of this simulation do that [steer by rays](crate::profile::Navigation::Rays) and are under
    /// way: the rays that each casts, and what its behaviours ask for.
    pub fn steering_by_rays(&self, agents: &[&Agent]) -> Vec<(AgentId, RaysSteering)> {
        crowd::steering_by_rays(&self.world, &self.obstacles, &self.agents, agents)
    }

    /// The obstacles that are no part of the [ground](Simulation::map) at present, as they move or have not stood long
    /// enough, each with its velocity in world units a second.
    pub fn moving(&self) -> impl Iterator<Item = (&Obstacle, Vec2)> {
        dynamic_obstacles::moving(&self.obstacles)
    }

    /// The obstacle of a name, wherever it is now, whether it moves or stands.
    pub fn obstacle(&self, name: &str) -> Option<&Obstacle> {
        dynamic_obstacles::obstacle(&self.world, &self.obstacles, name)
    }

    /// The path along which an agent patrols, if it does.
    pub fn patrol_path(&self, agent: &Agent) -> Option<&PatrolPath> {
        self.world.patrol_path(agent)
    }

    /// Where a point of a patrol path is now, in world units, for someone at `from`; `None` when what it names is not, or
    /// no longer, there.
    pub fn patrol_point(&self, point: &PatrolPoint, from: Vec2) -> Option<Vec2> {
        orders::patrol::patrol_point(&self.world, &self.agents, &self.obstacles, point, from)
    }

    /// How an agent of this simulation fares.
    pub fn status(&self, agent: &Agent) -> AgentStatus {
        status::status(&self.world, &self.agents, &self.obstacles, agent)
    }

    /// Whether an agent has come as near to its goal as it can, and can only come there once a link or a door is switched.
    pub fn waits_for_switch(&self, agent: &Agent) -> bool {
        status::reason::waits_for_switch(&self.world, &self.obstacles, agent)
    }

    /// How paths are found for an agent.
    pub fn method_of(&self, agent: &Agent) -> Method {
        self.world.method_of(agent)
    }

    /// How many path searches have been asked for since the level began.
    pub fn searches(&self) -> u64 {
        self.agents.requests.asked()
    }
}
