//! What the lab shows as a file: a picture of the moment, or one that moves through the searches.

#[cfg(target_arch = "wasm32")]
mod page_frames;
#[cfg(not(target_arch = "wasm32"))]
mod window_frames;

use macroquad::math::Rect;

#[cfg(target_arch = "wasm32")]
use page_frames::PageFrames as FilmFrames;
#[cfg(target_arch = "wasm32")]
pub use page_frames::save_picture;
#[cfg(not(target_arch = "wasm32"))]
use window_frames::WindowFrames as FilmFrames;
#[cfg(not(target_arch = "wasm32"))]
pub use window_frames::save_picture;

/// What the files are called.
const NAME: &str = "lab";

/// How many pictures a film has, but for the one of the beginning.
const FRAMES: usize = 72;

/// How long each is shown, and the last one, in hundredths of a second.
const DELAY: u16 = 8;
const LAST_DELAY: u16 = 250;

/// A moving picture of searches, as far as it is made.
#[derive(Default)]
pub struct Film {
    /// How many pictures have been taken.
    taken: usize,
    frames: FilmFrames,
}

/// What is to be made of what the window shows, once all of it is drawn.
pub enum Shot {
    Picture,
    /// A film, which begins in the next frame: in this one it is not yet shown what it begins with.
    Begins,
    Film(Film),
}

impl Film {
    /// Which part of the searches the next picture is to show, 0 to 1.
    pub fn part(&self) -> f32 {
        self.taken as f32 / FRAMES as f32
    }

    /// Whether every picture has been taken.
    pub fn is_whole(&self) -> bool {
        self.taken > FRAMES
    }

    /// How long the next picture is shown, in hundredths of a second.
    fn delay(&self) -> u16 {
        if self.taken == FRAMES { LAST_DELAY } else { DELAY }
    }

    /// Whether the pictures taken so far have to be taken in first.
    ///
    /// # Errors
    /// In words: the film cannot be made.
    pub fn waits(&self) -> Result<bool, String> {
        self.frames.wait()
    }

    /// Takes the next picture, of an area of the window.
    ///
    /// # Errors
    /// In words: it has not the size of those before.
    pub fn take(&mut self, area: Rect) -> Result<(), String> {
        self.frames.take(area, self.delay())?;
        self.taken += 1;
        Ok(())
    }

    /// Saves it under a name that no file has; gives what is to be said.
    ///
    /// # Errors
    /// Why it cannot be written, in words.
    pub fn save(self) -> Result<String, String> {
        self.frames.save()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_shows_every_part_of_the_searches_and_rests_at_their_end() {
        let (mut film, mut delays) = (Film::default(), Vec::new());
        while !film.is_whole() {
            assert!(film.part() <= 1.0);
            delays.push(film.delay());
            film.taken += 1;
        }
        assert_eq!((delays.len(), delays.pop()), (FRAMES + 1, Some(LAST_DELAY)));
        assert!(delays.iter().all(|delay| *delay == DELAY));
    }
}
