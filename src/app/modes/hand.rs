//! Input over a map that is drawn on becomes actions: what is a press, a drag, a pinch. The lab and the edit mode share it.

use glam::Vec2;
use macroquad::input::MouseButton;

use crate::app::modes::actions::Action;
use crate::app::modes::held_keys::HeldKeys;
use crate::app::modes::keys::KeyMap;
use crate::app::ui::event::{InputEvent, zoom_of_wheel};
use crate::app::ui::hit_areas::TAP_SLACK;
use crate::app::ui::pinch::Pinch;

#[derive(Clone, Copy, Debug, PartialEq)]
enum CanvasGesture {
    /// A finger that may yet become one of two.
    Touched {
        from: Vec2,
    },
    Held,
    Pan,
}

/// The state between events.
#[derive(Clone, Debug, Default)]
pub struct CanvasInput {
    gesture: Option<CanvasGesture>,
    /// The pointer: the mouse, or the one finger.
    pointer: Vec2,
    /// The button that began the gesture.
    button: Option<MouseButton>,
    /// The fingers that are down, two at most: the number of each, and where it last was.
    fingers: Vec<(u64, Vec2)>,
    held: HeldKeys,
}

impl CanvasInput {
    /// Whether Shift is held: a step of a number is to be several, and a press adds to what is selected.
    pub fn is_fast(&self) -> bool {
        self.held.with_shift()
    }

    /// In which direction the held keys move the map.
    pub fn direction(&self) -> Vec2 {
        self.held.direction()
    }

    /// Ends a gesture of the mouse whose button went up where the window could not see it.
    pub fn mouse_is_up(&mut self, button_is_down: impl Fn(MouseButton) -> bool) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.button.is_some_and(|button| !button_is_down(button)) {
            self.finish(&mut actions);
        }
        actions
    }

    /// Takes in an event that no widget took, and gives what is asked for by it; `keys` are those that hold.
    pub fn take(&mut self, event: InputEvent, keys: &KeyMap) -> Vec<Action> {
        let mut actions = Vec::new();
        match event {
            InputEvent::MouseDown(button, at) => self.mouse_down(button, at, &mut actions),
            InputEvent::MouseUp(button, at) => {
                self.move_to(at, &mut actions);
                if self.button == Some(button) {
                    self.finish(&mut actions);
                }
            }
            InputEvent::MouseMoved(at) => self.move_to(at, &mut actions),
            InputEvent::Wheel(direction) => {
                let zoom = |factor| Action::Zoom { at: self.pointer, factor };
                actions.extend(zoom_of_wheel(direction).map(zoom));
            }
            InputEvent::KeyDown(key) => actions.extend(self.held.press(key, keys)),
            InputEvent::KeyRepeated(key) => actions.extend(keys.action_of(key).filter(|action| action.repeats())),
            InputEvent::KeyUp(key) => self.held.release(key),
            InputEvent::Shortcut(key) => actions.extend(keys.shortcut(key, self.is_fast())),
            InputEvent::ShortcutRepeated(key) => {
                actions.extend(keys.shortcut(key, self.is_fast()).filter(|action| action.repeats()));
            }
            InputEvent::Typed(_) => {}
            InputEvent::TouchDown(id, at) => self.touch_down(id, at, &mut actions),
            InputEvent::TouchMoved(id, at) => self.touch_moved(id, at, &mut actions),
            InputEvent::TouchUp(id, _) | InputEvent::TouchLost(id) => self.touch_up(id, &mut actions),
            InputEvent::FocusLost => {
                self.held.clear();
                self.fingers.clear();
                self.finish(&mut actions);
            }
        }
        actions
    }

    fn mouse_down(&mut self, button: MouseButton, at: Vec2, actions: &mut Vec<Action>) {
        if self.gesture.is_some() {
            return;
        }
        (self.pointer, self.button) = (at, Some(button));
        if button == MouseButton::Left {
            self.gesture = Some(CanvasGesture::Held);
            actions.push(Action::Press(at));
        } else {
            self.gesture = Some(CanvasGesture::Pan);
        }
    }

    fn move_to(&mut self, at: Vec2, actions: &mut Vec<Action>) {
        let by = at - std::mem::replace(&mut self.pointer, at);
        match self.gesture {
            Some(CanvasGesture::Touched { from }) if from.distance(at) > TAP_SLACK => {
                self.gesture = Some(CanvasGesture::Held);
                actions.extend([Action::Press(from), Action::Drag(at)]);
            }
            Some(CanvasGesture::Held) if by != Vec2::ZERO => actions.push(Action::Drag(at)),
            Some(CanvasGesture::Pan) if by != Vec2::ZERO => actions.push(Action::PanBy(by)),
            _ => {}
        }
    }

    fn finish(&mut self, actions: &mut Vec<Action>) {
        self.button = None;
        match self.gesture.take() {
            Some(CanvasGesture::Touched { from }) => actions.extend([Action::Press(from), Action::Release]),
            Some(CanvasGesture::Held) => actions.push(Action::Release),
            Some(CanvasGesture::Pan) | None => {}
        }
    }

    fn touch_down(&mut self, id: u64, at: Vec2, actions: &mut Vec<Action>) {
        if self.fingers.len() == 2 {
            return;
        }
        self.fingers.push((id, at));
        if self.fingers.len() == 1 {
            self.pointer = at;
            self.gesture = Some(CanvasGesture::Touched { from: at });
        } else if self.gesture.take() == Some(CanvasGesture::Held) {
            actions.push(Action::Release);
        }
    }

    fn touch_moved(&mut self, id: u64, at: Vec2, actions: &mut Vec<Action>) {
        let before = self.fingers.clone();
        let Some(finger) = self.fingers.iter_mut().find(|(number, _)| *number == id) else { return };
        finger.1 = at;
        match (&before[..], &self.fingers[..]) {
            (&[one, other], &[one_now, other_now]) => {
                let (before, now) = (Pinch { fingers: [one, other] }, Pinch { fingers: [one_now, other_now] });
                let factor = now.spread() / before.spread();
                actions
                    .extend([Action::PanBy(now.middle() - before.middle()), Action::Zoom { at: now.middle(), factor }]);
            }
            // Of two fingers the one that stays does nothing.
            _ if self.gesture.is_some() => self.move_to(at, actions),
            _ => {}
        }
    }

    fn touch_up(&mut self, id: u64, actions: &mut Vec<Action>) {
        let count = self.fingers.len();
        self.fingers.retain(|(number, _)| *number != id);
        if count == 1 && self.fingers.is_empty() {
            self.finish(actions);
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::app::modes::ModeName;
    use crate::app::modes::changed_keys::Keys;

    fn actions_of(events: &[InputEvent]) -> Vec<Action> {
        let (mut input, keys) = (CanvasInput::default(), Keys::default().of(ModeName::Lab));
        events.iter().flat_map(|event| input.take(*event, &keys)).collect()
    }

    #[test]
    fn a_press_of_the_mouse_acts_at_once() {
        let (from, to) = (vec2(10.0, 10.0), vec2(12.0, 10.0));
        let events = [
            InputEvent::MouseDown(MouseButton::Left, from),
            InputEvent::MouseMoved(to),
            InputEvent::MouseUp(MouseButton::Left, to),
        ];
        assert_eq!(actions_of(&events), [Action::Press(from), Action::Drag(to), Action::Release]);
    }

    #[test]
    fn a_finger_acts_once_it_is_clear_that_it_is_one() {
        let (from, to) = (vec2(10.0, 10.0), vec2(60.0, 10.0));
        assert_eq!(actions_of(&[InputEvent::TouchDown(1, from)]), []);
        assert_eq!(
            actions_of(&[InputEvent::TouchDown(1, from), InputEvent::TouchUp(1, from)]),
            [Action::Press(from), Action::Release]
        );
        let drag = [InputEvent::TouchDown(1, from), InputEvent::TouchMoved(1, to), InputEvent::TouchUp(1, to)];
        assert_eq!(actions_of(&drag), [Action::Press(from), Action::Drag(to), Action::Release]);
    }

    #[test]
    fn two_fingers_move_and_zoom_and_draw_nothing() {
        let (one, other, further) = (vec2(100.0, 100.0), vec2(200.0, 100.0), vec2(300.0, 100.0));
        let events = [
            InputEvent::TouchDown(1, one),
            InputEvent::TouchDown(2, other),
            InputEvent::TouchMoved(2, further),
            InputEvent::TouchUp(2, further),
            InputEvent::TouchMoved(1, vec2(150.0, 150.0)),
            InputEvent::TouchUp(1, one),
        ];
        let expected = [Action::PanBy(vec2(50.0, 0.0)), Action::Zoom { at: vec2(200.0, 100.0), factor: 2.0 }];
        assert_eq!(actions_of(&events), expected);
    }
}
