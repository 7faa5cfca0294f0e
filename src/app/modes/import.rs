//! The dialog in which a file of another program becomes a level: shows the map, and lets the player say what is solid.

pub mod actions;
mod choice;
mod page;

use std::path::PathBuf;

use footpath::level::edit::Document;
use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};
use macroquad::texture::{FilterMode, Image};

use crate::app::modes::actions::Action;
use crate::app::modes::import::actions::ImportAction;
use crate::app::modes::screen::{KEY_SCROLL, PAGE_SCROLL};
use crate::app::ui::Ui;
use crate::app::ui::event::InputEvent;
use crate::app::ui::hit_areas::WidgetRequest;
use crate::app::ui::icons::Icons;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::text_painter::TextPainter;
use crate::app::window::Texture2D;
pub use choice::{Choice, Previews};

/// How the dialog ends, unless the player cancels it.
pub enum ImportOutcome {
    /// The player wants to play the level that was made of this file.
    Play(Box<Document>, PathBuf),
    /// None of the files can be read. In a sentence.
    Unreadable(String),
}

/// The dialog in which maps of other programs become levels; it lies over every mode while it is open.
pub struct ImportDialog {
    shown: Option<ShownImport>,
    /// How often what it shows has changed by itself.
    pub revision: u64,
    ui: Ui<Action>,
}

/// What it shows while it is open.
struct ShownImport {
    choice: Choice,
    /// The files, in the order of the choice.
    files: Vec<PathBuf>,
    /// The map, once something was made.
    picture: Option<Texture2D>,
    /// Whether the level is to be played as soon as it is as chosen.
    plays: bool,
    /// What could not be done.
    problem: Option<String>,
    scroll: Scroll,
}

impl ImportDialog {
    /// A closed dialog that writes with `painter` and shows `icons`.
    pub fn new(painter: TextPainter, icons: Icons) -> ImportDialog {
        ImportDialog { shown: None, revision: 0, ui: Ui::new(painter, icons) }
    }

    /// Opens it on files, in the place of those on which it has been open.
    pub fn open(&mut self, choice: Choice, files: Vec<PathBuf>) {
        let scroll = Scroll::default();
        self.shown = Some(ShownImport { choice, files, picture: None, plays: false, problem: None, scroll });
        // Without widgets nothing keeps the keyboard's focus.
        self.ui.hit_areas.begin();
        self.ui.hit_areas.end();
    }

    /// What is chosen, while it is open.
    pub fn choice(&self) -> Option<&Choice> {
        self.shown.as_ref().map(|shown| &shown.choice)
    }

    /// Whether its picture changes although the player does nothing.
    pub fn moves(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.plays || !shown.choice.is_settled())
    }

    /// What the page needs to know of its widgets.
    #[cfg(target_arch = "wasm32")]
    pub fn keyboard(&self) -> crate::app::ui::hit_areas::Keyboard {
        self.ui.hit_areas.keyboard()
    }

    /// Lets an event act on the dialog.
    pub fn take(&mut self, event: InputEvent) {
        if event == InputEvent::KeyDown(KeyCode::Escape) {
            self.shown = None;
            return;
        }
        if let Some(requests) = self.ui.hit_areas.take(event, false) {
            return requests.into_iter().for_each(|request| self.carry_out(request));
        }
        let (InputEvent::KeyDown(key) | InputEvent::KeyRepeated(key)) = event else { return };
        let Some(shown) = &mut self.shown else { return };
        match key {
            KeyCode::Enter | KeyCode::KpEnter => self.act(ImportAction::Play),
            KeyCode::Left | KeyCode::Right => self.act(ImportAction::Level { next: key == KeyCode::Right }),
            KeyCode::Up => shown.scroll.by(-KEY_SCROLL),
            KeyCode::Down => shown.scroll.by(KEY_SCROLL),
            KeyCode::PageUp => shown.scroll.by(-PAGE_SCROLL),
            KeyCode::PageDown => shown.scroll.by(PAGE_SCROLL),
            _ => {}
        }
    }

    /// Takes in what has been held for `seconds`.
    pub fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32) {
        self.ui.hit_areas.hold(button_is_down, seconds);
    }

    /// Takes in what has been made of the file; to be called once a frame. Gives how the dialog ends, if it does.
    pub fn update(&mut self) -> Option<ImportOutcome> {
        let shown = self.shown.as_mut()?;
        match shown.choice.look() {
            Ok(false) => {}
            Ok(true) => {
                shown.problem = None;
                shown.picture = shown.choice.preview().map(|preview| {
                    let (width, height) = preview.about.pixels;
                    let bytes = preview.picture.chunks_exact(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect();
                    let image = Image { bytes, width: width as u16, height: height as u16 };
                    let texture = Texture2D::from_image(&image);
                    texture.set_filter(FilterMode::Nearest);
                    texture
                });
                self.revision += 1;
            }
            Err(words) if shown.choice.preview().is_none() => {
                self.shown = None;
                return Some(ImportOutcome::Unreadable(words));
            }
            Err(words) => {
                (shown.problem, shown.plays) = (Some(words), false);
                self.revision += 1;
            }
        }
        if !shown.plays || !shown.choice.is_settled() {
            return None;
        }
        shown.plays = false;
        self.revision += 1;
        let preview = shown.choice.preview()?;
        match Document::open(&format!("{}.ron", preview.about.name), preview.text.clone()) {
            Ok(document) => {
                let map = preview.about.map;
                let shown = self.shown.take()?;
                let from = shown.files.into_iter().nth(map).unwrap_or_default();
                Some(ImportOutcome::Play(Box::new(document), from))
            }
            Err(error) => {
                shown.problem = error.problems.first().map(|problem| problem.message.clone());
                None
            }
        }
    }

    /// Draws it over everything, if it is open.
    pub fn draw(&mut self, viewport: Vec2) {
        if let Some(shown) = &mut self.shown {
            page::draw(&mut self.ui, shown, viewport);
        }
    }

    fn carry_out(&mut self, request: WidgetRequest<Action>) {
        match request {
            WidgetRequest::Press { press: Action::Import(action), .. } => self.act(action),
            WidgetRequest::Scroll { by, .. } => {
                if let Some(shown) = &mut self.shown {
                    shown.scroll.by(by);
                }
            }
            _ => {}
        }
    }

    fn act(&mut self, action: ImportAction) {
        let Some(shown) = &mut self.shown else { return };
        match action {
            ImportAction::Ground(index) => shown.choice.switch(index),
            ImportAction::Empty => shown.choice.switch_empty(),
            ImportAction::Level { next } => {
                shown.choice.turn(next);
                shown.scroll.reset();
            }
            ImportAction::Cancel => self.shown = None,
            ImportAction::Play => shown.plays = shown.choice.preview().is_some(),
        }
    }
}
