//! What is being played, and everything that a player can do to it.

mod act;
pub mod baking;
mod consequence;
mod drawn_patrol;
mod follow_camera;
mod handling;
pub mod inspect;
pub mod long_work;
mod look;
pub mod motion;
pub mod notices;
mod orders;
mod panels;
mod pins;
mod played_level;
pub mod pointing;
pub mod recording;
mod run;
mod teaching;
mod text;
mod undo;
pub mod watch;

use footpath::agent::Agent;
use footpath::level::edit::Document;
use footpath::level::{OpensIn, Order};
use footpath::nav::PathStatus;
use footpath::nav::cache::BakedSet;
use footpath::sim::{Command, Event, Simulation};
use glam::Vec2;
use macroquad::math::Rect as Area;
use macroquad::miniquad::date;

use crate::app::modes::actions::SessionAction;
use crate::app::modes::library::{self, LevelSource};
use crate::app::modes::messages::Message;
use crate::app::modes::screen::is_for_fingers;
use crate::app::modes::sound::Sound;
use crate::app::modes::timing::Clock;
use crate::app::view::camera::{Bounds, Camera, Insets};
use crate::app::view::traces::Traces;
use crate::app::view::words::answers::{GameAnswer, Tone};
use crate::app::view::words::numbers::milliseconds;
use crate::app::view::{GroundLook, MapPointer, OrderMarks, WorldView};
use drawn_patrol::DrawnPatrol;
use handling::Handling;
use long_work::LongWork;
pub use look::Look;
use look::ShownSearches;
use notices::Notices;
use orders::Orders;
pub use orders::{NextClick, is_players_to_change};
pub use panels::{Panel, Panels};
pub use played_level::PlayedLevel;
pub use recording::{RecordedPart, Tape};
use run::Run;
use teaching::Teaching;
pub use watch::Watch;

/// A game in the window: a level in motion, and how the player looks at it.
pub struct Game {
    /// The level in motion.
    pub run: Run,
    /// When the next tick is due.
    pub clock: Clock,
    /// The level's text, and where it came from.
    pub level: PlayedLevel,
    /// Who is selected, and what they are told.
    pub orders: Orders,
    /// What is drawn and dragged.
    pub handling: Handling,
    /// Where the player looks.
    pub camera: Camera,
    /// What the player wants to see.
    pub look: Look,
    /// What the picture shows of what has happened.
    pub traces: Traces,
    /// The panels, and which of them are open.
    pub panels: Panels,
    /// What the player is told.
    pub notices: Notices,
    /// The lesson that is on.
    pub teaching: Teaching,
    /// The replay that is played in the place of a game, while there is one.
    pub watch: Option<Watch>,
    /// What takes so long that it is done in steps, while it is under way.
    pub long_work: Option<LongWork>,
    /// What the window is asked for.
    pub effect: Option<SessionAction>,
}

impl Game {
    /// Begins the level of a text in a window of 800 x 600.
    #[cfg(test)]
    pub fn of_text(name: &str, text: &str) -> Game {
        let document = Document::open(&format!("{name}.ron"), text.to_owned()).expect("it is a level");
        Game::new(document, LevelSource::Text(name.to_owned()), Vec2::new(800.0, 600.0))
    }

    /// Begins a level in a window of `viewport` logical pixels.
    pub fn new(document: Document, source: LevelSource, viewport: Vec2) -> Game {
        let level = document.level();
        let sim = Simulation::with_baked(level.clone(), None, library::kept(level, &source));
        let mut game = Game {
            run: Run::new(sim),
            clock: Clock::default(),
            orders: Orders::default(),
            handling: Handling::default(),
            camera: Camera::framing(Bounds::of(&level.map.lattice), viewport, Insets::default()),
            look: Look::default(),
            traces: Traces::of(level),
            panels: Panels::new(viewport),
            notices: Notices::default(),
            teaching: Teaching::default(),
            watch: None,
            long_work: None,
            effect: None,
            level: PlayedLevel::new(document, source),
        };
        game.run.record(&game.level);
        game.camera.frame_beginning(game.level.history().document().level());
        game.open();
        game
    }

    // ---- Levels ----

    /// Plays another level from its beginning; a large one once its ground is baked, which is left to
    /// [long work](LongWork).
    pub fn play(&mut self, document: Document, source: LevelSource) {
        if LongWork::is_for(&document.level().map) {
            self.long_work = Some(LongWork::open(document, source));
        } else {
            let ground = library::kept(document.level(), &source);
            self.play_on(document, source, ground);
        }
    }

    /// Plays another level from its beginning, on ground that has been baked if there is any.
    pub fn play_on(&mut self, document: Document, source: LevelSource, ground: Option<BakedSet>) {
        self.take_up(document, source, ground);
        self.run.record(&self.level);
        self.open();
    }

    /// Shows what the level opens with, and asks for the lab if it opens there.
    fn open(&mut self) {
        let level = self.level.history().document().level();
        self.look.open(&level.opening);
        if level.opening.opens_in == OpensIn::Lab && level.lesson.is_empty() {
            self.effect = Some(SessionAction::Lab);
        }
    }

    /// Turns to another level, of which nothing is recorded yet.
    fn take_up(&mut self, document: Document, source: LevelSource, ground: Option<BakedSet>) {
        self.camera.look_at(Bounds::of(&document.level().map.lattice));
        let is_another = source != *self.level.source();
        self.level.turn_to(document, source);
        if is_another {
            self.camera.frame_beginning(self.level.history().document().level());
            self.look.pins_mut().clear();
        }
        self.watch = None;
        self.handling.forget_changes();
        self.begin(ground);
    }

    /// Begins the level of a replay as a game.
    fn begin_recorded(&mut self) {
        self.handling.forget_changes();
        self.begin(None);
        self.run.record(&self.level);
    }

    /// Begins the level anew as its text is now: the world has followed that, and is restarted; a large one by
    /// [long work](LongWork).
    pub fn start_over(&mut self) {
        let level = self.level.history().document().level();
        if LongWork::is_for(&level.map) {
            self.long_work = Some(LongWork::begin_anew());
        } else {
            let ground = library::kept(level, self.level.source());
            self.restart(ground);
        }
    }

    /// Restarts the level, on ground that has been baked if there is any.
    pub fn restart(&mut self, ground: Option<BakedSet>) {
        self.run.recording_mut().restarted();
        self.handling.let_go();
        self.handling.note(self.run.sim(), &Command::Restart, self.clock.elapsed());
        self.begin(ground);
    }

    /// Begins the level anew, on ground that has been baked if there is any.
    fn begin(&mut self, ground: Option<BakedSet>) {
        let level = self.level.history().document().level();
        self.run.begin(Simulation::with_baked(level.clone(), self.level.seed(), ground));
        self.traces.show_level(level);
        self.level.note_beginning();
        self.teaching.note_beginning();
        self.forget_messages();
        self.notices.forget_answer();
        self.panels.begin_card(self.clock.elapsed(), self.camera.viewport);
        self.forget_what_was_begun();
        self.panels.renew_workbench(self.run.sim());
    }

    fn forget_what_was_begun(&mut self) {
        self.orders.forget();
        self.notices.forget_orders();
        self.run.forget_plan();
        self.look.forget();
        self.handling.let_go();
        self.traces.forget();
    }

    // ---- Time ----

    /// Makes one tick with what is queued, or plays one of the replay that is on.
    pub fn tick(&mut self) {
        if self.watch.is_some() {
            return self.tick_replay();
        }
        self.tell_dragged(false);
        if !self.run.queue().is_empty() {
            self.teaching.note_action();
        }
        let begun = date::now();
        let events = self.run.tick();
        self.traces.tick(self.run.sim());
        self.take_events(&events);
        self.note_baking(&events, 1e3 * (date::now() - begun).max(0.0));
    }

    /// Carries out what is queued although time stands still, and lets a copy of the world find the paths,
    /// so that the player sees what will come of it.
    pub fn act_while_paused(&mut self) {
        self.tell_dragged(false);
        if !self.clock.paused || self.run.queue().is_empty() {
            return;
        }
        self.teaching.note_action();
        let begun = date::now();
        let mut events = self.run.settle();
        let took = 1e3 * (date::now() - begun).max(0.0);
        events.extend(self.run.plan_ahead());
        self.take_events(&events);
        self.note_baking(&events, took);
    }

    /// Carries out at once what is queued for the next tick.
    fn settle(&mut self) {
        if self.run.queue().is_empty() {
            return;
        }
        self.teaching.note_action();
        let events = self.run.settle();
        self.take_events(&events);
    }

    /// Takes in what has happened in the world, and tells the player what is of interest.
    fn take_events(&mut self, events: &[Event]) {
        if events.is_empty() {
            return self.orders.keep_to_team(self.run.sim());
        }
        let now = self.clock.elapsed();
        for event in events {
            match event {
                Event::Restarted => {
                    self.traces.note_other_ground();
                    self.traces.note_places(self.run.sim().level());
                    self.forget_what_was_begun();
                    self.panels.renew_workbench(self.run.sim());
                    self.panels.close_if(Panel::Result);
                }
                Event::Ended { .. } if self.watch.is_none() => {
                    self.panels.show_result(self.level.source().built_in(), now);
                }
                Event::Arrived { agent, status } => {
                    self.teaching.note_arrival(*agent, *status);
                    self.traces.note_arrival(self.run.sim(), *agent, now);
                    if self.orders.has_sent(*agent) {
                        self.notices.sound(Sound::Arrival, now);
                    }
                }
                Event::TerrainChanged { rect } => self.traces.note_terrain(*rect),
                _ => {}
            }
        }
        self.traces.note_what_was_taken(self.run.sim(), events, now);
        self.orders.forget_the_removed(self.run.sim());
        self.orders.keep_to_team(self.run.sim());
        let shows_links = self.panels.workbench().is_some();
        let concerns = |event: &Event| {
            self.orders.are_concerned(event)
                || is_of_no_avail(self.run.planned(), event)
                || shows_links && matches!(event, Event::Switched { .. })
        };
        // While a goal is dragged, a complete path needs no words: the picture follows.
        self.notices.take(events, self.run.planned(), concerns, !self.handling.drags_goal(), now);
    }

    /// Says how long baking took if the ground was baked in this tick, which took `took` milliseconds.
    fn note_baking(&mut self, events: &[Event], took: f64) {
        if !events.contains(&Event::Baked) {
            return;
        }
        if let Some(bench) = self.panels.workbench_mut() {
            bench.took = Some(took);
        }
        self.say(GameAnswer::new(Tone::Complete, format!("Baked in {}", milliseconds(took))));
    }

    /// Looks into the last search as far as anything of that is shown, and for the ways of queued orders; `seconds` have passed
    /// since the last call. `blooms`: the search for an order is shown for a moment.
    pub fn examine_search(&mut self, seconds: f32, blooms: bool) {
        let in_comparison = self.panels.open() == Some(Panel::Comparison);
        let shown = ShownSearches { in_panel: self.panels.shows_search(), in_comparison };
        self.look.examine(&self.run, &self.orders, shown, seconds);
        let is_shown = self.look.shows_search(shown.in_panel) || self.look.overlays().open;
        self.look.bloom_on(&self.run, &self.orders, seconds, blooms && !is_shown);
        let drawn = self.orders.drawn_patrol().map_or(&[][..], DrawnPatrol::points);
        self.traces.find_queued_ways(self.run.planned(), self.orders.selected(), drawn);
    }

    // ---- The lesson ----

    /// Whether only a line of the lesson's card is seen: as the player wants it, or beside a panel.
    pub fn folds_lesson(&self, viewport: Vec2) -> bool {
        let is_taken = self.panels.has_side() || self.look.overlays().open && is_for_fingers(viewport);
        self.teaching.lesson().is_some_and(|lesson| lesson.is_folded || is_taken)
    }

    // ---- What is told ----

    /// Says something for a while.
    pub fn say(&mut self, answer: GameAnswer) {
        self.notices.say(answer, self.clock.elapsed());
    }

    /// Shows what is wrong with a level; the present one goes on.
    pub fn tell(&mut self, messages: Vec<Message>) {
        self.notices.tell(messages);
        self.panels.show(Panel::Messages, self.level.source().built_in());
    }

    /// Takes away what was wrong with the level, which is right now.
    pub fn forget_messages(&mut self) {
        self.notices.forget_messages();
        self.panels.close_if(Panel::Messages);
    }

    // ---- The picture ----

    /// What the picture is drawn from; `hover` is where the mouse hovers, in pixels, `selection_box` the box that is being
    /// drawn, and `covered` what panels cover.
    pub fn view(&self, hover: Option<Vec2>, selection_box: Option<(Vec2, Vec2)>, covered: Vec<Area>) -> WorldView<'_> {
        let (now, sim, planned) = (self.clock.elapsed(), self.run.sim(), self.run.planned());
        let (look, selected) = (&self.look, self.orders.selected());
        let brush = hover.filter(|_| self.handling.has_brush()).and_then(|at| {
            let tile = sim.map().lattice.tile_inside(self.camera.to_world(at))?;
            Some((tile, self.handling.would_erase(sim, tile)))
        });
        let shows_search = look.shows_search(self.panels.shows_search());
        WorldView {
            sim,
            planned,
            camera: self.camera.shown(),
            blend: self.clock.blend(),
            now,
            selected,
            overlays: look.overlays(),
            search: look.examiner().examined.iter().filter(|_| shows_search).collect(),
            bloom: look.bloom(),
            pane: None,
            ground: GroundLook {
                shows_baked: self.panels.workbench().is_some(),
                shows_lines: false,
                profile: baking::shown_profile(self),
            },
            orders: OrderMarks {
                goals: look.goals(planned, selected),
                drawn_patrol: self.orders.drawn_patrol().map_or(&[], DrawnPatrol::points),
                faults: self.notices.faults(),
                asked_at: self.notices.asked(),
                refused: self.notices.refused(now),
            },
            traces: &self.traces,
            pointer: MapPointer {
                held: self.handling.held_obstacle(sim, look.pointer().map(|at| self.camera.to_world(at))),
                brush,
                selection_box,
            },
            covered,
        }
    }
}

/// Whether an event says that an agent which the player commands cannot get to where it was once sent, by the player or by the
/// level.
fn is_of_no_avail(sim: &Simulation, event: &Event) -> bool {
    let (Event::NoPath { agent, .. } | Event::PathFound { agent, status: PathStatus::Partial }) = event else {
        return false;
    };
    let team = sim.level().player.as_deref();
    let commanded = sim.agent(*agent).filter(|agent| team.is_none() || sim.team_of(agent) == team);
    match commanded.and_then(Agent::order) {
        Some(Order::MoveTo(_) | Order::MoveInFormation(_)) => true,
        Some(
            Order::Patrol(_)
            | Order::Follow { .. }
            | Order::Flee { .. }
            | Order::Wander(_)
            | Order::Stop
            | Order::Wait(_)
            | Order::Guard { .. },
        )
        | None => false,
    }
}
