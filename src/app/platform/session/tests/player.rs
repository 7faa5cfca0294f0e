//! Somebody who plays in a window that nobody sees, and what is reported meanwhile.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use glam::{Vec2, vec2};
use macroquad::input::{KeyCode, MouseButton};
use macroquad::math::Rect;
use macroquad::miniquad::{KeyMods, TouchPhase};
use serde_json::Value;

use crate::app::modes::actions::Action;
use crate::app::platform::desktop::{PlayOptions, first_level};
use crate::app::platform::report;
use crate::app::platform::session::Session;
use crate::app::ui::key_names;
use crate::app::window::{screen_dpi_scale, screen_height, screen_width, unseen};

/// How long a frame takes, in seconds: a few ticks, as on a slow machine.
const FRAME: f64 = 1.0 / 20.0;

/// How long something is waited for, in seconds of the window's clock.
const PATIENCE: f64 = 90.0;

/// A folder of one's own for a level, settings, drafts and recordings, which is removed with everything in it.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn new() -> Rc<Folder> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("footpath-session-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Rc::new(Folder { path })
    }

    /// Where a file of this name is.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Writes a file as others do. The game sees that by its time, which the system counts in steps.
    pub fn write(&self, name: &str, text: &str) {
        std::thread::sleep(Duration::from_millis(20));
        fs::write(self.file(name), text).unwrap();
    }

    /// What plays the first level, and remembers and records in this folder.
    pub fn options(&self) -> PlayOptions {
        PlayOptions {
            level: None,
            imported: None,
            lab: false,
            script: None,
            kept: Some(self.file("")),
            replay: None,
            record: None,
            recordings: Some(self.file("replays")),
            screenshot: None,
            after: 0.0,
            exit_after: None,
            size: (screen_width() as u32, screen_height() as u32),
            report: None,
            language: String::new(),
        }
    }

    /// What plays the level in a file of this folder.
    pub fn options_for(&self, name: &str) -> PlayOptions {
        PlayOptions { level: Some(self.file(name)), ..self.options() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Where something is left, it is among the files that nobody misses.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// A session, and the mouse and the keyboard with which it is played.
pub struct Player {
    pub folder: Rc<Folder>,
    session: Session,
    pointer: Vec2,
    modifiers: KeyMods,
}

/// Plays a level, from the file `field.ron`.
pub fn play(level: &str) -> Player {
    let folder = Folder::new();
    folder.write("field.ron", level);
    Player::begin(&folder, folder.options_for("field.ron"))
}

/// Opens the lab on the ground of a level.
pub fn look_at(level: &str) -> Player {
    let folder = Folder::new();
    folder.write("field.ron", level);
    Player::begin(&folder, PlayOptions { lab: true, ..folder.options_for("field.ron") })
}

impl Player {
    /// Opens the window as the program does, and waits until it has shown something.
    pub fn begin(folder: &Rc<Folder>, options: PlayOptions) -> Player {
        let mut begins = std::pin::pin!(Session::begin(first_level(&options).unwrap()));
        let Poll::Ready(session) = begins.as_mut().poll(&mut Context::from_waker(Waker::noop())) else {
            panic!("nothing that is waited for is far away");
        };
        let (folder, modifiers) = (Rc::clone(folder), KeyMods::default());
        let mut player = Player { folder, session: session.unwrap(), pointer: Vec2::ZERO, modifiers };
        player.pass(0.5);
        player.go(vec2(screen_width(), screen_height()) - 2.0);
        player
    }

    pub fn state(&self) -> Value {
        report::of(&self.session)
    }

    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            unseen::pass(FRAME);
            self.session.frame();
        }
    }

    /// Lets time pass, in seconds; gives the state after it.
    pub fn pass(&mut self, seconds: f64) -> Value {
        self.frames((seconds / FRAME).ceil() as usize);
        self.state()
    }

    /// Waits until the state is so; gives that state.
    #[track_caller]
    pub fn until(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..(PATIENCE / FRAME) as usize {
            let state = self.state();
            if holds(&state) {
                return state;
            }
            self.frames(1);
        }
        panic!("waited {PATIENCE} s for {what}, which did not come: {:#}", self.state());
    }

    /// Lets the session answer what was done, and the panels find their places.
    fn answered(&mut self) {
        self.frames(2);
    }

    pub fn go(&mut self, to: Vec2) {
        self.pointer = to;
        let at = to * screen_dpi_scale();
        unseen::happen(move |window| window.mouse_motion_event(at.x, at.y));
        self.answered();
    }

    pub fn press(&mut self, button: MouseButton) {
        unseen::hold(button, true, self.pointer * screen_dpi_scale());
        self.answered();
    }

    pub fn release(&mut self, button: MouseButton) {
        unseen::hold(button, false, self.pointer * screen_dpi_scale());
        self.answered();
    }

    pub fn click(&mut self, at: Vec2) {
        self.click_with(MouseButton::Left, at);
    }

    pub fn click_with(&mut self, button: MouseButton, at: Vec2) {
        self.go(at);
        self.press(button);
        self.release(button);
    }

    /// Touches a place with a finger, for a moment.
    pub fn tap(&mut self, at: Vec2) {
        let at = at * screen_dpi_scale();
        for phase in [TouchPhase::Started, TouchPhase::Ended] {
            unseen::happen(move |window| window.touch_event(phase, 1, at.x, at.y));
            self.answered();
        }
    }

    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        self.go(from);
        self.press(MouseButton::Left);
        (1..=10).for_each(|part| self.go(from.lerp(to, part as f32 / 10.0)));
        self.release(MouseButton::Left);
    }

    /// Turns the wheel away from the user, or towards with a negative number of notches.
    pub fn wheel(&mut self, notches: i32) {
        for _ in 0..notches.abs() {
            let turn = notches.signum() as f32;
            unseen::happen(move |window| window.mouse_wheel_event(0.0, turn));
            self.frames(1);
        }
        self.answered();
    }

    /// Presses keys together and lets them go, each by its name in the game, as in `Ctrl+Shift+Z`.
    pub fn key(&mut self, names: &str) {
        let keys = self.hold(names);
        self.let_go(&keys);
    }

    /// Presses a key this many times.
    pub fn keys(&mut self, name: &str, times: usize) {
        (0..times).for_each(|_| self.key(name));
    }

    /// Does something while keys are held.
    pub fn with_held(&mut self, names: &str, does: impl FnOnce(&mut Player)) {
        let keys = self.hold(names);
        does(self);
        self.let_go(&keys);
    }

    fn hold(&mut self, names: &str) -> Vec<KeyCode> {
        let keys: Vec<KeyCode> = names.split('+').map(key_named).collect();
        for key in &keys {
            self.modify(*key, true);
            let (key, modifiers) = (*key, self.modifiers);
            let letter = letter_of(key).filter(|_| !modifiers.ctrl && !modifiers.alt && !modifiers.logo);
            let letter = letter.map(|letter| if modifiers.shift { letter.to_ascii_uppercase() } else { letter });
            unseen::happen(move |window| {
                // In this order, as a desktop has it.
                letter.into_iter().for_each(|letter| window.char_event(letter, modifiers, false));
                window.key_down_event(key, modifiers, false);
            });
        }
        self.answered();
        keys
    }

    fn let_go(&mut self, keys: &[KeyCode]) {
        for key in keys.iter().rev() {
            self.modify(*key, false);
            let (key, modifiers) = (*key, self.modifiers);
            unseen::happen(move |window| window.key_up_event(key, modifiers));
        }
        self.answered();
    }

    fn modify(&mut self, key: KeyCode, is_down: bool) {
        match key {
            KeyCode::LeftShift => self.modifiers.shift = is_down,
            KeyCode::LeftControl => self.modifiers.ctrl = is_down,
            KeyCode::LeftAlt => self.modifiers.alt = is_down,
            KeyCode::LeftSuper => self.modifiers.logo = is_down,
            _ => {}
        }
    }

    /// Types a text: also letters that no key has alone.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let key = key_names::named(&letter.to_ascii_uppercase().to_string());
            unseen::happen(move |window| {
                window.char_event(letter, KeyMods::default(), false);
                key.into_iter().for_each(|key| window.key_down_event(key, KeyMods::default(), false));
                key.into_iter().for_each(|key| window.key_up_event(key, KeyMods::default()));
            });
            self.answered();
        }
    }

    /// Asks for something without a widget or a key.
    pub fn ask(&mut self, action: Action) {
        self.session.carry_out(action);
        self.answered();
    }

    /// Where in the window a point of the world is.
    pub fn pixel(&self, x: f32, y: f32) -> Vec2 {
        place_in(&self.state()["camera"], vec2(x, y))
    }

    /// Where in the window the middle of a tile is.
    pub fn tile(&self, column: i32, row: i32) -> Vec2 {
        self.pixel(column as f32 + 0.5, row as f32 + 0.5)
    }

    /// The parts of the map that panels cover, as areas of the window.
    pub fn covered_ground(&self) -> Vec<Rect> {
        let game = &self.session.play.game;
        let lattice = game.run.sim().map().lattice;
        let (from, to) =
            (game.camera.to_screen(lattice.origin), game.camera.to_screen(lattice.origin + lattice.size()));
        let map = Rect::new(from.x, from.y, to.x - from.x, to.y - from.y);
        let covered = self.session.play.covered().into_iter();
        covered.filter_map(|area| area.intersect(map)).filter(|area| area.w > 0.5 && area.h > 0.5).collect()
    }

    /// Where in the window an agent is.
    pub fn agent(&self, index: usize) -> Vec2 {
        let at = place(&self.state()["agents"][index]);
        self.pixel(at.x, at.y)
    }

    /// Where the widget of the game is that asks for an action, as much of it as is in sight, with the keyboard's focus on it.
    pub fn focus_on(&mut self, action: Action) -> Rect {
        let wanted = format!("{action:?}");
        for _ in 0..200 {
            self.key("Tab");
            match self.session.play.keyboard().focus {
                Some((area, name)) if name == wanted => return area,
                _ => {}
            }
        }
        panic!("no widget asks for {wanted}");
    }

    /// Where the widget of the lab is that has the keyboard's focus, as much of it as is in sight, and what it is.
    pub fn focus_in_lab(&self) -> Option<(Rect, String)> {
        self.session.lab.keyboard().focus
    }

    /// Where in the window the middle of a cell of the lab is, in the first of its panes.
    pub fn lab_cell(&self, x: i32, y: i32) -> Vec2 {
        place_in(&self.state()["lab"]["panes"][0], vec2(x as f32 + 0.5, y as f32 + 0.5))
    }
}

/// The key of a name, or one that changes what others do.
fn key_named(name: &str) -> KeyCode {
    match name {
        "Shift" => KeyCode::LeftShift,
        "Ctrl" => KeyCode::LeftControl,
        "Alt" => KeyCode::LeftAlt,
        "Super" => KeyCode::LeftSuper,
        "Tab" => KeyCode::Tab,
        _ => key_names::named(name).unwrap_or_else(|| panic!("no key is called {name:?}")),
    }
}

/// What a key types alone.
fn letter_of(key: KeyCode) -> Option<char> {
    match key_names::name_of(key)? {
        "Space" => Some(' '),
        name => name.chars().next().filter(|_| name.chars().count() == 1).map(|letter| letter.to_ascii_lowercase()),
    }
}

/// Where in the window a point of the world is that a camera of the report shows.
fn place_in(camera: &Value, at: Vec2) -> Vec2 {
    (at - place(camera)) * number(&camera["scale"]) + 0.5 * vec2(screen_width(), screen_height())
}

/// A number of the report.
#[track_caller]
pub fn number(value: &Value) -> f32 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number")) as f32
}

/// Where something of the report is.
#[track_caller]
pub fn place(thing: &Value) -> Vec2 {
    vec2(number(&thing["x"]), number(&thing["y"]))
}

/// Whether something of the report is as near to a point as this.
#[track_caller]
pub fn is_near(thing: &Value, x: f32, y: f32, within: f32) -> bool {
    (place(thing) - vec2(x, y)).abs().max_element() < within
}

/// Whether something of the report is at a point.
#[track_caller]
pub fn is_at(thing: &Value, x: f32, y: f32) -> bool {
    is_near(thing, x, y, 0.1)
}

/// Whether an agent has arrived at a point.
#[track_caller]
pub fn has_arrived(agent: &Value, x: f32, y: f32) -> bool {
    agent["state"] == "arrived" && is_at(agent, x, y)
}
