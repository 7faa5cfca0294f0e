//! Brings the window's own events into [`Event`]s, in the order in which they happened: a press and a
//! release within one frame are both seen.

use glam::{Vec2, vec2};
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::input::{KeyCode, MouseButton};
use macroquad::miniquad::{EventHandler, KeyMods, TouchPhase};

use crate::app::ui::event::Event;

/// Listens to the window.
pub struct Listener {
    subscriber: usize,
    events: Vec<Event>,
    pixels: f32,
}

impl Listener {
    /// Begins to listen. Fingers are told apart from the mouse from here on.
    pub fn new() -> Listener {
        macroquad::input::simulate_mouse_with_touch(false);
        Listener { subscriber: register_input_subscriber(), events: Vec::new(), pixels: 1.0 }
    }

    /// What has happened since the last call; `pixels` is how many of them make a logical pixel.
    pub fn take(&mut self, pixels: f32) -> Vec<Event> {
        self.pixels = pixels;
        let subscriber = self.subscriber;
        repeat_all_miniquad_input(self, subscriber);
        std::mem::take(&mut self.events)
    }

    fn at(&self, x: f32, y: f32) -> Vec2 {
        vec2(x, y) / self.pixels
    }
}

/// Whether keys with these modifiers are shortcuts. Control and Alt together are AltGr, which types letters.
fn is_shortcut(modifiers: KeyMods) -> bool {
    (modifiers.ctrl || modifiers.logo) && !modifiers.alt
}

impl EventHandler for Listener {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.events.push(Event::MouseMoved(self.at(x, y)));
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        self.events.push(Event::Wheel(y));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.events.push(Event::MouseDown(button, self.at(x, y)));
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.events.push(Event::MouseUp(button, self.at(x, y)));
    }

    fn key_down_event(&mut self, key: KeyCode, modifiers: KeyMods, repeat: bool) {
        self.events.push(match key {
            KeyCode::LeftShift | KeyCode::RightShift => Event::KeyDown(key),
            _ if is_shortcut(modifiers) => Event::Shortcut(key),
            // With Alt, and with AltGr, a key may type a letter, but it is not the key alone.
            _ if modifiers.alt => return,
            _ if repeat => Event::KeyRepeated(key),
            _ => Event::KeyDown(key),
        });
    }

    fn char_event(&mut self, letter: char, modifiers: KeyMods, _repeat: bool) {
        if !is_shortcut(modifiers) {
            self.events.push(Event::Typed(letter));
        }
    }

    fn key_up_event(&mut self, key: KeyCode, _modifiers: KeyMods) {
        self.events.push(Event::KeyUp(key));
    }

    fn touch_event(&mut self, phase: TouchPhase, id: u64, x: f32, y: f32) {
        let at = self.at(x, y);
        self.events.push(match phase {
            TouchPhase::Started => Event::TouchDown(id, at),
            TouchPhase::Moved => Event::TouchMoved(id, at),
            TouchPhase::Ended => Event::TouchUp(id, at),
            TouchPhase::Cancelled => Event::TouchLost(id),
        });
    }

    fn window_minimized_event(&mut self) {
        self.events.push(Event::FocusLost);
    }
}
