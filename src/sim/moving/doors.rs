//! Waiting before a door until it has opened.

use glam::Vec2;

use super::Moving;
use crate::agent::{Agent, WaitingFor};
use crate::level::Trigger;
use crate::sim::Simulation;

/// How much room, in world units, is left to a door that opens.
const ROOM: f32 = 0.15;

impl Simulation {
    /// Has those wait whose way leads straight through a door that is about to open for them.
    pub(in crate::sim) fn wait_at_doors(&mut self) {
        let doors: Vec<usize> = (0..self.moving.len()).filter(|&at| self.may_be_waited_for(&self.moving[at])).collect();
        if doors.is_empty() && !self.somebody_waits_at_a_door {
            return;
        }
        self.somebody_waits_at_a_door = false;
        for index in 0..self.agents.len() {
            let agent = &self.agents[index];
            let was = agent.waiting.filter(|waiting| waiting.reason == WaitingFor::Door);
            if agent.waiting.is_some() && was.is_none() {
                continue;
            }
            let reach = if was.is_some() { 2.0 * ROOM } else { ROOM };
            let is_held = doors.iter().any(|&at| self.is_before(agent, &self.moving[at], reach));
            if !is_held {
                self.agents[index].waiting = None;
                continue;
            }
            let place = was.map_or_else(|| self.stop_ahead(agent), |was| was.position);
            self.wait_for(index, WaitingFor::Door, place);
            self.somebody_waits_at_a_door = true;
        }
    }

    fn may_be_waited_for(&self, door: &Moving) -> bool {
        let opens = match door.trigger() {
            Some(Trigger::Near(_)) => true,
            Some(Trigger::Switched(_)) => door.is_on,
            _ => false,
        };
        opens && door.is_shut() && !door.is_ground && self.map.bake.layers >> door.obstacle.layer & 1 == 1
    }

    /// Whether an agent would come upon a door before it could stop, and the door knows of it.
    fn is_before(&self, agent: &Agent, door: &Moving, room: f32) -> bool {
        let Some(route) = agent.active_route().filter(|_| !agent.stands() && agent.on_link.is_none()) else {
            return false;
        };
        if let Some(Trigger::Near(distance)) = door.trigger()
            && door.distance_at_home(agent.position) > distance
        {
            return false;
        }
        let ground = self.ground(agent.profile);
        let to_corner = route.heads_for(agent.position) - agent.position;
        let look = ground.mover.stopping_distance(agent.velocity.length()) + room;
        let ahead = agent.position + to_corner.clamp_length_max(look);
        door.obstacle.distance_to_segment(agent.position, ahead) < ground.radius() + room
            && door.obstacle.distance(ahead) < door.obstacle.distance(agent.position)
    }

    /// Where an agent comes to stand that brakes now.
    fn stop_ahead(&self, agent: &Agent) -> Vec2 {
        let mover = self.ground(agent.profile).mover;
        let speed = agent.velocity.length();
        agent.position + agent.velocity.normalize_or_zero() * mover.stopping_distance(speed)
    }
}
