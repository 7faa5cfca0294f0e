//! The state of the ground, and what can be read from it without the agents.

/// Baking by command, and changes of profiles.
pub mod baking;
/// Painting and erasing tiles.
pub mod edits;
/// The grids of the profiles.
pub mod grids;
/// Indexes of ground that has changed.
pub mod indexes;
/// Which agents a change of the ground concerns.
pub mod invalidation;
/// Walls of which only so many can be placed.
pub mod placed_walls;
mod targets;
/// Ground that wears where it is walked on.
pub mod wear;
/// Zones: areas of danger and reward.
pub mod zones;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Named, Refusal, TICK};
use crate::agent::Agent;
use crate::agent::right_of_way::Claim;
use crate::agent::route::Ground;
use crate::agent::steering::Mover;
use crate::grid::Cell;
use crate::level::{Level, Order, PatrolPath, TileMap, Zone};
use crate::nav::cache::BakedSet;
use crate::nav::{CornerRule, DiagonalCost, GoalArea, Method, Mistake, NavGrid, Solid};
use crate::profile::{AgentProfile, Navigation};
pub use grids::Grids;
use indexes::IndexRenewal;
use targets::large_places;
use wear::Worn;
use zones::Painted;

/// The state of the ground.
#[derive(Clone, Debug, serde::Serialize)]
pub struct World {
    /// The level as it was loaded, or taken last.
    #[serde(skip)]
    pub level: Level,
    /// Replaces the level's own seed; never changes.
    #[serde(skip)]
    pub seed: Option<u64>,
    /// Ticks since the level began.
    pub tick: u64,
    pub map: TileMap,
    /// The number of times the ground has changed.
    pub map_revision: u64,
    /// The level's profiles, as changed by commands.
    pub profiles: Vec<AgentProfile>,
    /// The zones that are there now.
    pub zones: Vec<Zone>,
    /// The patrol paths, with their current courses.
    pub paths: Vec<PatrolPath>,
    pub painted: Painted,
    /// `None` if no terrain of the level wears.
    pub worn: Option<Worn>,
    pub is_baked: bool,
    /// The tiles of wall that were placed where [only so many](Level::walls) can be.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub placed_walls: BTreeSet<Cell>,
    /// Caches: each is baked when it is first asked for.
    #[serde(skip)]
    pub grids: Grids,
    #[serde(skip)]
    pub caches: WorldCaches,
    /// The search method of agents that have none of their own.
    pub method: Method,
}

/// What follows from the rest of the world and how it came about, kept so that it is not worked out again.
#[derive(Clone, Debug)]
pub struct WorldCaches {
    /// The places of the level with many tiles.
    large_places: BTreeMap<String, Arc<GoalArea>>,
    /// The index that is being made.
    pub indexes: IndexRenewal,
    /// Grids for what bakes all the ground next, and the map for which they are.
    pub prebaked: Option<Box<(TileMap, BakedSet)>>,
}

impl World {
    /// Creates the ground of a level at its start. `seed` replaces the level's own; `baked` may hold grids that were
    /// baked earlier.
    pub fn new(level: Level, seed: Option<u64>, baked: Option<BakedSet>) -> World {
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
            placed_walls: BTreeSet::new(),
            grids: Grids::of_level(&level.map, &level.profiles, baked),
            caches: WorldCaches {
                large_places: large_places(&level, level.map.bake.cells_per_tile),
                indexes: IndexRenewal::default(),
                prebaked: None,
            },
            method: level.search,
            level,
        }
    }

    /// Finds the places with many tiles again, after the level or the number of cells in a tile has changed.
    pub fn find_large_places(&mut self) {
        self.caches.large_places = large_places(&self.level, self.map.bake.cells_per_tile);
    }

    /// Returns grids for the map and the profiles as they are now: those that were prebaked where they fit, the others to be
    /// baked when they are needed.
    pub fn fresh_grids(&mut self) -> Grids {
        let prebaked = self.caches.prebaked.take().filter(|prebaked| prebaked.0 == self.map);
        let mut grids = Grids::of_level(&self.map, &self.profiles, prebaked.map(|prebaked| prebaked.1));
        // Which grids are prebaked must change nothing: all indexes are made anew, in their time.
        grids.baked().for_each(|(_, grid)| grid.discard_index());
        grids
    }

    /// What an agent has to say for going first, whenever it came and however far it has to go.
    pub fn claim(&self, agent: &Agent) -> Claim {
        Claim::new(self.profile_of(agent).avoidance_priority, agent.identity.id.0)
    }

    /// Returns the profile of an agent.
    pub fn profile_of(&self, agent: &Agent) -> &AgentProfile {
        &self.profiles[agent.identity.profile]
    }

    /// Returns the grid on which agents of a profile (an index into the level's list) find their paths.
    pub fn nav_grid(&self, profile: usize) -> &NavGrid {
        self.grids.of(profile, &self.map, &self.profiles)
    }

    /// Returns what agents of a profile walk on, and how they move.
    pub fn ground(&self, profile: usize) -> Ground<'_> {
        let kind = &self.profiles[profile];
        Ground { solid: Solid::new(&self.map, kind), nav: self.nav_grid(profile), mover: Mover::new(kind, TICK) }
    }

    /// Returns the refusal for an unknown patrol path.
    pub fn no_path_called(&self, name: &str) -> Refusal {
        Refusal::unknown(Named::Path, name, self.paths.iter().map(|path| path.name.as_str()))
    }

    /// Returns the path along which an agent patrols, if it does; a guard on a chase does not.
    pub fn patrol_path(&self, agent: &Agent) -> Option<&PatrolPath> {
        let name = agent.task.order.as_ref().and_then(Order::path).filter(|_| !agent.task.progress.in_sight)?;
        self.paths.iter().find(|path| path.name == name)
    }

    /// Whether an agent steers by its rays instead of following paths.
    pub fn steers_by_rays(&self, agent: &Agent) -> bool {
        self.profile_of(agent).navigation == Navigation::Rays
    }

    /// Returns the search method of an agent.
    pub fn method_of(&self, agent: &Agent) -> Method {
        agent.method().unwrap_or(self.method)
    }

    /// Returns the search method of an agent with the movement rules that agents walk by, whatever rules were chosen.
    pub fn walked_method(&self, agent: &Agent) -> Method {
        let (corners, diagonal, mistake) = (CornerRule::Never, DiagonalCost::Exact, Mistake::None);
        Method { corners, diagonal, mistake, ..self.method_of(agent) }
    }
}
