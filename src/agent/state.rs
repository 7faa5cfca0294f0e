//! The states of an agent.

/// What an agent is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum AgentState {
    /// It has never had an order.
    Idle,
    /// It has a goal and waits for its path.
    Waiting,
    /// It follows its route, or brakes at the end of it.
    Moving,
    /// It stands at the end of a complete route.
    Arrived,
    /// It stands at the end of a route that does not reach its goal, as near as it could come.
    ArrivedNear,
    /// It was told to stop, and stands.
    Stopped,
    /// No path leads anywhere nearer to its goal; it stands.
    NoWay,
}

impl AgentState {
    /// Its name in reports.
    ///
    /// ```
    /// assert_eq!(footpath::agent::AgentState::ArrivedNear.name(), "arrived-near");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            AgentState::Idle => "idle",
            AgentState::Waiting => "waiting",
            AgentState::Moving => "moving",
            AgentState::Arrived => "arrived",
            AgentState::ArrivedNear => "arrived-near",
            AgentState::Stopped => "stopped",
            AgentState::NoWay => "no-way",
        }
    }
}
