//! What is being played, and everything that a player can do to it.

pub mod bake_presses;
mod card;
pub mod choose_search;
mod drag;
mod follow_camera;
mod give_orders;
pub mod inspect;
mod lesson;
pub mod long_work;
pub mod motion;
mod news;
mod open_panels;
mod pins;
pub mod pointing;
pub mod recording;
pub mod selection;
mod stroke;
pub mod text;
mod undo;
pub mod watch;

use std::collections::BTreeMap;

use footpath::agent::{AgentId, AgentState};
use footpath::level::Order;
use footpath::level::edit::{Document, History};
use footpath::nav::cache::BakedSet;
use footpath::nav::{Method, PathStatus};
use footpath::sim::{Command, Event, LastSearch, PhaseTimes, Selection, Simulation};
use glam::Vec2;
use macroquad::math::Rect as Area;
use macroquad::miniquad::date;

use crate::app::modes::Effect;
use crate::app::modes::brush::Stroke;
use crate::app::modes::hand;
use crate::app::modes::keys::Action;
use crate::app::modes::lesson::Lesson;
use crate::app::modes::library::{self, Entry, Source};
use crate::app::modes::messages::Message;
use crate::app::modes::play::comparison::Comparison;
use crate::app::modes::play::inspector::Page;
use crate::app::modes::play::intent::{Intent, Press};
use crate::app::modes::play::workbench::Workbench;
use crate::app::modes::search_setting::Setting;
use crate::app::modes::timing::Clock;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::text_field::TextField;
use crate::app::view::camera::{Bounds, Camera, Insets};
use crate::app::view::examined::Examiner;
use crate::app::view::goals::{self, Goal};
use crate::app::view::overlays::Overlays;
use crate::app::view::place_flags::{self, PlaceFlag};
use crate::app::view::racers::Racers;
use crate::app::view::traffic::Traffic;
use crate::app::view::waits::Waits;
use crate::app::view::words::answers::Answer;
use crate::app::view::words::answers::Tone;
use crate::app::view::{GroundChanges, View};
pub use bake_presses::BakePress;
use card::Card;
use drag::Dragged;
use follow_camera::FollowCamera;
pub use give_orders::Aim;
use give_orders::Offer;
pub use inspect::InspectPress;
use long_work::LongWork;
use pins::Pins;
use recording::Recording;
pub use recording::{Part, Tape};
use undo::{Before, GroundHistory};
pub use watch::{Watch, WatchPress};

/// How long an order waits for its answer, in seconds.
const ASKED_LASTS: f32 = 1.0;

/// The most goals that stay in the picture once they have been reached, unless their agents are selected.
const MOST_GOALS_AT_REST: usize = 4;

/// Where there are more goals than this, only those of selected agents are in the picture.
const MOST_GOALS: usize = 150;

/// On a larger map no paths are looked for while time stands still: copying it takes too long.
const MOST_PLANNED_TILES: u64 = 1 << 20;

/// How many ticks a plan looks ahead at most, for paths that wait for others.
const PLANNED_TICKS: usize = 8;

/// How long a reward that was picked up is still of interest, in seconds.
const TAKEN_LASTS: f32 = 1.0;

/// A panel over the map; at most one is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Help,
    Levels,
    Messages,
    Comparison,
}

impl Panel {
    /// What keys do while it is open; all others do nothing.
    pub fn actions(self) -> &'static [Action] {
        match self {
            Panel::Levels => &[
                Action::Levels,
                Action::Close,
                Action::Accept,
                Action::PanUp,
                Action::PanDown,
                Action::NextLevel,
                Action::PreviousLevel,
            ],
            Panel::Help => {
                &[Action::Help, Action::Close, Action::PanUp, Action::PanDown, Action::NextLevel, Action::PreviousLevel]
            }
            Panel::Messages => &[
                Action::Messages,
                Action::Close,
                Action::PanUp,
                Action::PanDown,
                Action::NextLevel,
                Action::PreviousLevel,
            ],
            Panel::Comparison => &[
                Action::Compare,
                Action::Restart,
                Action::Close,
                Action::PanUp,
                Action::PanDown,
                Action::NextLevel,
                Action::PreviousLevel,
            ],
        }
    }
}

/// A game in the window: a level in motion, and how the player looks at it.
pub struct Game {
    /// The world.
    pub sim: Simulation,
    /// The level's text, and what has been done to it.
    pub history: History,
    /// Where the level came from.
    pub source: Source,
    /// What takes the place of the level's own seed.
    seed: Option<u64>,
    /// What is recorded of the level from its beginning on.
    pub recording: Recording,
    /// The replay that is played in the place of a game, while there is one.
    pub watch: Option<Watch>,
    /// Where the player looks.
    pub camera: Camera,
    /// When the next tick is due.
    pub clock: Clock,
    /// How many seconds each phase of the last tick took.
    pub tick_times: PhaseTimes,
    /// The selected agents, in order of id; where there are none, orders are for all.
    pub selected: Vec<AgentId>,
    /// Which overlays are shown.
    pub overlays: Overlays,
    /// Looks into the last search.
    pub examiner: Examiner,
    /// Whether the panel of the search is open.
    pub search_panel: bool,
    /// The panel of baking, while it is open.
    pub workbench: Option<Workbench>,
    /// The page of the inspector, while that is open.
    pub inspector: Option<Page>,
    /// Whether selected groups go in formation.
    pub formation: bool,
    /// What the next click on an agent is for.
    pub aim: Option<Aim>,
    /// Which agents wait for something.
    pub waits: Waits,
    /// How often each cell was walked on.
    pub traffic: Traffic,
    /// The cells whose cards are pinned.
    pub pins: Pins,
    /// Whether the camera follows the first selected agent.
    pub follow_camera: FollowCamera,
    /// Whether orders are queued after the earlier ones, as with Shift.
    pub adds: bool,
    /// Where the pointer is, in pixels, unless something of the HUD lies there.
    pub pointer: Option<Vec2>,
    /// The last search by every algorithm, once it was asked for.
    pub comparison: Option<Comparison>,
    /// The panel that is open.
    pub panel: Option<Panel>,
    /// How far its content is scrolled.
    pub scroll: Scroll,
    /// What the names in the level list are filtered by.
    pub filter: TextField,
    /// The marked line of the level list.
    pub marked: usize,
    /// The level list.
    pub entries: &'static [Entry],
    /// What is wrong with the level that should be played.
    pub messages: Vec<Message>,
    /// Whether a click on a message opens the level's file in a text editor.
    pub opens_text: bool,
    /// Whether the brush is out.
    pub brush: bool,
    /// The last answer and when it was given.
    pub answer: Option<(Answer, f32)>,
    /// Whether the level's card is unfolded.
    pub card: Card,
    /// A click that was meant for all agents, perhaps.
    offer: Option<Offer>,
    /// What agents were told before the last order.
    before: Option<Before>,
    /// What the player has done to the ground.
    ground_history: GroundHistory,
    /// For each agent, by its id, whether the player has given it an order.
    ordered: Vec<bool>,
    /// The last search when the player last chose a method: until there is another, it is shown by that method.
    shown_anew: Option<LastSearch>,
    stroke: Option<Stroke>,
    /// What is being dragged, and when the simulation was last told.
    dragged: Option<Dragged>,
    drag_told: f32,
    asked: f32,
    /// What became of the last order so far: paths of many agents take several ticks.
    observed: Vec<Event>,
    /// For each agent, by its id, how well it can reach where it goes, once the player has been told.
    statuses: Vec<Option<PathStatus>>,
    /// While time stands still: a copy of the world that has found the paths of what was ordered meanwhile.
    plan: Option<Box<Simulation>>,
    /// Whether the player has put away the goals that have been reached.
    goals_put_away: bool,
    /// Where rewards were picked up, and when.
    taken: Vec<(Vec2, f32)>,
    /// Whether the player wants to open a level file.
    wants_file: bool,
    /// What the window is asked for.
    pub effect: Option<Effect>,
    /// The lesson that is on, while there is one.
    pub lesson: Option<Lesson>,
    /// The agents that the player has sent since the step of the lesson began, and where each was then.
    sent: BTreeMap<AgentId, Vec2>,
    /// How many of them have arrived since the level began.
    arrived: u32,
    /// Whether the player has done anything to the world since the lesson last looked.
    has_acted: bool,
    /// How many agents do not stand, counted after everything that was done to the world.
    moving: usize,
    /// What takes so long that it is done in steps, while it is under way.
    pub long_work: Option<LongWork>,
    /// How many levels have been begun.
    begun: u64,
    /// How often the text of a level has been edited.
    pub edits: u64,
    /// How often more of a level than its ground has been edited.
    pub edited: u64,
    /// The text of the level that was played before, and where that came from, if it was not saved.
    pub left: Option<(Source, String)>,
    /// Who has come to the goal of a race, and when.
    pub racers: Racers,
    flags: Vec<PlaceFlag>,
    ground: GroundChanges,
    queue: Vec<Command>,
}

impl Game {
    /// Begins a level in a window of `viewport` logical pixels.
    pub fn new(document: Document, source: Source, viewport: Vec2, insets: Insets) -> Game {
        let level = document.level();
        let camera = Camera::framing(Bounds::of(&level.map.lattice), viewport, insets);
        let mut game = Game {
            flags: place_flags::flags(level),
            sim: Simulation::with_baked(level.clone(), None, library::kept(level, &source)),
            history: History::of(document),
            source,
            seed: None,
            recording: Recording::default(),
            watch: None,
            camera,
            clock: Clock::default(),
            tick_times: PhaseTimes::default(),
            selected: Vec::new(),
            overlays: Overlays::default(),
            examiner: Examiner::default(),
            search_panel: false,
            workbench: None,
            inspector: None,
            formation: false,
            aim: None,
            waits: Waits::default(),
            traffic: Traffic::default(),
            pins: Pins::default(),
            follow_camera: FollowCamera::default(),
            adds: false,
            pointer: None,
            comparison: None,
            panel: None,
            scroll: Scroll::default(),
            filter: TextField::default(),
            marked: 0,
            entries: library::entries(),
            messages: Vec::new(),
            opens_text: false,
            brush: false,
            answer: None,
            card: Card::begin(0.0, viewport),
            offer: None,
            before: None,
            ground_history: GroundHistory::default(),
            ordered: Vec::new(),
            shown_anew: None,
            stroke: None,
            dragged: None,
            drag_told: 0.0,
            asked: -ASKED_LASTS,
            observed: Vec::new(),
            statuses: Vec::new(),
            plan: None,
            goals_put_away: false,
            taken: Vec::new(),
            wants_file: false,
            effect: None,
            lesson: None,
            sent: BTreeMap::new(),
            arrived: 0,
            has_acted: false,
            moving: 0,
            long_work: None,
            begun: 1,
            edits: 0,
            edited: 0,
            left: None,
            racers: Racers::default(),
            ground: GroundChanges::default(),
            queue: Vec::new(),
        };
        recording::begin(&mut game);
        game.count_moving();
        game
    }

    /// The agents that an order is for.
    pub fn selection(&self) -> Selection {
        if self.selected.is_empty() { Selection::All } else { Selection::These(self.selected.clone()) }
    }

    /// How the selected agents search, or all when none is selected: as the player has last said.
    pub fn method(&self) -> Method {
        let ordered = self.queue.iter().rev().find_map(|command| match command {
            Command::Search(selection, method) if *selection == self.selection() => Some(*method),
            _ => None,
        });
        let own = self.selected.first().and_then(|id| self.sim.agent(*id)).and_then(|agent| agent.method());
        ordered.or(own).unwrap_or(self.sim.method())
    }

    /// Plays another level from its beginning; a large one once its ground is baked, which is left to
    /// [long work](LongWork).
    pub fn play(&mut self, document: Document, source: Source) {
        if LongWork::is_for(&document.level().map) {
            self.long_work = Some(LongWork::open(document, source));
        } else {
            let ground = library::kept(document.level(), &source);
            self.play_on(document, source, ground);
        }
    }

    /// Plays another level from its beginning, on ground that has been baked if there is any.
    pub fn play_on(&mut self, document: Document, source: Source, ground: Option<BakedSet>) {
        self.take_up(document, source, ground);
        recording::begin(self);
    }

    /// Turns to another level, of which nothing is recorded yet.
    fn take_up(&mut self, document: Document, source: Source, ground: Option<BakedSet>) {
        self.camera.look_at(Bounds::of(&document.level().map.lattice));
        if source != self.source {
            self.camera.frame();
            self.pins.clear();
        }
        if !self.history.is_saved() {
            self.left = Some((self.source.clone(), self.history.document().text().to_owned()));
        }
        self.history = History::of(document);
        self.source = source;
        if matches!(self.source, Source::Imported { .. }) {
            self.history.mark_unsaved();
        }
        (self.watch, self.seed) = (None, None);
        self.begin(ground);
    }

    /// Begins the level anew as its text is now: the world has followed that, and is restarted; a large one by
    /// [long work](LongWork).
    pub fn start_over(&mut self) {
        let level = self.history.document().level();
        if LongWork::is_for(&level.map) {
            self.long_work = Some(LongWork::begin_anew());
        } else {
            let ground = library::kept(level, &self.source);
            self.restart(ground);
        }
    }

    /// Restarts the level, on ground that has been baked if there is any.
    pub fn restart(&mut self, ground: Option<BakedSet>) {
        self.recording.restarted();
        let mut history = std::mem::take(&mut self.ground_history);
        history.note(&self.sim, &Command::Restart, false, self.clock.elapsed());
        self.begin(ground);
        self.ground_history = history;
    }

    /// Begins the level anew, on ground that has been baked if there is any.
    fn begin(&mut self, ground: Option<BakedSet>) {
        let level = self.history.document().level();
        self.flags = place_flags::flags(level);
        self.sim = Simulation::with_baked(level.clone(), self.seed, ground);
        self.ground = GroundChanges { is_another: true, changed: None };
        self.begun += 1;
        self.arrived = 0;
        self.sent.clear();
        self.forget_messages();
        self.answer = None;
        self.card = Card::begin(self.clock.elapsed(), self.camera.viewport);
        self.queue.clear();
        self.ground_history = GroundHistory::default();
        self.forget_what_was_begun();
        bake_presses::renew_workbench(self);
        self.count_moving();
    }

    /// Takes away what was wrong with the level, which is right now.
    pub fn forget_messages(&mut self) {
        self.messages.clear();
        if self.panel == Some(Panel::Messages) {
            self.panel = None;
        }
    }

    /// How many levels have been begun.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// Goes on with the lesson of the level, which has just begun, with all as the steps that are done leave it.
    pub fn resume(&mut self, lesson: Lesson) {
        lesson::set_up(self, &lesson);
        self.lesson = Some(lesson);
    }

    /// Lets the lesson see how everything is, `seconds` after the last time.
    pub fn teach_on(&mut self, seconds: f32) {
        let lesson = self.lesson.as_ref().filter(|lesson| lesson.is_shown());
        let situation = lesson.and_then(|lesson| lesson::situation(self, lesson));
        if let Some((lesson, situation)) = self.lesson.as_mut().zip(situation) {
            lesson.look(situation, seconds);
        }
        self.has_acted = false;
        self.let_step_begin();
    }

    /// Where a step of the lesson has just begun, nobody has been sent for it yet.
    fn let_step_begin(&mut self) {
        if self.lesson.as_ref().is_some_and(Lesson::is_fresh) {
            self.sent.clear();
        }
    }

    /// Makes one tick with what is queued, or plays one of the replay that is on.
    pub fn tick(&mut self) {
        if self.watch.is_some() {
            watch::tick(self);
            return self.count_moving();
        }
        drag::tell_dragged(self, false);
        let commands = std::mem::take(&mut self.queue);
        self.has_acted |= !commands.is_empty();
        self.plan = None;
        let begun = date::now();
        let events = recording::step(self, &commands);
        self.waits.tick(&self.sim);
        self.traffic.tick(&self.sim);
        self.count_moving();
        self.take_events(&events);
        bake_presses::note_baking(self, &events, 1e3 * (date::now() - begun).max(0.0));
    }

    /// Carries out what is queued although time stands still, and lets a copy of the world find the paths,
    /// so that the player sees what will come of it.
    pub fn act_while_paused(&mut self) {
        drag::tell_dragged(self, false);
        if !self.clock.paused || self.queue.is_empty() {
            return;
        }
        let commands = std::mem::take(&mut self.queue);
        self.has_acted = true;
        let begun = date::now();
        let mut events = recording::apply(self, &commands);
        let took = 1e3 * (date::now() - begun).max(0.0);
        self.count_moving();
        self.plan = None;
        let lattice = &self.sim.map().lattice;
        if u64::from(lattice.width) * u64::from(lattice.height) <= MOST_PLANNED_TILES {
            let mut plan = Box::new(self.sim.clone());
            for _ in 0..PLANNED_TICKS {
                events.extend(plan.step(&[]).into_iter().filter(|event| !matches!(event, Event::Arrived { .. })));
                if plan.agents().iter().all(|agent| agent.state() != AgentState::Waiting) {
                    break;
                }
            }
            self.plan = Some(plan);
        }
        self.take_events(&events);
        bake_presses::note_baking(self, &events, took);
    }

    /// Carries out at once what is queued for the next tick.
    fn settle(&mut self) {
        if self.queue.is_empty() {
            return;
        }
        let commands = std::mem::take(&mut self.queue);
        self.has_acted = true;
        let events = recording::apply(self, &commands);
        self.plan = None;
        self.count_moving();
        self.take_events(&events);
    }

    /// How many agents do not stand.
    pub fn moving(&self) -> usize {
        self.moving
    }

    /// Counts the agents that move: once after a change, not in every picture, for which many are too many.
    fn count_moving(&mut self) {
        self.moving = self.sim.agents().iter().filter(|agent| !agent.stands()).count();
    }

    /// The world with every path that is known: ahead of [`Game::sim`] where orders were given while time
    /// stands still.
    pub fn planned(&self) -> &Simulation {
        self.plan.as_deref().unwrap_or(&self.sim)
    }

    /// What the picture is drawn from; `hover` is where the mouse hovers, in pixels, `selection_box` the box that is being
    /// drawn, and `covered` what panels cover.
    pub fn view(&self, hover: Option<Vec2>, selection_box: Option<(Vec2, Vec2)>, covered: Vec<Area>) -> View<'_> {
        let now = self.clock.elapsed();
        let refused = self.answer.as_ref().and_then(|(answer, said)| {
            let is_fresh = now - said < answer.lasts() && *said >= self.asked;
            Some((answer.at.filter(|_| is_fresh && answer.tone == Tone::Impossible)?, *said))
        });
        let brush = hover.filter(|_| self.brush).and_then(|at| {
            let tile = self.sim.map().lattice.tile_inside(self.camera.to_world(at))?;
            Some((tile, stroke::would_erase(self, tile)))
        });
        View {
            sim: &self.sim,
            planned: self.planned(),
            camera: self.camera,
            blend: self.clock.blend(),
            now,
            selected: &self.selected,
            overlays: &self.overlays,
            search: self.examiner.examined.iter().filter(|_| choose_search::shows_search(self)).collect(),
            pane: None,
            shows_lines: false,
            shows_baked: self.workbench.is_some(),
            profile: bake_presses::shown_profile(self),
            goals: self.goals(),
            faults: self.messages.iter().filter_map(|message| message.tile).collect(),
            asked_at: self.asked,
            refused,
            flags: &self.flags,
            taken: &self.taken,
            traffic: &self.traffic,
            waits: &self.waits,
            held: drag::held_obstacle(self),
            brush,
            selection_box,
            covered,
        }
    }

    /// Every goal of the moment.
    pub fn goals(&self) -> Vec<Goal> {
        let mut goals = goals::goals(self.planned(), MOST_GOALS, &self.selected);
        let (known, put_away) = (&self.selected, self.goals_put_away);
        let at_rest = goals.iter().filter(|goal| goal.is_reached).count();
        let calm = !put_away && known.is_empty() && at_rest <= MOST_GOALS_AT_REST;
        let is_selected = |goal: &Goal| goal.agents.iter().any(|agent| known.binary_search(agent).is_ok());
        goals.retain(|goal| !goal.is_reached || calm || is_selected(goal));
        goals
    }

    /// Whether the player has asked to open a level file since the last call.
    pub fn take_file_wish(&mut self) -> bool {
        std::mem::take(&mut self.wants_file)
    }

    /// What has happened to the ground since the last call.
    pub fn take_ground_changes(&mut self) -> GroundChanges {
        std::mem::take(&mut self.ground)
    }

    /// Does what the player wants; `pointer` is where the pointer is, in pixels.
    pub fn carry_out(&mut self, intent: Intent, pointer: Vec2) {
        match intent {
            Intent::Do(action) => self.act(action, pointer),
            Intent::Send { at, afterwards } => self.send(self.camera.to_world(at), afterwards),
            Intent::Select { agent, toggle } => self.click_agent(agent, toggle),
            Intent::Follow { agent, afterwards } => self.order_about(Aim::Follow, agent, afterwards),
            Intent::SelectBox { from, to, add } => selection::select_box(self, from, to, add),
            Intent::MoveGoal { agents, to, dropped } => {
                drag::drag_goal(self, agents, self.camera.to_world(to), dropped)
            }
            Intent::MoveObstacle { obstacle, from, to, dropped } => {
                drag::drag_obstacle(self, obstacle, self.camera.to_world(from), self.camera.to_world(to), dropped);
            }
            Intent::BrushDown(at) => stroke::brush_down(self, self.camera.to_world(at)),
            Intent::BrushTo(at) => stroke::brush_to(self, self.camera.to_world(at)),
            Intent::BrushUp => self.stroke = None,
            Intent::Redo => self.redo(),
            Intent::Pan(delta) => {
                self.follow_camera.is_on = false;
                self.camera.pan(delta);
            }
            Intent::Zoom { at, factor } => self.camera.zoom_at(at, factor),
            Intent::Undo => self.undo(),
            Intent::Widget(_) => {}
        }
    }

    /// Does what a widget asks for that was pressed; `pointer` is where the pointer is over the map, in pixels.
    pub fn press(&mut self, press: Press, pointer: Vec2) {
        match press {
            Press::Do(action) => self.act(action, pointer),
            Press::Play(index) => self.play_built_in(index),
            Press::Add | Press::Seek | Press::Filter => {}
            Press::Turn(setting, forward) => choose_search::turn(self, setting, forward),
            Press::By(algorithm) => choose_search::choose(self, algorithm),
            Press::Bake(press) => bake_presses::work(self, press),
            Press::Inspect(press) => inspect::inspect(self, press),
            Press::Patrol(path) => self.patrol(path),
            Press::Lesson(press) => self.press_lesson(press),
            Press::Tour => (self.panel, self.effect) = (None, Some(Effect::Tour)),
            Press::EndReplay => self.examiner.playback = None,
            Press::PlaceAgent => self.aim = if self.aim == Some(Aim::Place) { None } else { Some(Aim::Place) },
            Press::PinNext => self.aim = if self.aim == Some(Aim::Pin) { None } else { Some(Aim::Pin) },
            Press::Unpin(index) => self.pins.remove(index),
            Press::OpenText { line } => self.effect = Some(Effect::OpenText { line }),
            Press::OpenFile => (self.panel, self.wants_file) = (None, true),
            Press::SendAll => self.send_all(),
            Press::Undo => self.undo(),
            Press::Watch(press) => watch::press(self, press),
            Press::Speed(faster) => self.clock.change_speed(faster),
            Press::ReplayPace(faster) => choose_search::change_replay_pace(self, faster),
        }
    }

    /// Moves the map for as long as keys are held.
    pub fn pan_by_keys(&mut self, held: impl Iterator<Item = Action>, seconds: f32) {
        if self.panel.is_some() {
            return;
        }
        let direction = hand::direction(held, [Action::PanUp, Action::PanLeft, Action::PanDown, Action::PanRight]);
        if direction != Vec2::ZERO {
            self.follow_camera.is_on = false;
            self.camera.pan_for(direction, seconds);
        }
    }

    /// Pins the card of the cell at a point of the world, or takes it away.
    fn pin(&mut self, at: Vec2) {
        let cells = self.sim.map().cells();
        match cells.tile_inside(at) {
            Some(cell) => self.pins.toggle(cells.centre(cell)),
            None => self.say(Answer::outside(&self.sim.map().lattice, at)),
        }
    }

    /// Lets the replay of a search go faster or slower, or time where none is open.
    fn change_pace(&mut self, faster: bool) {
        if self.examiner.playback.is_some() {
            choose_search::change_replay_pace(self, faster);
        } else {
            self.clock.change_speed(Some(faster));
        }
    }

    fn act(&mut self, action: Action, pointer: Vec2) {
        let is_done = match self.panel {
            Some(Panel::Levels) => self.act_in_list(action),
            Some(Panel::Help | Panel::Messages | Panel::Comparison) => self.scroll_by(action),
            None => false,
        };
        if is_done {
            return;
        }
        match action {
            Action::Pause if self.watch.is_some() => watch::toggle(self),
            Action::Restart if self.watch.is_some() => watch::wind(self, 0),
            Action::Edit if self.watch.is_some() => watch::refuse(self),
            Action::Pause => self.clock.paused = !self.clock.paused,
            Action::StepOnce => self.clock.step_once(),
            Action::RestartAgents if self.watch.is_some() => watch::wind(self, 0),
            Action::Restart => self.restart_ground(),
            Action::RestartAgents => self.restart_agents(),
            Action::Stop => self.command(Command::Order(self.selection(), Order::Stop)),
            Action::Formation
            | Action::Follow
            | Action::Flee
            | Action::Wander
            | Action::Patrol
            | Action::Course
            | Action::Wait => self.act_on_orders(action),
            Action::Scatter => self.command(Command::Scatter(self.selection())),
            Action::AddAgent => self.add_agent(self.camera.to_world(pointer)),
            Action::RemoveSelected => selection::remove_selected(self),
            Action::Brush => self.brush = !self.brush,
            Action::Frame => {
                self.follow_camera.is_on = false;
                self.camera.frame();
            }
            Action::FollowCamera => {
                if !self.follow_camera.toggle(&self.selected) {
                    self.say(Answer::new(Tone::Plain, "Select the agent that the camera is to follow"));
                }
            }
            Action::Pin => self.pin(self.camera.to_world(pointer)),
            Action::Faster | Action::Slower => self.change_pace(action == Action::Faster),
            Action::FoldCard => self.toggle_card(),
            Action::Lab => self.effect = Some(Effect::Lab),
            Action::Edit => self.effect = Some(Effect::Edit),
            Action::Save => self.effect = Some(Effect::Save),
            Action::SaveReplay => self.effect = Some(Effect::SaveReplay),
            Action::CopyLink => self.effect = Some(Effect::CopyLink),
            Action::Commands => self.effect = Some(Effect::Commands),
            Action::Settings => self.effect = Some(Effect::Settings),
            Action::KeyPointer => self.effect = Some(Effect::KeyPointer),
            Action::FullScreen => self.effect = Some(Effect::FullScreen),
            Action::Levels => self.toggle(Panel::Levels),
            Action::Help => self.toggle(Panel::Help),
            Action::Messages => self.toggle(Panel::Messages),
            Action::NextLevel => self.play_beside(true),
            Action::PreviousLevel => self.play_beside(false),
            Action::Close => self.close(),
            Action::Debug => self.overlays.open = !self.overlays.open,
            Action::DebugEverything => self.overlays.toggle_all(),
            Action::Overlay(part) => self.overlays.toggle(part),
            Action::SearchPanel => self.toggle_search_panel(),
            Action::BakePanel => bake_presses::toggle_workbench(self),
            Action::Inspector => inspect::toggle_inspector(self),
            Action::NextAlgorithm => choose_search::turn(self, Setting::Algorithm, true),
            Action::PreviousAlgorithm => choose_search::turn(self, Setting::Algorithm, false),
            Action::Compare => self.toggle(Panel::Comparison),
            Action::Replay => choose_search::toggle_replay(self),
            Action::ReplayForward => choose_search::move_replay(self, 1),
            Action::ReplayBack => choose_search::move_replay(self, -1),
            Action::Accept | Action::PanUp | Action::PanLeft | Action::PanDown | Action::PanRight => {}
        }
    }

    fn forget_what_was_begun(&mut self) {
        self.selected.clear();
        self.statuses.clear();
        self.observed.clear();
        self.plan = None;
        self.shown_anew = None;
        self.examiner.forget();
        self.stroke = None;
        self.dragged = None;
        self.aim = None;
        self.offer = None;
        self.before = None;
        self.ordered.clear();
        self.racers = Racers::default();
        self.taken.clear();
        self.waits.clear();
        self.traffic = Traffic::default();
        self.follow_camera.is_on = false;
    }
}
