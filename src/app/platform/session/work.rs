//! The work that takes long: it is done in pieces, between frames that show how far it is.

use super::Session;
use crate::app::modes::ModeName;
use crate::app::modes::menu::Page;
#[cfg(target_arch = "wasm32")]
use crate::app::modes::menu::question::Question;
use crate::app::modes::play::game::long_work::{LongWork, WorkStep};
use crate::app::ui::event::Event;
use crate::app::window::get_time;

/// Work that takes long keeps a frame no longer than this, in seconds, but for its last step.
const LONGEST_WORKING: f64 = 0.05;

impl Session {
    /// Goes on with the work that takes long, if there is any, in a frame that began at a time.
    pub(super) fn work_on(&mut self, begun: f64) {
        let Some(mut work) = self.play.game.long_work.take() else { return };
        if self.menu.page() != Some(Page::Work) && work.fetched().is_none() {
            self.show_work(&work);
            self.play.game.long_work = Some(work);
            return;
        }
        loop {
            match work.step(&mut self.play.game) {
                WorkStep::GoesOn if get_time() - begun < LONGEST_WORKING => {}
                #[cfg(target_arch = "wasm32")]
                WorkStep::Waits => {
                    if work.is_worth_telling() {
                        self.show_work(&work);
                    }
                    self.play.game.long_work = Some(work);
                    return;
                }
                #[cfg(target_arch = "wasm32")]
                WorkStep::NotFetched(index, words) => {
                    self.hand_over(Event::FocusLost);
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
        if self.menu.page() != Some(Page::Work) {
            self.hand_over(Event::FocusLost);
        }
        self.menu.show_work(&work.title, work.part());
    }

    /// Closes what shows the work; of work that was quick, nothing is shown.
    fn close_work(&mut self) {
        if self.menu.page() == Some(Page::Work) {
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
