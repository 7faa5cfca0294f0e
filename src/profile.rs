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
}

impl AgentProfile {
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
