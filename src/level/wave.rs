//! Agents that come while a level runs, and what agents do once their orders are carried out.

use super::Order;
use crate::format::UserData;
use crate::format::plain_fields::plain_fields;
use crate::grid::Cell;

/// Agents that are alike and come again and again, some at a time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wave {
    /// Their place in [`Level::profiles`](super::Level::profiles).
    pub profile: usize,
    /// The name of the team that they belong to, if any.
    pub team: Option<String>,
    /// The tiles in whose middles they appear, those of a place or of a rectangle: each at the first of them that has room;
    /// where none has, it waits until one has.
    pub tiles: Vec<Cell>,
    /// How many come at a time; at least 1.
    pub count: u32,
    /// When the first ones come, in seconds since the level began.
    pub at: f32,
    /// The seconds from one time to the next.
    pub every: f32,
    /// How many times they come.
    pub times: u32,
    /// The direction in which they face, in degrees clockwise from the x axis.
    pub heading: f32,
    /// What they set out to do at once, one after the other.
    pub orders: Vec<Order>,
    /// What comes after that.
    pub afterwards: Afterwards,
    /// What a program that uses the level keeps here, if anything.
    pub user: Option<UserData>,
}

plain_fields!(Wave { team, count, at, every, times, heading, user });

/// What an agent does once it has carried out the orders that its level gave it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Afterwards {
    /// It stays where it is.
    #[default]
    Stay,
    /// It begins them again, until somebody else gives it an order.
    Repeat,
    /// It leaves the level.
    Leave,
}
