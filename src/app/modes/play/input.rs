//! Input over the map becomes intents: what is a click, a drag, a pinch, and what it was done to.
//!
//! Knows neither the world nor the window, so that a script and a test can feed it as well as a
//! mouse: it is given the events that no widget took, and a way to ask what lies under a place.

#[cfg(test)]
mod tests;

use footpath::agent::AgentId;
use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};

use crate::app::modes::keys::{Action, KeyMap};
use crate::app::modes::play::intent::{Intent, Under};
use crate::app::ui::event::{Event, zoom_of_wheel};
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
    Goal {
        agents: Vec<AgentId>,
    },
    Start {
        flag: usize,
    },
    Obstacle {
        obstacle: String,
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
    /// The pointer: the mouse, or the one finger.
    pointer: Vec2,
    /// The finger that acts as the pointer.
    finger: Option<u64>,
    pinch: Option<Pinch>,
    /// The button that began the gesture.
    button: Option<MouseButton>,
    shift: bool,
    /// Whether the button that stands for Shift is pressed in.
    add_is_on: bool,
    /// The keys that are held, each with what it asked for when it was pressed.
    held: Vec<(KeyCode, Option<Action>)>,
}

impl Input {
    /// Where the pointer is or last was.
    pub fn pointer(&self) -> Vec2 {
        self.pointer
    }

    /// Whether a click adds to what is selected or queued instead of taking its place.
    pub fn adds(&self) -> bool {
        self.shift || self.add_is_on
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

    /// The held keys' actions that go on while they are held.
    pub fn held_actions(&self) -> impl Iterator<Item = Action> {
        self.held.iter().filter_map(|(_, action)| *action).filter(|action| action.is_held())
    }

    /// Ends a mouse gesture whose button went up where the window could not see it.
    pub fn mouse_is_up(&mut self, button_is_down: impl Fn(MouseButton) -> bool, intents: &mut Vec<Intent>) {
        if let Some(button) = self.button
            && !button_is_down(button)
        {
            self.finish(false, intents);
        }
    }

    /// Takes an event in; `keys` are those that hold, `under` tells what lies under a place, `brush` whether the brush is out.
    pub fn take(
        &mut self,
        event: Event,
        keys: &KeyMap<Action>,
        brush: bool,
        under: &dyn Fn(Vec2) -> Under,
        intents: &mut Vec<Intent>,
    ) {
        match event {
            Event::MouseDown(button, at) => self.mouse_down(button, at, brush, under, intents),
            Event::MouseUp(button, at) => {
                self.move_pointer(at, intents);
                if self.button == Some(button) {
                    self.finish(true, intents);
                }
            }
            Event::MouseMoved(at) => self.move_pointer(at, intents),
            Event::Wheel(direction) => {
                let zoom = |factor| Intent::Zoom { at: self.pointer, factor };
                intents.extend(zoom_of_wheel(direction).map(zoom));
            }
            Event::KeyDown(key) => self.key_down(key, keys, intents),
            Event::KeyUp(key) => self.key_up(key),
            // In a list a held arrow goes on; for the map it counts as held.
            Event::KeyRepeated(key @ (KeyCode::Up | KeyCode::Down)) => {
                intents.extend(keys.action_of(key).map(Intent::Do));
            }
            Event::Shortcut(KeyCode::Z) => intents.push(if self.shift { Intent::Redo } else { Intent::Undo }),
            Event::Shortcut(KeyCode::Y) => intents.push(Intent::Redo),
            Event::Shortcut(KeyCode::A) => intents.push(Intent::SelectAll),
            Event::KeyRepeated(_) | Event::Shortcut(_) | Event::Typed(_) => {}
            Event::TouchDown(id, at) => self.touch_down(id, at, brush, under, intents),
            Event::TouchMoved(id, at) => self.touch_moved(id, at, intents),
            Event::TouchUp(id, at) => self.touch_up(id, Some(at), intents),
            Event::TouchLost(id) => self.touch_up(id, None, intents),
            Event::FocusLost => {
                self.held.clear();
                self.shift = false;
                self.pinch = None;
                self.finger = None;
                self.finish(false, intents);
            }
        }
    }

    fn mouse_down(
        &mut self,
        button: MouseButton,
        at: Vec2,
        brush: bool,
        under: &dyn Fn(Vec2) -> Under,
        intents: &mut Vec<Intent>,
    ) {
        if self.gesture != Gesture::None {
            return;
        }
        self.pointer = at;
        self.button = Some(button);
        match button {
            MouseButton::Middle => self.gesture = Gesture::Pan,
            MouseButton::Left => self.press(at, under(at), false, brush, intents),
            MouseButton::Right => self.press(at, under(at), true, false, intents),
            MouseButton::Unknown => self.button = None,
        }
    }

    fn press(&mut self, at: Vec2, under: Under, secondary: bool, brush: bool, intents: &mut Vec<Intent>) {
        if under == Under::Minimap {
            self.gesture = Gesture::Minimap;
            intents.push(Intent::LookAt(at));
        } else if brush {
            self.gesture = Gesture::Brush;
            intents.push(Intent::BrushDown(at));
        } else {
            self.gesture = Gesture::Pressed { from: at, under, secondary };
        }
    }

    /// The pointer went to `at`; a press that has wandered becomes a drag.
    fn move_pointer(&mut self, at: Vec2, intents: &mut Vec<Intent>) {
        let slack = if self.finger.is_some() { TAP_SLACK } else { CLICK_SLACK };
        if let Gesture::Pressed { from, under, secondary } = &self.gesture
            && from.distance(at) > slack
        {
            self.gesture = match under {
                _ if *secondary => Gesture::Pan,
                Under::Goal(agents) | Under::Agent { goal_of: agents, .. } if !agents.is_empty() => {
                    Gesture::Goal { agents: agents.clone() }
                }
                Under::Start(flag) | Under::Agent { start: Some(flag), .. } => Gesture::Start { flag: *flag },
                Under::Obstacle(obstacle) => Gesture::Obstacle { obstacle: obstacle.clone(), from: *from },
                Under::Goal(_) | Under::Agent { .. } | Under::Minimap | Under::Ground => Gesture::Box { from: *from },
            };
        }
        let delta = at - self.pointer;
        self.pointer = at;
        match &self.gesture {
            _ if delta == Vec2::ZERO => {}
            Gesture::Goal { agents } => {
                intents.push(Intent::MoveGoal { agents: agents.clone(), to: at, dropped: false })
            }
            Gesture::Start { flag } => intents.push(Intent::MoveStart { flag: *flag, to: at, dropped: false }),
            Gesture::Obstacle { obstacle, from } => {
                let (obstacle, from) = (obstacle.clone(), *from);
                intents.push(Intent::MoveObstacle { obstacle, from, to: at, dropped: false });
            }
            Gesture::Brush => intents.push(Intent::BrushTo(at)),
            Gesture::Pan => intents.push(Intent::Pan(delta)),
            Gesture::Minimap => intents.push(Intent::LookAt(at)),
            Gesture::None | Gesture::Pressed { .. } | Gesture::Box { .. } => {}
        }
    }

    /// Ends the gesture where the pointer is; `released`: by the user, not by a loss of input.
    fn finish(&mut self, released: bool, intents: &mut Vec<Intent>) {
        self.button = None;
        let at = self.pointer;
        match std::mem::take(&mut self.gesture) {
            Gesture::Pressed { under, secondary, .. } if released => self.click(at, under, secondary, intents),
            Gesture::Box { from } => intents.push(Intent::SelectBox { from, to: at, add: self.adds() }),
            Gesture::Goal { agents } => intents.push(Intent::MoveGoal { agents, to: at, dropped: true }),
            Gesture::Start { flag } => intents.push(Intent::MoveStart { flag, to: at, dropped: true }),
            Gesture::Obstacle { obstacle, from } => {
                intents.push(Intent::MoveObstacle { obstacle, from, to: at, dropped: true });
            }
            Gesture::Brush => intents.push(Intent::BrushUp),
            Gesture::None | Gesture::Pressed { .. } | Gesture::Pan | Gesture::Minimap => {}
        }
    }

    fn click(&mut self, at: Vec2, under: Under, secondary: bool, intents: &mut Vec<Intent>) {
        match under {
            Under::Agent { agent, .. } if !secondary => {
                intents.push(Intent::Select { agent, toggle: self.adds() });
            }
            Under::Agent { agent, .. } => intents.push(Intent::Follow { agent, afterwards: self.adds() }),
            Under::Goal(_) | Under::Start(_) | Under::Obstacle(_) | Under::Minimap | Under::Ground => {
                intents.push(Intent::Send { at, afterwards: self.adds() })
            }
        }
    }

    fn key_down(&mut self, key: KeyCode, keys: &KeyMap<Action>, intents: &mut Vec<Intent>) {
        if matches!(key, KeyCode::LeftShift | KeyCode::RightShift) {
            self.shift = true;
        }
        let action = keys.action_of(key);
        if self.held.iter().all(|(held, _)| *held != key) {
            self.held.push((key, action));
        }
        intents.extend(action.map(Intent::Do));
    }

    fn key_up(&mut self, key: KeyCode) {
        self.held.retain(|(held, _)| *held != key);
        self.shift = self.held.iter().any(|(held, _)| matches!(held, KeyCode::LeftShift | KeyCode::RightShift));
    }

    fn touch_down(&mut self, id: u64, at: Vec2, brush: bool, under: &dyn Fn(Vec2) -> Under, intents: &mut Vec<Intent>) {
        match self.finger {
            None if self.pinch.is_none() => {
                self.finger = Some(id);
                self.pointer = at;
                self.press(at, under(at), false, brush, intents);
            }
            Some(first) if first != id => {
                let from = self.pointer;
                if self.gesture == Gesture::Brush {
                    intents.push(Intent::BrushUp);
                }
                self.gesture = Gesture::None;
                self.finger = None;
                self.pinch = Some(Pinch { fingers: [(first, from), (id, at)] });
            }
            _ => {}
        }
    }

    fn touch_moved(&mut self, id: u64, at: Vec2, intents: &mut Vec<Intent>) {
        if self.finger == Some(id) {
            self.move_pointer(at, intents);
        } else if let Some(pinch) = &mut self.pinch {
            let (before, spread) = (pinch.middle(), pinch.spread());
            let Some(finger) = pinch.fingers.iter_mut().find(|(number, _)| *number == id) else { return };
            finger.1 = at;
            intents.push(Intent::Pan(pinch.middle() - before));
            intents.push(Intent::Zoom { at: pinch.middle(), factor: pinch.spread() / spread });
        }
    }

    fn touch_up(&mut self, id: u64, at: Option<Vec2>, intents: &mut Vec<Intent>) {
        if self.finger == Some(id) {
            if let Some(at) = at {
                self.move_pointer(at, intents);
            }
            self.finish(at.is_some(), intents);
            self.finger = None;
        } else if self.pinch.is_some_and(|pinch| pinch.fingers.iter().any(|(number, _)| *number == id)) {
            self.pinch = None;
        }
    }
}
