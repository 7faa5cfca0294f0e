//! The lessons: which one is on, in which mode, and how far the player has come.

use footpath::level::built_in::NAMES;
use macroquad::math::Rect;

use super::{Session, TourOffer};
use crate::app::modes::ModeName;
use crate::app::modes::lesson::Lesson;
use crate::app::modes::library::{self, LevelSource, TOUR};
use crate::app::ui::pixels;

impl Session {
    /// Opens the lesson of the level that is played, if it has just begun and has one, in the mode that it needs;
    /// `stays`: without turning to that mode. A run by a script is taught nothing.
    pub(super) fn teach(&mut self, stays: bool) {
        if self.play.game.watch.is_some() {
            self.played.taught = self.play.game.level.begun();
        }
        if self.played.taught != self.play.game.level.begun() && self.script.is_none() {
            self.teach_after(Lesson::remembered(self.play.game.level.source(), &self.settings.lessons), stays);
            if std::mem::take(&mut self.played.begins_tour)
                && *self.play.game.level.source() == LevelSource::BuiltIn(TOUR)
            {
                let tour = Lesson::tour(self.play.game.run.sim().level(), 0);
                self.play.game.teaching.teach(tour);
            }
        }
    }

    /// Shows the tour to those for whom it is meant, after the steps that they have done. It goes on in every level, but its
    /// steps are those of its own.
    pub(super) async fn offer_tour(&mut self, offer: TourOffer) {
        let done = self.settings.lessons.get(NAMES[TOUR]).copied();
        let is_offered = match offer {
            TourOffer::Nobody => false,
            TourOffer::Begun => done.is_some(),
            TourOffer::Everybody => true,
        };
        if !is_offered || self.mode != ModeName::Game || self.play.game.teaching.lesson().is_some() {
            return;
        }
        let done = done.unwrap_or(0);
        let game = &mut self.play.game;
        let tour = if *game.level.source() == LevelSource::BuiltIn(TOUR) {
            Lesson::tour(game.run.sim().level(), done)
        } else {
            // A tour that cannot be fetched is no reason not to play.
            library::bring_built_in(TOUR).await.ok().and_then(|level| Lesson::tour(level.level(), done))
        };
        game.teaching.teach(tour.filter(Lesson::is_shown));
    }

    /// Opens the lesson of the level that is played, with its first `done` steps done.
    pub(super) fn teach_after(&mut self, done: usize, stays: bool) {
        let game = &mut self.play.game;
        self.played.taught = game.level.begun();
        let lesson = Lesson::of(game.run.sim().level(), game.level.source(), done).filter(|lesson| !lesson.is_tour);
        self.lab.lesson = None;
        match lesson {
            Some(lesson) if lesson.is_for_lab() => {
                game.teaching.teach(None);
                self.lab.teach(lesson, pixels::viewport());
                self.played.lab_took = None;
                if !stays || self.mode == ModeName::Lab {
                    self.enter_lab();
                }
            }
            Some(lesson) => {
                game.teaching.resume(&mut game.run, lesson);
                if self.mode == ModeName::Lab && !stays {
                    self.enter_game();
                }
            }
            // The tour goes on in every level.
            None => game.teaching.keep_tour(),
        }
    }

    /// The lesson of the mode that is on, and where its card is.
    pub fn lesson(&self) -> Option<(&Lesson, Option<Rect>)> {
        match self.mode {
            ModeName::Lab => self.lab.lesson.as_ref().map(|lesson| (lesson, self.lab.lesson_area())),
            ModeName::Game => self.play.game.teaching.lesson().map(|lesson| (lesson, self.play.lesson_area())),
            ModeName::Edit => None,
        }
    }

    /// Remembers how far the player has come in the lessons that are on.
    pub(super) fn remember_lesson(&mut self) {
        for lesson in self.lab.lesson.iter().chain(self.play.game.teaching.lesson()) {
            lesson.remember(&mut self.settings.lessons);
        }
    }
}
