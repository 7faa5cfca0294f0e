//! What comes from the mouse, the keyboard and fingers.

use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};

/// How much one notch of the wheel zooms.
pub const WHEEL_ZOOM: f32 = 1.15;

/// By which factor a turn of the wheel in a direction zooms, however far it was; `None` if it was not turned.
pub fn zoom_of_wheel(direction: f32) -> Option<f32> {
    (direction != 0.0).then_some(if direction > 0.0 { WHEEL_ZOOM } else { 1.0 / WHEEL_ZOOM })
}

/// Something that came from the mouse, the keyboard or a finger. Positions in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputEvent {
    MouseDown(MouseButton, Vec2),
    MouseUp(MouseButton, Vec2),
    MouseMoved(Vec2),
    /// The direction of the wheel: 1 away from the user, -1 towards.
    Wheel(f32),
    KeyDown(KeyCode),
    /// A held key does again what it did.
    KeyRepeated(KeyCode),
    /// A key with Control or Cmd.
    Shortcut(KeyCode),
    /// A held key with Control or Cmd does again what it did.
    ShortcutRepeated(KeyCode),
    /// A letter, as the keyboard's layout has it.
    Typed(char),
    KeyUp(KeyCode),
    TouchDown(u64, Vec2),
    TouchMoved(u64, Vec2),
    TouchUp(u64, Vec2),
    /// A touch was taken away by the system.
    TouchLost(u64),
    /// The window lost its input: no button and no key counts as held any more.
    FocusLost,
}
