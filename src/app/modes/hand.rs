//! Input over a map that is drawn on becomes intents: what is a press, a drag, a pinch. The lab and the edit mode share it.

use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};

use crate::app::modes::keys::KeyMap;
use crate::app::ui::event::{Event, zoom_of_wheel};
use crate::app::ui::hit_areas::{HitAreas, Request, TAP_SLACK};
use crate::app::ui::pinch::Pinch;

/// What the player wants in a mode whose widgets ask for `P` and whose keys ask for `A`. Positions in logical pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent<P, A> {
    /// A widget asks for something.
    Widget(Request<P>),
    /// A key was pressed.
    Do(A),
    /// Take hold of what is there, or begin a stroke.
    Press(Vec2),
    /// Go on with it.
    Drag(Vec2),
    /// Let go.
    Release,
    Pan(Vec2),
    Zoom {
        at: Vec2,
        factor: f32,
    },
    /// Control or Cmd with a key that no widget has a use for.
    Shortcut(KeyCode),
}

/// Makes intents of an event. Widgets come first; what they do not take is meant for the map. `keys` are those that hold.
pub fn take<P: Clone + PartialEq, A: KeyAction>(
    hit_areas: &mut HitAreas<P>,
    input: &mut Input<A>,
    event: Event,
    keys: &KeyMap<A>,
) -> Vec<Intent<P, A>> {
    if let Some(requests) = hit_areas.take(event, input.is_fast()) {
        return requests.into_iter().map(Intent::Widget).collect();
    }
    let mut intents = Vec::new();
    input.take(event, keys, &mut intents);
    intents
}

/// The direction in which keys move the map that are held for these actions; those that do are given as up, left, down and
/// right.
pub fn direction<A: PartialEq>(held: impl Iterator<Item = A>, [up, left, down, right]: [A; 4]) -> Vec2 {
    let keys = [(up, Vec2::Y), (left, Vec2::X), (down, Vec2::NEG_Y), (right, Vec2::NEG_X)];
    let along = |action: A| keys.iter().find(|(key, _)| *key == action).map_or(Vec2::ZERO, |(_, along)| *along);
    held.map(along).sum()
}

/// Makes intents of what has been held for `seconds`.
pub fn hold<P: Clone + PartialEq, A: KeyAction>(
    hit_areas: &mut HitAreas<P>,
    input: &mut Input<A>,
    button_is_down: fn(MouseButton) -> bool,
    seconds: f32,
) -> Vec<Intent<P, A>> {
    hit_areas.mouse_is_up(button_is_down);
    hit_areas.pass(seconds);
    let mut intents = Vec::new();
    input.mouse_is_up(button_is_down, &mut intents);
    intents
}

/// What a key of such a mode asks for.
pub trait KeyAction: Copy + PartialEq {
    /// Whether it goes on for as long as the key is held.
    fn is_held(self) -> bool;

    /// Whether it is done again and again while the key is held.
    fn repeats(self) -> bool;
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Gesture {
    /// A finger that may yet become one of two.
    Touched {
        from: Vec2,
    },
    Held,
    Pan,
}

/// The state between events.
#[derive(Clone, Debug)]
pub struct Input<A> {
    gesture: Option<Gesture>,
    /// The pointer: the mouse, or the one finger.
    pointer: Vec2,
    /// The button that began the gesture.
    button: Option<MouseButton>,
    /// The fingers that are down, two at most: the number of each, and where it last was.
    fingers: Vec<(u64, Vec2)>,
    /// The keys that are held, each with what it asked for when it was pressed.
    held: Vec<(KeyCode, Option<A>)>,
}

impl<A> Default for Input<A> {
    fn default() -> Input<A> {
        Input { gesture: None, pointer: Vec2::ZERO, button: None, fingers: Vec::new(), held: Vec::new() }
    }
}

impl<A: KeyAction> Input<A> {
    /// Whether Shift is held: a step of a number is to be several, and a press adds to what is selected.
    pub fn is_fast(&self) -> bool {
        self.held.iter().any(|(key, _)| matches!(key, KeyCode::LeftShift | KeyCode::RightShift))
    }

    /// The held keys' actions that go on while they are held.
    pub fn held_actions(&self) -> impl Iterator<Item = A> {
        self.held.iter().filter_map(|(_, action)| *action).filter(|action| action.is_held())
    }

    /// Ends a gesture of the mouse whose button went up where the window could not see it.
    pub fn mouse_is_up<P>(&mut self, button_is_down: impl Fn(MouseButton) -> bool, intents: &mut Vec<Intent<P, A>>) {
        if self.button.is_some_and(|button| !button_is_down(button)) {
            self.finish(intents);
        }
    }

    /// Takes an event in; `keys` are those that hold.
    pub fn take<P>(&mut self, event: Event, keys: &KeyMap<A>, intents: &mut Vec<Intent<P, A>>) {
        match event {
            Event::MouseDown(button, at) => self.mouse_down(button, at, intents),
            Event::MouseUp(button, at) => {
                self.move_to(at, intents);
                if self.button == Some(button) {
                    self.finish(intents);
                }
            }
            Event::MouseMoved(at) => self.move_to(at, intents),
            Event::Wheel(direction) => {
                let zoom = |factor| Intent::Zoom { at: self.pointer, factor };
                intents.extend(zoom_of_wheel(direction).map(zoom));
            }
            Event::KeyDown(key) => {
                let action = keys.action_of(key);
                if self.held.iter().all(|(held, _)| *held != key) {
                    self.held.push((key, action));
                }
                intents.extend(action.map(Intent::Do));
            }
            Event::KeyRepeated(key) => {
                let action = keys.action_of(key);
                intents.extend(action.filter(|action| action.repeats()).map(Intent::Do));
            }
            Event::KeyUp(key) => self.held.retain(|(held, _)| *held != key),
            Event::Shortcut(key) => intents.push(Intent::Shortcut(key)),
            Event::Typed(_) => {}
            Event::TouchDown(id, at) => self.touch_down(id, at, intents),
            Event::TouchMoved(id, at) => self.touch_moved(id, at, intents),
            Event::TouchUp(id, _) | Event::TouchLost(id) => self.touch_up(id, intents),
            Event::FocusLost => {
                self.held.clear();
                self.fingers.clear();
                self.finish(intents);
            }
        }
    }

    fn mouse_down<P>(&mut self, button: MouseButton, at: Vec2, intents: &mut Vec<Intent<P, A>>) {
        if self.gesture.is_some() {
            return;
        }
        (self.pointer, self.button) = (at, Some(button));
        if button == MouseButton::Left {
            self.gesture = Some(Gesture::Held);
            intents.push(Intent::Press(at));
        } else {
            self.gesture = Some(Gesture::Pan);
        }
    }

    fn move_to<P>(&mut self, at: Vec2, intents: &mut Vec<Intent<P, A>>) {
        let by = at - std::mem::replace(&mut self.pointer, at);
        match self.gesture {
            Some(Gesture::Touched { from }) if from.distance(at) > TAP_SLACK => {
                self.gesture = Some(Gesture::Held);
                intents.extend([Intent::Press(from), Intent::Drag(at)]);
            }
            Some(Gesture::Held) if by != Vec2::ZERO => intents.push(Intent::Drag(at)),
            Some(Gesture::Pan) if by != Vec2::ZERO => intents.push(Intent::Pan(by)),
            _ => {}
        }
    }

    fn finish<P>(&mut self, intents: &mut Vec<Intent<P, A>>) {
        self.button = None;
        match self.gesture.take() {
            Some(Gesture::Touched { from }) => intents.extend([Intent::Press(from), Intent::Release]),
            Some(Gesture::Held) => intents.push(Intent::Release),
            Some(Gesture::Pan) | None => {}
        }
    }

    fn touch_down<P>(&mut self, id: u64, at: Vec2, intents: &mut Vec<Intent<P, A>>) {
        if self.fingers.len() == 2 {
            return;
        }
        self.fingers.push((id, at));
        if self.fingers.len() == 1 {
            self.pointer = at;
            self.gesture = Some(Gesture::Touched { from: at });
        } else if self.gesture.take() == Some(Gesture::Held) {
            intents.push(Intent::Release);
        }
    }

    fn touch_moved<P>(&mut self, id: u64, at: Vec2, intents: &mut Vec<Intent<P, A>>) {
        let before = self.fingers.clone();
        let Some(finger) = self.fingers.iter_mut().find(|(number, _)| *number == id) else { return };
        finger.1 = at;
        match (&before[..], &self.fingers[..]) {
            (&[one, other], &[one_now, other_now]) => {
                let (before, now) = (Pinch { fingers: [one, other] }, Pinch { fingers: [one_now, other_now] });
                let factor = now.spread() / before.spread();
                intents
                    .extend([Intent::Pan(now.middle() - before.middle()), Intent::Zoom { at: now.middle(), factor }]);
            }
            // Of two fingers the one that stays does nothing.
            _ if self.gesture.is_some() => self.move_to(at, intents),
            _ => {}
        }
    }

    fn touch_up<P>(&mut self, id: u64, intents: &mut Vec<Intent<P, A>>) {
        let count = self.fingers.len();
        self.fingers.retain(|(number, _)| *number != id);
        if count == 1 && self.fingers.is_empty() {
            self.finish(intents);
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::app::modes::changed_keys::Keys;
    use crate::app::modes::lab::keys::LabAction;

    type Intent = super::Intent<(), LabAction>;

    fn intents_of(events: &[Event]) -> Vec<Intent> {
        let (mut input, mut intents) = (Input::default(), Vec::new());
        let keys = Keys::default().in_lab();
        events.iter().for_each(|event| input.take(*event, &keys, &mut intents));
        intents
    }

    #[test]
    fn a_press_of_the_mouse_acts_at_once() {
        let (from, to) = (vec2(10.0, 10.0), vec2(12.0, 10.0));
        let events =
            [Event::MouseDown(MouseButton::Left, from), Event::MouseMoved(to), Event::MouseUp(MouseButton::Left, to)];
        assert_eq!(intents_of(&events), [Intent::Press(from), Intent::Drag(to), Intent::Release]);
    }

    #[test]
    fn a_finger_acts_once_it_is_clear_that_it_is_one() {
        let (from, to) = (vec2(10.0, 10.0), vec2(60.0, 10.0));
        assert_eq!(intents_of(&[Event::TouchDown(1, from)]), []);
        assert_eq!(
            intents_of(&[Event::TouchDown(1, from), Event::TouchUp(1, from)]),
            [Intent::Press(from), Intent::Release]
        );
        let drag = [Event::TouchDown(1, from), Event::TouchMoved(1, to), Event::TouchUp(1, to)];
        assert_eq!(intents_of(&drag), [Intent::Press(from), Intent::Drag(to), Intent::Release]);
    }

    #[test]
    fn two_fingers_move_and_zoom_and_draw_nothing() {
        let (one, other, further) = (vec2(100.0, 100.0), vec2(200.0, 100.0), vec2(300.0, 100.0));
        let events = [
            Event::TouchDown(1, one),
            Event::TouchDown(2, other),
            Event::TouchMoved(2, further),
            Event::TouchUp(2, further),
            Event::TouchMoved(1, vec2(150.0, 150.0)),
            Event::TouchUp(1, one),
        ];
        let expected = [Intent::Pan(vec2(50.0, 0.0)), Intent::Zoom { at: vec2(200.0, 100.0), factor: 2.0 }];
        assert_eq!(intents_of(&events), expected);
    }
}
