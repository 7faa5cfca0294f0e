//! How agents that steer by rays behave as a flock.

/// How an agent behaves among others that it sees while it wanders, flees or follows by its rays: the weights of the
/// behaviours of a flock (C. Reynolds, SIGGRAPH 1987), 0 (none) to 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Flocking {
    /// Keeping its distance from others of its profile.
    pub separation: f32,
    /// Moving as others of its profile move.
    pub alignment: f32,
    /// Staying close to others of its profile.
    pub cohesion: f32,
    /// Getting away from those of other profiles that are more important in avoidance.
    pub evasion: f32,
}
