//! The ground as it is now, and what can be known of it without the agents.

pub mod baking;
pub mod edits;
mod grids;
pub mod invalidation;
mod targets;
pub mod wear;
pub mod zones;

use super::{Named, Refusal, TICK};
use crate::agent::Agent;
use crate::agent::route::Ground;
use crate::agent::steering::Mover;
use crate::level::{Level, Order, PatrolPath, TileMap, Zone};
use crate::nav::cache::BakedSet;
use crate::nav::{CornerRule, DiagonalCost, Method, NavGrid, Solid};
use crate::profile::{AgentProfile, Navigation};
pub use grids::Grids;
use wear::Worn;
use zones::Painted;

/// The ground as it is now.
#[derive(Clone, Debug)]
pub struct World {
    /// As it was loaded.
    pub level: Level,
    /// The seed that takes the place of the level's own.
    pub seed: Option<u64>,
    /// How many ticks have been made since the level began.
    pub tick: u64,
    pub map: TileMap,
    /// How often the ground has changed.
    pub map_revision: u64,
    /// As the level has them, or as they have been changed since.
    pub profiles: Vec<AgentProfile>,
    /// As they are now.
    pub zones: Vec<Zone>,
    /// As they are now.
    pub paths: Vec<PatrolPath>,
    pub painted: Painted,
    /// `None` where no ground wears.
    pub worn: Option<Worn>,
    pub is_baked: bool,
    pub grids: Grids,
    /// How paths are found for agents that have no method of their own.
    pub method: Method,
}

impl World {
    /// The ground of a level at its start; `seed` takes the place of the level's own, `baked` may have some of the ground
    /// baked before.
    pub fn new(level: Level, seed: Option<u64>, baked: Option<&BakedSet>) -> World {
        World {
            seed,
            tick: 0,
            map: level.map.clone(),
            map_revision: 0,
            profiles: level.profiles.clone(),
            zones: level.zones.clone(),
            paths: level.paths.clone(),
            painted: Painted::default(),
            worn: None,
            is_baked: true,
            grids: Grids::of_level(&level.map, &level.profiles, baked),
            method: level.search,
            level,
        }
    }

    /// The profile of an agent.
    pub fn profile_of(&self, agent: &Agent) -> &AgentProfile {
        &self.profiles[agent.identity.profile]
    }

    /// The ground as agents of a profile (its place in the level's list) can use it.
    pub fn nav_grid(&self, profile: usize) -> &NavGrid {
        self.ground(profile).nav
    }

    /// What an agent of a profile walks on, and how.
    pub fn ground(&self, profile: usize) -> Ground<'_> {
        let kind = &self.profiles[profile];
        let nav = self.grids.of(profile, &self.map, &self.profiles);
        Ground { solid: Solid::new(&self.map, kind), nav, mover: Mover::new(kind, TICK) }
    }

    /// That there is no patrol path of a name.
    pub fn no_path_called(&self, name: &str) -> Refusal {
        Refusal::unknown(Named::Path, name, self.paths.iter().map(|path| path.name.as_str()))
    }

    /// The path along which an agent patrols, if it does.
    pub fn patrol_path(&self, agent: &Agent) -> Option<&PatrolPath> {
        let Some(Order::Patrol(name)) = &agent.task.order else { return None };
        self.paths.iter().find(|path| path.name == *name)
    }

    /// Whether an agent finds no ways, but goes straight and steers by its rays.
    pub fn steers_by_rays(&self, agent: &Agent) -> bool {
        self.profile_of(agent).navigation == Navigation::Rays
    }

    /// How paths are found for an agent.
    pub fn method_of(&self, agent: &Agent) -> Method {
        agent.identity.method.unwrap_or(self.method)
    }

    /// The same, but for the rules that agents do not walk by, whatever is chosen.
    pub fn walked_method(&self, agent: &Agent) -> Method {
        Method { corners: CornerRule::Never, diagonal: DiagonalCost::Exact, ..self.method_of(agent) }
    }
}
