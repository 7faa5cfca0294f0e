//! What must hold after a tick, of every agent and of the whole world.

use std::collections::BTreeMap;

use glam::Vec2;

use super::violation::Check;
use crate::agent::body::{TOUCH, can_go_straight, penetration};
use crate::agent::{Agent, AgentId, AgentState, Route};
use crate::grid::Cell;
use crate::level::{Order, Solid, limits};
use crate::nav::{CornerRule, NavGrid, Reach};
use crate::profile::Navigation;
use crate::sim::{Command, EXPANSIONS_A_TICK, Event, Selection, Simulation, TICK};

use super::action::WorldAction;

/// World units. How deep a body may be in a wall.
const IN_WALL: f32 = 1e-3;

/// Ticks. How long a body may walk in a wall that was built upon it.
const LEAVES_WITHIN: u64 = 120;

/// Ticks. After how long two agents that stand may no longer have slots that overlap.
const SLOTS_APART_WITHIN: u64 = 600;

/// Ticks. After how long agents that were told to stop, and nothing else, stand.
const RESTS_WITHIN: u64 = 1800;

/// Ticks. For how long an agent may have a route that cannot be walked: until its order is updated, or it is stalled by what
/// is in the way.
const NOTICES_WITHIN: u64 = 120;

/// World units a second. How fast a body is pushed by others, if its own speed is not greater, and besides by an obstacle that
/// was put upon it.
const PUSHED: f32 = 3.0;

/// What is known of an agent before a tick.
#[derive(Clone, Copy, Debug)]
struct AgentBefore {
    position: Vec2,
    velocity: Vec2,
    /// The velocity with which it moved in the last tick: pressed against others a body moves by less than its velocity.
    went: Vec2,
    on_ground: bool,
}

/// What is remembered from tick to tick.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    before: BTreeMap<AgentId, AgentBefore>,
    /// Since when each agent has walked in a wall, the ground being as it is.
    in_wall: BTreeMap<AgentId, u64>,
    /// The revision of the ground.
    revision: u64,
    /// Since when each agent has had a route that cannot be walked.
    odd_routes: BTreeMap<AgentId, u64>,
    /// Since when the slots of two agents that stand have overlapped.
    overlaps: BTreeMap<(AgentId, AgentId), u64>,
    /// When all agents were told to stop, if nothing has been done since.
    quiet_since: Option<u64>,
    /// Whether anything is done before this tick.
    is_busy: bool,
}

/// What did not hold, and what was found, in words.
pub type CheckResult = Result<(), (Check, String)>;

impl Checker {
    /// Takes note of an action.
    pub fn note_action(&mut self, action: &WorldAction, tick: u64) {
        let stops_all = |command: &Command| *command == Command::Order(Selection::All, Order::Stop);
        self.quiet_since = match action {
            WorldAction::Command(command) if stops_all(command) => Some(tick),
            _ => None,
        };
        self.is_busy = true;
    }

    /// Whether agents have been told to stop, and may still be on their way.
    pub fn waits_for_rest(&self, simulation: &Simulation, tick: u64) -> bool {
        self.quiet_since.is_some_and(|since| tick <= since + RESTS_WITHIN)
            && !simulation.agents().iter().all(Agent::stands)
    }

    /// Takes note of how things are before a tick, after all actions; or before them, if some are still to come: then it is
    /// not checked how agents move in this tick.
    pub fn note_before(&mut self, simulation: &Simulation, is_yet_busy: bool) {
        self.is_busy |= is_yet_busy;
        let before = |agent: &Agent| AgentBefore {
            position: agent.position(),
            velocity: agent.velocity(),
            went: (agent.position() - agent.previous_position()) / TICK,
            on_ground: !is_yet_busy && agent.on_link().is_none() && !agent.in_wall(),
        };
        self.before = simulation.agents().iter().map(|agent| (agent.id(), before(agent))).collect();
    }

    /// Checks everything after the tick of this number, in which these events were told.
    pub fn check(&mut self, simulation: &Simulation, events: &[Event], tick: u64) -> CheckResult {
        if self.revision != simulation.map_revision() {
            (self.revision, self.in_wall) = (simulation.map_revision(), BTreeMap::new());
        }
        for agent in simulation.agents() {
            let about = |(check, found)| (check, format!("agent {} {found}", agent.id().0));
            check_numbers(simulation, agent).map_err(about)?;
            check_walls(simulation, agent).map_err(about)?;
            self.check_leaving(agent, tick).map_err(about)?;
            self.check_motion(simulation, agent).map_err(about)?;
            self.check_route(simulation, agent, tick).map_err(about)?;
        }
        self.check_slots(simulation, tick)?;
        self.check_rest(simulation, tick)?;
        check_memory(simulation)?;
        self.check_events(simulation, events)?;
        self.is_busy = false;
        Ok(())
    }

    fn check_leaving(&mut self, agent: &Agent, tick: u64) -> CheckResult {
        let moved = agent.position().distance(agent.previous_position());
        if !agent.in_wall() || agent.on_link().is_some() || moved <= IN_WALL {
            self.in_wall.remove(&agent.id());
            return Ok(());
        }
        let ticks = tick - *self.in_wall.entry(agent.id()).or_insert(tick);
        verify(ticks <= LEAVES_WITHIN, Check::LeavesWall, || {
            format!("has walked in a wall for {ticks} ticks, by {moved} in this one, at {}", agent.position())
        })
    }

    fn check_motion(&self, simulation: &Simulation, agent: &Agent) -> CheckResult {
        let Some(before) = self.before.get(&agent.id()).filter(|before| before.on_ground) else { return Ok(()) };
        if simulation.was_on_link(agent.id()) {
            return Ok(());
        }
        let profile = simulation.profile_of(agent);
        let chosen = agent.chosen_velocity();
        let fastest = profile.max_speed.max(profile.speed).max(before.velocity.length());
        verify(chosen.length() <= 1.001 * fastest + 1e-3, Check::Speed, || {
            format!("chose a speed of {}, more than its {fastest}", chosen.length())
        })?;
        let change = chosen.distance(before.velocity).min(chosen.distance(before.went)) / TICK;
        verify(change <= 1.001 * profile.acceleration + 0.05, Check::Acceleration, || {
            let (most, from) = (profile.acceleration, before.velocity);
            format!("accelerated by {change}, more than its {most}, from {from} to {chosen} ({:?})", agent.state())
        })?;
        let obstacles = simulation.moving().map(|(_, velocity)| velocity.length()).fold(0.0, f32::max);
        let most = (fastest + PUSHED.max(profile.speed) + PUSHED + 2.0 * obstacles) * TICK + 0.02;
        let moved = agent.position().distance(before.position);
        verify(moved <= most, Check::Speed, || {
            format!("moved by {moved} in a tick, more than {most}, from {} to {}", before.position, agent.position())
        })
    }

    /// Whether it goes on along a route that cannot be walked, and is not about to be given another one.
    fn check_route(&mut self, simulation: &Simulation, agent: &Agent, tick: u64) -> CheckResult {
        let profile = simulation.profile_of(agent);
        let by_rays = profile.navigation == Navigation::Rays;
        let is_free = agent.on_link().is_none() && !agent.in_wall() && !simulation.has_job(agent.id());
        let walks = agent.state() == AgentState::Moving && is_free && profile.auto_repath && !by_rays;
        let route = agent.active_route().filter(|_| walks && simulation.is_baked());
        let Some((from, to)) = route.and_then(|route| odd_step(simulation, agent, route)) else {
            self.odd_routes.remove(&agent.id());
            return Ok(());
        };
        let ticks = tick - *self.odd_routes.entry(agent.id()).or_insert(tick);
        verify(ticks <= NOTICES_WITHIN, Check::Route, || {
            let nav = simulation.nav_grid(agent.profile());
            let is_open = (nav.is_passable(from), nav.is_passable(to));
            let order = agent.order();
            format!("follows a route from {from:?} to {to:?} for {ticks} ticks, passable: {is_open:?}, as {order:?}")
        })
    }

    fn check_slots(&mut self, simulation: &Simulation, tick: u64) -> CheckResult {
        let standing: Vec<(&Agent, Vec2)> = simulation
            .agents()
            .iter()
            .filter(|agent| agent.stands() && !agent.in_wall() && agent.on_link().is_none())
            .filter_map(|agent| Some((agent, agent.slot()?)))
            .collect();
        let radius = |agent: &Agent| simulation.profile_of(agent).radius;
        let mut overlaps = BTreeMap::new();
        for (at, &(one, slot)) in standing.iter().enumerate() {
            for &(other, others) in &standing[..at] {
                let least = radius(one) + radius(other) - 2.0 * TOUCH;
                if slot.distance(others) < least {
                    let pair = (other.id(), one.id());
                    let since = self.overlaps.get(&pair).copied().unwrap_or(tick);
                    overlaps.insert(pair, since);
                    let ticks = tick - since;
                    let is_wrong = ticks == SLOTS_APART_WITHIN && has_room(simulation, one);
                    verify(!is_wrong, Check::Slots, || {
                        let gap = slot.distance(others) - radius(one) - radius(other);
                        format!(
                            "agents {} and {} have stood at slots {gap} apart for {ticks} ticks",
                            pair.0.0, pair.1.0
                        )
                    })?;
                }
            }
        }
        self.overlaps = overlaps;
        Ok(())
    }

    fn check_rest(&self, simulation: &Simulation, tick: u64) -> CheckResult {
        let Some(since) = self.quiet_since.filter(|since| tick == since + RESTS_WITHIN) else {
            return Ok(());
        };
        let is_free = |agent: &&Agent| agent.on_link().is_none() && !agent.in_wall();
        let restless = simulation.agents().iter().filter(is_free).find(|agent| !agent.stands());
        verify(restless.is_none(), Check::Rest, || {
            let agent = restless.map_or(AgentId(0), Agent::id);
            format!("agent {} does not stand, though all were told to stop in tick {since}", agent.0)
        })
    }

    fn check_events(&self, simulation: &Simulation, events: &[Event]) -> CheckResult {
        // A rule may remove one that has come with a wave in the same tick, and may tell what cannot be done, as a command may.
        let rule_fired = events.iter().any(|event| matches!(event, Event::RuleFired { .. }));
        for event in events {
            let named = match event {
                Event::PathFound { agent, .. } | Event::NoPath { agent, .. } | Event::Arrived { agent, .. } => {
                    Some(*agent)
                }
                Event::RewardTaken { agent, .. } => Some(*agent),
                _ => None,
            };
            let is_known = |id: AgentId| simulation.agent(id).is_some() || self.before.contains_key(&id);
            verify(rule_fired || named.is_none_or(is_known), Check::Events, || {
                format!("{event:?} is about an agent that never was")
            })?;
            let is_unasked = !self.is_busy
                && match event {
                    Event::Refused { .. } => !rule_fired,
                    Event::Restarted | Event::Baked => true,
                    _ => false,
                };
            verify(!is_unasked, Check::Events, || format!("{event:?} came without a command"))?;
        }
        Ok(())
    }
}

/// Gives what was found where something does not hold.
fn verify(holds: bool, check: Check, found: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err((check, found())) }
}

fn check_numbers(simulation: &Simulation, agent: &Agent) -> CheckResult {
    let is_finite = agent.position().is_finite() && agent.velocity().is_finite() && agent.height().is_finite();
    verify(is_finite && agent.chosen_velocity().is_finite() && agent.walked().is_finite(), Check::Numbers, || {
        format!("is at {} and {}, with a velocity of {}", agent.position(), agent.height(), agent.velocity())
    })?;
    let length = agent.heading().length();
    verify((length - 1.0).abs() < 1e-3, Check::Numbers, || format!("has a heading of length {length}"))?;
    let lattice = simulation.map().lattice;
    let (low, high) = (lattice.origin - IN_WALL, lattice.origin + lattice.size() + IN_WALL);
    let is_inside = agent.position().cmpge(low).all() && agent.position().cmple(high).all();
    verify(is_inside, Check::Walls, || format!("is off the map, at {}", agent.position()))
}

fn check_walls(simulation: &Simulation, agent: &Agent) -> CheckResult {
    if agent.in_wall() || agent.on_link().is_some() {
        return Ok(());
    }
    let solid = Solid::new(simulation.map(), simulation.profile_of(agent));
    let depth = penetration(&solid, agent.position());
    verify(depth <= IN_WALL, Check::Walls, || {
        format!("is {depth} deep in a wall at {} ({:?})", agent.position(), agent.state())
    })
}

/// The first step of the route still to be walked that cannot be.
fn odd_step(simulation: &Simulation, agent: &Agent, route: &Route) -> Option<(Cell, Cell)> {
    let nav = simulation.nav_grid(agent.profile());
    let lattice = nav.lattice();
    let solid = Solid::new(simulation.map(), simulation.profile_of(agent));
    // Where it is by now, a body may have been pushed; what lies behind it does not count.
    let here = lattice.tile_at(agent.position());
    let nearest = (0..route.cells.len()).min_by_key(|&at| route.cells[at].distance_squared(here))?;
    // An agent that was caught where the ground is closed may go from there to every neighbour, until it is out.
    let out = route.cells.iter().position(|&cell| nav.is_passable(cell))?;
    let is_link = |at: usize| route.links.iter().find(|link| link.at == at);
    (nearest.max(out)..route.cells.len().saturating_sub(1)).find_map(|at| {
        let (from, to) = (route.cells[at], route.cells[at + 1]);
        let is_legal = match is_link(at) {
            Some(link) => nav.links().any(|known| (known.from, known.to) == (link.link.from, link.link.to)),
            None if is_step(nav, from, to) => true,
            // Also to a cell beside it, an agent may turn off to its slot where its body fits through.
            None => {
                let (start, end) = (lattice.centre(from), lattice.centre(to));
                nav.is_passable(to) && can_go_straight(&solid, start, end, 0.99 * solid.profile.radius)
            }
        };
        (!is_legal).then_some((from, to))
    })
}

fn is_step(nav: &NavGrid, from: Cell, to: Cell) -> bool {
    nav.is_passable(to) && nav.steps_from(from).any(|step| step.from(from) == to)
}

/// Whether the ground that an agent can reach has room for many more bodies than there are.
fn has_room(simulation: &Simulation, agent: &Agent) -> bool {
    let nav = simulation.nav_grid(agent.profile());
    let reach = Reach::of(nav, nav.lattice().tile_at(agent.position()), CornerRule::Never);
    let side = nav.lattice().tile_size;
    let area = reach.map_or(0.0, |reach| reach.size() as f32 * side * side);
    let needed = |agent: &Agent| 2.0 * simulation.profile_of(agent).radius + side;
    area > 4.0 * simulation.agents().iter().map(|agent| needed(agent) * needed(agent)).sum::<f32>()
}

fn check_memory(simulation: &Simulation) -> CheckResult {
    let (sizes, agents) = (simulation.sizes(), simulation.agents().len());
    let last = simulation.agents().last().map_or(0, |agent| agent.id().0 as usize + 1);
    let bounds = [
        ("jobs", sizes.jobs, 16 * agents + 64),
        ("searches", sizes.searches, 2 * agents),
        ("agents before links", sizes.before_links, agents),
        ("orders", sizes.orders, agents),
        ("orders of an agent", sizes.longest_queue, limits::ORDERS),
        ("looks", sizes.looks, last.max(64) * 64),
        ("cells expanded", simulation.expansions() as usize, EXPANSIONS_A_TICK as usize),
    ];
    let broken = bounds.iter().find(|(_, count, most)| count > most);
    verify(broken.is_none(), Check::Memory, || format!("{broken:?} with {agents} agents"))
}
