//! What keeps an agent from going on along its route.

use glam::Vec2;

use crate::level::LinkKind;

/// Why and where an agent that has a route may not go on along it.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Waiting {
    /// What the agent waits for.
    pub reason: WaitingFor,
    /// Where it waits, in world units.
    pub position: Vec2,
}

/// Why an agent waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum WaitingFor {
    /// Others are on a link of this kind, or before it in the queue, or the lift is elsewhere.
    Turn(LinkKind),
    /// The link is switched off.
    Link(LinkKind),
    /// The agent's profile does not let it step upon links by itself.
    Leave,
    /// A door is not open yet.
    Door,
    /// Another agent passes first, where there is no room for two.
    Pass,
    /// Others come the other way through a narrow passage.
    Passage,
    /// Its turn, and that of others with whom it is stuck, in the order that was found for them.
    Others,
}

impl WaitingFor {
    /// Whether it waits at a link.
    pub fn is_for_link(self) -> bool {
        !matches!(self, WaitingFor::Door | WaitingFor::Pass | WaitingFor::Passage | WaitingFor::Others)
    }
}

/// Whether an agent may enter the next passage of its route, where others come the other way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub enum Turn {
    /// Nobody comes the other way.
    #[default]
    Free,
    /// It waits for its turn.
    Waiting {
        /// The tick in which it began to wait.
        since: u64,
    },
    /// It is its turn.
    Admitted {
        /// The tick in which its direction was let through.
        began: u64,
    },
}

/// The turn that an agent has at a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Admission {
    /// The index of the link in the map.
    pub link: usize,
    /// Whether it goes from the link's end to its start.
    pub backward: bool,
    /// The tick in which it got its turn.
    pub since: u64,
}

/// What an agent on a link, or right before one, has to do with the end where it comes off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) enum LinkEnd {
    /// It is not there yet.
    #[default]
    Ahead,
    /// Others are where it would come off; it has waited for so many ticks.
    Taken(u32),
    /// Nobody is there, and others keep clear of it.
    Free,
}
