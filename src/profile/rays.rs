//! Steering by rays, and the rays.

/// How an agent gets to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Navigation {
    /// Along a route that a search found.
    Search,
    /// Straight on, steering away from what its rays hit.
    Rays,
}

impl Navigation {
    /// Both kinds.
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

/// The rays that an agent casts ahead, to steer away from what they hit.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Rays {
    /// The number of rays: 1, 3 or 5; 0 for none.
    pub whiskers: u8,
    /// The length of the ray in the middle, in world units; what is more than 64 tiles has no
    /// further effect.
    pub look_ahead: f32,
    /// How hard the agent is pushed along the normal of what a ray hits, in world units a second squared. More than 30
    /// times the length of the rays over the mass has no further effect: the body could not follow it calmly.
    pub force: f32,
    /// What they hit: bit `i` stands for the obstacles on layer `i`. Closed tiles and ledges they always hit.
    pub layers: u32,
}

impl Rays {
    /// The number of rays of an agent with rays whose level does not give it.
    pub const WHISKERS: u8 = 3;
}

impl Default for Rays {
    /// None.
    fn default() -> Rays {
        Rays { whiskers: 0, look_ahead: 4.0, force: 20.0, layers: u32::MAX }
    }
}
