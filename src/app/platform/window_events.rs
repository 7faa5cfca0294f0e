//! Brings the window's own events into [`InputEvent`]s, in the order in which they happened: a press and a
//! release within one frame are both seen.

use glam::{Vec2, vec2};
use macroquad::input::{KeyCode, MouseButton};
use macroquad::miniquad::{EventHandler, KeyMods, TouchPhase};

use crate::app::ui::event::InputEvent;
use crate::app::window::{register_input_subscriber, repeat_all_miniquad_input, simulate_mouse_with_touch};

/// What has come of the window's input, for whoever makes it and waits until it has been taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TakenInput {
    /// How often a key or a button went down or up, the wheel turned, or a finger touched, moved or left. Keys that repeat
    /// count once.
    pub events: u64,
    /// Where the mouse was last, in logical pixels; `None` until it moves.
    pub pointer: Option<Vec2>,
}

/// Listens to the window.
pub struct EventListener {
    subscriber: usize,
    events: Vec<InputEvent>,
    taken: TakenInput,
    pixels: f32,
    /// The digit that was typed last, until the key is told that types it.
    typed: Option<char>,
    /// The key that has typed a digit and is held, and what it counts as.
    digit: Option<(KeyCode, KeyCode)>,
}

/// The keys of the digits, from 0 on.
const DIGITS: [KeyCode; 10] = [
    KeyCode::Key0,
    KeyCode::Key1,
    KeyCode::Key2,
    KeyCode::Key3,
    KeyCode::Key4,
    KeyCode::Key5,
    KeyCode::Key6,
    KeyCode::Key7,
    KeyCode::Key8,
    KeyCode::Key9,
];

impl EventListener {
    /// Begins to listen. Fingers are told apart from the mouse from here on.
    pub fn new() -> EventListener {
        simulate_mouse_with_touch(false);
        let subscriber = register_input_subscriber();
        let (events, taken) = (Vec::new(), TakenInput::default());
        EventListener { subscriber, events, taken, pixels: 1.0, typed: None, digit: None }
    }

    /// What a key counts as that goes down: one that types a digit is the key of that, wherever it stands. On a French keyboard
    /// these are the keys of the row with Shift.
    fn printed(&mut self, key: KeyCode) -> KeyCode {
        let is_keypad = (KeyCode::Kp0 as u16..=KeyCode::KpEqual as u16).contains(&(key as u16));
        let digit = self.typed.take().and_then(|letter| letter.to_digit(10)).filter(|_| !is_keypad);
        let Some(digit) = digit.map(|digit| DIGITS[digit as usize]) else { return key };
        self.digit = Some((key, digit));
        digit
    }

    /// What has happened since the last call; `pixels` is how many of them make a logical pixel.
    pub fn take(&mut self, pixels: f32) -> Vec<InputEvent> {
        self.pixels = pixels;
        let subscriber = self.subscriber;
        repeat_all_miniquad_input(self, subscriber);
        std::mem::take(&mut self.events)
    }

    /// What has been taken until the last call of `take`.
    pub fn taken(&self) -> TakenInput {
        self.taken
    }

    fn at(&self, x: f32, y: f32) -> Vec2 {
        vec2(x, y) / self.pixels
    }
}

/// Whether keys with these modifiers are shortcuts. Control and Alt together are AltGr, which types letters.
fn is_shortcut(modifiers: KeyMods) -> bool {
    (modifiers.ctrl || modifiers.logo) && !modifiers.alt
}

impl EventHandler for EventListener {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.taken.pointer = Some(self.at(x, y));
        self.events.push(InputEvent::MouseMoved(self.at(x, y)));
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        self.taken.events += 1;
        self.events.push(InputEvent::Wheel(y));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.taken.events += 1;
        self.events.push(InputEvent::MouseDown(button, self.at(x, y)));
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.taken.events += 1;
        self.events.push(InputEvent::MouseUp(button, self.at(x, y)));
    }

    fn key_down_event(&mut self, key: KeyCode, modifiers: KeyMods, repeat: bool) {
        // Also what is no event below: whoever pressed it waits for it.
        self.taken.events += u64::from(!repeat);
        let key = self.printed(key);
        self.events.push(match key {
            KeyCode::LeftShift | KeyCode::RightShift => InputEvent::KeyDown(key),
            _ if is_shortcut(modifiers) && repeat => InputEvent::ShortcutRepeated(key),
            _ if is_shortcut(modifiers) => InputEvent::Shortcut(key),
            // With Alt, and with AltGr, a key may type a letter, but it is not the key alone.
            _ if modifiers.alt => return,
            _ if repeat => InputEvent::KeyRepeated(key),
            _ => InputEvent::KeyDown(key),
        });
    }

    fn char_event(&mut self, letter: char, modifiers: KeyMods, _repeat: bool) {
        if !is_shortcut(modifiers) {
            // Elsewhere the letter comes after the key.
            self.typed = Some(letter).filter(|_| cfg!(target_os = "linux"));
            self.events.push(InputEvent::Typed(letter));
        }
    }

    fn key_up_event(&mut self, key: KeyCode, _modifiers: KeyMods) {
        self.taken.events += 1;
        let digit = self.digit.take_if(|(held, _)| *held == key);
        self.events.push(InputEvent::KeyUp(digit.map_or(key, |(_, digit)| digit)));
    }

    fn touch_event(&mut self, phase: TouchPhase, id: u64, x: f32, y: f32) {
        let at = self.at(x, y);
        self.taken.events += 1;
        self.events.push(match phase {
            TouchPhase::Started => InputEvent::TouchDown(id, at),
            TouchPhase::Moved => InputEvent::TouchMoved(id, at),
            TouchPhase::Ended => InputEvent::TouchUp(id, at),
            TouchPhase::Cancelled => InputEvent::TouchLost(id),
        });
    }

    fn window_minimized_event(&mut self) {
        self.events.push(InputEvent::FocusLost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listener(pixels: f32) -> EventListener {
        EventListener { pixels, ..EventListener::new() }
    }

    /// As X tells it: the letter comes before the key.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_key_that_types_a_digit_is_the_key_of_that_digit() {
        let mut listener = listener(1.0);
        let shift = KeyMods { shift: true, ..KeyMods::default() };
        listener.char_event('4', shift, false);
        listener.key_down_event(KeyCode::Apostrophe, shift, false);
        listener.key_up_event(KeyCode::Apostrophe, shift);
        listener.char_event('\'', KeyMods::default(), false);
        listener.key_down_event(KeyCode::Apostrophe, KeyMods::default(), false);
        listener.char_event('5', KeyMods::default(), false);
        listener.key_down_event(KeyCode::Kp5, KeyMods::default(), false);
        let keys: Vec<&InputEvent> =
            listener.events.iter().filter(|event| !matches!(event, InputEvent::Typed(_))).collect();
        let expected = [
            InputEvent::KeyDown(KeyCode::Key4),
            InputEvent::KeyUp(KeyCode::Key4),
            InputEvent::KeyDown(KeyCode::Apostrophe),
            InputEvent::KeyDown(KeyCode::Kp5),
        ];
        assert_eq!(keys, expected.iter().collect::<Vec<_>>());
    }

    #[test]
    fn every_event_is_counted_once_and_keys_that_repeat_are_not() {
        let mut listener = listener(2.0);
        let alt = KeyMods { alt: true, ..KeyMods::default() };
        listener.key_down_event(KeyCode::A, alt, false);
        assert_eq!(
            (listener.events.len(), listener.taken().events),
            (0, 1),
            "a key that nothing listens to is taken too"
        );
        listener.key_down_event(KeyCode::B, KeyMods::default(), false);
        listener.key_down_event(KeyCode::B, KeyMods::default(), true);
        listener.key_up_event(KeyCode::B, KeyMods::default());
        assert_eq!(listener.taken().events, 3, "a key that repeats goes down once");
        listener.mouse_button_down_event(MouseButton::Left, 4.0, 6.0);
        listener.mouse_button_up_event(MouseButton::Left, 4.0, 6.0);
        listener.mouse_wheel_event(0.0, 1.0);
        listener.touch_event(TouchPhase::Started, 1, 0.0, 0.0);
        assert_eq!(listener.taken(), TakenInput { events: 7, pointer: None });
        listener.mouse_motion_event(4.0, 6.0);
        assert_eq!(listener.taken(), TakenInput { events: 7, pointer: Some(vec2(2.0, 3.0)) });
    }
    #[test]
    fn a_held_shortcut_is_told_from_a_new_one() {
        let mut listener = listener(1.0);
        let ctrl = KeyMods { ctrl: true, ..KeyMods::default() };
        listener.key_down_event(KeyCode::Z, ctrl, false);
        listener.key_down_event(KeyCode::Z, ctrl, true);
        assert_eq!(listener.events, [InputEvent::Shortcut(KeyCode::Z), InputEvent::ShortcutRepeated(KeyCode::Z)]);
    }
}
