//! A scenario played for a seed.

use super::{Figures, Meter, Scenario, Seen, Trip};
use crate::agent::body::penetration;
use crate::agent::{Agent, AgentState};
use crate::level::{Order, Solid};
use crate::nav::Search;
use crate::sim::{EXPANSIONS_A_TICK, Simulation, TICKS_A_SECOND};

/// A scenario played for a seed.
///
/// ```
/// use footpath::scenarios::{Run, named};
/// let mut run = Run::new(&named("circle-20").unwrap(), 0);
/// for _ in 0..60 {
///     run.tick();
///     run.look();
/// }
/// let figures = run.figures();
/// assert_eq!((figures.agents, figures.arrived, figures.last_s), (20, 0, 1.0));
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    simulation: Simulation,
    meter: Meter,
    limit: u64,
}

impl Run {
    /// Begins it.
    pub fn new(scenario: &Scenario, seed: u64) -> Run {
        let simulation = Simulation::new(scenario.level_for(seed), Some(seed));
        let mut search = Search::default();
        let trip = |agent: &Agent| {
            let trip = Trip::of(&simulation, agent, scenario.arrival, &mut search);
            (trip, agent.body.position, simulation.profile_of(agent).radius)
        };
        let meter = Meter::new(simulation.agents().iter().map(trip).collect::<Vec<_>>(), scenario.has_gate);
        let limit = (f64::from(scenario.limit) * TICKS_A_SECOND).round() as u64;
        Run { simulation, meter, limit }
    }

    /// Starts the run when every agent has a path: the searches are all served before. Its time counts from there.
    pub fn with_all_paths(scenario: &Scenario, seed: u64) -> Run {
        let mut run = Run::new(scenario, seed);
        run.simulation.limit_expansions(u32::MAX);
        while run.simulation.tick() < run.limit
            && run.simulation.agents().iter().any(|agent| agent.state() == AgentState::Waiting)
        {
            run.tick();
            run.look();
        }
        run.simulation.limit_expansions(EXPANSIONS_A_TICK);
        run.limit += run.simulation.tick();
        run
    }

    /// Plays one tick.
    pub fn tick(&mut self) {
        self.simulation.step(&[]);
    }

    /// Measures what has come of it; to be called once after each tick.
    pub fn look(&mut self) {
        let seen: Vec<Seen> = self.simulation.agents().iter().map(|agent| see(&self.simulation, agent)).collect();
        self.meter.look(&seen);
    }

    /// Whether all have arrived, or the time is up.
    pub fn is_over(&self) -> bool {
        self.meter.all_arrived() || self.simulation.tick() >= self.limit
    }

    /// What has come of it so far.
    pub fn figures(&self) -> Figures {
        self.meter.figures()
    }

    /// The world as it is.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Plays it to its end.
    pub fn finish(&mut self) -> Figures {
        while !self.is_over() {
            self.tick();
            self.look();
        }
        self.figures()
    }
}

fn see(simulation: &Simulation, agent: &Agent) -> Seen {
    let solid = Solid::new(simulation.map(), simulation.profile_of(agent));
    let on_ground = agent.crossing.on_link.is_none() && !agent.body.in_wall;
    Seen {
        position: agent.body.position,
        chosen_velocity: agent.motion.chosen_velocity,
        velocity: agent.body.velocity,
        waits: matches!(agent.task.order, Some(Order::Wait(_))),
        stands: agent.state() == AgentState::Arrived && agent.task.queue.is_empty(),
        in_wall: if on_ground { penetration(&solid, agent.body.position) } else { 0.0 },
    }
}
