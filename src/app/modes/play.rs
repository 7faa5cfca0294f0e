//! Playing: agents are selected and sent, the ground is painted and baked, searches are looked into.

mod comparison;
pub mod game;
mod hud;
mod input;
mod inspector;
mod intent;
pub mod workbench;

use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};

use crate::app::modes::clipboard::Clipboard;
use crate::app::modes::keys::{Action, BINDINGS};
use crate::app::modes::screen::COMMANDED;
use crate::app::modes::settings::Settings;
use crate::app::modes::timing::Timings;
use crate::app::modes::{Effect, Mode, lesson_card, lights};
use crate::app::ui::Ui;
use crate::app::ui::event::Event;
use crate::app::ui::hit_areas::Request;
use crate::app::ui::icons::Icons;
use crate::app::ui::pixels;
use crate::app::ui::text_edit::TextEdit;
use crate::app::ui::text_painter::TextPainter;
use crate::app::view::render::Renderer;
use crate::app::view::scene;
pub use game::{
    Aim, BakePress, Game, InspectPress, Look, Panel, Panels, PlayedLevel, RecordedPart, Tape, Watch, WatchPress,
};
use game::{motion, pointing};
use hud::Hud;
use input::Input;
use intent::{Intent, Press, Under};

/// The mode in which a level is played.
pub struct Play {
    /// The level in motion.
    pub game: Game,
    input: Input,
    hud: Hud,
    clipboard: Clipboard,
}

impl Play {
    /// Plays a game; its panels write with `painter` and show `icons`.
    pub fn new(game: Game, painter: TextPainter, icons: Icons) -> Play {
        Play { game, input: Input::default(), hud: Hud::new(Ui::new(painter, icons)), clipboard: Clipboard::default() }
    }

    /// Whether what is typed goes into a text field.
    pub fn is_typing(&self) -> bool {
        self.hud.ui.hit_areas.is_typing()
    }

    /// Takes in that a panel was opened by a key, which is still held: its letter is not for the panel's field.
    pub fn opened_by(&mut self, key: KeyCode) {
        self.hud.ui.hit_areas.opened_by(key);
    }

    /// Where the lesson's card is, or its line.
    pub fn lesson_area(&self) -> Option<macroquad::math::Rect> {
        self.hud.lesson_area()
    }

    /// What the page needs to know of its widgets.
    #[cfg(target_arch = "wasm32")]
    pub fn keyboard(&self) -> crate::app::ui::hit_areas::Keyboard {
        self.hud.ui.hit_areas.keyboard()
    }

    fn carry_out_request(&mut self, request: Request<Press>) {
        match request {
            Request::Press { press: Press::Add, .. } => self.input.toggle_add(),
            Request::Press { press, times } => {
                (0..times).for_each(|_| self.game.press(press, self.input.pointer()));
            }
            Request::Slide { press: Press::Watch(_), part } => self.game.wind_to_part(part),
            Request::Slide { part, .. } => self.game.look.seek_replay(part),
            Request::Edit { edit, .. } => self.game.panels.list_mut().change_filter(|filter| filter.edit(edit)),
            Request::Copy { cuts, .. } => self.copy(cuts),
            Request::Paste { .. } => {
                let text = self.clipboard.text();
                self.game.panels.list_mut().change_filter(|filter| filter.paste(&text));
            }
            Request::Scroll { at, by } => self.hud.scroll(&mut self.game.panels, at, by),
        }
    }

    /// Puts the selected text on the clipboard; `cuts`: and takes it out of the field. With nothing selected the
    /// clipboard stays as it is.
    fn copy(&mut self, cuts: bool) {
        let selected = self.game.panels.list().filter().selected();
        if selected.is_empty() {
            return;
        }
        self.clipboard.copy(selected);
        if cuts {
            self.game.panels.list_mut().change_filter(|filter| filter.edit(TextEdit::Delete));
        }
    }
}

impl Play {
    /// What the player wants by an event.
    fn intents_of(&mut self, event: Event, settings: &Settings) -> Vec<Intent> {
        // With the focus in a field of a panel, Esc closes the panel at once.
        if event == Event::KeyDown(KeyCode::Escape) && self.has_dialog() {
            return vec![Intent::Do(Action::Close)];
        }
        // In an empty field there is nothing beside the caret: the arrows go through the pictures.
        let beside = match event {
            Event::KeyDown(KeyCode::Left) => Some(Action::PanLeft),
            Event::KeyDown(KeyCode::Right) => Some(Action::PanRight),
            _ => None,
        };
        if let Some(action) = beside.filter(|_| self.game.panels.open() == Some(Panel::Levels) && self.is_typing())
            && self.game.panels.list().filter().text().is_empty()
        {
            return vec![Intent::Do(action)];
        }
        let lattice = self.game.run.sim().map().lattice;
        let on_minimap = |hud: &Hud, at| hud.minimap().world_at(at, &lattice).is_some();
        let is_for_minimap = match event {
            Event::MouseDown(MouseButton::Left, at) | Event::TouchDown(_, at) => {
                self.game.panels.open().is_none() && on_minimap(&self.hud, at)
            }
            _ => false,
        };
        if !is_for_minimap && let Some(requests) = self.hud.ui.hit_areas.take(event, self.input.adds()) {
            return requests.into_iter().map(Intent::Widget).collect();
        }
        let mut intents = Vec::new();
        let mut keys = settings.keys.in_game();
        if let Some(panel) = self.game.panels.open() {
            if matches!(event, Event::Shortcut(_)) {
                return Vec::new();
            }
            keys = keys.only(panel.actions());
        }
        self.input.take(
            event,
            &keys,
            self.game.handling.has_brush(),
            &|at| if on_minimap(&self.hud, at) { Under::Minimap } else { pointing::under(&self.game, at) },
            &mut intents,
        );
        intents
    }

    /// Does what the player wants.
    fn carry_out(&mut self, intent: Intent) {
        self.game.orders.set_adds(self.input.adds());
        let before = self.game.panels.open();
        match intent {
            Intent::Widget(request) => self.carry_out_request(request),
            Intent::Do(Action::Minimap) => self.hud.toggle_minimap(),
            Intent::LookAt(at) => {
                let point = self.hud.minimap().nearest(at, &self.game.run.sim().map().lattice);
                point.into_iter().for_each(|point| self.game.look_at(point));
            }
            intent => self.game.carry_out(intent, self.input.pointer()),
        }
        if self.game.panels.open() != before {
            self.hud.panel_has_changed(self.game.panels.open());
        }
    }
}

impl Mode for Play {
    fn resize(&mut self, viewport: Vec2) {
        self.hud.ui.painter.set_pixels(pixels::per_logical());
        if let Some(lesson) = self.game.teaching.lesson_mut() {
            lesson_card::measure(lesson, &self.hud.ui.painter, viewport);
        }
        let insets = self.hud.insets(&self.game, viewport);
        self.game.camera.resize(viewport, insets);
    }

    fn take(&mut self, event: Event, settings: &Settings) {
        self.intents_of(event, settings).into_iter().for_each(|intent| self.carry_out(intent));
    }

    fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32) {
        let mut intents = Vec::new();
        self.hud.ui.hit_areas.mouse_is_up(button_is_down);
        self.hud.ui.hit_areas.pass(seconds);
        self.input.mouse_is_up(button_is_down, &mut intents);
        self.game.pan_by_keys(self.input.held_actions(), seconds);
        intents.into_iter().for_each(|intent| self.carry_out(intent));
    }

    fn command(&mut self, index: usize) {
        let action = BINDINGS[index].action;
        self.game.pan_by_keys([action].into_iter(), COMMANDED);
        self.carry_out(Intent::Do(action));
    }

    fn draw_world(&mut self, renderer: &mut Renderer) {
        let Game { look, camera, run, orders, clock, .. } = &mut self.game;
        look.follow_camera_mut().keep_in_sight(camera, run.sim(), orders.selected(), clock);
        let pointer = self.input.pointer();
        self.game.look.set_pointer(Some(pointer).filter(|at| !self.hud.ui.hit_areas.covers(*at)));
        let ground = self.game.traces.take_ground_changes();
        if ground.is_another {
            renderer.forget_ground();
        }
        let hit_areas = &self.hud.ui.hit_areas;
        let view = self.game.view(hit_areas.hover(), self.input.selection_box(), hit_areas.covered());
        scene::draw(&view, renderer, &mut self.hud.ui.painter, ground.changed);
        if let Some(lesson) = self.game.teaching.lesson() {
            lights::draw_tiles(
                lesson,
                &self.game.run.sim().map().lattice,
                &self.game.camera,
                self.game.clock.elapsed(),
            );
        }
        self.hud.ui.painter.flush();
    }

    fn draw_panels(&mut self, settings: &Settings, timings: &Timings) {
        self.hud.keys = settings.keys.in_game();
        self.hud.draw(&self.game, self.input.adds(), settings, timings);
        let Game { panels, run, camera, clock, .. } = &mut self.game;
        self.hud.settle(panels, run.sim(), camera, clock.elapsed());
    }

    fn moves(&self) -> bool {
        motion::moves(&self.game) || self.hud.is_drawing_thumbnails()
    }

    fn has_dialog(&self) -> bool {
        // Messages and the comparison tell of what goes on: a file is saved with them open.
        matches!(self.game.panels.open(), Some(Panel::Help | Panel::Levels))
    }

    fn take_effect(&mut self) -> Option<Effect> {
        self.game.effect.take()
    }
}
