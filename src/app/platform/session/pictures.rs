//! Pictures and films of the lab.

use super::Session;
use crate::app::modes::ModeName;
use crate::app::platform::film::{self, Film, Shot};

impl Session {
    #[cfg(target_arch = "wasm32")]
    pub(super) fn save_picture(&mut self) {
        let words = film::save_picture(self.lab.stage());
        self.lab.say(words);
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn save_picture(&mut self) {
        self.picture.shot = Some(Shot::Picture);
    }

    /// Begins to film the searches of the lab, unless there is nothing to be seen.
    pub(super) fn begin_film(&mut self) {
        if !self.lab.experiment.lanes.are_made() {
            return self.lab.say("There is no search to be shown");
        }
        self.lab.experiment.lanes.seek(0.0);
        self.picture.shot = Some(Shot::Begins);
    }

    /// Takes what the window shows, and asks for what a film shows next. It ends where the lab is left.
    pub(super) fn shoot(&mut self) {
        let Some(shot) = self.picture.shot.take().filter(|_| self.mode == ModeName::Lab) else { return };
        self.picture.stillness.stir();
        let words = match shot {
            #[cfg(not(target_arch = "wasm32"))]
            Shot::Picture => film::save_picture(self.lab.stage()),
            Shot::Begins => {
                self.picture.shot = Some(Shot::Film(Film::default()));
                return;
            }
            Shot::Film(film) => match self.film_on(film) {
                Ok(None) => return,
                Ok(Some(words)) => Ok(words),
                Err(words) => Err(words),
            },
        };
        self.lab.say(words.unwrap_or_else(|words| words));
    }

    /// Takes the next picture of a film, as soon as the last one is taken in; gives what is to be said once it is whole.
    fn film_on(&mut self, mut film: Film) -> Result<Option<String>, String> {
        if film.waits()? {
            self.picture.shot = Some(Shot::Film(film));
            return Ok(None);
        }
        if film.is_whole() {
            return film.save().map(Some);
        }
        film.take(self.lab.stage())?;
        self.lab.experiment.lanes.seek(film.part().min(1.0));
        self.picture.shot = Some(Shot::Film(film));
        Ok(None)
    }
}
