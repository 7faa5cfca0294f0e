//! A pointer that is moved by keys: what a mouse or a finger does, for people who use the keyboard alone.

use glam::Vec2;
use macroquad::input::KeyCode;

use crate::app::ui::event::InputEvent;
use crate::app::ui::palette::{DARK, LIGHT};
use crate::app::ui::shapes::{draw_ring, draw_stroke};

/// How far a press of an arrow moves the pointer, and with Shift, in logical pixels. A held arrow goes on by as much.
const STEP: f32 = 8.0;
const LONG_STEP: f32 = 40.0;

/// The number by which the pointer's finger is known: no screen counts so far.
const FINGER: u64 = u64::MAX;

/// The pointer while it is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KeyPointer {
    at: Option<Vec2>,
    /// Whether Enter is held: the finger is down.
    is_down: bool,
    is_long: bool,
}

impl KeyPointer {
    /// Shows it in the middle of a window, or puts it away.
    pub fn toggle(&mut self, viewport: Vec2) {
        let at = if self.at.is_some() { None } else { Some((0.5 * viewport).round()) };
        *self = KeyPointer { at, ..KeyPointer::default() };
    }

    /// What an event means in a window of `viewport` logical pixels while the pointer is shown: the arrows move it, Enter is
    /// a finger that touches for as long as it is held, Esc and Tab put it away. `None` where the event is for others, as
    /// all are while it is not shown.
    pub fn take(&mut self, event: InputEvent, viewport: Vec2) -> Option<Vec<InputEvent>> {
        let at = self.at?;
        match event {
            InputEvent::KeyDown(KeyCode::LeftShift | KeyCode::RightShift) => self.is_long = true,
            InputEvent::KeyUp(KeyCode::LeftShift | KeyCode::RightShift) => self.is_long = false,
            InputEvent::KeyDown(key) | InputEvent::KeyRepeated(key) if direction_of(key) != Vec2::ZERO => {
                let by = if self.is_long { LONG_STEP } else { STEP };
                let to = (at + by * direction_of(key)).clamp(Vec2::ZERO, viewport - 1.0);
                self.at = Some(to);
                return Some(vec![if self.is_down {
                    InputEvent::TouchMoved(FINGER, to)
                } else {
                    InputEvent::MouseMoved(to)
                }]);
            }
            InputEvent::KeyDown(KeyCode::Enter) => {
                self.is_down = true;
                return Some(vec![InputEvent::TouchDown(FINGER, at)]);
            }
            InputEvent::KeyUp(KeyCode::Enter) if std::mem::take(&mut self.is_down) => {
                return Some(vec![InputEvent::TouchUp(FINGER, at), InputEvent::MouseMoved(at)]);
            }
            InputEvent::KeyRepeated(KeyCode::Enter) => return Some(Vec::new()),
            InputEvent::KeyDown(KeyCode::Escape) => return Some(self.put_away()),
            InputEvent::KeyDown(KeyCode::Tab) | InputEvent::FocusLost => {
                let mut events = self.put_away();
                events.push(event);
                return Some(events);
            }
            _ => {}
        }
        None
    }

    fn put_away(&mut self) -> Vec<InputEvent> {
        let lost = self.is_down.then_some(InputEvent::TouchLost(FINGER));
        *self = KeyPointer::default();
        lost.into_iter().collect()
    }

    /// Draws it over everything, light with a dark rim, so that it is seen on any ground.
    pub fn draw(&self) {
        let Some(at) = self.at else { return };
        let radius = if self.is_down { 9.0 } else { 13.0 };
        for (width, color) in [(5.0, DARK.panel), (2.0, LIGHT.panel)] {
            draw_ring(at, radius, width, color);
            for side in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
                draw_stroke(at + 4.0 * side, at + (radius + 6.0) * side, width, color);
            }
        }
    }
}

/// The direction of an arrow key; zero of another key.
fn direction_of(key: KeyCode) -> Vec2 {
    match key {
        KeyCode::Up => Vec2::NEG_Y,
        KeyCode::Down => Vec2::Y,
        KeyCode::Left => Vec2::NEG_X,
        KeyCode::Right => Vec2::X,
        _ => Vec2::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    const WINDOW: Vec2 = Vec2::new(800.0, 600.0);

    fn key(pointer: &mut KeyPointer, key: KeyCode) -> Option<Vec<InputEvent>> {
        pointer.take(InputEvent::KeyDown(key), WINDOW)
    }

    #[test]
    fn keys_click_and_drag() {
        let mut pointer = KeyPointer::default();
        assert_eq!(key(&mut pointer, KeyCode::Enter), None, "without the pointer Enter is for others");
        pointer.toggle(WINDOW);
        let (middle, right) = (vec2(400.0, 300.0), vec2(408.0, 300.0));
        assert_eq!(key(&mut pointer, KeyCode::Right), Some(vec![InputEvent::MouseMoved(right)]));
        assert_eq!(key(&mut pointer, KeyCode::Enter), Some(vec![InputEvent::TouchDown(FINGER, right)]));
        assert_eq!(key(&mut pointer, KeyCode::Left), Some(vec![InputEvent::TouchMoved(FINGER, middle)]));
        let let_go = pointer.take(InputEvent::KeyUp(KeyCode::Enter), WINDOW);
        assert_eq!(let_go, Some(vec![InputEvent::TouchUp(FINGER, middle), InputEvent::MouseMoved(middle)]));
        assert_eq!(key(&mut pointer, KeyCode::Space), None, "other keys do what they do");
        assert_eq!(key(&mut pointer, KeyCode::Escape), Some(vec![]));
        assert_eq!(key(&mut pointer, KeyCode::Right), None);
    }

    #[test]
    fn it_stays_in_the_window_and_lets_go_when_it_is_put_away() {
        let mut pointer = KeyPointer::default();
        pointer.toggle(WINDOW);
        assert_eq!(key(&mut pointer, KeyCode::LeftShift), None);
        for _ in 0..30 {
            key(&mut pointer, KeyCode::Up);
        }
        assert_eq!(key(&mut pointer, KeyCode::Up), Some(vec![InputEvent::MouseMoved(vec2(400.0, 0.0))]));
        key(&mut pointer, KeyCode::Enter);
        let tab = InputEvent::KeyDown(KeyCode::Tab);
        assert_eq!(key(&mut pointer, KeyCode::Tab), Some(vec![InputEvent::TouchLost(FINGER), tab]));
    }
}
