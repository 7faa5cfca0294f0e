//! What opens over the mode that is on, whichever it is: the list of commands and levels, the settings, and the keys.

pub mod actions;
mod command;
mod pages;
pub mod question;

use glam::Vec2;
use macroquad::input::{KeyCode, MouseButton};

use crate::app::modes::ModeName;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::changed_keys::Keys;
use crate::app::modes::library::ListedLevel;
use crate::app::modes::menu::actions::MenuAction;
use crate::app::modes::settings::Settings;
use crate::app::ui::event::InputEvent;
use crate::app::ui::hit_areas::WidgetRequest;
use crate::app::ui::icons::Icons;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::text_edit::TextEdit;
use crate::app::ui::text_field::TextField;
use crate::app::ui::text_painter::TextPainter;
use crate::app::ui::{Ui, key_names};
use command::MenuCommand;
use question::{Question, Reply};

/// What the menu shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPage {
    /// Everything that can be done.
    Commands,
    /// What is remembered of the user.
    Settings,
    /// Every action, to be given another key.
    Keys,
    /// Something that the player has to answer.
    Question,
    /// Work that takes a while.
    Work,
}

/// A panel over everything.
pub struct Menu {
    page: Option<MenuPage>,
    mode: ModeName,
    /// What the list holds before it is filtered.
    commands: Vec<MenuCommand>,
    field: TextField,
    /// Which of the commands is marked.
    marked: usize,
    scroll: Scroll,
    /// Whether the marked command is to come into sight.
    reveals: bool,
    /// The action that gets the next key.
    awaits: Option<usize>,
    /// What became of the last key that was given.
    said: String,
    /// What the player is asked, on the page for that.
    question: Option<Question>,
    /// The work that is under way, and how much of it is done, from 0 to 1.
    work: (String, f32),
    /// Whether it is asked if everything is to be forgotten.
    asks: bool,
    ui: Ui<Action>,
}

impl Menu {
    /// A closed menu that writes with `painter` and shows `icons`.
    pub fn new(painter: TextPainter, icons: Icons) -> Menu {
        Menu {
            page: None,
            mode: ModeName::Game,
            commands: Vec::new(),
            field: TextField::default(),
            marked: 0,
            scroll: Scroll::default(),
            reveals: false,
            awaits: None,
            said: String::new(),
            question: None,
            work: Default::default(),
            asks: false,
            ui: Ui::new(painter, icons),
        }
    }

    /// The page that is open.
    pub fn page(&self) -> Option<MenuPage> {
        self.page
    }

    /// The words of the command that is marked in the list.
    pub fn marked(&self) -> &str {
        self.commands.get(self.marked).map_or("", |command| &command.words)
    }

    /// Opens a page over a mode; `entries` are the levels.
    pub fn open(&mut self, page: MenuPage, mode: ModeName, keys: &Keys, entries: &[ListedLevel]) {
        self.mode = mode;
        self.commands = command::actions(mode, keys);
        if page == MenuPage::Commands {
            self.commands.extend(command::levels(mode, entries));
        }
        self.page = Some(page);
        self.field.clear();
        self.show_from_the_top();
        (self.awaits, self.asks) = (None, false);
        self.said.clear();
        self.ui.hit_areas.begin();
        if !matches!(page, MenuPage::Settings | MenuPage::Work) {
            self.ui.hit_areas.begin_with_text(Action::Menu(MenuAction::Type));
        }
    }

    /// Asks the player something, over whatever is open.
    pub fn ask(&mut self, question: Question) {
        self.open(MenuPage::Question, self.mode, &Keys::default(), &[]);
        self.commands.clear();
        if let Some(text) = &question.field {
            self.field = TextField::selecting(text);
            self.ui.hit_areas.begin_with_text(Action::Menu(MenuAction::Type));
        }
        self.question = Some(question);
    }

    /// Shows work that is under way, over whatever is open, and how much of it is done, from 0 to 1.
    pub fn show_work(&mut self, title: &str, part: f32) {
        if self.page != Some(MenuPage::Work) {
            self.open(MenuPage::Work, self.mode, &Keys::default(), &[]);
            self.commands.clear();
        }
        self.work = (title.to_owned(), part);
    }

    /// What is typed in its field.
    pub fn typed(&self) -> &str {
        self.field.text()
    }

    /// Closes the question with what it means not to answer it; stays open where that means nothing.
    fn dismiss(&mut self) -> Option<Action> {
        if self.page == Some(MenuPage::Work) {
            return Some(Action::Session(SessionAction::CancelWork));
        }
        let dismissal = self.question.as_ref().map(|question| question.dismissal);
        match dismissal {
            Some(None) => None,
            Some(Some(reply)) => self.reply(reply),
            None => {
                self.close();
                None
            }
        }
    }

    /// Takes in that the menu was opened by a key, which is still held.
    pub fn opened_by(&mut self, key: KeyCode) {
        self.ui.hit_areas.opened_by(key);
    }

    /// Closes the page that is open, and takes a question back that has no answer yet.
    pub fn close(&mut self) {
        (self.page, self.question) = (None, None);
        self.ui.hit_areas.begin();
    }

    /// What the page needs to know of its widgets.
    #[cfg(target_arch = "wasm32")]
    pub fn keyboard(&self) -> crate::app::ui::hit_areas::Keyboard {
        self.ui.hit_areas.keyboard()
    }

    /// What is listed, by its place among the commands, the best first.
    fn listed(&self) -> Vec<usize> {
        command::listed(&self.commands, self.field.text())
    }

    fn show_from_the_top(&mut self) {
        self.marked = self.listed().first().copied().unwrap_or(0);
        self.scroll.reset();
    }

    /// Takes an event in; gives what is to be done, if the user has chosen something.
    pub fn take(&mut self, event: InputEvent, settings: &mut Settings) -> Option<Action> {
        match event {
            InputEvent::Typed(_) if self.awaits.is_some() => return None,
            InputEvent::KeyDown(key) => {
                if let Some(index) = self.awaits {
                    self.give(index, key, settings);
                    return None;
                }
                if key == KeyCode::Escape {
                    return self.dismiss();
                }
            }
            _ => {}
        }
        if let Some(requests) = self.ui.hit_areas.take(event, false) {
            return requests.into_iter().filter_map(|request| self.carry_out(request, settings)).last();
        }
        match event {
            InputEvent::KeyDown(KeyCode::Enter | KeyCode::KpEnter) if self.question.is_some() => {
                let (reply, _) = *self.question.as_ref()?.replies.first()?;
                self.reply(reply)
            }
            InputEvent::KeyDown(KeyCode::Enter | KeyCode::KpEnter) => self.choose(self.marked),
            InputEvent::KeyDown(key) | InputEvent::KeyRepeated(key) => {
                match key {
                    KeyCode::Up => self.move_mark(-1),
                    KeyCode::Down => self.move_mark(1),
                    KeyCode::PageUp => self.move_mark(-10),
                    KeyCode::PageDown => self.move_mark(10),
                    _ => {}
                }
                None
            }
            _ => None,
        }
    }

    /// What writes its words.
    pub fn painter(&self) -> &TextPainter {
        &self.ui.painter
    }

    /// Takes in what has been held for `seconds`.
    pub fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32) {
        self.ui.hit_areas.hold(button_is_down, seconds);
    }

    /// Draws it over everything, if it is open.
    pub fn draw(&mut self, viewport: Vec2, settings: &Settings) {
        if let Some(page) = self.page {
            pages::draw(self, page, viewport, settings);
        }
    }

    /// Moves the mark by this many lines, down to the last and up to the first.
    fn move_mark(&mut self, by: isize) {
        let listed = self.listed();
        let Some(last) = listed.len().checked_sub(1) else { return };
        let place = listed.iter().position(|index| *index == self.marked).unwrap_or(0);
        self.marked = listed[place.saturating_add_signed(by).min(last)];
        self.reveals = true;
    }

    fn carry_out(&mut self, request: WidgetRequest<Action>, settings: &mut Settings) -> Option<Action> {
        match request {
            WidgetRequest::Press { press, .. } => return self.act(press, settings),
            WidgetRequest::Edit { edit, .. } => self.change_field(edit),
            WidgetRequest::Scroll { by, .. } => self.scroll.by(by),
            WidgetRequest::Slide { .. } => {}
        }
        None
    }

    /// Changes what is typed; the best of what matches another text is marked.
    fn change_field(&mut self, edit: TextEdit) {
        let before = self.field.text().to_owned();
        self.field.edit(edit);
        if self.field.text() != before {
            self.show_from_the_top();
        }
    }

    /// Does what is the menu's own, and gives what is to be done besides.
    fn act(&mut self, action: Action, settings: &mut Settings) -> Option<Action> {
        match action {
            // Beside the panel; only its button gives the work up.
            Action::Close if self.page == Some(MenuPage::Work) => {}
            Action::Close => return self.dismiss(),
            Action::Session(SessionAction::Reply(reply)) => return self.reply(reply),
            Action::Menu(MenuAction::Turn(page)) => self.open(page, self.mode, &settings.keys, &[]),
            Action::Menu(MenuAction::Type) => {}
            Action::Menu(MenuAction::Choose(index)) => return self.choose(index),
            Action::Menu(MenuAction::ResetKeys) => {
                settings.keys.reset(self.mode);
                self.commands = command::actions(self.mode, &settings.keys);
                self.said = "Every key is again what it was at first".to_owned();
            }
            Action::Menu(MenuAction::Theme(theme)) => settings.theme = theme,
            Action::Menu(MenuAction::Motion(motion)) => settings.motion = motion,
            Action::Menu(MenuAction::Scale(scale)) => settings.scale = scale,
            Action::Menu(MenuAction::Language(language)) => settings.language = language.to_owned(),
            Action::Menu(MenuAction::Forget) => self.asks = true,
            Action::Menu(MenuAction::Answer(forgets)) => {
                self.asks = false;
                if forgets {
                    *settings = Settings::default();
                }
            }
            action => return Some(action),
        }
        None
    }

    /// Carries out a command, or waits for the key that is to do what it does.
    fn choose(&mut self, index: usize) -> Option<Action> {
        if !self.listed().contains(&index) {
            return None;
        }
        self.marked = index;
        match self.page? {
            MenuPage::Commands => {
                self.close();
                Some(self.commands[index].action)
            }
            MenuPage::Keys => {
                self.awaits = Some(index);
                None
            }
            MenuPage::Settings | MenuPage::Question | MenuPage::Work => None,
        }
    }

    /// Answers the question.
    fn reply(&mut self, reply: Reply) -> Option<Action> {
        self.close();
        Some(Action::Session(SessionAction::Reply(reply)))
    }

    /// Gives a key to an action; Esc leaves it as it is.
    fn give(&mut self, index: usize, key: KeyCode, settings: &mut Settings) {
        self.awaits = None;
        self.ui.hit_areas.opened_by(key);
        if key == KeyCode::Escape {
            return;
        }
        self.said = match key_names::name_of(key) {
            Some(_) => settings.keys.give(self.mode, index, key),
            None => "That key cannot be given to anything".to_owned(),
        };
        self.commands = command::actions(self.mode, &settings.keys);
    }
}
