//! Playing: agents are selected and sent, the ground is painted and baked, searches are looked into.

pub mod actions;
mod comparison;
pub mod game;
pub mod hud;
mod input;
pub mod inspector;
mod under;
pub mod workbench;

use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};

use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::under::Under;
use crate::app::modes::screen::COMMANDED;
use crate::app::modes::settings::Settings;
use crate::app::modes::timing::Timings;
use crate::app::modes::{Mode, ModeName, lesson_card, lights};
use crate::app::ui::Ui;
use crate::app::ui::event::InputEvent;
use crate::app::ui::hit_areas::WidgetRequest;
use crate::app::ui::icons::Icons;
use crate::app::ui::pixels;
use crate::app::ui::text_painter::TextPainter;
use crate::app::view::render::Renderer;
use crate::app::view::scene;
pub use game::{Game, Look, NextClick, Panel, Panels, PlayedLevel, RecordedPart, Tape, Watch, is_players_to_change};
use game::{motion, pointing};
use hud::Hud;
use input::Input;

/// The mode in which a level is played.
pub struct Play {
    /// The level in motion.
    pub game: Game,
    input: Input,
    hud: Hud,
}

impl Play {
    /// Plays a game; its panels write with `painter` and show `icons`.
    pub fn new(game: Game, painter: TextPainter, icons: Icons) -> Play {
        Play { game, input: Input::default(), hud: Hud::new(Ui::new(painter, icons)) }
    }

    /// Whether what is typed goes into a text field.
    pub fn is_typing(&self) -> bool {
        self.hud.ui.hit_areas.is_typing()
    }

    /// The parts of the window that panels cover.
    #[cfg(test)]
    pub fn covered(&self) -> Vec<macroquad::math::Rect> {
        self.hud.ui.hit_areas.covered()
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
    #[cfg(any(test, target_arch = "wasm32"))]
    pub fn keyboard(&self) -> crate::app::ui::hit_areas::Keyboard {
        self.hud.ui.hit_areas.keyboard()
    }

    fn carry_out_request(&mut self, request: WidgetRequest<Action>) {
        match request {
            WidgetRequest::Press { press, times } => (0..times).for_each(|_| self.act(press)),
            WidgetRequest::Slide { press: Action::Play(PlayAction::Watch(_)), part } => self.game.wind_to_part(part),
            WidgetRequest::Slide { part, .. } => self.game.look.seek_replay(part),
            WidgetRequest::Edit { edit, .. } => self.game.panels.list_mut().change_filter(|filter| filter.edit(edit)),
            WidgetRequest::Scroll { at, by } => self.hud.scroll(&mut self.game.panels, at, by),
        }
    }

    /// Does what the player asks for.
    fn act(&mut self, action: Action) {
        self.game.orders.set_adds(self.input.adds());
        let before = self.game.panels.open();
        match action {
            Action::Play(PlayAction::Add) => self.input.toggle_add(),
            Action::Play(PlayAction::Minimap) => self.hud.toggle_minimap(),
            Action::Play(PlayAction::LookAt(at)) => {
                let point = self.hud.minimap().nearest(at, &self.game.run.sim().map().lattice);
                point.into_iter().for_each(|point| self.game.look_at(point));
            }
            Action::Play(PlayAction::DragThing { from, to, dropped }) => {
                self.game.drag(self.input.thing(), from, to, dropped);
            }
            action => self.game.act(action, self.input.pointer()),
        }
        if self.game.panels.open() != before {
            self.hud.panel_has_changed(self.game.panels.open());
        }
    }

    /// What an event asks for that means something else while a dialog is open.
    fn in_dialog(&self, event: InputEvent) -> Option<Action> {
        match event {
            // With the focus in a field of a panel, Esc closes the panel at once.
            InputEvent::KeyDown(KeyCode::Escape) if self.has_dialog() => Some(Action::Close),
            // In an empty field there is nothing beside the caret: the arrows go through the pictures.
            InputEvent::KeyDown(key @ (KeyCode::Left | KeyCode::Right))
                if self.game.panels.open() == Some(Panel::Levels)
                    && self.is_typing()
                    && self.game.panels.list().filter().text().is_empty() =>
            {
                Some(if key == KeyCode::Left { Action::PanLeft } else { Action::PanRight })
            }
            _ => None,
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

    fn take(&mut self, event: InputEvent, settings: &Settings) {
        if let Some(action) = self.in_dialog(event) {
            return self.act(action);
        }
        let Play { game, input, hud, .. } = self;
        let lattice = game.run.sim().map().lattice;
        let on_minimap = |at| hud.minimap().world_at(at, &lattice).is_some();
        let is_for_minimap = match event {
            InputEvent::MouseDown(MouseButton::Left, at) | InputEvent::TouchDown(_, at) => {
                game.panels.open().is_none() && on_minimap(at)
            }
            _ => false,
        };
        if !is_for_minimap && let Some(requests) = hud.ui.hit_areas.take(event, input.adds()) {
            return requests.into_iter().for_each(|request| self.carry_out_request(request));
        }
        let mut keys = settings.keys.of(ModeName::Game);
        if let Some(panel) = game.panels.open() {
            keys = keys.only(panel.actions());
        }
        let under = |at| match hud.minimap().world_at(at, &lattice) {
            Some(_) => Under::Minimap,
            None => pointing::under(game, at),
        };
        let mut actions = input.take(event, &keys, game.handling.has_brush(), &under);
        let is_secondary = matches!(event, InputEvent::MouseUp(MouseButton::Right, _));
        if is_secondary && game.orders.drawn_patrol().is_some() {
            let is_click = |action: &Action| {
                matches!(action, Action::Play(PlayAction::Send { .. } | PlayAction::FollowAgent { .. }))
            };
            actions.iter_mut().filter(|action| is_click(action)).for_each(|action| *action = Action::Undo);
        }
        actions.into_iter().for_each(|action| self.act(action));
    }

    fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32) {
        self.hud.ui.hit_areas.hold(button_is_down, seconds);
        let actions = self.input.mouse_is_up(button_is_down);
        self.game.pan_by_keys(self.input.direction(), seconds);
        actions.into_iter().for_each(|action| self.act(action));
    }

    fn command(&mut self, action: Action) {
        self.game.pan_by_keys(action.direction(), COMMANDED);
        self.act(action);
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
                &self.game.camera.shown(),
                self.game.clock.elapsed(),
            );
        }
        self.hud.ui.painter.flush();
    }

    fn draw_panels(&mut self, settings: &Settings, timings: &Timings) {
        self.hud.keys = settings.keys.of(ModeName::Game);
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

    fn take_effect(&mut self) -> Option<SessionAction> {
        self.game.effect.take()
    }
}
