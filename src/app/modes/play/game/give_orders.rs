//! The orders that a player gives: by a click, by a key, and by the bar of orders.

use footpath::agent::AgentId;
use footpath::level::{Course, Order, Target};
use footpath::sim::{Command, Selection};
use glam::Vec2;

use super::undo::{self, Before};
use super::{Game, drag, selection, watch};
use crate::app::modes::keys::Action;
use crate::app::view::words::answers::{Answer, Tone};

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

/// An order that is about another agent: which one is still to be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Keep near it.
    Follow,
    /// Keep near it from when it comes in sight until it is lost.
    FollowOnSight,
    /// Keep away from it.
    Flee,
    /// Not another agent, but where a new one is to stand.
    Place,
    /// The cell whose card is to be pinned.
    Pin,
}

/// A click while no agent was selected, in a level with many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Offer {
    to: Vec2,
    afterwards: bool,
    /// When it was made, in seconds of the window's clock.
    made: f32,
}

impl Game {
    /// Sends the selected agents to a place, a group in formation if the player wants that. Where none is selected, all
    /// are sent if they are a handful; of more the player is asked first.
    pub(super) fn send(&mut self, to: Vec2, afterwards: bool) {
        if self.aim == Some(Aim::Pin) {
            self.aim = None;
            return self.pin(to);
        }
        if self.aim == Some(Aim::Place) {
            self.aim = None;
            return self.add_agent(to);
        }
        if self.aim.is_some() {
            return self.say(Answer::new(Tone::Plain, "Click an agent, or press Esc"));
        }
        let map = self.sim.map();
        if map.lattice.tile_inside(to).is_none() {
            let answer = Answer::outside(&map.lattice, to);
            return self.say(answer);
        }
        if self.selected.is_empty() && self.sim.agents().len() > HANDFUL {
            self.offer = Some(Offer { to, afterwards, made: self.clock.elapsed() });
            let text = "No agent is selected: click one, drag a box around some, or send all";
            return self.say(Answer { at: Some(to), ..Answer::new(Tone::Plain, text) });
        }
        self.send_selection(to, afterwards);
    }

    /// How many agents a button offers to send to where the player has clicked; `None` where it offers nothing.
    pub fn offers_to_send(&self) -> Option<usize> {
        let is_fresh = |offer: &Offer| self.clock.elapsed() - offer.made < OFFER_LASTS && self.selected.is_empty();
        self.offer.filter(is_fresh).map(|_| self.sim.agents().len())
    }

    /// Sends all agents where the player has clicked.
    pub(super) fn send_all(&mut self) {
        if let Some(offer) = self.offer.take() {
            self.send_selection(offer.to, offer.afterwards);
        }
    }

    fn send_selection(&mut self, to: Vec2, afterwards: bool) {
        let in_ranks = self.formation && self.selection() != Selection::All && self.selected.len() > 1;
        let order = if in_ranks { Order::MoveInFormation } else { Order::MoveTo };
        self.order(self.selection(), order(Target::Point(to)), afterwards);
    }

    /// A click on an agent: the one that an order is about, if that is what the player is asked for; else it is selected.
    pub(super) fn click_agent(&mut self, agent: AgentId, toggle: bool) {
        match self.aim.take() {
            Some(Aim::Pin) => {
                if let Some(agent) = self.sim.agent(agent) {
                    self.pin(agent.position());
                }
            }
            Some(Aim::Place) => self.say(Answer::new(Tone::Plain, "An agent stands there already: click free ground")),
            Some(aim) => self.order_about(aim, agent, toggle),
            None => selection::select_one(self, agent, toggle),
        }
    }

    /// Has the selected agents, or all, follow an agent or flee from it, except that agent itself.
    pub(super) fn order_about(&mut self, aim: Aim, agent: AgentId, afterwards: bool) {
        let meant: Vec<AgentId> = match self.selection() {
            Selection::All => self.sim.agents().iter().map(|agent| agent.id()).collect(),
            Selection::These(ids) => ids,
        };
        let others: Vec<AgentId> = meant.into_iter().filter(|other| *other != agent).collect();
        if others.is_empty() {
            let verb = if aim == Aim::Flee { "flee from" } else { "follow" };
            return self.say(Answer::new(Tone::Plain, format!("An agent cannot {verb} itself: select others first")));
        }
        let tile = self.sim.map().lattice.tile_size;
        let follow = |on_sight| Order::Follow { agent: agent.0, distance: FOLLOWING_DISTANCE * tile, on_sight };
        let order = match aim {
            Aim::FollowOnSight => follow(true),
            Aim::Follow | Aim::Place | Aim::Pin => follow(false),
            Aim::Flee => Order::Flee { agent: agent.0, distance: (FLEEING_DISTANCE * tile).clamp(0.1, 1000.0) },
        };
        self.order(Selection::These(others), order, afterwards);
    }

    /// Does what a key or a button of the bar of orders asks for.
    pub(super) fn act_on_orders(&mut self, action: Action) {
        let tile = self.sim.map().lattice.tile_size;
        match action {
            Action::Formation => self.formation = !self.formation,
            Action::Follow => {
                self.aim = match self.aim {
                    Some(Aim::Follow) => Some(Aim::FollowOnSight),
                    Some(Aim::FollowOnSight) => None,
                    Some(Aim::Flee | Aim::Place | Aim::Pin) | None => Some(Aim::Follow),
                }
            }
            Action::Flee => self.aim = if self.aim == Some(Aim::Flee) { None } else { Some(Aim::Flee) },
            Action::Wander => {
                let order = Order::Wander((WANDERING_DISTANCE * tile).clamp(0.1, 10_000.0));
                self.order(self.selection(), order, self.adds);
            }
            Action::Wait => self.order(self.selection(), Order::Wait(WAITING_TIME), self.adds),
            Action::Patrol => self.patrol_next(),
            Action::Course => self.change_course(),
            _ => {}
        }
    }

    /// The place in the list of the path that the first of the selected agents, or of all, patrols.
    fn path_of_first(&self) -> Option<usize> {
        let first = match self.selected.first() {
            Some(id) => self.sim.agent(*id),
            None => self.sim.agents().first(),
        };
        let Some(Order::Patrol(name)) = &first?.order() else { return None };
        self.sim.paths().iter().position(|path| path.name == *name)
    }

    /// Sends the selected agents, or all, along the next path of the level after the one that the first of them patrols.
    fn patrol_next(&mut self) {
        let paths = self.sim.paths().len();
        if paths == 0 {
            return self.say(Answer::new(Tone::Plain, "This level has no paths to patrol along"));
        }
        self.patrol(self.path_of_first().map_or(0, |present| (present + 1) % paths));
    }

    /// What comes after the last point of the path that the first of the selected agents, or of all, patrols.
    pub fn course_of_first(&self) -> Option<Course> {
        self.path_of_first().map(|at| self.sim.paths()[at].course)
    }

    /// Changes what comes after the last point of the path that the first of the selected agents, or of all, patrols.
    fn change_course(&mut self) {
        let Some(at) = self.path_of_first() else {
            return self.say(Answer::new(Tone::Plain, "None of these agents patrols along a path"));
        };
        let path = &self.sim.paths()[at];
        let next = Course::ALL.iter().position(|course| *course == path.course).map_or(0, |place| place + 1);
        let (path, course) = (path.name.clone(), Course::ALL[next % Course::ALL.len()]);
        self.say(Answer::new(Tone::Plain, format!("{path}: {}", course.name())));
        self.command(Command::SetCourse { path, course });
    }

    /// Sends the selected agents, or all, along the path at this place of the level's list.
    pub(super) fn patrol(&mut self, path: usize) {
        if let Some(path) = self.sim.paths().get(path) {
            let order = Order::Patrol(path.name.clone());
            self.order(self.selection(), order, self.adds);
        }
    }

    fn order(&mut self, whom: Selection, order: Order, afterwards: bool) {
        if self.sim.agents().is_empty() {
            return self.say(Answer::new(Tone::Impossible, "There are no agents: N adds a walker"));
        }
        self.command(if afterwards { Command::ThenOrder(whom, order) } else { Command::Order(whom, order) });
    }

    pub(super) fn add_agent(&mut self, at: Vec2) {
        let lattice = &self.sim.map().lattice;
        if lattice.tile_inside(at).is_none() {
            let answer = Answer::outside(lattice, at);
            return self.say(answer);
        }
        let profile = self.sim.level().profiles[0].name.clone();
        self.command(Command::Spawn { profile, at: Target::Point(at) });
    }

    /// Queues a command for the next tick; while a replay is played, says that it takes none.
    pub fn command(&mut self, command: Command) {
        if self.watch.is_some() {
            return watch::refuse(self);
        }
        if let Command::Order(whom, _) | Command::ThenOrder(whom, _) | Command::Scatter(whom) = &command {
            // While a goal is dragged, what can be taken back is the whole drag.
            if !drag::drags_goal(self) || !self.order_is_fresh() {
                self.before = Some(Before::of(&self.sim, whom, self.clock.elapsed()));
            }
            self.note_ordered(whom);
            self.asked = self.clock.elapsed();
            self.observed.clear();
            self.goals_put_away = false;
            self.offer = None;
            self.card.fold();
        }
        self.has_acted = true;
        let joins = self.stroke.is_some() || drag::drags_obstacle(self);
        self.ground_history.note(&self.sim, &command, joins, self.clock.elapsed());
        self.queue.push(command);
    }

    /// Whether the last order can still be taken back.
    pub fn order_is_fresh(&self) -> bool {
        self.before.as_ref().is_some_and(|before| before.is_fresh(self.clock.elapsed()))
    }

    /// Whether an order was just given or something just done to the ground, so that for a moment it can be taken back by a
    /// button.
    pub fn undo_is_fresh(&self) -> bool {
        self.order_is_fresh() || self.ground_history.is_fresh(self.clock.elapsed())
    }

    /// Whether a button offers to take something back: for a moment, and as long as the brush is out what was drawn.
    pub fn can_undo(&self) -> bool {
        self.undo_is_fresh() || self.brush && self.ground_history.last_made().is_some()
    }

    /// Takes back what was done last: has the agents of the last order go on with what they were told before it, or gives
    /// the ground back what it was.
    pub(super) fn undo(&mut self) {
        if self.watch.is_some() {
            return watch::refuse(self);
        }
        self.settle();
        let now = self.clock.elapsed();
        let ground = self.ground_history.last_made();
        let is_last = |before: &Before| before.is_fresh(now) && ground.is_none_or(|made| made <= before.given);
        if let Some(before) = self.before.take_if(|before| is_last(before)) {
            self.queue.extend(before.commands());
            return self.say(Answer::new(Tone::Plain, "The last order is taken back"));
        }
        match self.ground_history.undo(&self.sim, now) {
            Some(commands) => {
                self.queue.extend(commands);
                self.say(Answer::new(Tone::Plain, "The ground is as it was before; Ctrl+Shift+Z does it again"));
            }
            None => self.say(Answer::new(
                Tone::Plain,
                "There is nothing to take back: neither on the ground nor an order of the last five seconds",
            )),
        }
    }

    /// Does again what was taken back last of what was done to the ground.
    pub(super) fn redo(&mut self) {
        if self.watch.is_some() {
            return watch::refuse(self);
        }
        self.settle();
        match self.ground_history.redo(&self.sim, self.clock.elapsed()) {
            Some(commands) => self.queue.extend(commands),
            None => self.say(Answer::new(Tone::Plain, "Nothing was taken back that could be done again")),
        }
    }

    /// Begins the level again as it was at first.
    pub(super) fn restart_ground(&mut self) {
        self.settle();
        if !undo::inverse(&self.sim, &Command::Restart).is_empty() {
            let words = "The level begins again, with its own ground; Ctrl+Z brings back what you made of it";
            self.say(Answer::new(Tone::Plain, words));
        }
        self.command(Command::Restart);
    }

    /// Begins the level again on the ground as the player has made it.
    pub(super) fn restart_agents(&mut self) {
        self.settle();
        let kept = undo::inverse(&self.sim, &Command::Restart);
        self.queue.push(Command::Restart);
        self.queue.extend(kept);
    }

    /// Notes that the player has given agents an order: from now on it is of interest what becomes of them.
    fn note_ordered(&mut self, whom: &Selection) {
        let meant = self.sim.agents().iter().filter(|agent| match whom {
            Selection::All => true,
            Selection::These(ids) => ids.contains(&agent.id()),
        });
        for agent in meant {
            let index = agent.id().0 as usize;
            self.ordered.resize(self.ordered.len().max(index + 1), false);
            self.ordered[index] = true;
            self.sent.insert(agent.id(), agent.position());
        }
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::edit::Document;
    use glam::vec2;

    use super::*;
    use crate::app::modes::library::Source;
    use crate::app::modes::play::intent::Press;
    use crate::app::view::camera::Insets;

    fn game() -> Game {
        let text = r##"(version: 1, name: "Pen", legend: {'.': "grass"}, rows: ["......", "......"],
            agents: [(profile: "walker", tile: (0, 0)), (profile: "walker", tile: (2, 0)), (profile: "walker", tile: (4, 0))])"##;
        let document = Document::open("pen.ron", text.to_owned()).expect("it is a level");
        Game::new(document, Source::Text("pen".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    #[test]
    fn all_others_follow_the_agent_that_was_clicked() {
        let mut game = game();
        game.act_on_orders(Action::Follow);
        assert_eq!(game.aim, Some(Aim::Follow));
        game.click_agent(AgentId(1), false);
        assert_eq!((game.aim, game.selected.len()), (None, 0), "the click selects no agent");
        let order = Order::Follow { agent: 1, distance: 0.5, on_sight: false };
        assert_eq!(game.queue, [Command::Order(Selection::These(vec![AgentId(0), AgentId(2)]), order)]);
    }

    #[test]
    fn the_same_key_twice_is_to_follow_on_sight() {
        let mut game = game();
        game.selected = vec![AgentId(0)];
        game.act_on_orders(Action::Follow);
        game.act_on_orders(Action::Follow);
        game.click_agent(AgentId(2), false);
        let order = Order::Follow { agent: 2, distance: 0.5, on_sight: true };
        assert_eq!(game.queue, [Command::Order(Selection::These(vec![AgentId(0)]), order)]);
        let aims = [Some(Aim::Follow), Some(Aim::FollowOnSight), None].map(|expected| {
            game.act_on_orders(Action::Follow);
            (game.aim, expected)
        });
        assert!(aims.iter().all(|(aim, expected)| aim == expected), "{aims:?}");
    }

    #[test]
    fn no_agent_flees_from_itself() {
        let mut game = game();
        game.selected = vec![AgentId(1)];
        game.order_about(Aim::Flee, AgentId(1), false);
        assert!(game.queue.is_empty() && game.answer.is_some());
        game.order_about(Aim::Flee, AgentId(0), true);
        let order = Order::Flee { agent: 0, distance: 6.0 };
        assert_eq!(game.queue, [Command::ThenOrder(Selection::These(vec![AgentId(1)]), order)]);
    }

    #[test]
    fn only_a_group_keeps_its_ranks() {
        let mut game = game();
        let to = vec2(3.5, 1.5);
        game.act_on_orders(Action::Formation);
        game.selected = vec![AgentId(0)];
        game.send(to, false);
        game.selected.push(AgentId(2));
        game.send(to, true);
        let target = Target::Point(to);
        let alone = Command::Order(Selection::These(vec![AgentId(0)]), Order::MoveTo(target.clone()));
        let group = Selection::These(vec![AgentId(0), AgentId(2)]);
        assert_eq!(game.queue, [alone, Command::ThenOrder(group, Order::MoveInFormation(target))]);
    }

    fn crowd() -> Game {
        let agents: String = (0..=HANDFUL).map(|at| format!("(tile: ({}, {})), ", at % 6, at / 6)).collect();
        let text = format!(
            r##"(version: 1, name: "Crowd", legend: {{'.': "grass"}}, rows: ["......", "......", "......"], agents: [{agents}])"##
        );
        let document = Document::open("crowd.ron", text.to_owned()).expect("it is a level");
        Game::new(document, Source::Text("crowd".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    #[test]
    fn a_stray_click_sends_a_handful_and_offers_to_send_a_crowd() {
        let to = vec2(3.5, 1.5);
        let order = Command::Order(Selection::All, Order::MoveTo(Target::Point(to)));
        let (mut few, mut many) = (game(), crowd());
        few.send(to, false);
        assert_eq!((few.queue.as_slice(), few.offers_to_send()), ([order.clone()].as_slice(), None));
        many.send(to, false);
        assert_eq!((many.queue.len(), many.offers_to_send()), (0, Some(HANDFUL + 1)));
        many.send_all();
        assert_eq!((many.queue.as_slice(), many.offers_to_send()), ([order].as_slice(), None));
        many.selected = vec![AgentId(0)];
        many.queue.clear();
        many.send(to, false);
        assert_eq!(many.queue.len(), 1, "selected agents are sent at once");
    }

    #[test]
    fn the_last_order_is_taken_back_for_five_seconds() {
        let mut game = game();
        let (first, second) = (Target::Point(vec2(5.5, 0.5)), Target::Point(vec2(5.5, 1.5)));
        game.sim.step(&[
            Command::Order(Selection::These(vec![AgentId(0)]), Order::MoveTo(first.clone())),
            Command::ThenOrder(Selection::These(vec![AgentId(0)]), Order::Wait(2.0)),
        ]);
        let orders = |game: &Game, agent: usize| {
            let agent = &game.sim.agents()[agent];
            agent.order().into_iter().chain(agent.queue()).cloned().collect::<Vec<Order>>()
        };
        let before = orders(&game, 0);
        game.order(Selection::All, Order::MoveTo(second), false);
        game.sim.step(&std::mem::take(&mut game.queue));
        assert_ne!(orders(&game, 0), before);
        game.undo();
        game.sim.step(&std::mem::take(&mut game.queue));
        assert_eq!(orders(&game, 0), before, "{:?}", orders(&game, 1));
        assert_eq!(game.sim.agents()[1].goal(), None, "it had no order before");
        game.order(Selection::All, Order::Stop, false);
        game.queue.clear();
        (0..310).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
        game.undo();
        assert!(game.queue.is_empty(), "it is too late");
    }

    #[test]
    fn a_new_agent_stands_where_the_next_click_is() {
        let mut game = game();
        game.press(Press::PlaceAgent, Vec2::ZERO);
        game.send(vec2(3.5, 1.5), false);
        assert!(matches!(game.queue.as_slice(), [Command::Spawn { .. }]), "{:?}", game.queue);
        assert_eq!(game.aim, None);
    }

    #[test]
    fn a_click_on_the_ground_sends_no_agent_while_one_is_asked_for() {
        let mut game = game();
        game.act_on_orders(Action::Flee);
        game.send(vec2(3.5, 1.5), false);
        assert!(game.queue.is_empty());
        game.act_on_orders(Action::Flee);
        assert_eq!(game.aim, None, "the same key ends it");
    }
}
