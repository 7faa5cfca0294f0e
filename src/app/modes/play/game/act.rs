//! From what the player asks for to what is done: each action becomes calls of the parts of the game.

use footpath::agent::AgentId;
use footpath::level::Order;
use footpath::level::built_in::NAMES;
use footpath::nav::Method;
use footpath::sentences::algorithms;
use footpath::sim::Command;
use glam::Vec2;

use super::consequence::Consequence;
use super::long_work::LongWork;
use super::orders::{self, NextClick};
use super::panels::{ListOutcome, SidePanel};
use super::{Game, Panel, baking, inspect, undo, watch};
use crate::app::modes::actions::{Action, LessonAction, SessionAction};
use crate::app::modes::fetch::Fetch;
use crate::app::modes::library::{self, LevelSource};
use crate::app::modes::messages::Message;
use crate::app::modes::play::actions::{BakeAction, InspectAction, PlayAction};
use crate::app::modes::play::inspector::InspectorPage;
use crate::app::modes::play::under::Under;
use crate::app::modes::play::workbench::Workbench;
use crate::app::modes::screen::is_for_fingers;
use crate::app::modes::sound::Sound;
use crate::app::view::place_flags::PlaceFlag;
use crate::app::view::words::answers::{GameAnswer, Tone};

impl Game {
    /// Does what the player asks for, or hands it up to the session; `pointer` is where the pointer is over the map, in pixels.
    pub fn act(&mut self, action: Action, pointer: Vec2) {
        let is_done = match self.panels.open() {
            Some(Panel::Levels) => match self.panels.list_mut().act(action) {
                ListOutcome::Play(index) => {
                    self.play_built_in(index);
                    true
                }
                outcome => outcome == ListOutcome::Done,
            },
            Some(Panel::Help | Panel::Messages | Panel::Comparison) => self.panels.scroll_by(action),
            Some(Panel::Result) | None => false,
        };
        if is_done {
            return;
        }
        match action {
            Action::Play(action) => self.act_in_game(action, pointer),
            Action::Session(action) => {
                if matches!(action, SessionAction::OpenFile | SessionAction::Tour) {
                    self.panels.close();
                }
                self.effect = Some(action);
            }
            Action::Restart if self.watch.is_some() => self.wind(0),
            Action::Restart => self.restart_ground(),
            Action::Pause => self.pause(),
            Action::StepOnce => self.clock.step_once(),
            Action::Faster | Action::Slower => {
                // Time goes faster or slower where no replay of a search is open.
                let is_faster = action == Action::Faster;
                if !self.look.change_replay_pace(is_faster) {
                    self.clock.change_speed(Some(is_faster));
                }
            }
            Action::Frame => {
                self.look.follow_camera_mut().is_on = false;
                self.camera.frame();
            }
            Action::PanBy(delta) => {
                self.look.follow_camera_mut().is_on = false;
                self.camera.pan(delta);
            }
            Action::Zoom { at, factor } => self.camera.zoom_at(at, factor),
            Action::Press(at) => {
                // What is still to be done belongs to the ground on which the stroke begins.
                self.settle();
                let command = self.handling.brush_down(self.run.sim(), self.camera.to_world(at));
                command.into_iter().for_each(|command| self.command(command));
            }
            Action::Drag(at) => {
                let command = self.handling.brush_to(self.run.sim(), self.camera.to_world(at));
                command.into_iter().for_each(|command| self.command(command));
            }
            Action::Release => self.handling.brush_up(),
            Action::SelectAll => self.orders.select_all(self.run.sim()),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Turn(setting, forward) => self.search_by(setting.turn(self.orders.method(&self.run), forward)),
            Action::EndReplay => _ = self.look.end_replay(),
            Action::Lesson(action) => self.act_in_lesson(action),
            Action::NextLevel => self.play_beside(true),
            Action::PreviousLevel => self.play_beside(false),
            Action::Help => self.toggle(Panel::Help),
            Action::Close => self.close(),
            // Keys move the map while they are held, and a slider asks with its place.
            _ => {}
        }
    }

    /// Does what only the game does.
    fn act_in_game(&mut self, action: PlayAction, pointer: Vec2) {
        match action {
            PlayAction::Send { at, afterwards } => self.send(self.camera.to_world(at), afterwards),
            PlayAction::Select { agent, toggle } => self.click_agent(agent, toggle, pointer),
            PlayAction::SelectBox { from, to, add } => {
                self.panels.fold_card();
                self.orders.select_box(self.run.sim(), &self.camera, (from, to), add);
            }
            PlayAction::KeepGroup(number) => {
                let answer = self.orders.keep_group(number);
                self.say(answer);
            }
            PlayAction::Group(number) => self.select_group(number),
            PlayAction::FollowAgent { agent, afterwards } => {
                let consequence = self.orders.order_about(self.run.sim(), NextClick::Follow, agent, afterwards);
                self.conclude(consequence);
            }
            PlayAction::SendAll => {
                let consequence = self.orders.send_all(self.run.sim());
                self.conclude(consequence);
            }
            PlayAction::PatrolPath(path) => {
                let consequence = self.orders.patrol(self.run.sim(), path);
                self.conclude(consequence);
            }
            PlayAction::Formation
            | PlayAction::Follow
            | PlayAction::Flee
            | PlayAction::Wander
            | PlayAction::Patrol
            | PlayAction::Course
            | PlayAction::Wait => {
                let consequence = self.orders.act(self.run.sim(), action);
                self.conclude(consequence);
            }
            PlayAction::Accept if self.orders.drawn_patrol().is_some() => {
                let consequence = self.orders.end_patrol(self.run.sim());
                self.conclude(consequence);
            }
            PlayAction::Accept => {}
            PlayAction::Stop => self.command(Command::Order(self.orders.selection(), Order::Stop)),
            PlayAction::Scatter => self.command(Command::Scatter(self.orders.selection())),
            PlayAction::RestartAgents if self.watch.is_some() => self.wind(0),
            PlayAction::RestartAgents => self.restart_agents(),
            PlayAction::AddAgent => {
                let consequence = orders::add_agent(self.run.sim(), self.camera.to_world(pointer));
                self.conclude(consequence);
            }
            PlayAction::PlaceAgent => self.orders.toggle_aim(NextClick::Place),
            PlayAction::RemoveSelected => {
                let consequence = self.orders.remove_selected(self.run.sim());
                self.conclude(consequence);
            }
            PlayAction::Brush => self.handling.toggle_brush(),
            PlayAction::Speed(faster) => self.clock.change_speed(faster),
            PlayAction::FollowCamera => {
                if !self.look.follow_camera_mut().toggle(self.orders.selected()) {
                    self.say(GameAnswer::new(Tone::Plain, "Select the agent that the camera is to follow"));
                }
            }
            PlayAction::ToSelection => self.look_at_selection(),
            PlayAction::Pin => {
                let answer = self.look.pins_mut().pin(self.run.sim().map(), self.camera.to_world(pointer));
                answer.into_iter().for_each(|answer| self.say(answer));
            }
            PlayAction::PinNext => self.orders.toggle_aim(NextClick::Pin),
            PlayAction::Unpin(index) => self.look.pins_mut().remove(index),
            PlayAction::FoldCard => self.panels.toggle_card(),
            PlayAction::Levels => self.toggle(Panel::Levels),
            PlayAction::Level(index) => self.play_built_in(index),
            PlayAction::Messages => self.toggle(Panel::Messages),
            PlayAction::Debug => {
                let overlays = self.look.overlays_mut();
                overlays.open = !overlays.open;
            }
            PlayAction::DebugEverything => self.look.overlays_mut().toggle_all(),
            PlayAction::SelectedOnly => {
                let agents = self.run.sim().agents().len();
                self.look.overlays_mut().toggle_selected_only(agents);
            }
            PlayAction::Overlay(part) => self.look.overlays_mut().toggle(part),
            PlayAction::SearchPanel => self.panels.toggle_side(SidePanel::Search),
            PlayAction::By(algorithm) => self.search_by(Method { algorithm, ..self.orders.method(&self.run) }),
            PlayAction::Compare => self.toggle(Panel::Comparison),
            PlayAction::Replay => {
                let consequence = self.look.toggle_replay(&self.run, &self.orders);
                self.conclude(consequence);
            }
            PlayAction::ReplayForward | PlayAction::ReplayBack => {
                let by = if action == PlayAction::ReplayForward { 1 } else { -1 };
                let consequence = self.look.move_replay(&self.run, &self.orders, by);
                self.conclude(consequence);
            }
            PlayAction::BakePanel => {
                let chosen = self.orders.first_agent(self.run.sim()).map_or(0, |agent| agent.profile());
                self.panels.toggle_side(SidePanel::Bake(Box::new(Workbench::of(self.run.sim(), chosen))));
            }
            PlayAction::Bake(action) => self.bake(action),
            PlayAction::Inspector => self.panels.toggle_side(SidePanel::Inspector(InspectorPage::State)),
            PlayAction::Inspect(action) => self.inspect(action),
            PlayAction::Watch(action) => self.act_in_watch(action),
            // The mode does these with its input and its panels; the mark is played in the open list.
            PlayAction::Add | PlayAction::DragThing { .. } | PlayAction::Minimap | PlayAction::LookAt(_) => {}
            PlayAction::Filter => {}
        }
    }

    /// Drags what was taken at a place of the window to another one; `dropped`: and leaves it there.
    pub fn drag(&mut self, thing: &Under, from: Vec2, to: Vec2, dropped: bool) {
        let to = self.camera.to_world(to);
        match thing {
            Under::Goal(agents) | Under::Agent { goal_of: agents, .. } if !agents.is_empty() => {
                if !self.handling.drags_goal() {
                    self.take_flag_of_goal(agents);
                }
                self.handling.drag_goal(agents.clone(), to);
                self.move_held_flag(to);
            }
            Under::Start(flag) | Under::Agent { start: Some(flag), .. } => {
                let starts = self.traces.flags().get(*flag).map(|flag| flag.starts.clone()).unwrap_or_default();
                self.handling.drag_start(starts, to);
                self.handling.hold_flag(Some(*flag));
                self.move_held_flag(to);
            }
            Under::Obstacle(obstacle) => {
                let from = self.camera.to_world(from);
                self.handling.drag_obstacle(self.run.sim(), obstacle.clone(), from, to);
            }
            Under::Goal(_) | Under::Agent { .. } | Under::Minimap | Under::Ground | Under::BareGround => {}
        }
        if dropped {
            self.tell_dragged(true);
            self.handling.drop_dragged();
        }
    }

    /// Looks at a point of the world.
    pub fn look_at(&mut self, point: Vec2) {
        self.look.follow_camera_mut().is_on = false;
        self.camera.centre_on(point);
    }

    /// Looks at the middle of the selected agents.
    fn look_at_selection(&mut self) {
        let agents = self.orders.selected().iter().filter_map(|id| self.run.sim().agent(*id));
        let points: Vec<Vec2> = agents.map(|agent| agent.position()).collect();
        match points.iter().copied().reduce(Vec2::min).zip(points.into_iter().reduce(Vec2::max)) {
            Some((least, most)) => self.look_at(least.midpoint(most)),
            None => self.say(GameAnswer::new(Tone::Plain, "Select the agents that are to be shown")),
        }
    }

    /// Moves the map as keys do that are held for some seconds.
    pub fn pan_by_keys(&mut self, direction: Vec2, seconds: f32) {
        if self.panels.open().is_none() && direction != Vec2::ZERO {
            self.look.follow_camera_mut().is_on = false;
            self.camera.pan_for(direction, seconds);
        }
    }

    // ---- Commands to the world ----

    /// Says what is to be said, and queues what is to be done.
    fn conclude(&mut self, consequence: Consequence) {
        consequence.answer.into_iter().for_each(|answer| self.say(answer));
        consequence.commands.into_iter().for_each(|command| self.command(command));
    }

    /// Queues a command for the next tick; while a replay is played, says that it takes none.
    pub fn command(&mut self, command: Command) {
        if self.watch.is_some() {
            return self.say(watch::refusal());
        }
        let (sim, now) = (self.run.sim(), self.clock.elapsed());
        if let Command::Order(whom, _) | Command::ThenOrder(whom, _) | Command::Scatter(whom) = &command {
            // While a goal is dragged, what can be taken back is the whole drag.
            self.orders.note(sim, whom, self.handling.drags_goal(), now);
            self.teaching.note_sent(sim, whom);
            self.notices.ask(now);
            if !self.handling.drags_goal() {
                self.look.note_order(self.run.planned());
                self.notices.sound(Sound::Order, now);
            }
            self.panels.fold_card();
        }
        self.teaching.note_action();
        self.handling.note(sim, &command, now);
        self.run.ask([command]);
    }

    /// Tells the simulation where the dragged thing is; `at_once`: even if it was told just now.
    pub(super) fn tell_dragged(&mut self, at_once: bool) {
        let consequence = self.handling.tell_dragged(self.run.sim(), self.clock.elapsed(), at_once);
        self.conclude(consequence);
    }

    /// Has the flag of the place that agents go to go along with their goal.
    fn take_flag_of_goal(&mut self, agents: &[AgentId]) {
        let goals = self.look.goals(self.run.planned(), self.orders.selected());
        let goal = goals.iter().find(|goal| agents.iter().any(|agent| goal.agents.contains(agent)));
        let near = self.run.sim().map().lattice.tile_size;
        let is_there = |flag: &PlaceFlag| goal.is_some_and(|goal| flag.at.distance(goal.point) < near);
        self.handling.hold_flag(self.traces.flags().iter().position(is_there));
    }

    /// Moves the flag that goes along with what is dragged, as far as the map goes.
    fn move_held_flag(&mut self, to: Vec2) {
        let is_inside = self.run.sim().map().lattice.tile_inside(to).is_some();
        if let Some(flag) = self.handling.held_flag().filter(|_| is_inside && self.watch.is_none()) {
            self.traces.move_flag(flag, to);
        }
    }

    /// Sends the selected agents to a point of the world, unless the click is for something else.
    fn send(&mut self, to: Vec2, afterwards: bool) {
        if self.orders.takes_pin() {
            let answer = self.look.pins_mut().pin(self.run.sim().map(), to);
            return answer.into_iter().for_each(|answer| self.say(answer));
        }
        let consequence = self.orders.send(self.run.sim(), to, afterwards, self.clock.elapsed());
        self.conclude(consequence);
    }

    /// Selects an agent, unless the click is for something else; one that the player does not command cannot be selected, so that
    /// the click is for where it stands.
    fn click_agent(&mut self, agent: AgentId, toggle: bool, pointer: Vec2) {
        if matches!(self.orders.aim(), Some(NextClick::Pin | NextClick::Patrol)) {
            let at = self.run.sim().agent(agent).map(|agent| agent.position());
            return at.into_iter().for_each(|at| self.send(at, toggle));
        }
        let (sim, now) = (self.run.sim(), self.clock.elapsed());
        if self.orders.aim().is_none() && sim.agent(agent).is_some_and(|agent| !orders::is_commanded(sim, agent)) {
            return self.send(self.camera.to_world(pointer), toggle);
        }
        let consequence = self.orders.click_agent(sim, agent, toggle);
        let is_double = self.orders.take_click(agent, now);
        if is_double && self.orders.selected() == [agent] {
            self.orders.select_kind(sim, &self.camera, agent);
        }
        if consequence.is_nothing() {
            self.panels.fold_card();
        }
        self.conclude(consequence);
    }

    /// Selects a group of agents; asked for once more, looks at it.
    fn select_group(&mut self, number: u8) {
        match self.orders.select_group(self.run.sim(), number) {
            Ok(true) => self.look_at_selection(),
            Ok(false) => {}
            Err(answer) => self.say(answer),
        }
    }

    // ---- Taking back ----

    /// Whether an order was just given or something just done to the ground, so that for a moment it can be taken back by a
    /// button.
    pub fn undo_is_fresh(&self) -> bool {
        let now = self.clock.elapsed();
        self.orders.is_fresh(now) || self.handling.is_fresh(now)
    }

    /// Whether a button offers to take something back: for a moment, while the points of a patrol are clicked, and as long as the
    /// brush is out what was drawn.
    pub fn can_undo(&self) -> bool {
        self.undo_is_fresh()
            || self.orders.drawn_patrol().is_some()
            || self.handling.has_brush() && self.handling.last_made().is_some()
    }

    /// Takes back what was done last: the last point of a patrol that is being clicked; else has the agents of the last order
    /// go on with what they were told before it, or gives the ground back what it was.
    fn undo(&mut self) {
        if self.orders.take_point_back() {
            return;
        }
        if self.watch.is_some() {
            return self.say(watch::refusal());
        }
        self.settle();
        let now = self.clock.elapsed();
        if let Some(commands) = self.orders.take_back(now, self.handling.last_made()) {
            self.run.ask(commands);
            return self.say(GameAnswer::new(Tone::Plain, "The last order is taken back"));
        }
        match self.handling.undo(self.run.sim(), now) {
            Some(commands) => {
                self.run.ask(commands);
                self.say(GameAnswer::new(Tone::Plain, "The ground is as it was before; Ctrl+Shift+Z does it again"));
            }
            None => self.say(GameAnswer::new(
                Tone::Plain,
                "There is nothing to take back: neither on the ground nor an order of the last five seconds",
            )),
        }
    }

    /// Does again what was taken back last of what was done to the ground.
    fn redo(&mut self) {
        if self.watch.is_some() {
            return self.say(watch::refusal());
        }
        self.settle();
        match self.handling.redo(self.run.sim(), self.clock.elapsed()) {
            Some(commands) => self.run.ask(commands),
            None => self.say(GameAnswer::new(Tone::Plain, "Nothing was taken back that could be done again")),
        }
    }

    /// Begins the level again as it was at first.
    fn restart_ground(&mut self) {
        self.settle();
        if !undo::inverse(self.run.sim(), &Command::Restart).is_empty() {
            let words = "The level begins again, with its own ground; Ctrl+Z brings back what you made of it";
            self.say(GameAnswer::new(Tone::Plain, words));
        }
        self.command(Command::Restart);
    }

    /// Begins the level again on the ground as the player has made it.
    fn restart_agents(&mut self) {
        self.settle();
        let kept = undo::inverse(self.run.sim(), &Command::Restart);
        self.run.ask([Command::Restart]);
        self.run.ask(kept);
    }

    // ---- Searches ----

    /// Searches by another method from now on.
    fn search_by(&mut self, method: Method) {
        if method == self.orders.method(&self.run) {
            return;
        }
        self.command(Command::Search(self.orders.selection(), method));
        self.look.show_anew(self.run.planned().last_search());
        if !self.panels.shows_search() && self.panels.open() != Some(Panel::Comparison) {
            let text = format!("{}: {}", algorithms::title(method.algorithm), algorithms::about(method.algorithm));
            self.say(GameAnswer::new(Tone::Plain, text));
        }
    }

    // ---- Panels ----

    fn toggle(&mut self, panel: Panel) {
        self.panels.toggle(panel, self.level.source().built_in());
    }

    /// Closes what is open, the nearest first; with nothing open, deselects.
    fn close(&mut self) {
        let is_done = self.panels.close()
            || self.orders.take_point_back()
            || self.orders.drop_aim()
            || self.look.end_replay()
            || self.panels.close_side()
            || self.handling.put_brush_away();
        if is_done {
            return;
        }
        let is_deselected = self.orders.deselect();
        if !self.look.put_goals_away(self.run.planned()) && !is_deselected {
            self.look.overlays_mut().open = false;
        }
    }

    /// Does what was pressed in the panel of baking.
    fn bake(&mut self, action: BakeAction) {
        if self.watch.is_some() && action.is_for_world() {
            return self.say(watch::refusal());
        }
        let Some(bench) = self.panels.workbench_mut() else { return };
        let consequence = baking::work(bench, self.run.sim(), action);
        match consequence.commands.first() {
            Some(Command::Bake { settings, profile }) if LongWork::is_to_bake(self.run.sim().map(), settings) => {
                self.long_work = Some(LongWork::bake(settings, profile));
            }
            _ => self.conclude(consequence),
        }
    }

    /// Does what was pressed in the inspector.
    fn inspect(&mut self, action: InspectAction) {
        match action {
            InspectAction::Turn(page) => self.panels.turn_inspector(page),
            InspectAction::Agent(forward) => self.orders.select_neighbour(self.run.sim(), forward),
            InspectAction::Adjust(property, steps) => {
                let agent = self.orders.first_agent(self.run.sim());
                let consequence = agent.map(|agent| inspect::tune(&self.run, agent, property, steps));
                consequence.into_iter().for_each(|consequence| self.conclude(consequence));
            }
        }
    }

    /// Does what the card of the lesson asks for; unfolded, it takes the place of panels.
    pub(super) fn act_in_lesson(&mut self, action: LessonAction) {
        if action == LessonAction::Unfold {
            self.panels.close_side();
            let is_for_fingers = is_for_fingers(self.camera.viewport);
            self.look.overlays_mut().open &= !is_for_fingers;
        }
        self.effect = self.teaching.act(action);
    }

    // ---- Levels ----

    /// Plays the next built-in level, or the one before; the first one after a level of the player's own.
    pub fn play_beside(&mut self, next: bool) {
        let ahead = if next { 1 } else { NAMES.len() - 1 };
        // A level that is on its way is as good as played.
        let from = self.long_work.as_ref().and_then(LongWork::fetched).or(self.level.source().built_in());
        self.play_built_in(from.map_or(0, |index| (index + ahead) % NAMES.len()));
    }

    /// Plays a built-in level from its beginning; in a browser once it has been fetched, which is [long work](LongWork).
    pub fn play_built_in(&mut self, index: usize) {
        let fetch = Fetch::begin(&library::path_of(index));
        match fetch.take() {
            None => self.long_work = Some(LongWork::fetch(index, fetch)),
            Some(Ok(bytes)) => self.play_fetched(index, &bytes),
            Some(Err(words)) => self.tell(vec![Message::plain(words)]),
        }
    }

    /// Plays the built-in level at a place of the list, of whose file these are the bytes; tells what is wrong with it.
    pub fn play_fetched(&mut self, index: usize, bytes: &[u8]) {
        match library::open(&library::path_of(index), bytes) {
            Ok(document) => {
                self.panels.close();
                self.play(document, LevelSource::BuiltIn(index));
            }
            Err(messages) => self.tell(messages),
        }
    }
}
