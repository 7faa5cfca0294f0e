//! Raw input becomes intents: what is a click, a drag, a pinch, and what it was done to.
//!
//! Knows neither the world nor the window, so that a script and a test can feed it as well as a
//! mouse: it is given events, and a way to ask what lies under a place.

use footpath::agent::AgentId;
use footpath::nav::Algorithm;
use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};

use crate::app::game::BakePress;
use crate::app::keys::{self, Action};
use crate::app::method::Setting;

/// How far, in logical pixels, a press may wander and still be a click.
const CLICK_SLACK: f32 = 6.0;

/// The same for a finger, which is less steady.
const TAP_SLACK: f32 = 12.0;

/// How much one notch of the wheel zooms.
const WHEEL_ZOOM: f32 = 1.15;

/// By how many steps a number goes at a time with Shift.
const FAST: i32 = 5;

/// Something that came from the mouse, the keyboard or a finger. Positions in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    MouseDown(MouseButton, Vec2),
    MouseUp(MouseButton, Vec2),
    MouseMoved(Vec2),
    /// The direction of the wheel: 1 away from the user, -1 towards.
    Wheel(f32),
    KeyDown(KeyCode),
    KeyUp(KeyCode),
    TouchDown(u64, Vec2),
    TouchMoved(u64, Vec2),
    TouchUp(u64, Vec2),
    /// A touch was taken away by the system.
    TouchLost(u64),
    /// The window lost its input: whatever was held is held no more.
    FocusLost,
}

/// What lies under a place of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Under {
    /// A part of the HUD that does something.
    Button(Press),
    /// A part of the HUD that only hides what is behind it.
    Panel,
    /// A track along which something can be dragged.
    Track,
    /// The marker of a goal, and whose goal it is.
    Goal(Vec<AgentId>),
    /// An agent; `goal_of`: on the marker of these agents' goal, which a drag moves.
    Agent { agent: AgentId, goal_of: Vec<AgentId> },
    /// An obstacle that can be moved, by its name.
    Obstacle(String),
    /// The map, or what is beyond it.
    Ground,
}

/// What a part of the HUD does when it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// The same as a key.
    Do(Action),
    /// Play the level at this place of the list.
    Play(usize),
    /// Hold Shift, as it were, until pressed again: for fingers.
    Add,
    /// Give a setting of the search its next value, or the one before.
    Turn(Setting, bool),
    /// Search by this algorithm.
    By(Algorithm),
    /// End the playing of a search.
    EndReplay,
    /// Something in the panel of baking.
    Bake(BakePress),
}

/// What the player wants. Positions in logical pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    Press(Press),
    /// Send the selected agents there; `afterwards`: when they have done what they are doing.
    Send {
        at: Vec2,
        afterwards: bool,
    },
    Select {
        agent: AgentId,
        toggle: bool,
    },
    SelectBox {
        from: Vec2,
        to: Vec2,
        add: bool,
    },
    /// The goal of these agents is dragged to here; `dropped`: and stays.
    MoveGoal {
        agents: Vec<AgentId>,
        to: Vec2,
        dropped: bool,
    },
    /// The obstacle of this name, which was taken at `from`, is dragged to here; `dropped`: and stays.
    MoveObstacle {
        obstacle: String,
        from: Vec2,
        to: Vec2,
        dropped: bool,
    },
    /// The brush touches the ground.
    BrushDown(Vec2),
    /// The brush moves on from where it last was.
    BrushTo(Vec2),
    BrushUp,
    Pan(Vec2),
    Zoom {
        at: Vec2,
        factor: f32,
    },
    /// Move what a panel shows by so many pixels.
    Scroll(f32),
    /// The knob on the track goes here.
    Slide(Vec2),
}

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
    Obstacle {
        obstacle: String,
        from: Vec2,
    },
    Brush,
    Pan,
    Scroll,
    Slide,
}

/// Two fingers: their numbers and where they last were.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pinch {
    fingers: [(u64, Vec2); 2],
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
    held: Vec<KeyCode>,
    /// Whether the last pointer was a finger, which hovers over nothing.
    touched: bool,
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

    /// Where the mouse hovers; nothing after a touch.
    pub fn hover(&self) -> Option<Vec2> {
        (!self.touched).then_some(self.pointer)
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
        self.held.iter().filter_map(|key| keys::action_of(*key)).filter(|action| action.is_held())
    }

    /// Ends a mouse gesture whose button went up where the window could not see it.
    pub fn mouse_is_up(&mut self, button_is_down: impl Fn(MouseButton) -> bool, intents: &mut Vec<Intent>) {
        if let Some(button) = self.button
            && !button_is_down(button)
        {
            self.finish(false, intents);
        }
    }

    /// Takes an event in; `under` tells what lies under a place, `brush` whether the brush is out.
    pub fn take(&mut self, event: Event, brush: bool, under: &dyn Fn(Vec2) -> Under, intents: &mut Vec<Intent>) {
        match event {
            Event::MouseDown(button, at) => self.mouse_down(button, at, brush, under, intents),
            Event::MouseUp(button, at) => {
                self.move_pointer(at, intents);
                if self.button == Some(button) {
                    self.finish(true, intents);
                }
            }
            Event::MouseMoved(at) => {
                self.touched = false;
                self.move_pointer(at, intents);
            }
            Event::Wheel(direction) => self.wheel(direction, under, intents),
            Event::KeyDown(key) => self.key_down(key, intents),
            Event::KeyUp(key) => self.key_up(key),
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
        self.touched = false;
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
        let on_map = !matches!(under, Under::Button(_) | Under::Panel | Under::Track);
        if under == Under::Track && !secondary {
            self.gesture = Gesture::Slide;
            intents.push(Intent::Slide(at));
        } else if brush && on_map {
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
                Under::Button(_) | Under::Panel | Under::Track => Gesture::Scroll,
                _ if *secondary => Gesture::Pan,
                Under::Goal(agents) | Under::Agent { goal_of: agents, .. } if !agents.is_empty() => {
                    Gesture::Goal { agents: agents.clone() }
                }
                Under::Obstacle(obstacle) => Gesture::Obstacle { obstacle: obstacle.clone(), from: *from },
                Under::Goal(_) | Under::Agent { .. } | Under::Ground => Gesture::Box { from: *from },
            };
        }
        let delta = at - self.pointer;
        self.pointer = at;
        match &self.gesture {
            _ if delta == Vec2::ZERO => {}
            Gesture::Goal { agents } => {
                intents.push(Intent::MoveGoal { agents: agents.clone(), to: at, dropped: false })
            }
            Gesture::Obstacle { obstacle, from } => {
                let (obstacle, from) = (obstacle.clone(), *from);
                intents.push(Intent::MoveObstacle { obstacle, from, to: at, dropped: false });
            }
            Gesture::Brush => intents.push(Intent::BrushTo(at)),
            Gesture::Pan => intents.push(Intent::Pan(delta)),
            Gesture::Scroll => intents.push(Intent::Scroll(-delta.y)),
            Gesture::Slide => intents.push(Intent::Slide(at)),
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
            Gesture::Obstacle { obstacle, from } => {
                intents.push(Intent::MoveObstacle { obstacle, from, to: at, dropped: true });
            }
            Gesture::Brush => intents.push(Intent::BrushUp),
            Gesture::None | Gesture::Pressed { .. } | Gesture::Pan | Gesture::Scroll | Gesture::Slide => {}
        }
    }

    fn click(&mut self, at: Vec2, under: Under, secondary: bool, intents: &mut Vec<Intent>) {
        match under {
            Under::Button(Press::Add) => self.add_is_on = !self.add_is_on,
            Under::Button(Press::Bake(BakePress::Adjust(quantity, steps))) if self.adds() => {
                intents.push(Intent::Press(Press::Bake(BakePress::Adjust(quantity, FAST * steps))));
            }
            Under::Button(press) => intents.push(Intent::Press(press)),
            Under::Panel | Under::Track => {}
            Under::Agent { agent, .. } if !secondary => {
                intents.push(Intent::Select { agent, toggle: self.adds() });
            }
            Under::Agent { .. } | Under::Goal(_) | Under::Obstacle(_) | Under::Ground => {
                intents.push(Intent::Send { at, afterwards: self.adds() })
            }
        }
    }

    fn wheel(&mut self, direction: f32, under: &dyn Fn(Vec2) -> Under, intents: &mut Vec<Intent>) {
        if direction == 0.0 {
            return;
        }
        match under(self.pointer) {
            Under::Panel | Under::Button(Press::Play(_) | Press::By(_)) => {
                intents.push(Intent::Scroll(-48.0 * direction.signum()))
            }
            Under::Button(Press::Bake(BakePress::Adjust(quantity, _))) => {
                let press = BakePress::Adjust(quantity, if direction > 0.0 { 1 } else { -1 });
                intents.push(Intent::Press(Press::Bake(press)));
            }
            _ => {
                let factor = if direction > 0.0 { WHEEL_ZOOM } else { 1.0 / WHEEL_ZOOM };
                intents.push(Intent::Zoom { at: self.pointer, factor });
            }
        }
    }

    fn key_down(&mut self, key: KeyCode, intents: &mut Vec<Intent>) {
        if matches!(key, KeyCode::LeftShift | KeyCode::RightShift) {
            self.shift = true;
        }
        if !self.held.contains(&key) {
            self.held.push(key);
        }
        if let Some(action) = keys::action_of(key).filter(|action| !action.is_held()) {
            intents.push(Intent::Press(Press::Do(action)));
        }
    }

    fn key_up(&mut self, key: KeyCode) {
        self.held.retain(|held| *held != key);
        self.shift = self.held.iter().any(|held| matches!(held, KeyCode::LeftShift | KeyCode::RightShift));
    }

    fn touch_down(&mut self, id: u64, at: Vec2, brush: bool, under: &dyn Fn(Vec2) -> Under, intents: &mut Vec<Intent>) {
        self.touched = true;
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

impl Pinch {
    fn middle(self) -> Vec2 {
        0.5 * (self.fingers[0].1 + self.fingers[1].1)
    }

    /// The distance between the fingers; never so small that a ratio of two would leap.
    fn spread(self) -> f32 {
        self.fingers[0].1.distance(self.fingers[1].1).max(16.0)
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    const AGENT: AgentId = AgentId(7);

    /// An agent at (100, 100), a goal at (300, 100), a button at y < 20, a panel at y > 600.
    fn scene(at: Vec2) -> Under {
        if at.y < 20.0 {
            Under::Button(Press::Do(Action::Pause))
        } else if at.y > 600.0 {
            Under::Panel
        } else if at.distance(vec2(100.0, 100.0)) < 10.0 {
            Under::Agent { agent: AGENT, goal_of: Vec::new() }
        } else if at.distance(vec2(300.0, 100.0)) < 10.0 {
            Under::Goal(vec![AGENT])
        } else {
            Under::Ground
        }
    }

    fn feed_with(brush: bool, events: &[Event]) -> (Input, Vec<Intent>) {
        let (mut input, mut intents) = (Input::default(), Vec::new());
        for event in events {
            input.take(*event, brush, &scene, &mut intents);
        }
        (input, intents)
    }

    fn feed(events: &[Event]) -> Vec<Intent> {
        feed_with(false, events).1
    }

    const DOWN: fn(f32, f32) -> Event = |x, y| Event::MouseDown(MouseButton::Left, vec2(x, y));
    const MOVE: fn(f32, f32) -> Event = |x, y| Event::MouseMoved(vec2(x, y));
    const UP: fn(f32, f32) -> Event = |x, y| Event::MouseUp(MouseButton::Left, vec2(x, y));

    #[test]
    fn a_click_on_ground_sends() {
        let sent = vec![Intent::Send { at: vec2(203.0, 201.0), afterwards: false }];
        assert_eq!(feed(&[DOWN(200.0, 200.0), MOVE(203.0, 201.0), UP(203.0, 201.0)]), sent);
    }

    #[test]
    fn shift_click_on_ground_queues() {
        let intents = feed(&[Event::KeyDown(KeyCode::LeftShift), DOWN(200.0, 200.0), UP(200.0, 200.0)]);
        assert_eq!(intents, [Intent::Send { at: vec2(200.0, 200.0), afterwards: true }]);
        let released = [
            Event::KeyDown(KeyCode::LeftShift),
            Event::KeyUp(KeyCode::LeftShift),
            DOWN(200.0, 200.0),
            UP(200.0, 200.0),
        ];
        assert_eq!(feed(&released), [Intent::Send { at: vec2(200.0, 200.0), afterwards: false }]);
    }

    #[test]
    fn a_click_on_an_agent_selects_and_shift_adds() {
        let click = [DOWN(101.0, 99.0), UP(101.0, 99.0)];
        assert_eq!(feed(&click), [Intent::Select { agent: AGENT, toggle: false }]);
        let with_shift = [&[Event::KeyDown(KeyCode::RightShift)][..], &click].concat();
        assert_eq!(feed(&with_shift), [Intent::Select { agent: AGENT, toggle: true }]);
    }

    #[test]
    fn a_right_click_sends_even_onto_an_agent() {
        let at = vec2(100.0, 100.0);
        let intents = feed(&[Event::MouseDown(MouseButton::Right, at), Event::MouseUp(MouseButton::Right, at)]);
        assert_eq!(intents, [Intent::Send { at, afterwards: false }]);
    }

    #[test]
    fn a_drag_on_ground_draws_a_selection_box() {
        let (input, intents) = feed_with(false, &[DOWN(200.0, 200.0), MOVE(250.0, 260.0)]);
        assert_eq!(input.selection_box(), Some((vec2(200.0, 200.0), vec2(250.0, 260.0))));
        assert!(intents.is_empty());
        let intents = feed(&[DOWN(200.0, 200.0), MOVE(250.0, 260.0), UP(250.0, 260.0)]);
        assert_eq!(intents, [Intent::SelectBox { from: vec2(200.0, 200.0), to: vec2(250.0, 260.0), add: false }]);
    }

    #[test]
    fn a_drag_ends_when_the_button_went_up_outside_the_window() {
        let (mut input, mut intents) = feed_with(false, &[DOWN(200.0, 200.0), MOVE(250.0, 260.0)]);
        input.mouse_is_up(|_| true, &mut intents);
        assert!(intents.is_empty());
        input.mouse_is_up(|_| false, &mut intents);
        assert!(matches!(intents[..], [Intent::SelectBox { .. }]));
        assert_eq!(input.selection_box(), None);
    }

    #[test]
    fn a_press_that_is_lost_is_no_click() {
        let (mut input, mut intents) = feed_with(false, &[DOWN(200.0, 200.0)]);
        input.mouse_is_up(|_| false, &mut intents);
        assert!(intents.is_empty());
    }

    #[test]
    fn an_agent_on_its_goal_is_selected_by_a_click_and_sent_by_a_drag() {
        let on_goal = |_: Vec2| Under::Agent { agent: AGENT, goal_of: vec![AGENT] };
        let (mut input, mut intents) = (Input::default(), Vec::new());
        for event in [DOWN(50.0, 50.0), UP(51.0, 50.0), DOWN(50.0, 50.0), MOVE(90.0, 50.0), UP(90.0, 50.0)] {
            input.take(event, false, &on_goal, &mut intents);
        }
        let moved = |dropped| Intent::MoveGoal { agents: vec![AGENT], to: vec2(90.0, 50.0), dropped };
        assert_eq!(intents, [Intent::Select { agent: AGENT, toggle: false }, moved(false), moved(true)]);
    }

    #[test]
    fn the_add_button_stands_for_shift_until_pressed_again() {
        let scene = |at: Vec2| if at.y < 20.0 { Under::Button(Press::Add) } else { scene(at) };
        let (mut input, mut intents) = (Input::default(), Vec::new());
        let tap = |x, y| [Event::TouchDown(1, vec2(x, y)), Event::TouchUp(1, vec2(x, y))];
        let events = [tap(5.0, 5.0), tap(100.0, 100.0), tap(200.0, 200.0), tap(5.0, 5.0), tap(100.0, 100.0)];
        for event in events.into_iter().flatten() {
            input.take(event, false, &scene, &mut intents);
        }
        let select = |toggle| Intent::Select { agent: AGENT, toggle };
        let queue = Intent::Send { at: vec2(200.0, 200.0), afterwards: true };
        assert_eq!(intents, [select(true), queue, select(false)]);
    }

    #[test]
    fn a_goal_follows_the_drag_and_is_dropped() {
        let intents = feed(&[DOWN(300.0, 100.0), MOVE(350.0, 120.0), MOVE(360.0, 130.0), UP(360.0, 130.0)]);
        let moved = |x, y, dropped| Intent::MoveGoal { agents: vec![AGENT], to: vec2(x, y), dropped };
        assert_eq!(intents, [moved(350.0, 120.0, false), moved(360.0, 130.0, false), moved(360.0, 130.0, true)]);
    }

    #[test]
    fn an_obstacle_follows_the_drag_and_a_click_on_it_sends() {
        let crate_here = |_: Vec2| Under::Obstacle("crate".to_owned());
        let (mut input, mut intents) = (Input::default(), Vec::new());
        for event in [DOWN(50.0, 50.0), UP(51.0, 50.0), DOWN(50.0, 50.0), MOVE(90.0, 50.0), UP(90.0, 50.0)] {
            input.take(event, false, &crate_here, &mut intents);
        }
        let (from, to) = (vec2(50.0, 50.0), vec2(90.0, 50.0));
        let moved = |dropped| Intent::MoveObstacle { obstacle: "crate".to_owned(), from, to, dropped };
        assert_eq!(intents, [Intent::Send { at: vec2(51.0, 50.0), afterwards: false }, moved(false), moved(true)]);
    }

    #[test]
    fn the_brush_strokes_on_the_map_but_not_through_the_hud() {
        let (_, intents) = feed_with(true, &[DOWN(100.0, 100.0), MOVE(140.0, 100.0), UP(140.0, 100.0)]);
        let stroke = [Intent::BrushDown(vec2(100.0, 100.0)), Intent::BrushTo(vec2(140.0, 100.0)), Intent::BrushUp];
        assert_eq!(intents, stroke);
        let (_, intents) = feed_with(true, &[DOWN(100.0, 10.0), UP(100.0, 10.0)]);
        assert_eq!(intents, [Intent::Press(Press::Do(Action::Pause))]);
    }

    #[test]
    fn the_hud_takes_clicks() {
        assert_eq!(feed(&[DOWN(50.0, 10.0), UP(50.0, 10.0)]), [Intent::Press(Press::Do(Action::Pause))]);
        assert_eq!(feed(&[DOWN(50.0, 650.0), UP(50.0, 650.0)]), []);
        let scrolled = feed(&[DOWN(50.0, 650.0), MOVE(50.0, 630.0), UP(50.0, 630.0)]);
        assert_eq!(scrolled, [Intent::Scroll(20.0)]);
    }

    #[test]
    fn a_knob_follows_the_pointer_from_the_press_on() {
        let track = |_: Vec2| Under::Track;
        let (mut input, mut intents) = (Input::default(), Vec::new());
        for event in [DOWN(50.0, 50.0), MOVE(90.0, 60.0), UP(90.0, 60.0)] {
            input.take(event, true, &track, &mut intents);
        }
        assert_eq!(intents, [Intent::Slide(vec2(50.0, 50.0)), Intent::Slide(vec2(90.0, 60.0))]);
    }

    #[test]
    fn the_middle_button_pans() {
        let intents = feed(&[
            Event::MouseDown(MouseButton::Middle, vec2(100.0, 100.0)),
            MOVE(110.0, 95.0),
            Event::MouseUp(MouseButton::Middle, vec2(110.0, 95.0)),
        ]);
        assert_eq!(intents, [Intent::Pan(vec2(10.0, -5.0))]);
    }

    #[test]
    fn the_wheel_zooms_by_its_sign_alone() {
        let zoom = |amount| feed(&[MOVE(200.0, 300.0), Event::Wheel(amount)]);
        assert_eq!(zoom(120.0), zoom(1.0));
        assert_eq!(zoom(1.0), [Intent::Zoom { at: vec2(200.0, 300.0), factor: WHEEL_ZOOM }]);
        assert_eq!(zoom(0.0), []);
        assert_eq!(feed(&[MOVE(50.0, 650.0), Event::Wheel(-3.0)]), [Intent::Scroll(48.0)]);
    }

    #[test]
    fn a_tap_sends_or_selects() {
        let tap = |x, y| feed(&[Event::TouchDown(1, vec2(x, y)), Event::TouchUp(1, vec2(x + 5.0, y + 5.0))]);
        assert_eq!(tap(200.0, 200.0), [Intent::Send { at: vec2(205.0, 205.0), afterwards: false }]);
        assert_eq!(tap(100.0, 100.0), [Intent::Select { agent: AGENT, toggle: false }]);
    }

    #[test]
    fn two_fingers_pan_and_zoom_and_send_nothing() {
        let intents = feed(&[
            Event::TouchDown(1, vec2(200.0, 200.0)),
            Event::TouchDown(2, vec2(300.0, 200.0)),
            Event::TouchMoved(2, vec2(400.0, 200.0)),
            Event::TouchUp(1, vec2(200.0, 200.0)),
            Event::TouchUp(2, vec2(400.0, 200.0)),
        ]);
        let expected = [Intent::Pan(vec2(50.0, 0.0)), Intent::Zoom { at: vec2(300.0, 200.0), factor: 2.0 }];
        assert_eq!(intents, expected);
    }

    #[test]
    fn held_keys_pan_until_they_are_released() {
        let (mut input, mut intents) = feed_with(false, &[Event::KeyDown(KeyCode::W), Event::KeyDown(KeyCode::G)]);
        assert_eq!(input.held_actions().collect::<Vec<_>>(), [Action::PanUp]);
        assert_eq!(intents, [Intent::Press(Press::Do(Action::DebugGrid))]);
        input.take(Event::FocusLost, false, &scene, &mut intents);
        assert_eq!(input.held_actions().count(), 0);
    }
}
