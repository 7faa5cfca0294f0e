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
    /// The speed at which it walks, in world units a second; 0.1 to 50.
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
    /// Its greatest speed when it makes way or catches up, in world units a second; [`AgentProfile::speed`] to 50.
    pub max_speed: f32,
    /// How fast it turns, in degrees a second; 10 to 3600.
    pub angular_speed: f32,
    /// How far before its place it may stop, in world units; 0 to 100.
    pub stopping_distance: f32,
    /// Whether it brakes in time to stand at the end of its way; if not, it runs on past it and comes back.
    pub auto_braking: bool,
    /// Whether it looks for another way by itself when its own has become invalid.
    pub auto_repath: bool,
    /// Whether it steps upon links by itself; if not, it stands before them.
    pub auto_traverse_links: bool,
    /// How carefully it keeps clear of others.
    pub avoidance_quality: AvoidanceQuality,
    /// Who makes way for whom: 0 is the most important, 99 the least.
    pub avoidance_priority: u8,
    /// How wide it counts for others, in world units, where that is not the radius of its body; 0.05 to 16.
    pub avoidance_radius: Option<f32>,
    /// How far it sees, in world units; 0 to 1000.
    pub sight_range: f32,
    /// How wide it sees, in degrees, half to each side of its heading; 1 to 360.
    pub sight_angle: f32,
    /// What it can do that links may need, in alphabetical order, each once.
    pub abilities: Vec<String>,
    /// How it finds where to go.
    pub navigation: Navigation,
    /// The rays that it casts ahead.
    pub rays: Rays,
    /// What it makes of others while it wanders, flees or follows by its rays.
    pub flocking: Flocking,
}

/// How carefully an agent keeps clear of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AvoidanceQuality {
    /// Not at all: it walks through others, and others through it.
    None,
    /// It looks at the four nearest.
    Low,
    /// It looks at the eight nearest.
    Medium,
    /// It looks at the sixteen nearest.
    High,
}

impl AvoidanceQuality {
    /// Every quality.
    pub const ALL: [AvoidanceQuality; 4] =
        [AvoidanceQuality::None, AvoidanceQuality::Low, AvoidanceQuality::Medium, AvoidanceQuality::High];

    /// What level files call it.
    ///
    /// ```
    /// assert_eq!(footpath::profile::AvoidanceQuality::High.name(), "high");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            AvoidanceQuality::None => "none",
            AvoidanceQuality::Low => "low",
            AvoidanceQuality::Medium => "medium",
            AvoidanceQuality::High => "high",
        }
    }

    /// At how many others it looks, the nearest ones.
    pub fn neighbours(self) -> usize {
        match self {
            AvoidanceQuality::None => 0,
            AvoidanceQuality::Low => 4,
            AvoidanceQuality::Medium => 8,
            AvoidanceQuality::High => 16,
        }
    }
}

/// How an agent finds where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// By a search: it knows the way.
    Search,
    /// Straight on, steering clear of what its rays meet.
    Rays,
}

impl Navigation {
    /// Every way of finding where to go.
    pub const ALL: [Navigation; 2] = [Navigation::Search, Navigation::Rays];

    /// What level files call it.
    ///
    /// ```
    /// assert_eq!(footpath::profile::Navigation::Rays.name(), "rays");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Navigation::Search => "search",
            Navigation::Rays => "rays",
        }
    }
}

/// The rays that an agent casts ahead, to steer clear of what they meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rays {
    /// How many: 1, 3 or 5; 0 for none.
    pub whiskers: u8,
    /// How long the one in the middle is, in world units; 0.1 to 1000.
    pub look_ahead: f32,
    /// How hard it is pushed along the normal of what it meets, in world units a second squared; 0 to 10000. What
    /// is more than 30 times the length of the rays over the mass adds nothing: the body could not follow it calmly.
    pub force: f32,
    /// What they meet: bit `i` stands for the obstacles on layer `i`; closed tiles and ledges they meet always.
    pub layers: u32,
}

impl Rays {
    /// How many rays an agent has that has any, where nothing is said.
    pub const WHISKERS: u8 = 3;
}

impl Default for Rays {
    /// None.
    fn default() -> Rays {
        Rays { whiskers: 0, look_ahead: 4.0, force: 20.0, layers: u32::MAX }
    }
}

/// What an agent makes of others that it sees while it wanders, flees or follows by its rays: how much it minds each of the
/// behaviours of a flock, 0 (not at all) to 10.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flocking {
    /// To keep some room between it and others of its profile.
    pub separation: f32,
    /// To go as others of its profile go.
    pub alignment: f32,
    /// To stay among others of its profile.
    pub cohesion: f32,
    /// To get away from those of other profiles who are more important than it in avoidance.
    pub evasion: f32,
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
        body(self) == body(other) && self.areas == other.areas && self.abilities == other.abilities
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
            max_speed: speed,
            angular_speed: 720.0,
            stopping_distance: 0.0,
            auto_braking: true,
            auto_repath: true,
            auto_traverse_links: true,
            avoidance_quality: AvoidanceQuality::Medium,
            avoidance_priority: 50,
            avoidance_radius: None,
            sight_range: 10.0,
            sight_angle: 360.0,
            abilities: Vec::new(),
            navigation: Navigation::Search,
            rays: Rays::default(),
            flocking: Flocking::default(),
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
