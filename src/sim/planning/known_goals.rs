//! What searches for goals have found, for other agents that are sent to the same place.

use std::sync::Arc;

use crate::nav::{GoalArea, Reach};
use crate::sim::aim::Aim;
use crate::sim::goal_search::GoalSearch;

/// How many searches have their results kept. Without them each of a thousand agents that are sent to a large place that cannot
/// be reached searches for what the one before it has found.
const KEPT: usize = 16;

/// The goals that were found last for places with many tiles.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct KnownGoals(Vec<KnownGoal>);

#[derive(Clone, Debug, serde::Serialize)]
struct KnownGoal {
    /// Of the search.
    #[serde(skip)]
    origin: (u64, u32),
    aim: Aim,
}

impl KnownGoals {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The goals in a place for agents with this reach.
    pub fn of(&self, area: &Arc<GoalArea>, reach: &Reach) -> Option<Aim> {
        let is_of_area = |aim: &Aim| aim.near.as_ref().is_some_and(|near| Arc::ptr_eq(&near.area, area));
        let serves = |known: &&KnownGoal| is_of_area(&known.aim) && known.origin == reach.origin();
        self.0.iter().find(serves).map(|known| known.aim.clone())
    }

    /// Keeps what a search has found, if that is for a place with many tiles.
    pub fn keep(&mut self, search: &GoalSearch, aim: &Aim) {
        if aim.near.is_none() {
            return;
        }
        if self.0.len() == KEPT {
            self.0.remove(0);
        }
        self.0.push(KnownGoal { origin: search.origin, aim: aim.clone() });
    }
}
