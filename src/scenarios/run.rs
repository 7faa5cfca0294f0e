//! A scenario played for a seed.

use super::{AgentSample, ArrivalCriterion, CrowdFigures, CrowdScenario, Dice, Meter, Trip, next_errand};
use crate::agent::body::penetration;
use crate::agent::{Agent, AgentId, AgentState};
use crate::level::{Order, Solid};
use crate::nav::Search;
use crate::sim::{Command, EXPANSIONS_A_TICK, Event, Selection, Simulation, TICKS_A_SECOND};

/// A scenario played for a seed.
///
/// ```
/// use footpath::scenarios::{ScenarioRun, named};
/// let mut run = ScenarioRun::new(&named("circle-20").unwrap(), 0);
/// for _ in 0..60 {
///     run.tick();
///     run.look();
/// }
/// let figures = run.figures();
/// assert_eq!((figures.agents, figures.arrived, figures.last_s), (20, 0, 1.0));
/// ```
#[derive(Clone, Debug)]
pub struct ScenarioRun {
    simulation: Simulation,
    meter: Meter,
    limit: u64,
    errands: Option<Errands>,
}

/// The errands of a run whose agents go from place to place.
#[derive(Clone, Debug)]
struct Errands {
    dice: Dice,
    /// The agents whose errand ended in the last tick.
    ended: Vec<AgentId>,
    count: usize,
}

impl ScenarioRun {
    /// Begins a run of a scenario with this seed.
    pub fn new(scenario: &CrowdScenario, seed: u64) -> ScenarioRun {
        let simulation = Simulation::new(scenario.level_for(seed), Some(seed));
        let mut search = Search::default();
        let trip = |agent: &Agent| {
            let trip = Trip::of(&simulation, agent, scenario.arrival, &mut search);
            (trip, agent.body.position, simulation.profile_of(agent).radius)
        };
        let meter = Meter::new(simulation.agents().iter().map(trip).collect::<Vec<_>>(), scenario.has_gate);
        let limit = (f64::from(scenario.limit) * TICKS_A_SECOND).round() as u64;
        let has_errands = scenario.arrival == ArrivalCriterion::FirstErrand;
        let errands = has_errands.then(|| Errands { dice: Dice::of(seed), ended: Vec::new(), count: 0 });
        ScenarioRun { simulation, meter, limit, errands }
    }

    /// Starts the run when every agent has a path: the searches are all served before. Its time counts from there.
    pub fn with_all_paths(scenario: &CrowdScenario, seed: u64) -> ScenarioRun {
        let mut run = ScenarioRun::new(scenario, seed);
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
        let commands = self.errands.as_mut().map_or(Vec::new(), |errands| errands.next(&self.simulation));
        let events = self.simulation.step(&commands);
        if let Some(errands) = &mut self.errands {
            errands.note(&events);
        }
    }

    /// How many errands have ended so far.
    pub fn errands(&self) -> usize {
        self.errands.as_ref().map_or(0, |errands| errands.count)
    }

    /// Measures what has come of it; to be called once after each tick.
    pub fn look(&mut self) {
        let seen: Vec<AgentSample> =
            self.simulation.agents().iter().map(|agent| see(&self.simulation, agent)).collect();
        self.meter.look(&seen);
    }

    /// Whether all have arrived, or the time is up.
    pub fn is_over(&self) -> bool {
        self.errands.is_none() && self.meter.all_arrived() || self.simulation.tick() >= self.limit
    }

    /// What has come of the run so far.
    pub fn figures(&self) -> CrowdFigures {
        self.meter.figures()
    }

    /// The world as it is.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Plays the run to its end.
    pub fn finish(&mut self) -> CrowdFigures {
        while !self.is_over() {
            self.tick();
            self.look();
        }
        self.figures()
    }
}

impl Errands {
    /// Sends those whose errand ended in the last tick on the next one.
    fn next(&mut self, simulation: &Simulation) -> Vec<Command> {
        let ended = self.ended.drain(..).filter_map(|id| simulation.agent(id));
        let command = |agent: &Agent| {
            let order = next_errand(simulation.map(), agent.body.position, &mut self.dice);
            Command::Order(Selection::These(vec![agent.identity.id]), order)
        };
        ended.map(command).collect()
    }

    /// Notes whose errands have ended: also those that found no way would stand for ever otherwise.
    fn note(&mut self, events: &[Event]) {
        let ended = events.iter().filter_map(|event| match event {
            Event::Arrived { agent, .. } | Event::NoPath { agent, .. } => Some(*agent),
            _ => None,
        });
        self.ended.extend(ended);
        self.count += self.ended.len();
    }
}

fn see(simulation: &Simulation, agent: &Agent) -> AgentSample {
    let solid = Solid::new(simulation.map(), simulation.profile_of(agent));
    let on_ground = agent.crossing.on_link.is_none() && !agent.body.in_wall;
    AgentSample {
        position: agent.body.position,
        chosen_velocity: agent.motion.chosen_velocity,
        velocity: agent.body.velocity,
        waits: matches!(agent.task.order, Some(Order::Wait(_))),
        stands: agent.state() == AgentState::Arrived && agent.task.queue.is_empty(),
        in_wall: if on_ground { penetration(&solid, agent.body.position) } else { 0.0 },
    }
}
