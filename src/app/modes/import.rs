//! The dialog in which a file of another program becomes a level: shows the map, and lets the player say what is solid.

mod choice;
mod page;

use footpath::level::edit::Document;
use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};
use macroquad::texture::{FilterMode, Texture2D};
use macroquad::time::get_time;

use crate::app::modes::screen::{KEY_SCROLL, PAGE_SCROLL};
use crate::app::ui::Ui;
use crate::app::ui::event::Event;
use crate::app::ui::icons::Icons;
use crate::app::ui::ink::Ink;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::spots::Request;
use crate::app::view::level_picture;
pub use choice::{Choice, ReadFile};

/// The most texels of the map's picture, across and down.
const TEXELS: Vec2 = Vec2::splat(512.0);

/// Seconds. Where making the level takes longer, it waits until the player has switched nothing for a while.
const QUICK: f64 = 0.1;

/// How long that is at most, in seconds.
const LONGEST_WAIT: f64 = 0.8;

/// What a widget of the dialog asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Press {
    /// Make the ground at this place of the list solid, or floor.
    Ground(usize),
    /// Make empty tiles floor, or void.
    Empty,
    /// Turn to the next level of the file, or the one before.
    Level {
        next: bool,
    },
    Play,
    Cancel,
}

/// The dialog.
pub struct ImportDialog {
    shown: Option<Shown>,
    /// How often what it shows has changed by itself.
    pub revision: u64,
    ui: Ui<Press>,
}

/// What it shows while it is open.
struct Shown {
    choice: Choice,
    picture: Texture2D,
    /// Whether nobody can walk anywhere on it.
    is_closed: bool,
    /// When the level is made anew, by the window's clock.
    renewal: Option<f64>,
    /// How long it took the last time, in seconds.
    took: f64,
    /// What could not be done.
    problem: Option<String>,
    scroll: Scroll,
}

impl ImportDialog {
    /// A closed dialog that writes with `ink` and shows `icons`.
    pub fn new(ink: Ink, icons: Icons) -> ImportDialog {
        ImportDialog { shown: None, revision: 0, ui: Ui::new(ink, icons) }
    }

    /// Opens it on a file, in the place of what it has been open on.
    pub fn open(&mut self, choice: Choice) {
        let (picture, is_closed) = (picture(&choice), is_closed(&choice));
        let scroll = Scroll::default();
        self.shown = Some(Shown { choice, picture, is_closed, renewal: None, took: 0.0, problem: None, scroll });
        // Without widgets nothing keeps the keyboard's focus.
        self.ui.spots.begin();
        self.ui.spots.end();
    }

    /// What is chosen, while it is open.
    pub fn choice(&self) -> Option<&Choice> {
        self.shown.as_ref().map(|shown| &shown.choice)
    }

    /// Whether its picture changes although the player does nothing.
    pub fn moves(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.renewal.is_some())
    }

    /// What the page needs to know of its widgets.
    #[cfg(target_arch = "wasm32")]
    pub fn keyboard(&self) -> crate::app::ui::spots::Keyboard {
        self.ui.spots.keyboard()
    }

    /// Takes an event in; gives the level that is to be played, once the player wants that.
    pub fn take(&mut self, event: Event) -> Option<Document> {
        if event == Event::KeyDown(KeyCode::Escape) {
            self.shown = None;
            return None;
        }
        if let Some(requests) = self.ui.spots.take(event, false) {
            return requests.into_iter().filter_map(|request| self.carry_out(request)).last();
        }
        let (Event::KeyDown(key) | Event::KeyRepeated(key)) = event else { return None };
        let shown = self.shown.as_mut()?;
        match key {
            KeyCode::Enter => return self.press(Press::Play),
            KeyCode::Left | KeyCode::Right => return self.press(Press::Level { next: key == KeyCode::Right }),
            KeyCode::Up => shown.scroll.by(-KEY_SCROLL),
            KeyCode::Down => shown.scroll.by(KEY_SCROLL),
            KeyCode::PageUp => shown.scroll.by(-PAGE_SCROLL),
            KeyCode::PageDown => shown.scroll.by(PAGE_SCROLL),
            _ => {}
        }
        None
    }

    /// Takes in what has been held for `seconds`.
    pub fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32) {
        self.ui.spots.mouse_is_up(button_is_down);
        self.ui.spots.pass(seconds);
    }

    /// Makes the level anew if that is due; to be called once a frame.
    pub fn update(&mut self) {
        if let Some(shown) = &mut self.shown
            && shown.renewal.is_some_and(|due| get_time() >= due)
        {
            shown.renew();
            self.revision += 1;
        }
    }

    /// Draws it over everything, if it is open.
    pub fn draw(&mut self, viewport: Vec2) {
        if let Some(shown) = &mut self.shown {
            page::draw(&mut self.ui, shown, viewport);
        }
    }

    fn carry_out(&mut self, request: Request<Press>) -> Option<Document> {
        match request {
            Request::Press { press, .. } => self.press(press),
            Request::Scroll { by, .. } => {
                self.shown.as_mut()?.scroll.by(by);
                None
            }
            _ => None,
        }
    }

    fn press(&mut self, press: Press) -> Option<Document> {
        let shown = self.shown.as_mut()?;
        match press {
            Press::Ground(index) => shown.choose(|choice| choice.switch(index)),
            Press::Empty => shown.choose(Choice::switch_empty),
            Press::Level { next } => shown.turn(next),
            Press::Cancel => self.shown = None,
            Press::Play => {
                if shown.choice.is_stale() {
                    shown.renew();
                }
                if shown.problem.is_some() {
                    return None;
                }
                match shown.choice.document() {
                    Ok(document) => {
                        self.shown = None;
                        return Some(document);
                    }
                    Err(error) => shown.problem = Some(error.problems[0].message.clone()),
                }
            }
        }
        None
    }
}

impl Shown {
    /// Lets the player choose something; the level follows at once, or a little later where that takes long.
    fn choose(&mut self, choose: impl FnOnce(&mut Choice)) {
        choose(&mut self.choice);
        let wait = if self.took < QUICK { 0.0 } else { self.took.min(LONGEST_WAIT) };
        self.renewal = Some(get_time() + wait);
    }

    /// Turns to the next level of the file, or the one before.
    fn turn(&mut self, next: bool) {
        self.problem = self.choice.turn(next).err();
        self.scroll.reset();
        self.renew();
    }

    fn renew(&mut self) {
        let begun = get_time();
        if self.choice.is_stale() {
            self.problem = self.choice.renew().err();
        }
        (self.picture, self.is_closed) = (picture(&self.choice), is_closed(&self.choice));
        (self.renewal, self.took) = (None, get_time() - begun);
    }
}

/// The map as it will be.
fn picture(choice: &Choice) -> Texture2D {
    let texture = Texture2D::from_image(&level_picture::with_solid_tiles_marked(&choice.imported().level, TEXELS));
    texture.set_filter(FilterMode::Nearest);
    texture
}

fn is_closed(choice: &Choice) -> bool {
    let map = &choice.imported().level.map;
    map.tiles.rect().cells().all(|tile| !map.is_walkable(tile))
}
