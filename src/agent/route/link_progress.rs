//! How a route leads over links: to the very beginning of each, and on from its very end.

use glam::Vec2;

use super::Route;
use crate::agent::body::distance_to_segment;
use crate::agent::steering::Mover;
use crate::nav::NavLink;

/// How near an agent must come to the beginning of a link to step upon it, in world units.
const LINK_REACH: f32 = 0.1;

impl Route {
    /// Whether the next point of the track is the beginning of a link.
    pub fn goes_to_link(&self) -> bool {
        self.track[self.track_next].link.is_some()
    }

    /// The link to whose beginning the track leads next, without another corner in between.
    pub fn next_link(&self) -> Option<&NavLink> {
        self.track[self.track_next].link.map(|at| &self.links[at].link)
    }

    /// Whether an agent that has just come to `position` can step upon the next link.
    pub fn is_at_link(&self, mover: Mover, position: Vec2, velocity: Vec2) -> bool {
        let before = position - velocity * mover.tick();
        self.goes_to_link() && distance_to_segment(self.track[self.track_next].position, before, position) <= LINK_REACH
    }

    /// The link to whose beginning the agent goes; the track then leads on to its end.
    pub fn step_upon_link(&mut self) -> Option<NavLink> {
        let link = self.links[self.track[self.track_next].link?].link;
        self.pass();
        Some(link)
    }

    /// Has the agent's patience begin anew, as it waits on purpose.
    pub fn pause(&mut self) {
        self.least_left = f32::INFINITY;
        self.stalled = 0;
    }

    /// The greatest speed with which the agent may come off the link on which it is, in world units a second.
    pub fn speed_off_link(&self) -> f32 {
        self.track[self.track_next].speed
    }

    /// Whether the track leads along a link at present.
    pub fn is_on(&self, link: &NavLink) -> bool {
        let before = self.track_next.checked_sub(1).and_then(|before| self.track[before].link);
        !self.is_finished() && before.is_some_and(|at| self.links[at].link == *link)
    }

    /// Leads on from the end of a link, where the agent is now.
    pub fn step_off_link(&mut self, link: &NavLink) {
        if self.is_on(link) && self.track_next + 1 < self.track.len() {
            self.pass();
        }
        self.pause();
    }

    /// The links that are still to be crossed, that under the agent's feet not included.
    pub fn links_ahead(&self) -> impl Iterator<Item = &NavLink> {
        let next = if self.is_finished() { self.track.len() } else { self.track_next };
        self.track[next..].iter().filter_map(|point| point.link).map(|at| &self.links[at].link)
    }
}
