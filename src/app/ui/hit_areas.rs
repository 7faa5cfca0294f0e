//! Where the widgets of a frame are, and what the pointer and the keyboard do to them: presses, drags along tracks,
//! scrolling, the caret in a text, and the focus that Tab moves.
//!
//! Mouse and finger do the same, except that a finger may wander further before its press becomes a drag, and that it
//! hovers only while it rests on a widget: that shows the widget's tooltip in place of pressing it.

use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};
use macroquad::math::Rect;

use crate::app::ui::event::InputEvent;
use crate::app::ui::key_names;
use crate::app::ui::text_edit::{CaretMotion, TextEdit};

/// How far, in logical pixels, a press of the mouse may wander and still be a click.
pub const CLICK_SLACK: f32 = 6.0;

/// How far, in logical pixels, a finger may wander and still be a tap: it is less steady than a mouse.
pub const TAP_SLACK: f32 = 12.0;

/// How long a finger rests on a widget before it hovers there, in seconds.
const LONG_PRESS: f32 = 0.5;

/// The most that a frame counts while a finger rests, in seconds.
const LONGEST_FRAME: f32 = 0.1;

/// How far one notch of the wheel scrolls, in logical pixels.
const WHEEL_SCROLL: f32 = 48.0;

/// How many steps a stepper makes at a time with Shift.
pub const FAST: u32 = 5;

/// The part of a slider's track that an arrow key moves its knob.
const KEY_SLIDE: f32 = 0.05;

/// What a place of the window does.
#[derive(Clone, Debug, PartialEq)]
pub enum Role<P> {
    /// Hides what is behind it.
    Ground,
    /// Hides what is behind it, for the whole window: the keyboard's focus stays among what is noted after it. A press
    /// asks for this.
    Modal(P),
    /// A press asks for this.
    Button(P),
    /// Part of a stepper: a press asks for `press`; the arrow keys, and the wheel while it has the keyboard's focus, for
    /// `less` or `more`.
    Step { press: P, less: P, more: P },
    /// The track of a slider from `from` to `to` on the x axis, its knob at the part `value` of it, 0 to 1.
    Slider { press: P, from: f32, to: f32, value: f32 },
    /// A text field; `carets` are the places of its caret on the x axis.
    Text { press: P, carets: Vec<f32> },
}

/// What the page needs to know of the widgets; areas are in pixels of the picture.
#[cfg(any(test, target_arch = "wasm32"))]
pub struct Keyboard {
    /// How many widgets lie before and after the one that has the keyboard's focus.
    pub stops: (usize, usize),
    /// Where the widget is that has the focus, as much of it as is in sight, and what it is.
    pub focus: Option<(Rect, String)>,
    /// Where text fields are that a press can reach.
    pub text_fields: Vec<Rect>,
    /// Whether what is typed goes into one of them.
    pub is_typing: bool,
}

impl<P: Clone + PartialEq> Role<P> {
    /// What a press on it asks for, if it is a widget.
    fn press(&self) -> Option<&P> {
        match self {
            Role::Ground | Role::Modal(_) => None,
            Role::Button(press) | Role::Step { press, .. } | Role::Slider { press, .. } | Role::Text { press, .. } => {
                Some(press)
            }
        }
    }

    /// By what a widget is known, if the keyboard's focus can be on it. The parts of a stepper are one widget.
    fn focus_key(&self) -> Option<&P> {
        match self {
            Role::Ground | Role::Modal(_) => None,
            Role::Button(press) | Role::Slider { press, .. } | Role::Text { press, .. } => Some(press),
            Role::Step { more, .. } => Some(more),
        }
    }
}

/// What a widget asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum WidgetRequest<P> {
    /// It was pressed; a stepper that goes fast asks for several presses at once.
    Press { press: P, times: u32 },
    /// The knob of a slider goes to this part of its track, 0 to 1.
    Slide { press: P, part: f32 },
    /// The text of a field changes, or its caret, or it goes to the clipboard.
    Edit { press: P, edit: TextEdit },
    /// The content at a place of the window moves up by this many logical pixels.
    Scroll { at: Vec2, by: f32 },
}

#[derive(Clone, Debug, PartialEq)]
struct HitArea<P> {
    /// The part of the area that is in sight.
    area: Rect,
    role: Role<P>,
    /// The whole of it, and the part of the window in which it scrolls.
    scrolled: Option<(Rect, Rect)>,
}

/// What the pointer holds.
#[derive(Clone, Debug, PartialEq)]
enum Grip<P> {
    /// Pressed and not moved far yet, for some seconds: a click, a long press, or the beginning of scrolling.
    Press {
        role: Role<P>,
        from: Vec2,
        seconds: f32,
        /// Whether it has shown a tooltip: then it is no click.
        has_read: bool,
    },
    Scroll,
    Slide {
        press: P,
        from: f32,
        to: f32,
    },
    Text {
        press: P,
        carets: Vec<f32>,
    },
}

/// Where the keyboard's focus is: the place among those that can have it, and what is there.
#[derive(Clone, Debug, PartialEq)]
struct Focus<P> {
    index: usize,
    key: P,
    /// Whether it is scrolled into sight: since Tab went there, until the user scrolls elsewhere.
    is_sought: bool,
}

/// The widgets of a frame, and the state of pointer and keyboard over them.
#[derive(Clone, Debug)]
pub struct HitAreas<P> {
    /// In the order of drawing: of several under one place the last counts.
    hit_areas: Vec<HitArea<P>>,
    /// The part of the window outside of which nothing is noted.
    clip: Option<Rect>,
    grip: Option<Grip<P>>,
    /// The button of the mouse that holds the grip.
    button: Option<MouseButton>,
    /// The finger that holds it.
    finger: Option<u64>,
    pointer: Vec2,
    touched: bool,
    /// Whether a finger was the last to do anything, once anything was done: then no keys are told of.
    is_by_finger: Option<bool>,
    focus: Option<Focus<P>>,
    /// The Shift keys that are held.
    shifts: Vec<KeyCode>,
    /// The key that opened these widgets, while it is held: its letter is not for their text. Whether that comes before or
    /// after the key depends on the system.
    opened_by: Option<KeyCode>,
}

impl<P> Default for HitAreas<P> {
    fn default() -> HitAreas<P> {
        HitAreas {
            hit_areas: Vec::new(),
            clip: None,
            grip: None,
            button: None,
            finger: None,
            pointer: Vec2::ZERO,
            touched: false,
            is_by_finger: None,
            focus: None,
            shifts: Vec::new(),
            opened_by: None,
        }
    }
}

impl<P: Clone + PartialEq> HitAreas<P> {
    /// Begins a frame.
    pub fn begin(&mut self) {
        self.hit_areas.clear();
    }

    /// Begins a frame in which a text field has the focus that is drawn only in the next one: what is typed meanwhile is for
    /// that field.
    pub fn begin_with_text(&mut self, press: P) {
        self.begin();
        self.opened_by = None;
        self.note(Rect::default(), Role::Text { press: press.clone(), carets: vec![0.0] });
        self.focus_on(&press);
    }

    /// Takes in that a key was pressed, and is still held, whose letter is not for any text field.
    pub fn opened_by(&mut self, key: KeyCode) {
        self.opened_by = Some(key);
    }

    /// Notes that a place of the window does something. What is out of sight of it is not pressed, but the keyboard's focus
    /// comes there, which scrolls it into sight.
    pub fn note(&mut self, area: Rect, role: Role<P>) {
        let seen = self.clip.map_or(Some(area), |clip| area.intersect(clip)).unwrap_or_default();
        self.hit_areas.push(HitArea { area: seen, role, scrolled: self.clip.map(|clip| (area, clip)) });
    }

    /// The whole area of the widget that Tab went to, if it scrolls in the part of the window to which is clipped now.
    pub fn sought(&self) -> Option<Rect> {
        let focus = self.focus.as_ref().filter(|focus| focus.is_sought)?;
        let mut its_own = self.hit_areas.iter().filter(|spot| spot.role.focus_key() == Some(&focus.key));
        its_own.find_map(|spot| spot.scrolled.filter(|(_, clip)| Some(*clip) == self.clip)).map(|(whole, _)| whole)
    }

    /// Leaves the widget out of sight that Tab went to.
    pub fn stop_seeking(&mut self) {
        if let Some(focus) = &mut self.focus {
            focus.is_sought = false;
        }
    }

    /// Keeps what is noted from now on within a part of the window, or no longer.
    pub fn clip_to(&mut self, clip: Option<Rect>) {
        self.clip = clip;
    }

    /// Ends a frame: gives the area of the widget that has the focus, as long as it is still there.
    pub fn end(&mut self) -> Option<Rect> {
        let focus = self.focus.clone()?;
        let stops = self.stops();
        let is_it = |stop: &HitArea<P>| stop.role.focus_key() == Some(&focus.key);
        let index = match stops.get(focus.index) {
            Some(stop) if is_it(stop) => Some(focus.index),
            _ => stops.iter().position(|stop| is_it(stop)),
        };
        let area = index.map(|index| stops[index].area).filter(|area| area.h > 0.0);
        self.focus = index.map(|index| Focus { index, ..focus });
        area
    }

    /// Where the mouse hovers, or where a finger rests on a widget.
    pub fn hover(&self) -> Option<Vec2> {
        let rests = matches!(self.grip, Some(Grip::Press { seconds, .. }) if seconds >= LONG_PRESS);
        (!self.touched || rests).then_some(self.pointer)
    }

    /// Whether a finger was the last to do anything, and not a key or the mouse; `None` before anything was done.
    pub fn is_by_finger(&self) -> Option<bool> {
        self.is_by_finger
    }

    /// Takes in what has been held for some seconds: buttons of the mouse may have gone up where the window could not see it.
    pub fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32) {
        self.mouse_is_up(button_is_down);
        self.pass(seconds);
    }

    /// Counts the seconds for which the pointer has been pressed. A frame that took long, perhaps before the press, counts
    /// as a short one.
    fn pass(&mut self, passed: f32) {
        if let Some(Grip::Press { seconds, .. }) = &mut self.grip {
            *seconds += passed.min(LONGEST_FRAME);
        }
    }

    /// Notes that a tooltip is shown where the pointer hovers. A finger that reads it does not press.
    pub fn note_tooltip(&mut self) {
        if let Some(Grip::Press { has_read, .. }) = &mut self.grip {
            *has_read = self.touched;
        }
    }

    /// Whether a widget or a panel lies under a place.
    pub fn covers(&self, at: Vec2) -> bool {
        self.under(at).is_some()
    }

    /// The parts of the window that panels cover.
    pub fn covered(&self) -> Vec<Rect> {
        self.hit_areas.iter().filter(|spot| spot.role == Role::Ground).map(|spot| spot.area).collect()
    }

    /// Where the widgets are that ask for this.
    pub fn areas_of(&self, key: &P) -> impl Iterator<Item = Rect> {
        let asks = |spot: &&HitArea<P>| spot.role.press() == Some(key) && spot.area.h > 0.0;
        self.hit_areas.iter().filter(asks).map(|spot| spot.area)
    }

    /// Whether the widget that asks for this has the keyboard's focus.
    pub fn has_focus(&self, key: &P) -> bool {
        self.focus.as_ref().is_some_and(|focus| focus.key == *key)
    }

    /// Whether what is typed goes into a text field.
    pub fn is_typing(&self) -> bool {
        self.focused_text().is_some()
    }

    /// What the page needs to know so that keyboards find their way in and out of the picture.
    #[cfg(any(test, target_arch = "wasm32"))]
    pub fn keyboard(&self) -> Keyboard
    where
        P: std::fmt::Debug,
    {
        let is_text = |spot: &&HitArea<P>| matches!(spot.role, Role::Text { .. }) && spot.area.h > 0.0;
        let stops = self.stops();
        let focus = self.focus.as_ref().and_then(|focus| {
            let area = stops.get(focus.index)?.area;
            Some((area, format!("{:?}", focus.key)))
        });
        Keyboard {
            stops: self.around_focus(),
            focus,
            text_fields: stops.into_iter().filter(is_text).map(|spot| spot.area).collect(),
            is_typing: self.is_typing(),
        }
    }

    /// How many widgets Shift+Tab and Tab can still go to before they come round. Without a focus Tab has all before it; a
    /// modal panel keeps both inside.
    #[cfg(any(test, target_arch = "wasm32"))]
    fn around_focus(&self) -> (usize, usize) {
        let count = self.stops().len();
        if self.hit_areas.iter().any(|spot| matches!(spot.role, Role::Modal(_))) {
            return (count, count);
        }
        match &self.focus {
            Some(focus) => (focus.index, (count - 1).saturating_sub(focus.index)),
            None => (0, count),
        }
    }

    /// Takes an event in and gives what the widgets ask for; `None` where the event was meant for no widget, but for the
    /// map. `fast` makes steppers go [`FAST`] steps at a time.
    pub fn take(&mut self, event: InputEvent, fast: bool) -> Option<Vec<WidgetRequest<P>>> {
        match event {
            InputEvent::TouchDown(..) => self.is_by_finger = Some(true),
            InputEvent::KeyDown(_) | InputEvent::MouseDown(..) | InputEvent::MouseMoved(_) => {
                self.is_by_finger = Some(false)
            }
            _ => {}
        }
        if let InputEvent::Typed(letter) = event
            && self.opened_by.take().is_some_and(|key| key_names::types(key, letter))
        {
            return Some(Vec::new());
        }
        if matches!(event, InputEvent::KeyDown(_) | InputEvent::KeyUp(_)) {
            self.opened_by = None;
        }
        match event {
            InputEvent::MouseDown(button, at) => self.mouse_down(button, at),
            InputEvent::MouseUp(button, at) => {
                self.pointer = at;
                self.button.filter(|held| *held == button)?;
                Some(self.release(true, fast))
            }
            InputEvent::MouseMoved(at) => {
                self.touched = false;
                self.drag(at, CLICK_SLACK)
            }
            InputEvent::Wheel(direction) => self.wheel(direction),
            InputEvent::KeyDown(key) => {
                if matches!(key, KeyCode::LeftShift | KeyCode::RightShift) && !self.shifts.contains(&key) {
                    self.shifts.push(key);
                }
                self.key(key, fast)
            }
            InputEvent::Shortcut(key) => {
                self.focused_text()?;
                Some(self.shortcut(key).into_iter().collect())
            }
            InputEvent::ShortcutRepeated(_) => self.focused_text().map(|_| Vec::new()),
            InputEvent::KeyRepeated(key) => self.key(key, fast).filter(|_| self.focused_text().is_some()),
            InputEvent::KeyUp(key) => {
                self.shifts.retain(|held| *held != key);
                None
            }
            InputEvent::Typed(letter) => {
                let press = self.focused_text()?;
                let request = WidgetRequest::Edit { press, edit: TextEdit::Insert(letter) };
                Some(if letter.is_control() { Vec::new() } else { vec![request] })
            }
            InputEvent::TouchDown(id, at) => {
                self.touched = true;
                if self.grip.is_some() {
                    return None;
                }
                let requests = self.grasp(at)?;
                self.finger = Some(id);
                Some(requests)
            }
            InputEvent::TouchMoved(id, at) => {
                self.finger.filter(|finger| *finger == id)?;
                self.drag(at, TAP_SLACK)
            }
            InputEvent::TouchUp(id, _) => self.lift(id, true, fast),
            InputEvent::TouchLost(id) => self.lift(id, false, fast),
            InputEvent::FocusLost => {
                self.release(false, fast);
                self.shifts.clear();
                None
            }
        }
    }

    /// Ends a press whose button went up where the window could not see it.
    fn mouse_is_up(&mut self, button_is_down: impl Fn(MouseButton) -> bool) {
        if self.button.is_some_and(|button| !button_is_down(button)) {
            self.release(false, false);
        }
    }

    fn under(&self, at: Vec2) -> Option<&HitArea<P>> {
        self.hit_areas.iter().rev().find(|spot| spot.area.contains(at))
    }

    fn mouse_down(&mut self, button: MouseButton, at: Vec2) -> Option<Vec<WidgetRequest<P>>> {
        self.touched = false;
        if self.grip.is_some() {
            return Some(Vec::new());
        }
        if button == MouseButton::Middle {
            return None;
        }
        let requests = self.grasp(at)?;
        self.button = Some(button);
        Some(requests)
    }

    /// Presses what lies under a place. The keyboard's focus goes to a text field that is pressed, else it ends.
    fn grasp(&mut self, at: Vec2) -> Option<Vec<WidgetRequest<P>>> {
        self.pointer = at;
        self.focus = None;
        let role = self.under(at)?.role.clone();
        let (grip, request) = match role {
            Role::Slider { press, from, to, .. } => {
                let request = WidgetRequest::Slide { press: press.clone(), part: part_of(at.x, from, to) };
                (Grip::Slide { press, from, to }, Some(request))
            }
            Role::Text { press, carets } => {
                self.focus_on(&press);
                let edit = TextEdit::Place { caret: nearest(&carets, at.x), selects: false };
                (Grip::Text { press: press.clone(), carets }, Some(WidgetRequest::Edit { press, edit }))
            }
            role => (Grip::Press { role, from: at, seconds: 0.0, has_read: false }, None),
        };
        self.grip = Some(grip);
        Some(request.into_iter().collect())
    }

    /// The pointer goes to `at`; a press that has wandered further than `slack` scrolls.
    fn drag(&mut self, at: Vec2, slack: f32) -> Option<Vec<WidgetRequest<P>>> {
        let before = std::mem::replace(&mut self.pointer, at);
        if matches!(&self.grip, Some(Grip::Press { from, .. }) if from.distance(at) > slack) {
            self.grip = Some(Grip::Scroll);
        }
        let request = match self.grip.as_ref()? {
            Grip::Press { .. } => None,
            Grip::Scroll => Some(WidgetRequest::Scroll { at, by: before.y - at.y }),
            Grip::Slide { press, from, to } => {
                Some(WidgetRequest::Slide { press: press.clone(), part: part_of(at.x, *from, *to) })
            }
            Grip::Text { press, carets } => {
                let edit = TextEdit::Place { caret: nearest(carets, at.x), selects: true };
                Some(WidgetRequest::Edit { press: press.clone(), edit })
            }
        };
        Some(request.into_iter().collect())
    }

    /// Lets go of what is held; `clicks`: by the user, not by a loss of input.
    fn release(&mut self, clicks: bool, fast: bool) -> Vec<WidgetRequest<P>> {
        (self.button, self.finger) = (None, None);
        let Some(Grip::Press { role, has_read, .. }) = self.grip.take() else { return Vec::new() };
        let clicks = clicks && !has_read;
        match role {
            Role::Button(press) | Role::Modal(press) if clicks => vec![WidgetRequest::Press { press, times: 1 }],
            Role::Step { press, .. } if clicks => {
                vec![WidgetRequest::Press { press, times: if fast { FAST } else { 1 } }]
            }
            _ => Vec::new(),
        }
    }

    fn lift(&mut self, id: u64, clicks: bool, fast: bool) -> Option<Vec<WidgetRequest<P>>> {
        self.finger.filter(|finger| *finger == id)?;
        Some(self.release(clicks, fast))
    }

    fn wheel(&mut self, direction: f32) -> Option<Vec<WidgetRequest<P>>> {
        let role = &self.under(self.pointer)?.role;
        Some(match role {
            _ if direction == 0.0 => Vec::new(),
            // Else a page that is scrolled would change what comes under the pointer.
            Role::Step { less, more, .. } if self.has_focus(more) => {
                let press = if direction > 0.0 { more } else { less };
                vec![WidgetRequest::Press { press: press.clone(), times: 1 }]
            }
            _ => vec![WidgetRequest::Scroll { at: self.pointer, by: -WHEEL_SCROLL * direction.signum() }],
        })
    }

    fn key(&mut self, key: KeyCode, fast: bool) -> Option<Vec<WidgetRequest<P>>> {
        if key == KeyCode::Tab {
            self.move_focus(self.shifts.is_empty());
            return Some(Vec::new());
        }
        let focus = self.focus.as_ref()?;
        if key == KeyCode::Escape {
            self.focus = None;
            return Some(Vec::new());
        }
        let stop = self.stops().get(focus.index)?.role.clone();
        let requests = match (stop, key) {
            (Role::Text { press, .. }, key) => return self.key_in_text(press, key),
            (Role::Button(press), KeyCode::Enter | KeyCode::KpEnter) => vec![WidgetRequest::Press { press, times: 1 }],
            (Role::Step { less, more, .. }, KeyCode::Left | KeyCode::Right | KeyCode::Enter | KeyCode::KpEnter) => {
                let press = if key == KeyCode::Left { less } else { more };
                vec![WidgetRequest::Press { press, times: if fast { FAST } else { 1 } }]
            }
            (Role::Slider { press, value, .. }, KeyCode::Left | KeyCode::Right) => {
                let by = if key == KeyCode::Left { -KEY_SLIDE } else { KEY_SLIDE };
                vec![WidgetRequest::Slide { press, part: (value + by).clamp(0.0, 1.0) }]
            }
            _ => return None,
        };
        Some(requests)
    }

    /// A key while a text field has the focus: all letters are for the text, keys that no text knows are for others.
    fn key_in_text(&self, press: P, key: KeyCode) -> Option<Vec<WidgetRequest<P>>> {
        let go = |to| TextEdit::Go { to, selects: !self.shifts.is_empty() };
        let edit = match key {
            KeyCode::Left => go(CaretMotion::Left),
            KeyCode::Right => go(CaretMotion::Right),
            KeyCode::Home => go(CaretMotion::Start),
            KeyCode::End => go(CaretMotion::End),
            KeyCode::Backspace => TextEdit::Backspace,
            KeyCode::Delete => TextEdit::Delete,
            KeyCode::Enter | KeyCode::KpEnter | KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown => {
                return None;
            }
            _ => return Some(Vec::new()),
        };
        Some(vec![WidgetRequest::Edit { press, edit }])
    }

    /// What a key with Control or Cmd does to the text field that has the focus.
    fn shortcut(&self, key: KeyCode) -> Option<WidgetRequest<P>> {
        let press = self.focused_text()?;
        let go = |to| TextEdit::Go { to, selects: !self.shifts.is_empty() };
        let edit = match key {
            KeyCode::C => TextEdit::Copy,
            KeyCode::X => TextEdit::Cut,
            KeyCode::V => TextEdit::Paste,
            KeyCode::A => TextEdit::SelectAll,
            KeyCode::Left => go(CaretMotion::WordLeft),
            KeyCode::Right => go(CaretMotion::WordRight),
            _ => return None,
        };
        Some(WidgetRequest::Edit { press, edit })
    }

    /// What the text field asks for that has the focus.
    fn focused_text(&self) -> Option<P> {
        match &self.stops().get(self.focus.as_ref()?.index)?.role {
            Role::Text { press, .. } => Some(press.clone()),
            _ => None,
        }
    }

    /// The widgets that can have the focus, in order: a stepper once, and nothing that lies behind a modal panel.
    fn stops(&self) -> Vec<&HitArea<P>> {
        let first = self.hit_areas.iter().rposition(|spot| matches!(spot.role, Role::Modal(_))).unwrap_or(0);
        let mut stops: Vec<&HitArea<P>> = Vec::new();
        for spot in
            self.hit_areas[first.min(self.hit_areas.len())..].iter().filter(|spot| spot.role.focus_key().is_some())
        {
            let is_step = matches!(spot.role, Role::Step { .. });
            let repeats = is_step && stops.last().is_some_and(|last| last.role.focus_key() == spot.role.focus_key());
            if !repeats {
                stops.push(spot);
            }
        }
        stops
    }

    /// Gives the focus to the first widget that asks for this.
    fn focus_on(&mut self, key: &P) {
        let index = self.stops().iter().position(|stop| stop.role.focus_key() == Some(key));
        self.focus = index.map(|index| Focus { index, key: key.clone(), is_sought: false });
    }

    /// Moves the focus to the next widget, or the one before.
    fn move_focus(&mut self, forward: bool) {
        let stops = self.stops();
        let count = stops.len();
        let next = match &self.focus {
            Some(focus) => (focus.index + if forward { 1 } else { count.saturating_sub(1) }) % count.max(1),
            None if forward => 0,
            None => count.saturating_sub(1),
        };
        let key = stops.get(next).and_then(|stop| stop.role.focus_key().cloned());
        self.focus = key.map(|key| Focus { index: next, key, is_sought: true });
    }
}

/// Which part of a track lies before `x`, 0 to 1.
fn part_of(x: f32, from: f32, to: f32) -> f32 {
    ((x - from) / (to - from).max(1.0)).clamp(0.0, 1.0)
}

/// The place of the nearest number to `x` in a list in rising order.
fn nearest(places: &[f32], x: f32) -> usize {
    let distance = |index: &usize| (places[*index] - x).abs();
    (0..places.len()).min_by(|one, other| distance(one).total_cmp(&distance(other))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    enum Ask {
        Go,
        Less,
        More,
        Knob,
        Name,
        Close,
    }

    /// From left to right in steps of 100: a button, a stepper in two parts, a slider, a text field of three letters;
    /// below them the empty ground of their panel.
    fn hit_areas() -> HitAreas<Ask> {
        let mut hit_areas = HitAreas::default();
        let area = |x: f32| Rect::new(x, 0.0, 100.0, 50.0);
        hit_areas.note(Rect::new(0.0, 0.0, 500.0, 200.0), Role::Ground);
        hit_areas.note(area(0.0), Role::Button(Ask::Go));
        for (x, press) in [(100.0, Ask::Less), (150.0, Ask::More)] {
            let area = Rect::new(x, 0.0, 50.0, 50.0);
            hit_areas.note(area, Role::Step { press, less: Ask::Less, more: Ask::More });
        }
        hit_areas.note(area(200.0), Role::Slider { press: Ask::Knob, from: 210.0, to: 290.0, value: 0.5 });
        let carets = vec![310.0, 320.0, 330.0, 340.0];
        hit_areas.note(area(300.0), Role::Text { press: Ask::Name, carets });
        hit_areas
    }

    fn feed(hit_areas: &mut HitAreas<Ask>, events: &[InputEvent]) -> Vec<Option<Vec<WidgetRequest<Ask>>>> {
        events.iter().map(|event| hit_areas.take(*event, false)).collect()
    }

    fn press(press: Ask) -> Option<Vec<WidgetRequest<Ask>>> {
        Some(vec![WidgetRequest::Press { press, times: 1 }])
    }

    const TAKEN: Option<Vec<WidgetRequest<Ask>>> = Some(Vec::new());
    const DOWN: fn(f32, f32) -> InputEvent = |x, y| InputEvent::MouseDown(MouseButton::Left, vec2(x, y));
    const UP: fn(f32, f32) -> InputEvent = |x, y| InputEvent::MouseUp(MouseButton::Left, vec2(x, y));
    const MOVE: fn(f32, f32) -> InputEvent = |x, y| InputEvent::MouseMoved(vec2(x, y));

    #[test]
    fn the_letter_of_the_key_that_opened_a_field_is_not_for_it() {
        let mut hit_areas = HitAreas::default();
        hit_areas.begin_with_text(Ask::Name);
        hit_areas.opened_by(KeyCode::L);
        let typed = |letter| Some(vec![WidgetRequest::Edit { press: Ask::Name, edit: TextEdit::Insert(letter) }]);
        let events = [
            InputEvent::Typed('l'),
            InputEvent::KeyUp(KeyCode::L),
            InputEvent::KeyDown(KeyCode::L),
            InputEvent::Typed('l'),
        ];
        assert_eq!(feed(&mut hit_areas, &events), [Some(vec![]), None, Some(vec![]), typed('l')]);
    }

    #[test]
    fn mouse_and_finger_press_alike() {
        let mouse = feed(&mut hit_areas(), &[DOWN(50.0, 20.0), UP(53.0, 20.0)]);
        assert_eq!(mouse, [TAKEN, press(Ask::Go)]);
        let at = vec2(50.0, 20.0);
        let finger =
            [InputEvent::TouchDown(3, at), InputEvent::TouchMoved(3, at + 8.0), InputEvent::TouchUp(3, at + 8.0)];
        assert_eq!(feed(&mut hit_areas(), &finger), [TAKEN, TAKEN, press(Ask::Go)]);
    }

    #[test]
    fn what_is_scrolled_out_of_sight_is_not_pressed() {
        let mut hit_areas = HitAreas::default();
        hit_areas.clip_to(Some(Rect::new(0.0, 100.0, 300.0, 100.0)));
        hit_areas.note(Rect::new(0.0, 0.0, 100.0, 50.0), Role::Button(Ask::Go));
        hit_areas.note(Rect::new(0.0, 80.0, 100.0, 50.0), Role::Button(Ask::Close));
        hit_areas.clip_to(None);
        let pressed = [20.0, 90.0, 110.0].map(|y| feed(&mut hit_areas, &[DOWN(50.0, y), UP(50.0, y)])[1].clone());
        assert_eq!(pressed, [None, None, press(Ask::Close)]);
    }

    #[test]
    fn what_lies_beside_the_widgets_is_for_the_map() {
        let mut hit_areas = hit_areas();
        let events = [DOWN(600.0, 20.0), MOVE(50.0, 20.0), UP(50.0, 20.0), InputEvent::KeyDown(KeyCode::Enter)];
        assert_eq!(feed(&mut hit_areas, &events), [None, None, None, None]);
        assert!(hit_areas.covers(vec2(50.0, 150.0)) && !hit_areas.covers(vec2(50.0, 250.0)));
    }

    #[test]
    fn a_press_that_wanders_scrolls_and_one_that_is_lost_does_nothing() {
        let wandered = feed(&mut hit_areas(), &[DOWN(50.0, 20.0), MOVE(50.0, 0.0), UP(50.0, 0.0)]);
        assert_eq!(wandered, [TAKEN, Some(vec![WidgetRequest::Scroll { at: vec2(50.0, 0.0), by: 20.0 }]), TAKEN]);
        let mut hit_areas = hit_areas();
        feed(&mut hit_areas, &[DOWN(50.0, 20.0)]);
        hit_areas.mouse_is_up(|_| false);
        assert_eq!(feed(&mut hit_areas, &[UP(50.0, 20.0)]), [None]);
    }

    #[test]
    fn a_stepper_steps_by_press_and_wheel_and_faster_on_request() {
        let mut hit_areas = hit_areas();
        feed(&mut hit_areas, &[DOWN(120.0, 20.0)]);
        assert_eq!(
            hit_areas.take(UP(120.0, 20.0), true),
            Some(vec![WidgetRequest::Press { press: Ask::Less, times: FAST }])
        );
        feed(
            &mut hit_areas,
            &[InputEvent::KeyDown(KeyCode::Tab), InputEvent::KeyDown(KeyCode::Tab), MOVE(120.0, 20.0)],
        );
        let wheel = feed(&mut hit_areas, &[InputEvent::Wheel(2.0), InputEvent::Wheel(-1.0)]);
        assert_eq!(wheel, [press(Ask::More), press(Ask::Less)]);
    }

    #[test]
    fn the_wheel_scrolls_the_page_over_a_stepper_without_the_focus() {
        let scroll = Some(vec![WidgetRequest::Scroll { at: vec2(120.0, 20.0), by: WHEEL_SCROLL }]);
        let mut hit_areas = hit_areas();
        let wheel = feed(&mut hit_areas, &[MOVE(120.0, 20.0), InputEvent::Wheel(-1.0), InputEvent::Wheel(-1.0)]);
        assert_eq!(wheel[1..], [scroll.clone(), scroll.clone()]);
        feed(&mut hit_areas, &[InputEvent::KeyDown(KeyCode::Tab)]);
        assert_eq!(feed(&mut hit_areas, &[InputEvent::Wheel(-1.0)]), [scroll], "another widget has the focus");
    }

    #[test]
    fn the_wheel_scrolls_over_a_panel_and_is_for_the_map_elsewhere() {
        let wheel = feed(
            &mut hit_areas(),
            &[MOVE(50.0, 150.0), InputEvent::Wheel(-3.0), MOVE(50.0, 250.0), InputEvent::Wheel(1.0)],
        );
        assert_eq!(
            wheel,
            [None, Some(vec![WidgetRequest::Scroll { at: vec2(50.0, 150.0), by: WHEEL_SCROLL }]), None, None]
        );
    }

    #[test]
    fn a_knob_follows_the_pointer_from_the_press_on_and_stays_on_its_track() {
        let slide = |part| Some(vec![WidgetRequest::Slide { press: Ask::Knob, part }]);
        let mut hit_areas = hit_areas();
        let moves = feed(&mut hit_areas, &[DOWN(230.0, 20.0), MOVE(250.0, 90.0), MOVE(900.0, 0.0), UP(900.0, 0.0)]);
        assert_eq!(moves, [slide(0.25), slide(0.5), slide(1.0), TAKEN]);
    }

    #[test]
    fn tab_goes_round_all_widgets_in_both_directions() {
        let mut hit_areas = hit_areas();
        let mut seen = Vec::new();
        for _ in 0..5 {
            hit_areas.take(InputEvent::KeyDown(KeyCode::Tab), false);
            seen.push([Ask::Go, Ask::More, Ask::Knob, Ask::Name].into_iter().find(|key| hit_areas.has_focus(key)));
        }
        assert_eq!(seen, [Ask::Go, Ask::More, Ask::Knob, Ask::Name, Ask::Go].map(Some));
        feed(&mut hit_areas, &[InputEvent::KeyDown(KeyCode::LeftShift), InputEvent::KeyDown(KeyCode::Tab)]);
        assert!(hit_areas.has_focus(&Ask::Name));
        assert_eq!(hit_areas.end(), Some(Rect::new(300.0, 0.0, 100.0, 50.0)));
    }

    #[test]
    fn text_fields_are_told_of_unless_a_panel_hides_them() {
        let mut hit_areas = hit_areas();
        let Keyboard { text_fields, is_typing, .. } = hit_areas.keyboard();
        assert_eq!((text_fields, is_typing), (vec![Rect::new(300.0, 0.0, 100.0, 50.0)], false));
        feed(&mut hit_areas, &[DOWN(350.0, 20.0), UP(350.0, 20.0)]);
        let Keyboard { focus, is_typing, .. } = hit_areas.keyboard();
        assert!(is_typing && focus.is_some_and(|(area, _)| area == Rect::new(300.0, 0.0, 100.0, 50.0)));
        hit_areas.note(Rect::new(0.0, 0.0, 900.0, 900.0), Role::Modal(Ask::Close));
        assert_eq!(hit_areas.keyboard().text_fields, []);
    }

    #[test]
    fn tab_has_widgets_ahead_until_the_last_one() {
        let mut hit_areas = hit_areas();
        let mut around = vec![hit_areas.keyboard().stops];
        for _ in 0..4 {
            hit_areas.take(InputEvent::KeyDown(KeyCode::Tab), false);
            around.push(hit_areas.keyboard().stops);
        }
        assert_eq!(around, [(0, 4), (0, 3), (1, 2), (2, 1), (3, 0)]);
        hit_areas.note(Rect::new(0.0, 0.0, 900.0, 900.0), Role::Modal(Ask::Close));
        hit_areas.note(Rect::new(0.0, 300.0, 50.0, 50.0), Role::Button(Ask::Close));
        assert_eq!(hit_areas.keyboard().stops, (1, 1), "a modal panel keeps it");
    }

    #[test]
    fn keys_work_the_widget_that_has_the_focus() {
        let mut hit_areas = hit_areas();
        let tab = InputEvent::KeyDown(KeyCode::Tab);
        let key = InputEvent::KeyDown;
        let (enter, left, right) = (key(KeyCode::Enter), key(KeyCode::Left), key(KeyCode::Right));
        assert_eq!(feed(&mut hit_areas, &[tab, enter, left]), [TAKEN, press(Ask::Go), None], "arrows are for the map");
        assert_eq!(feed(&mut hit_areas, &[tab, left, right]), [TAKEN, press(Ask::Less), press(Ask::More)]);
        let slide = |part| Some(vec![WidgetRequest::Slide { press: Ask::Knob, part }]);
        assert_eq!(feed(&mut hit_areas, &[tab, left, right]), [TAKEN, slide(0.45), slide(0.55)]);
        assert_eq!(feed(&mut hit_areas, &[key(KeyCode::Escape), enter]), [TAKEN, None]);
    }

    #[test]
    fn a_text_takes_letters_only_while_it_has_the_focus() {
        let mut hit_areas = hit_areas();
        assert_eq!(feed(&mut hit_areas, &[InputEvent::Typed('a'), InputEvent::KeyDown(KeyCode::B)]), [None, None]);
        let edit = |edit| Some(vec![WidgetRequest::Edit { press: Ask::Name, edit }]);
        let clicked = feed(&mut hit_areas, &[DOWN(322.0, 20.0), MOVE(339.0, 20.0), UP(339.0, 20.0)]);
        let place = |caret, selects| edit(TextEdit::Place { caret, selects });
        assert_eq!(clicked, [place(1, false), place(3, true), TAKEN]);
        let typed = feed(
            &mut hit_areas,
            &[InputEvent::KeyDown(KeyCode::B), InputEvent::Typed('b'), InputEvent::KeyDown(KeyCode::Enter)],
        );
        assert_eq!(typed, [TAKEN, edit(TextEdit::Insert('b')), None], "Enter is for the panel around it");
    }

    #[test]
    fn what_is_typed_before_a_text_field_is_drawn_is_for_it() {
        let mut hit_areas = hit_areas();
        hit_areas.begin_with_text(Ask::Name);
        let typed = feed(&mut hit_areas, &[InputEvent::Typed('a')]);
        assert_eq!(typed, [Some(vec![WidgetRequest::Edit { press: Ask::Name, edit: TextEdit::Insert('a') }])]);
    }

    #[test]
    fn the_last_input_tells_whether_keys_are_of_use() {
        let mut hit_areas = hit_areas();
        let after = |hit_areas: &mut HitAreas<Ask>, event| {
            hit_areas.take(event, false);
            hit_areas.is_by_finger()
        };
        assert_eq!(hit_areas.is_by_finger(), None, "nothing was done");
        assert_eq!(after(&mut hit_areas, InputEvent::TouchDown(1, vec2(900.0, 900.0))), Some(true));
        assert_eq!(after(&mut hit_areas, InputEvent::TouchUp(1, vec2(900.0, 900.0))), Some(true));
        assert_eq!(after(&mut hit_areas, InputEvent::KeyDown(KeyCode::H)), Some(false));
        assert_eq!(after(&mut hit_areas, InputEvent::TouchDown(2, vec2(900.0, 900.0))), Some(true));
        assert_eq!(after(&mut hit_areas, MOVE(900.0, 900.0)), Some(false));
    }

    #[test]
    fn shortcuts_are_for_the_text_that_has_the_focus() {
        let mut hit_areas = hit_areas();
        let all = [KeyCode::A, KeyCode::C, KeyCode::X, KeyCode::V, KeyCode::Left, KeyCode::B].map(InputEvent::Shortcut);
        assert_eq!(feed(&mut hit_areas, &all), [const { None }; 6], "without a text field they are for others");
        feed(&mut hit_areas, &[DOWN(320.0, 20.0), UP(320.0, 20.0)]);
        let edit = |edit| Some(vec![WidgetRequest::Edit { press: Ask::Name, edit }]);
        let by_word = edit(TextEdit::Go { to: CaretMotion::WordLeft, selects: false });
        let edits = [TextEdit::SelectAll, TextEdit::Copy, TextEdit::Cut, TextEdit::Paste].map(edit);
        let asked: Vec<_> = edits.into_iter().chain([by_word, TAKEN]).collect();
        assert_eq!(feed(&mut hit_areas, &all), asked);
    }

    #[test]
    fn a_finger_that_rests_reads_the_tooltip_in_place_of_pressing() {
        let mut hit_areas = hit_areas();
        let (down, up) = (InputEvent::TouchDown(1, vec2(50.0, 20.0)), InputEvent::TouchUp(1, vec2(50.0, 20.0)));
        let rest =
            |hit_areas: &mut HitAreas<Ask>, frames: usize| (0..frames).for_each(|_| hit_areas.pass(LONGEST_FRAME));
        feed(&mut hit_areas, &[down]);
        hit_areas.pass(3.0 * LONG_PRESS);
        assert_eq!(hit_areas.hover(), None, "a slow frame is no rest");
        rest(&mut hit_areas, 3);
        assert_eq!(hit_areas.hover(), None);
        rest(&mut hit_areas, 2);
        assert_eq!(hit_areas.hover(), Some(vec2(50.0, 20.0)));
        assert_eq!(feed(&mut hit_areas, &[up]), [press(Ask::Go)], "what has no tooltip is pressed all the same");
        feed(&mut hit_areas, &[down]);
        rest(&mut hit_areas, 6);
        hit_areas.note_tooltip();
        assert_eq!(feed(&mut hit_areas, &[up]), [TAKEN]);
        assert_eq!(hit_areas.hover(), None);
        feed(&mut hit_areas, &[down]);
        assert_eq!(feed(&mut hit_areas, &[up]), [press(Ask::Go)], "a short press afterwards is a press");
        feed(&mut hit_areas, &[DOWN(50.0, 20.0)]);
        rest(&mut hit_areas, 6);
        hit_areas.note_tooltip();
        assert_eq!(feed(&mut hit_areas, &[UP(50.0, 20.0)]), [press(Ask::Go)], "a mouse reads without pressing");
    }

    #[test]
    fn behind_a_modal_panel_nothing_has_the_focus() {
        let mut hit_areas = hit_areas();
        hit_areas.note(Rect::new(0.0, 0.0, 900.0, 900.0), Role::Modal(Ask::Close));
        hit_areas.note(Rect::new(0.0, 300.0, 50.0, 50.0), Role::Button(Ask::Close));
        feed(&mut hit_areas, &[InputEvent::KeyDown(KeyCode::Tab)]);
        assert_eq!(hit_areas.end(), Some(Rect::new(0.0, 300.0, 50.0, 50.0)));
        assert_eq!(feed(&mut hit_areas, &[DOWN(50.0, 20.0), UP(50.0, 20.0)]), [TAKEN, press(Ask::Close)]);
    }

    #[test]
    fn the_focus_stays_with_its_widget_when_others_come_and_goes_with_it() {
        let mut hit_areas = hit_areas();
        feed(&mut hit_areas, &[InputEvent::KeyDown(KeyCode::Tab)]);
        hit_areas.begin();
        hit_areas.note(Rect::new(0.0, 0.0, 10.0, 10.0), Role::Button(Ask::Close));
        hit_areas.note(Rect::new(20.0, 0.0, 10.0, 10.0), Role::Button(Ask::Go));
        assert_eq!(hit_areas.end(), Some(Rect::new(20.0, 0.0, 10.0, 10.0)));
        hit_areas.begin();
        assert_eq!(hit_areas.end(), None);
        assert!(!hit_areas.has_focus(&Ask::Go));
    }
}
