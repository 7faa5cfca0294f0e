//! What a kind of agent is: its body and how it moves.

/// A colour as red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

/// What a kind of agent is. Levels name profiles; every agent has one.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentProfile {
    /// The name by which levels and commands call it.
    pub name: String,
    /// The radius of its body, a disc, in world units; 0.05 to 16.
    pub radius: f32,
    /// The greatest speed, in world units a second; 0.1 to 50.
    pub speed: f32,
    /// How slowly it takes a wanted velocity, dimensionless; 0.5 to 100. The time constant is
    /// `mass / 60` seconds.
    pub mass: f32,
    /// The greatest acceleration, in world units a second squared; 0.5 to 1000.
    pub acceleration: f32,
    /// How near, in world units, it must come to a waypoint before it turns to the next; 0.01 to 100.
    pub acceptance_radius: f32,
    /// The colour of its body.
    pub color: Color,
    /// How tall it is, in world units; 0.1 to 32. Where the ceiling is lower it cannot be.
    pub height: f32,
    /// How high a step it takes, up or down, in world units; 0 to 32.
    pub step_height: f32,
    /// The steepest ramp that it walks on, in degrees; 0 to 89.
    pub max_slope: f32,
    /// How wide a gap it jumps over, in world units; 0 (it does not jump) to 32.
    pub jump_distance: f32,
    /// From how high it drops, in world units; 0 (it does not drop) to 32.
    pub drop_height: f32,
    /// What a world unit of going up costs on top of the way itself, as many tiles of cost 1; 0 to 100.
    pub climb_cost: f32,
    /// How much it minds danger: by this the danger of a place is multiplied; 0 (not at all) to 100.
    pub danger: f32,
    /// How much it wants rewards: by this the reward of a place is multiplied; 0 (not at all) to 100.
    pub reward: f32,
    /// Which areas it may enter, and what they cost it.
    pub areas: AreaFilter,
}

/// The most areas of a level.
pub const AREAS: usize = 32;

/// Which of a level's areas: its place in [`TileMap::areas`](crate::level::TileMap::areas), less than [`AREAS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaId(pub u8);

impl AreaId {
    /// Ground that is nothing in particular.
    pub const WALKABLE: AreaId = AreaId(0);
    /// Where nobody can be, whatever a mask says.
    pub const NOT_WALKABLE: AreaId = AreaId(1);
    /// Links, unless they say another: what a jump costs.
    pub const JUMP: AreaId = AreaId(2);
}

/// Which areas one may enter, and what they cost.
///
/// ```
/// use footpath::profile::{AreaFilter, AreaId};
/// let mut filter = AreaFilter::default();
/// assert!(filter.allows(AreaId(7)) && !filter.allows(AreaId::NOT_WALKABLE));
/// filter.mask &= !(1 << 7);
/// assert!(!filter.allows(AreaId(7)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AreaFilter {
    /// Bit `i` says whether area `i` may be entered.
    pub mask: u32,
    /// What a tile of some areas costs, 0.1 to 100, where that is not what the level says; in order of areas, none twice.
    pub costs: Vec<(AreaId, f32)>,
}

impl Default for AreaFilter {
    /// All areas, at the level's costs.
    fn default() -> AreaFilter {
        AreaFilter { mask: u32::MAX, costs: Vec::new() }
    }
}

impl AreaFilter {
    /// Whether an area may be entered; never [`AreaId::NOT_WALKABLE`].
    pub fn allows(&self, area: AreaId) -> bool {
        area != AreaId::NOT_WALKABLE && self.mask >> area.0 & 1 == 1
    }

    /// What an area costs, if it is not what the level says.
    pub fn cost(&self, area: AreaId) -> Option<f32> {
        self.costs.iter().find(|(known, _)| *known == area).map(|&(_, cost)| cost)
    }
}

impl AgentProfile {
    /// Whether every place is as good to both, so that what is baked for one serves the other: all that they are but
    /// their names, their looks and how they move.
    pub fn walks_like(&self, other: &AgentProfile) -> bool {
        let body = |profile: &AgentProfile| {
            let AgentProfile { radius, height, step_height, max_slope, jump_distance, drop_height, .. } = *profile;
            let AgentProfile { climb_cost, danger, reward, .. } = *profile;
            [radius, height, step_height, max_slope, jump_distance, drop_height, climb_cost, danger, reward]
        };
        body(self) == body(other) && self.areas == other.areas
    }

    /// The time constant with which velocity follows the wanted velocity, in seconds.
    pub fn time_constant(&self) -> f32 {
        self.mass / 60.0
    }

    /// The profiles that every level has, the default (`walker`) first.
    pub fn built_in() -> Vec<AgentProfile> {
        let profile = |name: &str, radius, speed, mass, acceleration, (r, g, b)| AgentProfile {
            name: name.to_owned(),
            radius,
            speed,
            mass,
            acceleration,
            acceptance_radius: 0.25,
            color: Color { r, g, b },
            height: 2.0,
            step_height: 0.4,
            max_slope: 45.0,
            jump_distance: 0.0,
            drop_height: 0.0,
            climb_cost: 1.0,
            danger: 1.0,
            reward: 1.0,
            areas: AreaFilter::default(),
        };
        vec![
            profile("walker", 0.3, 3.0, 3.0, 20.0, (0xe8, 0x6a, 0x4a)),
            profile("runner", 0.25, 6.0, 1.5, 40.0, (0xf2, 0xc1, 0x4e)),
            profile("porter", 0.35, 2.2, 8.0, 20.0, (0x5b, 0x8e, 0xc9)),
            profile("ox", 0.45, 1.6, 20.0, 8.0, (0x8d, 0x6b, 0x94)),
            profile("giant", 0.8, 2.4, 14.0, 12.0, (0x4f, 0x9d, 0x8e)),
        ]
    }
}
