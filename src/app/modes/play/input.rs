//! Input over the map becomes actions: what is a click, a drag, a pinch, and what it was done to.
//!
//! Knows neither the world nor the window, so that a script and a test can feed it as well as a
//! mouse: it is given the events that no widget took, and a way to ask what lies under a place.

#[cfg(test)]
mod tests;

use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};

use crate::app::modes::actions::Action;
use crate::app::modes::held_keys::HeldKeys;
use crate::app::modes::keys::KeyMap;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::under::Under;
use crate::app::ui::event::{InputEvent, zoom_of_wheel};
use crate::app::ui::hit_areas::{CLICK_SLACK, TAP_SLACK};
use crate::app::ui::pinch::Pinch;

/// What the pointer is in the middle of.
#[derive(Clone, Debug, PartialEq, Default)]
enum Gesture {
    #[default]
    None,
    /// Pressed and not yet moved far: may become a click or any drag.
    Pressed {
        from: Vec2,
        under: Under,
        secondary: bool,
    },
    Box {
        from: Vec2,
    },
    /// Something goes along that was taken at a place.
    Thing {
        from: Vec2,
    },
    Brush,
    Pan,
    Minimap,
}

/// The state between events.
#[derive(Clone, Debug, Default)]
pub struct Input {
    gesture: Gesture,
    /// What was dragged last.
    thing: Under,
    /// The pointer: the mouse, or the one finger.
    pointer: Vec2,
    /// The finger that acts as the pointer.
    finger: Option<u64>,
    pinch: Option<Pinch>,
    /// The button that began the gesture.
    button: Option<MouseButton>,
    /// Whether the button that stands for Shift is pressed in.
    add_is_on: bool,
    held: HeldKeys,
}

impl Input {
    /// Where the pointer is or last was.
    pub fn pointer(&self) -> Vec2 {
        self.pointer
    }

    /// What is dragged, or was last.
    pub fn thing(&self) -> &Under {
        &self.thing
    }

    /// Whether a click adds to what is selected or queued instead of taking its place.
    pub fn adds(&self) -> bool {
        self.held.with_shift() || self.add_is_on
    }

    /// Presses the button that stands for Shift in, or lets it out.
    pub fn toggle_add(&mut self) {
        self.add_is_on = !self.add_is_on;
    }

    /// The corners of the selection box that is being drawn.
    pub fn selection_box(&self) -> Option<(Vec2, Vec2)> {
        match self.gesture {
            Gesture::Box { from } => Some((from, self.pointer)),
            _ => None,
        }
    }

    /// In which direction the held keys move the map.
    pub fn direction(&self) -> Vec2 {
        self.held.direction()
    }

    /// Ends a mouse gesture whose button went up where the window could not see it.
    pub fn mouse_is_up(&mut self, button_is_down: impl Fn(MouseButton) -> bool) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.button.is_some_and(|button| !button_is_down(button)) {
            self.finish(false, &mut actions);
        }
        actions
    }

    /// Takes in an event that no widget took, and gives what is asked for by it; `keys` are those that hold, `under` tells what
    /// lies under a place, `brush` whether the brush is out.
    pub fn take(
        &mut self,
        event: InputEvent,
        keys: &KeyMap,
        brush: bool,
        under: &dyn Fn(Vec2) -> Under,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        match event {
            InputEvent::MouseDown(button, at) => self.mouse_down(button, at, brush, under, &mut actions),
            InputEvent::MouseUp(button, at) => {
                self.move_pointer(at, &mut actions);
                if self.button == Some(button) {
                    self.finish(true, &mut actions);
                }
            }
            InputEvent::MouseMoved(at) => self.move_pointer(at, &mut actions),
            InputEvent::Wheel(direction) => {
                let zoom = |factor| Action::Zoom { at: self.pointer, factor };
                actions.extend(zoom_of_wheel(direction).map(zoom));
            }
            InputEvent::KeyDown(key) => actions.extend(self.held.press(key, keys)),
            InputEvent::KeyUp(key) => self.held.release(key),
            // In a list a held arrow goes on; for the map it counts as held.
            InputEvent::KeyRepeated(key @ (KeyCode::Up | KeyCode::Down)) => {
                actions.extend(keys.action_of(key));
            }
            InputEvent::Shortcut(key) => actions.extend(keys.shortcut(key, self.held.with_shift())),
            InputEvent::ShortcutRepeated(key) => {
                let action = keys.shortcut(key, self.held.with_shift());
                actions.extend(action.filter(|action| action.repeats()));
            }
            InputEvent::KeyRepeated(_) | InputEvent::Typed(_) => {}
            InputEvent::TouchDown(id, at) => self.touch_down(id, at, brush, under, &mut actions),
            InputEvent::TouchMoved(id, at) => self.touch_moved(id, at, &mut actions),
            InputEvent::TouchUp(id, at) => self.touch_up(id, Some(at), &mut actions),
            InputEvent::TouchLost(id) => self.touch_up(id, None, &mut actions),
            InputEvent::FocusLost => {
                self.held.clear();
                self.pinch = None;
                self.finger = None;
                self.finish(false, &mut actions);
            }
        }
        actions
    }

    fn mouse_down(
        &mut self,
        button: MouseButton,
        at: Vec2,
        brush: bool,
        under: &dyn Fn(Vec2) -> Under,
        actions: &mut Vec<Action>,
    ) {
        if self.gesture != Gesture::None {
            return;
        }
        self.pointer = at;
        self.button = Some(button);
        match button {
            MouseButton::Middle => self.gesture = Gesture::Pan,
            MouseButton::Left => self.press(at, under(at), false, brush, actions),
            MouseButton::Right => self.press(at, under(at), true, false, actions),
            MouseButton::Unknown => self.button = None,
        }
    }

    fn press(&mut self, at: Vec2, under: Under, secondary: bool, brush: bool, actions: &mut Vec<Action>) {
        if under == Under::Minimap {
            self.gesture = Gesture::Minimap;
            actions.push(Action::Play(PlayAction::LookAt(at)));
        } else if brush {
            self.gesture = Gesture::Brush;
            actions.push(Action::Press(at));
        } else {
            self.gesture = Gesture::Pressed { from: at, under, secondary };
        }
    }

    /// The pointer went to `at`; a press that has wandered becomes a drag.
    fn move_pointer(&mut self, at: Vec2, actions: &mut Vec<Action>) {
        let slack = if self.finger.is_some() { TAP_SLACK } else { CLICK_SLACK };
        if let Gesture::Pressed { from, under, secondary } = &self.gesture
            && from.distance(at) > slack
        {
            let from = *from;
            self.gesture = if *secondary {
                Gesture::Pan
            } else if under.can_be_dragged() {
                self.thing = under.clone();
                Gesture::Thing { from }
            } else if self.finger.is_some() && *under == Under::BareGround {
                Gesture::Pan
            } else {
                Gesture::Box { from }
            };
        }
        let delta = at - self.pointer;
        self.pointer = at;
        match &self.gesture {
            _ if delta == Vec2::ZERO => {}
            Gesture::Thing { from } => {
                actions.push(Action::Play(PlayAction::DragThing { from: *from, to: at, dropped: false }));
            }
            Gesture::Brush => actions.push(Action::Drag(at)),
            Gesture::Pan => actions.push(Action::PanBy(delta)),
            Gesture::Minimap => actions.push(Action::Play(PlayAction::LookAt(at))),
            Gesture::None | Gesture::Pressed { .. } | Gesture::Box { .. } => {}
        }
    }

    /// Ends the gesture where the pointer is; `released`: by the user, not by a loss of input.
    fn finish(&mut self, released: bool, actions: &mut Vec<Action>) {
        self.button = None;
        let at = self.pointer;
        match std::mem::take(&mut self.gesture) {
            Gesture::Pressed { under, secondary, .. } if released => self.click(at, under, secondary, actions),
            Gesture::Box { from } => {
                actions.push(Action::Play(PlayAction::SelectBox { from, to: at, add: self.adds() }))
            }
            Gesture::Thing { from } => {
                actions.push(Action::Play(PlayAction::DragThing { from, to: at, dropped: true }));
            }
            Gesture::Brush => actions.push(Action::Release),
            Gesture::None | Gesture::Pressed { .. } | Gesture::Pan | Gesture::Minimap => {}
        }
    }

    fn click(&mut self, at: Vec2, under: Under, secondary: bool, actions: &mut Vec<Action>) {
        match under {
            Under::Agent { agent, .. } if !secondary => {
                actions.push(Action::Play(PlayAction::Select { agent, toggle: self.adds() }));
            }
            Under::Agent { agent, .. } => {
                actions.push(Action::Play(PlayAction::FollowAgent { agent, afterwards: self.adds() }))
            }
            Under::Goal(_)
            | Under::Start(_)
            | Under::Obstacle(_)
            | Under::Minimap
            | Under::Ground
            | Under::BareGround => actions.push(Action::Play(PlayAction::Send { at, afterwards: self.adds() })),
        }
    }

    fn touch_down(&mut self, id: u64, at: Vec2, brush: bool, under: &dyn Fn(Vec2) -> Under, actions: &mut Vec<Action>) {
        match self.finger {
            None if self.pinch.is_none() => {
                self.finger = Some(id);
                self.pointer = at;
                self.press(at, under(at), false, brush, actions);
            }
            Some(first) if first != id => {
                let from = self.pointer;
                if self.gesture == Gesture::Brush {
                    actions.push(Action::Release);
                }
                self.gesture = Gesture::None;
                self.finger = None;
                self.pinch = Some(Pinch { fingers: [(first, from), (id, at)] });
            }
            _ => {}
        }
    }

    fn touch_moved(&mut self, id: u64, at: Vec2, actions: &mut Vec<Action>) {
        if self.finger == Some(id) {
            self.move_pointer(at, actions);
        } else if let Some(pinch) = &mut self.pinch {
            let (before, spread) = (pinch.middle(), pinch.spread());
            let Some(finger) = pinch.fingers.iter_mut().find(|(number, _)| *number == id) else { return };
            finger.1 = at;
            actions.push(Action::PanBy(pinch.middle() - before));
            actions.push(Action::Zoom { at: pinch.middle(), factor: pinch.spread() / spread });
        }
    }

    fn touch_up(&mut self, id: u64, at: Option<Vec2>, actions: &mut Vec<Action>) {
        if self.finger == Some(id) {
            if let Some(at) = at {
                self.move_pointer(at, actions);
            }
            self.finish(at.is_some(), actions);
            self.finger = None;
        } else if self.pinch.is_some_and(|pinch| pinch.fingers.iter().any(|(number, _)| *number == id)) {
            self.pinch = None;
        }
    }
}
