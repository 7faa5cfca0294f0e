//! What is opened: levels, replays, and maps of other programs, dropped on the window or chosen; and the work that takes long
//! for that, which is done in pieces, between frames that show how far it is.

use footpath::level::edit::Document;
use footpath::replay::Replay;

use super::Session;
use crate::app::modes::ModeName;
use crate::app::modes::import::{Choice, ImportOutcome};
use crate::app::modes::library::{self, LevelSource};
use crate::app::modes::menu::MenuPage;
use crate::app::modes::menu::question::Question;
use crate::app::modes::messages::Message;
use crate::app::modes::play::game::long_work::{LongWork, WorkStep};
use crate::app::platform::dropped::{Dropped, FilePreviews};
use crate::app::ui::event::InputEvent;
use crate::app::window::get_time;

/// Work that takes long keeps a frame no longer than this, in seconds, but for its last step.
const LONGEST_WORKING: f64 = 0.05;

impl Session {
    /// Plays levels and replays that were dropped on the window or opened on the page, one after the other, or shows the map
    /// among them of which a level is to be made.
    pub(super) fn take_dropped(&mut self, files: Vec<Result<Dropped, String>>) {
        let (files, problems): (Vec<_>, Vec<_>) = files.into_iter().partition(Result::is_ok);
        let problems: Vec<Message> = problems.into_iter().filter_map(Result::err).map(Message::plain).collect();
        if !problems.is_empty() {
            self.tell_of_file(problems);
        }
        let files: Vec<Dropped> = files.into_iter().filter_map(Result::ok).collect();
        if files.iter().any(Dropped::is_foreign) {
            return self.show_import(&files);
        }
        for file in files {
            #[cfg(not(target_arch = "wasm32"))]
            if file.path.is_file() {
                self.play_bytes(&file.shown(), &file.bytes, LevelSource::File(file.path.clone()));
                if !self.play.game.notices.messages().is_empty() {
                    self.stores.level.await_file(&file.path, Some(file.bytes));
                }
                continue;
            }
            self.play_bytes(&file.shown(), &file.bytes, LevelSource::Text(file.name()));
        }
    }

    /// Shows the map among files, once it has been read.
    fn show_import(&mut self, files: &[Dropped]) {
        if self.play.game.long_work.is_some() {
            return;
        }
        self.hand_over(InputEvent::FocusLost);
        if matches!(self.menu.page(), Some(MenuPage::Commands | MenuPage::Settings | MenuPage::Keys)) {
            self.menu.close();
        }
        let previews = FilePreviews::of(files);
        self.import.open(Choice::of(Box::new(previews)), files.iter().map(|file| file.path.clone()).collect());
    }

    /// Takes in what has been made of a file of another program: plays it once the player wants that, or tells what is wrong
    /// with it and goes on as before.
    pub(super) fn look_at_import(&mut self) {
        match self.import.update() {
            None => {}
            Some(ImportOutcome::Unreadable(problem)) => self.tell_of_file(vec![Message::plain(problem)]),
            Some(ImportOutcome::Play(document, from)) => {
                let source = LevelSource::Imported { name: document.level().name.clone(), from };
                self.play_document(*document, source);
                if self.mode == ModeName::Edit {
                    self.enter_game();
                }
            }
        }
    }

    /// Plays a level, in the lab where that is on.
    fn play_document(&mut self, document: Document, source: LevelSource) {
        self.play.game.play(document, source);
        self.played.lab_took = None;
        if self.mode == ModeName::Lab && self.play.game.long_work.is_none() {
            self.enter_lab();
        }
    }

    /// Plays a level or a replay from the bytes of a file that messages call `name`; tells what is wrong with it
    /// and goes on as before when something is.
    pub fn play_bytes(&mut self, name: &str, bytes: &[u8], source: LevelSource) {
        if self.play.game.long_work.is_some() {
            return;
        }
        if Replay::is_one(bytes) {
            return match Replay::read(name, bytes) {
                Ok(replay) => self.watch(replay),
                Err(message) => self.tell_of_file(vec![Message::plain(message)]),
            };
        }
        match library::open(name, bytes) {
            Ok(document) => self.play_document(document, source),
            Err(messages) => self.tell_of_file(messages),
        }
    }

    /// Plays a replay in the game; tells what is wrong with it and goes on as before when something is.
    pub(super) fn watch(&mut self, replay: Replay) {
        match self.play.game.watch(replay) {
            Ok(()) if self.mode == ModeName::Game => {}
            Ok(()) => self.enter_game(),
            Err(messages) => self.tell_of_file(messages),
        }
    }

    /// Tells what is wrong with a file that was to be played.
    fn tell_of_file(&mut self, messages: Vec<Message>) {
        self.play.game.tell(messages);
        if self.mode == ModeName::Lab {
            self.enter_game();
        }
    }

    /// Goes on with the work that takes long, if there is any, in a frame that began at a time.
    pub(super) fn work_on(&mut self, begun: f64) {
        let Some(mut work) = self.play.game.long_work.take() else { return };
        if self.menu.page() != Some(MenuPage::Work) && work.fetched().is_none() {
            self.show_work(&work);
            self.play.game.long_work = Some(work);
            return;
        }
        loop {
            match work.step(&mut self.play.game) {
                WorkStep::GoesOn if get_time() - begun < LONGEST_WORKING => {}
                WorkStep::Waits => {
                    if work.is_worth_telling() {
                        self.show_work(&work);
                    }
                    self.play.game.long_work = Some(work);
                    return;
                }
                WorkStep::NotFetched(index, words) => {
                    self.hand_over(InputEvent::FocusLost);
                    return self.menu.ask(Question::of_fetch(index, &words));
                }
                WorkStep::GoesOn => {
                    self.show_work(&work);
                    self.play.game.long_work = Some(work);
                    return;
                }
                WorkStep::Done => {
                    self.close_work();
                    if self.mode == ModeName::Lab {
                        self.enter_lab();
                    }
                    return;
                }
                WorkStep::Failed(words) => {
                    self.close_work();
                    return self.refuse(words);
                }
            }
        }
    }

    /// Shows work that is under way, over whatever is open.
    fn show_work(&mut self, work: &LongWork) {
        if self.menu.page() != Some(MenuPage::Work) {
            self.hand_over(InputEvent::FocusLost);
        }
        self.menu.show_work(&work.title, work.part());
    }

    /// Closes what shows the work; of work that was quick, nothing is shown.
    fn close_work(&mut self) {
        if self.menu.page() == Some(MenuPage::Work) {
            self.menu.close();
        }
    }

    /// Gives up the work that takes long.
    pub(super) fn cancel_work(&mut self) {
        self.menu.close();
        self.played.begins_tour = false;
        if let Some(work) = self.play.game.long_work.take() {
            let words = work.give_up(&mut self.play.game.level, &mut self.play.game.run);
            self.say(words);
        }
    }
}
