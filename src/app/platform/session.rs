//! A game in a window from frame to frame: input in, ticks, picture out.

mod lesson;
mod opening;
mod script;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use footpath::level::edit::Document;
use footpath::replay::Replay;
use footpath::script::{Script, ScriptPlayer};
use glam::Vec2;

use crate::app::modes::Mode;
use crate::app::modes::ModeName;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::appearance::{MotionPreference, Theme};
use crate::app::modes::edit::{Editing, Editor};
use crate::app::modes::import::ImportDialog;
use crate::app::modes::lab::Lab;
#[cfg(target_arch = "wasm32")]
use crate::app::modes::lab::LabState;
use crate::app::modes::lab::embed::Embed;
use crate::app::modes::lab::shared::SharedSearches;
use crate::app::modes::library::{self, LevelSource, TOUR};
use crate::app::modes::menu::question::Question;
use crate::app::modes::menu::question::Reply;
use crate::app::modes::menu::{Menu, MenuPage};
use crate::app::modes::messages::Message;
use crate::app::modes::play::game::long_work::LongWork;
use crate::app::modes::play::game::watch;
use crate::app::modes::play::{Game, Play, PlayedLevel, Watch};
use crate::app::modes::settings::Settings;
use crate::app::modes::sound;
use crate::app::modes::timing::Timings;
use crate::app::platform::assets::Assets;
use crate::app::platform::drafts::Drafts;
use crate::app::platform::dropped::Dropped;
use crate::app::platform::film::{self, Film, Shot};
use crate::app::platform::frames::{DRAWING, Frames, shortened};
use crate::app::platform::full_screen;
use crate::app::platform::key_pointer::KeyPointer;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::platform::level_files;
use crate::app::platform::level_store::{LevelStore, StoreEffect};
use crate::app::platform::link;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
use crate::app::platform::replay_store::{self, ReplayStore};
use crate::app::platform::settings_store::SettingsStore;
use crate::app::platform::sheet_store::SheetStore;
use crate::app::platform::spoken_language::SpokenLanguage;
use crate::app::platform::stillness::{FrameAction, Still, StillnessDetector};
use crate::app::platform::store::Kept;
use crate::app::platform::window_events::{EventListener, TakenInput};
use crate::app::ui::event::InputEvent;
use crate::app::ui::icons::Icons;
use crate::app::ui::text_painter::TextPainter;
use crate::app::ui::{clipboard, palette, pixels};
use crate::app::view::camera::Camera;
use crate::app::view::render::{GroundCounts, Renderer};
use crate::app::view::words::answers::{GameAnswer, Tone};
use crate::app::window::{Speaker, get_dropped_files, get_time, is_mouse_button_down};

/// A search that is replayed goes on for no longer than this in one frame, in seconds.
const LONGEST_STEP: f32 = 0.1;

/// Ticks keep a frame no longer than this, in seconds, but for the first one: where time should pass faster than that, it
/// does not.
const LONGEST_TICKING: f64 = 0.05;

/// What is said where there is no dialog in which a file could be chosen.
#[cfg(not(target_arch = "wasm32"))]
const OPEN_FILE: &str =
    "Drop a level, or a map of another program, on this window; or name it when you start: footpath FILE";

/// What a session begins with.
pub struct Start {
    /// The level to play.
    pub document: Document,
    /// Where it came from.
    pub source: LevelSource,
    /// What was wrong with the level that should have been played.
    pub messages: Vec<Message>,
    /// What to do without a player.
    pub script: Option<Script>,
    /// The ground with which the lab opens; without it the game does.
    pub lab: Option<LabGround>,
    /// What stands behind the `#` of the page's address; empty on the desktop.
    pub fragment: String,
    /// What a page asks for of which this one is a part.
    pub embed: Option<Embed>,
    /// Where the settings are kept.
    pub settings: Kept,
    /// Where drafts are kept.
    pub drafts: Drafts,
    /// Where recordings are kept.
    pub recordings: replay_store::RecordingPlace,
    /// A replay to be played in place of the level, and at which tick it is to halt, if at any.
    pub replay: Option<(Replay, Option<u64>)>,
    /// A file that should be played but is broken.
    #[cfg(not(target_arch = "wasm32"))]
    pub broken: Option<std::path::PathBuf>,
    /// To whom the tour is shown.
    pub tour: TourOffer,
    /// How much motion the system asks for.
    pub motion: MotionPreference,
    /// What the system calls the language of its user; empty where it is not known.
    pub language: String,
}

/// To whom the tour is shown when the window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourOffer {
    Nobody,
    /// To a player who has begun it and not ended it: it goes on.
    Begun,
    /// To a player who has not seen all of it.
    Everybody,
}

/// What tells whether a picture is another than the last one.
#[derive(Clone, Debug, PartialEq)]
struct FrameKey {
    viewport: Vec2,
    pixels: f32,
    mode: ModeName,
    page: Option<MenuPage>,
    /// How often the dialog of an import has changed by itself, while it is open.
    import: Option<u64>,
    /// The cameras of the game and of the lab.
    cameras: [Camera; 2],
    /// How many levels have begun, how many ticks, how often the ground and the text have changed.
    world: (u64, u64, u64, u64),
    /// How often the ground of the lab has changed.
    sheet: u64,
    /// When the last answer was given, and how many messages there are.
    said: (Option<f32>, usize),
    is_saved: bool,
    is_paused: bool,
}

/// With which ground the lab opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabGround {
    /// The ground of the level.
    Level,
    /// An empty sheet.
    Sheet,
}

/// A game in a window.
pub struct Session {
    /// The mode in which levels are played: as it was left while the lab is on.
    pub play: Play,
    /// The mode in which searches are watched.
    pub lab: Lab,
    /// The mode in which the level is drawn and edited.
    pub editor: Editor,
    /// Which mode is on.
    pub mode: ModeName,
    /// What opens over each of them.
    pub menu: Menu,
    /// In which a file of another program becomes a level.
    pub import: ImportDialog,
    input: InputDevices,
    played: Played,
    /// What is remembered of the user.
    pub settings: Settings,
    stores: Stores,
    frames: Frames,
    picture: WindowPicture,
    script: Option<ScriptPlayer>,
    language: SpokenLanguage,
    speaker: Speaker,
}

/// What is done with keys, mouse and fingers.
struct InputDevices {
    listener: EventListener,
    key_pointer: KeyPointer,
}

/// What the lab and the lessons have made of the level that is played.
#[derive(Default)]
struct Played {
    /// The level that was played when the lab last took it over, and how often its ground had changed.
    lab_took: Option<(LevelSource, u64)>,
    /// How many levels had been begun when the lesson of the last one was opened.
    taught: u64,
    /// Whether the tour begins with the next level.
    begins_tour: bool,
    /// The lab as the page's address says that it is.
    #[cfg(target_arch = "wasm32")]
    lab_in_address: Option<LabState>,
}

/// What keeps what is to outlast the session.
struct Stores {
    settings: SettingsStore,
    level: LevelStore,
    sheet: SheetStore,
    /// Shared with what is done after a panic.
    replay: Arc<Mutex<ReplayStore>>,
}

impl Stores {
    fn replay(&self) -> MutexGuard<'_, ReplayStore> {
        self.replay.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the window shows: drawn anew, or as it was.
struct WindowPicture {
    renderer: Renderer,
    stillness: StillnessDetector<FrameKey>,
    still: Still,
    /// How much motion the system asks for.
    motion: MotionPreference,
    /// What is to be made of it, or is being made.
    shot: Option<Shot>,
}

impl Session {
    /// Prepares everything and shows the level.
    ///
    /// # Errors
    /// In words, when the assets or the graphics driver are not as they must be.
    pub async fn begin(start: Start) -> Result<Session, String> {
        let assets = Assets::load().await?;
        let renderer = Renderer::new(assets.sprites, &assets.marks)?;
        pixels::set_scale(1.0);
        let viewport = pixels::viewport();
        // A large level is opened while the window shows another one, and how far that is.
        let is_large = LongWork::is_for(&start.document.level().map) && start.script.is_none();
        let first = if is_large { library::bring_built_in(0).await.ok() } else { None };
        let mut game = match first {
            Some(first) => {
                let mut game = Game::new(first, LevelSource::BuiltIn(0), viewport);
                // What is recorded begins with the level itself.
                game.run.recording_mut().end();
                game.run.recording().tape.take();
                game.long_work = Some(LongWork::open(start.document, start.source));
                game
            }
            None => Game::new(start.document, start.source, viewport),
        };
        if !start.messages.is_empty() {
            game.tell(start.messages);
        }
        let (store, settings, problem) = SettingsStore::open(start.settings);
        if let Some(problem) = problem {
            game.say(GameAnswer::new(Tone::Impossible, problem));
        }
        #[allow(unused_mut, reason = "only a desktop has files")]
        let mut level_store = LevelStore::new(start.drafts);
        #[cfg(not(target_arch = "wasm32"))]
        {
            game.panels.set_opens_text(crate::app::platform::level_store::editor().is_some());
            if let Some(path) = start.broken {
                let known = level_files::read(&path).ok();
                level_store.await_file(&path, known);
            }
        }
        let replay_store = ReplayStore::new(game.run.recording().tape.clone(), start.recordings);
        let (typeface, icons) = (assets.typeface, assets.icons);
        let mut session = Session {
            lab: Lab::new(TextPainter::new(typeface.clone()), Icons::new(icons.clone())),
            menu: Menu::new(TextPainter::new(typeface.clone()), Icons::new(icons.clone())),
            import: ImportDialog::new(TextPainter::new(typeface.clone()), Icons::new(icons.clone())),
            editor: Editor::new(TextPainter::new(typeface.clone()), Icons::new(icons.clone())),
            mode: ModeName::Game,
            input: InputDevices { listener: EventListener::new(), key_pointer: KeyPointer::default() },
            played: Played::default(),
            settings,
            stores: Stores {
                settings: store,
                level: level_store,
                sheet: SheetStore::new(),
                replay: Arc::new(Mutex::new(replay_store)),
            },
            frames: Frames::new(),
            picture: WindowPicture {
                renderer,
                stillness: StillnessDetector::default(),
                still: Still::new()?,
                motion: start.motion,
                shot: None,
            },
            play: Play::new(game, TextPainter::new(typeface), Icons::new(icons)),
            script: start.script.map(ScriptPlayer::new),
            language: SpokenLanguage::new(start.language),
            speaker: Speaker::default(),
        };
        // A script and a replay are played in the game, and who asks for a lab gets that.
        if session.script.is_some() || start.replay.is_some() || start.lab.is_some() {
            session.play.game.effect = None;
        }
        if let Some((replay, until)) = start.replay {
            session.watch(replay);
            if let Some(tick) = until {
                session.play.game.clock.paused = true;
                session.play.game.wind(tick);
            }
        }
        match start.lab {
            Some(LabGround::Level) => {
                session.enter_lab();
                session.take_searches(&start.fragment);
            }
            Some(LabGround::Sheet) => {
                if start.fragment.is_empty() && start.embed.is_none() {
                    session.lab.show_a_search();
                }
                (session.mode, session.played.lab_took) = (ModeName::Lab, Some(session.what_is_played()))
            }
            None => {}
        }
        let is_asked_for = start.lab.is_some();
        session.teach(is_asked_for);
        // After a lesson, which takes the sheet anew and opens the panel.
        if let Some(embed) = &start.embed {
            session.settings.theme = embed.theme.unwrap_or(session.settings.theme);
            session.lab.show_alone(embed);
        }
        session.offer_tour(start.tour).await;
        Ok(session)
    }

    /// One frame; gives the milliseconds from reading the input to handing the last shape over, or `None` where nothing
    /// can have changed and the last picture is shown again.
    pub fn frame(&mut self) -> Option<f32> {
        let begun = get_time();
        let seconds = self.frames.begin(begun);
        pixels::set_scale(self.settings.scale.factor(pixels::window()));
        pixels::draw_to_window();
        palette::choose(self.settings.theme == Theme::Light);
        self.follow_language();
        let mode = self.mode;
        match mode {
            ModeName::Game => self.play_on(begun, seconds),
            ModeName::Lab => {
                self.lab.resize(pixels::viewport());
                self.timed("input", |session| session.take_input(seconds));
                self.timed("searches", |session| session.lab.update(seconds.min(LONGEST_STEP)));
            }
            ModeName::Edit => self.edit_on(begun, seconds),
        }
        let eased = if self.has_full_motion() { seconds } else { f32::INFINITY };
        [&mut self.play.game.camera, &mut self.lab.camera].into_iter().for_each(|camera| camera.ease(eased));
        self.play_sound();
        self.timed("import", Session::look_at_import);
        #[cfg(target_arch = "wasm32")]
        self.show_in_address();
        let (frame_key, moves) = (self.frame_key(), self.moves());
        let frame = self.picture.stillness.next(frame_key, moves, shortened(seconds));
        if frame == FrameAction::Kept {
            self.picture.still.begin();
        }
        if frame != FrameAction::Shown {
            self.timed(DRAWING, |session| session.draw(mode));
        }
        self.grant_effect();
        if let Some(words) = link::copied() {
            self.play.game.say(GameAnswer::new(Tone::Plain, words));
        }
        self.remember_lesson();
        self.timed("work", |session| session.work_on(begun));
        self.teach(false);
        let may_ask = self.menu.page().is_none() && self.import.choice().is_none();
        // Nobody edits the level of a replay.
        if self.play.game.watch.is_none() {
            let has_messages = !self.play.game.notices.messages().is_empty();
            self.keep_level(|store, level, now| store.look(level, now, has_messages, may_ask));
        }
        let kept = self.stores.replay().look(self.frames.elapsed());
        if let Err(problem) = kept {
            self.play.game.say(GameAnswer::new(Tone::Impossible, problem));
        }
        if frame != FrameAction::Shown {
            self.import.draw(pixels::viewport());
            self.menu.draw(pixels::viewport(), &self.settings);
            self.input.key_pointer.draw();
        }
        if frame == FrameAction::Kept {
            self.picture.still.end();
        }
        if frame != FrameAction::Drawn {
            self.picture.still.show();
        }
        if frame != FrameAction::Shown {
            self.shoot();
        }
        if let Err(problem) = self.stores.settings.look(&mut self.settings, self.frames.elapsed()) {
            self.play.game.say(GameAnswer::new(Tone::Impossible, problem));
        }
        (frame != FrameAction::Shown).then(|| self.frames.note_drawn(seconds))
    }

    /// The frames that there have been.
    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    /// What has come of keys, mouse and fingers; the last frame has answered all of it.
    pub fn taken(&self) -> TakenInput {
        self.input.listener.taken()
    }

    /// What painting the ground has taken since the window opened.
    pub fn ground_counts(&self) -> GroundCounts {
        self.picture.renderer.ground_counts()
    }

    /// Draws the next frames whatever they look like.
    pub fn stir(&mut self) {
        self.picture.stillness.stir();
    }

    /// Speaks the language that the user has chosen.
    fn follow_language(&mut self) {
        match self.language.follow(&self.settings.language, self.menu.painter()) {
            Ok(false) => {}
            Ok(true) => self.stir(),
            Err(words) => self.play.game.say(GameAnswer::new(Tone::Impossible, words)),
        }
    }

    /// Plays what is to be heard, if the user wants to hear anything.
    fn play_sound(&mut self) {
        if let Some(sound) = self.play.game.notices.take_sound().filter(|_| !self.settings.is_silent) {
            self.speaker.play(&sound.samples(), sound::RATE);
        }
    }

    /// Lets sounds be heard, or none any more, and says which.
    fn toggle_sound(&mut self) {
        self.settings.is_silent = !self.settings.is_silent;
        self.say(if self.settings.is_silent { "Sound: off" } else { "Sound: on" }.to_owned());
    }

    /// Draws the world and the panels of a mode.
    fn draw(&mut self, mode: ModeName) {
        let Session { editor, play, lab, picture, settings, frames, .. } = self;
        let (renderer, timings) = (&mut picture.renderer, frames.timings());
        match mode {
            ModeName::Game => draw(play, renderer, settings, timings),
            ModeName::Lab => draw(lab, renderer, settings, timings),
            ModeName::Edit => draw(&mut Editing { editor, game: &mut play.game }, renderer, settings, timings),
        }
    }

    /// Whether the picture changes although nothing is done.
    fn moves(&mut self) -> bool {
        self.play.game.long_work.is_some() || self.import.moves() || self.in_mode(|mode, _| mode.moves())
    }

    /// What tells whether the picture is another one: all that changes without input, by files that are read again, by
    /// ticks, and by what follows from input a little later.
    fn frame_key(&self) -> FrameKey {
        let game = &self.play.game;
        FrameKey {
            viewport: pixels::viewport(),
            pixels: pixels::per_logical(),
            mode: self.mode,
            page: self.menu.page(),
            import: self.import.choice().map(|_| self.import.revision),
            cameras: [game.camera, self.lab.camera],
            world: (game.level.begun(), game.run.sim().tick(), game.run.sim().map_revision(), game.level.edits()),
            sheet: self.lab.experiment.sim.map_revision(),
            said: game.notices.stamp(),
            is_saved: game.level.history().is_saved(),
            is_paused: game.clock.paused,
        }
    }

    /// A frame of the game that began at a time.
    fn play_on(&mut self, begun: f64, seconds: f32) {
        self.play.resize(pixels::viewport());
        self.timed("input", |session| session.take_input(seconds));
        self.timed("ticks", |session| session.make_ticks(begun, seconds));
        self.timed("searches", |session| {
            let is_full = session.has_full_motion();
            session.play.game.examine_search(seconds.min(LONGEST_STEP), is_full);
        });
        let game = &mut self.play.game;
        game.teaching.look(game.run.sim(), game.orders.method(&game.run), seconds);
    }

    /// Whether neither the player nor the system asks for less motion.
    fn has_full_motion(&self) -> bool {
        [self.settings.motion, self.picture.motion] == [MotionPreference::Full; 2]
    }

    /// A frame of the edit mode, in which the level that is edited goes on.
    fn edit_on(&mut self, begun: f64, seconds: f32) {
        self.editing().resize(pixels::viewport());
        self.timed("input", |session| session.take_input(seconds));
        self.timed("ticks", |session| session.make_ticks(begun, seconds));
    }

    /// Does a part of a frame, and notes it if it takes longer than the parts before.
    fn timed(&mut self, part: &'static str, does: impl FnOnce(&mut Session)) {
        let begun = get_time();
        does(self);
        let took = (1e3 * (get_time() - begun)).max(0.0) as f32;
        self.frames.note_part(part, took);
    }

    /// Has the mode that is on do something.
    fn in_mode<T>(&mut self, does: impl FnOnce(&mut dyn Mode, &Settings) -> T) -> T {
        let Session { editor, play, lab, settings, .. } = self;
        match self.mode {
            ModeName::Game => does(play, settings),
            ModeName::Lab => does(lab, settings),
            ModeName::Edit => does(&mut Editing { editor, game: &mut play.game }, settings),
        }
    }

    /// The edit mode at work on the level that is played.
    fn editing(&mut self) -> Editing<'_> {
        Editing { editor: &mut self.editor, game: &mut self.play.game }
    }

    /// Makes the ticks that are due in a frame that began at a time. While work takes long, time stands still.
    fn make_ticks(&mut self, begun: f64, seconds: f32) {
        if self.play.game.long_work.is_some() {
            return;
        }
        let due = self.play.game.clock.advance(seconds);
        while self.play.game.watch.as_ref().is_some_and(Watch::is_winding) {
            self.play.game.tick();
            if get_time() - begun > LONGEST_TICKING {
                return;
            }
        }
        for _ in 0..due {
            self.tick();
            if get_time() - begun > LONGEST_TICKING {
                self.play.game.clock.catch_up();
                break;
            }
        }
        self.play.game.act_while_paused();
    }

    /// Does what the mode has handed up, if it has.
    fn grant_effect(&mut self) {
        if let Some(action) = self.in_mode(|mode, _| mode.take_effect()) {
            self.remember_lesson();
            self.do_in_session(action);
        }
    }

    /// Turns to the game.
    fn enter_game(&mut self) {
        self.mode = ModeName::Game;
        self.picture.renderer.forget_ground();
    }

    /// Does what is the same in every mode.
    fn do_in_session(&mut self, action: SessionAction) {
        match action {
            SessionAction::Save if self.mode == ModeName::Lab => self.save_sheet(),
            SessionAction::Edit
            | SessionAction::Save
            | SessionAction::SaveAs
            | SessionAction::CopyLink
            | SessionAction::StartOver
                if self.play.game.watch.is_some() =>
            {
                self.play.game.say(watch::refusal());
            }
            SessionAction::Play => self.enter_game(),
            SessionAction::Lab => self.enter_lab(),
            SessionAction::Edit => {
                self.mode = ModeName::Edit;
                self.picture.renderer.forget_ground();
            }
            SessionAction::Save => self.keep_level(|store, level, _| store.save(level).into_iter().collect()),
            SessionAction::SaveAs => self.keep_level(|store, level, _| store.ask_for_name(level).into_iter().collect()),
            SessionAction::CopyLink => self.copy_link(false),
            SessionAction::CopyEmbed => self.copy_link(true),
            SessionAction::SavePicture => self.picture.shot = Some(Shot::Picture),
            SessionAction::SaveFilm => self.begin_film(),
            SessionAction::SaveReplay => {
                let game = &self.play.game;
                let answer = self.stores.replay().save(game.level.source(), game.run.recording().ending());
                self.play.game.say(answer);
            }
            SessionAction::OpenText { line } => {
                #[cfg(not(target_arch = "wasm32"))]
                if let Err(words) = self.stores.level.open_in_editor(line) {
                    self.play.game.say(GameAnswer::new(Tone::Impossible, words));
                }
                #[cfg(target_arch = "wasm32")]
                let _ = line;
            }
            #[cfg(target_arch = "wasm32")]
            SessionAction::OpenFile => page::open_file(),
            #[cfg(not(target_arch = "wasm32"))]
            SessionAction::OpenFile => self.say(OPEN_FILE.to_owned()),
            SessionAction::Commands => self.open_menu(MenuPage::Commands),
            SessionAction::Settings => self.open_menu(MenuPage::Settings),
            SessionAction::FullScreen => self.toggle_full_screen(),
            SessionAction::Sound => self.toggle_sound(),
            SessionAction::KeyPointer => self.input.key_pointer.toggle(pixels::viewport()),
            SessionAction::LevelInLab { next } => {
                self.play.game.play_beside(next);
                self.enter_lab();
            }
            SessionAction::LessonOf(index) => self.play.game.play_built_in(index),
            SessionAction::PlayLevel(index) => {
                self.play.game.play_built_in(index);
                if self.mode == ModeName::Lab {
                    self.enter_game();
                }
            }
            SessionAction::SearchOn(index) => {
                self.play.game.play_built_in(index);
                self.enter_lab();
            }
            SessionAction::StartOver => {
                self.play.game.start_over();
                self.teach_after(0, false);
            }
            SessionAction::Tour => {
                self.play.game.play_built_in(TOUR);
                self.played.begins_tour = true;
            }
            SessionAction::Reply(reply) => self.take_reply(reply),
            SessionAction::CancelWork => self.cancel_work(),
        }
    }

    /// Turns to the lab, with the level that is played unless the lab has it as it is.
    fn enter_lab(&mut self) {
        let played = self.what_is_played();
        if self.played.lab_took.as_ref() != Some(&played) {
            self.lab.take_level(self.play.game.run.sim());
            self.played.lab_took = Some(played);
            if self.has_full_motion() {
                self.lab.let_lesson_grow();
            }
        }
        self.mode = ModeName::Lab;
        // A level that opens here does so once.
        self.play.game.effect = None;
        self.picture.renderer.forget_ground();
    }

    /// Has the page's address open the lab as it is, once that rests; and the level again once the lab is left.
    #[cfg(target_arch = "wasm32")]
    fn show_in_address(&mut self) {
        let experiment = &self.lab.experiment;
        match (self.mode, &self.played.lab_in_address) {
            (ModeName::Lab, known) if experiment.rests() => {
                let state = experiment.state();
                if known.as_ref() != Some(&state) {
                    page::show_lab(&experiment.fragment().unwrap_or_default());
                    self.played.lab_in_address = Some(state);
                }
            }
            (ModeName::Game | ModeName::Edit, Some(_)) => {
                let level = &self.play.game.level;
                let document = level.history().document();
                page::show_level(level.source(), document.text(), &document.level().name);
                self.played.lab_in_address = None;
            }
            _ => {}
        }
    }

    /// Has the lab, where it is on, search as a link says that has this behind its `#`.
    fn take_searches(&mut self, fragment: &str) {
        if let Some(shared) = SharedSearches::of_fragment(fragment).filter(|_| self.mode == ModeName::Lab) {
            self.lab.experiment.lanes.take_shared(&shared);
        }
    }

    /// Writes the settings that are not written yet, and what is unsaved of the level, before the window closes.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn keep_settings(&mut self) -> Result<(), String> {
        let is_kept = self.stores.level.keep_now(&mut self.play.game.level);
        self.play.game.run.recording_mut().end();
        let is_recorded = self.stores.replay().write();
        is_kept.and(self.stores.settings.write(&mut self.settings)).and(is_recorded)
    }

    /// What keeps the recording, for what is done after a panic.
    pub fn shared_replay_keeper(&self) -> Arc<Mutex<ReplayStore>> {
        Arc::clone(&self.stores.replay)
    }

    fn what_is_played(&self) -> (LevelSource, u64) {
        (self.play.game.level.source().clone(), self.play.game.run.sim().map_revision())
    }

    /// Draws again what was drawn into textures of the renderer's own: their content is lost.
    #[cfg(target_arch = "wasm32")]
    pub fn draw_anew(&mut self) {
        self.picture.renderer.forget_ground();
        self.picture.still.forget();
        self.stir();
    }

    fn take_input(&mut self, seconds: f32) {
        let events = self.input.listener.take(pixels::per_logical());
        if !events.is_empty() {
            self.frames.note_input();
            self.stir();
        }
        for event in events {
            match self.input.key_pointer.take(event, pixels::viewport()) {
                Some(events) => events.into_iter().for_each(|event| self.take_event(event)),
                None => self.take_event(event),
            }
        }
        if self.menu.page().is_some() {
            self.menu.hold(is_mouse_button_down, seconds);
        } else if self.import.choice().is_some() {
            self.import.hold(is_mouse_button_down, seconds);
        } else {
            self.in_mode(|mode, _| mode.hold(is_mouse_button_down, seconds));
        }
        let files = get_dropped_files();
        if !files.is_empty() {
            self.stir();
            self.take_dropped(files.into_iter().map(Dropped::of).collect());
        }
    }

    /// Hands an event to the menu if it is open, else to the mode, and turns at once to what that asks for: what comes next
    /// in the same frame is meant for it.
    fn take_event(&mut self, event: InputEvent) {
        let before = self.dialog();
        let shortcut = match event {
            InputEvent::Shortcut(key) => self.settings.keys.of(self.mode).shortcut(key, false),
            _ => None,
        };
        let opens_commands = shortcut == Some(Action::Session(SessionAction::Commands));
        match event {
            _ if opens_commands && self.menu.page() == Some(MenuPage::Commands) => self.menu.close(),
            _ if self.menu.page().is_some() => {
                if let Some(action) = self.menu.take(event, &mut self.settings) {
                    self.carry_out(action);
                }
            }
            _ if self.import.choice().is_some() => {
                self.import.take(event);
            }
            _ if before.1 => self.hand_over(event),
            _ => match shortcut {
                // Before a text field that has the focus, which takes every other shortcut.
                Some(Action::Session(action)) => self.do_in_session(action),
                Some(Action::Paste) if self.pastes_levels() => self.paste(),
                _ => self.hand_over(event),
            },
        }
        self.grant_effect();
        if let InputEvent::KeyDown(key) = event
            && self.dialog() != before
        {
            self.menu.opened_by(key);
            self.play.opened_by(key);
        }
    }

    /// The page of the menu that is open, and whether a dialog of the mode is: the uppermost takes every key.
    fn dialog(&mut self) -> (Option<MenuPage>, bool) {
        (self.menu.page(), self.in_mode(|mode, _| mode.has_dialog()))
    }

    /// Lets the store of the level's text do something, says what came of it, and asks the player what it has to know.
    fn keep_level(&mut self, does: impl FnOnce(&mut LevelStore, &mut PlayedLevel, f32) -> Vec<StoreEffect>) {
        let game = &mut self.play.game;
        let before = game.notices.stamp();
        let effects = does(&mut self.stores.level, &mut game.level, self.frames.elapsed());
        let question = self.stores.level.carry_out(game, effects);
        let game = &self.play.game;
        let now = game.notices.stamp();
        if self.mode == ModeName::Edit && now != before {
            let broken = game.notices.messages().first().filter(|_| now.1 != before.1).map(|message| &message.heading);
            let words = broken.or(game.notices.answer().map(|(answer, _)| &answer.text)).cloned();
            words.into_iter().for_each(|words| self.editing().say(words));
        }
        self.ask(question);
    }

    /// Asks the player what has to be known, if anything has.
    fn ask(&mut self, question: Option<Question>) {
        if let Some(question) = question {
            self.hand_over(InputEvent::FocusLost);
            self.menu.ask(question);
        }
    }

    /// Puts a link on the clipboard that plays the level as it is now, with what is unsaved; in the lab one that opens the lab as
    /// it is, or the frame that shows it in another page.
    fn copy_link(&mut self, as_frame: bool) {
        let page = link::page(&self.settings);
        let link = match self.mode {
            ModeName::Lab if as_frame => link::of_frame(&page, &self.lab.experiment),
            ModeName::Lab => link::of_lab(&page, &self.lab.experiment),
            ModeName::Game | ModeName::Edit => link::of_level(&page, self.play.game.level.history().document().text()),
        };
        match link {
            Err(words) => self.refuse(words),
            Ok(link) => {
                let (shown, words) = link::copy(&link);
                words.into_iter().for_each(|words| self.say(words.to_owned()));
                self.ask(shown);
            }
        }
    }

    /// Saves the sheet of the lab.
    fn save_sheet(&mut self) {
        let question = self.stores.sheet.save(&mut self.lab);
        self.ask(question);
    }

    /// Plays the level that is on the clipboard, as a link or as its text.
    fn paste(&mut self) {
        let pasted = clipboard::text();
        // On X11 miniquad 0.4.11 drops what comes while it waits for the clipboard, also keys that go up.
        self.hand_over(InputEvent::FocusLost);
        match link::level_in(&pasted) {
            Ok(text) => {
                self.play_bytes(link::PASTED, text.as_bytes(), LevelSource::Text(link::PASTED.to_owned()));
                self.take_searches(pasted.trim().rsplit_once('#').map_or("", |(_, fragment)| fragment));
            }
            Err(words) => self.refuse(words),
        }
    }

    /// Says something in the mode that is on.
    fn say(&mut self, words: String) {
        match self.mode {
            ModeName::Lab => self.lab.say(words),
            ModeName::Edit => self.editing().say(words),
            ModeName::Game => self.play.game.say(GameAnswer::new(Tone::Plain, words)),
        }
    }

    /// Says in the mode that is on why something cannot be.
    fn refuse(&mut self, words: String) {
        match self.mode {
            ModeName::Lab => self.lab.say(words),
            ModeName::Edit => self.editing().refuse(words),
            ModeName::Game => self.play.game.say(GameAnswer::new(Tone::Impossible, words)),
        }
    }

    /// Whether a level that is pasted is played: not where the mode has something of its own to paste.
    fn pastes_levels(&self) -> bool {
        match self.mode {
            ModeName::Game => !self.play.is_typing(),
            ModeName::Edit => !self.editor.takes_paste(),
            ModeName::Lab => !self.lab.is_typing(),
        }
    }

    /// Hands an event to the mode that is on.
    fn hand_over(&mut self, event: InputEvent) {
        self.in_mode(|mode, settings| mode.take(event, settings));
    }

    /// Opens the menu over the mode, which holds nothing meanwhile: neither keys nor what is dragged.
    fn open_menu(&mut self, page: MenuPage) {
        self.hand_over(InputEvent::FocusLost);
        self.menu.open(page, self.mode, &self.settings.keys, self.play.game.panels.list().entries());
    }

    fn toggle_full_screen(&mut self) {
        if let Some(words) = full_screen::toggle() {
            self.say(words.to_owned());
        }
    }

    /// Does what was chosen in the menu.
    fn carry_out(&mut self, action: Action) {
        self.remember_lesson();
        match action {
            Action::Session(action) => self.do_in_session(action),
            action => self.in_mode(|mode, _| mode.command(action)),
        }
    }

    /// Does what the player has answered.
    fn take_reply(&mut self, reply: Reply) {
        if reply == Reply::LeaveIt {
            self.played.begins_tour = false;
        }
        let typed = self.menu.typed().to_owned();
        if self.mode == ModeName::Lab
            && let Ok(question) = self.stores.sheet.take_reply(&mut self.lab, reply, &typed)
        {
            return self.ask(question);
        }
        self.keep_level(|store, level, _| store.take_reply(level, reply, &typed));
    }

    /// Begins to film the searches of the lab, unless there is nothing to be seen.
    fn begin_film(&mut self) {
        if !self.lab.experiment.lanes.are_made() {
            return self.lab.say("There is no search to be shown");
        }
        self.lab.experiment.lanes.seek(0.0);
        self.picture.shot = Some(Shot::Begins);
    }

    /// Takes what the window shows, and asks for what a film shows next. It ends where the lab is left.
    fn shoot(&mut self) {
        let Some(shot) = self.picture.shot.take().filter(|_| self.mode == ModeName::Lab) else { return };
        self.picture.stillness.stir();
        let words = match shot {
            Shot::Picture => film::save_picture(self.lab.stage()),
            Shot::Begins => {
                self.picture.shot = Some(Shot::Film(Film::default()));
                return;
            }
            Shot::Film(film) => match self.film_on(film) {
                Ok(None) => return,
                Ok(Some(words)) => Ok(words),
                Err(words) => Err(words),
            },
        };
        self.lab.say(words.unwrap_or_else(|words| words));
    }

    /// Takes the next picture of a film, as soon as the last one is taken in; gives what is to be said once it is whole.
    fn film_on(&mut self, mut film: Film) -> Result<Option<String>, String> {
        if film.waits()? {
            self.picture.shot = Some(Shot::Film(film));
            return Ok(None);
        }
        if film.is_whole() {
            return film.save().map(Some);
        }
        film.take(self.lab.stage())?;
        self.lab.experiment.lanes.seek(film.part().min(1.0));
        self.picture.shot = Some(Shot::Film(film));
        Ok(None)
    }
}

/// Draws the world and the panels of a mode.
fn draw<M: Mode>(mode: &mut M, renderer: &mut Renderer, settings: &Settings, timings: &Timings) {
    mode.draw_world(renderer);
    mode.draw_panels(settings, timings);
}

#[cfg(test)]
mod tests;
