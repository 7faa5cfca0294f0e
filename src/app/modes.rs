//! What a player does with the world. A [`Mode`] is one way to do so: it has its input and its panels.

pub mod actions;
pub mod appearance;
pub mod brush;
pub mod changed_keys;
pub mod column;
pub mod edit;
pub mod fetch;
pub mod figures;
pub mod figures_table;
pub mod hand;
pub mod held_keys;
pub mod import;
pub mod key_help;
pub mod keys;
pub mod lab;
pub mod languages;
pub mod lesson;
pub mod lesson_card;
pub mod lesson_sizes;
pub mod library;
pub mod lights;
pub mod menu;
pub mod messages;
pub mod play;
pub mod property;
pub mod replay_bar;
pub mod screen;
pub mod search_setting;
pub mod settings;
pub mod side_panel;
pub mod sound;
pub mod timing;

use glam::Vec2;
use macroquad::input::MouseButton;

use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::settings::Settings;
use crate::app::modes::timing::Timings;
use crate::app::ui::event::InputEvent;
use crate::app::view::render::Renderer;

/// What a mode is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeName {
    Game,
    Lab,
    Edit,
}

impl ModeName {
    #[cfg(test)]
    pub const ALL: [ModeName; 3] = [ModeName::Game, ModeName::Lab, ModeName::Edit];
}

/// What the window asks of the mode that is on, in this order in every frame.
pub trait Mode {
    /// Takes in the size of the window, in logical pixels.
    fn resize(&mut self, viewport: Vec2);

    /// Takes an event in and does what the player wants by it. The mode's widgets come first; what they do not take is meant for
    /// the map. What is to be done to the world is queued for the next tick.
    fn take(&mut self, event: InputEvent, settings: &Settings);

    /// Does what is meant by what has been held for `seconds`: keys, and buttons of the mouse that may have gone up where the
    /// window could not see it.
    fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32);

    /// Does an action that was chosen from the list of commands. What goes on while a key is held does so for a moment.
    fn command(&mut self, action: Action);

    /// Draws the map and what is on it, below the panels.
    fn draw_world(&mut self, renderer: &mut Renderer);

    /// Draws the mode's panels over it.
    fn draw_panels(&mut self, settings: &Settings, timings: &Timings);

    /// Whether its picture changes although the player does nothing.
    fn moves(&self) -> bool;

    /// Whether a dialog is open over it, which takes every key: those that are not its own do nothing.
    fn has_dialog(&self) -> bool;

    /// What the mode has handed up to the session since the last call.
    fn take_effect(&mut self) -> Option<SessionAction>;
}
