//! A kind of agent: its body, and how it moves.
//!
//! [`PROPERTIES`] is the one table of what a profile is made of. A new property is a field of [`AgentProfile`], its value in
//! `AgentProfile::default` and an entry of the table; reading, checking and writing levels, scripts, the inspector
//! and the reference of the format follow from that.

mod areas;
mod avoidance;
mod flocking;
mod property;
mod rays;

use std::fmt;
use std::ops::RangeInclusive;

pub use areas::{AREA_COST, AREAS, AreaFilter, AreaId};
pub use avoidance::AvoidanceQuality;
pub use flocking::Flocking;
pub use property::{
    Accessor, Allowed, Followed, Mutability, OutOfRange, ProfilePart, Property, PropertyKind, Topic, Unit, one_of,
};
pub use rays::{Navigation, Rays};

/// How close to a waypoint an agent must come, in world units: what a profile and a patrol path may say.
pub const ACCEPTANCE_RADIUS: RangeInclusive<f32> = 0.01..=100.0;

/// A colour as red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Color {
    /// The colour that a level writes so: `#` and six hexadecimal digits, two each for red, green and blue; `None` for anything else.
    ///
    /// ```
    /// use footpath::profile::Color;
    /// assert_eq!(Color::parse("#b0a89e"), Some(Color { r: 0xb0, g: 0xa8, b: 0x9e }));
    /// assert_eq!((Color::parse("b0a89e"), Color::parse("#b0a89"), Color::parse("#+0a89e")), (None, None, None));
    /// ```
    pub fn parse(text: &str) -> Option<Color> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let [_, r, g, b] = u32::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal)?.to_be_bytes();
        Some(Color { r, g, b })
    }
}

/// As levels write it.
///
/// ```
/// assert_eq!(footpath::profile::Color { r: 0xb0, g: 0xa8, b: 0x9e }.to_string(), "#b0a89e");
/// ```
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Color { r, g, b } = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// A kind of agent. Levels name profiles; every agent has one. Ranges: [`PROPERTIES`].
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct AgentProfile {
    /// The name by which levels and commands call it.
    pub name: String,
    /// The radius of the body, a disc, in world units.
    pub radius: f32,
    /// The preferred walking speed, in world units a second.
    pub speed: f32,
    /// The inertia, dimensionless: [`AgentProfile::time_constant`] follows from it.
    pub mass: f32,
    /// The greatest acceleration, in world units a second squared.
    pub acceleration: f32,
    /// How close it must come to a waypoint before it turns to the next, in world units.
    pub acceptance_radius: f32,
    /// The colour of the body.
    pub color: Color,
    /// The height of the body, in world units. It cannot be where the ceiling is lower.
    pub height: f32,
    /// The highest step that it takes, up or down, in world units.
    pub step_height: f32,
    /// The steepest ramp that it walks on, in degrees.
    pub max_slope: f32,
    /// The widest gap that it jumps over, in world units; with 0 it does not jump.
    pub jump_distance: f32,
    /// The greatest height from which it drops, in world units; with 0 it does not drop.
    pub drop_height: f32,
    /// The extra cost of each world unit of height gained, in tiles of cost 1.
    pub climb_cost: f32,
    /// The extra cost of each 45 degrees of turn between two steps of a path, in tiles of cost 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn_cost: f32,
    /// The factor of the strength of danger zones; with 0 it ignores them.
    pub danger: f32,
    /// The factor of the strength of reward zones; with 0 it ignores them.
    pub reward: f32,
    /// Which areas it may enter, and what they cost it.
    pub areas: AreaFilter,
    /// The greatest speed, used to yield or to catch up, in world units a second; at least [`AgentProfile::speed`].
    pub max_speed: f32,
    /// How fast it turns, in degrees a second.
    pub angular_speed: f32,
    /// How far from its goal it may stop, in world units.
    pub stopping_distance: f32,
    /// Whether it brakes in time to stop at the end of its route; otherwise it overshoots and comes back.
    pub auto_braking: bool,
    /// Whether it looks for another route by itself when its own has become invalid.
    pub auto_repath: bool,
    /// Whether it crosses links by itself; otherwise it stops in front of them.
    pub auto_traverse_links: bool,
    /// Seconds of its speed that it keeps to one ahead that goes the same way; with 0 it comes as near as it can brake. With
    /// 0.4, people of radius 0.23 and speed 1.34 are as fast in a stream as real ones, from 0.5 to 2 a square unit, after Ulrich
    /// Weidmann, "Transporttechnik der Fussgänger", ETH Zürich, 1993.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub headway: f32,
    /// How many others it avoids.
    pub avoidance_quality: AvoidanceQuality,
    /// Which of two agents yields: the one with the greater number; 0 is the most important.
    pub avoidance_priority: u8,
    /// The radius that others keep clear of, in world units, if it is not the radius of the body.
    pub avoidance_radius: Option<f32>,
    /// How far it sees, in world units.
    pub sight_range: f32,
    /// The width of its field of view, in degrees, half of it on each side of its heading.
    pub sight_angle: f32,
    /// Its abilities, which links and doors may need: in alphabetical order, each once.
    pub abilities: Vec<String>,
    /// The team to which all agents of this profile belong, in a level with a door that opens for that team alone: paths are
    /// found for a profile, and so it says who may pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// How it gets to its goal.
    pub navigation: Navigation,
    /// The rays that it casts ahead.
    pub rays: Rays,
    /// How it behaves among others while it wanders, flees or follows by its rays.
    pub flocking: Flocking,
}

impl AgentProfile {
    /// Whether two kinds of agents can walk in the same places at the same cost, so that what is baked for one serves the
    /// other.
    pub fn walks_like(&self, other: &AgentProfile) -> bool {
        let mut decisive = PROPERTIES.iter().filter(|property| property.change == Mutability::Bake);
        decisive.all(|property| property.value(self) == property.value(other))
            && self.areas == other.areas
            && self.abilities == other.abilities
            && self.team == other.team
    }

    /// The first of its properties that is out of its range, in the order of [`PROPERTIES`].
    ///
    /// ```
    /// let mut walker = footpath::profile::AgentProfile::default();
    /// assert!(walker.out_of_range().is_none());
    /// walker.sight_angle = 0.0;
    /// assert_eq!(walker.out_of_range().unwrap().property.name, "sight_angle");
    /// ```
    pub fn out_of_range(&self) -> Option<OutOfRange> {
        PROPERTIES.iter().find_map(|property| property.out_of_range(self))
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
            max_speed: speed,
            mass,
            acceleration,
            color: Color { r, g, b },
            ..AgentProfile::default()
        };
        vec![
            AgentProfile::default(),
            profile("runner", 0.25, 6.0, 1.5, 40.0, (0xf2, 0xc1, 0x4e)),
            profile("porter", 0.35, 2.2, 8.0, 20.0, (0x5b, 0x8e, 0xc9)),
            profile("ox", 0.45, 1.6, 20.0, 8.0, (0x8d, 0x6b, 0x94)),
            profile("giant", 0.8, 2.4, 14.0, 12.0, (0x4f, 0x9d, 0x8e)),
        ]
    }
}

impl Default for AgentProfile {
    /// The `walker` that every level has.
    ///
    /// ```
    /// use footpath::profile::AgentProfile;
    /// let cart = AgentProfile { name: "cart".to_owned(), radius: 0.45, mass: 20.0, ..AgentProfile::default() };
    /// assert_eq!(cart.speed, AgentProfile::built_in()[0].speed);
    /// ```
    fn default() -> AgentProfile {
        AgentProfile {
            name: "walker".to_owned(),
            radius: 0.3,
            speed: 3.0,
            mass: 3.0,
            acceleration: 20.0,
            acceptance_radius: 0.25,
            color: Color { r: 0xe8, g: 0x6a, b: 0x4a },
            height: 2.0,
            step_height: 0.4,
            max_slope: 45.0,
            jump_distance: 0.0,
            drop_height: 0.0,
            climb_cost: 1.0,
            turn_cost: 0.0,
            danger: 1.0,
            reward: 1.0,
            areas: AreaFilter::default(),
            max_speed: 3.0,
            angular_speed: 720.0,
            stopping_distance: 0.0,
            auto_braking: true,
            auto_repath: true,
            auto_traverse_links: true,
            headway: 0.0,
            avoidance_quality: AvoidanceQuality::Medium,
            avoidance_priority: 50,
            avoidance_radius: None,
            sight_range: 10.0,
            sight_angle: 360.0,
            abilities: Vec::new(),
            team: None,
            navigation: Navigation::Search,
            rays: Rays::default(),
            flocking: Flocking::default(),
        }
    }
}

/// Whether a replay need not say a number that is 0 where it is left out.
fn is_zero(number: &f32) -> bool {
    *number == 0.0
}

/// Where a profile keeps a value.
macro_rules! field {
    ($($path:ident).+) => {
        Accessor { get: |profile| profile.$($path).+, set: |profile, value| profile.$($path).+ = value }
    };
}

/// Every property of a profile but its name, topic by topic. Levels are read in this order.
pub static PROPERTIES: [Property; 39] = [
    Property {
        name: "radius",
        label: "Radius",
        part: ProfilePart::Profile,
        topic: Topic::Body,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.05..=16.0,
            step: 0.05,
            unit: Unit::Length,
            follows: None,
            field: field!(radius),
        },
        about: "radius of the body, a disc",
    },
    Property {
        name: "height",
        label: "Height",
        part: ProfilePart::Profile,
        topic: Topic::Body,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.1..=32.0,
            step: 0.1,
            unit: Unit::Length,
            follows: None,
            field: field!(height),
        },
        about: "height of the body: it cannot be where the ceiling is lower",
    },
    Property {
        name: "mass",
        label: "Mass",
        part: ProfilePart::Profile,
        topic: Topic::Body,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.5..=100.0,
            step: 0.5,
            unit: Unit::None,
            follows: None,
            field: field!(mass),
        },
        about: "inertia: the velocity follows the wanted velocity with a time constant of `mass / 60` seconds",
    },
    Property {
        name: "speed",
        label: "Speed",
        part: ProfilePart::Profile,
        topic: Topic::Body,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.1..=50.0,
            step: 0.2,
            unit: Unit::Speed,
            follows: None,
            field: field!(speed),
        },
        about: "preferred walking speed",
    },
    Property {
        name: "max_speed",
        label: "Max speed",
        part: ProfilePart::Profile,
        topic: Topic::Body,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.1..=50.0,
            step: 0.2,
            unit: Unit::Speed,
            follows: Some(Followed { name: "speed", least: 1.0, most: f32::INFINITY }),
            field: field!(max_speed),
        },
        about: "greatest speed, used to yield or to catch up; at least `speed`",
    },
    Property {
        name: "acceleration",
        label: "Acceleration",
        part: ProfilePart::Profile,
        topic: Topic::Body,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.5..=1000.0,
            step: 1.0,
            unit: Unit::Acceleration,
            follows: None,
            field: field!(acceleration),
        },
        about: "greatest acceleration",
    },
    Property {
        name: "angular_speed",
        label: "Angular speed",
        part: ProfilePart::Profile,
        topic: Topic::Body,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 10.0..=3600.0,
            step: 30.0,
            unit: Unit::AngularSpeed,
            follows: None,
            field: field!(angular_speed),
        },
        about: "how fast it turns",
    },
    Property {
        name: "color",
        label: "Colour",
        part: ProfilePart::Profile,
        topic: Topic::Body,
        change: Mutability::Never,
        kind: PropertyKind::Color,
        about: "colour of the body",
    },
    Property {
        name: "step_height",
        label: "Step",
        part: ProfilePart::Profile,
        topic: Topic::Ground,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.0..=32.0,
            step: 0.05,
            unit: Unit::Length,
            follows: None,
            field: field!(step_height),
        },
        about: "highest step that it takes, up or down",
    },
    Property {
        name: "max_slope",
        label: "Slope",
        part: ProfilePart::Profile,
        topic: Topic::Ground,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.0..=89.0,
            step: 1.0,
            unit: Unit::Angle,
            follows: None,
            field: field!(max_slope),
        },
        about: "steepest ramp that it walks on",
    },
    Property {
        name: "jump_distance",
        label: "Jump",
        part: ProfilePart::Profile,
        topic: Topic::Ground,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.0..=32.0,
            step: 0.5,
            unit: Unit::Length,
            follows: None,
            field: field!(jump_distance),
        },
        about: "widest gap that it jumps over; with 0 it does not jump",
    },
    Property {
        name: "drop_height",
        label: "Drop",
        part: ProfilePart::Profile,
        topic: Topic::Ground,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.0..=32.0,
            step: 0.5,
            unit: Unit::Length,
            follows: None,
            field: field!(drop_height),
        },
        about: "greatest height from which it drops; with 0 it does not drop",
    },
    Property {
        name: "climb_cost",
        label: "Climb cost",
        part: ProfilePart::Profile,
        topic: Topic::Cost,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.0..=100.0,
            step: 0.5,
            unit: Unit::None,
            follows: None,
            field: field!(climb_cost),
        },
        about: "extra cost of each world unit of height gained, in tiles of cost 1",
    },
    Property {
        name: "turn_cost",
        label: "Turn cost",
        part: ProfilePart::Profile,
        topic: Topic::Cost,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.0..=100.0,
            step: 0.5,
            unit: Unit::None,
            follows: None,
            field: field!(turn_cost),
        },
        about: "extra cost of each 45 degrees of turn between two steps of a path, in tiles of cost 1. The first step turns nowhere; a link between two steps is no turn, unless it leads to a neighbouring cell: then it counts as a step",
    },
    Property {
        name: "danger",
        label: "Danger",
        part: ProfilePart::Profile,
        topic: Topic::Cost,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.0..=100.0,
            step: 0.1,
            unit: Unit::None,
            follows: None,
            field: field!(danger),
        },
        about: "factor of the strength of danger zones; with 0 it ignores them",
    },
    Property {
        name: "reward",
        label: "Reward",
        part: ProfilePart::Profile,
        topic: Topic::Cost,
        change: Mutability::Bake,
        kind: PropertyKind::Number {
            range: 0.0..=100.0,
            step: 0.1,
            unit: Unit::None,
            follows: None,
            field: field!(reward),
        },
        about: "factor of the strength of reward zones; with 0 it ignores them",
    },
    Property {
        name: "area_costs",
        label: "Area costs",
        part: ProfilePart::Profile,
        topic: Topic::Cost,
        change: Mutability::Never,
        kind: PropertyKind::AreaCosts,
        about: "costs of areas that differ from those that the level gives them",
    },
    Property {
        name: "forbidden_areas",
        label: "Forbidden",
        part: ProfilePart::Profile,
        topic: Topic::Cost,
        change: Mutability::Never,
        kind: PropertyKind::ForbiddenAreas,
        about: "areas that it may not enter",
    },
    Property {
        name: "acceptance_radius",
        label: "Acceptance",
        part: ProfilePart::Profile,
        topic: Topic::Route,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: ACCEPTANCE_RADIUS,
            step: 0.05,
            unit: Unit::Length,
            follows: None,
            field: field!(acceptance_radius),
        },
        about: "how close it must come to a waypoint before it turns to the next",
    },
    Property {
        name: "stopping_distance",
        label: "Stopping",
        part: ProfilePart::Profile,
        topic: Topic::Route,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.0..=100.0,
            step: 0.1,
            unit: Unit::Length,
            follows: None,
            field: field!(stopping_distance),
        },
        about: "how far from its goal it may stop",
    },
    Property {
        name: "auto_braking",
        label: "Auto braking",
        part: ProfilePart::Profile,
        topic: Topic::Route,
        change: Mutability::Tune,
        kind: PropertyKind::Switch { field: field!(auto_braking) },
        about: "whether it brakes in time to stop at the end of its route; otherwise it overshoots and comes back",
    },
    Property {
        name: "auto_repath",
        label: "Auto repath",
        part: ProfilePart::Profile,
        topic: Topic::Route,
        change: Mutability::Tune,
        kind: PropertyKind::Switch { field: field!(auto_repath) },
        about: "whether it looks for another route by itself when its own has become invalid",
    },
    Property {
        name: "auto_traverse_links",
        label: "Auto traverse",
        part: ProfilePart::Profile,
        topic: Topic::Route,
        change: Mutability::Tune,
        kind: PropertyKind::Switch { field: field!(auto_traverse_links) },
        about: "whether it crosses links by itself; otherwise it stops in front of them",
    },
    Property {
        name: "abilities",
        label: "Abilities",
        part: ProfilePart::Profile,
        topic: Topic::Route,
        change: Mutability::Never,
        kind: PropertyKind::Abilities,
        about: "abilities that links may need, such as `[\"climb\", \"swim\"]`",
    },
    Property {
        name: "navigation",
        label: "Navigation",
        part: ProfilePart::Profile,
        topic: Topic::Route,
        change: Mutability::Tune,
        kind: PropertyKind::Choice {
            names: || Navigation::ALL.map(Navigation::name).to_vec(),
            field: Accessor {
                get: |profile| profile.navigation as usize,
                set: |profile, index| profile.navigation = Navigation::ALL[index],
            },
        },
        about: "how it gets to its goal: by a search, or straight on, steering away from what its rays hit",
    },
    Property {
        name: "avoidance_quality",
        label: "Avoidance",
        part: ProfilePart::Profile,
        topic: Topic::Others,
        change: Mutability::Tune,
        kind: PropertyKind::Choice {
            names: || AvoidanceQuality::ALL.map(AvoidanceQuality::name).to_vec(),
            field: Accessor {
                get: |profile| profile.avoidance_quality as usize,
                set: |profile, index| profile.avoidance_quality = AvoidanceQuality::ALL[index],
            },
        },
        about: "how many of the nearest agents it avoids: none, four, eight or sixteen",
    },
    Property {
        name: "headway",
        label: "Headway",
        part: ProfilePart::Profile,
        topic: Topic::Others,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.0..=10.0,
            step: 0.1,
            unit: Unit::Time,
            follows: None,
            field: field!(headway),
        },
        about: "seconds of its speed that it keeps to one ahead that goes the same way; with 0 it comes as near as it can brake. With 0.4, people of radius 0.23 and speed 1.34 are as fast in a stream as real ones, from 0.5 to 2 a square unit",
    },
    Property {
        name: "avoidance_priority",
        label: "Priority",
        part: ProfilePart::Profile,
        topic: Topic::Others,
        change: Mutability::Tune,
        kind: PropertyKind::Count { range: 0..=99, field: field!(avoidance_priority) },
        about: "which of two agents yields: the one with the greater number; 0 is the most important",
    },
    Property {
        name: "avoidance_radius",
        label: "Avoid radius",
        part: ProfilePart::Profile,
        topic: Topic::Others,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.05..=16.0,
            step: 0.05,
            unit: Unit::Length,
            // Where others keep clear of more, a crowd of a thousand takes 30 milliseconds a tick, for everybody is in the
            // way of everybody.
            follows: Some(Followed { name: "radius", least: 0.0, most: 10.0 }),
            field: Accessor {
                get: |profile| profile.avoidance_radius.unwrap_or(profile.radius),
                set: |profile, value| profile.avoidance_radius = Some(value).filter(|value| *value != profile.radius),
            },
        },
        about: "radius that others keep clear of, at most ten times `radius`",
    },
    Property {
        name: "separation",
        label: "Separation",
        part: ProfilePart::Flocking,
        topic: Topic::Others,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.0..=10.0,
            step: 0.1,
            unit: Unit::None,
            follows: None,
            field: field!(flocking.separation),
        },
        about: "weight of keeping its distance from others of its profile",
    },
    Property {
        name: "alignment",
        label: "Alignment",
        part: ProfilePart::Flocking,
        topic: Topic::Others,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.0..=10.0,
            step: 0.1,
            unit: Unit::None,
            follows: None,
            field: field!(flocking.alignment),
        },
        about: "weight of moving as others of its profile move",
    },
    Property {
        name: "cohesion",
        label: "Cohesion",
        part: ProfilePart::Flocking,
        topic: Topic::Others,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.0..=10.0,
            step: 0.1,
            unit: Unit::None,
            follows: None,
            field: field!(flocking.cohesion),
        },
        about: "weight of staying close to others of its profile",
    },
    Property {
        name: "evasion",
        label: "Evasion",
        part: ProfilePart::Flocking,
        topic: Topic::Others,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.0..=10.0,
            step: 0.1,
            unit: Unit::None,
            follows: None,
            field: field!(flocking.evasion),
        },
        about: "weight of getting away from agents of other profiles with a lower `avoidance_priority` number",
    },
    Property {
        name: "sight_range",
        label: "Sight range",
        part: ProfilePart::Profile,
        topic: Topic::Senses,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.0..=1000.0,
            step: 0.5,
            unit: Unit::Length,
            follows: None,
            field: field!(sight_range),
        },
        about: "how far it sees",
    },
    Property {
        name: "sight_angle",
        label: "Sight angle",
        part: ProfilePart::Profile,
        topic: Topic::Senses,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 1.0..=360.0,
            step: 10.0,
            unit: Unit::Angle,
            follows: None,
            field: field!(sight_angle),
        },
        about: "width of its field of view, half of it on each side of its heading",
    },
    Property {
        name: "whiskers",
        label: "Whiskers",
        part: ProfilePart::Rays,
        topic: Topic::Senses,
        change: Mutability::Tune,
        kind: PropertyKind::OneOf { numbers: &[0, 1, 3, 5], field: field!(rays.whiskers) },
        about: "number of rays",
    },
    Property {
        name: "look_ahead",
        label: "Look-ahead",
        part: ProfilePart::Rays,
        topic: Topic::Senses,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.1..=1000.0,
            step: 0.5,
            unit: Unit::Length,
            follows: None,
            field: field!(rays.look_ahead),
        },
        about: "length of the ray in the middle",
    },
    Property {
        name: "force",
        label: "Force",
        part: ProfilePart::Rays,
        topic: Topic::Senses,
        change: Mutability::Tune,
        kind: PropertyKind::Number {
            range: 0.0..=10_000.0,
            step: 1.0,
            unit: Unit::Acceleration,
            follows: None,
            field: field!(rays.force),
        },
        about: "how hard it is pushed along the normal of what a ray hits",
    },
    Property {
        name: "layers",
        label: "Layers",
        part: ProfilePart::Rays,
        topic: Topic::Senses,
        change: Mutability::Never,
        kind: PropertyKind::Layers,
        about: "layers whose obstacles the rays hit; they always hit walls and ledges",
    },
];
