//! Who is selected, and the orders that a player gives: by a click, by a key, and by the bar of orders.

use footpath::agent::{Agent, AgentId};
use footpath::level::{Course, Order, Target};
use footpath::nav::Method;
use footpath::sim::{Command, Event, Selection, Simulation};
use glam::Vec2;

use super::consequence::Consequence;
use super::drawn_patrol::{DOUBLE_CLICK, DrawnPatrol};
use super::run::Run;
use super::undo::OrdersBefore;
use crate::app::modes::play::actions::PlayAction;
use crate::app::view::camera::Camera;
use crate::app::view::plans;
use crate::app::view::words::answers::{GameAnswer, Tone};

/// How near followers come to the agent that they follow, in tiles from body to body.
const FOLLOWING_DISTANCE: f32 = 0.5;

/// How near the other may come before an agent flees, in tiles.
const FLEEING_DISTANCE: f32 = 6.0;

/// How far an agent wanders, in tiles.
const WANDERING_DISTANCE: f32 = 8.0;

/// How long an agent waits, in seconds.
const WAITING_TIME: f32 = 3.0;

/// The most agents that a click sends all at once while none is selected.
const HANDFUL: usize = 12;

/// For how long all agents can be sent to where the player has clicked, in seconds.
const OFFER_LASTS: f32 = 5.0;

/// What the next click on the map is for, where it is for one thing only: mostly an order about another agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextClick {
    /// The agent that is to be followed.
    Follow,
    /// The agent that is to be followed from when it comes in sight until it is lost.
    FollowOnSight,
    /// The agent from which the selected ones are to keep away.
    Flee,
    /// The place where a new agent is to stand.
    Place,
    /// The cell whose card is to be pinned.
    Pin,
    /// The points of a patrol, one after the other.
    Patrol,
}

/// A click while no agent was selected, in a level with many.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Offer {
    to: Vec2,
    afterwards: bool,
    /// When it was made, in seconds of the window's clock.
    made: f32,
}

/// Whom the next order is for, and what orders there have been.
#[derive(Default)]
pub struct Orders {
    /// The selected agents, in order of id; where there are none, orders are for all.
    selected: Vec<AgentId>,
    /// Whether selected groups go in formation.
    formation: bool,
    /// The agents that are kept as groups, by the digit of each.
    groups: [Vec<AgentId>; 10],
    /// Which agent was clicked last, and when, in seconds of the window's clock.
    clicked: Option<(AgentId, f32)>,
    /// What the next click is for, where it is for one thing only.
    aim: Option<NextClick>,
    /// The patrol whose points are clicked, or were last.
    drawn: DrawnPatrol,
    /// Whether orders are queued after the earlier ones, as with Shift.
    adds: bool,
    /// A click that was meant for all agents, perhaps.
    offer: Option<Offer>,
    /// What agents were told before the last order.
    before: Option<OrdersBefore>,
    /// For each agent, by its id, whether the player has given it an order.
    ordered: Vec<bool>,
}

/// Whether the player commands an agent: all, unless the level says which team.
pub fn is_commanded(sim: &Simulation, agent: &Agent) -> bool {
    let team = sim.level().player.as_deref();
    team.is_none() || sim.team_of(agent) == team
}

impl Orders {
    /// The selected agents, in order of id; where there are none, orders are for all.
    pub fn selected(&self) -> &[AgentId] {
        &self.selected
    }

    /// The agents that an order is for.
    pub fn selection(&self) -> Selection {
        if self.selected.is_empty() { Selection::All } else { Selection::These(self.selected.clone()) }
    }

    /// Whether selected groups go in formation.
    pub fn is_in_formation(&self) -> bool {
        self.formation
    }

    /// What the next click is for, where it is for one thing only.
    pub fn aim(&self) -> Option<NextClick> {
        self.aim
    }

    /// The patrol whose points are being clicked, if one is.
    pub fn drawn_patrol(&self) -> Option<&DrawnPatrol> {
        (self.aim == Some(NextClick::Patrol)).then_some(&self.drawn)
    }

    /// The first of the selected agents, or of all where none is selected.
    pub fn first_agent<'a>(&self, sim: &'a Simulation) -> Option<&'a Agent> {
        let selected = self.selected.first().and_then(|id| sim.agent(*id));
        selected.or(sim.agents().first())
    }

    /// How the selected agents search, or all when none is selected: as the player has last said.
    pub fn method(&self, run: &Run) -> Method {
        let ordered = run.queue().iter().rev().find_map(|command| match command {
            Command::Search(selection, method) if *selection == self.selection() => Some(*method),
            _ => None,
        });
        let own = self.selected.first().and_then(|id| run.sim().agent(*id)).and_then(|agent| agent.method());
        ordered.or(own).unwrap_or(run.sim().method())
    }

    /// Has orders queued after the earlier ones, or not.
    pub(in crate::app::modes::play) fn set_adds(&mut self, adds: bool) {
        self.adds = adds;
    }

    // ---- The selection ----

    /// Selects as a script says.
    pub fn select(&mut self, sim: &Simulation, selection: Selection) {
        self.selected.clear();
        match selection {
            Selection::All => self.selected.extend(sim.agents().iter().map(|agent| agent.id())),
            Selection::These(ids) => ids.into_iter().for_each(|id| self.add_to_selection(id)),
        }
        self.forget_the_removed(sim);
    }

    /// Selects all agents that the player commands.
    pub(super) fn select_all(&mut self, sim: &Simulation) {
        self.select(sim, Selection::All);
        self.keep_to_team(sim);
    }

    /// Keeps the selected agents as the group of a digit; says that, or that none is selected.
    pub(super) fn keep_group(&mut self, number: u8) -> GameAnswer {
        let text = match self.selected.len() {
            0 => format!("Select the agents first that are to be group {number}"),
            count => {
                self.groups[usize::from(number)] = self.selected.clone();
                format!("Group {number}: {count} agent{}", if count == 1 { "" } else { "s" })
            }
        };
        GameAnswer::new(Tone::Plain, text)
    }

    /// Selects the group of a digit; whether it was selected before.
    ///
    /// # Errors
    /// There is no such group, or none of its agents is left: what is said of that.
    pub(super) fn select_group(&mut self, sim: &Simulation, number: u8) -> Result<bool, GameAnswer> {
        let kept = self.groups[usize::from(number)].iter().copied();
        let group: Vec<AgentId> = kept.filter(|id| sim.agent(*id).is_some()).collect();
        if group.is_empty() {
            let text = format!("There is no group {number}: select agents, then Ctrl+Shift+{number} keeps them as one");
            return Err(GameAnswer::new(Tone::Plain, text));
        }
        let was_selected = self.selected == group;
        self.selected = group;
        Ok(was_selected)
    }

    /// Selects one agent; `toggle`: adds it to the others, or takes it out.
    fn select_one(&mut self, agent: AgentId, toggle: bool) {
        if !toggle {
            self.selected = vec![agent];
        } else if let Ok(index) = self.selected.binary_search(&agent) {
            self.selected.remove(index);
        } else {
            self.add_to_selection(agent);
        }
    }

    fn add_to_selection(&mut self, agent: AgentId) {
        if let Err(index) = self.selected.binary_search(&agent) {
            self.selected.insert(index, agent);
        }
    }

    /// Takes in that an agent was clicked; whether it was just before, so that this is a double-click.
    pub(super) fn take_click(&mut self, agent: AgentId, now: f32) -> bool {
        let before = self.clicked.replace((agent, now));
        let is_double = before.is_some_and(|(one, at)| one == agent && now - at < DOUBLE_CLICK);
        // A third click begins anew.
        self.clicked.take_if(|_| is_double);
        is_double
    }

    /// Selects the agents of the same profile as one of them, as far as they are in sight.
    pub(super) fn select_kind(&mut self, sim: &Simulation, camera: &Camera, agent: AgentId) {
        let Some(profile) = sim.agent(agent).map(Agent::profile) else { return };
        let is_in_sight = |position: Vec2| {
            let at = camera.to_screen(position);
            at.cmpge(Vec2::ZERO).all() && at.cmple(camera.viewport).all()
        };
        let alike = sim.agents().iter().filter(|other| other.profile() == profile && is_in_sight(other.position()));
        self.selected = alike.map(Agent::id).collect();
        self.keep_to_team(sim);
    }

    /// Selects the agent after the one that is selected first, or the one before it.
    pub(super) fn select_neighbour(&mut self, sim: &Simulation, forward: bool) {
        let agents = sim.agents();
        let Some(first) = self.first_agent(sim) else { return };
        let place = agents.iter().position(|agent| agent.id() == first.id()).unwrap_or(0);
        let next = (place + if forward { 1 } else { agents.len() - 1 }) % agents.len();
        self.selected = vec![agents[next].id()];
    }

    /// Selects the agents in a box between two corners, in pixels; `add`: besides the others.
    pub(super) fn select_box(&mut self, sim: &Simulation, camera: &Camera, corners: (Vec2, Vec2), add: bool) {
        let (min, max) = (corners.0.min(corners.1), corners.0.max(corners.1));
        let inside = |position: Vec2| {
            let at = camera.to_screen(position);
            at.cmpge(min).all() && at.cmple(max).all()
        };
        if !add {
            self.selected.clear();
        }
        let caught = sim.agents().iter().filter(|agent| inside(agent.position()));
        caught.for_each(|agent| self.add_to_selection(agent.id()));
        self.keep_to_team(sim);
    }

    /// Selects nobody; whether anybody was selected.
    pub(super) fn deselect(&mut self) -> bool {
        let is_any = !self.selected.is_empty();
        self.selected.clear();
        is_any
    }

    /// Takes agents that are gone out of the selection.
    pub(super) fn forget_the_removed(&mut self, sim: &Simulation) {
        self.selected.retain(|id| sim.agent(*id).is_some());
    }

    /// Where the level says which team the player commands, has some of it selected, and nobody else: without a selection a click
    /// would send everybody.
    pub(super) fn keep_to_team(&mut self, sim: &Simulation) {
        if sim.level().player.is_none() {
            return;
        }
        self.selected.retain(|id| sim.agent(*id).is_some_and(|agent| is_commanded(sim, agent)));
        if self.selected.is_empty() {
            let own = sim.agents().iter().filter(|agent| is_commanded(sim, agent));
            self.selected = own.map(|agent| agent.id()).collect();
        }
    }

    /// Has the selected agents removed.
    pub(super) fn remove_selected(&self, sim: &Simulation) -> Consequence {
        if !is_players_to_change(sim) {
            none_comes_or_goes()
        } else if self.drawn_patrol().is_some() {
            Consequence::plain("Patrol first: Enter or Done ends it, Esc drops it")
        } else if self.selected.is_empty() {
            Consequence::plain("Select the agents to remove first: click one, or drag a box")
        } else {
            Command::Remove(self.selection()).into()
        }
    }

    // ---- What a click is for ----

    /// Has the next click be for something, or no longer.
    pub(super) fn toggle_aim(&mut self, aim: NextClick) {
        self.aim = if self.aim == Some(aim) { None } else { Some(aim) };
    }

    /// Whether the click that is made is to pin a card; the next one is not.
    pub(super) fn takes_pin(&mut self) -> bool {
        self.aim.take_if(|aim| *aim == NextClick::Pin).is_some()
    }

    /// Takes the last point of the patrol back that is being clicked, or ends that where it has none; whether one was.
    pub(super) fn take_point_back(&mut self) -> bool {
        let is_drawn = self.aim == Some(NextClick::Patrol);
        if is_drawn && !self.drawn.take_back() {
            self.aim = None;
        }
        is_drawn
    }

    /// Has the next click be for nothing else; whether it was.
    pub(super) fn drop_aim(&mut self) -> bool {
        self.aim.take().is_some()
    }

    /// Sends the selected agents to a place, a group in formation if the player wants that. Where none is selected, all
    /// are sent if they are a handful; of more the player is asked first. `now`: in seconds of the window's clock.
    pub(super) fn send(&mut self, sim: &Simulation, to: Vec2, afterwards: bool, now: f32) -> Consequence {
        if self.aim == Some(NextClick::Place) {
            self.aim = None;
            return add_agent(sim, to);
        }
        if self.aim == Some(NextClick::Patrol) {
            return match self.drawn.click(sim, to, now) {
                Ok(true) => self.end_patrol(sim),
                Ok(false) => Consequence::default(),
                Err(answer) => answer.into(),
            };
        }
        if self.aim.is_some() {
            return Consequence::plain("Click an agent, or press Esc");
        }
        let map = sim.map();
        if map.lattice.tile_inside(to).is_none() {
            return GameAnswer::outside(&map.lattice, to).into();
        }
        if self.selected.is_empty() && sim.agents().len() > HANDFUL {
            self.offer = Some(Offer { to, afterwards, made: now });
            let text = "No agent is selected: click one, drag a box around some, or send all";
            return GameAnswer { at: Some(to), ..GameAnswer::new(Tone::Plain, text) }.into();
        }
        self.send_selection(sim, to, afterwards)
    }

    /// How many agents a button offers to send to where the player has clicked; `None` where it offers nothing.
    pub fn offers_to_send(&self, sim: &Simulation, now: f32) -> Option<usize> {
        let is_fresh = |offer: &Offer| now - offer.made < OFFER_LASTS && self.selected.is_empty();
        self.offer.filter(is_fresh).map(|_| sim.agents().len())
    }

    /// Sends all agents where the player has clicked.
    pub(super) fn send_all(&mut self, sim: &Simulation) -> Consequence {
        let offer = self.offer.take();
        offer.map_or_else(Consequence::default, |offer| self.send_selection(sim, offer.to, offer.afterwards))
    }

    fn send_selection(&self, sim: &Simulation, to: Vec2, afterwards: bool) -> Consequence {
        let in_ranks = self.formation && self.selected.len() > 1;
        let order = if in_ranks { Order::MoveInFormation } else { Order::MoveTo };
        give(sim, self.selection(), order(Target::Point(to)), afterwards)
    }

    /// A click on an agent: the one that an order is about, if that is what the player is asked for; else it is selected.
    pub(super) fn click_agent(&mut self, sim: &Simulation, agent: AgentId, toggle: bool) -> Consequence {
        match self.aim.take() {
            Some(NextClick::Place) => Consequence::plain("An agent stands there already: click free ground"),
            Some(aim) => self.order_about(sim, aim, agent, toggle),
            None => {
                self.select_one(agent, toggle);
                self.keep_to_team(sim);
                Consequence::default()
            }
        }
    }

    // ---- Orders ----

    /// Has the selected agents, or all, follow an agent or flee from it, except that agent itself.
    pub(super) fn order_about(
        &self,
        sim: &Simulation,
        aim: NextClick,
        agent: AgentId,
        afterwards: bool,
    ) -> Consequence {
        let meant: Vec<AgentId> = match self.selection() {
            Selection::All => sim.agents().iter().map(|agent| agent.id()).collect(),
            Selection::These(ids) => ids,
        };
        let others: Vec<AgentId> = meant.into_iter().filter(|other| *other != agent).collect();
        if others.is_empty() {
            let verb = if aim == NextClick::Flee { "flee from" } else { "follow" };
            return Consequence::plain(format!("An agent cannot {verb} itself: select others first"));
        }
        let tile = sim.map().lattice.tile_size;
        let follow = |on_sight| Order::Follow { agent: agent.0.into(), distance: FOLLOWING_DISTANCE * tile, on_sight };
        let order = match aim {
            NextClick::FollowOnSight => follow(true),
            NextClick::Follow | NextClick::Place | NextClick::Pin | NextClick::Patrol => follow(false),
            NextClick::Flee => {
                Order::Flee { agent: agent.0.into(), distance: (FLEEING_DISTANCE * tile).clamp(0.1, 1000.0) }
            }
        };
        give(sim, Selection::These(others), order, afterwards)
    }

    /// Does what a key or a button of the bar of orders asks for.
    pub(super) fn act(&mut self, sim: &Simulation, action: PlayAction) -> Consequence {
        let tile = sim.map().lattice.tile_size;
        match action {
            PlayAction::Formation => self.formation = !self.formation,
            PlayAction::Follow => {
                self.aim = match self.aim {
                    Some(NextClick::Follow) => Some(NextClick::FollowOnSight),
                    Some(NextClick::FollowOnSight) => None,
                    Some(NextClick::Flee | NextClick::Place | NextClick::Pin | NextClick::Patrol) | None => {
                        Some(NextClick::Follow)
                    }
                }
            }
            PlayAction::Flee => self.toggle_aim(NextClick::Flee),
            PlayAction::Wander => {
                let order = Order::Wander((WANDERING_DISTANCE * tile).clamp(0.1, 10_000.0));
                return give(sim, self.selection(), order, self.adds);
            }
            PlayAction::Wait => return give(sim, self.selection(), Order::Wait(WAITING_TIME), self.adds),
            PlayAction::Patrol => return self.draw_patrol(sim),
            PlayAction::Course => return self.change_course(sim),
            _ => {}
        }
        Consequence::default()
    }

    /// The place in the list of the path that the first of the selected agents, or of all, patrols.
    fn path_of_first(&self, sim: &Simulation) -> Option<usize> {
        let Some(Order::Patrol(name)) = self.first_agent(sim)?.order() else { return None };
        sim.paths().iter().position(|path| path.name == *name)
    }

    /// Has the next clicks be the points of a patrol. Asked for again, ends it; and before the first point, sends the selected
    /// agents, or all, along the next path that there is, after the one that the first of them patrols.
    fn draw_patrol(&mut self, sim: &Simulation) -> Consequence {
        match self.drawn_patrol() {
            None if sim.agents().is_empty() => no_agents().into(),
            None => {
                (self.aim, self.drawn) = (Some(NextClick::Patrol), DrawnPatrol::default());
                Consequence::default()
            }
            Some(drawn) if drawn.points().is_empty() => {
                self.aim = None;
                let open = || plans::open_paths(sim).map(|(index, _)| index);
                let present = self.path_of_first(sim);
                let next = open().find(|index| present.is_none_or(|present| *index > present)).or(open().next());
                next.map_or_else(Consequence::default, |next| self.patrol(sim, next))
            }
            Some(_) => self.end_patrol(sim),
        }
    }

    /// Has the selected agents, or all, patrol along the points that were clicked.
    pub(super) fn end_patrol(&mut self, sim: &Simulation) -> Consequence {
        if !self.drawn.is_path() {
            return Consequence::plain("A patrol has at least two points: choose them on the map");
        }
        self.aim = None;
        let path = std::mem::take(&mut self.drawn).path(sim);
        let mut consequence = give(sim, self.selection(), Order::Patrol(path.name.clone()), self.adds);
        consequence.commands.insert(0, Command::PutPath(path));
        consequence
    }

    /// What comes after the last point of the path that the first of the selected agents, or of all, patrols.
    pub fn course_of_first(&self, sim: &Simulation) -> Option<Course> {
        self.path_of_first(sim).map(|at| sim.paths()[at].course)
    }

    /// Changes what comes after the last point of the path that the first of the selected agents, or of all, patrols.
    fn change_course(&self, sim: &Simulation) -> Consequence {
        let Some(at) = self.path_of_first(sim) else {
            return Consequence::plain("None of these agents patrols along a path");
        };
        let path = &sim.paths()[at];
        let next = Course::ALL.iter().position(|course| *course == path.course).map_or(0, |place| place + 1);
        let (path, course) = (path.name.clone(), Course::ALL[next % Course::ALL.len()]);
        let answer = GameAnswer::new(Tone::Plain, format!("{path}: {}", course.name()));
        Consequence { answer: Some(answer), commands: vec![Command::SetCourse { path, course }] }
    }

    /// Sends the selected agents, or all, along the path at this place of the level's list.
    pub(super) fn patrol(&self, sim: &Simulation, path: usize) -> Consequence {
        let path = sim.paths().get(path);
        path.map_or_else(Consequence::default, |path| {
            give(sim, self.selection(), Order::Patrol(path.name.clone()), self.adds)
        })
    }

    // ---- What there has been ----

    /// Takes in an order before it is given; `is_part`: it is a part of the one before, as while a goal is dragged.
    pub(super) fn note(&mut self, sim: &Simulation, whom: &Selection, is_part: bool, now: f32) {
        if !is_part || !self.is_fresh(now) {
            self.before = Some(OrdersBefore::of(sim, whom, now));
        }
        for agent in sim.agents().iter().filter(|agent| is_meant(whom, agent.id())) {
            let index = agent.id().0 as usize;
            self.ordered.resize(self.ordered.len().max(index + 1), false);
            self.ordered[index] = true;
        }
        self.offer = None;
    }

    /// Whether the last order can still be taken back.
    pub fn is_fresh(&self, now: f32) -> bool {
        self.before.as_ref().is_some_and(|before| before.is_fresh(now))
    }

    /// What takes the last order back, if that can be done and nothing was done to the ground since; `ground`: when that
    /// was done last.
    pub(super) fn take_back(&mut self, now: f32, ground: Option<f32>) -> Option<Vec<Command>> {
        let is_last =
            |before: &mut OrdersBefore| before.is_fresh(now) && ground.is_none_or(|made| made <= before.given);
        self.before.take_if(is_last).map(OrdersBefore::commands)
    }

    /// Whether an event may have come of an order: it is of an agent that the player gave one, or of none.
    pub(super) fn are_concerned(&self, event: &Event) -> bool {
        match event {
            Event::PathFound { agent, .. } | Event::NoPath { agent, .. } | Event::RewardTaken { agent, .. } => {
                self.has_sent(*agent)
            }
            // Who stepped on the plate is not told.
            Event::Switched { .. } => self.ordered.contains(&true),
            _ => true,
        }
    }

    /// Whether the player has given an agent an order.
    pub(super) fn has_sent(&self, agent: AgentId) -> bool {
        self.ordered.get(agent.0 as usize) == Some(&true)
    }

    /// Forgets everything that is about the agents that there were.
    pub(super) fn forget(&mut self) {
        *self = Orders { formation: self.formation, adds: self.adds, ..Orders::default() };
    }
}

/// Whether an order for some agents is for this one.
pub(super) fn is_meant(whom: &Selection, agent: AgentId) -> bool {
    match whom {
        Selection::All => true,
        Selection::These(ids) => ids.contains(&agent),
    }
}

/// Whether the player can add agents and remove them: where the level says whom the player commands, that is its own to do.
pub fn is_players_to_change(sim: &Simulation) -> bool {
    sim.level().player.is_none()
}

fn none_comes_or_goes() -> Consequence {
    Consequence::plain("In this level no agent is added or removed by hand")
}

fn no_agents() -> GameAnswer {
    GameAnswer::new(Tone::Impossible, "There are no agents: N adds a walker")
}

fn give(sim: &Simulation, whom: Selection, order: Order, afterwards: bool) -> Consequence {
    if sim.agents().is_empty() {
        return no_agents().into();
    }
    if afterwards { Command::ThenOrder(whom, order).into() } else { Command::Order(whom, order).into() }
}

/// Has a walker added at a point of the world.
pub(super) fn add_agent(sim: &Simulation, at: Vec2) -> Consequence {
    if !is_players_to_change(sim) {
        return none_comes_or_goes();
    }
    let lattice = &sim.map().lattice;
    if lattice.tile_inside(at).is_none() {
        return GameAnswer::outside(lattice, at).into();
    }
    let profile = sim.level().profiles[0].name.clone();
    Command::Spawn { profile, at: Target::Point(at) }.into()
}

#[cfg(test)]
mod tests {
    use footpath::level::{Level, Whom};
    use glam::vec2;

    use super::*;
    use crate::app::view::camera::{Bounds, Insets};

    fn sim(rows: &str, agents: &str) -> Simulation {
        let text =
            format!(r##"(version: 1, name: "Pen", legend: {{'.': "grass"}}, rows: [{rows}], agents: [{agents}])"##);
        Simulation::new(Level::parse("pen.ron", &text).expect("it is a level"), None)
    }

    fn pen() -> Simulation {
        let agents = [0, 2, 4].map(|x| format!("(profile: \"walker\", tile: ({x}, 0)), "));
        sim(r#""......", "......""#, &agents.concat())
    }

    fn these<const N: usize>(agents: [u32; N]) -> Selection {
        Selection::These(agents.map(AgentId).to_vec())
    }

    #[test]
    fn a_group_is_kept_and_selected_again() {
        let (mut orders, mut sim) = (Orders::default(), pen());
        assert_eq!(orders.keep_group(3).text, "Select the agents first that are to be group 3");
        assert!(orders.select_group(&sim, 3).is_err(), "nothing is kept");
        orders.select(&sim, these([0, 2]));
        assert_eq!(orders.keep_group(3).text, "Group 3: 2 agents");
        orders.select(&sim, these([1]));
        assert_eq!(orders.select_group(&sim, 3), Ok(false));
        assert_eq!(orders.selected(), [AgentId(0), AgentId(2)]);
        assert_eq!(orders.select_group(&sim, 3), Ok(true), "it is selected already");
        sim.step(&[Command::Remove(these([0]))]);
        assert_eq!(orders.select_group(&sim, 3), Ok(false));
        assert_eq!(orders.selected(), [AgentId(2)], "what is gone is not selected");
        assert!(orders.select_group(&sim, 4).is_err(), "another number");
    }

    #[test]
    fn all_and_all_of_a_kind_are_those_of_the_players_team() {
        let agent = |x: u32, team: &str| format!("(profile: \"walker\", tile: ({x}, 0), team: \"{team}\"), ");
        let agents = [agent(0, "blue"), agent(2, "red"), agent(4, "blue")].concat();
        let text = format!(
            r##"(version: 1, name: "Pen", player: "blue", legend: {{'.': "grass"}}, rows: ["......"], agents: [{agents}])"##
        );
        let sim = Simulation::new(Level::parse("pen.ron", &text).expect("it is a level"), None);
        let camera = Camera::framing(Bounds::of(&sim.map().lattice), vec2(800.0, 600.0), Insets::default());
        let mut orders = Orders::default();
        orders.select_all(&sim);
        assert_eq!(orders.selected(), [AgentId(0), AgentId(2)]);
        orders.select_kind(&sim, &camera, AgentId(0));
        assert_eq!(orders.selected(), [AgentId(0), AgentId(2)]);
    }

    #[test]
    fn all_others_follow_the_agent_that_was_clicked() {
        let (sim, mut orders) = (pen(), Orders::default());
        orders.act(&sim, PlayAction::Follow);
        assert_eq!(orders.aim(), Some(NextClick::Follow));
        let consequence = orders.click_agent(&sim, AgentId(1), false);
        assert_eq!((orders.aim(), orders.selected().len()), (None, 0), "the click selects no agent");
        let order = Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: false };
        assert_eq!(consequence, Command::Order(these([0, 2]), order).into());
    }

    #[test]
    fn the_same_key_twice_is_to_follow_on_sight() {
        let (sim, mut orders) = (pen(), Orders::default());
        orders.select(&sim, these([0]));
        orders.act(&sim, PlayAction::Follow);
        orders.act(&sim, PlayAction::Follow);
        let consequence = orders.click_agent(&sim, AgentId(2), false);
        let order = Order::Follow { agent: Whom::Agent(2), distance: 0.5, on_sight: true };
        assert_eq!(consequence, Command::Order(these([0]), order).into());
        let aims = [Some(NextClick::Follow), Some(NextClick::FollowOnSight), None].map(|expected| {
            orders.act(&sim, PlayAction::Follow);
            (orders.aim(), expected)
        });
        assert!(aims.iter().all(|(aim, expected)| aim == expected), "{aims:?}");
    }

    #[test]
    fn no_agent_flees_from_itself() {
        let (sim, mut orders) = (pen(), Orders::default());
        orders.select(&sim, these([1]));
        let refused = orders.order_about(&sim, NextClick::Flee, AgentId(1), false);
        assert!(refused.commands.is_empty() && refused.answer.is_some());
        let consequence = orders.order_about(&sim, NextClick::Flee, AgentId(0), true);
        let order = Order::Flee { agent: Whom::Agent(0), distance: 6.0 };
        assert_eq!(consequence, Command::ThenOrder(these([1]), order).into());
    }

    #[test]
    fn only_a_group_keeps_its_ranks() {
        let (sim, mut orders) = (pen(), Orders::default());
        let to = vec2(3.5, 1.5);
        orders.act(&sim, PlayAction::Formation);
        orders.select(&sim, these([0]));
        let alone = orders.send(&sim, to, false, 0.0);
        orders.click_agent(&sim, AgentId(2), true);
        let group = orders.send(&sim, to, true, 0.0);
        let target = Target::Point(to);
        assert_eq!(alone, Command::Order(these([0]), Order::MoveTo(target.clone())).into());
        assert_eq!(group, Command::ThenOrder(these([0, 2]), Order::MoveInFormation(target)).into());
    }

    #[test]
    fn a_stray_click_sends_a_handful_and_offers_to_send_a_crowd() {
        let agents: String = (0..=HANDFUL).map(|at| format!("(tile: ({}, {})), ", at % 6, at / 6)).collect();
        let (few, many) = (pen(), sim(r#""......", "......", "......""#, &agents));
        let to = vec2(3.5, 1.5);
        let order: Consequence = Command::Order(Selection::All, Order::MoveTo(Target::Point(to))).into();
        let mut orders = Orders::default();
        assert_eq!((orders.send(&few, to, false, 0.0), orders.offers_to_send(&few, 0.0)), (order.clone(), None));
        assert!(orders.send(&many, to, false, 0.0).commands.is_empty());
        assert_eq!(orders.offers_to_send(&many, 0.0), Some(HANDFUL + 1));
        assert_eq!((orders.send_all(&many), orders.offers_to_send(&many, 0.0)), (order, None));
        orders.select(&many, these([0]));
        assert_eq!(orders.send(&many, to, false, 0.0).commands.len(), 1, "selected agents are sent at once");
    }

    #[test]
    fn the_last_order_is_taken_back_for_five_seconds() {
        let (mut sim, mut orders) = (pen(), Orders::default());
        let (first, second) = (Target::Point(vec2(5.5, 0.5)), Target::Point(vec2(5.5, 1.5)));
        sim.step(&[Command::Order(these([0]), Order::MoveTo(first)), Command::ThenOrder(these([0]), Order::Wait(2.0))]);
        let told = |sim: &Simulation| {
            let agent = &sim.agents()[0];
            agent.order().into_iter().chain(agent.queue()).cloned().collect::<Vec<Order>>()
        };
        let before = told(&sim);
        orders.note(&sim, &Selection::All, false, 0.0);
        sim.step(&[Command::Order(Selection::All, Order::MoveTo(second))]);
        assert_ne!(told(&sim), before);
        sim.step(&orders.take_back(1.0, None).expect("it was just given"));
        assert_eq!(told(&sim), before);
        assert_eq!(sim.agents()[1].goal(), None, "it had no order before");
        orders.note(&sim, &Selection::All, false, 1.0);
        assert_eq!(orders.take_back(2.0, Some(1.5)), None, "something was done to the ground since");
        assert_eq!(orders.take_back(6.1, None), None, "it is too late");
    }

    #[test]
    fn where_the_level_says_whom_one_commands_none_is_added_or_removed() {
        let text = r##"(version: 1, name: "Pen", player: "blue", legend: {'.': "grass"}, rows: ["......"],
            agents: [(tile: (0, 0), team: "blue")])"##;
        let game = Simulation::new(Level::parse("pen.ron", text).expect("it is a level"), None);
        let mut orders = Orders::default();
        orders.select_all(&game);
        let words = Consequence::plain("In this level no agent is added or removed by hand");
        assert_eq!([orders.remove_selected(&game), add_agent(&game, vec2(3.5, 0.5))], [words.clone(), words]);
        let sandbox = pen();
        assert_eq!(orders.remove_selected(&sandbox), Command::Remove(these([0])).into());
    }

    #[test]
    fn a_new_agent_stands_where_the_next_click_is() {
        let (sim, mut orders) = (pen(), Orders::default());
        orders.toggle_aim(NextClick::Place);
        let consequence = orders.send(&sim, vec2(3.5, 1.5), false, 0.0);
        assert!(matches!(consequence.commands.as_slice(), [Command::Spawn { .. }]), "{consequence:?}");
        assert_eq!(orders.aim(), None);
    }

    #[test]
    fn a_click_on_the_ground_sends_no_agent_while_one_is_asked_for() {
        let (sim, mut orders) = (pen(), Orders::default());
        orders.act(&sim, PlayAction::Flee);
        assert!(orders.send(&sim, vec2(3.5, 1.5), false, 0.0).commands.is_empty());
        orders.act(&sim, PlayAction::Flee);
        assert_eq!(orders.aim(), None, "the same key ends it");
    }
}
