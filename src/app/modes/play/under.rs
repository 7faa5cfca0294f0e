//! What of the world lies under a place of the window.

use footpath::agent::AgentId;

/// What of the world lies under a place of the window.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Under {
    /// The marker of a goal, and whose goal it is.
    Goal(Vec<AgentId>),
    /// An agent; `goal_of`: on the marker of these agents' goal, which a drag moves; `start`: on this flag, where agents begin.
    Agent { agent: AgentId, goal_of: Vec<AgentId>, start: Option<usize> },
    /// The flag of this number, of a place where agents begin.
    Start(usize),
    /// An obstacle that can be moved, by its name.
    Obstacle(String),
    /// The whole map in a corner.
    Minimap,
    /// The map, or what is beyond it.
    #[default]
    Ground,
    /// The map, or what is beyond it, where a box would select nobody whom a press does not: the player commands one
    /// agent at most.
    BareGround,
}

impl Under {
    /// Whether it goes along with a pointer that is pressed there and moved on.
    pub fn can_be_dragged(&self) -> bool {
        match self {
            Under::Goal(agents) => !agents.is_empty(),
            Under::Agent { goal_of, start, .. } => !goal_of.is_empty() || start.is_some(),
            Under::Start(_) | Under::Obstacle(_) => true,
            Under::Minimap | Under::Ground | Under::BareGround => false,
        }
    }
}
