//! The rules of a level: what happens when something else does, and what wins and loses it.
//!
//! At the end of each tick all conditions are looked at, and then the rules fire whose conditions have become true. What they bring
//! about is seen by the conditions of the next tick, so a circle of rules goes on for ever and yet ends in every tick.

use std::collections::{BTreeSet, VecDeque};
use std::slice;

use glam::Vec2;

use crate::agent::{Agent, AgentId, AgentState};
use crate::grid::{Cell, Rect};
use crate::level::{Afterwards, Condition, Effect, Level, Order, Rule, Whom, limits};
use crate::sim::agents::{Agents, id_of, order_of_ids};
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::links::{is_on_bridge, turn};
use crate::sim::orders::leaving::has_done_all;
use crate::sim::orders::pursuit::is_in_sight;
use crate::sim::tuning::{FIRINGS_A_TICK, RULE_LOG, SIGHT_PAIRS};
use crate::sim::waves::Waves;
use crate::sim::world::World;
use crate::sim::world::edits::paint;
use crate::sim::{Command, Event, Selection, Simulation, TICKS_A_SECOND};

/// How a level has ended. It goes on all the same.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Outcome {
    /// Whether it is won; otherwise it is lost.
    pub won: bool,
    /// What the player reads.
    pub text: String,
    /// The tick in which it ended.
    pub tick: u64,
}

/// What is to be done, or must not be, as long as the level has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Whether that wins the level; otherwise it loses it.
    pub wins: bool,
    /// What the player reads.
    pub text: String,
    /// How far it has come: so many of so many agents, or seconds. `None` where nothing is counted.
    pub count: Option<(u32, u32)>,
    /// Whether these are seconds.
    pub is_time: bool,
}

/// A text that stands on the map.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Saying {
    /// The words that the player reads.
    pub text: String,
    /// Where its middle is, in world units.
    pub at: Vec2,
    /// The first tick in which it is gone.
    pub until: u64,
}

/// A rule that has fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The tick in which it fired.
    pub tick: u64,
    /// Its place in [`Level::rules`].
    pub rule: usize,
}

/// How far the rules have come.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Rules {
    states: Vec<State>,
    outcome: Option<Outcome>,
    sayings: Vec<Saying>,
    /// The tile on which each agent was in the last tick, in order of id; empty before the first tick.
    tiles: Vec<(AgentId, Cell)>,
    /// The rule that is the first to fire, where not all can in one tick.
    next: usize,
    /// The rules that fired last.
    #[serde(skip)]
    log: VecDeque<Firing>,
}

/// How far a rule has come.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
struct State {
    /// Whether its condition held in the last tick.
    held: bool,
    /// Whether it is to fire.
    due: bool,
    fired: u32,
    /// The agents it asks about that are in its place.
    inside: BTreeSet<AgentId>,
    /// The agents that have come into its place since the level began, or have left the level.
    entered: BTreeSet<AgentId>,
    /// Whether any of those it asks about was ever there.
    was_there: bool,
    /// The one of those who look that looks next, and whether one before it has seen somebody.
    look: usize,
    seen: bool,
    /// Of conditions that hold together: each one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<State>,
}

/// What the conditions of a tick are asked about.
struct ConditionInput<'s> {
    world: &'s World,
    agents: &'s Agents,
    obstacles: &'s DynamicObstacles,
    waves: &'s Waves,
    events: &'s [Event],
    /// The agents of each team, by its number.
    members: Vec<Vec<usize>>,
    /// The agents that are on another tile than in the last tick, with that one, or none where they have just come.
    moved: Vec<(usize, Option<Cell>, Cell)>,
    /// How many pairs of agents a rule may compare.
    pairs: usize,
}

impl Rules {
    /// The rules of a level, none of which has fired.
    pub fn of(level: &Level) -> Rules {
        Rules { states: level.rules.iter().map(State::of).collect(), ..Rules::default() }
    }

    /// Whether the level has no rules.
    pub fn are_none(&self) -> bool {
        self.states.is_empty()
    }

    /// Takes the rules of a changed level: those that are as before go on, others have not fired yet.
    pub fn take(&mut self, before: &Level, after: &Level) {
        let known = std::mem::take(&mut self.states);
        let same = |(number, rule): (usize, &Rule)| match before.rules.get(number) {
            Some(old) if old == rule => known[number].clone(),
            _ => State::of(rule),
        };
        self.states = after.rules.iter().enumerate().map(same).collect();
        self.next = 0;
        self.log.clear();
        self.forget_tiles();
    }

    /// Forgets where agents were: after the map was moved, none has entered or left a place by that.
    pub fn forget_tiles(&mut self) {
        self.tiles.clear();
    }

    /// How the level has ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The texts on the map.
    pub fn sayings(&self) -> &[Saying] {
        &self.sayings
    }

    /// The last rules that fired, the oldest first.
    pub fn log(&self) -> impl DoubleEndedIterator<Item = Firing> {
        self.log.iter().copied()
    }

    /// What wins and what loses the level, in the order of its rules.
    pub fn goals(&self, world: &World, agents: &Agents, waves: &Waves) -> Vec<Goal> {
        let goals = world.level.rules.iter().zip(&self.states).flat_map(|(rule, state)| {
            let of_effect = |effect: &Effect| match effect {
                Effect::Win { text, goal } => Some((true, goal.as_ref().unwrap_or(text).clone())),
                Effect::Lose { text, goal } => Some((false, goal.as_ref().unwrap_or(text).clone())),
                _ => None,
            };
            let mut parts = rule.when.parts().iter().zip(state.parts());
            let counted = parts.find_map(|(when, state)| Some((when, count((world, agents, waves), when, state)?)));
            let is_time = matches!(counted, Some((Condition::After { .. }, _)));
            let count = counted.map(|(_, count)| count);
            let goals = rule.then.iter().filter_map(of_effect).filter(|(_, text)| !text.is_empty());
            goals.map(move |(wins, text)| Goal { wins, text, count, is_time })
        });
        goals.collect()
    }

    /// Notes where agents are now, and gives those that are on another tile than before.
    fn note_tiles(&mut self, world: &World, agents: &Agents) -> Vec<(usize, Option<Cell>, Cell)> {
        let is_first = self.tiles.is_empty();
        let before = std::mem::take(&mut self.tiles);
        let (mut old, mut moved) = (before.iter().peekable(), Vec::new());
        self.tiles.reserve(agents.list.len());
        for (index, agent) in agents.list.iter().enumerate() {
            let id = agent.identity.id;
            while old.next_if(|(other, _)| *other < id).is_some() {}
            let was = old.next_if(|(other, _)| *other == id).map(|(_, tile)| *tile);
            // On a bridge it stays where it stepped on: what lies beneath is another floor.
            let tile = was.filter(|_| is_on_bridge(agent)).unwrap_or(world.map.lattice.tile_at(agent.body.position));
            if was != Some(tile) {
                moved.push((index, was.filter(|_| !is_first), tile));
            }
            self.tiles.push((id, tile));
        }
        moved
    }
}

impl State {
    /// The state of a rule of which nothing has happened yet.
    fn of(rule: &Rule) -> State {
        let parts = match rule.when.parts() {
            [_] => Vec::new(),
            parts => vec![State::default(); parts.len()],
        };
        State { parts, ..State::default() }
    }

    /// The states of the [parts](Condition::parts) of its condition.
    fn parts(&self) -> &[State] {
        if self.parts.is_empty() { slice::from_ref(self) } else { &self.parts }
    }

    /// Whether its condition holds now.
    fn holds(&mut self, when: &Condition, scene: &ConditionInput) -> bool {
        let (entered, went) = self.note_visitors(when, scene);
        let is_enough = |have: usize, who: &Whom, count: &Option<u32>| match count {
            Some(count) => have >= *count as usize,
            None => have > 0 && have == scene.size_of(who),
        };
        match when {
            Condition::Enters { .. } => entered,
            Condition::Leaves { .. } => went,
            Condition::Arrives { who } => scene.events.iter().any(|event| match event {
                Event::Arrived { agent, .. } => {
                    let agent = scene.agents.agent(*agent);
                    agent.is_some_and(|agent| is_meant(scene.agents, agent, who) && has_arrived(agent))
                }
                _ => false,
            }),
            Condition::Sees { who, whom, within } => self.looks(scene, who, whom, *within),
            Condition::Inside { who, count, .. } => is_enough(self.inside.len(), who, count),
            Condition::Entered { count, .. } => self.entered.len() >= *count as usize,
            Condition::Arrived { who, count } => {
                let arrived = scene.those(who).filter(|&index| has_arrived(&scene.agents.list[index]));
                is_enough(arrived.count(), who, count)
            }
            Condition::Left { who, count } => {
                self.entered.extend(scene.events.iter().filter_map(|event| scene.has_left(event, who)));
                self.entered.len() >= *count as usize
            }
            Condition::Gone { who } => {
                let is_there = scene.size_of(who) > 0;
                self.was_there |= is_there;
                self.was_there && !is_there && scene.waves.count(&scene.world.level, who).0 == 0
            }
            Condition::After { time } => scene.world.tick as f64 >= f64::from(*time) * TICKS_A_SECOND,
            Condition::Every { time } => {
                let ticks = ((f64::from(*time) * TICKS_A_SECOND) as u64).max(1);
                scene.world.tick > 0 && scene.world.tick.is_multiple_of(ticks)
            }
            Condition::Switched { name, on } => scene.is_on(name) == Some(*on),
            Condition::All { of } => {
                // Each is looked at: it notes who comes and who goes.
                let held = self.parts.iter_mut().zip(of).map(|(state, when)| {
                    state.held = state.holds(when, scene);
                    state.held
                });
                held.fold(true, |all, held| all & held)
            }
        }
    }

    /// Notes who is in the place of the condition, if it asks for that; whether anybody came in, or went out.
    fn note_visitors(&mut self, when: &Condition, scene: &ConditionInput) -> (bool, bool) {
        let Some((who, place)) = when.visitors() else { return (false, false) };
        self.inside.retain(|&id| scene.agents.index_of(id).is_some());
        let (mut entered, mut went) = (false, false);
        for &(index, was, tile) in &scene.moved {
            let agent = &scene.agents.list[index];
            if !is_meant(scene.agents, agent, who) {
                continue;
            }
            let id = agent.identity.id;
            if is_in_place(scene.world, place, tile) {
                let is_new = self.inside.insert(id) && was.is_some();
                if is_new && matches!(when, Condition::Entered { .. }) {
                    self.entered.insert(id);
                }
                entered |= is_new;
            } else {
                went |= self.inside.remove(&id);
            }
        }
        (entered, went)
    }

    /// Whether one of them sees one of the others. Where they are many, not all look in one tick.
    fn looks(&mut self, scene: &ConditionInput, who: &Whom, whom: &Whom, within: Option<f32>) -> bool {
        let (those, others): (Vec<usize>, Vec<usize>) = (scene.those(who).collect(), scene.those(whom).collect());
        let lookers = (scene.pairs / others.len().max(1)).max(1);
        if self.look >= those.len() {
            (self.look, self.seen) = (0, false);
        }
        let end = (self.look + lookers).min(those.len());
        let reach = within.unwrap_or(f32::INFINITY);
        let list = &scene.agents.list;
        let is_seen = |one: usize, other: usize| {
            one != other
                && list[one].body.position.distance_squared(list[other].body.position) <= reach * reach
                && is_in_sight(scene.world, scene.agents, one, other)
        };
        let sees = those[self.look..end].iter().any(|&one| others.iter().any(|&other| is_seen(one, other)));
        self.seen |= sees;
        let is_round = end == those.len();
        let holds = if is_round { self.seen } else { self.seen || self.held };
        (self.look, self.seen) = if is_round { (0, false) } else { (end, self.seen) };
        holds
    }
}

impl ConditionInput<'_> {
    /// The indices of those whom a word means.
    fn those(&self, who: &Whom) -> impl Iterator<Item = usize> + '_ {
        let (one, team) = match who {
            Whom::Agent(place) => (index_of(self.agents, *place), None),
            Whom::Team(team) => (None, self.agents.team_named(team)),
        };
        let members = team.and_then(|team| self.members.get(usize::from(team)));
        one.into_iter().chain(members.into_iter().flatten().copied())
    }

    fn size_of(&self, who: &Whom) -> usize {
        self.those(who).count()
    }

    /// The agent that has left the level, if that is what happened, and it is one of these.
    fn has_left(&self, event: &Event, who: &Whom) -> Option<AgentId> {
        let Event::Left { agent, team } = event else { return None };
        let is_meant = match who {
            Whom::Agent(place) => agent.0 == id_of(*place as usize, &self.agents.of_level),
            Whom::Team(name) => team.as_ref() == Some(name),
        };
        is_meant.then_some(*agent)
    }

    /// Whether what has a name is switched on.
    fn is_on(&self, name: &str) -> Option<bool> {
        let link = self.world.map.links.iter().find(|link| link.name == name).map(|link| link.active);
        let mut moving = self.obstacles.moving.iter().filter(|moving| moving.obstacle.name == name);
        link.or_else(|| moving.find_map(|moving| moving.is_switched_on()))
    }
}

/// How far a condition has come, where it counts something.
fn count((world, agents, waves): (&World, &Agents, &Waves), when: &Condition, state: &State) -> Option<(u32, u32)> {
    let arrived = |who: &Whom| {
        let is_there = |agent: &&Agent| is_meant(agents, agent, who) && has_arrived(agent);
        agents.list.iter().filter(is_there).count() as u32
    };
    let there = |who: &Whom| agents.list.iter().filter(|agent| is_meant(agents, agent, who)).count() as u32;
    let size = |who: &Whom, count: &Option<u32>| count.unwrap_or_else(|| there(who));
    let (have, need) = match when {
        Condition::Inside { who, count, .. } => (state.inside.len() as u32, size(who, count)),
        Condition::Entered { count, .. } | Condition::Left { count, .. } => (state.entered.len() as u32, *count),
        Condition::Arrived { who, count } => (arrived(who), size(who, count)),
        Condition::Gone { who } => {
            let (to_come, come) = waves.count(&world.level, who);
            let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
            let all = number_at_start(&world.level, who).saturating_add(number(come));
            (all.saturating_sub(there(who)).saturating_sub(number(to_come)), all)
        }
        Condition::After { time } => ((world.tick as f64 / TICKS_A_SECOND) as u32, time.ceil() as u32),
        _ => return None,
    };
    Some((have.min(need), need))
}

/// How many of those there are in the level when it begins.
fn number_at_start(level: &Level, who: &Whom) -> u32 {
    match who {
        Whom::Agent(_) => 1,
        Whom::Team(team) => level.agents.iter().filter(|agent| agent.team.as_ref() == Some(team)).count() as u32,
    }
}

/// The index of an agent of the level.
fn index_of(agents: &Agents, place: u32) -> Option<usize> {
    agents.index_of(AgentId(id_of(place as usize, &agents.of_level)))
}

fn is_meant(agents: &Agents, agent: &Agent, who: &Whom) -> bool {
    match who {
        Whom::Agent(place) => agent.identity.id.0 == id_of(*place as usize, &agents.of_level),
        Whom::Team(team) => agent.identity.team.is_some() && agent.identity.team == agents.team_named(team),
    }
}

/// Whether an agent has come to the end of its orders: those that begin again have none, and others wait in its queue.
fn has_arrived(agent: &Agent) -> bool {
    agent.state() == AgentState::Arrived && agent.task.afterwards != Afterwards::Repeat && has_done_all(agent)
}

/// Whether a tile belongs to a place; the tiles of one are in order.
fn is_in_place(world: &World, place: &str, tile: Cell) -> bool {
    let tiles = world.level.places.get(place);
    tiles.is_some_and(|tiles| tiles.binary_search_by_key(&(tile.y, tile.x), |tile| (tile.y, tile.x)).is_ok())
}

/// Looks at all conditions, after a tick in which these events happened, and lets the rules fire that are due. Adds what happens.
pub fn follow(simulation: &mut Simulation, told: &mut Vec<Event>) {
    if simulation.rules.are_none() {
        return;
    }
    for rule in due(simulation, told) {
        told.push(Event::RuleFired { rule });
        let tick = simulation.world.tick;
        simulation.rules.log.push_back(Firing { tick, rule });
        if simulation.rules.log.len() > RULE_LOG {
            simulation.rules.log.pop_front();
        }
        for (place, effect) in simulation.world.level.rules[rule].then.clone().iter().enumerate() {
            bring_about(simulation, told, effect, (rule, place));
            told.append(&mut simulation.events);
        }
    }
}

/// The rules that fire now.
fn due(simulation: &mut Simulation, told: &[Event]) -> Vec<usize> {
    let Simulation { world, agents, obstacles, waves, rules, .. } = simulation;
    let moved = rules.note_tiles(world, agents);
    rules.sayings.retain(|saying| saying.until > world.tick);
    let mut members = vec![Vec::new(); agents.teams.len()];
    for (index, agent) in agents.list.iter().enumerate() {
        if let Some(team) = agent.identity.team {
            members[usize::from(team)].push(index);
        }
    }
    let conditions = world.level.rules.iter().flat_map(|rule| rule.when.parts());
    let sights = conditions.filter(|when| matches!(when, Condition::Sees { .. })).count();
    let pairs = SIGHT_PAIRS / sights.max(1);
    let scene = ConditionInput { world, agents, obstacles, waves, events: told, members, moved, pairs };
    let mut states = std::mem::take(&mut rules.states);
    for (rule, state) in world.level.rules.iter().zip(&mut states) {
        if state.fired > 0 && !rule.repeat {
            continue;
        }
        let (held, holds) = (state.held, state.holds(&rule.when, &scene));
        state.due |= holds && (rule.when.is_moment() || !held);
        state.held = holds;
    }
    let count = states.len();
    let mut firing: Vec<usize> =
        (0..count).map(|turn| (rules.next + turn) % count).filter(|&rule| states[rule].due).collect();
    // At least one fires, however much it paints.
    let mut tiles = 0;
    let mut fits = |place: usize, rule: usize| {
        tiles += painted_tiles(&world.level, rule);
        place < FIRINGS_A_TICK && (place == 0 || tiles <= limits::RULE_TILES)
    };
    let most = (0..firing.len()).take_while(|&place| fits(place, firing[place])).count();
    rules.next = firing.get(most).copied().unwrap_or(0);
    firing.truncate(most);
    for &rule in &firing {
        (states[rule].due, states[rule].fired) = (false, states[rule].fired.saturating_add(1));
    }
    rules.states = states;
    firing
}

/// How many tiles a rule paints.
fn painted_tiles(level: &Level, rule: usize) -> usize {
    let places = level.rules[rule].then.iter().filter_map(Effect::painted_place);
    places.filter_map(|place| level.places.get(place)).map(Vec::len).sum()
}

/// Brings about an effect, by its place among those of its rule.
fn bring_about(simulation: &mut Simulation, told: &mut Vec<Event>, effect: &Effect, (rule, place): (usize, usize)) {
    let Simulation { world, agents, obstacles, rules, waves, events, .. } = simulation;
    let those = |who: &Whom, place: &Option<String>| {
        let is_there = |agent: &Agent| {
            let tile = world.map.lattice.tile_at(agent.body.position);
            place.as_ref().is_none_or(|place| is_in_place(world, place, tile) && !is_on_bridge(agent))
        };
        let meant = agents.list.iter().filter(|agent| is_meant(agents, agent, who) && is_there(agent));
        meant.map(|agent| agent.identity.id).collect::<Vec<AgentId>>()
    };
    let won = matches!(effect, Effect::Win { .. });
    match effect {
        Effect::Tell { who, place, order } => {
            let those = those(who, place);
            let orders: Vec<Order> = order.iter().map(|order| order_of_ids(order, &agents.of_level)).collect();
            if those.is_empty() {
                return;
            }
            for (turn, order) in orders.into_iter().enumerate() {
                let whom = Selection::These(those.clone());
                let command = if turn == 0 { Command::Order(whom, order) } else { Command::ThenOrder(whom, order) };
                simulation.carry_out(&command);
            }
        }
        Effect::Switch { name, on } => turn(world, agents, obstacles, events, name, *on),
        Effect::Spawn { .. } => waves.begin(&world.level, (rule, place), world.tick),
        Effect::Remove { who, place, count } => {
            let mut those = those(who, place);
            those.truncate(count.map_or(usize::MAX, |count| count as usize));
            simulation.carry_out(&Command::Remove(Selection::These(those)));
        }
        Effect::Paint { place, terrain } => {
            let tiles = world.level.places.get(place).cloned().unwrap_or_default();
            let terrain = world.level.map.terrains[usize::from(terrain.0)].name.clone();
            tiles.iter().for_each(|tile| _ = world.placed_walls.remove(tile));
            paint(world, agents, events, &terrain, &tiles);
        }
        Effect::Say { text, place, time } => {
            let at = middle(world, place);
            let until = world.tick + (f64::from(*time) * TICKS_A_SECOND) as u64;
            rules.sayings.retain(|saying| saying.at != at);
            rules.sayings.push(Saying { text: text.clone(), at, until });
        }
        Effect::Win { text, .. } | Effect::Lose { text, .. } => {
            if rules.outcome.is_none() {
                let outcome = Outcome { won, text: text.clone(), tick: world.tick };
                told.push(Event::Ended { outcome: outcome.clone() });
                rules.outcome = Some(outcome);
            }
        }
    }
}

/// The middle of the rectangle around a place.
fn middle(world: &World, place: &str) -> Vec2 {
    let tiles = world.level.places.get(place).into_iter().flatten().copied();
    let around = Rect::around(tiles).unwrap_or(Rect::of_cell(Cell::new(0, 0)));
    0.5 * (world.map.lattice.corner(around.min) + world.map.lattice.corner(around.max))
}
