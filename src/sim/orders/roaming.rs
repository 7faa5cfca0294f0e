//! Wandering, fleeing and following of those who steer by rays: without a way to anywhere, by what they see and what others
//! do (C. Reynolds, "Steering Behaviors For Autonomous Characters", Game Developers Conference, 1999).

use glam::Vec2;
use rand::RngExt;

use crate::agent::steering::wander;
use crate::agent::{AgentState, Urge};
use crate::sim::Simulation;

/// How far the point to which one strays moves in a tick at the most, to each side, in parts of its circle's radius.
const NUDGE: f32 = 0.15;

/// What is queued begins when one has strayed about for so many ticks.
const STROLL: u64 = 240;

/// Who has got away, or has caught up, does no more before the other is so much nearer or farther, in world units.
const SLACK: f32 = 0.3;

impl Simulation {
    /// Lets an agent stray about.
    pub(super) fn tend_straying(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        if agent.progress.next_look == 0 {
            agent.progress.next_look = self.tick + STROLL;
        }
        if self.tick >= agent.progress.next_look && self.begin_next(index) {
            return;
        }
        let mut nudge = || self.rng.random_range(-NUDGE..=NUDGE);
        let nudge = Vec2::new(nudge(), nudge());
        let agent = &self.agents[index];
        let stray = match agent.progress.urge {
            Some(Urge::Wander(stray)) => stray,
            _ => agent.heading,
        };
        let (_, stray) = wander(agent.heading, stray, nudge, 1.0);
        self.roam(index, Urge::Wander(stray));
    }

    /// Lets an agent get away from another that is nearer than a distance, in world units from body to body.
    pub(super) fn tend_evading(&mut self, index: usize, other: usize, distance: f32) {
        let is_on = self.agents[index].progress.urge.is_some();
        if self.gap(index, other) < distance + if is_on { SLACK } else { 0.0 } {
            self.roam(index, Urge::Evade(self.agents[other].id));
        } else if is_on {
            self.stop(index);
        } else if self.agents[index].stands() {
            self.begin_next(index);
        }
    }

    /// Lets an agent go to meet another, up to a distance, in world units from body to body.
    pub(super) fn tend_pursuing(&mut self, index: usize, other: usize, distance: f32, on_sight: bool) {
        let is_on = self.agents[index].progress.urge.is_some();
        let gap = self.gap(index, other);
        if gap > distance + if is_on { 0.0 } else { SLACK } {
            self.roam(index, Urge::Pursue { agent: self.agents[other].id, distance });
        } else if (on_sight || !self.begin_next(index)) && is_on {
            self.stop(index);
        }
    }

    /// Has an agent do without a way, unless it is on a link or nothing is baked.
    fn roam(&mut self, index: usize, urge: Urge) {
        let agent = &self.agents[index];
        if !self.is_baked || agent.on_link.is_some() {
            return;
        }
        if agent.progress.urge.is_none() || agent.state != AgentState::Moving {
            self.dismiss(index);
            self.drop_route(index);
            self.give_up_place(index);
            let agent = &mut self.agents[index];
            (agent.goal, agent.state) = (None, AgentState::Moving);
        }
        self.agents[index].progress.urge = Some(urge);
    }
}
