//! Refinement while walking: the next leg of a way that is laid only in part.

use super::{Simulation, ground};
use crate::nav::requests::{Answer, Outcome};
use crate::nav::{Algorithm, Method, PathQuery, PathStatus};

impl Simulation {
    /// Asks for the way to the next milestone of an agent's route, when it is time.
    pub(super) fn ask_for_leg(&mut self, index: usize) {
        let agent = &self.agents[index];
        let ground = ground(&self.profiles, &self.map, &self.grids, agent.profile);
        let Some(route) = agent.active_route().filter(|route| route.wants_refinement(ground.mover, agent.position))
        else {
            return;
        };
        let (from, to) = (route.cells[route.cells.len() - 1], route.ahead[0].cell);
        let method = Method { algorithm: Algorithm::Auto, ..self.walked_method(agent) };
        let request =
            self.requests.push(self.grids.number(agent.profile), ground.nav, PathQuery::between(from, to).by(method));
        if let Some(route) = &mut self.agents[index].route {
            route.refinement = Some(request);
        }
    }

    /// Lays the leg that was asked for; where there is none, the whole way is searched again.
    pub(super) fn take_leg(&mut self, answer: Answer) {
        let waits = |route: &crate::agent::Route| route.refinement == Some(answer.id);
        let Some(index) = self.agents.iter().position(|agent| agent.route.as_ref().is_some_and(waits)) else { return };
        let agent = &mut self.agents[index];
        let ground = ground(&self.profiles, &self.map, &self.grids, agent.profile);
        let Some(route) = &mut agent.route else { return };
        match answer.outcome {
            Outcome::Way(leg) if leg.status == PathStatus::Complete => route.extend(ground, &leg),
            _ => {
                route.refinement = None;
                self.request(index);
            }
        }
    }

    /// Takes an agent's route away.
    pub(super) fn drop_route(&mut self, index: usize) {
        if let Some(request) = self.agents[index].route.take().and_then(|route| route.refinement) {
            self.requests.cancel(request);
        }
    }
}
