//! A game in a window from frame to frame: input in, ticks, picture out.

use footpath::level::Level;
use footpath::script::{self, Script, ScriptPlayer, WindowAction};
use glam::{Vec2, vec2};
use macroquad::input::{MouseButton, is_mouse_button_down};
use macroquad::time::get_time;
use macroquad::window::{screen_dpi_scale, screen_height, screen_width};

use crate::app::modes::Mode;
use crate::app::modes::keys;
use crate::app::modes::library::{self, Source};
use crate::app::modes::messages::Message;
use crate::app::modes::play::{Game, Play};
use crate::app::modes::timing::Timings;
use crate::app::platform::assets::Assets;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::platform::level_files;
use crate::app::platform::window_events::Listener;
use crate::app::ui::event::Event;
use crate::app::ui::icons::Icons;
use crate::app::ui::ink::Ink;
use crate::app::view::camera::Insets;
use crate::app::view::render::Renderer;

/// A search that is replayed goes on for no longer than this in one frame, in seconds.
const LONGEST_STEP: f32 = 0.1;

/// Ticks keep a frame no longer than this, in seconds, but for the first one: where time should pass faster than that, it
/// does not.
const LONGEST_TICKING: f64 = 0.05;

/// What a session begins with.
pub struct Start {
    /// What to play.
    pub level: Level,
    /// Where it came from.
    pub source: Source,
    /// What was wrong with the level that should have been played.
    pub messages: Vec<Message>,
    /// What to do without a player.
    pub script: Option<Script>,
}

/// A game in a window.
pub struct Session {
    /// The mode that is on.
    pub play: Play,
    /// What the window measures of itself, for the overlays.
    timings: Timings,
    renderer: Renderer,
    listener: Listener,
    script: Option<ScriptPlayer>,
    last_frame: f64,
}

impl Session {
    /// Prepares everything and shows the level.
    ///
    /// # Errors
    /// In words, when the assets or the graphics driver are not as they must be.
    pub async fn begin(start: Start) -> Result<Session, String> {
        let assets = Assets::load().await?;
        let renderer = Renderer::new(assets.sprites, &assets.marks)?;
        let viewport = vec2(screen_width(), screen_height());
        let mut game = Game::new(start.level, start.source, viewport, Insets::default());
        if !start.messages.is_empty() {
            game.tell(start.messages);
        }
        Ok(Session {
            play: Play::new(game, Ink::new(assets.font), Icons::new(assets.icons)),
            timings: Timings::default(),
            renderer,
            listener: Listener::new(),
            script: start.script.map(ScriptPlayer::new),
            last_frame: get_time(),
        })
    }

    /// One frame; gives the milliseconds from reading the input to handing the last shape over.
    pub fn frame(&mut self) -> f32 {
        let begun = get_time();
        let seconds = (begun - self.last_frame).max(0.0) as f32;
        self.last_frame = begun;
        self.timings.frame.add(1000.0 * seconds);
        let viewport = vec2(screen_width(), screen_height());
        self.play.resize(viewport);
        self.take_input(seconds);
        for _ in 0..self.play.game.clock.advance(seconds) {
            self.tick();
            if get_time() - begun > LONGEST_TICKING {
                self.play.game.clock.catch_up();
                break;
            }
        }
        self.play.game.act_while_paused();
        self.play.game.examine_search(seconds.min(LONGEST_STEP));
        self.play.draw_world(&mut self.renderer);
        self.play.draw_panels(&self.timings);
        let passed = (1000.0 * (get_time() - begun).max(0.0)) as f32;
        self.timings.frame_cpu.add(passed);
        passed
    }

    /// Draws again what was drawn into textures of the renderer's own: their content is lost.
    #[cfg(target_arch = "wasm32")]
    pub fn draw_anew(&mut self) {
        self.renderer.forget_ground();
    }

    fn take_input(&mut self, seconds: f32) {
        for event in self.listener.take(screen_dpi_scale()) {
            self.take_event(event);
        }
        let intents = self.play.hold(is_mouse_button_down, seconds);
        self.carry_out(intents);
        for file in macroquad::input::get_dropped_files() {
            self.take_dropped(file.path.as_deref(), file.bytes);
        }
    }

    fn take_event(&mut self, event: Event) {
        let intents = self.play.take(event);
        self.carry_out(intents);
    }

    fn carry_out(&mut self, intents: Vec<<Play as Mode>::Intent>) {
        intents.into_iter().for_each(|intent| self.play.carry_out(intent));
    }

    fn tick(&mut self) {
        let steps = self.script.as_mut().map_or(&[][..], ScriptPlayer::next_tick);
        let actions: Vec<script::Action> = steps.iter().map(|step| step.action.clone()).collect();
        for action in actions {
            match action {
                script::Action::Command(command) => self.play.game.command(command),
                script::Action::Ground(action) => match action.command(&self.play.game.sim) {
                    Ok(command) => self.play.game.command(command),
                    Err(reason) => {
                        self.play.game.tell(vec![Message::plain(format!("The script is refused: {reason}"))])
                    }
                },
                script::Action::Window(action) => self.act(action),
            }
        }
        let begun = get_time();
        self.play.game.tick();
        self.timings.tick_us.add((1e6 * (get_time() - begun)).max(0.0) as f32);
    }

    /// What only a window can do, by the route that real input takes.
    fn act(&mut self, action: WindowAction) {
        let left = MouseButton::Left;
        match action {
            WindowAction::Key(name) => match keys::key_named(&name) {
                Some(key) => {
                    self.take_event(Event::KeyDown(key));
                    self.take_event(Event::KeyUp(key));
                }
                None => self.play.game.tell(vec![Message::plain(format!(
                    "The script presses {name:?}, which is not a key of the game; H lists them"
                ))]),
            },
            WindowAction::Click(x, y) => {
                self.take_event(Event::MouseDown(left, vec2(x, y)));
                self.take_event(Event::MouseUp(left, vec2(x, y)));
            }
            WindowAction::Drag(from, to) => {
                self.take_event(Event::MouseDown(left, Vec2::from(from)));
                for step in 1..=8 {
                    let at = Vec2::from(from).lerp(Vec2::from(to), step as f32 / 8.0);
                    self.take_event(Event::MouseMoved(at));
                }
                self.take_event(Event::MouseUp(left, Vec2::from(to)));
            }
            WindowAction::Select(selection) => self.play.game.select(selection),
        }
    }

    /// Plays a level file that was dropped on the window.
    fn take_dropped(&mut self, path: Option<&std::path::Path>, bytes: Option<Vec<u8>>) {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(path) = path.filter(|path| path.is_file()) {
            let source = Source::File(path.to_owned());
            return match level_files::read(path) {
                Ok(bytes) => self.play_bytes(&path.display().to_string(), &bytes, source),
                Err(message) => self.play.game.tell(vec![Message::plain(message)]),
            };
        }
        let name = path.and_then(|path| path.file_name()).map_or("dropped file".into(), |name| name.to_string_lossy());
        if let Some(bytes) = bytes {
            self.play_bytes(&name, &bytes, Source::Text(name.to_string()));
        }
    }

    /// Plays a level from the bytes of a file that messages call `name`; tells what is wrong with it
    /// and goes on as before when something is.
    pub fn play_bytes(&mut self, name: &str, bytes: &[u8], source: Source) {
        match library::parse(name, bytes) {
            Ok(level) => self.play.game.play(level, source),
            Err(messages) => self.play.game.tell(messages),
        }
    }
}
