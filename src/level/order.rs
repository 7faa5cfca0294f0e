//! Orders: what a level, a player or a script can tell an agent to do.

use super::Target;

/// What an agent can be told to do.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Order {
    /// Go there along the cheapest path and stop. Agents that are sent together get a place each.
    MoveTo(Target),
    /// The same in formation: agents that are sent together keep their positions relative to each other.
    MoveInFormation(Target),
    /// Go along the [patrol path](PatrolPath) of this name.
    Patrol(String),
    /// Keep near another agent.
    Follow {
        /// Its number.
        agent: u32,
        /// How near, in world units from body to body; 0 to 1000.
        distance: f32,
        /// Whether that begins when it comes in sight and ends when it is lost out of sight; if not, one always knows
        /// where it is.
        on_sight: bool,
    },
    /// Keep away from another agent.
    Flee {
        /// Its number.
        agent: u32,
        /// From how near on, in world units; 0.1 to 1000.
        distance: f32,
    },
    /// Stroll about without end, within a distance from where one is when it begins; 0.1 to 10000 world units.
    Wander(f32),
    /// Brake and stand, each at a place of its own.
    Stop,
    /// Wait, in seconds, 0 to 3600; then carry out the next order.
    Wait(f32),
}

impl Order {
    /// How near one follows where nothing is said, in world units.
    pub const FOLLOW_DISTANCE: f32 = 1.0;
    /// From how near on one flees where nothing is said, in world units.
    pub const FLEE_DISTANCE: f32 = 6.0;

    /// What levels and scripts call it.
    ///
    /// ```
    /// assert_eq!(footpath::level::Order::Wait(3.0).name(), "Wait");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Order::MoveTo(_) => "MoveTo",
            Order::MoveInFormation(_) => "MoveInFormation",
            Order::Patrol(_) => "Patrol",
            Order::Follow { .. } => "Follow",
            Order::Flee { .. } => "Flee",
            Order::Wander(_) => "Wander",
            Order::Stop => "Stop",
            Order::Wait(_) => "Wait",
        }
    }

    /// Whether the agent keeps moving until it gets another order, instead of going somewhere and standing there: patrols
    /// (also those that end, since only their points are known here), following, fleeing and wandering.
    pub fn is_roving(&self) -> bool {
        matches!(self, Order::Patrol(_) | Order::Follow { .. } | Order::Flee { .. } | Order::Wander(_))
    }
}

/// A patrol path: a list of points.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PatrolPath {
    /// The name by which orders call it; each once.
    pub name: String,
    /// Where it leads, in order; at least two.
    pub points: Vec<PatrolPoint>,
    /// How near one must come to a point before one turns to the next, in world units, where that is not as the profile
    /// says.
    pub acceptance_radius: Option<f32>,
    /// What comes after the last point.
    pub course: Course,
}

/// Where a patrol path leads.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum PatrolPoint {
    /// Somewhere that stays where it is.
    Target(Target),
    /// Where the agent of this number is, wherever it goes.
    Agent(u32),
    /// Where the obstacle of this name is, wherever it is moved.
    Obstacle(String),
}

/// What comes after the last point of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub enum Course {
    /// The first one again, for ever.
    #[default]
    Loop,
    /// The same points backward, for ever.
    BackAndForth,
    /// Nothing.
    Once,
}

impl Course {
    /// Every course.
    pub const ALL: [Course; 3] = [Course::Loop, Course::BackAndForth, Course::Once];

    /// What level files call it.
    ///
    /// ```
    /// assert_eq!(footpath::level::Course::BackAndForth.name(), "back-and-forth");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Course::Loop => "loop",
            Course::BackAndForth => "back-and-forth",
            Course::Once => "once",
        }
    }
}
