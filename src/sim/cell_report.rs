//! What there is to know of one cell of the map, and what each kind of agent makes of it.

use glam::Vec2;

use crate::agent::AgentId;
use crate::angle;
use crate::grid::{Cell, Grid};
use crate::level::{Closed, TerrainId};
use crate::nav::{CornerRule, Reach};
use crate::profile::AreaId;
use crate::sim::Unreachable;
use crate::sim::agents::Agents;
use crate::sim::status::unreachable::why_unreachable;
use crate::sim::world::World;
use crate::sim::world::wear::FULL_WEAR;

/// Everything that is known of a cell of the baked ground.
#[derive(Clone, Debug, PartialEq)]
pub struct CellReport {
    /// The cell that is reported on.
    pub cell: Cell,
    /// The tile that it is part of.
    pub tile: Cell,
    /// The terrain of that tile.
    pub terrain: TerrainId,
    /// The area of that terrain; `None` if it is not walkable.
    pub area: Option<AreaId>,
    /// The height of the ground at the middle of the cell, in world units.
    pub height: f32,
    /// How steep the ground is, in degrees.
    pub slope: f32,
    /// The room above the ground, in world units; infinite under the open sky.
    pub ceiling: f32,
    /// What danger adds to the cost of a tile, for agents that mind it as it is.
    pub danger: f32,
    /// What rewards take from the cost of a tile.
    pub reward: f32,
    /// How worn the ground is, 0 to 1; `None` in a level without wear.
    pub wear: Option<f32>,
    /// The names of the zones that change its cost.
    pub zones: Vec<String>,
    /// What the profiles that have agents make of it, in their order in the level.
    pub profiles: Vec<ProfileReport>,
}

/// What agents of a profile make of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileReport {
    /// The index of the profile in the level's list.
    pub profile: usize,
    /// Whether one of them can be there and get there.
    pub access: Access,
    /// What a tile like this costs them; `None` where they cannot be.
    pub cost: Option<f32>,
    /// The distance from the middle of the cell to the nearest wall, step or edge of the map, in world units.
    pub clearance: f32,
    /// The number of the connected ground that the cell belongs to, and how many cells can be reached from it, links
    /// included; `None` where they cannot be.
    pub component: Option<(u32, u32)>,
}

/// Whether agents can be at a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Access {
    /// Nothing is baked.
    NotBaked,
    /// Agents can be there.
    Open,
    /// Agents cannot be there, for this reason.
    Closed(Closed),
    /// The agent that is asked about cannot get there.
    OutOfReach(Unreachable),
}

/// Returns what is known of the cell at a point of the world; `None` outside the map.
pub fn inspect(world: &World, agents: &Agents, point: Vec2, preferred: &[AgentId]) -> Option<CellReport> {
    let (map, fields) = (&world.map, &world.map.fields);
    let tile = map.lattice.tile_inside(point)?;
    let cell = map.cells().tile_inside(point)?;
    let (terrain, surface) = (map.terrain_at(tile)?, map.surface(tile));
    let hundredths = |field: &Option<Grid<u16>>| {
        field.as_ref().and_then(|field| field.get(cell)).map_or(0.0, |amount| f32::from(*amount) / 100.0)
    };
    let touching =
        world.zones.iter().zip(&world.painted.footprints).filter(|(_, footprint)| footprint.amount(cell) > 0);
    let wear = fields.wear.as_ref().and_then(|wear| wear.get(cell)).map(|worn| f32::from(*worn) / FULL_WEAR);
    Some(CellReport {
        cell,
        tile,
        terrain: *map.tiles.get(tile)?,
        area: terrain.walkable.then_some(terrain.area),
        height: map.height_at(map.cells().centre(cell)),
        slope: angle::degrees_of_tangent(surface.slope.length()),
        ceiling: surface.ceiling,
        danger: hundredths(&fields.danger),
        reward: hundredths(&fields.reward),
        wear,
        zones: touching.map(|(zone, _)| zone.name.clone()).collect(),
        profiles: inspect_for_profiles(world, agents, cell, preferred),
    })
}

fn inspect_for_profiles(world: &World, agents: &Agents, cell: Cell, preferred: &[AgentId]) -> Vec<ProfileReport> {
    let of_profile = |profile: usize| {
        let chosen = preferred.iter().filter_map(|id| agents.agent(*id)).chain(&agents.list);
        chosen.into_iter().find(|agent| agent.identity.profile == profile)
    };
    let report = |profile: usize| {
        let agent = of_profile(profile)?;
        if !world.is_baked {
            let (access, clearance) = (Access::NotBaked, 0.0);
            return Some(ProfileReport { profile, access, cost: None, clearance, component: None });
        }
        let grid = world.nav_grid(profile);
        let component = grid.component(cell, CornerRule::Never);
        let reach = world.start_cell(agent).and_then(|start| Reach::of(grid, start, CornerRule::Never));
        let is_open = grid.is_passable(cell) && reach.as_ref().is_none_or(|reach| reach.contains(cell));
        let tile = world.map.lattice.tile_at(agent.body.position);
        let why = || match why_unreachable(world, profile, tile, reach.as_ref(), &[cell]) {
            Unreachable::Goal(closed) => Access::Closed(closed),
            why => Access::OutOfReach(why),
        };
        let access = if is_open { Access::Open } else { why() };
        Some(ProfileReport {
            profile,
            access,
            cost: grid.cost(cell).filter(|_| grid.is_passable(cell)).map(|hundredths| f32::from(hundredths) / 100.0),
            clearance: grid.clearance(cell),
            component: component.zip(Reach::of(grid, cell, CornerRule::Never).map(|reach| reach.size())),
        })
    };
    (0..world.profiles.len()).filter_map(report).collect()
}
