//! What the lab shows as a file: a picture of the moment, or one that moves through the searches.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use macroquad::math::Rect;
use macroquad::texture::Image;

use crate::app::ui::pixels;
use crate::file_name::shown;
use crate::output_file;
use crate::png_file;

/// How many pictures a film has, but for the one of the beginning.
const FRAMES: usize = 72;

/// How long each is shown, and the last one, in hundredths of a second.
const DELAY: u16 = 8;
const LAST_DELAY: u16 = 250;

/// How exactly colours are chosen, from 1 (best) to 30 (fastest).
const SPEED: i32 = 20;

/// A part of the window: columns and rows in pixels, and red, green, blue and alpha of each.
pub struct Cut {
    size: (u16, u16),
    rows: Vec<u8>,
}

/// A moving picture of searches, as far as it is made.
#[derive(Default)]
pub struct Film {
    /// The last picture.
    last: Option<Cut>,
    frames: Vec<Frame<'static>>,
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
        self.frames.len() as f32 / FRAMES as f32
    }

    /// Whether every picture has been taken.
    pub fn is_whole(&self) -> bool {
        self.frames.len() > FRAMES
    }

    /// Takes the next picture.
    ///
    /// # Errors
    /// In words: it has not the size of those before.
    pub fn take(&mut self, cut: Cut) -> Result<(), String> {
        if self.last.as_ref().is_some_and(|last| last.size != cut.size) {
            return Err("The window has another size now: the moving picture is given up".to_owned());
        }
        let mut changed = cut.rows.clone();
        // What is as it was stays as it is, which takes next to no bytes.
        let before = self.last.iter().flat_map(|last| last.rows.chunks_exact(4));
        changed.chunks_exact_mut(4).zip(before).filter(|(now, before)| now == before).for_each(|(now, _)| now[3] = 0);
        let mut frame = Frame::from_rgba_speed(cut.size.0, cut.size.1, &mut changed, SPEED);
        frame.dispose = DisposalMethod::Keep;
        frame.delay = if self.frames.len() == FRAMES { LAST_DELAY } else { DELAY };
        self.frames.push(frame);
        self.last = Some(cut);
        Ok(())
    }

    /// Saves it under a name that no file has; gives what is to be said.
    ///
    /// # Errors
    /// Why it cannot be written, in words.
    pub fn save(self, stem: &str) -> Result<String, String> {
        let path = free_name(stem, "gif");
        let size = self.last.map_or((1, 1), |last| last.size);
        output_file::write_new(&path, |file| write_gif(file, size, &self.frames).map_err(of_system))?;
        Ok(format!("Saved `{}`", shown(&path)))
    }
}

/// Saves a picture under a name that no file has; gives what is to be said.
///
/// # Errors
/// Why it cannot be written, in words.
pub fn save_picture(cut: &Cut, stem: &str) -> Result<String, String> {
    let path = free_name(stem, "png");
    let size = (cut.size.0.into(), cut.size.1.into());
    output_file::write_new(&path, |file| png_file::write(file, size, png::ColorType::Rgba, &cut.rows))?;
    Ok(format!("Saved `{}`", shown(&path)))
}

/// The part of a picture of the window that lies in an area, which is in logical pixels.
pub fn cut(screen: &Image, area: Rect) -> Cut {
    let scale = pixels::per_logical();
    let (width, height) = (usize::from(screen.width), usize::from(screen.height));
    let side = |at: f32, most: usize| ((at * scale).round().max(0.0) as usize).min(most);
    let (left, right) = (side(area.x, width), side(area.right(), width));
    let (top, bottom) = (side(area.y, height), side(area.bottom(), height));
    // The graphics have the lowest row first.
    let row = |y: usize| &screen.bytes[4 * (width * (height - 1 - y) + left)..4 * (width * (height - 1 - y) + right)];
    let rows = (top..bottom).flat_map(row).copied().collect();
    Cut { size: ((right - left) as u16, (bottom - top) as u16), rows }
}

fn free_name(stem: &str, extension: &str) -> PathBuf {
    output_file::free_name(Path::new(""), stem, extension)
}

fn write_gif(file: &mut dyn Write, (width, height): (u16, u16), frames: &[Frame]) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(file, width, height, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    frames.iter().try_for_each(|frame| encoder.write_frame(frame))
}

/// Why a moving picture cannot be written, as the system says it.
fn of_system(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window of 4 by 3 pixels, whose red says which column it is and whose green says which row, from the top.
    fn screen() -> Image {
        let bytes = (0..3).rev().flat_map(|y| (0..4).flat_map(move |x| [x, y, 0, 255])).collect();
        Image { width: 4, height: 3, bytes }
    }

    #[test]
    fn a_part_of_the_window_is_cut_out_the_right_way_up() {
        let part = cut(&screen(), Rect::new(1.0, 1.0, 2.0, 9.0));
        assert_eq!(part.size, (2, 2));
        assert_eq!(part.rows, [[1, 1, 0, 255], [2, 1, 0, 255], [1, 2, 0, 255], [2, 2, 0, 255]].as_flattened());
    }

    #[test]
    fn a_film_has_all_of_its_pictures_and_one_size() {
        let mut film = Film::default();
        while !film.is_whole() {
            assert!(film.part() <= 1.0);
            film.take(cut(&screen(), Rect::new(0.0, 0.0, 4.0, 3.0))).unwrap();
        }
        let mut bytes = Vec::new();
        write_gif(&mut bytes, (4, 3), &film.frames).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        let mut count = 0;
        while decoder.read_next_frame().unwrap().is_some() {
            count += 1;
        }
        assert_eq!((decoder.width(), decoder.height(), count), (4, 3, FRAMES + 1));
        assert!(film.take(cut(&screen(), Rect::new(0.0, 0.0, 2.0, 3.0))).is_err());
    }
}
